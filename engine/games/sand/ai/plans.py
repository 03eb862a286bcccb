"""Whole turns: the best choices at every decision, each with the rest of its turn.

The main action gets most effort: few of many placements and summons are evaluated closely, each with everything
completed that is then complete. Later decisions are planned when they are due. If several plans are wanted, the tiles'
use in the next turn is weighed as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from tilehall.engine.ai.plan import Plan, PositionValue, Term
from tilehall.engine.core.game import Action, SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.text import Text, join_and
from tilehall.engine.games.sand import names
from tilehall.engine.games.sand.actions import (
    DONE,
    END,
    STOP,
    SUMMON,
    SUMMON_PLUS,
    CompleteBuilding,
    PutUnderDeck,
    vocabulary,
)
from tilehall.engine.games.sand.ai.forecast import is_decided
from tilehall.engine.games.sand.ai.move_evaluator import MoveEvaluator, ScoredMove, TurnState
from tilehall.engine.games.sand.ai.power_uses import best_power_uses
from tilehall.engine.games.sand.ai.summons import Summon
from tilehall.engine.games.sand.ai.tile_placements import best_placements
from tilehall.engine.games.sand.ai.value import TILES, value, value_of_terms
from tilehall.engine.games.sand.ai.weights import SandWeights
from tilehall.engine.games.sand.components import BOXES
from tilehall.engine.games.sand.pattern_matching import completions
from tilehall.engine.games.sand.rules import SPECIAL, actors, apply, legal_actions
from tilehall.engine.games.sand.state import CLEAR, RED, STEPS, UNLIMITED, SandState

MOVES_FOR_ONE_PLAN, MOVES_FOR_SEVERAL = 8, 14
"""The number of placements evaluated closely, for one plan and for several."""
SUMMONS = 4
NEXT_TURN: Final = Text("the tiles in the next turn")
NEXT_PLACEMENTS = 4
"""The number of placements of the next turn that are evaluated closely."""


class TurnStart(NamedTuple):
    """The actions before the main action, the own side after them, and the tiles that can be placed."""

    actions: tuple[Action, ...]
    state: TurnState
    tiles: int


def plans(s: SandState, seat: SeatNo, k: int, w: SandWeights) -> list[Plan]:
    """The best ways to continue the turn, best first."""
    ideas = sorted(_IDEAS[s.todo[0][0]](MoveEvaluator(s, seat, w), k), key=_score, reverse=True)
    if k == 1:
        actions, after = continue_turn(s, seat, ideas[0], w)
        return [Plan(actions, value(after, seat, w), _finishes(s, seat, actions))]
    found: list[Plan] = []
    effects = set[object]()
    for idea in ideas[: _ideas_considered(k)]:
        actions, after = continue_turn(s, seat, idea, w)
        effect = _effect(after, seat)
        if effect not in effects:
            effects.add(effect)
            found.append(Plan(actions, _expected(after, seat, w), _finishes(s, seat, actions)))
    if s.rulings.solo:
        found.sort(key=lambda plan: plan.value.points, reverse=True)
    else:
        found.sort(key=lambda plan: (plan.value.chance, plan.value.points), reverse=True)
    return found[:k]


def _ideas_considered(k: int) -> int:
    """The number of moves evaluated for so many plans."""
    return max(k, min(2 * k, MOVES_FOR_SEVERAL))


def _score(idea: ScoredMove) -> float:
    return idea.score


def _finishes(s: SandState, seat: SeatNo, actions: Sequence[Action]) -> bool:
    """Whether the plan completes a building that is complete already."""
    magician = s.magicians[seat]
    done = {a.card for a in actions if isinstance(a, CompleteBuilding)}
    return bool(done) and any(a.card in done for a in completions(magician.pieces, bytes(done)))


def _effect(after: SandState, seat: SeatNo) -> object:
    """A key that tells the results of plans apart."""
    magician = after.magicians[seat]
    lying = (magician.pieces, magician.disks, magician.tiles, magician.tableau, magician.crystal, magician.level)
    return *lying, magician.reserve, after.todo


def continue_turn(s: SandState, seat: SeatNo, idea: ScoredMove, w: SandWeights) -> tuple[tuple[Action, ...], SandState]:
    """The move and the rest of the turn after it, up to its end, a draw or another seat's decision."""
    made: list[Action] = []
    for action in idea.actions:
        if s.todo[0][0] != "SUMMON" and action is DONE:
            continue  # the summon has ended by itself
        s = apply(s, seat, action)
        made.append(action)
    while made[-1] is not END and actors(s) == (seat,) and s.seat == seat:
        best = max(_IDEAS[s.todo[0][0]](MoveEvaluator(s, seat, w), 1), key=_score)
        for action in best.actions:
            if s.todo[0][0] == "SUMMON" or action is not DONE:
                s = apply(s, seat, action)
                made.append(action)
    return tuple(made), s


