"""The full-screen program: which screen comes after which, in whose look."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from textual import work
from textual.app import SystemCommand
from textual.binding import BindingType
from textual.screen import Screen
from textual.theme import Theme

from tilehall.engine import RuleError, game
from tilehall.themes import Looks, find
from tilehall.tui.house.apart import Aside, Task
from tilehall.tui.house.host import Host
from tilehall.tui.house.seat import Seat
from tilehall.tui.house.store import Keeper, Library, write_whole
from tilehall.tui.house.table import Table
from tilehall.tui.kernel.app import TerminalApp
from tilehall.tui.kernel.terminal import Terminal
from tilehall.tui.keys import BOARD, conflicts
from tilehall.tui.look import Look, choose
from tilehall.tui.places import Places
from tilehall.tui.settings import Settings, load, save
from tilehall.tui.version import program

if TYPE_CHECKING:
    from tilehall.tui.screens.board import Way
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


class TilehallApp(TerminalApp[int]):
    """One player's program. Everything it depends on is handed in."""

    TITLE = "Tilehall"
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+c", "leave_twice", "quit"), ("ctrl+l", "repaint", "repaint")]

    def __init__(self, terminal: Terminal, places: Places, settings: Settings, opening: Opening) -> None:
        super().__init__(terminal)
        self.places = places
        self.settings = settings
        self.opening = opening
        self.library = Library(places.games, writer=program)
        self.looks, self.problems = find(places.config / "themes")
        self.look = self._choose()
        self._asked_to_leave = 0.0

    def _choose(self) -> Look:
        chosen = choose(self.looks, self.settings, self.terminal)
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
            self.notify(problem, severity="warning", markup=False)
        self.run_rooms()

    # --- from room to room ----------------------------------------------------------------------------------------

    @work
    async def run_rooms(self) -> None:
        """The first room, then home and wherever one goes from there."""
        if self.opening.table is not None:
            await self._attempt(self._sit_down(self.opening))
            if self.opening.kind != "table":
                self.exit(0)
                return
        while True:
            from tilehall.tui.screens.home import HomeScreen

            choice = await self.push_screen_wait(HomeScreen(self.look, self.library))
            if choice == "quit":
                self.exit(0)
                return
            await self._attempt(self._go(choice))

    async def _attempt(self, visit: Awaitable[None]) -> None:
        """Goes to a room; where that cannot be, or a rematch cannot, it is said and one is back."""
        try:
            await visit
        except (RuleError, OSError) as error:
            self.notify(str(error), severity="error", markup=False)

    async def _go(self, choice: str) -> None:
        verb, _, name = choice.partition(" ")
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

        chosen = await self.push_screen_wait(SetupScreen(self.look, game(name)))
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
        """At a table, and at another one with the same players for every rematch."""
        if opening.table is None:
            return
        host = Host(opening.table, self.library)
        # Keys are answered while computer players think.
        opening.table.minds, opening.table.runner = Aside(), Task()
        screen = self._screen(opening, host.seat())
        while await self.push_screen_wait(screen) == "rematch":
            screen = self._screen(Opening(opening.kind, host.table, opening.speed), host.rotated())

    def _screen(self, opening: Opening, seat: Seat[Any]) -> Screen[Answer]:
        from tilehall.tui.screens.board import BoardScreen

        if opening.kind == "replay" and opening.table is not None:
            from tilehall.tui.house.replay import Replay
            from tilehall.tui.screens.replay import ReplayScreen

            return ReplayScreen(self.look, Replay(opening.table, opening.ply or 0), self.settings)
        way: Way = "demo" if opening.kind == "demo" else "play"
        return BoardScreen(self.look, seat, self.settings, way, opening.speed)

    async def _set(self) -> None:
        from tilehall.tui.screens.settings import SettingsScreen

        themes, glyphs = tuple(self.looks.palettes), tuple(self.looks.glyphs)
        settings = await self.push_screen_wait(SettingsScreen(self.look, self.settings, themes, glyphs))
        if settings != self.settings:
            self.settings = settings
            self.look = self._choose()
            save(self.places.settings, settings)

    @work
    async def on_board_screen_settings_asked(self) -> None:
        """Settings changed at the table count at once."""
        from tilehall.tui.screens.board import BoardScreen

        board = self.screen
        await self._set()
        if isinstance(board, BoardScreen):
            board.wear(self.look, self.settings)

    # --- leaving, and the palette ---------------------------------------------------------------------------------

    def action_leave_twice(self) -> None:
        """Ctrl+C twice leaves from anywhere; the game is kept."""
        now = time.monotonic()
        if now - self._asked_to_leave < TWICE:
            self.exit(0)
            return
        self._asked_to_leave = now
        self.notify("Press Ctrl+C once more to leave. The game is kept.")

    def crashed(self, report: str) -> str:
        """An error of ours is one sentence on screen; the report is kept for us."""
        path = self.places.state / "crash.txt"
        try:
            write_whole(path, report)
        except OSError:
            return super().crashed(report)
        return f"Something went wrong, and Tilehall had to stop. Your game is kept. What happened is in {path}"

    def action_help_quit(self) -> None:
        self.action_leave_twice()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The board's commands, by the same definitions as its keys."""
        from tilehall.tui.screens.board import BoardScreen

        if isinstance(screen, BoardScreen):
            for command in BOARD:
                yield SystemCommand(
                    command.label.capitalize(), command.help, lambda c=command.id: screen.run_command(c)
                )
        yield SystemCommand("Quit", "Leave Tilehall. The game is kept.", self.exit)


def run(terminal: Terminal, places: Places, settings: Settings, opening: Opening) -> int:
    """The full-screen program until it is left; the exit code."""
    app = TilehallApp(terminal, places, settings, opening)
    answer = app.run()
    return app.return_code or answer or 0


__all__ = ["Looks", "Opening", "TilehallApp", "load", "run"]
