"""An App of Textual bound to the terminal of one user instead of the terminal of the process."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import sys
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO, TypeVar, cast

from rich.console import Console, RenderableType
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import SystemCommand
from textual.driver import Driver
from textual.events import Event, Key, MouseEvent, Resize
from textual.filter import ANSIToTruecolor, LineFilter
from textual.geometry import Size
from textual.screen import Screen, ScreenResultType
from textual.worker import get_current_worker

from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.terminal.command_palette import SafeCommandPalette
from tilehall.tui.terminal.crash_safe_app import CrashSafeApp
from tilehall.tui.terminal.input.input_queue import InputQueue, UserInput
from tilehall.tui.terminal.output.mirror_updates import MirrorUpdate, strips_of_chops, strips_of_layout
from tilehall.tui.terminal.output.pen import CellSpan
from tilehall.tui.terminal.output.terminal_mirror import PlacedStrip, TerminalMirror
from tilehall.tui.terminal.result_screen import ResultScreen

if TYPE_CHECKING:
    from tilehall.tui.terminal.drivers.first_picture import FirstPicture

ReturnT = TypeVar("ReturnT")


class TerminalApp(CrashSafeApp[ReturnT]):
    """An App that takes colours, animation and size from its `Terminal`, never from the process environment."""

    def __init__(
        self,
        terminal: Terminal,
        driver_class: Callable[..., Driver] | None = None,
        first: FirstPicture | None = None,
    ) -> None:
        """`first` is a picture that is on the terminal already: its cells are not sent again."""
        super().__init__(driver_class)
        self.terminal = terminal
        self.first_picture = first
        self._glass = first.mirror if first else TerminalMirror(terminal.colours)
        self._glass_size = Size(*first.size) if first else None
        self._gate = InputQueue(self, self._registry, self._let_in)
        self._struck: tuple[str, Screen[Any] | None] = "", None
        """The key that was handled last, and the screen that handled it."""
        self._lost = False
        """Whether an update was dropped while painting was paused."""
        self.features = frozenset()
        self.theme = "textual-dark"
        self.no_color = terminal.colours == "none"
        self.animation_level = "full" if terminal.animation else "none"
        # Without colours there is nothing to convert, and "dim" stays useful as an attribute.
        self._filters: list[LineFilter] = [] if self.no_color else _own_filters(self._filters)
        self.console = Console(
            file=_Nowhere(),
            color_system="truecolor",
            force_terminal=True,
            no_color=False,
            legacy_windows=False,
            highlight=False,
            emoji=False,
            safe_box=False,
            _environ={},
        )

    def get_driver_class(self) -> type[Driver]:
        if sys.platform != "win32":
            # Late import: this driver needs modules that Windows lacks.
            from tilehall.tui.terminal.drivers.local_driver import LocalDriver

            return LocalDriver
        return super().get_driver_class()

    def _build_driver(self, headless: bool, inline: bool, mouse: bool, size: tuple[int, int] | None) -> Driver:
        return super()._build_driver(headless, inline, mouse and self.terminal.mouse, size)

    @property
    def exit_message(self) -> str:
        """The text printed after the app has closed."""
        return ""

    # --- input -----------------------------------------------------------------------------------------------------

    async def on_event(self, event: Event) -> None:
        if isinstance(event, UserInput) and not event.is_forwarded:
            await self._gate.put(event)
            return
        await super().on_event(event)

    async def _let_in(self, event: Event) -> None:
        """Forwards an event to the top screen, unless it was meant for an earlier one."""
        if self._exit or self._returning or not self._screen_stack:
            return
        screen = self.screen
        if (
            isinstance(screen, ResultScreen)
            and not screen.was_seen_at(event.time)
            and self._meant_for_another(event, screen)
        ):
            return
        if isinstance(event, Key):
            self._struck = event.key, screen
            if isinstance(screen, ResultScreen) and screen.focused is None:
                # The terminal has reported the loss of its focus, and sends keys nevertheless.
                screen.focus_next()
        # Upstream removes the focus for good on a click where no widget is.
        if isinstance(event, MouseEvent) and not screen.region.contains(event.x, event.y):
            return
        try:
            await super().on_event(event)
        except Exception as error:
            self._handle_exception(error)

    def _meant_for_another(self, event: Event, screen: ResultScreen[Any]) -> bool:
        """Whether an event that is older than this screen's first picture should be dropped.

        Most are kept, because experienced users type ahead. Dropped is a repetition of the key that opened this screen:
        it was meant once.
        """
        if screen.ignores_early_keys or not isinstance(event, Key):
            return screen.ignores_early_keys
        return event.key == self._struck[0] and screen is not self._struck[1]

    def action_command_palette(self) -> None:
        if not isinstance(self.screen, SafeCommandPalette):
            self.push_screen(SafeCommandPalette())

    def run_blocking(self, errand: Coroutine[Any, Any, None]) -> None:
        """Runs the coroutine as a worker. Keys wait until it ends, except while it waits for a screen to be closed."""
        self._gate.block_until_done(self.run_worker(errand))

    # Upstream declares two overloads, for screens and for their names; only the first is needed here.
    async def push_screen_wait(  # type: ignore[override]
        self, screen: Screen[ScreenResultType], *, mode: str | None = None
    ) -> ScreenResultType:
        """Pushes a screen and waits for its result. Only a worker may call it."""
        await self._flush_next_callbacks()
        answer = self.push_screen(screen, wait_for_dismiss=True, mode=mode)
        with self._gate.allow_answer(get_current_worker(), answer):
            # The screen stays open even if the waiting worker is cancelled.
            return await asyncio.shield(answer)

    def drop_input(self) -> None:
        self._gate.clear()
        self._struck = "", None

    # --- output ----------------------------------------------------------------------------------------------------

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        if self.first_picture is not None and screen.id == self.DEFAULT_MODE:
            # Textual's default screen is empty, and would wipe the first picture.
            return
        if isinstance(screen, ResultScreen):
            screen.mark_seen()
        pieces: Iterable[PlacedStrip] | None = None
        if isinstance(renderable, ChopsUpdate):
            pieces = strips_of_chops(renderable)
        elif isinstance(renderable, LayoutUpdate):
            pieces = strips_of_layout(renderable)
        if self._batch_count and renderable is not None:
            # Painting is paused, and Textual does not ask for this update again.
            self._lost = True
            return
        if pieces is not None:
            # A compositor update writes itself and need not be a Rich renderable.
            renderable = cast(
                RenderableType, MirrorUpdate(self._glass, self._glass.spans(pieces, self.current_theme.dark))
            )
        super()._display(screen, renderable)

    def show_cells(self, screen: Screen[Any], spans: Iterable[CellSpan]) -> None:
        """Writes cells to the terminal without asking any widget."""
        self._display(screen, cast(RenderableType, MirrorUpdate(self._glass, spans)))

    def pause_painting(self) -> None:
        """Paints nothing until `resume_painting`: the terminal has not drawn what was sent before."""
        self._begin_batch()

    def resume_painting(self) -> None:
        """Resumes painting, beginning with everything that has changed meanwhile."""
        self._end_batch()
        if not self._under_way or self._exit:
            return
        if self._lost:
            self._lost = False
            self.refresh()
        else:
            self.screen.check_idle()

    @property
    def pending_events(self) -> int:
        """The number of input events and messages that are not handled yet."""
        return self._message_queue.qsize() + self._gate.length

    def action_repaint(self) -> None:
        """Writes the whole screen again, whatever the terminal shows."""
        self._glass.forget_all()
        self.refresh()

    def set_window_title(self, words: str) -> None:
        """Sets the title of the terminal's window until the driver restores the old one."""
        self._tell("2", words)

    def notify_terminal(self, words: str) -> None:
        """Sends a desktop notification, for users who look at another window."""
        self._tell("9", words)

    def _tell(self, command: str, words: str) -> None:
        """Sends a terminal command with text in it, if the terminal supports such commands."""
        if self._driver is not None and self.terminal.mouse and not self._exit:
            # A control character in the text could end the command early.
            safe = "".join(char for char in words if char.isprintable())
            self._driver.write(f"\x1b]{command};{safe}\x07")

    def on_resize(self, event: Resize) -> None:
        """Repaints, as a terminal that was resized may have cut or wrapped its cells.

        At the start the same size comes twice.
        """
        if event.size != self._glass_size:
            self._glass_size = event.size
            self._glass.resize(event.size.width)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        for command in super().get_system_commands(screen):
            if not (self.terminal.remote and command.title == "Screenshot"):
                yield command

    # --- disabled for remote users ---------------------------------------------------------------------------------

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        if self.terminal.remote:
            self.notify(url, title="Open this in your browser", markup=False)
            return
        super().open_url(url, new_tab=new_tab)

    def action_suspend_process(self) -> None:
        if sys.platform == "win32" or self.terminal.remote or self._driver is None or not self._driver.can_suspend:
            return
        self._suspend_signal()
        # The whole process group stops, as it would on Ctrl+Z in a terminal.
        os.killpg(os.getpgrp(), signal.SIGTSTP)

    def _deliver_binary(self, binary: BinaryIO | TextIO, **options: Any) -> str | None:
        if self.terminal.remote:
            binary.close()
            return None
        return super()._deliver_binary(binary, **options)


def _own_filters(filters: Sequence[LineFilter]) -> list[LineFilter]:
    """The filters without those that App.__init__ adds for NO_COLOR and TEXTUAL_FILTERS."""
    return [each for each in filters if isinstance(each, ANSIToTruecolor)]


class _Nowhere(io.StringIO):
    """A file that drops all writes: Rich requires one, but Textual writes through its driver."""

    def write(self, text: str) -> int:
        return len(text)