def _expected(after: SandState, seat: SeatNo, w: SandWeights) -> PositionValue:
    """The value of a turn, with the use of its tiles in the next one."""
    known = value(after, seat, w)
    study = MoveEvaluator(after, seat, w)
    if is_decided(after) or study.rounds <= 0:
        return known
    hand = study.start_state
    now = study.appraise(hand)[0]
    lays = best_placements(study.magician.tiles, study.board_gains(hand), NEXT_PLACEMENTS)
    then = max(study.appraise(hand._replace(board=hand.board.with_tile(place)))[0] for _, place in lays)
    gain = w.next_turn * (then - now - w.next_usual)
    told = Text("what can be done with {tiles} next", tiles=join_and(map(names.tile, bits(study.magician.tiles))))
    return value_of_terms(after, (*known.terms, Term(TILES, gain, told, name=NEXT_TURN)), w)


# --- main actions -------------------------------------------------------------------------------------------------


def _before(study: MoveEvaluator, k: int) -> Iterator[ScoredMove]:
    """S-3.D1: a main action, with free actions before it."""
    start = TurnStart((), study.start_state, study.magician.tiles)
    yield from _mains(study, start, k)
    ready = study.appraise(start.state)[1]
    if ready.completed:
        yield from _mains(study, TurnStart(ready.completed, ready, start.tiles), k)
    for use in best_power_uses(study, start.state)[: 1 if k == 1 else None]:
        if study.s.magicians[study.seat].power == RED:
            yield from _looks(study, use.state, use.actions, k)
        else:
            yield from _mains(study, TurnStart(use.actions, use.state, use.tiles), k)


def _looks(study: MoveEvaluator, hand: TurnState, actions: tuple[Action, ...], k: int) -> Iterator[ScoredMove]:
    """What the cards will be is not known; the turn goes on with what is known."""
    best = max(_mains(study, TurnStart((), hand, study.magician.tiles), 1), key=_score)
    yield ScoredMove(best.score + study.w.look * study.fade, actions, best.state)


def _mains(study: MoveEvaluator, start: TurnStart, k: int) -> Iterator[ScoredMove]:
    """The most promising tiles and disks."""
    hand = start.state
    hoped = study.board_gains(hand)
    for _, place in best_placements(start.tiles, hoped, max(MOVES_FOR_ONE_PLAN, _ideas_considered(k))):
        score, then = study.appraise(hand._replace(board=study.with_tile(hand.board, place)))
        yield ScoredMove(score, (*start.actions, place), then)
    free = study.s.rulings.purple_always
    unlimited = study.s.may_summon_unlimited(study.magician) and (free or hand.board.crystal != CLEAR)
    for summon in study.find_summons(hand, UNLIMITED if unlimited else STEPS, SUMMONS):
        yield _summoning(study, start, summon)


def _summoning(study: MoveEvaluator, start: TurnStart, summon: Summon) -> ScoredMove:
    sketch, begin = summon.board, SUMMON
    if len(summon.steps) > STEPS:
        begin = SUMMON_PLUS
        sketch = sketch if study.s.rulings.purple_always else sketch._replace(crystal=CLEAR)
    score, then = study.appraise(start.state._replace(board=sketch))
    return ScoredMove(score, (*start.actions, begin, *summon.steps, DONE), then)


def _summon(study: MoveEvaluator, k: int) -> Iterator[ScoredMove]:
    """S-3.D4: the most promising disks; `done` if none improves the board."""
    s, hand = study.s, study.start_state
    left = UNLIMITED if s.cap == UNLIMITED else s.cap - s.made
    for summon in study.find_summons(hand, left, max(k, SUMMONS)):
        score, then = study.appraise(hand._replace(board=summon.board))
        yield ScoredMove(score, (*summon.steps, DONE), then)
    score, then = study.appraise(hand)
    if s.made:
        yield ScoredMove(score, (DONE,), then)
    else:
        yield ScoredMove(score - 1, (legal_actions(s, study.seat)[0], DONE), then)


