"""The engine and the oracle, written by two hands, played in lock step: same choices, weights, positions, results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.cases import each_once, name_options, some
from tilehall.engine import CHANCE, GameResult, Position, Rng, Setup, load_game
from tilehall.engine.ai.players import choose_action, make_bot

from .princess import GOAL, Oracle

PRINCESS = load_game("princess")
PARTS = ("rank", "leftover", "shortfall", "sky M", "sky S", "sky U", "sprite", "bonus")
Choose = Callable[[Any, int, list[str]], str]
"""From the engine's position, a seat and the legal texts to one of them."""

TABLES: tuple[Mapping[str, str], ...] = (
    {},
    {"first_turn": "full"},
    {"variant": "first_game"},
    {"variant": "first_game", "steal_tiles": "on"},
    {"steal_tiles": "off"},
    {"sky_points": "off"},
    {"last_tile_runes": "forbidden"},
    {"late_theft": "off"},
    {"board_side": "random", "start_seat": "1"},
)


def as_oracle(position: Position) -> dict[str, Any]:
    """A position of the engine in the words of the oracle, which moves a used-up discard a moment earlier."""
    deck = len(position["deck"]["unknown"]) + len(position["deck"]["known"])
    discard = position["discard"]
    if not deck and position["todo"] and position["todo"][0][0] == "REFILL":
        deck, discard = len(discard), []
    finished = position["final"] is not None
    hands: dict[int, str] = {int(seat): kind for seat, kind in position["stolen"].items()}
    if position["hand"]:
        hands[position["seat"]] = position["hand"]
    return {
        "seats": [as_oracle_seat(hunter) for hunter in position["hunters"]],
        "hands": hands,
        "display": position["display"],
        "row": sorted(card for card in position["row"] if card),
        "stack": {kind: count for kind, count in position["stack"].items() if count},
        "deck": deck,
        "discard": sorted(discard),
        "completed": sorted(card for card, _ in position["completed"]),
        "pending": position["pending"],
        "princess": None if finished else position["princess"],
        "carrier": position["carrier"],
        "passages": position["passages"],
    }


def as_oracle_seat(hunter: Mapping[str, Any]) -> dict[str, Any]:
    finished = hunter["rank"] > 0
    return {
        "tops": {cell: pile[-1] for cell, pile in hunter["cells"].items()},
        "stacks": hunter["cells"],
        "gems": sorted(hunter["gems"]),
        "supply": hunter["supply"],
        "held": hunter["held"],
        "uses": {"X": hunter["extra"], "G": hunter["gem"]},
        "space": hunter["space"],
        "rank": hunter["rank"] if finished else None,
        "leftover": hunter["leftover"] if finished else None,
    }


def of_oracle(oracle: Oracle) -> dict[str, Any]:
    """The oracle's position, with the tiles in hand and the kinds in the order of the engine."""
    position = oracle.position()
    hands = {seat: each.hand for seat, each in enumerate(oracle.seats) if each.hand}
    return {**position, "hands": hands, "display": sorted(position["display"], key=kind_order)}


def kind_order(kind: str) -> int:
    return ("EWFA".index(kind[0])) * 3 + "MSU".index(kind[1])


def in_words(standing: GameResult, lines: Any, players: int) -> dict[str, Any]:
    """The engine's result in the words of the oracle."""
    parts = [dict.fromkeys(PARTS, 0) for _ in range(players)]
    for line in lines:
        parts[line.seat][line.part] += line.points
    return {
        "ending": standing.ending,
        "scores": None if standing.scores is None else list(standing.scores),
        "parts": parts if standing.scores is not None else [],
        "winners": list(standing.winners),
    }


def lock_step(players: int, options: Mapping[str, str], choose: Choose, seed: str) -> Any:
    """Plays one game with both; gives the engine's last position."""
    rng = Rng(seed)
    oracle = Oracle(players, options)
    s = PRINCESS.start(Setup(players, tuple(sorted(options.items()))))
    while actors := PRINCESS.actors(s):
        assert actors == oracle.actors()
        (seat,) = actors
        texts = [str(action) for action in PRINCESS.legal_actions(s, seat)]
        assert sorted(texts) == sorted(oracle.legal()), s.todo
        assert as_oracle(PRINCESS.dump(s)) == of_oracle(oracle)
        if seat == CHANCE:
            draw = PRINCESS.chance(s)
            assert dict(zip(map(str, draw.outcomes), draw.weights, strict=True)) == oracle.weights()
            text = texts[rng.below(len(texts))]
        else:
            assert PRINCESS.decision(s, seat).kind == oracle.point()
            text = choose(s, seat, texts)
        s = PRINCESS.apply(s, seat, PRINCESS.parse(text))
        oracle.apply(text)
    assert oracle.actors() == ()
    assert as_oracle(PRINCESS.dump(s)) == of_oracle(oracle)
    standing = PRINCESS.final_result(s)
    assert standing is not None
    assert in_words(standing, PRINCESS.receipt(s).lines, players) == oracle.result()
    return s


def at_random(seed: str) -> Choose:
    rng = Rng(seed)
    return lambda s, seat, texts: texts[rng.below(len(texts))]


def eagerly(seed: str) -> Choose:
    """Declares whatever there is, spends gems and sprites, and lays tiles where a rune stands complete then."""
    rng = Rng(seed)

    def choose(s: Any, seat: int, texts: list[str]) -> str:
        for wanted in ("declare", "gem yes", "extra", "set", "hold", "remove"):
            liked = [text for text in texts if text.startswith(wanted)]
            if liked and (wanted == "declare" or rng.below(4)):
                return liked[rng.below(len(liked))]
        if texts[0].startswith(("cell", "take")):
            for text in sorted(texts, key=lambda _: rng.next()):
                if any("complete" in phrase and "no rune" not in phrase for phrase in foreseen(s, seat, text)):
                    return text
        return texts[rng.below(len(texts))]

    return choose


def foreseen(s: Any, seat: int, text: str) -> list[str]:
    return [str(phrase) for phrase in PRINCESS.narrator.preview(s, seat, PRINCESS.parse(text))]


def greedily(seed: str) -> Choose:
    player = make_bot("greedy", seed)
    return lambda s, seat, texts: str(choose_action(player, PRINCESS, s, seat).action)


@pytest.mark.parametrize(("players", "options"), each_once([2, 3, 4], TABLES), ids=name_options)
def test_random_games_are_the_same_game(players: int, options: Mapping[str, str]) -> None:
    lock_step(players, options, at_random(f"whims {players}"), f"deal {players} {options}")


@pytest.mark.parametrize(("players", "options"), each_once([2, 3, 4], TABLES), ids=name_options)
def test_eager_games_are_the_same_game(players: int, options: Mapping[str, str]) -> None:
    lock_step(players, options, eagerly(f"whims {players}"), f"eager deal {players} {options}")


@pytest.mark.parametrize("players", some([2, 3, 4], keep=1))
def test_well_played_games_are_the_same_game(players: int) -> None:
    s = lock_step(players, {}, greedily(f"whims {players}"), f"greedy deal {players}")
    assert s.ending == "goal"
    assert max(hunter.space for hunter in s.hunters) == GOAL
