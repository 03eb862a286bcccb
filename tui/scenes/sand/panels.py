"""Everything beside and below the own board: buildings, tiles, circle, disks, the other players, solo progress."""

from __future__ import annotations

from dataclasses import dataclass

from rich.style import Style

from tilehall.engine import Seat
from tilehall.engine.sand import (
    ELEMENTS,
    FRESH,
    GRID,
    HOLE,
    LEVELS,
    NO_POWER,
    READY,
    Card,
    Magician,
    Nearness,
    State,
    components,
    last_round,
    next_rank,
    rank_name,
)
from tilehall.tui.kernel.drawing import Drawing, Place, Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.look import Look
from tilehall.tui.play.view import View
from tilehall.tui.scenes.sand.pieces import chip, gain, hue, letter, pattern, small, stock, tile_form, worth
from tilehall.tui.scenes.sand.shapes import CARD, DECK, POWER, QUEUE, RESERVE, RING, RIVAL, SUPPLY, TILE
from tilehall.tui.scenes.tiles import heading

NEXT = 6
"""Tiles of the circle that are always shown: the two that may be taken, and the next four."""
WORDY = 16
"""Columns from which on a building has its name."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What the panels need to know and do not work out: how near each building is, which are ready, their digits."""

    near: dict[int, Nearness]
    lacking: dict[int, str]
    ready: frozenset[int]
    digits: dict[Place, str]


def crystal_sign(look: Look, crystal: int) -> str:
    return (look.glyphs.crystal_clear, look.glyphs.crystal_fresh, look.glyphs.crystal_ready)[crystal]


def number(drawing: Drawing, view: View[State], place: Place, x: int, y: int, sight: Sight) -> None:
    """The digit that chooses a place, or the arrow of the cursor or a hint beside it."""
    look, digit = view.look, sight.digits.get(place, "")
    if pointed_at(view, place):
        drawing.picture.put(x, y, look.glyphs.play, look.accent)
    elif digit:
        drawing.picture.put(x, y, digit, look.accent)


def pointed_at(view: View[State], place: Place) -> bool:
    return view.cursor == place or place in view.hint


def picked(view: View[State], place: Place) -> bool:
    return view.picker is not None and place in view.picker.picks


# --- buildings ----------------------------------------------------------------------------------------------------


def buildings(drawing: Drawing, view: View[State], area: Rect, sight: Sight) -> int:
    """The three rows of open buildings and the kept ones; how many lines they take."""
    s: State = view.state
    _decks(drawing, view, area)
    wide = area.width // 4
    cell = 2 if wide >= 13 else 1
    kept = [card for card in sight.near if card not in s.rows and card not in s.looked]
    loose = area.height >= 24
    y = area.y + 1
    for level in range(LEVELS):
        for slot, number_ in enumerate(s.row(level)):
            at = area.x + slot * wide
            if number_ == HOLE:
                drawing.picture.put(at + 1, y, view.look.glyphs.dot, view.look.muted)
            else:
                card(drawing, view, components().cards[number_], Rect(at, y, wide, 4), cell, sight)
        y += (4 if level or wide >= WORDY else 3) + loose
    if kept:
        _kept(drawing, view, Rect(area.x, y, area.width, 1), kept, sight)
        y += 1 + loose
    return y - area.y


def _decks(drawing: Drawing, view: View[State], area: Rect) -> None:
    s, look = view.state, view.look
    words = f"round {s.round}" if not s.rulings.solo else f"round {s.round} of {components().rounds}"
    decks = [f"{s.deck_size(level)}" for level in range(LEVELS)]
    note = f"{words}, decks " + " ".join(decks)
    heading(drawing.picture, area.x, area.y, area.width, "Buildings", look, note)
    x = area.x + area.width
    for level in reversed(range(LEVELS)):
        x -= len(decks[level])
        place = (DECK, str(level + 1))
        drawing.places[place] = Rect(x, area.y, len(decks[level]), 1)
        if view.cursor == place:
            drawing.picture.put(x - 1, area.y, look.glyphs.cursor_l + decks[level] + look.glyphs.cursor_r, look.accent)
        elif place in view.targets:
            drawing.picture.put(x, area.y, decks[level], look.accent)
        x -= 1
    if last_round(s) and s.todo:
        text = " last round "
        drawing.picture.put(area.x + 11, area.y, text, look.warn)


