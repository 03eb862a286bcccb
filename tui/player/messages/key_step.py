"""What mattered in the last turn of a computer player: of many small steps the one that is asked about first."""

from __future__ import annotations

from itertools import takewhile
from typing import Any, TypeVar

from tilehall.engine import CHANCE
from tilehall.tui.player.view import BoardReader
from tilehall.tui.tables.moment import Moment, SeenStep

S = TypeVar("S")


def find_key_step(now: Moment[S], reading: BoardReader[S]) -> int:
    """The number of a step: of the last great moment of that turn, else of what is told of it first, else its last.

    Where no computer player has done anything, the number of the last step.
    """
    computers = [seat for seat, player in enumerate(now.header.players) if player.kind != "human"]
    last = next((deed for deed in reversed(now.seen_steps) if deed.seat in computers), None)
    if last is None:
        return now.number
    turn = list(takewhile(lambda deed: deed.seat in (last.seat, CHANCE), reversed(now.seen_steps[: last.number])))
    own = [deed for deed in turn if deed.seat == last.seat]
    great = [deed for deed in own if _has(deed, reading.highlight_events)]
    told = [deed for deed in own if _has(deed, reading.recap_events)]
    return (great or told[-1:] or [last])[0].number


def _has(deed: SeenStep, keys: Any) -> bool:
    return any(entry.key in keys for entry in deed.entries)
