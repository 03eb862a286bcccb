"""Positions as data: there and back, and the invariants of section 8 along random games."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from tests.engine.games.kaguya.table import Table, deal, opened
from tests.rules import rule
from tilehall.engine import Position, PositionError, Rng, Setup
from tilehall.engine.games.kaguya import KAGUYA
from tilehall.engine.games.kaguya.actions import all_actions, vocabulary
from tilehall.engine.games.kaguya.state import EMPTY

CHANGED = [((each.id, each.values[1]),) for each in KAGUYA.options]
EVERY_SIZE = [(players, ()) for players in KAGUYA.player_counts]
EVERY_OPTION = [*zip((2, 3, 4, 2), CHANGED, strict=True)]
OTHERS = [each for each in product(KAGUYA.player_counts, CHANGED) if each not in EVERY_OPTION]


@pytest.mark.parametrize(
    ("players", "options"),
    [*EVERY_SIZE, *EVERY_OPTION, *(pytest.param(*other, marks=pytest.mark.soak) for other in OTHERS)],
)
def test_invariants_hold_along_random_games(players: int, options: tuple[tuple[str, str], ...]) -> None:
    t, rng = Table(KAGUYA.start(Setup(players, options))), Rng(f"{players} {options}")
    while not t.over:
        assert KAGUYA.faults(t.state) == ()
        data = t.position
        assert KAGUYA.dump(KAGUYA.load(json.loads(json.dumps(data)))) == data
        t.wander(rng)
    assert KAGUYA.faults(t.state) == ()
    assert KAGUYA.dump(KAGUYA.load(t.position)) == t.position
    assert 4 <= t["round"] <= 9


@rule("K-5.6")
def test_favour_adds_up_along_a_game() -> None:
    """Invariants 6, 8, 9 and 10, followed step by step."""
    for seed in range(9):
        t, rng = opened(2 + seed % 3), Rng(seed)
        while not t.over:
            before = t.state
            t.wander(rng)
            after, point = t.state, before.point
            assert after.princess >= before.princess
            assert len([m for m in after.merchants if m.penalised]) != 1
            if point in ("ROT", "PLANT") and after.tile < 0 <= before.tile:
                seat = before.todo[0][1]
                hearts = after.merchants[seat].board.hearts - before.merchants[seat].board.hearts
                sign = -1 if before.merchants[seat].penalised else 1
                moved = after.merchants[seat].favour - before.merchants[seat].favour
                assert moved == sign * hearts
            if point == "TAKE":
                assert sum(after.storage) == sum(before.storage) - 1
            for a, b in zip(before.merchants, after.merchants, strict=True):
                assert a.disk or not b.disk


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_choices_are_what_check_allows(players: int) -> None:
    words, t, rng = vocabulary(), opened(players), Rng(players)
    phrases = [*all_actions(), *words.value, *words.cube, *words.lay, *filter(None, words.row)]
    looks = 0
    while not t.over:
        if rng.below(6) == 0 or t.point in ("TAKE", "GIVE", "PLANT", "BREAK"):
            looks += 1
            for seat in range(-1, players):
                allowed = set(KAGUYA.legal_actions(t.state, seat))
                assert {a for a in phrases if KAGUYA.check(t.state, seat, a) is None} == allowed
        t.wander(rng)
    assert looks > 12


def test_views_are_positions_too() -> None:
    t, rng = opened(3), Rng(2)
    while not t.over:
        for seat in (None, 0, 2):
            data = KAGUYA.dump(KAGUYA.view(t.state, seat))
            assert KAGUYA.dump(KAGUYA.load(json.loads(json.dumps(data)))) == data
        t.wander(rng)


def with_part(data: Position, path: str, value: Any) -> Position:
    twin: Position = json.loads(json.dumps(data))
    *way, last = path.split("/")
    place: Any = twin
    for key in way:
        place = place[int(key)] if isinstance(place, list) else place[key]
    place[int(last) if isinstance(place, list) else last] = value
    return twin


BROKEN: list[tuple[str, Any, str]] = [
    ("game", "princess", "not of kaguya"),
    ("players", 5, "players"),
    ("round", 0, "'round' is a whole number from 1 to 9, not 0"),
    ("round", "one", "whole number"),
    ("todo", [], "either steps are to come"),
    ("todo", [["DANCE", 0]], "'todo.0.0' cannot be 'DANCE'"),
    ("todo", [["TILE", 0]], "hand of seat|steps to come"),
    ("todo", [["PRESENT", 0]], "nobody can do"),
    ("storage/R", 9, "cubes R"),
    ("storage/C", 1, "cubes C"),
    ("storage/R", -1, "'storage.R' is a whole number"),
    ("box/C", 2, "cubes C|clear cubes"),
    ("rows", [1, 1, 2], "one meeple"),
    ("rows", [1, 2], "row of the table"),
    ("rows", [1, 2, 7], "'rows.2' is a whole number"),
    ("princess", 12, "princess stands"),
    ("order", [0, 7], "'order.1' is a whole number"),
    ("values/R", 7, "'values.R' is a whole number"),
    ("values/R", 1, "do not fit"),
    ("tile", "N01", "does not fit the step"),
    ("table/0/0", "N02", "two places"),
    ("table/0/0", None, "taken from the table"),
    ("table/0/0", "X1", "'table.0.0' cannot be 'X1'"),
    ("merchants/0/favour", 6, "cannot stand"),
    ("merchants/0/disk", 1, "true or false"),
    ("merchants/0/hidden", 6, "'merchants.0.hidden' is a whole number"),
    ("merchants/0/sure/C", 0, "what is known|cubes"),
    ("merchants/0/present", "CC", "holds what it cannot"),
    ("merchants/0/present", "CR", "'merchants.0.present' cannot be 'CR'"),
    ("merchants/0/held", "-", "does not fit the step"),
    ("merchants/0/penalised", True, "penalised"),
    ("merchants/0/board", {"e9": ["N36", 0, None]}, "has 1 tiles|two places"),
    ("merchants/0/board", {"e8": ["N36", 0, None]}, "has 1 tiles"),
    ("merchants/0/board", {"e9": ["L1", 2, None]}, "cannot be turned"),
    ("merchants/0/board", {"e9": ["N36", 0, "R"]}, "no 'R' on N36"),
    ("merchants/0/board", {"z9": ["N36", 0, None]}, "There is no 'z9' in 'merchants.0.board'"),
    ("merchants", [], "merchants"),
    ("ending", "princess", "either steps"),
    ("options", {"luck": "on"}, "option"),
]


@pytest.mark.parametrize(
    ("path", "value", "complaint"), BROKEN, ids=[f"{path}={value}"[:40] for path, value, _ in BROKEN]
)
def test_a_broken_position_is_refused_in_words(path: str, value: Any, complaint: str) -> None:
    with pytest.raises(PositionError, match=complaint) as caught:
        KAGUYA.load(with_part(deal(2).position, path, value))
    assert str(caught.value).endswith(".")


def both_ready(data: Position) -> Position:
    for each in data["merchants"]:
        each["present"] = "-"
    return data


def unfit(t: Table, **parts: Any) -> str:
    with pytest.raises(PositionError) as caught:
        KAGUYA.load({**t.position, **parts})
    return str(caught.value)


def test_more_that_cannot_be() -> None:
    assert "all fists are closed" in unfit(deal(2), **both_ready(deal(2).position))
    t = deal(2).present("R", "-")
    assert "steps to come" in unfit(t, order=[1, 0])
    assert "steps to come" in unfit(t, todo=t["todo"][3:])
    merchants = t["merchants"]
    merchants[1]["held"] = "R"
    assert "penalised" in unfit(t, merchants=merchants) or "cubes R" in unfit(t, merchants=merchants)
    t.lay(1, "e5").idle("PRESENT", round=2)
    assert "hang together" in unfit(t, palace={"d4": t["palace"]["e5"]})
    set_up = opened(2).idle("ROW")
    assert "steps to come" in unfit(set_up, todo=[*set_up["todo"][2:], ["ROW", 0]])
    assert "set-up has not got" in unfit(set_up, todo=set_up["todo"][1:])


def test_an_end_must_have_its_reason() -> None:
    t = deal(2)
    t.idle("x")
    other = {"princess": "boards", "boards": "princess"}[t["ending"]]
    assert "cannot have ended" in unfit(t, ending=other)
    assert EMPTY in t.state.table


def positions() -> dict[str, Callable[[], Table]]:
    return {
        "exchange": lambda: deal(3).present("R*", "-*", "-").play("take P"),
        "tile": lambda: deal(3).present("R", "-", "B").play("tile 2", "cell e5"),
        "break": lambda: deal(3).idle("BREAK").play("break RB"),
    }


@pytest.mark.parametrize("name", positions())
def test_loaded_in_the_middle_the_game_goes_on_the_same(name: str) -> None:
    t = positions()[name]()
    again = Table(KAGUYA.load(t.position))
    a, b = Rng(1), Rng(1)
    while not t.over:
        assert t.wander(a).position == again.wander(b).position
