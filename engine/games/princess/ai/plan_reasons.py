"""Why a plan begins as it does, in one short sentence: nothing but what the tiles on the table show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilehall.engine.ai.plan import Plan
from tilehall.engine.core.game import Seat
from tilehall.engine.core.text import Text
from tilehall.engine.games.princess.actions import Cell, Declare, Hold, Recall, Remove, Set, Shift, Steal, Take, Word
from tilehall.engine.games.princess.ai.policy import serves
from tilehall.engine.games.princess.ai.ready_combos import best_run, complete, playable
from tilehall.engine.games.princess.ai.rune_levels import MISSING, level_on
from tilehall.engine.games.princess.ai.tile_placements import alike
from tilehall.engine.games.princess.ai.value import how_near
from tilehall.engine.games.princess.components import LATTICE, components
from tilehall.engine.games.princess.movement import walk
from tilehall.engine.games.princess.names import WHO, rune, tile
from tilehall.engine.games.princess.rules import apply, victim_of, victim_seat
from tilehall.engine.games.princess.scoring import SPRITE_POINTS
from tilehall.engine.games.princess.state import Hunter, State, Tableau


def explain(s: State, seat: Seat, plan: Plan) -> Text:
    """Why the first action of a plan is done."""
    return _WHY[type(plan.actions[0])](s, seat, plan.actions[0], plan)


def _word(s: State, seat: Seat, a: Word, plan: Plan) -> Text:
    match a.verb, a.answer:
        case "side", _:
            return Text("both sides are equally good: each has two pairs of tiles that match")
        case "extra", _:
            return Text(
                "a second tile in this turn is worth more than the {n} points of an unused sprite at the end",
                n=SPRITE_POINTS,
            )
        case "gem", "yes":
            return _gem(s, seat, plan)
        case "gem", "no":
            return Text("the gem is kept for another tile")
        case "stop", _:
            return _stop(s, seat)
    return _pass(s, seat, plan)


def _pass(s: State, seat: Seat, plan: Plan) -> Text:
    """What is passed is not worth doing; what comes then may be."""
    point, then = s.todo[0][0], plan.actions[1:]
    if point == "RUNE":
        return Text("the open runes may stay as they are")
    if then:
        why = explain(apply(s, seat, plan.actions[0]), seat, plan._replace(actions=then))
        if point == "RECALL":
            return Text("no gem has to be taken back; {why}", why=why)
        return Text("the sprites are kept for later; {why}", why=why)
    if point == "RECALL":
        return Text("no gem has to be taken back")
    return Text("the sprites are kept for later: at the end each use left brings {n} points", n=SPRITE_POINTS)


# --- runes --------------------------------------------------------------------------------------------------------


def _hold(s: State, seat: Seat, a: Hold, plan: Plan) -> Text:
    near = level_on(s.hunters[seat].tableau, a.card)
    if MISSING[near] < 2:
        return Text("{near}, and nobody else can take it then", near=how_near(a.card, near))
    return Text("nobody else can take {rune} then", rune=rune(a.card))


def _remove(s: State, seat: Seat, a: Remove, plan: Plan) -> Text:
    """Somebody else is nearer, or nobody is near, or another one may be better."""
    own = MISSING[level_on(s.hunters[seat].tableau, a.card)]
    others = [(seat + n) % s.rulings.players for n in range(1, s.rulings.players)]
    nearest = min(others, key=lambda other: level_on(s.hunters[other].tableau, a.card))
    theirs = MISSING[level_on(s.hunters[nearest].tableau, a.card)]
    if theirs < own:
        return Text("{who} is nearer to {rune}", who=WHO[nearest], rune=rune(a.card))
    if own > 1:
        return Text("nobody is near to {rune}", rune=rune(a.card))
    return Text("a new rune may be of more use than {rune}", rune=rune(a.card))


def _declare(s: State, seat: Seat, a: Declare, plan: Plan) -> Text:
    hunter = s.hunters[seat]
    run = best_run(complete(hunter.tableau, playable(s, hunter)), hunter.tableau.gems)
    done = [worth for _, worth in s.completed]
    steps = run.total + sum(done) + len(done)
    if a.card in [card for card, _ in run.pairs]:
        return Text("the best combo now makes {n} step", "the best combo now makes {n} steps", n=steps)
    return Text("{rune} is ready", rune=rune(a.card))


def _stop(s: State, seat: Seat) -> Text:
    hunter = s.hunters[seat]
    total = best_run(complete(hunter.tableau, playable(s, hunter)), hunter.tableau.gems).total
    toll = walk(hunter.space, total, s.princess, s.ways, s.finished).toll if total and not s.completed else 0
    if toll:
        return Text("the toll takes {toll} of {steps}: a longer combo is worth waiting for", toll=toll, steps=total)
    if s.completed:
        return Text("what else is ready is kept for a longer combo later")
    return Text("what is ready now is kept for a longer combo")


# --- tiles --------------------------------------------------------------------------------------------------------


def _take(s: State, seat: Seat, a: Take, plan: Plan) -> Text:
    cell = next((then.cell for then in plan.actions[1:2] if isinstance(then, Cell)), None)
    if cell is None:
        return Text("{tile} is of use", tile=tile(a.kind))
    return _laid(s, seat, a.kind, cell, plan)


def _cell(s: State, seat: Seat, a: Cell, plan: Plan) -> Text:
    kind = dict(s.stolen)[seat] if s.todo[0][0] == "STEAL_CELL" else s.hand
    return _laid(s, seat, kind, a.cell, plan)


def _laid(s: State, seat: Seat, kind: int, cell: int, plan: Plan) -> Text:
    """The steps that it brings in this turn, or the rune that comes nearest by it."""
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
    if alike(before.tableau, kind, cell):
        return Text("{laid} lies beside tiles with the same symbols", laid=laid)
    return Text("{laid}: no open rune comes nearer", laid=laid)


def _after_laying(s: State, seat: Seat, plan: Plan) -> Hunter:
    """With the first tile of the plan on the board, and its gem."""
    for action in plan.actions:
        if not isinstance(action, Take | Cell) and not (isinstance(action, Word) and action.verb == "gem"):
            break
        s = apply(s, seat, action)
        if isinstance(action, Word):
            break
    return s.hunters[seat]


def _steps(s: State, hunter: Hunter) -> int:
    """How many steps the best combo on these tiles makes, as it is told where it is declared."""
    return best_run(complete(hunter.tableau, playable(s, hunter)), hunter.tableau.gems).total


def _declares(plan: Plan) -> bool:
    """Whether a combo is made in this turn: it may as well be kept for a longer one."""
    return any(isinstance(then, Declare) for then in plan.actions)


def _served(s: State, hunter: Hunter, after: Tableau, gem: int) -> Text | None:
    """Of the runes that lack one tile at most and have this gem in them the nearest one, the dearest first."""
    cards = [card for card in playable(s, hunter) if serves(after, (card,), gem)]
    found = [(level_on(after, card), -components().cards[card].value, card) for card in cards]
    if not found:
        return None
    near, _, card = min(found)
    return how_near(card, near)


def _nearer(s: State, before: Hunter, after: Tableau) -> Text | None:
    """Of the runes that have come nearer the dearest one that is nearest."""
    found = [
        (now, -components().cards[card].value, card)
        for card in playable(s, before)
        if (now := level_on(after, card)) < (was := level_on(before.tableau, card))
        if how_near(card, now) != how_near(card, was)
    ]
    if not found:
        return None
    now, _, card = min(found)
    return Text("{near} then", near=how_near(card, now))


# --- gems ---------------------------------------------------------------------------------------------------------


def _gem(s: State, seat: Seat, plan: Plan) -> Text:
    hunter = s.hunters[seat]
    return _gem_on(s, hunter, hunter.tableau.gems | 1 << s.laid, s.laid, plan)


def _gem_on(s: State, hunter: Hunter, gems: int, cell: int, plan: Plan) -> Text:
    """What a gem on a cell is good for."""
    cards, after = playable(s, hunter), hunter.tableau.with_gems(gems)
    more = (
        best_run(complete(after, cards), gems).total
        - best_run(complete(hunter.tableau, cards), hunter.tableau.gems).total
    )
    if more > 0 and _declares(plan):
        return Text("it makes this turn's combo {n} step longer", "it makes this turn's combo {n} steps longer", n=more)
    if nearer := _nearer(s, hunter, after):
        return Text("with a gem on {cell} {near}", cell=LATTICE.name(cell), near=nearer)
    if served := _served(s, hunter, after, cell):
        return Text("the gem on {cell} counts for a rune that is near: {rune}", cell=LATTICE.name(cell), rune=served)
    return Text("no rune can be declared without a gem in it, so gems on the board are good to have")


def _recall(s: State, seat: Seat, a: Recall, plan: Plan) -> Text:
    hunter = s.hunters[seat]
    if not serves(hunter.tableau, playable(s, hunter), a.cell):
        return Text("the gem on {cell} stands in nothing nearly complete", cell=LATTICE.name(a.cell))
    return Text("the gem on {cell} can go on another tile then", cell=LATTICE.name(a.cell))


def _set(s: State, seat: Seat, a: Set, plan: Plan) -> Text:
    hunter = s.hunters[seat]
    return _gem_on(s, hunter, hunter.tableau.gems | 1 << a.cell, a.cell, plan)


def _shift(s: State, seat: Seat, a: Shift, plan: Plan) -> Text:
    hunter = s.hunters[seat]
    return _gem_on(s, hunter, hunter.tableau.gems & ~(1 << a.start) | 1 << a.end, a.end, plan)


# --- thefts -------------------------------------------------------------------------------------------------------


def _steal(s: State, seat: Seat, a: Steal, plan: Plan) -> Text:
    """What the victim loses, else what the thief gets."""
    victim, who = victim_of(s), WHO[victim_seat(s, seat)]
    if victim.tableau.gems >> a.cell & 1:
        return Text("the gem on it goes back to the supply of {who}", who=who)
    left = victim.tableau.lift(a.cell)
    for card in playable(s, victim):
        if MISSING[level_on(left, card)] > MISSING[level_on(victim.tableau, card)]:
            return Text("{who} is farther from {rune} then", who=who, rune=rune(card))
    kind = victim.tableau.tops[a.cell]
    return Text("{tile} may be laid where it is of use", tile=tile(kind))


_WHY: dict[type, Callable[[State, Seat, Any, Plan], Text]] = {
    Word: _word,
    Hold: _hold,
    Remove: _remove,
    Recall: _recall,
    Set: _set,
    Shift: _shift,
    Take: _take,
    Cell: _cell,
    Declare: _declare,
    Steal: _steal,
}
