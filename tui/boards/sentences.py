"""Styles sentences: components as chips, players in their colours."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from tilehall.engine import Piece, SeatNo, Text, TextRun, Who, render_runs
from tilehall.tui.config.look import Look
from tilehall.tui.player.view import Chips
from tilehall.tui.terminal.output.styled_text import StyledLine


def style_sentence(text: Text, chips: Chips, look: Look, names: Sequence[str], style: Style) -> StyledLine:
    """Returns the parts of a sentence with their styles."""
    return [part for run in render_runs(text, look.language, names) for part in _style_run(run, chips, look, style)]


def style_continuation(
    text: Text, seat: SeatNo, chips: Chips, look: Look, names: Sequence[str], style: Style
) -> StyledLine:
    """Like `style_sentence`, but leaves out the player at the beginning, who is named in the sentence before."""
    first, *rest = render_runs(text, look.language, names)
    if first.source != Who(seat) or not rest or not rest[0].words.startswith(" "):
        return style_sentence(text, chips, look, names, style)
    rest[0] = rest[0]._replace(words=rest[0].words[1:])
    return [part for run in rest for part in _style_run(run, chips, look, style)]


def _style_run(run: TextRun, chips: Chips, look: Look, style: Style) -> StyledLine:
    match run.source:
        case Piece():
            return chips.chip(look, run.source) or [(run.words, style)]
        case Who(seat):
            return [(run.words, chips.seat_style(look, seat))]
        case _:
            return [(run.words, style)]
