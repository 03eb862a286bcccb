"""Draws the other players' boards, tiles and disks; in the solo game the progress."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from rich.style import Style

from tilehall.engine import Piece, SeatNo, Text, TextArgument
from tilehall.engine.games.sand import (
    GRID,
    NO_POWER,
    POWERS,
    READY,
    Magician,
    SandState,
    components,
    next_rank,
    rank_name,
)
from tilehall.engine.games.sand import tile as tile_piece
from tilehall.tui.boards.layers import Layers
from tilehall.tui.boards.sand.building_info import cursor_style, draw_title
from tilehall.tui.boards.sand.own_stock import crystal_sign
from tilehall.tui.boards.sand.pieces import (
    dark_box_style,
    draw_pattern,
    draw_small_piece,
    element_hue,
    element_letter,
    piece_chip,
    tile_form,
)
from tilehall.tui.boards.sand.placement import RIVAL, THEIRS
from tilehall.tui.boards.short_names import fit_text, shorten_name
from tilehall.tui.player.view import View
from tilehall.tui.terminal.output import cells, styled_text
from tilehall.tui.terminal.output.drawing import Drawing, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine

SOLO = 5
"""Lines of the progress in the solo game."""
SIDE = 20
"""Columns beside a board from which on tiles are drawn there, and disks written in words."""
HUGE, STORY = (6, 3), 6
"""The size of a box of a small board if so many lines are left for the log below."""
LOG, COMFORTABLE = 20, 40
"""The fewest columns of the log, and the columns from which on it lies beside the boards."""


class RivalLayout(NamedTuple):
    """The layout of the others' boards: size of a box, distance of boards, and whether tiles lie beside them."""

    boards: int
    cell: tuple[int, int]
    pitch: int
    tiles_beside: bool
    drawn: bool
    """Whether the tiles are drawn below the board."""

    @classmethod
    def fit(cls, players: int, area: Rect) -> RivalLayout:
        """Returns the largest layout that fits."""
        boards = players - 1
        sizes: tuple[tuple[int, int], ...] = ((4, 2), (3, 1), (2, 1))
        room = area.width // boards
        lines = area.height - 2
        if room >= GRID.width * HUGE[0] + SIDE and lines >= GRID.height * HUGE[1] + STORY:
            sizes = (HUGE, *sizes)
        cell = next((c for c in sizes if GRID.width * c[0] + 3 <= room and GRID.height * c[1] <= lines), sizes[-1])
        beside = GRID.width * cell[0] + SIDE <= room
        if not beside and cell[1] > 1 and GRID.height * cell[1] + 2 > lines:
            cell = (3, 1) if GRID.width * 3 + 3 <= room else (2, 1)
            beside = GRID.width * cell[0] + SIDE <= room
        drawn = not beside and area.height >= GRID.height * cell[1] + 4
        return cls(boards, cell, min(room, GRID.width * cell[0] + (SIDE + 2 if beside else 4)), beside, drawn)

    @property
    def lines(self) -> int:
        """The lines of a board with the name above and the tiles below."""
        return 1 + GRID.height * self.cell[1] + (0 if self.tiles_beside else 3 if self.drawn else 1)

    def within(self, area: Rect) -> Rect:
        """Returns the part of the area that the boards take."""
        return Rect(area.x, area.y, self.pitch * self.boards, min(self.lines, area.height))


