"""While a mind thinks, for a hint or for a computer player, every key does what it always does."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.engine.guests import install, installed
from tests.tui.house.test_worker import HEX, runs
from tests.tui.screens.fingers import QUICK, Fingers, playing
from tests.tui.sitting import english
from tilehall.engine import Advice, Player
from tilehall.tui.app import Opening
from tilehall.tui.house.apart import Task
from tilehall.tui.house.minds import Thought, advice_on
from tilehall.tui.house.seat import player
from tilehall.tui.house.table import Table
from tilehall.tui.house.worker import Worker
from tilehall.tui.play.player import Player as PlayerHere
from tilehall.tui.scenes import scene
from tilehall.tui.screens import board
from tilehall.tui.screens.board import BoardScreen

SETTINGS = QUICK.having("confirm", "at once")
THINKS = "The table thinks about a hint."
# Hex: on a small board somebody thinks until a file is there; another file says in which process.
SLOW = """
import os, time
from pathlib import Path
from tilehall.engine import Text
from tilehall_hex import Hex

HERE = Path(__file__).parent

class Slow(Hex):
    id, title, package = "slow", Text("Slow Hex"), "tilehall_hex"

    def plans(self, s, seat, k):
        if s.size == 5:
            HERE.joinpath("begun").write_text(f"{os.getpid()}\\n")
        while s.size == 5 and not HERE.joinpath("enough").exists():
            time.sleep(0.005)
        return super().plans(s, seat, k)

SLOW = Slow()
"""


class Mind:
    """The slow mind, seen from outside."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def process(self) -> int | None:
        """Where it thinks; None if it does not yet."""
        begun = self.folder / "begun"
        return int(begun.read_text()) if begun.exists() and begun.read_text().endswith("\n") else None

    def may_speak(self) -> None:
        (self.folder / "enough").touch()


@pytest.fixture
def mind(tmp_path: Path) -> Iterator[Mind]:
    folder = tmp_path / "guests"
    install(folder, "tilehall-slow", {"slow": "slow_hex:SLOW"}, {"slow_hex.py": SLOW})
    folder.joinpath("tilehall_hex").symlink_to(HEX / "tilehall_hex")
    with installed(folder):
        yield Mind(folder)


@pytest.fixture
async def worker() -> AsyncIterator[Worker]:
    found = Worker(patience=60)
    yield found
    found.close()


def opened(kinds: str = "human human") -> Table[Any]:
    names = ("Aki", "Bo")
    return Table.open("slow", [Player(names[n], kind) for n, kind in enumerate(kinds.split())], (("size", "5"),), "7")


@pytest.fixture
async def hands(tmp_path: Path, mind: Mind, worker: Worker) -> AsyncIterator[Fingers]:
    """At a table where a hint is thought of, after one step."""
    async with playing(tmp_path, Opening("table", opened()), SETTINGS, worker=worker) as found:
        await found.press("enter", "i")
        await found.until(lambda: mind.process is not None)
        assert "Look" not in found.status and len(found.table.match.steps) == 1
        yield found


def board_of(hands: Fingers) -> BoardScreen:
    return next(screen for screen in hands.app.screen_stack if isinstance(screen, BoardScreen))


async def never_shown(hands: Fingers, mind: Mind) -> None:
    """The hint that was asked for: not even when it could be there."""
    advisor, process = board_of(hands).player.advisor, mind.process
    assert not advisor.thinks
    if sys.platform == "linux":
        await hands.until(lambda: not runs(process or 0), "the end of a thought that nobody wants")
    mind.may_speak()
    for _ in range(10):
        await hands.settled()
    assert advisor.advice is None and THINKS not in hands.text and "Look" not in hands.status


# --- hints ------------------------------------------------------------------------------------------------------------


async def test_a_hint_is_waited_for_in_the_status_line(hands: Fingers, mind: Mind) -> None:
    await hands.sees(THINKS)
    assert "i no hint" in hands.footer
    mind.may_speak()
    await hands.until(lambda: "Look" in hands.status)
    assert THINKS not in hands.text and "i hint" in hands.footer
    await hands.press("i")
    assert ": " in hands.status, "the reason is known already"


