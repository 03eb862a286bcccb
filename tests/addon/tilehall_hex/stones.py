"""What sentences call the stones; on screen they are drawn."""

from __future__ import annotations

from tilehall.engine import Piece, SeatNo, Text

KINDS = ("first player's stone", "second player's stone")


def new_stone(seat: SeatNo) -> Piece:
    """One that its player lays."""
    return Piece(KINDS[seat], "", Text("a stone"))


def lying_stone(seat: SeatNo) -> Piece:
    """One that lies there."""
    return Piece(KINDS[seat], "", Text("the stone"))
