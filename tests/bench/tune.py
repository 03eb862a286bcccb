"""Learns the weights of a game: from how games ended, and by playing.

    make tune GAME=princess ARGS="--games 200 --tries 40 --seed spring"

First values are brought nearer to how games of all numbers of players ended (see foretelling.py). What foretells better
is kept if it plays no worse, for players who search as well: where the others did as before, these may lose by it. Then
a few numbers at a time are changed as lots will have it, and kept if they play better. Contests are of blocks: one deal
in both seats. They end as soon as it is clear which share of the games the new numbers win. What is kept goes into
weights.toml, with the command, the deals and the commit.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import tomlkit
from tomlkit.items import Table

from tests.bench.arguments import from_none, from_one
from tests.bench.foretelling import lessons, seen
from tilehall.engine import BUILT_IN_GAMES, Game, SeedDealer, UserError, load_game
from tilehall.engine.ai.plan import Plan, PositionValue
from tilehall.engine.ai.players import make_bot
from tilehall.engine.games.beasts.ai import plans as hunts
from tilehall.engine.games.beasts.ai import value as hunt_values
from tilehall.engine.games.beasts.ai.weights import BeastsWeights as OfBeasts
from tilehall.engine.games.kaguya.ai import plans as rounds
from tilehall.engine.games.kaguya.ai import value as round_values
from tilehall.engine.games.kaguya.ai.weights import KaguyaWeights as OfKaguya
from tilehall.engine.games.princess.ai import plans as races
from tilehall.engine.games.princess.ai.weights import PrincessWeights as OfPrincess
from tilehall.engine.games.sand.ai import plans as buildings
from tilehall.engine.games.sand.ai import value as building_values
from tilehall.engine.games.sand.ai.weights import SandWeights as OfSand
from tilehall.tui.lab.arena import SeatThinker, seat_results
from tilehall.tui.lab.game_runner import computer_players, play_game
from tilehall.tui.lab.statistics.evidence import DECISIVE, evidence

Numbers = Mapping[str, float]


class Parts(NamedTuple):
    """The modules that a game plays by."""

    weights: Callable[..., Any]
    value: Callable[..., PositionValue]
    plans: Callable[..., Sequence[Plan]]


PARTS = {
    "princess": Parts(OfPrincess, races.evaluate, races.plans),
    "sand": Parts(OfSand, building_values.value, buildings.plans),
    "beasts": Parts(OfBeasts, hunt_values.value, hunts.plans),
    "kaguya": Parts(OfKaguya, round_values.value, rounds.plans),
}


def playing_by(name: str, numbers: Numbers) -> Game[Any]:
    """Return the game with other weights."""
    parts = PARTS[name]
    weights = parts.weights(**numbers)

    own: Any = BUILT_IN_GAMES[name].load_part("advisor")

    class Tried(own):  # type: ignore[misc]
        def value(self, s: Any, seat: int) -> PositionValue:
            return parts.value(s, seat, weights)

        def plans(self, s: Any, seat: int, k: int) -> Sequence[Plan]:
            return parts.plans(s, seat, k, weights)

    return replace(BUILT_IN_GAMES[name], advisor=Tried).game


EVEN, WORSE = 0.5, 0.45
MARGIN = 0.05
"""It has to be clear that new numbers win so much more than a share: than half of the games, or than a bit less."""
CHANGED, SPREAD = 4, 0.25
"""Numbers changed at a time, and the standard deviation of the logarithm of the factor."""
LEAST = 8
"""The least number of blocks."""
LEVEL, SEARCHER = "normal", "hard"
"""The level that plays; and the one that has to do well, too, with numbers that only predict better,"""
FEWER = 4
"""in so many times fewer blocks, as its games are long."""
HEAD = "Learned by"


class Try(NamedTuple):
    """New numbers, and how they did."""

    numbers: Numbers
    level: str
    share: float
    """The share that they have to exceed."""
    wins: list[float]

    @property
    def evidence(self) -> float:
        return evidence(self.wins, self.share, self.share + MARGIN)

    @property
    def kept(self) -> bool:
        return self.evidence > DECISIVE


def changed(numbers: Numbers, lots: random.Random) -> Numbers:
    """Return the numbers with a few of them changed."""
    chosen = lots.sample(sorted(numbers), min(CHANGED, len(numbers)))
    return {**numbers, **{name: numbers[name] * 2.718 ** lots.gauss(0, SPREAD) for name in chosen}}


class Tuned(NamedTuple):
    """The best numbers so far, and what was tried last."""

    best: Numbers
    last: Try


def tried(name: str, new: Numbers, old: Numbers, level: str, share: float, seed: str, blocks: int) -> Try:
    """Play new numbers against old ones until it is clear whether they win more than this share."""
    games, found = (playing_by(name, new), playing_by(name, old)), Try(new, level, share, [])
    for number in range(blocks):
        found.wins.append(sum(won(games, level, turned, seed, number) for turned in (0, 1)) / 2)
        if len(found.wins) >= LEAST and abs(found.evidence) > DECISIVE:
            break
    return found


def won(games: tuple[Game[Any], Game[Any]], level: str, turned: int, seed: str, number: int) -> float:
    """Return how much of this deal the first game wins in this seat."""
    bots = {seat: make_bot(level, f"{seed} {number} {seat}") for seat in range(2)}
    thinker = SeatThinker(bots, {seat: games[seat ^ turned] for seat in range(2)})
    played = play_game(games[0], computer_players((level, level)), (), seed, number, thinker)
    return seat_results(played.result, 2)[turned].win


def tuned(name: str, tries: int, blocks: int, seed: str, start: Numbers, first: Numbers) -> Iterator[Tuned]:
    """Yield tries, each based on the best numbers so far; those fitted to games come first."""
    lots, best = random.Random(seed), start
    if first is not start:
        found = tried(name, first, start, LEVEL, WORSE, f"tune {seed} learned", blocks)
        yield Tuned(start, found)
        if found.kept:
            found = tried(name, first, start, SEARCHER, WORSE, f"tune {seed} searched", blocks // FEWER)
            best = first if found.kept else start
            yield Tuned(best, found)
    for number in range(tries):
        found = tried(name, changed(best, lots), best, LEVEL, EVEN, f"tune {seed} {number}", blocks)
        best = found.numbers if found.kept else best
        yield Tuned(best, found)


# --- the file ---------------------------------------------------------------------------------------------------------


def file_of(name: str) -> Path:
    return Path(str(files(f"tilehall.engine.games.{name}.ai") / "weights.toml"))


def numbers_in(path: Path) -> Numbers:
    return {name: float(number) for name, number in _table(tomlkit.parse(path.read_text("utf-8"))).items()}


def write(path: Path, numbers: Numbers, learned: str) -> None:
    """Write new numbers in their places, and at the head how they were found."""
    text = path.read_text("utf-8")
    document = tomlkit.parse(text)
    table = _table(document)
    for name, number in numbers.items():
        before = table[name].as_string()
        table[name] = round(number, 4)
        # What stands behind the numbers stays in its column.
        trivia = table[name].trivia
        room = len(trivia.comment_ws) + len(before) - len(table[name].as_string())
        trivia.comment_ws = " " * max(room, min(1, len(trivia.comment_ws)))
    told = f"# {HEAD} {learned}."
    lines = [line for line in tomlkit.dumps(document).split("\n") if not line.startswith(f"# {HEAD}")]
    path.write_text("\n".join([told, *lines]), "utf-8")


def _table(document: tomlkit.TOMLDocument) -> Table | tomlkit.TOMLDocument:
    found = document.get("weights")
    return found if isinstance(found, Table) else document


def learned(name: str, games: int, seed: str, start: Numbers) -> Numbers:
    """Fit numbers to the ends of so many games for each number of players; a third as many check them."""
    rules = load_game(name)
    learned, fresh = (
        [
            each
            for players in rules.player_counts
            for number in range(count)
            for each in seen(rules, players, f"{seed} {kind} {players} {number}")
        ]
        for kind, count in (("learned", games), ("fresh", max(1, games // 3)))
    )

    def judge(numbers: Numbers) -> Callable[[Any, int], PositionValue]:
        return playing_by(name, numbers).advisor.value

    best = start
    for lesson in lessons(judge, start, learned, fresh):
        print(f"off by {lesson.fresh:.4f} on other games", flush=True)
        best = lesson.numbers
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(PARTS))
    parser.add_argument("--games", type=from_none, default=60, help="so many of each number of players to learn from")
    parser.add_argument("--tries", type=from_none, default=20, help="so many changes by lot after that")
    parser.add_argument("--blocks", type=from_one, default=250, help="at most so many for each contest")
    parser.add_argument("--seed", default="1", help="deals that strength is not tested on")
    args = parser.parse_args()
    try:
        SeedDealer(args.seed)
    except UserError as error:
        parser.error(str(error))
    path = file_of(args.game)
    start = numbers_in(path)
    found = learned(args.game, args.games, args.seed, start) if args.games else start
    best = start
    for each in tuned(args.game, args.tries, args.blocks, args.seed, start, found):
        best, last = each
        told = f"{last.level}: {fmean(last.wins):.1%} of {2 * len(last.wins)} games, asked for {last.share:.0%}"
        print(f"{told}{': good' if last.kept else ''}", flush=True)
    if best is start:
        sys.exit("Nothing plainly better was found; the weights stay as they are.")
    at = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
    options = f"--games {args.games} --tries {args.tries} --blocks {args.blocks} --seed {args.seed}"
    write(path, best, f'`make tune GAME={args.game} ARGS="{options}"`, from commit {at}')


if __name__ == "__main__":
    main()
