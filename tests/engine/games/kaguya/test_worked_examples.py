"""The worked examples of the specification (K-7.1 to K-7.13)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.games.kaguya.table import TILES, Table, board, deal, letters, opened
from tests.rules import rule
from tilehall.engine import Setup
from tilehall.engine.core.geometry import mask_of
from tilehall.engine.games.kaguya import KAGUYA
from tilehall.engine.games.kaguya.components import QUARTERS, components
from tilehall.engine.games.kaguya.rooms import covered_quarters, join_rooms, largest_room, lumps, room_sizes
from tilehall.engine.games.kaguya.scoring import room_contest, room_contests
from tilehall.engine.games.kaguya.state import KaguyaBoard, bonus_rate, colour_values, combination_total, tie_break

R, B, G, P, C = range(5)


# --- K-7.1 and K-7.2: the round of the rulebook -----------------------------------------------------------------------


def first_round() -> Table:
    """Seats: R south, G west, B north, W east."""
    return deal(4, "PGBR", columns={1: "N06 N02 L1 N08 N14"}, rows=(2, 5, 1, 4, 3))


@rule("K-4.8", "K-4.9", "K-4.10", "K-4.11", "K-4.21", "K-4.24", "K-4.31")
def test_the_round_of_the_rulebook_up_to_the_order() -> None:
    t = first_round()
    assert (t.storage, t.line) == ("RBBGGGPPPP", (0, 2, 1, 3))
    t.present("RR*", "-", "RC*", "-")
    assert (t.penalised, t.point, t.seat) == ([1, 3], "TAKE", 0)
    t.play("take B", "give P")
    assert (t.point, t.seat, t.values) == ("TAKE", 2, "R4 B3 G2 P1")
    t.play("take G", "give R")
    assert (t.storage, t.values) == ("RRBGGPPPPP", "R2 B4 G2 P1")
    assert (t.point, t["order"]) == ("TILE", [0, 2, 1, 3])
    totals = [combination_total(merchant.held.cubes, t.state.values) for merchant in t.state.merchants if merchant.held]
    assert totals == [4, 0, 4, 0]
    assert [t.of(seat)["disk"] for seat in range(4)] == [False, True, False, True]


@rule("K-4.25", "K-4.28", "K-4.29", "K-4.32", "K-4.38", "K-4.39")
def test_the_round_of_the_rulebook_to_its_end() -> None:
    t = first_round().present("RR*", "-", "RC*", "-").play("take B", "give P", "take G", "give R")
    t.lay(2, "e5")
    assert (t["princess"], t.seat) == (13, 2)
    t.lay(1, "e1").lay(3, "a5").lay(4, "i5")
    assert (t.seat, t.choices) == (0, {"tile 5"})
    t.lay(5, "e9")
    assert t.favours == [7, 5, 9, 3]
    assert t["rows"] == [5, 3, 1, 4, 2]
    assert t.line == (2, 0, 3, 1)
    assert (t.storage, t.values) == ("RRRRRBGGPPPPPC", "R1 B4 G3 P1")
    assert (t.point, t["round"], t.due) == ("PRESENT", 2, (0, 1, 2, 3))


# --- K-7.3 to K-7.6 ---------------------------------------------------------------------------------------------------


@rule("K-4.1", "K-4.3")
@pytest.mark.parametrize(
    ("storage", "values"),
    [
        ((2, 1, 2, 5), (2, 4, 2, 1)),
        ((5, 1, 2, 5), (1, 4, 3, 1)),
        ((4, 4, 4, 0), (1, 1, 1, 4)),
        ((3, 3, 3, 3), (1, 1, 1, 1)),
        ((6, 3, 3, 3), (1, 2, 2, 2)),
        ((5, 4, 0, 0), (1, 2, 3, 3)),
    ],
)
def test_values(storage: tuple[int, ...], values: tuple[int, ...]) -> None:
    assert all(colour_values(bytes((*storage, clear))) == values for clear in (0, 4))


@rule("K-4.20")
@pytest.mark.parametrize(
    ("held", "expected"),
    [
        *(("RR", 4), ("RC", 4), ("BC", 8), ("BB", 8), ("GP", 3), ("BP", 5)),
        *(("R", 2), ("C", 0), ("CC", 0), ("-", 0), ("-*", 0), ("B*", 4)),
    ],
)
def test_totals(held: str, expected: int) -> None:
    action: Any = KAGUYA.parse(f"present {held}")
    assert combination_total(action.cubes, (2, 4, 2, 1)) == expected


@rule("K-4.31")
@pytest.mark.parametrize(
    ("hands", "penalised"),
    [
        (("RB", "RB", "-", "P"), [0, 1]),
        (("-", "-", "R", "P"), [0, 1]),
        (("-", "-*", "R", "P"), []),
        (("R", "R*", "-", "P"), []),
        (("C", "-", "R", "P"), []),
        (("RR", "B", "RC", "P"), []),
        (("B", "B", "B", "P"), [0, 1, 2]),
        (("B", "P", "B", "P"), [0, 1, 2, 3]),
    ],
)
def test_collisions(hands: tuple[str, ...], penalised: list[int]) -> None:
    assert deal(4).present(*hands).penalised == penalised


@rule("K-4.22", "K-4.23")
def test_the_tie_break_goes_to_the_common_board_and_round_from_the_far_end() -> None:
    white, green, red, blue = 1, 2, 4, 5
    assert tie_break((white, green, red, blue, 3)) == (1, 0, 3, 2)
    assert tie_break((2, 3, 1)) == (1, 0)
    assert tie_break((2, 1, 3)) == (0, 1)


# --- K-7.7 and K-7.8: the end of the rulebook -------------------------------------------------------------------------

SIZES = {"B": (9, 3, 4, 2), "G": (3, 10, 4, 2), "R": (3, 5, 9, 2), "W": (4, 3, 3, 9)}
"""Red, blue, green, purple. Seats: R south, G west, B north, W east."""
SEATS = "RGBW"
LAYOUT = {
    "M": "d4 N03/1, d5 N04/2, e5 N12/1, f5 N18/1, d6 N24/1, e6 N21/2, f6 N25/3",
    "N": "e1 H3(R), f1 L3/0, e2 N13/2, f2 N32/2, d3 H2(R), e3 L1/0, f3 N10/0",
    "W": "a4 N34/3, c4 H4(B), a5 N11/1, b5 S2/1, c5 L2/0, b6 N06/3, c6 N22/0",
    "S": "d7 H1(G), e7 N20/2, d8 N08/0, e8 N19/1, f8 N29/0, d9 N07/3, e9 N02/2",
    "E": "g4 N35/1, h4 N36/2, i4 N26/2, g5 N17/1, h5 L4/0, i5 N30/3, g6 N23/0",
}
DRAWN = """
........RRGG......
........RRGG......
........PRPG......
........PRPG......
......RRRRRG......
......RRRRRG......
PP..BBRR....GGPGPB
GG..BBBB....PPPGPB
RRBBBBBRRRRRRRPPPP
GGYYBBBRGGPPPPPPBB
..BBBGBBGBPPBG....
..RRBGGGGBBBBG....
......GGGB......
......GGGB......
......RGBBBP....
......RGGGBP....
......GGBR......
......RRBR......
"""


def layout() -> dict[str, KaguyaBoard]:
    return {side: board(side, *tiles.split(", ")) for side, tiles in LAYOUT.items()}


def finished(order: str) -> Table:
    """The end of the rulebook's example as a whole position, the meeple line giving this tie-break."""
    used = [
        entry.split()[1].partition("/")[0].partition("(")[0] for tiles in LAYOUT.values() for entry in tiles.split(", ")
    ]
    rest = [tile for tile in TILES if tile not in used]
    position = KAGUYA.dump(opened(4).state)
    boards = layout()
    shown = {side: dumped(made) for side, made in boards.items()}
    rows = [4 - order.index(seat) for seat in SEATS] + [5]
    purses = ["RRC", "BC", "C", "C"]
    for merchant, side, purse in zip(position["merchants"], "SWNE", purses, strict=True):
        merchant |= {"board": shown[side], "purse": bag(purse), "sure": bag(purse), "favour": 5 + boards[side].hearts}
        merchant["disk"] = False
    position |= {
        "todo": [],
        "round": 7,
        "values": {"R": 3, "B": 4, "G": 2, "P": 1},
        "storage": bag("R" * 9 + "B" * 8 + "G" * 10 + "P" * 12),
        "box": bag("BBBGGP"),
        "table": [[None] * 5] * 7 + [rest[:5], rest[5:10]],
        "rows": rows,
        "order": [0, 1, 2, 3],
        "palace": shown["M"],
        "princess": 31,
        "ending": "princess",
    }
    return Table(KAGUYA.load(position))


