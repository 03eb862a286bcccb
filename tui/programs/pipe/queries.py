"""Requests that read a match or a rulebook: state, view, decision, standing, receipt, record, rules."""

from __future__ import annotations

from tilehall.engine import ENGLISH, ReceiptLine, load_game, load_rulebook, render_text
from tilehall.tui.programs.json_messages import (
    Fields,
    Message,
    MessageError,
    decision_data,
    receipt_line_data,
    totals_data,
)
from tilehall.tui.programs.pipe.answers import standing_answer
from tilehall.tui.programs.pipe.fields import text_in
from tilehall.tui.programs.pipe.matches import Matches, OpenMatch, due_seat, viewpoint_in


def query_state(matches: Matches, ask: Fields) -> Message:
    """`match`: the whole position; docs/pipe.md says what is in it."""
    return {"state": matches.find(ask).examiner.dump()}


def query_view(matches: Matches, ask: Fields) -> Message:
    """`match`, `seat` (null: a spectator): the position as that seat may see it."""
    opened = matches.find(ask)
    return {"state": opened.examiner.view(viewpoint_in(ask, opened))}


def query_decision(matches: Matches, ask: Fields) -> Message:
    """`match`, `seat`: what the seat has to decide, in words, with the fields of each verb."""
    opened = matches.find(ask)
    return decision_data(opened.examiner.decision(due_seat(ask, opened)), opened.names)


def query_standing(matches: Matches, ask: Fields) -> Message:
    """`match`: whether it is over, and how it ended. Scores are null if the ending has none."""
    opened = matches.find(ask)
    return standing_answer(opened.examiner.standing(), opened.names)


def query_receipt(matches: Matches, ask: Fields) -> Message:
    """`match`: the score now, line by line, each with the `parts` of its sum; `final` once the game is over."""
    opened = matches.find(ask)
    receipt = opened.examiner.receipt()
    lines = [_receipt_line(line, opened) for line in receipt.lines]
    return {"lines": lines, "totals": totals_data(receipt, len(opened.names)), "final": receipt.final}


def _receipt_line(line: ReceiptLine, opened: OpenMatch) -> Message:
    names, origin = opened.names, opened.examiner.derive(line)
    parts = [
        {"points": part.points, "text": render_text(part.text, ENGLISH, names), "marks": list(part.marks)}
        for part in origin.parts
    ]
    return {**receipt_line_data(line, names), "parts": parts}


def query_record(matches: Matches, ask: Fields) -> Message:
    """`match`: the match as text."""
    return {"record": matches.find(ask).examiner.record()}


def query_rules(matches: Matches, ask: Fields) -> Message:
    """`game`, and if wanted `rule`: the paragraphs of the rulebook."""
    book = load_rulebook(load_game(text_in(ask, "game")).id)
    if "rule" not in ask:
        every = [paragraph for section in book.sections for paragraph in section.paragraphs]
    else:
        found = book.paragraph(text_in(ask, "rule"))
        if found is None:
            raise MessageError("bad_request", f"There is no rule '{ask['rule']:.20}'.")
        every = [found]
    return {"title": book.title, "paragraphs": [{"rule": entry.rule, "text": entry.text} for entry in every]}
