"""Which package may import which, read from the sources; and what `import tilehall.engine` really loads."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import tilehall

ROOT = Path(__file__).parent.parent
SOURCES = Path(tilehall.__file__).parent.parent
PACKAGES = ("engine", "themes", "tui")
TERMINAL = "tilehall.tui.terminal"
# The one room of the engine that needs more than Python: what the extra `rl` brings.
LEARNING = "tilehall.engine.rl"
EXTRA = frozenset({"gymnasium", "numpy", "pettingzoo"})
# No clock, no chance of its own, no terminal, no network, no threads, no environment.
BANNED_IN_ENGINE = frozenset(
    {"asyncio", "concurrent", "curses", "datetime", "getpass", "locale", "multiprocessing", "os", "random", "secrets"}
    | {"select", "shutil", "signal", "socket", "subprocess", "tempfile", "termios", "threading", "time", "tty", "uuid"}
)
# Different in every process, or not the engine's business.
BANNED_CALLS = frozenset({"hash", "id", "print", "input", "open", "eval", "exec", "breakpoint"})
# The one module that writes a function: the copy of a position, from its slots.
WRITES_CODE = "tilehall.engine.core.equality"
# What only some have installed, and the one module that asks for it.
EXTRAS = {
    "tilehall.tui.languages.make_catalogues": frozenset({"babel"}),
    "tilehall.tui.lab.report.plot": frozenset({"matplotlib"}),
}
# Where points and positions are reckoned: whole numbers only.
EXACT_MODULES = frozenset({"state", "actions", "rules", "scoring"})


class Import(NamedTuple):
    line: int
    name: str  # absolute and dotted: the module where what is imported is one
    lazy: bool  # inside a function


def modules(package: str) -> list[Path]:
    return sorted((SOURCES / "tilehall" / package).rglob("*.py"))


def dotted(path: Path) -> str:
    parts = path.relative_to(SOURCES).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def is_module(name: str) -> bool:
    path = SOURCES.joinpath(*name.split("."))
    return path.with_suffix(".py").is_file() or is_package(name)


@cache
def is_package(name: str) -> bool:
    return SOURCES.joinpath(*name.split("."), "__init__.py").is_file()


@cache
def offered(package: str) -> frozenset[str]:
    """The names in a package's `__all__`: they are the package's, even where a module has the same name."""
    path = SOURCES.joinpath(*package.split("."), "__init__.py")
    if not path.is_file():
        return frozenset()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "__all__":
            return frozenset(ast.literal_eval(node.value))
    return frozenset()


def imports(source: str, module: str, package: bool) -> Iterator[Import]:
    """All imports of a module, relative ones made absolute."""
    home = module.split(".") if package else module.split(".")[:-1]
    for node, lazy in imported(ast.parse(source), False):
        if isinstance(node, ast.Import):
            yield from (Import(node.lineno, alias.name, lazy) for alias in node.names)
            continue
        above = home[: len(home) - node.level + 1] if node.level else []
        base = ".".join([*above, *([node.module] if node.module else [])])
        for alias in node.names:
            inner = f"{base}.{alias.name}"
            whole = is_module(inner) and alias.name not in offered(base)
            yield Import(node.lineno, inner if whole else base, lazy)


def imported(node: ast.AST, lazy: bool) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    """The imports in a part of a module, and whether they wait for a call. Expressions have none."""
    lazy = lazy or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.Import | ast.ImportFrom):
            yield inner, lazy
        elif not isinstance(inner, ast.expr):
            yield from imported(inner, lazy)


@cache
def imports_of(path: Path) -> tuple[Import, ...]:
    return tuple(imports(path.read_text(encoding="utf-8"), dotted(path), path.name == "__init__.py"))


def top(name: str) -> str:
    """The name that is imported first: one of our three packages, or somebody else's."""
    first, _, rest = name.partition(".")
    return f"{first}.{rest.partition('.')[0]}" if first == "tilehall" else first


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


