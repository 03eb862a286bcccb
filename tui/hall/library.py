"""The games that nobody plays any more in this house: those that came to their end, and those that were broken off."""

from __future__ import annotations

import sqlite3

from tilehall.engine import Text, result_text
from tilehall.tui.hall.ledger import Ledger
from tilehall.tui.hall.logbook import reopened, result_told
from tilehall.tui.hall.protocol import Played
from tilehall.tui.hall.refusals import HallError
from tilehall.tui.tables.table import Table

NEWEST = 200
"""So many games are listed."""


def library(db: sqlite3.Connection) -> tuple[Played, ...]:
    """The games themselves, those that ended last first. Tables that were closed before anything was done are none."""
    query = (
        "select number, game, result, changed, steps from tables"
        " where state = 'over' or state = 'closed' and steps > 0 order by changed desc, number desc limit ?"
    )
    return tuple(_played(db, *row) for row in db.execute(query, (NEWEST,)).fetchall())


def _played(db: sqlite3.Connection, number: int, game: str, result: str, ended: float, steps: int) -> Played:
    chairs = "select chairs.name from chairs where number = ? order by seat"
    names = tuple(name for (name,) in db.execute(chairs, (number,)))
    return Played(number, game, names, result_text(result_told(result), names) if result else "", ended, steps)


def was_closed(db: sqlite3.Connection, number: int) -> bool:
    """Whether there was such a table, and it was closed before its game was over."""
    return db.execute("select 1 from tables where number = ? and state = 'closed'", (number,)).fetchone() is not None


def broken_off(ledger: Ledger, number: int) -> str:
    """The whole record of a game whose table was closed, as far as it came: nobody has anything to hide there any more.

    Its seed stays sealed: what it would still have dealt is nobody's business. Raises UserError if it never began, or
    is damaged.
    """
    if not ledger.wait(lambda db: db.execute("select head from tables where number = ?", (number,)).fetchone())[0]:
        raise HallError(Text("The game at table {number} never began: it has no record.", number=number))
    found = reopened(ledger, number)
    return Table(found.header, found.written.record.match, found.written.record.seed).record()
