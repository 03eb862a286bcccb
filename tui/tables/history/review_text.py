"""The sentences of a review, the same on screens and in lines."""

from __future__ import annotations

from tilehall.engine import Text, Who, join_semicolons, join_spaces
from tilehall.engine.ai.players import Judgement
from tilehall.tui.tables.history.review import TURNING_POINT, GameReview, Mistake, Swing

NEAR_CHANCE = 0.05
"""Fewer points are shown as none."""
NOTABLE_POINTS = 0.2
"""The least difference in points that is named."""


def step_range(first: int, last: int) -> Text:
    """`step 34`, `steps 34 to 37`"""
    if first == last:
        return Text("step {first}", first=first)
    return Text("steps {first} to {last}", first=first, last=last)


def swing_text(swing: Swing) -> Text:
    """Whose chance changed from what to what."""
    whom = swing.most_changed
    return Text(
        "{who} {before:.0%}, then {after:.0%}", who=Who(whom), before=swing.before[whom], after=swing.after[whom]
    )


def cost_text(judgement: Judgement) -> Text:
    """What a turn has cost: chance, points, or both."""
    chance, points = judgement.chance, judgement.points
    if 100 * chance < 1:
        return Text("{points:.1f} points worse", points=points)
    if points < NEAR_CHANCE:
        return Text("{chance:.0%} less chance of winning", chance=chance)
    return Text("{chance:.0%} less chance of winning, {points:.1f} points worse", chance=chance, points=points)


def short_cost(judgement: Judgement) -> Text:
    """The cost where there is little room: `-12%, -3.1 points`"""
    chance, points = -judgement.chance, -judgement.points
    if abs(100 * chance) < 1:
        return Text("{points:+.1f} points", points=points)
    if points > -NEAR_CHANCE:
        # It may have brought points, and still have been dear.
        return Text("{chance:+.0%}", chance=chance)
    return Text("{chance:+.0%}, {points:+.1f} points", chance=chance, points=points)


def judgement_reasons(judgement: Judgement) -> Text:
    """The largest differences: `rune 17 lacks one tile (+2.0); a gem kept (+1.0)`; nothing where none is known."""
    return join_semicolons(
        Text("{what} ({points:+.1f})", points=term.points, what=term.text)
        for term in judgement.reasons
        if abs(term.points) >= NOTABLE_POINTS
    )


def better_turn_reason(judgement: Judgement) -> Text:
    """Why the better turn begins as it does, and what it is better for."""
    why = Text("Why: {why}.", why=judgement.why)
    found = judgement_reasons(judgement)
    return Text("{why} The difference in points: {found}.", why=why, found=found) if found else why


def turning_point_text(swing: Swing) -> Text:
    """A turning point in a line."""
    where = step_range(swing.first, swing.last)
    return Text("{where}: {change}. {told}", where=where, change=swing_text(swing), told=swing.text)


def mistake_text(mistake: Mistake) -> list[Text]:
    """A mistake: what it was and cost, and what was better."""
    found, where = mistake.judgement, step_range(mistake.first, mistake.last)
    return [
        Text("{where}: {cost}. {told}", where=where, cost=cost_text(found), told=mistake.text),
        Text("Better: {better} {because}", better=mistake.better, because=better_turn_reason(found)),
    ]


def improvement_text(mistake: Mistake) -> list[Text]:
    """A mistake for a screen that shows the steps and the cost already."""
    return [mistake.text, Text("Better: {better}", better=mistake.better), better_turn_reason(mistake.judgement)]


def step_to_show(found: Swing | Mistake) -> int:
    """The step at which its board is looked at: after what turned the game, before what could have been done better."""
    return found.last if isinstance(found, Swing) else found.first - 1


def finding_note(found: Swing | Mistake) -> Text:
    """The line above its board: what was better, or what it changed."""
    if isinstance(found, Swing):
        return Text("{change}. {told}", change=swing_text(found), told=found.text)
    return Text("Better by {gain}: {better}", gain=gain_text(found.judgement), better=found.better)


def gain_text(judgement: Judgement) -> Text:
    """What a better turn would have brought."""
    chance, points = judgement.chance, judgement.points
    if 100 * chance < 1:
        return Text("{points:.1f} points", points=points)
    if points < NEAR_CHANCE:
        return Text("{chance:.0%} chance", chance=chance)
    return Text("{chance:.0%} chance and {points:.1f} points", chance=chance, points=points)


def failed_parts_text(parts: int) -> Text:
    return Text("{n} part could not be worked out.", "{n} parts could not be worked out.", n=parts)


def no_turning_point_text() -> Text:
    return Text("There was no turning point: no turn changed a chance by {least:.0%}.", least=TURNING_POINT)


def no_mistake_text(seat: int) -> Text:
    return Text("No turn of {who} cost much.", who=Who(seat))


def review_heading(course: GameReview) -> Text:
    """The heading: what is reviewed, and how."""
    about = Text("The chances of winning, step by step.")
    if course.seats == 1:
        about = Text("The chances of a good result, step by step.")
    judge = Text("Turns are compared with what a computer player would have done: {level}.", level=course.level)
    same = Text("The chances are the same whoever judges.")
    return join_spaces([about, judge, same]) if course.people else about
