"""The base of the local app and of the app in a hall: look, settings, leaving, recovery after a crash."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.theme import Theme

from tilehall.engine import Text, UserError, join_spaces
from tilehall.tui.config.look import Look, ScreenTheme
from tilehall.tui.config.settings import Settings
from tilehall.tui.key_map import BOARD_COMMANDS, screen_keys
from tilehall.tui.tables.storage.disk_errors import system_error_text
from tilehall.tui.terminal.app import TerminalApp
from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.terminal.crash_limiter import CrashLimiter
from tilehall.tui.widgets.double_press import DoublePress

if TYPE_CHECKING:
    from tilehall.tui.screens.board import BoardScreen
    from tilehall.tui.terminal.drivers.first_picture import FirstPicture

ReturnPath = Callable[[], Coroutine[Any, Any, None]]
"""Shows a screen again, and then those that the user goes to from there."""


class BaseApp(TerminalApp[int]):
    """The screens of one user. Subclasses decide on the order of screens and on where settings are stored."""

    TITLE = "Tilehall"
    BINDINGS: ClassVar[list[BindingType]] = [
        # A priority binding, so that it works on every screen.
        Binding(screen_keys("app").keys["leave"][0], "leave_twice", "quit", priority=True),
        (screen_keys("app").keys["repaint"][0], "repaint", "repaint"),
    ]
    BACK_HOME: ClassVar[Text]
    """The message after a crash that leads to the first screen."""

    def __init__(
        self,
        terminal: Terminal,
        settings: Settings,
        themes: Path | None = None,
        driver_class: Callable[..., Driver] | None = None,
        first: FirstPicture | None = None,
    ) -> None:
        """`themes` is the user's own folder of themes."""
        super().__init__(terminal, driver_class, first)
        self.settings = settings
        self.screen_theme = ScreenTheme(terminal, themes)
        self.problems: tuple[Text, ...] = ()
        """Problems with the theme and glyphs of the settings."""
        self._leaving = DoublePress()
        self._table_crashes = CrashLimiter()
        self._home_crashes = CrashLimiter()
        self.look: Look
        self.wear(settings)

    # --- for subclasses -------------------------------------------------------------------------------------------

    @abstractmethod
    async def rooms(self) -> None:
        """Shows the first screen and those the user goes to from there, until the user leaves the app."""

    @abstractmethod
    def way_to_table(self) -> ReturnPath | None:
        """A function that shows the present table again; None without a table."""

    @abstractmethod
    async def save_settings(self, settings: Settings, changes: Mapping[str, str]) -> None:
        """Uses the settings from now on, and stores the changes."""

    @abstractmethod
    def keep_report(self, report: str) -> Text:
        """Stores a crash report; returns where it is, if the user can read it."""

    @abstractmethod
    def leaving_text(self) -> Text:
        """How to leave, and what happens to the user's games."""

    @property
    @abstractmethod
    def quit_text(self) -> Text:
        """The description of leaving in the command palette."""

    # --- look and settings ----------------------------------------------------------------------------------------

    def wear(self, settings: Settings) -> None:
        """Uses these settings from now on."""
        chosen = self.screen_theme.choose(settings)
        self.settings, self.look, self.problems = settings, chosen.look, chosen.problems
        palette = self.look.palette
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

    def look_for(self, package: str) -> Look:
        """The look at a table of a game, including the catalogue of its package."""
        return self.look.with_language(self.screen_theme.language(self.settings, package))

    def tell(self, text: Text, severity: SeverityLevel = "information") -> None:
        """Shows a sentence as a toast."""
        self.notify(self.look.say(text), severity=severity, markup=False)

    def warn(self, trouble: Text) -> None:
        """Shows a sentence about a failure as a toast."""
        self.tell(trouble, "warning")

    async def change_settings(self) -> None:
        """Shows the settings screen; uses and stores what is changed."""
        from tilehall.tui.screens.settings import SettingsScreen

        screen = SettingsScreen(self.screen_theme.preview_look, self.settings, self.screen_theme.available_values())
        settings = await self.push_screen_wait(screen)
        if changes := settings.changes_since(self.settings):
            await self.save_settings(settings, changes)

    def on_board_screen_settings_asked(self, asked: BoardScreen.SettingsAsked) -> None:
        self.run_blocking(self._change_settings_at(asked.board))

    async def _change_settings_at(self, board: BoardScreen) -> None:
        await self.attempt(self.change_settings())
        board.set_look(self.look_for(board.seat.now.rules.package), self.settings)

    async def attempt(self, visit: Awaitable[None]) -> None:
        """Awaits a visit to another screen; shows UserError and OSError as a toast."""
        try:
            await visit
        except UserError as error:
            self.tell(error.text, "error")
        except OSError as error:
            why = system_error_text(error)
            self.tell(Text("{file}: {why}.", file=f"{error.filename}", why=why), "error")

    # --- leaving --------------------------------------------------------------------------------------------------

    def action_leave_twice(self) -> None:
        """Leaves when Ctrl+C is pressed twice."""
        if self._leaving.press(time.monotonic()):
            self.exit(0)
        else:
            self.tell(self.leaving_text())

    def action_help_quit(self) -> None:
        self.action_leave_twice()

    # --- recovery after a crash -----------------------------------------------------------------------------------

    def recovery_action(self, report: str) -> Callable[[], None] | None:
        """Returns to the table; after repeated crashes there to the first screen; after repeated ones there None."""
        now, way = time.monotonic(), self.way_to_table()
        if way is not None and self._table_crashes.allows_return(now):
            back = Text("Something went wrong, and you are back at the table.")
        elif self._home_crashes.allows_return(now):
            way, back = self.rooms, self.BACK_HOME
        else:
            return None
        return partial(self._go_back, way, join_spaces(filter(None, [back, self.keep_report(report)])), "error")

    def _go_back(self, way: ReturnPath, text: Text, severity: SeverityLevel) -> None:
        self.run_blocking(way())
        self.tell(text, severity)

    # --- command palette ------------------------------------------------------------------------------------------

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The commands of the board, from the same definitions as its keys."""
        from tilehall.tui.screens.board import BoardScreen

        if isinstance(screen, BoardScreen):
            for command in BOARD_COMMANDS:
                label, help = self.look.say(command.label), self.look.say(command.help)
                yield SystemCommand(label, help, lambda c=command.id: self.run_blocking(screen.run_command(c)))
        yield SystemCommand(self.look.say(Text("Quit")), self.look.say(self.quit_text), self.exit)
