"""Rules K-1, K-2 and K-3: the box, setting up, and the words for every choice and draw."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.engine.games.kaguya.table import HANDS, TILES, count, deal, letters, opened
from tests.rules import rule
from tilehall.engine import CHANCE, Action, NotationError, Setup, SetupError
from tilehall.engine.games.kaguya import KAGUYA
from tilehall.engine.games.kaguya.components import NAMES as CELL_NAMES
from tilehall.engine.games.kaguya.components import components, open_cells
from tilehall.engine.games.kaguya.rooms import covered_quarters

# --- 1 components -----------------------------------------------------------------------------------------------------


@rule("K-1.4")
def test_the_tiles_are_those_of_the_table() -> None:
    tiles = components().tiles
    assert Counter(tile.id[0] for tile in tiles) == {"N": 36, "L": 4, "S": 4, "H": 4}
    by_id = {tile.id: tile for tile in tiles}
    assert (by_id["N10"].halves, by_id["N10"].hearts) == ((0, 2), 3)
    assert (by_id["N24"].halves, by_id["N24"].hearts) == ((1, 2), 4)
    assert (by_id["S3"].halves[0], by_id["S3"].hearts, by_id["L4"].hearts, by_id["H1"].hearts) == (2, 5, 0, 0)
    assert sum(tile.hearts for tile in tiles) == 110
    assert all(sum(colour in tile.halves for tile in tiles) == 20 for colour in range(4))


@rule("K-1.5")
def test_rotation_turns_the_first_half_clockwise() -> None:
    corner = {"rot 0": (0, 18), "rot 1": (0, 1), "rot 2": (1, 19), "rot 3": (18, 19)}
    for rot, quarters in enumerate(corner.values()):
        red, blue, *_ = covered_quarters(0, 0, rot)
        assert red == sum(1 << quarter for quarter in quarters)
        assert red | blue == 0b11 | 0b11 << 18
        assert not red & blue


@rule("K-1.6", "K-2.1")
def test_boards_lie_around_the_princess_with_their_coloured_cells_outward() -> None:
    sides = {side.id: side for side in components().sides}
    assert {name: CELL_NAMES[side.start] for name, side in sides.items()} == {
        "M": "e5",
        "S": "e9",
        "W": "a5",
        "N": "e1",
        "E": "i5",
    }
    assert sum(side.cells.bit_count() for side in sides.values()) == 45
    seats = {n: "".join(components().sides[side].id for side in seats) for n, seats in components().seats.items()}
    assert seats == {2: "SN", 3: "SWE", 4: "SWNE"}


# --- 2 setting up -----------------------------------------------------------------------------------------------------


@rule("K-2.2", "K-2.7")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_favour_at_the_start(players: int) -> None:
    t = deal(players)
    assert (t.favours, t["princess"], t["order"], t["round"]) == ([5] * players, 11, [], 1)


@rule("K-2.3", "K-3.7")
def test_values_and_storage_are_drawn_from_one_star_on() -> None:
    t = opened(3)
    assert t.weights == {"value R": 1, "value B": 1, "value G": 1, "value P": 1}
    t.play("value G", "value R")
    assert t.weights == {"value B": 1, "value P": 1}
    t.play("value P")
    assert t.weights == {"value B": 1}
    t.play("value B")
    assert (t.values, t.storage) == ("R2 B4 G1 P3", "RRRBGGGGPP")


@rule("K-2.4", "K-3.7")
@pytest.mark.parametrize(("players", "start", "rest"), [(2, 10, 8), (3, 12, 7), (4, 14, 6)])
def test_everybody_gets_one_of_each_kind_and_five_at_random(players: int, start: int, rest: int) -> None:
    t = opened(players).play("value R", "value B", "value G", "value P")
    assert t.weights == {f"cube {c}": start - 1 - players - n for c, n in zip("RBGP", (4, 3, 2, 1), strict=True)}
    seats = []
    for hand in HANDS[:players]:
        for colour in hand:
            before = t.weights[f"cube {colour}"]
            t.play(f"cube {colour}")
            seats.append(t.point == "CUBE" and t.weights.get(f"cube {colour}", 0) == before - 1)
    assert all(seats[:-1])
    for seat in range(players):
        assert sorted(t.purse(seat)) == sorted("RBGPC" + HANDS[seat])
        assert t.of(seat)["disk"]
    assert sum(t["box"].values()) == rest


@rule("K-2.5", "K-2.8")
def test_the_table_is_filled_column_by_column() -> None:
    t = opened(2).idle("LAY").play("lay N07", "lay H1", "lay L4", "lay S2")
    assert t["table"] == [["N07", "H1", "L4"], ["S2"]]
    assert len(t.weights) == 44
    assert t.refusal("lay N07", CHANCE) == "K-3.7"
    t.idle("ROW")
    assert ([len(column) for column in t["table"]], len(t.weights)) == ([3] * 9, 3)


@rule("K-2.6", "K-2.8")
def test_meeples_are_put_on_rows_the_princess_last() -> None:
    t = opened(2).idle("ROW").play("row 2")
    assert (t.weights, t.refusal("row 2", CHANCE)) == ({"row 1": 1, "row 3": 1}, "K-3.7")
    t.play("row 3")
    assert t.weights == {"row 1": 1}
    assert t.play("row 1")["rows"] == [2, 3, 1]


@rule("K-2.8")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_draws_come_in_order_and_after_them_there_is_no_chance(players: int) -> None:
    t, points = opened(players), []
    while t.due == (CHANCE,):
        points.append(t.point)
        t.play(next(iter(t.weights)))
    n = players + 1
    assert points == ["VALUE"] * 4 + ["CUBE"] * 5 * players + ["LAY"] * 9 * n + ["ROW"] * n
    while not t.over:
        assert CHANCE not in t.due
        t.act(t.seat, str(KAGUYA.default_action(t.state, t.seat)))


@rule("K-2.8")
def test_nobody_acts_before_the_dealer_is_done() -> None:
    t = opened(2)
    assert t.refusal("present -", 0) == "K-2.8"
    assert t.refusal("cube R", CHANCE) == "K-3.7"


def test_a_wrong_set_up_is_refused_in_words() -> None:
    for setup in (Setup(5), Setup(1), Setup(2, (("clear_fate", "river"),)), Setup(2, (("luck", "on"),))):
        with pytest.raises(SetupError, match=r"^[A-Z0-9].*\.$"):
            KAGUYA.start(setup)


NO_TEXTS = (
    "|present|Present R|present r|take  B|take BG|tile 0|tile 6|tile 03|cell E5|cell a1|rot 4|plant C|break RR|break CB"
    "|give -|row 9|lay N99|value C|cube C|pass|present R |present -**|present *|present RBG"
)

# --- 3 texts ----------------------------------------------------------------------------------------------------------


@rule("K-3.1")
@pytest.mark.parametrize("text", NO_TEXTS.split("|"))
def test_what_is_no_text(text: str) -> None:
    with pytest.raises(NotationError, match="is no action of this game"):
        KAGUYA.parse(text)


@rule("K-3.1")
def test_every_text_reads_back() -> None:
    texts = ["present -", "present -*", "present RC*", "present PP", "take C", "give R", "tile 5", "cell i6", "rot 3"]
    texts += ["plant none", "plant P", "break BC", "break R", "value G", "cube P", "lay H4", "row 1"]
    assert [str(KAGUYA.parse(text)) for text in texts] == texts


@rule("K-3.1")
def test_what_only_looks_like_an_action_is_refused() -> None:
    def twisted(text: str, **fields: Any) -> Action:
        action = KAGUYA.parse(text)
        return type(action)(**{name: fields.get(name, getattr(action, name)) for name in action.__slots__})

    t = deal(2)
    for action in (
        twisted("present RC", cubes=(4, 0)),
        twisted("present R", cubes=(0, 0, 0)),
        twisted("take R", kind=9),
    ):
        refusal = KAGUYA.check(t.state, 0, action)
        assert refusal is not None
        assert refusal.rule == "K-3.1"
        assert set(refusal.nearest) <= set(KAGUYA.legal_actions(t.state, 0))


@rule("K-3.2", "K-4.5", "K-4.6")
def test_what_may_be_presented() -> None:
    t = deal(2, hands=("RRBGP", "BBGGP"))
    one = ["-", *"RBGPC"]
    two = ["RR", "RB", "RG", "RP", "RC", "BB", "BG", "BP", "BC", "GG", "GP", "GC", "PP", "PC"]
    assert count(list(t.choices_of(0))) == count(
        [f"present {cubes}{disk}" for cubes in one + two for disk in ("", "*")]
    )
    assert t.refusal("present CC", 0) == "K-4.5"
    with pytest.raises(NotationError, match=r"'present RC\*'"):
        KAGUYA.parse("present CR*")


@rule("K-3.3")
def test_take_and_give_are_two_steps() -> None:
    t = deal(2).present("-*", "R")
    assert (t.point, t.choices) == ("TAKE", {"take R", "take B", "take G", "take P"})
    assert t.refusal("give R") == "K-4.8"
    t.play("take R")
    assert (t.point, t.choices) == ("GIVE", {"give R", "give B", "give G", "give P", "give C"})
    assert t.refusal("take R") == "K-4.8"


@rule("K-3.4")
def test_cell_and_rotation_are_always_asked() -> None:
    t = deal(2, columns={1: "L1 S1 N01"}).present("-", "R")
    assert t.point == "TILE"
    assert t.choices == {"tile 1", "tile 2", "tile 3"}
    t.play("tile 1")
    assert (t.point, t.choices) == ("CELL", {"cell e5"})
    t.play("cell e5")
    assert (t.point, t.choices, t.refusal("rot 2")) == ("ROT", {"rot 0"}, "K-1.5")
    t.play("rot 0", "tile 2")
    assert t.choices == {"cell e9"}
    t.play("cell e9")
    assert t.choices == {"rot 0", "rot 1", "rot 2", "rot 3"}


@rule("K-3.5")
def test_only_houseplants_ask_for_a_cube() -> None:
    t = deal(2, columns={1: "H1 S1 N01"}).present("-", "RP").play("tile 1", "cell e5", "rot 0")
    assert (t.point, t.choices) == ("PLANT", {"plant B", "plant G", "plant P"})
    t.play("plant B", "tile 2", "cell e9", "rot 1")
    assert (t.point, t.seat) == ("TILE", 1)


@rule("K-3.6")
def test_the_break_names_two_kinds_in_order() -> None:
    t = deal(2).present("C", "C").idle("BREAK")
    assert "break BC" in t.choices
    assert all(len(text) == len("break BC") for text in t.choices)
    with pytest.raises(NotationError, match="'break BC'"):
        KAGUYA.parse("break CB")


def test_the_tiles_of_the_examples_are_the_tiles_of_the_box() -> None:
    assert len(TILES) == len(set(TILES)) == 48
    assert open_cells(0, 0) == (CELL_NAMES.index("e5"),)
    assert letters({"R": 1, "C": 2}) == "RCC"
