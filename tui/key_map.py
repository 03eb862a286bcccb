"""Every command of every screen once: its keys, and what footer, palette, page of keys and line mode call it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from tilehall.engine import Text, did_you_mean, sanitize_text
from tilehall.tui.config.settings import Settings

if TYPE_CHECKING:
    from tilehall.themes import Glyphs

KeyBindings = Mapping[str, tuple[str, ...]]
"""The keys of each command."""


NOTHING = Text("")
DIGITS = tuple("123456789")


class KeyCommand(NamedTuple):
    """Something that keys do on one screen."""

    id: str
    keys: tuple[str, ...] = ()
    label: Text = NOTHING
    """In the footer, and for the board in the palette."""
    help: Text = NOTHING
    """On the page of keys; a command without one is not listed there."""
    word: str = ""
    """The command of line mode that does the same."""
    shown: str = ""
    """How the footer writes the keys, if not as the first one; arrows are written as `{up}`."""
    listed: str = ""
    """How the page of keys writes them, if not as all of them."""
    board: tuple[str, ...] = ()
    """Commands of the board whose keys do this as well, as the user's settings have them."""


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
    KeyCommand("undo", ("u",), Text("Undo"), Text("Take back, as far as nothing new was shown."), word="undo"),
    KeyCommand("redo", ("U", "ctrl+r"), Text("Redo"), Text("Do again what was taken back."), word="redo"),
    KeyCommand(
        "restart",
        ("z",),
        Text("Restart turn"),
        Text("Take back everything since the dealer or another player."),
        word="restart",
    ),
    KeyCommand(
        "hint",
        ("i",),
        Text("Hint"),
        Text(
            "Where a good player would look; again: what, why, what for; elsewhere: what that loses. "
            "It looks to the end of your turn, by what you may see."
        ),
        word="hint",
    ),
    KeyCommand("why", ("w",), Text("Why not"), Text("Why the spot under the cursor may not be chosen."), word="why"),
    KeyCommand(
        "reason",
        ("W",),
        Text("Why that"),
        Text("Why a computer player did that; once more: the one before."),
        word="reason",
    ),
    KeyCommand("describe", ("d",), Text("Describe"), Text("Say in words what is under the cursor."), word="look"),
    KeyCommand(
        "explain",
        ("x", "E"),
        Text("Explain"),
        Text("Look around: what anything on the board is and does, and which rules speak of it."),
        word="explain",
    ),
    KeyCommand(
        "rules", ("question_mark", "f1"), Text("Rules"), Text("The rules, opened at the one just named."), word="rules"
    ),
    KeyCommand("hand", ("v",), Text("Hand"), Text("What you hold and work at, in large.")),
    KeyCommand("hide", ("X", "H"), Text("Hide"), Text("At a shared screen: hide what only you may see.")),
    KeyCommand(
        "story",
        ("N",),
        Text("News"),
        Text("What the others did since your last turn, one after the other."),
        word="last",
    ),
    KeyCommand("log", ("o",), Text("Log"), Text("Everything that has happened."), word="log"),
    KeyCommand("score", ("c",), Text("Score"), Text("The score so far, line by line."), word="score"),
    KeyCommand("size", ("t",), Text("Tile size"), Text("Draw tiles smaller or larger.")),
    KeyCommand("keys", ("f2",), Text("Symbols"), Text("What the symbols mean, and all keys."), word="help"),
    KeyCommand(
        "settings",
        ("comma",),
        Text("Settings"),
        Text("Colours, characters, tile size, keys and more."),
        word="settings",
    ),
    KeyCommand("pause", ("P",), Text("Pause"), Text("In a demo: stop, and go on.")),
    KeyCommand("leave", ("q",), Text("Leave"), Text("Leave the table; the game is kept."), word="quit"),
)

