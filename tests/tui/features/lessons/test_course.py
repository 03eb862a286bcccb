"""One lesson after the other, without a screen: what is handed on from try to try."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tilehall.engine.teaching.lessons import RefusedAttempt
from tilehall.tui.config.progress import Progress
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.features.lessons.learner_seat import LearnerSeat, LessonMode, LevelProgress, make_lesson_try
from tilehall.tui.features.lessons.sequence import AfterTry, LessonRequest, LessonSequence, TryRecorder, TryResult
from tilehall.tui.tables.computer_players import TableServices
from tilehall.tui.tables.thinking.thinkers import run_inline


def taught(path: Path, *tries: tuple[Sequence[str], AfterTry]) -> list[LearnerSeat[Any]]:
    """The seats of somebody who does this in each try at the second lesson of the sand, and goes on so."""
    seats, left = list[LearnerSeat[Any]](), list(tries)

    async def teach(seat: LearnerSeat[Any], course: LevelProgress, way: LessonMode, diary: TryRecorder) -> TryResult:
        actions, then = left.pop(0)
        seats.append(seat)
        for action in actions:
            if action.startswith("!"):
                seat.note_refusal(RefusedAttempt(action[1:]))
            else:
                run_inline(seat.act(action))
        return TryResult(then, make_lesson_try(seat, way, 0, 1.0))

    async def choose(game: str) -> LessonRequest | None:
        return None

    school = LessonSequence(Progress(UserDirs(path, path, path)), TableServices, teach, lambda told: None, choose)
    asyncio.run(school.run(LessonRequest("sand", "2-take")))
    return seats


def test_what_was_tried_once_need_not_be_tried_again(tmp_path: Path) -> None:
    first, second = taught(tmp_path / "learned", (["!S-4.10", "take 1"], "again"), (["take 2"], "leave"))
    assert not first.solved and second.solved


def test_who_tried_nothing_is_asked_for_it(tmp_path: Path) -> None:
    first, second = taught(tmp_path / "learned", (["take 2"], "again"), (["take 2"], "leave"))
    assert not first.solved and not second.solved


def test_who_was_shown_it_or_has_solved_it_begins_anew(tmp_path: Path) -> None:
    shown = taught(tmp_path / "shown", ([], "show"), (["!S-4.10"], "again"), (["take 2"], "leave"))
    assert not shown[-1].solved
    solved = taught(tmp_path / "solved", (["!S-4.10", "take 2"], "again"), (["take 2"], "leave"))
    assert solved[0].solved and not solved[1].solved
