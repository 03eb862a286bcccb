"""Draws the way through the manor: rooms, the hunters' pawns, the princess, the passages and the GOAL."""

from __future__ import annotations

from functools import lru_cache

from rich.style import Style

from tilehall.engine import Text, TextArgument, Who, literal_text
from tilehall.engine.games.princess import PrincessState, components
from tilehall.tui.boards.princess.pieces import PASSAGES, PRINCESS, STEPS, TRACK, WAY
from tilehall.tui.config.look import Look
from tilehall.tui.player.view import View
from tilehall.tui.terminal.output.cells import width
from tilehall.tui.terminal.output.drawing import Drawing, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import put_line

ENDS = 4
"""Columns of START and of the GOAL: room for four pawns."""
PASSAGES_ROOM = 30
"""Columns of the passages' figure."""
GAP = 2
"""The fewest columns between two figures."""


def draw_track(drawing: Drawing, view: View[PrincessState], area: Rect) -> None:
    """Draws the positions of all hunters: figures above, pawns in the rooms below."""
    picture, room = drawing.picture, (area.width - 2 * ENDS) // (components().goal - 1)
    x = area.x + (area.width - track_columns(room)) // 2
    _figures(drawing, view, x, area.y, room)
    if area.height > 2:
        _roof(picture, view, x, area.y + 1, room)
    draw_rooms(picture, view, x, area.y + area.height - 1, room)
    drawing.sight_areas[TRACK, ""] = Rect(x, area.y + area.height - 1, track_columns(room), 1)


def track_columns(room: int) -> int:
    """Returns the columns of the whole way, with `room` columns for a room."""
    return 2 * ENDS + (components().goal - 1) * room


def room_column(space: int, room: int) -> int:
    """Returns the column at which a room begins."""
    return 0 if space == 0 else ENDS + (space - 1) * room


def draw_rooms(picture: Picture, view: View[PrincessState], x: int, y: int, room: int) -> None:
    """Draws each room with its number, or with the pawns in it."""
    look, goal, ways = view.look, components().goal, bool(view.state.passages_open)
    picture.paste(x, y, _empty_rooms(look, room, ways))
    there, end = pawns_by_space(view), x
    for space in sorted(there):
        area = _room(space, x, y, room)
        free = _rest_of(area, max(area.x, end))
        picture.fill(free.x, y, free.width, 1, _walls(look, space))
        # Four pawns and the princess need more than the columns of a narrow room.
        over = max(0, area.x + len(there[space]) - x - room_column(goal, room)) if space < goal else 0
        end = put_line(picture, max(area.x - over, end), y, there[space])
        if space < goal and end > area.x + area.width and space + 1 not in there:
            _empty(picture, look, space + 1, _rest_of(_room(space + 1, x, y, room), end), ways)


def _room(space: int, x: int, y: int, room: int) -> Rect:
    return Rect(x + room_column(space, room), y, ENDS if space in (0, components().goal) else room, 1)


def _rest_of(area: Rect, x: int) -> Rect:
    """Returns the rest of an area from a column on."""
    return Rect(x, area.y, area.x + area.width - x, area.height)


@lru_cache(64)
def _empty_rooms(look: Look, room: int, ways: bool) -> Picture:
    """Draws all rooms empty."""
    picture = Picture(track_columns(room), 1, look.table)
    for space in range(components().goal + 1):
        _empty(picture, look, space, _room(space, 0, 0, room), ways)
    return picture


def _walls(look: Look, space: int) -> Style:
    return look.style(look.palette.muted, look.palette.lattice if space % 2 else look.palette.outside)


