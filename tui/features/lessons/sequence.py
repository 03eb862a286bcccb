"""One lesson after the other: which level comes next, what is kept of each try, and where one goes after the last."""

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
    """Which lessons somebody wants, and how."""

    game: str
    level: str = ""
    """Empty: the first that is not solved yet."""
    presented: bool = False
    listed: bool = False
    """Whether one chooses among all of them, once one of them is solved."""


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
    """What somebody plays who has learned a game: with the simplest rules, against an easy opponent."""

    game: str
    players: tuple[RecordPlayer, ...]
    options: tuple[tuple[str, str], ...]
    simpler: tuple[Text, ...] = ()
    """What these options mean."""


class TryRecorder:
    """Keeps one try as soon as its outcome is known."""

    def __init__(self, learned: Progress, say: Callable[[Text], None]) -> None:
        """`say` is called with the reason if the try cannot be kept."""
        self.learned = learned
        self.say = say
        self.recorded: LessonTry | None = None

    def record(self, made: LessonTry) -> None:
        """Keeps the try once; a second time only if it had failed and was solved after taking steps back."""
        again = self.recorded is not None and (self.recorded.outcome, made.outcome) == ("failed", "solved")
        if self.recorded is not None and not again:
            return
        self.recorded = made
        if (trouble := self.learned.save_try(made)) is not None:
            self.say(trouble)


class TryResult(NamedTuple):
    """What came of one try, and where to go after it."""

    then: AfterTry
    lesson_try: LessonTry


class LessonSequence(NamedTuple):
    """What lessons need of the program."""

    learned: Progress
    services: Callable[[], TableServices]
    """Those of the table of one try."""
    teach: Callable[[LearnerSeat[Any], LevelProgress, LessonMode, TryRecorder], Awaitable[TryResult]]
    """One try at a level, noted as soon as it is decided."""
    say: Callable[[Text], None]
    choose: Callable[[str], Awaitable[LessonRequest | None]]
    """Which lesson somebody wants who chooses among those of a game."""

    async def run(self, wanted: LessonRequest) -> FirstGame | None:
        """Level after level until somebody leaves; the game that he wants to play then. Raises UserError."""
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
        """Whether all lessons are offered: to whoever asks for them, and where there is no next one."""
        if wanted.level or wanted.presented:
            return False
        shelf = lesson_list(load_game(wanted.game), self.learned)
        return bool(shelf.lessons) and (shelf.all_solved or (wanted.listed and bool(shelf.solved)))

    async def _level(self, rules: Game[Any], at: str, usual: LessonMode) -> AfterTry:
        """Tries at one level, until it is left."""
        way, known = usual, RefusedAttempts()
        while True:
            then, known = await self._try(rules, at, way, known)
            if then not in ("again", "show"):
                return then
            way = "show" if then == "show" and usual == "play" else usual

    async def _try(
        self, rules: Game[Any], at: str, way: LessonMode, known: RefusedAttempts
    ) -> tuple[AfterTry, RefusedAttempts]:
        """Where one goes after a try, and what one was refused in those that solved nothing."""
        names, other = lesson_ids(rules), next_lesson(self.learned, rules.id)
        lesson = load_lesson(rules, at)
        simpler = first_game(rules).simpler if at == names[-1] else ()
        course = LevelProgress(names.index(at) + 1, len(names), other.title if other else None, simpler)
        trial = LessonAttempt(lesson, open_lesson(lesson), known if way == "play" else (), self.services())
        diary = TryRecorder(self.learned, self.say)
        try:
            then, made = await self.teach(LearnerSeat(trial), course, way, diary)
        finally:
            trial.computers.close()
        diary.record(mark_restarted(made) if then in ("again", "show") else made)
        if way != "play":
            return then, known
        return then, () if made.outcome == "solved" else (*known, *trial.refused)


def mark_restarted(made: LessonTry) -> LessonTry:
    """The try of somebody who begins anew, or is shown how it is done, instead of leaving."""
    return made._replace(outcome="anew") if made.outcome == "left" else made


def first_unsolved(rules: Game[Any], known: frozenset[str]) -> str:
    """The first level that is not solved yet; the first of all, if they are. Raises UserError if there are none."""
    names = lesson_ids(rules)
    if not names:
        raise UserError(Text("{title} has no lessons.", title=rules.title))
    return next((name for name in names if name not in known), names[0])


def lesson_list(rules: Game[Any], learned: Progress) -> LessonList:
    """The lessons of a game; none if it has none. Raises LessonError."""
    found = load_outlines(rules)
    return LessonList(rules.id, rules.title, found, learned.solved_lessons(rules.id) & {lesson.id for lesson in found})


def lesson_lists(learned: Progress, say: Callable[[Text], None] = lambda trouble: None) -> tuple[LessonList, ...]:
    """Those of all games that have lessons; `say` hears of a guest whose lessons cannot be read, which is left out."""
    found = []
    for rules in filter(None, map(_opened, dict.fromkeys([*BUILT_IN_GAMES, *list_game_ids()]))):
        try:
            found.append(lesson_list(rules, learned))
        except LessonError as error:
            say(Text("{game}: {problem}", game=rules.title, problem=error.text))
    return tuple(shelf for shelf in found if shelf.lessons)


def _opened(name: str) -> Game[Any] | None:
    """None for a guest that has gone, or cannot be opened."""
    try:
        return load_game(name)
    except UserError:
        return None


def first_game(rules: Game[Any]) -> FirstGame:
    """As simple as it gets."""
    easier = [option for option in rules.options if option.easiest not in ("", option.default)]
    number = min(max(2, rules.player_counts[0]), rules.player_counts[-1])
    players = [
        player if player.kind == "human" else RecordPlayer(player.name, OPPONENT_LEVEL)
        for player in seat_players((), number)
    ]
    meant = (option.meanings[option.values.index(option.easiest)] for option in easier)
    return FirstGame(rules.id, tuple(players), tuple((option.id, option.easiest) for option in easier), tuple(meant))
