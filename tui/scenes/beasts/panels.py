"""Beside the board: the dice of the turn, the cards, the hunters, the beasts, and what a choice would bring."""

from __future__ import annotations

from tilehall.engine import Seat
from tilehall.engine.beasts import WILD, Beast, Hunter, State, components, fitting_edges
from tilehall.tui.kernel.cells import wrap
from tilehall.tui.kernel.drawing import Drawing, Place, Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.look import Look
from tilehall.tui.play.picking import Choice
from tilehall.tui.play.view import View
from tilehall.tui.scenes.beasts import pieces
from tilehall.tui.scenes.beasts.tally import (
    BEAST,
    CARD,
    DIE,
    GAINS,
    SOON,
    WARNINGS,
    cards,
    countdown,
    foreseen,
    strong,
    total,
)
from tilehall.tui.scenes.text import Lines
from tilehall.tui.scenes.tiles import heading

CONDITIONS = {
    "any": "any enclosure",
    "reinforced": "reinforced fence",
    "types": "3 types of cards",
    "four": "four cards",
}
ROOM_FOR_CONDITIONS = 35
TRAY = 12
"""Columns that a die or card takes at most, with its number."""


def still(drawing: Drawing, view: View[State], area: Rect) -> list[int]:
    """The panels that a cursor on the board does not change; returns the rows where each begins, and the next one."""
    roomy, starts = area.height >= 30, [area.y]
    for part in (_dice, _cards, _hunters, _beasts):
        y = starts[-1]
        starts.append(y + part(drawing, view, Rect(area.x, y, area.width, area.height), roomy) + (area.height >= 24))
    return starts


# --- dice and cards -----------------------------------------------------------------------------------------------


