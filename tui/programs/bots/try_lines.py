"""What lines of actions would bring a seat, as far as its view tells: nothing else is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from tilehall.engine import CHANCE, ENGLISH, NotationError, Rng, RuleError, SeatNo, quote_text, render_text
from tilehall.tui.programs.bots.bot_answers import BadAnswer, TriedAction, TryMessage
from tilehall.tui.programs.bots.bot_messages import BotCase, Message, receipt, totals

MOST_WORLDS = 8
"""Positions that fit the view: in so many it is looked for one in which the others can do what they are said to."""
VALUE_DIGITS = 6
"""Digits of a value after the point."""


def try_lines(case: BotCase, asked: TryMessage) -> list[Message]:
    """Each line with what comes of it, or with what is wrong with it."""
    before = case.rules.receipt(case.view).total(case.seat)
    lines = asked.lines
    if lines is None:
        lines = tuple((str(action),) for action in case.rules.legal_actions(case.view, case.seat))
    return [_try_line(case, each, asked.fields, before) for each in lines]


def _try_line(case: BotCase, deeds: Sequence[TriedAction], wishes: frozenset[str], before: int) -> Message:
    texts = [text for seat, text in map(partial(_actor_and_action, case), deeds) if seat == case.seat]
    try:
        s, guessed = _play_line(case, texts) if len(texts) == len(deeds) else _play_line_imagined(case, deeds)
    except BadAnswer as wrong:
        return {"actions": list(deeds), "error": error_message(wrong)}
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
        found["legal"] = [str(action) for action in rules.legal_actions(s, seat)] if seat in due else []
    if "value" in wishes:
        value = rules.advisor.value(s, seat)
        points, chance = round(value.points, VALUE_DIGITS), round(value.chance, VALUE_DIGITS)
        found["value"] = {"points": points, "chance": chance, "quiet": rules.advisor.is_quiet(s)}
    if "foresee" in wishes:
        found["foresee"] = _foresee(case, texts[0]) if _actor_and_action(case, deeds[0])[0] == seat else []
    return found


def _actor_and_action(case: BotCase, deed: TriedAction) -> tuple[SeatNo, str]:
    """Who does it, and what."""
    return (case.seat, deed) if isinstance(deed, str) else deed


def _play_line(case: BotCase, texts: Sequence[str]) -> tuple[Any, bool]:
    """The position after a line as the seat would see it, and whether something in it is imagined. Raises Wrong."""
    rules, seat, s, guessed = case.rules, case.seat, case.view, False
    for text in texts:
        _check_due(case, s, seat, text)
        action = parse_legal_action(case, s, text)
        try:
            s = rules.view(rules.apply(s, seat, action), seat)
        except RuleError:
            # What comes next depends on what others have secretly decided: something that may be is imagined.
            s, guessed = rules.view(rules.apply(rules.sample_state(s, Rng(0)), seat, action), seat), True
    return s, guessed


def _play_line_imagined(case: BotCase, deeds: Sequence[TriedAction]) -> tuple[Any, bool]:
    """The same where others act, too: that is guessed, and may be done in one imagined world and not in another."""
    first: BadAnswer | None = None
    for number in range(MOST_WORLDS):
        try:
            return _play_in_world(case, case.rules.sample_state(case.view, Rng(number)), deeds), True
        except BadAnswer as wrong:
            first = first or wrong
    assert first is not None
    raise first


def _play_in_world(case: BotCase, world: Any, deeds: Sequence[TriedAction]) -> Any:
    """What the seat sees then. Raises Wrong."""
    rules = case.rules
    for seat, text in map(partial(_actor_and_action, case), deeds):
        _check_due(case, world, seat, text)
        world = rules.apply(world, seat, parse_legal_action(case._replace(seat=seat), world, text))
    return rules.view(world, case.seat)


def _check_due(case: BotCase, s: Any, seat: SeatNo, text: str) -> None:
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
    raise BadAnswer("not_due", f"Before {quote_text(text)} {why}.")


def _foresee(case: BotCase, text: str) -> list[str]:
    """What an action would bring, in short phrases."""
    phrases = case.rules.narrator.preview(case.view, case.seat, case.rules.parse(text))
    return [render_text(each, ENGLISH, case.names) for each in phrases]


def parse_legal_action(case: BotCase, s: Any, text: str) -> Any:
    """The action that this text means, if it may be done here. Raises Wrong."""
    try:
        action = case.rules.parse(text)
    except NotationError as error:
        raise BadAnswer("bad_notation", render_text(error.text, ENGLISH, case.names), error.rule) from None
    refusal = case.rules.check(s, case.seat, action)
    if refusal is not None:
        nearest = [str(each) for each in refusal.nearest]
        why = f"{quote_text(text)}: {render_text(refusal.text, ENGLISH, case.names)}"
        raise BadAnswer("illegal", why, refusal.rule, nearest, refusal.marks)
    return action


def error_message(wrong: BadAnswer) -> Message:
    """As it is told: what was wrong, by which rule, what is near, and what is in the way."""
    found: Message = {"code": wrong.code, "message": str(wrong), "rule": wrong.rule}
    return found | {"nearest": list(wrong.nearest), "marks": list(wrong.marks)}
