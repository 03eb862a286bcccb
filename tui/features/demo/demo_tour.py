"""A tour of a game as a reel."""

from __future__ import annotations

from typing import Any

from tilehall.engine import Game, RuleError, Text
from tilehall.engine.teaching.tours import Tour, tour
from tilehall.tui.features.demo.demo_frames import Note, Part, Reel
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.table import Table


def toured(rules: Game[Any]) -> Reel:
    """The tour of a game, at its beginning. Raises RuleError if it has none."""
    found = tour(rules)
    if found is None:
        raise RuleError(Text("There is no tour of {title}.", title=rules.title))
    return reel_of(found)


def reel_of(found: Tour) -> Reel:
    """The stretches one after the other, a note before each."""
    parts = [
        Part(each.record, each.first, each.last, Note(each.title, each.text) if each.title or each.text else None)
        for each in found.stretches
    ]
    return Reel([Replay(Table.told_in(record)) for record in found.records], parts)
