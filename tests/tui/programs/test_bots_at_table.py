"""Programs at a table: nobody waits for them who does not want to, and they go when it closes."""

from __future__ import annotations

import asyncio
import io
import json
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.cases import each_once
from tests.terminal import environment
from tests.tui.programs.bot_scripts import Fake, waits_for
from tilehall.engine import RecordPlayer, SetupError, Text
from tilehall.tui.lines.console import LineConsole
from tilehall.tui.lines.thinking import LineWaiter as InLines
from tilehall.tui.programs.bots.table_bots import TableBots
from tilehall.tui.tables.computer_players import ComputerPlayers, TableServices
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.table_factory import TableFactory
from tilehall.tui.tables.thinking.background import TaskRunner, ThreadWriter, run_in_thread
from tilehall.tui.tables.thinking.thinkers import run_inline

ROOT = Path(__file__).parents[3]
OPTIONS = (("start_seat", "0"), ("first_turn", "full"))


def seated(game: str, fake: Fake, options: tuple[tuple[str, str], ...] = ()) -> Table[Any]:
    players = (fake.command.player, RecordPlayer("Aki"))
    return Table.open(game, players, options, "7", bots=["Bob"])


@pytest.fixture
async def computers(tmp_path: Path) -> AsyncIterator[ComputerPlayers[Any]]:
    """With a program that answers when it is told to stop, and never before."""
    fake = Fake(tmp_path, turn="legal = m['legal']", stop="say(say='best', turn=m['turn'], action=legal[-1])")
    bots = TableBots({"Bob": fake.chair}, wait=run_in_thread)
    services = TableServices(runner=TaskRunner(), writer=ThreadWriter(), bots=bots)
    found = ComputerPlayers(seated("princess", fake, OPTIONS), services)
    yield found
    found.close()


def asked(tmp_path: Path) -> bool:
    heard = tmp_path / "heard"
    return heard.exists() and '"turn"' in heard.read_text()


async def test_the_loop_goes_on_while_a_program_thinks_and_a_key_hurries_it(
    computers: ComputerPlayers[Any], tmp_path: Path
) -> None:
    settling, ticks = asyncio.ensure_future(computers.run()), 0
    while not asked(tmp_path) or ticks < 20:
        await asyncio.sleep(0.005)
        ticks += 1
        assert ticks < 2000 and not settling.done()
    assert computers.is_thinking
    computers.hurry()
    await asyncio.wait_for(settling, 20)
    (step,) = (step for step in computers.table.match.steps if step.seat == 0)
    bots = computers.services.bots
    assert str(step.action) == "side b" and bots and bots.bot_seats["Bob"].fault_counts == {}


async def test_a_table_closes_at_once_while_a_program_thinks(computers: ComputerPlayers[Any], tmp_path: Path) -> None:
    settling = asyncio.ensure_future(computers.run())
    while not asked(tmp_path):
        await asyncio.sleep(0.005)
    began = asyncio.get_running_loop().time()
    computers.close()
    await asyncio.wait([settling], timeout=5)
    assert asyncio.get_running_loop().time() - began < 2
    assert waits_for(lambda: '"bye"' in (tmp_path / "heard").read_text())


def test_nobody_sits_there_whose_command_is_not_known() -> None:
    with pytest.raises(SetupError, match="its command is not known here"):
        Table.open("princess", (RecordPlayer("Bob", "program"), RecordPlayer("Aki")))


def test_a_rematch_is_the_next_game_of_the_same_process(tmp_path: Path) -> None:
    fake = Fake(tmp_path)
    host = TableFactory(seated("kaguya", fake), services=TableServices(bots=TableBots({"Bob": fake.chair})))
    run_inline(host.computers.run())
    host.rematch_rotated()
    run_inline(host.computers.run())
    assert waits_for(lambda: fake.heard.count('"say":"new"') == 2)
    new = [json.loads(line) for line in fake.heard.splitlines() if '"say":"new"' in line]
    assert [(each["match"], each["seat"], each["names"]) for each in new] == [
        (1, 0, ["Bob", "Aki"]),
        (2, 1, ["Aki", "Bob"]),
    ]
    assert fake.heard.count('"say":"hello"') == 1 and '"say":"end"' in fake.heard
    host.table.close()


def test_enter_hurries_a_program_in_line_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    talk = LineConsole(io.StringIO(), io.StringIO())
    pressed: list[str] = []
    monkeypatch.setattr(talk, "enter_pressed", lambda: not pressed)
    done = run_inline(InLines(talk, lambda: pressed.append("hurry"))(lambda: waits_for(lambda: bool(pressed))))
    assert done and pressed == ["hurry"]


def test_what_a_program_raises_is_raised_in_line_mode() -> None:
    def work() -> None:
        raise SetupError(Text("No."))

    with pytest.raises(SetupError):
        run_inline(InLines(LineConsole(io.StringIO(), io.StringIO()), lambda: None)(work))


# Whether an orphan is gone or only not buried yet, which is no fault of ours, is told apart by /proc alone.
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize(
    ("command", "number"),
    each_once(
        ["play princess --line --seat Aki:easy", "arena princess --seat random"], [signal.SIGINT, signal.SIGKILL]
    ),
)
def test_whoever_interrupts_it_leaves_nobody_behind(tmp_path: Path, command: str, number: int) -> None:
    fake = Fake(tmp_path, turn=f"open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\ntime.sleep(60)")
    words = [*command.split(), "--seat", f"Bob:cmd={' '.join(fake.command.words)}", "--bot-time", "60"]
    begun = subprocess.Popen(
        [sys.executable, "-m", "tilehall", *words],
        cwd=ROOT,
        env=environment({}),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        assert waits_for(lambda: (tmp_path / "pid").exists() and bool((tmp_path / "pid").read_text()), 20)
        begun.send_signal(number)
        begun.wait(5)
        assert begun.returncode in (130, -signal.SIGKILL)
    finally:
        begun.kill()
        begun.communicate()
    there = Path(f"/proc/{(tmp_path / 'pid').read_text()}/stat")
    assert waits_for(lambda: not there.exists() or there.read_text().rpartition(")")[2].split()[0] == "Z")
