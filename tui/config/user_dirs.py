"""The folders of one user."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class UserDirs(NamedTuple):
    """The folders of one user: settings and themes, games, logs. Nothing is made before it is written to."""

    config: Path
    data: Path
    state: Path

    @classmethod
    def default(cls) -> UserDirs:
        """Where this system keeps such things."""
        from platformdirs import PlatformDirs

        dirs = PlatformDirs("tilehall", appauthor=False)
        return cls(dirs.user_config_path, dirs.user_data_path, dirs.user_state_path)

    @property
    def games(self) -> Path:
        return self.data / "games"

    @property
    def hall(self) -> Path:
        """What the hall of this user keeps."""
        return self.data / "hall"

    @property
    def puzzle_progress(self) -> Path:
        """Which puzzles were solved, and how."""
        return self.data / "solved.json"

    def puzzles(self, game: str) -> Path:
        """The puzzles of a game that were found here."""
        return self.data / "puzzles" / f"{game}.jsonl"

    @property
    def settings(self) -> Path:
        return self.config / "settings.toml"

    @property
    def setups(self) -> Path:
        """How each game was set up the last time."""
        return self.state / "set-ups.json"

    @property
    def lesson_progress(self) -> Path:
        """Every try at a lesson."""
        return self.data / "lessons.jsonl"

    @property
    def crash_reports(self) -> Path:
        """The reports of crashes."""
        return self.state / "crash.txt"
