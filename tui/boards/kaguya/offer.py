"""Draws the table of tiles (this round's column enlarged, or all nine), the meeples, and the tile in hand."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from tilehall.engine import Text, literal_text
from tilehall.engine.games.kaguya import EMPTY, NONE, KaguyaState, components, tile_name
from tilehall.tui.boards.kaguya.floor_plan import SMOOTH, half_hue, half_letter
from tilehall.tui.boards.kaguya.layout import BlockSize
from tilehall.tui.boards.short_names import fit_text
from tilehall.tui.boards.tiles import draw_heading, draw_plate
from tilehall.tui.config.look import Look
from tilehall.tui.key_map import key_label_for
from tilehall.tui.player.view import View
from tilehall.tui.terminal.output import cells
from tilehall.tui.terminal.output.drawing import Drawing, Rect
from tilehall.tui.terminal.output.picture import Picture

TILE = "tile"
LATER, TIES, IN_HAND_ZONE = "later", "ties", "hand"
"""Zones that can only be looked at."""
ROWS_LABEL = 8
"""Columns before the rows, for the number and the meeples."""
ALL_COLUMNS: tuple[BlockSize, ...] = ((8, 4), (6, 3), (4, 2))
"""Sizes of tiles if all columns are shown."""
Title = Literal["above", "beside", ""]
ONE_COLUMN: tuple[tuple[int, int, Title], ...] = (
    (8, 3, "above"),
    (6, 2, "above"),
    (6, 2, "beside"),
    (6, 2, ""),
    (4, 2, "above"),
)
"""Sizes of tiles if only this round's column is shown, and the position of its title."""
ORDERED_POINTS = frozenset({"PRESENT", "TAKE", "GIVE", "BREAK"})
"""Decisions during which the meeples keep their rows."""
BESIDE = 17
"""Columns of a title beside the tiles."""


def offer_sizes(rows: int, round_: int) -> tuple[BlockSize, ...]:
    """Returns the sizes that the table may have: with the columns from this round on, then with one."""
    left = components().columns + 1 - max(round_, 1)
    full = [(ROWS_LABEL + 1 + left * (wide + 1), 1 + rows * high) for wide, high in ALL_COLUMNS]
    one = [
        (rows * (wide + 2) + BESIDE * (titled == "beside"), 1 + (titled == "above") + high)
        for wide, high, titled in ONE_COLUMN
    ]
    return (*full, *one)


def draw_offer(drawing: Drawing, view: View[KaguyaState], area: Rect, number: int) -> None:
    """Draws the tiles in the size with this number."""
    if number < len(ALL_COLUMNS):
        _draw_all(drawing, view, area, ALL_COLUMNS[number])
    else:
        _column(drawing, view, area, *ONE_COLUMN[number - len(ALL_COLUMNS)])


