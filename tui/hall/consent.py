"""What somebody at a table has asked the others for, and what they have answered so far."""

from __future__ import annotations

from typing import Any, NamedTuple

from tilehall.engine import SeatNo as Number
from tilehall.engine import Step
from tilehall.tui.hall.protocol import Request


class Asked(NamedTuple):
    """A request on its way. All have to agree that steps are taken back, more than half to a computer's standing in.

    >>> asked = Asked(Request("stand-in", 0, 3, (1, 2)), voters=3)
    >>> asked.agreed, asked.answer(1, True).agreed, asked.answer(1, False).refused
    (False, True, False)
    >>> Asked(Request("undo", 0, 0, (1, 2)), voters=3).answer(2, False).refused
    True
    """

    request: Request
    voters: int
    """How many have a say, with the one who asks."""
    to: Step[Any] | None = None
    """What is taken back, with all that came after it."""
    yes: int = 1
    no: int = 0

    @property
    def agreed(self) -> bool:
        return self.yes >= self.voters if self.request.kind == "undo" else 2 * self.yes > self.voters

    @property
    def refused(self) -> bool:
        return self.no > 0 if self.request.kind == "undo" else 2 * self.no >= self.voters

    def answer(self, seat: Number, yes: bool) -> Asked:
        return self._still(seat)._replace(yes=self.yes + yes, no=self.no + (not yes))

    def without(self, seat: Number) -> Asked:
        """Somebody has no say any more: a computer player stands in."""
        return self._still(seat)._replace(voters=self.voters - 1) if seat in self.request.asked else self

    def _still(self, seat: Number) -> Asked:
        asked = tuple(other for other in self.request.asked if other != seat)
        return self._replace(request=self.request._replace(asked=asked))
