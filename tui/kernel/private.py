"""The one module that touches private parts of Textual; tests/tui/kernel/test_private.py watches each of them.

What is cured here, and how:

- A partial update repaints a widget from its left edge on, a toast repaints the whole screen: `TerminalApp._display`
  replaces every update by a `Patch`, which sends what is new on the `Glass`.
- Rich remembers a style's colour codes without the colour depth they were made for: `Patch` makes its own, per app.
- Colours, animation and the rest come from the environment of the process: `TerminalApp` takes a `Terminal`.
- A process-wide cache keeps closed apps alive: `KeyParser` has none, `forget_closed_apps` empties what else there is.
- A signal, a hang-up or a malformed key leaves the terminal broken: `LocalDriver` puts it back.
"""

import contextlib
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from traceback import format_exc
from typing import Any, BinaryIO, NamedTuple, TextIO, TypeVar, cast

from rich.color import Color, ColorSystem
from rich.console import Console, RenderableType
from rich.style import Style
from rich.text import Text
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App, SystemCommand
from textual.driver import Driver
from textual.events import Key, Resize
from textual.filter import ANSIToTruecolor, LineFilter
from textual.geometry import Size
from textual.screen import Screen
from textual.strip import Strip

from tilehall.tui.kernel.paint import cells, spans_of
from tilehall.tui.kernel.terminal import Colours, Terminal

ReturnT = TypeVar("ReturnT")

# --- From strips to bytes -------------------------------------------------------------------------------------------

# Where a strip begins, and the strip.
Piece = tuple[int, int, Strip]


class Pen(NamedTuple):
    """How a terminal is set to write."""

    attributes: frozenset[str]
    colour: str
    ground: str
    # What a space looks like with this pen: two pens may differ and their spaces be the same.
    space: tuple[str, ...]


ATTRIBUTES = {
    "bold": "1",
    "dim": "2",
    "italic": "3",
    "underline": "4",
    "blink": "5",
    "blink2": "6",
    "reverse": "7",
    "conceal": "8",
    "strike": "9",
    "underline2": "21",
    "frame": "51",
    "encircle": "52",
    "overline": "53",
}
SHOWS_ON_SPACES = frozenset(ATTRIBUTES[name] for name in ATTRIBUTES if name not in ("bold", "dim", "italic", "conceal"))
PLAIN = Pen(frozenset(), "39", "49", ("49",))
DEPTHS = {"256": ColorSystem.EIGHT_BIT, "16": ColorSystem.STANDARD}
# Without colours a face that is this much lighter (darker) than the table is shown in reverse.
FAR = 0.3


class Span(NamedTuple):
    """A piece of a line of the screen, cell by cell."""

    x: int
    y: int
    chars: Sequence[str]
    pens: Sequence[Pen]


def encode(spans: Iterable[Span]) -> str:
    """What to send to a terminal so that it shows the spans, with as few moves and pens as possible."""
    sent: list[str] = []
    pen, column, line = PLAIN, -1, -1
    for x, y, chars, pens in spans:
        if y != line:
            sent.append(f"\x1b[{y + 1};{x + 1}H")
        elif x != column:
            sent.append(f"\x1b[{x + 1}G")
        column, line, at = x + len(chars), y, 0
        for want, run in groupby(pens):
            end = at + sum(1 for _ in run)
            text, at = "".join(chars[at:end]), end
            if not text.strip(" "):
                want = _for_spaces(pen, want)
            if want != pen:
                sent.append(change_pen(pen, want))
                pen = want
            sent.append(text)
    if pen != PLAIN:
        sent.append("\x1b[0m")
    return "".join(sent)


@lru_cache(8192)
def _for_spaces(pen: Pen, want: Pen) -> Pen:
    """The pen that writes spaces as wanted and is nearest to the present one: the ink of a space is never seen."""
    if len(want.space) > 1 or len(pen.space) > 1:
        return pen if want.space == pen.space else want
    return pen._replace(ground=want.ground, space=want.space)


@lru_cache(8192)
def pen_for(style: Style, colours: Colours, dark: bool) -> Pen:
    """The pen for a style on a terminal of that depth. Links are left out: no terminal shall open anything."""
    attributes = {code for name, code in ATTRIBUTES.items() if getattr(style, name)}
    if colours == "none":
        if style.bgcolor is not None and _is_far(style.bgcolor, dark):
            attributes ^= {ATTRIBUTES["reverse"]}
        return _pen(attributes, "39", "49")
    colour, ground = _reduced(style.color, colours), _reduced(style.bgcolor, colours)
    if _is_same(colour, ground) and style.color != style.bgcolor:
        # Two colours that fall together would hide the text.
        colour = Color.from_ansi(15 if _brightness(ground) < 0.5 else 0)
    return _pen(attributes, ";".join(colour.get_ansi_codes(True)), ";".join(ground.get_ansi_codes(False)))


