"""Whole games on a disk that fails, is cut short, or ends the process or the power, at each of its calls in turn.

After each of these every choice that was acknowledged is there, in order, and at most one that was not; the game goes
on to its end, and its record is that of a game without any trouble.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.cases import each_once
from tests.tui.tables.faulty import ENDING, KINDS, Fault, FaultyDisk, Killed
from tests.tui.tables.gameplan import Plan, plan, standing
from tilehall.engine import parse_record, write_record
from tilehall.tui.tables.computer_players import ComputerPlayers
from tilehall.tui.tables.storage.disk_errors import NotSaved
from tilehall.tui.tables.storage.store import Library
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import run_inline

GAMES = {
    "princess": ("hr", ()),
    "sand": ("hr", (("boards", "red,purple"), ("mode", "advanced"))),
    "beasts": ("hhr", ()),
    "kaguya": ("hhr", ()),
}
"""Who plays, people and computer players, and with which options."""
BEGUN = datetime(2026, 11, 18, 17, 50, tzinfo=UTC)


class Life:
    """A game that is played until it is over, through everything that goes wrong."""

    def __init__(self, game: Plan, folder: Path, fault: Fault | None) -> None:
        self.game = game
        self.folder = folder
        self.disk = FaultyDisk(folder, fault)
        self.lives = 0
        self.acknowledged = -1
        """How many choices are known to be kept; -1 as long as not even the beginning is."""
        self.happened: Counter[str] = Counter()

    def run(self) -> None:
        try:
            self.begin()
        except Killed:
            self.happened["died"] += 1
            self.disk.bury()
            self.disk = FaultyDisk(self.folder)
            self.again()
        self.ended_well()

    @property
    def library(self) -> Library:
        return Library(self.folder, UTC, lambda: BEGUN + timedelta(seconds=self.lives), lambda: "", self.disk)

    def begin(self) -> None:
        table = self.game.table(self.library)
        if not table.saver.trouble:
            self.acknowledged = 0
        self.play(table, 0)

    def again(self) -> None:
        """Another program finds what is left."""
        self.lives += 1
        assert self.library.problems() == []
        assert self.library.lock_holder(self.folder / "any.tilehall") is None
        saved = self.library.saved_games()
        if not saved:
            assert self.acknowledged == -1, "an acknowledged game is gone"
            self.begin()
            return
        (path,) = [each.path for each in saved]
        table = Table.resume(path, self.library)
        run_inline(ComputerPlayers(table).run())
        self.play(table, self.found(table))

    def found(self, table: Table[Any]) -> int:
        """How many choices are there: all that were acknowledged, and at most one that was not."""
        least = max(self.acknowledged, 0)
        for number in (least, least + 1):
            if number < len(self.game.standings) and self.game.reached(table, number):
                return number
        # Whoever takes many steps back may be cut off between two of them.
        assert self.game.choices[least].what == "restart", "neither all that was acknowledged nor one more"
        assert standing(table.match)[1] == self.game.standings[least][1][: len(table.match.steps)]
        return least

    def play(self, table: Table[Any], number: int) -> None:
        run_inline(ComputerPlayers(table).run())
        patience = 3
        while number < len(self.game.choices):
            before = table.match, table.version, len(table.match.undone_steps)
            try:
                self.game.choices[number].do(table)
            except NotSaved as error:
                self.happened["not kept"] += 1
                assert str(error).startswith("Not saved: ")
                assert (table.match, table.version, len(table.match.undone_steps)) == before, (
                    "it was not done, and yet it was"
                )
                assert self.game.reached(table, number)
                self.on_disk(table)
                patience -= 1
                if not patience:
                    self.disk.heal()
                assert patience > -2, "the disk is well, and nothing is kept"
                continue
            number += 1
            if not table.saver.trouble:
                self.acknowledged = number
            elif table.saver.plays_unsaved:
                patience -= 1
                if not patience:
                    self.disk.heal()
            run_inline(ComputerPlayers(table).run())
        assert table.over
        assert table.record() == self.game.record
        table.close()
        self.disk.heal()

    def on_disk(self, table: Table[Any]) -> None:
        """What another program reads beside it replays, and has all that was acknowledged."""
        if table.store is None or not table.store.name:
            return
        rescued = Library(self.folder).rescue(self.folder / f"{table.store.name}.tilehall")
        assert rescued.error is None
        if self.acknowledged >= 0:
            # The same bytes in another place, where all is well.
            with TemporaryDirectory() as folder:
                for path in self.folder.glob(f"{table.store.name}.[ts]*"):
                    (Path(folder) / path.name).write_bytes(path.read_bytes())
                other = Library(Path(folder), UTC, disk=FaultyDisk(Path(folder)))
                copied = Table.resume(other.folder / f"{table.store.name}.tilehall", other)
                run_inline(ComputerPlayers(copied).run())
                self.found(copied)
                copied.close()

    def ended_well(self) -> None:
        if len(list(self.folder.iterdir())) > 1:
            # What could not be taken away then is taken away when the next game begins.
            self.happened["tidied"] += 1
            self.library.tidy()
        for saved in self.library.unfinished_games():
            # The house had the last word, and would say the same again.
            self.happened["unfinished"] += 1
            table = Table.resume(saved.path, self.library)
            run_inline(ComputerPlayers(table).run())
            table.close()
        (left,) = self.folder.iterdir()
        assert left.suffix == ".tilehall"
        text = left.read_text()
        record = parse_record(text)
        assert write_record(record.header, record.match, record.seed) == self.game.record
        assert "#" not in text and "\n+" not in text
        assert record.seed == self.game.seed and record.header.sealed, "it cannot be seen to be fair"


def survive(game: Plan, kind: str, at: int) -> Counter[str]:
    with TemporaryDirectory() as folder:
        life = Life(game, Path(folder), Fault(kind, at))
        try:
            life.run()
        except Killed as error:
            raise AssertionError("died twice") from error
        except Exception as error:
            last = life.disk.names[max(at - 3, 0) : at + 1]
            raise AssertionError(f"{game.game}, {kind} at call {at} ({last}): {error!r}") from error
        return life.happened


def calls(game: Plan) -> int:
    """How many calls a game makes without any trouble."""
    with TemporaryDirectory() as folder:
        life = Life(game, Path(folder), None)
        life.begin()
        return life.disk.calls


EDGE = 30
"""Calls at the beginning and at the end of a game, where it is created and closed, that are tried one by one."""
SHARES = 4
"""Tests that all calls of a game are shared among, so that none takes minutes."""


@pytest.mark.parametrize(("kind", "game"), each_once([*KINDS], ["princess", "kaguya"]))
def test_a_game_survives_a_fault_at_some_calls(game: str, kind: str) -> None:
    played = plan(game, *GAMES[game], "2")
    last, chance = calls(played), Random(f"{game} {kind}")
    places = [chance.randrange(1, EDGE), chance.randrange(EDGE, last - EDGE), last - chance.randrange(EDGE)]
    for at in places[:2] if kind.endswith("half") else places:
        # Where nothing is written any more, nothing is half written.
        assert survive(played, kind, at)["died"] == (kind in ENDING)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(SHARES))
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_survives_a_fault_at_every_call(game: str, kind: str, part: int) -> None:
    played = plan(game, *GAMES[game], "2")
    places, happened = range(1 + part, calls(played) + 1, SHARES), Counter[str]()
    for at in places:
        happened += survive(played, kind, at)
    print(f"{game}, {kind}: {len(places)} attempts, all survived; {dict(happened)}")
    assert len(places) > 100
