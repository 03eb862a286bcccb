"""Describes the steps of a game in sentences, each with its rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest
from typing import Any, NamedTuple

from tilehall.engine import CHANCE, Game, JoinedSentences, Text, join_commas
from tilehall.tui.tables.moment import SeenStep

MOST_DRAWS = 4
"""So many draws in a row are named one by one; of more only the first ones, and how many follow."""


class CaptionSentence(NamedTuple):
    """A sentence and its rule, if it has one."""

    text: Text
    rule: str

    @property
    def with_rule(self) -> Text:
        """Return a sentence with its rule: `Bo takes FU. [P-3.S5]`"""
        return Text("{text} [{rule}]", text=self.text, rule=self.rule) if self.rule else self.text


def describe_step(rules: Game[Any], step: SeenStep) -> list[CaptionSentence]:
    """Return the sentences of a step: its events, or its action if there are none: `Bo passes.`"""
    events = [CaptionSentence(entry.text, entry.rule) for entry in step.entries]
    if step.together or step.action is None or (events and not step.rule):
        return events
    # A reason belongs to the action, not to its effects: `Aki ends the turn. H21 is complete.`
    return [CaptionSentence(rules.narrator.describe_action(step.seat, step.action), step.rule), *events]


def describe_draws(rules: Game[Any], seen: Sequence[SeenStep], most: int | None = None) -> list[CaptionSentence]:
    """Return draws without events, each kind in one sentence: `The dealer draws WM wind moon, WS water star.`"""
    lines = []
    named = [
        (rules.narrator.describe_action(CHANCE, step.action), step.rule) for step in seen if step.action is not None
    ]
    for (draws, rule), group in groupby(named, lambda each: ("drawn" in each[0].args, each[1])):
        texts = [text for text, _ in group]
        if draws and most is not None and len(texts) > most:
            texts = [Text("The dealer draws {n} piece.", "The dealer draws {n} pieces.", n=len(texts))]
        elif draws:
            texts = [Text("The dealer draws {drawn}.", drawn=join_commas(text.args["drawn"] for text in texts))]
        lines += [CaptionSentence(text, rule) for text in texts]
    return lines


def group_steps(seen: Sequence[SeenStep]) -> Iterator[tuple[int, int]]:
    """Yield the first and last steps that are described together: draws of one kind; other steps stand alone.

    A part of a joint decision without events belongs to the next step, and so do draws that the next ones reveal.
    """
    first = 0
    groups = [(kind, [step.number for step in group]) for kind, group in groupby(seen, _group_key)]
    for (kind, steps), (following, _) in zip_longest(groups, groups[1:], fillvalue=(HIDDEN, [])):
        if kind == HIDDEN or (kind == SILENT and following[0] == SILENT[0] and following != SILENT):
            first = first or steps[0]
        elif kind == ALONE:
            for number in steps:
                yield first or number, number
                first = 0
        else:
            yield first or steps[0], steps[-1]
            first = 0


def setup_length(seen: Sequence[SeenStep]) -> int:
    """Return the number of steps that the dealer begins the game with."""
    return next((n for n, step in enumerate(seen) if step.seat != CHANCE), len(seen))


HIDDEN, ALONE, SILENT = ("hidden",), ("alone",), ("dealer",)


def _group_key(step: SeenStep) -> tuple[str, ...]:
    if step.seat == CHANCE:
        return ("dealer", *(entry.key for entry in step.entries[:1]))
    if not step.entries and (step.together or step.action is None):
        return HIDDEN
    return ALONE


def describe_steps(rules: Game[Any], seen: Sequence[SeenStep]) -> list[CaptionSentence]:
    """Return the sentences of steps that are described together, one for each rule."""
    silent = [step for step in seen if not step.entries]
    if len(silent) == len(seen) and silent[0].seat == CHANCE:
        return describe_draws(rules, seen, MOST_DRAWS)
    every = [each for step in seen for each in describe_step(rules, step) if step.entries or step.seat != CHANCE]
    return [
        _join_by_rule([each.text for each in group], rule) for rule, group in groupby(every, lambda each: each.rule)
    ]


def _join_by_rule(texts: Sequence[Text], rule: str) -> CaptionSentence:
    if len(texts) == 1:
        return CaptionSentence(texts[0], rule)
    shown = tuple(texts) if len(texts) <= MOST_DRAWS else tuple(texts[: MOST_DRAWS - 2])
    retold = Text("{told}", told=JoinedSentences(shown))
    if len(shown) == len(texts):
        return CaptionSentence(retold, rule)
    left = len(texts) - len(shown)
    more = Text("{told} And {n} more.", "{told} And {n} more.", told=retold, n=left)
    return CaptionSentence(more, rule)
