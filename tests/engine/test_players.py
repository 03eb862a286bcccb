"""Computer players: legal, repeatable, honest, and the greedy one clearly better than chance."""

from __future__ import annotations

from typing import Any

import pytest

from tilehall.engine import BUILT_IN, Game, Match, RuleError, SeedDealer, Setup, game
from tilehall.engine.players import LEVELS, OFFERED, bot
from tilehall.engine.testing import sentence
from tilehall.engine.wording import flaw


def between(rules: Game[Any], levels: tuple[str, ...], seed: str) -> Match[Any]:
    """A game between these levels, each seeing only its own view."""
    match = Match(rules, Setup(len(levels)), SeedDealer(seed))
    players = [bot(level, f"{seed} {level}") for level in levels]
    while not match.over:
        seat = match.actors()[0]
        action, why = players[seat].choose(rules, match.view(seat), seat)
        assert why
        assert action in match.legal(seat)
        match.act(seat, action)
    return match


def texts(match: Match[Any]) -> list[str]:
    return [str(step.action) for step in match.steps]


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_plays_legally_and_the_same_again(name: str, level: str) -> None:
    rules = game(name)
    size = max(rules.seats.start, 2)
    first = between(rules, (level,) * size, f"{level} at {name}")
    assert rules.standing(first.state) is not None
    again = Match(rules, Setup(size), SeedDealer(f"{level} at {name}"))
    players = [bot(level, f"{level} at {name} {level}") for _ in range(size)]
    for _ in range(12):
        seat = again.actors()[0]
        again.act(seat, players[seat].choose(rules, again.view(seat), seat)[0])
    assert texts(again) == texts(first)[: len(again.steps)]


def test_the_levels_say_what_they_are() -> None:
    assert [level.id for level in OFFERED] == ["random", "easy", "normal"]
    for name, level in LEVELS.items():
        assert name == level.id
        assert sentence(str(level.about)) and flaw(level.about, 0) == ""
        assert level.same_as == "" or LEVELS[level.same_as].attention == level.attention


def test_an_old_name_plays_the_same() -> None:
    match = Match(game("princess"), Setup(2), SeedDealer("7"))
    (seat,) = match.actors()
    old, new = (bot(level, "7").choose(match.game, match.view(seat), seat) for level in ("greedy", "normal"))
    assert old == new


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(RuleError, match="'wizard' is no computer player"):
        bot("wizard", "1")


def duel(levels: tuple[str, str], deals: int) -> list[int]:
    """Wins of the first level: every deal is played twice, with the seats swapped."""
    rules, wins = game("princess"), [0, 0]
    for deal in range(deals):
        for swapped in (False, True):
            match = between(rules, levels[::-1] if swapped else levels, f"duel {deal}")
            standing = rules.standing(match.state)
            assert standing is not None
            for seat in standing.winners:
                wins[seat ^ swapped] += 1
    return wins


def test_greedy_beats_chance() -> None:
    assert duel(("greedy", "random"), 4) == [8, 0]


def test_easy_is_weaker_than_greedy_and_better_than_chance() -> None:
    strong, weak = duel(("greedy", "easy"), 3)
    assert strong > weak
    better, chance = duel(("easy", "random"), 2)
    assert better > 2 * chance
