"""The scene of Realm of Sand: all is on it at every size, shapes are aimed well, each choice can be pointed at."""

import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain

import pytest

from tests.cases import each_once, some, some_rows
from tests.engine.games.sand.table import advanced, dealt, having
from tests.pseudo import Bracketed, PseudoLanguage, cut_in, english_in
from tests.tui.boards.tables import KEYS, LOOKS, NAMES, SIZES, look, visit
from tests.tui.player.sitting import Sitting, hint
from tilehall.engine import ENGLISH, Piece, RecordPlayer, RuleError, render_text
from tilehall.engine.games.sand import (
    DARK,
    GRID,
    HOLE,
    SAND,
    BuildingCard,
    components,
    disk,
    nearness,
    ready_cards,
    split_list,
    square,
)
from tilehall.engine.games.sand import card as card_piece
from tilehall.engine.games.sand import tile as tile_piece
from tilehall.engine.games.sand.actions import PlaceTile as Lay
from tilehall.engine.games.sand.preview import is_last_round
from tilehall.engine.games.sand.state import SandState
from tilehall.engine.testing.wording import find_flaw
from tilehall.themes.colour import contrast
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.boards.sand.pieces import element_hue
from tilehall.tui.boards.sand.placement import AIMED_ZONES, tile_places
from tilehall.tui.boards.wording import wording_for
from tilehall.tui.config.look import Look
from tilehall.tui.player.selection import MENU
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.output import cells, styled_text
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.widgets import chrome

ADVANCED = (("mode", "advanced"),)


def sit(players: int = 2, seed: str = "7", options: tuple[tuple[str, str], ...] = ()) -> Sitting:
    """Everybody at one keyboard, Aki first."""
    first = (("first", "0"),) if players > 1 else ()
    table = Table.open("sand", [RecordPlayer(name) for name in NAMES[:players]], (*first, *options), seed)
    return Sitting(table, renderer_for("sand"), False)


def settle(sitting: Sitting) -> Sitting:
    sitting.anew()
    if sitting.moment.curtain:
        sitting.look()
    sitting.message = None
    return sitting


@cache
def played(players: int, options: tuple[tuple[str, str], ...], wild: float) -> tuple[str, ...]:
    """The choices of a whole game, worked out once; some of them are made by lot."""
    lots, table = random.Random(f"{players}{options}"), sit(players, "dunes", options).table
    while not table.over:
        seat = table.due()[0]
        by_lot = lots.random() < wild
        table.act(seat, lots.choice(table.match.legal_actions(seat)) if by_lot else hint(table, seat).action)
    return tuple(str(step.action) for step in table.match.steps if step.seat >= 0)


def walk(
    players: int, options: tuple[tuple[str, str], ...] = (), wild: float = 0.2, every: int = 1
) -> Iterator[Sitting]:
    """A whole game: a sitting at every decision, or at some."""
    # What is said may cover a part of the board.
    yield from map(settle, visit(sit(players, "dunes", options), played(players, options, wild), every))


def until(sitting: Sitting, kind: str, condition=lambda s, seat: True) -> Sitting:
    """Plays on by advice until this decision is due."""
    table = settle(sitting).table
    while True:
        seat = table.due()[0]
        if table.rules.decision(table.match.state, seat).kind == kind and condition(table.match.state, seat):
            return settle(sitting)
        table.act(seat, hint(table, seat).action)


def paint(sitting: Sitting, size: tuple[int, int] = (80, 24), dress: Look | None = None) -> Drawing:
    return chrome.paint(sitting, sitting.scene, dress or look(), *size, KEYS)


def text(sitting: Sitting, size: tuple[int, int] = (80, 24), dress: Look | None = None) -> str:
    return paint(sitting, size, dress).picture.text()


def inside(drawing: Drawing, place: Place) -> list[str]:
    rect = drawing.places[place]
    lines = drawing.picture.text().split("\n")[rect.y : rect.y + rect.height]
    return [line[rect.x : rect.x + rect.width] for line in lines]


def status(sitting: Sitting) -> str:
    """What is told below the board, in words."""
    return render_text(sitting.status.current().text, ENGLISH, sitting.table.names)


def title(card: int) -> str:
    """`1aG Stele`."""
    return f"{components().cards[card].id} {components().cards[card].name}"


def facing(s: SandState, names: Sequence[str] = NAMES) -> Sitting:
    """Everybody at one keyboard, from a position on."""
    players = [RecordPlayer(name) for name in names[: len(s.magicians)]]
    position = SAND.dump(s)
    table = Table.open("sand", players, position["options"].items(), "7", position=position)
    sitting = Sitting(table, renderer_for("sand"), False)
    paint(settle(sitting))
    return sitting


def go(sitting: Sitting, box: str) -> str:
    """The cursor on a box; what is said of it."""
    sitting.point_at(("own", box))
    return status(sitting)


def overlap(one: Rect, other: Rect) -> bool:
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height


TABLES = [(1, ()), (2, ()), (2, (*ADVANCED, ("boards", "red,blue"))), (4, ADVANCED)]


# --- At every size


@pytest.mark.parametrize(("players", "options"), some_rows(TABLES, keep=2))
def test_every_place_lies_on_the_picture_and_no_two_overlap(players: int, options: tuple[tuple[str, str], ...]) -> None:
    for n, sitting in enumerate(walk(players, options, every=22)):
        for size in (*SIZES, (80 + 6 * n % 41, 24 + 6 * n % 17)):
            drawing = paint(sitting, size)
            placed = list(drawing.places.items())
            for at, (place, rect) in enumerate(placed):
                assert rect.width > 0 and rect.height > 0 and rect.x >= 0 and rect.y >= 1, (place, size)
                assert rect.x + rect.width <= size[0] and rect.y + rect.height <= size[1] - 1, (place, size)
                # A card of choices lies over the board.
                below = placed[at + 1 :] if place[0] != MENU else placed[:at]
                assert not [other for other, its in below if overlap(rect, its)], (place, size)
            for place in sitting.stops():
                sitting.point_at(place)
                assert place in drawing.places or place in paint(sitting, size).places, (place, size)
            sitting.go_to_stop(0)


