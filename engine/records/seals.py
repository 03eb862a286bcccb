"""What a record of a running game keeps to itself: actions that an onlooker may not know stand in it sealed.

The seed of the game is the key. Whoever has it opens every seal, so the last line of a finished record does; nobody
can put another action under a seal, because the same action has only one.
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
"""Stands for what is not told at all: no seed opens it."""
TAG = 8
"""Bytes that tell a seal from all others, and whether it was opened with the right seed."""
BLOCK = 24
"""All actions are filled up to a multiple of so many bytes: how long one is would tell something."""


class Seals:
    """The seals of one game.

    >>> seals = Seals("7")
    >>> seal = seals.seal(46, 0, "present RC*")
    >>> len(seal), seals.unseal(46, 0, seal)
    (65, 'present RC*')
    """

    def __init__(self, seed: str) -> None:
        self._key = blake2b(b"tilehall seals " + seed.encode(), digest_size=32).digest()

    def seal(self, number: int, seat: SeatNo, action: str) -> str:
        """The action under its seal, as it stands in a record."""
        data = action.encode()
        data += bytes(-len(data) % BLOCK)
        tag = self._tag(number, seat, data)
        return SEAL_SIGN + (tag + self._apply_mask(tag, data)).hex()

    def unseal(self, number: int, seat: SeatNo, closed: str) -> str:
        """The action under a seal. Raises RuleError if it was not sealed here, with this seed."""
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
        """Made illegible, or legible again."""
        return bytes(byte ^ mask for byte, mask in zip(data, self._masks(tag), strict=False))

    def _masks(self, tag: bytes) -> Iterator[int]:
        block = 0
        while True:
            yield from blake2b(tag + block.to_bytes(4, "big"), key=self._key, digest_size=BLOCK).digest()
            block += 1


def is_sealed(action: str) -> bool:
    """Whether what stands in a record for an action is a seal."""
    return action.startswith(SEAL_SIGN)


def is_secret_step(game: Game[S], step: Step[S], viewpoint: SeatNo | None = None) -> bool:
    """Whether these eyes (None: an onlooker) cannot know what was done in this step.

    A draw is a secret if another one would have looked the same, a player's action if it was told to some only.
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
