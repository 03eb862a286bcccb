"""Callbacks after changes, and what computer players wait for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

WhenChanged = Callable[[], None]
UntilRead = Callable[[], Awaitable[None]]
WhenBroken = Callable[[Exception], None]


class Listener:
    """The callbacks of one subscriber."""

    def __init__(self, when_changed: WhenChanged, until_read: UntilRead | None, when_broken: WhenBroken | None) -> None:
        self.when_changed = when_changed
        self.until_read = until_read
        self.when_broken = when_broken

    def report_error(self, error: Exception) -> None:
        """Hand an error of a callback to `when_broken`."""
        if self.when_broken is not None:
            self.when_broken(error)


class Listeners:
    """All subscribers. A callback that raises is called no more; the others, and whoever made the change, go on.

    >>> listeners, heard = Listeners(), []
    >>> stop = listeners.add(lambda: heard.append("news"))
    >>> listeners.notify()
    >>> stop()
    >>> listeners.notify()
    >>> heard, bool(listeners)
    (['news'], False)
    """

    def __init__(self) -> None:
        self._all: list[Listener] = []

    def __bool__(self) -> bool:
        return bool(self._all)

    def add(
        self,
        when_changed: WhenChanged,
        until_read: UntilRead | None = None,
        when_broken: WhenBroken | None = None,
    ) -> Callable[[], None]:
        """Add a subscriber; the result removes it."""
        listener = Listener(when_changed, until_read, when_broken)
        self._all.append(listener)

        def stop() -> None:
            if listener in self._all:
                self._all.remove(listener)

        return stop

    def clear(self) -> None:
        """Remove all subscribers."""
        self._all.clear()

    def notify(self) -> None:
        """Call all `when_changed`."""
        for listener in tuple(self._all):
            try:
                listener.when_changed()
            except Exception as error:
                self._all.remove(listener)
                listener.report_error(error)

    async def wait_until_read(self) -> None:
        """Wait for all `until_read`, one after the other."""
        for listener in tuple(self._all):
            if listener.until_read is None:
                continue
            try:
                await listener.until_read()
            except Exception as error:
                listener.until_read = None
                listener.report_error(error)
