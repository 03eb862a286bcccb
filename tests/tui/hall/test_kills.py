"""A house is killed again and again under play: every table reopens in the position that was last shown to anybody."""

import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.terminal import environment
from tests.tui.hall.tenant import fingerprint
from tilehall.tui.hall.ledger import Ledger
from tilehall.tui.hall.logbook import reopened

ROOT = Path(__file__).parents[3]


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
    regrets: set[int] = set()
    for line in notes.splitlines(keepends=True):
        if line.endswith("\n") and line != "open\n":
            number, *rest = line.split()
            if rest == ["~"]:
                regrets.add(int(number))
                continue
            steps, hashed = int(rest[0]), rest[1]
            happened["taken back"] += int(number) in shown and shown[int(number)][0] > steps
            shown[int(number)] = (steps, hashed)
            regrets.discard(int(number))
    ledger = Ledger.open(folder)
    try:
        for number, (count, hashed) in shown.items():
            steps = reopened(ledger, number).written.record.match.steps
            if fingerprint(steps) == hashed:
                happened["same"] += 1
            elif any(fingerprint(some) == hashed for some in beginnings(steps, count)):
                # On the disk, and killed before anybody was shown it.
                happened["more"] += 1
            else:
                assert number in regrets, f"game {number}: step {count} was shown, {len(steps)} are there"
                happened["less"] += 1
    finally:
        ledger.close()


def beginnings(steps: list[Any], count: int) -> Iterator[list[Any]]:
    """So many steps; of a common decision any parts may have been the first to come."""
    for parts in combinations(steps[count - 2 : count + 2], 2):
        yield [*steps[: count - 2], *parts]
