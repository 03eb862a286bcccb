"""The table of tiles: the column of this round in large, or all nine; who stands before which row; the tile in hand."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from tilehall.engine import Text, plain
from tilehall.engine.games.kaguya import EMPTY, NONE, State, components, tile_name
from tilehall.tui.boards.kaguya.floor_plan import SMOOTH, hue, letter
from tilehall.tui.boards.kaguya.layout import Size
from tilehall.tui.boards.short_names import roomy
from tilehall.tui.boards.tiles import heading, plate
from tilehall.tui.config.look import Look
from tilehall.tui.key_map import shown_for
from tilehall.tui.player.view import View
from tilehall.tui.terminal.output import cells
from tilehall.tui.terminal.output.drawing import Drawing, Rect
from tilehall.tui.terminal.output.picture import Picture

TILE = "tile"
LATER, TIES, IN_HAND_ZONE = "later", "ties", "hand"
"""Zones of what can only be looked at."""
ROWS_LABEL = 8
"""Columns before the rows: the number, and whose meeple stands there."""
FULL: tuple[Size, ...] = ((8, 4), (6, 3), (4, 2))
"""Tiles where all columns are shown."""
Title = Literal["above", "beside", ""]
ONE: tuple[tuple[int, int, Title], ...] = (
    (8, 3, "above"),
    (6, 2, "above"),
    (6, 2, "beside"),
    (6, 2, ""),
    (4, 2, "above"),
)
"""Tiles where only the column of this round is, and where its title stands."""
SETTLED = frozenset({"PRESENT", "TAKE", "GIVE", "BREAK"})
"""Decisions while the meeples stay where they stand."""
BESIDE = 17
"""Columns of a title beside the tiles."""


def sizes(rows: int, round_: int) -> tuple[Size, ...]:
    """What the table may take: with the columns from this round on, then with one."""
    left = components().columns + 1 - max(round_, 1)
    full = [(ROWS_LABEL + 1 + left * (wide + 1), 1 + rows * high) for wide, high in FULL]
    one = [
        (rows * (wide + 2) + BESIDE * (titled == "beside"), 1 + (titled == "above") + high)
        for wide, high, titled in ONE
    ]
    return (*full, *one)


def table(drawing: Drawing, view: View[State], area: Rect, number: int) -> None:
    """The tiles, in the size of this number."""
    if number < len(FULL):
        _all(drawing, view, area, FULL[number])
    else:
        _column(drawing, view, area, *ONE[number - len(FULL)])


def _all(drawing: Drawing, view: View[State], area: Rect, size: Size) -> None:
    """The columns that are left, that of this round strong; before the rows stand the meeples."""
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
        _stands(picture, view, row, area.x, area.y + 1 + (row - 1) * high + (high - 1) // 2)
    drawing.sights[TIES, ""] = Rect(area.x, area.y + 1, ROWS_LABEL - 1, s.rulings.rows * high)


def _at(x: int, first: int, number: int, wide: int) -> int:
    """Where a column begins; a gap reminds of the break after one of them."""
    return x + ROWS_LABEL + (number - first) * (wide + 1) + (first <= components().break_after < number)


def _column(drawing: Drawing, view: View[State], area: Rect, wide: int, high: int, titled: Title) -> None:
    """The tiles of this round side by side, above each the row and who stands there."""
    look, picture, s = view.look, drawing.picture, view.state
    title, short = Text("Tiles of round {round}", round=s.round), Text("Round {round}", round=s.round)
    ties = _ties(view)
    if titled == "above":
        told = Text("{title}: their numbers, and who stands there", title=title)
        room = area.width - cells.width(ties) - 4
        note = ties if cells.width(look.say(short)) <= room else ""
        words = roomy(look, room if note else area.width, told, title, short)
        heading(picture, area.x, area.y, area.width, words, look, note)
    else:
        area = area._replace(y=area.y - 1)
    if titled == "beside":
        for y, line in enumerate((roomy(look, BESIDE - 1, title, short), _ties(view, BESIDE - 1)), area.y + 2):
            picture.put(area.x + area.width - BESIDE + 1, y, line, look.muted)
    for row in range(1, s.rulings.rows + 1):
        _stands(picture, view, row, area.x + (row - 1) * (wide + 2), area.y + 1)
    drawing.sights[TIES, ""] = Rect(area.x, area.y + 1, s.rulings.rows * (wide + 2) - 2, 1)
    # While the table is dealt, a column may have no tile or only some.
    for row, there in enumerate(s.column(s.round), 1):
        spot = Rect(area.x + (row - 1) * (wide + 2), area.y + 2, wide, high)
        _spot(drawing, view, spot, row, there, now=True)


def _ties(view: View[State], room: int = 80) -> str:
    """Who wins a tie against whom, by their marks; nothing while the meeples move to other rows."""
    if view.state.point not in SETTLED:
        return ""
    marks = " ".join(view.look.glyphs.seat(seat) for seat in view.state.line())
    return roomy(view.look, room, Text("ties: {marks}", marks=marks), plain(marks))


def _spot(drawing: Drawing, view: View[State], rect: Rect, row: int, there: int, now: bool) -> None:
    look = view.look
    if now:
        drawing.places[TILE, str(row)] = rect
    if there != EMPTY:
        face_of(drawing.picture, rect, there, look, soft=not now)
        if not now:
            drawing.sights[LATER, components().tiles[there].id] = rect
    elif now:
        drawing.picture.put(rect.x + rect.width // 2, rect.y + rect.height // 2, look.glyphs.dot, look.grid)


def _stands(picture: Picture, view: View[State], row: int, x: int, y: int) -> None:
    """The number of a row, bright where it is a key now, and the meeples that stand there."""
    look, s = view.look, view.state
    place = (TILE, str(row))
    x = picture.put(x, y, str(row), look.accent if place in view.targets else look.muted)
    x = picture.put(x, y, look.glyphs.hint if place in view.hint else " ", look.accent)
    for seat in [seat for seat in range(s.rulings.players) if seat < len(s.rows) and s.rows[seat] == row]:
        x = picture.put(x, y, look.glyphs.seat(seat), look.seat(seat))
    if len(s.rows) > s.rulings.players and s.rows[-1] == row:
        picture.put(x, y, look.glyphs.princess, look.accent)


def face_of(picture: Picture, rect: Rect, tile: int, look: Look, soft: bool = False) -> None:
    """A tile as it lies on the table: both halves with their letters, its hearts between them."""
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
        style = look.soft(hue(colour, look)) if soft else look.face(hue(colour, look))
        x = rect.x + n * wide
        plate(picture, x, rect.y, wide, rect.height, style, look)
        picture.put(
            x + (0 if n == 0 and wide < 3 and rect.height == 1 else wide // 2 if n == 0 else (wide - 1) // 2),
            middle,
            letter(colour, look),
            style,
        )
    if not each.hearts:
        return
    for n, text in enumerate((str(each.hearts), look.glyphs.heart)):
        colour = each.halves[n]
        style = look.soft(hue(colour, look)) if soft else look.face(hue(colour, look))
        x = rect.x + wide - 1 + n
        below = rect.y + rect.height - 1 if rect.height > 1 else middle
        picture.put(x, below, text, style)


# --- the tile in hand ---------------------------------------------------------------------------------------------

IN_HAND: tuple[Size, ...] = ((36, 5), (34, 4))
IN_HAND_LARGE: Size = (38, 9)
"""As high as the table of kinds beside it."""


def held_at(area: Rect, look: Look) -> Rect:
    """Where the tile in hand lies in its panel: it is drawn as it is turned, with the ghost on the board."""
    # Where halves are full of letters a line cannot be halved either.
    halved = look.glyphs.half_upper == SMOOTH and (look.ansi or not look.dotted)
    wide, high = (12, 6) if area.height >= IN_HAND_LARGE[1] else (6, 3 if halved else 2)
    return Rect(area.x + 1, area.y + 1, wide, high)


def in_hand(picture: Picture, view: View[State], area: Rect) -> None:
    """For whom a tile is being laid, and where its hearts go."""
    look, s = view.look, view.state
    if s.tile == NONE:
        return
    each = components().tiles[s.tile]
    heading(picture, area.x, area.y, area.width, roomy(look, area.width, *_whose(s)), look)
    wide = held_at(area, look).width
    back = not s.princely() and s.merchants[s.todo[0][1]].penalised
    lines = [(tile_name(s.tile), look.strong), (_moves(s, back), look.bad if back and each.hearts else look.text)]
    if each.turns > 1:
        lines.append((Text("{key} turns it", key=shown_for(view.keys, "turn")), look.muted))
    y = area.y + 1
    for text, style in lines:
        words = cells.wrap(view.say(text), area.width - wide - 3)
        for part in words[: max(1, area.y + area.height - y)]:
            if y < area.y + area.height:
                picture.put(area.x + wide + 3, y, look.clip(part, area.width - wide - 3), style)
                y += 1


def _whose(s: State) -> tuple[Text, Text]:
    """For whom a tile is laid, and the same in fewer words."""
    if s.princely():
        return Text("The tile for the princess' board"), Text("For the princess' board")
    return Text("The tile for your board"), Text("For your board")


def _moves(s: State, back: bool) -> Text:
    """What the hearts of the tile in hand do."""
    each = components().tiles[s.tile]
    if each.plant:
        return Text("costs you a coloured cube")
    if not each.hearts:
        return Text("no hearts")
    if s.princely():
        return Text("princess {n} forward", n=each.hearts)
    return Text("you go {n} back", n=each.hearts) if back else Text("you go {n} forward", n=each.hearts)
