"""How a screen looks that others watch on a wall: strong contrast, the largest tiles that fit, nothing that moves."""

from __future__ import annotations

from tilehall.tui.config.settings import Settings
from tilehall.tui.terminal.capabilities import Terminal

LOOK = {"theme": "contrast", "tiles": "auto", "coach": "off", "animation": "off"}
"""What is set for that; colours that somebody has chosen, and those of a terminal of sixteen, stay."""


def presentation_settings(settings: Settings, terminal: Terminal) -> Settings:
    """The settings for a room: a terminal of 80 by 24 whose owner has made its letters large.

    >>> presentation_settings(Settings(), Terminal())["theme"], presentation_settings(Settings({"theme": "paper"}),
    ...     Terminal())["theme"]
    ('contrast', 'paper')
    """
    for name, value in LOOK.items():
        if name == "theme" and (settings["theme"] != "auto" or terminal.colours == "16"):
            continue
        settings = settings.with_value(name, value)
    return settings
