"""Plans: legal to their end, the same for the same view and from every seat, and bids that nobody can read."""

from __future__ import annotations

import re

import pytest

from tests.bench.clashes import clashes
from tests.cases import some, some_rows
from tests.engine.games.kaguya.playing import mirrored, played, turned, wandered
from tests.engine.games.kaguya.table import deal
from tilehall.engine.ai.plan import Plan
from tilehall.engine.core.game import SeatNo
from tilehall.engine.games.kaguya import KAGUYA, ChooseTile, Present
from tilehall.engine.games.kaguya.ai.bidding import MAX_SHARE
from tilehall.engine.games.kaguya.ai.plans import CERTAIN_CLASH, NO_CLASH, can_hold, order_term
from tilehall.engine.games.kaguya.ai.value import CLASH
from tilehall.engine.games.kaguya.components import CLEAR, components
from tilehall.engine.games.kaguya.rooms import room_sizes
from tilehall.engine.games.kaguya.state import KaguyaState

OPTIONS = (("break_revalue", "on"), ("clear_fate", "box"), ("floor_zero", "on"))


def alternatives(s: KaguyaState, seat: SeatNo, k: int) -> list[Plan]:
    found = list(KAGUYA.advisor.plans(KAGUYA.view(s, seat), seat, k))
    assert 1 <= len(found) <= k
    points = [plan.value.points for plan in found if plan.weight]
    assert points == sorted(points, reverse=True) or points == pytest.approx(sorted(points, reverse=True))
    assert len({plan.actions for plan in found}) == len(found)
    return found


@pytest.mark.parametrize(("players", "options"), some_rows([(2, ()), (3, OPTIONS), (4, ())], keep=1))
def test_plans_are_legal_to_their_end_at_every_decision(players: int, options: tuple[tuple[str, str], ...]) -> None:
    seen = set()
    for number, (s, seat) in enumerate(wandered(11 + players, players, options)):
        kind = KAGUYA.decision(s, seat).kind
        if kind == "PRESENT" and number % 4:
            continue
        seen.add(kind)
        for k in (1, 8):
            for plan in alternatives(s, seat, k):
                after = s
                for action in plan.actions:
                    assert KAGUYA.check(after, seat, action) is None
                    after = KAGUYA.apply(after, seat, action)
                assert seat not in KAGUYA.actors(after) or KAGUYA.decision(after, seat).kind not in ("CELL", "ROT")
                assert str(KAGUYA.advisor.explain_plan(s, seat, plan))
                assert 0 <= plan.value.chance <= 1
    assert seen == {"PRESENT", "TAKE", "GIVE", "TILE", "CELL", "ROT", "PLANT", "BREAK"}


def test_one_choice_is_one_plan() -> None:
    t = deal(2, columns={1: "L1 N01 N02"}).present("R", "-").play("tile 1", "cell e5")
    assert [str(a) for plan in KAGUYA.advisor.plans(t.state, t.seat, 8) for a in plan.actions] == ["rot 0"]


def test_a_whole_turn_is_one_plan() -> None:
    t = deal(2, columns={1: "H1 H2 H3"}).present("R", "-")
    plan = KAGUYA.advisor.plans(t.state, 0, 8)[0]
    assert [str(action).split()[0] for action in plan.actions] == ["tile", "cell", "rot", "plant"]
    assert KAGUYA.advisor.plans(t.play(str(plan.actions[0])).state, 0, 8)[0].actions[0] == plan.actions[1]


# --- bids that nobody can read ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", some([2, 3, 4], keep=1))
def test_nothing_is_held_so_often_that_it_can_be_counted_on(players: int) -> None:
    seen = 0
    for s, seat in wandered(40 + players, players):
        if s.point != "PRESENT" or s.round % 3 != 1:
            continue
        found, choices = KAGUYA.advisor.plans(s, seat, 8), KAGUYA.legal_actions(s, seat)
        assert sum(plan.weight for plan in found) == pytest.approx(1)
        assert max(plan.weight for plan in found) <= max(MAX_SHARE, 1 / len(choices)) + 1e-6
        whole = KAGUYA.advisor.plans(s, seat, 99)
        assert {plan.actions[0] for plan in whole} == set(choices)
        assert sum(plan.weight for plan in whole) == pytest.approx(1)
        seen += 1
    assert seen >= players


@pytest.mark.parametrize(("players", "k"), some_rows([(2, 1), (3, 1), (4, 1), (2, 8), (2, 10)], slice(1, None, 2)))
@pytest.mark.parametrize(
    ("games", "within"), [(4, 14), pytest.param(80, 5, marks=pytest.mark.soak)], ids=["few", "many"]
)
def test_what_is_said_of_a_clash_is_what_happens(players: int, k: int, games: int, within: int) -> None:
    """In games in which everybody bids like that. Few games say little: the bound leaves room for chance."""
    found = clashes(players, k, games)
    assert found.bids > 4 * games * players
    assert found.off <= within


