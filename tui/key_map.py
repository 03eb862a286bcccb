"""Every command of the board once: its keys and its words. Footer, palette, help and `tilehall keys` read it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from tilehall.engine import Text, did_you_mean, sanitize_text
from tilehall.tui.config.settings import Settings

KeyBindings = Mapping[str, tuple[str, ...]]
"""The keys of each command."""


class KeyCommand(NamedTuple):
    """Something a key does. The first key is the one that is shown."""

    id: str
    keys: tuple[str, ...]
    label: Text
    help: Text


BOARD_COMMANDS = (
    KeyCommand("left", ("left",), Text("Left"), Text("Move the cursor left.")),
    KeyCommand("right", ("right",), Text("Right"), Text("Move the cursor right.")),
    KeyCommand("up", ("up",), Text("Up"), Text("Move the cursor up.")),
    KeyCommand("down", ("down",), Text("Down"), Text("Move the cursor down.")),
    KeyCommand("next", ("tab",), Text("Next spot"), Text("Go to the next spot that may be chosen.")),
    KeyCommand("previous", ("shift+tab",), Text("Previous spot"), Text("Go to the spot before.")),
    KeyCommand("first", ("home",), Text("First spot"), Text("Go to the first spot that may be chosen.")),
    KeyCommand("last", ("end",), Text("Last spot"), Text("Go to the last spot that may be chosen.")),
    KeyCommand(
        "label", ("g",), Text("Go to"), Text("Letters on all marked spots: one or two of them, and you are there.")
    ),
    KeyCommand("next_zone", ("pagedown",), Text("Next zone"), Text("Go on to the next part of the screen.")),
    KeyCommand("previous_zone", ("pageup",), Text("Zone before"), Text("Go to the part of the screen before.")),
    KeyCommand("choose", ("enter",), Text("Choose"), Text("Choose what is under the cursor; confirm.")),
    KeyCommand("toggle", ("space",), Text("Pick"), Text("Pick what is under the cursor, or drop it again.")),
    KeyCommand("back", ("escape",), Text("Back"), Text("One step back: drop what is chosen, close what is open.")),
    KeyCommand("skip", ("full_stop", "p"), Text("Pass"), Text("Pass: do nothing here, and go on.")),
    KeyCommand("turn", ("r", "right_square_bracket"), Text("Turn"), Text("Turn the piece in hand clockwise.")),
    KeyCommand("turn_back", ("R", "left_square_bracket"), Text("Turn back"), Text("Turn the piece in hand back.")),
    KeyCommand("flip", ("f",), Text("Flip"), Text("Flip the piece in hand.")),
    KeyCommand("undo", ("u",), Text("Undo"), Text("Take back, as far as nothing new was shown.")),
    KeyCommand("redo", ("U", "ctrl+r"), Text("Redo"), Text("Do again what was taken back.")),
    KeyCommand(
        "restart", ("z",), Text("Restart turn"), Text("Take back everything since the dealer or another player.")
    ),
    KeyCommand(
        "hint",
        ("i",),
        Text("Hint"),
        Text(
            "Where a good player would look; again: what, why, what for; elsewhere: what that loses. "
            "It looks to the end of your turn, by what you may see."
        ),
    ),
    KeyCommand("why", ("w",), Text("Why not"), Text("Why the spot under the cursor may not be chosen.")),
    KeyCommand("reason", ("W",), Text("Why that"), Text("Why a computer player did that; once more: the one before.")),
    KeyCommand("describe", ("d",), Text("Describe"), Text("Say in words what is under the cursor.")),
    KeyCommand(
        "explain",
        ("x", "E"),
        Text("Explain"),
        Text("Look around: what anything on the board is and does, and which rules speak of it."),
    ),
    KeyCommand("rules", ("question_mark", "f1"), Text("Rules"), Text("The rules, opened at the one just named.")),
    KeyCommand("hand", ("v",), Text("Hand"), Text("What you hold and work at, in large.")),
    KeyCommand("hide", ("X", "H"), Text("Hide"), Text("At a shared screen: hide what only you may see.")),
    KeyCommand("story", ("N",), Text("News"), Text("What the others did since your last turn, one after the other.")),
    KeyCommand("log", ("o",), Text("Log"), Text("Everything that has happened.")),
    KeyCommand("score", ("c",), Text("Score"), Text("The score so far, line by line.")),
    KeyCommand("size", ("t",), Text("Tile size"), Text("Draw tiles smaller or larger.")),
    KeyCommand("keys", ("f2",), Text("Symbols"), Text("What the symbols mean, and all keys.")),
    KeyCommand("settings", ("comma",), Text("Settings"), Text("Colours, characters, tile size, keys and more.")),
    KeyCommand("pause", ("P",), Text("Pause"), Text("In a demo: stop, and go on.")),
    KeyCommand("leave", ("q",), Text("Leave"), Text("Leave the table; the game is kept.")),
)
PRESETS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "default": {"left": ("h",), "down": ("j",), "up": ("k",), "right": ("l",)},
    "vim": {"left": ("h",), "down": ("j",), "up": ("k",), "right": ("l",), "first": ("0",), "last": ("dollar_sign",)},
    "wasd": {"left": ("a",), "down": ("s",), "up": ("w",), "right": ("d",), "why": ("y",), "describe": ("e",)},
}
"""Further keys for a command. In `wasd` two commands make room for the cursor."""
LATE = frozenset({"explain", "hide"})
"""Commands whose usual keys are younger than some keymaps: what those give to another command is not theirs."""
LISTED = Text("'{command}' lists them.", command="tilehall keys")


def bind_keys(settings: Settings) -> dict[str, tuple[str, ...]]:
    """The keys of every command, as these settings have them.

    >>> bind_keys(Settings())["left"]
    ('left', 'h')
    """
    preset = PRESETS.get(settings["keys"], PRESETS["default"])
    taken = {key for keys in preset.values() for key in keys}
    found = {}
    for command in BOARD_COMMANDS:
        given = _given(settings) if command.id in LATE else frozenset()
        own = tuple(key for key in command.keys if key not in taken and key not in given)
        keys = own + preset.get(command.id, ())
        if command.id in settings.keymap:
            keys = _keys_of(settings.keymap[command.id])
        found[command.id] = keys
    return found


def _keys_of(written: str) -> tuple[str, ...]:
    """The keys of a command as settings have them."""
    return tuple(key.strip() for key in written.split(",") if key.strip())


def _given(settings: Settings) -> frozenset[str]:
    """All keys that somebody has given to commands."""
    return frozenset(key for written in settings.keymap.values() for key in _keys_of(written))


def conflicts(settings: Settings) -> list[Text]:
    """A sentence for every key that two commands want, and for every command in the settings that there is not."""
    users: dict[str, str] = {}
    known = [command.id for command in BOARD_COMMANDS]
    found = [
        Text(
            "{table}: there is no command '{name}'. {instead}",
            table="[keymap]",
            name=sanitize_text(name, 40),
            instead=did_you_mean(name, known, LISTED),
        )
        for name in settings.keymap
        if name not in known
    ]
    for command, keys in bind_keys(settings).items():
        for key in keys:
            if key in users:
                both = {"key": sanitize_text(key_label(key), 40), "one": users[key], "other": command}
                found.append(Text("The key {key} is bound to both {one} and {other}.", **both))
            users.setdefault(key, command)
    return found


@cache
def default_keys() -> KeyBindings:
    """The keys where nobody has chosen others."""
    return bind_keys(Settings())


def commands_by_key(settings: Settings) -> dict[str, str]:
    """The command of every key; of two that want the same key the first has it."""
    found: dict[str, str] = {}
    for command, keys in bind_keys(settings).items():
        for key in keys:
            found.setdefault(key, command)
    return found


def list_commands(settings: Settings) -> list[tuple[str, str, Text]]:
    """Command, keys and what it does, for `tilehall keys` and the help page."""
    keys = bind_keys(settings)
    return [(command.id, " ".join(map(key_label, keys[command.id])), command.help) for command in BOARD_COMMANDS]


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


def key_label(key: str) -> str:
    """A key as people write it.

    >>> key_label("full_stop"), key_label("ctrl+r"), key_label("f1")
    ('.', 'Ctrl+R', 'F1')
    """
    if key in NAMES:
        return NAMES[key]
    if key.startswith("ctrl+"):
        return "Ctrl+" + key[5:].upper()
    return key.upper() if len(key) > 1 else key


def key_label_for(keys: KeyBindings, command: str) -> str:
    """The first key of a command as people write it; nothing where it has none."""
    return key_label(keys[command][0]) if keys.get(command) else ""
