"""Somebody at a puzzle: a table of his own that ends with his turn, what is said of it, how many tries it took."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from tilehall.engine import Action, Advice, Game, Header, RuleError, Text, begun, position_text
from tilehall.engine.ai.players import Judgement
from tilehall.engine.teaching.puzzles import Puzzle, assessed, is_over, read, why, written
from tilehall.tui.features.puzzles.puzzle_search import is_wanted
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.seat import TableSeat, player
from tilehall.tui.tables.seating import LEVEL, at_table
from tilehall.tui.tables.storage.disk_errors import Disk, behind
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import HINT, Here, Minds, Thought

S = TypeVar("S")
WRONG, HINTED, SHOWN, RIGHT = "x", "?", "-", "o"
"""What somebody did at a puzzle, mark by mark: a turn that was not good enough, a hint, the solution seen, solved."""
LONGEST = 60
"""More marks than anybody wants to read: after these only what settles it is written down."""


Key = Callable[[Puzzle], str]
"""What an account of puzzles knows one by."""


class Score(NamedTuple):
    """What somebody did at a puzzle so far.

    >>> Score("x?o", 93).solved, Score("x-o", 93).solved, Score("xo", 5).tries
    (True, False, 2)
    """

    marks: str = ""
    seconds: int = 0
    """Up to the last mark."""

    @property
    def solved(self) -> bool:
        """Found without being shown."""
        return RIGHT in self.marks and SHOWN not in self.marks

    @property
    def settled(self) -> bool:
        """Solved or seen: what comes now does not count."""
        return RIGHT in self.marks or SHOWN in self.marks

    @property
    def tries(self) -> int:
        return self.marks.count(WRONG) + self.marks.count(RIGHT)

    def marked(self, mark: str, seconds: float) -> Score:
        """With one more mark, after so many more seconds; nothing counts once it is settled."""
        if self.settled or (len(self.marks) >= LONGEST and mark not in (RIGHT, SHOWN)):
            return self
        return Score(self.marks + mark, self.seconds + max(0, round(seconds)))


class Assessing(NamedTuple):
    """What is better than somebody's turn at a puzzle."""

    puzzle: Puzzle
    start: Any
    own: tuple[Action, ...]
    level: str = "hard"

    @property
    def game(self) -> str:
        return self.puzzle.game

    def answer(self, rules: Game[Any]) -> Assessment:
        return Assessment(assessed(rules, self.start, self.puzzle, self.own))


@dataclass(frozen=True, slots=True)
class Assessment:
    """What is said of a turn at a puzzle."""

    better: Judgement | None
    """None if there is nothing better."""

    @property
    def mark(self) -> str:
        return WRONG if self.better else RIGHT


class Attempt(Generic[S]):
    """One try at a puzzle. Nobody else plays there, and nothing is drawn: it is over when the turn is.

    Raises RuleError for a puzzle that does not suit the rules as they are.
    """

    def __init__(self, puzzle: Puzzle, rules: Game[S], minds: Minds | None = None) -> None:
        if puzzle.rules != rules.rules:
            raise RuleError(
                Text(
                    "The puzzle {name} goes by version {old} of the rules; here is version {new}.",
                    name=puzzle.name,
                    old=puzzle.rules,
                    new=rules.rules,
                )
            )
        if not _is_sound(puzzle, rules):
            raise RuleError(Text("The puzzle {name} is damaged: its solution cannot be played.", name=puzzle.name))
        if not all(_can_be_played(puzzle, rules, turn) for turn in puzzle.also):
            raise RuleError(
                Text("The puzzle {name} is damaged: another of its solutions cannot be played.", name=puzzle.name)
            )
        self.puzzle = puzzle
        self.rules = rules
        self.minds = Helper(minds or Here(), self._next_of_best, partial(position_text, rules))
        self.table: Table[S] = table_at(puzzle, rules, "human")
        self.table.minds = self.minds
        self.seat: TableSeat[S] = player(self.table, puzzle.seat)
        self.start: S = self.table.match.first
        self._view = rules.seen_by(self.start, puzzle.seat)

    @property
    def own(self) -> tuple[Action, ...]:
        """What was done so far."""
        return tuple(step.action for step in self.table.match.steps)

    @property
    def complete(self) -> bool:
        """Whether the turn is over: somebody else decides, something is drawn, or comes to light."""
        return is_over(self.rules, self.table.match.state, self._view, self.puzzle.seat, self.own)

    def _next_of_best(self) -> Advice | None:
        """How the best turn goes on; None if something else was begun."""
        best, done = self.best, self.own
        if best[: len(done)] != done or len(done) == len(best):
            return None
        return Advice(best[len(done)], self._why(self.table.match.state, len(done)), best[len(done) + 1 :])

    def question(self) -> Assessing:
        """What is to be worked out once it is complete."""
        return Assessing(self.puzzle, self.start, self.own)

    @property
    def best(self) -> tuple[Action, ...]:
        """The best turn."""
        return tuple(map(self.rules.parse, self.puzzle.solution))

    @property
    def reasons(self) -> tuple[Text, ...]:
        """Why the best turn begins as it does, and goes on as it does."""
        found, s = list[Text](), self.start
        for n, action in enumerate(self.best):
            found.append(self._why(s, n))
            s = self.rules.apply(s, self.puzzle.seat, action)
        return tuple(found)

    def solution(self) -> Replay[S]:
        """The best turn, to be stepped through from its beginning, with the reason of each step."""
        table = table_at(self.puzzle, self.rules, LEVEL)
        for action, reason in zip(self.best, self.reasons, strict=True):
            table.act(self.puzzle.seat, action)
            table.whys[table.steps] = reason
        return Replay(table)

    def _why(self, s: S, done: int) -> Text:
        """Why the best turn goes on as it does from here."""
        return why(self.rules, self.rules.seen_by(s, self.puzzle.seat), self.puzzle.seat, self.best[done:])


