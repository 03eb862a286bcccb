"""The events of Realm of Sand. Those of which there are few are made once and cached."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tilehall.engine.core.action import Phrase
from tilehall.engine.core.game import CHANCE, Action, Event, SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.text import Text, TextArgument, Who, join_commas
from tilehall.engine.games.sand import names
from tilehall.engine.games.sand.actions import (
    CompleteBuilding,
    DealTile,
    PlaceTile,
    boxes_text,
    names_of_boxes,
)
from tilehall.engine.games.sand.components import CARDS_PER_LEVEL, GRID, components
from tilehall.engine.games.sand.state import Magician

WHO = tuple(map(Who, range(4)))


# --- the table is laid --------------------------------------------------------------------------------------------


@cache
def start_event(seat: SeatNo) -> Event:
    return Event("first", "S-2.1", Text("{who} begins.", who=WHO[seat]), seat)


@cache
def board_event(seat: SeatNo, power: int) -> Event:
    return Event(
        "board", "S-2.1", Text("{who} gets the {power} board.", who=WHO[seat], power=names.POWERS[power]), seat
    )


@cache
def row_event(card: int, rule: str) -> Event:
    """A card is turned up, during the set-up (S-2.2) or after a turn (S-4.23)."""
    text = Text("{card} is turned up.", card=names.card(card))
    return Event("row", rule, text, CHANCE, (components().cards[card].id,))


@cache
def deal_event() -> Event:
    return Event("round", "S-2.7", Text("Everybody takes three tiles."))


@cache
def gain_event(seat: SeatNo, element: int) -> Event:
    text = Text("{who} begins with a disk {disk}.", who=WHO[seat], disk=names.disk(element))
    return Event("gain", "S-2.8", text, seat)


# --- the main actions ---------------------------------------------------------------------------------------------


def place_event(seat: SeatNo, a: PlaceTile, magician: Magician) -> Event:
    """A tile is placed. Call it before the pieces are moved."""
    boxes = a.boxes
    # The squares as they lie: on a turned or flipped tile they stand in another order than on the card.
    who, tile, there = WHO[seat], names.tile_squares(a.pieces), boxes_text(boxes)
    if covered := boxes & magician.occupied:
        over = join_commas(_lying(magician, covered))
        text = Text("{who} places {tile} on {boxes}, over {over}.", who=who, tile=tile, boxes=there, over=over)
    else:
        text = Text("{who} places {tile} on {boxes}.", who=who, tile=tile, boxes=there)
    return Event("place", "S-4.5", text, seat, names_of_boxes(boxes))


def _lying(magician: Magician, boxes: int) -> Iterator[Text]:
    for box in bits(boxes):
        kind = names.DISK if magician.disks >> box & 1 else names.SQUARE
        yield names.piece_at(kind, magician.element_at(box) or 0, GRID.name(box))


def shortage_event(seat: SeatNo, colour: int, boxes: int) -> Event:
    text = Text(
        "No square {square} is left: {boxes} stays empty.", square=names.square(colour), boxes=boxes_text(boxes)
    )
    return Event("short", "S-4.9", text, seat, names_of_boxes(boxes))


@cache
def fill_event(seat: SeatNo, colour: int, box: int) -> Event:
    square, name = names.square(colour), GRID.name(box)
    text = Text("{who} puts the last square {square} on {box}.", who=WHO[seat], square=square, box=name)
    return Event("fill", "S-4.9", text, seat, (name,))


@cache
def take_event(seat: SeatNo, tile: int) -> Event:
    text = Text("{who} takes {tile}.", who=WHO[seat], tile=names.tile(tile))
    return Event("take", "S-4.10", text, seat, (components().tiles[tile].id,))


@cache
def take_second_event(seat: SeatNo, tile: int, skipped: int) -> Event:
    tiles = {"tile": names.tile(tile), "first": names.tile(skipped)}
    text = Text("{who} takes {tile}, {first} stays first.", who=WHO[seat], **tiles)
    return Event("take", "S-4.10", text, seat, (components().tiles[tile].id,))


@cache
def summon_event(seat: SeatNo) -> Event:
    return Event("summon", "S-4.12", Text("{who} summons disks.", who=WHO[seat]), seat)


@cache
def disk_event(seat: SeatNo, element: int, box: int) -> Event:
    name = GRID.name(box)
    text = Text("{who} puts disk {disk} on {box}.", who=WHO[seat], disk=names.disk(element), box=name)
    return Event("disk", "S-4.12", text, seat, (name,))


def move_event(seat: SeatNo, element: int, start: int, end: int) -> Event:
    here, there, disk = GRID.name(start), GRID.name(end), names.disk(element)
    text = Text("{who} moves disk {disk} from {here} to {there}.", who=WHO[seat], disk=disk, here=here, there=there)
    return Event("move", "S-4.12", text, seat, (here, there))


@cache
def aside_event(seat: SeatNo, tile: int) -> Event:
    text = Text("{who} sets {tile} aside.", who=WHO[seat], tile=names.tile(tile))
    return Event("aside", "S-4.51", text, seat, (components().tiles[tile].id,))


# --- buildings ----------------------------------------------------------------------------------------------------


def complete_event(seat: SeatNo, a: CompleteBuilding) -> Event:
    card, gains = names.card(a.card), names.building_rewards(a.card)
    text = Text("{who} completes {card}: {gains}.", who=WHO[seat], card=card, gains=gains)
    return Event("complete", "S-4.20", text, seat, (card.id, *names_of_boxes(a.boxes)))


@cache
def no_disk_event(seat: SeatNo, element: int) -> Event:
    text = Text("There is no disk {disk} left to gain.", disk=names.disk(element))
    return Event("lost", "S-4.20", text, seat)


@cache
def charge_event(seat: SeatNo) -> Event:
    return Event("charge", "S-4.35", Text("The crystal of {who} is charged.", who=WHO[seat]), seat)


@cache
def last_round_event(seat: SeatNo, hourglasses: int, ends: bool) -> Event:
    """The last round begins; the last seat of a round has no round to finish."""
    told: dict[str, TextArgument] = {"who": WHO[seat], "n": hourglasses}
    text = Text("{who} has {n} hourglass: the last round.", "{who} has {n} hourglasses: the last round.", **told)
    if ends:
        text = Text(
            "{who} has {n} hourglass: the game ends with this turn.",
            "{who} has {n} hourglasses: the game ends with this turn.",
            **told,
        )
    return Event("trigger", "S-5.1", text, seat)


# --- the powers ---------------------------------------------------------------------------------------------------


@cache
def power_event(seat: SeatNo, number: int) -> Event:
    text = Text("{who} uses the {power} crystal.", who=WHO[seat], power=names.POWERS[number])
    return Event("power", "S-4.36", text, seat)


@cache
def look_event(seat: SeatNo, card: int) -> Event:
    text = Text("{who} looks at a card of level {level}.", who=WHO[seat], level=_level(card))
    return _secret("look", seat, text, Text("You look at {card}.", card=names.card(card)))


@cache
def keep_event(seat: SeatNo, card: int) -> Event:
    text = Text("{who} keeps a card of level {level} face down.", who=WHO[seat], level=_level(card))
    return _secret("keep", seat, text, Text("You keep {card} face down.", card=names.card(card)))


def put_under_event(seat: SeatNo, cards: tuple[int, ...]) -> Event:
    """One card or two are put under a deck, the upper one first."""
    level, upper = _level(cards[0]), names.card(cards[0])
    text = Text(
        "{who} puts a card under the deck of level {level}.",
        "{who} puts {n} cards under the deck of level {level}.",
        who=WHO[seat],
        n=len(cards),
        level=level,
    )
    own = Text("You put {card} under the deck of level {level}.", card=upper, level=level)
    if len(cards) == 2:
        own = Text(
            "You put {upper} and then {lower} under the deck of level {level}.",
            upper=upper,
            lower=names.card(cards[1]),
            level=level,
        )
    return _secret("under", seat, text, own)


def _level(card: int) -> int:
    return card // CARDS_PER_LEVEL + 1


def _secret(key: str, seat: SeatNo, text: Text, own: Text) -> Event:
    """An event whose full text only the owner of the red power reads (S-9.2)."""
    return Event(key, "S-4.40", text, seat, (), ((seat, own),))


@cache
def trade_event(seat: SeatNo, give: int, get: int) -> Event:
    disks = {"give": names.disk(give), "get": names.disk(get)}
    return Event("trade", "S-4.42", Text("{who} trades disk {give} for disk {get}.", who=WHO[seat], **disks), seat)


def move_square_event(seat: SeatNo, element: int, start: int, end: int) -> Event:
    here, there, square = GRID.name(start), GRID.name(end), names.square(element)
    text = Text(
        "{who} moves square {square} from {here} to {there}.", who=WHO[seat], square=square, here=here, there=there
    )
    return Event("shift", "S-4.43", text, seat, (here, there))


@cache
def level_event(seat: SeatNo, reached: int) -> Event:
    return Event("level", "S-4.44", Text("{who} rises to level {level}.", who=WHO[seat], level=reached), seat)


def exchange_event(seat: SeatNo, own: int, other: int) -> Event:
    give, get = names.tile(own), names.tile(other)
    text = Text("{who} exchanges {own} for {other}.", who=WHO[seat], own=give, other=get)
    return Event("exchange", "S-4.45", text, seat, (give.id, get.id))


# --- turns and rounds ---------------------------------------------------------------------------------------------


@cache
def crystal_ready_event(seat: SeatNo) -> Event:
    return Event("ready", "S-4.35", Text("The crystal of {who} is ready.", who=WHO[seat]), seat)


@cache
def turn_end_event(seat: SeatNo) -> Event:
    return Event("end", "S-4.23", Text("{who} ends the turn.", who=WHO[seat]), seat)


@cache
def new_round_event(number: int) -> Event:
    return Event("round", "S-4.24", Text("Round {number} begins.", number=number))


def end_event(rounds: int) -> Event:
    text = Text("The game is over after {n} round.", "The game is over after {n} rounds.", n=rounds)
    return Event("over", "S-5.2", text)


# --- actions without an event -------------------------------------------------------------------------------------


def describe_action(seat: SeatNo, a: Action) -> Text | None:
    """The sentence for an action that makes no event; None for all other actions."""
    match a:
        case Phrase("done"):
            return Text("{who} puts no more disks.", who=WHO[seat])
        case Phrase("stop"):
            return Text("{who} exchanges no second tile.", who=WHO[seat])
        case DealTile(number):
            return Text("The dealer draws {drawn}.", drawn=names.tile(number))
        case _:
            return None
