"""The board on screen: hexagons in slanted rows between four coloured edges, and what both sides still lack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rich.style import Style

from tilehall.engine import Action, Piece, SeatNo, Text, Who
from tilehall.engine.teaching.things import Thing
from tilehall.tui.boards.registry import (
    BaseRenderer,
    CursorContext,
    Drawing,
    Look,
    Picture,
    Place,
    Rect,
    StyledLine,
    View,
    draw_heading,
    draw_log,
    width,
)
from tilehall_hex import about
from tilehall_hex.board import LETTERS
from tilehall_hex.distances import stones_lacking
from tilehall_hex.game import Lay
from tilehall_hex.state import EMPTY, NOBODY, State, winning_chain
from tilehall_hex.stones import KINDS
from tilehall_hex.wording import EDGES

CELL = "cell"
"""The zone of the cells."""
LEFT, TOP = 5, 2
"""Columns and rows of the coordinates and the edges before the first cell."""
BESIDE = 26
"""The fewest columns for the panels beside the board; where there are fewer, they lie below it."""


@dataclass(frozen=True, slots=True)
class Hexagon:
    """A hexagon in characters. `#` is its ground; the others are written in its colour; spaces are left out."""

    lines: tuple[str, ...]
    plain: tuple[str, ...]
    """The same in ASCII."""

    @property
    def width(self) -> int:
        return len(self.lines[0])

    @property
    def height(self) -> int:
        return len(self.lines)

    @property
    def pitch(self) -> int:
        """From a cell to the next one in its row; the row below begins half of that further right."""
        return self.width + 1

    def board(self, size: int) -> tuple[int, int]:
        """The columns and rows of a whole board with its edges."""
        return LEFT + size * self.pitch + (size - 1) * self.pitch // 2 + 2, TOP + size * self.height + 1


HEXAGONS = (
    Hexagon((" ▗▟#▙▖ ", "▟#####▙", "▜#####▛", " ▝▜#▛▘ "), ("  / \\  ", "/ ### \\", "\\ ### /", "  \\ /  ")),
    Hexagon(("▗▟#▙▖", "#####", "▝▜#▛▘"), (" / \\ ", "|###|", " \\_/ ")),
    Hexagon(("▟#▙", "▜#▛"), ("/#\\", "\\_/")),
    Hexagon(("###",), ("###",)),
)
"""From large to small. Quarter blocks are one cell wide everywhere, so two drawings are enough."""


class HexRenderer(BaseRenderer[State]):
    """Draws positions of Hex."""

    recap_events = frozenset({"lay", "swap"})
    marked_events = frozenset({"lay", "swap"})

    def places_of(self, verb: str, field: str, word: str) -> tuple[Place, ...]:
        return ((CELL, word),)

    def sort_key(self, place: Place) -> tuple[str, ...]:
        """Row by row."""
        return (place[1][1:].zfill(2), place[1][0])

    def describe_verb(self, verb: str) -> Text:
        return Text("lay") if verb == "lay" else Text("take over")

    def describe_action(self, view: CursorContext[State], action: Action) -> Text:
        return Text("lay {cell}", cell=action.cell) if isinstance(action, Lay) else Text("take the first stone over")

    def describe(self, view: CursorContext[State], place: Place) -> Text:
        stone = view.state.stones[view.state.board.numbers[place[1]]]
        if stone == EMPTY:
            return Text("{cell}: empty.", cell=place[1])
        return Text("{cell}: a stone of {who}.", cell=place[1], who=Who(stone))

    def thing_at(self, view: CursorContext[State], place: Place) -> Thing | None:
        return Thing(about.CELL, place[1]) if place[0] == CELL else None

    def legend(self, look: Look) -> Mapping[str, Text]:
        return {
            stone_sign(look, 0): Text("a stone of the first player, who joins top and bottom"),
            stone_sign(look, 1): Text("a stone of the second player, who joins left and right"),
            look.glyphs.legal_strong: Text("the stone that was laid last"),
            look.glyphs.hint: Text("here is the hint"),
        }

    def chip(self, look: Look, piece: Piece) -> StyledLine:
        """A stone in a sentence: its sign in its colour."""
        if piece.kind not in KINDS:
            return ()
        seat = KINDS.index(piece.kind)
        return ((stone_sign(look, seat), stone_style(look, seat)),)

    def paint(self, view: View[State], width: int, height: int) -> Drawing:
        drawing = Drawing(Picture(width, height, view.look.table))
        shape = fit_shape(view, width, height)
        wide, high = shape.board(view.state.size)
        draw_board(drawing, view, shape)
        if width - wide >= BESIDE:
            area = Rect(wide + 1, 0, width - wide - 2, height)
            draw_players(drawing.picture, view, area)
            drawing.log = Rect(area.x, 6, area.width, height - 6)
        else:
            area = Rect(1, high, width - 2, height - high)
            draw_players(drawing.picture, view, Rect(area.x, area.y, area.width // 2 - 2, area.height))
            drawing.log = Rect(width // 2, area.y, width - width // 2 - 1, area.height)
        draw_log(drawing.picture, view, drawing.log)
        return drawing

    def paint_hand(self, view: View[State], width: int, height: int) -> Drawing:
        """Nobody holds anything: where everybody's stones lie."""
        drawing = Drawing(Picture(width, height, view.look.table))
        draw_players(drawing.picture, view, Rect(1, 0, min(40, width - 2), height))
        for seat, name in enumerate(view.names):
            cells = [view.state.board.names[cell] for cell, stone in enumerate(view.state.stones) if stone == seat]
            end = drawing.picture.put(1, 7 + seat, view.look.clip(f"{name}: ", width // 2), view.look.seat(seat))
            found = " ".join(cells) or view.say(Text("no stones yet"))
            drawing.picture.put(end, 7 + seat, view.look.clip(found, width - 1 - end), view.look.text)
        return drawing


def fit_shape(view: View[State], width: int, height: int) -> Hexagon:
    """The largest hexagons with which the board leaves room for the panels beside it, or at least below it."""
    boards = [(shape, *shape.board(view.state.size)) for shape in HEXAGONS]
    beside = [shape for shape, wide, high in boards if wide + BESIDE <= width and high <= height]
    below = [shape for shape, wide, high in boards if wide <= width and high + 4 <= height]
    return (beside or below or [HEXAGONS[-1]])[0]


def stone_sign(look: Look, seat: SeatNo) -> str:
    """What tells the stones apart without colours."""
    return look.glyphs.gem_small if seat else look.glyphs.bullet


def seat_colour(look: Look, seat: SeatNo) -> str:
    return look.palette.seats[seat]


def ink_on(look: Look) -> str:
    """The ink for writing on a colour."""
    return "black" if look.ansi else look.palette.background


def stone_style(look: Look, seat: SeatNo) -> Style:
    """How the sign on a stone is written."""
    return look.style(ink_on(look), seat_colour(look, seat), True)


# --- the board --------------------------------------------------------------------------------------------------------


def draw_board(drawing: Drawing, view: View[State], shape: Hexagon) -> None:
    s, look = view.state, view.look
    draw_edges(drawing.picture, s.size, shape, look)
    won = winning_chain(s, s.winner) if s.winner != NOBODY else frozenset()
    for cell, name in enumerate(s.board.names):
        column, row = s.board.column_and_row(cell)
        x, y = LEFT + column * shape.pitch + row * shape.pitch // 2, TOP + row * shape.height
        spot = Rect(x, y, shape.width, shape.height)
        drawing.places[CELL, name] = spot
        face, ink, mark = cell_colours(view, cell, name, won)
        draw_hexagon(drawing.picture, spot, shape, face, look)
        middle = (spot.x + shape.width // 2, spot.y + (shape.height - 1) // 2)
        drawing.picture.put(*middle, mark, look.style(ink, face, True))
        if view.cursor == (CELL, name):
            drawing.picture.put(spot.x - 1, middle[1], look.glyphs.cursor_l, look.accent)
            drawing.picture.put(spot.x + shape.width, middle[1], look.glyphs.cursor_r, look.accent)


def cell_colours(view: View[State], cell: int, name: str, won: frozenset[int]) -> tuple[str, str, str]:
    """The colours of a cell and of the sign on it, and the sign."""
    look, stone = view.look, view.state.stones[cell]
    ground = look.palette.line
    if stone == EMPTY:
        if (CELL, name) in view.hint_places:
            return ground, look.palette.accent, look.glyphs.hint
        if view.cursor == (CELL, name) and view.selection is not None:
            return ground, seat_colour(look, view.seat), stone_sign(look, view.seat)
        return ground, look.palette.grid, look.glyphs.dot
    mark = look.glyphs.legal_strong if name in view.marks else stone_sign(look, stone)
    if won and cell not in won:
        return ground, seat_colour(look, stone), mark
    return seat_colour(look, stone), ink_on(look), mark


def draw_hexagon(picture: Picture, spot: Rect, shape: Hexagon, face: str, look: Look) -> None:
    """The ground is a colour behind spaces; the corners are drawn in it."""
    plain = look.glyphs.full.isascii()
    inside = look.style(look.palette.text, face)
    corner = look.style(look.palette.grid, look.palette.background) if plain else look.on_table(face)
    for n, line in enumerate(shape.plain if plain else shape.lines):
        for k, char in enumerate(line):
            if char == "#":
                picture.put(spot.x + k, spot.y + n, " ", inside)
            elif char != " ":
                picture.put(spot.x + k, spot.y + n, char, corner)


def draw_edges(picture: Picture, size: int, shape: Hexagon, look: Look) -> None:
    """Letters over the top edge, numbers beside the left one, and the edges in the colours of whoever joins them."""
    first = look.on_table(seat_colour(look, 0))
    # A column of colour; a line, where that might not be seen.
    few = look.glyphs.full.isascii() or (look.dotted and not look.ansi)
    side = look.on_table(seat_colour(look, 1)) if few else look.style(look.palette.text, seat_colour(look, 1))
    wall = look.glyphs.line_v if few else " "
    wide, slant = size * shape.pitch - 1, shape.pitch // 2
    bottom = TOP + size * shape.height
    picture.put(LEFT, TOP - 1, look.glyphs.half_lower * wide, first)
    picture.put(LEFT + (size - 1) * slant, bottom, look.glyphs.half_upper * wide, first)
    for n in range(size):
        picture.put(LEFT + n * shape.pitch + shape.width // 2, TOP - 2, LETTERS[n], look.grid)
        x, y = LEFT + n * slant, TOP + n * shape.height
        picture.put(x - 5, y + (shape.height - 1) // 2, f"{n + 1:>2}", look.grid)
        for line in range(shape.height):
            picture.put(x - 2, y + line, wall, side)
            picture.put(x + wide + 1, y + line, wall, side)


# --- beside it --------------------------------------------------------------------------------------------------------


def draw_players(picture: Picture, view: View[State], area: Rect) -> None:
    """Who joins what, and how many stones that still takes."""
    look, s = view.look, view.state
    draw_heading(picture, area.x, area.y, area.width, view.say(Text("Players")), look, view.say(Text("still to lay")))
    for seat, name in enumerate(view.names):
        y = area.y + 1 + 2 * seat
        active = s.winner == NOBODY and s.seat_on_turn == seat
        picture.put(area.x + 1, y, f" {stone_sign(look, seat)} ", stone_style(look, seat))
        need = view.say(standing_text(s, seat))
        room = area.width - 6 - width(need)
        picture.put(area.x + 5, y, look.clip(name, room), look.pawn(seat) if active else look.seat(seat))
        picture.put(area.x + 5, y + 1, look.clip(view.say(EDGES[seat]), area.width - 5), look.muted)
        picture.put(area.x + area.width - width(need), y, need, standing_style(s, seat, look))


def standing_text(s: State, seat: SeatNo) -> Text:
    """The stones that a seat still lacks, or how it ended."""
    if s.winner == NOBODY:
        return Text("{n}", n=stones_lacking(s, seat))
    return Text("won") if s.winner == seat else Text("lost")


def standing_style(s: State, seat: SeatNo, look: Look) -> Style:
    if s.winner == NOBODY:
        return look.strong
    return look.good if s.winner == seat else look.muted