class Helper:
    """Minds that know where they were asked for a hint. On the way of the best turn that is what they advise."""

    def __init__(self, minds: Minds, best: Callable[[], Advice | None], mark: Callable[[Any], str]) -> None:
        """`mark` tells one position from another."""
        self.minds = minds
        self.best = best
        self.mark = mark
        self.hinted: dict[str, None] = {}
        """The positions at which somebody asked, in that order: who asks once more hears the same."""

    async def think(self, thought: Thought) -> Advice:
        if thought.level != HINT:
            return await self.minds.think(thought)
        self.hinted[self.mark(thought.view)] = None
        return self.best() or await self.minds.think(thought)

    def hurry(self, thought: Thought) -> None:
        self.minds.hurry(thought)


def _is_sound(puzzle: Puzzle, rules: Game[S]) -> bool:
    """Whether its turn can be played from its position, by its seat, and is over then. Raises RuleError."""
    s = rules.load(puzzle.position)
    if rules.actors(s) != (puzzle.seat,):
        return False
    table, view, turn = table_at(puzzle, rules, LEVEL), rules.seen_by(s, puzzle.seat), list[Action]()
    try:
        for word in puzzle.solution:
            turn.append(rules.parse(word))
            table.act(puzzle.seat, turn[-1])
    except RuleError:
        return False
    return is_over(rules, table.match.state, view, puzzle.seat, turn)


def _can_be_played(puzzle: Puzzle, rules: Game[S], words: Sequence[str]) -> bool:
    """Whether another turn can be, and is over then."""
    s = rules.load(puzzle.position)
    view, turn = rules.seen_by(s, puzzle.seat), list[Action]()
    try:
        for word in words:
            turn.append(rules.parse(word))
            if rules.actors(s) != (puzzle.seat,) or rules.check(s, puzzle.seat, turn[-1]) is not None:
                return False
            s = rules.apply(s, puzzle.seat, turn[-1])
    except RuleError:
        return False
    return is_over(rules, s, view, puzzle.seat, turn)


def table_at(puzzle: Puzzle, rules: Game[S], others: str) -> Table[S]:
    """A table at the position of a puzzle, without a dealer; whoever solves it sits where it is to be solved."""
    position = rules.load(puzzle.position)
    count, seat = int(puzzle.position["players"]), puzzle.seat
    guest, *rest = at_table([], count)
    company = [replace(each, kind=others) for each in rest]
    head = Header(
        game=rules.id,
        rules=rules.rules,
        players=(*company[:seat], guest, *company[seat:]),
        options=tuple(sorted(rules.dump(position).get("options", {}).items())),
        position=position_text(rules, position),
    )
    return Table(head, begun(rules, head), "")


# --- which there are ----------------------------------------------------------------------------------------------


LARGEST = 1 << 24
"""No file of puzzles is larger."""


