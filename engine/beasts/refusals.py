"""Why an action may not be done: the rules walked in order, the first broken one named with its number.

Written against the rules, from icons and cards, not against the generator in `rules.py`; a property test ties the two.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilehall.engine.beasts.actions import Add, Card, Die, Discard, Keep, Move
from tilehall.engine.beasts.components import BEAST, ICONS, WILD, components
from tilehall.engine.beasts.fences import closed
from tilehall.engine.beasts.points import POINTS
from tilehall.engine.beasts.rules import DRAWS, actors, chance, face_name, legal
from tilehall.engine.beasts.state import NONE, Board, State
from tilehall.engine.game import CHANCE, Action, Refusal, Seat
from tilehall.engine.refusing import Reason, out_of_turn, refused


def check(s: State, seat: Seat, a: Action) -> Refusal | None:
    """None if the action is legal, otherwise the rule it breaks."""
    reason = _reason(s, seat, a)
    return refused(*reason, a, legal(s, seat), _apart) if reason else None


def _reason(s: State, seat: Seat, a: Action) -> Reason:
    due = actors(s)
    if reason := out_of_turn(due, seat, over="B-5.4", dealer="B-3.4", turn="B-2.1", dealing="go"):
        return reason
    if seat == CHANCE:
        return _dealer(s, a)
    rule, task, verbs = POINTS[s.point]
    if a.verb not in verbs:
        return rule, f"Now is the time to {task}."
    find = _REASONS.get(type(a))
    return find(s, a) if find else None


def _dealer(s: State, a: Action) -> Reason:
    if a in chance(s).outcomes:
        return None
    return "B-3.4", f"'{a}' cannot come here: {_due(s)}."


def _due(s: State) -> str:
    """What the dealer owes, in words."""
    if s.point == "FIRST":
        return "the first player is to be drawn"
    if DRAWS[s.point] == "deck":
        return f"seat {s.seat} is to draw a card that its deck still holds"
    dice = count(len(s.hunters[s.seat].dice) - s.kept.bit_count(), "die is", "dice are")
    return f"{dice} to be rolled" + (" again" if s.point == "REROLL" else "")


def _keep(s: State, a: Keep) -> Reason:
    dice = len(s.faces)
    return ("B-4.1", f"You have only {count(dice, 'die', 'dice')} to keep.") if a.dice >> dice else None


def _discard(s: State, a: Discard) -> Reason:
    for kind, (thrown, held) in enumerate(zip(a.cards, s.hunters[s.seat].hand, strict=True)):
        if thrown > held:
            return "B-4.60", f"You hold {count(held, _kind(kind) + ' card')}, not {thrown}."
    return None


# --- dice ---------------------------------------------------------------------------------------------------------


def _die(s: State, a: Die) -> Reason:
    """B-4.10 to B-4.16."""
    if reason := _usable(s, a.die):
        return reason
    board, box = s.board, components()
    face, name, hole = s.faces[a.die], box.slots[a.slot], box.hole_of[a.slot]
    icon = board.icons[hole]
    if board.filled >> a.slot & 1:
        return "B-4.10", f"{name}: a die is there already."
    if face == BEAST:
        return "B-4.11", "A beast face never goes onto the board; it adds or moves a beast."
    if face == WILD:
        return _wild(s, icon, name)
    if icon not in (NONE, face):
        return "B-4.12", f"{name}: the dice in hole {name[:2]} show {_kind(icon)}, a {_kind(face)} die does not fit."
    if not _in_network(board, hole):
        return "B-4.15", f"{name}: hole {name[:2]} has no die yet and no card reaches it."
    if icon == NONE and face not in (allowed := _allowed(board, hole)):
        first = " and ".join(_kind(kind) for kind in allowed)
        return "B-4.16", f"{name}: a card commits the empty hole {name[:2]}, its first die must show {first}."
    return None


def _wild(s: State, icon: int, name: str) -> Reason:
    """B-4.13, B-4.14."""
    if icon == NONE:
        return "B-4.13", f"{name}: a wild needs an icon die in hole {name[:2]} first."
    return _one_wild(s)


def _one_wild(s: State) -> Reason:
    return ("B-4.14", "You have used your one wild of this turn.") if s.wild else None


def _usable(s: State, die: int) -> Reason:
    """A free die, and of those that are alike the first (B-3.1)."""
    dice, name = s.hunters[s.seat].dice, die + 1
    if die >= len(s.faces):
        return "B-3.1", f"There is no die {name}: you have {count(len(s.faces), 'active die', 'active dice')}."
    if s.placed >> die & 1:
        return "B-3.1", f"Die {name} is on the board already."
    if not s.free >> die & 1:
        return "B-4.30", f"Die {name} has paid for a beast; it rests until your next turn."
    for twin in range(die):
        if s.free >> twin & 1 and (dice[twin], s.faces[twin]) == (dice[die], s.faces[die]):
            return "B-3.1", f"Dice {twin + 1} and {name} are alike: name die {twin + 1}."
    return None


def _in_network(board: Board, hole: int) -> bool:
    """B-4.15: the first die of all goes anywhere."""
    if not board.filled or board.icons[hole] != NONE:
        return True
    return any(board.fences[edge] != NONE for edge in components().holes[hole].edges)


def _allowed(board: Board, hole: int) -> list[int]:
    """B-4.16, straight from its definition."""
    icon, box = board.icons[hole], components()
    if icon != NONE:
        return [icon]
    kinds = list(range(ICONS))
    for edge in box.holes[hole].edges:
        near, far = box.edges[edge].ends
        other = far if near == hole else near
        if board.fences[edge] != NONE and board.icons[other] != board.kind(edge):
            kinds = [kind for kind in kinds if kind == board.kind(edge)]
    return kinds


# --- cards --------------------------------------------------------------------------------------------------------


def _card(s: State, a: Card) -> Reason:
    """B-4.20 to B-4.22."""
    board, edge = s.board, components().edges[a.edge]
    if not s.hunters[s.seat].hand[a.kind]:
        return "B-4.20", f"You have no {_kind(a.kind)} card in your hand."
    if board.fences[a.edge] != NONE:
        return "B-4.20", f"{edge.id} has a card already."
    if all(pair & ~board.filled for pair in edge.pairs):
        return "B-4.21", f"{edge.id}: a card needs a pair of dice at one end, and neither end has both its dice."
    if any(a.kind in _allowed(board, end) for end in edge.ends):
        return None
    ends = " and ".join(_end_words(board, end) for end in edge.ends)
    return "B-4.22", f"{edge.id}: {_kind(a.kind)} can match at neither end, {ends}."


def _end_words(board: Board, hole: int) -> str:
    name, icon = components().holes[hole].id, board.icons[hole]
    if icon != NONE:
        return f"hole {name} shows {_kind(icon)}"
    return f"hole {name} is committed to {' and '.join(map(_kind, _allowed(board, hole)))}"


# --- beasts -------------------------------------------------------------------------------------------------------


def _pays(s: State, die: int) -> Reason:
    """B-4.30, B-4.14."""
    if reason := _usable(s, die):
        return reason
    face = s.faces[die]
    if face not in (BEAST, WILD):
        return "B-4.30", f"Die {die + 1} shows {face_name(face)}; only a beast face or a wild pays for a beast action."
    return _one_wild(s) if face == WILD else None


def _add(s: State, a: Add) -> Reason:
    """B-4.31, B-4.34."""
    if reason := _pays(s, a.die):
        return reason
    board, box = s.board, components()
    beast, square = box.beasts[a.beast], box.squares[a.square]
    if not board.supply[a.beast]:
        return "B-4.31", f"No {beast.id} is left in the supply."
    if square.kind == "centre":
        return (
            "B-4.31",
            f"Square {square.id}: beasts are added on corner and edge squares; a centre square needs a step.",
        )
    if board.beasts[a.square] != NONE:
        return "B-4.31", f"Square {square.id}: the {box.beasts[board.beasts[a.square]].id} is there already."
    if closed(board, a.square):
        return "B-4.35", f"Square {square.id} is enclosed: nothing can be added."
    return None


def _move(s: State, a: Move) -> Reason:
    """B-4.32, B-4.33."""
    if reason := _pays(s, a.die):
        return reason
    board, box = s.board, components()
    start, end = box.squares[a.start], box.squares[a.end]
    if board.beasts[a.start] == NONE:
        return "B-4.32", f"Square {start.id}: there is no beast to move."
    between = [edge for edge in box.edges if {a.start, a.end} == set(edge.squares)]
    if not between:
        return "B-4.32", f"Squares {start.id} and {end.id} are not adjacent: a beast moves one square, not diagonally."
    if board.carded & between[0].bit:
        return "B-4.33", f"The fence on {between[0].id} is in the way."
    if board.beasts[a.end] != NONE:
        return "B-4.32", f"Square {end.id}: the {box.beasts[board.beasts[a.end]].id} is there already."
    return None


_REASONS: dict[type, Callable[[State, Any], Reason]] = {
    Keep: _keep,
    Discard: _discard,
    Die: _die,
    Card: _card,
    Add: _add,
    Move: _move,
}


# --- words --------------------------------------------------------------------------------------------------------


def _kind(kind: int) -> str:
    return components().icon_names[kind]


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> count(1, "card"), count(0, "card"), count(2, "die", "dice")
    ('1 card', 'no card', '2 dice')
    """
    if number == 1:
        return f"1 {one}"
    return f"{number} {many or one + 's'}" if number else f"no {one}"


def _apart(a: Action, b: Action) -> int:
    """How far the words of two actions are apart; a place is compared after what goes there."""
    mine, theirs = str(a).split()[1:], str(b).split()[1:]
    steps = [_word_apart(x, y) for x, y in zip(mine, theirs, strict=False)]
    return sum(step * (4 if n < len(steps) - 1 else 1) for n, step in enumerate(steps))


def _word_apart(x: str, y: str) -> int:
    return sum(min(abs(ord(p) - ord(q)), 3) for p, q in zip(x, y, strict=False)) + abs(len(x) - len(y))
