"""What a user can set: one schema for the file, the settings screen, validation and the documentation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tilehall.engine import did_you_mean
from tilehall.tui.house.store import write_whole


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing to set: its values, the first being the default, with what each means."""

    id: str
    title: str
    values: tuple[str, ...]
    help: str

    @property
    def default(self) -> str:
        return self.values[0]


SCHEMA = (
    Setting(
        "theme",
        "Colours",
        ("auto", "night", "day", "contrast", "ansi", "lagoon", "paper"),
        "The palette of tiles and panels.",
    ),
    Setting("glyphs", "Characters", ("auto", "full", "neutral", "ascii"), "Which characters boards are drawn with."),
    Setting("tiles", "Tile size", ("auto", "small", "medium", "large"), "How large tiles are where there is room."),
    Setting("confirm", "End of turn", ("ask", "at once"), "Whether the last action of a turn is confirmed."),
    Setting("pace", "Computer players", ("calm", "quick", "at once"), "How long their actions stay on screen."),
    Setting("animation", "Motion", ("auto", "off"), "Off: nothing moves by itself. Auto: off over SSH."),
    Setting("bell", "Bell", ("off", "my turn"), "Rings the terminal's bell when it is your turn."),
    Setting("keys", "Keys", ("default", "vim", "wasd"), "Which keys move the cursor besides the arrows."),
)
OPEN = ("theme", "glyphs")
"""Settings that may also name a look from the user's own folder."""


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
            lines += [
                f"# {setting.help} One of: {', '.join(setting.values)}.",
                f'{setting.id} = "{self[setting.id]}"',
                "",
            ]
        lines += ["# Keys of your own: command = \"key,key\". 'tilehall keys' lists the commands.", "[keymap]"]
        lines += [f'"{command}" = "{keys}"' for command, keys in self.keymap.items()]
        return "\n".join(lines) + "\n"


def load(path: Path) -> tuple[Settings, list[str]]:
    """The settings of a file, and a sentence for everything in it that was not understood."""
    try:
        data = _table(path)
    except FileNotFoundError:
        return Settings(), []
    except (OSError, ValueError) as error:
        return Settings(), [f"{path.name} cannot be read ({error}); the usual settings are used."]
    known = {setting.id: setting for setting in SCHEMA}
    problems, chosen = [], {}
    table = data.pop("keymap", {})
    for name, value in data.items():
        if name not in known:
            instead = did_you_mean(name, known, f"Settings: {', '.join(known)}.")
            problems.append(f"{path.name}: there is no setting '{name}'. {instead}")
        elif not isinstance(value, str) or (value not in known[name].values and name not in OPEN):
            values = known[name].values
            instead = did_you_mean(str(value), values, f"Values: {', '.join(values)}.")
            problems.append(f"{path.name}: {name} cannot be {value!r}. {instead}")
        else:
            chosen[name] = value
    keymap = {str(k): v for k, v in table.items() if isinstance(v, str)} if isinstance(table, dict) else {}
    if not isinstance(table, dict) or len(keymap) < len(table):
        problems.append(f'{path.name}: in [keymap] every command needs its keys as one text, such as "u,ctrl+z".')
    return Settings(chosen, keymap), problems


def _table(path: Path) -> dict[str, Any]:
    text = path.read_text("utf-8")
    # Most people have no such file, and need not wait for its reader.
    import tomllib

    return tomllib.loads(text)


def save(path: Path, settings: Settings) -> None:
    write_whole(path, settings.text())
