"""A worker as it is, that says when asked by a signal how many apps it holds: those that were left must be gone."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import sys
from types import FrameType

from tilehall.tui.hall.app import HallApp
from tilehall.tui.hall.worker import main
from tilehall.tui.hall.worker_main import screens

APPS = "apps in memory: "
log = logging.getLogger(__name__)


def count(number: int, frame: FrameType | None) -> None:
    """Not within the handler: what it was called in the midst of may be anything."""
    asyncio.get_running_loop().call_soon_threadsafe(_count)


def _count() -> None:
    gc.collect()
    log.info("%s%d", APPS, sum(isinstance(each, HallApp) for each in gc.get_objects()))


if __name__ == "__main__":
    signal.signal(signal.SIGUSR1, count)
    sys.exit(main(screens, sys.argv[1:]))
