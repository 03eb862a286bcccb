"""An app of Textual that belongs to one player's terminal, not to the process it runs in."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from traceback import format_exc
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO, TypeVar, cast

from rich.console import Console, RenderableType
from rich.text import Text
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import App, SystemCommand
from textual.driver import Driver
from textual.events import Resize
from textual.filter import ANSIToTruecolor, LineFilter
from textual.geometry import Size
from textual.screen import Screen

from tilehall.tui.kernel.glass import Glass, Piece
from tilehall.tui.kernel.pen import Span
from tilehall.tui.kernel.terminal import Terminal
from tilehall.tui.kernel.updates import Patch, chop_pieces, layout_pieces

if TYPE_CHECKING:
    from tilehall.tui.kernel.first import FirstPicture

ReturnT = TypeVar("ReturnT")


class TerminalApp(App[ReturnT]):
    """An App that looks and behaves as its player's Terminal asks, whatever the process's environment says."""

    def __init__(
        self,
        terminal: Terminal,
        driver_class: Callable[..., Driver] | None = None,
        first: FirstPicture | None = None,
    ) -> None:
        """`first` is on the terminal already: what it shows is not sent again."""
        super().__init__(driver_class=driver_class)  # type: ignore[arg-type]
        self.terminal = terminal
        self.first = first
        self._glass = first.glass if first else Glass(terminal.colours)
        self._glass_size = Size(*first.size) if first else None
        self.features = frozenset()
        self.theme = "textual-dark"
        self.no_color = terminal.colours == "none"
        self.animation_level = "full" if terminal.animation else "none"
        # Without colours nothing is to be converted, and "dim" is worth keeping as an attribute.
        self._filters: list[LineFilter] = [] if self.no_color else _own_filters(self._filters)
        self.console = Console(
            file=_Nowhere(),
            color_system="truecolor",
            force_terminal=True,
            no_color=False,
            legacy_windows=False,
            highlight=False,
            emoji=False,
            safe_box=False,
            _environ={},
        )

    def get_driver_class(self) -> type[Driver]:
        if sys.platform != "win32":
            # Imported here: it is made of what Windows does not have.
            from tilehall.tui.kernel.driver import LocalDriver

            return LocalDriver
        return super().get_driver_class()

    def _build_driver(self, headless: bool, inline: bool, mouse: bool, size: tuple[int, int] | None) -> Driver:
        return super()._build_driver(headless, inline, mouse and self.terminal.mouse, size)

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        if self.first is not None and screen.id == self.DEFAULT_MODE:
            # Textual's own screen below all others has nothing to show, and would wipe what is there.
            return
        pieces: Iterable[Piece] | None = None
        if isinstance(renderable, ChopsUpdate):
            pieces = chop_pieces(renderable)
        elif isinstance(renderable, LayoutUpdate):
            pieces = layout_pieces(renderable)
        if pieces is not None:
            # An update of the compositor is written by itself and need not be a renderable of Rich.
            renderable = cast(RenderableType, Patch(self._glass, self._glass.spans(pieces, self.current_theme.dark)))
        super()._display(screen, renderable)

    def show_cells(self, screen: Screen[Any], spans: Iterable[Span]) -> None:
        """Writes cells that no widget has to be asked for."""
        self._display(screen, cast(RenderableType, Patch(self._glass, spans)))

    def action_repaint(self) -> None:
        """Write the whole screen anew, whatever the terminal shows."""
        self._glass.wipe()
        self.refresh()

    def on_resize(self, event: Resize) -> None:
        """A terminal of another size may have cut or wrapped what it showed. At the start the same size comes twice."""
        if event.size != self._glass_size:
            self._glass_size = event.size
            self._glass.wipe()

    # What happens on the machine the program runs on is of no use, and no business, of a player elsewhere.

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        for command in super().get_system_commands(screen):
            if not (self.terminal.remote and command.title == "Screenshot"):
                yield command

    def crashed(self, report: str) -> str:
        """What is said to the player after an error of ours; an app may keep the report somewhere first."""
        return f"Something went wrong, and the program had to stop: {report.strip().splitlines()[-1]}"

    def _fatal_error(self) -> None:
        # Textual prints the values of variables as well: among them what other players must not see.
        self._exit_renderables.append(Text(self.crashed(format_exc())))
        self._close_messages_no_wait()

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        if self.terminal.remote:
            self.notify(url, title="Open this in your browser", markup=False)
            return
        super().open_url(url, new_tab=new_tab)

    def action_suspend_process(self) -> None:
        if sys.platform == "win32" or self.terminal.remote or self._driver is None or not self._driver.can_suspend:
            return
        self._suspend_signal()
        # As a terminal does: whoever has started us as a part of his job sleeps as well.
        os.killpg(os.getpgrp(), signal.SIGTSTP)

    def _deliver_binary(self, binary: BinaryIO | TextIO, **options: Any) -> str | None:
        if self.terminal.remote:
            binary.close()
            return None
        return super()._deliver_binary(binary, **options)


def _own_filters(filters: Sequence[LineFilter]) -> list[LineFilter]:
    """Without those that App.__init__ added on behalf of NO_COLOR and TEXTUAL_FILTERS."""
    return [each for each in filters if isinstance(each, ANSIToTruecolor)]


class _Nowhere(io.StringIO):
    """Rich wants a file, but Textual writes by its driver: this one keeps nothing."""

    def write(self, text: str) -> int:
        return len(text)
