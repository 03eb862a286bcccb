"""What the engine and the pipe cost, next to yardsticks of the same run: machines drift, ratios do not."""

import gc
import json
import resource
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

import chess

from tilehall.engine import (
    BUILT_IN,
    CHANCE,
    Action,
    Event,
    Game,
    Header,
    Match,
    Player,
    Rng,
    Seat,
    SeedDealer,
    Setup,
    digest,
    game,
    read,
    write,
)
from tilehall.engine.players import RandomBot
from tilehall.tui.pipe import Pipe

CHESS_PLIES = 200
"""A random game of chess may never end; this is where python-chess's own figures stop too."""

FASTER = {"princess": 1.5, "sand": 1.5, "beasts": 1.0, "kaguya": 1.0}
"""Random games of each game against those of python-chess, actions a second."""


class Played(NamedTuple):
    """Decisions of players, and the CPU seconds they took."""

    decisions: int
    seconds: float

    @property
    def rate(self) -> float:
        return self.decisions / self.seconds


# --- random games -----------------------------------------------------------------------------------------------------


def chess_games(games: int, seed: int = 1) -> Played:
    """Random games of python-chess."""
    whim, plies, started = Random(seed).random, 0, time.process_time()
    for _ in range(games):
        board = chess.Board()
        for _ in range(CHESS_PLIES):
            choices = list(board.legal_moves)
            if not choices:
                break
            board.push(choices[int(whim() * len(choices))])
            plies += 1
    return Played(plies, time.process_time() - started)


def random_games(found: Game[Any], players: int, games: int, seed: int = 1, listening: bool = False) -> Played:
    """Random games through the whole protocol, with a dealer; nobody listens to events unless asked for."""
    whim, decisions, started = Random(seed).random, 0, time.process_time()
    for number in range(games):
        dealer, drawn, s = SeedDealer(f"{seed} {number}"), dict[str, int](), found.start(Setup(players))
        events: list[Event] | None = [] if listening else None
        while due := found.actors(s):
            seat = due[0]
            if seat == CHANCE:
                draw = found.chance(s)
                index = drawn.get(draw.pile, 0)
                drawn[draw.pile] = index + 1
                s = found.apply(s, CHANCE, dealer.deal(draw, index), events)
                continue
            choices = found.legal(s, seat)
            s = found.apply(s, seat, choices[int(whim() * len(choices))], events)
            decisions += 1
    return Played(decisions, time.process_time() - started)


def best_rates(rounds: int, jobs: Sequence[Callable[[], Played]]) -> list[float]:
    """The best rate of each job; the jobs take turns, so that all of them meet the same machine."""
    best = [0.0] * len(jobs)
    for _ in range(rounds):
        best = [max(rate, job().rate) for rate, job in zip(best, jobs, strict=True)]
    return best


# --- single steps -----------------------------------------------------------------------------------------------------


def path(found: Game[Any], players: int, seed: int = 1) -> list[tuple[Any, Seat, Action]]:
    """The steps of a random game: position, seat, action; the dealer's included."""
    whim, dealer, drawn, steps = Rng(seed), SeedDealer(str(seed)), dict[str, int](), []
    s = found.start(Setup(players))
    while due := found.actors(s):
        if due[0] == CHANCE:
            draw = found.chance(s)
            drawn[draw.pile] = drawn.get(draw.pile, -1) + 1
            action = dealer.deal(draw, drawn[draw.pile])
        else:
            choices = found.legal(s, due[0])
            action = choices[whim.below(len(choices))]
        steps.append((s, due[0], action))
        s = found.apply(s, due[0], action)
    return steps


def quickest(job: Callable[[], object], repeats: int) -> float:
    """The CPU seconds of the quickest of some repetitions."""
    found = []
    for _ in range(repeats):
        started = time.process_time()
        job()
        found.append(time.process_time() - started)
    return min(found)


