"""The settings: one schema for the file, the settings screen, validation and the documentation.

`settings_file` reads them, `settings_edit` writes changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tilehall.engine import Language, Text, literal_text
from tilehall.tui.languages.language import best_language, language_codes, load_language
from tilehall.tui.terminal.capabilities import Terminal


class Setting(NamedTuple):
    """A setting: its values, the first being the default, and their labels."""

    id: str
    title: Text
    values: Mapping[str, Text]
    help: Text

    @property
    def default(self) -> str:
        return next(iter(self.values))


SCHEMA = (
    Setting(
        "theme",
        Text("Colours"),
        {
            "auto": Text("automatic"),
            "night": Text("Night"),
            "day": Text("Day"),
            "contrast": Text("High contrast"),
            "ansi": Text("Terminal colours, dark"),
            "ansi-light": Text("Terminal colours, light"),
            "lagoon": Text("Lagoon"),
            "paper": Text("Paper"),
        },
        Text("The palette of tiles and panels."),
    ),
    Setting(
        "glyphs",
        Text("Characters"),
        {
            "auto": Text("automatic"),
            "full": Text("Full Unicode"),
            "neutral": Text("Neutral width"),
            "ascii": Text("Plain ASCII"),
        },
        Text("Which characters boards are drawn with."),
    ),
    Setting(
        "tiles",
        Text("Tile size"),
        {"auto": Text("automatic"), "small": Text("small"), "medium": Text("medium"), "large": Text("large")},
        Text("How large tiles are where there is room."),
    ),
    Setting(
        "language",
        Text("Language"),
        {"auto": Text("automatic")},
        Text("What everything is said in. Automatic: the locale."),
    ),
    Setting(
        "confirm",
        Text("End of turn"),
        {"ask": Text("ask"), "at once": Text("at once")},
        Text("Whether the last action of a turn is confirmed; at once, a turn with nothing left to do ends by itself."),
    ),
    Setting(
        "coach",
        Text("Coach"),
        {"auto": Text("automatic"), "on": Text("on"), "off": Text("off")},
        Text("Whether the prompt names the keys. Automatic: in your first turns."),
    ),
    Setting(
        "aids",
        Text("Aids"),
        {"on": Text("on"), "off": Text("off")},
        Text("Hints, reasons, and what a choice would bring. Off: at tables that you open everybody thinks alone."),
    ),
    Setting(
        "pace",
        Text("Computer players"),
        {"calm": Text("calm"), "quick": Text("quick"), "at once": Text("at once")},
        Text("How long their actions stay on screen."),
    ),
    Setting(
        "animation",
        Text("Motion"),
        {"auto": Text("automatic"), "off": Text("off")},
        Text("Off: nothing moves by itself. Automatic: off over SSH."),
    ),
    Setting(
        "bell",
        Text("Bell"),
        {"off": Text("off"), "my turn": Text("my turn"), "notice": Text("my turn, with a notice")},
        Text("Rings the terminal's bell when it is your turn. In the hall terminals that can show a notice as well."),
    ),
    Setting(
        "keys",
        Text("Keys"),
        {"default": Text("arrows and hjkl"), "vim": literal_text("vim"), "wasd": literal_text("wasd")},
        Text("Which keys move the cursor besides the arrows."),
    ),
)
OPEN = ("theme", "glyphs", "language")
"""Settings with further values that are not known here: the user's own themes, added languages."""


def value_label(setting: str, value: str) -> Text:
    """The label of a value of a setting."""
    return next(each.values for each in SCHEMA if each.id == setting).get(value, literal_text(value))


@dataclass(frozen=True, slots=True)
class Settings:
    """The chosen values, and the user's key bindings."""

    chosen: Mapping[str, str] = field(default_factory=dict)
    keymap: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> str:
        setting = next(each for each in SCHEMA if each.id == name)
        return self.chosen.get(name, setting.default)

    def with_value(self, name: str, value: str) -> Settings:
        return Settings({**self.chosen, name: value}, self.keymap)

    def changes_since(self, before: Settings) -> dict[str, str]:
        """The values that differ from those in `before`."""
        return {each.id: self[each.id] for each in SCHEMA if self[each.id] != before[each.id]}


def language_of(settings: Settings, terminal: Terminal, package: str = "") -> Language:
    """The language for these settings on this terminal, including a game's package; `auto` uses the locale."""
    code = settings["language"]
    # The available languages are listed only if one is requested.
    return load_language(
        best_language(terminal.locales) if code == "auto" or code not in language_codes() else code, package
    )
