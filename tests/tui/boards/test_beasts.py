"""The board of the beast hunt: everything is on it, at every size, in every look, told apart by shape."""

import random
import re
import unicodedata
from collections.abc import Iterator
from functools import cache

import pytest
from rich.style import Style

from tests.cases import some
from tests.pseudo import PseudoLanguage
from tests.tui.boards.tables import KEYS, LOOKS, NAMES, SIZES, look, visit
from tests.tui.player.sitting import Sitting
from tilehall.engine import ENGLISH, Language, RecordPlayer, Setup, Text, render_text
from tilehall.engine.core.geometry import bits
from tilehall.engine.games.beasts import (
    BEAST,
    BEASTS,
    NONE,
    WARNING,
    WILD,
    BeastsBoard,
    BeastsHunter,
    BeastsState,
    can_be_caught,
    components,
    missing_cards_and_dice,
    placed_dice_text,
    turn_outcome,
)
from tilehall.engine.games.beasts import names as named
from tilehall.themes.colour import contrast
from tilehall.tui.boards.beasts import art
from tilehall.tui.boards.beasts.board import ROOM_FOR_WORDS
from tilehall.tui.boards.beasts.facts import card_names, most_useful_slot, points_of, preview_choice
from tilehall.tui.boards.beasts.layout import BOARD_SIZES, SMALL
from tilehall.tui.boards.beasts.pieces import COLOURS as HUES
from tilehall.tui.boards.beasts.pieces import beast_style, draw_beast, face_icon, owner_mark, rail_style
from tilehall.tui.boards.panel import ROOMY
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.boards.sentences import style_sentence as drawn
from tilehall.tui.boards.wording import wording_for
from tilehall.tui.config.look import Look
from tilehall.tui.player.selection import MENU, ActionChoice, Selection
from tilehall.tui.player.view import View
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.output.cells import split_cells
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.testing import conform
from tilehall.tui.widgets import chrome

KINDS = {"SETUP_BEAST", "KEEP", "PLACE", "DISCARD"}
BOARD = ("slot", "edge", "square")


def hunt(players: int = 2, seed: str = "7", *options: tuple[str, str]) -> Table:
    """Everybody at one keyboard; Aki begins."""
    chosen = {"first_seat": "0", **dict(options)}
    return Table.open("beasts", [RecordPlayer(name) for name in NAMES[:players]], chosen.items(), seed)


def sit(table: Table) -> Sitting:
    return Sitting(table, renderer_for("beasts"), False)


def advised(table: Table, lots: random.Random, wild: float) -> str:
    """What somebody does who mostly knows, but looks at few possibilities."""
    seat = table.due()[0]
    if lots.random() < wild:
        return str(lots.choice(list(table.match.legal_actions(seat))))

    return str(table.rules.advisor.plans(table.match.view(seat), seat, 1)[0].actions[0])


@cache
def played(players: int, seed: str, wild: float) -> tuple[str, ...]:
    """The choices of a whole game, worked out once; some of them are made by lot."""
    lots, table = random.Random(seed), hunt(players, seed)
    while not table.over:
        table.act(table.due()[0], advised(table, lots, wild))
    return tuple(str(step.action) for step in table.match.steps if step.seat >= 0)


def walk(players: int, seed: str = "7", wild: float = 0.2, every: int = 1) -> Iterator[Sitting]:
    """A whole game: a sitting at every decision, or at some."""
    for sitting in visit(sit(hunt(players, seed)), played(players, seed, wild), every):
        # What is said may cover a part of the board.
        sitting.message = None
        yield sitting


def wander(seed: str) -> Iterator[Sitting]:
    """A game for two that goes on whatever the test has done at the table."""
    lots, sitting = random.Random(seed), sit(hunt(2, seed))
    while not sitting.table.over:
        sitting.message = None
        yield sitting
        sitting.table.act(sitting.table.due()[0], advised(sitting.table, lots, 0.2))
        sitting.anew()


def signs(hunter: BeastsHunter) -> str:
    """The cards of a hand, each by its sign."""
    return "".join(face_icon(look(), components().icons.index(name[0])) for name in card_names(hunter))


def icons(sitting: Sitting) -> list[int]:
    """The free dice that show an icon and have a slot to go to, by number."""
    assert sitting.selection is not None
    s = sitting.table.match.state
    slots = {place for choice in sitting.selection.choices if choice.text.startswith("die") for place in choice.places}
    return [n + 1 for n in bits(s.free) if s.faces[n] < WILD and ("die", str(n + 1)) in slots]


def until(kind: str, after: int = 0, players: int = 2, seed: str = "8") -> Sitting:
    """The first decision of this kind after so many."""
    for n, sitting in enumerate(walk(players, seed, 0)):
        assert sitting.selection is not None
        if n >= after and sitting.selection.decision.kind == kind and (kind != "PLACE" or len(icons(sitting)) > 1):
            return sitting
    raise AssertionError(kind)


def paint(sitting: Sitting, size: tuple[int, int] = (80, 24), dress: Look | None = None) -> Drawing:
    return chrome.paint(sitting, sitting.scene, dress or look(), *size, KEYS)


def text(sitting: Sitting, size: tuple[int, int] = (80, 24), dress: Look | None = None) -> str:
    return paint(sitting, size, dress).picture.text()


def painted(sentence: Text, view: View) -> str:
    """A sentence as it stands on the screen, with its chips."""
    return "".join(words for words, _ in drawn(sentence, view.chips, view.look, view.names, view.look.text))


def inside(picture: Picture, rect: Rect, around: int = 0) -> str:
    """The characters in a rectangle, and so many columns to either side."""
    lines = picture.text().split("\n")[rect.y : rect.y + rect.height]
    return "\n".join(line[max(0, rect.x - around) : rect.x + rect.width + around] for line in lines)


def overlap(one: Rect, other: Rect) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


def choose(sitting: Sitting, place: Place) -> bool:
    sitting.point_at(place)
    return sitting.choose()


def pick_die(sitting: Sitting) -> int:
    """Takes up the first die that shows an icon and fits somewhere."""
    number = icons(sitting)[0]
    sitting.digit(number)
    return number


# --- The layout


@pytest.mark.parametrize("cut", BOARD_SIZES, ids=lambda cut: cut.name)
def test_the_layout_is_the_board_of_the_rules(cut) -> None:
    """A slot lies in the square of its quadrant, a line between the squares it separates, and nothing overlaps."""
    box = components()
    for square in box.squares:
        field = cut.square(square.id)
        corners = [cut.slot(slot) for slot in box.slots if overlap(cut.slot(slot), field)]
        assert len(corners) == {"corner": 3, "edge": 4, "centre": 4}[square.kind]
        assert not overlap(cut.middle(square.id), corners[0])
        names = [box.slots[slot] for slot in bits(square.slots) if overlap(cut.slot(box.slots[slot]), field)]
        assert len(names) == len(corners), "the slots in a field belong to the holes at its corners"
    for edge in box.edges:
        gap = cut.edge(edge.id)
        one, other = (cut.square(box.squares[square].id) for square in edge.squares)
        assert not overlap(gap, one) and not overlap(gap, other)
        widened = Rect(gap.x - 1, gap.y - 1, gap.width + 2, gap.height + 2)
        assert overlap(widened, one) and overlap(widened, other)
        supporting = [cut.slot(box.slots[slot]) for slot in bits(edge.four)]
        assert all(overlap(widened, die) for die in supporting), "a card stands between the dice that hold it"
    rects = [cut.slot(slot) for slot in box.slots] + [cut.edge(edge.id) for edge in box.edges]
    assert not [(a, b) for n, a in enumerate(rects) for b in rects[n + 1 :] if overlap(a, b)]


