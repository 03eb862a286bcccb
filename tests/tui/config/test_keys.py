"""The keys of the board: presets, keys of one's own, conflicts."""

import ast
import re
from pathlib import Path

import pytest

from tilehall import tui
from tilehall.tui.config.settings import Settings
from tilehall.tui.key_map import (
    BOARD_COMMANDS,
    LINES,
    PRESETS,
    SCREENS,
    ScreenKeys,
    bind_keys,
    commands_by_key,
    conflicts,
    key_label,
    list_commands,
)
from tilehall.tui.lines import line_commands
from tilehall.tui.screens.board import CURSOR_COMMANDS, DIRECTIONS, TABLE_COMMANDS, VIEW_COMMANDS

TUI = Path(tui.__file__).parent
# A terminal sends these as backspace, tab, enter, escape, or only on some keyboards.
NEVER = re.compile(r"alt\+|ctrl\+shift|ctrl\+(h|i|j|m|left_square_bracket)\Z|f([5-9]|1\d)\Z|meta|super")


def having(preset: str = "default", **keymap: str) -> Settings:
    return Settings({"keys": preset}, keymap)


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_are_complete_and_free_of_conflicts(preset: str) -> None:
    settings = having(preset)
    assert conflicts(settings) == []
    keys = bind_keys(settings)
    assert list(keys) == [command.id for command in BOARD_COMMANDS]
    assert all(keys.values()), "a command without any key cannot be reached"
    assert not [key for each in keys.values() for key in each if NEVER.search(key)]
    for arrow in ("left", "right", "up", "down"):
        assert keys[arrow][0] == arrow and len(keys[arrow]) > 1


def test_each_preset_moves_the_cursor_by_its_letters() -> None:
    for preset, letters in (("default", "hjkl"), ("vim", "hjkl"), ("wasd", "aswd")):
        commands = commands_by_key(having(preset))
        assert [commands[letter] for letter in letters] == ["left", "down", "up", "right"]
    assert "why" in commands_by_key(having("wasd")).values() and commands_by_key(having())["w"] == "why"


def test_every_command_does_something_and_is_explained() -> None:
    for command in BOARD_COMMANDS:
        assert (
            sum(command.id in table for table in (DIRECTIONS, CURSOR_COMMANDS, TABLE_COMMANDS, VIEW_COMMANDS)) == 1
        ), command.id
        assert str(command.help).endswith(".") and command.label
    assert len({command.id for command in BOARD_COMMANDS}) == len(BOARD_COMMANDS)
    known = {command.id for command in BOARD_COMMANDS}
    assert all(set(preset) <= known for preset in PRESETS.values())


def test_keys_of_ones_own_replace_the_usual_ones() -> None:
    settings = having(undo="b, backspace", hint="")
    assert bind_keys(settings)["undo"] == ("b", "backspace")
    commands = commands_by_key(settings)
    assert (commands["b"], commands["backspace"]) == ("undo", "undo") and "u" not in commands
    assert bind_keys(settings)["hint"] == () and "hint" not in commands.values()
    assert conflicts(settings) == []


def test_a_conflict_is_named_and_the_first_command_keeps_the_key() -> None:
    settings = having(hint="u")
    (sentence,) = map(str, conflicts(settings))
    assert "undo" in sentence and "hint" in sentence and " u " in sentence
    assert commands_by_key(settings)["u"] == "undo"
    (unknown,) = map(str, conflicts(having(fly="x")))
    assert "'fly'" in unknown
    (undu,) = map(str, conflicts(having(undu="u", undo="b")))
    assert undu == "[keymap]: there is no command 'undu'. Did you mean undo?"
    (again,) = map(str, conflicts(having("wasd", score="e")))
    assert "describe" in again and "score" in again


def test_the_list_of_keys_shows_what_is_bound() -> None:
    rows = {command: keys for command, keys, _ in list_commands(having("vim", undo="x,ctrl+z"))}
    assert rows["undo"] == "x Ctrl+Z"
    assert rows["last"].split() == ["End", "$"]
    assert rows["rules"].split() == ["?", "F1"]
    assert len(rows) == len(BOARD_COMMANDS)


def test_the_names_of_keys_can_be_printed_anywhere() -> None:
    for preset in PRESETS:
        for key in (key for keys in bind_keys(having(preset)).values() for key in keys):
            assert key_label(key).isascii() and key_label(key).isprintable()


def test_an_older_keymap_keeps_the_keys_that_later_commands_would_like_to_have() -> None:
    before = having(hide="x", score="X")
    commands = commands_by_key(before)
    assert (commands["x"], commands["X"], commands["E"]) == ("hide", "score", "explain")
    assert conflicts(before) == []
    assert (commands_by_key(having())["x"], commands_by_key(having())["X"]) == ("explain", "hide")


# --- all screens ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", SCREENS)
def test_every_command_of_every_screen_can_be_reached_or_is_told(screen: str) -> None:
    keys = ScreenKeys(screen)
    assert len(keys.commands) == len(SCREENS[screen])
    for id, command in keys.commands.items():
        assert keys.keys[id] or command.shown or command.listed, f"{id} has no key"
        assert all(not NEVER.search(key) for key in keys.keys[id])
        assert set(command.board) <= {each.id for each in BOARD_COMMANDS}
    wanted = [key for command in SCREENS[screen] for key in command.keys]
    assert len(wanted) == len({*wanted}), "two commands want the same key"


