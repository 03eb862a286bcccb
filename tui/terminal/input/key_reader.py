"""Parses bytes from a terminal into keys, however they are split, without keeping closed apps alive."""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from collections.abc import Callable, Generator, Iterator, Mapping
from types import MappingProxyType

from textual import constants
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.events import AppBlur, AppFocus, Key, MouseEvent, Paste
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput
from textual.strip import Strip

LOCAL_ESCAPE_DELAY = 0.015
"""Seconds until a lone escape byte counts as the Esc key, on a local terminal."""
REMOTE_ESCAPE_DELAY = constants.ESCAPE_DELAY
"""The same over a network, where a sequence may arrive in two pieces; ESCDELAY sets it."""
SEQUENCE_TIMEOUT = 1.0
"""Seconds to wait for the rest of a sequence or of a paste."""
MAX_SEQUENCE = 256
"""Bytes kept of an unterminated sequence; no real one is as long."""
MAX_PASTE = 65536
"""Bytes kept of a paste."""
MAX_COORDINATE = 9999
"""Largest mouse coordinate that is accepted."""

ESCAPE = b"\x1b"
PASTE, PASTE_END = b"\x1b[200~", b"\x1b[201~"
# After `ESC [`: keys of the Linux console, X10 mouse, keys of rxvt, all others; after `ESC O`: further keys; after `ESC
# ]` and `ESC P`: answers to queries.
WHOLE_SEQUENCE = re.compile(
    rb"\x1b(?:\[(?:\[.|M...|\d+\$|(?![\[M])[0-?]*[ -/]*[@-~])|O(?:\d+[@-~]|[ -/:-~])"
    rb"|\]\d[^\x07\x1b]*(?:\x07|\x1b\\)|P[\d>!][^\x1b]*\x1b\\)",
    re.DOTALL,
)
PARTIAL_SEQUENCE = re.compile(
    rb"\x1b(?:\[(?:\[|M.{0,2}|[0-?]*[ -/]*)|O\d*|\](?:\d[^\x07\x1b]*\x1b?)?|P(?:[\d>!][^\x1b]*\x1b?)?)?", re.DOTALL
)
BROKEN_SEQUENCE = re.compile(rb"\x1b(?:\[(?:\[|[0-?]*[ -/]*)|O\d*|\](?:\d[^\x07\x1b]*)?|P(?:[\d>!][^\x1b]*)?)?")
NO_ANSWERS: Mapping[bytes, Callable[[], None]] = MappingProxyType({})
ACCEPTED_MESSAGES = (Key, MouseEvent, AppFocus, AppBlur, TerminalSupportsSynchronizedOutput)
"""Messages a terminal may send. Its size and cursor position are never queried, so such answers are dropped."""


class KeyParser(XTermParser):
    """A parser without upstream's process-wide cache, whose keys keep their apps alive."""

    def _parse_extended_key(self, sequence: str) -> list[Key] | None:  # type: ignore[override]
        return XTermParser._parse_extended_key.__wrapped__(self, sequence)


