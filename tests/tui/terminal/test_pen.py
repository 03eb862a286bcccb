"""Pens: what was meant is what a terminal shows, in its own depth, in few bytes."""

import re

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tilehall.tui.terminal.output.pen import PLAIN, PenRun, encode_runs, pen_for, sort_by_pen
from tilehall.tui.terminal.output.terminal_mirror import TerminalMirror

RED, BLUE = Style(color="#ff0000", bgcolor="#101010"), Style(color="#0000ff", bgcolor="#f0f0f0", bold=True)


def encode(pieces: list[tuple[int, int, list[Segment]]], colours, dark: bool) -> str:
    """What a terminal of which nothing is known gets."""
    glass = TerminalMirror(colours)
    return glass.write(glass.spans([(x, y, Strip(segments)) for x, y, segments in pieces], dark))


def screen_of(data: str) -> pyte.Screen:
    screen = pyte.Screen(20, 4)
    pyte.Stream(screen).feed(data)
    return screen


@pytest.mark.parametrize("colours", ["truecolor", "256", "16", "none"])
def test_what_is_sent_is_what_was_meant(colours) -> None:
    line = [Segment("ab ", RED), Segment("  ", BLUE), Segment("  c", RED), Segment("竹", BLUE), Segment("d", None)]
    screen = screen_of(encode([(2, 1, line), (15, 1, [Segment("xy", BLUE)])], colours, True))
    assert screen.display[1] == "  ab     c竹d  xy   "
    cells = screen.buffer[1]
    assert [cells[x].bold for x in (2, 10, 15)] == [False, True, True]
    assert cells[2].fg == cells[9].fg and cells[2].bg == cells[4].bg
    if colours == "none":
        assert {cells[x].fg for x in range(20)} == {"default"}
        assert [cells[x].reverse for x in (2, 5, 10, 12, 15)] == [False, True, True, False, True]
    else:
        assert cells[10].bg != cells[2].bg and cells[2].fg != cells[10].fg
        assert cells[5].bg == cells[10].bg
    assert cells[12].fg == cells[12].bg == "default"


def test_as_few_bytes_as_possible() -> None:
    assert encode([(0, 0, [Segment("ab", RED)]), (2, 0, [Segment("cd", RED)])], "16", True).count("\x1b[") == 3
    same_ground = Style(color="#00ff00", bgcolor="#101010")
    spaced = encode([(0, 0, [Segment("a", RED), Segment("  ", same_ground), Segment("b", RED)])], "truecolor", True)
    assert spaced == "\x1b[1;1H\x1b[38;2;255;0;0;48;2;16;16;16ma  b\x1b[0m"
    underlined = encode([(0, 0, [Segment("a"), Segment("  ", Style(underline=True))])], "truecolor", True)
    assert underlined == "\x1b[1;1Ha\x1b[4m  \x1b[0m"


def test_text_is_never_hidden_by_too_few_colours() -> None:
    close = Style(color="#e00000", bgcolor="#a00000")
    cell = screen_of(encode([(0, 0, [Segment("x", close)])], "16", True)).buffer[0][0]
    assert cell.fg != cell.bg


def test_without_colours_faces_that_differ_from_the_table_are_reversed() -> None:
    def is_reversed(ground: str, dark: bool, **more: bool) -> bool:
        style = Style(color="#777777", bgcolor=ground, **more)
        return screen_of(encode([(0, 0, [Segment("x", style)])], "none", dark)).buffer[0][0].reverse

    assert is_reversed("#e0b040", dark=True) and not is_reversed("#202028", dark=True)
    assert is_reversed("#203060", dark=False) and not is_reversed("#f0f0f0", dark=False)
    # A cursor shown in reverse stands out on either.
    assert is_reversed("#202028", dark=True, reverse=True) and not is_reversed("#e0b040", dark=True, reverse=True)


def test_depths_do_not_leak_between_apps() -> None:
    """Rich keeps the codes of the first terminal a style was drawn for."""
    style = Style(color="#123456", bgcolor="#abcdef")
    segments = [Segment("x", style)]
    for system in ("truecolor", "256"):
        sent = Strip(segments).render(Console(force_terminal=True, color_system=system))
        assert "8;2;" in sent  # upstream: the truecolor codes stay with the style
    assert "38;5;" in encode([(0, 0, segments)], "256", True) and "8;2;" not in encode([(0, 0, segments)], "256", True)
    assert not re.search("[34]8;", encode([(0, 0, segments)], "16", True))
    assert "38;2;18;52;86" in encode([(0, 0, segments)], "truecolor", True)
    assert encode([(0, 0, segments)], "none", True) == "\x1b[1;1H\x1b[7mx\x1b[0m"


# --- The order of what is sent

PENS = [PLAIN, *(pen_for(style, "truecolor", True) for style in (RED, BLUE, RED + Style(underline=True)))]
WORDS = st.sampled_from([["a", "b"], ["竹", ""], [" "], [" ", " ", " "], ["▔"]])


@st.composite
def lines(draw: st.DrawFn) -> list[PenRun]:
    """Pieces that lie side by side in some lines, with gaps."""
    found: list[PenRun] = []
    for y in range(4):
        x = draw(st.integers(0, 3))
        while x < 16 and draw(st.integers(0, 5)):
            chars = draw(WORDS)
            found.append((x, y, chars, draw(st.sampled_from(PENS))))
            x += len(chars) + draw(st.integers(0, 3))
    return found


def seen(data: list[str]) -> list[tuple[object, ...]]:
    """What a person sees of a terminal that was sent this."""
    screen = pyte.Screen(20, 4)
    for part in data:
        pyte.Stream(screen).feed(part)
    cells = [screen.buffer[y][x] for y in range(4) for x in range(20)]
    return [(cell.data, cell.bg, cell.underscore) if cell.data == " " else (*cell,) for cell in cells]


@given(lines(), lines())
def test_in_whatever_order_pieces_are_written_they_end_in_the_same_screen(
    before: list[PenRun], pieces: list[PenRun]
) -> None:
    covered = [(x, y, [" "] * len(chars), PLAIN) for x, y, chars, _ in pieces]
    known = [encode_runs(before), encode_runs(covered)]
    assert seen([*known, encode_runs(sort_by_pen(pieces))]) == seen([*known, encode_runs(pieces)])


def test_many_pens_by_turns_are_taken_up_once_each() -> None:
    row = [(x, 0, ["x"], PENS[1 + x % 2]) for x in range(20)]
    assert len(encode_runs(sort_by_pen(row))) < len(encode_runs(row)) / 2


def test_a_colour_that_a_terminal_of_256_has_is_sent_as_it_is() -> None:
    greys = [(232 + n, f"#{8 + 10 * n:02x}{8 + 10 * n:02x}{8 + 10 * n:02x}") for n in range(24)]
    levels = (0, 95, 135, 175, 215, 255)
    cube = [(16 + n, "#" + "".join(f"{levels[n // 6**k % 6]:02x}" for k in (2, 1, 0))) for n in range(216)]
    for number, colour in greys + cube:
        assert pen_for(Style(color=colour), "256", True).colour == f"38;5;{number}"


def test_other_colours_are_sent_as_what_looks_most_like_them() -> None:
    """By the formula of Rich a night-blue table became navy."""
    for colour, number in (("#0e1420", 233), ("#1a2436", 235), ("#3b7c58", 65), ("#dcb04a", 179)):
        assert pen_for(Style(color=colour), "256", True).colour == f"38;5;{number}"
