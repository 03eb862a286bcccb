"""Explains a line of the receipt: its cells on the board, the sum, the steps and the rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.app import ComposeResult

from tilehall.engine import ReceiptLine, Text, Who, load_rulebook
from tilehall.tui.boards import highlights
from tilehall.tui.boards.panel import draw_framed_panel
from tilehall.tui.boards.registry import BoardRenderer, style_sentence
from tilehall.tui.config.look import Look
from tilehall.tui.features.rules.screen import RulesScreen
from tilehall.tui.key_map import screen_keys
from tilehall.tui.player.view import View
from tilehall.tui.tables.history.derivation import Derivation, derive_line
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.moment import LogEntry, Moment
from tilehall.tui.terminal.output.drawing import Drawing, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import break_line, cut_line, limit_lines, put_line
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets.board import BoardCanvas
from tilehall.tui.widgets.chrome import draw_title
from tilehall.tui.widgets.key_hints import KeyHint, draw_footer
from tilehall.tui.widgets.overlay import blank_partial, overlay_area
from tilehall.tui.widgets.pager import TextLine

BESIDE, OVER = 40, 30
"""Columns of the panel, beside the board and over a part of it."""
SEEN = 4
"""The fewest lines for the steps."""
NUMBER = 5
"""Columns of a term, and of the number of a step."""
KEYS = screen_keys("derivation")


class DerivationScreen(ResultScreen[int]):
    """Shows the lines (left, right) and the steps of each (up, down). The result is the line shown last."""

    def __init__(
        self,
        look: Look,
        moment: Moment[Any],
        scene: BoardRenderer[Any],
        lines: Sequence[ReceiptLine],
        at: int,
        replay: Replay[Any] | None = None,
    ) -> None:
        """`replay` provides the board at the steps."""
        super().__init__()
        self.look = look
        self.moment = moment
        self.scene = scene
        self.lines = lines
        self.at = at
        self.replay = replay
        self.step = 0
        """The selected step."""
        self.then = False
        """Whether the board is shown as it was right after the selected step."""
        self.derived: Derivation = derive_line(moment, lines[at])

    def compose(self) -> ComposeResult:
        yield BoardCanvas()

    def on_resize(self) -> None:
        self.paint()

    # --- keys -----------------------------------------------------------------------------------------------------

    def on_board_canvas_typed(self, event: BoardCanvas.Typed) -> None:
        match KEYS.command(event.key):
            case "left" | "right" as command:
                self.go(self.at + (1 if command == "right" else -1))
            case "up" | "down" as command:
                self.select_step(self.step + (1 if command == "down" else -1))
            case "board" if self._known:
                self.then = not self.then
                self.paint()
            case "rules":
                self.show_rules()
            case "back" if self.then:
                self.then = False
                self.paint()
            case "back":
                self.close_with(self.at)

    def go(self, at: int) -> None:
        """Go to another line; the first follows the last."""
        self.at = at % len(self.lines)
        self.step, self.then = 0, False
        self.derived = derive_line(self.moment, self.lines[self.at])
        self.paint()

    def select_step(self, step: int) -> None:
        """Select another step."""
        self.step = max(0, min(step, len(self.derived.steps) - 1))
        self.paint()

    def show_rules(self) -> None:
        """Open the rulebook at the rule of this line."""
        self.app.push_screen(RulesScreen(self.look, self.moment.header.game, self.derived.line.rule))

    @property
    def _known(self) -> bool:
        """Whether the board at the selected step is known."""
        return bool(self.derived.steps) and self.replay is not None

    def _hints(self) -> list[KeyHint]:
        glyphs = self.look.glyphs
        found = KEYS.hints(glyphs, "back")
        if self._known:
            found = [KEYS.hint(glyphs, "board", Text("board now") if self.then else None), *found]
        steps = ["up"] if len(self.derived.steps) > 1 else []
        lines = ["left"] if len(self.lines) > 1 else []
        return [*found, *KEYS.hints(glyphs, *steps, *lines, "rules")]

    # --- painting -------------------------------------------------------------------------------------------------

    def paint(self) -> None:
        width, height, look = self.size.width, self.size.height, self.look
        drawing = Drawing(Picture(width, height, look.table))
        board = self._board(width, height - 2)
        area = self._area(board, width)
        if area.x < board.picture.width:
            blank_partial(board, area, look)
        drawing.picture.paste(0, 1, board.picture)
        self._panel(drawing.picture, area._replace(y=area.y + 1))
        count = Text("{n} of {all}", n=self.at + 1, all=len(self.lines))
        draw_title(drawing.picture, look, Text("Where points come from"), count)
        draw_footer(drawing.picture, look, height - 1, self._hints())
        self.query_one(BoardCanvas).draw(drawing, None)

    def _board(self, width: int, height: int) -> Drawing:
        """Paint the board for the seat that has these points, beside the panel if there is room."""
        least, high = self.scene.minimum_size
        columns = width - BESIDE if width - BESIDE >= least else width
        if columns < least or height < high:
            return Drawing(Picture(width, height, self.look.table))
        drawing = self.scene.paint(self._view(), columns, height)
        marks = set(self._entry.marks if self._entry else self.derived.marks)
        highlights.mark_counted(drawing.picture, highlights.find_words(marks, drawing.places), self.look)
        return drawing

    @property
    def _entry(self) -> LogEntry | None:
        """Return the step whose board is shown."""
        return self.derived.steps[self.step] if self.then else None

    def _view(self) -> View[Any]:
        entry, now, seat = self._entry, self.moment, self.derived.line.seat
        own = seat == now.seat
        if entry is None or self.replay is None:
            return View(now.state, seat, now.names, look=self.look, is_own=own, log=now.log, chips=self.scene)
        then = self.replay.moment_at(entry.step)
        return View(then.state, seat, now.names, look=self.look, is_own=own, log=then.log, chips=self.scene)

    def _area(self, board: Drawing, width: int) -> Rect:
        """Return the area of the panel."""
        if board.picture.width < width:
            return Rect(width - BESIDE, 0, BESIDE, board.picture.height)
        return overlay_area(board, min(OVER, width), highlights.find_words(set(self.derived.marks), board.places))

    def _panel(self, picture: Picture, area: Rect) -> None:
        look = self.look
        now = Text("after step {n}", n=self._entry.step) if self._entry else Text("as it is now")
        picture.fill(*area, look.table)
        inside = draw_framed_panel(picture, area, look.say(now), look)
        above = [*self._what(inside.width), [], *self._sum(inside.width), []]
        below = [[], *self._rule(inside.width)]
        least = SEEN if self.derived.steps else 1
        if len(above) + least + len(below) > inside.height:
            # The rule is left out first: the rulebook has it, too.
            above, below = [line for line in above if line], []
        steps = self._steps(inside.width, max(inside.height - len(above) - len(below), least))
        lines = limit_lines([*above, *steps, *below], inside.height, inside.width, look.glyphs.ellipsis)
        for y, text in enumerate(lines, inside.y):
            put_line(picture, inside.x, y, cut_line(text, inside.width, look.glyphs.ellipsis))

    def _what(self, width: int) -> list[TextLine]:
        line = self.derived.line
        who = self._said(Text("{who}: {points:+}", who=Who(line.seat), points=line.points))
        return [[*who, (f" {line.rule}", self.look.muted)], *break_line(self._said(line.text), width)]

    def _sum(self, width: int) -> list[TextLine]:
        """Return the terms, and their sum if there are several."""
        found: list[TextLine] = []
        for part in self.derived.parts:
            found += _hanging(f"{part.points:>+{NUMBER - 1}} ", self._said(part.text), width, self.look)
        if len(self.derived.parts) > 1:
            found.append([(f"{self.derived.line.points:>+{NUMBER - 1}} ", self.look.strong), ("=", self.look.muted)])
        return found

    def _steps(self, width: int, room: int) -> list[TextLine]:
        """Return as many steps as there is room for, with the selected one."""
        look, steps = self.look, self.derived.steps
        if not steps:
            told = look.say(Text("No single step made it: it comes from how the board stands."))
            return break_line([(told, look.muted)], width)
        drawn = [self._step(n, entry, width) for n, entry in enumerate(steps)]
        first = 0
        while first < self.step and sum(map(len, drawn[first : self.step + 1])) > room - 1:
            first += 1
        lines = [line for each in drawn[first:] for line in each]
        heading = look.say(Text("{n} step", "{n} steps", n=len(steps)))
        more = f" {look.glyphs.ellipsis}" if first else ""
        return [[(heading + more, look.muted)], *limit_lines(lines, room - 1, width, look.glyphs.ellipsis)]

    def _step(self, n: int, entry: LogEntry, width: int) -> list[TextLine]:
        mark = self.look.glyphs.arrow_right if n == self.step else " "
        return _hanging(f"{mark}{entry.step:>{NUMBER - 2}} ", self._said(entry.text), width, self.look)

    def _rule(self, width: int) -> list[TextLine]:
        """Return the first sentence of the rule."""
        look, rule = self.look, self.derived.line.rule
        paragraph = load_rulebook(self.moment.rules, look.language.code).paragraph(rule)
        return break_line([(paragraph.first_sentence, look.muted)], width) if paragraph else []

    def _said(self, text: Text) -> TextLine:
        return style_sentence(text, self.scene, self.look, self.moment.names, self.look.text)


def _hanging(head: str, text: TextLine, width: int, look: Look) -> list[TextLine]:
    """Return lines of a text with a number in front of the first."""
    first, *more = break_line(text, width - NUMBER)
    gap = (" " * NUMBER, look.text)
    return [[(head, look.accent), *first], *([gap, *line] for line in more)]
