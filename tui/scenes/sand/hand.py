"""The hand in large: tiles, disks, crystal, finished and kept buildings, and every open one with its name."""

from __future__ import annotations

from tilehall.engine.sand import ELEMENTS, GRID, HOLE, LEVELS, NO_POWER, Magician, State, components
from tilehall.tui.kernel.drawing import Drawing, Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.look import Look
from tilehall.tui.play.view import View
from tilehall.tui.scenes.sand.panels import WORDY, Sight, buildings, crystal_sign
from tilehall.tui.scenes.sand.pieces import chip, gain, pattern, tile_form, worth
from tilehall.tui.scenes.sand.talk import CRYSTALS, POWERS
from tilehall.tui.scenes.tiles import heading


def hand(view: View[State], width: int, height: int, sight: Sight) -> Drawing:
    drawing = Drawing(Picture(width, height, view.look.table))
    picture, magician = drawing.picture, view.state.magicians[view.seat]
    left = min(44, width // 2 - 1)
    y = _summary(picture, view, 0)
    heading(picture, 1, y, left, "Tiles", view.look)
    cell = (4, 2) if left >= 44 else (3, 1)
    for n, tile in enumerate(t for t in range(len(components().tiles)) if magician.tiles >> t & 1):
        x = 1 + n * (3 * cell[0] + 3)
        picture.put(x, y + 1, components().tiles[tile].id, view.look.strong)
        pattern(picture, x, y + 2, tile_form(tile), cell, view.look, False)
    y = _reserve(picture, view, 1, y + 3 + 2 * cell[1], left)
    y = _crystal(picture, view, 1, y, left)
    _tableau(picture, view, 1, y, left, height - y)
    _open(drawing, view, Rect(left + 4, 2, width - left - 5, height - 2), sight)
    return drawing


def _summary(picture: Picture, view: View[State], y: int) -> int:
    look, magician = view.look, view.state.magicians[view.seat]
    glyphs = look.glyphs
    text = f"{glyphs.star} {magician.stars} stars   {glyphs.hourglass} {magician.hourglasses} hourglasses   "
    text += f"{glyphs.arrow_up} level {magician.level}, {magician.dark} dark boxes in use"
    picture.put(1, y, text, look.strong)
    return y + 2


def _reserve(picture: Picture, view: View[State], x: int, y: int, width: int) -> int:
    """For each element: in the reserve, on the board, in the supply."""
    look, s = view.look, view.state
    magician: Magician = s.magicians[view.seat]
    heading(picture, x, y, width, "Disks", look)
    for line, words in enumerate(("reserve", "on board", "supply", "squares")):
        picture.put(x, y + 2 + line, words, look.muted)
    for element in range(ELEMENTS):
        at = x + 10 + 5 * element
        chip(picture, at, y + 1, element, look)
        on_board = (magician.element(element) & magician.disks).bit_count()
        counts = [magician.reserve[element], on_board, s.disks[element]]
        counts += [s.squares[element]] if element < len(s.squares) else []
        for line, count in enumerate(counts):
            picture.put(at + 1, y + 2 + line, str(count), look.strong if count else look.muted)
    return y + 6


def _crystal(picture: Picture, view: View[State], x: int, y: int, width: int) -> int:
    look, magician = view.look, view.state.magicians[view.seat]
    if magician.power == NO_POWER:
        return y + 1
    name = components().powers[magician.power]
    heading(picture, x, y + 1, width, f"Crystal: {name}", look)
    state = f"{crystal_sign(look, magician.crystal)} {CRYSTALS[magician.crystal]}"
    boxes = " ".join(GRID.name(box) for box in range(GRID.size) if components().crystals[magician.power] >> box & 1)
    for line, text in enumerate((f"{state}; boxes {boxes}", POWERS[name])):
        picture.put(x, y + 2 + line, text[:width], look.text)
    return y + 5


def _tableau(picture: Picture, view: View[State], x: int, y: int, width: int, room: int) -> None:
    """The finished buildings, as many as there is room for in two columns."""
    look, magician = view.look, view.state.magicians[view.seat]
    cards = [card for n, card in enumerate(components().cards) if magician.tableau >> n & 1]
    heading(picture, x, y, width, "Finished", look, f"{len(cards)} buildings")
    if not cards:
        picture.put(x, y + 1, "none yet", look.muted)
    for n, card in enumerate(cards):
        column, row = n % 2 * (width // 2 + 1), n // 2
        if row + 1 < room:
            text = f"{card.title} "
            end = picture.put(x + column, y + 1 + row, text[: width // 2 - 6], look.text)
            picture.put(end, y + 1 + row, worth(card, look), look.accent)


def _open(drawing: Drawing, view: View[State], area: Rect, sight: Sight) -> None:
    """The open and kept buildings by name, with what each brings and lacks; where there is room with patterns."""
    look, s, picture = view.look, view.state, drawing.picture
    x, y, width = area.x, area.y, area.width
    loose = area.height >= 21
    if area.height >= 35 and width >= 4 * WORDY:
        y += buildings(drawing, view, area, sight) + 1
    for level in range(LEVELS):
        heading(picture, x, y, width, f"Level {level + 1}", look, f"{s.deck_size(level)} in the deck")
        for number in s.row(level):
            if number != HOLE:
                y += 1
                _line(picture, look, x, y, width, number, sight)
        y += 1 + loose
    kept = [number for number in sight.near if number not in s.rows and number not in s.looked]
    if kept:
        heading(picture, x, y, width, "Kept", look)
    short = y + len(kept) >= area.y + area.height
    for n, number in enumerate(kept):
        if short:
            near = sight.near[number]
            text = f"{components().cards[number].id} {near.missing} {near.elements}"
            picture.put(x + n % 2 * (width // 2), y + 1 + n // 2, text[: width // 2 - 1], look.text)
        else:
            _line(picture, look, x, y + 1 + n, width, number, sight)


def _line(picture: Picture, look: Look, x: int, y: int, width: int, number: int, sight: Sight) -> None:
    card, near = components().cards[number], sight.near[number]
    isready = number in sight.ready
    style = look.good if isready else look.text
    picture.put(x, y, card.title[:15], style)
    picture.put(x + 16, y, f"{worth(card, look)}", look.accent)
    if width < 40:
        words = "ready" if isready else f"{near.missing} {near.elements}"
        picture.put(x + 23, y, words[: width - 23], style)
        return
    picture.put(x + 23, y, gain(card, look), look.text)
    if isready:
        picture.put(x + 29, y, f"{look.glyphs.check} ready", style)
        return
    end = picture.put(x + 29, y, f"lacks {' '.join(near.elements)}", style)
    if sight.lacking[number]:
        more = f", no {' '.join(sight.lacking[number])} owned"
        picture.put(end, y, more if end + len(more) <= x + width else "!", look.bad)
