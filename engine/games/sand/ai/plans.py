"""Whole turns: what to do at every decision, best first, and how the turn then goes on.

The main action is thought about most: few of many placements and summons are looked at closely, each with everything
completed that is then complete. What comes after it is decided when it is due, in the same way. With one plan asked
for that is all; with more, what the tiles can do next turn is weighed as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from tilehall.engine.ai.plan import Plan, Term, Value
from tilehall.engine.core.game import Action, Seat
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.text import Text, both
from tilehall.engine.games.sand import names
from tilehall.engine.games.sand.actions import Bottom, Complete, vocabulary
from tilehall.engine.games.sand.ai.forecast import decided
from tilehall.engine.games.sand.ai.move_evaluator import Hand, Idea, Study
from tilehall.engine.games.sand.ai.power_uses import uses
from tilehall.engine.games.sand.ai.summons import Summon
from tilehall.engine.games.sand.ai.tile_placements import best_places
from tilehall.engine.games.sand.ai.value import TILES, value, valued
from tilehall.engine.games.sand.ai.weights import Weights
from tilehall.engine.games.sand.components import BOXES
from tilehall.engine.games.sand.pattern_matching import completions
from tilehall.engine.games.sand.rules import SPECIAL, actors, apply, legal
from tilehall.engine.games.sand.state import CLEAR, RED, STEPS, UNLIMITED, State

QUICK, CAREFUL = 8, 14
"""How many placements are looked at closely for one plan, and for several."""
SUMMONS = 4
NEXT_TURN: Final = Text("the tiles in the next turn")
NEXT = 4
"""How many placements of the next turn are looked at closely."""


class Start(NamedTuple):
    """What is done before the main action, one's side after that, and the tiles that can be placed."""

    actions: tuple[Action, ...]
    hand: Hand
    tiles: int


def plans(s: State, seat: Seat, k: int, w: Weights) -> list[Plan]:
    """The best ways to go on with the turn, the best first."""
    ideas = sorted(_IDEAS[s.todo[0][0]](Study(s, seat, w), k), key=_score, reverse=True)
    if k == 1:
        actions, after = carried(s, seat, ideas[0], w)
        return [Plan(actions, value(after, seat, w), _finishes(s, seat, actions))]
    found: list[Plan] = []
    effects = set[object]()
    for idea in ideas[: _looked_at(k)]:
        actions, after = carried(s, seat, idea, w)
        effect = _effect(after, seat)
        if effect not in effects:
            effects.add(effect)
            found.append(Plan(actions, _expected(after, seat, w), _finishes(s, seat, actions)))
    if s.rulings.solo:
        found.sort(key=lambda plan: plan.value.points, reverse=True)
    else:
        found.sort(key=lambda plan: (plan.value.chance, plan.value.points), reverse=True)
    return found[:k]


def _looked_at(k: int) -> int:
    """How many ideas are thought through for so many plans."""
    return max(k, min(2 * k, CAREFUL))


def _score(idea: Idea) -> float:
    return idea.score


def _finishes(s: State, seat: Seat, actions: Sequence[Action]) -> bool:
    """Whether something is completed that is complete already."""
    magician = s.magicians[seat]
    done = {a.card for a in actions if isinstance(a, Complete)}
    return bool(done) and any(a.card in done for a in completions(magician.pieces, bytes(done)))


def _effect(after: State, seat: Seat) -> object:
    """What tells the results of plans apart."""
    magician = after.magicians[seat]
    lying = (magician.pieces, magician.disks, magician.tiles, magician.tableau, magician.crystal, magician.level)
    return *lying, magician.reserve, after.todo


def carried(s: State, seat: Seat, idea: Idea, w: Weights) -> tuple[tuple[Action, ...], State]:
    """The idea, and how the turn goes on after it: up to its end, the next draw or somebody else's decision."""
    made: list[Action] = []
    for action in idea.actions:
        if s.todo[0][0] != "SUMMON" and action is vocabulary().done:
            continue  # the summons has ended by itself
        s = apply(s, seat, action)
        made.append(action)
    while made[-1] is not vocabulary().end and actors(s) == (seat,) and s.seat == seat:
        best = max(_IDEAS[s.todo[0][0]](Study(s, seat, w), 1), key=_score)
        for action in best.actions:
            if s.todo[0][0] == "SUMMON" or action is not vocabulary().done:
                s = apply(s, seat, action)
                made.append(action)
    return tuple(made), s


def _expected(after: State, seat: Seat, w: Weights) -> Value:
    """What a turn leads to, with what the tiles can do in the next one."""
    known = value(after, seat, w)
    study = Study(after, seat, w)
    if decided(after) or study.rounds <= 0:
        return known
    hand = study.hand
    now = study.appraise(hand)[0]
    lays = best_places(study.magician.tiles, study.hopes(hand), NEXT)
    then = max(study.appraise(hand._replace(sketch=hand.sketch.laid(place)))[0] for _, place in lays)
    gain = w.next_turn * (then - now - w.next_usual)
    told = Text("what can be done with {tiles} next", tiles=both(map(names.tile, bits(study.magician.tiles))))
    return valued(after, (*known.terms, Term(TILES, gain, told, name=NEXT_TURN)), w)


# --- main actions -------------------------------------------------------------------------------------------------


def _before(study: Study, k: int) -> Iterator[Idea]:
    """D1: a main action, with what may be done before it."""
    start = Start((), study.hand, study.magician.tiles)
    yield from _mains(study, start, k)
    ready = study.appraise(start.hand)[1]
    if ready.done:
        yield from _mains(study, Start(ready.done, ready, start.tiles), k)
    for use in uses(study, start.hand)[: 1 if k == 1 else None]:
        if study.s.magicians[study.seat].power == RED:
            yield from _looks(study, use.hand, use.actions, k)
        else:
            yield from _mains(study, Start(use.actions, use.hand, use.tiles), k)


