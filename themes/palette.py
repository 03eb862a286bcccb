"""A palette: all colours of the screen, checked when it is read."""

from __future__ import annotations

from typing import Final, NamedTuple

from tilehall.engine.core.text import Text
from tilehall.themes.colour import DEFAULT, contrast, difference, indexed_colour, is_ansi, is_hex
from tilehall.themes.errors import ThemeError, printable
from tilehall.themes.tables import HEAD, Table, find_unknown_keys, read_name, read_section, read_texts, read_title

UI: Final = ("background", "panel", "line", "text", "muted", "accent", "good", "warn", "bad")
BOARD: Final = ("lattice", "outside", "grid", "cursor", "legal", "ghost", "last", "shadow")
SEATS: Final = ("a", "b", "c", "d", "neutral")
HUES: Final = ("red", "orange", "yellow", "green", "blue", "purple", "black", "white", "clear")
HUE: Final = ("face", "ink", "soft")
EDGES: Final = ("lit", "shade")

# Users can redefine terminal colours: against xterm's values only the weaker limit is meaningful.
MIN_TEXT_CONTRAST: Final = 4.5
MIN_MARK_CONTRAST: Final = 3.0
MIN_DIFFERENCE: Final = 10.0  # of colour difference: a yellow tile may be as light as the cell below it


class Hue(NamedTuple):
    """The colours of one kind of tile."""

    face: str  # the tile itself
    ink: str  # text on face or soft
    soft: str  # a dimmer face, for small boards and ghosts
    lit: str = ""  # the upper edge of a tile; empty: computed from the face
    shade: str = ""  # the lower edge


class Hues(NamedTuple):
    red: Hue
    orange: Hue
    yellow: Hue
    green: Hue
    blue: Hue
    purple: Hue
    black: Hue
    white: Hue
    clear: Hue  # glass, ice: neither coloured nor white


class Palette(NamedTuple):
    """All colours: `#rrggbb`, or in an ANSI palette the names of the sixteen terminal colours and `default`.

    The colours of marks (cursor, legal, ghost, last) contrast with table and lattice; marks on a tile use its ink.
    """

    name: str
    title: str
    dark: bool
    background: str  # the table
    panel: str
    line: str  # quiet lines around panels
    text: str
    muted: str
    accent: str  # the only colour for emphasis
    good: str
    warn: str
    bad: str
    lattice: str  # an empty cell
    outside: str  # a cell that no tile can reach any more, quieter still
    grid: str  # coordinates
    cursor: str
    legal: str
    ghost: str
    last: str  # the last move
    shadow: str
    seats: tuple[str, str, str, str]
    neutral: str  # the colour of no player
    hues: Hues
    shaded: bool = True  # whether lighter and darker shades of these colours can be shown
    indexed: Palette | None = None  # the variant for terminals with 256 colours, in colours that they have

    @property
    def ansi(self) -> bool:
        """Whether it uses the terminal's own colours."""
        return not is_hex(self.text)

    def hue(self, name: str) -> Hue:
        """The hue of this name, e.g. `palette.hue("red").face`, for names from data."""
        if name not in HUES:
            raise KeyError(name)
        hue: Hue = getattr(self.hues, name)
        return hue


def read_palette(table: Table) -> tuple[Palette, list[Text]]:
    """Reads a palette from its table; returns it with minor problems. Raises ThemeError if unusable."""
    found, odd = _palette_of(table)
    odd += find_unknown_keys(table, "", (*HEAD, "dark", "ui", "board", "seats", "hues", "indexed"))
    if "indexed" not in table:
        return found, odd
    colours = read_section(table, "indexed")
    odd += find_unknown_keys(colours, "[indexed] ", ("ui", "board", "seats", "hues"))
    twin, strange = _palette_of({**table, **_by_number(colours, "indexed")})
    return found._replace(indexed=twin._replace(shaded=False)), odd + strange


def _palette_of(table: Table) -> tuple[Palette, list[Text]]:
    ui = _colours(read_section(table, "ui"), "[ui]", UI)
    board = _colours(read_section(table, "board"), "[board]", BOARD)
    seats = _colours(read_section(table, "seats"), "[seats]", SEATS)
    hues, odd = _hues(read_section(table, "hues"))
    palette = Palette(
        name=read_name(table),
        title=read_title(table),
        dark=_dark(table),
        seats=(seats["a"], seats["b"], seats["c"], seats["d"]),
        neutral=seats["neutral"],
        hues=hues,
        shaded=True,
        indexed=None,
        **ui,
        **board,
    )
    _check_one_kind(palette)
    for name, keys in (("ui", UI), ("board", BOARD), ("seats", SEATS)):
        odd += find_unknown_keys(read_section(table, name), f"[{name}] ", keys)
    return palette, odd + find_weaknesses(palette)


def _by_number(table: Table, where: str) -> dict[str, object]:
    """Converts numbers of indexed colours in a table, also in nested tables, to colours."""
    return {
        key: _by_number(value, f"{where}.{key}") if isinstance(value, dict) else _numbered(value, f"[{where}] {key}")
        for key, value in table.items()
    }


def _numbered(value: object, key: str) -> str:
    if not isinstance(value, int) or isinstance(value, bool) or not 16 <= value <= 255:
        raise ThemeError(Text("{key} must be a number from 16 to 255, not {value}", key=key, value=printable(value)))
    return indexed_colour(value)


