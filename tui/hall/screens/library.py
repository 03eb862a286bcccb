"""The games that have ended in this house: looked at again, or taken home as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Literal

from textual.app import ComposeResult

from tilehall.engine import Text, listed, plain, spaced
from tilehall.tui.boards.covers import COLUMNS, cover
from tilehall.tui.boards.pixels import draw, scaled
from tilehall.tui.config.look import Look
from tilehall.tui.hall import words
from tilehall.tui.hall.protocol import Played
from tilehall.tui.terminal.output.cells import wrap
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.result_screen import Room
from tilehall.tui.timestamps import local
from tilehall.tui.widgets.chrome import Hint
from tilehall.tui.widgets.item_list import Item, Page, Roll


@dataclass(frozen=True, slots=True)
class Picked:
    """A game, and what to do with it."""

    number: int
    what: Literal["look", "text"]


class LibraryScreen(Room[Picked | None]):
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
        roll = Roll(self.look, items, Page(self._head, self._empty, self._beside, self._keys))
        roll.at = [*self.played].index(self.back) if self.back in self.played else 0
        yield roll

    def _item(self, name: str, each: Played) -> Item:
        look, when = self.look, local(datetime.fromtimestamp(each.ended, UTC), self.zone)
        first = [
            (f"{look.say(words.title_of(each.game))}  ", look.strong),
            (look.say(listed(each.names)), look.text),
        ]
        result = plain(each.result) if each.result else Text("broken off after {n} steps", n=each.steps)
        facts = Text("{result}; {when}, game {number}", result=result, when=when, number=each.number)
        command = Text("Without this screen: {line}", line=f"{self.door} export {each.number}")
        told = spaced([Text("Enter looks at it, x shows it as text."), command])
        return Item(name, (first, [(look.say(facts), look.muted)]), told=told)

    def _head(self, picture: Picture) -> int:
        look = self.look
        picture.put(2, 0, look.clip(look.say(Text("Games that ended here")), picture.width - 4), look.accent)
        return 2

    def _empty(self, picture: Picture) -> None:
        told = Text("No game has ended here yet. Every game that you play in this house will be found here.")
        for y, line in enumerate(wrap(self.look.say(told), picture.width)):
            picture.put(0, y, line, self.look.text)

    def _beside(self, name: str, picture: Picture) -> None:
        drawn = scaled(cover(self.played[name].game, self.look), 2)
        draw(picture, (picture.width - 2 * COLUMNS) // 2, 0, drawn, self.look)

    def _keys(self, name: str) -> Sequence[Hint]:
        found: list[Hint] = [("Enter", Text("look at it")), ("x", Text("as text"))] if name else []
        return [*found, ("Esc", Text("back"))]

    def on_roll_chosen(self, event: Roll.Chosen) -> None:
        self.leave_with(Picked(int(event.id), "look"))

    def on_roll_typed(self, event: Roll.Typed) -> None:
        if event.key == "x" and event.id:
            self.leave_with(Picked(int(event.id), "text"))

    def on_roll_closed(self) -> None:
        self.leave_with(None)
