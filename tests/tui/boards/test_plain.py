"""The plain scene: any game can be played with it, whatever its words are like."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.engine.games.toy import TOY
from tests.pseudo import Pseudo, changed, english_in
from tests.tui.boards.tables import KEYS, NAMES, look
from tests.tui.player.sitting import Sitting
from tilehall.engine import BUILT_IN, ENGLISH, Action, Piece, Player, Setup, Text, game, said
from tilehall.tui.boards.plain.cells import Extent
from tilehall.tui.boards.plain.choice_list import PAGE
from tilehall.tui.boards.plain.grid import GRID, style_of
from tilehall.tui.boards.plain.position import Mark, grounds, piles, rest
from tilehall.tui.boards.plain.renderer import PlainScene
from tilehall.tui.boards.wording import words
from tilehall.tui.player.cursor import STEPS, nearest
from tilehall.tui.player.selection import MENU, Choice, Picker
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.testing import conform
from tilehall.tui.widgets import chrome

SIZES = ((80, 24), (100, 30), (200, 60))
GAMES = [(name, players) for name, box in BUILT_IN.items() for players in (box.seats[0], box.seats[-1])]


def sit(name: str, players: int, seed: str = "7") -> Sitting:
    table = Table.open(name, [Player(each) for each in NAMES[:players]], (), seed)
    return Sitting(table, PlainScene(game(name)), False)


def walk(name: str, players: int, seed: str = "7") -> Iterator[Sitting]:
    """A whole game by lot: a sitting at every decision, the curtain raised."""
    sitting, lots = sit(name, players, seed), random.Random(seed)
    table = sitting.table
    while not table.over:
        sitting.look()
        # What is said may cover a part of the board.
        sitting.message = None
        yield sitting
        table.act(sitting.moment.seat, lots.choice(table.match.legal(sitting.moment.seat)))
        sitting.anew()


def paint(sitting: Sitting, size: tuple[int, int] = (80, 24)) -> Drawing:
    return chrome.paint(sitting, sitting.scene, look(), *size, KEYS)


def text(sitting: Sitting, size: tuple[int, int] = (80, 24)) -> str:
    return paint(sitting, size).picture.text()


def say(text: Text) -> str:
    return said(text, ENGLISH, NAMES)


def picked(picker: Picker[Any], action: Action) -> Choice[Any] | None:
    """Picks the places of an action one by one, or its line once it is listed."""
    choice = next(choice for choice in picker.choices if choice.action == action)
    for place in choice.places:
        assert place in picker.targets() or place in picker.picks
        done = picker.pick(place)
        if done:
            return done
    return picker.pick((MENU, choice.text))


# --- Every game


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_whatever_is_legal_can_be_picked(name: str, players: int) -> None:
    lots = random.Random(name)
    for n, sitting in enumerate(walk(name, players)):
        whole = sitting.picker
        assert whole is not None
        legal = list(sitting.table.match.legal(sitting.moment.seat))
        for action in legal if len(legal) < 60 and n % 4 == 0 else lots.sample(legal, min(4, len(legal))):
            found = picked(Picker(whole.decision, whole.choices), action)
            assert found is not None and found.action == action


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_whole_game_is_played_by_the_cursor_at_every_size(name: str) -> None:
    conform(PlainScene(game(name)), game(name), Setup(2), "plain", SIZES)


@pytest.mark.parametrize("name", BUILT_IN)
def test_it_can_be_drawn_for_onlookers(name: str) -> None:
    for n, sitting in enumerate(walk(name, 2)):
        if n % 12 == 0:
            sitting.picker = None
            assert text(sitting, (100, 30))
            view = sitting.view(look())
            assert sitting.scene.hand(view, 80, 21).picture.text().strip()


# --- The list


def many() -> Sitting:
    """Aki has her first tile to place, with far more choices than fit on a page."""
    sitting = sit("sand", 2)
    picker = sitting.picker
    assert picker is not None and len(picker.choices) > 100
    sitting.digit(1)
    return sitting


def test_a_long_list_has_pages_and_the_cursor_turns_them() -> None:
    sitting = many()
    listed = [place for place in sitting.stops() if place[0] == "list 1 pieces"]
    seen: set[Place] = set()
    for place in listed:
        sitting.cursor = place
        shown = {other for other in paint(sitting).places if other[0] == "list 1 pieces"}
        assert place in shown
        seen |= shown
    assert seen == set(listed)


def test_pages_are_turned_by_their_numbers_which_choose_nothing() -> None:
    sitting = many()
    sitting.cursor = next(place for place in sitting.stops() if place[0] == "list 1 pieces")
    first = paint(sitting)
    assert (PAGE, "2") in first.places
    sitting.point((PAGE, "2"))
    version = sitting.table.version
    assert not sitting.choose() and not sitting.toggle()
    second = paint(sitting)
    assert sitting.table.version == version and sitting.message is None
    assert "Page 2 of the choices" in say(sitting.status().text)
    one, two = ({place for place in drawing.places if place[0] == "list 1 pieces"} for drawing in (first, second))
    assert one and two and not one & two


def test_arrows_lead_everywhere_on_a_page() -> None:
    sitting = many()
    sitting.cursor = next(place for place in sitting.stops() if place[0] == "list 1 pieces")
    places = paint(sitting).places
    reached, waiting = {sitting.cursor}, [sitting.cursor]
    while waiting:
        here = places[waiting.pop()]
        for way in STEPS:
            there = nearest(here, way, places)
            if there and there not in reached:
                reached.add(there)
                waiting.append(there)
    assert {place for place in places if place[0] in ("list 1 pieces", PAGE)} <= reached


def test_digits_choose_the_first_of_the_list() -> None:
    sitting = sit("sand", 2)
    numbered = sitting.digits()
    assert [zone for zone, _ in numbered[:3]] == ["list 0 tile"] * 3 and numbered == sitting.stops()[: len(numbered)]
    assert f"1 {numbered[0][1]}" in text(sitting) and f"2 {numbered[1][1]}" in text(sitting)
    sitting.digit(2)
    assert sitting.picker is not None and sitting.picker.picks == [numbered[1]]


def test_what_is_picked_is_marked_and_can_be_put_back() -> None:
    sitting = next(s for s in walk("beasts", 2) if s.picker and s.picker.decision.kind == "SETUP_BEAST")
    beast = sitting.digits()[0]
    sitting.digit(1)
    assert f"{look().glyphs.check}{beast[1]}" in text(sitting)
    assert sitting.cursor and sitting.cursor[0] == GRID, "the next thing to say is where"
    assert sitting.back() and f"{look().glyphs.check}{beast[1]}" not in text(sitting)


# --- The grid


def test_a_cell_says_what_lies_there_and_why_it_may_not_be_chosen() -> None:
    sitting = next(s for s in walk("princess", 2) if s.picker and s.picker.decision.kind == "CELL")
    sitting.cursor = (GRID, "D4")
    sitting.describe()
    assert sitting.message and say(sitting.message.text).startswith("Bo, D4 AM")
    free = next(place for place in paint(sitting).places if place[0] == GRID and place not in sitting.stops())
    sitting.cursor = free
    sitting.refuse()
    assert sitting.message and sitting.message.tone == "bad" and sitting.message.rule.startswith("P-")


def test_the_grid_is_as_large_as_the_cells_that_were_seen_and_does_not_shrink() -> None:
    sizes = []
    for sitting in walk("princess", 2):
        cells = [place[1] for place in paint(sitting, (120, 40)).places if place[0] == GRID]
        sizes.append(len(cells))
    assert sizes == sorted(sizes) and sizes[-1] > 25


def test_a_large_grid_is_shown_around_the_cursor() -> None:
    """At 80x24 there is room for eighteen rows: of more those are shown where the cursor is, and arrows say so."""
    from tilehall.tui.boards.plain import grid

    sitting = next(s for s in walk("princess", 2) if s.picker and s.picker.decision.kind == "CELL")
    extent = Extent(20, 26)
    for cursor, top in (("A1", 1), ("C13", 4), ("T26", 9)):
        view = sitting.view(look())
        view.cursor = (GRID, cursor)
        drawing = Drawing(Picture(80, 24, look().table))
        grid.paint(drawing, view, extent, {}, Rect(0, 0, 45, 19))
        rows = {int(name[1:]) for _, name in drawing.places}
        assert view.cursor in drawing.places and (min(rows), max(rows)) == (top, top + 17)
        shown = drawing.picture.text()
        assert (("↑" in shown), ("↓" in shown)) == (top > 1, top + 17 < 26), shown
        assert not set("←→") & set(shown), "all columns are seen"


# --- What a position says by its form


@pytest.mark.parametrize(
    ("position", "cells"),
    [
        ({"stones": {"A1": 0, "B2": 1}}, {"A1": 0, "B2": 1}),
        ({"stones": [["A1"], ["B2", "C3"]]}, {"A1": 0, "B2": 1, "C3": 1}),
        ({"board": {"A1": "oak", "B2": None}}, {"A1": "oak", "B2": ""}),
        ({"board": {"A1": ["oak", "elm"], "B2": {"kind": "ash", "turn": 1}}}, {"A1": "elm", "B2": "ash"}),
        ({"gems": ["A1", "C3"]}, {"A1": "g", "C3": "g"}),
        ({"board": {"A1": 3, "B2": 0}}, {"A1": "3", "B2": "0"}),
    ],
)
def test_marks_are_read_off_the_data(position: dict[str, Any], cells: dict[str, object]) -> None:
    found = {
        cell: mark.text if mark.seat is None else mark.seat
        for ground in grounds(position, 2, Extent(3, 3))
        for cell, mark in ground.cells.items()
    }
    assert found == cells


def test_rows_are_a_grid_and_lists_of_cards_are_none() -> None:
    (rows,) = grounds({"rows": [[0, 1, 0], [2, 0, 0], [0, 0, 0]]}, 2, Extent())
    assert {cell: mark.text for cell, mark in rows.cells.items() if mark.text} == {"B1": "1", "A2": "2"}
    (rows,) = grounds({"rows": ["x..", "...", "..."]}, 2, Extent(3, 3, small=True))
    assert rows.cells["a1"].text == "x"
    assert (
        grounds({"hand": ["R01", "R02", "R03"], "row": ["R11", "R12"], "hidden": [[0, 0], [0, 0]]}, 2, Extent()) == []
    )
    assert grounds({"cards": ["R12"], "edges": {"H11": "W"}}, 2, Extent(4, 4)) == []


def test_own_cells_are_told_from_those_of_others_and_drawn_things_are_not_told_again() -> None:
    position = {"players": 2, "hunters": [{"cells": {"A1": "x"}, "gems": 4}, {"cells": {"B2": "y"}, "gems": 3}]}
    found = grounds(position, 2, Extent(2, 2))
    assert [(ground.owner, list(ground.cells)) for ground in found] == [(0, ["A1"]), (1, ["B2"])]
    left = {"hunters": [{"gems": 4}, {"cells": {"B2": "y"}, "gems": 3}]}
    assert rest(position, found[:1], 2) == left


def test_what_is_drawn_out_of_a_list_leaves_the_others_their_numbers() -> None:
    position = {"seat": 0, "decks": [["R1", "R2"], ["a long name", "another one"], []], "hands": [["R3"], ["R4"]]}
    drawn = piles(position, 2)
    assert [say(pile.name) for pile in drawn] == ["decks 1", "hands 1", "hands 2"]
    left = rest(position, drawn, 2)
    assert left == {"seat": 0, "decks": {2: ["a long name", "another one"], 3: []}}
    told = words("chess").describe(left, ("Aki", "Bo"), 0)
    assert [*map(say, told)] == ["seat: Aki", "decks: 2 a long name, another one; 3 none"]


# --- In the language of whoever looks


def test_words_among_the_data_are_said_in_the_language_of_whoever_looks() -> None:
    """Names of fields and entries and what is chosen by a word, but not short names."""
    table = Table.open(TOY, [Player("Aki"), Player("Bo")], (("rounds", "1"),), "7")
    table.act(0, "stake 2")
    sitting = Sitting(table, PlainScene(TOY), False)
    sitting.look()
    shown = chrome.paint(sitting, sitting.scene, look().speaking(Pseudo()), 100, 30, KEYS).picture.text()
    assert all(changed(word) in shown for word in ("coin", "gold", "scores", "Choices"))
    assert not english_in(shown)


def test_a_short_name_in_a_sentence_has_the_colour_that_it_has_on_the_grid() -> None:
    scene, dress = PlainScene(game("princess")), look()
    assert scene.chip(dress, Piece("tile", "FU")) == (("FU", style_of(Mark("FU"), dress)),)
    assert scene.chip(dress, Piece("tile", "FU", Text("fire sun"))) == (), "its name says more"
    assert scene.chip(dress, Piece("card", "Long Slash")) == (), "too long to be drawn"


def test_a_player_is_called_by_name_whatever_is_left_to_tell_of_him() -> None:
    position = {"players": 2, "hunters": [{"held": ["R07"], "mood": "in the best of spirits"}, {"held": ["R08"]}]}
    left = rest(position, piles(position, 2), 2)
    told = words("chess").describe(left, ("竹取", "Bo"), 0)
    assert [said(line, ENGLISH, ("竹取", "Bo")) for line in told] == ["hunters 竹取: mood in the best of spirits"]


def test_whoever_decides_last_in_secret_decides_like_the_others() -> None:
    """What follows then depends on what the others hold: that is not known here, so it is asked about."""
    table = Table.open(TOY, [Player("Aki", "random"), Player("Bo")], (), "7")
    sitting = Sitting(table, PlainScene(TOY), True)
    while table.due()[0] == 0:
        table.act(0, TOY.default(table.match.state, 0))
        sitting.anew()
    assert sitting.mine and sitting.moment.seat == 1
    sitting.rotate(1)
    assert not sitting.choose() and sitting.pending is not None and "for good" in sitting.said
    assert sitting.choose() and table.match.steps[-1].seat != 0