def test_painting_changes_nothing_and_is_always_the_same() -> None:
    for sitting in walk(4, ADVANCED, every=20):
        before = (sitting.cursor, sitting.message, sitting.table.record())
        one = paint(sitting, (120, 40))
        again = paint(sitting, (120, 40))
        assert one.places == again.places and one.picture.changes(again.picture) == []
        sitting.scene = renderer_for("sand")
        assert paint(sitting, (120, 40)).picture.changes(one.picture) == []
        assert (sitting.cursor, sitting.message, sitting.table.record()) == before


@pytest.mark.parametrize(("players", "options"), some_rows(TABLES, slice(0, None, 2)))
def test_everything_that_is_always_shown(players: int, options: tuple[tuple[str, str], ...]) -> None:
    """Section 10 of the rules, by text alone."""
    dress, box = look(), components()
    star, clock = dress.glyphs.star, dress.glyphs.hourglass
    for n, sitting in enumerate(walk(players, options, every=26)):
        s = sitting.moment.state
        mine = s.magicians[sitting.moment.seat]
        for size in SIZES:
            shown = text(sitting, size, dress)
            assert f"{star}{mine.stars} {clock}{mine.hourglasses}" in shown
            assert f"{mine.dark} of {mine.level}" in shown
            decks = " ".join(str(s.deck_size(n)) for n in range(3))
            if is_last_round(s):
                assert "Last round" in shown and decks in shown
            else:
                assert f"round {s.round}" in shown and f"decks {decks}" in shown
            for card in s.rows:
                assert card == HOLE or named(box.cards[card], sitting, size) in shown
            for count, letter in zip(mine.reserve, box.letters, strict=True):
                assert f"({letter}){count}" in shown
            for seat, other in enumerate(s.magicians):
                assert seat == sitting.moment.seat or f"{star}{other.stars} {clock}{other.hourglasses}" in shown
            if players == 1:
                assert f"{s.aside.bit_count()} tile" in shown and "set aside" in shown and " left" in shown
            if options:
                assert box.powers[mine.power] in shown


def named(card: BuildingCard, sitting: Sitting, size: tuple[int, int]) -> str:
    """The name of a building, of which a digit may leave only the beginning on a small screen."""
    return str(card.name)[: 6 if size[0] < 100 else None]


@pytest.mark.parametrize("size", some(SIZES, slice(1, None, 2)))
@pytest.mark.parametrize("players", some([2, 4], keep=0))
def test_the_tiles_of_the_others_are_shown(players: int, size: tuple[int, int]) -> None:
    sitting = until(sit(players), "PRE", lambda s, seat: s.round == 2)
    dress, s = look(), sitting.moment.state
    drawing = paint(sitting, size)
    lines = drawing.picture.text().split("\n")
    for seat in range(players):
        if seat == sitting.moment.seat:
            continue
        rect = drawing.places["rival", str(seat)]
        shown = [line[rect.x : rect.x + rect.width] for line in lines[rect.y + 1 : rect.y + 16]]
        for tile, each in enumerate(components().tiles):
            if s.magicians[seat].tiles >> tile & 1:
                whole = "".join(words for words, _ in sitting.scene.chip(dress, tile_piece(tile)))
                assert any(whole in line or each.pattern.split("/")[0] in line for line in shown), (each.id, shown)


def test_buildings_that_are_new_since_the_own_last_turn_are_marked() -> None:
    sitting, new = sit(2, "11"), set[str]()
    for turn in range(3, 9):
        until(sitting, "PRE", lambda s, seat, turn=turn: s.round == turn)
        seat, entries = sitting.moment.seat, sitting.moment.log_since(0)
        since = max(n for n, entry in enumerate(entries) if entry.key == "end" and entry.seat == seat)
        new = {entry.marks[0] for entry in entries[since:] if entry.key == "row"}
        if new:
            break
    drawing = paint(sitting, (120, 40))
    marked = {name for zone, name in drawing.places if zone == "card" and "new" in inside(drawing, (zone, name))[0]}
    assert new and marked == new


@pytest.mark.parametrize("size", some(SIZES, slice(0, None, 2)))
def test_the_circle_is_a_ring_in_which_what_may_be_taken_has_a_digit(size: tuple[int, int]) -> None:
    sitting = until(sit(), "TAKE", lambda s, seat: s.round == 2)
    dress, drawing = look(), paint(sitting, size)
    lines = drawing.picture.text().split("\n")
    for number in ("1", "2"):
        rect = drawing.places["queue", number]
        assert lines[rect.y - 1][rect.x] == number
    assert any(dress.glyphs.princess in line for line in lines)
    ring = [rect for (zone, _), rect in drawing.places.items() if zone == "ring"]
    if size[0] >= 120:
        assert len(ring) + 2 == len(sitting.moment.state.circle)
        assert len({rect.y for rect in ring}) > 1


def test_one_who_plays_alone_sees_the_whole_ring_and_a_small_window_most_of_it() -> None:
    for sitting in walk(1, every=18):
        circle = len(sitting.moment.state.circle)
        for size, least in (((120, 40), circle), ((100, 30), min(circle, 14))):
            rings = [rect for (zone, _), rect in paint(sitting, size).places.items() if zone in ("ring", "queue")]
            assert len(rings) >= least, size


def test_a_hint_to_another_tile_puts_the_one_in_hand_down() -> None:
    """Two shadows on the board, of the tile in hand and of the one that is meant, would be one too many."""
    sitting = until(sit(), "PRE", lambda s, seat: s.round == 2)
    wanted = hint(sitting.table, sitting.moment.seat).action
    sitting.point_at(next(place for place in sitting.stops() if place[0] == "tile" and place[1] not in str(wanted)))
    sitting.choose()
    assert sitting.focus.is_shape_aimed()
    sitting.hint()
    sitting.hint()
    assert not sitting.focus.is_shape_aimed() and sitting.pending is not None and sitting.pending.action == wanted
    assert sitting.choose() and str(sitting.table.match.steps[-1].action) == str(wanted)


def test_the_log_lies_where_there_is_most_room_for_it() -> None:
    """Beside the board of the only rival, where only a line or two were left below it."""
    sitting = until(sit(), "PRE", lambda s, seat: s.round == 5)
    lines = paint(sitting, (120, 40)).picture.text().split("\n")
    (head,) = (n for n, line in enumerate(lines) if "Log ─" in line)
    left = lines[head].index("Log ─")
    assert sum(bool(line[left:].strip()) for line in lines[head + 1 : -5]) > 8


