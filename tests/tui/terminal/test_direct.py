"""The short way to the terminal: what it leaves there is what Textual would have put there."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import get_args

import pytest
from rich.style import Style
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.screen import Screen

from tilehall.tui.terminal.app import TerminalApp
from tilehall.tui.terminal.capabilities import Colours, Terminal
from tilehall.tui.terminal.output.canvas import Canvas
from tilehall.tui.terminal.output.mirror_updates import MirrorUpdate
from tilehall.tui.terminal.output.picture import Picture

TABLE = Style(color="#c8ccd4", bgcolor="#12141a")
STYLES = (
    TABLE,
    Style(color="#ffffff", bgcolor="#2f5fa8", bold=True),
    Style(color="red", bgcolor="black"),
    Style(color="bright_yellow", bgcolor="default", dim=True),
    Style(color="#777777", bgcolor="#787878", underline=True),
)
SIZE = (30, 6)


class Wall(TerminalApp[None]):
    """A picture that fills the screen, and what was sent to the terminal."""

    def __init__(self, terminal: Terminal) -> None:
        super().__init__(terminal)
        self.sent: list[str] = []

    def compose(self) -> ComposeResult:
        yield Canvas()

    @property
    def canvas(self) -> Canvas:
        return self.query_one(Canvas)

    def taken(self) -> str:
        """What was sent since this was asked last."""
        found = "".join(self.sent)
        self.sent.clear()
        return found


def picture(step: int) -> Picture:
    """One of a row of pictures, each of them a little different from the one before."""
    made = Picture(*SIZE, TABLE)
    for n, style in enumerate(STYLES):
        made.put(n * 5 + step % 3, n, f"{step}竹{n}", style)
    made.fill(step, 2, 6, 2, STYLES[step % len(STYLES)], "▀")
    return made


@asynccontextmanager
async def wall(monkeypatch: pytest.MonkeyPatch, colours: Colours = "truecolor") -> AsyncIterator[tuple[Wall, Pilot]]:
    app = Wall(Terminal(colours))

    def display(_: App[None], screen: object, update: MirrorUpdate | None) -> None:
        if update is not None:
            app.sent.append(update.render_segments(app.console))

    with monkeypatch.context() as patch:
        patch.setattr(App, "_display", display)
        async with app.run_test(size=SIZE, notifications=True) as pilot:
            app.canvas.show(picture(0))
            await pilot.pause(0.05)
            app.taken()
            yield app, pilot


@pytest.mark.parametrize("colours", get_args(Colours))
async def test_a_whole_repaint_finds_nothing_to_mend(monkeypatch: pytest.MonkeyPatch, colours: Colours) -> None:
    async with wall(monkeypatch, colours) as (app, pilot):
        for step in range(1, 8):
            app.canvas.show(picture(step))
            assert app.taken(), "sent before anything else happens"
        app.screen.refresh()
        await pilot.pause(0.05)
        assert app.sent and not app.taken()


async def test_a_picture_that_is_the_same_sends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async with wall(monkeypatch) as (app, pilot):
        app.canvas.show(picture(0))
        await pilot.pause(0.05)
        assert not app.taken()


async def test_what_lies_over_a_picture_stays_there(monkeypatch: pytest.MonkeyPatch) -> None:
    async with wall(monkeypatch) as (app, pilot):
        app.notify("a toast")
        await pilot.pause(0.1)
        assert "a toast" in app.taken()
        app.canvas.show(picture(1))
        assert not app.taken(), "the compositor knows what lies where"
        await pilot.pause(0.05)
        assert app.taken() and "a toast" in "".join(app._glass._lines[y][0][x] for y in range(6) for x in range(30))


async def test_beneath_another_screen_nothing_is_put_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async with wall(monkeypatch) as (app, pilot):
        canvas: Canvas = app.canvas
        app.push_screen(Screen())
        await pilot.pause(0.05)
        app.taken()
        canvas.show(picture(3))
        await pilot.pause(0.05)
        assert not app.taken()
        app.pop_screen()
        await pilot.pause(0.05)
        assert app.taken()
        assert all("竹" in app._glass._lines[n][0] for n in range(5))


async def test_a_frame_or_a_paler_picture_is_left_to_textual(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("padding", 1), ("opacity", 0.5), ("border", ("round", "white"))):
        async with wall(monkeypatch) as (app, pilot):
            setattr(app.canvas.styles, name, value)
            await pilot.pause(0.05)
            app.taken()
            app.canvas.show(picture(1))
            assert not app.taken(), name
            await pilot.pause(0.05)
            assert app.taken(), name
