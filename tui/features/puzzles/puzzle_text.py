"""What is said to somebody who solves puzzles: what is asked, what came of a turn, and the three lines to paste."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from tilehall.engine import LEVELS, Text, Who, listed, plain, spaced
from tilehall.engine.teaching.puzzles import GRADES, Puzzle
from tilehall.tui.features.puzzles.puzzle_attempt import HINTED, RIGHT, SHOWN, Assessment, Score
from tilehall.tui.tables.history import review_text

FIRST = Text("Nothing counts any more: you have solved it, or seen the solution.")
LOST = Text("The turn could not be looked at; try it again.")
SEEN = Text("You have seen the solution. {key} goes on to the next puzzle.", key="n")
KEYS = MappingProxyType({"onward": "Enter", "solution": "S"})
SURE = Text("{key} once more shows the solution: then it does not count as solved.", key="S")


def called(puzzle: Puzzle) -> Text:
    """`sand 17, grade 3 of 5`"""
    return Text("{name}, grade {grade} of {most}", name=puzzle.name, grade=puzzle.grade, most=GRADES.stop - 1)


def found(puzzle: Puzzle) -> Text:
    """What is said of one that was found."""
    return Text(
        "{name}, grade {grade}: the best turn is ahead by {chance:.0%} and {points:.1f} points.",
        name=puzzle.name,
        grade=puzzle.grade,
        chance=puzzle.chance,
        points=puzzle.points,
    )


def asked(puzzle: Puzzle, score: Score) -> Text:
    """What is to be done."""
    task = Text("Puzzle {name}: find the best turn for {who}.", name=called(puzzle), who=Who(puzzle.seat))
    return spaced([task, FIRST]) if score.settled else task


def goes_on(found: Assessment | None) -> Text:
    """What there is to do once the turn is made."""
    if found is not None and found.better is None:
        return Text("Your turn is made. {onward} goes on to the next puzzle, {solution} shows the solution.", **KEYS)
    return Text("Your turn is made. {onward} tries it again, {solution} shows the solution.", **KEYS)


def verdict(found: Assessment, score: Score) -> list[Text]:
    """What came of a turn: right, or what it loses and for what."""
    if found.better is None:
        return [spaced([Text("Right: nothing better was found."), *_tries(score)])]
    told = [Text("Not the best turn: {cost}.", cost=review_text.cost(found.better))]
    if reasons := review_text.reasons(found.better):
        told.append(Text("Where the best turn is better, in points: {reasons}.", reasons=reasons))
    return told


def _tries(score: Score) -> list[Text]:
    """How many it took, if it counted."""
    if not score.solved:
        return []
    if hints := score.marks.count(HINTED):
        told = Text(
            "Solved at try {tries}, with {n} hint.",
            "Solved at try {tries}, with {n} hints.",
            n=hints,
            tries=score.tries,
        )
        return [told]
    return [Text("Solved at the first try.") if score.tries == 1 else Text("Solved at try {n}.", n=score.tries)]


def solution(puzzle: Puzzle, reason: Text) -> Text:
    """What is said before the best turn is stepped through."""
    n = len(puzzle.solution)
    return Text("The solution is {n} step. Why: {why}.", "The solution is {n} steps. Why: {why}.", n=n, why=reason)


def graded(puzzle: Puzzle) -> Text:
    """How hard it is, and for whom."""
    if not puzzle.found_by:
        return Text("Grade {grade} of {most}: no computer player finds it", grade=puzzle.grade, most=GRADES.stop - 1)
    return Text(
        "Grade {grade} of {most}: computer players that find it: {levels}",
        grade=puzzle.grade,
        most=GRADES.stop - 1,
        levels=listed(LEVELS[level].title for level in puzzle.found_by),
    )


def result(puzzle: Puzzle, title: Text, day: str, score: Score) -> tuple[Text, Text, Text]:
    """Three lines to paste: which puzzle, how it went, and how hard it was. They give nothing away."""
    return (
        Text("Tilehall, puzzle of {day}: {game} {number}", day=day, game=title, number=puzzle.number),
        Text("{marks}  {outcome}", marks=plain(" ".join(score.marks)), outcome=_outcome(score)),
        Text("{graded}; {time}", graded=graded(puzzle), time=f"{score.seconds // 60}:{score.seconds % 60:02}"),
    )


def _outcome(score: Score) -> Text:
    if SHOWN in score.marks:
        return Text("solution seen")
    if RIGHT not in score.marks:
        return Text("not solved yet")
    hints = score.marks.count(HINTED)
    tries = Text("solved at try {n}", n=score.tries)
    return Text("{what}, {n} hint", "{what}, {n} hints", what=tries, n=hints) if hints else tries


def no_other(puzzle: Puzzle) -> Text:
    """What is said where those that are left are not to be solved, or this one is the last."""
    return Text("There is no other puzzle of {game} to go on to.", game=puzzle.game)


def all_done(puzzles: Sequence[Puzzle]) -> Text:
    """What is said where no puzzle is left."""
    return Text(
        "You have done the one puzzle of {game}; {command} looks for more.",
        "You have done all {n} puzzles of {game}; {command} looks for more.",
        n=len(puzzles),
        game=puzzles[0].game,
        command=f"tilehall puzzle {puzzles[0].game} --find 5",
    )
