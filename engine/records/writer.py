"""Writes records line by line while a match goes on: openly, with seals, or with secrets left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from tilehall.engine.core.game import CHANCE, Game, GameResult, SeatNo
from tilehall.engine.core.match import Match, Step, position_digest
from tilehall.engine.records.header import Header
from tilehall.engine.records.seals import REDACTED, Seals, is_secret_step

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class UndoneStep(Generic[S]):
    """A step was taken back, and so many remained."""

    step: Step[S]
    remaining: int


RecordEntry = Step[S] | UndoneStep[S] | GameResult
"""What is written as a line: a step, one taken back, the result."""


class SecrecyFormat(Protocol):
    """How a `RecordWriter` writes what not everybody may know."""

    def head_text(self, game: Game[Any], header: Header) -> str:
        """The lines above the steps."""

    def action_text(self, game: Game[S], step: Step[S]) -> str:
        """The action of a step, readable or not."""

    def position_digest(self, game: Game[S], s: S) -> str:
        """The digest of a position."""

    def part_line(self, number: int, step: Step[Any]) -> str:
        """The line for a part of a joint step that is not complete; `number` is that of the first part."""

    def withdrawal(self, seat: SeatNo) -> str:
        """The line for such a part that was taken back."""


class OpenFormat:
    """Everything is readable. Parts of a joint step are written when it is complete."""

    def head_text(self, game: Game[Any], header: Header) -> str:
        return header.to_text()

    def action_text(self, game: Game[S], step: Step[S]) -> str:
        return str(step.action)

    def position_digest(self, game: Game[S], s: S) -> str:
        return position_digest(game, s)

    def part_line(self, number: int, step: Step[Any]) -> str:
        return ""

    def withdrawal(self, seat: SeatNo) -> str:
        return ""


class SealedFormat:
    """What a spectator must not know is sealed; digests are those of a spectator's view."""

    def __init__(self, seed: str) -> None:
        self._seals = Seals(seed)

    def head_text(self, game: Game[Any], header: Header) -> str:
        if not (game.has_secrets and header.position):
            return header.to_text()
        return replace(header, position=self._seals.seal(0, CHANCE, header.position)).to_text()

    def action_text(self, game: Game[S], step: Step[S]) -> str:
        if not is_secret_step(game, step):
            return str(step.action)
        return self._seals.seal(step.number, step.seat, str(step.action))

    def position_digest(self, game: Game[S], s: S) -> str:
        return _seen_digest(game, s)

    def part_line(self, number: int, step: Step[Any]) -> str:
        return f"+ {step.seat}:{self._seals.seal(number, step.seat, str(step.action))}\n"

    def withdrawal(self, seat: SeatNo) -> str:
        return f"+ {seat}\n"


class RedactedFormat:
    """What a spectator must not know is left out, because equal actions have equal seals."""

    def head_text(self, game: Game[Any], header: Header) -> str:
        if not (game.has_secrets and header.position):
            return header.to_text()
        return replace(header, position=REDACTED).to_text()

    def action_text(self, game: Game[S], step: Step[S]) -> str:
        return REDACTED if is_secret_step(game, step) else str(step.action)

    def position_digest(self, game: Game[S], s: S) -> str:
        return _seen_digest(game, s)

    def part_line(self, number: int, step: Step[Any]) -> str:
        return f"+ {step.seat}:{REDACTED}\n"

    def withdrawal(self, seat: SeatNo) -> str:
        return f"+ {seat}\n"


def _seen_digest(game: Game[S], s: S) -> str:
    """The digest of a spectator's view."""
    view = game.view(s, None)
    return position_digest(game, s) if view is s else f"seen {position_digest(game, view)}"


