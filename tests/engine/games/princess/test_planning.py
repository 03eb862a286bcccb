"""Whole turns: legal to their end, the same for the same view, different from each other, and rightly explained."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.engine.games.princess.table import NAMES, PRINCESS, Table, hunter, table
from tilehall.engine import ENGLISH, Match, Rng, SeedDealer, Setup, render_text
from tilehall.engine.ai.plan import Plan
from tilehall.engine.games.princess import components, nearness
from tilehall.engine.games.princess.state import PrincessState


def course(seed: str, players: int, lots: int = 3) -> Iterator[PrincessState]:
    """The positions of a game in which one of so many choices is drawn by lot."""
    rng = Rng(seed)
    match = Match(PRINCESS, Setup(players), SeedDealer(seed))
    while not match.is_over:
        yield match.state
        (seat,) = match.actors()
        legal = match.legal_actions(seat)
        action = legal[rng.below(len(legal))] if not rng.below(lots) else None
        match.act(seat, action or PRINCESS.advisor.plans(match.view(seat), seat, 1)[0].actions[0])


def carried_out(s: PrincessState, seat: int, plan: Plan) -> PrincessState:
    for action in plan.actions:
        assert PRINCESS.actors(s) == (seat,)
        assert action in PRINCESS.legal_actions(s, seat), f"{action} of {[*map(str, plan.actions)]}"
        s = PRINCESS.apply(s, seat, action)
    return s


def first_plan(t: Table, k: int = 8) -> list[str]:
    return [str(action) for action in PRINCESS.advisor.plans(t.state, t.seat, k)[0].actions]


# --- what a plan is


@pytest.mark.parametrize("players", [2, 3, 4])
def test_plans_are_legal_to_their_end_at_every_decision(players: int) -> None:
    kinds = set()
    for number, s in enumerate(course(f"plans {players}", players)):
        (seat,) = PRINCESS.actors(s)
        kinds.add(s.todo[0][0])
        for k in (1,) if number % 4 else (1, 6):
            plans = PRINCESS.advisor.plans(s, seat, k)
            assert 1 <= len(plans) <= k
            assert len({plan.actions for plan in plans}) == len(plans)
            for plan in plans:
                after = carried_out(s, seat, plan)
                assert PRINCESS.actors(after) != (seat,) or after.todo[0][0] == "RUNE" or s.todo[0][0] == "SIDE"
            chances = [plan.value.chance for plan in plans]
            assert chances == sorted(chances, reverse=True)
    assert {"SIDE", "RUNE", "SPRITE", "TAKE", "EXTRA_CELL", "DECLARE"} <= kinds


def test_a_short_first_turn_is_planned_whole() -> None:
    t = table(
        hunter(moved=False), hunter("B2a", moved=False), todo=[(p, 0) for p in ("TAKE", "CELL", "GEM", "MOVE", "END")]
    )
    take, cell, gem = first_plan(t)[:3]
    assert (take[:4], cell[:4], gem) == ("take", "cell", "gem yes")


@pytest.mark.parametrize("k", [1, 5])
def test_the_same_view_has_the_same_plans(k: int) -> None:
    for number, s in enumerate(course("again", 3)):
        if number % 9 == 0:
            (seat,) = PRINCESS.actors(s)
            again = PRINCESS.load(PRINCESS.dump(s))
            assert PRINCESS.advisor.plans(s, seat, k) == PRINCESS.advisor.plans(again, seat, k)


@pytest.mark.parametrize("players", [2, 4])
def test_everybody_plays_the_same_from_every_chair(players: int) -> None:
    for number, s in enumerate(course("chairs", players)):
        if number % 9 == 0:
            (seat,) = PRINCESS.actors(s)
            there = moved_round(s)
            for k in (1, 4):
                here = [plan.actions for plan in PRINCESS.advisor.plans(s, seat, k)]
                assert [plan.actions for plan in PRINCESS.advisor.plans(there, (seat + 1) % players, k)] == here


def moved_round(s: PrincessState) -> PrincessState:
    """The same position with everybody one chair to the left."""
    players = len(s.hunters)

    def moved(seat: int) -> int:
        return (seat + 1) % players if seat >= 0 else seat

    there = s.copy()
    there.hunters = (s.hunters[-1], *s.hunters[:-1])
    there.todo = tuple((point, moved(seat)) for point, seat in s.todo)
    there.seat, there.start, there.carrier = moved(s.seat), moved(s.start), moved(s.carrier)
    there.stolen = tuple((moved(thief), kind) for thief, kind in s.stolen)
    return there


# --- what a good plan sees

LINE = {"F4": "WS", "G4": "AS"}
"""Three stars in a row with E4 of board B1a."""


def test_it_declares_what_wins() -> None:
    """Two lines on the same stars: 2 + 2 + 1 steps, 3 of them after the toll."""
    near = hunter(tiles={**LINE, "D3": "ES", "D6": "EU"}, gems=["F4", "G4"], space=22)
    t = table(near, hunter("B2a", space=3), at="DECLARE", row="R01 R02 R26 R28", passages=True, carrier=0)
    plan = PRINCESS.advisor.plans(t.state, 0, 8)[0]
    assert str(plan.actions[0]).startswith("declare") and plan.finishes


def test_it_sees_a_win_that_needs_the_tile_and_the_gem() -> None:
    """The third star on G4 completes two runes with two gems: 2 + 2 + 1 steps, 3 after the toll, reach the GOAL."""
    near = hunter(tiles={"F4": "WS", "D3": "ES"}, gems=["F4"], space=22, extra=0, gem=0)
    t = table(
        near, hunter("B2a", space=13), at="TAKE", row="R01 R02 R26 R28", display="AS EU WM AM", passages=True, carrier=0
    )
    best, *others = PRINCESS.advisor.plans(t.state, 0, 8)
    assert str(best.actions[0]) == "take AS"
    assert best.finishes and best.value.chance > max(other.value.chance for other in others if not other.finishes)


def test_both_ends_of_a_turn_are_compared() -> None:
    """A line that is ready may be declared at once, or kept for a longer combo."""
    ready = hunter(tiles=LINE, gems=["F4"], space=15, extra=0, gem=0)
    t = table(ready, hunter("B2a", space=12), at="TAKE", row="R01 R20 R26 R28", carrier=0)
    plans = [[str(action) for action in plan.actions] for plan in PRINCESS.advisor.plans(t.state, 0, 8)]
    kept = [plan for plan in plans if plan[-1] == "stop"]
    assert len(kept) > 2 and all(
        any(plan[:3] == other[:3] and other[3].startswith("declare") for other in plans) for plan in kept[:3]
    )


def test_in_its_last_turn_it_declares_everything() -> None:
    """P-5.1: nothing is worth keeping for later, whatever the toll was."""
    last = hunter(tiles=LINE, gems=["F4"], space=15)
    won = hunter("B2a", space=25, rank=1)
    t = table(won, last, at="DECLARE", seat=1, row="R01 R20 R26 R28", passages=True, final=1)
    for k in (1, 8):
        assert first_plan(t, k)[0] == "declare R01 F4"


def test_in_its_last_turn_a_sprite_has_to_pay() -> None:
    """Two points are kept rather than spent on a tile that completes nothing."""
    last, won = hunter(space=24), hunter("B2a", space=25, rank=1)
    t = table(won, last, at="SPRITE", seat=1, row="R20 R26 R28 R30", passages=True, final=1)
    for k in (1, 8):
        assert first_plan(t, k)[0] == "pass"


@pytest.mark.parametrize("k", [1, 8])
def test_in_its_last_turn_it_counts_the_sky(k: int) -> None:
    """P-5.4: two stars each; a third one brings three points, and costs the other three."""
    last, won = hunter(space=20, extra=0, gem=0), hunter("B2a", space=25, rank=1)
    t = table(won, last, at="TAKE", seat=1, row="R20 R26 R28 R30", display="EM EU AM FU ES", passages=True, final=1)
    assert first_plan(t, k)[0] == "take ES"


@pytest.mark.parametrize("k", [1, 8])
@pytest.mark.parametrize("held", [None, "R30"])
def test_in_its_last_turn_it_keeps_the_rune_that_is_near_and_wants_another_one(k: int, held: str | None) -> None:
    last = hunter(tiles=LINE, gems=["F4"], space=15, held=held)
    t = table(hunter("B2a", space=25, rank=1), last, seat=1, row="R01 R20 R26 R28", passages=True, final=1)
    first = first_plan(t, k)[0]
    assert first == "hold R01" if held is None else first.startswith("remove") and first != "remove R01"


# --- what is said


@pytest.mark.parametrize("players", [2, 4])
def test_reasons_are_true(players: int) -> None:
    """Whoever is called nearer is nearer, and a combo is as long as it is said to be."""
    checked = 0
    for number, s in enumerate(course(f"true {players}", players, 4)):
        (seat,) = PRINCESS.actors(s)
        for plan in PRINCESS.advisor.plans(s, seat, 4 if number % 3 == 0 else 1):
            told = render_text(PRINCESS.advisor.explain_plan(s, seat, plan), ENGLISH, NAMES)
            assert told
            action = str(plan.actions[0])
            if " is nearer to " in told:
                card = components().cards[components().card_numbers[action.split()[1]]]
                other = NAMES.index(told.split()[0])
                lacks = [min(3, nearness(each.tableau, card).missing) for each in s.hunters]
                assert lacks[other] < lacks[seat]
                checked += 1
            if "the best combo now makes" in told:
                first = PRINCESS.apply(s, seat, plan.actions[0])
                assert int(told.split()[5]) >= sum(first.completed[n][1] for n in range(len(first.completed)))
                checked += 1
            if " allows a combo of " in told:
                assert any(str(act).startswith("declare") for act in plan.actions)
                checked += 1
    assert checked > 5


def test_the_reasons_of_one_turn_agree() -> None:
    """The tile, its cell and its gem are for the same combo; one that is kept is not praised before."""
    checked = 0
    for s in course("agree", 2, 9):
        (seat,) = PRINCESS.actors(s)
        if s.todo[0][0] != "TAKE":
            continue
        plan = PRINCESS.advisor.plans(s, seat, 8)[0]
        declares = any(str(action).startswith("declare") for action in plan.actions)
        said_so, after = [], s
        for done, action in enumerate(plan.actions[:4]):
            said_so.append(str(PRINCESS.advisor.explain_plan(after, seat, plan._replace(actions=plan.actions[done:]))))
            after = PRINCESS.apply(after, seat, action)
        assert said_so[0] == said_so[1], "tile and cell"
        if not declares:
            assert not re.search("a combo of|this turn's combo|best combo", " ".join(said_so)), said_so
        elif (allowed := re.search(r"a combo of (\d+) step", said_so[0])) and "best combo" in said_so[-1]:
            assert f"makes {allowed[1]} step" in said_so[-1]
            checked += 1
    assert checked