@pytest.mark.parametrize("players", some([2, 3, 4], keep=2))
def test_every_place_lies_on_the_picture_and_no_two_of_a_zone_overlap(players: int) -> None:
    for n, sitting in enumerate(walk(players, every=24)):
        for size in (*SIZES, (80 + 6 * n % 41, 24 + 6 * n % 17)):
            drawing = paint(sitting, size)
            assert (drawing.picture.width, drawing.picture.height) == size
            placed = list(drawing.places.items())
            for at, ((zone, name), rect) in enumerate(placed):
                assert rect.width > 0 and rect.height > 0
                assert rect.x >= 0 and rect.x + rect.width <= size[0], (zone, name, size)
                assert rect.y >= 1 and rect.y + rect.height <= size[1] - 1, (zone, name, size)
                assert not [other for other, its in placed[at + 1 :] if other[0] == zone and overlap(rect, its)]
            for place in sitting.stops():
                assert place in drawing.places
        sitting.go_to_stop(0)


def test_painting_changes_nothing_and_is_always_the_same() -> None:
    for sitting in walk(3, every=30):
        before = (sitting.cursor, sitting.message, sitting.table.record())
        one, other = paint(sitting, (120, 40)), paint(sitting, (120, 40))
        assert one.places == other.places and one.picture.changes(other.picture) == []
        twin = Sitting(sitting.table, type(sitting.scene)(), False)
        twin.cursor, twin.message = sitting.cursor, sitting.message
        assert paint(twin, (120, 40)).picture.text() == one.picture.text()
        assert (sitting.cursor, sitting.message, sitting.table.record()) == before


def test_what_is_kept_from_the_last_picture_is_never_stale() -> None:
    """The same scene through a whole game paints what a new one paints."""
    for n, sitting in enumerate(walk(2)):
        sitting.go_to_next_stop(n % 5)
        if n % 4 == 0:
            twin = Sitting(sitting.table, renderer_for("beasts"), False)
            twin.cursor, twin.message = sitting.cursor, sitting.message
            assert paint(twin).picture.text() == text(sitting)


def test_too_small_a_window_is_one_sentence() -> None:
    sitting = sit(hunt())
    assert "80x24" in " ".join(text(sitting, (79, 24)).split()) and not paint(sitting, (80, 23)).places
    assert paint(sitting, (80, 24)).places


# --- Everything is there


@pytest.mark.parametrize("players", some([2, 4], keep=0))
def test_dice_fences_beasts_and_enclosures_are_told_by_signs(players: int) -> None:
    box, dress, seen = components(), look(), set()
    marks = {dress.glyphs.seat(seat) for seat in range(4)} | {dress.glyphs.nobody}
    for sitting in walk(players, every=20):
        board = sitting.table.match.state.board
        for size in SIZES:
            sitting.cursor, sitting.selection = None, None
            drawing = paint(sitting, size, dress)
            picture, places = drawing.picture, drawing.places
            for slot, name in enumerate(box.slots):
                shown = inside(picture, places["slot", name])
                if board.filled >> slot & 1:
                    sign, whose = face_icon(dress, board.face(slot)), owner_mark(dress, board.colour(slot))
                    assert re.search(rf"{re.escape(sign)} ?{whose}", shown)
                    seen.add("wild" if board.wild >> slot & 1 else "die")
                else:
                    assert {dress.glyphs.socket, dress.glyphs.line_tl} & set(shown), "an empty slot is a socket"
                    assert not marks & set(shown)
            for number, edge in enumerate(box.edges):
                shown = inside(picture, places["edge", edge.id])
                if board.carded & edge.bit:
                    rail = dress.glyphs.fence_v if edge.id[0] == "V" else dress.glyphs.fence_h
                    assert face_icon(dress, board.kind(number)) + owner_mark(dress, board.owner(number)) in shown
                    assert rail in shown and edge.id in shown
                    if board.done & edge.bit:
                        assert str(board.scored[number]) in shown
                        seen.add("scored")
                else:
                    assert edge.id in shown and not marks & set(shown)
            for number, square in enumerate(box.squares):
                shown = inside(picture, places["square", square.id])
                kind = board.beasts[number]
                assert [beast.id for beast in box.beasts if beast.id in shown] == (
                    [] if kind == NONE else [box.beasts[kind].id]
                )
                enclosed = bool(board.enclosed >> number & 1)
                assert (dress.glyphs.enclosed in shown or "locked" in shown) == enclosed
                seen.add("enclosed" if enclosed else "open")
                assert square.id in picture.text()
            for hole in box.holes:
                assert hole.id in picture.text()
        sitting.reset_decision()
    assert seen == {"die", "wild", "scored", "enclosed", "open"}


@pytest.mark.parametrize("players", some([2, 3, 4], keep=0))
def test_hunters_supply_and_countdown_are_always_shown(players: int) -> None:
    box, near = components(), 0
    for sitting in walk(players, every=14):
        s = sitting.table.match.state
        sitting.focus.cursor.place = None
        for size in SIZES:
            lines = text(sitting, size).split("\n")
            for seat, hunter in enumerate(s.hunters):
                mark = look().glyphs.seat(seat)
                (row,) = (
                    line for line in lines[1:] if re.search(rf"{mark} {NAMES[seat]} +{points_of(s, seat)} ", line)
                )
                assert re.search(rf"{NAMES[seat]} +{points_of(s, seat)} +{s.own_left(seat)} {signs(hunter)}", row)
                assert not sum(hunter.captured) or re.search(rf"{sum(hunter.captured)}{look().glyphs.beast}", row)
            shown = "\n".join(lines)
            slots, lines_free = 44 - s.board.filled.bit_count(), 17 - s.board.carded.bit_count()
            assert re.search(rf"{slots} slots(,| and) {lines_free} lines", shown)
            for kind, beast in enumerate(box.beasts):
                assert re.search(rf"{beast.id} .*?{s.board.supply[kind]}\b", shown)
            least = min(s.own_left(seat) for seat in range(players))
            if s.final >= 0:
                assert f"last round: {s.final} turn" in shown
            elif least <= 4:
                assert f"{least} {'die' if least == 1 else 'dice'} left, then the end" in shown
                near += 1
    assert near


def test_the_dice_of_the_turn_say_what_became_of_them() -> None:
    sitting = until("KEEP")
    box = components()
    drawing = paint(sitting)
    s = sitting.table.match.state
    for n, letter in enumerate(s.faces):
        rect = drawing.places["die", str(n + 1)]
        assert inside(drawing.picture, rect)[:2] == str(n + 1) + face_icon(look(), letter)
        assert str(box.face_names[letter]) in inside(drawing.picture, rect, 12)
    sitting.digit(2)
    drawing = paint(sitting)
    kept = [n for n in range(4) if look().glyphs.check in inside(drawing.picture, drawing.places["die", str(n + 1)])]
    assert kept == [1]
    sitting = until("PLACE")
    number = pick_die(sitting)
    assert sitting.cursor and sitting.cursor[0] == "slot"
    sitting.choose()
    drawing = paint(sitting)
    assert "placed" in inside(drawing.picture, drawing.places["die", str(number)], 10)
    sitting.point_at(("die", str(number)))
    assert sitting.said == f"Die {number} is on the board already.", "it is no die of the turn any more"


def dice_are_left(sitting: Sitting) -> bool:
    """Whether cards are to be discarded by somebody who did not place all dice."""
    s = sitting.table.match.state
    return s.point == "DISCARD" and s.hunters[s.seat].dice != b""


