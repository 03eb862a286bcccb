"""What a good player does: buildings valued by stars and bonuses, and by what they still lack after a move.

The weights are those that played well in simulation. Numbers here are only ever compared; no position holds them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from math import exp
from typing import NamedTuple

from tilehall.engine.game import Action, Advice, Chooser, Seat
from tilehall.engine.geometry import bits
from tilehall.engine.sand import pieces
from tilehall.engine.sand.actions import (
    Blue,
    Bottom,
    Complete,
    Green,
    Keep,
    Place,
    Red,
    Take,
    Word,
    Yellow,
    boxes_of,
    vocabulary,
)
from tilehall.engine.sand.components import BASE, BOXES, DARK, ELEMENTS, GRID, LEVELS, WIDE, Card, components
from tilehall.engine.sand.lacking import Prices, demand, least
from tilehall.engine.sand.matching import completions, pictures
from tilehall.engine.sand.outlook import nearness
from tilehall.engine.sand.rules import legal, placements
from tilehall.engine.sand.state import CLEAR, ORANGE, PURPLE, RED, STEPS, UNLIMITED, Magician, State, usable
from tilehall.engine.text import Text, listed

HOURGLASS, COMMON, SPECIAL_DISK, STEP = 0.3, 1.0, 3.0, 0.3
"""What bonuses are worth in stars."""
FADE = 6
"""With fewer turns left than this, disks and levels lose their worth."""
FROM_RESERVE, SPECIAL_OWNED, SPECIAL_LACKING = 0.5, 0.7, 3.0
DECAY, PACE, TOO_LATE = 0.35, 2.3, 0.3
SHORT_SIGHT = 0.002
"""How much faster the promise of what is far decays, for each of 100 possibilities that are not looked at."""
BLUR = 0.0001
"""How far a careless player is mistaken about what an action is worth."""
SHARES = (1.0, 0.3, 0.3, 0.2)
PIECE, DONE, CHARGE = 0.03, 1.15, 1.0
FAR = 3
"""Summons that leave more boxes than this empty are not considered."""
TRADE_GAIN = 0.3
LIKELY = 3
"""How many tiles of the circle the blue power considers."""
FREE_LOOKS = 4
"""How many buildings to complete first are tried out."""


class Sketch(NamedTuple):
    """One magician's side of the table, as far as planning needs it."""

    pieces: int
    disks: int
    reserve: tuple[int, ...]
    level: int
    clear: bool
    """Whether the crystal could be charged."""

    @classmethod
    def of(cls, magician: Magician, advanced: bool) -> Sketch:
        clear = advanced and magician.crystal == CLEAR
        return cls(magician.pieces, magician.disks, tuple(magician.reserve), magician.level, clear)

    def without(self, boxes: int) -> Sketch:
        """After the pieces on these boxes have been taken off; disks go to the reserve."""
        gone = self.pieces & boxes * WIDE
        if not gone:
            return self
        own = self.disks & boxes
        if not own:
            return self._replace(pieces=self.pieces ^ gone)
        back = gone & own * WIDE
        reserve = tuple(n + (back >> BOXES * e & GRID.full).bit_count() for e, n in enumerate(self.reserve))
        return self._replace(pieces=self.pieces ^ gone, disks=self.disks ^ own, reserve=reserve)

    def laid(self, place: Place) -> Sketch:
        cleared = self.without(place.boxes)
        return cleared._replace(pieces=cleared.pieces | place.pieces)

    def summoned(self, element: int, box: int, source: int | None) -> Sketch:
        """With a disk from the reserve, or from another box, on this box."""
        cleared = self.without(1 << box | (0 if source is None else 1 << source))
        reserve = tuple(n - (e == element) for e, n in enumerate(cleared.reserve))
        bit = 1 << box
        pieces = cleared.pieces | bit << BOXES * element
        return cleared._replace(pieces=pieces, disks=cleared.disks | bit, reserve=reserve)

    @property
    def lying(self) -> tuple[int, int]:
        """How many disks S and M lie on the board."""
        sapphires = (self.pieces >> BOXES * BASE & GRID.full).bit_count()
        return sapphires, (self.pieces >> BOXES * (BASE + 1)).bit_count()

    @property
    def dark(self) -> int:
        return boxes_of(self.pieces) & DARK


class Idea(NamedTuple):
    """Something to do, what it is worth in all, and what it completes or is aimed at."""

    score: float
    action: Action
    completes: tuple[int, ...]
    aim: int | None


