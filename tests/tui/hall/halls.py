"""A real hall with real `ssh` clients, for tests."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from tests.terminal import Pty

ROOT = Path(__file__).parents[3]
HERE = sys.platform == "linux" and bool(which("ssh") and which("ssh-keygen"))
needs_ssh = pytest.mark.skipif(not HERE, reason="needs OpenSSH's client, on Linux")
PATIENCE = 120.0


class Hall:
    """A hall in a process of its own, and those who come to it. Use it in a `with` statement."""

    def __init__(self, folder: Path, program: str = "tests.tui.hall.small", **options: Any) -> None:
        self.folder = folder
        self.data = folder / "hall"
        self.log = folder / "log"
        told = {"data": str(self.data), "port": 0, "knocks": 1000, **options}
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", program, json.dumps(told)],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=log,
            )
        assert self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        line = self.process.stdout.readline() if ready else b""
        if not line:
            self.close()
            raise AssertionError(self.log.read_text() if self.log.is_file() else "it does not open")
        self.port, self.fingerprint = json.loads(line)

    def __enter__(self) -> Hall:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> int:
        """Asks it to end; how it ended."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        return self.process.returncode

    # --- clients --------------------------------------------------------------------------------------------------

    def key(self, name: str) -> Path:
        """The key of somebody, made when it is first asked for."""
        path = self.folder / f"key-{name}"
        if not path.exists():
            command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(path)]
            subprocess.run(command, check=True)
        return path

    def fingerprint_of(self, name: str) -> str:
        command = ["ssh-keygen", "-lf", str(self.key(name))]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[1]

    def command(self, name: str, *words: str, key: bool = True, options: Sequence[str] = ()) -> list[str]:
        identity = ["-i", str(self.key(name)), "-o", "IdentitiesOnly=yes"] if key else ["-o", "PubkeyAuthentication=no"]
        settings = ("StrictHostKeyChecking=no", f"UserKnownHostsFile={self.folder / 'known'}", "LogLevel=ERROR")
        asked = [part for setting in settings for part in ("-o", setting)]
        agent = ["-o", "IdentityAgent=none"]
        start = ["ssh", "-F", "none", "-p", str(self.port), *options]
        return [*start, *asked, *agent, *identity, f"{name}@127.0.0.1", *words]

    def run(self, name: str, *words: str, key: bool = True, options: Sequence[str] = (), timeout: float = 20.0) -> Any:
        """A client without a terminal, until it ends."""
        command = self.command(name, *words, key=key, options=options)
        stdin = subprocess.DEVNULL
        return subprocess.run(command, capture_output=True, text=True, timeout=timeout, stdin=stdin, env=plain())

    def sit(
        self,
        name: str,
        key: bool = True,
        size: tuple[int, int] = (80, 24),
        env: Mapping[str, str] | None = None,
        options: Sequence[str] = (),
    ) -> Pty:
        """A client at a terminal."""
        env = {"TERM": "xterm-256color", "COLORTERM": "", **(env or {})}
        sent = ["-o", "SendEnv=LANG LC_* COLORTERM NO_COLOR", "-o", "EscapeChar=none"]
        return Pty(self.command(name, key=key, options=[*sent, *options]), size, env, patience=0.5)

    # --- processes ------------------------------------------------------------------------------------------------

    def workers(self) -> list[int]:
        """The processes of the workers, on Linux."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(number) for number in children.split()]

    def doors(self) -> int:
        """At how many sockets of this port somebody listens, on Linux."""
        rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        return sum(row[1].endswith(f":{self.port:04X}") and row[3] == "0A" for row in rows)

    def worker_of(self, name: str) -> int:
        """The process in which somebody has the latest screen, on Linux."""
        told = [line["process"] for line in self.logged() if line["what"].startswith(f"{name} is in, as number ")]
        number = told[-1].removeprefix("worker ")
        return next(
            process
            for process in self.workers()
            if f'"number": {number},'.encode() in Path(f"/proc/{process}/cmdline").read_bytes()
        )

    def logged(self) -> list[dict[str, str]]:
        return [json.loads(line) for line in self.log.read_text().splitlines() if line.startswith("{")]

    def wait_logged(self, words: str, timeout: float = 30.0) -> None:
        wait(lambda: words in self.log.read_text(), f"{words!r} is not in the log", timeout)


class Neighbour:
    """Somebody who presses keys, and notes how long an answer takes at most."""

    def __init__(self, pty: Pty) -> None:
        self.slowest = 0.0
        self._pty = pty

    def press(self) -> None:
        began, shown = time.monotonic(), self._pty.text
        self._pty.send("b")
        self._pty.wait_until(lambda: self._pty.text != shown)
        self.slowest = max(self.slowest, time.monotonic() - began)


def plain() -> dict[str, str]:
    return {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}


def wait(holds: Callable[[], bool], missing: str = "not so", timeout: float = 30.0) -> None:
    deadline = time.monotonic() + timeout
    while not holds():
        assert time.monotonic() < deadline, missing
        time.sleep(0.02)


def memory(process: int) -> int:
    """Bytes that a process has in memory."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))
