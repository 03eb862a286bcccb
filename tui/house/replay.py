"""A seat before a record: its moment moves freely from step to step, and nothing can be done."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Generic, NoReturn, TypeVar

from tilehall.engine import CHANCE, Action, Advice, Header, Refusal, Refused, Text
from tilehall.engine import Seat as Number
from tilehall.tui.house.moment import Moment
from tilehall.tui.house.table import Table, UntilRead, WhenBroken, WhenChanged
from tilehall.tui.house.telling import Teller

if TYPE_CHECKING:
    from tilehall.tui.house.questions import Answerers
    from tilehall.tui.house.review import Course, Memory, Reviewer

S = TypeVar("S")
NOT_OVER = Text("The course of a game can be looked at when the game is over; this one is not.")


class Replay(Generic[S]):
    """One of the moments of a game.

    >>> from tilehall.engine import Player
    >>> replay = Replay(Table.open("princess", (Player("Aki"), Player("Bo")), seed="7"))
    >>> replay.go(1)
    >>> replay.now.number, replay.now.mine
    (1, False)
    """

    number: Number | None = None
    thinks = False

    def __init__(self, table: Table[S], step: int = 0) -> None:
        self._table = table
        self._header = replace(table.header, position="")
        self._listeners: list[WhenChanged] = []
        self.steps = len(table.match.steps)
        people = table.humans
        self._eyes = people[0] if len(people) == 1 else None
        self._front: Number | None = None
        teller = Teller(table.rules, frank=not people, aids=table.header.aids)
        self._deeds = teller.deeds(table.match.steps, self._eyes, table.over, table.whys)
        self._moment = self._at(step)

    @property
    def header(self) -> Header:
        return self._header

    @property
    def now(self) -> Moment[S]:
        return self._moment

    def go(self, step: int) -> None:
        """To the moment after so many steps; the first or the last if there are not so many."""
        self._moment = self._at(max(0, min(step, self.steps)))
        for when_changed in tuple(self._listeners):
            when_changed()

    def look_from(self, seat: Number | None) -> None:
        """From now on this seat is in front, and what it knew is seen, if that may be known; None: as at first."""
        may = self._table.over or not self._table.rules.secrets or seat == self._eyes
        self._front = seat if may else None
        self.go(self._moment.number)

    def next_turn(self, direction: int) -> int:
        """The next step in this direction at which another player acts."""
        at = self._moment.number + direction
        while 0 < at < self.steps and self._deeds[at - 1].seat == self._deeds[at].seat:
            at += direction
        return at

    def course(self) -> tuple[tuple[int, ...], ...]:
        """The points of everybody at the beginning and after each turn up to now, as these eyes may know them."""
        rules, steps = self._table.rules, self._table.match.steps
        ends = _ends([deed.seat for deed in self._deeds[: self._moment.number]])
        states = [self._table.match.first, *(steps[n - 1].after for n in ends)]
        receipts = [rules.receipt(rules.seen_by(state, self._eyes)) for state in states]
        return tuple(tuple(map(receipt.total, range(len(self._header.players)))) for receipt in receipts)

    def reviewer(self, level: str) -> Reviewer:
        """Who works out the course of the whole game, with a level to judge. Raises Refused before the game is over."""
        if not self.over:
            raise Refused(Refusal("", NOT_OVER))
        from tilehall.tui.house.review import Reviewer

        return Reviewer(self._header, self._table.match, level, self._eyes)

    def course_of_all(self, level: str) -> Course:
        """The course of the whole game, for whoever waits for it; what is known of it is not worked out again."""
        from tilehall.tui.house.waited_for import waited_for

        reviewer, memory = self.reviewer(level), self._memory()
        course = waited_for(reviewer, memory.recall(reviewer), self._table.workers)
        memory.keep(course)
        return course

    def _answerers(self) -> Answerers:
        # No first board waits for those who look back.
        from tilehall.tui.house.questions import Alone

        return self._table.answerers or Alone()

    async def courses(self, level: str) -> AsyncGenerator[Course, None]:
        """The course of the whole game as it grows, from what is known of it; it is worked out beside the keys."""
        reviewer, memory = self.reviewer(level), self._memory()
        known = memory.recall(reviewer)
        if known.done:
            yield known
        async with aclosing(reviewer.courses_by(self._answerers(), known)) as courses:
            async for course in courses:
                memory.keep(course)
                yield course

    def _memory(self) -> Memory:
        from tilehall.tui.house.review import Memory

        self._table.memory = self._table.memory or Memory()
        return self._table.memory

    @property
    def over(self) -> bool:
        """Whether the game was played to its end."""
        return self._table.over

    def review(self) -> Replay[S]:
        return self

    def _at(self, step: int) -> Moment[S]:
        table = self._table
        state = table.match.steps[step - 1].after if step else table.match.first
        due = table.rules.actors(state)
        eyes = self._eyes if self._front is None else self._front
        return Moment(
            rules=table.rules,
            header=self._header,
            number=step,
            eyes=eyes,
            seat=eyes or 0,
            mine=False,
            due=due,
            state=table.rules.seen_by(state, eyes),
            deeds=self._deeds[:step],
            barrier=Text("A record stays as it is."),
            replayed=True,
            record=table.store.name if table.store else "",
            place=table.store.place if table.store else "",
            seed="" if due else table.seed,
        )

    def told(
        self,
        when_changed: WhenChanged,
        until_read: UntilRead | None = None,
        when_broken: WhenBroken | None = None,
    ) -> Callable[[], None]:
        self._listeners.append(when_changed)

        def stop() -> None:
            if when_changed in self._listeners:
                self._listeners.remove(when_changed)

        return stop

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

    def why(self, step: int) -> Text | None:
        from tilehall.tui.house.reasons import why

        return why(self._table, step)

    def _refuse(self) -> NoReturn:
        raise Refused(Refusal("", Text("This is a record; nothing can be changed in it.")))

    def go_on_unkept(self) -> None:
        """A replay writes nothing."""

    async def settled(self) -> None:
        """Nobody plays here."""

    def hurry(self) -> None:
        """Nobody thinks here."""

    def look(self) -> None:
        """No curtain hangs before a record."""

    def hide(self) -> None:
        """No curtain hangs before a record."""


def _ends(seats: Sequence[Number]) -> list[int]:
    """After which of these steps somebody else plays; alone, one plays anew with each step. Chance has no turns.

    >>> _ends([CHANCE, 0, 0, CHANCE, 1, 0])
    [4, 5, 6]
    """
    acts = [(n, seat) for n, seat in enumerate(seats) if seat != CHANCE]
    alone = len({seat for _, seat in acts}) == 1
    ends = [later for (_, seat), (later, other) in pairwise(acts) if alone or other != seat]
    return [*ends, len(seats)] if seats else []
