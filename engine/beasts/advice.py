"""What a good player does: a beam search over what can be placed in this turn, valued as if the turn ended then.

The weights are those that played well in simulation. Numbers here are only ever compared; no position holds them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tilehall.engine.beasts import pieces
from tilehall.engine.beasts.actions import Add, Card, Die, Move, discards, vocabulary
from tilehall.engine.beasts.components import BEAST, ICONS, NEUTRAL, components
from tilehall.engine.beasts.fences import catchable, lacking, outcome, shut
from tilehall.engine.beasts.outlook import GAIN, WARNING, fitting_edges, prospects
from tilehall.engine.beasts.rules import apply, legal, placeable
from tilehall.engine.beasts.state import Board, State, spendable
from tilehall.engine.game import Action, Advice, Chooser, Seat
from tilehall.engine.geometry import bits
from tilehall.engine.piles import Bag
from tilehall.engine.text import Text, both, listed

DIE_PLACED = 0.15
OWN_FENCE, OTHER_FENCE = 1.0, 0.6
BASE, ALL_OWN, MOST_OWN, BOTH_ENDS = 2.0, 1.0, 0.4, 0.8
PAIR, FURTHER = 0.25, 0.15
"""How near an incomplete fence is: with its first two dice, and with each further one."""
FEAR = 0.1
SHORT = (0.9, 0.9, 0.6, 0.3, 0.15, 0.06)
"""How likely somebody else closes a square that lacks so many pieces."""
REROLL = 0.4
"""What a die may bring if it is rolled again."""
NOISE = 1e-6
LAST_DIE_AHEAD, LAST_DIE_BEHIND = 1.0, -3.0
WIDEST = 16
"""Lines that a fully attentive player follows; one line alone costs about six points a game."""
REACH = 4
"""A beast is only brought to a square that lacks at most so many pieces."""


class Line(NamedTuple):
    """Some actions of this turn in order, where they lead, and what that is worth."""

    value: float
    state: State
    actions: tuple[Action, ...]


def advise(s: State, seat: Seat, rng: Chooser, attention: int = 100) -> Advice:
    """What to do now, with the reason."""
    return _ADVICE[s.point](s, seat, rng, attention)


# --- how promising a position is ----------------------------------------------------------------------------------


def appraise(s: State, seat: Seat) -> float:
    """What the turn is worth to this seat if it ends now."""
    board, share = s.board, 1 / (s.rulings.players - 1)
    found = outcome(board)
    value = DIE_PLACED * s.placed.bit_count()
    for number, worth in found.fences:
        value += worth.points if board.owner(number) == seat else -share * worth.points
    beasts = components().beasts
    value += sum(beasts[kind].points for _, kind, caught in found.squares if caught)
    for number in bits(board.carded & ~board.backed):
        value += _promise(board, number) * (OWN_FENCE if board.owner(number) == seat else -OTHER_FENCE)
    return value - _danger(board) + _last_die(s, seat, value)


def _promise(board: Board, number: int) -> float:
    """What an incomplete fence is worth to its owner."""
    edge, owner = components().edges[number], board.fences[number] // ICONS
    dice, takes = edge.four & board.filled, board.takes[board.fences[number] % ICONS]
    own = dice & board.colours[owner]
    value = BASE
    if own == dice:
        value += ALL_OWN
    elif (mine := own.bit_count()) and all(
        (board.colours[other] & dice).bit_count() < mine for other in range(NEUTRAL) if other != owner
    ):
        value += MOST_OWN
    holes = components().holes
    if all(takes & holes[end].slots for end in edge.ends):
        value += BOTH_ENDS
    return value * (PAIR + FURTHER * (dice.bit_count() - 2))


def _danger(board: Board) -> float:
    """What the next players may capture."""
    total = 0.0
    beasts = components().beasts
    for square in bits(board.homes & ~shut(board)):
        kind, short = board.beasts[square], sum(lacking(board, square))
        if short < len(SHORT) and catchable(board, kind, square):
            total += FEAR * beasts[kind].points * SHORT[short]
    return total


def _last_die(s: State, seat: Seat, gain: float) -> float:
    """Using up the own dice is good for who leads and bad for who does not."""
    if s.final >= 0 or not s.placed or s.own_left(seat):
        return 0
    totals = [wealth(s, other) for other in range(s.rulings.players)]
    lead = totals[seat] + gain - max(total for other, total in enumerate(totals) if other != seat)
    return LAST_DIE_AHEAD if lead > 0 else LAST_DIE_BEHIND


def wealth(s: State, seat: Seat) -> int:
    """The points of a seat so far."""
    captured = zip(components().beasts, s.hunters[seat].captured, strict=True)
    return s.points(seat) + sum(beast.points * number for beast, number in captured)


# --- the search ---------------------------------------------------------------------------------------------------


def best_line(s: State, seat: Seat, rng: Chooser, attention: int, price: float = 0.0) -> Line:
    """The best sequence of placements found from here, if every die it uses costs so much; it may be empty.

    Lines are compared among those that have spent as many dice on beasts: a beast pays only when its square closes.
    """
    width = 1 + (WIDEST - 1) * max(0, min(attention, 100)) // 100
    best = Line(appraise(s, seat), s, ())
    beam, known = [best], set()
    while beam:
        grown: dict[int, list[Line]] = {}
        for line in beam:
            for action in _worth_trying(line.state, seat):
                if attention < 100 and rng.below(100) >= attention:
                    continue
                after = apply(line.state, seat, action)
                if (mark := _mark(after)) in known:
                    continue
                known.add(mark)
                value = appraise(after, seat) - price * (s.free & ~after.free).bit_count() + NOISE * rng.below(1000)
                spent = (s.free & ~after.free & ~after.placed).bit_count()
                grown.setdefault(spent, []).append(Line(value, after, (*line.actions, action)))
        beam = [line for lines in grown.values() for line in sorted(lines, key=_value, reverse=True)[:width]]
        best = max((best, *beam), key=_value)
    return best


def _value(line: Line) -> float:
    return line.value


def _mark(s: State) -> tuple[object, ...]:
    """What tells the positions of one turn apart, whatever order they were reached in."""
    board = s.board
    return board.filled, board.wild, board.colours, board.fences, board.beasts, s.free


def _worth_trying(s: State, seat: Seat) -> list[Action]:
    """All dice and cards, and the beast actions that bring a beast to a square that can soon be closed."""
    pieces = s.free.bit_count() - 1 + sum(s.hunters[seat].hand)
    paying = any(s.free >> die & 1 and spendable(face, s.wild) for die, face in enumerate(s.faces))
    near = _near(s.board, min(pieces, REACH)) if paying else 0
    found: list[Action] = []
    for action in legal(s, seat):
        if isinstance(action, Die | Card):
            found.append(action)
        elif isinstance(action, Add | Move):
            square = action.square if isinstance(action, Add) else action.end
            kind = action.beast if isinstance(action, Add) else s.board.beasts[action.start]
            if near >> square & 1 and catchable(s.board, kind, square):
                found.append(action)
    return found


def _near(board: Board, pieces: int) -> int:
    squares = components().squares
    return sum(square.bit for n, square in enumerate(squares) if sum(lacking(board, n)) <= pieces)


# --- what to do at each point -------------------------------------------------------------------------------------


def _prepare(s: State, seat: Seat, rng: Chooser, attention: int) -> Advice:
    """The beast that is hardest to catch, off the centre; all corners are alike."""
    box, words = components(), vocabulary()
    beast = len(box.beasts) - 1
    corners = [n for n, square in enumerate(box.squares) if square.kind == "corner"]
    square = corners[rng.below(len(corners))]
    why = Text("a {beast} in a corner is far from any capture, and you play last", beast=pieces.beast(beast))
    return Advice(words.setup[beast * len(box.squares) + square], why)


def _keep(s: State, seat: Seat, rng: Chooser, attention: int) -> Advice:
    """What the best placement with these faces uses; at least one die, an icon rather than a beast."""
    colours, placing = s.hunters[s.seat].dice, s.copy()
    placing.point, placing.kept = "PLACE", s.free
    line = best_line(placing, seat, rng, attention, REROLL)
    used = line.state.placed | (s.free & ~line.state.free)
    if used:
        dice = both(pieces.rolled(colours[die], s.faces[die]) for die in bits(used))
        why = Text("the best placement uses {dice}, reroll the rest", dice=dice)
        if used == s.free:
            why = Text("the best placement uses {dice}, and nothing is rerolled", dice=dice)
        return Advice(vocabulary().keep[used], why)
    die = max(range(len(s.faces)), key=lambda die: _usefulness(s, die))
    kept = pieces.rolled(colours[die], s.faces[die])
    return Advice(vocabulary().keep[1 << die], Text("nothing can be used as it is; {die} is kept", die=kept))


def _usefulness(s: State, die: int) -> tuple[bool, int]:
    """An icon or wild before a beast, then what fits most slots."""
    face = s.faces[die]
    return face != BEAST, placeable(s.board, face, False).bit_count()


def _place(s: State, seat: Seat, rng: Chooser, attention: int) -> Advice:
    line = best_line(s, seat, rng, attention)
    if not line.actions:
        return Advice(vocabulary().end, Text("nothing more that could be placed would help"))
    action = line.actions[0]
    return Advice(action, _why(s, seat, line))


def _why(s: State, seat: Seat, line: Line) -> Text:
    """What the first action of the line does, and what the others can bring after it."""
    action, further = line.actions[0], len(line.actions) - 1
    does = _does(s, seat, action)
    before, found = outcome(apply(s, seat, action).board), outcome(line.state.board)
    gains = [
        Text("{points} on {line}", points=_points(worth.points), line=pieces.fence(seat, number))
        for number, worth in found.fences
        if (number, worth) not in before.fences and line.state.board.owner(number) == seat
    ]
    gains += [
        Text("the {beast} on {square}", beast=pieces.beast(kind), square=components().squares[square].id)
        for square, kind, caught in found.squares
        if caught and (square, kind, caught) not in before.squares
    ]
    if not gains:
        return does
    return Text(
        "{does}; then {n} more piece can bring {gains}",
        "{does}; then {n} more pieces can bring {gains}",
        does=does,
        n=further,
        gains=both(gains),
    )


def _does(s: State, seat: Seat, action: Action) -> Text:
    """What an action is chosen for: the points and beasts it brings, else what it does; no warning is a reason."""
    found = prospects(s, seat, action)
    gains = [prospect for prospect in found if prospect.mood == GAIN]
    if len(gains) > 1:
        return listed(prospect.brief for prospect in gains)
    return next((prospect for prospect in (*gains, *found) if prospect.mood != WARNING), found[0]).text


def _points(count: int) -> Text:
    return Text("{n} point", "{n} points", n=count)


def _discard(s: State, seat: Seat, rng: Chooser, attention: int) -> Advice:
    """Duplicates, and types that fit no line where dice already wait."""
    hand = s.hunters[seat].hand
    kept = bytes(min(count, 1) if fitting_edges(s.board, kind) else 0 for kind, count in enumerate(hand))
    if not any(kept):
        kept = bytes(min(count, 1) for count in hand)
    thrown = bytes(held - keep for held, keep in zip(hand, kept, strict=True))
    action = next(discard for discard in discards(hand) if discard.cards == thrown)
    if not any(thrown):
        return Advice(action, _why_all(s, hand))
    why = Text(
        "{cards} fits nowhere or is held twice",
        "{cards} fit nowhere or are held twice",
        cards=pieces.cards(seat, thrown),
        n=sum(thrown),
    )
    return Advice(action, why)


def _why_all(s: State, hand: Bag) -> Text:
    """Why no card is thrown away."""
    if s.board.carded == components().all_edges:
        return Text("every line has a card already, so cards are of no more use")
    if not any(hand):
        return Text("there is no card in your hand")
    if any(fitting_edges(s.board, kind) for kind, held in enumerate(hand) if held):
        return Text("every card fits a line, and none is held twice")
    return Text("no card fits a line now, but each type may fit one later")


_ADVICE: dict[str, Callable[[State, Seat, Chooser, int], Advice]] = {
    "SETUP_BEAST": _prepare,
    "KEEP": _keep,
    "PLACE": _place,
    "DISCARD": _discard,
}
