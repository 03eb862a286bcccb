"""A visit whose house is in another process: what is asked there, and the house's end of it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, Literal

from tilehall.engine import Action, Advice, Text
from tilehall.engine import SeatNo as Number
from tilehall.tui.hall import wire
from tilehall.tui.hall.listing import TableListing
from tilehall.tui.hall.protocol import (
    Caller,
    Closing,
    GameHistory,
    HallInterface,
    Heard,
    Person,
    Played,
    Seated,
    Spoken,
    TableSettings,
)
from tilehall.tui.hall.refusals import HallError

FALLEN = Text("The hall has stopped all of a sudden. Your games are kept: come again in a moment.")


class HallClient:
    """A Visit over a wire. When the house is gone, `heard` is told that it closes, and everything raises UserError."""

    def __init__(self, peer: wire.Peer, person: Person, heard: Heard) -> None:
        self.person = person
        self._peer = peer
        self._heard = heard
        self._ended = False
        self._tables: set[int] = set()
        self._listening: asyncio.Task[None] | None = None

    @classmethod
    async def enter(cls, house: Path, caller: Caller, address: str, heard: Heard) -> HallClient:
        """Goes in. Raises UserError if one may not, or if nobody is there."""
        try:
            peer = await wire.connect(house, {}, heard)
        except OSError as error:
            raise HallError(FALLEN) from error
        listening = asyncio.create_task(peer.run())
        try:
            person = await peer.ask("enter", caller, address)
        except BaseException:
            peer.close()
            raise
        visit = cls(peer, person, heard)
        visit._listening = listening
        listening.add_done_callback(visit._fallen)
        return visit

    def _fallen(self, listening: asyncio.Task[None]) -> None:
        if not self._ended:
            self._ended = True
            self._heard(Closing(FALLEN))

    @property
    def at_table(self) -> bool:
        """Whether a table is looked at now."""
        return bool(self._tables)

    async def _ask(self, name: str, *args: Any) -> Any:
        return await self._peer.ask(name, *args)

    # --- the lobby ------------------------------------------------------------------------------------------------

    async def lobby(self) -> tuple[TableListing, ...]:
        listings: tuple[TableListing, ...] = await self._ask("lobby")
        return listings

    async def open(self, wish: TableSettings) -> tuple[int, str]:
        opened: tuple[int, str] = await self._ask("open", wish)
        return opened

    async def join(self, table: int, seat: Number | None = None, code: str = "") -> Number:
        number: Number = await self._ask("join", table, seat, code)
        return number

    async def by_code(self, code: str) -> int:
        table: int = await self._ask("by_code", code)
        return table

    async def leave(self, table: int) -> None:
        self._tables.discard(table)
        await self._ask("leave", table)

    async def fill(self, table: int, seat: Number, level: str) -> None:
        await self._ask("fill", table, seat, level)

    async def start(self, table: int) -> None:
        await self._ask("start", table)

    async def rematch(self, table: int) -> int:
        another: int = await self._ask("rematch", table)
        return another

    async def library(self) -> tuple[Played, ...]:
        played: tuple[Played, ...] = await self._ask("library")
        return played

    async def export(self, table: int) -> str:
        record: str = await self._ask("export", table)
        return record

    # --- at a table -----------------------------------------------------------------------------------------------

    async def come(self, table: int) -> Seated:
        seated: Seated = await self._ask("come", table)
        self._tables.add(table)
        return seated

    async def go(self, table: int) -> None:
        self._tables.discard(table)
        await self._ask("go", table)

    async def act(self, table: int, actions: tuple[Action | str, ...]) -> None:
        await self._ask("act", table, actions)

    async def undo(self, table: int) -> Action | None:
        action: Action | None = await self._ask("undo", table)
        return action

    async def redo(self, table: int) -> Action:
        action: Action = await self._ask("redo", table)
        return action

    async def restart(self, table: int) -> int:
        steps: int = await self._ask("restart", table)
        return steps

    async def hint(self, table: int) -> Advice:
        advice: Advice = await self._ask("hint", table)
        return advice

    async def compare(self, table: int, actions: tuple[Action, ...]) -> Advice:
        advice: Advice = await self._ask("compare", table, actions)
        return advice

    async def hurry(self, table: int) -> None:
        await self._ask("hurry", table)

    async def read(self, table: int, steps: int) -> None:
        await self._ask("read", table, steps)

    async def past(self, table: int) -> GameHistory:
        past: GameHistory = await self._ask("past", table)
        return past

    async def say(self, table: int, words: str) -> None:
        await self._ask("say", table, words)

    async def code(self, table: int) -> str:
        code: str = await self._ask("code", table)
        return code

    async def said(self, table: int) -> Spoken:
        spoken: Spoken = await self._ask("said", table)
        return spoken

    async def unread(self) -> dict[int, int]:
        unread: dict[int, int] = await self._ask("unread")
        return unread

    async def ask(self, table: int, request: Literal["undo", "stand-in"], about: Number) -> None:
        await self._ask("ask", table, request, about)

    async def agree(self, table: int, yes: bool) -> None:
        await self._ask("agree", table, yes)

    async def hand_over(self, table: int, level: str) -> None:
        await self._ask("hand_over", table, level)

    async def take_back(self, table: int) -> None:
        await self._ask("take_back", table)

    # --- oneself --------------------------------------------------------------------------------------------------

    async def settings(self) -> dict[str, str]:
        settings: dict[str, str] = await self._ask("settings")
        return settings

    async def keep_settings(self, changes: dict[str, str]) -> None:
        await self._ask("keep_settings", changes)

    async def rename(self, name: str) -> Person:
        self.person = await self._ask("rename", name)
        return self.person

    async def key_code(self) -> str:
        code: str = await self._ask("key_code")
        return code

    async def use_key_code(self, code: str) -> Person:
        self.person = await self._ask("use_key_code", code)
        return self.person

    async def end(self) -> None:
        """The house hears of it by the end of the wire."""
        self._ended = True
        self._peer.close()


def calls(visit: HallInterface) -> wire.Calls:
    """What may be asked of a visit in this process from another."""
    return {
        "lobby": visit.lobby,
        "open": visit.open,
        "join": visit.join,
        "by_code": visit.by_code,
        "leave": visit.leave,
        "fill": visit.fill,
        "start": visit.start,
        "rematch": visit.rematch,
        "library": visit.library,
        "export": visit.export,
        "come": visit.come,
        "go": visit.go,
        "act": visit.act,
        "undo": visit.undo,
        "redo": visit.redo,
        "restart": visit.restart,
        "hint": visit.hint,
        "compare": visit.compare,
        "hurry": visit.hurry,
        "read": visit.read,
        "past": visit.past,
        "say": visit.say,
        "code": visit.code,
        "said": visit.said,
        "unread": visit.unread,
        "ask": visit.ask,
        "agree": visit.agree,
        "hand_over": visit.hand_over,
        "take_back": visit.take_back,
        "settings": visit.settings,
        "keep_settings": visit.keep_settings,
        "rename": visit.rename,
        "key_code": visit.key_code,
        "use_key_code": visit.use_key_code,
    }
