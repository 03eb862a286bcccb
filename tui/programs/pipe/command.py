"""`tilehall pipe`: the games for other programs. JSON lines in, JSON lines out, one answer for each line, in order.

    {"do": "new", "game": "princess", "players": 2, "dealer": "ask", "id": 7}
    {"ok": true, "id": 7, "match": 1, "actors": [-1], "seats": ["seat 0", "seat 1"], "steps": [], "digest": "..."}

docs/pipe.md specifies it: what can be asked (`REQUESTS`) with which fields, what is answered, what errors there are.
Every
line gets one answer, whatever is in it; a request that is refused has changed nothing.
Sentences are English, whatever language the user has chosen: programs may look for words in them.
"""

from __future__ import annotations

import argparse
import sys
from typing import BinaryIO, cast

from tilehall.engine import Text, UserError
from tilehall.tui.cli.options import Parser, translatable
from tilehall.tui.programs.json_messages import Fields, Message, MessageError, format_line, parse_line
from tilehall.tui.programs.pipe.errors import message_error_of
from tilehall.tui.programs.pipe.limits import LONGEST, MOST
from tilehall.tui.programs.pipe.matches import Matches
from tilehall.tui.programs.pipe.requests import REQUESTS, request_type

__all__ = ["REQUESTS", "Pipe", "add_arguments", "main", "run"]

ENDLESS = 20
"""A line so many times the longest is taken to have no end."""


class Pipe:
    """The open matches of one caller.

    >>> Pipe().answer('{"do": "close", "match": 3}')
    '{"ok":false,"error":{"code":"no_match","message":"There is no match 3.","rule":""}}'
    """

    def __init__(self, most: int = MOST) -> None:
        self.matches = Matches(most)

    def answer(self, line: str | bytes) -> str:
        """Answer one line; never raises."""
        head: Message = {}
        try:
            ask = _read_request(line)
            head = _request_id(ask)
            return format_line({"ok": True, **head, **request_type(ask).answer(self.matches, ask)})
        except Exception as error:  # the caller must get an answer whatever happens; `fault` means a bug of ours
            return format_line({"ok": False, **head, "error": message_error_of(error).data()})


def _read_request(line: str | bytes) -> Fields:
    if len(line) > LONGEST:
        raise MessageError("bad_json", f"The line is longer than {LONGEST:,} bytes.")
    ask = parse_line(line)
    if not isinstance(ask, dict):
        raise MessageError("bad_request", 'A request is an object, such as {"do": "games"}.')
    return ask


def _request_id(ask: Fields) -> Message:
    if "id" not in ask:
        return {}
    if ask["id"] is not None and type(ask["id"]) not in (str, int):
        raise MessageError("bad_request", "'id' must be a text or a whole number.")
    return {"id": ask["id"]}


def run(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer line after line until the source ends or nobody reads any more. Raises UserError if a line never ends."""
    pipe = Pipe()
    while line := source.readline(LONGEST + 1):
        try:
            sink.write(pipe.answer(line).encode() + b"\n")
            sink.flush()
        except BrokenPipeError:
            return
        if len(line) > LONGEST:
            _skip(line, source)


def _skip(line: bytes, source: BinaryIO) -> None:
    """Read the rest of a line that is too long."""
    for _ in range(ENDLESS):
        if not line or line.endswith(b"\n"):
            return
        line = source.readline(LONGEST)
    raise UserError(Text("A line without an end came in; nothing more is read."))


def add_arguments(parser: Parser) -> None:
    """The command takes nothing; its help lists what can be asked."""
    width = max(map(len, REQUESTS))
    lines = (f"  {do:{width}}  {' '.join((deed.answer.__doc__ or '').split())}" for do, deed in REQUESTS.items())
    parser.description = translatable(
        "JSON lines for other programs: one request a line in, one answer a line out. Sentences are English."
    )
    parser.epilog = "\n".join(["what can be asked:", *lines])


def main(args: argparse.Namespace) -> int:
    run(cast(BinaryIO, sys.stdin.buffer), cast(BinaryIO, sys.stdout.buffer))
    return 0
