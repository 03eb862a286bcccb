"""Positions in numbers and actions by number, as programs that learn have them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tilehall.engine import (
    BUILT_IN_GAMES,
    CHANCE,
    Game,
    Match,
    Position,
    Rng,
    SeedDealer,
    Setup,
    SetupError,
    load_game,
    parse_record,
)
from tilehall.engine.core.schema import (
    HashedEncoder,
    IntSchema,
    ItemEncoder,
    LettersSchema,
    ListSchema,
    PerSeatSchema,
    RankEncoder,
    RowEncoder,
    TraitsEncoder,
    WordSchema,
    encode_position,
)

RECORDS = Path(__file__).parents[2] / "records"
CONSTANT = {"game", "rules", "players", "options"}
"""Entries that are the same in all positions of a game."""


def setups(name: str) -> Iterator[Setup]:
    """Every size as it comes, and every further value of every option at the largest that has it."""
    found = load_game(name)
    for players in found.player_counts:
        yield Setup(players)
    for option in found.options:
        for value in option.values[1:]:
            at = [Setup(players, ((option.id, value),)) for players in reversed(found.player_counts)]
            yield next(setup for setup in at if can_begin(found, setup))


def can_begin(found: Game[Any], setup: Setup) -> bool:
    try:
        found.start(setup)
    except SetupError:
        return False
    return True


def random_game(found: Game[Any], setup: Setup, seed: str, longest: int = 600) -> Iterator[Match[Any]]:
    """A match at each of its decisions, and at its end."""
    match, rng = Match(found, setup, SeedDealer(seed)), Rng(seed)
    while not match.is_over and len(match.steps) < longest:
        yield match
        due = match.actors()
        seat = due[rng.below(len(due))]
        choices = match.legal_actions(seat)
        match.act(seat, choices[rng.below(len(choices))])
    yield match


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_every_choice_is_in_the_repertoire_once(name: str) -> None:
    found = load_game(name)
    for n, setup in enumerate(setups(name)):
        known = found.encoder.all_actions(setup)
        numbers = {action: number for number, action in enumerate(known)}
        assert len(numbers) == len({str(action) for action in known}) == len(known)
        for match in random_game(found, setup, f"{name} {n}"):
            for seat in match.actors():
                assert [str(known[numbers[action]]) for action in match.legal_actions(seat)] == list(
                    map(str, match.legal_actions(seat))
                )


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_the_repertoire_is_the_same_for_all_sizes_and_options(name: str) -> None:
    found = load_game(name)
    first = [str(action) for action in found.encoder.all_actions(Setup(found.player_counts[0]))]
    assert all([str(action) for action in found.encoder.all_actions(setup)] == first for setup in setups(name))


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_all_that_is_in_the_repertoire_means_something(name: str) -> None:
    found = load_game(name)
    for action in found.encoder.all_actions(Setup(found.player_counts[-1])):
        assert found.parse(str(action)) == action


@pytest.mark.soak
@pytest.mark.parametrize("name", BUILT_IN_GAMES)
@pytest.mark.parametrize("seed", range(40))
def test_every_choice_of_many_games_is_in_the_repertoire(name: str, seed: int) -> None:
    found = load_game(name)
    for setup in setups(name):
        known = frozenset(found.encoder.all_actions(setup))
        for match in random_game(found, setup, f"{seed}", 10_000):
            assert all(known.issuperset(match.legal_actions(seat)) for seat in match.actors())


def changed(position: Position) -> set[str]:
    """The entries of a position that say something."""
    return {key for key, entry in position.items() if says_something(entry)}


def says_something(entry: object) -> bool:
    inner = entry.values() if isinstance(entry, dict) else entry if isinstance(entry, list) else ()
    return any(map(says_something, inner)) if isinstance(entry, dict | list) else entry not in (None, "", 0, False)


@pytest.mark.parametrize("sizes", [slice(1, 3), pytest.param(slice(None), marks=pytest.mark.soak)], ids=["some", "all"])
@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_every_entry_of_a_position_is_told(name: str, sizes: slice) -> None:
    """And each of its numbers keeps to its bounds."""
    found = load_game(name)
    for players in found.player_counts[sizes]:
        setup = Setup(players)
        feature = found.encoder.position_schema(setup).encoder
        places = list(feature.slots())
        keys = {place.name.split(".")[0] for place in places}
        assert keys == set(found.dump(found.start(setup))) - CONSTANT
        assert len({place.name for place in places}) == len(places) == feature.size
        assert all(place.least < place.most for place in places)
        said = set()
        for match in random_game(found, setup, f"told {players}"):
            for seat in range(players):
                row = encode_position(feature, found.dump(match.view(seat)), seat)
                assert all(place.least <= number <= place.most for place, number in zip(places, row, strict=True))
                said |= {place.name.split(".")[0] for place, number in zip(places, row, strict=True) if number}
        assert said >= changed(found.dump(match.state)) - CONSTANT


@pytest.mark.parametrize("name", ["sand-2p-red", "kaguya-3p-options"])
def test_positions_that_differ_in_secrets_alone_are_told_alike(name: str) -> None:
    """In games that were played, where a red power has looked at cards, and where fists were closed."""
    match = parse_record((RECORDS / f"{name}.tilehall").read_text(encoding="utf-8")).match
    found, feature, different = match.game, match.game.encoder.position_schema(match.setup).encoder, 0
    for step in match.steps:
        for seat in range(match.setup.players):
            twin = found.sample_state(found.view(step.after, seat), Rng(f"{seat} {step.number}"))
            rows = [encode_position(feature, found.dump(found.view(s, seat)), seat) for s in (step.after, twin)]
            different += found.dump(twin) != found.dump(step.after)
            assert rows[0] == rows[1]
    assert different > 10


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_a_seat_sees_itself_first(name: str) -> None:
    """What belongs to seat 1 stands where, seen from seat 0, that of the next one stands."""
    found, setup = load_game(name), Setup(2)
    feature = found.encoder.position_schema(setup).encoder
    names = [place.name for place in feature.slots()]
    *_, match = random_game(found, setup, "eyes", 80)
    rows = [dict(zip(names, encode_position(feature, found.dump(match.state), eye), strict=True)) for eye in range(2)]
    swapped = {name.replace(".me", ".?").replace(".next", ".me").replace(".?", ".next") for name in names}
    assert swapped == set(names) or name == "kaguya"  # the cells of each board have names of their own
    assert any(".me." in name for name in names)
    for name in swapped & set(names):
        other = name.replace(".me", ".?").replace(".next", ".me").replace(".?", ".next")
        assert rows[0][name] == rows[1][other], name


def row(encoder: RowEncoder, found: Any, eye: int = 0) -> list[float]:
    return list(encode_position(encoder, found, eye))


def test_what_is_beyond_a_bound_counts_as_the_bound() -> None:
    assert row(IntSchema(-2, 3), 9) == [3] and row(IntSchema(-2, 3), -9) == [-2] and row(IntSchema(1, 3), None) == [0]
    assert row(LettersSchema("RW", 2), "RRRW") == [2, 1]


def test_what_is_not_there_is_zeros() -> None:
    assert (
        row(WordSchema("RW"), None)
        == row(ItemEncoder(3, WordSchema("RW")), "R")
        == row(ListSchema(WordSchema("RW"), 0, 1), [])
        == [0, 0]
    )
    assert row(TraitsEncoder(("there", "red"), {"T1": (1, 0)}), "T2") == [0, 0]


def test_seats_are_told_from_the_one_that_looks() -> None:
    assert row(PerSeatSchema([IntSchema(0, 9)] * 3), [4, 5, 6], 1) == [5, 6, 4]
    assert row(PerSeatSchema([IntSchema(0, 9)] * 3), {"0": 4}, 1) == [0, 0, 4]
    assert row(RankEncoder(range(3), seats=True), [2, 0, 1], 2) == [1, 2, 3]


def test_a_game_without_a_table_has_its_entries_by_lot_and_always_the_same() -> None:
    position = {"heaps": [3, 4], "seat": 1, "swapped": True, "name": None}
    assert row(HashedEncoder(), position) == row(HashedEncoder(), position) != row(HashedEncoder(), position, 1)
    assert sum(row(HashedEncoder(), position)) == 3 + 4 + 1 + 1 + 1
    assert max(row(HashedEncoder(2), {"a": 10**9, "b": 10**9})) == 1000


def test_the_dealer_is_nobody() -> None:
    assert CHANCE not in range(4)
    found = load_game("sand").encoder.position_schema(Setup(2)).encoder
    names = [place.name for place in found.slots()]
    start = load_game("sand").dump(load_game("sand").start(Setup(2)))
    whose = [
        number
        for name, number in zip(names, encode_position(found, start, 0), strict=True)
        if name.startswith("todo.1.whose")
    ]
    assert start["todo"][0][1] == CHANCE and whose == [0, 0]
