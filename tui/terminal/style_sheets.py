"""Parsed style sheets, shared by all apps of a process.

Every app parses the same few sheets of Textual's own widgets, several times until its first picture.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from textual.app import App
from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

MAX_SHEETS = 2048
"""Sheets kept, each in each set of colours: an app has about twenty."""
ParsedRules = LRUCache[tuple[object, ...], list[RuleSet]]


class SharedStyleSheet(Stylesheet):
    """A style sheet that reuses the rules which another instance has parsed."""

    def __init__(self, variables: dict[str, str], parsed: ParsedRules) -> None:
        super().__init__(variables=variables)
        self._parsed = parsed
        self._colours = _values(variables)

    def set_variables(self, variables: dict[str, str]) -> None:
        super().set_variables(variables)
        self._colours = _values(variables)

    def _parse_rules(self, css: str, *place: Any, **options: Any) -> list[RuleSet]:
        key = (self._colours, css, place, _values(options))
        with suppress(KeyError):
            return self._parsed[key]
        # The rules can be shared, as nobody changes them after parsing.
        rules = self._parsed[key] = super()._parse_rules(css, *place, **options)
        return rules

    def reparse(self) -> None:
        """Parses in place; upstream uses a second sheet first to survive errors, which our sheets do not have."""
        self.parse()


def share_style_sheets(app: App[Any], parsed: ParsedRules) -> None:
    """Makes an app use the shared rules, unless it has parsed its sheets already or uses another class of sheets."""
    sheet = app.stylesheet
    if type(sheet) is Stylesheet and not sheet.source:
        app.stylesheet = SharedStyleSheet(app.get_css_variables(), parsed)


def _values(named: dict[str, Any]) -> tuple[tuple[str, object], ...]:
    return tuple(sorted(named.items()))
