"""Whole games by random choices, thought out beforehand, and how far a table has come with one."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from random import Random
from typing import Any

from tilehall.engine import Match, RecordPlayer, position_digest
from tilehall.tui.tables.computer_players import ComputerPlayers
from tilehall.tui.tables.storage.store import Library
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import run_inline

Standing = tuple[str, tuple[object, ...]]
"""The position, and how it came about."""


@dataclass(frozen=True)
class Choice:
    """Something that a person does at a table."""

    what: str
    seat: int
    action: str = ""

    def do(self, table: Table[Any]) -> None:
        if self.what == "undo":
            table.undo(self.seat)
        elif self.what == "restart":
            table.restart(self.seat)
        elif self.what == "redo" and table.match.undone_steps:
            table.redo()
        else:
            table.act(self.seat, self.action)


@dataclass(frozen=True)
class Plan:
    """One game, choice by choice, with where the table stands before each (the last: at the end)."""

    game: str
    players: tuple[RecordPlayer, ...]
    options: tuple[tuple[str, str], ...]
    seed: str
    choices: list[Choice] = field(default_factory=list)
    standings: list[Standing] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    """How many steps there are before each choice."""
    record: str = ""

    def table(self, library: Library | None = None) -> Table[Any]:
        store = library.new_journal(self.game) if library else None
        return Table.open(self.game, self.players, self.options, self.seed, store)

    def reached(self, table: Table[Any], number: int) -> bool:
        return standing(table.match) == self.standings[number]


def standing(match: Match[Any]) -> Standing:
    """The position and the story; what was decided together in the order of seats, whoever was first."""
    story: list[object] = []
    for together, steps in groupby(match.steps, lambda step: step.is_joint):
        told = [(step.seat, str(step.action)) for step in steps]
        story += sorted(told) if together else told
    return position_digest(match.game, match.state), tuple(story)


@cache
def plan(game: str, kinds: str, options: tuple[tuple[str, str], ...], seed: str) -> Plan:
    """A game with these kinds of players: `h` for a person, `r` for a computer player."""
    names = ("Aki", "Zoë", "Cleo", "Dara")
    players = tuple(
        RecordPlayer(name, "human" if kind == "h" else "random") for name, kind in zip(names, kinds, strict=False)
    )
    made = Plan(game, players, options, seed)
    chance, table = Random(seed), made.table()
    run_inline(ComputerPlayers(table).run())
    while not table.over:
        choice = _choice(table, chance)
        made.standings.append(standing(table.match))
        made.lengths.append(len(table.match.steps))
        made.choices.append(choice)
        choice.do(table)
        run_inline(ComputerPlayers(table).run())
    made.standings.append(standing(table.match))
    made.lengths.append(len(table.match.steps))
    return Plan(game, players, options, seed, made.choices, made.standings, made.lengths, table.record())


def _choice(table: Table[Any], chance: Random) -> Choice:
    """What somebody does next: mostly an action, now and then something with what was done."""
    whim = chance.random()
    if table.match.undone_steps and whim < 0.6:
        step = table.match.undone_steps[-1]
        return Choice("redo", step.seat, str(step.action))
    backward = [seat for seat in table.humans if not table.match.undo_barrier(seat)]
    if backward and whim < 0.15:
        return Choice("undo" if whim < 0.11 else "restart", chance.choice(backward))
    seat = chance.choice([seat for seat in table.due() if table.is_human(seat)])
    return Choice("act", seat, str(chance.choice(table.match.legal_actions(seat))))
