"""What goes between a terminal of this machine and a hall: a letter, then a frame of `tui/tables/framing.py`.

The terminal begins with `H` (JSON: who, and which terminal), then sends `D` (what was typed) and `R` (JSON: the size);
back come `D` (what is to be shown) and, last, `X` (the exit code).
"""

from tilehall.tui.tables.framing import HEADER_BYTES, frame

LONGEST = 32 * 1024
"""Bytes of what comes from a terminal at once."""
HEAD = 1 + HEADER_BYTES
HELLO, TYPED, SIZED, SHOWN, LEFT = b"H", b"D", b"R", b"D", b"X"


def framed(kind: bytes, data: bytes) -> bytes:
    """
    >>> framed(b"D", b"hi")
    b'D\\x00\\x00\\x00\\x02hi'
    """
    return kind + frame(data)
