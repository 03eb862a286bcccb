"""Reads named texts from TOML tables, for palettes and glyph sets."""

import re
from collections.abc import Collection, Mapping
from typing import Final

from tilehall.engine.core.text import Text
from tilehall.themes.errors import ThemeError, printable, printable_name

Table = Mapping[str, object]

NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,23}")
HEAD: Final = ("name", "title", "extends")


def read_name(table: Table, key: str = "name") -> str:
    """Reads the name of a theme, which must be a plain word because it is typed on the command line."""
    value = table.get(key)
    if value is None:
        raise ThemeError(Text("{key} is missing", key=key))
    if not isinstance(value, str) or not NAME.fullmatch(value):
        raise ThemeError(
            Text(
                "{key} must be small letters, digits and hyphens, at most 24, not {value}",
                key=key,
                value=printable(value),
            )
        )
    return value


def read_title(table: Table) -> str:
    value = table.get("title")
    if value is None:
        raise ThemeError(Text("{key} is missing", key="title"))
    if not isinstance(value, str) or not value.strip() or len(value) > 40 or not value.isprintable():
        raise ThemeError(
            Text("{key} must be 1 to 40 printable characters, not {value}", key="title", value=printable(value))
        )
    return value


def read_section(table: Table, name: str) -> Table:
    value = table.get(name)
    if value is None:
        raise ThemeError(Text("{key} is missing", key=f"[{name}]"))
    if not isinstance(value, dict):
        raise ThemeError(Text("{key} must be a table of keys, not {value}", key=f"[{name}]", value=printable(value)))
    return value


def read_texts(table: Table, where: str, keys: Collection[str]) -> dict[str, str]:
    """Reads the texts under `keys`. Raises ThemeError if one is missing or not a string."""
    missing = [key for key in keys if key not in table]
    if missing:
        keys_told = f"{where} {', '.join(missing)}"
        raise ThemeError(Text("{keys} is missing", "{keys} are missing", keys=keys_told, n=len(missing)))
    found: dict[str, str] = {}
    for key in keys:
        value = table[key]
        if not isinstance(value, str):
            raise ThemeError(
                Text("{key} must be a text in quotes, not {value}", key=f"{where} {key}", value=printable(value))
            )
        found[key] = value
    return found


def find_unknown_keys(table: Table, where: str, keys: Collection[str]) -> list[Text]:
    """A sentence for each unknown key: a typing error, or meant for a newer version."""
    strange = (where + printable_name(key) for key in table if key not in keys)
    return [Text("{key} is not a key of such a file and is left out", key=key) for key in strange]


def merge_tables(base: Table, top: Table) -> dict[str, object]:
    """Merges two tables and their nested tables; values of `top` take precedence over those of `base`."""
    merged = dict(base)
    for key, value in top.items():
        below = merged.get(key)
        both = isinstance(below, dict) and isinstance(value, dict)
        merged[key] = merge_tables(below, value) if both else value  # type: ignore[arg-type]
    return merged
