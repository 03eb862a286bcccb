"""Draws the table of cube kinds: what the viewer has of each, its value, and what its rooms would pay."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine import SeatNo, Text
from tilehall.engine.games.kaguya import CLEAR, KINDS, LETTERS, KaguyaState, RoomContest, components, cube
from tilehall.tui.boards.kaguya.floor_plan import half_hue
from tilehall.tui.boards.kaguya.layout import BlockSize
from tilehall.tui.boards.short_names import fit_text
from tilehall.tui.boards.tiles import draw_heading
from tilehall.tui.config.look import Look
from tilehall.tui.key_map import key_label_for
from tilehall.tui.player.view import CursorContext, View
from tilehall.tui.terminal.output import cells
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect

CUBE, STORE, DISK = "cube", "store", "*"
VALUE, ROOM, FAVOUR = "value", "room", "favour"
"""Zones that can only be looked at."""
LABEL = 12
"""Columns of a line's label or a player's name."""
WIDEST, LEAST = 11, 6
"""The most and the fewest columns of a kind."""
TITLES = (Text("worth"), Text("in storage"))


def table_sizes(players: int) -> tuple[BlockSize, ...]:
    """Returns the sizes that the table of kinds may have."""
    return tuple((LABEL + 6 * columns, 5 + players) for columns in (WIDEST, 9, 7, LEAST))


def draw_kinds(drawing: Drawing, view: View[KaguyaState], area: Rect, found: Sequence[RoomContest]) -> None:
    """Draws a column for each kind, and one for the disk."""
    look, s, picture = view.look, view.state, drawing.picture
    column = min(WIDEST, (area.width - LABEL) // 6)
    draw_heading(picture, area.x, area.y, area.width, view.say(Text("Cubes and rooms")), look, view.say(_rates(s)))
    rivals = [(view.seat + n) % s.rulings.players for n in range(s.rulings.players)]
    for n, title in enumerate((Text("your cubes") if view.is_own else Text("cubes"), *TITLES)):
        picture.put(area.x, area.y + 2 + n, look.clip(view.say(title), LABEL - 1), look.muted)
    for n, seat in enumerate(rivals):
        name = look.clip(f"{look.glyphs.seat(seat)} {view.names[seat]}", LABEL - 1)
        picture.put(area.x, area.y + 5 + n, name, look.seat(seat))
        drawing.sight_areas["player", str(seat)] = Rect(area.x, area.y + 5 + n, LABEL - 1, 1)
        _favour(drawing, view, seat, Rect(area.x + LABEL + 5 * column, area.y + 5 + n, column, 1))
    picture.put(area.x + LABEL + 5 * column, area.y + 4, look.clip(view.say(Text("favour")), column), look.muted)
    drawing.sight_areas[FAVOUR, ""] = Rect(area.x + LABEL + 5 * column, area.y + 4, column, 1 + len(rivals))
    named = all(cells.width(view.say(cube(kind).name or Text(""))) + 4 <= column for kind in KINDS)
    for kind in KINDS:
        x, letter = area.x + LABEL + kind * column, LETTERS[kind]
        words = f" {letter} {view.say(cube(kind).name or Text(''))}" if named else f" {letter}"
        picture.put(x, area.y + 1, place_digit(view, (CUBE, letter)) or place_digit(view, (STORE, letter)), look.accent)
        picture.put(x + 1, area.y + 1, look.fit(words, column - 2), look.face(half_hue(kind, look)))
        drawing.sight_areas[VALUE, letter] = Rect(x + 1, area.y + 1, column - 2, 1)
        _count(drawing, view, (CUBE, letter), own_count(view, kind), Rect(x + 1, area.y + 2, column - 1, 1))
        _count(drawing, view, (STORE, letter), s.storage[kind], Rect(x + 1, area.y + 4, column - 1, 1))
        if kind != CLEAR:
            stars = f"{s.values[kind]}{look.glyphs.star}" if s.values[kind] else look.glyphs.dot
            picture.put(x + 2, area.y + 3, stars, look.accent)
            drawing.sight_areas[ROOM, letter] = Rect(x + 1, area.y + 5, column - 1, len(rivals))
            _pays(drawing, view, f"x{found[kind].rate}", Rect(x + 4, area.y + 4, column - 5, 1))
            for n, seat in enumerate(rivals):
                _size(drawing, look, found[kind], seat, x + 1, area.y + 5 + n)
    if view.selection and s.merchants[view.seat].purse is None and not any(zone == CUBE for zone, _ in view.targets):
        _draw_masked(drawing, view, Rect(area.x + LABEL, area.y + 2, 5 * column, 1))
    _disk(drawing, view, Rect(area.x + LABEL + 5 * column, area.y + 1, column - 1, 2))


def _draw_masked(drawing: Drawing, view: View[KaguyaState], area: Rect) -> None:
    """Draws which key shows the viewer's own cubes, while they are hidden from other people at the screen."""
    key = key_label_for(view.keys, "hand")
    whole = Text("hidden: {key} shows them to you alone", key=key)
    words = fit_text(view.look, area.width - 3, whole, Text("hidden: {key} shows them", key=key))
    drawing.picture.put(area.x + 2, area.y, view.look.fit(words, area.width - 3), view.look.muted)