@lru_cache(8192)
def change_pen(old: Pen, new: Pen) -> str:
    """The shortest sequence that turns one pen into another."""
    fresh = ["0", *sorted(new.attributes)]
    fresh += [code for code, default in ((new.colour, "39"), (new.ground, "49")) if code != default]
    if old.attributes - new.attributes:
        return f"\x1b[{';'.join(fresh)}m"
    step = sorted(new.attributes - old.attributes)
    step += [code for code, before in ((new.colour, old.colour), (new.ground, old.ground)) if code != before]
    return f"\x1b[{min(';'.join(step), ';'.join(fresh), key=len)}m"


def _pen(attributes: set[str], colour: str, ground: str) -> Pen:
    seen = bool(attributes & SHOWS_ON_SPACES)
    return Pen(frozenset(attributes), colour, ground, (ground, colour, *sorted(attributes)) if seen else (ground,))


def _reduced(colour: Color | None, colours: Colours) -> Color:
    if colour is None:
        return Color.default()
    return colour.downgrade(DEPTHS[colours]) if colours in DEPTHS else colour


def _is_same(one: Color, two: Color) -> bool:
    """Whether two colours look the same; Rich compares the names they once had as well."""
    return not one.is_default and (one.type, one.number, one.triplet) == (two.type, two.number, two.triplet)


def _is_far(colour: Color, dark: bool) -> bool:
    if colour.is_default:
        return False
    return abs(_brightness(colour) - (0.0 if dark else 1.0)) > FAR


def _brightness(colour: Color) -> float:
    red, green, blue = colour.get_truecolor()
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


class Glass:
    """What one terminal is known to show, cell by cell: an update sends only what differs from it.

    Textual repaints whole widgets, and for a toast, a dialog or at the start everything, several times over.
    """

    def __init__(self, colours: Colours) -> None:
        self.colours = colours
        self._lines: dict[int, tuple[list[str], list[Pen]]] = {}

    def wipe(self) -> None:
        """Somebody else may have written on the terminal: know nothing."""
        self._lines.clear()

    def write(self, pieces: Iterable[Piece], dark: bool) -> str:
        """What to send so that the terminal shows the pieces; from now on they count as shown."""
        return encode(span for x, y, strip in pieces for span in self._news(self._span(x, y, strip, dark)))

    def _span(self, x: int, y: int, strip: Strip, dark: bool) -> Span:
        chars: list[str] = []
        pens: list[Pen] = []
        for segment in strip:
            width = segment.cell_length
            chars += fit(segment.text, width)
            pens += [PLAIN if segment.style is None else pen_for(segment.style, self.colours, dark)] * width
        return Span(x, y, chars, pens)

    def _news(self, span: Span) -> Iterator[Span]:
        x, y, chars, pens = span
        shown, looks = self._lines.setdefault(y, ([], []))
        end = x + len(chars)
        missing = end - len(shown)
        # No cell has an impossible character: what is not known yet differs from everything.
        shown += ["unknown"] * missing
        looks += [PLAIN] * missing
        if shown[x:end] == chars and looks[x:end] == pens:
            return
        changed = [
            at
            for at, (char, was, pen, look) in enumerate(zip(chars, shown[x:end], pens, looks[x:end], strict=True))
            if char != was or (pen != look and (char != " " or pen.space != look.space))
        ]
        shown[x:end], looks[x:end] = chars, pens
        for start, stop in spans_of(changed, chars):
            yield Span(x + start, y, chars[start:stop], pens[start:stop])


def fit(text: str, width: int) -> list[str]:
    """The cells of a text in the width Textual took it for: no control and no joiner ever reaches the terminal."""
    row = [*cells(text), *" " * width]
    if row[width:] and not row[width]:
        row[width - 1] = " "
    return row[:width]


class Patch(CompositorUpdate):
    """An update for one terminal. It is worked out when it is written: some updates never are."""

    def __init__(self, glass: Glass, pieces: Iterable[Piece], dark: bool) -> None:
        self.glass = glass
        self.pieces = pieces
        self.dark = dark

    def render_segments(self, console: Console) -> str:
        return self.glass.write(self.pieces, self.dark)


def layout_pieces(update: LayoutUpdate) -> Iterator[Piece]:
    for y, strips in enumerate(update.strips, update.region.y):
        x = update.region.x
        for strip in strips:
            yield x, y, strip
            x += strip.cell_length


def chop_pieces(update: ChopsUpdate) -> Iterator[Piece]:
    """Exactly the spans of a partial update; upstream crops on the right only."""
    for y, x1, x2 in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            left, right = max(x, x1), min(end, x2)
            if strip is not None and left < right:
                yield left, y, strip.crop(left - x, right - x)


