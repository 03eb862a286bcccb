"""A table: a match with its players around it, kept in a file as it is played. Screens and line mode sit at it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilehall.engine import (
    CHANCE,
    Action,
    Advice,
    Header,
    Match,
    Player,
    RecordError,
    Rng,
    Scribe,
    Seat,
    SeedDealer,
    Standing,
    Step,
    Turned,
    game,
    seal,
    write,
)
from tilehall.engine.players import bot
from tilehall.tui.files import Keeper, read_record


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log: the step it belongs to, whose it was, and the sentence."""

    step: int
    seat: Seat
    text: str
    rule: str
    marks: tuple[str, ...]
    key: str


class Table:
    """Everything that sits between the rules and a screen.

    >>> table = Table.open("princess", (Player("Aki"), Player("Bo", "random")), seed="7")
    >>> table.match.actors()
    (0,)
    """

    def __init__(self, header: Header, match: Match[Any], seed: str, keeper: Keeper | None = None) -> None:
        self.header = header
        self.names = header.names
        self.match = match
        self.seed = seed
        self.keeper = keeper
        self.scribe = Scribe(header)
        self._secret: tuple[Any, bool] | None = None

    @classmethod
    def open(
        cls,
        game_id: str,
        players: Sequence[Player],
        options: Iterable[tuple[str, str]] = (),
        seed: str = "",
        path: Path | None = None,
    ) -> Table:
        """A new game. Without a seed one is made up. Raises RuleError."""
        seed = seed or secrets.token_hex(8)
        rules = game(game_id)
        header = Header(game_id, rules.rules, tuple(players), tuple(sorted(options)), seal(seed))
        table = cls(header, Match(rules, header.setup, SeedDealer(seed)), seed, Keeper(path) if path else None)
        if table.keeper:
            table.keeper.begin(header, seed)
            table.keeper.append("".join(map(table._line, table.match.steps)))
        return table

    @classmethod
    def resume(cls, path: Path) -> Table:
        """A game from its file, to be played on. Raises RecordError."""
        record, keeper = read_record(path), Keeper(path)
        seed = record.seed or keeper.seed()
        over = record.match.over
        if not seed and not over:
            raise RecordError(f"{path.name} cannot be played on: its seed is missing. It can still be replayed.")
        if seed and record.header.sealed and seal(seed) != record.header.sealed:
            raise RecordError(f"{path.name} cannot be played on: the seed beside it does not fit its seal.")
        table = cls(record.header, record.match, seed, keeper)
        keeper.mend()
        for step in record.match.steps:
            table._line(step)
        if not over:
            record.match.dealer = SeedDealer(seed)
            table._keep(record.match.deal())
        elif not record.result:
            table._finish()
        return table

    # --- who sits here --------------------------------------------------------------------------------------------

    @property
    def rules(self) -> Any:
        return self.match.game

    def is_human(self, seat: Seat) -> bool:
        return seat != CHANCE and self.header.players[seat].kind == "human"

    @property
    def humans(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in range(len(self.names)) if self.is_human(seat))

    def secret(self) -> bool:
        """Whether the people at this table may not all see the same now."""
        state = self.match.state
        if self._secret is None or self._secret[0] is not state:
            views = [self.rules.dump(self.match.view(seat)) for seat in (self.humans if self.rules.secrets else ())]
            self._secret = (state, any(view != views[0] for view in views))
        return self._secret[1]

    def due(self) -> tuple[Seat, ...]:
        return self.match.actors()

    @property
    def over(self) -> bool:
        return self.match.over

    def standing(self) -> Standing | None:
        found: Standing | None = self.rules.standing(self.match.state)
        return found

    # --- playing --------------------------------------------------------------------------------------------------

    def act(self, seat: Seat, action: Action | str) -> Turned[Any]:
        """Does an action, and writes it down. Raises RuleError and changes nothing if it may not be done."""
        turned = self.match.act(seat, action)
        self._keep(turned.moves)
        return turned

    def think(self, seat: Seat) -> Advice:
        """What the computer player of this seat does now, from what the seat may see. Changes nothing."""
        return self.thinking(seat)()

    def thinking(self, seat: Seat) -> Callable[[], Advice]:
        """The same, to be worked out later or elsewhere: it sees the position as it is now."""
        mind = bot(self.header.players[seat].kind, f"{self.seed} {seat} {len(self.match.steps)}")
        view = self.match.view(seat)
        return lambda: Advice(*mind.choose(self.rules, view, seat))

    def hint(self, seat: Seat) -> Advice:
        """What a good player would do in this seat."""
        found: Advice = self.rules.advise(self.match.view(seat), seat, Rng(len(self.match.steps)))
        return found

    def undo(self, seat: Seat) -> Step[Any]:
        """Takes the last step of this seat back. Raises Refused with the barrier in words."""
        step = self.match.undo(seat)
        self._append(self.scribe.back(step, len(self.match.steps)))
        return step

    def redo(self) -> Turned[Any]:
        turned = self.match.redo()
        self._keep(turned.moves)
        return turned

    def restart(self, seat: Seat) -> int:
        """Takes back as much as this seat can, and says how many steps that was. Raises Refused if none."""
        self.undo(seat)
        count = 1
        while not self.match.barrier(seat):
            self.undo(seat)
            count += 1
        return count

    def can_undo(self, seat: Seat) -> bool:
        return not self.match.barrier(seat)

    # --- telling --------------------------------------------------------------------------------------------------

    def log(self, seat: Seat | None, since: int = 0) -> list[Entry]:
        """What has happened, in the words that this seat may read, from the step after `since` on."""
        return [entry for step in self.match.steps[since:] for entry in self.entries(step, seat)]

    def entries(self, step: Step[Any], seat: Seat | None) -> list[Entry]:
        told = ((event, event.told(seat, self.names)) for event in step.events)
        return [Entry(step.number, event.seat, text, event.rule, event.marks, event.key) for event, text in told]

    def last_own_step(self, seat: Seat) -> int:
        """The number of this seat's latest step, 0 if it has done nothing yet."""
        return next((step.number for step in reversed(self.match.steps) if step.seat == seat), 0)

    def told(self, text: str) -> str:
        """A text of the engine with the players' names in it."""
        return text.format(*self.names)

    def record(self) -> str:
        """The whole game as text."""
        return write(self.header, self.match, self.seed if self.over else "")

    # --- writing down ---------------------------------------------------------------------------------------------

    def _line(self, step: Step[Any]) -> str:
        return self.scribe.step(self.rules, step)

    def _keep(self, steps: Sequence[Step[Any]]) -> None:
        self._append("".join(map(self._line, steps)))
        if steps and self.over:
            self._finish()

    def _finish(self) -> None:
        """The game is over: result and seed are added."""
        standing = self.standing()
        if standing:
            self._append(self.scribe.result(standing, self.seed))
        if self.keeper:
            self.keeper.finish()

    def _append(self, text: str) -> None:
        if self.keeper:
            self.keeper.append(text)
