"""An app of Textual that belongs to one player's terminal, not to the process it runs in."""

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
    """An App that looks and behaves as its player's Terminal asks, whatever the process's environment says."""

    def __init__(
        self,
        terminal: Terminal,
        driver_class: Callable[..., Driver] | None = None,
        first: FirstPicture | None = None,
    ) -> None:
        """`first_picture` is on the terminal already: what it shows is not sent again."""
        super().__init__(driver_class)
        self.terminal = terminal
        self.first_picture = first
        self._glass = first.mirror if first else TerminalMirror(terminal.colours)
        self._glass_size = Size(*first.size) if first else None
        self._gate = InputQueue(self, self._registry, self._let_in)
        self._struck: tuple[str, Screen[Any] | None] = "", None
        """The key that was let in last, and where it went."""
        self._lost = False
        """Whether something was to be painted while nothing was."""
        self.features = frozenset()
        self.theme = "textual-dark"
        self.no_color = terminal.colours == "none"
        self.animation_level = "full" if terminal.animation else "none"
        # Without colours nothing is to be converted, and "dim" is worth keeping as an attribute.
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
            # Imported here: it is made of what Windows does not have.
            from tilehall.tui.terminal.drivers.local_driver import LocalDriver

            return LocalDriver
        return super().get_driver_class()

    def _build_driver(self, headless: bool, inline: bool, mouse: bool, size: tuple[int, int] | None) -> Driver:
        return super()._build_driver(headless, inline, mouse and self.terminal.mouse, size)

    @property
    def exit_message(self) -> str:
        """What is to be said to whoever has left, once the screen is closed."""
        return ""

    # --- what somebody does at the terminal ------------------------------------------------------------------------

    async def on_event(self, event: Event) -> None:
        if isinstance(event, UserInput) and not event.is_forwarded:
            await self._gate.put(event)
            return
        await super().on_event(event)

    async def _let_in(self, event: Event) -> None:
        """To the screen that is on top now, if it was meant for it."""
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
                # The terminal has said that it lost the focus, and goes on typing all the same.
                screen.focus_next()
        # Upstream takes the focus away, for good, where there is nothing to click on.
        if isinstance(event, MouseEvent) and not screen.region.contains(event.x, event.y):
            return
        try:
            await super().on_event(event)
        except Exception as error:
            self._handle_exception(error)

    def _meant_for_another(self, event: Event, screen: ResultScreen[Any]) -> bool:
        """Whether what was typed before this screen could be seen shall do nothing here.

        Most of it shall: who knows the way types ahead. But a key that was struck twice, and has led here by the first
        time, was meant once.
        """
        if screen.ignores_early_keys or not isinstance(event, Key):
            return screen.ignores_early_keys
        return event.key == self._struck[0] and screen is not self._struck[1]

    def action_command_palette(self) -> None:
        if not isinstance(self.screen, SafeCommandPalette):
            self.push_screen(SafeCommandPalette())

    def run_blocking(self, errand: Coroutine[Any, Any, None]) -> None:
        """Runs it as a worker. Keys wait until it is done, except while it waits itself for a screen to be left."""
        self._gate.block_until_done(self.run_worker(errand))

    # Upstream declares two forms of it, for screens and for their names; we have only the first.
    async def push_screen_wait(  # type: ignore[override]
        self, screen: Screen[ScreenResultType], *, mode: str | None = None
    ) -> ScreenResultType:
        """Pushes a screen and waits for what it ends with. Only a worker can wait."""
        await self._flush_next_callbacks()
        answer = self.push_screen(screen, wait_for_dismiss=True, mode=mode)
        with self._gate.allow_answer(get_current_worker(), answer):
            # The screen stays until it is left, whatever becomes of whoever waits for it.
            return await asyncio.shield(answer)

    def drop_input(self) -> None:
        self._gate.clear()
        self._struck = "", None

    # --- what is shown ---------------------------------------------------------------------------------------------

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        if self.first_picture is not None and screen.id == self.DEFAULT_MODE:
            # Textual's own screen below all others has nothing to show, and would wipe what is there.
            return
        if isinstance(screen, ResultScreen):
            screen.mark_seen()
        pieces: Iterable[PlacedStrip] | None = None
        if isinstance(renderable, ChopsUpdate):
            pieces = strips_of_chops(renderable)
        elif isinstance(renderable, LayoutUpdate):
            pieces = strips_of_layout(renderable)
        if self._batch_count and renderable is not None:
            # Nothing is painted now, and nobody will ask for this once more.
            self._lost = True
            return
        if pieces is not None:
            # An update of the compositor is written by itself and need not be a renderable of Rich.
            renderable = cast(
                RenderableType, MirrorUpdate(self._glass, self._glass.spans(pieces, self.current_theme.dark))
            )
        super()._display(screen, renderable)

    def show_cells(self, screen: Screen[Any], spans: Iterable[CellSpan]) -> None:
        """Writes cells that no widget has to be asked for."""
        self._display(screen, cast(RenderableType, MirrorUpdate(self._glass, spans)))

    def pause_painting(self) -> None:
        """Paints nothing until `resume_painting`: what was sent before has not been drawn yet."""
        self._begin_batch()

    def resume_painting(self) -> None:
        """Paints what has become different meanwhile."""
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
        """How much waits to be dealt with, of all that was typed or has happened."""
        return self._message_queue.qsize() + self._gate.length

    def action_repaint(self) -> None:
        """Write the whole screen anew, whatever the terminal shows."""
        self._glass.forget_all()
        self.refresh()

    def set_window_title(self, words: str) -> None:
        """What the terminal calls its window, until the driver gives it back the name it had."""
        self._tell("2", words)

    def notify_terminal(self, words: str) -> None:
        """What the terminal may show beside its window, where somebody looks elsewhere."""
        self._tell("9", words)

    def _tell(self, command: str, words: str) -> None:
        """A command for the terminal with words in it, where it knows such commands."""
        if self._driver is not None and self.terminal.mouse and not self._exit:
            # Nothing that comes from elsewhere ends the command before its time.
            safe = "".join(char for char in words if char.isprintable())
            self._driver.write(f"\x1b]{command};{safe}\x07")

    def on_resize(self, event: Resize) -> None:
        """A terminal of another size may have cut or wrapped what it showed. At the start the same size comes twice."""
        if event.size != self._glass_size:
            self._glass_size = event.size
            self._glass.resize(event.size.width)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        for command in super().get_system_commands(screen):
            if not (self.terminal.remote and command.title == "Screenshot"):
                yield command

    # --- what is of no use to a player elsewhere -------------------------------------------------------------------

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        if self.terminal.remote:
            self.notify(url, title="Open this in your browser", markup=False)
            return
        super().open_url(url, new_tab=new_tab)

    def action_suspend_process(self) -> None:
        if sys.platform == "win32" or self.terminal.remote or self._driver is None or not self._driver.can_suspend:
            return
        self._suspend_signal()
        # As a terminal does: whoever has started us as a part of his job sleeps as well.
        os.killpg(os.getpgrp(), signal.SIGTSTP)

    def _deliver_binary(self, binary: BinaryIO | TextIO, **options: Any) -> str | None:
        if self.terminal.remote:
            binary.close()
            return None
        return super()._deliver_binary(binary, **options)


def _own_filters(filters: Sequence[LineFilter]) -> list[LineFilter]:
    """Without those that App.__init__ added on behalf of NO_COLOR and TEXTUAL_FILTERS."""
    return [each for each in filters if isinstance(each, ANSIToTruecolor)]


class _Nowhere(io.StringIO):
    """Rich wants a file, but Textual writes by its driver: this one keeps nothing."""

    def write(self, text: str) -> int:
        return len(text)
