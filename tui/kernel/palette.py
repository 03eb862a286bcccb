"""Textual's palette of commands, which keys cannot break."""

from __future__ import annotations

from textual.command import CommandList, CommandPalette


class Palette(CommandPalette):
    """Upstream looks up the line of an entry before any line was measured: then there is no page to turn."""

    def _action_command_list(self, action: str) -> None:
        commands = self.query_one(CommandList)
        if action.startswith("page_") and (commands.highlighted or 0) not in commands._index_to_line:
            return
        super()._action_command_list(action)
