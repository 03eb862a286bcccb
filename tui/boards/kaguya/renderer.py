"""The renderer of Kaguyahime: both floor plans as one picture, the table, cubes, players. No rules.

Zones: cube (kinds behind the viewer's screen, `*` the disk), store (kinds in the storage), tile (rows of the column in
use), cell (both floor plans).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from tilehall.engine import Action, Piece, SeatNo, Text, join_and, literal_text
from tilehall.engine.games.kaguya import (
    COLOURS,
    EMPTY,
    KINDS,
    LETTERS,
    NAMES,
    NONE,
    UNPLANTED,
    YELLOW,
    ChoosePlantCube,
    ChooseTile,
    ChooseTileCell,
    ChooseTileRotation,
    GiveCube,
    KaguyaBoard,
    KaguyaState,
    Merchant,
    Present,
    RoomContest,
    TakeBreakCubes,
    TakeCube,
    components,
    cube,
    fist_contents,
    laid_tile,
    room_contests,
    room_name,
    tile,
    tile_name,
    turned_tile,
)
from tilehall.tui.boards.kaguya import cube_kinds, fist, floor_plan, offer, panels
from tilehall.tui.boards.kaguya.cube_kinds import CUBE, DISK, STORE
from tilehall.tui.boards.kaguya.floor_plan import CELL, CellSize, FloorPlan
from tilehall.tui.boards.kaguya.layout import LayoutBlock, pack_blocks
from tilehall.tui.boards.kaguya.offer import TILE
from tilehall.tui.boards.layers import Layers
from tilehall.tui.boards.log_panel import draw_log
from tilehall.tui.boards.renderer import BaseRenderer, WordContext
from tilehall.tui.boards.tiles import draw_heading
from tilehall.tui.config.look import Look
from tilehall.tui.player.selection import MENU
from tilehall.tui.player.view import CursorContext, View
from tilehall.tui.terminal.output import cells
from tilehall.tui.terminal.output.cache import SourceCache
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine

if TYPE_CHECKING:
    from tilehall.engine.teaching.things import Thing

ZONES = {
    ("take", "kind"): STORE,
    ("break", "kinds"): STORE,
    ("give", "kind"): CUBE,
    ("plant", "kind"): CUBE,
    ("present", "combination"): CUBE,
    ("tile", "row"): TILE,
    ("cell", "cell"): CELL,
}
BROAD, TALL = 110, 24
"""Columns from which on panels have gaps, and lines from which on the favour track has lines of its own."""
MARGIN = 1
"""Empty columns at the left."""
VAST = 150
"""Columns from which on no part takes a whole line alone."""
NAMED = 16
"""Columns of a player's name in the hand view."""
PALACE: SeatNo = -1
PRINCESS, TRACK, SCREEN = "princess", "track", "screen"
"""Zones that can only be looked at."""
"""Stands for the princess' board among those of the seats."""
VERB_TEXTS = {
    "present": Text("hold"),
    "take": Text("take"),
    "give": Text("give"),
    "tile": Text("take the tile"),
    "cell": Text("lay the tile"),
    "rot": Text("turn the tile"),
    "plant": Text("plant"),
    "break": Text("take"),
}
"""The text of each verb."""


class CachedDrawing(NamedTuple):
    """The drawing that stays while only the cursor moves, and the source it was painted from."""

    key: tuple[object, ...]
    state: KaguyaState
    drawing: Drawing
    hand: Rect | None
    """The area of the enlarged tile in hand."""


