"""The engine and the oracle, written by two hands, played in lock step: same choices, weights, positions, results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any

import pytest

from tests.cases import each_once, name_options, some
from tilehall.engine import CHANCE, Position, Rng, Setup, load_game
from tilehall.engine.ai.players import choose_action, make_bot
from tilehall.engine.core.geometry import bits
from tilehall.engine.games.kaguya import QUARTERS, KaguyaState, room_contests

from .kaguya import (
    COLOURS,
    KINDS,
    OPTIONS,
    PRINCESS,
    TILES,
    Laid,
    Oracle,
    board_of,
    cells_of,
    combinations_of,
    floor_of,
    rate,
    room_bonuses,
    room_size,
    tie_break,
    total,
    values_of,
)

KAGUYA = load_game("kaguya")
ENDINGS = {"princess": PRINCESS, "boards": "rounds"}
Choose = Callable[[Oracle, KaguyaState, int, list[str]], str]
"""From both games, a seat and the legal texts to one of them."""

TABLES: tuple[Mapping[str, str], ...] = tuple(
    {name: value for name, value in zip(OPTIONS, values, strict=True) if value != OPTIONS[name][0]}
    for values in product(*OPTIONS.values())
)
"""Every combination of options."""
PLAIN = tuple(table for table in TABLES if len(table) in (0, 1, len(OPTIONS)))
"""The standard game, each option alone, all of them together."""
VOCABULARY = (
    *(f"present {text}{disk}" for text in combinations_of(Counter(KINDS * 2)) for disk in ("", "*")),
    *(f"{word} {kind}" for word in ("take", "give") for kind in KINDS),
    *(f"tile {row}" for row in range(1, 6)),
    *(f"cell {cell}" for board in "MNWES" for cell in cells_of(board)),
    *(f"rot {rot}" for rot in range(4)),
    *(f"plant {cube}" for cube in (*COLOURS, "none")),
    *(f"break {''.join(kinds)}" for kinds in (*KINDS, *combinations(KINDS, 2))),
)
"""Every text of a seat's action (K-3.1 to K-3.6)."""


# --- the engine in the words of the oracle ------------------------------------------------------------------------


def as_oracle(s: KaguyaState) -> dict[str, Any]:
    position: Position = KAGUYA.dump(s)
    merchants = position["merchants"]
    laid = {cell: tuple(tile) for board in [position["palace"], *boards_of(position)] for cell, tile in board.items()}
    designing = position["todo"] and position["todo"][0][0] in ("TILE", "CELL", "ROT", "PLANT")
    return {
        "round": position["round"],
        "purses": [present(each["purse"]) for each in merchants],
        "held": [each["held"] for each in merchants],
        "penalised": [each["penalised"] for each in merchants],
        "disks": [each["disk"] for each in merchants],
        "favours": [each["favour"] for each in merchants],
        "princess": position["princess"],
        "storage": present(position["storage"]),
        "values": position["values"],
        "box": present({colour: position["box"][colour] for colour in COLOURS}),
        "rows": {who(seat, merchants): row for seat, row in enumerate(position["rows"])},
        "order": position["order"] if designing else [],
        "table": {
            (column, row): tile
            for column, tiles in enumerate(position["table"], 1)
            for row, tile in enumerate(tiles, 1)
            if tile
        },
        "moving": (position["tile"], position["row"]) if position["tile"] else None,
        "laid": laid,
        "quarters": quarters_of(s),
    }


def boards_of(position: Position) -> list[dict[str, Any]]:
    return [each["board"] for each in position["merchants"]]


def present(counts: Mapping[str, int]) -> dict[str, int]:
    return {kind: count for kind, count in counts.items() if count}


def who(seat: int, merchants: list[Any]) -> str:
    return str(seat) if seat < len(merchants) else PRINCESS


