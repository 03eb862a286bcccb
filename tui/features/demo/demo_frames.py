"""What a demo shows, picture by picture: the steps of a game, or stretches of several games with notes between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from tilehall.engine import ENGLISH, Text, Who, said, spaced
from tilehall.tui.features.demo.rules_shown import Rules, Uses, shown
from tilehall.tui.tables.history.captions import Told, at_a_time, in_one_go, set_up
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.moment import Deed, Moment

AT_LEAST, AT_MOST = 1.6, 7.0
"""Seconds that a caption stays at speed 1, however short or long it is."""
AFTER = 6
"""Frames that follow the last rule that was asked for, where nobody decides when to stop."""
BEFORE, A_WORD = 0.9, 0.22
"""Seconds that it takes to look up, and for each of its words."""


class Note(NamedTuple):
    """What is said before a stretch."""

    title: Text
    text: Text


class Part(NamedTuple):
    """A stretch of one of the games."""

    film: int
    first: int
    last: int | None
    """None: to where the game has come."""
    note: Note | None = None


class Frame(NamedTuple):
    """One picture with its caption: the position after a step, and what was done from `first` up to it."""

    part: int
    film: int
    first: int
    step: int
    note: Note | None = None
    """Of a frame that announces what comes; of its steps, those of a deal, only the outcome is shown."""


class Caption(NamedTuple):
    """What is said of a frame."""

    what: tuple[Told, ...]
    why: Text | None
    rules: Rules
    """All numbered rules that it shows; first those that were asked for."""

    @property
    def text(self) -> Text:
        """What was done, in one go."""
        return spaced(each.text for each in self.what)

    @property
    def besides(self) -> Rules:
        """The rules that it shows without a sentence of their own: those by which points are counted."""
        told = {each.rule for each in self.what}
        return tuple(rule for rule in self.rules if rule not in told)

    @property
    def seconds(self) -> float:
        """How long it takes to read, at speed 1."""
        texts = [self.text, *([self.why] if self.why else [])]
        return reading(texts)


def reading(texts: Sequence[Text]) -> float:
    """Seconds to read this. Counted in English, so that a tour takes as long in every language."""
    words = sum(len(said(text, ENGLISH).split()) for text in texts)
    return round(min(AT_MOST, max(AT_LEAST, BEFORE + A_WORD * words)), 2)


class Film:
    """One game of a reel, with the rules that its steps show."""

    def __init__(self, replay: Replay[Any]) -> None:
        self.replay = replay
        self.uses = Uses()
        self.follow()

    def follow(self) -> None:
        """The game may have gone on."""
        at, replay = len(self.uses.steps), self.replay
        replay.follow()
        if at == replay.steps:
            return
        rules, deeds = replay.now.rules, replay.deeds
        before = replay.receipt_at(at)
        for deed in deeds[at:]:
            after = replay.receipt_at(deed.number)
            self.uses.add(shown(rules, deed, before, after))
            before = after


class Reel:
    """A row of frames, one of which is shown; more may come at its end."""

    def __init__(self, replays: Sequence[Replay[Any]], parts: Sequence[Part], asked: Rules = ()) -> None:
        """`asked`: the rules that somebody wants to see in it."""
        self.asked = asked
        self.films = [Film(replay) for replay in replays]
        self.parts = list(parts)
        self.frames: list[Frame] = []
        self.at = 0
        self._captions: dict[Frame, Caption] = {}
        self._rules: dict[Frame, Rules] = {}
        self.grow()
        self.go(0)

    # --- frames -------------------------------------------------------------------------------------------------------

    def grow(self) -> bool:
        """Looks how far the games have come; whether there are more frames now."""
        for film in self.films:
            film.follow()
        before = len(self.frames)
        self.frames = [frame for n, part in enumerate(self.parts) for frame in self._frames(n, part)]
        return len(self.frames) > before

    def _frames(self, number: int, part: Part) -> Iterator[Frame]:
        replay = self.films[part.film].replay
        deeds = replay.deeds[part.first - 1 : part.last]
        laid = set_up(deeds) if part.first == 1 else 0
        if part.note:
            yield Frame(number, part.film, part.first, part.first - 1 + laid, part.note)
        elif part.first == 1:
            yield Frame(number, part.film, 1, 0)
            if laid == len(deeds) and part.last is None:
                # It is not all there yet.
                return
            if laid:
                yield Frame(number, part.film, 1, laid)
        for first, step in at_a_time(deeds[laid:]):
            yield Frame(number, part.film, first, step)

    def since(self, frame: Frame) -> Text:
        """What was left out before a frame with a note; empty if nothing was."""
        if not frame.note or not frame.part:
            return Text("")
        part, before = self.parts[frame.part], self.parts[frame.part - 1]
        if part.film != before.film:
            return Text("in another game")
        left = part.first - 1 - (before.last or 0)
        return Text("{n} step later", "{n} steps later", n=left) if left > 0 else Text("")

    @property
    def enough(self) -> int:
        """The last frame that is of interest: some steps after all that was asked for has been shown."""
        last = len(self.frames) - 1
        lacking = {*self.asked}
        for n, frame in enumerate(self.frames):
            lacking -= {*self.rules(frame)}
            if self.asked and not lacking:
                return min(n + AFTER, last)
        return last

    @property
    def frame(self) -> Frame:
        return self.frames[self.at]

    @property
    def replay(self) -> Replay[Any]:
        """The game that is shown now."""
        return self.films[self.frame.film].replay

    @property
    def now(self) -> Moment[Any]:
        return self.replay.now

    @property
    def at_end(self) -> bool:
        return self.at == len(self.frames) - 1

    @property
    def over(self) -> bool:
        """Whether all has been shown that will ever be."""
        return self.at_end and (self.parts[-1].last is not None or not self.now.due)

    def go(self, at: int) -> None:
        """To a frame; the first or the last if there are not so many."""
        self.at = max(0, min(at, len(self.frames) - 1))
        self.replay.go(self.frame.step)
        self.replay.look_from(self.front)

    @property
    def front(self) -> int | None:
        """Who acted last in the game that is shown, or acts first after a note; nobody yet at its beginning."""
        film = self.frame.film
        if self.frame.note:
            # Whoever acts first in what comes is there already.
            coming = takewhile(lambda frame: frame.part == self.frame.part, self.frames[self.at + 1 :])
            following = (self.actor(frame) for frame in coming)
            return next((actor for actor in following if actor is not None), None)
        earlier = (self.frames[n] for n in range(self.at, -1, -1))
        found = (self.actor(frame) for frame in takewhile(lambda frame: frame.film == film, earlier))
        return next((actor for actor in found if actor is not None), None)

    def next_turn(self, direction: int) -> int:
        """The next frame in this direction that another player begins, or another stretch does."""
        at = self.at + direction
        while 0 < at < len(self.frames) and not self.begins(at):
            at += direction
        return max(0, min(at, len(self.frames) - 1))

    def begins(self, at: int) -> bool:
        """Whether another player, or another stretch, begins with a frame."""
        frame, before = self.frames[at], self.frames[at - 1]
        return frame.part != before.part or self.actor(frame) not in (self.actor(before), None)

    def actor(self, frame: Frame) -> int | None:
        """Who acts in a frame, or for whom the dealer does; None if for nobody."""
        if frame.note:
            return None
        deeds = self._deeds(frame)
        acting = (deed.seat for deed in deeds if deed.seat >= 0)
        return next(acting, next((entry.seat for deed in deeds for entry in deed.entries if entry.seat >= 0), None))

    # --- what is said -------------------------------------------------------------------------------------------------

    def _deeds(self, frame: Frame) -> tuple[Deed, ...]:
        return self.films[frame.film].replay.deeds[frame.first - 1 : frame.step]

    def caption(self, frame: Frame) -> Caption:
        """What is told of a frame; of one with a note that."""
        found = self._captions.get(frame)
        if found is None:
            found = self._captions[frame] = self._caption(frame)
        return found

    def _caption(self, frame: Frame) -> Caption:
        if frame.note:
            return Caption((Told(frame.note.text, ""),), None, self.rules(frame))
        replay, deeds = self.films[frame.film].replay, self._deeds(frame)
        if not deeds:
            return Caption((Told(Text("Before the first step."), ""),), None, ())
        if frame.first == 1 and len(deeds) == set_up(deeds):
            return Caption((Told(Text("The table is set up."), ""),), None, self.rules(frame))
        what = tuple(in_one_go(replay.now.rules, deeds))
        return Caption(what, self._why(replay, deeds), self.rules(frame))

    def rules(self, frame: Frame) -> Rules:
        """The rules that a frame shows: those that were asked for, then the others in the order of its steps."""
        if frame not in self._rules:
            steps = self.films[frame.film].uses.steps
            rules = [rule for deed in self._deeds(frame) for rule in steps[deed.number - 1]]
            first = [rule for rule in self.asked if rule in rules]
            self._rules[frame] = tuple(dict.fromkeys([*first, *rules]))
        return self._rules[frame]

    def answers(self, frame: Frame) -> Rules:
        """The rules that were asked for and are shown here."""
        return tuple(rule for rule in self.rules(frame) if rule in self.asked)

    @staticmethod
    def _why(replay: Replay[Any], deeds: Sequence[Deed]) -> Text | None:
        """Why it was done; of a common decision why each did his part."""
        reasons = [(deed.seat, why) for deed in deeds if deed.seat >= 0 and (why := replay.why(deed.number))]
        if len(reasons) < 2:
            return reasons[0][1] if reasons else None
        return spaced(Text("{who}: {why}.", who=Who(seat), why=why) for seat, why in reasons)

    def seconds(self, at: int) -> float:
        """How long a frame stays at speed 1: as long as it takes to read what is new in it."""
        frame = self.frames[at]
        told = self.caption(frame)
        if frame.note:
            return reading([frame.note.title, self.since(frame), frame.note.text])
        before = self.caption(self.frames[at - 1]).why if at else None
        return reading([told.text]) if told.why == before else told.seconds

    # --- rules --------------------------------------------------------------------------------------------------------

    def ticked(self) -> frozenset[str]:
        """The rules that have been shown up to here."""
        return frozenset(rule for frame in self.frames[: self.at + 1] for rule in self.rules(frame))

    def next_use(self, rule: str) -> int | None:
        """The next frame that shows a rule."""
        return next((n for n in range(self.at + 1, len(self.frames)) if rule in self.rules(self.frames[n])), None)

    def previous_use(self, rule: str) -> int | None:
        """The last frame before this one that shows it."""
        return next((n for n in range(self.at - 1, -1, -1) if rule in self.rules(self.frames[n])), None)