def in_file(path: Path, rules: Game[Any], disk: Disk | None = None) -> tuple[Puzzle, ...]:
    """The puzzles of a file; none if there is no such file. Raises RuleError."""
    try:
        content = _bounded(path, (disk or Disk()).get(path, LARGEST + 1))
    except FileNotFoundError:
        return ()
    try:
        return read(content.decode(), rules.id)
    except UnicodeDecodeError as error:
        raise RuleError(Text("{file} is no file of puzzles.", file=f"{path}")) from error
    except RuleError as error:
        raise RuleError(Text("{file}: {problem}", file=f"{path}", problem=error.text)) from error


def _bounded(path: Path, content: bytes) -> bytes:
    """What is in a file, or is to be, if it is no more than is read of any. Raises RuleError."""
    if len(content) > LARGEST:
        raise RuleError(
            Text("{file} is too large: a file of puzzles has at most {most} MB.", file=f"{path}", most=LARGEST >> 20)
        )
    return content


class Heap:
    """A file of puzzles that grows by so many; what is found is in it at once. Raises RuleError, OSError."""

    def __init__(self, path: Path, rules: Game[Any], count: int, first: int, disk: Disk | None = None) -> None:
        """The first puzzle of an empty file gets the number `first`."""
        self.path = path
        self.disk = disk or Disk()
        self.first = first
        self.rules = rules
        self.puzzles = in_file(path, rules, self.disk)
        self.count = count
        self.new = 0
        """How many have been added."""

    @property
    def full(self) -> bool:
        return self.new >= self.count

    def take(self, found: Iterable[Puzzle]) -> list[Puzzle]:
        """Keeps those that go well with the others, and says which. Raises RuleError, OSError."""
        choices = list(found)
        if not choices:
            return []
        file = behind(self.path)
        self.disk.make_folder(file.parent)
        with self.disk.alone_in(file.parent):
            # Another program may have added some meanwhile.
            self.puzzles = in_file(self.path, self.rules, self.disk)
            taken = list(self._chosen(choices))
            if taken:
                content = "".join(map(written, self.puzzles)).encode()
                self.disk.put_whole(file, _bounded(self.path, content))
        return taken

    def _chosen(self, found: Iterable[Puzzle]) -> Iterator[Puzzle]:
        aim = len(self.puzzles) + self.count - self.new
        for puzzle in found:
            if not self.full and is_wanted(puzzle, self.puzzles, aim):
                self.puzzles = (*self.puzzles, puzzle._replace(number=self._free()))
                self.new += 1
                yield self.puzzles[-1]

    def _free(self) -> int:
        return max((puzzle.number + 1 for puzzle in self.puzzles), default=self.first)


def by_number(puzzles: Sequence[Puzzle], number: int) -> Puzzle:
    """Raises RuleError if there is none."""
    for puzzle in puzzles:
        if puzzle.number == number:
            return puzzle
    name, last = puzzles[0].game, puzzles[-1].number
    raise RuleError(
        Text(
            "{game} has no puzzle {number}; there are {n}, up to {last}.",
            game=name,
            number=f"{number}",
            n=len(puzzles),
            last=last,
        )
    )


def next_of(puzzles: Sequence[Puzzle], settled: Iterable[str], after: Puzzle | None = None) -> Puzzle | None:
    """The easiest that is neither solved nor seen, after this one if there is one; None if there is none left."""
    return next(iter(in_order(puzzles, frozenset(settled), after)), None)


def by_name(puzzle: Puzzle) -> str:
    """How it is known what was done at a puzzle that came with a game, or is one's own."""
    return puzzle.name


def in_order(
    puzzles: Iterable[Puzzle], settled: Container[str], after: Puzzle | None = None, key: Key = by_name
) -> list[Puzzle]:
    """Those that are neither solved nor seen, easy ones first; after this one, and then what was left out before it."""
    left = sorted((each for each in puzzles if key(each) not in settled and each != after), key=_ease)
    if after is None:
        return left
    return sorted(left, key=lambda each: _ease(each) < _ease(after))


def _ease(puzzle: Puzzle) -> tuple[int, int]:
    return puzzle.grade, puzzle.number


def none_there(rules: Game[Any]) -> RuleError:
    """What is said where a game has no puzzles."""
    command = f"tilehall puzzle {rules.id} --find 5"
    return RuleError(Text("{game} has no puzzles yet; {command} looks for some.", game=rules.title, command=command))
