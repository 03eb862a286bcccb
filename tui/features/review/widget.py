"""Paints a review: the curve, the list of turning points and mistakes, and the chosen one in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rich.style import Style

from tilehall.engine import CHANCE, Text, Who
from tilehall.engine import join_commas as together
from tilehall.tui.boards.charts import LABEL, column_of, win_chart
from tilehall.tui.boards.panel import ROOMY, draw_panel
from tilehall.tui.boards.registry import BoardRenderer
from tilehall.tui.boards.sentences import style_sentence
from tilehall.tui.boards.tiles import draw_heading
from tilehall.tui.config.look import Look
from tilehall.tui.tables.history import review_text
from tilehall.tui.tables.history.review import MOST_MISTAKES, GameReview, Mistake, Swing
from tilehall.tui.terminal.output.cells import width as width_of
from tilehall.tui.terminal.output.drawing import Drawing, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine, break_line, cut_line, line_width, put_line

STEP, COST = 6, 20
"""Columns for the number of a step, and for a change or cost."""
TOLD = 6
"""The fewest lines for the texts about the entry."""
SIDE_COLUMNS = 16
"""The columns of these texts beside the list."""
LISTED = 5
"""The fewest lines of the list."""
LOWEST, HIGHEST = 7, 26
"""The fewest and most lines of the curve with its axis."""


class CourseHeading(NamedTuple):
    """The heading of a part of the list."""

    text: Text


class EmptyPart(NamedTuple):
    """Stands for a part of the list without entries."""

    text: Text


class CourseEntry(NamedTuple):
    """A moment of the game that can be opened."""

    found: Swing | Mistake

    @property
    def step(self) -> int:
        """The step at which the board is shown."""
        return review_text.step_to_show(self.found)


CourseLine = CourseHeading | EmptyPart | CourseEntry


class PaintedCourse(NamedTuple):
    """A painted review."""

    drawing: Drawing
    top: int
    """The first visible line of the texts about the entry."""
    last: int
    """The greatest value of `top`; 0 if all lines are visible."""


def course_lines(course: GameReview) -> list[CourseLine]:
    """Return all lines of the list."""
    swings = course.turning_points
    none = EmptyPart(review_text.no_turning_point_text() if course.complete else Text("None so far."))
    found: list[CourseLine] = [CourseHeading(Text("Turning points")), *(map(CourseEntry, swings) if swings else [none])]
    for seat in course.people:
        mistakes = course.mistakes(seat)
        if mistakes:
            found += [CourseHeading(Text("What cost {who} most", who=Who(seat))), *map(CourseEntry, mistakes)]
        elif course.complete:
            found.append(EmptyPart(review_text.no_mistake_text(seat)))
    if course.failed_parts:
        found.append(EmptyPart(review_text.failed_parts_text(course.failed_parts)))
    return found


@dataclass(frozen=True)
class CoursePainter:
    """Paints one state of a review for one size of window."""

    look: Look
    scene: BoardRenderer[Any]
    names: Sequence[str]

    def paint(
        self, picture: Picture, course: GameReview, chosen: CourseEntry | None, area: Rect, top: int = 0
    ) -> PaintedCourse:
        """Paint the curve, the list below it, and below or beside that the chosen entry.

        Its texts are shown from the line `top` on.
        """
        drawing, lines = Drawing(picture), course_lines(course)
        wide, half = picture.width >= ROOMY, area.width // 2
        high = _height(course, area.height, wide)
        about = Text("Chance of winning") if course.seats > 1 else Text("Chance of a good result")
        note = self._say(Text("the same whoever judges")) if course.people else ""
        room = draw_panel(picture, area._replace(height=high), self._say(about), self.look, note)
        self._curve(picture, course, chosen, room)
        rest = Rect(area.x, area.y + high, area.width, area.height - high)
        if wide:
            self._list(drawing, lines, chosen, rest._replace(width=half - 1))
            rest = Rect(rest.x + half, rest.y, rest.width - half, rest.height)
        else:
            needed = len(self._lines(chosen, area.width)) + 1
            told = max(min(needed, rest.height - LISTED), rest.height - len(lines))
            self._list(drawing, lines, chosen, rest._replace(height=rest.height - told))
            rest = Rect(rest.x, rest.y + rest.height - told, rest.width, told)
        return self._told(drawing, chosen, rest, top)

    def _say(self, text: Text) -> str:
        return self.look.say(text, self.names)

    def _seat(self, seat: int) -> Style:
        return self.scene.seat_style(self.look, seat) if seat != CHANCE else self.look.muted

    # --- the curve ------------------------------------------------------------------------------------------------

    def _curve(self, picture: Picture, course: GameReview, chosen: CourseEntry | None, area: Rect) -> None:
        """Draw the curve, with the chosen moment and the chances there below it."""
        look, first = self.look, course.points[0].step
        known = [course.chances_at(step) or () for step in range(first, course.points[-1].step + 1)]
        styles = [self._seat(seat) for seat in range(course.seats)]
        lines = win_chart(known, course.steps - first + 1, area.width, area.height - 2, look, styles)
        for y, line in enumerate(lines, area.y):
            put_line(picture, area.x, y, line)
        step = max(first, chosen.step) if chosen else course.points[-1].step
        y = area.y + area.height - 2
        self._axis(picture, course, step if chosen else None, area._replace(y=y, height=1))
        put_line(
            picture,
            area.x + LABEL,
            y + 1,
            cut_line(self._stood(course, step), area.width - LABEL, look.glyphs.ellipsis),
        )

    def _axis(self, picture: Picture, course: GameReview, step: int | None, area: Rect) -> None:
        """Draw the axis: first and last step, and an arrow at this one."""
        look, first = self.look, course.points[0].step
        last = self._say(Text("step {n}", n=course.steps))
        at = column_of(((step or first) - first) / max(1, course.steps - first), area.width)
        for x, words in ((LABEL, f"{first}"), (area.width - 1 - width_of(last), last)):
            if step is None or not x - 1 <= at <= x + width_of(words):
                picture.put(area.x + x, area.y, words, look.muted)
        if step is not None:
            picture.put(area.x + at, area.y, look.glyphs.arrow_up, look.accent)

    def _stood(self, course: GameReview, step: int) -> StyledLine:
        """Return the chances of all players after this step."""
        look, found = self.look, list[tuple[str, Style]]()
        for seat, chance in enumerate(course.chances_at(step) or ()):
            found.append((f"{look.glyphs.seat(seat)} {self.names[seat]}", self._seat(seat)))
            found.append((f" {self._say(Text('{chance:.0%}', chance=chance))}   ", look.strong))
        return [*found, (self._say(Text("after step {n}", n=step)), look.muted)]

    # --- the list -------------------------------------------------------------------------------------------------

    def _list(self, drawing: Drawing, lines: Sequence[CourseLine], chosen: CourseEntry | None, area: Rect) -> None:
        """Draw as many entries as there is room for, around the cursor."""
        picture, look = drawing.picture, self.look
        at = next((n for n, line in enumerate(lines) if line == chosen), 0)
        top, shown = _shown(at, len(lines), area.height)
        number = sum(isinstance(line, CourseEntry) for line in lines[:top])
        for y, line in enumerate(lines[top : top + shown], area.y):
            match line:
                case CourseHeading(text):
                    draw_heading(picture, area.x, y, area.width, self._say(text), look)
                case EmptyPart(text):
                    picture.put(area.x + 2, y, look.clip(self._say(text), area.width - 2), look.muted)
                case CourseEntry():
                    put_line(picture, area.x, y, self._row(line, line == chosen, area.width))
                    drawing.places["entry", f"{number}"] = Rect(area.x, y, area.width, 1)
                    number += 1
        if shown < min(area.height, len(lines)):
            self._rest(picture, lines, top, shown, area)

    def _rest(self, picture: Picture, lines: Sequence[CourseLine], top: int, shown: int, area: Rect) -> None:
        """Return the numbers of entries above and below the visible ones."""
        above, below = (
            sum(isinstance(line, CourseEntry) for line in part) for part in (lines[:top], lines[top + shown :])
        )
        told = [Text("{n} more above", "{n} more above", n=above)] if above else []
        told += [Text("{n} more below", "{n} more below", n=below)] if below else []
        words = self.look.clip(self._say(together(told)), area.width - 2)
        picture.put(area.x + 2, area.y + area.height - 1, words, self.look.muted)

    def _row(self, entry: CourseEntry, here: bool, room: int) -> StyledLine:
        """Return the line of an entry: the step, the change or cost, and the action."""
        look, found = self.look, entry.found
        told = review_text.swing_text(found) if isinstance(found, Swing) else review_text.short_cost(found.judgement)
        words, style = look.fit(self._say(told), COST), look.strong if here else look.text
        left = look.glyphs.cursor_l if here else " "
        head: list[tuple[str, Style]] = [(left, look.accent), (f"{found.first:>{STEP - 2}}  ", style)]
        if isinstance(found, Swing):
            what = style_sentence(told, self.scene, look, self.names, style)
            head += [*what, (" " * max(0, COST - line_width(what)), style)]
        else:
            head.append((words, style))
        line = [*head, (" ", style), *style_sentence(found.text, self.scene, look, self.names, style)]
        return cut_line(line, room, look.glyphs.ellipsis)

    # --- what is chosen -------------------------------------------------------------------------------------------

    def _told(self, drawing: Drawing, chosen: CourseEntry | None, area: Rect, top: int) -> PaintedCourse:
        """Draw the texts about the chosen entry, from the line `top` on."""
        look = self.look
        title = self._say(review_text.step_range(chosen.found.first, chosen.found.last)) if chosen else ""
        columns = area.width - (4 if drawing.picture.width >= ROOMY else 0)
        shown = area.height - (2 if drawing.picture.width >= ROOMY else 1)
        lines = self._lines(chosen, columns)
        last = max(0, len(lines) - shown)
        top = max(0, min(top, last))
        where = {"first": top + 1, "last": min(len(lines), top + shown), "all": len(lines)}
        note = look.say(Text("lines {first} to {last} of {all}", **where)) if last else ""
        room = draw_panel(drawing.picture, area, title, look, note)
        for y, line in enumerate(lines[top : top + shown], room.y):
            put_line(drawing.picture, room.x, y, line)
        return PaintedCourse(drawing, top, last)

    def _lines(self, entry: CourseEntry | None, columns: int) -> list[StyledLine]:
        return [line for text in moment_texts(entry) for line in self._wrapped(text, columns)]

    def _wrapped(self, text: Text, room: int) -> list[StyledLine]:
        return break_line(style_sentence(text, self.scene, self.look, self.names, self.look.text), room)


def _height(course: GameReview, room: int, wide: bool) -> int:
    """Return the lines of the curve: constant while the list grows, so that nothing moves."""
    most = (1 + MOST_MISTAKES) * (1 + len(course.people))
    below = max(most + 1, SIDE_COLUMNS) if wide else most + TOLD
    return max(LOWEST, min(HIGHEST, room - below))


def _shown(at: int, count: int, room: int) -> tuple[int, int]:
    """Return the first and the number of visible entries around this one; one line is left for the hidden ones.

    >>> _shown(2, 5, 5), _shown(2, 9, 5), _shown(8, 9, 5)
    ((0, 5), (0, 4), (5, 4))
    """
    if count <= room:
        return 0, count
    shown = room - 1
    return max(0, min(at - shown + 2, count - shown)), shown


def moment_texts(chosen: CourseEntry | None) -> list[Text]:
    """Return the paragraphs about a moment."""
    if chosen is None:
        return []
    if isinstance(chosen.found, Swing):
        return [chosen.found.text, Text("{change}.", change=review_text.swing_text(chosen.found))]
    return review_text.improvement_text(chosen.found)
