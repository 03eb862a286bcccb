"""How one person's screens look and speak, by their settings and their terminal."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from tilehall.engine import Language
from tilehall.themes import ThemeCollection, find_themes, load_themes
from tilehall.tui.config.look import ChosenLook, Look, choose_look, theme_names
from tilehall.tui.config.settings import Settings, language_of
from tilehall.tui.languages.language import language_codes
from tilehall.tui.terminal.capabilities import Terminal


class ScreenTheme:
    """Looks for one terminal: those of the house, and those in a folder of one's own, if there is one."""

    def __init__(self, terminal: Terminal, folder: Path | None = None) -> None:
        self.terminal = terminal
        self.folder = folder

    def language(self, settings: Settings, package: str = "") -> Language:
        """What is spoken with these settings, at a table of a game of this package."""
        return language_of(settings, self.terminal, package)

    @cached_property
    def looks(self) -> ThemeCollection:
        """All that there are, for those who choose."""
        return find_themes(self.folder)[0]

    def preview_look(self, settings: Settings) -> Look:
        """The look for settings that are being tried."""
        return choose_look(self.looks, settings, self.terminal, self.language(settings)).look

    def choose(self, settings: Settings) -> ChosenLook:
        """The look for these settings, and what is wrong with what was wanted; no more is read than that needs."""
        looks, problems = load_themes(*theme_names(settings, self.terminal), self.folder)
        found = choose_look(looks, settings, self.terminal, self.language(settings))
        return ChosenLook(found.look, (*problems, *found.problems))

    def available_values(self) -> dict[str, tuple[str, ...]]:
        """The values of settings that depend on what there is."""
        themes, glyphs = tuple(self.looks.palettes), tuple(self.looks.glyphs)
        return {"theme": ("auto", *themes), "glyphs": ("auto", *glyphs), "language": ("auto", *language_codes())}
