"""What a good player does: one look ahead over tile, cell and gem, valued by steps now and runes to come.

The weights are those that played well in simulation. Numbers here are only ever compared; no position holds them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from tilehall.engine.game import Action, Advice, Chooser, Seat
from tilehall.engine.geometry import bits
from tilehall.engine.princess.actions import vocabulary
from tilehall.engine.princess.combos import best_combo, combo, in_play, space_after, total
from tilehall.engine.princess.components import EMPTY, LATTICE, Card, components
from tilehall.engine.princess.manor import walk
from tilehall.engine.princess.matching import declarable
from tilehall.engine.princess.outlook import nearness
from tilehall.engine.princess.pieces import rune, tile
from tilehall.engine.princess.rules import victim_of
from tilehall.engine.princess.state import HOLE, Hunter, State, Tableau
from tilehall.engine.text import Text

NEAR = (0.9, 0.42, 0.16, 0.05)
"""What a rune is worth, as a share of its steps, with 0, 1, 2, 3 cells missing."""
NO_GEM, NO_GEM_COMPLETE = 0.8, 0.55
FUTURE, CELL, GEM_SPENT = 2.0, 0.12, -0.35
HOLD, REMOVE, SPRITE_GAIN, PATIENCE = 1.2, 0.9, 3, 6
BEYOND = 8
"""Steps beyond the GOAL that still count."""


class Lay(NamedTuple):
    """A way to lay a tile: what it is worth in all, and the steps it brings at once."""

    score: float
    kind: int
    cell: int
    gem: bool
    steps: int


def advise(s: State, seat: Seat, rng: Chooser, attention: int = 100) -> Advice:
    """What to do now, with the reason."""
    return _ADVICE[s.todo[0][0]](s, seat, rng, attention)


# --- how promising a tableau is -----------------------------------------------------------------------------------


class Worths(NamedTuple):
    """What a placement of a rune is worth with 0, 1, 2, 3 cells missing."""

    gemmed: tuple[float, ...]
    bare: tuple[float, ...]
    """Without a gem in it."""
    odd: tuple[float, ...]
    """One of the missing is the tile below a gem."""
    most: tuple[float, ...]


@cache
def _worths(card: Card) -> Worths:
    gemmed = tuple(share * card.value for share in NEAR)
    bare = (gemmed[0] * NO_GEM_COMPLETE, *(each * NO_GEM for each in gemmed[1:]))
    odd = (0.0, *(each * card.lower / card.value for each in gemmed[:-1]))
    return Worths(gemmed, bare, odd, tuple(map(max, gemmed, odd)))


def best_worth(
    tableau: Tableau, card: Card, placements: Iterable[int], marks: Sequence[int], best: float = 0.0
) -> float:
    """The best of these placements that fit into the frame, under these attributes, if one beats what there is."""
    gems, worths = tableau.gems, _worths(card)
    empty, outside = ~tableau.occupied, ~tableau.room
    bound = _bound(worths, best)
    for mask in placements:
        if (mask & empty).bit_count() >= bound or mask & outside:
            continue
        for mark in marks:
            lacking = mask & ~mark
            missing = lacking.bit_count()
            if missing >= bound:
                continue
            if not lacking & gems:
                found = (worths.gemmed if mask & gems else worths.bare)[missing]
            elif (lacking & gems).bit_count() == 1:
                found = worths.odd[missing]
            else:
                continue
            if found > best:
                best, bound = found, _bound(worths, found)
    return best


def _bound(worths: Worths, best: float) -> int:
    """With so many cells missing, or more, no placement is better."""
    bound = len(NEAR)
    while bound and worths.most[bound - 1] <= best:
        bound -= 1
    return bound


class Appraisal:
    """One hunter's tableau against all runes: what is near, and what one more tile would change."""

    def __init__(self, s: State, hunter: Hunter) -> None:
        self.state, self.hunter = s, hunter
        self.cards = _formations()
        self.playable = in_play(s, hunter)
        self.pots = {number: self._pot(card) for number, card in self.cards.items()}

    def _pot(self, card: Card) -> float:
        tableau = self.hunter.tableau
        return best_worth(tableau, card, _touching(tableau, card), tableau.marks)

    def pot(self, number: int) -> float:
        """How promising a rune is; the twin of a card is as promising as the card."""
        return self.pots[_first_of(number)]

    def lay(self, cell: int, kind: int, with_gem: bool) -> Lay:
        """What laying a tile here is worth."""
        before = self.hunter.tableau
        tableau = before.lay(cell, kind)
        if with_gem:
            tableau = tableau.with_gems(tableau.gems | 1 << cell)
        covered = before.tops[cell] != EMPTY
        marks = tableau.marks if covered else [tableau.marks[n] for n in components().marks[kind]]
        pots = {number: self._changed(number, card, cell, tableau, marks) for number, card in self.cards.items()}
        steps = self.steps(tableau)
        score = steps + sum(pots[_first_of(number)] for number in self.playable)
        score += FUTURE * sum(pots.values()) / len(pots) + CELL * tableau.occupied.bit_count()
        return Lay(score + (GEM_SPENT if with_gem else 0), kind, cell, with_gem, steps)

    def _changed(self, number: int, card: Card, cell: int, tableau: Tableau, marks: Sequence[int]) -> float:
        return best_worth(tableau, card, card.placements[cell], marks, self.pots[number])

    def steps(self, tableau: Tableau) -> int:
        """The steps of the best combo on this tableau, after the toll."""
        if not tableau.gems:
            return 0
        found = best_combo(tableau, self.playable)
        if not found:
            return 0
        end = space_after(self.state, self.hunter, found)
        return min(end, components().goal + BEYOND) - self.hunter.space


