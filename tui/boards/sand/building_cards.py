"""Draws the building cards: name, pattern of small tiles, gains, and what is lacking."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import NamedTuple

from rich.style import Style

from tilehall.engine import Text
from tilehall.engine.games.sand import HOLE, LEVELS, BuildingCard, SandState, components, is_last_round
from tilehall.engine.games.sand import card as card_piece
from tilehall.tui.boards.layers import Layers, cursor_within
from tilehall.tui.boards.sand.building_info import BuildingInfo, cursor_style, draw_digit, is_picked
from tilehall.tui.boards.sand.gains import gain_lines
from tilehall.tui.boards.sand.pieces import draw_pattern, element_styles
from tilehall.tui.boards.sand.placement import CARD, DECK
from tilehall.tui.boards.short_names import fit_text
from tilehall.tui.boards.tiles import draw_heading
from tilehall.tui.config.look import Look
from tilehall.tui.player.view import View
from tilehall.tui.terminal.output import cells, styled_text
from tilehall.tui.terminal.output.drawing import Drawing, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine

KEEP = Text("Keep one")
SLOTS = 4
TALL = 14
"""Lines below the cards to keep for the other players, where cards are large."""


class CardLayout(NamedTuple):
    """The layout of the cards: columns and, level by level, lines of a card, and the size of its small tiles.

    Where there is little room neighbours share edges, and cards have no line for what they lack.
    """

    wide: int
    high: tuple[int, int, int]
    cell: tuple[int, int]
    shared: bool = False

    @property
    def lines(self) -> int:
        """The lines of all three rows and of the decks."""
        return sum(self.high) + 1


def fit_card_layout(area: Rect) -> CardLayout:
    """Returns the largest cards that leave room for the other players."""
    wide = area.width // SLOTS
    large, medium = CardLayout(min(wide, 34), (7, 9, 9), (4, 2)), CardLayout(wide, (5, 6, 6), (2, 1))
    if wide >= 23 and area.height >= large.lines + TALL:
        return large
    if wide >= 16 and area.height >= medium.lines + TALL - 1:
        return medium
    return CardLayout((area.width - 1) // SLOTS, (3, 4, 4), (2, 1), True)


def draw_buildings(layers: Layers, drawing: Drawing, view: View[SandState], area: Rect, info: BuildingInfo) -> int:
    """Draws the three rows of open buildings and the kept ones; returns the number of lines."""
    s: SandState = view.state
    lies = fit_card_layout(area)
    y = area.y + (not lies.shared)
    spots: list[tuple[int, int, Rect]] = []
    for level in range(LEVELS):
        for slot, found in enumerate(s.row(level)):
            spots.append((level, found, Rect(area.x + slot * lies.wide, y, lies.wide + lies.shared, lies.high[level])))
        y += lies.high[level]
    # Of two cards that share an edge the more important one is drawn last.
    spots.sort(key=lambda each: _weight(view, each[1], info))
    for level, found, spot in spots:
        _slot(layers, drawing, view, (level, spot.x), found, spot, lies, info)
    line = Rect(area.x, y if lies.shared else area.y, lies.wide * SLOTS + lies.shared, 1)
    source = (s, cursor_within(view, DECK), view.targets, lies)
    # The cursor on the last deck reaches beyond the line.
    wider = Rect(line.x, line.y, line.width + (not lies.shared), 1)
    layers.paint_part(drawing, "decks", wider, view.look, source, partial(_heading, view, line.width, lies))
    for _, found, spot in spots if lies.shared else ():
        if _weight(view, found, info) > 1:
            _close(drawing.picture, view, found, spot, info)
    y += lies.shared
    kept = [card for card in info.near if card not in s.rows and card not in s.looked]
    if kept:
        _kept(drawing, view, Rect(area.x, y, area.width, 1), kept, info)
        y += 1
    return y - area.y


def _weight(view: View[SandState], found: int, info: BuildingInfo) -> int:
    if found == HOLE:
        return 0
    if view.cursor == (CARD, components().cards[found].id):
        return 3
    return 2 if found in info.ready else 1


def _slot(
    layers: Layers,
    drawing: Drawing,
    view: View[SandState],
    name: tuple[int, int],
    found: int,
    spot: Rect,
    lies: CardLayout,
    info: BuildingInfo,
) -> None:
    """Draws a slot of the rows: its building, or a dot if it is empty."""
    if found == HOLE:
        drawing.picture.put(spot.x + spot.width // 2, spot.y + spot.height // 2, view.look.glyphs.dot, view.look.muted)
        return
    card = components().cards[found]
    place = (CARD, card.id)
    known = (info.near[found], info.lacking[found], found in info.ready, found in info.fresh)
    marked = (info.digits.get(place), view.cursor == place, place in view.hint_places, is_picked(view, place))
    paint = partial(_painted, view, card, lies, info)
    layers.paint_part(drawing, name, spot, view.look, (found, lies, known, marked), paint)


def _painted(
    view: View[SandState], card: BuildingCard, lies: CardLayout, info: BuildingInfo, drawing: Drawing, area: Rect
) -> None:
    draw_building(drawing, view, card, area, lies, info)


# --- one card -----------------------------------------------------------------------------------------------------


def draw_building(
    drawing: Drawing, view: View[SandState], card: BuildingCard, area: Rect, lies: CardLayout, info: BuildingInfo
) -> None:
    """Draws a building in its frame. Its place ends where that of its neighbour begins."""
    look, picture, place = view.look, drawing.picture, (CARD, card.id)
    found = components().card_numbers[card.id]
    drawing.places[place] = Rect(area.x, area.y, area.width - lies.shared, area.height)
    # A shared lower edge is part of the card below.
    bottom = area.height - (not lies.shared)
    _frame(picture, area, bottom, look, _edge(view, found, info))
    if view.cursor == place:
        _corners(picture, area, bottom, look)
    right, x = area.x + area.width - 1, area.x + 1
    if place in info.digits or place in view.hint_places:
        room = right - x - _titled(look, found, right - x)
        # A name that does not fit behind digit and gap goes without the gap, or begins at the corner.
        x = area.x if room < 1 else x
        draw_digit(drawing, view, place, x, area.y, info)
        x = picture.put(x + 1, area.y, " ", look.table) if room > 1 else x + 1
    _name(picture, view, card, found, Rect(x, area.y, right - x, 1), info)
    inner = Rect(area.x + 1, area.y + 1, area.width - 2, bottom - 1)
    draw_pattern(picture, inner.x, inner.y, card.form, lies.cell, look, info.present[found])
    for x, y, words in gain_lines(look, found, inner.width, inner.height - (not lies.shared), lies.cell):
        styled_text.put_line(picture, inner.x + x, inner.y + y, words)
    if not lies.shared:
        line = _lacking_text(view, found, inner.width, info)
        styled_text.put_line(picture, inner.x, inner.y + inner.height - 1, line)


def _edge(view: View[SandState], found: int, info: BuildingInfo) -> Style:
    """Returns the style of a card's frame: bright if it can be completed."""
    look = view.look
    if is_picked(view, (CARD, components().cards[found].id)):
        return look.strong
    return look.accent if found in info.ready or found in view.state.looked else look.line


