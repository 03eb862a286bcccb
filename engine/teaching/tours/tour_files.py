"""A tour of a game: stretches of records with a note before each, which together show what there is to it.

Beside the rules of a game may lie `tour.toml` and the records that it names. `python -m tests.tours` finds both.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from tilehall.engine.core.game import Game, RuleError
from tilehall.engine.core.package_data import read_optional_package_text, read_package_text
from tilehall.engine.core.text import Text, name_text
from tilehall.engine.games.catalog import load_game as game_of

FOLDER = "teaching"
FILE = f"{FOLDER}/tour.toml"


class TourSection(NamedTuple):
    """Some steps of one of the records, one after the other, and what is said before them."""

    record: int
    first: int
    """The first step that is shown; they are counted from 1."""
    last: int
    title: Text
    text: Text


class RuleStep(NamedTuple):
    """A step of one of the records."""

    record: int
    step: int


@dataclass(frozen=True, slots=True)
class Tour:
    """What is shown of a game, as plain data: nothing is replayed to read it."""

    game: str
    records: tuple[str, ...]
    """Whole records, as text."""
    stretches: tuple[TourSection, ...]
    rules: frozenset[str]
    """The numbered rules that a step of this game can show, as far as is known; the rest of them are only read."""
    examples: Mapping[str, RuleStep]

    def shows(self, rule: str) -> RuleStep | None:
        """A step that shows this rule: one of the tour, else another one of its records."""
        return self.examples.get(rule)


def load_tour(game: Game[Any] | str) -> Tour | None:
    """The tour of a game, if it brings one. Raises RuleError where that is no tour.

    >>> found = load_tour("princess")
    >>> found.stretches[0].record, found.shows("P-4.13") is not None
    (0, True)
    """
    rules = game_of(game) if isinstance(game, str) else game
    return load_tour_from(rules.package, rules.id)


@cache
def load_tour_from(package: str, game: str) -> Tour | None:
    """The tour that lies in a package."""
    text = read_optional_package_text(package, FILE)
    if text is None:
        return None
    try:
        return _read(game, package, tomllib.loads(text))
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, RuleError):
            raise
        why = f"{type(error).__name__}: {error}"
        raise RuleError(Text("The tour of {game} cannot be read ({why}).", game=game, why=why)) from error


def _read(game: str, package: str, data: Mapping[str, Any]) -> Tour:
    records = tuple(read_package_text(package, f"{FOLDER}/{file}") for file in data["records"])
    stretches = tuple(_stretch(each, len(records)) for each in data["stretches"])
    examples = {rule: RuleStep(*at) for rule, at in data.get("examples", {}).items()}
    if not stretches or any(not 0 <= each.record < len(records) for each in examples.values()):
        raise ValueError("a stretch or an example is of no record")
    return Tour(game, records, stretches, frozenset(data.get("rules", examples)), examples)


def _stretch(data: Mapping[str, Any], records: int) -> TourSection:
    found = TourSection(
        data.get("record", 0), data["first"], data["last"], name_text(data["title"]), name_text(data["text"])
    )
    if not (0 <= found.record < records and 0 < found.first <= found.last):
        raise ValueError(f"no stretch of a record: {data}")
    return found


def write_tour(
    records: Sequence[str], stretches: Sequence[TourSection], rules: Sequence[str], examples: Mapping[str, RuleStep]
) -> str:
    """The file of a tour. Its notes are written by people, the rest by whatever has found it."""
    lines = ["# Found by `python -m tests.tours`; titles and texts are written by hand, and stay where stretches do."]
    lines += [f"records = [{', '.join(map(_quoted, records))}]", "rules = ["]
    lines += [f"    {' '.join(f'{_quoted(rule)},' for rule in rules[n : n + 8])}" for n in range(0, len(rules), 8)]
    lines.append("]")
    for each in stretches:
        lines += ["", "[[stretches]]"]
        lines += [f"record = {each.record}"] if each.record else []
        lines += [f"first = {each.first}", f"last = {each.last}"]
        lines += [f"title = {_quoted(str(each.title))}", f"text = {_quoted(str(each.text))}"]
    lines += ["", "[examples]", *(f"{_quoted(rule)} = [{at.record}, {at.step}]" for rule, at in examples.items())]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
