"""Two and three programs at random on one shelf, killed at random: no game is ever torn, and none played twice."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC
from pathlib import Path
from random import Random

import pytest

from tests.terminal import environment
from tests.tui.tables.tenant import KEPT
from tilehall.tui.tables.computer_players import ComputerPlayers
from tilehall.tui.tables.storage.file_lock import GameInUse
from tilehall.tui.tables.storage.store import Library
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import run_inline

ROOT = Path(__file__).parents[3]
HOLDER = """
import sys
from pathlib import Path
from tilehall.engine import RecordPlayer
from tilehall.tui.tables.storage.store import Library
from tilehall.tui.tables.table import Table
library = Library(Path(sys.argv[1]))
people = (RecordPlayer("Aki"), RecordPlayer("Bo"))
table = Table.open("princess", people, seed="7", store=library.new_journal("princess"))
print(table.store.place, flush=True)
sys.stdin.read()
"""


def started(*words: str, **streams: int) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, *words], cwd=ROOT, env=environment({}), text=True, **streams)


@contextmanager
def somebody_playing(folder: Path) -> Iterator[tuple[Path, subprocess.Popen[str]]]:
    """A game that another program plays."""
    holder = started("-c", HOLDER, str(folder), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert holder.stdout
        yield Path(holder.stdout.readline().strip()), holder
    finally:
        holder.kill()
        holder.communicate()


def test_a_second_program_is_told_and_may_when_the_first_was_killed(tmp_path: Path) -> None:
    library = Library(tmp_path, UTC)
    with somebody_playing(tmp_path) as (path, holder):
        sentence = f"{path.stem} is being played by another program (process {holder.pid})"
        for deed in (lambda: Table.resume(path, library), lambda: library.delete(path), lambda: library.mend(path)):
            with pytest.raises(GameInUse) as told:
                deed()
            assert str(told.value).startswith(sentence[:-1])
        assert (claimant := library.lock_holder(path)) and claimant.process == holder.pid
        library.tidy()
        with pytest.raises(GameInUse):
            Table.resume(path, library)
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        assert library.lock_holder(path) is None
        Table.resume(path, library).close()
        assert sorted(each.suffix for each in tmp_path.iterdir()) == [".seed", ".tilehall"]


def test_whoever_looks_who_plays_is_in_nobodys_way(tmp_path: Path) -> None:
    library = Library(tmp_path, UTC)
    with somebody_playing(tmp_path) as (path, _):
        pass
    looking = "import sys\nfrom pathlib import Path\nfrom tilehall.tui.tables.storage.store import Library\n"
    looking += "print(1, flush=True)\nwhile True: Library(Path(sys.argv[1])).lock_holder(Path(sys.argv[2]))"
    onlooker = started("-c", looking, str(tmp_path), str(path), stdout=subprocess.PIPE)
    try:
        assert onlooker.stdout and onlooker.stdout.readline()
        for _ in range(200):
            Table.resume(path, library).close()
    finally:
        onlooker.kill()
        onlooker.communicate()


def crowd(folder: Path, count: int, seconds: float, seed: int) -> dict[str, int]:
    """So many programs at once, each begun again when it was killed."""
    chance, kills = Random(seed), 0
    library, notes = Library(folder / "games", UTC), folder / "notes"
    notes.mkdir()
    living: list[subprocess.Popen[str]] = []
    begun, end = 0, time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            while len(living) < count:
                begun += 1
                words = [str(library.folder), str(notes), f"{seed} {begun}"]
                living.append(started("-m", "tests.tui.tables.tenant", *words))
            time.sleep(chance.uniform(0, 0.15))
            if chance.random() < 0.15:
                victim = living.pop(chance.randrange(len(living)))
                victim.kill()
                victim.wait()
                kills += 1
            assert all(each.poll() is None for each in living), "a program has ended by itself"
    finally:
        for each in living:
            each.kill()
            each.wait()
    return {"killed": kills + count, "choices": all_is_there(library, notes), "games": len(library.saved_games())}


def all_is_there(library: Library, notes: Path) -> int:
    """Every choice that some program was told to be kept is in its game, unless that was deleted."""
    assert library.problems() == []
    found = 0
    deleted = {line.split()[1] for path in notes.iterdir() for line in path.read_text().splitlines() if line[0] == "-"}
    for path in notes.iterdir():
        for line in path.read_text().splitlines():
            kept = KEPT.match(line)
            if not kept or kept["game"] in deleted:
                continue
            rescued = library.rescue(library.folder / f"{kept['game']}.tilehall")
            assert rescued.error is None
            steps = rescued.record.match.steps
            number = int(kept["number"])
            assert (steps[number - 1].seat, str(steps[number - 1].action)) == (int(kept["seat"]), kept["action"]), line
            found += 1
    library.tidy()
    for saved in library.saved_games():
        table = Table.resume(saved.path, library)
        run_inline(ComputerPlayers(table).run())
        table.close()
    assert {path.suffix for path in library.folder.iterdir()} <= {".tilehall", ".seed"}
    return found


def test_two_and_three_programs_at_once_tear_nothing(tmp_path: Path) -> None:
    happened = crowd(tmp_path, 3, 2.5, 1)
    assert happened["choices"] > 0


@pytest.mark.soak
@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("seed", range(3))
def test_a_crowd_of_programs_tears_nothing(tmp_path: Path, count: int, seed: int) -> None:
    happened = crowd(tmp_path, count, 60, seed)
    print(count, happened)
    assert happened["choices"] > 500
