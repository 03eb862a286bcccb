"""Texts for people, safe to print anywhere."""

from __future__ import annotations


def make_printable(text: str, encoding: str | None) -> str:
    """No control characters, and nothing that the encoding lacks: neither may end the game or move the cursor.

    >>> make_printable("Gr\x1b[31m\u00f6\u00dfe", "ascii")
    'Gr?[31m??e'
    """
    clean = text if text.isprintable() else "".join(mark if mark.isprintable() else "?" for mark in text)
    name = encoding or "utf-8"
    return clean if clean.isascii() else clean.encode(name, "replace").decode(name)
