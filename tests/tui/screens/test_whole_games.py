"""Whole games at 80x24 through the real screens, by the keyboard alone."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.tui.player.sitting import hint
from tests.tui.screens.driver import Fingers, at, playing, table, to_the_end
from tilehall.engine import parse_record
from tilehall.tui.app import Opening
from tilehall.tui.config.settings import Settings
from tilehall.tui.player import pacing
from tilehall.tui.tables.storage.saved_games import read_text
from tilehall.tui.tables.table import Table

LOOK_AT = re.compile(r"Look at ([A-Z0-9 ]+)\.")


async def simply(hands: Fingers) -> None:
    """The quickest way: passing, first tile, first spot, every rune that is listed."""
    if hands.asked:
        await hands.press("enter")
    elif any(words in hands.prompt for words in ("Hold a rune", "Recall a gem", "Use a sprite")):
        await hands.press(".")
    elif re.search(r"\b1 \w", hands.menu):
        await hands.press("1" if "gem on it" not in hands.menu or "gems ◆" not in hands.text else "2")
    elif "Display" in hands.text and "Take" in hands.prompt:
        await hands.press("2")
    else:
        await hands.press("tab", "enter")


async def by_hints(hands: Fingers) -> None:
    """Asks for a hint and does what it says."""
    if hands.asked:
        await hands.press("enter")
        return
    await hands.hinted()
    # The second time says what and why, and Enter does it.
    await hands.press("i", "enter")


async def to_the_scores(hands: Fingers, decide) -> str:
    """Decides until the receipt is on screen; the record that was written meanwhile."""
    for _ in range(600):
        if hands.room == "ScoringScreen":
            break
        # Nobody presses a key while computer players think: they could not know what it will mean.
        await hands.until(lambda: "is thinking" not in hands.text or hands.room == "ScoringScreen")
        if hands.room == "BoardScreen":
            await decide(hands)
    assert hands.room == "ScoringScreen", hands.text
    (path,) = hands.places.games.glob("*.tilehall")
    return read_text(path)


async def test_a_game_against_the_computer_from_the_first_screen_to_the_last(tmp_path: Path) -> None:
    async with playing(tmp_path) as hands:
        await (await hands.go_to("Play The Princess")).press("enter")
        await hands.in_room("SetupScreen")
        await hands.press("enter")
        await hands.in_room("BoardScreen")
        text = await to_the_scores(hands, simply)
        record = parse_record(text)
        assert record.match.is_over and record.result and record.seed
        assert any(word in hands.text for word in ("wins", "Nobody"))
        for name in record.header.names:
            assert name in hands.text
        assert {player.kind for player in record.header.players} == {"human", "normal"}
        await hands.press("q")
        await hands.in_room("HomeScreen")
        assert "Continue" not in hands.text, "a game that is over does not wait"


@pytest.mark.soak
async def test_a_game_of_four_at_one_keyboard_by_hints(tmp_path: Path) -> None:
    async with playing(tmp_path, Opening("table", table(tmp_path, "human human human human"))) as hands:
        turns = set()

        async def decide(hands: Fingers) -> None:
            turns.update(re.findall(r"(\w+), your turn\.", hands.status))
            await by_hints(hands)

        record = parse_record(await to_the_scores(hands, decide))
        assert record.match.is_over and record.result
        assert turns == set(record.header.names)
        done = {step.action.verb for step in record.match.steps if step.seat >= 0}
        assert done >= {"side", "take", "cell", "gem", "declare"}
        assert len(record.match.steps) == len(hands.table.match.steps)


def before_the_last_turn_of_bo() -> Table[Any]:
    """A game whose last steps are all the computer's: nothing is left to be done at the keyboard."""
    ended = to_the_end(table(None, "human normal", "2"))
    last = max(n for n, step in enumerate(ended.match.steps) if step.seat == 0)
    found = table(None, "human normal", "2")
    while len(found.match.steps) <= last:
        found.act(found.due()[0], hint(found, found.due()[0]).action)
    assert not found.over
    return found


async def test_the_last_turn_of_another_stays_until_a_key_before_the_result_hides_it(tmp_path: Path) -> None:
    async with playing(tmp_path, at(before_the_last_turn_of_bo()), Settings({"pace": "quick"})) as hands:
        await hands.sees("Enter shows the result.")
        assert hands.room == "BoardScreen" and "Bo " in hands.told
        await hands.press("X")
        await hands.in_room("ScoringScreen")


async def test_without_a_key_the_result_comes_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pacing, "READ", 0.1)
    async with playing(tmp_path, at(before_the_last_turn_of_bo()), Settings({"pace": "quick"})) as hands:
        await hands.in_room("ScoringScreen")
        assert "wins" in hands.text
