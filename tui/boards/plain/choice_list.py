"""The list of choices that are not on the grid: words grouped by field, in pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.style import Style

from tilehall.engine import Text
from tilehall.tui.boards.plain.wording import translate_word
from tilehall.tui.boards.tiles import draw_heading
from tilehall.tui.config.look import Look
from tilehall.tui.player.view import View
from tilehall.tui.terminal.output.cells import pad, width
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect

PAGE = "page"
"""The zone of the page numbers: moving the cursor there turns pages."""
LIST_ZONE = "list "
"""The prefix of the fields' zones."""
NUMBERED = 9
GAP = 2


def field_zone(field: str, rank: int) -> str:
    """Returns the zone of a field; zones sort in the order of the words in an action.

    >>> field_zone("tile", 0), zone_field("list 0 tile")
    ('list 0 tile', 'tile')
    """
    return f"{LIST_ZONE}{rank} {field}"


def zone_field(zone: str) -> str:
    return zone.split(" ", 2)[2]


@dataclass(frozen=True, slots=True)
class ChoiceItem:
    """A place, its field, and its text in the viewer's language."""

    place: Place
    field: str
    words: str


def make_item(place: Place, words: Text, view: View[Any]) -> ChoiceItem:
    return ChoiceItem(place, view.say(translate_word(zone_field(place[0]))), view.say(words))


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """One line of the list: items of one field side by side; the first line of a field has its name."""

    field: str
    items: tuple[ChoiceItem, ...]


class ChoiceList:
    """All items, laid out for a width."""

    def __init__(self, items: Sequence[ChoiceItem], room: int) -> None:
        self.items = items
        self.fields = list(dict.fromkeys(item.field for item in items))
        longest = max(map(width, self.fields), default=0)
        self.inset = min(longest, room // 3) + GAP
        self.cell = min(room - self.inset, 3 + max((width(item.words) for item in items), default=0))
        columns = max(1, (room - self.inset + GAP) // (self.cell + GAP))
        self.rows: list[ChoiceRow] = []
        for field in self.fields:
            own = tuple(item for item in items if item.field == field)
            parts = (own[n : n + columns] for n in range(0, len(own), columns))
            self.rows += [ChoiceRow("" if n else field, part) for n, part in enumerate(parts)]

    @property
    def height(self) -> int:
        """The number of lines if everything is shown."""
        return 1 + len(self.rows) if self.rows else 0

    def pages(self, height: int) -> list[list[ChoiceRow]]:
        """Splits the lines into pages of this height, each with a title, and page numbers if there are several."""
        room = max(1, height - 1 if self.height <= height else height - 2)
        return [self.rows[n : n + room] for n in range(0, len(self.rows), room)]

    def paint(self, drawing: Drawing, view: View[Any], area: Rect) -> None:
        """Draws the page with the cursor."""
        pages = self.pages(area.height)
        here = _page(pages, view.cursor)
        count = sum(item.place in view.targets for item in self.items)
        note = view.say(Text("{n} to choose from", n=count)) if count else ""
        draw_heading(drawing.picture, area.x, area.y, area.width, view.say(Text("Choices")), view.look, note)
        numbered = view.digit_places[:NUMBERED]
        for n, leaf in enumerate(pages[here], 1):
            drawing.picture.put(area.x, area.y + n, view.look.clip(leaf.field, self.inset - GAP), view.look.muted)
            for column, item in enumerate(leaf.items):
                x = area.x + self.inset + column * (self.cell + GAP)
                digit = str(numbered.index(item.place) + 1) if item.place in numbered else ""
                _item(drawing, view, item, digit, Rect(x, area.y + n, self.cell, 1))
        if len(pages) > 1:
            _pager(drawing, view, here, len(pages), Rect(area.x, area.y + area.height - 1, area.width, 1))


def _page(pages: Sequence[Sequence[ChoiceRow]], cursor: Place | None) -> int:
    """Returns the number of the page that the cursor is on or selects."""
    if cursor and cursor[0] == PAGE and int(cursor[1]) <= len(pages):
        return int(cursor[1]) - 1
    on = (n for n, page in enumerate(pages) if any(item.place == cursor for leaf in page for item in leaf.items))
    return next(on, 0)


def _item(drawing: Drawing, view: View[Any], item: ChoiceItem, digit: str, spot: Rect) -> None:
    look, picture = view.look, drawing.picture
    drawing.places[item.place] = spot
    here = view.cursor == item.place
    picked = view.selection is not None and item.place in view.selection.picks
    sign = look.glyphs.check if picked else look.glyphs.hint if item.place in view.hint_places else " "
    style = _under_cursor(look) if here else look.text if item.place in view.targets else look.muted
    picture.fill(spot.x, spot.y, spot.width, 1, style)
    picture.put(spot.x, spot.y, pad(digit, 1) + sign, style if here else look.accent)
    picture.put(spot.x + 2, spot.y, look.clip(item.words, spot.width - 2), style)


def _pager(drawing: Drawing, view: View[Any], here: int, count: int, line: Rect) -> None:
    """Draws `page 1 .. 4 5 6 .. 9`; each number is a place."""
    look, picture, y = view.look, drawing.picture, line.y
    x = picture.put(line.x, y, look.clip(view.say(Text("page")), line.width // 3) + " ", look.muted)
    last = -1
    for n in sorted({0, here - 1, here, here + 1, count - 1} & set(range(count))):
        if n > last + 1:
            x = picture.put(x, y, look.glyphs.ellipsis, look.muted)
        place = (PAGE, str(n + 1))
        style = _under_cursor(look) if view.cursor == place else look.accent if n == here else look.text
        drawing.places[place] = Rect(x, y, len(place[1]) + 2, 1)
        x, last = picture.put(x, y, f" {n + 1} ", style), n


def _under_cursor(look: Look) -> Style:
    return look.style("black" if look.ansi else look.palette.background, look.palette.accent, True)
