"""Shows messages to a player: in the lines below the prompt, or over the board until the next key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilehall.engine import Text
from tilehall.tui.boards.renderer import BoardRenderer
from tilehall.tui.boards.sentences import style_sentence
from tilehall.tui.boards.tiles import draw_heading
from tilehall.tui.config.look import Look
from tilehall.tui.key_map import KeyBindings, key_label_for
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.player.selection import MENU
from tilehall.tui.terminal.output import cells, styled_text
from tilehall.tui.terminal.output.drawing import Drawing, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine
from tilehall.tui.widgets.menu import overlap


def max_lines(height: int) -> int:
    """The number of lines that messages may cover on a screen of this height."""
    return 6 if height < 30 else 8 if height < 40 else 10


def mark_message(
    message: StatusMessage, text: Text, scene: BoardRenderer[Any], look: Look, names: Sequence[str]
) -> StyledLine:
    """Formats a text in the tone of its message, after a cross for a refusal or a tick for a success."""
    style = {"bad": look.bad, "hint": look.warn, "good": look.good}.get(message.tone, look.text)
    sign = {"bad": look.glyphs.cross, "good": look.glyphs.check}.get(message.tone)
    line = style_sentence(text, scene, look, names, style)
    return [(f"{sign} ", style), *line] if sign else line


def message_lines(
    message: StatusMessage, scene: BoardRenderer[Any], look: Look, names: Sequence[str], columns: int
) -> list[StyledLine]:
    """Formats a message, or a recap turn by turn, in lines of so many columns; the rule is at the end."""
    found: list[StyledLine] = []
    for text in message.recap or (message.text,):
        line = mark_message(message, text, scene, look, names)
        found += [line] if styled_text.line_width(line) <= columns else styled_text.break_line(line, columns)
    rule = f" [{message.rule}]" if message.rule else ""
    if rule and styled_text.line_width(found[-1]) + cells.width(rule) > columns:
        return [*found, [(rule.lstrip(), look.muted)]]
    return [*found[:-1], [*found[-1], (rule, look.muted)]] if rule else found


def message_area(width: int, bottom: int, count: int, wanted: Sequence[Rect]) -> Rect:
    """The area for so many lines: above the line `bottom`, or below the first line if that covers less."""
    places = [Rect(0, y, width, count + 1) for y in (bottom - count - 1, 1)]
    return min(places, key=lambda place: sum(overlap(place, rect) for rect in wanted))


def draw_message(picture: Picture, told: Sequence[StyledLine], look: Look, area: Rect, note: str, title: str) -> None:
    """Draws the lines into an area, below a rule with a title and a note."""
    width = picture.width
    picture.fill(area.x, area.y, area.width, area.height, look.table)
    draw_heading(picture, 1, area.y, width - 2, title, look, note)
    for y, line in enumerate(told, area.y + 1):
        styled_text.put_line(picture, 1, y, styled_text.cut_line(line, width - 2, look.glyphs.ellipsis))


class StatusPainter:
    """Shows the message of one drawing in the lines below the prompt, or if it is longer over the board."""

    def __init__(
        self,
        drawing: Drawing,
        player: PlayerControls[Any],
        scene: BoardRenderer[Any],
        look: Look,
        bottom: int,
        lines: int,
        is_tall: bool,
    ) -> None:
        """`bottom` is the line of the prompt, `lines` the number of lines below it; on a tall screen notes follow."""
        self.drawing = drawing
        self.player = player
        self.scene = scene
        self.look = look
        self.bottom = bottom
        self.lines = lines
        self.is_tall = is_tall
        self.width = drawing.picture.width - 2

    def draw(self, keys: KeyBindings, spared: int | None) -> int:
        """Draws the message; returns how many lines stay free.

        If `spared` is given, the board is not covered: the message is shortened so that `spared` lines stay free.
        """
        player, status, lines = self.player, self.player.status, self.lines
        said = status.current()
        told = self._wrap(said)
        if said.brief:
            told = self._limit(told, lines)
        if spared is not None:
            told = self._shorten(told, spared)
        elif len(told) > lines and self._covers_places(len(told)):
            told = self._shorter_cursor_message(lines) or told
        if len(told) > lines or len(said.recap) > 1:
            stops = player.shown_choices.places if player.shown_choices else player.focus.stops()
            wanted = [self.drawing.places[place] for place in stops if place in self.drawing.places]
            self._draw_over_board(told, said, keys, wanted)
            told = self._note(lines)
        elif self.is_tall and status.message and lines > len(told):
            told = [*told, *self._note(lines - len(told))]
        end = self.bottom + 1 + lines
        # On a tall screen, directly below the prompt.
        first = min(end - len(told), self.bottom + 2) if self.is_tall else end - len(told)
        for y, line in enumerate(told, first):
            styled_text.put_line(self.drawing.picture, 1, y, line)
        return lines - len(told)

    def _wrap(self, message: StatusMessage) -> list[StyledLine]:
        return message_lines(message, self.scene, self.look, self.player.focus.moment.names, self.width)

    def _limit(self, told: Sequence[StyledLine], lines: int) -> list[StyledLine]:
        return styled_text.limit_lines(told, lines, self.width, self.look.glyphs.ellipsis)

    def _note(self, lines: int) -> list[StyledLine]:
        """Describes the place under the cursor in at most so many lines."""
        note = self.player.status.cursor_note()
        return self._limit(self._wrap(note) if note.text else [], lines)

    def _shorter_cursor_message(self, lines: int) -> list[StyledLine]:
        """The description of the place under the cursor, cut to so many lines; empty if too little of it fits."""
        more = f" {self.look.glyphs.ellipsis}"
        for brief in self.player.status.shorter_cursor_messages():
            told = self._wrap(brief)
            if len(told) <= lines and styled_text.line_width(told[-1]) + cells.width(more) <= self.width:
                return [*told[:-1], [*told[-1], (more, self.look.muted)]]
        return []

    def _shorten(self, told: list[StyledLine], spared: int) -> list[StyledLine]:
        """Shortens a message so that lines stay free, else so that it fits; unchanged if it cannot be shortened."""
        for most in (self.lines - spared, self.lines):
            if len(told) <= most:
                return told
            if shorter := self._shorter_cursor_message(most):
                return shorter
        asked = map(self._wrap, self.player.status.shorter_confirmations())
        return next((lines for lines in asked if len(lines) <= self.lines), told)

    def _covers_places(self, count: int) -> bool:
        """Whether so many lines over the board would cover the place under the cursor, or one that may be chosen."""
        picture, places, focus = self.drawing.picture, self.drawing.places, self.player.focus
        area = message_area(picture.width, self.bottom, min(count, max_lines(picture.height)), ())
        return any(
            overlap(area, places[place])
            for place in (focus.cursor.place, *focus.stops())
            if place is not None and place in places and place[0] != MENU
        )

    def _draw_over_board(
        self, told: Sequence[StyledLine], said: StatusMessage, keys: KeyBindings, wanted: Sequence[Rect]
    ) -> None:
        """Draws the beginning of a recap, or the end of another message; a key shows the rest.

        A recap is put at the upper edge if it covers less of the wanted areas there.
        """
        picture, look = self.drawing.picture, self.look
        room, note = max_lines(picture.height), ""
        if said.by_turns:
            note = look.say(Text("{key} tells it turn by turn", key=key_label_for(keys, "story")))
        elif len(told) > room and not said.recap:
            note = look.say(Text("{key} shows all of it", key=key_label_for(keys, "log")))
        shown = self._limit(told, room) if said.recap else told[-room:]
        area = message_area(picture.width, self.bottom, len(shown), wanted if said.recap else ())
        draw_message(picture, shown, look, area, note, look.say(said.title) if said.recap else "")
