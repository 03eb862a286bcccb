"""What docs/rl.md says is done: its programs run, its table is that of the games, and its learner learns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="environments for programs that learn need the extra: tilehall[rl]")

from tilehall.engine import BUILT_IN_GAMES, Setup, load_game

PAGE = (Path(__file__).parents[1] / "docs" / "rl.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```python( learner)?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
PROGRAMS = [text for learner, text in BLOCK.findall(PAGE) if not learner]
(LEARNER,) = (text for learner, text in BLOCK.findall(PAGE) if learner)


def run(program: str) -> dict[str, Any]:
    """The names that a program leaves behind."""
    names: dict[str, Any] = {}
    exec(compile(program, "docs/rl.md", "exec"), names)
    return names


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_a_program_runs(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    run(PROGRAMS[number])
    assert capsys.readouterr().err == ""


def test_its_learner_beats_whoever_plays_by_lot(capsys: pytest.CaptureFixture[str]) -> None:
    """By lot it would win less than half of its games: some are drawn."""
    names = run(LEARNER)
    assert names["won"] >= 0.65
    assert re.fullmatch(r"\d+% won\n", capsys.readouterr().out)


def rows() -> Iterator[tuple[str, list[str]]]:
    for name, rest in re.findall(r"^\| `(\w+)` \|(.*)\|$", PAGE, re.MULTILINE):
        yield name, [cell.strip() for cell in rest.split("|")]


def test_its_table_tells_the_sizes_of_the_spaces() -> None:
    table = dict(rows())
    assert list(table) == list(BUILT_IN_GAMES)
    for name, (actions, *numbers, _) in table.items():
        found = load_game(name)
        assert int(actions) == len(found.encoder.all_actions(Setup(2)))
        encoders = {n: found.encoder.position_schema(Setup(n)).encoder for n in found.player_counts}
        sizes = [str(encoders[n].size) if n in encoders else "" for n in range(1, 5)]
        assert numbers == sizes
