"""The decision points of the game: rule, task, and the verbs with their fields (B-3.1)."""

from __future__ import annotations

from collections.abc import Mapping

from tilehall.engine.core.action import fields_of
from tilehall.engine.core.game import Decision, SeatNo
from tilehall.engine.core.text import Text
from tilehall.engine.games.beasts.actions import (
    END,
    NO_DISCARD,
    AddBeast,
    DiscardFenceCards,
    EndTurn,
    KeepDice,
    MoveBeast,
    PlaceDie,
    PlaceFenceCard,
    SetUpBeast,
)
from tilehall.engine.games.beasts.rules import DRAWS
from tilehall.engine.games.beasts.state import BeastsState

DECISIONS = (
    Decision("CHANCE", Text("The dealer rolls or draws."), "B-3.4", {}),
    Decision(
        "SETUP_BEAST",
        Text("Put one beast of your choice on any square."),
        "B-2.5",
        fields_of(SetUpBeast),
        otherwise_text=Text("Now is the time to put one beast of your choice on any square."),
    ),
    Decision(
        "KEEP",
        Text("Keep at least one die; the others are rerolled once."),
        "B-4.1",
        fields_of(KeepDice),
        otherwise_text=Text("Now is the time to keep at least one die; the others are rerolled once."),
    ),
    Decision(
        "PLACE",
        Text("Place dice and cards and use beast faces, or end your turn."),
        "B-4.2",
        fields_of(PlaceDie, PlaceFenceCard, AddBeast, MoveBeast, EndTurn),
        END,
        otherwise_text=Text("Now is the time to place dice and cards and use beast faces, or end your turn."),
    ),
    Decision(
        "DISCARD",
        Text("Discard any cards before you draw up to four."),
        "B-4.60",
        fields_of(DiscardFenceCards),
        NO_DISCARD,
        otherwise_text=Text("Now is the time to discard any cards before you draw up to four."),
    ),
)
POINTS: Mapping[str, Decision] = {point.kind: point for point in DECISIONS}


def decision(s: BeastsState, seat: SeatNo) -> Decision:
    """What is to be decided now."""
    return POINTS["CHANCE" if s.point in DRAWS else s.point]
