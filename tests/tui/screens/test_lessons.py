"""Lessons on the screen: every level is solved with the keys that its footer names; hints, failures, what is kept."""

from pathlib import Path

import pytest

from tests.tui.screens.fingers import playing
from tests.tui.screens.pupil import Pupil
from tilehall.engine import BUILT_IN, game
from tilehall.engine.lessons import level, levels
from tilehall.tui.app import Opening
from tilehall.tui.learned import Learned
from tilehall.tui.school import Wanted


def learn(name: str, level: str = "", presented: bool = False) -> Opening:
    return Opening("learn", lessons=Wanted(name, level, presented))


@pytest.mark.parametrize("name", BUILT_IN)
async def test_all_lessons_of_a_game_are_finished_with_the_keys_that_the_footer_names(
    name: str, tmp_path: Path
) -> None:
    rules = game(name)
    async with playing(tmp_path, learn(name)) as fingers:
        pupil = Pupil(fingers)
        for number, each in enumerate(levels(rules), 1):
            await fingers.sees(f" {number}/6 ")
            for step in level(rules, each).solution:
                await pupil.does(step)
                await fingers.settled()
            await fingers.until(lambda: fingers.app._learning.lecture.over or fingers.room != "BoardScreen", "the end")
            print(name, each, pupil.keys)
            while f" {number}/6 " in fingers.text or fingers.room != "BoardScreen":
                if number == 6 and "a first game" in fingers.footer:
                    break
                await fingers.press("enter")
    assert Learned(tmp_path / "data" / "lessons.jsonl").solved(name) == frozenset(levels(rules))
