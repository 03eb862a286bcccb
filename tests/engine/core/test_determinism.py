"""The same game in every process: no hash seed, locale or earlier import changes a digest."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

RECORDS = sorted((Path(__file__).parents[2] / "records").glob("*.tilehall"))

PROGRAM = """
import sys
from tilehall.engine import BUILT_IN, ENGLISH, Match, Rng, SeedDealer, Setup, digest, game, read, said
from tilehall.engine.ai.players import bot, choose

for name in BUILT_IN:
    rules = game(name)
    match, rng, player = Match(rules, Setup(2), SeedDealer("the same")), Rng(3), bot("greedy", "the same")
    while not match.over and len(match.steps) < 120:
        seat = match.actors()[0]
        choices = match.legal(seat)
        action = choices[rng.below(len(choices))]
        if rng.below(4) == 0:
            action = choose(player, rules, match.view(seat), seat).action
        match.act(seat, action)
        print(match.steps[-1].action, digest(rules, match.state), [str(a) for a in choices][:9])
        print([said(event.told(None), ENGLISH, ("a", "b", "c", "d")) for event in match.steps[-1].events])
for path in sys.argv[1:]:
    record = read(open(path, encoding="utf-8").read())
    print([digest(record.match.game, step.after) for step in record.match.steps])
"""


def told(hash_seed: str, **environment: str) -> str:
    found = subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, RECORDS)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, **environment},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return found.stdout


def test_a_game_is_the_same_under_every_hash_seed() -> None:
    first = told("0")
    assert len(first.splitlines()) > 100 + len(RECORDS)
    assert told("1") == first
    assert told("random", LC_ALL="C", TZ="Asia/Tokyo") == first
