"""Looks as data: palettes (colours) and glyph sets (characters), read from TOML files and checked.

>>> looks, problems = find()
>>> looks.palettes["night"].hues.red.face
'#b1402f'
>>> looks.glyphs["full"].gem
'◆'
"""

from tilehall.themes.colour import contrast, simulate
from tilehall.themes.errors import ThemeError
from tilehall.themes.glyphs import Glyphs, needs
from tilehall.themes.loader import Looks, builtin_glyphs, builtin_palettes, find, load_glyphs, load_palette, look_up
from tilehall.themes.palette import Hue, Hues, Palette, weaknesses

__all__ = [
    "Glyphs",
    "Hue",
    "Hues",
    "Looks",
    "Palette",
    "ThemeError",
    "builtin_glyphs",
    "builtin_palettes",
    "contrast",
    "find",
    "load_glyphs",
    "load_palette",
    "look_up",
    "needs",
    "simulate",
    "weaknesses",
]
