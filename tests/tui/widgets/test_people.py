"""The first line: every player with mark, name and points, whoever is due on the colour of the seat."""

import pytest

from tests.tui.boards.tables import hot_seat as table
from tests.tui.boards.tables import look, sit, text, until
from tilehall.engine import BUILT_IN_GAMES, RecordPlayer
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.tables.seat import keyboard_seat
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.output.cells import width
from tilehall.tui.terminal.output.styled_text import line_width
from tilehall.tui.widgets.players_line import title_line

LONG = ("Wilhelmina-of-the-Castle", "竹取の翁", "Zoë", "Maximilian")


@pytest.mark.parametrize("game", BUILT_IN_GAMES)
@pytest.mark.parametrize("room", [20, 40, 68, 110, 200])
def test_everybody_is_named_in_the_room_there_is(game: str, room: int) -> None:
    for players in range(2, 5):
        moment = keyboard_seat(Table.open(game, [RecordPlayer(name) for name in LONG[:players]], (), "7")).now
        for dress in (look(), look("ansi", "ascii")):
            line = title_line(moment, renderer_for(game), dress, room)
            assert line_width(line) <= room
            words = "".join(part for part, _ in line)
            if room >= 68:
                for seat in range(players):
                    assert dress.glyphs.seat(seat) in words
            if room == 200:
                assert all(name in words for name in LONG[:players])
                assert words.startswith(dress.say(moment.rules.title))


def test_whoever_is_due_stands_on_the_colour_of_the_seat() -> None:
    sitting = until(sit(table()), "GEM")
    line = title_line(sitting.moment, sitting.scene, look(), 70)
    grounds = {words.strip(): style.bgcolor for words, style in line}
    due = next(style for words, style in grounds.items() if "Aki" in words)
    assert due is not None and due.name == look().palette.seats[0]
    other = next(style for words, style in grounds.items() if words == "Bo")
    assert other is not None and other.name == look().palette.background


def test_without_colours_brackets_say_it() -> None:
    first = text(until(sit(table()), "GEM"), dress=look("ansi", "ascii")).split("\n")[0]
    assert "[& Aki" in first and "[$" not in first and width(first) == 80
