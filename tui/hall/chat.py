"""What is said at one table."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable

from tilehall.engine import Text
from tilehall.tui.hall.cleaning import clean
from tilehall.tui.hall.ledger import Ledger
from tilehall.tui.hall.protocol import ChatLine, Person, Spoken
from tilehall.tui.hall.refusals import HallError
from tilehall.tui.hall.screen import Measure

LONGEST = 200
"""Characters of a line."""
LINES, SECONDS = 3, 3.0
"""So many lines may be said in so many seconds."""
REMEMBERED = 100
"""So many lines are told to whoever comes later."""


class Chat:
    """The last lines, who has read up to where, and how much everybody may say."""

    def __init__(self, ledger: Ledger, number: int, clock: Callable[[], float]) -> None:
        self.lines: tuple[ChatLine, ...] = ()
        self._ledger = ledger
        self._number = number
        self._clock = clock
        self._measures: dict[int, Measure] = {}
        self._heard: dict[int, float] = {}
        """When the last line was said that each person has read."""

    async def recall(self) -> None:
        """What was said before the house closed, and who has read it."""
        query = "select at, name, words from chat where number = ? order by at desc, rowid desc limit ?"

        def found(db: sqlite3.Connection) -> tuple[list[tuple[float, str, str]], dict[int, float]]:
            rows = db.execute(query, (self._number, REMEMBERED)).fetchall()
            return rows, dict(db.execute("select person, at from heard where number = ?", (self._number,)).fetchall())

        rows, self._heard = await self._ledger.ask(found)
        self.lines = tuple(ChatLine(*row) for row in reversed(rows))

    async def say(self, person: Person, words: str) -> ChatLine:
        """The line as everybody may read it. Raises UserError."""
        told = clean(words, LONGEST)
        if not told:
            raise HallError(Text("Nothing can be read of that."))
        self._measure(person).take()
        line = ChatLine(self._clock(), person.name, told)
        row = (self._number, line.at, max(0, person.id), line.name, line.text)

        def said(db: sqlite3.Connection) -> None:
            db.execute("insert into chat values (?, ?, ?, ?, ?)", row)

        await self._ledger.ask(said)
        self.lines = (*self.lines, line)[-REMEMBERED:]
        return line

    def new_for(self, person: Person) -> int:
        """How many lines this person has not read."""
        heard = self._heard.get(person.id, 0.0)
        return sum(line.at > heard for line in self.lines)

    def read_all(self, person: Person) -> Spoken:
        """Everything, to somebody who has read it from now on."""
        told = Spoken(self.lines, self.new_for(person))
        self.read_by([person])
        return told

    def read_by(self, people: Iterable[Person]) -> None:
        """These have seen the last line. Nobody waits until that is kept: at worst they see it twice."""
        last = self.lines[-1].at if self.lines else 0.0
        late = [person for person in people if self._heard.get(person.id, 0.0) < last]
        self._heard |= {person.id: last for person in late}
        rows = [(self._number, person.id, last) for person in late if not person.guest]
        if rows:
            self._ledger.want(lambda db: db.executemany("insert or replace into heard values (?, ?, ?)", rows).rowcount)

    def forget(self, name: str) -> None:
        self.lines = tuple(line for line in self.lines if line.name != name)

    def _measure(self, person: Person) -> Measure:
        if person.id not in self._measures:
            slowly = Text("Slowly: {lines} lines in {seconds:.0f} seconds.", lines=LINES, seconds=SECONDS)
            self._measures[person.id] = Measure(LINES, SECONDS, slowly)
        return self._measures[person.id]
