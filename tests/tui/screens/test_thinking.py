"""While a mind thinks, for a hint or for a computer player, every key does what it always does."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.engine.addons import install, installed
from tests.tui.player.sitting import english
from tests.tui.screens.driver import QUICK, Fingers, playing
from tests.tui.tables.test_pool import HEX, runs
from tilehall.engine import Advice, RecordPlayer
from tilehall.tui.app import Opening
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.player.player import PlayerControls as PlayerHere
from tilehall.tui.screens import board, board_thinking
from tilehall.tui.screens.board import BoardScreen
from tilehall.tui.tables.computer_players import ComputerPlayers, TableServices
from tilehall.tui.tables.seat import player_seat
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.background import ProcessPool, TaskRunner
from tilehall.tui.tables.thinking.thinkers import Thought, final_advice

SETTINGS = QUICK.with_value("confirm", "at once")
THINKS = "The table thinks about a hint."
# Hex: on a small board somebody thinks until a file is there; another file says in which process. On a larger
# one a quick choice is made at once, and everything else is thought about for ever.
SLOW = """
import os, time
from pathlib import Path
from dataclasses import replace
from tilehall.engine import Text
from tilehall_hex import ANNOUNCEMENT
from tilehall_hex.advice import HexAdvisor

HERE = Path(__file__).parent

class Slow(HexAdvisor):
    def plans(self, s, seat, k):
        if s.size == 9 and k > 1:
            HERE.joinpath("begun").write_text(f"{os.getpid()}\\n")
            while True:
                pass
        if s.size == 5:
            HERE.joinpath("begun").write_text(f"{os.getpid()}\\n")
        while s.size == 5 and not HERE.joinpath("enough").exists():
            time.sleep(0.005)
        return super().plans(s, seat, k)

SLOW = replace(ANNOUNCEMENT, id="slow", title=Text("Slow Hex"), package="tilehall_hex", advisor=Slow)
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
async def pool() -> AsyncIterator[ProcessPool]:
    found = ProcessPool(check_seconds=60)
    yield found
    found.close()


def opened(kinds: str = "human human", size: str = "5") -> Table[Any]:
    names = ("Aki", "Bo", "Cleo")
    return Table.open(
        "slow", [RecordPlayer(names[n], kind) for n, kind in enumerate(kinds.split())], (("size", size),), "7"
    )


@pytest.fixture
async def hands(tmp_path: Path, mind: Mind, pool: ProcessPool) -> AsyncIterator[Fingers]:
    """At a table where a hint is thought of, after one step."""
    async with playing(tmp_path, Opening("table", opened()), SETTINGS, pool=pool) as found:
        await found.press("enter", "i")
        await found.until(lambda: mind.process is not None)
        assert "Look" not in found.status and len(found.table.match.steps) == 1
        yield found


def board_of(hands: Fingers) -> BoardScreen:
    return next(screen for screen in hands.app.screen_stack if isinstance(screen, BoardScreen))


async def never_shown(hands: Fingers, mind: Mind) -> None:
    """The hint that was asked for: not even when it could be there."""
    advisor, process = board_of(hands).player.advisor, mind.process
    assert not advisor.is_thinking
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
    monkeypatch.setattr(board_thinking, "SLOW", 60)
    await hands.press("i", "left")
    told = hands.text
    await hands.press("i")
    assert hands.text == told and board_of(hands).player.advisor.is_thinking
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


async def test_a_hint_hides_no_question(tmp_path: Path, mind: Mind, pool: ProcessPool) -> None:
    """Whoever is asked whether others shall play sees the question, and Enter still answers that."""
    async with playing(tmp_path, Opening("table", opened()), QUICK, pool=pool) as hands:
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
        return final_advice(thought)

    def hurry(self, thought: Thought) -> None:
        """It is told when to speak."""


