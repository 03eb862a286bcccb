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
    Back,
    DiscreetHand,
    Entry,
    Game,
    Header,
    Match,
    Player,
    Position,
    Record,
    RecordError,
    Refusal,
    Refused,
    Scribe,
    SealingHand,
    SeedDealer,
    SetupError,
    Standing,
    Step,
    Text,
    begun,
    game,
    position_text,
    read,
    seal,
    shelf,
    told_to,
    write,
)
from tilehall.engine import Seat as Number
from tilehall.tui.tables.listeners import Listeners, UntilRead, WhenBroken, WhenChanged
from tilehall.tui.tables.seating import PROGRAM, seatable
from tilehall.tui.tables.storage.store import UNSTAMPED, Library, Stamp, Store
from tilehall.tui.tables.thinking.thinkers import AtOnce, Here, Minds, Runner, Thought, at_once
from tilehall.tui.tables.writers import InPlace, Writing

if TYPE_CHECKING:
    from tilehall.tui.programs.bots.table_bots import Programs
    from tilehall.tui.tables.history.review import Memory
    from tilehall.tui.tables.thinking.questions import Answerers

S = TypeVar("S")
Deed = Callable[[Match[S]], Iterable[Entry[S]]]
"""Something that is done to a match, part by part."""


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
        """What counts: only what is kept, or was tried to be, gets here. It is another one after each change."""
        self.seed = seed
        self.store = store
        self.minds: Minds = minds or Here()
        self.programs: Programs | None = None
        """Other people's programs that play here, see `welcome`."""
        self.asks: Minds | None = None
        """Who asks them what they do."""
        self.answerers: Answerers | None = None
        """Who works out what is asked of the whole game when it is looked back at; None: whoever asks."""
        self.workers: int | None = 0
        """In how many processes that is done for somebody who waits for it; None: as many as suit the machine."""
        self.memory: Memory | None = None
        """What has been worked out of it."""
        self.runner: Runner = AtOnce()
        self.writing: Writing = InPlace()
        self.unkept = False
        """Whether people play on though nothing can be kept."""
        self.elsewhere = False
        """Whether it is played by another program, and only looked at from here."""
        self.damage: RecordError | None = None
        """What was wrong with the rest of the record."""
        self.version = 0
        """Grows with every change."""
        self.whys: dict[int, Text] = {}
        """The reasons of the computer players, by step."""
        self.stand_ins: dict[Number, str] = {}
        """The levels of computer players who play for somebody; the record knows nothing of them."""
        self._considered: Thought | None = None
        """What a computer player thinks about now."""
        self._hurried: Number | None = None
        """Who was hurried: up to the next decision of a person everybody takes but a moment, see `hurry`."""
        self._intended: dict[int, tuple[Action, ...]] = {}
        """What computer players would do next, by the number of steps at which that still holds."""
        self._listeners = Listeners()

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
        aids: bool = True,
        programs: Programs | None = None,
    ) -> Table[Any]:
        """A new game, or one that goes on from a position. Without a seed one is made up. Raises RuleError."""
        seatable(players, programs.chairs if programs else ())
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
            aids=aids,
            box=shelf().digest(rules.id),
        )
        table: Table[Any] = Table(header, begun(rules, header, SeedDealer(seed)), seed, store, minds)
        table.begin()
        table.welcome(programs)
        return table

    @classmethod
    def resume(
        cls, path: Path, library: Library, minds: Minds | None = None, programs: Programs | None = None
    ) -> Table[Any]:
        """A game from its file, to be played on. Raises Claimed, Damaged, RecordError."""
        taken = library.take_up(path)
        table: Table[Any] = Table(taken.record.header, taken.record.match, taken.seed, taken.journal, minds)
        table.welcome(programs)
        try:
            table._go_on(path, taken.record)
        except RecordError:
            taken.journal.close()
            raise
        return table

    @classmethod
    def again(
        cls, header: Header, record: Record, seed: str, store: Store | None, minds: Minds | None = None
    ) -> Table[Any]:
        """A game that was kept elsewhere than in a file, to be played on, or to be looked at once it is over.

        `header` is that of the record, perhaps with other names. Raises RecordError, NotKept.
        """
        table: Table[Any] = Table(header, record.match, seed, store, minds)
        table._deal_on(record)
        return table

    def _go_on(self, path: Path, record: Record) -> None:
        """Whatever is due where the record ends, if everybody in it can be played here."""
        if not self.over:
            _playable(self.header, path, self.programs.chairs if self.programs else ())
        self._deal_on(record)

    def _deal_on(self, record: Record) -> None:
        """Whatever is due where the record ends: the dealer, or the result."""
        if not self.over:
            self.match.dealer = SeedDealer(self.seed)
            self._note(self._with_result(self.match, self.match.deal()))
        elif not record.result:
            self._note(self._with_result(self.match, []))
        if self.over and self.store:
            self.store.finish()
        self.unkept = self.trouble is not None

    @classmethod
    def shown(cls, path: Path, library: Library) -> Table[Any]:
        """What holds of a record, to be looked at; nothing is written. Raises RecordError."""
        rescued = library.read(path)
        table: Table[Any] = Table(rescued.record.header, rescued.record.match, rescued.record.seed)
        table.damage = rescued.error
        return table

    @classmethod
    def told_in(cls, text: str) -> Table[Any]:
        """A game that is over, from the text of its record, to be looked at. Raises RecordError."""
        record = read(text)
        return Table(record.header, record.match, record.seed)

    @classmethod
    def broken_off(cls, header: Header, record: Record) -> Table[Any]:
        """A game that was kept elsewhere than in a file and that nobody goes on with: as far as it came."""
        return Table(header, record.match, record.seed)

    def show(self, match: Match[S]) -> None:
        """It is played elsewhere, and this is how it stands there now."""
        self.match = match
        self._changed()

    def close(self) -> None:
        """Nobody plays here any more; elsewhere the game may be played on."""
        self.runner.rest()
        if self.programs:
            self.programs.close()
        if self.store:
            self.store.close()

    def welcome(self, programs: Programs | None) -> None:
        """These programs sit down here, and go when the table is closed."""
        self.programs = self.asks = programs
        if programs:
            programs.sit_down(self)

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

    def done_in(self, step: int) -> str:
        """What was done in a step, as it is written; empty if there was no such step."""
        return str(self.match.steps[step - 1].action) if 0 < step <= self.steps else ""

    def last_of(self, number: Number) -> Step[S] | None:
        """The last step of this seat; of a decision that is common to several, the first step of that."""
        steps = self.match.steps
        last = next((step for step in reversed(steps) if step.seat == number), None)
        while last is not None and last.together and last.number > 1:
            before = steps[last.number - 2]
            if not before.together or len(self.rules.actors(last.before)) >= len(self.rules.actors(before.before)):
                break
            last = before
        return last

    def due(self) -> tuple[Number, ...]:
        return self.match.actors()

    @property
    def over(self) -> bool:
        return self.match.over

    # --- acting ---------------------------------------------------------------------------------------------------

    async def change(self, deed: Deed[S]) -> list[Entry[S]]:
        """Does what somebody wants, writes it down for certain, and tells everybody, once.

        Raises RuleError at the first part that may not be done; what was done before it stays. Raises NotKept if it
        could not be written down: then nothing has been done.
        """
        return await self.writing.through(self._change(deed))

    async def _change(self, deed: Deed[S]) -> list[Entry[S]]:
        trial, made = self.match.copy(), list[Entry[S]]()
        try:
            for entry in deed(trial):
                made.append(entry)
        finally:
            if made:
                await self.writing.aside(partial(self._keep, self._with_result(trial, made)))
                self._publish(trial, made)
        return made

    def _publish(self, match: Match[S], made: Iterable[Entry[S]]) -> None:
        """From now on this is what counts."""
        self.match = match
        if self.programs and self.over:
            self.programs.rise()
        for entry in made:
            if isinstance(entry, Back):
                # Parts of a common decision that others gave later have moved up.
                gone = entry.step.number
                self.whys = {n - (n > gone): why for n, why in self.whys.items() if n != gone}
        self._changed()
        # Whoever thinks about what is not so any more may stop.
        self._cut_short()

    def act(self, number: Number, *actions: Action | str) -> list[Step[S]]:
        """For whoever has no event loop: does these actions, one after the other."""
        return [step for step in at_once(self.change(acting(number, actions))) if isinstance(step, Step)]

    def undo(self, number: Number) -> Step[S]:
        """Takes the last step of this seat back. Raises Refused with the barrier in words."""
        return taken_back(at_once(self.change(taking_back(number))))[0]

    def redo(self) -> list[Step[S]]:
        """Does again what was taken back last."""
        return [step for step in at_once(self.change(doing_again)) if isinstance(step, Step)]

    def restart(self, number: Number) -> int:
        """Takes back as much as this seat can, and says how many steps that was. Raises Refused if none."""
        return len(at_once(self.change(taking_all_back(number))))

    @property
    def undone(self) -> Number | None:
        """Whose step was taken back last and can be done again."""
        return self.match.undone[-1].seat if self.match.undone else None

    def record(self) -> str:
        """The whole game as text, with all its secrets."""
        return write(self.header, self.match, self.seed if self.over else "")

    def told_record(self) -> str:
        """The game as text for the people at this keyboard: what they may not know yet is sealed."""
        return self.record_for(self.humans[0] if len(self.humans) == 1 else None)

    def record_for(self, eyes: Number | None) -> str:
        """The game as text for one pair of eyes; None: what everybody may know."""
        if self.over or not self.rules.secrets:
            return self.record()
        scribe = Scribe(self.rules, self.header, SealingHand(self.seed))
        sealed = scribe.head() + scribe.lines(self.match.steps)
        return told_to(sealed, self.seed, eyes, lambda _: self.rules)

    def public_record(self) -> str:
        """The game as text for anybody; as long as it goes on, what is secret in it is not there."""
        if self.over or not self.rules.secrets:
            return self.record()
        scribe = Scribe(self.rules, self.header, DiscreetHand())
        return scribe.head() + scribe.lines(self.match.steps)

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
        leave = self._listeners.add(when_changed, until_read, when_broken)

        def stop() -> None:
            leave()
            if not self._listeners:
                self.runner.rest()

        return stop

    def _changed(self) -> None:
        self.version += 1
        self._listeners.tell()

    # --- the computer players -------------------------------------------------------------------------------------

    async def settled(self) -> None:
        """Lets the computer players play until a person has to decide, or the game is over."""
        if self._computer() is not None or self.runner.busy:
            await self.runner.run(self._play)

    def stand_in(self, number: Number, level: str) -> None:
        """From now on a computer player of this level decides for this seat; an empty level ends that."""
        if level:
            self.stand_ins[number] = level
            return
        self.stand_ins.pop(number, None)
        if self._considered is not None and self._considered.seat == number:
            self._cut_short()

    def level_of(self, number: Number) -> str:
        """The level of the computer player who decides for this seat; empty for people."""
        return self.stand_ins.get(number) or ("" if self.is_human(number) else self.header.players[number].kind)

    def _computer(self) -> Number | None:
        """The computer player who has to decide. People who owe the same decision are not waited for."""
        for number in self.due():
            if number >= 0 and self.level_of(number):
                return number
        return None

    async def _play(self) -> None:
        try:
            while (number := self._computer()) is not None:
                version = self.version
                advice = await self._advised(self._thought(number))
                await self._listeners.read()
                await self.writing.through(self._computer_acts(number, advice, version))
                await self._listeners.read()
        finally:
            self._hurried = None

    async def _advised(self, thought: Thought) -> Advice:
        self._considered = thought
        try:
            return await self._who_thinks(thought).think(thought)
        finally:
            self._considered = None

    @property
    def thinks(self) -> bool:
        """Whether a computer player thinks now."""
        return self._considered is not None

    def hurry(self) -> None:
        """Whichever computer player thinks now, or will next, does the best it has found so far.

        Whoever hurries somebody waits for his own next decision: up to there no computer player takes more than a
        moment. Where there are no people, this holds for the turn of the one who was hurried.
        """
        self._hurried = self._computer()
        self._cut_short()

    def _cut_short(self) -> None:
        """What is thought about now is answered with the best so far."""
        if self._considered is not None:
            self._who_thinks(self._considered).hurry(self._considered)

    def _who_thinks(self, thought: Thought) -> Minds:
        """A program for the seats of programs, the usual minds for all others."""
        return self.asks if self.asks and thought.level == PROGRAM else self.minds

    def _hastens(self, number: Number) -> bool:
        """Whether this computer player takes but a moment."""
        if self._hurried != number and not self.humans:
            self._hurried = None
        # Alone, one plays anew with each step.
        return self._hurried is not None and len(self.names) > 1

    async def _computer_acts(self, number: Number, advice: Advice, version: int) -> None:
        if self.version != version or not self.level_of(number):
            # A person was quicker, or has come back.
            return
        trial = self.match.copy()
        made: list[Entry[S]] = [*trial.act(number, advice.action).moves]
        await self.writing.aside(partial(self._note, self._with_result(trial, made)))
        self.whys[len(self.match.steps) + 1] = advice.why
        self._intended = {len(trial.steps): advice.then} if len(made) == 1 else {}
        self._publish(trial, made)

    def _thought(self, number: Number) -> Thought:
        whim = f"{self.seed} {number} {len(self.match.steps)}"
        return Thought(
            self.header.game,
            self.level_of(number),
            self.match.view(number),
            number,
            whim,
            who=f"{self.seed} {number}",
            intended=self._intended.get(len(self.match.steps), ()),
            hasty=self._hastens(number),
        )

    # --- writing down ---------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Begins to keep the game: its head, and what has been done so far."""
        if self.store:
            self.store.begin(self.rules, self.header, self.seed, self._with_result(self.match, [*self.match.steps]))
            self.unkept = self.store.trouble is not None
            if self.over:
                self.store.finish()

    def _with_result(self, match: Match[S], made: Sequence[Entry[S]]) -> Sequence[Entry[S]]:
        """With the result, if the game is over now."""
        standing = self.rules.standing(match.state)
        return [*made, standing] if standing else made

    def _keep(self, entries: Sequence[Entry[S]]) -> None:
        """What people have decided: kept for certain, or not done."""
        if self.store is None:
            return
        if self.unkept:
            self._note(entries)
            return
        self.store.keep(entries)
        self._finished(entries)

    def _note(self, entries: Sequence[Entry[S]]) -> None:
        """What the house has decided: it would decide the same again."""
        if self.store is None:
            return
        self.store.note(entries)
        self.unkept = self.unkept and self.store.trouble is not None
        self._finished(entries)

    def _finished(self, entries: Sequence[Entry[S]]) -> None:
        if self.store and entries and isinstance(entries[-1], Standing):
            self.store.finish()

    @property
    def trouble(self) -> Text | None:
        """Why not all of the game is kept."""
        return self.store.trouble if self.store else None


