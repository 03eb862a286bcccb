"""Messages between our own processes: four bytes with the length of a message, then the message.

Other programs get JSON lines instead: `tui/programs/json_messages.py`.
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from asyncio import StreamReader

HEADER_BYTES = 4


def frame(message: bytes, longest: int = 2**32 - 1) -> bytes:
    """Return a message as it is sent. Raises ValueError if it is longer than so many bytes.

    >>> frame(b"hi")
    b'\\x00\\x00\\x00\\x02hi'
    """
    return _checked(len(message), longest).to_bytes(HEADER_BYTES, "big") + message


def frame_length(header: bytes, longest: int = 2**32 - 1) -> int:
    """Return how many bytes follow a header. Raises ValueError if they are more than `longest`."""
    return _checked(int.from_bytes(header, "big"), longest)


def write_frame(pipe: IO[bytes], message: bytes) -> None:
    """Send a message. Raises OSError if the other side is gone."""
    pipe.write(frame(message))
    pipe.flush()


def read_frame(pipe: IO[bytes]) -> bytes:
    """Wait for the next message. Raises EOFError if the other side ends before it is complete."""
    header = pipe.read(HEADER_BYTES)
    message = pipe.read(frame_length(header))
    if len(header) < HEADER_BYTES or len(message) < frame_length(header):
        raise EOFError
    return message


async def receive_frame(reader: StreamReader, longest: int) -> bytes:
    """Wait for the next message. Raises IncompleteReadError, OSError, or ValueError for one that is too long."""
    header = await reader.readexactly(HEADER_BYTES)
    return await reader.readexactly(frame_length(header, longest))


def _checked(length: int, longest: int) -> int:
    if length > longest:
        raise ValueError(f"a frame of {length} bytes is too long")
    return length
