"""How the steps of one table get into its store, if it has one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilehall.engine import Game, GameResult, Header, RecordEntry, Text
from tilehall.tui.tables.storage.store import Store


class StepSaver:
    """Saves the entries of a record; without a store all of it is a no-op."""

    def __init__(self, store: Store | None) -> None:
        self.store = store
        self.plays_unsaved = False
        """Whether people play on though nothing can be saved. Ends as soon as all of it is saved."""

    @property
    def trouble(self) -> Text | None:
        """Why not all of the game is saved."""
        return self.store.trouble if self.store else None

    def begin(self, rules: Game[Any], header: Header, seed: str, entries: Sequence[RecordEntry[Any]]) -> None:
        """Save the head of a new game and its first entries."""
        if self.store:
            self.store.begin(rules, header, seed, entries)
            self.plays_unsaved = self.trouble is not None
            self._finish_after(entries)

    def resume(self, over: bool) -> None:
        """Go on with a game that the store has got already."""
        if self.store:
            self.plays_unsaved = self.trouble is not None
            if over:
                self.store.finish()

    def save(self, entries: Sequence[RecordEntry[Any]]) -> None:
        """Save what people have decided. Raises NotSaved, unless they play on unsaved."""
        if self.store is None:
            return
        if self.plays_unsaved:
            self.try_save(entries)
            return
        self.store.save(entries)
        self._finish_after(entries)

    def try_save(self, entries: Sequence[RecordEntry[Any]]) -> None:
        """Save dealer and computer steps if that is possible now: they can be recomputed."""
        if self.store:
            self.store.try_save(entries)
            self.plays_unsaved = self.plays_unsaved and self.store.trouble is not None
            self._finish_after(entries)

    def _finish_after(self, entries: Sequence[RecordEntry[Any]]) -> None:
        if self.store and entries and isinstance(entries[-1], GameResult):
            self.store.finish()

    def close(self) -> None:
        """Let other programs play the game."""
        if self.store:
            self.store.close()
