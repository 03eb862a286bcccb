"""A seat that steps through a game: its moment moves freely, and nothing can be done."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

from tilehall.engine import (
    CHANCE,
    Action,
    Advice,
    Game,
    Header,
    IllegalActionError,
    Match,
    Receipt,
    Refusal,
    SeatNo,
    Text,
)
from tilehall.tui.tables.computer_players import INLINE, TableServices
from tilehall.tui.tables.history.reasons import reason_for_step
from tilehall.tui.tables.listeners import Listeners, UntilRead, WhenBroken, WhenChanged
from tilehall.tui.tables.moment import Moment, SeenStep
from tilehall.tui.tables.seen_steps import StepViewer
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import InlineExecutor

if TYPE_CHECKING:
    from tilehall.tui.tables.history.review import GameReview, Reviewer

S = TypeVar("S")
NOT_OVER = Text("The course of a game can be looked at when the game is over; this one is not.")


@dataclass(frozen=True)
class KnownGame(Generic[S]):
    """As much of a game as may be known where it is stepped through."""

    rules: Game[S]
    header: Header
    viewpoint: SeatNo | None
    """Whose view is shown; None: what everybody may see."""
    states: Sequence[S]
    """Positions before the first step and after each; views are enough."""
    seen_steps: tuple[SeenStep, ...]
    over: bool
    seed: str = ""
    record: str = ""
    place: str = ""


def known_game(table: Table[S], viewer: StepViewer | None = None) -> KnownGame[S]:
    """As much of a game of this process as the people at this keyboard may know."""
    people, match = table.humans, table.match
    viewpoint = people[0] if len(people) == 1 else None
    viewer = viewer or StepViewer(table.rules, frank=not people, aids=table.header.aids)
    return KnownGame(
        table.rules,
        replace(table.header, position=""),
        viewpoint,
        [match.initial_state, *(step.after for step in match.steps)],
        viewer.view_steps(match.steps, viewpoint, table.over, table.reasons),
        table.over,
        table.seed,
        table.store.name if table.store else "",
        table.store.place if table.store else "",
    )


def known_history(table: Table[Any], viewpoint: SeatNo | None) -> tuple[tuple[Any, ...], tuple[SeenStep, ...]]:
    """The positions before the first step and after each, and the steps, as a viewpoint may know them.

    >>> from tilehall.engine import RecordPlayer
    >>> states, seen = known_history(Table.open("princess", (RecordPlayer("Aki"), RecordPlayer("Bo")), seed="7"), None)
    >>> len(states), [str(step.action) for step in seen]
    (4, ['start 1', 'board B4', 'board B3'])
    """
    match, rules = table.match, table.rules
    states = (match.initial_state, *(step.after for step in match.steps))
    seen = StepViewer(rules).view_steps(match.steps, viewpoint, match.is_over, table.reasons)
    return tuple(rules.view(state, viewpoint) for state in states), seen


class ReviewCache:
    """Caches the reviews of a game, by judge, until the game goes on.

    Parts that could not be worked out are tried again by the next caller.
    """

    def __init__(self) -> None:
        self._of: tuple[Match[Any], SeatNo | None] | None = None
        self._reviews: dict[str, GameReview] = {}

    def recall(self, reviewer: Reviewer) -> GameReview:
        """As much of the review as is known: by this judge, or at least what is the same for all."""
        if self._of is None or self._of[0] is not reviewer.match or self._of[1] != reviewer.viewpoint:
            self._of = reviewer.match, reviewer.viewpoint
            self._reviews.clear()
        known = self._reviews.get(reviewer.level)
        longest = max(self._reviews.values(), key=lambda review: review.finished_parts, default=None)
        return known or reviewer.initial_review(longest)

    def store(self, review: GameReview) -> None:
        self._reviews[review.level] = review


class Replay(Generic[S]):
    """Shows one moment of a game of this process, or of a known part of a game elsewhere.

    >>> from tilehall.engine import RecordPlayer
    >>> replay = Replay(Table.open("princess", (RecordPlayer("Aki"), RecordPlayer("Bo")), seed="7"))
    >>> replay.go(1)
    >>> replay.now.number, replay.now.must_decide
    (1, False)
    """

    number: SeatNo | None = None
    is_thinking = False

    def __init__(
        self,
        of: Table[S] | KnownGame[S],
        step: int = 0,
        services: TableServices = INLINE,
        review_cache: ReviewCache | None = None,
    ) -> None:
        """`review_cache` is shared by all replays of a game, so that nothing is worked out twice."""
        self._services = services
        self._review_cache = review_cache or ReviewCache()
        self._table = of if isinstance(of, Table) else None
        self._step_viewer = StepViewer(of.rules, not of.humans, of.header.aids) if isinstance(of, Table) else None
        self._known = known_game(of, self._step_viewer) if isinstance(of, Table) else of
        self._listeners = Listeners()
        self.steps = len(self._known.seen_steps)
        self._front: SeatNo | None = None
        self._moment = self.moment_at(step)

    @property
    def header(self) -> Header:
        return self._known.header

    @property
    def now(self) -> Moment[S]:
        return self._moment

    def go(self, step: int) -> None:
        """Go to the moment after so many steps, or to the nearest one."""
        self._moment = self.moment_at(max(0, min(step, self.steps)))
        self._listeners.notify()

    def follow(self) -> None:
        """Take in what has happened in the game since; the moment stays."""
        if self._table is not None and self._table.steps != self.steps:
            self._known = known_game(self._table, self._step_viewer)
            self.steps = len(self._known.seen_steps)
            self._moment = self.moment_at(self._moment.number)

    @property
    def seen_steps(self) -> tuple[SeenStep, ...]:
        """All steps as they may be known here."""
        return self._known.seen_steps

    def receipt_at(self, step: int) -> Receipt:
        """The points after so many steps, as this viewpoint may know them."""
        game = self._known
        return game.rules.receipt(game.rules.view(game.states[step], game.viewpoint))

    def look_from(self, seat: SeatNo | None) -> None:
        """Show this seat in front, with what it knew where that may be known; None: as at first."""
        self._front = seat
        self.go(self._moment.number)

    def next_turn(self, direction: int) -> int:
        """The next step in this direction at which another player acts."""
        at, steps = self._moment.number + direction, self._known.seen_steps
        while 0 < at < self.steps and steps[at - 1].seat == steps[at].seat:
            at += direction
        return at

    def points_by_turn(self) -> tuple[tuple[int, ...], ...]:
        """The points of everybody at the beginning and after each turn up to now, as this viewpoint may know them."""
        ends = _turn_ends([seen.seat for seen in self.seen_steps[: self._moment.number]])
        receipts = [self.receipt_at(step) for step in (0, *ends)]
        return tuple(tuple(map(receipt.total, range(len(self.header.players)))) for receipt in receipts)

    def reviewer(self, level: str) -> Reviewer:
        """What reviews the whole game, with a level to judge. Raises IllegalActionError until it is over."""
        if not self.over or self._table is None:
            raise IllegalActionError(Refusal("", NOT_OVER))
        # Loads computer players; stepping through a game does not need them.
        from tilehall.tui.tables.history.review import Reviewer

        return Reviewer(self.header, self._table.match, level, self._known.viewpoint)

    def review_game(self, level: str) -> GameReview:
        """Work out the review of the whole game, or what is missing of it, and wait for that."""
        reviewer = self.reviewer(level)
        from tilehall.tui.tables.history.review import run_review

        known = self._review_cache.recall(reviewer)
        review = run_review(reviewer, known, self._services.analysis_processes)
        self._review_cache.store(review)
        return review

    async def review_progress(self, level: str) -> AsyncGenerator[GameReview, None]:
        """Yield the review of the whole game as it grows, from what is known of it, while keys are answered."""
        reviewer = self.reviewer(level)
        known = self._review_cache.recall(reviewer)
        if known.finished_parts:
            yield known
        async with aclosing(
            reviewer.review_with(self._services.analysis_executor or InlineExecutor(), known)
        ) as reviews:
            async for review in reviews:
                self._review_cache.store(review)
                yield review

    @property
    def over(self) -> bool:
        """Whether the game was played to its end."""
        return self._known.over

    async def open_replay(self) -> Replay[S]:
        return self

    def moment_at(self, step: int) -> Moment[S]:
        """The moment after so many steps, without going there."""
        game, rules = self._known, self._known.rules
        state = game.states[step]
        due = rules.actors(state)
        front = game.viewpoint if self._front is None else self._front
        may = game.over or not game.rules.has_secrets
        viewpoint = front if may else game.viewpoint
        return Moment(
            rules=rules,
            header=game.header,
            number=step,
            viewpoint=viewpoint,
            seat=front or 0,
            must_decide=False,
            due=due,
            state=rules.view(state, viewpoint),
            seen_steps=game.seen_steps[:step],
            barrier=Text("A record stays as it is."),
            replayed=True,
            record=game.record,
            place=game.place,
            seed="" if due else game.seed,
        )

    def subscribe(
        self,
        when_changed: WhenChanged,
        until_read: UntilRead | None = None,
        when_broken: WhenBroken | None = None,
    ) -> Callable[[], None]:
        return self._listeners.add(when_changed, until_read, when_broken)

    async def act(self, *actions: Action | str) -> None:
        self._refuse()

    async def undo(self) -> Action:
        self._refuse()

    async def redo(self) -> Action:
        self._refuse()

    async def restart(self) -> int:
        self._refuse()

    async def hint(self) -> Advice:
        self._refuse()

    async def compare(self, *actions: Action) -> Advice:
        self._refuse()

    def reason_for(self, step: int) -> Text | None:
        if self._table is None:
            return self._known.seen_steps[step - 1].why if 0 < step <= self.steps else None
        return reason_for_step(self._table, step)

    def _refuse(self) -> NoReturn:
        raise IllegalActionError(Refusal("", Text("This is a record; nothing can be changed in it.")))

    def continue_unsaved(self) -> None:
        """No-op: a replay saves nothing."""

    async def run_computers(self) -> None:
        """No-op: a replay has no computer players."""

    def hurry(self) -> None:
        """No-op: no computer player is thinking."""

    def raise_curtain(self) -> None:
        """No-op: a replay has no curtain."""

    def lower_curtain(self) -> None:
        """No-op: a replay has no curtain."""


def _turn_ends(seats: Sequence[SeatNo]) -> list[int]:
    """Return the steps after which another seat plays; with one seat every step is a turn. Draws are no turns.

    >>> _turn_ends([CHANCE, 0, 0, CHANCE, 1, 0])
    [4, 5, 6]
    """
    acts = [(n, seat) for n, seat in enumerate(seats) if seat != CHANCE]
    alone = len({seat for _, seat in acts}) == 1
    ends = [later for (_, seat), (later, other) in pairwise(acts) if alone or other != seat]
    return [*ends, len(seats)] if seats else []
