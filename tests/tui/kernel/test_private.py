"""Each cure of tui/kernel/private.py: first that Textual still needs it, then that it works."""

import gc
import io
import re
import weakref
from collections.abc import Iterable
from importlib.metadata import version

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App, ComposeResult
from textual.color import Color
from textual.filter import Monochrome
from textual.geometry import Region
from textual.strip import Strip
from textual.widgets import Static

from tests.tui.kernel.demo import Demo
from tilehall.tui.kernel import TRIED_WITH
from tilehall.tui.kernel.private import (
    Glass,
    KeyParser,
    Patch,
    Piece,
    TerminalApp,
    chop_pieces,
    fit,
    forget_closed_apps,
    layout_pieces,
)
from tilehall.tui.kernel.terminal import Terminal

RED, BLUE = Style(color="#ff0000", bgcolor="#101010"), Style(color="#0000ff", bgcolor="#f0f0f0", bold=True)
COLOUR = re.compile(r"\x1b\[[\d;]*?\b(?:3|4|9|10)[0-7]\b|[34]8;[25];")


@pytest.mark.parametrize("name", TRIED_WITH)
def test_this_is_the_version_that_was_tried(name: str) -> None:
    tried, there = TRIED_WITH[name], version(name)
    assert there == tried, (
        f"The private parts were tried with {name} {tried}, and {there} is installed. If all else here passes, they "
        "work with that as well: say so in tui/kernel/__init__.py and constraints.txt."
    )


def encode(pieces: list[tuple[int, int, list[Segment]]], colours, dark: bool) -> str:
    """What a terminal of which nothing is known gets."""
    return Glass(colours).write([(x, y, Strip(segments)) for x, y, segments in pieces], dark)


def screen_of(data: str) -> pyte.Screen:
    screen = pyte.Screen(20, 4)
    pyte.Stream(screen).feed(data)
    return screen


# --- Left clipping


def update() -> ChopsUpdate:
    strip = Strip([Segment("a" * 10, RED), Segment("b" * 10, BLUE)])
    return ChopsUpdate([{0: strip}, {0: strip}], [(1, 12, 15)], [[20], [20]])


def test_upstream_still_repaints_from_the_left_edge() -> None:
    app = App()
    assert "aaaaaaaaaa" in update().render_segments(app.console)


def test_a_span_is_clipped_on_both_sides() -> None:
    pieces = [(x, y, "".join(segment.text for segment in strip)) for x, y, strip in chop_pieces(update())]
    assert pieces == [(12, 1, "bbb")]


async def test_every_update_of_the_app_becomes_a_patch(monkeypatch) -> None:
    shown = []
    monkeypatch.setattr(App, "_display", lambda self, screen, update: shown.append(update))
    app = Demo(Terminal())
    async with app.run_test() as pilot:
        await pilot.press("right", "m")
        await pilot.pause()
    updates = [each for each in shown if each is not None]
    assert updates and all(isinstance(each, Patch) for each in updates)


# --- Pens


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


async def frames(terminal: Terminal, monkeypatch) -> str:
    sent: list[str] = []
    with monkeypatch.context() as patch:
        patch.setattr(
            App,
            "_display",
            lambda self, screen, update: sent.append(update.render_segments(self.console)) if update else None,
        )
        app = Demo(terminal)
        async with app.run_test() as pilot:
            await pilot.press("right", "m")
            await pilot.pause()
            await pilot.press("escape", "t")
            await pilot.pause()
    return "".join(sent)


async def test_a_whole_session_stays_within_its_depth(monkeypatch) -> None:
    """With dialogs and toasts, whose colours are mixed by Textual, and after sessions of other depths."""
    true = await frames(Terminal("truecolor"), monkeypatch)
    assert "8;2;" in true and "8;5;" not in true
    middle = await frames(Terminal("256"), monkeypatch)
    assert "8;5;" in middle and "8;2;" not in middle
    low = await frames(Terminal("16"), monkeypatch)
    assert COLOUR.search(low) and not re.search("[34]8;", low)
    none = await frames(Terminal("none"), monkeypatch)
    assert not COLOUR.search(none) and "\x1b[7m" in none and "\x1b[1" in none
    assert len(none) < len(low) < len(middle) < len(true)
    assert await frames(Terminal("truecolor"), monkeypatch) == true


