"""The whole program without a terminal, operated by keys and read from the screen."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import tzinfo
from pathlib import Path
from typing import Any

from textual.events import Key
from textual.keys import _character_to_key
from textual.pilot import Pilot

from tests.tui.boards.tables import NAMES
from tests.tui.player.sitting import hint, kept
from tilehall.engine import RecordPlayer
from tilehall.tui.app import Opening, TilehallApp
from tilehall.tui.config.settings import Settings
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.features.demo.screen import DemoScreen
from tilehall.tui.features.lessons.learner_seat import LearnerSeat
from tilehall.tui.features.replay.screen import ReplayScreen
from tilehall.tui.screens.board import BoardScreen
from tilehall.tui.tables.computer_players import ComputerPlayers
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.background import ProcessPool
from tilehall.tui.tables.thinking.thinkers import InlineWriter, TableWriter
from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.terminal.output.canvas import Canvas
from tilehall.tui.widgets.chrome import TALL
from tilehall.tui.widgets.form import Form
from tilehall.tui.widgets.home_menu import HomeMenu

QUICK = Settings({"pace": "at once"})
PATIENCE = 20.0


@dataclass
class Fingers:
    """Somebody at the keyboard with eyes on the screen."""

    app: TilehallApp
    pilot: Pilot[int]
    places: UserDirs

    @property
    def text(self) -> str:
        """What the topmost screen shows, its parts from top to bottom."""
        parts = sorted(self.app.screen.query(Canvas), key=lambda part: part.region.y)
        return "\n".join(part.picture.text() for part in parts if part.picture and part.display)

    @property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @property
    def prompt(self) -> str:
        return self.lines[-4 if len(self.lines) < TALL else -6]

    @property
    def menu(self) -> str:
        """The choices in words: the card, or a single one at the end of the prompt."""
        head = next((n for n, line in enumerate(self.lines) if " choices " in line), None)
        if head is None:
            return "  ".join(self.prompt.rstrip().rsplit("  ", 1)[1:])
        x = self.lines[head].index(" choices ")
        left, below = max(self.lines[head].rfind(edge, 0, x) for edge in "╭+"), self.lines[head + 1 :]
        rows = [line[left + 1 : -1] for line in below if line[left] in "│|"]
        return "  ".join(rows)

    @property
    def status(self) -> str:
        """What is said above the footer, without what is said there about keys, which stands further in."""
        said = self.lines[-3 if len(self.lines) < TALL else -5 : -1]
        return " ".join(line.strip() for line in said if not line.startswith("   ")).strip()

    @property
    def told(self) -> str:
        """What is said in full, over the lower edge of the board."""
        heads = [
            n
            for n, line in enumerate(self.lines)
            if line.startswith((" Since your last turn ", " Before your first turn ", "  ───", "  ---"))
        ]
        return " ".join(line.strip() for line in self.lines[heads[-1] : -4]) if heads else ""

    @property
    def footer(self) -> str:
        return self.lines[-1]

    @property
    def asked(self) -> bool:
        """Whether one Enter more does what is said."""
        return " do it " in self.footer

    @property
    def toasts(self) -> list[str]:
        return [note.message for note in self.app._notifications]

    @property
    def room(self) -> str:
        return type(self.app.screen).__name__

    @property
    def table(self) -> Table[Any]:
        """The true table behind the board that is being looked at."""
        kinds = BoardScreen | ReplayScreen | DemoScreen
        screen = next(screen for screen in self.app.screen_stack if isinstance(screen, kinds))
        if isinstance(screen, DemoScreen):
            return screen.view.frames.replay._table
        seat = screen.replay if isinstance(screen, ReplayScreen) else screen.seat
        return seat.attempt.table if isinstance(seat, LearnerSeat) else seat._table

    @property
    def computers(self) -> ComputerPlayers[Any]:
        """Those of the table behind the board."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, BoardScreen)).seat._computers

    async def press(self, *keys: str) -> "Fingers":
        """Key by key, each when the one before has been seen to; as Pilot.press, without sleeping in between.

        Where it was offered to hurry somebody, not before it is plain that a key is not meant for that.
        """
        for key in keys:
            while isinstance(self.app.screen, BoardScreen) and self.app.screen.player.hurry_offer.is_turn_new(
                time.monotonic()
            ):
                await asyncio.sleep(0.05)
            self.strike(key)
            await self.settled()
        return self

    def strike(self, key: str) -> None:
        """A key as the driver tells it, not waiting for anything."""
        char = " " if key == "space" else key if len(key) == 1 else None
        assert self.app._driver is not None
        self.app._driver.send_message(Key(_character_to_key(key) if len(key) == 1 else key, char))

    async def hinted(self) -> "Fingers":
        """Asks for a hint, and waits until there is one."""
        await self.press("i")
        board = self.app.screen
        assert isinstance(board, BoardScreen)
        return await self.until(lambda: not board.player.advisor.is_thinking, "a hint")

    async def settled(self) -> None:
        """Every message has been handled, and those that it led to."""
        for _ in range(6):
            await self.pilot.pause(0)
        while any(isinstance(screen, BoardScreen) and screen.player.busy for screen in self.app.screen_stack):
            # Something is being written down, beside the keys.
            await self.pilot.pause(0.001)
            await self.pilot.pause(0)

    async def type(self, text: str) -> "Fingers":
        return await self.press(*text)

    async def until(self, condition: Callable[[], object], what: str = "") -> "Fingers":
        deadline = time.monotonic() + PATIENCE
        while not condition():
            await self.pilot.pause(0.001)
            assert time.monotonic() < deadline, f"never: {what or condition}\n{self.room}\n{self.text}"
        await self.settled()
        return self

    async def sees(self, text: str) -> "Fingers":
        return await self.until(lambda: text in self.text, text)

    async def in_room(self, name: str) -> "Fingers":
        return await self.until(lambda: self.room == name and self.text.strip(), name)

    async def go_to(self, label: str) -> "Fingers":
        """The entry of a form or of the home screen that begins with this label, one after the other."""
        for _ in range(40):
            if self.pointed.startswith(f"{label}"):
                return self
            await self.press("tab")
        raise AssertionError(f"no row {label!r}:\n{self.text}")

    @property
    def pointed(self) -> str:
        """The words of the entry under the cursor."""
        return next(part.pointed for part in self.app.screen.query(Canvas) if isinstance(part, Form | HomeMenu))

    async def resize(self, width: int, height: int) -> "Fingers":
        await self.pilot.resize_terminal(width, height)
        return await self.until(lambda: self.app.screen.size == (width, height), "the new size")


