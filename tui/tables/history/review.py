"""Reviews a game: how likely everybody was to win, step by step, where that turned, and which turns were mistakes.

A chance is what the player could know: it is worked out on the view of each seat, and scaled to a sum of 1. A mistake
is measured by what a level of computer players would have played at the same view, never by what was drawn later. All
of it follows from the record alone.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby
from typing import Any, NamedTuple

from tilehall.engine import (
    CHANCE,
    JUDGING_LEVELS,
    Action,
    Event,
    Game,
    Header,
    JoinedSentences,
    Match,
    Rng,
    SeatNo,
    Step,
    Text,
    Who,
)
from tilehall.engine.ai.players import Judgement, judge_turn
from tilehall.tui.tables.thinking.thinkers import AnalysisExecutor, AnalysisQuestion

Chances = tuple[float, ...]


class ChancesQuestion(NamedTuple):
    """Asks how likely everybody is to win, position by position."""

    game: str
    positions: tuple[Any, ...]
    seats: int
    viewpoint: SeatNo | None
    open: bool
    """Whether everything may be known; else only what `viewpoint` sees is used."""
    level: str = "normal"

    def answer(self, rules: Game[Any]) -> tuple[Chances, ...]:
        return tuple(self._chances(rules, s) for s in self.positions)

    def _chances(self, rules: Game[Any], s: Any) -> Chances:
        """The chance of each seat as its player could know it, scaled to a sum of 1; unscaled with one seat."""
        if not self.open:
            s = rules.sample_state(rules.view(s, self.viewpoint), Rng(0))
        found = [rules.advisor.value(rules.view(s, seat), seat).chance for seat in range(self.seats)]
        whole = sum(found)
        if self.seats == 1:
            return tuple(found)
        return tuple(each / whole for each in found) if whole > 0 else (1 / self.seats,) * self.seats


class TurnVerdict(NamedTuple):
    """What a level of computer players makes of a turn."""

    judgement: Judgement | None
    """None if nothing would have been better, or there was nothing to decide."""
    alternatives: tuple[Text, ...] = ()
    """What would have happened then, as far as the seat itself would have done it."""


class TurnQuestion(NamedTuple):
    """Asks what a level would have done instead of these actions of a seat."""

    game: str
    level: str
    positions: tuple[Any, ...]
    seat: SeatNo
    actions: tuple[Action, ...]

    def answer(self, rules: Game[Any]) -> TurnVerdict:
        seat = self.seat
        if all(len(rules.legal_actions(s, seat)) < 2 for s in self.positions):
            return TurnVerdict(None)
        view = rules.view(self.positions[0], seat)
        found = judge_turn(rules, view, seat, self.actions, self.level)
        return TurnVerdict(found, self._alternatives(rules, view, found.actions) if found else ())

    def _alternatives(self, rules: Game[Any], view: Any, actions: Iterable[Action]) -> tuple[Text, ...]:
        s, happened = rules.sample_state(view, Rng(0)), list[Event]()
        for action in actions:
            s = rules.apply(s, self.seat, action, happened)
        return tuple(event.text_for(self.seat) for event in happened if event.seat == self.seat)


ReviewAnswer = tuple[Chances, ...] | TurnVerdict
"""The answer of one part: chances, or the verdict on a turn."""
MOST_MISTAKES = 3
"""At most so many turning points are named, and so many mistakes of each person."""
TURNING_POINT = 0.1
"""The least change of a chance that makes a turning point."""
LEAST_MISTAKE = 0.01
"""The least cost of a mistake."""
JUDGE_LEVELS = JUDGING_LEVELS
USUAL_JUDGE = JUDGE_LEVELS[0]
"""The levels that can judge, and the usual one."""


class ChancePoint(NamedTuple):
    """The chances of all seats after so many steps."""

    step: int
    chances: tuple[float, ...]


class Swing(NamedTuple):
    """A turn of one seat, or draws in a row, and the chances before and after."""

    seat: SeatNo
    first: int
    last: int
    """The numbers of its steps."""
    text: Text
    before: tuple[float, ...]
    after: tuple[float, ...]

    @property
    def most_changed(self) -> SeatNo:
        """The seat whose chance changed most; of two, the one whose chance grew."""
        return max(range(len(self.after)), key=lambda seat: (round(abs(self._change(seat)), 9), self._change(seat)))

    @property
    def size(self) -> float:
        return abs(self._change(self.most_changed))

    def _change(self, seat: SeatNo) -> float:
        return self.after[seat] - self.before[seat]


class Mistake(NamedTuple):
    """A turn, and a better one."""

    seat: SeatNo
    first: int
    last: int
    actions: tuple[Action, ...]
    text: Text
    """What was done."""
    better: Text
    """What would have been."""
    judgement: Judgement


class SeatTurn(NamedTuple):
    """Steps of one seat, or draws, without a decision of anybody else between them."""

    seat: SeatNo
    steps: tuple[Step[Any], ...]

    @property
    def first(self) -> int:
        return self.steps[0].number

    @property
    def last(self) -> int:
        return self.steps[-1].number


@dataclass(frozen=True)
class GameReview:
    """A review as far as it is worked out."""

    seats: int
    steps: int
    """The number of steps of the game."""
    level: str
    people: tuple[SeatNo, ...]
    """The seats whose turns are judged."""
    total: int
    """The number of parts to work out."""
    answers: tuple[ReviewAnswer | None, ...] = ()
    """The answers so far; None for a part that failed."""
    points: tuple[ChancePoint, ...] = ()
    swings: tuple[Swing, ...] = ()
    all_mistakes: tuple[Mistake, ...] = ()

    @property
    def finished_parts(self) -> int:
        """The number of parts that are answered or have failed."""
        return len(self.answers)

    @property
    def failed_parts(self) -> int:
        """The number of parts that have failed."""
        return self.answers.count(None)

    @property
    def remaining_parts(self) -> Sequence[int]:
        """The numbers of the parts to work out: first those that have failed, for another try."""
        lost = (part for part, answer in enumerate(self.answers) if answer is None)
        return [*lost, *range(self.finished_parts, self.total)]

    @property
    def complete(self) -> bool:
        return self.finished_parts >= self.total

    @property
    def turning_points(self) -> tuple[Swing, ...]:
        """The turning points, greatest first."""
        great = (swing for swing in self.swings if round(swing.size, 9) >= TURNING_POINT)
        return tuple(sorted(great, key=lambda swing: (-round(swing.size, 9), swing.first))[:MOST_MISTAKES])

    def mistakes(self, seat: SeatNo) -> tuple[Mistake, ...]:
        """The worst mistakes of this seat, worst first: by the chance as it is shown, then by points."""
        dear = (each for each in self.all_mistakes if each.seat == seat and each.judgement.cost >= LEAST_MISTAKE)
        return tuple(sorted(dear, key=_mistake_rank)[:MOST_MISTAKES])

    def chances_at(self, step: int) -> tuple[float, ...] | None:
        """The chances after this step; None if they are not known yet."""
        return next((point.chances for point in reversed(self.points) if point.step <= step), None)


class Reviewer:
    """Reviews one game as a viewpoint may know it, part by part.

    >>> from tilehall.engine import Header, Match, RecordPlayer, SeedDealer, Setup, load_game
    >>> match = Match(load_game("princess"), Setup(2, (("start_seat", "0"),)), SeedDealer("7"))
    >>> turned = match.act(0, "side a")
    >>> *_, initial_review = Reviewer(Header("princess", 1, (RecordPlayer("Aki"), RecordPlayer("Bo"))), match).review()
    >>> initial_review.complete, [round(sum(point.chances), 6) for point in initial_review.points]
    (True, [1.0, 1.0])
    """

    def __init__(
        self,
        header: Header,
        match: Match[Any],
        level: str = USUAL_JUDGE,
        viewpoint: SeatNo | None = None,
    ) -> None:
        self.match = match
        self.rules: Game[Any] = match.game
        self.level = level
        self.viewpoint = viewpoint
        self.open = match.is_over or not self.rules.has_secrets
        """Whether everything may be known."""
        self.seats = len(header.players)
        self.turns = seat_turns(match.steps)
        begun = [turn.seat != CHANCE for turn in self.turns]
        self.dealt = self.turns[: begun.index(True) if True in begun else len(begun)]
        """The draws before the first decision."""
        self.first = self.dealt[-1].steps[-1].after if self.dealt else match.initial_state
        people = [n for n, player in enumerate(header.players) if player.kind == "human"] or [*range(self.seats)]
        self.people = tuple(n for n in people if self.open or n == viewpoint)
        self.steps = len(match.steps)
        self._turns = self.turns[len(self.dealt) :]
        self._own = [turn for turn in self._turns if turn.seat in self.people]

    def review(self, known: GameReview | None = None) -> Iterator[GameReview]:
        """Yield the review as it grows, worked out in the caller: first the chances, then the turns of people."""
        course = known or self.initial_review()
        for part in course.remaining_parts:
            course = self._with_answer(course, part, self._question(part).answer(self.rules))
            yield course

    async def review_with(
        self, answerers: AnalysisExecutor, known: GameReview | None = None
    ) -> AsyncGenerator[GameReview, None]:
        """Yield the review as it grows, worked out by an executor, from as much of it as is known."""
        from tilehall.tui.tables.thinking.background import answer_in_order

        course = known or self.initial_review()
        left = iter(course.remaining_parts)
        # If the caller stops early, all remaining work is cancelled.
        async with aclosing(answer_in_order(map(self._question, course.remaining_parts), answerers)) as answers:
            async for answer in answers:
                course = self._with_answer(course, next(left), answer)
                yield course

    def initial_review(self, other: GameReview | None = None) -> GameReview:
        """An empty review, or one with as much of another as does not depend on the judge."""
        bare = GameReview(self.seats, self.steps, self.level, self.people, 1 + len(self._turns) + len(self._own))
        if other is None:
            return bare
        answers = other.answers[: 1 + len(self._turns)]
        return replace(bare, answers=answers, points=other.points, swings=other.swings)

    def _question(self, part: int) -> AnalysisQuestion[ReviewAnswer]:
        """The question of a part: first the chances at the beginning, then those after each turn, then the verdicts."""
        if part == 0:
            return self._weighing([self.first])
        if part <= len(self._turns):
            return self._weighing([step.after for step in _evaluated_steps(self._turns[part - 1])])
        turn = self._own[part - 1 - len(self._turns)]
        before, actions = zip(*((step.before, step.action) for step in turn.steps), strict=True)
        return TurnQuestion(self.rules.id, self.level, before, turn.seat, actions)

    def _weighing(self, positions: Sequence[Any]) -> ChancesQuestion:
        return ChancesQuestion(self.rules.id, tuple(positions), self.seats, self.viewpoint, self.open)

    def _with_answer(self, course: GameReview, part: int, answer: ReviewAnswer | None) -> GameReview:
        """The review with the answer of the next part, or of one that had failed."""
        if part == course.finished_parts:
            return self._with_next(course, answer)
        if answer is None:
            return course
        answers = (*course.answers[:part], answer, *course.answers[part + 1 :])
        return reduce(self._with_next, answers, self.initial_review())

    def _with_next(self, course: GameReview, answer: ReviewAnswer | None) -> GameReview:
        """The review with the next answer; a part that failed changes no chances."""
        at, course = course.finished_parts, replace(course, answers=(*course.answers, answer))
        if isinstance(answer, TurnVerdict):
            return self._with_verdict(course, self._own[at - 1 - len(self._turns)], answer)
        if at > len(self._turns):
            return course
        if at == 0:
            even = ((1 / self.seats,) * self.seats,)
            return replace(course, points=(ChancePoint(self.dealt[-1].last if self.dealt else 0, (answer or even)[0]),))
        return self._with_chances(course, self._turns[at - 1], answer)

    def _with_chances(self, course: GameReview, turn: SeatTurn, found: tuple[Chances, ...] | None) -> GameReview:
        before, steps = course.points[-1].chances, _evaluated_steps(turn)
        points = tuple(map(ChancePoint, (step.number for step in steps), found or (before,) * len(steps)))
        told = self._told(turn, self.viewpoint)
        swing = Swing(turn.seat, turn.first, turn.last, told, before, points[-1].chances)
        return replace(course, points=course.points + points, swings=(*course.swings, swing))

    def _with_verdict(self, course: GameReview, turn: SeatTurn, verdict: TurnVerdict) -> GameReview:
        found, seat = verdict.judgement, turn.seat
        if found is None:
            return course
        instead = verdict.alternatives
        better = Text("{told}", told=JoinedSentences(instead)) if instead else self._done(seat, found.actions)
        told, actions = self._told(turn, seat), tuple(step.action for step in turn.steps)
        mistake = Mistake(seat, turn.first, turn.last, actions, told, better, found)
        return replace(course, all_mistakes=(*course.all_mistakes, mistake))

    def _told(self, turn: SeatTurn, viewpoint: SeatNo | None) -> Text:
        """What happened, as a viewpoint may read it."""
        happened = [event for step in turn.steps for event in step.events]
        told = tuple(event.text_for(viewpoint) for event in happened)
        if told:
            return Text("{told}", told=JoinedSentences(told))
        if turn.seat == CHANCE:
            return Text("The dealer draws.")
        if not self.open and turn.seat != viewpoint:
            return Text("{who} decides in secret.", who=Who(turn.seat))
        return self._done(turn.seat, [step.action for step in turn.steps])

    def _done(self, seat: SeatNo, actions: Sequence[Action]) -> Text:
        return Text(
            "{told}",
            told=JoinedSentences(tuple(self.rules.narrator.describe_action(seat, action) for action in actions)),
        )


def run_review(reviewer: Reviewer, known: GameReview, workers: int | None) -> GameReview:
    """Complete what is known of a review and wait for it, in so many processes; None: as many as cores to spare.

    What does not take long is worked out in the caller. The result does not depend on how.
    """
    # Only needed here: the processes that answer load this module, too, and need no event loop.
    import asyncio

    from tilehall.tui.tables.thinking.background import ProcessPool, spare_cores

    most = spare_cores() if workers is None else workers
    if most < 2 or reviewer.level == USUAL_JUDGE or not known.remaining_parts:
        *_, review = known, *reviewer.review(known)
        return review

    async def complete() -> GameReview:
        review = known
        async for each in reviewer.review_with(pool, known):
            review = each
        return review

    pool = ProcessPool(most, nice=0)
    try:
        return asyncio.run(complete())
    finally:
        pool.close()


def _mistake_rank(mistake: Mistake) -> tuple[float, float, int]:
    found = mistake.judgement
    return -max(0.0, round(found.chance, 2)), -round(found.points, 1), mistake.first


def seat_turns(steps: Sequence[Step[Any]]) -> list[SeatTurn]:
    """The steps of a game turn by turn; parts of a joint decision stand alone."""
    groups = groupby(steps, lambda step: (step.seat, step.number if step.is_joint else 0))
    return [SeatTurn(seat, tuple(group)) for (seat, _), group in groups]


def _evaluated_steps(turn: SeatTurn) -> Sequence[Step[Any]]:
    """The steps after which chances are worked out: each of a player, the last of several draws."""
    return turn.steps if turn.seat != CHANCE else turn.steps[-1:]
