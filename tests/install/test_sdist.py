"""A source release: each file once, no links, and enough in it to build and test it by itself."""

import re
import sys
import tarfile
from pathlib import Path

import pytest

from tests.installing import ROOT, build_release, build_wheel, contents, copy_sources, package_files, run

MADE = ("PKG-INFO", "setup.cfg", "src/tilehall.egg-info/")
"""What setuptools adds."""
AT_THE_TOP = [
    "LICENSE",
    "MANIFEST.in",
    "Makefile",
    "pyproject.toml",
    "constraints.txt",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
]
SOME_TESTS = [
    "tests/test_contributing.py",
    "tests/test_rule_coverage.py",
    "tests/engine/core/test_match.py",
    "tests/engine/records/test_stored_records.py",
    "tests/engine/core/test_text.py",
    "tests/themes/test_builtin.py",
    "tests/tui/cli/test_doctor.py",
]


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("release")
    return build_release(copy_sources(base / "source"), base / "built")


@pytest.fixture
def unpacked(release: Path, tmp_path: Path) -> Path:
    with tarfile.open(release) as archive:
        archive.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    return folder


def files_in(release: Path) -> list[str]:
    """Without the folder that everything is in."""
    with tarfile.open(release) as archive:
        members = archive.getmembers()
    assert all(member.isfile() or member.isdir() for member in members), "not everybody can unpack links"
    return [member.name.partition("/")[2] for member in members if member.isfile()]


def wanted() -> set[str]:
    """What is at the top, the packages, the tests, the documents."""
    paths = [path for folder in ("tests", "docs", "examples") for path in (ROOT / folder).rglob("*") if path.is_file()]
    files = {path.relative_to(ROOT).as_posix() for path in paths if not {"__pycache__", "sheets"} & {*path.parts}}
    return {*AT_THE_TOP, *files, *package_files()}


def test_everything_is_in_once(release: Path) -> None:
    files = files_in(release)
    assert len(files) == len(set(files))
    ours = {name for name in files if not name.startswith(MADE)}
    assert ours == wanted()
    for pattern in (r"tests/records/.*\.tilehall", r"docs/pictures/.*\.svg", r"src/tilehall/engine/.*/rulebook\.md"):
        assert any(re.fullmatch(pattern, name) for name in ours), pattern


def test_the_same_wheel_is_built_from_it(release: Path, wheel: Path, tmp_path: Path) -> None:
    again = build_wheel(release, tmp_path / "again")
    assert again.name == wheel.name
    assert contents(again) == contents(wheel)


def test_it_runs_its_own_tests(unpacked: Path) -> None:
    """Where no Tilehall is installed or another one: test_imports sees to it that they test what they lie beside."""
    told = run(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", "0", *SOME_TESTS, cwd=unpacked)
    (passed,) = re.findall(r"(\d+) passed", told)
    assert int(passed) > 200
    assert not re.search("failed|error|skipped|deselected", told.splitlines()[-1])
