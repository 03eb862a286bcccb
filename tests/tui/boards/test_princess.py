"""The princess' board: everything is on it, at every size, in every look and language, told apart by shape."""

import re
import unicodedata
from itertools import islice, product

import pytest

from tests.cases import some
from tests.engine.games.princess import table as example
from tests.pseudo import PseudoLanguage, english_in
from tests.tui.boards.tables import LOOKS, NAMES, SIZES, hot_seat, look, paint, sit, text, until, walk
from tests.tui.player.sitting import Sitting, english, hint
from tests.tui.screens.driver import to_the_end
from tilehall.engine import RecordPlayer
from tilehall.engine.games.princess import (
    EMPTY,
    HOLE,
    LATTICE,
    best_cells,
    bits,
    components,
    gem_extends_combo,
    nearness,
    rune_value,
    score_lead,
    victim_seat,
)
from tilehall.engine.games.princess import names as names_module
from tilehall.engine.games.princess.actions import HoldRune
from tilehall.engine.games.princess.ai.rune_levels import FAR, ONE_LOWER, rune_level
from tilehall.engine.games.princess.ai.value import describe_nearness
from tilehall.themes.colour import contrast
from tilehall.tui.boards.princess.manor import draw_track
from tilehall.tui.boards.princess.pieces import RuneCache
from tilehall.tui.boards.princess.rune_cards import state_texts
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.config.look import Look
from tilehall.tui.player.selection import MENU
from tilehall.tui.player.view import View
from tilehall.tui.screens.scoring import receipt_lines
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.output import cells
from tilehall.tui.terminal.output.drawing import Drawing, Rect
from tilehall.tui.terminal.output.picture import Picture

ODD_NAMES = ("竹取", "Ωméga-Zoë", "AbcdefghijklmnoP", "Q")


def inside(picture: Picture, rect: Rect) -> list[str]:
    """The characters in a rectangle."""
    return [line[rect.x : rect.x + rect.width] for line in picture.text().split("\n")[rect.y : rect.y + rect.height]]


def spot(sitting: Sitting, name: str, size=(80, 24), dress=None) -> list[str]:
    drawing = paint(sitting, size, dress)
    return inside(drawing.picture, drawing.places["own", name])


def overlap(one: Rect, other: Rect) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


# --- At every size


@pytest.mark.parametrize("players", some([2, 3, 4], keep=2))
def test_every_place_lies_on_the_picture_and_no_two_of_a_zone_overlap(players: int) -> None:
    for n, sitting in enumerate(walk(players, every=24)):
        for size in (*SIZES, (80 + 6 * n % 41, 24 + 6 * n % 17)):
            drawing = paint(sitting, size)
            assert (drawing.picture.width, drawing.picture.height) == size
            for (zone, name), rect in drawing.places.items():
                assert rect.width > 0 and rect.height > 0
                assert rect.x >= 0 and rect.x + rect.width <= size[0], (zone, name, size)
                assert rect.y >= 1 and rect.y + rect.height <= size[1] - 1, (zone, name, size)
            placed = list(drawing.places.items())
            for at, (place, rect) in enumerate(placed):
                assert not [other for other, its in placed[at + 1 :] if other[0] == place[0] and overlap(rect, its)]
            for place in sitting.stops():
                if place[0] != MENU:
                    assert place in drawing.places
                sitting.point_at(place)
                assert place in (drawing.places if place in drawing.places else paint(sitting, size).places)
            sitting.go_to_stop(0)


def test_painting_changes_nothing_and_is_always_the_same() -> None:
    for sitting in walk(3, every=20):
        before = (sitting.cursor, sitting.message, sitting.table.record())
        one, other = paint(sitting, (120, 40)), paint(sitting, (120, 40))
        assert one.places == other.places and one.picture.changes(other.picture) == []
        twin = Sitting(sitting.table, type(sitting.scene)(), False)
        twin.cursor, twin.message = sitting.cursor, sitting.message
        twin.advisor.advice = sitting.advisor.advice
        assert paint(twin, (120, 40)).picture.text() == one.picture.text()
        assert (sitting.cursor, sitting.message, sitting.table.record()) == before


def test_too_small_a_window_is_one_sentence() -> None:
    sitting = sit(hot_seat())
    for size in ((40, 10), (79, 24), (80, 23), (20, 5)):
        drawing = paint(sitting, size)
        words = " ".join(drawing.picture.text().split())
        assert "80x24" in words and f"{size[0]}x{size[1]}" in words and not drawing.places
    assert paint(sitting, (1, 1)).picture.width == 1
    assert paint(sitting, (80, 24)).places


# --- Everything is there


def way(shown: str) -> str:
    """The line of the rooms, in which the pawns stand."""
    return max(shown.split("\n")[:5], key=lambda line: len(re.findall(r"\d+", line)))


def board(sitting: Sitting, size: tuple[int, int]) -> str:
    """The board by itself: no list of choices lies over it."""
    return sitting.scene.paint(sitting.view(look()), size[0], size[1] - 5).picture.text()


