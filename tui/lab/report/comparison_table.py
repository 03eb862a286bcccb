"""A comparison of two sets of options for people: a table that fits on a terminal."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from tilehall.engine import CHANCE, ENGLISH, Language, Text, Who, game, listed, plain, said
from tilehall.tui.lab.comparison import Comparison, Report
from tilehall.tui.lab.paired_games import Pair, seed_of
from tilehall.tui.lab.report.columns import WIDTH, columns
from tilehall.tui.lab.statistics.evidence import wilson
from tilehall.tui.lab.statistics.paired import Paired, sign_test
from tilehall.tui.tables.history.option_diff import (
    BARRED,
    CHOICES,
    DRAWN,
    OWED,
    RESULT,
    SCORED,
    TABLE,
    Difference,
    in_words,
)
from tilehall.tui.terminal.output import cells

NUMBERS = range(1, 9)
"""The columns of numbers in all tables."""
RULES = 6
"""So many rules are named."""
NONE = plain("-")
KINDS = {
    RESULT: Text("the result"),
    OWED: Text("who decides what"),
    CHOICES: Text("what may be chosen"),
    DRAWN: Text("what may be drawn"),
    SCORED: Text("points"),
    TABLE: Text("what lies on the table"),
    BARRED: Text("not possible in B"),
}


def table(report: Report, language: Language = ENGLISH) -> str:
    """The report for people."""
    found = report.found
    blocks = [
        [line for text in _head(report) for line in cells.wrap(said(text, language), WIDTH)],
        columns(_shares(found), language, NUMBERS),
        columns(_where(found), language, NUMBERS),
        columns(_means(found), language, NUMBERS),
        columns(_alone(found), language, NUMBERS),
        [line for text in _rest(found) for line in cells.wrap(said(text, language), WIDTH)],
        _examples(report, language),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _head(report: Report) -> list[Text]:
    versus, found = report.versus, report.found
    title, rate = game(versus.game).title, found.games / report.seconds if report.seconds else 0.0
    apart = versus.apart.items()
    return [
        Text(
            "{title}: {n:,} deal, played twice by {levels}",
            "{title}: {n:,} deals, each played twice by {levels}",
            title=title,
            n=found.games,
            levels=listed(versus.levels),
        ),
        Text("A: {options}", options=listed(f"{option.id}={values[0]}" for option, values in apart)),
        Text("B: {options}", options=listed(f"{option.id}={values[1]} [{option.rule}]" for option, values in apart)),
        Text("Seed {seed}, {time:.1f} s, {rate:,.1f} pairs/s", seed=versus.seed, time=report.seconds, rate=rate),
    ]


def _shares(found: Comparison) -> list[list[Text]]:
    """In how many games it mattered, and how far."""
    counts = (
        (Text("Could have mattered"), found.could),
        (Text("Played otherwise"), found.did),
        (Text("Other scores or ending"), found.result),
        (Text("Another winner"), found.winner),
    )
    head = [Text(""), Text("Games"), Text("Share"), Text("95% interval")]
    return [head, *([label, *_counted(games, found.games)] for label, games in counts)]


def _counted(games: int, of: int) -> list[Text]:
    low, high = wilson(games, of)
    share, interval = Text("{share:.1%}", share=games / of), Text("{low:.1%} to {high:.1%}", low=low, high=high)
    return [Text("{n:,}", n=games), share, interval]


def _where(found: Comparison) -> list[list[Text]]:
    """In what the rules differ, and how often."""
    if not found.kinds:
        return []
    head = [Text("What differs"), Text("Games"), Text("Positions"), Text("of {n:,}", n=found.positions)]
    return [head, *(_kind(found, kind) for kind in KINDS if found.kinds[kind])]


def _kind(found: Comparison, kind: str) -> list[Text]:
    touched = found.touched[kind]
    share = Text("{share:.2%}", share=touched / found.positions)
    return [KINDS[kind], Text("{n:,}", n=found.kinds[kind]), Text("{n:,}", n=touched), share]


def _means(found: Comparison) -> list[list[Text]]:
    """What it did on average, pair by pair."""
    lines = [[Text("On average"), plain("A"), plain("B"), plain("B - A"), Text("95% interval")]]
    lines.append([Text("Decisions"), *_mean(found.decisions)])
    if found.scores[0].pairs:
        for seat, scores in enumerate(found.scores):
            lines.append([Text("Points of seat {seat}", seat=seat), *_mean(scores)])
    for seat, wins in enumerate(found.wins):
        lines.append([Text("Wins of seat {seat}", seat=seat), *_won(wins)])
    return lines


def _alone(found: Comparison) -> list[list[Text]]:
    """Who won where, if not on both sides."""
    if not any(map(any, found.only)):
        return []
    head = [Text("Won on one side alone"), Text("only A"), Text("only B"), Text("by chance")]
    return [head, *(_only(seat, *games) for seat, games in enumerate(found.only))]


def _only(seat: int, one: int, other: int) -> list[Text]:
    chance = Text("p = {p:.3f}", p=sign_test(one, other))
    return [Text("Seat {seat}", seat=seat), Text("{n:,}", n=one), Text("{n:,}", n=other), chance]


def _mean(found: Paired) -> list[Text]:
    here, there = (Text("{n:.2f}", n=mean) for mean in found.means)
    low_high = found.interval
    interval = Text("{low:+.2f} to {high:+.2f}", low=low_high[0], high=low_high[1]) if low_high else NONE
    return [here, there, Text("{n:+.2f}", n=found.difference), interval]


def _won(found: Paired) -> list[Text]:
    here, there = (Text("{n:.1%}", n=mean) for mean in found.means)
    low_high = found.interval
    interval = Text("{low:+.1%} to {high:+.1%}", low=low_high[0], high=low_high[1]) if low_high else NONE
    return [here, there, Text("{n:+.1%}", n=found.difference), interval]


def _rest(found: Comparison) -> Iterator[Text]:
    for side, name in enumerate("AB"):
        ended = [plain(f"{ending} {games:,}") for ending, games in found.ended(side).most_common()]
        yield Text("Endings of {side}: {endings}", side=name, endings=listed(ended))
    if found.rules:
        named = [Text("{rule} in {n:,}", rule=rule, n=games) for rule, games in found.rules.most_common(RULES)]
        yield Text("Rules that differed, in so many games: {rules}", rules=listed(named))
    if found.ahead:
        yield Text(
            "In {n:,} game the players went apart before anything differed: they saw it coming.",
            "In {n:,} games the players went apart before anything differed: they saw it coming.",
            n=found.ahead,
        )


# --- examples -----------------------------------------------------------------------------------------------------


def _examples(report: Report, language: Language) -> list[str]:
    if not report.found.examples:
        return []
    lines = [said(Text("Examples, the most telling first:"), language)]
    for found in report.found.examples:
        seed = seed_of(report.versus.seed, found.number)
        lines += [said(Text("Game {number}, seed '{seed}'", number=found.number, seed=seed), language)]
        for sentence in _example(found):
            lines += cells.hang("  ", said(sentence, language, report.names), WIDTH)
    lines += ["", said(Text("The first of them again, step by step:"), language)]
    for command in _commands(report):
        lines += cells.hang("  ", command, WIDTH)
    return lines


def _commands(report: Report) -> list[str]:
    """What shows the first example: its records, if there are any, at the step where something differs."""
    first, versus = report.found.examples[0], report.versus
    if first.number not in report.records:
        return [report.play(first, options) for options in (versus.here, versus.there)]
    step = f"{first.told_at}"
    follow = ["--to", step, *versus.with_box]
    return [shlex.join(["tilehall", "replay", file, *follow]) for file in report.records[first.number]]


def _example(found: Pair) -> Iterator[Text]:
    if found.differences:
        yield _difference(found.differences[0])
    if found.fork:
        step, rule = found.fork.step, found.fork.rule
        sides = {"here": found.fork.here, "there": found.fork.there}
        yield Text("Step {step} [{rule}]. A: {here} / B: {there}", step=step, rule=rule, **sides)
    if found.result_differs:
        yield Text(
            "End. A: {here} / B: {there}", here=in_words(found.here.standing), there=in_words(found.there.standing)
        )


def _difference(found: Difference) -> Text:
    what: Text = KINDS[found.kind]
    if found.seat != CHANCE:
        what = Text("{what}, {who}", what=what, who=Who(found.seat))
    return Text(
        "After step {step} [{rule}]: {what}. A: {here} / B: {there}",
        step=found.after,
        rule=found.rule,
        what=what,
        here=found.here,
        there=found.there,
    )