def test_dice_without_a_face_are_to_be_rolled() -> None:
    """Their colour says whose they are; in words that would be what they show."""
    sitting = next(sitting for sitting in walk(2, "8", 0) if dice_are_left(sitting))
    for size in SIZES:
        shown = text(sitting, size)
        assert "to roll" in shown and "purple" not in shown


def test_a_slot_tells_what_it_takes() -> None:
    """A card to an empty hole commits it; the sign of the icon stands in its sockets."""
    box, found = components(), 0
    for sitting in walk(2):
        board = sitting.table.match.state.board
        wanted = [
            (box.slots[slot], [kind for kind in range(4) if board.takes[kind] >> slot & 1])
            for slot in bits(board.reach & ~board.filled)
        ]
        sitting.cursor, sitting.selection = None, None
        drawing = paint(sitting)
        for name, kinds in wanted:
            shown = inside(drawing.picture, drawing.places["slot", name])
            assert (face_icon(look(), kinds[0]) in shown) == (len(kinds) == 1)
            found += len(kinds) == 1
        sitting.reset_decision()
    assert found > 20


# --- Putting actions together


def picked(picker: Selection, action: object, backwards: bool) -> ActionChoice | None:
    """Picks the places of an action one by one."""
    choice = next(choice for choice in picker.choices if choice.action == action)
    for place in choice.places[::-1] if backwards else choice.places:
        assert place in picker.targets()
        done = picker.pick(place)
        if done:
            return done
    return picker.complete_choice() if picker.exact else picker.pick((MENU, choice.text))


@pytest.mark.parametrize(("players", "seed"), [(2, "a"), (3, "b"), (4, "c")])
def test_whatever_is_legal_can_be_picked(players: int, seed: str) -> None:
    seen = set()
    for n, sitting in enumerate(walk(players, seed)):
        whole = sitting.selection
        assert whole is not None
        seen.add(whole.decision.kind)
        legal = list(sitting.table.match.legal_actions(sitting.moment.seat))
        assert [choice.action for choice in whole.choices] == legal
        for action in legal[:: 1 + n % 5 * 4]:
            for backwards in (False, True):
                picker = Selection(whole.decision, whole.choices, whole.exact, on_board=whole.on_board)
                found = picked(picker, action, backwards)
                assert found is not None and found.action == action
    assert seen == KINDS


def test_a_piece_is_placed_by_taking_it_up_only_where_one_place_is_left_for_it() -> None:
    """And that can be taken back."""
    for sitting in walk(2, "up"):
        assert sitting.selection is not None
        if sitting.selection.decision.kind != "PLACE":
            continue
        for number in range(1, len(sitting.digit_places()) + 1):
            picker, before = sitting.selection, sitting.table.match.state
            ways = len(
                picker.matching(*sitting.scene.targets_at(sitting.cursor_context(), sitting.digit_places()[number - 1]))
            )
            assert sitting.digit(number) == (ways == 1)
            if ways == 1:
                sitting.undo()
                assert sitting.table.match.state.board.filled == before.board.filled
            sitting.go_back()


def test_a_digit_means_the_die_it_stands_beside() -> None:
    sitting = until("PLACE")
    number = pick_die(sitting)
    sitting.choose()
    for n in bits(sitting.table.match.state.free):
        sitting.digit(n + 1)
        place = ("die", str(n + 1))
        assert sitting.selection is not None
        assert (
            not sitting.selection.picks
            or sitting.scene.targets_at(sitting.cursor_context(), place)[0] in sitting.selection.picks
        )
        sitting.go_back()
    sitting.digit(number)
    assert sitting.message is not None and sitting.message.tone == "bad"
    assert sitting.message.rule == "B-3.1" and f"Die {number} is on the board already." in str(sitting.message.text)


def test_another_die_takes_the_place_of_the_one_taken_up() -> None:
    sitting = until("PLACE", 20)
    assert sitting.selection is not None
    first, second = icons(sitting)[:2]
    sitting.digit(first)
    assert sitting.selection.picks == [("die", str(first))]
    sitting.digit(second)
    assert sitting.selection.picks == [("die", str(second))]
    sitting.digit(second)
    assert sitting.selection.picks == []


def test_dice_that_are_alike_are_one_choice() -> None:
    for sitting in walk(4):
        s = sitting.table.match.state
        dice = s.hunters[sitting.moment.seat].dice
        pairs = [
            (a, b)
            for a in bits(s.free)
            for b in bits(s.free)
            if a < b and (dice[a], s.faces[a]) == (dice[b], s.faces[b])
        ]
        if s.point != "PLACE" or not pairs or sitting.selection is None:
            continue
        one, other = (("die", str(n + 1)) for n in pairs[0])
        if one in sitting.selection.targets():
            sitting.digit(pairs[0][1] + 1)
            assert sitting.selection.picks == [one] and other not in sitting.stops()
            return
    raise AssertionError("no twins")


def test_discards_are_put_together_card_by_card() -> None:
    """Of cards that are alike any one may be named; a second press takes it back."""
    for sitting in walk(2):
        picker = sitting.selection
        assert picker is not None
        hand = card_names(sitting.table.match.state.hunters[sitting.moment.seat])
        if picker.decision.kind != "DISCARD" or len(hand) == len({name[0] for name in hand}):
            continue
        second = next(n for n, name in enumerate(hand) if name[1:] == "2")
        assert picker.complete_choice() is not None and str(picker.complete_choice().action) == "discard -"
        sitting.digit(second + 1)
        assert str(picker.complete_choice().action) == f"discard {hand[second][0]}"
        sitting.digit(second + 1)
        assert str(picker.complete_choice().action) == f"discard {hand[second][0] * 2}"
        sitting.digit(second)
        sitting.digit(second)
        assert look().glyphs.cross not in inside(paint(sitting).picture, paint(sitting).places["card", hand[second]])
        assert str(picker.complete_choice().action) == f"discard {hand[second][0]}" or not picker.picks
        assert "discard" in text(sitting)
        return
    raise AssertionError("no pair")


def test_keeping_says_that_it_is_final() -> None:
    sitting = until("KEEP")
    sitting.digit(1)
    assert "for good" in text(sitting) and "rerolls 3 dice, once" in text(sitting)


def test_placing_is_taken_back_with_one_key() -> None:
    sitting = until("PLACE")
    before = sitting.table.match.state
    pick_die(sitting)
    sitting.choose()
    assert sitting.table.match.state is not before
    sitting.undo()
    assert sitting.table.match.state.board.filled == before.board.filled
    sitting.undo()
    assert sitting.message is not None and sitting.message.tone == "bad", "what was rolled stays rolled"


def test_a_refusal_names_the_rule_of_the_piece_in_hand() -> None:
    rules = set()
    for n, sitting in enumerate(walk(2)):
        assert sitting.selection is not None
        if sitting.selection.decision.kind != "PLACE" or n % 4:
            continue
        for number in range(1, len(sitting.digit_places()) + 1):
            if sitting.digit(number):
                sitting.undo()
                continue
            picks = list(sitting.selection.picks)
            if picks:
                zone = {"die": "slot", "card": "edge"}[picks[0][0]]
                for where, name in paint(sitting).places:
                    if where == zone and (where, name) not in sitting.selection.targets():
                        sitting.point_at((where, name))
                        assert sitting.toggle() is False
                        assert sitting.message is not None and sitting.message.tone == "bad"
                        assert re.fullmatch(r"B-\d\.\d+", sitting.message.rule)
                        rules.add(sitting.message.rule)
            while sitting.go_back():
                pass
    assert rules >= {"B-4.10", "B-4.12", "B-4.15", "B-4.20", "B-4.21", "B-4.22"}


