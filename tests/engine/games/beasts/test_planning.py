"""Whole turns: legal to their end, the same for the same view, different from each other, and rightly explained."""

import pytest

from tests.engine.games.beasts.table import NAMES, fill, play, points, table
from tests.engine.games.beasts.test_random_games import game
from tests.engine.games.beasts.test_valuing import course
from tests.engine.games.beasts.turning_tables import HALF_TURN, LEFT_RIGHT, seats_on, turned
from tests.rules import rule
from tilehall.engine import CHANCE, ENGLISH, render_text
from tilehall.engine.ai.plan import Plan
from tilehall.engine.games.beasts import BEASTS, turn_outcome
from tilehall.engine.games.beasts.state import BeastsState


def carried_out(s: BeastsState, seat: int, plan: Plan) -> BeastsState:
    """The position after a plan; every action of it is a choice."""
    for action in plan.actions:
        assert BEASTS.actors(s) == (seat,)
        assert action in BEASTS.legal_actions(s, seat), f"{action} of {plan.actions}"
        s = BEASTS.apply(s, seat, action)
    return s


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("k", [1, 6])
def test_plans_are_legal_to_their_end_wherever_one_is_wanted(players: int, k: int) -> None:
    """They go on until something is drawn or somebody else decides."""
    for number, (s, seat, _, _) in enumerate(game(f"plans {players}", players)):
        if seat == CHANCE or number % (5 if k == 1 else 41):
            continue
        plans = BEASTS.advisor.plans(BEASTS.view(s, seat), seat, k)
        assert 1 <= len(plans) <= k
        assert len({plan.actions for plan in plans}) == len(plans)
        for plan in plans:
            after = carried_out(s, seat, plan)
            assert BEASTS.actors(after) != (seat,) or s.point == "KEEP"
        if s.point == "PLACE":
            values = [plan.value.chance for plan in plans]
            assert values == sorted(values, reverse=True)


def test_one_choice_is_one_plan() -> None:
    s = play(table("11nw=PW", roll="!", hands={0: ""}, decks={0: ""}), "end")
    assert [str(plan.actions[0]) for plan in BEASTS.advisor.plans(s, 0, 8)] == ["discard -"]
    only = table("11nw=PW", roll="W")
    only.point, only.kept = "KEEP", 0
    assert [str(plan.actions[0]) for plan in BEASTS.advisor.plans(only, 0, 8)] == ["keep 1"]


def test_the_same_view_has_the_same_plans() -> None:
    for number, s in enumerate(course(1, 3)):
        if number % 30 == 0 and BEASTS.actors(s) not in ((), (CHANCE,)):
            (seat,) = BEASTS.actors(s)
            again = BEASTS.load(BEASTS.dump(s))
            assert BEASTS.advisor.plans(s, seat, 4) == BEASTS.advisor.plans(again, seat, 4)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_plays_the_same_from_every_chair(players: int) -> None:
    for number, s in enumerate(course(20 + players, players)):
        if number % 11 == 0 and BEASTS.actors(s) not in ((), (CHANCE,)):
            (seat,) = BEASTS.actors(s)
            there, k = seats_on(s, 1), 1 if number % 3 else 3
            here = [plan.actions for plan in BEASTS.advisor.plans(s, seat, k)]
            assert [plan.actions for plan in BEASTS.advisor.plans(there, (seat + 1) % players, k)] == here


def brought(s: BeastsState) -> float:
    """What the turn is worth that is played in a hurry."""
    return BEASTS.advisor.value(carried_out(s, s.seat, BEASTS.advisor.plans(s, s.seat, 1)[0]), s.seat).points


def test_no_side_of_the_board_is_played_better() -> None:
    """A search that is not complete may find another turn on a board in a mirror, but no better ones all in all."""
    gained = count = same = 0.0
    for number, s in enumerate(s for s in course(30, 2) if s.point == "PLACE" and not s.busy):
        ways = LEFT_RIGHT if number % 2 else HALF_TURN
        best, other = (brought(side) for side in (s, turned(s, ways)))
        gained += other - best
        same += abs(other - best) < 0.01
        count += 1
    assert same > 0.7 * count
    assert abs(gained) < 0.3 * count


def test_plans_differ_in_what_they_bring() -> None:
    """Not in the order of the same pieces."""
    for number, s in enumerate(course(40, 2)):
        if s.point != "PLACE" or number % 9:
            continue
        boards = []
        for plan in BEASTS.advisor.plans(s, s.seat, 6):
            after = s
            for action in plan.actions:
                if action.verb == "end":
                    break
                after = BEASTS.apply(after, s.seat, action)
            boards.append((after.board.filled, after.board.wild, after.board.fences, after.board.beasts, after.free))
        assert len(set(boards)) == len(boards)


# --- what has to be found -----------------------------------------------------------------------------------------


