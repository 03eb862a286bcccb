"""The look of one user's screen: a palette and a glyph set, made into styles, and a language."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from rich.style import Style

from tilehall.engine import ENGLISH, Language, Text, did_you_mean, render_text
from tilehall.themes import Glyphs, Hue, Palette, ThemeCollection, find_themes, load_themes
from tilehall.themes.colour import is_hex, mix
from tilehall.tui.config.settings import Settings, language_of
from tilehall.tui.languages.language import language_codes
from tilehall.tui.terminal.capabilities import Colours, Terminal
from tilehall.tui.terminal.output.cells import clip, pad

LIGHT = 0.12
"""How much lighter the upper edge of a shape is, and how much darker the lower one."""
SHOWN = Text("'{command}' shows them.", command="tilehall themes")
PRESENTED = {"theme": "contrast", "tiles": "auto", "coach": "off", "animation": "off"}
"""Settings for presentations: strong contrast, the largest tiles that fit, no animation."""


class Look:
    """Styles by purpose, for one user; each style is made once.

    >>> from tilehall.themes import find_themes
    >>> looks, _ = find_themes()
    >>> Look(looks.palettes["night"], looks.glyphs["full"]).text.color.name
    '#d9dfea'
    """

    def __init__(
        self, palette: Palette, glyphs: Glyphs, colourless: bool = False, language: Language = ENGLISH
    ) -> None:
        self.language = language
        self.palette = palette
        self.ansi = palette.ansi
        self.colourless = colourless
        self.dotted = palette.ansi or colourless
        """Whether empty cells need a dot, because their colour cannot be seen."""
        self.glyphs = glyphs
        self._styles: dict[tuple[str, str, bool], Style] = {}
        self._edges: dict[str, tuple[Style, Style] | None] = {}
        self.table = self.style(palette.text, palette.background)
        self.text = self.table
        self.strong = self.style(palette.text, palette.background, bold=True)
        self.muted = self.style(palette.muted, palette.background)
        self.line = self.style(palette.line, palette.background)
        self.accent = self.style(palette.accent, palette.background, bold=True)
        self.good = self.style(palette.good, palette.background)
        self.warn = self.style(palette.warn, palette.background)
        self.bad = self.style(palette.bad, palette.background, bold=True)
        self.grid = self.style(palette.grid, palette.background)

    def with_language(self, language: Language) -> Look:
        """A copy with another language."""
        twin = copy(self)
        twin.language = language
        return twin

    def say(self, text: Text, names: Sequence[str] = ()) -> str:
        """Translates a text into the user's language."""
        return render_text(text, self.language, names)

    def clip(self, words: str, columns: int) -> str:
        """Cuts words with an ellipsis if they need more columns."""
        return clip(words, columns, self.glyphs.ellipsis)

    def fit(self, words: str, columns: int) -> str:
        """Cuts or pads words to exactly so many columns."""
        return pad(self.clip(words, columns), columns)

    def style(self, ink: str, ground: str, bold: bool = False) -> Style:
        key = (ink, ground, bold)
        if key not in self._styles:
            self._styles[key] = Style(color=ink, bgcolor=ground, bold=bold)
        return self._styles[key]

    def edges(self, style: Style) -> tuple[Style, Style] | None:
        """The light and dark edge of a shape, drawn by half blocks; None without the glyphs or the colours for them."""
        ground = style.bgcolor.name if style.bgcolor else ""
        if ground not in self._edges:
            self._edges[ground] = self._edges_on(ground)
        return self._edges[ground]

    def _edges_on(self, ground: str) -> tuple[Style, Style] | None:
        if self.glyphs.half_upper != "▀" or not is_hex(ground):
            return None
        chosen = next((hue for hue in self.palette.hues if hue.face == ground and hue.lit and hue.shade), None)
        if chosen:
            return self.style(chosen.lit, ground), self.style(chosen.shade, ground)
        if not self.palette.shaded:
            return None
        lit, shaded = mix(ground, "#ffffff", LIGHT), mix(ground, "#000000", LIGHT)
        return self.style(lit, ground), self.style(shaded, ground)

    def brighten(self, light: float, style: Style) -> Style:
        """A style with its background lightened by this share."""
        ground = style.bgcolor.name if style.bgcolor else ""
        return style + Style(bgcolor=mix(ground, "#ffffff", light)) if is_hex(ground) else style

    def on_table(self, ink: str, bold: bool = False) -> Style:
        return self.style(ink, self.palette.background, bold)

    def face(self, hue: Hue, bold: bool = True) -> Style:
        """The style of writing on a tile."""
        return self.style(hue.ink, hue.face, bold)

    def soft(self, hue: Hue) -> Style:
        """The style of writing on a dimmer tile: a ghost, a small board."""
        return self.style(hue.ink, hue.soft)

    def seat(self, seat: int) -> Style:
        return self.on_table(self.palette.seats[seat % 4], bold=True)

    def pawn(self, seat: int) -> Style:
        """The style of a seat's letter on its colour."""
        return self.style(self.palette.background if not self.ansi else "black", self.palette.seats[seat], True)