def test_everything_that_is_always_shown() -> None:
    """Section 10 of the rules, by text alone."""
    box = components()
    seen = set()
    for players in (2, 3, 4):
        for sitting in walk(players, every=22):
            s, dress = sitting.table.match.state, look()
            for size in SIZES:
                shown = board(sitting, size)
                if not all(hunter.tableau.tops for hunter in s.hunters):
                    assert "The race" in shown
                    continue
                assert re.search(rf"\b{s.tiles_left} tiles", shown)
                assert re.search(rf"\b{s.tiles_left // players} rounds?\b", shown)
                assert ("locked" in shown, "open" in shown.split("\n")[0]) == (not s.passages_open, s.passages_open)
                for seat, hunter in enumerate(s.hunters):
                    # In the smallest window only the prompt names whoever is robbed.
                    robbed = s.todo[0][0] == "STEAL_PICK"
                    assert seat == sitting.moment.seat or NAMES[seat] in shown or (robbed and size == (80, 24))
                    # Of whoever is robbed the board is shown large, and only that.
                    if hunter.held != HOLE and not robbed:
                        seen.add("held")
                        assert box.cards[hunter.held].name[:2] in shown
                mine = s.hunters[sitting.moment.seat]
                assert dress.glyphs.gem * mine.supply + dress.glyphs.gem_small * (4 - mine.supply) in shown
                told = rf"■ {mine.extra} (tile|extra-tile)[^■]*◆ {mine.gem} gem"
                # In the smallest box the signs stand alone, as they do for the others.
                assert re.search(
                    told if size != (80, 24) else rf"{told}|■ {mine.extra}  ◆ {mine.gem}", shown, re.DOTALL
                )
                for number in s.row:
                    assert number == HOLE or box.cards[number].name in shown
                seen.add("passages" if s.passages_open else "closed")
    assert seen == {"held", "passages", "closed"}


@pytest.mark.parametrize("size", some(SIZES, slice(1, None, 2)))
def test_pawns_stand_in_the_rooms_of_their_spaces(size: tuple[int, int]) -> None:
    box, dress = components(), look()
    for sitting in walk(3, every=18):
        line, s = way(text(sitting, size)), sitting.table.match.state
        spaces = {hunter.space for hunter in s.hunters} | (set() if s.finished else {s.princess})
        free = [space for space in range(1, box.goal) if space not in spaces]
        signs = [hunter.space for hunter in s.hunters] + [s.princess] * (not s.finished)
        # Where more stand than a room is wide, they cover the number of the next.
        beside = {space + 1 for space in spaces if signs.count(space) > 3}
        shown = [int(number) for number in re.findall(r"\d+", line) if number != "0"]
        assert shown == [space for space in free if space in shown or space not in beside]
        assert ("GOAL" in line) == (box.goal not in {min(space, box.goal) for space in spaces})
        assert (dress.glyphs.princess in line) == (not s.finished)
        for seat, hunter in enumerate(s.hunters):
            assert line.count(dress.glyphs.seat(seat)) == 1
            at = line.index(dress.glyphs.seat(seat))
            before = [int(number) for number in re.findall(r"\d+", line[:at])]
            assert all(number < hunter.space for number in before)
            assert all(int(number) > hunter.space for number in re.findall(r"\d+", line[at:]))
        if s.carrier >= 0 and not s.finished:
            assert dress.glyphs.seat(s.carrier) + dress.glyphs.princess in line, "the carrier comes last"


def test_before_boards_are_chosen_the_game_is_told_in_two_lines() -> None:
    lines = text(sit(hot_seat())).split("\n")
    assert "Runes laid from tiles move your pawn." in "\n".join(lines)
    assert "First at the GOAL scores most." in "\n".join(lines)
    assert sum(line.count(look().glyphs.princess) for line in lines[4:]) == 4, "the backs of four cards"


def test_how_far_it_is_stands_above_the_rooms() -> None:
    for n, sitting in enumerate(walk(2)):
        s = sitting.table.match.state
        if n % 9 or s.finished:
            continue
        mine = s.hunters[sitting.moment.seat]
        for size in SIZES:
            line = text(sitting, size).split("\n")[1]
            assert str(components().goal - mine.space) in line
            assert str(s.princess - mine.space) in line or "you carry" in line or "beside" in line or "with" in line


def test_every_tile_is_told_by_its_letters() -> None:
    """Own tiles with gems and heights, and what lies on the other boards."""
    dress, box = look(), components()
    signs = dict(zip("MSU", (dress.glyphs.moon, dress.glyphs.star, dress.glyphs.sun), strict=True))
    high = 0
    for n, sitting in enumerate(walk(2)):
        if n % 6 or sitting.selection is None:
            continue
        s = sitting.table.match.state
        kind = sitting.selection.decision.kind
        zone, seat = (
            ("victim", victim_seat(s, sitting.moment.seat)) if kind == "STEAL_PICK" else ("own", sitting.moment.seat)
        )
        tableau = s.hunters[seat].tableau
        for size in ((80, 24), (120, 40)) if tableau.tops else ():
            sitting.cursor, sitting.message = None, None
            drawing = paint(sitting, size, dress)
            for cell in range(LATTICE.size):
                if (zone, LATTICE.name(cell)) not in drawing.places:
                    # The list of choices lies over it.
                    assert sitting.selection.menu()
                    continue
                shown = "".join(inside(drawing.picture, drawing.places[zone, LATTICE.name(cell)]))
                if tableau.tops[cell] == EMPTY:
                    assert not set(shown) & set("EWFA")
                    continue
                letter, sky = box.kinds[tableau.tops[cell]]
                assert letter in shown and signs[sky] in shown
                assert (dress.glyphs.gem in shown) == bool(tableau.gems >> cell & 1), "also under the cursor"
                layers = len(tableau.kinds_at(cell))
                assert layers == 1 or dress.glyphs.height(layers) in shown
                high = max(high, layers)
        sitting.go_to_stop(0)
    assert high > 1


