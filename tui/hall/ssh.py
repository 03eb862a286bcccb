"""What asyncssh does not offer in public. Everything private of it is in this module; tests say that it is still so.

- It asks the same question for a key that was only shown and for one that was proven: here they are told apart.
- It keeps all variables that a client sets before it asks for anything: here a few, and short ones.
- It writes to the socket whether or not anybody reads at the other end: here it can be asked how much waits there.
- It works off all that has come from one client before anybody else has a turn: here a little at a time.
- It counts no packets: here whoever sends too many that are no keys is cut off.
- It sends an empty packet before each one that says something, which made old ciphers safe: here there are none of
  those, and a picture is one packet.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Literal

import asyncssh
from asyncssh.constants import MSG_CHANNEL_DATA, MSG_IGNORE, MSG_KEX_FIRST, MSG_KEX_LAST
from asyncssh.packet import SSHPacket
from asyncssh.public_key import decode_ssh_public_key

from tilehall.tui.hall.guest import ENVIRONMENT

VARIABLES, NAME, VALUE = 32, 32, 64
"""How many variables a client may set, and the bytes of their names and values."""
MOST_ASKED = 256
"""Variables after which a client does nothing but set them."""
SLICE = 4 * 1024
"""Bytes of one client that are worked off before it is somebody else's turn; a key is far less."""
PACKETS, PACKETS_AT_ONCE = 200, 2000
"""Packets without anything typed that a client may send in a second, and all at once."""
UNREAD = 4 * 1024 * 1024
"""Bytes that may wait for a client that does not read."""
DEFERRED = 1000
"""Packets that may wait until new keys are agreed on."""
Proven = Callable[[str], Awaitable[bool]]
Cut = Literal["packets", "unread"]


class Portions:
    """What one client has sent, worked off a little at a time: the rest is not read while the others have a turn."""

    def __init__(self, connection: Connection, work_off: Callable[[bytes], None]) -> None:
        self._connection = connection
        self._work_off = work_off
        self._held = bytearray()
        self._rests = False
        self._resume: Callable[[], None] | None = None

    def come(self, data: bytes) -> None:
        self._held += data
        if not self._rests:
            self._take()

    def go_on(self) -> None:
        """What was waited for is done."""
        if self._held and not self._rests:
            self._rest(0.0)

    def _take(self) -> None:
        if self._connection.is_gone():
            self._held.clear()
            return
        loop = asyncio.get_running_loop()
        began = loop.time()
        if not self._connection.is_busy():
            data = bytes(self._held[:SLICE])
            del self._held[:SLICE]
            self._work_off(data)
        if not self._held:
            self._read_on()
            return
        if self._resume is None:
            self._resume = hold(self._connection)
        if not self._connection.is_busy():
            # As long as it has kept the others waiting.
            self._rest(loop.time() - began)

    def _rest(self, seconds: float) -> None:
        self._rests = True
        asyncio.get_running_loop().call_later(seconds, self._rested)

    def _rested(self) -> None:
        self._rests = False
        self._take()

    def _read_on(self) -> None:
        if self._resume is not None:
            self._resume()
            self._resume = None


class Connection(asyncssh.SSHServerConnection):
    """Knows which key was really proven: the public part of a key is shown to anybody, and proves nothing."""

    when_proven: Proven
    when_met: Callable[[], None]
    when_cut: Callable[[Cut], None]
    portions: Portions
    left: float
    """Packets that it may still send,"""
    counted: float
    """as it was at this time."""
    is_cut: bool

    def data_received(self, data: bytes, datatype: Any = None) -> None:
        self.portions.come(data)

    def is_gone(self) -> bool:
        return self._transport is None or self._transport.is_closing()

    def is_busy(self) -> bool:
        """Whether the packet before is still being dealt with: asyncssh keeps all that comes meanwhile."""
        return self._recv_handler not in (self._recv_version, self._recv_pkthdr, self._recv_packet)

    def _finish_recv_packet(
        self, pkttype: int, seq: int, _task: asyncio.Task[None] | None = None, is_async: bool = False
    ) -> None:
        if MSG_KEX_FIRST <= pkttype <= MSG_KEX_LAST:
            self.when_met()
        if pkttype != MSG_CHANNEL_DATA:
            self.count()
        super()._finish_recv_packet(pkttype, seq, _task, is_async)
        if is_async:
            self.portions.go_on()

    def count(self) -> None:
        """One more packet in which nothing is typed."""
        now = asyncio.get_running_loop().time()
        self.left = min(PACKETS_AT_ONCE, self.left + (now - self.counted) * PACKETS) - 1
        self.counted = now
        if self.left < 0:
            self._cut_off("packets")

    def pause_writing(self) -> None:
        """More is waiting than whoever reads would leave there."""
        self._cut_off("unread")

    def _cut_off(self, why: Cut) -> None:
        if not self.is_cut:
            self.is_cut = True
            self.when_cut(why)
            self.abort()

    def send_packet(self, pkttype: int, *args: bytes, **options: Any) -> None:
        """Empty packets hide where the next one begins from whoever reads along: only CBC ciphers need that."""
        if pkttype != MSG_IGNORE:
            super().send_packet(pkttype, *args, **options)
        if len(self._deferred_packets) > DEFERRED:
            self._cut_off("unread")

    async def validate_public_key(self, username: str, key_data: bytes, msg: bytes, signature: bytes) -> bool:
        """Without a message this is only the question whether a key would do."""
        sound = await super().validate_public_key(username, key_data, msg, signature)
        if not sound or not msg:
            return sound
        return await self.when_proven(decode_ssh_public_key(key_data).get_fingerprint("sha256"))


