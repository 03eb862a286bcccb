"""A real hall with real clients is killed again and again under play: what anybody saw is there, and everybody is back.

People play with keys at their screens, and somebody watches by `watch`. Then a worker is killed, or house and workers
together. Whoever has lost the screen comes again, and what was seen is looked for: the step that stood on each screen,
and every line that `watch` had told.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import pytest

from tests.terminal import Pty
from tests.tui.hall.halls import Hall, needs_ssh, plain, wait
from tilehall.tui.hall.client import HallClient
from tilehall.tui.hall.protocol import Caller, SeatChange, TableSettings

pytestmark = needs_ssh
WHOLE = "tests.tui.hall.real"
NAMES = ("aki", "bo")
GAMES = ("princess", "beasts", "sand", "kaguya")
KEYS = "\r\r\r\r\r\t "
STEP = re.compile(r"\bstep (\d+)\b")
soak = pytest.mark.soak


class Player:
    """Somebody at a screen of the hall, and the last step that was seen there."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.step = 0
        self.pty: Pty | None = None

    @property
    def screen(self) -> Pty:
        assert self.pty is not None
        return self.pty

    @property
    def there(self) -> bool:
        return self.pty is not None and self.pty.process.poll() is None

    def come(self, hall: Hall, table: int) -> int:
        """From the lobby to the own table: the step that is shown there."""
        self.leave()
        self.pty = hall.sit(self.name, size=(120, 36))
        self.pty.wait_for(f"table {table};")
        self.pty.send("\r")
        self.pty.wait_until(lambda: self.shown() is not None, "no step is shown")
        return self.shown() or 0

    def shown(self) -> int | None:
        found = STEP.search(self.screen.lines[0])
        return int(found[1]) if found else None

    def look(self, patience: float = 0.0) -> None:
        """What has come by now was seen."""
        self.screen.read(patience)
        self.step = max(self.step, self.shown() or 0)

    def leave(self) -> None:
        if self.pty is not None:
            self.pty.close()
        self.pty = None


class Watcher:
    """Reads what `watch` tells."""

    def __init__(self, hall: Hall, table: int) -> None:
        self._path = hall.folder / f"told-{time.monotonic_ns()}"
        command = hall.command("wim", "watch", str(table))
        with open(self._path, "wb") as told:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=told, stderr=subprocess.DEVNULL, env=plain()
            )

    def lines(self) -> list[str]:
        """Whole lines of the game that have come by now."""
        *lines, _ = self._path.read_text().split("\n")
        return [line for line in lines if not line.startswith("The hall has stopped")]

    def close(self) -> list[str]:
        lines = self.lines()
        self.process.kill()
        self.process.wait()
        return lines


