"""Draws the secret choice: the viewer's fist with its cubes, the others' closed fists, and later all opened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.style import Style

from tilehall.engine import SeatNo, Text, TextArgument, Who, join_commas, literal_text
from tilehall.engine.games.kaguya import CLEAR, LETTERS, KaguyaState, Present, combination_total, cube, totals_ahead
from tilehall.tui.boards.kaguya.floor_plan import half_hue
from tilehall.tui.boards.kaguya.layout import BlockSize
from tilehall.tui.boards.panel import draw_card, draw_frame
from tilehall.tui.boards.short_names import fit_text
from tilehall.tui.boards.tiles import draw_heading, draw_plate
from tilehall.tui.config.look import Look
from tilehall.tui.player.view import View
from tilehall.tui.terminal.output import cells
from tilehall.tui.terminal.output.drawing import Drawing, Rect
from tilehall.tui.terminal.output.picture import Picture

SMALL: BlockSize = (5, 3)
LARGE: BlockSize = (9, 5)
OWN: BlockSize = (18, 5)
OWN_LARGE: BlockSize = (29, 7)
RIVAL = 16
"""Columns of a rival's fist, where it is drawn as a picture."""
TOLD = 4
"""Lines of text below a closed fist."""
CUBE, DISK = "cube", "*"
FIST, ORDER = "fist", "order"
"""Zones that can only be looked at."""
SAME_HAND_REMARKS = (
    Text("the same as another, with disk: hearts go back"),
    Text("the same as another: hearts go back"),
)
"""The remark on equal fists with a disk (K-4.31), and the same in fewer words."""


def fist_sizes(rivals: int) -> tuple[BlockSize, ...]:
    """Returns the sizes that the picture of the secret choice may have."""
    return ((max(OWN_LARGE[0] + 2 + rivals * (RIVAL + 1), 50), 11), (50, 6))


def opened_sizes(players: int) -> tuple[BlockSize, ...]:
    """Returns the sizes that the picture of the opened fists may have."""
    return ((players * 25 - 1, 8), (50, 1 + players))


# --- while hands are chosen ---------------------------------------------------------------------------------------


def draw_fist(drawing: Drawing, view: View[KaguyaState], area: Rect, large: bool) -> None:
    """Draws the viewer's fist, its total, and what the others would have to hold to come first."""
    # An empty column at the right, as beside all other text.
    area = area._replace(width=area.width - 1)
    picture, look, held = drawing.picture, view.look, _held(view)
    whose = Text("Your fist") if view.is_own else Text("{who}'s fist", who=Who(view.seat))
    title, (same, _) = look.clip(view.say(whose), area.width), map(view.say, SAME_HAND_REMARKS)
    beside = cells.width(title) + cells.width(same) + 3 <= area.width
    draw_heading(picture, area.x, area.y, area.width, title, look, same if beside else "")
    high, wide = (OWN_LARGE if large else OWN)[::-1]
    drawing.sight_areas[FIST, str(view.seat)] = Rect(area.x, area.y + 1, wide, high)
    _own(picture, view, Rect(area.x, area.y + 1, wide, high), held, LARGE if large else SMALL)
    if large:
        picture.put(area.x, area.y + high + 1, look.clip(view.say(_sum(view, held)), wide + 20), look.accent)
        picture.put(area.x, area.y + high + 2, fit_text(look, wide, *_addends(view, held)), look.muted)
        if not beside:
            picture.put(area.x, area.y + high + 3, fit_text(look, area.width, *SAME_HAND_REMARKS), look.muted)
        _draw_rivals(drawing, view, Rect(area.x + wide + 2, area.y + 1, area.width - wide - 2, high + 3), held)
        return
    x, room = area.x + wide + 2, area.width - wide - 2
    end = picture.put(x, area.y + 1, look.clip(view.say(_sum(view, held)), room), look.accent)
    if end + 2 < area.x + area.width:
        words = fit_text(look, area.x + area.width - end - 2, *_addends(view, held))
        picture.put(end + 2, area.y + 1, words, look.muted)
    _write_rivals(drawing, view, Rect(x, area.y + 2, room, 4), held)


def _held(view: View[KaguyaState]) -> Present | None:
    """Returns what is in the viewer's fist: the picks or the closed choice; None if it is hidden."""
    merchant = view.state.merchants[view.seat]
    if merchant.pledge is not None:
        return merchant.pledge
    if view.selection is None or merchant.purse is None:
        return None
    names = [name for zone, name in view.selection.picks if zone == CUBE]
    return Present(tuple(sorted(LETTERS.index(name) for name in names if name != DISK)), DISK in names)


