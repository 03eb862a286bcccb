"""Thoughts in processes of their own: the same as here, whatever becomes of them; and none outlives us."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Thread

import pytest

from tests.cases import some
from tests.engine.addons import install, installed
from tests.tui.tables.company import at_a_table
from tests.tui.tables.test_thinkers import GAMES, thoughts
from tilehall.engine import Header, Match, RecordPlayer, Rng, SeedDealer, Setup, UserError, load_game
from tilehall.tui.tables.history.review import ChancesQuestion, Reviewer, TurnQuestion
from tilehall.tui.tables.seat import player_seat
from tilehall.tui.tables.thinking import background
from tilehall.tui.tables.thinking.background import (
    CHECK_SECONDS,
    HURRY_AGAIN_SECONDS,
    ProcessPool,
    ThreadThinker,
    ThreadWriter,
)
from tilehall.tui.tables.thinking.thinkers import HINT, Thought, final_advice, think_through
from tilehall.tui.tables.thinking.workers import NICE

HEX = Path(__file__).parents[2] / "addon"
ONLY_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="asks as one asks Linux")
# A mind that does what no mind should, by the rounds that are left; what it advises says in which process it thought.
ODD = """
import os, sys, time
from pathlib import Path
from dataclasses import replace
from tests.engine.games.toy import ANNOUNCEMENT
from tilehall.engine import BaseAdvisor, Text
from tilehall.engine.ai.plan import Plan, PositionValue

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

def begin():
    BEGUN.write_text(str(os.getpid()))

def brood():
    "For ever."
    begin()
    time.sleep(600)

def crash():
    os._exit(1)

MOODS = {4: chat, 5: fail, 6: doze, 7: dream, 8: ponder, 9: crash}
WITHOUT_HASTE = {10: brood, 11: crash}
IN_PLAYOUTS = {12: brood, 13: crash}

class Odd(BaseAdvisor):
    def plans(self, s, seat, k):
        MOODS.get(s.rounds, bool)()
        (WITHOUT_HASTE if k > 1 else IN_PLAYOUTS).get(s.rounds, bool)()
        return [Plan((choice,), PositionValue((), 0.5)) for choice in self.game.legal_actions(s, seat)[:k]]

    def explain_plan(self, s, seat, plan):
        return Text("{process}", process=os.getpid())

