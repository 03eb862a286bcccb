"""The review screen: a curve for each seat, turning points and mistakes, each of which opens on the board."""

from __future__ import annotations

import time
from typing import Any

from textual import work
from textual.app import ComposeResult

from tilehall.engine import LEVELS as KINDS
from tilehall.engine import Text
from tilehall.tui.boards.registry import BoardRenderer, renderer_for
from tilehall.tui.config.look import Look
from tilehall.tui.config.settings import Settings
from tilehall.tui.features.replay.screen import ReplayScreen
from tilehall.tui.features.review.widget import CourseEntry, CoursePainter, course_lines
from tilehall.tui.key_map import screen_keys
from tilehall.tui.screens.board_purpose import Destination
from tilehall.tui.screens.pages import screen_keys_page
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.history.review import JUDGE_LEVELS, USUAL_JUDGE, GameReview, Mistake
from tilehall.tui.terminal.output.drawing import Drawing, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets.board import BoardCanvas
from tilehall.tui.widgets.chrome import draw_title
from tilehall.tui.widgets.key_hints import KeyHint, draw_footer

KEYS = screen_keys("review")
PAGE = 4
"""Lines scrolled at a time."""
OFTEN = 0.1
"""The least seconds between two pictures of a growing review."""


class ReviewScreen(ResultScreen[Destination]):
    """Works out the review while it is shown, and cancels that when it is closed. The result is where to go."""

    def __init__(self, look: Look, replay: Replay[Any], settings: Settings) -> None:
        super().__init__()
        self.look = look
        self.replay = replay
        self.settings = settings
        self.scene: BoardRenderer[Any] = renderer_for(replay.header.game)
        self.board = BoardCanvas()
        self.level = USUAL_JUDGE
        self.course: GameReview | None = None
        self.chosen: CourseEntry | None = None
        self.moved = False
        """Whether the user has moved the cursor; until then it stays on the first entry."""
        self.top = 0
        """The first visible line of the texts about the entry."""
        self.last = 0
        """The greatest value of `top`."""

    def compose(self) -> ComposeResult:
        yield self.board

    def on_mount(self) -> None:
        self.run_review()

    @work(exclusive=True)
    async def run_review(self) -> None:
        """Work out the review with this judge, and show it as it grows."""
        painted = 0.0
        async for course in self.replay.review_progress(self.level):
            self.course = course
            self._choose(self._at if self.moved else 0)
            if course.complete or time.monotonic() - painted > OFTEN:
                self.paint()
                painted = time.monotonic()

    def on_resize(self) -> None:
        self.paint()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.paint()

    # --- choosing -------------------------------------------------------------------------------------------------

    @property
    def entries(self) -> list[CourseEntry]:
        """The entries that can be opened."""
        return [each for each in course_lines(self.course) if isinstance(each, CourseEntry)] if self.course else []

    @property
    def _at(self) -> int:
        """The index of the chosen entry; it stays chosen while others are added."""
        entries = self.entries
        return entries.index(self.chosen) if self.chosen in entries else 0

    def _choose(self, at: int) -> None:
        entries = self.entries
        self.chosen = entries[max(0, min(at, len(entries) - 1))] if entries else None

    def on_board_canvas_typed(self, event: BoardCanvas.Typed) -> None:
        at, command = self._at, KEYS.command(event.key)
        match command:
            case "up" | "down" | "first" | "last":
                self._choose({"up": at - 1, "down": at + 1, "first": 0, "last": len(self.entries)}[command])
                self.moved, self.top = True, 0
                self.paint()
            case "page_up" | "page_down":
                self.top = max(0, min(self.last, self.top + (PAGE if command == "page_down" else -PAGE)))
                self.paint()
            case "show":
                self.show_chosen()
            case "keys":
                self.show_keys()
            case "judge":
                self.level = JUDGE_LEVELS[(JUDGE_LEVELS.index(self.level) + 1) % len(JUDGE_LEVELS)]
                self.run_review()
            case "back":
                self.close_with("board")

    def on_board_canvas_clicked(self, event: BoardCanvas.Clicked) -> None:
        self._choose(int(event.place[1]))
        self.moved, self.top = True, 0
        self.paint()

    def show_chosen(self) -> None:
        """Show the chosen moment on the board with the texts about it."""
        if self.chosen is None:
            return
        found, replay = self.chosen.found, self.replay
        if isinstance(found, Mistake):
            replay.look_from(found.seat)
        replay.go(self.chosen.step)
        self.app.push_screen(ReplayScreen(self.look, replay, self.settings, found), self._shown)

    def _shown(self, answer: Destination | None) -> None:
        self.replay.look_from(None)
        if answer in ("rematch", "home"):
            self.close_with(answer)

    def show_keys(self) -> None:
        further = KEYS.help(*(["page_down"] if self.last else []))
        self.app.push_screen(screen_keys_page(self.look, self.replay.now.title, self._keys(), further))

    # --- painting -------------------------------------------------------------------------------------------------

    def paint(self) -> None:
        width, height, look = self.size.width, self.size.height, self.look
        if not (self.is_current and self.board.is_attached and width and height):
            # The screen is being closed while the review still grows.
            return
        drawing = Drawing(Picture(width, height, look.table))
        draw_title(drawing.picture, look, self.replay.now.title, self._doing())
        if self.course:
            painter, area = CoursePainter(look, self.scene, self.replay.now.names), Rect(1, 1, width - 2, height - 2)
            drawing, self.top, self.last = painter.paint(drawing.picture, self.course, self.chosen, area, self.top)
        draw_footer(drawing.picture, look, height - 1, self._keys())
        self.board.draw(drawing, None)

    def _keys(self) -> list[KeyHint]:
        """Return the keys for the footer."""
        scroll = ["page_down"] if self.last else []
        return KEYS.hints(self.look.glyphs, "up", "show", *scroll, "judge", "back", "keys")

    def _doing(self) -> Text:
        """Return the judge and the progress of the review."""
        judge, course = KINDS[self.level].title, self.course
        if course and course.complete and course.level == self.level:
            return Text("the course of the game, judge: {level}", level=judge)
        share = course.finished_parts / course.total if course and course.level == self.level else 0.0
        return Text("the course of the game, judge: {level}, {share:.0%} done", level=judge, share=share)
