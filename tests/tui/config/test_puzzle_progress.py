"""What somebody solved is kept; a file that is broken, or a disk that is full, is one sentence."""

from __future__ import annotations

import errno
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.tui.player.sitting import english
from tilehall.tui.config.progress import MARK_HINTED, MARK_RIGHT, MARK_SHOWN, MARK_WRONG, Progress, PuzzleScore
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.tables.storage.filesystem import FileSystem


def progress_in(folder: Path, disk: FileSystem | None = None) -> Progress:
    return Progress(UserDirs(folder, folder, folder), disk)


class Full(FileSystem):
    """A disk on which nothing has room."""

    def write(self, handle: int, start: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_what_was_solved_is_known_again(tmp_path: Path) -> None:
    solved = progress_in(tmp_path / "new")
    assert solved.score_of("sand 17") == PuzzleScore() and solved.puzzles_trouble is None
    assert solved.save_score("sand 17", PuzzleScore("x?o", 93)) is None
    assert solved.save_score("sand 18", PuzzleScore("x-", 5)) is None
    assert solved.save_day_score("2026-11-20", "sand 17", PuzzleScore("o", 7)) is None
    again = progress_in(tmp_path / "new")
    assert again.score_of("sand 17") == PuzzleScore("x?o", 93)
    assert again.settled_puzzles() == {"sand 17", "sand 18"} and again.solved_puzzles() == {"sand 17"}
    assert again.score_on_day("2026-11-20") == PuzzleScore("o", 7) and again.puzzle_of_day("2026-11-20") == "sand 17"
    assert again.score_on_day("2026-11-21") == PuzzleScore() and again.puzzle_of_day("2026-11-21") == ""


@pytest.mark.parametrize("content", [b"", b"nonsense", b"[]", b"\xff", b"[" * 100_000])
def test_a_broken_file_is_said_to_be_so_and_never_overwritten(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "solved.json"
    path.write_bytes(content)
    solved = progress_in(path.parent)
    assert solved.score_of("sand 17") == PuzzleScore() and solved.settled_puzzles() == frozenset()
    assert solved.puzzles_trouble is not None and "cannot be read" in english(solved.puzzles_trouble)
    told = solved.save_score("sand 17", PuzzleScore("o", 1))
    assert told is not None and "nothing is kept" in english(told)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "content",
    [
        '{"puzzles": 7}',
        '{"puzzles": {"sand 17": 7}}',
        '{"puzzles": {"sand 17": {"marks": 7, "seconds": 1}}}',
        '{"puzzles": {"sand 17": {"marks": "o", "seconds": "1"}}}',
        '{"puzzles": {"sand 17": {"marks": "\\u001b[2J", "seconds": 1}}}',
        f'{{"puzzles": {{"sand 17": {{"marks": "o", "seconds": {"9" * 300}}}}}}}',
        f'{{"puzzles": {{"sand 17": {{"marks": "{"x" * 999}", "seconds": 1}}}}}}',
        '{"days": {"2026-11-20": ["sand 17"]}}',
    ],
)
def test_an_odd_entry_counts_as_nothing(tmp_path: Path, content: str) -> None:
    path = tmp_path / "solved.json"
    path.write_text(content)
    solved = progress_in(path.parent)
    assert (
        solved.score_of("sand 17") == PuzzleScore()
        and solved.puzzle_of_day("2026-11-20") == ""
        and solved.puzzles_trouble is None
    )
    assert solved.save_score("sand 18", PuzzleScore("o", 1)) is None and solved.score_of("sand 18") == PuzzleScore(
        "o", 1
    )


def test_a_full_disk_is_a_sentence_and_what_was_there_stays(tmp_path: Path) -> None:
    path = tmp_path / "solved.json"
    progress_in(path.parent).save_score("sand 17", PuzzleScore("o", 1))
    told = progress_in(path.parent, Full()).save_score("sand 18", PuzzleScore("o", 1))
    assert told is not None and english(told) == "What you solve is not kept: the disk is full."
    assert progress_in(path.parent).solved_puzzles() == {"sand 17"}


def test_a_link_stays_one(tmp_path: Path) -> None:
    """What is solved may lie elsewhere, in a folder that other machines have as well; also if nothing is there yet."""
    path, there = tmp_path / "here" / "solved.json", tmp_path / "elsewhere" / "solved.json"
    path.parent.mkdir()
    path.symlink_to(there)
    for name in ("sand 17", "sand 18"):
        assert progress_in(path.parent).save_score(name, PuzzleScore("o", 1)) is None
    assert path.is_symlink() and progress_in(there.parent).solved_puzzles() == {"sand 17", "sand 18"}


def test_a_link_in_a_circle_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "solved.json"
    path.symlink_to(path)
    told = progress_in(path.parent).save_score("sand 17", PuzzleScore("o", 1))
    assert told is not None and "cannot be read" in english(told) and path.is_symlink()


def test_nothing_counts_once_it_is_solved_or_seen() -> None:
    score = PuzzleScore().with_mark(MARK_WRONG, 3.4).with_mark(MARK_HINTED, 1).with_mark(MARK_RIGHT, 2)
    assert score == PuzzleScore("x?o", 6) and score.solved and score.settled and score.tries == 2
    assert score.with_mark(MARK_WRONG, 9) is score
    seen = PuzzleScore().with_mark(MARK_SHOWN, 1)
    assert seen.settled and not seen.solved and seen.with_mark(MARK_RIGHT, 1) is seen


def test_marks_have_an_end_and_no_time_runs_back() -> None:
    score = PuzzleScore()
    for _ in range(100):
        score = score.with_mark(MARK_WRONG, -1)
    assert len(score.marks) == 60 and score.seconds == 0


@pytest.mark.parametrize("mark", [MARK_RIGHT, MARK_SHOWN])
def test_what_settles_a_puzzle_counts_after_any_number_of_tries(mark: str) -> None:
    score = PuzzleScore(MARK_WRONG * 60, 9).with_mark(MARK_HINTED, 1).with_mark(mark, 2)
    assert score == PuzzleScore(MARK_WRONG * 60 + mark, 11) and score.settled


def test_two_who_keep_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "solved.json"

    def keeps(name: str) -> bool:
        return not any(progress_in(path.parent).save_score(f"{name} {n}", PuzzleScore("o", 1)) for n in range(12))

    with ThreadPoolExecutor(2) as both:
        assert all(both.map(keeps, ("sand", "beasts")))
    assert len(progress_in(path.parent).solved_puzzles()) == 24