def bag(cubes: str) -> dict[str, int]:
    return {letter: cubes.count(letter) for letter in "RBGPC"}


def dumped(made: KaguyaBoard) -> dict[str, list[Any]]:
    state = KAGUYA.start(Setup(4)).copy()
    state.palace = made
    shown: dict[str, list[Any]] = KAGUYA.dump(state)["palace"]
    return shown


def test_the_layout_is_drawn_as_in_the_specification() -> None:
    whole = (0, 0, 0, 0)
    for made in layout().values():
        whole = join_rooms(whole, made.rooms)
    lines = DRAWN.strip().splitlines()
    for row, line in enumerate(lines):
        wide = line.ljust(18, ".")
        drawn = "".join(
            next(("RBGP"[colour] for colour in range(4) if whole[colour] >> 18 * row + column & 1), ".")
            for column in range(18)
        )
        assert drawn == wide.replace("Y", ".")


@rule("K-4.50", "K-4.51", "K-4.52")
@pytest.mark.parametrize("seat", range(4))
def test_the_layout_has_the_sizes_of_the_rulebook(seat: int) -> None:
    boards = layout()
    assert room_sizes(join_rooms(boards["M"].rooms, boards["SWNE"[seat]].rooms)) == SIZES[SEATS[seat]]


@rule("K-4.53")
def test_a_lump_on_the_princess_board_counts_for_everybody() -> None:
    t = finished("GWBR")
    for colour in range(4):
        own = largest_room(t.state.palace.rooms[colour])
        assert all(each.sizes[seat] >= own for each in [room_contests(t.state)[colour]] for seat in range(4))


