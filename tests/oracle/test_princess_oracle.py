"""The oracle against the worked examples of the rule text (section 7) and its invariants (section 8)."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import pytest

from tests.cases import each_once, name_options

from .princess import (
    GEMS,
    GOAL,
    KINDS,
    PRINTED,
    RUNES,
    STEALS,
    Cell,
    Oracle,
    Seat,
    Tableau,
    bonus_points,
    cell_name,
    cell_of,
    declaration_value,
    landing,
    laying_cells,
    rotations,
    seat_with,
    sky_points,
)


def play(game: Oracle, *texts: str) -> None:
    for text in texts:
        game.apply(text)


def race(*spaces: int, carrier: int | None = None, princess: int | None = 13, passages: bool = False) -> Oracle:
    """Pawns on these spaces, everything else of no interest."""
    seats = [seat_with(space=space) for space in spaces]
    return Oracle.from_position(seats, carrier=carrier, princess=princess, passages=passages)


def legal_names(seat: Seat) -> set[str]:
    return {cell_name(cell) for cell in laying_cells(seat.piles, seat.gems)}


# Components ----------------------------------------------------------------------------------------------------------

CHECK_VALUES = """
R01 2 30 0x0000007, R02 2 30 0x0000007, R03 4 64 0x0000023, R04 4 64 0x0000023, R05 2 18 0x0001041, R06 2 18 0x0001041,
R07 4 48 0x0000045, R08 4 48 0x0000083, R09 4 48 0x0000026, R10 1 16 0x0000063, R11 1 16 0x0000063, R12 4 48 0x0000047,
R13 4 48 0x0000C21, R14 4 48 0x0000C42, R15 2 24 0x0000066, R16 2 24 0x00000C3, R17 1 9 0x00008A2, R18 4 36 0x0000845,
R19 2 20 0x000000F, R20 2 8 0x0041041, R21 2 16 0x0000145, R22 2 16 0x00000AA, R23 4 48 0x0000463, R24 4 48 0x0000863,
R25 1 9 0x00008E2, R26 4 36 0x0001C21, R27 4 48 0x00000E5, R28 4 36 0x0000847, R29 4 36 0x0001861, R30 1 9 0x0001445
"""


@pytest.mark.parametrize("line", [line.strip() for line in CHECK_VALUES.split(",")])
def test_patterns_have_the_check_values_of_the_card_table(line: str) -> None:
    card, turns, placements, mask = line.split()
    offsets = rotations(card)
    assert sum(2 ** (5 * r + c) for c, r in offsets[0]) == int(mask, 16)
    assert len({frozenset(turned) for turned in offsets}) == int(turns)
    inside = {
        frozenset((c + x, r + y) for c, r in turned)
        for turned in offsets
        for x, y in itertools.product(range(5), repeat=2)
        if all(c + x < 5 and r + y < 5 for c, r in turned)
    }
    assert len(inside) == int(placements)


# Worked examples -----------------------------------------------------------------------------------------------------


def test_v1_three_runes_in_a_combo() -> None:
    tiles = {"D3": "FM", "E3": "EM", "F3": "FU", "F4": "EU", "D5": "WS", "F5": "WU", "E6": "WM"}
    seats = [seat_with("B4b", tiles, ["F3", "D3", "F5"]), seat_with("B1a")]
    game = Oracle.from_position(seats, point="DECLARE", row=["R01", "R03", "R25", "R10"])
    values = {
        (card, gem): declaration_value(seats[0].piles, card, cell_of(gem))
        for card in game.row
        for gem in ("D3", "F3", "F5")
    }
    found = {pair: value for pair, value in values.items() if value}
    assert found == {("R01", "F3"): 2, ("R01", "F5"): 2, ("R03", "D3"): 2, ("R03", "F5"): 2, ("R25", "F5"): 3}
    assert game.legal() == {"stop"} | {f"declare {card} {gem}" for card, gem in found}
    play(game, "declare R01 F3", "row R20", "declare R03 D3", "row R24", "declare R25 F5")
    assert game.noted == [2, 2, 3]
    game.apply("row R22")  # no gem is left: stopping is implied, the pawn moves, the next turn begins
    assert (seats[0].space, seats[0].supply, seats[0].gems) == (9, 4, set())
    assert game.position()["discard"] == ["R01", "R03", "R25"]
    assert (game.carrier, game.princess) == (None, 13)


def test_v2_fetching_the_princess() -> None:
    game = race(12, 0)
    game.move(0, 4)
    assert (game.seats[0].space, game.carrier, game.princess) == (14, 0, 14)


def test_v3_finishing() -> None:
    game = race(23, 0, carrier=0, princess=23, passages=True)
    game.move(0, 5)
    seat = game.seats[0]
    assert (seat.space, seat.rank, seat.leftover) == (GOAL, 1, 1)
    assert (game.princess, game.carrier, game.owed) == (None, None, [1])


def test_v4_a_lone_two_with_the_princess() -> None:
    game = race(15, 0, carrier=0, princess=15)
    game.move(0, 2)
    assert game.seats[0].space == 16


def covered_seat(kinds: str, **more: Any) -> Seat:
    """A tableau showing just these tiles, the printed ones covered."""
    cells = [*PRINTED, *((c, r) for r in range(3, 8) for c in range(3, 8) if (c, r) not in PRINTED)]
    return seat_with(tiles={cell_name(cell): kind for cell, kind in zip(cells, kinds.split(), strict=False)}, **more)


def test_v5_final_tally() -> None:
    used: dict[str, Any] = {"uses": (0, 0)}
    kaname = "WM WS WS WS WS WU WU WU FS FS EM AM ES EU"
    tomoe = "WM WU FM FU EM EM AM ES ES ES AS AS AS AU"
    akemi = "WM WM FM FM FM FU FU AM AM AS AU"
    seats = [
        covered_seat(kaname, space=25, rank=1, leftover=1, **used),
        covered_seat(tomoe, space=23, **used),
        covered_seat(akemi, space=25, rank=2, leftover=3, **used),
    ]
    assert max(Counter(f"{kaname} {tomoe} {akemi}".split()).values()) <= 4
    game = Oracle.from_position(seats, active=2, point="END", princess=None, passages=True, owed=[])
    assert [[game._counts(a)[s] for a in "MSUFW"] for s in range(3)] == [
        [3, 7, 4, 2, 8],
        [5, 6, 3, 2, 2],
        [7, 1, 3, 5, 2],
    ]
    assert game.weights() == {f"bonus {e}{sign}": 1 for e in "EWFA" for sign in "+-"}
    play(game, "bonus F+")
    assert len(game.weights()) == 7
    play(game, "bonus W-")
    result = game.result()
    assert result is not None and (game.actors(), game.point(), game.legal()) == ((), "OVER", set())
    assert (result["ending"], result["scores"], result["winners"]) == ("goal", [21, 7, 21], [0, 2])
    assert result["parts"] == [
        dict(zip(result["parts"][0], numbers, strict=True))
        for numbers in ([10, 1, 0, 0, 5, 5, 0, 0], [0, 0, -2, 2, 2, 2, 0, 3], [5, 3, 0, 5, 0, 2, 0, 6])
    ]


def test_v6_unused_sprites() -> None:
    seats = [seat_with(uses=(2, 0), space=25, rank=1, leftover=0), seat_with(uses=(2, 2), space=24)]
    game = Oracle.from_position(seats, point="END", princess=None, owed=[])
    play(game, "bonus F+", "bonus W-")
    result = game.result()
    assert result is not None and [part["sprite"] for part in result["parts"]] == [4, 8]


V7 = [
    *((9, 3, 13, 0, 12), (10, 3, 13, 0, 13), (11, 3, 13, 0, 13), (12, 2, 13, 0, 13), (12, 3, 13, 0, 13)),
    *((0, 14, 13, 0, 13), (15, 3, 15, 0, 16), (15, 4, 15, 0, 17), (15, 2, 17, 0, 17), (15, 4, 17, 0, 17)),
    *((15, 5, 17, 0, 18), (15, 6, 17, 0, 19), (17, 2, 17, 0, 18), (23, 3, 23, 1, 24), (24, 2, 24, 1, 25)),
    *((18, 10, 20, 1, 26), (20, 7, 24, 1, 25), (8, 1, 20, 1, 12), (8, 2, 20, 1, 13), (8, 3, 20, 1, 14)),
    *((7, 3, 20, 1, 13), (6, 5, 22, 1, 14), (9, 2, 20, 1, 14), (10, 1, 20, 1, 14), (11, 1, 20, 1, 12)),
    *((8, 9, 20, 1, 20), (8, 1, 19, 0, 9), (20, 7, None, 1, 27), (3, 9, None, 1, 15)),
]


@pytest.mark.parametrize(("space", "total", "princess", "passages", "end"), V7)
def test_v7_movement(space: int, total: int, princess: int | None, passages: int, end: int) -> None:
    assert landing(space, total, princess, bool(passages)) == end


@pytest.mark.parametrize(
    ("mover", "holder", "total", "carrier"),
    [(15, 17, 2, 1), (15, 17, 4, 1), (15, 17, 5, 0), (17, 17, 2, 0)],  # tie, tie, overtaking, co-leader
)
def test_v7_who_carries(mover: int, holder: int, total: int, carrier: int) -> None:
    game = race(mover, holder, carrier=1, princess=holder)
    game.move(0, total)
    assert game.carrier == carrier
    assert game.princess == game.seats[carrier].space


def test_passages_open_after_the_opening_move() -> None:
    game = race(19, 8, carrier=0, princess=19)
    game.move(0, 3)
    assert (game.seats[0].space, game.passages) == (20, True)
    game.move(1, 1)
    assert game.seats[1].space == 12


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
        ([0, 0, 0], [0, 0, 0]),
    ],
)
def test_v8_sky_ties(counts: list[int], points: list[int]) -> None:
    assert sky_points(counts) == points


@pytest.mark.parametrize(
    ("card", "counts", "points"),
    [("F+", [4, 2, 4], [3, 0, 3]), ("F+", [0, 0], [0, 0]), ("W-", [0, 1, 0], [3, 0, 3]), ("W-", [2, 2], [3, 3])],
)
def test_bonus_cards(card: str, counts: list[int], points: list[int]) -> None:
    assert bonus_points(card, counts) == points


def test_v9_a_theft_splits_a_tableau() -> None:
    robbed = seat_with("B1a", {"F6": "FM", "G7": "AS"})
    game = Oracle.from_position([seat_with("B2a"), robbed], point="END", pending=["T31"])
    assert (game.actors(), game.point(), game.legal()) == ((0,), "STEAL_PICK", {"steal F6", "steal G7"})
    game.apply("steal F6")
    names = legal_names(robbed)
    assert names >= {"C3", "D6", "H8", "F6", "F3", "G7"}
    assert not names & {"B4", "C8"}


def test_v9_the_other_tile() -> None:
    robbed = seat_with("B1a", {"F6": "FM", "G7": "AS"})
    robbed.lift(cell_of("G7"))
    names = legal_names(robbed)
    assert names >= {"C3", "D3", "G5", "G7"}
    assert "B4" not in names


def test_v10_returned_steal_cards() -> None:
    game = Oracle(2, {"start_seat": "0", "board_side": "random", "first_turn": "full"})
    play(game, "board B1", "board B4", "side a", "side b", "draw FU", "draw FU", "draw EM", "draw AS")
    assert game.weights() == {f"row {card}": 1 for card in [*RUNES, *STEALS]}
    play(game, "row T31", "row T32", "row R01", "row R02", "row R03", "row R04")
    assert (len(game.places), game.places.index("T31"), game.places.index("T32")) == (28, 10, 11)
    assert game.weights()["draw FU"] == 2
    for draw in range(10):
        while game.point() != "RUNE":
            game.apply(first_choice(game))
        game.apply(f"remove {min(game.row)}")
        assert len(game.weights()) == 26 - draw
        game.apply(min(game.legal()))
    while game.point() != "RUNE":
        game.apply(first_choice(game))
    game.apply(f"remove {min(game.row)}")
    assert game.weights() == {"row T31": 1}
    game.apply("row T31")
    assert game.weights() == {"row T32": 1}
    game.apply("row T32")
    assert len(game.weights()) == 16 and game.pending == ["T31", "T32"]


def first_choice(game: Oracle) -> str:
    """The idle choice if there is one, else the first by name."""
    idle = game.legal() & {"pass", "gem no", "stop"}
    return min(idle or game.legal())


def test_v11_one_odd_tile() -> None:
    def value(on_f4: str) -> int:
        tiles = {"E3": "WM", "D4": "FU", "E4": "WS", "E5": "WU", **({"F4": on_f4} if on_f4 else {})}
        return declaration_value(seat_with("B1a", tiles, ["D4"]).piles, "R25", cell_of("D4"))

    assert (value("WU"), value("FM"), value("")) == (3, 0, 0)


def test_v11_no_mirroring() -> None:
    seat = seat_with("B1a", {"D4": "FU", "E4": "FM", "D5": "EM", "E5": "AU", "F5": "FS"}, ["D4"])
    assert declaration_value(seat.piles, "R08", cell_of("D4")) == 2
    assert declaration_value(seat.piles, "R09", cell_of("D4")) == 0


def finishing_theft() -> Oracle:
    seats = [
        seat_with("B1a", {"F4": "WS", "G4": "AS"}, ["G4"], space=24),
        seat_with("B2a", {"F3": "EU"}),
        seat_with("B3a"),
    ]
    row = ["R01", "R20", "R26", "R28"]
    return Oracle.from_position(
        seats, point="DECLARE", row=row, display=["EM"] * 4, carrier=0, princess=24, passages=True
    )


def test_v12_theft_in_the_finishing_turn() -> None:
    game = finishing_theft()
    seats = game.seats
    play(game, "declare R01 G4", "row T32", "row R30")
    assert (seats[0].rank, seats[0].leftover) == (1, 0)
    assert (game.point(), game.actors(), game.legal()) == ("STEAL_PICK", (2,), {"steal F3"})
    game.apply("steal F3")
    assert (game.point(), game.actors(), game.legal()) == ("STEAL_PICK", (1,), {"steal F4", "steal G4"})
    game.apply("steal F4")
    assert (game.point(), game.actors(), seats[2].hand) == ("STEAL_CELL", (2,), "EU")
    game.apply("cell C3")
    assert (game.point(), game.actors(), seats[1].hand) == ("STEAL_CELL", (1,), "WS")
    game.apply("cell D4")
    assert game.pending == [] and "T32" in game.discard
    play(game, min(game.legal()), f"remove {min(game.row)}", "row T31")  # worth nothing any more
    assert (game.active, game.pending, game.point()) == (1, [], "CHANCE") and "T31" in game.discard
    while "draw" not in min(game.legal()):
        game.apply(first_choice(game))
    assert game.active == 2
    while "bonus" not in min(game.legal()):
        game.apply(first_choice(game))
    assert [seat.turns for seat in seats] == [1, 2, 2]
    assert game.weights() == {f"bonus {e}{sign}": 1 for e in "EWFA" for sign in "+-"}


def test_v12_a_gem_on_the_stolen_tile_goes_home() -> None:
    seats = [seat_with("B1a", {"F4": "WS", "G4": "AS"}, ["G4", "D4"]), seat_with("B2a")]
    game = Oracle.from_position(seats, point="END", pending=["T32"])
    assert (game.actors(), game.legal()) == ((1,), {"steal F4", "steal G4"})
    game.apply("steal G4")
    assert (seats[0].supply, seats[0].gems) == (3, {cell_of("D4")})
    assert cell_of("G4") not in seats[0].piles


# Options and corners -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "options"),
    [(1, {}), (5, {}), (2, {"start_seat": "2"}), (2, {"dragons": "on"}), (3, {"steal_tiles": "yes"})],
)
def test_unknown_options_are_refused(players: int, options: dict[str, str]) -> None:
    with pytest.raises(ValueError):
        Oracle(players, options)


def test_explicit_options_win_over_the_variant() -> None:
    assert len(Oracle(2, {"variant": "first_game"}).unknown) == 30
    game = Oracle(2, {"variant": "first_game", "steal_tiles": "on"})
    assert len(game.unknown) == 32 and game.options["sky_points"] == "off"


def test_an_illegal_action_changes_nothing() -> None:
    game = Oracle(2, {"start_seat": "1"})
    before = game.position()
    with pytest.raises(ValueError):
        game.apply("board B5")
    assert game.position() == before


def test_set_up_follows_turn_order_and_short_turns_skip() -> None:
    game = Oracle(3)
    play(game, "start 1", "board B2", "board B3", "board B1")
    assert [seat.board for seat in game.seats] == ["B1", "B2", "B3"]
    assert (game.point(), game.actors(), game.legal()) == ("SIDE", (1,), {"side a", "side b"})
    play(game, "side b", "side a", "side a", "draw FU", "draw FU", "draw FU")
    assert (game.weights()["draw FU"], game.weights()["draw EM"]) == (1, 4)
    play(game, "draw FU", "row R01", "row R07", "row R08", "row R09")
    assert "draw FU" not in game.weights()
    game.apply("draw EM")
    assert (game.point(), game.actors(), game.legal()) == ("TAKE", (1,), {"take FU", "take EM"})
    play(game, "take EM", "cell C3", "gem yes")
    assert (game.point(), game.active) == ("CHANCE", 2)


def last_tile(option: str, space: int = 0) -> Oracle:
    seats = [seat_with("B1a", {"F4": "WS"}, ["F4"], space=space), seat_with("B2a", {"F3": "EU"})]
    carried = {"carrier": 0, "princess": space} if space >= 13 else {}
    return Oracle.from_position(
        seats,
        {"last_tile_runes": option},
        point="TAKE",
        row=["R01", "R20", "R26", "R28"],
        display=["AS"],
        stack={},
        pending=["T31"],
        **carried,
    )


def test_witch_ending_lets_thefts_lapse() -> None:
    game = last_tile("allowed")
    play(game, "take AS", "cell G4", "gem no")
    assert game.legal() == {"stop", "declare R01 F4"}
    play(game, "declare R01 F4", "row R30")
    assert game.result() == {"ending": "witch", "scores": None, "parts": [], "winners": []}
    assert game.seats[0].space == 2


def test_last_tile_runes_can_be_forbidden() -> None:
    game = last_tile("forbidden")
    play(game, "take AS", "cell G4", "gem no")
    assert (game.point(), game.seats[0].space) == ("OVER", 0)


def test_reaching_the_goal_with_the_last_tile_saves_everybody() -> None:
    game = last_tile("allowed", space=24)
    play(game, "take AS", "cell G4", "gem no", "declare R01 F4", "row R30")
    assert (game.seats[0].rank, game.point(), game.actors()) == (1, "STEAL_PICK", (0,))
    play(game, "steal F3", "steal G4", "cell C3", "cell C3")
    assert (game.point(), game.actors()) == ("RUNE", (1,))  # nothing to reveal
    play(game, "pass", "pass")
    assert game.legal() == {f"bonus {e}{sign}" for e in "EWFA" for sign in "+-"}  # nothing to take either


def test_an_empty_deck_is_reshuffled_with_the_card_just_removed() -> None:
    row = ["R01", "R02", "R03", "R04"]
    rest = [card for card in [*RUNES, *STEALS] if card not in row]
    game = Oracle.from_position([seat_with("B1a"), seat_with("B2a")], row=row, discard=rest)
    game.apply("remove R02")
    assert game.weights() == {f"row {card}": 1 for card in [*rest, "R02"]}
    assert game.position()["discard"] == [] and game.position()["deck"] == 29


def test_sprites() -> None:
    seats = [seat_with("B1a", {"F4": "WS"}, ["F4"]), seat_with("B2a")]
    game = Oracle.from_position(seats, point="SPRITE", display=["EM"] * 5)
    free = {"D4", "E4", "D5", "E5"}
    expected = {"pass", "extra"} | {f"set {cell}" for cell in free} | {f"shift F4 {cell}" for cell in free}
    assert game.legal() == expected
    play(game, "extra", "draw AU")
    assert (game.point(), "cell F4" in game.legal(), "cell D4" in game.legal()) == ("EXTRA_CELL", False, True)
    play(game, "cell D4")
    assert game.point() == "EXTRA_GEM"
    play(game, "gem yes")
    assert (game.point(), seats[0].uses, seats[0].supply) == ("TAKE", {"X": 1, "G": 2}, 2)


# Random games --------------------------------------------------------------------------------------------------------


def check_invariants(game: Oracle) -> None:
    tiles = Counter(game.stack)
    tiles.update(game.display)
    for seat in game.seats:
        for cell, pile in seat.piles.items():
            tiles.update(pile[1:] if cell in PRINTED else pile)
        tiles.update([seat.hand] if seat.hand else [])
    assert tiles == Counter(dict.fromkeys(KINDS, 4)) and min(game.stack.values()) >= 0

    held = [seat.held for seat in game.seats if seat.held]
    cards = [*game.unknown, *filter(None, game.places), *game.discard, *game.row, *held, *game.completed, *game.pending]
    steals = game.options["steal_tiles"] == "on"
    assert sorted(cards) == sorted([*RUNES, *STEALS] if steals else RUNES)
    assert game.places.count(None) == len(game.unknown)
    assert not set(STEALS) & {*game.row, *held}
    assert (game.todo and game.todo[0].name in ("REFILL", "BONUS")) or game.active < 0 or len(game.row) == 4

    for number, seat in enumerate(game.seats):
        on_cards = len(game.completed) if number == game.active else 0
        assert seat.supply >= 0 and seat.supply + len(seat.gems) + on_cards == GEMS
        assert seat.gems <= set(seat.piles) and min(seat.uses.values()) >= 0
        assert not seat.piles or (frame_size(seat.piles) <= 5 and set(PRINTED) <= set(seat.piles))
    assert len(game.completed) <= 4 and len(game.display) <= 5
    check_race(game)
    assert not game.todo or game.legal()


def frame_size(piles: Tableau) -> int:
    columns, rows = {c for c, _ in piles}, {r for _, r in piles}
    return max(max(columns) - min(columns), max(rows) - min(rows)) + 1


def check_race(game: Oracle) -> None:
    spaces = [seat.space for seat in game.seats]
    ranks = sorted(seat.rank for seat in game.seats if seat.rank is not None)
    assert ranks == list(range(1, len(ranks) + 1))
    assert game.passages == (max(spaces) >= 20)
    if ranks:
        assert game.princess is None and game.carrier is None and game.owed is not None
    elif game.carrier is None:
        assert max(spaces) < 13 == game.princess
    else:
        assert game.princess == spaces[game.carrier] == max(spaces)


def eager(game: Oracle, rng: random.Random) -> str:
    """Random, but with an eye for runes, so that games also reach the GOAL."""
    choices = sorted(game.legal())
    if rng.random() < 0.2:
        return rng.choice(choices)
    if game.point() == "RECALL" and game.seats[game.active].supply:
        return "pass"
    if game.point() == "CELL":
        return max(choices, key=lambda text: (runes_by_laying(game, cell_of(text[5:])), rng.random()))
    wanted = [text for text in choices if text.startswith(("declare", "gem yes", "extra"))]
    return rng.choice(wanted or choices)


def runes_by_laying(game: Oracle, cell: Cell) -> int:
    """The total of the row cards that would lie around this cell."""
    seat = game.seats[game.active]
    assert seat.hand is not None
    piles = {**seat.piles, cell: [seat.hand]}
    return sum(declaration_value(piles, card, cell) for card in game.row)


def draw(game: Oracle, rng: random.Random) -> str:
    outcomes = sorted(game.weights().items())
    return rng.choices([text for text, _ in outcomes], [weight for _, weight in outcomes])[0]


SETTINGS: list[dict[str, str]] = [
    {},
    {"first_turn": "full", "board_side": "random"},
    {"variant": "first_game", "start_seat": "1"},
    {"last_tile_runes": "forbidden", "sky_points": "off"},
]


@pytest.mark.parametrize(("options", "players"), each_once(SETTINGS, [2, 3, 4]), ids=name_options)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 20))])
def test_random_games_keep_the_invariants(players: int, options: dict[str, str], seed: int) -> None:
    rng = random.Random(f"{players} {options} {seed}")
    game = Oracle(players, options)
    spaces = [0] * players
    while game.actors():
        chance = game.actors() == (-1,)
        assert (game.point() == "CHANCE") == chance == bool(game.weights())
        game.apply(draw(game, rng) if chance else eager(game, rng))
        check_invariants(game)
        after = [seat.space for seat in game.seats]
        assert all(old <= new for old, new in zip(spaces, after, strict=True))
        spaces = after
    check_result(game)


def check_result(game: Oracle) -> None:
    result = game.result()
    assert result is not None and game.point() == "OVER" and game.legal() == set()
    assert sum(seat.turns for seat in game.seats) <= 51
    if result["ending"] == "witch":
        assert game.owed is None and game.stack.total() == 0 and not game.display
        return
    assert result["scores"] == [sum(part.values()) for part in result["parts"]]
    assert [seat for seat, score in enumerate(result["scores"]) if score == max(result["scores"])] == result["winners"]
    for seat, part in zip(game.seats, result["parts"], strict=True):
        assert (part["shortfall"] <= -1) == (seat.rank is None)
        assert 0 <= part["sprite"] <= 8 and part["bonus"] in (0, 3, 6)
    if game.options["sky_points"] == "off":
        assert all(part[f"sky {sky}"] == 0 for part in result["parts"] for sky in "MSU")


def test_both_endings_occur() -> None:
    endings: Counter[str] = Counter()
    for seed in range(6):
        rng = random.Random(seed)
        game = Oracle(2 + seed % 3)
        while game.actors():
            game.apply(draw(game, rng) if game.actors() == (-1,) else eager(game, rng))
        result = game.result()
        assert result is not None
        endings[result["ending"]] += 1
    assert set(endings) == {"goal", "witch"}


def test_turning_a_tableau_changes_no_value() -> None:
    rng = random.Random(5)
    for _ in range(10):
        piles: Tableau = {(c, r): [rng.choice(KINDS)] for c in range(2, 7) for r in range(2, 7) if rng.random() < 0.8}
        turned = {(7 - r, c): pile for (c, r), pile in piles.items()}
        for card in RUNES:
            for c, r in piles:
                assert declaration_value(piles, card, (c, r)) == declaration_value(turned, card, (7 - r, c))