def _pays(drawing: Drawing, view: View[KaguyaState], rate: str, area: Rect) -> None:
    """Draws what a room pays now: `pays x2`, or only the rate if there is little room."""
    words = view.say(Text("pays {rate}", rate=rate))
    fits = cells.width(words) < area.width
    drawing.picture.put(area.x + fits, area.y, words if fits else rate, view.look.muted)


def _rates(s: KaguyaState) -> Text:
    """Returns the numbers of stored cubes at which a room pays more."""
    twice, thrice = components().rates[s.rulings.players]
    return Text("{twice} stored pay x2, {thrice} pay x3", twice=twice, thrice=thrice)


def own_count(view: CursorContext[KaguyaState], kind: int) -> int | None:
    """Returns how many cubes of a kind the viewer has left outside the closed fist; None if hidden."""
    behind = view.state.merchants[view.seat].purse_without_fist
    return None if behind is None else behind[kind]


def place_digit(view: View[KaguyaState], place: Place) -> str:
    """Returns the key that chooses a place now; an empty string if it cannot be chosen."""
    if place not in view.targets and not (view.selection and place in view.selection.picks):
        return ""
    name = place[1]
    return str(len(LETTERS) + 1 if name == DISK else 1 + LETTERS.index(name))


def _count(drawing: Drawing, view: View[KaguyaState], place: Place, count: int | None, area: Rect) -> None:
    """Draws the number of cubes left, and a mark for each picked one."""
    look, picture = view.look, drawing.picture
    drawing.places[place] = area
    picks = view.selection.picks.count(place) if view.selection and view.selection.exact else 0
    style = look.accent if picks else look.strong if count else look.muted
    x = picture.put(area.x, area.y, " ?" if count is None else f"{count - picks:>2}", style)
    if picks:
        picture.put(x, area.y, look.glyphs.cube * picks, look.accent)
    elif place in view.hint_places:
        picture.put(x, area.y, look.glyphs.hint, look.accent)


def _size(drawing: Drawing, look: Look, contest: RoomContest, seat: SeatNo, x: int, y: int) -> None:
    """Draws the size of a room: a mark before the largest, the second highlighted as well, unpaid ones muted."""
    size = contest.sizes[seat]
    first = size > 0 and seat == contest.order[0]
    mark = look.glyphs.arrow_up if first else " "
    style = look.accent if first else look.text if contest.bonuses[seat] else look.muted
    drawing.picture.put(x, y, f"{mark}{size}", style)


def _favour(drawing: Drawing, view: View[KaguyaState], seat: SeatNo, area: Rect) -> None:
    """Draws how far a player is on the favour track; the points beside the names include the rooms."""
    drawing.picture.put(area.x, area.y, f"{view.state.merchants[seat].favour:>3}", view.look.text)


def _disk(drawing: Drawing, view: View[KaguyaState], area: Rect) -> None:
    """Draws the viewer's exchange disk."""
    look, picture = view.look, drawing.picture
    unused, place = view.state.merchants[view.seat].has_disk_left, (CUBE, DISK)
    word = view.say(Text("disk"))
    picture.put(area.x, area.y, place_digit(view, place), look.accent)
    if cells.width(word) < area.width:
        picture.put(area.x + 2, area.y, word, look.muted)
    drawing.places[place] = Rect(area.x + 1, area.y + 1, area.width - 1, 1)
    picked = bool(view.selection and place in view.selection.picks)
    picture.put(area.x + 1, area.y + 1, look.glyphs.hint if place in view.hint_places else " ", look.accent)
    text = look.glyphs.disk if unused else look.glyphs.dot
    x = picture.put(area.x + 2, area.y + 1, text, look.accent if picked else look.strong if unused else look.muted)
    if picked:
        picture.put(x, area.y + 1, look.glyphs.check, look.accent)
