"""Finding looks: the built-in ones, and those in a directory of the user's own."""

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

LARGEST_FILE: Final = 64 * 1024  # bytes; ours have two thousand
MOST_DOTS: Final = 1000  # in a line; the reader takes minutes for names of keys that have more
TOO_DEEP: Final = Text("is not valid TOML: something in it is far too long or too deep")

AnyTheme = TypeVar("AnyTheme", Palette, Glyphs)
Read = Callable[[Table], tuple[AnyTheme, list[Text]]]
AsTable = Callable[[AnyTheme], dict[str, object]]


class ThemeCollection(NamedTuple):
    """Everything there is to choose from, by name."""

    palettes: Mapping[str, Palette]
    glyphs: Mapping[str, Glyphs]


def builtin_palettes() -> dict[str, Palette]:
    return _read_all(_toml_files("palettes"), {}, _palette.read_palette, _palette.as_table)[0]


def builtin_glyphs() -> dict[str, Glyphs]:
    return _read_all(_toml_files("glyphs"), {}, _glyphs.read_glyphs, _glyphs.as_table)[0]


def load_palette(path: Path) -> tuple[Palette, list[Text]]:
    """One file, which may extend a built-in palette, and what is odd about it; ThemeError if it cannot be used."""
    return _load(path, builtin_palettes(), _palette.read_palette, _palette.as_table)


def load_glyphs(path: Path) -> tuple[Glyphs, list[Text]]:
    """One file, which may extend a built-in set, and what is odd about it; ThemeError if it cannot be used."""
    return _load(path, builtin_glyphs(), _glyphs.read_glyphs, _glyphs.as_table)


def find_themes(directory: Path | None = None) -> tuple[ThemeCollection, list[Text]]:
    """The built-in looks and those of `directory`, which override and extend them; with a sentence for each problem.

    A bad file is named and left out, so what is found can always be used.
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
    """The looks of these names; all that there are, if one of these is none of ours, or `directory` has any.

    Only what is to be shown is read, but whoever has looks of his own is told what is wrong with any of them.

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
    """Two of ours that stand alone: what extends another one is not read. They are the same for everybody."""
    palettes, odd = _read_all(_builtin_files("palettes", palette), {}, _palette.read_palette, _palette.as_table)
    sets, strange = _read_all(_builtin_files("glyphs", glyphs), {}, _glyphs.read_glyphs, _glyphs.as_table)
    return ThemeCollection(MappingProxyType(palettes), MappingProxyType(sets)), (*odd, *strange)


def _builtin_files(folder: str, name: str) -> list[Path]:
    """Our own file of this name, if there is one."""
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
        read_name(top)  # the one thing that is never inherited
        look, odd = read(_merge_base(top, bases, table))
    except ThemeError as error:
        raise ThemeError(_sentence(path, error.text)) from None
    return look, [_sentence(path, text) for text in odd]


def _read_all(
    paths: Iterable[Path], bases: Mapping[str, AnyTheme], read: Read[AnyTheme], table: AsTable[AnyTheme]
) -> tuple[dict[str, AnyTheme], list[Text]]:
    """Read each file as soon as what it extends is there; the rest waits for something that never comes."""
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
    """Extending one's own name means the built-in one of that name; an unknown name is refused when it is read."""
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
    except (ValueError, RecursionError):  # numbers of thousands of digits, brackets in brackets in brackets
        raise ThemeError(TOO_DEEP) from None


def _open_without_waiting(path: str, flags: int) -> int:
    """Without this the system waits for somebody to fill a pipe."""
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
