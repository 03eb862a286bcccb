"""One flow of decisions: what is left over is done, what is for good is asked, reasons are given, news are told."""

import re
from collections.abc import Sequence
from typing import Any

import pytest

from tests.tui.boards.tables import NAMES, hot_seat, look, paint, sit, text, until
from tests.tui.player.sitting import Sitting, english, hint
from tilehall.engine import RecordPlayer, Text, Who, literal_text
from tilehall.engine.games.princess import components
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.config.settings import Settings
from tilehall.tui.key_map import PRESETS, bind_keys, commands_by_key
from tilehall.tui.player.letters import remaining_labels
from tilehall.tui.player.messages.recap import recap_turns
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.player.pacing import LONGEST, MANY, PACES, display_seconds
from tilehall.tui.player.selection import MENU, ActionChoice
from tilehall.tui.tables.moment import LogEntry, SeenStep
from tilehall.tui.tables.storage.disk_errors import NotSaved
from tilehall.tui.tables.table import Table

PUT_DOWN = "What was picked is put down. The same key again passes."


def company(game: str, players: int = 2, confirm: bool = True) -> Sitting:
    """Everybody at one keyboard, in any game."""
    return Sitting(
        Table.open(game, [RecordPlayer(name) for name in NAMES[:players]], (), "7"), renderer_for(game), confirm
    )


def due(game: str, verb: str, players: int = 2) -> Sitting:
    """Where a good player would do this, and it has been seen."""
    sitting = company(game, players)
    table = sitting.table
    while (action := hint(table, table.due()[0]).action).verb != verb:
        table.act(table.due()[0], action)
    if sitting.moment.curtain:
        sitting.look()
    sitting.anew()
    paint(sitting)
    return sitting


# --- What is left over


def test_a_building_with_one_match_is_built_by_its_card_alone() -> None:
    sitting = due("sand", "complete")
    action = hint(sitting.table, sitting.moment.seat).action
    assert sitting.selection is not None
    card = next(choice for choice in sitting.selection.choices if choice.action == action).places[0]
    assert len(sitting.selection.matching(card)) == 1
    steps = len(sitting.table.match.steps)
    sitting.point_at(card)
    sitting.choose()
    assert sitting.table.match.steps[steps].action == action
    assert "Done, in the only way there was: " in sitting.said
    sitting.undo()
    assert len(sitting.table.match.steps) == steps


def test_a_shape_laid_where_the_cursor_was_is_not_told_as_the_only_thing_possible() -> None:
    sitting = due("sand", "place")
    sitting.digit(1)
    sitting.choose()
    assert sitting.table.match.steps[-1].action.verb == "place"
    assert "the only way" not in sitting.said


def test_what_was_chosen_in_words_is_not_told_as_the_only_thing_possible() -> None:
    sitting = due("princess", "declare")
    sitting.go_to_stop(0)
    declared = next(place for place in sitting.stops() if place[0] == MENU and place[1].startswith("declare"))
    sitting.point_at(declared)
    sitting.choose()
    sitting.choose()
    assert str(sitting.moment.seen_steps[-1].entries) and "the only way" not in sitting.said


def test_steps_without_a_choice_play_themselves_and_are_taken_back_with_what_led_to_them() -> None:
    sitting = company("kaguya", 3)
    for _ in range(120):
        if sitting.moment.curtain:
            sitting.look()
        table, before = sitting.table, len(sitting.table.match.steps)
        action = hint(table, sitting.moment.seat).action
        sitting.point_at((MENU, str(action)))
        assert sitting.selection is not None
        choice = next(choice for choice in sitting.selection.choices if choice.action == action)
        sitting.done(choice)
        if "Then there was no choice" in sitting.said:
            assert len(table.match.steps) >= before + 2
            sitting.undo()
            assert len(table.match.steps) == before
            return
    raise AssertionError("there was always a choice")


@pytest.mark.parametrize("confirm", [True, False])
def test_a_turn_with_nothing_left_to_do_ends_by_itself_for_who_wants_that(confirm: bool) -> None:
    sitting = company("sand", confirm=confirm)
    first = sitting.moment.seat
    for verb in ("place", "take"):
        action = hint(sitting.table, first).action
        assert action.verb == verb and sitting.selection is not None
        sitting.done(next(choice for choice in sitting.selection.choices if choice.action == action))
    done = [step.action.verb for step in sitting.table.match.steps if step.seat == first]
    assert done[-1] == ("take" if confirm else "end")


