"""People who play at one table at the same time, and a witness who compares what every seat sees with what it may."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from tilehall.engine import Action, Advice, Event, Game, IllegalActionError, RecordPlayer, Rng, Step, UserError
from tilehall.tui.tables.computer_players import ComputerPlayers, TableServices
from tilehall.tui.tables.moment import Moment, SeenStep
from tilehall.tui.tables.seat import TableSeat, player_seat
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.background import TaskRunner
from tilehall.tui.tables.thinking.thinkers import Thinker, Thought, final_advice

NAMES = ("Aki", "Bo", "Cleo", "Dara")


class Dreamy:
    """Thinks now at once, now for a while, so that the others get between."""

    async def think(self, thought: Thought) -> Advice:
        for _ in range(Rng(thought.whim).below(4)):
            await asyncio.sleep(0)
        return final_advice(thought)

    def hurry(self, thought: Thought) -> None:
        """It never takes long."""


def at_a_table(
    game: str,
    kinds: Sequence[str],
    seed: str,
    options: Sequence[tuple[str, str]] = (),
    minds: Thinker | None = None,
) -> ComputerPlayers[Any]:
    """Those of a table in a program with an event loop."""
    players = [RecordPlayer(name, kind) for name, kind in zip(NAMES, kinds, strict=False)]
    table = Table.open(game, players, options, seed)
    return ComputerPlayers(table, TableServices(thinker=minds or Dreamy(), runner=TaskRunner()))


def text(rules: Game[Any], state: Any) -> str:
    return json.dumps(rules.dump(state), sort_keys=True)


# --- one who compares ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kept:
    """A moment that somebody kept, and what it said when it was new."""

    moment: Moment[Any]
    said: str

    @classmethod
    def of(cls, moment: Moment[Any]) -> Kept:
        return cls(moment, said(moment))

    def unchanged(self) -> bool:
        return said(self.moment) == self.said


def said(moment: Moment[Any]) -> str:
    """All that a moment says."""
    parts: list[object] = [
        moment.number,
        moment.viewpoint,
        moment.seat,
        moment.must_decide,
        moment.due,
        moment.seen_steps,
        moment.barrier,
    ]
    parts += [moment.curtain, moment.seed, text(moment.rules, moment.state), moment.receipt, moment.standing]
    if moment.must_decide:
        parts += [moment.decision, list(moment.legal)]
    return repr(parts)


class Happened:
    """What happened in each step: working it out anew for every look would take most of the time."""

    def __init__(self) -> None:
        self._steps: list[tuple[Step[Any], tuple[Event, ...]]] = []

    def events(self, steps: Sequence[Step[Any]]) -> list[Event]:
        known = self._steps
        while known and (len(known) > len(steps) or known[-1][0] is not steps[len(known) - 1]):
            known.pop()
        known += [(step, step.events) for step in steps[len(known) :]]
        return [event for _, events in known for event in events]


def sees_what_it_may(table: Table[Any], eyes: int | None, now: Moment[Any], happened: Happened | None = None) -> None:
    """Position and log are those for these eyes, and an action is only named to them where they may know it."""
    match, rules = table.match, table.rules
    assert (now.viewpoint, now.number, now.due, now.over) == (eyes, len(match.steps), match.actors(), match.is_over)
    assert text(rules, now.state) == text(rules, rules.view(match.state, eyes))
    assert [e.text for e in now.log] == [e.text_for(eyes) for e in (happened or Happened()).events(match.steps)]
    assert [(deed.number, deed.seat) for deed in now.seen_steps] == [(step.number, step.seat) for step in match.steps]
    is_open = match.is_over or not rules.has_secrets
    assert now.seed == (table.seed if match.is_over else "")
    for step, deed in zip(match.steps, now.seen_steps, strict=True):
        # A reason gives nothing away where everybody knew all that there was to know.
        assert is_open or not deed.why or text(rules, step.before) == text(rules, rules.view(step.before, None))
        if is_open or step.seat == eyes:
            assert deed.action == step.action
        elif step.is_joint:
            assert deed.action is None
        else:
            assert deed.action in (step.action, None)


class Witness:
    """Compares, after every change, what every seat sees with what its eyes may see."""

    def __init__(self, table: Table[Any], seats: Sequence[tuple[int | None, TableSeat[Any]]], whims: Rng) -> None:
        self.table = table
        self.happened = Happened()
        self.seats = seats
        self.whims = whims
        self.changes = 0
        self.secrets = 0
        """Actions that were hidden from somebody."""
        self.kept: list[Kept] = []
        table.subscribe(self.compare)

    def compare(self) -> None:
        self.changes += 1
        for eyes, seat in self.seats:
            now = seat.now
            assert seat.now is now, "nothing has changed, and the moment is another"
            sees_what_it_may(self.table, eyes, now, self.happened)
            self.decides(eyes, seat)
            if self.table.rules.has_secrets and now.seen_steps and not now.over:
                self.secret(eyes, self.table.match.steps[-1], now.seen_steps[-1])
            if not self.whims.below(40):
                self.kept.append(Kept.of(now))

    def decides(self, eyes: int | None, seat: TableSeat[Any]) -> None:
        """Decision and choices are there for those who are due, and are those of the true position."""
        match, rules, now = self.table.match, self.table.rules, seat.now
        assert now.must_decide == (eyes in match.actors())
        assert seat.number == (eyes if now.must_decide else None)
        if eyes is None:
            assert now.barrier
            return
        assert now.barrier == match.undo_barrier(eyes)
        assert set(map(str, now.legal)) == set(map(str, rules.legal_actions(match.state, eyes)))
        if now.must_decide:
            assert now.decision == rules.decision(match.state, eyes)
        else:
            assert not now.legal

    def secret(self, eyes: int | None, step: Step[Any], deed: SeenStep) -> None:
        """Whatever else could have been done and would have looked the same must not be told apart."""
        entries = [(e.key, e.rule, e.marks, e.seat) for e in deed.entries]
        for events in self.doubles(step, eyes):
            self.secrets += 1
            assert deed.action is None, f"'{step.action}' is a secret"
            assert [(e.key, e.rule, e.marks, e.seat) for e in events] == entries

    def doubles(self, step: Step[Any], eyes: int | None) -> list[list[Event]]:
        """The events of other actions that these eyes could not have told from this one."""
        rules = self.table.rules
        truth, view = text(rules, step.after), text(rules, rules.view(step.after, eyes))
        told = [event.text_for(eyes) for event in step.events]
        choices, found = rules.legal_actions(step.before, step.seat), list[list[Event]]()
        for other in {choices[self.whims.below(len(choices))] for _ in range(4)} - {step.action}:
            events: list[Event] = []
            after = rules.apply(step.before, step.seat, other, events)
            if [event.text_for(eyes) for event in events] != told or text(rules, after) == truth:
                continue
            if text(rules, rules.view(after, eyes)) == view:
                found.append(events)
        return found


# --- those who play -----------------------------------------------------------------------------------------------


class Person:
    """Plays by lot at a screen of his own; now and then takes back, and now and then tries what he may not."""

    def __init__(self, table: Table[Any], number: int, whims: Rng) -> None:
        self.table = table
        self.seat = player_seat(table, number)
        self.whims = whims
        self.did: Counter[str] = Counter()
        self.phrases: list[Action] = []
        """What was ever a choice."""
        self.stirred = asyncio.Event()
        self.seat.subscribe(self.stirred.set)

    async def play(self) -> Counter[str]:
        """To the end of the game; how often it did what."""
        while not self.seat.now.over:
            self.stirred.clear()
            await self.seat.run_computers()
            chance = self.whims.below(20)
            if chance < 3:
                await self.blunder()
            elif chance < 5 and not self.seat.now.barrier:
                await self.regret()
            elif self.seat.now.must_decide:
                await self.turn()
            elif not self.seat.now.over:
                await self.stirred.wait()
            await asyncio.sleep(0)
        return self.did

    async def turn(self) -> None:
        choices = self.seat.now.legal
        action = choices[self.whims.below(len(choices))]
        self.phrases += choices[:3]
        self.did["act"] += 1
        await self.seat.act(action if self.whims.below(2) else str(action))

    async def regret(self) -> None:
        """Takes back, and half of the time does it again; nobody gets between."""
        before = self.seat.now
        action = await self.seat.undo()
        assert self.seat.now.must_decide
        assert action in self.seat.now.legal
        self.did["undo"] += 1
        if self.whims.below(2):
            assert await self.seat.redo() == action
            assert text(before.rules, self.seat.now.state) == text(before.rules, before.state)
            self.did["redo"] += 1

    async def blunder(self) -> None:
        """Tries something that is refused; nothing changes by it."""
        now, version, steps = self.seat.now, self.table.version, list(self.table.match.steps)
        if now.must_decide:
            wrong = next((phrase for phrase in self.phrases if now.check(phrase)), None)
            if wrong is None:
                return
            with pytest.raises(IllegalActionError):
                await self.seat.act(wrong)
            with pytest.raises(UserError):
                await self.seat.act("wave")
            self.did["illegal"] += 1
        else:
            for phrase in self.phrases[-1:]:
                with pytest.raises(IllegalActionError, match=r"turn|over"):
                    await self.seat.act(phrase)
            with pytest.raises(IllegalActionError, match=r"turn|over"):
                await self.seat.hint()
            self.did["out of turn"] += 1
        if now.barrier:
            with pytest.raises(IllegalActionError):
                await self.seat.undo()
            with pytest.raises(IllegalActionError):
                await self.seat.restart()
        assert self.seat.now is now
        assert (self.table.version, self.table.match.steps) == (version, steps)
