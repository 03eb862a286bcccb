"""Games added up: shares of shared wins, beginners, rotation, spreads, endings."""

from fractions import Fraction
from random import Random

import pytest

from tests.tui.lab.made import LEVELS, observed, standing, unwon
from tilehall.tui.lab.plan import Deal, SimulationPlan, make_plan
from tilehall.tui.lab.report.report import SimulationReport
from tilehall.tui.lab.report.table import format_simulation
from tilehall.tui.lab.simulation import simulate
from tilehall.tui.lab.statistics.distribution import Distribution
from tilehall.tui.lab.tally import SimulationTally, tally_deals


def plan(players: int = 2, rotate: bool = False) -> SimulationPlan:
    return SimulationPlan("princess", LEVELS[:players], 10, "1", rotate=rotate)


def of(*deals: Deal, players: int = 2) -> SimulationTally:
    return tally_deals(plan(players), deals)


def test_a_shared_win_counts_in_parts_so_that_wins_add_up_to_games() -> None:
    tally = of((observed(standing((5, 5))),), (observed(standing((5, 3))),), (observed(standing((2, 3))),))
    assert [seat.won for seat in tally.seats] == [Fraction(3, 2), Fraction(3, 2)]
    assert sum(seat.won for seat in tally.seats) == tally.games == 3
    assert (tally.shared, [seat.shared for seat in tally.seats]) == (1, [1, 1])


def test_a_win_shared_by_three_leaves_no_rest() -> None:
    three = of((observed(standing((4, 4, 4)), levels=LEVELS[:3]),), players=3)
    assert [seat.won for seat in three.seats] == [Fraction(1, 3)] * 3


def test_games_that_nobody_wins_are_told_apart() -> None:
    tally = of((observed(unwon()),), (observed(standing((1, 2))),))
    assert (tally.unwon, sum(seat.won for seat in tally.seats)) == (1, 1)
    assert tally.beginner.deals == 1, "what is won by nobody says nothing of those who begin"
    assert SimulationReport(plan(), tally, 1.0).even == 0.25


def test_the_beginner_is_who_acts_first_and_not_seat_0() -> None:
    tally = of(*((observed(standing((0, 9)), beginner=1),) for _ in range(8)), (observed(standing((9, 0))),))
    assert (tally.beginner.mean, tally.begun) == (1, [1, 8])
    assert tally.seats[0].shares.mean == Fraction(1, 9)


def test_where_all_begin_together_nobody_does() -> None:
    tally = of((observed(standing((1, 2)), beginner=None),))
    assert (tally.beginner.deals, tally.begun) == (0, [0, 0])


def test_margins_go_by_the_ranks() -> None:
    tally = of((observed(standing((3, 9, 5)), levels=LEVELS[:3]),), players=3)
    assert (tally.winning.mean, tally.margin.mean, tally.gap.mean) == (9, 4, 6)


def test_endings_add_up() -> None:
    tally = of((observed(unwon()),), *((observed(standing((1, 2))),) for _ in range(3)))
    shares = tally.ending_shares()
    assert list(shares) == ["goal", "witch"], "the most frequent first"
    assert [each.mean for each in shares.values()] == [Fraction(3, 4), Fraction(1, 4)]


def test_levels_are_counted_wherever_they_sit() -> None:
    one, other = LEVELS[:2], LEVELS[1::-1]
    deal = (observed(standing((1, 2)), levels=one), observed(standing((2, 1)), levels=other))
    tally = tally_deals(plan(rotate=True), [deal])
    assert [seat.won for seat in tally.seats] == [1, 1]
    assert {level: each.won for level, each in tally.levels.items()} == {"easy": 0, "normal": 2}
    assert (tally.games, tally.deals) == (2, 1)


def test_games_of_one_deal_are_no_more_certain_than_the_deal() -> None:
    alike, apart = Distribution(), Distribution()
    for value in (3, 9, 4, 8):
        alike.add([value, value])
        apart.add([value])
        apart.add([value])
    assert alike.mean == apart.mean
    assert alike.interval[1] - alike.interval[0] > 1.3 * (apart.interval[1] - apart.interval[0])


def test_a_spread_is_what_the_textbook_says() -> None:
    # Mean and standard deviation of these eight numbers: 5 and 2 * sqrt(8/7).
    found = Distribution()
    for value in (2, 4, 4, 4, 5, 5, 7, 9):
        found.add([value])
    assert (found.mean, found.median, found.quantile(0.25), found.quantile(0.75)) == (5, 4, 4, 5)
    assert found.sd == pytest.approx(2 * (8 / 7) ** 0.5)
    assert found.interval == pytest.approx((5 - 1.96 * found.sd / 8**0.5, 5 + 1.96 * found.sd / 8**0.5))


def test_one_game_alone_says_nothing_of_chance() -> None:
    found = Distribution()
    found.add([4])
    assert found.sd == 0.0
    assert found.interval == (float("-inf"), float("inf"))


def test_the_order_of_deals_does_not_matter() -> None:
    deals = [(observed(standing((n % 7, n % 3)), n, decisions=n),) for n in range(40)]
    mixed = deals[:]
    Random(1).shuffle(mixed)
    one, other = of(*deals), of(*mixed)
    assert (one.decisions.mean, one.decisions.interval) == (other.decisions.mean, other.decisions.interval)
    assert [seat.shares.interval for seat in one.seats] == [seat.shares.interval for seat in other.seats]


def test_a_deal_is_rotated_once_for_each_seating_that_differs() -> None:
    def seatings(*levels: str) -> int:
        return len(make_plan("princess", len(levels), levels, rotate=True).seatings)

    assert (seatings("easy", "normal"), seatings("easy", "easy"), seatings("easy", "easy", "normal")) == (2, 1, 3)
    assert make_plan("princess", 3, ["easy", "normal", "easy"], 5).games == 5
    assert make_plan("princess", 3, ["easy", "normal", "easy"], 5, rotate=True).games == 15


def test_rotated_games_are_the_same_deal_with_others_in_the_seats() -> None:
    report = simulate("kaguya", 2, ["easy", "random"], 2, rotate=True)
    tally = report.tally
    assert (tally.games, tally.deals) == (4, 2)
    assert sum(each.won for each in tally.levels.values()) == 4 == sum(each.won for each in tally.seats)
    assert "2 deals, with all seatings" in format_simulation(report)
    one, other = (simulate("princess", 2, levels, 1).tally for levels in (["easy", "random"], ["random", "easy"]))
    both = simulate("princess", 2, ["easy", "random"], 1, rotate=True).tally
    assert both.decisions.counts == one.decisions.counts + other.decisions.counts
