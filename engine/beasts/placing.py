"""What can be made of the dice, cards and beasts of one turn: a beam search over sets of placements.

A line is valued as if the turn ended with it. Only what a piece touches is valued anew: the lines at its hole, and the
squares with beasts. Lines of the same pieces are one, whatever the order. Cards are laid on the way only where they
open a hole; all others come last, each where it brings most, and are counted as if they lay there already.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from heapq import nlargest
from typing import NamedTuple

from tilehall.engine.beasts.actions import vocabulary
from tilehall.engine.beasts.components import ICONS, WILD, components
from tilehall.engine.beasts.fences import shut
from tilehall.engine.beasts.hunting import hunt, payers
from tilehall.engine.beasts.rules import distinct, spaces
from tilehall.engine.beasts.stakes import FAR, claim, hope, quarry, spots
from tilehall.engine.beasts.state import NONE, Board, State
from tilehall.engine.beasts.ties import lot, salt
from tilehall.engine.beasts.weighing import eagerness, lateness, moment, parts_of, rivalry, totals
from tilehall.engine.beasts.weights import Weights
from tilehall.engine.dealer import Rng
from tilehall.engine.game import Action, Seat
from tilehall.engine.geometry import bits
from tilehall.engine.piles import Bag, less


class Line(NamedTuple):
    """Some placements in order, where they lead, and what that is worth if the turn ends there."""

    score: float
    order: float
    """The score once the cards in hand are laid, too."""
    board: Board
    free: int
    closed: int
    """The squares that these placements enclose."""
    spent: int
    """The dice that pay for the beasts in them; these are still free."""
    wild: bool
    hand: Bag
    mark: int
    actions: tuple[Action, ...]


class Judge:
    """What lines and squares are worth in this turn, from one seat's view."""

    def __init__(self, s: State, seat: Seat, w: Weights) -> None:
        self.w, self.seat, n = w, seat, s.rulings.players
        self.known: dict[tuple[object, ...], tuple[float, float]] = {}
        self.near: dict[tuple[object, ...], float] = {}
        self.players = range(n)
        m = moment(s, w)
        against = rivalry(w, totals(list(parts_of(m, w)), n), seat)
        self.shares = [1.0 if other == seat else -against[other] for other in range(n)]
        late = [lateness(w, turns) for turns in m.turns]
        self.hopes = [share * factor for share, factor in zip(self.shares, late, strict=True)]
        eager = eagerness(m, w, late)
        self.claims = [
            (other, m.hands[other], share * eager[other])
            for other, share in enumerate(self.shares)
            if eager[other] * share
        ]
        to_come = [
            share * (1.0 if other == m.mover else w.catch_later)
            for other, share in enumerate(self.shares)
            if m.turns[other]
        ]
        self.hunts = sum(to_come)

    def line(self, board: Board, number: int, hand: int) -> tuple[float, float]:
        """What one line of the board is worth to the seat, and what more a card of this hand makes of it."""
        bit, four, near, far, near_slots, far_slots, _ = spots()[number]
        carded = board.carded & bit
        if not (carded or board.supported & bit) or board.done & bit:
            return NOTHING
        colours, icons = board.colours, board.icons
        one, two = icons[near], icons[far]
        key: tuple[object, ...] = (
            number,
            0 if carded else hand,
            board.fences[number],
            board.filled & four,
            board.wild & four,
            one,
            two,
            *[colours[seat] & four for seat in self.players],
        )
        if one == NONE:
            key += tuple([takes & near_slots for takes in board.takes])
        elif two == NONE:
            key += tuple([takes & far_slots for takes in board.takes])
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = (self._fence(board, number), 0.0) if carded else self._free(board, number, hand)
        return found

    def _fence(self, board: Board, number: int) -> float:
        owner, kind = divmod(board.fences[number], ICONS)
        share = self.shares if board.backed & spots()[number].bit else self.hopes
        return hope(self.w, board, number, owner, kind) * share[owner]

    def _free(self, board: Board, number: int, hand: int) -> tuple[float, float]:
        w = self.w
        value = sum([factor * claim(w, board, number, seat, held) for seat, held, factor in self.claims])
        return value, w.claim_now * (self._with_card(board, number, hand, value) - value) if hand else 0.0

    def _with_card(self, board: Board, number: int, hand: int, default: float) -> float:
        spot, takes, best = spots()[number], board.takes, default
        factor = 1.0 if board.backed & spot.bit else self.hopes[self.seat]
        for kind in range(ICONS):
            if hand >> kind & 1 and takes[kind] & spot.reach:
                best = max(best, hope(self.w, board, number, self.seat, kind) * factor)
        return best

    def best_card(self, board: Board, number: int, hand: int) -> int:
        """The type of card that brings most on a free line."""
        fitting = [kind for kind in range(ICONS) if hand >> kind & 1 and board.takes[kind] & spots()[number].reach]
        return max(fitting, key=lambda kind: hope(self.w, board, number, self.seat, kind))

    def square(self, board: Board, number: int) -> float:
        """What an open square is worth to the seat, as the others may close it."""
        place = components().squares[number]
        short = (place.sides & ~board.carded).bit_count() + (place.slots & ~board.filled).bit_count()
        if not 0 < short < FAR:
            return 0.0
        slots, (one, two, three, four) = place.slots, board.takes
        key: tuple[object, ...] = (
            number,
            short,
            board.beasts,
            board.supply,
            place.sides & board.carded,
            board.fences if place.sides & board.carded else None,
            one & slots,
            two & slots,
            three & slots,
            four & slots,
        )
        found = self.near.get(key)
        if found is None:
            found = self.near[key] = self.hunts * quarry(self.w, board, number)
        return found