# --- Full repaints


def layout(*rows: str) -> LayoutUpdate:
    """Rows of words, each word a segment; capitals are blue."""
    lines = [[Segment(word, BLUE if word.isupper() else RED) for word in re.findall(r"\S+|\s+", row)] for row in rows]
    return LayoutUpdate([[Strip(line)] for line in lines], Region(0, 0, 20, len(rows)))


def sent(glass: Glass, pieces: Iterable[Piece]) -> list[tuple[int, int, str]]:
    spans = [span for x, y, strip in pieces for span in glass._news(glass._span(x, y, strip, True))]
    return [(x, y, "".join(chars)) for x, y, chars, _ in spans]


def test_a_repaint_sends_what_is_new() -> None:
    glass = Glass("truecolor")
    first = layout("one TWO 竹 three four", "a b")
    assert sent(glass, layout_pieces(first)) == [(0, 0, "one TWO 竹 three four"), (0, 1, "a b")]
    assert sent(glass, layout_pieces(first)) == []
    assert sent(glass, layout_pieces(layout("one TWO 竹 THREE four", "a b"))) == [(11, 0, "THREE")]
    assert sent(glass, chop_pieces(update())) == [(12, 1, "bbb")]
    assert sent(glass, chop_pieces(update())) == []
    glass.wipe()
    assert sent(glass, chop_pieces(update())) == [(12, 1, "bbb")]


ROWS = st.lists(st.sampled_from(["ab", "AB", "竹", "x竹", " ", "   ", "é"]), max_size=6)


@given(st.lists(st.tuples(ROWS, st.integers(0, 19), st.integers(0, 19)), min_size=2, max_size=6), st.data())
def test_repaints_end_in_the_same_screen(frames, data) -> None:
    """One screen is sent only what is new, the other everything; each frame repaints a part of a row."""
    glass, spare, complete = Glass("truecolor"), pyte.Screen(20, 1), pyte.Screen(20, 1)
    for words, left, right in frames:
        segments = [Segment(word, data.draw(st.sampled_from([RED, BLUE]))) for word in words]
        strip = Strip([*segments, Segment(" " * 20, RED)]).crop(0, 20)
        pieces = [(left, 0, strip.crop(left, right))] if left < right else [(0, 0, strip)]
        pyte.Stream(spare).feed(glass.write(pieces, True))
        for screen in (spare, complete):
            pyte.Stream(screen).feed(Glass("truecolor").write(pieces, True) if screen is complete else "")
        assert [visible(spare.buffer[0][x]) for x in range(20)] == [visible(complete.buffer[0][x]) for x in range(20)]


def visible(cell: pyte.screens.Char) -> tuple[object, ...]:
    """What a person sees of a cell: a space has a ground and no letter's colour."""
    return (cell.data, cell.bg) if cell.data == " " else (cell.data, cell.fg, cell.bg, cell.bold)


def test_an_update_that_is_never_written_is_not_taken_as_shown() -> None:
    glass, pieces = Glass("truecolor"), [(0, 0, Strip([Segment("one", RED)]))]
    Patch(glass, pieces, True)
    assert "one" in Patch(glass, pieces, True).render_segments(Console())
    assert Patch(glass, pieces, True).render_segments(Console()) == ""


def test_no_text_can_steer_the_terminal() -> None:
    evil = "a\x1b]0;title\x07\x1b[2J\x9b31m\u202eb"
    data = Glass("truecolor").write([(0, 0, Strip([Segment(evil)]))], True)
    assert data.startswith("\x1b[1;1H")
    assert data[6:].isprintable()


# --- The environment of the process


