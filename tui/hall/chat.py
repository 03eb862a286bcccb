"""What is said at one table."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from tilehall.engine import RuleError, Text
from tilehall.tui.hall.cleaning import clean
from tilehall.tui.hall.ledger import Ledger
from tilehall.tui.hall.news import Line, Person
from tilehall.tui.hall.screen import Measure

LONGEST = 200
"""Characters of a line."""
LINES, SECONDS = 3, 3.0
"""So many lines may be said in so many seconds."""
REMEMBERED = 100
"""So many lines are told to whoever comes later."""


class Chat:
    """The last lines, and how much everybody may say."""

    def __init__(self, ledger: Ledger, number: int, clock: Callable[[], float]) -> None:
        self.lines: tuple[Line, ...] = ()
        self._ledger = ledger
        self._number = number
        self._clock = clock
        self._measures: dict[int, Measure] = {}

    async def recall(self) -> None:
        """What was said before the house closed."""
        query = "select at, name, words from chat where number = ? order by at desc, rowid desc limit ?"
        rows = await self._ledger.ask(lambda db: db.execute(query, (self._number, REMEMBERED)).fetchall())
        self.lines = tuple(Line(*row) for row in reversed(rows))

    async def say(self, person: Person, words: str) -> Line:
        """The line as everybody may read it. Raises RuleError."""
        told = clean(words, LONGEST)
        if not told:
            raise RuleError(Text("Nothing can be read of that."))
        self._measure(person).take()
        line = Line(self._clock(), person.name, told)
        row = (self._number, line.at, max(0, person.id), line.name, line.text)

        def said(db: sqlite3.Connection) -> None:
            db.execute("insert into chat values (?, ?, ?, ?, ?)", row)

        await self._ledger.ask(said)
        self.lines = (*self.lines, line)[-REMEMBERED:]
        return line

    def forget(self, name: str) -> None:
        self.lines = tuple(line for line in self.lines if line.name != name)

    def _measure(self, person: Person) -> Measure:
        if person.id not in self._measures:
            slowly = Text("Slowly: {lines} lines in {seconds:.0f} seconds.", lines=LINES, seconds=SECONDS)
            self._measures[person.id] = Measure(LINES, SECONDS, slowly)
        return self._measures[person.id]