def _sum(view: View[KaguyaState], held: Present | None) -> Text:
    if held is None:
        return Text("Closed: nobody knows.")
    if not held.cubes:
        return Text("Empty: adds up to 0")
    return Text("Adds up to {total}", total=combination_total(held.cubes, view.state.values))


def _addends(view: View[KaguyaState], held: Present | None) -> tuple[Text, ...]:
    """Returns the terms of the total: `red 4 + blue 2`; and the same in fewer words."""
    if held is None or not held.cubes:
        return (Text(""),)
    values = view.state.values
    known = [kind for kind in held.cubes if kind != CLEAR]
    if len(held.cubes) == 2 and len(known) == 1:
        doubled: dict[str, TextArgument] = {"colour": _name(known[0]), "n": values[known[0]]}
        return (Text("{colour} {n}, twice: clear copies it", **doubled), Text("{colour} {n}, twice", **doubled))
    if not known:
        return (Text("clear alone is worth nothing"), Text("clear alone: 0"))
    first, *second = [Text("{colour} {n}", colour=_name(kind), n=values[kind]) for kind in known]
    if not second:
        return (first,)
    sums = literal_text(" + ".join(str(values[kind]) for kind in known))
    return (Text("{first} + {second}", first=first, second=second[0]), sums)


def _name(kind: int) -> Text:
    return cube(kind).name or Text("")


def _own(picture: Picture, view: View[KaguyaState], area: Rect, held: Present | None, size: BlockSize) -> None:
    look = view.look
    draw_frame(picture, area, look, look.accent if view.selection else look.muted)
    shown = held.cubes if held else ()
    for n in (0, 1):
        spot = Rect(area.x + 2 + n * (size[0] + 1), area.y + 1, *size)
        if n < len(shown):
            draw_cube(picture, spot, shown[n], look, view)
        elif held is None:
            picture.fill(spot.x, spot.y, spot.width, spot.height, look.pawn(view.seat))
        else:
            draw_frame(picture, spot, look, look.line)
    x, y = area.x + 3 + 2 * (size[0] + 1), area.y + area.height // 2
    if held is not None and held.disk:
        picture.put(x, y, look.glyphs.disk, look.accent)
        if cells.width(word := view.say(Text("disk"))) < area.x + area.width - x:
            picture.put(x, y + 1, word, look.muted)


