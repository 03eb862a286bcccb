"""The same game in every process: no hash seed, locale or earlier import changes a digest."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

RECORDS = sorted((Path(__file__).parents[2] / "records").glob("*.tilehall"))

PROGRAM = """
import sys
from tilehall.engine import BUILT_IN_GAMES, ENGLISH, Match, Rng, SeedDealer, Setup, load_game, parse_record, render_text
from tilehall.engine.ai.players import choose_action, make_bot
from tilehall.engine.core.match import position_digest

for name in BUILT_IN_GAMES:
    rules = load_game(name)
    match, rng, player = Match(rules, Setup(2), SeedDealer("the same")), Rng(3), make_bot("greedy", "the same")
    while not match.is_over and len(match.steps) < 80:
        seat = match.actors()[0]
        choices = match.legal_actions(seat)
        action = choices[rng.below(len(choices))]
        if rng.below(4) == 0:
            action = choose_action(player, rules, match.view(seat), seat).action
        match.act(seat, action)
        print(match.steps[-1].action, position_digest(rules, match.state), [str(a) for a in choices][:9])
        print([render_text(event.text_for(None), ENGLISH, ("a", "b", "c", "d")) for event in match.steps[-1].events])
for path in sys.argv[1:]:
    record = parse_record(open(path, encoding="utf-8").read())
    print([position_digest(record.match.game, step.after) for step in record.match.steps])
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
