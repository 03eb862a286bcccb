"""`tilehall bot`: checks a program that plays; docs/bots.md specifies what such a program is told and says."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tilehall.engine import Text, load_game, load_games
from tilehall.tui.cli import program_options
from tilehall.tui.cli.cli_language import add_language
from tilehall.tui.cli.completion import game_values
from tilehall.tui.cli.options import Parser, UsageError, number_up_to, translatable
from tilehall.tui.programs.bots.bot_seat import BotSeat
from tilehall.tui.programs.bots.bot_trial import player_count, try_out_bots
from tilehall.tui.programs.bots.launch import parse_bot_command
from tilehall.tui.programs.bots.program_run import ProgramRun

if TYPE_CHECKING:
    from tilehall.tui.cli.context import CliContext
    from tilehall.tui.programs.bots.bot_trial import BotTrial
    from tilehall.tui.programs.bots.launch import BotSettings

ACTIONS = {
    "check": translatable("let a program play a little of every game against itself, and say what is wrong with it")
}
MOVES, MOST = 40, 100_000


def add_arguments(parser: Parser) -> None:
    parser.description = translatable("For whoever writes a program that plays: docs/bots.md tells how.")
    parser.add_commands("action", "ACTION", ACTIONS)
    check = parser.commands["check"]
    check.add_argument(
        "program", metavar="COMMAND", help='how to start it, as in a shell: "./mybot --deep"', files=True
    )
    check.add_argument(
        "--game",
        action="append",
        default=[],
        metavar="GAME",
        help="only this game (all of them)",
        source=game_values.games,
    )
    check.add_argument(
        "--moves",
        type=parse_moves,
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


def parse_moves(word: str) -> int:
    return number_up_to(word, MOST)


def main(args: argparse.Namespace, door: CliContext) -> int:
    """Return 0 if all is well, 1 if something is wrong. Raises UserError."""
    if args.action is None:
        raise UsageError(Text("'{command}' says what can be done.", command="tilehall bot --help"))
    watch = ProgramRun(args)
    try:
        chosen = [load_game(name) for name in args.game] or list(load_games())
        found = BotCheck(args.program, watch.manner, args.seed, args.moves)
        try:
            for rules in chosen:
                trial = found.play(rules)
                if not args.json:
                    door.say(*trial_lines(trial))
                if not found.bot_name:
                    # It did not say hello, and will not for another game.
                    break
        finally:
            found.close()
        if args.json:
            door.print_json(found.data())
        else:
            door.say(*found.report_lines())
    finally:
        door.warn(*watch.notes())
    return 0 if found.passed else 1


class BotCheck:
    """Checks a program: it plays all seats of each game."""

    def __init__(self, program: str, manner: BotSettings, seed: str, most: int) -> None:
        self._command = parse_bot_command(f"cmd={program}")
        self._manner, self._seed, self._most = manner, seed, most
        self._bot_seats: list[BotSeat] = []
        self.trials: list[BotTrial] = []
        self.exits_cleanly = True
        """Whether each process exited by itself when it was told to."""

    def play(self, rules: Any) -> BotTrial:
        while len(self._bot_seats) < player_count(rules):
            self._bot_seats.append(BotSeat(self._command, self._manner))
        trial = try_out_bots(rules, self._bot_seats[: player_count(rules)], self._most, self._seed)
        self.trials.append(trial)
        return trial

    def close(self) -> None:
        stays = [bot_seat for bot_seat in self._bot_seats if not bot_seat.close_and_wait()]
        self.exits_cleanly = not stays

    @property
    def bot_name(self) -> str:
        return next((bot_seat.own_name for bot_seat in self._bot_seats if bot_seat.own_name), "")

    @property
    def faults(self) -> int:
        return sum(len(trial.faults) for trial in self.trials)

    @property
    def passed(self) -> bool:
        return not self.faults and self.exits_cleanly

    def report_lines(self) -> Iterator[Text]:
        if self.bot_name:
            yield Text("It calls itself {name}.", name=self.bot_name)
        if not self.exits_cleanly:
            yield Text(
                "It does not go when it is told {bye}, nor when its standard input ends: it had to be ended.", bye="bye"
            )
        if self.faults:
            yield Text("{n} answer is wrong.", "{n} answers are wrong.", n=self.faults)
        elif self.passed:
            yield Text("All is well.")

    def data(self) -> dict[str, Any]:
        """The object of `--json`."""
        return {
            "name": self.bot_name,
            "fine": self.passed,
            "leaves": self.exits_cleanly,
            "games": [
                {
                    "game": trial.game,
                    "decisions": trial.decisions,
                    "over": trial.over,
                    "slowest_ms": round(1000 * trial.slowest, 1),
                    "hurries": trial.hurries,
                    "faults": [finding._asdict() for finding in trial.faults],
                }
                for trial in self.trials
            ],
        }


def trial_lines(trial: BotTrial) -> Iterator[Text]:
    """Yield sentences about one game."""
    played = Text(
        "{game}: {n} decision, the slowest in {time:,.0f} ms.",
        "{game}: {n} decisions, the slowest in {time:,.0f} ms.",
        game=trial.game,
        n=trial.decisions,
        time=1000 * trial.slowest,
    )
    yield played
    for finding in trial.faults:
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
