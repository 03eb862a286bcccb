"""Those who are told of changes, and for whom computer players wait."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

WhenChanged = Callable[[], None]
UntilRead = Callable[[], Awaitable[None]]
WhenBroken = Callable[[Exception], None]


class Listener:
    """Somebody who is told of changes, and for whom computer players wait."""

    def __init__(self, when_changed: WhenChanged, until_read: UntilRead | None, when_broken: WhenBroken | None) -> None:
        self.when_changed = when_changed
        self.until_read = until_read
        self.when_broken = when_broken

    def report_error(self, error: Exception) -> None:
        """It could not listen: whoever listens is told what it raised."""
        if self.when_broken is not None:
            self.when_broken(error)


class Listeners:
    """All who listen. One that raises is told no more, but hears of that; the others, and who acted, go on.

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
        """Somebody more; the answer ends that."""
        listener = Listener(when_changed, until_read, when_broken)
        self._all.append(listener)

        def stop() -> None:
            if listener in self._all:
                self._all.remove(listener)

        return stop

    def clear(self) -> None:
        """Nobody listens any more."""
        self._all.clear()

    def notify(self) -> None:
        """Something has changed."""
        for listener in tuple(self._all):
            try:
                listener.when_changed()
            except Exception as error:
                self._all.remove(listener)
                listener.report_error(error)

    async def wait_until_read(self) -> None:
        """Waits until everybody has read what was told so far."""
        for listener in tuple(self._all):
            if listener.until_read is None:
                continue
            try:
                await listener.until_read()
            except Exception as error:
                listener.until_read = None
                listener.report_error(error)
