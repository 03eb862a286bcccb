"""The settings file: what is not understood is named, everything else is used."""

import os
from pathlib import Path

import pytest

from tilehall.tui.config.settings import SCHEMA, Settings
from tilehall.tui.config.settings_file import load_settings


def test_without_a_file_all_is_as_usual(tmp_path: Path) -> None:
    settings, problems = load_settings(tmp_path / "none" / "settings.toml")
    assert problems == []
    assert [settings[each.id] for each in SCHEMA] == [each.default for each in SCHEMA]


def test_what_was_changed_is_known() -> None:
    before = Settings({"theme": "night"}).with_value("pace", "calm")
    assert before.with_value("theme", "day").with_value("bell", "off").changes_since(before) == {"theme": "day"}


def test_having_leaves_the_old_ones_alone() -> None:
    old = Settings()
    assert old.with_value("confirm", "at once")["confirm"] == "at once"
    assert old["confirm"] == "ask"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('colour = "red"', "no setting 'colour'"),
        ('confirm = "maybe"', "confirm cannot be 'maybe'"),
        ("confirm = 3", "confirm cannot be 3"),
        ("confirm = [", "cannot be read"),
        ("keymap = 7", "[keymap]"),
        ("[keymap]\nundo = 3", "[keymap]"),
    ],
)
def test_each_problem_is_a_sentence(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('bell = "my turn"\n' + text, "utf-8")
    settings, problems = load_settings(path)
    assert len(problems) == 1
    assert words in str(problems[0])
    assert str(problems[0]).startswith("settings.toml")
    assert settings["confirm"] == "ask"
    assert settings["bell"] == ("off" if text.endswith("[") else "my turn"), "the good ones are used"


NO_SETTINGS = {
    "no text": (b'theme = "day"\n\xff\xfe', "(line 2 is not in UTF-8)"),
    "UTF-16": ('theme = "day"'.encode("utf-16"), "(line 1 is not in UTF-8)"),
    "Latin-1": ('# gr\u00fcn\ntheme = "day"'.encode("latin-1"), "(line 1 is not in UTF-8)"),
    "NUL": (b'theme = "day"\nbell = \0', "(at line 2, column 8)"),
    "no TOML": (b'theme = "day"\n\nbell : off', "(at line 3, column 6)"),
    "a giant number": (b"confirm = " + b"1" * 5_000, "far too long or too deep"),
    "a giant date": (b"confirm = 0000-00-00", "at line 1"),
    "brackets": (b"confirm = " + b"[" * 3_000, "far too long or too deep"),
    "tables": (b"confirm = " + b"{a=" * 3_000, "far too long or too deep"),
    "a giant name": (b"a." * 30_000 + b"a = 1", "far too long or too deep"),
    "twice": (b"%b = 1\n%b = 2" % (b"a" * 1_000, b"a" * 1_000), "at line 2"),
    "100 MB": (None, "larger than 64 KiB"),
}


@pytest.mark.parametrize("what", NO_SETTINGS)
def test_a_file_without_settings_is_one_sentence(tmp_path: Path, what: str) -> None:
    path, (data, words) = tmp_path / "settings.toml", NO_SETTINGS[what]
    path.write_bytes(data or b"")
    if data is None:
        os.truncate(path, 100_000_000)
    settings, problems = load_settings(path)
    (said,) = map(str, problems)
    assert said.startswith("settings.toml cannot be read (") and said.endswith("; the usual settings are used.")
    assert words in said and len(said) < 250 and said.isprintable()
    assert settings == Settings()


def test_what_is_no_file_keeps_nobody_waiting(tmp_path: Path) -> None:
    folder, pipe, device, dangling, circle, inside = (tmp_path / name for name in "abcdef")
    folder.mkdir()
    os.mkfifo(pipe)
    device.symlink_to("/dev/zero")
    dangling.symlink_to(tmp_path / "nothing")
    circle.symlink_to(circle)
    inside.write_text("")
    for path, words in (
        (folder, "directory"),
        (pipe, "no file but a pipe or a device"),
        (device, "no file but a pipe or a device"),
        (dangling, "a link to something that is not there"),
        (circle, "symbolic links"),
        (inside / "settings.toml", "ot a directory"),
    ):
        settings, (problem,) = load_settings(path)
        assert words in str(problem) and settings == Settings()


def test_the_mark_that_some_editors_write_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('theme = "day"\r\nbell = "my turn"\r\n', "utf-8-sig", newline="")
    settings, problems = load_settings(path)
    assert (settings["theme"], settings["bell"], problems) == ("day", "my turn", [])


@pytest.mark.parametrize("value", ["0x" + "f" * 5_000, "{" + "a." * 500 + "a = 1}", "nan", "'" + "x" * 5_000 + "'"])
def test_a_strange_value_is_named_shortly(tmp_path: Path, value: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(f'confirm = {value}\nbell = "my turn"', "utf-8")
    settings, problems = load_settings(path)
    (said,) = map(str, problems)
    assert said.startswith("settings.toml: confirm cannot be ") and len(said) < 120
    assert (settings["confirm"], settings["bell"]) == ("ask", "my turn")


def test_of_many_faults_some_are_told(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("".join(f"x{number} = 1\n" for number in range(1_000)), "utf-8")
    problems = load_settings(path)[1]
    assert len(problems) == 6
    assert str(problems[-1]) == "settings.toml: 995 more are not understood."


def test_own_looks_may_be_named(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('theme = "moss"\nglyphs = "runes"', "utf-8")
    settings, problems = load_settings(path)
    assert (settings["theme"], settings["glyphs"], problems) == ("moss", "runes", [])


def test_what_was_probably_meant_is_said(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('them = "night"\nbell = "my tunr"\n', "utf-8")
    assert [str(problem) for problem in load_settings(path)[1]] == [
        "settings.toml: there is no setting 'them'. Did you mean theme?",
        "settings.toml: bell cannot be 'my tunr'. Did you mean my turn?",
    ]
