"""Seals: encrypted actions in the record of a running game, where a spectator must not know them.

The key is the seed of the game, which the last line of a finished record reveals. Sealing is deterministic, so that
nobody can replace the action under a seal.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import TypeVar

from tilehall.engine.core.game import CHANCE, Game, RuleError, SeatNo
from tilehall.engine.core.match import Step, position_json
from tilehall.engine.core.text import Text

S = TypeVar("S")

SEAL_SIGN = "#"
REDACTED = "#00"
"""Replaces what is left out altogether; no seed opens it."""
TAG = 8
"""Bytes of the authentication tag, which is also the nonce."""
BLOCK = 24
"""Bytes. Actions are padded to a multiple of it, because their length would reveal something."""


class Seals:
    """Seals and opens the actions of one game.

    >>> seals = Seals("7")
    >>> seal = seals.seal(46, 0, "present RC*")
    >>> len(seal), seals.unseal(46, 0, seal)
    (65, 'present RC*')
    """

    def __init__(self, seed: str) -> None:
        self._key = blake2b(b"tilehall seals " + seed.encode(), digest_size=32).digest()

    def seal(self, number: int, seat: SeatNo, action: str) -> str:
        """Return the sealed action, as it is written in a record."""
        data = action.encode()
        data += bytes(-len(data) % BLOCK)
        tag = self._tag(number, seat, data)
        return SEAL_SIGN + (tag + self._apply_mask(tag, data)).hex()

    def unseal(self, number: int, seat: SeatNo, closed: str) -> str:
        """Return the action under a seal. Raises RuleError if it was made for another step, seat or seed."""
        try:
            data = bytes.fromhex(closed.removeprefix(SEAL_SIGN))
        except ValueError:
            data = b""
        tag, body = data[:TAG], self._apply_mask(data[:TAG], data[TAG:])
        if not body or self._tag(number, seat, body) != tag:
            raise RuleError(Text("this seal does not open with the seed of the game."))
        try:
            return body.rstrip(b"\0").decode()
        except UnicodeDecodeError as error:
            raise RuleError(Text("there is no text under this seal.")) from error

    def _tag(self, number: int, seat: SeatNo, data: bytes) -> bytes:
        return blake2b(f"{number} {seat} ".encode() + data, key=self._key, digest_size=TAG).digest()

    def _apply_mask(self, tag: bytes, data: bytes) -> bytes:
        """XOR with the key stream: encrypts and decrypts."""
        return bytes(byte ^ mask for byte, mask in zip(data, self._masks(tag), strict=False))

    def _masks(self, tag: bytes) -> Iterator[int]:
        block = 0
        while True:
            yield from blake2b(tag + block.to_bytes(4, "big"), key=self._key, digest_size=BLOCK).digest()
            block += 1


def is_sealed(action: str) -> bool:
    """Whether the text of an action in a record is a seal."""
    return action.startswith(SEAL_SIGN)


def is_secret_step(game: Game[S], step: Step[S], viewpoint: SeatNo | None = None) -> bool:
    """Whether a viewpoint (None: a spectator) must not know the action of this step.

    A draw is secret if another outcome would give the same view, a player's action if one of its events is secret.
    """
    if not game.has_secrets or step.seat == viewpoint:
        return False
    if step.seat != CHANCE:
        return any(event.secret for event in step.events)
    view = game.view(step.after, viewpoint)
    if view is step.after:
        return False
    seen = position_json(game, view)
    others = (other for other in game.chance(step.before).outcomes if other != step.action)
    return any(
        position_json(game, game.view(game.apply(step.before, CHANCE, other), viewpoint)) == seen for other in others
    )
