"""Beside the board: the dice of the turn, the cards, the hunters, the beasts, and what a choice would bring."""

from __future__ import annotations

from collections.abc import Iterable

from rich.style import Style

from tilehall.engine import Seat, Text, Who, listed, spaced
from tilehall.engine.beasts import GAIN, WARNING, WILD, Beast, Hunter, Prospect, State, components, fitting_edges
from tilehall.engine.beasts.pieces import beast as token
from tilehall.engine.beasts.pieces import beasts as tokens
from tilehall.tui.kernel.cells import width
from tilehall.tui.kernel.drawing import Drawing, Place, Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.kernel.styled import Styled, broken, cut, put
from tilehall.tui.look import Look
from tilehall.tui.play.picking import Choice
from tilehall.tui.play.view import View
from tilehall.tui.scenes.beasts import pieces
from tilehall.tui.scenes.beasts.tally import (
    BEAST,
    CARD,
    DIE,
    SOON,
    cards,
    countdown,
    foreseen,
    strong,
    total,
)
from tilehall.tui.scenes.names import about, roomy
from tilehall.tui.scenes.sentence import sentence
from tilehall.tui.scenes.tiles import heading

ROOM_FOR_CONDITIONS = 35
TRAY = 12
"""Columns that a die or card takes at most, with its number."""


def wanted(beast: Beast) -> Text:
    """What a capture asks for."""
    match beast.condition:
        case "reinforced":
            return Text("reinforced fence")
        case "types":
            return Text("3 types of cards")
        case "four":
            return Text("four cards")
        case _:
            return Text("any enclosure")


def still(drawing: Drawing, view: View[State], area: Rect) -> list[int]:
    """The panels that a cursor on the board does not change; returns the rows where each begins, and the next one."""
    spacious, starts = area.height >= 30, [area.y]
    for part in (_dice, _cards, _hunters, _beasts):
        y = starts[-1]
        starts.append(y + part(drawing, view, Rect(area.x, y, area.width, area.height), spacious) + (area.height >= 24))
    return starts


# --- dice and cards -----------------------------------------------------------------------------------------------


