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

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from tilehall.engine.core.game import Action, Position, PositionError, SeatNo, Setup, quote_text
from tilehall.engine.core.geometry import bits, mask_of
from tilehall.engine.core.piles import Bag
from tilehall.engine.core.position_reader import (
    BaseEncoder,
    check_position,
    check_unique,
    load_position,
    position_schema,
    read_setup,
)
from tilehall.engine.core.schema import (
    BoolSchema,
    CountsSchema,
    EncodedSchema,
    IntSchema,
    LettersSchema,
    ListSchema,
    MapSchema,
    NullableSchema,
    ObjectSchema,
    OwnerEncoder,
    PerSeatSchema,
    Schema,
    SeatSchema,
    TupleSchema,
    WordSchema,
    WordsSchema,
)
from tilehall.engine.core.text import Text
from tilehall.engine.games.beasts import actions
from tilehall.engine.games.beasts.actions import card_letters, face_letters
from tilehall.engine.games.beasts.components import BEAST, ICONS, NEUTRAL, WILD, components
from tilehall.engine.games.beasts.invariants import PLAYING, SETTING_UP, faults
from tilehall.engine.games.beasts.rules import STALL_ROUNDS, start
from tilehall.engine.games.beasts.state import NOBODY, BeastsBoard, BeastsHunter, BeastsState


def dump(s: BeastsState) -> Position:
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


def _seat(seat: SeatNo) -> SeatNo | None:
    return None if seat == NOBODY else seat


def _cards(bag: Bag) -> dict[str, int]:
    return dict(zip(components().icons, bag, strict=True))


def _beasts(bag: Bag) -> dict[str, int]:
    return {beast.id: number for beast, number in zip(components().beasts, bag, strict=True)}


def _places(mask: int) -> str:
    return "".join(str(die + 1) for die in bits(mask))


def _hunter(hunter: BeastsHunter) -> dict[str, Any]:
    return {
        "dice": "".join(components().colours[colour] for colour in hunter.dice),
        "pool": hunter.pool,
        "hand": card_letters(hunter.hand),
        "deck": _cards(hunter.deck),
        "discard": _cards(hunter.discard),
        "captured": _beasts(hunter.captured),
    }


def _turn(s: BeastsState) -> dict[str, Any]:
    return {
        "faces": face_letters(s.faces),
        "kept": _places(s.kept),
        "free": _places(s.free),
        "placed": _places(s.placed),
        "wild": s.wild,
        "busy": s.busy,
    }


def _board(board: BeastsBoard) -> dict[str, Any]:
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


def load(data: Position) -> BeastsState:
    """The position, or PositionError with what is wrong about it."""
    return load_position(data, _load, faults)


def _load(data: Mapping[str, Any]) -> BeastsState:
    s = start(read_setup(data, "beasts", 1))
    check_position(schema(s.rulings.players), data)
    s.point, s.ending = data["point"], data["ending"]
    s.seat, s.first = (NOBODY if data[key] is None else data[key] for key in ("seat", "first"))
    s.hunters = tuple(map(_load_hunter, data["hunters"]))
    s.neutral, s.idle = data["neutral"], data["idle"]
    s.final = -1 if data["final"] is None else data["final"]
    s.board = load_board(data["board"], _load_beasts(data["supply"]))
    if data["turn"] is not None:
        _load_turn(s, data["turn"])
    return s


@cache
def schema(players: int) -> ObjectSchema:
    box, places = components(), "1234"
    beasts = CountsSchema(box.beast_numbers, max(beast.copies for beast in box.beasts))
    cards, seat = CountsSchema(box.icons, box.each), NullableSchema(SeatSchema(players))
    squares, edges, owners = tuple(box.square_numbers), tuple(box.edge_numbers), box.colours[:players]
    owner = EncodedSchema(LettersSchema(owners, 1), OwnerEncoder(owners, players))
    colour = EncodedSchema(LettersSchema(box.colours, 1), OwnerEncoder(owners + box.colours[NEUTRAL:], players))
    face, chosen = WordSchema(box.faces), LettersSchema(places, box.active, each=1)
    colours, faces = LettersSchema(box.colours, box.active), LettersSchema(box.faces, box.active)
    dice = WordSchema(colour + face for colour in box.colours for face in box.faces)
    laid = WordSchema(colour + icon for colour in box.colours[:NEUTRAL] for icon in box.icons)
    hunter = ObjectSchema(
        {
            "dice": EncodedSchema(colours, ListSchema(colour, 0, box.active)),
            "pool": IntSchema(0, box.own[players]),
            "hand": LettersSchema(box.icons, box.hand),
            "deck": cards,
            "discard": cards,
            "captured": beasts,
        }
    )
    turn = ObjectSchema(
        {
            "faces": EncodedSchema(faces, ListSchema(face, 0, box.active)),
            "kept": chosen,
            "free": chosen,
            "placed": chosen,
            "wild": BoolSchema(),
            "busy": BoolSchema(),
        }
    )
    die = TupleSchema({"colour": colour, "face": face})
    card = TupleSchema({"whose": owner, "icon": WordSchema(box.icons)})
    board = ObjectSchema(
        {
            "dice": MapSchema(box.slot_numbers, EncodedSchema(dice, die)),
            "cards": MapSchema(edges, EncodedSchema(laid, card)),
            "scored": MapSchema(edges, EncodedSchema(IntSchema(0, 255), IntSchema(0, 9))),
            "beasts": MapSchema(squares, WordSchema(box.beast_numbers)),
            "enclosed": WordsSchema(squares, 0, len(squares)),
        }
    )
    return position_schema(
        "beasts",
        1,
        players,
        {
            "point": WordSchema((*SETTING_UP, *PLAYING, "OVER")),
            "seat": seat,
            "first": seat,
            "hunters": PerSeatSchema([hunter] * players),
            "neutral": IntSchema(0, box.neutral),
            "turn": NullableSchema(turn, presence=True),
            "board": board,
            "supply": beasts,
            "idle": IntSchema(0, (STALL_ROUNDS + 1) * players),
            "final": NullableSchema(IntSchema(0, players - 1), presence=True),
            "ending": WordSchema(("", "dice", "full", "stall")),
        },
    )


