"""Lays out what a building brings, in words or signs, as lines on its card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from tilehall.engine import Text
from tilehall.engine.games.sand import BuildingCard, components
from tilehall.engine.games.sand import hourglasses as said_hourglasses
from tilehall.engine.games.sand import stars as said_stars
from tilehall.tui.boards.sand.pieces import disk_chips, gain_chips, hourglasses_text, stars_text, worth_text
from tilehall.tui.config.look import Look
from tilehall.tui.terminal.output import cells, styled_text
from tilehall.tui.terminal.output.styled_text import StyledLine

CROWDED = 4
"""Up to so many columns beside a pattern, no gap is left."""
SIGNS = 3
"""Up to so many lines use signs; more lines have one gain each, in words if possible."""


class CardLine(NamedTuple):
    """A line of words, and where it begins inside the frame of the card."""

    x: int
    y: int
    words: StyledLine


@lru_cache(1024)
def gain_lines(look: Look, found: int, wide: int, high: int, cell: tuple[int, int]) -> tuple[CardLine, ...]:
    """Returns what a building brings: beside its pattern of small tiles of this size, or below a flat one."""
    card = components().cards[found]
    left = 3 * cell[0] + (wide - 3 * cell[0] > CROWDED)
    if _across(card, 0) > 3:
        return tuple(_below(card, cell[1], wide, high, wide - left, look))
    if high > SIGNS:
        return tuple(_lines(left, 0, _word_lines(card, wide - left, look)))
    told = _worth(card, wide - left, look)
    return (*_lines(left, 0, told), _gain(card, range(len(told), max(len(told) + 1, high)), left, wide, cell[0], look))


def _lines(x: int, y: int, lines: Iterable[StyledLine]) -> Iterator[CardLine]:
    for n, words in enumerate(lines, y):
        yield CardLine(x, n, words)


def _below(card: BuildingCard, y: int, wide: int, high: int, room: int, look: Look) -> Iterator[CardLine]:
    """Yields the lines below a flat pattern: in words if there are enough lines and words fit on all cards."""
    spelt = _word_lines(card, room, look)
    if _fits_in_words(room, look) and len(spelt) <= high - y:
        yield from _lines(0, y, spelt)
        return
    first, more = worth_text(card, look), gain_chips(card, look, wide)
    yield CardLine(0, y, [(first, look.strong)])
    end = cells.width(first) + 1
    yield (
        CardLine(end, y, more)
        if high - y < 2 and end + styled_text.line_width(more) <= wide
        else CardLine(0, y + 1, more)
    )


def _gain(card: BuildingCard, lines: range, left: int, wide: int, cell: int, look: Look) -> CardLine:
    """Returns disks and levels, in the first line in which the pattern leaves enough room."""
    whole = styled_text.line_width(gain_chips(card, look, wide))
    free = {y: wide - cell * _across(card, y) for y in lines}
    y = next((y for y in lines if free[y] >= whole), lines[0])
    words = gain_chips(card, look, free[y])
    return CardLine(min(left, wide - styled_text.line_width(words)), y, words)


def _across(card: BuildingCard, line: int) -> int:
    """Returns the boxes that a line of the pattern is wide."""
    return max((column + 1 for row, column, _ in card.form if row == line), default=0)


def _worth(card: BuildingCard, room: int, look: Look) -> list[StyledLine]:
    """Returns stars and hourglasses, below each other if necessary."""
    worthy = worth_text(card, look)
    if cells.width(worthy) > room:
        worthy = worthy.replace(" ", "")
    if cells.width(worthy) <= room:
        return [[(worthy, look.strong)]]
    return [[(stars_text(card, look), look.strong)], [(hourglasses_text(card, look), look.text)]]


def _word_lines(card: BuildingCard, room: int, look: Look) -> list[StyledLine]:
    """Returns a line each for stars, hourglasses, disks and levels: in words if those of every card fit."""
    glyphs, clock, spells = look.glyphs, card.hourglasses, _fits_in_words(room, look)

    def said(glyph: str, words: Text, brief: str) -> str:
        return f"{glyph} {look.say(words)}" if spells else brief

    found: list[StyledLine] = [[(said(glyphs.star, said_stars(card.stars), stars_text(card, look)), look.strong)]]
    if clock:
        found.append([(said(glyphs.hourglass, said_hourglasses(clock), hourglasses_text(card, look)), look.text)])
    if card.disks:
        found.append([("+ ", look.text), *disk_chips(card, look, room - 2)])
    if card.steps:
        level = Text("level {steps:+}", steps=card.steps)
        found.append([(said(glyphs.arrow_up, level, f"{glyphs.arrow_up}{card.steps}"), look.text)])
    return found


@lru_cache(64)
def _fits_in_words(room: int, look: Look) -> bool:
    """Returns whether words fit on every card, so that all cards are written alike."""
    words = (
        text for card in components().cards for text in (said_stars(card.stars), said_hourglasses(card.hourglasses))
    )
    return 2 + max(cells.width(look.say(text)) for text in words) <= room