def attend(
    connection: asyncssh.SSHServerConnection,
    when_proven: Proven,
    when_met: Callable[[], None],
    when_cut: Callable[[Cut], None],
) -> None:
    """Has a connection watched.

    Tells the fingerprint of each key that somebody there really has, and asks whether it is enough; that the client has
    done its part of agreeing on keys; and that it was cut off, and why.
    """
    # asyncssh makes its connections itself: this one learns what ours can.
    connection.__class__ = Connection
    assert isinstance(connection, Connection)
    connection.when_proven = when_proven
    connection.when_met = when_met
    connection.when_cut = when_cut
    connection.portions = Portions(connection, super(Connection, connection).data_received)
    connection.left, connection.counted = PACKETS_AT_ONCE, asyncio.get_running_loop().time()
    connection.is_cut = False
    transport = connection._transport
    if isinstance(transport, asyncio.WriteTransport):
        transport.set_write_buffer_limits(UNREAD)


def hold(connection: asyncssh.SSHServerConnection) -> Callable[[], None]:
    """Nothing is read from this connection until the answer is called."""
    transport = connection._transport
    if not isinstance(transport, asyncio.ReadTransport):
        return _nothing
    transport.pause_reading()

    def go_on() -> None:
        if not transport.is_closing():
            transport.resume_reading()

    return go_on


def _nothing() -> None:
    """There is nobody to wait."""


class Channel(asyncssh.SSHServerChannel[bytes]):
    """A channel that keeps little of what a client says before it asks for something."""

    asked: int

    def _accept_data(self, data: bytes, datatype: Any = None) -> None:
        connection = self.get_connection()
        if not data and isinstance(connection, Connection):
            # No window is ever full of these.
            connection.count()
        super()._accept_data(data, datatype)

    def _process_env_request(self, packet: SSHPacket) -> bool:
        name, value = packet.get_string(), packet.get_string()
        packet.check_end()
        self.asked += 1
        if self.asked > MOST_ASKED:
            self.get_connection().abort()
        known = name.decode("ascii", "replace")
        if known not in ENVIRONMENT and not known.startswith("LC_"):
            return False
        if len(name) > NAME or len(value) > VALUE or len(self._env) >= VARIABLES:
            return False
        self._env[name] = value
        return True


def channel_of(connection: asyncssh.SSHServerConnection, window: int) -> Channel:
    """A channel of raw bytes, of which at most so many may come unread."""
    channel: asyncssh.SSHServerChannel[bytes] = connection.create_server_channel(None, "strict", window)
    channel.__class__ = Channel
    assert isinstance(channel, Channel)
    channel.asked = 0
    return channel


class SshLine:
    """The way to a terminal by a channel of ssh."""

    def __init__(self, channel: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = channel
        self._connection = channel.get_connection()

    def send(self, data: bytes) -> None:
        with suppress(OSError):
            self._channel.write(data)

    def unsent_bytes(self) -> int:
        transport = self._connection._transport
        held = transport.get_write_buffer_size() if isinstance(transport, asyncio.WriteTransport) else 0
        return self._channel.get_write_buffer_size() + held

    def pause(self) -> None:
        self._channel.pause_reading()

    def resume(self) -> None:
        self._channel.resume_reading()
