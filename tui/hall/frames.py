"""What goes between a terminal of this machine and a hall: a letter, four bytes of length, and so many bytes.

The terminal begins with `H` (JSON: who, and which terminal), then sends `D` (what was typed) and `R` (JSON: the size);
back come `D` (what is to be shown) and, last, `X` (the exit code).
"""

import struct

LONGEST = 32 * 1024
"""Bytes of what comes from a terminal at once."""
HEAD = 5
HELLO, TYPED, SIZED, SHOWN, LEFT = b"H", b"D", b"R", b"D", b"X"


def framed(kind: bytes, data: bytes) -> bytes:
    """
    >>> framed(b"D", b"hi")
    b'D\\x00\\x00\\x00\\x02hi'
    """
    return kind + struct.pack("!I", len(data)) + data


def length_of(head: bytes) -> int:
    """How much follows. Raises ValueError for more than anybody types."""
    (length,) = struct.unpack("!I", head[1:HEAD])
    if length > LONGEST:
        raise ValueError(f"{length} bytes are too long")
    return int(length)
