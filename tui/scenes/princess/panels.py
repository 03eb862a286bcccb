"""The panels beside the tableau: the display, the runes in play, the other hunters and the log."""

from __future__ import annotations

from tilehall.engine import Seat
from tilehall.engine.princess import EMPTY, HOLE, LATTICE, State, Tableau, components
from tilehall.tui.kernel.drawing import Drawing, Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.look import Look
from tilehall.tui.play.view import View
from tilehall.tui.scenes.princess.pieces import (
    DISPLAY,
    RUNE,
    Memory,
    hue_of,
    in_hand,
    nearness_words,
    pattern,
    symbols,
    tile,
)
from tilehall.tui.scenes.text import log
from tilehall.tui.scenes.tiles import MEDIUM, MINI, SMALL, TileSize, bracket, heading, stack_mark


def panels(drawing: Drawing, view: View[State], memory: Memory, area: Rect) -> None:
    roomy = area.height >= 28 and area.width >= 44
    y = area.y
    y += display(drawing, view, area.x, y, area.width, MEDIUM if roomy else SMALL) + roomy
    y += runes(drawing, view, memory, area.x, y, area.width) + roomy
    room = area.y + area.height - y
    beside = room < 13
    y += others(drawing, view, Rect(area.x, y, area.width, room), beside)
    if not beside:
        log(drawing.picture, view, Rect(area.x, y, area.width, area.y + area.height - y))


def display(drawing: Drawing, view: View[State], x: int, y: int, width: int, size: TileSize) -> int:
    look, s = view.look, view.state
    left = s.tiles_left
    rounds = left // s.rulings.players
    heading(drawing.picture, x, y, width, "Display", look, f"{left} tiles left, {rounds} rounds")
    hand = in_hand(view)
    for n, kind in enumerate(dict.fromkeys(s.display)):
        place = (DISPLAY, components().kinds[kind])
        at = x + n * (size.pitch + 1)
        rect = Rect(at + 1, y + 1, size.width, size.height)
        drawing.places[place] = rect
        ground = tile(drawing.picture, rect.x, rect.y, size, kind, look)
        drawing.picture.put(at, y + 1, str(n + 1), look.muted)
        count = s.display.count(kind)
        if count > 1:
            stack_mark(drawing.picture, rect.x, rect.y, size, str(count), ground)
        if place in view.hint:
            drawing.picture.put(rect.x, rect.y, look.glyphs.play, ground)
        if view.cursor == place:
            bracket(drawing.picture, rect.x, rect.y, size, ground, look)
    if hand is not None:
        at = x + width - size.width
        drawing.picture.put(at - 6, y + 1, "hand", look.muted)
        drawing.picture.put(at - 6, y + 2, look.glyphs.arrow_right * 4, look.accent)
        tile(drawing.picture, at, y + 1, size, hand, look)
    return 1 + size.height


