"""Whatever is written in a room can be read: home, set-up, settings, rules, keys, result, replay, log and hand."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cases import each_once
from tests.pictures import _seen
from tests.tui.boards.test_contrast import FILLS, LEAST, NAMES, RULES, quiet
from tests.tui.screens.driver import Fingers, at, playing, table, to_the_end
from tilehall.themes.colour import contrast, is_hex
from tilehall.tui.config.settings import Settings
from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.terminal.export.svg import shade_of
from tilehall.tui.terminal.output.pen import pen_for


def hidden(hands: Fingers, colours: Any) -> Iterator[tuple[str, str, str, str]]:
    """Every character that can hardly be seen, where, and its colours."""
    picture, look = _seen(hands, colours).picture, hands.app.look
    for y in range(picture.height):
        for char, style in zip(*picture.cells(0, y, picture.width), strict=True):
            if char.strip() and char not in FILLS | RULES and style.color and style.bgcolor:
                ink, ground = style.color.name, style.bgcolor.name
                if is_hex(ink) and ink not in quiet(look) and contrast(ink, ground) < LEAST:
                    yield hands.room, char, ink, ground


@pytest.mark.parametrize(("theme", "colours"), each_once([*NAMES], ["truecolor", "256"]))
async def test_everything_written_in_the_rooms_can_be_read(tmp_path: Path, theme: str, colours: Any) -> None:
    worn, terminal = Settings({"theme": theme, "pace": "at once"}), Terminal(colours=colours)
    found: set[tuple[str, str, str, str]] = set()
    table(tmp_path, "human human")
    async with playing(tmp_path, settings=worn, terminal=terminal, size=(120, 40)) as hands:
        await hands.sees("is to play.")
        found |= {*hidden(hands, colours)}
        for entry, room in (("Play Realm", "SetupScreen"), ("Settings", "SettingsScreen"), ("Rules", "RulesScreen")):
            await (await hands.go_to(entry)).press("enter")
            await hands.in_room(room)
            await hands.press("down")
            found |= {*hidden(hands, colours)}
            await hands.press("escape")
            await hands.in_room("HomeScreen")
    ended = to_the_end(table(None, "human human"))
    async with playing(tmp_path, at(ended), settings=worn, terminal=terminal) as hands:
        await hands.in_room("ScoringScreen")
        found |= {*hidden(hands, colours)}
        await hands.press("b")
        await hands.in_room("BoardScreen")
        for key in ("o", "f2", "v"):
            await hands.press(key)
            found |= {*hidden(hands, colours)}
            await hands.press("escape")
            await hands.in_room("BoardScreen")
    assert found == set()


async def test_from_far_away_no_two_colours_of_a_cell_fall_together(tmp_path: Path) -> None:
    """With 256 colours white lines would cross the board that waits: what cannot be told apart is made white."""
    table(tmp_path, "human human")
    async with playing(tmp_path, terminal=Terminal(colours="256"), size=(120, 40)) as hands:
        await hands.sees("is to play.")
        picture = _seen(hands, "256").picture
        for y in range(picture.height):
            for char, style in zip(*picture.cells(0, y, picture.width), strict=True):
                if char == "▀":
                    assert shade_of(pen_for(style, "256", True), True).ink != "#ffffff"
