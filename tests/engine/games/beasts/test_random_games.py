"""What holds in every position of random games: the invariants of section 8, and `legal` against `check`."""

from collections.abc import Iterator

import pytest

from tests.cases import some
from tests.rules import rule
from tilehall.engine import CHANCE, Action, RandomDealer, Rng, Setup
from tilehall.engine.core.geometry import bits
from tilehall.engine.games.beasts import BEASTS
from tilehall.engine.games.beasts.actions import END, vocabulary
from tilehall.engine.games.beasts.components import components
from tilehall.engine.games.beasts.state import BeastsState


def game(seed: str, players: int) -> Iterator[tuple[BeastsState, int, Action, BeastsState]]:
    """One random game: position, seat, action, position after."""
    rng, dealer = Rng(f"whims {seed}"), RandomDealer(Rng(f"deal {seed}"))
    s = BEASTS.start(Setup(players))
    while due := BEASTS.actors(s):
        (seat,) = due
        if seat == CHANCE:
            action = dealer.deal(BEASTS.chance(s), 0)
        else:
            choices = BEASTS.legal_actions(s, seat)
            action = choices[rng.below(len(choices))]
        after = BEASTS.apply(s, seat, action)
        yield s, seat, action, after
        s = after


def every_word() -> list[Action]:
    """Everything a player could ever say."""
    v = vocabulary()
    words: list[Action] = [END, *v.setup, *v.keep[1:], *v.discard, *v.first, *v.draw]
    for dice in v.die:
        words += dice
    for cards in v.card:
        words += cards
    for adds, moves in zip(v.add, v.move, strict=True):
        for added in adds:
            words += added
        for moved in moves:
            words += moved
    return words


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_invariants_hold_at_every_step(players: int) -> None:
    for n in range(8):
        for s, _, action, after in game(f"{players} {n}", players):
            assert BEASTS.faults(after) == (), f"{action} after {BEASTS.dump(s)}"


@rule("B-3.3")
@pytest.mark.parametrize("players", some([2, 3, 4], keep=1))
@pytest.mark.parametrize("every", [23, pytest.param(3, marks=pytest.mark.soak)])
def test_check_and_legal_agree_on_every_word(players: int, every: int) -> None:
    """In some positions of a game the whole vocabulary is tried."""
    words = every_word()
    for number, (s, seat, _, _) in enumerate(game(f"words {players}", players)):
        if seat == CHANCE or number % every:
            continue
        legal = BEASTS.legal_actions(s, seat)
        assert len(set(legal)) == len(legal)
        assert {word for word in words if BEASTS.check(s, seat, word) is None} == set(legal)


@rule("B-4.12", "B-4.24", "B-4.46", "B-5.3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_only_grows_and_what_never_changes(players: int) -> None:
    box = components()
    for n in range(12):
        turns, last = 0, None
        for s, _, action, after in game(f"grow {players} {n}", players):
            board, grown = s.board, after.board
            assert board.filled & ~grown.filled == 0
            assert board.carded & ~grown.carded == 0
            assert board.enclosed & ~grown.enclosed == 0
            assert all(grown.scored[edge] == board.scored[edge] for edge in bits(board.done))
            assert all(2 <= grown.scored[edge] <= 7 for edge in bits(grown.done))
            assert all(icon in (255, grown.icons[hole]) for hole, icon in enumerate(board.icons))
            moved = board.homes & ~grown.homes
            if moved and action.verb == "move":
                assert not board.enclosed & moved
            elif moved:
                assert action.verb == "end"
                assert moved & ~grown.enclosed == 0
            turns += action.verb == "end"
            last = after
        assert last is not None
        assert turns <= (61 + 1) * 3 * players + players - 1
        assert BEASTS.final_result(last) is not None
        assert all(grown.scored[edge] for edge in bits(last.board.complete_edges))
        assert sum(sum(hunter.captured) for hunter in last.hunters) <= len(box.squares)


@rule("B-4.14", "B-4.2")
def test_at_most_one_wild_a_turn_in_random_games() -> None:
    for n in range(10):
        wilds = 0
        for s, _, action, _ in game(f"wild {n}", 2):
            if action.verb in ("die", "add", "move"):
                wilds += s.faces[action.die] == 4
            elif action.verb == "end":
                assert wilds <= 1
                wilds = 0


@rule("B-4.62")
def test_a_turn_begins_with_an_own_die() -> None:
    for n in range(10):
        for s, _, action, _ in game(f"own {n}", 4):
            if action.verb == "roll":
                dice = s.hunters[s.seat].dice
                assert 1 <= len(dice) <= 4
                assert s.seat in dice


@rule("B-2.1", "B-5.1", "B-5.2", "B-5.3")
def test_all_three_endings_come_up() -> None:
    endings = set()
    for n in range(60):
        *_, (_, _, _, last) = game(f"ends {n}", 2)
        endings.add(last.ending)
    assert endings == {"dice", "full", "stall"}


@rule("B-9.1")
def test_nothing_is_hidden_from_anybody() -> None:
    for s, _, _, _ in game("open", 3):
        for seat in (None, 0, 1, 2):
            view = BEASTS.view(s, seat)
            assert BEASTS.dump(view) == BEASTS.dump(s)
            assert BEASTS.dump(BEASTS.sample_state(view, Rng(1))) == BEASTS.dump(s)
