"""A position as data: what is refused, and in which words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.engine.games.princess.table import PRINCESS, hunter, opened, table
from tilehall.engine import Position, PositionError


def sound() -> Position:
    """A position in the middle of a turn, with something of everything in it."""
    mine = hunter(tiles={"F4": "WS FM", "G4": "AS"}, gems=["F4", "D4"], held="R20", space=14)
    return table(mine, hunter("B2b", {"F3": "EU"}, space=7), carrier=0, pending="T31", at="TAKE").position


def put(*path: Any, to: Any) -> Callable[[Position], None]:
    """Replaces one part of the position."""

    def change(data: Position) -> None:
        part: Any = data
        for step in path[:-1]:
            part = part[step]
        part[path[-1]] = to

    return change


WRONG = [
    (put("game", to="chess"), "This is a position of 'chess' rules"),
    (put("players", to=3), "'hunters' has 3 things in it, not 2."),
    (put("players", to="2"), "A whole number is expected"),
    (put("players", to=True), "A whole number is expected"),
    (put("passages", to=0), "'passages' is true or false, not 0."),
    (put("seat", to=7), "'seat' is a whole number from 0 to 1, not 7."),
    (put("carrier", to=9), "'carrier' is a whole number from 0 to 1, not 9."),
    (put("todo", to=[]), "either steps are to come or the game is over"),
    (put("todo", to=[["DANCE", 0]]), "'todo.0.0' cannot be 'DANCE'."),
    (put("todo", to=[["TAKE", 1], ["CELL", 0]]), "are no part of a turn"),
    (put("todo", 0, to=["MOVE", 0]), "are no part of a turn"),
    (put("todo", to=[["MOVE", 0], ["END", 0]]), "the display has 5 tiles"),
    (put("stack", "EM", to=3), "there are 5 tiles EM earth moon instead of 4"),
    (put("hand", to="EM"), "there are 5 tiles EM earth moon instead of 4"),
    (put("stolen", to={"1": "EM"}), "there are 5 tiles EM earth moon instead of 4"),
    (put("row", 0, to="R21"), "every rune card must be in exactly one place"),
    (put("row", 0, to=None), "every rune card must be in exactly one place"),
    (put("row", 0, to="R99"), "'row.0' cannot be 'R99'."),
    (put("discard", to=["R01", "R01"]), "Something is listed twice."),
    (put("deck", "known", to=[[32, "T32"]]), "every rune card must be in exactly one place"),
    (put("completed", to=[["R01", 2]]), "every rune card must be in exactly one place"),
    (put("hunters", 0, "supply", to=4), "seat 0 has 6 gems instead of 4"),
    (put("hunters", 0, "gems", to=["F4", "C3"]), "a gem of seat 0 does not lie on a tile"),
    (put("hunters", 0, "gems", to=["F4", "F4"]), "Something is listed twice."),
    (put("hunters", 0, "extra", to=3), "'hunters.0.extra' is a whole number from 0 to 2, not 3."),
    (put("hunters", 0, "space", to=26), "'hunters.0.space' is a whole number from 0 to 25, not 26."),
    (put("hunters", 1, "space", to=15), "the carrier of the princess leads"),
    (put("hunters", 1, "space", to=25), "a pawn is on the GOAL if and only if it has a rank"),
    (put("hunters", 1, "rank", to=1), "the ranks at the GOAL are not 1, 2, 3 in a row"),
    (put("hunters", 1, "leftover", to=2), "only a pawn on the GOAL has steps left over"),
    (put("hunters", 1, "board", to="B1a"), "Board 'B1a' does not lie on D4 E4 D5 E5."),
    (put("hunters", 0, "cells", "D4", to=["FM"]), "Board 'B1a' does not lie on D4 E4 D5 E5."),
    (put("hunters", 0, "cells", "Z9", to=["FM"]), "There is no 'Z9' in 'hunters.0.cells'."),
    (put("hunters", 0, "cells", to={}), "There is no tile for a gem to lie on."),
    (put("boards", to=["B3"]), "every board is dealt to one seat or not dealt yet"),
    (put("princess", to=12), "'princess' is a whole number from 13 to 24, not 12."),
    (put("final", to=2), "the ranks at the GOAL are not 1, 2, 3 in a row"),
    (put("bonus", to=["F+"]), "1 bonus card is open"),
    (put("ending", to="goal"), "either steps are to come or the game is over"),
    (put("display", to=None), "'display' is a list, not null."),
]


@pytest.mark.parametrize(("change", "words"), WRONG, ids=[words for _, words in WRONG])
def test_a_position_that_cannot_be_is_refused_in_words(change: Callable[[Position], None], words: str) -> None:
    data = sound()
    assert PRINCESS.dump(PRINCESS.load(data)) == data
    change(data)
    with pytest.raises(PositionError) as refused:
        PRINCESS.load(data)
    assert words in str(refused.value)


def test_equal_positions_give_equal_data() -> None:
    """Whatever the order in which cards and tiles were named."""
    data = sound()
    shuffled = {**data, "row": data["row"][::-1], "display": data["display"][::-1], "boards": data["boards"][::-1]}
    assert PRINCESS.dump(PRINCESS.load(shuffled)) == data


def test_a_position_before_the_first_draw_loads() -> None:
    for t in (opened(3), opened(2, start_seat="1", variant="first_game")):
        assert PRINCESS.dump(PRINCESS.load(t.position)) == t.position