def _load_cards(entry: Mapping[str, int]) -> Bag:
    return bytes(entry[icon] for icon in components().icons)


def _load_beasts(entry: Mapping[str, int]) -> Bag:
    return bytes(entry[beast.id] for beast in components().beasts)


def _load_hunter(entry: Mapping[str, Any]) -> BeastsHunter:
    box, hunter = components(), BeastsHunter()
    hunter.dice = bytes(box.colours.index(letter) for letter in entry["dice"])
    hunter.pool = entry["pool"]
    hand = [box.icons.index(letter) for letter in entry["hand"]]
    hunter.hand = bytes(hand.count(kind) for kind in range(ICONS))
    hunter.deck, hunter.discard = _load_cards(entry["deck"]), _load_cards(entry["discard"])
    hunter.captured = _load_beasts(entry["captured"])
    return hunter


def _load_turn(s: BeastsState, entry: Mapping[str, Any]) -> None:
    s.faces = bytes(components().faces.index(letter) for letter in entry["faces"])
    s.kept, s.free, s.placed = (_load_places(entry[key], len(s.faces)) for key in ("kept", "free", "placed"))
    s.wild, s.busy = entry["wild"], entry["busy"]
    if not s.faces:
        raise PositionError(Text("A roll has at least one die."))


def _load_places(text: str, dice: int) -> int:
    places = [int(letter) - 1 for letter in text]
    if sorted(set(places)) != places or any(not 0 <= place < dice for place in places):
        raise PositionError(
            Text(
                "{places} does not name some of {n} die.",
                "{places} does not name some of {n} dice.",
                places=quote_text(text, 12),
                n=dice,
            )
        )
    return mask_of(places)


def load_board(entry: Mapping[str, Any], supply: Bag) -> BeastsBoard:
    """The board with its dice, cards and beasts. Icon dice go before wilds, dice before cards."""
    box, board = components(), BeastsBoard.empty()
    dice = [
        (box.faces.index(die[1]), box.slot_numbers[slot], box.colours.index(die[0]))
        for slot, die in entry["dice"].items()
    ]
    for face, slot, colour in sorted(dice):
        if face == BEAST:
            raise PositionError(Text("A beast face is never on the board."), "B-4.11")
        board = board.with_die(slot, colour, face)
        if board.face(slot) not in (face, WILD):
            hole = box.holes[box.hole_of[slot]].id
            raise PositionError(Text("Hole {hole} shows two different icons.", hole=hole), "B-4.12")
    for edge, card in entry["cards"].items():
        board = board.with_card(box.edge_numbers[edge], box.colours[:NEUTRAL].index(card[0]), box.icons.index(card[1]))
    for edge, points in entry["scored"].items():
        board = board.with_score(box.edge_numbers[edge], points)
    for square, beast in entry["beasts"].items():
        number = box.square_numbers[square]
        board.beasts = board.beasts[:number] + bytes((box.beast_numbers[beast],)) + board.beasts[number + 1 :]
        board.homes |= 1 << number
    board.enclosed = mask_of(check_unique(box.square_numbers[square] for square in entry["enclosed"]))
    board.supply = supply
    return board


class BeastsEncoder(BaseEncoder[BeastsState]):
    def all_actions(self, setup: Setup) -> Sequence[Action]:
        return actions.all_actions()

    def position_schema(self, setup: Setup) -> Schema:
        return schema(setup.players)
