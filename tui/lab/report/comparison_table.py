"""The table of `tilehall simulate --against`, which fits on a terminal."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from tilehall.engine import CHANCE, ENGLISH, Language, Text, Who, join_commas, literal_text, load_game, render_text
from tilehall.tui.lab.game_runner import game_seed
from tilehall.tui.lab.option_comparison import Comparison, ComparisonReport
from tilehall.tui.lab.option_pairs import GamePair
from tilehall.tui.lab.report.columns import WIDTH, format_columns
from tilehall.tui.lab.statistics.evidence import wilson_interval
from tilehall.tui.lab.statistics.paired import Paired, sign_test
from tilehall.tui.tables.history.option_diff import (
    BARRED,
    CHOICES,
    DRAWN,
    OWED,
    RESULT,
    SCORED,
    TABLE,
    OptionDifference,
    standing_text,
)
from tilehall.tui.terminal.output import cells

NUMBERS = range(1, 9)
"""The columns of all tables that hold numbers."""
RULES = 6
"""Rules that are named."""
NONE = literal_text("-")
KINDS = {
    RESULT: Text("the result"),
    OWED: Text("who decides what"),
    CHOICES: Text("what may be chosen"),
    DRAWN: Text("what may be drawn"),
    SCORED: Text("points"),
    TABLE: Text("what lies on the table"),
    BARRED: Text("not possible in B"),
}


def format_comparison(report: ComparisonReport, language: Language = ENGLISH) -> str:
    """Return the report as tables."""
    found = report.found
    blocks = [
        [line for text in _head(report) for line in cells.wrap(render_text(text, language), WIDTH)],
        format_columns(_shares(found), language, NUMBERS),
        format_columns(_where(found), language, NUMBERS),
        format_columns(_means(found), language, NUMBERS),
        format_columns(_alone(found), language, NUMBERS),
        [line for text in _rest(found) for line in cells.wrap(render_text(text, language), WIDTH)],
        _examples(report, language),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _head(report: ComparisonReport) -> list[Text]:
    versus, found = report.versus, report.found
    title, rate = load_game(versus.game).title, found.games / report.seconds if report.seconds else 0.0
    apart = versus.differing_options.items()
    return [
        Text(
            "{title}: {n:,} deal, played twice by {levels}",
            "{title}: {n:,} deals, each played twice by {levels}",
            title=title,
            n=found.games,
            levels=join_commas(versus.levels),
        ),
        Text("A: {options}", options=join_commas(f"{option.id}={values[0]}" for option, values in apart)),
        Text(
            "B: {options}", options=join_commas(f"{option.id}={values[1]} [{option.rule}]" for option, values in apart)
        ),
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
    low, high = wilson_interval(games, of)
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
    lines = [[Text("On average"), literal_text("A"), literal_text("B"), literal_text("B - A"), Text("95% interval")]]
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
        ended = [literal_text(f"{ending} {games:,}") for ending, games in found.ended(side).most_common()]
        yield Text("Endings of {side}: {endings}", side=name, endings=join_commas(ended))
    if found.rules:
        named = [Text("{rule} in {n:,}", rule=rule, n=games) for rule, games in found.rules.most_common(RULES)]
        yield Text("Rules that differed, in so many games: {rules}", rules=join_commas(named))
    if found.ahead:
        yield Text(
            "In {n:,} game the players went apart before anything differed: they saw it coming.",
            "In {n:,} games the players went apart before anything differed: they saw it coming.",
            n=found.ahead,
        )


# --- examples -----------------------------------------------------------------------------------------------------


def _examples(report: ComparisonReport, language: Language) -> list[str]:
    if not report.found.examples:
        return []
    lines = [render_text(Text("Examples, the most telling first:"), language)]
    for found in report.found.examples:
        seed = game_seed(report.versus.seed, found.number)
        lines += [render_text(Text("Game {number}, seed '{seed}'", number=found.number, seed=seed), language)]
        for sentence in _example(found):
            lines += cells.hang("  ", render_text(sentence, language, report.names), WIDTH)
    lines += ["", render_text(Text("The first of them again, step by step:"), language)]
    for command in _commands(report):
        lines += cells.hang("  ", command, WIDTH)
    return lines


def _commands(report: ComparisonReport) -> list[str]:
    """Return the commands that show the first example: its records, if there are any, at the first difference."""
    first, versus = report.found.examples[0], report.versus
    if first.number not in report.records:
        return [report.play(first, options) for options in (versus.here, versus.there)]
    step = f"{first.shown_step}"
    follow = ["--to", step, *versus.with_box]
    return [shlex.join(["tilehall", "replay", file, *follow]) for file in report.records[first.number]]


def _example(found: GamePair) -> Iterator[Text]:
    if found.differences:
        yield _difference(found.differences[0])
    if found.first_difference:
        step, rule = found.first_difference.step, found.first_difference.rule
        sides = {"here": found.first_difference.here, "there": found.first_difference.there}
        yield Text("Step {step} [{rule}]. A: {here} / B: {there}", step=step, rule=rule, **sides)
    if found.result_differs:
        yield Text(
            "End. A: {here} / B: {there}",
            here=standing_text(found.here.standing),
            there=standing_text(found.there.standing),
        )


def _difference(found: OptionDifference) -> Text:
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
