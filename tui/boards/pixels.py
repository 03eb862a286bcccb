"""Small square dots, two in each character: covers of games, and positions from far away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tilehall.tui.config.look import Look
from tilehall.tui.terminal.output.picture import Picture

Dots = Sequence[Sequence[str]]
"""Rows of colours; an empty word where nothing is."""
UPPER, LOWER, FULL = "▀", "▄", "█"


def draw_dots(picture: Picture, x: int, y: int, dots: Dots, look: Look) -> None:
    """Two rows of dots in each line of characters; without half blocks one dot for both."""
    for line in range(0, len(dots), 2):
        lower = dots[line + 1] if line + 1 < len(dots) else [""] * len(dots[line])
        for column, (above, below) in enumerate(zip(dots[line], lower, strict=True)):
            _cell(picture, x + column, y + line // 2, above, below, look)


def _cell(picture: Picture, x: int, y: int, above: str, below: str, look: Look) -> None:
    glyphs, ground = look.glyphs, look.palette.background
    if not above and not below:
        return
    if glyphs.half_upper != UPPER:
        colour = above or below
        picture.put(x, y, "#" if above and below else "'" if above else ".", look.style(colour, ground, True))
    elif above == below or (above and below and look.colourless):
        picture.put(x, y, glyphs.full, look.on_table(above))
    elif not below:
        picture.put(x, y, glyphs.half_upper, look.on_table(above))
    elif not above:
        picture.put(x, y, glyphs.half_lower, look.on_table(below))
    else:
        picture.put(x, y, glyphs.half_upper, look.style(above, below))


def scale_dots(dots: Dots, times: int) -> Dots:
    """Each dot as a square of so many.

    >>> scale_dots(["ab"], 2)
    [['a', 'a', 'b', 'b'], ['a', 'a', 'b', 'b']]
    """
    return [[dot for dot in row for _ in range(times)] for row in dots for _ in range(times)]


def shrink_picture(picture: Picture, times: int, look: Look) -> Dots:
    """A picture so many times smaller: of each square what lies on the ground, or the ground."""
    dots = _dots(picture, look)
    return [
        [
            _most_frequent([dot for row in dots[y : y + times] for dot in row[x : x + times]])
            for x in range(0, len(dots[0]), times)
        ]
        for y in range(0, len(dots) - times + 1, times)
    ]


def _dots(picture: Picture, look: Look) -> list[list[str]]:
    """The colours of the upper and the lower half of each cell; what is written there cannot be read from far away."""
    found: list[list[str]] = []
    ground = look.palette.background
    for y in range(picture.height):
        chars, styles = picture.cells(0, y, picture.width)
        upper, lower = [], []
        for char, style in zip(chars, styles, strict=True):
            ink = style.color.name if style.color else look.palette.text
            under = style.bgcolor.name if style.bgcolor else ground
            upper.append(_colour_seen(ink if char in (UPPER, FULL) else under, look))
            lower.append(_colour_seen(ink if char in (LOWER, FULL) else under, look))
        found += [upper, lower]
    return found


def _colour_seen(colour: str, look: Look) -> str:
    palette = look.palette
    # Where colours are few, empty cells would look like things.
    empty = (palette.lattice, palette.outside) if look.dotted else ()
    return "" if colour in (palette.background, "default", *empty) else colour


def _most_frequent(dots: Sequence[str]) -> str:
    """What is most often in a square, if it is not mostly empty."""
    things = [dot for dot in dots if dot]
    return Counter(things).most_common(1)[0][0] if len(things) * 2 >= len(dots) else ""
