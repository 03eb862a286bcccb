"""The keys of lines say what the board says, and follow it die by die and card by card."""

from tests.engine.games.beasts.test_valuing import course
from tilehall.engine import CHANCE
from tilehall.engine.games.beasts import BEASTS
from tilehall.engine.games.beasts.actions import Card, Die
from tilehall.engine.games.beasts.ai.line_keys import backed, hopes, keys, lay, put, supported
from tilehall.engine.games.beasts.ai.square_values import catchable as catchable_by_keys
from tilehall.engine.games.beasts.ai.weights import weights
from tilehall.engine.games.beasts.components import components
from tilehall.engine.games.beasts.fences import catchable, worth


def test_a_complete_fence_is_worth_what_the_rules_say() -> None:
    seen = 0
    for s in course(70, 2):
        board, known = s.board, keys(s.board)
        for number, key in enumerate(known):
            assert supported(key) == bool(board.supported >> number & 1)
            assert backed(key) == bool(board.backed >> number & 1)
            if board.complete >> number & 1 and not board.done >> number & 1:
                seen += 1
                assert hopes(weights()).fence(key) == worth(board, number).points
    assert seen > 10


def test_a_beast_can_be_caught_where_the_rules_say() -> None:
    for n, s in enumerate(course(71, 3)):
        known = keys(s.board)
        for square in range(len(components().squares) if n % 5 == 0 else 0):
            found = catchable_by_keys(known, square)
            for kind in range(len(components().beasts)):
                assert bool(found >> kind & 1) == catchable(s.board, kind, square)


def test_keys_follow_what_is_placed() -> None:
    placed = 0
    for s in course(72, 2):
        due = BEASTS.actors(s)
        if due in ((), (CHANCE,)) or s.point != "PLACE":
            continue
        for action in BEASTS.legal(s, s.seat):
            known = list(keys(s.board))
            if isinstance(action, Die):
                put(known, action.slot, s.hunters[s.seat].dice[action.die], s.faces[action.die])
            elif isinstance(action, Card):
                lay(known, action.edge, s.seat, action.kind)
            else:
                continue
            placed += 1
            assert tuple(known) == keys(BEASTS.apply(s, s.seat, action).board)
    assert placed > 100
