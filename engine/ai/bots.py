"""Computer players behind one small protocol: they see what their seat sees, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Protocol, TypeVar

from tilehall.engine.ai.advisor import PLANS_COMPARED
from tilehall.engine.ai.plan import Plan
from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import Action, Advice, Game, SeatNo
from tilehall.engine.core.text import Text

S = TypeVar("S")
DRAWN_BY_LOT: Final = Text("drawn by lot")
WHOLE = 1_000_000
"""Into so many parts the weights of plans are divided."""


class Bot(Protocol):
    def think(self, game: Game[S], view: S, seat: SeatNo) -> Iterator[Advice]:
        """Better and better advice, at least once: whoever is in a hurry takes the latest, others the last."""


def choose_action(bot: Bot, game: Game[S], view: S, seat: SeatNo, intended: Sequence[Action] = ()) -> Advice:
    """What this player does now; `intended` is what came next in the plan of its last decision.

    >>> from tilehall.engine import Match, SeedDealer, Setup, load_game
    >>> match = Match(load_game("princess"), Setup(2, (("start_seat", "0"),)), SeedDealer("7"))
    >>> str(choose_action(RandomBot(Rng(3)), match.game, match.view(0), 0).action)
    'side b'
    """
    return continue_plan(game, view, seat, intended) or final_advice(bot, game, view, seat)


def final_advice(bot: Bot, game: Game[S], view: S, seat: SeatNo) -> Advice:
    """The last word of this player."""
    *_, advice = bot.think(game, view, seat)
    return advice


def continue_plan(game: Game[S], view: S, seat: SeatNo, intended: Sequence[Action]) -> Advice | None:
    """The next action of a plan made before, if it can still be done."""
    if not intended or game.check(view, seat, intended[0]) is not None:
        return None
    return advice_for_plan(game, view, seat, Plan(tuple(intended), game.advisor.value(view, seat)))


def advice_for_plan(game: Game[S], view: S, seat: SeatNo, plan: Plan) -> Advice:
    """The advice to carry out this plan."""
    return Advice(plan.actions[0], game.advisor.explain_plan(view, seat, plan), plan.actions[1:])


def draw_plan(plans: Sequence[Plan], rng: Rng) -> Plan:
    """The best plan; where all choose at the same time, one by lot, as often as its weight says."""
    if all(plan.weight == 1 for plan in plans):
        return plans[0]
    parts = [round(WHOLE * plan.weight) for plan in plans]
    rest = rng.below(sum(parts))
    for plan, part in zip(plans, parts, strict=True):
        rest -= part
        if rest < 0:
            return plan
    raise AssertionError("a number below the sum of the parts falls on one of them")


def explain_actions(game: Game[S], view: S, seat: SeatNo, actions: Sequence[Action], level: str) -> Text:
    """Why a player of this level did these actions, where its own reason was not kept; in the same words."""
    if level == "random":
        return DRAWN_BY_LOT
    return advice_for_plan(game, view, seat, Plan(tuple(actions), game.advisor.value(view, seat))).why


class RandomBot:
    """Any legal action, each as likely."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def think(self, game: Game[S], view: S, seat: SeatNo) -> Iterator[Advice]:
        choices = game.legal_actions(view, seat)
        yield Advice(choices[self.rng.below(len(choices))], DRAWN_BY_LOT)


class GreedyBot:
    """The best plan of the turn, without a look at what others may answer."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def think(self, game: Game[S], view: S, seat: SeatNo) -> Iterator[Advice]:
        yield advice_for_plan(game, view, seat, draw_plan(game.advisor.plans(view, seat, PLANS_COMPARED), self.rng))