class KeyReader:
    """Parses bytes into keys. The result does not depend on how the bytes are split, and no bytes can break it.

    An incomplete sequence is kept for `timeout` seconds; then the caller has to call `expire`. Unknown and broken
    sequences are skipped whole: their letters are no keys. Esc and a key that arrive together are two keys, not one
    with Alt, because slow connections merge them.

    >>> reader = KeyReader()
    >>> [key.key for key in reader.feed(b"a\\x1b[")], reader.timeout
    (['a'], 1.0)
    >>> [key.key for key in reader.feed(b"A\\x1b")], reader.timeout
    (['up'], 0.015)
    >>> [key.key for key in reader.expire()]
    ['escape']
    """

    def __init__(
        self, lone: float = LOCAL_ESCAPE_DELAY, answers: Mapping[bytes, Callable[[], None]] = NO_ANSWERS
    ) -> None:
        """`lone` is the delay of the Esc key; `answers` maps sequences that are no keys to callbacks."""
        self._lone = lone
        self._answers = answers
        self._parser = KeyParser()
        self._decoder = getincrementaldecoder("utf-8")("ignore")
        self._held = b""
        """The beginning of an incomplete sequence."""
        self._late = b""
        """A beginning that has timed out: its rest may still arrive."""
        self._pasted: bytes | None = None
        """The part of a paste that has arrived; None outside of a paste."""

    @property
    def timeout(self) -> float | None:
        """Seconds to wait for more bytes before calling `expire`; None if no sequence is incomplete."""
        if self._held == ESCAPE:
            return self._lone
        return SEQUENCE_TIMEOUT if self._held or self._late or self._pasted is not None else None

    def feed(self, data: bytes) -> list[Message]:
        """Parses these bytes together with those kept before; returns the messages."""
        if self._late:
            whole = WHOLE_SEQUENCE.match(self._late + data)
            if whole and (whole[0] == PASTE or self._heard(whole[0].decode("ascii", "ignore"))):
                self._held = self._late
            self._late = b""
        data, self._held = self._held + data, b""
        return list(self._read(data))

    def expire(self) -> list[Message]:
        """Ends an incomplete sequence after its timeout; returns the messages it stands for."""
        held, self._late, self._held = self._held, self._held, b""
        if self._pasted is not None:
            pasted, self._pasted = self._pasted, None
            return [_paste(pasted)]
        if not 0 < len(held) <= 2:
            return []
        # Two bytes may be Esc and a key; a longer beginning was never pressed.
        return [*_escape(), *(message for char in held[1:].decode() for message in self._heard(char))]

    def _read(self, data: bytes) -> Iterator[Message]:
        while data:
            if self._pasted is not None:
                data = yield from self._paste(self._pasted + data)
            elif data.startswith(ESCAPE):
                self._decoder.reset()
                data = yield from self._sequence(data)
            else:
                end = data.find(ESCAPE) % (len(data) + 1)
                for char in self._decoder.decode(data[:end]):
                    yield from self._heard(char)
                data = data[end:]

    def _sequence(self, data: bytes) -> Generator[Message, None, bytes]:
        """Yields the messages of the sequence at the beginning; returns the remaining bytes."""
        whole = WHOLE_SEQUENCE.match(data)
        if whole:
            if whole[0] == PASTE:
                self._pasted = b""
            elif whole[0] in self._answers:
                self._answers[whole[0]]()
            elif len(whole[0]) <= MAX_SEQUENCE:
                yield from self._heard(whole[0].decode("ascii", "ignore"))
            return data[whole.end() :]
        if PARTIAL_SEQUENCE.fullmatch(data):
            # The last byte is kept because it may begin the terminator.
            self._held = data if len(data) <= MAX_SEQUENCE else data[:MAX_SEQUENCE] + data[-1:]
            return b""
        broken = BROKEN_SEQUENCE.match(data)
        if broken and broken.end() > 2:
            return data[broken.end() :]
        yield from _escape()
        return data[1:]

    def _paste(self, data: bytes) -> Generator[Message, None, bytes]:
        """Yields the paste if these bytes contain its end; returns the remaining bytes."""
        pasted, end, rest = data.partition(PASTE_END)
        if not end:
            kept = len(PASTE_END) - 1
            self._pasted = data if len(data) <= MAX_PASTE + kept else data[:MAX_PASTE] + data[-kept:]
            return b""
        self._pasted = None
        yield _paste(pasted)
        return rest

    def _heard(self, text: str) -> list[Message]:
        """The messages upstream's parser makes of one character or one complete sequence; none if it is unknown."""
        try:
            said = list(self._parser.feed(text))
        except Exception:
            # Some malformed sequences break the parser permanently.
            self._parser = KeyParser()
            return []
        if self._parser._awaiting.timeout is not None:
            self._parser = KeyParser()
            return []
        return [message for message in said if _sound(message)]


def _escape() -> Iterator[Message]:
    yield Key("escape", "\x1b")


def _paste(data: bytes) -> Paste:
    return Paste(data[:MAX_PASTE].decode("utf-8", "ignore").replace("\x00", ""))


def _sound(message: Message) -> bool:
    """Whether a message is plausible."""
    if isinstance(message, Key):
        # The kitty protocol can encode a lone surrogate, which can be neither shown nor saved.
        return not any("\ud800" <= char <= "\udfff" for char in f"{message.key}{message.character}")
    if isinstance(message, MouseEvent):
        return max(message.x, message.y) <= MAX_COORDINATE
    return isinstance(message, ACCEPTED_MESSAGES)


def forget_closed_apps() -> None:
    """Empties the process-wide caches of Textual that keep closed apps alive. Call it when a session has ended."""
    XTermParser._parse_extended_key.cache_clear()
    StylesCache.get_inner_outer.cache_clear()
    Strip.blank.cache_clear()
