"""The panels beside the floor plans: favour track, table of tiles, cubes, players, totals, rooms, log."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

from rich.style import Style

from tilehall.engine import Seat
from tilehall.engine.kaguya import (
    CLEAR,
    COLOURS,
    EMPTY,
    KAGUYA,
    KINDS,
    LETTERS,
    NONE,
    PLANT,
    Contest,
    Merchant,
    State,
    bonus_rate,
    components,
    contests,
    total,
)
from tilehall.tui.kernel.drawing import Drawing, Place, Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.look import Look
from tilehall.tui.play.view import Glance, View
from tilehall.tui.scenes.kaguya.plan import hue, letter
from tilehall.tui.scenes.tiles import heading

PLACES = ("1st", "2nd", "3rd", "4th")
CUBE, STORE, TILE, DISK = "cube", "store", "tile", "*"
WIDE = 56
"""Columns from which tiles of the table are two lines high."""


def initials(names: Sequence[str]) -> list[str]:
    """One letter a player: the first of the name, or the seat's letter where two begin alike or like the princess."""
    first = [name[0].upper() for name in names]
    if len(set(first)) == len(first) and all(mark.isascii() and mark.isalpha() for mark in first):
        return first
    return ["ABCD"[seat] for seat in range(len(names))]


# --- the favour track ---------------------------------------------------------------------------------------------


def track(picture: Picture, view: View[State], x: int, y: int, width: int) -> None:
    """Thirty spaces in two lines with everybody on them; beside it the round and what ends the game."""
    look, s, box = view.look, view.state, components()
    pitch = 3 if width >= 3 * box.track + 20 else 2
    picture.fill(x, y + 1, pitch * box.track, 1, look.style(look.palette.muted, look.palette.lattice))
    for space in range(0, box.track, 5):
        picture.put(x + pitch * space, y, str(space), look.muted)
        picture.put(x + pitch * space, y + 1, look.glyphs.dot, look.style(look.palette.grid, look.palette.lattice))
    _pawns(picture, view, x, y, pitch)
    end = x + pitch * box.track + 1
    picture.put(end, y, f"Round {s.round} of {box.columns}", look.strong)
    clock = picture.put(end, y + 1, f"{look.glyphs.princess} {s.princess}", look.accent)
    picture.put(clock, y + 1, f"/{box.track - 1}, ends at {box.track}", look.muted)