async def test_the_process_environment_decides_nothing(monkeypatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TEXTUAL", "debug,devtools")
    stock = App()
    assert stock.no_color and any(isinstance(each, Monochrome) for each in stock._filters)  # upstream still does
    app = Demo(Terminal("truecolor", animation=False))
    assert not app.no_color and not app.features
    assert not any(isinstance(each, Monochrome) for each in app._filters)
    assert app.animation_level == "none" and Demo(Terminal()).animation_level == "full"
    assert app.console.color_system == "truecolor" and not app.console.no_color
    monkeypatch.delenv("NO_COLOR")
    assert Demo(Terminal("none")).no_color
    async with app.run_test() as pilot:
        app.theme = "textual-light"
        await pilot.pause()
        assert len(app._filters) == 1


async def test_the_mouse_is_the_terminals(monkeypatch) -> None:
    for mouse in (True, False):
        app = Demo(Terminal(mouse=mouse))
        async with app.run_test():
            assert app._driver is not None and app._driver._mouse is mouse


# --- What a player elsewhere may do


async def test_nothing_happens_on_our_machine_for_a_remote_player(monkeypatch, tmp_path) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    for remote in (False, True):
        (tmp_path / str(remote)).mkdir()
        app = Demo(Terminal(remote=remote))
        async with app.run_test(notifications=True) as pilot:
            titles = {command.title for command in app.get_system_commands(app.screen)}
            assert "Theme" in titles and ("Screenshot" in titles) is not remote
            app.open_url("https://example.org/[b]")
            key = app.deliver_text(io.StringIO("x"), save_directory=tmp_path / str(remote), save_filename="x.txt")
            assert (key is None) is remote
            await pilot.pause(0.1)
            assert [note.message for note in app._notifications] == (["https://example.org/[b]"] if remote else [])
    assert opened == ["https://example.org/[b]"]
    assert [path.parent.name for path in tmp_path.glob("*/*")] == ["False"]


# --- Keys


def used_parser(kind: type[XTermParser]) -> weakref.ref[XTermParser]:
    parser = kind()
    assert [event.key for event in parser.feed("\x1b[97;5u\x1b[98;5u")] == ["ctrl+a", "ctrl+b"]
    parser._gen.close()
    return weakref.ref(parser)


def used_styles_cache() -> weakref.ref[StylesCache]:
    cache = StylesCache()
    cache.get_inner_outer(Color(1, 2, 3), Color(4, 5, 6))
    return weakref.ref(cache)


def test_parsers_are_not_kept_alive() -> None:
    ours = used_parser(KeyParser)
    gc.collect()
    assert ours() is None


def test_what_upstream_keeps_alive_is_let_go() -> None:
    kept = [used_parser(XTermParser), used_styles_cache()]
    gc.collect()
    # Upstream still keeps them: what is let go by itself one day needs no cure any more.
    assert all(watch() is not None for watch in kept)
    forget_closed_apps()
    gc.collect()
    assert all(watch() is None for watch in kept)


class Plain(TerminalApp[None]):
    def compose(self) -> ComposeResult:
        yield Static("hello")


async def closed_app() -> weakref.ref[Plain]:
    app = Plain(Terminal())
    async with app.run_test() as pilot:
        await pilot.press("a")
    return weakref.ref(app)


async def test_closed_apps_are_freed() -> None:
    watches = [await closed_app() for _ in range(3)]
    forget_closed_apps()
    gc.collect()
    # The last one may still be the current app of this test's context.
    assert sum(watch() is not None for watch in watches) <= 1


@given(st.text(st.sampled_from("ab竹\x1b\x07\u200d\ufe0f👨👩"), max_size=8))
def test_cells_fit_the_width_textual_reckons_with(text: str) -> None:
    segment = Segment(text, RED)
    row = fit(text, segment.cell_length)
    assert len(row) == segment.cell_length == sum(cell_len(char) for char in row)
    assert "".join(row).isprintable()
