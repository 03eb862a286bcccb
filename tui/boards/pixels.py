"""Pictures of square dots, two to a character: covers of games and miniatures of boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tilehall.tui.config.look import Look
from tilehall.tui.terminal.output.picture import Picture

Dots = Sequence[Sequence[str]]
"""Rows of colours; an empty string where there is no dot."""
UPPER, LOWER, FULL = "▀", "▄", "█"


def draw_dots(picture: Picture, x: int, y: int, dots: Dots, look: Look) -> None:
    """Draws two rows of dots per line of characters; without half blocks one dot stands for both."""
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
    """Enlarges each dot to a square of `times` by `times` dots.

    >>> scale_dots(["ab"], 2)
    [['a', 'a', 'b', 'b'], ['a', 'a', 'b', 'b']]
    """
    return [[dot for dot in row for _ in range(times)] for row in dots for _ in range(times)]


def shrink_picture(picture: Picture, times: int, look: Look) -> Dots:
    """Shrinks a picture by a factor: each square becomes its most frequent colour, or empty."""
    dots = _dots(picture, look)
    return [
        [
            _most_frequent([dot for row in dots[y : y + times] for dot in row[x : x + times]])
            for x in range(0, len(dots[0]), times)
        ]
        for y in range(0, len(dots) - times + 1, times)
    ]


def _dots(picture: Picture, look: Look) -> list[list[str]]:
    """Returns the colours of the upper and lower half of each cell; writing is ignored."""
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
    # With few colours empty cells would look like pieces.
    empty = (palette.lattice, palette.outside) if look.dotted else ()
    return "" if colour in (palette.background, "default", *empty) else colour


def _most_frequent(dots: Sequence[str]) -> str:
    """Returns the most frequent colour of a square, or an empty string if most of it is empty."""
    things = [dot for dot in dots if dot]
    return Counter(things).most_common(1)[0][0] if len(things) * 2 >= len(dots) else ""
