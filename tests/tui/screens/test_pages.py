"""Pages to read: the log, the keys, the rulebook. They use the room there is, and nothing of them is lost."""

from pathlib import Path
from typing import Any

import pytest

from tests.cases import some
from tests.tui.boards.tables import look
from tests.tui.player.sitting import hint
from tests.tui.screens.driver import at, playing, table, to_the_end
from tilehall.engine import BUILT_IN_GAMES, RecordPlayer, load_game
from tilehall.themes.palette import HUES
from tilehall.tui.boards.panel import ROOMY
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.boards.renderer import WordContext
from tilehall.tui.boards.sentences import style_sentence
from tilehall.tui.config.settings import Settings
from tilehall.tui.features.rules.screen import RulesScreen, style_words
from tilehall.tui.screens.pages import board_keys_page, key_lines, log_lines
from tilehall.tui.tables.moment import Moment
from tilehall.tui.tables.seat import spectator_seat
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.output.styled_text import line_width
from tilehall.tui.widgets.pager import Pager, TextLine

NAMES = ("Aki", "Bo", "Cleo")
SIZES = ((80, 24), (100, 30), (110, 30), (120, 40), (160, 50), (200, 60))


def after(game: str, steps: int) -> Moment[Any]:
    """The middle of a game, as somebody sees it who looks on."""
    found = Table.open(game, [RecordPlayer(name) for name in NAMES], seed="7")
    while not found.over and len(found.match.steps) < steps:
        found.act(found.due()[0], hint(found, found.due()[0]).action)
    return spectator_seat(found).now


def words(lines: list[TextLine]) -> list[str]:
    return ["".join(part for part, _ in line) for line in lines]


# --- The log


@pytest.mark.parametrize("game", some(BUILT_IN_GAMES, slice(0, None, 2)))
def test_no_sentence_of_a_log_is_cut_and_whoever_acts_is_named_once_a_turn(game: str) -> None:
    moment, dress = after(game, 90), look()
    for width in (77, 96, 116, 196):
        lines = log_lines(moment, renderer_for(game), dress, width)
        assert all(line_width(line) <= width for line in lines)
        told = " ".join(" ".join(words(lines)).split())
        assert dress.glyphs.ellipsis not in told
        for entry in moment.log:
            parts = style_sentence(entry.text, renderer_for(game), dress, moment.names, dress.text)
            whole = "".join(part for part, _ in parts)
            assert all(word in told for word in whole.split()), whole
            assert entry.rule in told or width < 96
    marked = [line for line in words(lines) if any(dress.glyphs.seat(n) in line[:8] for n in range(3))]
    assert len(marked) < sum(entry.seat >= 0 for entry in moment.log)


async def test_the_log_is_read_from_its_end_and_says_how_much_there_is(tmp_path: Path) -> None:
    found = to_the_end(table(None, "human human"), short_of=40)
    async with playing(tmp_path, at(found), size=(120, 30)) as hands:
        await hands.press("o")
        await hands.in_room("ReaderScreen")
        pager = hands.app.screen.query_one(Pager)
        last = len(pager.lines)
        assert f"{last - 25}-{last} / {last}" in hands.lines[1] and "What has happened" in hands.lines[1]
        await hands.resize(80, 24)
        assert "What has happened" in hands.lines[0] and "What has happened" not in hands.lines[1]
        assert pager.top + pager.shown == len(pager.lines), "one stays at the end"
        await hands.press("up")
        top = pager.top
        await hands.resize(80, 20)
        await hands.resize(80, 24)
        assert pager.top == top, "and elsewhere where one was"


async def test_keys_that_scroll_are_named_where_there_is_more(tmp_path: Path) -> None:
    async with playing(tmp_path, at(table(None, "human human"))) as hands:
        for key, room, named in (("o", "ReaderScreen", "scroll"), ("c", "ScoringScreen", "lines")):
            await hands.press(key)
            await hands.in_room(room)
            assert "scroll" not in hands.footer, "all of it is in sight"
            await hands.resize(80, 3)
            assert named in hands.footer
            await hands.resize(80, 24)
            await hands.press("escape")
            await hands.in_room("BoardScreen")


# --- The keys


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_the_symbols_stand_beside_the_keys_where_there_is_room(name: str) -> None:
    dress = look()
    for width in (77, 116, 156):
        lines = key_lines(renderer_for(name), dress, Settings(), width)
        assert all(line_width(line) <= width for line in lines)
        beside = any("Keys" in line for line in words(lines)[:2])
        assert beside == (width > ROOMY - 5)
    pieces = [style.bgcolor for line in lines for _, style in line if style.bgcolor]
    grounds = {dress.palette.hue(name).face for name in HUES}
    assert grounds & {ground.name for ground in pieces} or name == "beasts"


def test_keys_that_do_nothing_at_a_table_are_not_listed() -> None:
    told = {
        name: " ".join(words(board_keys_page(load_game(name), renderer_for(name), look(), Settings()).written(77)))
        for name in BUILT_IN_GAMES
    }
    for what, games in (("in hand clockwise", {"sand", "kaguya"}), ("Flip", {"sand"}), ("In a demo", set())):
        assert {name for name, page in told.items() if what in page} == games, what
    assert "hide what only you" in told["kaguya"] and "hide what only you" not in told["princess"]


# --- The rulebook


@pytest.mark.parametrize(
    ("game", "told", "where", "pieces"),
    [
        ("princess", "so FU is fire and sun", "text", {"FU": "red"}),
        ("princess", "3   FM*  EM   FU*", "drawing", {"FM": "red", "EM": "yellow"}),
        ("princess", "W", "table", {"W": "blue"}),
        ("princess", "C D E F", "drawing", {}),
        ("princess", "F+ for most fire", "text", {"F+": "red"}),
        ("sand", "R R G", "drawing", {"R": "red", "G": "green"}),
        ("sand", "RKR/K.K", "table", {"R": "red", "K": "black"}),
        ("sand", "End of the game", "text", {}),
        ("beasts", "P P, P P*", "table", {"P": "purple", "P*": "purple"}),
        ("kaguya", "R B G P", "table", {"R": "red", "B": "blue", "G": "green", "P": "purple"}),
        ("kaguya", "Kinds are R B G P", "text", {}),
    ],
)
def test_pieces_in_the_rules_have_their_colours_and_keep_their_letters(
    game: str, told: str, where: WordContext, pieces: dict[str, str]
) -> None:
    dress = look()
    parts = [*style_words(told, dress.text, renderer_for(game), dress, where)]
    assert "".join(part for part, _ in parts) == told, "no column moves"
    found = {part: style.bgcolor.name for part, style in parts if part in pieces and style.bgcolor}
    assert found == {piece: dress.palette.hue(hue).face for piece, hue in pieces.items()}
    if not pieces:
        assert all(style == dress.text for _, style in parts)


@pytest.mark.parametrize("size", some(SIZES, slice(0, None, 3)))
async def test_nothing_of_the_rules_is_cut(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, size=size) as hands:
        for box in BUILT_IN_GAMES.values():
            await (await hands.go_to(f"Play {box.title}")).press("?")
            await hands.in_room("RulesScreen")
            screen = hands.app.screen
            assert isinstance(screen, RulesScreen)
            pager = screen.query_one(Pager)
            await hands.until(lambda pager=pager: pager.lines)
            room = pager.size.width - (4 if pager.framed else 3)
            assert [line for line in words(list(pager.lines)) if len(line) > room] == []
            await hands.press("escape")
            await hands.in_room("HomeScreen")
