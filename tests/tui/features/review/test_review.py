"""The course of a game: chances step by step, turning points, and the dearest turns, out of the record alone."""

from __future__ import annotations

import asyncio
from collections.abc import Container
from contextlib import aclosing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.engine.games.nim import NIM
from tests.engine.games.toy import TOY
from tilehall.engine import Game, Header, Match, RecordPlayer, Rng, SeedDealer, Setup, Text, load_game
from tilehall.engine.ai.players import Judgement
from tilehall.tui.tables.history import review_text
from tilehall.tui.tables.history.replay import ReviewCache
from tilehall.tui.tables.history.review import GameReview, Mistake, Reviewer, Swing, run_review, seat_turns
from tilehall.tui.tables.storage.saved_games import read_record
from tilehall.tui.tables.thinking.background import QUEUED_AHEAD
from tilehall.tui.tables.thinking.thinkers import AnalysisQuestion, InlineExecutor

A = TypeVar("A")
RECORDS = Path(__file__).parents[3] / "records"
PEOPLE = (RecordPlayer("Aki"), RecordPlayer("Bo", "random"))


def played(rules: Game[Any], steps: int = 1_000, seed: str = "7") -> Match[Any]:
    """A game by lot, to its end or as far as so many decisions."""
    match, whims = Match(rules, Setup(2), SeedDealer(seed)), Rng(seed)
    while not match.is_over and steps:
        seat = match.actors()[0]
        choices = match.legal_actions(seat)
        match.act(seat, choices[whims.below(len(choices))])
        steps -= 1
    return match


def course_of(match: Match[Any], level: str = "normal", eyes: int | None = None) -> GameReview:
    *_, course = Reviewer(Header(match.game.id, 1, PEOPLE), match, level, eyes).review()
    return course


def test_it_grows_to_its_end() -> None:
    courses = [*Reviewer(Header("nim", 1, PEOPLE), played(NIM), "hard").review()]
    assert [course.finished_parts for course in courses] == [*range(1, courses[-1].total + 1)]
    assert [course.complete for course in courses] == [False] * (len(courses) - 1) + [True]
    for before, after in pairwise(courses):
        assert after.points[: len(before.points)] == before.points
        assert after.all_mistakes[: len(before.all_mistakes)] == before.all_mistakes


def test_the_last_chances_are_the_result() -> None:
    match = played(NIM)
    course = course_of(match)
    standing = NIM.final_result(match.state)
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
    assert (worst.first, worst.last, str(worst.text), str(worst.better)) == (6, 6, "#1 takes 3.", "#1 takes 1.")
    what, better = map(str, review_text.mistake_text(worst))
    assert what.startswith("step 6: ") and better.startswith("Better: #1 takes 1. ")
    assert not course.mistakes(1), "only people are judged"


def test_mistakes_stand_in_the_order_of_what_is_shown_of_them() -> None:
    def mistake(step: int, chance: float, points: float) -> Mistake:
        return Mistake(0, step, step, (), Text("so"), Text("so"), Judgement((), Text("so"), chance, points, ()))

    judged = (mistake(1, 0.08, 4.8), mistake(2, 0.11, 2.1), mistake(3, 0.004, 3.0), mistake(4, 0.0801, 0.5))
    course = GameReview(2, 9, "normal", (0,), 1, 1, all_mistakes=judged)
    assert [each.first for each in course.mistakes(0)] == [2, 1, 4], "11%, 8% with more points, 8%"


def test_what_changes_little_is_no_turning_point() -> None:
    def swing(after: float) -> Swing:
        return Swing(0, 1, 1, Text("so"), (0.5, 0.5), (after, 1 - after))

    course = GameReview(2, 9, "normal", (), 1, 1, swings=(swing(0.59), swing(0.41)))
    assert not course.turning_points
    assert len(replace(course, swings=(swing(0.6), swing(0.41))).turning_points) == 1


def test_the_same_record_gives_the_same_course() -> None:
    one, other = (course_of(played(TOY), "hard") for _ in range(2))
    assert one == other


def test_common_decisions_stand_alone() -> None:
    match = played(TOY)
    assert all(len(each.steps) == 1 for each in seat_turns(match.steps) if each.steps[0].is_joint)
    assert sum(len(each.steps) for each in seat_turns(match.steps)) == len(match.steps)


def test_a_game_that_goes_on_is_told_without_the_secrets_of_others() -> None:
    match = Match(TOY, Setup(2), SeedDealer("7"))
    match.act(0, "stake 2")
    match.act(1, "pick gold")
    told = [str(swing.text) for swing in course_of(match, eyes=0).swings]
    assert told == ["#1 sets the stake to 2.", "#2 has picked."]
    assert "You pick gold." in [str(swing.text) for swing in course_of(match, eyes=1).swings]
    assert course_of(match, eyes=0).people == (0,) and course_of(match).people == ()


# --- worked out by others ---------------------------------------------------------------------------------------------


class Clerks:
    """Several answer at a time, each in its own time; some answers are lost."""

    max_parallel = 3

    def __init__(self, lost: Container[int] = ()) -> None:
        self.asked: list[AnalysisQuestion[Any]] = []
        self.lost = lost
        self.at_work = 0

    async def answer(self, question: AnalysisQuestion[A]) -> A | None:
        number = len(self.asked)
        self.asked.append(question)
        self.at_work += 1
        try:
            await asyncio.sleep(0.002 * (number % 3))
        finally:
            self.at_work -= 1
        return None if number in self.lost else question.answer(load_game(question.game))


