"""The environment as the user set it, before Python's changes, and whether a full screen can be shown."""

from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

COERCED_LOCALES = ("C.UTF-8", "C.utf8", "UTF-8")
"""Values that Python gives LC_CTYPE at its start if the locale is C and LC_ALL is not set (PEP 538)."""
AT_START = Path("/proc/self/environ")
"""The environment that this process was started with, as Linux keeps it."""


def user_environment(environ: Mapping[str, str], utf8_mode: bool, at_start: Path = AT_START) -> Mapping[str, str]:
    """The environment with the user's own LC_CTYPE, if there is one. Python changes it in UTF-8 mode only.

    >>> user_environment({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, utf8_mode=True, at_start=Path("nowhere"))
    {'LANG': 'C'}
    """
    if not utf8_mode or environ.get("LC_CTYPE") not in COERCED_LOCALES:
        return environ
    others = {name: value for name, value in environ.items() if name != "LC_CTYPE"}
    try:
        lines = at_start.read_bytes().decode("utf-8", "replace").split("\0")
    except OSError:
        # LC_CTYPE may be the user's own: it is dropped only if LANG is set.
        return others if environ.get("LANG") else environ
    return others | dict(line.split("=", 1) for line in lines if line.startswith("LC_CTYPE="))


def is_screen(source: TextIO, sink: TextIO, environ: Mapping[str, str]) -> bool:
    """Whether input and output are a terminal that can move its cursor."""
    return source.isatty() and sink.isatty() and environ.get("TERM", "").lower() != "dumb"
