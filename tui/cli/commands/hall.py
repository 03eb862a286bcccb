"""`tilehall hall`: manages an open hall; what needs only its ledger also works while it is closed.

docs/hosting.md explains it, docs/commands.md describes the output of `--json`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tilehall.engine import Text, UserError, join_or
from tilehall.tui.cli.cli_language import add_language
from tilehall.tui.cli.completion import values
from tilehall.tui.cli.options import Parser, UsageError, translatable

if TYPE_CHECKING:
    from tilehall.tui.cli.context import CliContext

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

    raise UsageError(Text("it has to be {words}.", words=join_or(values.LISTS)))


def parse_number(word: str) -> int:
    if word.isascii() and word.isdecimal() and len(word) < 10:
        return int(word)

    raise UsageError(Text("{word} is no number of a table.", word=word[:20]))


def main(args: argparse.Namespace, door: CliContext) -> int:
    if sys.platform == "win32":
        raise UserError(Text("A hall needs Linux, macOS or another Unix."))
    if args.action is None:
        raise UsageError(Text("'{command}' says what can be done.", command="tilehall hall --help"))
    data = (Path(args.data) if args.data else door.user_dirs.hall).absolute()
    # Late import: it needs modules that Windows lacks.
    from tilehall.tui.cli.commands.hall_actions import HALL_ACTIONS

    return HALL_ACTIONS[args.action](args, data, door)