LINES = (
    KeyCommand("up", ("up", "k"), Text("scroll"), shown="{up}{down}"),
    KeyCommand("down", ("down", "j")),
    KeyCommand("page_down", ("space", "pagedown"), Text("page")),
    KeyCommand("page_up", ("pageup",)),
    KeyCommand("first", ("home", "g")),
    KeyCommand("last", ("end", "G")),
)
"""Of a text that scrolls."""
SCREENS: Mapping[str, tuple[KeyCommand, ...]] = {
    "app": (
        # On every screen; a table of another screen never has them.
        KeyCommand("leave", ("ctrl+c", "ctrl+q")),
        KeyCommand("palette", ("ctrl+p",)),
        KeyCommand("suspend", ("ctrl+z",)),
        KeyCommand("repaint", ("ctrl+l",)),
    ),
    "board": BOARD_COMMANDS,
    "hand": (
        KeyCommand("back", ("escape", "q", "enter"), Text("back to the board"), board=("hand",)),
        KeyCommand("hide", label=Text("hide"), board=("hide",)),
        KeyCommand("explain", label=Text("explain"), board=("explain",)),
    ),
    "curtain": (
        # Not Enter: whoever closes a fist with it may press it once more.
        KeyCommand("look", ("v",)),
        KeyCommand("take_back", ("u",)),
        KeyCommand("leave", ("q",), Text("leave")),
        KeyCommand("back", ("escape",), Text("back to the board")),
    ),
    "text": LINES,
    "reader": (*LINES, KeyCommand("back", ("escape", "q", "enter", "o", "f2", "c"), Text("back"))),
    "rules": (
        *LINES,
        KeyCommand("next_section", ("n",), Text("section"), shown="n p"),
        KeyCommand("previous_section", ("p",)),
        KeyCommand("search", ("slash",), Text("search")),
        KeyCommand("next_link", ("tab",), Text("cited rules")),
        KeyCommand("previous_link", ("shift+tab",)),
        KeyCommand("follow", ("enter",), Text("follow")),
        KeyCommand("return", ("backspace",), Text("where I was")),
        KeyCommand("back", ("escape",), Text("back")),
        KeyCommand("close", ("q", "question_mark", "f1")),
    ),
    "search": (
        KeyCommand("type", label=Text("search for"), shown="A-Z"),
        KeyCommand("done", ("enter",), Text("done")),
        KeyCommand("cancel", ("escape",), Text("all rules")),
        KeyCommand("erase", ("backspace",)),
    ),
    "scoring": (
        KeyCommand("derivation", ("enter",), Text("explain")),
        KeyCommand("up", ("up", "k"), Text("lines"), shown="{up}{down}"),
        KeyCommand("down", ("down", "j")),
        KeyCommand("board", ("b", "escape"), Text("board")),
        KeyCommand("course", ("c",), Text("course")),
        KeyCommand("review", ("v",), Text("review")),
        KeyCommand("rematch", ("R",), Text("rematch")),
        # Not Enter: it may be held down for the board.
        KeyCommand("home", ("q",), Text("home")),
    ),
    "derivation": (
        KeyCommand("board", ("enter", "space"), Text("board at this step")),
        KeyCommand("back", ("escape", "q", "b"), Text("back")),
        KeyCommand("up", ("up", "k"), Text("steps"), shown="{up}{down}"),
        KeyCommand("down", ("down", "j")),
        KeyCommand("left", ("left", "p", "h"), Text("other lines"), shown="{left}{right}"),
        KeyCommand("right", ("right", "n", "l")),
        KeyCommand("rules", ("question_mark", "f1"), Text("rule")),
    ),
    "review": (
        KeyCommand("up", ("up", "k"), Text("choose"), shown="{up}{down}"),
        KeyCommand("down", ("down", "j")),
        KeyCommand("show", ("enter", "space"), Text("board")),
        KeyCommand(
            "judge",
            ("l",),
            Text("other judge"),
            Text("normal, hard or master says what was better; the curve is the same whoever judges"),
        ),
        KeyCommand(
            "page_down",
            ("pagedown",),
            Text("read on"),
            Text("read on, where there is more than fits"),
            shown="PgUp/Dn",
            listed="PgUp/Dn",
        ),
        KeyCommand("page_up", ("pageup",)),
        KeyCommand("first", ("home",), help=Text("to the first or the last entry"), listed="Home/End"),
        KeyCommand("last", ("end",)),
        KeyCommand("back", ("q", "escape"), Text("back"), Text("back"), listed="Esc"),
        KeyCommand("keys", ("f2", "question_mark", "f1"), Text("keys")),
    ),
    "replay": (
        KeyCommand("left", ("left", "h"), Text("step"), shown="{left}{right}"),
        KeyCommand("right", ("right", "l", "space"), help=Text("a step on"), listed="Space"),
        KeyCommand("first", ("home",), Text("ends"), shown="Home/End"),
        KeyCommand("last", ("end",)),
        KeyCommand("next_turn", ("pagedown",), Text("a turn"), shown="PgUp/Dn"),
        KeyCommand("previous_turn", ("pageup",)),
        KeyCommand("log", ("o",), Text("log")),
        KeyCommand("reason", ("W",), Text("why")),
        KeyCommand("explain", label=Text("explain"), board=("explain",)),
        KeyCommand("more", ("N",), Text("all of it")),
        KeyCommand("course", ("v",), Text("course")),
        KeyCommand("keys", ("f2",), Text("keys")),
        KeyCommand("score", ("c", "enter"), Text("score"), Text("score"), listed="Enter"),
        KeyCommand("rules", ("question_mark", "f1"), Text("rule")),
        KeyCommand("leave", ("q", "escape"), Text("leave")),
    ),
    "explain": (
        KeyCommand("page_down", ("pagedown", "space"), Text("scroll"), shown="PgUp/Dn"),
        KeyCommand("page_up", ("pageup",)),
        KeyCommand("rule", DIGITS, Text("a rule"), shown="1-9"),
        KeyCommand("rules", label=Text("rules"), board=("rules",)),
        KeyCommand("choose", label=Text("example"), board=("choose",)),
        KeyCommand("left", label=Text("look"), board=("left",), shown="{left}{right}{up}{down}"),
        KeyCommand("right", board=("right",)),
        KeyCommand("up", board=("up",)),
        KeyCommand("down", board=("down",)),
        KeyCommand("next", label=Text("next"), board=("next",)),
        KeyCommand("previous", board=("previous",)),
        KeyCommand("first", board=("first",)),
        KeyCommand("last", board=("last",)),
        KeyCommand("back", label=Text("back"), board=("explain", "back", "leave")),
    ),
    "example": (
        KeyCommand("left", label=Text("before and after the step"), board=("left",), shown="{left}{right}"),
        KeyCommand("right", board=("right",)),
        KeyCommand("turn_over", board=("choose", "next", "previous")),
        KeyCommand("back", label=Text("back"), board=("back", "leave", "explain")),
        KeyCommand("rules", label=Text("the whole rule"), board=("rules",)),
    ),
    "demo": (
        KeyCommand(
            "pause",
            ("space",),
            Text("pause"),
            Text("Pause, and go on; where it is presented, the next step."),
            listed="Space",
        ),
        KeyCommand(
            "find",
            ("enter",),
            Text("hurry"),
            Text("To the next use of the rule that is pointed at, or of the one shown now."),
            listed="Enter n",
        ),
        KeyCommand("find_next", ("n",), Text("next use")),
        KeyCommand("find_previous", ("N",), help=Text("To its use before.")),
        KeyCommand("next_turn", ("pagedown",), help=Text("A turn back or forth."), listed="PgUp PgDn"),
        KeyCommand("previous_turn", ("pageup",)),
        KeyCommand("first", ("home",), help=Text("To the beginning, or to where it has come."), listed="Home End"),
        KeyCommand("last", ("end",)),
        KeyCommand("list", ("tab",), help=Text("The list of rules over the board, where it has no room beside it.")),
        KeyCommand("faster", ("+", "="), Text("speed"), Text("Faster, slower."), shown="+-", listed="+ -"),
        KeyCommand("slower", ("-",)),
        KeyCommand("left", label=Text("step"), help=Text("A step back."), board=("left",), shown="{left}{right}"),
        KeyCommand("right", help=Text("A step forth; from the last one it is played on."), board=("right",)),
        KeyCommand(
            "up", label=Text("rules"), help=Text("To the rule above in the list."), board=("up",), shown="{up}{down}"
        ),
        KeyCommand("down", help=Text("To the rule below."), board=("down",)),
        KeyCommand("rules", label=Text("rule"), help=Text("Read that rule."), board=("rules",)),
        KeyCommand("explain", label=Text("explain"), help=Text("What anything on the board is."), board=("explain",)),
        KeyCommand(
            "hand",
            label=Text("in large"),
            help=Text("What somebody holds and works at, in large."),
            board=("hand",),
        ),
        KeyCommand("score", label=Text("score"), help=Text("The score at this step."), board=("score",)),
        KeyCommand("log", label=Text("log"), help=Text("All that has happened."), board=("log",)),
        KeyCommand("leave", label=Text("leave"), help=Text("Leave."), board=("leave",)),
        KeyCommand("back", board=("back",)),
        KeyCommand("keys", label=Text("keys"), board=("keys",)),
        KeyCommand("stop", board=("pause",)),
    ),
    "lesson": (
        KeyCommand("choose", ("enter",)),
        KeyCommand("step", ("space",)),
        KeyCommand("others", ("L",)),
    ),
    "puzzle": (
        KeyCommand("choose", ("enter",)),
        KeyCommand("again", ("a",), Text("again")),
        KeyCommand("solution", ("S",), Text("solution")),
        KeyCommand("next", ("n",), Text("next")),
    ),
    "list": (
        KeyCommand("up", ("up", "k", "shift+tab")),
        KeyCommand("down", ("down", "j", "tab")),
        KeyCommand("first", ("home",)),
        KeyCommand("last", ("end",)),
        KeyCommand("page_up", ("pageup",)),
        KeyCommand("page_down", ("pagedown",)),
        KeyCommand("choose", ("enter", "space")),
        KeyCommand("back", ("escape", "q"), Text("back")),
    ),
    "form": (
        KeyCommand("type", label=Text("type"), shown="A-Z"),
        KeyCommand("up", ("up", "shift+tab", "k"), Text("move"), shown="{up}{down}"),
        KeyCommand("down", ("down", "tab", "j")),
        KeyCommand("first", ("home",)),
        KeyCommand("last", ("end",)),
        KeyCommand("back", ("escape", "q"), Text("back")),
        KeyCommand("left", ("left", "h"), Text("change"), shown="{left}{right}"),
        KeyCommand("right", ("right", "l")),
        KeyCommand("choose", ("enter", "space"), Text("choose")),
        KeyCommand("erase", ("backspace",)),
        KeyCommand("wipe", ("ctrl+u",)),
    ),
    "setup": (KeyCommand("learn", ("L",)),),
    "saved games": (
        KeyCommand("replay", ("r",), Text("replay")),
        KeyCommand("delete", ("d", "delete"), Text("delete")),
        KeyCommand("confirm", ("y",)),
    ),
    "home": (
        KeyCommand(
            "left",
            ("left", "h"),
            Text("move"),
            Text("Move among the games and rooms."),
            shown="{left}{right}{up}{down}",
            listed="arrows, hjkl",
        ),
        KeyCommand("right", ("right", "l")),
        KeyCommand("up", ("up", "k")),
        KeyCommand("down", ("down", "j")),
        KeyCommand("next", ("tab",), help=Text("Go to the next entry; Shift+Tab to the one before.")),
        KeyCommand("previous", ("shift+tab",)),
        KeyCommand("first", ("home",)),
        KeyCommand("last", ("end",)),
        KeyCommand("choose", ("enter", "space"), Text("choose"), Text("Choose the entry in brackets."), listed="Enter"),
        KeyCommand("number", DIGITS, Text("game"), Text("Set up the game with that number."), listed="1-9"),
        KeyCommand("learn", ("L",), Text("learn"), Text("The lessons of the game that was pointed at last.")),
        KeyCommand("demo", ("w",), help=Text("Watch computer players at the game that was pointed at last.")),
        KeyCommand(
            "rules", ("question_mark", "f1"), Text("rules"), Text("The rules of the game that was pointed at last.")
        ),
        KeyCommand("keys", ("f2",), Text("keys"), Text("These keys; at a table, all keys and symbols of its board.")),
        KeyCommand(
            "leave",
            ("q", "escape"),
            Text("leave"),
            Text("Leave: pressed twice here, once in every other room."),
            shown="q q",
        ),
        KeyCommand("quit", help=Text("Leave from anywhere, pressed twice. Games are kept."), listed="Ctrl+C"),
    ),
    "lobby": (
        KeyCommand(
            "choose",
            help=Text("To the table in front of which the mark stands: join it, play on, or watch."),
            shown="Enter",
            listed="Enter",
        ),
        KeyCommand("open", ("o",), Text("open a table"), Text("Open a table: choose a game, and who may sit down.")),
        KeyCommand("code", ("c",), Text("code"), Text("Join a table by the code that somebody gave you.")),
        KeyCommand(
            "library",
            ("g",),
            Text("games"),
            Text("All games that ended here: look at them again, or take them home as text."),
        ),
        KeyCommand(
            "settings",
            ("s", "comma"),
            Text("settings"),
            Text("Colours, characters, language, keys, the bell."),
            listed="s",
        ),
        KeyCommand(
            "oneself",
            ("n",),
            Text("name"),
            Text("Your name here, and further keys of yours; for guests, the way back to their chairs."),
        ),
        KeyCommand(
            "rules",
            ("question_mark", "f1"),
            Text("rules"),
            Text("The rules of the game in front of which the mark stands."),
            listed="?",
        ),
        KeyCommand("keys", ("f2",), Text("keys"), Text("These keys; at a table, all keys and symbols of its board.")),
        KeyCommand(
            "leave", (), Text("leave"), Text("Leave: pressed twice. Your chairs stay yours."), shown="q", listed="q"
        ),
        KeyCommand("quit", help=Text("Leave from anywhere, pressed twice."), listed="Ctrl+C"),
    ),
    "hall library": (
        KeyCommand("choose", label=Text("look at it"), shown="Enter"),
        KeyCommand("text", ("x",), Text("as text")),
        KeyCommand("back", label=Text("back"), shown="Esc"),
    ),
    "hall board": (
        KeyCommand("agree", ("y",), Text("agree")),
        KeyCommand("refuse", ("n",), Text("refuse")),
        KeyCommand("rematch", ("R",), Text("rematch")),
        KeyCommand("take_back", ("B",), Text("play again")),
        KeyCommand("table", ("m",), Text("table")),
        KeyCommand("say", ("T",), Text("say")),
    ),
    "waiting room": (
        KeyCommand("say", ("T", "t"), Text("say")),
        KeyCommand("rules", ("question_mark", "f1"), Text("rules")),
    ),
    "talk": (
        KeyCommand("say", ("enter",), Text("say it and go back")),
        KeyCommand("back", ("escape",), Text("back")),
        KeyCommand("wipe", ("ctrl+u",), Text("wipe")),
        KeyCommand("erase", ("backspace",)),
    ),
}
"""The commands of each screen, in the order of its page of keys. Of two that want the same key the first has it."""
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