def test_a_hint_that_is_not_followed_leaves_no_marks() -> None:
    """Whoever takes another tile is not shown where the first one was meant to lie; Esc takes a hint away."""
    sitting = due("sand", "place")
    sitting.hint()
    meant = sitting.hint_places()
    assert meant and paint(sitting).picture.text().count("»")
    mine = next(place for place in meant if place[0] == "tile")
    other = next(place for place in sitting.stops() if place[0] == mine[0] and place != mine)
    sitting.point_at(other)
    sitting.choose()
    assert sitting.selection is not None and sitting.selection.picks == [other] and not sitting.hint_places()
    sitting.go_back()
    assert sitting.hint_places() == meant
    assert sitting.go_back() and not sitting.hint_places()


def test_what_a_hint_was_followed_in_is_not_told_as_the_only_way() -> None:
    sitting = due("sand", "place")
    sitting.hint()
    sitting.hint()
    assert sitting.said.count(" on ") == 1
    sitting.choose()
    assert sitting.table.match.steps[-1].action.verb == "place" and "the only way" not in sitting.said


def test_the_first_turn_begins_with_what_all_before_have_done() -> None:
    sitting = company("sand", 4)
    table = sitting.table
    while len({step.seat for step in table.match.steps if step.seat >= 0}) < 3 or table.due()[0] in {
        step.seat for step in table.match.steps
    }:
        table.act(table.due()[0], hint(table, table.due()[0]).action)
    sitting.look()
    assert sitting.said.count(" places ") == 3 and "ends the turn" not in sitting.said


def test_a_letter_that_chooses_nothing_now_says_why() -> None:
    sitting = due("sand", "place")
    assert sitting.chooser.explain_letter("s", english) and "You do not own a disk yet" in sitting.said
    assert not sitting.chooser.explain_letter("e", english)


def test_where_nothing_can_be_passed_it_is_said_what_is_to_be_done() -> None:
    sitting = due("sand", "place")
    sitting.skip()
    assert sitting.said.startswith("There is nothing to pass here. Now is the time to place a tile")


def forced() -> tuple[Sitting, ActionChoice[Any], int]:
    """Where a choice leaves another without one."""
    sitting = company("kaguya", 3)
    while True:
        if sitting.moment.curtain:
            sitting.look()
        before = len(sitting.table.match.steps)
        action = hint(sitting.table, sitting.moment.seat).action
        choice = next(choice for choice in sitting.selection.choices if choice.action == action)
        sitting.done(choice)
        if "Then there was no choice" in sitting.said:
            return sitting, choice, before


