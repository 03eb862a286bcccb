"""The tables of `tilehall simulate`, 79 columns wide; the longest lists are cut to what tells most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from tilehall.engine import ENGLISH, Language, Text, join_commas, literal_text, load_game, load_rulebook, render_text
from tilehall.tui.lab.report.columns import WIDTH, format_columns, format_labelled
from tilehall.tui.lab.report.report import SimulationReport, UsageFinding
from tilehall.tui.lab.statistics.distribution import Distribution
from tilehall.tui.lab.tally import Shares
from tilehall.tui.programs.bots.bot_pool import conduct_report
from tilehall.tui.terminal.output import cells

SHOWN = 10
"""Rules in each list of the table."""
TOLD = 6
"""Things, and parts of receipts, in each list."""
FEW = 3
"""Things that are named as used most, or least."""
FAST = 10
"""Games a second from which on they are shown without fractions."""
Row = list[Text]
Entry = tuple[Text, list[Text]]


def format_simulation(report: SimulationReport, language: Language = ENGLISH, whole: bool = False) -> str:
    """Return the report; `whole`: with every thing and every rule."""
    blocks: list[list[str]] = [
        _lines(_head(report), language),
        format_columns(_numbers(report), language, range(1, 6)),
        [*format_columns(_wins(report), language, range(1, 4)), *_lines(_even(report), language)],
        format_columns(_endings(report), language, range(1, 4)),
    ]
    blocks += _aligned(list(_effects(report, whole)), language)
    if not whole:
        blocks.append(format_labelled(_things(report), language))
    blocks += [format_labelled(_rules(report, whole), language), _lines(_notes(report), language)]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _aligned(tables: Sequence[Sequence[Row]], language: Language) -> Iterator[list[str]]:
    """Yield the lines of each table, all with the same columns."""
    rows = [row for table in tables for row in table]
    lines = iter(format_columns(rows, language, range(1, 5)) if rows else ())
    yield from (list(islice(lines, len(table))) for table in tables)


def _lines(sentences: Iterable[Text], language: Language) -> list[str]:
    """Return sentences, wrapped."""
    return [line for each in sentences for line in cells.wrap(render_text(each, language), WIDTH)]


def _head(report: SimulationReport) -> Iterator[Text]:
    plan, tally = report.plan, report.tally
    title = load_game(plan.game).title
    if plan.rotate:
        yield Text(
            "{title}: {n:,} game of {players} ({deals:,} deals, with all seatings): {levels}",
            "{title}: {n:,} games of {players} ({deals:,} deals, with all seatings): {levels}",
            title=title,
            n=tally.games,
            players=report.players,
            deals=tally.deals,
            levels=join_commas(plan.levels),
        )
    else:
        yield Text(
            "{title}: {n:,} game of {players}: {levels}",
            "{title}: {n:,} games of {players}: {levels}",
            title=title,
            n=tally.games,
            players=report.players,
            levels=join_commas(plan.levels),
        )
    rate = tally.games / report.seconds if report.seconds else 0.0
    timed = Text("{rate:,.0f} games/s", rate=rate) if rate >= FAST else Text("{rate:.1f} games/s", rate=rate)
    yield Text("Seed {seed}, {time:.1f} s, {speed}", seed=plan.seed, time=report.seconds, speed=timed)


# --- length and points --------------------------------------------------------------------------------------------


def _numbers(report: SimulationReport) -> list[Row]:
    """Return rows for lengths and scores."""
    plan, tally = report.plan, report.tally
    several = len(set(plan.levels)) > 1
    rows = [
        (Text("Decisions"), tally.decisions, 1),
        (Text("Turns"), tally.turns, 1),
        (Text("Rounds"), tally.rounds, 1),
        (Text("Minutes (estimate)"), tally.seconds, 60),
        *((Text("Score of seat {seat}", seat=f"{seat}"), each.scores, 1) for seat, each in enumerate(tally.seats)),
    ]
    if several and plan.rotate:
        rows += [(Text("Score of {level}", level=level), each.scores, 1) for level, each in tally.levels.items()]
    if report.players > 1:
        rows += [(Text("Winning score"), tally.winning, 1), (Text("Ahead of the second by"), tally.margin, 1)]
    if report.players > 2:
        rows.append((Text("Ahead of the last by"), tally.gap, 1))
    head = [Text("Length and scores"), Text("Mean"), Text("95% interval"), Text("Middle half"), Text("Least")]
    return [[*head, Text("Most")], *(_spread(name, found, scale) for name, found, scale in rows if found)]


def _spread(name: Text, found: Distribution, scale: int) -> Row:
    low, high = found.interval
    middle = Text("{low:.0f} to {high:.0f}", low=found.quantile(0.25) / scale, high=found.quantile(0.75) / scale)
    within = Text("{low:.1f} to {high:.1f}", low=low / scale, high=high / scale)
    return [
        name,
        Text("{n:.1f}", n=found.mean / scale),
        within if found.clusters.groups > 1 else literal_text("-"),
        middle,
        Text("{n:.0f}", n=found.least / scale),
        Text("{n:.0f}", n=found.most / scale),
    ]


# --- shares -------------------------------------------------------------------------------------------------------


def _wins(report: SimulationReport) -> list[Row]:
    """Return rows for shares of wins, compared with an even share."""
    plan, tally = report.plan, report.tally
    if report.players == 1:
        return []
    rows = [
        _share(report.even, Text("Seat {seat}, {level}", seat=f"{seat}", level=level), float(each.won), each.shares)
        for seat, (level, each) in enumerate(zip(plan.levels, tally.seats, strict=True))
    ]
    if plan.rotate:
        rows = [
            _share(report.even, Text("Seat {seat}", seat=f"{seat}"), float(each.won), each.shares)
            for seat, each in enumerate(tally.seats)
        ]
        if len(tally.levels) > 1:
            rows += [
                _share(report.even, literal_text(level), float(each.won), each.shares)
                for level, each in tally.levels.items()
            ]
    if tally.beginner.deals:
        begun = sum(tally.begun) - tally.unwon
        rows.append(
            _share(1 / report.players, Text("Whoever begins"), float(tally.beginner.mean) * begun, tally.beginner)
        )
    head = [Text("Wins"), Text("Games"), Text("Share"), Text("95% interval")]
    return [[*head, Text("")], *rows]


def _share(even: float, name: Text, games: float, found: Shares) -> Row:
    low, high = found.interval
    verdict = Text("more than even") if low > even else Text("less than even") if high < even else Text("")
    return [*_counted(name, games, found), verdict]


def _counted(name: Text, games: float, found: Shares) -> Row:
    low, high = found.interval
    return [
        name,
        Text("{n:,.0f}", n=games) if games == int(games) else Text("{n:,.1f}", n=games),
        Text("{share:.1%}", share=float(found.mean)),
        Text("{low:.1%} to {high:.1%}", low=low, high=high),
    ]


def _even(report: SimulationReport) -> Iterator[Text]:
    tally = report.tally
    if report.players == 1:
        return
    yield Text("An even share is {share:.1%}.", share=report.even)
    if tally.shared:
        yield Text(
            "{n:,} game was won by several together; each has a part of it.",
            "{n:,} games were won by several together; each has a part of it.",
            n=tally.shared,
        )
    if tally.unwon:
        yield Text("{n:,} game was won by nobody.", "{n:,} games were won by nobody.", n=tally.unwon)


def _endings(report: SimulationReport) -> list[Row]:
    head = [Text("Endings"), Text("Games"), Text("Share"), Text("95% interval")]
    endings = report.tally.endings
    return [
        head,
        *(_counted(literal_text(name), endings[name], each) for name, each in report.tally.ending_shares().items()),
    ]


# --- things -------------------------------------------------------------------------------------------------------


def _effects(report: SimulationReport, whole: bool) -> Iterator[list[Row]]:
    """Yield what went with winning and with losing; if `whole` everything, group by group."""
    if whole:
        for (deed, kind), group in _grouped(report.findings):
            name = _group(deed, kind)
            never = [[literal_text(word), *_never()] for word in report.unused.get((deed, kind), ())]
            yield [_effect_head(name), *(_effect(report, each, bool(kind)) for each in group), *never]
    for name, ahead in () if whole else ((Text("Went with winning"), 1), (Text("Went with losing"), -1)):
        telling = [each for each in report.findings if each.difference and each.difference.telling == ahead][:TOLD]
        if telling:
            yield [_effect_head(name), *(_effect(report, each, False) for each in telling)]
    points = report.points if whole else _most_points(report)
    if points:
        head = [Text("Points"), Text("Games"), Text("A seat"), Text("Wins more"), Text("95% interval")]
        yield [head, *(_points(report, each) for each in points)]


def _never() -> Row:
    """Return the row of a thing that was never used."""
    return [Text("{share:.0%}", share=0.0), Text("{n:.2f}", n=0.0), literal_text("-"), Text("")]


def _most_points(report: SimulationReport) -> list[UsageFinding]:
    return sorted(report.points, key=lambda each: (-abs(each.effect.total), each.used))[:TOLD]


def _grouped(findings: Iterable[UsageFinding]) -> list[tuple[tuple[str, str], list[UsageFinding]]]:
    """Group findings by deed and kind; deeds without a thing come first."""
    groups: dict[tuple[str, str], list[UsageFinding]] = {}
    for each in findings:
        kind = each.used.kind or ("mark" if each.used.word else "")
        groups.setdefault((each.used.deed if each.used.word else "", kind), []).append(each)
    return sorted(groups.items())


def _group(deed: str, kind: str) -> Text:
    """Return the heading of a group."""
    if not kind:
        return Text("Deeds")
    return literal_text(deed) if deed == kind else Text("{deed}: {kind}", deed=deed, kind=kind)


def _effect_head(name: Text) -> Row:
    return [name, Text("Games"), Text("A game"), Text("Wins more"), Text("95% interval")]


def _effect(report: SimulationReport, finding: UsageFinding, alone: bool) -> Row:
    """Return one row; `alone`: the deed is in the heading."""
    used = finding.used
    name = literal_text(used.deed)
    if used.word:
        named = report.named(used)
        name = named if alone else Text("{deed} {thing}", deed=used.deed, thing=named)
    return [name, *_difference(report, finding, finding.effect.total / report.tally.games)]


def _points(report: SimulationReport, finding: UsageFinding) -> Row:
    seats = report.tally.games * report.players
    return [literal_text(finding.used.deed), *_difference(report, finding, finding.effect.total / seats)]


def _difference(report: SimulationReport, finding: UsageFinding, mean: float) -> Row:
    games, difference = finding.effect.games / report.tally.games, finding.difference
    row = [Text("{share:.0%}", share=games), Text("{n:.2f}", n=mean)]
    if difference is None:
        return [*row, literal_text("-"), Text("")]
    clear = Text("{share:+.0%} *", share=difference.mean) if finding.clear else None
    interval = Text("{low:+.0%} to {high:+.0%}", low=difference.low, high=difference.high)
    return [*row, clear or Text("{share:+.0%}  ", share=difference.mean), interval]


def _things(report: SimulationReport) -> list[Entry]:
    """Return for each deed the things used most, least and never."""
    found: list[Entry] = []
    for (deed, kind), group in _grouped(report.findings):
        # Things that the game does not list may be incomplete.
        if not kind or ((deed, kind) not in report.unused and len(group) > SHOWN):
            continue
        ordered = sorted(group, key=lambda each: (-each.effect.total, each.used))
        parts = [_often(report, each) for each in ordered[:FEW]]
        if len(ordered) > 2 * FEW:
            parts.append(literal_text("..."))
        parts += [_often(report, each) for each in ordered[FEW:][-FEW:]]
        never = report.unused.get((deed, kind), ())
        parts += [
            Text("never {thing}", thing=word) if word == never[0] else literal_text(word) for word in never[:SHOWN]
        ]
        if len(never) > SHOWN:
            parts.append(Text("{n} more", "{n} more", n=len(never) - SHOWN))
        found.append((_group(deed, kind), parts))
    return [(Text("Times a game"), []), *found] if found else []


def _often(report: SimulationReport, finding: UsageFinding) -> Text:
    often = finding.effect.total / report.tally.games
    return Text("{thing} {n:.2f}", thing=finding.used.word, n=often)


def _notes(report: SimulationReport) -> Iterator[Text]:
    for name, conduct in report.tally.conduct.items():
        yield from conduct_report(name, conduct)
    if any(finding.difference for finding in report.findings):
        yield Text("Wins more: those who did it more in a game, against those who did it less in that game.")
        yield Text("* is more than chance would do, however many were looked at; it is no proof of a cause.")
        if len(report.tally.levels) > 1:
            yield Text("Levels differ: what the stronger one likes to do goes with winning, too.")
    box = report.box
    if box is not None and box.minutes is not None:
        yield Text("The box says {least} to {most} minutes.", least=box.minutes[0], most=box.minutes[1])


# --- rules --------------------------------------------------------------------------------------------------------


def _rules(report: SimulationReport, whole: bool) -> list[Entry]:
    """Return the rules cited most, least and never."""
    fired = report.tally.rules
    known, counted = load_rulebook(report.rules).numbers(), fired.most_common()
    shown = len(counted) if whole else SHOWN
    entries = [(Text("Rules cited most"), [_cited(*each) for each in counted[:shown]])]
    if not whole:
        least = [each for each in counted[:-SHOWN:-1] if each[1] < max(fired.values())]
        entries.append((Text("Rules cited least"), [_cited(*each) for each in least]))
    if report.never is not None:
        entries.append((Text("Rules never cited"), _runs(known, report.never) or [Text("none")]))
    return entries


def _cited(rule: str, count: int) -> Text:
    return Text("{rule} {count:,}", rule=rule, count=count)


def _runs(known: Sequence[str], chosen: Sequence[str]) -> list[Text]:
    """Return the chosen rules, with neighbours joined.

    >>> [str(run) for run in _runs(["P-1.1", "P-1.2", "P-1.3", "P-2.1"], ["P-1.1", "P-1.2", "P-2.1"])]
    ['P-1.1 to P-1.2', 'P-2.1']
    """
    runs: list[list[str]] = []
    for rule in chosen:
        if runs and known.index(rule) == known.index(runs[-1][-1]) + 1:
            runs[-1].append(rule)
        else:
            runs.append([rule])
    return [
        literal_text(run[0]) if len(run) == 1 else Text("{first} to {last}", first=run[0], last=run[-1]) for run in runs
    ]
