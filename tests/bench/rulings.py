"""Weighs open rulings: plays both readings of each, keeps the results, and writes docs/rulings.md from them.

make rulings                                    all that is not played yet
make rulings ARGS="--only clear_fate --anew"    one option, whether it was played or not
make rulings ARGS="--pairs 100 --jobs 2"        fewer deals, in two processes
"""

from __future__ import annotations

import argparse
import shlex
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tests.bench import results_file
from tests.bench.arguments import from_one, jobs
from tilehall.engine import load_game, load_rulebook
from tilehall.tui.lab.option_comparison import ComparisonPlan, compare

HERE, DOCS = Path(__file__).parent, Path(__file__).parents[2] / "docs"
WORDS, DATA, PAGE = HERE / "rulings.toml", DOCS / "rulings.json", DOCS / "rulings.md"
GAMES = ("princess", "sand", "beasts", "kaguya")
LEVELS = ("normal", "random")
SEED = "rulings"
EXAMPLES = 2
WIDER = 2.576 / 1.96
"""Ratio of the widths of 99 % and 95 % intervals."""
LITTLE = 0.01
"""A ruling that changes the winner in fewer games than this, and no mean for certain, hardly matters."""


class Ruling(NamedTuple):
    """A reading that an option has, and the games that weigh it."""

    game: str
    rule: str
    title: str
    unclear: str
    chosen: str
    option: str
    value: str
    players: int = 2
    here: Mapping[str, str] = {}
    """Options that both sides play with."""
    pairs: Mapping[str, int] = {}
    """How many deals, by level."""

    def versus(self, level: str, pairs: int = 0) -> ComparisonPlan:
        """Return the comparison that weighs it."""
        here = tuple(sorted(self.here.items()))
        there = tuple(sorted({**self.here, self.option: self.value}.items()))
        return ComparisonPlan(
            self.game, (level,) * self.players, pairs or self.pairs[level], SEED, here, there, EXAMPLES
        )

    def name(self, level: str) -> str:
        return f"{self.game} {self.option} {level}"

    def command(self, level: str, pairs: int) -> str:
        """Return the command that plays it again."""
        words = ["tilehall", "simulate", self.game, "--games", f"{pairs}", "--seed", SEED]
        words += ["--players", f"{self.players}", "--seat", level]
        for name, value in sorted(self.here.items()):
            words += ["--option", f"{name}={value}"]
        return shlex.join([*words, "--against", f"{self.option}={self.value}"])


def words() -> dict[str, Any]:
    """Return the texts on each ruling, by game and rule."""
    return tomllib.loads(WORDS.read_text(encoding="utf-8"))


