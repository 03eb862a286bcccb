"""The gate and the palette: what upstream does with two keys in one read, and what this app does with them."""

import pytest
from textual.app import App, ComposeResult
from textual.events import Key
from textual.widget import Widget

from tilehall.tui.terminal.app import TerminalApp
from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.terminal.crash_limiter import CrashLimiter
from tilehall.tui.terminal.result_screen import ResultScreen


class Ear(Widget, can_focus=True):
    """Hears keys; `o` opens a room, `q` closes one."""

    def on_key(self, event: Key) -> None:
        app, screen = self.app, self.screen
        assert isinstance(app, Upstream | Ours)
        if event.key.startswith("ctrl+"):
            return
        app.heard.append((event.key, f"{screen.id}"))
        if event.key == "o":
            app.push_screen(Cellar(id="cellar"))
        elif event.key == "q":
            screen.dismiss()


class Cellar(ResultScreen[None]):
    def compose(self) -> ComposeResult:
        yield Ear()


class Upstream(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.heard: list[tuple[str, str]] = []

    def on_mount(self) -> None:
        self.push_screen(Cellar(id="hall"))


class Ours(TerminalApp[None]):
    def __init__(self) -> None:
        super().__init__(Terminal())
        self.heard: list[tuple[str, str]] = []

    def on_mount(self) -> None:
        self.push_screen(Cellar(id="hall"))


async def heard(app: Upstream | Ours, *keys: str) -> list[tuple[str, str]]:
    """Who hears keys that come in one read."""
    async with app.run_test() as pilot:
        await pilot.pause()
        for key in keys:
            app.post_message(Key(key, key if len(key) == 1 else None))
        for _ in range(20):
            await pilot.pause(0.002)
    return app.heard


async def test_a_key_goes_where_the_one_before_has_led() -> None:
    assert await heard(Upstream(), "o", "a") != await heard(Ours(), "o", "a")
    assert await heard(Ours(), "a", "o", "b", "q", "c") == [
        ("a", "hall"),
        ("o", "hall"),
        ("b", "cellar"),
        ("q", "cellar"),
        ("c", "hall"),
    ]


async def test_a_key_struck_twice_closes_one_screen() -> None:
    assert await heard(Ours(), "o", "a", "q", "q", "q", "b") == [
        ("o", "hall"),
        ("a", "cellar"),
        ("q", "cellar"),
        ("b", "hall"),
    ]


async def test_a_wary_screen_hears_nothing_that_was_typed_before_it_was_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cellar, "ignores_early_keys", True)
    app = Ours()
    async with app.run_test() as pilot:
        await pilot.pause()
        for key in "oab":
            app.post_message(Key(key, key))
        for _ in range(20):
            await pilot.pause(0.002)
        app.post_message(Key("c", "c"))
        await pilot.pause()
    assert app.heard == [("o", "hall"), ("c", "cellar")]


async def test_a_screen_below_another_one_is_not_left() -> None:
    app = Ours()
    async with app.run_test() as pilot:
        await pilot.pause()
        hall = app.screen
        assert isinstance(hall, Cellar)
        await app.push_screen(Cellar(id="cellar"))
        for _ in range(2):
            hall.close_with()
            await pilot.pause()
        assert f"{app.screen.id}" == "cellar" and hall in app.screen_stack


def test_errors_are_counted_anew_from_somewhere_else() -> None:
    fence = CrashLimiter()
    assert [fence.allows_return(now) for now in (1.0, 2.0, 9.0, 9.1, 9.2, 9.3)] == [True, True, True, True, False, True]
