"""What a program writes on its standard error, kept in a file of limited size: always the latest of it."""

from __future__ import annotations

import os
import re
from pathlib import Path

MOST_BYTES = 512 * 1024
"""Bytes of a file; the one before it is kept beside it."""
MOST_BYTES_EVER = 32 * 1024 * 1024
"""Bytes after which nothing more is kept: a disk has better things to do."""
UNFIT_FOR_NAMES = re.compile(r"[^\w.-]+")


class StderrLog:
    """The file is made when there is something to keep. What cannot be kept is lost, and nobody has to wait for it."""

    def __init__(self, folder: Path, name: str, most: int = MOST_BYTES) -> None:
        """Of a program that is called so; several processes do not get into each other's way."""
        self.path = folder / f"{UNFIT_FOR_NAMES.sub('_', name) or 'bot'}-{os.getpid()}.log"
        self.most = most
        self._left = MOST_BYTES_EVER

    def add(self, data: bytes) -> None:
        if self._left <= 0:
            return
        self._left -= len(data)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with open(self.path, "ab") as file:
                file.write(data[-self.most :])
                full = file.tell() > self.most
            if full:
                self.path.replace(self.path.with_suffix(".log.old"))
        except OSError:
            return