# --- after the main action ----------------------------------------------------------------------------------------


def _after(study: MoveEvaluator, k: int) -> Iterator[ScoredMove]:
    """S-3.D6: end the turn, or complete what is worth more than its pieces."""
    hand = study.start_state
    ways = completions(hand.board.pieces, hand.cards)
    if not ways and not study.magician.power_ready:
        yield ScoredMove(0.0, (END,), hand)
        return
    rest = hand.cards.translate(None, bytes({a.card for a in ways}))
    yield ScoredMove(study.score_as_it_lies(hand, rest), (END,), hand)
    for a in ways:
        then = study.complete_card(hand, a)
        score, then = study.appraise(then)
        yield ScoredMove(score, then.completed, then)
    for use in best_power_uses(study, hand):
        if use.tiles == study.magician.tiles:
            score, then = study.appraise(use.state)
            yield ScoredMove(score + study.look_worth(use.actions), use.actions, then)


def _take(study: MoveEvaluator, k: int) -> Iterator[ScoredMove]:
    """S-3.D3: the tile that can be placed better, once everything complete is completed."""
    hand = study.completed_state
    hoped = study.board_gains(hand)
    for take, tile in zip(vocabulary().take, study.s.circle, strict=False):
        lay = best_placements(1 << tile, hoped, 1)[0]
        yield ScoredMove(lay[0], (take,), hand)


def _aside(study: MoveEvaluator, k: int) -> Iterator[ScoredMove]:
    """S-3.D5: the tile that can be placed least well."""
    hand = study.completed_state
    hoped = study.board_gains(hand)
    for tile in bits(study.magician.tiles):
        lay = best_placements(1 << tile, hoped, 1)[0]
        yield ScoredMove(-lay[0], (vocabulary().aside[tile],), hand)


def _fill(study: MoveEvaluator, k: int) -> Iterator[ScoredMove]:
    """S-3.D2: the box where the square helps more."""
    colour, boxes = study.s.short
    hand, sketch = study.start_state, study.start_state.board
    for box in bits(boxes):
        filled = hand._replace(board=sketch._replace(pieces=sketch.pieces | 1 << BOXES * colour + box))
        score, then = study.appraise(filled)
        yield ScoredMove(score, (vocabulary().fill[box],), then)


# --- powers and the beginning -------------------------------------------------------------------------------------


def _gain(study: MoveEvaluator, k: int) -> Iterator[ScoredMove]:
    """S-3.D0: the special disk that the open buildings need more."""
    for element in SPECIAL:
        hand = study.with_disk(element)
        score, then = study.appraise(hand)
        yield ScoredMove(score, (vocabulary().gain[element],), then)


def _keep(study: MoveEvaluator, k: int) -> Iterator[ScoredMove]:
    """S-3.D7: the most promising card for this board."""
    for card in study.s.looked:
        hand = study.start_state._replace(cards=study.start_state.cards + bytes((card,)))
        score, then = study.appraise(hand)
        yield ScoredMove(score, (vocabulary().keep[card],), then)


def _bottom(study: MoveEvaluator, k: int) -> Iterator[ScoredMove]:
    """S-3.D7: these cards come back last; the better one lies higher."""
    one, other = study.s.looked
    for upper, lower in ((one, other), (other, one)):
        yield ScoredMove(study.building_worth(upper), (PutUnderDeck((upper, lower)),), study.start_state)


def _again(study: MoveEvaluator, k: int) -> Iterator[ScoredMove]:
    """S-3.D7: a second exchange of tiles is seldom worth the effort."""
    yield ScoredMove(0.0, (STOP,), study.start_state)


_IDEAS: dict[str, Callable[[MoveEvaluator, int], Iterator[ScoredMove]]] = {
    "GAIN": _gain,
    "PRE": _before,
    "FILL": _fill,
    "TAKE": _take,
    "SUMMON": _summon,
    "ASIDE": _aside,
    "POST": _after,
    "KEEP": _keep,
    "BOTTOM": _bottom,
    "BLUE2": _again,
}