NOTHING = (0.0, 0.0)


@cache
def _mark(*piece: int) -> int:
    """A number for a placement: those of a line, put together, tell it from other lines."""
    return Rng(" ".join(map(str, piece))).next()


class Base(NamedTuple):
    """What a line is worth part by part, before one more placement."""

    values: list[float]
    squares: list[float]
    kinds: int
    """The types of cards in hand."""
    captured: float
    """What the beasts are worth that it captures, less what the dice cost that pay for them."""


@cache
def _touched(slot: int) -> tuple[int, int, int]:
    """The lines that a die there supports, all lines at its hole, and the squares at it."""
    box = components()
    hole = box.holes[box.hole_of[slot]]
    squares = sum([square.bit for square in box.squares if square.slots & hole.slots])
    return sum([edge for edge, _, _ in box.stands[slot]]), hole.lines, squares


@cache
def _beside(number: int) -> int:
    """The squares that a line separates."""
    return sum([1 << square for square in components().edges[number].squares])


@cache
def _partners(slot: int) -> tuple[int, ...]:
    """The slots that make a pair with this one."""
    return tuple([(pair & ~(1 << slot)).bit_length() - 1 for _, pair, _ in components().stands[slot]])


@cache
def _types(hand: Bag) -> int:
    return sum([1 << kind for kind, count in enumerate(hand) if count])


