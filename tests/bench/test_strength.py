"""The page about strengths: made of what was measured, and honest about goals."""

from __future__ import annotations

from tests.bench import results_file
from tests.bench.strength import DATA, GOALS, LEVELS, PAGE, Bout, bouts, page


def test_the_page_says_what_was_measured() -> None:
    assert PAGE.read_text("utf-8") == page(results_file.known(DATA))


def test_a_goal_is_reached_with_the_whole_interval_or_not_surely() -> None:
    goal = GOALS["hard", "normal"]
    assert goal.reached(0.7, 0.61, 0.78) == "yes"
    assert goal.reached(0.7, 0.55, 0.82) == "not surely"
    assert goal.reached(0.58, 0.49, 0.66) == "no"
    assert GOALS["random", "easy"].reached(0.01, 0.0, 0.03) == "not surely"
    assert GOALS["easy", "normal"].reached(0.29, 0.22, 0.36) == "yes"


def test_every_game_has_its_contests() -> None:
    assert {Bout(game, LEVELS) for game in ("princess", "sand", "beasts", "kaguya")} <= set(bouts(""))
    assert Bout("sand", ("master",)) in set(bouts("sand")) and Bout("kaguya", ("master",)) not in set(bouts("kaguya"))