def _dice(drawing: Drawing, view: View[State], area: Rect, spacious: bool) -> int:
    s, look = view.state, view.look
    seat = max(s.seat, 0)
    hunter: Hunter = s.hunters[seat]
    title = look.say(Text("Dice"))
    if seat == view.seat:
        note = look.say(_dice_note(s))
    else:
        note = about(look, Text("of {who}", who=Who(seat)), view.names, seat, area.width - width(title) - 3)
    heading(drawing.picture, area.x, area.y, area.width, title, look, note)
    pitch, high = min(area.width // 4, TRAY), 3 if spacious else 2
    for number, colour in enumerate(hunter.dice):
        x = area.x + number * pitch
        rect = Rect(x + 1, area.y + 1, min(6, pitch - 2), high)
        own = seat == view.seat
        if own:
            drawing.places[DIE, str(number + 1)] = rect
        drawing.picture.put(x, area.y + 1, str(number + 1) if own and s.faces else " ", look.muted)
        _tray_die(drawing.picture, view, rect, number, colour)
    return 1 + high


def _dice_note(s: State) -> Text:
    if s.point == "KEEP":
        wilds = s.faces.count(WILD)
        return Text("{count} wilds, one usable", count=wilds) if wilds > 1 else Text("the rest rerolls once")
    if s.point != "PLACE":
        return Text("")
    if s.wild:
        return Text("wild used")
    return Text("one wild a turn") if WILD in s.faces else Text("")


def _tray_die(picture: Picture, view: View[State], rect: Rect, number: int, colour: int) -> None:
    s, look, place = view.state, view.look, (DIE, str(number + 1))
    last = rect.y + rect.height - 1
    picks = view.picker.picks if view.picker else []
    if not s.faces:
        style = look.soft(pieces.colour_of(look, colour))
        picture.fill(rect.x, rect.y, rect.width, rect.height, style)
        pieces.centred(picture, rect, last, pieces.owner(colour), style, look)
    elif s.placed >> number & 1:
        style = look.style(look.palette.grid, look.palette.lattice)
        picture.fill(rect.x, rect.y, rect.width, rect.height, style)
        pieces.centred(picture, rect, last, look.say(Text("set")), style, look)
    else:
        spent = s.point == "PLACE" and not s.free >> number & 1
        dim = spent or (s.point == "KEEP" and bool(picks) and place not in picks)
        style = pieces.die(picture, rect, look, colour, s.faces[number], dim)
        if spent:
            pieces.centred(picture, rect, last, look.say(Text("used")), style, look)
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


def _cards(drawing: Drawing, view: View[State], area: Rect, spacious: bool) -> int:
    s, look = view.state, view.look
    hunter: Hunter = s.hunters[view.seat]
    piles = {"deck": sum(hunter.deck), "discard": sum(hunter.discard)}
    title = look.say(Text("Cards"))
    room = area.width - width(title) - 3
    note = roomy(look, room, Text("deck {deck}, thrown {discard}", **piles), Text("{deck}, {discard}", **piles))
    heading(drawing.picture, area.x, area.y, area.width, title, look, note)
    pitch, high = min(area.width // 4, TRAY), 2 if spacious else 1
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
        pieces.centred(drawing.picture, rect, rect.y, text, style, look)
        if high > 1:
            pieces.centred(drawing.picture, rect, rect.y + 1, pieces.owner(view.seat) + " ", style, look)
        if place in picks:
            sign = look.glyphs.cross if s.point == "DISCARD" else look.glyphs.play
            drawing.picture.put(rect.x, rect.y, sign, style)
        _around(drawing.picture, view, rect, place)
    return 1 + high


# --- hunters and beasts -------------------------------------------------------------------------------------------


def _hunters(drawing: Drawing, view: View[State], area: Rect, spacious: bool) -> int:
    s, look, picture = view.state, view.look, drawing.picture
    right = area.x + area.width
    heading(picture, area.x, area.y, area.width - 16, look.say(Text("Hunters")), look)
    _above(picture, right - 15, area.y, 3, Text("pts"), look)
    _above(picture, right - 11, area.y, 3, Text("own"), look)
    _above(picture, right - 7, area.y, 6, Text("cards"), look)
    rows = 1
    for n in range(s.rulings.players):
        seat = (view.seat + n) % s.rulings.players
        _hunter(picture, view, seat, Rect(area.x, area.y + rows, area.width, 1))
        rows += 1
        if spacious:
            _hunter_more(picture, view, seat, Rect(area.x, area.y + rows, area.width, 1))
            rows += 1
    picture.put(area.x, area.y + rows, _placed(s, look, area.width), look.muted)
    soon = countdown(view, area.width)
    if soon:
        picture.put(area.x, area.y + rows + 1, soon, look.warn)
    return rows + 1 + bool(soon)


def _above(picture: Picture, x: int, y: int, columns: int, label: Text, look: Look) -> None:
    """A label above a column of numbers, to the right like these."""
    words = look.clip(look.say(label), columns)
    picture.fill(x, y, columns, 1, look.table)
    picture.put(x + columns - width(words), y, words, look.muted)


def _placed(s: State, look: Look, columns: int) -> str:
    """How full the board is, and the black dice that are left."""
    counts = {"dice": s.board.filled.bit_count(), "cards": s.board.carded.bit_count(), "black": s.neutral}
    return roomy(
        look,
        columns,
        Text("dice {dice}/44 cards {cards}/17 {black} black left", **counts),
        Text("dice {dice}/44 cards {cards}/17 k{black}", **counts),
        Text("{dice}/44 {cards}/17 k{black}", **counts),
    )


def _hunter(picture: Picture, view: View[State], seat: Seat, area: Rect) -> None:
    s, look, hunter = view.state, view.look, view.state.hunters[seat]
    active = look.glyphs.play if s.seat == seat and not s.ending else " "
    x, y, right = area.x, area.y, area.x + area.width
    picture.put(x, y, active, look.accent)
    picture.put(x + 1, y, components().colours[seat], look.face(pieces.colour_of(look, seat)))
    name = look.clip(view.names[seat], area.width - 19)
    picture.put(x + 3, y, name, look.strong if seat == view.seat else look.text)
    picture.put(right - 15, y, f"{total(s, seat):>3}", look.strong)
    own = s.own_left(seat)
    picture.put(right - 11, y, f"{own:>3}", look.warn if own <= SOON else look.text)
    picture.put(right - 7, y, "".join(name[0] for name in cards(hunter)), look.text)
    caught = sum(hunter.captured)
    if caught:
        picture.put(right - 3, y, f"{caught:>2}{look.glyphs.beast}", look.good)


def _hunter_more(picture: Picture, view: View[State], seat: Seat, area: Rect) -> None:
    """The second line of a hunter: points of fences, and the captured beasts."""
    s, look = view.state, view.look
    fences = Text("fences {points}", points=s.points(seat))
    caught = (_several(kind, count) for kind, count in _captured(s.hunters[seat]))
    picture.put(area.x + 3, area.y, look.clip(look.say(listed([fences, *caught])), area.width - 3), look.muted)


def _several(kind: int, count: int) -> Text:
    return Text("{beast}" if count == 1 else "{beast} x{count}", beast=token(kind), count=count)


def _captured(hunter: Hunter) -> list[tuple[int, int]]:
    """The kinds of captured beasts, with their numbers."""
    return [(kind, count) for kind, count in enumerate(hunter.captured) if count]


def _beasts(drawing: Drawing, view: View[State], area: Rect, spacious: bool) -> int:
    """The supply, with points; where there is room with what a capture asks for."""
    look, picture, right = view.look, drawing.picture, area.x + area.width
    tall = area.height >= 24
    heading(picture, area.x, area.y, area.width - (9 if tall else 5), look.say(Text("Beasts")), look)
    _above(picture, right - 4, area.y, 4, Text("left"), look)
    if tall:
        _above(picture, right - 8, area.y, 3, Text("pts"), look)
    for kind in range(len(components().beasts)):
        wide = area.width if tall else 12
        x, y = (area.x, area.y + 1 + kind) if tall else (area.x + kind % 2 * 14, area.y + 1 + kind // 2)
        _beast(drawing, view, kind, Rect(x, y, wide, 1), tall)
    return 5 if tall else 3


def _beast(drawing: Drawing, view: View[State], kind: int, area: Rect, tall: bool) -> None:
    look, picture, supply, beast = view.look, drawing.picture, view.state.board.supply, components().beasts[kind]
    x, y, right, place = area.x, area.y, area.x + area.width, (BEAST, beast.id)
    drawing.places[place] = area
    here = view.cursor == place
    picked = view.picker is not None and place in view.picker.picks
    sign = look.glyphs.play if here or picked or place in view.hint else pieces.emblem(look, kind)
    if place in view.targets and not here:
        sign = look.glyphs.legal
    style = look.accent if here or picked else look.text if supply[kind] else look.muted
    picture.put(x, y, sign, look.accent if here or picked else look.muted)
    room = min(max(8, area.width // 4), 14)
    picture.put(x + 2, y, look.clip(look.say(beast.name), room), style)
    if tall:
        if area.width >= ROOM_FOR_CONDITIONS:
            picture.put(x + 3 + room, y, look.clip(look.say(wanted(beast)), area.width - room - 11), look.muted)
        picture.put(right - 7, y, f"{beast.points:>2}", look.muted)
    picture.put(right - 2, y, f"{supply[kind]:>2}", style)


# --- what a choice would bring ------------------------------------------------------------------------------------


def outlook(view: View[State], found: list[Choice[State]], columns: int, label: Text) -> list[Styled]:
    """What the choice under the cursor brings; of several what the best ones bring."""
    look = view.look
    lines = broken(_sentence(label, view, look.strong if len(found) == 1 else look.muted), columns)
    for prospect in foreseen(view, found[0]) if len(found) == 1 else _best(view, found):
        lines += _told(prospect, view, columns)
    return lines


def _best(view: View[State], found: list[Choice[State]]) -> Iterable[Prospect]:
    """What the choices bring that complete a fence."""
    best = strong(view.state.board)
    picks = set(view.picker.picks) if view.picker else set()
    for choice in found:
        if [place for place in choice.places if place in best and place not in picks]:
            first = foreseen(view, choice)[0]
            text = Text("{places}: {outlook}", places=_open(choice, view), outlook=first.brief)
            yield Prospect(text, first.mood)


def _open(choice: Choice[State], view: View[State]) -> Text:
    """The places of a choice that are still open: a slot for a die, a die for a slot."""
    known = {view.cursor, *(view.picker.picks if view.picker else ())}
    places = [place for place in choice.places if place not in known]
    return spaced(Text("die {die}", die=name) if zone == DIE else name for zone, name in places)


def _told(prospect: Prospect, view: View[State], columns: int) -> Iterable[Styled]:
    """A phrase behind a bullet, in the colour of a gain or a warning."""
    look = view.look
    style = {GAIN: look.good, WARNING: look.warn}.get(prospect.mood, look.text)
    for n, line in enumerate(broken(_sentence(prospect.text, view, style), columns - 2)):
        yield [(f"{look.glyphs.bullet} " if n == 0 else "  ", style), *line]


def _sentence(text: Text, view: View[State], style: Style) -> Styled:
    return sentence(text, view.chips, view.look, view.names, style)


# --- the hand in large --------------------------------------------------------------------------------------------


def large(drawing: Drawing, view: View[State]) -> None:
    """Everybody's cards, decks, dice, fences and beasts."""
    picture, look, s = drawing.picture, view.look, view.state
    for n in range(s.rulings.players):
        _one_hunter(picture, view, (view.seat + n) % s.rulings.players, 5 * n)
    y = 5 * s.rulings.players
    if picture.height > y:
        words = look.say(Text("Black dice in the supply: {dice}", dice=s.neutral))
        picture.put(1, y, look.clip(words, picture.width - 2), look.muted)


def _one_hunter(picture: Picture, view: View[State], seat: Seat, y: int) -> None:
    s, look, hunter = view.state, view.look, view.state.hunters[seat]
    points = look.say(Text("{n} point", "{n} points", n=total(s, seat)))
    heading(picture, 1, y, picture.width - 2, view.names[seat], look, points)
    for at, name in enumerate(cards(hunter)):
        rect = Rect(1 + at * 12, y + 1, 11, 2 if picture.height >= 21 else 1)
        _large_card(picture, view, seat, components().icons.index(name[0]), rect)
    deck, thrown = Text("deck {cards}", cards=_pile(hunter.deck)), Text("thrown {cards}", cards=_pile(hunter.discard))
    picture.put(50, y + 1, look.clip(look.say(deck), picture.width - 51), look.text)
    picture.put(50, y + 2, look.clip(look.say(thrown), picture.width - 51), look.muted)
    own = Text("{own} own dice left, {pool} of them in the pool", own=s.own_left(seat), pool=hunter.pool)
    caught = (Text("{count} {beast}", count=n, beast=tokens(kind, n)) for kind, n in _captured(hunter))
    gains = Text("{points} points of fences; {beasts}", points=s.points(seat), beasts=listed(caught, Text("no beast")))
    for row, text in enumerate((own, gains), y + 3):
        put(picture, 1, row, cut(_sentence(text, view, look.text), picture.width - 2, look.glyphs.ellipsis))


def _large_card(picture: Picture, view: View[State], seat: Seat, kind: int, rect: Rect) -> None:
    look, box = view.look, components()
    style = look.face(pieces.colour_of(look, seat))
    picture.fill(rect.x, rect.y, rect.width, rect.height, style)
    called = look.clip(look.say(box.face_names[kind]), rect.width - 2)
    pieces.centred(picture, rect, rect.y, f"{box.icons[kind]} {called}", style, look)
    if rect.height > 1 and seat == view.seat:
        fits = Text("{n} line", "{n} lines", n=fitting_edges(view.state.board, kind).bit_count())
        pieces.centred(picture, rect, rect.y + 1, look.say(fits), style, look)


def _pile(bag: bytes) -> str:
    return " ".join(f"{letter}{number}" for letter, number in zip(components().icons, bag, strict=True))
