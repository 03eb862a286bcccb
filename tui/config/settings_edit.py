"""Changing the file of the settings in place: comments, order, and what is not understood here stay as they are."""

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
"""Tables in tables; the library that changes files takes minutes for very deep ones."""
BACKUPS = 1000
LOCK_SECONDS = 1.0
"""Seconds to wait for another program that is changing the file."""


def update_file(path: Path, changes: Mapping[str, str]) -> Text | None:
    """Writes what was changed, and leaves everything else in the file as it is now, whoever wrote it.

    A file that was not understood is kept beside a new one, which the sentence tells. A link stays one: what it leads
    to is written. Raises UserError if the change cannot be kept; then nothing has happened to the file.
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
    """Another text in a file that keeps its rights, where files have any."""
    mode = target.stat().st_mode
    replace_text(target, text)
    with suppress(OSError):
        target.chmod(mode & 0o7777)


def _saved(data: bytes, changes: Mapping[str, str]) -> Settings:
    """What was understood of a file, changed."""
    try:
        found, _ = read_values("", parse_toml(read_text(data)))
    except UnreadableFile:
        found = Settings()
    return Settings({**found.chosen, **changes}, found.keymap)


def _changed(data: bytes, changes: Mapping[str, str]) -> str | None:
    """The file with other values for some settings; None if that cannot be done."""
    try:
        text = read_text(data)
        before = parse_toml(text)
        if _is_deep(before):
            return None
        body = text.removeprefix(MARK)
        changed = text.removesuffix(body) + _in_place(body, changes)
        after = parse_toml(read_text(changed.encode()))
        asked = all(after.get(name) == value for name, value in changes.items())
        # As text: a number that is none (`nan`) is not equal to itself.
        same = repr(_without(before, changes)) == repr(_without(after, changes))
    except Exception:  # whatever the library stumbles over: the file is kept, and a new one begun
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
    """The text with these values: a setting that is there keeps its place and comment, others follow the last one."""
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
        # A table of that name is what was not understood.
        document.pop(name, None)
    if there:
        last = there[next(reversed(there))].trivia
        last.trail = (last.trail or end) + lines
    for name in changes:
        if name in there:
            document[name] = changes[name]
    return document.as_string() if there else lines + document.as_string()


def quoted(text: str) -> str:
    """A text as TOML has it.

    >>> print(quoted('a"b'), quoted("Gr\\u00fc\\u00dfe\\n"))
    "a\\"b" "Grüße\\U0000000a"
    """
    escaped = (f"\\{mark}" if mark in '"\\' else mark for mark in text)
    return '"' + "".join(mark if mark.isprintable() else f"\\U{ord(mark):08x}" for mark in escaped) + '"'


def new_file_text(settings: Settings) -> str:
    """A whole new file."""
    lines = ["# Settings of Tilehall. Each may be left out.", ""]
    for setting in SCHEMA:
        # The file is in English, whoever reads it: a program writes it.
        lines += [
            f"# {setting.help} One of: {', '.join(setting.values)}.",
            f"{setting.id} = {quoted(settings[setting.id])}",
            "",
        ]
    lines += ["# Keys of your own: command = \"key,key\". 'tilehall keys' lists the commands.", "[keymap]"]
    lines += [f"{quoted(command)} = {quoted(keys)}" for command, keys in settings.keymap.items()]
    return "\n".join(lines) + "\n"


def _kept(path: Path, data: bytes) -> Path:
    """The file beside `path` that these bytes are in now; none that was there before is touched."""
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
    """Two programs that change settings at once do it one after the other, where folders can be locked."""
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
