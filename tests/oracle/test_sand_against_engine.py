"""The engine and the oracle, written by two hands, played in lock step: same choices, weights, positions, results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.cases import each_once, name_options, some_rows
from tilehall.engine import CHANCE, GameResult, Position, Rng, Setup, load_game
from tilehall.engine.ai.players import choose_action, make_bot

from .sand import BOXES, DARK, TRACK, Match, Oracle, Seat, cards, dark, placements, tiles

SAND = load_game("sand")
Choose = Callable[[Any, Oracle, list[str]], str]
"""From the position, of the engine and of the oracle, and the sorted legal texts to one of them."""
POWERS = ("red", "purple", "yellow", "green", "orange", "blue")
VERBS = {"purple": "summon+"}
EAGER = {"complete", *POWERS}

TABLES: tuple[Mapping[str, str], ...] = (
    {},
    {"first": "0", "round_limit": "7"},
    {"boards": "random", "mode": "advanced"},
    {"boards": "red,blue,green,yellow", "mode": "advanced"},
    {"boards": "orange,purple,red,green", "mode": "advanced"},
    {"boards": "orange,purple,red,green", "mode": "advanced", "purple": "always"},
)


def as_oracle(position: Position) -> dict[str, Any]:
    """A position of the engine in the words of the oracle."""
    summon = position["summon"] or {"made": 0, "settled": []}
    levels = ("1", "2", "3")
    return {
        "round": position["round"],
        "turn": position["seat"],
        "start": position["start"],
        "rows": dict(zip(levels, position["rows"], strict=True)),
        "fresh": {n: sorted(deck["unknown"]) for n, deck in zip(levels, position["decks"], strict=True)},
        "under": {n: [card for _, card in deck["known"]] for n, deck in zip(levels, position["decks"], strict=True)},
        "circle": position["circle"],
        "aside": sorted(position["aside"]),
        "squares": position["squares"],
        "disks": position["disks"],
        "looked": sorted(position["looked"]),
        "settled": sorted(summon["settled"]),
        "steps": summon["made"],
        "seats": [as_oracle_seat(each) for each in position["magicians"]],
    }


def as_oracle_seat(magician: Mapping[str, Any]) -> dict[str, Any]:
    squares = {box: element + "q" for box, element in magician["squares"].items()}
    disks = {box: element + "d" for box, element in magician["disks"].items()}
    return {
        "power": magician["power"] or "",
        "board": squares | disks,
        "reserve": sorted(element for element, count in magician["reserve"].items() for _ in range(count)),
        "hand": sorted(magician["tiles"]),
        "built": sorted(magician["tableau"]),
        "kept": sorted(magician["kept"]),
        "level": magician["level"],
        "crystal": magician["crystal"].upper() if magician["power"] else "",
    }


def lock_step(players: int, options: Mapping[str, str], choose: Choose, seed: str, charged: bool = False) -> Oracle:
    """Plays one game with both. In a charged game every crystal is ready whenever a turn begins."""
    rng = Rng(seed)
    oracle = Oracle(players, options)
    s = SAND.start(Setup(players, tuple(sorted(options.items()))))
    said: list[str] = []
    while actors := SAND.actors(s):
        assert actors == oracle.actors()
        (seat,) = actors
        texts = sorted(str(action) for action in SAND.legal_actions(s, seat))
        assert texts == sorted(oracle.legal(seat)), oracle.point
        assert as_oracle(SAND.dump(s)) == oracle.position()
        if seat == CHANCE:
            draw = SAND.chance(s)
            assert dict(zip(map(str, draw.outcomes), draw.weights, strict=True)) == oracle.weights()
            text = texts[rng.below(len(texts))]
        else:
            assert texts == sorted(str(action) for action in SAND.legal_actions(SAND.view(s, seat), seat))
            text = choose(s, oracle, texts)
            refuses_the_same(s, seat, texts, [said[rng.below(len(said))]] if said else [])
            said += [text, texts[rng.below(len(texts))]]
        s = SAND.apply(s, seat, SAND.parse(text))
        oracle.apply(text)
        if charged and oracle.turn_begins:
            s = charge(s, oracle)
    assert oracle.actors() == ()
    assert as_oracle(SAND.dump(s)) == oracle.position()
    standing = SAND.final_result(s)
    assert standing is not None
    assert in_words(standing) == {key: value for key, value in oracle.result().items() if key != "title"}
    if players == 1:
        assert str(standing.text).endswith(f": {oracle.result()['title']}.")
    receipt = SAND.receipt(s)
    assert [receipt.total(seat) for seat in range(players)] == oracle.result()["scores"]
    return oracle


def refuses_the_same(s: Any, seat: int, legal: list[str], texts: list[str]) -> None:
    """What was legal earlier in the game is either legal now or refused, and nobody else may do anything."""
    for text in texts:
        assert (SAND.check(s, seat, SAND.parse(text)) is None) == (text in legal), text
    for other in set(range(s.rulings.players)) - {seat}:
        assert not SAND.legal_actions(s, other)


def charge(s: Any, oracle: Oracle) -> Any:
    """The same position with a ready crystal for the seat whose turn it is."""
    position = SAND.dump(s)
    position["magicians"][oracle.active]["crystal"] = "ready"
    oracle.me.crystal = "READY"
    return SAND.load(position)


def in_words(standing: GameResult) -> dict[str, Any]:
    assert standing.scores is not None
    assert standing.ranks is not None
    return {"ending": standing.ending, "scores": list(standing.scores), "ranks": list(standing.ranks)}


def at_random(seed: str) -> Choose:
    rng = Rng(seed)
    return lambda s, oracle, texts: texts[rng.below(len(texts))]


def evenly(seed: str) -> Choose:
    """A random verb first, so that the many placements leave room for the rest."""
    rng = Rng(seed)

    def choose(s: Any, oracle: Oracle, texts: list[str]) -> str:
        verbs = sorted({text.split()[0] for text in texts})
        verb = verbs[rng.below(len(verbs))]
        liked = [text for text in texts if text.split()[0] == verb]
        return liked[rng.below(len(liked))]

    return choose


def eagerly(seed: str) -> Choose:
    """Completes whatever it can, uses every power, and lays pieces where a building comes nearer."""
    rng = Rng(seed)

    def choose(s: Any, oracle: Oracle, texts: list[str]) -> str:
        free = [text for text in texts if text.split()[0] in EAGER]
        if free:
            return max(free, key=lambda text: (text.startswith("complete 3"), rng.below(100)))
        if "summon" in texts and len(oracle.me.reserve) > 1 + rng.below(3):
            return max(text for text in texts if text.startswith("summon"))
        laying = [text for text in texts if text.split()[0] in ("place", "disk", "move")]
        if not laying:
            return texts[rng.below(len(texts))]
        some = [laying[rng.below(len(laying))] for _ in range(12)]
        return max(some, key=lambda text: promise(oracle, text))

    return choose


def greedily(seed: str) -> Choose:
    """As the engine's own player does, which reaches the large buildings."""
    player = make_bot("greedy", seed)
    return lambda s, oracle, texts: str(choose_action(player, SAND, SAND.view(s, oracle.active), oracle.active).action)


