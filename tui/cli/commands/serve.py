"""`tilehall serve`: opens a hall, in which people play together over ssh."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tilehall.engine import Text, UserError, literal_text
from tilehall.tui.cli import program_options
from tilehall.tui.cli.cli_language import add_language
from tilehall.tui.cli.completion import values
from tilehall.tui.cli.options import Parser, UsageError, translatable
from tilehall.tui.hall.worker_config import is_loopback
from tilehall.tui.programs.bots.bot_pool import BotRoster
from tilehall.tui.programs.bots.launch import BotSettings

if TYPE_CHECKING:
    from tilehall.tui.cli.context import CliContext
    from tilehall.tui.hall.serving import OpenedHall
EXAMPLE = "Bob:cmd=./mybot"
HOST, PORT = "127.0.0.1", 8022
MOST_WORKERS = 64


def add_arguments(parser: Parser) -> None:
    parser.description = translatable("Opens a hall: people come by ssh, meet in a lobby, and play at the same tables.")
    parser.add_argument(
        "--host",
        metavar="ADDRESS",
        default=HOST,
        help="where to listen; {address} is this machine alone, {all} is every network it is in",
        fields={"address": HOST, "all": "0.0.0.0"},
    )
    parser.add_argument(
        "--port",
        metavar="PORT",
        type=parse_port,
        default=PORT,
        help="the port; {port} without",
        fields={"port": f"{PORT}"},
    )
    parser.add_argument("--data", metavar="DIR", help="where games, people and the hall's key are kept", files=True)
    parser.add_argument(
        "--workers", metavar="N", type=parse_workers, help="how many processes draw screens; one per core"
    )
    parser.add_argument(
        "--guests",
        metavar="WORD",
        type=parse_guests,
        default="yes",
        help="whether people without a key may come: yes or no",
        source=values.consent,
    )
    parser.add_argument(
        "--password-file", metavar="FILE", help="a file with the password of the house in its first line", files=True
    )
    parser.add_argument("--invite-only", action="store_true", help="only those may come who are on the list")
    parser.add_argument(
        "--metrics",
        metavar="PORT",
        type=parse_metrics_address,
        help="tell the figures of the hall there, to programs of this machine alone (PORT or ADDRESS:PORT)",
    )
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME:cmd=COMMAND",
        help="a program that may be put on a chair like a computer player; docs/bots.md tells of them",
        source=values.programs,
    )
    program_options.add_arguments(parser)
    add_language(parser)


def parse_port(word: str) -> int:
    """Parses a port; 0 means any free one."""
    return _number(word, 0, 65535)


def parse_metrics_address(word: str) -> tuple[str, int]:
    """Parses an address of this machine with a port."""
    address, _, number = word.rpartition(":")
    if not is_loopback(host := address.removeprefix("[").removesuffix("]") or HOST):
        raise UsageError(Text("figures are told to this machine alone: {address} is not it.", address=host))
    return host, parse_port(number)


def parse_guests(word: str) -> str:
    if word in ("yes", "no"):
        return word

    raise UsageError(Text("it has to be {one} or {other}.", one="yes", other="no"))


def parse_workers(word: str) -> int:
    return _number(word, 1, MOST_WORKERS)


def _number(word: str, least: int, most: int) -> int:
    if word.isascii() and word.isdecimal() and len(word) < 6 and least <= int(word) <= most:
        return int(word)

    raise UsageError(Text("it has to be a number from {least} to {most}.", least=least, most=most))


def main(args: argparse.Namespace, door: CliContext) -> int:
    if sys.platform == "win32":
        raise UserError(Text("A hall needs Linux, macOS or another Unix."))
    from tilehall.tui.hall.house_main import open_house
    from tilehall.tui.hall.logs import write_to
    from tilehall.tui.hall.serving import HallOptions, serve

    options = HallOptions(
        data=(Path(args.data) if args.data else door.user_dirs.hall).absolute(),
        host=args.host,
        port=args.port,
        workers=args.workers or os.cpu_count() or 1,
        guests=args.guests == "yes",
        password=_password(args.password_file),
        invite_only=args.invite_only,
        metrics=args.metrics,
        cast=_cast(args.bot, args, door),
    )
    if not is_loopback(args.host):
        door.say(*_exposed(options.guests, options.password))
    write_to(sys.stderr, "house")
    return serve(options, open_house, lambda opened: _opened(opened, door))


def _cast(given: Sequence[str], args: argparse.Namespace, door: CliContext) -> BotRoster:
    """The bot programs that the host offers. Raises SetupError."""

    for text in given:
        if not program_options.is_command(text):
            raise UserError(Text("'{text}' is no program; it looks like {example}.", text=text[:40], example=EXAMPLE))
    data = Path(args.data) if args.data else door.user_dirs.hall
    folder = Path(args.bot_log) if args.bot_log else data / "bots"
    return BotRoster(
        tuple(dict.fromkeys(program_options.parse_programs(given))), BotSettings(folder.absolute(), args.bot_time)
    )


def _password(file: str | None) -> str:
    if file is None:
        return ""

    try:
        words = Path(file).read_text("utf-8").split("\n")[0].strip()
    except UnicodeDecodeError as error:
        raise UserError(Text("{file} is no text in UTF-8.", file=file)) from error
    if not words:
        raise UserError(Text("{file} has no password in its first line.", file=file))
    return words


def _exposed(guests: bool, password: str) -> list[Text]:
    """Warnings about what everybody who can reach the port may do."""
    told = [Text("Whoever can reach this port may come in, play, watch, and write to others. They get no shell.")]
    if guests:
        told.append(Text("People without a key may come as guests; '{option}' keeps them out.", option="--guests no"))
    if not password:
        told.append(Text("There is no password; '{option}' sets one.", option="--password-file FILE"))
    return told


def _opened(opened: OpenedHall, door: CliContext) -> None:
    door.say(
        Text("The hall is open. For your friends:"),
        literal_text(f"  {opened.line}"),
        Text("The key of the hall: {fingerprint}.", fingerprint=opened.fingerprint),
        *([Text("Its figures: {address}", address=opened.metrics)] if opened.metrics else []),
        Text("Ctrl+C closes it; all games are kept."),
    )
    door.sink.flush()