# --- what people want done ----------------------------------------------------------------------------------------


def acting(number: Number, actions: Sequence[Action | str]) -> Deed[Any]:
    """These actions, one after the other."""

    def deed(match: Match[Any]) -> Iterator[Entry[Any]]:
        for action in actions:
            yield from match.act(number, action).moves

    return deed


def acting_after(steps: int, number: Number, actions: Sequence[Action | str]) -> Deed[Any]:
    """The same, unless this seat has acted from another screen since there were so many steps."""

    def deed(match: Match[Any]) -> Iterator[Entry[Any]]:
        if len(match.steps) < steps or any(step.seat == number for step in match.steps[steps:]):
            raise Refused(Refusal("", Text("Somebody was quicker: the game has changed meanwhile.")))
        yield from acting(number, actions)(match)

    return deed


def going_back(to: Step[Any]) -> Deed[Any]:
    """To before this step, whoever has made those after it: that takes everybody's consent."""

    def deed(match: Match[Any]) -> Iterator[Entry[Any]]:
        if match.over:
            raise Refused(Refusal("", Text("Nothing can be taken back once the game is over.")))
        if len(match.steps) < to.number or match.steps[to.number - 1] is not to:
            raise Refused(Refusal("", Text("That has been taken back already.")))
        match.undone.clear()
        while len(match.steps) >= to.number:
            step = match.steps.pop()
            yield Back(step, len(match.steps))

    return deed


def taking_back(number: Number) -> Deed[Any]:
    """The last step of this seat."""

    def deed(match: Match[Any]) -> Iterator[Entry[Any]]:
        step = match.undo(number)
        yield Back(step, len(match.steps))

    return deed


def taking_all_back(number: Number) -> Deed[Any]:
    """As much as this seat can take back, at least one step."""

    def deed(match: Match[Any]) -> Iterator[Entry[Any]]:
        yield from taking_back(number)(match)
        while not match.barrier(number):
            yield from taking_back(number)(match)

    return deed


def doing_again(match: Match[Any]) -> Iterator[Entry[Any]]:
    """What was taken back last."""
    yield from match.redo().moves


def taken_back(made: Iterable[Entry[S]]) -> list[Step[S]]:
    """The steps that these entries have taken back."""
    return [entry.step for entry in made if isinstance(entry, Back)]


def _playable(header: Header, path: Path, programs: Container[str]) -> None:
    """Whether everybody in this record can be played here. Raises RecordError."""
    try:
        seatable(header.players, programs)
    except SetupError as error:
        raise RecordError(
            Text("{name} can be replayed, but not played on: {problem}", name=path.name, problem=error.text)
        ) from error
