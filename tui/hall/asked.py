"""The few words that may be asked for without a terminal: `list`, `watch 17`, `export 17`, `version`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path

from tilehall.engine import Text, UserError, join_commas, load_game, render_text
from tilehall.tui.hall.client import HallClient
from tilehall.tui.hall.guest import VERY_LONG, environment, language_of
from tilehall.tui.hall.listing import PRINTED
from tilehall.tui.hall.protocol import Caller, Changed, Closing, HallInterface, News, Shut
from tilehall.tui.hall.refusals import HallError
from tilehall.tui.hall.timeouts import USUAL
from tilehall.tui.languages.language import load_language
from tilehall.tui.lines.narration import step_lines
from tilehall.tui.lines.printable import make_printable
from tilehall.tui.tables.moment import SeenStep
from tilehall.tui.tables.version import program_version
from tilehall.tui.terminal.output.cells import pad, width

LONGEST = 200
"""Characters of what is asked for."""
WORDS = Text("This door knows only: {words}.", words=join_commas(["list", "watch 17", "export 17", "version"]))
Write = Callable[[str], Awaitable[None]]


async def answer(
    command: str,
    house: Path,
    caller: Caller,
    address: str,
    environ: Mapping[str, str],
    write: Write,
    longest: float = USUAL.longest,
) -> int:
    """Writes what was asked for, for so many seconds at most; the exit code."""
    tongue = language_of(environment(environ))

    def told(text: Text) -> str:
        return make_printable(render_text(text, tongue), "utf-8")

    async def say(text: Text) -> None:
        await write(told(text) + "\n")

    words = known(command)
    if not words:
        await say(WORDS)
        return 1
    if words == ["version"]:
        await write(program_version() + "\n")
        return 0
    news: asyncio.Queue[News] = asyncio.Queue(1000)
    try:
        visit = await HallClient.enter(house, caller, address, lambda item: _keep(news, item))
        try:
            async with asyncio.timeout(longest) as limit:
                match words:
                    case ["list"]:
                        await _list(visit, told, write)
                    case ["export", number]:
                        await write(await visit.export(_number(number)))
                    case ["watch", number]:
                        await _watch(visit, _number(number), news, tongue.code, say, write)
        except TimeoutError:
            if not limit.expired():
                raise
            await say(VERY_LONG)
        finally:
            await visit.end()
    except UserError as error:
        await say(error.text)
        return 1
    return 0


def known(command: str) -> list[str]:
    """The words of what was asked for, if it may be.

    >>> known("watch 17"), known("sh -c reboot")
    (['watch', '17'], [])
    """
    match command[:LONGEST].split():
        case ["version"] | ["list"] | ["watch", _] | ["export", _] as words:
            return words
        case _:
            return []


def _keep(news: asyncio.Queue[News], item: News) -> None:
    """Whoever reads slowly misses something; each change tells all that counts."""
    if news.full():
        news.get_nowait()
    news.put_nowait(item)


def _number(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 10):
        raise HallError(Text("{word} is no number of a table.", word=make_printable(word[:20], "ascii")))
    return int(word)


async def _list(visit: HallInterface, told: Callable[[Text], str], write: Write) -> None:
    listings = await visit.lobby()
    if not listings:
        await write(told(Text("There are no tables now.")) + "\n")
        return
    rows = [[told(head) for head, _ in PRINTED]]
    rows += [[told(column(listing)) for _, column in PRINTED] for listing in listings]
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    await write("".join("  ".join(map(pad, row, widths)).rstrip() + "\n" for row in rows))


async def _watch(
    visit: HallInterface,
    table: int,
    news: asyncio.Queue[News],
    code: str,
    say: Callable[[Text], Awaitable[None]],
    write: Write,
) -> None:
    """What happens at a table, until it is over or the house closes."""
    seated = await visit.come(table)
    names, rules = seated.header.names, load_game(seated.header.game)
    tongue = load_language(code, rules.package)
    change, deeds = seated.change, list(seated.change.seen_steps)
    await say(Text("At the table: {players}.", players=join_commas(names)))
    shown = 0
    while True:
        for line in step_lines(rules, deeds[shown:]):
            await write(make_printable(render_text(line, tongue, names), "utf-8") + "\n")
        shown = len(deeds)
        if not change.due:
            return
        item = await news.get()
        if isinstance(item, Closing) or (isinstance(item, Shut) and item.table == table):
            await say(item.why)
            return
        if isinstance(item, Changed) and item.table == table:
            change, before = item.change, deeds[:shown]
            deeds[change.kept :] = change.seen_steps
            if (left := _left(before, deeds)) < shown:
                await say(Text("Something was taken back."))
                shown = left


def _left(before: Sequence[SeenStep], now: Sequence[SeenStep]) -> int:
    """How many of these deeds still hold. Where a game is over, secrets are told anew, and nothing was taken back."""
    for n, deed in enumerate(before):
        if n >= len(now) or deed.seat != now[n].seat or deed.action not in (None, now[n].action):
            return n
    return len(before)