@rule("K-5.2", "K-5.3", "K-5.4")
@pytest.mark.parametrize(
    ("order", "sums"),
    [("GWBR", {"R": 20, "B": 18, "G": 17, "W": 31}), ("RBGW", {"R": 23, "B": 22, "G": 10, "W": 31})],
)
def test_the_bonuses_of_the_rulebook(order: str, sums: dict[str, int]) -> None:
    t = finished(order)
    assert [each.rate for each in room_contests(t.state)] == [2, 1, 2, 3]
    assert room_contests(t.state)[R].bonuses == (0, 0, 18, 4)
    assert room_contests(t.state)[B].bonuses == (2, 10, 0, 0)
    receipt = KAGUYA.receipt(t.state)
    rooms = {
        seat: sum(line.points for line in receipt.lines if line.seat == n and line.part.startswith("room"))
        for n, seat in enumerate(SEATS)
    }
    assert rooms == sums
    standing = KAGUYA.final_result(t.state)
    assert standing is not None
    assert standing.scores == tuple(t.favours[n] + sums[seat] for n, seat in enumerate(SEATS))


@rule("K-5.3")
def test_sizes_alone_decide_whatever_their_order() -> None:
    by_colour = [tuple(SIZES[seat][colour] for seat in SEATS) for colour in range(4)]
    line = [SEATS.index(seat) for seat in "GWBR"]
    assert room_contest(R, 9, 2, by_colour[R], line).bonuses == (0, 0, 18, 4)
    assert room_contest(G, 10, 2, by_colour[G], line).bonuses == (18, 4, 0, 0)
    assert room_contest(P, 12, 3, by_colour[P], line).bonuses == (0, 3, 0, 27)
    assert room_contest(P, 12, 3, (0, 0, 0, 0), line).bonuses == (0, 0, 0, 0)


# --- K-7.9 to K-7.13 --------------------------------------------------------------------------------------------------


def before_break(storage: str, clear: str = "C") -> Table:
    """Four players after the end check of round 4, with this storage: the cubes that are missing lie behind screens."""
    t = deal(4).idle("BREAK")
    state = t.state.copy()
    spare = {colour: 13 - storage.count(colour) for colour in "RBGP"}
    purses = ["", "", "", ""]
    box = ""
    for colour, cubes in spare.items():
        for n in range(cubes):
            if len(box) < 6 and n % 2:
                box += colour
            else:
                purses[n % 4] += colour
    position = KAGUYA.dump(state)
    for seat, merchant in enumerate(position["merchants"]):
        known = {letter: purses[seat].count(letter) for letter in "RBGP"} | {"C": 1}
        merchant |= {"purse": known, "sure": known, "hidden": 0}
    values = dict(zip("RBGP", colour_values(bytes(storage.count(kind) for kind in "RBGPC")), strict=True))
    position |= {"storage": bag(storage), "box": bag(box), "values": values}
    return Table(KAGUYA.load(position))


