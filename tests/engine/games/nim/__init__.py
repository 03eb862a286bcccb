"""Nim: what the author of a game has to write, and nothing that the base class has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tilehall.engine import (
    CHANCE,
    Action,
    Announcement,
    BaseGame,
    Decision,
    Event,
    GameResult,
    NotationError,
    Position,
    PositionError,
    Receipt,
    ReceiptLine,
    SeatNo,
    Setup,
    Text,
    Who,
    format_action,
)

MATCHES = 12
NOBODY = CHANCE


@dataclass(frozen=True, slots=True)
class Word:
    """`take 2`, `begin 1`."""

    verb: str
    number: int

    @property
    def words(self) -> tuple[str, ...]:
        return (str(self.number),)

    __str__ = format_action


WORDS = {str(word): word for word in (*(Word("take", n) for n in (1, 2, 3)), *(Word("begin", n) for n in (0, 1)))}


@dataclass(frozen=True, slots=True)
class Table:
    matches: int = MATCHES
    seat: SeatNo = NOBODY
    """Whose turn it is, or who took the last match; NOBODY at first."""


ANNOUNCEMENT = Announcement(
    id="nim",
    title=Text("Nim"),
    credit=Text("Nobody knows"),
    player_counts=range(2, 3),
    rules="tests.engine.games.nim:Nim",
)


class Nim(BaseGame[Table]):
    def __init__(self, announcement: Announcement = ANNOUNCEMENT) -> None:
        super().__init__(announcement)

    def start(self, setup: Setup) -> Table:
        self.settle_options(setup)
        return Table()

    def actors(self, s: Table) -> tuple[SeatNo, ...]:
        return (s.seat,) if s.matches else ()

    def decision(self, s: Table, seat: SeatNo) -> Decision:
        if seat == CHANCE:
            return Decision("BEGIN", Text("Lots are drawn."), "N-2.2", {"begin": ("seat",)})
        return Decision("TAKE", Text("Take one, two or three matches."), "N-3.1", {"take": ("number",)})

    def legal_actions(self, s: Table, seat: SeatNo) -> Sequence[Action]:
        if seat not in self.actors(s):
            return ()
        verb = "begin" if seat == CHANCE else "take"
        return [word for word in WORDS.values() if word.verb == verb and word.number <= s.matches]

    def apply(self, s: Table, seat: SeatNo, a: Action, events: list[Event] | None = None) -> Table:
        number = WORDS[str(a)].number
        if seat == CHANCE:
            rule, told = "N-2.2", Text("{who} begins.", who=Who(number))
            after = replace(s, seat=number)
        else:
            left = s.matches - number
            rule, told = "N-3.1", Text("{who} takes {number}.", who=Who(seat), number=number)
            after = Table(left, 1 - seat if left else seat)
        if events is not None:
            events.append(Event(a.verb, rule, told, seat))
        return after

    def parse(self, text: str) -> Action:
        if text not in WORDS:
            raise NotationError(Text("That is no action of this game; it looks like 'take 2'."), "N-3.1")
        return WORDS[text]

    def receipt(self, s: Table) -> Receipt:
        text = Text("the last match")
        lines = [ReceiptLine(seat, "last", score, "N-5.1", text) for seat, score in enumerate(self._scores(s))]
        return Receipt(tuple(lines), not s.matches)

    def final_result(self, s: Table) -> GameResult | None:
        if s.matches:
            return None
        return GameResult("last", Text("The last match is taken."), self._scores(s), (1 + s.seat, 2 - s.seat))

    def _scores(self, s: Table) -> tuple[int, int]:
        return (int(not s.matches and s.seat == 0), int(not s.matches and s.seat == 1))

    def dump(self, s: Table) -> Position:
        return {"players": 2, "matches": s.matches, "seat": s.seat}

    def load(self, data: Position) -> Table:
        numbers = (data.get("matches"), data.get("seat"))
        if any(type(number) is not int for number in numbers) or data.get("players") != 2 or len(data) != 3:
            raise PositionError(Text("This is no position of Nim."))
        s = Table(data["matches"], data["seat"])
        if not 0 <= s.matches <= MATCHES or s.seat not in (0, 1, NOBODY) or (s.seat == NOBODY and s != Table()):
            raise PositionError(Text("Such a table cannot be."), "N-2.1")
        return s


NIM = Nim()
