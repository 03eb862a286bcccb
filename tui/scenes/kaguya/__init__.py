"""Kaguyahime on screen: the princess' floor plan and one's own as one picture, the table, cubes, players. No rules.

Zones: cube (kinds behind the own screen, `*` the disk), store (kinds in the storage), tile (rows of the column in use),
cell (both floor plans).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from rich.style import Style

from tilehall.engine import Action, Piece, Seat, Text, both, plain
from tilehall.engine.kaguya import (
    EMPTY,
    KINDS,
    LETTERS,
    NAMES,
    NONE,
    UNPLANTED,
    YELLOW,
    Board,
    Break,
    Cell,
    Give,
    Merchant,
    Pick,
    Plant,
    Present,
    Rot,
    State,
    Take,
    components,
    cube,
    hand,
    laid,
    room_name,
    tile,
    tile_name,
    turned,
)
from tilehall.tui.kernel import cells
from tilehall.tui.kernel.drawing import Drawing, Place, Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.kernel.styled import Styled
from tilehall.tui.look import Look
from tilehall.tui.play.picking import MENU
from tilehall.tui.play.view import Glance, View
from tilehall.tui.scenes.kaguya import panels, plan
from tilehall.tui.scenes.kaguya.panels import CUBE, DISK, STORE, TILE
from tilehall.tui.scenes.kaguya.plan import CELL, CellSize, Plan
from tilehall.tui.scenes.layers import Layers
from tilehall.tui.scenes.scene import BaseScene
from tilehall.tui.scenes.text import log
from tilehall.tui.scenes.tiles import heading

ZONES = {
    ("take", "kind"): STORE,
    ("break", "kinds"): STORE,
    ("give", "kind"): CUBE,
    ("plant", "kind"): CUBE,
    ("present", "combination"): CUBE,
    ("tile", "row"): TILE,
    ("cell", "cell"): CELL,
}
RIGHT = 42
"""Columns of the panels beside the floor plans; `panels.WIDE` where there is room."""
BROAD = 110
NAMED = 16
"""Columns of a player's name in the hand in large."""
PALACE: Seat = -1
"""Stands for the princess' board among those of the seats."""
DEEDS = {
    "present": Text("hold"),
    "take": Text("take"),
    "give": Text("give"),
    "tile": Text("take the tile"),
    "cell": Text("lay the tile"),
    "rot": Text("turn the tile"),
    "plant": Text("plant"),
    "break": Text("take"),
}
"""What the verbs mean."""


class Still(NamedTuple):
    """What stays while only the cursor moves, and what it was painted from."""

    key: tuple[object, ...]
    state: State
    drawing: Drawing
    plan: Plan


