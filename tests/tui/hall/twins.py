"""Two houses in which the same happens, except for what somebody may not know; and all bytes that everybody is sent.

Both are whole houses with real wires. Their clocks stand still, both draw alike, and the lobby is told what is new
after each step: so whatever differs on a wire differs by what was done or drawn in secret.
"""

from __future__ import annotations

import asyncio
import pickle
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cached_property
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.tui.hall.guests import until
from tilehall.engine import CHANCE, Advice, ChanceDraw, Match, Rng, SeedDealer, Text, UserError, load_game
from tilehall.tui.hall import lobby_feed as crier_module
from tilehall.tui.hall import tables as tables_module
from tilehall.tui.hall.asked import answer
from tilehall.tui.hall.client import HallClient
from tilehall.tui.hall.gateway import Gateway
from tilehall.tui.hall.house import HallHouse, HallLimits
from tilehall.tui.hall.protocol import Caller, Heard, News, TableSettings
from tilehall.tui.hall.wire import LONGEST, Peer
from tilehall.tui.tables import table as table_module
from tilehall.tui.tables.thinking.thinkers import QUESTION_LEVELS, InlineThinker, Thought

Eyes = int | None
NAMES = ("Aki", "Bo", "Cleo", "Emi", "Finn")
NOON = 1_700_000_000.0
MANY = HallLimits(open=100_000, an_hour=100_000, deeds=1_000_000, tables=100_000)


def chosen(choices: Sequence[Any], whims: Rng) -> Any:
    """By lot; a look at secret cards, which is rare in the sands, is not missed."""
    looks = [action for action in choices if str(action).startswith("red ")]
    found = looks or choices
    return found[whims.below(len(found))]


class Kept(asyncio.StreamReader):
    """Keeps what comes by it."""

    def __init__(self) -> None:
        super().__init__(limit=LONGEST)
        self.bytes = bytearray()

    def feed_data(self, data: bytes) -> None:
        self.bytes += data
        super().feed_data(data)


class Tap:
    """Somebody at the far end of a wire, and every byte that came by it."""

    def __init__(self, reader: Kept, visit: HallClient) -> None:
        self._reader = reader
        self.visit = visit

    @classmethod
    async def enter(cls, socket: Path, name: str, key: str = "", heard: Heard | None = None) -> Tap:
        heard = heard or _nothing
        reader, loop = Kept(), asyncio.get_running_loop()
        protocol = asyncio.StreamReaderProtocol(reader, loop=loop)
        transport, _ = await loop.create_unix_connection(lambda: protocol, str(socket))
        peer = Peer(reader, asyncio.StreamWriter(transport, protocol, reader, loop), {}, heard)
        listening = asyncio.create_task(peer.run())
        visit = HallClient(peer, await peer.ask("enter", Caller(name, key), ""), heard)
        visit._listening = listening
        return cls(reader, visit)

    def taken(self) -> bytes:
        """All that came since this was asked last."""
        found = bytes(self._reader.bytes)
        self._reader.bytes.clear()
        return found

    async def asks(self, name: str, *args: Any) -> str:
        """Whatever comes of it is an answer, and has come by the wire."""
        try:
            await getattr(self.visit, name)(*args)
        except UserError as error:
            return type(error).__name__
        return ""


def _nothing(news: News) -> None:
    """What came is kept as it came."""


class Luck:
    """Draws what both houses draw, until it is told to draw something else for one step."""

    def __init__(self, seed: str) -> None:
        self.usual = SeedDealer(seed)
        self.whim: SeedDealer | None = None

    def deal(self, draw: ChanceDraw, index: int) -> Any:
        return (self.whim or self.usual).deal(draw, index)


class Told:
    """Computer players who do what they are told, and say so."""

    def __init__(self) -> None:
        self._asked: asyncio.Future[Any] | None = None

    async def think(self, thought: Thought) -> Advice:
        if thought.level in QUESTION_LEVELS:
            return await InlineThinker().think(thought)
        self._asked = asyncio.get_running_loop().create_future()
        action = await self._asked
        return Advice(action, Text("{action} is a secret that looks best.", action=f"{action}"))

    def hurry(self, thought: Thought) -> None:
        """Somebody else has decided meanwhile: whatever is said now comes too late."""
        if self.waits:
            self.do(load_game(thought.game).legal_actions(thought.view, thought.seat)[0])

    @property
    def waits(self) -> bool:
        """Whether somebody wants to know what to do."""
        return self._asked is not None and not self._asked.done()

    def do(self, action: Any) -> None:
        assert self._asked is not None
        self._asked.set_result(action)


