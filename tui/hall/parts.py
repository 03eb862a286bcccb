"""Parts of the hall's screens: who sits at a table, in one line or in several, and all that is known of it."""

from __future__ import annotations

from rich.style import Style

from tilehall.engine import SeatNo as Number
from tilehall.engine import Text
from tilehall.tui.boards.covers import COLUMNS, ROWS, draw_cover
from tilehall.tui.boards.panel import draw_framed_panel
from tilehall.tui.boards.pixels import draw_dots, scale_dots
from tilehall.tui.config.look import Look
from tilehall.tui.hall import words
from tilehall.tui.hall.listing import DETAILS, ListedChair, TableListing, texts_of
from tilehall.tui.hall.protocol import Person
from tilehall.tui.terminal.output import styled_text
from tilehall.tui.terminal.output.cells import wrap
from tilehall.tui.terminal.output.drawing import Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine
from tilehall.tui.widgets.players_line import on_colour


def sitting(listing: TableListing, person: Person, look: Look) -> StyledLine:
    """Everybody at a table in one line; whoever has to decide is marked."""
    line: list[tuple[str, Style]] = []
    for seat, chair in enumerate(listing.chairs):
        line += [("  ", look.text)] if line else []
        line += _seated(listing, seat, named(chair, look), named_style(chair, person, look), look)
    return line


def _seated(listing: TableListing, seat: Number, name: str, style: Style, look: Look) -> StyledLine:
    """The token of a chair and who sits there; whoever has to decide stands on its colour, as at the board."""
    mark = look.glyphs.seat(seat)
    if listing.state != "running" or seat not in listing.due:
        return [(f"{mark} ", look.seat(seat)), (name, style)]
    # Without colours the brackets say who is due.
    left, right = ("[", "]") if look.dotted else (" ", " ")
    return [(f"{left}{mark} {name}{right}", on_colour(look.seat(seat), look))]


def named(chair: ListedChair, look: Look) -> str:
    return chair.name or look.say(Text("free"))


def named_style(chair: ListedChair, person: Person, look: Look) -> Style:
    if not chair.name:
        return look.accent
    return look.strong if chair.person == person.id else look.text


def how(chair: ListedChair, listing: TableListing) -> Text:
    """What there is to say of whoever sits on a chair."""
    if not chair.name:
        return Text("this chair is free")
    if chair.person and chair.level:
        return Text("a computer stands in: {level}", level=words.level(chair.level))
    if chair.level:
        return Text("computer, {level}", level=words.level(chair.level))
    if listing.state == "running" and not chair.here:
        return Text("away")
    return Text("here") if chair.here else Text("")


def details(picture: Picture, listing: TableListing, person: Person, look: Look) -> None:
    """A table in full, beside the list."""
    times = 2 if picture.height >= ROWS + 16 else 1
    room = picture.width - 4
    lines = [*_chairs(listing, person, look), [], *([(line, look.muted)] for line in _told(listing, look, room))]
    high = min(picture.height, times * ROWS // 2 + len(lines) + 4)
    title = look.say(words.title_of(listing.game))
    inside = draw_framed_panel(picture, Rect(0, 0, picture.width, high), title, look, f"{listing.number}")
    drawn = scale_dots(draw_cover(listing.game, look), times)
    draw_dots(picture, inside.x + (inside.width - times * COLUMNS) // 2, inside.y + 1, drawn, look)
    for y, line in enumerate(lines[: max(0, high - times * ROWS // 2 - 4)], inside.y + times * ROWS // 2 + 2):
        styled_text.put_line(picture, inside.x, y, styled_text.cut_line(line, inside.width, look.glyphs.ellipsis))


def _chairs(listing: TableListing, person: Person, look: Look) -> list[StyledLine]:
    """Who sits where, a line for each chair."""
    found: list[StyledLine] = []
    for seat, chair in enumerate(listing.chairs):
        name = look.clip(named(chair, look), 18)
        what = look.say(how(chair, listing)) if chair.name else ""
        found.append([*_seated(listing, seat, name, named_style(chair, person, look), look), (f"  {what}", look.muted)])
    return found


def _told(listing: TableListing, look: Look, columns: int) -> list[str]:
    """What else is known of it."""
    return [line for text in texts_of(listing, DETAILS) for line in wrap(look.say(text), columns)]
