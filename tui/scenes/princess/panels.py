"""The panels beside the tableau: the display, the runes in play, the other hunters and the log."""

from __future__ import annotations

from functools import partial

from tilehall.engine import Piece, Seat, Text, Value, Who, name, plain, spaced
from tilehall.engine.princess import EMPTY, FAR, HOLE, LATTICE, Hunter, Nearness, State, Tableau, bits, components
from tilehall.engine.princess.pieces import RUNE as CARD
from tilehall.engine.princess.pieces import symbol
from tilehall.tui.kernel import cells
from tilehall.tui.kernel.drawing import Drawing, Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.look import Look
from tilehall.tui.play.view import View
from tilehall.tui.scenes.layers import Layers, cursor_in
from tilehall.tui.scenes.names import about, initials, roomy
from tilehall.tui.scenes.princess.pieces import (
    DISPLAY,
    RUNE,
    Memory,
    hue_of,
    in_hand,
    nearness_in,
    nearness_words,
    pattern,
    symbols,
    tile,
)
from tilehall.tui.scenes.text import log
from tilehall.tui.scenes.tiles import MEDIUM, MINI, SMALL, TileSize, bracket, heading, stack_mark


def panels(layers: Layers, drawing: Drawing, view: View[State], memory: Memory, area: Rect) -> None:
    s, look, roomy = view.state, view.look, area.height >= 28 and area.width >= 44
    size, y = MEDIUM if roomy else SMALL, area.y
    shown: object = (s.display, s.tiles_left, in_hand(view), cursor_in(view, DISPLAY), view.hint)
    spot = Rect(area.x, y, area.width, 1 + size.height)
    layers.lay(drawing, "display", spot, look, shown, partial(_display, view, size))
    y += spot.height + roomy
    shown = (s.hunters[view.seat], s.row, cursor_in(view, RUNE), view.hint, view.targets)
    spot = Rect(area.x, y, area.width, 7)
    layers.lay(drawing, "runes", spot, look, shown, partial(_runes, view, memory))
    y += 7 + roomy
    room = area.y + area.height - y
    beside = room < 13
    y += others(layers, drawing, view, Rect(area.x, y, area.width, room), beside)
    if not beside:
        told = Rect(area.x, y, area.width, area.y + area.height - y)
        layers.lay(drawing, "log", told, look, view.log, partial(_log, view))


def _display(view: View[State], size: TileSize, drawing: Drawing, area: Rect) -> None:
    display(drawing, view, area.x, area.y, area.width, size)


def _runes(view: View[State], memory: Memory, drawing: Drawing, area: Rect) -> None:
    runes(drawing, view, memory, area.x, area.y, area.width)


def _log(view: View[State], drawing: Drawing, area: Rect) -> None:
    log(drawing.picture, view, area)


def display(drawing: Drawing, view: View[State], x: int, y: int, width: int, size: TileSize) -> int:
    look, s = view.look, view.state
    _heading(drawing.picture, Rect(x, y, width, 1), look, Text("Display"), *_left(s))
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
        in_hand_beside(drawing.picture, view, at - 1, y + 1, at - 1 - (x + len(set(s.display)) * (size.pitch + 1)))
        tile(drawing.picture, at, y + 1, size, hand, look)
    return 1 + size.height


def in_hand_beside(picture: Picture, view: View[State], x: int, y: int, room: int) -> None:
    """What the tile at the end of the display is, in as many columns before it as are free."""
    word = view.look.clip(view.say(Text("hand")), min(room, 8))
    if cells.width(word) > 2:
        picture.put(x - cells.width(word), y, word, view.look.muted)
    picture.put(x - min(room, 4), y + 1, view.look.glyphs.arrow_right * min(room, 4), view.look.accent)


