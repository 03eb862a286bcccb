"""Draws the favour track and the bonuses of the rooms."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from tilehall.engine import SeatNo, Text, Who, join_commas
from tilehall.engine.games.kaguya import LETTERS, KaguyaState, RoomContest, components, room_contests
from tilehall.tui.boards.kaguya.cube_kinds import ROOM
from tilehall.tui.boards.kaguya.floor_plan import half_hue
from tilehall.tui.boards.short_names import player_initials
from tilehall.tui.boards.tiles import draw_heading
from tilehall.tui.config.look import Look
from tilehall.tui.player.view import View
from tilehall.tui.terminal.output import cells
from tilehall.tui.terminal.output.drawing import Drawing, Rect
from tilehall.tui.terminal.output.picture import Picture


def _heads(s: KaguyaState) -> tuple[tuple[Text, ...], ...]:
    """Returns the princess' progress, what her passing the track's end does (K-5.1), and what the points beside the
    names are, in variants with fewer and fewer words.
    """
    most, points = components().track - 1, Text("Points: favour and rooms now")
    if s.ending:
        points = Text("Points: favour and rooms")
        if s.ending == "princess":
            return ((Text("The game is over: the princess passed {most}.", most=most), points), (OVER, points), (OVER,))
        return ((Text("The game is over: all boards are full."), points), (OVER, points), (OVER,))
    if s.princess > most:
        passed = Text("The princess has {n}. She passed {most}: this is the last round.", n=s.princess, most=most)
        short = Text("Princess {n}: the last round", n=s.princess)
    else:
        passed = Text("The princess has {n}. When she passes {most}, the round is the last.", n=s.princess, most=most)
        short = Text("Princess {n}, last round past {most}", n=s.princess, most=most)
    return ((passed, points), (short, points), (passed,), (short,))


OVER = Text("The game is over.")


def _head(view: View[KaguyaState], room: int) -> list[str]:
    """Returns the longest variant that fits."""
    told = [[view.say(text) for text in texts] for texts in _heads(view.state)]
    return next((words for words in told if sum(map(cells.width, words)) + 2 * len(words) - 2 <= room), told[-1])


def draw_track(picture: Picture, view: View[KaguyaState], area: Rect) -> None:
    """Draws the round and what ends the game and, if there is room, the thirty spaces with all pawns."""
    look, s, box = view.look, view.state, components()
    x = picture.put(area.x, area.y, look.clip(view.say(_turn(s)), area.width), look.strong) + 2
    x = picture.put(x, area.y, f"{look.glyphs.princess} ", look.accent)
    until, *points = _head(view, area.x + area.width - x)
    x = picture.put(x, area.y, look.clip(until, area.x + area.width - x), look.text) + 2
    for words in points:
        picture.put(x, area.y, words, look.muted)
    if area.height < 3:
        return
    # The last space may be one column narrower.
    pitch = max(2, min(6, (area.width + 1) // box.track))
    ground, wide = look.style(look.palette.muted, look.palette.lattice), min(pitch * box.track, area.width)
    picture.fill(area.x, area.y + 2, wide, 1, ground, look.glyphs.dot if look.dotted else " ")
    for space in range(0, box.track, 5):
        picture.put(area.x + pitch * space, area.y + 1, str(space), look.muted)
        picture.put(area.x + pitch * space, area.y + 2, look.glyphs.dot, ground)
    _pawns(picture, view, area.x, area.y + 1, pitch)


def _turn(s: KaguyaState) -> Text:
    return Text("Round {round} of {last}.", round=s.round, last=components().columns)


def _pawns(picture: Picture, view: View[KaguyaState], x: int, y: int, pitch: int) -> None:
    """Draws the pawns of a space side by side; those that do not fit are in the line above."""
    look, s, box = view.look, view.state, components()
    spots: dict[int, list[tuple[str, Style]]] = {}
    crown = look.style(look.palette.accent, look.palette.lattice, True)
    spots.setdefault(s.princess % box.track, []).append((look.glyphs.princess, crown))
    for seat, merchant in enumerate(s.merchants):
        spots.setdefault(merchant.favour % box.track, []).append((look.glyphs.seat(seat), look.pawn(seat)))
    for space, marks in spots.items():
        left = x + pitch * space
        room = min(pitch, picture.width - left)
        for n, (text, style) in enumerate(marks):
            picture.put(left + n % room, y + 1 - min(1, n // room), text, style)


# --- rooms --------------------------------------------------------------------------------------------------------


def draw_rooms(drawing: Drawing, view: View[KaguyaState], area: Rect) -> int:
    """Draws the bonus of every colour: rate, first, second, and who only lost a tie."""
    look, s, picture = view.look, view.state, drawing.picture
    title = view.say(Text("Rooms") if s.ending else Text("Rooms now"))
    draw_heading(picture, area.x, area.y, area.width, title, look)
    y, found = area.y + 1, [room_lines(each, look, view.names, area.width - 4) for each in room_contests(s)]
    most = len(found) if s.ending else area.height - 1
    if area.width < 36 or sum(map(len, found)) > most:
        found = [room_lines(each, look, player_initials(view.names), area.width - 4) for each in room_contests(s)]
    for colour, lines in enumerate(found):
        for n, line in enumerate(lines):
            if y >= area.y + area.height:
                return area.height
            if not n:
                picture.put(area.x, y, f" {LETTERS[colour]} ", look.face(half_hue(colour, look)))
                drawing.sight_areas[ROOM, LETTERS[colour]] = Rect(area.x, y, area.width, 1)
            picture.put(area.x + 4, y, line, look.text if not n else look.muted)
            y += 1
    return y - area.y


def room_lines(contest: RoomContest, look: Look, names: Sequence[str], width: int) -> list[str]:
    """Returns `x2 Bo 9 = 18, Dara 4 = 4` and `tie lost: Cleo`, wrapped if there is little room."""
    first, *others = _room_parts(contest, tight=max(map(cells.width, names)) == 1)
    lines = [first]
    for part in others:
        longer = join_commas([lines[-1], part])
        if cells.width(look.say(longer, names)) <= width:
            lines[-1] = longer
        else:
            lines.append(part)
    return [look.clip(look.say(line, names), width) for line in lines]


def _room_parts(contest: RoomContest, tight: bool) -> list[Text]:
    """Returns who is first, who is second, who has lost a tie."""
    first, second = contest.order[:2]
    if not contest.sizes[first]:
        return [Text("x{rate} nobody", rate=contest.rate)]
    pays = {seat: _pays(contest, seat, tight) for seat in (first, second)}
    parts = [Text("x{rate} {pays}", rate=contest.rate, pays=pays[first])]
    if contest.sizes[second]:
        parts.append(pays[second])
    if losers := seats_with_lost_ties(contest):
        parts.append(Text("tie lost: {names}", names=join_commas(map(Who, losers))))
    return parts


def _pays(contest: RoomContest, seat: SeatNo, tight: bool) -> Text:
    who, size, bonus = Who(seat), contest.sizes[seat], contest.bonuses[seat]
    if tight:
        return Text("{who} {size}={bonus}", who=who, size=size, bonus=bonus)
    return Text("{who} {size} = {bonus}", who=who, size=size, bonus=bonus)


def seats_with_lost_ties(contest: RoomContest) -> list[SeatNo]:
    """Returns the seats whose room is as large as one that ranks higher by tie-break and pays more."""
    paid = {contest.sizes[seat] for seat in contest.order[:2] if contest.sizes[seat]}
    found = [seat for seat in contest.order[2:] if contest.sizes[seat] in paid]
    first, second = contest.order[:2]
    return [second, *found] if contest.sizes[first] == contest.sizes[second] > 0 else found