def test_the_display_and_the_runes_are_told_by_letters() -> None:
    dress, box = look(), components()
    sitting = until(sit(hot_seat(4)), "TAKE")
    sitting.point_at(("own", "A1"))
    drawing = paint(sitting, (80, 24), dress)
    s = sitting.table.match.state
    shown = [name for zone, name in drawing.places if zone == "display"]
    assert shown == list(dict.fromkeys(box.kinds[kind] for kind in s.display))
    for n, name in enumerate(shown):
        rect = drawing.places["display", name]
        assert inside(drawing.picture, rect)[1].strip().startswith(name[0])
        assert inside(drawing.picture, Rect(rect.x - 1, rect.y, 1, 1)) == [str(n + 1)]
    for number in s.row:
        card = box.cards[number]
        lines = inside(drawing.picture, drawing.places["rune", card.id])
        worth = f"{card.value}/{card.lower}" if card.lower else str(card.value)
        assert card.name in lines[0] and worth in lines[1] and "steps" in lines[2]
        assert re.search("lacks|ready|no gem|needs a gem|no room", lines[-1])


# --- Shapes


def test_cursor_legal_ghost_last_move_and_hint_differ_by_shape() -> None:
    """Not one of them is colour alone: the characters of the cell change."""
    for glyphs in LOOKS.glyphs:
        for palette in ("night", "ansi"):
            dress = look(palette, glyphs)
            sitting = until(sit(hot_seat()), "CELL")
            targets = [name for zone, name in sitting.selection.targets() if zone == "own"]
            s = sitting.table.match.state
            tableau = s.hunters[sitting.moment.seat].tableau
            free = next(name for name in targets if tableau.tops[LATTICE.numbers[name]] == EMPTY)
            covered = next(name for name in targets if tableau.tops[LATTICE.numbers[name]] != EMPTY)
            sitting.point_at(("own", "A1"))
            shapes = {"legal": spot(sitting, free, dress=dress), "over": spot(sitting, covered, dress=dress)}
            shapes["refused"] = spot(sitting, "A1", dress=dress)
            sitting.point_at(("own", free))
            shapes["ghost"] = spot(sitting, free, dress=dress)
            shapes["empty"] = spot(sitting, "A1", dress=dress)
            sitting.selection = None
            sitting.point_at(("own", "H8"))
            shapes["cursor"] = spot(sitting, "H8", dress=dress)
            shapes["tile"] = spot(sitting, covered, dress=dress)
            looks = ["".join(shape) for shape in shapes.values()]
            assert len(set(looks)) == len(looks), shapes
            assert dress.glyphs.cross in "".join(shapes["refused"])


def test_every_legal_cell_is_marked_at_every_size() -> None:
    for n, sitting in enumerate(walk(2)):
        picker = sitting.selection
        if picker is None or picker.decision.kind not in ("CELL", "EXTRA_CELL", "STEAL_CELL") or n % 3:
            continue
        for size in ((80, 24), (120, 40)):
            sitting.point_at(("own", "A1"))
            with_marks = paint(sitting, size)
            targets = [name for zone, name in picker.targets() if zone == "own" and name != "A1"]
            sitting.selection = None
            without = paint(sitting, size)
            sitting.selection = picker
            for name in targets:
                rect = with_marks.places["own", name]
                assert inside(with_marks.picture, rect) != inside(without.picture, rect), name
        sitting.go_to_stop(0)


def test_the_last_tile_laid_is_marked() -> None:
    sitting = until(sit(hot_seat()), "GEM")
    cell = next(step.events[0].marks for step in sitting.table.match.steps[::-1] if str(step.action).startswith("cell"))
    name = next(mark for mark in cell if re.fullmatch("[A-H][1-8]", mark))
    for glyphs in LOOKS.glyphs:
        assert LOOKS.glyphs[glyphs].last in "".join(spot(sitting, name, dress=look("night", glyphs)))


def test_the_last_tile_laid_is_marked_where_it_may_be_covered_too() -> None:
    sitting = until(sit(hot_seat()), "SPRITE")
    table = sitting.table
    table.act(0, "extra")
    cell = str(table.match.legal_actions(0)[0])
    for action in (cell, "gem no"):
        table.act(0, action)
    sitting.reset_decision()
    sitting.digit(1)
    name = cell.removeprefix("cell ")
    sitting.point_at(("own", "A1"))
    assert sitting.selection is not None and ("own", name) in sitting.selection.targets()
    for size in ((80, 24), (120, 40)):
        shown = "".join(spot(sitting, name, size))
        assert look().glyphs.last in shown
        assert {look().glyphs.dot, look().glyphs.legal, look().glyphs.legal_strong} & set(shown)


def test_a_hint_is_marked() -> None:
    sitting = until(sit(hot_seat()), "CELL")
    plain = text(sitting)
    sitting.hint()
    ((_, name),) = sitting.hint_places()
    sitting.point_at(("own", "A1"))
    assert look().glyphs.hint in "".join(spot(sitting, name)) and plain != text(sitting)


def test_the_formation_of_the_rune_under_the_cursor_is_shown_on_the_board() -> None:
    sitting = until(sit(hot_seat(2, "declare")), "TAKE")
    sitting.go_to_stop(0)
    before = paint(sitting)
    differ = 0
    for card in [place for place in before.places if place[0] == "rune"]:
        sitting.point_at(card)
        after = paint(sitting)
        cells = [place for place in before.places if place[0] == "own"]
        rune = components().cards[components().card_numbers[card[1]]]
        near = nearness(sitting.table.match.state.hunters[0].tableau, rune)
        marked = [
            place[1]
            for place in cells
            if look().glyphs.pattern_missing in "".join(inside(after.picture, after.places[place]))
        ]
        assert len(marked) == (near.missing if near.missing < 9 else 0)
        differ += bool(marked)
    assert differ


