"""Compares the course of a game under two sets of options.

A second match, the twin, makes the same steps under the other options. At each position both are asked who decides
what, which choices and draws there are, the points, the result, and at last whether the positions are equal. After a
difference the twin begins anew at the position of the course with the other options; if only the positions differ, it
goes on until that has an effect.

Not found are what computer players expect of a rule (they may play differently long before), and a second difference in
a position that has one. The parts of a joint decision are positions of their own. A position that the other options do
not allow is not compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from tilehall.engine import (
    CHANCE,
    Action,
    ChanceDraw,
    Game,
    GameResult,
    Position,
    PositionError,
    Receipt,
    ReceiptLine,
    SeatNo,
    Setup,
    Step,
    Text,
    TextArgument,
    Who,
    join_and,
    join_commas,
    quote_text,
)

S = TypeVar("S")
DifferingValue = tuple[str, Any, Any]
"""The path to a value in a position, and that value in each of two positions."""

RESULT, OWED, CHOICES, DRAWN, SCORED, TABLE, BARRED = KINDS = (
    *("result", "owed", "choices", "drawn", "scored", "table", "barred"),
)
"""In what two sets of options differ: the result, who decides what, what may be chosen, what may be drawn, the points,
what lies on the table or is still to come; or the position can come about under one of them only. Where several do, the
first of these is told."""
NAMED = 4
"""At most so many choices are named."""
NOTHING = Text("nothing more")


class OptionDifference(NamedTuple):
    """How two sets of options differ after so many steps, and what each of them says."""

    after: int
    kind: str
    rule: str
    """The rule of the decision that is due, or was taken."""
    here: Text
    there: Text
    seat: SeatNo = CHANCE
    """Who has other choices, if the choices differ."""


class PositionDifference(NamedTuple):
    """A difference between two positions."""

    kind: str
    here: Text
    there: Text
    seat: SeatNo = CHANCE
    rule: str = ""


def find_differences(rules: Game[S], first: S, steps: Sequence[Step[S]], setup: Setup) -> Iterator[OptionDifference]:
    """Yield where the options of this set-up would have differed, at most once for each position.

    >>> from tilehall.engine import Match, SeedDealer, load_game
    >>> match = Match(load_game("princess"), Setup(2, (("start_seat", "0"),)), SeedDealer("7"))
    >>> other = Setup(2, (("board_side", "random"), ("start_seat", "0")))
    >>> [(each.after, each.kind, each.rule) for each in find_differences(match.game, match.initial_state,
    ...     match.steps, other)]
    [(0, 'table', 'P-3.7'), (1, 'table', 'P-3.7'), (2, 'owed', 'P-3.S0')]
    """
    return _OptionComparer(rules, setup).along(first, steps)


class _OptionComparer(Generic[S]):
    """Compares the course of a game with the same course under other options."""

    def __init__(self, rules: Game[S], setup: Setup) -> None:
        self.rules = rules
        self.setup = setup
        self.options = dict(setup.options)

    def along(self, first: S, steps: Sequence[Step[S]]) -> Iterator[OptionDifference]:
        s, rule = first, ""
        twin: S | None = self.rules.start(self.setup)
        for after in range(len(steps) + 1):
            if after:
                step = steps[after - 1]
                s, rule = step.after, self.rules.decision(step.before, step.seat).rule
                twin = self._made(twin, step)
            if twin is None:
                twin = self._beside(s)
            if twin is None:
                yield OptionDifference(after, BARRED, self._rule(s, rule), Text("it is so"), Text("it cannot be so"))
                continue
            found = self._compared(s, twin) or self._laid(s, twin)
            if found is not None:
                cited = found.rule or self._rule(s, rule)
                yield OptionDifference(after, found.kind, cited, found.here, found.there, found.seat)
                if found.kind != TABLE:
                    twin = self._beside(s)

    def _made(self, twin: S | None, step: Step[S]) -> S | None:
        """The twin after the same step; None if that step is not legal there."""
        if twin is None or step.action not in self.rules.legal_actions(twin, step.seat):
            return None
        return self.rules.apply(twin, step.seat, step.action)

    def _beside(self, s: S) -> S | None:
        """Return this position with the other options; None if they do not allow it."""
        try:
            return self.rules.load({**self.rules.dump(s), "options": self.options})
        except PositionError:
            return None

    def _rule(self, s: S, last: str) -> str:
        due = self.rules.actors(s)
        return self.rules.decision(s, due[0]).rule if due else last

    # --- comparing ------------------------------------------------------------------------------------------------

    def _compared(self, s: S, twin: S) -> PositionDifference | None:
        """Return the first difference in decisions, choices, draws, points or the result."""
        rules = self.rules
        due, there = rules.actors(s), rules.actors(twin)
        if due != there or not due:
            ended = _ended(rules.final_result(s), rules.final_result(twin))
            return ended or (
                PositionDifference(OWED, self._owed(s), self._owed(twin)) if due != there else self._scored(s, twin)
            )
        if due == (CHANCE,):
            return self._drawn(s, twin) or self._scored(s, twin)
        if any(rules.decision(s, seat).kind != rules.decision(twin, seat).kind for seat in due):
            return PositionDifference(OWED, self._owed(s), self._owed(twin))
        return next((found for seat in due if (found := self._chosen(s, twin, seat))), None) or self._scored(s, twin)

    def _laid(self, s: S, twin: S) -> PositionDifference | None:
        """Return the difference between the positions, if nothing else differs yet."""
        apart = differing_values(self.rules.dump(s), self.rules.dump(twin))
        if not apart:
            return None
        here = _named([f"{place} {quote_text(str(one))}" for place, one, _ in apart])
        return PositionDifference(
            TABLE, here, _named([f"{place} {quote_text(str(other))}" for place, _, other in apart])
        )

    def _owed(self, s: S) -> Text:
        """Return who has to decide what."""
        due = self.rules.actors(s)
        if not due:
            return Text("the game is over")
        if due == (CHANCE,):
            return Text("the dealer draws: {pile}", pile=self.rules.chance(s).pile)
        return join_commas(
            Text("{who}: {prompt}", who=Who(seat), prompt=self.rules.decision(s, seat).prompt) for seat in due
        )

    def _drawn(self, s: S, twin: S) -> PositionDifference | None:
        here, there = self.rules.chance(s), self.rules.chance(twin)
        if (here.pile, here.outcomes, here.weights) == (there.pile, there.outcomes, there.weights):
            return None
        mine, theirs = _draw_ways(here), _draw_ways(there)
        return PositionDifference(DRAWN, _draw(mine, theirs), _draw(theirs, mine)) if mine != theirs else None

    def _chosen(self, s: S, twin: S, seat: SeatNo) -> PositionDifference | None:
        here, there = self.rules.legal_actions(s, seat), self.rules.legal_actions(twin, seat)
        if here == there:
            return None
        known, others = set(here), set(there)
        if known == others:
            return None
        return PositionDifference(CHOICES, _choices(here, others), _choices(there, known), seat)

    def _scored(self, s: S, twin: S) -> PositionDifference | None:
        here, there = self.rules.receipt(s), self.rules.receipt(twin)
        if here == there or _points(here) == _points(there):
            return None
        return PositionDifference(SCORED, *_lines(here, there))


def _ended(here: GameResult | None, there: GameResult | None) -> PositionDifference | None:
    if here is None or there is None or here[:1] + here[2:4] == there[:1] + there[2:4]:
        return None
    return PositionDifference(RESULT, standing_text(here), standing_text(there))


def standing_text(standing: GameResult) -> Text:
    """Return how a game ended, with scores and winners."""
    if standing.scores is None:
        return Text("{ending}, nobody wins", ending=standing.ending)
    scores, winners = join_commas(f"{points}" for points in standing.scores), join_and(map(Who, standing.winners))
    return Text("{ending}, {scores}, won by {winners}", ending=standing.ending, scores=scores, winners=winners)


def _draw_ways(draw: ChanceDraw) -> dict[tuple[str, str], int]:
    """Return the number of ways to draw each outcome from its pile."""
    return {(draw.pile, str(outcome)): ways for outcome, ways in zip(draw.outcomes, draw.weights, strict=True)}


def _draw(mine: Mapping[tuple[str, str], int], theirs: Mapping[tuple[str, str], int]) -> Text:
    """Return the outcomes whose probability differs, and the number of all ways."""
    more = [outcome for (pile, outcome), ways in mine.items() if theirs.get((pile, outcome)) != ways]
    return Text("{outcomes}, of {n}", outcomes=_named(more), n=sum(mine.values()))


def _choices(choices: Sequence[Action], others: set[Action]) -> Text:
    """Return the choices that the others lack."""
    return _named([str(action) for action in choices if action not in others])


def _named(things: Sequence[TextArgument]) -> Text:
    """Return a list of things, cut if it is long."""
    if not things:
        return NOTHING
    if len(things) <= NAMED:
        return join_commas(things)
    return Text("{some} and {n} more", some=join_commas(things[:NAMED]), n=len(things) - NAMED)


def _points(receipt: Receipt) -> list[tuple[SeatNo, str, int]]:
    return [_key(line) for line in receipt.lines]


def _key(line: ReceiptLine) -> tuple[SeatNo, str, int]:
    return line.seat, line.part, line.points


def _lines(here: Receipt, there: Receipt) -> tuple[Text, Text, SeatNo, str]:
    """Return the lines that only one receipt has, with seat and rule of the first of them."""
    known, others = _points(here), _points(there)
    mine = [line for line in here.lines if _key(line) not in others]
    theirs = [line for line in there.lines if _key(line) not in known]
    first = next(iter((*mine, *theirs)), None)
    return _told(mine), _told(theirs), first.seat if first else CHANCE, first.rule if first else ""


def _told(lines: Sequence[ReceiptLine]) -> Text:
    return _named(
        [Text("{who} {points:+} ({what})", who=Who(line.seat), points=line.points, what=line.text) for line in lines]
    )


def differing_values(here: Position, there: Position) -> list[DifferingValue]:
    """Return the paths and values in which two positions differ, except in their options.

    >>> differing_values({"a": [1, {"b": 2}], "c": 3, "options": {}}, {"a": [1, {"b": 4}], "c": 3,
    ...     "options": {"x": "y"}})
    [('a 1 b', 2, 4)]
    """
    keys = [key for key in {**here, **there} if key != "options" and here.get(key) != there.get(key)]
    return [found for key in keys for found in _walk_differences(key, here.get(key), there.get(key))]


def _walk_differences(place: str, here: Any, there: Any) -> Iterator[DifferingValue]:
    if here == there:
        return
    if isinstance(here, dict) and isinstance(there, dict):
        for key in {**here, **there}:
            yield from _walk_differences(f"{place} {key}", here.get(key), there.get(key))
    elif isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        for number, (one, other) in enumerate(zip(here, there, strict=True)):
            yield from _walk_differences(f"{place} {number}", one, other)
    else:
        yield place, here, there
