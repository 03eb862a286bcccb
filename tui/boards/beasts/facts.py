"""Facts about a position for board and panels: the held piece, what is nearly complete, what is new."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilehall.engine import SeatNo, Text, Who
from tilehall.engine.games.beasts import (
    NONE,
    ActionEffect,
    BeastsBoard,
    BeastsHunter,
    BeastsState,
    DieUse,
    action_effects,
    best_die_use,
    bits,
    components,
    open_slots_for,
    turn_outcome,
)
from tilehall.tui.player.selection import MENU, ActionChoice
from tilehall.tui.player.view import CursorContext, View
from tilehall.tui.terminal.output.cells import width
from tilehall.tui.terminal.output.drawing import Place

DIE, CARD, SLOT, EDGE, SQUARE, BEAST = "die", "card", "slot", "edge", "square", "beast"
SOON = 4
"""From so few dice on, a warning is shown."""
PLACED = ("die", "card", "add", "move", "setup")
"""Events that put a piece on the board."""


class HeldPiece(NamedTuple):
    """The picked piece that needs a place: a die (colour and face), a card's type or a beast; the rest is NONE."""

    colour: int = NONE
    face: int = NONE
    card: int = NONE
    beast: int = NONE


def card_names(hunter: BeastsHunter) -> list[str]:
    """Returns the cards of a hand by name; the second water card is `W2`."""
    icons = components().icons
    return [icons[kind] + (str(n + 1) if n else "") for kind, count in enumerate(hunter.hand) for n in range(count)]


def card_digits(s: BeastsState, seat: SeatNo) -> dict[str, str]:
    """Returns the digits of the cards. After those of the dice each type has a fixed one, so that none changes."""
    hand = card_names(s.hunters[seat])
    if s.seat != seat or s.point not in ("PLACE", "DISCARD"):
        return {}
    if s.point == "DISCARD":
        return {name: str(n + 1) for n, name in enumerate(hand)}
    return {name: str(len(s.faces) + 1 + components().icons.index(name[0])) for name in hand}


def first_equal_die(s: BeastsState, seat: SeatNo, name: str) -> str:
    """Returns the first free die equal to this one, which is the one that actions name."""
    number, dice = int(name) - 1, s.hunters[seat].dice
    # In another player's turn the rolled dice are not the viewer's.
    if s.seat != seat or number >= len(s.faces) or not s.free >> number & 1:
        return name
    alike = (n for n in bits(s.free) if (dice[n], s.faces[n]) == (dice[number], s.faces[number]))
    return str(next(alike, number) + 1)


def held_piece(view: CursorContext[BeastsState]) -> HeldPiece:
    """Returns the piece that the picks hold."""
    box, s, found = components(), view.state, HeldPiece()
    for zone, name in view.selection.picks if view.selection else ():
        if zone == DIE and int(name) <= len(s.faces):
            number = int(name) - 1
            found = HeldPiece(s.hunters[view.seat].dice[number], s.faces[number], found.card, found.beast)
        elif zone == CARD:
            found = HeldPiece(card=box.icons.index(name[0]))
        elif zone == BEAST:
            found = HeldPiece(found.colour, found.face, NONE, box.beast_numbers[name])
        elif zone == SQUARE and (kind := s.board.beasts[box.square_numbers[name]]) != NONE:
            found = HeldPiece(found.colour, found.face, NONE, kind)
    return found


def most_useful_slot(s: BeastsState, seat: SeatNo, colour: int, face: int) -> DieUse | None:
    """Returns the slot on which a die is worth most, for its description, its highlight and the cursor's start."""
    return best_die_use(s.board, seat, open_slots_for(s.board, face, s.wild), (colour, face))


def completing_places(board: BeastsBoard, seat: SeatNo) -> frozenset[Place]:
    """Returns slots and lines where one more piece completes a fence of this player."""
    box = components()
    found: set[Place] = {(EDGE, box.edges[edge].id) for edge in bits(board.backed & ~board.carded)}
    for number in bits(board.carded & ~board.backed):
        if board.owner(number) != seat:
            continue
        missing = box.edges[number].four & ~board.filled
        if missing & (missing - 1) == 0:
            found.add((SLOT, box.slots[missing.bit_length() - 1]))
    return frozenset(found)


def changed_places(view: View[BeastsState]) -> frozenset[str]:
    """Returns the names of slots, lines and squares that changed since this player's last turn."""
    found: set[str] = set()
    others = False
    for entry in reversed(view.log):
        if entry.seat == view.seat and entry.key in (*PLACED, "keep"):
            if others:
                break
        elif entry.seat >= 0 and entry.key in PLACED:
            others = True
            found.update(entry.marks)
    return frozenset(found)


def choices_under_cursor(view: View[BeastsState], aimed: Sequence[Place]) -> list[ActionChoice[BeastsState]]:
    """Returns the choices under the cursor."""
    selection = view.selection
    if selection is None or view.cursor is None:
        return []
    if view.cursor[0] == MENU:
        return [choice for choice in selection.menu() if choice.text == view.cursor[1]]
    whole = selection.complete_choice() if selection.exact else None
    return [whole] if whole and selection.picks else selection.matching(*aimed)


def preview_choice(view: View[BeastsState], choice: ActionChoice[BeastsState]) -> list[ActionEffect]:
    """Returns the effects of a choice."""
    return action_effects(choice.state, view.seat, choice.action)


def points_of(s: BeastsState, seat: SeatNo) -> int:
    """Returns the points of fences and captured beasts."""
    captured = zip(components().beasts, s.hunters[seat].captured, strict=True)
    return s.points(seat) + sum(beast.points * number for beast, number in captured)


def pending_points(s: BeastsState, seat: SeatNo) -> int:
    """Returns the points that the end of the turn will bring this player: its fences and, if it is due, its beasts."""
    found, beasts = turn_outcome(s.board), components().beasts
    fences = sum(worth.points for number, worth in found.fences if s.board.owner(number) == seat)
    return fences + sum(beasts[kind].points for _, kind, caught in found.squares if caught and seat == s.seat)


def countdown_text(view: View[BeastsState], columns: int, always: bool = False) -> str:
    """Returns how near the end is, once it is near; an empty string before."""
    s, look = view.state, view.look
    if s.ending or s.point in ("FIRST", "HANDS", "SETUP_BEAST"):
        return ""
    if s.final >= 0:
        text = Text("last round: {n} turn to go", "last round: {n} turns to go", n=s.final)
        return look.clip(look.say(text), columns)
    least = min(range(s.rulings.players), key=s.own_left)
    left = s.own_left(least)
    if left > SOON and not always:
        return ""
    told = Text("{who}: {n} die left, then the end", "{who}: {n} dice left, then the end", who=Who(least), n=left)
    if width(said := view.say(told)) <= columns:
        return said
    told = Text(
        "{mark} {n} die left, then the end", "{mark} {n} dice left, then the end", mark=look.glyphs.seat(least), n=left
    )
    return look.clip(look.say(told), columns)