def _empty(picture: Picture, look: Look, space: int, area: Rect, ways: bool) -> None:
    """Draws an empty room: its number, and a wall behind it."""
    box, walls = components(), _walls(look, space)
    ground = look.palette.lattice if space % 2 else look.palette.outside
    picture.fill(area.x, area.y, area.width, 1, walls)
    if space == box.goal:
        words = look.clip(look.say(Text("GOAL")), area.width)
        picture.put(area.x, area.y, words, look.style(look.palette.accent, ground, True))
        return
    if space == 0:
        picture.put(area.x + 1, area.y, "0", walls)
        return
    ends = {*box.passages, *box.passages.values()} if ways else set()
    number = f"{space:>2}"
    if area.width > len(number):
        ink = look.palette.good if space in ends else look.palette.muted
        picture.put(area.x + (area.width - 2) // 2, area.y, number, look.style(ink, ground))
        picture.put(area.x + area.width - 1, area.y, look.glyphs.line_v, look.style(look.palette.grid, ground))


def pawns_by_space(view: View[PrincessState]) -> dict[int, list[tuple[str, Style]]]:
    """Returns the marks of the pawns on each space; the carrier last, beside the princess."""
    look, s = view.look, view.state
    found: dict[int, list[tuple[str, Style]]] = {}
    for seat in sorted(range(len(s.hunters)), key=lambda seat: seat == s.carrier):
        at = min(s.hunters[seat].space, components().goal)
        found.setdefault(at, []).append((look.glyphs.seat(seat), look.pawn(seat)))
    if not s.finished:
        crown = look.style(look.palette.text, look.palette.lattice, True)
        found.setdefault(s.princess, []).append((look.glyphs.princess, crown))
    return found


def _roof(picture: Picture, view: View[PrincessState], x: int, y: int, room: int) -> None:
    """Draws the roof above the rooms, and the passages under it: dotted if locked."""
    look, box, ways = view.look, components(), view.state.passages_open
    end = x + track_columns(room)
    picture.fill(x, y, end - x, 1, look.line, look.glyphs.line_h)
    picture.put(x, y, look.glyphs.line_tl, look.line)
    picture.put(end - 1, y, look.glyphs.line_tr, look.line)
    style = look.good if ways else look.muted
    first, last = min(box.passages), max(box.passages.values())
    left, right = (x + room_column(space, room) + (room - 1) // 2 for space in (first, last))
    picture.fill(left, y, right - left + 1, 1, style, look.glyphs.line_h if ways else look.glyphs.dot)
    for start, stop in box.passages.items():
        picture.put(x + room_column(start, room) + (room - 1) // 2, y, look.glyphs.passage, style)
        picture.put(x + room_column(stop, room) + (room - 1) // 2, y, look.glyphs.arrow_down, style)


def _figures(drawing: Drawing, view: View[PrincessState], x: int, y: int, room: int) -> None:
    """Draws the figures: the viewer's way to go, the state of the passages, the place of the princess."""
    look, box, picture = view.look, components(), drawing.picture
    middle = x + room_column(min(box.passages), room)
    after = max(middle + PASSAGES_ROOM, x + room_column(max(box.passages.values()) + 1, room))
    mark = look.glyphs.seat(view.seat)
    at = picture.put(x, y, mark, look.pawn(view.seat)) + 1
    _figure(drawing, view, STEPS, Rect(at, y, middle - at - GAP, 1), _own_way(view), look.strong)
    style = look.good if view.state.passages_open else look.muted
    _figure(drawing, view, PASSAGES, Rect(middle, y, after - middle - GAP, 1), _passages(view), style)
    if view.state.finished:
        return
    at = picture.put(after, y, look.glyphs.princess, look.strong) + 1
    _figure(drawing, view, PRINCESS, Rect(at, y, x + track_columns(room) - at, 1), _princess(view), look.text)


def _figure(
    drawing: Drawing, view: View[PrincessState], name: str, area: Rect, texts: tuple[Text, ...], style: Style
) -> None:
    """Draws one of the figures, as a place that the cursor can explain."""
    look, here = view.look, view.cursor == (WAY, name)
    told = [view.say(text) for text in texts]
    words = next((words for words in told if width(words) <= area.width), look.clip(told[-1], area.width))
    drawing.picture.put(area.x, area.y, words, look.on_table(look.palette.cursor, bold=True) if here else style)
    drawing.places[WAY, name] = area._replace(width=max(1, width(words)))
    if here:
        cursor = look.on_table(look.palette.cursor, bold=True)
        drawing.picture.put(area.x - 1, area.y, look.glyphs.cursor_l, cursor)
        drawing.picture.put(area.x + width(words), area.y, look.glyphs.cursor_r, cursor)


def _own_way(view: View[PrincessState]) -> tuple[Text, ...]:
    hunter, goal = view.state.hunters[view.seat], components().goal
    left = goal - hunter.space
    if left <= 0:
        return (*([Text("you have reached the GOAL")] if view.is_own else []), Text("at the GOAL"))
    told = [Text("you are {n} step from the GOAL", "you are {n} steps from the GOAL", n=left)] if view.is_own else []
    return (*told, Text("{n} step to the GOAL", "{n} steps to the GOAL", n=left), literal_text(str(left)))


def _passages(view: View[PrincessState]) -> tuple[Text, ...]:
    (a, b), (c, d) = components().passages.items()
    arrow = view.look.glyphs.arrow_right
    ways: dict[str, TextArgument] = {"one": f"{a}{arrow}{b}", "two": f"{c}{arrow}{d}"}
    if view.state.passages_open:
        return (
            Text("passages {one} and {two} are open", **ways),
            Text("passages {one} {two} open", **ways),
            Text("{one} {two} open", **ways),
            literal_text(f"{a}{arrow}{b} {c}{arrow}{d}"),
        )
    return (
        Text("passages {one} and {two} are locked", **ways),
        Text("passages {one} {two} locked", **ways),
        Text("{one} {two} locked", **ways),
        literal_text(f"{a}{arrow}{b} {c}{arrow}{d}"),
    )


def _princess(view: View[PrincessState]) -> tuple[Text, ...]:
    """Returns where the princess is, relative to the viewer."""
    s: PrincessState = view.state
    away = s.princess - s.hunters[view.seat].space
    if s.carrier == view.seat and view.is_own:
        return (Text("you carry the princess"), Text("with you"))
    if s.carrier == view.seat:
        return (Text("{who} carries the princess", who=Who(s.carrier)), Text("with {who}", who=Who(s.carrier)))
    if s.carrier < 0:
        return (
            Text("the princess waits {n} step ahead", "the princess waits {n} steps ahead", n=away),
            Text("princess {n} step ahead", "princess {n} steps ahead", n=away),
            Text("{n} step ahead", "{n} steps ahead", n=away),
        )
    who = Who(s.carrier)
    if not away:
        return (Text("{who} carries the princess beside you", who=who), Text("with {who}", who=who))
    return (
        Text("{who} carries her, {n} step ahead", "{who} carries her, {n} steps ahead", n=away, who=who),
        Text("{who} has her, {n} ahead", n=away, who=who),
        Text("{who}, {n} ahead", n=away, who=who),
        Text("{n} ahead", n=away),
    )