def test_either_all_cards_say_what_they_bring_in_words_or_none() -> None:
    sitting, words = until(sit(), "PRE"), look().glyphs.star
    for size in ((120, 40), (160, 50), (200, 60)):
        drawing = paint(sitting, size)
        said = {
            "star" in line
            for place in drawing.places
            if place[0] == "card"
            for line in inside(drawing, place)
            if words in line
        }
        assert len(said) == 1, size


def test_the_digit_before_a_name_takes_nothing_of_it() -> None:
    seen = set()
    for sitting in walk(2):
        s = sitting.moment.state
        for card in ready_cards(s, s.magicians[sitting.moment.seat]):
            name = str(components().cards[card].name)
            place = ("card", components().cards[card].id)
            head = paint(sitting, (80, 24)).picture.text().split("\n")[paint(sitting).places[place].y]
            if place in sitting.digit_places() and len(name) < 11:
                assert name in head
                seen.add(name)
    assert len(seen) > 5


@pytest.mark.parametrize("size", some(SIZES, slice(1, None, 2)))
def test_cards_have_the_names_by_which_sentences_tell_them(size: tuple[int, int]) -> None:
    """Buildings of one name are told by the letter of their colour; only the longest names leave no room for it."""
    sitting, dress, without = until(sit(2, "9"), "PRE"), look(), set()
    drawing = paint(sitting, size)
    for card in (card for card in sitting.moment.state.rows if card != HOLE):
        each = components().cards[card]
        head = inside(drawing, ("card", each.id))[0]
        whole = "".join(words for words, _ in sitting.scene.chip(dress, card_piece(card)))
        if whole not in head:
            without.add(each.name)
            assert f"{each.name}{each.id[-1]}" in head or each.name == "Twin Spire", head
    assert without == ({"Colonnade", "Moon Gate", "Twin Spire"} if size == (80, 24) else set())


@pytest.mark.parametrize("size", some(SIZES, slice(0, None, 2)))
def test_disks_that_a_building_brings_stand_in_brackets(size: tuple[int, int]) -> None:
    """In both where there is room, otherwise in one; without any a disk looked like a square."""
    letters, seen = components().letters, set()
    for sitting in walk(2):
        drawing, s = paint(sitting, size), sitting.moment.state
        for card in (components().cards[card] for card in s.rows if card != HOLE):
            shown = " ".join(inside(drawing, ("card", card.id))[1:])
            whole = "".join(f"({letters[e]})" for e in card.disks)
            assert whole in shown or whole.replace("(", "") in shown, shown
            seen |= {(card.name, whole in shown)} if card.disks else set()
    assert {name for name, whole in seen if not whole} <= ({"Shrine"} if size == (80, 24) else set())


def test_what_the_circle_gives_is_told() -> None:
    sitting = until(sit(), "PRE", lambda s, seat: s.round == 2)
    for place, told in ((0, "after a tile was placed (S-4.10)"), (3, "first two from the queen")):
        sitting.point_at(("ring", components().tiles[sitting.moment.state.circle[place]].id))
        assert told in status(sitting)


def test_without_colours_boxes_and_squares_have_lines() -> None:
    dress = Look(LOOKS.palettes["ansi"], LOOKS.glyphs["ascii"], colourless=True)
    sitting = until(sit(), "PRE", lambda s, seat: s.round == 4)
    mine = sitting.moment.state.magicians[sitting.moment.seat]
    for size in SIZES:
        drawing = paint(sitting, size, dress)
        for box in range(GRID.size):
            top = inside(drawing, ("own", GRID.name(box)))[0]
            if mine.occupied >> box & 1:
                assert mine.disks >> box & 1 or dress.glyphs.full in top
            else:
                assert (dress.glyphs.dark if DARK >> box & 1 else dress.glyphs.line_h) in top


@pytest.mark.parametrize("palette", some(["night", "day", "lagoon", "paper", "contrast"], slice(0, None, 2)))
def test_a_ghost_stands_between_bars_that_can_be_seen(palette: str) -> None:
    dress, sitting = look(palette), until(sit(), "PRE")
    sitting.digit(1)
    sitting.point_at(("own", "C3"))
    drawing = paint(sitting, dress=dress)
    for name in ("B3", "D3"):
        rect = drawing.places["own", name]
        chars, styles = drawing.picture.cells(rect.x, rect.y, 1)
        if chars[0] == dress.glyphs.fence_v:
            assert contrast(styles[0].color.name, styles[0].bgcolor.name) >= 3


