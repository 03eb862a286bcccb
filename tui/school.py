"""One lesson after the other: which level comes next, what is kept of each try, and where one goes after the last."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from tilehall.engine import BUILT_IN, Game, Player, RuleError, Text, boxes, game
from tilehall.engine.lessons import OPPONENT, level, levels
from tilehall.tui.house.apart import Task
from tilehall.tui.house.company import at_table
from tilehall.tui.house.lesson import opened
from tilehall.tui.house.minds import Minds
from tilehall.tui.learned import Learned, solved
from tilehall.tui.look import Look
from tilehall.tui.play.lecture import Course, Way
from tilehall.tui.screens.learn import Learning
from tilehall.tui.screens.options import Options
from tilehall.tui.screens.scoring import Answer
from tilehall.tui.settings import Settings


class Wanted(NamedTuple):
    """Which lessons somebody wants, and how."""

    game: str
    level: str = ""
    """None: the first that is not solved yet."""
    presented: bool = False


class FirstGame(NamedTuple):
    """What somebody plays who has learned a game: with the simplest rules, against an easy opponent."""

    game: str
    players: tuple[Player, ...]
    options: tuple[tuple[str, str], ...]


class School(NamedTuple):
    """What lessons need of the program."""

    learned: Learned
    minds: Callable[[], Minds]
    look_at: Callable[[str], Look]
    """The look at the table of a game of this package."""
    settings: Callable[[], Settings]
    show: Callable[[Learning], Awaitable[Answer | None]]
    say: Callable[[Text], None]

    async def attend(self, wanted: Wanted) -> FirstGame | None:
        """Level after level until somebody leaves; the game that he wants to play then. Raises RuleError."""
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
                rules, at = game(self._others(rules.id) or rules.id), ""
            else:
                return None

    async def _level(self, rules: Game[Any], at: str, usual: Way) -> Answer | None:
        """Tries at one level, until it is left."""
        way = usual
        while True:
            answer = await self._try(rules, at, way)
            if answer not in ("rematch", "show"):
                return answer
            way = "show" if answer == "show" and usual == "play" else usual

    async def _try(self, rules: Game[Any], at: str, way: Way) -> Answer | None:
        lesson, names = level(rules, at), levels(rules)
        table = opened(lesson, minds=self.minds())
        table.runner = Task()
        other = self._others(rules.id)
        course = Course(names.index(at) + 1, len(names), game(other).title if other else None)
        learning = Learning(self.look_at(rules.package), lesson, table, course, self.settings(), way)
        try:
            return await self.show(learning)
        finally:
            table.close()
            if (trouble := self.learned.keep(learning.made())) is not None:
                self.say(trouble)

    def _others(self, name: str) -> str | None:
        """The next game with a level that is not solved."""
        return next((other for other, _ in offered(self.learned) if other != name), None)


def upcoming(rules: Game[Any], known: frozenset[str]) -> str:
    """The first level that is not solved yet; the first of all, if they are. Raises RuleError if there are none."""
    names = levels(rules)
    if not names:
        raise RuleError(Text("{title} has no lessons.", title=rules.title))
    return next((name for name in names if name not in known), names[0])


def offered(learned: Learned) -> list[tuple[str, int]]:
    """The games with levels that are not solved, and which level of each is the next: what was learned last first."""
    tries = learned.tries()
    found = []
    for name in [*BUILT_IN, *(box.id for box in boxes() if box.id not in BUILT_IN)]:
        names, known = levels(game(name)), solved(tries, name)
        left = [n for n, each in enumerate(names, 1) if each not in known]
        if left:
            found.append((name, left[0]))
    latest = tries[-1].game if tries else ""
    return sorted(found, key=lambda each: each[0] != latest)


def first_game(rules: Game[Any]) -> FirstGame:
    """As simple as it gets."""
    options = Options(rules)
    asked = options.asked(options.told(options.easiest()))
    number = min(max(2, rules.seats[0]), rules.seats[-1])
    players = [player if player.kind == "human" else Player(player.name, OPPONENT) for player in at_table((), number)]
    return FirstGame(rules.id, tuple(players), asked)
