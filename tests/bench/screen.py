"""What a key press costs on a real pseudo-terminal: bytes, CPU, time; and how long the first picture takes."""

import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

import tilehall
from tests.terminal import Pty

PLAY = [sys.executable, "-m", "tilehall", "play", "princess", "--seed", "bench", "--option", "start_seat=0"]
COMMAND = [*PLAY, "--seat", "Aki", "--seat", "Bo"]
UNTIL = "Lay the tile"
"""Enter is pressed until the screen says this: sides chosen, a tile taken, the cursor on the board with it."""
ROUTE = ("right", "right", "down", "left", "down", "right", "up", "left", "up", "left")
SIZE = (120, 40)
PATIENCE = 15.0


HELLO = (
    "from textual.app import App\n"
    "from textual.widgets import Static\n"
    "class Hello(App):\n"
    "    def compose(self):\n"
    "        yield Static('\\n'.join(['hello ' * 12] * 60))\n"
    "Hello().run()\n"
)
"""The smallest Textual program that fills a screen: how far down a first paint can go."""


class NoScreen(Exception):
    """The command does not come up; the text says how."""


class ScreenCost(NamedTuple):
    """Bytes of each cursor move that changed something, mean CPU and median first byte of a key, and first paint."""

    bytes: list[int]
    cpu: float
    first: float
    paint: float
    python: float

    @property
    def median(self) -> float:
        return median(self.bytes)

    @property
    def high(self) -> float:
        return quantiles(self.bytes, n=20)[-1]


def measure(command: Sequence[str], until: str = UNTIL, size: tuple[int, int] = SIZE, laps: int = 5) -> ScreenCost:
    """Walks the cursor around and takes the costs. Raises NoScreen."""
    compile_once()
    paint = min(first_paint(command, size) for _ in range(3))
    with Pty(command, size) as pty:
        _appear(pty)
        pty.wait_quiet(0.3)
        _enter_until(pty, until)
        pty.press(*ROUTE, quiet=0.2)
        costs = [pty.measure(key) for _ in range(laps) for key in ROUTE]
    seen = [cost for cost in costs if cost.bytes]
    if len(seen) < len(costs) // 4:
        raise NoScreen(
            f"{len(costs) - len(seen)} of {len(costs)} arrow keys moved nothing; is the cursor on the board?"
        )
    cpu = sum(cost.cpu for cost in seen) / len(seen)
    return ScreenCost([cost.bytes for cost in seen], cpu, median(cost.first for cost in seen), paint, bare_python())


def compile_once() -> None:
    """Writes bytecode, as any start but the first finds it, whatever the environment says about writing it."""
    packages = [str(Path(tilehall.__file__).parent / name) for name in ("engine", "themes", "tui")]
    subprocess.run([sys.executable, "-m", "compileall", "-q", *packages], check=False)


def first_paint(command: Sequence[str], size: tuple[int, int] = SIZE) -> float:
    """Seconds from the start of the program to the first picture."""
    started = time.monotonic()
    with Pty(command, size) as pty:
        _appear(pty)
        return time.monotonic() - started


def _enter_until(pty: Pty, text: str) -> None:
    for _ in range(12):
        if text in pty.text:
            return
        pty.press("enter", quiet=0.3)
    raise NoScreen(f"'{text}' is not on the screen after pressing Enter 12 times")


def _appear(pty: Pty) -> None:
    """Waits for a picture: letters all over the screen, not one line of an error."""
    deadline = time.monotonic() + PATIENCE
    while sum(map(bool, map(str.strip, pty.lines))) < len(pty.lines) // 3 or not pty.modes.get(1049):
        pty.read(0.02)
        if pty.process.poll() is not None:
            pty.read(0.1)
            said = [line.strip() for line in pty.lines if line.strip()]
            raise NoScreen(f"not there yet: {said[-1][:60] if said else 'it ended without a word'}")
        if time.monotonic() > deadline:
            raise NoScreen(f"no picture after {PATIENCE:.0f} s")


def bare_python(repeats: int = 7) -> float:
    """Seconds of `python -c pass`, the best of some."""
    best = 9e9
    for _ in range(repeats):
        started = time.monotonic()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        best = min(best, time.monotonic() - started)
    return best
