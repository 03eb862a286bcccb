"""Bytes are keys in whatever pieces they come. Of keys and closed apps nothing is kept, which Textual still does."""

import gc
import weakref
from collections.abc import Iterable
from random import Random

import pytest
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import ComposeResult
from textual.color import Color
from textual.events import Key, Paste
from textual.message import Message
from textual.widgets import Static

from tilehall.tui.terminal.app import TerminalApp
from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.terminal.input.key_reader import (
    LOCAL_ESCAPE_DELAY,
    MAX_PASTE,
    SEQUENCE_TIMEOUT,
    KeyParser,
    KeyReader,
    forget_closed_apps,
)


def used_parser(kind: type[XTermParser]) -> weakref.ref[XTermParser]:
    parser = kind()
    assert [event.key for event in parser.feed("\x1b[97;5u\x1b[98;5u")] == ["ctrl+a", "ctrl+b"]
    parser._gen.close()
    return weakref.ref(parser)


def used_styles_cache() -> weakref.ref[StylesCache]:
    cache = StylesCache()
    cache.get_inner_outer(Color(1, 2, 3), Color(4, 5, 6))
    return weakref.ref(cache)


def test_parsers_are_not_kept_alive() -> None:
    ours = used_parser(KeyParser)
    gc.collect()
    assert ours() is None


def test_what_upstream_keeps_alive_is_let_go() -> None:
    kept = [used_parser(XTermParser), used_styles_cache()]
    gc.collect()
    # Upstream still keeps them: what is let go by itself one day needs no cure any more.
    assert all(watch() is not None for watch in kept)
    forget_closed_apps()
    gc.collect()
    assert all(watch() is None for watch in kept)


class Plain(TerminalApp[None]):
    def compose(self) -> ComposeResult:
        yield Static("hello")


async def closed_app() -> weakref.ref[Plain]:
    app = Plain(Terminal())
    async with app.run_test() as pilot:
        await pilot.press("a")
    return weakref.ref(app)


async def test_closed_apps_are_freed() -> None:
    watches = [await closed_app() for _ in range(3)]
    forget_closed_apps()
    gc.collect()
    # The last one may still be the current app of this test's context.
    assert sum(watch() is not None for watch in watches) <= 1


# --- bytes, whole and in pieces ---------------------------------------------------------------------------------------


def said(messages: Iterable[Message]) -> list[str]:
    """Keys by their names, all else by what it is."""
    return [message.key if isinstance(message, Key) else type(message).__name__ for message in messages]


@pytest.mark.parametrize(
    ("data", "keys"),
    [
        (
            b"a\x1b[A\x1b[1;5C\x1bOP\x1b[[A\x1b[3$\x1b[97;5u",
            ["a", "up", "ctrl+right", "f1", "f1", "shift+delete", "ctrl+a"],
        ),
        ("é漢".encode(), ["é", "漢"]),
        (b"\xe9j\xff\xfe\xc3k", ["j", "k"]),
        (b"\xc3\x1b[A\xa9j", ["up", "j"]),
        (b"\x1bj\x1b\r\x1b]\x1b[A", ["escape", "j", "escape", "enter", "escape", "right_square_bracket", "up"]),
        (b"\x1b\x1b[A", ["escape", "up"]),
        (b"\x1b[<0;3;4M\x1b[<0;3;4m\x1b[<64;3;4M", ["MouseDown", "MouseUp", "MouseScrollUp"]),
        (b"\x1b[I\x1b[O\x1b[?2026;2$y", ["AppFocus", "AppBlur", "TerminalSupportsSynchronizedOutput"]),
        (b"\x1b[200~a\x1b[Ab\x1b[201~j", ["Paste", "j"]),
        (b"\x1b[201~j", ["j"]),
        # Sequences that nobody knows, or that break off: not one letter of them is a key.
        (b"\x1b[?1;2cj\x1b[1;2\x1b[A\x1b[12345\rk", ["j", "up", "enter", "k"]),
        (b"\x1b]11;rgb:0/0/0\x07j\x1b]11;rgb\x1b\\k\x1bP1$r0m\x1b\\l", ["j", "k", "l"]),
        (b"\x1b[M !!j\x1b[M\xff\xff\xffk", ["j", "k"]),
        (b"\x1b[" + b"1" * 5000 + b"Aj\x1b]1" + b"x" * 5000 + b"\x1b\\k", ["j", "k"]),
        (b"\x1b[99999999999u\x1b[97;5;99999999999uj", ["j"]),
        # What could be said, and cannot be meant: half a character, a window of 10,000 million cells, a far-off mouse.
        (b"\x1b[0;;55296u\x1b[48;99999;99999;1;1tj\x1b[<0;99999;1Mk\x1b[?2048;1$y", ["j", "k"]),
    ],
)
def test_bytes_are_keys_however_they_are_cut(data: bytes, keys: list[str]) -> None:
    assert said(KeyReader().feed(data)) == keys
    reader = KeyReader()
    assert [key for byte in data for key in said(reader.feed(bytes([byte])))] == keys
    assert said(reader.expire()) == []


