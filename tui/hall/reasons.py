"""The reasons of the computer players at one table, kept beside its log: nobody waits until they are written."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import suppress

from tilehall.engine import Text
from tilehall.tui.hall.ledger import Ledger
from tilehall.tui.hall.sentences import read_sentence, write_sentence

Done = Callable[[int], str]
"""What was done in a step of the game; empty where there is no such step."""


class Reasons:
    """What has been written of them."""

    def __init__(self, ledger: Ledger, number: int) -> None:
        self._ledger = ledger
        self._number = number
        self._kept: dict[int, Text] = {}

    def keep(self, whys: Mapping[int, Text], done_in: Done) -> None:
        """So they are now; a reason stands beside what was done for it, and never beside anything else."""
        new = {step: why for step, why in whys.items() if self._kept.get(step) is not why and done_in(step)}
        gone = [(self._number, step) for step in self._kept if step not in whys]
        if not (new or gone):
            return
        rows = [(self._number, step, done_in(step), write_sentence(why)) for step, why in new.items()]
        self._kept = {step: why for step, why in whys.items() if step in new or step in self._kept}

        def written(db: sqlite3.Connection) -> None:
            db.executemany("delete from reasons where game = ? and step = ?", gone)
            db.executemany("insert or replace into reasons values (?, ?, ?, ?)", rows)

        self._ledger.want(written)

    async def recall(self, done_in: Done) -> dict[int, Text]:
        """Those of a game that is opened again."""
        query = "select step, action, words from reasons where game = ?"
        rows = await self._ledger.ask(lambda db: db.execute(query, (self._number,)).fetchall())
        found: dict[int, Text] = {}
        for step, action, words in rows:
            if action and done_in(step) == action:
                # One that cannot be read is one that was not kept.
                with suppress(ValueError):
                    found[step] = read_sentence(words)
        self._kept = dict(found)
        return found
