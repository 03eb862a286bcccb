"""The quick player: what is done at a decision without comparing whole turns. Searches play it thousands of times."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from heapq import nlargest
from typing import NamedTuple

from tilehall.engine.core.game import Action, Seat
from tilehall.engine.core.geometry import bits
from tilehall.engine.games.princess.actions import Set, vocabulary
from tilehall.engine.games.princess.ai.ready_combos import Ready, Run, best_run, complete, playable
from tilehall.engine.games.princess.ai.rune_levels import EACH, form_of, ground, level, level_on, serving
from tilehall.engine.games.princess.ai.tile_counts import counts, swing
from tilehall.engine.games.princess.ai.tile_placements import Way, aims, likes, ways
from tilehall.engine.games.princess.ai.weights import Weights, at_last, shares
from tilehall.engine.games.princess.components import EMPTY, components
from tilehall.engine.games.princess.movement import walk
from tilehall.engine.games.princess.rules import victim_of
from tilehall.engine.games.princess.scoring import RANK_POINTS
from tilehall.engine.games.princess.state import HOLE, Hunter, State, Tableau

BEYOND = 8
"""Steps beyond the GOAL that still count."""
LOOKED_AT = 3
"""So many ways to lay a tile are looked at closely."""
ALL = 1000
"""More than there are ways."""


def choose(s: State, seat: Seat, w: Weights) -> tuple[Action, ...]:
    """What is done now, and with it what belongs to it: a tile with its cell and gem."""
    return _CHOICES[s.todo[0][0]](s, s.hunters[seat], weights_at(s, w))


def weights_at(s: State, w: Weights) -> Weights:
    """Those for the next decision; a rune that is near may still be completed in the last turn."""
    return w if s.todo[0][0] == "RUNE" else quick_weights(s, w)


def quick_weights(s: State, w: Weights) -> Weights:
    """In the last turn only what is complete counts."""
    return at_last(w) if is_last(s) else w


def is_last(s: State) -> bool:
    """Whether this turn is the last of its player."""
    return s.finished or s.tiles_left <= s.rulings.players


# --- what a turn is worth -----------------------------------------------------------------------------------------


def gained(s: State, hunter: Hunter, total: int, w: Weights) -> float:
    """What a combo is worth, in steps."""
    if not total:
        return 0.0
    end, goal = walk(hunter.space, total, s.princess, s.ways, s.finished).end, components().goal
    steps = min(end, goal + BEYOND) - hunter.space
    if end < goal:
        return steps
    return steps + (RANK_POINTS[1 + sum(1 for other in s.hunters if other.rank)] if s.finished else w.goal)


def pots(tableau: Tableau, cards: Sequence[int], w: Weights) -> float:
    """What the runes in play are worth as they lie, for later."""
    printed, worth, on = components().cards, shares(w), ground(tableau)
    return sum([printed[card].value * worth[level(form_of(card), on)] for card in cards])


class Layout(NamedTuple):
    """A way to lay a tile, looked at closely."""

    score: float
    kind: int
    cell: int
    gem: bool
    run: Run
    """The combo that it makes."""
    sprite: Action | None = None
    """A gem set or moved before that."""


def layouts(
    s: State, hunter: Hunter, kinds: Sequence[int], supply: int, most: int, w: Weights, sprites: int = 0
) -> list[Layout]:
    """The best ways to lay one of these kinds, best first."""
    cards = playable(s, hunter)
    found = ways(hunter.tableau, supply, kinds, aims(hunter.tableau, cards, w), w, ALL if s.finished else most)
    if s.finished:
        counted, tops = _counted(s, kinds), hunter.tableau.tops
        found = [(rough + counted[kind, tops[cell]], kind, cell, gem) for rough, kind, cell, gem in found]
    closer = [_closer(s, hunter, way, cards, supply, sprites, w) for way in nlargest(most, found)]
    closer.sort(key=_score, reverse=True)
    return closer


def _counted(s: State, kinds: Sequence[int]) -> Mapping[tuple[int, int], float]:
    """What a tile of each kind brings on another one, or on none, where all tiles are counted after it."""
    seat, tiles = s.todo[0][1], counts(s)
    covers = {*s.hunters[seat].tableau.kinds, EMPTY}
    return {(kind, cover): swing(tiles, seat, kind, cover, s.rulings.sky_points) for kind in kinds for cover in covers}


def _score(layout: Layout) -> float:
    return layout.score


def _closer(s: State, hunter: Hunter, way: Way, cards: Sequence[int], supply: int, sprites: int, w: Weights) -> Layout:
    _, kind, cell, gem = way
    after = hunter.tableau.lay(cell, kind)
    if gem:
        after = after.with_gems(after.gems | 1 << cell)
    ready = complete(after, cards)
    run = best_run(ready, after.gems)
    score = gained(s, hunter, run.total, w) + pots(after, cards, w) + likes(hunter.tableau, kind, w)[cell]
    if gem:
        score += w.gem_laid
    if s.finished:
        score += swing(counts(s), s.todo[0][1], kind, hunter.tableau.tops[cell], s.rulings.sky_points)
    if sprites and len(run.pairs) < len(ready):
        better = _with_sprite(hunter, supply - gem, after, ready, run, cell)
        if better is not None:
            more = gained(s, hunter, better.run.total, w) - gained(s, hunter, run.total, w) - w.sprite
            if more > 0:
                return Layout(score + more, kind, cell, gem, better.run, better.action)
    return Layout(score, kind, cell, gem, run)


class Better(NamedTuple):
    """What the gem sprite makes of a combo."""

    action: Action
    run: Run


def _with_sprite(
    hunter: Hunter, supply: int, after: Tableau, ready: Sequence[Ready], run: Run, laid: int
) -> Better | None:
    """The best combo with a gem more, or with one elsewhere, before the tile is laid."""
    words, gems = vocabulary(), hunter.tableau.gems
    free = hunter.tableau.occupied & ~gems & ~(1 << laid)
    used = sum(1 << gem for _, gem in run.pairs)
    start = -1 if supply else next(iter(bits(gems & ~used)), None)
    if start is None:
        return None
    stay = after.gems if start < 0 else after.gems & ~(1 << start)
    best: Better | None = None
    for each in ready:
        for cells in (each.high, each.low):
            if not cells & stay and cells & free:
                cell = bits(cells & free)[0]
                found = best_run(ready, stay | 1 << cell)
                if found.total > (best.run if best else run).total:
                    best = Better(words.set[cell] if start < 0 else words.shift[start][cell], found)
    return best


# --- what to do at each point -------------------------------------------------------------------------------------


def _side(s: State, hunter: Hunter, w: Weights) -> tuple[Action, ...]:
    return (vocabulary().sides[1],)


def _rune(s: State, hunter: Hunter, w: Weights) -> tuple[Action, ...]:
    return (max(runes(s, hunter, w), key=lambda each: each[0])[1],)


def runes(s: State, hunter: Hunter, w: Weights) -> list[tuple[float, Action]]:
    """What may be done with the open runes, and roughly what for: what is near is held, what is far removed."""
    words, cards, worth = vocabulary(), components().cards, shares(w)
    rival, last = s.hunters[(s.seat + 1) % s.rulings.players].tableau, is_last(s)
    found: list[tuple[float, Action]] = [(0.0, words.skip)]
    for card in sorted(s.row):
        steps = cards[card].value
        own, other = (steps * worth[level_on(each, card)] for each in (hunter.tableau, rival))
        if last:  # a further rune is all that counts
            hold, remove = w.fresh + own, w.fresh - own
        else:
            hold, remove = w.kept * own + w.rival * other - w.slot, w.fresh - own + w.rival * (other - w.fresh)
        if hunter.held == HOLE:
            found.append((hold, words.hold[card]))
        found.append((remove, words.remove[card]))
    return found


def _recall(s: State, hunter: Hunter, w: Weights) -> tuple[Action, ...]:
    """Only with an empty supply and little to declare: a gem that stands in nothing."""
    tableau, cards = hunter.tableau, playable(s, hunter)
    if not hunter.supply and best_run(complete(tableau, cards), tableau.gems).total < 4:
        for gem in bits(tableau.gems):
            if not serves(tableau, cards, gem):
                return (vocabulary().recall[gem],)
    return (vocabulary().skip,)


def serves(tableau: Tableau, cards: Sequence[int], gem: int) -> bool:
    """Whether a gem stands in a rune that lacks one tile at most."""
    on = ground(tableau)
    return any(serving(form_of(card), on.marks, EACH * tableau.room) >> gem & 1 for card in cards)


def _sprite(s: State, hunter: Hunter, w: Weights) -> tuple[Action, ...]:
    """Extra tiles early; the gem sprite when it makes this turn's combo much longer."""
    words = vocabulary()
    extra = hunter.extra > 0 and any(s.stack)
    if extra and not is_last(s) and hunter.space + w.extra_until < components().goal:
        return (words.extra,)
    found = layouts(s, hunter, _open(s), hunter.supply, LOOKED_AT, w, hunter.gem)
    best = found[0] if found else None
    if extra and _extra_pays(s, hunter, best, w):
        return (words.extra,)
    if best is None:
        return (words.skip,)
    return (best.sprite or words.skip, *laid(hunter, best))


