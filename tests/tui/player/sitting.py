"""Somebody at a table without a screen: what a screen would carry out happens at once."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn

from tilehall.engine import ENGLISH, Advice, Text, render_text
from tilehall.tui.boards.registry import BoardRenderer
from tilehall.tui.config.settings import Settings
from tilehall.tui.lines.console import LineConsole
from tilehall.tui.lines.line_table import LineTable
from tilehall.tui.player.focus import ControlOptions
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.player.selection import Intent
from tilehall.tui.tables.computer_players import ComputerPlayers
from tilehall.tui.tables.seat import keyboard_seat
from tilehall.tui.tables.storage.file_lock import LockHolder
from tilehall.tui.tables.storage.filesystem import FileSystem
from tilehall.tui.tables.storage.journal import Journal
from tilehall.tui.tables.storage.saved_games import read_summary
from tilehall.tui.tables.storage.store import Library, SavedGame
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.table_factory import TableFactory
from tilehall.tui.tables.thinking.thinkers import final_advice, run_inline


def english(text: Text, names: Sequence[str] = ()) -> str:
    return render_text(text, ENGLISH, names)


def short_for(owner: str, name: str) -> Any:
    """An attribute of one of the objects of a player, read and set by a shorter way."""

    def get(self: "Sitting") -> Any:
        return getattr(getattr(self, owner), name)

    def put(self: "Sitting", value: Any) -> None:
        setattr(getattr(self, owner), name, value)

    return property(get, put)


class Sitting(PlayerControls[Any]):
    """A player whose wishes come true at once, with short ways to what tests ask for most.

    The methods that choose say whether something was done.
    """

    reader, selection, pending = (short_for("focus", name) for name in ("reader", "selection", "pending"))
    stops, digit_places, guide = (short_for("focus", name) for name in ("stops", "digit_places", "guide"))
    cursor_context, place_areas = short_for("focus", "context"), short_for("focus", "place_areas")
    cursor_state, message = short_for("focus", "cursor"), short_for("status", "message")
    last_rule, tip, say = (short_for("status", name) for name in ("last_rule", "tip", "say"))
    refuse, describe = short_for("status", "refuse_place"), short_for("status", "describe_place")
    move, point_at, rotate, flip = (short_for("navigation", name) for name in ("move", "point_at", "rotate", "flip"))
    go_to_stop, go_to_next_stop = short_for("navigation", "go_to_stop"), short_for("navigation", "go_to_next_stop")
    go_to_next_zone = short_for("navigation", "go_to_next_zone")
    hint_places = short_for("hints", "places")

    def __init__(self, table: Table[Any], scene: BoardRenderer[Any], confirm: bool) -> None:
        self.table = table
        self.scene = scene
        super().__init__(keyboard_seat(table), scene, ControlOptions(confirm=confirm))
        self.leave: Callable[[], None] = table.subscribe(self.catch_up)

    @property
    def cursor(self) -> Any:
        return self.focus.cursor.place

    @cursor.setter
    def cursor(self, place: Any) -> None:
        self.focus.cursor.place = place

    def done(self, intent: Intent | None) -> bool:
        before = self.table.version
        if intent is not None:
            run_inline(self.carry_out(intent))
        return self.table.version != before

    def choose(self) -> bool:
        return self.done(self.chooser.choose())

    def toggle(self) -> bool:
        return self.done(self.chooser.toggle())

    def digit(self, number: int) -> bool:
        return self.done(self.chooser.choose_digit(number))

    def skip(self) -> bool:
        return self.done(self.chooser.skip())

    @property
    def said(self) -> str:
        """What the status line says, in English."""
        return english(self.status.current().text, self.moment.names)

    def letter(self, char: str) -> bool:
        """False if the letter belongs to no entry of the menu."""
        choice = self.chooser.menu_letters(lambda text: english(text, self.moment.names)).get(char)
        if choice is not None:
            self.done(self.chooser.choose_entry(choice))
        return choice is not None

    def undo(self) -> bool:
        return self.done("undo")

    def redo(self) -> bool:
        return self.done("redo")

    def restart(self) -> bool:
        return self.done("restart")

    def hint(self) -> None:
        if self.hints.prepare():
            run_inline(self.hints.show())

    @property
    def regretting(self) -> int | None:
        return self.moment.curtain.may_take_back if self.moment.curtain else None

    def regret(self) -> bool:
        return self.undo()

    def anew(self) -> None:
        """As if it had just sat down."""
        self.executor.end_turn()
        self.reset_decision()


THOUGHT: dict[tuple[bytes, int], Advice] = {}
"""Many tests play the same games by advice; it is thought through once for each of their positions."""


def hint(table: Table[Any], seat: int) -> Advice:
    """What a good player would do in this seat."""
    asked = (course(table), seat)
    if asked not in THOUGHT:
        THOUGHT[asked] = table.rules.advisor.advise(table.match.view(seat), seat)
    return THOUGHT[asked]


def course(table: Table[Any]) -> bytes:
    """The same for games that began and went the same way, whoever plays them."""
    header = table.header
    begun = f"{header.game} {len(header.players)} {header.options} {header.position}"
    steps = [f"{step.seat} {step.action}" for step in table.match.steps]
    return sha256("\n".join([begun, *steps]).encode()).digest()


def think(table: Table[Any], seat: int) -> Advice:
    """What the computer player of this seat does now."""
    return final_advice(ComputerPlayers(table)._thought_for(seat))


class Unlocked(FileSystem):
    """For tests that sit down at a game again without leaving it first."""

    def lock(self, handle: int) -> bool:
        return True


def kept(path: Path | None) -> Journal | None:
    """A file to keep a game in."""
    return Journal(Unlocked(), LockHolder(), lambda: [path]) if path else None


def resumed(path: Path) -> Table[Any]:
    """The game in this file, to be played on."""
    return Table.resume(path, Library(path.parent, disk=Unlocked()))


def shown(path: Path) -> Table[Any]:
    """The game in this file, to be looked at."""
    return Table.open_read_only(path, Library(path.parent))


def glanced(path: Path) -> SavedGame:
    return read_summary(path, path.stat().st_mtime, FileSystem())


def nowhere(report: str) -> NoReturn:
    """No error of ours is expected."""
    raise AssertionError(report)


def in_lines(table: Table[Any], talk: LineConsole, settings: Settings) -> Table[Any]:
    """Plays in lines until the game is left; the table that was sat at last."""
    host = TableFactory(table, Library(table.store.path.parent) if isinstance(table.store, Journal) else None)
    run_inline(LineTable(host, host.seat(), talk, settings, nowhere).run())
    return host.table