class Search:
    """All lines that were found from one position."""

    def __init__(self, s: State, seat: Seat, w: Weights, width: int, price: float = 0.0) -> None:
        self.s, self.seat, self.w, self.price, self.salt = s, seat, w, price, salt(s)
        self.judge, self.colours = Judge(s, seat, w), s.hunters[seat].dice
        self.gain = [w.die - price - (w.own if colour == seat else 0.0) for colour in self.colours]
        board, hand = s.board, s.hunters[seat].hand
        order = sum(self._values(board, _types(hand))) + sum(self._squares(board))
        root = Line(0.0, order, board, s.free, 0, 0, s.wild, hand, 0, ())
        self.shut = shut(board)
        self.found = [root]
        self.seen = {0}
        self.kinds: dict[int, list[int]] = {}
        waiting: dict[tuple[int, int], list[Line]] = {(0, 0): [root]}
        while waiting:
            key = min(waiting)
            lines = waiting.pop(key)
            for line in lines if len(lines) <= width else nlargest(width, lines, key=_order):
                for after in self._grow(line):
                    self.found.append(after)
                    used = (s.free & ~after.free).bit_count()
                    waiting.setdefault((len(after.actions), used), []).append(after)

    def _values(self, board: Board, kinds: int) -> list[float]:
        """What each line of the board is worth, with the best card of the hand on it."""
        values = [0.0] * len(spots())
        for number in bits((board.supported | board.carded) & ~board.done):
            value, more = self.judge.line(board, number, kinds)
            values[number] = value + more
        return values

    def _squares(self, board: Board) -> list[float]:
        return [self.judge.square(board, number) for number in range(len(components().squares))]

    # --- one placement more ---------------------------------------------------------------------------------------

    def _distinct(self, free: int) -> list[int]:
        found = self.kinds.get(free)
        if found is None:
            found = self.kinds[free] = distinct(self.colours, self.s.faces, free)
        return found

    def _grow(self, line: Line) -> Iterator[Line]:
        board, faces = line.board, self.s.faces
        fitting, kinds = spaces(board, line.wild), _types(line.hand)
        captured = self._captured(board, line.closed, line.free, line.wild)[0] if line.closed else 0.0
        base = Base(self._values(board, kinds), self._squares(board), kinds, captured)
        for die in self._distinct(line.free):
            for slot in bits(fitting[faces[die]]):
                supported, around, squares = _touched(slot)
                first = 0 if board.occupied >> slot & 1 else around
                after = self._die(line, line, die, slot, first or supported, squares, base)
                if after is None:
                    continue
                yield after
                yield from self._pairs(line, after, slot, first | supported, squares, base)
        yield from self._cards(line, base)

    def _die(self, line: Line, part: Line, die: int, slot: int, changed: int, squares: int, base: Base) -> Line | None:
        """A die more. `part` is the line, or the line with the other die of a pair."""
        face, colour = self.s.faces[die], self.colours[die]
        mark = part.mark ^ _mark(0, colour, face, slot)
        if mark in self.seen:
            return None
        self.seen.add(mark)
        board = part.board.with_die(slot, colour, face)
        free, wild = part.free & ~(1 << die), part.wild or face == WILD
        order = line.order + self.gain[die]
        if part is not line:
            order += self.gain[(part.free ^ line.free).bit_length() - 1]
        for number in bits(changed & (board.supported | board.carded) & ~board.done):
            value, more = self.judge.line(board, number, base.kinds)
            order += value + more - base.values[number]
        actions = (*part.actions, vocabulary().die[die][slot])
        order += lot(self.salt, slot + 50 * face)
        return self._line(line, Line(0.0, order, board, free, 0, 0, wild, part.hand, mark, actions), squares, base)

    def _line(self, line: Line, found: Line, squares: int, base: Base) -> Line:
        """The same with what it means for the squares that it touches."""
        board, order, closed = found.board, found.order, line.closed
        for number in bits(squares):
            order += self.judge.square(board, number) - base.squares[number]
        full = board.backed & board.carded
        if full & (full - 1):
            closed = shut(board) & ~self.shut
        spent = 0
        if closed or base.captured:
            captured, spent = self._captured(board, closed, found.free, found.wild)
            order += captured - base.captured
        return found._replace(order=order, closed=closed, spent=spent)

    def _captured(self, board: Board, closed: int, free: int, wild: bool) -> tuple[float, int]:
        found = hunt(self.s.board, board, closed, payers(self.s.faces, free, wild), self.price)
        return found.points - self.price * found.spent.bit_count(), found.spent

    def _pairs(self, line: Line, part: Line, slot: int, changed: int, squares: int, base: Base) -> Iterator[Line]:
        """The same with a second die beside the first."""
        board, faces = part.board, self.s.faces
        partners = [other for other in _partners(slot) if not board.filled >> other & 1]
        if not partners or not part.free:
            return
        fitting = spaces(board, part.wild)
        for die in self._distinct(part.free):
            for other in partners:
                if fitting[faces[die]] >> other & 1:
                    pair = self._die(line, part, die, other, changed | _touched(other)[0], squares, base)
                    if pair:
                        yield pair

    def _cards(self, line: Line, base: Base) -> Iterator[Line]:
        """Cards that open an empty hole, or that may help to close a square."""
        board = line.board
        for number in bits(board.supported & ~board.carded):
            spot = spots()[number]
            opens = board.icons[spot.near] == NONE or board.icons[spot.far] == NONE
            if opens or any(base.squares[square] for square in components().edges[number].squares):
                for kind, held in enumerate(line.hand):
                    if held and board.takes[kind] & spot.reach:
                        after = self._card(line, kind, number, base)
                        if after:
                            yield after

    def _card(self, line: Line, kind: int, number: int, base: Base) -> Line | None:
        mark = line.mark ^ _mark(1, kind, number)
        if mark in self.seen:
            return None
        self.seen.add(mark)
        board = line.board.with_card(number, self.seat, kind)
        hand = less(line.hand, kind)
        kinds, order = _types(hand), line.order
        if kinds != base.kinds:
            changed = components().all_edges
        elif board.takes is not line.board.takes:
            near, far = components().edges[number].ends
            changed = components().holes[near].lines | components().holes[far].lines
        else:
            changed = 1 << number
        for other in bits(changed & (board.supported | board.carded) & ~board.done):
            value, more = self.judge.line(board, other, kinds)
            order += value + more - base.values[other]
        order += lot(self.salt, number + 300 * kind)
        actions = (*line.actions, vocabulary().card[kind][number])
        found = Line(0.0, order, board, line.free, 0, 0, line.wild, hand, mark, actions)
        return self._line(line, found, _beside(number), base)

    # --- the cards and beasts that are left -----------------------------------------------------------------------

    def finished(self, line: Line) -> Line:
        """With the cards that help, each where it brings most, and with the beasts before everything."""
        judge = self.judge
        while any(line.hand):
            board, kinds = line.board, _types(line.hand)
            gains = [(judge.line(board, number, kinds)[1], number) for number in bits(board.supported & ~board.carded)]
            gain, number = max(gains, default=(0.0, 0))
            if gain <= 0:
                break
            kind = judge.best_card(board, number, kinds)
            board, hand = board.with_card(number, self.seat, kind), less(line.hand, kind)
            actions = (*line.actions, vocabulary().card[kind][number])
            line = line._replace(board=board, hand=hand, mark=line.mark ^ _mark(1, kind, number), actions=actions)
        board, used = line.board, self.s.free & ~line.free
        score = sum(self._values(board, 0)) + sum(self._squares(board)) + sum([self.gain[die] for die in bits(used)])
        closed = shut(board) & ~self.shut
        if not closed:
            return line._replace(score=score)
        found = hunt(self.s.board, board, closed, payers(self.s.faces, line.free, line.wild), self.price)
        score += found.points - self.price * found.spent.bit_count()
        return line._replace(score=score, closed=closed, spent=found.spent, actions=(*found.actions, *line.actions))


def _order(line: Line) -> float:
    return line.order