class Evening:
    """Two people at one table after another, in a hall that is killed now and then."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.players = [Player(name) for name in NAMES]
        self.table = 0
        self.tables = 0
        self.seen = 0
        """Steps that somebody saw before a kill, of all tables."""
        self.slowest = 0.0
        """Seconds in which somebody was back."""

    # --- without a screen -----------------------------------------------------------------------------------------

    def at_table(self, hall: Hall) -> SeatChange:
        async def asked() -> SeatChange:
            visit = await self._enter(hall, "aki")
            try:
                return (await visit.come(self.table)).change
            finally:
                await visit.end()

        return asyncio.run(asked())

    async def _enter(self, hall: Hall, name: str) -> HallClient:
        caller = Caller(name, hall.fingerprint_of(name))
        return await HallClient.enter(hall.data / "house.sock", caller, "", lambda news: None)

    async def _open(self, hall: Hall) -> None:
        first, second = [await self._enter(hall, name) for name in NAMES]
        self.table, _ = await first.open(TableSettings(GAMES[self.tables % len(GAMES)], 2))
        await second.join(self.table)
        await first.start(self.table)
        for visit in (first, second):
            await visit.end()

    def sit_down(self, hall: Hall) -> None:
        """At the table; at a new one, if the game there is over."""
        if not self.table or not self.at_table(hall).due:
            asyncio.run(self._open(hall))
            self.tables += 1
            for player in self.players:
                player.step = 0

    # --- at the screens -------------------------------------------------------------------------------------------

    def come(self, hall: Hall) -> None:
        """Whoever is not there comes, and finds all that anybody has seen."""
        change, seen = self.at_table(hall), max(player.step for player in self.players)
        assert change.number >= seen, f"step {seen} of table {self.table} was seen, {change.number} are there"
        if not change.due:
            # The result hides the board.
            self.leave()
            return
        for player in self.players:
            if not player.there:
                began = time.monotonic()
                step = player.come(hall, self.table)
                self.slowest = max(self.slowest, time.monotonic() - began)
                assert step >= seen, f"step {step} at table {self.table}"
        for player in self.players:
            player.screen.wait_until(lambda player=player: player.shown() == change.number, f"not at {change.number}")
            player.look()

    def play(self, keys: int) -> None:
        for _ in range(keys):
            for player in self.players:
                player.screen.send(self.chance.choice(KEYS))
                player.look(0.03)

    def type_ahead(self) -> None:
        """Keys on their way, when something happens."""
        for player in self.players:
            if player.there:
                player.screen.send("\r" * self.chance.randrange(1, 4))
        time.sleep(self.chance.random() * 0.08)

    def mourn(self) -> None:
        """What came to the screens of those who have lost it was seen as well."""
        for player in self.players:
            if player.there:
                with suppress(TimeoutError):
                    player.screen.wait_exit(2.0)
            player.look()
        self.seen += max(player.step for player in self.players)

    def compare_told(self, hall: Hall, watcher: Watcher) -> None:
        """All that `watch` has told before it tells again."""
        told = watcher.close()
        if not self.at_table(hall).due:
            return
        with watching(hall, self.table) as again:
            with suppress(AssertionError):
                wait(lambda: len(again.lines()) >= len(told), timeout=20)
            assert again.lines()[: len(told)] == told, f"table {self.table}"

    def leave(self) -> None:
        for player in self.players:
            player.leave()


@contextmanager
def watching(hall: Hall, table: int) -> Iterator[Watcher]:
    watcher = Watcher(hall, table)
    try:
        yield watcher
    finally:
        watcher.close()


@pytest.mark.parametrize("kills", [1, pytest.param(50, marks=soak)])
def test_house_and_workers_are_killed(tmp_path: Path, kills: int) -> None:
    evening = Evening(Random(kills))
    watcher: Watcher | None = None
    for _ in range(kills + 1):
        with Hall(tmp_path, WHOLE, workers=2) as hall:
            if watcher is not None:
                evening.compare_told(hall, watcher)
            evening.sit_down(hall)
            evening.come(hall)
            watcher = Watcher(hall, evening.table)
            evening.play(evening.chance.randrange(5, 20))
            evening.type_ahead()
            for number in (hall.process.pid, *hall.workers()):
                os.kill(number, signal.SIGKILL)
            hall.process.wait()
            evening.mourn()
            evening.leave()
    assert watcher is not None
    watcher.close()
    print(f"{kills + 1} kills, {evening.seen} steps seen, {evening.tables} tables, back in {evening.slowest:.1f} s")
    assert evening.seen > 5 * kills


@pytest.mark.parametrize("kills", [2, pytest.param(50, marks=soak)])
def test_a_worker_is_killed(tmp_path: Path, kills: int) -> None:
    evening = Evening(Random(kills))
    with Hall(tmp_path, WHOLE, workers=2) as hall:
        lost = 0
        for _ in range(kills):
            evening.sit_down(hall)
            evening.come(hall)
            wait(lambda: hall.doors() == 2, "no new worker", 30)
            watcher = Watcher(hall, evening.table)
            evening.play(evening.chance.randrange(5, 20))
            victim = evening.chance.choice(hall.workers())
            mine = [player for player in evening.players if hall.worker_of(player.name) == victim]
            evening.type_ahead()
            os.kill(victim, signal.SIGKILL)
            for player in mine:
                player.screen.wait_exit()
            for player in evening.players:
                player.look(0.1)
                assert player.there == (player not in mine), "only those of the killed worker go"
            lost += len(mine)
            evening.seen += max(player.step for player in evening.players)
            evening.come(hall)
            evening.compare_told(hall, watcher)
            if not evening.at_table(hall).due:
                evening.leave()
        evening.leave()
        print(f"{kills} kills, {lost} screens lost, {evening.seen} steps seen, back in {evening.slowest:.1f} s")
        assert lost


@pytest.mark.parametrize("times", [1, pytest.param(10, marks=soak)])
def test_a_hall_that_is_asked_to_close_says_so_and_keeps_every_seat(tmp_path: Path, times: int) -> None:
    evening = Evening(Random(times))
    for _ in range(times + 1):
        with Hall(tmp_path, WHOLE, workers=2) as hall:
            evening.sit_down(hall)
            evening.come(hall)
            evening.play(evening.chance.randrange(5, 20))
            evening.type_ahead()
            assert hall.close() == 0
            for player in evening.players:
                assert player.screen.wait_exit() == 0
                assert player.screen.restored() == []
                assert "The hall closes now. Your games are kept" in player.screen.received.decode()
            evening.leave()
