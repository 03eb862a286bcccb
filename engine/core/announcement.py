"""How a game is announced: one object that says what is printed on its box, and where its parts are.

The built-in games are announced in `tilehall.engine.games.catalog`. Another package announces its games by entry
points, each under the game's id:

    [project.entry-points."tilehall.games"]
    hex = "tilehall_hex:HEX"
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tilehall.engine.core.text import Text

if TYPE_CHECKING:
    from tilehall.engine.core.game import Game

Part = str | Callable[..., Any]
"""A class or another callable that makes the part, or its place as `"module:name"`, imported on demand."""
NO_SUMMARY = Text("")


@dataclass(frozen=True, eq=False)
class Announcement:
    """What can be known of a game without loading it, and where to load its parts from.

    >>> from tilehall.engine import BUILT_IN_GAMES, Setup
    >>> kaguya = BUILT_IN_GAMES["kaguya"]
    >>> print(kaguya.title, kaguya.player_counts)
    Kaguyahime range(2, 5)
    >>> kaguya.game.actors(kaguya.game.start(Setup(2)))
    (-1,)
    """

    id: str
    title: Text
    credit: Text
    """Whose game it is."""
    player_counts: range
    rules: Part
    """Called with the announcement; makes the `Game`. A subclass of `BaseGame` will do."""
    advisor: Part = "tilehall.engine.ai.advisor:BaseAdvisor"
    """Called with the game, as are the narrator, the teacher and the encoder."""
    narrator: Part = "tilehall.engine.core.base_game:BaseNarrator"
    teacher: Part = "tilehall.engine.teaching.things:BaseTeacher"
    encoder: Part = "tilehall.engine.core.position_reader:BaseEncoder"
    renderer: Part = ""
    """Called without arguments; makes the `BoardRenderer`. Empty: the plain one."""
    wording: str = ""
    """The module with the functions of `Wording`. Empty: the plain one."""
    components: str = ""
    """The `ComponentSource`. Empty: the table of components cannot be changed."""
    package: str = ""
    """The Python package that has rulebook.md and other files. Empty: that of the rules."""
    summary: Text = NO_SUMMARY
    """What playing it feels like, in a sentence."""
    minutes: tuple[int, int] | None = None
    """How long a game lasts, at least and at most, as its box says; None if that is not known."""

    @property
    def game(self) -> Game[Any]:
        """The game, loaded when it is first asked for. Raises whatever its modules raise."""
        self.load_part("rules")  # first of all: a module of the game may itself ask for the game
        return self._game

    @cached_property
    def _game(self) -> Game[Any]:
        made: Game[Any] = self.load_part("rules")(self)
        return made

    def load_part(self, name: str) -> Any:
        """What the field with this name announces; None if it is empty. Raises ImportError or AttributeError.

        >>> from tilehall.engine import BUILT_IN_GAMES
        >>> BUILT_IN_GAMES["sand"].load_part("rules")
        <class 'tilehall.engine.games.sand.game.Sand'>
        """
        place: Part = getattr(self, name)
        if not isinstance(place, str) or not place:
            return place or None
        module, _, attribute = place.partition(":")
        found = import_module(module)
        return getattr(found, attribute) if attribute else found