class Study:
    """One decision being thought about: the cards in reach, what they are worth, and the time that is left."""

    def __init__(self, s: State, seat: Seat, rng: Chooser, attention: int) -> None:
        self.state, self.seat, self.rng, self.attention = s, seat, rng, attention
        self.magician = s.magicians[seat]
        self.sketch = Sketch.of(self.magician, s.rulings.advanced)
        self.decay = DECAY + SHORT_SIGHT * (100 - attention)
        self.cards = tuple(usable(s, self.magician))
        self.turns = turns_left(s)
        self.crystals = components().crystals[self.magician.power] if s.rulings.advanced else 0
        fade = min(1.0, self.turns / FADE)
        self.worth = {card: value(components().cards[card], fade) for card in self.cards}

    def seen(self, choices: Iterable[Action]) -> Iterator[Action]:
        """A careless player overlooks some of the choices."""
        return (a for a in choices if self.attention >= 100 or self.rng.below(100) < self.attention)

    # --- what a board is worth ------------------------------------------------------------------------------------

    def potential(self, sketch: Sketch, cards: Sequence[int]) -> tuple[float, int | None]:
        """How promising a board is, and the card that it promises most for."""
        promises = []
        shown, lying = pictures(sketch.pieces), sketch.lying
        for card in cards:
            missing = least(shown, card, sketch.level, prices(card, sketch.reserve, lying))
            promise = self.worth[card] * exp(-self.decay * missing)
            promises.append((promise * (TOO_LATE if missing / PACE > self.turns else 1.0), card))
        promises.sort(reverse=True)
        total = sum(share * promise for share, (promise, _) in zip(SHARES, promises, strict=False))
        return total + PIECE * boxes_of(sketch.pieces).bit_count(), promises[0][1] if promises else None

    def paid(self, sketch: Sketch, a: Complete) -> tuple[float, Sketch]:
        """What completing a card is worth, and what is left."""
        card = components().cards[a.card]
        left = sketch.without(a.boxes)
        charges = sketch.clear and a.boxes & self.crystals != 0
        supply = self.state.disks
        gained = [card.disks.count(e) if supply[e] else 0 for e in range(ELEMENTS)]
        reserve = tuple(n + more for n, more in zip(left.reserve, gained, strict=True))
        left = left._replace(reserve=reserve, level=left.level + card.steps, clear=sketch.clear and not charges)
        return DONE * self.worth[a.card] + CHARGE * charges, left

    def appraise(self, sketch: Sketch, cards: Sequence[int]) -> tuple[float, tuple[int, ...], int | None]:
        """The worth of a board when everything is completed that can be, the best first."""
        total, completed = 0.0, list[int]()
        while ready := completions(sketch.pieces, cards):
            best = max(ready, key=lambda a: (self.worth[a.card], a.boxes & self.crystals != 0))
            gain, sketch = self.paid(sketch, best)
            total += gain
            completed.append(best.card)
            cards = [card for card in cards if card != best.card]
        promise, aim = self.potential(sketch, cards)
        return total + promise, tuple(completed), aim

    @cached_property
    def aim(self) -> int | None:
        """The building that the board promises most for."""
        return self.appraise(self.sketch, self.cards)[2]

    def helps(self, tile: int) -> int:
        """How many squares of a tile the most promising building lacks."""
        if self.aim is None:
            return 0
        lacking = nearness(self.magician, components().cards[self.aim]).lacking
        missing = [(lacking >> BOXES * colour & GRID.full).bit_count() for colour in range(BASE)]
        return sum(map(min, missing, components().tiles[tile].need))

    def best_place(self, tile: int) -> float:
        """The worth of the board after the best placement of this tile."""
        ways = self.places(self.sketch, 1 << tile)
        return max(self.appraise(self.sketch.laid(a), self.cards)[0] for a in ways)

    # --- main actions ---------------------------------------------------------------------------------------------

    def main_actions(self, sketch: Sketch, cards: Sequence[int]) -> Idea:
        """The best tile to place, or summoning if that is better."""
        ideas = [self.idea(a, sketch.laid(a), cards) for a in self.places(sketch, self.magician.tiles)]
        cap = UNLIMITED if self.magician.power == PURPLE and self.magician.ready else STEPS
        for plan in self.summons(sketch, cards, cap, 0):
            words = vocabulary()
            word = words.summon_plus if len(plan.steps) > STEPS else words.summon
            ideas.append(self.idea(word, plan.after, cards))
        return max(ideas, key=lambda idea: idea.score)

    def idea(self, a: Action, after: Sketch, cards: Sequence[int]) -> Idea:
        score, completed, aim = self.appraise(after, cards)
        if self.attention < 100:
            score += BLUR * (100 - self.attention) * self.rng.below(100)
        return Idea(score, a, completed, aim)

    def places(self, sketch: Sketch, tiles: int) -> list[Place]:
        """The ways to lay these tiles, not all of them for a careless player."""
        found: list[Place] = []
        for tile in bits(tiles):
            found += placements(tile, sketch.dark, sketch.level)
        return [a for a in self.seen(found) if isinstance(a, Place)] or found[:1]

    def summons(self, sketch: Sketch, cards: Sequence[int], cap: int, settled: int) -> list[Plan]:
        """Ways to fill missing boxes of patterns with disks."""
        if not sketch.disks & ~settled and not any(sketch.reserve):
            return []
        found: dict[int, Plan] = {}
        for card in cards:
            for way in components().cards[card].reachable(sketch.level):
                plan = fill_up(sketch, way, cap, settled)
                if plan is not None:
                    found.setdefault(plan.after.pieces, plan)
        return list(found.values())