def _frame(picture: Picture, area: Rect, below: int, look: Look, style: Style) -> None:
    """Draws the outline with the lower edge `below` lines under the upper one; not beyond the area."""
    glyphs, right, across = look.glyphs, area.x + area.width - 1, look.glyphs.line_h * (area.width - 2)
    picture.put(area.x, area.y, glyphs.line_tl + across + glyphs.line_tr, style)
    for x in (area.x, right):
        picture.fill(x, area.y + 1, 1, below - 1, style, glyphs.line_v)
    if below < area.height:
        picture.put(area.x, area.y + below, glyphs.line_bl + across + glyphs.line_br, style)


def _corners(picture: Picture, area: Rect, below: int, look: Look) -> None:
    """Draws the cursor around a card."""
    glyphs, style = look.glyphs, look.on_table(look.palette.cursor, bold=True)
    right = area.x + area.width - 1
    picture.put(area.x, area.y, glyphs.cursor_tl, style)
    picture.put(right, area.y, glyphs.cursor_tr, style)
    if below < picture.height:
        picture.put(area.x, area.y + below, glyphs.cursor_bl, style)
        picture.put(right, area.y + below, glyphs.cursor_br, style)


def _close(picture: Picture, view: View[SandState], found: int, spot: Rect, info: BuildingInfo) -> None:
    """Draws the lower edge of a highlighted card where the name of the card below leaves room."""
    look, edge, bottom = view.look, _edge(view, found, info), spot.y + spot.height
    picture.restyle(spot.x, bottom, spot.width, 1, lambda style: edge if style == look.line else style)
    # The line below the last row must stay whole.
    if view.cursor == (CARD, components().cards[found].id) and components().cards[found].level < LEVELS - 1:
        _corners(picture, spot, spot.height, look)


