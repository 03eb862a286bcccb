"""What moves: pictures in between that end where the last one is, and never show one player's things to another."""

from itertools import pairwise
from pathlib import Path

import pytest
from rich.style import Style

from tests.cases import some
from tests.tui.boards.tables import hot_seat, look, paint, sit, until
from tests.tui.player.sitting import Sitting, hint
from tests.tui.screens.driver import at, playing, table
from tilehall.engine import RecordPlayer
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.config.settings import Settings
from tilehall.tui.player import animation as animation_module
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.terminal.output.drawing import Drawing, Rect
from tilehall.tui.terminal.output.picture import Picture


def words(picture: Picture) -> list[str]:
    return picture.text().split("\n")


def test_a_thing_slides_and_leaves_its_place() -> None:
    plain, dark = Style(color="#ffffff", bgcolor="#000000"), Style(color="#ffffff", bgcolor="#303030")
    before, after = Picture(12, 1, plain), Picture(12, 1, plain)
    before.put(0, 0, "AB", dark)
    after.put(10, 0, "AB", dark)
    found = animation_module.slide_frames(before, after, Rect(0, 0, 2, 1), Rect(10, 0, 2, 1))
    columns = [words(frame)[0].index("AB") for frame in found]
    assert len(found) == animation_module.SLIDE_FRAMES - 1 and all(words(frame)[0].count("AB") == 1 for frame in found)
    assert all(one < other for one, other in pairwise([0, *columns])) and columns[-1] <= 10


def test_what_has_changed_glints_and_nothing_else() -> None:
    dress = look()
    before, after = Picture(12, 2, dress.table), Picture(12, 2, dress.table)
    red = dress.face(dress.palette.hue("red"))
    for picture in (before, after):
        picture.put(0, 0, "FU", red)
    after.put(4, 0, "FM", red)
    after.put(0, 1, "Aki lays", dress.text)
    bright, less = animation_module.highlight_frames(before, after, dress)
    assert words(bright) == words(after)
    assert bright.style_at(0, 0) == red and bright.style_at(0, 1) == dress.text, "what stood there, and words"
    grounds = [frame.style_at(4, 0).bgcolor for frame in (bright, less, after)]
    assert len({ground.name for ground in grounds if ground}) == 3


def seen(sitting: Sitting) -> Drawing:
    return paint(sitting, (120, 40))


@pytest.mark.parametrize("game", some(["princess", "sand", "beasts", "kaguya"], slice(0, None, 3)))
def test_no_picture_shows_one_player_what_another_saw(game: str) -> None:
    """At one keyboard: whenever somebody else sits in front there is nothing in between."""
    found = Table.open(game, [RecordPlayer("Aki"), RecordPlayer("Bo"), RecordPlayer("Cleo")], (), "7")
    sitting, handed = Sitting(found, renderer_for(game), False), 0
    while not found.over and len(found.match.steps) < 150:
        old, before = sitting.moment, seen(sitting)
        found.act(found.due()[0], hint(found, found.due()[0]).action)
        sitting.catch_up()
        between = animation_module.animation_frames(
            old, sitting.moment, before, seen(sitting), renderer_for(game), look()
        )
        if sitting.moment.seat != old.seat or old.curtain or sitting.moment.curtain:
            handed += 1
            assert between == []
        if sitting.moment.curtain:
            sitting.look()
    assert handed > 5


def test_what_is_taken_back_does_not_move() -> None:
    sitting = until(sit(hot_seat()), "GEM")
    old, before = sitting.moment, seen(sitting)
    sitting.table.undo(0)
    sitting.catch_up()
    assert animation_module.animation_frames(old, sitting.moment, before, seen(sitting), sitting.scene, look()) == []


async def test_any_key_ends_what_moves(tmp_path: Path) -> None:
    """After each key the screen soon is what it is without motion."""
    shown = []
    for animation in (True, False):
        settings, terminal = Settings({"pace": "calm"}), Terminal("truecolor", animation=animation)
        async with playing(tmp_path / str(animation), at(table(None, "human human")), settings, terminal) as hands:
            await hands.press("enter", "enter", "enter", "enter", "1", "tab", "enter")
            timer = hands.app.screen.animator._timer
            assert animation == (timer is not None), "something moves"
            await hands.press("left")
            assert hands.app.screen.animator._timer is None
            shown.append(hands.text)
    assert shown[0] == shown[1]