def test_why_a_piece_fits_nowhere_is_said_with_its_rule() -> None:
    """Not only that it does: the issue of everybody who looks at a card that stays dark."""
    rules = set()
    for sitting in walk(2):
        picker = sitting.selection
        if picker is None or picker.decision.kind != "PLACE":
            continue
        s, seat = sitting.table.match.state, sitting.moment.seat
        for place in [
            *(("die", str(n + 1)) for n in range(len(s.faces))),
            *(("card", c) for c in card_names(s.hunters[seat])),
        ]:
            if picker.matching(*sitting.scene.targets_at(sitting.cursor_context(), place)):
                continue
            sitting.point_at(place)
            assert not sitting.choose() and sitting.message is not None
            assert sitting.message.tone == "bad" and len(str(sitting.message.text)) > 20
            rules.add(sitting.message.rule)
    assert rules >= {"B-4.15", "B-4.21", "B-4.22", "B-3.1", "B-4.30"}


def test_the_inspector_says_what_a_die_is_and_what_it_holds() -> None:
    box = components()
    for sitting in walk(2):
        board = sitting.table.match.state.board
        for slot in bits(board.filled):
            told = render_text(
                sitting.scene.describe(sitting.cursor_context(), ("slot", box.slots[slot])), ENGLISH, NAMES
            )
            whose = f"of {NAMES[board.colour(slot)]}" if board.colour(slot) < 4 else "nobody's"
            assert str(box.face_names[board.face(slot)]) in told and whose in told and "in hole" in told
            assert bool(box.stands[slot]) == ("supports" in told)


def test_the_cursor_begins_where_nothing_is_lost() -> None:
    """Not on the most valuable beast and a corner in which it can never be caught."""
    sitting = until("SETUP_BEAST")
    assert sitting.cursor == ("beast", "unicorn")
    for sitting in walk(2):
        s = sitting.table.match.state
        wilds = [n for n in bits(s.free) if s.point == "PLACE" and s.faces[n] == WILD and not s.wild]
        if wilds and s.board.filled:
            sitting.digit(wilds[0] + 1)
            assert sitting.cursor and sitting.cursor[0] == "slot", "a wild is looked at as a die first"
            return
    raise AssertionError("no wild")


# --- Before a choice


def placements(
    players: int, seed: str, every: int, choices: int
) -> Iterator[tuple[Sitting, ActionChoice[BeastsState]]]:
    """Some of the placements of a game, each pointed at as somebody does who is about to choose it."""
    for n, sitting in enumerate(walk(players, seed)):
        picker = sitting.selection
        if n % every or picker is None or picker.decision.kind != "PLACE":
            continue
        for choice in picker.choices[1::choices]:
            picker.picks[:] = choice.places[:-1]
            sitting.point_at(choice.places[-1])
            yield sitting, choice
        picker.picks.clear()
        sitting.go_to_stop(0)


def test_the_outlook_tells_what_a_placement_would_bring() -> None:
    told = 0
    for sitting, choice in placements(2, "outlook", every=4, choices=7):
        view = sitting.view(look())
        first = painted(preview_choice(view, choice)[0].text, view)
        shown = " ".join(text(sitting, (120, 40)).replace("\n", " ").split())
        assert "What it brings" in shown
        assert all(word in shown for word in first.split())
        told += 1
    assert told > 20


@pytest.mark.parametrize("players", some([2, 4], keep=0))
def test_before_the_end_every_warning_is_shown_even_in_a_small_window(players: int) -> None:
    warned = 0
    for sitting in walk(players):
        picker = sitting.selection
        if picker is None or picker.decision.kind != "PLACE":
            continue
        sitting.point_at((MENU, "end"))
        (choice,) = (choice for choice in picker.choices if choice.text == "end")
        drawing = paint(sitting)
        left = drawing.places["die", "1"].x - 1
        lines = drawing.picture.text().split("\n")
        panel = " ".join(" ".join(line[left:].split()) for line in lines[1:20])
        below = " ".join(" ".join(line.split()) for line in lines[14:])
        view = sitting.view(look())
        for prospect in preview_choice(view, choice):
            phrase = painted(prospect.text, view)
            # A long outlook is said once more in full, over the end of the panel.
            assert phrase in panel.replace(f" {look().glyphs.bullet} ", " | ") or phrase in below, phrase
            warned += prospect.mood == WARNING
        sitting.go_to_stop(0)
    assert warned


def test_a_fence_that_will_score_says_so() -> None:
    box = components()
    for sitting in walk(2):
        board = sitting.table.match.state.board
        coming = list(bits(board.complete_edges & ~board.done))
        if coming:
            drawing = paint(sitting)
            assert "+" in inside(drawing.picture, drawing.places["edge", box.edges[coming[0]].id])
            return
    raise AssertionError("no fence")


# --- Shapes


@pytest.mark.parametrize("glyphs", LOOKS.glyphs)
@pytest.mark.parametrize("palette", ["night", "ansi"])
def test_cursor_legal_ghost_and_refused_differ_by_shape(palette: str, glyphs: str) -> None:
    dress = look(palette, glyphs)
    sitting = until("PLACE", 10)
    pick_die(sitting)
    assert sitting.selection is not None
    target = next(place for place in sitting.stops() if place[0] == "slot")
    drawing = paint(sitting, dress=dress)
    other = next(p for p in drawing.places if p[0] == "slot" and p not in sitting.selection.targets())

    def shape(at: Place, cursor: Place) -> str:
        sitting.point_at(cursor)
        painted = paint(sitting, dress=dress)
        return inside(painted.picture, painted.places[at], 1)

    legal, ghost = shape(target, other), shape(target, target)
    refused, plain = shape(other, other), shape(other, target)
    assert len({legal, ghost, refused, plain}) == 4
    assert dress.glyphs.cross in refused and {dress.glyphs.legal, dress.glyphs.legal_strong} & set(legal)
    assert dress.glyphs.cursor_l in ghost and dress.glyphs.cursor_l not in legal


def test_every_legal_spot_of_a_piece_is_marked() -> None:
    for n, sitting in enumerate(wander("marks")):
        if n % 8 or sitting.selection is None or sitting.selection.decision.kind != "PLACE":
            continue
        for number in range(1, len(sitting.digit_places()) + 1):
            sitting.digit(number)
            if not sitting.selection.picks:
                continue
            sitting.focus.cursor.place = None
            for size in ((80, 24), (120, 40)):
                drawing = paint(sitting, size)
                marks = {look().glyphs.legal, look().glyphs.legal_strong}
                for place in sitting.selection.targets():
                    if place[0] in BOARD:
                        assert marks & set(inside(drawing.picture, drawing.places[place])), place
            while sitting.go_back():
                pass


def test_what_came_since_the_last_turn_is_marked() -> None:
    found = 0
    for sitting in walk(2):
        steps = sitting.table.match.steps
        if sitting.selection is None or sitting.selection.decision.kind != "KEEP":
            continue
        laid = [
            event.marks[0]
            for step in steps[-30:]
            for event in step.events
            if event.key == "card" and event.seat != sitting.moment.seat
        ]
        if laid and any(str(step.action).startswith("end") and step.seat != sitting.moment.seat for step in steps[-8:]):
            drawing = paint(sitting)
            found += look().glyphs.last in inside(drawing.picture, drawing.places["edge", laid[-1]])
    assert found > 2


def test_a_hint_is_marked() -> None:
    sitting = until("PLACE")
    sitting.hint()
    places = sitting.hint_places()
    marked = paint(sitting)
    for place in places:
        around = 1 if place[0] == "die" else 0
        assert place == sitting.cursor or look().glyphs.hint in inside(marked.picture, marked.places[place], around)


# --- Characters and colours


