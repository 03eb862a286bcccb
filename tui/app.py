"""The full-screen program: which screen comes after which, in whose look."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from textual.binding import BindingType
from textual.screen import Screen

from tilehall.engine import RecordPlayer, Text, component_sets, join_spaces, load_game
from tilehall.tui import crash_reports
from tilehall.tui.config.progress import Progress
from tilehall.tui.config.settings import Settings
from tilehall.tui.config.settings_file import load_settings
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.key_map import conflicts, screen_keys
from tilehall.tui.screens.base_app import BaseApp, ReturnPath
from tilehall.tui.tables.computer_players import TableServices
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.seat import TableSeat
from tilehall.tui.tables.seating import USUAL_PLAYERS, seat_computers
from tilehall.tui.tables.storage.file_lock import GameInUse
from tilehall.tui.tables.storage.store import DamagedRecord, Library
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.table_factory import TableFactory
from tilehall.tui.tables.thinking.background import ProcessPool, TaskRunner, ThreadThinker, ThreadWriter, run_in_thread
from tilehall.tui.tables.thinking.thinkers import TableWriter
from tilehall.tui.tables.watched_game import WatchedGame
from tilehall.tui.terminal.capabilities import Terminal

if TYPE_CHECKING:
    from tilehall.tui.features.demo.demo_frames import DemoFrames
    from tilehall.tui.features.lessons.flow import LessonFlow
    from tilehall.tui.features.lessons.sequence import LessonRequest
    from tilehall.tui.features.puzzles.flow import PuzzleFlow
    from tilehall.tui.features.puzzles.series import PuzzleSeries
    from tilehall.tui.programs.bots.bot_seat import BotSeat
    from tilehall.tui.programs.bots.table_bots import TableBots
    from tilehall.tui.screens.board import BoardScreen
    from tilehall.tui.screens.board_purpose import Destination
    from tilehall.tui.screens.home import HomeChoice
    from tilehall.tui.terminal.drivers.first_picture import FirstPicture

SOON = 0.5
"""Seconds after which a board is there, and other things may be got ready."""


Kind = Literal["home", "table", "demo", "replay", "saved", "puzzle", "learn"]


class Opening(NamedTuple):
    """What is shown first: the home screen, a table, a demo, a replay, a saved game, a puzzle, lessons."""

    kind: Kind = "home"
    table: Table[Any] | None = None
    speed: float = 1.0
    reel: DemoFrames | None = None
    """What a demo shows that was played before: a tour, or a game in which some rules come up."""
    presented: bool = False
    """Whether a demo is shown to a room: it goes on by a key alone."""
    ply: int | None = None
    path: Path | None = None
    """The saved game that is played on, or watched if another program plays it."""
    solving: PuzzleSeries | None = None
    """Whoever is at a puzzle."""
    lessons: LessonRequest | None = None
    coached: bool = False
    """Whether the prompt says all the time how something is chosen."""
    bots: Mapping[str, BotSeat] | None = None
    """Programs that play at the table, by the names of their players."""


@dataclass(frozen=True, slots=True)
class ActiveTable:
    """A table on the screen, with all that is needed to show it again after a crash."""

    host: TableFactory
    seat: TableSeat[Any] | Replay[Any]
    kind: Kind
    speed: float
    coached: bool = False
    presented: bool = False


class TilehallApp(BaseApp):
    """The app of one user at this terminal."""

    BINDINGS: ClassVar[list[BindingType]] = [(screen_keys("app").keys["suspend"][0], "suspend_process", "suspend")]
    BACK_HOME = Text("Something went wrong, and you are back home. Your game is kept.")

    def __init__(
        self,
        terminal: Terminal,
        places: UserDirs,
        settings: Settings,
        opening: Opening,
        zone: tzinfo | None = None,
        pool: ProcessPool | None = None,
        first: FirstPicture | None = None,
        writing: Callable[[], TableWriter] = ThreadWriter,
    ) -> None:
        """Computer players think in the processes of a pool; without one, in a thread of this process.

        `writing` is how a table waits for the disk.
        """
        super().__init__(terminal, settings, places.config / "themes", first=first)
        self.pool = pool
        self.writing = writing
        self.user_dirs = places
        self.opening = opening
        self.progress = Progress(places)
        self.library = Library(places.games, zone)
        self._sitting: ActiveTable | None = None
        self.flow: LessonFlow | PuzzleFlow | None = None
        """The lessons or puzzles that are shown."""

    def on_mount(self) -> None:
        for problem in (*load_settings(self.user_dirs.settings)[1], *self.problems, *conflicts(self.settings)):
            self.warn(problem)
        self.run_blocking(self.rooms(self._opened(self.opening)))

    def on_unmount(self) -> None:
        self._stand_up()

    # --- from room to room ----------------------------------------------------------------------------------------

    def _opened(self, opening: Opening) -> Awaitable[None]:
        """The first visit, if the home screen is not shown first."""
        if opening.path:
            return self._play_on(opening.path)
        if opening.solving:
            return self._solve(opening.solving)
        if opening.reel:
            return self._show(opening.reel, opening.speed, opening.presented)
        return self._learn(opening.lessons) if opening.lessons else self._sit_down(opening)

    async def rooms(self, visit: Awaitable[None] | None = None) -> None:
        """First this visit, if there is one, then the home screen and what is chosen there."""
        if visit is not None:
            await self.attempt(visit)
            # With a changed box nothing at home is as it was: lessons, tours and puzzles are of the original.
            if self.opening.kind in ("demo", "replay", "puzzle") or component_sets().changed_sets:
                self.exit(0)
                return
        errand: HomeChoice | None = None
        while True:
            from tilehall.tui.screens.home import HomeScreen

            self._stand_up()
            errand = await self.push_screen_wait(HomeScreen(self.look, self.library, self.progress, errand))
            if errand.kind == "quit":
                self.exit(0)
                return
            await self.attempt(self._go(errand))

    async def _go(self, errand: HomeChoice) -> None:
        verb, name = errand.kind, errand.game
        if verb == "settings":
            await self.change_settings()
        elif verb == "continue":
            waiting = next(self.library.unfinished_games(), None)
            if waiting:
                await self._play_on(waiting.path)
        elif verb in ("learn", "lessons"):
            from tilehall.tui.features.lessons.sequence import LessonRequest

            await self._learn(LessonRequest(name, listed=verb == "lessons"))
        elif verb == "games":
            await self._choose_game()
        elif verb == "rules":
            from tilehall.tui.features.rules.screen import RulesScreen

            await self.push_screen_wait(RulesScreen(self.look, name))
        elif verb == "demo":
            await self._watch_computers(name)
        elif verb == "puzzle":
            await self._solve(name)
        else:
            await self._set_up(name)

    async def _watch_computers(self, name: str) -> None:
        """The tour of a game, if it has one, or a game of computer players."""
        from tilehall.engine.teaching.tours import load_tour
        from tilehall.tui.features.demo.choice_screen import DemoChoiceScreen

        rules, wanted = load_game(name), "game"
        if load_tour(rules) is not None:
            chosen = await self.push_screen_wait(DemoChoiceScreen(self.look_for(rules.package), rules))
            if chosen is None:
                return
            wanted = chosen
        if wanted == "tour":
            from tilehall.tui.features.demo.demo_tour import open_tour

            await self._show(open_tour(rules))
            return
        players = seat_computers((), max(USUAL_PLAYERS, rules.player_counts.start))
        await self._sit_down(Opening("demo", Table.open(name, players)))

    async def _set_up(self, name: str) -> None:
        from tilehall.tui.screens.setup import SetupScreen

        rules = load_game(name)
        chosen = await self.push_screen_wait(SetupScreen(self.look_for(rules.package), rules, self.progress))
        if chosen == "learn":
            from tilehall.tui.features.lessons.sequence import LessonRequest

            await self._learn(LessonRequest(name, listed=True))
        elif chosen:
            table = self._new(chosen.game, chosen.players, chosen.options, chosen.seed)
            await self._sit_down(Opening("table", table))

    def _new(
        self, name: str, players: Sequence[RecordPlayer], options: Iterable[tuple[str, str]], seed: str = ""
    ) -> Table[Any]:
        """Opens a table whose game is saved."""
        store, stamp = self.library.new_journal(name), self.library.stamp()
        aids = self.settings["aids"] == "on"
        return Table.open(name, players, options, seed, store, stamp=stamp, aids=aids)

    async def _learn(self, wanted: LessonRequest) -> None:
        """The lessons of a game, and then perhaps a first game."""
        from tilehall.tui.features.lessons.flow import LessonFlow

        self.flow = lessons = LessonFlow(self, self.progress, self.new_thinker, self._warm_up)
        try:
            first = await lessons.run(wanted)
        finally:
            self.flow = None
        if first is not None:
            table = self._new(first.game, first.players, first.options)
            await self._sit_down(Opening("table", table, coached=True))

    async def _solve(self, wanted: PuzzleSeries | str) -> None:
        """These puzzles, or those that are chosen from the list, where the cursor is on this game at first."""
        from tilehall.tui.features.puzzles.flow import PuzzleFlow

        self.flow = puzzles = PuzzleFlow(self, self.user_dirs, self.new_thinker)
        try:
            await (puzzles.choose(wanted) if isinstance(wanted, str) else puzzles.solve(wanted))
        finally:
            self.flow = None

    def on_board_screen_called(self, called: BoardScreen.Called) -> None:
        """A key that belongs to a level or to a puzzle."""
        if self.flow is not None:
            self.flow.handle_key(called.key)

    def new_thinker(self) -> ProcessPool | ThreadThinker:
        """Thinks beside the event loop."""
        return self.pool or ThreadThinker()

    def _warm_up(self, game: str) -> None:
        """Starts the processes that think about a game, once its board has been painted."""
        if self.pool:
            self.set_timer(SOON, partial(self.pool.warm_up, game))

    async def _choose_game(self) -> None:
        from tilehall.tui.screens.saved_games import SavedGamesScreen

        picked = await self.push_screen_wait(SavedGamesScreen(self.look, self.library))
        if picked and picked.what == "play":
            await self._play_on(picked.path)
        elif picked:
            table = Table.open_read_only(picked.path, self.library)
            await self._sit_down(Opening("replay", table, ply=picked.step))

    async def _play_on(self, path: Path) -> None:
        """Opens a saved game: a damaged one is mended if the user agrees, one in use is watched."""
        try:
            table = Table.resume(path, self.library)
        except GameInUse as claimed:
            await self._watch(path, claimed)
        except DamagedRecord as damaged:
            from tilehall.tui.screens.damaged_game import DamagedGameScreen

            if await self.push_screen_wait(DamagedGameScreen(self.look, damaged)):
                self.library.mend(path)
                await self._play_on(path)
        else:
            await self._sit_down(Opening("table", table))

    async def _watch(self, path: Path, claimed: GameInUse) -> None:
        from tilehall.tui.features.watch.screen import follow, watch_board

        watched = WatchedGame(self.library, path, self.new_thinker())
        seat = watched.seat()
        screen = watch_board(self.look_for(seat.now.rules.package), seat, self.settings, claimed.by)
        following = asyncio.create_task(follow(watched, screen))
        try:
            answer = await self.push_screen_wait(screen)
        finally:
            following.cancel()
        if answer == "play":
            await self._play_on(path)

    async def _sit_down(self, opening: Opening) -> None:
        """Shows the table of an opening."""
        if opening.table is None:
            return
        table, services = opening.table, self._services(opening.bots)
        if opening.kind != "replay":
            self._warm_up(table.rules.id)
        if table.damage:
            damage = Text("The record is damaged: {problem} What holds of it is shown.", problem=table.damage.text)
            self.warn(damage)
        host = TableFactory(table, self.library, services)
        seat: TableSeat[Any] | Replay[Any]
        if opening.kind == "replay":
            seat = Replay(table, services=services)
            seat.go(opening.ply or 0)
        else:
            seat = host.seat()
        await self._sit(ActiveTable(host, seat, opening.kind, opening.speed, opening.coached, opening.presented))

    def _services(self, bots: Mapping[str, BotSeat] | None = None) -> TableServices:
        """Those of one table: keys are answered while computer players think, and while the disk is waited for."""
        thinker = self.new_thinker()
        table_bots: TableBots | None = None
        if bots:
            from tilehall.tui.programs.bots.table_bots import TableBots

            table_bots = TableBots(bots, self.warn, run_in_thread)
        return TableServices(thinker, TaskRunner(), self.writing(), table_bots, analysis_executor=thinker)

    async def _sit(self, sitting: ActiveTable) -> None:
        """Shows a table, and one more for every rematch."""
        self._sitting = sitting
        while await self.push_screen_wait(self._screen(sitting)) == "rematch":
            sitting = replace(sitting, seat=sitting.host.rematch_rotated())
            self._sitting = sitting

    async def _show(self, reel: DemoFrames, speed: float = 1.0, presented: bool = False) -> None:
        """Shows a demo that was played before, as often as the user wants."""
        from tilehall.tui.features.demo.demo_player import DemoPlayer
        from tilehall.tui.features.demo.screen import DemoScreen

        look = self.look_for(reel.now.rules.package)
        while await self.push_screen_wait(DemoScreen(look, DemoPlayer(reel), self.settings, speed, presented)) == (
            "rematch"
        ):
            reel.go(0)

    def _stand_up(self) -> None:
        """Closes the table, so that another program may play on."""
        if self._sitting is not None:
            self._sitting.host.close()
            self._sitting = None

    def _screen(self, sitting: ActiveTable) -> Screen[Destination]:
        from tilehall.tui.screens.board import BoardScreen

        seat = sitting.seat
        look = self.look_for(seat.now.rules.package)
        if isinstance(seat, Replay):
            from tilehall.tui.features.replay.screen import ReplayScreen

            replay = ReplayScreen(look, seat, self.settings)
            if seat.now.over:
                # Whoever asks for the end wants to know first who has won.
                replay.call_later(replay.show_score)
            return replay
        if sitting.kind == "demo":
            from tilehall.tui.features.demo.demo_player import DemoPlayer
            from tilehall.tui.features.demo.screen import DemoScreen

            projector = DemoPlayer.live(sitting.host.computers)
            return DemoScreen(look, projector, self.settings, sitting.speed, sitting.presented)
        settings = self.settings.with_value("coach", "on") if sitting.coached else self.settings
        return BoardScreen(look, seat, settings)

    # --- what the base asks ---------------------------------------------------------------------------------------

    def way_to_table(self) -> ReturnPath | None:
        sitting = self._sitting
        return None if sitting is None else lambda: self.rooms(self._sit(sitting))

    async def save_settings(self, settings: Settings, changes: Mapping[str, str]) -> None:
        self.wear(settings)
        # It locks files, which not every system can, and only a change of settings needs it.
        from tilehall.tui.config.settings_edit import update_file

        if (trouble := update_file(self.user_dirs.settings, changes)) is not None:
            self.warn(trouble)

    def leaving_text(self) -> Text:
        return join_spaces([Text("Press Ctrl+C once more to leave."), *self._kept()])

    @property
    def quit_text(self) -> Text:
        return join_spaces([Text("Leave Tilehall."), *self._kept()])

    def _kept(self) -> list[Text]:
        """Whether the game at the table is kept, if one is played."""
        from tilehall.tui.screens.board import BoardScreen

        board = next((screen for screen in self.screen_stack if isinstance(screen, BoardScreen)), None)
        if board is None or board.purpose.mode == "puzzle" or self.flow is not None:
            return []
        trouble = board.seat.now.trouble
        return [Text("The game is not kept: {why}.", why=trouble) if trouble else Text("The game is kept.")]

    def keep_report(self, report: str) -> Text:
        return crash_reports.try_append_report(self.user_dirs.crash_reports, report, datetime.now(UTC))

    def crash_message(self, report: str) -> str:
        told = Text("Something went wrong, and Tilehall had to stop. Your game is kept.")
        return f"{self.look.say(told)} {self.look.say(self.keep_report(report))}".strip()


def run(
    terminal: Terminal,
    places: UserDirs,
    settings: Settings,
    opening: Opening,
    zone: tzinfo | None = None,
    first: FirstPicture | None = None,
    minds: int | None = None,
) -> int:
    """The full-screen program until it is left; the exit code. Times are shown in the zone, or in this system's.

    Computer players think in at most so many processes besides this one; None: as many as there are cores to spare.
    """
    # What has been loaded stays: garbage is looked for among what is new, and less often than usual.
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    pool = None if minds == 0 else ProcessPool(minds)
    app = TilehallApp(terminal, places, settings, opening, zone, pool, first)
    try:
        answer = app.run()
    finally:
        if pool is not None:
            pool.close()
    return app.return_code or answer or 0
