"""What sentences call the stones; on screen they are drawn."""

from __future__ import annotations

from tilehall.engine import Piece, Seat, Text

KINDS = ("first player's stone", "second player's stone")


def a_stone(seat: Seat) -> Piece:
    """One that its player lays."""
    return Piece(KINDS[seat], "", Text("a stone"))


def the_stone(seat: Seat) -> Piece:
    """One that lies there."""
    return Piece(KINDS[seat], "", Text("the stone"))
