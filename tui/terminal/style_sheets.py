"""What upstream makes of style sheets, kept for all apps of a process: the same text in the same colours is the same.

Every app reads the same few sheets of Textual's own widgets anew, several times until its first picture.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from textual.app import App
from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

MAX_SHEETS = 2048
"""Sheets that are kept, in all colours: an app has about twenty."""
ParsedRules = LRUCache[tuple[object, ...], list[RuleSet]]


class SharedStyleSheet(Stylesheet):
    """The same style sheet, which reads nothing that another one has read."""

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
        # Nothing changes the rules once they are read: they are only applied.
        rules = self._parsed[key] = super()._parse_rules(css, *place, **options)
        return rules

    def reparse(self) -> None:
        """Upstream makes another sheet for it, lest this one is broken by an error; it is not."""
        self.parse()


def share_style_sheets(app: App[Any], parsed: ParsedRules) -> None:
    """The app reads its sheets here from now on. One that has begun with others, or of another kind, keeps them."""
    sheet = app.stylesheet
    if type(sheet) is Stylesheet and not sheet.source:
        app.stylesheet = SharedStyleSheet(app.get_css_variables(), parsed)


def _values(named: dict[str, Any]) -> tuple[tuple[str, object], ...]:
    return tuple(sorted(named.items()))
