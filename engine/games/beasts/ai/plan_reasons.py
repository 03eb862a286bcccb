"""Why a plan begins as it does, in one short sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilehall.engine.ai.plan import Plan
from tilehall.engine.core.game import Action, SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.piles import Bag
from tilehall.engine.core.text import Text, join_and, join_commas
from tilehall.engine.games.beasts import names
from tilehall.engine.games.beasts.actions import DiscardFenceCards, EndTurn, KeepDice, SetUpBeast
from tilehall.engine.games.beasts.ai.keep_dice import position_without_reroll
from tilehall.engine.games.beasts.ai.turn_plans import turn_plans
from tilehall.engine.games.beasts.ai.weights import BeastsWeights
from tilehall.engine.games.beasts.components import components
from tilehall.engine.games.beasts.fences import TurnOutcome, can_be_caught, turn_outcome
from tilehall.engine.games.beasts.preview import GAIN, WARNING, action_effects, fitting_edges
from tilehall.engine.games.beasts.rules import apply
from tilehall.engine.games.beasts.state import BeastsState


def explain_plan(s: BeastsState, seat: SeatNo, plan: Plan, w: BeastsWeights) -> Text:
    """Why the first action of a plan is done."""
    action = plan.actions[0]
    why = _WHY.get(action.verb)
    return why(s, seat, action, w) if why else _placed(s, seat, plan)


# --- placements ---------------------------------------------------------------------------------------------------


def _placed(s: BeastsState, seat: SeatNo, plan: Plan) -> Text:
    """The effect of the first action, and what later actions of the plan gain from it."""
    action, further = plan.actions[0], [a for a in plan.actions[1:] if not isinstance(a, EndTurn | DiscardFenceCards)]
    does, after = _does(s, seat, action), apply(s, seat, action)
    gains = _brings(after, seat, further)
    if not gains:
        return does
    return Text(
        "{does}; then {n} more piece can bring {gains}",
        "{does}; then {n} more pieces can bring {gains}",
        does=does,
        n=len(further),
        gains=join_and(gains),
    )


def _does(s: BeastsState, seat: SeatNo, action: Action) -> Text:
    """What an action is chosen for: its points and beasts, else its effect. Warnings are no reason."""
    found = action_effects(s, seat, action)
    gains = [prospect for prospect in found if prospect.mood == GAIN]
    if len(gains) > 1:
        return join_commas(prospect.brief for prospect in gains)
    return next((prospect for prospect in (*gains, *found) if prospect.mood != WARNING), found[0]).text


def _brings(s: BeastsState, seat: SeatNo, further: list[Action]) -> list[Text]:
    """The seat's fences that these actions complete, and the beasts that they capture."""
    before, after = turn_outcome(s.board), s
    for action in further:
        after = apply(after, seat, action)
    return [*_fences(after, seat, before), *_beasts(after, before)]


def _fences(s: BeastsState, seat: SeatNo, before: TurnOutcome) -> list[Text]:
    return [
        Text("{points} on {line}", points=_points(worth.points), line=names.fence(seat, number))
        for number, worth in turn_outcome(s.board).fences
        if (number, worth) not in before.fences and s.board.owner(number) == seat
    ]


def _beasts(s: BeastsState, before: TurnOutcome) -> list[Text]:
    return [
        Text("the {beast} on {square}", beast=names.beast(kind), square=components().squares[square].id)
        for square, kind, caught in turn_outcome(s.board).squares
        if caught and (square, kind, caught) not in before.squares
    ]


def _points(count: int) -> Text:
    return Text("{n} point", "{n} points", n=count)


def _ended(s: BeastsState, seat: SeatNo, a: EndTurn, w: BeastsWeights) -> Text:
    return Text("nothing more that could be placed would help")


# --- dice, cards and the first beast ------------------------------------------------------------------------------


def _kept(s: BeastsState, seat: SeatNo, a: KeepDice, w: BeastsWeights) -> Text:
    """What the kept dice can be placed for, and that the rest is rerolled."""
    colours, placing = s.hunters[seat].dice, position_without_reroll(s)
    placing.free = a.dice
    dice = join_and(names.rolled_face(colours[die], s.faces[die]) for die in bits(a.dice))
    actions = [
        action
        for action in turn_plans(placing, seat, 1, w)[0].actions
        if not isinstance(action, EndTurn | DiscardFenceCards)
    ]
    gains = _brings(placing, seat, actions)
    n = (s.free & ~a.dice).bit_count()
    if gains and n:
        return Text("{dice} can bring {gains}; the rest is rolled again", dice=dice, gains=join_and(gains))
    if gains:
        return Text("{dice} can bring {gains}; nothing is rolled again", dice=dice, gains=join_and(gains))
    if n:
        return Text("{dice} may be of more use than what is rolled instead", dice=dice)
    return Text("{dice} may be of more use than anything rolled instead", dice=dice)


def _prepared(s: BeastsState, seat: SeatNo, a: SetUpBeast, w: BeastsWeights) -> Text:
    """Whether any player could ever capture it there."""
    square, beast = components().squares[a.square].id, names.beast(a.beast)
    if can_be_caught(s.board, a.beast, a.square):
        return Text("the {beast} on {square} is far from any capture", beast=beast, square=square)
    return Text("a {beast} cannot be captured on {square}, which suits whoever plays last", beast=beast, square=square)


def _discarded(s: BeastsState, seat: SeatNo, a: DiscardFenceCards, w: BeastsWeights) -> Text:
    """Cards held several times or fitting nowhere; else that new cards may bring more."""
    if not any(a.cards):
        return _all_kept(s, s.hunters[seat].hand)
    held, cards, n = s.hunters[seat].hand, names.cards(seat, a.cards), sum(a.cards)
    if all(held[kind] > 1 or not fitting_edges(s.board, kind) for kind, count in enumerate(a.cards) if count):
        return Text("{cards} fits nowhere or is held twice", "{cards} fit nowhere or are held twice", cards=cards, n=n)
    return Text("a new card may bring more than {cards}", "new cards may bring more than {cards}", cards=cards, n=n)


def _all_kept(s: BeastsState, hand: Bag) -> Text:
    """Why no card is discarded."""
    if s.board.carded == components().all_edges:
        return Text("every line has a card already, so cards are of no more use")
    if not any(hand):
        return Text("there is no card in the hand")
    fitting = [fitting_edges(s.board, kind) for kind, held in enumerate(hand) if held]
    if all(fitting) and max(hand) == 1:
        return Text("every card fits a line, and none is held twice")
    if not any(fitting):
        return Text("no card fits a line now, but each type may fit one later")
    return Text("a card drawn instead would hardly bring more")


_WHY: dict[str, Callable[[BeastsState, SeatNo, Any, BeastsWeights], Text]] = {
    "setup": _prepared,
    "keep": _kept,
    "end": _ended,
    "discard": _discarded,
}