def promise(oracle: Oracle, text: str) -> float:
    """How near the nearest building would be after this."""
    board = {box: piece[0] for box, piece in oracle.me.board.items()}
    verb, first, second = text.split()
    if verb == "place":
        board |= {part[:2]: part[3] for part in second.split(",")}
    elif verb == "disk":
        board[second] = first
    else:
        board[second] = board.pop(first)
    lying = frozenset(board.items())
    offered = [card for row in oracle.rows.values() for card in row if card] + oracle.me.kept
    return max(nearness(lying, card) for card in offered)


def nearness(lying: Match, card: str) -> float:
    best = min(len(match - lying) for match in placements(cards()[card].pattern))
    return float(cards()[card].stars + 3) / (1 + best) ** 2


def table(players: int, options: Mapping[str, str]) -> dict[str, str]:
    """The options for so many players; a list of boards is cut to their number."""
    boards = options.get("boards", "random")
    if boards == "random":
        return dict(options)
    return {**options, "boards": ",".join(boards.split(",")[:players])}


@pytest.mark.parametrize(
    ("options", "choosing", "players"), each_once(TABLES, [at_random, evenly, eagerly], [3, 1, 4, 2]), ids=name_options
)
def test_games_are_the_same_game(players: int, options: Mapping[str, str], choosing: Callable[[str], Choose]) -> None:
    limit = {} if choosing is eagerly else {"round_limit": "10"}
    seed = f"deal {choosing.__name__} {players} {options}"
    lock_step(players, limit | table(players, options), choosing(f"whims {players}"), seed)


@pytest.mark.parametrize("power", POWERS)
@pytest.mark.parametrize(
    ("players", "choosing"), some_rows([(3, evenly), (1, eagerly), (1, evenly), (3, eagerly)], slice(2))
)
def test_every_power_does_the_same(power: str, players: int, choosing: Callable[[str], Choose]) -> None:
    at = POWERS.index(power)
    boards = ",".join((POWERS + POWERS)[at : at + players])
    options = {"boards": boards, "mode": "advanced", "round_limit": "12"}
    game = lock_step(players, options, choosing(f"whims {power}"), f"deal {power} {players}", charged=True)
    if choosing is eagerly:
        assert VERBS.get(power, power) in {text.split()[0] for text in game.said}


@pytest.mark.parametrize(("players", "mode"), some_rows([(1, "advanced"), (2, "basic"), (3, "advanced")], keep=1))
def test_well_played_games_are_the_same_game(players: int, mode: str) -> None:
    game = lock_step(players, {"mode": mode}, greedily(f"whims {players}"), f"greedy deal {players}")
    assert game.ending == ("solo" if players == 1 else "hourglasses")
    assert any(text.startswith(("complete 2", "complete 3")) for text in game.said)


