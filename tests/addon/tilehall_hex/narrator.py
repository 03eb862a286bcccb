"""What an action would bring, and what somebody has done by an event."""

from __future__ import annotations

from collections.abc import Iterable

from tilehall.engine import Action, BaseNarrator, Event, SeatNo, Text, Who
from tilehall.engine.core.usage import ThingUsage
from tilehall_hex.about import CELL
from tilehall_hex.distances import stones_lacking
from tilehall_hex.state import State


class HexNarrator(BaseNarrator[State]):
    def preview(self, s: State, seat: SeatNo, a: Action) -> tuple[Text, ...]:
        after = self.game.apply(s, seat, a)
        if after.winner == seat:
            return (Text("this joins your edges: you win"),)
        need, other = stones_lacking(after, seat), 1 - seat
        mine = Text("then you lack {need} of a chain", need=need)
        return (mine, Text("{who} lacks {need}", who=Who(other), need=stones_lacking(after, other)))

    def usage(self, event: Event) -> Iterable[ThingUsage]:
        """A stone is laid on a cell; the cells of a chain are told when it is won, which is no deed."""
        done = (ThingUsage(event.key),)
        return (*done, ThingUsage(event.key, CELL, event.marks[0])) if event.key == "lay" else done