def draw_cube(picture: Picture, area: Rect, kind: int, look: Look, view: View[KaguyaState]) -> None:
    """Draws a cube with lit edges: its letter and, if there is room, its colour and value."""
    style = look.face(half_hue(kind, look))
    draw_plate(picture, area.x, area.y, area.width, area.height, style, look)
    lines = [LETTERS[kind]]
    if area.height >= 5:
        lines.append(look.clip(view.say(_name(kind)), area.width))
        if kind != CLEAR:
            lines.append(f"{view.state.values[kind]}{look.glyphs.star}")
    top = area.y + (area.height - len(lines)) // 2
    for n, words in enumerate(lines):
        picture.put(area.x + (area.width - cells.width(words)) // 2, top + n, words, style)


def _rivals(s: KaguyaState, seat: SeatNo) -> list[SeatNo]:
    return [(seat + n) % s.rulings.players for n in range(1, s.rulings.players)]


def _chance(s: KaguyaState, seat: SeatNo, other: SeatNo, held: Present | None) -> tuple[Text, ...]:
    """Returns what another seat would have to hold to come before this fist, and the same in fewer words."""
    merchant = s.merchants[other]
    if not merchant.cube_count and not merchant.disk:
        return (Text("can only hold nothing"), Text("holds nothing"))
    if held is None:
        return (Text(""),)
    least = dict(totals_ahead(s, seat, held.cubes))[other]
    if not least:
        return (Text("is ahead with any fist"), Text("any fist is ahead"), Text("any ahead"))
    if least > combination_total((0, 0), (max(s.values),)):
        return (Text("cannot get ahead of you"), Text("cannot get ahead"), Text("never ahead"))
    return (
        Text("is ahead with {least} or more", least=least),
        Text("ahead with {least} or more", least=least),
        Text("ahead with {least}+", least=least),
    )


def _choosing_text(view: View[KaguyaState], seat: SeatNo, room: int) -> tuple[str, Style]:
    """Returns whether another seat still chooses its fist or has closed it."""
    look = view.look
    if view.state.merchants[seat].ready:
        return fit_text(look, room, Text("closed")), look.pawn(seat)
    return fit_text(look, room, Text("still chooses"), Text("chooses")), look.muted


def _write_rivals(drawing: Drawing, view: View[KaguyaState], area: Rect, held: Present | None) -> None:
    picture, look, s = drawing.picture, view.look, view.state
    named = max(6, min(12, area.width - 36))
    state = 13 if area.width >= named + 40 else 7
    for n, seat in enumerate(_rivals(s, view.seat)):
        y = area.y + n
        drawing.sight_areas[FIST, str(seat)] = Rect(area.x, y, area.width, 1)
        x = picture.put(area.x, y, f"{look.glyphs.seat(seat)} ", look.seat(seat))
        picture.put(x, y, look.clip(view.names[seat], named), look.seat(seat))
        x += named + 1
        picture.put(x, y, *_choosing_text(view, seat, state))
        x += state + 1
        words = fit_text(look, area.x + area.width - x, *_chance(s, view.seat, seat, held))
        picture.put(x, y, words, look.text)


def _draw_rivals(drawing: Drawing, view: View[KaguyaState], area: Rect, held: Present | None) -> None:
    """Draws the others' fists side by side, filled when they are closed."""
    picture, look, s = drawing.picture, view.look, view.state
    for n, seat in enumerate(_rivals(s, view.seat)):
        x, merchant = area.x + n * (RIVAL + 1), s.merchants[seat]
        ink = look.seat(seat)
        title = look.clip(f"{look.glyphs.seat(seat)} {view.names[seat]}", RIVAL - 4)
        drawing.sight_areas[FIST, str(seat)] = Rect(x, area.y, RIVAL, 5)
        room = draw_card(picture, Rect(x, area.y, RIVAL, 5), title, look, ink)
        if merchant.ready:
            picture.fill(room.x, room.y, room.width, room.height, look.pawn(seat))
        words, style = _choosing_text(view, seat, room.width)
        picture.put(room.x + (room.width - cells.width(words)) // 2, room.y + 1, words, style)
        counted = cells.wrap(view.say(_counted(merchant.cube_count, merchant.disk)), RIVAL)
        chances = [cells.wrap(view.say(chance), RIVAL) for chance in _chance(s, view.seat, seat, held)]
        chance = next((lines for lines in chances if len(counted) + len(lines) <= TOLD), chances[-1])
        for line, words in enumerate([*counted, *chance][:TOLD]):
            style = look.muted if line < len(counted) else look.text
            picture.put(x, area.y + 5 + line, look.clip(words, RIVAL), style)


def _counted(count: int, disk: bool) -> Text:
    if disk:
        return Text("{n} cube, disk", "{n} cubes, disk", n=count)
    return Text("{n} cube", "{n} cubes", n=count)


# --- when they are open -------------------------------------------------------------------------------------------


def fists_are_open(s: KaguyaState) -> bool:
    """Returns whether fists are open on the table."""
    return any(merchant.held is not None for merchant in s.merchants)


def acting_order(s: KaguyaState) -> Sequence[SeatNo]:
    """Returns the seats in the order they act in this round; in tie-break order while cubes are exchanged."""
    return s.order if s.order and s.point not in ("TAKE", "GIVE") else s.tie_break_order()


def draw_opened(drawing: Drawing, view: View[KaguyaState], area: Rect, large: bool) -> None:
    """Draws what each player held, its total, and the resulting order of the round."""
    picture, look, s = drawing.picture, view.look, view.state
    swapping = s.point in ("TAKE", "GIVE")
    title = Text("Opened fists, before the exchange") if swapping else Text("Opened fists, in the order of the round")
    draw_heading(picture, area.x, area.y, area.width, view.say(title), look)
    drawing.sight_areas[ORDER, ""] = Rect(area.x, area.y, area.width, 1)
    for n, seat in enumerate(acting_order(s)):
        spot = Rect(area.x + n * 25, area.y + 1, 24, 7) if large else Rect(area.x, area.y + 1 + n, area.width, 1)
        drawing.sight_areas[FIST, str(seat)] = spot
        (_opened_card if large else _opened_line)(picture, view, spot, seat, n)


LIST = 17
"""Columns that a list of choices may cover at the right."""
PLACES = (Text("1st"), Text("2nd"), Text("3rd"), Text("4th"))


def _opened_line(picture: Picture, view: View[KaguyaState], area: Rect, seat: SeatNo, n: int) -> None:
    look, s, y = view.look, view.state, area.y
    held = s.merchants[seat].held
    picture.put(area.x, y, look.clip(view.say(PLACES[n]), 4), look.muted)
    due = bool(s.todo) and s.todo[0][1] == seat
    style = look.pawn(seat) if due else look.seat(seat)
    picture.put(area.x + 4, y, look.fit(f"{look.glyphs.seat(seat)} {view.names[seat]}", 14), style)
    x = area.x + 19
    if held is None:
        return
    for kind in held.cubes:
        x = picture.put(x, y, f" {LETTERS[kind]} ", look.face(half_hue(kind, look))) + 1
    if held.disk:
        x = picture.put(x, y, look.glyphs.disk, look.strong) + 1
    if not held.cubes and not held.disk:
        picture.put(x, y, look.clip(view.say(Text("nothing")), 8), look.muted)
    x = picture.put(area.x + 30, y, f"= {combination_total(held.cubes, s.values)}", look.accent) + 2
    remark, end = _remark(view, seat), picture.width - LIST * (s.point in ("ROT", "BREAK"))
    picture.put(x, y, remark.fit_line(view, min(area.x + area.width, end) - x), remark.style)


def _opened_card(picture: Picture, view: View[KaguyaState], area: Rect, seat: SeatNo, n: int) -> None:
    look, s = view.look, view.state
    merchant = s.merchants[seat]
    due = bool(s.todo) and s.todo[0][1] == seat
    title = look.clip(f"{look.glyphs.seat(seat)} {view.names[seat]}", 14)
    style = look.seat(seat) if due else look.line
    room = draw_card(picture, area, title, look, style, view.say(PLACES[n]))
    # Only the frame is muted for players who are not due, not the name.
    picture.put(area.x + 3, area.y, title, look.seat(seat))
    held = merchant.held
    if held is None:
        return
    x = room.x + 1
    for kind in held.cubes:
        draw_cube(picture, Rect(x, room.y, *SMALL), kind, look, view)
        x += SMALL[0] + 1
    if not held.cubes:
        picture.put(x, room.y + 1, look.clip(view.say(Text("nothing")), 9), look.muted)
        x += 10
    if held.disk:
        x = picture.put(x, room.y + 1, look.glyphs.disk, look.strong) + 1
    picture.put(room.x + room.width - 5, room.y + 1, f"= {combination_total(held.cubes, s.values)}", look.accent)
    remark = _remark(view, seat)
    for line, part in enumerate(remark.fit_lines(view, room.width - 1, room.height - 3)):
        picture.put(room.x + 1, room.y + 3 + line, part, remark.style)


class Remark(NamedTuple):
    """A remark on an opened fist, in variants with fewer and fewer words."""

    style: Style
    texts: tuple[Text, ...] = ()

    def fit_line(self, view: View[KaguyaState], columns: int) -> str:
        """Returns the longest variant that fits in a line."""
        return next((words for words in map(view.say, self.texts) if cells.width(words) <= columns), "")

    def fit_lines(self, view: View[KaguyaState], columns: int, lines: int) -> list[str]:
        """Returns the longest variant that fits in some lines."""
        found = (cells.wrap(view.say(text), columns) for text in self.texts)
        return next((words for words in found if len(words) <= lines), [])


def _remark(view: View[KaguyaState], seat: SeatNo) -> Remark:
    """Returns the remark on equal fists and broken ties."""
    s, look = view.state, view.look
    merchant = s.merchants[seat]
    same = [n for n, other in enumerate(s.merchants) if n != seat and other.held == merchant.held]
    if merchant.penalised and same:
        cross = look.glyphs.cross
        names: TextArgument = join_commas(map(Who, same))
        return Remark(
            look.bad,
            (
                Text("{cross} same as {names}: hearts go back", cross=cross, names=names),
                Text("{cross} same: hearts go back", cross=cross),
                Text("{cross} hearts back", cross=cross),
                literal_text(cross),
            ),
        )
    if merchant.held is None or s.point in ("TAKE", "GIVE"):
        return Remark(look.muted)
    mine = combination_total(merchant.held.cubes, s.values)
    sums = [combination_total(other.held.cubes, s.values) if other.held else -1 for other in s.merchants]
    level = [n for n, worth in enumerate(sums) if n != seat and worth == mine]
    if not level:
        return Remark(look.muted)
    order = list(s.order)
    if all(order.index(seat) < order.index(other) for other in level):
        return Remark(look.muted, (Text("wins the tie by the line of meeples"), Text("wins the tie"), Text("tie won")))
    behind = (Text("behind in the tie by the line of meeples"), Text("behind in the tie"), Text("tie lost"))
    return Remark(look.muted, behind)
