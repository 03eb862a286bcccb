"""How each game was set up the last time. It is a convenience: what cannot be read or kept is forgotten."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from tilehall.tui.tables.storage.disk_errors import FileSystem

LARGEST = 1 << 16


class LastSetups:
    """The last choices, by game and by what was chosen, in one small file."""

    def __init__(self, path: Path, disk: FileSystem | None = None) -> None:
        self.path = path
        self.disk = disk or FileSystem()

    def read(self, game: str) -> dict[str, str]:
        """What was chosen for this game; nothing if it was never set up."""
        values = self._all().get(game)
        if not isinstance(values, dict):
            return {}
        return {name: value for name, value in values.items() if isinstance(value, str)}

    def save(self, game: str, values: Mapping[str, str]) -> None:
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            whole = json.dumps({**self._all(), game: dict(values)}, indent=1, sort_keys=True)
            self.disk.replace_file(self.path, whole.encode())

    def _all(self) -> dict[str, Any]:
        with suppress(OSError, ValueError):
            found = json.loads(self.disk.read_file(self.path, LARGEST))
            return found if isinstance(found, dict) else {}
        return {}
