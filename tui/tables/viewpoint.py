"""Whose eyes look at a table from one seat, and who acts there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from tilehall.engine import CHANCE, Match, Text
from tilehall.engine import SeatNo as Number
from tilehall.tui.tables.moment import Curtain

ONLY_WATCHES = Text("Whoever only watches changes nothing.")
LOCKED = Text("What was chosen in secret stays: at a shared keyboard others may be sitting here now.")


class ViewpointState(NamedTuple):
    """What a seat is at one step of the game."""

    viewpoint: Number | None
    """Whose view is shown; None for what everybody may see."""
    front: Number
    """Who sits in front."""
    actor: Number | None = None
    """Who decides here now."""
    undo_seat: Number | None = None
    """Whose last step is taken back when somebody here asks for it; None if nobody's is."""
    undo_barrier: Text | None = None
    """Why nothing is taken back here, whatever the rules allow."""
    shared: bool = False
    guarded: bool = False
    curtain: Curtain | None = None


class ViewpointTracker(Protocol):
    """How the eyes at a seat change with the game."""

    @property
    def people(self) -> tuple[Number, ...]:
        """Who plays with these eyes."""

    def update(self, match: Match[Any]) -> ViewpointState:
        """Whose eyes look after a change."""

    def note_action(self, number: Number) -> None:
        """Somebody here has acted."""

    def raise_curtain(self) -> None:
        """The player whose turn it is looks, alone."""

    def lower_curtain(self) -> None:
        """Nobody looks any more."""


class PlayerTracker:
    """One player at a screen of his own."""

    def __init__(self, number: Number) -> None:
        self.number = number

    @property
    def people(self) -> tuple[Number, ...]:
        return (self.number,)

    def update(self, match: Match[Any]) -> ViewpointState:
        acts = self.number if self.number in match.actors() else None
        return ViewpointState(self.number, self.number, acts, undo_seat=self.number)

    def note_action(self, number: Number) -> None:
        """The eyes stay where they are."""

    def raise_curtain(self) -> None:
        """No curtain hangs here."""

    def lower_curtain(self) -> None:
        """No curtain hangs here."""


class SpectatorTracker:
    """Somebody who only watches: whoever acts sits in front."""

    def __init__(self) -> None:
        self.front: Number = 0

    @property
    def people(self) -> tuple[Number, ...]:
        return ()

    def update(self, match: Match[Any]) -> ViewpointState:
        due = match.actors()
        if due and due[0] != CHANCE:
            self.front = due[0]
        return ViewpointState(None, self.front)

    def note_action(self, number: Number) -> None:
        """Nobody acts here."""

    def raise_curtain(self) -> None:
        """No curtain hangs here."""

    def lower_curtain(self) -> None:
        """No curtain hangs here."""


class SharedTracker:
    """Several people at one keyboard, one after the other.

    Where they may not all see the same, they play at a table on which all hands are masked. A curtain hangs only
    before what cannot be decided without a secret, and before a look at one's own hand.
    """

    def __init__(self, people: Sequence[Number]) -> None:
        self._people = tuple(people)
        self._front = self._people[0]
        self._looking: Number | None = None
        """Who looks at the screen alone, where there are secrets."""
        self._in_secret = False
        """Whether what is to be decided takes a secret."""
        self._peeks = False
        """Whether somebody looks only to know, at the table that all may see."""

    @property
    def people(self) -> tuple[Number, ...]:
        return self._people

    def update(self, match: Match[Any]) -> ViewpointState:
        acts = next((number for number in match.actors() if number in self._people), None)
        if not self._views_differ(match):
            self._front = self._front if acts is None else acts
            return ViewpointState(self._front, self._front, acts, self._last_actor(match), shared=True)
        if acts is None:
            self._looking, self._in_secret = None, False
            return self._open_state(match, None)
        self._front = acts
        self._in_secret = match.game.decides_in_secret(match.state, acts)
        if not self._in_secret and not self._peeks:
            self._looking = None
        if acts == self._looking:
            return ViewpointState(acts, acts, acts, acts, None, True, True)
        self._looking, self._peeks = None, False
        if not self._in_secret:
            return self._open_state(match, acts)
        regrets = self._may_take_back(match, acts)
        takes_back, stays = (regrets, None) if regrets is not None else (None, LOCKED)
        return ViewpointState(None, acts, None, takes_back, stays, True, True, Curtain(acts, regrets))

    def _open_state(self, match: Match[Any], acts: Number | None) -> ViewpointState:
        """What everybody may see, whoever acts. What was chosen there may be taken back there."""
        last = match.steps[-1] if match.steps else None
        if last is None or last.seat not in self._people:
            return ViewpointState(None, self._front, acts, self._front, None, True, True)
        if match.game.decides_in_secret(last.before, last.seat):
            return ViewpointState(None, self._front, acts, None, LOCKED, True, True)
        return ViewpointState(None, self._front, acts, last.seat, None, True, True)

    def _views_differ(self, match: Match[Any]) -> bool:
        if not match.game.has_secrets:
            return False
        first, *others = self._people
        view = match.game.dump(match.view(first))
        return any(match.game.dump(match.view(number)) != view for number in others)

    def _may_take_back(self, match: Match[Any], acts: Number) -> Number | None:
        """Who acted last, in sight of all, and may think again. What is secret is not opened for that."""
        step = next((step for step in reversed(match.steps) if step.seat in self._people), None)
        if step is None or step.seat == acts or match.game.decides_in_secret(step.before, step.seat):
            return None
        return None if match.undo_barrier(step.seat) else step.seat

    def _last_actor(self, match: Match[Any]) -> Number:
        """Friends at one open table take back for each other."""
        last = match.steps[-1].seat if match.steps else self._front
        return last if last in self._people else self._front

    def note_action(self, number: Number) -> None:
        if self._peeks:
            self.lower_curtain()

    def raise_curtain(self) -> None:
        self._looking, self._peeks = self._front, not self._in_secret

    def lower_curtain(self) -> None:
        self._looking, self._peeks = None, False
