"""The door for those who come by ssh: who they are, what they may ask for, and that they may do nothing else."""

from __future__ import annotations

import asyncio
import itertools
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import asyncssh

from tilehall.engine import Text, UserError, render_text
from tilehall.tui.hall import wire
from tilehall.tui.hall.asked import answer, known
from tilehall.tui.hall.guest import Guest, Welcome, language_of
from tilehall.tui.hall.limits import ConnectionLimits, home
from tilehall.tui.hall.logs import Sparing
from tilehall.tui.hall.pending_connections import Knock, Through, WrongPassword
from tilehall.tui.hall.protocol import Caller
from tilehall.tui.hall.queue import HandshakeTurn, Queue
from tilehall.tui.hall.refusals import HallError, Reason
from tilehall.tui.hall.ssh import VALUE, Cut, SshLine, attend, channel_of, hold
from tilehall.tui.hall.watchdog import SESSION

KEX = (
    "mlkem768x25519-sha256",
    "curve25519-sha256",
    "curve25519-sha256@libssh.org",
    "ecdh-sha2-nistp521",
    "ecdh-sha2-nistp384",
    "ecdh-sha2-nistp256",
    "diffie-hellman-group16-sha512",
    "diffie-hellman-group18-sha512",
)
CIPHERS = (
    "chacha20-poly1305@openssh.com",
    "aes256-gcm@openssh.com",
    "aes128-gcm@openssh.com",
    "aes256-ctr",
    "aes128-ctr",
)
MACS = ("hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com")
SIGNATURES = (
    "ssh-ed25519",
    "sk-ssh-ed25519@openssh.com",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "sk-ecdsa-sha2-nistp256@openssh.com",
    "rsa-sha2-256",
    "rsa-sha2-512",
)
WINDOW = 32 * 1024
"""Bytes that a client may send before they are read."""
TRIES = 20
"""Keys and passwords that may be tried on one connection."""
NOTED = 60
"""Refusals that a worker writes down in a minute; all of them are counted."""
ENDS = re.compile(rb"[\x03\x04q]")
"""Keys that end what is told to a terminal: Ctrl+C, Ctrl+D and q."""
CUT: Mapping[Cut, str] = {
    "packets": "cut off, after too many packets",
    "unread": "cut off, as it does not read what it is sent",
}
LINGER = 2.0
"""Seconds for a client to hear how it ended, until the connection is closed."""

log = logging.getLogger(__name__)


def unheard(item: Knock | Through | WrongPassword) -> None:
    """Where there is but one door, nobody else counts."""


def _told(words: str) -> None:
    log.info("%s", words)


@dataclass
class Doorway:
    """What all connections to one worker share."""

    welcome: Welcome
    guests: bool = True
    """Whether somebody without a key may come in."""
    locked: bool = False
    """Whether the house has a password."""
    most: int = 300
    """Sessions in this worker."""
    limits: ConnectionLimits = field(default_factory=ConnectionLimits)
    tell: Callable[[Knock | Through | WrongPassword], None] = unheard
    """Who counts those at the doors of all workers hears of it."""
    queue: Queue = field(default_factory=Queue)
    doors: set[SshDoor] = field(default_factory=set)
    waiting: dict[SshDoor, None] = field(default_factory=dict)
    """Those of them that are not in yet, as they came."""
    numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))
    refusals: Sparing = field(default_factory=lambda: Sparing(_told, NOTED, 60.0))
    prefix: str = ""
    """What the names of its sessions begin with, in the log."""

    def send_away(self, number: int) -> None:
        """There are too many at all doors together."""
        for door in tuple(self.doors):
            if door.number == number:
                door.send_away()

    async def ask_house(self, name: str, *args: Any) -> Any:
        """Asks the house something about somebody who is not in yet."""
        try:
            peer = await wire.connect(self.welcome.house, {}, lambda item: None)
        except OSError as error:
            raise HallError(wire.GONE) from error
        listening = asyncio.create_task(peer.run())
        try:
            return await peer.ask(name, *args)
        finally:
            peer.close()
            await listening


