"""A small house and a small screen for tests of the way between them; started by `python -m tests.tui.hall.lobby`.

The house has tables at which nothing happens but what somebody says: everybody who is in hears it. The screen shows who
one is, and what was heard; `q` leaves, and other keys do what a test of their name says.
"""

from __future__ import annotations

import asyncio
import sys
import time
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import Key, Resize
from textual.widgets import Static

from tilehall.engine import Refusal, Refused, RuleError, Text
from tilehall.tui.hall.guest import Screens
from tilehall.tui.hall.news import Caller, Closing, Heard, Line, Listing, News, Person, Said, Visit
from tilehall.tui.hall.worker import Work, main
from tilehall.tui.kernel.app import TerminalApp
from tilehall.tui.kernel.terminal import Terminal


class SmallHouse:
    """People by their keys, and one table where all can talk."""

    def __init__(self, password: str = "") -> None:
        self.password = password
        self.people: dict[str, Person] = {}
        self.callers: list[Caller] = []
        self.visits: list[SmallVisit] = []
        self.said: list[Line] = []
        self.closed = False

    async def enter(self, caller: Caller, heard: Heard) -> SmallVisit:
        self.callers.append(caller)
        if caller.name == "mallory":
            raise RuleError(Text("You are not welcome here any more."))
        known = self.people.get(caller.key) if caller.key else None
        person = known or Person(len(self.callers), caller.name or "guest", guest=not caller.key)
        if caller.key:
            self.people[caller.key] = person
        visit = SmallVisit(self, person, heard)
        self.visits.append(visit)
        return visit

    async def knows(self, key: str) -> bool:
        return key in self.people

    async def fits(self, password: str) -> bool:
        return password == self.password

    async def close(self) -> None:
        self.closed = True


class SmallVisit:
    """So much of a Visit as the tests ask for."""

    def __init__(self, house: SmallHouse, person: Person, heard: Heard) -> None:
        self.house, self.person, self.heard = house, person, heard

    async def lobby(self) -> tuple[Listing, ...]:
        from tilehall.tui.hall.news import Chair, Clock

        chairs = (Chair("Zoë", person=1, here=True), Chair("", ""), Chair("easy 1", "easy"))
        return (Listing(17, "sand", "Zoë", "waiting", chairs, (), 0, (), 0, 0.0, False, True, Clock()),)

    async def say(self, table: int, words: str) -> None:
        self.house.said.append(Line(time.time(), self.person.name, words))
        for visit in self.house.visits:
            visit.heard(Said(table, self.house.said[-1]))

    async def export(self, table: int) -> str:
        if table != 17:
            raise RuleError(Text("There is no table {n}.", n=table))
        return "a record\nof Zoë\n" * 10_000

    async def join(self, table: int, seat: int | None = None, code: str = "") -> int:
        raise Refused(Refusal("H-1", Text("The table is full."), ()))

    async def hint(self, table: int) -> Any:
        await asyncio.sleep(60)

    async def act(self, table: int, actions: Any) -> None:
        raise ZeroDivisionError("an error of ours")

    async def end(self) -> None:
        if self in self.house.visits:
            self.house.visits.remove(self)

    def __getattr__(self, name: str) -> Any:
        async def missing(*args: Any) -> None:
            raise RuleError(Text("There is no {name} in a small house.", name=name))

        return missing


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

    def __init__(self, terminal: Terminal, visit: Visit, ear: Ear) -> None:
        super().__init__(terminal)
        self.visit, self.ear = visit, ear
        self.count = 0
        self.film: Any = None

    def compose(self) -> ComposeResult:
        guest = ", a guest" if self.visit.person.guest else ""
        yield Static(f"竹取 You are {self.visit.person.name}{guest}.", id="bar", markup=False)
        for name in ("keys", "said", "size", "film"):
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
            case "s":
                await self.visit.say(17, "hello")

    def frame(self) -> None:
        self.count += 1
        self.tell("film", " ".join(f"{(self.count * n) % 97:02}" for n in range(1, 26)))

    def on_resize(self, event: Resize) -> None:
        super().on_resize(event)
        if self.is_mounted:
            self.call_later(self.tell, "size", f"{event.size.width}x{event.size.height}")


def screens(work: Work) -> Screens[Ear]:
    return Screens(Ear, SmallApp)


if __name__ == "__main__":
    sys.exit(main(screens, sys.argv[1:]))
