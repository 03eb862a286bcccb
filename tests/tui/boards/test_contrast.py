"""Whatever is written or marked on a board can be seen: in every palette, with exact colours and with 256."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from rich.style import Style

from tests.cases import each_once
from tests.pictures import moments
from tests.tui.boards.tables import KEYS, LOOKS
from tilehall.engine import BUILT_IN_GAMES
from tilehall.themes.colour import contrast, is_hex
from tilehall.themes.palette import HUES
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.config.look import Look, reduce_colours
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.widgets import chrome

SHARES = (0.0, 0.3, 0.7, 1.0)
NAMES = [name for name, palette in LOOKS.palettes.items() if not palette.ansi]
LEAST = 3.0
FILLS = frozenset("▀▄█▔▁▌▐▎▍▏▕░▒▓")
"""These are areas, no marks: the light on a tile, the gap above a cell, the quiet ground where nothing can lie."""
RULES = frozenset("─│╭╮╰╯┌┐└┘├┤┬┴┼╌╎═║━┃┏┓┗┛")
"""Lines around panels are quiet on purpose: what stands in them is not."""


@cache
def players(game: str) -> list[PlayerControls[Any]]:
    return [player for _, player in moments(game, SHARES)]


def quiet(look: Look) -> frozenset[str]:
    """The inks of lines that are quiet on purpose, and of things: the round corner of a disk is a part of it."""
    hues = [look.palette.hue(name) for name in HUES]
    return frozenset({look.palette.line, *(hue.face for hue in hues), *(hue.soft for hue in hues)})


def marks(player: PlayerControls[Any], look: Look, game: str, size: tuple[int, int]) -> Iterator[tuple[str, Style]]:
    """Every character that means something, with its colours."""
    picture = chrome.paint(player, renderer_for(game), look, *size, KEYS).picture
    for y in range(size[1]):
        for char, style in zip(*picture.cells(0, y, size[0]), strict=True):
            if char.strip() and char not in FILLS | RULES:
                yield char, style


def hidden(player: PlayerControls[Any], look: Look, game: str, size: tuple[int, int]) -> set[tuple[str, str, str]]:
    return {
        (char, style.color.name, style.bgcolor.name)
        for char, style in {*marks(player, look, game, size)}
        if style.color and style.bgcolor and is_hex(style.color.name)
        if style.color.name not in quiet(look) and contrast(style.color.name, style.bgcolor.name) < LEAST
    }


@pytest.mark.parametrize(("game", "depth"), each_once([*BUILT_IN_GAMES], ["truecolor", "256"]))
def test_every_mark_can_be_seen(game: str, depth: Any) -> None:
    looks = [Look(reduce_colours(LOOKS.palettes[name], depth), LOOKS.glyphs["full"]) for name in NAMES]
    for look in looks:
        for player in players(game):
            assert hidden(player, look, game, (80, 24)) == set(), look.palette.name
    for player in players(game):
        assert hidden(player, looks[0], game, (160, 50)) == set()


@pytest.mark.parametrize(("name", "depth"), each_once([*NAMES], ["truecolor", "256"]))
def test_dark_boxes_are_told_from_light_ones_on_every_board(name: str, depth: Any) -> None:
    """Of the others as well: they are hatched, and the hatching can be seen."""
    look = Look(reduce_colours(LOOKS.palettes[name], depth), LOOKS.glyphs["full"])
    for size in ((80, 24), (120, 40), (200, 60)):
        drawing = chrome.paint(players("sand")[0], renderer_for("sand"), look, *size, KEYS)
        rival = next(rect for (zone, _), rect in drawing.places.items() if zone == "rival")
        hatched = 0
        for y in range(1, size[1]):
            for char, style in zip(*drawing.picture.cells(0, y, size[0]), strict=True):
                if char == look.glyphs.dark and style.color and style.bgcolor:
                    hatched += y > rival.y
                    assert contrast(style.color.name, style.bgcolor.name) >= LEAST, size
        assert hatched
