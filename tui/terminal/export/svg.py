"""Renders a picture as SVG, cell by cell, as a terminal with a given number of colours shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple
from xml.sax.saxutils import escape

from tilehall.tui.terminal.capabilities import Colours
from tilehall.tui.terminal.output.cells import width as columns_of
from tilehall.tui.terminal.output.pen import ATTRIBUTES, Pen, pen_for
from tilehall.tui.terminal.output.picture import Picture

CELL_WIDTH, CELL_HEIGHT = 10, 20
"""Size of a cell in units of the SVG."""
BASE = 15
"""Distance of the baseline from the top of a cell."""
FONT = "DejaVu Sans Mono,Menlo,Consolas,monospace"
PART = {"▀": (0.0, 0.5), "▄": (0.5, 0.5), "█": (0.0, 1.0), "▔": (0.0, 0.125), "▁": (0.875, 0.125)}
"""Block characters as the part of the cell that they fill: offset and height. In fonts there are gaps between them."""
NAMES = (
    *("#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5"),
    *("#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff"),
)
"""The sixteen ANSI colours with xterm's values."""
STEPS = (0, 95, 135, 175, 215, 255)


class Shade(NamedTuple):
    """The appearance of a cell."""

    ink: str
    ground: str
    bold: bool


class CaptionedPicture(NamedTuple):
    """A picture, the colours it is shown in, and its caption."""

    picture: Picture
    colours: Colours
    dark: bool
    caption: str = ""

    @property
    def size(self) -> tuple[int, int]:
        return self.picture.width * CELL_WIDTH, self.picture.height * CELL_HEIGHT + (30 if self.caption else 0)


def render_svg(plate: CaptionedPicture) -> str:
    """Renders one picture as an SVG document.

    >>> from rich.style import Style
    >>> told = render_svg(CaptionedPicture(Picture(4, 1, Style(color="#ffffff", bgcolor="#000000")), "truecolor", True))
    >>> told.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"')
    True
    """
    return render_sheet([plate], 1)


def render_sheet(plates: Sequence[CaptionedPicture], across: int) -> str:
    """Renders several pictures as one SVG document, `across` in each row."""
    gap = 20 if len(plates) > 1 else 0
    lines: list[str] = []
    y, widest = gap, 0
    for start in range(0, len(plates), across):
        row, x = plates[start : start + across], gap
        for plate in row:
            lines += [f'<g transform="translate({x},{y})">', *_drawn(plate), "</g>"]
            x += plate.size[0] + gap
        y += max(plate.size[1] for plate in row) + gap
        widest = max(widest, x)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {widest} {y}" font-family="{FONT}" font-size="16">'
    ground = [f'<rect width="{widest}" height="{y}" fill="#30343c"/>'] if gap else []
    return "\n".join([head, *ground, *lines, "</svg>", ""])


def _drawn(plate: CaptionedPicture) -> Iterator[str]:
    picture = plate.picture
    for y in range(picture.height):
        chars, styles = picture.cells(0, y, picture.width)
        shades = [shade_of(pen_for(style, plate.colours, plate.dark), plate.dark) for style in styles]
        x = 0
        for ground, cells in groupby(shades, lambda each: each.ground):
            run = len(list(cells))
            place = f'x="{x * CELL_WIDTH}" y="{y * CELL_HEIGHT}"'
            yield f'<rect {place} width="{run * CELL_WIDTH}" height="{CELL_HEIGHT}" fill="{ground}"/>'
            x += run
        yield from _written(chars, shades, y)
    if plate.caption:
        at = picture.height * CELL_HEIGHT + 22
        yield f'<text x="0" y="{at}" fill="#e8ecf4">{escape(plate.caption)}</text>'


def _written(chars: Sequence[str], shades: Sequence[Shade], y: int) -> Iterator[str]:
    """The elements of a line: text for runs of one style, rectangles for blocks."""
    x = 0
    while x < len(chars):
        end = x + 1
        while end < len(chars) and _alike(chars, shades, x, end):
            end += 1
        text, look = "".join(chars[x:end]), shades[x]
        if chars[x] in PART:
            top, share = PART[chars[x]]
            size = f'y="{(y + top) * CELL_HEIGHT:g}" width="{(end - x) * CELL_WIDTH}" height="{share * CELL_HEIGHT:g}"'
            yield f'<rect x="{x * CELL_WIDTH}" {size} fill="{look.ink}"/>'
        elif text.strip():
            kept = text.rstrip()
            bold = ' font-weight="bold"' if look.bold else ""
            size = f'textLength="{columns_of(kept) * CELL_WIDTH}" lengthAdjust="spacingAndGlyphs"'
            place = f'x="{x * CELL_WIDTH}" y="{y * CELL_HEIGHT + BASE}" xml:space="preserve"'
            yield f'<text {place} fill="{look.ink}"{bold} {size}>{escape(kept)}</text>'
        x = end


def _alike(chars: Sequence[str], shades: Sequence[Shade], first: int, other: int) -> bool:
    """Whether two cells can be one element: text of one style, or blocks of one kind."""
    if shades[first] != shades[other]:
        return False
    return chars[first] == chars[other] if {chars[first], chars[other]} & PART.keys() else True


def shade_of(pen: Pen, dark: bool) -> Shade:
    """The colours of a pen on a terminal with xterm's palette.

    >>> from rich.style import Style
    >>> shade_of(pen_for(Style(color="#ff0000", bgcolor="#000000", bold=True), "256", True), True)
    Shade(ink='#ff0000', ground='#000000', bold=True)
    """
    usual = ("#e5e5e5", "#000000") if dark else ("#000000", "#ffffff")
    ink, ground = _colour(pen.colour, usual[0]), _colour(pen.ground, usual[1])
    if ATTRIBUTES["reverse"] in pen.attributes:
        ink, ground = ground, ink
    return Shade(ink, ground, ATTRIBUTES["bold"] in pen.attributes)


def _colour(code: str, usual: str) -> str:
    numbers = [int(part) for part in code.split(";")]
    match numbers:
        case [38 | 48, 2, red, green, blue]:
            return f"#{red:02x}{green:02x}{blue:02x}"
        case [38 | 48, 5, number]:
            return _indexed(number)
        case [39 | 49]:
            return usual
        case [number]:
            return NAMES[number % 10 + (8 if number >= 90 else 0)]
    return usual


def _indexed(number: int) -> str:
    """The RGB value of one of the 256 colours: sixteen named ones, the cube, the greys."""
    if number < 16:
        return NAMES[number]
    if number > 231:
        return f"#{8 + 10 * (number - 232):02x}" + 2 * f"{8 + 10 * (number - 232):02x}"
    number -= 16
    return "#" + "".join(f"{STEPS[part]:02x}" for part in (number // 36, number // 6 % 6, number % 6))
