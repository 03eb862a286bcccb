"""Pairs: intervals and tests against textbooks, and that parts add up."""

from itertools import pairwise

import pytest

from tilehall.tui.lab.statistics.paired import Paired, share, sign_test, student

SLEEP = (
    (0.7, 1.9),
    (-1.6, 0.8),
    (-0.2, 1.1),
    (-1.2, 0.1),
    (-0.1, -0.1),
    (3.4, 4.4),
    (3.7, 5.5),
    (0.8, 1.6),
    (0.0, 4.6),
)
SLEEPERS = (*SLEEP, (2.0, 3.4))
"""Hours of sleep gained by two drugs, ten patients each with both: Student 1908."""


def paired(pairs: tuple[tuple[float, float], ...]) -> Paired:
    found = Paired()
    for here, there in pairs:
        found.count(here, there)
    return found


def test_the_interval_is_that_of_students_own_example() -> None:
    found = paired(SLEEPERS)
    assert found.means == pytest.approx((0.75, 2.33))
    assert found.difference == pytest.approx(1.58)
    assert found.interval == pytest.approx((0.700, 2.460), abs=0.005)


def test_parts_add_up_to_the_whole() -> None:
    whole, one, other = paired(SLEEPERS), paired(SLEEPERS[:3]), paired(SLEEPERS[3:])
    one.add(other)
    assert one.data() == pytest.approx(whole.data())


def test_pairs_are_closer_than_the_same_numbers_apart() -> None:
    """Luck that weighs on both sides is no spread of the difference."""
    found = paired(tuple((n % 17, n % 17 + n % 2) for n in range(100)))
    assert found.interval is not None
    assert 0.4 < found.interval[0] < found.difference < found.interval[1] < 0.6


def test_one_pair_and_pairs_without_a_difference() -> None:
    assert paired(((1, 2),)).interval is None and "low" not in paired(((1, 2),)).data()
    assert paired(((1, 1), (2, 2))).interval == (0, 0)


def test_students_factor_falls_to_that_of_a_curve() -> None:
    known = {5: 2.571, 9: 2.262, 20: 2.086, 60: 2.000, 1000: 1.962}  # tables of the t-distribution
    for freedom, factor in known.items():
        assert student(freedom) == pytest.approx(factor, abs=0.006)
    assert all(more > less for more, less in pairwise(student(n) for n in range(4, 50)))


def test_the_sign_test_counts_out_a_coin() -> None:
    # Binomial, two-sided: 2 * (1 + 12 + 66) / 2**12 and 2 / 2**6.
    assert sign_test(2, 10) == sign_test(10, 2) == pytest.approx(0.03857, abs=1e-5)
    assert sign_test(0, 6) == pytest.approx(0.03125)
    assert sign_test(0, 0) == sign_test(9, 9) == 1.0
    assert sign_test(480, 530) == pytest.approx(sign_test(480, 519), abs=0.15)  # from counting to the curve


def test_a_share_has_the_interval_of_wilson() -> None:
    # Newcombe 1998, table I, method 3.
    assert share(81, 263) == {"games": 81, "share": 0.308, "low": 0.2553, "high": 0.3662}