def as_table(palette: Palette) -> dict[str, object]:
    """The table that `read_palette` reads as this palette; a file with `extends` is merged into it.

    It has no `indexed` colours: they would hide a change of the others on terminals with 256 colours.
    """
    return {
        "name": palette.name,
        "title": palette.title,
        "dark": palette.dark,
        "ui": {key: getattr(palette, key) for key in UI},
        "board": {key: getattr(palette, key) for key in BOARD},
        "seats": dict(zip(SEATS, (*palette.seats, palette.neutral), strict=True)),
        "hues": {name: _as_table(palette.hue(name)) for name in HUES},
    }


def _as_table(hue: Hue) -> dict[str, str]:
    return {key: colour for key, colour in hue._asdict().items() if colour}


def find_weaknesses(palette: Palette) -> list[Text]:
    """A sentence for every pair of colours that is hard to distinguish."""
    least = MIN_MARK_CONTRAST if palette.ansi else MIN_TEXT_CONTRAST
    found: list[Text] = []
    for ground in ("background", "panel"):
        found += _contrast_problems(palette, "text", ground, least)
        for mark in ("muted", "accent", "good", "warn", "bad"):
            found += _contrast_problems(palette, mark, ground, MIN_MARK_CONTRAST)
        for key, seat in zip(SEATS, (*palette.seats, palette.neutral), strict=True):
            found += _pair_problems(f"[seats] {key}", seat, ground, getattr(palette, ground), MIN_MARK_CONTRAST)
    for mark in ("cursor", "legal", "ghost", "last"):
        found += _contrast_problems(palette, mark, "lattice", MIN_MARK_CONTRAST)
    found += _contrast_problems(palette, "grid", "background", MIN_MARK_CONTRAST)
    for name in HUES:
        hue = palette.hue(name)
        found += _pair_problems(f"[hues.{name}] ink", hue.ink, "face", hue.face, least)
        found += _pair_problems(f"[hues.{name}] ink", hue.ink, "soft", hue.soft, MIN_MARK_CONTRAST)
        for ground in ("background", "panel", "lattice"):
            found += _difference_problems(f"[hues.{name}] face", hue.face, ground, getattr(palette, ground))
    return found


def _colours(table: Table, where: str, keys: tuple[str, ...]) -> dict[str, str]:
    found = read_texts(table, where, keys)
    for key, value in found.items():
        if not is_hex(value) and not is_ansi(value):
            told = Text(
                "{key} must be a colour like {exact} or the name of a terminal colour like {named}, not {value}",
                key=f"{where} {key}",
                exact='"#d0a060"',
                named='"bright_red"',
                value=printable(value),
            )
            raise ThemeError(told)
    return found


def _hues(table: Table) -> tuple[Hues, list[Text]]:
    odd = find_unknown_keys(table, "[hues] ", HUES)
    hues: dict[str, Hue] = {}
    for name in HUES:
        if name not in table:
            raise ThemeError(Text("{key} is missing", key=f"[hues] {name}"))
        value = table[name]
        if not isinstance(value, dict):
            asked = {"key": f"[hues] {name}", "keys": ", ".join(HUE), "value": printable(value)}
            raise ThemeError(Text("{key} must be a table of {keys}, not {value}", **asked))
        edges = tuple(edge for edge in EDGES if edge in value)
        hues[name] = Hue(**_colours(value, f"[hues.{name}]", (*HUE, *edges)))
        odd += find_unknown_keys(value, f"[hues.{name}] ", (*HUE, *EDGES))
    return Hues(**hues), odd


def _dark(table: Table) -> bool:
    value = table.get("dark")
    if value is None:
        raise ThemeError(Text("{key} is missing", key="dark"))
    if not isinstance(value, bool):
        raise ThemeError(Text("{key} must be true or false, not {value}", key="dark", value=printable(value)))
    return value


def _check_one_kind(palette: Palette) -> None:
    """Raises ThemeError for a mixture of terminal colours and exact ones: the former vary with the terminal."""
    table = as_table(palette)
    for name in ("ui", "board", "seats"):
        _check_same_kind(palette, f"[{name}]", read_section(table, name))
    for name, hue in read_section(table, "hues").items():
        if isinstance(hue, dict):
            _check_same_kind(palette, f"[hues.{name}]", hue)


def _check_same_kind(palette: Palette, where: str, colours: Table) -> None:
    for key, value in colours.items():
        if is_ansi(str(value)) is not palette.ansi:
            asked = {"key": f"{where} {key}", "value": printable(value)}
            if palette.ansi:
                raise ThemeError(
                    Text("{key} must be the name of a terminal colour as [ui] text is, not {value}", **asked)
                )
            raise ThemeError(Text("{key} must be one of the #rrggbb as [ui] text is, not {value}", **asked))


def _contrast_problems(palette: Palette, mark: str, ground: str, least: float) -> list[Text]:
    where = "[ui]" if mark in UI else "[board]"
    return _pair_problems(f"{where} {mark}", getattr(palette, mark), ground, getattr(palette, ground), least)


def _pair_problems(what: str, mark: str, ground: str, below: str, least: float) -> list[Text]:
    if DEFAULT in (mark, below):
        return []  # unknown
    ratio = contrast(mark, below)
    if ratio >= least:
        return []
    told = Text(
        "{key} is hard to see on {ground}: contrast {ratio:.2f}, {least:g} or more is wanted",
        key=what,
        ground=ground,
        ratio=ratio,
        least=least,
    )
    return [told]


def _difference_problems(what: str, colour: str, ground: str, below: str) -> list[Text]:
    if DEFAULT in (colour, below):
        return []
    far = difference(colour, below)
    if far >= MIN_DIFFERENCE:
        return []
    told = Text(
        "{key} is hard to tell from {ground}: colour difference {far:.1f}, {least:g} or more is wanted",
        key=what,
        ground=ground,
        far=far,
        least=MIN_DIFFERENCE,
    )
    return [told]
