"""What an action would bring, in short phrases: fences, squares and beasts, and the score of the turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilehall.engine.beasts.actions import Add, Card, Die, Discard, End, Keep, Move, Prepare
from tilehall.engine.beasts.components import BEAST, ICONS, NEUTRAL, WILD, components
from tilehall.engine.beasts.fences import Outcome, can_reinforce, catchable, lacking, outcome, settled, shut, worth
from tilehall.engine.beasts.refusals import count
from tilehall.engine.beasts.rules import STALL_ROUNDS, face_name, placeable
from tilehall.engine.beasts.state import NONE, Board, State
from tilehall.engine.game import Action, Seat
from tilehall.engine.geometry import bits
from tilehall.engine.piles import Bag

NEAR = 3
"""A square that lacks at most so many cards and dice is worth a word."""


def foresee(s: State, seat: Seat, a: Action) -> tuple[str, ...]:
    """Short phrases about a legal action, the most important first."""
    look = _LOOKS.get(type(a))
    return tuple(look(s, seat, a)) if look else ()


# --- parts that several actions share -----------------------------------------------------------------------------


def who(owner: Seat, seat: Seat) -> str:
    return "you" if owner == seat else f"{{{owner}}}"


def bounds(board: Board, number: int) -> tuple[int, int]:
    """The least and the most that a fence can be worth once it is complete."""
    values, edge = components().values, components().edges[number]
    owner, missing = board.owner(number), (edge.four & ~board.filled).bit_count()
    plain = [(mask & edge.four & ~board.wild).bit_count() for mask in board.colours[:NEUTRAL]]
    others = max(number for seat, number in enumerate(plain) if seat != owner)
    only_own = not edge.four & board.filled & ~board.colours[owner]
    if only_own:
        most = values.all_own_wild if edge.four & board.wild else values.all_own
    else:
        most = values.most if plain[owner] + missing > others else 0
    least = most if not missing else values.most if plain[owner] > others + missing else 0
    strong = values.reinforced if can_reinforce(board, number) else 0
    near, far = edge.ends
    sure = strong if board.icons[near] == board.icons[far] != NONE else 0
    return values.base + sure + least, values.base + strong + most


def about_fence(before: Board, after: Board, number: int, seat: Seat) -> str:
    """How a fence stands after a die or card: completed, and for whom, or how far it is."""
    edge = components().edges[number]
    dice = (edge.four & after.filled).bit_count()
    if not after.carded & edge.bit:
        return f"stands at {edge.id}, no card yet: {dice} of 4 dice"
    owner = after.owner(number)
    if after.complete & edge.bit and not before.complete & edge.bit:
        value = worth(after, number)
        return f"completes {edge.id}: {who(owner, seat)} +{value.points} ({value})"
    low, high = bounds(after, number)
    span = f"{low}" if low == high else f"{low} to {high}"
    return f"supports {edge.id} of {who(owner, seat)}: {dice} of 4 dice, worth {span}"


def closures(before: Board, after: Board) -> list[str]:
    """The squares that become enclosed, with what that means for the beast in them."""
    box, found = components(), []
    new = shut(after) & ~shut(before)
    for square, kind, caught in outcome(after).squares:
        name = box.squares[square].id
        if not new >> square & 1:
            continue
        if kind == NONE:
            found.append(f"closes {name}, no beast in it")
        elif caught:
            beast = box.beasts[kind]
            found.append(f"closes {name}: you capture the {beast.id}, {beast.points} points at the end")
        else:
            found.append(f"closes {name}: {_locked(kind)}")
    return found


def _locked(kind: int) -> str:
    """Why a beast stays locked in."""
    beast = components().beasts[kind]
    reasons = {
        "reinforced": "without reinforced fence",
        "types": "without three types of cards",
        "four": "off the centre",
    }
    return f"the {beast.id} {reasons[beast.condition]} stays locked in for ever"


def near_squares(board: Board, squares: int) -> list[str]:
    """Of these squares those that lack little, with the beast in them."""
    box, found = components(), []
    for square in bits(squares & ~shut(board)):
        cards, dice = lacking(board, square)
        if cards + dice <= NEAR:
            kind = board.beasts[square]
            beast = f" with the {box.beasts[kind].id}" if kind != NONE else ""
            found.append(f"{box.squares[square].id}{beast} then lacks {_pieces(cards, dice)}")
    return found


def _pieces(cards: int, dice: int) -> str:
    parts = ([count(cards, "card")] if cards else []) + ([count(dice, "die", "dice")] if dice else [])
    return " and ".join(parts)


def beast_there(board: Board, kind: int, square: int) -> list[str]:
    """What a beast in a square means: whether it can be caught there, and how far the square is."""
    box = components()
    name, place = box.beasts[kind].id, box.squares[square]
    if not catchable(board, kind, square):
        never = f"a {name} can never be captured {_where(place.kind)}"
        by_kind = box.beasts[kind].condition == "four" or (
            box.beasts[kind].condition == "types" and place.kind == "corner"
        )
        return [never if by_kind else f"as the cards lie, the {name} can no longer be captured on {place.id}"]
    cards, dice = lacking(board, square)
    return [f"{place.id} lacks {_pieces(cards, dice)}: then the {name} is worth {box.beasts[kind].points}"]


def _where(kind: str) -> str:
    return {"corner": "in a corner", "edge": "on an edge square", "centre": "in the centre"}[kind]


# --- one look for each kind of action -----------------------------------------------------------------------------


def _prepare(s: State, seat: Seat, a: Prepare) -> list[str]:
    return beast_there(s.board, a.beast, a.square)


def _keep(s: State, seat: Seat, a: Keep) -> list[str]:
    """What the kept faces are good for now, and that only one wild can be used."""
    faces = sorted(s.faces[die] for die in bits(a.dice))
    rest = len(s.faces) - len(faces)
    found = [f"rerolls {count(rest, 'die', 'dice')}, once" if rest else "rerolls nothing"]
    for face in dict.fromkeys(faces):
        spots = placeable(s.board, face, False).bit_count()
        if face == BEAST:
            found.append("a beast face adds or moves a beast")
        else:
            found.append(f"{face_name(face)} fits {count(spots, 'slot')} now")
    if faces.count(WILD) > 1:
        found.append(f"{faces.count(WILD)} wilds: only one can be used in a turn")
    return found


def _die(s: State, seat: Seat, a: Die) -> list[str]:
    box, board = components(), s.board
    face = s.faces[a.die]
    after = board.with_die(a.slot, s.hunters[seat].dice[a.die], face)
    lines = [box.edges[bit.bit_length() - 1] for bit, _, _ in box.stands[a.slot]]
    about = [about_fence(board, after, box.edge_numbers[edge.id], seat) for edge in lines]
    about.sort(key=lambda text: not text.startswith("completes"))
    found = [*closures(board, after), *about]
    hole = box.hole_of[a.slot]
    if board.icons[hole] == NONE:
        found.append(f"hole {box.holes[hole].id} shows {box.icon_names[face]} from now on")
    if face == WILD:
        found.append("your one wild of this turn")
    touched = sum(square.bit for square in box.squares if square.slots >> a.slot & 1)
    return [*found, *near_squares(after, touched)]


def _card(s: State, seat: Seat, a: Card) -> list[str]:
    box, board = components(), s.board
    after, edge = board.with_card(a.edge, seat, a.kind), components().edges[a.edge]
    found = [*closures(board, after), about_fence(board, after, a.edge, seat)]
    for end in edge.ends:
        if board.icons[end] == NONE and after.allowed(end) != board.allowed(end):
            found.append(f"hole {box.holes[end].id} must then start with {box.icon_names[a.kind]}")
    one, other = (box.squares[square].id for square in edge.squares)
    found.append(f"no beast steps between {one} and {other} any more")
    return [*found, *near_squares(after, sum(1 << square for square in edge.squares))]


def _add(s: State, seat: Seat, a: Add) -> list[str]:
    left = s.board.supply[a.beast] - 1
    name = components().beasts[a.beast].id
    return [*beast_there(s.board, a.beast, a.square), f"{count(left, name)} left in the supply", *_paid(s, a.die)]


def _move(s: State, seat: Seat, a: Move) -> list[str]:
    return [*beast_there(s.board, s.board.beasts[a.start], a.end), *_paid(s, a.die)]


def _paid(s: State, die: int) -> list[str]:
    return (
        ["your one wild of this turn; the die stays with you"] if s.faces[die] == WILD else ["the die stays with you"]
    )


def _end(s: State, seat: Seat, a: End) -> list[str]:
    """The score this turn would bring, captures, warnings, and what comes next."""
    found = outcome(s.board)
    return [*_score(s, seat, found), *_warnings(s, seat, found), *_next(s, seat, found)]


def _score(s: State, seat: Seat, found: Outcome) -> list[str]:
    box, points = components(), [0] * s.rulings.players
    for number, value in found.fences:
        points[s.board.owner(number)] += value.points
    lines = [f"{who(owner, seat)} +{number}" for owner, number in enumerate(points) if number]
    lines = [", ".join(sorted(lines, key=lambda text: not text.startswith("you")))] if lines else ["nobody scores"]
    for square, kind, caught in found.squares:
        if caught:
            beast = box.beasts[kind]
            name = box.squares[square].id
            lines.append(f"you capture the {beast.id} on {name}, {beast.points} points at the end")
    return lines


def _warnings(s: State, seat: Seat, found: Outcome) -> list[str]:
    """What a player may regret after the end of the turn."""
    box, board, lines = components(), s.board, []
    for square, kind, caught in found.squares:
        if kind != NONE and not caught:
            lines.append(f"{box.squares[square].id}: {_locked(kind)}")
    for number, value in found.fences:
        if (owner := board.owner(number)) != seat:
            lines.append(f"you complete {box.edges[number].id} of {{{owner}}}: {value.points} points")
    for square in bits(board.homes & ~shut(board)):
        cards, dice = lacking(board, square)
        kind = board.beasts[square]
        if cards + dice <= NEAR and catchable(board, kind, square):
            name = box.squares[square].id
            lines.append(
                f"this leaves {name} {_pieces(cards, dice)} short of closing with a {box.beasts[kind].id} inside"
            )
    if not s.busy:
        lines.append("you place nothing this turn")
    return lines


def _next(s: State, seat: Seat, found: Outcome) -> list[str]:
    """Whether the game ends, or begins to end, with this turn."""
    box, board = components(), settled(s.board, found)
    if board.filled == box.full and board.carded == box.all_edges:
        return ["the board is full: the game ends"]
    if s.final == 1:
        return ["this is the last turn of the game"]
    if s.final > 1:
        return [f"{count(s.final - 1, 'turn')} left after this one"]
    if not s.own_left(seat):
        return ["your own dice are used up: everybody else has one more turn"]
    limit = STALL_ROUNDS * s.rulings.players
    if not s.busy and s.idle + 1 >= limit:
        return [f"{limit} turns without a die or card: the game ends"]
    return []


def fitting_edges(board: Board, kind: int) -> int:
    """The edges that a card of this type could go onto now."""
    lines = components().edges
    edges = bits(board.supported & ~board.carded)
    return sum(1 << edge for edge in edges if board.takes[kind] & lines[edge].reach)


def _discard(s: State, seat: Seat, a: Discard) -> list[str]:
    """How many cards come, from what, and what the kept ones fit."""
    box, hunter = components(), s.hunters[seat]
    kept = bytes(held - thrown for held, thrown in zip(hunter.hand, a.cards, strict=True))
    pile = bytes(lying + thrown for lying, thrown in zip(hunter.discard, a.cards, strict=True))
    wanted = box.hand - sum(kept)
    drawn = min(wanted, sum(hunter.deck) + sum(pile))
    found = [
        f"draws {count(drawn, 'card')}"
        + (f" from {_contents(hunter.deck if any(hunter.deck) else pile)}" if drawn else "")
    ]
    if drawn > sum(hunter.deck):
        found.append("the discard pile is shuffled into a new deck")
    if drawn < wanted:
        found.append(f"only {count(box.hand - wanted + drawn, 'card')} in the hand: deck and discard pile are used up")
    for kind in range(ICONS):
        if kept[kind]:
            edges = fitting_edges(s.board, kind).bit_count()
            found.append(f"{box.icon_names[kind]} fits {count(edges, 'line')} now")
    return found


def _contents(deck: Bag) -> str:
    return " ".join(f"{icon}{number}" for icon, number in zip(components().icons, deck, strict=True))


_LOOKS: dict[type, Callable[[State, Seat, Any], list[str]]] = {
    Prepare: _prepare,
    Keep: _keep,
    Die: _die,
    Card: _card,
    Add: _add,
    Move: _move,
    End: _end,
    Discard: _discard,
}
