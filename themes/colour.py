"""Colour arithmetic: contrast, colour-blindness, distance. Colours are `#rrggbb` or names of terminal colours."""

import re
from collections.abc import Callable
from math import dist
from typing import Final, Literal

Kind = Literal["protanopia", "deuteranopia", "tritanopia"]
Triple = tuple[float, float, float]

# xterm's defaults, the best guess for colours that users can redefine.
ANSI_COLOURS: Final[dict[str, str]] = {
    "black": "#000000",
    "red": "#cd0000",
    "green": "#00cd00",
    "yellow": "#cdcd00",
    "blue": "#0000ee",
    "magenta": "#cd00cd",
    "cyan": "#00cdcd",
    "white": "#e5e5e5",
    "bright_black": "#7f7f7f",
    "bright_red": "#ff0000",
    "bright_green": "#00ff00",
    "bright_yellow": "#ffff00",
    "bright_blue": "#5c5cff",
    "bright_magenta": "#ff00ff",
    "bright_cyan": "#00ffff",
    "bright_white": "#ffffff",
}
DEFAULT: Final = "default"
HEX: Final = re.compile("#[0-9a-fA-F]{6}")

# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear light.
BLINDNESS: Final[dict[Kind, tuple[Triple, Triple, Triple]]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def is_hex(text: str) -> bool:
    return HEX.fullmatch(text) is not None


def is_ansi(text: str) -> bool:
    """Whether this is one of the sixteen terminal colours, or `default`."""
    return text == DEFAULT or text in ANSI_COLOURS


def rgb(colour: str) -> tuple[int, int, int]:
    """The components of `#d0a060` or `bright_red`. Raises ValueError for `default`, which has none."""
    text = ANSI_COLOURS.get(colour, colour)
    if not is_hex(text):
        raise ValueError(f"{colour!r} has no known red, green and blue")
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def indexed_colour(number: int) -> str:
    """One of the 240 fixed colours of a terminal with 256 colours: the cube, then the greys.

    >>> indexed_colour(208), indexed_colour(233)
    ('#ff8700', '#121212')
    """
    if not 16 <= number <= 255:
        raise ValueError(f"{number} is not from 16 to 255")
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    parts = (number - 16) // 36, (number - 16) // 6 % 6, (number - 16) % 6
    return "#" + "".join(f"{55 + 40 * part if part else 0:02x}" for part in parts)


def contrast(a: str, b: str) -> float:
    """The contrast ratio of WCAG 2, from 1.0 (equal) to 21.0 (black on white)."""
    dim, bright = sorted((luminance(a), luminance(b)))
    return (bright + 0.05) / (dim + 0.05)


def mix(colour: str, other: str, share: float) -> str:
    """Mixes a share of another colour into a colour.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    parts = [round(a + (b - a) * share + 1e-9) for a, b in zip(rgb(colour), rgb(other), strict=True)]
    return "#{:02x}{:02x}{:02x}".format(*parts)


def simulate_blindness(colour: str, kind: Kind) -> str:
    """The colour that somebody with this colour-blindness perceives, as `#rrggbb`."""
    light = _linear(colour)
    seen = (sum(m * v for m, v in zip(row, light, strict=True)) for row in BLINDNESS[kind])
    return "#" + "".join(f"{round(255 * _encode(min(max(v, 0.0), 1.0))):02x}" for v in seen)


def difference(a: str, b: str) -> float:
    """Delta E of CIE 1976: about 2 is just noticeable side by side, 20 is a clearly different colour."""
    return dist(_lab(a), _lab(b))


def _per_channel(function: Callable[[float], float], values: Triple) -> Triple:
    return function(values[0]), function(values[1]), function(values[2])


def _linear(colour: str) -> Triple:
    return _per_channel(_decode, rgb(colour))


def _decode(value: float) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def _encode(value: float) -> float:
    return value * 12.92 if value <= 0.0031308 else 1.055 * float(value ** (1 / 2.4)) - 0.055


def luminance(colour: str) -> float:
    """The relative luminance of WCAG 2, from 0.0 (black) to 1.0 (white)."""
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _lab(colour: str) -> Triple:
    red, green, blue = _linear(colour)
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = _per_channel(
        lambda t: float(t ** (1 / 3)) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116, (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)
