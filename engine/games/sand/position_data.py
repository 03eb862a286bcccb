"""A position as plain data and back.

The format (`tilehall pipe`, commands `state`, `view` and `set`):

    game, rules       "sand", 1
    players, options  the set-up; only options that were asked for
    todo              the steps still to come, the present one first: [["TAKE", 0], ["POST", 0]]; the dealer is -1
    seat, start       whose turn it is, who began (null: not yet known)
    round             1, 2, ...; 0 while the table is being laid
    magicians         one object a seat: power ("red" or null), crystal ("clear", "fresh", "ready"), level,
                      squares ({"B2": "G"}) and disks ({"C3": "S"}) on the board, reserve ({"G": 0, ...}),
                      tiles (["T01", ...]), tableau and kept (["1aG", ...])
    squares, disks    the supply: {"G": 28, ...}
    decks             for each level {"unknown": [...], "known": [[cards above it, "1aG"], ...]}
    rows              for each level its four slots, null where no card lies
    circle, aside     the tiles from the queen on; the tiles set aside in a solo game
    looked            cards that the red power shows just now
    short             {"colour": "G", "boxes": ["B3", "C3"]} while a shortage is to be settled, else null
    summon            {"cap": 3 (null: no limit), "made": 1, "settled": ["B2"]} while disks are summoned, else null
    swapped           ["T01", "T22"] (given, received) between the two exchanges of the blue power, else null
    hidden            for each level how many of the deck's cards are really kept, under the deck, being looked at,
                      where the viewer cannot tell which; [0, 0, 0] if nothing is hidden
    ending            "", "hourglasses", "round limit" or "solo"
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import Action, Position, PositionError, Setup, quote_text
from tilehall.engine.core.geometry import bits, mask_of
from tilehall.engine.core.piles import Pile
from tilehall.engine.core.position_reader import (
    HUGE,
    BaseEncoder,
    check_position,
    check_unique,
    load_position,
    position_schema,
    read_setup,
)
from tilehall.engine.core.schema import (
    CountsSchema,
    EncodedSchema,
    IntSchema,
    ListSchema,
    MapSchema,
    NullableSchema,
    ObjectSchema,
    PairsEncoder,
    PerSeatSchema,
    RankEncoder,
    Schema,
    SeatSchema,
    TupleSchema,
    WordSchema,
    WordsSchema,
)
from tilehall.engine.core.text import Text
from tilehall.engine.games.sand import actions
from tilehall.engine.games.sand.components import BASE, BOXES, CARDS_PER_LEVEL, GRID, LEVELS, NO_POWER, components
from tilehall.engine.games.sand.invariants import faults
from tilehall.engine.games.sand.rules import DRAWS, LOOKS, start
from tilehall.engine.games.sand.state import (
    HOLE,
    NOBODY,
    NOTHING_HIDDEN,
    ROW,
    STEPS,
    UNLIMITED,
    Magician,
    SandState,
)
from tilehall.engine.games.sand.viewpoint import sample_state

CRYSTALS = ("clear", "fresh", "ready")
DECISION_POINTS = ("GAIN", "PRE", "FILL", "TAKE", "SUMMON", "ASIDE", "POST", "KEEP", "BOTTOM", "BLUE2")
KNOWN_POINTS = (*DRAWS, *DECISION_POINTS, "DEAL", "NEXT")
MOST_STEPS = 64
"""Steps to come, with those of the whole set-up."""
FIRST_STEPS, LAST_ROUND = 3, 100


# --- writing ------------------------------------------------------------------------------------------------------


def dump(s: SandState) -> Position:
    box = components()
    point = s.todo[0][0] if s.todo else ""
    short = {"colour": box.letters[s.short[0]], "boxes": _boxes(s.short[1])}
    cap = None if s.cap == UNLIMITED else s.cap
    return {
        "game": "sand",
        "rules": 1,
        "players": s.rulings.players,
        "options": dict(s.rulings.chosen),
        "todo": [list(step) for step in s.todo],
        "seat": None if s.seat == NOBODY else s.seat,
        "start": None if s.start == NOBODY else s.start,
        "round": s.round,
        "magicians": [_magician(magician) for magician in s.magicians],
        "squares": dict(zip(box.letters, s.squares, strict=False)),
        "disks": dict(zip(box.letters, s.disks, strict=True)),
        "decks": [
            {"unknown": _cards(deck.unknown), "known": [[depth, box.cards[card].id] for depth, card in deck.known]}
            for deck in s.decks
        ],
        "rows": [[None if card == HOLE else box.cards[card].id for card in s.row(level)] for level in range(LEVELS)],
        "circle": [box.tiles[tile].id for tile in s.circle],
        "aside": _tiles(s.aside),
        "looked": [box.cards[card].id for card in s.looked],
        "short": short if point == "FILL" else None,
        "summon": {"cap": cap, "made": s.made, "settled": _boxes(s.settled)} if point == "SUMMON" else None,
        "swapped": [box.tiles[tile].id for tile in s.swapped] if point == "BLUE2" else None,
        "hidden": [list(counts) for counts in s.hidden],
        "ending": s.ending,
    }


def _boxes(mask: int) -> list[str]:
    return sorted(map(GRID.name, bits(mask)))


def _cards(mask: int) -> list[str]:
    return [components().cards[card].id for card in bits(mask)]


def _tiles(mask: int) -> list[str]:
    return [components().tiles[tile].id for tile in bits(mask)]


def _magician(magician: Magician) -> dict[str, Any]:
    box = components()
    return {
        "power": None if magician.power == NO_POWER else box.powers[magician.power],
        "crystal": CRYSTALS[magician.crystal],
        "level": magician.level,
        "squares": _on(magician, magician.squares),
        "disks": _on(magician, magician.disks),
        "reserve": dict(zip(box.letters, magician.reserve, strict=True)),
        "tiles": _tiles(magician.tiles),
        "tableau": _cards(magician.tableau),
        "kept": _cards(magician.kept),
    }


def _on(magician: Magician, boxes: int) -> dict[str, str]:
    letters = components().letters
    return {name: letters[magician.element_at(GRID.numbers[name]) or 0] for name in _boxes(boxes)}


# --- reading ------------------------------------------------------------------------------------------------------


def load(data: Position) -> SandState:
    """The position, or PositionError with what is wrong about it."""
    return load_position(data, _load, _all_faults)


def _all_faults(s: SandState) -> Sequence[Text]:
    """Of a view those as well of what may be behind it: only the cards themselves can be dealt otherwise."""
    found = faults(s)
    if found or s.hidden == NOTHING_HIDDEN:
        return found
    return faults(sample_state(s, Rng(0)))


def _load(data: Mapping[str, Any]) -> SandState:
    s = start(read_setup(data, "sand", 1))
    box = components()
    check_position(schema(s.rulings.players), data)
    s.todo = tuple((point, seat) for point, seat in data["todo"])
    s.seat, s.start = (NOBODY if data[key] is None else data[key] for key in ("seat", "start"))
    s.round, s.ending = data["round"], data["ending"]
    s.magicians = tuple(_load_magician(entry) for entry in data["magicians"])
    s.squares = bytes(data["squares"][letter] for letter in box.letters[:BASE])
    s.disks = bytes(data["disks"][letter] for letter in box.letters)
    s.decks = tuple(_load_deck(entry) for entry in data["decks"])
    s.rows = bytes(HOLE if card is None else box.card_numbers[card] for row in data["rows"] for card in row)
    s.circle = bytes(check_unique(box.tile_numbers[tile] for tile in data["circle"]))
    s.aside = _load_tiles(data["aside"])
    s.looked = tuple(sorted(check_unique(box.card_numbers[card] for card in data["looked"])))
    s.hidden = tuple((kept, under, looked) for kept, under, looked in data["hidden"])
    _load_action(s, data)
    return s


@cache
def schema(players: int) -> ObjectSchema:
    """Not encoded are steps after `FIRST_STEPS`; rounds after `LAST_ROUND` are encoded as this one."""
    box = components()
    letters, tile_ids, card_ids = tuple(box.letters), tuple(box.tile_numbers), tuple(box.card_numbers)
    colour, tile, card = WordSchema(letters[:BASE]), WordSchema(tile_ids), WordSchema(card_ids)
    seat = NullableSchema(SeatSchema(players))
    cards, tiles = WordsSchema(card_ids, 0, len(card_ids)), WordsSchema(tile_ids, 0, len(tile_ids))
    disks, count = CountsSchema(letters, max(box.disks[players])), IntSchema(0, CARDS_PER_LEVEL)
    levels = {f"{n + 1}": card_ids[n * CARDS_PER_LEVEL : (n + 1) * CARDS_PER_LEVEL] for n in range(LEVELS)}
    magician = ObjectSchema(
        {
            "power": NullableSchema(WordSchema(box.powers)),
            "crystal": WordSchema(CRYSTALS),
            "level": IntSchema(0, box.track),
            "squares": MapSchema(GRID.names, colour),
            "disks": MapSchema(GRID.names, WordSchema(letters)),
            "reserve": disks,
            "tiles": tiles,
            "tableau": cards,
            "kept": cards,
        }
    )
    known = ListSchema(TupleSchema({"above": count, "card": card}), 0, CARDS_PER_LEVEL)
    decks: dict[str, Schema] = {
        level: ObjectSchema(
            {
                "unknown": WordsSchema(card_ids, 0, CARDS_PER_LEVEL, encoded=there),
                "known": EncodedSchema(known, PairsEncoder(there, CARDS_PER_LEVEL, word=1, more=1)),
            }
        )
        for level, there in levels.items()
    }
    slots = TupleSchema({f"{n}": NullableSchema(card) for n in range(ROW)})
    rows: dict[str, Schema] = {
        level: EncodedSchema(slots, WordsSchema(there, 0, ROW)) for level, there in levels.items()
    }
    summon = ObjectSchema(
        {
            "cap": NullableSchema(EncodedSchema(IntSchema(STEPS, STEPS), IntSchema(0, STEPS)), presence=True),
            "made": IntSchema(0, BOXES),
            "settled": WordsSchema(GRID.names, 0, BOXES),
        }
    )
    short = ObjectSchema({"colour": colour, "boxes": WordsSchema(GRID.names, 2, 2)})
    step = TupleSchema({"step": WordSchema(KNOWN_POINTS), "whose": SeatSchema(players, NOBODY)})
    hidden = TupleSchema({"kept": count, "under": count, "looked": count})
    return position_schema(
        "sand",
        1,
        players,
        {
            "todo": ListSchema(step, 0, MOST_STEPS, first=FIRST_STEPS),
            "seat": seat,
            "start": seat,
            "round": EncodedSchema(IntSchema(0, HUGE), IntSchema(0, LAST_ROUND)),
            "magicians": PerSeatSchema([magician] * players),
            "squares": CountsSchema(letters[:BASE], box.squares),
            "disks": disks,
            "decks": TupleSchema(decks),
            "rows": TupleSchema(rows),
            "circle": EncodedSchema(tiles, RankEncoder(tile_ids)),
            "aside": tiles,
            "looked": WordsSchema(card_ids, 0, LOOKS),
            "short": NullableSchema(short, presence=True),
            "summon": NullableSchema(summon, presence=True),
            "swapped": NullableSchema(TupleSchema({"given": tile, "received": tile})),
            "hidden": TupleSchema(dict.fromkeys(levels, hidden)),
            "ending": WordSchema(("", "hourglasses", "round limit", "solo")),
        },
    )


def _load_action(s: SandState, data: Mapping[str, Any]) -> None:
    """What belongs to an action under way: each is there exactly at its own decision."""
    point = s.todo[0][0] if s.todo else ""
    for key, owner in (("short", "FILL"), ("summon", "SUMMON"), ("swapped", "BLUE2")):
        if (data[key] is not None) != (point == owner):
            wrong = {"key": quote_text(key), "step": quote_text(point)}
            raise PositionError(Text("The entry {key} does not fit the step {step}.", **wrong))
    if point == "FILL":
        colour = components().letters.index(data["short"]["colour"])
        s.short = colour, mask_of(check_unique(GRID.numbers[name] for name in data["short"]["boxes"]))
    if point == "SUMMON":
        entry = data["summon"]
        s.cap, s.made = UNLIMITED if entry["cap"] is None else entry["cap"], entry["made"]
        s.settled = mask_of(check_unique(GRID.numbers[name] for name in entry["settled"]))
    if point == "BLUE2":
        given, received = data["swapped"]
        s.swapped = components().tile_numbers[given], components().tile_numbers[received]


def _load_tiles(names: Iterable[str]) -> int:
    return mask_of(check_unique(components().tile_numbers[name] for name in names))


def _load_cards(names: Iterable[str]) -> int:
    return mask_of(check_unique(components().card_numbers[name] for name in names))


def _load_deck(entry: Mapping[str, Any]) -> Pile:
    known = sorted((depth, components().card_numbers[card]) for depth, card in entry["known"])
    return Pile(_load_cards(entry["unknown"]), tuple(known))


def _load_magician(entry: Mapping[str, Any]) -> Magician:
    box, magician = components(), Magician.empty()
    magician.power = NO_POWER if entry["power"] is None else box.powers.index(entry["power"])
    magician.crystal, magician.level = CRYSTALS.index(entry["crystal"]), entry["level"]
    for key in ("squares", "disks"):
        for name, letter in entry[key].items():
            _load_piece(magician, GRID.numbers[name], box.letters.index(letter), key == "disks")
    magician.reserve = bytes(entry["reserve"][letter] for letter in box.letters)
    magician.tiles = _load_tiles(entry["tiles"])
    magician.tableau, magician.kept = _load_cards(entry["tableau"]), _load_cards(entry["kept"])
    cards = [box.cards[card] for card in bits(magician.tableau)]
    magician.stars, magician.hourglasses = sum(c.stars for c in cards), sum(c.hourglasses for c in cards)
    return magician


def _load_piece(magician: Magician, cell: int, element: int, disk: bool) -> None:
    if magician.occupied >> cell & 1:
        raise PositionError(Text("Two pieces lie on {box}.", box=GRID.name(cell)), "S-4.1")
    magician.pieces |= 1 << BOXES * element + cell
    magician.occupied |= 1 << cell
    magician.disks |= disk << cell


class SandEncoder(BaseEncoder[SandState]):
    def all_actions(self, setup: Setup) -> Sequence[Action]:
        return actions.all_actions()

    def position_schema(self, setup: Setup) -> Schema:
        return schema(setup.players)
