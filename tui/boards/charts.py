"""Charts of points in lines of text: stacked bars by source, and curves over the turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from rich.color import Color
from rich.style import Style

from tilehall.engine import Receipt, SeatNo, Text, literal_text
from tilehall.tui.config.look import Look
from tilehall.tui.terminal.output.cells import pad, width
from tilehall.tui.terminal.output.styled_text import StyledLine

HUES = ("blue", "yellow", "green", "purple", "orange", "clear", "red", "white")
"""The colours of the sources of points; no two neighbours differ by red and green only."""
FILLS = ("=", "+", "-", ":", "#", "%", "~", ".")
"""The characters of the sources where there are no colours."""
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
BRAILLE = 0x2800
EIGHTHS = 8
FILLED = " ▁▂▃▄▅▆▇█"
"""Characters filled from below, by the number of eighths."""
LABEL = 6
"""Columns for the numbers beside a chart."""


def point_sources(receipt: Receipt) -> list[Text]:
    """Returns the sources of points, in the order of the receipt."""
    return list(dict.fromkeys(line.source or literal_text(line.part) for line in receipt.lines))


def points_from(receipt: Receipt, seat: SeatNo, source: Text) -> int:
    return sum(
        line.points
        for line in receipt.lines
        if line.seat == seat and (line.source or literal_text(line.part)) == source
    )


def stacked_bar(receipt: Receipt, seat: SeatNo, columns: int, most: int, look: Look) -> StyledLine:
    """Draws the points of one player: a segment for each source, as long as its points, with the number if it fits."""
    found: list[tuple[str, Style]] = []
    for n, source in enumerate(point_sources(receipt)):
        points = points_from(receipt, seat, source)
        long = round(columns * points / most) if most else 0
        if points > 0:
            found.append(_piece(n, max(1, long), f"{points}", look))
    lost = sum(min(0, points_from(receipt, seat, source)) for source in point_sources(receipt))
    if lost:
        found.append((f" {lost}", look.bad))
    return found


def _piece(source: int, long: int, number: str, look: Look) -> tuple[str, Style]:
    words = number if width(number) + 2 <= long else ""
    fill = FILLS[source % len(FILLS)] if look.colourless else " "
    before = (long - width(words)) // 2
    return fill * before + words + fill * (long - before - width(words)), source_style(source, look)


def source_style(source: int, look: Look) -> Style:
    return look.face(look.palette.hue(HUES[source % len(HUES)]))


def points_table(receipt: Receipt, names: Mapping[SeatNo, StyledLine], columns: int, look: Look) -> list[StyledLine]:
    """Returns a line for each source: its colour and the points of each player, in the order of `names`."""
    cells = {seat: max(5, sum(width(words) for words, _ in name) + 1) for seat, name in names.items()}
    room = max(8, columns - sum(cells.values()) - 4)
    head: list[tuple[str, Style]] = [(" " * (room + 4), look.text)]
    for seat, name in names.items():
        head += [(" " * (cells[seat] - sum(width(words) for words, _ in name)), look.text), *name]
    found: list[StyledLine] = [head]
    for n, source in enumerate(point_sources(receipt)):
        fill = FILLS[n % len(FILLS)] if look.colourless else " "
        line: list[tuple[str, Style]] = [(" ", look.text), (fill * 2, source_style(n, look))]
        line.append((f" {pad(look.clip(look.say(source), room), room)}", look.text))
        for seat, cell in cells.items():
            points = points_from(receipt, seat, source)
            line.append((f"{points or look.glyphs.dot:>{cell}}", look.bad if points < 0 else look.text))
        found.append(line)
    return found


def points_chart(
    points: Sequence[Sequence[int]], columns: int, lines: int, look: Look, seats: Sequence[Style]
) -> list[StyledLine]:
    """Draws the points of all players from turn to turn, a curve each, between the lowest and highest number."""
    if len(points) < 2:
        return []
    low, high = min(map(min, points)), max(map(max, points))
    if low == high:
        return []
    room, span = columns - LABEL - 1, max(1, high - low)
    canvas = _canvas(points, room, lines, low, span, seats, look)
    found: list[StyledLine] = []
    for y, row in enumerate(canvas):
        number = f"{high}" if y == 0 else f"{low}" if y == lines - 1 else ""
        blank = [(char, style or look.text) for char, style in row]
        found.append([(f"{number:>{LABEL - 2}} {look.glyphs.line_v}", look.muted), *blank])
    last = look.say(Text("turn {n}", n=len(points) - 1))
    axis = " " * LABEL + "0" + " " * (room - 1 - len(last)) + last
    return [*found, [(axis, look.muted)]]


def win_chart(
    known: Sequence[Sequence[float]], whole: int, columns: int, lines: int, look: Look, seats: Sequence[Style]
) -> list[StyledLine]:
    """Draws each player's chance to win, from 0 to 100 %: the `known` values out of `whole` in the end."""
    room = columns - LABEL - 1
    part = max(2, min(room, round(room * len(known) / max(1, whole))))
    draw = _areas(known, part, lines, look, seats) if _is_fine(look) else _percents(known, part, lines, look, seats)
    labels = {0: "100", lines // 2: "50", lines - 1: "0"} if lines > 4 else {0: "100", lines - 1: "0"}
    found: list[StyledLine] = []
    for y, row in enumerate(draw):
        edge = (f"{labels.get(y, ''):>{LABEL - 2}} {look.glyphs.line_v}", look.muted)
        found.append([edge, *((char, style or look.text) for char, style in row)])
    return found


def column_of(share: float, columns: int) -> int:
    """Returns the column of a chart for this share of the game."""
    return LABEL + round(share * (columns - LABEL - 2))


Canvas = list[list[tuple[str, Style | None]]]


def _canvas(
    points: Sequence[Sequence[int]], room: int, lines: int, low: int, span: int, seats: Sequence[Style], look: Look
) -> Canvas:
    """Draws thin lines where the terminal has dots and colours for them, otherwise marks."""
    if _is_fine(look):
        return _lines(points, room, lines, low, span, seats)
    return _marks(points, room, lines, low, span, seats, look)


def _is_fine(look: Look) -> bool:
    """Returns whether the look has block characters, and colours to tell the seats apart."""
    return look.glyphs.name == "full" and not look.colourless


def _percents(known: Sequence[Sequence[float]], room: int, lines: int, look: Look, seats: Sequence[Style]) -> Canvas:
    percents = [[round(100 * chance) for chance in each] for each in (known if len(known) > 1 else [*known] * 2)]
    return _marks(percents, room, lines, 0, 100, seats, look)


def _areas(known: Sequence[Sequence[float]], room: int, lines: int, look: Look, seats: Sequence[Style]) -> Canvas:
    """Draws an area for each seat, as high as its chance to win, the first at the bottom; the rest stays empty."""
    canvas: Canvas = [[] for _ in range(lines)]
    ground = look.text.bgcolor
    colours = [*(style.color if style.bgcolor in (None, ground) else style.bgcolor for style in seats), ground]
    for x in range(room):
        chances = known[x * (len(known) - 1) // max(1, room - 1)]
        tops = [round(EIGHTHS * lines * sum(chances[: seat + 1])) for seat in range(len(seats))]
        for y, row in enumerate(canvas):
            row.append(_cell([*tops, EIGHTHS * lines], EIGHTHS * (lines - 1 - y), colours))
    return canvas


def _cell(tops: Sequence[int], floor: int, colours: Sequence[Color | None]) -> tuple[str, Style]:
    """Returns the character for the two areas that fill most of a cell; `tops` are the upper ends of the areas."""
    parts = [min(top, floor + EIGHTHS) - max(bottom, floor) for bottom, top in pairwise([0, *tops])]
    most, next_most = sorted(range(len(parts)), key=lambda area: -parts[area])[:2]
    if parts[next_most] <= 0:
        return " ", Style(bgcolor=colours[most])
    lower, upper = sorted((most, next_most))
    return FILLED[parts[lower]], Style(color=colours[lower], bgcolor=colours[upper])


def _lines(
    points: Sequence[Sequence[int]], room: int, lines: int, low: int, span: int, seats: Sequence[Style]
) -> Canvas:
    """Draws thin lines of dots, eight dots to a character."""
    bits = [[0] * room for _ in range(lines)]
    inks: list[list[Style | None]] = [[None] * room for _ in range(lines)]
    wide, high = room * 2 - 1, lines * 4 - 1
    for seat, style in enumerate(seats):
        before: int | None = None
        for x in range(wide + 1):
            y = high - round(_at(points, seat, x / wide) * high / span - low * high / span)
            for each in range(min(y, y if before is None else before), max(y, y if before is None else before) + 1):
                bits[each // 4][x // 2] |= DOTS[each % 4][x % 2]
                inks[each // 4][x // 2] = style
            before = y
    return [
        [(chr(BRAILLE + each) if each else " ", ink) for each, ink in zip(row, styles, strict=True)]
        for row, styles in zip(bits, inks, strict=True)
    ]


def _at(points: Sequence[Sequence[int]], seat: SeatNo, share: float) -> float:
    """Returns the points of a seat at this share of the game, interpolated linearly between turns."""
    at = share * (len(points) - 1)
    turn = min(int(at), len(points) - 2)
    return points[turn][seat] + (points[turn + 1][seat] - points[turn][seat]) * (at - turn)


def _marks(
    points: Sequence[Sequence[int]], room: int, lines: int, low: int, span: int, seats: Sequence[Style], look: Look
) -> Canvas:
    """Draws the mark of each seat at each turn."""
    canvas: Canvas = [[(" ", None)] * room for _ in range(lines)]
    for seat, style in enumerate(seats):
        for n in range(room):
            share = n / (room - 1)
            y = lines - 1 - round((_at(points, seat, share) - low) * (lines - 1) / span)
            canvas[y][n] = (look.glyphs.seat(seat), style)
    return canvas
