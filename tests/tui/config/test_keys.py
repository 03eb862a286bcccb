"""The keys of the board: presets, keys of one's own, conflicts."""

import re

import pytest

from tilehall.tui.config.settings import Settings
from tilehall.tui.key_map import (
    BOARD_COMMANDS,
    PRESETS,
    bind_keys,
    commands_by_key,
    conflicts,
    key_label,
    list_commands,
)
from tilehall.tui.screens.board import CURSOR_COMMANDS, DIRECTIONS, TABLE_COMMANDS, VIEW_COMMANDS

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
