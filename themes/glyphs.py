"""A glyph set: all characters drawn on the screen, each one cell wide."""

import unicodedata
from typing import Final, Literal, NamedTuple

from tilehall.engine.core.text import Text
from tilehall.themes.errors import ThemeError, printable
from tilehall.themes.tables import HEAD, Table, find_unknown_keys, read_name, read_section, read_texts, read_title

CharacterSupport = Literal["ascii", "neutral", "full"]

HEIGHTS: Final = tuple("23456789")
SECTIONS: Final[dict[str, tuple[str, ...]]] = {
    "board": (
        *("gem", "gem_small", "cursor_tl", "cursor_tr", "cursor_bl", "cursor_br", "cursor_l", "cursor_r"),
        *("legal", "legal_strong", "last", "cross", "check", "dot", "bullet", "face_top", "face_gap"),
        *("half_upper", "half_lower", "full", "arrow_left", "arrow_right", "arrow_up", "arrow_down"),
        *("turn_cw", "turn_ccw", "ellipsis", "play", "hint", "pause", "track_done", "track_todo"),
    ),
    "line": (
        *("line_h", "line_v", "line_tl", "line_tr", "line_bl", "line_br"),
        *("line_t_left", "line_t_right", "line_t_up", "line_t_down", "line_cross"),
    ),
    "seat": ("seat_a", "seat_b", "seat_c", "seat_d"),
    "princess": (
        *("moon", "star", "sun", "pawn", "princess", "passage", "clock_full", "clock_empty"),
        *("pattern_on", "pattern_off", "pattern_have", "pattern_missing"),
    ),
    "beasts": (
        *("water", "thorns", "lightning", "bamboo", "wild", "beast"),
        *("unicorn", "centaur", "chimera", "basilisk", "enclosed", "fence_h", "fence_v"),
        *("socket", "nobody"),
    ),
    "kaguya": ("heart", "plant", "cube", "disk"),
    "sand": (
        *("hourglass", "round_tl", "round_tr", "round_bl", "round_br", "dark"),
        *("crystal_clear", "crystal_fresh", "crystal_ready"),
    ),
}
# One cell wide in Python 3.11, but two or none in newer versions: Korean jamo, trigrams, hexagrams, flags.
NOT_ONE_CELL: Final = (
    *(("\u1160", "\u11ff"), ("\ud7b0", "\ud7ff"), ("\uffa0", "\uffa0"), ("\u2630", "\u2637"), ("\u268a", "\u268f")),
    *(("\u4dc0", "\u4dff"), ("\U0001d300", "\U0001d376"), ("\U0001f1e6", "\U0001f1ff")),
)
MAY_BE_BLANK: Final = ("face_top", "face_gap", "dot", "pattern_off")


class Glyphs(NamedTuple):
    """The characters of a set; the files in `glyphs/` describe each one."""

    name: str
    title: str
    gem: str
    gem_small: str
    cursor_tl: str
    cursor_tr: str
    cursor_bl: str
    cursor_br: str
    cursor_l: str
    cursor_r: str
    legal: str
    legal_strong: str
    last: str
    cross: str
    check: str
    dot: str
    bullet: str
    face_top: str
    face_gap: str
    half_upper: str
    half_lower: str
    full: str
    arrow_left: str
    arrow_right: str
    arrow_up: str
    arrow_down: str
    turn_cw: str
    turn_ccw: str
    ellipsis: str
    play: str
    hint: str
    pause: str
    track_done: str
    track_todo: str
    line_h: str
    line_v: str
    line_tl: str
    line_tr: str
    line_bl: str
    line_br: str
    line_t_left: str
    line_t_right: str
    line_t_up: str
    line_t_down: str
    line_cross: str
    seat_a: str
    seat_b: str
    seat_c: str
    seat_d: str
    moon: str
    star: str
    sun: str
    pawn: str
    princess: str
    passage: str
    clock_full: str
    clock_empty: str
    pattern_on: str
    pattern_off: str
    pattern_have: str
    pattern_missing: str
    water: str
    thorns: str
    lightning: str
    bamboo: str
    wild: str
    beast: str
    unicorn: str
    centaur: str
    chimera: str
    basilisk: str
    enclosed: str
    fence_h: str
    fence_v: str
    socket: str
    nobody: str
    heart: str
    plant: str
    cube: str
    disk: str
    hourglass: str
    round_tl: str
    round_tr: str
    round_bl: str
    round_br: str
    dark: str
    crystal_clear: str
    crystal_fresh: str
    crystal_ready: str
    heights: tuple[str, ...]

    def seat(self, number: int) -> str:
        """The symbol of a seat."""
        return (self.seat_a, self.seat_b, self.seat_c, self.seat_d)[number % 4]

    def height(self, tiles: int) -> str:
        """The symbol for the height of a stack, empty for a single tile: `glyphs.height(3)` is `³`."""
        return self.heights[min(tiles, 9) - 2] if tiles >= 2 else ""


def read_glyphs(table: Table) -> tuple[Glyphs, list[Text]]:
    """Reads a glyph set from its table; returns it with a sentence for each unknown key.

    Raises ThemeError if unusable.
    """
    found: dict[str, str] = {}
    odd = find_unknown_keys(table, "", (*HEAD, "height", *SECTIONS))
    for name, keys in SECTIONS.items():
        part = read_section(table, name)
        found |= _cells(part, f"[{name}]", keys)
        odd += find_unknown_keys(part, f"[{name}] ", keys)
    marks = read_section(table, "height")
    heights = tuple(_cells(marks, "[height]", HEIGHTS).values())
    odd += find_unknown_keys(marks, "[height] ", HEIGHTS)
    return Glyphs(name=read_name(table), title=read_title(table), heights=heights, **found), odd


def as_table(glyphs: Glyphs) -> dict[str, object]:
    """The table that `read_glyphs` reads as this set; a file with `extends` is merged into it."""
    head: dict[str, object] = {"name": glyphs.name, "title": glyphs.title}
    parts = {name: {key: getattr(glyphs, key) for key in keys} for name, keys in SECTIONS.items()}
    return {**head, **parts, "height": dict(zip(HEIGHTS, glyphs.heights, strict=True))}


def all_characters(glyphs: Glyphs) -> tuple[str, ...]:
    return (*(getattr(glyphs, key) for keys in SECTIONS.values() for key in keys), *glyphs.heights)


def required_support(glyphs: Glyphs) -> CharacterSupport:
    """The support that a terminal needs for this set; `full` if a character may be two cells wide in East Asia."""
    drawn = "".join(all_characters(glyphs))
    if drawn.isascii():
        return "ascii"
    return "full" if any(unicodedata.east_asian_width(c) == "A" for c in drawn) else "neutral"


def is_one_cell(char: str) -> bool:
    """Whether `char` is one character of one cell; those of ambiguous width in East Asia count as one."""
    if len(char) != 1 or not char.isprintable():
        return False
    if unicodedata.category(char).startswith("M") or unicodedata.east_asian_width(char) in "WF":
        return False
    return not any(first <= char <= last for first, last in NOT_ONE_CELL)


def _cells(table: Table, where: str, keys: tuple[str, ...]) -> dict[str, str]:
    found = read_texts(table, where, keys)
    for key, value in found.items():
        if not is_one_cell(value) or (value.isspace() and key not in MAY_BE_BLANK):
            raise ThemeError(
                Text(
                    "{key} must be one character that is one cell wide, not {value}",
                    key=f"{where} {key}",
                    value=printable(value),
                )
            )
    return found
