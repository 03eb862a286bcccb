"""The folders of one user."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class UserDirs(NamedTuple):
    """The folders of one user: settings and themes, games, logs. They are created when something is written."""

    config: Path
    data: Path
    state: Path

    @classmethod
    def default(cls) -> UserDirs:
        """The folders by the conventions of the system."""
        from platformdirs import PlatformDirs

        dirs = PlatformDirs("tilehall", appauthor=False)
        return cls(dirs.user_config_path, dirs.user_data_path, dirs.user_state_path)

    @property
    def games(self) -> Path:
        return self.data / "games"

    @property
    def hall(self) -> Path:
        """The data of the user's hall."""
        return self.data / "hall"

    @property
    def puzzle_progress(self) -> Path:
        """The file of puzzle scores."""
        return self.data / "solved.json"

    def puzzles(self, game: str) -> Path:
        """The file of the puzzles of a game that were found on this machine."""
        return self.data / "puzzles" / f"{game}.jsonl"

    @property
    def settings(self) -> Path:
        return self.config / "settings.toml"

    @property
    def setups(self) -> Path:
        """The file of the last set-up of each game."""
        return self.state / "set-ups.json"

    @property
    def lesson_progress(self) -> Path:
        """The file of all tries at lessons."""
        return self.data / "lessons.jsonl"

    @property
    def crash_reports(self) -> Path:
        """The folder of crash reports."""
        return self.state / "crash.txt"