# --- Keys -----------------------------------------------------------------------------------------------------------


class KeyParser(XTermParser):
    """Upstream remembers keys for the whole process, and each key its app: here nothing is remembered."""

    def _parse_extended_key(self, sequence: str) -> list[Key] | None:  # type: ignore[override]
        return XTermParser._parse_extended_key.__wrapped__(self, sequence)


def forget_closed_apps() -> None:
    """Empty the process-wide caches of Textual that keep closed apps alive: call it when a session has ended."""
    XTermParser._parse_extended_key.cache_clear()
    StylesCache.get_inner_outer.cache_clear()
    Strip.blank.cache_clear()


# --- The app --------------------------------------------------------------------------------------------------------


class TerminalApp(App[ReturnT]):
    """An App that looks and behaves as its player's Terminal asks, whatever the process's environment says."""

    def __init__(self, terminal: Terminal, driver_class: Callable[..., Driver] | None = None) -> None:
        super().__init__(driver_class=driver_class)  # type: ignore[arg-type]
        self.terminal = terminal
        self._glass = Glass(terminal.colours)
        self._glass_size: Size | None = None
        self.features = frozenset()
        self.theme = "textual-dark"
        self.no_color = terminal.colours == "none"
        self.animation_level = "full" if terminal.animation else "none"
        # Without colours nothing is to be converted, and "dim" is worth keeping as an attribute.
        self._filters: list[LineFilter] = [] if self.no_color else _own_filters(self._filters)
        self.console = Console(
            file=_Nowhere(),
            color_system="truecolor",
            force_terminal=True,
            no_color=False,
            legacy_windows=False,
            highlight=False,
            emoji=False,
            safe_box=False,
            _environ={},
        )

    def get_driver_class(self) -> type[Driver]:
        return super().get_driver_class() if sys.platform == "win32" else LocalDriver

    def _build_driver(self, headless: bool, inline: bool, mouse: bool, size: tuple[int, int] | None) -> Driver:
        return super()._build_driver(headless, inline, mouse and self.terminal.mouse, size)

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        pieces: Iterable[Piece] | None = None
        if isinstance(renderable, ChopsUpdate):
            pieces = chop_pieces(renderable)
        elif isinstance(renderable, LayoutUpdate):
            pieces = layout_pieces(renderable)
        if pieces is not None:
            # An update of the compositor is written by itself and need not be a renderable of Rich.
            renderable = cast(RenderableType, Patch(self._glass, pieces, self.current_theme.dark))
        super()._display(screen, renderable)

    def action_repaint(self) -> None:
        """Write the whole screen anew, whatever the terminal shows."""
        self._glass.wipe()
        self.refresh()

    def on_resize(self, event: Resize) -> None:
        """A terminal of another size may have cut or wrapped what it showed. At the start the same size comes twice."""
        if event.size != self._glass_size:
            self._glass_size = event.size
            self._glass.wipe()

    # What happens on the machine the program runs on is of no use, and no business, of a player elsewhere.

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        for command in super().get_system_commands(screen):
            if not (self.terminal.remote and command.title == "Screenshot"):
                yield command

    def crashed(self, report: str) -> str:
        """What is said to the player after an error of ours; an app may keep the report somewhere first."""
        return f"Something went wrong, and the program had to stop: {report.strip().splitlines()[-1]}"

    def _fatal_error(self) -> None:
        # Textual prints the values of variables as well: among them what other players must not see.
        self._exit_renderables.append(Text(self.crashed(format_exc())))
        self._close_messages_no_wait()

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        if self.terminal.remote:
            self.notify(url, title="Open this in your browser", markup=False)
            return
        super().open_url(url, new_tab=new_tab)

    def _deliver_binary(self, binary: BinaryIO | TextIO, **options: Any) -> str | None:
        if self.terminal.remote:
            binary.close()
            return None
        return super()._deliver_binary(binary, **options)


def _own_filters(filters: Sequence[LineFilter]) -> list[LineFilter]:
    """Without those that App.__init__ added on behalf of NO_COLOR and TEXTUAL_FILTERS."""
    return [each for each in filters if isinstance(each, ANSIToTruecolor)]


class _Nowhere(io.StringIO):
    """Rich wants a file, but Textual writes by its driver: this one keeps nothing."""

    def write(self, text: str) -> int:
        return len(text)


# --- The terminal this process sits at --------------------------------------------------------------------------------

# For the last resort, when nobody can be asked any more: synchronised output, colours, kitty keys, mouse, paste, focus,
# line wrap, alternate screen, cursor.
RESTORE = b"\x1b[?2026l\x1b[0m\x1b[<u" + b"".join(b"\x1b[?%dl" % mode for mode in (1000, 1002, 1003, 1006, 2004, 1004))
RESTORE += b"\x1b[?7h\x1b[?1049l\x1b[?25h"
# Seconds between asking the app to leave and leaving without it.
GRACE = 2.0