def _dice(drawing: Drawing, view: View[State], area: Rect, roomy: bool) -> int:
    s, look = view.state, view.look
    seat = max(s.seat, 0)
    hunter: Hunter = s.hunters[seat]
    note = _dice_note(s) if seat == view.seat else f"of {view.names[seat][:10]}"
    heading(drawing.picture, area.x, area.y, area.width, "Dice", look, note)
    pitch, high = min(area.width // 4, TRAY), 3 if roomy else 2
    for number, colour in enumerate(hunter.dice):
        x = area.x + number * pitch
        rect = Rect(x + 1, area.y + 1, min(6, pitch - 2), high)
        own = seat == view.seat
        if own:
            drawing.places[DIE, str(number + 1)] = rect
        drawing.picture.put(x, area.y + 1, str(number + 1) if own and s.faces else " ", look.muted)
        _tray_die(drawing.picture, view, rect, number, colour)
    return 1 + high


def _dice_note(s: State) -> str:
    if s.point == "KEEP":
        wilds = s.faces.count(WILD)
        return f"{wilds} wilds, one usable" if wilds > 1 else "the rest rerolls once"
    if s.point == "PLACE":
        return "wild used" if s.wild else "one wild a turn" if WILD in s.faces else ""
    return ""


def _tray_die(picture: Picture, view: View[State], rect: Rect, number: int, colour: int) -> None:
    s, look, place = view.state, view.look, (DIE, str(number + 1))
    last = rect.y + rect.height - 1
    picks = view.picker.picks if view.picker else []
    if not s.faces:
        style = look.soft(pieces.colour_of(look, colour))
        picture.fill(rect.x, rect.y, rect.width, rect.height, style)
        pieces.centred(picture, rect, last, pieces.owner(colour), style)
    elif s.placed >> number & 1:
        style = look.style(look.palette.grid, look.palette.lattice)
        picture.fill(rect.x, rect.y, rect.width, rect.height, style)
        pieces.centred(picture, rect, last, "set", style)
    else:
        spent = s.point == "PLACE" and not s.free >> number & 1
        dim = spent or (s.point == "KEEP" and bool(picks) and place not in picks)
        style = pieces.die(picture, rect, look, colour, s.faces[number], dim)
        if spent:
            pieces.centred(picture, rect, last, "used", style)
    if place in picks:
        sign = look.glyphs.check if s.point == "KEEP" else look.glyphs.play
        picture.put(rect.x + rect.width - 2, last, sign, style)
    _around(picture, view, rect, place)


def _around(picture: Picture, view: View[State], rect: Rect, place: Place) -> None:
    """Hint and cursor on a piece of a panel."""
    if place in view.hint:
        pieces.mark(
            picture, rect.x - 1, rect.y + rect.height - 1, view.look.glyphs.play, view.look.palette.accent, view.look
        )
    if view.cursor == place:
        pieces.cursor(picture, rect, view.look)


def _cards(drawing: Drawing, view: View[State], area: Rect, roomy: bool) -> int:
    s, look = view.state, view.look
    hunter: Hunter = s.hunters[view.seat]
    note = f"deck {sum(hunter.deck)}, thrown {sum(hunter.discard)}"
    heading(drawing.picture, area.x, area.y, area.width, "Cards", look, note)
    pitch, high = min(area.width // 4, TRAY), 2 if roomy else 1
    own = s.seat == view.seat
    first = {"PLACE": len(s.faces) + 1, "DISCARD": 1}.get(s.point, 0) if own else 0
    picks = view.picker.picks if view.picker else []
    for n, name in enumerate(cards(hunter)):
        x, place = area.x + n * pitch, (CARD, name)
        rect = Rect(x + 1, area.y + 1, min(6, pitch - 2), high)
        drawing.places[place] = rect
        drawing.picture.put(x, area.y + 1, str(first + n) if first else " ", look.muted)
        hue = pieces.colour_of(look, view.seat)
        style = look.soft(hue) if place in picks and s.point == "DISCARD" else look.face(hue)
        drawing.picture.fill(rect.x, rect.y, rect.width, rect.height, style)
        text = f"{name[0]}{pieces.icon(look, components().icons.index(name[0]))}"
        pieces.centred(drawing.picture, rect, rect.y, text, style)
        if high > 1:
            pieces.centred(drawing.picture, rect, rect.y + 1, pieces.owner(view.seat) + " ", style)
        if place in picks:
            sign = look.glyphs.cross if s.point == "DISCARD" else look.glyphs.play
            drawing.picture.put(rect.x, rect.y, sign, style)
        _around(drawing.picture, view, rect, place)
    return 1 + high


# --- hunters and beasts -------------------------------------------------------------------------------------------


def _hunters(drawing: Drawing, view: View[State], area: Rect, roomy: bool) -> int:
    s, look, picture = view.state, view.look, drawing.picture
    heading(picture, area.x, area.y, area.width, "Hunters", look, "pts own cards ")
    rows = 1
    for n in range(s.rulings.players):
        seat = (view.seat + n) % s.rulings.players
        _hunter(picture, view, seat, Rect(area.x, area.y + rows, area.width, 1))
        rows += 1
        if roomy:
            _hunter_more(picture, view, seat, Rect(area.x, area.y + rows, area.width, 1))
            rows += 1
    board = s.board
    black = f"{s.neutral} black left" if area.width > 32 else f"k{s.neutral}"
    tally = f"dice {board.filled.bit_count()}/44 cards {board.carded.bit_count()}/17 {black}"
    picture.put(area.x, area.y + rows, tally, look.muted)
    soon = countdown(view, area.width)
    if soon:
        picture.put(area.x, area.y + rows + 1, soon, look.warn)
    return rows + 1 + bool(soon)


def _hunter(picture: Picture, view: View[State], seat: Seat, area: Rect) -> None:
    s, look, hunter = view.state, view.look, view.state.hunters[seat]
    active = look.glyphs.play if s.seat == seat and not s.ending else " "
    x, y, right = area.x, area.y, area.x + area.width
    picture.put(x, y, active, look.accent)
    picture.put(x + 1, y, components().colours[seat], look.face(pieces.colour_of(look, seat)))
    picture.put(x + 3, y, view.names[seat][: area.width - 20], look.strong if seat == view.seat else look.text)
    picture.put(right - 15, y, f"{total(s, seat):>3}", look.strong)
    own = s.own_left(seat)
    picture.put(right - 11, y, f"{own:>3}", look.warn if own <= SOON else look.text)
    picture.put(right - 7, y, "".join(name[0] for name in cards(hunter)), look.text)
    caught = sum(hunter.captured)
    if caught:
        picture.put(right - 2, y, f"{caught}{look.glyphs.beast}", look.good)


def _hunter_more(picture: Picture, view: View[State], seat: Seat, area: Rect) -> None:
    """The second line of a hunter: points of fences, and the captured beasts."""
    s, look = view.state, view.look
    caught = [beast.id + (f" x{n}" if n > 1 else "") for beast, n in _captured(s.hunters[seat])]
    text = ", ".join([f"fences {s.points(seat)}", *caught])
    picture.put(area.x + 3, area.y, text[: area.width - 3], look.muted)


def _captured(hunter: Hunter) -> list[tuple[Beast, int]]:
    return [(beast, n) for beast, n in zip(components().beasts, hunter.captured, strict=True) if n]


def _beasts(drawing: Drawing, view: View[State], area: Rect, roomy: bool) -> int:
    """The supply, with points; where there is room with what a capture asks for."""
    look, picture, supply = view.look, drawing.picture, view.state.board.supply
    heading(picture, area.x, area.y, area.width, "Beasts", look, "pts left" if area.height >= 24 else "left")
    tall = area.height >= 24
    for kind, beast in enumerate(components().beasts):
        wide = area.width if tall else 12
        x, y = (area.x, area.y + 1 + kind) if tall else (area.x + kind % 2 * 14, area.y + 1 + kind // 2)
        place, rect = (BEAST, beast.id), Rect(x, y, wide, 1)
        drawing.places[place] = rect
        here = view.cursor == place
        picked = view.picker is not None and place in view.picker.picks
        sign = look.glyphs.play if here or picked or place in view.hint else pieces.emblem(look, kind)
        if place in view.targets and not here:
            sign = look.glyphs.legal
        style = look.accent if here or picked else look.text if supply[kind] else look.muted
        picture.put(x, y, sign, look.accent if here or picked else look.muted)
        picture.put(x + 2, y, beast.id, style)
        if tall:
            if wide >= ROOM_FOR_CONDITIONS:
                picture.put(x + 11, y, CONDITIONS[beast.condition], look.muted)
            picture.put(x + wide - 7, y, f"{beast.points:>2}", look.muted)
        picture.put(x + wide - 2, y, f"{supply[kind]:>2}", style)
    return 5 if tall else 3


# --- what a choice would bring ------------------------------------------------------------------------------------


def outlook(view: View[State], found: list[Choice[State]], width: int, label: str) -> Lines:
    """What the choice under the cursor brings; of several what the best ones bring."""
    look = view.look
    if len(found) == 1:
        lines: Lines = [(text, look.strong) for text in wrap(label, width)]
        for phrase in foreseen(view, found[0]):
            lines += _phrase(phrase, look, width)
        return lines
    lines = [(text, look.muted) for text in wrap(label, width)]
    best = strong(view.state.board)
    picks = set(view.picker.picks) if view.picker else set()
    for choice in found:
        places = [place for place in choice.places if place in best and place not in picks]
        if places:
            brief = foreseen(view, choice)[0].partition(" (")[0]
            lines += _phrase(f"{_short(choice, view)}: {brief}", look, width)
    return lines


def _short(choice: Choice[State], view: View[State]) -> str:
    """The places of a choice that are still open: a slot for a die, a die for a slot."""
    known = {view.cursor, *(view.picker.picks if view.picker else ())}
    return " ".join(f"die {name}" if zone == DIE else name for zone, name in choice.places if (zone, name) not in known)


def _phrase(phrase: str, look: Look, width: int) -> Lines:
    style = look.text
    if any(word in phrase for word in WARNINGS):
        style = look.warn
    elif any(word in phrase for word in GAINS):
        style = look.good
    sign = look.glyphs.bullet
    return [(f"{sign if n == 0 else ' '} {text}", style) for n, text in enumerate(wrap(phrase, width - 2))]


# --- the hand in large --------------------------------------------------------------------------------------------


def large(drawing: Drawing, view: View[State]) -> None:
    """Everybody's cards, decks, dice, fences and beasts."""
    picture, look, s = drawing.picture, view.look, view.state
    box, y = components(), 0
    for n in range(s.rulings.players):
        seat = (view.seat + n) % s.rulings.players
        hunter = s.hunters[seat]
        heading(picture, 1, y, picture.width - 2, view.names[seat], look, f"{total(s, seat)} points")
        for at, name in enumerate(cards(hunter)):
            kind = box.icons.index(name[0])
            rect = Rect(1 + at * 12, y + 1, 11, 2 if picture.height >= 21 else 1)
            picture.fill(rect.x, rect.y, rect.width, rect.height, look.face(pieces.colour_of(look, seat)))
            words = f"{name[0]} {box.icon_names[kind]}"
            style = look.face(pieces.colour_of(look, seat))
            pieces.centred(picture, rect, rect.y, words, style)
            if rect.height > 1 and seat == view.seat:
                fits = fitting_edges(s.board, kind).bit_count()
                pieces.centred(picture, rect, rect.y + 1, f"{fits} line{'' if fits == 1 else 's'}", style)
        piles = [f"{title} {_pile(bag)}" for title, bag in (("deck", hunter.deck), ("thrown", hunter.discard))]
        picture.put(50, y + 1, piles[0], look.text)
        picture.put(50, y + 2, piles[1], look.muted)
        caught = ", ".join(f"{number} {beast.id}" for beast, number in _captured(hunter)) or "no beast"
        own = s.own_left(seat)
        words = f"{own} own dice left, {hunter.pool} of them in the pool; {s.points(seat)} points of fences; {caught}"
        picture.put(1, y + 3, words[: picture.width - 2], look.text)
        y += 5
    if picture.height > y:
        picture.put(1, y, f"Black dice in the supply: {s.neutral}", look.muted)


def _pile(bag: bytes) -> str:
    return " ".join(f"{letter}{number}" for letter, number in zip(components().icons, bag, strict=True))