@pytest.mark.parametrize("players", [2, 4])
def test_no_clash_is_called_certain_or_impossible_that_is_not(players: int) -> None:
    """A belief of 0.3 in 100 is `1 in 100`: only what others cannot hold for all that is known is told to be sure."""
    said = set()
    for s, seat in wandered(70 + players, players):
        if s.point != "PRESENT" or s.round % 2:
            continue
        view = KAGUYA.view(s, seat)
        others = [other for other in range(players) if other != seat]
        for plan in KAGUYA.advisor.plans(view, seat, 60):
            (choice,), (text,) = plan.actions, [t.text for t in plan.value.terms if t.kind == CLASH]
            assert isinstance(choice, Present)
            assert "risk" not in text.args or text.args["risk"] in range(1, 100)
            possible = [choice in KAGUYA.legal_actions(s, other) for other in others if other in KAGUYA.actors(s)]
            assert text != NO_CLASH or not any(possible), f"{choice} can be held"
            said.add(text == NO_CLASH)
    assert False in said


def presented(text: str) -> Present:
    choice = KAGUYA.parse(text)
    assert isinstance(choice, Present)
    return choice


def test_who_can_only_hold_nothing_is_known_to() -> None:
    t = deal(2, "PGBR")
    view = KAGUYA.view(t.state, 0)
    assert can_hold(view, 0, 1, presented("present C")) == bool(view.merchants[1].sure[CLEAR])
    bare = view.copy()
    rival = bare.edit(1)
    rival.sure, rival.hidden, rival.disk = bytes(len(rival.sure)), 0, False
    assert can_hold(bare, 0, 1, presented("present -"))
    assert not can_hold(bare, 0, 1, presented("present R"))
    assert not can_hold(bare, 0, 1, presented("present -*"))
    told = {
        str(plan.actions[0]): [*map(str, (t.text for t in plan.value.terms))]
        for plan in KAGUYA.advisor.plans(bare, 0, 60)
    }
    assert str(CERTAIN_CLASH) in told["present -"] and str(NO_CLASH) in told["present R"]


def test_a_bid_says_that_it_is_one_of_several() -> None:
    for s, seat in wandered(3, 3):
        if s.point == "PRESENT" and (plans := KAGUYA.advisor.plans(s, seat, 8)) and len(plans) > 1:
            why = str(KAGUYA.advisor.explain_plan(s, seat, plans[0]))
            assert re.search(
                r"several bids are mixed so that nobody can foresee them, this one in \d+ of 100 cases", why
            )
            return
    raise AssertionError("nobody mixed")


def test_a_place_is_told_by_the_tiles_to_be_had_there_and_zero_explains_itself() -> None:
    """A later place may bring the better tiles (K-4.29), and who adds up to 0 is not last where others do, too."""
    assert str(order_term(1.0, 2).text) == "the tiles to be had at place 2"
    zero = 0
    for s, seat in wandered(5, 3):
        if s.point != "PRESENT":
            continue
        for plan in KAGUYA.advisor.plans(s, seat, 60):
            if str(plan.actions[0]) == "present -":
                why = str(KAGUYA.advisor.explain_plan(s, seat, plan))
                assert ("since others may well add up to 0 too" in why) == ("place 3 is likely" not in why)
                zero += 1
    assert zero


def test_the_sole_plan_at_the_presentation_is_drawn_by_its_weight() -> None:
    """In a hurry, too, nobody holds the same in every position that looks alike."""
    held = set()
    for seed in range(12):
        s, seat = next((s, seat) for s, seat in wandered(seed, 2) if s.point == "PRESENT")
        (plan,) = KAGUYA.advisor.plans(s, seat, 1)
        assert plan == KAGUYA.advisor.plans(s, seat, 1)[0]
        held.add(str(plan.actions[0]))
    assert len(held) > 3


def test_under_a_certain_clash_nothing_is_held_for_sure() -> None:
    """At the start of a game all have the same to offer: the disk alone is no secret any more."""
    first = [next(played(seed, 2, 1)).plan.actions[0] for seed in range(12)]
    bids = [bid for bid in first if isinstance(bid, Present)]
    assert len({bid.combination for bid in bids}) >= 3


# --- no seat is better --------------------------------------------------------------------------------------------


def meant(plan: Plan) -> list[str]:
    return [str(action) for action in plan.actions]


def test_a_table_turned_round_is_played_the_same() -> None:
    compared = 0
    for number, step in enumerate(played(6, 4, 1)):
        if number % 2 or not KAGUYA.actors(step.s):
            continue
        here = KAGUYA.advisor.plans(step.s, step.seat, 1)[0]
        there = KAGUYA.advisor.plans(turned(step.s), (step.seat + 1) % 4, 1)[0]
        assert there.value.points == pytest.approx(here.value.points)
        assert meant(there)[0] == meant(here)[0]
        if step.s.point == "TILE":
            assert meant(there)[1:] == [around(text, turns(step.s, here)) for text in meant(here)[1:]]
            compared += 1
    assert compared > 10


