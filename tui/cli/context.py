"""CliContext: the terminal, folders, settings and streams of the user, read once and passed to every command."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import tzinfo
from typing import TextIO

from tilehall.engine import ENGLISH, Language, Text, render_text
from tilehall.tui.cli.load_language import with_language
from tilehall.tui.config.settings import Settings, language_of
from tilehall.tui.config.settings_file import load_settings
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.lines.console import LineConsole
from tilehall.tui.lines.printable import make_printable
from tilehall.tui.tables.storage.store import Library
from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.terminal.environment import is_screen, user_environment

MINDS_VARIABLE, MOST_MINDS = "TILEHALL_MINDS", 60


@dataclass(frozen=True, slots=True)
class CliContext:
    terminal: Terminal
    user_dirs: UserDirs
    settings: Settings
    problems: tuple[Text, ...]
    """Problems found in the settings file."""
    size: tuple[int, int]
    source: TextIO
    sink: TextIO
    on_screen: bool
    """Whether input and output are a terminal that can show a full screen."""
    name: str
    """The value of TERM, for `tilehall doctor`."""
    environ: Mapping[str, str] = field(default_factory=dict, repr=False)
    """The environment passed to programs that are started for the user."""
    zone: tzinfo | None = None
    """The user's time zone; None for that of the system, which includes TZ."""
    language: Language = ENGLISH
    thinking_processes: int | None = None
    """The number of processes for computer players; 0: think in this process; None: chosen to suit the machine."""

    @classmethod
    def open(cls, environ: Mapping[str, str], wanted: str = "") -> CliContext:
        """Reads the context from this environment. Raises UserError if `wanted` is an unknown language."""
        source, sink = sys.stdin, sys.stdout
        places = UserDirs.default()
        settings, problems = load_settings(places.settings)
        settings = with_language(settings, wanted)
        utf8_mode = bool(sys.flags.utf8_mode)
        environ = user_environment(environ, utf8_mode)
        name = environ.get("TERM", "")
        terminal = Terminal.guess(environ, _chosen(sink.encoding, utf8_mode))
        size = shutil.get_terminal_size()
        return cls(
            terminal=terminal,
            user_dirs=places,
            settings=settings,
            problems=tuple(problems),
            size=(size.columns, size.lines),
            source=source,
            sink=sink,
            on_screen=is_screen(source, sink, environ),
            name=name,
            environ=environ,
            language=language_of(settings, terminal),
            thinking_processes=_minds(environ),
        )

    @property
    def library(self) -> Library:
        """The user's saved games."""
        return Library(self.user_dirs.games, self.zone)

    def with_language(self, wanted: str) -> CliContext:
        """A copy with another language. Raises UserError for an unknown language."""
        settings = with_language(self.settings, wanted)
        return replace(self, settings=settings, language=language_of(settings, self.terminal))

    def translate(self, text: Text) -> str:
        """Translates a text into the user's language."""
        return render_text(text, self.language)

    def say(self, *texts: Text) -> None:
        """Prints lines; characters that the output cannot encode become question marks."""
        for text in texts:
            self.sink.write(make_printable(self.translate(text), self.sink.encoding) + "\n")

    def open_console(self, package: str) -> LineConsole:
        """A console for a game of this package."""
        language = language_of(self.settings, self.terminal, package)
        return LineConsole(self.source, self.sink, self.on_screen, language, ascii=self.terminal.glyphs == "ascii")

    def show(self, *lines: Text | str) -> None:
        """Prints lines through the user's pager if they are more than the screen holds.

        Strings are printed as they are: laid out tables are no Texts.
        """
        from tilehall.tui.cli.pager import show_in_pager

        told = [line if isinstance(line, str) else self.translate(line) for line in lines]
        show_in_pager(told, self.source, self.sink, self.environ)

    def print_json(self, document: object) -> None:
        """Prints a document as one line of ASCII JSON, which is valid in any encoding of the output."""
        self.sink.write(json.dumps(document) + "\n")

    def write_raw(self, text: str) -> None:
        """Writes a text in UTF-8, whatever the encoding of the output."""
        self.sink.flush()
        self.sink.buffer.write(text.encode())

    def warn(self, *texts: Text) -> None:
        """Prints lines to standard error."""
        for text in texts:
            print(make_printable(self.translate(text), sys.stderr.encoding), file=sys.stderr)


def _minds(environ: Mapping[str, str]) -> int | None:
    """The number of thinking processes from the environment; None if missing or invalid (`doctor` reports it)."""
    wanted = environ.get(MINDS_VARIABLE, "")
    if not (wanted.isascii() and wanted.isdecimal() and len(wanted) < 4) or int(wanted) > MOST_MINDS:
        return None
    return int(wanted)


def _chosen(encoding: str | None, utf8_mode: bool) -> str | None:
    """The encoding of the output if it says something about the terminal; in UTF-8 mode Python chose it."""
    return None if utf8_mode and encoding and encoding.lower() == "utf-8" else encoding
