"""The worked examples of the rules (V1 to V12), played through the engine."""

from __future__ import annotations

import pytest

from tests.engine.games.princess.table import CHANCE, FIRE, Table, hunter, opened, table
from tests.rules import rule
from tilehall.engine.games.princess.components import LATTICE, components
from tilehall.engine.games.princess.movement import walk
from tilehall.engine.games.princess.pattern_matching import rune_value
from tilehall.engine.games.princess.scoring import sky_points

DULL = ["R19", "R20", "R21", "R22"]
"""Formations too long for a 3x3 block."""
RUNES = {
    2: ["R01"],
    3: ["R10"],
    4: ["R23"],
    5: ["R25"],
    6: ["R30"],
    7: ["R10", "R11"],
    9: ["R25", "R10"],
    10: ["R25", "R23"],
    14: ["R25", "R10", "R23"],
}
"""Runes of a fire block that make these totals."""


def combo(cards: list[str], *hunters: int, carrier: int | None = None, passages: bool = False, rank: int = 0) -> Table:
    """Seat 0, with a block of fire, is to declare these runes; the pawns stand on these spaces."""
    seats = [hunter("B1a", FIRE, ["D4", "E4", "D5", "E5"], space=hunters[0])]
    seats += [hunter(f"B{n + 2}a", space=space, rank=rank) for n, space in enumerate(hunters[1:])]
    row = " ".join(cards + DULL[: 4 - len(cards)])
    final = 1 if rank else None
    return table(*seats, at="DECLARE", row=row, carrier=carrier, passages=passages, final=final, stack=True)


def move(total: int, *spaces: int, carrier: int | None = None, passages: bool = False, rank: int = 0) -> Table:
    """Seat 0 has made a combo with this total."""
    cards = RUNES[total]
    moved = combo(cards, *spaces, carrier=carrier, passages=passages, rank=rank)
    for card in cards:
        moved.play(min(text for text in moved.choices if text.startswith(f"declare {card} ")))
        moved.play(next(f"row {dull}" for dull in DULL if f"row {dull}" in moved.weights))
    return moved.play("stop") if moved.point == "DECLARE" else moved


def worth(tiles: Table, card: str, gem: str) -> int:
    number = components().card_numbers[card]
    return rune_value(tiles.state.hunters[0].tableau, components().cards[number], LATTICE.numbers[gem])


@rule("P-4.12", "P-4.13", "P-4.14", "P-4.15")
def test_v1_three_runes_in_a_combo() -> None:
    tiles = {"D3": "FM", "E3": "EM", "F3": "FU", "F4": "EU", "D5": "WS", "F5": "WU", "E6": "WM"}
    t = table(hunter("B4b", tiles, ["F3", "D3", "F5"]), hunter("B1a"), at="DECLARE", row="R01 R03 R25 R10")
    assert t.choices == {
        *("stop", "declare R01 F3", "declare R01 F5", "declare R03 D3", "declare R03 F5", "declare R25 F5"),
    }
    assert (worth(t, "R01", "F3"), worth(t, "R03", "D3"), worth(t, "R25", "F5"), worth(t, "R10", "F3")) == (2, 2, 3, 0)
    t.play("declare R01 F3", "row R20", "declare R03 D3", "row R24", "declare R25 F5", "row R22")
    assert t.spaces == [9, 0]
    assert "Aki moves 2+2+3 +2 combo, to space 9." in t.log
    assert (t.of(0)["supply"], t.of(0)["gems"]) == (4, [])
    assert t["row"] == ["R10", "R20", "R22", "R24"]
    assert t["discard"] == ["R01", "R03", "R25"]
    assert t["carrier"] is None


@rule("P-4.17", "P-4.18")
def test_v2_fetching_the_princess() -> None:
    t = move(4, 12, 0)
    assert t.spaces == [14, 0]
    assert (t["carrier"], t["princess"]) == (0, 14)


@rule("P-4.17", "P-5.1", "P-5.4")
def test_v3_a_finish() -> None:
    t = move(5, 23, 0, carrier=0, passages=True)
    assert (t.of(0)["space"], t.of(0)["rank"], t.of(0)["leftover"]) == (25, 1, 1)
    assert t["carrier"] is None
    assert t.parts(0)["rank"] + t.parts(0)["leftover"] == 11


@rule("P-4.17")
def test_v4_a_lone_two_with_the_princess() -> None:
    t = move(2, 15, 0, carrier=0)
    assert t.spaces == [16, 0]


KANAME = "WM WS WS WS WS WU WU WU FS FS EM AM ES EU"
TOMOE = "WM WU FM FU EM EM AM ES ES ES AS AS AS AU"
AKEMI = "WM WM FM FM FM FU FU AM AM AS AU"
CELLS = [f"{column}{row}" for row in (4, 5, 6, 7, 8) for column in "DEFGH"]


def showing(kinds: str) -> dict[str, str]:
    """Just these tiles, with the printed ones covered."""
    order = ["D4", "E4", "D5", "E5", *(cell for cell in CELLS if cell not in ("D4", "E4", "D5", "E5"))]
    return dict(zip(order, kinds.split(), strict=False))