def quarters_of(s: KaguyaState) -> dict[tuple[int, int], str]:
    """What the masks of the engine say; only colours, each quarter once."""
    found: dict[tuple[int, int], str] = {}
    for board in (s.palace, *(merchant.board for merchant in s.merchants)):
        for colour, mask in zip(COLOURS, board.rooms, strict=True):
            for quarter in bits(mask):
                row, column = divmod(quarter, QUARTERS.width)
                assert (column, row) not in found
                found[column, row] = colour
    return found


def of_oracle(oracle: Oracle) -> dict[str, Any]:
    position = oracle.position()
    rooms = {quarter: seen for quarter, seen in position["quarters"].items() if seen in COLOURS}
    return {**position, "quarters": rooms}


def sizes_of(s: KaguyaState) -> dict[str, list[int]]:
    return {COLOURS[each.colour]: list(each.sizes) for each in room_contests(s)}


def in_words(s: KaguyaState) -> dict[str, Any]:
    """The engine's result in the words of the oracle."""
    standing = KAGUYA.final_result(s)
    assert standing is not None
    bonuses = {colour: [0] * len(s.merchants) for colour in COLOURS}
    for line in KAGUYA.receipt(s).lines:
        for colour in COLOURS:
            if line.part == f"room {colour}":
                bonuses[colour][line.seat] += line.points
    return {
        "ending": ENDINGS[standing.ending],
        "sizes": sizes_of(s),
        "bonuses": bonuses,
        "finals": list(standing.scores or ()),
        "places": list(standing.ranks or ()),
    }


# --- lock step ----------------------------------------------------------------------------------------------------


@dataclass
class Game:
    """What came of a game played with both."""

    oracle: Oracle
    texts: list[str] = field(default_factory=list)
    reached: Counter[str] = field(default_factory=Counter)


def lock_step(players: int, options: Mapping[str, str], choose: Choose, seed: str) -> Game:
    """Plays one game with both."""
    rng = Rng(seed)
    played = Game(Oracle(players, options))
    s: KaguyaState = KAGUYA.start(Setup(players, tuple(sorted(options.items()))))
    while actors := KAGUYA.actors(s):
        assert actors == played.oracle.actors()
        seat = actors[rng.below(len(actors))]
        texts = same_choices(s, played.oracle, actors)[seat]
        if seat == CHANCE:
            text = texts[rng.below(len(texts))]
        else:
            same_position(s, played.oracle, seat)
            same_refusals(s, played.oracle, seat, rng)
            text = choose(played.oracle, s, seat, sorted(texts))
        s = KAGUYA.apply(s, seat, KAGUYA.parse(text))
        played.oracle.apply(seat, text)
        note(played, text)
    assert played.oracle.actors() == ()
    assert as_oracle(s) == of_oracle(played.oracle)
    assert in_words(s) == played.oracle.result()
    note_result(played)
    return played


def same_choices(s: KaguyaState, oracle: Oracle, actors: tuple[int, ...]) -> dict[int, list[str]]:
    """Who may do what, in the engine's order; nobody else may do anything."""
    choices = {
        seat: [str(action) for action in KAGUYA.legal_actions(s, seat)] for seat in range(CHANCE, oracle.players)
    }
    for seat, texts in choices.items():
        assert sorted(texts) == sorted(oracle.legal(seat)), (s.todo[0], seat)
        assert bool(texts) == (seat in actors)
    if actors == (CHANCE,):
        draw = KAGUYA.chance(s)
        assert dict(zip(map(str, draw.outcomes), draw.weights, strict=True)) == oracle.weights()
    return choices


def same_position(s: KaguyaState, oracle: Oracle, seat: int) -> None:
    """The same point, position, rooms, and knowledge of everybody."""
    assert KAGUYA.decision(s, seat).kind == oracle.point()
    assert as_oracle(s) == of_oracle(oracle)
    if oracle.point() in ("TILE", "BREAK"):
        assert sizes_of(s) == oracle.sizes()
    for viewer in (None, seat):
        same_view(s, oracle, viewer)
    assert KAGUYA.legal_actions(KAGUYA.view(s, seat), seat) == KAGUYA.legal_actions(s, seat)


