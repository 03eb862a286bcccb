"""The lists of rules that something that happens can cite are those of the sources, and nothing else is ever cited."""

from pathlib import Path

import pytest

from tests.citing import Package, folders, written
from tests.tours import every_way, played
from tilehall.engine import BUILT_IN_GAMES, SetupError, citable_rules, load_game, load_rulebook
from tilehall.tui.tables.history.outcome import game_outcome


@pytest.mark.parametrize("name", [*BUILT_IN_GAMES, "hex"])
def test_the_list_is_that_of_the_sources(name: str) -> None:
    folder = folders()[name]
    assert (folder / "cited.toml").read_text("utf-8") == written(Package(folder).cited()), "python -m tests.citing"


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_what_happens_cites_nothing_else(name: str) -> None:
    known = citable_rules(name)
    assert known is not None
    rules, seen = load_game(name), set[str]()
    for number, options in enumerate(every_way(rules)):
        try:
            found = game_outcome(played(rules, "easy" if number == 0 else "random", 2, options, str(number)))
        except SetupError:
            continue
        assert found is not None
        seen |= {*found.cited, *found.decided}
    assert seen <= known
    assert known <= {*load_rulebook(name).numbers()}
    assert len(seen) > 0.6 * len(known), "the list is not just everything"


def test_a_rule_is_found_where_it_comes_from(tmp_path: Path) -> None:
    (tmp_path / "telling.py").write_text(
        'def told(rule): return Event("a", rule, words)\n'
        'def one(): return told("X-1.1")\n'
        'def two(s): return told(rule="X-1.2" if s else "X-1.3")\n'
        'def refused(): return Refusal("X-9.1", words)\n'
        'TABLE = {"A": Point("X-2.1")}\n'
        "def decision(point): return Decision(point, words, TABLE[point].rule)\n"
    )
    assert Package(tmp_path).cited() == {
        "events": ["X-1.1", "X-1.2", "X-1.3"],
        "points": [],
        "decisions": ["X-2.1"],
    }


def test_a_line_of_another_kind_is_none_of_a_receipt(tmp_path: Path) -> None:
    source = 'class ReceiptLine: ...\ndef aim(): return ReceiptLine(1, 2, 3, "X-1.1")\n'
    (tmp_path / "aiming.py").write_text(source)
    assert Package(tmp_path).cited()["points"] == []