class Twin:
    """One of the two houses, and everybody in it."""

    def __init__(self, house: HallHouse, minds: Told, socket: Path, inside: Gateway) -> None:
        self.house = house
        self.minds = minds
        self.socket = socket
        self.inside = inside
        self.taps: dict[Eyes | str, Tap] = {}
        self.number = 0
        self.computer: Eyes = None
        """The seat that was handed over."""
        self.watched: list[str] = []
        self._watching: asyncio.Task[int] | None = None

    async def people(self, seats: int) -> None:
        for seat in range(seats):
            self.taps[seat] = await Tap.enter(self.socket, NAMES[seat], f"SHA256:{seat}")
        self.taps[None] = await Tap.enter(self.socket, "Dara")
        self.taps["lobby"] = await Tap.enter(self.socket, "Lou")
        await self.taps["lobby"].visit.lobby()

    async def sit_down(self, wish: TableSettings) -> None:
        """A game has begun, and everybody looks at it; one by `watch`."""
        first, self.computer = self.taps[0].visit, None
        self.number, _ = await first.open(wish)
        for seat in range(1, wish.seats):
            await self.taps[seat].visit.join(self.number)
        await first.start(self.number)
        for eyes, tap in self.taps.items():
            if eyes != "lobby":
                await tap.visit.come(self.number)
        self.watched = []
        watch = answer(f"watch {self.number}", self.socket, Caller("Wim"), "", {}, self._write)
        self._watching = asyncio.create_task(watch)

    async def _write(self, words: str) -> None:
        self.watched.append(words)

    async def get_up(self) -> None:
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        if not self.match.is_over:
            await self.house.close_table(self.number)

    @property
    def match(self) -> Match[Any]:
        return self.house.tables[self.number].game().match

    @property
    def luck(self) -> Luck:
        luck = self.match.dealer
        assert isinstance(luck, Luck)
        return luck

    async def act(self, seat: int, action: Any) -> None:
        if seat != self.computer:
            await self.taps[seat].visit.act(self.number, (action,))
            return
        steps = len(self.match.steps)
        await until(lambda: self.minds.waits)
        self.minds.do(action)
        await until(lambda: len(self.match.steps) > steps)

    async def settle(self) -> None:
        """Everybody has heard everything."""
        if self.match.is_over:
            # Whoever watches by `watch` goes by now.
            await until(lambda: self.house.tables[self.number].listing.watchers == 1)
        self.house.crier.cry()
        for tap in self.taps.values():
            # What was told before it is answered has come when the answer has.
            await tap.visit.read(self.number, len(self.match.steps))

    async def look_around(self) -> None:
        """Everybody asks for all that can be asked for."""
        for eyes, tap in self.taps.items():
            if eyes != "lobby":
                await tap.visit.come(self.number)
                await tap.visit.past(self.number)
            await tap.visit.lobby()
            await tap.visit.library()
            await tap.visit.export(self.number)


class Hidden(NamedTuple):
    """What is done in the other house instead, and who cannot know."""

    action: Any
    whim: SeedDealer | None
    blind: frozenset[Eyes]


