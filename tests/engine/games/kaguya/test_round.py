"""Rules K-4: values, presentation, exchange, order, design, penalty, houseplants, dedication and break."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.engine.games.kaguya.table import NAMES, Table, deal, opened, told
from tests.rules import rule
from tilehall.engine import Rng
from tilehall.engine.games.kaguya import KAGUYA
from tilehall.engine.games.kaguya.rooms import largest_room, room_sizes
from tilehall.engine.games.kaguya.state import colour_values

# --- values -----------------------------------------------------------------------------------------------------------


@rule("K-4.2", "K-4.11")
def test_without_a_disk_values_change_at_the_dedication_only() -> None:
    t = deal(2, "PGBR").present("RR", "P")
    assert (t.values, t.point) == ("R4 B3 G2 P1", "TILE")
    assert "values" not in [event.key for event in t.events]
    t.idle("PRESENT", round=2)
    assert (t.storage, t.values) == ("RRRBBGGGPPPPP", "R2 B4 G2 P1")


@rule("K-4.3")
def test_clear_and_planted_cubes_do_not_count_for_values() -> None:
    t = deal(2, "PGBR", columns={1: "H1 N01 N02"}).present("BC", "C")
    t.lay(1, "e5", plant="G").idle("PRESENT", round=2)
    assert (t.storage, t.values) == ("RBBBGGGPPPPCC", "R4 B2 G2 P1")


# --- presentation -----------------------------------------------------------------------------------------------------


@rule("K-4.4")
def test_a_commitment_waits_for_the_others() -> None:
    t = deal(3).act(1, "present RC")
    assert (t.due, t.of(1)["present"], t.purse(1), t.of(1)["held"]) == ((0, 2), "RC", "RBBBGGGPPC", None)
    assert (t.refusal("present -", 1), t.choices_of(1)) == ("K-4.4", set())
    t.act(2, "present -").act(0, "present -*")
    assert [each["held"] for each in t["merchants"]] == ["-*", "RC", "-"]
    assert [each["present"] for each in t["merchants"]] == [None] * 3


@rule("K-4.4")
def test_the_order_of_commitments_leaves_no_trace() -> None:
    tables = [deal(3).present("RC*", "B", "B", order=order) for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2))]
    assert all(t.position == tables[0].position for t in tables)
    assert all(t.log == tables[0].log for t in tables)


@rule("K-4.5")
def test_one_cube_cannot_be_held_twice() -> None:
    t = deal(2, hands=("RRRRR", "BBBBB"))
    assert (t.refusal("present RR", 0), t.refusal("present BB", 0), t.refusal("present RR", 1)) == (
        "",
        "K-4.5",
        "K-4.5",
    )
    refusal = KAGUYA.check(t.state, 0, KAGUYA.parse("present BB"))
    assert refusal is not None
    assert str(refusal.text) == "You have only one B blue behind your screen."
    assert "present B" in map(str, refusal.nearest)


@rule("K-4.6")
def test_the_disk_can_be_held_once() -> None:
    t = deal(2).present("-*", "R")
    assert t.of(0)["disk"] is False
    t.idle("PRESENT", round=2)
    assert (t.refusal("present -*", 0), t.refusal("present -*", 1)) == ("K-4.6", "")
    assert not any("*" in text for text in t.choices_of(0))


@rule("K-4.7")
def test_held_cubes_are_not_behind_the_screen() -> None:
    t = deal(2, hands=("RRRRR", "BBBBB"), columns={1: "H1 N01 N02"}).present("BP*", "P").play("take G")
    assert t.purse(0) == "RRRRRRGGC"
    refusal = KAGUYA.check(t.state, 0, KAGUYA.parse("give B"))
    assert refusal is not None
    assert (refusal.rule, "in your hand" in str(refusal.text)) == ("K-4.8", True)
    t.play("give C").play("tile 1", "cell e5", "rot 0")
    assert t.choices == {"plant R", "plant G"}
    t.idle("PRESENT", round=2)
    assert [each["held"] for each in t["merchants"]] == [None, None]


# --- exchange ---------------------------------------------------------------------------------------------------------


@rule("K-4.8", "K-4.10")
def test_the_cube_taken_may_be_given_back_and_does_not_count() -> None:
    t = deal(2, "PGBR").present("-*", "B").play("take R", "give R")
    assert (t.storage, t["order"]) == ("RBBGGGPPPP", [1, 0])
    t = deal(2, "PGBR").present("P*", "B").play("take R", "give C")
    assert t["order"] == [1, 0]
    assert t.log[-4:-2] == ["Ran takes R red out of the storage.", "Ran gives C clear to the storage."]


@rule("K-4.9", "K-4.24")
def test_disk_users_take_their_turns_in_tie_break_order() -> None:
    t = deal(4, "PGBR").present("-*", "R*", "B*", "P*")
    assert (t.line, t.seat) == ((0, 2, 1, 3), 0)
    assert "take R" in t.choices
    t.play("take R", "give B")
    assert (t.seat, t.refusal("take B", 1)) == (2, "K-4.9")
    assert (t.storage, t.refusal("take R")) == ("BBBGGGPPPP", "K-4.8")


@rule("K-4.11")
def test_values_are_worked_out_once_after_the_last_exchange() -> None:
    t = deal(2, "PGBR").present("-*", "R*").play("take P", "give B")
    assert t.values == "R4 B3 G2 P1"
    t.play("take P", "give B")
    assert (t.storage, t.values) == ("RBBBBGGGPP", "R4 B1 G2 P3")
    assert [event.key for event in t.events].count("values") == 1


@rule("K-4.12")
def test_the_storage_is_never_empty_when_it_is_needed() -> None:
    for seed in range(12):
        t, rng = deal(2 + seed % 3), Rng(seed)
        while not t.over:
            if t.point in ("TAKE", "BREAK"):
                assert len(t.storage) >= (2 if t.point == "TAKE" else 4)
            t.wander(rng)


# --- order ------------------------------------------------------------------------------------------------------------


@rule("K-4.20", "K-4.21")
def test_the_higher_total_goes_first() -> None:
    t = deal(3, "PGBR").present("P", "BC", "R*").play("take P", "give P")
    assert t["order"] == [1, 2, 0]


@rule("K-4.21", "K-4.22", "K-4.24")
def test_equal_totals_go_by_the_line_of_the_round_before() -> None:
    t = deal(3, "PGBR", rows=(1, 3, 4, 2)).present("R", "BP", "GG")
    assert (t.line, t["order"]) == ((0, 2, 1), [0, 2, 1])
    t.lay(2, "e5")
    assert t["order"] == [0, 2, 1]


@rule("K-4.23", "K-4.24", "K-4.28")
def test_the_rows_of_the_tiles_make_the_next_line() -> None:
    t = deal(2).present("R", "-").lay(2, "e5")
    assert t["rows"] == [2, 1, 2]
    t.lay(3, "e1").lay(1, "e9")
    assert (t["rows"], t.line) == ([1, 3, 2], (0, 1))


# --- design -----------------------------------------------------------------------------------------------------------


@rule("K-4.25", "K-4.33")
def test_the_princess_moves_forward_even_if_the_first_player_is_penalised() -> None:
    t = deal(2, columns={1: "S1 N06 N01"}).present("R", "R").lay(1, "e5")
    assert (t["princess"], t["rows"][-1], t.favours) == (16, 1, [5, 5])


@rule("K-4.26")
def test_tiles_hang_together_from_the_coloured_cell() -> None:
    t = deal(2).present("R", "-").play("tile 1")
    assert t.choices == {"cell e5"}
    assert (t.refusal("cell d4"), t.refusal("cell e9")) == ("K-4.26", "K-4.26")
    t.idle("CELL", round=2)
    assert t.choices == {"cell e4", "cell d5", "cell f5", "cell e6"}
    assert (t.refusal("cell d4"), t.refusal("cell e5"), t.refusal("cell e3")) == ("K-4.26", "K-4.27", "K-4.26")
    t.play("cell e6", "rot 0", "tile 2")
    assert (t.seat, t.choices) == (1, {"cell e2", "cell d1", "cell f1"})
    refusal = KAGUYA.check(t.state, t.seat, KAGUYA.parse("cell e6"))
    assert refusal is not None
    assert str(refusal.text) == "Cell e6 is not on your board, the one in the north."
    assert str(refusal.nearest[0]) == "cell e2"


@rule("K-4.27")
def test_turning_is_free_and_a_tile_stays() -> None:
    t = deal(2, columns={1: "N01 N02 L1"}).present("R", "-").play("tile 1", "cell e5")
    assert t.choices == {"rot 0", "rot 1", "rot 2", "rot 3"}
    t.play("rot 3").idle("CELL", round=2)
    assert t.refusal("cell e5") == "K-4.27"
    assert t["palace"] == {"e5": ["N01", 3, None]}


@rule("K-4.28", "K-4.29")
def test_everybody_gets_one_tile_and_the_first_player_the_last() -> None:
    t = deal(3).present("R", "B", "-").lay(3, "e5")
    assert t.refusal("tile 3") == "K-4.28"
    assert t.refusal("tile 5") == "K-1.7"
    assert (t["table"][0][2], t.seat, t.refusal("tile 1", 0)) == (None, 1, "K-4.28")
    t.lay(1, "a5").lay(4, "i5")
    assert (t.seat, t.choices, KAGUYA.decision(t.state, 0).rule) == (0, {"tile 2"}, "K-4.29")
    t.lay(2, "e9")
    assert t["table"][0] == [None] * 4
    assert sorted(t["rows"]) == [1, 2, 3, 4]
    assert [len(each["board"]) for each in t["merchants"]] == [1, 1, 1]


@rule("K-4.30")
def test_only_printed_hearts_count() -> None:
    t = deal(3, columns={1: "N01 S1 L1 H1"}).present("R", "B", "-").lay(1, "e5")
    t.lay(2, "a5").lay(4, "i5", plant="R").lay(3, "e9")
    assert (t["princess"], t.favours) == (12, [5, 10, 5])


# --- penalty ----------------------------------------------------------------------------------------------------------


@rule("K-4.31", "K-4.32")
def test_the_penalty_turns_the_hearts_round_and_nothing_else() -> None:
    t = deal(3, "PGBR", columns={1: "N01 S1 N06 N04"}).present("R", "R", "B").lay(1, "e5")
    assert t.penalised == [0, 1]
    t.lay(2, "a5").lay(3, "i5").lay(4, "e9")
    assert t.favours == [5 - 3, 5 - 5, 5 + 4]
    assert (t.penalised, t.storage) == ([], "RRRBBBGGGPPPP")
    assert t.of(1)["board"] == {"a5": ["S1", 0, None]}
    assert "Same combination, R red: Ran, Gin. Their hearts count backwards this round." in t.log


# --- houseplants ------------------------------------------------------------------------------------------------------


@rule("K-4.34", "K-4.36")
def test_a_houseplant_takes_a_coloured_cube_for_good() -> None:
    t = deal(2, hands=("RRRRR", "BBBBB"), columns={1: "H1 H2 N01"}).present("BC", "-")
    t.play("tile 1", "cell e5", "rot 0")
    assert t.choices == {"plant R", "plant G", "plant P"}
    assert (t.refusal("plant none"), t.refusal("plant B"), t.refusal("rot 0")) == ("K-4.34", "K-4.34", "K-4.34")
    t.play("plant R")
    assert (t.purse(0), t["palace"]) == ("RRRRRGP", {"e5": ["H1", 0, "R"]})
    assert largest_room(t.state.palace.rooms[0]) == 2
    t.lay(2, "e1", plant="B").idle("PRESENT", round=2)
    assert (t.storage.count("R"), t.purse(1)) == (1, "RBBBBBGPC")


def bare(table: Table, seat: int, purse: str = "C") -> Table:
    """The table with nothing but this behind the seat's screen; the rest has gone to the storage."""
    position = table.position
    merchant = position["merchants"][seat]
    for letter, count in merchant["purse"].items():
        position["storage"][letter] += count - purse.count(letter)
    merchant["purse"] = merchant["sure"] = {letter: purse.count(letter) for letter in "RBGPC"}
    merchant["hidden"] = 0
    position["values"] = dict(zip("RBGP", colour_values(bytes(position["storage"].values())), strict=True))
    return Table(KAGUYA.load(position))


