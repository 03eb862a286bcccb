"""Other people's programs for tests, good and bad: small scripts, run as real processes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tilehall.engine import ENGLISH, Match, Rng, SeedDealer, Setup, Text, load_game, render_text
from tilehall.tui.programs.bots.bot_messages import BotCase
from tilehall.tui.programs.bots.bot_seat import BotDecision, BotSeat, PendingDecision
from tilehall.tui.programs.bots.launch import BotCommand, BotSettings
from tilehall.tui.tables.thinking.thinkers import Thought

NAMES = ("Bob", "Aki", "Cleo", "Dara")
PROGRAM = """
import json, os, sys, time
heard = open({heard!r}, "a")
def say(**message):
    sys.stdout.write(json.dumps(message) + chr(10))
    sys.stdout.flush()
def best(action, turn=None):
    say(say="best", turn=m["turn"] if turn is None else turn, action=action, why="it is the first")
for line in sys.stdin:
    heard.write(line)
    heard.flush()
    m = json.loads(line)
    if m["say"] == "hello":
        {hello}
    elif m["say"] == "turn":
        {turn}
    elif m["say"] == "tried":
        {tried}
    elif m["say"] == "stop":
        {stop}
    elif m["say"] == "bye":
        break
"""
HELLO = 'say(say="hello", protocol=1, name="Fake")'
FIRST = 'best(m["legal"][0])'


class Fake:
    """A program at a chair, and what it has heard."""

    def __init__(self, folder: Path, seconds: float = 5.0, **does: str) -> None:
        self.heard_in = folder / "heard"
        script = folder / "fake.py"
        usual = {"hello": HELLO, "turn": FIRST, "tried": "pass", "stop": "pass"}
        told = {key: ("\n        " + what.strip().replace("\n", "\n        ")) for key, what in (usual | does).items()}
        script.write_text(PROGRAM.format(heard=str(self.heard_in), **told))
        self.command = BotCommand("Bob", (sys.executable, "-S", "-E", str(script)))
        self.notes = folder / "notes"
        self.chair = BotSeat(self.command, BotSettings(self.notes, seconds))

    @property
    def heard(self) -> str:
        return self.heard_in.read_text() if self.heard_in.exists() else ""


class Played(NamedTuple):
    """A game in which somebody is to be asked."""

    match: Match[Any]
    seat: int
    names: tuple[str, ...]

    @property
    def case(self) -> BotCase:
        options = self.match.setup.options
        view = self.match.view(self.seat)
        return BotCase(self.match.game, self.names, options, self.seat, view, tuple(self.match.steps))

    def act(self, action: object) -> None:
        """This seat acts, and the others by lot up to its next decision."""
        self.match.act(self.seat, str(action))
        self.go_on()

    def go_on(self) -> None:
        _up_to(self.match, self.seat)

    @property
    def thought(self) -> Thought:
        return Thought(self.match.game.id, "program", self.match.view(self.seat), self.seat, "7")


def begun(name: str = "princess", seat: int = 0, seed: str = "7", players: int = 2) -> Played:
    """A game up to the first decision of a seat; the others play by lot."""
    match = Match(load_game(name), Setup(players), SeedDealer(seed))
    _up_to(match, seat)
    return Played(match, seat, NAMES[:players])


def _up_to(match: Match[Any], seat: int) -> None:
    whims = Rng(f"{len(match.steps)}")
    while seat not in match.actors() and not match.is_over:
        acts = match.actors()[0]
        choices = match.legal_actions(acts)
        match.act(acts, choices[whims.below(len(choices))])


def decides(fake: Fake, played: Played | None = None, call: PendingDecision | None = None) -> BotDecision:
    found = played or begun()
    return fake.chair.decide(found.case, found.thought, call or PendingDecision())


def told(decided: BotDecision) -> str:
    """What is said at the table; empty if nothing went wrong."""
    return render_text(decided.fault or Text(""), ENGLISH, NAMES)


def waits_for(holds: Callable[[], bool], seconds: float = 5.0) -> bool:
    """Whether it comes true soon."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if holds():
            return True
        time.sleep(0.01)
    return holds()
