"""Games that were played once replay for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilehall.engine import BUILT_IN_GAMES, parse_record, result_text, write_record

RECORDS = sorted((Path(__file__).parents[2] / "records").glob("*.tilehall"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_played_game_replays_for_ever(path: Path) -> None:
    """Every step, digest, draw of the seed and the result are as they were written."""
    text = path.read_text("utf-8")
    record = parse_record(text)
    assert record.match.is_over
    assert (record.result, record.seed) != ("", "")
    assert text.count("\n@ ") > len(record.match.steps) // 20
    standing = record.match.game.final_result(record.match.state)
    assert standing is not None
    result = result_text(standing, record.header.names)
    assert write_record(record.header, record.match, record.seed) == text.replace(
        f"\n= {record.result}\n", f"\n= {result}\n"
    )


def test_every_game_has_played_games() -> None:
    assert {parse_record(path.read_text("utf-8")).header.game for path in RECORDS} >= set(BUILT_IN_GAMES)
