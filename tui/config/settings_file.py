"""Reads the settings file: problems are reported, everything else is used."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tilehall.engine import Text, did_you_mean, join_commas, literal_text, sanitize_text
from tilehall.tui.config.settings import OPEN, SCHEMA, Settings
from tilehall.tui.tables.storage.disk_errors import UnreadableFile, file_too_long
from tilehall.tui.tables.storage.filesystem import read_regular_file

LARGEST = 64 * 1024
"""Maximal size in bytes; a usual file has two thousand."""
DOTS = 1000
"""Maximal number of dots in a line; more make the TOML parsers too slow."""
TOLD = 5
"""Number of problems of a file that are reported."""
LINE = "\n"
MARK = "\ufeff"
"""The byte order mark, which some editors put before UTF-8."""


def load_settings(path: Path) -> tuple[Settings, list[Text]]:
    """The settings in a file, and a sentence for each problem in it."""
    try:
        return read_values(path.name, parse_toml(read_text(read_regular_file(path, LARGEST))))
    except FileNotFoundError:
        if not path.is_symlink():
            return Settings(), []
        why = Text("it is a link to something that is not there")
    except UnreadableFile as error:
        why = error.why
    return Settings(), [Text("{file} cannot be read ({why}); the usual settings are used.", file=path.name, why=why)]


def read_text(data: bytes) -> str:
    """Decodes a file. Raises Unreadable if it is too large or no text."""
    if len(data) > LARGEST:
        raise file_too_long(LARGEST)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UnreadableFile(Text("line {line} is not in {encoding}", line=line, encoding="UTF-8")) from error


def parse_toml(text: str) -> dict[str, Any]:
    """Parses TOML. Raises Unreadable if it is invalid."""
    # Late import: most users have no settings file.
    import tomllib

    body = text.removeprefix(MARK)
    try:
        if any(line.count(".") > DOTS for line in body.splitlines()):
            raise RecursionError
        return tomllib.loads(body)
    except tomllib.TOMLDecodeError as error:
        last = f"at line {body.count(LINE) + 1}"
        raise UnreadableFile(
            literal_text(sanitize_text(f"{error}".replace("at end of document", last), 120))
        ) from error
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits, deeply nested brackets
        raise UnreadableFile(Text("something in it is far too long or too deep")) from error


def read_values(file: str, data: Mapping[str, Any]) -> tuple[Settings, list[Text]]:
    """The settings in parsed TOML, and a sentence for each problem."""
    chosen, problems = {}, list[Text]()
    for name, value in data.items():
        if name == "keymap":
            continue
        problem = _wrong(file, name, value)
        if problem is None:
            chosen[name] = value
        else:
            problems.append(problem)
    table = data.get("keymap", {})
    keymap = {k: v for k, v in table.items() if isinstance(v, str)} if isinstance(table, dict) else {}
    if not isinstance(table, dict) or len(keymap) < len(table):
        asked = Text(
            "{file}: in {table} every command needs its keys as one text, such as {example}.",
            file=file,
            table="[keymap]",
            example='"u,ctrl+z"',
        )
        problems.append(asked)
    return Settings(chosen, keymap), _few(file, problems)


def _wrong(file: str, name: str, value: object) -> Text | None:
    """The problem of an entry; None if it is valid."""
    known = {setting.id: setting for setting in SCHEMA}
    if name not in known:
        instead = did_you_mean(name, known, Text("Settings: {names}.", names=join_commas(known)))
        return Text(
            "{file}: there is no setting '{name}'. {instead}", file=file, name=sanitize_text(name, 40), instead=instead
        )
    values = known[name].values
    if isinstance(value, str) and (value in values or name in OPEN):
        return None
    word = value if isinstance(value, str) else ""
    instead = did_you_mean(word, values, Text("Values: {values}.", values=join_commas(values)))
    wrong = {"file": file, "name": name, "value": _shown(value)}
    return Text("{file}: {name} cannot be {value}. {instead}", instead=instead, **wrong)


def _shown(value: object) -> str:
    try:
        return sanitize_text(f"{value!r}", 40)
    except (ValueError, RecursionError):  # a number of more digits than Python prints, or nested tables
        return "..."


def _few(file: str, problems: list[Text]) -> list[Text]:
    more = len(problems) - TOLD
    if more <= 0:
        return problems
    told = Text("{file}: {n} more is not understood.", "{file}: {n} more are not understood.", file=file, n=more)
    return [*problems[:TOLD], told]
