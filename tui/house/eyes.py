"""Whose eyes look at a table from one seat, and who acts there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from tilehall.engine import CHANCE, Match
from tilehall.engine import Seat as Number
from tilehall.tui.house.moment import Curtain


class Sight(NamedTuple):
    """What a seat is at one step of the game."""

    eyes: Number | None
    """Whose view is shown; None for what everybody may see."""
    front: Number
    """Who sits in front."""
    acts: Number | None = None
    """Who decides here now."""
    takes_back: Number | None = None
    """Whose last step is taken back when somebody here asks for it; None for those who only watch."""
    shared: bool = False
    guarded: bool = False
    curtain: Curtain | None = None


class Eyes(Protocol):
    """How the eyes at a seat change with the game."""

    @property
    def people(self) -> tuple[Number, ...]:
        """Who plays with these eyes."""

    def sight(self, match: Match[Any]) -> Sight:
        """Whose eyes look after a change."""

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

    @property
    def people(self) -> tuple[Number, ...]:
        return (self.number,)

    def sight(self, match: Match[Any]) -> Sight:
        acts = self.number if self.number in match.actors() else None
        return Sight(self.number, self.number, acts, takes_back=self.number)

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

    @property
    def people(self) -> tuple[Number, ...]:
        return ()

    def sight(self, match: Match[Any]) -> Sight:
        due = match.actors()
        if due and due[0] != CHANCE:
            self.front = due[0]
        return Sight(None, self.front)

    def acted(self, number: Number) -> None:
        """Nobody acts here."""

    def look(self) -> None:
        """No curtain hangs here."""

    def hide(self) -> None:
        """No curtain hangs here."""


class SharedEyes:
    """Several people at one keyboard, one after the other; where they may not all see the same, behind a curtain."""

    def __init__(self, people: Sequence[Number]) -> None:
        self._people = tuple(people)
        self._front = self._people[0]
        self._looking: Number | None = None
        """Who looks at the screen alone, where there are secrets."""
        self._last: Number | None = None
        """Who acted last at this screen."""

    @property
    def people(self) -> tuple[Number, ...]:
        return self._people

    def sight(self, match: Match[Any]) -> Sight:
        acts = next((number for number in match.actors() if number in self._people), None)
        guarded = self._guarded(match)
        if acts is None:
            self._looking = None
            eyes = None if guarded else self._front
            return Sight(eyes, self._front, None, self._takes_back(match, guarded), True, guarded)
        self._front = acts
        if guarded and acts != self._looking:
            self._looking = None
            regrets = self._regrets(match, acts)
            takes_back = acts if regrets is None else regrets
            return Sight(None, acts, None, takes_back, True, guarded, Curtain(acts, regrets))
        return Sight(acts, acts, acts, self._takes_back(match, guarded), True, guarded)

    def _guarded(self, match: Match[Any]) -> bool:
        if not match.game.secrets:
            return False
        first, *others = self._people
        view = match.game.dump(match.view(first))
        return any(match.game.dump(match.view(number)) != view for number in others)

    def _regrets(self, match: Match[Any], acts: Number) -> Number | None:
        last = self._last if self._last is not None else self._latest(match)
        return last if last is not None and last != acts and not match.barrier(last) else None

    def _latest(self, match: Match[Any]) -> Number | None:
        """Who acted last before anybody has acted here: the table was resumed."""
        return next((step.seat for step in reversed(match.steps) if step.seat in self._people), None)

    def _takes_back(self, match: Match[Any], guarded: bool) -> Number:
        """Friends at one open table take back for each other."""
        last = match.steps[-1].seat if match.steps else self._front
        return last if last in self._people and not guarded else self._front

    def acted(self, number: Number) -> None:
        self._last = number

    def look(self) -> None:
        self._looking = self._front

    def hide(self) -> None:
        self._looking = None
