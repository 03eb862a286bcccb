"""A terminal that sends whatever comes: bytes in any pieces, clicks and other sizes, and whether the program lives on.

`python -m tests.tui.screens.fuzz 20000` looks for longer; everything follows from the seed that it prints.
"""

from __future__ import annotations

import asyncio
import gc
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.tui.player.sitting import hint, kept, shown
from tests.tui.screens.remote import QUICK, Line, Wired, places_in, wired
from tilehall.engine import RecordPlayer, UserError, load_game, load_games, parse_record
from tilehall.engine.teaching.lessons import lesson_ids
from tilehall.engine.teaching.puzzles import load_puzzles
from tilehall.engine.teaching.tours import load_tour
from tilehall.tui.app import Opening
from tilehall.tui.config.progress import Progress
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.features.demo.demo_tour import open_tour
from tilehall.tui.features.lessons.sequence import LessonRequest
from tilehall.tui.features.puzzles.puzzle_attempt import PuzzleAttempt
from tilehall.tui.features.puzzles.puzzle_sets import PuzzleSet
from tilehall.tui.features.puzzles.series import PuzzleSeries
from tilehall.tui.tables.computer_players import ComputerPlayers
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.input.key_reader import forget_closed_apps

GAMES = tuple(rules.id for rules in load_games())
DOWN = (b"\x1b[B", b"\r")
NAMES = ("Aki", "Bo", "Cleo", "Dara")
MOST_TRIES = 40
"""To find out which keys it takes."""
Stroke = bytes | tuple[int, int] | float
"""Bytes that come in one read, another size of the terminal, or a pause in seconds."""


@dataclass(frozen=True)
class Place:
    """Where a session begins: a screen of a game, and the keys that lead there."""

    name: str
    game: str
    opening: str = "home"
    players: str = "human random"
    first: str = ""
    """The screen that comes by itself, before any key is sent."""
    way: tuple[bytes, ...] = ()
    room: str = "HomeScreen"
    size: tuple[int, int] = (100, 30)
    played: int = 0
    """So many choices have been made before."""
    level: int = 0
    """Which lesson or puzzle, counted from 0."""
    confirm: str = "at once"

    def __str__(self) -> str:
        return f"{self.game} {self.name}"

    def open(self, places: UserDirs) -> Opening:
        """What stands on the table; some games on the shelf as well."""
        for n in range(2):
            Table.open(self.game, _people("human random"), seed=str(n), store=kept(places.games / f"game{n}.tilehall"))
        rules = load_game(self.game)
        if self.opening == "home":
            return Opening()
        if self.opening in ("learn", "present"):
            return Opening(
                "learn", lessons=LessonRequest(self.game, lesson_ids(rules)[self.level], self.opening == "present")
            )
        if self.opening == "puzzle":
            pile = PuzzleSet(rules, load_puzzles(rules))
            attempt = PuzzleAttempt(pile.puzzles[self.level], rules)
            return Opening("puzzle", solving=PuzzleSeries(pile, attempt, Progress(places), time.monotonic))
        if self.opening == "tour":
            return Opening("demo", speed=50.0, reel=open_tour(rules))
        path = places.games / "the-game.tilehall"
        table: Table[Any] = Table.open(self.game, _people(self.players), seed="7", store=kept(path))
        for _ in range(self.played):
            if table.over or not table.due():
                break
            seat = table.due()[0]
            table.act(seat, hint(table, seat).action)
        kind: Any = self.opening
        return Opening(kind, table, speed=50.0)


def _people(kinds: str) -> list[RecordPlayer]:
    return [RecordPlayer(NAMES[n], kind) for n, kind in enumerate(kinds.split())]


