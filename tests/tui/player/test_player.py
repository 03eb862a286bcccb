"""A player at a table, without a terminal: moving, choosing, taking back, asking."""

import re

import pytest

from tests.tui.boards.tables import SIZES, hot_seat, paint, sit, text, until, walk
from tests.tui.player.sitting import Sitting, english, hint
from tilehall.engine import CHANCE, Action, Advice, RecordPlayer, Text, position_digest
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.player.messages import hint_text
from tilehall.tui.player.selection import MENU
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.output.drawing import Place
from tilehall.tui.widgets.key_hints import key_hints

ARROWS = ("left", "right", "up", "down")


def position(sitting: Sitting) -> str:
    return position_digest(sitting.table.rules, sitting.table.match.state)


def kind(sitting: Sitting) -> str:
    assert sitting.selection is not None
    return sitting.selection.decision.kind


def go(sitting: Sitting, words: str) -> bool:
    """The menu's entry with these words."""
    sitting.point_at((MENU, words))
    return sitting.choose()


def by_page_down(sitting: Sitting) -> list[Place]:
    """A place in each part of the screen."""
    found: list[Place] = []
    while sitting.cursor not in found:
        assert sitting.cursor is not None
        found.append(sitting.cursor)
        sitting.go_to_next_zone(1)
    return found


# --- Moving


