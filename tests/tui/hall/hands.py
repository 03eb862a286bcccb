"""Somebody in the hall: keys that are pressed, and what is seen."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from tests.tui.hall.fakes import FakeHouse, FakeVisit, entered
from tests.tui.screens.driver import Fingers
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.hall.app import HallApp
from tilehall.tui.tables.thinking.background import ThreadThinker
from tilehall.tui.terminal.capabilities import Terminal

NOWHERE = UserDirs(Path(), Path(), Path())
QUICK = {"pace": "at once", "confirm": "at once"}
DOOR = "ssh -p 8022 host.example"


class Hands(Fingers):
    """The same fingers, in the hall."""

    visit: FakeVisit
    app: HallApp


@asynccontextmanager
async def visiting(
    house: FakeHouse,
    name: str,
    size: tuple[int, int] = (80, 24),
    settings: dict[str, str] | None = None,
    terminal: Terminal | None = None,
    guest: bool = False,
    programs: Sequence[str] = (),
) -> AsyncIterator[Hands]:
    """Somebody who has come in and sees the lobby; `programs` may be put on chairs."""
    visit, ear = entered(house, name, guest)
    house.kept.setdefault(visit.person.id, {**QUICK, **(settings or {})})
    app = HallApp(terminal or Terminal(), visit, ear, DOOR, programs=programs, answerers=ThreadThinker())
    async with app.run_test(size=size, notifications=True) as pilot:
        hands = Hands(app, pilot, NOWHERE)
        hands.visit = visit
        await hands.in_room("LobbyScreen")
        yield hands
    await visit.end()
