"""What is said at a table, and a line to say something."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo

from textual.app import ComposeResult
from textual.events import Key, Resize
from textual.message import Message

from tilehall.engine import Text
from tilehall.tui.config.look import Look
from tilehall.tui.hall import words
from tilehall.tui.hall.client_state import ClientState
from tilehall.tui.hall.screens.listening import listens
from tilehall.tui.hall.talk import TableTalk
from tilehall.tui.key_map import screen_keys
from tilehall.tui.terminal.output import cells
from tilehall.tui.terminal.output.canvas import Canvas
from tilehall.tui.terminal.output.cells import wrap
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets.chrome import draw_title
from tilehall.tui.widgets.key_hints import draw_footer

KEYS = screen_keys("talk")
MOST = 200
"""Characters of what may be said at once."""
Shown = tuple[str, str, str]
"""When, who, what."""


class TalkPage(Canvas, can_focus=True):
    """The latest lines, and below them what is being typed."""

    class Written(Message):
        """Enter was pressed behind some words."""

    class Closed(Message):
        """Esc was pressed, or Enter with nothing typed."""

    def __init__(self, look: Look, heading: Text, readers: Text, talk: TableTalk, zone: tzinfo | None) -> None:
        """`readers` says who reads what is typed here."""
        super().__init__()
        self.zone = zone
        self.look = look
        self.heading = heading
        self.readers = readers
        self.talk = talk
        self.typed = talk.draft
        self.new = talk.new

    def on_resize(self, event: Resize) -> None:
        self.paint()

    def on_key(self, event: Key) -> None:
        command = KEYS.command(event.key)
        if event.key.startswith("ctrl+") and command != "wipe":
            return
        event.stop()
        event.prevent_default()
        match command:
            case "back":
                self.post_message(self.Closed())
            case "say":
                self.post_message(self.Written() if self.typed.strip() else self.Closed())
            case "erase":
                self.typed = self.typed[:-1]
            case "wipe":
                self.typed = ""
            case _ if event.character and event.character.isprintable() and len(self.typed) < MOST:
                self.typed += event.character
        self.paint()

    def paint(self) -> None:
        look = self.look
        if (picture := self.blank(look.table)) is None:
            return
        width, height = picture.width, picture.height
        draw_title(picture, look, self.heading, self.readers)
        said = self._said(width - 4)
        room = max(0, height - 5)
        shown = said[-room:] if room else []
        for y, (when, name, line) in enumerate(shown, height - 3 - len(shown)):
            x = picture.put(2, y, when, look.muted)
            x = picture.put(x, y, name, look.strong)
            picture.put(x, y, line, look.text if when else look.muted)
        if not said:
            picture.put(2, 2, look.clip(look.say(Text("Nobody has said anything yet.")), width - 4), look.muted)
        picture.fill(1, height - 3, width - 2, 1, look.line, look.glyphs.line_h)
        self._line(picture, height - 2)
        say = KEYS.hint(look.glyphs, "say", None if self.typed.strip() else Text("back"))
        draw_footer(picture, look, height - 1, [say, *KEYS.hints(look.glyphs, "back", "wipe")])
        self.show(picture)

    def _line(self, picture: Picture, y: int) -> None:
        """What is being typed."""
        look, typed, room = self.look, self.typed, picture.width - 7
        while cells.width(typed) > room:
            typed = typed[1:]
        x = picture.put(2, y, "> ", look.accent)
        x = picture.put(x, y, typed, look.text)
        picture.put(x, y, "_", look.on_table(look.palette.cursor, bold=True))

    def _said(self, columns: int) -> list[Shown]:
        """All lines; above those that one has not seen yet it says so. Of a long one the rest stands below."""
        found: list[Shown] = []
        lines = self.talk.lines
        for n, line in enumerate(lines, -len(lines)):
            if n == -self.new:
                found.append(("", "", self.look.say(Text("While you were away:"))))
            when = f"{datetime.fromtimestamp(line.at, UTC).astimezone(self.zone):%H:%M}  "
            name = f"{line.name}: "
            taken = len(when) + cells.width(name)
            first, *more = wrap(line.text, max(8, columns - taken))
            found.append((when, name, first))
            found += [(" " * taken, "", rest) for rest in more]
        return found


class TalkScreen(ResultScreen[str | None]):
    """Ends with what is to be said, or None: whatever is typed after Enter is meant for where one came from."""

    def __init__(self, look: Look, known: ClientState, table: int, zone: tzinfo | None = None) -> None:
        super().__init__()
        self.zone = zone
        self.look = look
        self.known = known
        self.table = table

    def compose(self) -> ComposeResult:
        listing, talk = self.known.listings.get(self.table), self.known.talk(self.table)
        game = words.title_of(listing.game) if listing else Text("Tilehall")
        readers = Text("read by all who play or watch") if listing and listing.chat else Text("read by all who play")
        yield TalkPage(self.look, game, readers, talk, self.zone)
        talk.read()

    def on_mount(self) -> None:
        listens(self, self.known, self.paint)

    def paint(self) -> None:
        for page in self.query(TalkPage):
            page.paint()

    def on_talk_page_written(self) -> None:
        talk = self.known.talk(self.table)
        talk.draft = ""
        self.close_with(self.query_one(TalkPage).typed.strip())

    def on_talk_page_closed(self) -> None:
        self.close_with(None)