def _pawns(picture: Picture, view: View[State], x: int, y: int, pitch: int) -> None:
    """The pawns of a space side by side; those for whom there is no room stand in the line above."""
    look, s, box = view.look, view.state, components()
    spots: dict[int, list[tuple[str, Style]]] = {}
    crown = look.style(look.palette.accent, look.palette.lattice, True)
    spots.setdefault(s.princess % box.track, []).append((look.glyphs.princess, crown))
    for seat, merchant in enumerate(s.merchants):
        spots.setdefault(merchant.favour % box.track, []).append((initials(view.names)[seat], look.pawn(seat)))
    for space, marks in spots.items():
        for n, (text, style) in enumerate(marks):
            picture.put(x + pitch * space + n % pitch, y + 1 - min(1, n // pitch), text, style)


# --- the table of tiles -------------------------------------------------------------------------------------------


def table(drawing: Drawing, view: View[State], area: Rect) -> int:
    """Nine columns of tiles, the one in use strong; before the rows stand the meeples. The lines it takes."""
    look, picture = view.look, drawing.picture
    s: State = view.state
    wide, high = (4, 2) if area.width >= WIDE and area.height >= 30 else (3, 1)
    columns = len(s.table) // s.rulings.rows
    picture.put(area.x, area.y, "Table", look.muted)
    for number in range(1, columns + 1):
        now = number == s.round
        x = _column(area.x, number, wide)
        text = f"{look.glyphs.arrow_down}{number}" if now else f" {number}"
        picture.put(x, area.y, text, look.accent if now else look.muted)
    for row in range(1, s.rulings.rows + 1):
        y = area.y + 1 + (row - 1) * high
        picture.put(area.x, y + high - 1, str(row), look.muted)
        _meeples(picture, view, row, area.x + 2, y + high - 1)
        for number in range(1, columns + 1):
            tile = s.column(number)[row - 1]
            rect = Rect(_column(area.x, number, wide), y, wide, high)
            if number == s.round:
                drawing.places[TILE, str(row)] = rect
            if tile != EMPTY:
                small(picture, rect, tile, look, number != s.round)
            elif number == s.round:
                picture.put(rect.x + 1, y + high - 1, look.glyphs.dot, look.grid)
    return 1 + s.rulings.rows * high


def _column(x: int, number: int, wide: int) -> int:
    return x + 6 + (number - 1) * (wide + 1) + (number > components().break_after)


def _meeples(picture: Picture, view: View[State], row: int, x: int, y: int) -> None:
    s, look = view.state, view.look
    for seat in [seat for seat in range(s.rulings.players) if seat < len(s.rows) and s.rows[seat] == row]:
        x = picture.put(x, y, initials(view.names)[seat], look.pawn(seat))
    if len(s.rows) > s.rulings.players and s.rows[-1] == row:
        picture.put(x, y, look.glyphs.princess, look.accent)


def small(picture: Picture, rect: Rect, tile: int, look: Look, soft: bool = False) -> None:
    """A tile of the table: both halves with their letters, and its hearts."""
    each = components().tiles[tile]
    styles = [look.soft(hue(c, look)) if soft else look.face(hue(c, look)) for c in each.halves]
    marks = [letter(c, look) for c in each.halves]
    y = rect.y + rect.height - 1
    if rect.width == 3:
        picture.put(rect.x, y, marks[0], styles[0])
        picture.put(rect.x + 1, y, marks[1], styles[1])
        hearts = str(each.hearts) if each.hearts else look.glyphs.dot
        picture.put(rect.x + 2, y, hearts, look.muted if soft else look.strong)
        return
    for n in (0, 1):
        face = styles[n].bgcolor
        ground = face.name if face else look.palette.background
        picture.fill(rect.x + 2 * n, rect.y, 2, rect.height, styles[n])
        if look.glyphs.face_gap != " " and not look.ansi:
            gap = look.style(look.palette.background, ground)
            picture.fill(rect.x + 2 * n, rect.y, 2, 1, gap, look.glyphs.face_gap)
        picture.put(rect.x + 3 * n, y, marks[n], styles[n])
    if each.hearts:
        picture.put(rect.x + 1, y, str(each.hearts), styles[0])
        picture.put(rect.x + 2, y, look.glyphs.heart, styles[1])


# --- cubes --------------------------------------------------------------------------------------------------------


def cubes(drawing: Drawing, view: View[State], area: Rect) -> int:
    """One line a kind: value, storage, rate now and at what count the next one, own cubes, everybody's rooms."""
    look, s, picture, x = view.look, view.state, drawing.picture, area.x
    picture.put(x, area.y, "Cubes  store rate next   hand", look.muted)
    found = contests(s)
    for n, mark in enumerate(initials(view.names)):
        picture.put(x + 30 + 3 * n, area.y, mark, look.seat(n))
    for kind in KINDS:
        y = area.y + 1 + kind
        picture.put(x, y, f" {LETTERS[kind]} ", look.face(hue(kind, look)))
        if kind != CLEAR:
            stars = str(s.values[kind]) + look.glyphs.star if s.values[kind] else look.glyphs.dot
            picture.put(x + 5, y, stars, look.accent)
            _rate(picture, look, found[kind], x + 13, y)
            _sizes(picture, look, found[kind], x + 29, y)
        _counted(drawing, view, (STORE, LETTERS[kind]), s.storage[kind], x + 8, y)
        _counted(drawing, view, (CUBE, LETTERS[kind]), own(view, kind), x + 24, y)
    _disk(drawing, view, x + 30, area.y + 1 + CLEAR)
    return 1 + len(KINDS)


def own(view: Glance[State], kind: int) -> int | None:
    """How many cubes of a kind are behind the screen of the seat that looks on; None if that is not to be seen."""
    purse = view.state.merchants[view.seat].purse
    return None if purse is None else purse[kind]


def _counted(drawing: Drawing, view: View[State], place: Place, count: int | None, x: int, y: int) -> None:
    """A number that may be picked: a dot beside it if so, a cube for each time it is."""
    look = view.look
    drawing.places[place] = Rect(x, y, 4, 1)
    picks = view.picker.picks.count(place) if view.picker and view.picker.exact else 0
    style = look.accent if picks else look.strong if count else look.muted
    text = "?" if count is None else str(count)
    drawing.picture.put(x, y, f"{text:>2}", style)
    if picks:
        drawing.picture.put(x + 2, y, look.glyphs.cube * picks, look.accent)
    elif place in view.hint:
        drawing.picture.put(x + 2, y, look.glyphs.play, look.accent)
    elif place in view.targets:
        drawing.picture.put(x + 2, y, look.glyphs.legal, look.on_table(look.palette.legal))


def _disk(drawing: Drawing, view: View[State], x: int, y: int) -> None:
    """The own exchange disk, in the line of the clear cubes."""
    look, disk = view.look, view.state.merchants[view.seat].disk
    end = drawing.picture.put(x, y, "disk ", look.muted)
    picked = bool(view.picker and (CUBE, DISK) in view.picker.picks)
    text = look.glyphs.disk if disk else look.glyphs.dot
    drawing.picture.put(end + 1, y, text, look.accent if picked else look.strong if disk else look.muted)
    drawing.places[CUBE, DISK] = Rect(end, y, 3, 1)
    if picked:
        drawing.picture.put(end + 2, y, look.glyphs.check, look.accent)
    elif (CUBE, DISK) in view.hint:
        drawing.picture.put(end + 2, y, look.glyphs.play, look.accent)
    elif (CUBE, DISK) in view.targets:
        drawing.picture.put(end + 2, y, look.glyphs.legal, look.on_table(look.palette.legal))


def _rate(picture: Picture, look: Look, contest: Contest, x: int, y: int) -> None:
    """The rate now, and the count of cubes that pays the next one: `x1 x2:9`."""
    players = len(contest.sizes)
    picture.put(x, y, f"x{contest.rate}", look.strong)
    steps = [count for count in components().rates[players] if count > contest.cubes]
    if steps:
        near = steps[0] - contest.cubes == 1
        text = f"x{bonus_rate(players, steps[0])}:{steps[0]}"
        picture.put(x + 4, y, text, look.good if near else look.muted)


def _sizes(picture: Picture, look: Look, contest: Contest, x: int, y: int) -> None:
    """The room of every seat; an arrow before the largest, the second strong as well."""
    for seat, size in enumerate(contest.sizes):
        first = size > 0 and seat == contest.order[0]
        paid = contest.bonuses[seat] > 0
        text = f"{look.glyphs.play}{size}" if first else f" {size}"
        picture.put(x + 3 * seat, y, text, look.accent if first else look.text if paid else look.muted)


# --- players ------------------------------------------------------------------------------------------------------


def players(picture: Picture, view: View[State], area: Rect) -> int:
    """Favour, cubes, disk, what is held: in tie-break order, while tiles are laid in that of the round."""
    look = view.look
    s: State = view.state
    title, seats, last = _ranked(s)
    picture.put(area.x, area.y, f"{title:<12}fav cubes disk {last:<6}sum place", look.muted)
    due = _due(view)
    for n, seat in enumerate(seats):
        y, merchant = area.y + 1 + n, s.merchants[seat]
        picture.put(area.x, y, look.glyphs.play if seat in due else " ", look.accent)
        picture.put(area.x + 1, y, str(n + 1), look.muted)
        picture.put(area.x + 3, y, initials(view.names)[seat], look.pawn(seat))
        picture.put(area.x + 5, y, view.names[seat][:7], look.seat(seat))
        picture.put(area.x + 12, y, f"{merchant.favour:>3}", look.strong)
        picture.put(area.x + 17, y, f"{merchant.count:>2}", look.text)
        picture.put(area.x + 23, y, look.glyphs.disk if merchant.disk else look.glyphs.dot, look.text)
        _held(picture, view, seat, area.x + 27, y)
    return 1 + s.rulings.players


def _ranked(s: State) -> tuple[str, Sequence[Seat], str]:
    """A title, the seats in the order that counts now, and what stands in the last columns."""
    result = KAGUYA.standing(s)
    if result and result.ranks:
        ranks = result.ranks
        return "Result", sorted(s.line(), key=lambda seat: ranks[seat]), "rooms"
    if s.point in ("TILE", "CELL", "ROT", "PLANT"):
        return "Order", s.order, "held"
    return "Tie-break", s.line(), "held"


def _due(view: View[State]) -> tuple[Seat, ...]:
    """Who owes a decision."""
    s = view.state
    if s.point == "PRESENT":
        return tuple(seat for seat, merchant in enumerate(s.merchants) if not merchant.ready)
    return (s.todo[0][1],) if s.todo else ()


def _held(picture: Picture, view: View[State], seat: Seat, x: int, y: int) -> None:
    s, look = view.state, view.look
    merchant: Merchant = s.merchants[seat]
    result = KAGUYA.standing(s)
    if result and result.scores and result.ranks:
        picture.put(x, y, f"{result.scores[seat] - merchant.favour:+}", look.text)
        picture.put(x + 6, y, f"{result.scores[seat]:>3}", look.accent)
        picture.put(x + 10, y, PLACES[result.ranks[seat] - 1], look.strong)
        return
    if merchant.held is None:
        if s.point == "PRESENT":
            known = _fist(view, seat)
            picture.put(x, y, known, look.good if merchant.ready else look.muted)
        return
    end = picture.put(x, y, merchant.held.combination, look.bad if merchant.penalised else look.strong)
    if merchant.penalised:
        picture.put(end, y, look.glyphs.cross, look.bad)
    picture.put(x + 7, y, str(total(merchant.held.cubes, s.values)), look.accent)
    if s.order and s.point not in ("TAKE", "GIVE"):
        picture.put(x + 10, y, PLACES[s.order.index(seat)], look.strong)


def _fist(view: View[State], seat: Seat) -> str:
    """Whether a fist is closed; the own one is known."""
    merchant: Merchant = view.state.merchants[seat]
    if merchant.pledge is not None:
        return f"{merchant.pledge.combination} ready"
    if merchant.ready:
        return "ready"
    return "only nothing" if not merchant.count and not merchant.disk else "chooses"


# --- totals, the tile in hand, rooms ------------------------------------------------------------------------------


def totals(picture: Picture, view: View[State], area: Rect) -> int:
    """Every combination that could be held, by its total at the present values."""
    look, s = view.look, view.state
    purse = s.merchants[view.seat].purse
    if purse is None:
        return 0
    groups: dict[int, list[tuple[int, ...]]] = {}
    hands = [(), *((kind,) for kind in KINDS), *combinations_with_replacement(KINDS, 2)]
    for hand in hands:
        if all(hand.count(kind) <= purse[kind] for kind in hand):
            groups.setdefault(total(hand, s.values), []).append(hand)
    heading(picture, area.x, area.y, area.width, "Totals", look)
    x, y = area.x, area.y + 1
    picked = tuple(sorted(LETTERS.index(name) for _, name in _picked(view) if name != DISK))
    for worth in sorted(groups, reverse=True):
        for n, hand in enumerate(groups[worth]):
            lead = f"{worth}: " if not n else ""
            length = len(lead) + max(1, len(hand))
            if x + length > area.x + area.width:
                x, y = area.x, y + 1
            if y >= area.y + area.height:
                return area.height
            x = picture.put(x, y, lead, look.accent)
            chosen = bool(view.picker and view.picker.exact) and hand == picked
            x = _combination(picture, look, hand, chosen, x, y) + 1
    return y + 1 - area.y


def _picked(view: View[State]) -> list[Place]:
    return [place for place in view.picker.picks if place[0] == CUBE] if view.picker else []


def _combination(picture: Picture, look: Look, hand: Sequence[int], chosen: bool, x: int, y: int) -> int:
    if not hand:
        return picture.put(x, y, "-", look.strong if chosen else look.muted)
    for kind in hand:
        style = look.face(hue(kind, look)) if chosen else look.on_table(_ink(kind, look))
        x = picture.put(x, y, LETTERS[kind], style)
    return x


def _ink(kind: int, look: Look) -> str:
    """A letter in a line of text is not coloured but by its neighbours' contrast: text for all, muted for clear."""
    return look.palette.muted if kind == CLEAR else look.palette.text


def in_hand(picture: Picture, view: View[State], area: Rect) -> int:
    """The tile that is being laid, for whom, and where its hearts go."""
    look, s = view.look, view.state
    if s.tile == NONE:
        return 0
    tile = components().tiles[s.tile]
    heading(picture, area.x, area.y, area.width, "In hand", look)
    small(picture, Rect(area.x, area.y + 1, 3, 1), s.tile, look)
    picture.put(area.x + 4, area.y + 1, f"{tile.id} row {s.row}"[: area.width - 4], look.strong)
    princely = s.princely()
    back = not princely and s.merchants[s.todo[0][1]].penalised
    way = "the princess" if princely else "back" if back else "forward"
    words = f"{tile.hearts}{look.glyphs.heart} {way}" if tile.hearts else "no hearts"
    if tile.halves[0] == PLANT:
        words = "costs a cube"
    picture.put(area.x + 4, area.y + 2, words[: area.width - 4], look.bad if back and tile.hearts else look.text)
    return 3


def rooms(picture: Picture, view: View[State], area: Rect) -> int:
    """The bonus of every colour: rate, first, second, and who only lost a tie."""
    look, s = view.look, view.state
    heading(picture, area.x, area.y, area.width, "Rooms" if s.ending else "Rooms now", look)
    y, found = area.y + 1, [room_lines(contest, view.names, area.width - 4) for contest in contests(s)]
    if area.width < 36 or (s.ending and sum(map(len, found)) > len(found)):
        found = [room_lines(contest, initials(view.names), area.width - 4) for contest in contests(s)]
    for colour, lines in enumerate(found):
        for n, line in enumerate(lines):
            if y >= area.y + area.height:
                return area.height
            if not n:
                picture.put(area.x, y, f" {LETTERS[colour]} ", look.face(hue(colour, look)))
            picture.put(area.x + 4, y, line, look.text if not n else look.muted)
            y += 1
    return y - area.y


def room_lines(contest: Contest, names: Sequence[str], width: int) -> list[str]:
    """`x2 Bo 9 = 18, Dara 4 = 4` and `tie lost: Cleo`; folded where there is little room.

    >>> room_lines(Contest(0, 9, 2, (3, 9, 3, 4), (1, 3, 0, 2), (0, 18, 0, 4)), ("Aki", "Bo", "Cleo", "Dara"), 40)
    ['x2 Bo 9 = 18, Dara 4 = 4']
    """
    first, second = contest.order[:2]
    size, bonus = contest.sizes, contest.bonuses
    if not size[first]:
        return [f"x{contest.rate} nobody"]
    pays = " = " if max(map(len, names)) > 1 else "="
    parts = [f"x{contest.rate} {names[first]} {size[first]}{pays}{bonus[first]}"]
    if size[second]:
        parts.append(f"{names[second]} {size[second]}{pays}{bonus[second]}")
    if losers := lost_ties(contest):
        parts.append("tie lost: " + ", ".join(names[seat] for seat in losers))
    lines = [parts[0]]
    for part in parts[1:]:
        if len(lines[-1]) + 2 + len(part) <= width:
            lines[-1] += ", " + part
        else:
            lines.append(part[:width])
    return lines


def lost_ties(contest: Contest) -> list[Seat]:
    """Seats whose room equals one that was placed before it and paid more."""
    paid = {contest.sizes[seat] for seat in contest.order[:2] if contest.sizes[seat]}
    found = [seat for seat in contest.order[2:] if contest.sizes[seat] in paid]
    first, second = contest.order[:2]
    return [second, *found] if contest.sizes[first] == contest.sizes[second] > 0 else found


__all__ = ["COLOURS", "CUBE", "DISK", "STORE", "TILE", "cubes", "in_hand", "initials", "players", "rooms"]
