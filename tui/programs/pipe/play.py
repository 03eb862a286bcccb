"""Requests that play a match: legal, check, apply, undo, redo, hint."""

from __future__ import annotations

from tilehall.engine import CHANCE, ENGLISH, IllegalActionError, NotationError, Refusal, render_text
from tilehall.tui.programs.json_messages import Fields, Message, MessageError, refusal_data
from tilehall.tui.programs.pipe.answers import change_answer, choices_of, position_answer, steps_answer
from tilehall.tui.programs.pipe.errors import refusal_error
from tilehall.tui.programs.pipe.fields import WHOLE, text_in
from tilehall.tui.programs.pipe.matches import Matches, due_seat, seat_in


def legal(matches: Matches, ask: Fields) -> Message:
    """`match`, `seat`: what the seat may do; for the dealer what can come, with weights."""
    opened = matches.find(ask)
    return choices_of(opened.examiner.rules, opened.examiner.position, seat_in(ask, opened))


def check(matches: Matches, ask: Fields) -> Message:
    """`match`, `seat`, `action`: whether it may be done, and if not why not."""
    opened, text = matches.find(ask), text_in(ask, "action")
    try:
        refusal = opened.examiner.check(seat_in(ask, opened), text)
    except NotationError as error:
        refusal = Refusal(error.rule, error.text)
    if refusal is None:
        return {"legal": True}
    message = render_text(refusal.text, ENGLISH, opened.names)
    return {"legal": False, "rule": refusal.rule, "message": message, **refusal_data(refusal)}


def apply_action(matches: Matches, ask: Fields) -> Message:
    """`match`, `seat`, `action`: does it, and all that the dealer and computer players owe after it."""
    opened, text = matches.find(ask), text_in(ask, "action")
    seat, examiner = seat_in(ask, opened), opened.examiner
    try:
        change = examiner.act(seat, text)
    except IllegalActionError as error:
        code = "illegal" if seat in examiner.actors() else "not_due"
        raise refusal_error(code, error.refusal, opened.names) from error
    return change_answer(opened, seat, change)


def undo(matches: Matches, ask: Fields) -> Message:
    """`match`, `seat`: takes back this seat's last step, unless a barrier forbids it."""
    opened = matches.find(ask)
    WHOLE.read(ask, "seat")
    seat = seat_in(ask, opened)
    change = opened.examiner.undo(seat)
    return {**position_answer(opened), **steps_answer(opened, seat, change)}


def redo(matches: Matches, ask: Fields) -> Message:
    """`match`: does again what was taken back last."""
    opened = matches.find(ask)
    change = opened.examiner.redo()
    return change_answer(opened, change.seat, change)


def hint(matches: Matches, ask: Fields) -> Message:
    """`match`, `seat`: what a good player would do, knowing what that seat knows; always the same answer."""
    opened = matches.find(ask)
    seat = due_seat(ask, opened)
    if seat == CHANCE:
        raise MessageError("not_due", "The dealer has to draw; there is nothing to advise.")
    advice = opened.examiner.hint(seat)
    return {"action": str(advice.action), "why": render_text(advice.why, ENGLISH, opened.names)}
