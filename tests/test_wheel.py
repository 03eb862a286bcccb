"""What a stranger installs: the wheel is complete, and a game can be played with it where there is no source tree."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PACKAGES = ("engine", "tui", "themes")
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
NOT_DATA = shutil.ignore_patterns("__pycache__", "*.pyc", ".*")

# Built once and not once for every test process.
pytestmark = pytest.mark.xdist_group("wheel")


def run(*command: str | Path, cwd: Path, **variables: str) -> str:
    done = subprocess.run(
        command,
        cwd=cwd,
        env=os.environ | variables,
        capture_output=True,
        text=True,
        timeout=120,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, f"{command} ended with {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy to build in: nothing stale from an earlier build, and the tree under test stays clean."""
    copy = tmp_path_factory.mktemp("wheel") / "source"
    copy.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", "Makefile", "constraints.txt"):
        shutil.copy(ROOT / name, copy)
    for name in (*PACKAGES, "src", "tests"):
        shutil.copytree(ROOT / name, copy / name, symlinks=True, ignore=NOT_DATA)
    return copy


@pytest.fixture(scope="module")
def wheel(source: Path) -> Path:
    out = source.parent / "wheel"
    run(*PIP, "wheel", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", out, ".", cwd=source)
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """A fresh environment with the wheel in it; what it depends on is lent by the one the tests run in."""
    where = wheel.parent.parent / "environment"
    venv.create(where, with_pip=False, symlinks=os.name != "nt")
    paths = sysconfig.get_paths(vars={"base": str(where), "platbase": str(where)})
    python = Path(paths["scripts"]) / "python"
    run(*PIP, "--python", python, "install", "--no-deps", "--no-index", wheel, cwd=where)
    Path(paths["purelib"], "lent.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return Path(paths["scripts"])


@pytest.fixture
def tilehall(installed: Path, tmp_path: Path) -> str:
    """The command, to be run from an empty folder."""
    assert not list(tmp_path.iterdir())
    return str(installed / "tilehall")


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_all_files_of_the_packages_are_in(source: Path, wheel: Path) -> None:
    paths = [path for package in PACKAGES for path in (source / package).rglob("*") if path.is_file()]
    tree = {f"tilehall/{path.relative_to(source).as_posix()}" for path in paths}
    names = names_in(wheel)
    assert not tree - names
    for wanted in ("engine/princess/components.toml", "engine/princess/rulebook.md", "py.typed"):
        assert f"tilehall/{wanted}" in names
    for folder in ("tilehall/themes/palettes/", "tilehall/themes/glyphs/"):
        assert any(name.startswith(folder) and name.endswith(".toml") for name in names), folder


def test_nothing_else_is_in(wheel: Path) -> None:
    inside = {name.split("/")[0] for name in names_in(wheel)}
    about = {name for name in inside if name.endswith(".dist-info")}
    assert len(about) == 1
    assert inside - about == {"tilehall"}
    assert any(name.endswith("/licenses/LICENSE") for name in names_in(wheel))


def test_the_installed_one_is_used(installed: Path, tmp_path: Path) -> None:
    code = "from tilehall import engine, themes, tui; print(engine.__file__, themes.__file__, tui.__file__, sep='\\n')"
    for place in run(installed / "python", "-c", code, cwd=tmp_path).split("\n")[:3]:
        assert Path(place).is_relative_to(installed.parent)


def test_whole_games_are_played(tilehall: str, tmp_path: Path) -> None:
    text = run(tilehall, "simulate", "princess", "--games", "2", "--json", "--seed", "1", cwd=tmp_path)
    told = json.loads(text)
    assert (told["game"], told["games"], told["seed"]) == ("princess", 2, "1")
    assert sum(told["endings"].values()) == 2


def test_a_whole_game_is_told_in_lines(tilehall: str, tmp_path: Path) -> None:
    text = run(tilehall, "demo", "princess", "--line", "--seed", "1", "--speed", "0", cwd=tmp_path)
    assert len(text.splitlines()) > 50
    assert "P-4." in text, "every step is captioned with its rule"
    assert "\x1b" not in text, "plain lines have no escape codes"


def needed(requirements: Iterable[str]) -> set[str]:
    """The names of these requirements and of all that they need in turn, here, as installed."""
    waiting = [Requirement(line) for line in requirements]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        one = waiting.pop()
        key = (canonicalize_name(one.name), frozenset(one.extras))
        if key in seen:
            continue
        seen.add(key)
        for line in metadata.requires(one.name) or ():
            inner = Requirement(line)
            if inner.marker is None or any(inner.marker.evaluate({"extra": e}) for e in ("", *one.extras)):
                waiting.append(inner)
    return {name for name, _ in seen}


def test_constraints_pin_exactly_what_is_needed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [Requirement(line) for line in lines if line and not line.startswith("#")]
    assert all(str(pin.specifier).startswith("==") and pin.url is None for pin in pins)
    pinned = {canonicalize_name(pin.name): pin for pin in pins}
    assert len(pinned) == len(pins)
    assert set(pinned) == needed([*project["dependencies"], *project["optional-dependencies"]["dev"]])
    other = {n: v for n, pin in pinned.items() if (v := metadata.version(n)) not in pin.specifier}
    assert not other, "these are not the versions that are installed; make test installs them"
