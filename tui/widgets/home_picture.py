"""Paints the home screen: the games as boxes, the saved game to resume, and the other entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tilehall.engine import Announcement, Text, join_spaces, literal_text
from tilehall.tui.boards.covers import COLUMNS, ROWS, draw_cover
from tilehall.tui.boards.panel import draw_frame
from tilehall.tui.boards.pixels import Dots, draw_dots, scale_dots
from tilehall.tui.boards.tiles import MEDIUM, SMALL, TileSize, draw_face, draw_label
from tilehall.tui.config.look import Look
from tilehall.tui.key_map import screen_keys
from tilehall.tui.terminal.output import styled_text
from tilehall.tui.terminal.output.cells import fold, wrap
from tilehall.tui.terminal.output.cells import width as width_of
from tilehall.tui.terminal.output.drawing import Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine
from tilehall.tui.widgets.key_hints import KeyHint, draw_footer

LEAST = (78, 23)
"""Minimal columns and lines for boxes; smaller windows show a plain list."""
ACROSS = 4
"""Number of boxes in a row."""
LARGE = (100, 36)
"""Columns and lines from which on the saved game is shown in double size."""
WIDEST = 48
AIRY = 6
"""Spare lines from which on some of them are put above the nameplate."""
HUES = ("red", "orange", "yellow", "green", "blue", "purple", "white", "clear")
LOW = 7
"""Lines below the boxes from which on a blank line is put above them."""
SHOWN = 2
"""Number of lines for problems."""
KEYS = screen_keys("home")
LEAVE = Text("Press the same key once more to leave Tilehall.")


class HomeEntry(NamedTuple):
    """An entry: a game in its box, or another screen."""

    id: str
    label: Text
    help: Text = Text("")
    box: Announcement | None = None


class SavedGamePreview(NamedTuple):
    """The saved game to resume: its board in two small sizes, its title, its players, and whose turn it is."""

    small: Dots
    large: Dots
    title: Text
    people: StyledLine
    turn: Text
    names: tuple[str, ...]


class HomeLayout(NamedTuple):
    """The positions of all parts."""

    places: Mapping[str, Rect]
    help_lines: int
    """The first line for problems of add-on games."""
    greeting_lines: int
    """The number of lines that describe the entry under the cursor."""
    lowered: int = 0
    """Blank lines at the top, in a window that is higher than needed."""


class HomePicture:
    """The entries of the home screen in rows, with a cursor, painted for a window of one size.

    It does not import Textual, so that it can be shown before Textual is loaded.
    """

    def __init__(self, look: Look, entries: Sequence[HomeEntry], greeting: Sequence[Text]) -> None:
        self.look = look
        self.entries = list(entries)
        self.greeting = tuple(greeting)
        self.at = 0
        self.columns, self.lines = 0, 0
        self.problems: tuple[Text, ...] = ()
        self.preview: SavedGamePreview | None = None
        self.game = next(entry.id for entry in entries if entry.box)
        """The game that was under the cursor last: demo and rules are those of this game."""
        self.leaving = False
        """Whether the next press of the same key leaves."""

    @property
    def here(self) -> HomeEntry:
        """The entry under the cursor."""
        return self.entries[self.at]

    def set_entries(self, entries: Sequence[HomeEntry]) -> None:
        """Replaces the entries; the cursor stays on the same one."""
        here = self.here.id
        self.entries = list(entries)
        self.at = next((n for n, entry in enumerate(self.entries) if entry.id == here), 0)

    def go(self, at: int) -> None:
        self.at = at % len(self.entries)
        if self.here.box:
            self.game = self.here.id

    def entry_at(self, x: int, y: int) -> int | None:
        """The index of the entry in this cell."""
        places = self._plan(self.columns, self.lines).places if self._boxed() else {}
        for n, entry in enumerate(self.entries):
            rect = places.get(entry.id)
            if rect and rect.x <= x < rect.x + rect.width and rect.y <= y < rect.y + rect.height:
                return n
        return None

    def neighbour(self, across: int, down: int) -> int:
        """The index of the nearest entry in that direction, wrapping around at the edge."""
        if not self._boxed():
            return (self.at + across + down) % len(self.entries)
        places = self._plan(self.columns, self.lines, whole=True).places
        here = places[self.entries[self.at].id]
        if across:
            beside = [n for n, entry in enumerate(self.entries) if places[entry.id].y == here.y]
            return beside[(beside.index(self.at) + across) % len(beside)]
        lines = sorted({rect.y for rect in places.values()})
        line = lines[(lines.index(here.y) + down) % len(lines)]
        there = [n for n, entry in enumerate(self.entries) if places[entry.id].y == line]
        kept = next((n for n in there if self.entries[n].id == self.game), None)
        if kept is not None:
            return kept
        middle = here.x + here.width // 2
        return min(
            there, key=lambda n: abs(places[self.entries[n].id].x + places[self.entries[n].id].width // 2 - middle)
        )

    # --- layout ---------------------------------------------------------------------------------------------------

    def _boxed(self) -> bool:
        return self.columns >= LEAST[0] and self.lines >= LEAST[1]

    def _plan(self, width: int, height: int, whole: bool = False) -> HomeLayout:
        """Places all entries (`whole`), or those that fit."""
        boxes = [entry for entry in self.entries if entry.box]
        rooms = [entry for entry in self.entries[1:] if not entry.box]
        places: dict[str, Rect] = {}
        told = min(len(self.problems), SHOWN)
        box = self._box(width)
        spoken = height - 3
        y = self._top(height)
        if any(entry.id == "continue" for entry in self.entries):
            lines = self._waiting(height - y - box.height - told)
            places["continue"] = Rect(2, y, 4 * box.width + 3, lines)
            y += lines
        elif self.entries[0].id == "learn":
            # For newcomers the lessons come first, with a blank line below if there is room.
            air = int(height - y - box.height - told > LOW)
            places["learn"] = Rect(2, y, 4 * box.width + 3, 1)
            y += 1 + air
        rows = [boxes[n : n + ACROSS] for n in range(0, len(boxes), ACROSS)]
        fitting = max(1, (spoken - 1 - told - y) // box.height)
        at = next((n for n, row in enumerate(rows) if any(entry.id == self.game for entry in row)), 0)
        first = 0 if whole else max(0, min(at, len(rows) - fitting))
        for row in rows if whole else rows[first : first + fitting]:
            for n, entry in enumerate(row):
                places[entry.id] = Rect(2 + n * (box.width + 1), y, box.width, box.height)
            y += box.height
        y += y < spoken - 2 - told
        x = 2
        for entry in rooms:
            long = width_of(self.look.say(entry.label)) + 2
            places[entry.id] = Rect(x, y, long, 1)
            x += long + 1
        spare = spoken - 2 - told - y
        lowered = spare // 3 if spare >= AIRY and not whole else 0
        places = {name: rect._replace(y=rect.y + lowered) for name, rect in places.items()}
        return HomeLayout(places, y + 1 + lowered, spoken, lowered)

    def _top(self, height: int) -> int:
        """The line below the nameplate, or below the greeting of a newcomer."""
        name = SMALL.height if height < LARGE[1] else MEDIUM.height + 1
        return name + (len(self.greeting) + 1 if self.greeting else height >= LEAST[1] + 3)

    def _waiting(self, room: int) -> int:
        """The number of lines for the saved game."""
        preview = self.preview
        small = (len(preview.small) + 1) // 2 if preview else 5
        large = (len(preview.large) + 1) // 2 if preview else 10
        return next((lines + 2 for lines in (large, small) if self._fits(lines, room)), 1)

    def _fits(self, lines: int, room: int) -> bool:
        wide = lines <= 6 or (self.columns >= LARGE[0] and self.lines >= LARGE[1])
        return wide and lines + 2 <= room - 4

    def _box(self, width: int) -> Rect:
        """The size of a box: as wide as four of them fit, as high as its picture and text."""
        columns = min(WIDEST, (width - 4 - (ACROSS - 1)) // ACROSS)
        times = 2 if columns - 4 >= 2 * COLUMNS and self.lines >= 44 else 1
        words = 7 if self._wordy(columns) else 3
        return Rect(0, 0, columns, 2 + times * ROWS // 2 + words)

    def _wordy(self, columns: int) -> bool:
        """Whether the box of a game has room for its description."""
        return columns >= 26 and self.lines >= LARGE[1]

    # --- painting -------------------------------------------------------------------------------------------------

    def paint(self) -> Picture:
        picture = Picture(self.columns, self.lines, self.look.table)
        if self._boxed():
            self._house(picture)
        else:
            self._list(picture)
        draw_footer(picture, self.look, self.lines - 1, self._keys())
        return picture

    def _keys(self) -> list[KeyHint]:
        glyphs = self.look.glyphs
        if self.leaving:
            return [(KEYS.label("leave"), Text("leave Tilehall")), KEYS.hint(glyphs, "left", Text("stay"))]
        numbers = (f"1-{sum(1 for entry in self.entries if entry.box)}", KEYS.commands["number"].label)
        further = KEYS.hints(glyphs, "learn", "rules", "keys", "leave")
        return [*KEYS.hints(glyphs, "left", "choose"), numbers, *further]

    def _list(self, picture: Picture) -> None:
        """Draws a list with one entry a line, for small windows."""
        look, room = self.look, max(1, picture.height - 3)
        first = max(0, min(self.at - room // 2, len(self.entries) - room))
        for y, entry in enumerate(self.entries[first : first + room]):
            self._label(picture, 1, y, look.say(entry.label), picture.width - 4, entry.id)
        self._speak(picture, picture.height - 2, 1)

    def _house(self, picture: Picture) -> None:
        look = self.look
        plan = self._plan(picture.width, picture.height)
        self._nameplate(picture, plan.lowered)
        numbers = {entry.id: n for n, entry in enumerate((e for e in self.entries if e.box), 1)}
        for entry in self.entries:
            rect = plan.places.get(entry.id)
            if rect is None:
                continue
            if entry.id == "continue":
                self._continue(picture, rect, entry)
            elif entry.box:
                self._game(picture, rect, entry, entry.box, numbers[entry.id])
            else:
                self._label(picture, rect.x, rect.y, look.say(entry.label), rect.width, entry.id)
        for n, line in enumerate(self._troubles()):
            picture.put(2, plan.help_lines + n, look.clip(look.say(line), picture.width - 4), look.muted)
        self._more(picture, plan)
        self._speak(picture, plan.greeting_lines, 2)

    def _more(self, picture: Picture, plan: HomeLayout) -> None:
        """Draws a note that some games are not shown."""
        boxes = [entry.id for entry in self.entries if entry.box]
        seen = [name for name in boxes if name in plan.places]
        if len(seen) < len(boxes):
            area = plan.places[seen[-1]]
            x, glyphs = picture.width - 2, self.look.glyphs
            if boxes[0] not in seen:
                picture.put(x, plan.places[seen[0]].y, glyphs.arrow_up, self.look.strong)
            if boxes[-1] not in seen:
                picture.put(x, area.y + area.height - 1, glyphs.arrow_down, self.look.strong)

    def _nameplate(self, picture: Picture, lowered: int) -> None:
        """Draws the nameplate, and the greeting of a newcomer."""
        look = self.look
        size, y = (SMALL, lowered) if picture.height < LARGE[1] else (MEDIUM, 1 + lowered)
        x = nameplate(picture, 2, y, size, look)
        if self.greeting:
            for n, line in enumerate(self.greeting):
                picture.put(2, y + size.height + n, look.clip(look.say(line), picture.width - 4), look.muted)
        else:
            house = look.say(Text("Tile games at a terminal."))
            for n, words in enumerate(fold(house, picture.width - x - 3, size.height - 1, look.glyphs.ellipsis)):
                picture.put(x + 2, y + 1 + n, words, look.muted)

    def _troubles(self) -> list[Text]:
        if len(self.problems) <= SHOWN:
            return list(self.problems)
        more = len(self.problems) - SHOWN + 1
        return [
            *self.problems[: SHOWN - 1],
            Text(
                "{n} more game is left out; {doctor} says why.",
                "{n} more games are left out; {doctor} says why.",
                n=more,
                doctor="tilehall doctor",
            ),
        ]

    def _here(self, name: str) -> bool:
        return self.entries[self.at].id == name

    def _label(self, picture: Picture, x: int, y: int, words: str, room: int, name: str) -> None:
        """Draws the label of an entry, in brackets if it is under the cursor."""
        look, here = self.look, self._here(name)
        style = look.on_table(look.palette.cursor, bold=True) if here else look.text
        picture.put(x + 1, y, look.clip(words, room - 2), style)
        if here:
            picture.put(x, y, look.glyphs.cursor_l, style)
            picture.put(x + 1 + min(width_of(words), room - 2), y, look.glyphs.cursor_r, style)

    def _framed(self, picture: Picture, area: Rect, name: str) -> None:
        look = self.look
        style = look.on_table(look.palette.cursor, bold=True) if self._here(name) else look.line
        draw_frame(picture, area, look, style)
        if self._here(name):
            glyphs, right, bottom = look.glyphs, area.x + area.width - 1, area.y + area.height - 1
            picture.put(area.x, area.y, glyphs.cursor_tl, style)
            picture.put(right, area.y, glyphs.cursor_tr, style)
            picture.put(area.x, bottom, glyphs.cursor_bl, style)
            picture.put(right, bottom, glyphs.cursor_br, style)

    def _continue(self, picture: Picture, area: Rect, entry: HomeEntry) -> None:
        """Draws the saved game: its board, its players, and who is to play."""
        look, preview = self.look, self.preview
        words = look.say(entry.label)
        if area.height == 1:
            told = join_spaces([entry.label, entry.help])
            self._label(picture, area.x, area.y, look.say(told), area.width, entry.id)
            return
        self._framed(picture, area, entry.id)
        self._label(picture, area.x + 2, area.y, words, area.width - 4, entry.id)
        x, inner = area.x + 2, area.height - 2
        if preview:
            dots = preview.large if (len(preview.large) + 1) // 2 <= inner else preview.small
            draw_dots(picture, x, area.y + 1, dots, look)
            x += len(dots[0]) + 3
        room = area.x + area.width - 2 - x
        told_lines: list[StyledLine] = [[(line, look.text)] for line in wrap(look.say(entry.help), room)]
        if preview:
            turn = look.say(preview.turn, preview.names)
            title: list[StyledLine] = [[(line, look.accent)] for line in wrap(look.say(preview.title), room)]
            told_lines = [
                *title,
                *styled_text.break_line(preview.people, room),
                [],
                *([(line, look.text)] for line in wrap(turn, room)),
            ]
        for n, line in enumerate(told_lines[:inner]):
            styled_text.put_line(picture, x, area.y + 1 + n, styled_text.cut_line(line, room, look.glyphs.ellipsis))

    def _game(self, picture: Picture, area: Rect, entry: HomeEntry, box: Announcement, number: int) -> None:
        """Draws the box of a game: picture, title, number of players, duration and description."""
        look = self.look
        self._framed(picture, area, entry.id)
        picture.put(area.x + 2, area.y, f" {number} ", look.muted)
        inner, drawn = area.width - 2, draw_cover(box.id, look)
        times = 2 if area.height >= 2 + ROWS + 3 else 1
        draw_dots(picture, area.x + 1 + (inner - times * COLUMNS) // 2, area.y + 1, scale_dots(drawn, times), look)
        y = area.y + 1 + times * ROWS // 2
        strong = look.on_table(look.palette.cursor, bold=True) if self._here(entry.id) else look.strong
        for line in fold(look.say(self._title(box)), inner - 2, 2, look.glyphs.ellipsis):
            picture.put(area.x + 2, y, look.clip(line, inner - 2), strong)
            y += 1
        y = y if self._wordy(area.width) else area.y + area.height - 2
        picture.put(area.x + 2, y, look.clip(look.say(_for_whom(box, inner - 2)), inner - 2), look.muted)
        if self._wordy(area.width):
            for n, line in enumerate(wrap(look.say(box.summary), inner - 2)[: area.y + area.height - 2 - y]):
                picture.put(area.x + 2, y + 1 + n, line, look.text)

    def _title(self, box: Announcement) -> Text:
        """The title, with the id if two games have the same title."""
        alike = [other for other in self.entries if other.box and other.box.title == box.title]
        return box.title if len(alike) == 1 else Text("{title} ({id})", title=box.title, id=box.id)

    def _told(self, entry: HomeEntry) -> list[Text]:
        """Descriptions of an entry, the longest first."""
        about = self._about(entry)
        if entry.box is None:
            return [Text("{label}. {about}", label=entry.label, about=about)]
        credit = Text("{credit}.", credit=entry.box.credit)
        if self._boxed() and self._wordy(self._box(self.columns).width):
            # The description is in the box already.
            return [Text("{label}. {about}", label=entry.label, about=credit)]
        if not entry.help:
            return [Text("{label}. {about}", label=entry.label, about=credit), credit]
        both = join_spaces([about, credit])
        return [Text("{label}. {about}", label=entry.label, about=both), both, about]

    def _about(self, entry: HomeEntry) -> Text:
        """The description of an entry; those of rules and demo name a game."""
        title = self._boxed_title()
        if entry.id == "demo":
            return Text("A tour of {title}, or a game of computer players, each step with its rule.", title=title)
        if entry.id == "rules":
            return Text("How {title} is played; searchable, paragraph by paragraph.", title=title)
        return entry.help

    def _boxed_title(self) -> Text:
        """The title of the game that was under the cursor last."""
        return next(self._title(entry.box) for entry in self.entries if entry.box and entry.id == self.game)

    def _speak(self, picture: Picture, y: int, lines: int) -> None:
        """Draws the longest description of the entry under the cursor that fits these lines."""
        look = self.look
        told = [LEAVE] if self.leaving else self._told(self.entries[self.at])
        style = look.warn if self.leaving else look.text
        ways = [wrap(look.say(text), picture.width - 4) for text in told]
        said = next((way for way in ways if len(way) <= lines), None)
        for n, line in enumerate(said or fold(look.say(told[-1]), picture.width - 4, lines, look.glyphs.ellipsis)):
            picture.put(2, y + n, line, style)


def nameplate(picture: Picture, x: int, y: int, size: TileSize, look: Look) -> int:
    """Draws the name of the program in tiles; returns the column after it."""
    for letter, hue in zip("TILEHALL", HUES, strict=True):
        style = look.face(look.palette.hue(hue))
        draw_face(picture, x, y, size, style, look)
        draw_label(picture, x, y, size, letter, style)
        x += size.pitch
    return x


def _for_whom(box: Announcement, room: int) -> Text:
    """The number of players and the duration."""
    least, most = box.player_counts[0], box.player_counts[-1]
    seats = literal_text(f"{least}" if least == most else f"{least}-{most}")
    if box.minutes is None:
        return Text("{seats} players", seats=seats)
    minutes = literal_text(f"{box.minutes[0]}-{box.minutes[1]}")
    if room < 24:
        return Text("{seats}, {minutes} min", seats=seats, minutes=minutes)
    return Text("{seats} players, {minutes} min", seats=seats, minutes=minutes)
