"""What the engine and the pipe cost, next to yardsticks of the same run: machines drift, ratios do not."""

import gc
import json
import resource
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import count
from random import Random
from statistics import median
from typing import Any, NamedTuple

import chess

from tilehall.engine import (
    BUILT_IN_GAMES,
    CHANCE,
    Action,
    Event,
    Game,
    Header,
    Match,
    RecordPlayer,
    Rng,
    SeatNo,
    SeedDealer,
    Setup,
    load_game,
    parse_record,
    position_digest,
    write_record,
)
from tilehall.tui.programs.pipe.command import Pipe

CHESS_PLIES = 200
"""Plies after which a random game of chess is cut off, as in python-chess's own figures."""

FASTER = {"princess": 2.0, "sand": 1.6, "beasts": 1.6, "kaguya": 2.3}
"""Budget: actions a second of random games through `Match`, relative to python-chess. The goal is 2 for all games."""
STEPS = 2.0
"""Budget: the same, counting the steps of the dealer as well, up to nine for ten decisions."""
BARE = {"princess": 2.8, "sand": 2.3, "beasts": 2.4, "kaguya": 3.8}
"""Budget: the same without a match: positions, actions and a dealer."""
PLIES, EVERY = 60, 7
"""Decisions of a game, and every how many of them look-ahead is measured."""
KEPT = {"princess": 750, "sand": 750, "beasts": 600, "kaguya": 750}
"""Budget: bytes that a match keeps for a step. The goal is 600 for all games."""


class Played(NamedTuple):
    """Decisions of players (or steps), and the CPU seconds they took."""

    decisions: int
    seconds: float

    @property
    def rate(self) -> float:
        return self.decisions / self.seconds


# --- random games -----------------------------------------------------------------------------------------------------


def chess_games(games: int, seed: int = 1) -> Played:
    """Play random games of python-chess."""
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
    """Play random games through the game protocol, with a dealer; without events unless asked for."""
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
            choices = found.legal_actions(s, seat)
            s = found.apply(s, seat, choices[int(whim() * len(choices))], events)
            decisions += 1
    return Played(decisions, time.process_time() - started)


def match_games(found: Game[Any], players: int, games: int, seed: int = 1) -> Played:
    """Play random games through `Match.act`, which checks, keeps every step and deals."""
    matches, seconds = finished(found, players, games, seed)
    return Played(sum(step.seat != CHANCE for match in matches for step in match.steps), seconds)


def match_steps(found: Game[Any], players: int, games: int, seed: int = 1) -> Played:
    """The same, with what the dealer does counted as well: a ply of chess has no dealer's steps behind it."""
    matches, seconds = finished(found, players, games, seed)
    return Played(sum(len(match.steps) for match in matches), seconds)


def finished(found: Game[Any], players: int, games: int, seed: int) -> tuple[list[Match[Any]], float]:
    """Play random games through `Match`; return the count and CPU seconds."""
    whim, matches, started = Random(seed).random, list[Match[Any]](), time.process_time()
    for number in range(games):
        match = Match(found, Setup(players), SeedDealer(f"{seed} {number}"))
        while due := match.actors():
            choices = match.legal_actions(due[0])
            match.act(due[0], choices[int(whim() * len(choices))])
        matches.append(match)
    return matches, time.process_time() - started


Job = Callable[[int], Played]
"""Plays random games from a seed."""


def ratios(rounds: int, jobs: Sequence[Job], games: int, seeds: Iterator[int]) -> tuple[float, list[float]]:
    """The rate of python-chess, and the rate of each job against its: medians.

    No game is played twice; python-chess takes its turn before every job, so that both meet the same load.
    """
    chess_rates, found = [], [list[float]() for _ in jobs]
    for _ in range(rounds):
        for job, rates in zip(jobs, found, strict=True):
            seed = next(seeds)
            chess_rates.append(chess_games(games, seed).rate)
            rates.append(job(seed).rate / chess_rates[-1])
    return median(chess_rates), [median(rates) for rates in found]


