"""How one person's screens look and speak, by their settings and their terminal."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from tilehall.engine import Language
from tilehall.themes import Looks, find, look_up
from tilehall.tui.config.look import Chosen, Look, choose, wanted
from tilehall.tui.config.settings import Settings, language_of
from tilehall.tui.languages.language import codes
from tilehall.tui.terminal.capabilities import Terminal


class Wardrobe:
    """Looks for one terminal: those of the house, and those in a folder of one's own, if there is one."""

    def __init__(self, terminal: Terminal, folder: Path | None = None) -> None:
        self.terminal = terminal
        self.folder = folder

    def language(self, settings: Settings, package: str = "") -> Language:
        """What is spoken with these settings, at a table of a game of this package."""
        return language_of(settings, self.terminal, package)

    @cached_property
    def looks(self) -> Looks:
        """All that there are, for those who choose."""
        return find(self.folder)[0]

    def look_of(self, settings: Settings) -> Look:
        """The look for settings that are being tried."""
        return choose(self.looks, settings, self.terminal, self.language(settings)).look

    def chosen(self, settings: Settings) -> Chosen:
        """The look for these settings, and what is wrong with what was wanted; no more is read than that needs."""
        looks, problems = look_up(*wanted(settings, self.terminal), self.folder)
        found = choose(looks, settings, self.terminal, self.language(settings))
        return Chosen(found.look, (*problems, *found.problems))

    def offered(self) -> dict[str, tuple[str, ...]]:
        """The values of settings that depend on what there is."""
        themes, glyphs = tuple(self.looks.palettes), tuple(self.looks.glyphs)
        return {"theme": ("auto", *themes), "glyphs": ("auto", *glyphs), "language": ("auto", *codes())}
