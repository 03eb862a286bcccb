"""Which box a process plays with: the one that a game came with, or one whose table of components somebody changed.

A table of components is read once in a process, and nearly everything else of its game rests on it. So a changed box
is a matter of a whole process: it is put on the shelf before anything has looked into the game, and stays there.
Commands that own their process may do so; a hall, where many play, never does.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, Protocol

from tilehall.engine.core.game import RuleError, quote_text
from tilehall.engine.core.package_data import read_package_text
from tilehall.engine.core.text import Text


class ComponentChange(NamedTuple):
    """An entry of the table that is not as in the original; a text is empty where there is no such entry."""

    key: str
    was: str
    now: str


class ComponentSet(NamedTuple):
    """A table of components to play with instead of the original. It was checked by whoever made this."""

    game: str
    file: str
    """What its owner calls it."""
    text: str
    digest: str
    """The same for all files that say the same."""
    changes: tuple[ComponentChange, ...]


class ComponentSource(Protocol):
    """The table of components of a game, of which somebody may bring a changed copy."""

    @property
    def game(self) -> str: ...

    @property
    def original_text(self) -> str:
        """The text of the table that the game came with."""

    def read_changed_set(self, text: str, file: str) -> ComponentSet | None:
        """The box that this text describes, to be put on the shelf; None if it is that of the original.

        Raises RuleError, with a sentence that begins with the file, if it is none that can be played with.
        """


class ComponentTable(NamedTuple):
    """The text of a table of components, and the name that errors in it are told with."""

    file: str
    text: str


class ComponentSets:
    """What this process plays with. There is one in a process; only `use_set` changes it."""

    def __init__(self) -> None:
        self._changed: dict[str, ComponentSet] = {}
        self._opened: set[str] = set()

    @property
    def changed_sets(self) -> tuple[ComponentSet, ...]:
        """The boxes that are not the original ones."""
        return tuple(self._changed.values())

    def use_set(self, box: ComponentSet) -> None:
        """From now on this is the box of its game. Raises RuleError if somebody has looked into the game before."""
        if box.game in self._opened:
            raise RuleError(
                Text("The box of {game} is open already: it cannot be changed now.", game=quote_text(box.game))
            )
        self._changed[box.game] = box

    def open_table(self, game: str, package: str, file: str) -> ComponentTable:
        """The table of components of a game, which is in this file of its package unless the box was changed."""
        self._opened.add(game)
        if game in self._changed:
            return ComponentTable(self._changed[game].file, self._changed[game].text)
        return ComponentTable(file, read_package_text(package, file))

    def changed_set(self, game: str) -> ComponentSet | None:
        """The box of this game, if it is not the original."""
        return self._changed.get(game)

    def digest(self, game: str) -> str:
        """What marks games of a changed box; empty for the original."""
        return self._changed[game].digest if game in self._changed else ""


@cache
def component_sets() -> ComponentSets:
    """The shelf of this process."""
    return ComponentSets()