def same_view(s: KaguyaState, oracle: Oracle, viewer: int | None) -> None:
    """Section 9: what this seat, or a spectator, may know."""
    position = KAGUYA.dump(KAGUYA.view(s, viewer))
    merchants = position["merchants"]
    assert [(each["sure"], each["hidden"]) for each in merchants] == oracle.public()
    assert {colour: position["box"][colour] for colour in COLOURS} == oracle.unplaced(viewer)
    for seat, each in enumerate(merchants):
        if seat == viewer:
            assert present(each["purse"]) == oracle.position()["purses"][seat]
        else:
            assert each["purse"] is None
            assert each["present"] == (None if oracle.seats[seat].secret is None else "ready")


def same_refusals(s: KaguyaState, oracle: Oracle, seat: int, rng: Rng) -> None:
    """Some texts of all there are: the engine refuses exactly what the oracle does not list."""
    for _ in range(8):
        text, someone = VOCABULARY[rng.below(len(VOCABULARY))], rng.below(oracle.players)
        refused = KAGUYA.check(s, someone, KAGUYA.parse(text)) is not None
        assert refused == (text not in oracle.legal(someone)), (text, someone, s.todo[0])


def note(played: Game, text: str) -> None:
    """Counts the rare things that a game came to."""
    oracle, reached = played.oracle, played.reached
    word, argument = text.split()
    reached["break of one kind"] += word == "break" and len(argument) == 1
    reached["bare houseplant"] += text == "plant none"
    reached["clear cube swapped"] += text in ("take C", "give C")
    reached["penalty"] += any(seat.penalised for seat in oracle.seats)
    reached["several disks"] += oracle.point() == "TAKE" and sum(step.name == "TAKE" for step in oracle.todo) > 1
    reached["below zero"] += any(seat.favour < 0 for seat in oracle.seats)
    reached["princess on 29"] += oracle.point() == "PRESENT" and oracle.princess == 29


def note_result(played: Game) -> None:
    oracle, reached, outcome = played.oracle, played.reached, played.oracle.result()
    assert outcome is not None
    reached[f"ends in round {oracle.round}"] += 1
    reached["princess passes 29 in round 9"] += oracle.round == 9 and outcome["ending"] == PRINCESS
    reached["equal finals"] += len(set(outcome["finals"])) < oracle.players
    reached["shared victory"] += outcome["places"].count(1) > 1
    reached["equal rooms"] += any(len(set(sizes)) < oracle.players for sizes in outcome["sizes"].values())
    for colour in COLOURS:
        reached[f"rate {rate(oracle.storage[colour], oracle.players)}"] += 1


# --- characters: random players with a bent, so that rare rules come up -------------------------------------------


def pick(rng: Rng, texts: list[str], liking: Callable[[str], float] = lambda text: 0) -> str:
    best = max(map(liking, texts))
    liked = [text for text in texts if liking(text) == best]
    return liked[rng.below(len(liked))]


def hearts(oracle: Oracle, text: str) -> int:
    return TILES[oracle.table[oracle.round, int(text.split()[1])]].hearts


def is_plant(oracle: Oracle, text: str) -> bool:
    return TILES[oracle.table[oracle.round, int(text.split()[1])]].kind == "plant"


def at_random(seed: str) -> Choose:
    rng = Rng(seed)
    return lambda oracle, s, seat, texts: pick(rng, texts)


def lavish(seed: str) -> Choose:
    """Holds as much as possible, the disk too, and takes houseplants: screens run empty."""
    rng = Rng(seed)

    def choose(oracle: Oracle, s: KaguyaState, seat: int, texts: list[str]) -> str:
        if oracle.point() == "PRESENT":
            return pick(rng, texts, lambda text: sum(letter not in "-C" for letter in text.split()[1]))
        if oracle.point() == "TILE":
            return pick(rng, texts, lambda text: is_plant(oracle, text))
        return pick(rng, texts)

    return choose


