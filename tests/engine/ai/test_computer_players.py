"""Computer players: legal, repeatable, honest; each level above the one before it where that can be seen quickly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.engine.games.nim import ANNOUNCEMENT, NIM, Nim, Table
from tests.engine.games.toy import TOY
from tilehall.engine import (
    LEVELS,
    OFFERED_LEVELS,
    Action,
    BaseAdvisor,
    Event,
    Game,
    Match,
    Rng,
    RuleError,
    SeedDealer,
    Setup,
    Text,
    load_game,
)
from tilehall.engine.ai.bots import BeginnerBot, draw_plan
from tilehall.engine.ai.lookahead import (
    CHANCE_PER_POINT,
    Depth,
    count_seats,
    look_ahead,
    measure_chance,
    measure_points,
)
from tilehall.engine.ai.plan import Plan, PositionValue, Term, best_reasons
from tilehall.engine.ai.players import choose_action, continue_plan, make_bot
from tilehall.engine.ai.playouts import Luck, PlanCache, play_on
from tilehall.engine.ai.search import Effort, try_plans
from tilehall.engine.core.game import ChanceDraw
from tilehall.engine.testing.conformance import is_sentence
from tilehall.engine.testing.wording import find_flaw


def between(rules: Game[Any], levels: tuple[str, ...], seed: str) -> Match[Any]:
    """A game between these levels, each seeing only its own view."""
    match = Match(rules, Setup(len(levels)), SeedDealer(seed))
    players = [make_bot(level, f"{seed} {level}", f"{seat}") for seat, level in enumerate(levels)]
    while not match.is_over:
        seat = match.actors()[0]
        advice = choose_action(players[seat], rules, match.view(seat), seat)
        assert advice.why
        assert advice.action in match.legal_actions(seat)
        match.act(seat, advice.action)
    return match


def texts(match: Match[Any]) -> list[str]:
    return [str(step.action) for step in match.steps]


def plan(points: float, finishes: bool = False, weight: float = 1.0) -> Plan:
    """A plan worth so many points, told apart from others by them."""
    action = NIM.parse(f"take {1 + int(points) % 3}")
    return Plan((action,), PositionValue((Term("points", points, Text("points")),), points / 10), finishes, weight)


EFFORT = Effort(3, 1, 9, Depth(2, 2, 2, 3), Depth(2, 2, 2, 3))


# --- the levels -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [NIM, TOY], ids=["nim", "toy"])
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_plays_legally_and_the_same_again(rules: Game[Any], level: str) -> None:
    first = between(rules, (level, level), f"{level} plays")
    assert rules.final_result(first.state) is not None
    assert texts(between(rules, (level, level), f"{level} plays")) == texts(first)


def test_the_levels_say_what_they_are() -> None:
    assert [level.id for level in OFFERED_LEVELS] == ["random", "easy", "normal", "hard", "master"]
    for name, level in LEVELS.items():
        assert name == level.id
        assert is_sentence(str(level.about)) and find_flaw(level.about, 0) == ""
        assert level.same_as == "" or level.title == LEVELS[level.same_as].title


def test_an_old_name_plays_the_same() -> None:
    match = Match(load_game("princess"), Setup(2), SeedDealer("7"))
    (seat,) = match.actors()
    old, new = (
        choose_action(make_bot(level, "7"), match.game, match.view(seat), seat) for level in ("greedy", "normal")
    )
    assert old == new


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(RuleError, match="'wizard' is no computer player"):
        make_bot("wizard", "1")


def test_who_looks_ahead_takes_the_last_match() -> None:
    """Nobody who sees one choice ahead knows what to do with five matches; to leave four wins."""
    for level in ("hard", "master"):
        assert str(choose_action(make_bot(level, "7"), NIM, Table(5, 0), 0).action) == "take 1"


# --- plans and how they are chosen ------------------------------------------------------------------------------------


def test_a_plan_is_carried_on_while_it_can_be() -> None:
    intended = (NIM.parse("take 2"), NIM.parse("take 1"))
    advice = continue_plan(NIM, Table(3, 0), 0, intended)
    assert advice is not None and (advice.action, advice.next_actions) == (intended[0], intended[1:])
    assert continue_plan(NIM, Table(1, 0), 0, intended) is None
    assert continue_plan(NIM, Table(3, 0), 0, ()) is None
    assert choose_action(make_bot("random", "1"), NIM, Table(3, 0), 0, intended) == advice


def test_where_all_choose_at_once_plans_are_drawn_by_their_weights() -> None:
    plans = [plan(3, weight=0.5), plan(2, weight=0.3), plan(1, weight=0.2)]
    rng = Rng("lots")
    chosen = [plans.index(draw_plan(plans, rng)) for _ in range(4_000)]
    assert [round(chosen.count(n) / 4_000, 1) for n in range(3)] == [0.5, 0.3, 0.2]
    assert draw_plan([plan(3), plan(2)], rng) == plan(3)


def test_a_beginner_has_taste_and_finishes_what_is_complete() -> None:
    assert len({BeginnerBot(Rng(n), "Merlin").taste("gems") for n in range(5)}) == 1
    assert len({BeginnerBot(Rng(1), f"{n}").taste("gems") for n in range(20)}) > 10
    plans = [plan(points) for points in range(9, 1, -1)] + [plan(1, finishes=True)]
    assert all(BeginnerBot(Rng(n), "Merlin")._choose_plan(plans).finishes for n in range(50))
    overlooked = [BeginnerBot(Rng(n), "Merlin")._choose_plan(plans[:-1]) for n in range(200)]
    assert 60 < overlooked.count(plans[0]) < 140


def test_reasons_are_the_largest_differences() -> None:
    better = PositionValue(
        (Term("a", 3, Text("apples")), Term("b", 1, Text("pears")), Term("c", -2, Text("worms"))), 0.6
    )
    worse = PositionValue((Term("a", 1, Text("apples")), Term("c", -2.5, Text("worms"))), 0.4)
    assert [(str(term.text), term.points) for term in best_reasons(better, worse)] == [("apples", 2), ("pears", 1)]


def test_what_stands_there_instead_is_no_reason() -> None:
    """A pawn on space 7 and not on space 6 is one space better, not seven."""
    better = PositionValue((Term("race", 7, Text("on space 7")), Term("gem", 2, Text("a gem"))), 0.6)
    worse = PositionValue((Term("race", 6, Text("on space 6")), Term("gem", 3, Text("another gem"))), 0.4)
    assert [(str(term.text), term.points) for term in best_reasons(better, worse)] == [("on space 7", 1)]


# --- trying out -------------------------------------------------------------------------------------------------------


def test_luck_is_the_same_whatever_else_is_drawn() -> None:
    start = NIM.start(Setup(2))
    draw = NIM.chance(start)
    one, other = Luck("7"), Luck("7")
    other.deal(draw._replace(pile="another"))
    assert [one.deal(draw) for _ in range(20)] == [other.deal(draw) for _ in range(20)]
    assert len({Luck(f"{n}").deal(draw) for n in range(20)}) == 2


def test_luck_is_carried_on_where_it_was() -> None:
    draw, luck = NIM.chance(NIM.start(Setup(2))), Luck("7")
    luck.deal(draw)
    twin = luck.copy()
    assert [twin.deal(draw) for _ in range(20)] == [luck.deal(draw) for _ in range(20)]


def test_luck_changes_little_where_less_can_come() -> None:
    """What is gone leaves the others their places, and every turn has luck of its own."""
    cards = ChanceDraw("cards", [NIM.parse(f"take {n}") for n in (1, 2, 3)], (4, 3, 2))
    for seed in map(str, range(40)):
        card = Luck(seed).deal(cards)
        for gone in range(3):
            outcomes = [other for n, other in enumerate(cards.outcomes) if n != gone]
            weights = [weight for n, weight in enumerate(cards.weights) if n != gone]
            if card in outcomes:
                assert Luck(seed).deal(ChanceDraw("cards", outcomes, weights)) == card
        one, other = Luck(seed), Luck(seed)
        one.deal(cards)
        one.pass_on()
        other.pass_on()
        assert one.deal(cards) == other.deal(cards)


def test_luck_comes_as_often_as_it_weighs() -> None:
    cards = ChanceDraw("cards", [NIM.parse(f"take {n}") for n in (1, 2, 3)], (6, 3, 1))
    found = Counter(str(Luck(str(seed)).deal(cards)) for seed in range(2000))
    assert [found[f"take {n}"] for n in (1, 2, 3)] == pytest.approx([1200, 600, 200], rel=0.15)


class Asked(BaseAdvisor[Table]):
    """Remembers what it was asked for plans."""

    def __init__(self, game: Game[Table]) -> None:
        super().__init__(game)
        self.views: list[Table] = []

    def plans(self, s: Table, seat: int, k: int) -> Sequence[Plan]:
        self.views.append(s)
        return super().plans(s, seat, k)


def test_the_same_view_is_planned_once_in_a_thought() -> None:
    advisor = Asked(NIM)
    known = PlanCache(Nim(replace(ANNOUNCEMENT, advisor=lambda game: advisor)))
    assert known.plans(Table(5, 0), 0, 3) == known.plans(Table(5, 0), 0, 3) == NIM.advisor.plans(Table(5, 0), 0, 3)
    known.plans(Table(5, 0), 0, 1)
    known.plans(Table(6, 0), 0, 3)
    assert advisor.views == [Table(5, 0), Table(5, 0), Table(6, 0)]


@pytest.mark.parametrize("name", ["kaguya", "beasts", "sand"])
def test_equal_positions_are_equal_keys(name: str) -> None:
    rules = load_game(name)
    match = Match(rules, Setup(2), SeedDealer("keys"))
    for seat in range(2):
        view = match.view(seat)
        assert {view: "found"}[rules.load(rules.dump(view))] == "found"


def test_a_course_is_looked_at_after_every_turn() -> None:
    own, others = play_on(NIM, Table(12, 0), 0, [NIM.parse("take 3")], Luck("1"), 2)
    assert (own.seat, own.matches) == (1, 9)
    assert others.seat == 0 and 9 - 3 <= others.matches < 9
    assert play_on(NIM, Table(12, 0), 0, [NIM.parse("take 3")], Luck("1"), 18)[-1].matches == 0


def test_what_is_clear_is_not_tried_out_any_longer() -> None:
    for matches, best in ((5, "take 1"), (6, "take 2"), (7, "take 3")):
        plans = NIM.advisor.plans(Table(matches, 0), 0, 3)
        found = list(try_plans(NIM, Table(matches, 0), 0, plans, EFFORT._replace(turns=18), "7"))
        assert len(found) < 20 and str(found[-1].actions[0]) == best
    assert not list(try_plans(NIM, Table(5, 0), 0, plans[:1], EFFORT, "7"))


# --- looking ahead ----------------------------------------------------------------------------------------------------


def test_a_line_is_as_good_as_the_best_plan_at_its_end() -> None:
    """Whoever leaves three or two loses at once; whoever leaves four takes the last one, or sees that the others do."""
    plans = NIM.advisor.plans(Table(5, 0), 0, 3)
    found = list(look_ahead(NIM, Table(5, 0), 0, plans, Depth(3, 3, 1, 2), "7"))
    assert [str(plan.actions[0]) for plan in found] == ["take 1", "take 1"]
    assert not list(look_ahead(NIM, Table(5, 0), 0, plans[:1], Depth(3, 3, 1, 2), "7"))


class Counting(Nim):
    """Counts how often each number of matches is taken at first."""

    def __init__(self) -> None:
        super().__init__()
        self.taken = dict.fromkeys(("take 1", "take 2", "take 3"), 0)

    def apply(self, s: Table, seat: int, a: Action, events: list[Event] | None = None) -> Table:
        if s.matches == 5:
            self.taken[str(a)] += 1
        return super().apply(s, seat, a, events)


def test_the_better_half_is_left() -> None:
    """Of three plans all are followed twice, and two of them eight times."""
    rules, plans = Counting(), NIM.advisor.plans(Table(5, 0), 0, 3)
    assert len(list(look_ahead(rules, Table(5, 0), 0, plans, Depth(3, 3, 1, 8), "7"))) == 8
    assert rules.taken["take 1"] == 8 and sorted(rules.taken.values()) == [2, 8, 8]


def test_lines_are_followed_to_the_end_and_the_same_again() -> None:
    plans = NIM.advisor.plans(Table(12, 0), 0, 3)
    found = [list(look_ahead(NIM, Table(12, 0), 0, plans, Depth(4, 3, 9, 2), "7")) for _ in range(2)]
    assert found[0] == found[1] and len(found[0]) == 2


def test_who_plays_alone_counts_points() -> None:
    s = load_game("sand").start(Setup(1))
    assert count_seats(load_game("sand"), s) == 1 and count_seats(NIM, Table(5, 0)) == 2
    assert measure_points(plan(3).value) == 3 and measure_chance(plan(3).value) == pytest.approx(
        0.3 + 3 * CHANCE_PER_POINT
    )


def test_alone_two_turns_are_planned_together() -> None:
    """What two tiles complete together is worth more than what one alone makes of the board."""
    sand = load_game("sand")
    match = Match(sand, Setup(1), SeedDealer("alone"))
    view = match.view(0)
    plans = sand.advisor.plans(view, 0, 6)
    *_, best = look_ahead(sand, view, 0, plans, Depth(6, 3, 2, 1), "7")
    reached = {str(each.actions): _best_after(sand, view, each) for each in plans}
    assert reached[str(best.actions)] >= reached[str(plans[0].actions)]


def _best_after(rules: Game[Any], view: Any, begun: Plan) -> float:
    """What the best of three ways to go on twice promises, drawn with the same luck."""
    lines = [(view, Luck("7 0"), begun)]
    for _ in range(2):
        grown = []
        for s, luck, each in lines:
            for action in each.actions:
                s = rules.apply(s, 0, action)
            while rules.actors(s) == (-1,):
                s = rules.apply(s, -1, luck.deal(rules.chance(s)))
            grown += [(s, luck.copy(), way) for way in rules.advisor.plans(s, 0, 3)]
        lines = grown
    return max(each.value.points for _, _, each in lines)
