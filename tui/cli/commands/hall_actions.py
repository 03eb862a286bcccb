"""The actions of `tilehall hall`: requests to the open hall, or changes of its ledger."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from tilehall.engine import Text, UserError, join_commas
from tilehall.tui.cli.columns import align_columns
from tilehall.tui.cli.commands.hall_lists import HALL_LISTS, stats_data, stats_lines
from tilehall.tui.hall.desk import ask, check_own
from tilehall.tui.hall.ledger import NAME, copied

if TYPE_CHECKING:
    from tilehall.tui.cli.context import CliContext

    HallAction = Callable[[argparse.Namespace, Path, CliContext], int]


def print_list(args: argparse.Namespace, data: Path, door: CliContext) -> int:

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

    found, workers = ask(data, "stats"), ask(data, "workers")
    if args.json:
        door.print_json(stats_data(found, workers))
    else:
        door.show(*align_columns([[*map(door.translate, row)] for row in stats_lines(found, workers)]))
    return 0


def backup(args: argparse.Namespace, data: Path, door: CliContext) -> int:
    """Backs up the data in this process: the user may write where the hall may not."""

    check_own(data)
    path = Path(args.file).absolute()
    if path.exists():
        raise UserError(Text("{file} is there already; choose another name.", file=f"{path}"))
    copied(data / NAME, path)
    door.say(Text("Written to {file}.", file=f"{path}"))
    return 0


def kick(args: argparse.Namespace, data: Path, door: CliContext) -> int:

    screens = ask(data, "kick", args.name)
    if not screens:
        raise UserError(Text("{name} is not in the hall now.", name=args.name))
    door.say(Text("{name} is out.", name=args.name))
    return 0


def ban(args: argparse.Namespace, data: Path, door: CliContext) -> int:

    keys, screens = ask(data, "ban", args.whom)
    door.say(Text("Banned: {keys}.", keys=join_commas(keys)))
    if screens:
        door.say(Text("{name} is out.", name=args.whom))
    return 0


def unban(args: argparse.Namespace, data: Path, door: CliContext) -> int:

    door.say(Text("Not banned any more: {keys}.", keys=join_commas(ask(data, "unban", args.whom))))
    return 0


def make_hall_action(
    name: str, about: Callable[[argparse.Namespace], str | int], told: Callable[[str | int], Text]
) -> HallAction:
    """Makes an action from a request that the hall either carries out, without an answer, or refuses."""

    def deed(args: argparse.Namespace, data: Path, door: CliContext) -> int:

        word = about(args)
        ask(data, name, word)
        door.say(told(word))
        return 0

    return deed


def forget_text(name: str | int) -> Text:

    return Text("{name} is forgotten.", name=name)


def invite_text(key: str | int) -> Text:

    return Text("{key} is on the list.", key=key)


def uninvite_text(key: str | int) -> Text:

    return Text("{key} is on the list no more.", key=key)


def close_text(table: str | int) -> Text:

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
