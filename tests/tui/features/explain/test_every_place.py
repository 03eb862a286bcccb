"""Whatever is drawn can be explained: every place, every sight, and every component of each game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from tests.pictures import NAMES, PLAYERS
from tests.tui.boards.tables import look
from tilehall.engine import BUILT_IN_GAMES, load_game, load_rulebook
from tilehall.engine import RecordPlayer as Seated
from tilehall.engine.teaching.things import PLAYER
from tilehall.tui.boards.plain.renderer import PlainRenderer
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.player.messages.place_explanation import explain_place, find_thing
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.output.drawing import Drawing, Place

SIZES = ((79, 19), (100, 25), (120, 33), (200, 53))
OPTIONS = {"sand": (("mode", "advanced"), ("boards", "red,blue"))}
IDLE = frozenset({"pass", "stop", "done", "end", "remove", "declare"})
"""What is mostly not done, so that something comes of the game."""
SEEN = {
    "princess": frozenset(
        {
            "tile",
            "cell",
            "rune",
            "hold",
            "gem",
            "sprite",
            "side",
            "track",
            "princess",
            "passages",
            "stack",
            "deck",
            PLAYER,
        }
    ),
    "sand": frozenset({"tile", "building", "disk", "square", "box", "score", "deck", "circle", "red", PLAYER}),
    "beasts": frozenset(
        {"slot", "line", "fence", "square", "beast", "die", "card", "deck", "pool", "black", "board", PLAYER}
    ),
    "kaguya": frozenset(
        {"cube", "disk", "tile", "plant", "cell", "room", "storage", "fist", "order", "ties", "princess", "table"}
        | {"screen", "track", PLAYER}
    ),
}
"""What of each game lies on its table or stands beside it."""


@cache
def moments(name: str) -> tuple[PlayerControls[Any], ...]:
    """Somebody who looks at moments of a game that was played by lot, from before its first step to its end."""
    lots = random.Random(name)
    table = Table.open(name, [Seated(each) for each in NAMES[: PLAYERS[name]]], OPTIONS.get(name, ()), "7")
    while not table.over:
        seat = table.due()[0]
        choices = table.match.legal_actions(seat)
        busy = [action for action in choices if action.verb not in IDLE] if lots.random() < 0.9 else []
        table.act(seat, lots.choice(busy or choices))
    steps = len(table.match.steps)
    shown = sorted({*range(5), *(steps * n // 12 for n in range(13))})
    return tuple(PlayerControls(Replay(table, step), renderer_for(name)) for step in shown)


def drawings(name: str) -> Iterator[tuple[PlayerControls[Any], tuple[int, int], Drawing]]:
    """The board and the hand, in every size."""
    for n, player in enumerate(moments(name)):
        size, view = SIZES[n % len(SIZES)], player.view(look())
        yield player, size, player.focus.reader.paint(view, *size)
        yield player, size, player.focus.reader.paint_hand(view, *size)


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_every_place_and_every_sight_is_explained_with_its_rules(name: str) -> None:
    known = set(load_rulebook(name).numbers())
    for player, size, drawing in drawings(name):
        for place, rect in {**drawing.places, **drawing.sight_areas}.items():
            assert rect.x >= 0 and rect.y >= 0 and rect.width > 0 and rect.height > 0, (place, rect)
            assert rect.x + rect.width <= size[0] and rect.y + rect.height <= size[1], (place, rect, size)
            assert find_thing(player.moment, player.focus.reader, place) is not None, place
            about = explain_place(player.moment, player.focus.reader, place)
            assert about.what and about.does and about.current and about.rules, place
            assert set(about.rules) <= known, place


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_every_component_is_found_somewhere_on_the_board_or_in_the_hand(name: str) -> None:
    found = {
        thing.kind
        for player, _, drawing in drawings(name)
        for place in (*drawing.places, *drawing.sight_areas)
        if (thing := find_thing(player.moment, player.focus.reader, place))
    }
    assert found >= SEEN[name], SEEN[name] - found


def owner_of(place: Place, player: PlayerControls[Any]) -> int | None:
    thing = find_thing(player.moment, player.focus.reader, place)
    return thing.seat if thing else None


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_everybody_at_the_table_is_among_what_is_seen(name: str) -> None:
    """The others' boards, cells and dice are theirs; one's own are one's own."""
    for player in moments(name)[3:]:
        drawing = player.focus.reader.paint(player.view(look()), 200, 53)
        seats = {owner_of(place, player) for place in (*drawing.places, *drawing.sight_areas)}
        assert seats >= set(range(len(player.moment.names))) - ({player.moment.seat} if name != "beasts" else set())


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_what_can_only_be_looked_at_is_no_place_of_the_cursor(name: str) -> None:
    """Arrows of whoever plays go where they always went."""
    for player, _, drawing in drawings(name):
        player.focus.place_areas = drawing.places
        assert not {place for place in drawing.sight_areas if place in drawing.places}, player.moment.number


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_the_plain_scene_explains_by_the_words_of_the_game(name: str) -> None:
    rules = load_game(name)
    plain = PlainRenderer(rules)
    for player in moments(name)[4::3]:
        drawing = plain.paint(player.view(look()), 120, 33)
        for place in drawing.places:
            assert explain_place(player.moment, plain, place).what, place
        for place in [place for place in drawing.places if plain.thing_at(player.focus.context(), place)]:
            assert explain_place(player.moment, plain, place).rules, place
