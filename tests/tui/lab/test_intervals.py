"""Intervals: against control values, and against games whose truth is known."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from tests.tui.lab.made import observed, standing
from tilehall.engine.core.usage import ThingUsage
from tilehall.tui.lab.plan import SimulationPlan
from tilehall.tui.lab.report.report import SimulationReport, sure_from
from tilehall.tui.lab.statistics.effects import Effect, Scale
from tilehall.tui.lab.statistics.evidence import wilson_interval
from tilehall.tui.lab.statistics.intervals import share_interval
from tilehall.tui.lab.tally import tally_deals

HALF, NONE, ALL = Fraction(1, 2), Fraction(0), Fraction(1)


@pytest.mark.parametrize(("wins", "games"), [(81, 263), (0, 20), (20, 20), (1, 3)])
def test_whole_wins_have_the_interval_of_wilson(wins: int, games: int) -> None:
    assert share_interval({ALL: wins, NONE: games - wins}) == pytest.approx(wilson_interval(wins, games))


def test_shared_wins_are_surer_than_whole_ones_but_not_certain() -> None:
    low, high = share_interval({HALF: 100})
    assert 0.45 < low < 0.5 < high < 0.55
    assert share_interval({}) == (0.0, 1.0)


@pytest.mark.parametrize(
    "truth",
    [{NONE: 30, ALL: 20, HALF: 50}, {NONE: 5, ALL: 5, HALF: 90}, {NONE: 90, Fraction(1, 3): 7, ALL: 3}],
)
def test_the_interval_holds_the_true_share_in_19_of_20_cases(truth: dict[Fraction, int]) -> None:
    chance = Random(1)
    share = float(sum(value * times for value, times in truth.items()) / 100)
    held = 0
    for _ in range(400):
        low, high = share_interval(Counter(chance.choices([*truth], [*truth.values()], k=60)))
        held += low <= share <= high
    assert held >= 0.94 * 400


def effect(*games: tuple[tuple[int, ...], tuple[int, ...]]) -> tuple[Effect, Scale]:
    """What these counts and winners come to, a deal each."""
    players = len(games[0][0])
    scale, found = Scale.of(players), Effect()
    for deal, (counts, winners) in enumerate(games):
        shares = scale.shares(winners, players)
        found.add(deal, counts, shares, scale.ahead(counts, shares))
    return found, scale


def test_those_who_did_it_more_are_compared_with_those_who_did_it_less() -> None:
    found, scale = effect(((2, 1), (0,)), ((0, 3), (1,)), ((4, 0), (1,)), ((1, 1), (0,)))
    difference = found.difference(scale)
    assert difference is not None
    assert (difference.mean, difference.games) == (pytest.approx(1 / 3), 3), "who did it as often is not compared"
    assert (found.games, found.total, found.seats) == (4, 12, 6)


def test_the_interval_of_a_difference_is_that_of_bonett_and_price() -> None:
    # 9 games won by those who did it more, 3 by the others: p12 = 10/14, p21 = 4/14, and (p12 - p21) ± 1.96 errors.
    found, scale = effect(*[((1, 0), (0,))] * 9, *[((1, 0), (1,))] * 3)
    difference = found.difference(scale)
    assert difference is not None
    error = ((10 / 14 + 4 / 14 - (6 / 14) ** 2) / 14) ** 0.5
    assert (difference.low, difference.high) == pytest.approx((6 / 14 - 1.96 * error, 6 / 14 + 1.96 * error))
    assert difference.sureness == pytest.approx(6 / 12**0.5)


def test_with_more_players_it_goes_by_the_average_of_the_game() -> None:
    # Seats 0 and 1 did it more than the average, seats 2 and 3 less; seats 0 and 2 share the win.
    found, scale = effect(((5, 4, 1, 0), (0, 2)))
    difference = found.difference(scale)
    assert difference is not None and difference.mean == 0.0
    assert scale.ahead((3, 2, 1), scale.shares((0,), 3)) is not None


def test_what_all_do_alike_tells_nothing() -> None:
    found, scale = effect(((1, 1), (0,)), ((2, 2), (1,)))
    assert found.difference(scale) is None


def test_seven_of_seven_are_not_beyond_chance_among_a_hundred() -> None:
    found, scale = effect(*[((1, 0), (0,))] * 7)
    difference = found.difference(scale)
    assert difference is not None and difference.mean == 1.0
    assert 1.96 < difference.sureness < sure_from(100)


def test_things_that_do_nothing_are_hardly_ever_called_clear() -> None:
    """A hundred things without any effect in 300 games: one in 20 stands out by chance, none is called clear."""
    chance, things = Random(2), [ThingUsage("lay", "tile", str(n)) for n in range(100)]
    deals = []
    for number in range(300):
        used = {each: (chance.randrange(2), chance.randrange(2)) for each in things}
        deals.append((observed(standing((chance.randrange(50), chance.randrange(50))), number, used=used),))
    plan = SimulationPlan("princess", ("easy", "normal"), 300, "1")
    report = SimulationReport(plan, tally_deals(plan, deals), 1.0)
    assert sum(finding.clear for finding in report.findings) == 0
    telling = [finding for finding in report.findings if finding.difference and finding.difference.telling]
    assert 0 < len(telling) < 13
