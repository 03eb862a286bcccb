"""A table: the one true match, who sits around it, the loop of the computer players, and whom to tell of a change.

Everything here happens in one thread, between two awaits or not at all: two people who act at the same moment act one
after the other, and the second is refused if it is no longer his turn.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from tilehall.engine import (
    Action,
    Game,
    Header,
    Match,
    Player,
    Position,
    RecordError,
    Scribe,
    SeedDealer,
    SetupError,
    Step,
    Text,
    begun,
    game,
    position_text,
    seal,
    write,
)
from tilehall.engine import Seat as Number
from tilehall.tui.house.company import seatable
from tilehall.tui.house.minds import AtOnce, Here, Minds, Runner, Thought
from tilehall.tui.house.store import UNSTAMPED, Keeper, Stamp, Store, read_record

S = TypeVar("S")
WhenChanged = Callable[[], None]
UntilRead = Callable[[], Awaitable[None]]
WhenBroken = Callable[[Exception], None]


class Listener:
    """Somebody who is told of changes, and for whom computer players wait."""

    def __init__(self, when_changed: WhenChanged, until_read: UntilRead | None, when_broken: WhenBroken | None) -> None:
        self.when_changed = when_changed
        self.until_read = until_read
        self.when_broken = when_broken

    def broke(self, error: Exception) -> None:
        """It could not listen: whoever listens is told what it raised."""
        if self.when_broken is not None:
            self.when_broken(error)


class Table(Generic[S]):
    """Everything that sits between the rules and the seats.

    >>> table = Table.open("princess", (Player("Aki"), Player("Bo", "random")), seed="8")
    >>> table.match.actors()
    (0,)
    """

    def __init__(
        self, header: Header, match: Match[S], seed: str, store: Store | None = None, minds: Minds | None = None
    ) -> None:
        self.header = header
        self.match = match
        self.seed = seed
        self.store = store
        self.minds: Minds = minds or Here()
        self.runner: Runner = AtOnce()
        self.version = 0
        """Grows with every change."""
        self.whys: dict[int, Text] = {}
        """The reasons of the computer players, by step."""
        self._scribe = Scribe(header)
        self._listeners: list[Listener] = []

    @classmethod
    def open(
        cls,
        played: Game[Any] | str,
        players: Sequence[Player],
        options: Iterable[tuple[str, str]] = (),
        seed: str = "",
        store: Store | None = None,
        minds: Minds | None = None,
        position: Position | None = None,
        stamp: Stamp = UNSTAMPED,
    ) -> Table[Any]:
        """A new game, or one that goes on from a position. Without a seed one is made up. Raises RuleError."""
        seatable(players)
        seed = seed or secrets.token_hex(8)
        rules = game(played) if isinstance(played, str) else played
        text = position_text(rules, rules.load(position)) if position else ""
        header = Header(
            game=rules.id,
            rules=rules.rules,
            players=tuple(players),
            options=tuple(sorted(options)),
            sealed=seal(seed),
            position=text,
            date=stamp.date,
            by=stamp.by,
        )
        table: Table[Any] = Table(header, begun(rules, header, SeedDealer(seed)), seed, store, minds)
        table.begin()
        return table

    @classmethod
    def resume(cls, path: Path, minds: Minds | None = None) -> Table[Any]:
        """A game from its file, to be played on. Raises RecordError."""
        record, keeper = read_record(path), Keeper(path)
        seed = record.seed or keeper.seed()
        over = record.match.over
        if not over:
            _playable(record.header, path)
        if not seed and not over:
            raise RecordError(
                Text("{file} cannot be played on: its seed is missing. It can still be replayed.", file=path.name)
            )
        if seed and record.header.sealed and seal(seed) != record.header.sealed:
            raise RecordError(
                Text("{file} cannot be played on: the seed beside it does not fit its seal.", file=path.name)
            )
        table: Table[Any] = Table(record.header, record.match, seed, keeper, minds)
        keeper.mend()
        for step in record.match.steps:
            table._line(step)
        if not over:
            record.match.dealer = SeedDealer(seed)
            table._keep(record.match.deal())
        elif not record.result:
            table._finish()
        elif not record.seed and seed:
            table._append(f"seed {seed}\n")
            keeper.finish()
        return table

    @classmethod
    def shown(cls, path: Path) -> Table[Any]:
        """A record to be looked at; nothing is written. Raises RecordError."""
        record = read_record(path)
        return Table(record.header, record.match, record.seed)

    # --- who sits here --------------------------------------------------------------------------------------------

    @property
    def rules(self) -> Game[S]:
        return self.match.game

    @property
    def names(self) -> tuple[str, ...]:
        return self.header.names

    def is_human(self, number: Number) -> bool:
        return number >= 0 and self.header.players[number].kind == "human"

    @property
    def humans(self) -> tuple[Number, ...]:
        return tuple(number for number in range(len(self.names)) if self.is_human(number))

    def due(self) -> tuple[Number, ...]:
        return self.match.actors()

    @property
    def over(self) -> bool:
        return self.match.over

    # --- acting ---------------------------------------------------------------------------------------------------

    def act(self, number: Number, *actions: Action | str) -> list[Step[S]]:
        """Does these actions and writes them down; everybody is told once.

        Raises RuleError at the first that may not be done; what was done before it stays.
        """
        made: list[Step[S]] = []
        try:
            for action in actions:
                made += self.match.act(number, action).moves
        finally:
            if made:
                self._keep(made)
                self._changed()
        return made

    def undo(self, number: Number) -> Step[S]:
        """Takes the last step of this seat back. Raises Refused with the barrier in words."""
        step = self._take_back(number)
        self._changed()
        return step

    def _take_back(self, number: Number) -> Step[S]:
        step = self.match.undo(number)
        # Parts of a common decision that others gave later have moved up.
        self.whys = {n - (n > step.number): why for n, why in self.whys.items() if n != step.number}
        self._append(self._scribe.back(step, len(self.match.steps)))
        return step

    @property
    def undone(self) -> Number | None:
        """Whose step was taken back last and can be done again."""
        return self.match.undone[-1].seat if self.match.undone else None

    def redo(self) -> list[Step[S]]:
        moves = self.match.redo().moves
        self._keep(moves)
        self._changed()
        return moves

    def restart(self, number: Number) -> int:
        """Takes back as much as this seat can, and says how many steps that was. Raises Refused if none."""
        self._take_back(number)
        count = 1
        while not self.match.barrier(number):
            self._take_back(number)
            count += 1
        self._changed()
        return count

    def record(self) -> str:
        """The whole game as text."""
        return write(self.header, self.match, self.seed if self.over else "")

    # --- telling --------------------------------------------------------------------------------------------------

    def told(
        self,
        when_changed: WhenChanged,
        until_read: UntilRead | None = None,
        when_broken: WhenBroken | None = None,
    ) -> Callable[[], None]:
        """Calls back after every change; computer players wait for `until_read`. The answer ends that.

        One that raises is told no more, but hears of that by `when_broken`. When the last listener has gone, the
        computer players rest.
        """
        listener = Listener(when_changed, until_read, when_broken)
        self._listeners.append(listener)

        def stop() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)
            if not self._listeners:
                self.runner.rest()

        return stop

    def _changed(self) -> None:
        self.version += 1
        for listener in tuple(self._listeners):
            try:
                listener.when_changed()
            except Exception as error:
                # Whoever cannot listen is told no more; the others, and who acted, go on.
                self._listeners.remove(listener)
                listener.broke(error)

    # --- the computer players -------------------------------------------------------------------------------------

    async def settled(self) -> None:
        """Lets the computer players play until a person has to decide, or the game is over."""
        if self._computer() is not None or self.runner.busy:
            await self.runner.run(self._play)

    def _computer(self) -> Number | None:
        """The computer player who has to decide. People who owe the same decision are not waited for."""
        for number in self.due():
            if number >= 0 and not self.is_human(number):
                return number
        return None

    async def _play(self) -> None:
        while (number := self._computer()) is not None:
            version = self.version
            advice = await self.minds.think(self._thought(number))
            await self._read()
            if self.version != version:
                # What it thought about has changed meanwhile.
                continue
            made = self.match.act(number, advice.action).moves
            self.whys[made[0].number] = advice.why
            self._keep(made)
            self._changed()
            await self._read()

    async def _read(self) -> None:
        """Waits until everybody here has read what was told so far."""
        for listener in tuple(self._listeners):
            if listener.until_read is None:
                continue
            try:
                await listener.until_read()
            except Exception as error:
                listener.until_read = None
                listener.broke(error)

    def _thought(self, number: Number) -> Thought:
        whim = f"{self.seed} {number} {len(self.match.steps)}"
        return Thought(self.header.game, self.header.players[number].kind, self.match.view(number), number, whim)

    # --- writing down ---------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Begins to keep the game: its head, and what has been done so far."""
        if self.store:
            self.store.begin(self.header, self.seed)
            self._append("".join(map(self._line, self.match.steps)))
            if self.over:
                self._finish()

    def _line(self, step: Step[S]) -> str:
        return self._scribe.step(self.rules, step)

    def _keep(self, steps: Sequence[Step[S]]) -> None:
        if self.store is None:
            return
        self._append("".join(map(self._line, steps)))
        if steps and self.over:
            self._finish()

    def _finish(self) -> None:
        """The game is over: result and seed are added."""
        standing = self.rules.standing(self.match.state)
        if standing:
            self._append(self._scribe.result(standing, self.seed))
        if self.store:
            self.store.finish()

    def _append(self, text: str) -> None:
        if self.store:
            self.store.append(text)


def _playable(header: Header, path: Path) -> None:
    """Whether everybody in this record can be played here. Raises RecordError."""
    try:
        seatable(header.players)
    except SetupError as error:
        raise RecordError(
            Text("{name} can be replayed, but not played on: {problem}", name=path.name, problem=error.text)
        ) from error
