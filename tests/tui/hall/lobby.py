"""A worker with a small screen, for tests of the way between it and the house.

It shows who one is, and what was heard; `q` leaves, and other keys do what goes wrong in real life.
"""

from __future__ import annotations

import sys
import time
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import Click, Key, Resize
from textual.widgets import Static

from tilehall.tui.hall.guest import Screens
from tilehall.tui.hall.protocol import Closing, HallInterface, News, Said
from tilehall.tui.hall.worker import main
from tilehall.tui.hall.worker_config import WorkerConfig
from tilehall.tui.terminal.app import TerminalApp
from tilehall.tui.terminal.capabilities import Terminal


class Ear:
    """Keeps what is told until there is a screen."""

    def __init__(self) -> None:
        self.app: SmallApp | None = None
        self.waiting: list[News] = []

    def __call__(self, news: News) -> None:
        self.waiting.append(news)
        if self.app is not None:
            self.app.call_later(self.app.hear)


class SmallApp(TerminalApp[None]):
    """Says who one is, which keys were pressed, and what was heard."""

    CSS = "Static { height: 1; } #bar { background: #336699; color: #ffcc00; }"
    BINDINGS: ClassVar = [Binding("q", "quit", "Quit")]

    def __init__(self, terminal: Terminal, visit: HallInterface, ear: Ear) -> None:
        super().__init__(terminal)
        self.visit, self.ear = visit, ear
        self.count = 0
        self.film: Any = None

    def compose(self) -> ComposeResult:
        guest = ", a guest" if self.visit.person.guest else ""
        yield Static(f"竹取 You are {self.visit.person.name}{guest}.", id="bar", markup=False)
        for name in ("keys", "typed", "clicked", "said", "size", "film"):
            yield Static("", id=name, markup=False)

    def on_mount(self) -> None:
        self.ear.app = self
        self.hear()

    def tell(self, where: str, what: str) -> None:
        self.query_one(f"#{where}", Static).update(what)

    def hear(self) -> None:
        for news in self.ear.waiting:
            match news:
                case Said(_, line):
                    self.tell("said", f"{line.name} says {line.text}")
                case Closing(why):
                    self.tell("said", f"closing: {why}")
        self.ear.waiting.clear()

    async def on_key(self, event: Key) -> None:
        self.count += 1
        self.tell("keys", f"{self.count} keys, last {event.key}")
        if event.is_printable:
            self.tell("typed", f"typed {event.character}")
        match event.key:
            case "x":
                raise RuntimeError("the secret is 42")
            case "h":
                while True:
                    pass
            case "z":
                time.sleep(60)
            case "p":
                print(f"printed by {self.visit.person.name}")
            case "f":
                self.film = self.set_interval(1 / 30, self.frame)
            case "F":
                self.query_one("#film", Static).styles.height = 30
                self.film = self.set_interval(1 / 30, self.great_frame)
            case "s":
                await self.visit.say(17, "hello")

    def on_click(self, event: Click) -> None:
        self.tell("clicked", f"clicked {event.screen_x},{event.screen_y}")

    def frame(self) -> None:
        self.count += 1
        self.tell("film", " ".join(f"{(self.count * n) % 97:02}" for n in range(1, 26)))

    def great_frame(self) -> None:
        """Of a film that no slow line can carry."""
        self.count += 1
        self.tell("film", "\n".join(f"{self.count * n % 99991:05} " * 12 for n in range(1, 30)))

    def on_resize(self, event: Resize) -> None:
        super().on_resize(event)
        if self.is_mounted:
            self.call_later(self.tell, "size", f"{event.size.width}x{event.size.height}")


def screens(work: WorkerConfig) -> Screens[Ear]:
    return Screens(Ear, SmallApp)


if __name__ == "__main__":
    sys.exit(main(screens, sys.argv[1:]))
