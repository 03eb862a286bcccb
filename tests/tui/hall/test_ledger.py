"""The ledger: what was answered is on the disk, what is wrong with a file is one sentence, and a copy is whole."""

import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from tilehall.engine import Text, UserError
from tilehall.tui.hall.ledger import MARK, VERSION, Ledger, Work
from tilehall.tui.tables.storage.disk_errors import NotSaved


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    ledger = Ledger.open(tmp_path / "hall")
    yield ledger
    ledger.close()


def invite(key: str) -> Work[int]:
    return lambda db: db.execute("insert into invited values (?, 0)", (key,)).rowcount


def test_nobody_else_reads_it_and_all_is_synced(ledger: Ledger) -> None:
    assert stat.S_IMODE(ledger.folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in ledger.folder.iterdir()} == {0o600}
    modes = [
        ledger.wait(lambda db, p=p: db.execute(f"pragma {p}").fetchone()[0]) for p in ("journal_mode", "synchronous")
    ]
    assert modes == ["wal", 2]
    assert ledger.wait(lambda db: db.execute("pragma foreign_keys").fetchone()[0]) == 1


def test_a_folder_that_others_may_read_is_closed_to_them(tmp_path: Path) -> None:
    folder = tmp_path / "hall"
    folder.mkdir(mode=0o755)
    Ledger.open(folder).close()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_what_waits_together_is_committed_together(ledger: Ledger) -> None:
    gate, begun = threading.Event(), threading.Event()
    holding = ledger.want(lambda db: (begun.set(), gate.wait(10))[1])
    begun.wait(10)
    commits = ledger.tally.commits
    waiting: list[Future[int]] = [
        ledger.want(lambda db, n=n: db.execute("insert into invited values (?, 0)", (f"{n}",)).rowcount)
        for n in range(50)
    ]
    gate.set()
    assert [each.result(10) for each in (holding, *waiting)] == [True] + [1] * 50
    assert ledger.tally.commits == commits + 2


def test_what_fails_undoes_only_itself(ledger: Ledger) -> None:
    def half(db: sqlite3.Connection) -> None:
        db.execute("insert into invited values ('half', 0)")
        raise UserError(Text("Never mind."))

    gate = threading.Event()
    ledger.want(lambda db: gate.wait(10))
    good, bad, twice = (ledger.want(work) for work in (invite("a"), half, invite("a")))
    gate.set()
    assert good.result(10) == 1
    with pytest.raises(UserError):
        bad.result(10)
    with pytest.raises(NotSaved, match="Not saved: UNIQUE"):
        twice.result(10)
    assert ledger.wait(lambda db: db.execute("select key from invited").fetchall()) == [("a",)]


def test_the_log_only_grows(ledger: Ledger) -> None:
    def begin(db: sqlite3.Connection) -> None:
        db.execute(
            "insert into tables (number, state, game, seats, wish, host, code, follows, seed, opened, changed)"
            " values (1, 'running', 'princess', 2, '', 0, '', 0, '', 0, 0)"
        )
        db.execute("insert into log values (1, 1, '1 - start 0', x'00', 0)")

    ledger.wait(begin)
    for change in ("update log set lines = ''", "delete from log", "insert into log values (1, 1, '', x'00', 0)"):
        with pytest.raises(NotSaved):
            ledger.wait(lambda db, change=change: db.execute(change))


def test_a_full_disk_is_one_sentence_and_passes(ledger: Ledger) -> None:
    pages = ledger.wait(lambda db: db.execute("pragma page_count").fetchone()[0])
    ledger.wait(lambda db: db.execute(f"pragma max_page_count={pages}").fetchone())
    with pytest.raises(NotSaved, match="Not saved: the disk is full"):
        ledger.wait(invite("x" * 100_000))
    ledger.wait(lambda db: db.execute("pragma max_page_count=100000").fetchone())
    assert ledger.wait(invite("y")) == 1


def refusal(folder: Path) -> str:
    with pytest.raises(UserError) as refused:
        Ledger.open(folder)
    return str(refused.value)


def test_two_houses_cannot_have_it(ledger: Ledger) -> None:
    assert refusal(ledger.folder) == f"The hall in {ledger.folder} is open already, in another program."


