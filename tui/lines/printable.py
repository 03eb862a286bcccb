"""Makes text safe to print."""

from __future__ import annotations


def make_printable(text: str, encoding: str | None) -> str:
    """Replaces control characters, and characters that the encoding lacks, by `?`.

    >>> make_printable("Gr\x1b[31m\u00f6\u00dfe", "ascii")
    'Gr?[31m??e'
    """
    clean = text if text.isprintable() else "".join(mark if mark.isprintable() else "?" for mark in text)
    name = encoding or "utf-8"
    return clean if clean.isascii() else clean.encode(name, "replace").decode(name)
