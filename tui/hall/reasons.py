"""The reasons of the computer players at one table, kept beside its log: nobody waits until they are written."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from tilehall.engine import Step, Text
from tilehall.tui.hall.ledger import Ledger
from tilehall.tui.hall.sentences import kept, told


class Reasons:
    """What has been written of them."""

    def __init__(self, ledger: Ledger, number: int) -> None:
        self._ledger = ledger
        self._number = number
        self._kept: dict[int, Text] = {}

    def keep(self, whys: Mapping[int, Text], steps: Sequence[Step[Any]]) -> None:
        """So they are now; a reason stands beside what was done for it, and never beside anything else."""
        new = {step: why for step, why in whys.items() if self._kept.get(step) is not why and step <= len(steps)}
        gone = [(self._number, step) for step in self._kept if step not in whys]
        if not (new or gone):
            return
        rows = [(self._number, step, str(steps[step - 1].action), kept(why)) for step, why in new.items()]
        self._kept = {step: why for step, why in whys.items() if step <= len(steps)}

        def written(db: sqlite3.Connection) -> None:
            db.executemany("delete from reasons where game = ? and step = ?", gone)
            db.executemany("insert or replace into reasons values (?, ?, ?, ?)", rows)

        self._ledger.want(written)

    async def recall(self, steps: Sequence[Step[Any]]) -> dict[int, Text]:
        """Those of a game that is opened again."""
        query = "select step, action, words from reasons where game = ?"
        rows = await self._ledger.ask(lambda db: db.execute(query, (self._number,)).fetchall())
        found: dict[int, Text] = {}
        for step, action, words in rows:
            if 0 < step <= len(steps) and str(steps[step - 1].action) == action:
                # One that cannot be read is one that was not kept.
                with suppress(ValueError):
                    found[step] = told(words)
        self._kept = dict(found)
        return found