def card(drawing: Drawing, view: View[State], found: Card, area: Rect, cell: int, sight: Sight) -> None:
    """A building: its name, what it brings, its pattern and what is missing."""
    look, picture, place = view.look, drawing.picture, (CARD, found.id)
    number_ = components().card_numbers[found.id]
    drawing.places[place] = Rect(area.x, area.y, area.width, 4 if found.level or area.width >= WORDY else 3)
    isready, here = number_ in sight.ready, view.cursor == place
    # A name begins with a digit itself.
    number(drawing, view, place, area.x, area.y + (not pointed_at(view, place)), sight)
    title = look.accent if here else look.good if isready else look.strong if picked(view, place) else look.text
    wordy = area.width >= WORDY
    name = f"{found.id} {found.name}" if wordy else found.id
    end = picture.put(area.x + 1, area.y, name[: area.width - 1], title)
    if not wordy:
        costs = worth(found, look)
        tight = end + 1 + len(costs) >= area.x + area.width
        picture.put(end + 1, area.y, costs.replace(" ", "") if tight else costs, look.accent)
    pattern(picture, area.x + 1, area.y + 1, found.form, (cell, 1), look, False)
    for x, y, (text, style) in _told(found, number_, area, cell, look, sight):
        picture.put(x, y, text, style)


Words = tuple[str, Style]


def _told(found: Card, number_: int, area: Rect, cell: int, look: Look, sight: Sight) -> list[tuple[int, int, Words]]:
    """What a building brings and lacks, and where that is written: beside the pattern, or below if it is flat."""
    high, wide = 1 + max(r for r, _, _ in found.form), 1 + max(c for _, c, _ in found.form)
    left, beside, y = area.x + 1, area.x + 2 + 3 * cell, area.y + 1
    whole, part = area.width - 2, area.width - 2 - 3 * cell
    brings, costs = (gain(found, look), look.text), (worth(found, look), look.accent)
    if wide > 3:
        both = f"{costs[0]} {brings[0]}" if area.width >= WORDY else brings[0]
        return [(left, y + 1, (both, look.accent)), (left, y + 2, _need(number_, whole, look, sight))]
    if area.width >= WORDY:
        return [(beside, y, costs), (beside, y + 1, brings), (beside, y + 2, _need(number_, part, look, sight))]
    if found.level and high <= 2:
        return [(beside, y, brings), (left, y + 2, _need(number_, whole, look, sight))]
    return [(beside, y, brings), (beside, y + 1, _need(number_, part, look, sight))]


def _need(number_: int, width: int, look: Look, sight: Sight) -> Words:
    """`ready`, or how many boxes are missing and which elements; a special one that is not owned has a `!`."""
    near, lacking = sight.near[number_], sight.lacking[number_]
    if number_ in sight.ready:
        return (look.glyphs.check if width > 5 else "") + "ready", look.good
    elements, end = near.elements, "!" * bool(lacking)
    text = f"{near.missing} {elements}{end}"
    if len(text) > width:
        text = f"{near.missing} {''.join(dict.fromkeys(elements))}{end}"
    if len(text) > width:
        text = text.replace(" ", "")
    return text, look.bad if lacking else look.text if near.missing <= 2 else look.muted


def _kept(drawing: Drawing, view: View[State], area: Rect, kept: list[int], sight: Sight) -> None:
    """Own cards kept face down by the red power with how many boxes each lacks, ready ones first, as many as fit."""
    look = view.look
    x = drawing.picture.put(area.x + 1, area.y, "kept", look.muted) + 1
    for number_ in sorted(kept, key=lambda each: sight.near[each].missing):
        found, isready = components().cards[number_], number_ in sight.ready
        place = (CARD, found.id)
        text = f"{found.id} {look.glyphs.check if isready else sight.near[number_].missing}"
        at = x + 1 + (place in sight.digits)
        if at + len(text) > area.x + area.width:
            drawing.picture.put(x, area.y, look.glyphs.ellipsis, look.muted)
            return
        number(drawing, view, place, x, area.y, sight)
        drawing.places[place] = Rect(at, area.y, len(text), 1)
        style = look.accent if view.cursor == place else look.good if isready else look.text
        x = drawing.picture.put(at, area.y, text, style) + 1


