"""The plain scene: any game can be played with it, whatever its words are like."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.cases import some, some_rows
from tests.engine.games.toy import TOY
from tests.pseudo import PseudoLanguage, english_in, pseudo_translate
from tests.tui.boards.tables import KEYS, NAMES, look
from tests.tui.player.sitting import Sitting
from tilehall.engine import BUILT_IN_GAMES, ENGLISH, Action, Piece, RecordPlayer, Setup, Text, load_game, render_text
from tilehall.tui.boards.plain.cells import GridExtent
from tilehall.tui.boards.plain.choice_list import PAGE
from tilehall.tui.boards.plain.grid import GRID, mark_style
from tilehall.tui.boards.plain.position import Mark, find_cell_groups, find_piles, without_drawn
from tilehall.tui.boards.plain.renderer import PlainRenderer
from tilehall.tui.boards.wording import wording_for
from tilehall.tui.player.cursor import STEPS, nearest_in_direction
from tilehall.tui.player.selection import MENU, ActionChoice, Selection
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.testing import conform
from tilehall.tui.widgets import chrome

SIZES = ((80, 24), (100, 30), (200, 60))
GAMES = [
    (name, players) for name, box in BUILT_IN_GAMES.items() for players in (box.player_counts[0], box.player_counts[-1])
]


def sit(name: str, players: int, seed: str = "7") -> Sitting:
    table = Table.open(name, [RecordPlayer(each) for each in NAMES[:players]], (), seed)
    return Sitting(table, PlainRenderer(load_game(name)), False)


def walk(name: str, players: int, seed: str = "7") -> Iterator[Sitting]:
    """A whole game by lot: a sitting at every decision, the curtain raised."""
    sitting, lots = sit(name, players, seed), random.Random(seed)
    table = sitting.table
    while not table.over:
        sitting.look()
        # What is said may cover a part of the board.
        sitting.message = None
        yield sitting
        table.act(sitting.moment.seat, lots.choice(table.match.legal_actions(sitting.moment.seat)))
        sitting.anew()


def paint(sitting: Sitting, size: tuple[int, int] = (80, 24)) -> Drawing:
    return chrome.paint(sitting, sitting.scene, look(), *size, KEYS)


def text(sitting: Sitting, size: tuple[int, int] = (80, 24)) -> str:
    return paint(sitting, size).picture.text()


def say(text: Text) -> str:
    return render_text(text, ENGLISH, NAMES)


def picked(picker: Selection[Any], action: Action) -> ActionChoice[Any] | None:
    """Picks the places of an action one by one, or its line once it is listed."""
    choice = next(choice for choice in picker.choices if choice.action == action)
    for place in choice.places:
        assert place in picker.targets() or place in picker.picks
        done = picker.pick(place)
        if done:
            return done
    return picker.pick((MENU, choice.text))


# --- Every game


@pytest.mark.parametrize(("name", "players"), some_rows(GAMES, slice(0, None, 2)))
def test_whatever_is_legal_can_be_picked(name: str, players: int) -> None:
    lots = random.Random(name)
    for n, sitting in enumerate(walk(name, players)):
        whole = sitting.selection
        assert whole is not None
        legal = list(sitting.table.match.legal_actions(sitting.moment.seat))
        for action in legal if len(legal) < 60 and n % 4 == 0 else lots.sample(legal, min(4, len(legal))):
            found = picked(Selection(whole.decision, whole.choices), action)
            assert found is not None and found.action == action


@pytest.mark.parametrize("sizes", some([SIZES[:1], SIZES]), ids=len)
@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_a_whole_game_is_played_by_the_cursor_at_every_size(name: str, sizes: tuple[tuple[int, int], ...]) -> None:
    conform(PlainRenderer(load_game(name)), load_game(name), Setup(2), "plain", sizes)


@pytest.mark.parametrize("name", some(BUILT_IN_GAMES, slice(0, None, 2)))
def test_it_can_be_drawn_for_onlookers(name: str) -> None:
    for n, sitting in enumerate(walk(name, 2)):
        if n % 24 == 0:
            sitting.selection = None
            assert text(sitting, (100, 30))
            view = sitting.view(look())
            assert sitting.scene.paint_hand(view, 80, 21).picture.text().strip()


# --- The list


def many() -> Sitting:
    """Aki has her first tile to place, with far more choices than fit on a page."""
    sitting = sit("sand", 2)
    picker = sitting.selection
    assert picker is not None and len(picker.choices) > 100
    sitting.digit(1)
    return sitting


def test_a_long_list_has_pages_and_the_cursor_turns_them() -> None:
    sitting = many()
    listed = [place for place in sitting.stops() if place[0] == "list 1 pieces"]
    seen: set[Place] = set()
    for place in listed:
        sitting.focus.cursor.place = place
        shown = {other for other in paint(sitting).places if other[0] == "list 1 pieces"}
        assert place in shown
        seen |= shown
    assert seen == set(listed)


def test_pages_are_turned_by_their_numbers_which_choose_nothing() -> None:
    sitting = many()
    sitting.focus.cursor.place = next(place for place in sitting.stops() if place[0] == "list 1 pieces")
    first = paint(sitting)
    assert (PAGE, "2") in first.places
    sitting.point_at((PAGE, "2"))
    version = sitting.table.version
    assert not sitting.choose() and not sitting.toggle()
    second = paint(sitting)
    assert sitting.table.version == version and sitting.message is None
    assert "Page 2 of the choices" in say(sitting.status.current().text)
    one, two = ({place for place in drawing.places if place[0] == "list 1 pieces"} for drawing in (first, second))
    assert one and two and not one & two


def test_arrows_lead_everywhere_on_a_page() -> None:
    sitting = many()
    sitting.focus.cursor.place = next(place for place in sitting.stops() if place[0] == "list 1 pieces")
    places = paint(sitting).places
    reached, waiting = {sitting.cursor}, [sitting.cursor]
    while waiting:
        here = places[waiting.pop()]
        for way in STEPS:
            there = nearest_in_direction(here, way, places)
            if there and there not in reached:
                reached.add(there)
                waiting.append(there)
    assert {place for place in places if place[0] in ("list 1 pieces", PAGE)} <= reached


def test_digits_choose_the_first_of_the_list() -> None:
    sitting = sit("sand", 2)
    numbered = sitting.digit_places()
    assert [zone for zone, _ in numbered[:3]] == ["list 0 tile"] * 3 and numbered == sitting.stops()[: len(numbered)]
    assert f"1 {numbered[0][1]}" in text(sitting) and f"2 {numbered[1][1]}" in text(sitting)
    sitting.digit(2)
    assert sitting.selection is not None and sitting.selection.picks == [numbered[1]]


def test_what_is_picked_is_marked_and_can_be_put_back() -> None:
    sitting = next(s for s in walk("beasts", 2) if s.selection and s.selection.decision.kind == "SETUP_BEAST")
    beast = sitting.digit_places()[0]
    sitting.digit(1)
    assert f"{look().glyphs.check}{beast[1]}" in text(sitting)
    assert sitting.cursor and sitting.cursor[0] == GRID, "the next thing to say is where"
    assert sitting.go_back() and f"{look().glyphs.check}{beast[1]}" not in text(sitting)


# --- The grid


def test_a_cell_says_what_lies_there_and_why_it_may_not_be_chosen() -> None:
    sitting = next(s for s in walk("princess", 2) if s.selection and s.selection.decision.kind == "CELL")
    sitting.focus.cursor.place = (GRID, "D4")
    sitting.describe()
    assert sitting.message and say(sitting.message.text).startswith("Bo, D4 AM")
    free = next(place for place in paint(sitting).places if place[0] == GRID and place not in sitting.stops())
    sitting.focus.cursor.place = free
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

    sitting = next(s for s in walk("princess", 2) if s.selection and s.selection.decision.kind == "CELL")
    extent = GridExtent(20, 26)
    for cursor, top in (("A1", 1), ("C13", 4), ("T26", 9)):
        view = sitting.view(look())
        view.cursor = (GRID, cursor)
        drawing = Drawing(Picture(80, 24, look().table))
        grid.paint_grid(drawing, view, extent, {}, Rect(0, 0, 45, 19))
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
        for ground in find_cell_groups(position, 2, GridExtent(3, 3))
        for cell, mark in ground.cells.items()
    }
    assert found == cells


def test_rows_are_a_grid_and_lists_of_cards_are_none() -> None:
    (rows,) = find_cell_groups({"rows": [[0, 1, 0], [2, 0, 0], [0, 0, 0]]}, 2, GridExtent())
    assert {cell: mark.text for cell, mark in rows.cells.items() if mark.text} == {"B1": "1", "A2": "2"}
    (rows,) = find_cell_groups({"rows": ["x..", "...", "..."]}, 2, GridExtent(3, 3, small_letters=True))
    assert rows.cells["a1"].text == "x"
    assert (
        find_cell_groups(
            {"hand": ["R01", "R02", "R03"], "row": ["R11", "R12"], "hidden": [[0, 0], [0, 0]]}, 2, GridExtent()
        )
        == []
    )
    assert find_cell_groups({"cards": ["R12"], "edges": {"H11": "W"}}, 2, GridExtent(4, 4)) == []


def test_own_cells_are_told_from_those_of_others_and_drawn_things_are_not_told_again() -> None:
    position = {"players": 2, "hunters": [{"cells": {"A1": "x"}, "gems": 4}, {"cells": {"B2": "y"}, "gems": 3}]}
    found = find_cell_groups(position, 2, GridExtent(2, 2))
    assert [(ground.owner, list(ground.cells)) for ground in found] == [(0, ["A1"]), (1, ["B2"])]
    left = {"hunters": [{"gems": 4}, {"cells": {"B2": "y"}, "gems": 3}]}
    assert without_drawn(position, found[:1], 2) == left


def test_what_is_drawn_out_of_a_list_leaves_the_others_their_numbers() -> None:
    position = {"seat": 0, "decks": [["R1", "R2"], ["a long name", "another one"], []], "hands": [["R3"], ["R4"]]}
    drawn = find_piles(position, 2)
    assert [say(pile.name) for pile in drawn] == ["decks 1", "hands 1", "hands 2"]
    left = without_drawn(position, drawn, 2)
    assert left == {"seat": 0, "decks": {2: ["a long name", "another one"], 3: []}}
    told = wording_for("chess").describe(left, ("Aki", "Bo"), 0)
    assert [*map(say, told)] == ["seat: Aki", "decks: 2 a long name, another one; 3 none"]


# --- In the language of whoever looks


def test_words_among_the_data_are_said_in_the_language_of_whoever_looks() -> None:
    """Names of fields and entries and what is chosen by a word, but not short names."""
    table = Table.open(TOY, [RecordPlayer("Aki"), RecordPlayer("Bo")], (("rounds", "1"),), "7")
    table.act(0, "stake 2")
    sitting = Sitting(table, PlainRenderer(TOY), False)
    sitting.look()
    shown = chrome.paint(sitting, sitting.scene, look().with_language(PseudoLanguage()), 100, 30, KEYS).picture.text()
    assert all(pseudo_translate(word) in shown for word in ("coin", "gold", "scores", "Choices"))
    assert not english_in(shown)


def test_a_short_name_in_a_sentence_has_the_colour_that_it_has_on_the_grid() -> None:
    scene, dress = PlainRenderer(load_game("princess")), look()
    assert scene.chip(dress, Piece("tile", "FU")) == (("FU", mark_style(Mark("FU"), dress)),)
    assert scene.chip(dress, Piece("tile", "FU", Text("fire sun"))) == (), "its name says more"
    assert scene.chip(dress, Piece("card", "Long Slash")) == (), "too long to be drawn"


def test_a_player_is_called_by_name_whatever_is_left_to_tell_of_him() -> None:
    position = {"players": 2, "hunters": [{"held": ["R07"], "mood": "in the best of spirits"}, {"held": ["R08"]}]}
    left = without_drawn(position, find_piles(position, 2), 2)
    told = wording_for("chess").describe(left, ("竹取", "Bo"), 0)
    assert [render_text(line, ENGLISH, ("竹取", "Bo")) for line in told] == [
        "hunters 竹取: mood in the best of spirits"
    ]


def test_whoever_decides_last_in_secret_decides_like_the_others() -> None:
    """What follows then depends on what the others hold: that is not known here, so it is asked about."""
    table = Table.open(TOY, [RecordPlayer("Aki", "random"), RecordPlayer("Bo")], (), "7")
    sitting = Sitting(table, PlainRenderer(TOY), True)
    while table.due()[0] == 0:
        table.act(0, TOY.default_action(table.match.state, 0))
        sitting.anew()
    assert sitting.must_decide and sitting.moment.seat == 1
    sitting.rotate(1)
    assert not sitting.choose() and sitting.pending is not None and "for good" in sitting.said
    assert sitting.choose() and table.match.steps[-1].seat != 0
