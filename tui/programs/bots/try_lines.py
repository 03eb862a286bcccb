"""Answers a bot's `try`: what lines of actions would bring its seat, worked out of the view of that seat alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilehall.engine import (
    CHANCE,
    ENGLISH,
    Action,
    IllegalActionError,
    NotationError,
    Rng,
    SeatNo,
    quote_text,
    render_text,
)
from tilehall.tui.programs.bots.bot_answers import TryMessage
from tilehall.tui.programs.bots.bot_messages import BotCase, receipt_data
from tilehall.tui.programs.json_messages import Message, MessageError, totals_data
from tilehall.tui.programs.trial import SeatAction, Trial, value_data

MOST_WORLDS = 8
"""Positions that fit the view: in so many it is looked for one in which the others can do what they are said to."""
VALUE_DIGITS = 6
"""Digits of a value after the point."""


def try_lines(case: BotCase, asked: TryMessage) -> list[Message]:
    """Return for each line what comes of it, or what is wrong with it."""
    rules, view, seat = case.rules, case.view, case.seat
    before = rules.receipt(view).total(seat)
    lines: Sequence[Sequence[SeatAction]] | None = asked.lines
    if lines is None:
        lines = [(SeatAction(None, str(action)),) for action in rules.legal_actions(view, seat)]
    return [_try_line(case, line, asked.fields, before) for line in lines]


def _try_line(case: BotCase, line: Sequence[SeatAction], wanted: frozenset[str], before: int) -> Message:
    head: Message = {"actions": [action.data() for action in line]}
    try:
        s, guessed = _play_line(case, line)
    except MessageError as error:
        return head | {"error": fault_data(error)}
    rules, seat = case.rules, case.seat
    receipt, due = rules.receipt(s), rules.actors(s)
    found = head | {
        "gain": receipt.total(seat) - before,
        "totals": totals_data(receipt, len(case.names)),
        "actors": list(due),
        "over": not due,
        "guessed": guessed,
    }
    if "receipt" in wanted:
        found["receipt"] = receipt_data(receipt, case.names)
    if "state" in wanted:
        found["state"] = rules.dump(s)
    if "legal" in wanted:
        found["legal"] = [str(action) for action in rules.legal_actions(s, seat)] if seat in due else []
    if "value" in wanted:
        found["value"] = value_data(rules, s, s, seat, VALUE_DIGITS)
    if "foresee" in wanted:
        found["foresee"] = _preview(case, line[0].text) if _actor(case, line[0]) == seat else []
    return found


def _actor(case: BotCase, action: SeatAction) -> SeatNo:
    return case.seat if action.seat is None else action.seat


def _play_line(case: BotCase, line: Sequence[SeatAction]) -> tuple[Any, bool]:
    """Return the view of the seat after a line, and whether something in it is imagined. Raises MessageError.

    Where others act, too, the line may be possible in one imagined world and not in another: the first counts in which
    it is.
    """
    rules, view, seat = case.rules, case.view, case.seat
    if all(_actor(case, action) == seat for action in line):
        trial = _act_all(case, Trial(rules, view, viewpoint=seat), line)
        return trial.position, trial.guessed
    first: MessageError | None = None
    for number in range(MOST_WORLDS):
        try:
            trial = _act_all(case, Trial(rules, rules.sample_state(view, Rng(number))), line)
            return rules.view(trial.position, seat), True
        except MessageError as error:
            first = first or error
    assert first is not None
    raise first


def _act_all(case: BotCase, trial: Trial[Any], line: Sequence[SeatAction]) -> Trial[Any]:
    for action in line:
        seat = _actor(case, action)
        _check_due(case, trial.due, seat, action.text)
        try:
            trial.act(seat, case.rules.parse(action.text))
        except (NotationError, IllegalActionError) as error:
            raise _action_error(case, action.text, error) from None
    return trial


def _check_due(case: BotCase, due: Sequence[SeatNo], seat: SeatNo, text: str) -> None:
    """Raise MessageError if somebody else has to decide."""
    if seat in due:
        return
    if not due:
        why = "it is over"
    elif due == (CHANCE,):
        why = "the dealer draws"
    else:
        why = "it is not your turn any more" if seat == case.seat else f"it is not the turn of seat {seat}"
    raise MessageError("not_due", f"Before {quote_text(text)} {why}.")


def _preview(case: BotCase, text: str) -> list[str]:
    """Return what an action would bring, in short phrases."""
    phrases = case.rules.narrator.preview(case.view, case.seat, case.rules.parse(text))
    return [render_text(each, ENGLISH, case.names) for each in phrases]


def parse_legal_action(case: BotCase, text: str) -> Action:
    """Return the action that this text means, if the seat may do it. Raises MessageError."""
    try:
        action = case.rules.parse(text)
        if refusal := case.rules.check(case.view, case.seat, action):
            raise IllegalActionError(refusal)
    except (NotationError, IllegalActionError) as error:
        raise _action_error(case, text, error) from None
    return action


def _action_error(case: BotCase, text: str, error: NotationError | IllegalActionError) -> MessageError:
    why = render_text(error.text, ENGLISH, case.names)
    if isinstance(error, NotationError):
        return MessageError("bad_notation", why, error.rule)
    return MessageError("illegal", f"{quote_text(text)}: {why}", error.rule, error.refusal)


def fault_data(error: MessageError) -> Message:
    """Return what was wrong, by which rule, what is near and what is in the way; a program gets all keys every time."""
    return {"code": "", "message": "", "rule": "", "nearest": [], "marks": []} | error.data()
