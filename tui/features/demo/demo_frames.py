"""The frames of a demo: the steps of a game, or parts of several games with notes before them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from tilehall.engine import ENGLISH, Text, Who, join_spaces, render_text
from tilehall.tui.features.demo.rules_shown import RuleNumbers, RuleUses, rules_shown
from tilehall.tui.tables.history.captions import CaptionSentence, describe_steps, group_steps, setup_length
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.moment import Moment, SeenStep

LEAST_SECONDS, MOST_SECONDS = 1.6, 7.0
"""The shortest and the longest time for a caption at speed 1."""
FRAMES_AFTER = 6
"""Frames after the last of the wanted rules, where no user stops the demo."""
READING_START, SECONDS_A_WORD = 0.9, 0.22
"""Seconds to find the caption, and to read each of its words."""


class DemoNote(NamedTuple):
    """A note before a part."""

    title: Text
    text: Text


class DemoPart(NamedTuple):
    """A range of steps of one game."""

    game: int
    first: int
    last: int | None
    """None: up to the latest step."""
    note: DemoNote | None = None


class DemoFrame(NamedTuple):
    """A position with its caption; the caption tells the steps from `first` up to it."""

    part: int
    game: int
    first: int
    step: int
    note: DemoNote | None = None
    """Announces a part. Of the steps of such a frame, those of the deal, only the outcome is shown."""


class DemoCaption(NamedTuple):
    """The texts of a frame."""

    sentences: tuple[CaptionSentence, ...]
    why: Text | None
    rules: RuleNumbers
    """The numbers of all rules that the frame shows, wanted ones first."""

    @property
    def text(self) -> Text:
        """All sentences in one text."""
        return join_spaces(each.text for each in self.sentences)

    @property
    def unsaid_rules(self) -> RuleNumbers:
        """The rules without a sentence of their own: those by which points are counted."""
        told = {each.rule for each in self.sentences}
        return tuple(rule for rule in self.rules if rule not in told)

    @property
    def seconds(self) -> float:
        """Seconds to read the caption at speed 1."""
        texts = [self.text, *([self.why] if self.why else [])]
        return reading_seconds(texts)


def reading_seconds(texts: Sequence[Text]) -> float:
    """Return the seconds to read these texts. English words are counted, so that a tour takes as long in every
    language."""
    words = sum(len(render_text(text, ENGLISH).split()) for text in texts)
    return round(min(MOST_SECONDS, max(LEAST_SECONDS, READING_START + SECONDS_A_WORD * words)), 2)


class DemoGame:
    """A game of the demo, with the rules that its steps show."""

    def __init__(self, replay: Replay[Any]) -> None:
        self.replay = replay
        self.rules_shown = RuleUses()
        self.follow()

    def follow(self) -> None:
        """Take in the steps that the game has made since."""
        at, replay = len(self.rules_shown.steps), self.replay
        replay.follow()
        if at == replay.steps:
            return
        rules, seen = replay.now.rules, replay.seen_steps
        before = replay.receipt_at(at)
        for step in seen[at:]:
            after = replay.receipt_at(step.number)
            self.rules_shown.add(rules_shown(rules, step, before, after))
            before = after


class DemoFrames:
    """A list of frames with a current one; frames may be added at its end."""

    def __init__(self, replays: Sequence[Replay[Any]], parts: Sequence[DemoPart], asked: RuleNumbers = ()) -> None:
        """`asked` are the rules that the user wants to see."""
        self.asked = asked
        self.games = [DemoGame(replay) for replay in replays]
        self.parts = list(parts)
        self.frames: list[DemoFrame] = []
        self.at = 0
        self._captions: dict[DemoFrame, DemoCaption] = {}
        self._rules: dict[DemoFrame, RuleNumbers] = {}
        self.add_new_frames()
        self.go(0)

    # --- frames -------------------------------------------------------------------------------------------------------

    def add_new_frames(self) -> bool:
        """Add the frames of new steps. Returns whether there are any."""
        for game in self.games:
            game.follow()
        before = len(self.frames)
        self.frames = [frame for n, part in enumerate(self.parts) for frame in self._frames(n, part)]
        return len(self.frames) > before

    def _frames(self, number: int, part: DemoPart) -> Iterator[DemoFrame]:
        replay = self.games[part.game].replay
        seen = replay.seen_steps[part.first - 1 : part.last]
        laid = setup_length(seen) if part.first == 1 else 0
        if part.note:
            yield DemoFrame(number, part.game, part.first, part.first - 1 + laid, part.note)
        elif part.first == 1:
            yield DemoFrame(number, part.game, 1, 0)
            if laid == len(seen) and part.last is None:
                # The part is not complete yet.
                return
            if laid:
                yield DemoFrame(number, part.game, 1, laid)
        for first, step in group_steps(seen[laid:]):
            yield DemoFrame(number, part.game, first, step)

    def skipped_text(self, frame: DemoFrame) -> Text:
        """Return what was left out before a frame with a note; empty if nothing was."""
        if not frame.note or not frame.part:
            return Text("")
        part, before = self.parts[frame.part], self.parts[frame.part - 1]
        if part.game != before.game:
            return Text("in another game")
        left = part.first - 1 - (before.last or 0)
        return Text("{n} step later", "{n} steps later", n=left) if left > 0 else Text("")

    @property
    def last_of_interest(self) -> int:
        """Return the last frame of interest: some steps after all wanted rules have been shown."""
        last = len(self.frames) - 1
        lacking = {*self.asked}
        for n, frame in enumerate(self.frames):
            lacking -= {*self.rules(frame)}
            if self.asked and not lacking:
                return min(n + FRAMES_AFTER, last)
        return last

    @property
    def frame(self) -> DemoFrame:
        return self.frames[self.at]

    @property
    def replay(self) -> Replay[Any]:
        """The game of the current frame."""
        return self.games[self.frame.game].replay

    @property
    def now(self) -> Moment[Any]:
        return self.replay.now

    @property
    def at_end(self) -> bool:
        return self.at == len(self.frames) - 1

    @property
    def over(self) -> bool:
        """Whether the current frame is the last one and no more will come."""
        return self.at_end and (self.parts[-1].last is not None or not self.now.due)

    def go(self, at: int) -> None:
        """Go to a frame, or to the nearest one."""
        self.at = max(0, min(at, len(self.frames) - 1))
        self.replay.go(self.frame.step)
        self.replay.look_from(self.seat_in_front)

    @property
    def seat_in_front(self) -> int | None:
        """Return who acted last in the current game, or acts first after a note; None before its first action."""
        game = self.frame.game
        if self.frame.note:
            # After a note, the seat that acts next is in front already.
            coming = takewhile(lambda frame: frame.part == self.frame.part, self.frames[self.at + 1 :])
            following = (self.actor(frame) for frame in coming)
            return next((actor for actor in following if actor is not None), None)
        earlier = (self.frames[n] for n in range(self.at, -1, -1))
        found = (self.actor(frame) for frame in takewhile(lambda frame: frame.game == game, earlier))
        return next((actor for actor in found if actor is not None), None)

    def next_turn(self, direction: int) -> int:
        """Return the next frame in this direction that begins a turn of another player, or a part."""
        at = self.at + direction
        while 0 < at < len(self.frames) and not self.begins_turn(at):
            at += direction
        return max(0, min(at, len(self.frames) - 1))

    def begins_turn(self, at: int) -> bool:
        """Whether a turn of another player, or a part, begins with this frame."""
        frame, before = self.frames[at], self.frames[at - 1]
        return frame.part != before.part or self.actor(frame) not in (self.actor(before), None)

    def actor(self, frame: DemoFrame) -> int | None:
        """Return the seat that acts in a frame, or for which the dealer acts; None if there is none."""
        if frame.note:
            return None
        seen = self._seen_steps(frame)
        acting = (step.seat for step in seen if step.seat >= 0)
        return next(acting, next((entry.seat for step in seen for entry in step.entries if entry.seat >= 0), None))

    # --- what is said -------------------------------------------------------------------------------------------------

    def _seen_steps(self, frame: DemoFrame) -> tuple[SeenStep, ...]:
        return self.games[frame.game].replay.seen_steps[frame.first - 1 : frame.step]

    def caption(self, frame: DemoFrame) -> DemoCaption:
        """Return the caption of a frame."""
        found = self._captions.get(frame)
        if found is None:
            found = self._captions[frame] = self._caption(frame)
        return found

    def _caption(self, frame: DemoFrame) -> DemoCaption:
        if frame.note:
            return DemoCaption((CaptionSentence(frame.note.text, ""),), None, self.rules(frame))
        replay, seen = self.games[frame.game].replay, self._seen_steps(frame)
        if not seen:
            return DemoCaption((CaptionSentence(Text("Before the first step."), ""),), None, ())
        if frame.first == 1 and len(seen) == setup_length(seen):
            return DemoCaption((CaptionSentence(Text("The table is set up."), ""),), None, self.rules(frame))
        what = tuple(describe_steps(replay.now.rules, seen))
        return DemoCaption(what, self._why(replay, seen), self.rules(frame))

    def rules(self, frame: DemoFrame) -> RuleNumbers:
        """Return the rules that a frame shows: wanted ones first, then the others in the order of its steps."""
        if frame not in self._rules:
            steps = self.games[frame.game].rules_shown.steps
            rules = [rule for step in self._seen_steps(frame) for rule in steps[step.number - 1]]
            first = [rule for rule in self.asked if rule in rules]
            self._rules[frame] = tuple(dict.fromkeys([*first, *rules]))
        return self._rules[frame]

    def asked_rules_in(self, frame: DemoFrame) -> RuleNumbers:
        """Return the wanted rules that this frame shows."""
        return tuple(rule for rule in self.rules(frame) if rule in self.asked)

    @staticmethod
    def _why(replay: Replay[Any], seen: Sequence[SeenStep]) -> Text | None:
        """Return the reason of the action; for a joint decision the reason of each part."""
        reasons = [(step.seat, why) for step in seen if step.seat >= 0 and (why := replay.reason_for(step.number))]
        if len(reasons) < 2:
            return reasons[0][1] if reasons else None
        return join_spaces(Text("{who}: {why}.", who=Who(seat), why=why) for seat, why in reasons)

    def seconds(self, at: int) -> float:
        """Return the seconds that a frame stays at speed 1: the time to read what is new in it."""
        frame = self.frames[at]
        told = self.caption(frame)
        if frame.note:
            return reading_seconds([frame.note.title, self.skipped_text(frame), frame.note.text])
        before = self.caption(self.frames[at - 1]).why if at else None
        return reading_seconds([told.text]) if told.why == before else told.seconds

    # --- rules --------------------------------------------------------------------------------------------------------

    def rules_seen(self) -> frozenset[str]:
        """Return the rules shown up to the current frame."""
        return frozenset(rule for frame in self.frames[: self.at + 1] for rule in self.rules(frame))

    def next_use(self, rule: str) -> int | None:
        """Return the next frame that shows a rule, or None."""
        return next((n for n in range(self.at + 1, len(self.frames)) if rule in self.rules(self.frames[n])), None)

    def previous_use(self, rule: str) -> int | None:
        """Return the last frame before the current one that shows a rule, or None."""
        return next((n for n in range(self.at - 1, -1, -1) if rule in self.rules(self.frames[n])), None)
