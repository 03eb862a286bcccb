"""Draws the menu of choices in words: a card over the lower right of the board, one entry a line with its key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rich.style import Style

from tilehall.engine import Text
from tilehall.tui.boards.panel import draw_card
from tilehall.tui.boards.renderer import BoardRenderer
from tilehall.tui.boards.sentences import style_sentence
from tilehall.tui.config.look import Look
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.player.selection import MENU
from tilehall.tui.terminal.output import cells, styled_text
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine

SEVERAL = 2
"""Number of entries from which on there is a card; a single one is shown beside the prompt."""
FRAME = 2
BROAD = 80
"""Columns from which on a card does not cover the full width of a log."""
FEWER, LOW = 6, 4
"""Lines to which a card shrinks to stay in its corner; and lines if there is no room in any corner."""
NARROW, SLIM = 16, 28
"""Minimal columns of a card; and if not all entries fit, when it also shows the number of the entry."""


class MenuEntry(NamedTuple):
    """An entry as it is shown: its place, its key, and its words."""

    place: Place
    key: str
    words: StyledLine

    @property
    def columns(self) -> int:
        return cells.width(self.key) + 3 + styled_text.line_width(self.words)


def menu_entries(player: PlayerControls[Any], scene: BoardRenderer[Any], look: Look) -> list[MenuEntry]:
    """The entries of the present menu."""
    picker = player.focus.selection
    if picker is None:
        return []
    digits, skip, glance = player.focus.digit_places(), picker.skip_choice(), player.focus.context()
    lettered = {
        choice.text: letter
        for letter, choice in player.chooser.menu_letters(lambda text: look.say(text, glance.names)).items()
    }
    found = []
    for choice in picker.menu():
        place = (MENU, choice.text)
        number = str(digits.index(place) + 1) if place in digits[:9] else ""
        key = "." if skip and choice.text == skip.text else number or lettered.get(choice.text, "")
        words = style_sentence(
            player.focus.reader.describe_action(glance, choice.action), scene, look, glance.names, look.text
        )
        found.append(MenuEntry(place, key, words))
    return found


def menu_area(shown: Sequence[MenuEntry], width: int, bottom: int, wanted: Sequence[Rect], left: bool = False) -> Rect:
    """The area of the card: lower right, down to the line before `bottom`, or lower left if it was there before.

    It is as wide as its entries, covers at most half of the board, and avoids the `wanted` areas if there is room
    elsewhere, where it shows as many entries as fit.
    """
    most = min(len(shown) + FRAME, max(LOW, bottom // 2))
    low = min(most, LOW)

    def corners(high: int) -> list[Rect]:
        least = NARROW if high == len(shown) + FRAME else SLIM
        wide = min(max(least, *(entry.columns + FRAME for entry in shown)), width)
        sides = (0, width - wide) if left else (width - wide, 0)
        return [Rect(x, y, wide, high) for y in (bottom - high, 1) for x in sides]

    # A lower card in its usual corner is better than another corner, down to a minimal height.
    for least in (min(most, FEWER), low):
        for corner in range(4):
            for high in range(most, least - 1, -1):
                place = corners(high)[corner]
                if not any(overlap(place, rect) for rect in wanted):
                    return place
    return min(corners(low), key=lambda place: sum(overlap(place, rect) for rect in wanted))


def widen_beside(card: Rect, log: Rect | None, wanted: Sequence[Rect]) -> Rect:
    """Widens a card to the left so that no beginnings of a log's lines stay visible beside it.

    >>> widen_beside(Rect(40, 10, 20, 5), Rect(30, 3, 30, 12), [])
    Rect(x=30, y=10, width=30, height=5)
    >>> widen_beside(Rect(40, 10, 20, 5), Rect(20, 3, 15, 12), [])
    Rect(x=40, y=10, width=20, height=5)
    """
    if log is None or log.width > BROAD or not overlap(card, log) or card.x < log.x or card.y < log.y:
        return card
    right = max(log.x + log.width, log.x + card.width)
    wider = Rect(log.x, card.y, right - log.x, card.height)
    return card if any(overlap(wider, rect) for rect in wanted) else wider


def hide_rest(picture: Picture, card: Rect, log: Rect | None, look: Look) -> None:
    """Blanks the rest of log lines that the card covers in part, so that no word ends at its edge.

    In a broad log, lines that end before the card stay, and so does the rest of longer ones except its last word.
    """
    if log is None or log.x >= card.x or not overlap(card, log):
        return
    top, bottom = max(card.y, log.y + 1), min(card.y + card.height, log.y + log.height)
    if log.width <= BROAD:
        picture.fill(log.x, top, card.x - log.x, bottom - top, look.table)
        return
    for y in range(top, bottom):
        chars, _ = picture.cells(log.x, y, card.x - log.x)
        if chars[-1] == " ":
            continue
        word = len(chars) - chars[::-1].index(" ") if " " in chars else 0
        picture.fill(log.x + word, y, len(chars) - word, 1, look.table)
        picture.put(log.x + word, y, look.glyphs.ellipsis, look.muted)


def overlap(one: Rect, other: Rect) -> bool:
    """Whether two areas have a cell in common."""
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height


def first_shown(at: int, count: int, room: int) -> int:
    """The first visible entry, so that the cursor is visible and as few entries as possible are hidden.

    >>> [first_shown(at, 12, 5) for at in (0, 2, 3, 8, 11)]
    [0, 0, 1, 6, 7]
    """
    return max(0, min(at - room // 2, count - room))


def first_of(size: Rect, shown: Sequence[MenuEntry], cursor: Place | None) -> int:
    """The first visible entry in a card of this size."""
    return first_shown(_at(shown, cursor), len(shown), size.height - FRAME)


def _at(shown: Sequence[MenuEntry], cursor: Place | None) -> int:
    for n, entry in enumerate(shown):
        if entry.place == cursor:
            return n
    return -1


def draw_menu(size: Rect, shown: Sequence[MenuEntry], first: int, hint: frozenset[Place], look: Look) -> Drawing:
    """Draws the card without the cursor; its places have coordinates of the whole screen."""
    drawing = Drawing(Picture(size.width, size.height, look.table))
    room = size.height - FRAME
    # If not all entries fit, the number of the entry under the cursor is shown beside the title.
    note = cells.width(_which(len(shown), shown, look)) + 3 if room < len(shown) else 0
    title = look.clip(look.say(heading(len(shown))), size.width - note - 6)
    draw_card(drawing.picture, Rect(0, 0, size.width, size.height), title, look, look.accent)
    for y, entry in enumerate(shown[first : first + room], 1):
        line = row(entry, None, hint, look, size.width - FRAME)
        styled_text.put_line(drawing.picture, 1, y, line)
        drawing.places[entry.place] = Rect(size.x + 1, size.y + y, size.width - FRAME, 1)
    edge = size.width - 1
    if first:
        drawing.picture.put(edge, 1, look.glyphs.arrow_up, look.accent)
    if (below := len(shown) - first - room) > 0:
        drawing.picture.put(edge, room, look.glyphs.arrow_down, look.accent)
        more = look.clip(f" {look.say(Text('{n} more', '{n} more', n=below))} ", size.width - 4)
        drawing.picture.put(2, size.height - 1, more, look.accent)
    return drawing


def draw_cursor(
    picture: Picture,
    size: Rect,
    shown: Sequence[MenuEntry],
    first: int,
    cursor: Place,
    hint: frozenset[Place],
    look: Look,
) -> None:
    """Draws the cursor on an entry of the card, and the number of that entry."""
    at = _at(shown, cursor)
    if at < 0:
        return
    line = row(shown[at], cursor, hint, look, size.width - FRAME)
    styled_text.put_line(picture, size.x + 1, size.y + 1 + at - first, line)
    if size.height - FRAME < len(shown):
        note = _which(at + 1, shown, look)
        picture.put(size.x + size.width - cells.width(note) - 4, size.y, f" {note} ", look.muted)


def _which(n: int, shown: Sequence[MenuEntry], look: Look) -> str:
    return look.say(Text("{n} of {all}", n=n, all=len(shown)))


def heading(count: int) -> Text:
    """The heading of a card with so many entries."""
    return Text("{n} choice", "{n} choices", n=count)


def row(entry: MenuEntry, cursor: Place | None, hint: frozenset[Place], look: Look, columns: int) -> StyledLine:
    """Formats one entry in so many columns; under the cursor in the cursor's colour, except for its chips."""
    here = entry.place == cursor
    style, key = (under_cursor(look), under_cursor(look)) if here else (look.text, look.accent)
    words = [(part, style if own == look.text else own) for part, own in entry.words]
    room = columns - cells.width(entry.key or " ") - 3
    words = [*styled_text.cut_line(words, room, look.glyphs.ellipsis)]
    mark = look.glyphs.hint if entry.place in hint else " "
    used = styled_text.line_width(words)
    # Without colours, brackets mark the cursor.
    left, right = (look.glyphs.cursor_l, look.glyphs.cursor_r) if here and look.dotted else (mark, " ")
    return [(left, style), (entry.key or " ", key), (" ", style), *words, (" " * (room - used) + right, style)]


def under_cursor(look: Look) -> Style:
    return look.style("black" if look.ansi else look.palette.background, look.palette.accent, True)


def uncovered(places: Mapping[Place, Rect], size: Rect) -> dict[Place, Rect]:
    """The places that stay visible beside a card, at least in part."""
    return {
        place: rect
        for place, rect in places.items()
        if not (
            size.x <= rect.x
            and size.y <= rect.y
            and rect.x + rect.width <= size.x + size.width
            and rect.y + rect.height <= size.y + size.height
        )
    }
