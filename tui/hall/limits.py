"""How often somebody may knock, and how many may stand at the door at once."""

from __future__ import annotations

import ipaddress
from collections import Counter, OrderedDict
from typing import NamedTuple

AT_THE_DOOR, FROM_ONE = 64, 4
"""Connections that may wait to be let in: of all, and from one address."""
A_MINUTE = 30.0
"""Connections that one address may open in a minute, all at once if it likes."""
WRONG = 5.0
"""What a wrong password counts for."""
REMEMBERED = 4096
"""Addresses that are remembered."""


def home(address: str) -> str:
    """The addresses that count as one: whoever has an IPv6 address has as many as a /64 holds.

    >>> home("192.0.2.7"), home("2001:db8:1:2:3::4"), home("::ffff:192.0.2.7"), home("nowhere")
    ('192.0.2.7', '2001:db8:1:2::', '192.0.2.7', 'nowhere')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)).network_address)


def is_address(word: str) -> bool:
    """
    >>> is_address("192.0.2.7"), is_address("2001:db8::1"), is_address("aki")
    (True, True, False)
    """
    try:
        return bool(ipaddress.ip_address(word))
    except ValueError:
        return False


class _Bucket(NamedTuple):
    tokens: float
    at: float


class ConnectionLimits:
    """Counts who knocks.

    >>> limits = ConnectionLimits()
    >>> [limits.may_knock("192.0.2.7", 0.0) for _ in range(5)]
    [True, True, True, True, False]
    """

    def __init__(self, a_minute: float = A_MINUTE, at_the_door: int = AT_THE_DOOR, from_one: int = FROM_ONE) -> None:
        self.a_minute = a_minute
        self.at_the_door = at_the_door
        self.from_one = from_one
        self._waiting: Counter[str] = Counter()
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def may_knock(self, address: str, now: float) -> bool:
        """Whether one more connection may come from there; if so, it waits from now on until it is `through`."""
        if self._waiting[address] >= self.from_one:
            return False
        if not self.take(address, 1.0, now):
            return False
        self._waiting[address] += 1
        return True

    @property
    def crowded(self) -> bool:
        """Whether more wait than there is room for: then whoever has waited longest has to go."""
        return self._waiting.total() > self.at_the_door

    def through(self, address: str) -> None:
        """One that waited is in, or has gone."""
        self._waiting[address] -= 1
        if self._waiting[address] <= 0:
            del self._waiting[address]

    def take(self, address: str, tokens: float, now: float) -> bool:
        """Takes from what this address may still do; whether there was enough."""
        bucket = self._buckets.pop(address, _Bucket(self.a_minute, now))
        left = min(self.a_minute, bucket.tokens + (now - bucket.at) * self.a_minute / 60)
        enough = left >= tokens
        self._buckets[address] = _Bucket(max(0.0, left - tokens) if enough else left, now)
        while len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return enough

    def punish(self, address: str, now: float) -> None:
        """Somebody there said a wrong password."""
        bucket = self._buckets.pop(address, _Bucket(self.a_minute, now))
        self._buckets[address] = _Bucket(bucket.tokens - WRONG, now)
