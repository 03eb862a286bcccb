"""The texts of puzzles: the task, the assessment of a turn, and the result to share."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from tilehall.engine import LEVELS, Text, Who, join_commas, join_spaces, literal_text
from tilehall.engine.teaching.puzzles import GRADES, Puzzle
from tilehall.tui.config.progress import MARK_HINTED, MARK_RIGHT, MARK_SHOWN, PuzzleScore
from tilehall.tui.features.puzzles.puzzle_attempt import PuzzleAssessment
from tilehall.tui.tables.history import review_text

ALREADY_SETTLED = Text("Nothing counts any more: you have solved it, or seen the solution.")
ASSESSMENT_FAILED = Text("The turn could not be looked at; try it again.")
SOLUTION_SEEN = Text("You have seen the solution. {key} goes on to the next puzzle.", key="n")
KEYS = MappingProxyType({"onward": "Enter", "solution": "S"})
CONFIRM_SOLUTION = Text("{key} once more shows the solution: then it does not count as solved.", key="S")


def puzzle_title(puzzle: Puzzle) -> Text:
    """`sand 17, grade 3 of 5`"""
    return Text("{name}, grade {grade} of {most}", name=puzzle.name, grade=puzzle.grade, most=GRADES.stop - 1)


def solved_text(puzzle: Puzzle) -> Text:
    """Return the text after a solution."""
    return Text(
        "{name}, grade {grade}: the best turn is ahead by {chance:.0%} and {points:.1f} points.",
        name=puzzle.name,
        grade=puzzle.grade,
        chance=puzzle.chance,
        points=puzzle.points,
    )


def task_text(puzzle: Puzzle, score: PuzzleScore) -> Text:
    """Return the task."""
    task = Text("Puzzle {name}: find the best turn for {who}.", name=puzzle_title(puzzle), who=Who(puzzle.seat))
    return join_spaces([task, ALREADY_SETTLED]) if score.settled else task


def next_step_text(found: PuzzleAssessment | None) -> Text:
    """Return the choices after the turn."""
    if found is not None and found.better is None:
        return Text("Your turn is made. {onward} goes on to the next puzzle, {solution} shows the solution.", **KEYS)
    return Text("Your turn is made. {onward} tries it again, {solution} shows the solution.", **KEYS)


def verdict_text(found: PuzzleAssessment, score: PuzzleScore) -> list[Text]:
    """Return the verdict on a turn: that it is right, or what it loses."""
    if found.better is None:
        return [join_spaces([Text("Right: nothing better was found."), *_tries_text(score)])]
    told = [Text("Not the best turn: {cost}.", cost=review_text.cost_text(found.better))]
    if reasons := review_text.judgement_reasons(found.better):
        told.append(Text("Where the best turn is better, in points: {reasons}.", reasons=reasons))
    return told


def _tries_text(score: PuzzleScore) -> list[Text]:
    """Return the number of tries, if the solution counted."""
    if not score.solved:
        return []
    if hints := score.marks.count(MARK_HINTED):
        told = Text(
            "Solved at try {tries}, with {n} hint.",
            "Solved at try {tries}, with {n} hints.",
            n=hints,
            tries=score.tries,
        )
        return [told]
    return [Text("Solved at the first try.") if score.tries == 1 else Text("Solved at try {n}.", n=score.tries)]


def solution_text(puzzle: Puzzle, reason: Text) -> Text:
    """Return the introduction of the best turn."""
    n = len(puzzle.solution)
    return Text("The solution is {n} step. Why: {why}.", "The solution is {n} steps. Why: {why}.", n=n, why=reason)


def grade_text(puzzle: Puzzle) -> Text:
    """Return the grade and the meaning of it."""
    if not puzzle.found_by:
        return Text("Grade {grade} of {most}: no computer player finds it", grade=puzzle.grade, most=GRADES.stop - 1)
    return Text(
        "Grade {grade} of {most}: computer players that find it: {levels}",
        grade=puzzle.grade,
        most=GRADES.stop - 1,
        levels=join_commas(LEVELS[level].title for level in puzzle.found_by),
    )


def result_lines(puzzle: Puzzle, title: Text, day: str, score: PuzzleScore) -> tuple[Text, Text, Text]:
    """Return three lines to share: the puzzle, the result and the grade, without the solution."""
    return (
        Text("Tilehall, puzzle of {day}: {game} {number}", day=day, game=title, number=puzzle.number),
        Text("{marks}  {outcome}", marks=literal_text(" ".join(score.marks)), outcome=_outcome_text(score)),
        Text("{graded}; {time}", graded=grade_text(puzzle), time=f"{score.seconds // 60}:{score.seconds % 60:02}"),
    )


def _outcome_text(score: PuzzleScore) -> Text:
    if MARK_SHOWN in score.marks:
        return Text("solution seen")
    if MARK_RIGHT not in score.marks:
        return Text("not solved yet")
    hints = score.marks.count(MARK_HINTED)
    tries = Text("solved at try {n}", n=score.tries)
    return Text("{what}, {n} hint", "{what}, {n} hints", what=tries, n=hints) if hints else tries


def no_other_text(puzzle: Puzzle) -> Text:
    """Return the text for the last puzzle, or if the others cannot be laid out."""
    return Text("There is no other puzzle of {game} to go on to.", game=puzzle.game)


def all_done_text(puzzles: Sequence[Puzzle]) -> Text:
    """Return the text after the last puzzle."""
    return Text(
        "You have done the one puzzle of {game}; {command} looks for more.",
        "You have done all {n} puzzles of {game}; {command} looks for more.",
        n=len(puzzles),
        game=puzzles[0].game,
        command=f"tilehall puzzle {puzzles[0].game} --find 5",
    )