@pytest.mark.parametrize("glyphs", ["neutral", "ascii"])
def test_only_the_characters_of_the_set_are_drawn(glyphs: str) -> None:
    dress = look("night", glyphs)
    for sitting in walk(4, glyphs, every=24):
        for size in SIZES:
            for shown in (
                text(sitting, size, dress),
                sitting.scene.paint_hand(sitting.view(dress), *size).picture.text(),
            ):
                if glyphs == "ascii":
                    assert shown.isascii(), [mark for mark in shown if not mark.isascii()]
                else:
                    assert not {mark for mark in shown if unicodedata.east_asian_width(mark) in "AWF"}


@pytest.mark.parametrize("palette", some(LOOKS.palettes, slice(None, None, 3)))
def test_every_palette_paints_every_decision(palette: str) -> None:
    dress, kinds = look(palette), set()
    for n, sitting in enumerate(walk(2)):
        assert sitting.selection is not None
        if n % 9 and sitting.selection.decision.kind in kinds:
            continue
        kinds.add(sitting.selection.decision.kind)
        drawing = paint(sitting, (100, 30), dress)
        board = sitting.table.match.state.board
        for slot in bits(board.filled):
            rect = drawing.places["slot", components().slots[slot]] if ("slot", "11nw") in drawing.places else None
            hue = dress.palette.hue(("purple", "green", "orange", "yellow", "black")[board.colour(slot)])
            assert rect is None or drawing.picture.style_at(rect.x, rect.y).bgcolor == dress.face(hue).bgcolor
    assert kinds == KINDS


@pytest.mark.parametrize("palette", some(LOOKS.palettes, slice(None, None, 3)))
def test_sockets_lines_and_rails_stand_out_from_the_table(palette: str) -> None:
    """At least 3:1, in every palette: they say where something may lie and whose it is."""
    dress = look(palette)
    if dress.ansi:
        return
    ground, field = dress.palette.background, dress.palette.lattice
    assert contrast(dress.palette.grid, ground) >= 3 and contrast(dress.palette.ghost, field) >= 3
    for seat in range(4):
        rail = rail_style(dress, seat).color
        assert rail and contrast(rail.name, ground) >= 3
    drawing = paint(until("KEEP"), dress=dress)
    rect = drawing.places["slot", "10se"]
    socket = drawing.picture.style_at(rect.x + 1, rect.y)
    assert socket.color and socket.bgcolor and contrast(socket.color.name, socket.bgcolor.name) >= 2.5


# --- Other languages, other names

FOREIGN = ("竹取", "Ωméga-Zoë", "AbcdefghijklmnoP", "Q")


def foreign(players: int = 4, seed: str = "7", every: int = 1) -> Iterator[Sitting]:
    """A whole game of people with names of all widths."""
    people = [RecordPlayer(name) for name in FOREIGN[:players]]
    sitting = sit(Table.open("beasts", people, (("first_seat", "0"),), seed))
    for each in visit(sitting, played(players, seed, 0.2), every):
        # What is said may cover a part of the board.
        each.message = None
        yield each


def at(picture: Picture, x: int, y: int, columns: int) -> str:
    """What stands in some cells, whatever takes two of them beside these."""
    return "".join(split_cells(picture.text().split("\n")[y])[x : x + columns])


@pytest.mark.parametrize("players", some([2, 4], keep=0))
@pytest.mark.parametrize("sizes", some([SIZES[1:2], SIZES]), ids=len)
def test_the_scene_is_what_every_scene_is(players: int, sizes: tuple[tuple[int, int], ...]) -> None:
    conform(renderer_for("beasts"), BEASTS, Setup(players), "hunt", sizes)


@pytest.mark.parametrize("language", [ENGLISH, PseudoLanguage()], ids=["English", "longer"])
def test_no_name_and_no_language_moves_a_column(language: Language) -> None:
    """Points, dice and cards of a hunter, points and number of a beast stand where they always stand."""
    box, dress, seen = components(), look().with_language(language), 0
    for sitting in foreign(every=18):
        s, seat = sitting.table.match.state, sitting.moment.seat
        sitting.focus.cursor.place = None
        for size in SIZES:
            drawing = paint(sitting, size, dress)
            picture = drawing.picture
            rect = drawing.places["beast", "unicorn"]
            marks = {f"{dress.glyphs.seat(seat)} " for seat in range(4)}
            rows = [
                y
                for y in range(1, rect.y)
                if at(picture, rect.x, y, 2) in marks and dress.glyphs.line_v not in at(picture, rect.x, y, 4)
            ][:4]
            # Below them the countdown begins with a mark too.
            assert len(rows) == 4
            for k, y in enumerate(rows):
                other = (seat + k) % 4
                hunter = s.hunters[other]
                right = size[0] - (2 if size[0] >= ROOMY else 1)
                assert at(picture, right - 19, y, 11) == f"{points_of(s, other):>6} {s.own_left(other):>4}"
                assert at(picture, right - 7, y, 4).strip() == signs(hunter)
                shown = at(picture, rect.x + 2, y, right - 19 - rect.x - 2).rstrip()
                assert shown == FOREIGN[other] or (shown[:-1] == FOREIGN[other][: len(shown) - 1] and shown[-1] == "…")
            for kind, beast in enumerate(box.beasts):
                place = drawing.places["beast", beast.id]
                assert at(picture, place.x + place.width - 2, place.y, 2) == f"{s.board.supply[kind]:>2}"
                seen += 1
    assert seen > 50


@pytest.mark.parametrize("size", some(SIZES, slice(1, None, 2)))
def test_the_board_is_the_same_in_every_language(size: tuple[int, int]) -> None:
    """Only the names of beasts and cards are other words; nothing is painted over dice, cards and holes."""
    longer = look().with_language(PseudoLanguage())
    for sitting in foreign(3, "same", every=22):
        sitting.cursor = None
        one, other = (sitting.scene.paint(sitting.view(dress), *size) for dress in (look(), longer))
        assert one.places == other.places
        for (zone, name), rect in one.places.items():
            told = zone == "edge" and rect.height == 2 and rect.width >= ROOM_FOR_WORDS
            for y in range(rect.y + told, rect.y + rect.height):
                if zone in ("slot", "edge") or (zone == "card" and rect.height == 1):
                    assert at(one.picture, rect.x, y, rect.width) == at(other.picture, rect.x, y, rect.width), name


def test_no_sign_hides_the_name_of_a_beast() -> None:
    found = 0
    for n, sitting in enumerate(walk(2)):
        picker = sitting.selection
        if n % 5 or picker is None or picker.decision.kind != "PLACE":
            continue
        board = sitting.table.match.state.board
        for place in [place for place in picker.targets() if place[0] == "square"]:
            kind = board.beasts[components().square_numbers[place[1]]]
            if kind != NONE:
                sitting.point_at(place)
                drawing = paint(sitting)
                assert components().beasts[kind].id in inside(drawing.picture, drawing.places[place])
                found += 1
    assert found > 5


def test_beside_the_dice_of_somebody_else_stands_his_name() -> None:
    dress = look().with_language(PseudoLanguage())
    table = Table.open(
        "beasts", [RecordPlayer("Aki"), RecordPlayer("AbcdefghijklmnoP", "easy")], (("first_seat", "1"),), "7"
    )
    sitting = sit(table)
    table.act(table.due()[0], "setup unicorn a1")
    assert table.due() == (1,)
    shown = text(sitting)
    assert "of Abcdefghijk" in shown
    assert "Abc" in text(sitting, (80, 24), dress)


