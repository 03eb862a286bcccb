"""A table: the one true match, who sits around it, the loop of the computer players, and whom to tell of a change.

Everything here happens in one thread, between two awaits or not at all: two people who act at the same moment act one
after the other, and the second is refused if it is no longer his turn.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from tilehall.engine import (
    Action,
    Advice,
    Game,
    GameResult,
    Header,
    IllegalActionError,
    Match,
    Position,
    Record,
    RecordEntry,
    RecordError,
    RecordPlayer,
    RecordWriter,
    RedactedFormat,
    Refusal,
    SealedFormat,
    SeedDealer,
    SetupError,
    Step,
    Text,
    UndoneStep,
    begin_match,
    component_sets,
    load_game,
    parse_record,
    position_text,
    record_for_viewpoint,
    seal_seed,
    write_record,
)
from tilehall.engine import SeatNo as Number
from tilehall.tui.tables.listeners import Listeners, UntilRead, WhenBroken, WhenChanged
from tilehall.tui.tables.seating import BOT_KIND, check_seatable
from tilehall.tui.tables.storage.store import UNSTAMPED, Library, Stamp, Store
from tilehall.tui.tables.thinking.thinkers import (
    BotsAtTable,
    InlineRunner,
    InlineThinker,
    InlineWriter,
    Runner,
    TableWriter,
    Thinker,
    Thought,
    run_inline,
)

if TYPE_CHECKING:
    from tilehall.tui.tables.history.review import ReviewCache
    from tilehall.tui.tables.thinking.thinkers import AnalysisExecutor

S = TypeVar("S")
MatchChange = Callable[[Match[S]], Iterable[RecordEntry[S]]]
"""Something that is done to a match, part by part."""


class Table(Generic[S]):
    """Everything that sits between the rules and the seats.

    >>> table = Table.open("princess", (RecordPlayer("Aki"), RecordPlayer("Bo", "random")), seed="8")
    >>> table.match.actors()
    (0,)
    """

    def __init__(
        self, header: Header, match: Match[S], seed: str, store: Store | None = None, minds: Thinker | None = None
    ) -> None:
        self.header = header
        self.match = match
        """What counts: only what is kept, or was tried to be, gets here. It is another one after each change."""
        self.seed = seed
        self.store = store
        self.thinker: Thinker = minds or InlineThinker()
        self.bots: BotsAtTable | None = None
        """Other people's programs that play here, see `seat_bots`."""
        self.bot_thinker: Thinker | None = None
        """Who asks them what they do."""
        self.analysis_executor: AnalysisExecutor | None = None
        """Who works out what is asked of the whole game when it is looked back at; None: whoever asks."""
        self.analysis_processes: int | None = 0
        """In how many processes that is done for somebody who waits for it; None: as many as suit the machine."""
        self.review_cache: ReviewCache | None = None
        """What has been worked out of it."""
        self.runner: Runner = InlineRunner()
        self.writer: TableWriter = InlineWriter()
        self.plays_unsaved = False
        """Whether people play on though nothing can be kept."""
        self.elsewhere = False
        """Whether it is played by another program, and only looked at from here."""
        self.damage: RecordError | None = None
        """What was wrong with the rest of the record."""
        self.version = 0
        """Grows with every change."""
        self.reasons: dict[int, Text] = {}
        """The reasons of the computer players, by step."""
        self.stand_ins: dict[Number, str] = {}
        """The levels of computer players who play for somebody; the record knows nothing of them."""
        self._current_thought: Thought | None = None
        """What a computer player thinks about now."""
        self._hurried_seat: Number | None = None
        """Who was hurried: up to the next decision of a person everybody takes but a moment, see `hurry`."""
        self._intended_actions: dict[int, tuple[Action, ...]] = {}
        """What computer players would do next, by the number of steps at which that still holds."""
        self._listeners = Listeners()

    @classmethod
    def open(
        cls,
        played: Game[Any] | str,
        players: Sequence[RecordPlayer],
        options: Iterable[tuple[str, str]] = (),
        seed: str = "",
        store: Store | None = None,
        minds: Thinker | None = None,
        position: Position | None = None,
        stamp: Stamp = UNSTAMPED,
        aids: bool = True,
        programs: BotsAtTable | None = None,
    ) -> Table[Any]:
        """A new game, or one that goes on from a position. Without a seed one is made up. Raises UserError."""
        check_seatable(players, programs.bot_seats if programs else ())
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
        table: Table[Any] = Table(header, begin_match(rules, header, SeedDealer(seed)), seed, store, minds)
        table.begin()
        table.seat_bots(programs)
        return table

    @classmethod
    def resume(
        cls, path: Path, library: Library, minds: Thinker | None = None, programs: BotsAtTable | None = None
    ) -> Table[Any]:
        """A game from its file, to be played on. Raises Claimed, Damaged, RecordError."""
        taken = library.resume(path)
        table: Table[Any] = Table(taken.record.header, taken.record.match, taken.seed, taken.journal, minds)
        table.seat_bots(programs)
        try:
            table._continue(path, taken.record)
        except RecordError:
            taken.journal.close()
            raise
        return table

    @classmethod
    def restore(
        cls, header: Header, record: Record, seed: str, store: Store | None, minds: Thinker | None = None
    ) -> Table[Any]:
        """A game that was kept elsewhere than in a file, to be played on, or to be looked at once it is over.

        `header` is that of the record, perhaps with other names. Raises RecordError, NotKept.
        """
        table: Table[Any] = Table(header, record.match, seed, store, minds)
        table._deal_due(record)
        return table

    def _continue(self, path: Path, record: Record) -> None:
        """Whatever is due where the record ends, if everybody in it can be played here."""
        if not self.over:
            _check_playable(self.header, path, self.bots.bot_seats if self.bots else ())
        self._deal_due(record)

    def _deal_due(self, record: Record) -> None:
        """Whatever is due where the record ends: the dealer, or the result."""
        if not self.over:
            self.match.dealer = SeedDealer(self.seed)
            self._try_save(self._with_result(self.match, self.match.deal()))
        elif not record.result:
            self._try_save(self._with_result(self.match, []))
        if self.over and self.store:
            self.store.finish()
        self.plays_unsaved = self.trouble is not None

    @classmethod
    def open_read_only(cls, path: Path, library: Library) -> Table[Any]:
        """What holds of a record, to be looked at; nothing is written. Raises RecordError."""
        rescued = library.rescue(path)
        table: Table[Any] = Table(rescued.record.header, rescued.record.match, rescued.record.seed)
        table.damage = rescued.error
        return table

    @classmethod
    def from_record_text(cls, text: str) -> Table[Any]:
        """A game that is over, from the text of its record, to be looked at. Raises RecordError."""
        record = parse_record(text)
        return Table(record.header, record.match, record.seed)

    @classmethod
    def from_unfinished_record(cls, header: Header, record: Record) -> Table[Any]:
        """A game that was kept elsewhere than in a file and that nobody goes on with: as far as it came."""
        return Table(header, record.match, record.seed)

    def replace_match(self, match: Match[S]) -> None:
        """It is played elsewhere, and this is how it stands there now."""
        self.match = match
        self._notify()

    def close(self) -> None:
        """Nobody plays here any more; elsewhere the game may be played on."""
        self.runner.stop()
        if self.bots:
            self.bots.close()
        if self.store:
            self.store.close()

    def seat_bots(self, programs: BotsAtTable | None) -> None:
        """These programs sit down here, and go when the table is closed."""
        self.bots = self.bot_thinker = programs
        if programs:
            programs.join_table(self)

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

    @property
    def steps(self) -> int:
        """How many have been made."""
        return len(self.match.steps)

    def action_text(self, step: int) -> str:
        """What was done in a step, as it is written; empty if there was no such step."""
        return str(self.match.steps[step - 1].action) if 0 < step <= self.steps else ""

    def last_step_of(self, number: Number) -> Step[S] | None:
        """The last step of this seat; of a decision that is common to several, the first step of that."""
        steps = self.match.steps
        last = next((step for step in reversed(steps) if step.seat == number), None)
        while last is not None and last.is_joint and last.number > 1:
            before = steps[last.number - 2]
            if not before.is_joint or len(self.rules.actors(last.before)) >= len(self.rules.actors(before.before)):
                break
            last = before
        return last

    def due(self) -> tuple[Number, ...]:
        return self.match.actors()

    @property
    def over(self) -> bool:
        return self.match.is_over

    # --- acting ---------------------------------------------------------------------------------------------------

    async def change(self, deed: MatchChange[S]) -> list[RecordEntry[S]]:
        """Does what somebody wants, writes it down for certain, and tells everybody, once.

        Raises UserError at the first part that may not be done; what was done before it stays. Raises NotKept if it
        could not be written down: then nothing has been done.
        """
        return await self.writer.run_to_end(self._change(deed))

    async def _change(self, deed: MatchChange[S]) -> list[RecordEntry[S]]:
        trial, made = self.match.copy(keeps_events=True), list[RecordEntry[S]]()
        try:
            for entry in deed(trial):
                made.append(entry)
        finally:
            if made:
                await self.writer.run_blocking(partial(self._save, self._with_result(trial, made)))
                self._publish(trial, made)
        return made

    def _publish(self, match: Match[S], made: Iterable[RecordEntry[S]]) -> None:
        """From now on this is what counts."""
        self.match = match
        if self.bots and self.over:
            self.bots.leave_table()
        for entry in made:
            if isinstance(entry, UndoneStep):
                # Parts of a common decision that others gave later have moved up.
                gone = entry.step.number
                self.reasons = {n - (n > gone): why for n, why in self.reasons.items() if n != gone}
        self._notify()
        # Whoever thinks about what is not so any more may stop.
        self._interrupt_thought()

    def act(self, number: Number, *actions: Action | str) -> list[Step[S]]:
        """For whoever has no event loop: does these actions, one after the other."""
        return [step for step in run_inline(self.change(perform_actions(number, actions))) if isinstance(step, Step)]

    def undo(self, number: Number) -> Step[S]:
        """Takes the last step of this seat back. Raises Refused with the barrier in words."""
        return undone_steps(run_inline(self.change(take_back(number))))[0]

    def redo(self) -> list[Step[S]]:
        """Does again what was taken back last."""
        return [step for step in run_inline(self.change(redo_last)) if isinstance(step, Step)]

    def restart(self, number: Number) -> int:
        """Takes back as much as this seat can, and says how many steps that was. Raises Refused if none."""
        return len(run_inline(self.change(take_back_all(number))))

    @property
    def undone(self) -> Number | None:
        """Whose step was taken back last and can be done again."""
        return self.match.undone_steps[-1].seat if self.match.undone_steps else None

    def record(self) -> str:
        """The whole game as text, with all its secrets."""
        return write_record(self.header, self.match, self.seed if self.over else "")

    def record_for_keyboard(self) -> str:
        """The game as text for the people at this keyboard: what they may not know yet is sealed."""
        return self.record_for(self.humans[0] if len(self.humans) == 1 else None)

    def record_for(self, eyes: Number | None) -> str:
        """The game as text for one pair of eyes; None: what everybody may know."""
        if self.over or not self.rules.has_secrets:
            return self.record()
        scribe = RecordWriter(self.rules, self.header, SealedFormat(self.seed))
        sealed = scribe.head_text() + scribe.lines(self.match.steps)
        return record_for_viewpoint(sealed, self.seed, eyes, lambda _: self.rules)

    def public_record(self) -> str:
        """The game as text for anybody; as long as it goes on, what is secret in it is not there."""
        if self.over or not self.rules.has_secrets:
            return self.record()
        scribe = RecordWriter(self.rules, self.header, RedactedFormat())
        return scribe.head_text() + scribe.lines(self.match.steps)

    # --- telling --------------------------------------------------------------------------------------------------

    def subscribe(
        self,
        when_changed: WhenChanged,
        until_read: UntilRead | None = None,
        when_broken: WhenBroken | None = None,
    ) -> Callable[[], None]:
        """Calls back after every change; computer players wait for `until_read`. The answer ends that.

        One that raises is told no more, but hears of that by `when_broken`. When the last listener has gone, the
        computer players rest.
        """
        leave = self._listeners.add(when_changed, until_read, when_broken)

        def stop() -> None:
            leave()
            if not self._listeners:
                self.runner.stop()

        return stop

    def _notify(self) -> None:
        self.version += 1
        self._listeners.notify()

    # --- the computer players -------------------------------------------------------------------------------------

    async def run_computers(self) -> None:
        """Lets the computer players play until a person has to decide, or the game is over."""
        if self._due_computer() is not None or self.runner.busy:
            await self.runner.run(self._play_computers)

    def set_stand_in(self, number: Number, level: str) -> None:
        """From now on a computer player of this level decides for this seat; an empty level ends that."""
        if level:
            self.stand_ins[number] = level
            return
        self.stand_ins.pop(number, None)
        if self._current_thought is not None and self._current_thought.seat == number:
            self._interrupt_thought()

    def level_of(self, number: Number) -> str:
        """The level of the computer player who decides for this seat; empty for people."""
        return self.stand_ins.get(number) or ("" if self.is_human(number) else self.header.players[number].kind)

    def _due_computer(self) -> Number | None:
        """The computer player who has to decide. People who owe the same decision are not waited for."""
        for number in self.due():
            if number >= 0 and self.level_of(number):
                return number
        return None

    async def _play_computers(self) -> None:
        try:
            while (number := self._due_computer()) is not None:
                version = self.version
                advice = await self._ask_advice(self._thought_for(number))
                await self._listeners.wait_until_read()
                await self.writer.run_to_end(self._act_for_computer(number, advice, version))
                await self._listeners.wait_until_read()
        finally:
            self._hurried_seat = None

    async def _ask_advice(self, thought: Thought) -> Advice:
        self._current_thought = thought
        try:
            return await self._thinker_for(thought).think(thought)
        finally:
            self._current_thought = None

    @property
    def is_thinking(self) -> bool:
        """Whether a computer player thinks now."""
        return self._current_thought is not None

    def hurry(self) -> None:
        """Whichever computer player thinks now, or will next, does the best it has found so far.

        Whoever hurries somebody waits for his own next decision: up to there no computer player takes more than a
        moment. Where there are no people, this holds for the turn of the one who was hurried.
        """
        self._hurried_seat = self._due_computer()
        self._interrupt_thought()

    def _interrupt_thought(self) -> None:
        """What is thought about now is answered with the best so far."""
        if self._current_thought is not None:
            self._thinker_for(self._current_thought).hurry(self._current_thought)

    def _thinker_for(self, thought: Thought) -> Thinker:
        """A program for the seats of programs, the usual minds for all others."""
        return self.bot_thinker if self.bot_thinker and thought.level == BOT_KIND else self.thinker

    def _is_hurried(self, number: Number) -> bool:
        """Whether this computer player takes but a moment."""
        if self._hurried_seat != number and not self.humans:
            self._hurried_seat = None
        # Alone, one plays anew with each step.
        return self._hurried_seat is not None and len(self.names) > 1

    async def _act_for_computer(self, number: Number, advice: Advice, version: int) -> None:
        if self.version != version or not self.level_of(number):
            # A person was quicker, or has come back.
            return
        trial = self.match.copy(keeps_events=True)
        made: list[RecordEntry[S]] = [*trial.act(number, advice.action).steps]
        await self.writer.run_blocking(partial(self._try_save, self._with_result(trial, made)))
        self.reasons[len(self.match.steps) + 1] = advice.why
        self._intended_actions = {len(trial.steps): advice.next_actions} if len(made) == 1 else {}
        self._publish(trial, made)

    def _thought_for(self, number: Number) -> Thought:
        whim = f"{self.seed} {number} {len(self.match.steps)}"
        return Thought(
            self.header.game,
            self.level_of(number),
            self.match.view(number),
            number,
            whim,
            who=f"{self.seed} {number}",
            intended=self._intended_actions.get(len(self.match.steps), ()),
            hasty=self._is_hurried(number),
        )

    # --- writing down ---------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Begins to keep the game: its head, and what has been done so far."""
        if self.store:
            self.store.begin(self.rules, self.header, self.seed, self._with_result(self.match, [*self.match.steps]))
            self.plays_unsaved = self.store.trouble is not None
            if self.over:
                self.store.finish()

    def _with_result(self, match: Match[S], made: Sequence[RecordEntry[S]]) -> Sequence[RecordEntry[S]]:
        """With the result, if the game is over now."""
        standing = self.rules.final_result(match.state)
        return [*made, standing] if standing else made

    def _save(self, entries: Sequence[RecordEntry[S]]) -> None:
        """What people have decided: kept for certain, or not done."""
        if self.store is None:
            return
        if self.plays_unsaved:
            self._try_save(entries)
            return
        self.store.save(entries)
        self._finish_if_over(entries)

    def _try_save(self, entries: Sequence[RecordEntry[S]]) -> None:
        """What the house has decided: it would decide the same again."""
        if self.store is None:
            return
        self.store.try_save(entries)
        self.plays_unsaved = self.plays_unsaved and self.store.trouble is not None
        self._finish_if_over(entries)

    def _finish_if_over(self, entries: Sequence[RecordEntry[S]]) -> None:
        if self.store and entries and isinstance(entries[-1], GameResult):
            self.store.finish()

    @property
    def trouble(self) -> Text | None:
        """Why not all of the game is kept."""
        return self.store.trouble if self.store else None