@rule("K-4.35")
@pytest.mark.parametrize("purse", ["C", ""])
def test_without_a_coloured_cube_the_houseplant_is_no_room(purse: str) -> None:
    t = bare(deal(2, columns={1: "N01 H2 N02"}), 1, purse).present("R", "-").lay(1, "e5")
    t.play("tile 2", "cell e1", "rot 0")
    assert (t.choices, KAGUYA.decision(t.state, 1).rule) == ({"plant none"}, "K-4.35")
    assert t.refusal("plant R") == "K-4.35"
    t.play("plant none")
    assert t.of(1)["board"] == {"e1": ["H2", 0, None]}
    assert t.state.merchants[1].board.rooms == (0, 0, 0, 0)
    assert "Gin has no coloured cube and shows it: the houseplant on e1 is no room." in t.log


# --- dedication and break ---------------------------------------------------------------------------------------------


@rule("K-4.38", "K-4.39")
def test_all_held_cubes_go_to_the_storage_and_values_follow() -> None:
    t = deal(2, "PGBR").present("RC", "BC").idle("PRESENT", round=2)
    assert (t.storage, t.values) == ("RRBBBGGGPPPPCC", "R4 B2 G2 P1")
    assert (t.purse(0), t.purse(1)) == ("RRBBGGPP", "RBBGGGPP")


