"""The quick player: decides without comparing whole turns. Searches play it thousands of times."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from heapq import nlargest
from typing import NamedTuple

from tilehall.engine.core.game import Action, SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.games.princess.actions import EXTRA, PASS, STOP, SetGem, vocabulary
from tilehall.engine.games.princess.ai.ready_combos import (
    Combo,
    ReadyRune,
    best_ready_combo,
    find_ready_runes,
    sorted_runes_in_play,
)
from tilehall.engine.games.princess.ai.rune_levels import (
    ATTRIBUTE_REPEAT,
    formation_level,
    formation_of,
    rune_level,
    tableau_layers,
    useful_cells,
)
from tilehall.engine.games.princess.ai.tile_counts import count_tiles, lead_gain
from tilehall.engine.games.princess.ai.tile_placements import RankedLaying, find_layings, find_targets, neighbour_worth
from tilehall.engine.games.princess.ai.weights import PrincessWeights, last_turn_weights, level_shares
from tilehall.engine.games.princess.components import EMPTY, components
from tilehall.engine.games.princess.movement import walk
from tilehall.engine.games.princess.rules import victim_hunter
from tilehall.engine.games.princess.scoring import RANK_POINTS
from tilehall.engine.games.princess.state import HOLE, PrincessHunter, PrincessState, Tableau

STEPS_BEYOND_GOAL = 8
"""This many steps beyond the GOAL still count."""
LAYOUTS_COMPARED = 3
"""This many ways to lay a tile are evaluated closely."""
NO_LIMIT = 1000
"""More than there are ways."""


def choose(s: PrincessState, seat: SeatNo, w: PrincessWeights) -> tuple[Action, ...]:
    """The actions to do now; a tile comes with its cell and gem."""
    return _CHOICES[s.todo[0][0]](s, s.hunters[seat], decision_weights(s, w))


def decision_weights(s: PrincessState, w: PrincessWeights) -> PrincessWeights:
    """The weights for the next decision. In the last turn only a rune that is near can still be completed."""
    return w if s.todo[0][0] == "RUNE" else quick_weights(s, w)


def quick_weights(s: PrincessState, w: PrincessWeights) -> PrincessWeights:
    """The weights for a turn: in the last one only complete runes count."""
    return last_turn_weights(w) if is_last_turn(s) else w


def is_last_turn(s: PrincessState) -> bool:
    """Whether this is the last turn of its player."""
    return s.finished or s.tiles_left <= s.rulings.players


# --- the worth of a turn ------------------------------------------------------------------------------------------


def combo_worth(s: PrincessState, hunter: PrincessHunter, total: int, w: PrincessWeights) -> float:
    """The worth of a combo, in steps."""
    if not total:
        return 0.0
    end, goal = walk(hunter.space, total, s.princess, s.passages_open, s.finished).end, components().goal
    steps = min(end, goal + STEPS_BEYOND_GOAL) - hunter.space
    if end < goal:
        return steps
    return steps + (RANK_POINTS[1 + sum(1 for other in s.hunters if other.rank)] if s.finished else w.goal)


def runes_worth(tableau: Tableau, cards: Sequence[int], w: PrincessWeights) -> float:
    """The worth of the runes in play as they lie, for later turns."""
    printed, worth, on = components().cards, level_shares(w), tableau_layers(tableau)
    return sum([printed[card].value * worth[formation_level(formation_of(card), on)] for card in cards])


class TileLayout(NamedTuple):
    """A way to lay a tile, evaluated closely."""

    score: float
    kind: int
    cell: int
    gem: bool
    combo: Combo
    """The combo that it makes."""
    sprite: Action | None = None
    """The gem set or shifted before it."""


def best_layouts(
    s: PrincessState,
    hunter: PrincessHunter,
    kinds: Sequence[int],
    supply: int,
    most: int,
    w: PrincessWeights,
    sprites: int = 0,
) -> list[TileLayout]:
    """The best ways to lay a tile of these kinds, best first."""
    cards = sorted_runes_in_play(s, hunter)
    found = find_layings(
        hunter.tableau, supply, kinds, find_targets(hunter.tableau, cards, w), w, NO_LIMIT if s.finished else most
    )
    if s.finished:
        counted, tops = _counted(s, kinds), hunter.tableau.tops
        found = [(rough + counted[kind, tops[cell]], kind, cell, gem) for rough, kind, cell, gem in found]
    closer = [_evaluate_layout(s, hunter, way, cards, supply, sprites, w) for way in nlargest(most, found)]
    closer.sort(key=_score, reverse=True)
    return closer


def _counted(s: PrincessState, kinds: Sequence[int]) -> Mapping[tuple[int, int], float]:
    """The points that a tile of each kind brings on another one, or on none, where tiles are counted."""
    seat, tiles = s.todo[0][1], count_tiles(s)
    covers = {*s.hunters[seat].tableau.kinds, EMPTY}
    return {
        (kind, cover): lead_gain(tiles, seat, kind, cover, s.rulings.sky_points) for kind in kinds for cover in covers
    }


def _score(layout: TileLayout) -> float:
    return layout.score


def _evaluate_layout(
    s: PrincessState,
    hunter: PrincessHunter,
    way: RankedLaying,
    cards: Sequence[int],
    supply: int,
    sprites: int,
    w: PrincessWeights,
) -> TileLayout:
    _, kind, cell, gem = way
    after = hunter.tableau.lay(cell, kind)
    if gem:
        after = after.with_gems(after.gems | 1 << cell)
    ready = find_ready_runes(after, cards)
    run = best_ready_combo(ready, after.gems)
    score = (
        combo_worth(s, hunter, run.total, w)
        + runes_worth(after, cards, w)
        + neighbour_worth(hunter.tableau, kind, w)[cell]
    )
    if gem:
        score += w.gem_laid
    if s.finished:
        score += lead_gain(count_tiles(s), s.todo[0][1], kind, hunter.tableau.tops[cell], s.rulings.sky_points)
    if sprites and len(run.pairs) < len(ready):
        better = _with_sprite(hunter, supply - gem, after, ready, run, cell)
        if better is not None:
            more = combo_worth(s, hunter, better.combo.total, w) - combo_worth(s, hunter, run.total, w) - w.sprite
            if more > 0:
                return TileLayout(score + more, kind, cell, gem, better.combo, better.action)
    return TileLayout(score, kind, cell, gem, run)


class SpriteImprovement(NamedTuple):
    """The combo that the gem sprite makes possible."""

    action: Action
    combo: Combo


def _with_sprite(
    hunter: PrincessHunter, supply: int, after: Tableau, ready: Sequence[ReadyRune], run: Combo, laid: int
) -> SpriteImprovement | None:
    """The best combo with one more gem, or with one elsewhere, before the tile is laid."""
    words, gems = vocabulary(), hunter.tableau.gems
    free = hunter.tableau.occupied & ~gems & ~(1 << laid)
    used = sum(1 << gem for _, gem in run.pairs)
    start = -1 if supply else next(iter(bits(gems & ~used)), None)
    if start is None:
        return None
    stay = after.gems if start < 0 else after.gems & ~(1 << start)
    best: SpriteImprovement | None = None
    for each in ready:
        for cells in (each.high, each.low):
            if not cells & stay and cells & free:
                cell = bits(cells & free)[0]
                found = best_ready_combo(ready, stay | 1 << cell)
                if found.total > (best.combo if best else run).total:
                    best = SpriteImprovement(words.set[cell] if start < 0 else words.shift[start][cell], found)
    return best


# --- plans at each point ------------------------------------------------------------------------------------------


def _side(s: PrincessState, hunter: PrincessHunter, w: PrincessWeights) -> tuple[Action, ...]:
    return (vocabulary().sides[1],)


def _rune(s: PrincessState, hunter: PrincessHunter, w: PrincessWeights) -> tuple[Action, ...]:
    return (max(rate_rune_actions(s, hunter, w), key=lambda each: each[0])[1],)


def rate_rune_actions(s: PrincessState, hunter: PrincessHunter, w: PrincessWeights) -> list[tuple[float, Action]]:
    """Rune actions with their rough worth: near runes are held, far ones removed."""
    words, cards, worth = vocabulary(), components().cards, level_shares(w)
    rival, last = s.hunters[(s.seat + 1) % s.rulings.players].tableau, is_last_turn(s)
    found: list[tuple[float, Action]] = [(0.0, PASS)]
    for card in sorted(s.row):
        steps = cards[card].value
        own, other = (steps * worth[rune_level(each, card)] for each in (hunter.tableau, rival))
        if last:  # only another rune counts now
            hold, remove = w.fresh + own, w.fresh - own
        else:
            hold, remove = w.kept * own + w.rival * other - w.slot, w.fresh - own + w.rival * (other - w.fresh)
        if hunter.held == HOLE:
            found.append((hold, words.hold[card]))
        found.append((remove, words.remove[card]))
    return found


def _recall(s: PrincessState, hunter: PrincessHunter, w: PrincessWeights) -> tuple[Action, ...]:
    """Recalls a gem that no near rune needs, if the supply is empty and little can be declared."""
    tableau, cards = hunter.tableau, sorted_runes_in_play(s, hunter)
    if not hunter.supply and best_ready_combo(find_ready_runes(tableau, cards), tableau.gems).total < 4:
        for gem in bits(tableau.gems):
            if not is_gem_useful(tableau, cards, gem):
                return (vocabulary().recall[gem],)
    return (PASS,)


def is_gem_useful(tableau: Tableau, cards: Sequence[int], gem: int) -> bool:
    """Whether a gem stands in a rune that lacks at most one tile."""
    on = tableau_layers(tableau)
    return any(useful_cells(formation_of(card), on.marks, ATTRIBUTE_REPEAT * tableau.room) >> gem & 1 for card in cards)


def _sprite(s: PrincessState, hunter: PrincessHunter, w: PrincessWeights) -> tuple[Action, ...]:
    """Extra tiles early; the gem sprite when it makes this turn's combo much longer."""
    extra = hunter.extra > 0 and any(s.stack)
    if extra and not is_last_turn(s) and hunter.space + w.extra_until < components().goal:
        return (EXTRA,)
    found = best_layouts(s, hunter, _open(s), hunter.supply, LAYOUTS_COMPARED, w, hunter.gem)
    best = found[0] if found else None
    if extra and _extra_pays(s, hunter, best, w):
        return (EXTRA,)
    if best is None:
        return (PASS,)
    return (best.sprite or PASS, *laying_actions(hunter, best))


