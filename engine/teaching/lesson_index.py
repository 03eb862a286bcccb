"""Which lessons a game has: known without loading the game, its lessons, or what reads them."""

from __future__ import annotations

from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from tilehall.engine.core.text import Text

FOLDER, ENDING = "teaching/lessons", ".toml"


class Packaged(Protocol):
    """A game, or its announcement."""

    @property
    def package(self) -> str:
        """The package that the files of the game lie in."""

    @property
    def title(self) -> Text: ...


def lesson_ids(game: Packaged) -> tuple[str, ...]:
    """The names of a game's levels, in their order; none if it brings none."""
    spec = find_spec(game.package)
    places = [Path(place, FOLDER) for place in (spec.submodule_search_locations or ())] if spec else []
    # Asking for resources imports the package: only where its files are not in a folder.
    folder = next((place for place in places if place.is_dir()), None) or files(game.package) / FOLDER
    if not folder.is_dir():
        return ()
    return tuple(sorted(file.name.removesuffix(ENDING) for file in folder.iterdir() if file.name.endswith(ENDING)))
