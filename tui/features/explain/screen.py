"""Explains the board: the cursor goes to all visible things, and a card describes each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from textual.app import ComposeResult

from tilehall.engine import Rulebook, Text, load_rulebook
from tilehall.engine.teaching.things import PLAYER, Explanation
from tilehall.tui.boards.registry import BoardRenderer
from tilehall.tui.config.look import Look
from tilehall.tui.config.settings import Settings
from tilehall.tui.features.explain.card_widget import FRAME, CardText, card_area, card_text, card_width, draw_thing_card
from tilehall.tui.features.rules.example import ExampleStep, find_example
from tilehall.tui.features.rules.example_screen import ExampleScreen
from tilehall.tui.features.rules.screen import RulesScreen
from tilehall.tui.key_map import ScreenKeys
from tilehall.tui.player.cursor import CursorState, Direction, sort_by_layout
from tilehall.tui.player.messages.place_explanation import explain_place
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.player.selection import MENU
from tilehall.tui.player.view import View
from tilehall.tui.tables.moment import Moment
from tilehall.tui.terminal.output import styled_text
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets import chrome, players_line
from tilehall.tui.widgets.board import BoardCanvas
from tilehall.tui.widgets.key_hints import KeyHint, draw_footer

PaintBoard = Callable[[View[Any], int, int], Drawing]
"""Paints a screen of so many columns and lines; the last two are overwritten."""
DIRECTIONS: Mapping[str, Direction] = {"left": "left", "right": "right", "up": "up", "down": "down"}
BELOW = 4
"""The lines of the card that stay when it is scrolled by a page."""


class ExplainScreen(ResultScreen[None]):
    """Shows explanations without acting: selection and cursor of the player are restored at the end."""

    def __init__(
        self,
        look: Look,
        player: PlayerControls[Any],
        scene: BoardRenderer[Any],
        settings: Settings,
        painted: PaintBoard,
    ) -> None:
        super().__init__()
        self.look = look
        self.player = player
        self.scene = scene
        self.settings = settings
        self.keys = ScreenKeys("explain", settings)
        self.paint_board = painted
        self.moment: Moment[Any] = player.moment
        """The moment when the screen was opened; later steps do not change it."""
        self.cursor = CursorState()
        self.cursor.place = player.cursor
        self.places: dict[Place, Rect] = {}
        self.area: Rect | None = None
        self.line = 0
        """The first visible line of the card."""
        self.book: Rulebook = load_rulebook(player.moment.rules, look.language.code)
        self.about: Explanation | None = None
        self.example: ExampleStep | None = None
        self.longer = False
        """Whether the card has more lines below."""

    def compose(self) -> ComposeResult:
        yield BoardCanvas()

    def on_resize(self) -> None:
        self.area = None
        self.paint()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        if self._others_look():
            self.close_with()

    def _others_look(self) -> bool:
        """Whether another player sits here now, or the board is hidden."""
        now = self.player.moment
        return now.curtain is not None or now.viewpoint != self.moment.viewpoint

    # --- painting -------------------------------------------------------------------------------------------------

    def paint(self) -> None:
        width, height, look = self.size.width, self.size.height, self.look
        if not width or self._others_look():
            return
        least = (self.scene.minimum_size[0] + 1, self.scene.minimum_size[1] + chrome.LINES)
        if width < least[0] or height < least[1]:
            self.places = {}
            self.query_one(BoardCanvas).draw(chrome.too_small(look, width, height, least), None)
            return
        drawing = self._board(width, height)
        self.places = smallest_first({**drawing.sight_areas, **drawing.places})
        drawing.places = self.places
        place = self._pointed()
        rect = self.places.get(place) if place else None
        if place in drawing.sight_areas and rect:
            _bracket(drawing.picture, rect, look)
        if place:
            self._lay_card(drawing.picture, place, rect)
        self._prompt(drawing.picture)
        draw_footer(drawing.picture, look, height - 1, self._hints())
        self.query_one(BoardCanvas).draw(drawing, place)

    def _board(self, width: int, height: int) -> Drawing:
        """Paint the board without selection and choices."""
        now, place = self.moment, self.cursor.place
        view = replace(
            self.player.view(self.look),
            state=now.state,
            seat=now.seat,
            cursor=place if place and place[0] != MENU else None,
            selection=None,
            targets=frozenset(),
            digit_places=(),
            hint_places=frozenset(),
        )
        return self.paint_board(view, width, height)

    def _pointed(self) -> Place | None:
        """Return the thing under the cursor, or the first one."""
        if self.cursor.place not in self.places:
            self.cursor.place = next(iter(self._by_eye()), None)
        return self.cursor.place

    def _lay_card(self, picture: Picture, place: Place, rect: Rect | None) -> None:
        wide = card_width(picture.width)
        room = picture.height - 3
        written = self._written(place, wide - 2 - FRAME, room - FRAME)
        high = min(len(written.lines) + FRAME, room)
        self.longer = len(written.lines) + FRAME > high
        self.line = max(0, min(self.line, len(written.lines) + FRAME - high))
        self.area = card_area(picture.width, room + 1, (wide, high), rect, self.area)
        draw_thing_card(picture, self.area, written, self.line, self.look)

    def _written(self, place: Place, columns: int, room: int) -> CardText:
        moment = self.moment
        self.about = explain_place(moment, self.scene, place)
        return card_text(self.about, self.book, self.scene, self.look, moment.names, self._example(), columns, room)

    def _example(self) -> Text | None:
        """Return an example of one of the rules, and its key."""
        self.example = find_example(self.moment.rules, self.about.rules if self.about else ())
        if self.example is None:
            return None
        key = self.keys.label("choose")
        return Text("{key} shows an example of {rule}, from another game.", key=key, rule=self.example.rule)

    def _show_example(self) -> None:
        """Show the example on its board; leaving it leads back here."""
        if self.example is not None:
            back = Text("back") if self.moment.replayed else Text("back to your game")
            self.app.push_screen(ExampleScreen(self.look, self.example, self.settings, back))

    def _prompt(self, picture: Picture) -> None:
        """Return the prompt, which says that nothing can be played here."""
        y, look = picture.height - 2, self.look
        picture.fill(0, y, picture.width, 1, look.table)
        told = Text("You look around: arrows and Tab go to all that can be seen. Nothing is played.")
        picture.put(1, y, look.clip(look.say(told), picture.width - 2), look.muted)

    def _hints(self) -> list[KeyHint]:
        ruled = bool(self.about and self.about.rules)
        wanted = (
            ("left", True),
            ("next", True),
            ("rule", ruled),
            ("choose", self.example is not None),
            ("page_down", self.longer),
            ("back", True),
            ("rules", ruled),
        )
        return self.keys.hints(self.look.glyphs, *(command for command, does in wanted if does))

    # --- keys -----------------------------------------------------------------------------------------------------

    def on_board_canvas_typed(self, event: BoardCanvas.Typed) -> None:
        if self._others_look():
            self.close_with()
            return
        match self.keys.command(event.key):
            case "page_down" | "page_up" as command:
                self._scroll(1 if command == "page_down" else -1)
            case "rule":
                self._open_rule(int(event.key) - 1)
            case "rules":
                self._open_rule(0)
            case "choose":
                self._show_example()
            case "left" | "right" | "up" | "down" as direction:
                self._go(lambda: self.cursor.move(DIRECTIONS[direction], self.places, self._by_eye()))
            case "next" | "previous" as command:
                self._go(lambda: self.cursor.go_to_next_stop(self._by_eye(), 1 if command == "next" else -1))
            case "first" | "last" as command:
                self._go(lambda: self._jump(0 if command == "first" else -1))
            case "back":
                self.close_with()

    def on_board_canvas_clicked(self, event: BoardCanvas.Clicked) -> None:
        self._go(lambda: self._point(event.place))

    def _go(self, move: Callable[[], None]) -> None:
        move()
        self.line = 0
        self.paint()

    def _point(self, place: Place) -> None:
        self.cursor.place = place

    def _jump(self, at: int) -> None:
        self.cursor.place = self._by_eye()[at] if self.places else None

    def _by_eye(self) -> list[Place]:
        """Return all visible things in the order of the layout."""
        return sort_by_layout(list(self.places), self.places)

    def _scroll(self, step: int) -> None:
        page = max(1, (self.area.height if self.area else BELOW + 1) - BELOW)
        self.line = max(0, self.line + step * page)
        self.paint()

    def _open_rule(self, at: int) -> None:
        if self.about and at < len(self.about.rules):
            self.app.push_screen(RulesScreen(self.look, self.moment.rules.id, self.about.rules[at]))


def smallest_first(places: Mapping[Place, Rect]) -> dict[Place, Rect]:
    """Sort small areas before those that they cover a part of."""
    return dict(sorted(places.items(), key=lambda item: item[1].width * item[1].height))


def _bracket(picture: Picture, rect: Rect, look: Look) -> None:
    """Draw a cursor around a thing for which the scene has none."""
    glyphs, ink = look.glyphs, look.on_table(look.palette.cursor, bold=True)
    right, bottom = rect.x + rect.width, rect.y + rect.height - 1
    if rect.height == 1 or rect.width < 3:
        for y in range(rect.y, bottom + 1):
            picture.put(max(0, rect.x - 1), y, glyphs.cursor_l, ink)
            picture.put(min(picture.width - 1, right), y, glyphs.cursor_r, ink)
        return
    for x, y, corner in (
        (rect.x, rect.y, glyphs.cursor_tl),
        (right - 1, rect.y, glyphs.cursor_tr),
        (rect.x, bottom, glyphs.cursor_bl),
        (right - 1, bottom, glyphs.cursor_br),
    ):
        picture.put(x, y, corner, ink)


def board_painter(moment: Moment[Any], scene: BoardRenderer[Any]) -> PaintBoard:
    """Return a painter of the board as large as in play, below the line of players."""

    def painted(view: View[Any], width: int, height: int) -> Drawing:
        look = view.look
        board = scene.paint(view, width, height - 1 - chrome.lines_below(height))
        drawing = Drawing(Picture(width, height, look.table), board.places, board.sight_areas)
        drawing.shift(0, 1)
        drawing.picture.paste(0, 1, board.picture)
        styled_text.put_line(drawing.picture, 1, 0, players_line.title_line(moment, scene, look, width - 2))
        for seat, (x, wide) in players_line.player_columns(moment, scene, look, width - 2).items():
            drawing.sight_areas[PLAYER, str(seat)] = Rect(1 + x, 0, wide, 1)
        return drawing

    return painted
