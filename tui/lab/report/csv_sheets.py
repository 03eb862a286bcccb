"""A simulation as tables for other programs: a row for each game, or for each thing (RFC 4180, with a head).

`--csv`: `game` and `deal` count from 1; `winners` is how many won, `minutes` an estimate, `beginner` a seat; then for
each seat `level_0`, `score_0` (empty if the game was not scored) and `share_0`, its part of the win; and `quick`, how
many decisions of programs were quick choices made for them, empty where no program plays.

`--csv-things`: a row for each of the `things` of `--json`, with the same names, and for each of the `points`, with the
deed `points`, its part as the thing and its points as `uses`.

`--csv-rules`: `rule`, `fired`, `decided`, and `can`: 1 if something can cite it, 0 if not, empty if nobody knows.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from typing import Any

from tilehall.engine import citable_rules, load_rulebook
from tilehall.tui.lab.plan import Deal, ObservedGame, SimulationPlan
from tilehall.tui.lab.report.data import thing
from tilehall.tui.lab.report.report import SimulationReport
from tilehall.tui.lab.tally import estimate_seconds

Write = Callable[[str], object]


class GameSheet:
    """Deal listener that writes a row for each game."""

    def __init__(self, plan: SimulationPlan, write: Write) -> None:
        self._write = write
        self._games = 0
        seats = [f"{name}_{seat}" for seat in range(len(plan.levels)) for name in ("level", "score", "share")]
        head = ("game", "deal", "ending", "winners", "decisions", "turns", "rounds", "draws", "minutes", "beginner")
        write(line((*head, *seats, "quick")))

    def __call__(self, deal: Deal) -> None:
        for each in deal:
            self._games += 1
            self._write(line(self._row(each)))

    def _row(self, game: ObservedGame) -> Iterator[Any]:
        standing, course = game.outcome.standing, game.outcome.course
        winners = standing.winners
        yield from (self._games, game.deal + 1, standing.ending, len(winners))
        yield from (course.decisions, course.turns, course.rounds, course.draws)
        yield from (round(estimate_seconds(course) / 60, 2), course.first_player)
        for seat, level in enumerate(game.levels):
            yield level
            yield standing.scores[seat] if standing.scores is not None else None
            yield round(1 / len(winners), 4) if seat in winners else 0
        yield None if game.conduct is None else sum(each.quick for each in game.conduct.values())


def thing_rows(report: SimulationReport) -> Iterator[str]:
    """Yield a row for each thing, and for each part of the receipts."""
    rows = [thing(report, each) for each in report.findings]
    for each in report.points:
        row = thing(report, each)
        rows.append(row | {"deed": "points", "thing": each.used.deed})
    if rows:
        yield line(rows[0])
    yield from (line(_plain(value) for value in row.values()) for row in rows)


def rule_rows(report: SimulationReport) -> Iterator[str]:
    """Yield a row for each rule of the rulebook."""
    can, fired, decided = citable_rules(report.rules), report.tally.rules, report.tally.decided
    yield line(("rule", "fired", "decided", "can"))
    for rule in load_rulebook(report.rules).numbers():
        yield line((rule, fired[rule], decided[rule], None if can is None else int(rule in can)))


def _plain(value: Any) -> Any:
    return int(value) if isinstance(value, bool) else value


def line(values: Iterable[Any]) -> str:
    """Return a row; None is empty.

    >>> line(["a, b", None, 3])
    '"a, b",,3'
    """
    row = StringIO()
    csv.writer(row, lineterminator="").writerow(values)
    return row.getvalue()
