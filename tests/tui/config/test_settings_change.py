"""Changes in the settings file: they touch their own lines, and nothing is ever lost."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilehall.engine import UserError
from tilehall.tui.config.settings import SCHEMA, Settings
from tilehall.tui.config.settings_edit import new_file_text, update_file
from tilehall.tui.config.settings_file import load_settings, parse_toml

TYPED = """\
# mine, since 2024
bell="my turn"   # rings

theme = 'lagoon' # as the sea
future = [1,
  2]     # of a later version
confirm = "maybe"

# how I move
[keymap]
undo = "u"   # as in vim
[later]
key = 1979-05-27
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tilehall" / "settings.toml"


def written(path: Path, text: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_the_first_change_makes_a_whole_file(path: Path) -> None:
    assert update_file(path, {"theme": "day"}) is None
    settings, problems = load_settings(path)
    assert (settings["theme"], problems) == ("day", [])
    text = path.read_text("utf-8")
    assert all(f"\n{setting.id} = " in text for setting in SCHEMA)
    assert [each.name for each in path.parent.iterdir()] == ["settings.toml"]


def test_every_value_of_every_setting_is_kept(path: Path) -> None:
    for setting in SCHEMA:
        for value in setting.values:
            assert update_file(path, {setting.id: value}) is None
            assert load_settings(path)[0][setting.id] == value
    assert len(path.read_text("utf-8").splitlines()) == len(new_file_text(Settings()).splitlines()), "each in its line"


def test_only_the_line_of_what_was_changed_changes(path: Path) -> None:
    written(path, TYPED)
    assert update_file(path, {"theme": "day"}) is None
    assert path.read_text("utf-8") == TYPED.replace("'lagoon'", '"day"')


def test_a_new_one_follows_the_last(path: Path) -> None:
    written(path, TYPED)
    assert update_file(path, {"pace": "quick", "tiles": "large"}) is None
    wrong = 'confirm = "maybe"\n'
    assert path.read_text("utf-8") == TYPED.replace(wrong, wrong + 'pace = "quick"\ntiles = "large"\n')


def test_what_was_not_understood_stays_until_it_is_changed(path: Path) -> None:
    written(path, TYPED)
    update_file(path, {"bell": "off"})
    assert 'confirm = "maybe"\n' in path.read_text("utf-8")
    update_file(path, {"confirm": "at once"})
    assert path.read_text("utf-8") == TYPED.replace('"my turn"', '"off"').replace("maybe", "at once")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", 'theme = "day"\n'),
        ("# only words", 'theme = "day"\n# only words'),
        ('bell = "off"', 'bell = "off"\ntheme = "day"\n'),
        ('bell = "off"\r\n[keymap]\r\n', 'bell = "off"\r\ntheme = "day"\r\n[keymap]\r\n'),
        ('\ufefftheme = "night"\n', '\ufefftheme = "day"\n'),
        ('# mine\n[keymap]\nundo = "u"\n', 'theme = "day"\n# mine\n[keymap]\nundo = "u"\n'),
        ("[theme]\nx = 1\n[keymap]\n", 'theme = "day"\n[keymap]\n'),
        ('keymap.undo = "u"\n', 'theme = "day"\nkeymap.undo = "u"\n'),
        ("theme = '''\nx\n''' # why\n", 'theme = "day" # why\n'),
        ('"theme" = "night"\n', '"theme" = "day"\n'),
        ("size = nan\ntheme = 3\n", 'size = nan\ntheme = "day"\n'),
    ],
)
def test_files_of_all_kinds_are_changed_in_place(path: Path, before: str, after: str) -> None:
    written(path, before)
    assert update_file(path, {"theme": "day"}) is None
    assert path.read_bytes().decode() == after
    assert load_settings(path)[0]["theme"] == "day"


@pytest.mark.parametrize(
    "data",
    [b'theme = "lagoon"\nbroken = \n', b"\xff\xfe\x00", b"x = " + b"1" * 5_000, b"x = " + b"[" * 3_000, b"a\0b"],
)
def test_a_file_that_is_no_toml_is_kept_beside_the_new_one(path: Path, data: bytes) -> None:
    older = written(path.with_suffix(".unread.toml"), "an older one")
    written(path, data)
    told = str(update_file(path, {"theme": "day"}))
    assert "it is kept as settings.unread-2.toml" in told
    assert older.read_text("utf-8") == "an older one"
    assert path.with_suffix(".unread-2.toml").read_bytes() == data
    assert load_settings(path) == (Settings({each.id: each.default for each in SCHEMA} | {"theme": "day"}), [])
    assert update_file(path, {"theme": "night"}) is None, "now it can be changed in place"


