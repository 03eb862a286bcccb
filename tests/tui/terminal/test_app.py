"""The app: its player's terminal decides, not the process it runs in."""

import io
import re
import subprocess
import sys

from textual.app import App
from textual.filter import Monochrome

from tests.tui.terminal.demo import Demo
from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.terminal.output.mirror_updates import MirrorUpdate

COLOUR = re.compile(r"\x1b\[[\d;]*?\b(?:3|4|9|10)[0-7]\b|[34]8;[25];")


async def test_every_update_of_the_app_becomes_a_patch(monkeypatch) -> None:
    shown = []
    monkeypatch.setattr(App, "_display", lambda self, screen, update: shown.append(update))
    app = Demo(Terminal())
    async with app.run_test() as pilot:
        await pilot.press("right", "m")
        await pilot.pause()
    updates = [each for each in shown if each is not None]
    assert updates and all(isinstance(each, MirrorUpdate) for each in updates)


async def frames(terminal: Terminal, monkeypatch) -> str:
    sent: list[str] = []
    with monkeypatch.context() as patch:
        patch.setattr(
            App,
            "_display",
            lambda self, screen, update: sent.append(update.render_segments(self.console)) if update else None,
        )
        app = Demo(terminal)
        async with app.run_test() as pilot:
            await pilot.press("right", "m")
            await pilot.pause()
            await pilot.press("escape", "t")
            await pilot.pause()
    return "".join(sent)


async def test_a_whole_session_stays_within_its_depth(monkeypatch) -> None:
    """With dialogs and toasts, whose colours are mixed by Textual, and after sessions of other depths."""
    true = await frames(Terminal("truecolor"), monkeypatch)
    assert "8;2;" in true and "8;5;" not in true
    middle = await frames(Terminal("256"), monkeypatch)
    assert "8;5;" in middle and "8;2;" not in middle
    low = await frames(Terminal("16"), monkeypatch)
    assert COLOUR.search(low) and not re.search("[34]8;", low)
    none = await frames(Terminal("none"), monkeypatch)
    assert not COLOUR.search(none) and "\x1b[7m" in none and "\x1b[1" in none
    assert len(none) < len(low) < len(middle) < len(true)
    assert await frames(Terminal("truecolor"), monkeypatch) == true


# --- The environment of the process


async def test_the_process_environment_decides_nothing(monkeypatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TEXTUAL", "debug,devtools")
    stock = App()
    assert stock.no_color and any(isinstance(each, Monochrome) for each in stock._filters)  # upstream still does
    app = Demo(Terminal("truecolor", animation=False))
    assert not app.no_color and not app.features
    assert not any(isinstance(each, Monochrome) for each in app._filters)
    assert app.animation_level == "none" and Demo(Terminal()).animation_level == "full"
    assert app.console.color_system == "truecolor" and not app.console.no_color
    monkeypatch.delenv("NO_COLOR")
    assert Demo(Terminal("none")).no_color
    async with app.run_test() as pilot:
        app.theme = "textual-light"
        await pilot.pause()
        assert len(app._filters) == 1


async def test_the_mouse_is_the_terminals(monkeypatch) -> None:
    for mouse in (True, False):
        app = Demo(Terminal(mouse=mouse))
        async with app.run_test():
            assert app._driver is not None and app._driver._mouse is mouse


WINDOWS = """
import sys
sys.modules.update(dict.fromkeys(("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty")))
import tilehall.tui.app
"""


def test_nothing_of_unix_is_needed_to_import_the_program() -> None:
    run = subprocess.run([sys.executable, "-c", WINDOWS], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr


# --- What a player elsewhere may do


async def test_nothing_happens_on_our_machine_for_a_remote_player(monkeypatch, tmp_path) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    for remote in (False, True):
        (tmp_path / str(remote)).mkdir()
        app = Demo(Terminal(remote=remote))
        async with app.run_test(notifications=True) as pilot:
            titles = {command.title for command in app.get_system_commands(app.screen)}
            assert "Theme" in titles and ("Screenshot" in titles) is not remote
            app.open_url("https://example.org/[b]")
            key = app.deliver_text(io.StringIO("x"), save_directory=tmp_path / str(remote), save_filename="x.txt")
            assert (key is None) is remote
            await pilot.pause(0.1)
            assert [note.message for note in app._notifications] == (["https://example.org/[b]"] if remote else [])
    assert opened == ["https://example.org/[b]"]
    assert [path.parent.name for path in tmp_path.glob("*/*")] == ["False"]
