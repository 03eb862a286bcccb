"""The user's own LC_CTYPE, where Python may have set another one before any of our code ran."""

from pathlib import Path

import pytest

from tilehall.tui.terminal.environment import user_environment

NOWHERE = Path("there is no such file")


def started(folder: Path, **environ: str) -> Path:
    """What the system keeps of the environment that a program was started with."""
    path = folder / "environ"
    path.write_bytes("".join(f"{name}={value}\0" for name, value in environ.items()).encode())
    return path


@pytest.mark.parametrize("coerced", ["C.UTF-8", "C.utf8", "UTF-8"])
def test_what_python_has_set_is_left_out(tmp_path: Path, coerced: str) -> None:
    changed = {"LANG": "C", "LC_CTYPE": coerced, "TERM": "xterm"}
    assert user_environment(changed, True, started(tmp_path, LANG="C", TERM="xterm")) == {"LANG": "C", "TERM": "xterm"}
    assert user_environment({"LC_CTYPE": coerced}, True, started(tmp_path)) == {}


def test_what_the_user_has_set_comes_back(tmp_path: Path) -> None:
    """A terminal on another system says LC_CTYPE=UTF-8, which this one may not know: Python then overwrites it."""
    for mine in ("UTF-8", "de_DE.ISO-8859-1", "C"):
        assert user_environment({"LC_CTYPE": "C.UTF-8"}, True, started(tmp_path, LC_CTYPE=mine)) == {"LC_CTYPE": mine}


def test_outside_of_utf8_mode_nothing_was_changed(tmp_path: Path) -> None:
    environ = {"LANG": "C", "LC_CTYPE": "C.UTF-8"}
    assert user_environment(environ, False, started(tmp_path, LANG="C")) == environ
    for other in ({"LC_ALL": "C"}, {"LC_CTYPE": "ja_JP.UTF-8"}, {}):
        assert user_environment(other, True, started(tmp_path)) == other


def test_where_the_system_keeps_nothing_lang_decides() -> None:
    assert user_environment({"LANG": "C", "LC_CTYPE": "UTF-8"}, True, NOWHERE) == {"LANG": "C"}
    assert user_environment({"LC_CTYPE": "UTF-8"}, True, NOWHERE) == {"LC_CTYPE": "UTF-8"}
