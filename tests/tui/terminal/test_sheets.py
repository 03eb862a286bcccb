"""Style sheets are read once in a process, and mean the same to each app as if it had read them itself."""

from typing import Any

import pytest
from textual.app import App
from textual.css import stylesheet
from textual.css.stylesheet import Stylesheet

from tests.tui.terminal.demo import Demo
from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.terminal.style_sheets import MAX_SHEETS, ParsedRules, SharedStyleSheet, share_style_sheets

THEMES = ("textual-dark", "textual-light")


def parsed() -> ParsedRules:
    return ParsedRules(MAX_SHEETS)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every sheet that upstream takes apart."""
    found: list[str] = []
    upstream = stylesheet.parse

    def noted(scope: str, css: str, *place: Any, **options: Any) -> Any:
        found.append(css)
        return upstream(scope, css, *place, **options)

    monkeypatch.setattr(stylesheet, "parse", noted)
    return found


async def shown(app: App[Any], theme: str) -> list[tuple[object, ...]]:
    """How every widget of an app looks."""
    app.theme = theme
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = app.screen
        nodes = [screen, *screen.walk_children()]
        return [(type(node).__name__, node.styles.css, node.background_colors) for node in nodes]


def demo(sheets: ParsedRules | None) -> Demo:
    app = Demo(Terminal())
    if sheets is not None:
        share_style_sheets(app, sheets)
    return app


async def test_the_second_app_reads_nothing(read: list[str]) -> None:
    sheets = parsed()
    await shown(demo(sheets), THEMES[0])
    assert read
    read.clear()
    await shown(demo(sheets), THEMES[0])
    assert not read


async def test_apps_of_other_colours_share_nothing_that_differs() -> None:
    sheets = parsed()
    for theme in (*THEMES, *THEMES):
        assert await shown(demo(sheets), theme) == await shown(demo(None), theme)
    assert await shown(demo(sheets), THEMES[0]) != await shown(demo(sheets), THEMES[1])


async def test_a_change_of_theme_is_seen() -> None:
    sheets, app = parsed(), Demo(Terminal())
    share_style_sheets(app, sheets)
    app.theme = THEMES[0]
    async with app.run_test() as pilot:
        before = app.screen.styles.background
        app.theme = THEMES[1]
        await pilot.pause()
        assert app.screen.styles.background != before


def test_a_sheet_that_is_wrong_is_refused_as_ever() -> None:
    sheet = SharedStyleSheet({}, parsed())
    sheet.add_source("Screen { colour: nonsense; }")
    with pytest.raises(stylesheet.StylesheetParseError):
        sheet.parse()


def test_an_app_that_has_read_its_own_keeps_it() -> None:
    class Sheet(Stylesheet):
        """Of another kind."""

    app = Demo(Terminal())
    app.stylesheet.add_source("Screen { height: 1; }")
    before = app.stylesheet
    share_style_sheets(app, parsed())
    assert app.stylesheet is before
    other = Demo(Terminal())
    other.stylesheet = Sheet()
    share_style_sheets(other, parsed())
    assert type(other.stylesheet) is Sheet