@pytest.mark.parametrize("players", [2, 4])
def test_arrows_stay_on_places_and_reach_them_all(players: int) -> None:
    for n, sitting in enumerate(walk(players)):
        if n % 9:
            continue
        drawing = paint(sitting, SIZES[n // 9 % len(SIZES)])
        begin, seen, todo = sitting.cursor, set(), by_page_down(sitting)
        while todo:
            place = todo.pop()
            if place in seen:
                continue
            seen.add(place)
            for direction in ARROWS:
                sitting.focus.cursor.place = place
                sitting.move(direction, drawing)
                assert sitting.cursor in {*drawing.places, *sitting.stops()}
                todo.append(sitting.cursor)
        assert seen >= {*drawing.places, *sitting.stops()}
        sitting.focus.cursor.place = begin


def test_an_arrow_goes_where_it_points() -> None:
    sitting = until(sit(hot_seat()), "CELL")
    drawing = paint(sitting)
    for start, direction, end in (
        ("D4", "right", "E4"),
        ("D4", "left", "C4"),
        ("D4", "up", "D3"),
        ("D4", "down", "D5"),
    ):
        sitting.point_at(("own", start))
        sitting.move(direction, drawing)
        assert sitting.cursor == ("own", end)
    sitting.point_at(("own", "A1"))
    sitting.move("left", drawing)
    assert sitting.cursor == ("own", "A1"), "at the edge it stays"
    sitting.focus.cursor.place = None
    sitting.move("left", drawing)
    assert sitting.cursor in sitting.stops()


def test_the_cursor_is_always_somewhere_and_tab_goes_round_all_that_may_be_chosen() -> None:
    for sitting in walk(3):
        picker, stops = sitting.selection, sitting.stops()
        assert picker is not None and sitting.cursor in stops and len(set(stops)) == len(stops)
        assert {place for place in stops if place[0] != MENU} == set(picker.targets())
        assert [name for zone, name in stops if zone == MENU] == [choice.text for choice in picker.menu()]
        menu = [place for place in stops if place[0] == MENU]
        board = [place for place in stops if place[0] != MENU]
        # Arrows go through the choices in words: for Tab they are one stop, if there are others.
        round_trip = [*board, *(menu[:1] if board else menu)]
        sitting.point_at(round_trip[0])
        first = sitting.cursor
        there = []
        for _ in round_trip:
            sitting.go_to_next_stop(1)
            there.append(sitting.cursor)
        assert set(there) == set(round_trip) and there[-1] == first
        for place in reversed(there[:-1]):
            sitting.go_to_next_stop(-1)
            assert sitting.cursor == place
        sitting.point_at(first)


def test_home_end_and_zones() -> None:
    sitting = until(sit(hot_seat()), "RUNE")
    stops = sitting.stops()
    sitting.go_to_stop(0)
    assert sitting.cursor == stops[0]
    sitting.go_to_stop(-1)
    assert sitting.cursor == stops[-1]
    zones = list(dict.fromkeys(zone for zone, _ in stops))
    assert len(zones) > 1
    sitting.go_to_next_zone(1)
    assert sitting.cursor is not None and sitting.cursor == next(place for place in stops if place[0] == zones[0])
    sitting.go_to_next_zone(-1)
    assert sitting.cursor is not None and sitting.cursor[0] == zones[-1]


# --- Refusing


def test_a_refusal_names_the_rule_and_what_would_be_legal() -> None:
    sitting = until(sit(hot_seat()), "CELL")
    before = position(sitting)
    sitting.point_at(("own", "A1"))
    assert not sitting.choose()
    message = sitting.status.current()
    assert (message.tone, message.rule) == ("bad", "P-4.1") and sitting.last_rule == "P-4.1"
    nearest = sitting.said.partition("Nearest: ")[2].rstrip(".").split(", ")
    assert sitting.selection is not None
    assert set(nearest) <= {name for _, name in sitting.selection.targets()}
    assert sitting.message is not None and sitting.message.marks[0] == "A1"
    assert position(sitting) == before
    sitting.move("right", paint(sitting))
    assert sitting.status.current().tone != "bad", "the refusal goes when the cursor does"


def test_everything_on_the_board_is_explained_if_it_may_not_be_chosen() -> None:
    asked = 0
    for n, sitting in enumerate(walk(3)):
        if n % 11:
            continue
        picker = sitting.selection
        assert picker is not None
        before, cursor = position(sitting), sitting.cursor
        for place in paint(sitting).places:
            if place[0] == MENU or picker.matching(place):
                continue
            sitting.point_at(place)
            sitting.refuse()
            message = sitting.status.current()
            assert message.tone == "bad" and message.rule.startswith("P-") and sitting.said
            assert "{" not in sitting.said
            asked += 1
        sitting.point_at(cursor)
        assert position(sitting) == before
    assert asked > 500


def test_asking_why_not_where_one_may() -> None:
    sitting = until(sit(hot_seat()), "CELL")
    sitting.refuse()
    assert sitting.message is not None and sitting.message.tone == "info"


# --- Taking back


def test_undo_takes_back_a_whole_choice_with_the_passes_it_took() -> None:
    sitting = until(sit(hot_seat()), "RUNE")
    before, steps = position(sitting), len(sitting.table.match.steps)
    assert sitting.digit(1)
    assert kind(sitting) == "CELL" and len(sitting.table.match.steps) >= steps + 2
    after = position(sitting)
    sitting.undo()
    assert kind(sitting) == "RUNE" and position(sitting) == before and len(sitting.table.match.steps) == steps
    assert "take" in sitting.said
    sitting.redo()
    assert kind(sitting) == "CELL" and position(sitting) == after, "redo does the whole choice again"
    sitting.undo()
    assert position(sitting) == before


def test_choices_are_taken_back_one_by_one_and_done_again_one_by_one() -> None:
    sitting = until(sit(hot_seat()), "RUNE")
    seen = [position(sitting)]
    sitting.digit(1)
    seen.append(position(sitting))
    sitting.choose()
    seen.append(position(sitting))
    assert kind(sitting) == "GEM" and len(set(seen)) == 3
    for wanted in seen[-2::-1]:
        sitting.undo()
        assert position(sitting) == wanted
    for wanted in seen[1:]:
        sitting.redo()
        assert position(sitting) == wanted
    sitting.redo()
    assert sitting.status.current().tone == "bad", "there is nothing more to do again"


def test_a_new_choice_ends_what_could_be_done_again() -> None:
    sitting = until(sit(hot_seat()), "EXTRA_GEM")
    assert go(sitting, "gem yes")
    sitting.undo()
    assert go(sitting, "gem no")
    sitting.redo()
    assert sitting.status.current().tone == "bad"


def test_undo_ends_where_something_was_shown_and_says_what() -> None:
    sitting = until(sit(hot_seat()), "RUNE")
    card = next(name for zone, name in sitting.stops() if zone == "rune")
    sitting.point_at(("rune", card))
    sitting.choose()
    assert go(sitting, f"hold {card}")
    before, shown = position(sitting), sitting.table.match.steps[-1].action
    sitting.undo()
    message = sitting.status.current()
    assert message.tone == "bad" and str(shown) in sitting.said and position(sitting) == before
    sitting.skip()
    sitting.undo()
    assert position(sitting) == before, "what came after it can still be taken back"


def test_undo_ends_at_another_players_turn() -> None:
    sitting = until(sit(hot_seat()), "GEM")
    go(sitting, "gem no")
    while sitting.moment.seat == 0:
        sitting.skip()
    assert sitting.moment.seat == 1
    before = position(sitting)
    sitting.undo()
    assert sitting.status.current().tone == "bad" and position(sitting) == before


def test_restart_goes_back_to_what_was_shown_last() -> None:
    sitting = until(sit(hot_seat()), "RUNE")
    before = position(sitting)
    sitting.digit(1)
    sitting.choose()
    assert kind(sitting) == "GEM"
    sitting.restart()
    assert position(sitting) == before and sitting.status.current().tone == "info"
    sitting.restart()
    assert sitting.status.current().tone == "bad" and position(sitting) == before
    sitting.undo()
    assert sitting.status.current().tone == "bad" and position(sitting) == before


def test_undo_at_the_beginning_of_a_turn_is_refused_again_and_again() -> None:
    sitting = until(sit(hot_seat()), "RUNE")
    before = position(sitting)
    sitting.digit(1)
    for _ in range(4):
        sitting.undo()
        assert position(sitting) == before
    assert sitting.status.current().tone == "bad"


# --- Confirming


def last_choice(confirm: bool = True) -> Sitting:
    """Before the choice that ends the turn."""
    table = hot_seat(2, "7", ("first_turn", "short"))
    return until(sit(table, confirm), "GEM")


def test_the_last_choice_of_a_turn_is_confirmed() -> None:
    sitting = last_choice()
    before = position(sitting)
    assert not go(sitting, "gem no") and sitting.pending is not None
    assert "Enter" in sitting.said and "Esc" in sitting.said
    assert sitting.go_back() and sitting.pending is None and position(sitting) == before
    assert sitting.moment.seat == 0
    assert not go(sitting, "gem no")
    sitting.go_to_next_stop(1)
    assert sitting.pending is None, "moving on is thinking again"
    assert not go(sitting, "gem yes")
    assert sitting.choose() and position(sitting) != before
    assert sitting.moment.seat == 1


def test_a_confirmed_choice_is_the_one_that_was_asked_about() -> None:
    sitting = last_choice()
    known = sitting.chooser.menu_letters(lambda text: english(text, sitting.moment.names))
    letter = next(letter for letter, choice in known.items() if choice.text == "gem yes")
    assert sitting.letter(letter) and sitting.pending is not None and sitting.pending.text == "gem yes"
    sitting.choose()
    assert "gem yes" in [str(step.action) for step in sitting.table.match.steps[-4:]]


def test_without_confirming_the_turn_ends_at_once() -> None:
    sitting = last_choice(confirm=False)
    assert go(sitting, "gem no") and sitting.moment.seat == 1


def test_choices_within_a_turn_are_not_confirmed() -> None:
    sitting = until(sit(hot_seat(), confirm=True), "RUNE")
    assert sitting.digit(1) and sitting.pending is None
    assert sitting.choose() and sitting.pending is None


def test_esc_drops_picks_then_messages_and_never_a_choice_that_was_made() -> None:
    sitting = until(sit(hot_seat()), "RUNE")
    before, card = position(sitting), next(place for place in sitting.stops() if place[0] == "rune")
    sitting.point_at(card)
    sitting.choose()
    assert sitting.selection is not None and sitting.selection.picks
    assert sitting.go_back() and not sitting.selection.picks
    assert sitting.cursor == card, "the cursor is where it was before the pick"
    sitting.describe()
    assert sitting.go_back() and sitting.message is None
    assert not sitting.go_back()
    assert position(sitting) == before


# --- Asking


def test_a_hint_comes_in_stages() -> None:
    seen = set()
    for n, sitting in enumerate(walk(2, wild=0.5)):
        if n % 5:
            continue
        seen.add(kind(sitting))
        before = position(sitting)
        advice = hint(sitting.table, sitting.moment.seat)
        sitting.hint()
        why = english(advice.why, sitting.moment.names)
        assert sitting.status.current().tone == "hint" and why not in sitting.said
        places = sitting.hint_places()
        assert places and places <= set(paint(sitting).places) | {(MENU, str(advice.action))}
        sitting.hint()
        assert sitting.status.current().tone == "hint" and why in sitting.said
        sitting.hint()
        further = "About as good as the hint: |It leads to: |The hint is |Nothing else "
        assert re.match(further, sitting.said) and sitting.pending
        assert position(sitting) == before
    assert len(seen) > 4


@pytest.mark.parametrize("key", ["choose", "tick", "letter"])
def test_a_hint_that_is_for_good_is_asked_about_before_it_is_done(key: str) -> None:
    """Whatever key follows the hint: what cannot be taken back needs one more."""
    sitting = last_choice()
    sitting.hint()
    sitting.hint()
    assert sitting.said.endswith("Enter twice does it for good.") and sitting.pending
    known = sitting.chooser.menu_letters(lambda text: english(text, sitting.moment.names))
    letter = next(letter for letter, choice in known.items() if choice == sitting.pending)
    keys = {
        "choose": sitting.choose,
        "tick": lambda: sitting.done(sitting.chooser.toggle_or_dismiss()),
        "letter": lambda: sitting.letter(letter),
    }
    before = position(sitting)
    keys[key]()
    assert position(sitting) == before and sitting.said.endswith("Esc goes back."), "now it is asked"
    keys[key]()
    assert position(sitting) != before


def test_a_hint_that_can_be_taken_back_is_done_at_once() -> None:
    sitting = until(sit(hot_seat(), confirm=True), "CELL")
    sitting.hint()
    sitting.hint()
    assert sitting.said.endswith("Enter does it.")
    assert sitting.choose()


def test_beside_a_hint_another_choice_is_told_what_it_loses() -> None:
    """Asked for with the same key; once more, and the cursor goes back to the hint."""
    sitting = until(sit(hot_seat()), "CELL")
    sitting.hint()
    wanted = sitting.cursor
    sitting.focus.cursor.place = next(stop for stop in sitting.stops() if stop not in sitting.hint_places())
    another = sitting.cursor
    sitting.hint()
    assert re.search("points worse than|as good as the hint", sitting.said) and sitting.cursor == another
    assert sitting.pending is None, "Enter would do what the cursor is on"
    sitting.hint()
    assert sitting.cursor == wanted and "Enter does it" in sitting.said


@pytest.mark.parametrize("picks", [2, 1])
def test_an_own_choice_stays_when_a_hint_is_asked_for_first(picks: int) -> None:
    """It is measured at once where it is whole; the hint is shown when it is asked for again."""
    sitting = own_choice(picks)
    own, cursor = [*sitting.selection.picks], sitting.cursor
    sitting.hint()
    assert (sitting.selection.picks, sitting.cursor, sitting.pending) == (own, cursor, None)
    assert "i shows " in sitting.said and sitting.status.current().tone == "hint"
    assert re.search("points worse than|as good as the hint", sitting.said) or "something else than" in sitting.said
    sitting.hint()
    assert sitting.selection.picks != own and sitting.said.startswith("Hint: ") and sitting.pending


def test_an_own_choice_that_is_the_hint_is_told_to_be_it() -> None:
    for seed in range(20):
        sitting = fist(f"{seed}")
        if places := kept(sitting, hint(sitting.table, sitting.moment.seat).action):
            break
    for place in places:
        sitting.point_at(place)
        sitting.toggle()
    own = [*sitting.selection.picks]
    sitting.hint()
    assert sitting.said == "What you have picked is the hint as well. i tells why." and sitting.selection.picks == own
    sitting.hint()
    assert sitting.said.startswith(("Hint: ", "No clear best. Hint: ")) and sitting.pending


def fist(seed: str) -> Sitting:
    """Where cubes are taken into the fist."""
    return Sitting(
        Table.open("kaguya", (RecordPlayer("Aki"), RecordPlayer("Bo", "random")), (), seed),
        renderer_for("kaguya"),
        False,
    )


def own_choice(picks: int) -> Sitting:
    """Cubes in the fist that the hint would not hold."""
    sitting = fist("7")
    advice = hint(sitting.table, sitting.moment.seat)
    assert sitting.selection is not None
    others = [
        choice
        for choice in sitting.selection.choices
        if len(choice.places) == picks and not set(choice.places) <= set(kept(sitting, advice.action))
    ]
    for place in others[0].places:
        sitting.point_at(place)
        sitting.toggle()
    return sitting


def kept(sitting: Sitting, action: Action) -> tuple[Place, ...]:
    assert sitting.selection is not None
    return next(choice.places for choice in sitting.selection.choices if choice.action == action)


def test_an_own_choice_that_waits_for_enter_stays_where_it_was() -> None:
    sitting = last_choice()
    advice = hint(sitting.table, sitting.moment.seat)
    sitting.focus.cursor.place = own = next(stop for stop in sitting.stops() if stop[1] != str(advice.action))
    sitting.choose()
    assert sitting.pending is not None and sitting.pending.action != advice.action
    sitting.hint()
    assert sitting.cursor == own and sitting.pending is None
    assert re.search("points worse than|as good as the hint", sitting.said) and "i shows the hint." in sitting.said


def test_no_key_promises_more_when_all_of_a_hint_is_told() -> None:
    sitting = until(sit(hot_seat()), "CELL")
    assert "more on it" not in footer(sitting)
    sitting.hint()
    sitting.hint()
    first = sitting.said
    assert "more on it" in footer(sitting)
    sitting.hint()
    assert "more on it" not in footer(sitting) and sitting.pending
    sitting.hint()
    assert sitting.said == first, "the same key leads back to what it is"


def test_a_hint_passes_what_its_plan_passes() -> None:
    """What is marked is the first thing that is done, not the choice to pass it by."""
    sitting = until(sit(hot_seat()), "RUNE")
    assert sitting.selection is not None
    skip = sitting.selection.decision.skip
    take = next(choice for choice in sitting.selection.choices if choice.passes and choice.action.verb == "take")
    advice = Advice(take.passes[0], Text("so"), (*take.passes[1:], take.action))
    assert skip == advice.action and hint_text.find_advised_choice(sitting.selection, advice) == take


def test_a_hint_is_forgotten_when_something_is_done() -> None:
    sitting = until(sit(hot_seat()), "CELL")
    sitting.hint()
    assert sitting.hint_places()
    sitting.choose()
    assert not sitting.hint_places()
    sitting.hint()
    assert sitting.said.startswith("Look at"), "the next hint begins anew"


def test_the_status_line_says_something_about_every_place() -> None:
    for n, sitting in enumerate(walk(3)):
        if n % 7:
            continue
        for place in [*paint(sitting).places, *sitting.stops()]:
            sitting.point_at(place)
            said = sitting.said
            assert len(said) > 2 and "{" not in said and "None" not in said
            sitting.describe()
            assert sitting.said
        sitting.go_to_stop(0)


def test_the_status_line_foresees_what_a_declaration_brings() -> None:
    sitting = until(sit(hot_seat(2, "declare")), "DECLARE")
    assert sitting.selection is not None
    choice = sitting.selection.menu()[0]
    assert choice.text.startswith("declare ")
    sitting.point_at((MENU, choice.text))
    told = sitting.said
    assert "space" in told or "step" in told


# --- Digits and letters


def test_digits_choose_tiles_or_entries() -> None:
    sitting = until(sit(hot_seat()), "TAKE")
    kinds = [name for _, name in sitting.digit_places()]
    assert kinds == [name for _, name in sitting.scene.digit_places(sitting.cursor_context())]
    assert not sitting.digit(9) and not sitting.digit(0)
    assert sitting.digit(2) and str(sitting.table.match.steps[-1].action) == f"take {kinds[1]}"
    until(sitting, "GEM")
    assert [name for _, name in sitting.digit_places()][:2] == ["gem yes", "gem no"] or len(sitting.digit_places()) == 2
    entry = sitting.digit_places()[1][1]
    assert sitting.digit(2)
    assert entry in [str(step.action) for step in sitting.table.match.steps[-6:]]


def test_letters_choose_entries() -> None:
    sitting = until(sit(hot_seat()), "GEM")
    assert not sitting.letter("x")
    assert sitting.letter("n")
    assert "gem no" in [str(step.action) for step in sitting.table.match.steps[-6:]]


def test_passing_where_there_is_nothing_to_pass() -> None:
    sitting = until(sit(hot_seat()), "CELL")
    before = position(sitting)
    assert not sitting.skip() and sitting.status.current().tone == "bad" and position(sitting) == before


# --- Several people at one keyboard


def test_a_hand_over_names_who_comes_and_tells_what_happened() -> None:
    table = hot_seat(3)
    sitting = sit(table)
    heard = {}
    while len(table.match.steps) < 120 and not table.over:
        seat = sitting.moment.seat
        table.act(seat, hint(table, seat).action)
        sitting.reset_decision()
        if sitting.moment.seat != seat and not table.over:
            heard.setdefault(sitting.moment.seat, []).append(sitting.said)
    for seat, texts in heard.items():
        assert all(told.startswith(f"{table.names[seat]}, your turn.") for told in texts)
        others = [name for name in table.names if name != table.names[seat]]
        assert all(any(name in told for name in others) for told in texts[2:])
        assert len(texts) > 2


def first_of(sitting: Sitting) -> str:
    """Whom the first line names first."""
    line = text(sitting).split("\n")[0]
    return min(sitting.moment.names, key=line.index)


def test_the_board_is_that_of_the_player_whose_turn_it_is() -> None:
    sitting = until(sit(hot_seat()), "GEM")
    assert sitting.moment.seat == 0 and text(sitting).split("\n")[0].index("Aki") < text(sitting).split("\n")[0].index(
        "Bo"
    )
    go(sitting, "gem no")
    while sitting.moment.seat == 0:
        sitting.skip()
    assert (
        text(sitting).split("\n")[0].index("Bo") < text(sitting).split("\n")[0].index("Aki")
        and sitting.view(None).seat == 1
    )


def test_nobody_chooses_when_it_is_nobodys_turn() -> None:
    sitting = sit(hot_seat())
    table = sitting.table
    while not table.over:
        table.act(table.due()[0], hint(table, table.due()[0]).action)
    sitting.reset_decision()
    assert not sitting.must_decide and sitting.stops() == [] and not sitting.choose() and not sitting.digit(1)
    for act in (sitting.hint, sitting.refuse, sitting.skip, sitting.describe, sitting.go_back):
        act()
    sitting.go_to_next_stop(1)
    sitting.go_to_stop(0)
    sitting.go_to_next_zone(1)
    sitting.undo()
    assert table.over


def test_whatever_is_asked_while_the_end_of_a_turn_waits_takes_the_question_back() -> None:
    """Enter never does what the screen no longer says it would do."""
    for asks in ("hint", "refuse", "describe", "undo"):
        sitting = sit(hot_seat(), confirm=True)
        assert not sitting.choose() and sitting.pending
        asking = {"hint": sitting.hint, "refuse": sitting.refuse, "describe": sitting.describe, "undo": sitting.undo}
        asking[asks]()
        assert sitting.pending is None, asks


# --- Waiting for others


def waiting_for_two() -> Sitting:
    """Aki has played; two computer players are to play before it is Aki's turn again."""
    players = (RecordPlayer("Aki"), RecordPlayer("Bo", "random"), RecordPlayer("Cleo", "random"))
    table = Table.open("princess", players, (("start_seat", "0"),), "7")
    sitting = Sitting(table, renderer_for("princess"), False)
    while table.due()[0] in (CHANCE, 0):
        table.act(0, hint(table, 0).action)
    return sitting


def test_what_hurries_stays_offered_up_to_ones_own_turn() -> None:
    sitting = waiting_for_two()
    sitting.hurry_offer.offer(True)
    while not sitting.must_decide:
        assert sitting.hurry_offer.is_offered and "hurry" in footer(sitting)
        step(sitting)
    assert not sitting.hurry_offer.is_offered and "hurry" not in footer(sitting)


def test_who_was_hurried_hurries_up_to_ones_own_turn_and_that_is_said() -> None:
    sitting = waiting_for_two()
    sitting.hurry_offer.offer(True)
    sitting.hurry_offer.hurry()
    while not sitting.must_decide:
        sitting.hurry_offer.offer(True)
        assert "hurry" not in footer(sitting) and "is in a hurry now." in text(sitting)
        step(sitting)
    sitting.hurry_offer.start_turn(at=0.0)
    assert not sitting.hurry_offer.was_hurried


def step(sitting: Sitting) -> None:
    due = sitting.table.due()[0]
    sitting.table.act(due, hint(sitting.table, due).action)


def footer(sitting: Sitting) -> str:
    return " ".join(english(what) for _, what in key_hints(sitting, sitting.options.keys))
