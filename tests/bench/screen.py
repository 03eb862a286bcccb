"""What a key press costs on a real pseudo-terminal: bytes, CPU, time; and how long the first picture takes."""

import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import NamedTuple

import tilehall
from tests.terminal import Pty

Size = tuple[int, int]
SIZES: tuple[Size, ...] = ((120, 40), (80, 24))
SEATS: Mapping[str, tuple[str, ...]] = {
    "princess": ("Aki", "Bo"),
    "sand": ("Aki", "Bo"),
    "beasts": ("Aki", "Bo"),
    "kaguya": ("Aki", "Bo", "Cleo"),
}
"""The players, all at one keyboard: no computer player thinks while a key is measured."""
ARROWS = ("left", "right", "up", "down")
KEYS = (*ARROWS * 4, *("tab",) * 3, *("enter",) * 6, "space", "escape", "i")
"""The keys to press at random: mostly cursor moves, then a choice."""
PATIENCE = 15.0
QUIET = 0.05
"""Seconds without output after which a key is done."""
STEP = re.compile(r"step (\d+)\s*$")

HELLO = (
    "from textual.app import App\n"
    "from textual.widgets import Static\n"
    "class Hello(App):\n"
    "    def compose(self):\n"
    "        yield Static('\\n'.join(['hello ' * 12] * 60))\n"
    "Hello().run()\n"
)
"""The smallest Textual program that fills a screen: the lower bound of a first paint."""
BARE = (
    "from rich.segment import Segment\n"
    "from textual.app import App\n"
    "from textual.strip import Strip\n"
    "from textual.widget import Widget\n"
    "class Page(Widget, can_focus=True):\n"
    "    keys = 0\n"
    "    def render_line(self, y):\n"
    "        return Strip([Segment(f'{self.keys} hello '.ljust(self.size.width))])\n"
    "    def on_key(self):\n"
    "        self.keys += 1\n"
    "        self.refresh()\n"
    "class Bare(App):\n"
    "    def compose(self):\n"
    "        yield Page()\n"
    "    def on_mount(self):\n"
    "        self.query_one(Page).focus()\n"
    "Bare().run()\n"
)
"""A Textual program that refreshes one widget at every key: what Textual itself costs."""


class NoScreen(Exception):
    """The command does not start; the text says how."""


class KeyCost(NamedTuple):
    """What a key did, and its cost: bytes, CPU seconds, seconds until the first byte."""

    key: str
    chose: bool
    """Whether it carried out a choice: the number of steps shown has changed."""
    bytes: int
    cpu: float
    first: float

    @property
    def moved(self) -> bool:
        """Whether it visibly moved the cursor."""
        return self.key in (*ARROWS, "tab") and self.bytes > 0 and not self.chose


class Spread(NamedTuple):
    """The middle and the high end of some numbers."""

    p50: float
    p95: float
    most: float

    @classmethod
    def of(cls, numbers: Sequence[float]) -> "Spread":
        return cls(median(numbers), quantiles(numbers, n=20, method="inclusive")[-1], max(numbers))


def play(game: str, seed: str) -> list[str]:
    """Return the command that plays a game."""
    seats = [word for name in SEATS[game] for word in ("--seat", name)]
    return [sys.executable, "-m", "tilehall", "play", game, "--seed", seed, *seats]


def walk(command: Sequence[str], size: Size, seed: str, keys: int) -> list[KeyCost]:
    """Presses keys by lot in a game that has just begun, where nothing moves by itself. Raises NoScreen."""
    with Pty(command, size, {"TEXTUAL_ANIMATIONS": "none"}) as pty:
        _appear(pty)
        pty.wait_quiet(0.3)
        # The first key loads modules.
        pty.press("right", "left", "tab", quiet=0.2)
        return list(_pressed(pty, Random(seed), keys))


def _pressed(pty: Pty, lots: Random, keys: int) -> Iterator[KeyCost]:
    for _ in range(keys):
        before = _step(pty)
        if before is None:
            # A curtain hangs there, or a page has been opened: neither is the board.
            pty.press("v", quiet=0.2)
            if _step(pty) is None:
                pty.press("escape", quiet=0.2)
            continue
        key = lots.choice(KEYS)
        cost = pty.measure(key, QUIET)
        yield KeyCost(key, _step(pty) not in (before, None), cost.bytes, cost.cpu, cost.first)


def _step(pty: Pty) -> int | None:
    """The number of the step on the board's first line."""
    found = STEP.search(pty.lines[0])
    return int(found[1]) if found else None


def bare_keys(size: Size, keys: int = 40) -> list[KeyCost]:
    """Measure keys in the bare Textual program."""
    with Pty([sys.executable, "-c", BARE], size) as pty:
        pty.wait_for("0 hello")
        pty.wait_quiet(0.3)
        pty.press("right", "left", quiet=0.2)
        costs = [pty.measure("right", QUIET) for _ in range(keys)]
        return [KeyCost("right", False, cost.bytes, cost.cpu, cost.first) for cost in costs]


def compile_once() -> None:
    """Writes bytecode, as any start but the first finds it, whatever the environment says about writing it."""
    packages = [str(Path(tilehall.__file__).parent / name) for name in ("engine", "themes", "tui")]
    subprocess.run([sys.executable, "-m", "compileall", "-q", *packages], check=False)


def first_paint(command: Sequence[str], size: Size = SIZES[0]) -> float:
    """Return seconds from the start of the program to the first picture."""
    started = time.monotonic()
    with Pty(command, size) as pty:
        _appear(pty)
        return time.monotonic() - started


def _appear(pty: Pty) -> None:
    """Wait for a picture down to the last line; a single line is an error."""
    deadline = time.monotonic() + PATIENCE
    while not (pty.lines[-1].strip() and pty.modes.get(1049)):
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
