"""The program is killed again and again while it plays, and every choice that was shown is there afterwards."""

import re
import subprocess
import sys
import time
from collections import Counter
from datetime import UTC
from pathlib import Path
from random import Random
from typing import IO, Any

import pytest

from tests.terminal import KEYS, Pty, environment
from tests.tui.tables.gameplan import plan
from tilehall.engine import Match
from tilehall.tui.tables.computer_players import ComputerPlayers
from tilehall.tui.tables.storage.store import Library
from tilehall.tui.tables.thinking.thinkers import run_inline

ROOT = Path(__file__).parents[3]
TUI = [sys.executable, "-m", "tilehall"]
GAMES = {
    "princess": ("Aki", "Zoë:random"),
    "sand": ("Aki",),
    "beasts": ("Aki", "Zoë"),
    "kaguya": ("Aki", "Zoë", "Cleo:random"),
}
PROMPT = b"> "
WAITS = (b"can see this. ", b"think again: ")
"""What ends with an empty line being waited for."""


def home_of(folder: Path) -> dict[str, str]:
    return {"HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "config")}


class Killings:
    """One user whose program is killed, and who begins it again."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.chance = Random(seed)
        self.library = Library(folder / "data" / "tilehall" / "games", UTC)
        self.game = ""
        self.done: list[tuple[int, str]] = []
        """What people were shown to have chosen, in the game that goes on."""
        self.finished: set[str] = set()
        self.happened: Counter[str] = Counter()

    def command(self) -> list[str]:
        """Goes on with the game that waits, or begins another one, sometimes one that is nearly over."""
        self.done = [] if next(self.library.unfinished_games(), None) is None else self.done
        if not self.done and self.match() is None:
            self.game = self.chance.choice(list(GAMES))
            if self.chance.random() < 0.6:
                self.nearly_over()
        if waiting := next(self.library.unfinished_games(), None):
            return [*TUI, "games", "resume", waiting.name]
        seats = [word for seat in GAMES[self.game] for word in ("--seat", seat)]
        return [*TUI, "play", self.game, *seats, "--seed", str(self.chance.randrange(100))]

    def nearly_over(self) -> None:
        """Somebody has played a game without being killed, but for the last few choices."""
        kinds = "".join("r" if ":" in seat else "h" for seat in GAMES[self.game])
        played = plan(self.game, kinds, (), str(self.chance.randrange(5)))
        table = played.table(self.library)
        run_inline(ComputerPlayers(table).run())
        for choice in played.choices[: -self.chance.randrange(1, 5)]:
            choice.do(table)
            run_inline(ComputerPlayers(table).run())
        self.done = people(table.match)
        table.close()

    def match(self) -> Match[Any] | None:
        """What is in the file of the game that goes on, or has just ended."""
        going_on = [saved for saved in self.library.saved_games() if saved.name not in self.finished]
        if not going_on:
            return None
        (saved,) = going_on
        rescued = self.library.rescue(saved.path)
        assert rescued.error is None, f"{saved.name} is damaged: {rescued.error}"
        return rescued.record.match

    def finish(self) -> None:
        """The game that went on is over, if it is; then another one begins."""
        match = self.match()
        if match and match.is_over:
            self.finished = {saved.name for saved in self.library.saved_games()}
            self.done = []
            self.happened["games over"] += 1

    def after_the_kill(self, perhaps: tuple[int, str] | None) -> None:
        """All that was shown is there, and at most what was under way besides."""
        assert self.library.problems() == []
        match = self.match()
        found = sorted(people(match)) if match else []
        known, more = sorted(self.done), sorted([*self.done, *filter(None, [perhaps])])
        assert found in (known, more), f"{self.game}: {set(found) ^ set(known)}"
        if perhaps and found == more:
            self.done.append(perhaps)
            self.happened["kept before it was shown"] += 1
        self.happened["killed"] += 1


def people(match: Match[Any]) -> list[tuple[int, str]]:
    """What people have chosen so far; in these games the computer players sit last."""
    seats = [n for n, seat in enumerate(GAMES[match.game.id]) if ":" not in seat]
    return [(step.seat, str(step.action)) for step in match.steps if step.seat in seats]


# --- in lines -----------------------------------------------------------------------------------------------------


def heard(out: IO[bytes], ends: tuple[bytes, ...]) -> bytes:
    """What the program says until it asks for something, or has ended."""
    said = b""
    while not said.endswith(ends):
        more = out.read(4096)
        if not more:
            break
        said += more
    return said


def a_life_in_lines(user: Killings) -> None:
    """Some choices, and a kill at any moment of the last one."""
    process = subprocess.Popen(
        [*user.command(), "--line"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        bufsize=0,
        cwd=ROOT,
        env=environment(home_of(user.folder)),
    )
    assert process.stdin and process.stdout
    left = user.chance.choice([0, 0, 1, 2, 5, 10, 40])
    under_way: tuple[int, str] | None = None
    if user.chance.random() < 0.1:
        # Somewhere while it starts.
        time.sleep(user.chance.uniform(0, 0.3))
        left = -1
    while left >= 0:
        said = heard(process.stdout, (PROMPT, *WAITS))
        assert said, "it has ended by itself"
        if said.endswith(WAITS):
            process.stdin.write(b"\n")
            continue
        if under_way:
            user.done.append(under_way)
            under_way = None
        match = user.match()
        assert match, "the board is there, and the game is not"
        if match.is_over:
            break
        (seat,) = [seat for seat, name in enumerate(("Aki", "Zoë")) if said.endswith(f"{name}> ".encode())]
        under_way = seat, str(user.chance.choice(match.legal_actions(seat)))
        process.stdin.write(f"{under_way[1]}\n".encode())
        left -= 1
    if under_way:
        time.sleep(user.chance.choice([0, 0.0005, 0.001, 0.002, 0.005, 0.02]))
    process.kill()
    rest = process.stdout.read()
    process.wait()
    if under_way and rest.endswith((PROMPT, WAITS[0])):
        user.done.append(under_way)
        under_way = None
    user.after_the_kill(under_way)
    user.finish()


# --- on the screen ------------------------------------------------------------------------------------------------


def shown(pty: Pty) -> int:
    """The number of steps that the screen shows; 0 while there is no board."""
    found = re.search(r"step (\d+)", pty.lines[0])
    return int(found[1]) if found else 0


def a_life_on_screen(user: Killings) -> None:
    """Keys of somebody in a hurry, and a kill at any moment."""
    with Pty(user.command(), (100, 40), home_of(user.folder), ROOT) as pty:
        deadline = time.monotonic() + user.chance.choice([0.2, 1, 20, 20, 20])
        presses, step = user.chance.choice([1, 3, 10, 30]), 0
        while not pty.text.strip() and time.monotonic() < deadline:
            pty.read(0.05)
        while presses and time.monotonic() < deadline:
            pty.send(KEYS.get(key := user.chance.choice(["enter", "enter", "enter", "1", "2", "tab", "right"]), key))
            pty.read(user.chance.choice([0.001, 0.01, 0.05, 0.2]))
            presses, step = presses - 1, max(step, shown(pty))
        pty.kill()
        pty.wait_exit()
        step = max(step, shown(pty))
    assert user.library.problems() == []
    match = user.match()
    made = people(match) if match else []
    assert match is None or len(match.steps) >= step, f"{step} steps were shown, {len(match.steps)} are there"
    assert match or not step
    assert Counter(user.done) <= Counter(made), "what was there once is gone"
    user.done = made
    user.happened["killed"] += 1
    user.happened["boards shown"] += bool(step)
    user.finish()


def played_out(user: Killings) -> None:
    """What is left after the last kill can be played on to its end."""
    from tilehall.tui.tables.table import Table

    for saved in user.library.unfinished_games():
        table = Table.resume(saved.path, user.library)
        run_inline(ComputerPlayers(table).run())
        while not table.over:
            seat = next(seat for seat in table.due() if table.is_human(seat))
            table.act(seat, user.chance.choice(table.match.legal_actions(seat)))
            run_inline(ComputerPlayers(table).run())
        table.close()
    user.library.tidy()
    assert {path.suffix for path in user.library.folder.iterdir()} <= {".tilehall"}
    for saved in user.library.saved_games():
        assert saved.over


def test_killed_in_lines_nothing_that_was_shown_is_lost(tmp_path: Path) -> None:
    user = Killings(tmp_path, 1)
    for _ in range(6):
        a_life_in_lines(user)
    played_out(user)


def test_killed_on_the_screen_nothing_that_was_shown_is_lost(tmp_path: Path) -> None:
    user = Killings(tmp_path, 2)
    for _ in range(2):
        a_life_on_screen(user)
    played_out(user)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
def test_thirty_kills_in_lines(tmp_path: Path, seed: int) -> None:
    user = Killings(tmp_path, seed)
    for _ in range(30):
        a_life_in_lines(user)
    played_out(user)
    print(dict(user.happened))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
def test_twenty_kills_on_the_screen(tmp_path: Path, seed: int) -> None:
    user = Killings(tmp_path, seed)
    for _ in range(20):
        a_life_on_screen(user)
    played_out(user)
    print(dict(user.happened))
