"""`tilehall games`: lists and manages saved games.

docs/commands.md describes the output of `--json`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from tilehall.engine import RecordError, SetupError, Text, join_commas, join_spaces, literal_text, sanitize_text
from tilehall.tui.cli import component_options, program_options
from tilehall.tui.cli.cli_language import add_language
from tilehall.tui.cli.columns import align_columns
from tilehall.tui.cli.commands.play import on_screen, sit_down
from tilehall.tui.cli.completion import game_values, values
from tilehall.tui.cli.options import Parser, UsageError, add_components_option, translatable
from tilehall.tui.lines.watch import watch_game
from tilehall.tui.tables.storage.file_lock import GameInUse
from tilehall.tui.tables.storage.filesystem import replace_text
from tilehall.tui.tables.storage.store import SUFFIX, DamagedRecord
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.watched_game import WatchedGame
from tilehall.tui.timestamps import format_local, format_utc

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import tzinfo

    from tilehall.tui.cli.context import CliContext
    from tilehall.tui.programs.bots.bot_seat import BotSeat
    from tilehall.tui.tables.storage.saved_games import SavedGame
    from tilehall.tui.tables.storage.store import Library

LONGEST, SEATS = 60, 8
"""Characters of a name, and number of players, that a list shows."""
ACTIONS = {
    "list": translatable("list them, as without a word"),
    "resume": translatable("play on"),
    "watch": translatable("look on while another program plays"),
    "mend": translatable("shorten a damaged one to what holds of it"),
    "export": translatable("write the record to a file or to the output"),
    "delete": translatable("delete them for good"),
}


def add_arguments(parser: Parser) -> None:
    parser.description = translatable(
        "Lists the saved games, newest first; with a word more it does something with them."
    )
    parser.add_argument("--json", action="store_true", help="the list as one JSON object, for programs")
    parser.add_commands("action", "ACTION", ACTIONS)
    listed, resume, watch, mend, export, delete = parser.commands.values()
    # No default is set, so that an option before the subcommand is not overwritten.
    listed.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help="the list as one JSON object, for programs"
    )
    listed.add_argument(
        "words",
        metavar="WORD",
        nargs="*",
        help="only games that have all these words: names, players, options",
        source=game_values.saved,
    )
    resume.add_argument(
        "name",
        metavar="NAME",
        help="as listed, or 'last' for the newest that is not over",
        source=game_values.unfinished,
    )
    resume.add_argument("--line", action="store_true", help="in plain lines of text")
    resume.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="NAME:cmd=COMMAND",
        help="the program that plays for whoever is called so in the game: no record holds its command",
        source=values.programs,
    )
    program_options.add_arguments(resume)
    watch.add_argument("name", metavar="NAME", help="as listed", source=game_values.unfinished)
    watch.add_argument("--line", action="store_true", help="in plain lines of text")
    mend.add_argument("name", metavar="NAME", help="as listed", source=game_values.saved)
    export.add_argument("name", metavar="NAME", help="as listed", source=game_values.saved)
    export.add_argument("file", metavar="FILE", nargs="?", help="what to call it; without one: the output", files=True)
    delete.add_argument("names", metavar="NAME", nargs="+", help="as listed", source=game_values.saved)
    for each in (resume, watch, mend, export):
        add_components_option(each)
    for each in (parser, *parser.commands.values()):
        add_language(each)


def main(args: argparse.Namespace, door: CliContext) -> int:
    library = door.library
    if args.action in (None, "list"):
        words = args.words if args.action else ()
        return games_data(library, words, door) if args.json else game_lines(library, words, door)
    if args.json:
        raise UsageError(
            Text("{option} is for the list of games, not for {action}.", option="--json", action=args.action)
        )
    if args.action != "delete":
        component_options.use_components_of_record(args.components)
    if args.action == "export":
        return export(library, args.name, args.file, door)
    if args.action == "delete":
        return delete(library, args.names, door)
    if args.action == "watch":
        return watch(library, args.name, args.line, door)
    if args.action == "mend":
        return mend(library, args.name, door)
    return resume(library, args, door)


def game_lines(library: Library, words: Sequence[str], door: CliContext) -> int:
    """Prints the games that contain all these words, newest first; unreadable files are named on stderr."""
    saved = library.search(words)
    if not saved and words:
        door.say(Text("No saved game has all of: {words}.", words=join_commas(words)))
    elif not saved:
        door.say(Text("There are no saved games. '{command}' begins one.", command="tilehall play princess"))
    head = (Text("NAME"), Text("CHANGED"), Text("STEPS"), Text("PLAYERS"), Text("RESULT"))
    rows = [[*map(door.translate, row)] for row in (head, *(_row(each, door.zone) for each in saved))]
    door.show(*align_columns(rows) if saved else ())
    door.warn(*library.problems())
    return 0


def games_data(library: Library, words: Sequence[str], door: CliContext) -> int:
    """Prints the same games and problems as JSON."""
    games = [
        {
            "name": saved.name,
            "game": saved.header.game,
            "players": [{"name": player.name, "kind": player.kind} for player in saved.header.players],
            "options": dict(saved.header.options),
            "steps": saved.steps,
            "over": saved.over,
            "result": saved.result or None,
            "changed": format_utc(saved.changed),
            "file": str(saved.path),
        }
        for saved in library.search(words)
    ]
    door.print_json({"games": games, "problems": [f"{problem}" for problem in library.problems()]})
    return 0


def _row(saved: SavedGame, zone: tzinfo | None) -> tuple[Text, ...]:
    # One record with many names must not make the list wider than the window.
    names = saved.header.names
    return (
        literal_text(sanitize_text(saved.name, LONGEST)),
        literal_text(format_local(saved.changed, zone)),
        literal_text(str(saved.steps)),
        join_commas([*names[:SEATS], *(["..."] if len(names) > SEATS else [])]),
        literal_text(saved.result) if saved.result else Text("goes on"),
    )


def resume(library: Library, args: argparse.Namespace, door: CliContext) -> int:
    """Resumes a game, with the bot programs given on the command line."""
    bots = program_options.parse_programs(args.seat)
    if len(bots) < len(args.seat):
        raise SetupError(Text("Only programs are named here, like {example}.", example='--seat "Bob:cmd=./mybot"'))
    if not bots:
        return _resume(library, args.name, args.line, door, {})
    from tilehall.tui.programs.bots.program_run import ProgramRun

    watch = ProgramRun(args)
    try:
        return _resume(library, args.name, args.line, door, watch.bot_seats(bots))
    finally:
        door.warn(*watch.notes())


def _resume(library: Library, name: str, line: bool, door: CliContext, bots: Mapping[str, BotSeat]) -> int:
    path, lines = _found(library, name), line or not door.on_screen
    try:
        table = Table.resume(path, library, bots)
    except (GameInUse, DamagedRecord) as error:
        if not lines:
            return on_screen(path, door)
        raise RecordError(join_spaces([error.text, _instead(error, path)])) from error
    for stranger in bots.keys() - set(table.names):
        table.close()
        raise RecordError(Text("Nobody in {game} is called {name}.", game=path.stem, name=stranger))
    return sit_down(table, door.settings, line, door, bots)


def _instead(error: GameInUse | DamagedRecord, path: Path) -> Text:
    """Says what can be done with a game that cannot be resumed."""
    if isinstance(error, GameInUse):
        return Text("'{command}' looks on.", command=f"tilehall games watch {path.stem}")
    return Text("'{command}' makes it so.", command=f"tilehall games mend {path.stem}")


def watch(library: Library, name: str, line: bool, door: CliContext) -> int:
    """Shows a game that another process plays, until it is over or the user leaves."""
    path = _found(library, name)
    if not line and door.on_screen and library.lock_holder(path):
        return on_screen(path, door)
    watched = WatchedGame(library, path)
    return watch_game(watched, door.open_console(watched.seat().now.rules.package))


def mend(library: Library, name: str, door: CliContext) -> int:
    path = library.find(name)
    damaged = library.find_damage(path)
    if damaged is None:
        whole = Text("{game} is not damaged.", game=path.stem)
        torn = Text("{game} is not damaged; its last line was cut off and is left out.", game=path.stem)
        door.say(torn if library.is_torn(path) else whole)
        return 0
    aside = library.mend(path)
    door.say(
        Text(
            "{game} goes on from step {step}. All that was in it is in {file}.",
            game=path.stem,
            step=damaged.step,
            file=f"{aside}",
        )
    )
    return 0


def _found(library: Library, name: str) -> Path:
    if name != "last":
        return library.find(name)
    newest = next(library.unfinished_games(), None)
    if newest is None:
        raise RecordError(Text("There is no saved game that is not over."))
    return newest.path


def export(library: Library, name: str, target: str | None, door: CliContext) -> int:
    """Writes the record of a finished game, or what the players at this keyboard may know of an unfinished one."""
    text = library.read_text(library.find(name))
    if target is None:
        door.write_raw(text)
        return 0
    path = Path(target)
    if path.exists():
        raise RecordError(Text("{file} is there already; choose another name.", file=f"{path}"))
    replace_text(path, text)
    door.say(Text("Written to {file}.", file=f"{path}"))
    return 0


def delete(library: Library, names: list[str], door: CliContext) -> int:
    """Deletes saved games, all or none. Names are those in the library: paths to other files are refused."""
    paths = [library.folder / (name.removesuffix(SUFFIX) + SUFFIX) for name in names]
    for name, path in zip(names, paths, strict=True):
        if path.parent != library.folder or not path.is_file():
            raise library.no_such_game(name)
    for path in paths:
        library.delete(path)
        door.say(Text("{game} is deleted.", game=path.stem))
    return 0