def rivals_line(view: View[SandState], columns: int) -> str:
    """Returns the other players in one line, for when their boards are not shown."""
    s, glyphs, players = view.state, view.look.glyphs, view.state.rulings.players
    seats = [(view.seat + n) % players for n in range(1, players)]
    scores = [f"{glyphs.star}{s.magicians[n].stars} {glyphs.hourglass}{s.magicians[n].hourglasses}" for n in seats]
    room = columns - sum(map(cells.width, scores)) - 3 * len(seats)
    names = (shorten_name(view.look, view.names, seat, room // len(seats)) for seat in seats)
    return "  ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True))


def room_for_log(view: View[SandState], area: Rect) -> Rect:
    """Returns the area for the log, below or beside the others' boards or the solo progress."""
    rulings = view.state.rulings
    used = Rect(area.x, area.y, area.width, SOLO)
    if not rulings.solo:
        used = RivalLayout.fit(rulings.players, area).within(area)
    below = Rect(area.x, area.y + used.height + 1, area.width, area.height - used.height - 1)
    aside = Rect(area.x + used.width + 1, area.y, area.width - used.width - 1, area.height)
    if aside.width >= COMFORTABLE and aside.height > below.height:
        return aside
    return below if below.height >= STORY or aside.width < LOG else aside


def draw_rivals(layers: Layers, drawing: Drawing, view: View[SandState], area: Rect) -> None:
    """Draws the others' boards with what they have."""
    s: SandState = view.state
    players = s.rulings.players
    lies = RivalLayout.fit(players, area)
    for n, seat in enumerate((view.seat + n) % players for n in range(1, players)):
        spot = Rect(area.x + n * lies.pitch, area.y, lies.pitch - 1, min(lies.lines, area.height))
        drawing.places[RIVAL, str(seat)] = Rect(spot.x, spot.y, spot.width, 1)
        fresh = view.marks if view.marked_seat == seat else None
        at = view.cursor == (RIVAL, str(seat))
        source = (s.magicians[seat], s.kept_counts(seat), at, fresh, lies, view.names)
        layers.paint_part(drawing, seat, spot, view.look, source, partial(_draw_rival, view, seat, lies))


def _draw_rival(view: View[SandState], seat: SeatNo, lies: RivalLayout, drawing: Drawing, area: Rect) -> None:
    look, picture, magician = view.look, drawing.picture, view.state.magicians[seat]
    wide, high = lies.cell
    marks = f"{look.glyphs.star}{magician.stars} {look.glyphs.hourglass}{magician.hourglasses}"
    right = area.width - cells.width(marks)
    style = cursor_style(look) if view.cursor == (RIVAL, str(seat)) else look.seat(seat)
    end = picture.put(0, 0, f"{look.glyphs.seat(seat)} ", look.seat(seat))
    picture.put(end, 0, shorten_name(look, view.names, seat, right - end - 1), style)
    picture.put(right, 0, marks, look.strong)
    for box in range(GRID.size):
        r, c = GRID.row_and_column(box)
        _small_box(picture, view, seat, box, c * wide, 1 + r * high, lies.cell)
        drawing.sight_areas[THEIRS[seat], GRID.name(box)] = Rect(c * wide, 1 + r * high, wide, high)
    left = GRID.width * wide
    if lies.tiles_beside:
        _beside(picture, view, seat, Rect(left + 2, 1, area.width - left - 2, area.height - 1))
        return
    _column(picture, view, seat, Rect(left, 1, min(3, area.width - left), GRID.height * high))
    y = 1 + GRID.height * high
    if y >= area.height:
        return
    if lies.drawn:
        _drawn(picture, view, magician, 0, y)
        return
    line = _chips(view, magician)
    styled_text.put_line(picture, 0, y, styled_text.cut_line(line, area.width, look.glyphs.ellipsis))


def magician_tiles(magician: Magician) -> list[int]:
    return [tile for tile in range(len(components().tiles)) if magician.tiles >> tile & 1]


def _chips(view: View[SandState], magician: Magician) -> StyledLine:
    """Returns the three tiles in a line."""
    line: list[tuple[str, Style]] = []
    for tile in magician_tiles(magician):
        line += [
            *([(" ", view.look.table)] if line else []),
            *piece_chip(view.look, Piece("tile", tile_piece(tile).id)),
        ]
    return line


def _drawn(picture: Picture, view: View[SandState], magician: Magician, x: int, y: int) -> None:
    """Draws the three tiles side by side."""
    for n, tile in enumerate(magician_tiles(magician)):
        draw_pattern(picture, x + 4 * n, y, tile_form(tile), (1, 1), view.look)


def _column(picture: Picture, view: View[SandState], seat: SeatNo, area: Rect) -> None:
    """Draws level, crystal and disks below each other, beside a small board."""
    lines = list(_holdings(view, seat))
    for n, line in enumerate(lines[: area.height]):
        cut = n == area.height - 1 and len(lines) > area.height
        styled_text.put_line(
            picture, area.x, area.y + n, [(view.look.glyphs.ellipsis, view.look.muted)] if cut else line
        )


def _holdings(view: View[SandState], seat: SeatNo) -> Iterator[StyledLine]:
    s, look = view.state, view.look
    magician: Magician = s.magicians[seat]
    yield [(f"{look.glyphs.arrow_up}{magician.level}", look.text)]
    if magician.power != NO_POWER:
        style = look.strong if magician.crystal == READY else look.muted
        yield [(crystal_sign(look, magician.crystal), style)]
    if kept := sum(s.kept_counts(seat)):
        yield [(view.say(Text("{n}k", "{n}k", n=kept)), look.text)]
    for element, count in enumerate(magician.reserve):
        if count:
            yield [(element_letter(element), look.face(element_hue(look, element))), (f"{count}", look.text)]


def _beside(picture: Picture, view: View[SandState], seat: SeatNo, area: Rect) -> None:
    """Draws the tiles, and disks, level and power in words."""
    s, look = view.state, view.look
    magician: Magician = s.magicians[seat]
    _drawn(picture, view, magician, area.x, area.y)
    words: dict[str, TextArgument] = {"used": magician.dark, "level": magician.level}
    dark = fit_text(
        look, area.width, Text("dark boxes {used} of {level}", **words), Text("dark {used} of {level}", **words)
    )
    told: list[StyledLine] = [[(dark, look.muted)]]
    told.insert(0, _disks(view, magician, area.width) or [(view.say(Text("no disks")), look.muted)])
    if magician.power != NO_POWER:
        kept, power = sum(s.kept_counts(seat)), POWERS[magician.power]
        cards = Text("{power}, {n} card kept", "{power}, {n} cards kept", n=kept, power=power)
        sign, style = crystal_sign(look, magician.crystal), look.strong if magician.crystal == READY else look.muted
        told.insert(1, [(f"{sign} {view.say(cards if kept else power)}", style)])
    for n, line in enumerate(told[: area.height - 2]):
        styled_text.put_line(
            picture, area.x, area.y + 2 + n, styled_text.cut_line(line, area.width, look.glyphs.ellipsis)
        )


def _disks(view: View[SandState], magician: Magician, columns: int) -> StyledLine:
    """Returns the number of disks of each element, in a shorter form if necessary."""
    look, short = view.look, list[tuple[str, Style]]()
    long = list[tuple[str, Style]]()
    for element, count in enumerate(magician.reserve):
        if count:
            face, gap = look.face(element_hue(look, element)), " " if long else ""
            long += [(gap, look.text), (f"({element_letter(element)})", face), (f"{count}", look.text)]
            short += [(gap, look.text), (element_letter(element), face), (f"{count}", look.text)]
    return long if styled_text.line_width(long) <= columns else short


def _small_box(
    picture: Picture, view: View[SandState], seat: SeatNo, box: int, x: int, y: int, cell: tuple[int, int]
) -> None:
    look, magician = view.look, view.state.magicians[seat]
    element = magician.element_at(box) if magician.occupied >> box & 1 else None
    if element is not None:
        draw_small_piece(picture, x, y, *cell, element, bool(magician.disks >> box & 1), look)
        if view.marked_seat == seat and GRID.name(box) in view.marks:
            ground = look.face(element_hue(look, element))
            picture.put(x + cell[0] - 1, y + cell[1] - 1, look.glyphs.last, ground)
        return
    if components().dark >> box & 1:
        # As on the viewer's board: the grounds alone are too similar, especially in 256 colours.
        picture.fill(x, y, *cell, dark_box_style(look), look.glyphs.dark)
        return
    ground = look.style(look.palette.grid, look.palette.lattice)
    picture.fill(x, y, *cell, ground)
    if look.dotted:
        picture.put(x + (cell[0] - 1) // 2, y + cell[1] // 2, look.glyphs.dot, ground)


def draw_solo_progress(drawing: Drawing, view: View[SandState], area: Rect) -> None:
    """Draws the rounds played and left, tiles set aside, the rank and what the next one needs."""
    s, look, picture = view.state, view.look, drawing.picture
    rounds, magician = components().rounds, s.magicians[view.seat]
    left = rounds - s.round + bool(s.todo)
    note = view.say(Text("{n} round left", "{n} rounds left", n=left))
    draw_title(drawing, view, area, Text("Solo challenge"), note)
    done = rounds - left
    end = picture.put(area.x + 1, area.y + 1, f"{look.glyphs.track_done} " * done, look.strong)
    picture.put(end, area.y + 1, f"{look.glyphs.track_todo} " * left, look.muted)
    told = [(Text("Rank so far: {rank}", rank=rank_name(magician.stars)), look.strong)]
    if further := next_rank(magician.stars):
        rank, missing = further
        told.append((Text("{n} star to {rank}", "{n} stars to {rank}", n=missing, rank=rank), look.text))
    told.append((Text("{n} tile set aside", "{n} tiles set aside", n=s.aside.bit_count()), look.muted))
    for y, (words, style) in enumerate(told, area.y + 2):
        picture.put(area.x + 1, y, look.clip(view.say(words), area.width - 1), style)
