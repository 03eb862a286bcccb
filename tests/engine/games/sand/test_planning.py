"""Whole turns: legal to their end at every decision, the same for the same view, with reasons that are true."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from tests.cases import some_rows
from tests.engine.games.sand.table import ADVANCED, advanced, dealt, having, play
from tests.rules import rule
from tilehall.engine import CHANCE, Action, RandomDealer, Rng, Setup
from tilehall.engine.ai.plan import Plan
from tilehall.engine.core.text import Piece, Text
from tilehall.engine.games.sand import SAND
from tilehall.engine.games.sand.actions import CompleteBuilding, boxes_of, rune_tile_placements
from tilehall.engine.games.sand.ai.building_worth import FillCosts, surcharge
from tilehall.engine.games.sand.ai.missing_pieces import close_places, nearest_places
from tilehall.engine.games.sand.ai.plan_reasons import after_main_action, count_helpful_squares
from tilehall.engine.games.sand.ai.tile_placements import LANE, allowed_placements, filling_placements, placement_index
from tilehall.engine.games.sand.ai.weights import weights
from tilehall.engine.games.sand.components import BASE, BOXES, DARK, ELEMENTS, GRID, components
from tilehall.engine.games.sand.pattern_matching import completions
from tilehall.engine.games.sand.preview import nearness
from tilehall.engine.games.sand.rules import legal_placements
from tilehall.engine.games.sand.state import SandState

ROW = ["1aG", "1bG", "1cG", "1dG"]
GAMES = [
    (1, ()),
    (1, (ADVANCED, ("boards", "green"))),
    (2, (ADVANCED, ("boards", "red,blue"))),
    (3, (ADVANCED, ("boards", "purple,yellow,orange"))),
    (4, ()),
]


@cache
def decisions(players: int, options: tuple[tuple[str, str], ...]) -> tuple[tuple[SandState, int], ...]:
    """What seats see at the decisions of a game that is played by plans, and now and then by lot."""
    limit = (("round_limit", "7"),) if players > 1 else ()
    s, rng = SAND.start(Setup(players, (*options, *limit))), Rng(f"{players} {options}")
    dealer, found = RandomDealer(Rng(8)), list[tuple[SandState, int]]()
    while seats := SAND.actors(s):
        (seat,) = seats
        if seat == CHANCE:
            s = SAND.apply(s, CHANCE, dealer.deal(SAND.chance(s), 0))
            continue
        view, choices = SAND.view(s, seat), SAND.legal_actions(s, seat)
        found.append((view, seat))
        by_lot = rng.below(5) == 0
        s = SAND.apply(
            s, seat, choices[rng.below(len(choices))] if by_lot else SAND.advisor.plans(view, seat, 1)[0].actions[0]
        )
    return tuple(found)


def whole(view: SandState, seat: int, plan: Plan) -> SandState:
    """The position after a plan, each action checked."""
    for action in plan.actions:
        assert SAND.actors(view) == (seat,)
        assert SAND.check(view, seat, action) is None, f"{action} at {view.todo}"
        view = SAND.apply(view, seat, action)
    return view


@pytest.mark.parametrize(("players", "options"), some_rows(GAMES, slice(None, None, 2)))
def test_plans_are_legal_to_their_end(players: int, options: tuple[tuple[str, str], ...]) -> None:
    for n, (view, seat) in enumerate(decisions(players, options)):
        (plan,) = SAND.advisor.plans(view, seat, 1)
        after = whole(view, seat, plan)
        assert SAND.actors(after) != (seat,) or str(plan.actions[-1]) == "end"
        assert SAND.advisor.plans(view, seat, 1) == [plan]
        if n % 9 == 0:
            several = SAND.advisor.plans(view, seat, 3)
            assert 1 <= len(several) <= 3
            assert len({plan.actions for plan in several}) == len(several)
            for each in several:
                whole(view, seat, each)
                assert SAND.advisor.explain_plan(view, seat, each)


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_reasons_are_true(players: int, options: tuple[tuple[str, str], ...]) -> None:
    for view, seat in decisions(players, options):
        (plan,) = SAND.advisor.plans(view, seat, 1)
        check(view, seat, plan, SAND.advisor.explain_plan(view, seat, plan))


def check(view: SandState, seat: int, plan: Plan, why: Text) -> None:
    """What a reason claims is so."""
    magician = view.magicians[seat]
    own = [card for card in components().cards if card.id in cards_open(view, seat)]
    match why.template:
        case "it makes {cards} complete":
            made = [a.card for a in plan.actions if isinstance(a, CompleteBuilding)]
            named = [card for card in made if components().cards[card].id in str(why)]
            assert named
            assert not {a.card for a in completions(magician.pieces, named)}
        case "it brings {card} nearer: then it lacks {elements}":
            card = of(why, "card")
            lacking = nearness(magician, components().cards[card])
            assert lacking.missing > len(str(why.args["elements"]).split())
        case "no building comes nearer by it":
            later = after_main_action(view, seat, plan).magicians[seat]
            assert all(nearness(later, card).missing >= nearness(magician, card).missing for card in own)
        case "nothing more can be completed":
            assert not any(a.verb == "complete" for a in SAND.legal_actions(view, seat))
        case "its pieces are worth more in a larger building":
            assert any(a.verb == "complete" for a in SAND.legal_actions(view, seat))
        case "{card} is complete" | "{card} is complete, and its pieces are free again":
            assert any(card.id in str(why) and nearness(magician, card).missing == 0 for card in own)
        case "{tile} has more of what {card} lacks":
            after = view
            for action in plan.actions:
                if action.verb in ("take", "complete"):
                    after = SAND.apply(after, seat, action)
            lacking_then = nearness(after.magicians[seat], components().cards[of(why, "card")]).lacking
            tile = why.args["tile"]
            assert isinstance(tile, Piece)
            taken = components().tile_numbers[tile.id]
            (other,) = {*view.circle[:2]} - {taken}
            assert count_helpful_squares(taken, lacking_then) > count_helpful_squares(other, lacking_then)


def of(why: Text, name: str) -> int:
    piece = why.args[name]
    assert isinstance(piece, Piece)
    return components().card_numbers[piece.id]


def cards_open(view: SandState, seat: int) -> set[str]:
    data = SAND.dump(view)
    return {card for row in data["rows"] for card in row if card} | set(data["magicians"][seat]["kept"])


def test_what_is_ready_is_completed() -> None:
    s = having(dealt(), squares={"B2": "G", "C2": "G", "D2": "G"}, rows={1: ROW})
    s = play(s, "place T01 C4=G,D4=G,E4=R", "take 1")
    for k in (1, 5):
        plan = SAND.advisor.plans(s, 0, k)[0]
        assert list(map(str, plan.actions)) == ["complete 1aG B2,C2,D2", "end"]
        assert plan.finishes
        assert str(SAND.advisor.explain_plan(s, 0, plan)) == "1aG Stele is complete"


def test_a_tile_that_completes_the_best_building_is_laid() -> None:
    lying = {"B2": "G", "C2": "G", "D2": "R", "B3": "G", "D3": "R"}
    s = having(
        dealt(), squares=lying, disks={"C3": "M"}, rows={3: ["3dG", "3eK", "3eR", "3fK"]}, tiles=["T07", "T17", "T03"]
    )
    plan = SAND.advisor.plans(s, 0, 4)[0]
    assert any(isinstance(a, CompleteBuilding) and components().cards[a.card].id == "3dG" for a in plan.actions), (
        plan.actions
    )
    assert not plan.finishes
    assert "3dG" in str(SAND.advisor.explain_plan(s, 0, plan))


def test_disks_complete_what_tiles_cannot() -> None:
    lying = {"B2": "G", "D2": "G", "B3": "R", "C3": "G", "D3": "R"}
    s = having(dealt(), squares=lying, reserve="M", rows={3: ["3aG", "3eK", "3eR", "3fK"]})
    plan = SAND.advisor.plans(s, 0, 1)[0]
    assert [a.verb for a in plan.actions[:2]] == ["summon", "disk"]
    assert str(plan.actions[1]) == "disk M C2"


@pytest.mark.parametrize("power", components().powers)
def test_powers_are_used_legally(power: str) -> None:
    other = "blue" if power != "blue" else "red"
    s = having(advanced(power, other), crystal="ready", reserve="SGR", squares={"B3": "G", "D4": "R"}, level=2)
    dealer = RandomDealer(Rng(2))
    for _ in range(6):
        (seat,) = SAND.actors(s)
        if seat == CHANCE:
            s = SAND.apply(s, CHANCE, dealer.deal(SAND.chance(s), 0))
            continue
        view = SAND.view(s, seat)
        plan = SAND.advisor.plans(view, seat, 1 if seat else 3)[0]
        assert SAND.advisor.explain_plan(view, seat, plan)
        for action in plan.actions:
            assert SAND.check(s, seat, action) is None
            s = SAND.apply(s, seat, action)


@rule("S-4.9")
def test_squares_that_run_out_are_reckoned_with() -> None:
    s = having(dealt(), squares={"B3": "G", "C3": "G", "D3": "K"})
    s.squares = bytes((1, 0, 2))
    for plan in SAND.advisor.plans(s, 0, 6):
        whole(s, 0, plan)


def test_seats_do_not_matter() -> None:
    """Everybody sits one chair further: the same turns are found."""
    found = [(s, seat) for s, seat in decisions(4, ()) if s.todo[0][0] == "PRE"][::7]
    for view, seat in found:
        data = SAND.dump(view)
        data["magicians"] = data["magicians"][-1:] + data["magicians"][:-1]
        data["seat"], data["start"] = (seat + 1) % 4, (view.start + 1) % 4
        data["todo"] = [[point, (who + 1) % 4] for point, who in data["todo"]]
        turned = SAND.load(data)
        for k in (1, 2):
            here, there = SAND.advisor.plans(view, seat, k), SAND.advisor.plans(turned, (seat + 1) % 4, k)
            assert [plan.actions for plan in here] == [plan.actions for plan in there]
            assert [plan.value for plan in here] == [plan.value for plan in there]


# --- the quick numbers --------------------------------------------------------------------------------------------


def boards(rng: Rng, n: int) -> Iterator[int]:
    for _ in range(n):
        board = {box: rng.below(5) for box in range(BOXES) if rng.below(3)}
        yield sum(1 << BOXES * element + box for box, element in board.items())


def test_a_building_is_looked_for_where_it_lacks_least() -> None:
    rng = Rng(3)
    for board in boards(rng, 12):
        level = rng.below(5)
        for number, card in enumerate(components().cards):
            ways = nearest_places(board, number, level)
            least = min((way & ~board).bit_count() for way in card.reachable_placements(level))
            assert (ways[0] & ~board).bit_count() == least
            assert all((way & ~board).bit_count() <= least + 1 for way in ways)
            assert all((boxes_of(way) & DARK).bit_count() <= level for way in ways)
            near = [way for way in card.reachable_placements(level) if (way & ~board).bit_count() <= 3]
            assert sorted(close_places(board, number, level, 3)) == sorted(near)


def test_a_building_costs_what_it_costs_at_its_cheapest_place() -> None:
    rng, w = Rng(4), weights()
    for board in boards(rng, 12):
        level, reserve = rng.below(5), bytes(max(0, rng.below(5) - 2) for _ in range(ELEMENTS))
        purse = FillCosts.from_pieces(board, reserve)
        for number, card in enumerate(components().cards):
            lacking = [(way & ~board).bit_count() for way in card.reachable_placements(level)]
            prices = [
                price(way, board, reserve)
                for way, n in zip(card.reachable_placements(level), lacking, strict=True)
                if n <= min(lacking) + 1
            ]
            found = purse.building_cost(number, level, w)
            assert (found == 0) == (min(lacking) == 0)
            if max(way.bit_length() for way in card.reachable_placements(level)) < BASE * BOXES or min(lacking) == 0:
                assert found == pytest.approx(min(prices) if min(lacking) else 0)
            else:
                assert found <= min(prices) + 0.001


def price(way: int, board: int, reserve: bytes) -> float:
    """What one place of a building costs, counted piece by piece."""
    w, lying = weights(), [(board >> BOXES * e & GRID.full).bit_count() for e in range(ELEMENTS)]
    needed = [(way >> BOXES * e & GRID.full).bit_count() for e in range(ELEMENTS)]
    there = [((way & board) >> BOXES * e & GRID.full).bit_count() for e in range(ELEMENTS)]
    total = float(sum(needed) - sum(there))
    total -= w.reserve_saves * sum(min(needed[e] - there[e], reserve[e]) for e in range(BASE))
    owned = reserve[BASE] + lying[BASE], reserve[BASE + 1] + lying[BASE + 1]
    return total + surcharge((needed[BASE], needed[BASE + 1]), (there[BASE], there[BASE + 1]), owned, w)


def test_placements_that_fill_a_pattern_are_found_like_one_by_one() -> None:
    rng = Rng(5)
    for board in boards(rng, 12):
        tile, number = rng.below(28), rng.below(54)
        way = nearest_places(board, number, 3)[0]
        lacking = way & ~board
        filling = filling_placements(tile, way, lacking)
        for n, place in enumerate(placement_index(tile).places):
            whole_boxes = boxes_of(way) & place.boxes
            fits = boxes_of(way & place.pieces) == whole_boxes
            filled = (lacking & place.pieces & ((1 << BASE * BOXES) - 1)).bit_count() if fits else 0
            assert [each >> LANE * n & 1 for each in filling] == [filled >= 1, filled >= 2, filled >= 3]


@rule("S-4.5")
def test_placements_are_allowed_as_the_rules_say() -> None:
    for tile in (0, 13, 27):
        for dark, level in ((0, 0), (1, 1), (1, 2), (33, 3), (0, 12)):
            legal: set[Action] = {*legal_placements(tile, dark, level)}
            assert {rune_tile_placements(tile).every[n] for n in allowed_placements(tile, dark, level)} == legal