def runes(drawing: Drawing, view: View[State], memory: Memory, x: int, y: int, width: int) -> int:
    look, hunter = view.look, view.state.hunters[view.seat]
    gems = look.glyphs.gem * hunter.supply + look.glyphs.gem_small * (components().gems - hunter.supply)
    heading(drawing.picture, x, y, width, "Runes", look, f"gems {gems} extra {hunter.extra} gem {hunter.gem}")
    cards = [*view.state.row, *([hunter.held] if hunter.held != HOLE else [])]
    at, card_width = x, min(10, (width + 1) // len(cards))
    spare = width + 1 - card_width * len(cards) if card_width < 10 else 0
    for n, number in enumerate(cards):
        at += card_width if n else 0
        if n and spare and cards[n - 1] != HOLE and components().cards[cards[n - 1]].lower:
            # A value of two numbers needs one column more.
            at, spare = at + 1, spare - 1
        if number == HOLE:
            drawing.picture.put(at, y + 1, look.glyphs.ellipsis, look.muted)
            continue
        rune(drawing, view, memory, number, at, y + 1, card_width, n >= 4)
    return 7


def rune(
    drawing: Drawing, view: View[State], memory: Memory, number: int, x: int, y: int, width: int, held: bool
) -> None:
    look, card = view.look, components().cards[number]
    place = (RUNE, card.id)
    drawing.places[place] = Rect(x, y, width - 1, 6)
    here = view.cursor == place
    worth = f"{card.value}/{card.lower}" if card.lower else str(card.value)
    title = look.accent if here else look.strong if not held else look.good
    end = drawing.picture.put(x, y, (look.glyphs.play if here or place in view.hint else "") + card.id, title)
    drawing.picture.put(max(end + 1, x + width - 2 - len(worth)), y, worth, look.accent)
    palette = look.palette
    near = memory.near(view.state.hunters[view.seat].tableau, number)
    ink = palette.accent if here else palette.good if near.missing == 0 else palette.ghost
    pattern(drawing.picture, x, y + 1, card, look.style(ink, palette.background), look, width)
    drawing.picture.put(x, y + 5, nearness_words(near, held), look.good if near.missing == 0 else look.muted)
    if place in view.targets and not here:
        drawing.picture.put(x + width - 2, y + 5, look.glyphs.legal, look.on_table(palette.legal))


def others(drawing: Drawing, view: View[State], area: Rect, log_beside: bool) -> int:
    s: State = view.state
    others = [(view.seat + n) % s.rulings.players for n in range(1, s.rulings.players)]
    big = area.height >= 17 and area.width >= len(others) * 22 - 2
    size = TileSize("mini", 4, 2, 0) if big else MINI
    pitch = max(12, 5 * size.width + 2)
    for n, seat in enumerate(others):
        other(drawing.picture, view, seat, area.x + n * pitch, area.y, size)
    used = area.x + len(others) * pitch
    rows = 2 + 5 * size.height
    if log_beside and area.width - (used - area.x) >= 20:
        log(drawing.picture, view, Rect(used, area.y, area.x + area.width - used, rows))
    return rows + big


def other(picture: Picture, view: View[State], seat: Seat, x: int, y: int, size: TileSize) -> None:
    look, hunter = view.look, view.state.hunters[seat]
    wide = 5 * size.width
    active = look.glyphs.play if view.state.seat == seat and view.state.todo else " "
    end = picture.put(x, y, active, look.accent)
    end = picture.put(end, y, view.names[seat][: wide - 3], look.seat(seat))
    picture.put(x + wide - 2, y, f"{hunter.space:>2}", look.strong)
    small_tableau(picture, x, y + 1, hunter.tableau, size, look, view, seat)
    held = components().cards[hunter.held].id if hunter.held != HOLE else ""
    stats = f"{look.glyphs.gem}{hunter.supply} {hunter.extra}x {hunter.gem}g"
    end = picture.put(x, y + 1 + 5 * size.height, stats, look.muted)
    if held and wide > 12:
        picture.put(end + 1, y + 1 + 5 * size.height, f"holds {held}", look.muted)
    elif held:
        short = f"{look.glyphs.gem}{hunter.supply} {hunter.extra}x{hunter.gem}g {held}"
        picture.put(x, y + 1 + 5 * size.height, short, look.muted)


def big_card(drawing: Drawing, view: View[State], memory: Memory, number: int, x: int, y: int, held: bool) -> None:
    look, card = view.look, components().cards[number]
    drawing.places[RUNE, card.id] = Rect(x, y, 24, 8)
    worth = f"{card.value} or {card.lower}" if card.lower else str(card.value)
    heading(drawing.picture, x, y, 24, f"{card.id} {card.name}", look, f"{worth} steps")
    tableau = view.state.hunters[view.seat].tableau
    near = memory.near(tableau, number)
    pattern(drawing.picture, x, y + 1, card, look.on_table(look.palette.ghost), look, 9)
    rows = [
        nearness_words(near, held) + (", held" if held else ""),
        f"in {components().attribute_names[near.attribute]}",
    ]
    missing = [LATTICE.name(c) for c in range(64) if (near.cells & ~tableau.marks[near.attribute]) >> c & 1]
    rows.append(" ".join(missing) if missing else "all tiles lie")
    rows.append("gem in it" if near.gem else "no gem in it")
    for n, text in enumerate(rows):
        drawing.picture.put(x + 10, y + 1 + n, text[:15], look.good if near.missing == 0 else look.text)
    for n, other in enumerate(o for o in range(len(view.names)) if o != view.seat):
        lacks = memory.near(view.state.hunters[other].tableau, number).missing
        text = f"{view.names[other][:8]} lacks {lacks}" if lacks < 9 else f"{view.names[other][:8]}: no room"
        drawing.picture.put(x + 10, y + 5 + n, text[:15], look.muted)


def small_tableau(
    picture: Picture, x: int, y: int, tableau: Tableau, size: TileSize, look: Look, view: View[State], seat: Seat
) -> None:
    """The 5x5 around another hunter's tiles."""
    if not tableau.tops:
        return
    top, left, _, _ = LATTICE.frame(tableau.occupied)
    first_row, first_column = min(top, 3), min(left, 3)
    for row in range(5):
        for column in range(5):
            r, c = first_row + row, first_column + column
            at = (x + column * size.width, y + row * size.height)
            cell = 8 * r + c
            if r > 7 or c > 7 or tableau.tops[cell] == EMPTY:
                ground = look.style(look.palette.grid, look.palette.lattice)
                picture.fill(*at, size.width, size.height, ground)
                if (row + column) % 2 == 0 and size.height == 1:
                    picture.put(*at, look.glyphs.dot, ground)
                continue
            kind = tableau.tops[cell]
            fresh = LATTICE.name(cell) in view.marks and view.marked_seat == seat
            hue = hue_of(look, kind)
            style = look.face(hue) if fresh or size.height > 1 else look.style(hue.ink, hue.face)
            picture.fill(*at, size.width, size.height, style)
            picture.put(at[0] + (size.width - 2) // 2, at[1] + size.height // 2, symbols(kind, look), style)
            if tableau.gems >> cell & 1:
                gem_at = (at[0] + 3, at[1]) if size.width > 2 else (at[0] + 1, at[1])
                picture.put(*gem_at, look.glyphs.gem, style)
            if fresh and size.height > 1:
                picture.put(at[0], at[1] + 1, look.glyphs.last, style)
