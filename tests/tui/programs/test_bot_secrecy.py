"""What a program is told depends on nothing that its seat cannot know: games that differ in that alone read alike."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from tests.tui.programs.bot_scripts import NAMES
from tilehall.engine import CHANCE, Game, Match, Rng, Setup, load_game
from tilehall.tui.programs.bots import bot_messages
from tilehall.tui.programs.bots.bot_answers import TRY_FIELDS, TryMessage
from tilehall.tui.programs.bots.bot_messages import BotCase, SentEvents
from tilehall.tui.programs.bots.try_lines import try_lines
from tilehall.tui.programs.trial import SeatAction

MANY = 40
"""Pairs of positions that are compared for each game, all of them with other secrets."""

RED = (("boards", "red,blue"), ("mode", "advanced"))
TRIES = 4
Options = tuple[tuple[str, str], ...]
SECRETS: list[tuple[str, Options]] = [("kaguya", ()), ("sand", RED)]


def outcomes(match: Match[Any], seat: int) -> Sequence[Any]:
    return match.game.chance(match.state).outcomes if seat == CHANCE else match.legal_actions(seat)


def seen(rules: Game[Any], s: Any, eyes: int) -> str:
    return json.dumps([rules.dump(rules.view(s, eyes)), rules.actors(s)], sort_keys=True)


def twins(name: str, options: Options, eyes: int, seed: int) -> Iterator[tuple[Match[Any], Match[Any]]]:
    """Two games, whenever these eyes see the same in both, decide, and the rest of it is not the same."""
    rules, whims = load_game(name), Rng(seed)
    one, other = (Match(rules, Setup(2, options)) for _ in range(2))
    while due := one.actors():
        seat = due[whims.below(len(due))]
        choices = outcomes(one, seat)
        looks = [action for action in choices if str(action).startswith("red ")] or choices
        action = looks[whims.below(len(looks))]
        one.act(seat, action)
        instead = _unseen(other, seat, action, eyes, seen(rules, one.state, eyes), whims)
        if instead is None:
            return
        other.act(seat, instead)
        if eyes in one.actors() and rules.dump(one.state) != rules.dump(other.state):
            yield one, other


def _unseen(match: Match[Any], seat: int, action: Any, eyes: int, sight: str, whims: Rng) -> Any:
    """What these eyes could not tell from this action, something else if there is any; None if there is nothing."""
    rules, choices = match.game, outcomes(match, seat)
    hidden = seat != eyes and (seat == CHANCE or rules.decides_in_secret(match.state, seat))
    others = [choices[whims.below(len(choices))] for _ in range(TRIES if hidden else 0)]
    for other in (*others, *([action] if action in choices else [])):
        if seen(rules, rules.apply(match.state, seat, other), eyes) == sight:
            return other
    return None


def all_told(match: Match[Any], eyes: int) -> bytes:
    """Every byte that a program in this seat is told, if it also tries whatever it may do."""
    rules = match.game
    case = BotCase(rules, NAMES[:2], match.setup.options, eyes, match.view(eyes), tuple(match.steps))
    events, back = SentEvents().since(case)
    results = try_lines(case, TryMessage(1, None, frozenset(TRY_FIELDS)))
    turn = bot_messages.turn(case, 1, 1, 5000, events, back)
    guessed = try_lines(case, TryMessage(1, guesses(case), frozenset(TRY_FIELDS)))
    return b"".join(map(bot_messages.line, (bot_messages.new(case, 1), turn, {"each": [*results, *guessed]})))


def guesses(case: BotCase) -> tuple[tuple[SeatAction, ...], ...]:
    """What this seat does, and after it what others might: whatever all cubes of the game would allow them."""
    rules, other = case.rules, 1 - case.seat
    choices = {
        str(a) for n in range(3) for a in rules.legal_actions(rules.sample_state(case.view, Rng(f"guess {n}")), other)
    }
    mine = str(rules.legal_actions(case.view, case.seat)[-1])
    return tuple((SeatAction(None, mine), SeatAction(other, theirs)) for theirs in (*sorted(choices), "present CC"))


@pytest.mark.parametrize(("name", "options"), SECRETS)
def test_games_that_differ_in_secrets_alone_are_told_alike(name: str, options: Options) -> None:
    found = 0
    for seed in range(60):
        for one, other in twins(name, options, seed % 2, seed):
            assert all_told(one, seed % 2) == all_told(other, seed % 2)
            found += 1
        if found >= MANY:
            return
    pytest.fail(f"only {found} pairs were found")


def test_the_comparison_sees_what_it_is_for() -> None:
    """What the other seat knows does differ."""
    one, other = next(pair for seed in range(50) for pair in twins("kaguya", (), 0, seed))
    assert seen(one.game, one.state, 1) != seen(other.game, other.state, 1)
