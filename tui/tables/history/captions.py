"""The steps of a game in sentences, each with its rule: what was done, what came of it, why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest
from typing import Any, NamedTuple

from tilehall.engine import CHANCE, Game, JoinedSentences, Text, join_commas
from tilehall.tui.tables.moment import SeenStep

MOST_DRAWS = 4
"""So many draws in a row are named one by one; of more only the first ones, and how many follow."""


class CaptionSentence(NamedTuple):
    """A sentence, and the rule behind it, if there is one."""

    text: Text
    rule: str

    @property
    def with_rule(self) -> Text:
        """`Bo takes FU. [P-3.S5]`"""
        return Text("{text} [{rule}]", text=self.text, rule=self.rule) if self.rule else self.text


def describe_step(rules: Game[Any], deed: SeenStep) -> list[CaptionSentence]:
    """A step in sentences: its events, or its action if there are none: `Bo passes.`"""
    events = [CaptionSentence(entry.text, entry.rule) for entry in deed.entries]
    if deed.together or deed.action is None or (events and not deed.rule):
        return events
    # A reason belongs to what was decided, not to what came of it: `Aki ends the turn. H21 is complete.`
    return [CaptionSentence(rules.narrator.describe_action(deed.seat, deed.action), deed.rule), *events]


def describe_draws(rules: Game[Any], deeds: Sequence[SeenStep], most: int | None = None) -> list[CaptionSentence]:
    """Draws that no event tells of, each kind in one sentence: `The dealer draws WM wind moon, WS water star.`"""
    lines = []
    named = [
        (rules.narrator.describe_action(CHANCE, deed.action), deed.rule) for deed in deeds if deed.action is not None
    ]
    for (draws, rule), group in groupby(named, lambda each: ("drawn" in each[0].args, each[1])):
        texts = [text for text, _ in group]
        if draws and most is not None and len(texts) > most:
            texts = [Text("The dealer draws {n} piece.", "The dealer draws {n} pieces.", n=len(texts))]
        elif draws:
            texts = [Text("The dealer draws {drawn}.", drawn=join_commas(text.args["drawn"] for text in texts))]
        lines += [CaptionSentence(text, rule) for text in texts]
    return lines


def group_steps(deeds: Sequence[SeenStep]) -> Iterator[tuple[int, int]]:
    """Groups of steps that are told together: draws of one kind; everything else stands alone.

    A part of a common decision, of which nothing is told, belongs to what comes next, and so do draws of the dealer
    that come to light in his next ones.
    """
    first = 0
    groups = [(kind, [deed.number for deed in group]) for kind, group in groupby(deeds, _group_key)]
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


def setup_length(deeds: Sequence[SeenStep]) -> int:
    """How many steps of the dealer the game begins with."""
    return next((n for n, deed in enumerate(deeds) if deed.seat != CHANCE), len(deeds))


HIDDEN, ALONE, SILENT = ("hidden",), ("alone",), ("dealer",)


def _group_key(deed: SeenStep) -> tuple[str, ...]:
    if deed.seat == CHANCE:
        return ("dealer", *(entry.key for entry in deed.entries[:1]))
    if not deed.entries and (deed.together or deed.action is None):
        return HIDDEN
    return ALONE


def describe_steps(rules: Game[Any], deeds: Sequence[SeenStep]) -> list[CaptionSentence]:
    """The sentences of steps that are told together, one for each rule."""
    silent = [deed for deed in deeds if not deed.entries]
    if len(silent) == len(deeds) and silent[0].seat == CHANCE:
        return describe_draws(rules, deeds, MOST_DRAWS)
    every = [each for deed in deeds for each in describe_step(rules, deed) if deed.entries or deed.seat != CHANCE]
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