class SshDoor(asyncssh.SSHServer):
    """One connection, until it has a session, and after."""

    def __init__(self, way: Doorway) -> None:
        self._way = way
        self._connection: asyncssh.SSHServerConnection | None = None
        self.number = next(way.numbers)
        self.name = f"{way.prefix}{self.number}"
        """What it is called in the log."""
        self._address = ""
        self._turn: HandshakeTurn | None = None
        """In the queue of those whose handshake is to be done."""
        self._user = ""
        self._fingerprint = ""
        """Of the key that was proven."""
        self._password = ""
        self._tries = 0
        self.session: Session | None = None
        self._timer: asyncio.TimerHandle | None = None

    # --- coming and going -----------------------------------------------------------------------------------------

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        attend(conn, self.proven_by, self._met, self._cut)
        self._connection = conn
        self._address = home(str((conn.get_extra_info("peername") or ("",))[0]))
        if not self._may_knock():
            conn.abort()
            return
        self._way.doors.add(self)
        self._way.waiting[self] = None
        self._way.tell(Knock(self.number, self._address))
        self._turn = self._way.queue.come(partial(self._begin, hold(conn)))
        while self._way.limits.crowded:
            next(iter(self._way.waiting)).send_away()

    def _begin(self, read: Callable[[], None]) -> None:
        """It is this one's turn."""
        self._timer = asyncio.get_running_loop().call_later(self._way.welcome.patience.greeting, self._says_nothing)
        read()

    def _says_nothing(self) -> None:
        self._refuse("silent", "said nothing")
        if self._connection is not None:
            self._connection.abort()

    def send_away(self) -> None:
        """There are too many who are not in yet; this one may have come in meanwhile."""
        if self not in self._way.waiting:
            return
        self._through()
        self._refuse("knocks", "turned away, after too many connections")
        if self._connection is not None:
            self._connection.abort()

    def _may_knock(self) -> bool:
        now = asyncio.get_running_loop().time()
        if len(self._way.doors) >= self._way.most:
            self._refuse("full", "turned away, as all places are taken")
            return False
        if not self._way.limits.may_knock(self._address, now):
            self._refuse("knocks", "turned away, after too many connections")
            return False
        return True

    def _refuse(self, reason: Reason, told: str) -> None:
        self._way.welcome.counting.refuses(reason)
        self._way.refusals.note(f"{self.name}: {told}, from {self._address}")

    def _met(self) -> None:
        """The client has done its part of agreeing on keys: what comes next may be for a person to decide."""
        if self in self._way.waiting:
            self._stop_timer()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _cut(self, why: Cut) -> None:
        self._refuse(why, CUT[why])

    def connection_lost(self, exc: Exception | None) -> None:
        self._through()
        self._way.doors.discard(self)
        self._stop_timer()
        if exc is not None:
            log.info("%s: lost, %s: %s", self.name, type(exc).__name__, f"{exc}"[:200])

    def _through(self) -> None:
        if self._turn is not None:
            self._turn.end()
        if self in self._way.waiting:
            del self._way.waiting[self]
            self._way.limits.through(self._address)
            self._way.tell(Through(self.number))

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    # --- who it is ------------------------------------------------------------------------------------------------

    def begin_auth(self, username: str) -> bool:
        self._user = username
        self._fingerprint = self._password = ""
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Any key will do, if it is proven; this is asked before."""
        return self._tried()

    async def proven_by(self, fingerprint: str) -> bool:
        """Whoever is there has this key. Where there is a password, those who come first are asked for it as well."""
        self._fingerprint = fingerprint
        if not self._way.locked:
            return True
        try:
            return bool(await self._way.ask_house("knows", fingerprint))
        except UserError:
            return False

    def kbdint_auth_supported(self) -> bool:
        return self._way.locked or self._way.guests

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Any:
        if not self._way.guests and not self._fingerprint:
            return False
        if self._way.locked:
            return "", "", "", [("Password of the hall: ", False)]
        # No question at all: whoever has no key is let in without being asked anything.
        return "", "", "", []

    async def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        if not self._tried():
            return False
        if not self._way.locked:
            # A guest, whatever key was shown before.
            self._fingerprint = ""
            return self._way.guests and not responses
        if len(responses) != 1:
            return False
        try:
            fits = bool(await self._way.ask_house("fits", responses[0][:1024]))
        except UserError:
            return False
        if fits:
            self._password = responses[0][:1024]
            return True
        self._way.limits.punish(self._address, asyncio.get_running_loop().time())
        self._way.tell(WrongPassword(self._address))
        self._refuse("password", "wrong password")
        return False

    def _tried(self) -> bool:
        self._tries += 1
        if self._tries > TRIES and self._connection is not None:
            self._refuse("tries", "turned away, after too many keys or passwords")
            self._connection.abort()
        return self._tries <= TRIES

    def auth_completed(self) -> None:
        self._through()
        self._stop_timer()
        log.info("%s: %s from %s", self.name, self._fingerprint or "a guest", self._address)
        self._timer = asyncio.get_running_loop().call_later(self._way.welcome.patience.shell, self._nothing_asked)

    def _nothing_asked(self) -> None:
        if self.session is None or not self.session.asked:
            self._refuse("silent", "asked for nothing")
            self.close()

    # --- what is asked for ----------------------------------------------------------------------------------------

    def session_requested(self) -> Any:
        """One session; everything else that a connection could carry is refused, as asyncssh does by itself."""
        conn = self._connection
        if self.session is not None or conn is None:
            return False
        caller = Caller(self._user, self._fingerprint, "", self._password)
        self.session = Session(self, self._way.welcome, caller, self._address)
        return channel_of(conn, WINDOW), self.session


class Session(asyncssh.SSHServerSession[bytes]):
    """What somebody asked for: a screen, or a few words."""

    def __init__(self, door: SshDoor, welcome: Welcome, caller: Caller, address: str) -> None:
        self._door = door
        self._welcome = welcome
        self._caller = caller
        self._address = address
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._terminal: tuple[str, tuple[int, int]] | None = None
        self._guest: Guest | None = None
        self._command: str | None = None
        self._task: asyncio.Task[None] | None = None
        self._gone = False
        """Whether the client went before it was told how it ended."""
        self.asked = False

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Any) -> bool:
        self._terminal = term_type[:VALUE], (term_size[0], term_size[1])
        return True

    def shell_requested(self) -> bool:
        self.asked = True
        return True

    def exec_requested(self, command: str) -> bool:
        self.asked = True
        self._command = command
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        self._welcome.counting.refuses("words")
        return False

    def session_started(self) -> None:
        # Nothing of whoever has come before shall be known to what is done for this one.
        context = Context()
        context.run(SESSION.set, self._door.name)
        self._task = asyncio.get_running_loop().create_task(self._run(), context=context)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        if self._guest is not None:
            self._guest.resize(width, height)

    def data_received(self, data: bytes, datatype: Any) -> None:
        if self._guest is not None:
            self._guest.receive(data)
        elif self._terminal is not None and self._task is not None and ENDS.search(data):
            self._task.cancel()

    def eof_received(self) -> bool:
        """Nothing more is typed, but what is told still goes out."""
        if self._guest is not None:
            self._guest.hang_up()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self._gone = True
        if self._guest is not None:
            self._guest.hang_up()
        elif self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        code = 1
        try:
            code = await (self._asked() if self._command is not None else self._stay())
        except Exception:
            log.exception("%s: the session", self._door.name)
        finally:
            self._end(code)

    async def _stay(self) -> int:
        assert self._channel is not None
        environ = dict(self._channel.get_environment())
        if self._terminal is None:
            words = render_text(
                Text("A screen needs a terminal: '{command}' asks for one.", command="ssh -t"), language_of(environ)
            )
            self._write(self._channel, f"{words}\n")
            return 1
        term, size = self._terminal
        line = SshLine(self._channel)
        self._welcome.counting.comes("screen")
        self._guest = Guest(self._welcome, line, {**environ, "TERM": term}, size)
        return await self._guest.stay(self._caller, self._address)

    async def _asked(self) -> int:
        assert self._channel is not None and self._command is not None
        channel, ending = self._channel, "\r\n" if self._terminal else "\n"
        line = SshLine(channel)

        async def write(words: str) -> None:
            left = words.replace("\n", ending)
            while left and not channel.is_closing():
                self._write(channel, left[:WINDOW])
                left = left[WINDOW:]
                while line.unsent_bytes() > WINDOW and not channel.is_closing():
                    await asyncio.sleep(0.05)

        environ = dict(channel.get_environment())
        if known(self._command):
            self._welcome.counting.comes("words")
        else:
            self._welcome.counting.refuses("words")
        longest = self._welcome.patience.longest
        return await answer(self._command, self._welcome.house, self._caller, self._address, environ, write, longest)

    def _write(self, channel: asyncssh.SSHServerChannel[bytes], words: str) -> None:
        with suppress(OSError):
            channel.write(words.encode("utf-8", "replace"))

    def _end(self, code: int) -> None:
        if self._channel is not None:
            with suppress(OSError):
                self._channel.exit(code)
        if self._gone:
            log.info("%s: the client has gone", self._door.name)
        else:
            log.info("%s: ended with %d", self._door.name, code)
        # A client that hears of the end of the connection first does not know how it ended.
        asyncio.get_running_loop().call_later(LINGER, self._door.close)


async def listen(way: Doorway, key: Path, **where: Any) -> asyncssh.SSHAcceptor:
    """Opens the door; `where` says at which address, or on which socket."""
    patience = way.welcome.patience
    return await asyncssh.listen(
        server_factory=lambda: SshDoor(way),
        server_host_keys=[key],
        config=None,
        server_version="Tilehall",
        kex_algs=[name for name in KEX if name.encode() in asyncssh.kex.get_kex_algs()],
        encryption_algs=CIPHERS,
        mac_algs=MACS,
        compression_algs=["none"],
        signature_algs=SIGNATURES,
        gss_host=None,
        host_based_auth=False,
        password_auth=False,
        agent_forwarding=False,
        x11_forwarding=False,
        allow_scp=False,
        line_editor=False,
        encoding=None,
        login_timeout=patience.login,
        keepalive_interval=patience.alive,
        keepalive_count_max=patience.missed,
        window=WINDOW,
        **where,
    )
