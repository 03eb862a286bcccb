"""What can be done to a match, and what a step did: acting, taking back, doing again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from tilehall.engine import Action, IllegalActionError, Match, RecordEntry, Refusal, SeatNo, Step, Text, UndoneStep

S = TypeVar("S")
MatchChange = Callable[[Match[S]], Iterable[RecordEntry[S]]]
"""Changes a match, and yields what belongs into its record, part by part. Raises RuleError."""


def perform_actions(number: SeatNo, actions: Sequence[Action | str]) -> MatchChange[Any]:
    """These actions, one after the other."""

    def change(match: Match[Any]) -> Iterator[RecordEntry[Any]]:
        for action in actions:
            yield from match.act(number, action).steps

    return change


def perform_actions_after(steps: int, number: SeatNo, actions: Sequence[Action | str]) -> MatchChange[Any]:
    """These actions, unless this seat has acted from another screen since there were so many steps."""

    def change(match: Match[Any]) -> Iterator[RecordEntry[Any]]:
        if len(match.steps) < steps or any(step.seat == number for step in match.steps[steps:]):
            raise IllegalActionError(Refusal("", Text("Somebody was quicker: the game has changed meanwhile.")))
        yield from perform_actions(number, actions)(match)

    return change


def rewind_to(to: Step[Any]) -> MatchChange[Any]:
    """Back to before this step, whoever made those after it: everybody has to have agreed."""

    def change(match: Match[Any]) -> Iterator[RecordEntry[Any]]:
        if match.is_over:
            raise IllegalActionError(Refusal("", Text("Nothing can be taken back once the game is over.")))
        if len(match.steps) < to.number or match.steps[to.number - 1] is not to:
            raise IllegalActionError(Refusal("", Text("That has been taken back already.")))
        match.undone_steps.clear()
        while len(match.steps) >= to.number:
            step = match.steps.pop()
            yield UndoneStep(step, len(match.steps))

    return change


def take_back(number: SeatNo) -> MatchChange[Any]:
    """The last step of this seat."""

    def change(match: Match[Any]) -> Iterator[RecordEntry[Any]]:
        step = match.undo(number)
        yield UndoneStep(step, len(match.steps))

    return change


def take_back_all(number: SeatNo) -> MatchChange[Any]:
    """As many steps as this seat can take back, at least one."""

    def change(match: Match[Any]) -> Iterator[RecordEntry[Any]]:
        yield from take_back(number)(match)
        while not match.undo_barrier(number):
            yield from take_back(number)(match)

    return change


def redo_last(match: Match[Any]) -> Iterator[RecordEntry[Any]]:
    """What was taken back last."""
    yield from match.redo().steps


def undone_steps(made: Iterable[RecordEntry[S]]) -> list[Step[S]]:
    """The steps that these entries have taken back."""
    return [entry.step for entry in made if isinstance(entry, UndoneStep)]


def last_step_of(match: Match[S], number: SeatNo) -> Step[S] | None:
    """The last step of this seat; of a decision that is common to several, the first step of that."""
    steps = match.steps
    last = next((step for step in reversed(steps) if step.seat == number), None)
    while last is not None and last.is_joint and last.number > 1:
        before = steps[last.number - 2]
        if not before.is_joint or len(match.game.actors(last.before)) >= len(match.game.actors(before.before)):
            break
        last = before
    return last


def action_text(match: Match[Any], step: int) -> str:
    """What was done in a step, in the notation of records; empty if there is no such step."""
    return str(match.steps[step - 1].action) if 0 < step <= len(match.steps) else ""
