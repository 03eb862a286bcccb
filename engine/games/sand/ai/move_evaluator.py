"""One decision being thought about: moves are compared by where they let this seat end, beside the others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from tilehall.engine.core.game import Action, Seat
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.piles import more
from tilehall.engine.games.sand.actions import Complete, Place
from tilehall.engine.games.sand.ai.board_state import Sketch
from tilehall.engine.games.sand.ai.building_worth import Aim, Season, costs, promised, total, worth
from tilehall.engine.games.sand.ai.forecast import account, doubt, fading, most_of, open_cards, rounds_to_come, to_act
from tilehall.engine.games.sand.ai.summons import Summon, summons
from tilehall.engine.games.sand.ai.tile_placements import Hopes, hopes
from tilehall.engine.games.sand.ai.weights import Weights
from tilehall.engine.games.sand.components import BASE, BOXES, GRID, WIDE, components
from tilehall.engine.games.sand.pattern_matching import completions
from tilehall.engine.games.sand.state import CLEAR, FRESH, State


class Hand(NamedTuple):
    """One's own side amid a turn: the board, the cards that are left, and what has been completed."""

    sketch: Sketch
    cards: bytes
    done: tuple[Complete, ...] = ()
    stars: int = 0
    glasses: int = 0
    lasting: float = 0.0
    """The disks and levels that came with it, in stars."""


class Idea(NamedTuple):
    """Something to do, and with how many stars more than the best of the others it lets one end."""

    score: float
    actions: tuple[Action, ...]
    hand: Hand
    """How things lie when everything complete is completed."""


