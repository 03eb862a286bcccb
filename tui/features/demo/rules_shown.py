"""Finds the numbered rules that the steps of a game show, by what a viewpoint knows of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tilehall.engine import Game, Language, Receipt, Rulebook, load_rulebook
from tilehall.engine.teaching.tours import load_tour
from tilehall.tui.tables.moment import SeenStep

RuleNumbers = tuple[str, ...]


def cited_rules(step: SeenStep) -> RuleNumbers:
    """Return the rules that a step cites: those of its events, or that of its decision if there are no events.

    >>> cited_rules(SeenStep(7, 0, None, "P-3.S3", (), False))
    ('P-3.S3',)
    """
    return tuple(dict.fromkeys(filter(None, (step.rule, *(entry.rule for entry in step.entries)))))


def scoring_rules(book: Rulebook, told: RuleNumbers, before: Receipt, after: Receipt) -> RuleNumbers:
    """Return the rules by which points are counted at a step: all at the end, before that those that belong to it.

    Points that change with every step, because they are counted as if the game ended now, show nothing. So a new line
    counts only if its rule is in the same chapter as one that the step cites.
    """
    if after.final:
        return tuple(dict.fromkeys(line.rule for line in after.lines if line.rule))
    known = {(line.seat, line.part, line.rule) for line in before.lines}
    fresh = [line.rule for line in after.lines if line.points > 0 and (line.seat, line.part, line.rule) not in known]
    chapters = [{p.rule for p in section.paragraphs} for section in book.sections]
    near = set().union(*(chapter for chapter in chapters if chapter & {*told}))
    return tuple(dict.fromkeys(rule for rule in fresh if rule in near))


def rules_shown(rules: Game[Any], step: SeenStep, before: Receipt, after: Receipt) -> RuleNumbers:
    """Return all rules that a step shows; `before` and `after` are the points as the same viewpoint knows them."""
    told = cited_rules(step)
    return tuple(dict.fromkeys((*told, *scoring_rules(load_rulebook(rules), told, before, after))))


def first_sentence(rules: Game[Any], rule: str, language: Language) -> str:
    """Return the first sentence of a rule; empty for an unknown number.

    >>> from tilehall.engine import ENGLISH, load_game
    >>> first_sentence(load_game("princess"), "P-4.8", ENGLISH)[:17], first_sentence(load_game("princess"), "P-9.9",
    ...     ENGLISH)
    ('You may hold only', '')
    """
    # Only rules with a number in the rulebook count.
    paragraph = load_rulebook(rules, language.code).paragraph(rule) if rule else None
    return paragraph.first_sentence.replace("**", "") if paragraph else ""


def possible_rules(rules: Game[Any]) -> RuleNumbers:
    """Return the numbers of all rules that steps may show, in the order of the rulebook.

    These are the rules of the tour; without a tour, all rules of the rulebook.
    """
    numbers, known = load_rulebook(rules).numbers(), load_tour(rules)
    return numbers if known is None else tuple(number for number in numbers if number in known.rules)


def findable_rules(rules: Game[Any], seen: Iterable[str] = ()) -> RuleNumbers:
    """Return the rules that are known to come up, and those that were seen.

    Rules too rare for any game of the tour are left out until they are seen.

    >>> from tilehall.engine import load_game
    >>> "B-4.32" in findable_rules(load_game("beasts")), "B-4.32" in findable_rules(load_game("beasts"), ["B-4.32"])
    (False, True)
    """
    numbers, known = load_rulebook(rules).numbers(), load_tour(rules)
    if known is None:
        return numbers
    can = {*known.examples, *seen}
    return tuple(number for number in numbers if number in can)


class RuleUses:
    """The rules that each step of a game shows."""

    def __init__(self, steps: Sequence[RuleNumbers] = ()) -> None:
        self.steps = list(steps)
        """At index n, the rules of step n + 1."""

    def add(self, rules: RuleNumbers) -> None:
        """Add the rules of the next step."""
        self.steps.append(rules)

    def up_to(self, step: int) -> frozenset[str]:
        """Return the rules shown by the first so many steps.

        >>> uses = RuleUses([("P-2.1",), (), ("P-4.1", "P-4.7")])
        >>> sorted(uses.up_to(2)), uses.next("P-4.7", 0), uses.next("P-4.7", 3), uses.previous("P-2.1", 3)
        (['P-2.1'], 3, None, 1)
        """
        return frozenset(rule for rules in self.steps[:step] for rule in rules)

    def next(self, rule: str, after: int) -> int | None:
        """Return the first step after this one that shows a rule, or None."""
        return next((n for n in range(after + 1, len(self.steps) + 1) if rule in self.steps[n - 1]), None)

    def previous(self, rule: str, before: int) -> int | None:
        """Return the last step before this one that shows a rule, or None."""
        steps = range(min(before - 1, len(self.steps)), 0, -1)
        return next((n for n in steps if rule in self.steps[n - 1]), None)