def _formations() -> dict[int, Card]:
    """One card of each formation."""
    return {
        number: card for number, card in enumerate(components().cards) if card.value and _first_of(number) == number
    }


def _first_of(number: int) -> int:
    cards = components().cards
    return number - 1 if number and cards[number - 1].pattern == cards[number].pattern else number


def _touching(tableau: Tableau, card: Card) -> Iterable[int]:
    """The placements that touch some tile, each once."""
    return dict.fromkeys(chain.from_iterable(card.placements[cell] for cell in bits(tableau.occupied)))


def ways_to_lay(s: State, hunter: Hunter, kinds: Iterable[int], attention: int, rng: Chooser) -> list[Lay]:
    """Every way to lay one of these kinds, with and without a gem; a careless player sees fewer of them."""
    appraisal = Appraisal(s, hunter)
    spots = [(kind, cell) for kind in kinds for cell in bits(hunter.tableau.open)]
    seen = [spot for spot in spots if attention >= 100 or rng.below(100) < attention] or spots[:1]
    gems = (False, True) if hunter.supply else (False,)
    return [appraisal.lay(cell, kind, gem) for kind, cell in seen for gem in gems]


# --- what to do at each point -------------------------------------------------------------------------------------


def _side(s: State, seat: Seat, rng: Chooser, attention: int) -> Advice:
    return Advice(vocabulary().sides[rng.below(2)], Text("both sides are equally good"))


def _rune(s: State, seat: Seat, rng: Chooser, attention: int) -> Advice:
    """Hold what is nearly there; remove what helps nobody, or what helps the next seat most."""
    hunter, words = s.hunters[seat], vocabulary()
    appraisal = Appraisal(s, hunter)
    pots = {card: appraisal.pot(card) for card in s.row}
    best, worst = max(s.row, key=pots.__getitem__), min(s.row, key=pots.__getitem__)
    if hunter.held == HOLE and pots[best] >= HOLD:
        if best_combo(hunter.tableau, [best]):
            return Advice(words.hold[best], Text("{rune} is ready on your tiles", rune=rune(best)))
        if not nearness(hunter.tableau, components().cards[best]).missing:
            return Advice(words.hold[best], Text("{rune} lies on your tiles and only lacks a gem", rune=rune(best)))
        return Advice(words.hold[best], Text("{rune} is nearly complete on your tiles", rune=rune(best)))
    if pots[worst] < REMOVE:
        return Advice(words.remove[worst], _why_remove(hunter.tableau, worst))
    rival = Appraisal(s, s.hunters[(seat + 1) % s.rulings.players])
    danger = max(s.row, key=lambda card: rival.pot(card) - pots[card])
    return Advice(words.remove[danger], _why_deny(hunter, rival, danger, rival.pot(danger) > pots[danger]))