def test_how_near_every_building_is() -> None:
    """What of it lies on the board is bright, the rest dim; where there is room that is told as well."""
    dress, box = look(), components()
    for sitting in walk(2, every=26):
        s = sitting.moment.state
        mine = s.magicians[sitting.moment.seat]
        for size in SIZES:
            drawing = paint(sitting, size)
            for card in s.rows:
                if card == HOLE:
                    continue
                found = box.cards[card]
                near = nearness(mine, found)
                rect = drawing.places["card", found.id]
                faces = {dress.face(element_hue(dress, element)) for _, _, element in found.form}
                wide = 4 if size[0] >= 160 else 2
                columns = 1 + max(c for _, c, _ in found.form)
                lines = range(rect.y + 1, rect.y + rect.height - 2 * (size[0] >= 120))
                bright = sum(
                    drawing.picture._styles[y][rect.x + 1 + wide * c + (wide - 1) // 2] in faces
                    for y in lines
                    for c in range(columns)
                    if drawing.picture._chars[y][rect.x + 1 + wide * c + (wide - 1) // 2] in box.letters
                )
                shown = " ".join(inside(drawing, ("card", found.id)))
                gained = len(found.disks) if columns > 3 else 0
                assert 0 <= bright - (len(found.form) - near.missing) <= gained, (found.id, size, shown)
                if size[0] >= 120:
                    assert ("ready" in shown) == (not near.missing)
                    counts = [f"{near.missing_elements.count(e)}{e}" for e in dict.fromkeys(near.missing_elements)]
                    lacks = ("lacks " + " ".join(counts), "lacks " + "".join(counts))
                    assert not near.missing or any(words in shown for words in lacks), (shown, lacks)


@pytest.mark.parametrize(
    ("palette", "glyphs"), each_once(["night", "day", "contrast", "ansi"], ["full", "neutral", "ascii"])
)
def test_squares_and_disks_are_told_apart_by_shape(palette: str, glyphs: str) -> None:
    dress, seen = look(palette, glyphs), set()
    for sitting in walk(2, every=3):
        s = sitting.moment.state
        mine = s.magicians[sitting.moment.seat]
        for size in SIZES[:3]:
            drawing = paint(sitting, size, dress)
            for box in range(GRID.size):
                place = ("own", GRID.name(box))
                element = mine.element_at(box)
                if element is None or place == sitting.cursor:
                    continue
                shown = "".join(inside(drawing, place))
                assert components().letters[element] in shown
                disk = bool(mine.disks >> box & 1)
                assert (dress.glyphs.round_tr in shown and dress.glyphs.round_br in shown) == disk, (shown, size)
                seen.add(disk)
    assert seen == {True, False}


def test_dark_boxes_are_told_from_light_ones_by_shape() -> None:
    sitting = settle(sit())
    for palette in LOOKS.palettes:
        dress = look(palette)
        for size in SIZES:
            drawing = paint(sitting, size, dress)
            for box in range(GRID.size):
                hatched = dress.glyphs.dark in "".join(inside(drawing, ("own", GRID.name(box))))
                assert hatched == bool(DARK >> box & 1)


def test_a_window_that_is_too_small_is_told_so() -> None:
    assert "80x24" in text(settle(sit()), (79, 24)) and not paint(settle(sit()), (80, 23)).places


# --- Aiming


def test_a_tile_can_be_laid_in_every_way_and_always_on_the_grid() -> None:
    box = components()
    for number, tile in enumerate(box.tiles):
        aimed = set()
        for turn in range(4):
            for flipped in (False, True):
                for cell in range(GRID.size):
                    places = tile_places(number, turn, flipped, cell)
                    assert len({name[:2] for _, name in places}) == 3
                    assert all(name[:2] in GRID.numbers for _, name in places)
                    aimed.add(",".join(sorted(name for _, name in places)))
        every = {Lay(number, pieces).words[1] for pieces in tile.placements}
        assert aimed == every, tile.id


def test_the_middle_of_a_tile_lies_under_the_cursor_where_there_is_room() -> None:
    for number in range(len(components().tiles)):
        for turn in range(4):
            for cell in ("B2", "C3", "D4", "E2"):
                names = [name[:2] for _, name in tile_places(number, turn, False, GRID.numbers[cell])]
                assert cell in names
                rows = [abs(GRID.numbers[cell] // 6 - GRID.numbers[name] // 6) for name in names]
                assert max(rows) <= 1


def test_turning_and_flipping_keep_the_tile_under_the_cursor() -> None:
    """The box of the cursor stays the cursor, and a box of the shape, but in a corner into which no turn reaches."""
    sitting = settle(sit())
    for digit in (1, 2, 3):
        sitting.digit(digit)
        for name in GRID.names:
            sitting.point_at(("own", name))
            for turns in range(8):
                sitting.rotate(1)
                if turns == 3:
                    sitting.flip()
                assert sitting.cursor == ("own", name)
                boxes = [part[:2] for _, part in sitting.focus.aimed_places()]
                assert name in boxes or name in ("A1", "F1", "A5", "F5"), (digit, boxes)


def test_a_tile_is_taken_up_as_it_lies() -> None:
    """A key that turned nothing has not turned what is taken up next."""
    sitting = settle(sit())
    for turned in (lambda: sitting.rotate(1), sitting.flip):
        turned()
        assert "There is no piece to" in status(sitting)
        assert (sitting.cursor_state.rotation, sitting.cursor_state.flipped) == (0, False)


def test_the_ghost_goes_where_enter_places_the_tile() -> None:
    for n, sitting in enumerate(walk(2)):
        picker = sitting.selection
        if n % 13 or picker is None or picker.decision.kind != "PRE":
            continue
        sitting.digit(2)
        assert sitting.cursor and sitting.cursor[0] == "own" and sitting.focus.is_shape_aimed()
        sitting.rotate(1)
        sitting.flip()
        sitting.message = None
        legal = {choice.text for choice in picker.choices}
        for place in [stop for stop in sitting.stops() if stop[0] == "own"]:
            sitting.point_at(place)
            (choice,) = picker.matching(*sitting.focus.aimed_places())
            assert choice.text in legal
            names = [part.partition("=") for part in split_list(choice.action.words[1])]
            drawing = paint(sitting, (120, 40))
            for name, _, letter in names:
                assert letter in "".join(inside(drawing, ("own", name)))
            told = status(sitting)
            boxes, squares = " ".join(name for name, _, _ in names), " ".join(letter for _, _, letter in names)
            assert told.startswith(f"{squares} on {boxes}")
        return


def test_what_is_lost_and_what_becomes_ready_is_told_before() -> None:
    seen = set()
    for sitting in walk(2):
        picker = sitting.selection
        if picker is None or picker.decision.kind != "PRE":
            continue
        s, seat = sitting.moment.state, sitting.moment.seat
        mine = s.magicians[seat]
        for choice in picker.choices[:60]:
            if choice.action.verb != "place":
                continue
            after = sitting.table.rules.apply(s, seat, choice.action)
            told = str(sitting.guide().preview(choice))
            made = set(ready_cards(after, after.magicians[seat])) - set(ready_cards(s, mine))
            for card in made:
                assert title(card) in told
                seen.add("ready")
            for name, _, letter in (part.partition("=") for part in split_list(choice.action.words[1])):
                box = GRID.numbers[name]
                again = not mine.disks >> box & 1 and mine.element_at(box) == components().letters.index(letter)
                if mine.occupied >> box & 1 and not again:
                    assert name in told and ("loses square" in told or "returns to your reserve" in told)
                    seen.add("lost")
    assert seen == {"ready", "lost"}


def test_buildings_that_would_become_ready_are_marked() -> None:
    star = look().glyphs.legal_strong
    for sitting in walk(2):
        picker = sitting.selection
        if picker is None or picker.decision.kind != "PRE":
            continue
        s, seat = sitting.moment.state, sitting.moment.seat
        for choice in picker.choices:
            if choice.action.verb != "place":
                continue
            after = sitting.table.rules.apply(s, seat, choice.action)
            made = set(ready_cards(after, after.magicians[seat])) - set(ready_cards(s, s.magicians[seat]))
            if made:
                point_at(sitting, choice.places)
                drawing = paint(sitting)
                for card in made:
                    rect = drawing.places["card", components().cards[card].id]
                    assert drawing.picture.text().split("\n")[rect.y][rect.x] == star
                return
    raise AssertionError("no such choice in a whole game")


def point_at(sitting: Sitting, places: tuple[Place, ...]) -> None:
    """Takes up the tile of these places, turns it and goes to the box, so that it lies there."""
    assert sitting.selection is not None
    tile = next(name for zone, name in places if zone == "tile")
    wanted = {place for place in places if place[0] == "lay"}
    number = components().tile_numbers[tile]
    turn, flipped, cell = next(
        (turn, flipped, cell)
        for flipped in (False, True)
        for turn in range(4)
        for cell in range(GRID.size)
        if set(tile_places(number, turn, flipped, cell)) == wanted
    )
    sitting.digit(sitting.digit_places().index(("tile", tile)) + 1)
    for _ in range(turn):
        sitting.rotate(1)
    if flipped:
        sitting.flip()
    sitting.point_at(("own", GRID.name(cell)))


def test_every_choice_can_be_pointed_at() -> None:
    """By place, in any order of card and boxes; what has no place is in the menu."""
    verbs = set()
    shifting = having(advanced("green", "yellow"), crystal="ready", level=1, squares={"B3": "G", "D4": "R"})
    for options in ((), (*ADVANCED, ("boards", "red,blue")), (*ADVANCED, ("boards", "green,yellow"))):
        for n, sitting in enumerate(chain([facing(shifting)], walk(2, options, 0.4))):
            picker = sitting.selection
            assert picker is not None
            if n % 2 and len(picker.choices) > 60:
                continue
            for choice in picker.choices[n % 9 :: 9] if len(picker.choices) > 9 else picker.choices:
                picker.picks.clear()
                verbs.add(choice.action.verb)
                if not choice.places:
                    assert (MENU, choice.text) in sitting.stops()
                    continue
                if choice.action.verb == "place":
                    picker.picks = [place for place in choice.places if place[0] == "tile"]
                    assert picker.matching(*choice.places) == [choice]
                    continue
                for place in sorted(choice.places, key=lambda place: place[0] not in ("card", "power")):
                    left = picker.matching()
                    if place in picker.picks or (len(left) > 1 and all(place in each.places for each in left)):
                        continue
                    spot = ("own", place[1]) if place[0] in AIMED_ZONES else place
                    assert spot in sitting.stops(), (choice.text, spot, picker.picks)
                    sitting.focus.cursor.place = spot
                    aimed = sitting.focus.aimed_places()
                    assert aimed == (place,), (choice.text, aimed)
                    left = picker.matching(place)
                    if len(left) == 1:
                        assert left == [choice]
                        break
                    picker.picks.append(place)
            picker.picks.clear()
    assert verbs >= {
        "place",
        "complete",
        "summon",
        "take",
        "disk",
        "end",
        "red",
        "keep",
        "bottom",
        "blue",
        "blue2",
        "green",
    }


# --- One thing after the other


def test_a_digit_takes_up_a_tile_another_digit_another_one() -> None:
    sitting = settle(sit())
    tiles = sitting.digit_places()
    assert [zone for zone, _ in tiles] == ["tile"] * 3
    sitting.digit(1)
    assert sitting.selection is not None and sitting.selection.picks == [tiles[0]]
    assert "r turn" in text(sitting) and "f flip" in text(sitting)
    sitting.digit(3)
    assert sitting.selection.picks == [tiles[2]]
    assert sitting.go_back() and not sitting.selection.picks


def test_turning_says_when_it_changes_nothing() -> None:
    seen = set()
    for sitting in walk(1):
        if sitting.selection is None or sitting.selection.decision.kind != "PRE":
            continue
        for n, (_, name) in enumerate(sitting.digit_places()[:3]):
            pattern = components().tiles[components().tile_numbers[name]].pattern
            sitting.digit(n + 1)
            sitting.point_at(("own", "C3"))
            sitting.flip()
            same = len(pattern) == 3 and pattern == pattern[::-1]
            assert ("changes nothing" in status(sitting)) == same, name
            seen.add(same)
            sitting.go_back()
            settle(sitting)
    assert seen == {True, False}


def test_why_a_tile_may_not_lie_there() -> None:
    sitting = settle(sit())
    sitting.digit(1)
    sitting.point_at(("own", "A1"))
    assert "needs level" in status(sitting) and "you have level 0" in status(sitting)
    assert not sitting.choose()
    message = sitting.status.current()
    assert message.tone == "bad" and message.rule == "S-4.5" and "level" in status(sitting)


def test_a_building_is_completed_card_first_and_box_first() -> None:
    for first in ("card", "own"):
        sitting = until(sit(2, "11"), "POST", lambda s, seat: bool(ready_cards(s, s.magicians[seat])))
        picker = sitting.selection
        assert picker is not None
        choice = next(choice for choice in picker.choices if choice.action.verb == "complete")
        places = [place if place[0] == "card" else ("own", place[1]) for place in choice.places]
        places.sort(key=lambda place: place[0] != first)
        steps = len(sitting.table.match.steps)
        for place in places:
            sitting.point_at(place)
            sitting.choose()
            if len(sitting.table.match.steps) > steps:
                break
        assert str(sitting.table.match.steps[steps].action) == choice.text


def test_a_building_that_lies_in_one_place_takes_one_key() -> None:
    """And one that lies in several as many more as the boxes in which they differ."""
    seen = set()
    for sitting in walk(2):
        picker = sitting.selection
        for number, (zone, card) in enumerate(sitting.digit_places() if picker else (), 1):
            ways = picker.matching((zone, card))
            if zone != "card":
                continue
            steps = len(sitting.table.match.steps)
            # Otherwise a turn in which nothing is left to do would end by itself.
            sitting.options.confirm = True
            sitting.digit(number)
            if len(ways) == 1:
                assert str(sitting.table.match.steps[steps].action) == ways[0].text
                sitting.undo()
                settle(sitting)
            else:
                shared = set.intersection(*(set(way.places) for way in ways))
                assert not {("own", name) for zone, name in shared if zone == "from"} & set(sitting.stops())
                sitting.go_back()
            seen.add(len(ways) == 1)
            break
    assert seen >= {True}


def two_steles() -> Sitting:
    """A Stele lies in two places that share two boxes."""
    row_of_red = dict.fromkeys(("B3", "C3", "D3", "E3"), "R")
    return facing(having(dealt(), squares=row_of_red, rows={1: ["1aR", "1bK", "1cG", "1dG"]}))


def test_where_a_building_lies_in_two_places_enter_does_what_is_said() -> None:
    sitting = two_steles()
    told = go(sitting, "D3")
    assert told == "D3: square R Crimson Sand on a light box. Enter: complete; then choose one of 2 ways."
    sitting.choose()
    assert status(sitting).startswith("build 1aR Stele on ")
    assert "R D3" not in text(sitting) and "Stele R" in text(sitting)
    assert go(sitting, "C3").endswith("All 2 ways that are left take this: choose by another marked spot.")
    sitting.choose()
    assert status(sitting) == "All 2 ways that are left take this: choose by another marked spot. Nearest: B3, E3."
    assert sitting.cursor == ("own", "C3")
    assert go(sitting, "E3").startswith("build 1aR Stele on C3 D3 E3: ")
    sitting.choose()
    assert str(sitting.table.match.steps[-1].action) == "complete 1aR C3,D3,E3"
    assert "the only way" not in status(sitting)


def test_a_building_with_two_places_is_named_where_it_is_picked() -> None:
    sitting = two_steles()
    sitting.digit(4)
    assert sitting.selection is not None and sitting.selection.picks == [("card", "1aR")]
    assert "Stele R" in text(sitting).split("\n")[20] and "1aR" not in text(sitting)
    assert "take this" in go(sitting, "D3")
    go(sitting, "B3")
    sitting.choose()
    assert str(sitting.table.match.steps[-1].action) == "complete 1aR B3,C3,D3"
    assert "the only way" not in status(sitting)


def test_the_building_under_the_cursor_is_shown_on_the_board() -> None:
    sitting = until(sit(2, "4"), "PRE", lambda s, seat: s.round == 4)
    s = sitting.moment.state
    card = next(
        c
        for c in s.rows
        if c != HOLE and 0 < nearness(s.magicians[sitting.moment.seat], components().cards[c]).missing < 4
    )
    near = nearness(s.magicians[sitting.moment.seat], components().cards[card])
    sitting.point_at(("card", components().cards[card].id))
    drawing, glyphs = paint(sitting), look().glyphs
    boxes = ["".join(inside(drawing, ("own", name))) for name in GRID.names]
    assert sum(glyphs.pattern_missing in box for box in boxes) == near.missing
    assert sum(glyphs.pattern_have in box for box in boxes) == near.pieces.bit_count() - near.missing
    assert "short of" in status(sitting)


def test_of_a_building_that_has_gone_nothing_is_shown_on_the_board() -> None:
    """The cursor still stands where it lay."""
    sitting = two_steles()
    gone = next(card for n, card in enumerate(components().cards) if n not in sitting.moment.state.rows)
    sitting.focus.cursor.place = ("card", gone.id)
    assert look().glyphs.pattern_missing not in text(sitting)


def test_a_building_that_is_not_complete_says_so_in_a_line() -> None:
    sitting = settle(sit())
    card = components().cards[sitting.moment.state.rows[0]]
    sitting.point_at(("card", card.id))
    sitting.choose()
    said_once = f"{card.id} {card.name} is not complete yet: {len(card.form)} boxes of its pattern are missing."
    assert status(sitting).startswith(f"{said_once} Nearest: ")
    assert text(sitting).count(str(card.name)) == 2


def test_a_tile_further_on_in_the_circle_is_refused_by_the_rule_that_keeps_it_there() -> None:
    sitting = until(sit(), "TAKE")
    sitting.point_at(("ring", components().tiles[sitting.moment.state.circle[2]].id))
    sitting.choose()
    assert status(sitting).startswith("You take the first or the second tile of the circle.")
    assert sitting.message is not None and sitting.message.rule == "S-4.10"


def test_what_was_built_is_not_taken_for_what_enter_does_next() -> None:
    for sitting in walk(2):
        kind = sitting.selection.decision.kind if sitting.selection else ""
        cards = [place for place in sitting.digit_places() if place[0] == "card"] if kind == "POST" else []
        if len(cards) == 1 and sitting.selection and len(sitting.selection.choices) == 2:
            sitting.options.confirm = True
            sitting.point_at(cards[0])
            sitting.choose()
            assert sitting.pending is not None and sitting.pending.text == "end"
            assert re.search("^Done, in the only way there was: build .* end turn.* Enter does it", status(sitting))
            return
    raise AssertionError("Nothing was built last in a turn.")


def test_a_turn_in_which_nothing_is_left_says_so_once() -> None:
    """What ends it stands with its key beside the prompt, not in the line below it as well."""
    sitting = until(sit(2, "9"), "POST", lambda s, seat: not ready_cards(s, s.magicians[seat]))
    sitting.options.confirm = True
    sitting.skip()
    shown = text(sitting)
    assert "Nothing more is complete.  " in shown and ". end turn  " in shown and ".: end turn" not in shown
    assert status(sitting) == "end turn. Enter does it, and others go on; Esc goes back."


def test_a_tile_that_is_taken_is_named_once() -> None:
    sitting = until(sit(2, "9"), "TAKE")
    s = sitting.moment.state
    first, second = (components().tiles[tile] for tile in s.circle[:2])
    sitting.point_at(("queue", "1"))
    assert status(sitting).count(first.id) == status(sitting).count(second.id) == 1


@pytest.mark.parametrize("size", some(SIZES, slice(1, None, 2)))
def test_the_dark_boxes_of_a_rival_are_told_as_the_own_ones(size: tuple[int, int]) -> None:
    s = having(dealt(), level=2, squares={"A1": "G"})
    sitting = facing(having(s, 1, level=3, squares={"A1": "G", "B1": "R"}))
    shown = text(sitting, size)
    assert "dark boxes 1 of 2" in shown and "dark boxes 2 of 3" in shown


def test_what_another_player_has_is_told_once() -> None:
    sitting = settle(sit())
    sitting.point_at(("rival", "1"))
    assert status(sitting).count("tiles ") == 1


def test_the_prompt_offers_only_what_can_be_done() -> None:
    sitting = settle(sit())
    assert "Place a tile. " in text(sitting)
    for sitting in walk(2):
        assert sitting.selection is not None
        prompt, verbs = (
            str(sitting.selection.decision.prompt),
            {choice.action.verb for choice in sitting.selection.choices},
        )
        if sitting.selection.decision.kind in ("PRE", "POST"):
            assert ("omplete buildings" in prompt) == ("complete" in verbs)
            assert ("summon" in prompt) == ("summon" in verbs)
        if "of 3)" in prompt:
            magician = sitting.moment.state.magicians[sitting.moment.seat]
            left = sum(magician.reserve) + (magician.disks & ~sitting.moment.state.settled).bit_count()
            assert left >= 3 - sitting.moment.state.made


def test_a_tile_in_hand_begins_where_it_covers_least() -> None:
    for sitting in walk(2):
        if (
            sitting.selection is None
            or sitting.selection.decision.kind != "PRE"
            or sitting.digit_places()[0][0] != "tile"
        ):
            continue
        occupied = sitting.moment.state.magicians[sitting.moment.seat].occupied
        sitting.digit(1)
        spots = [place for place in sitting.stops() if place[0] == "own"]

        def covered(place: Place, occupied: int = occupied, sitting: Sitting = sitting) -> int:
            boxes = [name[:2] for _, name in sitting.scene.targets_at(sitting.cursor_context(), place)]
            return sum(occupied >> GRID.numbers[name] & 1 for name in boxes)

        assert sitting.cursor in spots
        assert covered(sitting.cursor) == min(map(covered, spots))


def test_the_disk_under_the_cursor_stands_in_brackets() -> None:
    sitting = until(sit(), "SUMMON")
    assert sitting.cursor is not None and sitting.cursor[0] == "reserve"
    assert f"[({sitting.cursor[1]})1]" in text(sitting)


def test_the_open_circle_has_no_line_between_its_squares() -> None:
    lines = text(until(sit(), "PRE")).split("\n")
    top = next(n for n, line in enumerate(lines) if "Circle" in line)
    assert set(lines[top + 2][1:31]) <= set("GRK ")


def test_the_hand_says_what_its_letters_mean() -> None:
    sitting = until(sit(), "PRE", lambda s, seat: s.round == 5)
    told = sitting.scene.paint_hand(sitting.view(look()), 80, 20).picture.text()
    assert "right: what it lacks   ! not owned" in told


def test_the_figures_below_the_board_are_explained() -> None:
    sitting = settle(sit())
    sitting.point_at(("score", "own"))
    told = "0 stars, 0 hourglasses, the game ends with 10 hourglasses, your level allows 0 dark boxes, and you use 0."
    assert status(sitting) == told
    assert inside(paint(sitting), ("score", "own"))[0].startswith("★0 ◷0/10")


def test_the_words_for_what_is_under_the_cursor() -> None:
    for options in ((), (*ADVANCED, ("boards", "orange,purple"))):
        sitting = until(sit(2, "5", options), "PRE", lambda s, seat: s.round == 3)
        drawing = paint(sitting)
        for place in drawing.places:
            if place[0] == MENU:
                continue
            told = str(sitting.scene.describe(sitting.view(look()), place))
            assert told.endswith(".") and len(told) > 10
    assert "summon" in str(sitting.scene.describe_action(sitting.cursor_context(), SAND.parse("summon+")))


def test_the_hand_shows_what_is_studied_at_leisure() -> None:
    box = components()
    for sitting in walk(2, (*ADVANCED, ("boards", "red,blue")), every=30):
        s = sitting.moment.state
        mine = s.magicians[sitting.moment.seat]
        for width, height in ((80, 21), (100, 27), (120, 37)):
            shown = sitting.scene.paint_hand(sitting.view(look()), width, height).picture.text()
            assert f"{mine.stars} star" in shown and f"level {mine.level}" in shown
            for card in range(len(box.cards)):
                if mine.kept >> card & 1 or card in s.rows:
                    assert f"{box.cards[card].name} {box.cards[card].id[-1]}" in shown
            assert f"Crystal: {box.powers[mine.power]}" in shown


def test_kept_cards_are_seen_by_their_owner_alone() -> None:
    sitting = until(
        sit(2, "12", (*ADVANCED, ("boards", "red,blue"))), "PRE", lambda s, seat: s.magicians[0].kept and seat == 0
    )
    (card, *_) = [c for n, c in enumerate(components().cards) if sitting.moment.state.magicians[0].kept >> n & 1]
    assert re.search(f"kept +{card.name} {card.id[-1]} ★{card.stars} ", text(sitting))
    until(sitting, "PRE", lambda s, seat: seat == 1)
    assert not re.search("kept +[A-Z][a-z]+ [GRK] ", text(sitting)) and "1 card kept" in text(sitting)


def test_the_legend_names_every_sign() -> None:
    for glyphs in LOOKS.glyphs:
        dress = look(glyphs=glyphs)
        legend = renderer_for("sand").legend(dress)
        signs = " ".join(legend)
        marks = dress.glyphs
        for sign in (marks.dark, marks.star, marks.hourglass, marks.crystal_ready, marks.legal_strong, marks.last):
            assert sign in signs


# --- In words


@pytest.mark.parametrize(("players", "options"), some_rows(TABLES, slice(0, None, 2)))
def test_every_position_in_words(players: int, options: tuple[tuple[str, str], ...]) -> None:
    speak = wording_for("sand")
    for sitting in walk(players, options, every=26):
        table, seat = sitting.table, sitting.moment.seat
        for viewer in (None, seat, (seat + 1) % players):
            position = table.rules.dump(table.match.view(viewer))
            told = [render_text(line, ENGLISH, table.names) for line in speak.describe(position, table.names, viewer)]
            assert all(line and line.isascii() for line in told)
            for card in (c for c in table.match.view(viewer).rows if c != HOLE):
                assert any(title(card) in line for line in told)
        position = table.rules.dump(table.match.view(seat))
        for what in ("D2", "T07", "2bR", NAMES[0], f"{NAMES[0]} a1", "buildings", "circle", "supply", "decks"):
            assert speak.describe_thing(position, table.names, seat, what)
        assert len(speak.describe_neighbours(position, table.names, seat, "c3")) == 9
        assert len(speak.describe_neighbours(position, table.names, seat, "A1")) == 4
        assert len(speak.describe_line(position, table.names, seat, "")) == 5
        assert speak.describe_line(position, table.names, seat, "b") and speak.describe_line(
            position, table.names, seat, "5"
        )
        for action in table.match.legal_actions(seat):
            gloss = speak.explain_action(action)
            assert gloss is None or not find_flaw(gloss, players)
    for broken in ("zebra", ""):
        with pytest.raises(RuleError):
            speak.describe_thing(position, table.names, seat, broken)
    with pytest.raises(RuleError):
        speak.describe_neighbours(position, table.names, seat, "Z9")
    with pytest.raises(RuleError):
        speak.describe_line(position, table.names, seat, "9")


def test_glosses() -> None:
    def gloss(text: str) -> str:
        return str(wording_for("sand").explain_action(SAND.parse(text)) or "")

    assert gloss("place T14 D1=G,D2=R,E1=G") == "GG over R"
    assert gloss("complete 1aG B2,C2,D2") == "Stele, 1 star, 1 hourglass, disk R"
    assert gloss("gain M") == "Golden Moon" and gloss("end") == ""
    assert gloss("blue T01 T14") == "T14 GG over R for T01 GGR"


# --- In any language, with any names


EVERY_PIECE = [
    *map(tile_piece, range(28)),
    *map(card_piece, range(54)),
    *map(square, range(3)),
    *map(disk, range(5)),
    *(Piece(kind, letter) for kind in ("square", "disk", "element") for letter in "GRK"),
]


@pytest.mark.parametrize(
    ("palette", "glyphs"), each_once(["night", "day", "contrast", "ansi"], ["full", "neutral", "ascii"])
)
def test_chips_are_short_and_read_without_colours(palette: str, glyphs: str) -> None:
    dress, drawn = look(palette, glyphs), {}
    for piece in EVERY_PIECE:
        chip = renderer_for("sand").chip(dress, piece)
        drawn[piece] = "".join(words for words, _ in chip)
        assert (
            0 < styled_text.line_width(chip) <= (13 if piece.kind == "card" else 6)
            and drawn[piece].strip() == drawn[piece]
        )
        assert drawn[piece].isascii()
    for kind in ("tile", "card"):
        same = [text for piece, text in drawn.items() if piece.kind == kind]
        assert len(set(same)) == len(same)
    assert drawn[square(0)] == "G" and drawn[disk(0)] == "(G)" and drawn[card_piece(0)] == "Stele G"


@pytest.mark.parametrize("boards", some(["red,blue", "green,yellow", "orange,purple"], keep=1))
def test_powers_are_said_in_any_language(boards: str) -> None:
    changed, bracketed = look().with_language(PseudoLanguage()), look().with_language(Bracketed())
    for n, sitting in enumerate(walk(2, (*ADVANCED, ("boards", boards)))):
        stops = sitting.stops()
        if n % 9:
            continue
        for place in stops[:: max(1, len(stops) // 2)]:
            sitting.point_at(place)
            for size in SIZES[:3]:
                shown, whole = text(sitting, size, changed), text(sitting, size, bracketed)
                assert not english_in(shown, frozenset({"hjkl"})), f"{english_in(shown)}\n{shown}"
                # A list of choices lies over the log.
                listed = sitting.selection is not None and len(sitting.selection.menu()) > 1
                assert listed or not cut_in(whole, bracketed.glyphs.ellipsis), whole
        hand = sitting.scene.paint_hand(sitting.view(bracketed), 80, 22).picture.text()
        assert not cut_in(hand, bracketed.glyphs.ellipsis), hand


WIDE_NAMES = ("竹取", "Ωméga-Zoë", "ABCDEFGHIJKLMNOPQRSTUVWX", "Q")


def called(names: tuple[str, ...]) -> Sitting:
    options = (("first", "0"), *ADVANCED, ("boards", "red,blue,green,purple"))
    return Sitting(
        Table.open("sand", [RecordPlayer(name) for name in names], options, "7"), renderer_for("sand"), False
    )


def scores(line: str) -> list[tuple[int, str]]:
    """What others have, and in which column it ends."""
    return [(cells.width(line[: each.end()]), each[0]) for each in re.finditer(r"★\d+ ◷\d+", line)]


@pytest.mark.parametrize("size", some(SIZES, slice(0, None, 2)))
def test_names_of_any_width_move_nothing(size: tuple[int, int]) -> None:
    short, wide = (until(called(names), "PRE", lambda s, seat: s.round > 2) for names in (NAMES, WIDE_NAMES))
    found = [[scores(line) for line in text(sitting, size).split("\n")] for sitting in (short, wide)]
    assert found[0] == found[1] and any(len(line) == 3 for line in found[0])


@pytest.mark.parametrize("size", some(SIZES, slice(1, None, 2)))
def test_the_others_are_told_in_one_line_while_cards_are_looked_at(size: tuple[int, int]) -> None:
    """Where there is too little room for their names, each has a letter."""
    ready_to_look = having(advanced("red", "blue", "green", "purple"), crystal="ready")
    sitting = until(facing(ready_to_look, WIDE_NAMES), "KEEP")
    (line,) = [line for line in text(sitting, size).split("\n") if "Keep one ─" in line]
    assert len(scores(line)) == 3 and cells.width(line.rstrip()) <= size[0]
    assert re.search(r"Ω\S* ★\d+ ◷\d+  A\S* ★\d+ ◷\d+  Q ★\d+ ◷\d+", line)