async def test_advice_for_another_position_is_dropped() -> None:
    """Also where this player has not looked yet at what another one has done."""
    table: Table[Any] = Table.open("kaguya", (RecordPlayer("Aki"), RecordPlayer("Bo")), (), "7")
    mind = Patient()
    computers = ComputerPlayers(table, TableServices(thinker=mind))
    aki = PlayerHere(player_seat(table, 0, computers), renderer_for("kaguya"), runner=TaskRunner())
    assert aki.hints.prepare()
    asking = asyncio.create_task(aki.hints.show())
    await asyncio.sleep(0)
    before = aki.status.message
    table.act(1, table.match.legal_actions(1)[0])
    mind.gate.set()
    await asking
    assert aki.advisor.advice is None and aki.status.message is before and not aki.hints.places()
    assert aki.catch_up() and aki.hints.prepare()
    await aki.hints.show()
    assert aki.hints.places() and english(aki.status.current().text).startswith("Look")


# --- computer players -------------------------------------------------------------------------------------------------


@pytest.fixture
async def waiting(tmp_path: Path, mind: Mind, pool: ProcessPool) -> AsyncIterator[Fingers]:
    """At a table where a computer player thinks."""
    async with playing(tmp_path, Opening("table", opened("human normal")), SETTINGS, pool=pool) as found:
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
    assert "Bo is thinking." in waiting.prompt and not board_of(waiting).player.advisor.is_thinking
    mind.may_speak()
    await waiting.until(lambda: len(waiting.table.match.steps) == 2)


async def test_a_hint_asked_for_while_others_think_comes_with_ones_own_turn(waiting: Fingers, mind: Mind) -> None:
    await waiting.press("i")
    assert "The hint comes as soon as it is your turn. i again: no hint." in waiting.status
    assert "i no hint" in waiting.footer
    mind.may_speak()
    await waiting.until(lambda: "Look" in waiting.text, "the hint")
    assert "Bo lays" in waiting.text, "and what the others did is still told"
    assert not [line for line in waiting.lines if "Look" in line and "Bo lays" in line], "not in the line of the hint"
    player = board_of(waiting).player
    assert player.hints.places() and not player.hints.is_requested
    await waiting.press("i")
    assert "Enter does it." in waiting.status


@pytest.mark.parametrize("key", ["i", "escape"])
async def test_a_hint_that_is_not_wanted_any_more_does_not_come(waiting: Fingers, mind: Mind, key: str) -> None:
    await waiting.press("i", key)
    assert "hint" not in waiting.footer and "as soon as" not in waiting.status
    mind.may_speak()
    await waiting.until(lambda: board_of(waiting).player.must_decide)
    assert not board_of(waiting).player.advisor.is_thinking and "Look" not in waiting.status


async def test_whoever_takes_back_instead_of_waiting_has_the_hint_at_once(waiting: Fingers, mind: Mind) -> None:
    await waiting.press("i", "u")
    mind.may_speak()
    await waiting.until(lambda: "Look" in waiting.status, "the hint")


async def test_whoever_only_looks_on_is_told_why_there_is_no_hint(
    tmp_path: Path, mind: Mind, pool: ProcessPool
) -> None:
    async with playing(tmp_path, Opening("table", opened("normal normal", "9")), SETTINGS, pool=pool) as hands:
        await hands.press("i")
        await hands.sees("Hints are for whoever plays here.")


async def test_a_step_is_taken_back_while_a_computer_player_thinks(waiting: Fingers, mind: Mind) -> None:
    await waiting.press("u")
    await waiting.until(lambda: board_of(waiting).player.must_decide)
    assert not waiting.table.match.steps
    mind.may_speak()
    await waiting.press("enter")
    await waiting.until(lambda: len(waiting.table.match.steps) == 2)


# --- in a hurry -------------------------------------------------------------------------------------------------------

HURRIES = "Bo is thinking. Enter hurries."


@pytest.fixture
async def endless(tmp_path: Path, mind: Mind, pool: ProcessPool) -> AsyncIterator[Fingers]:
    """At a table where a computer player has a quick choice, and thinks on for ever."""
    async with playing(tmp_path, Opening("table", opened("human normal", "9")), SETTINGS, pool=pool) as found:
        await found.press("enter")
        await found.until(lambda: mind.process is not None)
        yield found


