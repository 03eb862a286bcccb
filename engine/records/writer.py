"""A match as lines of a record, as its steps come: openly, or with what an onlooker may not know under seals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from tilehall.engine.core.game import CHANCE, Game, Seat, Standing
from tilehall.engine.core.match import Match, Step, digest
from tilehall.engine.records.header import Header
from tilehall.engine.records.seals import UNTOLD, Seals, is_secret

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Back(Generic[S]):
    """That a step was taken back, and how many remained."""

    step: Step[S]
    remaining: int


Entry = Step[S] | Back[S] | Standing
"""What a line of a record tells of: a step, one taken back, the result."""


class Hand(Protocol):
    """How a scribe writes what not everybody may know."""

    def head(self, game: Game[Any], header: Header) -> str:
        """The lines above the steps."""

    def action(self, game: Game[S], step: Step[S]) -> str:
        """What was done in this step."""

    def position(self, game: Game[S], s: S) -> str:
        """What tells this position apart."""

    def part(self, number: int, step: Step[Any]) -> str:
        """The line for a part of a joint step that waits for the others; `number` will be that of the first part."""

    def withdrawn(self, seat: Seat) -> str:
        """The line that says that this part was taken back."""


class OpenHand:
    """Everything is told. Parts of a joint step are not told before the others have given theirs."""

    def head(self, game: Game[Any], header: Header) -> str:
        return header.text()

    def action(self, game: Game[S], step: Step[S]) -> str:
        return str(step.action)

    def position(self, game: Game[S], s: S) -> str:
        return digest(game, s)

    def part(self, number: int, step: Step[Any]) -> str:
        return ""

    def withdrawn(self, seat: Seat) -> str:
        return ""


class SealingHand:
    """What an onlooker may not know is sealed, and the positions are those that he sees."""

    def __init__(self, seed: str) -> None:
        self._seals = Seals(seed)

    def head(self, game: Game[Any], header: Header) -> str:
        if not (game.secrets and header.position):
            return header.text()
        return replace(header, position=self._seals.closed(0, CHANCE, header.position)).text()

    def action(self, game: Game[S], step: Step[S]) -> str:
        if not is_secret(game, step):
            return str(step.action)
        return self._seals.closed(step.number, step.seat, str(step.action))

    def position(self, game: Game[S], s: S) -> str:
        return _seen(game, s)

    def part(self, number: int, step: Step[Any]) -> str:
        return f"+ {step.seat}:{self._seals.closed(number, step.seat, str(step.action))}\n"

    def withdrawn(self, seat: Seat) -> str:
        return f"+ {seat}\n"


class DiscreetHand:
    """What an onlooker may not know is left out: a seal would show whether it is the same as before."""

    def head(self, game: Game[Any], header: Header) -> str:
        if not (game.secrets and header.position):
            return header.text()
        return replace(header, position=UNTOLD).text()

    def action(self, game: Game[S], step: Step[S]) -> str:
        return UNTOLD if is_secret(game, step) else str(step.action)

    def position(self, game: Game[S], s: S) -> str:
        return _seen(game, s)

    def part(self, number: int, step: Step[Any]) -> str:
        return f"+ {step.seat}:{UNTOLD}\n"

    def withdrawn(self, seat: Seat) -> str:
        return f"+ {seat}\n"


def _seen(game: Game[S], s: S) -> str:
    """What tells a position apart for an onlooker."""
    view = game.seen_by(s, None)
    return digest(game, s) if view is s else f"seen {digest(game, view)}"


class Scribe:
    """Turns what happens in a match into lines, as it comes. Parts of a joint step wait for the others."""

    def __init__(self, game: Game[Any], header: Header, hand: Hand | None = None) -> None:
        self.game = game
        self.header = header
        self.hand: Hand = hand or OpenHand()
        self.together: dict[Seat, Step[Any]] = {}
        self.written = 0
        """The number of the last step that stands in the record."""

    def copy(self) -> Scribe:
        """Another one who goes on from here."""
        other = Scribe(self.game, self.header, self.hand)
        other.together, other.written = dict(self.together), self.written
        return other

    def head(self) -> str:
        """The lines above the steps."""
        return self.hand.head(self.game, self.header)

    def lines(self, entries: Sequence[Entry[Any]]) -> str:
        """The lines that these entries add."""
        return "".join(map(self._lines, entries))

    def follow(self, steps: Sequence[Step[Any]]) -> None:
        """As if these steps had been written by this scribe."""
        for step in steps:
            if not step.together:
                self.written = step.number
            else:
                self._joined(step)

    def _lines(self, entry: Entry[Any]) -> str:
        match entry:
            case Back():
                return self._back(entry)
            case Standing():
                return f"= {result_text(entry, self.header.names)}\n"
        if not entry.together:
            self.written = entry.number
            who = "-" if entry.seat == CHANCE else self.header.names[entry.seat]
            return f"{entry.number} {who} {self.hand.action(self.game, entry)}\n" + self._digest(entry)
        first = self.written + 1
        parts = self._joined(entry)
        if not parts:
            return self.hand.part(first, entry)
        told = " ".join(f"{step.seat}:{step.action}" for step in parts)
        return f"{entry.number} = {told}\n" + self._digest(entry)

    def _joined(self, step: Step[Any]) -> list[Step[Any]]:
        """All parts of a joint step if this one was the last, in order of seats."""
        self.together[step.seat] = step
        due = self.game.actors(step.after)
        if due and set(due) == set(self.game.actors(step.before)) - {step.seat}:
            return []
        parts = [part for _, part in sorted(self.together.items())]
        self.together.clear()
        self.written = step.number
        return parts

    def _digest(self, step: Step[Any]) -> str:
        """Where neither the dealer nor the same seat goes on, and after every joint step."""
        if not step.together and self.game.actors(step.after) in ((CHANCE,), (step.seat,)):
            return ""
        return f"@ {self.hand.position(self.game, step.after)}\n"

    def _back(self, back: Back[Any]) -> str:
        """How many steps remain; nothing of a step that was not written yet."""
        waits = back.step.together and self.together.pop(back.step.seat, None) is not None
        if back.remaining >= self.written:
            return self.hand.withdrawn(back.step.seat) if waits else ""
        self.written = back.remaining
        return f"~ {back.remaining}\n"


def result_text(standing: Standing, names: Sequence[str]) -> str:
    """Places with scores, the best first, or the name of an ending without scores.

    >>> result_text(Standing("goal", "", (17, 21), (2, 1)), ("Aki", "Bo"))
    '1. Bo 21, 2. Aki 17'
    """
    if standing.scores is None or standing.ranks is None or len(names) == 1:
        return scores_text(standing, names)
    places = sorted(zip(standing.ranks, range(len(names)), strict=True))
    return ", ".join(f"{rank}. {names[seat]} {standing.scores[seat]}" for rank, seat in places)


def scores_text(standing: Standing, names: Sequence[str]) -> str:
    """A result without places, as records had it at first: `Aki 17, Bo 21`."""
    if standing.scores is None:
        return standing.ending
    return ", ".join(f"{name} {score}" for name, score in zip(names, standing.scores, strict=True))


def write(header: Header, match: Match[S], seed: str = "") -> str:
    """The whole record of a match, with the seed if the match is over."""
    scribe = Scribe(match.game, header)
    text = scribe.head() + scribe.lines(match.steps)
    standing = match.game.standing(match.state)
    if standing is None:
        return text
    return text + scribe.lines([standing]) + (f"seed {seed}\n" if seed else "")