# --- Characters and colours


@pytest.mark.parametrize("glyphs", ["neutral", "ascii"])
@pytest.mark.parametrize("players", some([2, 4], keep=0))
def test_only_the_characters_of_the_set_are_drawn(glyphs: str, players: int) -> None:
    dress = look("night", glyphs)
    for sitting in walk(players, every=16):
        for size in SIZES:
            for shown in (
                text(sitting, size, dress),
                sitting.scene.paint_hand(sitting.view(dress), *size).picture.text(),
            ):
                if glyphs == "ascii":
                    assert shown.isascii(), [mark for mark in shown if not mark.isascii()]
                else:
                    odd = {mark for mark in shown if unicodedata.east_asian_width(mark) in "AWF"}
                    assert not odd, odd


@pytest.mark.parametrize("palette", some(LOOKS.palettes, slice(None, None, 3)))
def test_every_palette_paints_every_decision(palette: str) -> None:
    dress, kinds = look(palette), set()
    for n, sitting in enumerate(walk(2)):
        assert sitting.selection is not None
        if n % 9 and sitting.selection.decision.kind in kinds:
            continue
        kinds.add(sitting.selection.decision.kind)
        drawing = paint(sitting, (100, 30), dress)
        hues = {look(palette).face(dress.palette.hue(hue)).bgcolor for hue in ("yellow", "blue", "red", "green")}
        s = sitting.table.match.state
        if s.hunters[sitting.moment.seat].tableau.tops and sitting.selection.decision.kind != "STEAL_PICK":
            occupied = [c for c in range(64) if s.hunters[sitting.moment.seat].tableau.tops[c] != EMPTY]
            rects = [drawing.places["own", LATTICE.name(cell)] for cell in occupied]
            assert any(drawing.picture.style_at(rect.x + 1, rect.y + 1).bgcolor in hues for rect in rects)
    assert len(kinds) > 6


def test_the_sides_of_a_board_are_shown_before_one_is_chosen() -> None:
    sitting = sit(hot_seat())
    drawing = paint(sitting)
    board, box, dress = sitting.table.match.state.hunters[0].board, components(), look()
    for side in "ab":
        shown = inside(drawing.picture, drawing.places["side", side])
        assert f"side {side}" in shown[0]
        letters = [box.kinds[kind][0] for kind in box.printed[board + side]]
        assert re.findall("[EWFA]", "".join(shown)) == letters
    assert inside(drawing.picture, drawing.places["side", "a"])[0][0] == dress.glyphs.cursor_tl


# --- Words and the hand


def test_every_place_can_be_described() -> None:
    for sitting in walk(2, every=24):
        view = sitting.view(look())
        for place in paint(sitting).places:
            words = str(sitting.scene.describe(view, place))
            assert words and (place[0] == MENU or words.endswith("."))
        assert sitting.selection is not None
        for choice in sitting.selection.choices:
            assert sitting.scene.describe_action(view, choice.action) and sitting.scene.describe_verb(
                choice.action.verb
            )


def test_the_hand_shows_every_rune_in_large_with_what_it_needs() -> None:
    box, seen = components(), 0
    for sitting in walk(4, every=20):
        s = sitting.table.match.state
        for size in ((80, 21), (120, 37), (200, 57)):
            shown = sitting.scene.paint_hand(sitting.view(look()), *size).picture.text()
            for number in (*s.row, s.hunters[sitting.moment.seat].held):
                if number != HOLE:
                    assert box.cards[number].name in shown
                    seen += 1
            assert (", held" in shown) == (s.hunters[sitting.moment.seat].held != HOLE)
            assert "Display" in shown, "nothing is pushed out by the rune that is held"
            assert shown.count(" steps") >= sum(
                number != HOLE for number in (*s.row, s.hunters[sitting.moment.seat].held)
            )
    assert seen


def test_the_legend_explains_the_symbols_that_are_drawn() -> None:
    for glyphs in LOOKS.glyphs:
        dress = look("night", glyphs)
        legend = sit(hot_seat()).scene.legend(dress)
        drawn = dress.glyphs
        for sign in (drawn.gem, drawn.legal, drawn.legal_strong, drawn.last, drawn.princess, drawn.passage):
            assert legend[sign]
        assert len(set(legend.values())) == len(legend) and all("EWFA"[n] in legend for n in range(4))


# --- Other names, other languages


def columns(picture: Picture, y: int) -> str:
    """A line by its columns; the second half of a wide character is a space."""
    return "".join(mark or " " for mark in cells.split_cells(picture.text().split("\n")[y]))


@pytest.mark.parametrize("players", some([2, 3, 4], keep=0))
def test_whatever_the_names_are_only_they_look_different(players: int) -> None:
    """Names and marks of pawns; what stands beside them stays in its columns."""
    for sitting in walk(players, every=16):
        for size in ((80, 19), (120, 35)):
            usual, odd = sitting.view(look()), sitting.view(look())
            usual.log = odd.log = ()
            odd.names = ODD_NAMES[:players]
            pictures = [sitting.scene.paint(view, *size).picture for view in (usual, odd)]
            lines = {y for _, y, _ in pictures[1].changes(pictures[0])}
            called = [name[:2] for name in NAMES[:players]]
            named = {y for y in range(size[1]) if any(name in columns(pictures[0], y) for name in called)}
            assert lines <= named, "only where a name stands"
            for y in named:
                assert not re.search(r"[a-z]\d", columns(pictures[1], y)), "a name does not run into a number"


