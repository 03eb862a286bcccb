"""What a board is used for, which decides on the parts of its screen and on what follows the result."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, Protocol

from tilehall.engine import Text
from tilehall.tui.boards.registry import BoardRenderer
from tilehall.tui.config.look import Look
from tilehall.tui.key_map import KeyBindings
from tilehall.tui.player.focus import ControlOptions
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.player.surroundings import NoSurroundings, TableSurroundings
from tilehall.tui.tables.seat import Seat
from tilehall.tui.tables.thinking.background import TaskRunner
from tilehall.tui.terminal.output.drawing import Drawing
from tilehall.tui.widgets.chrome import Chrome

BoardMode = Literal["play", "watch", "puzzle"]
Destination = Literal["board", "rematch", "home", "play", "review", "course", "show", "next", "others"]
"""Where to go from a board or its score; the last three only from the board of a lesson."""


class BoardPainter(Protocol):
    """Paints the board of one player with its surroundings."""

    def paint(self, look: Look, width: int, height: int, keys: KeyBindings) -> Drawing: ...


class BoardParts(NamedTuple):
    """The parts of a board screen."""

    player: PlayerControls[Any]
    surroundings: TableSurroundings
    painter: BoardPainter


class BoardPurpose:
    """A table that is played or watched, or a puzzle, which ends with a turn. Lessons override all of this."""

    back_text: Text | None = None
    """The label of the only way on from the result, if the player has no choice."""

    def __init__(self, mode: BoardMode = "play", surroundings: TableSurroundings | None = None) -> None:
        self.mode = mode
        self._surroundings: TableSurroundings = surroundings or NoSurroundings()

    def build(self, seat: Seat[Any], renderer: BoardRenderer[Any], options: ControlOptions) -> BoardParts:
        """Makes the parts of the screen for the player of this seat."""
        player: PlayerControls[Any] = PlayerControls(seat, renderer, options, TaskRunner())
        return BoardParts(player, self._surroundings, Chrome(player, renderer, self._surroundings))

    @property
    def shows_result(self) -> bool:
        """Whether the result is shown automatically at the end."""
        return self.mode != "puzzle"

    def note_result_shown(self) -> None:
        """Called when the score is about to be shown."""

    def first_rule(self) -> str:
        """The rule at which the rulebook opens if no rule was mentioned."""
        return ""
