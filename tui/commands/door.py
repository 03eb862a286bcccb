"""What is known at the door: the terminal, the user's places and settings, the streams. Read once, then handed on."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import tzinfo
from typing import TextIO

from tilehall.tui.house.store import Library
from tilehall.tui.kernel.environ import is_screen, own
from tilehall.tui.kernel.terminal import Terminal
from tilehall.tui.line.plain import plain
from tilehall.tui.places import Places
from tilehall.tui.settings import Settings, load


@dataclass(frozen=True, slots=True)
class Door:
    terminal: Terminal
    places: Places
    settings: Settings
    problems: tuple[str, ...]
    """What in the settings was not understood."""
    size: tuple[int, int]
    source: TextIO
    sink: TextIO
    on_screen: bool
    """Whether source and sink are a terminal that can show a full screen."""
    name: str
    """What TERM says, for the doctor."""
    environ: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What programs that are started for the user get as theirs."""
    zone: tzinfo | None = None
    """Where the user's clock is; none: where this system's is, which it has from TZ."""

    @classmethod
    def open(cls, environ: Mapping[str, str]) -> Door:
        source, sink = sys.stdin, sys.stdout
        places = Places.usual()
        settings, problems = load(places.settings)
        utf8_mode = bool(sys.flags.utf8_mode)
        environ = own(environ, utf8_mode)
        name = environ.get("TERM", "")
        size = shutil.get_terminal_size()
        return cls(
            terminal=Terminal.guess(environ, _chosen(sink.encoding, utf8_mode)),
            places=places,
            settings=settings,
            problems=tuple(problems),
            size=(size.columns, size.lines),
            source=source,
            sink=sink,
            on_screen=is_screen(source, sink, environ),
            name=name,
            environ=environ,
        )

    @property
    def library(self) -> Library:
        """The user's saved games."""
        return Library(self.places.games, self.zone)

    def say(self, *lines: str) -> None:
        """Lines for people; what the output cannot encode becomes a question mark."""
        for line in lines:
            self.sink.write(plain(line, self.sink.encoding) + "\n")

    def show(self, *lines: str) -> None:
        """Lines for people who read them at leisure: through their pager, if there are more than the screen holds."""
        from tilehall.tui.commands.pager import show

        show(lines, self.source, self.sink, self.environ)

    def tell(self, document: object) -> None:
        """A document for programs: JSON, on one line, in ASCII, which is right in whatever the output is encoded."""
        import json

        self.sink.write(json.dumps(document) + "\n")

    def warn(self, *lines: str) -> None:
        """Lines about what is wrong, beside what was asked for."""
        for line in lines:
            print(plain(line, sys.stderr.encoding), file=sys.stderr)


def _chosen(encoding: str | None, utf8_mode: bool) -> str | None:
    """The encoding of the output, if it says something about the terminal: in UTF-8 mode Python chose it."""
    return None if utf8_mode and encoding and encoding.lower() == "utf-8" else encoding
