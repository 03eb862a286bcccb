"""Draws the hand view: tiles, disks, crystal, completed and kept buildings, and every open one by name."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine import Text
from tilehall.engine.games.sand import (
    ELEMENTS,
    GRID,
    HOLE,
    LEVELS,
    NO_POWER,
    POWERS,
    Magician,
    SandState,
    components,
    hourglasses,
    piece_letters,
    stars,
)
from tilehall.engine.games.sand import card as card_piece
from tilehall.tui.boards.layers import Layers
from tilehall.tui.boards.sand.building_cards import draw_buildings, fit_card_layout
from tilehall.tui.boards.sand.building_info import BuildingInfo, draw_title
from tilehall.tui.boards.sand.descriptions import CRYSTALS, USES
from tilehall.tui.boards.sand.own_stock import crystal_sign
from tilehall.tui.boards.sand.pieces import (
    draw_flat_disk,
    draw_pattern,
    element_letter,
    gain_chips,
    piece_chip,
    tile_form,
    worth_text,
)
from tilehall.tui.boards.sand.placement import CARD, DECK, POWER, RESERVE, SCORE, SQUARE, TILE
from tilehall.tui.boards.sentences import style_sentence
from tilehall.tui.config.look import Look
from tilehall.tui.player.view import View
from tilehall.tui.terminal.output import styled_text
from tilehall.tui.terminal.output.cells import wrap
from tilehall.tui.terminal.output.drawing import Drawing, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine

STOCKS = (Text("reserve"), Text("on board"), Text("supply"), Text("squares"))
STOCK, NAME, WORTH, GAIN = 9, 15, 7, 6
"""Columns of the name of a stock, the name of a building, its worth and its other gains."""
SPELT = 40
"""Columns from which on what a building lacks is written in words."""


def draw_hand(view: View[SandState], width: int, height: int, info: BuildingInfo) -> Drawing:
    drawing = Drawing(Picture(width, height, view.look.table))
    picture, magician = drawing.picture, view.state.magicians[view.seat]
    left = min(44, width // 2 - 1)
    y = _summary(drawing, view, 0)
    draw_title(drawing, view, Rect(1, y, left, 1), Text("Tiles"))
    cell = (4, 2) if left >= 44 else (3, 1)
    for n, tile in enumerate(t for t in range(len(components().tiles)) if magician.tiles >> t & 1):
        x = 1 + n * (3 * cell[0] + 3)
        draw_pattern(picture, x, y + 1, tile_form(tile), cell, view.look)
        drawing.sight_areas[TILE, components().tiles[tile].id] = Rect(x, y + 1, 3 * cell[0], 2 * cell[1])
    y = _reserve(drawing, view, Rect(1, y + 2 + 2 * cell[1], left, 6))
    y = _crystal(drawing, view, Rect(1, y, left, height - y))
    _tableau(drawing, view, Rect(1, y, left, height - y))
    _open(drawing, view, Rect(left + 4, 2, width - left - 5, height - 2), info)
    return drawing


def _summary(drawing: Drawing, view: View[SandState], y: int) -> int:
    picture, look, magician = drawing.picture, view.look, view.state.magicians[view.seat]
    signs = (look.glyphs.star, look.glyphs.hourglass, look.glyphs.arrow_up)
    dark = Text(
        "level {level}, {n} dark box in use",
        "level {level}, {n} dark boxes in use",
        level=magician.level,
        n=magician.dark,
    )
    told = (stars(magician.stars), hourglasses(magician.hourglasses), dark)
    text = "   ".join(f"{sign} {view.say(words)}" for sign, words in zip(signs, told, strict=True))
    end = picture.put(1, y, look.clip(text, picture.width - 2), look.strong)
    drawing.sight_areas[SCORE, "own"] = Rect(1, y, end - 1, 1)
    return y + 2


def _reserve(drawing: Drawing, view: View[SandState], area: Rect) -> int:
    """Draws the number of pieces of each element: in the reserve, on the board, in the supply."""
    look, s, picture, x, y = view.look, view.state, drawing.picture, area.x, area.y
    magician: Magician = s.magicians[view.seat]
    draw_title(drawing, view, area, Text("Disks"))
    for line, words in enumerate(STOCKS):
        picture.put(x, y + 2 + line, look.clip(view.say(words), STOCK), look.muted)
    for element in range(ELEMENTS):
        at = x + STOCK + 1 + 5 * element
        draw_flat_disk(picture, at, y + 1, element, look)
        drawing.sight_areas[RESERVE, element_letter(element)] = Rect(at, y + 1, 4, 4)
        on_board = (magician.boxes_of_element(element) & magician.disks).bit_count()
        counts = [magician.reserve[element], on_board, s.disks[element]]
        if element < len(s.squares):
            counts.append(s.squares[element])
            drawing.sight_areas[SQUARE, element_letter(element)] = Rect(at, y + 5, 4, 1)
        for line, count in enumerate(counts):
            picture.put(at + 1, y + 2 + line, str(count), look.strong if count else look.muted)
    return y + area.height


def _crystal(drawing: Drawing, view: View[SandState], area: Rect) -> int:
    """Draws the state of the crystal and its boxes, and what it does."""
    look, magician, width = view.look, view.state.magicians[view.seat], area.width
    if magician.power == NO_POWER:
        return area.y + 1
    draw_title(
        drawing, view, Rect(area.x, area.y + 1, width, 1), Text("Crystal: {power}", power=POWERS[magician.power])
    )
    drawing.sight_areas[POWER, components().powers[magician.power]] = Rect(area.x, area.y + 1, width, 1)
    boxes = " ".join(GRID.name(box) for box in range(GRID.size) if components().crystals[magician.power] >> box & 1)
    state = Text("{state}; boxes {boxes}", state=CRYSTALS[magician.crystal], boxes=boxes)
    lines = _wrapped(look, f"{crystal_sign(look, magician.crystal)} {view.say(state)}", width)
    lines += _wrapped(look, view.say(USES[magician.power]), width)
    for n, line in enumerate(lines, area.y + 2):
        drawing.picture.put(area.x, n, line, look.text)
    return area.y + 3 + len(lines)


def _wrapped(look: Look, words: str, columns: int) -> list[str]:
    """Breaks a sentence into two lines at most."""
    first, *rest = wrap(words, columns)
    return [first, look.clip(" ".join(rest), columns)] if rest else [first]


def _tableau(drawing: Drawing, view: View[SandState], area: Rect) -> None:
    """Draws the completed buildings, as many as fit in two columns."""
    look, magician, picture = view.look, view.state.magicians[view.seat], drawing.picture
    cards = [number for number in range(len(components().cards)) if magician.tableau >> number & 1]
    note = view.say(Text("{n} building", "{n} buildings", n=len(cards)))
    draw_title(drawing, view, area, Text("Finished"), note)
    if not cards:
        picture.put(area.x, area.y + 1, look.clip(view.say(Text("none yet")), area.width), look.muted)
    shown, pitch = 2 * (area.height - 1), area.width // 2 + 1
    for n, number in enumerate(cards[:shown]):
        x, y = area.x + n % 2 * pitch, area.y + 1 + n // 2
        if n == shown - 1 and len(cards) > shown:
            picture.put(x, y, look.glyphs.ellipsis, look.muted)
            return
        end = styled_text.put_line(
            picture, x, y, styled_text.cut_line(_titled(view, number), pitch - 2 - WORTH, look.glyphs.ellipsis)
        )
        drawing.sight_areas[CARD, components().cards[number].id] = Rect(x, y, end - x, 1)
        picture.put(end + 1, y, worth_text(components().cards[number], look), look.strong)


def _open(drawing: Drawing, view: View[SandState], area: Rect, info: BuildingInfo) -> None:
    """Draws the open and kept buildings by name with gains and lacks, and with patterns if there is room."""
    look, s, picture = view.look, view.state, drawing.picture
    x, y, width = area.x, area.y, area.width
    loose = area.height >= 21
    if area.height >= fit_card_layout(area).lines + 18:
        y += draw_buildings(Layers(), drawing, view, area, info) + 1
    for level in range(LEVELS):
        note = view.say(Text("{n} in the deck", "{n} in the deck", n=s.deck_size(level)))
        draw_title(drawing, view, Rect(x, y, width, 1), Text("Level {level}", level=level + 1), note)
        if (DECK, str(level + 1)) not in drawing.places:
            drawing.sight_areas[DECK, str(level + 1)] = Rect(x, y, width, 1)
        for number in s.row(level):
            if number != HOLE:
                y += 1
                _line(drawing, view, Rect(x, y, width, 1), number, info)
        y += 1 + loose
    kept = [number for number in info.near if number not in s.rows and number not in s.looked]
    if not kept and width < SPELT and y < area.y + area.height:
        _explained(drawing, view, Rect(x, y, width, 1), any(map(info.lacking.get, s.rows)))
    if kept:
        draw_title(drawing, view, Rect(x, y, width, 1), Text("Kept"))
    short = y + len(kept) >= area.y + area.height
    for n, number in enumerate(kept):
        if short:
            near = info.near[number]
            line: StyledLine = [*_titled(view, number), (f" {near.missing} {near.missing_elements}", look.text)]
            line = styled_text.cut_line(line, width // 2 - 1, look.glyphs.ellipsis)
            at = Rect(x + n % 2 * (width // 2), y + 1 + n // 2, width // 2, 1)
            styled_text.put_line(picture, at.x, at.y, line)
            drawing.sight_areas[CARD, components().cards[number].id] = at
        else:
            _line(drawing, view, Rect(x, y + 1 + n, width, 1), number, info)


def _explained(drawing: Drawing, view: View[SandState], area: Rect, with_mark: bool) -> None:
    """Draws the legend of the letters behind a building, and of the mark for disks not owned."""
    look = view.look
    line: StyledLine = [(view.say(Text("right: what it lacks")), look.muted)]
    if with_mark:
        line = [*line, ("   ! ", look.bad), (view.say(Text("not owned")), look.muted)]
    styled_text.put_line(drawing.picture, area.x, area.y, styled_text.cut_line(line, area.width, look.glyphs.ellipsis))


def _titled(view: View[SandState], number: int) -> StyledLine:
    """Returns a building by its name and colour."""
    return piece_chip(view.look, card_piece(number))


def _line(drawing: Drawing, view: View[SandState], area: Rect, number: int, info: BuildingInfo) -> None:
    """Draws a building in one line: its name, what it brings, and what it lacks."""
    picture, look, found, y = drawing.picture, view.look, components().cards[number], area.y
    if (CARD, found.id) not in drawing.places:
        drawing.sight_areas[CARD, found.id] = area
    styled_text.put_line(picture, area.x, y, styled_text.cut_line(_titled(view, number), NAME, look.glyphs.ellipsis))
    x = area.x + NAME + 1
    picture.put(x, y, worth_text(found, look), look.strong)
    x += WORTH
    told = [_in_letters(view, number, info)]
    if area.width >= SPELT:
        styled_text.put_line(picture, x, y, gain_chips(found, look, GAIN - 1))
        x += GAIN
        told = [*_in_words(view, number, info), *told]
    room = area.x + area.width - x
    fitting = next((line for line in told if styled_text.line_width(line) <= room), told[-1])
    styled_text.put_line(picture, x, y, styled_text.cut_line(fitting, room, look.glyphs.ellipsis))


def _in_letters(view: View[SandState], number: int, info: BuildingInfo) -> StyledLine:
    """Returns `2 GS!`: how many boxes a building lacks, and which; `!` if a special disk is not owned."""
    look, near = view.look, info.near[number]
    if number in info.ready:
        return [(f"{look.glyphs.check} {view.say(Text('ready'))}", look.good)]
    return [(f"{near.missing} {near.missing_elements}", look.text), ("!" * bool(info.lacking[number]), look.bad)]


def _in_words(view: View[SandState], number: int, info: BuildingInfo) -> Sequence[StyledLine]:
    """Returns the same in words, the longest variant first; nothing if it is ready."""
    look, missing = view.look, info.lacking[number]
    if number in info.ready:
        return ()
    lacks = style_sentence(
        Text("lacks {elements}", elements=info.near[number].missing_text), view.chips, look, (), look.text
    )
    if not missing:
        return (lacks,)
    owned = style_sentence(
        Text("no {disks} owned", disks=piece_letters("disk", missing)), view.chips, look, (), look.bad
    )
    return [*lacks, (", ", look.bad), *owned], [*lacks, ("!", look.bad)]
