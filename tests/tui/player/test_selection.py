"""Putting an action together: whatever the engine allows can be picked, by its places or from the list."""

from dataclasses import dataclass
from itertools import permutations

import pytest

from tests.tui.boards.tables import hot_seat, sit, until, walk
from tilehall.engine import Action, Decision, position_digest
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.player.selection import MENU, ActionChoice, Selection

KINDS = {"SIDE", "RUNE", "RECALL", "SPRITE", "TAKE", "CELL", "GEM", "DECLARE"}


def picked(picker: Selection, action: Action, backwards: bool) -> ActionChoice | None:
    """Picks the places of an action one by one, or its line once it is listed."""
    choice = next(choice for choice in picker.choices if choice.action == action)
    for place in choice.places[::-1] if backwards else choice.places:
        assert place in picker.targets()
        done = picker.pick(place)
        if done:
            return done
    return picker.pick((MENU, choice.text))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whatever_is_legal_can_be_picked(players: int) -> None:
    seen = set()
    for n, sitting in enumerate(walk(players)):
        table, whole = sitting.table, sitting.selection
        assert whole is not None
        seen.add(whole.decision.kind)
        legal = table.match.legal_actions(sitting.moment.seat)
        assert [choice.action for choice in whole.choices if not choice.passes] == list(legal)
        for action in legal if n % 3 == 0 else legal[:2]:
            for backwards in (False, True):
                picker = Selection(whole.decision, whole.choices)
                found = picked(picker, action, backwards)
                assert found is not None and (found.action, found.passes) == (action, ())
    assert seen >= KINDS


@pytest.mark.parametrize("players", [2, 4])
def test_what_is_offered_after_passing_may_be_done_after_passing(players: int) -> None:
    ahead = 0
    for sitting in walk(players):
        rules, picker = sitting.table.rules, sitting.selection
        assert picker is not None
        for choice in {choice.pass_count: choice for choice in picker.choices if choice.pass_count}.values():
            state = sitting.table.match.view(sitting.moment.seat)
            for action in choice.passes:
                assert action == rules.decision(state, sitting.moment.seat).skip
                state = rules.apply(state, sitting.moment.seat, action)
            assert position_digest(rules, choice.state) == position_digest(rules, state)
            assert rules.check(state, sitting.moment.seat, choice.action) is None
            ahead += 1
    assert ahead > 20


def test_a_tile_of_the_display_may_be_taken_at_once() -> None:
    sitting = until(sit(hot_seat()), "RUNE")
    picker, kind = sitting.selection, sitting.scene.digit_places(sitting.cursor_context())[0][1]
    assert picker is not None
    assert ("display", kind) not in picker.targets() and ("display", kind) in picker.places_after_passing()
    choice = picker.pick(("display", kind))
    assert choice is not None and choice.text == f"take {kind}"
    assert choice.passes and all(str(action) == "pass" for action in choice.passes)


@dataclass(frozen=True)
class Tour:
    """`tour A B C D`: four stops, whose order matters."""

    stops: tuple[str, ...]
    verb = "tour"

    def __str__(self) -> str:
        return " ".join(("tour", *self.stops))


def test_what_differs_only_in_the_order_of_its_places_is_listed() -> None:
    tours = [Tour(stops) for stops in permutations("ABCD")]
    places = [tuple(("stop", stop) for stop in tour.stops) for tour in tours]
    choices = [ActionChoice(tour, str(tour), (), None, found) for tour, found in zip(tours, places, strict=True)]
    picker = Selection(Decision("TOUR", "Go round.", "T-1.1", {"tour": ("one", "two", "three", "four")}), choices)
    for stop in "ABC":
        assert picker.pick(("stop", stop)) is None and picker.menu() == []
    assert picker.pick(("stop", "D")) is None
    assert len(picker.menu()) == 24
    chosen = picker.pick((MENU, "tour C A B D"))
    assert chosen is not None and chosen.action == Tour(("C", "A", "B", "D"))


def test_a_place_with_several_meanings_leaves_a_list_of_them() -> None:
    sitting = until(sit(hot_seat()), "RUNE")
    picker = sitting.selection
    assert picker is not None
    card = picker.targets()[0]
    assert picker.pick(card) is None and picker.picks == [card]
    assert {choice.text for choice in picker.menu()} == {f"hold {card[1]}", f"remove {card[1]}"}
    chosen = picker.pick((MENU, f"remove {card[1]}"))
    assert chosen is not None and chosen.text == f"remove {card[1]}"
    assert picker.drop_last_pick() and not picker.picks
    assert not picker.drop_last_pick()


def test_what_does_not_fit_is_not_picked() -> None:
    sitting = until(sit(hot_seat()), "CELL")
    picker = sitting.selection
    assert picker is not None
    assert picker.pick(("own", "A1")) is None and not picker.picks
    assert picker.pick((MENU, "take FU")) is None
    assert picker.matching(("own", "A1")) == []
    assert picker.skip_choice() is None, "a tile that was taken must be laid"


def test_passing_is_the_last_entry_of_the_list() -> None:
    for kind in ("RUNE", "DECLARE"):
        picker = until(sit(hot_seat(2, "declare")), kind).selection
        assert picker is not None
        skip = picker.skip_choice()
        assert skip is not None and picker.menu()[-1] == skip


def test_every_place_is_a_word_of_its_action() -> None:
    places_of = renderer_for("princess").places_of
    for sitting in walk(3, wild=0.6):
        picker = sitting.selection
        assert picker is not None
        for choice in picker.choices:
            words = choice.text.split(" ")
            assert all(name in words[1:] for _, name in choice.places)
    assert places_of("gem", "answer", "yes")[0][0] == MENU
