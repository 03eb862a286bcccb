"""The keys of the board: presets, keys of one's own, conflicts."""

import re

import pytest

from tilehall.tui.config.settings import Settings
from tilehall.tui.key_map import BOARD, PRESETS, bound, command_of, conflicts, listing, shown
from tilehall.tui.screens.board import DIRECTIONS, MOVES, ROOMS, WISHES

# A terminal sends these as backspace, tab, enter, escape, or only on some keyboards.
NEVER = re.compile(r"alt\+|ctrl\+shift|ctrl\+(h|i|j|m|left_square_bracket)\Z|f([5-9]|1\d)\Z|meta|super")


def having(preset: str = "default", **keymap: str) -> Settings:
    return Settings({"keys": preset}, keymap)


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_are_complete_and_free_of_conflicts(preset: str) -> None:
    settings = having(preset)
    assert conflicts(settings) == []
    keys = bound(settings)
    assert list(keys) == [command.id for command in BOARD]
    assert all(keys.values()), "a command without any key cannot be reached"
    assert not [key for each in keys.values() for key in each if NEVER.search(key)]
    for arrow in ("left", "right", "up", "down"):
        assert keys[arrow][0] == arrow and len(keys[arrow]) > 1


def test_each_preset_moves_the_cursor_by_its_letters() -> None:
    for preset, letters in (("default", "hjkl"), ("vim", "hjkl"), ("wasd", "aswd")):
        commands = command_of(having(preset))
        assert [commands[letter] for letter in letters] == ["left", "down", "up", "right"]
    assert "why" in command_of(having("wasd")).values() and command_of(having())["w"] == "why"


def test_every_command_does_something_and_is_explained() -> None:
    for command in BOARD:
        assert sum(command.id in table for table in (DIRECTIONS, MOVES, WISHES, ROOMS)) == 1, command.id
        assert str(command.help).endswith(".") and command.label
    assert len({command.id for command in BOARD}) == len(BOARD)
    known = {command.id for command in BOARD}
    assert all(set(preset) <= known for preset in PRESETS.values())


def test_keys_of_ones_own_replace_the_usual_ones() -> None:
    settings = having(undo="b, backspace", hint="")
    assert bound(settings)["undo"] == ("b", "backspace")
    commands = command_of(settings)
    assert (commands["b"], commands["backspace"]) == ("undo", "undo") and "u" not in commands
    assert bound(settings)["hint"] == () and "hint" not in commands.values()
    assert conflicts(settings) == []


def test_a_conflict_is_named_and_the_first_command_keeps_the_key() -> None:
    settings = having(hint="u")
    (sentence,) = map(str, conflicts(settings))
    assert "undo" in sentence and "hint" in sentence and " u " in sentence
    assert command_of(settings)["u"] == "undo"
    (unknown,) = map(str, conflicts(having(fly="x")))
    assert "'fly'" in unknown
    (undu,) = map(str, conflicts(having(undu="u", undo="b")))
    assert undu == "[keymap]: there is no command 'undu'. Did you mean undo?"
    (again,) = map(str, conflicts(having("wasd", score="e")))
    assert "describe" in again and "score" in again


def test_the_list_of_keys_shows_what_is_bound() -> None:
    rows = {command: keys for command, keys, _ in listing(having("vim", undo="x,ctrl+z"))}
    assert rows["undo"] == "x Ctrl+Z"
    assert rows["last"].split() == ["End", "$"]
    assert rows["rules"].split() == ["?", "F1"]
    assert len(rows) == len(BOARD)


def test_the_names_of_keys_can_be_printed_anywhere() -> None:
    for preset in PRESETS:
        for key in (key for keys in bound(having(preset)).values() for key in keys):
            assert shown(key).isascii() and shown(key).isprintable()


def test_an_older_keymap_keeps_the_keys_that_later_commands_would_like_to_have() -> None:
    before = having(hide="x", score="X")
    commands = command_of(before)
    assert (commands["x"], commands["X"], commands["E"]) == ("hide", "score", "explain")
    assert conflicts(before) == []
    assert (command_of(having())["x"], command_of(having())["X"]) == ("explain", "hide")