def _why_remove(tableau: Tableau, card: int) -> Text:
    """A short rune is worth little even where it lacks but one tile."""
    if nearness(tableau, components().cards[card]).missing > 1:
        return Text("{rune} is far from complete for you", rune=rune(card))
    return Text("of the open runes {rune} is worth least to you", rune=rune(card))


def _why_deny(hunter: Hunter, rival: Appraisal, card: int, helps: bool) -> Text:
    own, other = (nearness(each.tableau, components().cards[card]).missing for each in (hunter, rival.hunter))
    if other < own:
        return Text("the next player is nearer to {rune} than you", rune=rune(card))
    if helps:
        return Text("{rune} helps the next player more than you", rune=rune(card))
    return Text("of the open runes you are least ahead at {rune}", rune=rune(card))


def _recall(s: State, seat: Seat, rng: Chooser, attention: int) -> Advice:
    """Only with an empty supply and nothing to declare: the gem that stands in nothing."""
    hunter, words = s.hunters[seat], vocabulary()
    tableau = hunter.tableau
    if hunter.supply or total(best_combo(tableau, in_play(s, hunter))) >= 4:
        return Advice(words.skip, Text("your gems stand well"))
    for gem in bits(tableau.gems):
        if not _serves(s, hunter, gem):
            why = Text("the gem on {cell} stands in nothing nearly complete", cell=LATTICE.name(gem))
            return Advice(words.recall[gem], why)
    return Advice(words.skip, Text("every gem stands in something nearly complete"))


def _serves(s: State, hunter: Hunter, gem: int) -> bool:
    tableau, cards = hunter.tableau, components().cards
    for number in in_play(s, hunter):
        for mask in cards[number].placements[gem]:
            if not mask & ~tableau.room and any((mask & ~mark).bit_count() <= 1 for mark in tableau.marks):
                return True
    return False


def _sprite(s: State, seat: Seat, rng: Chooser, attention: int) -> Advice:
    """Extra tiles early; the gem sprite when it makes this turn's combo much longer."""
    hunter, words = s.hunters[seat], vocabulary()
    tableau, playable = hunter.tableau, in_play(s, hunter)
    if hunter.extra and any(s.stack):
        return Advice(words.extra, Text("an extra tile brings more than the 2 points it costs"))
    now, best = total(best_combo(tableau, playable)), Advice(words.skip, Text("the sprite would gain little"))
    if not hunter.gem:
        return best
    gain = SPRITE_GAIN - 1
    free = bits(tableau.occupied & ~tableau.gems)
    options: list[tuple[Action, int]] = []
    if hunter.supply:
        options += [(words.set[cell], tableau.gems | 1 << cell) for cell in free]
    for gem in bits(tableau.gems):
        options += [(words.shift[gem][cell], tableau.gems & ~(1 << gem) | 1 << cell) for cell in free]
    for action, gems in options:
        more = total(best_combo(tableau.with_gems(gems), playable)) - now
        if more > gain:
            why = Text(
                "it makes this turn's combo {n} step longer", "it makes this turn's combo {n} steps longer", n=more
            )
            gain, best = more, Advice(action, why)
    return best


def _take(s: State, seat: Seat, rng: Chooser, attention: int) -> Advice:
    best = max(ways_to_lay(s, s.hunters[seat], sorted(set(s.display)), attention, rng), key=lambda lay: lay.score)
    return Advice(vocabulary().take[best.kind], _why(best))