def looked(drawing: Drawing, view: View[State], area: Rect, sight: Sight) -> None:
    """The cards that the red power shows."""
    heading(drawing.picture, area.x, area.y, area.width, "Keep one", view.look, _rivals(view, area.width - 11))
    wide = area.width // 4
    for n, number_ in enumerate(view.state.looked):
        spot = Rect(area.x + n * wide, area.y + 1, wide, 4)
        card(drawing, view, components().cards[number_], spot, 2 if wide >= 13 else 1, sight)


# --- the own things below the board -------------------------------------------------------------------------------


def own(drawing: Drawing, view: View[State], area: Rect, sight: Sight) -> None:
    """Stars and levels, disks, tiles and circle."""
    roomy = area.height >= 13
    y = area.y + roomy
    _scores(drawing, view, area.x, y)
    _disks(drawing, view, area.x, y + 1)
    y += 2 + (area.height >= 15)
    cell = (4, 2) if roomy and area.width >= 46 else (2, 1)
    _tiles(drawing, view, Rect(area.x, y, area.width, 1 + 2 * cell[1]), cell, sight)
    y += 1 + 2 * cell[1]
    _circle(drawing, view, Rect(area.x, y, area.width, 1 + 2 * cell[1]), cell, sight)


def _scores(drawing: Drawing, view: View[State], x: int, y: int) -> None:
    look, magician = view.look, view.state.magicians[view.seat]
    picture, glyphs = drawing.picture, view.look.glyphs
    x = picture.put(x + 2, y, f"{glyphs.star}{magician.stars}", look.accent)
    if view.state.rulings.solo:
        x = picture.put(x + 1, y, f"{glyphs.hourglass}{magician.hourglasses}", look.text)
    else:
        x = picture.put(x + 1, y, f"{glyphs.hourglass}{magician.hourglasses}/{components().hourglasses}", look.text)
    x = picture.put(x + 1, y, f"dark {magician.dark}/{magician.level}", look.text)
    if magician.power == NO_POWER:
        return
    name = components().powers[magician.power]
    place = (POWER, name)
    text = f"{crystal_sign(look, magician.crystal)}{name}"
    style = look.accent if magician.crystal == READY else look.text if magician.crystal == FRESH else look.muted
    drawing.places[place] = Rect(x + 2, y, len(text), 1)
    if view.cursor == place or place in view.hint or picked(view, place):
        picture.put(x + 1, y, glyphs.play, look.accent)
    picture.put(x + 2, y, text, style)


def _disks(drawing: Drawing, view: View[State], x: int, y: int) -> None:
    """The reserve; where a disk of the supply is to be chosen, the supply."""
    look, s = view.look, view.state
    from_supply = bool(view.cursor and view.cursor[0] == SUPPLY) or _trading(view)
    zone, counts = (SUPPLY, s.disks) if from_supply else (RESERVE, s.magicians[view.seat].reserve)
    end = drawing.picture.put(x + 2, y, "supply" if from_supply else "disks ", look.muted)
    for element in range(ELEMENTS):
        place, at = (zone, letter(element)), end + 5 * element
        drawing.places[place] = Rect(at + 1, y, 4, 1)
        chip(drawing.picture, at + 1, y, element, look, soft=not counts[element])
        drawing.picture.put(at + 4, y, str(counts[element]), look.strong if counts[element] else look.muted)
        if view.cursor == place or picked(view, place) or place in view.hint:
            drawing.picture.put(at, y, look.glyphs.play, look.accent)


def _trading(view: View[State]) -> bool:
    """Whether the yellow power waits for the disk to get."""
    zones = {zone for zone, _ in view.picker.picks} if view.picker else set()
    return {POWER, RESERVE} <= zones or (bool(view.targets) and all(zone == SUPPLY for zone, _ in view.targets))


