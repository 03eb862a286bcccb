"""The first line of a board: who sits at the table, how far each of them is, and whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from rich.style import Style

from tilehall.engine import Seat
from tilehall.tui.boards.renderer import Scene
from tilehall.tui.boards.short_names import initials
from tilehall.tui.config.look import Look
from tilehall.tui.tables.moment import Moment
from tilehall.tui.terminal.output import cells, styled_text
from tilehall.tui.terminal.output.styled_text import Styled

SHORTEST = 3
"""A name is not cut to fewer columns than these; a letter stands for it then."""
APART = 2
LEAST_TITLE = 8
"""Columns of the title of the game below which it makes way for the players."""


Beside = Mapping[Seat, str]
"""What is said of players besides the game: that one is away, how much time one has left."""
NOTHING: Beside = MappingProxyType({})


class Chip(NamedTuple):
    """One player: the mark of the seat, the name, and what everybody must know of him."""

    seat: Seat
    name: str
    known: Styled
    due: bool

    def named(self, name: str) -> Chip:
        return self._replace(name=name)

    @property
    def columns(self) -> int:
        return 4 + cells.width(self.name) + (1 + styled_text.columns(self.known) if self.known else 0)


def people(moment: Moment[Any], scene: Scene[Any], look: Look, columns: int, beside: Beside = NOTHING) -> Styled:
    """The title and the players in one line of at most so many columns, whoever sits here first."""
    chips = who_plays(moment, scene, look, columns, beside)
    title = look.say(moment.title)
    room = columns - styled_text.columns(chips) - APART
    if room < min(LEAST_TITLE, cells.width(title)):
        return chips
    return [(look.clip(title, room), look.accent), (" " * APART, look.table), *chips]


def who_plays(moment: Moment[Any], scene: Scene[Any], look: Look, columns: int, beside: Beside = NOTHING) -> Styled:
    """The players alone."""
    line: list[tuple[str, Style]] = []
    for chip in fitted(_chips(moment, scene, look, beside), columns, look):
        if line:
            line.append((" " * APART, look.table))
        line += _drawn(chip, scene, look)
    return styled_text.cut(line, columns, look.glyphs.ellipsis)


def spots(
    moment: Moment[Any], scene: Scene[Any], look: Look, columns: int, beside: Beside = NOTHING
) -> dict[Seat, tuple[int, int]]:
    """Where each player is in that line: the first column, and how many there are."""
    wide = {
        chip.seat: styled_text.columns(_drawn(chip, scene, look))
        for chip in fitted(_chips(moment, scene, look, beside), columns, look)
    }
    x = styled_text.columns(people(moment, scene, look, columns, beside)) - sum(wide.values()) - APART * (len(wide) - 1)
    found: dict[Seat, tuple[int, int]] = {}
    for seat, room in wide.items():
        found[seat] = max(0, x), room
        x += room + APART
    return found


def fitted(chips: Sequence[Chip], columns: int, look: Look) -> Sequence[Chip]:
    """With names as long as there is room for: whole, cut alike, or a letter each."""
    letters = initials([chip.name for chip in chips])
    for most in range(max((cells.width(chip.name) for chip in chips), default=0), SHORTEST - 1, -1):
        found = [chip.named(look.clip(chip.name, most)) for chip in chips]
        if sum(chip.columns + APART for chip in found) <= columns + APART:
            return found
    return [chip.named(letters[n]) for n, chip in enumerate(chips)]


def _chips(moment: Moment[Any], scene: Scene[Any], look: Look, beside: Beside) -> list[Chip]:
    players = len(moment.names)
    seats = [(moment.seat + n) % players for n in range(players)] if moment.seat >= 0 else range(players)
    return [
        Chip(
            seat, moment.names[seat], _known(moment, scene, look, seat, beside), seat in moment.due and not moment.over
        )
        for seat in seats
    ]


def _known(moment: Moment[Any], scene: Scene[Any], look: Look, seat: Seat, beside: Beside) -> Styled:
    known, more = known_of(moment, scene, look, seat), beside.get(seat, "")
    return [*known, (f" {more}", look.muted)] if more else known


def known_of(moment: Moment[Any], scene: Scene[Any], look: Look, seat: Seat) -> Styled:
    """What everybody must know of a player at a glance: what the scene says, else the points so far."""
    return scene.badges(look, moment.state, seat) or [(f"{moment.receipt.total(seat)}", look.strong)]


def _drawn(chip: Chip, scene: Scene[Any], look: Look) -> Styled:
    """The mark on its colour; whoever has to decide has all of it on that colour."""
    filled = on_colour(scene.seat_style(look, chip.seat), look)
    mark = look.glyphs.seat(chip.seat)
    known = [(words, filled if chip.due else style) for words, style in chip.known]
    gap = [(" ", filled if chip.due else look.table)] if known else []
    # Without colours the brackets say who is due.
    left, right = ("[", "]") if look.dotted else (" ", " ")
    if chip.due:
        return [(f"{left}{mark} {chip.name}", filled), *gap, *known, (right, filled)]
    return [(f" {mark} ", filled), (f" {chip.name}", look.text), *gap, *known]


def on_colour(style: Style, look: Look) -> Style:
    """A seat's style with the colour as its ground."""
    ground = style.bgcolor.name if style.bgcolor else look.palette.background
    if ground != look.palette.background:
        return style
    ink = "black" if look.ansi else look.palette.background
    return look.style(ink, style.color.name if style.color else look.palette.text, True)
