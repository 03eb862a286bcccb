"""A progress bar on the standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable

from tilehall.engine import ENGLISH, Language, Text, render_text

ProgressCallback = Callable[[int, int], None]


def progress_bar(clock: Callable[[], float], language: Language = ENGLISH) -> ProgressCallback:
    """Return a callback that shows a bar once the work takes longer than a second, and clears it at the end."""
    started = clock()
    shown = started + 0.8

    def show(done: int, games: int) -> None:
        nonlocal shown
        now = clock()
        if done == games:
            if shown > started + 0.8:
                clear_progress()
        elif now >= shown + 0.2:
            shown = now
            bar, left = "=" * (30 * done // games), (now - started) / done * (games - done)
            told = Text("{done:,} of {games:,} games, {left:.0f} s left", done=done, games=games, left=left)
            sys.stderr.write(f"\r[{bar:30}] {render_text(told, language)}\x1b[K")
        sys.stderr.flush()

    return show


def clear_progress() -> None:
    """Clear the line of the bar."""
    sys.stderr.write("\r\x1b[K")
    sys.stderr.flush()
