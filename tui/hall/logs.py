"""What is written down by the processes of a hall: a line of JSON for each thing, without secrets.

Names and addresses of guests are in it, and fingerprints of keys; no passwords, no codes, nothing that was said or
played. JSON leaves no control character as it is.
"""

from __future__ import annotations

import io
import json
import logging
import sys
import time
from typing import TextIO

from tilehall.tui.hall.watchdog import SESSION

LONGEST = 8000
"""Characters of one line; a traceback fits."""


class Lines(logging.Formatter):
    """A record as one line."""

    def __init__(self, process: str) -> None:
        super().__init__()
        self._process = process

    def format(self, record: logging.LogRecord) -> str:
        told = record.getMessage()
        if record.exc_info:
            told = f"{told}\n{self.formatException(record.exc_info)}"
        found = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "process": self._process,
            "session": SESSION.get(""),
            "what": told[:LONGEST],
        }
        return json.dumps({name: value for name, value in found.items() if value})


class Printed(io.TextIOBase):
    """A stream of which every line goes to the log."""

    def __init__(self) -> None:
        self._log = logging.getLogger("tilehall.printed")
        self._begun = ""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        *lines, self._begun = (self._begun + text).split("\n")
        for line in lines:
            if line:
                self._log.warning("%s", line[:LONGEST])
        self._begun = self._begun[:LONGEST]
        return len(text)


def write_to(stream: TextIO, process: str) -> None:
    """From now on all that this process says is written there."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Lines(process))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    # What is told to it by strangers, and what happens to every packet, is of no interest.
    logging.getLogger("asyncssh").setLevel(logging.ERROR)


def catch_prints() -> None:
    """What is printed, by whomever, is written down as well."""
    sys.stdout = sys.stderr = Printed()