def miserly(seed: str) -> Choose:
    """Holds nothing, so all are penalised; gives the princess few hearts; leaves the commonest kind in the break."""
    rng = Rng(seed)

    def choose(oracle: Oracle, s: KaguyaState, seat: int, texts: list[str]) -> str:
        if oracle.point() == "PRESENT" and rng.below(16):
            return "present -"
        if oracle.point() == "TILE":
            princely = oracle.todo[0].board == "M"
            return pick(rng, texts, lambda text: -hearts(oracle, text) if princely else hearts(oracle, text))
        if oracle.point() == "BREAK":
            commonest = oracle.storage.most_common(1)[0][0]
            cubes = {text: sum(oracle.storage[kind] for kind in text.split()[1]) for text in texts}
            return pick(rng, texts, lambda text: 0 if commonest in text else cubes[text])
        return pick(rng, texts)

    return choose


def courtly(seed: str) -> Choose:
    """Gives the princess the most hearts: the game is short. Plays with the disk and the clear cubes."""
    rng = Rng(seed)

    def choose(oracle: Oracle, s: KaguyaState, seat: int, texts: list[str]) -> str:
        if oracle.point() == "TILE" and oracle.todo[0].board == "M":
            return pick(rng, texts, lambda text: hearts(oracle, text))
        if oracle.point() in ("PRESENT", "TAKE", "GIVE", "BREAK") and rng.below(2):
            return pick(rng, texts, lambda text: ("C" in text) + ("*" in text))
        return pick(rng, texts)

    return choose


def greedily(seed: str) -> Choose:
    player = make_bot("greedy", seed)
    return lambda oracle, s, seat, texts: str(choose_action(player, KAGUYA, s, seat).action)


CHARACTERS = {"random": at_random, "lavish": lavish, "miserly": miserly, "courtly": courtly}


# --- tests --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "options"), each_once([2, 3, 4], TABLES), ids=name_options)
def test_random_games_are_the_same_game(players: int, options: Mapping[str, str]) -> None:
    lock_step(players, options, at_random(f"whims {players}"), f"deal {players} {options}")


@pytest.mark.parametrize(
    ("players", "options", "character"), each_once([2, 3, 4], PLAIN, [lavish, miserly, courtly]), ids=name_options
)
def test_games_with_a_bent_are_the_same_game(
    players: int, options: Mapping[str, str], character: Callable[[str], Choose]
) -> None:
    lock_step(players, options, character(f"whims {players}"), f"bent deal {players} {options}")


@pytest.mark.parametrize(
    ("thing", "players", "options", "character", "seed"),
    [
        ("ends in round 4", 4, {"floor_zero": "on", "final_tie": "shared"}, courtly, "wide 53"),
        ("break of one kind", 4, {"clear_fate": "box"}, miserly, "wide 8"),
        ("shared victory", 2, {"break_revalue": "on", "final_tie": "shared"}, miserly, "wide 3"),
        ("equal finals", 4, {"clear_fate": "box", "break_revalue": "on", "floor_zero": "on"}, at_random, "wide 2"),
        ("princess on 29", 2, {}, at_random, "wide 0"),
        ("princess passes 29 in round 9", 2, {}, lavish, "wide 0"),
        ("bare houseplant", 2, {}, at_random, "wide 0"),
        ("below zero", 2, {}, miserly, "wide 0"),
        ("several disks", 2, {}, lavish, "wide 0"),
    ],
)
def test_games_that_come_to_rare_things(
    thing: str, players: int, options: Mapping[str, str], character: Callable[[str], Choose], seed: str
) -> None:
    assert lock_step(players, options, character(seed), seed).reached[thing]


