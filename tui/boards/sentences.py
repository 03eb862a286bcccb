"""A sentence as it is painted: components as chips, players in their colours."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from tilehall.engine import Piece, Run, Seat, Text, Who, runs
from tilehall.tui.config.look import Look
from tilehall.tui.player.view import Chips
from tilehall.tui.terminal.output.styled_text import Styled


def sentence(text: Text, chips: Chips, look: Look, names: Sequence[str], style: Style) -> Styled:
    """The parts of a sentence with their styles."""
    return [part for run in runs(text, look.language, names) for part in _drawn(run, chips, look, style)]


def continued(text: Text, seat: Seat, chips: Chips, look: Look, names: Sequence[str], style: Style) -> Styled:
    """The same without the player at its beginning, who has been named in the sentence before."""
    first, *rest = runs(text, look.language, names)
    if first.source != Who(seat) or not rest or not rest[0].words.startswith(" "):
        return sentence(text, chips, look, names, style)
    rest[0] = rest[0]._replace(words=rest[0].words[1:])
    return [part for run in rest for part in _drawn(run, chips, look, style)]


def _drawn(run: Run, chips: Chips, look: Look, style: Style) -> Styled:
    match run.source:
        case Piece():
            return chips.chip(look, run.source) or [(run.words, style)]
        case Who(seat):
            return [(run.words, chips.seat_style(look, seat))]
        case _:
            return [(run.words, style)]
