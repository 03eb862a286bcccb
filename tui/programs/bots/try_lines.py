"""What lines of actions would bring a seat, as far as its view tells: nothing else is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from tilehall.engine import CHANCE, ENGLISH, NotationError, Rng, RuleError, Seat, quoted, said
from tilehall.tui.programs.bots.bot_answers import Deed, Try, Wrong
from tilehall.tui.programs.bots.bot_messages import Case, Message, receipt, totals

WORLDS = 8
"""Positions that fit the view: in so many it is looked for one in which the others can do what they are said to."""
EXACT = 6
"""Digits of a value after the point."""


def tried(case: Case, asked: Try) -> list[Message]:
    """Each line with what comes of it, or with what is wrong with it."""
    before = case.rules.receipt(case.view).total(case.seat)
    lines = asked.lines
    if lines is None:
        lines = tuple((str(action),) for action in case.rules.legal(case.view, case.seat))
    return [_tried(case, each, asked.wishes, before) for each in lines]


def _tried(case: Case, deeds: Sequence[Deed], wishes: frozenset[str], before: int) -> Message:
    texts = [text for seat, text in map(partial(_by, case), deeds) if seat == case.seat]
    try:
        s, guessed = _played(case, texts) if len(texts) == len(deeds) else _played_by_all(case, deeds)
    except Wrong as wrong:
        return {"actions": list(deeds), "error": error_of(wrong)}
    rules, seat = case.rules, case.seat
    counted, due = rules.receipt(s), rules.actors(s)
    found: Message = {
        "actions": list(deeds),
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
        points, chance = round(value.points, EXACT), round(value.chance, EXACT)
        found["value"] = {"points": points, "chance": chance, "quiet": rules.quiet(s)}
    if "foresee" in wishes:
        found["foresee"] = _foreseen(case, texts[0]) if _by(case, deeds[0])[0] == seat else []
    return found


def _by(case: Case, deed: Deed) -> tuple[Seat, str]:
    """Who does it, and what."""
    return (case.seat, deed) if isinstance(deed, str) else deed


def _played(case: Case, texts: Sequence[str]) -> tuple[Any, bool]:
    """The position after a line as the seat would see it, and whether something in it is imagined. Raises Wrong."""
    rules, seat, s, guessed = case.rules, case.seat, case.view, False
    for text in texts:
        _must_be_due(case, s, seat, text)
        action = legal_action(case, s, text)
        try:
            s = rules.seen_by(rules.apply(s, seat, action), seat)
        except RuleError:
            # What comes next depends on what others have secretly decided: something that may be is imagined.
            s, guessed = rules.seen_by(rules.apply(rules.imagine(s, Rng(0)), seat, action), seat), True
    return s, guessed


def _played_by_all(case: Case, deeds: Sequence[Deed]) -> tuple[Any, bool]:
    """The same where others act, too: that is guessed, and may be done in one imagined world and not in another."""
    first: Wrong | None = None
    for number in range(WORLDS):
        try:
            return _played_in(case, case.rules.imagine(case.view, Rng(number)), deeds), True
        except Wrong as wrong:
            first = first or wrong
    assert first is not None
    raise first


def _played_in(case: Case, world: Any, deeds: Sequence[Deed]) -> Any:
    """What the seat sees then. Raises Wrong."""
    rules = case.rules
    for seat, text in map(partial(_by, case), deeds):
        _must_be_due(case, world, seat, text)
        world = rules.apply(world, seat, legal_action(case._replace(seat=seat), world, text))
    return rules.seen_by(world, case.seat)


def _must_be_due(case: Case, s: Any, seat: Seat, text: str) -> None:
    """Raises Wrong if somebody else has to decide."""
    due = case.rules.actors(s)
    if seat in due:
        return
    if not due:
        why = "it is over"
    elif due == (CHANCE,):
        why = "the dealer draws"
    else:
        why = "it is not your turn any more" if seat == case.seat else f"it is not the turn of seat {seat}"
    raise Wrong("not_due", f"Before {quoted(text)} {why}.")


def _foreseen(case: Case, text: str) -> list[str]:
    """What an action would bring, in short phrases."""
    phrases = case.rules.foresee(case.view, case.seat, case.rules.parse(text))
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
