"""Finds out which words of a game's actions are cells of a grid, by playing a short game at random."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from tilehall.engine import Action, Decision, Game, Rng, Setup
from tilehall.tui.boards.plain.cells import is_cell

S = TypeVar("S")
STEPS = 150
"""The number of steps of the short game."""
MOST = 400
"""The number of choices of one decision that are looked at."""
Field = tuple[str, str]
"""A verb and the name of one of its fields."""


def action_fields(decision: Decision, action: Action) -> Iterator[tuple[Field, str]]:
    """Yields the words of an action with their fields."""
    names = ((action.verb, name) for name in decision.fields.get(action.verb, ()))
    yield from zip(names, action.words, strict=False)


@dataclass(frozen=True)
class ActionWords:
    """The words seen in each field of a game's actions."""

    seen: Mapping[Field, frozenset[str]]
    ranks: Mapping[str, int]
    """The position of each field among the words of its verbs, such as the tile before the cell."""

    def is_cell_word(self, field: Field, word: str) -> bool:
        """Returns whether a word is a cell of the grid: it and all words seen in its field look like cells.

        For a field that was never seen, all fields of the same name are used.
        """
        if not is_cell(word) or word[0].islower() != self.small_letters:
            return False
        alike = [field] if field in self.seen else [other for other in self.seen if other[1] == field[1]]
        return all(is_cell(each) for other in alike for each in self.seen[other])

    @property
    def cells(self) -> frozenset[str]:
        """All cells seen in actions."""
        return frozenset(word for field, words in self.seen.items() for word in words if self.is_cell_word(field, word))

    @cached_property
    def small_letters(self) -> bool:
        """Whether the columns of the grid have small letters."""
        found = [words for words in self.seen.values() if all(map(is_cell, words))]
        letters = [word[0] for words in found for word in words]
        return 2 * sum(map(str.islower, letters)) > len(letters)


def learn_action_words(game: Game[S]) -> ActionWords:
    """Collects the words of a game's actions from the beginning of a game with random choices.

    >>> from tilehall.engine import load_game
    >>> words = learn_action_words(load_game("princess"))
    >>> words.is_cell_word(("cell", "cell"), "D4"), words.is_cell_word(("hold", "card"), "R12")
    (True, False)
    """
    seen: dict[Field, set[str]] = {}
    ranks: dict[str, int] = {}
    try:
        for rank, field, word in _words(game):
            seen.setdefault(field, set()).add(word)
            ranks[field[1]] = min(rank, ranks.get(field[1], rank))
    except Exception:
        # A game that fails reports it when it is played; here it only leaves fewer words.
        pass
    return ActionWords({field: frozenset(words) for field, words in seen.items()}, ranks)


def _words(game: Game[S]) -> Iterable[tuple[int, Field, str]]:
    s, lots = game.start(Setup(game.player_counts[0])), Rng("words")
    for _ in range(STEPS):
        due = game.actors(s)
        if not due:
            return
        choices, decision = game.legal_actions(s, due[0]), game.decision(s, due[0])
        for choice in choices[:MOST]:
            yield from ((rank, field, word) for rank, (field, word) in enumerate(action_fields(decision, choice)))
        s = game.apply(s, due[0], choices[lots.below(len(choices))])
