"""The tables of components of this process: the originals, or copies that a designer has changed.

A table is read once in a process, and nearly everything in its game depends on it. So a changed one is for the whole
process: it is set before the game is loaded, and stays. Commands that own their process may set it; a hall never does.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, Protocol

from tilehall.engine.core.game import RuleError, quote_text
from tilehall.engine.core.package_data import read_package_text
from tilehall.engine.core.text import Text


class ComponentChange(NamedTuple):
    """A value that differs from the original; `was` or `now` is empty where there is no such key."""

    key: str
    was: str
    now: str


class ComponentSet(NamedTuple):
    """A changed table of components, already checked."""

    game: str
    file: str
    """Its name for users."""
    text: str
    digest: str
    """The same for all files with the same values."""
    changes: tuple[ComponentChange, ...]


class ComponentSource(Protocol):
    """The table of components of a game, which may be replaced by a changed copy."""

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
    """The text of a table of components, and the file name for errors."""

    file: str
    text: str


class ComponentSets:
    """The changed tables of this process; only `use_set` adds one."""

    def __init__(self) -> None:
        self._changed: dict[str, ComponentSet] = {}
        self._opened: set[str] = set()

    @property
    def changed_sets(self) -> tuple[ComponentSet, ...]:
        """The tables that differ from the originals."""
        return tuple(self._changed.values())

    def use_set(self, box: ComponentSet) -> None:
        """Replace the table of a game. Raises RuleError if the game has been loaded already."""
        if box.game in self._opened:
            raise RuleError(
                Text("The box of {game} is open already: it cannot be changed now.", game=quote_text(box.game))
            )
        self._changed[box.game] = box

    def open_table(self, game: str, package: str, file: str) -> ComponentTable:
        """Return the table of a game: the changed one, or that in this file of its package."""
        self._opened.add(game)
        if game in self._changed:
            return ComponentTable(self._changed[game].file, self._changed[game].text)
        return ComponentTable(file, read_package_text(package, file))

    def changed_set(self, game: str) -> ComponentSet | None:
        """The changed table of a game, if there is one."""
        return self._changed.get(game)

    def digest(self, game: str) -> str:
        """The digest of the changed table of a game; empty for the original."""
        return self._changed[game].digest if game in self._changed else ""


@cache
def component_sets() -> ComponentSets:
    """The one instance of this process."""
    return ComponentSets()
