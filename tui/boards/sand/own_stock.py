"""Draws the viewer's things below the board: stars, hourglasses, dark boxes, disks, power and tiles."""

from __future__ import annotations

from functools import partial

from tilehall.engine import Text
from tilehall.engine.games.sand import ELEMENTS, FRESH, NO_POWER, POWERS, READY, Magician, SandState, components
from tilehall.engine.games.sand import hourglasses as said_hourglasses
from tilehall.engine.games.sand import stars as said_stars
from tilehall.tui.boards.layers import Layers, current_picks, cursor_within
from tilehall.tui.boards.sand import circle
from tilehall.tui.boards.sand.building_info import BuildingInfo, cursor_style, draw_digit, is_picked
from tilehall.tui.boards.sand.pieces import draw_flat_disk, draw_pattern, element_letter, tile_form
from tilehall.tui.boards.sand.placement import POWER, RESERVE, SCORE, SUPPLY, TILE
from tilehall.tui.boards.short_names import fit_text
from tilehall.tui.config.look import Look
from tilehall.tui.player.view import View
from tilehall.tui.terminal.output import cells
from tilehall.tui.terminal.output.drawing import Drawing, Rect

LABEL = 6
"""Columns of the label before the disks."""
APART = 2
"""Columns of a tile's digit and the gap to the tile."""


def draw_own_stock(layers: Layers, drawing: Drawing, view: View[SandState], area: Rect, info: BuildingInfo) -> None:
    """Draws stars and dark boxes, disks, tiles and circle."""
    s, look, picks = view.state, view.look, current_picks(view)
    magician: Magician = s.magicians[view.seat]
    cell = _cell(area)
    loose = area.height >= 15
    marked = (view.hint_places, picks, view.targets)
    y = area.y + loose
    figures = (magician, s.rulings, cursor_within(view, SCORE))
    layers.paint_part(drawing, "scores", Rect(area.x, y, area.width, 1), look, figures, partial(_scores, view))
    source: object = (magician.reserve, s.disks, info.gained, cursor_within(view, SUPPLY, RESERVE), marked)
    # The last disk may take the gap beside the panel.
    layers.paint_part(
        drawing, "disks", Rect(area.x, y + 1, area.width + 2, 1), look, source, partial(_disks, view, info)
    )
    y += 2 + loose
    high = 1 + 2 * cell[1]
    source = (magician, cell, is_turning_tile(view), info.digits, cursor_within(view, TILE, POWER), marked)
    spot = Rect(area.x, y, area.width, high)
    layers.paint_part(drawing, "tiles", spot, look, source, partial(_tiles, view, cell, info))
    rest = Rect(area.x, y + high, area.width, area.y + area.height - y - high)
    circle.draw_circle(layers, drawing, view, rest, info)


def _cell(area: Rect) -> tuple[int, int]:
    """Returns the size of a square of the three tiles."""
    if area.height >= 24 and area.width >= 60:
        return 5, 3
    return (4, 2) if area.height >= 13 and area.width >= 46 else (2, 1)


def _scores(view: View[SandState], drawing: Drawing, area: Rect) -> None:
    """Draws stars, hourglasses out of ten, and the dark boxes in use out of those that the level allows."""
    look, magician = view.look, view.state.magicians[view.seat]
    picture, glyphs = drawing.picture, view.look.glyphs
    clock = f"{glyphs.hourglass}{magician.hourglasses}"
    if not view.state.rulings.solo:
        clock += f"/{components().hourglasses}"
    words = {"used": magician.dark, "level": magician.level}
    dark = Text("dark boxes {used} of {level}", **words)
    spelt = (look.say(said_stars(magician.stars)), look.say(said_hourglasses(magician.hourglasses)))
    drawing.places[SCORE, "own"] = Rect(area.x + 2, area.y, area.width - 2, 1)
    if view.cursor == (SCORE, "own"):
        picture.put(area.x + 1, area.y, glyphs.cursor_l, look.accent)
    x = picture.put(area.x + 2, area.y, f"{glyphs.star}{magician.stars}", look.accent)
    x = picture.put(x + 1, area.y, clock, look.text) + 2
    if area.width >= 58:
        told = f"{spelt[0]}, {spelt[1]}"
        x = picture.put(x, area.y, told, look.muted) + 2 if x + cells.width(told) < area.width - 22 else x
    room = area.x + area.width - x
    picture.put(x, area.y, fit_text(look, room, dark, Text("dark {used} of {level}", **words)), look.text)


