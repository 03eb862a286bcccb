"""The full-screen program: which screen comes after which, in whose look."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from tilehall.engine import RecordPlayer, Text, UserError, component_sets, join_spaces, load_game
from tilehall.themes import ThemeCollection
from tilehall.tui import crash_reports
from tilehall.tui.config.look import Look
from tilehall.tui.config.progress import Progress
from tilehall.tui.config.screen_theme import ScreenTheme
from tilehall.tui.config.settings import Settings
from tilehall.tui.config.settings_file import load_settings
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.key_map import BOARD_COMMANDS, conflicts
from tilehall.tui.tables.computer_players import TableServices
from tilehall.tui.tables.seat import TableSeat
from tilehall.tui.tables.storage.file_lock import GameInUse
from tilehall.tui.tables.storage.safe_reading import system_error_text
from tilehall.tui.tables.storage.store import DamagedRecord, Library
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.table_factory import TableFactory
from tilehall.tui.tables.thinking.background import ProcessPool, TaskRunner, ThreadThinker, ThreadWriter, run_in_thread
from tilehall.tui.tables.thinking.thinkers import TableWriter
from tilehall.tui.terminal.app import TerminalApp
from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.terminal.crash_limiter import CrashLimiter
from tilehall.tui.widgets.double_press import DoublePress
from tilehall.tui.widgets.textual_theme import apply_palette

if TYPE_CHECKING:
    from tilehall.tui.features.demo.demo_frames import DemoFrames
    from tilehall.tui.features.lessons.learner_seat import LearnerSeat, LevelProgress
    from tilehall.tui.features.lessons.learner_seat import LessonMode as LearnWay
    from tilehall.tui.features.lessons.screen import LevelPresenter
    from tilehall.tui.features.lessons.sequence import LessonRequest, TryRecorder, TryResult
    from tilehall.tui.features.puzzles.screen import PuzzlePresenter
    from tilehall.tui.features.puzzles.series import PuzzleSeries
    from tilehall.tui.programs.bots.bot_seat import BotSeat
    from tilehall.tui.programs.bots.table_bots import TableBots
    from tilehall.tui.screens.board import BoardScreen
    from tilehall.tui.screens.home import HomeChoice
    from tilehall.tui.screens.scoring import Destination
    from tilehall.tui.tables.history.replay import Replay
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
    """Who sits where: all that is needed to come back there."""

    host: TableFactory
    seat: TableSeat[Any] | Replay[Any]
    kind: Kind
    speed: float
    coached: bool = False
    presented: bool = False


class TilehallApp(TerminalApp[int]):
    """One player's program. Everything it depends on is handed in."""

    TITLE = "Tilehall"
    BINDINGS: ClassVar[list[BindingType]] = [
        # Before any screen sees it: it leaves from anywhere.
        Binding("ctrl+c", "leave_twice", "quit", priority=True),
        ("ctrl+l", "repaint", "repaint"),
        ("ctrl+z", "suspend_process", "suspend"),
    ]

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
        super().__init__(terminal, first=first)
        self.pool = pool
        self.writing = writing
        self.user_dirs = places
        self.settings = settings
        self.opening = opening
        self.progress = Progress(places)
        self.library = Library(places.games, zone)
        self.screen_theme = ScreenTheme(terminal, places.config / "themes")
        self.problems: tuple[Text, ...] = ()
        self.look = self._choose()
        self._leaving = DoublePress()
        self._sitting: ActiveTable | None = None
        self._desk: PuzzlePresenter | None = None
        """Who lays puzzles before somebody."""
        self._learning: LevelPresenter | None = None
        self._at_table = CrashLimiter()
        self._at_home = CrashLimiter()

    def _choose(self) -> Look:
        chosen = self.screen_theme.choose(self.settings)
        self.problems = chosen.problems
        apply_palette(self, chosen.look.palette)
        return chosen.look

    def on_mount(self) -> None:
        for problem in (*load_settings(self.user_dirs.settings)[1], *self.problems, *conflicts(self.settings)):
            self.notify(self.look.say(problem), severity="warning", markup=False)
        self.run_blocking(self._rooms(self._opened(self.opening)))

    def on_unmount(self) -> None:
        self._stand_up()

    # --- from room to room ----------------------------------------------------------------------------------------

    def _opened(self, opening: Opening) -> Awaitable[None]:
        """What is shown first, if it is not the home screen."""
        if opening.path:
            return self._play_on(opening.path)
        if opening.solving:
            return self._solve(opening.solving)
        if opening.reel:
            return self._show(opening.reel, opening.speed, opening.presented)
        return self._learn(opening.lessons) if opening.lessons else self._sit_down(opening)

    async def _rooms(self, visit: Awaitable[None] | None) -> None:
        """First this visit, if there is one, then home and wherever one goes from there."""
        if visit is not None:
            await self._attempt(visit)
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
            await self._attempt(self._go(errand))

    async def _attempt(self, visit: Awaitable[None]) -> None:
        """Goes to a room; where that cannot be, or a rematch cannot, it is said and one is back."""
        try:
            await visit
        except UserError as error:
            self.notify(self.look.say(error.text), severity="error", markup=False)
        except OSError as error:
            told = Text("{file}: {why}.", file=f"{error.filename}", why=system_error_text(error))
            self.notify(self.look.say(told), severity="error", markup=False)

    def _warn(self, trouble: Text) -> None:
        """Says what could not be done; it goes on."""
        self.notify(self.look.say(trouble), severity="warning", markup=False)

    async def _go(self, errand: HomeChoice) -> None:
        verb, name = errand.kind, errand.game
        if verb == "settings":
            await self._set()
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
            await self._choose_puzzle(name)
        else:
            await self._set_up(name)

    async def _watch_computers(self, name: str) -> None:
        """The tour of a game, if it has one, or a game of computer players."""
        from tilehall.engine.teaching.tours import load_tour
        from tilehall.tui.features.demo.choice_screen import DemoChoiceScreen
        from tilehall.tui.tables.seating import USUAL_PLAYERS, seat_computers

        rules, wanted = load_game(name), "game"
        if load_tour(rules) is not None:
            chosen = await self.push_screen_wait(DemoChoiceScreen(self._look_at(rules.package), rules))
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

        chosen = await self.push_screen_wait(
            SetupScreen(
                self._look_at(load_game(name).package),
                load_game(name),
                self.progress,
            )
        )
        if chosen == "learn":
            from tilehall.tui.features.lessons.sequence import LessonRequest

            await self._learn(LessonRequest(name, listed=True))
        elif chosen:
            table = self._new(chosen.game, chosen.players, chosen.options, chosen.seed)
            await self._sit_down(Opening("table", table))

    def _new(
        self, name: str, players: Sequence[RecordPlayer], options: Iterable[tuple[str, str]], seed: str = ""
    ) -> Table[Any]:
        """A new game, which is kept."""
        store, stamp = self.library.new_journal(name), self.library.stamp()
        aids = self.settings["aids"] == "on"
        return Table.open(name, players, options, seed, store, stamp=stamp, aids=aids)

    async def _learn(self, wanted: LessonRequest) -> None:
        """The lessons of a game, and then perhaps a first game."""
        from tilehall.tui.features.lessons.sequence import LessonSequence

        school = LessonSequence(
            self.progress,
            self._services,
            self._teach,
            self._warn,
            self._choose_lesson,
        )
        if (first := await school.run(wanted)) is not None:
            table = self._new(first.game, first.players, first.options)
            await self._sit_down(Opening("table", table, coached=True))

    async def _teach(
        self, seat: LearnerSeat[Any], course: LevelProgress, way: LearnWay, diary: TryRecorder
    ) -> TryResult:
        """One try at a level."""
        from tilehall.tui.features.lessons.screen import THEN, TICK, LevelPresenter
        from tilehall.tui.features.lessons.sequence import TryResult

        rules = seat.now.rules
        if self.pool:
            self.set_timer(SOON, partial(self.pool.warm_up, rules.id))
        learning = LevelPresenter(self._look_at(rules.package), seat, course, self.settings, way, note=diary.record)
        self._learning = learning
        ticking, sat = self.set_interval(TICK, learning.tick), None
        try:
            answer = await self.push_screen_wait(learning.board)
            sat = TryResult(THEN.get(answer or "home", "leave"), learning.result())
        finally:
            ticking.stop()
            self._learning = None
            if sat is None:
                # Whoever has left the program has left the lesson, too.
                diary.record(learning.result())
        return sat

    async def _choose_lesson(self, name: str) -> LessonRequest | None:
        """Which lesson of a game, or of another."""
        from tilehall.tui.features.lessons.choice_screen import LessonsScreen
        from tilehall.tui.features.lessons.sequence import lesson_list, lesson_lists

        every = lesson_lists(self.progress, self._warn)
        while True:
            own, look = lesson_list(load_game(name), self.progress), self._look_at(load_game(name).package)
            chosen = await self.push_screen_wait(
                LessonsScreen(look, own, [each for each in every if each.game != name])
            )
            if chosen is None or chosen.level:
                return chosen
            name = chosen.game

    async def _choose_game(self) -> None:
        from tilehall.tui.screens.saved_games import SavedGamesScreen

        picked = await self.push_screen_wait(SavedGamesScreen(self.look, self.library))
        if picked and picked.what == "play":
            await self._play_on(picked.path)
        elif picked:
            table = Table.open_read_only(picked.path, self.library)
            await self._sit_down(Opening("replay", table, ply=picked.step))

    async def _play_on(self, path: Path) -> None:
        """At a saved game: from where it holds if it is damaged, as an onlooker if another program plays it."""
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
        from tilehall.tui.screens.watch import follow, watch_board
        from tilehall.tui.tables.watched_game import WatchedGame

        watched = WatchedGame(self.library, path, self.pool or ThreadThinker())
        seat = watched.seat()
        screen = watch_board(self._look_at(seat.now.rules.package), seat, self.settings, claimed.by)
        following = asyncio.create_task(follow(watched, screen))
        try:
            answer = await self.push_screen_wait(screen)
        finally:
            following.cancel()
        if answer == "play":
            await self._play_on(path)

    async def _sit_down(self, opening: Opening) -> None:
        """Before what was opened, if that is a table."""
        if opening.table is None:
            return
        table, services = opening.table, self._services(opening.bots)
        if self.pool and opening.kind != "replay":
            self.set_timer(SOON, partial(self.pool.warm_up, table.rules.id))
        if table.damage:
            damage = Text("The record is damaged: {problem} What holds of it is shown.", problem=table.damage.text)
            self.notify(self.look.say(damage), severity="warning", markup=False)
        host = TableFactory(table, self.library, services)
        seat: TableSeat[Any] | Replay[Any]
        if opening.kind == "replay":
            from tilehall.tui.tables.history.replay import Replay

            seat = Replay(table, services=services)
            seat.go(opening.ply or 0)
        else:
            seat = host.seat()
        await self._sit(ActiveTable(host, seat, opening.kind, opening.speed, opening.coached, opening.presented))

    def _services(self, bots: Mapping[str, BotSeat] | None = None) -> TableServices:
        """Those of one table: keys are answered while computer players think, and while the disk is waited for."""
        thinker = self.pool or ThreadThinker()
        table_bots: TableBots | None = None
        if bots:
            from tilehall.tui.programs.bots.table_bots import TableBots

            table_bots = TableBots(bots, self._warn, run_in_thread)
        return TableServices(thinker, TaskRunner(), self.writing(), table_bots, analysis_executor=thinker)

    async def _sit(self, sitting: ActiveTable) -> None:
        """At a table, and at another one with the same players for every rematch."""
        self._sitting = sitting
        while await self.push_screen_wait(self._screen(sitting)) == "rematch":
            sitting = replace(sitting, seat=sitting.host.rematch_rotated())
            self._sitting = sitting

    async def _show(self, reel: DemoFrames, speed: float = 1.0, presented: bool = False) -> None:
        """What was played before."""
        from tilehall.tui.features.demo.demo_player import DemoPlayer
        from tilehall.tui.features.demo.screen import DemoScreen

        look = self._look_at(reel.now.rules.package)
        while await self.push_screen_wait(DemoScreen(look, DemoPlayer(reel), self.settings, speed, presented)) == (
            "rematch"
        ):
            reel.go(0)

    async def _choose_puzzle(self, name: str) -> None:
        """The one of today, or the next of a game, until the list is left; at first that which was pointed at last."""
        from tilehall.tui.features.puzzles.choice_screen import PuzzlesScreen
        from tilehall.tui.features.puzzles.series import describe_puzzle_of_day, puzzle_lists

        chosen: str | None = name
        while chosen is not None:
            today = describe_puzzle_of_day(f"{datetime.now(UTC):%Y-%m-%d}", self.user_dirs)
            chosen = await self.push_screen_wait(PuzzlesScreen(self.look, today, puzzle_lists(self.user_dirs), chosen))
            if chosen is not None:
                await self.solve_next(chosen)

    async def _solve(self, solving: PuzzleSeries) -> None:
        """At one puzzle after the other, until they are left."""
        from tilehall.tui.features.puzzles.screen import PuzzlePresenter

        minds = self.pool or ThreadThinker()
        self._desk = desk = PuzzlePresenter(solving, self.settings, minds, minds, self._warn)
        look = self._look_at(solving.rules.package)
        try:
            while await self.push_screen_wait(desk.board(look)) == "rematch":
                look, desk.settings = self._look_at(solving.rules.package), self.settings
        finally:
            # Whoever leaves the program has still asked for the hints that he asked for.
            solving.leave()
            self._desk = None

    async def solve_next(self, name: str) -> None:
        """At the next puzzle of a game; without a name at that of today. Raises UserError if there is none."""
        from tilehall.tui.features.puzzles.series import open_next, open_puzzle_of_day

        if name:
            await self._solve(open_next(load_game(name), self.user_dirs, time.monotonic))
        else:
            await self._solve(open_puzzle_of_day(f"{datetime.now(UTC):%Y-%m-%d}", self.user_dirs, time.monotonic))

    def on_board_screen_called(self, called: BoardScreen.Called) -> None:
        """A key that is not about the game: it belongs to a level, or to a puzzle."""
        if self._learning is not None:
            self.run_blocking(self._learning.handle_key(called.key))
        elif self._desk is not None:
            self._desk.handle_key(called.key)

    def _stand_up(self) -> None:
        """From the table, which somebody else may play on now."""
        if self._sitting is not None:
            self._sitting.host.close()
            self._sitting = None

    def _screen(self, sitting: ActiveTable) -> Screen[Destination]:
        from tilehall.tui.screens.board import BoardScreen
        from tilehall.tui.tables.history.replay import Replay

        seat = sitting.seat
        look = self._look_at(seat.now.rules.package)
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

    def _look_at(self, package: str) -> Look:
        """The look at a table of this game: a guest may bring words of its own."""
        return self.look.with_language(self.screen_theme.language(self.settings, package))

    async def _set(self) -> None:
        from tilehall.tui.screens.settings import SettingsScreen

        asking = SettingsScreen(self.screen_theme.preview_look, self.settings, self.screen_theme.available_values())
        settings = await self.push_screen_wait(asking)
        changes = settings.changes_since(self.settings)
        if changes:
            from tilehall.tui.config.settings_edit import update_file

            self.settings = settings
            self.look = self._choose()
            kept = update_file(self.user_dirs.settings, changes)
            if kept is not None:
                self.notify(self.look.say(kept), severity="warning", markup=False)

    def on_board_screen_settings_asked(self, asked: BoardScreen.SettingsAsked) -> None:
        """Settings changed at the table count at once."""
        self.run_blocking(self._set_at(asked.board))

    async def _set_at(self, board: BoardScreen) -> None:
        await self._attempt(self._set())
        board.set_look(self._look_at(board.seat.now.rules.package), self.settings)

    # --- leaving --------------------------------------------------------------------------------------------------

    def action_leave_twice(self) -> None:
        """Ctrl+C twice leaves from anywhere; the game is kept."""
        if self._leaving.press(time.monotonic()):
            self.exit(0)
            return
        press = Text("Press Ctrl+C once more to leave.")
        self.notify(self.look.say(join_spaces([press, *self._kept()])))

    def _kept(self) -> list[Text]:
        """Whether the game at the table is kept, if somebody sits at one."""
        from tilehall.tui.screens.board import BoardScreen

        board = next((screen for screen in self.screen_stack if isinstance(screen, BoardScreen)), None)
        if board is None or board.way == "puzzle":
            return []
        if self._learning is not None:
            return []
        trouble = board.seat.now.trouble
        return [Text("The game is not kept: {why}.", why=trouble) if trouble else Text("The game is kept.")]

    # --- after an error of ours -----------------------------------------------------------------------------------

    def way_back(self, report: str) -> Callable[[], None] | None:
        """To the table as it stands; home, if it happens there again and again; out, if it does at home."""
        now, sitting = time.monotonic(), self._sitting
        if sitting is not None and self._at_table.allows_return(now):
            back = Text("Something went wrong, and you are back at the table.")
        elif self._at_home.allows_return(now):
            back, sitting = Text("Something went wrong, and you are back home. Your game is kept."), None
        else:
            return None
        return partial(self._begin_again, sitting, back, self._reported(report))

    def _begin_again(self, sitting: ActiveTable | None, back: Text, kept: Text) -> None:
        self.run_blocking(self._rooms(self._sit(sitting) if sitting else None))
        self.notify(f"{self.look.say(back)} {self.look.say(kept)}".strip(), severity="error", markup=False)

    def crashed(self, report: str) -> str:
        """An error of ours is one sentence on screen; the report is kept for us."""
        told = Text("Something went wrong, and Tilehall had to stop. Your game is kept.")
        return f"{self.look.say(told)} {self.look.say(self._reported(report))}".strip()

    def _reported(self, report: str) -> Text:
        return crash_reports.try_append_report(self.user_dirs.crash_reports, report, datetime.now(UTC))

    # --- the palette ----------------------------------------------------------------------------------------------

    def action_help_quit(self) -> None:
        self.action_leave_twice()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The board's commands, by the same definitions as its keys."""
        from tilehall.tui.screens.board import BoardScreen

        if isinstance(screen, BoardScreen):
            for command in BOARD_COMMANDS:
                label, help = self.look.say(command.label), self.look.say(command.help)
                yield SystemCommand(label, help, lambda c=command.id: self.run_blocking(screen.run_command(c)))
        leave = self.look.say(join_spaces([Text("Leave Tilehall."), *self._kept()]))
        yield SystemCommand(self.look.say(Text("Quit")), leave, self.exit)


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


__all__ = ["Opening", "ThemeCollection", "TilehallApp", "load_settings", "run"]
