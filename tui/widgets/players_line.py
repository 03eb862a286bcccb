"""The first line of a board: the players, their public facts, and whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from rich.style import Style

from tilehall.engine import SeatNo
from tilehall.tui.boards.renderer import BoardRenderer
from tilehall.tui.boards.short_names import player_initials
from tilehall.tui.config.look import Look
from tilehall.tui.tables.moment import Moment
from tilehall.tui.terminal.output import cells, styled_text
from tilehall.tui.terminal.output.styled_text import StyledLine

SHORTEST = 3
"""Minimal columns of a shortened name; below them it is replaced by a letter."""
APART = 2
LEAST_TITLE = 8
"""Minimal columns of the game's title; below them it is left out."""


PlayerRemarks = Mapping[SeatNo, str]
"""Remarks after a player that are not about the game, e.g. an absence or a clock."""
NO_REMARKS: PlayerRemarks = MappingProxyType({})


class PlayerChip(NamedTuple):
    """One player: the mark of the seat, the name, and the public facts."""

    seat: SeatNo
    name: str
    known: StyledLine
    due: bool

    def named(self, name: str) -> PlayerChip:
        return self._replace(name=name)

    @property
    def columns(self) -> int:
        return 4 + cells.width(self.name) + (1 + styled_text.line_width(self.known) if self.known else 0)


def title_line(
    moment: Moment[Any], scene: BoardRenderer[Any], look: Look, columns: int, beside: PlayerRemarks = NO_REMARKS
) -> StyledLine:
    """Formats the title and the players in at most so many columns; the viewer comes first."""
    chips = players_line(moment, scene, look, columns, beside)
    title = look.say(moment.title)
    room = columns - styled_text.line_width(chips) - APART
    if room < min(LEAST_TITLE, cells.width(title)):
        return chips
    return [(look.clip(title, room), look.accent), (" " * APART, look.table), *chips]


def players_line(
    moment: Moment[Any], scene: BoardRenderer[Any], look: Look, columns: int, beside: PlayerRemarks = NO_REMARKS
) -> StyledLine:
    """Formats the players alone."""
    line: list[tuple[str, Style]] = []
    for chip in fit_names(_chips(moment, scene, look, beside), columns, look):
        if line:
            line.append((" " * APART, look.table))
        line += _drawn(chip, scene, look)
    return styled_text.cut_line(line, columns, look.glyphs.ellipsis)


def player_columns(
    moment: Moment[Any], scene: BoardRenderer[Any], look: Look, columns: int, beside: PlayerRemarks = NO_REMARKS
) -> dict[SeatNo, tuple[int, int]]:
    """The first column and the width of each player in that line."""
    wide = {
        chip.seat: styled_text.line_width(_drawn(chip, scene, look))
        for chip in fit_names(_chips(moment, scene, look, beside), columns, look)
    }
    x = (
        styled_text.line_width(title_line(moment, scene, look, columns, beside))
        - sum(wide.values())
        - APART * (len(wide) - 1)
    )
    found: dict[SeatNo, tuple[int, int]] = {}
    for seat, room in wide.items():
        found[seat] = max(0, x), room
        x += room + APART
    return found


def fit_names(chips: Sequence[PlayerChip], columns: int, look: Look) -> Sequence[PlayerChip]:
    """Shortens names to the room there is: in full, cut to the same length, or a letter each."""
    letters = player_initials([chip.name for chip in chips])
    for most in range(max((cells.width(chip.name) for chip in chips), default=0), SHORTEST - 1, -1):
        found = [chip.named(look.clip(chip.name, most)) for chip in chips]
        if sum(chip.columns + APART for chip in found) <= columns + APART:
            return found
    return [chip.named(letters[n]) for n, chip in enumerate(chips)]


def _chips(moment: Moment[Any], scene: BoardRenderer[Any], look: Look, beside: PlayerRemarks) -> list[PlayerChip]:
    players = len(moment.names)
    seats = [(moment.seat + n) % players for n in range(players)] if moment.seat >= 0 else range(players)
    return [
        PlayerChip(
            seat, moment.names[seat], _known(moment, scene, look, seat, beside), seat in moment.due and not moment.over
        )
        for seat in seats
    ]


def _known(
    moment: Moment[Any], scene: BoardRenderer[Any], look: Look, seat: SeatNo, beside: PlayerRemarks
) -> StyledLine:
    known, more = public_facts(moment, scene, look, seat), beside.get(seat, "")
    return [*known, (f" {more}", look.muted)] if more else known


def public_facts(moment: Moment[Any], scene: BoardRenderer[Any], look: Look, seat: SeatNo) -> StyledLine:
    """The public facts of a player: the renderer's badges, else the points so far."""
    return scene.badges(look, moment.state, seat) or [(f"{moment.receipt.total(seat)}", look.strong)]


def _drawn(chip: PlayerChip, scene: BoardRenderer[Any], look: Look) -> StyledLine:
    """Formats a chip: the mark on the seat's colour, or the whole chip if the player has to decide."""
    filled = on_colour(scene.seat_style(look, chip.seat), look)
    mark = look.glyphs.seat(chip.seat)
    known = [(words, filled if chip.due else style) for words, style in chip.known]
    gap = [(" ", filled if chip.due else look.table)] if known else []
    # Without colours, brackets mark the player who has to decide.
    left, right = ("[", "]") if look.dotted else (" ", " ")
    if chip.due:
        return [(f"{left}{mark} {chip.name}", filled), *gap, *known, (right, filled)]
    return [(f" {mark} ", filled), (f" {chip.name}", look.text), *gap, *known]


def on_colour(style: Style, look: Look) -> Style:
    """A style with the seat's colour as background."""
    ground = style.bgcolor.name if style.bgcolor else look.palette.background
    if ground != look.palette.background:
        return style
    ink = "black" if look.ansi else look.palette.background
    return look.style(ink, style.color.name if style.color else look.palette.text, True)
