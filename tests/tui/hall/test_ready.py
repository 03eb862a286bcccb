"""What a worker does before it opens its doors."""

import signal
import subprocess
import sys
from pkgutil import iter_modules
from typing import Any

import pytest

from tests.terminal import environment
from tests.tui.hall.halls import ROOT
from tests.tui.hall.lobby import screens as small
from tilehall.engine import BUILT_IN_GAMES
from tilehall.tui.hall import screens as rooms
from tilehall.tui.hall.app import HallApp
from tilehall.tui.hall.guest import Screens
from tilehall.tui.hall.inbox import ScreenInbox
from tilehall.tui.hall.protocol import HallInterface
from tilehall.tui.hall.timeouts import USUAL
from tilehall.tui.hall.warm_up import warm_up
from tilehall.tui.hall.worker_config import WorkerConfig
from tilehall.tui.terminal.app import TerminalApp
from tilehall.tui.terminal.app_host import AppHost
from tilehall.tui.terminal.capabilities import Terminal

LOADED = "import sys; from tilehall.tui.hall import warm_up, worker_main; warm_up.modules(); print(*sys.modules)"


def test_every_room_and_every_game_is_loaded_before_somebody_comes() -> None:
    run = subprocess.run(
        [sys.executable, "-c", LOADED], cwd=ROOT, env=environment({}), capture_output=True, text=True, check=True
    )
    loaded = run.stdout.split()
    wanted = {f"{rooms.__name__}.{module.name}" for module in iter_modules(rooms.__path__)}
    wanted |= {f"tilehall.tui.boards.{box}.renderer" for box in BUILT_IN_GAMES}
    wanted |= {f"tilehall.tui.screens.{name}" for name in ("board", "curtain", "hand", "scoring")}
    assert not wanted - {*loaded}


HUNG = """
import asyncio
from tilehall.tui.hall import worker
worker.READY = 1
worker.warm_up = lambda lodge, screens: asyncio.Event().wait()
asyncio.run(worker._work(None, None))
"""


def test_a_worker_that_does_not_get_ready_is_ended_by_the_system() -> None:
    run = subprocess.run([sys.executable, "-c", HUNG], cwd=ROOT, env=environment({}), capture_output=True, timeout=20)
    assert run.returncode == -signal.SIGALRM


async def test_a_lobby_is_shown_to_nobody_and_nobody_stays() -> None:
    asked: list[Terminal] = []

    def show(terminal: Terminal, visit: HallInterface, heard: ScreenInbox) -> TerminalApp[Any]:
        asked.append(terminal)
        return HallApp(terminal, visit, heard)

    lodge = AppHost()
    await warm_up(lodge, Screens(ScreenInbox, show))
    assert lodge.app_count == 0
    assert {terminal.colours for terminal in asked} == {"16", "256"}


async def test_a_screen_that_cannot_be_made_keeps_no_door_shut(caplog: pytest.LogCaptureFixture) -> None:
    def show(terminal: Terminal, visit: HallInterface, heard: ScreenInbox) -> TerminalApp[Any]:
        raise ZeroDivisionError("on purpose")

    await warm_up(AppHost(), Screens(ScreenInbox, show))
    assert "on purpose" in caplog.text


async def test_a_screen_that_breaks_keeps_no_door_shut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilehall.tui.hall.warm_up.PATIENCE", 0.3)

    def show(terminal: Terminal, visit: HallInterface, heard: ScreenInbox) -> TerminalApp[Any]:
        app = HallApp(terminal, visit, heard)
        app.compose = lambda: 1 / 0
        return app

    lodge = AppHost()
    await warm_up(lodge, Screens(ScreenInbox, show))
    assert lodge.app_count == 0


async def test_other_screens_are_rehearsed_as_well() -> None:
    lodge = AppHost()
    await warm_up(lodge, small(WorkerConfig(1, "", "", "127.0.0.1", 0, "", True, False, True, 30, "ssh", USUAL)))
    assert lodge.app_count == 0
