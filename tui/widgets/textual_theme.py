"""Textual's own parts (messages, the palette of commands) in the colours of a theme."""

from __future__ import annotations

from textual.app import App
from textual.theme import Theme

from tilehall.themes import Palette


def apply_palette(app: App[int], palette: Palette) -> None:
    if palette.ansi:
        app.theme = "ansi-dark" if palette.dark else "ansi-light"
        return
    theme = Theme(
        name=f"tilehall-{palette.name}",
        primary=palette.accent,
        accent=palette.accent,
        warning=palette.warn,
        error=palette.bad,
        success=palette.good,
        foreground=palette.text,
        background=palette.background,
        surface=palette.background,
        panel=palette.panel,
        dark=palette.dark,
    )
    app.register_theme(theme)
    app.theme = theme.name
