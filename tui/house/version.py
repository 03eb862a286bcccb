"""Which program this is, for those who ask and for the records that it writes."""

from __future__ import annotations


def program() -> str:
    """The program and its version; its name alone where it is not installed.

    >>> program().split()[0]
    'tilehall'
    """
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"tilehall {version('tilehall')}"
    except PackageNotFoundError:
        return "tilehall"
