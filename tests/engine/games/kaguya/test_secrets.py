"""Section 9 of the rules: who sees what. In another world that looks the same, everything told is the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.cases import some_rows
from tests.engine.games.kaguya.table import Table, bare_counts, deal, letters, opened, told
from tests.rules import rule
from tilehall.engine import CHANCE, Event, Match, Rng, RuleError, SeedDealer, Setup
from tilehall.engine.games.kaguya import KAGUYA
from tilehall.engine.games.kaguya.state import KaguyaState
from tilehall.engine.games.kaguya.viewpoint import viewing_seat

BOX = (("clear_fate", "box"),)


def text(s: KaguyaState) -> str:
    return json.dumps(KAGUYA.dump(s), sort_keys=True)


def walk(seed: int, players: int, options: tuple[tuple[str, str], ...] = ()) -> Iterator[tuple[KaguyaState, Rng]]:
    """The positions of a random game, the dealer's included."""
    rng, s = Rng(seed), KAGUYA.start(Setup(players, options))
    while due := KAGUYA.actors(s):
        yield s, rng
        seat = due[rng.below(len(due))]
        choices = KAGUYA.legal_actions(s, seat)
        s = KAGUYA.apply(s, seat, choices[rng.below(len(choices))])
    yield s, rng


@pytest.mark.parametrize(
    ("players", "options"),
    some_rows([(2, ()), (3, BOX), (4, ()), (2, BOX), (3, ()), (4, BOX)], keep=1),
)
def test_another_world_that_looks_the_same_is_told_the_same(players: int, options: Any) -> None:
    for s, rng in walk(7 + players, players, options):
        for observer in (None, *range(players)):
            view = KAGUYA.view(s, observer)
            world = KAGUYA.sample_state(view, rng)
            assert KAGUYA.faults(view) == KAGUYA.faults(world) == ()
            assert text(KAGUYA.view(world, observer)) == text(KAGUYA.view(view, observer)) == text(view)
            assert KAGUYA.receipt(world) == KAGUYA.receipt(s)
            if observer is None or observer not in KAGUYA.actors(s):
                continue
            choices = list(KAGUYA.legal_actions(s, observer))
            foreseen = [KAGUYA.narrator.preview(s, observer, a) for a in choices]
            for other in (view, world):
                assert list(KAGUYA.legal_actions(other, observer)) == choices
                assert KAGUYA.decision(other, observer) == KAGUYA.decision(s, observer)
                assert KAGUYA.default_action(other, observer) == KAGUYA.default_action(s, observer)
                assert [KAGUYA.narrator.preview(other, observer, a) for a in choices] == foreseen


@pytest.mark.parametrize("players", [2, 3])
def test_hints_come_from_the_own_view(players: int) -> None:
    """Whatever position the adviser is given, it looks at no more than the view."""
    asked = 0
    for s, rng in walk(31 + players, players):
        for seat in KAGUYA.actors(s):
            if seat == CHANCE or rng.below(3):
                continue
            view = KAGUYA.view(s, seat)
            world = KAGUYA.sample_state(view, rng)
            advice = KAGUYA.advisor.advise(view, seat)
            assert KAGUYA.advisor.advise(world, seat) == KAGUYA.advisor.advise(s, seat) == advice
            assert (
                KAGUYA.advisor.plans(world, seat, 1)
                == KAGUYA.advisor.plans(s, seat, 1)
                == KAGUYA.advisor.plans(view, seat, 1)
            )
            assert (
                KAGUYA.advisor.value(world, seat) == KAGUYA.advisor.value(s, seat) == KAGUYA.advisor.value(view, seat)
            )
            assert KAGUYA.check(s, seat, advice.action) is None
            asked += 1
    assert asked > 20


def test_check_in_a_view_is_check_in_the_position() -> None:
    phrases = [KAGUYA.parse(t) for t in ("present RR", "present -*", "take R", "give C", "tile 1", "cell e5", "rot 2")]
    phrases += [KAGUYA.parse(t) for t in ("plant B", "plant none", "break RB", "break C", "give R", "present C")]
    for s, _ in walk(3, 3):
        for seat in range(3):
            view = KAGUYA.view(s, seat)
            assert [KAGUYA.check(view, seat, a) for a in phrases] == [KAGUYA.check(s, seat, a) for a in phrases]


def test_public_acts_do_the_same_to_a_view() -> None:
    """So a program that was sent one view can follow the game by what everybody sees."""
    for s, rng in walk(12, 3):
        due = KAGUYA.actors(s)
        if not due or KAGUYA.decision(s, due[0]).kind in ("PRESENT", "CUBE"):
            continue
        choices = KAGUYA.legal_actions(s, due[0])
        action = choices[rng.below(len(choices))]
        after = KAGUYA.apply(s, due[0], action)
        for observer in (None, 0, 1, 2):
            assert text(KAGUYA.apply(KAGUYA.view(s, observer), due[0], action)) == text(KAGUYA.view(after, observer))


