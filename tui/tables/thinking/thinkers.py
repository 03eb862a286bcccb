"""Computer players as data in, data out: a thought goes to a mind, advice comes back. Where it is thought is free.

A mind sees what its seat sees and nothing else. `InlineThinker` thinks at once; `background` has thinkers in threads,
`process_pool` in other processes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from tilehall.engine import Action, Advice, Text, load_game
from tilehall.engine import SeatNo as Number

if TYPE_CHECKING:
    from tilehall.tui.tables.table import Table

T = TypeVar("T")


class Thought(NamedTuple):
    """What a computer player is to think about: plain data, fit for another process.

    >>> from tilehall.engine import Setup
    >>> princess = load_game("princess")
    >>> s = princess.apply(princess.start(Setup(2)), -1, princess.parse("start 0"))
    >>> len(s.hunters), Thought("princess", "random", s, 0, "7").level
    (2, 'random')
    """

    game: str
    level: str
    """A level of `tilehall.engine.ai.players`, or `HINT`, `COMPARE`, `QUICK`."""
    view: Any
    """The position as the seat sees it."""
    seat: Number
    whim: str
    """The same whim, the same choice."""
    who: str = ""
    """Whose taste it is: the same all game."""
    intended: tuple[Action, ...] = ()
    """What came next in the plan of its last decision, if nothing has happened since."""
    own: tuple[Action, ...] = ()
    """The choice to compare, behind what it passes."""
    hasty: bool = False
    """Whether somebody waits who has hurried whoever thinks: a moment has to do."""


HINT, COMPARE = "hint", "compare"
"""What people ask: what a good player would do, and what a choice of their own loses against that."""
QUESTION_LEVELS = (HINT, COMPARE)
QUICK = "quick"
"""What somebody does who has no time to think."""
HURRIED_SECONDS = 0.25
"""Seconds after which nothing better is looked for, where somebody is in a hurry."""


def think_through(thought: Thought) -> Iterator[Advice]:
    """Thinks it through, here and now: better and better advice."""
    # No first board waits for those who think.
    from tilehall.engine.ai.players import advice_for_plan, compare_with_hint, continue_plan, find_hint, make_bot

    rules = load_game(thought.game)
    if advice := continue_plan(rules, thought.view, thought.seat, thought.intended):
        yield advice
    elif thought.level == HINT:
        yield find_hint(rules, thought.view, thought.seat)
    elif thought.level == COMPARE:
        yield compare_with_hint(rules, thought.view, thought.seat, thought.own)
    elif thought.level == QUICK:
        yield advice_for_plan(rules, thought.view, thought.seat, rules.advisor.plans(thought.view, thought.seat, 1)[0])
    else:
        thinking = make_bot(thought.level, thought.whim, thought.who).think(rules, thought.view, thought.seat)
        yield from limit_to_moment(thinking) if thought.hasty else thinking


def limit_to_moment(thinking: Iterator[Advice]) -> Iterator[Advice]:
    """The first advice, and what comes right after it."""
    began = time.monotonic()
    for advice in thinking:
        yield advice
        if time.monotonic() - began > HURRIED_SECONDS:
            return


def final_advice(thought: Thought) -> Advice:
    """What comes of it in the end."""
    *_, advice = think_through(thought)
    return advice


def quick_advice(thought: Thought) -> Advice:
    """What is done without thinking."""
    return final_advice(thought._replace(level=QUICK))


class Thinker(Protocol):
    """Where computer players think."""

    async def think(self, thought: Thought) -> Advice:
        """The advice. May be called off by cancelling."""

    def hurry(self, thought: Thought) -> None:
        """Whoever waits for this very thought gets the best advice so far, at once. Nothing if nobody does."""


class BotsAtTable(Thinker, Protocol):
    """The other people's programs at one table: they think for their seats, and are told when they join and leave."""

    tell: Callable[[Text], None]
    """Receives the faults of the programs, in sentences."""
    waiter: Any
    """How a program is waited for."""

    @property
    def bot_seats(self) -> Mapping[str, Any]:
        """The programs by the names of their players."""

    @property
    def options(self) -> tuple[str, ...]:
        """The programs as a command line names them."""

    def join_table(self, table: Table[Any]) -> None:
        """From now on they play at this table."""

    def leave_table(self) -> None:
        """They stop playing there and are told the result, if there is one."""

    def close(self) -> None:
        """Ends all programs."""


class InlineThinker:
    """At once, in this thread: for programs without a screen."""

    async def think(self, thought: Thought) -> Advice:
        return final_advice(thought)

    def hurry(self, thought: Thought) -> None:
        """Nobody can say so while it is thought."""


class Runner(Protocol):
    """Who runs the loop of a table's computer players."""

    @property
    def busy(self) -> bool:
        """Whether it runs now, without those who wait for it."""

    async def run(self, loop: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Runs it to its end; if it runs already, waits for that."""

    def stop(self) -> None:
        """It stops where it is."""


class InlineRunner:
    """Whoever waits for the computer players runs them."""

    busy = False

    async def run(self, loop: Callable[[], Coroutine[Any, Any, None]]) -> None:
        await loop()

    def stop(self) -> None:
        """Nobody is waited for."""


class RemoteRunner:
    """They play at another table, which is only looked at from here."""

    busy = False

    async def run(self, loop: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Nobody thinks here."""

    def stop(self) -> None:
        """Nobody plays here."""


def run_inline(deed: Coroutine[Any, Any, T]) -> T:
    """The result of a deed that has to wait for nobody: no event loop is needed, and none is loaded.

    >>> async def answer(): return 42
    >>> run_inline(answer())
    42
    """
    try:
        deed.send(None)
    except StopIteration as done:
        found: T = done.value
        return found
    raise RuntimeError("This waits for something and needs an event loop.")
