"""What somebody solved, and what came of the puzzles of the days. What cannot be read or kept is said in a sentence."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tilehall.engine import Text
from tilehall.tui.features.puzzles.puzzle_attempt import (
    MARK_HINTED,
    MARK_RIGHT,
    MARK_SHOWN,
    MARK_WRONG,
    MOST_MARKS,
    PuzzleScore,
)
from tilehall.tui.tables.storage.disk_errors import FileSystem, file_error_text, resolve_link

LARGEST = 1 << 22
MARKS = frozenset((MARK_WRONG, MARK_HINTED, MARK_SHOWN, MARK_RIGHT))
AGES = 10**9
"""Seconds that nobody has sat at a puzzle."""
PUZZLES, DAYS = "puzzles", "days"


class PuzzleProgress:
    """The scores of one person in one small file, by the names of puzzles, and by days.

    What a name is here, the pile says that a puzzle is of: for those of any file it is not what people call them.
    """

    def __init__(self, path: Path, disk: FileSystem | None = None) -> None:
        self.path = path
        self.disk = disk or FileSystem()

    def score_of(self, name: str) -> PuzzleScore:
        """What was done at this puzzle; nothing if it was never tried."""
        return _score(self._part(PUZZLES).get(name))

    def settled_puzzles(self) -> frozenset[str]:
        """The puzzles that are solved, or whose solution was seen."""
        return frozenset(name for name, found in self._part(PUZZLES).items() if _score(found).settled)

    def solved_puzzles(self) -> frozenset[str]:
        return frozenset(name for name, found in self._part(PUZZLES).items() if _score(found).solved)

    def score_on_day(self, day: str) -> PuzzleScore:
        """What was done at the puzzle of a day."""
        return _score(self._part(DAYS).get(day))

    def puzzle_of_day(self, day: str) -> str:
        """The puzzle that was begun that day as the one of the day; empty if none was."""
        found = self._part(DAYS).get(day)
        name = found.get("puzzle") if isinstance(found, dict) else None
        return name if isinstance(name, str) else ""

    def save_score(self, name: str, score: PuzzleScore) -> Text | None:
        """Why it could not be kept; None if it is."""
        return self._keep(PUZZLES, name, score._asdict())

    def save_day_score(self, day: str, name: str, score: PuzzleScore) -> Text | None:
        return self._keep(DAYS, day, {**score._asdict(), "puzzle": name})

    def _keep(self, part: str, name: str, entry: Mapping[str, Any]) -> Text | None:
        folder = resolve_link(self.path).parent
        try:
            self.disk.make_folder(folder)
            with self.disk.lock_folder(folder):
                # What another program has kept meanwhile stays.
                return self._add(part, name, entry)
        except OSError as error:
            return Text("What you solve is not kept: {why}.", why=file_error_text(error))

    def _add(self, part: str, name: str, entry: Mapping[str, Any]) -> Text | None:
        whole = self._all()
        if whole is None:
            # Whatever it is, it is not ours to throw away.
            return Text("{file} cannot be read: nothing is kept until it is moved away.", file=str(self.path))
        found = whole.get(part)
        whole[part] = {**(found if isinstance(found, dict) else {}), name: dict(entry)}
        self.disk.replace_file(resolve_link(self.path), json.dumps(whole, indent=1, sort_keys=True).encode())
        return None

    @property
    def trouble(self) -> Text | None:
        """Why it is not known what was solved before."""
        if self._all() is not None:
            return None
        return Text("{file} cannot be read, so it is not known what you solved before.", file=str(self.path))

    def _part(self, name: str) -> dict[str, Any]:
        found = (self._all() or {}).get(name)
        return found if isinstance(found, dict) else {}

    def _all(self) -> dict[str, Any] | None:
        """Everything in the file; nothing if there is none, None if that cannot be known."""
        try:
            found = json.loads(self.disk.read_file(self.path, LARGEST))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError):
            return None
        return found if isinstance(found, dict) else None


def _score(found: Any) -> PuzzleScore:
    """An entry, if it is one; else as if nothing had been done."""
    if not isinstance(found, dict):
        return PuzzleScore()
    marks, seconds = found.get("marks"), found.get("seconds")
    if not isinstance(marks, str) or not {*marks} <= MARKS or type(seconds) is not int:
        return PuzzleScore()
    if len(marks) > MOST_MARKS + 1 or seconds > AGES:
        return PuzzleScore()
    return PuzzleScore(marks, max(0, seconds))
