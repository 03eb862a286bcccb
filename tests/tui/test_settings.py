"""The settings file: what is not understood is named, everything else is used."""

from pathlib import Path

import pytest

from tilehall.tui.settings import SCHEMA, Settings, load, save


def test_without_a_file_all_is_as_usual(tmp_path: Path) -> None:
    settings, problems = load(tmp_path / "none" / "settings.toml")
    assert problems == []
    assert [settings[each.id] for each in SCHEMA] == [each.default for each in SCHEMA]


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.toml"
    for setting in SCHEMA:
        for value in setting.values:
            settings = Settings(keymap={"undo": "u,ctrl+z"}).having(setting.id, value)
            save(path, settings)
            found, problems = load(path)
            assert problems == []
            assert found.keymap == settings.keymap
            assert [found[each.id] for each in SCHEMA] == [settings[each.id] for each in SCHEMA]
    assert [each.name for each in path.parent.iterdir()] == ["settings.toml"]


def test_having_leaves_the_old_ones_alone() -> None:
    old = Settings()
    assert old.having("confirm", "at once")["confirm"] == "at once"
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
    settings, problems = load(path)
    assert len(problems) == 1
    assert words in str(problems[0])
    assert str(problems[0]).startswith("settings.toml")
    assert settings["confirm"] == "ask"
    assert settings["bell"] == ("off" if text.endswith("[") else "my turn"), "the good ones are used"


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(b"\xff\xfe\x00")
    settings, problems = load(path)
    assert len(problems) == 1
    assert settings["theme"] == "auto"


def test_own_looks_may_be_named(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('theme = "moss"\nglyphs = "runes"', "utf-8")
    settings, problems = load(path)
    assert (settings["theme"], settings["glyphs"], problems) == ("moss", "runes", [])


def test_what_was_probably_meant_is_said(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('them = "night"\nbell = "my tunr"\n', "utf-8")
    assert [str(problem) for problem in load(path)[1]] == [
        "settings.toml: there is no setting 'them'. Did you mean theme?",
        "settings.toml: bell cannot be 'my tunr'. Did you mean my turn?",
    ]


@pytest.mark.parametrize("text", ['[keymap]\nundo = "x"\nbroken = \n', 'future = "x"\n', "[later]\nkey = 1\n"])
def test_a_file_that_was_not_understood_is_kept(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(text, "utf-8")
    save(path, Settings())
    save(path, Settings())
    assert path.with_suffix(".unread.toml").read_text("utf-8") == text
    assert load(path)[1] == []


def test_strange_values_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    save(path, Settings({"theme": 'a"b\\c'}, {"undo": 'u,"'}))
    settings, problems = load(path)
    assert (settings["theme"], settings.keymap, problems) == ('a"b\\c', {"undo": 'u,"'}, [])
