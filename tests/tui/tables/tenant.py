"""A program that does at random what people do with one shelf of games: begin, go on, act, leave, delete, look.

`python -m tests.tui.tables.tenant FOLDER NOTES SEED` goes on until it is killed, and notes what it was told to be kept:
`+ GAME NUMBER SEAT ACTION` for a choice, `- GAME` before a game is deleted.
"""

from __future__ import annotations

import os
import re
import sys
from datetime import UTC
from pathlib import Path
from random import Random
from typing import Any

from tilehall.engine import RecordError, RecordPlayer
from tilehall.tui.tables.computer_players import ComputerPlayers
from tilehall.tui.tables.storage.file_lock import GameInUse
from tilehall.tui.tables.storage.store import Library
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import run_inline

KEPT = re.compile(r"\+ (?P<game>\S+) (?P<number>\d+) (?P<seat>\d+) (?P<action>.*)")
GAMES = {
    "princess": ("human", "random"),
    "beasts": ("human", "human"),
    "kaguya": ("human", "human"),
    "sand": ("human",),
}


class Tenant:
    """One program's way through the hall."""

    def __init__(self, library: Library, notes: int, chance: Random) -> None:
        self.library = library
        self.notes = notes
        self.chance = chance

    def note(self, line: str) -> None:
        os.write(self.notes, f"{line}\n".encode())

    def visit(self) -> None:
        """One errand."""
        whim = self.chance.random()
        saved = self.library.saved_games()
        if whim < 0.2 or not saved:
            game = self.chance.choice(list(GAMES))
            players = [RecordPlayer(name, kind) for name, kind in zip(("Aki", "Zoë"), GAMES[game], strict=False)]
            self.play(Table.open(game, players, seed=f"{self.chance.random()}", store=self.library.new_journal(game)))
            return
        path = self.chance.choice(saved).path
        try:
            if whim < 0.27:
                self.delete(path)
            elif whim < 0.4:
                self.library.lock_holder(path)
                assert self.library.rescue(path).error is None, "what another program reads beside it replays"
            else:
                self.play(Table.resume(path, self.library))
        except GameInUse as error:
            assert "is being played by another program" in str(error)
        except RecordError as error:
            assert not path.exists() or "cannot be read" in str(error), "it is there, and yet it is not"

    def delete(self, path: Path) -> None:
        if self.library.lock_holder(path) is None:
            # Noted before, because it may be killed between the two.
            self.note(f"- {path.stem}")
            self.library.delete(path)

    def play(self, table: Table[Any]) -> None:
        assert table.store and not table.saver.trouble, table.saver.trouble
        run_inline(ComputerPlayers(table).run())
        for _ in range(self.chance.randrange(12)):
            if table.over:
                break
            seat = self.chance.choice([seat for seat in table.due() if table.is_human(seat)])
            (step, *_) = table.act(seat, self.chance.choice(table.match.legal_actions(seat)))
            if not step.is_joint:
                # Parts of a common decision may change places.
                self.note(f"+ {table.store.name} {step.number} {step.seat} {step.action}")
            run_inline(ComputerPlayers(table).run())
        table.close()


def main() -> None:
    folder, notes, seed = sys.argv[1:]
    book = os.open(Path(notes) / str(os.getpid()), os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    tenant = Tenant(Library(Path(folder), UTC), book, Random(seed))
    while True:
        tenant.visit()


if __name__ == "__main__":
    main()
