"""The keys of lines say what the board says, and follow it die by die and card by card."""

from tests.engine.games.beasts.test_valuing import course
from tilehall.engine import CHANCE
from tilehall.engine.games.beasts import BEASTS
from tilehall.engine.games.beasts.actions import PlaceDie, PlaceFenceCard
from tilehall.engine.games.beasts.ai.line_keys import (
    add_card,
    add_die,
    fence_estimates,
    is_backed,
    is_supported,
    line_keys,
)
from tilehall.engine.games.beasts.ai.square_values import catchable_kinds as catchable_by_keys
from tilehall.engine.games.beasts.ai.weights import weights
from tilehall.engine.games.beasts.components import components
from tilehall.engine.games.beasts.fences import can_be_caught, fence_worth


def test_a_complete_fence_is_worth_what_the_rules_say() -> None:
    seen = 0
    for s in course(70, 2):
        board, known = s.board, line_keys(s.board)
        for number, key in enumerate(known):
            assert is_supported(key) == bool(board.supported >> number & 1)
            assert is_backed(key) == bool(board.backed >> number & 1)
            if board.complete_edges >> number & 1 and not board.done >> number & 1:
                seen += 1
                assert fence_estimates(weights()).fence(key) == fence_worth(board, number).points
    assert seen > 10


def test_a_beast_can_be_caught_where_the_rules_say() -> None:
    for n, s in enumerate(course(71, 3)):
        known = line_keys(s.board)
        for square in range(len(components().squares) if n % 5 == 0 else 0):
            found = catchable_by_keys(known, square)
            for kind in range(len(components().beasts)):
                assert bool(found >> kind & 1) == can_be_caught(s.board, kind, square)


def test_keys_follow_what_is_placed() -> None:
    placed = 0
    for s in course(72, 2):
        due = BEASTS.actors(s)
        if due in ((), (CHANCE,)) or s.point != "PLACE":
            continue
        for action in BEASTS.legal_actions(s, s.seat):
            known = list(line_keys(s.board))
            if isinstance(action, PlaceDie):
                add_die(known, action.slot, s.hunters[s.seat].dice[action.die], s.faces[action.die])
            elif isinstance(action, PlaceFenceCard):
                add_card(known, action.edge, s.seat, action.kind)
            else:
                continue
            placed += 1
            assert tuple(known) == line_keys(BEASTS.apply(s, s.seat, action).board)
    assert placed > 100
