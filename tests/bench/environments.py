"""Steps a second of the environments for programs that learn, next to those of PettingZoo's own games."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from typing import Any

from pettingzoo import AECEnv

from tilehall.engine import BUILT_IN_GAMES
from tilehall.engine.rl import env

Made = AECEnv[str, dict[str, Any], Any]
YARDSTICKS = ("tictactoe_v3", "connect_four_v3")


def yardsticks() -> dict[str, Callable[[], Made]]:
    """PettingZoo's own games; they cannot be imported without pygame, which nothing else here needs."""
    if find_spec("pygame") is None:
        return {}
    return {name: import_module(f"pettingzoo.classic.{name}").env for name in YARDSTICKS}


def ours() -> dict[str, Callable[[], Made]]:
    return {name: lambda name=name: env(name, 2) for name in BUILT_IN_GAMES}


def rate(table: Made, seconds: float, seed: int) -> float:
    """Return random steps a second of CPU time, each with its observation and action mask."""
    steps, started = 0, time.process_time()
    while time.process_time() - started < seconds:
        table.reset(seed=seed + steps)
        for agent in table.agent_iter():
            seen, _, over, gone, _ = table.last()
            assert seen is not None
            table.step(None if over or gone else table.action_space(agent).sample(seen["action_mask"]))
            steps += 1
    return steps / (time.process_time() - started)


def rates(rounds: int = 3, seconds: float = 1.0) -> Iterator[tuple[str, float]]:
    """Return the median rate of each environment; they take turns."""
    tables = {name: make() for name, make in (yardsticks() | ours()).items()}
    found = [{name: rate(table, seconds, n) for name, table in tables.items()} for n in range(rounds)]
    for name in tables:
        yield name, median(each[name] for each in found)