def test_the_rare_cases_of_the_rules_are_met_on_the_way() -> None:
    """A crowded table: the squares run out, decks are used up, cards put under them come back, the track ends."""
    options = {"boards": "red,orange,purple,yellow", "mode": "advanced", "round_limit": "55"}
    game = lock_step(4, options, at_random("crowd"), "crowded deal", charged=True)
    assert {"fill", "bottom", "keep"} <= {text.split()[0] for text in game.said}
    looks = Counter(text for text in game.said if text.startswith("look"))
    assert max(looks.values()) > 1
    assert game.seats[1].level == TRACK
    assert any(len(deck) == 0 for deck in game.decks.values())


# The oracle itself, against the worked examples of section 7 ---------------------------------------------------------


def turn_of(board: str = "", level: int = 0, reserve: str = "", rows: str = "", players: int = 2) -> Oracle:
    """The first turn of seat 0 with this board, such as `B2=Gq C2=Gd`, and these cards in the row of level 1."""
    game = Oracle(players, {"first": "0"})
    game.rows[1][:] = [*rows.split(), None, None, None, None][:4]
    game.circle = [tile for tile in tiles() if tile not in ("T01", "T13", "T14")]
    game.seats[0] = Seat(board=dict(part.split("=") for part in board.split()), reserve=list(reserve), level=level)
    game.me.hand = ["T01", "T13", "T14"]
    game.point = "PRE"
    return game


def of_verb(game: Oracle, verb: str) -> set[str]:
    return {text for text in game.legal(0) if text.split()[0] == verb}


@pytest.mark.parametrize(
    ("names", "counts"),
    [
        ("T01 T06 T13", (32, 56, 76, 76)),
        ("T07 T12", (16, 28, 38, 38)),
        ("T14 T19 T26 T28", (80, 128, 152, 160)),
        ("T20 T25", (40, 64, 76, 80)),
    ],
)
def test_v9_legal_placements_of_the_tiles(names: str, counts: tuple[int, ...]) -> None:
    for name in names.split():
        for level, count in enumerate(counts):
            game = turn_of(level=level)
            game.me.hand = [name]
            assert len(of_verb(game, "place")) == count


def test_v9_legal_placements_of_a_hand() -> None:
    assert len(of_verb(turn_of(), "place")) == 144


def test_v14_placements_of_the_patterns() -> None:
    light = [16, 40, 16, 48, 32, 60, 18, 16, 36, 32, 8, 18, 18, 24, 18, 24, 36, 36]
    whole = [38, 80, 40, 124, 62, 124, 62, 24, 124, 96, 32, 62, 62, 96, 48, 96, 124, 124]
    found = [placements(cards()[f"{level}{kind}G"].pattern) for level in "123" for kind in "abcdef"]
    assert [len(ways) for ways in found] == whole
    assert [sum(not dark(box for box, _ in way) for way in ways) for ways in found] == light
    assert (len(BOXES), len(DARK)) == (30, 12)


@pytest.mark.parametrize(
    ("board", "card", "matches"),
    [
        ("B2=Gq C2=Gq D2=Gq E2=Gq", "1aG", {"B2,C2,D2", "C2,D2,E2"}),
        ("B2=Gq C2=Gq D2=Rq B3=Rq", "1dG", {"B2,B3,C2,D2"}),
        ("B2=Rq C2=Gq D2=Gq D3=Rq", "1dG", {"B2,C2,D2,D3"}),
        ("B2=Rq C2=Rq D2=Gq D3=Gq", "1dG", set()),
    ],
)
def test_v10_v11_matches(board: str, card: str, matches: set[str]) -> None:
    assert of_verb(turn_of(board, rows=card), "complete") == {f"complete {card} {boxes}" for boxes in matches}


def test_v12_dark_boxes_of_a_placement() -> None:
    placings = {text for text in of_verb(turn_of("E1=Rq", level=1), "place") if " T14 " in text}
    assert len(placings) == 86
    assert sum({part[:2] for part in text.split()[2].split(",")} == {"D1", "E1", "D2"} for text in placings) == 2


def test_v13_shortage() -> None:
    game = turn_of("B3=Gq")
    game.squares["G"] = 0
    game.apply("place T01 B3=G,C3=G,D3=R")
    assert game.legal(0) == {"fill B3", "fill C3"}
    game.apply("fill C3")
    assert game.me.board == {"C3": "Gq", "D3": "Rq"}


def test_v15_push_back() -> None:
    game = turn_of("B3=Rd", reserve="G")
    game.apply("summon")
    game.apply("disk G B3")
    assert not game.legal(0) & {"disk R B3", "move B3 B4"}
    game.apply("disk R C3")
    assert game.point == "POST"


def test_v17_exchanges_and_green_moves() -> None:
    game = turn_of("A1=Gq C3=Kd D3=Rq", level=1)
    game.circle = game.circle[:22]
    game.me.power, game.me.crystal = "green", "READY"
    moves = Counter(text.split()[1] for text in of_verb(game, "green"))
    assert moves == {"A1": 27, "D3": 16}
    game.me.power = "blue"
    game.apply(f"blue T01 {game.circle[5]}")
    assert len(game.legal(0)) == 43