def _name(
    picture: Picture, view: View[SandState], card: BuildingCard, found: int, area: Rect, info: BuildingInfo
) -> None:
    """Draws the name with the letter of its colour into the upper edge, and a mark if the card is new."""
    look = view.look
    words, new = building_name(look, found), view.say(Text("new"))
    style = cursor_style(look) if view.cursor == (CARD, card.id) else look.strong if found in info.ready else look.muted
    room = area.width
    columns = _titled(look, found, room - (found in info.fresh))
    if found in info.fresh:
        mark = new if columns + cells.width(new) + 2 <= room else look.glyphs.last
        room -= cells.width(mark)
        picture.put(area.x + room, area.y, mark, look.on_table(look.palette.last))
        room -= mark == new
    end = picture.put(area.x, area.y, look.clip(words, room), style)
    if columns > cells.width(words):
        letter = card.id[-1]
        end = picture.put(end, area.y, " " * (columns - cells.width(words) - 1), style)
        picture.put(end, area.y, letter, element_styles(look)[components().letters.index(letter)][0])


@lru_cache(512)
def _titled(look: Look, found: int, room: int) -> int:
    """Returns the columns of a name with the letter of its colour, or without the letter if it does not fit.

    The letter's colour sets it apart from the name, so it needs no gap.
    """
    alone = cells.width(building_name(look, found))
    widest = (alone + 2, *(() if look.colourless else (alone + 1,)))
    return next((columns for columns in widest if columns <= room), alone)


@lru_cache(256)
def building_name(look: Look, found: int) -> str:
    return look.say(card_piece(found).name or Text(""))


def _lacking_text(view: View[SandState], found: int, room: int, info: BuildingInfo) -> StyledLine:
    """Returns `ready` or the missing elements; those that the viewer does not own are in the colour of warnings."""
    look, near, lacking = view.look, info.near[found], info.lacking[found]
    if found in info.ready:
        return [(look.clip(f"{look.glyphs.check} {view.say(Text('ready'))}", room), look.good)]
    style, elements = look.bad if lacking else look.muted, near.missing_elements
    counted: list[tuple[str, Style]] = []
    for element in dict.fromkeys(elements):
        face, _ = element_styles(look)[components().letters.index(element)]
        counted += [(" ", style), (str(elements.count(element)), style), (element, face)]
    label = (view.say(Text("lacks")), style)
    packed = [label, (" ", style), *(part for part in counted if part[0] != " ")]
    for words in ([label, *counted], packed):
        if styled_text.line_width(words) <= room:
            return words
    if len(counted) - 1 <= room:
        return counted[1:]
    return [(fit_text(look, room, Text("{n} short", "{n} short", n=near.missing)), style)]


# --- the decks, and the cards beside the rows ---------------------------------------------------------------------


