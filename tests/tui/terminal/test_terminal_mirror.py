"""The glass: what Textual sends too much of, first that it still does, then that only what is new is sent."""

import re
from collections.abc import Iterable

import pyte
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import App
from textual.geometry import Region
from textual.strip import Strip

from tilehall.tui.terminal.output.mirror_updates import MirrorUpdate, strips_of_chops, strips_of_layout
from tilehall.tui.terminal.output.terminal_mirror import PlacedStrip, TerminalMirror, fit_cells

RED, BLUE = Style(color="#ff0000", bgcolor="#101010"), Style(color="#0000ff", bgcolor="#f0f0f0", bold=True)


def update() -> ChopsUpdate:
    strip = Strip([Segment("a" * 10, RED), Segment("b" * 10, BLUE)])
    return ChopsUpdate([{0: strip}, {0: strip}], [(1, 12, 15)], [[20], [20]])


def test_upstream_still_repaints_from_the_left_edge() -> None:
    app = App()
    assert "aaaaaaaaaa" in update().render_segments(app.console)


def test_a_span_is_clipped_on_both_sides() -> None:
    pieces = [(x, y, "".join(segment.text for segment in strip)) for x, y, strip in strips_of_chops(update())]
    assert pieces == [(12, 1, "bbb")]


# --- Full repaints


def layout(*rows: str) -> LayoutUpdate:
    """Rows of words, each word a segment; capitals are blue."""
    lines = [[Segment(word, BLUE if word.isupper() else RED) for word in re.findall(r"\S+|\s+", row)] for row in rows]
    return LayoutUpdate([[Strip(line)] for line in lines], Region(0, 0, 20, len(rows)))


def sent(glass: TerminalMirror, pieces: Iterable[PlacedStrip]) -> list[tuple[int, int, str]]:
    spans = [new for span in glass.spans(pieces, True) for new in glass._news(span)]
    return [(x, y, "".join(chars)) for x, y, chars, _ in spans]


def test_a_repaint_sends_what_is_new() -> None:
    glass = TerminalMirror("truecolor")
    first = layout("one TWO 竹 three four", "a b")
    assert sent(glass, strips_of_layout(first)) == [(0, 0, "one TWO 竹 three four"), (0, 1, "a b")]
    assert sent(glass, strips_of_layout(first)) == []
    assert sent(glass, strips_of_layout(layout("one TWO 竹 THREE four", "a b"))) == [(11, 0, "THREE")]
    assert sent(glass, strips_of_chops(update())) == [(12, 1, "bbb")]
    assert sent(glass, strips_of_chops(update())) == []
    glass.forget_all()
    assert sent(glass, strips_of_chops(update())) == [(12, 1, "bbb")]


ROWS = st.lists(st.sampled_from(["ab", "AB", "竹", "x竹", " ", "   ", "é"]), max_size=6)


@given(st.lists(st.tuples(ROWS, st.integers(0, 19), st.integers(0, 19)), min_size=2, max_size=6), st.data())
def test_repaints_end_in_the_same_screen(frames, data) -> None:
    """One screen is sent only what is new, the other everything; each frame repaints a part of a row."""
    glass, spare, complete = TerminalMirror("truecolor"), pyte.Screen(20, 1), pyte.Screen(20, 1)
    for words, left, right in frames:
        segments = [Segment(word, data.draw(st.sampled_from([RED, BLUE]))) for word in words]
        strip = Strip([*segments, Segment(" " * 20, RED)]).crop(0, 20)
        pieces = [(left, 0, strip.crop(left, right))] if left < right else [(0, 0, strip)]
        pyte.Stream(spare).feed(glass.write(glass.spans(pieces, True)))
        for screen in (spare, complete):
            pyte.Stream(screen).feed(written(pieces) if screen is complete else "")
        assert [visible(spare.buffer[0][x]) for x in range(20)] == [visible(complete.buffer[0][x]) for x in range(20)]


def written(pieces: Iterable[PlacedStrip]) -> str:
    """What is sent to a terminal of which nothing is known."""
    glass = TerminalMirror("truecolor")
    return glass.write(glass.spans(pieces, True))


def visible(cell: pyte.screens.Char) -> tuple[object, ...]:
    """What a person sees of a cell: a space has a ground and no letter's colour."""
    return (cell.data, cell.bg) if cell.data == " " else (cell.data, cell.fg, cell.bg, cell.bold)


def test_what_was_painted_for_a_wider_terminal_leaves_nothing_in_the_last_column() -> None:
    glass, narrow = TerminalMirror("truecolor"), pyte.Screen(10, 1)
    glass.resize(10)
    for words in ("abc".ljust(19) + "X", "abc竹竹竹竹竹", "abc".ljust(10)):
        strip = Strip([Segment(words, RED)])
        pyte.Stream(narrow).feed("\x1b[?7l" + glass.write(glass.spans([(0, 0, strip)], True)))
    assert narrow.display == ["abc       "]


def test_an_update_that_is_never_written_is_not_taken_as_shown() -> None:
    glass, pieces = TerminalMirror("truecolor"), [(0, 0, Strip([Segment("one", RED)]))]
    MirrorUpdate(glass, glass.spans(pieces, True))
    assert "one" in MirrorUpdate(glass, glass.spans(pieces, True)).render_segments(Console())
    assert MirrorUpdate(glass, glass.spans(pieces, True)).render_segments(Console()) == ""


def test_no_text_can_steer_the_terminal() -> None:
    evil = "a\x1b]0;title\x07\x1b[2J\x9b31m\u202eb"
    data = written([(0, 0, Strip([Segment(evil)]))])
    assert data.startswith("\x1b[1;1H")
    assert data[6:].isprintable()


# --- Cells


@given(st.text(st.sampled_from("ab竹\x1b\x07\u200d\ufe0f👨👩"), max_size=8))
def test_cells_fit_the_width_textual_reckons_with(text: str) -> None:
    segment = Segment(text, RED)
    row = fit_cells(text, segment.cell_length)
    assert len(row) == segment.cell_length == sum(cell_len(char) for char in row)
    assert "".join(row).isprintable()
