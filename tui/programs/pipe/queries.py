"""What is read of a match, and of a rulebook: state, view, decision, standing, receipt, record, rules."""

from __future__ import annotations

from tilehall.engine import ENGLISH, Line, game, rulebook, said
from tilehall.tui.programs.pipe.answers import standing_told
from tilehall.tui.programs.pipe.errors import Answer, Fields, Trouble
from tilehall.tui.programs.pipe.fields import text_in
from tilehall.tui.programs.pipe.matches import Matches, Opened, due_seat, eyes_in


def state(matches: Matches, ask: Fields) -> Answer:
    """`match`: the whole position; docs/pipe.md says what is in it."""
    return {"state": matches.opened(ask).examiner.dump()}


def view(matches: Matches, ask: Fields) -> Answer:
    """`match`, `seat` (null: a spectator): the position as that seat may see it."""
    opened = matches.opened(ask)
    return {"state": opened.examiner.view(eyes_in(ask, opened))}


def decision(matches: Matches, ask: Fields) -> Answer:
    """`match`, `seat`: what the seat has to decide, in words, with the fields of each verb."""
    opened = matches.opened(ask)
    decision = opened.examiner.decision(due_seat(ask, opened))
    fields = {verb: list(words) for verb, words in decision.fields.items()}
    prompt = said(decision.prompt, ENGLISH, opened.names)
    return {"kind": decision.kind, "prompt": prompt, "rule": decision.rule, "fields": fields}


def standing(matches: Matches, ask: Fields) -> Answer:
    """`match`: whether it is over, and how it ended. Scores are null if the ending has none."""
    opened = matches.opened(ask)
    return standing_told(opened.examiner.standing(), opened.names)


def receipt(matches: Matches, ask: Fields) -> Answer:
    """`match`: the score now, line by line, each with the `parts` of its sum; `final` once the game is over."""
    opened = matches.opened(ask)
    receipt, seats = opened.examiner.receipt(), range(len(opened.names))
    lines = [_receipt_line(line, opened) for line in receipt.lines]
    return {"lines": lines, "totals": [receipt.total(seat) for seat in seats], "final": receipt.final}


def _receipt_line(line: Line, opened: Opened) -> Answer:
    names, origin = opened.names, opened.examiner.derive(line)
    parts = [
        {"points": part.points, "text": said(part.text, ENGLISH, names), "marks": list(part.marks)}
        for part in origin.parts
    ]
    text = said(line.text, ENGLISH, names)
    line_of = {"seat": line.seat, "part": line.part, "points": line.points, "rule": line.rule, "text": text}
    return {**line_of, "parts": parts}


def record(matches: Matches, ask: Fields) -> Answer:
    """`match`: the match as text."""
    return {"record": matches.opened(ask).examiner.record()}


def rules(matches: Matches, ask: Fields) -> Answer:
    """`game`, and if wanted `rule`: the paragraphs of the rulebook."""
    book = rulebook(game(text_in(ask, "game")).id)
    if "rule" not in ask:
        every = [paragraph for section in book.sections for paragraph in section.paragraphs]
    else:
        found = book.paragraph(text_in(ask, "rule"))
        if found is None:
            raise Trouble("bad_request", f"There is no rule '{ask['rule']:.20}'.")
        every = [found]
    return {"title": book.title, "paragraphs": [{"rule": entry.rule, "text": entry.text} for entry in every]}
