"""The first board: there before Textual is loaded, cheap to make, and taken over without being painted twice."""

import json
import os
import select
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.bench.screen import HELLO, compile_once
from tests.cases import each_once, some
from tests.terminal import Pty
from tilehall.engine import BUILT_IN_GAMES

ROOT = Path(__file__).parents[3]
TUI = [sys.executable, "-m", "tilehall"]
ALTERNATE, MOUSE = b"\x1b[?1049h", b"\x1b[?1000h"
LOOKS = {"truecolor": {}, "256": {"COLORTERM": ""}, "16": {"COLORTERM": "", "TERM": "xterm"}, "none": {"NO_COLOR": "1"}}
# A person begins, so that nothing moves by itself.
ALONE = {"princess": "start_seat=0", "sand": "first=0"}
# Textual cannot be loaded: what is there by then is what the first board needs, and the way out is an error of ours.
WITHOUT_TEXTUAL = """
import dataclasses, json, sys
from pathlib import Path
sys.modules["tilehall.tui.app"] = None
from tilehall.tui.cli import main
try:
    main(sys.argv[2:])
finally:
    ours = {name: module for name, module in sys.modules.items() if module and name.startswith("tilehall.")}
    made = {each for module in ours.values() for each in vars(module).values()
            if isinstance(each, type) and each.__module__ in ours and "__dataclass_fields__" in vars(each)}
    # A package that holds nothing but modules costs nothing that is worth counting.
    empty = {name for name, module in ours.items() if not [key for key, value in vars(module).items()
             if key[:2] != "__" and not isinstance(value, type(sys))]}
    found = {"modules": sorted({*sys.modules} - empty),
             "made": sorted(f"{each.__module__}.{each.__qualname__}" for each in made)}
    Path(sys.argv[1]).write_text(json.dumps(found))
"""


def places(home: Path) -> dict[str, str]:
    return {"HOME": str(home), "XDG_DATA_HOME": str(home / "d"), "XDG_CONFIG_HOME": str(home / "c")}


def play(game: str, *more: str) -> list[str]:
    return [*TUI, "play", game, "--seed", "7", *more]


def needed(home: Path, seen: bytes, *words: str) -> tuple[dict[str, Any], list[str]]:
    """What has been loaded when the first picture is there, and what of the terminal is not as it was."""
    report = home / "loaded.json"
    command = [sys.executable, "-c", WITHOUT_TEXTUAL, str(report), *words]
    with Pty(command, (120, 40), places(home), ROOT) as pty:
        assert pty.wait_exit() == 1
        assert ALTERNATE in pty.received and seen in pty.received, pty.text
        assert "import of tilehall.tui.app" in pty.text
        found: dict[str, Any] = json.loads(report.read_text())
        return found, pty.restored()


@pytest.mark.parametrize("game", BUILT_IN_GAMES)
def test_the_first_board_needs_little(tmp_path: Path, game: str) -> None:
    found, _ = needed(tmp_path, b"step ", "play", game, "--seed", "7")
    loaded = found["modules"]
    ours = [name for name in loaded if name.startswith("tilehall")]
    print(len(loaded), len(ours), len(found["made"]))
    assert not [name for name in ours if set(name.split(".")) & (set(BUILT_IN_GAMES) - {game})]
    for name in (
        "asyncio",
        "difflib",
        "importlib.resources",
        "zipfile",
        "rich.console",
        f"tilehall.engine.games.{game}.ai.plans",
        "tilehall.engine.ai.players",
    ):
        assert name not in loaded
    assert len(ours) <= 156
    assert len(found["made"]) <= 50


def test_the_first_home_screen_needs_no_game_and_no_textual(tmp_path: Path) -> None:
    found, restored = needed(tmp_path, b"choose")
    loaded = found["modules"]
    assert restored == []
    assert not {"textual", "asyncio", "importlib.resources", "importlib.metadata"} & {*loaded}
    assert not [name for name in loaded if name.startswith("tilehall.engine.games.") and name.count(".") > 3]
    assert len([name for name in loaded if name.startswith("tilehall.engine")]) <= 32


