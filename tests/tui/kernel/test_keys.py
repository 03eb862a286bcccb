"""Nothing is kept of keys and closed apps: first that Textual still keeps it, then that it is let go."""

import gc
import weakref

from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import ComposeResult
from textual.color import Color
from textual.widgets import Static

from tilehall.tui.kernel.app import TerminalApp
from tilehall.tui.kernel.keys import KeyParser, forget_closed_apps
from tilehall.tui.kernel.terminal import Terminal


def used_parser(kind: type[XTermParser]) -> weakref.ref[XTermParser]:
    parser = kind()
    assert [event.key for event in parser.feed("\x1b[97;5u\x1b[98;5u")] == ["ctrl+a", "ctrl+b"]
    parser._gen.close()
    return weakref.ref(parser)


def used_styles_cache() -> weakref.ref[StylesCache]:
    cache = StylesCache()
    cache.get_inner_outer(Color(1, 2, 3), Color(4, 5, 6))
    return weakref.ref(cache)


def test_parsers_are_not_kept_alive() -> None:
    ours = used_parser(KeyParser)
    gc.collect()
    assert ours() is None


def test_what_upstream_keeps_alive_is_let_go() -> None:
    kept = [used_parser(XTermParser), used_styles_cache()]
    gc.collect()
    # Upstream still keeps them: what is let go by itself one day needs no cure any more.
    assert all(watch() is not None for watch in kept)
    forget_closed_apps()
    gc.collect()
    assert all(watch() is None for watch in kept)


class Plain(TerminalApp[None]):
    def compose(self) -> ComposeResult:
        yield Static("hello")


async def closed_app() -> weakref.ref[Plain]:
    app = Plain(Terminal())
    async with app.run_test() as pilot:
        await pilot.press("a")
    return weakref.ref(app)


async def test_closed_apps_are_freed() -> None:
    watches = [await closed_app() for _ in range(3)]
    forget_closed_apps()
    gc.collect()
    # The last one may still be the current app of this test's context.
    assert sum(watch() is not None for watch in watches) <= 1
