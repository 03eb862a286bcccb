"""Finds and loads themes: built-in ones, and those in a directory of the user."""

import os
import stat
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple, TypeVar

from tilehall.engine.core.text import Text
from tilehall.themes import glyphs as _glyphs
from tilehall.themes import palette as _palette
from tilehall.themes.errors import ThemeError, printable_name
from tilehall.themes.glyphs import Glyphs
from tilehall.themes.palette import Palette
from tilehall.themes.tables import Table, merge_tables, read_name

LARGEST_FILE: Final = 64 * 1024  # bytes; a usual file has two thousand
MOST_DOTS: Final = 1000  # in a line; with more dots the TOML parser takes minutes for a key
TOO_DEEP: Final = Text("is not valid TOML: something in it is far too long or too deep")

AnyTheme = TypeVar("AnyTheme", Palette, Glyphs)
Read = Callable[[Table], tuple[AnyTheme, list[Text]]]
AsTable = Callable[[AnyTheme], dict[str, object]]


class ThemeCollection(NamedTuple):
    """All available palettes and glyph sets by name."""

    palettes: Mapping[str, Palette]
    glyphs: Mapping[str, Glyphs]


def builtin_palettes() -> dict[str, Palette]:
    return _read_all(_toml_files("palettes"), {}, _palette.read_palette, _palette.as_table)[0]


def builtin_glyphs() -> dict[str, Glyphs]:
    return _read_all(_toml_files("glyphs"), {}, _glyphs.read_glyphs, _glyphs.as_table)[0]


def load_palette(path: Path) -> tuple[Palette, list[Text]]:
    """Loads a palette, which may extend a built-in one; returns it with its problems. Raises ThemeError if unusable."""
    return _load(path, builtin_palettes(), _palette.read_palette, _palette.as_table)


def load_glyphs(path: Path) -> tuple[Glyphs, list[Text]]:
    """Loads a glyph set, which may extend a built-in one; returns it with its problems.

    Raises ThemeError if unusable.
    """
    return _load(path, builtin_glyphs(), _glyphs.read_glyphs, _glyphs.as_table)


def find_themes(directory: Path | None = None) -> tuple[ThemeCollection, list[Text]]:
    """Loads the built-in themes and those of `directory`, which override and extend them; returns all with problems.

    An invalid file is reported and left out, so that every returned theme can be used.
    """
    palettes, problems = _read_all(_toml_files("palettes"), {}, _palette.read_palette, _palette.as_table)
    glyphs, odd = _read_all(_toml_files("glyphs"), {}, _glyphs.read_glyphs, _glyphs.as_table)
    problems += odd
    if directory is not None:
        paths, unread = _list_files(directory / "palettes")
        mine, odd = _read_all(paths, palettes, _palette.read_palette, _palette.as_table)
        palettes |= mine
        problems += unread + odd
        paths, unread = _list_files(directory / "glyphs")
        drawn, odd = _read_all(paths, glyphs, _glyphs.read_glyphs, _glyphs.as_table)
        glyphs |= drawn
        problems += unread + odd
    return ThemeCollection(MappingProxyType(palettes), MappingProxyType(glyphs)), problems


def load_themes(palette: str, glyphs: str, directory: Path | None = None) -> tuple[ThemeCollection, list[Text]]:
    """Loads the themes with these names; loads all if one of them is not built in or `directory` contains themes.

    Only needed files are read, but the user is told about problems in any of the user's own themes.

    >>> [list(names) for names in load_themes("night", "full")[0]]
    [['night'], ['full']]
    """
    if directory is None or not any(_list_files(directory / kind) != ([], []) for kind in ("palettes", "glyphs")):
        looks, problems = _load_builtin(palette, glyphs)
        if looks.palettes and looks.glyphs:
            return looks, [*problems]
    return find_themes(directory)


@lru_cache(64)
def _load_builtin(palette: str, glyphs: str) -> tuple[ThemeCollection, tuple[Text, ...]]:
    """Loads two built-in themes that extend no other. The result is cached for the process."""
    palettes, odd = _read_all(_builtin_files("palettes", palette), {}, _palette.read_palette, _palette.as_table)
    sets, strange = _read_all(_builtin_files("glyphs", glyphs), {}, _glyphs.read_glyphs, _glyphs.as_table)
    return ThemeCollection(MappingProxyType(palettes), MappingProxyType(sets)), (*odd, *strange)


def _builtin_files(folder: str, name: str) -> list[Path]:
    """The path of the built-in file with this name, if there is one."""
    return [path for path in _toml_files(folder) if path.stem == name]