@rule("P-5.4", "P-5.5", "P-3.9")
def test_v5_the_final_tally() -> None:
    t = table(
        hunter("B1a", showing(KANAME), space=25, rank=1, leftover=1, extra=0, gem=0),
        hunter("B2a", showing(TOMOE), space=23, extra=0, gem=0),
        hunter("B3a", showing(AKEMI), space=25, rank=2, leftover=3, extra=0, gem=0),
        todo=[("BONUS", CHANCE), ("BONUS", CHANCE), ("OVER", CHANCE)],
        seat=2,
        display="",
        final=0,
        passages=True,
    )
    assert not t.over
    t.play("bonus F+", "bonus W-")
    end = t.standing
    assert (end.ending, end.scores, end.ranks, end.winners) == ("goal", (21, 7, 21), (1, 3, 1), (0, 2))
    assert t.parts(0) == {"rank": 10, "leftover": 1, "sky S": 5, "sky U": 5}
    assert t.parts(1) == {"shortfall": -2, "sky M": 2, "sky S": 2, "sky U": 2, "bonus": 3}
    assert t.parts(2) == {"rank": 5, "leftover": 3, "sky M": 5, "sky U": 2, "bonus": 6}


@rule("P-5.4")
def test_v6_unused_sprites() -> None:
    t = table(hunter("B1a", extra=2, gem=0), hunter("B2a"), hunter("B3a", extra=0, gem=0))
    assert (t.parts(0)["sprite"], t.parts(1)["sprite"], t.parts(2).get("sprite", 0)) == (4, 8, 0)


V7 = [
    *((9, 3, 13, False, 12), (10, 3, 13, False, 13), (11, 3, 13, False, 13), (12, 2, 13, False, 13)),
    *((12, 3, 13, False, 13), (0, 14, 13, False, 13), (15, 3, 15, False, 16), (15, 4, 15, False, 17)),
    *((15, 2, 17, False, 17), (15, 4, 17, False, 17), (15, 5, 17, False, 18), (15, 6, 17, False, 19)),
    *((17, 2, 17, False, 18), (23, 3, 23, True, 24), (24, 2, 24, True, 25), (18, 10, 20, True, 26)),
    *((20, 7, 24, True, 25), (8, 1, 20, True, 12), (8, 2, 20, True, 13), (8, 3, 20, True, 14)),
    *((7, 3, 20, True, 13), (6, 5, 22, True, 14), (9, 2, 20, True, 14), (10, 1, 20, True, 14)),
    *((11, 1, 20, True, 12), (8, 9, 20, True, 20), (8, 1, 19, False, 9), (20, 7, 0, True, 27), (3, 9, 0, True, 15)),
]
"""Space, total, the princess' space (0: gone), whether the passages are open, and where the move ends."""


@rule("P-4.16", "P-4.17")
@pytest.mark.parametrize(("space", "total", "princess", "ways", "end"), V7)
def test_v7_where_a_move_ends(space: int, total: int, princess: int, ways: bool, end: int) -> None:
    walked = walk(space, total, princess or 13, ways, finished=not princess)
    assert walked.end == end
    assert walked.leftover == max(0, end - 25)


@rule("P-4.15", "P-4.16", "P-4.17", "P-4.18", "P-5.1")
@pytest.mark.parametrize(("space", "total", "princess", "ways", "end"), [case for case in V7 if case[1] in RUNES])
def test_v7_played_with_runes(space: int, total: int, princess: int, ways: bool, end: int) -> None:
    """The same with tiles, gems and declarations: seat 1 stands where the princess is, or on the GOAL."""
    if not princess:
        t = move(total, space, 25, passages=ways, rank=1)
    elif princess == 13:
        t = move(total, space, 0, passages=ways)
    else:
        t = move(total, space, princess, carrier=0 if space == princess and total != 2 else 1, passages=ways)
    assert (t.of(0)["space"], t.of(0)["leftover"]) == (min(end, 25), max(0, end - 25))


@rule("P-4.18")
@pytest.mark.parametrize(
    ("space", "total", "carrier"),
    [(15, 2, 1), (15, 4, 1), (15, 5, 0), (15, 6, 0), (17, 2, 0)],
    ids=["level", "level after the toll", "ahead", "far ahead", "moving on from level"],
)
def test_v7_who_carries_her_then(space: int, total: int, carrier: int) -> None:
    t = move(total, space, 17, carrier=1)
    assert t["carrier"] == carrier
    assert t["princess"] == t.of(carrier)["space"]


@rule("P-5.4")
@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ([6, 6, 3], [5, 5, 2]),
        ([5, 3, 3], [5, 2, 2]),
        ([4, 4, 4], [5, 5, 5]),
        ([5, 5, 0], [5, 5, 0]),
        ([7, 5, 5, 2], [5, 2, 2, 0]),
        ([6, 4], [3, 0]),
        ([5, 5], [3, 3]),
    ],
)
def test_v8_ties_in_the_sky(counts: list[int], points: list[int]) -> None:
    assert sky_points(counts) == points