def _why(lay: Lay) -> Text:
    laid = Text(
        "{tile} on {cell} with a gem" if lay.gem else "{tile} on {cell}",
        tile=tile(lay.kind),
        cell=LATTICE.name(lay.cell),
    )
    if not lay.steps:
        return Text("{laid} brings your runes nearest", laid=laid)
    return Text("{laid} brings {n} step now", "{laid} brings {n} steps now", n=lay.steps, laid=laid)


def _cell(s: State, seat: Seat, rng: Chooser, attention: int) -> Advice:
    best = max(ways_to_lay(s, s.hunters[seat], [s.hand], attention, rng), key=lambda lay: lay.score)
    return Advice(vocabulary().cell[best.cell], _why(best))


def _gem(s: State, seat: Seat, rng: Chooser, attention: int) -> Advice:
    """A gem if the tableau is worth more with it than it costs."""
    hunter, words = s.hunters[seat], vocabulary()
    scores = []
    for gems in (hunter.tableau.gems, hunter.tableau.gems | 1 << s.laid):
        twin = hunter.copy()
        twin.tableau = hunter.tableau.with_gems(gems)
        appraisal = Appraisal(s, twin)
        pots = sum(map(appraisal.pot, appraisal.playable)) + FUTURE * sum(appraisal.pots.values()) / len(appraisal.pots)
        scores.append(appraisal.steps(twin.tableau) + pots)
    if scores[1] + GEM_SPENT > scores[0]:
        return Advice(words.gem_yes, Text("a rune near here needs a gem in it"))
    return Advice(words.gem_no, Text("the gem is better kept for another tile"))


def _declare(s: State, seat: Seat, rng: Chooser, attention: int) -> Advice:
    """The best combo, cards of the row first; under the toll small ones may wait."""
    hunter, words = s.hunters[seat], vocabulary()
    if attention < 100 and rng.below(100) >= 50 + attention // 2:
        return Advice(words.stop, Text("nothing more was seen"))
    chosen = best_combo(hunter.tableau, in_play(s, hunter))
    if not chosen:
        return Advice(words.stop, Text("no rune is complete"))
    values = [each for _, each in s.completed] + [each for _, _, each in chosen]
    if not s.completed and _should_wait(s, hunter, combo(values)):
        why = Text("the toll takes 2 of {steps}: a longer combo is worth waiting for", steps=combo(values))
        return Advice(words.stop, why)
    serving = {gem: sum(1 for a in declarable(hunter, s.row) if a.gem == gem) for _, gem, _ in chosen}
    card, gem, _ = min(chosen, key=lambda each: (each[0] == hunter.held, serving[each[1]], each[0]))
    why = Text("the best combo now makes {n} step", "the best combo now makes {n} steps", n=combo(values))
    return Advice(words.declare[card][gem], why)


def _should_wait(s: State, hunter: Hunter, steps: int) -> bool:
    walked = walk(hunter.space, steps, s.princess, s.ways, s.finished)
    if not walked.toll or s.finished or walked.end >= components().goal:
        return False
    return steps < PATIENCE and hunter.supply > 0 and not s.ways and s.tiles_left > 2 * s.rulings.players


def _steal(s: State, seat: Seat, rng: Chooser, attention: int) -> Advice:
    """The tile that costs the victim most."""
    victim = victim_of(s)
    steal = vocabulary().steal

    def left(cell: int) -> float:
        twin = victim.copy()
        twin.tableau = victim.tableau.lift(cell)
        appraisal = Appraisal(s, twin)
        return appraisal.steps(twin.tableau) + sum(map(appraisal.pot, appraisal.playable))

    best = min(bits(victim.tableau.loose), key=left)
    return Advice(steal[best], Text("its owner loses most by it"))


def _lay_stolen(s: State, seat: Seat, rng: Chooser, attention: int) -> Advice:
    appraisal = Appraisal(s, s.hunters[seat])
    kind = dict(s.stolen)[seat]
    best = max(
        (appraisal.lay(cell, kind, False) for cell in bits(s.hunters[seat].tableau.open)), key=lambda lay: lay.score
    )
    return Advice(vocabulary().cell[best.cell], _why(best))


_ADVICE: dict[str, Callable[[State, Seat, Chooser, int], Advice]] = {
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
