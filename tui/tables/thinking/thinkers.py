"""What a thought is: plain data in, advice out, and what is asked of those who think, wait or write for a table.

A thinker knows what its seat sees and nothing else. The inline versions here do everything in the caller and need no
event loop; `background` has those with threads and processes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from tilehall.engine import Action, Advice, Game, SeatNo, load_game

if TYPE_CHECKING:
    from tilehall.tui.tables.table import Table

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
UNLIMITED_LEVEL = "long"
"""The level of a question that may take any time."""
MAX_JOBS = 60
"""More processes than most machines have use for; each takes memory of its own."""


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
    seat: SeatNo
    whim: str
    """Seed of the choice: the same whim, the same choice."""
    who: str = ""
    """Seed of the player's taste, the same all game."""
    intended: tuple[Action, ...] = ()
    """The rest of the plan behind its last decision, if nothing has happened since."""
    own: tuple[Action, ...] = ()
    """For `COMPARE`: the choice to compare, after the steps that pass before it."""
    hasty: bool = False
    """Whether somebody has asked to hurry: thinking stops after `HURRIED_SECONDS`."""


HINT, COMPARE = "hint", "compare"
"""What people ask: what a good player would do, and what a choice of their own loses against that."""
QUESTION_LEVELS = (HINT, COMPARE)
QUICK = "quick"
"""The level of a choice made without thinking."""
HURRIED_SECONDS = 0.25
"""Seconds after which nothing better is looked for, where somebody is in a hurry."""


def think_through(thought: Thought) -> Iterator[Advice]:
    """Think in the caller, and yield better and better advice."""
    # Loaded by the first thought: a board is painted without it.
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
    """Yield the first advice, and what follows it within `HURRIED_SECONDS`."""
    began = time.monotonic()
    for advice in thinking:
        yield advice
        if time.monotonic() - began > HURRIED_SECONDS:
            return


def final_advice(thought: Thought) -> Advice:
    """Think to the end in the caller."""
    *_, advice = think_through(thought)
    return advice


def quick_advice(thought: Thought) -> Advice:
    """Choose without thinking."""
    return final_advice(thought._replace(level=QUICK))


class AnalysisQuestion(Protocol[T_co]):
    """Something to be worked out, as plain data that may be sent to another process."""

    @property
    def game(self) -> str:
        """The game whose rules are needed."""

    @property
    def level(self) -> str:
        """The level of computer players whose time limit applies, or `UNLIMITED_LEVEL`."""

    def answer(self, rules: Game[Any]) -> T_co:
        """Work it out in the caller."""


# --- who thinks, answers, runs and writes -------------------------------------------------------------------------


class Thinker(Protocol):
    """Where computer players think."""

    async def think(self, thought: Thought) -> Advice:
        """Return the advice. May be cancelled."""

    def hurry(self, thought: Thought) -> None:
        """End this very thought with the best advice so far. No-op if nobody waits for it."""


class BotsAtTable(Thinker, Protocol):
    """The other people's programs at one table: they think for their seats, and are told when they join and leave."""

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


class AnalysisExecutor(Protocol):
    """Where questions about a whole game are answered."""

    @property
    def max_parallel(self) -> int:
        """How many are answered at a time."""

    async def answer(self, question: AnalysisQuestion[T]) -> T | None:
        """Return the answer; None if every process that tried it failed. May be cancelled."""


class Runner(Protocol):
    """How the loop of a table's computer players is run."""

    @property
    def busy(self) -> bool:
        """Whether it runs in the background now."""

    async def run(self, loop: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run the loop to its end; if it runs already, wait for that."""

    def stop(self) -> None:
        """Cancel the loop where it is."""


class TableWriter(Protocol):
    """How a table waits for the disk."""

    async def run_blocking(self, work: Callable[[], T]) -> T:
        """Do something slow."""

    async def run_to_end(self, work: Coroutine[Any, Any, T]) -> T:
        """Run one piece of work after the other, each to its end even if the caller is cancelled."""


class InlineThinker:
    """Thinks in the caller: for programs without a screen."""

    async def think(self, thought: Thought) -> Advice:
        return final_advice(thought)

    def hurry(self, thought: Thought) -> None:
        """No-op: nothing else runs while it thinks."""


class InlineExecutor:
    """Answers in the caller."""

    max_parallel = 1

    async def answer(self, question: AnalysisQuestion[T]) -> T | None:
        return question.answer(load_game(question.game))


class InlineRunner:
    """Runs the loop in whoever waits for the computer players."""

    busy = False

    async def run(self, loop: Callable[[], Coroutine[Any, Any, None]]) -> None:
        await loop()

    def stop(self) -> None:
        """No-op: there is no background loop to cancel."""


class RemoteRunner:
    """For a table that is played by another program and only looked at here."""

    busy = False

    async def run(self, loop: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """No-op: the other program runs the computer players."""

    def stop(self) -> None:
        """No-op: there is no background loop to cancel."""


class InlineWriter:
    """Writes in the caller: for programs without an event loop."""

    async def run_blocking(self, work: Callable[[], T]) -> T:
        return work()

    async def run_to_end(self, work: Coroutine[Any, Any, T]) -> T:
        return await work


def run_inline(work: Coroutine[Any, Any, T]) -> T:
    """Result of a coroutine that never waits, without an event loop. Raises RuntimeError if it does wait.

    >>> async def answer(): return 42
    >>> run_inline(answer())
    42
    """
    try:
        work.send(None)
    except StopIteration as done:
        found: T = done.value
        return found
    raise RuntimeError("This waits for something and needs an event loop.")


def run_parts(parts: Iterable[AnalysisQuestion[T]], jobs: int, enough: Callable[[T], bool]) -> None:
    """Hand on the answer of each part, in their order, until `enough` says so. Parts are made when they are needed.

    With several jobs the parts are shared by as many processes. Raises WorkersLost if those die again and again.
    """
    if jobs > 1:
        # Most have one job, and Tab completion loads this module: both need no event loop.
        from tilehall.tui.tables.thinking.background import run_parts_in_pool

        run_parts_in_pool(parts, jobs, enough)
        return
    for part in parts:
        if enough(part.answer(load_game(part.game))):
            return
