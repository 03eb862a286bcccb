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
from tilehall.tui.cli.options import Parser, UsageError, marked

if TYPE_CHECKING:
    from tilehall.engine import Text
    from tilehall.tui.cli.context import Door

    Deed = Callable[[argparse.Namespace, Path, Door], int]

ACTIONS = {
    "list": marked("list tables, people, games, bans or those who are invited"),
    "stats": marked("say how many are here, and how the hall is doing"),
    "backup": marked("copy all that is kept into a file, also while people play"),
    "kick": marked("send somebody out, who may come again"),
    "ban": marked("send somebody out for good"),
    "unban": marked("let somebody in again who was banned"),
    "forget": marked("forget a person: name, keys, settings and words"),
    "invite": marked("put a key on the list of those who may come"),
    "uninvite": marked("take a key off that list"),
    "close": marked("close a table; what was played there stays in the library"),
}


def add_arguments(parser: Parser) -> None:
    parser.description = marked("Keeps a hall: who is there, who may come, what is kept, while everybody plays on.")
    parser.add_commands("action", "ACTION", ACTIONS)
    commands = parser.commands
    listed = commands["list"]
    listed.add_argument(
        "what",
        metavar="WHAT",
        nargs="?",
        type=lists,
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
        "table", metavar="TABLE", type=number, help="its number, as listed by 'tilehall hall list'"
    )
    for each in commands.values():
        each.add_argument("--data", metavar="DIR", help="where the hall keeps its games", files=True)
    for each in (parser, *commands.values()):
        add_language(each)


def lists(word: str) -> str:
    if word in values.LISTS:
        return word
    from tilehall.engine import Text, either

    raise UsageError(Text("it has to be {words}.", words=either(values.LISTS)))


def number(word: str) -> int:
    if word.isascii() and word.isdecimal() and len(word) < 10:
        return int(word)
    from tilehall.engine import Text

    raise UsageError(Text("{word} is no number of a table.", word=word[:20]))


def main(args: argparse.Namespace, door: Door) -> int:
    from tilehall.engine import RuleError, Text

    if sys.platform == "win32":
        raise RuleError(Text("A hall needs Linux, macOS or another Unix."))
    if args.action is None:
        raise UsageError(Text("'{command}' says what can be done.", command="tilehall hall --help"))
    data = (Path(args.data) if args.data else door.places.hall).absolute()
    return DEEDS[args.action](args, data, door)


def listing(args: argparse.Namespace, data: Path, door: Door) -> int:
    from tilehall.tui.cli.columns import columns
    from tilehall.tui.cli.commands.hall_lists import SHELVES
    from tilehall.tui.hall.desk import ask

    shelf, found = SHELVES[args.what], ask(data, args.what)
    if args.json:
        door.tell({args.what: [shelf.document(each) for each in found]})
    elif not found:
        door.say(shelf.none)
    else:
        rows = (shelf.heads, *(shelf.row(each, door.zone) for each in found))
        door.show(*columns([[*map(door.told, row)] for row in rows]))
    return 0


def stats(args: argparse.Namespace, data: Path, door: Door) -> int:
    from tilehall.tui.cli.columns import columns
    from tilehall.tui.cli.commands.hall_lists import figures, numbers
    from tilehall.tui.hall.desk import ask

    found, workers = ask(data, "stats"), ask(data, "workers")
    if args.json:
        door.tell(numbers(found, workers))
    else:
        door.show(*columns([[*map(door.told, row)] for row in figures(found, workers)]))
    return 0


def backup(args: argparse.Namespace, data: Path, door: Door) -> int:
    """By this process: whoever asks may write where the hall itself may not."""
    from tilehall.engine import RuleError, Text
    from tilehall.tui.hall.desk import check_own
    from tilehall.tui.hall.ledger import NAME, copied

    check_own(data)
    path = Path(args.file).absolute()
    if path.exists():
        raise RuleError(Text("{file} is there already; choose another name.", file=f"{path}"))
    copied(data / NAME, path)
    door.say(Text("Written to {file}.", file=f"{path}"))
    return 0


def kick(args: argparse.Namespace, data: Path, door: Door) -> int:
    from tilehall.engine import RuleError, Text
    from tilehall.tui.hall.desk import ask

    screens = ask(data, "kick", args.name)
    if not screens:
        raise RuleError(Text("{name} is not in the hall now.", name=args.name))
    door.say(Text("{name} is out.", name=args.name))
    return 0


def ban(args: argparse.Namespace, data: Path, door: Door) -> int:
    from tilehall.engine import Text, listed
    from tilehall.tui.hall.desk import ask

    keys, screens = ask(data, "ban", args.whom)
    door.say(Text("Banned: {keys}.", keys=listed(keys)))
    if screens:
        door.say(Text("{name} is out.", name=args.whom))
    return 0


def unban(args: argparse.Namespace, data: Path, door: Door) -> int:
    from tilehall.engine import Text, listed
    from tilehall.tui.hall.desk import ask

    door.say(Text("Not banned any more: {keys}.", keys=listed(ask(data, "unban", args.whom))))
    return 0


def asked(name: str, about: Callable[[argparse.Namespace], str | int], told: Callable[[str | int], Text]) -> Deed:
    """What the house does, and says nothing about but that it may not be."""

    def deed(args: argparse.Namespace, data: Path, door: Door) -> int:
        from tilehall.tui.hall.desk import ask

        word = about(args)
        ask(data, name, word)
        door.say(told(word))
        return 0

    return deed


def forgotten(name: str | int) -> Text:
    from tilehall.engine import Text

    return Text("{name} is forgotten.", name=name)


def invited(key: str | int) -> Text:
    from tilehall.engine import Text

    return Text("{key} is on the list.", key=key)


def uninvited(key: str | int) -> Text:
    from tilehall.engine import Text

    return Text("{key} is on the list no more.", key=key)


def closed(table: str | int) -> Text:
    from tilehall.engine import Text

    return Text("Table {number} is closed.", number=table)


DEEDS: Mapping[str, Deed] = {
    "list": listing,
    "stats": stats,
    "backup": backup,
    "kick": kick,
    "ban": ban,
    "unban": unban,
    "forget": asked("forget", lambda args: args.name, forgotten),
    "invite": asked("invite", lambda args: args.key, invited),
    "uninvite": asked("uninvite", lambda args: args.key, uninvited),
    "close": asked("close", lambda args: args.table, closed),
}