def places_of(name: str) -> Iterator[Place]:
    """Every screen there is, for this game."""
    row = [rules.id for rules in load_games()].index(name)
    home = Place("home", name)
    yield home
    yield replace(home, name="games", way=(b"\x1b[Z" * 7, b"\r"), room="SavedGamesScreen")
    yield replace(home, name="set-up", way=(b"\t" * (row + 1), b"\r"), room="SetupScreen")
    yield replace(home, name="puzzles", way=(b"\x1b[Z" * 4, b"\r"), room="PuzzlesScreen")
    yield replace(home, name="settings", way=(b"\x1b[Z\x1b[Z", b"\r"), room="SettingsScreen")
    board = Place("board", name, "table", room="BoardScreen", size=(120, 40))
    yield board
    for opened, key, room in (
        ("hand", b"v", "HandScreen"),
        ("log", b"o", "ReaderScreen"),
        ("score", b"c", "ScoringScreen"),
        ("explained", b"x", "ExplainScreen"),
        ("rules", b"?", "RulesScreen"),
        ("keys", b"\x1bOQ", "ReaderScreen"),
        ("palette", b"\x10", "SafeCommandPalette"),
    ):
        yield replace(board, name=opened, way=(key,), room=room)
    yield replace(board, name="hot seat", players="human human", room="", confirm="ask")
    yield replace(board, name="three at a table", players="human human random", size=(100, 30), room="")
    yield replace(board, name="the end", played=10_000, room="ScoringScreen")
    yield replace(board, name="derivation", played=10_000, first="ScoringScreen", way=DOWN, room="DerivationScreen")
    yield replace(board, name="demo", opening="demo", players="random random", room="DemoScreen")
    yield replace(board, name="replay", opening="replay", played=25, room="ReplayScreen")
    yield replace(board, name="replay explained", opening="replay", played=25, way=(b"x",), room="ExplainScreen")
    yield from _taught(board)


