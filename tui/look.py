"""How one player's screen looks: a palette and a glyph set, made into styles."""

from __future__ import annotations

from dataclasses import dataclass

from rich.style import Style

from tilehall.engine import did_you_mean
from tilehall.themes import Glyphs, Hue, Looks, Palette
from tilehall.tui.kernel.terminal import Terminal
from tilehall.tui.settings import Settings

SHOWN = "'tilehall themes' shows them."


class Look:
    """Styles by what they are for. One for each player; styles are made once.

    >>> from tilehall.themes import find
    >>> looks, _ = find()
    >>> Look(looks.palettes["night"], looks.glyphs["full"]).text.color.name
    '#d9dfea'
    """

    def __init__(self, palette: Palette, glyphs: Glyphs, colourless: bool = False) -> None:
        self.palette = palette
        self.ansi = palette.ansi
        self.dotted = palette.ansi or colourless
        """Whether empty cells need a dot, because their quiet colour cannot be seen."""
        self.glyphs = glyphs
        self._styles: dict[tuple[str, str, bool], Style] = {}
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

    def style(self, ink: str, ground: str, bold: bool = False) -> Style:
        key = (ink, ground, bold)
        if key not in self._styles:
            self._styles[key] = Style(color=ink, bgcolor=ground, bold=bold)
        return self._styles[key]

    def on_table(self, ink: str, bold: bool = False) -> Style:
        return self.style(ink, self.palette.background, bold)

    def face(self, hue: Hue, bold: bool = True) -> Style:
        """Writing on a tile."""
        return self.style(hue.ink, hue.face, bold)

    def soft(self, hue: Hue) -> Style:
        """Writing on a dimmer tile: a ghost, a small board."""
        return self.style(hue.ink, hue.soft)

    def seat(self, seat: int) -> Style:
        return self.on_table(self.palette.seats[seat % 4], bold=True)

    def pawn(self, seat: int) -> Style:
        """A seat's letter on its colour."""
        return self.style(self.palette.background if not self.ansi else "black", self.palette.seats[seat], True)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The names of the palette and the glyph set that are in use, and what was wrong with the wishes."""

    look: Look
    problems: tuple[str, ...]


def choose(looks: Looks, settings: Settings, terminal: Terminal) -> Chosen:
    """The look for these settings on this terminal: `auto` goes by what the terminal can show."""
    problems = []
    usual = "ansi" if terminal.colours == "16" else "night"
    theme = settings["theme"] if settings["theme"] != "auto" else usual
    glyphs = settings["glyphs"] if settings["glyphs"] != "auto" else terminal.glyphs
    if theme not in looks.palettes:
        instead = did_you_mean(theme, looks.palettes, SHOWN)
        problems.append(f"There is no theme '{theme}'; {usual} is used. {instead}")
        theme = usual
    if glyphs not in looks.glyphs:
        instead = did_you_mean(glyphs, looks.glyphs, SHOWN)
        problems.append(f"There is no glyph set '{glyphs}'; {terminal.glyphs} is used. {instead}")
        glyphs = terminal.glyphs
    look = Look(looks.palettes[theme], looks.glyphs[glyphs], terminal.colours == "none")
    return Chosen(look, tuple(problems))
