"""Edits the settings file in place: comments, order and unknown content stay."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from typing import Any

from tilehall.engine import Text, UserError
from tilehall.tui.config.settings import SCHEMA, Settings
from tilehall.tui.config.settings_file import LARGEST, MARK, parse_toml, read_text, read_values
from tilehall.tui.tables.storage.disk_errors import UnreadableFile, file_too_long, system_error_text
from tilehall.tui.tables.storage.filesystem import read_regular_file, replace_text

DEEPEST = 5
"""Maximal depth of nested tables; the TOML library takes minutes for very deep ones."""
BACKUPS = 1000
LOCK_SECONDS = 1.0
"""Seconds to wait for another program that edits the file."""


def update_file(path: Path, changes: Mapping[str, str]) -> Text | None:
    """Writes the changed values into the file and leaves everything else in it.

    An unreadable file is kept beside a new one, which the returned sentence says. A symbolic link is followed. Raises
    UserError if the changes cannot be written; the file is then unchanged.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        target = Path(os.path.realpath(path))
        with _alone(target.parent):
            return _rewritten(path, target, changes)
    except UnreadableFile as error:
        why = error.why
    except OSError as error:
        why = system_error_text(error)
    raise UserError(Text("{file} cannot be changed ({why}): this counts until you leave.", file=path.name, why=why))


def _rewritten(path: Path, target: Path, changes: Mapping[str, str]) -> Text | None:
    try:
        data = read_regular_file(target, LARGEST)
    except FileNotFoundError:
        replace_text(target, new_file_text(Settings(changes)))
        return None
    if len(data) > LARGEST:
        raise file_too_long(LARGEST)
    changed = _changed(data, changes)
    if changed is not None:
        _write(target, changed)
        return None
    backup = _kept(path, data)
    try:
        _write(target, new_file_text(_saved(data, changes)))
    except OSError:
        backup.unlink()
        raise
    told = {"file": path.name, "backup": backup.name}
    return Text("{file} could not be changed in place: it is kept as {backup}, and a new one was begun.", **told)


def _write(target: Path, text: str) -> None:
    """Replaces the content of a file and keeps its permissions, where files have any."""
    mode = target.stat().st_mode
    replace_text(target, text)
    with suppress(OSError):
        target.chmod(mode & 0o7777)


def _saved(data: bytes, changes: Mapping[str, str]) -> Settings:
    """The settings in a file with the changes applied."""
    try:
        found, _ = read_values("", parse_toml(read_text(data)))
    except UnreadableFile:
        found = Settings()
    return Settings({**found.chosen, **changes}, found.keymap)


def _changed(data: bytes, changes: Mapping[str, str]) -> str | None:
    """The content of the file with other values for some settings; None if it cannot be edited."""
    try:
        text = read_text(data)
        before = parse_toml(text)
        if _is_deep(before):
            return None
        body = text.removeprefix(MARK)
        changed = text.removesuffix(body) + _in_place(body, changes)
        after = parse_toml(read_text(changed.encode()))
        asked = all(after.get(name) == value for name, value in changes.items())
        # Compared as text, because `nan` is not equal to itself.
        same = repr(_without(before, changes)) == repr(_without(after, changes))
    except Exception:  # the library may raise anything: the file is then kept and a new one written
        return None
    return changed if asked and same else None


def _is_deep(data: Mapping[str, Any]) -> bool:
    level: Sequence[Mapping[str, Any]] = [data]
    for _ in range(DEEPEST):
        level = [inner for table in level for inner in table.values() if isinstance(inner, dict)]
    return bool(level)


def _without(data: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name not in names}


def _in_place(text: str, changes: Mapping[str, str]) -> str:
    """The text with these values: a present setting keeps its place and comment, new ones follow the last."""
    import tomlkit.items

    document = tomlkit.parse(text)
    there = {
        key.key: item
        for key, item in document.body
        if key is not None and not isinstance(item, tomlkit.items.AoT | tomlkit.items.Table)
    }
    new = [name for name in changes if name not in there]
    end = "\r\n" if "\r\n" in text else "\n"
    lines = end.join(f"{name} = {quoted(changes[name])}" for name in new) + end if new else ""
    for name in new:
        # A table with the name of a setting is invalid.
        document.pop(name, None)
    if there:
        last = there[next(reversed(there))].trivia
        last.trail = (last.trail or end) + lines
    for name in changes:
        if name in there:
            document[name] = changes[name]
    return document.as_string() if there else lines + document.as_string()


def quoted(text: str) -> str:
    """A string as a TOML literal.

    >>> print(quoted('a"b'), quoted("Gr\\u00fc\\u00dfe\\n"))
    "a\\"b" "Grüße\\U0000000a"
    """
    escaped = (f"\\{mark}" if mark in '"\\' else mark for mark in text)
    return '"' + "".join(mark if mark.isprintable() else f"\\U{ord(mark):08x}" for mark in escaped) + '"'


def new_file_text(settings: Settings) -> str:
    """The content of a new file."""
    lines = ["# Settings of Tilehall. Each may be left out.", ""]
    for setting in SCHEMA:
        # Comments are in English in every language, because a program writes them.
        lines += [
            f"# {setting.help} One of: {', '.join(setting.values)}.",
            f"{setting.id} = {quoted(settings[setting.id])}",
            "",
        ]
    lines += ["# Keys of your own: command = \"key,key\". 'tilehall keys' lists the commands.", "[keymap]"]
    lines += [f"{quoted(command)} = {quoted(keys)}" for command, keys in settings.keymap.items()]
    return "\n".join(lines) + "\n"


def _kept(path: Path, data: bytes) -> Path:
    """Copies these bytes to an unused name beside `path`, and returns it."""
    for number in range(1, BACKUPS):
        backup = path.with_suffix(".unread.toml" if number == 1 else f".unread-{number}.toml")
        try:
            file = backup.open("xb")
        except FileExistsError:
            continue
        try:
            with file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        except OSError:
            backup.unlink()
            raise
        return backup
    raise UnreadableFile(Text("there are {n} backups of it already", n=BACKUPS - 1))


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Context that excludes other programs that edit the settings, where folders can be locked."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        _lock(handle)
        yield
    finally:
        os.close(handle)


def _lock(handle: int) -> None:
    until = time.monotonic() + LOCK_SECONDS
    while time.monotonic() < until:
        try:
            flock(handle, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            time.sleep(0.01)
        except OSError:
            return
        else:
            return
