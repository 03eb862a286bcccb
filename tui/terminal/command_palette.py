"""Textual's command palette, made safe against early and repeated keys."""

from __future__ import annotations

from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette


class SafeCommandPalette(CommandPalette):
    """Closes only once, and ignores page keys while the list is empty."""

    def dismiss(self, result: None = None) -> AwaitComplete:
        # If a command is chosen twice at once, upstream closes the screen below as well.
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def _action_command_list(self, action: str) -> None:
        commands = self.query_one(CommandList)
        # Upstream looks up the line of an entry before the lines are measured.
        if action.startswith("page_") and (commands.highlighted or 0) not in commands._index_to_line:
            return
        super()._action_command_list(action)
