"""What a building brings, in words or signs, and where on its card each line of that stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from tilehall.engine import Text
from tilehall.engine.games.sand import Card, components
from tilehall.engine.games.sand import hourglasses as said_hourglasses
from tilehall.engine.games.sand import stars as said_stars
from tilehall.tui.boards.sand.pieces import disks, gain, hourglasses, stars, worth
from tilehall.tui.config.look import Look
from tilehall.tui.terminal.output import cells, styled_text
from tilehall.tui.terminal.output.styled_text import Styled

CROWDED = 4
"""Columns beside a pattern of which none is left for a gap."""
SIGNS = 3
"""Up to so many lines are told in signs, more of them one below the other, if possible in words."""


class Line(NamedTuple):
    """Words, and where they begin in what is inside the frame of the card."""

    x: int
    y: int
    words: Styled


@lru_cache(1024)
def brings(look: Look, found: int, wide: int, high: int, cell: tuple[int, int]) -> tuple[Line, ...]:
    """What a building brings: beside its pattern of small tiles of this size, or below it if that is flat."""
    card = components().cards[found]
    left = 3 * cell[0] + (wide - 3 * cell[0] > CROWDED)
    if _across(card, 0) > 3:
        return tuple(_below(card, cell[1], wide, high, wide - left, look))
    if high > SIGNS:
        return tuple(_lines(left, 0, _spelt(card, wide - left, look)))
    told = _worth(card, wide - left, look)
    return (*_lines(left, 0, told), _gain(card, range(len(told), max(len(told) + 1, high)), left, wide, cell[0], look))


def _lines(x: int, y: int, lines: Iterable[Styled]) -> Iterator[Line]:
    for n, words in enumerate(lines, y):
        yield Line(x, n, words)


def _below(card: Card, y: int, wide: int, high: int, room: int, look: Look) -> Iterator[Line]:
    """What is told below a flat pattern: in words where there are the lines, and others have room for words."""
    spelt = _spelt(card, room, look)
    if _spells(room, look) and len(spelt) <= high - y:
        yield from _lines(0, y, spelt)
        return
    first, more = worth(card, look), gain(card, look, wide)
    yield Line(0, y, [(first, look.strong)])
    end = cells.width(first) + 1
    yield Line(end, y, more) if high - y < 2 and end + styled_text.columns(more) <= wide else Line(0, y + 1, more)


def _gain(card: Card, lines: range, left: int, wide: int, cell: int, look: Look) -> Line:
    """Disks and levels in the first of these lines in which the pattern leaves room for them as a whole."""
    whole = styled_text.columns(gain(card, look, wide))
    free = {y: wide - cell * _across(card, y) for y in lines}
    y = next((y for y in lines if free[y] >= whole), lines[0])
    words = gain(card, look, free[y])
    return Line(min(left, wide - styled_text.columns(words)), y, words)


def _across(card: Card, line: int) -> int:
    """How many boxes wide a line of the pattern is."""
    return max((column + 1 for row, column, _ in card.form if row == line), default=0)


def _worth(card: Card, room: int, look: Look) -> list[Styled]:
    """Stars and hourglasses, if need be below each other."""
    worthy = worth(card, look)
    if cells.width(worthy) > room:
        worthy = worthy.replace(" ", "")
    if cells.width(worthy) <= room:
        return [[(worthy, look.strong)]]
    return [[(stars(card, look), look.strong)], [(hourglasses(card, look), look.text)]]


def _spelt(card: Card, room: int, look: Look) -> list[Styled]:
    """Stars, hourglasses, disks and levels, a line for each: in words where there is room for those of every card."""
    glyphs, clock, spells = look.glyphs, card.hourglasses, _spells(room, look)

    def said(glyph: str, words: Text, brief: str) -> str:
        return f"{glyph} {look.say(words)}" if spells else brief

    found: list[Styled] = [[(said(glyphs.star, said_stars(card.stars), stars(card, look)), look.strong)]]
    if clock:
        found.append([(said(glyphs.hourglass, said_hourglasses(clock), hourglasses(card, look)), look.text)])
    if card.disks:
        found.append([("+ ", look.text), *disks(card, look, room - 2)])
    if card.steps:
        level = Text("level {steps:+}", steps=card.steps)
        found.append([(said(glyphs.arrow_up, level, f"{glyphs.arrow_up}{card.steps}"), look.text)])
    return found


@lru_cache(64)
def _spells(room: int, look: Look) -> bool:
    """Whether what cards bring fits in words, on each of them: none speaks unlike its neighbour."""
    words = (
        text for card in components().cards for text in (said_stars(card.stars), said_hourglasses(card.hourglasses))
    )
    return 2 + max(cells.width(look.say(text)) for text in words) <= room
