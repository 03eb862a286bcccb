"""The app of one person in a hall: which screen follows which. It knows the hall through its interface only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextvars import copy_context
from datetime import tzinfo
from functools import partial

from textual.driver import Driver

from tilehall.engine import BUILT_IN_GAMES, Text, UserError
from tilehall.tui.config.settings import OPEN, SCHEMA, Settings
from tilehall.tui.features.rules.screen import RulesScreen
from tilehall.tui.hall.client_state import AtTable, ClientState
from tilehall.tui.hall.inbox import ScreenInbox
from tilehall.tui.hall.notices import Notices
from tilehall.tui.hall.protocol import (
    Called,
    Changed,
    Closing,
    HallInterface,
    Listed,
    News,
    Shut,
    TableSettings,
)
from tilehall.tui.hall.refusals import HallError
from tilehall.tui.hall.screens.asking import CodeScreen, OneselfScreen
from tilehall.tui.hall.screens.chairs import ChairScreen, free
from tilehall.tui.hall.screens.library import LibraryFlow
from tilehall.tui.hall.screens.lobby import LobbyChoice, LobbyScreen
from tilehall.tui.hall.screens.opening import OpenScreen
from tilehall.tui.hall.screens.record import record_page
from tilehall.tui.hall.screens.table import TableScreen
from tilehall.tui.hall.screens.talk import TalkScreen
from tilehall.tui.hall.screens.waiting import WaitingScreen
from tilehall.tui.hall.surroundings import KEYS, HallSurroundings
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.screens.base_app import BaseApp, ReturnPath
from tilehall.tui.screens.board import BoardScreen
from tilehall.tui.screens.board_purpose import BoardMode, BoardPurpose
from tilehall.tui.tables.thinking.thinkers import AnalysisExecutor
from tilehall.tui.terminal.capabilities import Terminal


class HallApp(BaseApp):
    """The screens of one person in the hall. No file is read or written."""

    BACK_HOME = Text("Something went wrong, and you are back in the lobby. Your chairs stay yours.")

    def __init__(
        self,
        terminal: Terminal,
        visit: HallInterface,
        ear: ScreenInbox,
        door: str = "",
        *,
        programs: Sequence[str] = (),
        driver_class: Callable[..., Driver] | None = None,
        answerers: AnalysisExecutor | None = None,
        zone: tzinfo | None = None,
        report: Callable[[str], None] = lambda report: None,
    ) -> None:
        """`inbox` is what the visit tells its news; `door` the line by which friends come here; `programs` may play.

        `answerers` work out the course of a game that is over; `report` takes what is told of an error of ours.
        """
        super().__init__(terminal, Settings(), driver_class=driver_class)
        self.visit = visit
        self.inbox = ear
        self.door = door
        self.programs = programs
        self.zone = zone
        self.answerers = answerers
        self.report = report
        self.known = ClientState(visit, answerers)
        self.goodbye = ""
        """What is to be said once the screen is closed; nothing if the person just left."""
        self._wish: TableSettings | None = None
        """The table that was opened last."""
        self._table = 0
        """Where one sits or looks on; 0 in the lobby."""
        self._notices = Notices(self, self.known)

    def on_mount(self) -> None:
        self.inbox.listen(self.hear, copy_context())
        self.run_blocking(self._begin())

    def on_unmount(self) -> None:
        self.inbox.close()
        if self.known.at is not None:
            self.known.at.seat.close()

    # --- news -----------------------------------------------------------------------------------------------------

    def hear(self, news: News) -> None:
        """Handles news of the hall. Never raises: an error is reported as one of this app."""
        try:
            self._hear(news)
        except Exception as error:
            self.report_error(error)

    def _hear(self, news: News) -> None:
        self.known.hear(news)
        self._notices.watch_clocks()
        match news:
            case Closing(why):
                self.goodbye = self.look.say(why)
                self.exit(0)
            case Called(table):
                self._notices.ring(table, self._table)
            case Shut(table, why):
                self._shut(table, why)
            case Changed(_, change) if self.known.at is not None:
                self._notices.note_turn(change.must_decide)
            case Listed(listings):
                self._notices.invite(listings)
            case _:
                pass

    def _shut(self, table: int, why: Text) -> None:
        """A table was closed: from its screens one is led to the lobby."""
        if table == self._table:
            self.restart_with(partial(self._go_back, self.rooms, why, "information"))
        else:
            told = Text("Table {number}: {why}", number=table, why=why)
            self.tell(told)

    # --- from room to room ----------------------------------------------------------------------------------------

    async def _begin(self) -> None:
        self.wear(understood(await self.visit.settings()))
        await self.known.enter()
        await self.rooms()

    async def rooms(self, table: int = 0) -> None:
        """First this table, if there is one, then the lobby and wherever one goes from there."""
        if table:
            await self.attempt(self._stay(table))
        back = table
        while True:
            errand = await self.push_screen_wait(LobbyScreen(self.look, self.known, back))
            if errand.kind == "leave":
                self.exit(0)
                return
            back = errand.table
            await self.attempt(self._go(errand))

    async def _go(self, errand: LobbyChoice) -> None:
        match errand.kind:
            case "table":
                await self._stay(errand.table)
            case "join":
                await self._join(errand.table)
            case "open":
                await self._open()
            case "code":
                await self._by_code()
            case "library":
                await LibraryFlow(self, self.visit, self.door, self.zone, self.answerers).run()
            case "settings":
                await self.change_settings()
            case "oneself":
                await self.push_screen_wait(OneselfScreen(self.look, self.known))
            case "rules":
                listing = self.known.listings.get(errand.table)
                name = listing.game if listing else next(iter(BUILT_IN_GAMES))
                await self.push_screen_wait(RulesScreen(self.look, name))
            case _:
                pass

    async def _open(self) -> None:
        wish = await self.push_screen_wait(OpenScreen(self.look, self._wish))
        if wish is None:
            return
        self._wish = wish
        number, code = await self.visit.open(wish)
        if code:
            self.known.codes[number] = code
        await self._stay(number)

    async def _join(self, table: int) -> None:
        code = ""
        if self.known.listings[table].code:
            typed = await self.push_screen_wait(CodeScreen(self.look))
            if typed is None:
                return
            code = typed
        await self._sit_down(table, code)

    async def _sit_down(self, table: int, code: str) -> None:
        """On the chair that one chooses, where there are several."""
        listing, seat = self.known.listings.get(table), None
        if listing is not None and len(free(listing)) > 1:
            seat = await self.push_screen_wait(ChairScreen(self.look, self.known, table))
            if seat is None:
                return
        await self.visit.join(table, seat, code)
        await self._stay(table)

    async def _by_code(self) -> None:
        if code := await self.push_screen_wait(CodeScreen(self.look)):
            table = await self.visit.by_code(code)
            listing = self.known.listings.get(table)
            if listing is not None and listing.seat_of(self.known.person) is not None:
                await self._stay(table)
            else:
                await self._sit_down(table, code)

    # --- at a table -----------------------------------------------------------------------------------------------

    async def _stay(self, table: int) -> None:
        """In the waiting room, at the board, and at another one with the same people for every rematch."""
        while table:
            self._table = table
            try:
                if table not in self.known.listings:
                    # One was quicker than the news of it.
                    await self.known.enter()
                listing = self.known.listings.get(table)
                if listing is not None and listing.state == "waiting":
                    table = await self._wait(table)
                else:
                    table = await self._play(table)
            finally:
                self._table = 0

    async def _wait(self, table: int) -> int:
        """Until the game begins; the table where one is then."""
        listing = self.known.listings[table]
        own = listing.seat_of(self.known.person)
        if own is not None and listing.chairs[own].expected:
            # Whoever comes by the lobby has come as well.
            await self.visit.join(table)
        answer = await self.push_screen_wait(
            WaitingScreen(
                self.look, self.known, table, self.door, self.settings["bell"] != "off", self.zone, self.programs
            )
        )
        if answer == "up":
            await self.visit.leave(table)
        elif answer == "gone":
            raise HallError(Text("Table {number} is closed.", number=table))
        return table if answer == "begun" else 0

    async def _play(self, table: int) -> int:
        """At the board; the table of the rematch, if one goes there."""
        at = await self.known.come(table)
        self._notices.watch_clocks()
        self._notices.was_due = at.seat.now.must_decide
        try:
            surroundings = HallSurroundings(self.known, at)
            way: BoardMode = "watch" if surroundings.mine is None else "play"
            look = self.look_for(at.seat.now.rules.package)
            board = BoardScreen(look, at.seat, self.settings, BoardPurpose(way, surroundings))
            answer = await self.push_screen_wait(board)
            return await self.visit.rematch(table) if answer == "rematch" else 0
        finally:
            await self.known.go()
            if self.settings["bell"] == "notice":
                self.set_window_title(self.TITLE)

    def on_board_screen_called(self, called: BoardScreen.Called) -> None:
        """A key that is not about the game."""
        self.run_blocking(self._around(called.board, called.key))

    async def _around(self, board: BoardScreen, key: str) -> None:
        at = self.known.at
        if at is None:
            return
        try:
            await self._answer(board, at, key)
        except UserError as error:
            board.player.status.say(StatusMessage(error.text, "bad"))
        board.paint()

    async def _answer(self, board: BoardScreen, at: AtTable, key: str) -> None:
        match KEYS.command(key):
            case "agree" | "refuse" as command:
                await self.visit.agree(at.number, command == "agree")
            case "rematch":
                board.close_with("rematch")
            case "take_back":
                await self.visit.take_back(at.number)
            case "say":
                await self._talk(at.number)
            case "table":
                await self._show_table_menu(board, at)

    async def _show_table_menu(self, board: BoardScreen, at: AtTable) -> None:
        wanted = await self.push_screen_wait(TableScreen(self.look, self.known, at))
        match wanted.kind if wanted else "":
            case "say":
                await self._talk(at.number)
            case "undo" | "stand-in" as asked if wanted:
                await self.visit.ask(at.number, asked, wanted.about)
            case "hand over" if wanted:
                await self.visit.hand_over(at.number, wanted.level)
            case "take back":
                await self.visit.take_back(at.number)
            case "export":
                text = await self.visit.export(at.number)
                await self.push_screen_wait(record_page(self.look, at.number, text, self.door))
            case "lobby":
                board.close_with("home")

    async def _talk(self, table: int) -> None:
        if words := await self.push_screen_wait(TalkScreen(self.look, self.known, table, self.zone)):
            await self.known.say(table, words)

    # --- what the base asks ---------------------------------------------------------------------------------------

    def way_to_table(self) -> ReturnPath | None:
        return partial(self.rooms, self._table) if self._table else None

    async def save_settings(self, settings: Settings, changes: Mapping[str, str]) -> None:
        self.wear(settings)
        await self.visit.keep_settings({**changes})

    def leaving_text(self) -> Text:
        return Text("Press Ctrl+C once more to leave. Your chairs stay yours.")

    @property
    def quit_text(self) -> Text:
        return Text("Leave the hall. Your chairs stay yours.")

    @property
    def exit_message(self) -> str:
        """How a guest who has a chair comes back to it."""
        if not (self.known.code and self.known.sits):
            return ""
        back = Text("Your chair is kept for a while: come again, press n, and type {code}.", code=self.known.code)
        return self.look.say(back)

    def keep_report(self, report: str) -> Text:
        """Gives the report to the host; the person is not told where it is."""
        self.report(report)
        return Text("")

    def crash_message(self, report: str) -> str:
        self.keep_report(report)
        self.goodbye = self.look.say(Text("Something went wrong, and the hall had to close your screen. Come again."))
        return self.goodbye


def understood(kept: Mapping[str, str]) -> Settings:
    """The settings that the hall has kept, without those that exist no more.

    >>> understood({"pace": "quick", "bell": "trumpet"}).chosen
    {'pace': 'quick'}
    """
    known = {each.id: each for each in SCHEMA}
    good = {k: v for k, v in kept.items() if k in known and (k in OPEN or v in known[k].values)}
    return Settings(good)