@rule("K-4.42", "K-4.43", "K-4.12")
def test_the_last_in_the_break_may_find_one_kind_only() -> None:
    t = before_break("RRRRBBBGGP")
    assert t.choices == {"break RB", "break RG", "break RP", "break BG", "break BP", "break GP"}
    t.play("break BG", "break BG", "break BP")
    assert (t.storage, t.choices) == ("RRRR", {"break R"})
    assert (t.refusal("break RB"), t.refusal("break B")) == ("K-4.43", "K-4.42")
    t.play("break R")
    assert (t.storage, t.point, t["round"]) == ("RRR", "PRESENT", 5)


@rule("K-4.51", "K-4.52")
@pytest.mark.parametrize(
    ("tiles", "expected"),
    [
        ("e5 N01/0, f5 N02/2", (1, 2, 0, 0)),
        ("e5 N01/0, f5 N02/0", (1, 1, 0, 0)),
        ("e5 N01/0, e6 N02/1", (2, 1, 0, 0)),
        ("e5 N01/0, e6 N02/0", (2, 2, 0, 0)),
        ("e5 N01/0, e6 N02/2", (1, 1, 0, 0)),
        ("e5 L1, f5 S1/1, e6 N07/3", (3, 0, 1, 0)),
        ("e5 N01/1, f5 N07/0, e6 N25/3", (2, 1, 1, 1)),
    ],
)
def test_geometry(tiles: str, expected: tuple[int, ...]) -> None:
    assert room_sizes(board("M", *tiles.split(", ")).rooms) == expected


@rule("K-5.2")
@pytest.mark.parametrize(
    ("players", "rates"),
    [
        (2, {0: 1, 4: 1, 5: 2, 7: 2, 8: 3}),
        (3, {0: 1, 6: 1, 7: 2, 9: 2, 10: 3}),
        (4, {0: 1, 8: 1, 9: 2, 11: 2, 12: 3}),
    ],
)
def test_rates(players: int, rates: dict[int, int]) -> None:
    assert {cubes: bonus_rate(players, cubes) for cubes in rates} == rates


def fed(hearts: str, players: int = 2) -> Table:
    """The princess is given tiles with so many hearts, one a round, row 1 of each column; the rest follows."""
    left = {n: [tile.id for tile in components().tiles if tile.hearts == int(n)] for n in set(hearts)}
    columns = {number: left[n].pop(0) for number, n in enumerate(hearts, 1)}
    t = deal(players, columns=columns)
    for _ in hearts:
        t.idle("TILE").play("tile 1").idle("PRESENT", "BREAK")
        if t.point == "BREAK":
            t.idle("PRESENT")
    return t


@rule("K-5.1")
def test_exactly_29_does_not_end_the_game() -> None:
    t = fed("4333221")
    assert (t["princess"], t["round"], t.point) == (29, 8, "PRESENT")
    t = fed("4333222")
    assert (t["princess"], t["round"], t["ending"]) == (30, 7, "princess")


@rule("K-5.1", "K-4.42")
def test_an_end_in_round_four_has_no_break() -> None:
    t = fed("5554")
    assert (t["princess"], t["round"], t["ending"], t.over) == (30, 4, "princess", True)
    assert not [text for text in t.log if "takes" in text and "storage" in text]


@rule("K-5.6")
def test_favour_is_a_plain_number_shown_as_space_and_lap() -> None:
    assert (divmod(27 + 4, 30), divmod(2 - 5, 30)) == ((1, 1), (-1, 27))
    t = deal(2, columns={1: "N01 S1 S2"}).present("-", "-").lay(1, "e5")
    assert t.lay(2, "e1").favours == [5, 0]
    t = fed_back(floor="off")
    assert t.favours[1] == -5
    assert fed_back(floor="on").favours[1] == 0


def fed_back(floor: str) -> Table:
    """Seat 1 collides twice and takes 5 hearts each time."""
    t = deal(2, columns={1: "N01 S1 L1", 2: "N02 S2 L2"}, floor_zero=floor)
    for cells in (("e5", "e1", "e9"), ("e4", "e2", "e8")):
        t.present("-", "-")
        assert t["order"][0] == 0
        t.lay(1, cells[0]).lay(2, cells[1]).lay(3, cells[2])
    return t


def test_lumps_are_listed_largest_first() -> None:
    made = board("M", "e5 N01/0", "e6 N02/0", "d5 L2")
    assert [lump.bit_count() for lump in lumps(made.rooms[B])] == [4, 4]
    assert [lump.bit_count() for lump in lumps(made.rooms[R])] == [4]
    assert join_rooms(covered_quarters(0, 40, 0), covered_quarters(1, 49, 0))[R] == made.rooms[R]
    assert mask_of([QUARTERS.numbers["I9"]]) & made.rooms[R]
    assert letters({"R": 2, "C": 1}) == "RRC"
