"""How strong the levels are: plays contests, keeps what came of each, and writes docs/strength.md from what is kept.

make strength                                  all contests that are not played yet
make strength ARGS="--only sand --blocks 40"   those of one game, anew, so many blocks each
"""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tilehall.tui.arena import arena

DOCS = Path(__file__).parents[2] / "docs"
DATA, PAGE = DOCS / "strength.json", DOCS / "strength.md"
GAMES = {"princess": range(2, 5), "sand": range(1, 5), "beasts": range(2, 5), "kaguya": range(2, 5)}
LEVELS = ("easy", "normal", "hard", "master")
PAIRS = (("random", "easy"), ("easy", "normal"), ("hard", "normal"), ("master", "hard"), ("master", "normal"))
GOALS = {
    ("random", "easy"): "below 2 %",
    ("easy", "normal"): "15-30 %",
    ("hard", "normal"): "above 60 %",
    ("master", "hard"): "above 55 %",
    ("master", "normal"): "above 70 %",
}
SEED = "strength"
"""Nothing is tuned on these deals."""
HEAD = """# How strong the computer players are

Every line is a contest in blocks: one deal, played once with every player in every seat, each seeing only what its
seat sees. Wins are shares of games (a shared win counts in parts) with Wilson's interval of 95 %; errors of means are
standard errors by blocks. `make strength` plays what is missing and writes this page; weights are tuned on other deals.
Times are those of the clock, on two cores that had other work besides.
One contest again: `tilehall arena GAME --seat A --seat B --blocks N --seed strength`.
"""


TRIED = """## What was tried, and what limits it

- **The intervals.** A game between players who think takes from six seconds to a minute of one core, so few were
  played where masters sit: most goals are neither shown nor refuted by these numbers.
- **princess.** A course has to go on to one's own next turn: the value of a plan is off by 0.05 of a win on average,
  judged after the others' turns by 0.035, after the next turn by 0.025. One course scatters by 0.13, good plans differ
  by 0.06, so 24 courses in halves chose no better than none; now courses go on until no other plan is worth them.
- **sand.** Courses choose no better than values: what the tiles can do next turn is in the value of a plan and not in
  that of a position. Following a few lines of play and taking the best plan at their ends does. Alone, more than two
  turns ahead gained nothing that could be seen.
- **beasts.** Values are too high for who plays next when few turns are left (3.8 points with one or two), and a turn
  takes 7 ms to imagine, so a second has few courses. Rerolls scatter as much as the choices of dice differ.
- **kaguya.** Inside a round some have their tile and others have not: values and courses that end there mislead, and
  `hard` won half of its games. Courses to the end of the round, with the next one foreseen, are what helped.
"""


class Bout(NamedTuple):
    """One contest."""

    game: str
    levels: tuple[str, ...]

    @property
    def name(self) -> str:
        return " ".join((self.game, *self.levels))


def bouts(only: str) -> Iterator[Bout]:
    """All that belong on the page."""
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
    parser.add_argument("--only", default="", help="one game")
    parser.add_argument("--bout", default="", help="one contest, such as 'hard normal'")
    parser.add_argument("--blocks", type=int, default=0, help="so many blocks, anew")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    for bout in bouts(args.only):
        found = known()
        if (bout.name in found and not args.blocks) or (args.bout and " ".join(bout.levels) != args.bout):
            continue
        report = arena(bout.game, bout.levels, args.blocks or 20, SEED, args.jobs)
        found[bout.name] = {**report.data(), "commit": commit()}
        DATA.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        print(bout.name, {level: each["wins"] for level, each in found[bout.name]["levels"].items()}, flush=True)
    PAGE.write_text(page(known()), encoding="utf-8")


def known() -> dict[str, Any]:
    """What has been played."""
    found: dict[str, Any] = json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() else {}
    return found


def commit() -> str:
    return subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()


# --- the page ---------------------------------------------------------------------------------------------------------


def page(found: dict[str, Any]) -> str:
    """docs/strength.md, made of the data alone."""
    parts = [HEAD]
    for game in GAMES:
        mine = [(bout, found[bout.name]) for bout in bouts(game) if bout.name in found]
        parts += [f"## {game}\n", *_alone(mine), *_pairs(mine), *_tables(mine)]
    return "\n".join([*parts, TRIED])


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
        yield "| two players | wins of the first | 95 % | goal | games | ms a decision, mean / most |"
        yield "|---|---|---|---|---|---|"
        for bout, told in rows:
            wins, interval = f"{told['wins']:.0%}", f"{told['low']:.0%} to {told['high']:.0%}"
            goal, games = GOALS[bout.levels[0], bout.levels[1]], _games(mine, bout)
            yield f"| {' : '.join(bout.levels)} | {wins} | {interval} | {goal} | {games} | {_times(told)} |"
        yield ""


def _tables(mine: list[tuple[Bout, Any]]) -> Iterator[str]:
    rows = [(bout, data) for bout, data in mine if len(bout.levels) > 2]
    if rows:
        yield "| mean ranks | easy | normal | hard | master | games |\n|---|---|---|---|---|---|"
        for bout, data in rows:
            ranks = [_rank(data["levels"].get(level)) for level in LEVELS]
            yield f"| {len(bout.levels)} players | {' | '.join(ranks)} | {data['games']} |"
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
