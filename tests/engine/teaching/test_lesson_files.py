"""Files of lessons that anybody may have written: what is wrong with one is a sentence that begins with its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.engine.addons import LESSON, install_odd, installed
from tilehall.engine import Match, RecordPlayer, SeedDealer, Setup, load_game, write_record
from tilehall.engine.records.header import Header
from tilehall.engine.teaching.lessons import LessonError, load_lesson, load_outlines

NESTED = "[" * 100_000
Put = Callable[[str], object]


@pytest.fixture
def put(tmp_path: Path) -> Iterator[Put]:
    """Writes the only lesson of a guest."""
    file = install_odd(tmp_path, LESSON) / "teaching" / "lessons" / "1-first.toml"
    with installed(tmp_path):
        yield lambda text: file.write_text(text, "utf-8")


def test_one_that_is_sound(put: Put) -> None:
    lesson = load_lesson(load_game("odd"), "1-first")
    assert lesson.solution == ("stake 1",) and lesson.others == {1: ("pick gold",)} and lesson.par == 1


LINES = {line.partition(" = ")[0]: line for line in LESSON.splitlines() if " = " in line}


@pytest.mark.parametrize(
    ("key", "line", "told"),
    [
        ("title", "title = 5", "'title' is a text, not 5."),
        ("title", "", "'title' is missing."),
        ("goal", "goal = [1]", "'goal' is a text, not a list."),
        ("rules", "rules = []", "'rules' has 1 to 1000 things in it, not 0."),
        ("keys", "keys = [1]", "'keys.0' is a text, not 1."),
        ("hints", 'hints = ["a", "b"]', "'hints' has 3 things in it, not 2."),
        ("solution", "solution = [1, 2]", "'solution.0' is a text, not 1."),
        ("solution", 'solution = "stake 1"', "'solution' is a list, not 'stake 1'."),
        ("others", "others = [1]", "'others' is a table, not a list."),
        ("others", 'others = { x = ["pick gold"] }', "There is nothing called 'others.x' in a lesson."),
        ("others", 'others = { 7 = ["pick gold"] }', "Nobody sits at seat 7."),
        ("after", 'after = ""\nseat = inf', "'seat' is a whole number from 0 to 1000, not something else."),
        ("after", 'after = ""\nseat = 2', "Nobody sits at seat 2."),
        ("after", 'after = ""\noptions = [1]', "'options' is an object, not a list."),
        ("after", 'after = ""\noptions = { rounds = "9" }', "rounds"),
        ("after", 'after = ""\noutlook = "no"', "'outlook' is true or false, not 'no'."),
        ("after", 'after = ""\nbefore = ""', "There is nothing called 'before' in a lesson."),
        ("when", 'when = "x"', "'fail.0.when' is a table, not 'x'."),
        ("when", 'when = { dune = "x" }', "There is nothing called 'fail.0.when.dune' in a lesson."),
        ("done", "done = 1", "'success.0.done' is a text, not 1."),
        ("done", 'turn = "begun"', "'success.0.turn' cannot be 'begun'."),
        ("says", "", "'fail.0.says' is missing."),
        ("position", "", "'record' is missing."),
        ("position", f"position = '{NESTED}'", "the position is no JSON (maximum recursion depth exceeded"),
        ("position", "position = '[]'", "the position is no JSON object."),
        ("position", "position = '{}'", "This is no position of Two Coins."),
        ("position", f"position = {NESTED}", "this is no TOML ("),
        ("position", "position", "this is no TOML ("),
    ],
)
def test_whatever_is_wrong_is_a_sentence(put: Put, key: str, line: str, told: str) -> None:
    put(LESSON.replace(LINES[key], line))
    with pytest.raises(LessonError) as error:
        load_lesson(load_game("odd"), "1-first")
    assert str(error.value).startswith("teaching/lessons/1-first.toml: ") and told in str(error.value)
    assert "\n" not in str(error.value)


def test_a_list_of_lessons_asks_for_the_same(put: Put) -> None:
    put(LESSON.replace(LINES["title"], "title = 5"))
    with pytest.raises(LessonError, match="'title' is a text, not 5"):
        load_outlines(load_game("odd"))


@pytest.mark.parametrize(
    ("played", "step", "told"),
    [
        ("odd", 9999, "There is no step 9999: this record has steps 0 to 1."),
        ("odd", -1, "'step' is a whole number from 0 to 1000000000, not -1."),
        ("sand", 0, "first.tilehall is a record of sand, not of odd."),
    ],
)
def test_so_is_a_record_that_does_not_fit(put: Put, tmp_path: Path, played: str, step: int, told: str) -> None:
    match = Match(load_game(played), Setup(2), SeedDealer("7"))
    if played == "odd":
        match.act(0, match.game.parse("stake 1"))
    header = Header(played, match.game.rules_version, (RecordPlayer("Aki"), RecordPlayer("Bo")))
    text = write_record(header, match)
    (tmp_path / "odd_toy" / "teaching" / "lessons" / "first.tilehall").write_text(text, "utf-8")
    put(LESSON.replace(LINES["position"], f'record = "first.tilehall"\nstep = {step}'))
    with pytest.raises(LessonError) as error:
        load_lesson(load_game("odd"), "1-first")
    assert str(error.value) == f"teaching/lessons/1-first.toml: {told}"
