"""The main screens as they look: a change is seen in review. `make snapshots` writes those that look different anew."""

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.tui.boards.tables import NAMES
from tests.tui.screens.driver import Fingers, playing
from tilehall.engine import RecordPlayer
from tilehall.tui.app import Opening
from tilehall.tui.tables.table import Table

KEPT = Path(__file__).with_name("snapshots")


class View(NamedTuple):
    """Where a picture is taken: a game at its beginning or after some defaults, then the keys that lead there."""

    game: str = ""
    players: int = 2
    steps: int = 0
    keys: tuple[str, ...] = ()
    entry: str = ""
    """An entry of the home screen."""
    room: str = "BoardScreen"
    size: tuple[int, int] = (80, 24)
    words: str = ""
    """What is there once everything is: some of it comes after the first picture."""

    def open(self) -> Opening:
        if not self.game:
            return Opening()
        table = Table.open(self.game, [RecordPlayer(name) for name in NAMES[: self.players]], (), "7")
        while not table.over and len(table.match.steps) < self.steps:
            seat = table.due()[0]
            table.act(seat, table.rules.default_action(table.match.view(seat), seat))
        return Opening("table", table)

    async def reach(self, hands: Fingers) -> None:
        if self.entry:
            await (await hands.go_to(self.entry)).press("enter")
        await hands.press(*self.keys)
        await hands.in_room(self.room)
        await hands.sees(self.words)


VIEWS = {
    "home": View(room="HomeScreen", words="lesson 1 of 6"),
    "setup": View(entry="Play The Princess", room="SetupScreen"),
    "settings": View(entry="Settings", room="SettingsScreen"),
    "princess": View("princess", steps=30),
    "sand": View("sand", steps=30, size=(120, 40)),
    "beasts": View("beasts", steps=30, size=(120, 40)),
    "kaguya": View("kaguya", steps=30, keys=("v",)),
    "rules": View("princess", keys=("?",), room="RulesScreen"),
    "score": View("princess", steps=10_000, room="ScoringScreen"),
}


@pytest.mark.parametrize("name", VIEWS)
async def test_a_screen_looks_as_it_did(tmp_path: Path, name: str, pytestconfig: pytest.Config) -> None:
    view, kept = VIEWS[name], KEPT / f"{name}.txt"
    async with playing(tmp_path, view.open(), size=view.size) as hands:
        hands.app.animation_level = "none"
        await view.reach(hands)
        shown = "".join(f"{line.rstrip()}\n" for line in hands.lines)
    if pytestconfig.getoption("renew_snapshots"):
        kept.write_text(shown, encoding="utf-8")
    assert shown == kept.read_text(encoding="utf-8"), "if it is meant to look like this, `make snapshots` and review it"


def test_no_snapshot_is_left_over() -> None:
    assert {path.stem for path in KEPT.glob("*.txt")} == {*VIEWS}
