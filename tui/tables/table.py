"""A table: the one true match, its record, and whom to tell of a change.

Everything here happens in one thread, between two awaits or not at all: of two people who act at the same moment the
second is refused if it is no longer their turn. Who plays for the computer is in `computer_players`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from tilehall.engine import (
    Action,
    Advice,
    Game,
    GameResult,
    Header,
    Match,
    Position,
    Record,
    RecordEntry,
    RecordError,
    RecordPlayer,
    RecordWriter,
    RedactedFormat,
    SealedFormat,
    SeatNo,
    SeedDealer,
    SetupError,
    Step,
    Text,
    begin_match,
    component_sets,
    load_game,
    parse_record,
    position_text,
    record_for_viewpoint,
    seal_seed,
    write_record,
)
from tilehall.tui.tables.match_changes import (
    MatchChange,
    perform_actions,
    redo_last,
    take_back,
    take_back_all,
    undone_steps,
)
from tilehall.tui.tables.seating import check_seatable
from tilehall.tui.tables.step_saver import StepSaver
from tilehall.tui.tables.storage.store import UNSTAMPED, Library, Stamp, Store
from tilehall.tui.tables.thinking.thinkers import InlineWriter, TableWriter, run_inline

S = TypeVar("S")
INLINE_WRITER = InlineWriter()


class Table(Generic[S]):
    """Everything that sits between the rules and the seats.

    >>> table = Table.open("princess", (RecordPlayer("Aki"), RecordPlayer("Bo", "random")), seed="8")
    >>> table.match.actors()
    (0,)
    """

    def __init__(
        self,
        header: Header,
        match: Match[S],
        seed: str,
        store: Store | None = None,
        *,
        reasons: Mapping[int, Text] | None = None,
        damage: RecordError | None = None,
        elsewhere: bool = False,
    ) -> None:
        """`damage` is what is wrong with the rest of its record; `elsewhere`: another program plays it, and here it is
        only looked at.
        """
        self.header = header
        self.match = match
        """The true match, replaced by each change once that is saved, or was tried to be saved."""
        self.seed = seed
        self.saver = StepSaver(store)
        self.damage = damage
        self.elsewhere = elsewhere
        self.version = 0
        """Grows with every change."""
        self.reasons = dict(reasons or {})
        """The reasons of the computer players, by step."""
        self._listeners: dict[object, Callable[[], None]] = {}

    # --- opening and closing --------------------------------------------------------------------------------------

    @classmethod
    def open(
        cls,
        played: Game[Any] | str,
        players: Sequence[RecordPlayer],
        options: Iterable[tuple[str, str]] = (),
        seed: str = "",
        store: Store | None = None,
        position: Position | None = None,
        stamp: Stamp = UNSTAMPED,
        aids: bool = True,
        bots: Container[str] = (),
    ) -> Table[Any]:
        """Open a new game, or one that goes on from a position. Without a seed one is made up.

        `bots` are the names of players for whom programs are there. Raises RuleError.
        """
        check_seatable(players, bots)
        seed = seed or secrets.token_hex(8)
        rules = load_game(played) if isinstance(played, str) else played
        text = position_text(rules, rules.load(position)) if position else ""
        header = Header(
            game=rules.id,
            rules=rules.rules_version,
            players=tuple(players),
            options=tuple(sorted(options)),
            sealed=seal_seed(seed),
            position=text,
            date=stamp.date,
            by=stamp.by,
            aids=aids,
            box=component_sets().digest(rules.id),
        )
        table: Table[Any] = Table(header, begin_match(rules, header, SeedDealer(seed)), seed, store)
        table.begin()
        return table

    @classmethod
    def resume(cls, path: Path, library: Library, bots: Container[str] = ()) -> Table[Any]:
        """Open a game from its file, to be played on. Raises GameInUse, DamagedRecord, RecordError."""
        taken = library.resume(path)
        header, match = taken.record.header, taken.record.match
        try:
            if not match.is_over:
                _check_playable(header, path, bots)
            return cls.restore(header, taken.record, taken.seed, taken.journal)
        except RecordError:
            taken.journal.close()
            raise

    @classmethod
    def restore(
        cls,
        header: Header,
        record: Record,
        seed: str,
        store: Store | None,
        reasons: Mapping[int, Text] | None = None,
    ) -> Table[Any]:
        """Open a stored game, to be played on, or to be looked at if it is over; the dealer does what is due.

        `header` is that of the record, perhaps with other names. Raises RecordError, NotSaved.
        """
        table: Table[Any] = Table(header, record.match, seed, store, reasons=reasons)
        if not table.over:
            table.match.dealer = SeedDealer(seed)
            table.saver.try_save(_with_result(table.match, table.match.deal()))
        elif not record.result:
            table.saver.try_save(_with_result(table.match, []))
        table.saver.resume(table.over)
        return table

    @classmethod
    def open_read_only(cls, path: Path, library: Library, elsewhere: bool = False) -> Table[Any]:
        """Open as much of a record as can be read, to be looked at. Nothing is written. Raises RecordError."""
        found = library.rescue(path)
        record = found.record
        return Table(record.header, record.match, record.seed, damage=found.error, elsewhere=elsewhere)

    @classmethod
    def from_record_text(cls, text: str) -> Table[Any]:
        """A game that is over, from the text of its record, to be looked at. Raises RecordError."""
        record = parse_record(text)
        return Table(record.header, record.match, record.seed)

    def begin(self) -> None:
        """Begin to save the game: its head, and what has been done so far."""
        self.saver.begin(self.rules, self.header, self.seed, _with_result(self.match, [*self.match.steps]))

    def close(self) -> None:
        """Let other programs play the game."""
        self.saver.close()

    # --- who sits here, and how it stands -------------------------------------------------------------------------

    @property
    def rules(self) -> Game[S]:
        return self.match.game

    @property
    def names(self) -> tuple[str, ...]:
        return self.header.names

    def is_human(self, number: SeatNo) -> bool:
        return number >= 0 and self.header.players[number].kind == "human"

    @property
    def humans(self) -> tuple[SeatNo, ...]:
        return tuple(number for number in range(len(self.names)) if self.is_human(number))

    def rename(self, header: Header) -> None:
        """Call the players by the names of this header from now on."""
        self.header = header

    @property
    def steps(self) -> int:
        """How many have been made."""
        return len(self.match.steps)

    def due(self) -> tuple[SeatNo, ...]:
        return self.match.actors()

    @property
    def over(self) -> bool:
        return self.match.is_over

    @property
    def store(self) -> Store | None:
        return self.saver.store

    # --- changes --------------------------------------------------------------------------------------------------

    async def change(self, change: MatchChange[S], writer: TableWriter = INLINE_WRITER) -> list[RecordEntry[S]]:
        """Do what somebody wants, save it, and tell all listeners once.

        Raises RuleError at the first part that may not be done; what was done before it stays. Raises NotSaved if it
        could not be saved: then nothing has been done.
        """
        return await writer.run_to_end(self._change(change, writer))

    async def _change(self, change: MatchChange[S], writer: TableWriter) -> list[RecordEntry[S]]:
        trial, made = self.match.copy(keeps_events=True), list[RecordEntry[S]]()
        try:
            for entry in change(trial):
                made.append(entry)
        finally:
            if made:
                await writer.run_blocking(partial(self.saver.save, _with_result(trial, made)))
                self._publish(trial, made)
        return made

    async def act_for_computer(self, number: SeatNo, advice: Advice, writer: TableWriter) -> list[RecordEntry[S]]:
        """Do what a computer player advises. It counts even if it cannot be saved yet: it can be recomputed."""
        trial = self.match.copy(keeps_events=True)
        made: list[RecordEntry[S]] = [*trial.act(number, advice.action).steps]
        await writer.run_blocking(partial(self.saver.try_save, _with_result(trial, made)))
        self.reasons[self.steps + 1] = advice.why
        self._publish(trial, made)
        return made

    def _publish(self, match: Match[S], made: Iterable[RecordEntry[S]]) -> None:
        for step in undone_steps(made):
            # Parts of a common decision that others gave later have moved up.
            self.reasons = {n - (n > step.number): why for n, why in self.reasons.items() if n != step.number}
        self.replace_match(match)

    def replace_match(self, match: Match[S]) -> None:
        """Replace the match with a newer state, also one from another process, and tell all listeners."""
        self.match = match
        self.version += 1
        for when_changed in tuple(self._listeners.values()):
            when_changed()

    def subscribe(self, when_changed: Callable[[], None]) -> Callable[[], None]:
        """Call back after every change; the result ends that."""
        key = object()
        self._listeners[key] = when_changed

        def stop() -> None:
            self._listeners.pop(key, None)

        return stop

    # --- changes without an event loop ----------------------------------------------------------------------------

    def act(self, number: SeatNo, *actions: Action | str) -> list[Step[S]]:
        """Do these actions, one after the other."""
        return [step for step in run_inline(self.change(perform_actions(number, actions))) if isinstance(step, Step)]

    def undo(self, number: SeatNo) -> Step[S]:
        """Take the last step of this seat back. Raises IllegalActionError with what stands in the way."""
        return undone_steps(run_inline(self.change(take_back(number))))[0]

    def redo(self) -> list[Step[S]]:
        """Do again what was taken back last."""
        return [step for step in run_inline(self.change(redo_last)) if isinstance(step, Step)]

    def restart(self, number: SeatNo) -> int:
        """Take back as much as this seat can, and return how many steps. Raises IllegalActionError if none."""
        return len(run_inline(self.change(take_back_all(number))))

    # --- records --------------------------------------------------------------------------------------------------

    def record(self) -> str:
        """The whole game as text, with all its secrets."""
        return write_record(self.header, self.match, self.seed if self.over else "")

    def record_for_keyboard(self) -> str:
        """The game as text for the people at this keyboard: what they may not know yet is sealed."""
        if self.over or not self.rules.has_secrets:
            return self.record()
        writer = RecordWriter(self.rules, self.header, SealedFormat(self.seed))
        sealed = writer.head_text() + writer.lines(self.match.steps)
        viewpoint = self.humans[0] if len(self.humans) == 1 else None
        return record_for_viewpoint(sealed, self.seed, viewpoint, lambda _: self.rules)

    def public_record(self) -> str:
        """The game as text for anybody: until it is over, without its secrets."""
        if self.over or not self.rules.has_secrets:
            return self.record()
        writer = RecordWriter(self.rules, self.header, RedactedFormat())
        return writer.head_text() + writer.lines(self.match.steps)


def _with_result(match: Match[S], made: Sequence[RecordEntry[S]]) -> Sequence[RecordEntry[S]]:
    """With the result, if the game is over now."""
    result: GameResult | None = match.game.final_result(match.state)
    return [*made, result] if result else made


def _check_playable(header: Header, path: Path, bots: Container[str]) -> None:
    """Raises RecordError unless everybody in this record can be played here."""
    try:
        check_seatable(header.players, bots)
    except SetupError as error:
        raise RecordError(
            Text("{name} can be replayed, but not played on: {problem}", name=path.name, problem=error.text)
        ) from error
