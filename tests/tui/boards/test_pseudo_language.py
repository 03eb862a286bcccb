"""Whole games in a language that nobody speaks: nothing English is left on a screen, and nothing is cut in silence."""

from collections.abc import Iterator

import pytest

from tests.cases import some_rows
from tests.pseudo import Bracketed, PseudoLanguage, cut_in, english_in
from tests.tui.boards.tables import KEYS, look
from tests.tui.player.sitting import Sitting, hint
from tilehall.engine import BUILT_IN_GAMES, Language, RecordPlayer
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.config.look import Look
from tilehall.tui.config.settings import Settings
from tilehall.tui.player.view import View
from tilehall.tui.screens.pages import key_lines, log_lines
from tilehall.tui.screens.scoring import receipt_lines
from tilehall.tui.tables.table import Table
from tilehall.tui.widgets import chrome
from tilehall.tui.widgets.pager import TextLine

NAMES = ("竹取", "Ωméga-Zoë", "ABCDEFGHIJKLMNOPQRSTUVWX", "Q")
SAID = frozenset({"hjkl"})
"""What is the same in every language: keys."""
TABLES = [(name, players) for name, box in BUILT_IN_GAMES.items() for players in (box.player_counts[0], 2, 4)]


def walk(game: str, players: int) -> Iterator[Sitting]:
    """A whole game by advice, at every decision."""
    table = Table.open(game, [RecordPlayer(NAMES[n]) for n in range(players)], (), "7")
    sitting = Sitting(table, renderer_for(game), True)
    while not table.over:
        if sitting.moment.curtain:
            sitting.look()
        yield sitting
        seat = table.due()[0]
        table.act(seat, hint(table, seat).action)
        sitting.anew()


def looking(language: Language) -> Look:
    return look().with_language(language)


def words_of(lines: list[TextLine]) -> str:
    return "\n".join("".join(text for text, _ in line) for line in lines)


def pages(sitting: Sitting, dress: Look) -> Iterator[str]:
    """Everything that this player could look at now: the board with the cursor at some stops, a refusal, a hint."""
    for n, stop in enumerate(sitting.stops() or [None]):
        if n % 7 == 0:
            sitting.focus.cursor.place = stop or sitting.cursor
            yield chrome.paint(sitting, sitting.scene, dress, 80, 24, KEYS).picture.text()
    sitting.refuse()
    yield chrome.paint(sitting, sitting.scene, dress, 80, 24, KEYS).picture.text()
    sitting.describe()
    yield chrome.paint(sitting, sitting.scene, dress, 120, 40, KEYS).picture.text()
    sitting.message = None
    view: View[object] = sitting.view(dress)
    yield sitting.scene.paint_hand(view, 80, 22).picture.text()


@pytest.mark.parametrize(("game", "players"), some_rows(dict.fromkeys(TABLES), slice(None, None, 2)))
def test_nothing_english_is_left_on_a_board(game: str, players: int) -> None:
    dress = looking(PseudoLanguage())
    for n, sitting in enumerate(walk(game, players)):
        if n % 9 == 0:
            for page in pages(sitting, dress):
                assert not english_in(page, SAID), f"{english_in(page, SAID)}\n{page}"
    moment = sitting.seat.now
    for lines in (log_lines(moment, sitting.scene, dress, 77), receipt_lines(moment, sitting.scene, dress)):
        assert not english_in(words_of(lines), SAID), words_of(lines)
    keys = words_of(key_lines(sitting.scene, dress, Settings(), 76))
    assert not english_in(keys, SAID), keys


def under_what_is_told(page: str) -> tuple[str, str]:
    """The board above something that is told over it, and the rest; nothing and the page, if nothing is."""
    lines = page.split("\n")
    rule = next((n for n, line in enumerate(lines) if line.startswith("  ────")), 0)
    return "\n".join(lines[:rule]), "\n".join(lines[rule:])


@pytest.mark.parametrize(("game", "players"), some_rows(dict.fromkeys(TABLES), slice(None, None, 2)))
def test_nothing_is_cut_in_silence(game: str, players: int) -> None:
    dress = looking(Bracketed())
    for n, sitting in enumerate(walk(game, players)):
        # A list of choices lies over the log.
        if n % 15 == 0 and not (sitting.selection and len(sitting.selection.menu()) > 1):
            sitting.message = None
            for page in pages(sitting, dress):
                above, below = under_what_is_told(page)
                assert not cut_in(below, dress.glyphs.ellipsis), page
                # What is told over the board may lie on the end of one sentence of its log.
                assert cut_in(above, dress.glyphs.ellipsis) <= (below != page), page
