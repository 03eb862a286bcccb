"""Reads files of packages: component tables and rulebooks."""

from __future__ import annotations

from pkgutil import get_data

from tilehall.engine.core.game import RuleError
from tilehall.engine.core.text import Text


def read_package_text(package: str, name: str) -> str:
    """Return the text of a file in a package. Raises RuleError if there is none.

    >>> read_package_text("tilehall.engine.games.princess", "components.toml").splitlines()[0][:14]
    '# The componen'
    """
    text = read_optional_package_text(package, name)
    if text is None:
        raise RuleError(Text("{file} of {package} is missing.", file=name, package=package))
    return text


def read_optional_package_text(package: str, name: str) -> str | None:
    """Return the text of a file in a package, or None if there is no such file."""
    try:
        data = get_data(package, name)
    except OSError:
        return None
    return None if data is None else data.decode()