@rule("B-4.43", "B-4.44")
@pytest.mark.parametrize("k", [1, 8])
def test_the_seven_points_are_taken(k: int) -> None:
    """In the last turn; before it two open fences may be worth more than a complete one."""
    s = table("10sw=PB 10se=PB", roll="BB!T", final=1)
    plan = BEASTS.advisor.plans(s, 0, k)[0]
    assert plan.finishes or k == 1
    assert points(carried_out(s, 0, plan)) == [7, 0]


@rule("B-4.53")
@pytest.mark.parametrize("k", [1, 8])
def test_a_beast_is_brought_and_its_square_closed(k: int) -> None:
    """Of those that can be caught there the best one; and from beside where the supply does not reach."""
    corner = table(fill("10 01 11", "WWW").replace("11se=PW", ""), "V11=PW H11=PW", roll="W!L", scored=True)
    plan = BEASTS.advisor.plans(corner, 0, k)[0]
    assert plan.finishes or k == 1
    assert carried_out(corner, 0, plan).hunters[0].captured == bytes((0, 1, 0, 0))
    dice = fill("11 21 12 22", "WWWW").replace("22se=PW", "")
    cards = "V12=PW V22=PW H21=PW H22=GW"
    for roll in ("W!!L", "W!*L"):
        centre = table(dice, cards.replace("V12=PW ", ""), roll=roll, hands={0: "WTLB"}, scored=True)
        after = carried_out(centre, 0, BEASTS.advisor.plans(centre, 0, k)[0])
        assert after.hunters[0].captured == bytes((0, 0, 0, 1)), "added beside it and moved before the last card"


@rule("B-4.14", "B-4.30")
def test_the_one_wild_closes_or_pays_but_not_both() -> None:
    s = table(fill("10 01 11", "WWW").replace("11se=PW", ""), "V11=PW H11=PW", roll="W*L", scored=True)
    assert sum(carried_out(s, 0, BEASTS.advisor.plans(s, 0, 8)[0]).hunters[0].captured) == 1
    s = table(fill("10 01 11", "WWW").replace("11se=PW", ""), "V11=PW H11=PW", roll="*L", scored=True)
    assert sum(carried_out(s, 0, BEASTS.advisor.plans(s, 0, 8)[0]).hunters[0].captured) == 0


@rule("B-5.1")
@pytest.mark.parametrize(("leader", "placed"), [(0, True), (1, False)])
def test_the_last_own_die_is_for_who_leads(leader: int, placed: bool) -> None:
    """Who has fewer points keeps it and goes on."""
    caught = {leader: "basilisk basilisk basilisk"}
    s = table(fill("11 21", "WW") + " 10sw=PB", "H21=PW", players=4, roll="B", captured=caught, scored=True)
    s.edit(0).hand = s.hunters[0].discard = bytes(4)
    after = carried_out(s, 0, BEASTS.advisor.plans(s, 0, 8)[0])
    assert (after.final >= 0) == placed


@rule("B-4.1")
def test_what_completes_a_fence_is_kept() -> None:
    s = table("10sw=PB 10se=PB 11nw=PB", "V11=PB", roll="BT!L")
    s.point, s.kept = "KEEP", 0
    for k in (1, 8):
        kept = str(BEASTS.advisor.plans(s, 0, k)[0].actions[0])
        assert "1" in kept.split()[1]


def test_the_first_beast_is_where_nobody_captures_it() -> None:
    s = next(s for s in course(3, 2) if s.point == "SETUP_BEAST")
    plan = BEASTS.advisor.plans(s, s.seat, 8)[0]
    assert str(plan.actions[0]).startswith("setup basilisk")
    assert "cannot be captured" in str(BEASTS.advisor.explain_plan(s, s.seat, plan))


# --- why ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
def test_what_is_said_comes_true(players: int) -> None:
    """Points and beasts that an explanation promises are those that the rest of the plan brings."""
    promised = 0
    for s in course(50 + players, players):
        if s.point != "PLACE" or s.busy:
            continue
        (plan,) = BEASTS.advisor.plans(s, s.seat, 1)
        why = render_text(BEASTS.advisor.explain_plan(s, s.seat, plan), ENGLISH, NAMES)
        after = s
        for action in plan.actions:
            if action.verb == "end":
                break
            after = BEASTS.apply(after, s.seat, action)
        found = turn_outcome(after.board)
        own = [worth.points for number, worth in found.fences if after.board.owner(number) == s.seat]
        if "can bring" in why:
            promised += 1
            brought = why.split("can bring")[1]
            assert sum(f"{number} points on" in brought for number in set(own)) or "the " in brought
            assert own or any(caught for _, _, caught in found.squares)
    assert promised > 2


def test_every_decision_is_explained() -> None:
    seen = set()
    for s in course(60, 2):
        due = BEASTS.actors(s)
        if due in ((), (CHANCE,)):
            continue
        (plan,) = BEASTS.advisor.plans(s, due[0], 1)
        assert render_text(BEASTS.advisor.explain_plan(s, due[0], plan), ENGLISH, NAMES)
        seen.add(s.point)
    assert seen == {"SETUP_BEAST", "KEEP", "PLACE", "DISCARD"}
