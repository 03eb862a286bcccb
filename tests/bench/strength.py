"""Measures how strong the levels are: plays contests, keeps the results, and writes docs/strength.md from them.

make strength                                  all contests that are not played yet
make strength ARGS="--only sand --anew"        those of one game, whether they were played or not
make strength ARGS="--bout 'hard normal' --anew --blocks 10 --jobs 2"
"""

from __future__ import annotations

import argparse
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tests.bench import results_file
from tests.bench.arguments import from_one, jobs
from tests.bench.clashes import clashes
from tilehall.engine.ai.advisor import PLANS_COMPARED
from tilehall.engine.ai.bot_factory import EFFORTS
from tilehall.tui.lab.arena_command import run_arena

DOCS = Path(__file__).parents[2] / "docs"
DATA, PAGE = DOCS / "strength.json", DOCS / "strength.md"
GAMES = {"princess": range(2, 5), "sand": range(1, 5), "beasts": range(2, 5), "kaguya": range(2, 5)}
LEVELS = ("easy", "normal", "hard", "master")
PAIRS = (("random", "easy"), ("easy", "normal"), ("hard", "normal"), ("master", "hard"), ("master", "normal"))


class Goal(NamedTuple):
    """The share of the games that the first of two should win."""

    told: str
    least: float
    most: float
    surely: bool
    """Whether the whole interval has to be in the goal, or only the mean."""

    def reached(self, wins: float, low: float, high: float) -> str:
        if self.least <= wins <= self.most:
            return "yes" if not self.surely or (self.least <= low and high <= self.most) else "not surely"
        return "no"


GOALS = {
    ("random", "easy"): Goal("below 2 %", 0.0, 0.02, True),
    ("easy", "normal"): Goal("15-30 %", 0.15, 0.30, False),
    ("hard", "normal"): Goal("above 60 %", 0.60, 1.0, True),
    ("master", "hard"): Goal("above 55 %", 0.55, 1.0, True),
    ("master", "normal"): Goal("above 70 %", 0.70, 1.0, True),
}
BLOCKS: Mapping[tuple[str, ...], int] = {
    ("random", "easy"): 300,
    ("easy", "normal"): 100,
    ("hard", "normal"): 60,
    ("master", "hard"): 40,
    ("master", "normal"): 30,
}
"""Deals of a contest: more where a goal is near, or where games are quick."""
TABLES, ALONE = 8, 24
"""Deals where more than two play, and where one plays alone."""
CAREFULNESS = {"normal": PLANS_COMPARED, **{level: effort.plans for level, effort in EFFORTS.items()}}
"""Plans that each level compares; what it says of a clash depends on that."""
ROUNDS = 20
"""Games of Kaguyahime that measure clashes."""
SEED = "strength"
"""No weights are tuned on these deals."""
HEAD = """# How strong the computer players are

Every line is a contest in blocks: one deal, played once with every player in every seat, each seeing only what its
seat sees. Wins are shares of games (a shared win counts in parts) with Wilson's interval of 95 %; errors of means are
standard errors by blocks. `make strength` plays what is missing and writes this page; weights are tuned on other deals.
Times are those of one core (CPU time).
One contest again: `tilehall arena GAME --seat A --seat B --blocks N --seed strength`.
"""


TRIED = """## What was tried, and what limits it

Contests named here were on deals of their own, two players, the first of the pair told.

- **Masters.** No goal of `master : hard` is reached for certain: what hard finds in half a second is nearly all that
  this way of thinking finds. It imagines how games go on and asks what the ends are worth; more courses tell the best
  plans apart no better once luck is out of the mean. What is left is how positions are judged.
- **princess.** Against `normal` 320 imagined turns a decision won 60 % of 120 games, 600 turns 69 % of 80, 1,800 turns
  73 % of 80, 4,800 turns for twelve plans 65 % of 60, courses of five turns instead of three 61 % of 60; ten times the
  turns against a tenth of them, head to head, half of 60. Weights learned from 240 games foretell the ends better (loss
  1.37 instead of 1.43) and gain for `normal` (52 % of 212), but took `hard` from 69 to 53 %, so they are not kept.
- **sand.** Courses choose no better than values: what the tiles can do next turn is in the value of a plan and not in
  that of a position. Following a few lines of play and taking the best plan at their ends does. A second turn ahead
  gains little, alone and beside others: values of dry hands differ by less than what is drawn next. Learned weights won
  46 % of 500 against those of before, and were not kept.
- **beasts.** A turn takes 2 to 4 ms to imagine, so a second has few courses, and rerolls scatter as much as the choices
  of dice differ: of 100 imagined turns `hard` learned nothing (49 % of 120), of 250 it won 57 % of 60, with more trust
  in values 63 % of the same; the same trust cost the princess 7 points. Learned weights (loss 1.34 instead of 1.43;
  50 % of 492) made `hard` weaker, and were not kept.
- **kaguya.** Inside a round some have their tile and others have not: values and courses that end there mislead.
  Courses to the end of the round, with the next one foreseen, are what made `hard` strong, and 120 turns are enough for
  that. Learned weights (63 % of 114 against those of before) are kept.
- **Faster machinery.** PyPy and mypyc bring nothing: the work is on big whole numbers and in small functions called
  often. What helped was to remember what does not change during a thought (1.2 to 1.9 times as many courses).
"""


class Bout(NamedTuple):
    """One contest."""

    game: str
    levels: tuple[str, ...]

    @property
    def name(self) -> str:
        return " ".join((self.game, *self.levels))

    @property
    def blocks(self) -> int:
        """The default number of deals."""
        if len(self.levels) == 1:
            return ALONE
        return BLOCKS[self.levels] if len(self.levels) == 2 else TABLES


