"""The `Bot` protocol of computer players, and the players that do not search. A bot is given the view of its seat."""

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
"""The resolution of the weights of plans when one is drawn."""
BEGINNER_PLANS = 8
"""How many plans a beginner considers."""
SEEN_PERCENT = 45
"""The probability that a beginner notices one of them."""
LEAST_TASTE, MOST_TASTE = 30, 170
"""The bounds of the factor by which a beginner misjudges a kind of term, in percent."""


class Bot(Protocol):
    def think(self, game: Game[S], view: S, seat: SeatNo) -> Iterator[Advice]:
        """Yield advice at least once, each better than the one before; a caller may stop after any of them."""


def choose_action(bot: Bot, game: Game[S], view: S, seat: SeatNo, intended: Sequence[Action] = ()) -> Advice:
    """The action of this bot after a full search. `intended`, the rest of its last plan, goes on if it is legal.

    >>> from tilehall.engine import Match, SeedDealer, Setup, load_game
    >>> match = Match(load_game("princess"), Setup(2, (("start_seat", "0"),)), SeedDealer("7"))
    >>> str(choose_action(RandomBot(Rng(3)), match.game, match.view(0), 0).action)
    'side b'
    """
    return continue_plan(game, view, seat, intended) or final_advice(bot, game, view, seat)


def final_advice(bot: Bot, game: Game[S], view: S, seat: SeatNo) -> Advice:
    """The advice of a complete search."""
    *_, advice = bot.think(game, view, seat)
    return advice


def continue_plan(game: Game[S], view: S, seat: SeatNo, intended: Sequence[Action]) -> Advice | None:
    """Advice to go on with a plan that was made before; None if its next action is not legal."""
    if not intended or game.check(view, seat, intended[0]) is not None:
        return None
    return advice_for_plan(game, view, seat, Plan(tuple(intended), game.advisor.value(view, seat)))


def advice_for_plan(game: Game[S], view: S, seat: SeatNo, plan: Plan) -> Advice:
    """The advice to carry out this plan."""
    return Advice(plan.actions[0], game.advisor.explain_plan(view, seat, plan), plan.actions[1:])


def draw_plan(plans: Sequence[Plan], rng: Rng) -> Plan:
    """The best plan; in simultaneous decisions one of them at random, by their weights."""
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
    """Reconstructs why a bot of this level took these actions, when its own explanation was not kept."""
    if level == "random":
        return DRAWN_BY_LOT
    return advice_for_plan(game, view, seat, Plan(tuple(actions), game.advisor.value(view, seat))).why


class RandomBot:
    """Takes any legal action with equal probability."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def think(self, game: Game[S], view: S, seat: SeatNo) -> Iterator[Advice]:
        choices = game.legal_actions(view, seat)
        yield Advice(choices[self.rng.below(len(choices))], DRAWN_BY_LOT)


class GreedyBot:
    """Takes the best plan of the turn, without considering what others may answer."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def think(self, game: Game[S], view: S, seat: SeatNo) -> Iterator[Advice]:
        yield advice_for_plan(game, view, seat, draw_plan(game.advisor.plans(view, seat, PLANS_COMPARED), self.rng))


class BeginnerBot:
    """Overlooks plans and misjudges kinds of terms, but sees every plan that finishes something.

    The misjudgement depends on `who` only, so that it is the same for a whole game.
    """

    def __init__(self, rng: Rng, who: str) -> None:
        self.rng, self.who = rng, who

    def think(self, game: Game[S], view: S, seat: SeatNo) -> Iterator[Advice]:
        yield advice_for_plan(game, view, seat, self._choose_plan(game.advisor.plans(view, seat, BEGINNER_PLANS)))

    def _choose_plan(self, plans: Sequence[Plan]) -> Plan:
        """The best of the noticed plans by its own judgement."""
        seen = [plan for plan in plans if plan.finishes] or [
            plan for plan in plans if self.rng.below(100) < SEEN_PERCENT
        ]
        if not seen:
            return plans[self.rng.below(len(plans))]
        return max(seen, key=self._liking)

    def _liking(self, plan: Plan) -> float:
        return sum(self.taste(term.kind) * term.points for term in plan.value.terms)

    def taste(self, kind: str) -> float:
        """The factor by which it misjudges a kind of term.

        >>> BeginnerBot(Rng(1), "Merlin").taste("gems") == BeginnerBot(Rng(2), "Merlin").taste("gems")
        True
        """
        return (LEAST_TASTE + Rng(f"{self.who} {kind}").below(MOST_TASTE - LEAST_TASTE + 1)) / 100