class KaguyaRenderer(BaseRenderer[KaguyaState]):
    """Draws positions and views of `tilehall.engine.games.kaguya`."""

    set_decisions = frozenset({"PRESENT", "BREAK"})
    rotation_decisions = frozenset({"ROT"})
    marked_events = frozenset({"lay"})
    recap_events = frozenset({"penalty", "take", "give", "lay", "rooms", "break"})

    def __init__(self) -> None:
        self._cached: CachedDrawing | None = None
        self._layers = Layers()
        self._contests = SourceCache[tuple[RoomContest, ...]]()

    # --- places and words -----------------------------------------------------------------------------------------

    def places_of(self, verb: str, field: str, word: str) -> tuple[Place, ...]:
        """`present RC*` is three places, `present RR` one place twice; rotations and `plant none` have none."""
        zone = ZONES.get((verb, field))
        if zone is None or word == "none":
            return ()
        if verb in ("present", "break"):
            return tuple((zone, mark) for mark in word if mark != "-")
        return ((zone, word),)

    def digit_places(self, view: CursorContext[KaguyaState]) -> Sequence[Place]:
        """Returns the kinds as 1 to 5 (the disk as 6), or the rows of the table, as the decision needs."""
        s: KaguyaState = view.state
        if s.point == "TILE":
            return [(TILE, str(row)) for row in range(1, s.rulings.rows + 1)]
        if s.point in ("TAKE", "BREAK"):
            return [(STORE, kind) for kind in LETTERS]
        if s.point in ("GIVE", "PLANT", "PRESENT"):
            return [(CUBE, kind) for kind in LETTERS + DISK * (s.point == "PRESENT")]
        return []

    def describe_verb(self, verb: str) -> Text:
        return VERB_TEXTS.get(verb) or literal_text(verb)

    def describe_action(self, view: CursorContext[KaguyaState], action: Action) -> Text:
        """`rot 1` as `R top`; other choices in plain words."""
        s: KaguyaState = view.state
        match action:
            case Present(cubes, disk):
                return Text("hold {held}", held=fist_contents(cubes, disk))
            case TakeCube(kind):
                return Text("take {cube} out of the storage", cube=cube(kind))
            case GiveCube(kind):
                return Text("give {cube}", cube=cube(kind))
            case ChooseTile(row) if s.point == "TILE" and s.is_princess_tile():
                return Text("tile {row}, for the princess", row=row)
            case ChooseTile(row):
                return Text("tile {row}", row=row)
            case ChooseTileCell(cell):
                return Text("lay it on {cell}", cell=NAMES[cell])
            case ChooseTileRotation(rot):
                return turned_tile(s.tile, rot) if s.tile != NONE else Text("as it is")
            case ChoosePlantCube(kind) if kind == UNPLANTED:
                return Text("no cube: show your screen")
            case ChoosePlantCube(kind):
                return Text("{cube} on the houseplant", cube=cube(kind))
            case TakeBreakCubes(kinds):
                return Text("take {cubes}", cubes=join_and(map(cube, kinds)))
        return literal_text(str(action))

    def describe(self, view: CursorContext[KaguyaState], place: Place) -> Text:
        s: KaguyaState = view.state
        match place:
            case (zone, name) if zone == CELL:
                return _on_cell(s, name)
            case (zone, name) if zone == TILE:
                return _in_row(s, name)
            case (zone, name) if zone == STORE:
                return _in_storage(s, LETTERS.index(name))
            case (zone, name) if zone == CUBE and name == DISK:
                return _own_disk(s.merchants[view.seat])
            case (zone, name) if zone == CUBE:
                return _behind_screen(LETTERS.index(name), s.merchants[view.seat])
        return literal_text(place[1])

    def thing_at(self, view: CursorContext[KaguyaState], place: Place) -> Thing | None:
        from tilehall.tui.boards.kaguya.things import thing_at

        return thing_at(view, place)

    def chip(self, look: Look, piece: Piece) -> StyledLine:
        """Returns a cube by its letter on its colour, a tile by its halves and hearts."""
        match piece:
            case Piece("cube" | "half", letter):
                colour = LETTERS.index(letter) if letter in LETTERS else YELLOW
                return [(letter, look.face(floor_plan.half_hue(colour, look)))]
            case Piece("tile", id):
                each = components().tiles[components().tile_numbers[id]]
                halves = [
                    (floor_plan.half_letter(half, look), look.face(floor_plan.half_hue(half, look)))
                    for half in each.halves
                ]
                return [*halves, (str(each.hearts), look.strong)] if each.hearts else halves
        return ()

    def style_word(self, look: Look, word: str, where: WordContext) -> StyledLine:
        """Styles the letters of cubes, and those of a tile in the colours of its halves."""
        if where == "table" and len(word) == 1 and (word in LETTERS or word == "Y"):
            return [(word, look.face(floor_plan.half_hue(LETTERS.index(word) if word in LETTERS else YELLOW, look)))]
        number = components().tile_numbers.get(word)
        if number is None:
            return ()
        first, second = components().tiles[number].halves
        middle = len(word) - 1
        return [
            (word[:middle], look.face(floor_plan.half_hue(first, look))),
            (word[middle:], look.face(floor_plan.half_hue(second, look))),
        ]

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
            "x2": Text("what each mat of the largest room pays; the second largest pays half"),
            glyphs.arrow_up: Text("the largest room of its colour"),
            f"1 {glyphs.seat(0)}": Text("tile 1, and whose meeple stands there"),
            f"{glyphs.seat(1)} {glyphs.seat(0)}": Text("ties: who comes first, in this order"),
            "4+": Text("is ahead with 4 or more: such a sum comes before yours; with any fist: every sum does"),
            glyphs.princess: Text("the princess"),
            glyphs.cross: Text("hearts go back: who held the same moves backwards this round"),
            glyphs.socket: Text("the coloured cell: a board's first tile goes here"),
            glyphs.legal: Text("may be chosen"),
            glyphs.last: Text("laid last"),
        }

    # --- the board ------------------------------------------------------------------------------------------------

    def paint(self, view: View[KaguyaState], width: int, height: int) -> Drawing:
        """Draws the board; parts other than cursor and ghost are repainted only if their source changed."""
        picks = tuple(view.selection.picks) if view.selection else ()
        key = (
            view.seat,
            view.targets,
            view.hint_places,
            picks,
            view.look,
            view.size,
            width,
            height,
            len(view.log),
            view.is_own,
        )
        if self._cached is None or self._cached.state is not view.state or self._cached.key != key:
            drawing = Drawing(Picture(width, height, view.look.table))
            hand = self._parts(drawing, view, width, height)
            self._cached = CachedDrawing(key, view.state, drawing, hand)
        still = self._cached.drawing
        drawing = Drawing(still.picture.copy(), dict(still.places), still.sight_areas, still.log)
        self._ghost(drawing, view, self._cached.hand)
        if view.cursor:
            self._cursor(drawing, view)
        return drawing

    def _parts(self, drawing: Drawing, view: View[KaguyaState], width: int, height: int) -> Rect | None:
        """Draws every part and returns the area of the tile in hand. The pending decision gets the most room."""
        s, look = view.state, view.look
        tracked = height >= TALL
        top = (3 if tracked else 1) + (height >= 27)
        source: object = ([merchant.favour for merchant in s.merchants], s.princess, s.round, s.ending, view.names)
        head = Rect(MARGIN, 0, width - MARGIN, 3 if tracked else 1)
        self._layers.paint_part(drawing, "track", head, look, source, partial(_track, view))
        area = Rect(MARGIN, top, width - MARGIN, height - top)
        roomy, scope = width >= BROAD and height >= TALL, _layout_key(view, width, height)
        spots = pack_blocks(area, _blocks(scope), 2 if roomy else 1, 1 if roomy else 0)
        size, at = spots["plan"]
        self._plan(drawing, view, scope.cells[size], at)
        if "boards" in spots:
            self._around(drawing, view, *spots["boards"])
        drawing.log = spots["log"][1] if "log" in spots else None
        for name, paint in self._painters(view, s).items():
            if name in spots:
                size, at = spots[name]
                drawn_from = (_source(name, view), size)
                self._layers.paint_part(drawing, name, at, look, drawn_from, partial(paint, size))
        return offer.held_tile_rect(spots["hand"][1], look) if "hand" in spots and s.tile != NONE else None

    def _rooms_of(self, s: KaguyaState) -> tuple[RoomContest, ...]:
        """Returns the rooms of all colours, cached by boards, storage and tie-break line."""
        boards = tuple(merchant.board for merchant in s.merchants)
        return self._contests.get("", (s.palace, boards, s.storage, s.rows), lambda: room_contests(s))

    def _painters(
        self, view: View[KaguyaState], s: KaguyaState
    ) -> Mapping[str, Callable[[int, Drawing, Rect], object]]:
        """Returns the function that paints each part in a size."""
        return {
            "fist": partial(_fist, view),
            "opened": partial(_opened, view),
            "kinds": partial(_kinds, view, self._rooms_of(s)),
            "tiles": partial(_tiles, view),
            "hand": partial(_in_hand, view),
            "rooms": partial(_rooms, view),
            "log": partial(_log, view),
        }

    def _around(self, drawing: Drawing, view: View[KaguyaState], number: int, area: Rect) -> None:
        """Draws the others' boards in full: names, coordinates and tiles."""
        size, stacked = AROUND[number // 2], number % 2 == 1
        players, (wide, high) = view.state.rulings.players, _board_size(size)
        for n in range(1, players):
            seat = (view.seat + n) % players
            board = view.state.merchants[seat].board
            x, y = (0, (n - 1) * (high + 1)) if stacked else ((n - 1) * (wide + 2), 0)
            spot = Rect(area.x + x, area.y + y, wide, high)
            source = (board, size, view.marks & {NAMES[placed[0]] for placed in board.placed}, view.names)
            self._layers.paint_part(
                drawing, ("board", seat), spot, view.look, source, partial(_board, view, seat, board, size)
            )

    def _plan(self, drawing: Drawing, view: View[KaguyaState], size: CellSize, area: Rect) -> None:
        """Draws the plan of the princess and the viewer, with the names beside their halves."""
        s, look = view.state, view.look
        boards = (s.palace, s.merchants[view.seat].board)
        shown = floor_plan.make_floor_plan(boards, size, area.x, area.y + 1, True)
        source = (shown.boards, size, view.seat, view.marks, view.names)
        self._layers.paint_part(drawing, "plan", area, look, source, partial(_plan, view, shown))
        for cell, rect in shown.rects():
            drawing.places[CELL, NAMES[cell]] = rect
            if (CELL, NAMES[cell]) in view.hint_places:
                middle = (rect.x + (rect.width - 1) // 2, rect.y + rect.height // 2)
                floor_plan.draw_mark(drawing.picture, *middle, look.glyphs.hint, look.palette.legal, look)
            elif (CELL, NAMES[cell]) in view.targets:
                floor_plan.draw_legal_mark(drawing.picture, rect, NAMES[cell], look)

    # --- what moves with the cursor -------------------------------------------------------------------------------

    def _cursor(self, drawing: Drawing, view: View[KaguyaState]) -> None:
        rect = drawing.places.get(view.cursor) if view.cursor else None
        if rect is None or view.cursor is None:
            return
        picture, look = drawing.picture, view.look
        if rect.height > 1 and view.cursor[0] in (CELL, TILE):
            laying = view.cursor[0] == CELL and view.selection and view.selection.decision.kind == "CELL"
            if laying and view.cursor in view.targets:
                # The ghost draws a cursor of its own.
                return
            if view.cursor[0] == TILE and rect.width <= floor_plan.SIZES[-1].width:
                # A small tile has room for the mark beside it only.
                rect = Rect(rect.x - 1, rect.y, rect.width + 2, rect.height)
            floor_plan.draw_cursor(picture, rect, look)
            if laying:
                x, y = rect.x + (rect.width - 1) // 2, rect.y + rect.height // 2
                floor_plan.draw_mark(picture, x, y, look.glyphs.cross, look.palette.bad, look)
            return
        y = rect.y + rect.height - 1
        picture.put(rect.x - 1, y, look.glyphs.cursor_l, look.accent)
        picture.put(rect.x + rect.width, y, look.glyphs.cursor_r, look.accent)

    def _ghost(self, drawing: Drawing, view: View[KaguyaState], hand: Rect | None) -> None:
        """Draws the tile in hand as a ghost on the board, and enlarged in its panel, in its current rotation."""
        s: KaguyaState = view.state
        if s.tile == NONE:
            return
        cell, rot, cube = _aimed(view) if view.selection else (NONE, max(s.rot, 0), UNPLANTED)
        tile, picture, halves = components().tiles[s.tile], drawing.picture, floor_plan.half_colours(s.tile, cube)
        if hand:
            floor_plan.draw_tile(picture, hand, halves, rot, view.look, tile.plant)
        rect = drawing.places.get((CELL, NAMES[cell])) if cell != NONE else None
        if rect is None:
            return
        floor_plan.draw_tile(picture, rect, halves, rot, view.look, tile.plant, soft=True)
        floor_plan.draw_cursor_around_ghost(picture, rect, rot, view.look)

    # --- the hand in large ----------------------------------------------------------------------------------------

    def paint_hand(self, view: View[KaguyaState], width: int, height: int) -> Drawing:
        """Draws the viewer's cubes, what is known of the others', the rooms as they would pay, and all boards."""
        drawing = Drawing(Picture(width, height, view.look.table))
        picture, look, s = drawing.picture, view.look, view.state
        x, merchant = 1, s.merchants[view.seat]
        for kind in KINDS:
            count = cube_kinds.own_count(view, kind)
            face = look.face(floor_plan.half_hue(kind, look))
            picture.put(x, 0, f"  {LETTERS[kind]}  ", face)
            picture.put(x + 6, 0, "?" if count is None else f"x{count}", look.strong)
            drawing.sight_areas[CUBE, LETTERS[kind]] = Rect(x, 0, 9, 1)
            x += 11
        disk = Text("disk {disk}", disk=look.glyphs.disk) if merchant.has_disk_left else Text("disk spent")
        drawing.sight_areas[CUBE, DISK] = Rect(
            x, 0, picture.put(x, 0, look.clip(view.say(disk), width - x), look.strong) - x, 1
        )
        y = 2 + self._known(drawing, view, 1, 2, width - 2)
        y += 1 + panels.draw_rooms(drawing, view, Rect(1, y, min(width - 2, 76), min(9, height - y)))
        boards = [PALACE, *((view.seat + n) % s.rulings.players for n in range(s.rulings.players))]
        _boards(drawing, view, Rect(1, y, width - 2, height - y), boards, floor_plan.SIZES[1:])
        return drawing

    def _known(self, drawing: Drawing, view: View[KaguyaState], x: int, y: int, width: int) -> int:
        """Draws what the viewer could have counted of the rivals' cubes."""
        look, s, picture = view.look, view.state, drawing.picture
        draw_heading(picture, x, y, width, view.say(Text("Cubes of the others")), look)
        rivals = [seat for seat in range(s.rulings.players) if seat != view.seat]
        names = {seat: look.clip(view.names[seat], NAMED) for seat in rivals}
        column = x + max(9, *map(cells.width, names.values())) + 1
        for n, seat in enumerate(rivals, 1):
            picture.put(x, y + n, names[seat], look.seat(seat))
            drawing.sight_areas[SCREEN, str(seat)] = Rect(x, y + n, width, 1)
            words = look.clip(view.say(_counted(s.merchants[seat])), x + width - column)
            picture.put(column, y + n, words, look.text)
        return len(rivals) + 1


def _counted(merchant: Merchant) -> Text:
    """Returns `7 behind the screen: RBC for sure, 4 unknown colours, disk`."""
    sure = "".join(LETTERS[kind] * count for kind, count in enumerate(merchant.sure))
    known = Text(
        "{count} behind the screen: {sure} for sure, {n} unknown colour",
        "{count} behind the screen: {sure} for sure, {n} unknown colours",
        count=merchant.cube_count,
        sure=sure or Text("none"),
        n=merchant.hidden,
    )
    return Text("{known}, disk", known=known) if merchant.disk else Text("{known}, no disk", known=known)


# --- small pieces -------------------------------------------------------------------------------------------------


def _cell_sizes(view: View[KaguyaState], width: int, height: int) -> tuple[CellSize, ...]:
    """Returns the sizes that the floor plan may have, the wanted one first."""
    able = [size for size in floor_plan.SIZES if _can_halve(size, view.look)]
    if view.state.point == "PRESENT":
        # The fist is the largest part while it is being filled.
        able = [size for size in able if size.height <= (3 if height < 40 or width < 150 else 4)]
    return tuple(sorted(able, key=lambda size: size.name != view.size))


class LayoutKey(NamedTuple):
    """All that decides which parts are shown, and how large they may be."""

    point: str
    holds: bool
    """Whether a tile is being laid."""
    opened: bool
    ending: bool
    players: int
    round: int
    high: bool
    cells: tuple[CellSize, ...]
    width: int
    height: int


def _layout_key(view: View[KaguyaState], width: int, height: int) -> LayoutKey:
    s, cell_sizes = view.state, _cell_sizes(view, width, height)
    shown, high = fist.fists_are_open(s), floor_plan.is_stacked(s, view.seat)
    ending, players = bool(s.ending), s.rulings.players
    return LayoutKey(s.point, s.tile != NONE, shown, ending, players, s.round, high, cell_sizes, width, height)


@lru_cache(256)
def _blocks(scope: LayoutKey) -> tuple[LayoutBlock, ...]:
    """Returns the parts to show now, the most important first."""
    players = scope.players
    roomy, wide = scope.width >= 100 and scope.height >= TALL, scope.width < VAST
    floor = LayoutBlock("plan", tuple(_plan_size(size, scope.high) for size in scope.cells))
    kinds_ = LayoutBlock("kinds", cube_kinds.table_sizes(players))
    tiles_ = LayoutBlock(
        "tiles", offer.offer_sizes(players + 1, scope.round), needed=roomy or scope.point in ("PRESENT", "TILE")
    )
    opened_ = (LayoutBlock("opened", fist.opened_sizes(players), wide=wide),) * scope.opened
    around = LayoutBlock("boards", _around_sizes(players), needed=roomy)
    log_ = LayoutBlock("log", ((70, 8), (50, 6), (40, 4), (26, 3)), needed=roomy, fills=True)
    if scope.ending:
        rooms = LayoutBlock("rooms", ((60, 1 + 3 * len(COLOURS)), (46, 9), (40, 9)), wide=wide)
        return (floor, rooms, kinds_, around, log_)
    if scope.point == "PRESENT":
        return (floor, LayoutBlock("fist", fist.fist_sizes(players - 1), wide=wide), kinds_, tiles_, around, log_)
    if scope.holds:
        # The rotations of the tile are listed at the lower right.
        in_hand = offer.IN_HAND if wide else (offer.IN_HAND_LARGE, *offer.IN_HAND)
        return (floor, LayoutBlock("hand", in_hand), kinds_, *opened_, tiles_, around, log_)
    if scope.point == "TILE":
        return (floor, tiles_, *opened_, kinds_, around, log_)
    return (floor, *opened_, kinds_, tiles_, around, log_)


def _plan_size(size: CellSize, high: bool) -> tuple[int, int]:
    """Returns the size of the floor plan with its coordinates and the names of its boards."""
    if high:
        return max(2 + 3 * size.width, 18), 3 + 6 * size.height
    return 2 + 6 * size.width, 2 + 3 * size.height


AROUND = (*floor_plan.SIZES, floor_plan.QUARTERED)
"""The sizes of a cell of another player's board."""


def _around_sizes(players: int) -> tuple[tuple[int, int], ...]:
    """Returns the sizes of the others' boards side by side, then stacked, for each size of a cell."""
    found = []
    for size in AROUND:
        (wide, high), others = _board_size(size), players - 1
        found += [(others * (wide + 2) - 2, high), (wide, others * (high + 1) - 1)]
    return tuple(found)


def _source(name: str, view: View[KaguyaState]) -> object:
    """Returns the source of a part: while it stays equal, the part is not painted again."""
    s = view.state
    match name:
        case "fist":
            told: object = (s.merchants, s.values, s.rows, tuple(view.selection.picks) if view.selection else None)
        case "opened":
            told = ([(each.held, each.penalised) for each in s.merchants], s.values, s.order, s.point, s.todo[:1])
        case "kinds":
            boards = [(each.board, each.disk, each.favour) for each in s.merchants]
            picks = tuple(view.selection.picks) if view.selection else None
            told = (
                picks,
                _legal_and_hinted(view, CUBE, STORE),
                boards,
                s.merchants[view.seat].purse_without_fist,
                s.merchants[view.seat].has_disk_left,
                s.storage,
                s.values,
                s.palace,
            )
        case "tiles":
            told = (_legal_and_hinted(view, TILE), s.table, s.rows, s.round)
        case "hand":
            told = (s.tile, s.todo[:1], s.merchants)
        case "rooms":
            told = (s.merchants, s.palace, s.storage)
        case _:
            told = view.log
    return (told, view.names, view.seat, view.keys)


def _legal_and_hinted(view: View[KaguyaState], *zones: str) -> tuple[list[Place], list[Place]]:
    """Returns the legal places in some zones, and the hinted ones."""
    targets = [place for place in view.targets if place[0] in zones]
    return sorted(targets), sorted([place for place in view.hint_places if place[0] in zones])


def _track(view: View[KaguyaState], drawing: Drawing, area: Rect) -> None:
    panels.draw_track(drawing.picture, view, area)
    drawing.sight_areas[PRINCESS, ""] = Rect(area.x, area.y, area.width, 1)
    if area.height > 2:
        drawing.sight_areas[TRACK, ""] = Rect(area.x, area.y + 1, area.width, 2)


def _plan(view: View[KaguyaState], shown: FloorPlan, drawing: Drawing, area: Rect) -> None:
    """Draws the boards, and the owner of each half."""
    look, picture = view.look, drawing.picture
    inks = (look.accent, look.seat(view.seat), look.grid)
    here = shown._replace(x=area.x, y=area.y + 1)
    floor_plan.draw_floor_plan(picture, here, look, inks, view.marks)
    mine = f"{look.glyphs.seat(view.seat)} {view.names[view.seat]}"
    hers = f"{look.glyphs.princess} {view.say(Text('princess'))}"
    first, last = floor_plan.outer_boards(here)
    names = (hers, mine)
    if len(here.cells) > len(here.cells[0]):
        picture.put(area.x, area.y, look.clip(names[first], area.width), inks[first])
        picture.put(area.x, area.y + 1 + here.height, look.clip(names[last], area.width), inks[last])
        return
    half = 3 * here.size.width
    picture.put(area.x, area.y, look.clip(names[first], half + 1), inks[first])
    picture.put(area.x + 2 + half, area.y, look.clip(names[last], half), inks[last])


def _fist(view: View[KaguyaState], size: int, drawing: Drawing, area: Rect) -> None:
    fist.draw_fist(drawing, view, area, large=size == 0)


def _opened(view: View[KaguyaState], size: int, drawing: Drawing, area: Rect) -> None:
    fist.draw_opened(drawing, view, area, large=size == 0)


def _kinds(view: View[KaguyaState], found: Sequence[RoomContest], size: int, drawing: Drawing, area: Rect) -> None:
    cube_kinds.draw_kinds(drawing, view, area, found)


def _tiles(view: View[KaguyaState], size: int, drawing: Drawing, area: Rect) -> None:
    offer.draw_offer(drawing, view, area, size)


def _in_hand(view: View[KaguyaState], size: int, drawing: Drawing, area: Rect) -> None:
    offer.draw_tile_in_hand(drawing.picture, view, area)
    if view.state.tile != NONE:
        number = view.state.tile
        drawing.sight_areas[offer.IN_HAND_ZONE, components().tiles[number].id] = offer.held_tile_rect(area, view.look)


def _rooms(view: View[KaguyaState], size: int, drawing: Drawing, area: Rect) -> None:
    panels.draw_rooms(drawing, view, area)


def _log(view: View[KaguyaState], size: int, drawing: Drawing, area: Rect) -> None:
    draw_log(drawing.picture, view, area)


def _boards(
    drawing: Drawing, view: View[KaguyaState], area: Rect, seats: Sequence[SeatNo], able: Sequence[CellSize]
) -> None:
    """Draws the boards of some players and the princess' side by side, in the largest of these sizes that fits."""
    fitting = [
        size for size in able if _can_halve(size, view.look) and _fits_boards(area, len(seats), _board_size(size))
    ]
    size = fitting[0] if fitting else floor_plan.QUARTERED
    wide, high = _board_size(size)
    per_row = max(1, (area.width + 2) // (wide + 2))
    for n, seat in enumerate(seats):
        x, y = area.x + n % per_row * (wide + 2), area.y + n // per_row * (high + 1)
        board = view.state.palace if seat == PALACE else view.state.merchants[seat].board
        _board(view, seat, board, size, drawing, Rect(x, y, wide, high))


def _board_size(size: CellSize) -> tuple[int, int]:
    """Returns the size of a board with its owner and coordinates."""
    return max(2 + 3 * size.width, 12), 2 + 3 * size.height


def _board(
    view: View[KaguyaState], seat: SeatNo, board: KaguyaBoard, size: CellSize, drawing: Drawing, area: Rect
) -> None:
    """Draws one board with its owner above it."""
    look, picture = view.look, drawing.picture
    if seat == PALACE:
        name, style = f"{look.glyphs.princess} {view.say(Text('princess'))}", look.accent
    else:
        name, style = f"{look.glyphs.seat(seat)} {view.names[seat]}", look.seat(seat)
    picture.put(area.x, area.y, look.clip(name, area.width), style)
    shown = floor_plan.make_floor_plan((board,), size, area.x, area.y + 1, True)
    floor_plan.draw_floor_plan(picture, shown, look, (style, look.grid), view.marks)
    drawing.sight_areas["player" if seat != PALACE else PRINCESS, str(seat)] = Rect(area.x, area.y, area.width, 1)
    wide, high, left, top = size.width, size.height, shown.left, shown.top
    for r, row in enumerate(shown.cells):
        for c, cell in enumerate(row):
            drawing.sight_areas[CELL, NAMES[cell]] = Rect(left + c * wide, top + r * high, wide, high)


def _can_halve(size: CellSize, look: Look) -> bool:
    """Returns whether a cell of this size can be halved with the look's characters."""
    return size.height % 2 == 0 or look.glyphs.half_upper == floor_plan.SMOOTH


def _fits_boards(area: Rect, count: int, size: tuple[int, int]) -> bool:
    """Returns whether `count` boards of a size fit into an area."""
    wide, high = size
    per_row = (area.width + 2) // (wide + 2)
    return per_row > 0 and -(-count // per_row) * (high + 1) - 1 <= area.height


def _aimed(view: View[KaguyaState]) -> tuple[int, int, int]:
    """Returns cell, rotation and plant cube of the tile in hand under the cursor; NONE for no cell."""
    s, cursor, selection = view.state, view.cursor, view.selection
    assert selection is not None
    kind, (zone, name) = selection.decision.kind, cursor or ("", "")
    turns = components().tiles[s.tile].rotation_count
    if kind == "CELL":
        lies = zone == CELL and (CELL, name) in view.targets
        return NAMES.index(name) if lies else NONE, view.rotation % turns, UNPLANTED
    if kind == "ROT":
        return s.cell, int(name[-1]) if zone == MENU else view.rotation % turns, UNPLANTED
    cube = LETTERS.index(name) if zone == CUBE and name in LETTERS[:4] else UNPLANTED
    return s.cell, max(s.rot, 0), cube


# --- places in words ----------------------------------------------------------------------------------------------


def _on_cell(s: KaguyaState, name: str) -> Text:
    cell = NAMES.index(name)
    for board in (s.palace, *(merchant.board for merchant in s.merchants)):
        side = components().sides[board.side]
        if placed := board.tile_at(cell):
            _, number, rot, plant = placed
            return Text("{cell}: {tile}.", cell=name, tile=laid_tile(number, rot, plant))
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


def _in_row(s: KaguyaState, row: str) -> Text:
    """Describes the tile of a row, with its chip."""
    number = s.column(s.round)[int(row) - 1] if s.table else EMPTY
    if number == EMPTY:
        return Text("Tile {row} has been taken.", row=row)
    drawn, each = tile(number)._replace(name=None), components().tiles[number]
    shown = Text("{tile} {what}", tile=drawn, what=tile_name(number))
    if each.plant:
        return Text("Tile {row}: {tile}, two mats in the colour of your cube, no hearts.", row=row, tile=shown)
    if each.halves[0] == each.halves[1]:
        if each.hearts:
            return Text("Tile {row}: {tile}, two mats.", row=row, tile=shown)
        return Text("Tile {row}: {tile}, two mats, no hearts.", row=row, tile=shown)
    return Text("Tile {row}: {tile}.", row=row, tile=shown)


def _in_storage(s: KaguyaState, kind: int) -> Text:
    piece, count = cube(kind), s.storage[kind]
    shown = Text("{cube} ({name})", cube=piece._replace(name=None), name=piece.name or Text(""))
    if kind >= len(s.values):
        return Text("{cube}: {count} in the storage.", cube=shown, count=count)
    return Text("{cube}: {count} in the storage, worth {stars}.", cube=shown, count=count, stars=s.values[kind])


def _own_disk(merchant: Merchant) -> Text:
    if merchant.has_disk_left:
        return Text("Your exchange disk: unused.")
    return Text("Your exchange disk: in your fist.") if merchant.disk else Text("Your exchange disk: spent.")


def _behind_screen(kind: int, merchant: Merchant) -> Text:
    if merchant.purse_without_fist is None:
        return Text("{cube}: behind the screen.", cube=cube(kind))
    count, held = merchant.purse_without_fist[kind], merchant.pledge.cubes.count(kind) if merchant.pledge else 0
    if held:
        return Text("{cube}: {count} behind your screen, {n} in your fist.", cube=cube(kind), count=count, n=held)
    return Text("{cube}: {count} behind your screen.", cube=cube(kind), count=count)
