"""What asyncssh does not offer in public. Everything private of it is in this module; tests say that it is still so.

- It asks the same question for a key that was only shown and for one that was proven: here they are told apart.
- It keeps all variables that a client sets before it asks for anything: here a few, and short ones.
- It writes to the socket whether or not anybody reads at the other end: here it can be asked how much waits there.
- It sends an empty packet before each one that says something, which made old ciphers safe: here there are none of
  those, and a picture is one packet.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import asyncssh
from asyncssh.constants import MSG_IGNORE
from asyncssh.packet import SSHPacket
from asyncssh.public_key import decode_ssh_public_key

from tilehall.tui.hall.guest import ENVIRONMENT

VARIABLES, NAME, VALUE = 32, 32, 64
"""How many variables a client may set, and the bytes of their names and values."""
MOST_ASKED = 256
"""Variables after which a client does nothing but set them."""
Proven = Callable[[str], Awaitable[bool]]


class Connection(asyncssh.SSHServerConnection):
    """Knows which key was really proven: the public part of a key is shown to anybody, and proves nothing."""

    when_proven: Proven

    def send_packet(self, pkttype: int, *args: bytes, **options: Any) -> None:
        """Empty packets hide where the next one begins from whoever reads along: only CBC ciphers need that."""
        if pkttype != MSG_IGNORE:
            super().send_packet(pkttype, *args, **options)

    async def validate_public_key(self, username: str, key_data: bytes, msg: bytes, signature: bytes) -> bool:
        """Without a message this is only the question whether a key would do."""
        sound = await super().validate_public_key(username, key_data, msg, signature)
        if not sound or not msg:
            return sound
        return await self.when_proven(decode_ssh_public_key(key_data).get_fingerprint("sha256"))


def prove(connection: asyncssh.SSHServerConnection, when_proven: Proven) -> None:
    """Tells the fingerprint of each key that somebody on this connection really has, and asks whether it is enough."""
    # asyncssh makes its connections itself: this one learns what ours can.
    connection.__class__ = Connection
    assert isinstance(connection, Connection)
    connection.when_proven = when_proven


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

    def waiting(self) -> int:
        transport = self._connection._transport
        held = transport.get_write_buffer_size() if isinstance(transport, asyncio.WriteTransport) else 0
        return self._channel.get_write_buffer_size() + held

    def pause(self) -> None:
        self._channel.pause_reading()

    def resume(self) -> None:
        self._channel.resume_reading()
