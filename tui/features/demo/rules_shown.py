"""Which numbered rules the steps of a game show, to eyes that may know no more of it than these deeds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tilehall.engine import Game, Language, Receipt, Rulebook, load_rulebook
from tilehall.engine.teaching.tours import load_tour
from tilehall.tui.tables.moment import SeenStep

RuleNumbers = tuple[str, ...]


def cited_rules(deed: SeenStep) -> RuleNumbers:
    """The rules that a step cites: those of what is told of it, or of its decision where nothing is told.

    >>> cited_rules(SeenStep(7, 0, None, "P-3.S3", (), False))
    ('P-3.S3',)
    """
    return tuple(dict.fromkeys(filter(None, (deed.rule, *(entry.rule for entry in deed.entries)))))


def scoring_rules(book: Rulebook, told: RuleNumbers, before: Receipt, after: Receipt) -> RuleNumbers:
    """The rules by which points are counted at a step: at the end all of them, before that those that belong to it.

    Points that come and go with every step, because they are counted as if the game ended now, show nothing. So a new
    line counts where its rule stands in the same chapter as one that the step cites.
    """
    if after.final:
        return tuple(dict.fromkeys(line.rule for line in after.lines if line.rule))
    known = {(line.seat, line.part, line.rule) for line in before.lines}
    fresh = [line.rule for line in after.lines if line.points > 0 and (line.seat, line.part, line.rule) not in known]
    chapters = [{p.rule for p in section.paragraphs} for section in book.sections]
    near = set().union(*(chapter for chapter in chapters if chapter & {*told}))
    return tuple(dict.fromkeys(rule for rule in fresh if rule in near))


def rules_shown(rules: Game[Any], deed: SeenStep, before: Receipt, after: Receipt) -> RuleNumbers:
    """All rules that a step shows; `before` and `after` are the points as the same eyes know them."""
    told = cited_rules(deed)
    return tuple(dict.fromkeys((*told, *scoring_rules(load_rulebook(rules), told, before, after))))


def first_sentence(rules: Game[Any], rule: str, language: Language) -> str:
    """The first sentence of a rule; empty for a number that the rulebook does not have.

    >>> from tilehall.engine import ENGLISH, load_game
    >>> first_sentence(load_game("princess"), "P-4.8", ENGLISH)[:17], first_sentence(load_game("princess"), "P-9.9",
    ...     ENGLISH)
    ('You may hold only', '')
    """
    # What has no number in the rulebook is no rule.
    paragraph = load_rulebook(rules, language.code).paragraph(rule) if rule else None
    return paragraph.first_sentence.replace("**", "") if paragraph else ""


def possible_rules(rules: Game[Any]) -> RuleNumbers:
    """The numbers of all rules that a step may ever show, in the order of the rulebook.

    A tour knows them. Of a game without one nobody knows; then they are all that the rulebook has.
    """
    numbers, known = load_rulebook(rules).numbers(), load_tour(rules)
    return numbers if known is None else tuple(number for number in numbers if number in known.rules)


def findable_rules(rules: Game[Any], seen: Iterable[str] = ()) -> RuleNumbers:
    """The rules that are known to be shown somewhere, and those that were seen: whoever looks for one finds it.

    What comes up so rarely that no game of the tour has it is left out until it does.

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
    """The rules that each step of a game shows, as far as it has come."""

    def __init__(self, steps: Sequence[RuleNumbers] = ()) -> None:
        self.steps = list(steps)
        """By the number of the step, less one."""

    def add(self, rules: RuleNumbers) -> None:
        """What the next step shows."""
        self.steps.append(rules)

    def up_to(self, step: int) -> frozenset[str]:
        """What has been shown when so many steps have been made.

        >>> uses = RuleUses([("P-2.1",), (), ("P-4.1", "P-4.7")])
        >>> sorted(uses.up_to(2)), uses.next("P-4.7", 0), uses.next("P-4.7", 3), uses.previous("P-2.1", 3)
        (['P-2.1'], 3, None, 1)
        """
        return frozenset(rule for rules in self.steps[:step] for rule in rules)

    def next(self, rule: str, after: int) -> int | None:
        """The first step after this one that shows a rule."""
        return next((n for n in range(after + 1, len(self.steps) + 1) if rule in self.steps[n - 1]), None)

    def previous(self, rule: str, before: int) -> int | None:
        """The last step before this one that shows it."""
        steps = range(min(before - 1, len(self.steps)), 0, -1)
        return next((n for n in steps if rule in self.steps[n - 1]), None)
