"""The hall in a language that nobody speaks: nothing English is left in any room, at any size."""

import pytest

from tests.pseudo import PseudoLanguage, english_in
from tests.tui.hall.fakes import FakeHouse, entered
from tests.tui.hall.hands import DOOR, Hands, visiting
from tests.tui.hall.test_table import PRINCESS
from tests.tui.hall.test_whole_games import begun
from tilehall.tui.hall.protocol import Clock, TableSettings

SAME = frozenset({*DOOR.replace(".", " ").split(), "ssh", "moon", "fox", "hill", "export", "host", "example", "hjkl"})
"""What is the same in every language: what is typed, and codes."""


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 20)])
async def test_no_room_says_anything_in_english(size: tuple[int, int]) -> None:
    house = FakeHouse()
    bo, _ = entered(house, "Bo")
    await bo.open(TableSettings("kaguya", 3, (("floor_zero", "on"),), code=True, aids=False, clock=Clock("turn", 300)))
    await begun(house, PRINCESS)
    async with visiting(house, "Aki", size) as aki:
        aki.app.look = aki.app.look.with_language(PseudoLanguage())
        await aki.press("c", "escape")
        await aki.in_room("LobbyScreen")
        spoken(aki)
        for key, name in (("o", "Open"), ("c", "Code"), ("g", "Library"), ("n", "Oneself"), ("f2", "Reader")):
            await aki.press(key)
            await aki.in_room(f"{name}Screen")
            spoken(aki)
            await aki.press("escape")
            await aki.in_room("LobbyScreen")
        await aki.press("o", "enter")
        await aki.in_room("WaitingScreen")
        spoken(aki)


def spoken(hands: Hands) -> None:
    assert english_in(hands.text, SAME) == [], hands.text