def mean_costs(found: Game[Any], players: int, repeats: int = 5) -> dict[str, float]:
    """Mean seconds of single operations over the steps of a random game, and of a copy of a chess board."""
    steps = path(found, players)
    board = chess.Board()
    for _ in range(30):
        board.push(next(iter(board.legal_moves)))
    jobs: dict[str, Callable[[Any, Seat, Action], object]] = {
        "board.copy": lambda s, seat, a: board.copy(stack=False),
        "apply": found.apply,
        "legal": lambda s, seat, a: found.legal(s, seat),
        "check": found.check,
        "view": lambda s, seat, a: found.seen_by(s, 0),
        "digest": lambda s, seat, a: digest(found, s),
    }
    return {
        name: quickest(lambda job=job: [job(*step) for step in steps], repeats) / len(steps)
        for name, job in jobs.items()
    }


def new_memory(found: Game[Any], players: int) -> float:
    """Mean bytes that a step adds while every position is kept."""
    steps = path(found, players)
    kept: list[Any] = [None] * len(steps)
    gc.collect()
    gc.disable()
    tracemalloc.start()
    try:
        s, sizes = found.start(Setup(players)), 0
        for number, (_, seat, action) in enumerate(steps):
            before = tracemalloc.get_traced_memory()[0]
            s = kept[number] = found.apply(s, seat, action)
            sizes += tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
        gc.enable()
    return sizes / len(steps)


# --- records, imports, the pipe ---------------------------------------------------------------------------------------


def replay_and_play(found: Game[Any], players: int, repeats: int = 7) -> tuple[float, float]:
    """Seconds to read and check the record of a random game, and to play that game in a match; they take turns."""

    def play() -> Match[Any]:
        match, bot = Match(found, Setup(players), SeedDealer("bench")), RandomBot(Rng("bench"))
        while due := match.actors():
            match.act(due[0], bot.choose(found, match.view(due[0]), due[0])[0])
        return match

    text = write(Header(found.id, found.rules, tuple(Player(f"P{n}") for n in range(players))), play())
    times = [(quickest(lambda: read(text), 1), quickest(play, 1)) for _ in range(repeats)]
    return min(replay for replay, _ in times), min(played for _, played in times)


def cpu_of(code: str) -> float:
    """CPU seconds of a Python that runs this and nothing else."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def import_costs(repeats: int = 7) -> dict[str, float]:
    """CPU seconds that importing takes on top of an empty Python; the programs take turns, the best counts."""
    codes = {
        "pass": "pass",
        "chess": "import chess",
        "engine": "import tilehall.engine",
        "princess": "from tilehall import engine; engine.game('princess').start(engine.Setup(2))",
    }
    best = dict.fromkeys(codes, 9e9)
    for _ in range(repeats):
        best = {name: min(seconds, cpu_of(codes[name])) for name, seconds in best.items()}
    return {name: seconds - best["pass"] for name, seconds in best.items() if name != "pass"}


def pipe_requests(found: Game[Any], players: int, games: int) -> Played:
    """`legal` and `apply` in turns through random games, JSON on both sides included."""
    pipe, whim, requests = Pipe(), Rng(1), 0
    started = time.process_time()
    for seed in range(games):
        answer = ask(pipe, do="new", game=found.id, players=players, seed=seed)
        match = answer["match"]
        while due := answer["actors"]:
            actions = ask(pipe, do="legal", match=match, seat=due[0])["actions"]
            answer = ask(pipe, do="apply", match=match, seat=due[0], action=actions[whim.below(len(actions))])
            requests += 2
        ask(pipe, do="close", match=match)
        requests += 2
    return Played(requests, time.process_time() - started)


def ask(pipe: Pipe, **fields: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(pipe.answer(json.dumps(fields)))
    assert answer["ok"], answer
    return answer


def catalogue() -> list[tuple[Game[Any], int]]:
    """Every game of the house with every number of players."""
    return [(game(name), players) for name in BUILT_IN for players in BUILT_IN[name].seats]
