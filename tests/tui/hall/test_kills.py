"""A house is killed again and again under play: every table reopens in the position that was last shown to anybody."""

import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.terminal import environment
from tests.tui.hall.tenant import fingerprint
from tilehall.tui.hall.ledger import Ledger
from tilehall.tui.hall.logbook import reopened, seed_told
from tilehall.tui.tables.storage.record_lines import resume_lines

ROOT = Path(__file__).parents[3]
LATEST = 40
"""So many rows may have been written after what was shown last."""


@pytest.mark.parametrize("kills", [6, pytest.param(60, marks=pytest.mark.soak)])
def test_what_was_shown_is_there_after_a_kill(tmp_path: Path, kills: int) -> None:
    folder, notes, chance = tmp_path / "hall", tmp_path / "notes", Random(kills)
    happened: Counter[str] = Counter()
    for kill in range(kills):
        notes.write_text("")
        command = [sys.executable, "-m", "tests.tui.hall.tenant", str(folder), str(notes), str(kill)]
        tenant = subprocess.Popen(command, cwd=ROOT, env=environment({}), stderr=subprocess.PIPE, text=True)
        # By what it has shown, not by the clock: on a busy machine a disk takes its time.
        enough, late = chance.randrange(10, 150), time.monotonic() + 60
        while notes.read_text().count("\n") < enough and tenant.poll() is None and time.monotonic() < late:
            time.sleep(0.01)
        time.sleep(chance.random() * 0.02)
        tenant.kill()
        _, said = tenant.communicate()
        assert not said, said
        compare(folder, notes.read_text(), happened)
    assert happened["same"] > kills / 2, happened
    assert happened["taken back"] > 0


def compare(folder: Path, notes: str, happened: Counter[str]) -> None:
    """What the notes say with what is reopened."""
    shown: dict[int, tuple[int, str]] = {}
    for line in notes.splitlines(keepends=True):
        if line.endswith("\n") and line != "open\n":
            number, steps, hashed = line.split()
            happened["taken back"] += int(number) in shown and shown[int(number)][0] > int(steps)
            shown[int(number)] = (int(steps), hashed)
    ledger = Ledger.open(folder)
    try:
        for number, (count, hashed) in shown.items():
            rows = next((n for n, steps in histories(ledger, number) if fingerprint(steps) == hashed), None)
            assert rows is not None, f"game {number}: step {count} was shown, and was never on the disk"
            # What is behind it was written, and killed before anybody was shown it.
            happened["more" if rows else "same"] += 1
    finally:
        ledger.close()


def histories(ledger: Ledger, number: int) -> Iterator[tuple[int, list[Any]]]:
    """How the game stood after each row of its log, the last one first, and how many rows are behind it."""
    yield 0, reopened(ledger, number).written.record.match.steps

    def found(db: sqlite3.Connection) -> tuple[str, str, list[str]]:
        head, seed = db.execute("select head, seed from tables where number = ?", (number,)).fetchone()
        rows = db.execute("select lines from log where game = ? order by step", (number,)).fetchall()
        return head, seed_told(seed), [lines for (lines,) in rows]

    head, seed, rows = ledger.wait(found)
    for behind in range(1, min(LATEST, len(rows))):
        yield behind, resume_lines(head + "".join(rows[:-behind]), seed).record.match.steps
