"""Error reports, and the limit on returning to the place of an error."""

from __future__ import annotations

import traceback
from collections import deque

MAX_ERRORS = 3
"""Number of errors within `ERROR_PERIOD` seconds from which on the program does not return to that place."""
ERROR_PERIOD = 5.0
MAX_REPORT_WIDTH = 300
"""Columns of a line in a report: a message may contain a whole position."""


class CrashLimiter:
    """Counts the errors at one place.

    >>> fence = CrashLimiter()
    >>> [fence.allows_return(now) for now in (1.0, 2.0, 9.0, 9.1, 9.2)]
    [True, True, True, True, False]
    """

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=MAX_ERRORS)

    def allows_return(self, now: float) -> bool:
        """Counts an error at time `now`; returns False if there were too many, and then starts counting anew."""
        self._times.append(now)
        if len(self._times) < MAX_ERRORS or now - self._times[0] > ERROR_PERIOD:
            return True
        self._times.clear()
        return False


def describe_error(error: BaseException) -> str:
    """The traceback without the values of variables, which may be secrets of other players."""
    lines = "".join(traceback.format_exception(error)).splitlines()
    return "".join(f"{line if len(line) <= MAX_REPORT_WIDTH else line[:MAX_REPORT_WIDTH] + ' ...'}\n" for line in lines)
