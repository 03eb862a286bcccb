"""The sealed lines of one game, step by step, for a store that is no file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tilehall.engine import Game, Header, Record, RecordEntry, RecordWriter, SealedFormat, rescue_record


class RecordLines:
    """Knows what has been written, and makes the lines that come next.

    >>> from tilehall.engine import Match, RecordPlayer, SeedDealer, load_game, seal_seed
    >>> header = Header("princess", 1, (RecordPlayer("Aki"), RecordPlayer("Bo")), sealed=seal_seed("7"))
    >>> match = Match(load_game("princess"), header.setup, SeedDealer("7"))
    >>> lines, written = RecordLines.for_new_game(match.game, header, "7").append(match.steps)
    >>> written
    ['1 - start 1\\n', '2 - board B4\\n', '3 - board B3\\n@ 91503c8c\\n']
    >>> resume_lines(lines.head() + "".join(written), "7").record.match.state == match.state
    True
    """

    def __init__(self, writer: RecordWriter) -> None:
        self._writer = writer

    @classmethod
    def for_new_game(cls, rules: Game[Any], header: Header, seed: str) -> RecordLines:
        """The lines of a game that begins."""
        return cls(RecordWriter(rules, header, SealedFormat(seed)))

    def head(self) -> str:
        return self._writer.head_text()

    def append(self, entries: Sequence[RecordEntry[Any]]) -> tuple[RecordLines, list[str]]:
        """Return new lines after these entries, and what each entry adds; this object does not change."""
        writer = self._writer.copy()
        written = [writer.lines([entry]) for entry in entries]
        return RecordLines(writer), [lines for lines in written if lines]


class RecordSoFar(NamedTuple):
    """A game read from its lines, and the lines that go on from there."""

    record: Record
    lines: RecordLines

    @property
    def header(self) -> Header:
        return self.record.header

    @property
    def steps(self) -> int:
        """How many have been made and not taken back."""
        return len(self.record.match.steps)


def resume_lines(text: str, seed: str) -> RecordSoFar:
    """Read a game from its head and all its lines. Raises RecordError."""
    rescued = rescue_record(text.encode(), seed=seed)
    if rescued.error:
        raise rescued.error
    record = rescued.record
    writer = RecordWriter(record.match.game, record.header, SealedFormat(seed))
    writer.mark_written(record.match.steps)
    return RecordSoFar(record, RecordLines(writer))
