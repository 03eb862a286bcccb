"""What is said at a table, and a line to say something."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, tzinfo

from textual.app import ComposeResult
from textual.events import Key, Resize
from textual.message import Message

from tilehall.engine import RuleError, Text
from tilehall.tui.hall import words
from tilehall.tui.hall.known import AtTable, Known
from tilehall.tui.kernel import cells
from tilehall.tui.kernel.canvas import Canvas
from tilehall.tui.kernel.cells import wrap
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.kernel.room import Room
from tilehall.tui.look import Look
from tilehall.tui.widgets.chrome import footer, title

MOST = 200
"""Characters of what may be said at once."""


class Talk(Canvas, can_focus=True):
    """The latest lines, and below them what is being typed."""

    class Written(Message):
        """Enter was pressed."""

    class Closed(Message):
        """Esc was pressed."""

    def __init__(self, look: Look, heading: Text, at: AtTable, zone: tzinfo | None) -> None:
        super().__init__()
        self.zone = zone
        self.look = look
        self.heading = heading
        self.at = at
        self.typed = ""
        self.note = Text("")

    def on_key(self, event: Key) -> None:
        if event.key.startswith("ctrl+") and event.key != "ctrl+u":
            return
        event.stop()
        event.prevent_default()
        self.note = Text("")
        if event.key == "escape":
            self.post_message(self.Closed())
        elif event.key == "enter":
            self.post_message(self.Written() if self.typed.strip() else self.Closed())
        elif event.key == "backspace":
            self.typed = self.typed[:-1]
        elif event.key == "ctrl+u":
            self.typed = ""
        elif event.character and event.character.isprintable() and len(self.typed) < MOST:
            self.typed += event.character
        self.paint()

    def on_resize(self, event: Resize) -> None:
        self.paint()

    def paint(self) -> None:
        width, height, look = self.size.width, self.size.height, self.look
        if not width or not height:
            return
        picture = Picture(width, height, look.table)
        title(picture, look, self.heading, Text("what is said here"))
        said = self._said(width - 4)
        room = max(0, height - 5)
        shown = said[-room:] if room else []
        for y, (when, name, line) in enumerate(shown, height - 3 - len(shown)):
            x = picture.put(2, y, when, look.muted)
            x = picture.put(x, y, name, look.strong)
            picture.put(x, y, line, look.text)
        if not said:
            picture.put(2, 2, look.clip(look.say(Text("Nobody has said anything yet.")), width - 4), look.muted)
        picture.fill(1, height - 3, width - 2, 1, look.line, look.glyphs.line_h)
        self._line(picture, height - 2)
        footer(picture, look, height - 1, [("Enter", Text("say it")), ("Esc", Text("back")), ("Ctrl+U", Text("wipe"))])
        self.show(picture)

    def _line(self, picture: Picture, y: int) -> None:
        """What is being typed, or why it could not be said."""
        look, typed, room = self.look, self.typed, picture.width - 7
        if self.note:
            picture.put(2, y, look.clip(look.say(self.note), picture.width - 4), look.bad)
            return
        while cells.width(typed) > room:
            typed = typed[1:]
        x = picture.put(2, y, "> ", look.accent)
        x = picture.put(x, y, typed, look.text)
        picture.put(x, y, "_", look.on_table(look.palette.cursor, bold=True))

    def _said(self, columns: int) -> list[tuple[str, str, str]]:
        """When, who, what; of a long one the rest stands below."""
        found: list[tuple[str, str, str]] = []
        for line in self.at.said:
            when = f"{datetime.fromtimestamp(line.at, UTC).astimezone(self.zone):%H:%M}  "
            name = f"{line.name}: "
            taken = len(when) + cells.width(name)
            first, *more = wrap(line.text, max(8, columns - taken))
            found.append((when, name, first))
            found += [(" " * taken, "", rest) for rest in more]
        return found


class TalkScreen(Room[None]):
    """Says something, or reads what others have said."""

    def __init__(self, look: Look, known: Known, at: AtTable, zone: tzinfo | None = None) -> None:
        super().__init__()
        self.zone = zone
        self.look = look
        self.known = known
        self.at = at
        self.stop_listening: Callable[[], None] | None = None

    @property
    def talk(self) -> Talk:
        return self.query_one(Talk)

    def compose(self) -> ComposeResult:
        listing = self.known.listings.get(self.at.number)
        game = words.title_of(listing.game) if listing else Text("Tilehall")
        yield Talk(self.look, game, self.at, self.zone)

    def on_mount(self) -> None:
        self.stop_listening = self.known.told(lambda: self.call_next(self.paint))

    def on_unmount(self) -> None:
        if self.stop_listening:
            self.stop_listening()

    def paint(self) -> None:
        for talk in self.query(Talk):
            talk.paint()

    async def on_talk_written(self) -> None:
        talk = self.talk
        try:
            await self.known.visit.say(self.at.number, talk.typed.strip())
        except RuleError as error:
            talk.note = error.text
        else:
            talk.typed = ""
        talk.paint()

    def on_talk_closed(self) -> None:
        self.leave_with()
