"""Themes as data: palettes (colours) and glyph sets (characters), read from TOML files and checked.

>>> looks, problems = find_themes()
>>> looks.palettes["night"].hues.red.face
'#b1402f'
>>> looks.glyphs["full"].gem
'◆'
"""

from tilehall.themes.colour import contrast, simulate_blindness
from tilehall.themes.errors import ThemeError
from tilehall.themes.glyphs import Glyphs, required_support
from tilehall.themes.loader import (
    ThemeCollection,
    builtin_glyphs,
    builtin_palettes,
    find_themes,
    load_glyphs,
    load_palette,
    load_themes,
)
from tilehall.themes.palette import Hue, Hues, Palette, find_weaknesses

__all__ = [
    "Glyphs",
    "Hue",
    "Hues",
    "Palette",
    "ThemeCollection",
    "ThemeError",
    "builtin_glyphs",
    "builtin_palettes",
    "contrast",
    "find_themes",
    "find_weaknesses",
    "load_glyphs",
    "load_palette",
    "load_themes",
    "required_support",
    "simulate_blindness",
]