class ScreenKeys:
    """The keys of one screen with a user's settings.

    >>> keys = ScreenKeys("hand")
    >>> keys.command("q"), keys.command("v"), keys.command("y"), keys.label("hide")
    ('back', 'back', '', 'X')
    """

    def __init__(self, screen: str, settings: Settings | None = None) -> None:
        board = bind_keys(settings) if settings else default_keys()
        self.commands = {command.id: command for command in SCREENS[screen]}
        self.keys: KeyBindings = {
            command.id: (*command.keys, *(key for each in command.board for key in board[each]))
            for command in SCREENS[screen]
        }
        self._commands: dict[str, str] = {}
        for command, keys in self.keys.items():
            for key in keys:
                self._commands.setdefault(key, command)

    def command(self, key: str, char: str = "") -> str:
        """The command of a key, or of the character that it types; empty if it has none."""
        return self._commands.get(char) or self._commands.get(key, "")

    def label(self, command: str) -> str:
        """The first key of a command as people write it; empty if it has none."""
        return key_label_for(self.keys, command)

    def hint(self, glyphs: Glyphs, command: str, label: Text | None = None) -> tuple[str, Text]:
        """A command as the footer names it; `label` is what it does now, if that changes."""
        found = self.commands[command]
        arrows = {name: getattr(glyphs, f"arrow_{name}") for name in ("left", "right", "up", "down")}
        return found.shown.format(**arrows) or self.label(command), found.label if label is None else label

    def hints(self, glyphs: Glyphs, *commands: str) -> list[tuple[str, Text]]:
        """Those of these commands that have a key, as the footer names them."""
        return [
            self.hint(glyphs, command) for command in commands if self.keys[command] or self.commands[command].shown
        ]

    def help(self, *without: str) -> list[tuple[str, Text]]:
        """The page of keys, without these commands."""
        return [
            (command.listed or " ".join(map(key_label, self.keys[command.id])), command.help)
            for command in self.commands.values()
            if command.help and command.id not in without and (command.listed or self.keys[command.id])
        ]


@cache
def screen_keys(screen: str) -> ScreenKeys:
    """The keys of a screen on which settings change none."""
    return ScreenKeys(screen)


NAMES = {
    "full_stop": ".",
    "comma": ",",
    "question_mark": "?",
    "slash": "/",
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