class Twins:
    """Plays in both houses."""

    def __init__(self, one: Twin, other: Twin, masks: Sequence[tuple[bytes, bytes]] = ()) -> None:
        self.both = one, other
        self.masks = masks
        """What may differ: bytes of one and of the other."""
        self.blind: frozenset[Eyes] = frozenset()
        """Who cannot tell the two games apart."""
        self.pairs = 0
        """So many times somebody was sent the same, though the games differed."""
        self.games = 0
        """Differences that were made."""

    async def begin(self, wish: TableSettings) -> None:
        for twin in self.both:
            await twin.sit_down(wish)
            await twin.settle()
        self.blind = frozenset([None, *range(wish.seats)])
        await self.compare()

    async def end(self) -> None:
        for twin in self.both:
            await twin.settle()
            await twin.get_up()
            twin.house.crier.cry()
            for tap in twin.taps.values():
                await tap.visit.lobby()
                tap.taken()

    @property
    def over(self) -> bool:
        return any(twin.match.is_over for twin in self.both)

    @property
    def same(self) -> bool:
        """Whether the games differ in nothing."""
        one, other = (twin.match for twin in self.both)
        return one.game.dump(one.state) == one.game.dump(other.state)

    def due(self) -> list[int]:
        first, second = (twin.match.actors() for twin in self.both)
        return [seat for seat in first if seat in second and seat != CHANCE]

    def choices(self, seat: int) -> list[Any]:
        """What this seat may do in both games."""
        first, second = (twin.match.legal_actions(seat) for twin in self.both)
        return [action for action in first if action in second]

    async def act(self, seat: int, action: Any, hidden: Hidden | None = None) -> None:
        """A step in both houses; in the other one perhaps something else is done, or drawn, in secret."""
        one, other = self.both
        instead = hidden or Hidden(action, None, self.told_alike(seat, action))
        await one.act(seat, action)
        other.luck.whim = instead.whim
        await other.act(seat, instead.action)
        other.luck.whim = None
        self.blind &= instead.blind
        self.games += hidden is not None
        await self.hear()

    async def step(self, whims: Rng) -> None:
        """The same in both houses, by lot."""
        if not self.over:
            seat = self.due()[whims.below(len(self.due()))]
            await self.act(seat, chosen(self.choices(seat), whims))

    async def until_hidden(self, whims: Rng) -> tuple[int, Any, Hidden] | None:
        """Steps in both houses, up to one that somebody could not tell from another one; None if there is none."""
        while not self.over and self.blind:
            due = self.due()
            seat = due[whims.below(len(due))] if due else 0
            choices = self.choices(seat) if due else []
            if not choices:
                break
            action = chosen(choices, whims)
            hidden = self.hidden(seat, action, whims)
            if hidden is not None:
                return seat, action, hidden
            await self.act(seat, action)
        return None

    async def hear(self) -> None:
        for twin in self.both:
            await twin.settle()
        await self.compare()

    async def do(self, eyes: Eyes, name: str, *args: Any) -> bool:
        """Somebody asks for something in both houses; whether it was done."""
        told = [await twin.taps[eyes].asks(name, twin.number, *args) for twin in self.both]
        await self.hear()
        return not any(told)

    async def hand_over(self, seat: int) -> None:
        """A computer player, who does what the test wants, plays there from now on."""
        await self.do(seat, "hand_over", "normal")
        for twin in self.both:
            twin.computer = seat

    async def look_around(self) -> None:
        for twin in self.both:
            await twin.look_around()
        await self.compare()

    async def prod(self, whims: Rng) -> None:
        """Those who cannot tell try what they might: what they are refused, advised and told why says nothing."""
        one, _ = self.both
        for seat in sorted(eyes for eyes in self.blind if isinstance(eyes, int) and eyes != one.computer):
            action = one.match.steps[whims.below(len(one.match.steps))].action
            if not any(seat in twin.match.actors() and action in twin.match.legal_actions(seat) for twin in self.both):
                await self.do(seat, "act", (f"{action}",))
            await self.do(seat, "ask", "undo", whims.below(3))
            await self.do(seat, "agree", False)
            if whims.below(10) == 0:
                await self.do(seat, "hint")

    async def compare(self) -> None:
        one, other = self.both
        differ = not self.same or bool(self.masks)
        for eyes, tap in one.taps.items():
            first, second = self.masked(tap.taken(), other.taps[eyes].taken())
            if (None if eyes == "lobby" else eyes) in self.blind:
                assert first == second, f"{eyes} can tell the games apart: {_where(first, second)}"
                self.pairs += differ
        if None in self.blind:
            await self.compare_watched()

    async def compare_watched(self) -> None:
        one, other = self.both
        for _ in range(400):
            if one.watched == other.watched:
                break
            await asyncio.sleep(0.005)
        assert one.watched == other.watched

    def masked(self, first: bytes, second: bytes) -> tuple[bytes, bytes]:
        for ours, theirs in self.masks:
            assert len(ours) == len(theirs)
            first, second = first.replace(ours, b"~" * len(ours)), second.replace(theirs, b"~" * len(theirs))
        return first, second

    # --- what is hidden from whom ---------------------------------------------------------------------------------

    def told_alike(self, seat: int, action: Any) -> frozenset[Eyes]:
        """Who cannot tell the games apart after this was done in both."""
        one, other = (Tried(twin.match, seat, action) for twin in self.both)
        return self.alike(seat, one, other, False)

    def alike(self, seat: int, one: Tried, other: Tried, instead: bool) -> frozenset[Eyes]:
        """Who cannot tell these two steps apart, by the rules alone; who has chosen something else can."""
        eyes = (None, *range(len(self.both[0].taps) - 2))
        return frozenset(each for each in eyes if not (instead and each == seat) and one.told(each) == other.told(each))

    def hidden(self, seat: int, action: Any, whims: Rng, tries: int = 3) -> Hidden | None:
        """Something else that some of those who cannot tell the games apart now cannot tell from this action."""
        one, other = self.both
        choices, done = self.choices(seat), Tried(one.match, seat, action)
        for _ in range(tries):
            instead = choices[whims.below(len(choices))]
            whim = SeedDealer(f"{whims.below(1 << 30)}")
            tried = Tried(other.match, seat, instead, whim)
            if tried.whole != done.whole:
                blind = self.alike(seat, done, tried, action != instead) & self.blind
                if blind:
                    return Hidden(instead, whim, blind)
        return None