class ChosenLook(NamedTuple):
    """The chosen palette and glyph set by name, and problems with the wanted ones."""

    look: Look
    problems: tuple[Text, ...]


def theme_names(settings: Settings, terminal: Terminal) -> tuple[str, str]:
    """The names of the theme and glyph set: `auto` depends on the capabilities of the terminal."""
    theme = settings["theme"] if settings["theme"] != "auto" else _usual(terminal)
    return theme, settings["glyphs"] if settings["glyphs"] != "auto" else terminal.glyphs


def _usual(terminal: Terminal) -> str:
    return "ansi" if terminal.colours == "16" else "night"


def reduce_colours(palette: Palette, colours: Colours) -> Palette:
    """The palette for a terminal with so many colours."""
    return palette.indexed or palette if colours == "256" else palette


def choose_look(
    looks: ThemeCollection, settings: Settings, terminal: Terminal, language: Language = ENGLISH
) -> ChosenLook:
    """Makes the look for these settings on this terminal out of a collection."""
    problems = []
    usual = _usual(terminal)
    theme, glyphs = theme_names(settings, terminal)
    if theme not in looks.palettes:
        instead = did_you_mean(theme, looks.palettes, SHOWN)
        wrong = {"theme": theme, "usual": usual}
        problems.append(Text("There is no theme '{theme}'; {usual} is used. {instead}", instead=instead, **wrong))
        theme = usual
    if glyphs not in looks.glyphs:
        instead = did_you_mean(glyphs, looks.glyphs, SHOWN)
        wrong = {"glyphs": glyphs, "usual": terminal.glyphs}
        problems.append(Text("There is no glyph set '{glyphs}'; {usual} is used. {instead}", instead=instead, **wrong))
        glyphs = terminal.glyphs
    palette = reduce_colours(looks.palettes[theme], terminal.colours)
    look = Look(palette, looks.glyphs[glyphs], terminal.colours == "none", language)
    return ChosenLook(look, tuple(problems))


def presentation_settings(settings: Settings, terminal: Terminal) -> Settings:
    """The settings for a projected screen. A chosen theme stays, and so do sixteen colours.

    >>> presentation_settings(Settings(), Terminal())["theme"], presentation_settings(Settings({"theme": "paper"}),
    ...     Terminal())["theme"]
    ('contrast', 'paper')
    """
    for name, value in PRESENTED.items():
        if name == "theme" and (settings["theme"] != "auto" or terminal.colours == "16"):
            continue
        settings = settings.with_value(name, value)
    return settings


class ScreenTheme:
    """Makes the looks of one terminal from the built-in themes and those in the user's folder, if there is one."""

    def __init__(self, terminal: Terminal, folder: Path | None = None) -> None:
        self.terminal = terminal
        self.folder = folder

    def language(self, settings: Settings, package: str = "") -> Language:
        """The language of these settings, including the catalogue of a game's package."""
        return language_of(settings, self.terminal, package)

    @cached_property
    def looks(self) -> ThemeCollection:
        """All themes, to choose from."""
        return find_themes(self.folder)[0]

    def preview_look(self, settings: Settings) -> Look:
        """The look for settings that are being tried."""
        return choose_look(self.looks, settings, self.terminal, self.language(settings)).look

    def choose(self, settings: Settings) -> ChosenLook:
        """The look for these settings and problems with them; reads only the files it needs."""
        looks, problems = load_themes(*theme_names(settings, self.terminal), self.folder)
        found = choose_look(looks, settings, self.terminal, self.language(settings))
        return ChosenLook(found.look, (*problems, *found.problems))

    def available_values(self) -> dict[str, tuple[str, ...]]:
        """The values of the settings that depend on files and catalogues."""
        themes, glyphs = tuple(self.looks.palettes), tuple(self.looks.glyphs)
        return {"theme": ("auto", *themes), "glyphs": ("auto", *glyphs), "language": ("auto", *language_codes())}