def _extra_pays(s: State, hunter: Hunter, best: Layout | None, w: Weights) -> bool:
    """Whether a tile out of the stack brings more than it costs at the end."""
    if not is_last(s):
        total = best.run.total if best else 0
        return not total or walk(hunter.space, total, s.princess, s.ways, s.finished).end < components().goal
    found = aims(hunter.tableau, playable(s, hunter), w)
    gain = 0.0
    for kind, count in enumerate(s.stack):
        if count:
            gain += count * max(0.0, max(ways(hunter.tableau, hunter.supply, (kind,), found, w, 1))[0])
    return gain / sum(s.stack) > w.sprite


def _open(s: State) -> list[int]:
    return sorted(set(s.display))


def laid(hunter: Hunter, layout: Layout) -> tuple[Action, ...]:
    """To take this tile and lay it so."""
    words = vocabulary()
    supply = hunter.supply - isinstance(layout.sprite, Set)
    return (words.take[layout.kind], words.cell[layout.cell], *_gemmed(supply, layout))


def _gemmed(supply: int, layout: Layout) -> tuple[Action, ...]:
    return (vocabulary().gem_yes if layout.gem else vocabulary().gem_no,) if supply else ()


def _take(s: State, hunter: Hunter, w: Weights) -> tuple[Action, ...]:
    return laid(hunter, layouts(s, hunter, _open(s), hunter.supply, LOOKED_AT, w)[0])