def test_an_error_after_the_first_board_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    with Pty(
        [sys.executable, "-c", WITHOUT_TEXTUAL, str(tmp_path / "loaded.json"), *play("princess")[3:]], cwd=ROOT
    ) as pty:
        assert pty.wait_exit() == 1
        assert pty.restored() == []
        assert "ModuleNotFoundError" in pty.text


@pytest.mark.parametrize(("look", "game"), each_once([*LOOKS], [*ALONE]))
def test_the_first_board_is_not_painted_twice(tmp_path: Path, game: str, look: str) -> None:
    with Pty(play(game, "--option", ALONE[game]), (120, 40), {**places(tmp_path), **LOOKS[look]}, ROOT) as pty:
        # The driver asks for mouse reports once it has the terminal.
        while not pty.modes.get(1000):
            pty.read(0.05)
        first, shown = len(pty.received.partition(MOUSE)[0]), pty.lines
        assert sum(map(bool, map(str.strip, shown))) > 10
        pty.wait_quiet(0.6)
        print(first, len(pty.received) - first)
        assert pty.received.count(ALTERNATE) == 1
        assert pty.lines == shown
        assert len(pty.received) - first < 500


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_a_signal_before_textual_is_there_leaves_the_terminal_in_order(tmp_path: Path, number: signal.Signals) -> None:
    with Pty(play("sand"), (120, 40), places(tmp_path), ROOT) as pty:
        while not pty.modes.get(1049):
            pty.read(0.005)
        pty.process.send_signal(number)
        pty.wait_exit()
        assert pty.restored() == []


@pytest.mark.parametrize("game", some(["princess", "sand", "beasts"]))
def test_every_key_comes_as_it_is_from_the_first_picture_on(tmp_path: Path, game: str) -> None:
    """Between two sets of settings an Enter would become another key: it was lost on a busy machine."""
    with Pty(play(game), (120, 40), places(tmp_path), ROOT) as pty:
        got, edited = b"", []
        # Looked at all the time: what is read is not drawn meanwhile.
        while MOUSE not in got:
            if select.select([pty.master], [], [], 0)[0]:
                got += os.read(pty.master, 65536)
            if ALTERNATE in got:
                edited.append(pty.edits_lines)
        assert len(edited) > 20
        assert not any(edited)


def test_a_window_that_changes_its_size_at_once_shows_a_whole_board(tmp_path: Path) -> None:
    with Pty(play("princess"), (120, 40), places(tmp_path), ROOT) as pty:
        while not pty.modes.get(1049):
            pty.read(0.005)
        pty.resize(100, 30)
        while "symbols" not in pty.lines[-1]:
            assert pty.read(5.0), pty.text
        assert pty.lines[-1].strip().startswith("Enter")


def test_nothing_is_shown_before_a_curtain(tmp_path: Path) -> None:
    command = play("kaguya", "--seat", "Aki", "--seat", "Bo")
    with Pty(command, (120, 40), places(tmp_path), ROOT) as pty:
        while not pty.modes.get(1000):
            pty.read(0.05)
        assert b"step " not in pty.received
        pty.wait_for("nobody else sees the screen")


@pytest.mark.parametrize("game", some(ALONE))
def test_the_first_board_costs_less_than_bare_textual(tmp_path: Path, game: str) -> None:
    """Of CPU, in turns on the same pseudo-terminal; 0.7 was measured, 1.2 is what a player may wait for."""
    compile_once()
    costs: dict[str, list[float]] = {"board": [], "bare": []}
    for _ in range(3):
        for name, command, sign in (("board", play(game), "step "), ("bare", [sys.executable, "-c", HELLO], "hello")):
            with Pty(command, (120, 40), places(tmp_path), ROOT) as pty:
                pty.wait_for(sign, 30)
                costs[name].append(pty.cpu())
    print(costs)
    assert min(costs["board"]) <= 1.0 * min(costs["bare"])