ODD = replace(ANNOUNCEMENT, id="odd", title=Text("Odd Coins"), advisor=Odd)
"""


@pytest.fixture
async def pool() -> AsyncIterator[ProcessPool]:
    found = ProcessPool(1)
    yield found
    found.close()


@pytest.fixture
def odd(tmp_path: Path) -> Iterator[Path]:
    """A guest with an odd mind; the file in which it says who has begun to think without end."""
    install(tmp_path, "tilehall-odd", {"odd": "odd:ODD"}, {"odd.py": ODD})
    with installed(tmp_path):
        yield tmp_path / "begun"


MOODS = {"plain": 3, "chatty": 4, "failing": 5, "slow": 6, "endless": 7, "deaf": 8}
MOODS |= {"doomed": 9, "brooding": 10, "crashing": 11, "deep": 12, "deep and crashing": 13}


def thought(mood: str, level: str = HINT) -> Thought:
    return Thought("odd", level, replace(load_game("odd").start(Setup(2)), rounds=MOODS[mood]), 0, "7")


def process(pool: ProcessPool) -> int:
    (number,) = pool.processes
    return number


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


async def test_the_same_thought_is_the_same_choice_in_the_process(pool: ProcessPool) -> None:
    for name in GAMES:
        for found in thoughts(name, "random")[3:60:19]:
            for level in (HINT, "random", "easy", "normal"):
                asked = Thought(name, level, found.view, found.seat, found.whim)
                assert await pool.think(asked) == final_advice(asked)
    assert pool._proven


async def test_a_guest_is_found_in_the_process(pool: ProcessPool, tmp_path: Path) -> None:
    install(tmp_path, "tilehall-hex", {"hex": "tilehall_hex:ANNOUNCEMENT"})
    tmp_path.joinpath("tilehall_hex").symlink_to(HEX / "tilehall_hex")
    with installed(tmp_path):
        for found in thoughts("hex", "random")[:20:9]:
            asked = Thought("hex", HINT, found.view, found.seat, found.whim)
            assert await pool.think(asked) == final_advice(asked)
    assert pool._proven


async def test_it_is_thought_in_the_process_and_nowhere_else(pool: ProcessPool, odd: Path) -> None:
    told = {str((await pool.think(thought("plain"))).why) for _ in range(3)}
    assert told == {str(process(pool))} != {str(os.getpid())}


async def test_what_a_mind_prints_and_reads_is_no_message(pool: ProcessPool, odd: Path) -> None:
    for _ in range(2):
        assert str((await pool.think(thought("chatty"))).why) == str(process(pool))


async def test_what_a_mind_raises_is_raised_here(pool: ProcessPool, odd: Path) -> None:
    with pytest.raises(ArithmeticError, match=f"^{os.getpid()} cannot count") as raised:
        await pool.think(thought("failing"))
    assert raised.traceback[-1].name == "fail", "and it is told where"
    assert str((await pool.think(thought("plain"))).why) == str(process(pool))


async def test_what_cannot_be_sent_is_thought_here(pool: ProcessPool, odd: Path) -> None:
    start = load_game("odd").start(Setup(2))
    unsendable = Thought("odd", HINT, type("Local", (type(start),), {"__slots__": ()})(3, 0, ("", ""), (0, 0)), 0, "7")
    assert str((await pool.think(unsendable)).why) == str(os.getpid())


# --- what becomes of the process --------------------------------------------------------------------------------------


async def test_nothing_is_started_before_it_is_needed(pool: ProcessPool, odd: Path) -> None:
    assert not pool.processes
    pool.warm_up("odd")
    ready = process(pool)
    assert str((await pool.think(thought("plain"))).why) == str(ready)
    pool.close()
    assert not runs(ready)


@ONLY_LINUX
async def test_a_dead_process_is_replaced(pool: ProcessPool, odd: Path) -> None:
    for _ in range(3):
        before = str((await pool.think(thought("plain"))).why)
        os.kill(int(before), signal.SIGKILL)
        after = str((await pool.think(thought("plain"))).why)
        assert before != after == str(process(pool))


@ONLY_LINUX
async def test_a_process_that_dies_while_it_thinks_is_replaced(pool: ProcessPool, odd: Path) -> None:
    thinking = asyncio.create_task(pool.think(thought("endless")))
    await until(lambda: odd.exists() and odd.read_text() != "")
    os.kill(int(odd.read_text()), signal.SIGKILL)
    assert str((await thinking).why) not in (odd.read_text(), str(os.getpid()))


@ONLY_LINUX
async def test_what_is_called_off_keeps_nobody_waiting(pool: ProcessPool, odd: Path) -> None:
    thinking = asyncio.create_task(pool.think(thought("endless")))
    await until(lambda: odd.exists() and odd.read_text() != "")
    waiting, called_off = (asyncio.create_task(pool.think(thought("plain"))) for _ in range(2))
    await asyncio.sleep(0)
    called_off.cancel()
    await asyncio.sleep(0)
    assert runs(int(odd.read_text())), "nobody has called off what it thinks about"
    thinking.cancel()
    assert str((await waiting).why) == str(process(pool))
    assert not runs(int(odd.read_text()))


@pytest.mark.parametrize("command", ["", "/nowhere/python", "false", "cat"])
async def test_without_a_process_it_is_thought_here(
    pool: ProcessPool, odd: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """None can be started, or it dies at once, or it is something else."""
    monkeypatch.setattr(sys, "executable", command)
    for _ in range(3):
        assert str((await pool.think(thought("plain"))).why) == str(os.getpid())


async def test_where_processes_die_at_once_no_more_are_started(
    pool: ProcessPool, odd: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "false")
    await pool.think(thought("plain"))
    monkeypatch.undo()
    pool.warm_up()
    assert not pool.processes


@pytest.fixture
def no_threads(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As where a user may have no more of them (`ulimit -u`)."""

    def refuse(thread: Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patched:
        patched.setattr(Thread, "start", refuse)
        yield


async def test_without_threads_it_is_thought_here_and_now(pool: ProcessPool, odd: Path, no_threads: None) -> None:
    for minds in (pool, pool, ThreadThinker()):
        assert str((await minds.think(thought("plain"))).why) == str(os.getpid())
        assert str((await minds.think(thought("plain", "hard")._replace(hasty=True))).why) == str(os.getpid())
    with pytest.raises(ArithmeticError):
        await pool.think(thought("failing"))


async def test_without_threads_games_are_looked_back_at_and_kept(pool: ProcessPool, no_threads: None) -> None:
    match = Match(load_game("princess"), Setup(2, (("start_seat", "0"),)), SeedDealer("7"))
    match.act(0, "side a")
    reviewer = Reviewer(Header("princess", 1, (RecordPlayer("Aki"), RecordPlayer("Bo"))), match)
    *_, course = [course async for course in reviewer.review_with(pool)]
    assert course.complete and not course.failed_parts
    written: list[str] = []
    await ThreadWriter().run_blocking(partial(written.append, "a step"))
    assert written == ["a step"]


async def test_where_no_more_processes_can_be_started_it_is_thought_here(
    pool: ProcessPool, odd: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing has been thought of when they die, so nothing else is done than what would have been."""
    asked = thought("plain", "hard")
    await pool.think(asked)
    os.kill(process(pool), signal.SIGKILL)
    monkeypatch.setattr(sys, "executable", "false")
    assert str((await pool.think(asked)).why) == str(os.getpid())


@ONLY_LINUX
async def test_the_process_has_nothing_of_our_terminal(pool: ProcessPool, odd: Path) -> None:
    await pool.think(thought("plain"))
    number = process(pool)
    assert os.getsid(number) == os.getpgid(number) == number, "what the terminal sends does not reach it"
    files = {os.readlink(file) for file in Path(f"/proc/{number}/fd").iterdir()}
    assert {file.partition(":")[0] for file in files} == {"pipe", "/dev/null"}
    os.kill(number, signal.SIGINT)
    assert str((await pool.think(thought("plain"))).why) == str(number)


PARENT = """
import asyncio, sys
from tests.tui.tables.test_pool import thought
from tilehall.tui.tables.thinking.background import ProcessPool

async def main():
    pool = ProcessPool(1)
    print((await pool.think(thought("plain"))).why, flush=True)
    await pool.think(thought(sys.argv[1]))
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


async def test_hard_thoughts_cost_nothing_here(pool: ProcessPool) -> None:
    """In one interpreter it would be more than all of it, on the loop or in a thread: keys would wait for it."""
    asked = [
        Thought(name, HINT, found.view, found.seat, found.whim)
        for name in GAMES
        for found in thoughts(name, "random")[5:60:6]
    ]
    await pool.think(asked[0])
    elsewhere = -time.process_time()
    for each in asked:
        await pool.think(each)
    elsewhere += time.process_time()
    here = -time.process_time()
    for each in asked:
        final_advice(each)
    here += time.process_time()
    print(f"{len(asked)} thoughts: {elsewhere * 1000:.0f} ms of this process, {here * 1000:.0f} ms if thought here")
    assert elsewhere < here / 2


@pytest.mark.parametrize("name", some(GAMES, slice(0, None, 3)))
async def test_a_table_plays_the_same_wherever_it_is_thought(name: str) -> None:
    """In one process or two, in a thread, or at once, as long as nobody hurries."""
    kinds, pools, records = ["human", "easy", "hard"], [ProcessPool(1), ProcessPool(2)], []
    for minds in (*pools, ThreadThinker(), None):
        computers = at_a_table(name, kinds, "7", minds=minds)
        table = computers.table
        seat, whims = player_seat(table, 0, computers), Rng("7")
        for _ in range(2):
            await seat.run_computers()
            if seat.now.must_decide:
                await seat.act(seat.now.legal[whims.below(len(seat.now.legal))])
        records.append([str(step.action) for step in table.match.steps])
    for pool in pools:
        pool.close()
    assert all(record == records[0] for record in records) and len(records[0]) > 3


async def test_a_mind_that_takes_its_time_is_waited_for(pool: ProcessPool, odd: Path) -> None:
    """To begin anew would take as long, and in this process it would be in the way."""
    await pool.think(thought("plain"))
    pool.patience, number = 0.1, process(pool)
    assert str((await pool.think(thought("slow"))).why) == str(number)


@ONLY_LINUX
async def test_a_process_that_stands_still_is_not_waited_for() -> None:
    pool, thought = ProcessPool(1, check_seconds=0.5), thoughts("princess", "normal")[0]
    try:
        assert await pool.think(thought) == final_advice(thought)
        os.kill(process(pool), signal.SIGSTOP)
        assert await asyncio.wait_for(pool.think(thought), 30) == final_advice(thought)
    finally:
        pool.close()


# --- in a hurry -------------------------------------------------------------------------------------------------------


@ONLY_LINUX
async def test_who_is_hurried_does_the_best_found_so_far_and_thinks_no_more(pool: ProcessPool, odd: Path) -> None:
    asked = thought("deep", "master")
    thinking = asyncio.create_task(pool.think(asked))
    await until(lambda: odd.exists() and odd.read_text() != "")
    first = odd.read_text()
    pool.hurry(thought("deep", "master"))
    await asyncio.sleep(0.05)
    assert not thinking.done(), "that was somebody else's thought"
    pool.hurry(asked)
    assert str((await asyncio.wait_for(thinking, 5)).why) == first
    await until(lambda: not runs(int(first)))
    # Another one is there already.
    assert str((await pool.think(thought("plain"))).why) == str(process(pool)) != first
    pool.hurry(asked)


@ONLY_LINUX
async def test_who_is_hurried_before_anything_was_found_makes_a_quick_choice(pool: ProcessPool, odd: Path) -> None:
    asked = thought("brooding", "normal")
    thinking = asyncio.create_task(pool.think(asked))
    await until(lambda: odd.exists() and odd.read_text() != "")
    pool.hurry(asked)
    assert str((await asyncio.wait_for(thinking, 5)).why) == str(os.getpid())
    await until(lambda: not runs(int(odd.read_text())))


@ONLY_LINUX
async def test_who_is_hurried_while_another_one_thinks_makes_a_quick_choice(pool: ProcessPool, odd: Path) -> None:
    first = asyncio.create_task(pool.think(thought("endless", "normal")))
    await until(lambda: odd.exists() and odd.read_text() != "")
    asked = thought("brooding", "normal")
    second = asyncio.create_task(pool.think(asked))
    await asyncio.sleep(0.05)
    pool.hurry(asked)
    assert str((await asyncio.wait_for(second, 5)).why) == str(os.getpid())
    assert runs(int(odd.read_text())) and not first.done()
    first.cancel()


@pytest.mark.parametrize("mood", ["brooding", "deep"])
async def test_a_thread_can_be_hurried(odd: Path, mood: str) -> None:
    minds, asked = ThreadThinker(), thought(mood, "master")
    thinking = asyncio.create_task(minds.think(asked))
    await until(odd.exists)
    minds.hurry(asked)
    assert str((await asyncio.wait_for(thinking, 5)).why) == str(os.getpid())


async def test_who_was_hurried_before_takes_but_a_moment_in_the_same_process(pool: ProcessPool) -> None:
    """It is not ended for that: the next thought need not wait for another one."""
    asked = thoughts("kaguya", "random")[60]._replace(level="master")
    patient = [*think_through(asked)]
    await pool.think(asked._replace(level="normal"))
    number, began = process(pool), time.monotonic()
    hasty = await pool.think(asked._replace(hasty=True))
    assert hasty in patient and time.monotonic() - began < HURRY_AGAIN_SECONDS + CHECK_SECONDS
    assert process(pool) == number


@ONLY_LINUX
async def test_whoever_takes_long_though_in_a_hurry_is_hurried_again(
    pool: ProcessPool, odd: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "HURRY_AGAIN_SECONDS", 0.2)
    told = await asyncio.wait_for(pool.think(thought("brooding", "master")._replace(hasty=True)), 10)
    assert str(told.why) == str(os.getpid()), "a quick choice, made here"


# --- who comes to grief -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mood", ["crashing", "deep and crashing"])
async def test_where_a_process_crashes_the_best_so_far_or_a_quick_choice_is_made(
    pool: ProcessPool, odd: Path, mood: str
) -> None:
    """Nothing of it is thought here: it would crash us."""
    assert str((await pool.think(thought(mood, "master"))).why) != str(os.getpid())
    assert str((await pool.think(thought("plain"))).why) == str(process(pool))


async def test_where_every_process_crashes_anything_is_done(pool: ProcessPool, odd: Path) -> None:
    advice = await pool.think(asked := thought("doomed", "normal"))
    assert advice.action == load_game("odd").legal_actions(asked.view, 0)[0] and "no time" in str(advice.why)
    with pytest.raises(UserError, match="Nobody knows"):
        await pool.think(thought("doomed"))
    assert str((await pool.think(thought("plain"))).why) == str(process(pool))


@ONLY_LINUX
@pytest.mark.parametrize("mood", ["brooding", "deep"])
async def test_a_thought_without_an_end_is_ended(pool: ProcessPool, odd: Path, mood: str) -> None:
    await pool.think(thought("plain"))
    pool.patience, pool.time_limits["master"] = 0.5, 1.0
    told = str((await asyncio.wait_for(pool.think(thought(mood, "master")), 20)).why)
    assert told != str(os.getpid()) and (told == odd.read_text()) == (mood == "deep")
    await until(lambda: not runs(int(odd.read_text())))


# --- a game that is looked back at ------------------------------------------------------------------------------------


def asked_of(mood: str) -> TurnQuestion:
    """A turn that is to be judged, about which is thought like that."""
    s = thought(mood).view
    return TurnQuestion("odd", "normal", (s,), 0, (load_game("odd").legal_actions(s, 0)[-1],))


async def test_questions_are_answered_in_the_process_as_here(pool: ProcessPool) -> None:
    for found in thoughts("beasts", "random")[3:60:19]:
        positions = (found.view,)
        for question in (
            ChancesQuestion("beasts", positions, 2, None, True),
            TurnQuestion(
                "beasts",
                "normal",
                positions,
                found.seat,
                (load_game("beasts").legal_actions(found.view, found.seat)[-1],),
            ),
        ):
            assert (
                await pool.answer(question)
                == question.answer(load_game("beasts"))
                == await ThreadThinker().answer(question)
            )
    assert pool._proven


async def test_where_a_question_comes_to_grief_is_told_here(pool: ProcessPool, odd: Path) -> None:
    with pytest.raises(ArithmeticError, match=f"^{os.getpid()} cannot count"):
        await pool.answer(asked_of("failing"))


async def test_a_question_at_which_every_process_dies_is_lost_and_nothing_else(pool: ProcessPool, odd: Path) -> None:
    assert await pool.answer(asked_of("doomed")) is None
    assert await pool.answer(asked_of("plain")) is not None


@ONLY_LINUX
async def test_a_question_in_a_process_that_dies_is_asked_again(pool: ProcessPool, odd: Path) -> None:
    asking = asyncio.create_task(pool.answer(asked_of("endless")))
    await until(lambda: odd.exists() and odd.read_text() != "")
    os.kill(int(odd.read_text()), signal.SIGKILL)
    assert await asyncio.wait_for(asking, 20) is not None


@ONLY_LINUX
async def test_a_question_without_an_end_is_ended_and_asked_again(pool: ProcessPool, odd: Path) -> None:
    await pool.answer(asked_of("plain"))
    pool.patience, pool.time_limits["normal"] = 0.5, 1.0
    assert await asyncio.wait_for(pool.answer(asked_of("endless")), 20) is not None
    await until(lambda: not runs(int(odd.read_text())))


@ONLY_LINUX
async def test_a_question_that_is_called_off_ends_its_process(pool: ProcessPool, odd: Path) -> None:
    asking = asyncio.create_task(pool.answer(asked_of("endless")))
    await until(lambda: odd.exists() and odd.read_text() != "")
    asking.cancel()
    await until(lambda: not runs(int(odd.read_text())))
    assert await pool.answer(asked_of("plain")) is not None


async def test_whoever_plays_comes_before_who_looks_back(pool: ProcessPool, odd: Path) -> None:
    ended: list[str] = []

    async def first(name: str, work: Awaitable[object]) -> None:
        await work
        ended.append(name)

    questions = [asyncio.create_task(first("question", pool.answer(asked_of(mood)))) for mood in ("slow", "plain")]
    await asyncio.sleep(0.05)
    await first("thought", pool.think(thought("plain", "normal")))
    await asyncio.gather(*questions)
    assert ended == ["question", "thought", "question"]


# --- several at a time ------------------------------------------------------------------------------------------------


async def test_two_think_at_a_time_and_the_third_waits(odd: Path) -> None:
    pool = ProcessPool(2)
    try:
        thinking = [asyncio.create_task(pool.think(thought("slow"))) for _ in range(3)]
        told = {str((await each).why) for each in thinking}
        assert told == set(map(str, pool.processes)) and len(told) == 2
    finally:
        pool.close()


async def test_a_hint_comes_before_those_who_have_time(pool: ProcessPool, odd: Path) -> None:
    ended: list[str] = []

    async def think(mood: str, level: str) -> None:
        await pool.think(thought(mood, level))
        ended.append(f"{mood} {level}")

    tasks = []
    for mood, level in (("slow", "normal"), ("plain", "normal"), ("plain", "easy"), ("plain", HINT)):
        tasks.append(asyncio.create_task(think(mood, level)))
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    assert ended == ["slow normal", "plain hint", "plain normal", "plain easy"]


@pytest.mark.skipif(sys.platform == "win32", reason="has no such numbers")
async def test_it_stands_back_behind_who_plays(pool: ProcessPool, odd: Path) -> None:
    await pool.think(thought("plain"))
    ours, its = (os.getpriority(os.PRIO_PROCESS, number) for number in (0, process(pool)))
    assert its == min(ours + NICE, 19)


def test_one_core_is_for_who_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, most in ((1, 1), (2, 1), (8, 7)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, cores=cores: set(range(cores)), raising=False)
        monkeypatch.setattr(os, "cpu_count", lambda cores=cores: cores)
        assert ProcessPool().max_parallel == most
