"""Renders a demo as an asciicast recording, each frame for as long as it takes to read."""

from __future__ import annotations

from typing import Any

from tilehall.engine import Game, Text, UserError, render_text
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
    reel: DemoFrames,
    look: Look,
    size: tuple[int, int],
    speed: float = 1.0,
    tiles: str = "auto",
    colours: Colours = "truecolor",
) -> str:
    """Return the recording from the current frame to the last one. At speed 0 each frame is as short as possible."""
    stage = DemoView(reel, tiles)
    made = AsciicastRecording(size, look.say(reel.now.title), colours, look.palette.dark)
    first, last = reel.at, reel.last_of_interest
    for at in range(first, last + 1):
        reel.go(at)
        begins = at == first or reel.begins_turn(at)
        hints = [(f"{at - first + 1}/{last - first + 1}", _chapter(reel))]
        picture = stage.paint(look, *size, hints).picture
        seconds = max(LAST_FRAME_SECONDS if at == last else 0.0, reel.seconds(at)) / speed if speed else 0.0
        made.show(picture, seconds, render_text(_chapter(reel), look.language, reel.now.names) if begins else "")
    return made.text()


def _chapter(reel: DemoFrames) -> Text:
    """Return the name of a turn or a part, for a chapter mark."""
    note = reel.parts[reel.frame.part].note
    return note.title if note else Text("Step {n}", n=reel.frame.step)