@pytest.mark.parametrize("players", some([2, 3, 4], keep=1))
def test_well_played_games_are_the_same_game(players: int) -> None:
    lock_step(players, {}, greedily(f"whims {players}"), f"greedy deal {players}")


# --- the oracle alone, against the worked examples of the rules (section 7) ---------------------------------------

LAYOUT = """
d4 N03/1, d5 N04/2, e5 N12/1, f5 N18/1, d6 N24/1, e6 N21/2, f6 N25/3,
e1 H3R/0, f1 L3/0, e2 N13/2, f2 N32/2, d3 H2R/0, e3 L1/0, f3 N10/0,
a4 N34/3, c4 H4B/0, a5 N11/1, b5 S2/1, c5 L2/0, b6 N06/3, c6 N22/0,
d7 H1G/0, e7 N20/2, d8 N08/0, e8 N19/1, f8 N29/0, d9 N07/3, e9 N02/2,
g4 N35/1, h4 N36/2, i4 N26/2, g5 N17/1, h5 L4/0, i5 N30/3, g6 N23/0
"""
PICTURE = """
                  .. RR GG
                  .. RR GG
                  .. PR PG
                  .. PR PG
                  RR RR RG
                  RR RR RG
         PP .. BB RR .. .. GG PG PB
         GG .. BB BB .. .. PP PG PB
         RR BB BB BR RR RR RR PP PP
         GG YY BB BR GG PP PP PP BB
         .. BB BG BB GB PP BG .. ..
         .. RR BG GG GB BB BG .. ..
                  GG GB ..
                  GG GB ..
                  RG BB BP
                  RG GG BP
                  GG BR ..
                  RR BR ..
"""


def layout(text: str) -> dict[str, Laid]:
    """`d7 H1G/0`: cell, tile, the cube on a houseplant, rotation."""
    found = {}
    for entry in text.strip().split(","):
        cell, tile = entry.split()
        name, rot = tile.split("/")
        plant = name[2:] if name[0] == "H" else None
        found[cell] = Laid(name[:2] if name[0] == "H" else name, int(rot), plant)
    return found


def test_the_oracle_draws_the_whole_layout() -> None:
    """K-7.8, with the sizes of K-7.7."""
    floor = floor_of(layout(LAYOUT))
    for y, line in enumerate(PICTURE.strip("\n").splitlines()):
        marks = line[9:].replace(" ", ".").ljust(26, ".")
        drawn = {(2 * column + x, y): marks[3 * column + x] for column in range(9) for x in (0, 1)}
        assert drawn == {quarter: floor.get(quarter, ".") for quarter in drawn}
    for board, expected in (("N", [9, 3, 4, 2]), ("W", [3, 10, 4, 2]), ("S", [3, 5, 9, 2]), ("E", [4, 3, 3, 9])):
        own = floor_of({cell: each for cell, each in layout(LAYOUT).items() if board_of(cell) in ("M", board)})
        assert [room_size(own, colour) for colour in COLOURS] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("e5 N01/0, f5 N01/2", [1, 2, 0, 0]),
        ("e5 N01/0, f5 N01/0", [1, 1, 0, 0]),
        ("e5 N01/0, e6 N01/1", [2, 1, 0, 0]),
        ("e5 N01/0, e6 N01/0", [2, 2, 0, 0]),
        ("e5 N01/0, e6 N01/2", [1, 1, 0, 0]),
        ("e5 L1/0, f5 S1/1, e6 N07/3", [3, 0, 1, 0]),
        ("e5 N01/1, f5 N07/0, e6 N25/3", [2, 1, 1, 1]),
    ],
)
def test_the_oracle_measures_rooms(text: str, expected: list[int]) -> None:
    """K-7.10."""
    floor = floor_of(layout(text))
    assert [room_size(floor, colour) for colour in COLOURS] == expected


