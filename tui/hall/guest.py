"""One person at one terminal: from the door into the house, an app as long as they like, and goodbye."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from tilehall.engine import Language, Text, UserError, render_text
from tilehall.tui.hall.client import HallClient
from tilehall.tui.hall.counting import Counting
from tilehall.tui.hall.protocol import Caller, Closing, HallInterface, Heard, News
from tilehall.tui.hall.timeouts import USUAL, Timeouts
from tilehall.tui.languages.language import best_language, load_language
from tilehall.tui.terminal.app import TerminalApp
from tilehall.tui.terminal.app_host import AppHost
from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.terminal.drivers.stream_driver import StreamDriver, TerminalConnection

H = TypeVar("H", bound=Heard)
ENVIRONMENT = ("TERM", "COLORTERM", "LANG", "LANGUAGE", "NO_COLOR", "TEXTUAL_ANIMATIONS")
"""What a terminal may say of itself, besides LC_*. Nothing of it gets into the environment of the process."""
KITTY = ("alacritty", "foot", "ghostty", "kitty", "rio", "wezterm")
"""Terminals that are known to tell keys as kitty does."""
GOODBYE = 3.0
"""Seconds for an app to end that was asked to."""

VERY_LONG = Text("You have been here for very long. Your games are kept: come again.")

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Screens(Generic[H]):
    """Makes what is shown to those who come in."""

    hear: Callable[[], H]
    """What is told of the news for one screen, from before there is one."""
    show: Callable[[Terminal, HallInterface, H], TerminalApp[Any]]


@dataclass(frozen=True)
class Welcome:
    """Where all who come to one worker are led."""

    house: Path
    """The socket of the house."""
    app_host: AppHost
    screens: Screens[Any]
    patience: Timeouts = USUAL
    counting: Counting = field(default_factory=Counting)


def environment(said: Mapping[str, str]) -> dict[str, str]:
    """What of an environment counts, made ready to be read as that of a terminal elsewhere."""
    kept = {name: value[:64] for name, value in said.items() if name in ENVIRONMENT or name.startswith("LC_")}
    if not any(kept.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG")):
        # Terminals that do not say so have spoken UTF-8 for many years.
        kept["LC_CTYPE"] = "C.UTF-8"
    return kept | {"SSH_TTY": "hall"}


def language_of(environ: Mapping[str, str]) -> Language:
    """The language of somebody who has no settings yet."""
    return load_language(best_language(Terminal.guess(environ).locales))


class Guest:
    """One person at one terminal."""

    def __init__(
        self, welcome: Welcome, line: TerminalConnection, environ: Mapping[str, str], size: tuple[int, int]
    ) -> None:
        self._welcome = welcome
        self._line = line
        self._environ = environment(environ)
        self._size = size
        self._driver: StreamDriver | None = None
        self._app: TerminalApp[Any] | None = None
        self._early = bytearray()
        self._goodbye: Text | None = None
        self._hung_up = False
        self._came = asyncio.get_running_loop().time()
        self._warned = float("-inf")
        """When one was asked last whether one is still there."""

    @property
    def hung_up(self) -> bool:
        """Whether the terminal has gone."""
        return self._hung_up

    # --- what the terminal does -----------------------------------------------------------------------------------

    def receive(self, data: bytes) -> None:
        """What was typed."""
        self._welcome.app_host.note_activity()
        if self._driver is not None:
            self._driver.receive(data)
        elif len(self._early) < 1024:
            self._early += data

    def resize(self, width: int, height: int) -> None:
        self._size = width, height
        if self._driver is not None:
            self._driver.resize(width, height)

    def hang_up(self) -> None:
        """The terminal has gone."""
        self._hung_up = True
        self._leave()

    # --- what becomes of it ---------------------------------------------------------------------------------------

    async def stay(self, caller: Caller, address: str) -> int:
        """All of it; the exit code."""
        term = self._environ.get("TERM", "").lower()
        if term in ("", "dumb", "unknown"):
            self._say(Text("Your terminal, TERM={name}, cannot show a screen: try another.", name=term or "?"))
            self._welcome.counting.refuses("terminal")
            return 1
        heard = self._welcome.screens.hear()
        try:
            visit = await HallClient.enter(self._welcome.house, caller, address, self._hearing(heard))
        except UserError as error:
            self._say(error.text)
            return 1
        try:
            log.info("%s is in, as number %d", visit.person.name, visit.person.id)
            return await self._show(visit, heard)
        finally:
            await visit.end()
            if self._goodbye is not None:
                self._say(self._goodbye)

    async def _show(self, visit: HallClient, heard: Heard) -> int:
        if self._hung_up or self._goodbye is not None:
            return 0
        terminal = Terminal.guess(self._environ)
        app = self._app = self._welcome.screens.show(terminal, visit, heard)
        app.error_listener = _write_down
        kitty = any(name in self._environ["TERM"].lower() for name in KITTY)
        self._driver = StreamDriver(app, self._line, self._size, kitty, self._welcome.counting)
        if self._early:
            self._driver.receive(bytes(self._early))
        watch = asyncio.create_task(self._watch(visit))
        try:
            await self._welcome.app_host.run(app, self._driver, self._line)
        finally:
            watch.cancel()
            self._app = None
        if self._goodbye is None and app.exit_message:
            self._line.send(f"{app.exit_message}\r\n".encode("utf-8", "replace"))
        return app.return_code or 0

    def _hearing(self, heard: Heard) -> Heard:
        def hear(news: News) -> None:
            heard(news)
            if isinstance(news, Closing):
                self.leave(news.why)

        return hear

    async def _watch(self, visit: HallClient) -> None:
        """Whoever has gone to sleep is sent home at some time."""
        patience, clock = self._welcome.patience, asyncio.get_running_loop().time
        while True:
            active = self._touched()
            # Hundreds sit here: it is looked again when there can be something to say, and not before.
            soonest = min(active + patience.warned, active + patience.lobby, active + patience.table)
            await asyncio.sleep(max(patience.looks, min(soonest, self._came + patience.longest) - clock()))
            active = self._touched()
            idle = clock() - active
            if clock() - self._came > patience.longest:
                self.leave(VERY_LONG)
            elif idle > (patience.table if visit.at_table else patience.lobby):
                self.leave(Text("Nothing was typed for a long time. Your games are kept: come again."))
            elif (
                idle > patience.warned and self._warned < active and self._driver is not None and self._app is not None
            ):
                self._warned = clock()
                still = render_text(Text("Are you still there? Press any key."), language_of(self._environ))
                self._driver.run_in_app(self._app.notify, still)

    def _touched(self) -> float:
        """When somebody has done something here last."""
        return max(self._came, self._driver.last_input if self._driver is not None else 0.0)

    def leave(self, why: Text) -> None:
        """Asks to leave, for a reason that is said on the way out."""
        if self._goodbye is None:
            self._goodbye = why
        self._leave()

    def _leave(self) -> None:
        if self._driver is not None and self._app is not None:
            self._driver.run_in_app(self._app.exit)

    def _say(self, text: Text) -> None:
        words = render_text(text, language_of(self._environ))
        self._line.send(f"{words}\r\n".encode("utf-8", "replace"))


def _write_down(report: str) -> None:
    log.error("%s", report)