def test_every_pawn_has_the_mark_that_stands_before_its_name() -> None:
    sitting = sit(Table.open("princess", [RecordPlayer(name) for name in ODD_NAMES], {"start_seat": "1"}.items(), "7"))
    shown = text(until(sitting, "TAKE"))
    assert set(way(shown).split()[0]) == set("▲●▼✚")
    beside = "\n".join(line[42:] for line in shown.split("\n")[3:])
    assert [re.search(rf"{mark} {name}", beside) is not None for mark, name in zip("▲▼✚", "竹AQ", strict=True)] == [
        True
    ] * 3


def test_four_on_one_space_hide_neither_each_other_nor_the_princess() -> None:
    state = example.table(*(example.hunter(f"B{n}a", space=12) for n in (1, 2, 3, 4))).state
    for width in (80, 120, 200):
        drawing = Drawing(Picture(width, 3, look().table))
        draw_track(drawing, View(state, 0, NAMES, look=look()), Rect(0, 0, width, 3))
        assert f"▲●▼✚{look().glyphs.princess}" in columns(drawing.picture, 2).replace(" ", "")


@pytest.mark.parametrize("players", some([2, 4], keep=0))
def test_nothing_is_english_for_somebody_who_reads_another_language(players: int) -> None:
    dress = look().with_language(PseudoLanguage())
    for sitting in walk(players, every=12):
        view = sitting.view(dress)
        for size in SIZES:
            drawing = sitting.scene.paint(view, size[0], size[1] - 5)
            hand = sitting.scene.paint_hand(view, size[0], size[1] - 5)
            assert english_in(drawing.picture.text()) == english_in(hand.picture.text()) == []
            described = [view.say(sitting.scene.describe(view, place)) for place in drawing.places]
            assert sitting.selection is not None
            chosen = [
                view.say(sitting.scene.describe_action(view, choice.action)) for choice in sitting.selection.choices
            ]
            assert [words for words in (*described, *chosen) if english_in(words)] == []


def test_long_words_leave_the_numbers_beside_them() -> None:
    """In a language whose words have no room: what counts is still there."""
    dress = look().with_language(PseudoLanguage())
    for n, sitting in enumerate(walk(3)):
        s = sitting.table.match.state
        if n % 6 or not s.hunters[sitting.moment.seat].tableau.tops:
            continue
        shown = sitting.scene.paint(sitting.view(dress), 80, 19).picture.text()
        mine = s.hunters[sitting.moment.seat]
        assert f" {s.tiles_left} " in shown
        assert f"{dress.glyphs.gem * mine.supply}{dress.glyphs.gem_small * (4 - mine.supply)}" in shown
        assert f"■ {mine.extra}" in shown and f"◆ {mine.gem}" in shown


def test_a_tile_in_a_sentence_is_a_chip_in_its_colour() -> None:
    """Told apart without colours, too; a Steal card is named, its number says nothing."""
    for glyphs in LOOKS.glyphs:
        for palette in LOOKS.palettes:
            dress, princess = look(palette, glyphs), renderer_for("princess")
            things = [
                *map(names_module.tile, range(12)),
                *map(names_module.rune, range(30)),
                *map(names_module.bonus, range(8)),
            ]
            chips = [princess.chip(dress, thing) for thing in things]
            words = ["".join(part for part, _ in chip) for chip in chips]
            assert len(set(words)) == len(words) - 4, "cards that come twice have one name"
            assert all(word and word == word.strip() and cells.width(word) <= 11 for word in words)
            assert {style for chip in chips[:12] for _, style in chip} == {
                dress.face(dress.palette.hue(hue)) for hue in ("yellow", "blue", "red", "green")
            }
            assert "".join(part for part, _ in princess.chip(dress, names_module.rune(30))) == "Steal Left"


def test_the_log_shows_tiles_as_on_the_board() -> None:
    sitting = until(sit(hot_seat()), "CELL")
    (taken,) = [entry.marks[0] for entry in sitting.moment.log if entry.key == "take"][-1:]
    kind = components().kind_numbers[taken]
    ((signs, style),) = sitting.scene.chip(look(), names_module.tile(kind))
    picture = sitting.scene.paint(sitting.view(look()), 80, 19).picture
    y = next(y for y in range(19) if f"takes {signs}" in columns(picture, y))
    x = columns(picture, y).index(f"takes {signs}") + len("takes ")
    assert picture.style_at(x, y) == style


# --- For somebody who has never read the rules

CODE = re.compile(r"\b(R\d\d|T3[12]|[EWFA][MSU])\b")
"""The short names of cards and tiles."""
ORNAMENT = re.compile(r"[\s─│╭╮╰╯├┤┬┴┼▔▀▄█·]")
"""What carries no meaning by its contrast: lines, gaps, edges of tiles."""


@pytest.mark.parametrize("players", some([2, 4], keep=0))
def test_things_have_names_and_no_codes(players: int) -> None:
    """On the board, in the log, in the list of choices, and in what is said of whatever is pointed at."""
    for n, sitting in enumerate(walk(players, every=34)):
        for size in ((80, 24), (120, 40)):
            drawing = paint(sitting, size)
            for place in list(drawing.places)[n % 5 :: 5]:
                sitting.point_at(place)
                assert not CODE.search(shown := text(sitting, size)), CODE.findall(shown)
        sitting.go_to_stop(0)