def _taught(board: Place) -> Iterator[Place]:
    """Lessons, a tour and puzzles, as far as the game has them."""
    rules = load_game(board.game)
    lessons, puzzles = len(lesson_ids(rules)), len(load_puzzles(rules))
    if lessons:
        yield replace(board, name="lesson", opening="learn")
        yield replace(board, name="last lesson", opening="learn", level=lessons - 1)
        yield replace(board, name="lesson presented", opening="present", level=lessons // 2)
    if load_tour(rules) is not None:
        yield replace(board, name="tour", opening="tour", room="DemoScreen")
        yield replace(board, name="watching", opening="home", way=(b"\x1b[Z" * 5, b"\r"), room="DemoChoiceScreen")
    if puzzles:
        yield replace(board, name="puzzle", opening="puzzle", level=puzzles // 2)


def everywhere() -> list[Place]:
    return [place for name in GAMES for place in places_of(name)]


# --- what is sent -----------------------------------------------------------------------------------------------------

ESC = b"\x1b[27u"
"""As terminals send it that leave no doubt whether a sequence begins."""
MOVES = (b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\t", b"\x1b[Z", b"\x1b[H", b"\x1b[F", b"\x1b[5~", b"\x1b[6~")
ACTS = (
    b"\r", b"\r", b"\r", b" ", b"\x1b", ESC, b"q", b"u", b"U", b"z", b"i", b".", b"r", b"f", b"w", b"d", b"x", b"X",
    b"P", b"n", b"S", b"L",
)  # fmt: skip
ROOMS = (b"?", b"v", b"o", b"c", b"t", b",", b"\x1bOQ", b"\x10", b"\x10\x1b[5~", b"/", b"b", b"R", b"\x0c")
MANY = (b"qq", b"\r\r\r", b"\x1b\x1b", b"\x10\x1b[5~\x1b[6~", b"q\r", b"vq", b"oq", b"cR", b",\x1b", b"??", b"ccc")
ODD = (
    "²", "é", "王", "٣", "𝟗", "ß", "\u0301", "👩‍👩‍👧", "\u200d", "\ufeff", "\x00", "\x7f", "\x1c", "\u2028", "ǅ", "①"
)  # fmt: skip
BROKEN = (
    b"\xe9", b"\xff\xfe", b"\xc3", b"\xf0\x9f", b"\x1b[", b"\x1b]", b"\x1bP", b"\x1b[<", b"\x1b[1;1;1;1;1R",
    b"\x1b[999999999u", b"\x1b[57358;9:3u", b"\x1b[97;5u", b"\x1b[1;2A", b"\x1b[?2026;2$y", b"\x1b[?1u", b"\x1b[I",
    b"\x1b[O", b"\x1b]11;rgb:00/00/00\x07", b"\x1b[200~", b"\x1b[201~", b"\x1b[-1;-1M", b"\x1b[48;24;80;0;0t",
    b"\x1b\x1b\x1b[A", b"\x1bOO", b"\x1b[M   ", b"\x1b[27;5;113~", b"\x9b", b"\x1b[0n", b"\x1b[?997;1n",
)  # fmt: skip
SIZES = ((80, 24), (120, 40), (1, 1), (300, 100), (20, 5), (61, 20), (80, 1), (1, 24), (200, 60), (100, 30))


def strokes(seed: str, keys: int) -> list[Stroke]:
    """So many keys, and what comes between them; together, one by one or torn."""
    lots, found, count = random.Random(seed), list[Stroke](), 0
    while count < keys:
        bunch = [_key(lots) for _ in range(lots.choice((1, 1, 1, 2, 3, 6)))]
        count += len(bunch)
        found += _sent(lots, b"".join(bunch))
        if lots.random() < 0.05:
            found.append(lots.choice(SIZES))
        if lots.random() < 0.5:
            found.append(lots.choice((0.0, 0.001, 0.004, 0.02)))
    return found


def _key(lots: random.Random) -> bytes:
    kind = lots.random()
    if kind < 0.30:
        return lots.choice(MOVES)
    if kind < 0.56:
        return lots.choice(ACTS)
    if kind < 0.66:
        return lots.choice(ROOMS)
    if kind < 0.74:
        return lots.choice(MANY)
    if kind < 0.80:
        return lots.choice("0123456789abcdefghijklmnopqrstuvwxyzABC").encode()
    if kind < 0.85:
        return lots.choice(ODD).encode()
    if kind < 0.90:
        return lots.choice(BROKEN)
    return (
        _mouse(lots) if kind < 0.97 else b"\x1b[200~" + lots.choice(("Zoë", "1\r", "", "q" * 9)).encode() + b"\x1b[201~"
    )


def _mouse(lots: random.Random) -> bytes:
    x, y = lots.choice(((lots.randint(1, 120), lots.randint(1, 40)), (lots.randint(1, 999), 0), (1, 1)))
    kind = lots.choice((0, 0, 0, 1, 2, 32, 35, 64, 65, 128))
    click = b"\x1b[<%d;%d;%dM" % (kind, x, y)
    return click + b"\x1b[<%d;%d;%dm" % (kind, x, y) if kind < 3 else click


def _sent(lots: random.Random, data: bytes) -> Iterator[Stroke]:
    """In one piece, or torn where no letter ends."""
    if lots.random() < 0.75 or len(data) < 2:
        yield data
        return
    at = lots.randrange(1, len(data))
    yield data[:at]
    if lots.random() < 0.5:
        yield 0.0
    yield data[at:]


# --- what comes of it -------------------------------------------------------------------------------------------------


class Died(AssertionError):
    """The program has not lived through it; the first line says what of."""

    @property
    def cause(self) -> str:
        return str(self).splitlines()[0]


async def session(place: Place, sent: Sequence[Stroke], folder: Path) -> int:
    """Sends it all, beginning anew where the program is left. Raises Died; the number of programs it took."""
    places = places_in(folder)
    waiting, programs = list(sent), 0
    while waiting or not programs:
        programs += 1
        opening = place.open(places)
        try:
            await _visit(place, opening, waiting, places)
        except TimeoutError as error:
            raise Died(f"It does not answer.\n{error}") from None
        if opening.table is not None:
            if any(map(_plays_on, asyncio.all_tasks())):
                raise Died("Computer players play on at a table that was left.")
            _replays(opening.table.record())
        for path in places.games.glob("*.tilehall"):
            _shown(path)
        for path in places.games.iterdir():
            # A game of one program is no matter of the next.
            path.unlink()
    return programs


def _plays_on(task: asyncio.Task[Any]) -> bool:
    """Whether this is the loop of computer players, and nobody has stopped it."""
    return task.get_coro().__qualname__ == ComputerPlayers._play.__qualname__ and not task.cancelling()


async def _visit(place: Place, opening: Opening, waiting: list[Stroke], places: UserDirs) -> None:
    """One program, until it is left; what has been sent is taken off the list."""
    async with wired(places, opening, place.size, QUICK.with_value("confirm", place.confirm)) as line:
        try:
            await _arrive(line, place)
            while waiting and not line.running.done():
                await _send(line.app, waiting.pop(0))
            await _leave(line)
            code = await line.ends()
        finally:
            _examine(line.app)
        if code:
            raise Died(f"It ends with code {code}.")


async def _arrive(line: Line, place: Place) -> None:
    await line.settled()
    await line.until(lambda: line.app.room.endswith(place.first))
    for keys in place.way:
        await line.type(*_one_by_one(keys))
    await line.until(lambda: line.app.room.endswith(place.room))


def _one_by_one(keys: bytes) -> list[bytes]:
    return [keys[n : n + 3] for n in range(0, len(keys), 3)] if keys[:2] == b"\x1b[" else [keys]


async def _send(app: Wired, stroke: Stroke) -> None:
    if isinstance(stroke, float):
        await asyncio.sleep(stroke)
    elif isinstance(stroke, bytes):
        app.wire.read(stroke)
    else:
        app.wire.resize(*stroke)


async def _leave(line: Line) -> None:
    """It answers: one can leave it by keys alone, slowly."""
    if line.running.done():
        return
    line.app.wire.hang_on()
    line.app.wire.resize(100, 30)
    for _ in range(12):
        for key in (ESC, b"q"):
            if line.running.done():
                return
            await line.type(key)
        _examine(line.app)
    raise TimeoutError(f"{line.app.screen_stack}, focused {line.app.focused}\n{line.app.text}")


def _examine(app: Wired) -> None:
    """Nothing has gone wrong, and nothing had to be caught."""
    if reports := app.reports:
        raise Died(f"{reports.strip().splitlines()[-1]}\n{reports}")
    if app._exception is not None:
        raise Died(f"{type(app._exception).__name__}: {app._exception}")


def _replays(record: str) -> None:
    try:
        parse_record(record)
    except UserError as error:
        raise Died(f"The record does not replay: {error}") from error


def _shown(path: Path) -> None:
    try:
        damage = shown(path).damage
    except UserError as error:
        raise Died(f"A record on the shelf does not replay: {error}") from error
    if damage:
        raise Died(f"A record on the shelf is damaged: {damage}")


# --- looking for it ---------------------------------------------------------------------------------------------------


def survives(place: Place, sent: Sequence[Stroke]) -> Died | None:
    """What it dies of."""
    try:
        with TemporaryDirectory() as folder:
            asyncio.run(session(place, sent, Path(folder)))
    except Died as died:
        return died
    finally:
        forget_closed_apps()
    return None


def shrunk(place: Place, sent: Sequence[Stroke], cause: str) -> list[Stroke]:
    """Fewer strokes that are deadly by the same cause, as far as so many tries lead."""
    found, size, tries = list(sent), len(sent) // 2, MOST_TRIES
    while size and tries:
        at = len(found) - size
        while at >= 0 and tries:
            fewer, tries = found[:at] + found[at + size :], tries - 1
            died = survives(place, fewer)
            if died is not None and died.cause == cause:
                found = fewer
            at -= size
        size //= 2
    return found


def told(place: Place, sent: Sequence[Stroke], died: Died) -> str:
    few = shrunk(place, sent, died.cause)
    return f"{place}: {died}\nsent: {few}"


def main(keys: int, seed: str, each: int = 100) -> int:
    """Keys everywhere in turn; every way to die once."""
    deaths, sent, around = Counter[str](), 0, everywhere()
    began = time.process_time()
    while sent < keys:
        place = around[(sent // each) % len(around)]
        name = f"{seed} {sent}"
        if died := survives(place, stream := strokes(name, each)):
            deaths[died.cause] += 1
            if deaths[died.cause] == 1:
                print(f"seed {name!r}, {told(place, stream, died)}", flush=True)
        sent += each
        gc.collect()
    print(f"{sent} keys from seed {seed!r}, {time.process_time() - began:.1f} s of CPU")
    for cause, count in deaths.most_common():
        print(f"{count:>4} {cause}")
    return int(bool(deaths))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "7"))