def rulings() -> Iterator[Ruling]:
    """Yield the rulings with an option, in the order of the page."""
    for name in GAMES:
        yield from (Ruling(name, **entry) for entry in words()[name]["options"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", metavar="OPTION", choices=sorted({each.option for each in rulings()}))
    parser.add_argument("--anew", action="store_true", help="play what was played before, too")
    parser.add_argument("--pairs", type=from_one, default=0, help="so many deals each, instead of what is usual")
    parser.add_argument("--jobs", type=jobs, default=1, help="in so many processes")
    args = parser.parse_args()
    for ruling in rulings():
        if args.only in ("", ruling.option):
            for level in LEVELS:
                if args.anew or ruling.name(level) not in results_file.known(DATA):
                    weigh(ruling, level, args.pairs, args.jobs)
    PAGE.write_text(page(results_file.known(DATA)), encoding="utf-8")


def weigh(ruling: Ruling, level: str, pairs: int, jobs: int) -> None:
    data = compare(ruling.versus(level, pairs), jobs).data()
    results_file.keep(DATA, ruling.name(level), data)
    print(ruling.name(level), data["could"]["share"], data["did"]["share"], data["winner"]["share"], flush=True)


# --- the page ---------------------------------------------------------------------------------------------------------

HEAD = """# Rulings

Where the rulebooks leave something open we had to choose. This page lists all such places: what is unclear, which
reading we chose and why, and, where an option has the other reading, what it does to the game.

Each was weighed on the same deals under both readings by the same computer players: **A** is the reading we chose,
**B** the other. At every position of game A the rules of B were asked as well: *could matter* counts the games in which
they had it otherwise somewhere, *was played otherwise* those that really went apart. Means are those of A, then the
difference, B less A, deal by deal; intervals hold the truth in 19 of 20 cases. Good players (`normal`) show what the
ruling does in a game that people would play, players at random what it does where anything may happen.

Where games part early, all luck after that is another one, and of two equal players either wins half of these deals:
so look at the means as well. A verdict calls a difference certain if an interval for 99 of 100 cases leaves out 0, for
each ruling has five of them. What this cannot see is told in
[commands.md](commands.md#tilehall-simulate-game---against-namevalue).

`make rulings` plays what is missing and writes this page; the commands below play each part of it again.
"""
IN_SHORT = """## In short

| ruling | question | other reading | could matter | another winner | points (at most) | verdict |
|---|---|---|---|---|---|---|"""
NO_OPTION = """### Without an option

*Given*: the text says so. *Settled*: only one reading agrees with the rest of the rules, the parts or an example.
*Open*: another reading is possible, and there is no option for it yet.

| ruling | our reading | why there is no option |
|---|---|---|"""


def page(found: Mapping[str, Any]) -> str:
    """Return docs/rulings.md, from the texts and the data alone."""
    mine = [each for each in rulings() if all(each.name(level) in found for level in LEVELS)]
    parts = [HEAD, IN_SHORT, *(_short(each, found) for each in mine), ""]
    for name in GAMES:
        parts.append(f"## {load_game(name).title}\n")
        for each in mine:
            if each.game == name:
                parts += _told(each, [found[each.name(level)] for level in LEVELS])
        parts += _others(name)
    return "\n".join(parts)


def _short(ruling: Ruling, found: Mapping[str, Any]) -> str:
    data = found[ruling.name(LEVELS[0])]
    points = max((abs(each["difference"]) for each in data["scores"] or ()), default=0.0)
    link = f"[{ruling.rule}](#{_anchor(ruling)})"
    shares = f"{data['could']['share']:.1%} | {data['winner']['share']:.1%}"
    option = f"`{ruling.option}={ruling.value}`"
    return f"| {link} | {ruling.title} | {option} | {shares} | {points:.2f} | {verdict(data).partition(':')[0]} |"


def _anchor(ruling: Ruling) -> str:
    heading = f"{ruling.rule} {ruling.title}".lower()
    return "".join(mark for mark in heading.replace(" ", "-") if mark.isalnum() or mark == "-")


def _told(ruling: Ruling, columns: list[Any]) -> Iterator[str]:
    option = next(each for each in load_game(ruling.game).options if each.id == ruling.option)
    meaning = dict(zip(option.values, option.meanings, strict=True))[ruling.value]
    yield f"### {ruling.rule} {ruling.title}\n"
    yield f"**Unclear.** {ruling.unclear.strip()}\n"
    yield f"**We chose.** {ruling.chosen.strip()}\n"
    yield f"**The other reading** is `{ruling.option}={ruling.value}`: {meaning}.\n"
    yield f"| {_table_of(ruling)} | {' | '.join(LEVELS)} |\n|---|---|---|"
    for label, cells in _rows(ruling, columns):
        yield f"| {label} | {' | '.join(cells)} |"
    yield f"\n**Verdict.** {verdict(columns[0])} {_elsewhere(columns[1])}\n"
    yield from _example(columns)
    yield "```"
    yield from (ruling.command(level, data["games"]) for level, data in zip(LEVELS, columns, strict=True))
    yield "```\n"


def _table_of(ruling: Ruling) -> str:
    """Return who plays, for the heading of a table."""
    played = "".join(f", {name} {value}" for name, value in sorted(ruling.here.items()))
    return f"{ruling.players} players{played}"


def _rows(ruling: Ruling, columns: list[Any]) -> Iterator[tuple[str, list[str]]]:
    yield "deals", [f"{data['games']:,}" for data in columns]
    for key, label in (
        ("could", "could matter"),
        ("did", "was played otherwise"),
        ("result", "other scores or ending"),
        ("winner", "another winner"),
    ):
        yield label, [_share(data[key]) for data in columns]
    yield "where", [_where(data["could"]) for data in columns]
    yield "decisions", [_mean(data["decisions"], 2) for data in columns]
    for seat in range(ruling.players):
        yield f"points of seat {seat}", [_mean((data["scores"] or {seat: None})[seat], 2) for data in columns]
        yield f"wins of seat {seat}, in 100", [_mean(_hundredfold(data["wins"][seat]), 1) for data in columns]
    yield "endings of A", [_endings(data["endings"]["a"]) for data in columns]
    yield "endings of B", [_endings(data["endings"]["b"]) for data in columns]


def _share(found: Any) -> str:
    return f"{found['share']:.1%} ({found['low']:.1%} to {found['high']:.1%})"


def _where(could: Any) -> str:
    """Return what differs, in how many of 1,000 positions."""
    if not could["kinds"]:
        return "nowhere"
    named = [f"{kind} {1000 * each['positions'] / could['of']:.1f}" for kind, each in could["kinds"].items()]
    return f"{', '.join(named)} of 1,000 positions"


def _mean(found: Any, digits: int) -> str:
    if found is None:
        return "nobody scores"
    interval = f" ({found['low']:+.{digits}f} to {found['high']:+.{digits}f})" if "low" in found else ""
    return f"{found['a']:.{digits}f}, {found['difference']:+.{digits}f}{interval}"


def _hundredfold(found: Any) -> dict[str, float]:
    return {key: 100 * found[key] for key in ("a", "difference", "low", "high") if key in found}


def _endings(endings: Mapping[str, int]) -> str:
    return ", ".join(f"{ending} {games:,}" for ending, games in endings.items())


def verdict(data: Any) -> str:
    """Return the verdict in a sentence: whether it matters, to whom, and how certainly.

    >>> verdict({"games": 9, "could": {"games": 0}})
    'Never came up: in none of 9 deals did the readings differ anywhere.'
    """
    games, winner = data["games"], data["winner"]["share"] if "winner" in data else 0.0
    if not data["could"]["games"] and not data.get("did", {}).get("games"):
        return f"Never came up: in none of {games:,} deals did the readings differ anywhere."
    told = [text for text, mean in _means(data) if _certain(mean)]
    if told:
        return f"Matters: {', '.join(told)}; somebody else wins in {winner:.1%} of the deals."
    if winner >= LITTLE:
        return f"Matters in single games: somebody else wins in {winner:.1%}, but no mean differs for certain."
    return f"Hardly matters: somebody else wins in {winner:.1%} of the deals, and no mean differs for certain."


def _elsewhere(data: Any) -> str:
    """Return a sentence on players at random."""
    return f"Players at random meet it in {data['could']['share']:.1%} of the deals."


def _means(data: Any) -> Iterator[tuple[str, Any]]:
    yield f"games last {data['decisions']['difference']:+.1f} decisions", data["decisions"]
    for seat, points in enumerate(data["scores"] or ()):
        yield f"seat {seat} gets {points['difference']:+.1f} points", points
    for seat, wins in enumerate(data["wins"]):
        yield f"seat {seat} wins {100 * wins['difference']:+.1f} more of 100", wins


def _certain(mean: Any) -> bool:
    """Return whether the 99 % interval excludes 0.

    >>> _certain({"difference": 2, "low": 0.1, "high": 3.9}), _certain({"difference": 2, "low": 0.9, "high": 3.1})
    (False, True)
    """
    return "low" in mean and abs(mean["difference"]) > WIDER * (mean["high"] - mean["low"]) / 2


def _example(columns: list[Any]) -> Iterator[str]:
    """Yield the most telling game of the good players, else of those at random."""
    example = next((each for data in columns for each in data["examples"] if "could" in each), None)
    if example is None:
        return
    where = example["could"]
    yield f"For example seed `{example['seed']}` after step {where['after']} [{where['rule']}], {where['kind']}:\n"
    yield f"- A: {where['a']}"
    yield f"- B: {where['b']}"
    yield f"- It ended {_ended(example['result']['a'])}; with B {_ended(example['result']['b'])}.\n"


def _ended(result: Any) -> str:
    """Return the ending, with the scores."""
    scores = result["scores"]
    return f"by {result['ending']}" + (f" with {' : '.join(map(str, scores))}" if scores else ", all lost")


def _others(name: str) -> Iterator[str]:
    """Yield the rulings of a game without an option."""
    book = load_rulebook(name)
    yield NO_OPTION
    for rule, why in words()[name]["others"].items():
        paragraph = book.paragraph(rule)
        yield f"| {rule} | {paragraph.first_sentence if paragraph else ''} | {why} |"
    yield ""


if __name__ == "__main__":
    main()
