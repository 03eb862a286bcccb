"""Compares moves at one decision by the lead that they let the seat expect at the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from tilehall.engine.core.game import Action, SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.piles import add_piece
from tilehall.engine.games.sand.actions import CompleteBuilding, PlaceTile
from tilehall.engine.games.sand.ai.board_state import BoardState
from tilehall.engine.games.sand.ai.building_worth import (
    BuildingTarget,
    RemainingGame,
    building_costs,
    building_worth,
    combined_worth,
    discounted_worth,
)
from tilehall.engine.games.sand.ai.forecast import (
    expected_best,
    fade_factor,
    forecast_seat,
    has_still_to_act,
    open_cards,
    rounds_to_come,
    score_spread,
)
from tilehall.engine.games.sand.ai.summons import Summon, find_summons
from tilehall.engine.games.sand.ai.tile_placements import BoardGains, estimate_board_gains
from tilehall.engine.games.sand.ai.weights import SandWeights
from tilehall.engine.games.sand.components import BASE, BOXES, ELEMENT_REPEAT, GRID, components
from tilehall.engine.games.sand.pattern_matching import completions
from tilehall.engine.games.sand.state import CLEAR, FRESH, SandState


class TurnState(NamedTuple):
    """The own side within a turn: the board, the cards left, and what has been completed."""

    board: BoardState
    cards: bytes
    completed: tuple[CompleteBuilding, ...] = ()
    stars: int = 0
    hourglasses: int = 0
    lasting: float = 0.0
    """The disks and levels gained in it, in stars."""


class ScoredMove(NamedTuple):
    """Actions, and the expected lead in stars over the best of the others."""

    score: float
    actions: tuple[Action, ...]
    state: TurnState
    """The state when everything complete is completed."""


class MoveEvaluator:
    """Compares moves of a seat in one position; uses only its view."""

    def __init__(self, s: SandState, seat: SeatNo, w: SandWeights) -> None:
        self.s, self.seat, self.w = s, seat, w
        self.magician = s.magicians[seat]
        self.hourglass_worth = 0.0 if s.rulings.solo else w.hourglass
        self.rivals = [other for other in range(s.rulings.players) if other != seat]
        self.rivals_hourglasses = max((s.magicians[other].hourglasses for other in self.rivals), default=0)
        self.crystals = components().crystals[self.magician.power] if s.rulings.advanced else 0
        self.rounds = self.expected_rounds(0)
        self.fade = fade_factor(self.rounds, w)
        self.remaining = RemainingGame(self.rounds, self.fade, self.hourglass_worth, s.disks)
        self._worths: dict[int, float] = {}
        self._rival_forecasts: dict[tuple[float, tuple[int, ...]], float] = {}

    @cached_property
    def start_state(self) -> TurnState:
        return TurnState(BoardState.from_magician(self.magician), open_cards(self.s, self.magician.kept))

    def expected_rounds(self, glasses: int) -> float:
        """The rounds to come with so many more hourglasses."""
        return rounds_to_come(self.s, max(self.rivals_hourglasses, self.magician.hourglasses + glasses), self.w)

    def building_worth(self, card: int) -> float:
        """What a building brings when it is complete."""
        found = self._worths.get(card)
        if found is None:
            found = self._worths[card] = building_worth(components().cards[card], self.remaining, self.w)
        return found

    def targets(self, cards: bytes) -> tuple[BuildingTarget, ...]:
        """The buildings with what they bring."""
        return tuple([BuildingTarget(card, self.building_worth(card)) for card in cards])

    @cached_property
    def completed_state(self) -> TurnState:
        """The own side once everything complete is completed."""
        return self.appraise(self.start_state)[1]

    def with_tile(self, sketch: BoardState, place: PlaceTile) -> BoardState:
        """With a tile placed, as far as there are squares (S-4.9)."""
        if min(self.s.squares) > 1:
            return sketch.with_tile(place)
        cleared = sketch.without(place.boxes)
        returned = sketch.pieces & ~(sketch.disks * ELEMENT_REPEAT) & place.boxes * ELEMENT_REPEAT
        pieces = place.pieces
        for colour, have in enumerate(self.s.squares):
            boxes = place.pieces >> BOXES * colour & GRID.full
            have += (returned >> BOXES * colour & GRID.full).bit_count()
            for box in bits(boxes)[have:]:
                pieces ^= 1 << BOXES * colour + box
        return cleared._replace(pieces=cleared.pieces | pieces)

    def with_disk(self, element: int) -> TurnState:
        """With another disk (S-2.8)."""
        sketch = self.start_state.board
        return self.start_state._replace(board=sketch._replace(reserve=add_piece(sketch.reserve, element)))

    def look_worth(self, actions: Sequence[Action]) -> float:
        """The worth of cards that are about to be seen."""
        return self.w.look * self.fade if actions[-1].verb == "red" else 0.0

    def board_gains(self, hand: TurnState) -> BoardGains:
        """What pieces on this board would gain or lose."""
        return estimate_board_gains(hand.board, self.targets(hand.cards), self.rounds, self.w)

    def find_summons(self, hand: TurnState, cap: int, most: int) -> list[Summon]:
        """The most promising ways to put and move disks."""
        return find_summons(hand.board, self.targets(hand.cards), cap, self.s.settled, self.rounds, most, self.w)

    # --- the worth of a board -------------------------------------------------------------------------------------

    def appraise(self, hand: TurnState) -> tuple[float, TurnState]:
        """The score of a board after completing everything complete, the best first."""
        while True:
            prices = self.building_costs(hand, hand.cards)
            if 0.0 not in prices:
                return self.score(hand, hand.cards, prices), hand
            best = max(
                (card for card, price in zip(hand.cards, prices, strict=True) if not price), key=self.building_worth
            )
            hand = self.complete_card(hand, self.best_way(hand.board, best))

    def score_as_it_lies(self, hand: TurnState, cards: bytes) -> float:
        """The score of a board as it lies, with these buildings to aim for."""
        return self.score(hand, cards, self.building_costs(hand, cards))

    def building_costs(self, hand: TurnState, cards: bytes) -> list[float]:
        """The costs of these buildings."""
        return building_costs(hand.board.pieces, hand.board.reserve, hand.board.level, cards, self.w)

    def best_way(self, sketch: BoardState, card: int) -> CompleteBuilding:
        """The placement at which to complete a card: over a crystal, else where most disks come back."""
        ways = completions(sketch.pieces, (card,))
        if len(ways) == 1:
            return ways[0]
        clear = sketch.crystal == CLEAR
        return max(ways, key=lambda a: (clear and a.boxes & self.crystals != 0, (a.boxes & sketch.disks).bit_count()))

    def complete_card(self, hand: TurnState, a: CompleteBuilding) -> TurnState:
        """The state after a card has been completed, with its bonuses (S-4.20)."""
        card, sketch = components().cards[a.card], hand.board.without(a.boxes)
        reserve, lasting = bytearray(sketch.reserve), hand.lasting + self.w.step * card.steps
        for element in card.disks:
            if self.s.disks[element]:
                reserve[element] += 1
                lasting += self.w.common if element < BASE else self.w.special
        level = min(sketch.level + card.steps, components().track)
        crystal = FRESH if sketch.crystal == CLEAR and a.boxes & self.crystals else sketch.crystal
        return TurnState(
            BoardState(sketch.pieces, sketch.disks, bytes(reserve), level, crystal),
            hand.cards.replace(bytes((a.card,)), b""),
            (*hand.completed, a),
            hand.stars + card.stars,
            hand.hourglasses + card.hourglasses,
            lasting,
        )

    def score(self, hand: TurnState, cards: bytes, prices: Sequence[float]) -> float:
        """The expected lead over the best of the others, without what a turn does not change."""
        w = self.w
        rounds = self.rounds if not hand.hourglasses else self.expected_rounds(hand.hourglasses)
        gain = (
            self.magician.stars
            + hand.stars
            + self.hourglass_worth * (self.magician.hourglasses + hand.hourglasses)
            + w.piece * hand.board.occupied.bit_count()
        )
        if rounds > 0:
            fade = fade_factor(rounds, w)
            points = [
                discounted_worth(self.building_worth(card), price, rounds, w)
                for card, price in zip(cards, prices, strict=True)
            ]
            gain += combined_worth(points, w) + fade * (self.lasting_worth + hand.lasting) + w.pace * rounds
            if hand.board.crystal != CLEAR and self.crystals:
                gain += fade * w.crystal
        if not self.rivals:
            return gain
        # The chance depends on the time left: a leader prefers a near end.
        return (gain - self.best_rival_forecast(rounds, hand.completed)) * self.spread / score_spread(rounds, w)

    @cached_property
    def spread(self) -> float:
        return score_spread(self.rounds, self.w)

    @cached_property
    def lasting_worth(self) -> float:
        """The worth of the disks and levels owned."""
        sketch, w = self.start_state.board, self.w
        specials = sketch.special_disks
        commons = sketch.disks.bit_count() + sum(sketch.reserve) - specials
        return w.common * commons + w.special * specials + w.step * sketch.level

    def best_rival_forecast(self, rounds: float, done: tuple[CompleteBuilding, ...]) -> float:
        """The expected result of the best rival, without the cards that rivals would lose."""
        if not self.rivals:
            return 0.0
        gone = tuple(a.card for a in done)
        found = self._rival_forecasts.get((rounds, gone))
        if found is None:
            found = self._rival_forecasts[rounds, gone] = self._forecast_rivals(rounds, gone)
        return found

    def _forecast_rivals(self, rounds: float, gone: tuple[int, ...]) -> float:
        s, w, ends = self.s, self.w, list[float]()
        for other in self.rivals:
            cards = open_cards(s, s.magicians[other].kept)
            for card in gone:
                cards = cards.replace(bytes((card,)), b"")
            ends.append(forecast_seat(s, other, rounds + has_still_to_act(s, other), cards, w).end)
        return expected_best(ends, score_spread(rounds + 0.5, w))
