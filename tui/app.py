"""The full-screen program: which screen comes after which, in whose look."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.theme import Theme

from tilehall.engine import Language, RuleError, Text, game
from tilehall.themes import Looks, find
from tilehall.tui import crash
from tilehall.tui.house.apart import Aside, Task
from tilehall.tui.house.host import Host
from tilehall.tui.house.language import codes
from tilehall.tui.house.seat import TableSeat
from tilehall.tui.house.store import Keeper, Library
from tilehall.tui.house.table import Table
from tilehall.tui.kernel.app import TerminalApp
from tilehall.tui.kernel.fence import Fence
from tilehall.tui.kernel.terminal import Terminal
from tilehall.tui.keys import BOARD, conflicts
from tilehall.tui.look import Look, choose
from tilehall.tui.places import Places
from tilehall.tui.settings import Settings, language_of, load, save

if TYPE_CHECKING:
    from tilehall.tui.house.replay import Replay
    from tilehall.tui.screens.board import BoardScreen, Way
    from tilehall.tui.screens.home import Errand
    from tilehall.tui.screens.scoring import Answer

TWICE = 2.0
"""Seconds within which Ctrl+C has to be pressed twice."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What is shown first: the home screen, a table, a demo at a table, or a replay of one."""

    kind: Literal["home", "table", "demo", "replay"] = "home"
    table: Table[Any] | None = None
    speed: float = 1.0
    ply: int | None = None


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits where: all that is needed to come back there."""

    host: Host
    seat: TableSeat[Any] | Replay[Any]
    kind: Literal["home", "table", "demo", "replay"]
    speed: float


class TilehallApp(TerminalApp[int]):
    """One player's program. Everything it depends on is handed in."""

    TITLE = "Tilehall"
    BINDINGS: ClassVar[list[BindingType]] = [
        # Before any screen sees it: it leaves from anywhere.
        Binding("ctrl+c", "leave_twice", "quit", priority=True),
        ("ctrl+l", "repaint", "repaint"),
    ]

    def __init__(
        self, terminal: Terminal, places: Places, settings: Settings, opening: Opening, zone: tzinfo | None = None
    ) -> None:
        super().__init__(terminal)
        self.places = places
        self.settings = settings
        self.opening = opening
        self.library = Library(places.games, zone)
        self.looks, self.problems = find(places.config / "themes")
        self.look = self._choose()
        self._asked_to_leave = 0.0
        self._sitting: Sitting | None = None
        self._at_table = Fence()
        self._at_home = Fence()

    def language(self, settings: Settings, package: str = "") -> Language:
        """What is spoken with these settings, at a table of a game of this package."""
        return language_of(settings, self.terminal, package)

    def _look_of(self, settings: Settings) -> Look:
        return choose(self.looks, settings, self.terminal, self.language(settings)).look

    def _choose(self) -> Look:
        chosen = choose(self.looks, self.settings, self.terminal, self.language(self.settings))
        self.problems = [*self.problems, *chosen.problems]
        self._dress(chosen.look)
        return chosen.look

    def _dress(self, look: Look) -> None:
        """Textual's own parts (messages, palette of commands) in our colours."""
        palette = look.palette
        if palette.ansi:
            self.theme = "ansi-dark" if palette.dark else "ansi-light"
            return
        theme = Theme(
            name=f"tilehall-{palette.name}",
            primary=palette.accent,
            accent=palette.accent,
            warning=palette.warn,
            error=palette.bad,
            success=palette.good,
            foreground=palette.text,
            background=palette.background,
            surface=palette.background,
            panel=palette.panel,
            dark=palette.dark,
        )
        self.register_theme(theme)
        self.theme = theme.name

    def on_mount(self) -> None:
        for problem in (*load(self.places.settings)[1], *self.problems, *conflicts(self.settings)):
            self.notify(self.look.say(problem), severity="warning", markup=False)
        self.attend(self._rooms(self._sit_down(self.opening)))

    # --- from room to room ----------------------------------------------------------------------------------------

    async def _rooms(self, visit: Awaitable[None] | None) -> None:
        """First this visit, if there is one, then home and wherever one goes from there."""
        if visit is not None:
            await self._attempt(visit)
            if self.opening.kind in ("demo", "replay"):
                self.exit(0)
                return
        while True:
            from tilehall.tui.screens.home import HomeScreen

            self._sitting = None
            errand = await self.push_screen_wait(HomeScreen(self.look, self.library))
            if errand.kind == "quit":
                self.exit(0)
                return
            await self._attempt(self._go(errand))

    async def _attempt(self, visit: Awaitable[None]) -> None:
        """Goes to a room; where that cannot be, or a rematch cannot, it is said and one is back."""
        try:
            await visit
        except RuleError as error:
            self.notify(self.look.say(error.text), severity="error", markup=False)
        except OSError as error:
            told = Text("{file}: {why}.", file=f"{error.filename}", why=f"{error.strerror}")
            self.notify(self.look.say(told), severity="error", markup=False)

    async def _go(self, errand: Errand) -> None:
        verb, name = errand.kind, errand.game
        if verb == "settings":
            await self._set()
        elif verb == "continue":
            waiting = next(saved for saved in self.library.saved() if not saved.over)
            await self._sit_down(Opening("table", Table.resume(waiting.path)))
        elif verb == "games":
            await self._choose_game()
        elif verb == "rules":
            from tilehall.tui.screens.rules import RulesScreen

            await self.push_screen_wait(RulesScreen(self.look, name))
        elif verb == "demo":
            from tilehall.tui.house.company import USUAL, computers

            players = computers((), max(USUAL, game(name).seats.start))
            await self._sit_down(Opening("demo", Table.open(name, players)))
        else:
            await self._set_up(name)

    async def _set_up(self, name: str) -> None:
        from tilehall.tui.screens.setup import SetupScreen

        chosen = await self.push_screen_wait(SetupScreen(self._look_at(game(name).package), game(name)))
        if chosen:
            store = Keeper(self.library.new(chosen.game))
            stamp = self.library.stamp()
            table = Table.open(chosen.game, chosen.players, chosen.options, chosen.seed, store, stamp=stamp)
            await self._sit_down(Opening("table", table))

    async def _choose_game(self) -> None:
        from tilehall.tui.screens.games import GamesScreen

        path = await self.push_screen_wait(GamesScreen(self.look, self.library))
        if path:
            await self._sit_down(Opening("table", Table.resume(path)))

    async def _sit_down(self, opening: Opening) -> None:
        """Before what was opened, if that is a table."""
        if opening.table is None:
            return
        # Keys are answered while computer players think.
        opening.table.minds, opening.table.runner = Aside(), Task()
        host = Host(opening.table, self.library)
        seat: TableSeat[Any] | Replay[Any]
        if opening.kind == "replay":
            from tilehall.tui.house.replay import Replay

            seat = Replay(opening.table, opening.ply or 0)
        else:
            seat = host.seat()
        await self._sit(Sitting(host, seat, opening.kind, opening.speed))

    async def _sit(self, sitting: Sitting) -> None:
        """At a table, and at another one with the same players for every rematch."""
        self._sitting = sitting
        while await self.push_screen_wait(self._screen(sitting)) == "rematch":
            sitting = replace(sitting, seat=sitting.host.rotated())
            self._sitting = sitting

    def _screen(self, sitting: Sitting) -> Screen[Answer]:
        from tilehall.tui.house.replay import Replay
        from tilehall.tui.screens.board import BoardScreen

        seat = sitting.seat
        look = self._look_at(seat.now.rules.package)
        if isinstance(seat, Replay):
            from tilehall.tui.screens.replay import ReplayScreen

            return ReplayScreen(look, seat, self.settings)
        way: Way = "demo" if sitting.kind == "demo" else "play"
        return BoardScreen(look, seat, self.settings, way, sitting.speed)

    def _look_at(self, package: str) -> Look:
        """The look at a table of this game: a guest may bring words of its own."""
        return self.look.speaking(self.language(self.settings, package))

    async def _set(self) -> None:
        from tilehall.tui.screens.settings import SettingsScreen

        themes, glyphs = tuple(self.looks.palettes), tuple(self.looks.glyphs)
        offered = {"theme": ("auto", *themes), "glyphs": ("auto", *glyphs), "language": ("auto", *codes())}
        settings = await self.push_screen_wait(SettingsScreen(self._look_of, self.settings, offered))
        if settings != self.settings:
            self.settings = settings
            self.look = self._choose()
            save(self.places.settings, settings)

    def on_board_screen_settings_asked(self, asked: BoardScreen.SettingsAsked) -> None:
        """Settings changed at the table count at once."""
        self.attend(self._set_at(asked.board))

    async def _set_at(self, board: BoardScreen) -> None:
        await self._attempt(self._set())
        board.wear(self._look_at(board.seat.now.rules.package), self.settings)

    # --- leaving --------------------------------------------------------------------------------------------------

    def action_leave_twice(self) -> None:
        """Ctrl+C twice leaves from anywhere; the game is kept."""
        now = time.monotonic()
        if now - self._asked_to_leave < TWICE:
            self.exit(0)
            return
        self._asked_to_leave = now
        self.notify(self.look.say(Text("Press Ctrl+C once more to leave. The game is kept.")))

    # --- after an error of ours -----------------------------------------------------------------------------------

    def way_back(self, report: str) -> Callable[[], None] | None:
        """To the table as it stands; home, if it happens there again and again; out, if it does at home."""
        now, sitting = time.monotonic(), self._sitting
        if sitting is not None and self._at_table.holds(now):
            back = Text("Something went wrong, and you are back at the table.")
        elif self._at_home.holds(now):
            back, sitting = Text("Something went wrong, and you are back home. Your game is kept."), None
        else:
            return None
        return partial(self._begin_again, sitting, back, self._kept(report))

    def _begin_again(self, sitting: Sitting | None, back: Text, kept: Text) -> None:
        self.attend(self._rooms(self._sit(sitting) if sitting else None))
        self.notify(f"{self.look.say(back)} {self.look.say(kept)}".strip(), severity="error", markup=False)

    def crashed(self, report: str) -> str:
        """An error of ours is one sentence on screen; the report is kept for us."""
        told = Text("Something went wrong, and Tilehall had to stop. Your game is kept.")
        return f"{self.look.say(told)} {self.look.say(self._kept(report))}".strip()

    def _kept(self, report: str) -> Text:
        """Keeps the report, and says where; nothing, if it cannot be kept."""
        path = self.places.state / "crash.txt"
        try:
            crash.keep(path, report, datetime.now(UTC))
        except OSError:
            return Text("")
        return Text("What happened is in {report}", report=f"{path}")

    # --- the palette ----------------------------------------------------------------------------------------------

    def action_help_quit(self) -> None:
        self.action_leave_twice()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The board's commands, by the same definitions as its keys."""
        from tilehall.tui.screens.board import BoardScreen

        if isinstance(screen, BoardScreen):
            for command in BOARD:
                label, help = self.look.say(command.label), self.look.say(command.help)
                yield SystemCommand(label, help, lambda c=command.id: self.attend(screen.run_command(c)))
        leave = self.look.say(Text("Leave Tilehall. The game is kept."))
        yield SystemCommand(self.look.say(Text("Quit")), leave, self.exit)


def run(terminal: Terminal, places: Places, settings: Settings, opening: Opening, zone: tzinfo | None = None) -> int:
    """The full-screen program until it is left; the exit code. Times are shown in the zone, or in this system's."""
    app = TilehallApp(terminal, places, settings, opening, zone)
    answer = app.run()
    return app.return_code or answer or 0


__all__ = ["Looks", "Opening", "TilehallApp", "load", "run"]
