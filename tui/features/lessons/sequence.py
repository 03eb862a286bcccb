"""The order of lessons: the next level, the record of each try, and what follows the last one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal, NamedTuple

from tilehall.engine import BUILT_IN_GAMES, Game, RecordPlayer, Text, UserError, list_game_ids, load_game
from tilehall.engine.teaching.lessons import (
    OPPONENT_LEVEL,
    LessonError,
    LessonOutline,
    RefusedAttempt,
    lesson_ids,
    load_lesson,
    load_outlines,
)
from tilehall.tui.config.progress import LessonTry, Progress
from tilehall.tui.features.lessons.learner_seat import LearnerSeat, LessonMode, LevelProgress
from tilehall.tui.features.lessons.lesson_attempt import LessonAttempt, open_lesson
from tilehall.tui.features.lessons.next_lesson import next_lesson
from tilehall.tui.tables.computer_players import TableServices
from tilehall.tui.tables.seating import seat_players


class LessonRequest(NamedTuple):
    """Which lessons a user asks for, and how they are shown."""

    game: str
    level: str = ""
    """Empty: the first that is not solved yet."""
    presented: bool = False
    listed: bool = False
    """Whether to begin with the list of lessons, if one of them is solved."""


class LessonList(NamedTuple):
    """The lessons of a game, and which of them are solved."""

    game: str
    title: Text
    lessons: tuple[LessonOutline, ...]
    solved: frozenset[str]

    @property
    def all_solved(self) -> bool:
        return len(self.solved) == len(self.lessons)


AfterTry = Literal["again", "show", "next", "others", "leave"]
RefusedAttempts = tuple[RefusedAttempt, ...]


class FirstGame(NamedTuple):
    """The first game after the lessons: with the simplest rules and an easy opponent."""

    game: str
    players: tuple[RecordPlayer, ...]
    options: tuple[tuple[str, str], ...]
    simpler: tuple[Text, ...] = ()
    """The meanings of these options."""


class TryRecorder:
    """Records a try as soon as its outcome is known."""

    def __init__(self, learned: Progress, say: Callable[[Text], None]) -> None:
        """`say` is called with the reason if the try cannot be recorded."""
        self.learned = learned
        self.say = say
        self.recorded: LessonTry | None = None

    def record(self, made: LessonTry) -> None:
        """Record the try once, and again if it had failed and was solved after taking steps back."""
        again = self.recorded is not None and (self.recorded.outcome, made.outcome) == ("failed", "solved")
        if self.recorded is not None and not again:
            return
        self.recorded = made
        if (trouble := self.learned.save_try(made)) is not None:
            self.say(trouble)


class TryResult(NamedTuple):
    """The report on one try, and where to go after it."""

    then: AfterTry
    lesson_try: LessonTry


class LessonSequence(NamedTuple):
    """Runs lessons one after the other; what shows them is handed in."""

    learned: Progress
    services: Callable[[], TableServices]
    """Returns the services for the table of one try."""
    teach: Callable[[LearnerSeat[Any], LevelProgress, LessonMode, TryRecorder], Awaitable[TryResult]]
    """Shows one try at a level, which is recorded as soon as it is decided."""
    say: Callable[[Text], None]
    choose: Callable[[str], Awaitable[LessonRequest | None]]
    """Lets the user choose among the lessons of a game."""

    async def run(self, wanted: LessonRequest) -> FirstGame | None:
        """Run levels until the user leaves. Returns the game to play then, or None. Raises UserError."""
        if (trouble := self.learned.lessons_trouble) is not None:
            self.say(trouble)
        if self._lists(wanted):
            chosen = await self.choose(wanted.game)
            if chosen is None:
                return None
            wanted = chosen
        rules, at = load_game(wanted.game), wanted.level
        while True:
            at = at or first_unsolved(rules, self.learned.solved_lessons(rules.id))
            answer = await self._level(rules, at, "present" if wanted.presented else "play")
            names = lesson_ids(rules)
            if answer == "next" and at == names[-1]:
                return first_game(rules)
            if answer == "next":
                at = names[names.index(at) + 1]
            elif answer == "others":
                other = next_lesson(self.learned, rules.id)
                rules, at = load_game(other.game if other else rules.id), ""
            else:
                return None

    def _lists(self, wanted: LessonRequest) -> bool:
        """Whether to show the list: because it was asked for, or because there is no next lesson."""
        if wanted.level or wanted.presented:
            return False
        shelf = lesson_list(load_game(wanted.game), self.learned)
        return bool(shelf.lessons) and (shelf.all_solved or (wanted.listed and bool(shelf.solved)))

    async def _level(self, rules: Game[Any], at: str, usual: LessonMode) -> AfterTry:
        """Run tries at one level until the user leaves it."""
        way, known = usual, RefusedAttempts()
        while True:
            then, known = await self._try(rules, at, way, known)
            if then not in ("again", "show"):
                return then
            way = "show" if then == "show" and usual == "play" else usual

    async def _try(
        self, rules: Game[Any], at: str, way: LessonMode, known: RefusedAttempts
    ) -> tuple[AfterTry, RefusedAttempts]:
        """Return where to go after a try, and the refused actions of tries that solved nothing."""
        names, other = lesson_ids(rules), next_lesson(self.learned, rules.id)
        lesson = load_lesson(rules, at)
        simpler = first_game(rules).simpler if at == names[-1] else ()
        course = LevelProgress(names.index(at) + 1, len(names), other.title if other else None, simpler)
        trial = LessonAttempt(lesson, open_lesson(lesson), known if way == "play" else (), self.services())
        recorder = TryRecorder(self.learned, self.say)
        try:
            then, made = await self.teach(LearnerSeat(trial), course, way, recorder)
        finally:
            trial.computers.close()
        recorder.record(mark_restarted(made) if then in ("again", "show") else made)
        if way != "play":
            return then, known
        return then, () if made.outcome == "solved" else (*known, *trial.refused)


def mark_restarted(made: LessonTry) -> LessonTry:
    """Return the report of a user who restarts the level, or asks for the solution, instead of leaving."""
    return made._replace(outcome="anew") if made.outcome == "left" else made


def first_unsolved(rules: Game[Any], known: frozenset[str]) -> str:
    """Return the first unsolved level, or the first level if all are solved. Raises UserError if there is none."""
    names = lesson_ids(rules)
    if not names:
        raise UserError(Text("{title} has no lessons.", title=rules.title))
    return next((name for name in names if name not in known), names[0])


def lesson_list(rules: Game[Any], learned: Progress) -> LessonList:
    """Return the lessons of a game, an empty list if it has none. Raises LessonError."""
    found = load_outlines(rules)
    return LessonList(rules.id, rules.title, found, learned.solved_lessons(rules.id) & {lesson.id for lesson in found})


def lesson_lists(learned: Progress, say: Callable[[Text], None] = lambda trouble: None) -> tuple[LessonList, ...]:
    """Return the lessons of all games; add-on games with unreadable lessons are left out and reported to `say`."""
    found = []
    for rules in filter(None, map(_opened, dict.fromkeys([*BUILT_IN_GAMES, *list_game_ids()]))):
        try:
            found.append(lesson_list(rules, learned))
        except LessonError as error:
            say(Text("{game}: {problem}", game=rules.title, problem=error.text))
    return tuple(shelf for shelf in found if shelf.lessons)


def _opened(name: str) -> Game[Any] | None:
    """Load a game; None for an add-on game that cannot be loaded."""
    try:
        return load_game(name)
    except UserError:
        return None


def first_game(rules: Game[Any]) -> FirstGame:
    """Return the first game: the simplest options."""
    easier = [option for option in rules.options if option.easiest not in ("", option.default)]
    number = min(max(2, rules.player_counts[0]), rules.player_counts[-1])
    players = [
        player if player.kind == "human" else RecordPlayer(player.name, OPPONENT_LEVEL)
        for player in seat_players((), number)
    ]
    meant = (option.meanings[option.values.index(option.easiest)] for option in easier)
    return FirstGame(rules.id, tuple(players), tuple((option.id, option.easiest) for option in easier), tuple(meant))
