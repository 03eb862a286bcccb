"""What may be taken back, and positions with a tile in hand that cannot be (section 9 of the rules)."""

import pytest

from tilehall.engine import IllegalActionError, Match, PositionError, Rng, SeedDealer, Setup
from tilehall.engine.games.kaguya import KAGUYA, KaguyaState


def at(point: str, seed: str) -> Match[KaguyaState]:
    """A random game of three up to this decision."""
    for n in range(40):
        match, rng = Match(KAGUYA, Setup(3), SeedDealer(f"{seed} {n}")), Rng(n)
        while due := match.actors():
            if match.state.point == point:
                return match
            choices = match.legal_actions(due[0])
            match.act(due[0], choices[rng.below(len(choices))])
    raise AssertionError(f"nobody ever came to {point}")


@pytest.mark.parametrize("point", ["GIVE", "PLANT", "BREAK"])
def test_what_shows_a_cube_stays(point: str) -> None:
    match = at(point, point)
    seat = match.actors()[0]
    match.act(seat, match.legal_actions(seat)[0])
    with pytest.raises(IllegalActionError, match=r"final|revealed"):
        match.undo(seat)


@pytest.mark.parametrize("point", ["GIVE", "CELL", "ROT"])
def test_a_take_a_tile_and_a_cell_may_be_taken_back(point: str) -> None:
    match = at(point, point)
    seat = match.actors()[0]
    before = match.steps[-1].before
    assert match.undo(seat).seat == seat
    assert KAGUYA.dump(match.state) == KAGUYA.dump(before)


@pytest.mark.parametrize(
    ("point", "key", "value", "said"),
    [
        ("PLANT", "rot", 3, "waits for a cube"),
        ("ROT", "cell", "a1", "may not lie on"),
        ("ROT", "cell", "e1", "may not lie on"),
        ("CELL", "row", 77, "'row' is a whole number from 1 to 4, not 77"),
    ],
)
def test_a_tile_in_hand_lies_where_and_as_it_may(point: str, key: str, value: object, said: str) -> None:
    position = KAGUYA.dump(at(point, "hand").state)
    assert KAGUYA.dump(KAGUYA.load(position)) == position
    with pytest.raises(PositionError, match=said):
        KAGUYA.load({**position, key: value})