class RecordWriter:
    """Turns the entries of a match into lines. Parts of a joint step wait for the others."""

    def __init__(self, game: Game[Any], header: Header, secrecy: SecrecyFormat | None = None) -> None:
        self.game = game
        self.header = header
        self.secrecy: SecrecyFormat = secrecy or OpenFormat()
        self.pending_parts: dict[SeatNo, Step[Any]] = {}
        self.last_written = 0
        """The number of the last step in the record."""

    def copy(self) -> RecordWriter:
        """Return an independent writer in the same state."""
        other = RecordWriter(self.game, self.header, self.secrecy)
        other.pending_parts, other.last_written = dict(self.pending_parts), self.last_written
        return other

    def head_text(self) -> str:
        """The lines above the steps."""
        return self.secrecy.head_text(self.game, self.header)

    def lines(self, entries: Sequence[RecordEntry[Any]]) -> str:
        """Return the lines for these entries."""
        return "".join(map(self._lines, entries))

    def mark_written(self, steps: Sequence[Step[Any]]) -> None:
        """Count these steps as written."""
        for step in steps:
            if not step.is_joint:
                self.last_written = step.number
            else:
                self._join_parts(step)

    def _lines(self, entry: RecordEntry[Any]) -> str:
        match entry:
            case UndoneStep():
                return self._back(entry)
            case GameResult():
                return f"= {result_text(entry, self.header.names)}\n"
        if not entry.is_joint:
            self.last_written = entry.number
            who = "-" if entry.seat == CHANCE else self.header.names[entry.seat]
            return f"{entry.number} {who} {self.secrecy.action_text(self.game, entry)}\n" + self._digest(entry)
        first = self.last_written + 1
        parts = self._join_parts(entry)
        if not parts:
            return self.secrecy.part_line(first, entry)
        parts_text = " ".join(f"{step.seat}:{step.action}" for step in parts)
        return f"{entry.number} = {parts_text}\n" + self._digest(entry)

    def _join_parts(self, step: Step[Any]) -> list[Step[Any]]:
        """Return all parts of a joint step, by seats, if this one completes it; else nothing."""
        self.pending_parts[step.seat] = step
        due = self.game.actors(step.after)
        if due and set(due) == set(self.game.actors(step.before)) - {step.seat}:
            return []
        parts = [part for _, part in sorted(self.pending_parts.items())]
        self.pending_parts.clear()
        self.last_written = step.number
        return parts

    def _digest(self, step: Step[Any]) -> str:
        """The digest line after a step; empty where the dealer or the same seat goes on, unless the step was joint."""
        if not step.is_joint and self.game.actors(step.after) in ((CHANCE,), (step.seat,)):
            return ""
        return f"@ {self.secrecy.position_digest(self.game, step.after)}\n"

    def _back(self, back: UndoneStep[Any]) -> str:
        """The line for a step taken back; empty if the step was not written yet."""
        waits = back.step.is_joint and self.pending_parts.pop(back.step.seat, None) is not None
        if back.remaining >= self.last_written:
            return self.secrecy.withdrawal(back.step.seat) if waits else ""
        self.last_written = back.remaining
        return f"~ {back.remaining}\n"


def result_text(standing: GameResult, names: Sequence[str]) -> str:
    """Return places with scores, the best first, or the name of an ending without scores.

    >>> result_text(GameResult("goal", "", (17, 21), (2, 1)), ("Aki", "Bo"))
    '1. Bo 21, 2. Aki 17'
    """
    if standing.scores is None or standing.ranks is None or len(names) == 1:
        return scores_text(standing, names)
    places = sorted(zip(standing.ranks, range(len(names)), strict=True))
    return ", ".join(f"{rank}. {names[seat]} {standing.scores[seat]}" for rank, seat in places)


def scores_text(standing: GameResult, names: Sequence[str]) -> str:
    """Return a result without places, as the first records have it: `Aki 17, Bo 21`."""
    if standing.scores is None:
        return standing.ending
    return ", ".join(f"{name} {score}" for name, score in zip(names, standing.scores, strict=True))


def write_record(header: Header, match: Match[S], seed: str = "") -> str:
    """Return the whole record of a match, with the seed if the match is over."""
    writer = RecordWriter(match.game, header)
    text = writer.head_text() + writer.lines(match.steps)
    standing = match.game.final_result(match.state)
    if standing is None:
        return text
    return text + writer.lines([standing]) + (f"seed {seed}\n" if seed else "")
