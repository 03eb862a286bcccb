"""Somebody at a table without a screen: what a screen would carry out happens at once."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn

from tilehall.engine import ENGLISH, Advice, Text, said
from tilehall.tui.boards.registry import Scene
from tilehall.tui.config.settings import Settings
from tilehall.tui.lines.console import Talk
from tilehall.tui.lines.line_table import LineTable
from tilehall.tui.player.intent import Intent
from tilehall.tui.player.player import Player
from tilehall.tui.tables.seat import keyboard
from tilehall.tui.tables.storage.disk_errors import Disk
from tilehall.tui.tables.storage.file_lock import Claimant
from tilehall.tui.tables.storage.journal import Journal
from tilehall.tui.tables.storage.saved_games import glance
from tilehall.tui.tables.storage.store import Library, Saved
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.table_factory import Host
from tilehall.tui.tables.thinking.thinkers import advice_on, at_once


def english(text: Text, names: Sequence[str] = ()) -> str:
    return said(text, ENGLISH, names)


class Sitting(Player[Any]):
    """A player whose wishes come true at once. The methods say whether something was done."""

    def __init__(self, table: Table[Any], scene: Scene[Any], confirm: bool) -> None:
        self.table = table
        self.scene = scene
        super().__init__(keyboard(table), scene, confirm)
        self.leave: Callable[[], None] = table.told(self.catch_up)

    def done(self, intent: Intent | bool | None) -> bool:
        """One of these methods may lead to another, which has then done what was wished."""
        if isinstance(intent, bool):
            return intent
        before = self.table.version
        if intent is not None:
            at_once(self.carry_out(intent))
        return self.table.version != before

    def choose(self) -> bool:
        return self.done(super().choose())

    def toggle(self) -> bool:
        return self.done(super().toggle())

    def digit(self, number: int) -> bool:
        return self.done(super().digit(number))

    def skip(self) -> bool:
        return self.done(super().skip())

    @property
    def said(self) -> str:
        """What the status line says, in English."""
        return english(self.status().text, self.moment.names)

    def letter(self, char: str) -> bool:
        """False if the letter belongs to no entry of the menu."""
        choice = self.letters(lambda text: english(text, self.moment.names)).get(char)
        if choice is not None:
            self.done(self.take(choice))
        return choice is not None

    def undo(self) -> bool:
        return self.done("undo")

    def redo(self) -> bool:
        return self.done("redo")

    def restart(self) -> bool:
        return self.done("restart")

    def hint(self) -> None:
        if self.wants_hint():
            at_once(self.ask())

    @property
    def regretting(self) -> int | None:
        return self.moment.curtain.regrets if self.moment.curtain else None

    def regret(self) -> bool:
        return self.undo()

    def anew(self) -> None:
        """As if it had just sat down."""
        self.acting.let_go()
        self.settle()


THOUGHT: dict[tuple[bytes, int], Advice] = {}
"""Many tests play the same games by advice; it is thought through once for each of their positions."""


def hint(table: Table[Any], seat: int) -> Advice:
    """What a good player would do in this seat."""
    asked = (course(table), seat)
    if asked not in THOUGHT:
        THOUGHT[asked] = table.rules.advise(table.match.view(seat), seat)
    return THOUGHT[asked]


def course(table: Table[Any]) -> bytes:
    """The same for games that began and went the same way, whoever plays them."""
    header = table.header
    begun = f"{header.game} {len(header.players)} {header.options} {header.position}"
    steps = [f"{step.seat} {step.action}" for step in table.match.steps]
    return sha256("\n".join([begun, *steps]).encode()).digest()


def think(table: Table[Any], seat: int) -> Advice:
    """What the computer player of this seat does now."""
    return advice_on(table._thought(seat))


class Unlocked(Disk):
    """For tests that sit down at a game again without leaving it first."""

    def lock(self, handle: int) -> bool:
        return True


def kept(path: Path | None) -> Journal | None:
    """A file to keep a game in."""
    return Journal(Unlocked(), Claimant(), lambda: [path]) if path else None


def resumed(path: Path) -> Table[Any]:
    """The game in this file, to be played on."""
    return Table.resume(path, Library(path.parent, disk=Unlocked()))


def shown(path: Path) -> Table[Any]:
    """The game in this file, to be looked at."""
    return Table.shown(path, Library(path.parent))


def glanced(path: Path) -> Saved:
    return glance(path, path.stat().st_mtime, Disk())


def nowhere(report: str) -> NoReturn:
    """No error of ours is expected."""
    raise AssertionError(report)


def in_lines(table: Table[Any], talk: Talk, settings: Settings) -> Table[Any]:
    """Plays in lines until the game is left; the table that was sat at last."""
    host = Host(table, Library(table.store.path.parent) if isinstance(table.store, Journal) else None)
    at_once(LineTable(host, host.seat(), talk, settings, nowhere).run())
    return host.table
