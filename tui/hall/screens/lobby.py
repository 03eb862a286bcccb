"""The lobby: which tables there are, whose move it is, and the way to everything else."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from textual.app import ComposeResult
from textual.timer import Timer

from tilehall.engine import BUILT_IN_GAMES, Text, join_semicolons, join_spaces, literal_text
from tilehall.tui.boards.covers import COLUMNS, ROWS, draw_cover
from tilehall.tui.boards.pixels import draw_dots
from tilehall.tui.boards.tiles import SMALL
from tilehall.tui.config.look import Look
from tilehall.tui.hall import words
from tilehall.tui.hall.client_state import ClientState
from tilehall.tui.hall.listing import LOBBY, TableListing, texts_of
from tilehall.tui.hall.parts import details, sitting
from tilehall.tui.hall.screens.listening import listens
from tilehall.tui.key_map import screen_keys
from tilehall.tui.terminal.output.cells import fold, wrap
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets.home_picture import nameplate
from tilehall.tui.widgets.item_list import ItemList, ListEntry, ListPanels
from tilehall.tui.widgets.key_hints import KeyHint

Place = Literal["due", "mine", "waiting", "running", "over"]
SECTIONS: dict[Place, Text] = {
    "due": Text("Your move"),
    "mine": Text("Your tables"),
    "waiting": Text("Waiting for players"),
    "running": Text("Being played: watch"),
    "over": Text("Just ended"),
}
OFTEN = 20.0
"""Seconds after which it is said anew how long ago something was."""
SOON, REST = 0.1, 1.0
"""Seconds for which news are gathered before they are shown, and at least from one showing to the next."""
PLATE = 62
"""Columns from which the name of the program stands on top."""
KEYS = screen_keys("lobby")
FIRST = (
    ("open", Text("opens a table: choose a game, then send your friends the line to type, or let computers play.")),
    ("code", Text("joins a table by the code that somebody gave you.")),
    ("rules", Text("tells the rules of the first of these games; at a table, of its game.")),
)


@dataclass(frozen=True, slots=True)
class LobbyChoice:
    """Where to go from the lobby, and to which table."""

    kind: Literal["table", "join", "open", "code", "library", "settings", "oneself", "rules", "leave"]
    table: int = 0


class LobbyScreen(ResultScreen[LobbyChoice]):
    """Ends with where to go. `back` is the table that one comes from: the cursor stands there."""

    def __init__(self, look: Look, known: ClientState, back: int = 0) -> None:
        super().__init__()
        self.look = look
        self.known = known
        self.back = back
        self.leaving = False
        self.soon: Timer | None = None
        """Runs out when the tables are shown anew."""
        self.shown_at = 0.0
        """When they were the last time."""

    @property
    def item_list(self) -> ItemList:
        return self.query_one(ItemList)

    def compose(self) -> ComposeResult:
        roll = ItemList(self.look, self._items(), ListPanels(self._head, self._empty, self._beside, self._keys))
        ids = [item.id for item in roll.items]
        roll.at = ids.index(f"{self.back}") if f"{self.back}" in ids else 0
        yield roll

    def on_mount(self) -> None:
        listens(self, self.known, self.expect)
        self.set_interval(OFTEN, self.show_tables)

    def expect(self) -> None:
        """News have come: what comes right after them is shown with them; where there is much, a little later."""
        if self.soon is None:
            rest = self.shown_at + REST - time.monotonic()
            self.soon = self.set_timer(max(SOON, rest), self.show_tables)

    def show_tables(self) -> None:
        """As they are now."""
        self.soon, self.shown_at = None, time.monotonic()
        for roll in self.query(ItemList):
            roll.set_items(self._items())

    # --- the tables -----------------------------------------------------------------------------------------------

    def _place(self, listing: TableListing) -> Place:
        if self.known.is_due(listing):
            return "due"
        if listing.state == "over":
            return "over"
        if listing.seat_of(self.known.person) is not None:
            return "mine"
        return "waiting" if listing.state == "waiting" else "running"

    def _items(self) -> list[ListEntry]:
        tables = sorted(self.known.listings.values(), key=lambda listing: -listing.since)
        found: list[ListEntry] = []
        for place, section in SECTIONS.items():
            here = [listing for listing in tables if self._place(listing) == place]
            found += [self._item(listing, place, section if n == 0 else Text("")) for n, listing in enumerate(here)]
        return found

    def _item(self, listing: TableListing, place: Place, section: Text) -> ListEntry:
        look = self.look
        title = look.say(words.title_of(listing.game))
        first = [(f"{title}  ", look.strong), *sitting(listing, self.known.person, look)]
        second = [(look.say(join_semicolons(self._facts(listing))), look.muted)]
        return ListEntry(f"{listing.number}", (first, second), section, DOES[place])

    def _facts(self, listing: TableListing) -> Iterator[Text]:
        """What there is to say of a table in a line: after its number what was said to this person."""
        number, *facts = texts_of(listing, LOBBY)
        yield number
        if (talk := self.known.talks.get(listing.number)) and talk.new:
            yield Text("{n} line for you", "{n} lines for you", n=talk.new)
        yield from facts

    # --- around them ----------------------------------------------------------------------------------------------

    def _head(self, picture: Picture) -> int:
        look, x, low = self.look, 0, picture.height < 20
        if picture.width >= PLATE and not low:
            x = nameplate(picture, 2, 0, SMALL, look)
        room = picture.width - x - 3
        under = self._way_back() if self.known.code else self._counts()
        for n, text in enumerate([self._welcome(), under][: 1 if low else 2]):
            for line in fold(look.say(text), room, 1, look.glyphs.ellipsis):
                picture.put(x + 2, n, line, look.text if n == 0 else look.muted)
        return 2 if low else 3

    def _welcome(self) -> Text:
        person = self.known.person
        if person.guest:
            return Text("Welcome, {name}, as a guest.", name=person.name)
        return Text("Welcome, {name}.", name=person.name)

    def _counts(self) -> Text:
        """How many tables there are."""
        tables = self.known.listings.values()
        waiting = sum(listing.state == "waiting" for listing in tables)
        playing = sum(listing.state == "running" for listing in tables)
        told = [Text("{n} table waits.", "{n} tables wait.", n=waiting)] if waiting else []
        told += [Text("{n} game is played.", "{n} games are played.", n=playing)] if playing else []
        return join_spaces(told)

    def _way_back(self) -> Text:
        """How a guest gets back to their chairs."""
        if self.known.sits:
            return Text("Your way back: n, code {code}", code=self.known.code)
        return Text("Were you here before? Press n.")

    def _empty(self, picture: Picture) -> None:
        """First steps, shown while there are no tables."""
        look, y = self.look, 0
        head = Text("Nobody has opened a table yet. Be the first:")
        for line in wrap(look.say(head), picture.width):
            picture.put(0, y, line, look.strong)
            y += 1
        for key, what in FIRST:
            y += 1
            picture.put(2, y, KEYS.label(key), look.accent)
            for line in wrap(look.say(what), picture.width - 6):
                picture.put(6, y, line, look.text)
                y += 1
        self._boxes(picture, y + 1)

    def _boxes(self, picture: Picture, y: int) -> None:
        """The games that may be played here, where there is room for their pictures."""
        look, pitch = self.look, (picture.width + 2) // len(BUILT_IN_GAMES)
        high = ROWS // 2 + 2
        if pitch < COLUMNS + 2 or y + high > picture.height:
            return
        y += min(2, (picture.height - y - high) // 3)
        for n, box in enumerate(BUILT_IN_GAMES.values()):
            draw_dots(picture, n * pitch, y, draw_cover(box.id, look), look)
            for line, title in enumerate(fold(look.say(box.title), pitch - 2, 2, look.glyphs.ellipsis)):
                picture.put(n * pitch, y + ROWS // 2 + line, title, look.muted)

    def _beside(self, name: str, picture: Picture) -> None:
        listing = self.known.listings.get(int(name))
        if listing is not None:
            details(picture, listing, self.known.person, self.look)

    def _keys(self, name: str) -> Sequence[KeyHint]:
        if self.leaving:
            return [("q", Text("leave the hall"))]
        listing = self.known.listings.get(int(name)) if name else None
        glyphs = self.look.glyphs
        enter = [KEYS.hint(glyphs, "choose", ENTERS[self._place(listing)])] if listing else []
        rooms = ("open", "code", "library", "keys", "leave", "settings", "oneself", "rules")
        return [*enter, *KEYS.hints(glyphs, *rooms)]

    # --- where to go ----------------------------------------------------------------------------------------------

    def on_item_list_chosen(self, event: ItemList.Chosen) -> None:
        self.leaving = False
        listing = self.known.listings.get(int(event.id))
        if listing is None:
            return
        joins = listing.state == "waiting" and listing.seat_of(self.known.person) is None
        self.close_with(LobbyChoice("join" if joins else "table", listing.number))

    def on_item_list_typed(self, event: ItemList.Typed) -> None:
        self.leaving = False
        match KEYS.command(event.key):
            case "open" | "code" | "library" | "settings" | "oneself" | "rules" as kind:
                self.close_with(LobbyChoice(kind, int(event.id or 0)))
            case "keys":
                self.show_keys()

    def show_keys(self) -> None:
        from tilehall.tui.screens.pages import screen_keys_page

        self.app.push_screen(screen_keys_page(self.look, literal_text("Tilehall"), KEYS.help()))

    def on_item_list_closed(self) -> None:
        if self.leaving:
            self.close_with(LobbyChoice("leave"))
            return
        self.leaving = True
        self.item_list.say(Text("Press the same key once more to leave the hall. Your chairs stay yours."))


ENTERS: dict[Place, Text] = {
    "due": Text("play"),
    "mine": Text("go there"),
    "waiting": Text("join"),
    "running": Text("watch"),
    "over": Text("look at it"),
}
DOES: dict[Place, Text] = {
    "due": Text("It is your move here. Enter takes you to the board."),
    "mine": Text("You sit here. Enter takes you to the table."),
    "waiting": Text("There is a free chair. Enter sits down."),
    "running": Text("Enter watches. You see what everybody may see."),
    "over": Text("This game is over. Enter shows how it ended."),
}