# --- what people want done ----------------------------------------------------------------------------------------


def perform_actions(number: Number, actions: Sequence[Action | str]) -> MatchChange[Any]:
    """These actions, one after the other."""

    def deed(match: Match[Any]) -> Iterator[RecordEntry[Any]]:
        for action in actions:
            yield from match.act(number, action).steps

    return deed


def perform_actions_after(steps: int, number: Number, actions: Sequence[Action | str]) -> MatchChange[Any]:
    """The same, unless this seat has acted from another screen since there were so many steps."""

    def deed(match: Match[Any]) -> Iterator[RecordEntry[Any]]:
        if len(match.steps) < steps or any(step.seat == number for step in match.steps[steps:]):
            raise IllegalActionError(Refusal("", Text("Somebody was quicker: the game has changed meanwhile.")))
        yield from perform_actions(number, actions)(match)

    return deed


def rewind_to(to: Step[Any]) -> MatchChange[Any]:
    """To before this step, whoever has made those after it: that takes everybody's consent."""

    def deed(match: Match[Any]) -> Iterator[RecordEntry[Any]]:
        if match.is_over:
            raise IllegalActionError(Refusal("", Text("Nothing can be taken back once the game is over.")))
        if len(match.steps) < to.number or match.steps[to.number - 1] is not to:
            raise IllegalActionError(Refusal("", Text("That has been taken back already.")))
        match.undone_steps.clear()
        while len(match.steps) >= to.number:
            step = match.steps.pop()
            yield UndoneStep(step, len(match.steps))

    return deed


def take_back(number: Number) -> MatchChange[Any]:
    """The last step of this seat."""

    def deed(match: Match[Any]) -> Iterator[RecordEntry[Any]]:
        step = match.undo(number)
        yield UndoneStep(step, len(match.steps))

    return deed


def take_back_all(number: Number) -> MatchChange[Any]:
    """As much as this seat can take back, at least one step."""

    def deed(match: Match[Any]) -> Iterator[RecordEntry[Any]]:
        yield from take_back(number)(match)
        while not match.undo_barrier(number):
            yield from take_back(number)(match)

    return deed


def redo_last(match: Match[Any]) -> Iterator[RecordEntry[Any]]:
    """What was taken back last."""
    yield from match.redo().steps


def undone_steps(made: Iterable[RecordEntry[S]]) -> list[Step[S]]:
    """The steps that these entries have taken back."""
    return [entry.step for entry in made if isinstance(entry, UndoneStep)]


def _check_playable(header: Header, path: Path, programs: Container[str]) -> None:
    """Whether everybody in this record can be played here. Raises RecordError."""
    try:
        check_seatable(header.players, programs)
    except SetupError as error:
        raise RecordError(
            Text("{name} can be replayed, but not played on: {problem}", name=path.name, problem=error.text)
        ) from error