def _toml_files(folder: str) -> list[Path]:
    return sorted((Path(__file__).parent / folder).glob("*.toml"))


def _list_files(folder: Path) -> tuple[list[Path], list[Text]]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == ".toml"), []
    except FileNotFoundError:
        return [], []
    except OSError as error:
        return [], [_sentence(folder, _unreadable(error))]


def _load(
    path: Path, bases: Mapping[str, AnyTheme], read: Read[AnyTheme], table: AsTable[AnyTheme]
) -> tuple[AnyTheme, list[Text]]:
    try:
        top = _parse(path)
        read_name(top)  # the name is never inherited
        look, odd = read(_merge_base(top, bases, table))
    except ThemeError as error:
        raise ThemeError(_sentence(path, error.text)) from None
    return look, [_sentence(path, text) for text in odd]


def _read_all(
    paths: Iterable[Path], bases: Mapping[str, AnyTheme], read: Read[AnyTheme], table: AsTable[AnyTheme]
) -> tuple[dict[str, AnyTheme], list[Text]]:
    """Loads each file after the one it extends; circular ones are reported."""
    waiting, problems = _tables(paths)
    done: dict[str, AnyTheme] = {}
    while ready := [name for name, (_, top) in waiting.items() if _is_ready(name, top, waiting)]:
        for name in ready:
            path, top = waiting.pop(name)
            try:
                done[name], odd = read(_merge_base(top, {**bases, **done}, table))
            except ThemeError as error:
                odd = [error.text]
            problems += [_sentence(path, text) for text in odd]
    for name, (path, top) in waiting.items():
        problems.append(_sentence(path, _circular_extends(name, top)))
    return done, problems


def _tables(paths: Iterable[Path]) -> tuple[dict[str, tuple[Path, Table]], list[Text]]:
    tables: dict[str, tuple[Path, Table]] = {}
    problems: list[Text] = []
    for path in paths:
        try:
            top = _parse(path)
            name = read_name(top)
            if name in tables:
                raise ThemeError(_name_taken(name, tables[name][0]))
            if "extends" in top:
                read_name(top, "extends")
        except ThemeError as error:
            problems.append(_sentence(path, error.text))
        else:
            tables[name] = path, top
    return tables, problems


def _is_ready(name: str, top: Table, waiting: Mapping[str, object]) -> bool:
    """Whether its base is loaded. A theme may extend the built-in one of its own name; unknown names fail when read."""
    base = top.get("extends")
    if base is None or base == name:
        return True
    return base not in waiting


def _merge_base(top: Table, bases: Mapping[str, AnyTheme], table: AsTable[AnyTheme]) -> Table:
    if "extends" not in top:
        return top
    name = read_name(top, "extends")
    if name not in bases:
        raise ThemeError(Text("extends {name}, but there is no such one, or it has problems itself", name=name))
    return merge_tables(table(bases[name]), top)


def _parse(path: Path) -> Table:
    try:
        with open(path, "rb", opener=_open_without_waiting) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise ThemeError(Text("is no file but a pipe or a device"))
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise ThemeError(_unreadable(error)) from None
    if len(data) > LARGEST_FILE:
        raise ThemeError(Text("is larger than any theme should be ({n} KiB)", n=LARGEST_FILE // 1024))
    if any(line.count(b".") > MOST_DOTS for line in data.splitlines()):
        raise ThemeError(TOO_DEEP)
    try:
        return tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise ThemeError(Text("is not UTF-8 text")) from None
    except tomllib.TOMLDecodeError as error:
        raise ThemeError(Text("is not valid TOML: {why}", why=_plain_error(error))) from None
    except (ValueError, RecursionError):  # numbers of thousands of digits, deeply nested brackets
        raise ThemeError(TOO_DEEP) from None


def _open_without_waiting(path: str, flags: int) -> int:
    """Opens a file without blocking, as opening a pipe would."""
    return os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY)


def _plain_error(error: Exception) -> str:
    text = "".join(c if c.isprintable() else "?" for c in str(error)).rstrip(".")
    return text if len(text) <= 120 else text[:110] + "..."


def _unreadable(error: OSError) -> Text:
    if not error.strerror:
        return Text("cannot be read")
    return Text("cannot be read: {why}", why=error.strerror)


def _circular_extends(name: str, top: Table) -> Text:
    return Text("{name} and {other} extend each other in a circle", name=name, other=f"{top['extends']}")


def _name_taken(name: str, path: Path) -> Text:
    return Text("name {name} is taken by {file} already", name=name, file=printable_name(path.name))


def _sentence(path: Path, text: Text) -> Text:
    return Text("{file}: {problem}.", file=printable_name(path.name), problem=text)
