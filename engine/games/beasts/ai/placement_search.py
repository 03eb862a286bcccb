"""Beam search over sets of placements with the dice, cards and beasts of one turn.

A set is valued as if the turn ended with it. A placement is valued by the keys of the lines at its hole; a board is
built only for sets that are followed. Sets of the same pieces are one, in whatever order. Cards are placed during the
search only where they open a hole or help to close a square; all others come last, each where it brings most, and are
counted as if they lay there already.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from heapq import nlargest
from typing import NamedTuple

from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import Action, SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.piles import Bag, remove_piece
from tilehall.engine.games.beasts.actions import PlaceDie, PlaceFenceCard, vocabulary
from tilehall.engine.games.beasts.ai.captures import best_captures, paying_dice
from tilehall.engine.games.beasts.ai.equal_choices import tie_seed, tie_values
from tilehall.engine.games.beasts.ai.expected_points import card_types
from tilehall.engine.games.beasts.ai.line_keys import (
    END_AT,
    STARTED,
    add_card,
    add_die,
    die_code,
    fitting_kinds,
    lines_at_slots,
    supported_lines,
    with_end,
)
from tilehall.engine.games.beasts.ai.line_values import LineValues, NearSquare, SquarePrizes, TurnEvaluator
from tilehall.engine.games.beasts.ai.weights import BeastsWeights
from tilehall.engine.games.beasts.components import FACES, ICONS, WILD, components
from tilehall.engine.games.beasts.fences import enclosed_squares
from tilehall.engine.games.beasts.rules import distinct_dice, open_slots_by_face
from tilehall.engine.games.beasts.state import BeastsBoard, BeastsState


class PlacementSet(NamedTuple):
    """Some placements, and what is left in hand."""

    order: float
    """Its worth once the cards in hand are placed, too."""
    mark: int
    """A number that is equal for equal sets of pieces."""
    free: int
    spent: int
    """The dice that pay for beasts in closed squares; they are still free."""
    before: SearchNode | None
    """The node from which the last pieces were placed,"""
    pieces: tuple[PlaceDie | PlaceFenceCard, ...]
    """and those pieces."""


class FinishedPlacements(NamedTuple):
    """A set with the remaining cards and beasts."""

    score: float
    mark: int
    brings: tuple[object, ...]
    """A key: sets with equal keys bring the same."""
    actions: tuple[Action, ...]


class SearchNode:
    """The position that a set leads to."""

    __slots__ = ("actions", "board", "closed", "free", "hand", "keys", "mark", "order", "prizes", "spent", "wild")

    order: float
    mark: int
    actions: tuple[Action, ...]
    free: int
    wild: bool
    hand: Bag
    board: BeastsBoard
    keys: Sequence[int]
    closed: int
    """The squares that these placements enclose."""
    spent: int
    """The dice that pay for beasts in closed squares; they are still free."""
    prizes: SquarePrizes
    """Known captures in its squares."""


class NodeValues(NamedTuple):
    """The worth of a node part by part, before one more placement."""

    kinds: int
    """The types of cards in hand."""
    lines: LineValues
    """The worth of lines with them."""
    values: list[float]
    """The worth of each line."""
    near: list[NearSquare]
    closer: tuple[Sequence[float], Sequence[float]]
    """For each hole the worth of one die, and of two dice, for the squares around it."""
    closing: tuple[int, int]
    """The holes where one die, and where two dice, may close a square."""
    captured: float
    """The worth of the captured beasts less the cost of the dice that pay."""


@cache
def _marks() -> tuple[tuple[int, ...], ...]:
    """For each colour and face, and for each type of card, a number for every place; they add up to a set's mark."""
    box = components()
    count, places = len(box.colours) * len(box.faces) + ICONS, len(box.slots)
    return tuple(tuple(Rng(f"{piece} {place}").next() for place in range(places)) for piece in range(count))


def _die_marks(colour: int, face: int) -> tuple[int, ...]:
    return _marks()[ICONS + colour * FACES + face]


@cache
def _corners() -> tuple[tuple[int, ...], ...]:
    """The holes of each square."""
    box = components()
    return tuple(
        tuple(number for number, hole in enumerate(box.holes) if hole.slots & square.slots) for square in box.squares
    )


@cache
def _partners() -> tuple[tuple[int, ...], ...]:
    """For each slot those that form a pair with it."""
    stands = components().stands
    return tuple(
        tuple((pair & ~(1 << slot)).bit_length() - 1 for _, pair, _ in stands[slot]) for slot in range(len(stands))
    )