class Plan(NamedTuple):
    """Disks to put and to move, one after the other, and the board after that."""

    steps: tuple[Action, ...]
    after: Sketch


def turns_left(s: State) -> float:
    """How many turns a player can still hope for after this one."""
    if s.rulings.solo:
        return components().rounds - s.round
    return 1.3 * max(0, components().hourglasses - max(m.hourglasses for m in s.magicians)) + 0.5


def value(card: Card, fade: float) -> float:
    """What a building is worth in stars."""
    disks = sum(COMMON if element < BASE else SPECIAL_DISK for element in card.disks)
    return card.stars + HOURGLASS * card.hourglasses + fade * (disks + STEP * card.steps)


@lru_cache(maxsize=4096)
def prices(card: int, reserve: tuple[int, ...], lying: tuple[int, int]) -> Prices:
    """What a pattern lacks costs: less where a disk could fill the box. `lying` are S and M on the board."""
    found = []
    for element, shifts in demand(card):
        boxes = len(shifts)
        if element < BASE:
            price = [n - (1 - FROM_RESERVE) * min(n, reserve[element]) for n in range(boxes, -1, -1)]
        else:
            owned = reserve[element] + lying[element - BASE]
            price = [_special(boxes - n, owned - n) for n in range(boxes + 1)]
        found.append(tuple(price))
    return tuple(found)


def _special(missing: int, owned: int) -> float:
    """The price of missing special disks when so many are owned that do not lie there."""
    have = max(0, min(missing, owned))
    return SPECIAL_OWNED * have + SPECIAL_LACKING * (missing - have)