@asynccontextmanager
async def playing(
    tmp_path: Path,
    opening: Opening | None = None,
    settings: Settings = QUICK,
    terminal: Terminal | None = None,
    size: tuple[int, int] = (80, 24),
    zone: tzinfo | None = None,
    writing: Callable[[], TableWriter] = InlineWriter,
    pool: ProcessPool | None = None,
) -> AsyncIterator[Fingers]:
    """The program from its first picture on."""
    places = UserDirs(tmp_path / "config", tmp_path / "data", tmp_path / "state")
    app = TilehallApp(terminal or Terminal(), places, settings, opening or Opening(), zone, pool, writing=writing)
    async with app.run_test(size=size, notifications=True) as pilot:
        fingers = Fingers(app, pilot, places)
        await fingers.until(
            lambda: fingers.room.endswith("Screen") and fingers.room != "Screen" and fingers.text.strip()
        )
        yield fingers


def table(tmp_path: Path | None = None, kinds: str = "human normal", seed: str = "7", **options: str) -> Table[Any]:
    """A table for these kinds of players; Aki begins."""
    players = [RecordPlayer(NAMES[n], kind) for n, kind in enumerate(kinds.split())]
    path = tmp_path / "data" / "games" / "the-game.tilehall" if tmp_path else None
    return Table.open("princess", players, {"start_seat": "0", **options}.items(), seed, kept(path))


def at(found: Table[Any]) -> Opening:
    return Opening("table", found)


def to_the_end(found: Table[Any], short_of: int = 0) -> Table[Any]:
    """Plays a table on by advice: to its end, or until so few tiles are left."""
    while not found.over and found.match.state.tiles_left >= short_of:
        seat = found.due()[0]
        found.act(seat, hint(found, seat).action)
    return found
