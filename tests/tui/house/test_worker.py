"""Thoughts in a process of their own: the same as here, whatever becomes of the process; and it never outlives us."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.engine.guests import install, installed
from tests.tui.house.company import at_a_table
from tests.tui.house.test_minds import GAMES, thoughts
from tilehall.engine import Rng, Setup, game
from tilehall.tui.house.minds import HINT, Thought, advice_on
from tilehall.tui.house.seat import player
from tilehall.tui.house.worker import Worker

HEX = Path(__file__).parents[2] / "guest"
ONLY_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="asks as one asks Linux")
# A mind that does what no mind should, by the rounds that are left; what it advises says in which process it thought.
ODD = """
import os, sys, time
from pathlib import Path
from tests.engine.toy import Toy
from tilehall.engine import Text
from tilehall.engine.plan import Plan, Value

BEGUN = Path(__file__).with_name("begun")

def chat():
    print("I think, therefore I am", sys.stdin.read(), flush=True)

def fail():
    raise ArithmeticError(f"{os.getpid()} cannot count")

def dream():
    "The first time for ever."
    if not BEGUN.exists():
        BEGUN.write_text(str(os.getpid()))
        time.sleep(600)

def ponder():
    "In C, where no thread of this process comes to its turn meanwhile."
    BEGUN.write_text(str(os.getpid()))
    sum(range(1 << 60))

def doze():
    time.sleep(1)

MOODS = {4: chat, 5: fail, 6: doze, 7: dream, 8: ponder}

class Odd(Toy):
    id, title = "odd", Text("Odd Coins")

    def plans(self, s, seat, k):
        MOODS.get(s.rounds, bool)()
        return [Plan(tuple(self.legal(s, seat)[:1]), Value((), 0.5))]

    def explain(self, s, seat, plan):
        return Text("{process}", process=os.getpid())

ODD = Odd()
"""


@pytest.fixture
async def worker() -> AsyncIterator[Worker]:
    found = Worker()
    yield found
    found.close()


@pytest.fixture
def odd(tmp_path: Path) -> Iterator[Path]:
    """A guest with an odd mind; the file in which it says who has begun to think without end."""
    install(tmp_path, "tilehall-odd", {"odd": "odd:ODD"}, {"odd.py": ODD})
    with installed(tmp_path):
        yield tmp_path / "begun"


MOODS = {"plain": 3, "chatty": 4, "failing": 5, "slow": 6, "endless": 7, "deaf": 8}


def thought(mood: str) -> Thought:
    return Thought("odd", HINT, replace(game("odd").start(Setup(2)), rounds=MOODS[mood]), 0, "7")


def process(worker: Worker) -> int:
    assert worker._process
    return worker._process.number


def runs(number: int) -> bool:
    """Whether there is such a process; one that nobody has buried yet is dead."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


async def until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not happened():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.02)


# --- what is thought --------------------------------------------------------------------------------------------------


async def test_the_same_thought_is_the_same_choice_in_the_process(worker: Worker) -> None:
    for name in GAMES:
        for found in thoughts(name, "random")[3:60:19]:
            for level in (HINT, "random", "easy", "normal"):
                asked = Thought(name, level, found.view, found.seat, found.whim)
                assert await worker.think(asked) == advice_on(asked)
    assert worker._proven


async def test_a_guest_is_found_in_the_process(worker: Worker, tmp_path: Path) -> None:
    install(tmp_path, "tilehall-hex", {"hex": "tilehall_hex:HEX"})
    tmp_path.joinpath("tilehall_hex").symlink_to(HEX / "tilehall_hex")
    with installed(tmp_path):
        for found in thoughts("hex", "random")[:20:9]:
            asked = Thought("hex", HINT, found.view, found.seat, found.whim)
            assert await worker.think(asked) == advice_on(asked)
    assert worker._proven


async def test_it_is_thought_in_the_process_and_nowhere_else(worker: Worker, odd: Path) -> None:
    told = {str((await worker.think(thought("plain"))).why) for _ in range(3)}
    assert told == {str(process(worker))} != {str(os.getpid())}


async def test_what_a_mind_prints_and_reads_is_no_message(worker: Worker, odd: Path) -> None:
    for _ in range(2):
        assert str((await worker.think(thought("chatty"))).why) == str(process(worker))


async def test_what_a_mind_raises_is_raised_here(worker: Worker, odd: Path) -> None:
    with pytest.raises(ArithmeticError, match=f"^{os.getpid()} cannot count") as raised:
        await worker.think(thought("failing"))
    assert raised.traceback[-1].name == "fail", "and it is told where"
    assert str((await worker.think(thought("plain"))).why) == str(process(worker))


async def test_what_cannot_be_sent_is_thought_here(worker: Worker, odd: Path) -> None:
    start = game("odd").start(Setup(2))
    unsendable = Thought("odd", HINT, type("Local", (type(start),), {"__slots__": ()})(3, 0, ("", ""), (0, 0)), 0, "7")
    assert str((await worker.think(unsendable)).why) == str(os.getpid())


# --- what becomes of the process --------------------------------------------------------------------------------------


async def test_nothing_is_started_before_it_is_needed(worker: Worker, odd: Path) -> None:
    assert worker._process is None
    worker.get_ready()
    ready = process(worker)
    assert str((await worker.think(thought("plain"))).why) == str(ready)
    worker.close()
    assert not runs(ready)


@ONLY_LINUX
async def test_a_dead_process_is_replaced(worker: Worker, odd: Path) -> None:
    for _ in range(3):
        before = str((await worker.think(thought("plain"))).why)
        os.kill(int(before), signal.SIGKILL)
        after = str((await worker.think(thought("plain"))).why)
        assert before != after == str(process(worker))