def turns(s: KaguyaState, plan: Plan) -> bool:
    """Whether it matters how the tile of a plan lies."""
    pick = plan.actions[0]
    assert isinstance(pick, ChooseTile)
    return components().tiles[s.column(s.round)[pick.row - 1]].rotation_count > 1


def around(text: str, turns: bool) -> str:
    """A part of a plan, for a table that is turned by a quarter."""
    verb, word = text.split()
    if verb == "cell":
        column, row = ord(word[0]) - ord("a"), int(word[1]) - 1
        return f"cell {chr(ord('a') + 8 - row)}{column + 1}"
    return f"rot {(int(word) + 1) % 4}" if verb == "rot" and turns else text


def test_a_table_in_a_mirror_is_played_as_well() -> None:
    compared = 0
    for number, step in enumerate(played(2, 2, 1)):
        if number % 2 == 0 and step.s.point == "TILE":
            here, there = (KAGUYA.advisor.plans(s, step.seat, 8) for s in (step.s, mirrored(step.s)))
            assert there[0].value.points == pytest.approx(here[0].value.points)
            compared += 1
    assert compared > 8


@pytest.mark.soak
def test_four_equal_players_win_equally_often() -> None:
    wins = [0, 0, 0, 0]
    for seed in range(200):
        *_, last = played(1000 + seed, 4, 1)
        standing = KAGUYA.final_result(last.s)
        assert standing is not None
        wins[standing.winners[0]] += 1
    assert all(30 <= each <= 72 for each in wins), wins


# --- what is found, and what is said ------------------------------------------------------------------------------


def test_a_win_with_the_last_tile_is_found() -> None:
    """At the last placement plans are as good as the best of all ways, and one that wins says so."""
    found = 0
    for seed in range(3):
        before = [step for step in played(seed, 2, 1) if step.s.point == "TILE"][-1]
        best = max(value_after(before.s, before.seat, text) for text in ways(before.s, before.seat))
        plan = KAGUYA.advisor.plans(before.s, before.seat, 8)[0]
        if not KAGUYA.actors(after(before.s, before.seat, plan)):
            assert plan.value.points == best
            assert plan.finishes == (plan.value.chance > 0)
            found += 1
    assert found


def ways(s: KaguyaState, seat: SeatNo) -> list[list[str]]:
    """Every way to take and lay a tile."""
    if not KAGUYA.actors(s) or seat not in KAGUYA.actors(s) or s.point not in ("TILE", "CELL", "ROT", "PLANT"):
        return [[]]
    if s.point == "TILE" and s.tile >= 0:
        return [[]]
    found = []
    for action in KAGUYA.legal_actions(s, seat):
        later = KAGUYA.apply(s, seat, action)
        rest = ways(later, seat) if s.point != "PLANT" and (s.point != "ROT" or later.point == "PLANT") else [[]]
        found += [[str(action), *more] for more in rest]
    return found


def value_after(s: KaguyaState, seat: SeatNo, texts: list[str]) -> float:
    for text in texts:
        s = KAGUYA.apply(s, seat, KAGUYA.parse(text))
    return KAGUYA.advisor.value(s, seat).points


def after(s: KaguyaState, seat: SeatNo, plan: Plan) -> KaguyaState:
    for action in plan.actions:
        s = KAGUYA.apply(s, seat, action)
    return s


def test_what_is_said_of_rooms_and_favour_is_true() -> None:
    told = 0
    for number, (s, seat) in enumerate(wandered(21, 3)):
        if s.point != "TILE" or number % 2:
            continue
        for plan in KAGUYA.advisor.plans(s, seat, 3):
            said = str(KAGUYA.advisor.explain_plan(s, seat, plan))
            later = after(s, seat, plan)
            if "favour" in said and later.round == s.round:
                gained = later.merchants[seat].favour - s.merchants[seat].favour
                assert said.startswith(f"{gained:+} favour")
            grown = {letter: int(size) for letter, size in re.findall(r"the (.) [a-z ]+ grows to (\d+)", said)}
            before, behind = room_sizes(s.area_rooms(seat)), room_sizes(later.area_rooms(seat))
            assert grown == {letter: behind[c] for c, letter in enumerate("RBGP") if behind[c] > before[c]}
            told += len(grown)
    assert told > 5


def test_the_hearts_that_end_the_game_are_named() -> None:
    t = deal(2, columns={1: "S1 N06 H1"}).present("R", "P")
    s = t.state.copy()
    s.princess = 26
    plans = KAGUYA.advisor.plans(s, 0, 99)
    ending = [plan for plan in plans if str(plan.actions[0]) == "tile 1"]
    assert "the game ends with this round" in str(KAGUYA.advisor.explain_plan(s, 0, ending[0]))