TOO_MUCH = ["a.b.c.d.e.f.g = 1\n", f"future = 0x{'f' * 5_000}\n", "#" * 65_490 + "\n"]
"""Too deep, too long a number, and so large that nothing can be added."""


@pytest.mark.parametrize("much", TOO_MUCH)
def test_what_was_understood_of_a_file_that_cannot_be_changed_in_place_is_kept(path: Path, much: str) -> None:
    text = f'{much}bell = "my turn"\n[keymap]\nundo = "\\""\n'
    written(path, text)
    assert "settings.unread.toml" in str(update_file(path, {"theme": "day"}))
    settings, problems = load_settings(path)
    assert (settings["bell"], settings["theme"], settings.keymap, problems) == ("my turn", "day", {"undo": '"'}, [])
    assert path.with_suffix(".unread.toml").read_text("utf-8") == text


ANY = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@given(ANY, st.dictionaries(ANY, ANY, max_size=3))
def test_any_text_is_written_as_it_is_read(theme: str, keymap: dict[str, str]) -> None:
    table = parse_toml(new_file_text(Settings({"theme": theme}, keymap)))
    assert (table["theme"], table["keymap"]) == (theme, keymap)


def test_a_link_stays_a_link(path: Path, tmp_path: Path) -> None:
    target = written(tmp_path / "dotfiles" / "mine.toml", TYPED)
    target.chmod(0o640)
    path.parent.mkdir()
    path.symlink_to(os.path.relpath(target, path.parent))
    assert update_file(path, {"bell": "off"}) is None
    assert path.is_symlink() and target.stat().st_mode & 0o777 == 0o640
    assert target.read_text("utf-8") == TYPED.replace('"my turn"', '"off"')
    target.unlink()
    update_file(path, {"bell": "my turn"})
    assert path.is_symlink() and load_settings(target)[0]["bell"] == "my turn"


def test_what_cannot_be_written_is_one_sentence_and_stays(path: Path, tmp_path: Path) -> None:
    path.parent.mkdir()
    places = [path.parent / name for name in ("folder", "pipe", "device", "dangling", "circle", "large")]
    folder, pipe, device, dangling, circle, large = places
    folder.mkdir()
    os.mkfifo(pipe)
    device.symlink_to("/dev/null")
    dangling.symlink_to(tmp_path / "not" / "there")
    circle.symlink_to(circle)
    large.write_bytes(b"#" * 100_000)
    for place in (*places, large / "inside.toml"):
        with pytest.raises(UserError, match=r"^\S+ cannot be changed \(.*\): this counts until you leave\.$"):
            update_file(place, {"theme": "day"})
    assert sorted(path.parent.iterdir()) == sorted(places), "nothing was made"
    assert pipe.is_fifo() and Path("/dev/null").is_char_device() and large.stat().st_size == 100_000


@pytest.mark.parametrize("text", [TYPED, "no TOML\n" * 500])
def test_a_full_disk_is_one_sentence_and_the_file_stays(path: Path, text: str) -> None:
    """A program that may not write more than a few bytes into a file."""
    written(path, text)
    code = """
import resource, sys
from pathlib import Path
from tilehall.engine import UserError
from tilehall.tui.config.settings_edit import update_file
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
try:
    update_file(Path(sys.argv[1]), {"theme": "day"})
except UserError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == (
        "settings.toml cannot be changed (File too large): this counts until you leave.\n",
        "",
    )
    assert path.read_text("utf-8") == text
    assert [each.name for each in path.parent.iterdir()] == ["settings.toml"]


NAMES = [setting.id for setting in SCHEMA]
ORDINARY = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
"""What takes away from a superuser that rights count for others only."""


@pytest.mark.skipif(bool(ORDINARY) and which("setpriv") is None, reason="a superuser may do everything")
@pytest.mark.parametrize(
    ("place", "mode", "told"),
    [
        ("settings.toml", 0o000, "settings.toml cannot be read (Permission denied); the usual settings are used."),
        (".", 0o000, "settings.toml cannot be read (Permission denied); the usual settings are used."),
        (".", 0o555, "settings.toml: there is no setting 'later'. Settings: {names}."),
    ],
)
def test_without_the_right_to_change_them_they_stay(path: Path, place: str, mode: int, told: str) -> None:
    written(path, TYPED)
    code = """
