"""A position as plain data and back.

The format (`tilehall pipe`, commands `state`, `view` and `set`):

    game, rules       "beasts", 1
    players, options  the set-up; only options that were asked for
    point, seat       what is to be decided (FIRST, HANDS, SETUP_BEAST, ROLL, KEEP, REROLL, PLACE, DISCARD, DRAW,
                      OVER) and whose turn it is (null: not drawn yet)
    first             who begins (null: not drawn yet)
    hunters           one object a seat: dice (colours of the active dice in list order, "PPK"), pool (own dice not yet
                      active), hand ("WTTB"), deck and discard ({"W": 3, ...}), captured ({"unicorn": 1, ...})
    neutral           black dice in the supply
    turn              null, or the roll: faces ("WT*!", one for each active dice, those on the board too), kept, free
                      and placed (their places in the list, "14"), wild (whether the one wild of the turn is used),
                      busy (whether a die or card was placed)
    board             dice ({"11nw": "OB"}: colour, face), cards ({"V11": "PT"}: owner, type), scored ({"V11": 5}),
                      beasts ({"a1": "unicorn"}), enclosed (["a3"])
    supply            beasts not in play: {"unicorn": 5, ...}
    idle              turns in a row without a die or card
    final             turns still owed in the final round, the present one included, or null
    ending            "", "dice", "full" or "stall"
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tilehall.engine.beasts.actions import letters, shown
from tilehall.engine.beasts.components import BEAST, ICONS, NEUTRAL, WILD, components
from tilehall.engine.beasts.invariants import faults
from tilehall.engine.beasts.rules import start
from tilehall.engine.beasts.state import NOBODY, Board, Hunter, State
from tilehall.engine.game import Position, PositionError, Seat, quoted
from tilehall.engine.geometry import bits, mask_of
from tilehall.engine.piles import Bag
from tilehall.engine.reading import setup_of, sound, truth
from tilehall.engine.text import Text, listed


def dump(s: State) -> Position:
    return {
        "game": "beasts",
        "rules": 1,
        "players": s.rulings.players,
        "options": dict(s.rulings.chosen),
        "point": s.point,
        "seat": _seat(s.seat),
        "first": _seat(s.first),
        "hunters": [_hunter(hunter) for hunter in s.hunters],
        "neutral": s.neutral,
        "turn": _turn(s) if s.faces else None,
        "board": _board(s.board),
        "supply": _beasts(s.board.supply),
        "idle": s.idle,
        "final": None if s.final < 0 else s.final,
        "ending": s.ending,
    }


def _seat(seat: Seat) -> Seat | None:
    return None if seat == NOBODY else seat


def _cards(bag: Bag) -> dict[str, int]:
    return dict(zip(components().icons, bag, strict=True))


def _beasts(bag: Bag) -> dict[str, int]:
    return {beast.id: number for beast, number in zip(components().beasts, bag, strict=True)}


def _places(mask: int) -> str:
    return "".join(str(die + 1) for die in bits(mask))


def _hunter(hunter: Hunter) -> dict[str, Any]:
    return {
        "dice": "".join(components().colours[colour] for colour in hunter.dice),
        "pool": hunter.pool,
        "hand": letters(hunter.hand),
        "deck": _cards(hunter.deck),
        "discard": _cards(hunter.discard),
        "captured": _beasts(hunter.captured),
    }


def _turn(s: State) -> dict[str, Any]:
    return {
        "faces": shown(s.faces),
        "kept": _places(s.kept),
        "free": _places(s.free),
        "placed": _places(s.placed),
        "wild": s.wild,
        "busy": s.busy,
    }


def _board(board: Board) -> dict[str, Any]:
    box = components()
    return {
        "dice": {
            box.slots[slot]: box.colours[board.colour(slot)] + box.faces[board.face(slot)]
            for slot in bits(board.filled)
        },
        "cards": {
            box.edges[edge].id: box.colours[board.owner(edge)] + box.icons[board.kind(edge)]
            for edge in bits(board.carded)
        },
        "scored": {box.edges[edge].id: board.scored[edge] for edge in bits(board.done)},
        "beasts": {box.squares[square].id: box.beasts[board.beasts[square]].id for square in bits(board.homes)},
        "enclosed": [box.squares[square].id for square in bits(board.enclosed)],
    }


# --- reading ------------------------------------------------------------------------------------------------------


def load(data: Position) -> State:
    """The position, or PositionError with what is wrong about it."""
    return sound(data, _load, faults)


def _load(data: Mapping[str, Any]) -> State:
    s = start(setup_of(data, "beasts", 1))
    s.point, s.ending = str(data["point"]), str(data["ending"])
    s.seat, s.first = _load_seat(data["seat"], s), _load_seat(data["first"], s)
    s.hunters = tuple(map(_load_hunter, data["hunters"]))
    s.neutral, s.idle = _whole(data["neutral"]), _whole(data["idle"])
    s.final = -1 if data["final"] is None else _whole(data["final"])
    s.board = load_board(data["board"], _load_beasts(data["supply"]))
    if data["turn"] is not None:
        _load_turn(s, data["turn"])
    return s


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 250:
        raise PositionError(Text("A whole number from 0 on is expected, not {value}.", value=quoted(str(value))))
    return value


def _load_seat(value: Any, s: State) -> Seat:
    if value is None:
        return NOBODY
    if _whole(value) >= s.rulings.players:
        raise PositionError(Text("There is no seat {seat}.", seat=value))
    return int(value)


def _each(entry: Mapping[str, Any], names: Iterable[str]) -> Bag:
    """One number for each of these names, and nothing else."""
    expected = list(names)
    if sorted(entry) != sorted(expected):
        raise PositionError(Text("Exactly {names} are expected here.", names=listed(expected)))
    return bytes(_whole(entry[name]) for name in expected)


def _load_cards(entry: Mapping[str, Any]) -> Bag:
    return _each(entry, components().icons)


def _load_beasts(entry: Mapping[str, Any]) -> Bag:
    return _each(entry, (beast.id for beast in components().beasts))


def _load_hunter(entry: Mapping[str, Any]) -> Hunter:
    box, hunter = components(), Hunter()
    hunter.dice = bytes(box.colours.index(letter) for letter in entry["dice"])
    hunter.pool = _whole(entry["pool"])
    hand = [box.icons.index(letter) for letter in entry["hand"]]
    hunter.hand = bytes(hand.count(kind) for kind in range(ICONS))
    hunter.deck, hunter.discard = _load_cards(entry["deck"]), _load_cards(entry["discard"])
    hunter.captured = _load_beasts(entry["captured"])
    return hunter


def _load_turn(s: State, entry: Mapping[str, Any]) -> None:
    s.faces = bytes(components().faces.index(letter) for letter in entry["faces"])
    s.kept, s.free, s.placed = (_load_places(entry[key], len(s.faces)) for key in ("kept", "free", "placed"))
    s.wild, s.busy = truth(entry["wild"]), truth(entry["busy"])
    if not s.faces:
        raise PositionError(Text("A roll has at least one die."))


def _load_places(text: str, dice: int) -> int:
    places = [int(letter) - 1 for letter in text]
    if sorted(set(places)) != places or any(not 0 <= place < dice for place in places):
        raise PositionError(
            Text(
                "{places} does not name some of {n} die.",
                "{places} does not name some of {n} dice.",
                places=quoted(text, 12),
                n=dice,
            )
        )
    return mask_of(places)


def load_board(entry: Mapping[str, Any], supply: Bag) -> Board:
    """The board with its dice, cards and beasts. Icon dice go before wilds, dice before cards."""
    box, board = components(), Board.empty()
    dice = [(box.faces.index(die[1]), box.slot_numbers[slot], box.colours.index(die[0])) for slot, die in _two(entry)]
    for face, slot, colour in sorted(dice):
        if face == BEAST:
            raise PositionError(Text("A beast face is never on the board."), "B-4.11")
        board = board.with_die(slot, colour, face)
        if board.face(slot) not in (face, WILD):
            hole = box.holes[box.hole_of[slot]].id
            raise PositionError(Text("Hole {hole} shows two different icons.", hole=hole), "B-4.12")
    for edge, card in _two(entry, "cards"):
        board = board.with_card(box.edge_numbers[edge], box.colours[:NEUTRAL].index(card[0]), box.icons.index(card[1]))
    for edge, points in entry["scored"].items():
        board = board.with_score(box.edge_numbers[edge], _whole(points))
    for square, beast in entry["beasts"].items():
        number = box.square_numbers[square]
        board.beasts = board.beasts[:number] + bytes((box.beast_numbers[beast],)) + board.beasts[number + 1 :]
        board.homes |= 1 << number
    board.enclosed = mask_of(box.square_numbers[square] for square in entry["enclosed"])
    board.supply = supply
    return board


def _two(entry: Mapping[str, Any], key: str = "dice") -> list[tuple[str, str]]:
    """Places with what is there: a colour and a face or type."""
    found = [(str(place), str(what)) for place, what in entry[key].items()]
    for _, what in found:
        if len(what) != 2:
            raise PositionError(
                Text(
                    "{what} is not a colour and a face or type, such as '{example}'.",
                    what=quoted(what, 12),
                    example="PW",
                )
            )
    return found
