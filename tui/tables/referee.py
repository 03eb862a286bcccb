"""A referee: all seats and the dealer of one table in one hand, for programs. It sees everything.

It works at a `Table`, so that computer players, taking back and records are the same as everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tilehall.engine import (
    Advice,
    Decision,
    Event,
    Game,
    GameResult,
    Header,
    Match,
    PointsOrigin,
    Position,
    Receipt,
    ReceiptLine,
    RecordEntry,
    RecordError,
    RecordWriter,
    Refusal,
    SeatNo,
    SeedDealer,
    Setup,
    Step,
    Text,
    UserError,
    load_game,
    parse_record,
    position_digest,
    position_text,
)
from tilehall.tui.tables.computer_players import ComputerPlayers
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import run_inline


class MemoryStore:
    """A store in memory that hands out what was written since the last time."""

    name = ""
    place = ""
    trouble: Text | None = None

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._scribe: RecordWriter | None = None
        self._seed = ""

    def follow(self, rules: Game[Any], header: Header, seed: str, steps: Sequence[Step[Any]]) -> None:
        """Go on after these steps."""
        self._scribe, self._seed = RecordWriter(rules, header), seed
        self._scribe.mark_written(steps)

    def begin(self, rules: Game[Any], header: Header, seed: str, entries: Sequence[RecordEntry[Any]]) -> None:
        """Begin without the head of the record."""
        self._texts.clear()
        self.follow(rules, header, seed, ())
        self.save(entries)

    def save(self, entries: Sequence[RecordEntry[Any]]) -> None:
        assert self._scribe is not None, "begun before"
        self._texts.append(self._scribe.lines(entries))
        if self._seed and any(isinstance(entry, GameResult) for entry in entries):
            self._texts.append(f"seed {self._seed}\n")

    try_save = save

    def finish(self) -> None:
        """No-op: nothing lies on the disk."""

    def close(self) -> None:
        """No-op: no other program can play it."""

    def take_new(self) -> list[str]:
        """Return the lines since the last time."""
        text = "".join(self._texts)
        self._texts.clear()
        return text.splitlines()


@dataclass(frozen=True, slots=True)
class RefereeResult:
    """What one request did: whose step it was, the events, and the lines that it added to the record."""

    seat: SeatNo | None
    events: tuple[Event, ...]
    lines: list[str]


class Referee:
    """Shows everything of one match, and does whatever can be done to it.

    >>> from tilehall.engine import RecordPlayer
    >>> examiner = Referee.at(Header("princess", 1, (RecordPlayer("Aki"), RecordPlayer("Bo"))), seed="7")
    >>> examiner.begin({1: "random"}).lines[0], examiner.actors()
    ('1 - start 1', (0,))
    """

    def __init__(self, header: Header, match: Match[Any], seed: str) -> None:
        self._lines = MemoryStore()
        self._levels: dict[SeatNo, str] = {}
        """The seats that computers play here; those whom only a record calls computer players are played by hand."""
        self._open(header, match, seed)

    @classmethod
    def at(cls, header: Header, seed: str, position: Any = None) -> Referee:
        """A match from its set-up, or from a position. Without a seed the dealer is played by hand."""
        rules, dealer = load_game(header.game), SeedDealer(seed) if seed else None
        if position is not None:
            header = replace(header, position=position_text(rules, position))
        return cls(header, Match(rules, header.setup, dealer, position), seed)

    @classmethod
    def load(cls, text: str, seed: str = "") -> Referee:
        """A match as its record left it. Raises RecordError, also if another seed dealt."""
        try:
            # Reading compares the seed with the seal and with every draw.
            record = parse_record(f"{text}\nseed {seed}\n" if seed else text)
        except UserError as error:
            raise RecordError(error.text, error.rule) from error
        if seed:
            record.match.dealer = SeedDealer(seed)
            record.match.deal()
        return cls(record.header, record.match, record.seed)

    def set(self, setup: Setup, position: Any) -> None:
        """Go on from this position, with the same dealer."""
        old = self._table
        header = replace(old.header, options=setup.options, position=position_text(old.rules, position))
        self._open(header, Match(old.rules, setup, old.match.dealer, position), old.seed)

    def _open(self, header: Header, match: Match[Any], seed: str) -> None:
        self._lines.follow(match.game, header, seed, match.steps)
        self._table = Table(header, match, seed, self._lines)
        self._computers = ComputerPlayers(self._table)

    def begin(self, computers: Mapping[SeatNo, str] | None = None) -> RefereeResult:
        """Begin: computers play these seats from now on, or those of before if none are given."""
        if computers is not None:
            self._levels = dict(computers)
            self._open(with_computers(self.header, computers), self._table.match, self._table.seed)
        self._table.begin()
        return self._change(None, len(self._table.match.steps))

    # --- what there is --------------------------------------------------------------------------------------------

    @property
    def rules(self) -> Game[Any]:
        return self._table.rules

    @property
    def header(self) -> Header:
        return self._table.header

    @property
    def computers(self) -> Mapping[SeatNo, str]:
        """The seats that computers play, with their levels."""
        return self._levels

    @property
    def position(self) -> Any:
        """The whole position, a value: what is tried on it changes nothing here."""
        return self._table.match.state

    def actors(self) -> tuple[SeatNo, ...]:
        return self._table.due()

    def digest(self) -> str:
        return position_digest(self.rules, self.position)

    def dump(self) -> Position:
        """The whole position as JSON data."""
        return self.rules.dump(self.position)

    def view(self, seat: SeatNo | None) -> Position:
        """The position as this seat may see it; None: a spectator."""
        return self.rules.dump(self._table.match.view(seat))

    def check(self, seat: SeatNo, text: str) -> Refusal | None:
        """Why this may not be done, or None. Raises NotationError for a text that means nothing."""
        return self.rules.check(self.position, seat, self.rules.parse(text))

    def decision(self, seat: SeatNo) -> Decision:
        return self.rules.decision(self.position, seat)

    def receipt(self) -> Receipt:
        return self.rules.receipt(self.position)

    def derive(self, line: ReceiptLine) -> PointsOrigin:
        """Where the points of one of its lines come from."""
        return self.rules.narrator.derive_points(self.position, line)

    def standing(self) -> GameResult | None:
        return self.rules.final_result(self.position)

    def hint(self, seat: SeatNo) -> Advice:
        """What a good player in this seat would do, knowing what it knows; always the same."""
        return self.rules.advisor.advise(self._table.match.view(seat), seat)

    def record(self) -> str:
        """The match as text."""
        return self._table.record()

    # --- what can be done -----------------------------------------------------------------------------------------

    def act(self, seat: SeatNo, text: str) -> RefereeResult:
        """Do the action that this text means. Raises RuleError for what may not be done."""
        done = len(self._table.match.steps)
        self._table.act(seat, text)
        return self._change(seat, done)

    def undo(self, seat: SeatNo) -> RefereeResult:
        """Take the last step of this seat back. Raises IllegalActionError with what stands in the way."""
        self._table.undo(seat)
        return self._change(seat, len(self._table.match.steps))

    def redo(self) -> RefereeResult:
        """Do again what was taken back last."""
        done = len(self._table.match.steps)
        seat = self._table.redo()[0].seat
        return self._change(seat, done)

    def _change(self, seat: SeatNo | None, done: int) -> RefereeResult:
        """What happened since so many steps, once the computer players have played."""
        if any(number in self._levels for number in self.actors()):
            run_inline(self._computers.run())
        events = tuple(event for step in self._table.match.steps[done:] for event in step.events)
        return RefereeResult(seat, events, self._lines.take_new())


def with_computers(header: Header, computers: Mapping[SeatNo, str]) -> Header:
    """The header with computer players in these seats and people in all others.

    >>> from tilehall.engine import RecordPlayer
    >>> header = with_computers(Header("princess", 1, (RecordPlayer("Aki", "easy"), RecordPlayer("Bo"))), {1: "random"})
    >>> [player.kind for player in header.players]
    ['human', 'random']
    """
    players = (replace(player, kind=computers.get(n, "human")) for n, player in enumerate(header.players))
    return replace(header, players=tuple(players))
