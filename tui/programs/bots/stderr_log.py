"""Log file of bounded size for what a program writes on its standard error."""

from __future__ import annotations

import os
import re
from pathlib import Path

MOST_BYTES = 512 * 1024
"""Bytes of a file; the previous file is kept beside it."""
MOST_BYTES_EVER = 32 * 1024 * 1024
"""Bytes of a run after which nothing more is written."""
UNFIT_FOR_NAMES = re.compile(r"[^\w.-]+")


class StderrLog:
    """Created at the first write; what cannot be written is dropped silently."""

    def __init__(self, folder: Path, name: str, most: int = MOST_BYTES) -> None:
        """For a program of this name; the file name holds our process id, so that runs do not collide."""
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
