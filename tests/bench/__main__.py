"""`python -m tests.bench`: one table of everything that has a budget. Exit code 1 if a budget is missed."""

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from secrets import token_hex
from statistics import median
from typing import NamedTuple

from tests.bench import measures, screen


class Row(NamedTuple):
    """A measurement in words; with a budget its ratio or count, the budget, and which side is good."""

    what: str
    found: str
    number: float = 0.0
    budget: float = 0.0
    least: bool = False
    """Whether the budget is a minimum; otherwise it is a maximum."""

    @property
    def kept(self) -> bool:
        return not self.budget or (self.number >= self.budget if self.least else self.number <= self.budget)

    def line(self) -> str:
        budget = f"{'>=' if self.least else '<='} {self.budget:,g}" if self.budget else ""
        return f"{self.what:44} {self.found:>34}  {budget:>9}  {'' if self.kept else 'MISSED'}".rstrip()


def random_rows(rounds: int, games: int) -> Iterator[Row]:
    seeds = measures.fresh_seeds()
    for found, players in measures.catalogue():
        jobs: list[measures.Job] = [
            partial(measures.match_games, found, players, games),
            partial(measures.match_steps, found, players, games),
            partial(measures.random_games, found, players, games),
            partial(measures.random_games, found, players, games, listening=True),
        ]
        chess, (match, steps, bare, told) = measures.ratios(rounds, jobs, games, seeds)
        yield Row(f"random games, {found.id}, {players} players", f"python-chess {chess:,.0f} actions/s")
        yield Row("  Match.act", f"{match:.2f}x", match, measures.FASTER[found.id], True)
        yield Row("  with the dealer's steps", f"{steps:.2f}x", steps, measures.STEPS, True)
        yield Row("  without a match", f"{bare:.2f}x", bare, measures.BARE[found.id], True)
        yield Row("  with events", f"{told:.2f}x")


def step_rows() -> Iterator[Row]:
    for found, players in measures.catalogue():
        costs, memory = measures.mean_costs(found, players), measures.kept_memory(found, players)
        copy, apply = costs.pop("board.copy"), costs["apply"]
        yield Row(f"one step, {found.id}, {players} players", f"board.copy(stack=False) {copy * 1e6:.2f} us")
        yield Row("  apply", f"{apply * 1e6:.2f} us, {apply / copy:.1f}x a copy", apply / copy, 8)
        yield Row(
            "  view", f"{costs['view'] * 1e6:.2f} us, {costs['view'] / apply:.1f}x apply", costs["view"] / apply, 10
        )
        yield from (Row(f"  {name}", f"{costs[name] * 1e6:.2f} us") for name in ("legal", "check", "digest"))
        yield Row("  kept by a match", f"{memory:,.0f} bytes", memory, measures.KEPT[found.id])


def other_rows() -> Iterator[Row]:
    costs = measures.import_costs()
    chess = costs["chess"]
    yield Row("import chess", f"{chess * 1e3:.1f} ms CPU")
    ratio = costs["engine"] / chess
    yield Row("  import engine", f"{costs['engine'] * 1e3:.1f} ms CPU, {ratio:.2f}x", ratio, 2)
    yield Row("  and a first position of princess", f"{costs['princess'] * 1e3:.1f} ms CPU")
    for found, players in measures.catalogue():
        rate = median(measures.pipe_requests(found, players, 2).rate for _ in range(3))
        yield Row(f"pipe, {found.id}, {players} players", f"{rate:,.0f} requests/s", rate, 2000, True)
    for found, players in measures.catalogue():
        plies = measures.pipe_plies(found, players)
        words = f"{plies.one:,.0f} candidates/s, by three requests each {plies.three:,.0f}"
        yield Row(f"  a ply in one request, {found.id}, {players} players", words, plies.one / plies.three, 2, True)
    for found, players in measures.catalogue():
        replay, play = measures.replay_and_play(found, players)
        words = f"{replay * 1e3:.1f} ms, {replay / play:.2f}x playing it"
        yield Row(f"reading a record, {found.id}, {players} players", words, replay / play, 4)


def environment_rows() -> Iterator[Row]:
    """Measure the environments for programs that learn; the yardsticks need pygame."""
    from tests.bench import environments

    found = dict(environments.rates())
    best = found.get(environments.YARDSTICKS[-1])
    for name, rate in found.items():
        ratio = f", {rate / best:.2f}x {environments.YARDSTICKS[-1]}" if best else ""
        yield Row(f"environment, {name}", f"{rate:,.0f} steps/s{ratio}")