SOURCES = {
    "app": None,
    "board": None,
    "text": "widgets/pager.py",
    "list": "widgets/item_list.py",
    "form": "widgets/form.py",
    "home": "widgets/home_menu.py",
    "reader": "screens/reader.py",
    "hand": "screens/hand.py",
    "curtain": "screens/curtain.py",
    "scoring": "screens/scoring.py",
    "saved games": "screens/saved_games.py",
    "setup": "screens/setup.py",
    "rules": "features/rules/screen.py",
    "search": "features/rules/screen.py",
    "example": "features/rules/example_screen.py",
    "derivation": "features/derivation/screen.py",
    "review": "features/review/screen.py",
    "explain": "features/explain/screen.py",
    "replay": "features/replay/screen.py",
    "demo": "features/demo/screen.py",
    "puzzle": "features/puzzles/screen.py",
    "lesson": "features/lessons/lesson_text.py",
    "lobby": "hall/screens/lobby.py",
    "hall library": "hall/screens/library.py",
    "hall board": "hall/app.py",
    "waiting room": "hall/screens/waiting.py",
    "talk": "hall/screens/talk.py",
}
"""The module of each screen: besides the table the one place that a key needs. Other tests see to the first two."""
ELSEWHERE = {"reader": {each.id for each in LINES}, "rules": {each.id for each in LINES}, "home": {"quit"}}
"""What another widget does, or the app."""
ELSEWHERE |= {"lobby": {"choose", "leave", "quit"}, "hall library": {"choose", "back"}, "search": {"type"}}
ELSEWHERE |= {"form": {"type"}}


def test_a_key_is_added_in_the_table_and_in_its_screen() -> None:
    """The drill of a new key: the table, the module of the screen, and a test. This one says what is lacking."""
    assert set(SOURCES) == set(SCREENS)
    for screen, source in SOURCES.items():
        if source is None:
            continue
        code = (TUI / source).read_text("utf-8")
        for command in SCREENS[screen]:
            known = command.id in ELSEWHERE.get(screen, ()) or f'"{command.id}"' in code
            assert known, f"{source} does nothing for {command.id} of {screen}"


def test_no_screen_asks_for_keys_besides_the_table() -> None:
    asked = [
        f"{path.relative_to(TUI)}:{node.lineno}"
        for path in sorted(TUI.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Compare | ast.Match) and _names_a_key(node)
    ]
    assert not asked, "name these keys in key_map.SCREENS"


def _names_a_key(node: ast.Compare | ast.Match) -> bool:
    """Whether the key of an event is compared with keys that stand there."""
    if isinstance(node, ast.Match):
        return _is_key(node.subject)
    literals = (ast.Constant, ast.Tuple, ast.Set, ast.List, ast.Dict)
    return _is_key(node.left) and any(isinstance(each, literals) for each in node.comparators)


def _is_key(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "key" and ast.unparse(node.value) == "event"


def test_every_word_of_the_table_is_a_command_of_line_mode() -> None:
    words = {command.word for command in BOARD_COMMANDS if command.word}
    assert words <= {command.word for command in line_commands.COMMANDS}
    alone = {"legal", "where", "around", "scan", "what", "seed", "save", "review", "rematch", "gamble"}
    assert {command.word for command in line_commands.COMMANDS} == words | alone


SEVERAL = {
    "1": "number rule", "2": "number rule", "3": "number rule", "4": "number rule", "5": "number rule",
    "6": "number rule", "7": "number rule", "8": "number rule", "9": "number rule",
    "N": "find_previous more story", "R": "rematch turn_back", "L": "learn others",
    "b": "back board", "c": "back code course score", "d": "delete describe", "g": "first label library",
    "l": "judge right", "n": "find_next next next_section oneself refuse right", "o": "back log open",
    "p": "left previous_section skip", "r": "replay turn", "t": "say size", "u": "take_back undo",
    "v": "course hand look review", "w": "demo why", "x": "explain text", "y": "agree confirm",
    "backspace": "erase return", "escape": "back board cancel leave", "f1": "close keys rules", "f2": "back keys",
    "enter": "back board choose derivation done find follow say score show", "q": "back close home leave",
    "pagedown": "next_turn next_zone page_down", "pageup": "page_up previous_turn previous_zone",
    "question_mark": "close keys rules", "shift+tab": "previous previous_link up", "tab": "down list next next_link",
    "space": "board choose page_down pause right show step toggle",
}  # fmt: skip
"""The keys that do not mean the same on all screens. Whoever adds a key to this list says why in the commit."""


def test_a_key_means_the_same_on_every_screen_but_for_those_that_are_known() -> None:
    meant: dict[str, set[str]] = {}
    for commands in SCREENS.values():
        for command in commands:
            for key in command.keys:
                meant.setdefault(key, set()).add(command.id)
    assert {key: " ".join(sorted(ids)) for key, ids in meant.items() if len(ids) > 1} == SEVERAL


def test_the_board_s_keys_of_one_s_own_count_on_screens_that_share_them() -> None:
    keys = ScreenKeys("hand", having(explain="e", hide="q"))
    assert (keys.command("e"), keys.command("x"), keys.label("explain")) == ("explain", "", "e")
    assert keys.command("q") == "back", "the first command of a screen keeps the key"
