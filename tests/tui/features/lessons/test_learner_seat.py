"""The seat of a learner: what it lets be done, and when it is decided."""

from typing import Any

import pytest

from tilehall.engine import IllegalActionError, load_game
from tilehall.engine.teaching.lessons import RefusedAttempt, load_lesson
from tilehall.tui.features.lessons.learner_seat import TRY_OVER, LearnerSeat
from tilehall.tui.features.lessons.lesson_attempt import LessonAttempt, open_lesson
from tilehall.tui.tables.thinking.thinkers import run_inline


def seat(name: str = "princess", id: str = "1-touch") -> LearnerSeat[Any]:
    lesson = load_lesson(load_game(name), id)
    return LearnerSeat(LessonAttempt(lesson, open_lesson(lesson)))


def done(seat: LearnerSeat[Any], *actions: str) -> None:
    for action in actions:
        run_inline(seat.act(action))
        run_inline(seat.run_computers())


def refused(seat: LearnerSeat[Any], action: str) -> IllegalActionError:
    with pytest.raises(IllegalActionError) as error:
        done(seat, action)
    return error.value


def test_what_does_not_belong_to_a_level_is_refused_with_its_goal() -> None:
    learner = seat("kaguya", "2-stars")
    said = refused(learner, "present B*")
    assert f"{said.text}" == f"That may be done, but not in this lesson. {learner.attempt.lesson.goal}"
    assert learner.now.number == 0 and not learner.attempt.refused, "that is no rule of the game"


def test_what_the_rules_refuse_is_remembered_even_if_steps_are_taken_back() -> None:
    learner = seat()
    done(learner, "take EM")
    assert refused(learner, "cell A1").rule == "P-4.1"
    run_inline(learner.undo())
    done(learner, "take EM", "cell C3")
    assert learner.solved and [each.rule for each in learner.attempt.refused] == ["P-4.1"]


def test_what_was_refused_in_a_try_before_is_learned() -> None:
    lesson = load_lesson(load_game("sand"), "2-take")
    first = LearnerSeat(LessonAttempt(lesson, open_lesson(lesson)))
    assert refused(first, "take 3").rule == "S-4.10"
    done(first, "take 1")
    assert first.verdict is not None and first.verdict.failed is not None
    again = LearnerSeat(LessonAttempt(lesson, open_lesson(lesson), first.attempt.refused))
    done(again, "take 2")
    assert again.solved and not again.attempt.refused, "what counts for this try is only what was tried in it"


def test_what_can_not_be_done_any_more_is_told_at_once() -> None:
    learner = seat("sand", "4-summon")
    done(learner, "summon", "disk R C3")
    told = learner.outcome("play")
    assert told is not None and "The green on C3 is gone" in f"{told[1]}"
    run_inline(learner.undo())
    done(learner, "move D4 D3", "disk R D2", "done", "complete 1fK C3,C4,D2,D3")
    assert learner.solved


def test_once_it_is_decided_nothing_is_done_any_more_until_it_is_taken_back() -> None:
    learner = seat()
    done(learner, "take EM", "cell C3")
    verdict = learner.verdict
    assert verdict is not None and verdict.failed is not None
    assert not learner.now.must_decide and learner.number is None and learner.now is learner.now
    assert refused(learner, "pass").text == TRY_OVER
    run_inline(learner.undo())
    assert learner.verdict is None and learner.now.must_decide
    assert refused(learner, "cell A1").rule == "P-4.1"
    done(learner, "cell C3")
    assert learner.solved


def test_a_refusal_may_decide_a_level_and_everybody_hears_of_it() -> None:
    learner, heard = seat(), list[bool]()
    stop = learner.subscribe(lambda: heard.append(learner.now.must_decide))
    done(learner, "take EM", "cell C3")
    run_inline(learner.undo())
    learner.note_refusal(RefusedAttempt(""))
    learner.note_refusal(RefusedAttempt("P-4.1"))
    done(learner, "cell C3")
    stop()
    assert learner.solved and heard[-1] is False
    learner.note_refusal(RefusedAttempt("P-4.2"))
    assert [each.rule for each in learner.attempt.refused] == ["P-4.1"], "it is over"


def test_how_it_came_out_is_said_against_the_shortest_way() -> None:
    learner = seat()
    assert learner.outcome("play") is None
    done(learner, "take EU")
    run_inline(learner.undo())
    done(learner, "take EM")
    refused(learner, "cell A1")
    done(learner, "cell C3")
    told, after = learner.outcome("play") or ("", "")
    assert f"{told}" == "Solved in 2 choices, the fewest." and after == learner.attempt.lesson.after
    assert f"{(learner.outcome('show') or ('',))[0]}" == "That is how it is done."


def test_the_only_thing_that_can_be_done_belongs_to_every_level() -> None:
    learner = seat()
    done(learner, "take EM")
    actions = [str(action) for action in learner.now.legal]
    assert len(actions) > 1 and all(learner.attempt.lesson.allows(action) for action in actions)