if sys.platform != "win32":
    import select
    import signal
    import termios
    import threading
    from codecs import getincrementaldecoder
    from types import FrameType

    from textual.drivers.linux_driver import LinuxDriver

    class LocalDriver(LinuxDriver):
        """The terminal this process sits at: its mouse counts in cells, and every way out leaves it in order."""

        def __init__(
            self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
        ) -> None:
            super().__init__(app, debug=debug, mouse=mouse, size=size)
            self._tty = _Tty(*_output())
            self._file = self._tty  # type: ignore[assignment]
            self._handlers: dict[int, Any] = {}
            self._leaving = False

        def start_application_mode(self) -> None:
            super().start_application_mode()  # type: ignore[no-untyped-call]
            for number in (signal.SIGTERM, signal.SIGHUP):
                if signal.getsignal(number) is not signal.SIG_IGN:
                    self._handlers[number] = signal.signal(number, self._on_signal)

        def stop_application_mode(self) -> None:
            super().stop_application_mode()
            for number, handler in self._handlers.items():
                signal.signal(number, handler)
            self._handlers.clear()

        def resume_application_mode(self) -> None:
            """Back from the shell the screen is empty, and upstream does not paint it again."""
            super().resume_application_mode()
            if isinstance(self._app, TerminalApp):
                self._loop.call_soon_threadsafe(self._app.action_repaint)

        def _on_signal(self, number: int, frame: FrameType | None) -> None:
            """Ask the app to leave; if it does not, or is asked again, leave without it."""
            if self._leaving:
                self._leave_now(number)
            insist = threading.Timer(GRACE, self._leave_now, [number])
            insist.daemon = True
            insist.start()
            self._leave(128 + number)

        def _leave(self, code: int) -> None:
            self._leaving = True
            self._loop.call_soon_threadsafe(self._app.exit, None, code)

        def _leave_now(self, number: int) -> None:
            if self.attrs_before is not None:
                with contextlib.suppress(termios.error):
                    termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
            _write(self._tty.fileno(), RESTORE)
            os._exit(128 + number)

        def _get_terminal_size(self) -> tuple[int, int]:
            try:
                width, height = os.get_terminal_size(self._tty.fileno())
            except OSError:
                return 80, 24
            return width or 80, height or 24

        def _enable_mouse_support(self) -> None:
            """Clicks and drags; upstream asks for every move of the pointer, which costs CPU and shows nothing."""
            if self._mouse:
                self.write("\x1b[?1000h\x1b[?1002h\x1b[?1006h")

        def _disable_mouse_support(self) -> None:
            if self._mouse:
                self.write("\x1b[?1000l\x1b[?1002l\x1b[?1006l")

        def _query_in_band_window_resize(self) -> None:
            """Never asked: the answer would turn the mouse to pixels, which some terminals then report wrongly."""

        def run_input_thread(self) -> None:
            """As upstream, but the end of input is the end, and what nobody can read is passed over."""
            decode = getincrementaldecoder("utf-8")(errors="replace").decode
            parser = KeyParser()
            while not self.exit_event.is_set():
                data = b""
                if select.select([self.fileno], [], [], 0.1)[0]:
                    data = _read(self.fileno)
                    if not data:
                        self._leave(128 + signal.SIGHUP)
                        return
                try:
                    for event in [*(parser.feed(decode(data)) if data else ()), *parser.tick()]:
                        self.process_message(event)
                except (ValueError, OverflowError, LookupError, RuntimeError):
                    # Some malformed sequences break the parser for good.
                    parser = KeyParser()

    def _output() -> tuple[int, str]:
        """Where the screen goes, and its encoding: standard output, unless only standard error is a terminal."""
        for stream in (sys.__stdout__, sys.__stderr__):
            if stream is not None and stream.isatty():
                return stream.fileno(), stream.encoding
        return 2, "utf-8"

    def _read(fileno: int) -> bytes:
        try:
            return os.read(fileno, 4096)
        except OSError:
            return b""

    def _write(fileno: int, data: bytes) -> bool:
        try:
            while data:
                data = data[os.write(fileno, data) :]
        except OSError:
            return False
        return True

    class _Tty:
        """The file of Textual's writing thread: one write a frame, and deaf when the terminal has gone."""

        def __init__(self, fileno: int, encoding: str) -> None:
            self._fileno = fileno
            self._encoding = encoding
            self._waiting: list[str] = []

        def write(self, text: str) -> int:
            self._waiting.append(text)
            return len(text)

        def flush(self) -> None:
            text = "".join(self._waiting)
            self._waiting.clear()
            _write(self._fileno, text.encode(self._encoding, "replace"))

        def fileno(self) -> int:
            return self._fileno
