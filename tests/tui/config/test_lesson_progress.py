"""What is kept of lessons: lines that are only added; broken files and full disks are no trouble."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tui.cli.test_cli import Run, run
from tilehall.tui.config.progress import LessonTry, Progress, TryOutcome
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.features.lessons.progress_command import summarize_tries
from tilehall.tui.features.lessons.sequence import TryRecorder
from tilehall.tui.tables.storage.filesystem import FileSystem

__all__ = ["run"]
FIRST, SECOND = "1-touch", "2-turned"


def tried(level: str = FIRST, outcome: TryOutcome = "solved", actions: int = 2, seconds: int = 30) -> LessonTry:
    return LessonTry("princess", level, outcome, actions, 2, 1, 0, seconds)


def progress_in(folder: Path, disk: FileSystem | None = None) -> Progress:
    return Progress(UserDirs(folder, folder, folder), disk)


class Full(FileSystem):
    """Takes only so many bytes."""

    def __init__(self, room: int) -> None:
        self.room = room

    def write(self, handle: int, start: int, data: bytes) -> int:
        if not self.room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        count = super().write(handle, start, data[: self.room])
        self.room -= count
        return count


def test_tries_are_kept_in_their_order(tmp_path: Path) -> None:
    learned = progress_in(tmp_path / "deep")
    assert learned.read_tries() == []
    made = [tried(), tried(SECOND, "left"), tried(SECOND)]
    assert [learned.save_try(each) for each in made] == [None] * 3
    assert learned.read_tries() == made
    assert learned.solved_lessons("princess") == {FIRST, SECOND} and learned.solved_lessons("sand") == frozenset()


def test_what_cannot_be_read_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "lessons.jsonl"
    learned = progress_in(path.parent)
    learned.save_try(tried())
    whole = path.read_bytes()
    endless = whole.replace(b'"seconds": 30', b'"seconds": 3' + b"0" * 400)
    for broken in (
        b"[" * 100_000 + b"\n",
        endless,
        b"\x00\xff\n",
        b"[]\n",
        b"{}\n",
        b'{"game": 7}\n',
        whole.replace(b"solved", b"eaten"),
        b"7\n",
        whole.replace(b'"actions": 2', b'"actions": true'),
    ):
        path.write_bytes(whole + broken)
        learned.save_try(tried(SECOND))
        assert learned.read_tries() == [tried(), tried(SECOND)]
        path.write_bytes(whole)


def test_a_full_disk_is_one_sentence_and_a_torn_line_costs_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "lessons.jsonl"
    progress_in(path.parent).save_try(tried())
    for room in (0, 1, 40):
        said = progress_in(path.parent, Full(room)).save_try(tried(SECOND))
        assert f"{said}" == f"What you have learned is not kept: {path}: the disk is full."
        progress_in(path.parent).save_try(tried())
    assert progress_in(path.parent).read_tries() == [tried()] * 4


def folder(path: Path) -> None:
    path.mkdir(parents=True)


def pipe(path: Path) -> None:
    path.parent.mkdir(parents=True)
    os.mkfifo(path)


IN_ITS_PLACE = [(folder, "a folder"), (pipe, "a pipe or a device")]


@pytest.mark.parametrize(("made", "what"), IN_ITS_PLACE)
def test_whatever_lies_in_its_place_is_one_sentence(made: Callable[[Path], None], what: str, run: Run) -> None:
    path = UserDirs.default().lesson_progress
    made(path)
    told = f"{path} cannot be read, so it is not known what you learned before: it is no file but {what}.\n"
    listed = run("learn")
    assert listed.err == told and "Kaguyahime: 6 lessons\n" in listed.out
    reported = run("learn", "--report")
    assert (reported.code, reported.out, reported.err) == (0, "", told)
    played = run("learn", "princess", "1", "--line")
    assert told in played.err and f"What you have learned is not kept: {path}: " in played.err
    assert progress_in(path.parent).read_tries() == []


def test_a_try_is_kept_once_and_again_only_if_it_was_solved_after_all(tmp_path: Path) -> None:
    learned = progress_in(tmp_path)
    for noted, kept in (
        (("solved", "solved", "left"), ["solved"]),
        (("failed", "left"), ["failed"]),
        (("failed", "solved", "solved"), ["failed", "solved"]),
        (("left",), ["left"]),
    ):
        diary, before = TryRecorder(learned, lambda told: None), len(learned.read_tries())
        for outcome in noted:
            diary.record(tried(outcome=outcome))
        assert [made.outcome for made in learned.read_tries()[before:]] == kept


def test_several_programs_add_at_the_same_time(tmp_path: Path) -> None:
    path, count = tmp_path / "lessons.jsonl", 60
    program = (
        "import sys; from pathlib import Path; from tilehall.tui.config.user_dirs import UserDirs\n"
        "from tilehall.tui.config.progress import LessonTry, Progress\n"
        "progress = Progress(UserDirs(*[Path(sys.argv[1])] * 3))\n"
        f"for n in range({count}): progress.save_try(LessonTry('princess', sys.argv[2], 'left', n, 2, 0, 0, 1))"
    )
    running = [subprocess.Popen([sys.executable, "-c", program, str(path.parent), name]) for name in ("a", "b")]
    assert [each.wait() for each in running] == [0, 0]
    tries = progress_in(path.parent).read_tries()
    for name in ("a", "b"):
        assert [made.actions for made in tries if made.level == name] == list(range(count))


def test_tries_are_summed_up_by_level() -> None:
    tries = [tried(outcome="failed"), tried(actions=4, seconds=50), tried(actions=3), tried(SECOND, "left", seconds=9)]
    tries += [tried(SECOND, "anew", seconds=9), tried(SECOND, "shown", seconds=99)]
    first, second = summarize_tries(tries, "princess", (FIRST, SECOND, "3-gem"))
    assert (first.tries, first.solved, first.best, first.par, first.hints, first.seconds, first.left) == (
        (3, 2, 3, 2, 3, 30, 0)
    )
    assert (second.tries, second.shown, second.solved, second.best, second.left) == (2, 1, 0, None, 1)
    assert second.seconds == 9


def test_the_file_is_as_the_documentation_has_it(tmp_path: Path) -> None:
    learned = progress_in(tmp_path)
    learned.save_try(LessonTry("princess", FIRST, "solved", 2, 2, 1, 1, 34))
    page = (Path(__file__).parents[3] / "docs" / "commands.md").read_text("utf-8")
    assert f"```json learned\n{learned.user_dirs.lesson_progress.read_text('utf-8')}```" in page