def _extra_pays(s: PrincessState, hunter: PrincessHunter, best: TileLayout | None, w: PrincessWeights) -> bool:
    """Whether a tile from the stack brings more than an unused sprite scores at the end."""
    if not is_last_turn(s):
        total = best.combo.total if best else 0
        return not total or walk(hunter.space, total, s.princess, s.passages_open, s.finished).end < components().goal
    found = find_targets(hunter.tableau, sorted_runes_in_play(s, hunter), w)
    gain = 0.0
    for kind, count in enumerate(s.stack):
        if count:
            gain += count * max(0.0, max(find_layings(hunter.tableau, hunter.supply, (kind,), found, w, 1))[0])
    return gain / sum(s.stack) > w.sprite


def _open(s: PrincessState) -> list[int]:
    return sorted(set(s.display))


def laying_actions(hunter: PrincessHunter, layout: TileLayout) -> tuple[Action, ...]:
    """The actions that take this tile and lay it so."""
    words = vocabulary()
    supply = hunter.supply - isinstance(layout.sprite, SetGem)
    return (words.take[layout.kind], words.cell[layout.cell], *_gemmed(supply, layout))


def _gemmed(supply: int, layout: TileLayout) -> tuple[Action, ...]:
    return (vocabulary().gem_yes if layout.gem else vocabulary().gem_no,) if supply else ()


