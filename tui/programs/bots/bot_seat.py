"""One program at its seat, game after game: it is asked, and what goes wrong with it is told, counted and mended."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from threading import Lock
from typing import NamedTuple, NoReturn

from tilehall.engine import Action, Advice, Standing, Text, brief, plain, spaced
from tilehall.tui.programs.bots import bot_messages
from tilehall.tui.programs.bots.bot_answers import Best, Hello, Info, Try, Wrong, answer
from tilehall.tui.programs.bots.bot_command import Command, Manner
from tilehall.tui.programs.bots.bot_messages import Case, Message
from tilehall.tui.programs.bots.bot_process import Child
from tilehall.tui.programs.bots.line_inbox import Ended, Silent, TooLong
from tilehall.tui.programs.bots.sent_events import Told
from tilehall.tui.programs.bots.stderr_log import Notes
from tilehall.tui.programs.bots.try_lines import error_of, legal_action, tried
from tilehall.tui.tables.thinking.thinkers import Thought, quick
from tilehall.tui.tables.version import program

STARTING = 10.0
"""Seconds in which a program has to say hello: a busy machine starts one slowly."""
LATENESS = 0.1
"""Seconds that an answer may be on its way."""
HASTY = 0.25
"""Seconds for a decision that somebody waits for in a hurry; who takes longer has done nothing wrong."""
WAITED = 4.0
"""Seconds in which one has gone or was ended, for whoever wants to know."""
ENDED = 128 + 9
MOST_FAULTS = 3
"""After so many faults in a game a program is not asked any more in it."""
MOST_MESSAGES = 10_000
"""That it may write before one answer."""
LONGEST_WHY = 200
NO_ANSWER = Text("its program gave no answer that could be done, so it was a quick choice")
NO_REASON = Text("its program gave no reason")
IN_A_HURRY = Text("there was no time to think")
NOT_ASKED = Text("its program is not asked any more")


class Decided(NamedTuple):
    """What a seat does, and what went wrong if anything did."""

    advice: Advice
    fault: Text | None = None


class Call:
    """A decision that is waited for: whoever waits can be in a hurry, or not wait any more."""

    def __init__(self, hasty: bool = False) -> None:
        self.hasty = hasty
        self.dropped = False
        self._wake: Callable[[], None] | None = None

    @property
    def over(self) -> bool:
        return self.hasty or self.dropped

    def presses(self, known: bool) -> bool:
        """Whether nobody waits any more, or somebody is in a hurry of which it was not known before."""
        return self.dropped or (self.hasty and not known)

    def listen(self, wake: Callable[[], None] | None) -> None:
        """Whom to wake when it is hurried or dropped."""
        self._wake = wake

    def hurry(self) -> None:
        self.hasty = True
        self._look_up()

    def drop(self) -> None:
        self.dropped = True
        self._look_up()

    def _look_up(self) -> None:
        if (wake := self._wake) is not None:
            wake()


class Dropped(Exception):
    """Nobody waits for the answer any more."""


class Unhurried(Exception):
    """Somebody was in a hurry, and the program was not."""


class Chair:
    """A program that plays under a name. One thread at a time talks with it."""

    def __init__(self, command: Command, manner: Manner) -> None:
        self.command, self.manner = command, manner
        self.notes = Notes(manner.folder, command.name)
        self.called = ""
        """What it calls itself."""
        self.counted: Counter[str] = Counter()
        """The faults of all games, by their codes."""
        self.decisions = self.quick = 0
        """Its decisions in all games, and how many of them were quick choices made for it."""
        self.wrong: list[Wrong] = []
        """The faults of this game."""
        self.slowest = 0.0
        """Seconds that its slowest answer took."""
        self._child: Child | None = None
        self._match = 0
        self.turn = 0
        """The number of its latest turn."""
        self._begun = False
        """Whether it has been told of the game that is played now."""
        self._started_anew = False
        self._told = Told()
        self._lock = Lock()

    @property
    def name(self) -> str:
        return self.command.name

    @property
    def given_up(self) -> bool:
        """Whether it is not asked any more in this game."""
        return len(self.wrong) >= MOST_FAULTS

    # --- a game ---------------------------------------------------------------------------------------------------

    def decide(self, case: Case, thought: Thought, call: Call) -> Decided:
        """What it does; where that goes wrong, what somebody does who has no time. Raises Dropped."""
        with self._lock:
            if call.dropped:
                raise Dropped
            decided = self._decided(case, thought, call)
            self.decisions += 1
            return decided

    def _decided(self, case: Case, thought: Thought, call: Call) -> Decided:
        if self.given_up:
            return Decided(self._instead(thought, NOT_ASKED))
        try:
            return Decided(self._asked(case, call))
        except Unhurried:
            return Decided(self._instead(thought, IN_A_HURRY))
        except Wrong as wrong:
            return self._faulty(case, thought, wrong)
        finally:
            call.listen(None)

    def end(self, case: Case, standing: Standing | None) -> None:
        """The game is over, or broken off without a standing; the next one is a new one."""
        with self._lock:
            if self._begun and self._child is not None and self._child.lives:
                events, back = self._told.since(case)
                self._tell(bot_messages.end(case, self._match, standing, events, back))
            self._begun, self._started_anew = False, False
            self._told = Told()
            self.wrong.clear()

    def close(self) -> None:
        """It is not wanted any more: it is told so, and ends."""
        child, self._child = self._child, None
        if child is not None:
            child.tell(bot_messages.line(bot_messages.bye()))
            child.leave()

    def dismissed(self) -> bool:
        """The same, and whether it has gone by itself."""
        child = self._child
        self.close()
        return child is None or (child.gone(WAITED) and child.code() != ENDED)

    def _instead(self, thought: Thought, why: Text) -> Advice:
        """What a seat does whose time has run out."""
        self.quick += 1
        return Advice(quick(thought).action, why)

    # --- asking ---------------------------------------------------------------------------------------------------

    def _asked(self, case: Case, call: Call) -> Advice:
        """Raises Wrong, Dropped, Unhurried."""
        child = self._ready()
        call.listen(child.inbox.wake)
        child.inbox.empty()
        if not self._begun:
            self._match += 1
            self._begun = True
            self._tell(bot_messages.new(case, self._match))
        self.turn += 1
        seconds = min(HASTY, self.manner.seconds) if call.hasty else self.manner.seconds
        events, back = self._told.since(case)
        self._tell(bot_messages.turn(case, self._match, self.turn, round(1000 * seconds), events, back))
        began = time.monotonic()
        best = self._answer(case, call, child, began + seconds + LATENESS)
        self.slowest = max(self.slowest, time.monotonic() - began)
        action = legal_action(case, case.view, best.action)
        why = brief(best.why, LONGEST_WHY).strip()
        return Advice(action, plain(why) if why else NO_REASON)

    def _answer(self, case: Case, call: Call, child: Child, until: float) -> Best:
        """What it answers in the end; what it wants to know before that is told."""
        hurried = call.hasty
        for _ in range(MOST_MESSAGES):
            try:
                found = self._heard(child, until, partial(call.presses, hurried))
            except Silent:
                hurry, hurried = call.hasty and not hurried, call.hasty
                self._not_answered(call, hurry)
                until = min(until, time.monotonic() + HASTY)
                continue
            match found:
                case Info(text):
                    self._note(text)
                case Hello():
                    raise Wrong("bad_message", "Hello is said once, at the beginning.")
                case Best(turn) | Try(turn) if turn > self.turn:
                    raise Wrong("bad_message", f"There has been no turn {turn} yet.")
                case Best(turn) if turn == self.turn:
                    return found
                case Try(turn) if turn == self.turn:
                    if time.monotonic() >= until:
                        # Tries take of the time, too; of many that wait each would be answered late.
                        self._not_answered(call, hurry=False)
                    results = tried(case, found)
                    self._tell({"say": "tried", "match": self._match, "turn": turn, "each": results})
        raise Wrong("too_long", f"More than {MOST_MESSAGES} messages came before an answer.")

    def _not_answered(self, call: Call, hurry: bool) -> None:
        """It is told that it has to come to an end, or it is over. Raises Dropped, Unhurried, Wrong."""
        if call.over:
            self._tell(bot_messages.stop(self._match, self.turn))
        if call.dropped:
            raise Dropped
        if hurry:
            return
        if call.hasty:
            raise Unhurried
        raise Wrong("late", f"No answer came within {self.manner.seconds:g} s.")

    def _heard(self, child: Child, until: float, enough: Callable[[], bool]) -> Best | Try | Info | Hello:
        """What it says next. Raises Wrong, Silent."""
        try:
            return answer(child.inbox.take(until, enough))
        except TooLong:
            self._drop()
            raise Wrong("too_long", "A line was longer than any may be.") from None
        except Ended:
            self._ended(child)

    def _ended(self, child: Child) -> NoReturn:
        code = child.code()
        self._drop()
        if code is None:
            how = "It has closed its standard output."
        elif code > 128:
            how = f"It was ended by signal {code - 128}."
        else:
            how = f"It has ended with exit code {code}."
        raise Wrong("dead", how)

    # --- beginning ------------------------------------------------------------------------------------------------

    def _ready(self) -> Child:
        """The program, once it has said hello. Raises Wrong."""
        if self._child is not None:
            return self._child
        try:
            self._child = child = Child(self.command.words, self.notes)
        except (OSError, RuntimeError) as error:
            raise Wrong("dead", f"It cannot be started: {error}.") from None
        self._begun, self._told = False, Told()
        self._tell(bot_messages.hello(program(), round(1000 * STARTING)))
        try:
            found = self._heard(child, time.monotonic() + STARTING, lambda: False)
            if not isinstance(found, Hello):
                raise Wrong("bad_message", "The first thing to say is hello.")
        except Silent:
            self._drop()
            raise Wrong("late", f"It did not say hello within {STARTING:g} s.") from None
        except Wrong:
            self._drop()
            raise
        self.called = brief(found.name, 40)
        return child

    def _tell(self, message: Message) -> None:
        if self._child is not None:
            self._child.tell(bot_messages.line(message))

    def _drop(self) -> None:
        """Nothing can be had of this process any more."""
        child, self._child = self._child, None
        if child is not None:
            child.leave()

    def _note(self, text: str) -> None:
        if text:
            self.notes.add(f"[info] {brief(text, LONGEST_WHY)}\n".encode())

    # --- what went wrong ------------------------------------------------------------------------------------------

    def _faulty(self, case: Case, thought: Thought, wrong: Wrong) -> Decided:
        """It is told once what was wrong, and somebody without time decides for it."""
        self.wrong.append(wrong)
        self.counted[wrong.code] += 1
        if self._child is None and self._started_anew:
            # One that dies twice in a game would die again.
            self.wrong += [wrong] * (MOST_FAULTS - len(self.wrong))
        instead = self._instead(thought, NO_ANSWER)
        self.notes.add(f"[tilehall] turn {self.turn}: {wrong.code}: {wrong}\n".encode(errors="replace"))
        if self._child is None:
            self._started_anew = True
        else:
            self._tell(self._error(wrong, instead.action))
            if self.given_up and wrong.code == "late":
                # It may stand still for ever, and would in the next game.
                self._drop()
        return Decided(instead, spaced([what_happened(wrong.code, self.name), self._then()]))

    def _error(self, wrong: Wrong, instead: Action) -> Message:
        return {
            "say": "error",
            "match": self._match,
            "turn": self.turn,
            **error_of(wrong),
            "instead": str(instead),
            "faults": len(self.wrong),
            "most": MOST_FAULTS,
        }

    def _then(self) -> Text:
        """What comes of it."""
        if self.given_up:
            return Text("A quick choice is made for it from now on, as for somebody who has run out of time.")
        if self._child is None:
            return Text("A quick choice was made for it, and it is started anew.")
        return Text("A quick choice was made for it.")


def what_happened(code: str, name: str) -> Text:
    """A fault in a sentence for the table: nothing in it tells what was decided in secret."""
    return {
        "late": Text("{name} did not answer in time.", name=name),
        "dead": Text("The program of {name} has ended.", name=name),
        "illegal": Text("{name} wanted something that the rules do not allow.", name=name),
        "bad_notation": Text("{name} named no action of this game.", name=name),
        "bad_json": Text("{name} did not answer in JSON.", name=name),
        "bad_message": Text("{name} gave an answer that means nothing.", name=name),
        "bad_protocol": Text("{name} speaks another protocol.", name=name),
        "too_long": Text("{name} wrote without an end.", name=name),
    }[code]