@pytest.mark.parametrize("palette", some(["night", "day", "lagoon", "paper", "contrast"], slice(0, None, 2)))
def test_every_mark_stands_out_from_its_ground(palette: str) -> None:
    dress = look(palette)
    for sitting in walk(3, every=42):
        for size in ((80, 24), (160, 50)):
            picture = paint(sitting, size, dress).picture
            for y in range(2, size[1] - 4):
                for mark, style in zip(*picture.cells(0, y, size[0]), strict=True):
                    if mark and not ORNAMENT.match(mark) and style.color and style.bgcolor:
                        assert contrast(style.color.name, style.bgcolor.name) >= 3, (mark, style, y)


def test_two_cards_of_one_name_are_told_apart() -> None:
    numbers = components().card_numbers
    view = sit(hot_seat()).view(look())
    state = view.state.copy()
    state.row = (numbers["R05"], numbers["R06"], numbers["R07"], numbers["R10"])
    view.state = state
    princess = renderer_for("princess")
    said = [str(princess.describe_action(view, HoldRune(numbers[card]))) for card in ("R05", "R06", "R07")]
    assert len(set(said)) == 3 and "card 1" in said[0] and "card 2" in said[1] and "card" not in said[2]


def test_a_card_that_can_be_declared_says_so() -> None:
    """A card of two numbers as well, with one odd tile: the worked example V11."""
    seen = set()
    for n, sitting in enumerate(walk(2)):
        assert sitting.selection is not None
        if sitting.selection.decision.kind != "DECLARE":
            continue
        drawing = sitting.scene.paint(sitting.view(look()), 120, 35)
        cards = {
            str(choice.action).split()[1] for choice in sitting.selection.choices if choice.action.verb == "declare"
        }
        for zone, name in drawing.places:
            if zone == "rune":
                ready = "ready" in inside(drawing.picture, drawing.places[zone, name])[-1]
                assert ready == (name in cards), (n, name)
                seen.add(ready)
    assert seen == {True, False}


def test_great_moments_have_a_sign_in_the_log() -> None:
    sign, keys = look().glyphs.legal_strong, set()
    for sitting in walk(2):
        recent = [entry.key for entry in sitting.view(look()).log[-5:]]
        great = {"declare", "carrier", "goal", "theft"} & set(recent)
        if not great or len(keys) > 2 or not sitting.table.match.state.hunters[0].tableau.tops:
            continue
        keys |= great
        picture = sitting.scene.paint(sitting.view(look()), 120, 35).picture
        told = [line for line in picture.text().split("\n") if f"│ {sign} " in line[80:]]
        assert len(told) >= len(great)
    assert {"declare"} <= keys


def test_a_theft_says_whose_board_is_shown_and_what_is_asked() -> None:
    for size in SIZES:
        sitting = until(sit(hot_seat(3)), "STEAL_PICK")
        victim = NAMES[victim_seat(sitting.table.match.state, sitting.moment.seat)]
        sitting.message = None
        shown = text(sitting, size)
        assert f"Steal a tile from {victim}" in shown
        # Where there is no line for it, the mark before the letters of the columns says whose board it is.
        mark = look().glyphs.seat(victim_seat(sitting.table.match.state, sitting.moment.seat))
        if size == (80, 24):
            assert f"{mark}  A    B    C    D    E    F    G    H" in shown
        else:
            assert f"{victim}'s board: take one tile" in shown


def test_nothing_is_completed_where_nothing_can_be_declared() -> None:
    """In a short first turn a tile lays a rune, which is declared later."""
    for seed in range(8):
        sitting = until(sit(hot_seat(2, str(seed), ("first_turn", "short"))), "CELL")
        for place in sitting.stops():
            sitting.point_at(place)
            assert "completes" not in str(sitting.status.current().text)


def test_without_colours_squares_and_legal_cells_are_drawn() -> None:
    dress = Look(LOOKS.palettes["night"], LOOKS.glyphs["ascii"], colourless=True)
    sitting = until(sit(hot_seat()), "CELL")
    targets = [name for zone, name in sitting.selection.targets() if zone == "own"]
    tableau = sitting.table.match.state.hunters[0].tableau
    free = [name for name in targets if tableau.tops[LATTICE.numbers[name]] == EMPTY]
    sitting.point_at(("own", "H8"))
    inner = [cell for cell in LATTICE.names if tableau.room >> LATTICE.numbers[cell] & 1 and cell not in targets]
    empty = next(cell for cell in inner if cell != "H8")
    shapes = {"".join(spot(sitting, name, dress=dress)) for name in (free[0], empty)}
    assert len(shapes) == 2 and all("+" in shape for shape in shapes)
    assert all("|" in "".join(spot(sitting, LATTICE.name(cell), dress=dress)) for cell in (27, 28))


@pytest.mark.parametrize("palette", ["ansi", "ansi-light"])
def test_with_few_colours_tiles_and_previews_are_still_told_apart(palette: str) -> None:
    """A gap above each tile keeps one from the next of its colour, and what only would lie there is hollow."""
    dress = look(palette)
    sitting = until(sit(hot_seat()), "CELL")
    tableau, hand = sitting.table.match.state.hunters[0].tableau, sitting.table.match.state.hand
    sitting.point_at(next(p for p in sitting.stops() if tableau.tops[LATTICE.numbers[p[1]]] == EMPTY))
    for size in ((80, 24), (120, 40)):
        drawing = paint(sitting, size, dress)
        for cell in bits(tableau.occupied):
            upper, *_ = inside(drawing.picture, drawing.places["own", LATTICE.name(cell)])
            assert dress.glyphs.face_gap in upper
        assert sitting.cursor is not None
        rect = drawing.places[sitting.cursor]
        grounds = {drawing.picture.style_at(rect.x + x, rect.y + y).bgcolor for x in range(4) for y in range(2)}
        assert grounds == {dress.table.bgcolor}
        assert components().kinds[hand][0] in "".join(inside(drawing.picture, rect))


