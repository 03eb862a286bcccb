"""Every command of the board once: its keys and its words. Footer, palette, help and `tilehall keys` read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tilehall.engine import did_you_mean
from tilehall.tui.settings import Settings


@dataclass(frozen=True, slots=True)
class Command:
    """Something a key does. The first key is the one that is shown."""

    id: str
    keys: tuple[str, ...]
    label: str
    help: str
    group: str


BOARD = (
    Command("left", ("left",), "left", "Move the cursor left.", "Move"),
    Command("right", ("right",), "right", "Move the cursor right.", "Move"),
    Command("up", ("up",), "up", "Move the cursor up.", "Move"),
    Command("down", ("down",), "down", "Move the cursor down.", "Move"),
    Command("next", ("tab",), "next spot", "Go to the next spot that may be chosen.", "Move"),
    Command("previous", ("shift+tab",), "previous spot", "Go to the spot before.", "Move"),
    Command("first", ("home",), "first spot", "Go to the first spot that may be chosen.", "Move"),
    Command("last", ("end",), "last spot", "Go to the last spot that may be chosen.", "Move"),
    Command("next_zone", ("pagedown",), "next zone", "Go on to the next part of the screen.", "Move"),
    Command("previous_zone", ("pageup",), "zone before", "Go to the part of the screen before.", "Move"),
    Command("choose", ("enter",), "choose", "Choose what is under the cursor; confirm.", "Play"),
    Command("toggle", ("space",), "pick", "Pick what is under the cursor, or drop it again.", "Play"),
    Command("back", ("escape",), "back", "One step back: drop what is chosen, close what is open.", "Play"),
    Command("skip", ("full_stop", "p"), "pass", "Pass, or stop declaring.", "Play"),
    Command("turn", ("r", "right_square_bracket"), "turn", "Turn the piece in hand clockwise.", "Play"),
    Command("turn_back", ("R", "left_square_bracket"), "turn back", "Turn the piece in hand back.", "Play"),
    Command("flip", ("f",), "flip", "Flip the piece in hand.", "Play"),
    Command("undo", ("u",), "undo", "Take back, as far as nothing new was shown.", "Take back"),
    Command("redo", ("U", "ctrl+r"), "redo", "Do again what was taken back.", "Take back"),
    Command("restart", ("z",), "restart turn", "Take back everything since the dealer or another player.", "Take back"),
    Command("hint", ("i",), "hint", "Where a good player would look; once more: what and why.", "Ask"),
    Command("why", ("w",), "why not", "Why the spot under the cursor may not be chosen.", "Ask"),
    Command("describe", ("d",), "describe", "Say in words what is under the cursor.", "Ask"),
    Command("rules", ("question_mark", "f1"), "rules", "The rules, opened at the one just named.", "Ask"),
    Command("hand", ("v",), "hand", "Your hand in large: gems, runes, what is nearly complete.", "Look"),
    Command("hide", ("x",), "hide", "At a shared screen: hide what only you may see.", "Look"),
    Command("log", ("o",), "log", "Everything that has happened.", "Look"),
    Command("score", ("c",), "score", "The score so far, line by line.", "Look"),
    Command("size", ("t",), "tile size", "Draw tiles smaller or larger.", "Look"),
    Command("keys", ("f2",), "keys", "All keys.", "Look"),
    Command("settings", ("comma",), "settings", "Colours, characters, tile size, keys and more.", "Look"),
    Command("pause", ("P",), "pause", "In a demo: stop, and go on.", "Demo"),
    Command("leave", ("q",), "leave", "Leave the table; the game is kept.", "Leave"),
)
PRESETS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "default": {"left": ("h",), "down": ("j",), "up": ("k",), "right": ("l",)},
    "vim": {"left": ("h",), "down": ("j",), "up": ("k",), "right": ("l",), "first": ("0",), "last": ("dollar_sign",)},
    "wasd": {"left": ("a",), "down": ("s",), "up": ("w",), "right": ("d",), "why": ("y",), "describe": ("X",)},
}
"""Further keys for a command. In `wasd` two commands make room for the cursor."""
LISTED = "'tilehall keys' lists them."


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


def conflicts(settings: Settings) -> list[str]:
    """A sentence for every key that two commands want, and for every command in the settings that there is not."""
    users: dict[str, str] = {}
    known = [command.id for command in BOARD]
    found = [
        f"[keymap]: there is no command '{name}'. {did_you_mean(name, known, LISTED)}"
        for name in settings.keymap
        if name not in known
    ]
    for command, keys in bound(settings).items():
        for key in keys:
            if key in users:
                found.append(f"The key {shown(key)} is bound to both {users[key]} and {command}.")
            users.setdefault(key, command)
    return found


def command_of(settings: Settings) -> dict[str, str]:
    """The command of every key; of two that want the same key the first has it."""
    found: dict[str, str] = {}
    for command, keys in bound(settings).items():
        for key in keys:
            found.setdefault(key, command)
    return found


def listing(settings: Settings) -> list[tuple[str, str, str]]:
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