def _draw_all(drawing: Drawing, view: View[KaguyaState], area: Rect, size: BlockSize) -> None:
    """Draws the remaining columns, this round's highlighted, with the meeples before the rows."""
    look, picture, s = view.look, drawing.picture, view.state
    wide, high = size
    picture.put(area.x, area.y, look.clip(view.say(Text("Round")), ROWS_LABEL - 1), look.muted)
    first = max(s.round, 1)
    for number in range(first, len(s.table) // s.rulings.rows + 1):
        now, x = number == s.round, _at(area.x, first, number, wide)
        text = f"{look.glyphs.arrow_down}{number}" if now else f" {number}"
        picture.put(x + wide // 2 - 1, area.y, text, look.accent if now else look.muted)
        for row, there in enumerate(s.column(number), 1):
            _spot(drawing, view, Rect(x, area.y + 1 + (row - 1) * high, wide, high), row, there, now)
    for row in range(1, s.rulings.rows + 1):
        _draw_row_number(picture, view, row, area.x, area.y + 1 + (row - 1) * high + (high - 1) // 2)
    drawing.sight_areas[TIES, ""] = Rect(area.x, area.y + 1, ROWS_LABEL - 1, s.rulings.rows * high)


def _at(x: int, first: int, number: int, wide: int) -> int:
    """Returns where a column begins; a gap stands for the break after one of them."""
    return x + ROWS_LABEL + (number - first) * (wide + 1) + (first <= components().break_after < number)


def _column(drawing: Drawing, view: View[KaguyaState], area: Rect, wide: int, high: int, titled: Title) -> None:
    """Draws this round's tiles side by side, with row number and meeples above each."""
    look, picture, s = view.look, drawing.picture, view.state
    title, short = Text("Tiles of round {round}", round=s.round), Text("Round {round}", round=s.round)
    ties = _tie_order(view)
    if titled == "above":
        told = Text("{title}: their numbers, and who stands there", title=title)
        room = area.width - cells.width(ties) - 4
        note = ties if cells.width(look.say(short)) <= room else ""
        words = fit_text(look, room if note else area.width, told, title, short)
        draw_heading(picture, area.x, area.y, area.width, words, look, note)
    else:
        area = area._replace(y=area.y - 1)
    if titled == "beside":
        for y, line in enumerate((fit_text(look, BESIDE - 1, title, short), _tie_order(view, BESIDE - 1)), area.y + 2):
            picture.put(area.x + area.width - BESIDE + 1, y, line, look.muted)
    for row in range(1, s.rulings.rows + 1):
        _draw_row_number(picture, view, row, area.x + (row - 1) * (wide + 2), area.y + 1)
    drawing.sight_areas[TIES, ""] = Rect(area.x, area.y + 1, s.rulings.rows * (wide + 2) - 2, 1)
    # While the table is dealt, a column may be empty or incomplete.
    for row, there in enumerate(s.column(s.round), 1):
        spot = Rect(area.x + (row - 1) * (wide + 2), area.y + 2, wide, high)
        _spot(drawing, view, spot, row, there, now=True)


def _tie_order(view: View[KaguyaState], room: int = 80) -> str:
    """Returns the players' marks in tie-break order; nothing while the meeples move to other rows."""
    if view.state.point not in ORDERED_POINTS:
        return ""
    marks = " ".join(view.look.glyphs.seat(seat) for seat in view.state.tie_break_order())
    return fit_text(view.look, room, Text("ties: {marks}", marks=marks), literal_text(marks))


def _spot(drawing: Drawing, view: View[KaguyaState], rect: Rect, row: int, there: int, now: bool) -> None:
    look = view.look
    if now:
        drawing.places[TILE, str(row)] = rect
    if there != EMPTY:
        draw_tile(drawing.picture, rect, there, look, soft=not now)
        if not now:
            drawing.sight_areas[LATER, components().tiles[there].id] = rect
    elif now:
        drawing.picture.put(rect.x + rect.width // 2, rect.y + rect.height // 2, look.glyphs.dot, look.grid)


def _draw_row_number(picture: Picture, view: View[KaguyaState], row: int, x: int, y: int) -> None:
    """Draws the number of a row, highlighted if it is a key now, and its meeples."""
    look, s = view.look, view.state
    place = (TILE, str(row))
    x = picture.put(x, y, str(row), look.accent if place in view.targets else look.muted)
    x = picture.put(x, y, look.glyphs.hint if place in view.hint_places else " ", look.accent)
    for seat in [seat for seat in range(s.rulings.players) if seat < len(s.rows) and s.rows[seat] == row]:
        x = picture.put(x, y, look.glyphs.seat(seat), look.seat(seat))
    if len(s.rows) > s.rulings.players and s.rows[-1] == row:
        picture.put(x, y, look.glyphs.princess, look.accent)


def draw_tile(picture: Picture, rect: Rect, tile: int, look: Look, soft: bool = False) -> None:
    """Draws a tile on the table: both halves with their letters, its hearts between them."""
    picture.paste(rect.x, rect.y, _face(tile, rect.width, rect.height, look, soft))


@lru_cache(512)
def _face(tile: int, columns: int, lines: int, look: Look, soft: bool) -> Picture:
    """Each tile in each size is drawn once."""
    picture = Picture(columns, lines, look.table)
    _drawn(picture, Rect(0, 0, columns, lines), tile, look, soft)
    return picture


def _drawn(picture: Picture, rect: Rect, tile: int, look: Look, soft: bool) -> None:
    each = components().tiles[tile]
    wide, middle = rect.width // 2, rect.y + (rect.height - 1) // 2
    for n, colour in enumerate(each.halves):
        style = look.soft(half_hue(colour, look)) if soft else look.face(half_hue(colour, look))
        x = rect.x + n * wide
        draw_plate(picture, x, rect.y, wide, rect.height, style, look)
        picture.put(
            x + (0 if n == 0 and wide < 3 and rect.height == 1 else wide // 2 if n == 0 else (wide - 1) // 2),
            middle,
            half_letter(colour, look),
            style,
        )
    if not each.hearts:
        return
    for n, text in enumerate((str(each.hearts), look.glyphs.heart)):
        colour = each.halves[n]
        style = look.soft(half_hue(colour, look)) if soft else look.face(half_hue(colour, look))
        x = rect.x + wide - 1 + n
        below = rect.y + rect.height - 1 if rect.height > 1 else middle
        picture.put(x, below, text, style)


# --- the tile in hand ---------------------------------------------------------------------------------------------

IN_HAND: tuple[BlockSize, ...] = ((36, 5), (34, 4))
IN_HAND_LARGE: BlockSize = (38, 9)
"""The same height as the table of kinds beside it."""


def held_tile_rect(area: Rect, look: Look) -> Rect:
    """Returns the area of the tile in hand in its panel; the tile itself is drawn together with the ghost."""
    # Where halves are filled with letters a line cannot be halved.
    halved = look.glyphs.half_upper == SMOOTH and (look.ansi or not look.dotted)
    wide, high = (12, 6) if area.height >= IN_HAND_LARGE[1] else (6, 3 if halved else 2)
    return Rect(area.x + 1, area.y + 1, wide, high)


def draw_tile_in_hand(picture: Picture, view: View[KaguyaState], area: Rect) -> None:
    """Draws for whom a tile is being laid, and what its hearts move."""
    look, s = view.look, view.state
    if s.tile == NONE:
        return
    each = components().tiles[s.tile]
    draw_heading(picture, area.x, area.y, area.width, fit_text(look, area.width, *_whose(s)), look)
    wide = held_tile_rect(area, look).width
    back = not s.is_princess_tile() and s.merchants[s.todo[0][1]].penalised
    lines = [(tile_name(s.tile), look.strong), (_moves(s, back), look.bad if back and each.hearts else look.text)]
    if each.rotation_count > 1:
        lines.append((Text("{key} turns it", key=key_label_for(view.keys, "turn")), look.muted))
    y = area.y + 1
    for text, style in lines:
        words = cells.wrap(view.say(text), area.width - wide - 3)
        for part in words[: max(1, area.y + area.height - y)]:
            if y < area.y + area.height:
                picture.put(area.x + wide + 3, y, look.clip(part, area.width - wide - 3), style)
                y += 1


def _whose(s: KaguyaState) -> tuple[Text, Text]:
    """Returns for whom a tile is laid, and the same in fewer words."""
    if s.is_princess_tile():
        return Text("The tile for the princess' board"), Text("For the princess' board")
    return Text("The tile for your board"), Text("For your board")


def _moves(s: KaguyaState, back: bool) -> Text:
    """Returns what the hearts of the tile in hand do."""
    each = components().tiles[s.tile]
    if each.plant:
        return Text("costs you a coloured cube")
    if not each.hearts:
        return Text("no hearts")
    if s.is_princess_tile():
        return Text("princess {n} forward", n=each.hearts)
    return Text("you go {n} back", n=each.hearts) if back else Text("you go {n} forward", n=each.hearts)