class Study:
    """What a seat needs to compare moves in one position. Its view is all that is looked at."""

    def __init__(self, s: State, seat: Seat, w: Weights) -> None:
        self.s, self.seat, self.w = s, seat, w
        self.magician = s.magicians[seat]
        self.glass = 0.0 if s.rulings.solo else w.hourglass
        self.rivals = [other for other in range(s.rulings.players) if other != seat]
        self.most = max((s.magicians[other].hourglasses for other in self.rivals), default=0)
        self.crystals = components().crystals[self.magician.power] if s.rulings.advanced else 0
        self.rounds = self.rounds_with(0)
        self.fade = fading(self.rounds, w)
        self.season = Season(self.rounds, self.fade, self.glass, s.disks)
        self._worths: dict[int, float] = {}
        self._others: dict[tuple[float, tuple[int, ...]], float] = {}

    @cached_property
    def hand(self) -> Hand:
        return Hand(Sketch.of(self.magician), open_cards(self.s, self.magician.kept))

    def rounds_with(self, glasses: int) -> float:
        """The rounds to come with so many hourglasses more."""
        return rounds_to_come(self.s, max(self.most, self.magician.hourglasses + glasses), self.w)

    def worth(self, card: int) -> float:
        """What a building brings when it is complete."""
        found = self._worths.get(card)
        if found is None:
            found = self._worths[card] = worth(components().cards[card], self.season, self.w)
        return found

    def aims(self, cards: bytes) -> tuple[Aim, ...]:
        """The buildings with what they bring."""
        return tuple([Aim(card, self.worth(card)) for card in cards])

    @cached_property
    def finished(self) -> Hand:
        """One's side once everything complete is completed."""
        return self.appraise(self.hand)[1]

    def laid(self, sketch: Sketch, place: Place) -> Sketch:
        """With a tile, as far as there are squares (S-4.9)."""
        if min(self.s.squares) > 1:
            return sketch.laid(place)
        cleared = sketch.without(place.boxes)
        returned = sketch.pieces & ~(sketch.disks * WIDE) & place.boxes * WIDE
        pieces = place.pieces
        for colour, have in enumerate(self.s.squares):
            boxes = place.pieces >> BOXES * colour & GRID.full
            have += (returned >> BOXES * colour & GRID.full).bit_count()
            for box in bits(boxes)[have:]:
                pieces ^= 1 << BOXES * colour + box
        return cleared._replace(pieces=cleared.pieces | pieces)

    def gaining(self, element: int) -> Hand:
        """With another disk (S-2.8)."""
        sketch = self.hand.sketch
        return self.hand._replace(sketch=sketch._replace(reserve=more(sketch.reserve, element)))

    def looking(self, actions: Sequence[Action]) -> float:
        """What cards that one is about to see are worth."""
        return self.w.look * self.fade if actions[-1].verb == "red" else 0.0

    def hopes(self, hand: Hand) -> Hopes:
        """What to look for on this board."""
        return hopes(hand.sketch, self.aims(hand.cards), self.rounds, self.w)

    def summons(self, hand: Hand, cap: int, most: int) -> list[Summon]:
        """The ways to put and to move disks that promise most."""
        return summons(hand.sketch, self.aims(hand.cards), cap, self.s.settled, self.rounds, most, self.w)

    # --- what a board is worth ------------------------------------------------------------------------------------

    def appraise(self, hand: Hand) -> tuple[float, Hand]:
        """The worth of a board when everything is completed that can be, the best first."""
        while True:
            prices = self.costs(hand, hand.cards)
            if 0.0 not in prices:
                return self.score(hand, hand.cards, prices), hand
            best = max((card for card, price in zip(hand.cards, prices, strict=True) if not price), key=self.worth)
            hand = self.completed(hand, self.best_way(hand.sketch, best))

    def wait(self, hand: Hand, cards: bytes) -> float:
        """The worth of a board with these buildings in sight, as it lies."""
        return self.score(hand, cards, self.costs(hand, cards))

    def costs(self, hand: Hand, cards: bytes) -> list[float]:
        """What these buildings still cost."""
        return costs(hand.sketch.pieces, hand.sketch.reserve, hand.sketch.level, cards, self.w)

    def best_way(self, sketch: Sketch, card: int) -> Complete:
        """Where to complete a card: over a crystal, else where most disks come back."""
        ways = completions(sketch.pieces, (card,))
        if len(ways) == 1:
            return ways[0]
        clear = sketch.crystal == CLEAR
        return max(ways, key=lambda a: (clear and a.boxes & self.crystals != 0, (a.boxes & sketch.disks).bit_count()))

    def completed(self, hand: Hand, a: Complete) -> Hand:
        """After a card has been completed, with its bonuses (S-4.20)."""
        card, sketch = components().cards[a.card], hand.sketch.without(a.boxes)
        reserve, lasting = bytearray(sketch.reserve), hand.lasting + self.w.step * card.steps
        for element in card.disks:
            if self.s.disks[element]:
                reserve[element] += 1
                lasting += self.w.common if element < BASE else self.w.special
        level = min(sketch.level + card.steps, components().track)
        crystal = FRESH if sketch.crystal == CLEAR and a.boxes & self.crystals else sketch.crystal
        return Hand(
            Sketch(sketch.pieces, sketch.disks, bytes(reserve), level, crystal),
            hand.cards.replace(bytes((a.card,)), b""),
            (*hand.done, a),
            hand.stars + card.stars,
            hand.glasses + card.hourglasses,
            lasting,
        )

    def score(self, hand: Hand, cards: bytes, prices: Sequence[float]) -> float:
        """How far ahead of the best of the others one may end; what does not change in a turn is left out."""
        w = self.w
        rounds = self.rounds if not hand.glasses else self.rounds_with(hand.glasses)
        gain = (
            self.magician.stars
            + hand.stars
            + self.glass * (self.magician.hourglasses + hand.glasses)
            + w.piece * hand.sketch.occupied.bit_count()
        )
        if rounds > 0:
            fade = fading(rounds, w)
            points = [promised(self.worth(card), price, rounds, w) for card, price in zip(cards, prices, strict=True)]
            gain += total(points, w) + fade * (self.lasting + hand.lasting) + w.pace * rounds
            if hand.sketch.crystal != CLEAR and self.crystals:
                gain += fade * w.crystal
        if not self.rivals:
            return gain
        # In chances the end comes into it: who is ahead likes it near.
        return (gain - self.others(rounds, hand.done)) * self.doubt / doubt(rounds, w)

    @cached_property
    def doubt(self) -> float:
        return doubt(self.rounds, self.w)

    @cached_property
    def lasting(self) -> float:
        """What the disks and levels are worth that one has."""
        sketch, w = self.hand.sketch, self.w
        specials = sketch.specials
        commons = sketch.disks.bit_count() + sum(sketch.reserve) - specials
        return w.common * commons + w.special * specials + w.step * sketch.level

    def others(self, rounds: float, done: tuple[Complete, ...]) -> float:
        """What the best of the others may reach, without the cards that they would lose."""
        if not self.rivals:
            return 0.0
        gone = tuple(a.card for a in done)
        found = self._others.get((rounds, gone))
        if found is None:
            found = self._others[rounds, gone] = self._most_of_others(rounds, gone)
        return found

    def _most_of_others(self, rounds: float, gone: tuple[int, ...]) -> float:
        s, w, ends = self.s, self.w, list[float]()
        for other in self.rivals:
            cards = open_cards(s, s.magicians[other].kept)
            for card in gone:
                cards = cards.replace(bytes((card,)), b"")
            ends.append(account(s, other, rounds + to_act(s, other), cards, w).end)
        return most_of(ends, doubt(rounds + 0.5, w))