def _take(s: PrincessState, hunter: PrincessHunter, w: PrincessWeights) -> tuple[Action, ...]:
    return laying_actions(hunter, best_layouts(s, hunter, _open(s), hunter.supply, LAYOUTS_COMPARED, w)[0])


def _cell(s: PrincessState, hunter: PrincessHunter, w: PrincessWeights) -> tuple[Action, ...]:
    best = best_layouts(s, hunter, [s.hand], hunter.supply, LAYOUTS_COMPARED, w)[0]
    return (vocabulary().cell[best.cell], *_gemmed(hunter.supply, best))


def _gem(s: PrincessState, hunter: PrincessHunter, w: PrincessWeights) -> tuple[Action, ...]:
    """A gem, if the tableau is worth more with it than the gem costs."""
    cards, tableau = sorted_runes_in_play(s, hunter), hunter.tableau
    ready = find_ready_runes(tableau, cards)
    scores = []
    for after in (tableau, tableau.with_gems(tableau.gems | 1 << s.laid)):
        scores.append(
            combo_worth(s, hunter, best_ready_combo(ready, after.gems).total, w) + runes_worth(after, cards, w)
        )
    return (vocabulary().gem_yes if scores[1] + w.gem_laid > scores[0] else vocabulary().gem_no,)


def _declare(s: PrincessState, hunter: PrincessHunter, w: PrincessWeights) -> tuple[Action, ...]:
    """The best combo, cards of the row first. Under the toll a small combo may wait."""
    ready = find_ready_runes(hunter.tableau, sorted_runes_in_play(s, hunter))
    run = best_ready_combo(ready, hunter.tableau.gems)
    if not s.completed and _waits(s, hunter, run.total, w):
        return (STOP,)
    card, gem = declaration_order(run, ready, hunter)[0]
    return (vocabulary().declare[card][gem],)


