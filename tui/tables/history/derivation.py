"""Derives a line of the receipt as far as a viewpoint may know it: the sum, the cells and the steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tilehall.engine import PointsOrigin, Receipt, ReceiptLine, ReceiptPart, SeatNo
from tilehall.tui.tables.moment import LogEntry, Moment


class Derivation(NamedTuple):
    """A line, the terms that add up to it, their cells, and the steps that led to it."""

    line: ReceiptLine
    parts: tuple[ReceiptPart, ...]
    marks: tuple[str, ...]
    steps: tuple[LogEntry, ...]


def derive_line(moment: Moment[Any], line: ReceiptLine) -> Derivation:
    """Return the derivation of a line of the moment's receipt."""
    origin = moment.rules.narrator.derive_points(moment.state, line)
    steps = tuple(_steps(moment.log, line.seat, origin))
    counted = [mark for part in origin.parts for mark in part.marks]
    if not counted and origin.at:
        # Cells that are no longer on the board are shown at the steps.
        counted = [mark for entry in steps for mark in entry.marks]
    marks = dict.fromkeys(counted)
    return Derivation(line, origin.parts, tuple(marks), steps)


def _steps(log: Sequence[LogEntry], seat: SeatNo, origin: PointsOrigin) -> Iterator[LogEntry]:
    """Return the log entries that a line comes from, in their order."""
    own = [entry for entry in log if entry.seat == seat and entry.key in origin.keys]
    if origin.at:
        wanted = set(origin.at)
        own = [entry for entry in own if not wanted.isdisjoint(entry.marks)]
    if origin.latest:
        last = {mark: entry for entry in own for mark in entry.marks}
        kept = {id(entry) for entry in last.values()}
        own = [entry for entry in own if id(entry) in kept]
    yield from own


def lines_by_player(receipt: Receipt, seats: Sequence[SeatNo]) -> list[ReceiptLine]:
    """Return the lines, player by player."""
    return [line for seat in seats for line in receipt.lines if line.seat == seat]
