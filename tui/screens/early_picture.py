"""Shows a first picture before Textual is loaded, which takes longer than everything else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from tilehall.themes import load_themes
from tilehall.tui.config.look import Look, choose_look, theme_names
from tilehall.tui.config.settings import Settings, language_of
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.terminal.output.picture import Picture

if TYPE_CHECKING:
    from tilehall.tui.terminal.drivers.first_picture import FirstPicture

Paint = Callable[[Look, int, int], Picture]
"""Paints the first screen in so many columns and lines."""


@contextmanager
def show_early(
    paint: Paint, terminal: Terminal, user_dirs: UserDirs, settings: Settings, package: str = ""
) -> Iterator[FirstPicture | None]:
    """Context that shows the first screen, with the catalogue of a game's package; None without a terminal."""
    if sys.platform == "win32" or not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield None
        return
    from tilehall.tui.terminal.drivers.first_picture import FirstPicture

    with FirstPicture(sys.stdout.fileno(), sys.stdout.encoding, terminal) as first:
        # The error will be raised again, and handled, when the app paints.
        with suppress(Exception):
            looks, _ = load_themes(*theme_names(settings, terminal), user_dirs.config / "themes")
            look = choose_look(looks, settings, terminal, language_of(settings, terminal, package)).look
            first.show(paint(look, *first.size), look.palette.dark)
        yield first