@cache
def _beside() -> tuple[int, ...]:
    """For each line the squares that it separates."""
    return tuple(sum(1 << square for square in edge.squares) for edge in components().edges)


@cache
def _around_hole() -> tuple[int, ...]:
    """For each hole the squares that have a side there."""
    return tuple(
        sum(square.bit for square in components().squares if square.sides & h.lines) for h in components().holes
    )


@cache
def _around_line() -> tuple[int, ...]:
    """For each line the squares that have a side at one of its holes."""
    return tuple(_around_hole()[near] | _around_hole()[far] for near, far in (e.ends for e in components().edges))


def _forget_prizes(prizes: SquarePrizes, squares: int) -> SquarePrizes:
    """The known captures without those in squares that have changed."""
    return {number: found for number, found in prizes.items() if not squares >> number & 1}


@cache
def _nothing() -> tuple[tuple[float, ...], tuple[float, ...]]:
    """No worth: no square is within reach."""
    return (0.0,) * len(components().holes), (0.0,) * len(components().holes)


PairStart = tuple[float, int, int, tuple[PlaceDie, ...]]
"""A set with the first die of a pair: order, mark, free dice and pieces."""


class PlacementSearch:
    """All placement sets found from one position."""

    def __init__(
        self,
        s: BeastsState,
        seat: SeatNo,
        w: BeastsWeights,
        width: int,
        price: float = 0.0,
        judge: TurnEvaluator | None = None,
    ) -> None:
        self.s, self.seat, self.price, self.lots = s, seat, price, tie_values(tie_seed(s))
        self.evaluator, self.colours = judge or TurnEvaluator(s, seat, w), s.hunters[seat].dice
        self.words, self.holes = vocabulary().die, components().hole_of
        self.marks = [_die_marks(colour, face) for colour, face in zip(self.colours, s.faces, strict=True)]
        self.gain = [w.die - price - (w.own if colour == seat else 0.0) for colour in self.colours]
        self.shut = enclosed_squares(s.board)
        root = self._root()
        self.found = [PlacementSet(root.order, 0, root.free, 0, None, ())]
        self.seen = {0}
        self.kinds: dict[int, list[int]] = {}
        self._search(root, width)

    def _root(self) -> SearchNode:
        s, root = self.s, SearchNode()
        root.mark, root.actions, root.free, root.wild, root.hand = 0, (), s.free, s.wild, s.hunters[self.seat].hand
        root.board, root.keys, root.closed, root.spent, root.prizes = s.board, self.evaluator.keys, 0, 0, {}
        lines = self.evaluator.lines[card_types(root.hand)]
        root.order = sum([lines[key] for key in root.keys]) + self.evaluator.squares_value(
            root.board, root.keys, root.prizes
        )
        return root

    def _search(self, root: SearchNode, width: int) -> None:
        """Follows the best sets, a number for each count of pieces and of dice."""
        waiting: dict[tuple[int, int], list[PlacementSet]] = {}
        grown = [root]
        while True:
            for node in grown:
                start = len(self.found)
                self._expand(node)
                count, free = len(node.actions), self.s.free
                for line in self.found[start:]:
                    key = count + len(line.pieces), (free & ~line.free).bit_count()
                    waiting.setdefault(key, []).append(line)
            if not waiting:
                return
            lines = waiting.pop(min(waiting))
            grown = [
                self._node(line) for line in (lines if len(lines) <= width else nlargest(width, lines, key=_order))
            ]

    def _node(self, line: PlacementSet) -> SearchNode:
        """The node that a set leads to."""
        before, node = line.before, SearchNode()
        if before is None:
            return self._root()
        board, keys, wild, hand, prizes = before.board, list(before.keys), before.wild, before.hand, before.prizes
        for piece in line.pieces:
            if isinstance(piece, PlaceDie):
                colour, face = self.colours[piece.die], self.s.faces[piece.die]
                if not board.occupied >> piece.slot & 1:
                    prizes = _forget_prizes(prizes, _around_hole()[components().hole_of[piece.slot]])
                board = board.with_die(piece.slot, colour, face)
                add_die(keys, piece.slot, colour, face)
                wild = wild or face == WILD
            else:
                board = board.with_card(piece.edge, self.seat, piece.kind)
                add_card(keys, piece.edge, self.seat, piece.kind)
                hand, prizes = remove_piece(hand, piece.kind), _forget_prizes(prizes, _around_line()[piece.edge])
        node.order, node.mark, node.actions, node.free = line.order, line.mark, before.actions + line.pieces, line.free
        node.board, node.keys, node.wild, node.hand, node.prizes = board, keys, wild, hand, prizes
        node.closed, node.spent = enclosed_squares(board) & ~self.shut, line.spent
        return node

    # --- adding a placement ---------------------------------------------------------------------------------------

    def _distinct(self, free: int) -> list[int]:
        found = self.kinds.get(free)
        if found is None:
            found = self.kinds[free] = distinct_dice(self.colours, self.s.faces, free)
        return found

    def _base(self, node: SearchNode) -> NodeValues:
        kinds = card_types(node.hand)
        lines = self.evaluator.lines[kinds]
        values = [lines[key] for key in node.keys]
        captured = self._captured(node.board, node.closed, node.free, node.wild)[0] if node.closed else 0.0
        near = self.evaluator.near_squares(node.board, node.keys, node.prizes)
        if not near:
            return NodeValues(kinds, lines, values, near, _nothing(), (0, 0), captured)
        one, two = ([0.0] * len(components().holes) for _ in range(2))
        closed = closed_by_two = 0
        for number, short, (now, then, later) in near:
            for hole in _corners()[number]:
                one[hole] += then - now
                two[hole] += later - now
            if short <= 2:
                last = self._last_hole(node.board, number)
                closed |= last if short == 1 else 0
                closed_by_two |= last
        return NodeValues(kinds, lines, values, near, (one, two), (closed, closed_by_two), captured)

    def _last_hole(self, board: BeastsBoard, number: int) -> int:
        """The hole, as a mask, that takes all a square lacks, if that is only dice in one hole."""
        place = components().squares[number]
        empty = place.slots & ~board.filled
        if place.sides & ~board.carded or not empty:
            return 0
        hole = components().hole_of[empty.bit_length() - 1]
        return 0 if empty & ~components().holes[hole].slots else 1 << hole

    def _expand(self, node: SearchNode) -> None:
        """All sets with one more die, pair of dice, or card."""
        base, board, faces, slots = (
            self._base(node),
            node.board,
            self.s.faces,
            open_slots_by_face(node.board, node.wild),
        )
        for die in self._distinct(node.free):
            for slot in bits(slots[faces[die]]):
                self._die(node, base, die, slot, not board.occupied >> slot & 1)
        self._cards(node, base)

    def _die(self, node: SearchNode, base: NodeValues, die: int, slot: int, first: bool) -> None:
        """One more die, and its sets with a second die of a pair."""
        face, colour = self.s.faces[die], self.colours[die]
        mark = node.mark ^ self.marks[die][slot]
        if mark in self.seen:
            return
        self.seen.add(mark)
        lines, values, keys, shown = base.lines, base.values, node.keys, die_code(colour, face)
        order, after = node.order + self.gain[die] + self.lots[slot + 50 * face], {}
        if first:
            for number, place, end in lines_at_slots()[slot]:
                key = with_end(keys[number], end, STARTED | 1 << face)
                if place >= 0:
                    key += shown << place
                after[number] = key
                order += lines[key] - values[number]
        else:
            for number, place, _ in supported_lines()[slot]:
                after[number] = key = keys[number] + (shown << place)
                order += lines[key] - values[number]
        hole, free, pieces = self.holes[slot], node.free & ~(1 << die), (self.words[die][slot],)
        line = PlacementSet(order + base.closer[0][hole], mark, free, node.spent, node, pieces)
        if base.closing[0] >> hole & 1 or (node.closed and face == WILD):
            line = self._closed(node, base, line)
        self.found.append(line)
        if free:
            icon = face if first else node.board.icons[hole]
            wild = node.wild or face == WILD
            for other in _partners()[slot]:
                if not node.board.filled >> other & 1:
                    for second in self._distinct(free):
                        shows = self.s.faces[second]
                        if shows == icon or (shows == WILD and not wild):
                            self._pair(node, base, (order, mark, free, pieces), after, second, other)

    def _pair(
        self, node: SearchNode, base: NodeValues, part: PairStart, after: Mapping[int, int], die: int, slot: int
    ) -> None:
        """A second die beside the first, whose keys have changed."""
        face, colour = self.s.faces[die], self.colours[die]
        order, mark, free, pieces = part
        mark ^= self.marks[die][slot]
        if mark in self.seen:
            return
        self.seen.add(mark)
        lines, shown, hole = base.lines, die_code(colour, face), self.holes[slot]
        order += self.gain[die] + self.lots[slot + 50 * face] + base.closer[1][hole]
        for number, place, _ in supported_lines()[slot]:
            before = after.get(number)
            if before is None:
                order += lines[node.keys[number] + (shown << place)] - base.values[number]
            else:
                order += lines[before + (shown << place)] - lines[before]
        pieces = (*pieces, self.words[die][slot])
        line = PlacementSet(order, mark, free & ~(1 << die), node.spent, node, pieces)
        if base.closing[1] >> hole & 1 or (node.closed and WILD in (face, self.s.faces[pieces[0].die])):
            line = self._closed(node, base, line)
        self.found.append(line)

    def _closed(self, node: SearchNode, base: NodeValues, line: PlacementSet) -> PlacementSet:
        """The set with the captures in the squares that it closes."""
        board, wild = node.board, node.wild
        for piece in line.pieces:
            if isinstance(piece, PlaceDie):
                face = self.s.faces[piece.die]
                board, wild = board.with_die(piece.slot, self.colours[piece.die], face), wild or face == WILD
            else:
                board = board.with_card(piece.edge, self.seat, piece.kind)
        closed = enclosed_squares(board) & ~self.shut
        captured, spent = self._captured(board, closed, line.free, wild) if closed else (0.0, 0)
        return line._replace(order=line.order + captured - base.captured, spent=spent)

    def _captured(self, board: BeastsBoard, closed: int, free: int, wild: bool) -> tuple[float, int]:
        found = best_captures(self.s.board, board, closed, paying_dice(self.s.faces, free, wild), self.price)
        return found.points - self.price * found.spent.bit_count(), found.spent

    def _cards(self, node: SearchNode, base: NodeValues) -> None:
        """Cards that open an empty hole or may help to close a square."""
        board, keys, (one, two) = node.board, node.keys, END_AT
        near = sum([1 << square.number for square in base.near if square.worth[0]])
        for number in bits(board.supported & ~board.carded):
            key = keys[number]
            opens = not key >> one & key >> two & STARTED
            if opens or near & _beside()[number]:
                for kind in fitting_kinds(key, base.kinds):
                    self._card(node, base, kind, number)

    def _card(self, node: SearchNode, base: NodeValues, kind: int, number: int) -> None:
        mark = node.mark ^ _marks()[kind][number]
        if mark in self.seen:
            return
        self.seen.add(mark)
        kinds, keys = card_types(remove_piece(node.hand, kind)), list(node.keys)
        add_card(keys, number, self.seat, kind)
        lines = self.evaluator.lines[kinds]
        order = node.order + self.lots[250 - number - 17 * kind] + sum([lines[key] for key in keys]) - sum(base.values)
        beside, board = [square for square in base.near if _beside()[number] >> square.number & 1], node.board
        if beside:
            board = board.with_card(number, self.seat, kind)
        for square in beside:
            order += self.evaluator.square_value(board, keys, square.number, square.short - 1) - square.worth[0]
        line = PlacementSet(order, mark, node.free, node.spent, node, (vocabulary().card[kind][number],))
        if any(square.short == 1 for square in beside):
            line = self._closed(node, base, line)
        self.found.append(line)

    # --- the cards and beasts that are left -----------------------------------------------------------------------

    def finish(self, line: PlacementSet) -> FinishedPlacements:
        """With the cards that help, each where it brings most, and with beasts before everything else."""
        judge, node = self.evaluator, self._node(line)
        board, keys, hand, mark, actions = node.board, list(node.keys), node.hand, line.mark, list(node.actions)
        bare = judge.lines[0]
        while any(hand):
            kinds = card_types(hand)
            lines, free = judge.lines[kinds], bits(board.supported & ~board.carded)
            gains = [(lines[keys[number]] - bare[keys[number]], number) for number in free]
            gain, number = max(gains, default=(0.0, 0))
            if gain <= 0:
                break
            kind = judge.best_card(keys[number], kinds)
            add_card(keys, number, self.seat, kind)
            board, hand = board.with_card(number, self.seat, kind), remove_piece(hand, kind)
            mark ^= _marks()[kind][number]
            actions.append(vocabulary().card[kind][number])
        used = bits(self.s.free & ~line.free)
        score = (
            sum([bare[key] for key in keys])
            + judge.squares_value(board, keys, {})
            + sum([self.gain[die] for die in used])
        )
        closed = enclosed_squares(board) & ~self.shut
        if closed:
            found = best_captures(
                self.s.board, board, closed, paying_dice(self.s.faces, line.free, node.wild), self.price
            )
            score += found.points - self.price * found.spent.bit_count()
            actions = [*found.actions, *actions]
        return FinishedPlacements(score, mark, (board.complete_edges, board.carded, board.beasts), tuple(actions))

    def actions(self, line: PlacementSet) -> tuple[Action, ...]:
        """The actions of a set, in order."""
        return line.before.actions + line.pieces if line.before else ()


def _order(line: PlacementSet) -> float:
    return line.order
