"""Encodes cells as terminal sequences, in as few bytes as possible."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from rich.color import Color, ColorSystem
from rich.style import Style

from tilehall.tui.terminal.capabilities import Colours


class Pen(NamedTuple):
    """The text attributes and colours of a terminal."""

    attributes: frozenset[str]
    colour: str
    ground: str
    # The look of a space with this pen: it may be the same for two different pens.
    space: tuple[str, ...]


ATTRIBUTES = {
    "bold": "1",
    "dim": "2",
    "italic": "3",
    "underline": "4",
    "blink": "5",
    "blink2": "6",
    "reverse": "7",
    "conceal": "8",
    "strike": "9",
    "underline2": "21",
    "frame": "51",
    "encircle": "52",
    "overline": "53",
}
SHOWS_ON_SPACES = frozenset(ATTRIBUTES[name] for name in ATTRIBUTES if name not in ("bold", "dim", "italic", "conceal"))
PLAIN = Pen(frozenset(), "39", "49", ("49",))
LEVELS = (0, 95, 135, 175, 215, 255)
"""The values of each channel in the colour cube of 256 colours."""
# Without colours, cells whose background differs this much in brightness from the table are shown in reverse.
MIN_CONTRAST = 0.3


CellSpan = tuple[int, int, Sequence[str], Sequence[Pen]]
"""Cells of one line: column and line of the first, characters, and pens."""

PenRun = tuple[int, int, Sequence[str], Pen]
"""Cells of one line in one pen."""
# Output of at least so many bytes is also tried in a second order.
MAX_SORTED = 256


def encode(spans: Iterable[CellSpan]) -> str:
    """The shortest found sequence that makes a terminal show the spans."""
    pieces = _pieces(spans)
    sent = encode_runs(pieces)
    return sent if len(sent) < MAX_SORTED else min(sent, encode_runs(sort_by_pen(pieces)), key=len)


def _pieces(spans: Iterable[CellSpan]) -> list[PenRun]:
    """Splits spans into runs of one pen."""
    found: list[PenRun] = []
    for x, y, chars, pens in spans:
        start, last = 0, len(chars)
        while start < last:
            pen, end = pens[start], start + 1
            while end < last and (pens[end] is pen or pens[end] == pen):
                end += 1
            found.append((x + start, y, chars[start:end], pen))
            start = end
    return found


def sort_by_pen(pieces: Sequence[PenRun]) -> list[PenRun]:
    """Orders runs by pen, as a change of pen takes more bytes than a move; spaces join any pen of their background."""
    keys = {pen: (sorted(pen.attributes), pen.ground, pen.colour) for _, _, _, pen in pieces}
    grounds = {pen.ground: keys[pen] for pen in sorted(keys, key=keys.__getitem__, reverse=True)}

    order = [
        (grounds[pen.ground] if len(pen.space) == 1 and not "".join(chars).strip(" ") else keys[pen], n)
        for n, (_, _, chars, pen) in enumerate(pieces)
    ]
    return [pieces[n] for _, n in sorted(order)]


def encode_runs(pieces: Iterable[PenRun]) -> str:
    """Encodes the runs in the given order."""
    sent: list[str] = []
    pen, column, line = PLAIN, -1, -1
    for x, y, chars, own in pieces:
        if y != line:
            sent.append(f"\x1b[{y + 1};{x + 1}H")
        elif x != column:
            # A short way to the right takes fewer bytes as a relative move.
            sent.append(f"\x1b[{x - column}C" if column < x < column + 10 else f"\x1b[{x + 1}G")
        column, line, text, want = x + len(chars), y, "".join(chars), own
        if not text.strip(" "):
            want = _for_spaces(pen, want)
        if want != pen:
            sent.append(change_pen(pen, want))
            pen = want
        sent.append(text)
    if pen != PLAIN:
        sent.append("\x1b[0m")
    return "".join(sent)


@lru_cache(8192)
def _for_spaces(pen: Pen, want: Pen) -> Pen:
    """The pen nearest to the present one that shows spaces as wanted: the foreground of a space is invisible."""
    if len(want.space) > 1 or len(pen.space) > 1:
        return pen if want.space == pen.space else want
    return pen._replace(ground=want.ground, space=want.space)


@lru_cache(8192)
def pen_for(style: Style, colours: Colours, dark: bool) -> Pen:
    """The pen for a style at a colour depth. Links are dropped: the terminal must not open anything."""
    attributes = {code for name, code in ATTRIBUTES.items() if getattr(style, name)}
    if colours == "none":
        if style.bgcolor is not None and _is_far(style.bgcolor, dark):
            attributes ^= {ATTRIBUTES["reverse"]}
        return _pen(attributes, "39", "49")
    colour, ground = _reduced(style.color, colours), _reduced(style.bgcolor, colours)
    if _is_same(colour, ground) and style.color != style.bgcolor:
        # Two colours that become equal would hide the text.
        colour = Color.from_ansi(15 if _brightness(ground) < 0.5 else 0)
    return _pen(attributes, ";".join(colour.get_ansi_codes(True)), ";".join(ground.get_ansi_codes(False)))


@lru_cache(8192)
def change_pen(old: Pen, new: Pen) -> str:
    """The shortest sequence that changes one pen into another."""
    fresh = ["0", *sorted(new.attributes)]
    fresh += [code for code, default in ((new.colour, "39"), (new.ground, "49")) if code != default]
    if old.attributes - new.attributes:
        return f"\x1b[{';'.join(fresh)}m"
    step = sorted(new.attributes - old.attributes)
    step += [code for code, before in ((new.colour, old.colour), (new.ground, old.ground)) if code != before]
    return f"\x1b[{min(';'.join(step), ';'.join(fresh), key=len)}m"


def _pen(attributes: set[str], colour: str, ground: str) -> Pen:
    seen = bool(attributes & SHOWS_ON_SPACES)
    return Pen(frozenset(attributes), colour, ground, (ground, colour, *sorted(attributes)) if seen else (ground,))


def _reduced(colour: Color | None, colours: Colours) -> Color:
    if colour is None:
        return Color.default()
    if colours == "256" and colour.triplet is not None:
        return Color.from_ansi(_nearest(*colour.triplet))
    return colour.downgrade(ColorSystem.STANDARD) if colours == "16" else colour


def _nearest(red: int, green: int, blue: int) -> int:
    """The number of the most similar indexed colour; exact if it is one of the 240."""
    found = [
        (_apart(cube, (red, green, blue)), 16 + 36 * at[0] + 6 * at[1] + at[2])
        for at in product(*map(_around, (red, green, blue)))
        for cube in [(LEVELS[at[0]], LEVELS[at[1]], LEVELS[at[2]])]
    ]
    grey = min(23, max(0, round(((red + green + blue) / 3 - 8) / 10)))
    found.append((_apart((8 + 10 * grey,) * 3, (red, green, blue)), 232 + grey))
    return min(found)[1]


def _around(value: int) -> Sequence[int]:
    """The levels of the cube next to a value, below and above."""
    above = next(n for n, level in enumerate(LEVELS) if level >= value)
    return (above,) if LEVELS[above] == value else (above - 1, above)


def _apart(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """An approximate perceptual distance of two colours: green counts most, red more where it is bright."""
    red, green, blue = (a - b for a, b in zip(one, other, strict=True))
    middle = (one[0] + other[0]) / 512
    return (2 + middle) * red * red + 4 * green * green + (3 - middle) * blue * blue


def _is_same(one: Color, two: Color) -> bool:
    """Whether two colours look the same; Rich also compares their original names."""
    return not one.is_default and (one.type, one.number, one.triplet) == (two.type, two.number, two.triplet)


def _is_far(colour: Color, dark: bool) -> bool:
    if colour.is_default:
        return False
    return abs(_brightness(colour) - (0.0 if dark else 1.0)) > MIN_CONTRAST


def _brightness(colour: Color) -> float:
    red, green, blue = colour.get_truecolor()
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255
