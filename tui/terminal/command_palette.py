"""Textual's command palette, made safe against keys that come early or twice."""

from __future__ import annotations

from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette


class SafeCommandPalette(CommandPalette):
    """Closes once, and turns pages only where there are pages."""

    def dismiss(self, result: None = None) -> AwaitComplete:
        # Upstream closes the screen below if a command is chosen in two ways at a time.
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def _action_command_list(self, action: str) -> None:
        commands = self.query_one(CommandList)
        # Upstream looks up the line of an entry before any line was measured.
        if action.startswith("page_") and (commands.highlighted or 0) not in commands._index_to_line:
            return
        super()._action_command_list(action)
