"""What a user can set: one schema for the file, the settings screen, validation and the documentation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from json import dumps
from pathlib import Path
from typing import Any, NamedTuple

from tilehall.engine import Language, Text, did_you_mean, listed, plain
from tilehall.tui.house.language import best, codes, language
from tilehall.tui.house.store import write_whole
from tilehall.tui.kernel.terminal import Terminal


class Setting(NamedTuple):
    """One thing to set: its values, the first being the default, and what they are called."""

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
        Text("Whether the last action of a turn is confirmed."),
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
        {"off": Text("off"), "my turn": Text("my turn")},
        Text("Rings the terminal's bell when it is your turn."),
    ),
    Setting(
        "keys",
        Text("Keys"),
        {"default": Text("arrows and hjkl"), "vim": plain("vim"), "wasd": plain("wasd")},
        Text("Which keys move the cursor besides the arrows."),
    ),
)
OPEN = ("theme", "glyphs", "language")
"""Settings that may have values which are not known here: looks in the user's own folder, languages that are added."""


def said_of(setting: str, value: str) -> Text:
    """What a value of a setting is called."""
    return next(each.values for each in SCHEMA if each.id == setting).get(value, plain(value))


@dataclass(frozen=True, slots=True)
class Settings:
    """The chosen values, and the keys that the user has bound anew."""

    chosen: Mapping[str, str] = field(default_factory=dict)
    keymap: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> str:
        setting = next(each for each in SCHEMA if each.id == name)
        return self.chosen.get(name, setting.default)

    def having(self, name: str, value: str) -> Settings:
        return Settings({**self.chosen, name: value}, self.keymap)

    def text(self) -> str:
        """The settings as the file holds them."""
        lines = ["# Settings of Tilehall. Each may be left out.", ""]
        for setting in SCHEMA:
            # The file is in English, whoever reads it: a program writes it.
            lines += [
                f"# {setting.help} One of: {', '.join(setting.values)}.",
                f"{setting.id} = {dumps(self[setting.id])}",
                "",
            ]
        lines += ["# Keys of your own: command = \"key,key\". 'tilehall keys' lists the commands.", "[keymap]"]
        lines += [f"{dumps(command)} = {dumps(keys)}" for command, keys in self.keymap.items()]
        return "\n".join(lines) + "\n"


def language_of(settings: Settings, terminal: Terminal, package: str = "") -> Language:
    """The language for these settings on this terminal, with the words of a game's package; `auto` asks the locale."""
    code = settings["language"]
    # What languages there are is looked up only if one is asked for.
    return language(best(terminal.locales) if code == "auto" or code not in codes() else code, package)


def load(path: Path) -> tuple[Settings, list[Text]]:
    """The settings of a file, and a sentence for everything in it that was not understood."""
    try:
        data = _table(path)
    except FileNotFoundError:
        return Settings(), []
    except (OSError, ValueError) as error:
        return Settings(), [
            Text("{file} cannot be read ({why}); the usual settings are used.", file=path.name, why=f"{error}")
        ]
    known = {setting.id: setting for setting in SCHEMA}
    problems: list[Text] = []
    chosen = {}
    table = data.pop("keymap", {})
    for name, value in data.items():
        if name not in known:
            instead = did_you_mean(name, known, Text("Settings: {names}.", names=listed(known)))
            there = {"file": path.name, "name": name}
            problems.append(Text("{file}: there is no setting '{name}'. {instead}", instead=instead, **there))
        elif not isinstance(value, str) or (value not in known[name].values and name not in OPEN):
            values = known[name].values
            instead = did_you_mean(str(value), values, Text("Values: {values}.", values=listed(values)))
            wrong = {"file": path.name, "name": name, "value": f"{value!r}"}
            problems.append(Text("{file}: {name} cannot be {value}. {instead}", instead=instead, **wrong))
        else:
            chosen[name] = value
    keymap = {str(k): v for k, v in table.items() if isinstance(v, str)} if isinstance(table, dict) else {}
    if not isinstance(table, dict) or len(keymap) < len(table):
        asked = Text(
            "{file}: in {table} every command needs its keys as one text, such as {example}.",
            file=path.name,
            table="[keymap]",
            example='"u,backspace"',
        )
        problems.append(asked)
    return Settings(chosen, keymap), problems


def _table(path: Path) -> dict[str, Any]:
    text = path.read_text("utf-8")
    # Most people have no such file, and need not wait for its reader.
    import tomllib

    return tomllib.loads(text)


def save(path: Path, settings: Settings) -> None:
    """Writes the settings. A file that was not understood, all of it, is kept beside them: somebody has typed it."""
    if path.is_file() and load(path)[1]:
        path.replace(path.with_suffix(".unread.toml"))
    write_whole(path, settings.text())
