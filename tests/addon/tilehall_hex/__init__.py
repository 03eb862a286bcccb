"""Hex, a guest at Tilehall: the rules (`game`), how it is drawn (`scene`) and how it is told (`words`)."""

from tilehall_hex.game import HEX, Hex
from tilehall_hex.state import State

__all__ = ["HEX", "Hex", "State"]