@ONLY_LINUX
async def test_a_process_that_dies_while_it_thinks_is_replaced(worker: Worker, odd: Path) -> None:
    thinking = asyncio.create_task(worker.think(thought("endless")))
    await until(lambda: odd.exists() and odd.read_text() != "")
    os.kill(int(odd.read_text()), signal.SIGKILL)
    assert str((await thinking).why) == str(process(worker)) != odd.read_text()


@ONLY_LINUX
async def test_what_is_called_off_keeps_nobody_waiting(worker: Worker, odd: Path) -> None:
    thinking = asyncio.create_task(worker.think(thought("endless")))
    await until(lambda: odd.exists() and odd.read_text() != "")
    waiting, called_off = (asyncio.create_task(worker.think(thought("plain"))) for _ in range(2))
    await asyncio.sleep(0)
    called_off.cancel()
    await asyncio.sleep(0)
    assert runs(int(odd.read_text())), "nobody has called off what it thinks about"
    thinking.cancel()
    assert str((await waiting).why) == str(process(worker))
    assert not runs(int(odd.read_text()))


@pytest.mark.parametrize("command", ["", "/nowhere/python", "false", "cat"])
async def test_without_a_process_it_is_thought_here(
    worker: Worker, odd: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """None can be started, or it dies at once, or it is something else."""
    monkeypatch.setattr(sys, "executable", command)
    for _ in range(3):
        assert str((await worker.think(thought("plain"))).why) == str(os.getpid())


async def test_where_processes_die_at_once_no_more_are_started(
    worker: Worker, odd: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "false")
    await worker.think(thought("plain"))
    monkeypatch.undo()
    worker.get_ready()
    assert worker._process is None


@ONLY_LINUX
async def test_the_process_has_nothing_of_our_terminal(worker: Worker, odd: Path) -> None:
    await worker.think(thought("plain"))
    number = process(worker)
    assert os.getsid(number) == os.getpgid(number) == number, "what the terminal sends does not reach it"
    files = {os.readlink(file) for file in Path(f"/proc/{number}/fd").iterdir()}
    assert {file.partition(":")[0] for file in files} == {"pipe", "/dev/null"}
    os.kill(number, signal.SIGINT)
    assert str((await worker.think(thought("plain"))).why) == str(number)


PARENT = """
import asyncio, sys
from tests.tui.house.test_worker import thought
from tilehall.tui.house.worker import Worker

async def main():
    worker = Worker()
    print((await worker.think(thought("plain"))).why, flush=True)
    await worker.think(thought(sys.argv[1]))
    await asyncio.sleep(600)

asyncio.run(main())
"""


@ONLY_LINUX
@pytest.mark.parametrize("then", ["plain", "endless", "deaf", "stopped"])
async def test_it_ends_with_us_however_we_end(odd: Path, then: str) -> None:
    """Also while it thinks or stands still, and if nobody can tidy up."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(odd.parent), *sys.path])}
    with subprocess.Popen([sys.executable, "-c", PARENT, then], env=env, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        number = int(parent.stdout.readline())
        await until(lambda: then in ("plain", "stopped") or odd.exists())
        if then == "stopped":
            os.kill(number, signal.SIGSTOP)
        assert runs(number)
        parent.kill()
    await until(lambda: not runs(number))


# --- what it costs here -----------------------------------------------------------------------------------------------


async def test_hard_thoughts_cost_nothing_here(worker: Worker) -> None:
    """In one interpreter it would be more than all of it, on the loop or in a thread: keys would wait for it."""
    asked = [
        Thought(name, HINT, found.view, found.seat, found.whim)
        for name in GAMES
        for found in thoughts(name, "random")[5:60:6]
    ]
    await worker.think(asked[0])
    elsewhere = -time.process_time()
    for each in asked:
        await worker.think(each)
    elsewhere += time.process_time()
    here = -time.process_time()
    for each in asked:
        advice_on(each)
    here += time.process_time()
    print(f"{len(asked)} thoughts: {elsewhere * 1000:.0f} ms of this process, {here * 1000:.0f} ms if thought here")
    assert elsewhere < here / 2


@pytest.mark.parametrize("name", GAMES)
async def test_a_table_with_a_process_plays_as_one_without(worker: Worker, name: str) -> None:
    kinds, records = ["human", "easy", "random"], []
    for minds in (worker, None):
        table = at_a_table(name, kinds, "7", minds=minds)
        seat, whims = player(table, 0), Rng("7")
        for _ in range(6):
            await seat.settled()
            if seat.now.mine:
                await seat.act(seat.now.legal[whims.below(len(seat.now.legal))])
        records.append([str(step.action) for step in table.match.steps])
    assert records[0] == records[1] and len(records[0]) > 6


async def test_a_mind_that_takes_its_time_is_waited_for(worker: Worker, odd: Path) -> None:
    """To begin anew would take as long, and in this process it would be in the way."""
    await worker.think(thought("plain"))
    worker.patience, number = 0.1, process(worker)
    assert str((await worker.think(thought("slow"))).why) == str(number)


@ONLY_LINUX
async def test_a_process_that_stands_still_is_not_waited_for() -> None:
    worker, thought = Worker(patience=0.5), thoughts("princess", "normal")[0]
    try:
        assert await worker.think(thought) == advice_on(thought)
        assert worker._process is not None
        os.kill(worker._process.number, signal.SIGSTOP)
        assert await asyncio.wait_for(worker.think(thought), 30) == advice_on(thought)
    finally:
        worker.close()