def test_the_oracle_gives_the_bonuses_of_the_end_example() -> None:
    """K-7.7: seats R, B, G, W; both tie-breaks."""
    sizes = {"R": (3, 9, 3, 4), "B": (5, 3, 10, 3), "G": (9, 4, 4, 3), "P": (2, 2, 2, 9)}
    storage = {"R": 9, "B": 8, "G": 10, "P": 12}
    for line, expected in (([2, 3, 1, 0], [20, 18, 17, 31]), ([0, 1, 2, 3], [23, 22, 10, 31])):
        bonuses = [room_bonuses(sizes[colour], rate(storage[colour], 4), line) for colour in COLOURS]
        assert [sum(seat) for seat in zip(*bonuses, strict=True)] == expected


def test_the_oracle_counts_as_the_rules_do() -> None:
    """K-7.3, K-7.4, K-7.6, K-7.11."""
    values = {
        (2, 1, 2, 5): "2421",
        (5, 1, 2, 5): "1431",
        (4, 4, 4, 0): "1114",
        (3, 3, 3, 3): "1111",
        (6, 3, 3, 3): "1222",
        (5, 4, 0, 0): "1233",
    }
    for counts, stars in values.items():
        assert "".join(map(str, values_of(dict(zip(COLOURS, counts, strict=True))).values())) == stars
    held = {"RR": 4, "RC": 4, "BC": 8, "BB": 8, "GP": 3, "BP": 5, "R": 2, "C": 0, "CC": 0, "": 0}
    assert {cubes: total(cubes, {"R": 2, "B": 4, "G": 2, "P": 1}) for cubes in held} == held
    assert tie_break({"W": 1, "G": 2, PRINCESS: 3, "R": 4, "B": 5}) == ["G", "W", "B", "R"]
    assert tie_break({PRINCESS: 1, "X": 2, "Y": 3}) == ["Y", "X"]
    assert tie_break({PRINCESS: 3, "X": 2, "Y": 1}) == ["X", "Y"]
    steps = {2: (4, 5, 7, 8), 3: (6, 7, 9, 10), 4: (8, 9, 11, 12)}
    for n, cubes in steps.items():
        assert [rate(count, n) for count in cubes] == [1, 2, 2, 3]


def test_the_oracle_plays_the_round_of_the_rulebook() -> None:
    """K-7.1 and K-7.2: seats R, G, B, W."""
    game = Oracle(4)
    draws = [*(f"value {colour}" for colour in "PGBR"), *(f"cube {colour}" for colour in "RRBGPBBGGPRRBGPBGGPP")]
    first = ["N06", "N02", "L1", "N08", "N14"]
    draws += [f"lay {tile}" for tile in [*first, *(tile for tile in TILES if tile not in first)][:45]]
    for text in [*draws, "row 2", "row 5", "row 1", "row 4", "row 3"]:
        game.apply(CHANCE, text)
    for seat, text in enumerate(("RR*", "-", "RC*", "-")):
        game.apply(seat, f"present {text}")
    for seat, text in ((0, "take B"), (0, "give P"), (2, "take G"), (2, "give R")):
        game.apply(seat, text)
    assert (game.values, game.order) == ({"R": 2, "B": 4, "G": 2, "P": 1}, [0, 2, 1, 3])
    for seat, row, cell in ((0, 2, "e5"), (2, 1, "e1"), (1, 3, "a5"), (3, 4, "i5"), (0, 5, "e9")):
        for text in (f"tile {row}", f"cell {cell}", "rot 0"):
            game.apply(seat, text)
    assert ([seat.favour for seat in game.seats], game.princess) == ([7, 5, 9, 3], 13)
    assert game.values == {"R": 1, "B": 4, "G": 3, "P": 1}
    assert [game.storage[kind] for kind in KINDS] == [5, 1, 2, 5, 1]
    assert tie_break(game.rows) == ["2", "0", "3", "1"]
