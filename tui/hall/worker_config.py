"""What a worker is told to do by its house, and the socket that it does it at."""

from __future__ import annotations

import ipaddress
import json
import socket
from dataclasses import asdict, dataclass

from tilehall.tui.hall.timeouts import Timeouts


@dataclass(frozen=True)
class WorkerConfig:
    """What a worker is to do, as it is told by the house in one word of JSON."""

    number: int
    house: str
    """The socket of the house."""
    key: str
    """The file of the host key."""
    host: str
    port: int
    join: str
    """The socket for people of the same machine; empty for none."""
    guests: bool
    locked: bool
    shared: bool
    """Whether other workers have the same port."""
    knocks: int
    line: str
    """What friends type to come here."""
    patience: Timeouts
    most: int = 300
    """Sessions in this worker."""
    programs: tuple[str, ...] = ()
    """The names of programs that may be put on chairs."""

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, words: str) -> WorkerConfig:
        told = json.loads(words)
        return cls(**{**told, "patience": Timeouts(*told["patience"]), "programs": tuple(told["programs"])})


def bound(host: str, port: int, shared: bool) -> socket.socket:
    """A socket at this address. Raises OSError."""
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if shared:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        made.bind(address)
    except OSError:
        made.close()
        raise
    return made


def claimed_port(host: str, port: int, shared: bool) -> socket.socket:
    """The same, where nobody else is: to share a port is for the workers of one hall. Raises OSError."""
    if port and shared:
        bound(host, port, False).close()
    return bound(host, port, shared)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach it there.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
