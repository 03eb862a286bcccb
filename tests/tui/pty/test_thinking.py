"""The process in which computer players and hints think, seen from outside; and what goes on when nothing happens."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import pytest

from tests.cases import each_once
from tests.conftest import SOURCES
from tests.engine.addons import install
from tests.terminal import Cost, Pty, wakings
from tests.tui.pty.test_play import AGAINST, PLAY, TUI, start
from tests.tui.tables.test_pool import HEX, runs

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks as one asks Linux")


def children(pty: Pty) -> list[int]:
    """The processes that the program has started."""
    tasks = Path(f"/proc/{pty.process.pid}/task").iterdir()
    return [int(number) for task in tasks for number in (task / "children").read_text().split()]


def until(pty: Pty, happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not happened():
        assert time.monotonic() < deadline, pty.text
        pty.read(0.02)


def thinker(pty: Pty) -> int:
    """The process that thinks, once it is there."""
    until(pty, lambda: len(children(pty)) == 1)
    return children(pty)[0]


def hinted(pty: Pty) -> None:
    pty.send("i")
    pty.wait_for("Look here")


def test_hints_are_thought_in_a_process_that_is_replaced_when_it_dies(tmp_path: Path) -> None:
    with start(tmp_path) as pty:
        first = thinker(pty)
        os.kill(first, signal.SIGKILL)
        hinted(pty)
        second = thinker(pty)
        assert second != first
        pty.press("q")
        pty.wait_for("Continue")
        pty.press("q", "q")
        assert pty.wait_exit() == 0
        until(pty, lambda: not runs(second))


MASTER = [*TUI, "play", "beasts", "--seat", "Bo:master", "--seat", "Aki", "--seed", "7"]
THINKING = "Bo is thinking. Enter hurries."
KILLS = [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP]


@pytest.mark.parametrize(("number", "does"), each_once(KILLS, ["thinks", "idles"]), ids=str)
def test_nobody_thinks_on_when_the_program_was_killed(tmp_path: Path, number: signal.Signals, does: str) -> None:
    command, shown = (MASTER, THINKING) if does == "thinks" else (PLAY, "")
    with start(tmp_path, command, shown=shown) as pty:
        thinking = thinker(pty)
        pty.kill(number)
        pty.wait_exit()
        until(pty, lambda: not runs(thinking))


def test_a_computer_player_goes_on_when_the_process_it_thinks_in_is_killed(tmp_path: Path) -> None:
    with start(tmp_path, MASTER, shown=THINKING) as pty:
        os.kill(thinker(pty), signal.SIGKILL)
        # As well as it can: it puts a beast somewhere, and Aki rolls the dice.
        pty.wait_for("Bo puts a")
        pty.wait_for("reroll")


def test_a_review_goes_on_whatever_becomes_of_those_who_work_at_it(tmp_path: Path) -> None:
    with start(tmp_path, [*TUI, "replay", str(KAGUYA)], shown="Before the first step.") as pty:
        pty.press("v")
        pty.wait_until(lambda: "judge" in pty.text and "% done" not in pty.text)
        pty.press("l")
        pty.wait_for("judge: hard, ")
        for _ in range(4):
            os.kill(thinker(pty), signal.SIGKILL)
        share = next(line for line in pty.lines if "% done" in line)
        pty.wait_until(lambda: "judge: hard, " in pty.text and share not in pty.text)
        assert "Something went wrong" not in pty.text


def test_computer_players_think_in_it_and_the_terminal_is_not_theirs(tmp_path: Path) -> None:
    with start(tmp_path, AGAINST) as pty:
        pty.press("enter", "enter")
        pty.wait_for("Take")
        thinking = thinker(pty)
        assert os.getsid(thinking) != os.getsid(pty.process.pid)
        held = {os.readlink(file) for file in Path(f"/proc/{thinking}/fd").iterdir()}
        assert not any(file.startswith("/dev/pts") for file in held)


def test_nothing_wakes_a_table_at_which_nobody_does_anything(tmp_path: Path) -> None:
    """Ten times a second the keyboard was asked. Now neither the program nor the process that thinks wakes at all."""
    with start(tmp_path, PLAY) as pty:
        thinking = thinker(pty)
        hinted(pty)
        pty.press("escape", quiet=1.3)
        before = pty.wakings(), wakings(thinking)
        pty.read(3.0)
        after = pty.wakings(), wakings(thinking)
        assert after[0] - before[0] <= 3 and after[1] == before[1]


# --- somebody who thinks for ever -------------------------------------------------------------------------------------

# Hex: on a larger board a quick choice is made at once, and everything else is thought about for ever.
DEEP = """
from dataclasses import replace
from tilehall.engine import Text
from tilehall_hex import ANNOUNCEMENT
from tilehall_hex.advice import HexAdvisor

