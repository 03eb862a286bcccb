"""`python -m tests.tours princess`: looks for a short tour that shows every kind of decision and every kind of points.

It plays games of normal players, cuts them into turns, and takes the fewest that show everything: first what has to be
in a tour, then more rules for as long as it stays short. What it finds are steps; the notes are written by hand.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from tilehall import engine
from tilehall.engine import (
    BUILT_IN_GAMES,
    CHANCE,
    Game,
    Header,
    ReceiptLine,
    RecordPlayer,
    Text,
    load_game,
    load_rulebook,
    write_record,
)
from tilehall.engine.teaching.tours import RuleStep, TourSection, load_tour, write_tour
from tilehall.tui.features.demo.demo_frames import DemoFrames, DemoGame, DemoPart
from tilehall.tui.tables.computer_players import ComputerPlayers
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import run_inline

NAMES = ("Aki", "Bo", "Cleo", "Dara")
LONGEST = 240.0
"""Seconds that a tour takes at most, at speed 1."""
ROOM = 40.0
"""Seconds that are left for the notes."""
WORTH = 15.0
"""Seconds that a rule more may cost."""
Goal = tuple[str, ...]


def played(rules: Game[Any], level: str, players: int, options: Sequence[tuple[str, str]], seed: str) -> Table[Any]:
    """A whole game between computer players."""
    table = Table.open(rules, [RecordPlayer(name, level) for name in NAMES[:players]], options, seed)
    run_inline(ComputerPlayers(table).run())
    return table


def kinds_in(table: Table[Any]) -> set[str]:
    """The kinds of decisions that somebody made."""
    return {table.rules.decision(step.before, step.seat).kind for step in table.match.steps if step.seat != CHANCE}


def source(line: ReceiptLine) -> Goal:
    """The kind of points that a line of a receipt is."""
    return "points", line.rule, line.source.template


def sources_in(table: Table[Any]) -> set[Goal]:
    """The kinds of points in the last receipt of a game."""
    return {source(line) for line in table.rules.receipt(table.match.state).lines}


def every_way(rules: Game[Any]) -> Iterator[tuple[tuple[str, str], ...]]:
    """No option, then each option by itself."""
    yield ()
    yield from (((option.id, value),) for option in rules.options for value in option.values[1:])


def sampled(rules: Game[Any], games: int) -> Iterator[Table[Any]]:
    """Games of random and of easy players in every way to play."""
    for options in every_way(rules):
        for players in rules.player_counts:
            for seed in range(games):
                try:
                    yield played(rules, ("random", "easy")[seed % 2], players, options, f"tour {seed}")
                except engine.SetupError:
                    break


class Turn(NamedTuple):
    """Frames that are shown together, and what they show."""

    first: int
    last: int
    seconds: float
    goals: frozenset[Goal]


def goals_at(table: Table[Any], number: int, rules: Iterable[str]) -> Iterator[Goal]:
    """What a step shows: its decision, if something is really decided, its rules, and at the end the points."""
    step = table.match.steps[number - 1]
    yield from (("rule", rule) for rule in rules)
    if number == 1:
        yield ("begin",)
    if step.seat != CHANCE:
        decision = table.rules.decision(step.before, step.seat)
        if step.action != decision.skip:
            yield "kind", decision.kind
    if not table.rules.actors(step.after):
        yield from sources_in(table)
        yield ("end",)


def turns(table: Table[Any], reel: DemoFrames) -> list[Turn]:
    """A game cut into turns."""
    uses, found, begin = reel.games[0].rules_shown, list[Turn](), 0
    while begin < len(reel.frames):
        reel.at = begin
        end = reel.next_turn(1)
        last = len(reel.frames) if end <= begin or end == len(reel.frames) - 1 else end
        frames = [frame for frame in reel.frames[begin:last] if frame.step >= frame.first]
        numbers = range(frames[0].first, frames[-1].step + 1) if frames else range(0)
        goals = frozenset(goal for n in numbers for goal in goals_at(table, n, uses.steps[n - 1]))
        seconds = sum(reel.seconds(at) for at in range(begin, last))
        if frames:
            found.append(Turn(frames[0].first, frames[-1].step, seconds, goals))
        begin = last
    return found


@dataclass
class Cut:
    """Some turns of a game."""

    table: Table[Any]
    chosen: list[Turn] = field(default_factory=list)

    @property
    def goals(self) -> set[Goal]:
        return {goal for turn in self.chosen for goal in turn.goals}

    @property
    def seconds(self) -> float:
        return sum(turn.seconds for turn in self.chosen)


def cut(table: Table[Any], needed: set[Goal], room: float) -> Cut:
    """The cheapest turns that show what is needed, then those that show most for their time."""
    reel = DemoFrames([Replay(table)], [DemoPart(0, 1, None)])
    left, made = turns(table, reel), Cut(table)
    while left:
        lacking = needed - made.goals
        wanted = lacking or {goal for turn in left for goal in turn.goals} - made.goals
        best = max(left, key=lambda turn: (len(turn.goals & wanted) / turn.seconds, -turn.first))
        if not best.goals & wanted or (not lacking and made.seconds + best.seconds > room):
            break
        left.remove(best)
        made.chosen.append(best)
    made.chosen.sort()
    return made


def stretches(record: int, chosen: Sequence[Turn]) -> list[TourSection]:
    """The turns, those that follow each other in one."""
    found: list[TourSection] = []
    for turn in chosen:
        if found and found[-1].last + 1 == turn.first:
            found[-1] = found[-1]._replace(last=turn.last)
        else:
            found.append(TourSection(record, turn.first, turn.last, Text(""), Text("")))
    return found


def whole(rules: Game[Any], games: int, seeds: int) -> tuple[list[Cut], set[str]]:
    """The cuts of a tour, and the rules that steps of this game can show."""
    showable, needed, ways = set[str](), set[Goal](), dict[Goal, list[tuple[tuple[tuple[str, str], ...], int]]]()
    for table in sampled(rules, games):
        showable |= {rule for uses in DemoGame(Replay(table)).rules_shown.steps for rule in uses}
        for goal in {("kind", kind) for kind in kinds_in(table)} | sources_in(table):
            needed.add(goal)
            ways.setdefault(goal, []).append((table.header.options, len(table.names)))
    usual = ((), max(2, rules.player_counts.start))
    main = {goal for goal in needed if usual in ways[goal]} | {("begin",), ("end",)}
    print(f"{rules.id}: {len(needed)} needed, {len(showable)} rules can be shown", file=sys.stderr)
    found = [_best(rules, usual, main, seeds, LONGEST - ROOM)]
    while lacking := needed - {goal for each in found for goal in each.goals}:
        goal = min(lacking)
        way = min(ways[goal], key=lambda each: (-sum(each in ways[other] for other in lacking), ways[goal].index(each)))
        here = {other for other in lacking if way in ways[other]}
        best = _best(rules, way, here, seeds, 0.0)
        if not best.goals & here:
            print(f"not found: {sorted(lacking)}", file=sys.stderr)
            break
        found.append(best)
    return found, showable


def _rank(made: Cut, needed: set[Goal]) -> tuple[int, float]:
    """Something more that is shown is worth some seconds."""
    return len(needed - made.goals), made.seconds - WORTH * len(made.goals)


def _best(
    rules: Game[Any], way: tuple[tuple[tuple[str, str], ...], int], needed: set[Goal], seeds: int, room: float
) -> Cut:
    """The best of games of good players; what only bad ones do is taken from the first who did it by lot."""
    options, players = way

    def cuts(level: str) -> Iterator[Cut]:
        for seed in range(seeds):
            yield cut(played(rules, level, players, options, f"tour {seed}"), needed, room)

    best = min((each for level in ("normal", "easy") for each in cuts(level)), key=lambda each: _rank(each, needed))
    if best.goals & needed:
        return best
    return next((each for each in cuts("random") if each.goals & needed), best)


def examples(cuts: Sequence[Cut], shown: Sequence[TourSection]) -> dict[str, RuleStep]:
    """For each rule a step that shows it: one of the tour, if there is one."""
    found: dict[str, RuleStep] = {}
    for inside in (True, False):
        for record, each in enumerate(cuts):
            for number, rules in enumerate(DemoGame(Replay(each.table)).rules_shown.steps, 1):
                in_tour = any(s.record == record and s.first <= number <= s.last for s in shown)
                for rule in rules if in_tour == inside else ():
                    found.setdefault(rule, RuleStep(record, number))
    return found


def kept_notes(rules: Game[Any], fresh: Sequence[TourSection], records: Sequence[str]) -> list[TourSection]:
    """The stretches with the notes that they have had so far."""
    old = load_tour(rules)
    if old is None or old.records != tuple(records):
        return list(fresh)
    known = {(each.record, each.first, each.last): each for each in old.stretches}
    return [known.get((each.record, each.first, each.last), each) for each in fresh]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", default=[*BUILT_IN_GAMES], help="whose tours are looked for")
    parser.add_argument("--sampled", type=int, default=4, help="games played in each way to play (4)")
    parser.add_argument("--seeds", type=int, default=60, help="games that a tour is looked for in (60)")
    args = parser.parse_args()
    for name in args.games:
        rules = load_game(name)
        folder = Path(engine.__file__).parent / "games" / rules.id / "teaching"
        cuts, showable = whole(rules, args.sampled, args.seeds)
        files = ["tour.tilehall", *(f"tour-{n}.tilehall" for n in range(2, len(cuts) + 1))]
        records = [_record(each.table) for each in cuts]
        found = kept_notes(rules, [s for n, each in enumerate(cuts) for s in stretches(n, each.chosen)], records)
        numbers = [number for number in load_rulebook(rules).numbers() if number in showable]
        at = dict(sorted(examples(cuts, found).items(), key=lambda each: numbers.index(each[0])))
        for file, record in zip(files, records, strict=True):
            (folder / file).write_text(record, "utf-8")
        (folder / "tour.toml").write_text(write_tour(files, found, numbers, at), "utf-8")
        told = ", ".join(f"{each.seconds:.0f} s in {len(each.chosen)} turns" for each in cuts)
        print(f"{name}: {told}; {len(at)} of {len(numbers)} rules")


def _record(table: Table[Any]) -> str:
    header: Header = table.header
    return write_record(header, table.match, table.seed)


if __name__ == "__main__":
    main()
