"""The screens of one person in the hall: which comes after which, in that person's look. It knows only what is told."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextvars import copy_context
from datetime import tzinfo
from functools import partial
from typing import ClassVar

from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.screen import Screen
from textual.timer import Timer

from tilehall.engine import BUILT_IN_GAMES, Text, UserError, load_game
from tilehall.tui.config.look import Look
from tilehall.tui.config.screen_theme import ScreenTheme
from tilehall.tui.config.settings import OPEN, SCHEMA, Settings
from tilehall.tui.hall.client_state import AtTable, ClientState
from tilehall.tui.hall.inbox import ScreenInbox
from tilehall.tui.hall.protocol import (
    Called,
    Changed,
    Closing,
    HallInterface,
    Listed,
    News,
    Shut,
    TableListing,
    TableSettings,
)
from tilehall.tui.hall.refusals import HallError
from tilehall.tui.hall.screens.lobby import LobbyChoice, LobbyScreen
from tilehall.tui.hall.surroundings import AGAIN, BACK, NO, SAY, TABLE, YES, HallSurroundings
from tilehall.tui.key_map import BOARD_COMMANDS
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.screens.board import BoardMode, BoardScreen
from tilehall.tui.tables.computer_players import TableServices
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import AnalysisExecutor
from tilehall.tui.terminal.app import TerminalApp
from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.terminal.crash_limiter import CrashLimiter
from tilehall.tui.widgets.double_press import DoublePress
from tilehall.tui.widgets.textual_theme import apply_palette

TICK = 1.0
"""Seconds from one look at the clocks to the next."""


class HallApp(TerminalApp[int]):
    """One person's visit. Everything it depends on is handed in; no file is read or written."""

    TITLE = "Tilehall"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave_twice", "quit", priority=True),
        ("ctrl+l", "repaint", "repaint"),
    ]

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
        super().__init__(terminal, driver_class)
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
        self.settings = Settings()
        self.wardrobe = ScreenTheme(terminal)
        self.look = self._choose()
        self._leaving = DoublePress()
        self._wish: TableSettings | None = None
        """The table that was opened last."""
        self._table = 0
        """Where one sits or looks on; 0 in the lobby."""
        self._invited: set[int] = set()
        """Rematches that one was told of."""
        self._was_due = False
        self._clock: Timer | None = None
        self._at_table = CrashLimiter()
        self._at_home = CrashLimiter()

    def _choose(self) -> Look:
        look = self.wardrobe.choose(self.settings).look
        apply_palette(self, look.palette)
        return look

    def _wear(self, settings: Settings) -> None:
        """Everything looks as these settings want it."""
        if settings != self.settings:
            self.settings = settings
            self.look = self._choose()

    def on_mount(self) -> None:
        self.inbox.listen(self.hear, copy_context())
        self.run_blocking(self._begin())

    def on_unmount(self) -> None:
        self.inbox.close()
        if self.known.at is not None:
            self.known.at.seat.close()

    # --- news -----------------------------------------------------------------------------------------------------

    def hear(self, news: News) -> None:
        """What the house tells. Whoever tells it is not troubled by an error of this screen."""
        try:
            self._hear(news)
        except Exception as error:
            self.report_error(error)

    def _hear(self, news: News) -> None:
        self.known.hear(news)
        self._mind_time()
        match news:
            case Closing(why):
                self.goodbye = self.look.say(why)
                self.exit(0)
            case Called(table):
                self._ring(table)
            case Shut(table, why):
                self._shut(table, why)
            case Changed(_, change) if self.known.at is not None:
                comes, self._was_due = change.mine and not self._was_due, change.mine
                if comes:
                    self._notice(self.known.at.number)
            case Listed(listings):
                self._invite(listings)
            case _:
                pass

    def _invite(self, listings: Iterable[TableListing]) -> None:
        """Somebody at the table that one is at has opened a rematch: said once, whatever is on the screen."""
        at = self.known.at.number if self.known.at else 0
        for listing in listings:
            expected = at and listing.follows == at and listing.seat_of(self.known.person) is not None
            if expected and listing.host != self.known.person.name and listing.number not in self._invited:
                self._invited.add(listing.number)
                told = Text("{host} has opened a rematch. {key} goes there.", host=listing.host, key=AGAIN)
                self.notify(self.look.say(told), markup=False)

    def _ring(self, table: int) -> None:
        """It is one's turn where one is not looking."""
        told = self.look.say(Text("It is your turn at table {number}.", number=table))
        # Whoever waits there for the game to begin will see so at once.
        if table != self._table:
            self.notify(told, markup=False)
        if self.settings["bell"] != "off":
            self.bell()
        self._notice(table)

    def _shut(self, table: int, why: Text) -> None:
        """A table is no more: whoever is at it is in the lobby again, whatever was open on the screen."""
        if table == self._table:
            self.restart_with(partial(self._back_in_lobby, why))
        else:
            told = Text("Table {number}: {why}", number=table, why=why)
            self.notify(self.look.say(told), markup=False)

    def _back_in_lobby(self, why: Text) -> None:
        self.run_blocking(self._rooms())
        self.notify(self.look.say(why), markup=False)

    def _notice(self, table: int) -> None:
        """Tells the terminal, for somebody who looks at another window."""
        if self.settings["bell"] == "notice":
            told = self.look.say(Text("It is your turn at table {number}.", number=table))
            self.notify_terminal(told)
            self.set_window_title(told)

    def _mind_time(self) -> None:
        """Looks at the clocks as long as they run and words grow old: hundreds sit here, and most of them think."""
        if self._clock is None and self.known.ages:
            self._clock = self.set_interval(TICK, self._tick)

    def _tick(self) -> None:
        if self.known.ages:
            self.known.tell()
        elif self._clock is not None:
            self._clock.stop()
            self._clock = None

    # --- from room to room ----------------------------------------------------------------------------------------

    async def _begin(self) -> None:
        self._wear(understood(await self.visit.settings()))
        await self.known.enter()
        await self._rooms()

    async def _rooms(self, table: int = 0) -> None:
        """First this table, if there is one, then the lobby and wherever one goes from there."""
        if table:
            await self._attempt(self._stay(table))
        back = table
        while True:
            errand = await self.push_screen_wait(LobbyScreen(self.look, self.known, back))
            if errand.kind == "leave":
                self.exit(0)
                return
            back = errand.table
            await self._attempt(self._go(errand))

    async def _attempt(self, visit: Awaitable[None]) -> None:
        """Goes to a room; where that cannot be it is said, and one is back."""
        try:
            await visit
        except UserError as error:
            self.notify(self.look.say(error.text), severity="error", markup=False)

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
                await self._library()
            case "settings":
                await self._set()
            case "oneself":
                from tilehall.tui.hall.screens.asking import OneselfScreen

                await self.push_screen_wait(OneselfScreen(self.look, self.known))
            case "rules":
                from tilehall.tui.features.rules.screen import RulesScreen

                listing = self.known.listings.get(errand.table)
                name = listing.game if listing else next(iter(BUILT_IN_GAMES))
                await self.push_screen_wait(RulesScreen(self.look, name))
            case _:
                pass

    async def _open(self) -> None:
        from tilehall.tui.hall.screens.opening import OpenScreen

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
            from tilehall.tui.hall.screens.asking import CodeScreen

            typed = await self.push_screen_wait(CodeScreen(self.look))
            if typed is None:
                return
            code = typed
        await self._sit_down(table, code)

    async def _sit_down(self, table: int, code: str) -> None:
        """On the chair that one chooses, where there are several."""
        from tilehall.tui.hall.screens.chairs import ChairScreen, free

        listing, seat = self.known.listings.get(table), None
        if listing is not None and len(free(listing)) > 1:
            seat = await self.push_screen_wait(ChairScreen(self.look, self.known, table))
            if seat is None:
                return
        await self.visit.join(table, seat, code)
        await self._stay(table)

    async def _by_code(self) -> None:
        from tilehall.tui.hall.screens.asking import CodeScreen

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
        from tilehall.tui.hall.screens.waiting import WaitingScreen

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
        self._mind_time()
        self._was_due = at.seat.now.must_decide
        try:
            answer = await self.push_screen_wait(self._board(at))
            return await self.visit.rematch(table) if answer == "rematch" else 0
        finally:
            await self.known.go()
            if self.settings["bell"] == "notice":
                self.set_window_title(self.TITLE)

    def _board(self, at: AtTable) -> BoardScreen:
        around = HallSurroundings(self.known, at)
        look = self._look_at(at.seat.header.game)
        way: BoardMode = "watch" if around.mine is None else "play"
        return BoardScreen(look, at.seat, self.settings, way, around=around)

    def _look_at(self, name: str) -> Look:
        """The look at a table of this game: a guest may bring words of its own."""
        return self.look.with_language(self.wardrobe.language(self.settings, load_game(name).package))

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
            board.player.say(StatusMessage(error.text, "bad"))
        board.paint()

    async def _answer(self, board: BoardScreen, at: AtTable, key: str) -> None:
        if key in (YES, NO):
            await self.visit.agree(at.number, key == YES)
        elif key == AGAIN:
            board.close_with("rematch")
        elif key == BACK:
            await self.visit.take_back(at.number)
        elif key == SAY:
            await self._talk(at.number)
        elif key == TABLE:
            from tilehall.tui.hall.screens.table import TableScreen

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
                    await self._show_text(at.number)
                case "lobby":
                    board.close_with("home")
                case _:
                    pass

    async def _talk(self, table: int) -> None:
        from tilehall.tui.hall.screens.talk import TalkScreen

        if words := await self.push_screen_wait(TalkScreen(self.look, self.known, table, self.zone)):
            await self.known.say(table, words)

    # --- games that are over --------------------------------------------------------------------------------------

    async def _library(self) -> None:
        from tilehall.tui.hall.screens.library import LibraryScreen

        back = 0
        while True:
            played = await self.visit.library()
            picked = await self.push_screen_wait(LibraryScreen(self.look, played, self.door, self.zone, back))
            if picked is None:
                return
            back = picked.number
            if picked.what == "text":
                await self._show_text(picked.number)
            else:
                await self._look_back(picked.number)

    async def _look_back(self, number: int) -> None:
        """At a game that is over: how it ended first. One that was broken off has no end to show."""
        from tilehall.tui.features.replay.screen import ReplayScreen

        table = Table.from_record_text(await self.visit.export(number))
        replay = Replay(table, services=TableServices(analysis_executor=self.answerers))
        replay.go(replay.steps)
        screen = ReplayScreen(self._look_at(table.rules.id), replay, self.settings)
        if table.over:
            screen.call_later(screen.show_score)
        await self.push_screen_wait(screen)

    async def _show_text(self, number: int) -> None:
        """The record of a game, to be copied from the screen."""
        from tilehall.tui.hall.screens.record import record_page

        text = await self.visit.export(number)
        await self.push_screen_wait(record_page(self.look, number, text, self.door))

    # --- settings -------------------------------------------------------------------------------------------------

    async def _set(self) -> None:
        from tilehall.tui.screens.settings import SettingsScreen

        asking = SettingsScreen(self.wardrobe.preview_look, self.settings, self.wardrobe.available_values())
        settings = await self.push_screen_wait(asking)
        if changes := settings.changes_since(self.settings):
            self._wear(settings)
            await self.visit.keep_settings(changes)

    def on_board_screen_settings_asked(self, asked: BoardScreen.SettingsAsked) -> None:
        """Settings changed at the table count at once."""
        self.run_blocking(self._set_at(asked.board))

    async def _set_at(self, board: BoardScreen) -> None:
        await self._attempt(self._set())
        board.set_look(self._look_at(board.seat.header.game), self.settings)

    # --- leaving, and errors of ours ------------------------------------------------------------------------------

    def action_leave_twice(self) -> None:
        """Ctrl+C twice leaves from anywhere."""
        if self._leaving.press(time.monotonic()):
            self.exit(0)
            return
        self.notify(self.look.say(Text("Press Ctrl+C once more to leave. Your chairs stay yours.")), markup=False)

    @property
    def parting(self) -> str:
        """A guest who has a chair is told how to come back to it."""
        if not (self.known.code and self.known.sits):
            return ""
        back = Text("Your chair is kept for a while: come again, press n, and type {code}.", code=self.known.code)
        return self.look.say(back)

    def action_help_quit(self) -> None:
        self.action_leave_twice()

    def way_back(self, report: str) -> Callable[[], None] | None:
        """To the table as it stands; to the lobby, if it happens there again and again; out, if it does there."""
        now, table = time.monotonic(), self._table
        self.report(report)
        if table and self._at_table.allows_return(now):
            back = Text("Something went wrong, and you are back at the table.")
        elif self._at_home.allows_return(now):
            back, table = Text("Something went wrong, and you are back in the lobby. Your chairs stay yours."), 0
        else:
            return None
        return partial(self._begin_again, table, back)

    def _begin_again(self, table: int, back: Text) -> None:
        self.run_blocking(self._rooms(table))
        self.notify(self.look.say(back), severity="error", markup=False)

    def crashed(self, report: str) -> str:
        """An error of ours is one sentence for the person; the report is for whoever runs the house."""
        self.report(report)
        self.goodbye = self.look.say(Text("Something went wrong, and the hall had to close your screen. Come again."))
        return self.goodbye

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The board's commands, by the same definitions as its keys."""
        if isinstance(screen, BoardScreen):
            for command in BOARD_COMMANDS:
                label, help = self.look.say(command.label), self.look.say(command.help)
                yield SystemCommand(label, help, lambda c=command.id: self.run_blocking(screen.run_command(c)))
        leave = self.look.say(Text("Leave the hall. Your chairs stay yours."))
        yield SystemCommand(self.look.say(Text("Quit")), leave, self.exit)


def understood(kept: Mapping[str, str]) -> Settings:
    """The settings that the house has kept, as far as there still are such.

    >>> understood({"pace": "quick", "bell": "trumpet"}).chosen
    {'pace': 'quick'}
    """
    known = {each.id: each for each in SCHEMA}
    good = {k: v for k, v in kept.items() if k in known and (k in OPEN or v in known[k].values)}
    return Settings(good)
