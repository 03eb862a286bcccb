"""The tour of a game as a demo."""

from __future__ import annotations

from typing import Any

from tilehall.engine import Game, Text, UserError
from tilehall.engine.teaching.tours import Tour, load_tour
from tilehall.tui.features.demo.demo_frames import DemoFrames, DemoNote, DemoPart
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.table import Table


def open_tour(rules: Game[Any]) -> DemoFrames:
    """Return the tour of a game, at its beginning. Raises UserError if the game has none."""
    found = load_tour(rules)
    if found is None:
        raise UserError(Text("There is no tour of {title}.", title=rules.title))
    return tour_frames(found)


def tour_frames(found: Tour) -> DemoFrames:
    """Return the frames of the parts in order, with a note before each."""
    parts = [
        DemoPart(
            each.record, each.first, each.last, DemoNote(each.title, each.text) if each.title or each.text else None
        )
        for each in found.stretches
    ]
    return DemoFrames([Replay(Table.from_record_text(record)) for record in found.records], parts)
