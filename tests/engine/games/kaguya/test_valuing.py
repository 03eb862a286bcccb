"""The value of a position: terms that sum up, chances that make one game, and nothing of what is hidden."""

from __future__ import annotations

import pytest

from tests.engine.games.kaguya.playing import played, turned, wandered
from tests.engine.games.kaguya.table import deal
from tilehall.engine.games.kaguya import KAGUYA


@pytest.mark.parametrize("players", [2, 3, 4])
def test_terms_sum_up_and_chances_make_one_game(players: int) -> None:
    for step, (s, _) in enumerate(wandered(5 + players, players)):
        if step % 3:
            continue
        values = [KAGUYA.advisor.value(s, seat) for seat in range(players)]
        assert sum(value.chance for value in values) == pytest.approx(1, abs=0.15)
        for seat, value in enumerate(values):
            assert value.points == pytest.approx(sum(term.points for term in value.terms))
            assert 0 < value.chance < 1
            assert all(str(term.text) and term.kind for term in value.terms)
            assert KAGUYA.advisor.value(KAGUYA.view(s, seat), seat) == value


@pytest.mark.parametrize(("players", "options"), [(2, ()), (3, (("final_tie", "shared"),)), (4, ())])
def test_at_the_end_the_value_is_the_result(players: int, options: tuple[tuple[str, str], ...]) -> None:
    for seed in range(6):
        *_, (s, last) = wandered(seed, players, options)
        while KAGUYA.actors(s):
            s = KAGUYA.apply(s, last, KAGUYA.legal_actions(s, last)[0])
        standing = KAGUYA.final_result(s)
        assert standing is not None
        assert standing.scores is not None
        for seat in range(players):
            value, best = KAGUYA.advisor.value(s, seat), max(standing.scores[:seat] + standing.scores[seat + 1 :])
            assert value.points == standing.scores[seat] - best
            assert value.chance == (seat in standing.winners) / len(standing.winners)


def test_who_is_ahead_is_worth_more() -> None:
    s = deal(3).state
    even = KAGUYA.advisor.value(s, 1)
    ahead = s.copy()
    ahead.edit(1).favour += 6
    assert KAGUYA.advisor.value(ahead, 1).chance > even.chance > KAGUYA.advisor.value(ahead, 0).chance
    late = ahead.copy()
    late.princess = 29
    assert KAGUYA.advisor.value(late, 1).chance > KAGUYA.advisor.value(ahead, 1).chance


def test_a_larger_room_is_worth_more_at_a_higher_rate() -> None:
    s = deal(2, columns={1: "L1 L2 N08"}).present("R", "-").lay(1, "e5").lay(3, "e1").lay(2, "e9").state.copy()
    points = []
    for red in (1, 5, 8):
        s.storage = bytes((red, 2, 2, 2, 0))
        points += [term.points for term in KAGUYA.advisor.value(s, 1).terms if "kitchen" in str(term.text)]
    assert 0 < points[0] < points[1] < points[2]


def test_a_table_turned_round_is_worth_the_same() -> None:
    for number, step in enumerate(played(3, 4, 1)):
        if number % 5 == 0:
            for seat in range(4):
                here, there = KAGUYA.advisor.value(step.s, seat), KAGUYA.advisor.value(turned(step.s), (seat + 1) % 4)
                assert here.points == pytest.approx(there.points)
                assert here.chance == pytest.approx(there.chance)