def robbery(*stolen: str) -> Table:
    """Seat 0 robs seat 1, who has F6 and G7 beside the board."""
    t = table(
        hunter("B2a"),
        hunter("B1a", {"F6": "FM", "G7": "AS"}),
        pending="T31",
        todo=[("STEAL_PICK", 0), ("STEAL_PICK", 1), ("STEAL_CELL", 0), ("STEAL_CELL", 1), ("THEFT", 0), ("SCORE", 0)],
    )
    return t.play(*stolen)


def cells_of(t: Table, seat: int) -> set[str]:
    """Where this seat may lay a tile in its coming turn."""
    t.idle("CELL", seat=seat)
    return {text.removeprefix("cell ") for text in t.choices}


@rule("P-4.1", "P-4.21", "P-4.23")
def test_v9_a_theft_splits_a_tableau() -> None:
    t = robbery("steal F6")
    assert sorted(t.of(1)["cells"]) == ["D4", "D5", "E4", "E5", "G7"]
    cells = cells_of(t, 1)
    assert {"C3", "D6", "H8", "F6", "F3", "G7"} <= cells
    assert not {"B4", "C8"} & cells


@rule("P-4.1", "P-4.23")
def test_v9_a_theft_shrinks_the_frame() -> None:
    t = robbery("steal G7")
    cells = cells_of(t, 1)
    assert {"C3", "D3", "G5", "G7"} <= cells
    assert "B4" not in cells


@rule("P-2.2", "P-3.8")
def test_v10_returned_steal_cards() -> None:
    t = opened(2, start_seat="0", board_side="random", first_turn="full")
    t.play("board B1", "board B4", "side a", "side b", "draw FU", "draw FU", "draw EM", "draw AS")
    assert len(t.weights) == 32
    t.play("row T31")
    assert t["deck"]["known"] == [[15, "T31"]]
    t.play("row T32")
    assert t["deck"]["known"] == [[14, "T31"], [15, "T32"]]
    t.play("row R01", "row R02", "row R03", "row R04")
    assert (t["deck"]["known"], len(t["deck"]["unknown"])) == ([[10, "T31"], [11, "T32"]], 26)
    assert t["pending"] == []
    for left in range(26, 16, -1):
        t.idle("RUNE").play(f"remove {t['row'][0]}")
        assert len(t.weights) == left
        t.play(min(t.weights))
    t.idle("RUNE").play(f"remove {t['row'][0]}")
    assert t.weights == {"row T31": 1}
    assert t.play("row T31").weights == {"row T32": 1}
    assert len(t.play("row T32").weights) == 16
    assert t["pending"] == ["T31", "T32"]


@rule("P-4.12")
@pytest.mark.parametrize(("on_f4", "steps"), [("WU", 3), ("FM", 0), ("", 0)], ids=["one odd", "two odd", "a hole"])
def test_v11_one_odd_tile(on_f4: str, steps: int) -> None:
    tiles = {"E3": "WM", "D4": "FU", "E4": "WS", "E5": "WU"} | ({"F4": on_f4} if on_f4 else {})
    assert worth(table(hunter("B1a", tiles, ["D4"]), hunter("B2a")), "R25", "D4") == steps


@rule("P-4.11")
def test_v11_no_mirroring() -> None:
    t = table(hunter("B1a", {"D4": "FU", "E4": "FM", "D5": "EM", "E5": "AU", "F5": "FS"}, ["D4"]), hunter("B2a"))
    assert (worth(t, "R08", "D4"), worth(t, "R09", "D4")) == (2, 0)


@rule("P-4.20", "P-4.21", "P-4.22", "P-4.24", "P-5.1", "P-5.2")
def test_v12_a_theft_in_the_finishing_turn() -> None:
    t = table(
        hunter("B1a", {"F4": "WS", "G4": "AS"}, ["G4"], space=24),
        hunter("B2a", {"F3": "EU"}),
        hunter("B3a"),
        at="DECLARE",
        row="R01 R20 R26 R28",
        carrier=0,
        passages=True,
    )
    t.play("declare R01 G4", "row T32", "row R30")
    assert (t.of(0)["rank"], t.of(0)["leftover"]) == (1, 0)
    assert (t.point, t.seat, t.choices) == ("STEAL_PICK", 2, {"steal F3"})  # seat 0 finds nothing at seat 2
    t.play("steal F3")
    assert (t.point, t.seat, t.choices) == ("STEAL_PICK", 1, {"steal F4", "steal G4"})
    t.play("steal F4")
    assert (t.point, t.seat, t["stolen"]) == ("STEAL_CELL", 2, {"1": "WS", "2": "EU"})
    t.play("cell C3")
    assert (t.point, t.seat) == ("STEAL_CELL", 1)
    t.play("cell D4")
    assert t["pending"] == []
    t.play(min(t.weights))
    assert (t.point, t.seat) == ("RUNE", 1)
    t.play(f"remove {t['row'][0]}", "row T31").play(min(t.weights))
    assert (t["pending"], "T31" in t["discard"]) == ([], True)
    t.idle("RUNE", seat=2)
    t.idle("BONUS")
    assert t["final"] == 0
    assert t.spaces == [25, 0, 0]
