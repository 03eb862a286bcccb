"""What is said of a choice that did more than was said of it: what was passed, and what there was no choice about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from tilehall.engine import Text, join_commas, join_spaces
from tilehall.tui.player.choice_executor import ForcedStep
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.player.selection import MENU, ActionChoice
from tilehall.tui.player.view import BoardReader, CursorContext

S = TypeVar("S")


def describe_forced_steps(
    reading: BoardReader[S],
    before: CursorContext[S],
    now: CursorContext[S],
    choice: ActionChoice[S],
    passed: Text | None,
    forced: Sequence[ForcedStep],
) -> StatusMessage | None:
    """What was passed for what was chosen, and what was done beside it because there was nothing else to do."""
    told: list[Text] = []
    if passed:
        told.append(Text("Passed on the way: {deeds}.", deeds=passed))
    if _left_over(reading, before, choice):
        told.append(
            Text("Done, in the only way there was: {choice}.", choice=reading.describe_action(before, choice.action))
        )
    if forced:
        deeds = join_commas(_deed(reading.describe_action(now, each.action), each.why) for each in forced)
        told.append(Text("Then there was no choice: {deeds}.", deeds=deeds))
    return StatusMessage(join_spaces(told)) if told else None


def _deed(deed: Text, why: Text | None) -> Text:
    """What was done, and why nothing else could be."""
    return Text("{deed} ({why})", deed=deed, why=why) if why else deed


def _left_over(reading: BoardReader[S], before: CursorContext[S], choice: ActionChoice[S]) -> bool:
    """Whether the cursor, as the piece in hand was turned, said a part of a choice only.

    What a hint was followed in was not the only choice there, and nothing is that was chosen among what a pick left.
    """
    picker, cursor = before.selection, before.cursor
    if picker is None or cursor is None or cursor[0] == MENU or picker.picks:
        return False
    aimed = reading.targets_at(before, cursor)
    return picker.matching(*aimed) == [choice] and not set(aimed).issuperset(choice.places)
