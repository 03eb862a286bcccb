"""The course of a game: a curve for each seat, the turning points, what cost most; each opens on the board."""

from __future__ import annotations

import time
from typing import Any

from textual import work
from textual.app import ComposeResult

from tilehall.engine import LEVELS as KINDS
from tilehall.engine import Text
from tilehall.tui.house import findings
from tilehall.tui.house.replay import Replay
from tilehall.tui.house.review import LEVEL, LEVELS, Course
from tilehall.tui.kernel.drawing import Drawing, Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.kernel.room import Room
from tilehall.tui.look import Look
from tilehall.tui.scenes import Scene, scene
from tilehall.tui.screens.replay import ReplayScreen
from tilehall.tui.screens.scoring import Answer
from tilehall.tui.settings import Settings
from tilehall.tui.widgets.board import Board
from tilehall.tui.widgets.chrome import footer, title
from tilehall.tui.widgets.course import Entry, Painter, listed
from tilehall.tui.words import words

OFTEN = 0.1
"""Seconds from one picture of a course that grows to the next."""


class CourseScreen(Room[Answer]):
    """It is worked out while it is looked at; leaving it ends that. Ends with where to go."""

    def __init__(self, look: Look, replay: Replay[Any], settings: Settings) -> None:
        super().__init__()
        self.look = look
        self.replay = replay
        self.settings = settings
        self.scene: Scene[Any] = scene(replay.header.game)
        self.level = LEVEL
        self.course: Course | None = None
        self.chosen: Entry | None = None

    def compose(self) -> ComposeResult:
        yield Board()

    def on_mount(self) -> None:
        self.look_back()

    @work(exclusive=True)
    async def look_back(self) -> None:
        """At the whole game, part by part, with this level to judge."""
        gloss, painted = words(self.replay.header.game).gloss, 0.0
        async for course in self.replay.courses(self.level, gloss):
            self.course = course
            self._choose(self._at)
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
    def entries(self) -> list[Entry]:
        """What may be opened."""
        return [each for each in listed(self.course) if isinstance(each, Entry)] if self.course else []

    @property
    def _at(self) -> int:
        """Where the cursor is: it stays with its entry while others come."""
        entries = self.entries
        return entries.index(self.chosen) if self.chosen in entries else 0

    def _choose(self, at: int) -> None:
        entries = self.entries
        self.chosen = entries[max(0, min(at, len(entries) - 1))] if entries else None

    def on_board_typed(self, event: Board.Typed) -> None:
        at = self._at
        moves = {"up": at - 1, "k": at - 1, "down": at + 1, "j": at + 1, "home": 0, "end": len(self.entries)}
        if event.key in moves:
            self._choose(moves[event.key])
            self.paint()
        elif event.key in ("enter", "space"):
            self.show_chosen()
        elif event.key == "l":
            self.level = LEVELS[(LEVELS.index(self.level) + 1) % len(LEVELS)]
            self.look_back()
        elif event.key in ("escape", "q"):
            self.leave_with("board")

    def on_board_clicked(self, event: Board.Clicked) -> None:
        self._choose(int(event.place[1]))
        self.paint()

    def show_chosen(self) -> None:
        """The moment on the board, with what there is to say about it."""
        if self.chosen is None:
            return
        replay, step = self.replay, self.chosen.step
        replay.go(step)
        notes = {step: findings.note(self.chosen.found)}
        self.app.push_screen(ReplayScreen(self.look, replay, self.settings, notes), self._shown)

    def _shown(self, answer: Answer | None) -> None:
        if answer in ("rematch", "home"):
            self.leave_with(answer)

    # --- painting -------------------------------------------------------------------------------------------------

    def paint(self) -> None:
        width, height, look = self.size.width, self.size.height, self.look
        if not (self.is_current and width and height):
            return
        drawing = Drawing(Picture(width, height, look.table))
        title(drawing.picture, look, self.replay.now.rules.title, self._doing())
        if self.course:
            painter, area = Painter(look, self.scene, self.replay.now.names), Rect(1, 1, width - 2, height - 2)
            drawing = painter.paint(drawing.picture, self.course, self.chosen, area)
        arrows = look.glyphs.arrow_up + look.glyphs.arrow_down
        keys = [(arrows, Text("choose")), ("Enter", Text("show it on the board")), ("l", Text("another judge"))]
        footer(drawing.picture, look, height - 1, [*keys, ("q", Text("back"))])
        self.query_one(Board).draw(drawing, None)

    def _doing(self) -> Text:
        """Who judges, and how far that is."""
        judge, course = KINDS[self.level].title, self.course
        if course and course.complete and course.level == self.level:
            return Text("the course of the game, judge: {level}", level=judge)
        share = course.done / course.total if course and course.level == self.level else 0.0
        return Text("the course of the game, judge: {level}, {share:.0%} done", level=judge, share=share)
