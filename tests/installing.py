"""Building and installing the sources under test as a stranger does: copies, fresh environments, programs in them."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
MADE = shutil.ignore_patterns(".*", "__pycache__", "*.py[co]", "*.egg-info", "build", "dist")
"""What is made from the sources and is none."""


class Environment(NamedTuple):
    """A Python environment: where its programs and its packages are."""

    programs: Path
    packages: Path

    @property
    def python(self) -> Path:
        return self.programs / "python"

    @property
    def command(self) -> Path:
        return self.programs / "tilehall"


def alone() -> dict[str, str]:
    """The environment variables without those that would let a program find what is around the tests."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST"))}


def run(*command: str | Path, cwd: Path, **variables: str) -> str:
    """What a program prints that runs `alone`. It has to end well."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env=alone() | variables,
        capture_output=True,
        text=True,
        timeout=120,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, f"{command} ended with {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    return done.stdout


def copy_sources(where: Path) -> Path:
    """A copy to build in: nothing stale from an earlier build, and the tree under test stays clean."""
    return Path(shutil.copytree(ROOT, where, symlinks=True, ignore=MADE))


def package_files() -> set[str]:
    """The files of the packages, each once, with the links in `src/tilehall` followed."""
    house = ROOT / "src" / "tilehall"
    paths = [house.glob("*"), *((house / package).rglob("*") for package in ("engine", "tui", "themes"))]
    files = {path.relative_to(ROOT) for found in paths for path in found if path.is_file()}
    return {path.as_posix() for path in files if "__pycache__" not in path.parts}


def build_wheel(source: Path, out: Path) -> Path:
    """From a folder, or from a packed release."""
    run(*PIP, "wheel", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", out, source, cwd=source.parent)
    (built,) = out.glob("*.whl")
    return built


def contents(wheel: Path) -> dict[str, int]:
    """Its files by name, each with a checksum."""
    with zipfile.ZipFile(wheel) as archive:
        return {one.filename: one.CRC for one in archive.infolist()}


def build_release(source: Path, out: Path) -> Path:
    """The source release, packed."""
    code = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"
    run(sys.executable, "-c", code, out, cwd=source)
    (built,) = out.glob("*.tar.gz")
    return built


def fresh(where: Path) -> Environment:
    """An environment with nothing in it, not even pip."""
    venv.create(where, with_pip=False, symlinks=os.name != "nt")
    paths = sysconfig.get_paths(vars={"base": str(where), "platbase": str(where)})
    return Environment(Path(paths["scripts"]), Path(paths["purelib"]))


def lend(environment: Environment) -> None:
    """What the environment of the tests has, this one finds after its own: what we depend on need not be fetched."""
    (environment.packages / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")


def lent_setuptools(where: Path) -> Path:
    """A folder with setuptools and nothing else: to build with, where nothing of ours may be found."""
    where.mkdir()
    ours = Path(sysconfig.get_path("purelib"))
    for path in (*ours.glob("setuptools*"), ours / "_distutils_hack"):
        (where / path.name).symlink_to(path)
    return where
