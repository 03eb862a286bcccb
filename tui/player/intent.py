"""What a player wants to be done at the table. Wanting is quick; doing it may have to wait for a table far away."""

from __future__ import annotations

from typing import Any, Literal

from tilehall.tui.player.selection import ActionChoice

UndoCommand = Literal["undo", "redo", "restart"]
"""Taking back the latest choice, doing it again, taking back all since something new was shown."""
Intent = ActionChoice[Any] | UndoCommand
"""A choice, with what is passed before it, or a wish."""