@pytest.mark.parametrize("glyphs", LOOKS.glyphs)
@pytest.mark.parametrize("palette", some(LOOKS.palettes, slice(None, None, 3)))
def test_dice_cards_and_fences_are_chips_in_sentences(palette: str, glyphs: str) -> None:
    dress, scenery, box = look(palette, glyphs), renderer_for("beasts"), components()
    for colour in range(len(box.colours)):
        for face in range(len(box.faces)):
            for piece in (named.die(colour, face), named.rolled_face(colour, face)):
                ((words, style),) = scenery.chip(dress, piece)
                assert words == f"{face_icon(dress, face)}{owner_mark(dress, colour)} {box.face_names[face]}"
                assert style == dress.face(dress.palette.hue(HUES[colour]))
    for seat in range(4):
        shown = [scenery.chip(dress, named.card(seat, kind)) for kind in range(4)]
        assert [words[0] for ((words, _),) in shown] == [face_icon(dress, kind) for kind in range(4)]
        assert len({words for ((words, _),) in shown}) == 4
        assert [words for words, _ in scenery.chip(dress, named.fence(seat, 0))] == ["V11"]
    assert scenery.chip(dress, named.beast(0)) == (), "the name of a beast says more than a sign"
    assert glyphs != "ascii" or all(words.isascii() for ((words, _),) in shown)


# --- Words and the hand


def test_every_place_and_every_choice_has_words() -> None:
    for sitting in walk(3, every=24):
        view = sitting.view(look())
        for place in paint(sitting).places:
            told = render_text(sitting.scene.describe(view, place), ENGLISH, NAMES)
            assert place[0] in ("card", MENU) or (told.endswith(".") and place[1][:2] in told)
        assert sitting.selection is not None
        for choice in sitting.selection.choices:
            told = str(sitting.scene.describe_action(view, choice.action))
            assert told.startswith("discard") or told not in ("", choice.text)
            assert str(sitting.scene.describe_verb(choice.action.verb))


def test_the_hand_shows_everybodys_cards_and_decks() -> None:
    for sitting in walk(4, every=40):
        s = sitting.table.match.state
        for size in ((80, 21), (120, 37), (200, 57)):
            shown = sitting.scene.paint_hand(sitting.view(look()), *size).picture.text()
            for seat, hunter in enumerate(s.hunters):
                assert NAMES[seat] in shown and f"{points_of(s, seat)} points" in shown
                deck = " ".join(f"{face_icon(look(), kind)}{count}" for kind, count in enumerate(hunter.deck))
                assert f"deck {deck}" in shown
                assert f" {look().glyphs.seat(seat)} " in shown, "whose they are is told by the mark, too"
            assert ("fits " in shown) == (size[0] >= 100), "cards say more where they are broader"


def test_the_legend_explains_the_symbols_that_are_drawn() -> None:
    for glyphs in LOOKS.glyphs:
        dress = look("night", glyphs)
        legend = sit(hunt()).scene.legend(dress)
        drawn = dress.glyphs
        for sign in (drawn.legal, drawn.legal_strong, drawn.last, drawn.enclosed, drawn.unicorn, drawn.basilisk):
            assert legend[sign]
        assert all(any(key.startswith(face_icon(dress, face)) for key in legend) for face in range(6))
        assert all(any(drawn.seat(seat) in key for key in legend) for seat in range(4)) and legend[drawn.nobody]


def test_line_mode_tells_every_position_in_sentences() -> None:
    speak = wording_for("beasts")
    box = components()
    for sitting in walk(3, every=30):
        table = sitting.table
        position = table.rules.dump(table.match.state)
        for seat in (None, 0, 2):
            told = speak.describe(position, table.names, seat)
            assert all(line and str(line).isascii() for line in told)
        shown = "\n".join(map(str, told))
        for square, beast in position["board"]["beasts"].items():
            assert f"{beast} on {square}" in shown
        for edge in position["board"]["cards"]:
            assert f"{edge} between" in shown
        for thing in (
            "a1",
            "c2",
            "V11",
            "H42",
            "11",
            "01",
            "11nw",
            "Bo",
            "dice",
            "cards",
            "beasts",
            "fences",
            "supply",
        ):
            assert speak.describe_thing(position, table.names, 0, thing)
        assert len(speak.describe_neighbours(position, table.names, 0, "b2")) == 9
        assert len(speak.describe_line(position, table.names, 0, "")) == len(box.squares)
        assert (
            len(speak.describe_line(position, table.names, 0, "2")) == 4
            and len(speak.describe_line(position, table.names, 0, "d")) == 3
        )
    for ask in (speak.describe_thing, speak.describe_neighbours, speak.describe_line):
        with pytest.raises(ValueError, match="zebra"):
            ask(position, table.names, 0, "zebra")
    glossed = [speak.explain_action(BEASTS.parse(text)) for text in ("card W V11", "discard WL", "roll W*", "end")]
    assert list(map(str, glossed)) == ["water", "water, lightning", "water, wild", "None"]


def test_the_small_board_fits_the_smallest_window() -> None:
    assert SMALL.width + 7 + 26 <= 80 and SMALL.height + 2 <= 19


def test_the_slot_that_a_die_is_worth_most_on_is_lit_while_the_cursor_is_on_the_die() -> None:
    lit = 0
    for sitting in walk(2):
        s, seat = sitting.table.match.state, sitting.moment.seat
        if s.point != "KEEP":
            continue
        for number, face in enumerate(s.faces):
            use = most_useful_slot(s, seat, s.hunters[seat].dice[number], face) if face <= WILD else None
            if use is None:
                continue
            name = components().slots[use.slot]
            sitting.point_at(("die", str(number + 1)))
            assert f"worth most on {name}" in sitting.said
            assert style_of(paint(sitting), name).color.name == look().palette.cursor
            sitting.point_at(("card", "W"))
            assert style_of(paint(sitting), name).color.name != look().palette.cursor
            lit += 1
        if lit > 3:
            return
    assert lit


def test_what_a_square_lacks_is_lit_wherever_it_lies() -> None:
    """Slots of a square at its corners lie in other squares too."""
    for n, sitting in enumerate(walk(2)):
        board = sitting.table.match.state.board
        if n % 20 or sitting.selection is None or sitting.selection.picks:
            continue
        for square in components().squares:
            sitting.point_at(("square", square.id))
            drawing = paint(sitting)
            for slot in bits(square.slots & ~board.filled):
                assert style_of(drawing, components().slots[slot]).color.name == look().palette.cursor


def style_of(drawing: Drawing, slot: str) -> Style:
    """How the middle of an empty slot is drawn."""
    rect = drawing.places["slot", slot]
    return drawing.picture.style_at(rect.x + 1, rect.y)


def test_what_a_capture_asks_for_is_said_in_words() -> None:
    sitting = until("SETUP_BEAST")
    for beast, asked in (
        ("unicorn", "captures it in any enclosure"),
        ("centaur", "whose both holes show its sign"),
        ("chimera", "three types of cards"),
        ("basilisk", "with four cards"),
    ):
        sitting.point_at(("beast", beast))
        assert "for whoever captures it" in sitting.said and asked in sitting.said


def test_numbers_of_holes_do_not_run_into_the_panels() -> None:
    for sitting in walk(2, every=50):
        drawing = sitting.scene.paint(sitting.view(look()), 80, 19)
        for line in drawing.picture.text().split("\n"):
            assert not re.search(r"4[12] \w", line)


def test_the_digit_of_a_card_that_is_not_held_says_so() -> None:
    """Digits belong to the types of cards, so that none changes when one is laid: some have no card."""
    for sitting in walk(2):
        s, seat = sitting.table.match.state, sitting.moment.seat
        if s.point != "PLACE" or all(s.hunters[seat].hand):
            continue
        kind = next(kind for kind, held in enumerate(s.hunters[seat].hand) if not held)
        sitting.digit(len(s.faces) + 1 + kind)
        assert sitting.message is not None and sitting.message.rule == "B-4.20"
        assert "You have no" in sitting.said and str(components().face_names[kind]) in sitting.said
        return
    raise AssertionError("every type was always held")


