"""What the course of a game says, in sentences: the same on every screen and in every line."""

from __future__ import annotations

from tilehall.engine import Text, Who, apart, spaced
from tilehall.engine.ai.players import Judgement
from tilehall.tui.tables.history.review import TURN, Course, Mistake, Swing

NEAR = 0.05
"""Points that are shown as none."""
WORTH_A_WORD = 0.2
"""Points that a difference makes at least if it is named."""


def steps(first: int, last: int) -> Text:
    """`step 34`, `steps 34 to 37`"""
    if first == last:
        return Text("step {first}", first=first)
    return Text("steps {first} to {last}", first=first, last=last)


def changed(swing: Swing) -> Text:
    """Whose chance became what."""
    whom = swing.whom
    return Text(
        "{who} {before:.0%}, then {after:.0%}", who=Who(whom), before=swing.before[whom], after=swing.after[whom]
    )


def cost(judgement: Judgement) -> Text:
    """What a turn has cost: chance, points, or both."""
    chance, points = judgement.chance, judgement.points
    if 100 * chance < 1:
        return Text("{points:.1f} points worse", points=points)
    if points < NEAR:
        return Text("{chance:.0%} less chance of winning", chance=chance)
    return Text("{chance:.0%} less chance of winning, {points:.1f} points worse", chance=chance, points=points)


def price(judgement: Judgement) -> Text:
    """The same where there is little room: `-12%, -3.1 points`"""
    chance, points = -judgement.chance, -judgement.points
    if abs(100 * chance) < 1:
        return Text("{points:+.1f} points", points=points)
    if points > -NEAR:
        # It may have brought points, and still have been dear.
        return Text("{chance:+.0%}", chance=chance)
    return Text("{chance:+.0%}, {points:+.1f} points", chance=chance, points=points)


def reasons(judgement: Judgement) -> Text:
    """The largest differences: `rune 17 lacks one tile (+2.0); a gem kept (+1.0)`; nothing where none is known."""
    return apart(
        Text("{what} ({points:+.1f})", points=term.points, what=term.text)
        for term in judgement.reasons
        if abs(term.points) >= WORTH_A_WORD
    )


def because(judgement: Judgement) -> Text:
    """Why the better turn begins as it does, and what it is better for."""
    why = Text("Why: {why}.", why=judgement.why)
    found = reasons(judgement)
    return Text("{why} The difference in points: {found}.", why=why, found=found) if found else why


def turned(swing: Swing) -> Text:
    """A turning point in a line."""
    where = steps(swing.first, swing.last)
    return Text("{where}: {change}. {told}", where=where, change=changed(swing), told=swing.told)


def missed(mistake: Mistake) -> list[Text]:
    """A mistake: what it was and cost, and what was better."""
    found, where = mistake.judgement, steps(mistake.first, mistake.last)
    return [
        Text("{where}: {cost}. {told}", where=where, cost=cost(found), told=mistake.told),
        Text("Better: {better} {because}", better=mistake.better, because=because(found)),
    ]


def improvement(mistake: Mistake) -> list[Text]:
    """The same for whoever sees the steps and the cost already."""
    return [mistake.told, Text("Better: {better}", better=mistake.better), because(mistake.judgement)]


def shown_at(found: Swing | Mistake) -> int:
    """The step at which its board is looked at: after what turned the game, before what could have been done better."""
    return found.last if isinstance(found, Swing) else found.first - 1


def note(found: Swing | Mistake) -> Text:
    """What is said of it above its board: what was better, or what it changed."""
    if isinstance(found, Swing):
        return Text("{change}. {told}", change=changed(found), told=found.told)
    return Text("Better by {gain}: {better}", gain=gain(found.judgement), better=found.better)


def gain(judgement: Judgement) -> Text:
    """What a better turn would have brought."""
    chance, points = judgement.chance, judgement.points
    if 100 * chance < 1:
        return Text("{points:.1f} points", points=points)
    if points < NEAR:
        return Text("{chance:.0%} chance", chance=chance)
    return Text("{chance:.0%} chance and {points:.1f} points", chance=chance, points=points)


def lost(parts: int) -> Text:
    return Text("{n} part could not be worked out.", "{n} parts could not be worked out.", n=parts)


def no_turning_point() -> Text:
    return Text("There was no turning point: no turn changed a chance by {least:.0%}.", least=TURN)


def nothing_dear(seat: int) -> Text:
    return Text("No turn of {who} cost much.", who=Who(seat))


def heading(course: Course) -> Text:
    """What is looked at, and how."""
    about = Text("The chances of winning, step by step.")
    if course.seats == 1:
        about = Text("The chances of a good result, step by step.")
    judge = Text("Turns are compared with what a computer player would have done: {level}.", level=course.level)
    same = Text("The chances are the same whoever judges.")
    return spaced([about, judge, same]) if course.people else about