class KaguyaScene(BaseScene[State]):
    """Draws `tilehall.engine.kaguya` positions, views included."""

    sets = frozenset({"PRESENT", "BREAK"})
    quarter_turns = frozenset({"ROT"})
    traces = frozenset({"lay"})
    news = frozenset({"penalty", "take", "give", "lay", "break"})

    def __init__(self) -> None:
        self._still: Still | None = None
        self._layers = Layers()

    # --- places and words -----------------------------------------------------------------------------------------

    def places_of(self, verb: str, field: str, word: str) -> tuple[Place, ...]:
        """`present RC*` is three places, `present RR` one place twice; turning and `plant none` have none."""
        zone = ZONES.get((verb, field))
        if zone is None or word == "none":
            return ()
        if verb in ("present", "break"):
            return tuple((zone, mark) for mark in word if mark != "-")
        return ((zone, word),)

    def numbered(self, view: Glance[State]) -> Sequence[Place]:
        """Kinds as 1 to 5 (the disk 6) or the rows of the table, whatever is asked for."""
        s: State = view.state
        if s.point == "TILE":
            return [(TILE, str(row)) for row in range(1, s.rulings.rows + 1)]
        if s.point in ("TAKE", "BREAK"):
            return [(STORE, kind) for kind in LETTERS]
        if s.point in ("GIVE", "PLANT", "PRESENT"):
            return [(CUBE, kind) for kind in LETTERS + DISK * (s.point == "PRESENT")]
        return []

    def deed(self, verb: str) -> Text:
        return DEEDS.get(verb) or plain(verb)

    def choice(self, view: Glance[State], action: Action) -> Text:
        """`rot 1` as `R top`; other choices in plain words."""
        s: State = view.state
        match action:
            case Present(cubes, disk):
                return Text("hold {held}", held=hand(cubes, disk))
            case Take(kind):
                return Text("take {cube} out of the storage", cube=cube(kind))
            case Give(kind):
                return Text("give {cube}", cube=cube(kind))
            case Pick(row) if s.point == "TILE" and s.princely():
                return Text("row {row}, for the princess", row=row)
            case Pick(row):
                return Text("the tile in row {row}", row=row)
            case Cell(cell):
                return Text("lay it on {cell}", cell=NAMES[cell])
            case Rot(rot):
                return turned(s.tile, rot) if s.tile != NONE else Text("as it is")
            case Plant(kind) if kind == UNPLANTED:
                return Text("no cube: show your screen")
            case Plant(kind):
                return Text("{cube} on the houseplant", cube=cube(kind))
            case Break(kinds):
                return Text("take {cubes}", cubes=both(map(cube, kinds)))
        return plain(str(action))

    def describe(self, view: Glance[State], place: Place) -> Text:
        s: State = view.state
        match place:
            case (zone, name) if zone == CELL:
                return _on_cell(s, name)
            case (zone, name) if zone == TILE:
                return _in_row(s, name)
            case (zone, name) if zone == STORE:
                return _in_storage(s, LETTERS.index(name))
            case (zone, name) if zone == CUBE and name == DISK:
                unused = s.merchants[view.seat].disk
                return Text("Your exchange disk: unused.") if unused else Text("Your exchange disk: spent.")
            case (zone, name) if zone == CUBE:
                return _behind_screen(LETTERS.index(name), panels.own(view, LETTERS.index(name)))
        return plain(place[1])

    def chip(self, look: Look, piece: Piece) -> Styled:
        """A cube by its letter on its colour, a tile as on the table: its halves and its hearts."""
        match piece:
            case Piece("cube" | "half", letter):
                colour = LETTERS.index(letter) if letter in LETTERS else YELLOW
                return [(letter, look.face(plan.hue(colour, look)))]
            case Piece("tile", id):
                each = components().tiles[components().tile_numbers[id]]
                halves = [(plan.letter(half, look), look.face(plan.hue(half, look))) for half in each.halves]
                return [*halves, (str(each.hearts), look.strong)] if each.hearts else halves
        return ()

    def legend(self, look: Look) -> Mapping[str, Text]:
        glyphs, box = look.glyphs, components()
        kinds = {letter: cube(n).name or Text("") for n, letter in enumerate(LETTERS)}
        coloured = {
            letter: Text("{colour}: {room}", colour=kinds[letter], room=room_name(n))
            for n, letter in enumerate(LETTERS[: len(box.rooms)])
        }
        clear = LETTERS[len(box.rooms)]
        return {
            **coloured,
            clear: Text("{colour}: copies the cube beside it", colour=kinds[clear]),
            "Y": Text("storing space, no room"),
            glyphs.heart: Text("hearts of a tile"),
            glyphs.plant: Text("a houseplant"),
            glyphs.disk: Text("the exchange disk, unused"),
            f"RC{DISK}": Text("{disk}: the exchange disk in a hand", disk=DISK),
            glyphs.star: Text("value"),
            "x2:9": Text("with {cubes} in the storage the rate is {rate}", cubes=9, rate="x2"),
            glyphs.princess: Text("the princess"),
            glyphs.cross: Text("penalised: hearts count backwards"),
            glyphs.legal: Text("may be chosen"),
            glyphs.last: Text("laid last"),
        }

    # --- the board ------------------------------------------------------------------------------------------------

    def paint(self, view: View[State], width: int, height: int) -> Drawing:
        still = self._base(view, width, height)
        drawing = Drawing(still.drawing.picture.copy(), dict(still.drawing.places))
        self._ghost(drawing.picture, view, still.plan)
        if view.cursor:
            self._cursor(drawing, view)
        return drawing

    def _base(self, view: View[State], width: int, height: int) -> Still:
        """Everything but cursor and ghost, painted anew only if something in it changed."""
        picks = tuple(view.picker.picks) if view.picker else ()
        key = (view.seat, view.targets, view.hint, picks, view.look, view.size, width, height, len(view.log))
        if self._still is None or self._still.state is not view.state or self._still.key != key:
            drawing = Drawing(Picture(width, height, view.look.table))
            standing = ([merchant.favour for merchant in view.state.merchants], view.state.princess, view.state.round)
            source = (standing, view.names)
            self._layers.lay(drawing, "track", Rect(0, 0, width, 2), view.look, source, partial(_track, view))
            top = 3 if height >= 24 else 2
            right = panels.WIDE if width >= BROAD else RIGHT
            left = Rect(0, top, width - right - 1, height - top)
            told = self._beside(drawing, view, Rect(width - right, top, right, height - top))
            shown = self._plans(drawing, view, left, told)
            self._still = Still(key, view.state, drawing, shown)
        return self._still

    def _plans(self, drawing: Drawing, view: View[State], area: Rect, told: bool) -> Plan:
        """The plan of the princess and the seat, the others beside or below it, and a panel in what is left."""
        s, look = view.state, view.look
        high = plan.tall(s, view.seat)
        others = [(view.seat + n) % s.rulings.players for n in range(1, s.rulings.players)]
        size = _fitting(area, high, len(others), view)
        shown = plan.plan((s.palace, s.merchants[view.seat].board), size, area.x, area.y, True)
        inks = (look.accent, look.seat(view.seat), look.grid)
        source = (shown.boards, size, view.seat, view.marks)
        spot = Rect(area.x, area.y, shown.width, shown.height)
        self._layers.lay(drawing, "plan", spot, look, source, partial(_plan, view, shown, inks))
        for cell, rect in shown.rects():
            drawing.places[CELL, NAMES[cell]] = rect
            if (CELL, NAMES[cell]) in view.targets:
                middle = (rect.x + (rect.width - 1) // 2, rect.y + rect.height // 2)
                glyph = look.glyphs.play if (CELL, NAMES[cell]) in view.hint else look.glyphs.legal
                plan.mark(drawing.picture, *middle, glyph, look.palette.legal, look)
        if high:
            rest = Rect(area.x + shown.width + 1, area.y, area.width - shown.width - 1, area.height)
        else:
            below = shown.height + (area.height >= 20)
            rest = Rect(area.x, area.y + below, area.width, area.height - below)
        used = _boards(self._layers, drawing, view, rest, others, plan.SIZES[plan.SIZES.index(size) + 1 :])
        gap = rest.height >= 16
        left = Rect(rest.x, rest.y + used + gap, rest.width, rest.height - used - gap)
        self._below(drawing.picture, view, left, told)
        return shown

    def _below(self, picture: Picture, view: View[State], area: Rect, told: bool) -> None:
        """What matters now: totals while hands are chosen, the tile in hand, rooms, the log."""
        s, y = view.state, area.y
        if s.point == "PRESENT":
            y += panels.totals(picture, view, area)
        else:
            y += panels.in_hand(picture, view, area)
        room = area.y + area.height - y
        gap = room >= 12
        if not s.ending and s.round > 1 and room >= 9 + gap and area.width >= 26:
            y += panels.rooms(picture, view, Rect(area.x, y + gap, area.width, room - gap)) + gap
        room = area.y + area.height - y
        if room >= 3 and not told:
            log(picture, view, Rect(area.x, y + (room > 4), area.width, room - (room > 4)))

    def _beside(self, drawing: Drawing, view: View[State], area: Rect) -> bool:
        """Table (at the end the rooms), cubes, players, and the log if there is room; whether there was."""
        s: State = view.state
        gap = area.height >= 2 * s.rulings.players + 18
        if s.ending:
            y = area.y + panels.rooms(drawing.picture, view, Rect(area.x, area.y, area.width - 1, 9)) + gap
        else:
            high = panels.table_lines(view, area)
            table: object = (s.table, s.round, s.rows, area.height, view.names)
            spot = Rect(area.x, area.y, area.width, high)
            self._layers.lay(drawing, "table", spot, view.look, table, partial(_table, view, area.height))
            y = area.y + high + gap
        y += panels.cubes(drawing, view, Rect(area.x, y, area.width, 6)) + gap
        y += panels.players(drawing.picture, view, Rect(area.x, y, area.width, s.rulings.players + 1)) + gap
        room = area.y + area.height - y
        if room >= 3:
            told = Rect(area.x, y, area.width - 1, room)
            self._layers.lay(drawing, "log", told, view.look, view.log, partial(_log, view))
        return room >= 3

    # --- what moves with the cursor -------------------------------------------------------------------------------

    def _cursor(self, drawing: Drawing, view: View[State]) -> None:
        rect = drawing.places.get(view.cursor) if view.cursor else None
        if rect is None or view.cursor is None:
            return
        picture, look = drawing.picture, view.look
        if rect.height > 1 and view.cursor[0] == CELL:
            plan.corners(picture, rect, look)
            if view.picker and view.picker.decision.kind == "CELL" and view.cursor not in view.targets:
                x, y = rect.x + (rect.width - 1) // 2, rect.y + rect.height // 2
                plan.mark(picture, x, y, look.glyphs.cross, look.palette.bad, look)
            return
        y = rect.y + rect.height - 1
        picture.put(rect.x - 1, y, look.glyphs.cursor_l, look.accent)
        picture.put(rect.x + rect.width, y, look.glyphs.cursor_r, look.accent)

    def _ghost(self, picture: Picture, view: View[State], shown: Plan) -> None:
        """The tile in hand where it would lie, turned as it would be."""
        s: State = view.state
        if s.tile == NONE or view.picker is None:
            return
        cell, rot, cube = _aimed(view)
        rect = shown.rect(cell) if cell != NONE else None
        if rect is None:
            return
        tile = components().tiles[s.tile]
        plan.lay(picture, rect, plan.halves(s.tile, cube), rot, view.look, tile.plant, soft=True)
        if view.cursor and view.cursor[0] != CELL:
            plan.corners(picture, rect, view.look)

    # --- the hand in large ----------------------------------------------------------------------------------------

    def hand(self, view: View[State], width: int, height: int) -> Drawing:
        """The own cubes, what is known of everybody else's, the rooms as they would pay, and all boards."""
        drawing = Drawing(Picture(width, height, view.look.table))
        picture, look, s = drawing.picture, view.look, view.state
        x, merchant = 1, s.merchants[view.seat]
        for kind in KINDS:
            count = panels.own(view, kind)
            face = look.face(plan.hue(kind, look))
            picture.put(x, 0, f"  {LETTERS[kind]}  ", face)
            picture.put(x + 6, 0, "?" if count is None else f"x{count}", look.strong)
            x += 11
        disk = Text("disk {disk}", disk=look.glyphs.disk) if merchant.disk else Text("disk spent")
        picture.put(x, 0, look.clip(view.say(disk), width - x), look.strong)
        y = 2 + self._known(picture, view, 1, 2, width - 2)
        y += 1 + panels.rooms(picture, view, Rect(1, y, min(width - 2, 76), min(9, height - y)))
        boards = [PALACE, *((view.seat + n) % s.rulings.players for n in range(s.rulings.players))]
        _boards(Layers(), drawing, view, Rect(1, y, width - 2, height - y), boards, plan.SIZES[1:])
        return drawing

    def _known(self, picture: Picture, view: View[State], x: int, y: int, width: int) -> int:
        """What anybody could have counted of the rivals' cubes."""
        look, s = view.look, view.state
        heading(picture, x, y, width, view.say(Text("Cubes of the others")), look)
        rivals = [seat for seat in range(s.rulings.players) if seat != view.seat]
        names = {seat: look.clip(view.names[seat], NAMED) for seat in rivals}
        column = x + max(9, *map(cells.width, names.values())) + 1
        for n, seat in enumerate(rivals, 1):
            picture.put(x, y + n, names[seat], look.seat(seat))
            words = look.clip(view.say(_counted(s.merchants[seat])), x + width - column)
            picture.put(column, y + n, words, look.text)
        return len(rivals) + 1


def _counted(merchant: Merchant) -> Text:
    """`7 behind the screen: RBC for sure, 4 unknown colours, disk`."""
    sure = "".join(LETTERS[kind] * count for kind, count in enumerate(merchant.sure))
    known = Text(
        "{count} behind the screen: {sure} for sure, {n} unknown colour",
        "{count} behind the screen: {sure} for sure, {n} unknown colours",
        count=merchant.count,
        sure=sure or Text("none"),
        n=merchant.hidden,
    )
    return Text("{known}, disk", known=known) if merchant.disk else Text("{known}, no disk", known=known)


# --- small pieces -------------------------------------------------------------------------------------------------


def _track(view: View[State], drawing: Drawing, area: Rect) -> None:
    panels.track(drawing.picture, view, area.x, area.y, area.width)


def _plan(view: View[State], shown: Plan, inks: Sequence[Style], drawing: Drawing, area: Rect) -> None:
    plan.draw(drawing.picture, shown._replace(x=area.x, y=area.y), view.look, inks, view.marks)


def _table(view: View[State], height: int, drawing: Drawing, area: Rect) -> None:
    panels.table(drawing, view, Rect(area.x, area.y, area.width, height))


def _log(view: View[State], drawing: Drawing, area: Rect) -> None:
    log(drawing.picture, view, area)


def _boards(
    layers: Layers, drawing: Drawing, view: View[State], area: Rect, seats: Sequence[Seat], able: Sequence[CellSize]
) -> int:
    """The boards of some players, or the princess', as large as they fit of these sizes; the lines they take."""
    s, look = view.state, view.look
    spare = 0 if PALACE in seats else 7
    fit = [size for size in able if _holds(area, len(seats), 3 * size.width, 3 * size.height + 1, spare)]
    sizes = [size for size in fit if _smooth(size, look)]
    size = sizes[0] if sizes else plan.QUARTERED
    wide, high = 3 * size.width, 3 * size.height + 1
    per_row = max(1, (area.width + 2) // (wide + 2))
    for n, seat in enumerate(seats):
        x, y = area.x + n % per_row * (wide + 2), area.y + n // per_row * (high + 1)
        board = s.palace if seat == PALACE else s.merchants[seat].board
        spot, paint = Rect(x, y, wide, high), partial(_board, view, seat, board, size)
        if size is plan.QUARTERED:
            # Its cells are told apart by where they are on the screen.
            paint(drawing, spot)
        else:
            layers.lay(drawing, ("board", seat), spot, look, (board, size, view.marks, view.names), paint)
    rows = -(-len(seats) // per_row)
    return rows * high + rows - 1


def _board(view: View[State], seat: Seat, board: Board, size: CellSize, drawing: Drawing, area: Rect) -> None:
    """One board with its owner above it."""
    look, picture, x, y, wide = view.look, drawing.picture, area.x, area.y, area.width
    if seat == PALACE:
        picture.put(x, y, look.glyphs.princess, look.accent)
        picture.put(x + 2, y, look.clip(view.say(Text("princess")), wide - 2), look.accent)
    else:
        picture.put(x, y, panels.initials(view.names)[seat], look.pawn(seat))
        picture.put(x + 2, y, look.clip(view.names[seat], wide - 2), look.seat(seat))
    plan.draw(picture, plan.plan((board,), size, x, y + 1, False), look, (), view.marks)


def _smooth(size: CellSize, look: Look) -> bool:
    """Whether a cell of this size can be halved with these characters."""
    return size.height % 2 == 0 or look.glyphs.half_upper == plan.SMOOTH


def _holds(area: Rect, count: int, width: int, height: int, spare: int) -> bool:
    """Whether so many boards of a size fit into an area and leave it so many lines."""
    per_row = (area.width + 2) // (width + 2)
    if not per_row:
        return False
    rows = -(-count // per_row)
    needed = rows * (height + 1) - 1
    return needed <= area.height - (spare if needed > 7 else 0)


def _fitting(area: Rect, high: bool, others: int, view: View[State]) -> CellSize:
    """The largest size (or the wanted one) of a cell with which plans and the others' boards have room."""
    beside = others * 6 + (others - 1) * 2
    able = []
    for size in plan.SIZES:
        if not _smooth(size, view.look):
            continue
        if high:
            fits = 3 * size.width + 3 + beside <= area.width and 6 * size.height + 1 <= area.height
        else:
            fits = 6 * size.width + 2 <= area.width and 3 * size.height + 1 + 7 + 3 <= area.height
        if fits:
            able.append(size)
    return next((size for size in able if size.name == view.size), able[0] if able else plan.SIZES[-1])


def _aimed(view: View[State]) -> tuple[int, int, int]:
    """Cell, rotation and cube of the tile in hand as the cursor means them; NONE for no cell."""
    s, cursor, picker = view.state, view.cursor, view.picker
    assert picker is not None
    kind, (zone, name) = picker.decision.kind, cursor or ("", "")
    turns = components().tiles[s.tile].turns
    if kind == "CELL":
        lies = zone == CELL and (CELL, name) in view.targets
        return NAMES.index(name) if lies else NONE, view.turn % turns, UNPLANTED
    if kind == "ROT":
        return s.cell, int(name[-1]) if zone == MENU else view.turn % turns, UNPLANTED
    cube = LETTERS.index(name) if zone == CUBE and name in LETTERS[:4] else UNPLANTED
    return s.cell, max(s.rot, 0), cube


# --- places in words ----------------------------------------------------------------------------------------------


def _on_cell(s: State, name: str) -> Text:
    cell = NAMES.index(name)
    for board in (s.palace, *(merchant.board for merchant in s.merchants)):
        side = components().sides[board.side]
        if placed := board.at(cell):
            _, number, rot, plant = placed
            return Text("{cell}: {tile}.", cell=name, tile=laid(number, rot, plant))
        if side.cells >> cell & 1:
            where = Text("the princess' board") if board is s.palace else Text("board {board}", board=side.id)
            return _empty(name, where, cell == side.start)
    return Text("{cell}: no cell.", cell=name)


def _empty(cell: str, where: Text, first: bool) -> Text:
    if first:
        return Text(
            "{cell}: empty cell of {where}, the coloured cell: the first tile goes here.", cell=cell, where=where
        )
    return Text("{cell}: empty cell of {where}.", cell=cell, where=where)


def _in_row(s: State, row: str) -> Text:
    """The tile of a row, drawn and said."""
    number = s.column(s.round)[int(row) - 1] if s.table else EMPTY
    if number == EMPTY:
        return Text("Row {row}: the tile has been taken.", row=row)
    drawn, each = tile(number)._replace(name=None), components().tiles[number]
    shown = Text("{tile} {what}", tile=drawn, what=tile_name(number))
    if each.plant:
        return Text("Row {row}: {tile}, two mats in the colour of your cube, no hearts.", row=row, tile=shown)
    if each.halves[0] == each.halves[1]:
        return Text("Row {row}: {tile}, two mats, no hearts.", row=row, tile=shown)
    return Text("Row {row}: {tile}.", row=row, tile=shown)


def _in_storage(s: State, kind: int) -> Text:
    piece, count = cube(kind), s.storage[kind]
    shown = Text("{cube} ({name})", cube=piece._replace(name=None), name=piece.name or Text(""))
    if kind >= len(s.values):
        return Text("{cube}: {count} in the storage.", cube=shown, count=count)
    return Text("{cube}: {count} in the storage, worth {stars}.", cube=shown, count=count, stars=s.values[kind])


def _behind_screen(kind: int, count: int | None) -> Text:
    if count is None:
        return Text("{cube}: behind the screen.", cube=cube(kind))
    return Text("{cube}: {count} behind your screen.", cube=cube(kind), count=count)