def _tiles(drawing: Drawing, view: View[State], area: Rect, cell: tuple[int, int], sight: Sight) -> None:
    s, look = view.state, view.look
    mask = s.magicians[view.seat].tiles
    heading(drawing.picture, area.x + 2, area.y, area.width - 2, "Tiles", look, _turning(view))
    for n, tile in enumerate(t for t in range(len(components().tiles)) if mask >> t & 1):
        place = (TILE, components().tiles[tile].id)
        x = area.x + 1 + n * (3 * cell[0] + 4)
        drawing.places[place] = Rect(x + 1, area.y + 1, 3 * cell[0], 2 * cell[1])
        number(drawing, view, place, x, area.y + 1, sight)
        quiet = bool(view.picker and not picked(view, place) and any(z == TILE for z, _ in view.picker.picks))
        pattern(drawing.picture, x + 1, area.y + 1, tile_form(tile), cell, look, quiet)
        if picked(view, place):
            drawing.picture.put(x, area.y + 1, look.glyphs.play, look.accent)
            drawing.picture.put(x, area.y + 2, look.glyphs.turn_cw if _turning(view) else " ", look.accent)


def _turning(view: View[State]) -> str:
    holding = view.picker and any(zone == TILE for zone, _ in view.picker.picks)
    return "r turn, f flip" if holding and view.picker and view.picker.decision.kind == "PRE" else ""


def _circle(drawing: Drawing, view: View[State], area: Rect, cell: tuple[int, int], sight: Sight) -> None:
    """The first two tiles in large, the next four small."""
    s, look = view.state, view.look
    note = f"{len(s.circle)} tiles"
    heading(drawing.picture, area.x + 2, area.y, area.width - 2, "Circle", look, note)
    x = area.x + 1
    for n, tile in enumerate(s.circle[:2]):
        place = (QUEUE, str(n + 1)) if taking(view) else (RING, components().tiles[tile].id)
        drawing.places[place] = Rect(x + 1, area.y + 1, 3 * cell[0], 2 * cell[1])
        number(drawing, view, place, x, area.y + 1, sight)
        pattern(drawing.picture, x + 1, area.y + 1, tile_form(tile), cell, look, False)
        x += 3 * cell[0] + 2
    for n, tile in enumerate(s.circle[2:NEXT]):
        at = x + n * 4 + (cell[0] > 2) if cell[0] == 2 else x + 2 + n * 5
        ring_tile(drawing, view, tile, at, area.y + 1)


def ring_tile(drawing: Drawing, view: View[State], tile: int, x: int, y: int) -> None:
    """A tile of the circle, small."""
    place = (RING, components().tiles[tile].id)
    drawing.places[place] = Rect(x, y, 3, 2)
    pattern(drawing.picture, x, y, tile_form(tile), (1, 1), view.look, place not in view.targets)
    if view.cursor == place or place in view.hint:
        drawing.picture.put(x - 1, y, view.look.glyphs.play, view.look.accent)


def taking(view: View[State]) -> bool:
    s: State = view.state
    return bool(s.todo) and s.todo[0][0] == "TAKE"


# --- the others ---------------------------------------------------------------------------------------------------