def _looks(study: Study, hand: Hand, actions: tuple[Action, ...], k: int) -> Iterator[Idea]:
    """What is seen then is not known; what can be done anyhow is."""
    best = max(_mains(study, Start((), hand, study.magician.tiles), 1), key=_score)
    yield Idea(best.score + study.w.look * study.fade, actions, best.hand)


def _mains(study: Study, start: Start, k: int) -> Iterator[Idea]:
    """The tiles and disks that promise most."""
    hand = start.hand
    hoped = study.hopes(hand)
    for _, place in best_places(start.tiles, hoped, max(QUICK, _looked_at(k))):
        score, then = study.appraise(hand._replace(sketch=study.laid(hand.sketch, place)))
        yield Idea(score, (*start.actions, place), then)
    free = study.s.rulings.purple_always
    unlimited = study.s.unlimited(study.magician) and (free or hand.sketch.crystal != CLEAR)
    for summon in study.summons(hand, UNLIMITED if unlimited else STEPS, SUMMONS):
        yield _summoning(study, start, summon)


def _summoning(study: Study, start: Start, summon: Summon) -> Idea:
    words, sketch = vocabulary(), summon.after
    word = words.summon
    if len(summon.steps) > STEPS:
        word = words.summon_plus
        sketch = sketch if study.s.rulings.purple_always else sketch._replace(crystal=CLEAR)
    score, then = study.appraise(start.hand._replace(sketch=sketch))
    return Idea(score, (*start.actions, word, *summon.steps, words.done), then)


def _summon(study: Study, k: int) -> Iterator[Idea]:
    """D4: the disks that promise most; done when none is better than what lies."""
    s, hand, words = study.s, study.hand, vocabulary()
    left = UNLIMITED if s.cap == UNLIMITED else s.cap - s.made
    for summon in study.summons(hand, left, max(k, SUMMONS)):
        score, then = study.appraise(hand._replace(sketch=summon.after))
        yield Idea(score, (*summon.steps, words.done), then)
    score, then = study.appraise(hand)
    if s.made:
        yield Idea(score, (words.done,), then)
    else:
        yield Idea(score - 1, (legal(s, study.seat)[0], words.done), then)


# --- after the main action ----------------------------------------------------------------------------------------


def _after(study: Study, k: int) -> Iterator[Idea]:
    """D6: end the turn, or complete what is worth more than what it is taken from."""
    hand, words = study.hand, vocabulary()
    ways = completions(hand.sketch.pieces, hand.cards)
    if not ways and not study.magician.ready:
        yield Idea(0.0, (words.end,), hand)
        return
    rest = hand.cards.translate(None, bytes({a.card for a in ways}))
    yield Idea(study.wait(hand, rest), (words.end,), hand)
    for a in ways:
        then = study.completed(hand, a)
        score, then = study.appraise(then)
        yield Idea(score, then.done, then)
    for use in uses(study, hand):
        if use.tiles == study.magician.tiles:
            score, then = study.appraise(use.hand)
            yield Idea(score + study.looking(use.actions), use.actions, then)


def _take(study: Study, k: int) -> Iterator[Idea]:
    """D3: the tile that can be laid better, once everything complete is completed."""
    hand = study.finished
    hoped = study.hopes(hand)
    for take, tile in zip(vocabulary().take, study.s.circle, strict=False):
        lay = best_places(1 << tile, hoped, 1)[0]
        yield Idea(lay[0], (take,), hand)


def _aside(study: Study, k: int) -> Iterator[Idea]:
    """D5: the tile that can be laid least well."""
    hand = study.finished
    hoped = study.hopes(hand)
    for tile in bits(study.magician.tiles):
        lay = best_places(1 << tile, hoped, 1)[0]
        yield Idea(-lay[0], (vocabulary().aside[tile],), hand)


def _fill(study: Study, k: int) -> Iterator[Idea]:
    """D2: the box where the square helps more."""
    colour, boxes = study.s.short
    hand, sketch = study.hand, study.hand.sketch
    for box in bits(boxes):
        filled = hand._replace(sketch=sketch._replace(pieces=sketch.pieces | 1 << BOXES * colour + box))
        score, then = study.appraise(filled)
        yield Idea(score, (vocabulary().fill[box],), then)


# --- powers and the beginning -------------------------------------------------------------------------------------


def _gain(study: Study, k: int) -> Iterator[Idea]:
    """D0: the special disk that the open buildings need more."""
    for element in SPECIAL:
        hand = study.gaining(element)
        score, then = study.appraise(hand)
        yield Idea(score, (vocabulary().gain[element],), then)


def _keep(study: Study, k: int) -> Iterator[Idea]:
    """The card that promises most on this board."""
    for card in study.s.looked:
        hand = study.hand._replace(cards=study.hand.cards + bytes((card,)))
        score, then = study.appraise(hand)
        yield Idea(score, (vocabulary().keep[card],), then)


def _bottom(study: Study, k: int) -> Iterator[Idea]:
    """They come back last: the better one first."""
    one, other = study.s.looked
    for upper, lower in ((one, other), (other, one)):
        yield Idea(study.worth(upper), (Bottom(upper, lower),), study.hand)


def _again(study: Study, k: int) -> Iterator[Idea]:
    """A second exchange of tiles is seldom worth thinking about."""
    yield Idea(0.0, (vocabulary().stop,), study.hand)


_IDEAS: dict[str, Callable[[Study, int], Iterator[Idea]]] = {
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
