"""Every command of the board once: its keys and its words. Footer, palette, help and `tilehall keys` read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tilehall.engine import Text
from tilehall.tui.settings import Settings


@dataclass(frozen=True, slots=True)
class Command:
    """Something a key does. The first key is the one that is shown."""

    id: str
    keys: tuple[str, ...]
    label: Text
    help: Text


BOARD = (
    Command("left", ("left",), Text("left"), Text("Move the cursor left.")),
    Command("right", ("right",), Text("right"), Text("Move the cursor right.")),
    Command("up", ("up",), Text("up"), Text("Move the cursor up.")),
    Command("down", ("down",), Text("down"), Text("Move the cursor down.")),
    Command("next", ("tab",), Text("next spot"), Text("Go to the next spot that may be chosen.")),
    Command("previous", ("shift+tab",), Text("previous spot"), Text("Go to the spot before.")),
    Command("first", ("home",), Text("first spot"), Text("Go to the first spot that may be chosen.")),
    Command("last", ("end",), Text("last spot"), Text("Go to the last spot that may be chosen.")),
    Command("next_zone", ("pagedown",), Text("next zone"), Text("Go on to the next part of the screen.")),
    Command("previous_zone", ("pageup",), Text("zone before"), Text("Go to the part of the screen before.")),
    Command("choose", ("enter",), Text("choose"), Text("Choose what is under the cursor; confirm.")),
    Command("toggle", ("space",), Text("pick"), Text("Pick what is under the cursor, or drop it again.")),
    Command("back", ("escape",), Text("back"), Text("One step back: drop what is chosen, close what is open.")),
    Command("skip", ("full_stop", "p"), Text("pass"), Text("Pass, or stop declaring.")),
    Command("turn", ("r", "right_square_bracket"), Text("turn"), Text("Turn the piece in hand clockwise.")),
    Command("turn_back", ("R", "left_square_bracket"), Text("turn back"), Text("Turn the piece in hand back.")),
    Command("flip", ("f",), Text("flip"), Text("Flip the piece in hand.")),
    Command("undo", ("u",), Text("undo"), Text("Take back, as far as nothing new was shown.")),
    Command("redo", ("U", "ctrl+r"), Text("redo"), Text("Do again what was taken back.")),
    Command("restart", ("z",), Text("restart turn"), Text("Take back everything since the dealer or another player.")),
    Command("hint", ("i",), Text("hint"), Text("Where a good player would look; once more: what and why.")),
    Command("why", ("w",), Text("why not"), Text("Why the spot under the cursor may not be chosen.")),
    Command("describe", ("d",), Text("describe"), Text("Say in words what is under the cursor.")),
    Command("rules", ("question_mark", "f1"), Text("rules"), Text("The rules, opened at the one just named.")),
    Command("hand", ("v",), Text("hand"), Text("Your hand in large: gems, runes, what is nearly complete.")),
    Command("hide", ("x",), Text("hide"), Text("At a shared screen: hide what only you may see.")),
    Command("log", ("o",), Text("log"), Text("Everything that has happened.")),
    Command("score", ("c",), Text("score"), Text("The score so far, line by line.")),
    Command("size", ("t",), Text("tile size"), Text("Draw tiles smaller or larger.")),
    Command("keys", ("f2",), Text("keys"), Text("All keys.")),
    Command("settings", ("comma",), Text("settings"), Text("Colours, characters, tile size, keys and more.")),
    Command("pause", ("P",), Text("pause"), Text("In a demo: stop, and go on.")),
    Command("leave", ("q",), Text("leave"), Text("Leave the table; the game is kept.")),
)
PRESETS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "default": {"left": ("h",), "down": ("j",), "up": ("k",), "right": ("l",)},
    "vim": {"left": ("h",), "down": ("j",), "up": ("k",), "right": ("l",), "first": ("0",), "last": ("dollar_sign",)},
    "wasd": {"left": ("a",), "down": ("s",), "up": ("w",), "right": ("d",), "why": ("y",), "describe": ("X",)},
}
"""Further keys for a command. In `wasd` two commands make room for the cursor."""


def bound(settings: Settings) -> dict[str, tuple[str, ...]]:
    """The keys of every command, as these settings have them.

    >>> bound(Settings())["left"]
    ('left', 'h')
    """
    preset = PRESETS.get(settings["keys"], PRESETS["default"])
    taken = {key for keys in preset.values() for key in keys}
    found = {}
    for command in BOARD:
        own = tuple(key for key in command.keys if key not in taken)
        keys = own + preset.get(command.id, ())
        if command.id in settings.keymap:
            keys = tuple(key.strip() for key in settings.keymap[command.id].split(",") if key.strip())
        found[command.id] = keys
    return found


def conflicts(settings: Settings) -> list[Text]:
    """A sentence for every key that two commands want, and for every command in the settings that there is not."""
    users: dict[str, str] = {}
    found = [
        Text("{table}: there is no command '{name}'.", table="[keymap]", name=name)
        for name in settings.keymap
        if name not in {c.id for c in BOARD}
    ]
    for command, keys in bound(settings).items():
        for key in keys:
            if key in users:
                both = {"key": shown(key), "one": users[key], "other": command}
                found.append(Text("The key {key} is bound to both {one} and {other}.", **both))
            users.setdefault(key, command)
    return found


def command_of(settings: Settings) -> dict[str, str]:
    """The command of every key; of two that want the same key the first has it."""
    found: dict[str, str] = {}
    for command, keys in bound(settings).items():
        for key in keys:
            found.setdefault(key, command)
    return found


def listing(settings: Settings) -> list[tuple[str, str, Text]]:
    """Command, keys and what it does, for `tilehall keys` and the help page."""
    keys = bound(settings)
    return [(command.id, " ".join(map(shown, keys[command.id])), command.help) for command in BOARD]


NAMES = {
    "full_stop": ".",
    "comma": ",",
    "question_mark": "?",
    "right_square_bracket": "]",
    "left_square_bracket": "[",
    "dollar_sign": "$",
    "escape": "Esc",
    "enter": "Enter",
    "space": "Space",
    "tab": "Tab",
    "shift+tab": "Shift+Tab",
    "left": "Left",
    "right": "Right",
    "up": "Up",
    "down": "Down",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
}


def shown(key: str) -> str:
    """A key as people write it.

    >>> shown("full_stop"), shown("ctrl+r"), shown("f1")
    ('.', 'Ctrl+R', 'F1')
    """
    if key in NAMES:
        return NAMES[key]
    if key.startswith("ctrl+"):
        return "Ctrl+" + key[5:].upper()
    return key.upper() if len(key) > 1 else key