@rule("K-4.42", "K-4.44")
def test_the_break_after_round_four() -> None:
    t = deal(2, "PGBR").present("C", "C").idle("BREAK")
    assert (t["round"], t.storage, t.values) == (4, "RBBGGGPPPPCC", "R4 B3 G2 P1")
    assert t.choices == {f"break {pair}" for pair in ("RB", "RG", "RP", "RC", "BG", "BP", "BC", "GP", "GC", "PC")}
    first, second = t.line
    assert (t.seat, t.refusal("break PC", second), t.refusal("break R")) == (first, "K-4.42", "K-4.42")
    t.play("break PC", "break RP")
    assert (t.storage, t.values, t["round"], t.point) == ("BBGGGPPC", "R4 B3 G2 P1", 5, "PRESENT")
    assert t.of(second)["sure"]["R"] == 2
    t.idle("PRESENT", round=6)
    assert t.values == "R4 B2 G1 P2"


@rule("K-4.43")
def test_two_kinds_are_taken_as_long_as_there_are_two() -> None:
    t = deal(2).idle("BREAK")
    assert t.refusal("break C") == "K-4.42"
    assert t.refusal("break RC") == "K-4.42"


# --- rooms ------------------------------------------------------------------------------------------------------------


@rule("K-4.50", "K-4.53")
def test_an_area_is_the_princess_board_and_the_own_one() -> None:
    t = deal(2, columns={1: "L1 L2 L3"}).present("R", "-").lay(1, "e5").lay(2, "e1").lay(3, "e9")
    found = [[largest_room(rooms) for rooms in t.state.area_rooms(seat)] for seat in (0, 1)]
    assert found == [[2, 0, 2, 0], [2, 2, 0, 0]]


