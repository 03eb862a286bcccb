"""The lines of one game as its steps come, for a store that is no file: sealed, and read again with the seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tilehall.engine import Entry, Game, Header, Record, Scribe, SealingHand, rescue


class Lines:
    """Knows what has been written, and says what comes next.

    >>> from tilehall.engine import Match, Player, SeedDealer, game, seal
    >>> header = Header("princess", 1, (Player("Aki"), Player("Bo")), sealed=seal("7"))
    >>> match = Match(game("princess"), header.setup, SeedDealer("7"))
    >>> lines, written = Lines.of(match.game, header, "7").grown(match.steps)
    >>> written
    ['1 - start 1\\n', '2 - board B4\\n', '3 - board B3\\n@ 91503c8c\\n']
    >>> taken_up(lines.head() + "".join(written), "7").record.match.state == match.state
    True
    """

    def __init__(self, scribe: Scribe) -> None:
        self._scribe = scribe

    @classmethod
    def of(cls, rules: Game[Any], header: Header, seed: str) -> Lines:
        """Those of a game that begins."""
        return cls(Scribe(rules, header, SealingHand(seed)))

    def head(self) -> str:
        return self._scribe.head()

    def grown(self, entries: Sequence[Entry[Any]]) -> tuple[Lines, list[str]]:
        """What these entries add, each by itself, and the lines after them; these here stay as they are."""
        scribe = self._scribe.copy()
        written = [scribe.lines([entry]) for entry in entries]
        return Lines(scribe), [lines for lines in written if lines]


class Written(NamedTuple):
    """A game as its lines tell it, and the lines that go on from there."""

    record: Record
    lines: Lines

    @property
    def header(self) -> Header:
        return self.record.header

    @property
    def steps(self) -> int:
        """How many have been made and not taken back."""
        return len(self.record.match.steps)


def taken_up(text: str, seed: str) -> Written:
    """A game from its head and all its lines. Raises RecordError."""
    rescued = rescue(text.encode(), seed=seed)
    if rescued.error:
        raise rescued.error
    record = rescued.record
    scribe = Scribe(record.match.game, record.header, SealingHand(seed))
    scribe.follow(record.match.steps)
    return Written(record, Lines(scribe))