class Tried:
    """What would come of an action, and of what is drawn after it."""

    def __init__(self, match: Match[Any], seat: int, action: Any, whim: SeedDealer | None = None) -> None:
        self._before = len(match.steps)
        self.match = match.copy()
        luck = match.dealer
        assert isinstance(luck, Luck)
        self.match.dealer = whim or luck.usual
        self.match.act(seat, action)

    @cached_property
    def whole(self) -> Any:
        return self.match.game.dump(self.match.state)

    def told(self, eyes: Eyes) -> Any:
        """All that the rules let these eyes know of it."""
        rules = self.match.game
        return [
            (
                step.seat,
                step.is_joint,
                [repr(event.text_for(eyes)) for event in step.events],
                rules.dump(rules.view(step.after, eyes)),
            )
            for step in self.match.steps[self._before :]
        ]


def _frames(sent: bytes) -> list[Any]:
    found = []
    while sent:
        length = int.from_bytes(sent[:4], "big")
        found.append(pickle.loads(sent[4 : 4 + length]))
        sent = sent[4 + length :]
    return found


def _where(first: bytes, second: bytes) -> str:
    """The first frames that differ."""
    pairs = zip(_frames(first), _frames(second), strict=False)
    return next((f"{one}\n{two}" for one, two in pairs if pickle.dumps(one) != pickle.dumps(two)), "their number")


@asynccontextmanager
async def twins(
    folder: Path, patch: pytest.MonkeyPatch, seats: int, seeds: tuple[str, str] = ("ab" * 16, "ab" * 16)
) -> AsyncIterator[Twins]:
    """Two houses with so many people; each seals its games with its own seed, and both draw by the first."""
    patch.setattr(crier_module, "A_MOMENT", 10_000.0)
    patch.setattr(tables_module, "A_WHILE", 10_000.0)
    patch.setattr(table_module, "SeedDealer", lambda seed: Luck(seeds[0]))
    found: list[Twin] = []
    for name in ("one", "other"):
        minds = Told()
        house = await HallHouse.open(folder / name, minds, MANY, lambda: NOON, lambda: NOON)
        inside = Gateway(house, lambda number, peer: None)
        await inside.listen(folder / name / "s")
        found.append(Twin(house, minds, folder / name / "s", inside))
        await found[-1].people(seats)
    # Tables are opened in the houses by turns.
    turns = cycle(seeds)
    patch.setattr(secrets, "token_hex", lambda size: next(turns))
    try:
        yield Twins(*found)
    finally:
        for twin in found:
            await twin.inside.end()
            await twin.house.close()
