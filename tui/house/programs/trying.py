"""What lines of actions would bring a seat, as far as its view tells: nothing else is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilehall.engine import CHANCE, ENGLISH, NotationError, Rng, RuleError, quoted, said
from tilehall.tui.house.programs.answers import Try, Wrong
from tilehall.tui.house.programs.messages import Case, Message, receipt, totals

EXACT = 6
"""Digits of a value after the point."""


def tried(case: Case, asked: Try) -> list[Message]:
    """Each line with what comes of it, or with what is wrong with it."""
    before = case.rules.receipt(case.view).total(case.seat)
    lines = asked.lines
    if lines is None:
        lines = tuple((str(action),) for action in case.rules.legal(case.view, case.seat))
    return [_tried(case, each, asked.wishes, before) for each in lines]


def _tried(case: Case, texts: Sequence[str], wishes: frozenset[str], before: int) -> Message:
    try:
        s, guessed = _played(case, texts)
    except Wrong as wrong:
        return {"actions": list(texts), "error": error_of(wrong)}
    rules, seat = case.rules, case.seat
    counted, due = rules.receipt(s), rules.actors(s)
    found: Message = {
        "actions": list(texts),
        "gain": counted.total(seat) - before,
        "totals": totals(counted, len(case.names)),
        "actors": list(due),
        "over": not due,
        "guessed": guessed,
    }
    if "receipt" in wishes:
        found["receipt"] = receipt(counted, case.names)
    if "state" in wishes:
        found["state"] = rules.dump(s)
    if "legal" in wishes:
        found["legal"] = [str(action) for action in rules.legal(s, seat)] if seat in due else []
    if "value" in wishes:
        value = rules.value(s, seat)
        found["value"] = {"points": round(value.points, EXACT), "chance": round(value.chance, EXACT)}
    if "foresee" in wishes:
        found["foresee"] = _foreseen(case, texts)
    return found


def _played(case: Case, texts: Sequence[str]) -> tuple[Any, bool]:
    """The position after a line as the seat would see it, and whether something in it is imagined. Raises Wrong."""
    rules, seat, s, guessed = case.rules, case.seat, case.view, False
    for text in texts:
        due = rules.actors(s)
        if seat not in due:
            whose = "the dealer draws" if due == (CHANCE,) else "it is not your turn any more" if due else "it is over"
            raise Wrong("not_due", f"Before {quoted(text)} {whose}.")
        action = legal_action(case, s, text)
        try:
            s = rules.seen_by(rules.apply(s, seat, action), seat)
        except RuleError:
            # What comes next depends on what others have secretly decided: something that may be is imagined.
            s, guessed = rules.seen_by(rules.apply(rules.imagine(s, Rng(0)), seat, action), seat), True
    return s, guessed


def _foreseen(case: Case, texts: Sequence[str]) -> list[str]:
    """What the first action would bring, in short phrases."""
    phrases = case.rules.foresee(case.view, case.seat, case.rules.parse(texts[0]))
    return [said(each, ENGLISH, case.names) for each in phrases]


def legal_action(case: Case, s: Any, text: str) -> Any:
    """The action that this text means, if it may be done here. Raises Wrong."""
    try:
        action = case.rules.parse(text)
    except NotationError as error:
        raise Wrong("bad_notation", said(error.text, ENGLISH, case.names), error.rule) from None
    refusal = case.rules.check(s, case.seat, action)
    if refusal is not None:
        nearest = [str(each) for each in refusal.nearest]
        why = f"{quoted(text)}: {said(refusal.text, ENGLISH, case.names)}"
        raise Wrong("illegal", why, refusal.rule, nearest, refusal.marks)
    return action


def error_of(wrong: Wrong) -> Message:
    """As it is told: what was wrong, by which rule, what is near, and what is in the way."""
    found: Message = {"code": wrong.code, "message": str(wrong), "rule": wrong.rule}
    return found | {"nearest": list(wrong.nearest), "marks": list(wrong.marks)}