async def test_nothing_flickers(hands: Fingers, mind: Mind, monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes before it is worth a word comes without one."""
    monkeypatch.setattr(board, "SLOW", 60)
    await hands.press("i", "left")
    told = hands.text
    await hands.press("i")
    assert hands.text == told and board_of(hands).player.advisor.thinks
    mind.may_speak()
    await hands.until(lambda: hands.text != told)
    assert "Look" in hands.status


async def test_the_cursor_moves_while_a_hint_is_thought_of(hands: Fingers, mind: Mind) -> None:
    player = board_of(hands).player
    seen = [player.cursor]
    for key in ("down", "up", "down", "home"):
        await hands.press(key)
        assert player.cursor != seen[-1]
        seen.append(player.cursor)
    await hands.sees(THINKS)
    await hands.press("w")
    assert THINKS not in hands.text, "an answer comes first"
    mind.may_speak()
    await hands.until(lambda: "Look" in hands.status)


@pytest.mark.parametrize(
    ("key", "room"),
    [
        ("f1", "RulesScreen"),
        ("o", "ReaderScreen"),
        ("f2", "ReaderScreen"),
        ("c", "ScoringScreen"),
        ("v", "HandScreen"),
    ],
)
async def test_pages_open_while_a_hint_is_thought_of(hands: Fingers, mind: Mind, key: str, room: str) -> None:
    await hands.press(key)
    await hands.in_room(room)
    mind.may_speak()
    await hands.until(lambda: board_of(hands).player.advisor.advice)
    assert hands.room == room, "a hint closes no page"
    await hands.press("escape")
    await hands.in_room("BoardScreen")
    assert "Look" in hands.status


@pytest.mark.parametrize(("key", "steps"), [("enter", 2), ("u", 0), ("z", 0), ("escape", 1), ("i", 1)])
async def test_what_makes_a_hint_useless_lets_go_of_it(hands: Fingers, mind: Mind, key: str, steps: int) -> None:
    await hands.press(key)
    assert len(hands.table.match.steps) == steps
    await never_shown(hands, mind)


async def test_a_refused_key_keeps_the_hint(hands: Fingers, mind: Mind) -> None:
    """It has changed nothing."""
    await hands.press("U")
    assert hands.app.look.glyphs.cross in hands.status
    mind.may_speak()
    await hands.until(lambda: "Look" in hands.status)


async def test_one_leaves_while_a_hint_is_thought_of(hands: Fingers, mind: Mind) -> None:
    process = mind.process or 0
    await hands.press("q")
    await hands.in_room("HomeScreen")
    if sys.platform == "linux":
        await hands.until(lambda: not runs(process))


async def test_a_hint_asked_for_anew_is_thought_of_anew(hands: Fingers, mind: Mind) -> None:
    await hands.press("escape", "i", "i", "i")
    mind.may_speak()
    await hands.until(lambda: "Look" in hands.status)


async def test_a_hint_hides_no_question(tmp_path: Path, mind: Mind, worker: Worker) -> None:
    """Whoever is asked whether others shall play sees the question, and Enter still answers that."""
    async with playing(tmp_path, Opening("table", opened()), QUICK, worker=worker) as hands:
        await hands.press("i", "enter")
        assert "Enter does it" in hands.status
        mind.may_speak()
        await hands.until(lambda: board_of(hands).player.advisor.advice)
        assert "Enter does it" in hands.status
        await hands.press("enter")
        assert len(hands.table.match.steps) == 1


class Patient:
    """A mind that thinks well, when it is told to."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()

    async def think(self, thought: Thought) -> Advice:
        await self.gate.wait()
        return advice_on(thought)


async def test_advice_for_another_position_is_dropped() -> None:
    """Also where this player has not looked yet at what another one has done."""
    table: Table[Any] = Table.open("kaguya", (Player("Aki"), Player("Bo")), (), "7")
    table.minds = mind = Patient()
    aki = PlayerHere(player(table, 0), scene("kaguya"), False)
    aki.advisor.runner = Task()
    assert aki.wants_hint()
    asking = asyncio.create_task(aki.ask())
    await asyncio.sleep(0)
    before = aki.message
    table.act(1, table.match.legal(1)[0])
    mind.gate.set()
    await asking
    assert aki.advisor.advice is None and aki.message is before and not aki.hint_places()
    assert aki.catch_up() and aki.wants_hint()
    await aki.ask()
    assert aki.hint_places() and english(aki.status().text).startswith("Look")


# --- computer players -------------------------------------------------------------------------------------------------


@pytest.fixture
async def waiting(tmp_path: Path, mind: Mind, worker: Worker) -> AsyncIterator[Fingers]:
    """At a table where a computer player thinks."""
    async with playing(tmp_path, Opening("table", opened("human normal")), SETTINGS, worker=worker) as found:
        await found.press("enter")
        await found.until(lambda: mind.process is not None)
        assert "Bo is thinking." in found.prompt
        yield found


@pytest.mark.parametrize(
    ("key", "room"), [("f1", "RulesScreen"), ("o", "ReaderScreen"), ("c", "ScoringScreen"), ("q", "HomeScreen")]
)
async def test_rooms_open_while_a_computer_player_thinks(waiting: Fingers, key: str, room: str) -> None:
    await waiting.press(key)
    await waiting.in_room(room)


async def test_the_cursor_moves_while_a_computer_player_thinks(waiting: Fingers, mind: Mind) -> None:
    before = board_of(waiting).player.cursor
    await waiting.press("right", "down", "d")
    assert board_of(waiting).player.cursor != before
    await waiting.press("i")
    assert "Bo is thinking." in waiting.prompt and not board_of(waiting).player.advisor.thinks
    mind.may_speak()
    await waiting.until(lambda: len(waiting.table.match.steps) == 2)


async def test_a_step_is_taken_back_while_a_computer_player_thinks(waiting: Fingers, mind: Mind) -> None:
    await waiting.press("u")
    await waiting.until(lambda: board_of(waiting).player.mine)
    assert not waiting.table.match.steps
    mind.may_speak()
    await waiting.press("enter")
    await waiting.until(lambda: len(waiting.table.match.steps) == 2)
