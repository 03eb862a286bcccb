"""Kaguyahime's board: everything is on it, at every size, in every look; and nothing that a seat may not know."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from tests.cases import some
from tests.pseudo import PseudoLanguage, english_in
from tests.tui.boards.tables import LOOKS, SIZES, look, paint, text
from tests.tui.boards.tables import NAMES as PEOPLE
from tests.tui.player.sitting import Sitting, hint
from tilehall.engine import ENGLISH, RecordPlayer, Rng, Step, render_text
from tilehall.engine.games.kaguya import (
    COLOURS,
    EMPTY,
    KAGUYA,
    KINDS,
    LETTERS,
    NAMES,
    NONE,
    QUARTERS,
    RoomContest,
    bonus_rate,
    combination_total,
    components,
    covered_quarters,
    cube,
    room_contests,
    tile,
    tile_name,
    totals_ahead,
)
from tilehall.tui.boards.kaguya import fist, floor_plan, panels
from tilehall.tui.boards.kaguya import wording as in_words
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.boards.sentences import style_sentence
from tilehall.tui.config.look import Look
from tilehall.tui.config.settings import Settings
from tilehall.tui.key_map import bind_keys
from tilehall.tui.languages.language import load_language
from tilehall.tui.player.player import PlayerControls as Seated
from tilehall.tui.player.selection import MENU
from tilehall.tui.player.view import CursorContext
from tilehall.tui.tables.seat import player_seat, spectator_seat
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.output.cells import split_cells
from tilehall.tui.terminal.output.drawing import Drawing, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.widgets.chrome import paint as chrome_paint

DIGITS = re.compile(r"\d")
KINDS_OF_DECISION = {"PRESENT", "TAKE", "GIVE", "TILE", "CELL", "ROT", "PLANT", "BREAK"}


def table(players: int = 2, seed: str = "7", kinds: str = "human") -> Table:
    seats = [RecordPlayer(PEOPLE[n], kinds if n else "human") for n in range(players)]
    return Table.open("kaguya", seats, (), seed)


def sit(found: Table) -> Sitting:
    sitting = Sitting(found, renderer_for("kaguya"), False)
    return uncovered(sitting)


def uncovered(sitting: Sitting) -> Sitting:
    if sitting.moment.curtain:
        sitting.look()
        sitting.message = None
    return sitting


@cache
def played(players: int, seed: str, wild: float, kinds: str) -> tuple[tuple[int, str], ...]:
    """Who chooses what in a whole game, worked out once; some of it by lot."""
    lots, found = random.Random(seed), table(players, seed, kinds)
    chosen: list[tuple[int, str]] = []
    while not found.over:
        seat = found.due()[0]
        lot = lots.random() < wild
        action = lots.choice(list(found.match.legal_actions(seat))) if lot else hint(found, seat).action
        chosen.append((seat, str(action)))
        found.act(seat, action)
    return tuple(chosen)


def walk(players: int, seed: str = "7", wild: float = 0.5, kinds: str = "human", every: int = 1) -> Iterator[Sitting]:
    """A whole game: a sitting at every decision of a human, whose curtain is up. Half of it goes by lot."""
    sitting, human = sit(table(players, seed, kinds)), 0
    sitting.leave()
    for seat, action in played(players, seed, wild, kinds):
        if sitting.table.is_human(seat):
            if human % every == 0:
                sitting.catch_up()
                sitting.anew()
                sitting.leave = sitting.table.subscribe(sitting.catch_up)
                yield uncovered(sitting)
                sitting.leave()
            human += 1
        sitting.table.act(seat, action)
    sitting.catch_up()


def until(kind: str, players: int = 2, seed: str = "7") -> Sitting:
    """A game by lot, up to this decision."""
    return next(s for s in walk(players, seed, 1.0) if s.selection and s.selection.decision.kind == kind)


def inside(picture: Picture, rect: Rect) -> str:
    lines = picture.text().split("\n")[rect.y : rect.y + rect.height]
    return "".join(line[rect.x : rect.x + rect.width] for line in lines)


# --- At every size


@pytest.mark.parametrize("players", some([2, 3, 4], keep=2))
def test_every_place_lies_on_the_picture_and_no_two_overlap(players: int) -> None:
    seen = set()
    for n, sitting in enumerate(walk(players)):
        assert sitting.selection is not None
        seen.add(sitting.selection.decision.kind)
        if n % 5:
            continue
        for size in (*SIZES, (80 + 7 * n % 83, 24 + 5 * n % 31)):
            drawing = paint(sitting, size)
            assert (drawing.picture.width, drawing.picture.height) == size
            taken: dict[tuple[int, int], object] = {}
            # The card with the choices lies over what is at the lower right.
            menu = [rect for (zone, _), rect in drawing.places.items() if zone == MENU]
            top = min((rect.y for rect in menu if len(menu) > 1), default=size[1])
            for place, rect in drawing.places.items():
                if place[0] in ("tile", "store", "cube") and rect.y + rect.height > top:
                    continue
                assert rect.width > 0 and rect.height > 0
                assert rect.x >= 0 and rect.x + rect.width <= size[0], (place, size)
                assert rect.y >= 1 and rect.y + rect.height <= size[1] - 1, (place, size)
                for x in range(rect.x, rect.x + rect.width):
                    for y in range(rect.y, rect.y + rect.height):
                        assert taken.setdefault((x, y), place) == place, (place, size)
            for place in sitting.stops():
                sitting.point_at(place)
                assert place in paint(sitting, size).places
            sitting.go_to_stop(0)
    assert seen >= KINDS_OF_DECISION - {"PLANT"}


def test_painting_changes_nothing_and_a_fresh_scene_paints_the_same() -> None:
    for n, sitting in enumerate(walk(3, every=14)):
        before = (sitting.cursor, sitting.message, sitting.table.record())
        for place in list(paint(sitting, (120, 40)).places)[:: 1 + n % 5]:
            sitting.focus.cursor.place = place
            remembered = paint(sitting, (120, 40))
            used, sitting.scene = sitting.scene, renderer_for("kaguya")
            fresh = paint(sitting, (120, 40))
            sitting.scene = used
            assert fresh.places == remembered.places and fresh.picture.changes(remembered.picture) == []
        sitting.focus.cursor.place = before[0]
        assert (sitting.cursor, sitting.message, sitting.table.record()) == before


# --- Everything is there


@pytest.mark.parametrize("players", some([2, 3, 4], keep=1))
def test_everything_that_is_always_shown(players: int) -> None:
    """Section 10 of the rules, by text alone."""
    box, dress = components(), look()
    for sitting in walk(players, every=18):
        s, sitting.cursor, sitting.message = sitting.table.match.state, None, None
        for size in SIZES:
            lines = board_text(sitting, size)
            assert f"Round {s.round} of {box.columns}." in lines[0]
            assert told_of_princess(s.princess, size) in lines[0] and "Points: favour and rooms now" in lines[0]
            if (size[0] < 100 or size[1] < 40) and s.point in ("CELL", "ROT", "PLANT", "BREAK", "TAKE", "GIVE"):
                # There the tile in hand, or the fists, may need the room.
                continue
            kinds_ = beneath(lines, "Cubes and rooms", 5 + players - 1)
            stars = [f"{value}{dress.glyphs.star}" for value in s.values]
            assert kinds_[2].split()[1 : 1 + len(stars)] == stars
            stored = re.findall(r"(\d+) (?:pays )?x(\d)", kinds_[3])
            rates = [bonus_rate(players, s.storage[colour]) for colour in COLOURS]
            assert stored == [(str(s.storage[colour]), str(rates[colour])) for colour in COLOURS]
            for row in kinds_[4:]:
                seat = next(seat for seat in range(players) if row[2:].startswith(PEOPLE[seat]))
                *sizes, favour = [int(word) for word in re.findall(r"-?\d+", row)][: len(COLOURS) + 1]
                assert sizes == [each.sizes[seat] for each in room_contests(s)]
                assert favour == s.merchants[seat].favour, "the points beside the names are with the rooms"
            sentence_ = f"{box.rates[players][0]} stored pay x2, {box.rates[players][1]} pay x3"
            assert sentence_ in "".join(lines)


def told_of_princess(favour: int, size: tuple[int, int]) -> str:
    """How far she is and what follows from it, in the words that there is room for."""
    if size[0] < 120:
        return f"Princess {favour}, last round past 29" if favour <= 29 else f"Princess {favour}: the last round"
    end = "When she passes 29, the round is the last." if favour <= 29 else "She passed 29: this is the last round."
    return f"The princess has {favour}. {end}"


def board_text(sitting: Sitting, size: tuple[int, int], dress: Look | None = None) -> list[str]:
    """The lines of the board alone."""
    return sitting.scene.paint(sitting.view(dress or look()), size[0], size[1] - 5).picture.text().split("\n")


def beneath(lines: list[str], title: str, count: int) -> list[str]:
    """The lines of a panel below its title."""
    at = next(n for n, line in enumerate(lines) if title in line)
    left = lines[at].index(title)
    return [line[left:] for line in lines[at + 1 : at + 1 + count]]


@pytest.mark.parametrize("players", some([2, 3, 4], keep=0))
def test_the_fist_says_its_sum_and_who_would_come_first(players: int) -> None:
    """With R2 B4 G2 P1 as in K-7.4; who stands nearer to the princess wins a tie (K-4.23)."""
    sitting = until("PRESENT", players)
    s = sitting.table.match.state.copy()
    s.values = (2, 4, 2, 1)
    seat = sitting.moment.seat
    s.edit(seat).purse = bytes((2, 2, 1, 1, 2))
    view = sitting.view(look())
    view.state = s
    sums = {"RR": 4, "RC": 4, "BC": 8, "BB": 8, "GP": 3, "BP": 5, "R": 2, "C": 0, "CC": 0}
    for held, worth in sums.items():
        view.selection.picks[:] = [("cube", letter) for letter in held]
        for large, area in enumerate((Rect(0, 0, 62, 6), Rect(0, 0, 90, 11))):
            picture = Picture(area.width, area.height, look().table)
            fist.draw_fist(Drawing(picture), view, area, large=bool(large))
            words = " ".join(picture.text().split())
            assert f"Adds up to {worth}" in words
            assert all(letter in picture.text() for letter in held)
        line = s.tie_break_order()
        for other, least in totals_ahead(s, seat, tuple(sorted(map(LETTERS.index, held)))):
            assert least == worth + (line.index(seat) < line.index(other))
    view.selection.picks.clear()


@pytest.mark.parametrize("players", some([2, 3, 4], keep=2))
@pytest.mark.parametrize("size", some(SIZES, slice(1, None, 2)))
def test_a_fist_that_is_not_closed_is_still_being_filled(players: int, size: tuple[int, int]) -> None:
    """`open` read as if its cubes could be seen; and what is said of it is never cut."""
    seen = set()
    for n, sitting in enumerate(walk(players)):
        s = sitting.table.match.state
        if n > 30 or s.point != "PRESENT":
            continue
        lines = beneath(board_text(sitting, size), "Your fist", 5)
        assert not any("…" in line for line in lines)
        rivals = [merchant.ready for seat, merchant in enumerate(s.merchants) if seat != sitting.moment.seat]
        words = "".join(lines)
        assert words.count("chooses") == rivals.count(False) and "open" not in words
        seen |= set(rivals)
    assert len(seen) == 2


@pytest.mark.parametrize("players", some([2, 3, 4], keep=1))
def test_tiles_are_called_as_they_are_numbered_in_either_drawing(players: int) -> None:
    """Side by side they are no column, and one below the other no row."""
    for n, sitting in enumerate(walk(players, "words", 1.0)):
        if n % 5 or not sitting.selection or sitting.selection.decision.kind != "TILE":
            continue
        view = sitting.view(look())
        words = [sitting.selection.decision.prompt, *(entry.text for entry in sitting.moment.log)]
        words += [sitting.scene.describe(view, place) for place in sitting.stops()]
        words += [sitting.scene.describe_action(view, choice.action) for choice in sitting.selection.choices]
        told = [render_text(text, ENGLISH, PEOPLE) for text in words]
        assert [line for line in told if re.search(r"\b(row|column)\b", line)] == []


def test_the_opened_fists_tell_the_order_the_ties_and_who_held_the_same() -> None:
    seen = set()
    for sitting in walk(4, "opened", 1.0):
        s = sitting.table.match.state
        if s.point != "TILE" or not s.is_princess_tile():
            continue
        lines = beneath(board_text(sitting, (80, 24)), "Opened fists", 4)
        for place, (line, seat) in enumerate(zip(lines, s.order, strict=True)):
            merchant = s.merchants[seat]
            assert merchant.held is not None
            assert ("1st", "2nd", "3rd", "4th")[place] in line and PEOPLE[seat] in line
            assert f"= {combination_total(merchant.held.cubes, s.values)}" in line
            assert bool(re.search("hearts (go )?back", line)) == merchant.penalised and "…" not in line
            seen |= {word for word in ("hearts go back", "wins the tie", "behind in the tie") if word in line}
    assert len(seen) == 3


def test_every_board_has_its_name_and_coordinates_on_a_large_screen() -> None:
    for players in (2, 3, 4):
        for sitting in walk(players, every=30):
            s = sitting.table.match.state
            for size in ((120, 40), (160, 50), (200, 60)):
                shown = "\n".join(board_text(sitting, size))
                assert "princess" in shown
                for seat in range(players):
                    assert shown.count(f"{look().glyphs.seat(seat)} {PEOPLE[seat]}") >= 2, (size, s.point)


@pytest.mark.parametrize("size", [(160, 50), (200, 60)])
def test_on_a_vast_screen_no_quarter_of_it_is_empty(size: tuple[int, int]) -> None:
    """The upper right was, as long as fists took whole lines."""
    for players in (2, 3, 4):
        for sitting in walk(players, every=50):
            lines = board_text(sitting, size)
            upper = [line[size[0] // 2 :] for line in lines[4 : size[1] // 2]]
            assert any(line.strip() for line in upper[: len(upper) // 2]), (size, sitting.table.match.state.point)
            assert sum(bool(line.strip()) for line in upper) > len(upper) // 4


def test_above_the_tiles_of_a_round_or_beside_them_stands_who_wins_ties() -> None:
    """K-4.23: the line of meeples, in the order in which it settles ties."""
    for players in (2, 3, 4):
        sitting = until("PRESENT", players)
        line = " ".join(look().glyphs.seat(seat) for seat in sitting.table.match.state.tie_break_order())
        assert f"ties: {line}" in text(sitting)
        assert "ties:" not in text(until("TILE", players)), "the meeples are on their way"


@pytest.mark.parametrize("players", some([2, 3, 4], keep=0))
@pytest.mark.parametrize("size", some(SIZES, slice(0, None, 2)))
@pytest.mark.parametrize("code", ["en", "de"])
def test_nothing_on_the_board_is_cut(code: str, size: tuple[int, int], players: int) -> None:
    """Where there is little room there are fewer words, but no half ones."""
    dress = look().with_language(load_language(code))
    for n, sitting in enumerate(walk(players, "cut", 1.0)):
        s = sitting.table.match.state
        if n % 7 and s.point not in ("TAKE", "GIVE", "BREAK", "PLANT") and n > 10:
            continue
        for held in ((2, 5), (5,), (4, 4)) if s.point == "PRESENT" else ((),):
            for digit in held:
                sitting.digit(digit)
            cut = [line for line in board_text(sitting, size, dress) if "…" in line]
            assert cut == [], s.point
            while sitting.selection and sitting.selection.picks:
                sitting.go_back()


@pytest.mark.parametrize("size", some(SIZES, slice(1, None, 2)))
def test_the_left_edge_is_straight(size: tuple[int, int]) -> None:
    """Nothing stands left of the title and the prompt but the cursor."""
    for n, sitting in enumerate(walk(3)):
        if n % 9 == 0:
            sitting.message = sitting.focus.cursor.place = None
            lines = text(sitting, size).split("\n")
            assert {line[0] for line in lines} == {" "} and sum(line[1] != " " for line in lines) > 8


def test_what_the_rooms_brought_is_told_again_with_the_others_turns() -> None:
    """The points beside the names change with them."""
    told = 0
    for sitting in walk(2, "recap", 1.0):
        for turn in sitting.news.recap():
            told += "Points for rooms as they are now" in render_text(turn.text, ENGLISH, PEOPLE)
    assert told


def test_the_log_stays_at_every_size_from_a_hundred_columns_on() -> None:
    for players in (2, 4):
        for n, sitting in enumerate(walk(players)):
            if n % 15 == 0:
                for size in ((100, 30), (120, 40), (160, 50)):
                    assert any("Log ─" in line for line in board_text(sitting, size)), (size, n)


def test_what_enter_holds_is_said_whole_beside_the_prompt() -> None:
    for n, sitting in enumerate(walk(2)):
        s = sitting.table.match.state
        if s.point == "PRESENT" and n < 40:
            assert "hold nothing" in text(sitting, (80, 24))


def test_the_columns_of_rounds_that_are_over_take_no_room() -> None:
    for sitting in walk(2):
        s = sitting.table.match.state
        if s.point == "PRESENT":
            head = next(line for line in board_text(sitting, (160, 50)) if "Round " in line and " of " not in line)
            assert re.findall(r"[0-9]+", head.partition("Round")[2])[0] == str(s.round)


def test_the_table_shows_every_tile_with_its_letters_and_hearts_and_the_meeples_before_the_rows() -> None:
    box, dress = components(), look()
    for n, sitting in enumerate(walk(4)):
        s = sitting.table.match.state
        if n % 11 or s.point not in ("PRESENT", "TILE"):
            continue
        # What is said may cover a part of the board.
        sitting.message = None
        for size in SIZES:
            drawing = paint(sitting, size)
            for row in range(1, s.rulings.rows + 1):
                number, rect = s.column(s.round)[row - 1], drawing.places["tile", str(row)]
                if number == EMPTY:
                    continue
                sitting.cursor, each = None, box.tiles[number]
                shown = inside(paint(sitting, size).picture, rect)
                assert all(
                    panel_letter in shown
                    for panel_letter in (floor_plan.half_letter(half, dress) for half in each.halves)
                )
                assert not each.hearts or f"{each.hearts}{dress.glyphs.heart}" in shown


@pytest.mark.parametrize("size", [*floor_plan.SIZES, floor_plan.QUARTERED], ids=lambda size: size.name)
def test_half_tiles_are_drawn_where_the_engine_has_them(size: floor_plan.CellSize) -> None:
    """The ground of every quarter in its colour, and every half with its letter, for all tiles and turns."""
    dress, cell = look("contrast"), NAMES.index("e5")
    for number, each in enumerate(components().tiles):
        for rot in range(each.rotation_count):
            cube = 2 if each.plant else -1
            picture = Picture(size.width, size.height, dress.table)
            rect = Rect(0, 0, size.width, size.height)
            floor_plan.draw_tile(picture, rect, floor_plan.half_colours(number, cube), rot, dress, each.plant)
            rooms = covered_quarters(number, cell, rot, cube)
            for quarter in range(4):
                row, column = divmod(quarter, 2)
                at = (2 * 4 + row) * QUARTERS.width + 2 * 4 + column
                colour = next((c for c in COLOURS if rooms[c] >> at & 1), -1)
                x, y = column * (size.width - 1), row * (size.height - 1)
                assert picture.style_at(x, y).bgcolor.name == floor_plan.half_hue(colour, dress).face
            for half in floor_plan.half_colours(number, cube):
                assert floor_plan.half_letter(half, dress) in picture.text()


def test_every_tile_on_every_board_carries_its_letters() -> None:
    for glyphs in LOOKS.glyphs:
        dress = look("night", glyphs)
        for sitting in walk(4, every=80):
            s = sitting.table.match.state
            # What is said may cover a part of the board.
            sitting.message = None
            sitting.focus.cursor.place = None
            for size in ((80, 24), (120, 40)):
                drawing = paint(sitting, size, dress)
                for board in (s.palace, s.merchants[sitting.moment.seat].board):
                    for cell, number, _, plant in board.placed:
                        shown = inside(drawing.picture, drawing.places["cell", NAMES[cell]])
                        for half in floor_plan.half_colours(number, plant):
                            assert floor_plan.half_letter(half, dress) in shown


def test_the_scoring_names_first_second_and_who_lost_a_tie() -> None:
    """K-7.7 with the tie-break G, W, B, R."""
    names = ("R", "B", "G", "W")
    green = RoomContest(2, 10, 2, (9, 4, 4, 3), (0, 2, 1, 3), (18, 0, 4, 0))
    assert panels.room_lines(green, look(), names, 60) == ["x2 R 9=18, G 4=4, tie lost: B"]
    purple = RoomContest(3, 12, 3, (2, 2, 2, 9), (3, 2, 1, 0), (0, 0, 3, 27))
    assert panels.room_lines(purple, look(), names, 60) == ["x3 W 9=27, G 2=3, tie lost: B, R"]
    even = RoomContest(0, 9, 2, (5, 5, 0, 0), (1, 0, 2, 3), (5, 10, 0, 0))
    assert panels.room_lines(even, look(), names, 60) == ["x2 B 5=10, R 5=5, tie lost: R"]
    nobody = RoomContest(1, 0, 1, (0, 0, 0, 0), (0, 1, 2, 3), (0, 0, 0, 0))
    assert panels.room_lines(nobody, look(), names, 60) == ["x1 nobody"]


def test_the_end_shows_all_four_colours_even_on_the_smallest_screen() -> None:
    for players in (2, 3, 4):
        sitting = sit(table(players, f"end{players}"))
        found = sitting.table
        while not found.over:
            found.act(found.due()[0], hint(found, found.due()[0]).action)
        sitting.reset_decision()
        sitting.message = None
        for seat in range(players):
            sitting.focus.moment = replace(sitting.moment, seat=seat)
            for size in SIZES:
                lines = text(sitting, size).split("\n")
                assert "The game is over" in lines[1] and "last round" not in lines[1] and "the last." not in lines[1]
                start = next(n for n, line in enumerate(lines) if "Rooms ─" in line)
                below = "\n".join(lines[start + 1 :])
                for each in room_contests(found.match.state):
                    first = f"{PEOPLE[each.order[0]][0]}"
                    assert f" {LETTERS[each.colour]}  x{each.rate} {first}" in below


# --- Picking


def test_every_hand_is_put_together_by_digits_and_dropped_again() -> None:
    for n, sitting in enumerate(walk(2)):
        assert sitting.selection is not None
        if sitting.selection.decision.kind != "PRESENT" or n % 4:
            continue
        for action in sitting.table.match.legal_actions(sitting.moment.seat):
            (word,) = action.words
            for mark in word.replace("-", ""):
                assert not sitting.digit(1 + (LETTERS + "*").index(mark))
            whole = sitting.selection.complete_choice()
            assert whole is not None and whole.action == action
            assert "".join(name for _, name in sitting.selection.picks) == word.replace("-", "")
            while sitting.selection.picks:
                sitting.go_back()


def test_a_pile_is_pressed_twice_for_a_pair_and_once_more_for_none() -> None:
    sitting = next(
        s for s in walk(2) if s.selection and s.selection.decision.kind == "PRESENT" and _doubled(s) is not None
    )
    kind = _doubled(sitting)
    assert sitting.selection is not None and kind is not None
    place = ("cube", LETTERS[kind])
    sitting.point_at(place)
    for expected in ([place], [place, place], []):
        assert not sitting.toggle()
        assert sitting.selection.picks == expected
    sitting.toggle()
    assert sitting.choose() and str(sitting.table.match.steps[-1].action) == f"present {LETTERS[kind]}"


def _doubled(sitting: Sitting) -> int | None:
    purse = sitting.table.match.state.merchants[sitting.moment.seat].purse
    return next((kind for kind in KINDS if purse[kind] > 1), None)


def test_enter_on_a_pile_does_not_present_nothing() -> None:
    sitting = until("PRESENT")
    steps = len(sitting.table.match.steps)
    sitting.point_at(("cube", "C"))
    assert not sitting.choose() and len(sitting.table.match.steps) == steps
    assert sitting.selection is not None and sitting.selection.picks == [("cube", "C")]


def test_a_cube_that_one_does_not_have_is_refused_with_its_rule() -> None:
    for sitting in walk(2, "none", 1.0):
        purse = sitting.table.match.state.merchants[sitting.moment.seat].purse
        kind = next((kind for kind in COLOURS if not purse[kind]), None)
        if kind is None or not sitting.selection or sitting.selection.decision.kind != "PRESENT":
            continue
        sitting.digit(kind + 1)
        assert sitting.status.current().rule == "K-4.5" and LETTERS[kind] in render_text(
            sitting.status.current().text, ENGLISH
        )
        return
    raise AssertionError("nobody ever lacked a colour")


def test_two_kinds_are_taken_in_the_break() -> None:
    sitting = until("BREAK", 3)
    pair = next(a for a in sitting.table.match.legal_actions(sitting.moment.seat) if len(a.words[0]) == 2)
    for kind in pair.words[0]:
        sitting.digit(1 + LETTERS.index(kind))
    assert sitting.choose() and sitting.table.match.steps[-1].action == pair


def test_turning_goes_through_the_menu_with_the_ghost_turned() -> None:
    sitting = next(
        s
        for s in walk(2, "turn", 1.0)
        if s.selection
        and s.selection.decision.kind == "CELL"
        and components().tiles[s.table.match.state.tile].rotation_count == 4
    )
    place = sitting.selection.targets()[0]
    sitting.point_at(place)
    ghosts = []
    for _ in range(4):
        drawing = paint(sitting, (120, 40))
        ghosts.append(_grounds(drawing.picture, drawing.places[place]))
        sitting.rotate(1)
        assert sitting.message is None
    assert len(set(ghosts)) == 4
    sitting.rotate(2)
    assert sitting.choose() and sitting.cursor == (MENU, "rot 2"), "it stays turned as it was"
    rect = paint(sitting, (120, 40)).places[place]
    for rot in (2, 3, 0, 1):
        assert sitting.cursor == (MENU, f"rot {rot}")
        assert _grounds(paint(sitting, (120, 40)).picture, rect) == ghosts[rot]
        sitting.rotate(1)
    first = components().tiles[sitting.table.match.state.tile].halves[0]
    assert first >= 0 and f"{LETTERS[first]} left" in text(sitting)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 50)])
def test_the_tile_in_hand_is_drawn_turned_as_its_ghost_is(size: tuple[int, int]) -> None:
    sitting = next(s for s in walk(2, "turn", 1.0) if _turns(s) == 4)
    s, seen = sitting.table.match.state, set()
    halves = [floor_plan.half_letter(half, look()) for half in components().tiles[s.tile].halves]
    for rot in range(4):
        sitting.point_at((MENU, f"rot {rot}"))
        lines = beneath(board_text(sitting, size), "The tile for", 6)
        shown = [letter for line in lines for letter in re.findall(r"\b[RBGPY]\b", line[:14])]
        assert shown == (halves if rot < 2 else halves[::-1])
        beside = next(line for line in lines if shown[0] in line[:14])
        assert (shown[1] in beside[:14]) == (rot % 2 == 0)
        seen.add(tuple(lines))
    assert len(seen) == 4


def test_the_letters_of_a_ghost_stand_apart_from_the_cursor() -> None:
    """On the smallest cells its corners stood around them like brackets."""
    sitting, dress = next(s for s in walk(2, "turn", 1.0) if _turns(s) == 4), look()
    corners = {dress.glyphs.cursor_tl, dress.glyphs.cursor_tr, dress.glyphs.cursor_bl, dress.glyphs.cursor_br}
    place = ("cell", NAMES[sitting.table.match.state.cell])
    for rot in range(4):
        sitting.point_at((MENU, f"rot {rot}"))
        drawing = paint(sitting)
        shown = inside(drawing.picture, drawing.places[place])
        assert corners & set(shown)
        assert not re.search(f"[A-Z][{''.join(corners)}]|[{''.join(corners)}][A-Z]", shown)


def test_the_letters_of_a_small_tile_on_the_table_stand_apart_from_the_cursor() -> None:
    sitting, dress = until("TILE"), look()
    corners = {dress.glyphs.cursor_tl, dress.glyphs.cursor_tr, dress.glyphs.cursor_bl, dress.glyphs.cursor_br}
    for place in sitting.stops():
        sitting.point_at(place)
        drawing = paint(sitting)
        rect = drawing.places[place]
        assert rect.width == 4
        around = Rect(rect.x - 1, rect.y, rect.width + 2, rect.height)
        assert corners <= set(inside(drawing.picture, around)) - set(inside(drawing.picture, rect))


def _turns(sitting: Sitting) -> int:
    """How a tile may be turned now; 0 if nothing is being turned."""
    s = sitting.table.match.state
    return (
        components().tiles[s.tile].rotation_count
        if sitting.selection and sitting.selection.decision.kind == "ROT"
        else 0
    )


def _grounds(picture: Picture, rect: Rect) -> tuple[object, ...]:
    corners = [(x, y) for x in (1, rect.width - 2) for y in (0, rect.height - 1)]
    return tuple(picture.style_at(rect.x + x, rect.y + y).bgcolor for x, y in corners)


def test_the_tile_in_hand_and_the_way_of_its_hearts() -> None:
    seen = set()
    for sitting in walk(4, "hearts", 1.0):
        s = sitting.table.match.state
        if s.tile == NONE:
            continue
        sitting.message = None
        shown = text(sitting)
        assert ("The tile for the princess' board" if s.is_princess_tile() else "The tile for your board") in shown
        if hearts := components().tiles[s.tile].hearts:
            back = s.merchants[s.todo[0][1]].penalised
            way = (
                f"princess {hearts} forward"
                if s.is_princess_tile()
                else f"you go {hearts} {'back' if back else 'forward'}"
            )
            assert way in shown
            seen.add((s.is_princess_tile(), back))
    assert {each for each in seen if not each[0]} == {(False, False), (False, True)} and len(seen) > 2


def test_a_board_names_the_keys_of_whoever_looks() -> None:
    mine = bind_keys(Settings({}, {"turn": "T", "hand": "H"}))
    turnable = (s for s in walk(2, "turn", 1.0) if "r turns it" in text(s, (120, 40)))
    sitting = next(turnable)
    sitting.options.keys = mine
    assert "T turns it" in text(sitting, (120, 40)), "painted anew as soon as the keys are others"
    masked = next(s for s in walk(2) if "hidden: v shows them" in text(s))
    masked.options.keys = mine
    assert "hidden: H shows them" in text(masked)


# --- Secrets


@pytest.mark.parametrize("players", some([2, 3, 4], keep=2))
def test_what_a_seat_cannot_see_is_nowhere_on_its_screen(players: int) -> None:
    """The unknown dealt anew: board, status, log, hand and hints stay the same."""
    changed = 0
    for sitting in walk(players, every=12):
        found, seat = sitting.table, sitting.moment.seat
        step = found.match.steps[-1]
        view = found.match.view(seat)
        before = _told(sitting)
        for lot in range(2):
            other = KAGUYA.sample_state(view, Rng(lot))
            changed += KAGUYA.dump(other) != KAGUYA.dump(step.after)
            found.match.steps[-1] = with_after(step, other)
            sitting.reset_decision()
            assert _told(sitting) == before
        found.match.steps[-1] = step
        sitting.reset_decision()
    assert changed > 10


def with_after(step: Step, after: object) -> Step:
    """The same step to another position."""
    before = (step.number, step.seat, step.action, step.before)
    return Step(*before, after, step.is_joint, step.pile, step.draw_number, step.game)


def _told(sitting: Sitting) -> list[object]:
    """Everything that a screen says at every place."""
    told: list[object] = []
    for place in [*sitting.stops(), ("cube", "R"), ("cell", "e5")]:
        sitting.message = None
        sitting.focus.cursor.place = place
        told.append(sitting.status.current().text)
    sitting.go_to_stop(0)
    told += [text(sitting, size) for size in ((80, 24), (120, 40))]
    told.append(sitting.scene.paint_hand(sitting.view(look()), 100, 30).picture.text())
    told.append([entry.text for entry in sitting.moment.log])
    sitting.hint()
    sitting.hint()
    told.append(sitting.status.current().text)
    sitting.advisor.reset()
    sitting.message = None
    return told


def test_behind_the_curtain_only_what_everybody_may_see_is_painted() -> None:
    """With the curtain down, and while nobody at this screen decides, all purses are unknown."""
    covered_, thinking = 0, 0
    for n, sitting in enumerate(walk(3)):
        if sitting.is_masked or n % 2:
            continue
        sitting.hide()
        assert (
            sitting.moment.curtain
            and sitting.selection is None
            and sitting.moment.viewpoint is None
            and not sitting.status.current().text
        )
        covered_ += 1
        found = sitting.table
        step = found.match.steps[-1]
        before = text(sitting, (120, 40)), [entry.text for entry in sitting.moment.log]
        found.match.steps[-1] = with_after(step, KAGUYA.sample_state(found.match.view(None), Rng(n)))
        assert (text(sitting, (120, 40)), [entry.text for entry in sitting.moment.log]) == before
        found.match.steps[-1] = step
        hand = sitting.scene.paint_hand(sitting.view(look()), 100, 30).picture.text()
        assert hand.count("?") >= len(KINDS)
    table_ = Table.open("kaguya", [RecordPlayer("Aki"), RecordPlayer("Bo"), RecordPlayer("Cleo", "random")], (), "7")
    sitting = Sitting(table_, renderer_for("kaguya"), False)
    while not table_.over:
        if not table_.is_human(table_.due()[0]):
            assert sitting.moment.viewpoint is None and not sitting.moment.curtain
            thinking += 1
        else:
            assert sitting.is_masked or sitting.moment.curtain
            sitting.look()
            assert sitting.moment.viewpoint == sitting.moment.seat == table_.due()[0]
        table_.act(table_.due()[0], hint(table_, table_.due()[0]).action)
        sitting.reset_decision()
        if sitting.must_decide:
            sitting.hide()
    assert covered_ > 10 and thinking > 10 and sitting.moment.viewpoint is None


def test_one_person_among_computer_players_needs_no_curtain() -> None:
    for sitting in walk(3, "alone", kinds="random"):
        assert not sitting.moment.guarded and not sitting.moment.curtain and sitting.moment.viewpoint == 0
    assert table(2).rules.has_secrets


def test_the_cursor_never_starts_on_holding_nothing() -> None:
    seen = 0
    for sitting in walk(3, "alone", kinds="normal"):
        assert sitting.selection is not None
        if sitting.selection.decision.kind == "PRESENT":
            seen += 1
            assert sitting.cursor is not None and sitting.cursor[0] == "cube"
        elif sitting.selection.decision.kind == "ROT":
            # An entry of a list, as holding nothing is one later.
            sitting.point_at(sitting.stops()[-1])
    assert seen > 5


def test_holding_nothing_says_first_what_it_brings_and_asks() -> None:
    sitting = uncovered(Sitting(table(3), renderer_for("kaguya"), True))
    sitting.point_at((MENU, "present -"))
    assert not sitting.choose() and sitting.pending
    assert "behind everybody who has more" in str(sitting.status.current().text)


def test_a_placement_takes_at_most_six_keys() -> None:
    """Enter on the tile, the cell and the turn where the cursor waits, and where that is asked to confirm."""
    found = table(2)
    for action in ("present R", "present B"):
        found.act(found.due()[0], action)
    sitting = uncovered(Sitting(found, renderer_for("kaguya"), True))
    while found.match.state.point == "TILE":
        keys, seat, laid = 0, found.due()[0], len(found.match.steps)
        while len(found.match.steps) == laid or found.match.state.tile != NONE:
            paint(sitting)
            sitting.choose()
            keys += 1
            assert keys <= 6, (seat, sitting.status.current().text)
        uncovered(sitting)


def test_a_closed_fist_stays_closed_at_a_shared_keyboard() -> None:
    sitting = sit(table(3))
    first = sitting.moment.seat
    sitting.digit(1)
    assert sitting.choose() and sitting.moment.curtain and sitting.moment.seat != first
    assert sitting.regretting is None and not sitting.undo(), "who knows who sits at the keyboard now"
    assert sitting.message is None and sitting.table.due() == (1, 2)
    sitting.look()
    assert not any(entry.key == "reveal" for entry in sitting.moment.log)
    sitting.undo()
    assert sitting.status.current().tone == "bad", "what another player has decided stays"


def test_a_third_cube_is_refused_with_what_to_do_about_the_two() -> None:
    sitting = until("PRESENT", 3)
    view = sitting.view(look())
    purse = view.state.merchants[view.seat].purse
    assert purse is not None and view.selection is not None
    first, second, third = [letter for kind, letter in enumerate(LETTERS) if purse[kind]][:3]
    for letter in (first, second, third):
        sitting.point_at(("cube", letter))
        sitting.toggle()
    assert view.selection.picks == [("cube", first), ("cube", second)]
    told = render_text(sitting.status.current().text, ENGLISH)
    assert told.startswith("The fist holds two cubes at most. Take one of them back first"), told


def test_a_cube_in_the_fist_is_no_longer_counted_behind_the_screen() -> None:
    sitting = until("PRESENT")
    view = sitting.view(look())
    purse = view.state.merchants[view.seat].purse
    assert purse is not None and view.selection is not None
    kind = next(kind for kind in KINDS if purse[kind])
    before, place = paint(sitting), ("cube", LETTERS[kind])
    assert re.findall(r"\d+", inside(before.picture, before.places[place])) == [str(purse[kind])]
    sitting.point_at(place)
    sitting.toggle()
    after = paint(sitting)
    assert re.findall(r"\d+", inside(after.picture, after.places[place])) == [str(purse[kind] - 1)]


@pytest.mark.parametrize("size", some(SIZES, slice(0, None, 2)))
def test_the_cubes_of_a_closed_fist_are_spent_for_whoever_closed_it_and_for_nobody_else(size: tuple[int, int]) -> None:
    """Until all are open: who decides at the own screen sees what is left, the others learn not even how many."""
    found = table(3)
    purse = found.match.state.merchants[0].purse
    assert purse is not None
    kind = next(kind for kind in KINDS if purse[kind] > 1)
    letter = LETTERS[kind]
    others = [seen(found, seat, size) for seat in (1, 2, None)]
    mine = seen(found, 0, size)
    found.act(0, f"present {letter}{letter}*")
    left = seen(found, 0, size)
    assert counts(mine, letter) == [f"{purse[kind]}"] and counts(left, letter) == [f"{purse[kind] - 2}"]
    dress = look()
    assert dress.glyphs.disk in inside(mine.picture, mine.places[("cube", "*")])
    assert dress.glyphs.disk not in inside(left.picture, left.places[("cube", "*")])
    found.undo(0)
    found.act(0, "present -")
    nothing = [seen(found, seat, size).picture.text() for seat in (1, 2, None)]
    found.undo(0)
    found.act(0, f"present {letter}{letter}*")
    assert [seen(found, seat, size).picture.text() for seat in (1, 2, None)] == nothing
    # It is told that the fist is closed, and nothing else.
    assert [each.picture.text() for each in others] != nothing


def seen(found: Table, seat: int | None, size: tuple[int, int]) -> Drawing:
    """The board as one pair of eyes sees it at a screen of its own."""
    eyes = spectator_seat(found) if seat is None else player_seat(found, seat)
    one = renderer_for("kaguya")
    return chrome_paint(Seated(eyes, one), one, look(), *size, bind_keys(Settings()))


def counts(drawing: Drawing, letter: str) -> list[str]:
    return re.findall(r"\d+", inside(drawing.picture, drawing.places[("cube", letter)]))


def test_a_closed_fist_is_told_beside_what_is_left() -> None:
    found = table(2)
    purse = found.match.state.merchants[0].purse
    assert purse is not None
    kind = next(kind for kind in KINDS if purse[kind] > 1)
    found.act(0, f"present {LETTERS[kind]}*")
    one, now = renderer_for("kaguya"), player_seat(found, 0).now
    glance = CursorContext(now.state, 0, now.names)
    told = render_text(one.describe(glance, ("cube", LETTERS[kind])), ENGLISH)
    assert told.endswith(f": {purse[kind] - 1} behind your screen, 1 in your fist.")
    assert render_text(one.describe(glance, ("cube", "*")), ENGLISH) == "Your exchange disk: in your fist."


@pytest.mark.parametrize("players", some([2, 3, 4], keep=1))
@pytest.mark.parametrize("kind", ["PRESENT", "TAKE", "BREAK"])
def test_a_key_stands_by_its_colour_and_not_by_the_number_of_cubes(kind: str, players: int) -> None:
    """`1 2` read as twelve, or as a key and a count of one."""
    sitting = until(kind, players)
    assert sitting.selection is not None
    zone = "cube" if kind == "PRESENT" else "store"
    for size in SIZES:
        for place in sitting.selection.targets():
            sitting.point_at(place)
            drawing = paint(sitting, size)
            rect, letter = drawing.places[place], place[1]
            shown = drawing.picture.text().split("\n")
            around = shown[rect.y][rect.x - 1 : rect.x + rect.width + 1]
            assert re.fullmatch(r"\[ *\d+( x\d)? *\]|\[ +◎ *\]", around), "the brackets of the cursor cover nothing"
            if letter in LETTERS:
                head = shown[rect.y - (1 if zone == "cube" else 3)][rect.x - 1 : rect.x + 2]
                assert head == f"{1 + LETTERS.index(letter)} {letter}"


@pytest.mark.parametrize("glyphs", LOOKS.glyphs)
def test_on_a_board_without_tiles_the_coloured_cell_is_marked(glyphs: str) -> None:
    """K-4.26; in the middle of the princess' board and at the outer side of one's own."""
    dress, sitting = look(glyphs=glyphs), until("PRESENT")
    assert dress.glyphs.socket in sitting.scene.legend(dress)
    later = next(s for s in walk(2, "later") if s.table.match.state.round > 1)
    for size in SIZES:
        assert _showing(dress.glyphs.socket, paint(sitting, size, dress)) == {"e5", "e9"}
        assert not _showing(dress.glyphs.socket, paint(later, size, dress))


def _showing(sign: str, drawing: Drawing) -> set[str]:
    """The cells with this sign on them."""
    places = drawing.places.items()
    return {name for (zone, name), rect in places if zone == "cell" and sign in inside(drawing.picture, rect)}


def test_the_first_cell_says_why_it_was_no_choice() -> None:
    found = table(2)
    for action in ("present R", "present B"):
        found.act(found.due()[0], action)
    sitting = uncovered(Sitting(found, renderer_for("kaguya"), False))
    sitting.choose()
    shown = render_text(sitting.status.current().text, ENGLISH)
    assert "lay it on e5 (the first tile of a board goes on its coloured cell)" in shown


# --- Words


def test_every_place_and_choice_has_words() -> None:
    for n, sitting in enumerate(walk(4)):
        if n % 9 or sitting.selection is None:
            continue
        view = sitting.view(look())
        for place in paint(sitting).places:
            words = sitting.scene.describe(view, place)
            assert place[0] == MENU or str(words).endswith("."), place
        for choice in sitting.selection.choices:
            assert sitting.scene.describe_action(view, choice.action)


@pytest.mark.parametrize("palette", some(LOOKS.palettes, slice(None, None, 3)))
def test_every_palette_and_glyph_set_paints_every_decision(palette: str) -> None:
    kinds = set()
    for sitting in walk(2, "palette", 1.0):
        assert sitting.selection is not None
        if sitting.selection.decision.kind in kinds:
            continue
        kinds.add(sitting.selection.decision.kind)
        for glyphs in LOOKS.glyphs:
            dress = look(palette, glyphs)
            shown = text(sitting, (100, 30), dress)
            assert "Round" in shown and (glyphs != "ascii" or shown.isascii())
    assert len(kinds) > 6


def test_a_tile_in_a_row_is_drawn_and_said() -> None:
    sitting = until("TILE")
    s = sitting.table.match.state
    row = next(row for row, number in enumerate(s.column(s.round), 1) if components().tiles[number].hearts > 1)
    number = s.column(s.round)[row - 1]
    described = sitting.scene.describe(sitting.view(look()), ("tile", str(row)))
    assert render_text(described, ENGLISH) == f"Tile {row}: {components().tiles[number].id} {tile_name(number)}."


# --- In lines


def test_the_whole_table_is_told_in_lines_in_any_language() -> None:
    for sitting in walk(3, every=18):
        position, seat = KAGUYA.dump(sitting.moment.state), sitting.moment.seat
        lines = [
            *in_words.describe(position, STRANGE[:3], seat),
            *in_words.describe_line(position, STRANGE[:3], seat, ""),
        ]
        lines += [
            line for cell in ("e5", "a1") for line in in_words.describe_neighbours(position, STRANGE[:3], seat, cell)
        ]
        for line in lines:
            assert "  " not in render_text(line, ENGLISH, STRANGE).removeprefix("  ")
            assert english_in(render_text(line, PseudoLanguage(), STRANGE)) == []


def test_a_tile_typed_as_it_is_written_is_no_cell() -> None:
    position = KAGUYA.dump(until("TILE", 4).moment.state)

    def looked(what: str) -> str:
        return " ".join(
            render_text(line, ENGLISH, PEOPLE) for line in in_words.describe_thing(position, PEOPLE, 0, what)
        )

    assert looked("H4").startswith("H4 houseplant. Its cube gives the colour. No hearts. It is in column ")
    assert looked("h4").startswith("h4, Dara: empty")
    assert looked("l1").startswith("L1 large red room. No hearts. ")


@pytest.mark.parametrize(
    ("action", "meaning"),
    [
        ("present RC*", "hold R red, C clear and the disk"),
        ("rot 1", "first half top"),
        ("break BG", "blue and green"),
        ("plant none", "show that you have no coloured cube"),
        ("lay N07", "red-green with 1 heart"),
        ("cell e5", "None"),
    ],
)
def test_short_names_are_explained(action: str, meaning: str) -> None:
    assert str(in_words.explain_action(KAGUYA.parse(action))) == meaning


# --- Other languages and other names


STRANGE = ("竹取", "Ωméga-Zoë", "Abcdefghijklmnop", "Q")


def in_both(players: int, seed: str, every: int) -> Iterator[tuple[Sitting, Sitting]]:
    """Some positions of the same game twice: with usual names, and with names that are long, short and wide."""
    for n, sitting in enumerate(walk(players, seed)):
        if n % every:
            continue
        header = replace(sitting.table.header, players=tuple(RecordPlayer(STRANGE[n]) for n in range(players)))
        strange = Sitting(sitting.table, renderer_for("kaguya"), False)
        strange.focus.moment = replace(sitting.moment, header=header)
        yield sitting, strange
        strange.leave()


def cells_of(picture: Picture) -> list[list[str]]:
    return [list(split_cells(line)) for line in picture.text().split("\n")]


@pytest.mark.parametrize("players", some([2, 4], keep=0))
def test_no_column_moves_for_long_words_and_wide_names(players: int) -> None:
    dress = look()
    for sitting, strange in in_both(players, f"columns{players}", 11):
        for size in SIZES:
            view, other = sitting.view(dress), strange.view(dress.with_language(PseudoLanguage()))
            usual = sitting.scene.paint(view, size[0], size[1] - 5)
            shown = strange.scene.paint(other, size[0], size[1] - 5)
            assert usual.places == shown.places
            before, after = cells_of(usual.picture), cells_of(shown.picture)
            for rect in (rect for (zone, _), rect in usual.places.items() if zone in ("cube", "store", "tile", "cell")):
                for y in range(rect.y, rect.y + rect.height):
                    there = slice(rect.x, rect.x + rect.width)
                    # The other one may not be due: only what may be chosen has its key before it.
                    assert before[y][there][1] == after[y][there][1] or not DIGITS.search(before[y][there][1])


@pytest.mark.parametrize("players", some([2, 4], keep=0))
def test_nothing_on_the_board_is_english_in_another_language(players: int) -> None:
    dress = look().with_language(PseudoLanguage())
    for sitting, strange in in_both(players, f"pseudo{players}", 7):
        strange.hint()
        for size in ((80, 24), (120, 40)):
            board = paint(strange, size, dress).picture.text()
            hand = strange.scene.paint_hand(strange.view(dress), *size).picture.text()
            assert english_in(board + hand, frozenset({"rot"})) == []
        for place in [place for place in paint(sitting).places if place[0] != MENU]:
            assert english_in(dress.say(strange.scene.describe(strange.view(dress), place), STRANGE)) == []


def test_every_component_of_a_sentence_is_a_chip_that_reads_without_colours() -> None:
    box = components()
    for palette in LOOKS.palettes:
        for glyphs in LOOKS.glyphs:
            dress, drawn = look(palette, glyphs), renderer_for("kaguya")
            for number, each in enumerate(box.tiles):
                words = "".join(part for part, _ in drawn.chip(dress, tile(number)))
                halves = "".join(floor_plan.half_letter(colour, dress) for colour in each.halves)
                assert words == (f"{halves}{each.hearts}" if each.hearts else halves)
            for kind, letter in enumerate(LETTERS):
                ((words, style),) = drawn.chip(dress, cube(kind))
                assert (words, style.bgcolor.name) == (letter, floor_plan.half_hue(kind, dress).face)


def test_a_story_is_told_with_chips() -> None:
    dress, sitting = look(), until("CELL")
    entry = sitting.moment.log[-1]
    assert entry.key == "tile"
    number = sitting.table.match.state.tile
    drawn = style_sentence(entry.text, sitting.scene, dress, sitting.moment.names, dress.text)
    assert [part for part in drawn if part in sitting.scene.chip(dress, tile(number))] == [
        *sitting.scene.chip(dress, tile(number))
    ]


def test_the_legend_explains_the_symbols() -> None:
    for glyphs in LOOKS.glyphs:
        dress = look("night", glyphs)
        legend = sit(table()).scene.legend(dress)
        glyphs_ = (dress.glyphs.heart, dress.glyphs.plant, dress.glyphs.disk, dress.glyphs.cross, dress.glyphs.socket)
        stands, ties = f"1 {dress.glyphs.seat(0)}", f"{dress.glyphs.seat(1)} {dress.glyphs.seat(0)}"
        for sign in (*glyphs_, *LETTERS, "Y", "x2", "4+", stands, ties):
            assert legend[sign]


def test_the_key_of_what_is_held_is_no_sum() -> None:
    """`7 hold R and P` stood beside `total 7`."""
    sitting, dress = until("PRESENT"), look()
    sitting.digit(1)
    assert render_text(sitting.status.current().text, ENGLISH).startswith("hold R red: adds up to ")
    drawing = paint(sitting)
    (rect,) = [rect for (zone, _), rect in drawing.places.items() if zone == MENU]
    shown = inside(drawing.picture, rect)
    key = shown.index("7")
    assert "hold R" in shown and drawing.picture.style_at(rect.x + key, rect.y).color == dress.accent.color
    assert drawing.picture.style_at(rect.x + shown.index("hold"), rect.y).color == dress.text.color


def test_a_piece_turned_beforehand_may_lie_where_it_cannot_be_turned() -> None:
    """Where only some turns are left, the cursor stays on one of them."""
    seen = 0
    for sitting in walk(3):
        if sitting.selection is None or sitting.selection.decision.kind != "ROT" or len(sitting.selection.choices) == 4:
            continue
        for turn in range(4):
            sitting.cursor_state.rotation = turn
            sitting.reset_decision()
            assert sitting.cursor in sitting.stops()
            seen += 1
    assert seen