def fill_up(sketch: Sketch, pieces: int, cap: int, settled: int) -> Plan | None:
    """The disks that would fill this placement, specials first, the reserve before the board."""
    lacking = pieces & ~sketch.pieces
    if not lacking or boxes_of(lacking) & settled:
        return None
    elements = sorted(((bit // BOXES, bit % BOXES) for bit in bits(lacking)), reverse=True)
    steps: list[Action] = []
    after, fixed = sketch, settled | boxes_of(pieces)
    for element, box in elements:
        if len(steps) == cap and cap != UNLIMITED:
            break
        step = _step_to(after, element, box, fixed)
        if step is None:
            continue
        action, after = step
        steps.append(action)
    if not steps or len(elements) - len(steps) > FAR:
        return None
    return Plan(tuple(steps), after)


def _step_to(sketch: Sketch, element: int, box: int, fixed: int) -> tuple[Action, Sketch] | None:
    """A step that puts a disk of this element on this box, if there is a disk and room for it."""
    words, source = vocabulary(), None
    if not sketch.reserve[element]:
        movable = sketch.disks & ~fixed & sketch.pieces >> BOXES * element
        if not movable:
            return None
        source = movable.bit_length() - 1
    after = sketch.summoned(element, box, source)
    if after.dark.bit_count() > sketch.level:
        return None
    return words.disk[element][box] if source is None else words.move[source][box], after


# --- what to do at each point -------------------------------------------------------------------------------------


def advise(s: State, seat: Seat, rng: Chooser, attention: int = 100) -> Advice:
    """What to do now, with the reason."""
    return _ADVICE[s.todo[0][0]](Study(s, seat, rng, attention))


def _before(study: Study) -> Advice:
    """The best main action; first a power, or a building whose pieces and bonuses help more at once."""
    power = _use_power(study)
    if power is not None:
        return power
    best = study.main_actions(study.sketch, study.cards)
    ready = completions(study.sketch.pieces, study.cards)
    ready.sort(key=lambda a: study.worth[a.card], reverse=True)
    for a in ready[:FREE_LOOKS]:
        gain, left = study.paid(study.sketch, a)
        rest = [card for card in study.cards if card != a.card]
        then = study.main_actions(left, rest)
        if gain + then.score >= best.score:
            best = Idea(gain + then.score, a, (a.card,), None)
    return Advice(best.action, _why(best))


def _why(idea: Idea) -> Text:
    match idea.action:
        case Complete(card):
            return Text("{card} is complete, and its pieces are free again", card=pieces.card(card))
    if idea.completes:
        return Text("it makes {cards} complete", cards=listed(map(pieces.card, idea.completes)))
    if idea.aim is not None:
        return Text("it brings {card} nearer", card=pieces.card(idea.aim))
    return Text("it fills your board")


def _after(study: Study) -> Advice:
    """Complete what is worth more than what it is taken from; else end the turn."""
    power = _use_power(study)
    if power is not None:
        return power
    cards, ready = study.cards, completions(study.sketch.pieces, study.cards)
    if not ready:
        return Advice(vocabulary().end, Text("nothing more can be completed"))
    waiting, aim = study.potential(study.sketch, [c for c in cards if c not in {a.card for a in ready}])
    best = Idea(waiting, vocabulary().end, (), aim)
    for a in ready:
        gain, left = study.paid(study.sketch, a)
        score = gain + study.appraise(left, [card for card in cards if card != a.card])[0]
        if score > best.score:
            best = Idea(score, a, (a.card,), None)
    if isinstance(best.action, Complete):
        return Advice(best.action, Text("{card} is complete", card=pieces.card(best.action.card)))
    return Advice(best.action, Text("its pieces are worth more in a larger building"))


def _take(study: Study) -> Advice:
    """The tile with more of what the most promising building lacks, once everything ready is completed."""
    circle, words = study.state.circle, vocabulary()
    helps = [study.helps(tile) for tile in circle[:2]]
    take: Take = words.take[0] if helps[0] >= helps[1] else words.take[1]
    tile, aim = pieces.tile(circle[take.place - 1]), study.aim
    if aim is None or not max(helps):
        return Advice(take, Text("{tile} is as good as the other", tile=tile))
    return Advice(take, Text("{tile} has more of what {card} lacks", tile=tile, card=pieces.card(aim)))


def _fill(study: Study) -> Advice:
    colour, boxes = study.state.short
    fills = {
        box: study.appraise(study.sketch._replace(pieces=study.sketch.pieces | 1 << BOXES * colour + box), study.cards)
        for box in bits(boxes)
    }
    best = max(bits(boxes), key=lambda box: fills[box][0])
    return Advice(vocabulary().fill[best], Text("the square helps more on {box}", box=GRID.name(best)))


def _summon(study: Study) -> Advice:
    """The first step of the best plan; done when no plan is better than what lies."""
    s, sketch, words = study.state, study.sketch, vocabulary()
    left = UNLIMITED if s.cap == UNLIMITED else s.cap - s.made
    plans = study.summons(sketch, study.cards, left, s.settled)
    ideas = [study.idea(plan.steps[0], plan.after, study.cards) for plan in plans]
    if s.made:
        ideas.append(study.idea(words.done, sketch, study.cards))
    if not ideas:
        return Advice(legal(s, study.seat)[0], Text("one disk has to be summoned"))
    best = max(ideas, key=lambda idea: idea.score)
    if isinstance(best.action, Word):
        return Advice(best.action, Text("the disks lie well"))
    return Advice(best.action, _why(best))


def _aside(study: Study) -> Advice:
    """The tile whose best placement is worth least."""
    words, tiles = vocabulary(), bits(study.magician.tiles)
    best = {tile: study.best_place(tile) for tile in tiles}
    worst = min(tiles, key=best.__getitem__)
    return Advice(words.aside[worst], Text("{tile} fits your board least", tile=pieces.tile(worst)))


def _gain(study: Study) -> Advice:
    """The special element that the open buildings ask for most."""
    wanted = [
        sum(study.worth[card] for card in study.cards if any(e == element for *_, e in components().cards[card].form))
        for element in range(ELEMENTS)
    ]
    best = max(range(BASE, ELEMENTS), key=wanted.__getitem__)
    return Advice(vocabulary().gain[best], Text("the open buildings ask most for {disk}", disk=pieces.disk(best)))


# --- powers -------------------------------------------------------------------------------------------------------


def _use_power(study: Study) -> Advice | None:
    """A ready power, where it helps now (S-4.36)."""
    magician = study.magician
    if not magician.ready or magician.power == PURPLE:
        return None
    verbs = ("red", "yellow", "green", "orange", "blue")
    choices = [a for a in legal(study.state, study.seat) if a.verb in verbs]
    if not choices:
        return None
    if magician.power == ORANGE:
        return Advice(choices[0], Text("a level lasts, and the crystal can be charged again"))
    if magician.power == RED:
        why = Text("a building of your own choice is worth the crystal")
        return Advice(_deck_to_search(study, choices), why)
    return _best_exchange(study, choices)


def _deck_to_search(study: Study, choices: Sequence[Action]) -> Action:
    """High buildings for those who have special disks and time, else lower ones."""
    special = any(study.magician.reserve[BASE:])
    wanted = Red(LEVELS if special and study.turns > 2 else LEVELS - 1)
    return wanted if wanted in choices else choices[0]


def _best_exchange(study: Study, choices: Sequence[Action]) -> Advice | None:
    """The best trade, move or tile, if it is clearly better than nothing."""
    if isinstance(choices[0], Blue):
        return _best_tile(study, choices)
    best, gain = None, TRADE_GAIN
    now = study.appraise(study.sketch, study.cards)[0]
    for a in study.seen(choices):
        more = study.appraise(_exchanged(study, a), study.cards)[0] - now
        if more > gain:
            best, gain = a, more
    return None if best is None else Advice(best, Text("it brings your buildings clearly nearer"))


def _exchanged(study: Study, a: Action) -> Sketch:
    """The board after a yellow or green action."""
    sketch = study.sketch
    if isinstance(a, Yellow):
        return sketch._replace(reserve=tuple(n - (e == a.give) + (e == a.get) for e, n in enumerate(sketch.reserve)))
    if isinstance(a, Green):
        element = study.magician.on(a.start) or 0
        moved = sketch.pieces ^ 1 << BOXES * element + a.start | 1 << BOXES * element + a.end
        return sketch._replace(pieces=moved)
    return sketch


def _best_tile(study: Study, choices: Sequence[Action]) -> Advice | None:
    """The weakest own tile for the best of those in the circle that promise most."""
    own = {tile: study.best_place(tile) for tile in bits(study.magician.tiles)}
    likely = sorted(study.state.circle, key=study.helps, reverse=True)[:LIKELY]
    others = {tile: study.best_place(tile) for tile in likely}
    worst, best = min(own, key=own.__getitem__), max(others, key=others.__getitem__)
    if others[best] - max(own.values()) < TRADE_GAIN:
        return None
    a = next(a for a in choices if isinstance(a, Blue) and (a.own, a.other) == (worst, best))
    return Advice(a, Text("{tile} can be laid better than any tile you have", tile=pieces.tile(best)))


def _keep(study: Study) -> Advice:
    """The card that promises most on this board."""
    shown = pictures(study.sketch.pieces)

    def promise(card: int) -> float:
        each = components().cards[card]
        missing = least(shown, card, study.sketch.level, prices(card, study.sketch.reserve, study.sketch.lying))
        return value(each, 1.0) * exp(-DECAY * missing)

    best = max(study.state.looked, key=promise)
    return Advice(Keep(best), Text("{card} suits your board best", card=pieces.card(best)))


def _bottom(study: Study) -> Advice:
    upper, lower = study.state.looked
    return Advice(Bottom(upper, lower), Text("they come back last, in either order"))


def _blue_again(study: Study) -> Advice:
    return Advice(vocabulary().stop, Text("the other tiles are good enough"))


_ADVICE: dict[str, Callable[[Study], Advice]] = {
    "GAIN": _gain,
    "PRE": _before,
    "FILL": _fill,
    "TAKE": _take,
    "SUMMON": _summon,
    "ASIDE": _aside,
    "POST": _after,
    "KEEP": _keep,
    "BOTTOM": _bottom,
    "BLUE2": _blue_again,
}
