"""A stranger's path: from `tilehall` to the first thing laid on a table, by the keys that the screens name."""

from pathlib import Path

import pytest

from tests.tui.features.lessons.pupil import Pupil
from tests.tui.screens.driver import Fingers, playing
from tilehall.engine import BUILT_IN_GAMES

MOST = 12
NUMBERS = {name: f"{n}" for n, name in enumerate(BUILT_IN_GAMES, 1)}
LAID = {"princess": {"cell"}, "sand": {"place"}, "beasts": {"beast", "die"}, "kaguya": {"cell"}}
"""What lays something on a table."""
FIRST = {"princess": {"cell"}, "sand": {"place"}, "beasts": {"keep"}, "kaguya": {"present"}}
"""What the first lesson of a game is about."""
TO_BOX = {
    "princess": ["down"],
    "sand": ["down", "right"],
    "beasts": ["down", "left", "left"],
    "kaguya": ["down", "left"],
}


async def until_done(fingers: Fingers, verbs: set[str]) -> int:
    """Does whatever takes the fewest keys until one of these things is done; how many keys that took."""
    pupil = Pupil(fingers)
    seat, me = pupil.board.seat, pupil.board.seat.now.humans[0]
    while not any(deed.seat == me and str(deed.action).split()[0] in verbs for deed in seat.now.seen_steps):
        await fingers.until(lambda: seat.now.must_decide, "one's own turn")
        await pupil.acts()
        assert pupil.keys <= MOST, fingers.text
    return pupil.keys


@pytest.mark.parametrize("deal", ["1", "2"])
@pytest.mark.parametrize("name", BUILT_IN_GAMES)
async def test_something_lies_on_the_table_within_twelve_keys_from_home(
    name: str, deal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilehall.tui.tables.table.secrets.token_hex", lambda size: deal)
    async with playing(tmp_path) as fingers:
        assert "1-4 game" in fingers.footer
        await fingers.press(NUMBERS[name])
        await fingers.in_room("SetupScreen")
        assert "Enter choose" in fingers.footer
        await fingers.press("enter")
        await fingers.in_room("BoardScreen")
        keys = 2 + await until_done(fingers, LAID[name])
        print(f"{name}, deal {deal}: {keys} keys")
        assert keys <= MOST


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
async def test_what_a_first_lesson_is_about_is_done_within_twelve_keys_from_home(name: str, tmp_path: Path) -> None:
    async with playing(tmp_path) as fingers:
        assert "L learn" in fingers.footer
        ways = [*TO_BOX[name], "L"]
        await fingers.press(*ways)
        await fingers.in_room("BoardScreen")
        keys = len(ways) + await until_done(fingers, FIRST[name])
        assert keys <= MOST


async def test_enter_alone_begins_the_first_lesson(tmp_path: Path) -> None:
    async with playing(tmp_path) as fingers:
        await fingers.sees("[Learn The Princess and Magic Tile: lesson 1 of 6]")
        await fingers.press("enter")
        await fingers.sees(" 1/6 ")
        assert 1 + await until_done(fingers, {"cell"}) <= MOST
