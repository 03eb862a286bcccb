"""The panels beside the floor plans: favour track, table of tiles, cubes, players, totals, rooms, log."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

from rich.style import Style

from tilehall.engine import Seat, Text, Who, listed
from tilehall.engine.kaguya import (
    CLEAR,
    COLOURS,
    EMPTY,
    KAGUYA,
    KINDS,
    LETTERS,
    NONE,
    Contest,
    Merchant,
    State,
    bonus_rate,
    components,
    contests,
    total,
)
from tilehall.tui.kernel import cells
from tilehall.tui.kernel.drawing import Drawing, Place, Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.look import Look
from tilehall.tui.play.view import Glance, View
from tilehall.tui.scenes.kaguya.plan import hue, letter
from tilehall.tui.scenes.tiles import heading

PLACES = (Text("1st"), Text("2nd"), Text("3rd"), Text("4th"))
CUBE, STORE, TILE, DISK = "cube", "store", "tile", "*"
WIDE = 56
"""Columns from which tiles of the table are two lines high."""


def initials(names: Sequence[str]) -> list[str]:
    """One letter a player: the first of the name, or the seat's letter where two begin alike or like no key.

    >>> initials(("Aki", "bo")), initials(("Aki", "Ann")), initials(("Aki", "竹取"))
    (['A', 'B'], ['A', 'B'], ['A', 'B'])
    """
    first = [name[0].upper() if name[:1].isascii() and name[:1].isalpha() else "" for name in names]
    return first if "" not in first and len(set(first)) == len(first) else list("ABCD"[: len(names)])


def label(picture: Picture, view: View[State], x: int, y: int, text: Text, columns: int) -> None:
    """A quiet label in its columns."""
    picture.put(x, y, view.look.clip(view.say(text), columns), view.look.muted)


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
    turn = Text("Round {round} of {last}", round=s.round, last=box.columns)
    picture.put(end, y, look.clip(view.say(turn), x + width - end), look.strong)
    clock = picture.put(end, y + 1, f"{look.glyphs.princess} {s.princess}", look.accent)
    stop = Text("/{most}, ends at {track}", most=box.track - 1, track=box.track)
    label(picture, view, clock, y + 1, stop, x + width - clock)


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


def table_lines(view: View[State], area: Rect) -> int:
    """How many lines the table of tiles takes."""
    return 1 + view.state.rulings.rows * _tile_size(area)[1]


def _tile_size(area: Rect) -> tuple[int, int]:
    return (4, 2) if area.width >= WIDE and area.height >= 30 else (3, 1)


def table(drawing: Drawing, view: View[State], area: Rect) -> None:
    """Nine columns of tiles, the one in use strong; before the rows stand the meeples."""
    look, picture = view.look, drawing.picture
    s: State = view.state
    wide, high = _tile_size(area)
    columns = len(s.table) // s.rulings.rows
    label(picture, view, area.x, area.y, Text("Table"), _column(0, 1, wide))
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


CUBE_TITLES = (
    (Text("Cubes"), 0, 6),
    (Text("store"), 7, 5),
    (Text("rate"), 13, 4),
    (Text("next"), 18, 6),
    (Text("hand"), 25, 4),
)
"""The titles of the columns, where they begin, and the columns they have."""

# --- cubes --------------------------------------------------------------------------------------------------------


def cubes(drawing: Drawing, view: View[State], area: Rect) -> int:
    """One line a kind: value, storage, rate now and at what count the next one, own cubes, everybody's rooms."""
    look, s, picture, x = view.look, view.state, drawing.picture, area.x
    for title, at, columns in CUBE_TITLES:
        label(picture, view, x + at, area.y, title, columns)
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
    end = x + 5
    label(drawing.picture, view, x, y, Text("disk"), 4)  # the cursor stands in the column after it
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


PLAYER_TITLES = (
    (Text("fav"), 0, 3),
    (Text("cubes"), 4, 5),
    (Text("disk"), 10, 4),
    (Text("sum"), 21, 3),
    (Text("place"), 25, 5),
)
"""The same of the players, from behind their names on."""
PLAYER_COLUMNS = 35
"""What the columns beside the names take."""