@cache
def games() -> frozenset[str]:
    tables = (SOURCES / "tilehall" / "engine").glob("games/*/components.toml")
    return frozenset(dotted(path.parent / "__init__.py") for path in tables)


@cache
def run_time_requirements() -> frozenset[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {k: v for k, v in project["optional-dependencies"].items() if k not in ("dev", "plot", "rl")}
    listed = [*project["dependencies"], *(line for lines in extras.values() for line in lines)]
    return frozenset(re.split(r"[^\w.-]", line)[0].lower().replace("-", "_") for line in listed)


def offence_of_engine(module: str, found: Import) -> str | None:
    name = found.name
    if within(name, LEARNING) and not within(module, LEARNING):
        return "nobody needs the environments for programs that learn"
    if top(name) not in sys.stdlib_module_names | {"tilehall.engine"} | (EXTRA if within(module, LEARNING) else set()):
        return "the engine needs only Python and itself"
    if top(name) in BANNED_IN_ENGINE:
        return "the engine has no clock, chance, terminal, files or threads of its own"
    if within(name, "importlib.metadata") and module != "tilehall.engine.games.addons":
        return "only who looks for add-on games looks at installed packages"
    late = name in ("tilehall.engine.games.addons", "tilehall.engine.testing.conformance")
    if (
        late
        and not found.lazy
        and module not in ("tilehall.engine.games.addons", "tilehall.engine.testing.position_fuzz")
    ):
        return "add-on games are looked for when asked for"
    of_game = next((game for game in games() if within(name, game)), None)
    if of_game is None or within(module, of_game):
        return None
    if module == "tilehall.engine.games.catalog" and found.lazy:
        return None
    return "a game is known to itself and, when asked for, to the catalogue"


def offence_of_themes(module: str, found: Import) -> str | None:
    if top(found.name) in sys.stdlib_module_names | {"tilehall.themes"} or found.name == "tilehall.engine.core.text":
        return None
    return "themes need only Python, themselves and what sentences are made of"


FACES = (
    "engine",
    "engine.ai.players",
    "engine.core.usage",
    "engine.teaching.lesson_index",
    "engine.teaching.things",
    "engine.testing.wording",
)
"""The modules of the engine that everybody may import; besides these the faces of packages."""


def is_face(name: str, module: str) -> bool:
    """Whether the engine shows this to the outside; a game shows its board some modules more."""
    if name in {f"tilehall.{face}" for face in FACES}:
        return True
    of_a_game = within(name, "tilehall.engine.games")
    if of_a_game and not within(module, "tilehall.tui.boards"):
        return False
    return is_package(name) or (of_a_game and name.endswith((".explain", ".actions", ".names")))


def offence_of_tui(module: str, found: Import) -> str | None:
    name = found.name
    if top(name) not in sys.stdlib_module_names | {
        "tilehall.tui",
        "tilehall.engine",
        "tilehall.themes",
    } | run_time_requirements() | EXTRAS.get(module, frozenset()):
        return "this is not in the dependencies of pyproject.toml"
    if within(name, LEARNING):
        return "nobody needs the environments for programs that learn"
    if top(name) == "tilehall.engine" and not is_face(name, module):
        return "tui sees the faces of the engine; a board sees its game's face, actions, names and explanations too"
    if within(module, TERMINAL) and not (
        within(name, TERMINAL) or top(name) in sys.stdlib_module_names | {"textual", "rich"}
    ):
        return "the terminal needs only Python, Textual, Rich and itself"
    if within(module, "tilehall.tui.boards") and any(
        within(name, whole) for whole in ("textual.app", "textual.screen", "tilehall.tui.app", "tilehall.tui.screens")
    ):
        return "a board draws a position; it knows no screen and no app"
    return None


OFFENCES = {
    "tilehall.engine": offence_of_engine,
    "tilehall.themes": offence_of_themes,
    "tilehall.tui": offence_of_tui,
}


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_point_one_way(package: str) -> None:
    paths = modules(package)
    assert paths, f"no modules in {package}"
    found = [
        f"{path.relative_to(SOURCES)}:{one.line} imports {one.name}: {offence}"
        for path in paths
        for one in imports_of(path)
        if (offence := OFFENCES[f"tilehall.{package}"](dotted(path), one))
    ]
    assert not found, "\n" + "\n".join(found)


def private_parts(source: str) -> Iterator[tuple[int, str]]:
    """The imports of what Textual and Rich keep to themselves: modules and names that begin with an underscore."""
    for node, _ in imported(ast.parse(source), False):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif not node.level:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            if top(name) in ("textual", "rich") and re.search(r"\._(?!_)", name):
                yield node.lineno, name


def test_only_the_terminal_imports_private_parts_of_textual() -> None:
    found = [
        (dotted(path), f"{path.relative_to(SOURCES)}:{line} imports {name}")
        for package in PACKAGES
        for path in modules(package)
        for line, name in private_parts(path.read_text(encoding="utf-8"))
    ]
    assert any(within(module, TERMINAL) for module, _ in found), "then the terminal has become a room like any other"
    elsewhere = [offence for module, offence in found if not within(module, TERMINAL)]
    assert not elsewhere, "\n" + "\n".join(elsewhere)


def banned_in_source(source: str, exact: bool) -> Iterator[tuple[int, str]]:
    """Calls whose answer differs between processes and, where `exact`, numbers that are not whole."""
    tree = ast.parse(source)
    hashing = (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name == "__hash__")
    allowed = {id(inner) for function in hashing for inner in ast.walk(function)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and id(node) not in allowed:
            if node.func.id in BANNED_CALLS:
                yield node.lineno, f"{node.func.id}()"
            elif exact and node.func.id == "float":
                yield node.lineno, "float()"
        elif exact and isinstance(node, ast.Constant) and isinstance(node.value, float):
            yield node.lineno, repr(node.value)
        elif exact and isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            yield node.lineno, "division with /"


def test_engine_gives_the_same_answer_in_every_process() -> None:
    found = [
        f"{path.relative_to(SOURCES)}:{line} uses {what}"
        for path in modules("engine")
        for line, what in banned_in_source(path.read_text(encoding="utf-8"), path.stem in EXACT_MODULES)
        if (dotted(path), what) != (WRITES_CODE, "exec()")
    ]
    assert not found, "\n" + "\n".join(found)


PROBE = """
import sys
before = set(sys.modules)
import {module}
print(*sorted(set(sys.modules) - before))
"""


def loaded_by(module: str) -> set[str]:
    command = [sys.executable, "-c", PROBE.format(module=module)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    return set(run.stdout.split())


def test_tests_and_what_they_start_use_the_sources_beside_them() -> None:
    """Unpacked from a release beside another installed Tilehall as well."""
    command = [sys.executable, "-c", "import tilehall; print(tilehall.__file__)"]
    started = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout.strip()
    assert started == tilehall.__file__ == str(ROOT / "src" / "tilehall" / "__init__.py")


def test_import_engine_loads_little() -> None:
    engine, chess = loaded_by("tilehall.engine"), loaded_by("chess")
    assert "tilehall.engine" in engine
    heavy = {name for name in engine if top(name) in {"textual", "rich", "asyncio", "tilehall.tui", "tilehall.themes"}}
    assert not heavy
    late = {"importlib.metadata", "tilehall.engine.games.addons", "tilehall.engine.testing.conformance"}
    assert not engine & late, "add-on games are looked for when asked for"
    assert not {name for name in engine if any(within(name, game) for game in games())}, "a game is loaded on demand"
    assert len(engine) <= 2 * len(chess), f"{len(engine)} modules, chess loads {len(chess)}"


def test_the_extra_is_loaded_when_an_environment_is_made() -> None:
    assert "tilehall.engine.rl" in (loaded := loaded_by("tilehall.engine.rl"))
    assert not {name for name in loaded if top(name) in EXTRA}


def test_imports_are_read_as_python_reads_them() -> None:
    source = """
import os.path
from . import match
from .piles import Pile
from ..tui import app

def late():
    from textual.app import App
"""
    found = [(one.name, one.lazy) for one in imports(source, "tilehall.engine.games.princess", package=True)]
    assert ("os.path", False) in found
    assert ("tilehall.engine.games.princess.piles", False) in found
    assert ("tilehall.engine.games.tui", False) in found
    assert ("textual.app", True) in found
    assert [one.name for one in imports("from .piles import Pile", "tilehall.engine.core.match", package=False)] == [
        "tilehall.engine.core.piles"
    ]


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("tilehall.engine.core.match", "textual"),
        ("tilehall.engine.core.match", "tilehall.tui.cli"),
        ("tilehall.engine.core.match", "tilehall.themes"),
        ("tilehall.engine.core.chance", "random"),
        ("tilehall.engine.core.match", "importlib.metadata"),
        ("tilehall.engine.core.match", "tilehall.engine.testing.conformance"),
        ("tilehall.engine.core.rulebook", "tilehall.engine.games.princess"),
        ("tilehall.engine.core.match", "os.path"),
        ("tilehall.engine.core.schema.encoders", "numpy"),
        ("tilehall.engine.ai.players", "tilehall.engine.rl"),
        ("tilehall.engine.rl.aec", "torch"),
        ("tilehall.tui.cli", "tilehall.engine.rl"),
        ("tilehall.tui.cli", "numpy"),
        ("tilehall.themes", "tilehall.engine"),
        ("tilehall.themes", "rich.style"),
        ("tilehall.themes.loader", "tilehall.engine.core.game"),
        ("tilehall.tui.cli", "pytest"),
        ("tilehall.tui.languages.language", "babel.messages.mofile"),
        ("tilehall.tui.cli", "tests.rules"),
        ("tilehall.tui.cli", "tilehall.engine.core.match"),
        ("tilehall.tui.terminal.output.picture", "tilehall.tui.config.look"),
        ("tilehall.tui.terminal.output.drawing", "tilehall.engine"),
        ("tilehall.tui.terminal", "tilehall.themes"),
        ("tilehall.tui.boards.princess.renderer", "textual.app"),
        ("tilehall.tui.boards.princess.renderer", "tilehall.tui.screens.board"),
    ],
)
def test_offences_are_seen(module: str, name: str) -> None:
    assert OFFENCES[top(module)](module, Import(1, name, False))


def test_nothing_else_is_an_offence_of_the_terminal() -> None:
    for name in ("os.path", "rich.style", "textual._compositor", "tilehall.tui.terminal.output.picture"):
        assert OFFENCES["tilehall.tui"]("tilehall.tui.terminal.output.terminal_mirror", Import(1, name, False)) is None


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("from textual._compositor import ChopsUpdate", ["textual._compositor.ChopsUpdate"]),
        ("from textual import _compositor", ["textual._compositor"]),
        ("from textual.keys import Keys, _character_to_key", ["textual.keys._character_to_key"]),
        ("import rich._unicode_data as data", ["rich._unicode_data"]),
        ("def late():\n    from textual import _time", ["textual._time"]),
        ("from textual import __version__, on\nfrom os import _exit\nfrom . import _own\nimport textual.app", []),
    ],
)
def test_private_imports_are_seen(source: str, names: list[str]) -> None:
    assert [name for _, name in private_parts(source)] == names


@pytest.mark.parametrize(
    ("source", "exact", "what"),
    [
        ("key = hash(state)", False, ["hash()"]),
        ("def __hash__(self):\n    return hash(self.cells)", False, []),
        ("half = n / 2\nthird = 0.3\nn /= 3", True, ["division with /", "0.3", "division with /"]),
        ("half = n / 2", False, []),
        ("half = n // 2", True, []),
    ],
)
def test_inexact_code_is_seen(source: str, exact: bool, what: list[str]) -> None:
    assert sorted(w for _, w in banned_in_source(source, exact)) == sorted(what)
