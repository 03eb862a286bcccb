"""The course of a game: chances step by step, turning points, and the dearest turns, out of the record alone."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.engine.nim import NIM
from tests.engine.toy import TOY
from tilehall.engine import Game, Header, Match, Player, Rng, SeedDealer, Setup
from tilehall.tui.house import findings
from tilehall.tui.house.records import read_record
from tilehall.tui.house.review import Course, Reviewer, stretches

RECORDS = Path(__file__).parents[2] / "records"
PEOPLE = (Player("Aki"), Player("Bo", "random"))


def played(rules: Game[Any], steps: int = 1_000, seed: str = "7") -> Match[Any]:
    """A game by lot, to its end or as far as so many decisions."""
    match, whims = Match(rules, Setup(2), SeedDealer(seed)), Rng(seed)
    while not match.over and steps:
        seat = match.actors()[0]
        choices = match.legal(seat)
        match.act(seat, choices[whims.below(len(choices))])
        steps -= 1
    return match


def course_of(match: Match[Any], level: str = "normal", eyes: int | None = None) -> Course:
    *_, course = Reviewer(Header(match.game.id, 1, PEOPLE), match, level, eyes).courses()
    return course


def test_it_grows_to_its_end() -> None:
    courses = [*Reviewer(Header("nim", 1, PEOPLE), played(NIM), "hard").courses()]
    assert [course.done for course in courses] == [*range(1, courses[-1].total + 1)]
    assert [course.complete for course in courses] == [False] * (len(courses) - 1) + [True]
    for before, after in pairwise(courses):
        assert after.points[: len(before.points)] == before.points
        assert after.judged[: len(before.judged)] == before.judged


def test_the_last_chances_are_the_result() -> None:
    match = played(NIM)
    course = course_of(match)
    standing = NIM.standing(match.state)
    assert standing is not None
    assert course.points[0].step == 1, "lots are drawn before anybody decides"
    assert course.points[-1] == (len(match.steps), tuple(float(seat in standing.winners) for seat in (0, 1)))
    assert [swing.last for swing in course.turning_points][:1] == [len(match.steps)]


def test_a_lost_win_is_a_mistake_and_what_was_better_is_told() -> None:
    match = Match(NIM, Setup(2))
    match.act(-1, "begin 0")
    for number in (3, 1, 1, 2, 3, 2):
        match.act(match.actors()[0], f"take {number}")
    course = course_of(match, "master")
    (worst, *_) = course.mistakes(0)
    assert (worst.first, worst.last, str(worst.told), str(worst.better)) == (6, 6, "#1 takes 3.", "#1 takes 1.")
    what, better = map(str, findings.missed(worst))
    assert what.startswith("step 6: ") and better.startswith("Better: #1 takes 1. ")
    assert not course.mistakes(1), "only people are judged"


def test_the_same_record_gives_the_same_course() -> None:
    one, other = (course_of(played(TOY), "hard") for _ in range(2))
    assert one == other


def test_common_decisions_stand_alone() -> None:
    match = played(TOY)
    assert all(len(each.steps) == 1 for each in stretches(match.steps) if each.steps[0].together)
    assert sum(len(each.steps) for each in stretches(match.steps)) == len(match.steps)


def test_a_game_that_goes_on_is_told_without_the_secrets_of_others() -> None:
    match = Match(TOY, Setup(2), SeedDealer("7"))
    match.act(0, "stake 2")
    match.act(1, "pick gold")
    told = [str(swing.told) for swing in course_of(match, eyes=0).swings]
    assert told == ["#1 sets the stake to 2.", "#2 has picked."]
    assert "You pick gold." in [str(swing.told) for swing in course_of(match, eyes=1).swings]
    assert course_of(match, eyes=0).people == (0,) and course_of(match).people == ()


@pytest.mark.parametrize("name", ["beasts-2p", "kaguya-2p", "sand-solo"])
def test_a_real_record(name: str) -> None:
    record = read_record(RECORDS / f"{name}.tilehall")
    reviewer = Reviewer(record.header, record.match)
    course = next(course for course in reviewer.courses() if len(course.points) > 20)
    seats = len(record.header.players)
    assert all(len(point.chances) == seats for point in course.points)
    assert seats == 1 or all(abs(sum(point.chances) - 1) < 1e-9 for point in course.points)
    assert all(point.step < later.step for point, later in pairwise(course.points))
    assert all(0 < swing.first <= swing.last for swing in course.swings)
    assert course.people == tuple(range(seats)), "where only computers played, all are judged"
