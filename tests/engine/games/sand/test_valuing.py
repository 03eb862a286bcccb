"""What positions are worth: terms that add up, chances that share one game, exact numbers at its end."""

from __future__ import annotations

import pytest

from tests.engine.games.sand.table import dealt, having
from tests.engine.games.sand.test_planning import GAMES, decisions
from tilehall.engine import CHANCE
from tilehall.engine.games.sand import SAND
from tilehall.engine.games.sand.actions import END
from tilehall.engine.games.sand.ai.weights import weights
from tilehall.engine.games.sand.components import components


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_terms_add_up_and_chances_share_the_game(players: int, options: tuple[tuple[str, str], ...]) -> None:
    for view, _ in decisions(players, options)[::3]:
        values = [SAND.advisor.value(view, seat) for seat in range(players)]
        for value in values:
            assert 0 <= value.chance <= 1
            assert value.points == pytest.approx(sum(term.points for term in value.terms))
            assert all(str(term.text) for term in value.terms)
        if players > 1:
            assert sum(value.chance for value in values) == pytest.approx(1, abs=0.05)
            assert max(values, key=lambda value: value.points).chance == max(value.chance for value in values)


@pytest.mark.parametrize(("players", "options"), GAMES[2:])
def test_the_end_is_exact(players: int, options: tuple[tuple[str, str], ...]) -> None:
    s, seat = decisions(players, options)[-1]
    while seats := SAND.actors(s):
        action = (
            SAND.legal_actions(s, seats[0])[0]
            if seats[0] == CHANCE
            else SAND.advisor.plans(s, seats[0], 1)[0].actions[0]
        )
        s = SAND.apply(s, seats[0], action)
    standing = SAND.final_result(s)
    assert standing is not None
    assert standing.scores is not None
    for seat in range(players):
        value = SAND.advisor.value(s, seat)
        assert value.chance == (seat in standing.winners)
        others = [score for other, score in enumerate(standing.scores) if other != seat]
        assert value.points == standing.scores[seat] - max(others)


def test_alone_the_stars_count() -> None:
    s = SAND.view(decisions(1, ())[-1][0], 0)
    assert s.round == components().rounds
    assert SAND.advisor.value(s, 0).points == pytest.approx(s.magicians[0].stars, abs=6)
    over = SAND.apply(s, 0, END)
    while SAND.actors(over):
        over = SAND.apply(over, CHANCE, SAND.legal_actions(over, CHANCE)[0])
    assert SAND.advisor.value(over, 0).points == over.magicians[0].stars
    assert SAND.advisor.value(over, 0).chance == (over.magicians[0].stars >= weights().good)


def test_time_helps_those_who_are_behind() -> None:
    cards = [["1aG", "1bG", "1cG", "1dG"], ["2aG", "2bG", "2cG", "2dG"], ["3aG", "3bG", "3cG", "3eG"]]
    rows = dict(enumerate(cards, 1))
    s = having(having(dealt(), 0, tableau=["3dG", "3dR"]), 1, rows, tableau=["3eR"])
    sooner = having(s, 1, rows, tableau=["3eR", "1aR", "1aK", "1eR", "1eK", "1cK"])
    late, soon = SAND.advisor.value(s, 0), SAND.advisor.value(sooner, 0)
    assert late.chance > 0.7
    assert late.points > 7
    assert late.points - soon.points == pytest.approx(6, abs=4)
    assert late.chance / late.points < soon.chance / soon.points


def test_what_lacks_a_piece_is_named() -> None:
    s = having(dealt(), squares={"B2": "G", "C2": "G"}, rows={1: ["1aG", "1fK", "1dR", "1cR"]})
    assert "1aG Stele lacks G" in [str(term.text) for term in SAND.advisor.value(s, 0).terms]