@pytest.fixture
def going() -> Reviewer:
    """A game that has begun, with people who are judged."""
    match = played(load_game("beasts"), 40)
    return Reviewer(Header("beasts", 1, (RecordPlayer("Aki"), RecordPlayer("Bo"))), match)


async def test_several_work_it_out_in_the_same_order(going: Reviewer) -> None:
    courses = [course async for course in going.review_with(Clerks())]
    assert courses == [*going.review()]
    assert courses == [course async for course in going.review_with(InlineExecutor())]


async def test_it_goes_on_with_what_is_known(going: Reviewer) -> None:
    *_, whole = going.review()
    for known in [*going.review()][::7]:
        clerks = Clerks()
        assert [course async for course in going.review_with(clerks, known)][-1:] in ([whole], [])
        assert len(clerks.asked) == whole.total - known.finished_parts


async def test_whoever_stops_listening_calls_off_what_is_worked_at(going: Reviewer) -> None:
    clerks = Clerks()
    async with aclosing(going.review_with(clerks)) as courses:
        assert (await anext(courses)).finished_parts == 1
        assert clerks.asked
    await asyncio.sleep(0)
    assert clerks.at_work == 0 and len(clerks.asked) <= QUEUED_AHEAD * clerks.max_parallel


async def test_a_part_that_is_lost_loses_nothing_else(going: Reviewer) -> None:
    *_, whole = going.review()
    lost = {0, 3, whole.total - 1}
    *_, course = [course async for course in going.review_with(Clerks(lost))]
    assert course.complete and course.failed_parts == len(lost)
    assert len(course.points) == len(whole.points) and course.points[-1] == whole.points[-1]
    assert {each.first for each in course.all_mistakes} <= {each.first for each in whole.all_mistakes}


async def test_what_was_lost_is_tried_again_and_then_all_is_there(going: Reviewer) -> None:
    *_, whole = going.review()
    memory, others = ReviewCache(), Clerks({1})
    lost = Clerks({0, 3, whole.total - 1})
    async for course in going.review_with(lost, memory.recall(going)):
        memory.store(course)
    *_, once_more = [course async for course in going.review_with(others, memory.recall(going))]
    assert len(others.asked) == 3 and once_more.complete and once_more.failed_parts == 1
    memory.store(once_more)
    assert run_review(going, memory.recall(going), 0) == whole


async def test_what_one_judge_has_lost_the_next_one_tries(going: Reviewer) -> None:
    memory = ReviewCache()
    async for course in going.review_with(Clerks({0, 3}), memory.recall(going)):
        memory.store(course)
    harder = Reviewer(Header("beasts", 1, (RecordPlayer("Aki"), RecordPlayer("Bo"))), going.match, "hard")
    assert memory.recall(harder).failed_parts == 2 and memory.recall(harder).remaining_parts[:2] == [0, 3]


def test_what_is_known_by_one_judge_is_kept_and_the_chances_are_for_all(going: Reviewer) -> None:
    memory = ReviewCache()
    assert memory.recall(going).finished_parts == 0
    *_, whole = going.review()
    memory.store(whole)
    assert memory.recall(going) is whole
    harder = Reviewer(Header("beasts", 1, (RecordPlayer("Aki"), RecordPlayer("Bo"))), going.match, "hard")
    known = memory.recall(harder)
    assert (known.level, known.points, known.swings, known.all_mistakes) == ("hard", whole.points, whole.swings, ())
    assert 0 < known.finished_parts < known.total == whole.total
    going.match.undo(going.match.steps[-1].seat)
    another = Reviewer(Header("beasts", 1, (RecordPlayer("Aki"), RecordPlayer("Bo"))), going.match.copy())
    assert memory.recall(another).finished_parts == 0, "another step, another course"


def test_for_whoever_waits_it_is_the_same_in_two_processes() -> None:
    reviewer = Reviewer(
        Header("princess", 1, (RecordPlayer("Aki"), RecordPlayer("Bo"))), played(load_game("princess"), 9), "hard"
    )
    here, there = (run_review(reviewer, reviewer.initial_review(), workers) for workers in (0, 2))
    assert here == there and here.complete
    assert run_review(reviewer, here, 2) is here, "nothing is left to be worked out"


@pytest.mark.parametrize("name", ["beasts-2p", "kaguya-2p", "sand-solo"])
def test_a_real_record(name: str) -> None:
    record = read_record(RECORDS / f"{name}.tilehall")
    reviewer = Reviewer(record.header, record.match)
    course = next(course for course in reviewer.review() if len(course.points) > 20)
    seats = len(record.header.players)
    assert all(len(point.chances) == seats for point in course.points)
    assert seats == 1 or all(abs(sum(point.chances) - 1) < 1e-9 for point in course.points)
    assert all(point.step < later.step for point, later in pairwise(course.points))
    assert all(0 < swing.first <= swing.last for swing in course.swings)
    assert course.people == tuple(range(seats)), "where only computers played, all are judged"
