"""A program in a real pseudo-terminal with a person's eyes and fingers: for tests and measurements.

>>> with Pty([sys.executable, "-m", "tilehall"], size=(80, 24)) as pty:  # doctest: +SKIP
...     pty.wait_for("New game")
...     pty.press("down", "enter")
...     cost = pty.measure("right")
...     cost.bytes, cost.cpu
"""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyte

KEYS = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    "f1": "\x1bOP",
    "enter": "\r",
    "escape": "\x1b",
    "space": " ",
    "tab": "\t",
    "shift+tab": "\x1b[Z",
    "backspace": "\x7f",
    **{f"ctrl+{letter}": chr(ord(letter) - 96) for letter in "abcdefghijklmnopqrstuvwxyz"},
}
# Sequences that pyte would show as letters, and the question for synchronised output, which we answer.
FOREIGN = re.compile(r"\x1b\[[<>=][\d;]*[a-zA-Z]|\x1b\[\??[\d;]*\$[a-zA-Z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
UNFINISHED = re.compile(r"\x1b(?:\[[\d;?<>=$]*|\][^\x07\x1b]*\x1b?)?\Z")
MODE = re.compile(r"\x1b\[\?([\d;]+)([hl])")
KITTY = re.compile(r"\x1b\[([<>])\d*u")
PATIENCE = 0.1
"""Seconds until the first byte of an answer, if there is one, once the program has read the key and sleeps."""
SYNC_QUESTION, SYNC_ANSWER = "\x1b[?2026$p", "\x1b[?2026;2$y"


@dataclass(frozen=True)
class Cost:
    """What one key press did: bytes sent to the screen, seconds until the first of them, CPU seconds of the program."""

    bytes: int
    first: float
    cpu: float


class Pty:
    """A command in a pseudo-terminal. Use it in a `with` statement; leaving it kills what still runs."""

    def __init__(
        self,
        command: Sequence[str],
        size: tuple[int, int] = (80, 24),
        env: Mapping[str, str] | None = None,
        cwd: str | Path | None = None,
        sync: bool = True,
        patience: float = PATIENCE,
    ) -> None:
        """`env` is added to a bare truecolor environment; an empty value takes a variable away.

        A client of a program that runs elsewhere needs more patience: it sleeps while the other side works.
        """
        width, height = size
        self.screen = pyte.Screen(width, height)
        self.modes: dict[int, bool] = {}
        self.kitty = 0
        self.sync = sync
        self.patience = patience
        self.received = bytearray()
        self._stream = pyte.Stream(self.screen)
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._held = ""
        self.master, self._slave = pty.openpty()
        self._size(width, height)
        self.attributes = termios.tcgetattr(self._slave)
        self.process = subprocess.Popen(
            command,
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            env=environment(env or {}),
            cwd=cwd,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )

    def __enter__(self) -> "Pty":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Looking

    @property
    def lines(self) -> list[str]:
        return list(self.screen.display)

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    def cell(self, x: int, y: int) -> pyte.screens.Char:
        """A cell with `data`, `fg`, `bg`, `bold`, `reverse` ...; colours as six hex digits or a name."""
        return self.screen.buffer[y][x]

    def restored(self) -> list[str]:
        """What is still not as it was before the program started; empty if everything is."""
        names = {1000: "mouse", 1002: "mouse", 1003: "mouse", 1006: "mouse", 1016: "mouse", 2048: "resize reports"}
        names |= {1049: "alternate screen", 2004: "paste", 1004: "focus reports", 2026: "synchronised output"}
        left = [name for mode, name in names.items() if self.modes.get(mode)]
        left += [] if self.modes.get(25, True) else ["cursor"]
        left += [] if self.modes.get(7, True) else ["line wrap"]
        left += ["kitty keys"] if self.kitty else []
        left += ["title"] if self.received.count(b"\x1b[22;2t") != self.received.count(b"\x1b[23;2t") else []
        return left + ([] if termios.tcgetattr(self._slave) == self.attributes else ["line settings"])

    @property
    def edits_lines(self) -> bool:
        """Whether the terminal would keep what is typed until the line is ended, as for a shell."""
        return bool(termios.tcgetattr(self._slave)[3] & termios.ICANON)

    # Waiting

    def read(self, timeout: float = 0.0) -> bytes:
        """Everything that has come by now, or the first that comes within the time."""
        got = b""
        while select.select([self.master], [], [], 0.0 if got else timeout)[0]:
            try:
                data = os.read(self.master, 65536)
            except OSError:
                break
            if not data:
                break
            got += data
        if got:
            self._feed(got)
        return got

    @property
    def busy(self) -> bool:
        """Whether typed input is still unread or the main thread runs, or would if a busy machine let it; on Linux."""
        unread = fcntl.ioctl(self._slave, termios.FIONREAD, bytes(4)) if self._slave >= 0 else bytes(4)
        if any(unread):
            return True
        try:
            state = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(") ")[2][0]
        except OSError:
            return False
        return state in "RD"

    def wait_quiet(self, quiet: float = 0.1, timeout: float = 10.0) -> bytes:
        """Read until nothing has come for a while and the program has nothing to do, however slow the machine is."""
        got, deadline = b"", time.monotonic() + timeout
        while time.monotonic() < deadline:
            data = self.read(quiet)
            if not data and not self.busy:
                return got
            got += data
        if self.read(quiet):
            raise TimeoutError(f"the screen is not quiet after {timeout} s:\n{self.text}")
        return got

    def answer(self) -> bytes:
        """The first that comes after a key; nothing if the program has seen to the key and is silent for a while."""
        asleep = time.monotonic()
        while time.monotonic() - asleep < self.patience:
            if data := self.read(0.01):
                return data
            if self.busy:
                asleep = time.monotonic()
        return b""

    def wait_for(self, text: str, timeout: float = 30.0) -> None:
        """Read until a text is on the screen."""
        self.wait_until(lambda: text in self.text, f"{text!r} is not on the screen", timeout)

    def wait_until(self, holds: Callable[[], bool], missing: str = "not so", timeout: float = 30.0) -> None:
        """Read until something holds: a busy machine may be quiet in the middle of a picture."""
        deadline = time.monotonic() + timeout
        while not holds():
            self.read(0.05)
            if time.monotonic() > deadline and not holds():
                raise TimeoutError(f"{missing} after {timeout} s:\n{self.text}")

    def wait_exit(self, timeout: float = 30.0) -> int:
        """Read until the program has ended; its exit code (minus the signal, if one killed it)."""
        deadline = time.monotonic() + timeout
        while self.process.poll() is None:
            self.read(0.02)
            if time.monotonic() > deadline:
                raise TimeoutError(f"the program still runs after {timeout} s:\n{self.text}")
        self.read(0.02)
        return self.process.returncode

    # Acting

    def send(self, data: str | bytes) -> None:
        os.write(self.master, data.encode() if isinstance(data, str) else data)

    def press(self, *keys: str, quiet: float = 0.05) -> bytes:
        """Press keys by name or letter, waiting for the screen after each; what was sent to the screen."""
        got = b""
        for key in keys:
            self.send(KEYS.get(key, key))
            got += self.answer()
            got += self.wait_quiet(quiet)
        return got

    def measure(self, key: str, quiet: float = 0.05) -> Cost:
        """What a key costs, from sending it until the screen is quiet."""
        cpu, started = self.cpu(), time.monotonic()
        self.send(KEYS.get(key, key))
        data = self.answer()
        first = time.monotonic() - started
        data += self.wait_quiet(quiet)
        return Cost(len(data), first, self.cpu() - cpu)

    def click(self, x: int, y: int) -> None:
        """A left click on a cell, as a terminal with SGR mouse reports says it."""
        self.send(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")

    def resize(self, width: int, height: int) -> None:
        self.screen.resize(height, width)
        self._size(width, height)

    def kill(self, number: int = signal.SIGKILL) -> None:
        self.process.send_signal(number)

    def hang_up(self) -> None:
        """Take the terminal away, as closing its window does."""
        os.close(self._slave)
        os.close(self.master)
        self.master = self._slave = -1

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for fileno in (self.master, self._slave):
            if fileno >= 0:
                os.close(fileno)
        self.master = self._slave = -1

    def cpu(self) -> float:
        """CPU seconds of all threads of the program; nan where the system does not tell."""
        try:
            tasks = list(Path(f"/proc/{self.process.pid}/task").iterdir())
            return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9
        except OSError:
            return float("nan")

    def wakings(self) -> int:
        """How often the threads of the program have woken up to do something, on Linux."""
        return wakings(self.process.pid)

    def _size(self, width: int, height: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def _feed(self, data: bytes) -> None:
        self.received += data
        text = self._held + self._decode(data)
        cut = match.start() if (match := UNFINISHED.search(text)) else len(text)
        text, self._held = text[:cut], text[cut:]
        for numbers, letter in MODE.findall(text):
            self.modes |= {int(number): letter == "h" for number in numbers.split(";") if number}
        for sign in KITTY.findall(text):
            self.kitty += 1 if sign == ">" else -1
        if self.sync and SYNC_QUESTION in text:
            self.send(SYNC_ANSWER)
        self._stream.feed(FOREIGN.sub("", text))


def wakings(number: int) -> int:
    """How often the threads of a process have woken up to do something, on Linux."""
    tasks = Path(f"/proc/{number}/task").iterdir()
    lines = (line for task in tasks for line in (task / "status").read_text().splitlines())
    return sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches"))


def environment(extra: Mapping[str, str]) -> dict[str, str]:
    """A bare environment of a modern terminal, with changes; nothing else of ours reaches the program."""
    env = {name: os.environ[name] for name in ("PATH", "HOME", "VIRTUAL_ENV", "PYTHONPATH") if name in os.environ}
    env |= {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
    return {name: value for name, value in (env | dict(extra)).items() if value}
