"""Renders a demo to a file: as an asciicast recording, or as a text with boards in Markdown fences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tilehall.engine import Game, Text, UserError, Who, join_commas, load_rulebook, render_text
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.config.look import Look
from tilehall.tui.features.demo.demo_frames import DemoFrames
from tilehall.tui.features.demo.widget import DemoView, needed
from tilehall.tui.terminal.capabilities import Colours
from tilehall.tui.terminal.export.asciicast import AsciicastRecording

LAST_FRAME_SECONDS = 4.0
"""Seconds that the last frame stays at least."""


def check_asciicast_size(game: Game[Any], size: tuple[int, int]) -> None:
    """Check the size of a recording. Raises UserError if the demo does not fit."""
    columns, lines = needed(renderer_for(game.id))
    if size[0] < columns or size[1] < lines:
        raise UserError(
            Text(
                "{size} is too small: a recording of {game} needs {needed}.",
                size=f"{size[0]}x{size[1]}",
                game=game.title,
                needed=f"{columns}x{lines}",
            )
        )


def render_asciicast(
    frames: DemoFrames,
    look: Look,
    size: tuple[int, int],
    speed: float = 1.0,
    tiles: str = "auto",
    colours: Colours = "truecolor",
) -> str:
    """Return the recording from the current frame to the last one. At speed 0 each frame is as short as possible."""
    view = DemoView(frames, tiles)
    made = AsciicastRecording(size, look.say(frames.now.title), colours, look.palette.dark)
    first, last = frames.at, frames.last_of_interest
    for at in range(first, last + 1):
        frames.go(at)
        begins = at == first or frames.begins_turn(at)
        hints = [(f"{at - first + 1}/{last - first + 1}", _chapter(frames))]
        picture = view.paint(look, *size, hints).picture
        seconds = max(LAST_FRAME_SECONDS if at == last else 0.0, frames.seconds(at)) / speed if speed else 0.0
        made.show(picture, seconds, render_text(_chapter(frames), look.language, frames.now.names) if begins else "")
    return made.text()


def _chapter(frames: DemoFrames) -> Text:
    """Return the name of a turn or a part, for a chapter mark."""
    note = frames.parts[frames.frame.part].note
    return note.title if note else Text("Step {n}", n=frames.frame.step)


ENOUGH = 4
"""Frames after which a turn ends with a board."""
COLUMNS = 119
"""Columns of a board."""
MARKS = re.compile(r"([\\`*_\[\]<>|#])")
"""The characters that have a meaning in Markdown."""


def render_text_demo(frames: DemoFrames, look: Look) -> str:
    """Return the text from the current frame to the last one, then the first sentence of each cited rule."""
    return "\n".join(_Writer(frames, look).lines()).rstrip() + "\n"


class _Writer:
    def __init__(self, frames: DemoFrames, look: Look) -> None:
        self.frames = frames
        self.look = look
        self.view = DemoView(frames, "small")
        self.cited: dict[str, None] = {}
        self.undrawn = 0
        """Frames since the last board."""

    def lines(self) -> Iterator[str]:
        frames = self.frames
        title, players = frames.now.title, join_commas(map(Who, range(len(frames.now.names))))
        yield from (f"# {self._said(title)}", "", self._said(Text("Players: {players}.", players=players)), "")
        first, last = frames.at, max(frames.at, frames.last_of_interest)
        if not frames.frame.note and frames.frame.step:
            yield self._said(Text("After {n} step:", "After {n} steps:", n=frames.frame.step))
            yield from self._board()
            first += 1
        for at in range(first, last + 1):
            frames.go(at)
            yield from self._frame()
            self.undrawn += frames.frame.step >= frames.frame.first
            if at == last or (frames.begins_turn(at + 1) and self._is_notable(at + 1)):
                yield from self._board()
        yield from self._rules()

    def _frame(self) -> Iterator[str]:
        frame = self.frames.frame
        if frame.note:
            since = self._said(self.frames.skipped_text(frame))
            yield from (f"## {self._said(frame.note.title)}", "", *([f"*{since}*", ""] if since else []))
            yield from (self._said(frame.note.text), "")
            self.cited |= dict.fromkeys(self.frames.rules(frame))
            return
        caption = self.frames.caption(frame)
        self.cited |= dict.fromkeys(caption.rules)
        told = [self._said(each.text) + (f" [{each.rule}]" if each.rule else "") for each in caption.sentences]
        if caption.why:
            told.insert(1, f"*{self._said(Text('Why: {why}.', why=caption.why))}*")
        told += [f"[{rule}]" for rule in caption.unsaid_rules]
        told += [
            f"**{rule}** {_escaped(self.view.says(rule, self.look))}" for rule in self.frames.asked_rules_in(frame)
        ]
        yield f"- **{frame.step}** {' '.join(told)}"

    def _is_notable(self, following: int) -> bool:
        """Whether enough has happened since the last board, or another part follows."""
        stretch = self.frames.frames[following].part != self.frames.frame.part
        return self.undrawn >= ENOUGH or (stretch and self.undrawn > 0)

    def _board(self) -> Iterator[str]:
        """Return the current position."""
        self.undrawn = 0
        least, lines = self.view.scene.minimum_size
        columns = max(least, COLUMNS)
        board = self.view.scene.paint(self.view.player.view(self.look), columns, lines)
        drawn = [line.rstrip() for line in board.picture.text().split("\n")]
        yield from ("", "```", *drawn, "```", "")

    def _rules(self) -> Iterator[str]:
        book = load_rulebook(self.frames.now.rules, self.look.language.code)
        yield from (f"## {self._said(Text('The rules'))}", "")
        for number in book.numbers():
            if number in self.cited and (words := self.view.says(number, self.look)):
                yield f"- **{number}** {_escaped(words)}"

    def _said(self, text: Text) -> str:
        return _escaped(render_text(text, self.look.language, self.frames.now.names))


def _escaped(words: str) -> str:
    return MARKS.sub(r"\\\1", words)
