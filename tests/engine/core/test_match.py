"""A game being played: refusals that change nothing, taking back, and decisions owed together."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.games.toy import Table, Toy
from tilehall.engine import (
    CHANCE,
    Header,
    IllegalActionError,
    Match,
    NotationError,
    RecordPlayer,
    RuleError,
    ScriptDealer,
    SeedDealer,
    Setup,
    Text,
    load_game,
    parse_record,
    position_digest,
    write_record,
)
from tilehall.engine.core.match import ends_turn

PRINCESS = load_game("princess")
START = Setup(2, (("start_seat", "0"),))


def at_first_turn(seed: str = "7") -> Match[Any]:
    match = Match(PRINCESS, START, SeedDealer(seed))
    match.act(0, "side a")
    match.act(1, "side b")
    return match


def test_the_dealer_deals_until_somebody_is_to_act() -> None:
    match = Match(PRINCESS, START, SeedDealer("7"))
    assert [step.action.verb for step in match.initial_draws] == ["board", "board"]
    assert match.actors() == (0,)
    turned = match.act(0, "side a")
    assert [step.seat for step in turned.steps] == [0]
    turned = match.act(1, "side b")
    assert [step.action.verb for step in turned.steps] == ["side", *["draw"] * 4, *["row"] * 4, "draw"]
    assert [event.key for event in turned.events][:2] == ["side", "rune"]
    assert [step.number for step in match.steps] == list(range(1, len(match.steps) + 1))


def test_without_a_dealer_chance_is_an_actor() -> None:
    match = Match(PRINCESS, START)
    assert match.actors() == (CHANCE,)
    match.act(CHANCE, "board B3")
    assert match.actors() == (CHANCE,)
    with pytest.raises(IllegalActionError, match="cannot be drawn here"):
        match.act(CHANCE, "board B3")


def test_a_refused_action_changes_nothing() -> None:
    match = at_first_turn()
    before, steps = position_digest(PRINCESS, match.state), len(match.steps)
    for seat, text in ((1, "take FU"), (0, "pass"), (0, "cell D4"), (CHANCE, "draw FU")):
        with pytest.raises(IllegalActionError) as refused:
            match.act(seat, text)
        assert refused.value.rule.startswith("P-")
    with pytest.raises(NotationError):
        match.act(0, "take the money")
    assert (position_digest(PRINCESS, match.state), len(match.steps)) == (before, steps)


def test_taking_back_goes_to_the_dealers_last_draw_and_no_further() -> None:
    match = at_first_turn()
    before = match.state
    match.act(0, match.legal_actions(0)[0])
    match.act(0, match.legal_actions(0)[0])
    assert match.undo(0).action.verb == "cell"
    assert match.undo(0).action.verb == "take"
    assert match.state is before
    with pytest.raises(IllegalActionError, match="ends at what the dealer has shown"):
        match.undo(0)
    match.redo()
    assert match.redo().steps[0].action.verb == "cell"
    with pytest.raises(IllegalActionError, match="Nothing has been taken back"):
        match.redo()


def test_nobody_takes_back_what_another_has_done() -> None:
    match = Match(PRINCESS, START, SeedDealer("7"))
    match.act(0, "side a")
    assert str(match.undo_barrier(1)) == "Taking back ends at what another player has done (side a)."
    assert match.undo_barrier(0) is None
    assert Match(PRINCESS, START).undo_barrier(0) == Text("Nothing has been done yet.")


def test_a_new_action_forgets_what_was_taken_back() -> None:
    match = at_first_turn()
    first, *others = match.legal_actions(0)
    match.act(0, first)
    match.undo(0)
    match.act(0, others[0])
    with pytest.raises(IllegalActionError):
        match.redo()


def test_what_ends_a_turn_is_known_before() -> None:
    match = at_first_turn()
    take = match.legal_actions(0)[0]
    assert not ends_turn(PRINCESS, match.state, 0, take)
    match.act(0, take)
    match.act(0, match.legal_actions(0)[0])
    assert ends_turn(PRINCESS, match.state, 0, PRINCESS.parse("gem no"))  # past the draw that opens the next turn


def test_a_script_deals_what_it_says() -> None:
    match = Match(PRINCESS, START, ScriptDealer(["board B2", "board B4"]))
    assert [str(step.action) for step in match.steps] == ["board B2", "board B4"]
    match.act(0, "side a")
    with pytest.raises(RuleError, match="The script is at its end; 'tile' is to be drawn from now"):
        match.act(1, "side a")
    with pytest.raises(RuleError, match="'board B2' cannot be drawn now; 'board' holds board B1, board B3, board B4"):
        Match(PRINCESS, START, ScriptDealer(["board B2", "board B2"]))


def test_draws_are_counted_pile_by_pile() -> None:
    assert at_first_turn().draw_counts() == {"board": 2, "tile": 5, "rune": 4}


def test_a_draw_counts_whoever_made_it_and_not_once_it_is_gone() -> None:
    match = Match(PRINCESS, START)
    match.act(CHANCE, "board B3")
    match.act(CHANCE, "board B1")
    assert [(step.pile, step.draw_number) for step in match.steps] == [("board", 1), ("board", 2)]
    del match.steps[1:]
    assert (match.draw_counts(), match.actors()) == ({"board": 1}, (CHANCE,))
    match.act(CHANCE, "board B4")
    assert match.steps[-1].draw_number == 2


def test_a_draw_taken_back_and_made_again_is_counted_once() -> None:
    match = Match(PRINCESS, START)
    match.act(CHANCE, "board B3")
    match.undo(CHANCE)
    match.redo()
    match.act(CHANCE, "board B1")
    assert [(step.pile, step.draw_number) for step in match.steps] == [("board", 1), ("board", 2)]


def test_what_a_step_tells_is_the_same_whenever_it_is_asked_for() -> None:
    match = at_first_turn()
    told = [step.events for step in match.steps]
    match.act(0, match.legal_actions(0)[0])
    assert [step.events for step in match.steps[:-1]] == told
    assert [event.key for event in match.steps[-1].events] == ["take"]


# --- decisions owed together ----------------------------------------------------------------------------------------


def toy_match(toy: Toy) -> Match[Table]:
    match = Match(toy, Setup(3), SeedDealer("coins"))
    match.act(0, "stake 2")
    return match


def test_a_part_can_be_taken_back_while_others_are_owed(toy_game: Toy) -> None:
    match = toy_match(toy_game)
    match.act(1, "pick gold")
    assert match.undo_barrier(1) is None
    assert match.undo_barrier(0) == Text("Taking back ends at what another player has decided.")  # and not what it was
    match.undo(1)
    match.act(1, "pick silver")
    assert match.actors() == (0, 2)


def test_nothing_can_be_taken_back_once_all_parts_are_there(toy_game: Toy) -> None:
    match = Match(toy_game, Setup(3))
    match.act(0, "stake 2")
    for seat in (1, 2, 0):
        match.act(seat, "pick gold")
    assert match.undo_barrier(0) == Text("Taking back ends at what has been revealed.")
    assert None not in [match.undo_barrier(seat) for seat in range(3)]
    assert [step.is_joint for step in match.steps] == [False, True, True, True]


def test_the_parts_stand_in_the_record_together(toy_game: Toy) -> None:
    match = toy_match(toy_game)
    for seat, coin in ((2, "gold"), (0, "copper"), (1, "gold")):
        match.act(seat, f"pick {coin}")
    header = Header("toy", 1, (RecordPlayer("Ann"), RecordPlayer("Bo"), RecordPlayer("Cy")))
    text = write_record(header, match)
    assert "4 = 0:pick copper 1:pick gold 2:pick gold\n" in text
    assert position_digest(toy_game, parse_record(text, lambda name: toy_game).match.state) == position_digest(
        toy_game, match.state
    )


def test_parts_of_an_unfinished_decision_stay_out_of_the_record(toy_game: Toy) -> None:
    match = toy_match(toy_game)
    match.act(2, "pick gold")
    assert "gold" not in write_record(
        Header("toy", 1, (RecordPlayer("Ann"), RecordPlayer("Bo"), RecordPlayer("Cy"))), match
    )


def test_what_is_final_cannot_be_taken_back() -> None:
    """A game that is over stays over: its result and its seed are written down."""
    match = Match(PRINCESS, Setup(2), SeedDealer("final"))
    while not match.is_over:
        (seat,) = match.actors()
        match.act(seat, match.game.default_action(match.state, seat))
    over = Text("Nothing can be taken back once the game is over.")
    assert [match.undo_barrier(seat) for seat in (0, 1)] == [over, over]
