"""The terminal that this process sits at, brought to a hall of the same machine, until one of them ends."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import os
import select
import signal
import socket
import sys
import termios
from collections.abc import Iterator, Mapping
from pathlib import Path

from tilehall.engine import Text, join_or
from tilehall.tui.hall import discovery
from tilehall.tui.hall.frames import HEAD, HELLO, LEFT, SHOWN, SIZED, TYPED, framed
from tilehall.tui.hall.refusals import HallError
from tilehall.tui.tables.framing import frame_length
from tilehall.tui.terminal.drivers.first_picture import raw_mode_attributes
from tilehall.tui.terminal.drivers.local_driver import RESTORE
from tilehall.tui.terminal.drivers.stream_driver import OLD_TITLE

# Said for the type checker: terminals of Windows have no such settings.
assert sys.platform != "win32"

ENVIRONMENT = ("TERM", "COLORTERM", "LANG", "LANGUAGE", "NO_COLOR", "TEXTUAL_ANIMATIONS")
LOST = 255
"""The exit code where the hall has gone without a word, as ssh has it."""
LONGEST = 4 * 1024 * 1024


def find(data: Path, only: bool) -> socket.socket | None:
    """A wire to the hall with its data there, or, if not only that one will do, to another that may be trusted.

    Any user can open a hall, and show there what they like to whoever comes. Raises UserError if only such are open.
    """
    trusted = {0, os.getuid()}
    places = [discovery.folder(data)] if only else discovery.places(data, trusted)
    for path in (path for place in places for path in discovery.sockets(place)):
        found = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            found.connect(str(path))
        except OSError:
            found.close()
            continue
        return found
    if not only and (users := discovery.strangers(data, trusted)):
        raise HallError(
            Text(
                "The hall that is open here is kept by {user}: {option} with its folder takes you there.",
                user=join_or([discovery.user(each) for each in users]),
                option="--data",
            )
        )
    return None


def bridge(hall: socket.socket, source: int, sink: int, environ: Mapping[str, str]) -> int:
    """Brings the terminal there; the exit code."""
    with hall, _resized() as woken, _raw(source):
        hall.sendall(framed(HELLO, json.dumps(_hello(sink, environ)).encode()))
        left = _carry(hall, source, sink, woken)
    if left is None:
        # Nobody has put the terminal in order.
        os.write(sink, RESTORE + OLD_TITLE.encode())
        return LOST
    return left


def _carry(hall: socket.socket, source: int, sink: int, woken: int) -> int | None:
    """Until the hall says that it is over; None if it does not say so."""
    came = b""
    while True:
        ready, _, _ = select.select([hall.fileno(), source, woken], [], [])
        try:
            if source in ready:
                typed = _read(source)
                if not typed:
                    return None
                hall.sendall(framed(TYPED, typed))
            if woken in ready:
                os.read(woken, 4096)
                hall.sendall(framed(SIZED, json.dumps(_size(sink)).encode()))
            if hall.fileno() in ready:
                data = hall.recv(65536)
                if not data:
                    return None
                came += data
        except OSError:
            return None
        while len(came) >= HEAD:
            length = frame_length(came[1:HEAD])
            if length > LONGEST:
                return None
            if len(came) < HEAD + length:
                break
            kind, told, came = came[:1], came[HEAD : HEAD + length], came[HEAD + length :]
            if kind == LEFT:
                return told[0] if told else LOST
            if kind == SHOWN:
                _write(sink, told)


def _read(source: int) -> bytes:
    try:
        return os.read(source, 4096)
    except OSError:
        return b""


def _write(sink: int, data: bytes) -> None:
    while data:
        data = data[os.write(sink, data) :]


def _hello(sink: int, environ: Mapping[str, str]) -> dict[str, object]:
    said = {name: value for name, value in environ.items() if name in ENVIRONMENT or name.startswith("LC_")}
    return {"environ": said, "size": _size(sink), "fingerprint": proven(environ)}


def _size(sink: int) -> tuple[int, int]:
    try:
        width, height = os.get_terminal_size(sink)
    except OSError:
        return 0, 0
    return width, height


def proven(environ: Mapping[str, str]) -> str:
    """The fingerprint of the key that sshd has checked, where it is set up to tell (`ExposeAuthInfo yes`)."""
    try:
        lines = Path(environ["SSH_USER_AUTH"]).read_text("ascii").splitlines()
        keys = (line.split() for line in lines)
        blob = next(words[2] for words in keys if len(words) == 3 and words[0] == "publickey")
        digest = hashlib.sha256(base64.b64decode(blob, validate=True)).digest()
    except (KeyError, OSError, ValueError, StopIteration):
        return ""
    return f"SHA256:{base64.b64encode(digest).decode().rstrip('=')}"


@contextlib.contextmanager
def _raw(source: int) -> Iterator[None]:
    """Every key comes at once and as it was typed."""
    try:
        before = termios.tcgetattr(source)
    except termios.error:
        yield
        return
    termios.tcsetattr(source, termios.TCSANOW, raw_mode_attributes(before))
    try:
        yield
    finally:
        termios.tcsetattr(source, termios.TCSAFLUSH, before)


@contextlib.contextmanager
def _resized() -> Iterator[int]:
    """What can be read from when the terminal has another size."""
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    before = signal.signal(signal.SIGWINCH, lambda *_: None)
    fileno = signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    try:
        yield woken
    finally:
        signal.set_wakeup_fd(fileno)
        signal.signal(signal.SIGWINCH, before)
        os.close(woken)
        os.close(wake)