class Deep(HexAdvisor):
    def plans(self, s, seat, k):
        while s.size == 9 and k > 1:
            pass
        return super().plans(s, seat, k)

DEEP = replace(ANNOUNCEMENT, id="deep", title=Text("Deep Hex"), package="tilehall_hex", advisor=Deep)
"""
WALK = ("right", "down", "right", "up", "left", "down", "left", "up") * 4
KAGUYA = Path(__file__).parents[2] / "records" / "kaguya-4p.tilehall"
ONE_KEY = 0.15
"""Seconds that a key may take at most, in the middle, on a busy machine; 0.05 is what a player does not notice."""


@contextmanager
def thinking(home: Path, **env: str) -> Iterator[Pty]:
    """A table with a master who will think for ever; it is Aki's turn."""
    folder = home / "guests"
    install(folder, "tilehall-deep", {"deep": "deep_hex:DEEP"}, {"deep_hex.py": DEEP})
    folder.joinpath("tilehall_hex").symlink_to(HEX / "tilehall_hex")
    settings = home / "config" / "tilehall" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('confirm = "at once"\n', encoding="utf-8")
    play = [*TUI, "play", "deep", "--option", "size=9", "--seat", "Aki", "--seat", "Bo:master"]
    path = os.pathsep.join([str(folder), SOURCES])
    with start(home, play, shown="step 0", PYTHONPATH=path, **env) as pty:
        yield pty


def walked(pty: Pty) -> list[Cost]:
    return [pty.measure(key, quiet=0.03) for key in WALK]


def told(costs: list[Cost]) -> str:
    first = sorted(cost.first * 1000 for cost in costs)
    return f"{median(cost.bytes for cost in costs):.0f} bytes, {median(first):.1f} ms, at most {first[-1]:.1f} ms"


def test_keys_cost_what_they_cost_while_a_master_thinks(tmp_path: Path) -> None:
    with thinking(tmp_path) as pty:
        alone = walked(pty)
        pty.press("enter")
        pty.wait_for("Bo is thinking. Enter hurries.")
        hard = walked(pty)
        assert "Bo is thinking. Enter hurries." in pty.text
        print(f"a key with nobody thinking: {told(alone)}; while a master thinks: {told(hard)}")
        assert median(cost.bytes for cost in hard) <= median(cost.bytes for cost in alone) * 1.1
        assert median(cost.first for cost in hard) <= max(2 * median(cost.first for cost in alone), ONE_KEY)
        before = time.monotonic()
        pty.send("\r")
        pty.wait_for("step 2")
        print(f"hurried: {(time.monotonic() - before) * 1000:.0f} ms")


@pytest.mark.soak
def test_keys_cost_what_they_cost_while_a_game_is_looked_back_at(tmp_path: Path) -> None:
    with start(tmp_path, [*TUI, "replay", str(KAGUYA)], shown="Before the first step.") as pty:
        pty.press("v")
        pty.wait_until(lambda: "judge" in pty.text and "% done" not in pty.text)
        alone = [pty.measure(key, quiet=0.03) for key in ("down", "up") * 12]
        pty.press("l", "l")
        pty.wait_for("judge: master, ")
        worker = thinker(pty)
        hard = [pty.measure(key, quiet=0.03) for key in ("down", "up") * 12]
        assert "% done" in pty.text
        print(f"a key with nobody looking back: {told(alone)}; while a master judges: {told(hard)}")
        assert median(cost.first for cost in hard) <= max(2 * median(cost.first for cost in alone), ONE_KEY)
        assert median(cost.cpu for cost in hard) <= max(2 * median(cost.cpu for cost in alone), 0.02)
        pty.press("q")
        until(pty, lambda: not runs(worker))


def test_all_is_one_process_where_that_is_wanted(tmp_path: Path) -> None:
    with thinking(tmp_path, TILEHALL_MINDS="0") as pty:
        pty.press("enter")
        pty.wait_for("Bo is thinking. Enter hurries.")
        assert not children(pty)
        pty.send("\r")
        pty.wait_for("step 2")
        pty.press("q")
        pty.wait_for("Continue")
        # Whoever thinks on in a thread keeps nobody from leaving.
        pty.send("qq")
        assert pty.wait_exit() == 0