def _heading(view: View[SandState], columns: int, lies: CardLayout, drawing: Drawing, area: Rect) -> None:
    """Draws the title, the round, and the size of each deck; the last round replaces the title."""
    s, look = view.state, view.look
    title = Text("Last round") if is_last_round(s) and s.todo else Text("Buildings")
    sizes = " ".join(str(s.deck_size(level)) for level in range(LEVELS))
    now = Text("round {round}, decks", round=s.round)
    if s.rulings.solo:
        now = Text("round {round} of {rounds}, decks", round=s.round, rounds=components().rounds)
    at, inner = (2, columns - 4) if lies.shared else (0, columns)
    words = look.clip(view.say(title), inner // 3)
    room = inner - cells.width(words) - cells.width(sizes) - 3
    note = f"{fit_text(look, room, now, Text('{round}', round=s.round))} {sizes}"
    if lies.shared:
        glyphs = look.glyphs
        drawing.picture.put(0, 0, glyphs.line_bl + glyphs.line_h * (columns - 2) + glyphs.line_br, look.line)
    draw_heading(drawing.picture, at, 0, inner, words, look, note)
    if is_last_round(s) and s.todo:
        drawing.picture.put(at, 0, words, look.warn)
    _decks(drawing, view, at + inner)


def _decks(drawing: Drawing, view: View[SandState], x: int) -> None:
    """Draws the size of each deck up to column `x`, and sets the decks' places."""
    s, look = view.state, view.look
    for level in reversed(range(LEVELS)):
        size = str(s.deck_size(level))
        x -= len(size)
        place = (DECK, str(level + 1))
        drawing.places[place] = Rect(x, 0, len(size), 1)
        if view.cursor == place:
            drawing.picture.put(x - 1, 0, look.glyphs.cursor_l + size + look.glyphs.cursor_r, look.accent)
        elif place in view.targets:
            drawing.picture.put(x, 0, size, look.accent)
        x -= 1


def _kept(drawing: Drawing, view: View[SandState], area: Rect, kept: list[int], info: BuildingInfo) -> None:
    """Draws the cards that the viewer keeps face down (red power) with what each lacks, ready ones first."""
    look = view.look
    label = look.clip(view.say(Text("kept")), area.width // 4)
    x = drawing.picture.put(area.x + 1, area.y, label, look.muted) + 1
    share, gap = (area.x + area.width - x) // len(kept), 2
    ordered = sorted(kept, key=lambda each: info.near[each].missing)
    told = [_kept_words(look, found, info, 99) for found in ordered]
    if sum(cells.width(words) + 2 * gap for words in told) - gap > area.x + area.width - x:
        # Names are cut so that all cards fit.
        told = [_kept_words(look, found, info, share - 2 * gap) for found in ordered]
    for found, words in zip(ordered, told, strict=True):
        place, isready = (CARD, components().cards[found].id), found in info.ready
        draw_digit(drawing, view, place, x, area.y, info)
        drawing.places[place] = Rect(x + gap, area.y, cells.width(words), 1)
        x = drawing.picture.put(x + gap, area.y, words, look.accent if isready else look.text) + gap


def _kept_words(look: Look, found: int, info: BuildingInfo, columns: int) -> str:
    """Returns a kept card in `columns`: its name, its stars if they fit, and what it lacks."""
    card = components().cards[found]
    state = look.glyphs.check if found in info.ready else str(info.near[found].missing)
    name, end = f"{building_name(look, found)} {card.id[-1]}", f" {state}"
    whole = f"{name} {look.glyphs.star}{card.stars}{end}"
    if cells.width(whole) <= columns:
        return whole
    return look.clip(name, max(1, columns - cells.width(end))) + end


def draw_power_cards(drawing: Drawing, view: View[SandState], area: Rect, info: BuildingInfo, note: str) -> None:
    """Draws the cards that the red power shows."""
    draw_heading(drawing.picture, area.x, area.y, area.width, view.say(KEEP), view.look, note)
    large = fit_card_layout(Rect(area.x, area.y, area.width, 60))
    lies = next(
        each
        for each in (large, CardLayout(min(area.width // SLOTS, 24), (6, 6, 6), (2, 1)))
        if max(each.high) < area.height or each is not large
    )
    for n, found in enumerate(view.state.looked):
        high = min(lies.high[components().cards[found].level], area.height - 1)
        spot = Rect(area.x + n * lies.wide, area.y + 1, lies.wide, high)
        draw_building(drawing, view, components().cards[found], spot, lies._replace(shared=False), info)
