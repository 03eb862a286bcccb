"""One lesson after the other: which level comes next, what is kept of each try, and where one goes after the last."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal, NamedTuple

from tilehall.engine import BUILT_IN, Game, Player, RuleError, Text, game, ids
from tilehall.engine.teaching.lessons import OPPONENT, Attempt, LessonError, Outline, level, levels, outlines
from tilehall.tui.config.lesson_progress import Diary, Learned, Try, begun_anew, solved
from tilehall.tui.features.lessons.learner_seat import Course, LearnerSeat, Way
from tilehall.tui.features.lessons.lesson_attempt import Trial, opened
from tilehall.tui.tables.seating import at_table
from tilehall.tui.tables.thinking.thinkers import Minds


class Wanted(NamedTuple):
    """Which lessons somebody wants, and how."""

    game: str
    level: str = ""
    """Empty: the first that is not solved yet."""
    presented: bool = False
    listed: bool = False
    """Whether one chooses among all of them, once one of them is solved."""


class Shelf(NamedTuple):
    """The lessons of a game, and which of them are solved."""

    game: str
    title: Text
    lessons: tuple[Outline, ...]
    solved: frozenset[str]

    @property
    def done(self) -> bool:
        return len(self.solved) == len(self.lessons)


Then = Literal["again", "show", "next", "others", "leave"]
Known = tuple[Attempt, ...]


class Next(NamedTuple):
    """A lesson to go on with."""

    game: str
    title: Text
    number: int
    all: int


class FirstGame(NamedTuple):
    """What somebody plays who has learned a game: with the simplest rules, against an easy opponent."""

    game: str
    players: tuple[Player, ...]
    options: tuple[tuple[str, str], ...]
    simpler: tuple[Text, ...] = ()
    """What these options mean."""


class Sat(NamedTuple):
    """What came of one try, and where to go after it."""

    then: Then
    made: Try


class School(NamedTuple):
    """What lessons need of the program."""

    learned: Learned
    minds: Callable[[], Minds]
    teach: Callable[[LearnerSeat[Any], Course, Way, Diary], Awaitable[Sat]]
    """One try at a level, noted as soon as it is decided."""
    say: Callable[[Text], None]
    choose: Callable[[str], Awaitable[Wanted | None]]
    """Which lesson somebody wants who chooses among those of a game."""

    async def attend(self, wanted: Wanted) -> FirstGame | None:
        """Level after level until somebody leaves; the game that he wants to play then. Raises RuleError."""
        if (trouble := self.learned.trouble) is not None:
            self.say(trouble)
        if self._lists(wanted):
            chosen = await self.choose(wanted.game)
            if chosen is None:
                return None
            wanted = chosen
        rules, at = game(wanted.game), wanted.level
        while True:
            at = at or upcoming(rules, self.learned.solved(rules.id))
            answer = await self._level(rules, at, "present" if wanted.presented else "play")
            names = levels(rules)
            if answer == "next" and at == names[-1]:
                return first_game(rules)
            if answer == "next":
                at = names[names.index(at) + 1]
            elif answer == "others":
                other = offered(self.learned, rules.id)
                rules, at = game(other.game if other else rules.id), ""
            else:
                return None

    def _lists(self, wanted: Wanted) -> bool:
        """Whether all lessons are offered: to whoever asks for them, and where there is no next one."""
        if wanted.level or wanted.presented:
            return False
        shelf = shelf_of(game(wanted.game), self.learned)
        return bool(shelf.lessons) and (shelf.done or (wanted.listed and bool(shelf.solved)))

    async def _level(self, rules: Game[Any], at: str, usual: Way) -> Then:
        """Tries at one level, until it is left."""
        way, known = usual, Known()
        while True:
            then, known = await self._try(rules, at, way, known)
            if then not in ("again", "show"):
                return then
            way = "show" if then == "show" and usual == "play" else usual

    async def _try(self, rules: Game[Any], at: str, way: Way, known: Known) -> tuple[Then, Known]:
        """Where one goes after a try, and what one was refused in those that solved nothing."""
        names, other = levels(rules), offered(self.learned, rules.id)
        lesson = level(rules, at)
        simpler = first_game(rules).simpler if at == names[-1] else ()
        course = Course(names.index(at) + 1, len(names), other.title if other else None, simpler)
        table = opened(lesson, minds=self.minds())
        trial, diary = Trial(lesson, table, known if way == "play" else ()), Diary(self.learned, self.say)
        try:
            then, made = await self.teach(LearnerSeat(trial), course, way, diary)
        finally:
            table.close()
        diary.note(begun_anew(made) if then in ("again", "show") else made)
        if way != "play":
            return then, known
        return then, () if made.outcome == "solved" else (*known, *trial.refused)


def upcoming(rules: Game[Any], known: frozenset[str]) -> str:
    """The first level that is not solved yet; the first of all, if they are. Raises RuleError if there are none."""
    names = levels(rules)
    if not names:
        raise RuleError(Text("{title} has no lessons.", title=rules.title))
    return next((name for name in names if name not in known), names[0])


def offered(learned: Learned, but: str = "") -> Next | None:
    """The next lesson: of the game that was learned last as long as there is one, then of the next; None at the end."""
    tries = learned.tries()
    latest = [tries[-1].game] if tries else []
    for name in dict.fromkeys([*latest, *BUILT_IN, *ids()]):
        rules = None if name == but else _opened(name)
        names = levels(rules) if rules else ()
        known = solved(tries, name)
        if rules and (left := next((n for n, each in enumerate(names, 1) if each not in known), 0)):
            return Next(name, rules.title, left, len(names))
    return None


def shelf_of(rules: Game[Any], learned: Learned) -> Shelf:
    """The lessons of a game; none if it has none. Raises LessonError."""
    found = outlines(rules)
    return Shelf(rules.id, rules.title, found, learned.solved(rules.id) & {lesson.id for lesson in found})


def shelves(learned: Learned, say: Callable[[Text], None] = lambda trouble: None) -> tuple[Shelf, ...]:
    """Those of all games that have lessons; `say` hears of a guest whose lessons cannot be read, which is left out."""
    found = []
    for rules in filter(None, map(_opened, dict.fromkeys([*BUILT_IN, *ids()]))):
        try:
            found.append(shelf_of(rules, learned))
        except LessonError as error:
            say(Text("{game}: {problem}", game=rules.title, problem=error.text))
    return tuple(shelf for shelf in found if shelf.lessons)


def _opened(name: str) -> Game[Any] | None:
    """None for a guest that has gone, or cannot be opened."""
    try:
        return game(name)
    except RuleError:
        return None


def first_game(rules: Game[Any]) -> FirstGame:
    """As simple as it gets."""
    easier = [option for option in rules.options if option.easiest not in ("", option.default)]
    number = min(max(2, rules.seats[0]), rules.seats[-1])
    players = [player if player.kind == "human" else Player(player.name, OPPONENT) for player in at_table((), number)]
    meant = (option.meanings[option.values.index(option.easiest)] for option in easier)
    return FirstGame(rules.id, tuple(players), tuple((option.id, option.easiest) for option in easier), tuple(meant))