# --- players ------------------------------------------------------------------------------------------------------


def players(picture: Picture, view: View[State], area: Rect) -> int:
    """Favour, cubes, disk, what is held: in tie-break order, while tiles are laid in that of the round."""
    look = view.look
    s: State = view.state
    title, seats, last = _ranked(s)
    named = area.width - PLAYER_COLUMNS
    right = area.x + 5 + named
    label(picture, view, area.x, area.y, title, 4 + named)
    for text, at, columns in (*PLAYER_TITLES, (last, 15, 5)):
        label(picture, view, right + at, area.y, text, columns)
    due = _due(view)
    for n, seat in enumerate(seats):
        y, merchant = area.y + 1 + n, s.merchants[seat]
        picture.put(area.x, y, look.glyphs.play if seat in due else " ", look.accent)
        picture.put(area.x + 1, y, str(n + 1), look.muted)
        picture.put(area.x + 3, y, initials(view.names)[seat], look.pawn(seat))
        picture.put(area.x + 5, y, look.clip(view.names[seat], named), look.seat(seat))
        picture.put(right, y, f"{merchant.favour:>3}", look.strong)
        picture.put(right + 5, y, f"{merchant.count:>2}", look.text)
        picture.put(right + 11, y, look.glyphs.disk if merchant.disk else look.glyphs.dot, look.text)
        _held(picture, view, seat, right + 15, y)
    return 1 + s.rulings.players


def _ranked(s: State) -> tuple[Text, Sequence[Seat], Text]:
    """A title, the seats in the order that counts now, and what stands in the last columns."""
    result = KAGUYA.standing(s)
    if result and result.ranks:
        ranks = result.ranks
        return Text("Result"), sorted(s.line(), key=lambda seat: ranks[seat]), Text("rooms")
    if s.point in ("TILE", "CELL", "ROT", "PLANT"):
        return Text("Order"), s.order, Text("held")
    return Text("Tie-break"), s.line(), Text("held")


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
        _place(picture, view, result.ranks[seat], x + 10, y)
        return
    if merchant.held is None:
        if s.point == "PRESENT":
            known = look.clip(view.say(_fist(s, seat)), 15)
            picture.put(x, y, known, look.good if merchant.ready else look.muted)
        return
    end = picture.put(x, y, merchant.held.combination, look.bad if merchant.penalised else look.strong)
    if merchant.penalised:
        picture.put(end, y, look.glyphs.cross, look.bad)
    picture.put(x + 7, y, str(total(merchant.held.cubes, s.values)), look.accent)
    if s.order and s.point not in ("TAKE", "GIVE"):
        _place(picture, view, s.order.index(seat) + 1, x + 10, y)


def _place(picture: Picture, view: View[State], place: int, x: int, y: int) -> None:
    look = view.look
    picture.put(x, y, look.clip(view.say(PLACES[place - 1]), 5), look.strong)


def _fist(s: State, seat: Seat) -> Text:
    """Whether a fist is closed; the own one is known."""
    merchant: Merchant = s.merchants[seat]
    if merchant.pledge is not None:
        return Text("{held} ready", held=merchant.pledge.combination)
    if merchant.ready:
        return Text("ready")
    return Text("chooses") if merchant.count or merchant.disk else Text("only nothing")


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
    heading(picture, area.x, area.y, area.width, view.say(Text("Totals")), look)
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
    if s.tile == NONE or area.height < 2:
        return 0
    tile = components().tiles[s.tile]
    heading(picture, area.x, area.y, area.width, view.say(Text("In hand")), look)
    small(picture, Rect(area.x, area.y + 1, 3, 1), s.tile, look)
    back = not s.princely() and s.merchants[s.todo[0][1]].penalised
    lines = (
        (Text("{tile} row {row}", tile=tile.id, row=s.row), look.strong),
        (_moves(s, back, look), look.bad if back and tile.hearts else look.text),
    )
    shown = lines[: area.height - 1]
    for n, (text, style) in enumerate(shown, 1):
        picture.put(area.x + 4, area.y + n, look.clip(view.say(text), area.width - 4), style)
    return 1 + len(shown)


