"""What the others have done: told when the turn comes, turn by turn when asked for, and why they did it."""

from __future__ import annotations

from collections.abc import Container
from functools import partial
from itertools import takewhile
from typing import Generic, TypeVar

from tilehall.engine import CHANCE, Text, Who, join_spaces
from tilehall.tui.player.focus import Focus
from tilehall.tui.player.messages.recap import RecentEvents, TurnRecap, find_recent_events, last_own_step, recap_since
from tilehall.tui.player.messages.status_message import SINCE_LAST_TURN, StatusMessage
from tilehall.tui.player.status_line import StatusLine
from tilehall.tui.player.view import BoardReader
from tilehall.tui.tables.history.reasons import NO_COMPUTER_STEP, NO_EARLIER_STEP, find_reason
from tilehall.tui.tables.moment import Moment, SeenStep
from tilehall.tui.tables.seat import Seat

S = TypeVar("S")


class News(Generic[S]):
    """Tells one player what has happened."""

    def __init__(self, seat: Seat[S], focus: Focus[S], status: StatusLine[S]) -> None:
        self.seat = seat
        self.focus = focus
        self.status = status
        self._recent: tuple[Moment[S], RecentEvents] | None = None
        self._reason_step = 0
        """Up to which step it is asked next why something was done; 0 for the latest."""

    def reset(self) -> None:
        """A new decision: recaps and reasons begin anew."""
        self.status.recap_position, self._reason_step = -1, 0

    def recent_events(self) -> RecentEvents:
        """What has happened lately, or in the turn that is being told; found once a moment."""
        moment, at = self.focus.moment, self.status.recap_position
        if self._recent is None or self._recent[0] is not moment:
            self._recent = moment, find_recent_events(moment, self.focus.reader.marked_events)
        if at < 0:
            return self._recent[1]
        turn = self.recap()[at]
        return self._recent[1]._replace(marks=turn.marks, seat=turn.seat)

    def recap(self) -> tuple[TurnRecap, ...]:
        """What the others have done since the last turn of the seat in front, what concerns it first."""
        return self._recap_since(last_own_step(self.focus.moment))

    def _recap_since(self, step: int) -> tuple[TurnRecap, ...]:
        moment, reader = self.focus.moment, self.focus.reader
        return recap_since(moment, step, reader.recap_events, partial(reader.summarize_events, moment.state))

    def announce_turn(self) -> None:
        """Says whose turn it is at a shared screen, and what happened since the last one."""
        moment = self.focus.moment
        called = [Text("{who}, your turn.", who=Who(moment.seat))] if moment.shared else []
        story = [turn.text for turn in self.recap()]
        if called or story:
            told = (*called, *story) if len(story) > 1 else ()
            title = SINCE_LAST_TURN if last_own_step(moment) else Text("Before your first turn")
            text = join_spaces([*called, *story])
            self.status.show(StatusMessage(text, recap=told, title=title, by_turns=True))

    def tell_end(self) -> bool:
        """Tells what the others did last, once the game is over; False if it was oneself."""
        moment = self.focus.moment
        story = tuple(turn.text for turn in self._recap_since(moment.last_own_step))
        if not story or not moment.humans:
            return False
        story = (*story, Text("The game is over. Enter shows the result."))
        self.status.show(StatusMessage(join_spaces(story), recap=story))
        return True

    def tell_next_turn(self) -> None:
        """Tells the next turn of the others, and marks what it changed; nothing after the last one."""
        story, at = self.recap(), self.status.recap_position + 1
        self.status.dismiss()
        if not story:
            self.status.show(StatusMessage(Text("Nobody else has done anything since your last turn.")))
        elif at < len(story):
            self.status.recap_position = at
            told = Text("{n} of {all}: {news}", n=at + 1, all=len(story), news=story[at].text)
            self.status.show(StatusMessage(told))

    def tell_change(self, before: Moment[S]) -> None:
        """Tells what others have done since a moment, if they have done anything."""
        now, own = self.focus.moment, before.seat if before.must_decide else None
        if now.number < before.number:
            self.status.show(StatusMessage(Text("Something was taken back.")))
        elif any(step.seat not in (own, CHANCE) for step in now.seen_steps[before.number :]):
            entries = now.log_since(before.number)
            if entries:
                self.status.show(StatusMessage(join_spaces(entry.text for entry in entries)))

    def explain_last_turn(self) -> None:
        """Why a computer player did what mattered most in its last turn; asked again, one by one from the end."""
        moment, status = self.focus.moment, self.status
        again, first = self._reason_step, find_key_step(moment, self.focus.reader)
        told = find_reason(self.seat, again or first)
        if again and told.before == first - 1 and told.before:
            # That was told first.
            told = find_reason(self.seat, told.before)
        latest = find_reason(self.seat, moment.number).before
        self._reason_step = told.before if again or latest < first else moment.number
        status.last_rule = told.rule or status.last_rule
        if again and told.before:
            told = told._replace(text=Text("Step {n}: {told}", n=told.before + 1, told=told.text))
        elif again and told.text == NO_COMPUTER_STEP:
            told = told._replace(text=NO_EARLIER_STEP)
        status.say(StatusMessage(told.text, "info", told.rule))


def find_key_step(now: Moment[S], reader: BoardReader[S]) -> int:
    """The step to explain first of a computer player's last turn: its last highlight, else its last recapped step.

    Where neither is in it the turn's last step; where no computer player has acted, the last step of all.
    """
    computers = [seat for seat, player in enumerate(now.header.players) if player.kind != "human"]
    last = next((step for step in reversed(now.seen_steps) if step.seat in computers), None)
    if last is None:
        return now.number
    turn = takewhile(lambda step: step.seat in (last.seat, CHANCE), reversed(now.seen_steps[: last.number]))
    own = [step for step in turn if step.seat == last.seat]
    great = [step for step in own if _has_event(step, reader.highlight_events)]
    told = [step for step in own if _has_event(step, reader.recap_events)]
    return (great or told[-1:] or [last])[0].number


def _has_event(step: SeenStep, keys: Container[str]) -> bool:
    return any(entry.key in keys for entry in step.entries)
