"""Whose eyes look at a table from one seat, and who acts there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tilehall.engine import CHANCE, Match
from tilehall.engine import Seat as Number
from tilehall.tui.house.moment import Curtain


@dataclass(frozen=True, slots=True)
class Sight:
    """What a seat is at one step of the game."""

    eyes: Number | None
    """Whose view is shown; None for what everybody may see."""
    front: Number
    """Who sits in front."""
    acts: Number | None = None
    """Who decides here now."""
    shared: bool = False
    guarded: bool = False
    curtain: Curtain | None = None


class Eyes(Protocol):
    """How the eyes at a seat change with the game."""

    def sight(self, match: Match[Any]) -> Sight:
        """Whose eyes look after a change."""

    def takes_back(self, match: Match[Any]) -> Number:
        """Whose step is taken back when somebody here asks for it."""

    def acted(self, number: Number) -> None:
        """Somebody here has acted."""

    def look(self) -> None:
        """The player whose turn it is looks, alone."""

    def hide(self) -> None:
        """Nobody looks any more."""


class OwnEyes:
    """One player at a screen of his own."""

    def __init__(self, number: Number) -> None:
        self.number = number

    def sight(self, match: Match[Any]) -> Sight:
        return Sight(self.number, self.number, self.number if self.number in match.actors() else None)

    def takes_back(self, match: Match[Any]) -> Number:
        return self.number

    def acted(self, number: Number) -> None:
        """The eyes stay where they are."""

    def look(self) -> None:
        """No curtain hangs here."""

    def hide(self) -> None:
        """No curtain hangs here."""


class Onlooker:
    """Somebody who only watches: whoever acts sits in front."""

    def __init__(self) -> None:
        self.front: Number = 0

    def sight(self, match: Match[Any]) -> Sight:
        due = match.actors()
        if due and due[0] != CHANCE:
            self.front = due[0]
        return Sight(None, self.front)

    def takes_back(self, match: Match[Any]) -> Number:
        return self.front

    def acted(self, number: Number) -> None:
        """Nobody acts here."""

    def look(self) -> None:
        """No curtain hangs here."""

    def hide(self) -> None:
        """No curtain hangs here."""


class SharedEyes:
    """Several people at one keyboard, one after the other; where they may not all see the same, behind a curtain."""

    def __init__(self, people: Sequence[Number]) -> None:
        self.people = tuple(people)
        self.front = self.people[0]
        self._looking: Number | None = None
        """Who looks at the screen alone, where there are secrets."""
        self._last: Number | None = None
        """Who acted last at this screen."""
        self._outside = False
        """Whether a curtain hangs."""
        self._guards = False
        """Whether the people here may not all see the same."""

    def sight(self, match: Match[Any]) -> Sight:
        due = match.actors()
        acts = next((number for number in due if number in self.people), None)
        guarded = self._guarded(match)
        self._outside, self._guards = False, guarded
        if acts is None:
            self._looking = None
            return Sight(None if guarded else self.front, self.front, None, True, guarded)
        self.front = acts
        if guarded and acts != self._looking:
            self._looking, self._outside = None, True
            return Sight(None, acts, None, True, guarded, Curtain(acts, self._regrets(match, acts)))
        return Sight(acts, acts, acts, True, guarded)

    def _guarded(self, match: Match[Any]) -> bool:
        if not match.game.secrets:
            return False
        views = [match.game.dump(match.view(number)) for number in self.people]
        return any(view != views[0] for view in views)

    def _regrets(self, match: Match[Any], acts: Number) -> Number | None:
        last = self._last
        return last if last is not None and last != acts and not match.barrier(last) else None

    def takes_back(self, match: Match[Any]) -> Number:
        """Friends at one open table take back for each other; from outside a curtain whoever was last."""
        if self._outside:
            return self.front if self._regrets(match, self.front) is None else self._last or 0
        last = match.steps[-1].seat if match.steps else self.front
        return last if last in self.people and not self._guards else self.front

    def acted(self, number: Number) -> None:
        self._last = number

    def look(self) -> None:
        self._looking = self.front

    def hide(self) -> None:
        self._looking = None
