"""Packages with games in them, as if somebody had installed them."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tilehall.engine.core.package_data import read_package_text
from tilehall.engine.games.addons import load_addon_games

ODD = """
from dataclasses import replace
from tests.engine.games.toy import ANNOUNCEMENT

ODD = replace(ANNOUNCEMENT, id="odd", package="odd_toy")
"""
LESSON = """\
title = "First"
goal = "Set the stake to one."
position = '{"players": 2, "rounds": 1, "stake": 0, "picks": ["", ""], "scores": [0, 0]}'
rules = ["T-2.1", "T-3.1"]
keys = ["choose"]
hints = ["a", "b", "c"]
solution = ["stake 1"]
after = "Done."
others = { 1 = ["pick gold"] }

[[success]]
done = "stake 1"

[[fail]]
when = { done = "stake *" }
says = "That was two."
by = ["stake 2"]
"""
"""A sound lesson of it."""


def install(folder: Path, package: str, games: Mapping[str, str], files: Mapping[str, str] | None = None) -> None:
    """Puts a package there that announces these games, with what a package has besides its code."""
    for name, text in (files or {}).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    about = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    about.mkdir(parents=True)
    about.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    lines = [f"{name} = {place}\n" for name, place in games.items()]
    about.joinpath("entry_points.txt").write_text("[tilehall.games]\n" + "".join(lines), encoding="utf-8")


def install_odd(folder: Path, lesson: str) -> Path:
    """The toy as a guest with one lesson, whatever that is; its folder."""
    files = {
        "odd_toy/__init__.py": ODD,
        "odd_toy/rulebook.md": read_package_text("tests.engine.games.toy", "rulebook.md"),
        "odd_toy/teaching/lessons/1-first.toml": lesson,
    }
    install(folder, "odd-toy", {"odd": "odd_toy:ODD"}, files)
    return folder / "odd_toy"


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """While this lasts, the packages in the folder are found."""
    known = set(sys.modules)
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    load_addon_games.cache_clear()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - known:
            if (getattr(sys.modules[name], "__file__", None) or "").startswith(str(folder)):
                del sys.modules[name]
        load_addon_games.cache_clear()
