"""A sentence as it is painted: components as chips, players in their colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.style import Style

from tilehall.engine import Piece, Run, Text, Who, runs
from tilehall.tui.kernel.styled import Styled
from tilehall.tui.look import Look
from tilehall.tui.scenes.scene import Scene


def sentence(text: Text, scene: Scene[Any], look: Look, names: Sequence[str], style: Style) -> Styled:
    """The parts of a sentence with their styles."""
    return [part for run in runs(text, look.language, names) for part in _drawn(run, scene, look, style)]


def _drawn(run: Run, scene: Scene[Any], look: Look, style: Style) -> Styled:
    match run.source:
        case Piece():
            return scene.chip(look, run.source) or [(run.words, style)]
        case Who(seat):
            return [(run.words, scene.seat_style(look, seat))]
        case _:
            return [(run.words, style)]