def test_without_colours_the_best_cell_is_told_from_the_corner_of_an_empty_one() -> None:
    dress = Look(LOOKS.palettes["night"], LOOKS.glyphs["ascii"], colourless=True)
    sitting = next(each for each in walk(2) if best_here(each))
    name = LATTICE.name(min(best_here(sitting)))
    sitting.point_at(("own", "A1"))
    shown = "".join(spot(sitting, name, dress=dress))
    assert dress.glyphs.legal_strong in shown and dress.glyphs.legal_strong != dress.glyphs.line_tl


def best_here(sitting: Sitting) -> frozenset[int]:
    """The free cells on which the tile in hand completes most."""
    s = sitting.table.match.state
    if s.todo[0][0] != "CELL":
        return frozenset()
    tops = s.hunters[s.seat].tableau.tops
    return frozenset(cell for cell in best_cells(s, s.seat, s.hand) if tops[cell] == EMPTY)


def test_the_first_line_says_where_everybody_is() -> None:
    for n, sitting in enumerate(walk(3)):
        s = sitting.table.match.state
        if n % 12 or s.ending:
            continue
        line = text(sitting, (120, 40)).split("\n")[0]
        for seat, hunter in enumerate(s.hunters):
            at = "GOAL" if hunter.rank else str(hunter.space)
            crown = f" {look().glyphs.princess}" if s.carrier == seat else ""
            assert f"{NAMES[seat]} →{at}{crown}" in line
        ahead = score_lead(s)
        assert ("leads by" in line) == (ahead is not None)
        if ahead:
            chip = line[line.index(NAMES[ahead.seat]) :]
            assert re.match(rf"\w+ →\w+( .)? leads by {ahead.points} points?\b", chip)


def test_the_figures_of_the_way_are_words() -> None:
    """Even in the smallest window the passages are called so."""
    shown = set()
    for n, sitting in enumerate(walk(3)):
        ways = sitting.table.match.state.passages_open
        if n % 12 == 0:
            assert f"passages 8→12 10→14 {'open' if ways else 'locked'}" in board(sitting, (80, 24)).split("\n")[0]
            shown.add(ways)
    assert shown == {True, False}


def test_whoever_has_reached_the_goal_is_told_so() -> None:
    state = example.table(
        example.hunter(space=25, rank=1), example.hunter("B2a", space=18), seat=1, passages=True, final=1
    ).state
    for width in (80, 120, 200):
        drawing = Drawing(Picture(width, 3, look().table))
        draw_track(drawing, View(state, 0, NAMES, look=look()), Rect(0, 0, width, 3))
        assert "at the GOAL" in columns(drawing.picture, 0) or "reached the GOAL" in columns(drawing.picture, 0)


def test_the_words_of_the_race_are_explained_where_they_stand() -> None:
    """Toll, combo and the locked passages: above the rooms, and in the legend."""
    sitting = until(sit(hot_seat()), "TAKE")
    for name, told in (("steps", "combo"), ("passages", "locked"), ("princess", "toll")):
        sitting.point_at(("way", name))
        assert told in sitting.said
        assert "[" in text(sitting).split("\n")[1], "the cursor is seen there"
    legend = " ".join(str(meaning) for meaning in sitting.scene.legend(look()).values())
    for word in ("combo", "toll", "passages", "sky sign", "each takes its own", "most steps"):
        assert word in legend


def test_before_the_end_the_score_says_what_is_still_to_come() -> None:
    sitting = until(sit(hot_seat()), "TAKE")
    lines = receipt_lines(sitting.moment, sitting.scene, look())
    told = " ".join("".join(words for words, _ in line) for line in lines)
    assert "Two bonus cards are turned up at the end: each gives 3 points" in told
    table = to_the_end(sitting.table)
    assert not table.rules.receipt(table.match.state).pending


@pytest.mark.parametrize("players", [2, 3])
def test_small_boards_have_coordinates_and_say_what_sprites_are_left(players: int) -> None:
    for n, sitting in enumerate(walk(players)):
        s = sitting.table.match.state
        if n % 15 or s.ending or s.todo[0][0] == "STEAL_PICK" or not all(h.tableau.tops for h in s.hunters):
            continue
        drawing = sitting.scene.paint(sitting.view(look()), 80, 19)
        for seat, hunter in enumerate(s.hunters):
            if seat == sitting.moment.seat:
                continue
            lines = inside(drawing.picture, drawing.places["hunter", str(seat)])
            rows = "".join(line[0] for line in lines[1:])
            assert rows in "12345678" and len(rows) == 5
            row = next(row for row in (2, 3, 4, 5, 6, 7) if hunter.tableau.occupied >> 8 * row & 255)
            assert str(row + 1) in rows
            shown = drawing.picture.text()
            assert f"■{hunter.extra} ◆{hunter.gem}" in shown or f"{hunter.extra} tile {hunter.gem} gem" in shown