def _moves(s: State, back: bool, look: Look) -> Text:
    """What the hearts of the tile in hand do: `3♡ forward`."""
    tile = components().tiles[s.tile]
    hearts = f"{tile.hearts}{look.glyphs.heart}"
    if tile.plant:
        return Text("costs a cube")
    if not tile.hearts:
        return Text("no hearts")
    if s.princely():
        return Text("{hearts} the princess", hearts=hearts)
    return Text("{hearts} back", hearts=hearts) if back else Text("{hearts} forward", hearts=hearts)


def rooms(picture: Picture, view: View[State], area: Rect) -> int:
    """The bonus of every colour: rate, first, second, and who only lost a tie."""
    look, s = view.look, view.state
    title = view.say(Text("Rooms") if s.ending else Text("Rooms now"))
    heading(picture, area.x, area.y, area.width, title, look)
    y, found = area.y + 1, [room_lines(each, look, view.names, area.width - 4) for each in contests(s)]
    most = len(found) if s.ending else area.height - 1
    if area.width < 36 or sum(map(len, found)) > most:
        found = [room_lines(each, look, initials(view.names), area.width - 4) for each in contests(s)]
    for colour, lines in enumerate(found):
        for n, line in enumerate(lines):
            if y >= area.y + area.height:
                return area.height
            if not n:
                picture.put(area.x, y, f" {LETTERS[colour]} ", look.face(hue(colour, look)))
            picture.put(area.x + 4, y, line, look.text if not n else look.muted)
            y += 1
    return y - area.y


def room_lines(contest: Contest, look: Look, names: Sequence[str], width: int) -> list[str]:
    """`x2 Bo 9 = 18, Dara 4 = 4` and `tie lost: Cleo`; folded where there is little room."""
    first, *others = _room_parts(contest, tight=max(map(cells.width, names)) == 1)
    lines = [first]
    for part in others:
        longer = listed([lines[-1], part])
        if cells.width(look.say(longer, names)) <= width:
            lines[-1] = longer
        else:
            lines.append(part)
    return [look.clip(look.say(line, names), width) for line in lines]


def _room_parts(contest: Contest, tight: bool) -> list[Text]:
    """Who is first, who is second, who has lost a tie."""
    first, second = contest.order[:2]
    if not contest.sizes[first]:
        return [Text("x{rate} nobody", rate=contest.rate)]
    pays = {seat: _pays(contest, seat, tight) for seat in (first, second)}
    parts = [Text("x{rate} {pays}", rate=contest.rate, pays=pays[first])]
    if contest.sizes[second]:
        parts.append(pays[second])
    if losers := lost_ties(contest):
        parts.append(Text("tie lost: {names}", names=listed(map(Who, losers))))
    return parts


def _pays(contest: Contest, seat: Seat, tight: bool) -> Text:
    who, size, bonus = Who(seat), contest.sizes[seat], contest.bonuses[seat]
    if tight:
        return Text("{who} {size}={bonus}", who=who, size=size, bonus=bonus)
    return Text("{who} {size} = {bonus}", who=who, size=size, bonus=bonus)


def lost_ties(contest: Contest) -> list[Seat]:
    """Seats whose room equals one that was placed before it and paid more."""
    paid = {contest.sizes[seat] for seat in contest.order[:2] if contest.sizes[seat]}
    found = [seat for seat in contest.order[2:] if contest.sizes[seat] in paid]
    first, second = contest.order[:2]
    return [second, *found] if contest.sizes[first] == contest.sizes[second] > 0 else found


__all__ = ["COLOURS", "CUBE", "DISK", "STORE", "TILE", "cubes", "in_hand", "initials", "players", "rooms"]