def _left(s: State) -> tuple[Text, Text]:
    """How long the game still lasts, in full and in short."""
    tiles = Text("{n} tile left", "{n} tiles left", n=s.tiles_left)
    rounds = Text("{n} round", "{n} rounds", n=s.tiles_left // s.rulings.players)
    return Text("{tiles}, {rounds}", tiles=tiles, rounds=rounds), tiles


def _heading(picture: Picture, area: Rect, look: Look, title: Text, *notes: Text) -> None:
    """A panel's title, and the first of these notes for which there is room."""
    said = look.say(title)
    note = roomy(look, area.width - cells.width(said) - 1, *notes)
    heading(picture, area.x, area.y, area.width, said, look, note)


def runes(drawing: Drawing, view: View[State], memory: Memory, x: int, y: int, width: int) -> int:
    look, hunter = view.look, view.state.hunters[view.seat]
    stock: dict[str, Value] = {"gems": gems_of(look, hunter), "extra": hunter.extra, "gem": hunter.gem}
    in_full, in_short = Text("gems {gems} extra {extra} gem {gem}", **stock), Text("{gems} {extra}x {gem}g", **stock)
    _heading(drawing.picture, Rect(x, y, width, 1), look, Text("Runes"), in_full, in_short)
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


def gems_of(look: Look, hunter: Hunter) -> str:
    """All gems of a hunter, those in the supply as whole ones."""
    return look.glyphs.gem * hunter.supply + look.glyphs.gem_small * (components().gems - hunter.supply)


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
    marked = place in view.targets and not here
    words = nearness_in(look, near, width - 3 if marked else width - 1)
    drawing.picture.put(x, y + 5, words, look.good if near.missing == 0 else look.muted)
    if marked:
        drawing.picture.put(x + width - 2, y + 5, look.glyphs.legal, look.on_table(palette.legal))


def others(layers: Layers, drawing: Drawing, view: View[State], area: Rect, log_beside: bool) -> int:
    s, look = view.state, view.look
    others = [(view.seat + n) % s.rulings.players for n in range(1, s.rulings.players)]
    big = area.height >= 17 and area.width >= len(others) * 22 - 2
    size = TileSize("mini", 4, 2, 0) if big else MINI
    pitch = max(12, 5 * size.width + 2)
    rows = 2 + 5 * size.height
    for n, seat in enumerate(others):
        active, fresh = s.seat == seat and bool(s.todo), view.marks if view.marked_seat == seat else None
        shown = (s.hunters[seat], active, fresh, big, view.names)
        spot = Rect(area.x + n * pitch, area.y, pitch - 1, rows)
        layers.lay(drawing, seat, spot, look, shown, partial(_other, view, seat, size))
    used = area.x + len(others) * pitch
    if log_beside and area.width - (used - area.x) >= 20:
        told = Rect(used, area.y, area.x + area.width - used, rows)
        layers.lay(drawing, "log", told, look, view.log, partial(_log, view))
    return rows + big


def _other(view: View[State], seat: Seat, size: TileSize, drawing: Drawing, area: Rect) -> None:
    other(drawing.picture, view, seat, area, size)


def other(picture: Picture, view: View[State], seat: Seat, area: Rect, size: TileSize) -> None:
    look, hunter, x, y = view.look, view.state.hunters[seat], area.x, area.y
    wide = 5 * size.width
    active = look.glyphs.play if view.state.seat == seat and view.state.todo else " "
    space = str(hunter.space)
    end = picture.put(x, y, active, look.accent)
    letter, called = initials(view.names)[seat], view.names[seat]
    if not called.upper().startswith(letter):
        # Whoever looks for the pawn has to know its mark.
        end = picture.put(end, y, letter, look.pawn(seat))
    picture.put(end, y, look.clip(called, x + wide - 1 - len(space) - end), look.seat(seat))
    picture.put(x + wide - len(space), y, space, look.strong)
    small_tableau(picture, x, y + 1, hunter.tableau, size, look, view, seat)
    stock: dict[str, Value] = {"gem": look.glyphs.gem, "gems": hunter.supply, "extra": hunter.extra, "uses": hunter.gem}
    texts = [Text("{gem}{gems} {extra}x {uses}g", **stock)]
    if hunter.held != HOLE:
        held = Piece(CARD, components().cards[hunter.held].id)
        texts = [
            Text("{gem}{gems} {extra}x {uses}g holds {rune}", **stock, rune=held),
            Text("{gem}{gems} {extra}x{uses}g {rune}", **stock, rune=held),
        ]
    picture.put(x, y + 1 + 5 * size.height, roomy(look, area.width, *texts), look.muted)


def big_card(drawing: Drawing, view: View[State], memory: Memory, number: int, x: int, y: int, held: bool) -> None:
    look, card = view.look, components().cards[number]
    drawing.places[RUNE, card.id] = Rect(x, y, 24, 8)
    title = Text("{id} {name}", id=card.id, name=name(card.name))
    worth = str(card.value)
    steps = Text("{n} step", "{n} steps", n=card.value)
    if card.lower:
        worth = f"{card.value}/{card.lower}"
        steps = Text("{steps} or {lower} steps", steps=card.value, lower=card.lower)
    _heading(drawing.picture, Rect(x, y, 24, 1), look, title, steps, plain(worth))
    tableau = view.state.hunters[view.seat].tableau
    near = memory.near(tableau, number)
    pattern(drawing.picture, x, y + 1, card, look.on_table(look.palette.ghost), look, 9)
    style = look.good if near.missing == 0 else look.text
    for n, text in enumerate(_needs(tableau, near, held)):
        drawing.picture.put(x + 10, y + 1 + n, look.clip(view.say(text), 14), style)
    for n, other in enumerate(o for o in range(len(view.names)) if o != view.seat):
        lacks = memory.near(view.state.hunters[other].tableau, number).missing
        text = Text("{who} lacks {missing}", who=Who(other), missing=lacks)
        if lacks >= FAR:
            text = Text("{who}: no room", who=Who(other))
        drawing.picture.put(x + 10, y + 5 + n, about(look, text, view.names, other, 14), look.muted)


def _needs(tableau: Tableau, near: Nearness, held: bool) -> list[Text]:
    """What a rune needs, in four short lines."""
    missing = near.cells & ~tableau.marks[near.attribute]
    state = nearness_words(near)
    return [
        Text("{state}, held", state=state) if held else state,
        Text("in {attribute}", attribute=symbol(near.attribute)),
        spaced(map(LATTICE.name, bits(missing))) if missing else Text("all tiles lie"),
        Text("gem in it") if near.gem else Text("no gem in it"),
    ]


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
