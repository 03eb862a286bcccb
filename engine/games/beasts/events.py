"""The events of the beast hunt. All but those of rolls are made once and cached."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache, reduce
from operator import or_

from tilehall.engine.core.game import Action, Event, SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.piles import Bag
from tilehall.engine.core.text import Text, Who, join_and
from tilehall.engine.games.beasts.actions import DiscardFenceCards, EndTurn
from tilehall.engine.games.beasts.components import NEUTRAL, components
from tilehall.engine.games.beasts.fences import FenceWorth
from tilehall.engine.games.beasts.names import beast, card, cards, dice, die, fence
from tilehall.engine.games.beasts.state import BeastsBoard

WHO = tuple(map(Who, range(NEUTRAL)))
NAMED = 3
"""At most this many fences are named with the dice of a turn."""


@cache
def start_event(seat: SeatNo) -> Event:
    return Event("first", "B-2.5", Text("{who} begins.", who=WHO[seat]), seat)


@cache
def new_deck_event(seat: SeatNo) -> Event:
    return Event("reshuffle", "B-4.61", Text("The discard pile of {who} becomes a new deck.", who=WHO[seat]), seat)


@cache
def draw_event(seat: SeatNo, kind: int, rule: str) -> Event:
    text = Text("{who} draws {card}.", who=WHO[seat], card=card(seat, kind))
    return Event("draw", rule, text, seat, (components().icons[kind],))


@cache
def beast_event(seat: SeatNo, kind: int, square: int, key: str, rule: str) -> Event:
    """A beast is put on the board."""
    place = components().squares[square].id
    text = Text("{who} puts a {beast} on {square}.", who=WHO[seat], beast=beast(kind), square=place)
    return Event(key, rule, text, seat, (place,))


@lru_cache(4096)
def roll_event(seat: SeatNo, colours: bytes, faces: bytes) -> Event:
    text = Text("{who} rolls {dice}.", who=WHO[seat], dice=dice(colours, faces))
    return Event("roll", "B-4.1", text, seat)


@lru_cache(4096)
def keep_event(seat: SeatNo, colours: bytes, faces: bytes, kept: int) -> Event:
    """The dice of a mask are kept, the others are rolled again."""
    held, again = _some(colours, faces, kept), len(faces) - kept.bit_count()
    if again:
        text = Text("{who} keeps {dice} and rerolls {again}.", who=WHO[seat], dice=held, again=again)
    else:
        text = Text("{who} keeps {dice}, all of the dice.", who=WHO[seat], dice=held)
    return Event("keep", "B-4.1", text, seat)


def reroll_event(seat: SeatNo, colours: bytes, faces: bytes, kept: int) -> Event:
    """All dice after the reroll; those outside the mask are new."""
    new = _some(colours, faces, (1 << len(faces)) - 1 & ~kept)
    text = Text("{who} gets {dice} from the reroll, and has {all}.", who=WHO[seat], dice=new, all=dice(colours, faces))
    return Event("reroll", "B-4.1", text, seat)


def _some(colours: bytes, faces: bytes, mask: int) -> Text:
    chosen = bits(mask)
    return dice(bytes([colours[n] for n in chosen]), bytes([faces[n] for n in chosen]))


@cache
def die_event(seat: SeatNo, colour: int, face: int, slot: int) -> Event:
    place = components().slots[slot]
    text = Text("{who} puts the {die} die on {slot}.", who=WHO[seat], die=die(colour, face), slot=place)
    return Event("die", "B-4.10", text, seat, (place,))


def placed_dice_text(board: BeastsBoard, seat: SeatNo, marks: Sequence[str]) -> Text:
    """All dice placed in a turn in one sentence, by slot, with the fences that they support now.

    >>> empty = BeastsBoard.empty()
    >>> str(placed_dice_text(empty, 0, ["12ne", "12se", "22nw"]))
    '#1 puts 3 dice in holes 12 and 22.'
    >>> str(placed_dice_text(empty.with_card(components().edge_numbers["H22"], 0, 0), 0, ["12ne", "12se"]))
    '#1 puts 2 dice at H22.'
    """
    box, who, count = components(), WHO[seat], len(marks)
    slots = sum(1 << box.slot_numbers[mark] for mark in marks)
    at = {number: (box.edges[number].four & slots).bit_count() for number in bits(board.carded)}
    most = sorted((number for number in at if at[number]), key=lambda number: -at[number])[:NAMED]
    all_dice = Text("{n} die", "{n} dice", n=count)
    if not most:
        holes = sorted({mark[:2] for mark in marks})
        return Text(
            "{who} puts {dice} in hole {holes}.",
            "{who} puts {dice} in holes {holes}.",
            who=who,
            dice=all_dice,
            holes=join_and(holes),
            n=len(holes),
        )
    fences = join_and(_whose(board, seat, number) for number in most)
    if slots & ~reduce(or_, (box.edges[number].four for number in most)):
        return Text("{who} puts {dice}, some of them at {fences}.", who=who, dice=all_dice, fences=fences)
    return Text("{who} puts {dice} at {fences}.", who=who, dice=all_dice, fences=fences)


def _whose(board: BeastsBoard, seat: SeatNo, number: int) -> Text:
    """A fence by name, with its owner if that is another player."""
    owner = board.owner(number)
    its = fence(owner, number)
    return Text("{fence}", fence=its) if owner == seat else Text("{fence} of {who}", fence=its, who=WHO[owner])


@cache
def card_event(seat: SeatNo, kind: int, edge: int) -> Event:
    line = components().edges[edge].id
    text = Text("{who} lays {card} on {line}.", who=WHO[seat], card=card(seat, kind), line=line)
    return Event("card", "B-4.20", text, seat, (line,))


@cache
def move_event(seat: SeatNo, kind: int, start: int, end: int) -> Event:
    squares = components().squares
    one, other = squares[start].id, squares[end].id
    text = Text(
        "{who} moves the {beast} from {start} to {end}.", who=WHO[seat], beast=beast(kind), start=one, end=other
    )
    return Event("move", "B-4.32", text, seat, (one, other))


@cache
def discard_event(seat: SeatNo, thrown: Bag) -> Event:
    return Event("discard", "B-4.60", Text("{who} discards {cards}.", who=WHO[seat], cards=cards(seat, thrown)), seat)


@cache
def neutral_dice_event(seat: SeatNo, count: int) -> Event:
    text = Text("{who} takes {n} black die.", "{who} takes {n} black dice.", who=WHO[seat], n=count)
    return Event("neutral", "B-4.62", text, seat)


@cache
def idle_turn_event(seat: SeatNo) -> Event:
    return Event("idle", "B-4.2", Text("{who} places nothing.", who=WHO[seat]), seat)


# --- the end of a turn --------------------------------------------------------------------------------------------


@cache
def fence_event(owner: SeatNo, edge: int, worth: FenceWorth) -> Event:
    text = Text(
        "{fence} is complete: {who} scores {points} ({sum}).",
        fence=fence(owner, edge),
        who=WHO[owner],
        points=worth.points,
        sum=worth.text,
    )
    return Event("fence", "B-4.40", text, owner, (components().edges[edge].id,))


@cache
def enclosure_event(seat: SeatNo, square: int) -> Event:
    place = components().squares[square].id
    text = Text("Square {square} is enclosed, without a beast.", square=place)
    return Event("enclosed", "B-4.55", text, seat, (place,))


@cache
def capture_event(seat: SeatNo, kind: int, square: int) -> Event:
    box = components()
    place, points = box.squares[square].id, box.beasts[kind].points
    text = Text(
        "Square {square} is enclosed: {who} captures the {beast} ({points}).",
        square=place,
        who=WHO[seat],
        beast=beast(kind),
        points=points,
    )
    return Event("capture", "B-4.53", text, seat, (place, box.beasts[kind].id))


@cache
def locked_event(seat: SeatNo, kind: int, square: int) -> Event:
    place = components().squares[square].id
    text = Text(
        "Square {square} is enclosed: the {beast} cannot be captured and stays for ever.",
        square=place,
        beast=beast(kind),
    )
    return Event("locked", "B-4.54", text, seat, (place,))


@cache
def last_round_event(seat: SeatNo) -> Event:
    text = Text("{who} has no own dice left: everybody else has one more turn.", who=WHO[seat])
    return Event("final", "B-5.1", text, seat)


# --- the end of the game ------------------------------------------------------------------------------------------


@cache
def full_board_event() -> Event:
    return Event("over", "B-5.2", Text("Every hole and every line of the board is filled. The game is over."))


@cache
def dice_used_up_event() -> Event:
    return Event("over", "B-5.1", Text("The last turns are played. The game is over."))


@cache
def stall_event(rounds: int) -> Event:
    text = Text(
        "{n} round without a die or card. The game is over.",
        "{n} rounds without a die or card. The game is over.",
        n=rounds,
    )
    return Event("over", "B-5.3", text)


# --- actions without an event -------------------------------------------------------------------------------------


def describe_action(seat: SeatNo, a: Action) -> Text | None:
    """The sentence for an action that makes no event; None for all other actions."""
    match a:
        case EndTurn():
            return Text("{who} ends the turn.", who=WHO[seat])
        case DiscardFenceCards(thrown) if not any(thrown):
            return Text("{who} discards nothing.", who=WHO[seat])
        case _:
            return None
