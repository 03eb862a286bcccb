"""Why a die or a card cannot be placed anywhere now: a sentence with its rule.

>>> from tilehall.engine.games.beasts.components import components
>>> board = BeastsBoard.empty().with_die(components().slot_numbers["10sw"], 0, 0)
>>> str(no_line(board, 0, 1).text)
'No line without a card has both dice at one end: T thorns cannot be laid yet.'
>>> str(no_slot(board, 0, 1, False).text)
'thorns fits no slot now: no hole shows thorns, and no card reaches an empty hole.'
"""

from __future__ import annotations

from collections.abc import Iterable

from tilehall.engine.core.game import Refusal, SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.text import Text, join_commas, join_or
from tilehall.engine.games.beasts.components import BEAST, WILD, components
from tilehall.engine.games.beasts.names import card, rolled_face
from tilehall.engine.games.beasts.preview import fitting_edges
from tilehall.engine.games.beasts.rules import open_slots_for
from tilehall.engine.games.beasts.state import NONE, BeastsBoard, BeastsState

NAMED = 3
"""At most this many lines are named."""


def why_die_unplayable(s: BeastsState, seat: SeatNo, die: int) -> Refusal | None:
    """Why this die cannot be used; None if it can."""
    if die >= len(s.faces):
        return Refusal("B-3.1", Text("There is no die {die} in this turn.", die=die + 1))
    if s.placed >> die & 1:
        return Refusal("B-3.1", Text("Die {die} is on the board already.", die=die + 1), marks=(str(die + 1),))
    if s.point == "PLACE" and not s.free >> die & 1:
        told = Text("Die {die} has paid for a beast; it rests until your next turn.", die=die + 1)
        return Refusal("B-4.30", told, marks=(str(die + 1),))
    face = s.faces[die]
    if face == BEAST or open_slots_for(s.board, face, s.wild):
        return None
    return no_slot(s.board, s.hunters[seat].dice[die], face, s.wild)


def no_slot(board: BeastsBoard, colour: int, face: int, wild_used: bool) -> Refusal:
    """Why a die with this face fits no slot."""
    if face == WILD:
        return _no_wild(board, wild_used)
    icon, piece = components().face_names[face], rolled_face(colour, face)
    full = Text("no hole shows {icon}", icon=icon)
    if face in board.icons:
        full = Text("every hole that shows {icon} is full", icon=icon)
    wanted = _wanted(board)
    if not wanted:
        told = Text("{die} fits no slot now: {full}, and no card reaches an empty hole.", die=piece, full=full)
        return Refusal("B-4.15", told, marks=_showing(board, face))
    return Refusal(
        "B-4.16",
        Text(
            "{die} fits no slot now: {full}, and the empty holes that cards reach must start with {icons}.",
            die=piece,
            full=full,
            icons=join_or(components().face_names[kind] for kind in wanted),
        ),
        marks=_showing(board, face),
    )


def _showing(board: BeastsBoard, face: int) -> tuple[str, ...]:
    """The dice of the holes that show this icon."""
    return _named(slot for number, icon in enumerate(board.icons) if icon == face for slot in _slots(number))


def _slots(hole: int) -> tuple[int, ...]:
    return bits(components().holes[hole].slots)


def _named(slots: Iterable[int]) -> tuple[str, ...]:
    return tuple(components().slots[slot] for slot in slots)


def _reached(board: BeastsBoard) -> list[int]:
    """The empty holes that cards reach."""
    return [
        number
        for number, hole in enumerate(components().holes)
        if board.icons[number] == NONE and board.reach & hole.slots
    ]


def _wanted(board: BeastsBoard) -> list[int]:
    """The icons that the first die of those empty holes may show."""
    return sorted({kind for number in _reached(board) for kind in board.allowed_icons(number)})


def _no_wild(board: BeastsBoard, wild_used: bool) -> Refusal:
    if wild_used:
        return Refusal("B-4.14", Text("You have used your one wild of this turn; this one is rolled again."))
    return Refusal("B-4.13", Text("A wild goes only into a hole that has a die and an empty slot; there is none now."))


def why_card_unplayable(s: BeastsState, seat: SeatNo, kind: int) -> Refusal | None:
    """Why a card of this type fits no line, or that none is held; None if it fits one."""
    if not s.hunters[seat].hand[kind]:
        return Refusal("B-4.20", card_not_held(seat, kind))
    return None if fitting_edges(s.board, kind) else no_line(s.board, seat, kind)


def card_not_held(seat: SeatNo, kind: int) -> Text:
    """That the hand has no such card."""
    return Text("You have no {card} card in your hand.", card=card(seat, kind))


def no_line(board: BeastsBoard, seat: SeatNo, kind: int) -> Refusal:
    """Why a card of this type fits no line."""
    box, piece = components(), card(seat, kind)
    if board.carded == box.all_edges:
        return Refusal("B-4.20", Text("Every line of the board has a card already."))
    held = list(bits(board.supported & ~board.carded))
    if not held:
        told = Text("No line without a card has both dice at one end: {card} cannot be laid yet.", card=piece)
        return Refusal("B-4.21", told)
    lines = join_commas(box.edges[edge].id for edge in held[:NAMED])
    told = Text("{card} matches neither end of a line that dice hold, such as {lines}.", card=piece, lines=lines)
    return Refusal("B-4.22", told)


def why_beasts_unplayable(s: BeastsState) -> Refusal | None:
    """Why no beast can be added or moved; None if a die can pay for it."""
    faces = {s.faces[die] for die in bits(s.free)} if s.point == "PLACE" else set()
    if BEAST in faces or (WILD in faces and not s.wild):
        return None
    if WILD in faces:
        return Refusal("B-4.14", Text("Only a beast face pays for a beast now: your one wild of this turn is used."))
    return Refusal("B-4.30", Text("Only a free die with a beast face or a wild adds or moves a beast; you have none."))
