"""The tours of the games: they replay, are short, and show every kind of decision and every kind of points."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.tours import LONGEST, goals_at, kinds_in, played, sampled, sources_in
from tilehall.engine import BUILT_IN_GAMES, RuleError, Text, load_game, load_rulebook
from tilehall.engine.teaching.tours import RuleStep, Tour, TourSection, load_tour, load_tour_from, write_tour
from tilehall.tui.features.demo.demo_frames import DemoGame
from tilehall.tui.features.demo.demo_tour import open_tour, tour_frames
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.table import Table

RECORDS = Path(__file__).parents[2] / "records"


def found(name: str) -> Tour:
    known = load_tour(name)
    assert known is not None
    return known


@cache
def tables(name: str) -> list[Table[Any]]:
    """The records of a tour, replayed."""
    return [Table.from_record_text(record) for record in found(name).records]


def shown_by(name: str) -> set[tuple[str, ...]]:
    """What the steps of a tour show."""
    films = [DemoGame(Replay(table)) for table in tables(name)]
    return {
        goal
        for part in found(name).stretches
        for n in range(part.first, part.last + 1)
        for goal in goals_at(tables(name)[part.record], n, films[part.record].rules_shown.steps[n - 1])
    }


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_a_tour_takes_less_than_four_minutes(name: str) -> None:
    reel = open_tour(load_game(name))
    assert sum(reel.seconds(at) for at in range(len(reel.frames))) < LONGEST


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_every_stretch_lies_in_its_record_and_has_a_note(name: str) -> None:
    last = [table.steps for table in tables(name)]
    for each in found(name).stretches:
        assert 0 < each.first <= each.last <= last[each.record]
        assert 0 < len(str(each.title).split()) <= 4 and 0 < len(str(each.text).split()) <= 26, each.title
        assert str(each.text).endswith(".")


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_a_tour_shows_every_decision_and_all_points_of_the_records(name: str) -> None:
    games = [Table.from_record_text(path.read_text("utf-8")) for path in RECORDS.glob(f"{name}-*.tilehall")]
    games += [played(load_game(name), level, 2, (), "any") for level in ("random", "easy")]
    wanted = {("kind", kind) for table in games for kind in kinds_in(table)}
    wanted |= {goal for table in games if table.over for goal in sources_in(table)}
    assert not wanted - shown_by(name)


@pytest.mark.soak
@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_a_tour_shows_every_decision_and_all_points_of_many_games(name: str) -> None:
    can, shown = found(name).rules, shown_by(name)
    for table in sampled(load_game(name), 2):
        assert not {("kind", kind) for kind in kinds_in(table)} - shown
        assert not sources_in(table) - shown
        assert not {rule for rules in DemoGame(Replay(table)).rules_shown.steps for rule in rules} - can


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_an_example_shows_its_rule(name: str) -> None:
    known, films = found(name), [DemoGame(Replay(table)) for table in tables(name)]
    assert known.examples.keys() <= known.rules <= {*load_rulebook(name).numbers()}
    for rule, at in known.examples.items():
        assert rule in films[at.record].rules_shown.steps[at.step - 1]
    assert known.shows("P-1.1") is None


def test_what_is_written_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "a_toured_game"
    (package / "teaching").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "teaching" / "a.tilehall").write_text("a record")
    stretches = [TourSection(0, 1, 4, Text("One"), Text('Say "hello" and go \\ on.'))]
    (package / "teaching" / "tour.toml").write_text(
        write_tour(["a.tilehall"], stretches, ["P-2.1"], {"P-2.1": RuleStep(0, 2)})
    )
    monkeypatch.syspath_prepend(tmp_path)
    made = load_tour_from("a_toured_game", "toured")
    assert made is not None and made.stretches == tuple(stretches) and made.records == ("a record",)
    assert made.shows("P-2.1") == RuleStep(0, 2) and made.rules == {"P-2.1"}


@pytest.mark.parametrize("text", ["records = [", "records = []\nstretches = []", "stretches = [{first = 3, last = 1}]"])
def test_a_tour_that_cannot_be_read_is_one_sentence(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"broken_{len(text)}"
    package = tmp_path / name
    (package / "teaching").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "teaching" / "tour.toml").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(RuleError, match=r"The tour of broken cannot be read \(.*\)\.$"):
        load_tour_from(name, "broken")


def test_a_game_need_not_bring_a_tour() -> None:
    assert load_tour_from("tests.engine.games.nim", "nim") is None
    assert tour_frames(found("princess")).frames[0].note is not None
