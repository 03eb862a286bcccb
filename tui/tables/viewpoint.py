"""Whose view a seat shows, and who acts there, as the game goes on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from tilehall.engine import CHANCE, Match, SeatNo, Text
from tilehall.tui.tables.moment import Curtain

ONLY_WATCHES = Text("Whoever only watches changes nothing.")
LOCKED = Text("What was chosen in secret stays: at a shared keyboard others may be sitting here now.")


class ViewpointState(NamedTuple):
    """Who looks and acts at a seat at one step of the game."""

    viewpoint: SeatNo | None
    """Whose view is shown; None: what everybody may see."""
    front: SeatNo
    """Whose things are shown first."""
    actor: SeatNo | None = None
    """Who decides here now."""
    undo_seat: SeatNo | None = None
    """Whose last step an undo takes back; None if no step may be taken back here."""
    undo_barrier: Text | None = None
    """Why nothing is taken back here, even if the rules allow it."""
    shared: bool = False
    guarded: bool = False
    curtain: Curtain | None = None


class ViewpointTracker(Protocol):
    """Follows who looks and acts at a seat."""

    @property
    def people(self) -> tuple[SeatNo, ...]:
        """The seat numbers of those who play here."""

    def update(self, match: Match[Any]) -> ViewpointState:
        """Work out who looks and acts now."""

    def note_action(self, number: SeatNo) -> None:
        """Note that somebody here is acting."""

    def raise_curtain(self) -> None:
        """Show the view of the player whose turn it is."""

    def lower_curtain(self) -> None:
        """Hide that view again."""


class PlayerTracker:
    """One player at a screen of their own."""

    def __init__(self, number: SeatNo) -> None:
        self.number = number

    @property
    def people(self) -> tuple[SeatNo, ...]:
        return (self.number,)

    def update(self, match: Match[Any]) -> ViewpointState:
        acts = self.number if self.number in match.actors() else None
        return ViewpointState(self.number, self.number, acts, undo_seat=self.number)

    def note_action(self, number: SeatNo) -> None:
        """No-op: the view stays."""

    def raise_curtain(self) -> None:
        """No-op: nobody shares this screen."""

    def lower_curtain(self) -> None:
        """No-op: nobody shares this screen."""


class SpectatorTracker:
    """A spectator, who sees whoever acts in front."""

    def __init__(self) -> None:
        self.front: SeatNo = 0

    @property
    def people(self) -> tuple[SeatNo, ...]:
        return ()

    def update(self, match: Match[Any]) -> ViewpointState:
        due = match.actors()
        if due and due[0] != CHANCE:
            self.front = due[0]
        return ViewpointState(None, self.front)

    def note_action(self, number: SeatNo) -> None:
        """No-op: a spectator never acts."""

    def raise_curtain(self) -> None:
        """No-op: nobody shares this screen."""

    def lower_curtain(self) -> None:
        """No-op: nobody shares this screen."""


class SharedTracker:
    """Several people at one keyboard, one after the other.

    Where their views differ, the open table is shown. A curtain hides only what cannot be decided without a secret,
    and a look at one's own hand.
    """

    def __init__(self, people: Sequence[SeatNo]) -> None:
        self._people = tuple(people)
        self._front = self._people[0]
        self._looking: SeatNo | None = None
        """Whose own view is shown now, behind the curtain."""
        self._in_secret = False
        """Whether the decision that is due takes a secret."""
        self._peeks = False
        """Whether somebody looks at their own view though the decision takes no secret."""

    @property
    def people(self) -> tuple[SeatNo, ...]:
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

    def _open_state(self, match: Match[Any], acts: SeatNo | None) -> ViewpointState:
        """The open table: what was chosen in sight of all may be taken back there."""
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

    def _may_take_back(self, match: Match[Any], acts: SeatNo) -> SeatNo | None:
        """Who acted last, if that was in sight of all and may be taken back through the curtain."""
        step = next((step for step in reversed(match.steps) if step.seat in self._people), None)
        if step is None or step.seat == acts or match.game.decides_in_secret(step.before, step.seat):
            return None
        return None if match.undo_barrier(step.seat) else step.seat

    def _last_actor(self, match: Match[Any]) -> SeatNo:
        """Whoever acted last: at an open table people take back for each other."""
        last = match.steps[-1].seat if match.steps else self._front
        return last if last in self._people else self._front

    def note_action(self, number: SeatNo) -> None:
        if self._peeks:
            self.lower_curtain()

    def raise_curtain(self) -> None:
        self._looking, self._peeks = self._front, not self._in_secret

    def lower_curtain(self) -> None:
        self._looking, self._peeks = None, False