def fresh_seeds() -> Iterator[int]:
    """Yield seeds that no run has had before."""
    return count(time.time_ns() // 1000)


# --- single steps -----------------------------------------------------------------------------------------------------


def path(found: Game[Any], players: int, seed: int = 1) -> list[tuple[Any, SeatNo, Action]]:
    """Yield position, seat and action of each step of a random game, with those of the dealer."""
    whim, dealer, drawn, steps = Rng(seed), SeedDealer(str(seed)), dict[str, int](), []
    s = found.start(Setup(players))
    while due := found.actors(s):
        if due[0] == CHANCE:
            draw = found.chance(s)
            drawn[draw.pile] = drawn.get(draw.pile, -1) + 1
            action = dealer.deal(draw, drawn[draw.pile])
        else:
            choices = found.legal_actions(s, due[0])
            action = choices[whim.below(len(choices))]
        steps.append((s, due[0], action))
        s = found.apply(s, due[0], action)
    return steps


def quickest(job: Callable[[], object], repeats: int) -> float:
    """Return the CPU seconds of the quickest of some repetitions."""
    found = []
    for _ in range(repeats):
        started = time.process_time()
        job()
        found.append(time.process_time() - started)
    return min(found)


def mean_costs(found: Game[Any], players: int, repeats: int = 5, only: Collection[str] = ()) -> dict[str, float]:
    """Return mean seconds of single operations, or of some, over a random game, and of copying a chess board."""
    steps = path(found, players)
    board = chess.Board()
    for _ in range(30):
        board.push(next(iter(board.legal_moves)))
    jobs: dict[str, Callable[[Any, SeatNo, Action], object]] = {
        "board.copy": lambda s, seat, a: board.copy(stack=False),
        "apply": found.apply,
        "legal": lambda s, seat, a: found.legal_actions(s, seat),
        "check": found.check,
        "view": lambda s, seat, a: found.view(s, 0),
        "digest": lambda s, seat, a: position_digest(found, s),
    }
    return {
        name: quickest(lambda job=job: [job(*step) for step in steps], repeats) / len(steps)
        for name, job in jobs.items()
        if not only or name in only
    }


def kept_memory(found: Game[Any], players: int, games: int = 4) -> float:
    """Return the mean bytes that a match keeps for a step: what deleting whole games frees."""
    tracemalloc.start()
    try:
        matches = [played(found, players, seed) for seed in range(games)]
        steps = sum(len(match.steps) for match in matches)
        gc.collect()
        full = tracemalloc.get_traced_memory()[0]
        matches.clear()
        gc.collect()
        return (full - tracemalloc.get_traced_memory()[0]) / steps
    finally:
        tracemalloc.stop()


def played(found: Game[Any], players: int, seed: int) -> Match[Any]:
    """Return a random match, played to its end."""
    match, whim = Match(found, Setup(players), SeedDealer(str(seed))), Rng(seed)
    while due := match.actors():
        choices = match.legal_actions(due[0])
        match.act(due[0], choices[whim.below(len(choices))])
    return match


# --- records, imports, the pipe ---------------------------------------------------------------------------------------


def replay_and_play(found: Game[Any], players: int, repeats: int = 7) -> tuple[float, float]:
    """Seconds to read and check the record of a random game, and to play that game in a match; they take turns."""

    def play() -> Match[Any]:
        match, whim = Match(found, Setup(players), SeedDealer("bench")), Rng("bench")
        while due := match.actors():
            choices = found.legal_actions(match.view(due[0]), due[0])
            match.act(due[0], choices[whim.below(len(choices))])
        return match

    text = write_record(
        Header(found.id, found.rules_version, tuple(RecordPlayer(f"P{n}") for n in range(players))), play()
    )
    times = [(quickest(lambda: parse_record(text), 1), quickest(play, 1)) for _ in range(repeats)]
    return min(replay for replay, _ in times), min(played for _, played in times)


def cpu_of(code: str) -> float:
    """Return the CPU seconds of a Python that runs only this code."""
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
        "princess": "from tilehall import engine; engine.load_game('princess').start(engine.Setup(2))",
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


class Plies(NamedTuple):
    """A ply of look-ahead over all choices: candidates a second, by three requests for each and by one for all."""

    three: float
    one: float


def pipe_plies(found: Game[Any], players: int, seed: int = 1) -> Plies:
    """Along a random game: set, apply and receipt for each choice; then one `try` that tells the same of all."""
    pipe, whim, candidates, seconds = Pipe(), Rng(seed), 0, [0.0, 0.0]
    answer = ask(pipe, do="new", game=found.id, players=players, seed=seed)
    match, copy = answer["match"], ask(pipe, do="new", game=found.id, players=players, dealer="ask")["match"]
    for step in range(PLIES):
        if not (due := answer["actors"]):
            break
        actions = ask(pipe, do="legal", match=match, seat=due[0])["actions"]
        if step % EVERY == 0:
            state = ask(pipe, do="state", match=match)["state"]
            started = time.process_time()
            for action in actions:
                ask(pipe, do="set", match=copy, state=state)
                ask(pipe, do="apply", match=copy, seat=due[0], action=action)
                ask(pipe, do="receipt", match=copy)
            between = time.process_time()
            ask(pipe, do="try", match=match, seat=due[0], each="legal", want=["events", "totals", "digest"])
            seconds = [seconds[0] + between - started, seconds[1] + time.process_time() - between]
            candidates += len(actions)
        answer = ask(pipe, do="apply", match=match, seat=due[0], action=actions[whim.below(len(actions))])
    return Plies(candidates / seconds[0], candidates / seconds[1])


def ask(pipe: Pipe, **fields: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(pipe.answer(json.dumps(fields)))
    assert answer["ok"], answer
    return answer


def catalogue() -> list[tuple[Game[Any], int]]:
    """Yield every built-in game with every number of players."""
    return [(load_game(name), players) for name in BUILT_IN_GAMES for players in BUILT_IN_GAMES[name].player_counts]