def test_what_was_typed_and_pasted_is_what_is_heard() -> None:
    (key, paste) = KeyReader().feed("é\x1b[200~Zoë\x00 竹\r\n\x1b[201~".encode())
    assert isinstance(key, Key) and key.character == "é"
    assert isinstance(paste, Paste) and paste.text == "Zoë 竹\r\n"
    (paste,) = KeyReader().feed(b"\x1b[200~" + b"x" * 2 * MAX_PASTE + b"\x1b[201~")
    assert isinstance(paste, Paste) and paste.text == "x" * MAX_PASTE


@pytest.mark.parametrize(
    ("begun", "patience", "keys"),
    [
        (b"j", None, []),
        (b"\xc3", None, []),
        (b"\x1b", LOCAL_ESCAPE_DELAY, ["escape"]),
        (b"\x1b[", SEQUENCE_TIMEOUT, ["escape", "left_square_bracket"]),
        (b"\x1b]", SEQUENCE_TIMEOUT, ["escape", "right_square_bracket"]),
        (b"\x1b[1;5", SEQUENCE_TIMEOUT, []),
        (b"\x1b[M ", SEQUENCE_TIMEOUT, []),
        (b"\x1b]11;", SEQUENCE_TIMEOUT, []),
        (b"\x1b[200~abc", SEQUENCE_TIMEOUT, ["Paste"]),
    ],
)
def test_what_is_begun_is_waited_for_a_while(begun: bytes, patience: float | None, keys: list[str]) -> None:
    reader = KeyReader()
    reader.feed(begun)
    assert reader.timeout == patience
    assert said(reader.expire()) == keys
    # In the end nothing is waited for, and nothing wakes anybody.
    assert said(reader.expire()) == [] and reader.timeout is None
    assert said(reader.feed(b"j")) == ["j"]


@pytest.mark.parametrize(
    ("begun", "rest", "keys"),
    [
        (b"\x1b", b"[Aj", ["up", "j"]),
        (b"\x1b[", b"Aj", ["up", "j"]),
        (b"\x1b[1;", b"5Cj", ["ctrl+right", "j"]),
        (b"\x1b", b"[<0;3;4M", ["MouseDown"]),
        (b"\x1b", b"[200~hello\x1b[201~j", ["Paste", "j"]),
        # Esc, and later a key: these are two keys.
        (b"\x1b", b"j", ["j"]),
        (b"\x1b", b"[", ["left_square_bracket"]),
    ],
)
def test_a_rest_that_comes_late_is_no_letters(begun: bytes, rest: bytes, keys: list[str]) -> None:
    reader = KeyReader()
    reader.feed(begun)
    reader.expire()
    assert said(reader.feed(rest)) == keys


PIECES = (
    b"\x1b",
    b"\x1b[",
    b"\x1bO",
    b"\x1b]1",
    b"\x1b[A",
    b"\x1b[1;5C",
    b"\x1b[<0;3;4M",
    b"\x1b[200~",
    b"\x1b[201~",
    b"Z",
)
PIECES += (
    b"\xc3\xa9",
    b"\xe9",
    b"\x1b[M",
    b"\x1b\\",
    b"\x07",
    b"\x1b[[",
    b"\x1b[97;5u",
    b"\x1b[;u",
    b"\r",
    b"\x1b[3$",
    b"9;",
)


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(4, 100))])
def test_noise_does_no_harm_and_is_the_same_noise_in_pieces(seed: int) -> None:
    whims = Random(seed)
    for _ in range(60):
        noise = (
            whims.choice(PIECES) if whims.random() < 0.7 else whims.randbytes(1) for _ in range(whims.randrange(9))
        )
        data = b"".join(noise)
        whole = KeyReader()
        keys = [*said(whole.feed(data)), *said(whole.expire())]
        for cut in range(len(data) + 1):
            pieces = KeyReader()
            heard = [*pieces.feed(data[:cut]), *pieces.feed(b""), *pieces.feed(data[cut:]), *pieces.expire()]
            assert said(heard) == keys, (data, cut)


def test_noise_without_a_pause_is_not_kept() -> None:
    """Neither a sequence nor a paste without an end fills the memory."""
    for begun in (b"\x1b[", b"\x1b]1", b"\x1bP1", b"\x1b[200~"):
        reader = KeyReader()
        reader.feed(begun)
        for _ in range(100):
            assert reader.feed(b"1" * 4096) == []
        assert len(reader._held) + len(reader._pasted or b"") <= MAX_PASTE + 8