def _cell(s: State, hunter: Hunter, w: Weights) -> tuple[Action, ...]:
    best = layouts(s, hunter, [s.hand], hunter.supply, LOOKED_AT, w)[0]
    return (vocabulary().cell[best.cell], *_gemmed(hunter.supply, best))


def _gem(s: State, hunter: Hunter, w: Weights) -> tuple[Action, ...]:
    """A gem if the tableau is worth more with it than it costs."""
    cards, tableau = playable(s, hunter), hunter.tableau
    ready = complete(tableau, cards)
    scores = []
    for after in (tableau, tableau.with_gems(tableau.gems | 1 << s.laid)):
        scores.append(gained(s, hunter, best_run(ready, after.gems).total, w) + pots(after, cards, w))
    return (vocabulary().gem_yes if scores[1] + w.gem_laid > scores[0] else vocabulary().gem_no,)


def _declare(s: State, hunter: Hunter, w: Weights) -> tuple[Action, ...]:
    """The best combo, cards of the row first; under the toll small ones may wait."""
    words = vocabulary()
    ready = complete(hunter.tableau, playable(s, hunter))
    run = best_run(ready, hunter.tableau.gems)
    if not s.completed and _waits(s, hunter, run.total, w):
        return (words.stop,)
    card, gem = order_of(run, ready, hunter)[0]
    return (words.declare[card][gem],)


def order_of(run: Run, ready: Sequence[Ready], hunter: Hunter) -> list[tuple[int, int]]:
    """Cards of the row first, as what replaces them may fit, too; and first the gems that serve few runes."""

    def order(pair: tuple[int, int]) -> tuple[bool, int, int]:
        card, gem = pair
        serving = sum(1 for each in ready if (each.high | each.low) >> gem & 1)
        return card == hunter.held, serving, card

    return sorted(run.pairs, key=order)


def _waits(s: State, hunter: Hunter, total: int, w: Weights) -> bool:
    if s.finished or s.ways or not hunter.supply or total >= w.patience or s.tiles_left <= 2 * s.rulings.players:
        return False
    walked = walk(hunter.space, total, s.princess, s.ways, s.finished)
    return walked.toll > 0 and walked.end < components().goal


def _steal(s: State, hunter: Hunter, w: Weights) -> tuple[Action, ...]:
    """The tile that costs the victim most, and helps the thief."""
    robbed, cards = victim_of(s).tableau, playable(s, victim_of(s))
    found = aims(hunter.tableau, playable(s, hunter), w)
    on = ground(robbed)
    near = 0
    for card in cards:
        near |= serving(form_of(card), on.marks, EACH * robbed.room)

    def left(cell: int) -> float:
        after = robbed.lift(cell)
        own = max(ways(hunter.tableau, 0, (robbed.tops[cell],), found, w, 1))[0]
        return best_run(complete(after, cards), after.gems).total + pots(after, cards, w) - own

    # A tile that no near rune needs costs the victim little.
    cells = robbed.loose & (near | robbed.gems) or robbed.loose
    return (vocabulary().steal[min(bits(cells), key=left)],)


def _lay_stolen(s: State, hunter: Hunter, w: Weights) -> tuple[Action, ...]:
    kind = next(kind for thief, kind in s.stolen if thief == s.todo[0][1])
    return (vocabulary().cell[layouts(s, hunter, [kind], 0, LOOKED_AT, w)[0].cell],)


_CHOICES: dict[str, Callable[[State, Hunter, Weights], tuple[Action, ...]]] = {
    "SIDE": _side,
    "RUNE": _rune,
    "RECALL": _recall,
    "SPRITE": _sprite,
    "EXTRA_CELL": _cell,
    "EXTRA_GEM": _gem,
    "TAKE": _take,
    "CELL": _cell,
    "GEM": _gem,
    "DECLARE": _declare,
    "STEAL_PICK": _steal,
    "STEAL_CELL": _lay_stolen,
}
