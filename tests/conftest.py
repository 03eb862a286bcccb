"""What holds for every test: nothing of the user's environment gets in, long tests wait until they are asked for."""

import gc
import os
import tempfile
from collections.abc import Iterator, MutableMapping
from pathlib import Path

import pytest
from hypothesis import settings

import tilehall

# What a test starts as a program of its own finds the same sources as the test, whatever else is installed.
SOURCES = os.pathsep.join([str(Path(tilehall.__file__).parents[1]), str(Path(__file__).parents[1])])
# A package of its own: tests/install/test_addon.py runs its tests where it is installed.
collect_ignore = ["addon"]
MARKERS = (
    "rule(*ids): the rules of the rulebook that this test shows; written as @rule from tests.rules",
    "soak: what only repeats, over thousands of games or all sizes and looks; left out unless asked for with -m soak",
)

# What a user may have set and what would change what a program prints, finds or draws.
FOREIGN_PREFIXES = (
    "TEXTUAL",
    "TILEHALL",
    "XDG_",
    "LC_",
    "SSH_",
    "CLICOLOR",
    "TERM_PROGRAM",
    "RICH_",
    "TTY_",
    "PYTEST_ADDOPTS",
)
FOREIGN_NAMES = (
    "NO_COLOR",
    "FORCE_COLOR",
    "COLORTERM",
    "COLORFGBG",
    "COLUMNS",
    "LINES",
    "LANGUAGE",
    "PAGER",
    "TMUX",
    "STY",
)
XDG_FOLDERS = {
    "XDG_CONFIG_HOME": ".config",
    "XDG_DATA_HOME": ".local/share",
    "XDG_STATE_HOME": ".local/state",
    "XDG_CACHE_HOME": ".cache",
    "XDG_RUNTIME_DIR": ".run",
}


def plain_environment(environ: MutableMapping[str, str], home: Path) -> None:
    """Make `environ` that of a new user with a plain 256-colour terminal whose files are all under `home`."""
    for name in [n for n in environ if n.startswith(FOREIGN_PREFIXES) or n in FOREIGN_NAMES]:
        del environ[name]
    environ.update({"HOME": str(home), "TERM": "xterm-256color", "LANG": "C.UTF-8", "TZ": "UTC", "PYTHONPATH": SOURCES})
    environ.update({name: str(home / folder) for name, folder in XDG_FOLDERS.items()})


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--renew-snapshots", action="store_true", help="write the pictures of the main screens anew")


def pytest_configure(config: pytest.Config) -> None:
    for marker in MARKERS:
        config.addinivalue_line("markers", marker)
    # Some libraries look at the environment while they are imported, which is before any fixture runs.
    home = tempfile.TemporaryDirectory(prefix="tilehall-home-")
    config.add_cleanup(home.cleanup)
    plain_environment(os.environ, Path(home.name))
    usual = {"deadline": None, "database": None, "print_blob": True}
    settings.register_profile("tilehall", derandomize=True, max_examples=25, **usual)
    settings.register_profile("soak", max_examples=2_000, **usual)
    if not config.getoption("--hypothesis-profile"):
        settings.load_profile("tilehall")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "soak" in config.getoption("markexpr"):
        return
    waiting = [item for item in items if item.get_closest_marker("soak")]
    config.hook.pytest_deselected(items=waiting)
    items[:] = [item for item in items if not item.get_closest_marker("soak")]


def pytest_collection_finish() -> None:
    # What lives as long as the run need not be looked through again with every collection of garbage.
    gc.freeze()


@pytest.fixture(autouse=True)
def own_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Every test is a user of its own with an empty home, and what it sets does not reach the next one."""
    saved = dict(os.environ)
    home = tmp_path_factory.mktemp("home")
    plain_environment(os.environ, home)
    yield home
    os.environ.clear()
    os.environ.update(saved)
