"""A try at a puzzle: a table that ends with the turn, its assessment, and files of puzzles."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from tilehall.engine import Action, Advice, Game, Header, Text, UserError, begin_match, position_text
from tilehall.engine.ai.players import Judgement
from tilehall.engine.teaching.puzzles import Puzzle, assess_turn, explain_turn, is_turn_over, read_puzzles, write_puzzle
from tilehall.tui.config.progress import MARK_RIGHT, MARK_WRONG
from tilehall.tui.features.puzzles.puzzle_search import is_wanted
from tilehall.tui.tables.computer_players import ComputerPlayers, TableServices
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.seat import TableSeat, player_seat
from tilehall.tui.tables.seating import USUAL_LEVEL, seat_players
from tilehall.tui.tables.storage.filesystem import FileSystem, resolve_link
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import HINT, InlineThinker, Thinker, Thought

S = TypeVar("S")
PuzzleKey = Callable[[Puzzle], str]
"""Returns the key under which the results of a puzzle are stored."""


class AssessmentQuestion(NamedTuple):
    """Asks for a better turn than the one that was played."""

    puzzle: Puzzle
    start: Any
    own: tuple[Action, ...]
    level: str = "hard"

    @property
    def game(self) -> str:
        return self.puzzle.game

    def answer(self, rules: Game[Any]) -> PuzzleAssessment:
        return PuzzleAssessment(assess_turn(rules, self.start, self.puzzle, self.own))


@dataclass(frozen=True, slots=True)
class PuzzleAssessment:
    """The assessment of a turn at a puzzle."""

    better: Judgement | None
    """None if the turn is the best one."""

    @property
    def mark(self) -> str:
        return MARK_WRONG if self.better else MARK_RIGHT


class PuzzleAttempt(Generic[S]):
    """One try at a puzzle. There are no other players and no draws: it ends with the turn.

    Raises UserError for a puzzle that does not fit the rules.
    """

    def __init__(self, puzzle: Puzzle, rules: Game[S], minds: Thinker | None = None) -> None:
        if puzzle.rules != rules.rules_version:
            raise UserError(
                Text(
                    "The puzzle {name} goes by version {old} of the rules; here is version {new}.",
                    name=puzzle.name,
                    old=puzzle.rules,
                    new=rules.rules_version,
                )
            )
        if not _is_sound(puzzle, rules):
            raise UserError(Text("The puzzle {name} is damaged: its solution cannot be played.", name=puzzle.name))
        if not all(_can_be_played(puzzle, rules, turn) for turn in puzzle.also):
            raise UserError(
                Text("The puzzle {name} is damaged: another of its solutions cannot be played.", name=puzzle.name)
            )
        self.puzzle = puzzle
        self.rules = rules
        self.thinker = PuzzleHintThinker(minds or InlineThinker(), self._next_of_best, partial(position_text, rules))
        self.table: Table[S] = table_at(puzzle, rules, "human")
        computers = ComputerPlayers(self.table, TableServices(thinker=self.thinker))
        self.seat: TableSeat[S] = player_seat(self.table, puzzle.seat, computers)
        self.start: S = self.table.match.initial_state
        self._view = rules.view(self.start, puzzle.seat)

    @property
    def own(self) -> tuple[Action, ...]:
        """The actions of the turn so far."""
        return tuple(step.action for step in self.table.match.steps)

    @property
    def is_complete(self) -> bool:
        """Whether the turn is over: another seat has to act, something is drawn, or hidden information appears."""
        return is_turn_over(self.rules, self.table.match.state, self._view, self.puzzle.seat, self.own)

    def _next_of_best(self) -> Advice | None:
        """The next action of the best turn; None if the turn has left it."""
        best, done = self.best, self.own
        if best[: len(done)] != done or len(done) == len(best):
            return None
        return Advice(best[len(done)], self._reason_for_next(self.table.match.state, len(done)), best[len(done) + 1 :])

    def question(self) -> AssessmentQuestion:
        """Return the question for the assessment of the complete turn."""
        return AssessmentQuestion(self.puzzle, self.start, self.own)

    @property
    def best(self) -> tuple[Action, ...]:
        """The best turn."""
        return tuple(map(self.rules.parse, self.puzzle.solution))

    @property
    def reasons(self) -> tuple[Text, ...]:
        """Why the best turn begins as it does, and goes on as it does."""
        found, s = list[Text](), self.start
        for n, action in enumerate(self.best):
            found.append(self._reason_for_next(s, n))
            s = self.rules.apply(s, self.puzzle.seat, action)
        return tuple(found)

    def solution(self) -> Replay[S]:
        """Return a replay of the best turn, with the reason of each step."""
        table = table_at(self.puzzle, self.rules, USUAL_LEVEL, self.reasons)
        table.act(self.puzzle.seat, *self.best)
        return Replay(table)

    def _reason_for_next(self, s: S, done: int) -> Text:
        """Return why the best turn goes on as it does from here."""
        return explain_turn(self.rules, self.rules.view(s, self.puzzle.seat), self.puzzle.seat, self.best[done:])


class PuzzleHintThinker:
    """Wraps a thinker and remembers where hints were asked for. On the best turn its next action is the hint."""

    def __init__(self, minds: Thinker, best: Callable[[], Advice | None], mark: Callable[[Any], str]) -> None:
        """`mark` returns the identity of a position."""
        self.thinker = minds
        self.best = best
        self.mark = mark
        self.hinted: dict[str, None] = {}
        """The positions at which hints were asked for, in order; the same position gives the same hint."""

    async def think(self, thought: Thought) -> Advice:
        if thought.level != HINT:
            return await self.thinker.think(thought)
        self.hinted[self.mark(thought.view)] = None
        return self.best() or await self.thinker.think(thought)

    def hurry(self, thought: Thought) -> None:
        self.thinker.hurry(thought)


def _is_sound(puzzle: Puzzle, rules: Game[S]) -> bool:
    """Whether the best turn is legal for its seat and complete. Raises UserError."""
    s = rules.load(puzzle.position)
    if rules.actors(s) != (puzzle.seat,):
        return False
    table, view, turn = table_at(puzzle, rules, USUAL_LEVEL), rules.view(s, puzzle.seat), list[Action]()
    try:
        for word in puzzle.solution:
            turn.append(rules.parse(word))
            table.act(puzzle.seat, turn[-1])
    except UserError:
        return False
    return is_turn_over(rules, table.match.state, view, puzzle.seat, turn)


def _can_be_played(puzzle: Puzzle, rules: Game[S], words: Sequence[str]) -> bool:
    """Whether these actions are legal and make a complete turn."""
    s = rules.load(puzzle.position)
    view, turn = rules.view(s, puzzle.seat), list[Action]()
    try:
        for word in words:
            turn.append(rules.parse(word))
            if rules.actors(s) != (puzzle.seat,) or rules.check(s, puzzle.seat, turn[-1]) is not None:
                return False
            s = rules.apply(s, puzzle.seat, turn[-1])
    except UserError:
        return False
    return is_turn_over(rules, s, view, puzzle.seat, turn)


def table_at(puzzle: Puzzle, rules: Game[S], others: str, reasons: Sequence[Text] = ()) -> Table[S]:
    """Open a table at the position of a puzzle, without a dealer, with reasons for the coming steps."""
    position = rules.load(puzzle.position)
    count, seat = int(puzzle.position["players"]), puzzle.seat
    guest, *rest = seat_players([], count)
    company = [replace(each, kind=others) for each in rest]
    head = Header(
        game=rules.id,
        rules=rules.rules_version,
        players=(*company[:seat], guest, *company[seat:]),
        options=tuple(sorted(rules.dump(position).get("options", {}).items())),
        position=position_text(rules, position),
    )
    return Table(head, begin_match(rules, head), "", reasons=dict(enumerate(reasons, 1)))


# --- which there are ----------------------------------------------------------------------------------------------


LARGEST_FILE = 1 << 24
"""The most bytes of a file of puzzles."""


def read_puzzle_file(path: Path, rules: Game[Any], disk: FileSystem | None = None) -> tuple[Puzzle, ...]:
    """Return the puzzles of a file; none if it does not exist. Raises UserError."""
    try:
        content = _check_size(path, (disk or FileSystem()).read_file(path, LARGEST_FILE + 1))
    except FileNotFoundError:
        return ()
    try:
        return read_puzzles(content.decode(), rules.id)
    except UnicodeDecodeError as error:
        raise UserError(Text("{file} is no file of puzzles.", file=f"{path}")) from error
    except UserError as error:
        raise UserError(Text("{file}: {problem}", file=f"{path}", problem=error.text)) from error


def _check_size(path: Path, content: bytes) -> bytes:
    """Return the content if it is not too large. Raises UserError."""
    if len(content) > LARGEST_FILE:
        raise UserError(
            Text(
                "{file} is too large: a file of puzzles has at most {most} MB.", file=f"{path}", most=LARGEST_FILE >> 20
            )
        )
    return content


class PuzzleFile:
    """A file to which a number of puzzles is added, each saved at once. Raises UserError, OSError."""

    def __init__(self, path: Path, rules: Game[Any], count: int, first: int, disk: FileSystem | None = None) -> None:
        """The first puzzle of an empty file gets the number `first`."""
        self.path = path
        self.disk = disk or FileSystem()
        self.first = first
        self.rules = rules
        self.puzzles = read_puzzle_file(path, rules, self.disk)
        self.count = count
        self.new = 0
        """The number of puzzles added."""

    @property
    def is_full(self) -> bool:
        return self.new >= self.count

    def add(self, found: Iterable[Puzzle]) -> list[Puzzle]:
        """Save those that go well with the others, and return them. Raises UserError, OSError."""
        choices = list(found)
        if not choices:
            return []
        file = resolve_link(self.path)
        self.disk.make_folder(file.parent)
        with self.disk.lock_folder(file.parent):
            # Another program may have added puzzles in the meantime.
            self.puzzles = read_puzzle_file(self.path, self.rules, self.disk)
            taken = list(self._choose(choices))
            if taken:
                content = "".join(map(write_puzzle, self.puzzles)).encode()
                self.disk.replace_file(file, _check_size(self.path, content))
        return taken

    def _choose(self, found: Iterable[Puzzle]) -> Iterator[Puzzle]:
        aim = len(self.puzzles) + self.count - self.new
        for puzzle in found:
            if not self.is_full and is_wanted(puzzle, self.puzzles, aim):
                self.puzzles = (*self.puzzles, puzzle._replace(number=self._free_number()))
                self.new += 1
                yield self.puzzles[-1]

    def _free_number(self) -> int:
        return max((puzzle.number + 1 for puzzle in self.puzzles), default=self.first)


def find_by_number(puzzles: Sequence[Puzzle], number: int) -> Puzzle:
    """Return the puzzle with this number. Raises UserError if there is none."""
    for puzzle in puzzles:
        if puzzle.number == number:
            return puzzle
    name, last = puzzles[0].game, puzzles[-1].number
    raise UserError(
        Text(
            "{game} has no puzzle {number}; there are {n}, up to {last}.",
            game=name,
            number=f"{number}",
            n=len(puzzles),
            last=last,
        )
    )


def puzzle_name_key(puzzle: Puzzle) -> str:
    """Return the key of a puzzle that came with a game or was found by the user."""
    return puzzle.name


def unsettled_puzzles(
    puzzles: Iterable[Puzzle], settled: Container[str], after: Puzzle | None = None, key: PuzzleKey = puzzle_name_key
) -> list[Puzzle]:
    """Return the puzzles that are neither solved nor shown, easiest first; those before `after` come last."""
    left = sorted((each for each in puzzles if key(each) not in settled and each != after), key=_ease)
    if after is None:
        return left
    return sorted(left, key=lambda each: _ease(each) < _ease(after))


def _ease(puzzle: Puzzle) -> tuple[int, int]:
    return puzzle.grade, puzzle.number


def no_puzzles_error(rules: Game[Any]) -> UserError:
    """Return the error for a game without puzzles."""
    command = f"tilehall puzzle {rules.id} --find 5"
    return UserError(Text("{game} has no puzzles yet; {command} looks for some.", game=rules.title, command=command))
