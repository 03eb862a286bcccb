"""The games that have ended in this hall: replayed, or shown as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Literal

from textual.app import ComposeResult

from tilehall.engine import Text, join_commas, join_spaces, literal_text
from tilehall.tui.boards.covers import COLUMNS, draw_cover
from tilehall.tui.boards.pixels import draw_dots, scale_dots
from tilehall.tui.config.look import Look
from tilehall.tui.features.replay.screen import ReplayScreen
from tilehall.tui.hall import words
from tilehall.tui.hall.protocol import HallInterface, Played
from tilehall.tui.hall.screens.record import record_page
from tilehall.tui.key_map import screen_keys
from tilehall.tui.screens.base_app import BaseApp
from tilehall.tui.tables.computer_players import TableServices
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import AnalysisExecutor
from tilehall.tui.terminal.output.cells import wrap
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.timestamps import format_local
from tilehall.tui.widgets.item_list import ItemList, ListEntry, ListPanels
from tilehall.tui.widgets.key_hints import KeyHint


@dataclass(frozen=True, slots=True)
class LibraryChoice:
    """A game, and what to do with it."""

    number: int
    what: Literal["look", "text"]


class LibraryScreen(ResultScreen[LibraryChoice | None]):
    """Ends with a game and what to do with it, or None."""

    def __init__(self, look: Look, played: Sequence[Played], door: str, zone: tzinfo | None, back: int = 0) -> None:
        super().__init__()
        self.look = look
        self.played = {f"{each.number}": each for each in played}
        self.door = door
        self.zone = zone
        self.back = f"{back}"

    def compose(self) -> ComposeResult:
        items = [self._item(name, each) for name, each in self.played.items()]
        roll = ItemList(self.look, items, ListPanels(self._head, self._empty, self._beside, self._keys))
        roll.at = [*self.played].index(self.back) if self.back in self.played else 0
        yield roll

    def _item(self, name: str, each: Played) -> ListEntry:
        look, when = self.look, format_local(datetime.fromtimestamp(each.ended, UTC), self.zone)
        first = [
            (f"{look.say(words.title_of(each.game))}  ", look.strong),
            (look.say(join_commas(each.names)), look.text),
        ]
        result = literal_text(each.result) if each.result else Text("broken off after {n} steps", n=each.steps)
        facts = Text("{result}; {when}, game {number}", result=result, when=when, number=each.number)
        command = Text("Without this screen: {line}", line=f"{self.door} export {each.number}")
        told = join_spaces([Text("Enter looks at it, x shows it as text."), command])
        return ListEntry(name, (first, [(look.say(facts), look.muted)]), spoken=told)

    def _head(self, picture: Picture) -> int:
        look = self.look
        picture.put(2, 0, look.clip(look.say(Text("Games that ended here")), picture.width - 4), look.accent)
        return 2

    def _empty(self, picture: Picture) -> None:
        told = Text("No game has ended here yet. Every game that you play in this house will be found here.")
        for y, line in enumerate(wrap(self.look.say(told), picture.width)):
            picture.put(0, y, line, self.look.text)

    def _beside(self, name: str, picture: Picture) -> None:
        drawn = scale_dots(draw_cover(self.played[name].game, self.look), 2)
        draw_dots(picture, (picture.width - 2 * COLUMNS) // 2, 0, drawn, self.look)

    def _keys(self, name: str) -> Sequence[KeyHint]:
        keys = screen_keys("hall library")
        return keys.hints(self.look.glyphs, *(("choose", "text") if name else ()), "back")

    def on_item_list_chosen(self, event: ItemList.Chosen) -> None:
        self.close_with(LibraryChoice(int(event.id), "look"))

    def on_item_list_typed(self, event: ItemList.Typed) -> None:
        if screen_keys("hall library").command(event.key) == "text" and event.id:
            self.close_with(LibraryChoice(int(event.id), "text"))

    def on_item_list_closed(self) -> None:
        self.close_with(None)


class LibraryFlow:
    """Shows the games that have ended, and what is chosen of them, until the list is left."""

    def __init__(
        self, app: BaseApp, hall: HallInterface, door: str, zone: tzinfo | None, analysis: AnalysisExecutor | None
    ) -> None:
        """`door` is the command line that leads to this hall."""
        self.app = app
        self.hall = hall
        self.door = door
        self.zone = zone
        self.analysis = analysis

    async def run(self) -> None:
        back = 0
        while True:
            played = await self.hall.library()
            picked = await self.app.push_screen_wait(LibraryScreen(self.app.look, played, self.door, self.zone, back))
            if picked is None:
                return
            back, record = picked.number, await self.hall.export(picked.number)
            if picked.what == "text":
                await self.app.push_screen_wait(record_page(self.app.look, back, record, self.door))
            else:
                await self._look_back(record)

    async def _look_back(self, record: str) -> None:
        """Shows a game from its end: the result first, unless it was broken off."""
        table = Table.from_record_text(record)
        replay = Replay(table, services=TableServices(analysis_executor=self.analysis))
        replay.go(replay.steps)
        screen = ReplayScreen(self.app.look_for(table.rules.package), replay, self.app.settings)
        if table.over:
            screen.call_later(screen.show_score)
        await self.app.push_screen_wait(screen)
