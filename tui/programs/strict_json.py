"""JSON from other programs, with nothing in it that JSON does not know, and no numbers that nobody needs."""

from __future__ import annotations

import json

DIGITS = 64
"""Of a number; errors may quote it."""


def _whole_number(digits: str) -> int:
    if len(digits) > DIGITS:
        raise ValueError(f"a number of {len(digits)} digits")
    return int(digits)


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


DECODER = json.JSONDecoder(parse_constant=_no_constant, parse_int=_whole_number)
"""Raises ValueError, and RecursionError for what is nested too deeply."""
