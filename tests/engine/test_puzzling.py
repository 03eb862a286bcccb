"""Puzzles are found in games of computer players, verified with double the work, and graded by who finds them."""

from __future__ import annotations
