"""Converts updates of Textual into the cells that differ from what the terminal shows."""

from collections.abc import Iterable, Iterator

from rich.console import Console
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate

from tilehall.tui.terminal.output.pen import CellSpan
from tilehall.tui.terminal.output.terminal_mirror import PlacedStrip, TerminalMirror


class MirrorUpdate(CompositorUpdate):
    """An update for one terminal. It is computed when it is written, as some updates never are."""

    def __init__(self, glass: TerminalMirror, spans: Iterable[CellSpan]) -> None:
        self.mirror = glass
        self.spans = spans

    def render_segments(self, console: Console) -> str:
        return self.mirror.write(self.spans)


def strips_of_layout(update: LayoutUpdate) -> Iterator[PlacedStrip]:
    for y, strips in enumerate(update.strips, update.region.y):
        x = update.region.x
        for strip in strips:
            yield x, y, strip
            x += strip.cell_length


def strips_of_chops(update: ChopsUpdate) -> Iterator[PlacedStrip]:
    """Exactly the spans of a partial update; upstream crops them on the right only."""
    for y, x1, x2 in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            left, right = max(x, x1), min(end, x2)
            if strip is not None and left < right:
                yield left, y, strip.crop(left - x, right - x)
