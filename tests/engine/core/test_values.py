"""Positions, views, actions and advice are values: they can be copied, and sent to another process."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from copy import copy, deepcopy
from typing import Any

import pytest

from tests.cases import each_once, some_rows
from tilehall.engine import BUILT_IN_GAMES, Match, Rng, SeedDealer, Setup, load_game
from tilehall.engine.core.match import position_json
from tilehall.tui.tables.thinking.thinkers import HINT, Thought, final_advice

TABLES = [(name, players) for name in BUILT_IN_GAMES for players in BUILT_IN_GAMES[name].player_counts]


def sent(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


def walk(name: str, players: int) -> Iterator[Match[Any]]:
    """A random game, step by step."""
    match, rng = Match(load_game(name), Setup(players), SeedDealer("values")), Rng("values")
    while due := match.actors():
        yield match
        choices = match.legal_actions(due[0])
        match.act(due[0], choices[rng.below(len(choices))])


COPIED: dict[str, Callable[[Any], tuple[Any, ...]]] = {
    "princess": lambda s: (s, *s.hunters),
    "sand": lambda s: (s, *s.magicians),
    "beasts": lambda s: (s, *s.hunters, s.board),
    "kaguya": lambda s: (s, *s.merchants),
}
"""What is copied to be changed."""


@pytest.mark.parametrize("name", COPIED)
def test_a_copy_has_all_parts_and_can_be_changed_alone(name: str) -> None:
    for match in walk(name, 2):
        for part in COPIED[name](match.state):
            twin = part.copy()
            assert twin is not part and twin == part
            for slot in part.__slots__:
                delattr(twin, slot)
            assert part == part.copy(), "and the first is as it was"


@pytest.mark.parametrize(("table", "way"), each_once(TABLES, [sent, copy, deepcopy]))
def test_views_and_choices_are_the_same_after_a_journey(table: tuple[str, int], way: Callable[[Any], Any]) -> None:
    name, players = table
    kinds = set()
    for number, match in enumerate(walk(name, players)):
        due = match.actors()
        kind = match.game.decision(match.state, due[0]).kind
        if kind in kinds and number % 9:
            continue
        kinds.add(kind)
        for seat in (None, *range(players)):
            view = match.view(seat)
            again = way(view)
            assert again == view
            assert position_json(match.game, again) == position_json(match.game, view)
        choices = list(match.legal_actions(due[0]))[:20]
        assert way(choices) == choices
        assert [hash(each) for each in way(choices)] == [hash(each) for each in choices]


@pytest.mark.parametrize(("name", "players"), some_rows(TABLES, slice(0, None, 3)))
def test_a_thought_is_thought_alike_elsewhere(name: str, players: int) -> None:
    for number, match in enumerate(walk(name, players)):
        if number % 75 == 10:
            seat = match.actors()[0]
            thought = Thought(name, HINT, match.view(seat), seat, "7")
            advice = final_advice(thought)
            assert sent(thought) == thought
            assert sent(advice) == advice == final_advice(sent(thought))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_positions_differ_where_anything_does(name: str, players: int) -> None:
    first, *others = [match.state for match in walk(name, players)][:40]
    assert all(first != other for other in others)
    assert first == load_game(name).load(load_game(name).dump(first))
