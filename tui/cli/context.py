"""What every command needs: the terminal, the user's folders and settings, the streams. Read once, then handed in."""

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
    """What in the settings was not understood."""
    size: tuple[int, int]
    source: TextIO
    sink: TextIO
    on_screen: bool
    """Whether source and sink are a terminal that can show a full screen."""
    name: str
    """The value of TERM, for the doctor."""
    environ: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What programs that are started for the user get as theirs."""
    zone: tzinfo | None = None
    """Where the user's clock is; none: where this system's is, which it has from TZ."""
    language: Language = ENGLISH
    thinking_processes: int | None = None
    """In how many processes computer players may think; 0: in this one; none: as many as suit the machine."""

    @classmethod
    def open(cls, environ: Mapping[str, str], wanted: str = "") -> CliContext:
        """The context for this environment. Raises UserError if a language is wanted that there is not."""
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
        """The same in another language. Raises UserError if there is no such language."""
        settings = with_language(self.settings, wanted)
        return replace(self, settings=settings, language=language_of(settings, self.terminal))

    def translate(self, text: Text) -> str:
        """A text in the user's language."""
        return render_text(text, self.language)

    def say(self, *texts: Text) -> None:
        """Lines for people; what the output cannot encode becomes a question mark."""
        for text in texts:
            self.sink.write(make_printable(self.translate(text), self.sink.encoding) + "\n")

    def open_console(self, package: str) -> LineConsole:
        """A conversation about a game of this package."""
        language = language_of(self.settings, self.terminal, package)
        return LineConsole(self.source, self.sink, self.on_screen, language, ascii=self.terminal.glyphs == "ascii")

    def show(self, *lines: Text | str) -> None:
        """Lines for people who read them at leisure: through their pager, if there are more than the screen holds.

        What is laid out already, such as a table, is no Text any more.
        """
        from tilehall.tui.cli.pager import show_in_pager

        told = [line if isinstance(line, str) else self.translate(line) for line in lines]
        show_in_pager(told, self.source, self.sink, self.environ)

    def print_json(self, document: object) -> None:
        """A document for programs: JSON, on one line, in ASCII, which is right in whatever the output is encoded."""
        self.sink.write(json.dumps(document) + "\n")

    def write_raw(self, text: str) -> None:
        """A file as it is, in UTF-8, whatever the output is encoded in."""
        self.sink.flush()
        self.sink.buffer.write(text.encode())

    def warn(self, *texts: Text) -> None:
        """Lines about what is wrong, beside what was asked for."""
        for text in texts:
            print(make_printable(self.translate(text), sys.stderr.encoding), file=sys.stderr)


def _minds(environ: Mapping[str, str]) -> int | None:
    """What the environment says of processes to think in; nonsense, of which the doctor tells, says nothing."""
    wanted = environ.get(MINDS_VARIABLE, "")
    if not (wanted.isascii() and wanted.isdecimal() and len(wanted) < 4) or int(wanted) > MOST_MINDS:
        return None
    return int(wanted)


def _chosen(encoding: str | None, utf8_mode: bool) -> str | None:
    """The encoding of the output, if it says something about the terminal: in UTF-8 mode Python chose it."""
    return None if utf8_mode and encoding and encoding.lower() == "utf-8" else encoding