def test_what_a_panel_says_of_wilds_and_captures_is_not_cut() -> None:
    seen = 0
    for sitting in walk(2):
        s = sitting.table.match.state
        if s.point != "KEEP" or s.faces.count(WILD) < 2:
            continue
        assert "one wild usable" in text(sitting) or "one usable" in text(sitting)
        comfortable = text(sitting, (120, 40))
        assert "reinforced fence " in comfortable and "3 types of cards " in comfortable
        seen += 1
        if seen > 2:
            return
    assert seen


def test_keeping_begins_at_the_die_that_is_worth_most() -> None:
    begun = 0
    for sitting in walk(2):
        s, seat = sitting.table.match.state, sitting.moment.seat
        if s.point != "KEEP":
            continue
        dice = zip(s.hunters[seat].dice, s.faces, strict=False)
        uses = [most_useful_slot(s, seat, colour, face) if face <= WILD else None for colour, face in dice]
        most = max((use.worth for use in uses if use), default=0)
        assert sitting.cursor and sitting.cursor[0] == "die"
        use = uses[int(sitting.cursor[1]) - 1]
        assert not most or (use and use.worth == most)
        begun += bool(most)
    assert begun


def test_a_beast_begins_where_it_lacks_least() -> None:
    """One trusts Enter: so the square is one that could be closed soon, not one that the cursor was on before."""
    box, begun = components(), 0
    for sitting in walk(2, "11"):
        s = sitting.table.match.state
        paying = [n for n in bits(s.free) if s.point == "PLACE" and s.faces[n] == BEAST]
        if not paying:
            continue
        # The cursor comes from somewhere else.
        sitting.point_at(("square", "c3"))
        sitting.digit(paying[0] + 1)
        sitting.choose()
        assert sitting.selection is not None
        squares = [box.square_numbers[name] for zone, name in sitting.selection.targets() if zone == "square"]
        if squares:
            assert sitting.cursor and sitting.cursor[0] == "square"
            least = min(sum(missing_cards_and_dice(s.board, square)) for square in squares)
            assert sum(missing_cards_and_dice(s.board, box.square_numbers[sitting.cursor[1]])) == least
            begun += 1
    assert begun > 3


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (119, 34)])
def test_no_panel_runs_into_the_edge_of_the_window(size: tuple[int, int]) -> None:
    for kind in KINDS:
        sitting = until(kind)
        for place in (None, ("beast", "centaur"), ("die", "2"), ("card", "L")):
            sitting.focus.cursor.place = place
            lines = text(sitting, size).split("\n")
            board = lines[1 : -chrome.lines_below(size[1])]
            assert not [line for line in board if len(line.rstrip()) == size[0]]


@pytest.mark.parametrize("glyphs", ["full", "neutral", "ascii"])
def test_what_a_square_lacks_is_no_name_of_a_line(glyphs: str) -> None:
    """`H3 o11` was read as the line H3."""
    assert not look(glyphs=glyphs).glyphs.fence_v.isalpha()


def test_what_is_picked_stands_whole_beside_the_prompt_or_is_counted() -> None:
    """Once it was cut, and broken into the line below."""
    for kind in ("KEEP", "DISCARD"):
        sitting = until(kind)
        for number in range(1, 5):
            sitting.digit(number)
            for size in SIZES:
                assert sitting.selection is not None
                n = len(sitting.selection.picks)
                (line,) = (line for line in text(sitting, size).split("\n") if look().glyphs.play in line[:3])
                named = line.count(look().glyphs.seat(sitting.moment.seat)) >= n
                assert (named or f" {n} picked" in line) and look().glyphs.ellipsis not in line


# --- What is drawn


def test_what_a_slot_takes_is_not_written_across_its_outline() -> None:
    """A slot of two lines has room for it only in a gap of its outline."""
    dress, box, seen = look(), components(), 0
    for sitting in walk(2, every=24):
        board, drawing = sitting.table.match.state.board, paint(sitting, (120, 40))
        for slot, name in enumerate(box.slots):
            rect = drawing.places["slot", name]
            assert rect.height == 2
            if not board.filled >> slot & 1:
                assert dress.glyphs.line_h not in inside(drawing.picture, rect).split("\n")[1]
                seen += 1
    assert seen


def test_a_fence_lies_on_the_line_of_its_holes() -> None:
    """A second rail below it hung from nothing."""
    box = components()
    for n, sitting in enumerate(walk(2)):
        board = sitting.table.match.state.board
        if n % 30 or not board.carded:
            continue
        sitting.focus.cursor.place = None
        drawing = paint(sitting, (120, 40))
        for number in bits(board.carded):
            name = box.edges[number].id
            if name[0] == "H":
                _, *below = inside(drawing.picture, drawing.places["edge", name]).split("\n")
                assert not "".join(below).strip()


def test_beasts_are_drawn_as_large_as_there_is_room_where_there_are_blocks_for_it() -> None:
    assert not art.art_sizes(look(glyphs="ascii")), "letters draw no beast"
    whole, half = art.art_sizes(look())
    for size in (whole, half):
        drawn = [art.beast_art(kind, size) for kind in range(4)]
        assert {(len(line), len(lines)) for lines in drawn for line in lines} == {size}
        assert len({"".join(lines) for lines in drawn}) == 4
    for columns, lines, size in ((15, 5, half), (22, 8, whole), (30, 9, whole)):
        picture = Picture(columns, lines, look().table)
        draw_beast(picture, Rect(0, 0, columns, lines), look(), 0, "lacks 1 die", beast_style(look(), 0))
        shown = picture.text()
        assert all(line.strip() in shown for line in art.beast_art(0, size)) and "unicorn 5" in shown


def test_where_the_outlook_adds_nothing_the_log_has_its_place() -> None:
    """What the cursor is on stands below the board, and stood above it once more."""
    both = 0
    for n, sitting in enumerate(walk(2, "11")):
        picker = sitting.selection
        if n < 20 or picker is None or picker.decision.kind != "PLACE":
            continue
        for number in range(1, 5):
            sitting.point_at(("die", str(number)))
            shown = text(sitting, (120, 40))
            single = (
                len(picker.matching(*sitting.scene.targets_at(sitting.cursor_context(), ("die", str(number))))) == 1
            )
            if "What it brings" in shown:
                assert single or "completes" in shown.split("What it brings")[1].split("Log")[0]
                both |= 2
            else:
                assert not single
                both |= 1
        if both == 3:
            return
    raise AssertionError("not both were seen")


# --- What the others did


def test_a_recap_tells_all_dice_of_a_turn_in_one_sentence_and_no_draws() -> None:
    told = 0
    for sitting in walk(2):
        if sitting.table.match.state.point != "KEEP":
            continue
        for turn in sitting.news.recap():
            words = render_text(turn.text, ENGLISH, NAMES)
            assert not {"draws", "discards", "rolls", "keeps"} & set(words.split())
            assert words.count(" die") + words.count(" dice") - words.count("of its dice") <= 2, words
            told += " dice at " in words or " dice in " in words or " dice, " in words
    assert told > 5