def key_rows(rounds: int) -> Iterator[Row]:
    """Measure keys in all games at two sizes, a new game every round, next to a bare Textual program."""
    screen.compile_once()
    for size in screen.SIZES:
        bare: list[screen.KeyCost] = []
        costs: dict[str, list[screen.KeyCost]] = {game: [] for game in screen.SEATS}
        for _ in range(rounds):
            bare += screen.bare_keys(size)
            for game, found in costs.items():
                seed = token_hex(4)
                found += screen.walk(screen.play(game, seed), size, seed, 120)
        floor = screen.Spread.of([cost.cpu for cost in bare])
        yield Row("keys at {}x{}, a bare Textual program".format(*size), f"CPU {spread(floor, 1e3)} ms")
        for game, found in costs.items():
            yield from game_rows(game, found, floor)


def game_rows(game: str, costs: list[screen.KeyCost], floor: screen.Spread) -> Iterator[Row]:
    moves = [cost for cost in costs if cost.moved]
    sent, cpu = screen.Spread.of([m.bytes for m in moves]), screen.Spread.of([m.cpu for m in moves])
    yield Row(f"  {game}, {len(moves)} cursor moves: bytes, median", f"{sent.p50:,.0f}", sent.p50, 504)
    yield Row("    95 of 100", f"{sent.p95:,.0f}", sent.p95, 900)
    yield Row("    most", f"{sent.most:,.0f}", sent.most, 4096)
    yield Row("    CPU", f"{spread(cpu, 1e3)} ms, {cpu.p50 / floor.p50:.2f}x bare", cpu.p50 / floor.p50, 1)
    yield Row("    95 of 100", f"{cpu.p95 * 1e3:.2f} ms, {cpu.p95 / floor.p50:.2f}x bare", cpu.p95 / floor.p50, 2.5)
    for name, found in (
        ("Enter that carries out a choice", [cost for cost in costs if cost.chose and cost.key == "enter"]),
        ("hint key", [cost for cost in costs if cost.key == "i" and cost.bytes]),
        ("Esc", [cost for cost in costs if cost.key == "escape" and cost.bytes]),
    ):
        if len(found) > 1:
            took, used = screen.Spread.of([c.first for c in found]), screen.Spread.of([c.cpu for c in found])
            yield Row(f"    {name} ({len(found)})", f"CPU {spread(used, 1e3)} ms; first byte {took.p50 * 1e3:.1f} ms")


def spread(numbers: screen.Spread, unit: float) -> str:
    return " ".join(f"{number * unit:.2f}" for number in numbers)


def screen_rows(rounds: int) -> Iterator[Row]:
    try:
        yield from key_rows(rounds)
        yield from paint_rows(screen.play("princess", token_hex(4)))
    except screen.NoScreen as error:
        yield Row("screen", str(error))


def paint_rows(command: list[str]) -> Iterator[Row]:
    paint, python = min(screen.first_paint(command) for _ in range(3)), screen.bare_python()
    words = f"{paint:.2f} s, {paint / python:.1f}x python -c pass"
    yield Row("  first paint", words, paint / python, 14)
    hello = min(screen.first_paint([sys.executable, "-c", screen.HELLO]) for _ in range(3))
    yield Row("  a bare Textual program", f"{hello:.2f} s, {hello / python:.1f}x python -c pass")


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.bench", description="Measures what has a budget.")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of random games; the median counts (5)")
    parser.add_argument("--games", type=int, default=12, help="random games in a round (12)")
    parser.add_argument("--only", choices=("random", "steps", "other", "rl", "screen"), help="one part of the table")
    parser.add_argument("--walks", type=int, default=2, help="games in which keys are measured, for each size (2)")
    args = parser.parse_args()
    parts = {
        "random": lambda: random_rows(args.rounds, args.games),
        "steps": step_rows,
        "other": other_rows,
        "rl": environment_rows,
        "screen": lambda: screen_rows(args.walks),
    }
    missed = 0
    for name, rows in parts.items():
        if args.only in (None, name):
            for row in rows():
                print(row.line(), flush=True)
                missed += not row.kept
    print(f"\n{missed} missed." if missed else "\nAll budgets are kept.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
