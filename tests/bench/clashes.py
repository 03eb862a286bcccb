"""How well players of Kaguyahime predict clashes: that somebody presents the same as they do."""

from __future__ import annotations

from typing import NamedTuple

from tests.engine.games.kaguya.playing import played
from tilehall.engine.ai.plan import Plan
from tilehall.engine.core.game import SeatNo
from tilehall.engine.games.kaguya.ai.plans import CERTAIN_CLASH, NO_CLASH
from tilehall.engine.games.kaguya.ai.value import CLASH


class Clashes(NamedTuple):
    """Per cent said and happened, on average over so many bids."""

    said: float
    happened: float
    bids: int

    @property
    def off(self) -> float:
        return abs(self.said - self.happened)


def clash(plan: Plan) -> int:
    """Return how likely a clash is in per cent, by what a plan says."""
    (text,) = [term.text for term in plan.value.terms if term.kind == CLASH]
    if text in (NO_CLASH, CERTAIN_CLASH):
        return 100 if text == CERTAIN_CLASH else 0
    risk = text.args["risk"]
    assert isinstance(risk, int)
    return risk


def clashes(players: int, k: int, games: int) -> Clashes:
    """Measure games in which everybody bids by the best of k plans."""
    said: list[int] = []
    happened: list[bool] = []
    for seed in range(games):
        bids: dict[SeatNo, Plan] = {}
        for step in played(seed, players, k):
            if step.s.point != "PRESENT":
                continue
            bids[step.seat] = step.plan
            if len(bids) == players:
                held = [bid.actions[0] for bid in bids.values()]
                said += [clash(bid) for bid in bids.values()]
                happened += [held.count(each) > 1 for each in held]
                bids.clear()
    return Clashes(sum(said) / len(said), 100 * sum(happened) / len(said), len(said))