@rule("K-2.4", "K-3.7")
def test_a_drawn_cube_is_told_to_its_owner_only() -> None:
    t = opened(2).play("value R", "value B", "value G", "value P", "cube P")
    event = t.events[-1]
    assert told(event, 0) == "Ran draws P purple from the box."
    assert told(event, 1) == told(event) == "Ran draws a cube from the box."
    assert event.marks == ()
    worlds = [opened(2).play("value R", "value B", "value G", "value P", f"cube {colour}") for colour in "RBGP"]
    assert {world.events[-1].text_for(1) for world in worlds} == {event.text_for(1)}
    assert len({world.events[-1].text_for(0) for world in worlds}) == 4
    assert len({text(KAGUYA.view(world.state, 1)) for world in worlds}) == 1
    assert len({text(KAGUYA.view(world.state, None)) for world in worlds}) == 1
    assert len({text(KAGUYA.view(world.state, 0)) for world in worlds}) == 4


@rule("K-4.4")
def test_a_commitment_shows_as_ready_and_no_more() -> None:
    for seat in range(3):
        told = set()
        for choice in ("-", "R", "RC*", "-*"):
            t = deal(3)
            events: list[Event] = []
            s = KAGUYA.apply(t.state, seat, KAGUYA.parse(f"present {choice}"), events)
            assert events == []
            others = [other for other in (None, 0, 1, 2) if other != seat]
            told.add(tuple(text(KAGUYA.view(s, other)) for other in others))
            own = KAGUYA.dump(KAGUYA.view(s, seat))["merchants"][seat]
            assert (own["present"], letters(own["purse"])) == (choice, t.purse(seat))
        assert len(told) == 1
        assert all('"present": "ready"' in view for view in next(iter(told)))


@rule("K-4.4")
def test_views_do_not_show_who_committed_first() -> None:
    views = []
    for order in ((0, 2), (2, 0)):
        t = deal(3)
        for seat in order:
            t.act(seat, "present R")
        views.append([text(KAGUYA.view(t.state, observer)) for observer in (None, 0, 1, 2)])
    assert views[0] == views[1]


@rule("K-4.4")
def test_a_commitment_can_be_taken_back_until_all_are_in() -> None:
    match = Match(KAGUYA, Setup(2), SeedDealer("secrets"))
    match.act(1, "present R")
    assert match.undo_barrier(1) is None
    match.undo(1)
    assert match.actors() == (0, 1)
    match.act(1, "present -")
    match.act(0, "present G")
    assert match.undo_barrier(0)
    assert match.undo_barrier(1)


def test_what_is_not_known_in_a_view_cannot_be_done_there() -> None:
    t = deal(2).act(1, "present R")
    view = KAGUYA.view(t.state, 0)
    with pytest.raises(RuleError, match="not known"):
        KAGUYA.apply(view, 0, KAGUYA.parse("present -"))
    assert KAGUYA.legal_actions(KAGUYA.view(deal(2).state, 0), 1) == ()
    refusal = KAGUYA.check(KAGUYA.view(deal(2).state, 0), 1, KAGUYA.parse("present -"))
    assert refusal is not None
    assert refusal.rule == "K-4.4"


def test_public_history_is_remembered_and_nothing_more() -> None:
    t = deal(2, hands=("RRRRR", "BBBBB")).present("RR", "BC")
    seen = Table(KAGUYA.view(t.state, None)).of(0)
    assert (seen["purse"], letters(seen["sure"]), seen["hidden"]) == (None, "BGPC", 4)
    seen = Table(KAGUYA.view(t.state, 0)).of(1)
    assert (seen["purse"], letters(seen["sure"]), seen["hidden"]) == (None, "RGP", 5)
    for seed in range(40):
        purse = bare_counts(KAGUYA.sample_state(KAGUYA.view(t.state, 0), Rng(seed)), 1)
        assert min(purse[kind] for kind in "RGP") >= 1
        assert (purse["C"], sum(purse.values())) == (0, 8)


def test_imagined_worlds_really_differ_in_everything_hidden() -> None:
    t = deal(3).act(1, "present R").act(2, "present BC")
    worlds = [KAGUYA.sample_state(KAGUYA.view(t.state, 0), Rng(seed)) for seed in range(60)]
    purses = {tuple(bare_counts(world, seat).values()) for world in worlds for seat in (1, 2)}
    fists = {Table(world).of(seat)["present"] for world in worlds for seat in (1, 2)}
    assert len(purses) > 20
    assert len(fists) > 10
    assert {tuple(bare_counts(world, 0).values()) for world in worlds} == {tuple(bare_counts(t.state, 0).values())}
    assert len({tuple(Table(world)["box"].values()) for world in worlds}) > 5
    assert all(KAGUYA.faults(world) == () for world in worlds)


def test_whose_view_it_is() -> None:
    s = deal(3).state
    assert viewing_seat(s) == CHANCE
    assert [viewing_seat(KAGUYA.view(s, seat)) for seat in (0, 1, 2, None)] == [0, 1, 2, None]
    assert viewing_seat(KAGUYA.view(KAGUYA.view(s, 0), 1)) is None


@rule("K-4.35")
def test_a_lifted_screen_tells_what_everybody_could_count() -> None:
    t = deal(2, hands=("RRRRR", "BBBBB"))
    s = t.state.copy()
    merchant = s.edit(1)
    merchant.purse = merchant.sure = bytes((0, 0, 0, 0, 1))
    merchant.hidden = 0
    for observer in (None, 0):
        world = KAGUYA.sample_state(KAGUYA.view(s, observer), Rng(4))
        assert bare_counts(world, 1) == {"R": 0, "B": 0, "G": 0, "P": 0, "C": 1}
