"""Why not: what may not be chosen is refused in words, with a rule and a way out, and what is in the way lights up."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

from tests.rules import rule
from tests.tui.boards.tables import KEYS, NAMES, look, paint
from tests.tui.player.sitting import Sitting, english
from tilehall.engine import BUILT_IN_GAMES, RecordPlayer, load_rulebook
from tilehall.tui.boards import highlights
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.config.look import Look
from tilehall.tui.player.player import PlayerControls as Seated
from tilehall.tui.player.selection import MENU
from tilehall.tui.tables.seat import TableSeat, spectator_seat
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.viewpoint import PlayerTracker
from tilehall.tui.terminal.output.drawing import Drawing, Place
from tilehall.tui.widgets.chrome import Chrome

SIZE = (120, 40)
EVERY = 17
"""So many decisions are played on before the next board is asked about."""


def sat(game: str, seed: str) -> Sitting:
    options = {"sand": [("mode", "advanced")]}.get(game, [])
    return Sitting(
        Table.open(game, [RecordPlayer(name) for name in NAMES[:3]], options, seed), renderer_for(game), False
    )


def boards(game: str, seed: str, most: int) -> Iterator[Sitting]:
    """A game by lot, at some of its decisions; at every other of them a piece is picked."""
    lots, sitting = random.Random(f"{game} {seed}"), sat(game, seed)
    for n in range(most * EVERY):
        if sitting.table.over:
            return
        if sitting.moment.curtain:
            sitting.look()
        if n % EVERY == EVERY - 1 and sitting.selection is not None:
            stops = [place for place in sitting.stops() if place[0] != MENU]
            if stops and n % 2:
                sitting.point_at(lots.choice(stops))
                if len(sitting.selection.matching(*sitting.focus.aimed_places())) > 1:
                    sitting.selection.pick(*sitting.focus.aimed_places())
            yield sitting
        seat = lots.choice(sitting.table.due())
        sitting.table.act(seat, lots.choice(list(sitting.table.match.legal_actions(seat))))
        sitting.anew()


def refusals(sitting: Sitting, drawing: Drawing) -> Iterator[Place]:
    """Every place that may not be chosen, with the refusal as the message."""
    for place in drawing.places:
        sitting.point_at(place)
        guide = sitting.guide()
        if guide is None or place[0] == MENU:
            continue
        sitting.refuse()
        if sitting.message is not None and sitting.message.text.template != "This may be chosen: Enter.":
            yield place


@pytest.mark.parametrize(
    ("game", "zone"), [("princess", "way"), ("sand", "score"), ("beasts", "square"), ("kaguya", "store")]
)
def test_of_what_is_no_part_of_a_decision_it_is_said_first_what_it_is(game: str, zone: str) -> None:
    for sitting in boards(game, "what it is", 9):
        for place in refusals(sitting, paint(sitting, SIZE)):
            if (
                place[0] == zone
                and sitting.selection
                and not sitting.selection.picks
                and "Now is the time" in sitting.said
            ):
                described = english(sitting.reader.describe(sitting.cursor_context(), place), sitting.moment.names)
                assert sitting.said.startswith(described) and len(described) > 5
                return
    pytest.fail("nothing of the kind was asked about")


@pytest.mark.parametrize("game", BUILT_IN_GAMES)
def test_every_place_that_may_not_be_chosen_is_refused_with_a_way_out(game: str) -> None:
    asked = lit_up = 0
    for sitting in boards(game, "why not", 9):
        drawing, book = paint(sitting, SIZE), load_rulebook(sitting.moment.rules)
        for place in refusals(sitting, drawing):
            message, stops = sitting.message, sitting.stops()
            assert message is not None and book.paragraph(message.rule), sitting.said
            assert "Nearest: " in sitting.said and "{" not in sitting.said and sitting.last_rule == message.rule
            assert message.spots and (set(message.spots) <= {*stops, *drawing.places} or message.spots[0][0] == MENU)
            shown = highlights.find_words(set(message.marks), drawing.places, place)
            assert shown or not message.marks, (sitting.said, message.marks)
            tried = {place, *(sitting.selection.picks if sitting.selection else ())}
            legal = {stop for stop in {*stops} - tried if drawing.places.get(stop) in shown}
            assert not legal, (sitting.said, message.marks, legal)
            asked, lit_up = asked + 1, lit_up + bool(shown)
    assert asked > 100 and lit_up > 10


@pytest.mark.parametrize("game", BUILT_IN_GAMES)
def test_who_was_refused_something_is_told_the_key_of_the_rules_right_behind_the_first_two(game: str) -> None:
    asked = 0
    for sitting in boards(game, "rules", 5):
        chrome = Chrome(sitting, sitting.scene)
        for _ in islice(refusals(sitting, chrome.paint(look(), 80, 24, KEYS)), 5):
            footer = chrome.paint(look(), 80, 24, KEYS).picture.text().split("\n")[-1]
            assert footer.split("   ")[2] == "? rules", footer
            asked += 1
    assert asked > 10


def sets(game: str) -> Iterator[Sitting]:
    """A game by lot, at each decision that is a set, with as much picked as goes into it."""
    lots, sitting = random.Random(game), sat(game, "sets")
    for _ in range(400):
        if sitting.table.over:
            return
        if sitting.moment.curtain:
            sitting.look()
        while sitting.selection and sitting.selection.exact and (targets := sitting.selection.targets()):
            sitting.selection.pick(lots.choice(targets))
        if sitting.selection and sitting.selection.exact:
            yield sitting
        seat = lots.choice(sitting.table.due())
        sitting.table.act(seat, lots.choice(list(sitting.table.match.legal_actions(seat))))
        sitting.anew()


@rule("K-4.5", "K-4.42", "K-4.43")
def test_what_does_not_go_into_a_full_fist_is_refused_by_the_rule_that_fills_it() -> None:
    said = set[str]()
    for sitting in sets("kaguya"):
        paint(sitting, SIZE)
        assert sitting.selection is not None
        for place in {place for choice in sitting.selection.choices for place in choice.places} - {
            *sitting.selection.picks
        }:
            sitting.point_at(place)
            sitting.toggle()
            assert sitting.last_rule == sitting.selection.decision.rule
            said.add(f"{sitting.selection.decision.rule} {sitting.said.partition(' Nearest')[0]}")
    back = "Take one of them back first, with Space on it."
    assert said == {f"K-4.5 The fist holds two cubes at most. {back}", f"K-4.42 Only two cubes are taken. {back}"}


@rule("K-4.5")
def test_a_cube_that_is_not_there_is_told_as_that_whatever_is_picked() -> None:
    for sitting in sets("kaguya"):
        paint(sitting, SIZE)
        assert sitting.selection is not None
        held = {name for choice in sitting.selection.choices for _, name in choice.places}
        if sitting.selection.decision.kind == "PRESENT" and (lacking := set("RBGPC") - held):
            sitting.point_at(("cube", lacking.pop()))
            sitting.toggle()
            assert sitting.said.startswith("You have no ") and "behind your screen." in sitting.said
            return
    pytest.fail("everybody had every cube all the time")


@rule("B-4.1", "B-4.60")
def test_all_dice_and_all_cards_go_into_a_set() -> None:
    """So there is nothing that a set of them could be too full for."""
    kinds = set[str]()
    for sitting in sets("beasts"):
        assert sitting.selection is not None
        every = {place for choice in sitting.selection.choices for place in choice.places}
        assert {*sitting.selection.picks} == every
        kinds.add(sitting.selection.decision.kind)
    assert kinds == {"KEEP", "DISCARD"}


def laid_wrong() -> Sitting:
    """Princess: a tile in hand, and the cursor where it would touch no other one."""
    sitting = sat("princess", "7")
    lots = random.Random(1)
    while sitting.selection is None or sitting.selection.decision.kind != "CELL":
        seat = sitting.table.due()[0]
        sitting.table.act(seat, lots.choice(list(sitting.table.match.legal_actions(seat))))
        sitting.anew()
    sitting.point_at(("own", "A1"))
    return sitting


COLOURLESS = Look(look().palette, look().glyphs, True)


@pytest.mark.parametrize(
    "dress",
    [look(), look("ansi", "ascii"), look("ansi-light"), COLOURLESS],
    ids=["night", "ascii", "light", "colourless"],
)
def test_what_is_in_the_way_lights_up_until_the_next_key(dress: Look) -> None:
    sitting = laid_wrong()
    chrome = Chrome(sitting, sitting.scene)
    before = chrome.paint(dress, 80, 24, KEYS)
    sitting.choose()
    assert sitting.message is not None and sitting.message.marks == ("A1",)
    shown = chrome.paint(dress, 80, 24, KEYS)
    for name in sitting.message.marks:
        rect = shown.places["own", name]
        bar, styles = shown.picture.cells(rect.x, rect.y, rect.width)
        assert dress.glyphs.cross in bar, "by shape, not by colour alone"
        assert len(set(styles)) == 1 and styles[0] != before.picture.style_at(rect.x, rect.y)
        assert styles[0].reverse or styles[0].color != styles[0].bgcolor
    sitting.move("right", shown)
    after, rect = chrome.paint(dress, 80, 24, KEYS), shown.places["own", "A2"]
    assert after.picture.cells(*rect[:3]) == before.picture.cells(*rect[:3])


def test_tab_leads_to_what_was_named() -> None:
    sitting = laid_wrong()
    paint(sitting)
    sitting.choose()
    first = sitting.said.partition("Nearest: ")[2].partition(",")[0]
    sitting.go_to_next_stop(1)
    assert sitting.cursor == ("own", first) and sitting.message is None


KEYS_OF_CHOICE: list[Callable[[Seated[Any]], object]] = [
    lambda one: one.chooser.choose(),
    lambda one: one.chooser.toggle(),
    lambda one: one.chooser.skip(),
    lambda one: one.status.refuse_place(),
    lambda one: one.chooser.choose_digit(3),
]


@pytest.mark.parametrize("key", KEYS_OF_CHOICE)
def test_who_is_not_due_hears_whom_he_waits_for(key: Callable[[Seated[Any]], object]) -> None:
    table = Table.open("princess", [RecordPlayer("Aki"), RecordPlayer("Bo")], [("start_seat", "0")], "7")
    bo = Seated(TableSeat(table, PlayerTracker(1)), renderer_for("princess"))
    assert key(bo) is None
    message = bo.status.current()
    assert english(message.text, bo.moment.names) == "It is not your turn: Aki is to decide."
    assert message.rule == bo.status.last_rule == "P-3.5"


def test_a_number_that_is_on_nothing_names_what_there_is() -> None:
    sitting = laid_wrong()
    sitting.digit(9)
    assert sitting.said.startswith("Nothing is numbered now. Nearest: ") and sitting.last_rule.startswith("P-")


def test_where_nothing_can_be_passed_it_is_named_what_can_be_done() -> None:
    sitting = sat("princess", "7")
    sitting.skip()
    assert "Nearest: " in sitting.said and sitting.status.current().tone == "bad" and sitting.last_rule.startswith("P-")


def test_a_letter_of_something_that_cannot_be_done_now_names_what_can() -> None:
    """Realm of Sand: nobody owns a disk yet, so none can be summoned."""
    sitting = sat("sand", "7")
    while sitting.selection is None or sitting.selection.decision.kind != "PRE":
        sitting.table.act(sitting.table.due()[0], sitting.table.match.legal_actions(sitting.table.due()[0])[0])
        sitting.anew()
    letters = [letter for letter in "abcdefghijklmnopqrstuvwxyz" if sitting.chooser.explain_letter(letter, english)]
    assert letters and "Nearest: " in sitting.said and sitting.last_rule.startswith("S-")


@pytest.mark.parametrize("game", BUILT_IN_GAMES)
def test_whoever_looks_on_hears_who_is_to_decide(game: str) -> None:
    lots, table = random.Random(game), Table.open(game, [RecordPlayer(name) for name in NAMES[:3]], [], "waits")
    book, asked = load_rulebook(table.rules), 0
    while asked < 60 and not table.over:
        for seat in (spectator_seat(table), TableSeat(table, PlayerTracker(lots.randrange(3)))):
            eyes = Seated(seat, renderer_for(game))
            if eyes.must_decide:
                continue
            eyes.chooser.choose()
            said = english(eyes.status.current().text, table.names)
            assert any(name in said for name in table.names) or "fist" in said, said
            assert book.paragraph(eyes.status.last_rule), said
            asked += 1
        acts = lots.choice(table.due())
        table.act(acts, lots.choice(list(table.match.legal_actions(acts))))
    assert asked >= 60
