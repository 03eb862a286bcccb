"""What can be done in Realm of Sand, and the dealer's outcomes: values with one line of text (S-3).

>>> from tilehall.engine.games.sand.actions import parse
>>> str(parse("place T14 D1=G,D2=R,E1=G")), parse("move C3 D3")
('place T14 D1=G,D2=R,E1=G', MoveDisk(start=14, end=15))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property, lru_cache
from itertools import chain, permutations
from typing import Final, NamedTuple

from tilehall.engine.core.action import BaseAction
from tilehall.engine.core.game import Action
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.notation import notation_error
from tilehall.engine.games.sand.components import BASE, BOXES, DARK, ELEMENTS, GRID, LEVELS, components


@lru_cache(4096)
def names_of_boxes(boxes: int) -> tuple[str, ...]:
    """Boxes in the order A1 A2 .. A5 B1 .. F5.

    >>> names_of_boxes(0b10000011)
    ('A1', 'B1', 'B2')
    """
    return tuple(sorted(map(GRID.name, bits(boxes))))


@lru_cache(4096)
def boxes_text(boxes: int) -> str:
    """Boxes in a sentence.

    >>> boxes_text(0b10000011)
    'A1 B1 B2'
    """
    return " ".join(names_of_boxes(boxes))


@lru_cache(4096)
def element_letters(pieces: int) -> str:
    """The elements on boxes, in the order in which `boxes_text` tells the boxes.

    >>> element_letters(0b11 | 1 << BOXES + 6)
    'GRG'
    """
    return "".join(each[-1] for each in names_of_pieces(pieces))


def boxes_of(pieces: int) -> int:
    """The boxes on which pieces lie."""
    boxes = pieces | pieces >> BOXES | pieces >> 2 * BOXES | pieces >> 3 * BOXES | pieces >> 4 * BOXES
    return boxes & GRID.full


def names_of_pieces(pieces: int) -> tuple[str, ...]:
    """Boxes with the element on each, such as `D1=G`."""
    letters = components().letters
    return tuple(sorted(f"{GRID.name(bit % BOXES)}={letters[bit // BOXES]}" for bit in bits(pieces)))


class WordAction(BaseAction):
    """An action that is one word: `summon`, `summon+`, `done`, `end`, `orange`, `stop`."""

    __match_args__ = ("verb",)
    __slots__ = __match_args__

    def __init__(self, verb: str) -> None:
        self.verb = verb


class GainDisk(BaseAction):
    __match_args__ = ("element",)
    __slots__ = __match_args__
    verb = "gain"

    def __init__(self, element: int) -> None:
        self.element: Final = element

    @property
    def words(self) -> tuple[str, ...]:
        return (components().letters[self.element],)


class CompleteBuilding(BaseAction):
    __match_args__ = ("card", "boxes")
    __slots__ = __match_args__
    verb = "complete"

    def __init__(self, card: int, boxes: int) -> None:
        self.card: Final = card
        self.boxes: Final = boxes

    @property
    def words(self) -> tuple[str, ...]:
        return components().cards[self.card].id, ",".join(names_of_boxes(self.boxes))


class PlaceTile(BaseAction):
    """Lays a tile. `pieces` are the boxes with the colours of the tile there, `boxes` the boxes alone."""

    __match_args__ = ("tile", "pieces")
    __slots__ = ("boxes", "pieces", "tile")
    verb = "place"

    def __init__(self, tile: int, pieces: int) -> None:
        self.tile: Final = tile
        self.pieces: Final = pieces
        self.boxes: Final = boxes_of(pieces)

    @property
    def words(self) -> tuple[str, ...]:
        return components().tiles[self.tile].id, ",".join(names_of_pieces(self.pieces))


class FillBox(BaseAction):
    __match_args__ = ("box",)
    __slots__ = __match_args__
    verb = "fill"

    def __init__(self, box: int) -> None:
        self.box: Final = box

    @property
    def words(self) -> tuple[str, ...]:
        return (GRID.name(self.box),)


class TakeFromCircle(BaseAction):
    """Takes the first or second tile of the circle: `place` is 1 or 2."""

    __match_args__ = ("place",)
    __slots__ = __match_args__
    verb = "take"

    def __init__(self, place: int) -> None:
        self.place: Final = place

    @property
    def words(self) -> tuple[str, ...]:
        return (str(self.place),)


class PutDisk(BaseAction):
    """Puts a disk from the reserve on a box."""

    __match_args__ = ("element", "box")
    __slots__ = __match_args__
    verb = "disk"

    def __init__(self, element: int, box: int) -> None:
        self.element: Final = element
        self.box: Final = box

    @property
    def words(self) -> tuple[str, ...]:
        return components().letters[self.element], GRID.name(self.box)


class MoveDisk(BaseAction):
    """Moves a disk on the board."""

    __match_args__ = ("start", "end")
    __slots__ = __match_args__
    verb = "move"

    def __init__(self, start: int, end: int) -> None:
        self.start: Final = start
        self.end: Final = end

    @property
    def words(self) -> tuple[str, ...]:
        return GRID.name(self.start), GRID.name(self.end)


class SetAside(BaseAction):
    __match_args__ = ("tile",)
    __slots__ = __match_args__
    verb = "aside"

    def __init__(self, tile: int) -> None:
        self.tile: Final = tile

    @property
    def words(self) -> tuple[str, ...]:
        return (components().tiles[self.tile].id,)


class RedPower(BaseAction):
    """Looks at the top of a deck: `level` is 1, 2 or 3."""

    __match_args__ = ("level",)
    __slots__ = __match_args__
    verb = "red"

    def __init__(self, level: int) -> None:
        self.level: Final = level

    @property
    def words(self) -> tuple[str, ...]:
        return (str(self.level),)


class KeepCard(BaseAction):
    __match_args__ = ("card",)
    __slots__ = __match_args__
    verb = "keep"

    def __init__(self, card: int) -> None:
        self.card: Final = card

    @property
    def words(self) -> tuple[str, ...]:
        return (components().cards[self.card].id,)


class PutUnderDeck(BaseAction):
    """Puts two cards under their deck, `upper` above `lower`."""

    __match_args__ = ("upper", "lower")
    __slots__ = __match_args__
    verb = "bottom"

    def __init__(self, upper: int, lower: int) -> None:
        self.upper: Final = upper
        self.lower: Final = lower

    @property
    def cards(self) -> tuple[int, int]:
        return self.upper, self.lower

    @property
    def words(self) -> tuple[str, ...]:
        cards = components().cards
        return (f"{cards[self.upper].id},{cards[self.lower].id}",)


class YellowPower(BaseAction):
    __match_args__ = ("give", "get")
    __slots__ = __match_args__
    verb = "yellow"

    def __init__(self, give: int, get: int) -> None:
        self.give: Final = give
        self.get: Final = get

    @property
    def words(self) -> tuple[str, ...]:
        letters = components().letters
        return letters[self.give], letters[self.get]


class GreenPower(BaseAction):
    """Moves a square to an empty box."""

    __match_args__ = ("start", "end")
    __slots__ = __match_args__
    verb = "green"

    def __init__(self, start: int, end: int) -> None:
        self.start: Final = start
        self.end: Final = end

    @property
    def words(self) -> tuple[str, ...]:
        return GRID.name(self.start), GRID.name(self.end)


class BluePower(BaseAction):
    """Exchanges an activated tile with one of the circle; `verb` is `blue`, the second time `blue2`."""

    __match_args__ = ("verb", "own", "other")
    __slots__ = __match_args__

    def __init__(self, verb: str, own: int, other: int) -> None:
        self.verb = verb
        self.own: Final = own
        self.other: Final = other

    @property
    def words(self) -> tuple[str, ...]:
        tiles = components().tiles
        return tiles[self.own].id, tiles[self.other].id


class DealFirst(BaseAction):
    __match_args__ = ("seat",)
    __slots__ = __match_args__
    verb = "first"

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    @property
    def words(self) -> tuple[str, ...]:
        return (str(self.seat),)


class DealPowerBoard(BaseAction):
    __match_args__ = ("power",)
    __slots__ = __match_args__
    verb = "board"

    def __init__(self, power: int) -> None:
        self.power: Final = power

    @property
    def words(self) -> tuple[str, ...]:
        return (components().powers[self.power],)


class DealCard(BaseAction):
    """A card for an empty slot of its row."""

    __match_args__ = ("card",)
    __slots__ = __match_args__
    verb = "row"

    def __init__(self, card: int) -> None:
        self.card: Final = card

    @property
    def words(self) -> tuple[str, ...]:
        return (components().cards[self.card].id,)


class DealTile(BaseAction):
    """The next tile of the circle."""

    __match_args__ = ("tile",)
    __slots__ = __match_args__
    verb = "tile"

    def __init__(self, tile: int) -> None:
        self.tile: Final = tile

    @property
    def words(self) -> tuple[str, ...]:
        return (components().tiles[self.tile].id,)


class DealLook(BaseAction):
    """A card that the red power shows."""

    __match_args__ = ("card",)
    __slots__ = __match_args__
    verb = "look"

    def __init__(self, card: int) -> None:
        self.card: Final = card

    @property
    def words(self) -> tuple[str, ...]:
        return (components().cards[self.card].id,)


# --- every action once, so that lists of choices are made of ready values -----------------------------------------


class RuneTilePlacements(NamedTuple):
    """All ways to lay one tile: on light boxes only, on any boxes, and by the dark boxes it needs."""

    light: tuple[PlaceTile, ...]
    every: tuple[PlaceTile, ...]
    dark: tuple[tuple[int, tuple[PlaceTile, ...]], ...]


class SandVocabulary:
    """The large groups wait until they are used."""

    summon = WordAction("summon")
    summon_plus = WordAction("summon+")
    done = WordAction("done")
    end = WordAction("end")
    orange = WordAction("orange")
    stop = WordAction("stop")
    take = (TakeFromCircle(1), TakeFromCircle(2))

    def __init__(self) -> None:
        self._cells, self._elements = range(BOXES), range(ELEMENTS)
        self._cards, self._tiles = range(len(components().cards)), range(len(components().tiles))
        self.gain = tuple(map(GainDisk, self._elements))
        self.fill = tuple(map(FillBox, self._cells))
        self.disk = tuple(tuple(PutDisk(element, cell) for cell in self._cells) for element in self._elements)
        self.aside = tuple(map(SetAside, self._tiles))
        self.red = tuple(RedPower(level + 1) for level in range(3))
        self.keep = tuple(map(KeepCard, self._cards))
        self.yellow = tuple(tuple(YellowPower(give, get) for get in self._elements) for give in self._elements)
        self.first = tuple(map(DealFirst, range(4)))
        self.board = tuple(map(DealPowerBoard, range(len(components().powers))))
        self.row = tuple(map(DealCard, self._cards))
        self.tile = tuple(map(DealTile, self._tiles))
        self.look = tuple(map(DealLook, self._cards))

    @cached_property
    def complete(self) -> tuple[tuple[tuple[int, CompleteBuilding], ...], ...]:
        return tuple(
            tuple((anchor, CompleteBuilding(number, boxes)) for anchor, boxes in card.anchors.items())
            for number, card in enumerate(components().cards)
        )

    @cached_property
    def move(self) -> tuple[tuple[MoveDisk, ...], ...]:
        return tuple(tuple(MoveDisk(start, end) for end in self._cells) for start in self._cells)

    @cached_property
    def green(self) -> tuple[tuple[GreenPower, ...], ...]:
        return tuple(tuple(GreenPower(start, end) for end in self._cells) for start in self._cells)


@cache
def vocabulary() -> SandVocabulary:
    return SandVocabulary()


@cache
def rune_tile_placements(tile: int) -> RuneTilePlacements:
    every = tuple(PlaceTile(tile, pieces) for pieces in components().tiles[tile].placements)
    by_dark: dict[int, list[PlaceTile]] = {}
    for place in every:
        by_dark.setdefault(place.boxes & DARK, []).append(place)
    light = tuple(by_dark.pop(0))
    return RuneTilePlacements(light, every, tuple((dark, tuple(places)) for dark, places in by_dark.items()))


@cache
def all_actions() -> tuple[Action, ...]:
    """Every action that a seat may ever have (S-3.2)."""
    v, box = vocabulary(), components()
    words: tuple[Action, ...] = (v.summon, v.summon_plus, v.done, v.end, v.orange, v.stop)
    groups: list[Iterable[Action]] = [words, v.take, v.gain, v.fill, v.aside, v.red, v.keep, *v.disk]
    groups += [[yellow for yellow in chain(*v.yellow) if yellow.give != yellow.get]]
    groups += [[way for way in chain(*ways) if way.start != way.end] for ways in (v.move, v.green)]
    levels = [[n for n, card in enumerate(box.cards) if card.level == level] for level in range(LEVELS)]
    groups += [[PutUnderDeck(upper, lower) for upper, lower in permutations(level, 2)] for level in levels]
    tiles = range(len(box.tiles))
    groups += [[BluePower(verb, own, other) for own, other in permutations(tiles, 2)] for verb in ("blue", "blue2")]
    groups += [dict.fromkeys(complete for _, complete in card) for card in v.complete]
    return tuple(chain(*groups, *(rune_tile_placements(tile).every for tile in tiles)))


# --- reading ------------------------------------------------------------------------------------------------------


def parse(text: str) -> Action:
    """The action that a line of text means."""
    verb, *words = text.split(" ")
    if verb in WORDS and not words:
        return WordAction(verb)
    reader = _READERS.get(verb)
    if reader is None:
        raise notation_error(text, "S-3.2", EXAMPLES)
    kinds, make = reader
    if len(words) == len(kinds):
        fields = [_READ[kind](word) for kind, word in zip(kinds, words, strict=True)]
        if None not in fields:
            action: Action = make(*fields)
            if str(action) == text:
                return action
    raise notation_error(text, "S-3.2", EXAMPLES)


def split_list(word: str) -> list[str]:
    """The parts of a word that lists boxes or cards.

    >>> split_list("D1=G,D2=R,E1=G")
    ['D1=G', 'D2=R', 'E1=G']
    """
    return word.split(",")


def _element(word: str) -> int | None:
    return components().letters.index(word) if len(word) == 1 and word in components().letters else None


def _numbered(known: Sequence[str], word: str) -> int | None:
    return known.index(word) if word in known else None


def _whole(word: str) -> int | None:
    return int(word) if re.fullmatch("[0-3]", word) else None


def _boxes(word: str) -> int | None:
    found = 0
    for name in split_list(word):
        cell = GRID.cell(name)
        if cell is None:
            return None
        found |= 1 << cell
    return found


def _pieces(word: str) -> int | None:
    found = 0
    for part in split_list(word):
        name, _, letter = part.partition("=")
        cell, element = GRID.cell(name), _element(letter)
        if cell is None or element is None or element >= BASE:
            return None
        found |= 1 << BOXES * element + cell
    return found


def _pair(word: str) -> tuple[int, int] | None:
    cards = [components().card_numbers.get(name) for name in split_list(word)]
    if len(cards) != 2 or cards[0] is None or cards[1] is None:
        return None
    return cards[0], cards[1]


_READ: dict[str, Callable[[str], object]] = {
    "box": GRID.cell,
    "boxes": _boxes,
    "card": lambda word: components().card_numbers.get(word),
    "cards": _pair,
    "element": _element,
    "number": _whole,
    "pieces": _pieces,
    "power": lambda word: _numbered(components().powers, word),
    "tile": lambda word: components().tile_numbers.get(word),
}
_READERS: dict[str, tuple[tuple[str, ...], Callable[..., Action]]] = {
    "gain": (("element",), GainDisk),
    "complete": (("card", "boxes"), CompleteBuilding),
    "place": (("tile", "pieces"), PlaceTile),
    "fill": (("box",), FillBox),
    "take": (("number",), TakeFromCircle),
    "disk": (("element", "box"), PutDisk),
    "move": (("box", "box"), MoveDisk),
    "aside": (("tile",), SetAside),
    "red": (("number",), RedPower),
    "keep": (("card",), KeepCard),
    "bottom": (("cards",), lambda pair: PutUnderDeck(*pair)),
    "yellow": (("element", "element"), YellowPower),
    "green": (("box", "box"), GreenPower),
    "blue": (("tile", "tile"), lambda own, other: BluePower("blue", own, other)),
    "blue2": (("tile", "tile"), lambda own, other: BluePower("blue2", own, other)),
    "first": (("number",), DealFirst),
    "board": (("power",), DealPowerBoard),
    "row": (("card",), DealCard),
    "tile": (("tile",), DealTile),
    "look": (("card",), DealLook),
}
WORDS = ("summon", "summon+", "done", "end", "orange", "stop")
EXAMPLES = {
    "gain": "gain M",
    "complete": "complete 1aG B2,C2,D2",
    "place": "place T14 D1=G,D2=R,E1=G",
    "fill": "fill C3",
    "take": "take 2",
    "disk": "disk S B2",
    "move": "move C3 D3",
    "aside": "aside T07",
    "red": "red 2",
    "keep": "keep 2bR",
    "bottom": "bottom 2aG,2cK",
    "yellow": "yellow G M",
    "green": "green B2 C3",
    "blue": "blue T01 T22",
    "blue2": "blue2 T05 T09",
    "first": "first 0",
    "board": "board red",
    "row": "row 2bR",
    "tile": "tile T07",
    "look": "look 2bR",
}
