"""Why an action is illegal: the rules are checked in order, and the first broken one is named by number.

Written against the rulebook, from icons and cards, and not against `rules.legal_actions`; a property test compares the
two.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from tilehall.engine.core.game import CHANCE, Action, Refusal, SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.refusal import Reason, refuse_out_of_turn, refuse_undue, with_nearest
from tilehall.engine.core.text import Piece, Text, Who, join_and, join_or
from tilehall.engine.games.beasts.actions import (
    AddBeast,
    DiscardFenceCards,
    KeepDice,
    MoveBeast,
    PlaceDie,
    PlaceFenceCard,
)
from tilehall.engine.games.beasts.components import BEAST, ICONS, WILD, components
from tilehall.engine.games.beasts.decision_points import POINTS
from tilehall.engine.games.beasts.fences import is_closed
from tilehall.engine.games.beasts.names import beast, card, fence, rolled_face
from tilehall.engine.games.beasts.rules import DRAWS, actors, chance, legal_actions
from tilehall.engine.games.beasts.state import NONE, BeastsBoard, BeastsState
from tilehall.engine.games.beasts.unplayable_pieces import card_not_held


def check(s: BeastsState, seat: SeatNo, a: Action) -> Refusal | None:
    """None if the action is legal, else the rule that it breaks."""
    reason = _reason(s, seat, a)
    return with_nearest(reason, a, legal_actions(s, seat), _distance) if reason else None


def _reason(s: BeastsState, seat: SeatNo, a: Action) -> Reason:
    due = actors(s)
    if seat not in due:
        return refuse_out_of_turn(due, seat, over="B-5.4", dealer="B-3.4", turn="B-2.1")
    if seat == CHANCE:
        return _dealer(s, a)
    point = POINTS[s.point]
    if a.verb not in point.fields:
        return refuse_undue(point)
    find = _REASONS.get(a.verb)
    return find(s, a) if find else None


def _dealer(s: BeastsState, a: Action) -> Reason:
    if a in chance(s).outcomes:
        return None
    return Refusal("B-3.4", Text("'{outcome}' cannot come here: {due}.", outcome=str(a), due=_due(s)))


def _due(s: BeastsState) -> Text:
    """What the dealer has to draw or roll."""
    if s.point == "FIRST":
        return Text("the first player is to be drawn")
    if DRAWS[s.point] == "deck":
        return Text("{who} is to draw a card that the deck still holds", who=Who(s.seat))
    dice = len(s.hunters[s.seat].dice) - s.kept.bit_count()
    if s.point == "REROLL":
        return Text("{n} die is to be rolled again", "{n} dice are to be rolled again", n=dice)
    return Text("{n} die is to be rolled", "{n} dice are to be rolled", n=dice)


def _keep(s: BeastsState, a: KeepDice) -> Reason:
    dice = len(s.faces)
    if not a.dice >> dice:
        return None
    return Refusal("B-4.1", Text("You have only {n} die to keep.", "You have only {n} dice to keep.", n=dice))


def _discard(s: BeastsState, a: DiscardFenceCards) -> Reason:
    hand, icons = s.hunters[s.seat].hand, components().icons
    for kind, thrown in enumerate(a.cards):
        if thrown > hand[kind]:
            marks = (icons[kind],) if hand[kind] else ()
            return Refusal("B-4.60", _held(card(s.seat, kind), hand[kind], thrown), marks=marks)
    return None


def _held(card: Piece, held: int, thrown: int) -> Text:
    if not held:
        return Text("You hold no {card} card.", card=card)
    return Text(
        "You hold {n} {card} card, not {thrown}.",
        "You hold {n} {card} cards, not {thrown}.",
        n=held,
        card=card,
        thrown=thrown,
    )


# --- dice ---------------------------------------------------------------------------------------------------------


def _die(s: BeastsState, a: PlaceDie) -> Reason:
    """B-4.10 to B-4.16."""
    if reason := _usable(s, a.die):
        return reason
    board, box = s.board, components()
    face, hole = s.faces[a.die], box.hole_of[a.slot]
    icon = board.icons[hole]
    if board.filled >> a.slot & 1:
        return Refusal(
            "B-4.10", Text("{slot}: a die is there already.", slot=box.slots[a.slot]), marks=(box.slots[a.slot],)
        )
    if face == BEAST:
        return Refusal(
            "B-4.11", Text("A beast face never goes onto the board; it adds or moves a beast."), marks=(str(a.die + 1),)
        )
    if face == WILD:
        return _wild(s, icon, a)
    if icon == face:
        return None
    slot, name = box.slots[a.slot], box.holes[hole].id
    if icon != NONE:
        die = rolled_face(s.hunters[s.seat].dice[a.die], face)
        return Refusal(
            "B-4.12",
            Text(
                "{slot}: the dice in hole {hole} show {icon}, a {die} die does not fit.",
                slot=slot,
                hole=name,
                icon=_kind(icon),
                die=die,
            ),
            marks=_slots(box.holes[hole].slots & board.filled),
        )
    if not _in_network(board, hole):
        return Refusal(
            "B-4.15",
            Text("{slot}: hole {hole} has no die yet and no card reaches it.", slot=slot, hole=name),
            marks=_slots(box.holes[hole].slots),
        )
    if face not in (allowed := _allowed(board, hole)):
        return Refusal(
            "B-4.16",
            Text(
                "{slot}: a card commits the empty hole {hole}, its first die must show {icon}.",
                slot=slot,
                hole=name,
                icon=join_or(map(_kind, allowed)),
            ),
            marks=_committing(board, hole),
        )
    return None


def _wild(s: BeastsState, icon: int, a: PlaceDie) -> Reason:
    """B-4.13, B-4.14."""
    if icon == NONE:
        box = components()
        hole = box.holes[box.hole_of[a.slot]]
        text = Text("{slot}: a wild needs an icon die in hole {hole} first.", slot=box.slots[a.slot], hole=hole.id)
        return Refusal("B-4.13", text, marks=(box.slots[a.slot],))
    return _one_wild(s, a.die)


def _one_wild(s: BeastsState, die: int) -> Reason:
    if not s.wild:
        return None
    return Refusal("B-4.14", Text("You have used your one wild of this turn."), marks=(str(die + 1),))


def _usable(s: BeastsState, die: int) -> Reason:
    """B-3.1: the die is free, and the first of those that are alike."""
    if not s.free >> die & 1:
        return _not_free(s, die)
    dice, faces = s.hunters[s.seat].dice, s.faces
    colour, face = dice[die], faces[die]
    for twin in bits(s.free & (1 << die) - 1):
        if dice[twin] == colour and faces[twin] == face:
            return Refusal(
                "B-3.1",
                Text("Dice {first} and {die} are alike: name die {first}.", first=twin + 1, die=die + 1),
                marks=(str(die + 1),),
            )
    return None


def _not_free(s: BeastsState, die: int) -> Reason:
    name = die + 1
    if die >= len(s.faces):
        return Refusal(
            "B-3.1",
            Text(
                "There is no die {die}: you have {n} active die.",
                "There is no die {die}: you have {n} active dice.",
                die=name,
                n=len(s.faces),
            ),
        )
    if s.placed >> die & 1:
        return Refusal("B-3.1", Text("Die {die} is on the board already.", die=name), marks=(str(name),))
    return Refusal(
        "B-4.30", Text("Die {die} has paid for a beast; it rests until your next turn.", die=name), marks=(str(name),)
    )


def _in_network(board: BeastsBoard, hole: int) -> bool:
    """B-4.15: the first die of all goes anywhere."""
    if not board.filled or board.icons[hole] != NONE:
        return True
    return board.carded & components().holes[hole].lines != 0


def _allowed(board: BeastsBoard, hole: int) -> list[int]:
    """The icons that a hole may take, straight from B-4.16."""
    icon, box = board.icons[hole], components()
    if icon != NONE:
        return [icon]
    kinds = list(range(ICONS))
    if not board.carded & box.holes[hole].lines:
        return kinds
    for edge in box.holes[hole].edges:
        near, far = box.edges[edge].ends
        other = far if near == hole else near
        if board.fences[edge] != NONE and board.icons[other] != board.kind(edge):
            kinds = [kind for kind in kinds if kind == board.kind(edge)]
    return kinds


def _committing(board: BeastsBoard, hole: int) -> tuple[str, ...]:
    """The cards that commit an empty hole, with the dice at their other ends."""
    box, found = components(), list[str]()
    for edge in box.holes[hole].edges:
        near, far = box.edges[edge].ends
        other = far if near == hole else near
        if board.fences[edge] != NONE and board.icons[other] != board.kind(edge):
            found += (box.edges[edge].id, *_slots(box.holes[other].slots & board.filled))
    return tuple(found)


def _slots(mask: int) -> tuple[str, ...]:
    return tuple(components().slots[slot] for slot in bits(mask))


def _edges(mask: int) -> tuple[str, ...]:
    return tuple(components().edges[edge].id for edge in bits(mask))


# --- cards --------------------------------------------------------------------------------------------------------


def _card(s: BeastsState, a: PlaceFenceCard) -> Reason:
    """B-4.20 to B-4.22."""
    board, edge = s.board, components().edges[a.edge]
    if not s.hunters[s.seat].hand[a.kind]:
        return Refusal("B-4.20", card_not_held(s.seat, a.kind))
    if board.fences[a.edge] != NONE:
        return Refusal(
            "B-4.20", Text("{line} has a card already.", line=fence(board.owner(a.edge), a.edge)), marks=(edge.id,)
        )
    near, far = edge.pairs
    if near & ~board.filled and far & ~board.filled:
        return Refusal(
            "B-4.21",
            Text("{line}: a card needs a pair of dice at one end, and neither end has both its dice.", line=edge.id),
            marks=(edge.id,),
        )
    one, other = edge.ends
    if a.kind in _allowed(board, one) or a.kind in _allowed(board, other):
        return None
    return Refusal(
        "B-4.22",
        Text(
            "{line}: {card} can match at neither end, {ends}.",
            line=edge.id,
            card=card(s.seat, a.kind),
            ends=join_and(_end_words(board, end) for end in edge.ends),
        ),
        marks=(edge.id, *_ends_in_the_way(board, edge.ends)),
    )


def _ends_in_the_way(board: BeastsBoard, ends: tuple[int, int]) -> tuple[str, ...]:
    """The dice at both ends, or what commits an end without dice."""
    holes = components().holes
    found = [_slots(holes[end].slots & board.filled) or _committing(board, end) for end in ends]
    return tuple(dict.fromkeys(word for words in found for word in words))


def _end_words(board: BeastsBoard, hole: int) -> Text:
    name, icon = components().holes[hole].id, board.icons[hole]
    if icon != NONE:
        return Text("hole {hole} shows {icon}", hole=name, icon=_kind(icon))
    return Text("hole {hole} is committed to {icon}", hole=name, icon=join_or(map(_kind, _allowed(board, hole))))


# --- beasts -------------------------------------------------------------------------------------------------------


def _pays(s: BeastsState, die: int) -> Reason:
    """B-4.30, B-4.14."""
    if reason := _usable(s, die):
        return reason
    face = s.faces[die]
    if face not in (BEAST, WILD):
        return Refusal(
            "B-4.30",
            Text(
                "Die {die} shows {face}; only a beast face or a wild pays for a beast action.",
                die=die + 1,
                face=rolled_face(s.hunters[s.seat].dice[die], face),
            ),
            marks=(str(die + 1),),
        )
    return _one_wild(s, die) if face == WILD else None


def _add(s: BeastsState, a: AddBeast) -> Reason:
    """B-4.31, B-4.34."""
    if reason := _pays(s, a.die):
        return reason
    board, square = s.board, components().squares[a.square]
    if not board.supply[a.beast]:
        return Refusal(
            "B-4.31",
            Text("No {beast} is left in the supply.", beast=beast(a.beast)),
            marks=(components().beasts[a.beast].id,),
        )
    if square.kind == "centre":
        return Refusal(
            "B-4.31",
            Text(
                "Square {square}: beasts are added on corner and edge squares; a centre square needs a step.",
                square=square.id,
            ),
            marks=(square.id,),
        )
    if board.beasts[a.square] != NONE:
        return _lived_in("B-4.31", board, a.square)
    if is_closed(board, a.square):
        return Refusal(
            "B-4.35",
            Text("Square {square} is enclosed: nothing can be added.", square=square.id),
            marks=(square.id, *_edges(square.sides)),
        )
    return None


def _lived_in(rule: str, board: BeastsBoard, square: int) -> Refusal:
    place, there = components().squares[square].id, beast(board.beasts[square])
    text = Text("Square {square}: the {beast} is there already.", square=place, beast=there)
    return Refusal(rule, text, marks=(place,))


def _move(s: BeastsState, a: MoveBeast) -> Reason:
    """B-4.32, B-4.33."""
    if reason := _pays(s, a.die):
        return reason
    board, box = s.board, components()
    start, end = box.squares[a.start], box.squares[a.end]
    if board.beasts[a.start] == NONE:
        return Refusal(
            "B-4.32", Text("Square {square}: there is no beast to move.", square=start.id), marks=(start.id,)
        )
    between = _line_between(a.start, a.end)
    if between is None:
        return Refusal(
            "B-4.32",
            Text(
                "Squares {start} and {end} are not adjacent: a beast moves one square, not diagonally.",
                start=start.id,
                end=end.id,
            ),
            marks=(end.id,),
        )
    if board.carded >> between & 1:
        return Refusal(
            "B-4.33",
            Text("The fence on {line} is in the way.", line=fence(board.owner(between), between)),
            marks=(box.edges[between].id,),
        )
    if board.beasts[a.end] != NONE:
        return _lived_in("B-4.32", board, a.end)
    return None


@cache
def _line_between(start: int, end: int) -> int | None:
    """The edge that separates two squares."""
    for number, edge in enumerate(components().edges):
        if edge.squares in ((start, end), (end, start)):
            return number
    return None


_REASONS: dict[str, Callable[[BeastsState, Any], Reason]] = {
    "keep": _keep,
    "discard": _discard,
    "die": _die,
    "card": _card,
    "add": _add,
    "move": _move,
}


# --- names --------------------------------------------------------------------------------------------------------


def _kind(kind: int) -> Text:
    return components().face_names[kind]


def _distance(a: Action, b: Action) -> int:
    """How far two actions are apart. A place counts less than what is put there."""
    steps = [_word_distance(x, y) for x, y in zip(a.words, b.words, strict=False)]
    return sum(step * (4 if n < len(steps) - 1 else 1) for n, step in enumerate(steps))


def _word_distance(x: str, y: str) -> int:
    return sum(min(abs(ord(p) - ord(q)), 3) for p, q in zip(x, y, strict=False)) + abs(len(x) - len(y))