def full_after(count: int, table: Table[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk takes so many writings, then refuses one, and takes all that follow."""
    real, left = table.saver.save, [*range(count)]

    def keep(entries: Sequence[Any]) -> None:
        if not left:
            monkeypatch.setattr(table.saver, "save", real)
            raise NotSaved(literal_text("the disk is full"))
        left.pop()
        real(entries)

    monkeypatch.setattr(table.saver, "save", keep)


@pytest.mark.parametrize("count", [0, 1])
def test_what_a_full_disk_broke_off_is_taken_back_as_a_whole(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, _, before = forced()
    after = len(sitting.table.match.steps)
    full_after(count, sitting.table, monkeypatch)
    sitting.undo()
    assert len(sitting.table.match.steps) == after - count and sitting.status.unsaved_intent == "undo"
    sitting.done(sitting.retry_unsaved())
    assert len(sitting.table.match.steps) == before


def test_a_forced_step_that_a_full_disk_refuses_is_left_to_be_done(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, choice, before = forced()
    sitting.undo()
    full_after(1, sitting.table, monkeypatch)
    sitting.done(choice)
    assert len(sitting.table.match.steps) == before + 1
    assert sitting.status.unsaved_intent is None, "the choice itself is done, and must not be tried again"
    sitting.choose()
    assert len(sitting.table.match.steps) == before + 2


def test_the_letter_of_a_choice_is_no_key_of_the_board() -> None:
    """The many spots of a sprite have more letters than begin their words; `h` moves, and no choice may show it."""
    sitting = company("princess", 2)
    while sitting.moment.decision.kind != "SPRITE" or len(sitting.moment.legal) < 11:
        sitting.table.act(sitting.moment.seat, hint(sitting.table, sitting.moment.seat).action)
    for preset in PRESETS:
        settings = Settings({"keys": preset})
        sitting.options.keys = bind_keys(settings)
        found = sitting.chooser.menu_letters(lambda text: english(text, sitting.moment.names))
        assert len(found) > 9 and not set(commands_by_key(settings)) & set(found), preset


# --- What is for good


def test_what_shows_something_new_is_asked_once_even_within_a_turn() -> None:
    sitting = due("princess", "hold")
    assert sitting.selection is not None
    choice = next(choice for choice in sitting.selection.choices if choice.action.verb == "hold")
    assert sitting.chooser.request(choice) is None and sitting.pending == choice
    assert "for good" in sitting.said


def test_a_decision_without_a_choice_is_told_first_and_takes_one_key() -> None:
    sitting = due("sand", "take")
    sitting.digit(1)
    assert sitting.pending is not None and sitting.pending.text == "end"
    assert "Enter does it" in sitting.said and sitting.choose()


def test_a_question_that_something_else_hides_is_not_answered_by_enter() -> None:
    sitting = due("sand", "take")
    sitting.digit(1)
    steps = len(sitting.table.match.steps)
    assert sitting.pending is not None
    sitting.undo()
    sitting.redo()
    assert "Done again" in sitting.said and len(sitting.table.match.steps) == steps
    assert sitting.pending is None and not sitting.choose()
    assert "Enter does it" in sitting.said and len(sitting.table.match.steps) == steps
    asked = due("princess", "hold")
    choice = next(choice for choice in asked.selection.choices if choice.action.verb == "hold")
    asked.chooser.request(choice)
    asked.say(StatusMessage(literal_text("Tile size: small.")))
    assert asked.pending is None


def test_the_last_stage_of_a_hint_is_what_enter_does() -> None:
    """What the status line shows is what is done, wherever the cursor is."""
    for verb in ("place", "take", "complete"):
        sitting = due("sand", verb)
        sitting.hint()
        assert sitting.cursor in sitting.stops()
        sitting.hint()
        assert sitting.pending is not None and sitting.pending.action == hint(sitting.table, sitting.moment.seat).action
        assert "Enter does it" in sitting.said
        wanted, steps = sitting.pending.action, len(sitting.table.match.steps)
        sitting.choose()
        assert sitting.table.match.steps[steps].action == wanted


def test_whoever_comes_next_does_not_find_the_cursor_where_another_left_it() -> None:
    sitting = until(sit(hot_seat()), "GEM")
    before, where = sitting.moment.seat, sitting.cursor
    while sitting.moment.seat == before:
        sitting.table.act(before, hint(sitting.table, before).action)
    assert sitting.cursor != where and where not in sitting.cursor_state.latest_places.values()


def test_what_a_key_passes_is_named_before_and_after() -> None:
    sitting = until(sit(hot_seat()), "RUNE")
    sitting.digit(1)
    assert "Passed on the way: hold, remove" in sitting.said


def test_a_second_key_puts_a_recap_away_and_does_nothing_else() -> None:
    sitting = until(sit(hot_seat()), "RUNE")
    sitting.message = StatusMessage(literal_text("Bo has played."), recap=(literal_text("Bo has played."),))
    steps = len(sitting.table.match.steps)
    sitting.done(sitting.chooser.toggle_or_dismiss())
    assert sitting.message is None and len(sitting.table.match.steps) == steps and not sitting.selection.picks


def test_passing_puts_down_first_what_was_chosen_for_a_set() -> None:
    sitting = company("beasts")
    while not (sitting.selection and sitting.selection.decision.kind == "DISCARD" and "card" in dict(sitting.stops())):
        sitting.table.act(sitting.moment.seat, hint(sitting.table, sitting.moment.seat).action)
        sitting.anew()
    sitting.point_at(next(place for place in sitting.stops() if place[0] == "card"))
    sitting.toggle()
    assert sitting.selection.picks
    assert not sitting.skip() and not sitting.selection.picks and sitting.said == PUT_DOWN


def test_passing_puts_down_first_what_is_in_hand() -> None:
    sitting = company("beasts")
    while not (sitting.selection and sitting.selection.picks):
        sitting.table.act(sitting.moment.seat, hint(sitting.table, sitting.moment.seat).action)
        sitting.anew()
        if sitting.selection and sitting.selection.decision.kind == "PLACE" and sitting.selection.skip_choice():
            for place in sitting.digit_places():
                fitting = sitting.selection.matching(place)
                if len(fitting) > 1 and not sitting.selection.picks:
                    sitting.point_at(place)
                    sitting.toggle()
    assert not sitting.skip() and not sitting.selection.picks and sitting.said == PUT_DOWN


def test_a_number_that_chooses_nothing_says_so() -> None:
    sitting = until(sit(hot_seat()), "TAKE")
    assert not sitting.digit(9) and "Nothing has the number 9" in sitting.said


# --- Where the cursor begins


@pytest.mark.parametrize("game", ["princess", "beasts"])
def test_the_cursor_waits_on_passing_only_where_there_is_nothing_else(game: str) -> None:
    sitting = company(game)
    for _ in range(60):
        if sitting.moment.curtain:
            sitting.look()
        sitting.anew()
        paint(sitting)
        skip = sitting.selection.skip_choice() if sitting.selection else None
        assert skip is None or sitting.cursor != (MENU, skip.text) or len(sitting.stops()) == 1
        sitting.table.act(sitting.moment.seat, hint(sitting.table, sitting.moment.seat).action)


def test_the_cursor_begins_where_a_tile_completes_a_rune() -> None:
    sitting = due("princess", "take")
    for _ in range(200):
        sitting.anew()
        if sitting.selection is not None and sitting.selection.decision.kind == "CELL":
            good = sitting.reader.preferred_places(sitting.cursor_context(), sitting.stops())
            assert sitting.cursor in good
            if len(good) < len(sitting.stops()):
                return
        sitting.table.act(sitting.moment.seat, hint(sitting.table, sitting.moment.seat).action)
    raise AssertionError("no tile completed a rune")


# --- Why not


@pytest.mark.parametrize("game", ["princess", "sand", "beasts", "kaguya"])
def test_every_spot_says_why_it_is_no_choice(game: str) -> None:
    """With a rule, and never by the prompt."""
    sitting, asked = company(game, 3), set()
    for _ in range(30):
        if sitting.moment.curtain:
            sitting.look()
        sitting.anew()
        picker = sitting.selection
        assert picker is not None
        for place in paint(sitting).places if picker.decision.kind not in asked else ():
            sitting.point_at(place)
            sitting.refuse()
            said, prompt = sitting.said, english(picker.decision.prompt, sitting.moment.names)
            assert prompt not in said and "Not here" not in said
            assert sitting.message is not None and (sitting.message.rule or "may be chosen" in said), said
        asked.add(picker.decision.kind)
        sitting.table.act(sitting.moment.seat, hint(sitting.table, sitting.moment.seat).action)


# --- Letters on spots


def test_letters_lead_to_any_marked_spot() -> None:
    sitting = until(sit(hot_seat()), "CELL")
    paint(sitting)
    sitting.navigation.show_jump_labels()
    assert "Type the letters" in sitting.said
    board = [place for place in sitting.stops() if place[0] != MENU]
    assert set(sitting.focus.labels.all.values()) == set(board)
    for label, place in dict(sitting.focus.labels.all).items():
        sitting.navigation.show_jump_labels()
        for letter in label:
            sitting.navigation.type_jump_label(letter)
        assert sitting.cursor == place and not sitting.focus.labels.all


def test_what_is_no_letter_of_a_spot_leaves_the_cursor_where_it_was() -> None:
    sitting = until(sit(hot_seat()), "CELL")
    paint(sitting)
    before = sitting.cursor
    for key in ("", "7"):
        sitting.navigation.show_jump_labels()
        sitting.navigation.type_jump_label(key)
        assert sitting.cursor == before and not sitting.focus.labels.all


def test_of_two_letters_the_first_leaves_those_that_begin_with_it() -> None:
    known = {"as": ("own", "A1"), "ad": ("own", "A2"), "sa": ("own", "A3")}
    assert remaining_labels(known, "a") == {"s": ("own", "A1"), "d": ("own", "A2")}


# --- News


def test_what_others_did_is_told_turn_by_turn_and_by_itself() -> None:
    table = hot_seat(3)
    sitting = sit(table)
    seats = [sitting.moment.seat]
    while len(seats) < 4 + 3:
        table.act(table.due()[0], hint(table, table.due()[0]).action)
        if sitting.moment.seat != seats[-1]:
            seats.append(sitting.moment.seat)
    story = sitting.news.recap()
    assert {turn.seat for turn in story} == set(range(3)) - {sitting.moment.seat}
    for n, turn in enumerate(story, 1):
        sitting.news.tell_next_turn()
        assert sitting.said.startswith(f"{n} of {len(story)}: ")
        assert sitting.news.recent_events().marks == turn.marks
        assert "…" not in "".join(text(sitting).split("\n")[-4:])
    sitting.news.tell_next_turn()
    assert sitting.status.recap_position == -1


def test_three_computers_turns_take_six_seconds_at_most() -> None:
    """At the usual pace, however many steps they have; the first ones stay longest."""
    waited = 0.0
    for _ in range(100):
        waited += display_seconds(PACES["calm"], waited, MANY)
    assert display_seconds(PACES["calm"], 0.0, MANY) == PACES["calm"] and waited <= LONGEST == 6.0


# --- What is to be done


def test_the_prompt_names_the_keys_for_some_turns_or_as_it_is_set() -> None:
    sitting = until(sit(hot_seat()), "CELL")
    assert "Arrows move, Enter takes a marked spot." in text(sitting)
    sitting.options.coach = "off"
    assert "Arrows" not in text(sitting)


def test_the_prompt_says_what_enter_does_with_a_set() -> None:
    """With nothing picked it picks what is under the cursor."""
    hunt = Table.open("beasts", [RecordPlayer(name) for name in NAMES[:2]], (("first_seat", "0"),), "7")
    sitting = Sitting(hunt, renderer_for("beasts"), False)
    while sitting.moment.decision.kind != "KEEP":
        hunt.act(hunt.due()[0], hint(hunt, hunt.due()[0]).action)
        sitting.anew()
    assert "Space picks one after another, then Enter does it." in text(sitting, (120, 40))
    sitting.choose()
    assert sitting.selection is not None and len(sitting.selection.picks) == 1
    assert "Enter does it with what is picked, Space picks more." in text(sitting, (120, 40))


def test_numbers_stand_on_what_the_digits_choose() -> None:
    sitting = until(sit(hot_seat()), "GEM")
    assert {place[0] for place in sitting.view(look()).digit_places} == {MENU}


# --- What others did to whoever looks


def test_a_turn_is_of_whoever_acted_and_tells_first_what_happened_to_whoever_looks() -> None:
    lay = LogEntry(8, 1, Text("{who} lays a tile.", who=Who(1)), "", ("A1",), "lay")
    theft = LogEntry(9, 0, Text("{who} steals from {victim}.", who=Who(1), victim=Who(0)), "", ("C2",), "steal")
    deeds = [SeenStep(8, 1, None, "", (lay,), False), SeenStep(9, 1, None, "", (theft,), False)]
    (turn,) = recap_turns(deeds, {"lay", "steal"}, 0)
    assert turn.seat == 1 and turn.names_viewer and turn.marks == {"A1", "C2"}
    assert english(turn.text, NAMES).startswith("Bo steals from Aki")


# --- What the lines below the board say


def test_the_footer_says_what_the_passing_key_does_here_and_where_the_score_is() -> None:
    princess, hunt = until(sit(hot_seat()), "TAKE"), company("beasts")
    assert text(princess).split("\n")[-1].rstrip().endswith("x explain"), "there is room for it"
    while not hunt.selection or hunt.selection.decision.kind != "PLACE":
        hunt.table.act(hunt.table.due()[0], hint(hunt.table, hunt.table.due()[0]).action)
        hunt.anew()
    assert ". end turn" in text(hunt).split("\n")[-1]


def test_the_prompt_is_whole_before_the_words_of_the_only_choice_are() -> None:
    hunt = due("beasts", "keep")
    hunt.toggle()
    assert hunt.selection is not None and hunt.selection.complete_choice()
    prompt = text(hunt).split("\n")[-4]
    assert "Keep at least one die; the others are rerolled once." in prompt and prompt.rstrip().endswith("5 keep it")


# --- What the others have done


def test_the_story_of_a_theft_begins_with_what_was_stolen_and_whose_it_was() -> None:
    sitting = until(sit(hot_seat()), "STEAL_PICK")
    table, thief = sitting.table, sitting.moment.seat
    table.act(thief, hint(table, thief).action)
    sitting.anew()
    stolen = components().kinds[dict(table.match.state.stolen)[thief]]
    told = english(sitting.news.recap()[0].text, NAMES)
    assert re.match(rf"{NAMES[thief]} steals {stolen} .* from \w+ of {NAMES[sitting.moment.seat]}[.,]", told)


def test_at_the_end_only_what_others_did_after_oneself_is_told() -> None:
    """Who makes the last move sees what it brought, not what somebody did before it."""
    sitting = company("princess")
    while not sitting.table.over:
        sitting.table.act(sitting.table.due()[0], hint(sitting.table, sitting.table.due()[0]).action)
        sitting.catch_up()
    assert sitting.news.recap() and not sitting.news.tell_end()
