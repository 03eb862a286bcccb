"""However it is installed, it is one package: `tilehall`, whatever else is called engine, tui or themes."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.installing import ROOT, Environment, alone, run
from tests.terminal import Pty

COMMON = ("engine", "tui", "themes")
IMPORT_ALL = """
import importlib, pkgutil, sys, tilehall
for module in pkgutil.walk_packages(tilehall.__path__, "tilehall.", onerror=print):
    importlib.import_module(module.name)
print(*(name for name in sys.modules if name.partition(".")[0] in ("engine", "tui", "themes")))
print(*sorted({name.partition(".")[2].partition(".")[0] for name in sys.modules if name.startswith("tilehall.")}))
"""


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A folder with other people's packages of those names, which must not be touched."""
    for name in COMMON:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(f"raise RuntimeError('a foreign {name}')\n", encoding="utf-8")
    return tmp_path


def test_the_installed_one_is_used(installed: Environment, tmp_path: Path) -> None:
    """Otherwise nothing here would show anything."""
    (place,) = run(installed.python, "-c", "import tilehall; print(tilehall.__file__)", cwd=tmp_path).splitlines()
    assert not Path(place).is_relative_to(ROOT)


@pytest.mark.parametrize("name", COMMON)
def test_the_old_names_are_free(installed: Environment, tmp_path: Path, name: str) -> None:
    done = subprocess.run(
        [installed.python, "-I", "-c", f"import {name}"], cwd=tmp_path, capture_output=True, text=True
    )
    assert f"ModuleNotFoundError: No module named '{name}'" in done.stderr


def test_foreign_packages_of_those_names_are_left_alone(installed: Environment, foreign: Path) -> None:
    loaded, packages = run(installed.python, "-c", IMPORT_ALL, cwd=foreign, PYTHONPATH=str(foreign)).splitlines()
    assert loaded == ""
    assert packages.split() == ["__main__", *sorted(COMMON)]


@pytest.mark.parametrize("words", [["--version"], ["simulate", "sand", "--games", "1", "--seed", "1"], ["doctor"]])
def test_commands_work_beside_foreign_packages(installed: Environment, foreign: Path, words: list[str]) -> None:
    by_name = run(installed.command, *words, cwd=foreign, PYTHONPATH=str(foreign))
    by_module = run(installed.python, "-m", "tilehall", *words, cwd=foreign, PYTHONPATH=str(foreign))
    assert by_name and by_module.splitlines()[0] == by_name.splitlines()[0]


def test_the_full_screen_comes_up_beside_foreign_packages(installed: Environment, foreign: Path) -> None:
    with Pty([str(installed.command)], (80, 24), {"PYTHONPATH": str(foreign)}, foreign) as pty:
        pty.wait_for("1-4 game")
        pty.press("ctrl+q")
        assert pty.wait_exit() == 0


def test_a_type_checker_finds_its_types(installed: Environment, tmp_path: Path) -> None:
    code = "from tilehall.engine import SeedDealer\ndealer: int = SeedDealer('a seed')"
    words = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(installed.python), "-c", code]
    done = subprocess.run(words, cwd=tmp_path, env=alone(), capture_output=True, text=True, timeout=120)
    (wrong, _) = done.stdout.splitlines()
    assert 'Incompatible types in assignment (expression has type "SeedDealer", variable has type "int")' in wrong