import sys
from pathlib import Path
from tilehall.engine import UserError
from tilehall.tui.config.settings_edit import update_file
from tilehall.tui.config.settings_file import load_settings
print(load_settings(Path(sys.argv[1]))[1][-1])
try:
    update_file(Path(sys.argv[1]), {"theme": "day"})
except UserError as error:
    print(error)
"""
    where = path.parent / place
    before = where.stat().st_mode
    where.chmod(mode)
    done = subprocess.run([*ORDINARY, sys.executable, "-c", code, path], capture_output=True, text=True, timeout=60)
    where.chmod(before)
    refused = "settings.toml cannot be changed (Permission denied): this counts until you leave."
    assert (done.stdout.splitlines(), done.stderr) == ([told.format(names=", ".join(NAMES)), refused], "")
    assert path.read_text("utf-8") == TYPED
    assert [each.name for each in path.parent.iterdir()] == ["settings.toml"]


def test_programs_that_change_settings_at_once_lose_nothing(path: Path) -> None:
    written(path, TYPED)
    code = """
import sys
from pathlib import Path
from tilehall.tui.config.settings_edit import update_file
for value in sys.argv[3:] * 10:
    update_file(Path(sys.argv[1]), {sys.argv[2]: value})
"""
    wishes = [("bell", "my turn", "off"), ("pace", "calm", "quick"), ("tiles", "small", "large")]
    running = [subprocess.Popen([sys.executable, "-c", code, path, *wish]) for wish in wishes]
    assert [each.wait(60) for each in running] == [0, 0, 0]
    settings, problems = load_settings(path)
    assert {name: settings[name] for name, *_ in wishes} == {name: last for name, *_, last in wishes}
    assert len(problems) == 3 and "# as in vim" in path.read_text("utf-8")
    assert [each.name for each in path.parent.iterdir()] == ["settings.toml"]


def test_the_library_that_changes_files_waits_until_one_is_changed(path: Path) -> None:
    written(path, TYPED)
    code = """
import sys
import tilehall.tui.app
from pathlib import Path
from tilehall.tui.config.settings_file import load_settings
load_settings(Path(sys.argv[1]))
print("tomlkit" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "False\n"


PIECES = st.sampled_from(
    [
        "# words\n",
        "\n",
        " \t\n",
        'theme = "night" # why\n',
        "theme.x = 1\n",
        "[theme]\n",
        "bell='''\n[x]\n'''\n",
        'pace = "quick"\r\n',
        "tiles = [ # why\n 'a', # what\n [1]]\n",
        "x = {a = 1, b = {c = 2}}\n",
        '"a b".c = 1\n',
        "[[later]]\nkey = nan\n",
        "[keymap]\n",
        'undo = "u"\n',
        "[a.b]\ny = 0xff\n",
        "[a]\nz = 07:32:00\n",
        "   glyphs = 3",
        "\ufeff",
        "}",
    ]
)


@given(st.lists(PIECES, max_size=8).map("".join), st.dictionaries(st.sampled_from(NAMES), st.just("auto"), min_size=1))
def test_whatever_is_in_the_file_is_there_afterwards(text: str, changes: dict[str, str]) -> None:
    with TemporaryDirectory() as folder:
        path = written(Path(folder) / "settings.toml", text)
        before = load_settings(path)[0]
        told = update_file(path, changes)
        after = path.read_bytes().decode()
        table = parse_toml(after)
        assert {name: table[name] for name in changes} == changes
        assert load_settings(path)[0].keymap == before.keymap
        if told is not None:
            assert path.with_suffix(".unread.toml").read_bytes().decode() == text
            return
        old, new = parse_toml(text), parse_toml(after)
        assert [(k, repr(v)) for k, v in old.items() if k not in changes] == [
            (k, repr(v)) for k, v in new.items() if k not in changes
        ]
        comments = [line.partition("#")[2] for line in text.split("\n") if "#" in line]
        assert all(comment in after for comment in comments) or any(
            isinstance(old.get(name), dict | list) for name in changes
        )