def _disks(view: View[SandState], info: BuildingInfo, drawing: Drawing, area: Rect) -> None:
    """Draws the reserve with recent gains, or the supply while a disk of it is to be chosen."""
    look, s, x, y = view.look, view.state, area.x + 2, area.y
    from_supply = bool(view.cursor and view.cursor[0] == SUPPLY) or _is_trading(view)
    zone, counts = (SUPPLY, s.disks) if from_supply else (RESERVE, s.magicians[view.seat].reserve)
    label = view.say(Text("supply") if from_supply else Text("disks"))
    end = drawing.picture.put(x, y, look.fit(label, LABEL), look.muted)
    closed: list[int] = []
    for element in range(ELEMENTS):
        place, at = (zone, element_letter(element)), end + 5 * element
        drawing.places[place] = Rect(at + 1, y, 4, 1)
        draw_flat_disk(drawing.picture, at + 1, y, element, look, soft=not counts[element])
        new = bool(info.gained[element]) and not from_supply
        style = look.on_table(look.palette.last, True) if new else look.strong if counts[element] else look.muted
        drawing.picture.put(at + 4, y, str(counts[element]), style)
        if view.cursor == place or is_picked(view, place):
            drawing.picture.put(at, y, look.glyphs.cursor_l, look.accent)
            drawing.picture.put(at + 4, y, str(counts[element]), cursor_style(look))
            closed.append(at + 4 + len(str(counts[element])))
        elif place in view.hint_places:
            drawing.picture.put(at, y, look.glyphs.hint, look.accent)
        elif new and counts[element]:
            drawing.picture.put(at, y, "+", style)
    for at in closed:
        drawing.picture.put(at, y, look.glyphs.cursor_r, look.accent)


def _is_trading(view: View[SandState]) -> bool:
    """Returns whether the yellow power waits for the disk to get."""
    zones = {zone for zone, _ in view.selection.picks} if view.selection else set()
    asked = [zone for zone, _ in view.targets if zone in (RESERVE, SUPPLY)]
    return SUPPLY in asked and (RESERVE in zones or (POWER in zones and asked.count(RESERVE) < 2))


def _tiles(view: View[SandState], cell: tuple[int, int], info: BuildingInfo, drawing: Drawing, area: Rect) -> None:
    """Draws the three tiles with their digits; above them how to turn the tile in hand, and the power."""
    s, look = view.state, view.look
    mask = s.magicians[view.seat].tiles
    line = Rect(area.x + 2, area.y, area.width - 2, 1)
    room = line.width - _power(drawing, view, line)
    turn = view.say(Text("Tiles: {turn} turn, {flip} flip", turn="r", flip="f")) if is_turning_tile(view) else ""
    title = turn if turn and cells.width(turn) <= room else view.say(Text("Tiles"))
    drawing.picture.put(line.x, line.y, look.glyphs.line_h * room, look.line)
    drawing.picture.put(line.x, line.y, f"{look.clip(title, room - 1)} ", look.accent if turn else look.muted)
    pitch = min(3 * cell[0] + APART + 2, max(3 * cell[0] + APART, (area.width - 1) // 3))
    held = view.selection is not None and any(zone == TILE for zone, _ in view.selection.picks)
    for n, tile in enumerate(t for t in range(len(components().tiles)) if mask >> t & 1):
        place = (TILE, components().tiles[tile].id)
        x, y = area.x + 1 + n * pitch, area.y + 1
        drawing.places[place] = Rect(x + APART, y, 3 * cell[0], 2 * cell[1])
        draw_digit(drawing, view, place, x, y, info)
        if held and not is_picked(view, place):
            draw_pattern(drawing.picture, x + APART, y, tile_form(tile), cell, look, ())
            continue
        draw_pattern(drawing.picture, x + APART, y, tile_form(tile), cell, look)
        if is_picked(view, place):
            drawing.picture.put(x, y, info.digits.get(place, look.glyphs.check), cursor_style(look))
            drawing.picture.put(x, y + 1, look.glyphs.turn_cw if is_turning_tile(view) else " ", look.accent)


def _power(drawing: Drawing, view: View[SandState], line: Rect) -> int:
    """Draws the power and its crystal at the end of a line; returns the columns they take."""
    look, magician = view.look, view.state.magicians[view.seat]
    if magician.power == NO_POWER:
        return 0
    place, name = (POWER, components().powers[magician.power]), POWERS[magician.power]
    states = {
        READY: Text("{power} power ready", power=name),
        FRESH: Text("{power} power next turn", power=name),
    }
    state = states.get(magician.crystal, Text("{power} power", power=name))
    sign = crystal_sign(look, magician.crystal)
    short = Text("{power}", power=name) if is_turning_tile(view) else state
    words = fit_text(look, line.width - 12 - 8 * is_turning_tile(view), short, Text("{power}", power=name))
    style = look.accent if magician.crystal == READY else look.text if magician.crystal == FRESH else look.muted
    if view.cursor == place or is_picked(view, place):
        style = cursor_style(look)
    columns = cells.width(words) + 2
    x = line.x + line.width - columns
    drawing.picture.put(x, line.y, f"{sign} {words}", style)
    drawing.places[place] = Rect(x, line.y, columns, 1)
    if place in view.hint_places:
        drawing.picture.put(x - 1, line.y, look.glyphs.hint, look.accent)
    return columns + 1


def crystal_sign(look: Look, crystal: int) -> str:
    return (look.glyphs.crystal_clear, look.glyphs.crystal_fresh, look.glyphs.crystal_ready)[crystal]


def is_turning_tile(view: View[SandState]) -> bool:
    """Returns whether the tile in hand may be turned."""
    if view.selection is None or view.selection.decision.kind != "PRE":
        return False
    return any(zone == TILE for zone, _ in view.selection.picks)
