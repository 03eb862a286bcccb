"""Learning weights: what is changed, what is kept, and how it is written down."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.bench import tune
from tests.bench.tune import (
    CHANGED,
    EVEN,
    LEVEL,
    PARTS,
    SEARCHER,
    WORSE,
    Numbers,
    Try,
    Tuned,
    changed,
    file_of,
    numbers_in,
    playing_by,
    tried,
    tuned,
    write,
)
from tilehall.engine import Setup


@pytest.mark.parametrize("name", PARTS)
def test_a_game_plays_by_the_numbers_that_it_is_given(name: str) -> None:
    numbers = numbers_in(file_of(name))
    game = playing_by(name, changed(numbers, random.Random("7")))
    s = game.start(Setup(2))
    assert game.id == name and 0 < game.advisor.value(s, 0).chance < 1


def test_a_few_numbers_are_changed_at_a_time() -> None:
    numbers = numbers_in(file_of("princess"))
    found = changed(numbers, random.Random("7"))
    assert set(found) == set(numbers)
    assert sum(found[name] != numbers[name] for name in numbers) == CHANGED


def test_what_plays_worse_is_not_kept() -> None:
    numbers = numbers_in(file_of("princess"))
    nobody = {**numbers, **dict.fromkeys(("ready", "one", "two", "step", "gem_laid"), 0.0)}
    found = tried("princess", nobody, numbers, LEVEL, WORSE, "a test", 3)
    assert not found.kept and sum(found.wins) < 1.5


def test_only_what_is_plainly_better_is_kept() -> None:
    assert Try({}, LEVEL, EVEN, [1.0, 0.5] * 30).kept
    assert not Try({}, LEVEL, EVEN, [1.0, 0.5]).kept and not Try({}, LEVEL, EVEN, [0.5, 0.0] * 30).kept


def test_what_foretells_better_is_kept_if_it_plays_no_worse() -> None:
    even = [0.5, 1.0, 0.5, 0.0] * 100
    assert Try({}, LEVEL, WORSE, even).kept and not Try({}, LEVEL, EVEN, even).kept
    assert not Try({}, LEVEL, WORSE, [0.5, 0.5, 0.5, 0.0] * 100).kept


def test_the_best_so_far_is_where_the_next_try_begins() -> None:
    numbers = dict.fromkeys(numbers_in(file_of("kaguya")), 1.0)
    (found,) = tuned("kaguya", 1, 1, "a test", numbers, numbers)
    assert sum(found.last.numbers[name] != 1.0 for name in numbers) == CHANGED
    assert found.best is (found.last.numbers if found.last.kept else numbers)


def test_what_was_learned_has_to_do_for_players_who_search_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    start, learned = {"a": 1.0}, {"a": 2.0}

    def wins_only(*levels: str) -> list[Tuned]:
        def tried(name: str, new: Numbers, old: Numbers, level: str, share: float, seed: str, blocks: int) -> Try:
            return Try(new, level, share, [1.0 if level in levels else 0.0] * 40)

        monkeypatch.setattr(tune, "tried", tried)
        return list(tuned("kaguya", 0, 1, "a test", start, learned))

    assert [found.best for found in wins_only()] == [start]
    assert [found.best for found in wins_only(LEVEL)] == [start, start]
    assert [found.best for found in wins_only(LEVEL, SEARCHER)] == [start, learned]


def test_numbers_are_written_in_their_places_with_how_they_were_found(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    path.write_text("# What counts.\n[weights]\nstep = 1.5     # a step\ngem = 2.0\n", "utf-8")
    for how in ("`make tune GAME=x`: 8 games", "`make tune GAME=x`: 9 games"):
        write(path, {**numbers_in(path), "step": 1.51, "gem": 2.12345}, how)
    assert path.read_text("utf-8") == (
        "# Learned by `make tune GAME=x`: 9 games.\n# What counts.\n[weights]\nstep = 1.51    # a step\ngem = 2.1235\n"
    )