@rule("K-4.51", "K-4.52")
def test_boards_join_across_their_border() -> None:
    t = deal(2, columns={1: "L1 L2 N01", 2: "L3 N02 N07", 3: "L4 N03 N08"}).present("R", "-")
    t.lay(1, "e5").lay(2, "e1").lay(3, "e9", 0).present("-", "R")
    assert t["order"] == [1, 0]
    t.lay(3, "e6", 1).lay(2, "e8").lay(1, "e2").present("R", "-")
    t.lay(1, "d5").lay(2, "e3").lay(3, "e7", 3)
    assert t["palace"]["e6"] == ["N07", 1, None]
    assert t.of(0)["board"]["e7"] == ["N08", 3, None]
    red, _, green, _ = t.state.area_rooms(0)
    assert (largest_room(green), largest_room(red)) == (2, 3)


HALVES = {0: ((0, 0), (0, 1)), 1: ((0, 0), (1, 0)), 2: ((0, 1), (0, 0)), 3: ((1, 0), (0, 0))}
"""Where first and second half begin, as quarters (row, column) of the cell: left and right, top and bottom."""


def by_hand(boards: list[dict[str, list[Any]]], letter: str) -> int:
    """The room size by rule, quarter by quarter, from the tiles as they are written down."""
    pairs = {
        f"N{n:02}": pair
        for i, pair in enumerate(("RB", "RG", "RP", "BG", "BP", "GP"))
        for n in range(6 * i + 1, 6 * i + 7)
    }
    pairs |= {f"L{n}": 2 * colour for n, colour in enumerate("RBGP", 1)}
    pairs |= {f"S{n}": f"{colour}Y" for n, colour in enumerate("RBGP", 1)}
    quarters: set[tuple[int, int]] = set()
    for name, (tile, rot, plant) in (entry for board in boards for entry in board.items()):
        row, column = 2 * int(name[1]), 2 * "abcdefghi".index(name[0])
        halves = pairs.get(tile, 2 * (plant or "Y"))
        for colour, (r, c) in zip(halves, HALVES[rot], strict=True):
            down, right = (1, 0) if rot % 2 == 0 else (0, 1)
            if colour == letter:
                quarters |= {(row + r, column + c), (row + r + down, column + c + right)}
    best = 0
    while quarters:
        edge, lump = [quarters.pop()], 1
        while edge:
            r, c = edge.pop()
            beside = {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & quarters
            quarters -= beside
            lump += len(beside)
            edge += beside
        best = max(best, lump // 2)
    return best


@rule("K-4.50", "K-4.51", "K-4.52")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_room_sizes_agree_with_counting_by_hand(players: int) -> None:
    for seed in range(6):
        t, rng = deal(players), Rng(40 + seed)
        while not t.over:
            t.wander(rng)
        for seat in range(players):
            boards = [t["palace"], t.of(seat)["board"]]
            assert room_sizes(t.state.area_rooms(seat)) == tuple(by_hand(boards, letter) for letter in "RBGP")


def test_every_event_tells_its_rule_in_a_sentence() -> None:
    t = opened(4)
    rng = Rng(5)
    while not t.over:
        t.wander(rng)
    keys = {event.key for event in t.events}
    assert keys >= {"value", "cube", "table", "row", "reveal", "penalty", "take", "give", "values", "order", "tile"}
    assert keys >= {"lay", "plant", "dedicate", "break", "round", "over"}
    assert all(event.rule.startswith("K-") and text.endswith(".") for event, text in zip(t.events, t.log, strict=True))


# --- what is told of points


def test_track_and_rooms_as_they_are_told_add_up_to_the_points_of_everybody() -> None:
    """Whatever changes points, a tile, the storage or the line, is told with the change."""
    rng, t = Rng(11), deal(3)
    rooms = [0, 0, 0]
    while not t.over:
        told_before = len(t.events)
        t.wander(rng)
        for words in [told(event) for event in t.events[told_before:] if event.key == "rooms"]:
            for seat, name in enumerate(NAMES[:3]):
                rooms[seat] += sum(map(int, re.findall(rf"{name} ([+-]\d+)", words)))
        receipt = KAGUYA.receipt(t.state)
        assert [receipt.total(seat) for seat in range(3)] == [t.favours[seat] + rooms[seat] for seat in range(3)]


def test_hearts_are_told_from_where_to_where() -> None:
    t = deal(2, columns={1: "S1 N06 H1"}).present("R", "R").lay(1, "e5")
    assert "; the princess goes from 11 to 16." in " ".join(t.log)
    t.lay(2, "e1")
    assert "goes back from 5 to 1 on the favour track." in " ".join(t.log)
