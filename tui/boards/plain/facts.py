"""What the engine says about one position, read once and kept while the position is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from tilehall.engine import CHANCE, Game, Position, Receipt, SeatNo, Text
from tilehall.tui.boards.plain import wording
from tilehall.tui.boards.plain.action_words import ActionWords, action_fields
from tilehall.tui.boards.plain.cells import GridExtent
from tilehall.tui.boards.plain.grid import GRID
from tilehall.tui.boards.plain.position import (
    CellGroup,
    Mark,
    PositionPile,
    find_cell_groups,
    find_piles,
    without_drawn,
)
from tilehall.tui.boards.wording import Wording
from tilehall.tui.player.view import CursorContext

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Facts(Generic[S]):
    """A position as one seat sees it, read into the parts that the plain renderer draws."""

    state: S
    seat: SeatNo
    position: Position
    cell_groups: Sequence[CellGroup]
    actors: Sequence[SeatNo]
    receipt: Receipt
    piles: Sequence[PositionPile]
    sentences: Sequence[Text]
    """The parts of the position that are written in words."""

    def marks(self, owner: SeatNo) -> Mapping[str, Sequence[Mark]]:
        """Returns the marks on the shared cells and on those of this player."""
        found: dict[str, list[Mark]] = {}
        for ground in self.cell_groups:
            if ground.owner in (None, owner):
                for cell, mark in ground.cells.items():
                    if mark.text or mark.seat is not None:
                        found.setdefault(cell, []).append(mark)
        return found

    @property
    def owners(self) -> list[SeatNo]:
        """The players who have cells of their own."""
        return sorted({ground.owner for ground in self.cell_groups if ground.owner is not None})


def read_facts(game: Game[S], words: Wording, view: CursorContext[S], extent: GridExtent) -> Facts[S]:
    position, players = game.dump(view.state), len(view.names)
    found = find_cell_groups(position, players, extent)
    lying: list[PositionPile] = []
    data = position
    if words is wording:
        # A game's own wording says more than its data and is shown whole; the plain one leaves out what is drawn.
        lying = [pile for pile in find_piles(position, players) if not _within(pile, found)]
        here = [ground for ground in found if ground.owner in (None, view.seat)]
        data = without_drawn(position, [*lying, *here], players)
    return Facts(
        view.state,
        view.seat,
        position,
        found,
        game.actors(view.state),
        game.receipt(view.state),
        lying,
        words.describe(data, view.names, view.seat),
    )


def _within(pile: PositionPile, found: Sequence[CellGroup]) -> bool:
    """Returns whether a pile is part of one of these groups of cells."""
    return any(pile.path[: len(ground.path)] == ground.path for ground in found)


def choosable_cells(game: Game[S], action_words: ActionWords, view: CursorContext[S]) -> frozenset[str]:
    """Returns the cells in the viewer's choices or, in games without secrets, in those of the acting players."""
    if view.selection is not None:
        places = (place for choice in view.selection.choices for place in choice.places)
        return frozenset(name for zone, name in places if zone == GRID)
    seats = () if game.has_secrets else [seat for seat in game.actors(view.state) if seat != CHANCE]
    return frozenset(
        word
        for seat in seats
        for action in game.legal_actions(view.state, seat)
        for field, word in action_fields(game.decision(view.state, seat), action)
        if action_words.is_cell_word(field, word)
    )