def ring(drawing: Drawing, view: View[State], area: Rect) -> None:
    """The rest of the circle, where the blue power may reach it."""
    tiles = view.state.circle[NEXT:]
    heading(drawing.picture, area.x, area.y, area.width, "Circle", view.look, _rivals(view, area.width - 9))
    per_row = (area.width - 1) // 4
    for n, tile in enumerate(tiles):
        ring_tile(drawing, view, tile, area.x + 1 + n % per_row * 4, area.y + 1 + n // per_row * 3)


def _rivals(view: View[State], width: int) -> str:
    """The others in one line, while something else takes the room of their boards."""
    s, glyphs, players = view.state, view.look.glyphs, view.state.rulings.players
    seats = [(view.seat + n) % players for n in range(1, players)]
    scores = [f"{glyphs.star}{s.magicians[n].stars} {glyphs.hourglass}{s.magicians[n].hourglasses}" for n in seats]
    room = width // max(1, len(seats)) - 2
    names = [view.names[n][: max(1, room - len(score))] for n, score in zip(seats, scores, strict=True)]
    return "  ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True))


def others(drawing: Drawing, view: View[State], area: Rect) -> Rect:
    """The boards of the others with what they have, and the part of the area that they take."""
    s: State = view.state
    players = s.rulings.players
    seats = [(view.seat + n) % players for n in range(1, players)]
    sizes = ((4, 2), (3, 1), (2, 1))
    cell = next(
        (c for c in sizes if GRID.width * c[0] + 3 <= area.width // len(seats) and 5 * c[1] + 2 <= area.height), (2, 1)
    )
    pitch = min(area.width // len(seats), max(GRID.width * cell[0] + 3, 17))
    for n, seat in enumerate(seats):
        drawing.places[RIVAL, str(seat)] = Rect(area.x + n * pitch + 1, area.y, pitch - 2, 1)
        _other(drawing.picture, view, seat, area.x + n * pitch, area.y, cell, pitch)
    return Rect(area.x, area.y, pitch * len(seats), 2 + GRID.height * cell[1])


def _other(picture: Picture, view: View[State], seat: Seat, x: int, y: int, cell: tuple[int, int], pitch: int) -> None:
    s, look = view.state, view.look
    magician: Magician = s.magicians[seat]
    here = view.cursor == (RIVAL, str(seat))
    active = look.glyphs.cursor_l if here else look.glyphs.play if s.seat == seat and s.todo else " "
    marks = f"{look.glyphs.star}{magician.stars} {look.glyphs.hourglass}{magician.hourglasses}"
    end = picture.put(x, y, active, look.accent)
    picture.put(end, y, view.names[seat][: max(3, pitch - 3 - len(marks))], look.seat(seat))
    wide = GRID.width * cell[0]
    picture.put(x + max(wide + 1, pitch - 2) - len(marks), y, marks, look.strong)
    for box in range(GRID.size):
        r, c = GRID.where(box)
        _small_box(picture, view, seat, box, x + 1 + c * cell[0], y + 1 + r * cell[1], cell)
    text = f"{look.glyphs.arrow_up}{magician.level}"
    if magician.power != NO_POWER:
        name = components().powers[magician.power]
        text += crystal_sign(look, magician.crystal) + (name if pitch >= 21 else "")
    if any(s.kept_counts(seat)):
        text += f" {sum(s.kept_counts(seat))}k"
    picture.put(x + 1, y + 1 + GRID.height * cell[1], f"{text} {stock(magician.reserve)}"[: pitch - 1], look.muted)


def _small_box(
    picture: Picture, view: View[State], seat: Seat, box: int, x: int, y: int, cell: tuple[int, int]
) -> None:
    look, magician = view.look, view.state.magicians[seat]
    element = magician.on(box) if magician.occupied >> box & 1 else None
    if element is not None:
        small(picture, x, y, *cell, element, bool(magician.disks >> box & 1), look)
        if GRID.name(box) in view.marks and view.marked_seat == seat:
            ground = look.face(hue(look, element))
            picture.put(x + cell[0] - 1, y + cell[1] - 1, look.glyphs.last, ground)
        return
    dark = components().dark >> box & 1
    if dark:
        ink = look.palette.grid if look.ansi else look.palette.lattice
        picture.fill(x, y, *cell, look.style(ink, look.palette.outside), look.glyphs.dark)
        return
    ground = look.style(look.palette.grid, look.palette.lattice)
    picture.fill(x, y, *cell, ground)
    if look.ansi:
        picture.put(x + (cell[0] - 1) // 2, y + cell[1] // 2, look.glyphs.dot, ground)


def solo(drawing: Drawing, view: View[State], area: Rect) -> Rect:
    """Rounds done and left, tiles set aside, the rank now and the way to the next."""
    s, look, picture = view.state, view.look, drawing.picture
    rounds, magician = components().rounds, s.magicians[view.seat]
    left = rounds - s.round + bool(s.todo)
    heading(picture, area.x, area.y, area.width, "Solo challenge", look, f"{left} rounds left")
    done = rounds - left
    end = picture.put(area.x + 1, area.y + 1, f"{look.glyphs.track_done} " * done, look.accent)
    picture.put(end, area.y + 1, f"{look.glyphs.track_todo} " * left, look.muted)
    end = picture.put(area.x + 1, area.y + 2, rank_name(magician.stars), look.strong)
    further = next_rank(magician.stars)
    if further:
        picture.put(end, area.y + 2, f", {further[1]} stars to {further[0]}", look.text)
    count = s.aside.bit_count()
    picture.put(area.x + 1, area.y + 3, f"{count} tile{'s'[: count != 1]} set aside", look.muted)
    return Rect(area.x, area.y, area.width, 4)
