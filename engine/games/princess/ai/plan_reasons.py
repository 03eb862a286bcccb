"""Why a plan begins as it does, in one short sentence about tiles on the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilehall.engine.ai.plan import Plan
from tilehall.engine.core.action import Phrase
from tilehall.engine.core.game import SeatNo
from tilehall.engine.core.text import Text
from tilehall.engine.games.princess.actions import (
    AnswerGem,
    ChooseSide,
    DeclareRune,
    HoldRune,
    LayTile,
    RecallGem,
    RemoveRune,
    SetGem,
    ShiftGem,
    StealTile,
    TakeFromDisplay,
)
from tilehall.engine.games.princess.ai.policy import is_gem_useful
from tilehall.engine.games.princess.ai.ready_combos import best_ready_combo, find_ready_runes, sorted_runes_in_play
from tilehall.engine.games.princess.ai.rune_levels import MISSING, rune_level
from tilehall.engine.games.princess.ai.tile_placements import has_like_neighbour
from tilehall.engine.games.princess.ai.value import describe_nearness
from tilehall.engine.games.princess.components import LATTICE, components
from tilehall.engine.games.princess.movement import walk
from tilehall.engine.games.princess.names import WHO, rune, tile
from tilehall.engine.games.princess.rules import apply, victim_hunter, victim_seat
from tilehall.engine.games.princess.scoring import SPRITE_POINTS
from tilehall.engine.games.princess.state import PrincessHunter, PrincessState, Tableau


def explain_plan(s: PrincessState, seat: SeatNo, plan: Plan) -> Text:
    """Why the first action of a plan is done."""
    return _WHY[plan.actions[0].verb](s, seat, plan.actions[0], plan)


def _side(s: PrincessState, seat: SeatNo, a: ChooseSide, plan: Plan) -> Text:
    return Text("both sides are equally good: each has two pairs of tiles that match")


def _extra(s: PrincessState, seat: SeatNo, a: Phrase, plan: Plan) -> Text:
    return Text(
        "a second tile in this turn is worth more than the {n} points of an unused sprite at the end", n=SPRITE_POINTS
    )


def _pass(s: PrincessState, seat: SeatNo, a: Phrase, plan: Plan) -> Text:
    """Passing leaves out what is not worth doing, or goes on to what is."""
    point, then = s.todo[0][0], plan.actions[1:]
    if point == "RUNE":
        return Text("the open runes may stay as they are")
    if then:
        why = explain_plan(apply(s, seat, plan.actions[0]), seat, plan._replace(actions=then))
        if point == "RECALL":
            return Text("no gem has to be taken back; {why}", why=why)
        return Text("the sprites are kept for later; {why}", why=why)
    if point == "RECALL":
        return Text("no gem has to be taken back")
    return Text("the sprites are kept for later: at the end each use left brings {n} points", n=SPRITE_POINTS)


# --- runes --------------------------------------------------------------------------------------------------------


def _hold(s: PrincessState, seat: SeatNo, a: HoldRune, plan: Plan) -> Text:
    near = rune_level(s.hunters[seat].tableau, a.card)
    if MISSING[near] < 2:
        return Text("{near}, and nobody else can take it then", near=describe_nearness(a.card, near))
    return Text("nobody else can take {rune} then", rune=rune(a.card))


def _remove(s: PrincessState, seat: SeatNo, a: RemoveRune, plan: Plan) -> Text:
    """Another player is nearer to the rune, nobody is near it, or another rune may be better."""
    own = MISSING[rune_level(s.hunters[seat].tableau, a.card)]
    others = [(seat + n) % s.rulings.players for n in range(1, s.rulings.players)]
    nearest = min(others, key=lambda other: rune_level(s.hunters[other].tableau, a.card))
    theirs = MISSING[rune_level(s.hunters[nearest].tableau, a.card)]
    if theirs < own:
        return Text("{who} is nearer to {rune}", who=WHO[nearest], rune=rune(a.card))
    if own > 1:
        return Text("nobody is near to {rune}", rune=rune(a.card))
    return Text("a new rune may be of more use than {rune}", rune=rune(a.card))


def _declare(s: PrincessState, seat: SeatNo, a: DeclareRune, plan: Plan) -> Text:
    hunter = s.hunters[seat]
    run = best_ready_combo(find_ready_runes(hunter.tableau, sorted_runes_in_play(s, hunter)), hunter.tableau.gems)
    done = [worth for _, worth in s.completed]
    steps = run.total + sum(done) + len(done)
    if a.card in [card for card, _ in run.pairs]:
        return Text("the best combo now makes {n} step", "the best combo now makes {n} steps", n=steps)
    return Text("{rune} is ready", rune=rune(a.card))


def _stop(s: PrincessState, seat: SeatNo, a: Phrase, plan: Plan) -> Text:
    hunter = s.hunters[seat]
    total = best_ready_combo(
        find_ready_runes(hunter.tableau, sorted_runes_in_play(s, hunter)), hunter.tableau.gems
    ).total
    toll = walk(hunter.space, total, s.princess, s.passages_open, s.finished).toll if total and not s.completed else 0
    if toll:
        return Text("the toll takes {toll} of {steps}: a longer combo is worth waiting for", toll=toll, steps=total)
    if s.completed:
        return Text("what else is ready is kept for a longer combo later")
    return Text("what is ready now is kept for a longer combo")


# --- tiles --------------------------------------------------------------------------------------------------------


def _take(s: PrincessState, seat: SeatNo, a: TakeFromDisplay, plan: Plan) -> Text:
    cell = next((then.cell for then in plan.actions[1:2] if isinstance(then, LayTile)), None)
    if cell is None:
        return Text("{tile} is of use", tile=tile(a.kind))
    return _laid(s, seat, a.kind, cell, plan)


def _cell(s: PrincessState, seat: SeatNo, a: LayTile, plan: Plan) -> Text:
    kind = dict(s.stolen)[seat] if s.todo[0][0] == "STEAL_CELL" else s.hand
    return _laid(s, seat, kind, a.cell, plan)


def _laid(s: PrincessState, seat: SeatNo, kind: int, cell: int, plan: Plan) -> Text:
    """The steps that the tile brings in this turn, or the rune that comes nearest by it."""
    before, after = s.hunters[seat], _after_laying(s, seat, plan)
    with_gem = after.tableau.gems >> cell & 1
    laid = Text(
        "{tile} on {cell} with a gem" if with_gem else "{tile} on {cell}", tile=tile(kind), cell=LATTICE.name(cell)
    )
    steps = _steps(s, after)
    if steps > _steps(s, before) and _declares(plan):
        return Text("{laid} allows a combo of {n} step", "{laid} allows a combo of {n} steps", n=steps, laid=laid)
    if nearer := _nearer(s, before, after.tableau):
        return Text("{laid}: {near}", laid=laid, near=nearer)
    if with_gem and (served := _served(s, before, after.tableau, cell)):
        return Text("{laid} counts for a rune that is near: {rune}", laid=laid, rune=served)
    if has_like_neighbour(before.tableau, kind, cell):
        return Text("{laid} lies beside tiles with the same symbols", laid=laid)
    return Text("{laid}: no open rune comes nearer", laid=laid)


def _after_laying(s: PrincessState, seat: SeatNo, plan: Plan) -> PrincessHunter:
    """The hunter once the first tile of the plan lies, with its gem."""
    for action in plan.actions:
        if not isinstance(action, TakeFromDisplay | LayTile | AnswerGem):
            break
        s = apply(s, seat, action)
        if isinstance(action, AnswerGem):
            break
    return s.hunters[seat]


def _steps(s: PrincessState, hunter: PrincessHunter) -> int:
    """The steps of the best combo on these tiles."""
    return best_ready_combo(
        find_ready_runes(hunter.tableau, sorted_runes_in_play(s, hunter)), hunter.tableau.gems
    ).total


def _declares(plan: Plan) -> bool:
    """Whether the plan declares a combo in this turn, instead of keeping it for a longer one."""
    return any(isinstance(then, DeclareRune) for then in plan.actions)


def _served(s: PrincessState, hunter: PrincessHunter, after: Tableau, gem: int) -> Text | None:
    """Of the runes that contain this gem and lack at most one tile the nearest one; of equal ones the dearest."""
    cards = [card for card in sorted_runes_in_play(s, hunter) if is_gem_useful(after, (card,), gem)]
    found = [(rune_level(after, card), -components().cards[card].value, card) for card in cards]
    if not found:
        return None
    near, _, card = min(found)
    return describe_nearness(card, near)


def _nearer(s: PrincessState, before: PrincessHunter, after: Tableau) -> Text | None:
    """Of the runes that came nearer the nearest one; of equal ones the dearest."""
    found = [
        (now, -components().cards[card].value, card)
        for card in sorted_runes_in_play(s, before)
        if (now := rune_level(after, card)) < (was := rune_level(before.tableau, card))
        if describe_nearness(card, now) != describe_nearness(card, was)
    ]
    if not found:
        return None
    now, _, card = min(found)
    return Text("{near} then", near=describe_nearness(card, now))


# --- gems ---------------------------------------------------------------------------------------------------------


def _gem(s: PrincessState, seat: SeatNo, a: AnswerGem, plan: Plan) -> Text:
    if a.answer == "no":
        return Text("the gem is kept for another tile")
    hunter = s.hunters[seat]
    return _gem_on(s, hunter, hunter.tableau.gems | 1 << s.laid, s.laid, plan)


def _gem_on(s: PrincessState, hunter: PrincessHunter, gems: int, cell: int, plan: Plan) -> Text:
    """What a gem on a cell is good for."""
    cards, after = sorted_runes_in_play(s, hunter), hunter.tableau.with_gems(gems)
    more = (
        best_ready_combo(find_ready_runes(after, cards), gems).total
        - best_ready_combo(find_ready_runes(hunter.tableau, cards), hunter.tableau.gems).total
    )
    if more > 0 and _declares(plan):
        return Text("it makes this turn's combo {n} step longer", "it makes this turn's combo {n} steps longer", n=more)
    if nearer := _nearer(s, hunter, after):
        return Text("with a gem on {cell} {near}", cell=LATTICE.name(cell), near=nearer)
    if served := _served(s, hunter, after, cell):
        return Text("the gem on {cell} counts for a rune that is near: {rune}", cell=LATTICE.name(cell), rune=served)
    return Text("no rune can be declared without a gem in it, so gems on the board are good to have")


def _recall(s: PrincessState, seat: SeatNo, a: RecallGem, plan: Plan) -> Text:
    hunter = s.hunters[seat]
    if not is_gem_useful(hunter.tableau, sorted_runes_in_play(s, hunter), a.cell):
        return Text("the gem on {cell} stands in nothing nearly complete", cell=LATTICE.name(a.cell))
    return Text("the gem on {cell} can go on another tile then", cell=LATTICE.name(a.cell))


def _set(s: PrincessState, seat: SeatNo, a: SetGem, plan: Plan) -> Text:
    hunter = s.hunters[seat]
    return _gem_on(s, hunter, hunter.tableau.gems | 1 << a.cell, a.cell, plan)


def _shift(s: PrincessState, seat: SeatNo, a: ShiftGem, plan: Plan) -> Text:
    hunter = s.hunters[seat]
    return _gem_on(s, hunter, hunter.tableau.gems & ~(1 << a.start) | 1 << a.end, a.end, plan)


# --- thefts -------------------------------------------------------------------------------------------------------


def _steal(s: PrincessState, seat: SeatNo, a: StealTile, plan: Plan) -> Text:
    """What the victim loses, else what the thief gets."""
    victim, who = victim_hunter(s), WHO[victim_seat(s, seat)]
    if victim.tableau.gems >> a.cell & 1:
        return Text("the gem on it goes back to the supply of {who}", who=who)
    left = victim.tableau.lift(a.cell)
    for card in sorted_runes_in_play(s, victim):
        if MISSING[rune_level(left, card)] > MISSING[rune_level(victim.tableau, card)]:
            return Text("{who} is farther from {rune} then", who=who, rune=rune(card))
    kind = victim.tableau.tops[a.cell]
    return Text("{tile} may be laid where it is of use", tile=tile(kind))


_WHY: dict[str, Callable[[PrincessState, SeatNo, Any, Plan], Text]] = {
    "side": _side,
    "pass": _pass,
    "extra": _extra,
    "stop": _stop,
    "gem": _gem,
    "hold": _hold,
    "remove": _remove,
    "recall": _recall,
    "set": _set,
    "shift": _shift,
    "take": _take,
    "cell": _cell,
    "declare": _declare,
    "steal": _steal,
}