def bouts(only: str) -> Iterator[Bout]:
    """Yield the contests of the page."""
    for game, seats in GAMES.items():
        if only and game != only:
            continue
        if 1 in seats:
            yield from (Bout(game, (level,)) for level in LEVELS)
        yield from (Bout(game, pair) for pair in PAIRS)
        yield Bout(game, LEVELS[1:])
        yield Bout(game, LEVELS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", choices=sorted(GAMES), metavar="GAME", help="one game")
    contests = sorted({" ".join(bout.levels) for bout in bouts("")})
    parser.add_argument("--bout", default="", choices=contests, metavar="LEVELS", help="one contest, as 'hard normal'")
    parser.add_argument("--anew", action="store_true", help="play what was played before, too")
    parser.add_argument("--blocks", type=from_one, default=0, help="so many deals each, instead of what is usual")
    parser.add_argument("--jobs", type=jobs, default=1, help="in so many processes")
    args = parser.parse_args()
    for bout in bouts(args.only):
        if (bout.name in results_file.known(DATA) and not args.anew) or (
            args.bout and " ".join(bout.levels) != args.bout
        ):
            continue
        report = run_arena(bout.game, bout.levels, args.blocks or bout.blocks, SEED, args.jobs)
        keep(bout.name, report.data())
        print(bout.name, {level: each["wins"] for level, each in report.data()["levels"].items()}, flush=True)
    if args.only in ("", "kaguya") and not args.bout:
        told_of_clashes(args.anew)
    PAGE.write_text(page(results_file.known(DATA)), encoding="utf-8")


def told_of_clashes(anew: bool) -> None:
    for players in GAMES["kaguya"]:
        for level, k in CAREFULNESS.items():
            name = f"clash {players} {level}"
            if anew or name not in results_file.known(DATA):
                keep(name, clashes(players, k, ROUNDS)._asdict())
                print(name, results_file.known(DATA)[name], flush=True)


def keep(name: str, data: dict[str, Any]) -> None:
    results_file.keep(DATA, name, {**data, "commit": commit()})


def commit() -> str:
    return subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()


# --- the page ---------------------------------------------------------------------------------------------------------


def page(found: dict[str, Any]) -> str:
    """Return docs/strength.md, from the data alone."""
    parts = [HEAD]
    for game in GAMES:
        mine = [(bout, found[bout.name]) for bout in bouts(game) if bout.name in found]
        parts += [f"## {game}\n", *_alone(mine), *_pairs(mine), *_tables(mine)]
    return "\n".join([*parts, *_clashes(found), TRIED])


def _alone(mine: list[tuple[Bout, Any]]) -> Iterator[str]:
    rows = [(bout, data["levels"][bout.levels[0]]) for bout, data in mine if len(bout.levels) == 1]
    if rows:
        yield "| alone | stars, mean ± error | games | ms a decision, mean / most |\n|---|---|---|---|"
        for bout, told in rows:
            score = f"{told['score']:.1f} ± {told.get('score_error', 0):.1f}"
            yield f"| {bout.levels[0]} | {score} | {_games(mine, bout)} | {_times(told)} |"
        yield ""


def _pairs(mine: list[tuple[Bout, Any]]) -> Iterator[str]:
    rows = [(bout, data["levels"][bout.levels[0]]) for bout, data in mine if len(bout.levels) == 2]
    if rows:
        yield "| two players | wins of the first | 95 % | goal | reached | games | ms a decision, mean / most |"
        yield "|---|---|---|---|---|---|---|"
        for bout, told in rows:
            wins, interval = f"{told['wins']:.1%}", f"{told['low']:.1%} to {told['high']:.1%}"
            goal, games = GOALS[bout.levels[0], bout.levels[1]], _games(mine, bout)
            reached = goal.reached(told["wins"], told["low"], told["high"])
            pair = " : ".join(bout.levels)
            yield f"| {pair} | {wins} | {interval} | {goal.told} | {reached} | {games} | {_times(told)} |"
        yield ""


def _tables(mine: list[tuple[Bout, Any]]) -> Iterator[str]:
    rows = [(bout, data) for bout, data in mine if len(bout.levels) > 2]
    if rows:
        yield "| mean ranks | easy | normal | hard | master | games |\n|---|---|---|---|---|---|"
        for bout, data in rows:
            ranks = [_rank(data["levels"].get(level)) for level in LEVELS]
            yield f"| {len(bout.levels)} players | {' | '.join(ranks)} | {data['games']} |"
        yield ""


def _clashes(found: dict[str, Any]) -> Iterator[str]:
    rows = [name for name in found if name.startswith("clash")]
    if rows:
        yield "What is said of the chance that somebody holds the same in Kaguyahime, and how often somebody does:\n"
        yield "| players | level | said, in 100 | happened, in 100 | bids |\n|---|---|---|---|---|"
        for name in sorted(rows, key=lambda name: (name.split()[1], LEVELS.index(name.split()[2]))):
            _, players, level = name.split()
            told = found[name]
            yield f"| {players} | {level} | {told['said']:.1f} | {told['happened']:.1f} | {told['bids']} |"
        yield ""


def _rank(told: Any) -> str:
    return f"{told['rank']:.2f} ± {told.get('rank_error', 0):.2f}" if told else ""


def _games(mine: list[tuple[Bout, Any]], bout: Bout) -> int:
    games: int = dict(mine)[bout]["games"]
    return games


def _times(told: Any) -> str:
    return f"{told['mean_ms']:.0f} / {told['max_ms']:.0f}"


if __name__ == "__main__":
    main()
