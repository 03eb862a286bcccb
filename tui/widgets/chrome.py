"""Paints a board with its surroundings (title, prompt, choices, status and footer) into one picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rich.style import Style

from tilehall.engine import Text
from tilehall.tui.boards.panel import ROOMY
from tilehall.tui.boards.renderer import BoardRenderer
from tilehall.tui.boards.sentences import style_sentence
from tilehall.tui.config.look import Look
from tilehall.tui.key_map import KeyBindings
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.player.selection import MENU
from tilehall.tui.player.surroundings import NoSurroundings, TableSurroundings
from tilehall.tui.tables.moment import Moment
from tilehall.tui.terminal.output import cells, styled_text
from tilehall.tui.terminal.output.cache import SourceCache
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.widgets import menu
from tilehall.tui.widgets.key_hints import KeyHint, draw_footer, first_keys, insert_hints, is_refused, key_hints
from tilehall.tui.widgets.message_panel import StatusPainter, mark_message
from tilehall.tui.widgets.players_line import title_line
from tilehall.tui.widgets.prompt import draw_prompt, shorten_entry

LINES = 5
"""Lines around the board: one above, four below."""
NOBODY = -1
TALL = 30
"""Lines of the screen from which on messages get two more."""
OverlayArea = Callable[[Drawing, Look], Rect | None]
HowLines = Callable[[Look, int], Sequence[Text]]


class Chrome:
    """Paints the board screen of one player, and caches the parts that a key does not change."""

    def __init__(
        self,
        player: PlayerControls[Any],
        scene: BoardRenderer[Any],
        surroundings: TableSurroundings | None = None,
        overlay: OverlayArea | None = None,
        how: HowLines | None = None,
    ) -> None:
        """`overlay` draws a panel over the board and returns its area, which is kept free if there is room elsewhere.

        `how` returns the text below the prompt for a number of columns, instead of that of the coach. With it less of
        the board is covered: messages that can be shortened are not laid over it.
        """
        self.player = player
        self.scene = scene
        self.surroundings: TableSurroundings = surroundings or NoSurroundings()
        self.overlay = overlay
        self.how = how
        self._lines = SourceCache[Picture]()
        self._menus = SourceCache[Drawing]()
        self._areas = SourceCache[Rect]()
        self._entries = SourceCache[list[menu.MenuEntry]]()
        self._hints = SourceCache[list[KeyHint]]()
        self._left = NOBODY
        """The player during whose turn the menu lies on the left: it stays there for that turn."""
        self._places: tuple[Mapping[Place, Rect], dict[Place, Rect]] = {}, {}

    def paint(self, look: Look, width: int, height: int, keys: KeyBindings) -> Drawing:
        """Paints the whole board screen."""
        player, scene = self.player, self.scene
        needed = (scene.minimum_size[0] + 1, scene.minimum_size[1] + LINES)
        if width < needed[0] or height < needed[1]:
            return too_small(look, width, height, needed)
        view, bottom = player.view(look), height - lines_below(height)
        board = scene.paint(view, width, bottom - 1)
        drawing = Drawing(Picture(width, height, look.table), self._lower_places(board.places))
        drawing.log = board.log and Rect(board.log.x, board.log.y + 1, board.log.width, board.log.height)
        picture = drawing.picture
        picture.paste(0, 1, board.picture)
        if view.blocked:
            from tilehall.tui.boards import highlights

            words = highlights.find_words(view.blocked, drawing.places, view.cursor)
            highlights.mark_blocking(picture, words, look)
        self._draw_title(picture, look)
        covered = self.overlay(drawing, look) if self.overlay else None
        entries, task = self._menu_entries(look), self.surroundings.task_text()
        if len(entries) >= menu.SEVERAL and not player.focus.pending and not task:
            self._draw_menu(drawing, look, entries, [covered] if covered else [])
        lines = self._draw_surroundings_message(picture, look)
        spared = None if self.how is None else len(self.how(look, width)[:1])
        free = StatusPainter(drawing, player, scene, look, bottom, lines, height >= TALL).draw(keys, spared)
        if task:
            line = style_sentence(task, scene, look, player.focus.moment.names, look.strong)
            styled_text.put_line(picture, 1, bottom, styled_text.cut_line(line, width - 2, look.glyphs.ellipsis))
        else:
            self._draw_prompt(drawing, look, keys, entries, 2 if free else 1)
        player.focus.place_areas = drawing.places
        for label, place in player.focus.labels.visible().items():
            rect = drawing.places[place]
            picture.put(rect.x, rect.y, label, menu.under_cursor(look))
        hints = self._key_hints(keys)
        footer = self._line("footer", hints, look, width, lambda line: draw_footer(line, look, 0, hints))
        picture.paste(0, height - 1, footer)
        return drawing

    def _line(self, name: str, source: object, look: Look, width: int, write: Callable[[Picture], object]) -> Picture:
        """A line that is painted again only if its source has changed."""

        def made() -> Picture:
            line = Picture(width, 1, look.table)
            write(line)
            return line

        return self._lines.get(name, (look, width, source), made)

    def _draw_title(self, picture: Picture, look: Look) -> None:
        moment, scene = self.player.focus.moment, self.scene
        notes = {seat: look.say(text) for seat, text in self.surroundings.seat_notes().items()}
        source = (moment, tuple(notes.items()))
        title = self._line(
            "title", source, look, picture.width, lambda line: draw_board_title(line, moment, scene, look, notes)
        )
        picture.paste(0, 0, title)

    def _draw_surroundings_message(self, picture: Picture, look: Look) -> int:
        """Draws the message of the surroundings above the keys; returns the lines left for that of the game."""
        lines = lines_below(picture.height) - 2
        if (message := self.surroundings.footer_message()) is None:
            return lines
        line = mark_message(message, message.text, self.scene, look, self.player.focus.moment.names)
        line = styled_text.cut_line(line, picture.width - 2, look.glyphs.ellipsis)
        styled_text.put_line(picture, 1, picture.height - 2, line)
        return lines - 1

    def _key_hints(self, keys: KeyBindings) -> list[KeyHint]:
        """The keys that have an effect now."""
        player, focus, status = self.player, self.player.focus, self.player.status
        more = tuple(first_keys(self.surroundings.keys)) if self.surroundings.keys else ()
        state = (
            focus.is_shape_aimed(),
            player.hurry_offer.is_offered,
            is_refused(player),
            more,
            focus.help_allowed,
            player.advisor.is_slow,
            player.hints.is_requested,
            focus.pending and focus.pending.text,
            status.asks_first,
            status.has_more_hint,
            status.unsaved_intent is not None,
            player.takeover_offered,
        )
        source = (keys, focus.moment, _picks(player), state)
        return self._hints.get("", source, lambda: insert_hints(key_hints(player, keys), more, player))

    def _lower_places(self, places: Mapping[Place, Rect]) -> dict[Place, Rect]:
        """Moves the places of the board down by the line of the title."""
        before, lowered = self._places
        if places is not before:
            found = {
                place: lowered[place]
                if before.get(place) is rect
                else Rect(rect.x, rect.y + 1, rect.width, rect.height)
                for place, rect in places.items()
            }
            self._places = places, found
        return dict(self._places[1])

    def _draw_prompt(
        self, drawing: Drawing, look: Look, keys: KeyBindings, entries: Sequence[menu.MenuEntry], lines: int
    ) -> None:
        """Draws the prompt, and at the end of its line the only menu entry if there is just one."""
        player, picture, scene = self.player, drawing.picture, self.scene
        room, y, offer = picture.width, picture.height - lines_below(picture.height), player.hurry_offer
        if len(entries) == 1:
            entry = shorten_entry(entries[0], player, scene, look, picture.width)
            room -= entry.columns + 1
            line = menu.row(entry, player.focus.cursor.place, player.hints.places(), look, entry.columns)
            styled_text.put_line(picture, room, y, line)
            drawing.places[entry.place] = Rect(room, y, entry.columns, 1)
        how = tuple(self.how(look, room - 4)) if self.how else ()

        def made() -> Picture:
            block = Picture(room, lines, look.table)
            draw_prompt(block, player, scene, look, keys, how)
            return block

        state = (player.shows_coaching, player.focus.is_shape_aimed(), offer.is_offered, offer.was_hurried, how)
        source = (look, room, (player.focus.moment, _picks(player), state, keys))
        picture.paste(0, y, self._lines.get(f"prompt {lines}", source, made))

    def _menu_entries(self, look: Look) -> list[menu.MenuEntry]:
        focus = self.player.focus
        turned = (focus.cursor.rotation, focus.cursor.flipped)
        source = (focus.moment, focus.selection, _picks(self.player), turned, look, focus.options.keys)
        return self._entries.get("", source, lambda: menu.menu_entries(self.player, self.scene, look))

    def _draw_menu(self, drawing: Drawing, look: Look, entries: Sequence[menu.MenuEntry], kept: Sequence[Rect]) -> None:
        """Draws the menu as a card over the board, outside of the areas in `kept`."""
        focus, picture, marked = self.player.focus, drawing.picture, self.player.hints.places()
        place, seat = focus.cursor.place, focus.moment.seat
        here = place if place and place[0] == MENU else None
        wanted = [*kept, *(drawing.places[place] for place in focus.stops() if place in drawing.places)]
        width, bottom = picture.width, picture.height - lines_below(picture.height)
        asked, left = (entries, width, bottom, wanted), self._left == seat
        area = self._areas.get("", asked, lambda: menu.menu_area(entries, width, bottom, wanted, left))
        area = menu.widen_beside(area, drawing.log, wanted)
        menu.hide_rest(picture, area, drawing.log, look)
        self._left = seat if area.x == 0 else NOBODY
        first = menu.first_of(area, entries, here)
        source = (first, marked, look, area, entries)
        card = self._menus.get("", source, lambda: menu.draw_menu(area, entries, first, marked, look))
        picture.paste(area.x, area.y, card.picture)
        if here:
            menu.draw_cursor(picture, area, entries, first, here, marked, look)
        drawing.places = {**card.places, **menu.uncovered(drawing.places, area)}


def _picks(player: PlayerControls[Any]) -> tuple[Place, ...]:
    return tuple(player.focus.selection.picks) if player.focus.selection else ()


def paint(
    player: PlayerControls[Any], scene: BoardRenderer[Any], look: Look, width: int, height: int, keys: KeyBindings
) -> Drawing:
    """Paints the whole board screen without a cache."""
    return Chrome(player, scene).paint(look, width, height, keys)


def too_small(look: Look, width: int, height: int, needed: tuple[int, int]) -> Drawing:
    """A sentence with the needed and the present size of the window."""
    picture = Picture(width, height, look.table)
    sizes = {"needed": f"{needed[0]}x{needed[1]}", "size": f"{width}x{height}"}
    said = look.say(Text("The board needs {needed}; this window is {size}.", **sizes))
    for n, line in enumerate(cells.wrap(said, max(1, width))):
        picture.put(0, max(0, height // 2 - 1) + n, line, look.warn)
    return Drawing(picture)


def draw_title(picture: Picture, look: Look, heading: Text, beside: Text, style: Style | None = None) -> int:
    """Draws the first line of a screen, its title and a text beside it; returns the column after it.

    A rule ends the line if nothing below has a frame.
    """
    end = picture.put(1, 0, look.clip(look.say(heading), picture.width - 2), look.accent)
    if words := look.clip(look.say(beside), max(0, picture.width - end - 3)):
        end = picture.put(end + 2, 0, words, style or look.muted)
    if picture.width < ROOMY:
        picture.fill(end + 1, 0, picture.width - end - 2, 1, look.line, look.glyphs.line_h)
    return end


def draw_board_title(
    picture: Picture, moment: Moment[Any], scene: BoardRenderer[Any], look: Look, beside: Mapping[int, str]
) -> None:
    """Draws the players and what is unusual about the game, and the number of the step if there is room."""
    room = picture.width - 1
    for mark, style in _marks(moment, look):
        words = look.say(mark)
        room -= cells.width(words) + 2
        picture.put(room + 1, 0, words, style)
    end = styled_text.put_line(picture, 1, 0, title_line(moment, scene, look, room - 1, beside))
    step = look.say(Text("step {n}", n=moment.number))
    if end + 2 + cells.width(step) <= room:
        picture.put(room - cells.width(step), 0, step, look.muted)


def _marks(moment: Moment[Any], look: Look) -> Iterator[tuple[Text, Style]]:
    """Yields what is unusual about this game."""
    if moment.over:
        yield Text("over"), look.muted
    if moment.trouble:
        yield Text("not saved"), look.bad
    elif moment.elsewhere:
        yield Text("watching"), look.warn


def lines_below(height: int) -> int:
    """The number of lines below the board: prompt, messages and keys."""
    return LINES - 1 if height < TALL else LINES + 1