@pytest.mark.parametrize(
    ("pragma", "words"),
    [
        (f"user_version={VERSION + 1}", f"was written by a newer Tilehall (ledger {VERSION + 1}, this program knows"),
        (f"application_id={MARK + 1}", "is no ledger of a hall."),
    ],
)
def test_a_strange_file_is_left_alone(tmp_path: Path, pragma: str, words: str) -> None:
    Ledger.open(tmp_path).close()
    db = sqlite3.connect(tmp_path / "hall.db")
    db.execute(f"pragma {pragma}")
    db.close()
    before = (tmp_path / "hall.db").read_bytes()
    assert words in refusal(tmp_path)
    assert (tmp_path / "hall.db").read_bytes() == before


@pytest.mark.parametrize("damage", [b"\0" * 5000, b"no database at all" * 400])
def test_a_damaged_file_is_one_sentence(tmp_path: Path, damage: bytes) -> None:
    ledger = Ledger.open(tmp_path)
    for n in range(200):
        ledger.want(invite(f"{n}" * 50))
    ledger.close()
    data = bytearray((tmp_path / "hall.db").read_bytes())
    at = 0 if b"no" in damage else len(data) // 2
    data[at : at + len(damage)] = damage
    (tmp_path / "hall.db").write_bytes(data)
    assert "hall.db cannot be used: " in refusal(tmp_path)


def test_where_nothing_can_be_written_the_ledger_is_not_called_damaged(tmp_path: Path) -> None:
    told = (
        "import resource, sys; from pathlib import Path; from tilehall.tui.hall.ledger import Ledger;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)); Ledger.open(Path(sys.argv[1]))"
    )
    done = subprocess.run([sys.executable, "-c", told, str(tmp_path)], capture_output=True, text=True)
    assert f"The hall cannot be kept in {tmp_path}: the disk is full, or cannot be read." in done.stderr


def test_a_copy_harms_nothing_that_is_called_alike(ledger: Ledger, tmp_path: Path) -> None:
    own = tmp_path / "copy.db.part"
    own.write_text("mine")
    ledger.backup(tmp_path / "copy.db")
    with pytest.raises(UserError, match="No copy could be made"):
        ledger.backup(own / "copy.db")
    assert own.read_text() == "mine"
    for name in ("hall.db", "hall.db-wal", "Hall.db.old"):
        with pytest.raises(UserError, match="is called like what the hall keeps"):
            ledger.backup(ledger.folder / name)
    assert not [*tmp_path.glob("copy.db.*.part")]


def test_a_copy_is_whole_while_others_write(ledger: Ledger, tmp_path: Path) -> None:
    writing = threading.Event()

    def write() -> None:
        for n in range(2_000):
            ledger.wait(invite(f"{n}"))
            writing.set()

    writer = threading.Thread(target=write)
    writer.start()
    writing.wait(10)
    (tmp_path / "copy").mkdir()
    ledger.backup(tmp_path / "copy" / "hall.db")
    writer.join()
    assert stat.S_IMODE((tmp_path / "copy" / "hall.db").stat().st_mode) == 0o600
    copy = Ledger.open(tmp_path / "copy")
    count, last = copy.wait(lambda db: db.execute("select count(*), max(cast(key as integer)) from invited").fetchone())
    copy.close()
    assert count == last + 1 > 0


def test_a_copy_comes_to_its_end_however_much_is_written_meanwhile(ledger: Ledger, tmp_path: Path) -> None:
    """From piece to piece SQLite would begin anew with every commit of others."""
    ledger.wait(lambda db: db.execute("insert into people values (1, 'Aki', 'aki', 0, 0)").rowcount)
    many = "with recursive some(n) as (select 1 union all select n + 1 from some limit 30000)"
    fat = "insert into settings select 1, n, hex(zeroblob(1500)) from some"
    ledger.wait(lambda db: db.execute(f"{many} {fat}").rowcount)
    over = threading.Event()

    def write() -> None:
        n = 0
        while not over.is_set():
            ledger.wait(invite(f"{(n := n + 1)}"))

    writer = threading.Thread(target=write)
    writer.start()
    copying = threading.Thread(target=ledger.backup, args=(tmp_path / "copy.db",), daemon=True)
    copying.start()
    copying.join(15)
    over.set()
    writer.join()
    assert not copying.is_alive()
    assert (tmp_path / "copy.db").stat().st_size > 50_000_000


def test_a_copy_that_cannot_be_made_is_one_sentence(ledger: Ledger, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="No copy could be made"):
        ledger.backup(tmp_path / "nowhere" / "hall.db")


def test_a_closed_one_keeps_nothing(tmp_path: Path) -> None:
    ledger = Ledger.open(tmp_path)
    ledger.close()
    with pytest.raises(NotSaved, match="The hall is closed"):
        ledger.wait(invite("late"))
