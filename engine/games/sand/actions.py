"""The actions of Realm of Sand and the dealer's outcomes (S-3.2, S-3.3).

>>> from tilehall.engine.games.sand.actions import parse
>>> str(parse("place T14 D1=G,D2=R,E1=G")), parse("move C3 D3")
('place T14 D1=G,D2=R,E1=G', MoveDisk(start=14, end=15))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from functools import cache, cached_property, lru_cache
from itertools import chain, permutations
from typing import NamedTuple

from tilehall.engine.core.action import BaseAction, Names, Notation, Phrase, action, numbers, word
from tilehall.engine.core.game import Action
from tilehall.engine.core.geometry import bits
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


def split_list(word: str) -> list[str]:
    """The parts of a word that lists boxes or cards.

    >>> split_list("D1=G,D2=R,E1=G")
    ['D1=G', 'D2=R', 'E1=G']
    """
    return word.split(",")


class BoxesFormat:
    """A mask of boxes, such as `B2,C2,D2`."""

    def write(self, value: int) -> str:
        return ",".join(names_of_boxes(value))

    def read(self, word: str) -> int | None:
        boxes = [BOX.read(name) for name in split_list(word)]
        return None if None in boxes else sum({1 << box for box in boxes if box is not None})


class PiecesFormat:
    """A mask of boxes with the colour of a square on each, such as `D1=G,D2=R`."""

    def write(self, value: int) -> str:
        return ",".join(names_of_pieces(value))

    def read(self, word: str) -> int | None:
        pieces = 0
        for part in split_list(word):
            name, _, letter = part.partition("=")
            box, colour = BOX.read(name), ELEMENT.read(letter)
            if box is None or colour is None or colour >= BASE:
                return None
            pieces |= 1 << BOXES * colour + box
        return pieces


class CardPairFormat:
    """Two cards, such as `2aG,2cK`."""

    def write(self, value: tuple[int, int]) -> str:
        return ",".join(map(CARD.write, value))

    def read(self, word: str) -> tuple[int, int] | None:
        match [CARD.read(name) for name in split_list(word)]:
            case [int(upper), int(lower)]:
                return upper, lower
        return None


BOX = Names(lambda: GRID.names)
CARD = Names(lambda: [card.id for card in components().cards])
ELEMENT = Names(lambda: components().letters)
NUMBER = numbers(range(4))
TILE = Names(lambda: [tile.id for tile in components().tiles])

SUMMON = Phrase("summon")
SUMMON_PLUS = Phrase("summon+")
"""Purple begins a summon without limit (S-4.41)."""
DONE = Phrase("done")
"""Ends a summon before its last step (S-3.D4)."""
END = Phrase("end")
USE_ORANGE = Phrase("orange")
STOP = Phrase("stop")
"""No second exchange with blue (S-4.45)."""


@action("gain", "M")
class GainDisk(BaseAction):
    """The extra special disk of the purple board (S-2.8)."""

    element: int = word(ELEMENT)


@action("complete", "1aG B2,C2,D2")
class CompleteBuilding(BaseAction):
    """Pays the pieces on these boxes for a building (S-4.19)."""

    card: int = word(CARD)
    boxes: int = word(BoxesFormat())


@action("place", "T14 D1=G,D2=R,E1=G")
class PlaceTile(BaseAction):
    """Places a tile: `pieces` are the boxes with the colours of the tile there, `boxes` the boxes alone (S-4.5)."""

    tile: int = word(TILE)
    pieces: int = word(PiecesFormat())
    boxes: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "boxes", boxes_of(self.pieces))


@action("fill", "C3")
class FillBox(BaseAction):
    """The box that gets the last square in a shortage (S-4.9)."""

    box: int = word(BOX)


@action("take", "2")
class TakeFromCircle(BaseAction):
    """Takes the first or second tile of the circle: `place` is 1 or 2 (S-4.10)."""

    place: int = word(NUMBER)


@action("disk", "S B2")
class PutDisk(BaseAction):
    """Puts a disk from the reserve on a box (S-4.13)."""

    element: int = word(ELEMENT)
    box: int = word(BOX)


@action("move", "C3 D3")
class MoveDisk(BaseAction):
    """Moves a disk on the board (S-4.13)."""

    start: int = word(BOX)
    end: int = word(BOX)


@action("aside", "T07")
class SetAside(BaseAction):
    """Alone, sets a tile aside after summoning (S-4.51)."""

    tile: int = word(TILE)


@action("red", "2")
class RedPower(BaseAction):
    """Looks at the top of a deck: `level` is 1, 2 or 3 (S-4.40)."""

    level: int = word(NUMBER)


@action("keep", "2bR")
class KeepCard(BaseAction):
    """Keeps one of the cards looked at (S-4.40)."""

    card: int = word(CARD)


@action("bottom", "2aG,2cK")
class PutUnderDeck(BaseAction):
    """Puts two cards under their deck, the first above the second (S-4.40)."""

    cards: tuple[int, int] = word(CardPairFormat())


@action("yellow", "G M")
class YellowPower(BaseAction):
    """Gives a disk of the reserve for one of another element (S-4.42)."""

    give: int = word(ELEMENT)
    get: int = word(ELEMENT)


@action("green", "B2 C3")
class GreenPower(BaseAction):
    """Moves a square to an empty box (S-4.43)."""

    start: int = word(BOX)
    end: int = word(BOX)


@action("blue", "T01 T22")
class BluePower(BaseAction):
    """Exchanges an activated tile with one of the circle (S-4.45)."""

    own: int = word(TILE)
    other: int = word(TILE)


@action("blue2", "T05 T09")
class SecondBluePower(BluePower):
    """The second exchange of the blue power (S-4.45)."""


@action("first", "0")
class DealFirst(BaseAction):
    """The dealer draws who begins."""

    seat: int = word(NUMBER)


@action("board", "red")
class DealPowerBoard(BaseAction):
    """The dealer gives a player a board."""

    power: int = word(Names(lambda: components().powers))


@action("row", "2bR")
class DealCard(BaseAction):
    """The dealer draws a card for an empty slot of its row."""

    card: int = word(CARD)


@action("tile", "T07")
class DealTile(BaseAction):
    """The dealer draws the next tile of the circle."""

    tile: int = word(TILE)


@action("look", "2bR")
class DealLook(BaseAction):
    """The dealer shows a card to the red power."""

    card: int = word(CARD)


class RuneTilePlacements(NamedTuple):
    """All ways to lay one tile: on light boxes only, on any boxes, and by the dark boxes it needs."""

    light: tuple[PlaceTile, ...]
    every: tuple[PlaceTile, ...]
    dark: tuple[tuple[int, tuple[PlaceTile, ...]], ...]


class SandVocabulary:
    """Every action once, so that lists of choices are made of ready values. Large groups wait until they are used."""

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
    phrases = (SUMMON, SUMMON_PLUS, DONE, END, USE_ORANGE, STOP)
    groups: list[Iterable[Action]] = [phrases, v.take, v.gain, v.fill, v.aside, v.red, v.keep, *v.disk]
    groups += [[yellow for yellow in chain(*v.yellow) if yellow.give != yellow.get]]
    groups += [[way for way in chain(*ways) if way.start != way.end] for ways in (v.move, v.green)]
    levels = [[n for n, card in enumerate(box.cards) if card.level == level] for level in range(LEVELS)]
    groups += [[PutUnderDeck(pair) for pair in permutations(level, 2)] for level in levels]
    tiles = range(len(box.tiles))
    groups += [[blue(own, other) for own, other in permutations(tiles, 2)] for blue in (BluePower, SecondBluePower)]
    groups += [dict.fromkeys(complete for _, complete in card) for card in v.complete]
    return tuple(chain(*groups, *(rune_tile_placements(tile).every for tile in tiles)))


NOTATION = Notation(
    "S-3.2",
    *(SUMMON, SUMMON_PLUS, DONE, END, USE_ORANGE, STOP, GainDisk, CompleteBuilding, PlaceTile, FillBox, TakeFromCircle),
    *(PutDisk, MoveDisk, SetAside, RedPower, KeepCard, PutUnderDeck, YellowPower, GreenPower, BluePower),
    *(SecondBluePower, DealFirst, DealPowerBoard, DealCard, DealTile, DealLook),
)
parse = NOTATION.parse
