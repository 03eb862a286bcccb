"""Prints palettes and glyph sets: tiles in their colours, and the characters they are drawn with."""

from __future__ import annotations

from typing import Literal, TextIO

from rich.console import Console
from rich.style import Style
from rich.text import Text as Painted

from tilehall.engine import ENGLISH, Language, Text, name_text, render_text
from tilehall.themes import Glyphs, Palette, ThemeCollection, required_support
from tilehall.tui.terminal.capabilities import Terminal

ColourSystem = Literal["standard", "256", "truecolor"]
SYSTEMS: dict[str, ColourSystem] = {"16": "standard", "256": "256", "truecolor": "truecolor"}
HUES = ("red", "orange", "yellow", "green", "blue", "purple", "black", "white", "clear")
GAP = "  "


def paint_preview(looks: ThemeCollection, terminal: Terminal, sink: TextIO, language: Language = ENGLISH) -> None:
    """Prints every palette as tiles, then samples of every glyph set."""
    colours = SYSTEMS.get(terminal.colours) if sink.isatty() else None
    console = Console(file=sink, color_system=colours, force_terminal=colours is not None, width=200, highlight=False)
    glyphs = looks.glyphs[terminal.glyphs]
    for palette in looks.palettes.values():
        for line in (
            _heading(palette.name, render_text(name_text(palette.title), language)),
            *paint_tiles(palette, glyphs),
            Painted(),
        ):
            console.print(line, soft_wrap=True)
    for each in looks.glyphs.values():
        lacking = render_text(Text("needs more than this terminal shows"), language)
        shown = _samples(each) if _showable(each, terminal) else lacking
        title = render_text(name_text(each.title), language)
        console.print(_heading(each.name, title) + Painted(f"\n  {shown}"), soft_wrap=True)


def paint_tiles(palette: Palette, glyphs: Glyphs) -> list[Painted]:
    """Two lines of tiles on the table colour: faces with their names, then the marks of spots."""
    ground = Style(color=palette.text, bgcolor=palette.background)
    upper, lower = Painted(GAP), Painted(GAP)
    signs = (glyphs.moon, glyphs.star, glyphs.sun)
    for number, shade in enumerate(HUES):
        hue = palette.hue(shade)
        face = Style(color=hue.ink, bgcolor=hue.face, bold=True)
        upper.append(" ", ground).append(f" {shade[0].upper()} {signs[number % 3]} ", face)
        lower.append(" ", ground).append(f"  {glyphs.gem if number == 4 else ' '}  ", face)
    upper.append(" ", ground)
    lower.append(" ", ground)
    for seat, colour in zip("ABCD", palette.seats, strict=True):
        upper.append(f" {glyphs.pawn}{seat}", Style(color=colour, bgcolor=palette.background, bold=True))
    for mark, colour in ((glyphs.cross, palette.bad), (glyphs.check, palette.good), (glyphs.legal, palette.accent)):
        lower.append(f"  {mark}", Style(color=colour, bgcolor=palette.background, bold=True))
    upper.append(" ", ground)
    lower.append("    ", ground)
    return [upper, lower]


def _heading(id: str, title: str) -> Painted:
    return Painted.assemble((f"{id}", "bold"), f"  {title}")


def _samples(glyphs: Glyphs) -> str:
    signs = (glyphs.moon, glyphs.star, glyphs.sun, glyphs.gem, glyphs.pawn, glyphs.princess, glyphs.passage)
    marks = (glyphs.legal, glyphs.legal_strong, glyphs.cross, glyphs.check, glyphs.pattern_on, glyphs.pattern_missing)
    return " ".join((*signs, *marks, *glyphs.heights))


def _showable(glyphs: Glyphs, terminal: Terminal) -> bool:
    return required_support(glyphs) == "ascii" or terminal.glyphs != "ascii"