@pytest.mark.parametrize("size", some(SIZES, slice(0, None, 2)))
@pytest.mark.parametrize("glyphs", LOOKS.glyphs)
def test_the_box_of_the_sprites_has_all_its_edges_and_all_its_signs(glyphs: str, size: tuple[int, int]) -> None:
    dress, edges = look("night", glyphs), []
    for n, sitting in enumerate(walk(3)):
        if n % 20 or ("stock", "mine") not in paint(sitting, size, dress).places:
            continue
        drawing, hunter = paint(sitting, size, dress), sitting.moment.state.hunters[sitting.moment.seat]
        lines = inside(drawing.picture, drawing.places["stock", "mine"])
        signs = dress.glyphs
        told = " ".join(lines)
        assert signs.gem * hunter.supply in told and f"{hunter.gem}" in told and f"{hunter.extra}" in told
        if len(lines) > 1 and sitting.cursor != ("stock", "mine"):
            edges.append(lines[-1])
            assert lines[-1] == f"{signs.line_bl}{signs.line_h * (len(lines[-1]) - 2)}{signs.line_br}"
    assert edges or size[0] > 80


@pytest.mark.parametrize("players", some([2, 3, 4], keep=0))
def test_letters_of_small_boards_stand_above_their_columns_or_nowhere(players: int) -> None:
    """In no cell; and where there is no line for them, pointing at the board tells which columns are seen."""
    above = set()
    for n, sitting in enumerate(walk(players)):
        if n % 31 or sitting.table.match.state.todo[0][0] == "STEAL_PICK":
            continue
        for size in ((80, 19), (100, 25), (120, 35)):
            drawing = sitting.scene.paint(sitting.view(look()), *size)
            for place in [place for place in drawing.places if place[0] == "hunter"]:
                lines = inside(drawing.picture, drawing.places[place])
                letters = next((line for line in lines[:2] if re.fullmatch(r" +[A-H]( +[A-H]){4} *", line)), "")
                above.add((size, bool(letters)))
                cells_below = "".join(lines[1 + (size == (120, 35)) :])
                assert not re.findall(r"[B-DGH]", cells_below), lines
                said = english(sitting.scene.describe(sitting.view(look()), place), NAMES)
                columns_told = re.search(r"Columns ([A-H]) to ([A-H]), rows \d to \d\.", said)
                assert columns_told and (not letters or letters.split()[0] == columns_told[1])
    assert ((80, 19), players == 2) in above and ((120, 35), players < 4) in above


def test_the_cursor_waits_on_the_gem_where_it_completes_a_rune() -> None:
    waited = set()
    for sitting in walk(2):
        s = sitting.table.match.state
        if s.todo[0][0] == "GEM":
            on_gem = sitting.cursor == (MENU, "gem yes")
            assert on_gem == gem_extends_combo(s, sitting.moment.seat)
            waited.add(on_gem)
    assert waited == {True, False}


def test_what_is_said_of_a_rune_agrees_with_its_card() -> None:
    """No rune that can be declared lacks a tile, and what only lacks a gem is not called nearly complete."""
    for sitting in walk(2):
        s, box = sitting.table.match.state, components()
        if s.todo[0][0] not in ("RUNE", "CELL"):
            continue
        tableau = s.hunters[sitting.moment.seat].tableau
        ready = [card for card in s.row if any(rune_value(tableau, box.cards[card], gem) for gem in bits(tableau.gems))]
        names = "|".join(sorted((card.name for card in box.cards), key=len, reverse=True))
        for choice in sitting.selection.choices[:8]:
            told = " ".join(
                english(text) for text in sitting.table.rules.narrator.preview(choice.state, s.seat, choice.action)
            )
            lacking = re.findall(f"({names}) then lacks one tile", told)
            assert not {box.cards[card].name for card in ready} & set(lacking)
        advice = hint(sitting.table, s.seat)
        if isinstance(advice.action, HoldRune) and "nearly complete" in english(advice.why):
            assert nearness(tableau, box.cards[advice.action.card]).missing


def test_a_theft_begins_at_a_tile_that_is_missed() -> None:
    begun = 0
    for players in (2, 3):
        for sitting in walk(players):
            s = sitting.table.match.state
            if s.todo[0][0] != "STEAL_PICK" or sitting.selection is None:
                continue
            victim = s.hunters[victim_seat(s, sitting.moment.seat)].tableau
            legal = {LATTICE.numbers[place[1]] for place in sitting.selection.targets()}
            gems = legal & set(bits(victim.gems))
            assert sitting.cursor and (not gems or LATTICE.numbers[sitting.cursor[1]] in gems)
            begun += bool(gems)
    assert begun


def test_a_reason_says_of_a_rune_what_its_card_says() -> None:
    """`lacks 1 tile` for the lower number stands on a card that lacks 2: then the number is named."""
    seen = set()
    for sitting in islice(walk(3, wild=0.5), 0, None, 3):
        state, memory = sitting.moment.state, RuneCache()
        for hunter, card in product(state.hunters, [card for card in state.row if card != HOLE]):
            near = rune_level(hunter.tableau, card) if hunter.tableau.tops else FAR
            if near == FAR:
                continue
            lower, told = components().cards[card].lower, str(describe_nearness(card, near))
            shown = str(state_texts(memory.status(hunter.tableau, card))[0])
            if near == ONE_LOWER:
                assert told.endswith(f"lacks 1 tile for {lower} steps") and shown in ("lacks 2 tiles", "lacks 3 tiles")
            elif shown.startswith("ready"):
                assert told.endswith(
                    "is ready" if lower != memory.status(hunter.tableau, card).worth else f"{lower} steps"
                )
            else:
                assert told.endswith("only lacks a gem" if shown == "needs a gem" else shown)
            seen.add(near)
    assert len(seen) > 6