async def test_whoever_thinks_for_long_is_hurried_with_enter(endless: Fingers, mind: Mind) -> None:
    await endless.until(lambda: HURRIES in endless.prompt)
    assert "Enter hurry" in endless.footer
    before = mind.process
    await endless.press("enter")
    await endless.until(lambda: len(endless.table.match.steps) == 2)
    if sys.platform == "linux":
        await endless.until(lambda: not runs(before or 0), "the end of what it thought")
    assert board_of(endless).player.must_decide and "hurry" not in endless.footer


async def test_an_enter_before_it_is_offered_hurries_nobody(
    tmp_path: Path, mind: Mind, pool: ProcessPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was pressed by habit, or ended the motion of what was before."""
    monkeypatch.setattr(board_thinking, "LONG_THOUGHT", 60)
    async with playing(tmp_path, Opening("table", opened("human normal", "9")), SETTINGS, pool=pool) as hands:
        await hands.press("enter")
        await hands.until(lambda: mind.process is not None)
        await hands.press("enter", "enter", "space")
        assert hands.computers.is_thinking and len(hands.table.match.steps) == 1


async def test_an_enter_that_comes_too_late_to_hurry_chooses_nothing(
    endless: Fingers, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    monkeypatch.setattr(board, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    await endless.until(lambda: HURRIES in endless.prompt)
    endless.computers.hurry()
    await endless.until(lambda: board_of(endless).player.must_decide)
    clock[0] += 0.3
    await endless.press("enter")
    clock[0] += 0.4
    # The key is held.
    await endless.press("enter")
    assert len(endless.table.match.steps) == 2 and board_of(endless).player.must_decide
    clock[0] += 0.6
    await endless.press("enter")
    assert len(endless.table.match.steps) == 3


async def test_other_keys_count_at_once_when_ones_turn_comes(endless: Fingers) -> None:
    await endless.until(lambda: HURRIES in endless.prompt)
    await endless.press("enter")
    await endless.until(lambda: board_of(endless).player.must_decide)
    await endless.press("space")
    assert len(endless.table.match.steps) == 3


@pytest.mark.parametrize(
    ("key", "room"), [("f1", "RulesScreen"), ("o", "ReaderScreen"), ("c", "ScoringScreen"), ("comma", "SettingsScreen")]
)
async def test_every_room_opens_while_a_computer_player_thinks_hard(endless: Fingers, key: str, room: str) -> None:
    await endless.until(lambda: HURRIES in endless.prompt)
    before = board_of(endless).player.cursor
    await endless.press("right", "down")
    assert board_of(endless).player.cursor != before
    await endless.press(key)
    await endless.in_room(room)
    await endless.press("escape")
    await endless.in_room("BoardScreen")
    assert HURRIES in endless.prompt and endless.computers.is_thinking


async def test_who_leaves_ends_the_thought(endless: Fingers, mind: Mind) -> None:
    process = mind.process or 0
    await endless.press("q")
    await endless.in_room("HomeScreen")
    if sys.platform == "linux":
        await endless.until(lambda: not runs(process))


async def test_a_demo_is_hurried_too(tmp_path: Path, mind: Mind, pool: ProcessPool) -> None:
    opening = Opening("demo", opened("normal normal", "9"), 100.0)
    async with playing(tmp_path, opening, SETTINGS, pool=pool) as hands:
        for steps in range(1, 3):
            await hands.until(lambda: "Enter hurry" in hands.footer)
            assert "thinking" in hands.lines[0] and "Space pause" in hands.footer
            await hands.press("enter")
            await hands.until(lambda steps=steps: len(hands.table.match.steps) >= steps)


async def test_where_all_is_one_process_it_is_hurried_as_well(tmp_path: Path, mind: Mind) -> None:
    async with playing(tmp_path, Opening("table", opened("human normal", "5")), SETTINGS) as hands:
        await hands.press("enter")
        await hands.until(lambda: HURRIES in hands.prompt)
        await hands.press("enter")
        mind.may_speak()
        await hands.until(lambda: len(hands.table.match.steps) == 2)
