"""Which rules the steps of a game show, and the reel that a demo is made of."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases import some
from tests.rules import rule
from tilehall.engine import BUILT_IN_GAMES, CHANCE, RecordPlayer, load_game, load_rulebook
from tilehall.tui.features.demo.demo_frames import LEAST_SECONDS, MOST_SECONDS, DemoFrames, DemoNote, DemoPart
from tilehall.tui.features.demo.demo_tour import open_tour
from tilehall.tui.features.demo.rules_shown import cited_rules, findable_rules, possible_rules
from tilehall.tui.tables.computer_players import ComputerPlayers
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.seat import spectator_seat
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import run_inline


def table(name: str, seed: str = "7", level: str = "normal") -> Table[Any]:
    return Table.open(name, (RecordPlayer("Aki", level), RecordPlayer("Bo", level)), seed=seed)


def finished(name: str, level: str = "normal") -> Table[Any]:
    made = table(name, level=level)
    run_inline(ComputerPlayers(made).run())
    return made


def whole(made: Table[Any]) -> DemoFrames:
    return DemoFrames([Replay(made)], [DemoPart(0, 1, None)])


@pytest.mark.parametrize("name", some(BUILT_IN_GAMES, slice(0, None, 2)))
def test_every_step_of_which_something_is_told_shows_a_rule(name: str) -> None:
    reel = whole(finished(name))
    numbers = load_rulebook(name).numbers()
    for deed, rules in zip(reel.games[0].replay.seen_steps, reel.games[0].rules_shown.steps, strict=True):
        assert set(cited_rules(deed)) <= set(rules) <= set(numbers)
        assert rules or deed.together


@rule("B-4.42", "B-4.44", "P-5.4")
def test_points_that_a_step_makes_are_shown_by_it_and_others_only_at_the_end() -> None:
    beasts, princess = whole(finished("beasts")).games[0].rules_shown, whole(finished("princess")).games[0].rules_shown
    last = len(princess.steps)
    assert princess.next("P-5.4", 0) in (last, princess.next("P-5.1", 0)), "it is counted all the time"
    complete = [rules for rules in beasts.steps[:-1] if "B-4.40" in rules]
    assert complete and all("B-4.42" in rules for rules in complete)


@pytest.mark.parametrize("name", some(BUILT_IN_GAMES, slice(0, None, 2)))
def test_a_reel_tells_every_step_once_and_in_order(name: str) -> None:
    reel = whole(finished(name))
    steps = [n for frame in reel.frames for n in range(frame.first, frame.step + 1)]
    assert steps == list(range(1, reel.games[0].replay.steps + 1))
    for at, frame in enumerate(reel.frames[1:], 1):
        caption = reel.caption(frame)
        assert caption.sentences and LEAST_SECONDS <= reel.seconds(at) <= MOST_SECONDS
        acting = [deed for deed in reel.games[0].replay.seen_steps[frame.first - 1 : frame.step] if deed.seat != CHANCE]
        assert (caption.why is not None) == bool(acting), "a computer player says why"


def test_a_reel_goes_forth_and_back_and_to_the_next_turn() -> None:
    reel = whole(finished("princess"))
    assert reel.at == 0 and reel.now.number == 0 and not reel.at_end
    reel.go(20)
    assert reel.now.number == reel.frames[20].step
    turn = reel.next_turn(1)
    reel.go(turn)
    assert reel.next_turn(-1) < turn < reel.next_turn(1)
    reel.go(10_000)
    assert reel.at_end and reel.over and reel.next_turn(1) == reel.at
    reel.go(-5)
    assert reel.at == 0 == reel.next_turn(-1)


@rule("P-4.13")
def test_the_next_use_of_a_rule_and_what_is_ticked() -> None:
    reel = whole(finished("princess"))
    assert not reel.rules_seen()
    at = reel.next_use("P-4.13")
    assert at is not None and reel.previous_use("P-4.13") is None
    reel.go(at)
    assert "P-4.13" in reel.rules_seen() and "P-4.13" in reel.rules(reel.frame)
    later = reel.next_use("P-4.13")
    assert later is not None and later > at
    reel.go(later)
    assert reel.previous_use("P-4.13") == at
    assert reel.next_use("P-1.1") is None


def test_a_reel_grows_with_its_game() -> None:
    made = table("princess")
    reel, seen = whole(made), list[int]()
    first = len(reel.frames)

    def grown() -> None:
        reel.add_new_frames()
        seen.append(len(reel.frames))

    stop = spectator_seat(made).subscribe(grown)
    run_inline(ComputerPlayers(made).run())
    stop()
    assert seen == sorted(seen) and seen[0] >= first and reel.at == 0
    assert reel.frames == whole(made).frames, "as if it had been made at the end"
    assert reel.games[0].rules_shown.steps == whole(made).games[0].rules_shown.steps


def test_a_common_decision_is_told_when_all_have_decided_with_everybodys_reason() -> None:
    reel = whole(finished("kaguya"))
    joint = [frame for frame in reel.frames if "K-4.4" in reel.rules(frame) and frame.first < frame.step]
    reveals = [reel.caption(frame) for frame in joint]
    assert reveals and any(str(told.why).startswith("#1: ") and " #2: " in str(told.why) for told in reveals)


def test_stretches_have_a_note_before_them_and_nothing_between() -> None:
    note = DemoNote(load_game("princess").title, load_game("princess").credit)
    reel = DemoFrames([Replay(finished("princess"))], [DemoPart(0, 15, 18, note), DemoPart(0, 30, 31)])
    assert [frame.note is note for frame in reel.frames][:2] == [True, False]
    assert reel.frames[0].step == 14 and reel.frames[-1].step == 31 and reel.frames[-1].part == 1
    reel.go(99)
    assert reel.over and not reel.now.over


def test_a_tour_is_a_reel() -> None:
    reel = open_tour(load_game("sand"))
    reel.go(0)
    seen = set()
    while not reel.at_end:
        seen.add(reel.frame.game)
        reel.go(reel.at + 1)
        assert reel.now.number == reel.frame.step
    assert seen | {reel.frame.game} == set(range(len(reel.games)))


@pytest.mark.parametrize("name", some(BUILT_IN_GAMES, slice(0, None, 2)))
def test_what_the_dealer_lays_out_is_shown_with_the_first_note_and_not_told_piece_by_piece(name: str) -> None:
    reel = open_tour(load_game(name))
    deeds = reel.replay.seen_steps
    assert reel.frame.note and reel.now.number == reel.frame.step
    assert deeds[reel.frame.step].seat != CHANCE
    assert all(deed.seat == CHANCE for deed in deeds[: reel.frame.step])
    assert reel.rules_seen() == {rule for deed in deeds[: reel.frame.step] for rule in cited_rules(deed)}
    second = whole(finished(name)).frames[1]
    assert (second.first, f"{whole(finished(name)).caption(second).text}") == (1, "The table is set up.")


def test_what_is_left_out_between_two_stretches_is_said() -> None:
    reel = open_tour(load_game("sand"))
    since = [f"{reel.skipped_text(frame)}" for frame in reel.frames if frame.note]
    reel.go(reel.frames.index(next(frame for frame in reel.frames[1:] if frame.note)))
    assert reel.seat_in_front == reel.actor(reel.frames[reel.at + 1]), "who acts next is in front already"
    assert since[:4] == ["", "61 steps later", "53 steps later", "in another game"]


def test_which_rules_can_be_shown() -> None:
    princess = findable_rules(load_game("princess"))
    assert "P-4.13" in princess and "P-1.1" not in princess
    assert findable_rules(load_game("princess"), ["P-1.1"])[0] == "P-1.1"
    rare = {*possible_rules(load_game("beasts"))} - {*findable_rules(load_game("beasts"))}
    assert rare == {"B-4.32", "B-5.1", "B-5.3"}, "no game of the tour has them: nobody is sent to look for them"
