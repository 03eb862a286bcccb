"""Draws the panels beside the board: dice, cards, hunters, beasts, and what a choice would bring."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import NamedTuple

from rich.style import Style

from tilehall.engine import SeatNo, Text, Who, join_commas, join_spaces
from tilehall.engine.games.beasts import (
    GAIN,
    WARNING,
    WILD,
    ActionEffect,
    Beast,
    BeastsHunter,
    BeastsState,
    components,
    fitting_edges,
)
from tilehall.engine.games.beasts.names import beast as token
from tilehall.engine.games.beasts.names import beasts as tokens
from tilehall.tui.boards.beasts import pieces
from tilehall.tui.boards.beasts.facts import (
    BEAST,
    CARD,
    DIE,
    SOON,
    card_digits,
    card_names,
    completing_places,
    countdown_text,
    first_equal_die,
    points_of,
    preview_choice,
)
from tilehall.tui.boards.layers import Layers, current_picks, cursor_within
from tilehall.tui.boards.panel import draw_frame, draw_titled_panel
from tilehall.tui.boards.sentences import style_sentence
from tilehall.tui.boards.short_names import fit_player_sentence, fit_text
from tilehall.tui.boards.tiles import draw_heading, draw_plate
from tilehall.tui.config.look import Look
from tilehall.tui.player.selection import ActionChoice
from tilehall.tui.player.view import View
from tilehall.tui.terminal.output.cells import width
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine, break_line, cut_line, put_line

PanelPainter = Callable[["View[BeastsState]", "PanelLayout", Drawing, Rect], object]

ROOM_FOR_CONDITIONS = 35
TALL, ROOMY_CARDS = 30, 41
"""Rows of the panels from which on dice, then cards, are drawn large."""
LARGE_DICE, LARGE_CARDS = 36, 44
"""Columns that large dice and large cards need."""
TOLD_AT_LEAST, LOGGED_AT_LEAST = 4, 5
"""The fewest rows of the outlook and of the log if both have a place of their own."""
COLUMNS = (6, 4, 7)
"""Columns of points, dice and cards of a hunter."""


LOW, AIRY = 5, 8
"""Lines of a hunter in the hand view, and with blank lines."""
BROAD, SLIM = 100, 11
"""Columns of the hand view from which on cards are broader, and the columns of a narrow card."""
HAND = 4
"""Cards of a hand."""
GOAL = Text(
    "Most points win: your fences, and the beasts in the squares that you close. "
    "When somebody's own dice are all on the board, the others have one more turn."
)


GOAL_IN_BRIEF = Text("Goal: points of fences and beasts, until somebody's own dice run out.")


def goal_lines(view: View[BeastsState], columns: int, text: Text = GOAL) -> list[StyledLine]:
    """Returns the goal and the end of the game, shown while the board is empty."""
    return break_line(_sentence(text, view, view.look.muted), columns)


def capture_condition(beast: Beast) -> Text:
    """Returns in a few words what a capture needs."""
    match beast.condition:
        case "reinforced":
            return Text("reinforced fence")
        case "types":
            return Text("3 types of cards")
        case "four":
            return Text("four cards")
        case _:
            return Text("any enclosure")


FREE, DECK, POOL, THEIRS, BLACK = "free", "deck", "pool", "theirs", "black"
HANDS = ("hand 0", "hand 1", "hand 2", "hand 3")
"""Zones that can only be looked at: the cards of each hunter, and unique things."""


class PanelLayout(NamedTuple):
    """The areas of the panels from top to bottom, and how they look."""

    spots: Mapping[str, Rect]
    framed: bool
    tall: bool
    detailed: bool
    """Whether hunters have a second line."""


def plan_panels(view: View[BeastsState], area: Rect, framed: bool) -> PanelLayout:
    """Plans dice, cards, hunters and beasts; below them outlook and log, or both in one place."""
    s, room = view.state, area.width - 4 * framed
    tall = area.height >= TALL
    cards_rows = CARD_ROWS if area.height >= ROOMY_CARDS and room >= LARGE_CARDS else 2
    dice_rows = 0 if s.point == "SETUP_BEAST" and not tall else DIE_ROWS if tall and room >= LARGE_DICE else 2
    detailed = area.height >= ROOMY_CARDS
    hunters = s.rulings.players * (1 + detailed) + 1 + bool(countdown_text(view, room, tall))
    beasts = 4 if area.height >= 23 or not dice_rows else 2
    rows = {"dice": dice_rows, "cards": cards_rows, "hunters": hunters, "beasts": beasts}
    spots, y = dict[str, Rect](), area.y
    for name, inside in rows.items():
        high = inside + 1 + framed if inside else 0
        # The cursor's bracket before dice and cards is in the gap beside the board.
        aside = name in ("dice", "cards") and not framed
        spots[name] = Rect(area.x - aside, y, area.width + aside, high)
        y += high
    left = area.y + area.height - y
    told = left - max(LOGGED_AT_LEAST, left // 2) if left >= TOLD_AT_LEAST + LOGGED_AT_LEAST else 0
    spots["outlook"] = Rect(area.x, y, area.width, told)
    spots["log"] = Rect(area.x, y + told, area.width, left - told)
    return PanelLayout(spots, framed, tall, detailed)


def draw_panels(layers: Layers, drawing: Drawing, view: View[BeastsState], shape: PanelLayout) -> None:
    """Draws the panels as planned."""
    s, marked = view.state, (view.hint_places, current_picks(view))
    fitting = frozenset(place for place in view.targets if place[0] in (DIE, CARD))
    parts: Mapping[str, tuple[PanelPainter, object]] = {
        "dice": (_dice, (s, view.seat, view.names, view.is_own, cursor_within(view, DIE), fitting, marked)),
        "cards": (_cards, (s, view.seat, view.names, view.is_own, cursor_within(view, CARD), fitting, marked)),
        "hunters": (_hunters, (s, view.seat, view.names)),
        "beasts": (_beasts, (s.board.supply, cursor_within(view, BEAST), view.targets, marked)),
    }
    for name, (part, source) in parts.items():
        layers.paint_part(drawing, name, shape.spots[name], view.look, (source, shape), partial(part, view, shape))


# --- dice and cards -----------------------------------------------------------------------------------------------


def _with_brackets(area: Rect, shape: PanelLayout) -> tuple[Rect, int]:
    """Returns the area of the dice or cards panel, and the columns by which its content may begin before it."""
    aside = 0 if shape.framed else 1
    return Rect(area.x + aside, area.y, area.width - aside, area.height), aside


DIE_ROWS, CARD_ROWS = 4, 5
"""Rows of large dice and large cards, with their names."""


def _dice(view: View[BeastsState], shape: PanelLayout, drawing: Drawing, area: Rect) -> None:
    if not area.height:
        return
    s, look = view.state, view.look
    seat = max(s.seat, 0)
    hunter: BeastsHunter = s.hunters[seat]
    own = seat == view.seat and view.is_own
    panel, aside = _with_brackets(area, shape)
    if not view.is_own:
        title = fit_player_sentence(look, Text("{who}'s dice", who=Who(seat)), view.names, seat, panel.width - 4)
    else:
        title = look.say(Text("Your dice") if own else Text("Dice"))
    room = panel.width - width(title) - 3 - 6 * shape.framed
    note = (
        fit_text(look, room, *_dice_notes(s))
        if own or not view.is_own
        else fit_player_sentence(look, Text("of {who}", who=Who(seat)), view.names, seat, room)
    )
    inside = draw_titled_panel(drawing.picture, panel, title, look, note, shape.framed)
    drawing.sight_areas[POOL, str(seat)] = Rect(panel.x, panel.y, panel.width, 1)
    inside = Rect(inside.x - aside, inside.y, inside.width + aside, inside.height)
    for number, colour in enumerate(hunter.dice):
        if inside.height >= DIE_ROWS:
            _large_die(drawing, view, _column(inside, number), number, colour)
        else:
            _small_die(drawing, view, _cell(inside, number), number, colour)


def _column(inside: Rect, number: int) -> Rect:
    """Returns the area of one of four pieces side by side."""
    pitch = inside.width // 4
    return Rect(inside.x + number * pitch, inside.y, pitch, inside.height)


def _cell(inside: Rect, number: int) -> Rect:
    """Returns the area of one of four pieces, two in a line."""
    wide = inside.width // 2
    return Rect(inside.x + number % 2 * wide, inside.y + number // 2, wide, 1)


def _dice_notes(s: BeastsState) -> tuple[Text, ...]:
    """Returns what may still be done with the dice, in full and in short."""
    if s.point == "KEEP":
        wilds = s.faces.count(WILD)
        if wilds > 1:
            return Text("{count} wilds, one usable", count=wilds), Text("one wild usable")
        return Text("may be rerolled once"), Text("one reroll left")
    if s.point != "PLACE":
        return (Text(""),)
    if s.wild:
        return (Text("wild used"),)
    if WILD in s.faces:
        return (Text("one wild a turn"),)
    return (Text("rerolled") if s.kept.bit_count() < len(s.faces) else Text(""),)


def _large_die(drawing: Drawing, view: View[BeastsState], area: Rect, number: int, colour: int) -> None:
    look, picture, place = view.look, drawing.picture, (DIE, str(number + 1))
    rect = Rect(area.x + 1, area.y, area.width - 2, 3)
    words, style, whole = _die_words(view, number, colour)
    if whole:
        pieces.draw_die(picture, rect, look, colour, view.state.faces[number], style is look.muted)
    else:
        draw_frame(picture, rect, look, look.line)
    if view.state.seat != view.seat:
        drawing.sight_areas[THEIRS, str(number + 1)] = rect
    else:
        drawing.places[place] = rect
        if view.state.faces:
            picture.put(area.x, area.y, _key(view, place, str(number + 1)), look.accent)
    name = look.clip(words, area.width)
    picture.put(area.x + (area.width - width(name)) // 2, area.y + 3, name, style)
    _draw_cursor_around(picture, view, rect, place)


def _small_die(drawing: Drawing, view: View[BeastsState], area: Rect, number: int, colour: int) -> None:
    look, picture, place = view.look, drawing.picture, (DIE, str(number + 1))
    s = view.state
    words, style, whole = _die_words(view, number, colour)
    hue = pieces.die_hue(look, colour)
    sign = pieces.die_signs(look, colour, s.faces[number]) if whole else " " + pieces.owner_mark(look, colour)
    face = look.face(hue) if whole and style is not look.muted else look.soft(hue)
    if s.seat != view.seat:
        drawing.sight_areas[THEIRS, str(number + 1)] = Rect(area.x + 1, area.y, 3, 1)
    else:
        drawing.places[place] = Rect(area.x + 1, area.y, 3, 1)
        if s.faces:
            picture.put(area.x + 1, area.y, _key(view, place, str(number + 1)), look.accent)
    picture.put(area.x + 2, area.y, sign, face)
    picture.put(area.x + 5, area.y, look.clip(words, area.width - 5), style)
    _draw_cursor_around(picture, view, Rect(area.x + 1, area.y, 3, 1), place)


def _die_words(view: View[BeastsState], number: int, colour: int) -> tuple[str, Style, bool]:
    """Returns the text of a die or of what became of it, its style, and whether its face is shown."""
    s, look, place = view.state, view.look, (DIE, str(number + 1))
    if not s.faces:
        return "" if s.ending else look.say(Text("to roll")), look.muted, False
    if s.placed >> number & 1:
        return look.say(Text("placed")), look.muted, False
    if s.point == "PLACE" and not s.free >> number & 1:
        return look.say(Text("used")), look.muted, True
    picks = view.selection.picks if view.selection else []
    name = look.say(components().face_names[s.faces[number]])
    dropped = s.point == "KEEP" and bool(picks) and place not in picks
    idle = s.point == "PLACE" and s.seat == view.seat and not _usable(view, number)
    return name, look.muted if dropped or idle else look.text, True


def _usable(view: View[BeastsState], number: int) -> bool:
    """Returns whether a die, or an equal one, can be used now."""
    return (DIE, first_equal_die(view.state, view.seat, str(number + 1))) in view.targets or bool(current_picks(view))


def _key(view: View[BeastsState], place: Place, digit: str) -> str:
    """Returns the digit of a die or card, or the mark of a picked one."""
    picks = view.selection.picks if view.selection else []
    if place not in picks:
        return digit
    return view.look.glyphs.cross if view.state.point == "DISCARD" else view.look.glyphs.check


def _draw_cursor_around(picture: Picture, view: View[BeastsState], rect: Rect, place: Place) -> None:
    """Draws hint and cursor on a piece of a panel."""
    if place in view.hint_places:
        y = rect.y + rect.height - 1
        pieces.draw_mark(picture, rect.x - 1, y, view.look.glyphs.hint, view.look.palette.accent, view.look)
    if view.cursor == place:
        pieces.draw_cursor(picture, rect, view.look)


def _cards(view: View[BeastsState], shape: PanelLayout, drawing: Drawing, area: Rect) -> None:
    s, look = view.state, view.look
    hunter: BeastsHunter = s.hunters[view.seat]
    piles = {"deck": sum(hunter.deck), "discard": sum(hunter.discard)}
    panel, aside = _with_brackets(area, shape)
    whose = Text("Your cards") if view.is_own else Text("{who}'s cards", who=Who(view.seat))
    title = fit_player_sentence(look, whose, view.names, view.seat, panel.width - 6)
    room = panel.width - width(title) - 3 - 6 * shape.framed
    note = fit_text(look, room, Text("deck {deck}, discarded {discard}", **piles), Text("deck {deck}", **piles))
    inside = draw_titled_panel(drawing.picture, panel, title, look, note, shape.framed)
    inside = Rect(inside.x - aside, inside.y, inside.width + aside, inside.height)
    drawing.sight_areas[DECK, str(view.seat)] = Rect(panel.x, panel.y, panel.width, 1)
    digits = card_digits(s, view.seat) if view.is_own else {}
    for n, name in enumerate(card_names(hunter)):
        digit = digits.get(name, " ")
        if inside.height >= CARD_ROWS:
            _large_card(drawing, view, _column(inside, n), name, digit)
        else:
            _small_card(drawing, view, _cell(inside, n), name, digit)


def _card_style(view: View[BeastsState], name: str) -> Style:
    """Returns the style of a card, depending on whether it may be chosen."""
    if view.state.point == "DISCARD":
        return view.look.muted if (CARD, name) in current_picks(view) else view.look.text
    if view.state.point == "PLACE" and view.state.seat == view.seat:
        return view.look.text if (CARD, name[0]) in view.targets or current_picks(view) else view.look.muted
    return view.look.text


def _small_card(drawing: Drawing, view: View[BeastsState], area: Rect, name: str, digit: str) -> None:
    look, picture, place, kind = view.look, drawing.picture, (CARD, name), components().icons.index(name[0])
    style, hue = _card_style(view, name), pieces.die_hue(look, view.seat)
    rect = Rect(area.x + 1, area.y, 3, 1)
    drawing.places[place] = rect
    picture.put(rect.x, rect.y, _key(view, place, digit), look.accent)
    face = look.soft(hue) if style is look.muted else look.face(hue)
    picture.put(rect.x + 1, rect.y, pieces.die_signs(look, view.seat, kind), face)
    words = look.clip(look.say(components().face_names[kind]), area.width - 5)
    picture.put(area.x + 5, area.y, words, style)
    _draw_cursor_around(picture, view, rect, place)


def _large_card(drawing: Drawing, view: View[BeastsState], area: Rect, name: str, digit: str) -> None:
    """Draws a card in a frame, with the number of lines it fits."""
    look, picture, place, kind = view.look, drawing.picture, (CARD, name), components().icons.index(name[0])
    style, hue = _card_style(view, name), pieces.die_hue(look, view.seat)
    rect = Rect(area.x, area.y, area.width - 1, area.height)
    drawing.places[place] = rect
    chosen = style is not look.muted and digit != " "
    draw_frame(picture, rect, look, look.accent if chosen else look.line)
    if digit != " ":
        picture.put(rect.x + 2, rect.y, f" {_key(view, place, digit)} ", look.accent)
    inside = Rect(rect.x + 1, rect.y + 1, rect.width - 2, 1)
    face = look.soft(hue) if style is look.muted else look.face(hue)
    picture.fill(inside.x, inside.y, inside.width, 1, face)
    pieces.draw_centred(picture, inside, inside.y, pieces.die_signs(look, view.seat, kind, " "), face, look)
    pieces.draw_centred(picture, inside, inside.y + 1, look.say(components().face_names[kind]), style, look)
    pieces.draw_centred(picture, inside, inside.y + 2, look.say(_lines_for(view.state, kind)), look.muted, look)
    _draw_cursor_around(picture, view, rect, place)


def _lines_for(s: BeastsState, kind: int) -> Text:
    """Returns how many lines a card fits now."""
    return Text("{n} line", "{n} lines", n=fitting_edges(s.board, kind).bit_count())


# --- hunters and beasts -------------------------------------------------------------------------------------------


def _hunters(view: View[BeastsState], shape: PanelLayout, drawing: Drawing, area: Rect) -> None:
    s, look, picture = view.state, view.look, drawing.picture
    right = area.x + area.width - 2 * shape.framed
    title = look.clip(look.say(Text("Hunters")), _stops(right)[0] - area.x - 1 - 3 * shape.framed)
    inside = draw_titled_panel(picture, area, title, look, "", shape.framed)
    labels = (Text("points"), Text("dice"), Text("cards"))
    for label, columns, x in zip(labels, COLUMNS, _stops(right), strict=True):
        _above(picture, x, area.y, min(columns, 6), label, look)
    y = inside.y
    for n in range(s.rulings.players):
        seat = (view.seat + n) % s.rulings.players
        _hunter(picture, view, seat, Rect(inside.x, y, right - inside.x, 1))
        drawing.sight_areas["player", str(seat)] = Rect(inside.x, y, inside.width, 1 + shape.detailed)
        y += 1
        if shape.detailed:
            _hunter_more(picture, view, seat, Rect(inside.x, y, inside.width, 1))
            y += 1
    picture.put(inside.x, y, _placed(s, look, inside.width), look.muted)
    drawing.sight_areas[FREE, ""] = Rect(inside.x, y, inside.width, 1)
    if soon := countdown_text(view, inside.width, shape.tall):
        near = s.final >= 0 or min(map(s.own_left, range(s.rulings.players))) <= SOON
        picture.put(inside.x, y + 1, soon, look.warn if near else look.muted)


def _stops(right: int) -> tuple[int, int, int]:
    """Returns where the columns of points, dice and cards begin."""
    return right - sum(COLUMNS) - 2, right - COLUMNS[1] - COLUMNS[2] - 1, right - COLUMNS[2]


def _above(picture: Picture, x: int, y: int, columns: int, label: Text, look: Look) -> None:
    """Draws a right-aligned label above a column of numbers."""
    words = look.clip(look.say(label), columns)
    picture.fill(x - 1, y, columns + 1, 1, look.table)
    picture.put(x + columns - width(words), y, words, look.muted)


def _placed(s: BeastsState, look: Look, columns: int) -> str:
    """Returns how much room is left on the board, and how many black dice."""
    box = components()
    free = {
        "slots": len(box.slots) - s.board.filled.bit_count(),
        "lines": len(box.edges) - s.board.carded.bit_count(),
        "black": s.neutral,
    }
    return fit_text(
        look,
        columns,
        Text("{slots} slots and {lines} lines free, {black} black dice left", **free),
        Text("free: {slots} slots, {lines} lines; black dice: {black}", **free),
        Text("free: {slots} slots, {lines} lines", **free),
    )


def _hunter(picture: Picture, view: View[BeastsState], seat: SeatNo, area: Rect) -> None:
    s, look, hunter = view.state, view.look, view.state.hunters[seat]
    x, y, right = area.x, area.y, area.x + area.width
    picture.put(x, y, look.glyphs.seat(seat), look.face(pieces.die_hue(look, seat)))
    at_points, at_dice, at_cards = _stops(right)
    due = s.seat == seat and not s.ending
    name = look.clip(view.names[seat], at_points - x - 2)
    picture.put(x + 2, y, name, look.strong if due else look.text)
    picture.put(at_points, y, f"{points_of(s, seat):>{COLUMNS[0]}}", look.strong)
    own = s.own_left(seat)
    picture.put(at_dice, y, f"{own:>{COLUMNS[1]}}", look.warn if own <= SOON else look.text)
    hand = "".join(pieces.face_icon(look, components().icons.index(card[0])) for card in card_names(hunter))
    picture.put(at_cards, y, hand, look.text)
    caught = sum(hunter.captured)
    if caught:
        picture.put(right - 3, y, f"{caught:>2}{look.glyphs.beast}", look.good)


def _hunter_more(picture: Picture, view: View[BeastsState], seat: SeatNo, area: Rect) -> None:
    """Draws the second line of a hunter: points of fences, and the captured beasts."""
    s, look = view.state, view.look
    fences = Text("fences {points}", points=s.points(seat))
    caught = (_several(kind, count) for kind, count in _captured(s.hunters[seat]))
    picture.put(area.x + 2, area.y, look.clip(look.say(join_commas([fences, *caught])), area.width - 2), look.muted)


def _several(kind: int, count: int) -> Text:
    return Text("{beast}" if count == 1 else "{beast} x{count}", beast=token(kind), count=count)


def _captured(hunter: BeastsHunter) -> list[tuple[int, int]]:
    """Returns the kinds of captured beasts with their numbers."""
    return [(kind, count) for kind, count in enumerate(hunter.captured) if count]


def _beasts(view: View[BeastsState], shape: PanelLayout, drawing: Drawing, area: Rect) -> None:
    """Draws the supply of beasts with points and, if there is room, what a capture needs."""
    look, picture = view.look, drawing.picture
    inside = draw_titled_panel(picture, area, look.say(Text("Beasts")), look, "", shape.framed)
    # The last column is for the cursor's bracket.
    right, whole = inside.x + inside.width - 1, inside.height >= 4
    _above(picture, right - 4, area.y, 4, Text("left"), look)
    if whole:
        _above(picture, right - 11, area.y, 6, Text("points"), look)
    for kind in range(len(components().beasts)):
        if whole:
            _beast(drawing, view, kind, Rect(inside.x, inside.y + kind, inside.width - 1, 1), whole)
        else:
            spot = _cell(inside, kind)
            _beast(drawing, view, kind, spot._replace(width=spot.width - 1), whole)


def _beast(drawing: Drawing, view: View[BeastsState], kind: int, area: Rect, whole: bool) -> None:
    look, picture, supply, beast = view.look, drawing.picture, view.state.board.supply, components().beasts[kind]
    x, y, right, place = area.x, area.y, area.x + area.width, (BEAST, beast.id)
    drawing.places[place] = area
    here, picked, fits = view.cursor == place, place in current_picks(view), place in view.targets
    sign = (
        look.glyphs.hint
        if place in view.hint_places
        else look.glyphs.check
        if picked
        else pieces.beast_emblem(look, kind)
    )
    ink = look.palette.cursor if here else look.palette.accent if picked or fits else look.palette.text
    style = look.on_table(ink, here) if supply[kind] else look.muted
    picture.put(x, y, sign, look.on_table(ink, True))
    if here:
        picture.put(x + 1, y, look.glyphs.cursor_l, look.on_table(ink, True))
        picture.put(right, y, look.glyphs.cursor_r, look.on_table(ink, True))
    room = min(max(8, area.width // 4), 14)
    picture.put(x + 2, y, look.clip(look.say(beast.name), room), style)
    if whole:
        if area.width >= ROOM_FOR_CONDITIONS:
            picture.put(
                x + 3 + room, y, look.clip(look.say(capture_condition(beast)), area.width - room - 11), look.muted
            )
        picture.put(right - 7, y, f"{beast.points:>2}", look.muted)
    picture.put(right - 2, y, f"{supply[kind]:>2}", style)


# --- what a choice would bring ------------------------------------------------------------------------------------


def outlook_lines(
    view: View[BeastsState], found: list[ActionChoice[BeastsState]], columns: int, label: Text
) -> list[StyledLine]:
    """Returns the effects of the choice under the cursor; of several choices those of the best ones."""
    look = view.look
    told = preview_choice(view, found[0]) if len(found) == 1 else list(_best(view, found))
    if not told:
        return []
    lines = break_line(_sentence(label, view, look.strong if len(found) == 1 else look.muted), columns)
    for prospect in told:
        lines += _phrase_lines(prospect, view, columns)
    return lines


def _best(view: View[BeastsState], found: list[ActionChoice[BeastsState]]) -> Iterable[ActionEffect]:
    """Returns the effects of the choices that complete a fence."""
    best = completing_places(view.state.board, view.seat)
    picks = set(view.selection.picks) if view.selection else set()
    for choice in found:
        if [place for place in choice.places if place in best and place not in picks]:
            first = preview_choice(view, choice)[0]
            text = Text("{places}: {outlook}", places=_open(choice, view), outlook=first.brief)
            yield ActionEffect(text, first.mood)


def _open(choice: ActionChoice[BeastsState], view: View[BeastsState]) -> Text:
    """Returns the places of a choice that are not picked yet: a slot for a die, a die for a slot."""
    known = {view.cursor, *(view.selection.picks if view.selection else ())}
    places = [place for place in choice.places if place not in known]
    return join_spaces(Text("die {die}", die=name) if zone == DIE else name for zone, name in places)


def _phrase_lines(prospect: ActionEffect, view: View[BeastsState], columns: int) -> Iterable[StyledLine]:
    """Yields the lines of a phrase behind a bullet, in the colour of a gain or a warning."""
    look = view.look
    style = {GAIN: look.good, WARNING: look.warn}.get(prospect.mood, look.text)
    for n, line in enumerate(break_line(_sentence(prospect.text, view, style), columns - 2)):
        yield [(f"{look.glyphs.bullet} " if n == 0 else "  ", style), *line]


def _sentence(text: Text, view: View[BeastsState], style: Style) -> StyledLine:
    return style_sentence(text, view.chips, view.look, view.names, style)


# --- the hand in large --------------------------------------------------------------------------------------------


def draw_hunters_in_full(drawing: Drawing, view: View[BeastsState]) -> None:
    """Draws the cards, decks, dice, fences and beasts of all players."""
    picture, look, s = drawing.picture, view.look, view.state
    # If there is room, cards have edges above and below, and hunters blank lines between them.
    lines = AIRY if picture.height > AIRY * s.rulings.players else LOW
    for n in range(s.rulings.players):
        _one_hunter(drawing, view, (view.seat + n) % s.rulings.players, lines * n, lines == AIRY)
    y = lines * s.rulings.players
    if picture.height > y:
        words = look.say(Text("Black dice in the supply: {dice}", dice=s.neutral))
        end = picture.put(1, y, look.clip(words, picture.width - 2), look.muted)
        drawing.sight_areas[BLACK, ""] = Rect(1, y, end - 1, 1)


def _one_hunter(drawing: Drawing, view: View[BeastsState], seat: SeatNo, y: int, tall: bool) -> None:
    s, look, hunter, picture = view.state, view.look, view.state.hunters[seat], drawing.picture
    drawing.sight_areas["player", str(seat)] = Rect(1, y, picture.width - 2, 1)
    points = look.say(Text("{n} point", "{n} points", n=points_of(s, seat)))
    picture.put(1, y, f" {pieces.owner_mark(look, seat)} ", look.face(pieces.die_hue(look, seat)))
    draw_heading(picture, 5, y, picture.width - 6, view.names[seat], look, points)
    wide, high = (18 if picture.width >= BROAD else SLIM), 4 if tall else 2 if picture.height >= 21 else 1
    for at, name in enumerate(card_names(hunter)):
        rect = Rect(1 + at * (wide + 1), y + 1, wide, high)
        _hand_card(picture, view, seat, components().icons.index(name[0]), rect)
        drawing.sight_areas[HANDS[seat], name] = rect
    x = 2 + HAND * (wide + 1)
    drawing.sight_areas[DECK, str(seat)] = Rect(x, y + 1, picture.width - x - 1, 2)
    drawing.sight_areas[POOL, str(seat)] = Rect(1, y + 1 + max(2, high), picture.width - 2, 1)
    deck, gone = (
        Text("deck {cards}", cards=_pile(look, hunter.deck)),
        Text("discarded {cards}", cards=_pile(look, hunter.discard)),
    )
    picture.put(x, y + 1, look.clip(look.say(deck), picture.width - x - 1), look.text)
    picture.put(x, y + 2, look.clip(look.say(gone), picture.width - x - 1), look.muted)
    own = Text(
        "{own} own dice left, {pool} of them still to come from the pool", own=s.own_left(seat), pool=hunter.pool
    )
    caught = (Text("{count} {beast}", count=n, beast=tokens(kind, n)) for kind, n in _captured(hunter))
    gains = Text(
        "{points} points of fences; {beasts}", points=s.points(seat), beasts=join_commas(caught, Text("no beast"))
    )
    for row, text in enumerate((own, gains), y + 1 + max(2, high)):
        put_line(picture, 1, row, cut_line(_sentence(text, view, look.text), picture.width - 2, look.glyphs.ellipsis))


def _hand_card(picture: Picture, view: View[BeastsState], seat: SeatNo, kind: int, rect: Rect) -> None:
    look, box = view.look, components()
    style = look.face(pieces.die_hue(look, seat))
    edge = rect.height > 2
    if edge:
        draw_plate(picture, rect.x, rect.y, rect.width, rect.height, style, look)
    else:
        picture.fill(rect.x, rect.y, rect.width, rect.height, style)
    called = look.clip(look.say(box.face_names[kind]), rect.width - 2)
    pieces.draw_centred(picture, rect, rect.y + edge, f"{pieces.face_icon(look, kind)} {called}", style, look)
    if rect.height > 1 and seat == view.seat:
        edges = fitting_edges(view.state.board, kind).bit_count()
        fits = Text("{n} line", "{n} lines", n=edges)
        if rect.width > SLIM:
            fits = Text("fits {n} line", "fits {n} lines", n=edges)
        pieces.draw_centred(picture, rect, rect.y + edge + 1, look.say(fits), style, look)


def _pile(look: Look, bag: bytes) -> str:
    """Returns each type by its sign, with its number."""
    return " ".join(f"{pieces.face_icon(look, kind)}{number}" for kind, number in enumerate(bag))
