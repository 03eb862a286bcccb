"""The decision points of the game as players meet them: rule, task, and the verbs with their fields (B-3.1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from tilehall.engine.core.game import Action, Decision, SeatNo
from tilehall.engine.core.text import Text
from tilehall.engine.games.beasts.actions import discard_choices, vocabulary
from tilehall.engine.games.beasts.components import ICONS
from tilehall.engine.games.beasts.rules import DRAWS
from tilehall.engine.games.beasts.state import BeastsState


class BeastsDecisionPoint(NamedTuple):
    """A decision: its rule, what a player is asked, why nothing else can be done, and the fields of each verb."""

    rule: str
    prompt: Text
    only: Text
    fields: Mapping[str, tuple[str, ...]]


POINTS: Mapping[str, BeastsDecisionPoint] = {
    "SETUP_BEAST": BeastsDecisionPoint(
        "B-2.5",
        Text("Put one beast of your choice on any square."),
        Text("Now is the time to put one beast of your choice on any square."),
        {"setup": ("beast", "square")},
    ),
    "KEEP": BeastsDecisionPoint(
        "B-4.1",
        Text("Keep at least one die; the others are rerolled once."),
        Text("Now is the time to keep at least one die; the others are rerolled once."),
        {"keep": ("dice",)},
    ),
    "PLACE": BeastsDecisionPoint(
        "B-4.2",
        Text("Place dice and cards and use beast faces, or end your turn."),
        Text("Now is the time to place dice and cards and use beast faces, or end your turn."),
        {
            "die": ("die", "slot"),
            "card": ("kind", "edge"),
            "add": ("die", "beast", "square"),
            "move": ("die", "start", "end"),
            "end": (),
        },
    ),
    "DISCARD": BeastsDecisionPoint(
        "B-4.60",
        Text("Discard any cards before you draw up to four."),
        Text("Now is the time to discard any cards before you draw up to four."),
        {"discard": ("cards",)},
    ),
}


def decision(s: BeastsState, seat: SeatNo) -> Decision:
    """What is to be decided now."""
    return _decisions()["CHANCE" if s.point in DRAWS else s.point]


@cache
def _decisions() -> dict[str, Decision]:
    skips: dict[str, Action] = {"PLACE": vocabulary().end, "DISCARD": discard_choices(bytes(ICONS))[0]}
    found = {
        name: Decision(name, point.prompt, point.rule, point.fields, skips.get(name), otherwise_text=point.only)
        for name, point in POINTS.items()
    }
    return found | {"CHANCE": Decision("CHANCE", Text("The dealer rolls or draws."), "B-3.4", {})}
