"""Bytes from a terminal become keys, in whatever pieces they come; nothing is remembered of closed apps."""

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
"""Seconds until an escape that nothing follows is the Esc key, at a terminal of this machine."""
REMOTE_ESCAPE_DELAY = constants.ESCAPE_DELAY
"""The same at the end of a network, where a sequence may come in two pieces; ESCDELAY sets it."""
SEQUENCE_TIMEOUT = 1.0
"""Seconds until the rest of a sequence, or of a paste, is not waited for any more."""
MAX_SEQUENCE = 256
"""Bytes that are kept of a sequence without an end; no real one is as long."""
MAX_PASTE = 65536
"""Bytes that are kept of a paste."""
MAX_COORDINATE = 9999
"""No terminal has more columns or lines."""

ESCAPE = b"\x1b"
PASTE, PASTE_END = b"\x1b[200~", b"\x1b[201~"
# After `ESC [`: keys of the Linux console, the mouse of old, keys of rxvt, and all others; after `ESC O`: more keys;
# after `ESC ]` and `ESC P`: what a terminal answers when it is asked.
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
"""What a terminal may say. Nobody asks it for its size or its cursor, so such an answer is noise."""


class KeyParser(XTermParser):
    """Upstream remembers keys for the whole process, and each key its app: here nothing is remembered."""

    def _parse_extended_key(self, sequence: str) -> list[Key] | None:  # type: ignore[override]
        return XTermParser._parse_extended_key.__wrapped__(self, sequence)


class KeyReader:
    """Makes keys of bytes. However they are cut into pieces, the keys are the same, and no bytes do any harm.

    What begins a sequence is kept until its rest comes, for `timeout` seconds; then `expire` is to be called. A
    sequence that nobody knows, or that breaks off, is passed over whole: its letters are no keys. Esc and a key that
    come together are these two keys, not one with Alt: a slow line brings them so.

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
        """`answers` are sequences that are no keys, and what is called when one comes."""
        self._lone = lone
        self._answers = answers
        self._parser = KeyParser()
        self._decoder = getincrementaldecoder("utf-8")("ignore")
        self._held = b""
        """The beginning of a sequence."""
        self._late = b""
        """A beginning that was waited for in vain: its rest may come yet."""
        self._pasted: bytes | None = None
        """What has come of a paste."""

    @property
    def timeout(self) -> float | None:
        """Seconds to wait for more bytes before `expire`; None as long as nothing is expected."""
        if self._held == ESCAPE:
            return self._lone
        return SEQUENCE_TIMEOUT if self._held or self._late or self._pasted is not None else None

    def feed(self, data: bytes) -> list[Message]:
        """What these bytes say, with those before."""
        if self._late:
            whole = WHOLE_SEQUENCE.match(self._late + data)
            if whole and (whole[0] == PASTE or self._heard(whole[0].decode("ascii", "ignore"))):
                self._held = self._late
            self._late = b""
        data, self._held = self._held + data, b""
        return list(self._read(data))

    def expire(self) -> list[Message]:
        """What there is to say when nothing has followed for so long."""
        held, self._late, self._held = self._held, self._held, b""
        if self._pasted is not None:
            pasted, self._pasted = self._pasted, None
            return [_paste(pasted)]
        if not 0 < len(held) <= 2:
            return []
        # A beginning of two bytes may be two keys; a longer one is nothing that anybody pressed.
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
        """What the sequence at the beginning says; the rest."""
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
            # The last byte is kept, it may begin the end.
            self._held = data if len(data) <= MAX_SEQUENCE else data[:MAX_SEQUENCE] + data[-1:]
            return b""
        broken = BROKEN_SEQUENCE.match(data)
        if broken and broken.end() > 2:
            return data[broken.end() :]
        yield from _escape()
        return data[1:]

    def _paste(self, data: bytes) -> Generator[Message, None, bytes]:
        """The paste, if its end is in these bytes; the rest."""
        pasted, end, rest = data.partition(PASTE_END)
        if not end:
            kept = len(PASTE_END) - 1
            self._pasted = data if len(data) <= MAX_PASTE + kept else data[:MAX_PASTE] + data[-kept:]
            return b""
        self._pasted = None
        yield _paste(pasted)
        return rest

    def _heard(self, text: str) -> list[Message]:
        """What upstream makes of one character or one whole sequence; nothing, if it does not know it."""
        try:
            said = list(self._parser.feed(text))
        except Exception:
            # Some malformed sequences break the parser for good.
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
    """Whether this can be meant."""
    if isinstance(message, Key):
        # Half a character can be spelled as a key, and be neither shown nor written down.
        return not any("\ud800" <= char <= "\udfff" for char in f"{message.key}{message.character}")
    if isinstance(message, MouseEvent):
        return max(message.x, message.y) <= MAX_COORDINATE
    return isinstance(message, ACCEPTED_MESSAGES)


def forget_closed_apps() -> None:
    """Empty the process-wide caches of Textual that keep closed apps alive: call it when a session has ended."""
    XTermParser._parse_extended_key.cache_clear()
    StylesCache.get_inner_outer.cache_clear()
    Strip.blank.cache_clear()