def test_the_recap_names_the_fences_at_which_the_dice_stand_and_whose_they_are() -> None:
    board, edges = BeastsBoard.empty(), components().edge_numbers
    board = board.with_card(edges["H22"], 0, 0).with_card(edges["V12"], 1, 1)
    for slots, expected in (
        ("01ne", "Aki puts 1 die in hole 01."),
        ("22nw 22sw", "Aki puts 2 dice at H22."),
        ("12ne 12nw", "Aki puts 2 dice at V12 of Bo and H22."),
        ("22nw 12ne 31nw", "Aki puts 3 dice, some of them at H22 and V12 of Bo."),
    ):
        assert render_text(placed_dice_text(board, 0, slots.split()), ENGLISH, NAMES) == expected


# --- Where the cursor begins


def test_a_die_that_is_taken_up_goes_to_the_slot_that_it_was_told_to_be_worth_most_on() -> None:
    """Also when another die was laid before."""
    taken = 0
    for sitting in walk(2):
        if sitting.table.match.state.point != "PLACE":
            continue
        steps = len(sitting.table.match.steps)
        paint(sitting)
        for _ in range(2):
            for number in icons(sitting):
                sitting.point_at(("die", str(number)))
                told = re.search(r"worth most on (\w+):", sitting.said)
                before = sitting.table.match.state
                sitting.digit(number)
                if told and sitting.table.match.state is before:
                    assert sitting.cursor == ("slot", told[1])
                    taken += 1
                while sitting.selection is not None and sitting.selection.picks and sitting.go_back():
                    pass
            if not icons(sitting):
                break
            sitting.digit(icons(sitting)[0])
            sitting.choose()
            paint(sitting)
        while len(sitting.table.match.steps) > steps:
            assert sitting.undo(), "the walk goes on from the position it had"
    assert taken > 20


def test_no_beast_begins_where_it_can_never_be_captured() -> None:
    box, begun = components(), 0
    sitting = until("SETUP_BEAST")
    paint(sitting)
    sitting.focus.cursor.place = None
    sitting.anew()
    assert sitting.cursor == ("beast", "unicorn"), "it is known where all of them stand"
    for beast in box.beasts:
        sitting.point_at(("beast", beast.id))
        sitting.choose()
        assert sitting.cursor and sitting.cursor[0] == "square"
        kind, square = box.beast_numbers[beast.id], box.square_numbers[sitting.cursor[1]]
        assert can_be_caught(sitting.table.match.state.board, kind, square), (beast.id, sitting.cursor)
        sitting.go_back()
    for sitting in walk(2, "11"):
        s = sitting.table.match.state
        for number in [n + 1 for n in bits(s.free) if s.point == "PLACE" and s.faces[n] == BEAST]:
            paint(sitting)
            sitting.digit(number)
            if any(place[0] == "beast" for place in sitting.stops()):
                first = next(kind for kind, left in enumerate(s.board.supply) if left)
                assert sitting.cursor == ("beast", box.beasts[first].id)
                begun += 1
            while sitting.selection is not None and sitting.selection.picks and sitting.go_back():
                pass
    assert begun > 3


# --- Points to come


def test_the_first_line_says_what_the_end_of_the_turn_adds() -> None:
    """The header's points change only then; what was just completed shows at once."""
    seen = 0
    for sitting in walk(2):
        s, seat = sitting.table.match.state, sitting.moment.seat
        gained = sum(worth.points for number, worth in turn_outcome(s.board).fences if s.board.owner(number) == seat)
        first = text(sitting).split("\n")[0]
        if gained and s.point == "PLACE":
            assert f"{points_of(s, seat)}+" in first
            seen += 1
        elif s.point != "PLACE":
            assert "+" not in first
    assert seen


# --- The outlook and the log


@pytest.mark.parametrize("size", [(80, 24), (110, 34), (120, 40), (160, 50), (200, 60)])
def test_no_part_of_a_panel_is_left_below_a_long_outlook(size: tuple[int, int]) -> None:
    """Either the log has a whole panel, or nothing of it is seen."""
    dress, long = look(), 0
    for n, sitting in enumerate(walk(2)):
        picker = sitting.selection
        if n % 3 or picker is None or picker.decision.kind != "PLACE":
            continue
        for choice in [*picker.choices[1::9], picker.choices[-1]]:
            picker.picks[:] = choice.places[:-1]
            sitting.point_at(choice.places[-1] if choice.places else (MENU, choice.text))
            drawing = sitting.scene.paint(sitting.view(dress), size[0], size[1] - 1 - chrome.lines_below(size[1]))
            lines = drawing.picture.text().split("\n")
            if size[0] >= ROOMY:
                x = next(line.index("Your dice") for line in lines if "Your dice" in line) - 3
                frames = "".join(line[x] for line in lines)
                assert re.fullmatch(r"(╭│+╰)+ *", frames), "one frame begins where another has ended"
            long += " Log " not in "".join(lines)
        picker.picks.clear()
        sitting.go_to_stop(0)
    assert long or size[0] > 120


# --- Words on the board


def test_a_beast_that_is_safe_where_it_stands_is_said_to_be() -> None:
    """`basilisk, not here` stood on the tile that shows the basilisk."""
    forms = set()
    for size in SIZES:
        sitting = sit(hunt())
        while sitting.table.match.state.point != "SETUP_BEAST":
            sitting.table.act(sitting.table.due()[0], advised(sitting.table, random.Random(1), 0))
        sitting.table.act(sitting.table.due()[0], "setup basilisk a1")
        sitting.anew()
        drawing = paint(sitting, size)
        shown = inside(drawing.picture, drawing.places["square", "a1"])
        assert "not here" not in shown
        forms.update(words for words in ("is safe", "never captured", "can never be captured here") if words in shown)
    assert len(forms) == 3


@pytest.mark.parametrize("size", some(SIZES, slice(0, None, 2)))
def test_what_a_square_without_a_beast_lacks_is_said_in_words(size: tuple[int, int]) -> None:
    said_in_words = 0
    for n, sitting in enumerate(walk(2)):
        board = sitting.table.match.state.board
        if n % 9 or not board.carded:
            continue
        sitting.focus.cursor.place = None
        drawing = paint(sitting, size)
        for number, square in enumerate(components().squares):
            missing = missing_cards_and_dice(board, number)
            if all(missing) and square.sides & board.carded and board.beasts[number] == NONE:
                shown = inside(drawing.picture, drawing.places["square", square.id])
                assert all(re.search(rf"\b{count} (card|di)", shown) for count in missing), shown
                said_in_words += 1
    assert said_in_words


def test_the_cursor_on_a_slot_leaves_the_name_of_the_square_whole() -> None:
    """Small slots stand right beside it."""
    sitting, box = until("PLACE"), components()
    for name in box.slots:
        sitting.point_at(("slot", name))
        drawing = paint(sitting)
        for square in box.squares:
            field = SMALL.square(square.id)
            assert square.id in inside(drawing.picture, field._replace(y=field.y + 1)), (name, square.id)
        rect = drawing.places["slot", name]
        assert look().glyphs.cursor_l in inside(drawing.picture, rect, 1)
        assert look().glyphs.cursor_r in inside(drawing.picture, rect, 1)


def test_what_a_spot_would_bring_covers_none_that_may_be_chosen() -> None:
    """In a small window it is told in two lines then: what matters most, and first the points."""
    shorter = 0
    for sitting, choice in placements(4, "m", every=5, choices=5):
        drawing = paint(sitting)
        lines, spots = drawing.picture.text().split("\n"), [drawing.places[place] for place in sitting.stops()[:-1]]
        if "─13─" in lines[19]:
            view = sitting.view(look())
            below = "".join("".join(lines[20:]).split())
            first, *_, last = (painted(prospect.text, view) for prospect in preview_choice(view, choice))
            assert "".join(first.split()) in below
            shorter += "".join(last.split()) not in below
        else:
            assert all(rect.y + rect.height < 18 for rect in spots), "nothing that is wanted is covered"
    assert shorter > 5
