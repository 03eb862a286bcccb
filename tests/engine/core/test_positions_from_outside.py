"""Positions that somebody wrote or changed: refused in a sentence, or as good as those that were reached."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.engine.games.toy import Table, Toy
from tilehall.engine import BUILT_IN_GAMES, Game, Position, PositionError, Rng, Setup, Text, load_game
from tilehall.engine.core.position_reader import check_position
from tilehall.engine.core.schema import (
    BoolSchema,
    DictSchema,
    IntSchema,
    LettersSchema,
    ListSchema,
    MapSchema,
    NullableSchema,
    ObjectSchema,
    Schema,
    StringSchema,
    TupleSchema,
    WordSchema,
)
from tilehall.engine.testing.conformance import ConformanceError, is_sentence
from tilehall.engine.testing.mutation import mutate_position
from tilehall.engine.testing.position_fuzz import fuzz_positions

TRIES = 160
SOAK = 20_000
PARTS = 8
"""A long search is cut into so many, to run beside one another."""


def setups(rules: Game[Any]) -> Iterator[Setup]:
    """Every size as it comes, and every option with every other value that is listed."""
    for players in rules.player_counts:
        yield Setup(players)
        for option in rules.options:
            for value in option.values[1:]:
                if not (value.isdigit() and 0 < int(value) >= players):  # a seat that nobody has
                    yield Setup(players, ((option.id, value),))


def some(rules: Game[Any]) -> list[Setup]:
    """Each size once, each with other options."""
    every = list(setups(rules))
    return [every[0], *every[len(rules.options) + 1 :: len(every) // len(rules.player_counts)][:3]]


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_positions_from_outside_are_refused_or_played(name: str) -> None:
    rules = load_game(name)
    found = fuzz_positions(rules, some(rules), "quick", TRIES)
    assert found.total() == TRIES
    assert found["accepted"] > 0 and found["refused"] > TRIES / 2


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_thousands_of_positions_from_outside_are_refused_or_played(name: str, part: int) -> None:
    rules = load_game(name)
    assert fuzz_positions(rules, list(setups(rules)), f"soak {part}", SOAK // PARTS)["accepted"] > 0


# --- the search finds what it looks for -------------------------------------------------------------------------------


class LoadsAnything(Toy):
    def load(self, data: Position) -> Table:
        return Table(data["rounds"], data["stake"], tuple(data["picks"]), tuple(data["scores"]))


class MumblesRefusals(Toy):
    def load(self, data: Position) -> Table:
        try:
            return super().load(data)
        except PositionError as error:
            raise PositionError(Text("no")) from error


class ForgetsPoints(Toy):
    """A negative score is taken for none."""

    def load(self, data: Position) -> Table:
        s = super().load(data)
        return Table(s.rounds, s.stake, s.picks, tuple(max(score, 0) for score in s.scores))


class StopsShort(Toy):
    """With a stake of 2 nobody can do anything, which is not noticed when it is loaded."""

    def faults(self, s: Table) -> tuple[Text, ...]:
        return super().faults(s) or ((Text("There are too many points."),) if max(s.scores) > 6 else ())

    def load(self, data: Position) -> Table:
        s = Toy().load(data)
        return Table(s.rounds, s.stake, s.picks, s.scores)


FLAWED = [
    (LoadsAnything, "taken for another|there was an error"),
    (MumblesRefusals, "not in a sentence"),
    (ForgetsPoints, "taken for another"),
    (StopsShort, "has faults: .*too many points"),
]


@pytest.mark.parametrize(("flawed", "complaint"), FLAWED, ids=[flawed.__name__ for flawed, _ in FLAWED])
def test_a_flaw_is_found(flawed: type[Toy], complaint: str) -> None:
    with pytest.raises(ConformanceError, match=complaint):
        fuzz_positions(flawed(), [Setup(2), Setup(3)], "flaws", 2_000)


def test_the_toy_withstands(toy_game: Toy) -> None:
    assert fuzz_positions(toy_game, [Setup(2), Setup(3)], "toy", 300)["accepted"]


def test_the_same_seed_makes_the_same_changes() -> None:
    data, other = ({"a": [1, 2, {"b": text}], "c": {"d": None}} for text in ("x", "y"))
    made = [[mutate_position(data, other, rng, Schema()) for _ in range(50)] for rng in map(Rng, ("1", "1", "2"))]
    assert made[0] == made[1] != made[2]
    assert data == {"a": [1, 2, {"b": "x"}], "c": {"d": None}}, "what was reached stays as it was"
    assert all(json.loads(json.dumps(each)) == each for each in made[0])


# --- shapes -----------------------------------------------------------------------------------------------------------

SHAPE = ObjectSchema(
    {
        "round": IntSchema(1, 9),
        "seat": NullableSchema(IntSchema(0, 1)),
        "open": BoolSchema(),
        "ending": WordSchema(("", "over")),
        "hand": LettersSchema("WT", 3),
        "todo": ListSchema(TupleSchema({"step": WordSchema(("A", "B")), "whose": IntSchema(-1, 1)}), 0, 2),
        "lying": MapSchema(("a1", "a2"), IntSchema(0, 3)),
        "options": DictSchema(StringSchema()),
    }
)
FITS: Position = {
    "round": 9,
    "seat": None,
    "open": False,
    "ending": "",
    "hand": "TWT",
    "todo": [["A", -1]],
    "lying": {"a2": 3},
    "options": {"what": "ever"},
}
WRONG: list[tuple[str, Any, str]] = [
    ("round", 0, "'round' is a whole number from 1 to 9, not 0."),
    ("round", True, "'round' is a whole number from 1 to 9, not true."),
    ("round", 1.0, "'round' is a whole number from 1 to 9, not something else."),
    ("round", 10**5000, "'round' is a whole number from 1 to 9, not a huge number."),
    ("seat", [[]], "'seat' is a whole number from 0 to 1, not a list."),
    ("open", 0, "'open' is true or false, not 0."),
    ("ending", "\x1b[2J" * 9, "'ending' cannot be '?[2J?[2J?[2J?[2J?[2J'."),
    ("hand", "WTWT", "'hand' is a text of at most 3 of the letters 'WT', not 'WTWT'."),
    ("todo", {}, "'todo' is a list, not an object."),
    ("todo", [["A", 0]] * 3, "'todo' has 0 to 2 things in it, not 3."),
    ("todo", [["A"]], "'todo.0' has 2 things in it, not 1."),
    ("todo", [["A", 0], ["B", 2]], "'todo.1.1' is a whole number from -1 to 1, not 2."),
    ("lying", {"z9": 1}, "There is no 'z9' in 'lying'."),
    ("lying", None, "'lying' is an object, not null."),
    ("options", {"what": 7}, "'options.what' is a text, not 7."),
    ("more", 1, "A position has no 'more'."),
]


@pytest.mark.parametrize(("entry", "value", "said"), WRONG, ids=[said for _, _, said in WRONG])
def test_the_entry_that_is_wrong_is_named(entry: str, value: Any, said: str) -> None:
    check_position(SHAPE, FITS)
    with pytest.raises(PositionError) as refused:
        check_position(SHAPE, FITS | {entry: value})
    assert str(refused.value) == said and is_sentence(said)


def test_an_entry_that_is_lacking_is_named() -> None:
    shape: Schema = ObjectSchema({"inner": ObjectSchema({"seat": IntSchema(0, 1)})})
    for data, said in (
        ({}, "The position lacks 'inner'."),
        ({"inner": {}}, "The position lacks 'inner.seat'."),
        ([], "A position is an object, not a list."),
    ):
        with pytest.raises(PositionError) as refused:
            check_position(shape, data)
        assert str(refused.value) == said
