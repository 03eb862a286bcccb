"""`tilehall doctor` on the versions that are installed: the tried ones, others that are allowed, and the rest."""

import doctest
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import platformdirs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from tilehall.tui.cli import main
from tilehall.tui.cli.commands import doctor
from tilehall.tui.terminal import TRIED_WITH

PROJECT = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
RANGES = {one.name: one.specifier for one in map(Requirement, PROJECT["dependencies"])}
NOTHING = ["Nothing."]
Install = Callable[..., None]
Told = Callable[[], tuple[int, list[str], list[str]]]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Lets another version of a package be the first that is found, as far as what it says about itself."""
    monkeypatch.syspath_prepend(tmp_path)

    def put(name: str, version: str, *needs: str) -> None:
        about = tmp_path / f"{name}-{version}.dist-info"
        about.mkdir()
        lines = ["Metadata-Version: 2.4", f"Name: {name}", f"Version: {version}"]
        (about / "METADATA").write_text("\n".join([*lines, *(f"Requires-Dist: {one}" for one in needs), ""]), "utf-8")

    put("tilehall", PROJECT["version"], *PROJECT["dependencies"])
    return put


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Told:
    """The exit code, what is wrong and what could be better."""

    def see() -> tuple[int, list[str], list[str]]:
        code = main(["doctor"])
        found = capsys.readouterr().out.partition("What is wrong\n")[2].partition("\n\nWhat could be better\n")
        return code, [line.strip() for line in found[0].splitlines()], [line.strip() for line in found[2].splitlines()]

    return see


def test_what_was_tried_needs_no_word(install: Install, told: Told) -> None:
    for name, tried in TRIED_WITH.items():
        install(name, tried)
    code, wrong, better = told()
    assert (code, wrong) == (0, NOTHING)
    assert not [line for line in better if "was tried" in line]


def test_another_version_that_is_allowed_is_no_fault(install: Install, told: Told) -> None:
    install("textual", "8.99.0")
    code, wrong, better = told()
    assert (code, wrong) == (0, NOTHING)
    tried = TRIED_WITH["textual"]
    told_better = f"textual 8.99.0 is there, {tried} was tried. If the screen looks wrong: pip install textual=={tried}"
    assert told_better in better
    assert not [line for line in better if line.startswith("rich")]


@pytest.mark.parametrize("version", ["7.5.0", "8.2.7", "9.0.0", "9.0.0rc1", "10.1"])
def test_a_version_that_is_not_allowed_is_a_fault(install: Install, told: Told, version: str) -> None:
    install("textual", version)
    code, wrong, better = told()
    tried, allowed = TRIED_WITH["textual"], PROJECT["dependencies"][0].removeprefix("textual")
    assert code == 1
    assert wrong == [f"textual {version} is there, {allowed} is wanted: pip install textual=={tried}"]
    assert not [line for line in better if line.startswith("textual")]


@pytest.mark.parametrize("value", ["abc", "-3", "2.5", "999", "\u0663"])
def test_processes_that_cannot_be_counted_are_told(
    install: Install, told: Told, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("TILEHALL_MINDS", value)
    wanted = f"TILEHALL_MINDS is '{value}', which is no number of processes from 0 to 60: it is as if it were not set."
    code, wrong, _ = told()
    assert (code, wrong) == (1, [wanted])
    monkeypatch.setenv("TILEHALL_MINDS", "2")
    assert told()[:2] == (0, NOTHING)


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    """Run from its folder by a Python that sees nothing but what the doctor itself needs."""
    package = Path(platformdirs.__file__).parent
    (tmp_path / package.name).symlink_to(package)
    done = subprocess.run(
        [sys.executable, "-S", "-m", "tilehall", "doctor"],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([os.environ["PYTHONPATH"], str(tmp_path)])},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (1, "")
    for name, tried in TRIED_WITH.items():
        assert f"\n  {name} is not installed: pip install {name}=={tried}\n" in done.stdout


NUMBERS = st.lists(st.integers(0, 11), min_size=1, max_size=4).map(lambda numbers: ".".join(map(str, numbers)))
BOUNDS = st.lists(st.tuples(st.sampled_from(sorted(doctor.SIGNS)), NUMBERS).map("".join), max_size=3).map(",".join)


@given(NUMBERS, BOUNDS)
def test_bounds_mean_what_they_mean_to_pip(version: str, bounds: str) -> None:
    assert doctor.satisfies_bounds(version, bounds) == (version in SpecifierSet(bounds))


def test_our_own_bounds_can_be_read() -> None:
    for name, tried in TRIED_WITH.items():
        assert {bound.operator for bound in RANGES[name]} <= set(doctor.SIGNS)
        assert doctor.satisfies_bounds(tried, str(RANGES[name]))
    examples = doctest.testmod(doctor)
    assert (examples.attempted > 0, examples.failed) == (True, 0)