def declaration_order(run: Combo, ready: Sequence[ReadyRune], hunter: PrincessHunter) -> list[tuple[int, int]]:
    """Cards of the row first, because their replacements may fit too; and first the gems that few runes need."""

    def order(pair: tuple[int, int]) -> tuple[bool, int, int]:
        card, gem = pair
        serving = sum(1 for each in ready if (each.high | each.low) >> gem & 1)
        return card == hunter.held, serving, card

    return sorted(run.pairs, key=order)


def _waits(s: PrincessState, hunter: PrincessHunter, total: int, w: PrincessWeights) -> bool:
    if (
        s.finished
        or s.passages_open
        or not hunter.supply
        or total >= w.patience
        or s.tiles_left <= 2 * s.rulings.players
    ):
        return False
    walked = walk(hunter.space, total, s.princess, s.passages_open, s.finished)
    return walked.toll > 0 and walked.end < components().goal


def _steal(s: PrincessState, hunter: PrincessHunter, w: PrincessWeights) -> tuple[Action, ...]:
    """The tile whose loss costs the victim most and that helps the thief."""
    robbed, cards = victim_hunter(s).tableau, sorted_runes_in_play(s, victim_hunter(s))
    found = find_targets(hunter.tableau, sorted_runes_in_play(s, hunter), w)
    on = tableau_layers(robbed)
    near = 0
    for card in cards:
        near |= useful_cells(formation_of(card), on.marks, ATTRIBUTE_REPEAT * robbed.room)

    def left(cell: int) -> float:
        after = robbed.lift(cell)
        own = max(find_layings(hunter.tableau, 0, (robbed.tops[cell],), found, w, 1))[0]
        return best_ready_combo(find_ready_runes(after, cards), after.gems).total + runes_worth(after, cards, w) - own

    # Losing a tile that no near rune needs costs little.
    cells = robbed.stealable_cells & (near | robbed.gems) or robbed.stealable_cells
    return (vocabulary().steal[min(bits(cells), key=left)],)


def _lay_stolen(s: PrincessState, hunter: PrincessHunter, w: PrincessWeights) -> tuple[Action, ...]:
    kind = next(kind for thief, kind in s.stolen if thief == s.todo[0][1])
    return (vocabulary().cell[best_layouts(s, hunter, [kind], 0, LAYOUTS_COMPARED, w)[0].cell],)


_CHOICES: dict[str, Callable[[PrincessState, PrincessHunter, PrincessWeights], tuple[Action, ...]]] = {
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
