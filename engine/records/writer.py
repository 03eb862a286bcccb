"""A match as lines of a record, as its steps come: openly, or with what an onlooker may not know under seals."""

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
    """That a step was taken back, and how many remained."""

    step: Step[S]
    remaining: int


RecordEntry = Step[S] | UndoneStep[S] | GameResult
"""What a line of a record tells of: a step, one taken back, the result."""


class SecrecyFormat(Protocol):
    """How a scribe writes what not everybody may know."""

    def head_text(self, game: Game[Any], header: Header) -> str:
        """The lines above the steps."""

    def action_text(self, game: Game[S], step: Step[S]) -> str:
        """What was done in this step."""

    def position_digest(self, game: Game[S], s: S) -> str:
        """What tells this position apart."""

    def part_line(self, number: int, step: Step[Any]) -> str:
        """The line for a part of a joint step that waits for the others; `number` will be that of the first part."""

    def withdrawal(self, seat: SeatNo) -> str:
        """The line that says that this part was taken back."""


class OpenFormat:
    """Everything is told. Parts of a joint step are not told before the others have given theirs."""

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
    """What an onlooker may not know is sealed, and the positions are those that he sees."""

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
    """What an onlooker may not know is left out: a seal would show whether it is the same as before."""

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
    """What tells a position apart for an onlooker."""
    view = game.view(s, None)
    return position_digest(game, s) if view is s else f"seen {position_digest(game, view)}"


class RecordWriter:
    """Turns what happens in a match into lines, as it comes. Parts of a joint step wait for the others."""

    def __init__(self, game: Game[Any], header: Header, hand: SecrecyFormat | None = None) -> None:
        self.game = game
        self.header = header
        self.secrecy: SecrecyFormat = hand or OpenFormat()
        self.pending_parts: dict[SeatNo, Step[Any]] = {}
        self.last_written = 0
        """The number of the last step that stands in the record."""

    def copy(self) -> RecordWriter:
        """Another one who goes on from here."""
        other = RecordWriter(self.game, self.header, self.secrecy)
        other.pending_parts, other.last_written = dict(self.pending_parts), self.last_written
        return other

    def head_text(self) -> str:
        """The lines above the steps."""
        return self.secrecy.head_text(self.game, self.header)

    def lines(self, entries: Sequence[RecordEntry[Any]]) -> str:
        """The lines that these entries add."""
        return "".join(map(self._lines, entries))

    def mark_written(self, steps: Sequence[Step[Any]]) -> None:
        """As if these steps had been written by this scribe."""
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
        told = " ".join(f"{step.seat}:{step.action}" for step in parts)
        return f"{entry.number} = {told}\n" + self._digest(entry)

    def _join_parts(self, step: Step[Any]) -> list[Step[Any]]:
        """All parts of a joint step if this one was the last, in order of seats."""
        self.pending_parts[step.seat] = step
        due = self.game.actors(step.after)
        if due and set(due) == set(self.game.actors(step.before)) - {step.seat}:
            return []
        parts = [part for _, part in sorted(self.pending_parts.items())]
        self.pending_parts.clear()
        self.last_written = step.number
        return parts

    def _digest(self, step: Step[Any]) -> str:
        """Where neither the dealer nor the same seat goes on, and after every joint step."""
        if not step.is_joint and self.game.actors(step.after) in ((CHANCE,), (step.seat,)):
            return ""
        return f"@ {self.secrecy.position_digest(self.game, step.after)}\n"

    def _back(self, back: UndoneStep[Any]) -> str:
        """How many steps remain; nothing of a step that was not written yet."""
        waits = back.step.is_joint and self.pending_parts.pop(back.step.seat, None) is not None
        if back.remaining >= self.last_written:
            return self.secrecy.withdrawal(back.step.seat) if waits else ""
        self.last_written = back.remaining
        return f"~ {back.remaining}\n"


def result_text(standing: GameResult, names: Sequence[str]) -> str:
    """Places with scores, the best first, or the name of an ending without scores.

    >>> result_text(GameResult("goal", "", (17, 21), (2, 1)), ("Aki", "Bo"))
    '1. Bo 21, 2. Aki 17'
    """
    if standing.scores is None or standing.ranks is None or len(names) == 1:
        return scores_text(standing, names)
    places = sorted(zip(standing.ranks, range(len(names)), strict=True))
    return ", ".join(f"{rank}. {names[seat]} {standing.scores[seat]}" for rank, seat in places)


def scores_text(standing: GameResult, names: Sequence[str]) -> str:
    """A result without places, as records had it at first: `Aki 17, Bo 21`."""
    if standing.scores is None:
        return standing.ending
    return ", ".join(f"{name} {score}" for name, score in zip(names, standing.scores, strict=True))


def write_record(header: Header, match: Match[S], seed: str = "") -> str:
    """The whole record of a match, with the seed if the match is over."""
    scribe = RecordWriter(match.game, header)
    text = scribe.head_text() + scribe.lines(match.steps)
    standing = match.game.final_result(match.state)
    if standing is None:
        return text
    return text + scribe.lines([standing]) + (f"seed {seed}\n" if seed else "")
