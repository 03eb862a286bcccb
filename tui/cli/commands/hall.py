"""`tilehall hall`: for whoever keeps a hall, while it is open; what needs only its ledger is done when it is not, too.

docs/hosting.md tells of it, docs/commands.md has what `--json` prints.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from tilehall.tui.cli.cli_language import add_language
from tilehall.tui.cli.completion import values
from tilehall.tui.cli.options import Parser, UsageError, translatable

if TYPE_CHECKING:
    from tilehall.engine import Text
    from tilehall.tui.cli.context import CliContext

    HallAction = Callable[[argparse.Namespace, Path, CliContext], int]

ACTIONS = {
    "list": translatable("list tables, people, games, bans or those who are invited"),
    "stats": translatable("say how many are here, and how the hall is doing"),
    "backup": translatable("copy all that is kept into a file, also while people play"),
    "kick": translatable("send somebody out, who may come again"),
    "ban": translatable("send somebody out for good"),
    "unban": translatable("let somebody in again who was banned"),
    "forget": translatable("forget a person: name, keys, settings and words"),
    "invite": translatable("put a key on the list of those who may come"),
    "uninvite": translatable("take a key off that list"),
    "close": translatable("close a table; what was played there stays in the library"),
}


def add_arguments(parser: Parser) -> None:
    parser.description = translatable(
        "Keeps a hall: who is there, who may come, what is kept, while everybody plays on."
    )
    parser.add_commands("action", "ACTION", ACTIONS)
    commands = parser.commands
    listed = commands["list"]
    listed.add_argument(
        "what",
        metavar="WHAT",
        nargs="?",
        type=parse_list_name,
        default="tables",
        help="tables (as without a word), people, games, bans or invited",
        source=values.lists,
    )
    for each in (listed, commands["stats"]):
        each.add_argument("--json", action="store_true", help="as one JSON object, for programs")
    commands["backup"].add_argument(
        "file", metavar="FILE", help="what to call the copy; nothing may be there yet", files=True
    )
    for each in (commands["kick"], commands["forget"]):
        each.add_argument("name", metavar="NAME", help="as listed by 'tilehall hall list people'")
    for each in (commands["ban"], commands["unban"]):
        each.add_argument("whom", metavar="WHOM", help="a name, the fingerprint of a key, user:NAME, or an address")
    for each in (commands["invite"], commands["uninvite"]):
        each.add_argument(
            "key", metavar="KEY", help="its fingerprint, SHA256:..., or user:NAME for one of this machine"
        )
    commands["close"].add_argument(
        "table", metavar="TABLE", type=parse_number, help="its number, as listed by 'tilehall hall list'"
    )
    for each in commands.values():
        each.add_argument("--data", metavar="DIR", help="where the hall keeps its games", files=True)
    for each in (parser, *commands.values()):
        add_language(each)


def parse_list_name(word: str) -> str:
    if word in values.LISTS:
        return word
    from tilehall.engine import Text, join_or

    raise UsageError(Text("it has to be {words}.", words=join_or(values.LISTS)))


def parse_number(word: str) -> int:
    if word.isascii() and word.isdecimal() and len(word) < 10:
        return int(word)
    from tilehall.engine import Text

    raise UsageError(Text("{word} is no number of a table.", word=word[:20]))


def main(args: argparse.Namespace, door: CliContext) -> int:
    from tilehall.engine import Text, UserError

    if sys.platform == "win32":
        raise UserError(Text("A hall needs Linux, macOS or another Unix."))
    if args.action is None:
        raise UsageError(Text("'{command}' says what can be done.", command="tilehall hall --help"))
    data = (Path(args.data) if args.data else door.user_dirs.hall).absolute()
    return HALL_ACTIONS[args.action](args, data, door)


def print_list(args: argparse.Namespace, data: Path, door: CliContext) -> int:
    from tilehall.tui.cli.columns import align_columns
    from tilehall.tui.cli.commands.hall_lists import HALL_LISTS
    from tilehall.tui.hall.desk import ask

    shelf, found = HALL_LISTS[args.what], ask(data, args.what)
    if args.json:
        door.print_json({args.what: [shelf.document(each) for each in found]})
    elif not found:
        door.say(shelf.none)
    else:
        rows = (shelf.heads, *(shelf.row(each, door.zone) for each in found))
        door.show(*align_columns([[*map(door.translate, row)] for row in rows]))
    return 0


def stats(args: argparse.Namespace, data: Path, door: CliContext) -> int:
    from tilehall.tui.cli.columns import align_columns
    from tilehall.tui.cli.commands.hall_lists import stats_data, stats_lines
    from tilehall.tui.hall.desk import ask

    found, workers = ask(data, "stats"), ask(data, "workers")
    if args.json:
        door.print_json(stats_data(found, workers))
    else:
        door.show(*align_columns([[*map(door.translate, row)] for row in stats_lines(found, workers)]))
    return 0


def backup(args: argparse.Namespace, data: Path, door: CliContext) -> int:
    """Done by this process: the user may write where the hall may not."""
    from tilehall.engine import Text, UserError
    from tilehall.tui.hall.desk import check_own
    from tilehall.tui.hall.ledger import NAME, copied

    check_own(data)
    path = Path(args.file).absolute()
    if path.exists():
        raise UserError(Text("{file} is there already; choose another name.", file=f"{path}"))
    copied(data / NAME, path)
    door.say(Text("Written to {file}.", file=f"{path}"))
    return 0


def kick(args: argparse.Namespace, data: Path, door: CliContext) -> int:
    from tilehall.engine import Text, UserError
    from tilehall.tui.hall.desk import ask

    screens = ask(data, "kick", args.name)
    if not screens:
        raise UserError(Text("{name} is not in the hall now.", name=args.name))
    door.say(Text("{name} is out.", name=args.name))
    return 0


def ban(args: argparse.Namespace, data: Path, door: CliContext) -> int:
    from tilehall.engine import Text, join_commas
    from tilehall.tui.hall.desk import ask

    keys, screens = ask(data, "ban", args.whom)
    door.say(Text("Banned: {keys}.", keys=join_commas(keys)))
    if screens:
        door.say(Text("{name} is out.", name=args.whom))
    return 0


def unban(args: argparse.Namespace, data: Path, door: CliContext) -> int:
    from tilehall.engine import Text, join_commas
    from tilehall.tui.hall.desk import ask

    door.say(Text("Not banned any more: {keys}.", keys=join_commas(ask(data, "unban", args.whom))))
    return 0


def make_hall_action(
    name: str, about: Callable[[argparse.Namespace], str | int], told: Callable[[str | int], Text]
) -> HallAction:
    """Requests that the hall carries out without an answer, or refuses."""

    def deed(args: argparse.Namespace, data: Path, door: CliContext) -> int:
        from tilehall.tui.hall.desk import ask

        word = about(args)
        ask(data, name, word)
        door.say(told(word))
        return 0

    return deed


def forget_text(name: str | int) -> Text:
    from tilehall.engine import Text

    return Text("{name} is forgotten.", name=name)


def invite_text(key: str | int) -> Text:
    from tilehall.engine import Text

    return Text("{key} is on the list.", key=key)


def uninvite_text(key: str | int) -> Text:
    from tilehall.engine import Text

    return Text("{key} is on the list no more.", key=key)


def close_text(table: str | int) -> Text:
    from tilehall.engine import Text

    return Text("Table {number} is closed.", number=table)


HALL_ACTIONS: Mapping[str, HallAction] = {
    "list": print_list,
    "stats": stats,
    "backup": backup,
    "kick": kick,
    "ban": ban,
    "unban": unban,
    "forget": make_hall_action("forget", lambda args: args.name, forget_text),
    "invite": make_hall_action("invite", lambda args: args.key, invite_text),
    "uninvite": make_hall_action("uninvite", lambda args: args.key, uninvite_text),
    "close": make_hall_action("close", lambda args: args.table, close_text),
}
