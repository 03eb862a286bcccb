"""The example screen: the board of another game before and after a step, with the changes marked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from textual.app import ComposeResult

from tilehall.engine import CHANCE, Text, join_spaces, load_rulebook
from tilehall.tui.boards import highlights
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.boards.sentences import style_sentence
from tilehall.tui.config.look import Look
from tilehall.tui.config.settings import Settings
from tilehall.tui.features.rules.example import ExampleStep, open_example
from tilehall.tui.features.rules.screen import RulesScreen
from tilehall.tui.key_map import ScreenKeys
from tilehall.tui.player.focus import ControlOptions
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.player.view import View
from tilehall.tui.tables.moment import LogEntry
from tilehall.tui.terminal.output import cells, styled_text
from tilehall.tui.terminal.output.drawing import Drawing
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets import chrome
from tilehall.tui.widgets.board import BoardCanvas
from tilehall.tui.widgets.key_hints import KeyHint, draw_footer

TOLD = 2
"""The most lines for the events of the step; the rule has the rest."""


class ExampleScreen(ResultScreen[None]):
    """Shows both boards; nothing can be played."""

    def __init__(self, look: Look, example: ExampleStep, settings: Settings, back: Text) -> None:
        """`back` names where leaving leads."""
        super().__init__()
        self.look = look
        self.example = example
        self.back = back
        self.keys = ScreenKeys("example", settings)
        self.replay = open_example(example)
        self.step = self.replay.now.seen_steps[-1]
        self.concerned = _concerned(self.step.entries, example.rule)
        """The events of the step that cite this rule; all of them if none does."""
        self.replay.look_from(self._actor())
        self.scene = renderer_for(self.replay.header.game)
        self.player: PlayerControls[Any] = PlayerControls(
            self.replay, self.scene, ControlOptions(tile_size=settings["tiles"])
        )

    def _actor(self) -> int | None:
        """Return the seat in front: who acted, or whom an event concerns."""
        seats = (self.step.seat, *(entry.seat for entry in self.concerned))
        return next((seat for seat in seats if seat != CHANCE), None)

    def compose(self) -> ComposeResult:
        yield BoardCanvas()

    def on_resize(self) -> None:
        self.go(self.replay.now.number)

    @property
    def after(self) -> bool:
        """Whether the board after the step is shown."""
        return self.replay.now.number == self.example.step

    def go(self, step: int) -> None:
        """Show the board before the step or after it."""
        self.replay.go(max(self.example.step - 1, min(step, self.example.step)))
        self.player.catch_up()
        action = self.step.action if self.step.seat != CHANCE else None
        self.player.show_choices([action] if action and not self.after else [])
        self.paint()

    # --- painting -------------------------------------------------------------------------------------------------

    def paint(self) -> None:
        width, height, look = self.size.width, self.size.height, self.look
        if not width or not height:
            return
        needed = (self.scene.minimum_size[0] + 1, self.scene.minimum_size[1] + chrome.LINES)
        if width < needed[0] or height < needed[1]:
            self.query_one(BoardCanvas).draw(chrome.too_small(look, width, height, needed), None)
            return
        drawing = self._board(width, height)
        heading = Text("Example of {rule}, from another game", rule=self.example.rule)
        chrome.draw_title(
            drawing.picture, look, heading, Text("after the step") if self.after else Text("before the step")
        )
        bottom = height - chrome.lines_below(height)
        for y, line in enumerate(self._told(width - 2, chrome.lines_below(height) - 1), bottom):
            styled_text.put_line(drawing.picture, 1, y, line)
        draw_footer(drawing.picture, look, height - 1, self._hints())
        self.query_one(BoardCanvas).draw(drawing, None)

    def _board(self, width: int, height: int) -> Drawing:
        board = self.scene.paint(self._view(), width, height - 1 - chrome.lines_below(height))
        if self.player.shown_choices is None:
            marks = {mark for entry in self.concerned for mark in entry.marks}
            highlights.mark_counted(board.picture, highlights.find_words(marks, board.places), self.look)
        drawing = Drawing(Picture(width, height, self.look.table))
        drawing.picture.paste(0, 1, board.picture)
        return drawing

    def _view(self) -> View[Any]:
        """Return the board for the acting seat, without marks of former steps."""
        return replace(self.player.view(self.look), marks=frozenset(), marked_seat=-1)

    def _told(self, columns: int, room: int) -> Iterator[styled_text.StyledLine]:
        """Return the rule's first sentence and the events."""
        look, names = self.look, self.replay.now.names
        told = join_spaces(entry.text for entry in self.step.entries)
        if not told and self.step.action:
            told = self.replay.now.rules.narrator.describe_action(self.step.seat, self.step.action)
        done = Text("In this game: {told}", told=told)
        step = styled_text.break_line(style_sentence(done, self.scene, look, names, look.text), columns)
        paragraph = load_rulebook(self.replay.now.rules, look.language.code).paragraph(self.example.rule)
        first = f"{self.example.rule}  {paragraph.first_sentence if paragraph else ''}".rstrip()
        rule = cells.wrap(first, columns)
        most = room - min(len(step), TOLD)
        yield from styled_text.limit_lines(
            [[(line, look.strong)] for line in rule], most, columns, look.glyphs.ellipsis
        )
        yield from styled_text.limit_lines(step, room - min(len(rule), most), columns, look.glyphs.ellipsis)

    def _hints(self) -> list[KeyHint]:
        keys, glyphs = self.keys, self.look.glyphs
        return [*keys.hints(glyphs, "left"), keys.hint(glyphs, "back", self.back), *keys.hints(glyphs, "rules")]

    # --- keys -----------------------------------------------------------------------------------------------------

    def on_board_canvas_typed(self, event: BoardCanvas.Typed) -> None:
        match self.keys.command(event.key):
            case "left" | "right" as command:
                self.go(self.replay.now.number + (1 if command == "right" else -1))
            case "turn_over":
                self.go(self.replay.now.number + (-1 if self.after else 1))
            case "rules":
                self.app.push_screen(RulesScreen(self.look, self.replay.header.game, self.example.rule))
            case "back":
                self.close_with()


def _concerned(entries: tuple[LogEntry, ...], rule: str) -> tuple[LogEntry, ...]:
    return tuple(entry for entry in entries if entry.rule == rule) or entries
