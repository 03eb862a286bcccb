"""`tilehall bot`: for whoever writes a program that plays. docs/bots.md has what such a program is told and says."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tilehall.engine import Text, games
from tilehall.tui.cli import program_options
from tilehall.tui.cli.cli_language import add_language
from tilehall.tui.cli.completion import values
from tilehall.tui.cli.options import Parser, UsageError, marked, number_up_to

if TYPE_CHECKING:
    from tilehall.tui.cli.context import Door
    from tilehall.tui.programs.bots.bot_command import Manner
    from tilehall.tui.programs.bots.bot_seat import Chair
    from tilehall.tui.programs.bots.bot_trial import Trial

ACTIONS = {"check": marked("let a program play a little of every game against itself, and say what is wrong with it")}
MOVES, MOST = 40, 100_000


def add_arguments(parser: Parser) -> None:
    parser.description = marked("For whoever writes a program that plays: docs/bots.md tells how.")
    parser.add_commands("action", "ACTION", ACTIONS)
    check = parser.commands["check"]
    check.add_argument(
        "program", metavar="COMMAND", help='how to start it, as in a shell: "./mybot --deep"', files=True
    )
    check.add_argument(
        "--game", action="append", default=[], metavar="GAME", help="only this game (all of them)", source=values.games
    )
    check.add_argument(
        "--moves",
        type=moves,
        default=MOVES,
        metavar="N",
        help="how many decisions of each game ({moves})",
        fields={"moves": f"{MOVES}"},
    )
    check.add_argument("--seed", default="1", help="the deals; the same seed deals the same (1)")
    program_options.add_arguments(check)
    check.add_argument("--json", action="store_true", help="as one JSON object, for programs")
    for each in (parser, check):
        add_language(each)


def moves(word: str) -> int:
    return number_up_to(word, MOST)


def main(args: argparse.Namespace, door: Door) -> int:
    """0 if all is well, 1 if something is wrong. Raises RuleError."""
    if args.action is None:
        raise UsageError(Text("'{command}' says what can be done.", command="tilehall bot --help"))
    from tilehall.engine import game

    watch = program_options.Watch(args)
    try:
        chosen = [game(name) for name in args.game] or list(games())
        found = Check(args.program, watch.manner, args.seed, args.moves)
        try:
            for rules in chosen:
                trial = found.play(rules)
                if not args.json:
                    door.say(*told(trial))
                if not found.called:
                    # It would not say hello for another game.
                    break
        finally:
            found.close()
        if args.json:
            door.tell(found.data())
        else:
            door.say(*found.told())
    finally:
        door.warn(*watch.notes())
    return 0 if found.fine else 1


class Check:
    """A program that plays all seats of a game after the other."""

    def __init__(self, program: str, manner: Manner, seed: str, most: int) -> None:
        from tilehall.tui.programs.bots.bot_command import command

        self._command = command(f"cmd={program}")
        self._manner, self._seed, self._most = manner, seed, most
        self._chairs: list[Chair] = []
        self.trials: list[Trial] = []
        self.leaves = True
        """Whether it has gone by itself when it was told to."""

    def play(self, rules: Any) -> Trial:
        from tilehall.tui.programs.bots.bot_seat import Chair
        from tilehall.tui.programs.bots.bot_trial import players, tried_out

        while len(self._chairs) < players(rules):
            self._chairs.append(Chair(self._command, self._manner))
        trial = tried_out(rules, self._chairs[: players(rules)], self._most, self._seed)
        self.trials.append(trial)
        return trial

    def close(self) -> None:
        stays = [chair for chair in self._chairs if not chair.dismissed()]
        self.leaves = not stays

    @property
    def called(self) -> str:
        return next((chair.called for chair in self._chairs if chair.called), "")

    @property
    def faults(self) -> int:
        return sum(len(trial.findings) for trial in self.trials)

    @property
    def fine(self) -> bool:
        return not self.faults and self.leaves

    def told(self) -> Iterator[Text]:
        if self.called:
            yield Text("It calls itself {name}.", name=self.called)
        if not self.leaves:
            yield Text(
                "It does not go when it is told {bye}, nor when its standard input ends: it had to be ended.", bye="bye"
            )
        if self.faults:
            yield Text("{n} answer is wrong.", "{n} answers are wrong.", n=self.faults)
        elif self.fine:
            yield Text("All is well.")

    def data(self) -> dict[str, Any]:
        """The object of `--json`."""
        return {
            "name": self.called,
            "fine": self.fine,
            "leaves": self.leaves,
            "games": [
                {
                    "game": trial.game,
                    "decisions": trial.decisions,
                    "over": trial.over,
                    "slowest_ms": round(1000 * trial.slowest, 1),
                    "hurries": trial.hurries,
                    "faults": [finding._asdict() for finding in trial.findings],
                }
                for trial in self.trials
            ],
        }


def told(trial: Trial) -> Iterator[Text]:
    """One game in sentences."""
    played = Text(
        "{game}: {n} decision, the slowest in {time:,.0f} ms.",
        "{game}: {n} decisions, the slowest in {time:,.0f} ms.",
        game=trial.game,
        n=trial.decisions,
        time=1000 * trial.slowest,
    )
    yield played
    for finding in trial.findings:
        yield Text(
            "  Seat {seat}, turn {turn} ({kind}): {code}. {message}",
            seat=f"{finding.seat}",
            turn=finding.turn,
            kind=finding.decision,
            code=finding.code,
            message=f"{finding.message} [{finding.rule}]" if finding.rule else finding.message,
        )
    if trial.hurries is False:
        yield Text("  Told to stop, it gave no answer in time: then a quick choice is made for it.")
