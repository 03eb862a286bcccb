"""Records that were torn, mixed up or written over: what is offered replays, nothing of them is lost, and what is
played on from them verifies."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from tests.cases import each_once
from tests.tui.tables.faulty import FaultyDisk
from tests.tui.tables.gameplan import plan
from tilehall.engine import RecordError, parse_record, rescue_record
from tilehall.tui.tables.computer_players import ComputerPlayers
from tilehall.tui.tables.storage.saved_games import verify_record
from tilehall.tui.tables.storage.store import DamagedRecord, Library
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import run_inline

GAMES = {
    "princess": ("hr", ()),
    "sand": ("hh", (("boards", "red,purple"), ("mode", "advanced"))),
    "beasts": ("hh", ()),
    "kaguya": ("hhr", ()),
}


def flipped(data: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


def overwritten(data: bytes, chance: Random) -> bytes:
    at, count = chance.randrange(len(data)), chance.choice([1, 8, 512])
    return data[:at] + bytes(min(count, len(data) - at)) + data[at + count :]


def with_dirt(data: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(data))
    dirt = chance.choice(
        [b"\n", b"\r", b"\r\n", b"\0", b"\xff\xfe", b"\xc3", b"\x1b[2J", b" ", b";", b"~ ", b"+ 9:#ff"]
    )
    return data[:at] + dirt + data[at:]


def cut(data: bytes, chance: Random) -> bytes:
    return data[: chance.randrange(len(data))]


def inside_a_letter(data: bytes, chance: Random) -> bytes:
    places = [at for at in range(len(data)) if data[at : at + 2] == "ë".encode()]
    return data[: chance.choice(places) + 1]


def line_dropped(data: bytes, chance: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    del lines[chance.randrange(len(lines))]
    return b"".join(lines)


def line_doubled(data: bytes, chance: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    at = chance.randrange(len(lines))
    return b"".join([*lines[:at], lines[at], *lines[at:]])


def lines_merged(data: bytes, chance: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    at = chance.randrange(len(lines))
    return b"".join([*lines[:at], lines[at].rstrip(b"\n"), *lines[at + 1 :]])


def lines_exchanged(data: bytes, chance: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    at = chance.randrange(1, len(lines))
    lines[at - 1 : at + 1] = [lines[at], lines[at - 1]]
    return b"".join(lines)


def foreign_line(data: bytes, chance: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    foreign = ["+ 77:#00", "+ 0", "~ 999999", "~ 3", "= 1. Aki 3", "@ seen 00000000", "9999999 - x", "5 = 9:x 8:y"]
    foreign += ["7 Nobody take", "seed 7", "1 - #", "+ 0:present -", "8 = 0:#00 1:#zz", "²", "٣ Aki take"]
    lines.insert(chance.randrange(len(lines) + 1), f"{chance.choice(foreign)}\n".encode())
    return b"".join(lines)


def other_line_ends(data: bytes, chance: Random) -> bytes:
    return data.replace(b"\n", b"\r\n")


HARMS: tuple[Callable[[bytes, Random], bytes], ...] = (
    flipped,
    overwritten,
    with_dirt,
    cut,
    inside_a_letter,
    line_dropped,
    line_doubled,
    lines_merged,
    lines_exchanged,
    foreign_line,
    other_line_ends,
)


def left(game: str, seed: str, folder: Path, choices: float) -> Path:
    """The record of a game that was left after so much of it."""
    played = plan(game, *GAMES[game], seed)
    table = played.table(Library(folder, UTC, disk=FaultyDisk(folder)))
    run_inline(ComputerPlayers(table).run())
    for choice in played.choices[: int(choices * len(played.choices))]:
        choice.do(table)
        run_inline(ComputerPlayers(table).run())
    table.close()
    (path,) = folder.glob("*.tilehall")
    return path


def to_the_end(table: Table[object], chance: Random) -> None:
    run_inline(ComputerPlayers(table).run())
    while not table.over:
        seat = next(seat for seat in table.due() if table.is_human(seat))
        table.act(seat, chance.choice(table.match.legal_actions(seat)))
        run_inline(ComputerPlayers(table).run())


def mended(library: Library, path: Path, harmed: bytes) -> Table[object] | None:
    """The table as it can be played on; None if nobody can. Whatever is wrong is told in one sentence."""
    try:
        return Table.resume(path, library)
    except DamagedRecord as damaged:
        offered = damaged.step
    except RecordError as error:
        assert len(str(error)) < 400 and "\n" not in str(error)
        assert path.read_bytes() == harmed
        return None
    aside = library.mend(path)
    assert aside.read_bytes() == harmed, "not all that was in it is kept"
    table: Table[object] = Table.resume(path, library)
    assert sum(1 for step in read_steps(path, library)) >= offered
    return table


def read_steps(path: Path, library: Library) -> list[object]:
    rescued = library.rescue(path)
    assert rescued.error is None
    return list(rescued.record.match.steps)


def partly(chance: Random) -> float:
    return chance.random()


def wholly(chance: Random) -> float:
    return 1.0


def harm_and_mend(game: str, number: int, share: Callable[[Random], float] = partly) -> str:
    """What became of it."""
    chance = Random(f"{game} {number}")
    harm = HARMS[number % len(HARMS)]
    with TemporaryDirectory() as place:
        folder = Path(place)
        path = left(game, str(number % 7), folder, share(chance))
        data = harm(path.read_bytes(), chance)
        path.write_bytes(data)
        library = Library(folder, UTC, disk=FaultyDisk(folder))
        assert len(library.saved_games()) + len(library.problems()) == 1
        try:
            Table.open_read_only(path, library)
            list(rescue_record(data).record.match.steps)
        except RecordError as error:
            assert "\n" not in str(error)
        table = mended(library, path, data)
        if table is None:
            return "refused"
        to_the_end(table, chance)
        table.close()
        # Where the seal or the seed itself is lost, nobody can see any more that the deal was settled beforehand.
        assert verify_record(path).fair == bool(table.header.sealed and table.seed)
        parse_record(path.read_bytes().decode())
        assert not [each for each in folder.iterdir() if each.suffix in (".lock", ".seed", ".part")]
        return "played on"


@pytest.mark.parametrize(("harm", "turn"), each_once(range(len(HARMS)), range(len(GAMES))))
def test_a_damaged_record_is_played_on_or_refused(harm: int, turn: int) -> None:
    harm_and_mend([*GAMES][turn], harm + len(HARMS) * turn)


@pytest.mark.parametrize("harm", range(len(HARMS)), ids=[harm.__name__ for harm in HARMS])
def test_a_damaged_record_of_a_finished_game_is_played_on_or_refused(harm: int) -> None:
    harm_and_mend([*GAMES][harm % len(GAMES)], harm, wholly)


@pytest.mark.parametrize("kept", [b"", b"= ", b"seed "], ids=["steps", "result", "half a seed"])
def test_a_finished_game_that_was_cut_before_its_end_is_ended(tmp_path: Path, kept: bytes) -> None:
    """Before the result, before the seed, or before the end of the last line, which tells the seed nevertheless."""
    path = left("princess", "3", tmp_path, 1.0)
    data = path.read_bytes()
    steps = data[: data.rfind(b"\n= ") + 1]
    path.write_bytes({b"": steps, b"= ": data[: data.rfind(b"seed ")], b"seed ": data[:-1]}[kept])
    Table.resume(path, Library(tmp_path, UTC, disk=FaultyDisk(tmp_path))).close()
    verdict = verify_record(path)
    assert verdict.over and verdict.result and verdict.fair == (kept == b"seed ")
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_thousands_of_damaged_records(game: str) -> None:
    fates = [harm_and_mend(game, number) for number in range(1100)]
    print(f"{game}: {len(fates)} damaged, {fates.count('played on')} played on, {fates.count('refused')} refused")
    assert fates.count("played on") > 700


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_hundreds_of_damaged_records_of_finished_games(game: str) -> None:
    fates = [harm_and_mend(game, number, wholly) for number in range(330)]
    print(f"{game}: {len(fates)} damaged, {fates.count('played on')} played on, {fates.count('refused')} refused")
    assert fates.count("played on") > 200
