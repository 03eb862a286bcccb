"""Parts of the hall's screens: who sits at a table, in one line or in several, and all that is known of it."""

from __future__ import annotations

from rich.style import Style

from tilehall.engine import Text
from tilehall.tui.hall import words
from tilehall.tui.hall.news import Chair, Listing, Person
from tilehall.tui.kernel import styled
from tilehall.tui.kernel.cells import wrap
from tilehall.tui.kernel.drawing import Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.kernel.styled import Styled
from tilehall.tui.look import Look
from tilehall.tui.scenes.covers import COLUMNS, ROWS, cover
from tilehall.tui.scenes.panel import framed_panel
from tilehall.tui.scenes.pixels import draw, scaled


def sitting(listing: Listing, person: Person, look: Look) -> Styled:
    """Everybody at a table in one line; whoever has to decide is marked."""
    line: list[tuple[str, Style]] = []
    for seat, chair in enumerate(listing.chairs):
        line += [("  ", look.text)] if line else []
        due = listing.state == "running" and seat in listing.due
        line.append((f"{look.glyphs.play if due else look.glyphs.seat(seat)} ", look.seat(seat)))
        line.append((named(chair, look), named_style(chair, person, look)))
    return line


def named(chair: Chair, look: Look) -> str:
    return chair.name or look.say(Text("free"))


def named_style(chair: Chair, person: Person, look: Look) -> Style:
    if not chair.name:
        return look.accent
    return look.strong if chair.person == person.id else look.text


def how(chair: Chair, listing: Listing) -> Text:
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


def details(picture: Picture, listing: Listing, person: Person, look: Look) -> None:
    """A table in full, beside the list."""
    times = 2 if picture.height >= ROWS + 16 else 1
    room = picture.width - 4
    lines = [*_chairs(listing, person, look), [], *([(line, look.muted)] for line in _told(listing, look, room))]
    high = min(picture.height, times * ROWS // 2 + len(lines) + 4)
    title = look.say(words.title_of(listing.game))
    inside = framed_panel(picture, Rect(0, 0, picture.width, high), title, look, f"{listing.number}")
    drawn = scaled(cover(listing.game, look), times)
    draw(picture, inside.x + (inside.width - times * COLUMNS) // 2, inside.y + 1, drawn, look)
    for y, line in enumerate(lines[: max(0, high - times * ROWS // 2 - 4)], inside.y + times * ROWS // 2 + 2):
        styled.put(picture, inside.x, y, styled.cut(line, inside.width, look.glyphs.ellipsis))


def _chairs(listing: Listing, person: Person, look: Look) -> list[Styled]:
    """Who sits where, a line for each chair."""
    found: list[Styled] = []
    for seat, chair in enumerate(listing.chairs):
        mark = look.glyphs.play if listing.state == "running" and seat in listing.due else look.glyphs.seat(seat)
        name = look.clip(named(chair, look), 18)
        what = look.say(how(chair, listing)) if chair.name else ""
        line = [(f"{mark} ", look.seat(seat)), (name, named_style(chair, person, look)), (f"  {what}", look.muted)]
        found.append(line)
    return found


def _told(listing: Listing, look: Look, columns: int) -> list[str]:
    """What else is known of it."""
    told = [Text("{rules}.", rules=words.chosen(listing)), Text("Opened by {host}.", host=listing.host)]
    if listing.watchers:
        told.append(Text("{n} watches.", "{n} watch.", n=listing.watchers))
    if listing.seed:
        told.append(Text("The seed was {seed}.", seed=listing.seed))
    return [line for text in told for line in wrap(look.say(text), columns)]
