"""Subscribes a screen to the state of the hall."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.screen import Screen

from tilehall.tui.hall.client_state import ClientState


def listens(screen: Screen[Any], known: ClientState, when_told: Callable[[], object]) -> None:
    """For as long as it is there, a screen does this after all news."""

    def tell() -> None:
        if screen.is_attached:
            screen.call_next(when_told)
        else:
            stop()

    stop = known.subscribe(tell)
