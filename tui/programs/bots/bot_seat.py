"""One program at a seat, game after game: asks it, counts and reports its faults, and restarts it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from threading import Lock
from typing import NamedTuple, NoReturn

from tilehall.engine import Action, Advice, GameResult, Text, join_spaces, literal_text, sanitize_text
from tilehall.tui.programs.bots import bot_messages
from tilehall.tui.programs.bots.bot_answers import Best, Hello, Info, TryMessage, read_answer
from tilehall.tui.programs.bots.bot_messages import BotCase, SentEvents
from tilehall.tui.programs.bots.bot_process import BotProcess
from tilehall.tui.programs.bots.launch import BotCommand, BotSettings
from tilehall.tui.programs.bots.line_inbox import LineTooLong, NoLineYet, StreamEnded
from tilehall.tui.programs.bots.stderr_log import StderrLog
from tilehall.tui.programs.bots.try_lines import fault_data, parse_legal_action, try_lines
from tilehall.tui.programs.json_messages import Message, MessageError
from tilehall.tui.tables.thinking.thinkers import Thought, quick_advice
from tilehall.tui.tables.version import program_version

HELLO_TIMEOUT = 10.0
"""Seconds to say hello: a busy machine starts a program slowly."""
LATENESS = 0.1
"""Seconds beyond the limit that an answer may come late."""
HURRIED_SECONDS = 0.25
"""Seconds for a hurried decision; taking longer is no fault."""
EXIT_TIMEOUT = 4.0
"""Seconds for `close_and_wait`."""
KILLED_CODE = 128 + 9
MOST_FAULTS = 3
"""Faults after which a program is not asked any more in this game."""
MOST_MESSAGES = 10_000
"""Messages that it may write before one answer."""
LONGEST_WHY = 200
NO_ANSWER = Text("its program gave no answer that could be done, so it was a quick choice")
NO_REASON = Text("its program gave no reason")
IN_A_HURRY = Text("there was no time to think")
NOT_ASKED = Text("its program is not asked any more")


class BotDecision(NamedTuple):
    """What a seat does, and the fault for the table if there was one."""

    advice: Advice
    fault: Text | None = None


class PendingDecision:
    """A decision that is being waited for; another thread may hurry or drop it."""

    def __init__(self, hasty: bool = False) -> None:
        self.hasty = hasty
        self.dropped = False
        self._wake: Callable[[], None] | None = None

    @property
    def is_over(self) -> bool:
        return self.hasty or self.dropped

    def is_interrupted(self, known: bool) -> bool:
        """Return whether it was dropped, or hurried since that was last known."""
        return self.dropped or (self.hasty and not known)

    def listen(self, wake: Callable[[], None] | None) -> None:
        """Set what is called when it is hurried or dropped."""
        self._wake = wake

    def hurry(self) -> None:
        self.hasty = True
        self._notify()

    def drop(self) -> None:
        self.dropped = True
        self._notify()

    def _notify(self) -> None:
        if (wake := self._wake) is not None:
            wake()


class DecisionDropped(Exception):
    """The decision was dropped."""


class TooSlowForHurry(Exception):
    """The decision was hurried, and no answer came in that time."""


class BotSeat:
    """A program that plays under a name. Thread-safe: one thread at a time talks with it."""

    def __init__(self, command: BotCommand, settings: BotSettings) -> None:
        self.command, self.settings = command, settings
        self.notes = StderrLog(settings.folder, command.name)
        self.own_name = ""
        """What it calls itself."""
        self.fault_counts: Counter[str] = Counter()
        """The faults of all games, by their codes."""
        self.decisions = self.quick = 0
        """Its decisions in all games, and how many of them were quick choices made for it."""
        self.faults: list[MessageError] = []
        """The faults of this game."""
        self.slowest = 0.0
        """Seconds that its slowest answer took."""
        self._process: BotProcess | None = None
        self._match = 0
        self.turn = 0
        """The number of its latest turn."""
        self._match_announced = False
        """Whether `new` has been sent for the current game."""
        self._restarted = False
        self._sent_events = SentEvents()
        self._lock = Lock()

    @property
    def name(self) -> str:
        return self.command.name

    @property
    def given_up(self) -> bool:
        """Whether it is not asked any more in this game."""
        return len(self.faults) >= MOST_FAULTS

    # --- a game ---------------------------------------------------------------------------------------------------

    def decide(self, case: BotCase, thought: Thought, call: PendingDecision) -> BotDecision:
        """Return its decision, or a quick choice if it commits a fault. Raises DecisionDropped."""
        with self._lock:
            if call.dropped:
                raise DecisionDropped
            decided = self._decide(case, thought, call)
            self.decisions += 1
            return decided

    def _decide(self, case: BotCase, thought: Thought, call: PendingDecision) -> BotDecision:
        if self.given_up:
            return BotDecision(self._quick_advice(thought, NOT_ASKED))
        try:
            return BotDecision(self._ask(case, call))
        except TooSlowForHurry:
            return BotDecision(self._quick_advice(thought, IN_A_HURRY))
        except MessageError as wrong:
            return self._handle_fault(case, thought, wrong)
        finally:
            call.listen(None)

    def end(self, case: BotCase, standing: GameResult | None) -> None:
        """End the game, with its result or broken off without one."""
        with self._lock:
            if self._match_announced and self._process is not None and self._process.is_alive:
                events, back = self._sent_events.since(case)
                self._tell(bot_messages.end(case, self._match, standing, events, back))
            self._match_announced, self._restarted = False, False
            self._sent_events = SentEvents()
            self.faults.clear()

    def close(self) -> None:
        """Say goodbye and stop the process, without waiting for it."""
        process, self._process = self._process, None
        if process is not None:
            process.send(bot_messages.line(bot_messages.bye()))
            process.stop()

    def close_and_wait(self) -> bool:
        """Like `close`; return whether the process exited by itself in time."""
        process = self._process
        self.close()
        return process is None or (process.wait_for_exit(EXIT_TIMEOUT) and process.exit_code() != KILLED_CODE)

    def _quick_advice(self, thought: Thought, why: Text) -> Advice:
        """Count and return a quick choice made for the program."""
        self.quick += 1
        return Advice(quick_advice(thought).action, why)

    # --- asking ---------------------------------------------------------------------------------------------------

    def _ask(self, case: BotCase, call: PendingDecision) -> Advice:
        """Ask the program. Raises MessageError, DecisionDropped, TooSlowForHurry."""
        process = self._start()
        call.listen(process.inbox.wake)
        process.inbox.clear()
        if not self._match_announced:
            self._match += 1
            self._match_announced = True
            self._tell(bot_messages.new(case, self._match))
        self.turn += 1
        seconds = min(HURRIED_SECONDS, self.settings.seconds) if call.hasty else self.settings.seconds
        events, back = self._sent_events.since(case)
        self._tell(bot_messages.turn(case, self._match, self.turn, round(1000 * seconds), events, back))
        began = time.monotonic()
        best = self._wait_for_answer(case, call, process, began + seconds + LATENESS)
        self.slowest = max(self.slowest, time.monotonic() - began)
        action = parse_legal_action(case, best.action)
        why = sanitize_text(best.why, LONGEST_WHY).strip()
        return Advice(action, literal_text(why) if why else NO_REASON)

    def _wait_for_answer(self, case: BotCase, call: PendingDecision, process: BotProcess, until: float) -> Best:
        """Return its answer for this turn; answer each `try` before it. Raises as `_ask`."""
        hurried = call.hasty
        for _ in range(MOST_MESSAGES):
            try:
                found = self._next_answer(process, until, partial(call.is_interrupted, hurried))
            except NoLineYet:
                hurry, hurried = call.hasty and not hurried, call.hasty
                self._end_wait(call, hurry)
                until = min(until, time.monotonic() + HURRIED_SECONDS)
                continue
            match found:
                case Info(text):
                    self._note(text)
                case Hello():
                    raise MessageError("bad_message", "Hello is said once, at the beginning.")
                case Best(turn) | TryMessage(turn) if turn > self.turn:
                    raise MessageError("bad_message", f"There has been no turn {turn} yet.")
                case Best(turn) if turn == self.turn:
                    return found
                case TryMessage(turn) if turn == self.turn:
                    if time.monotonic() >= until:
                        # Tries take time as well: those that wait in the inbox shall not be answered after it.
                        self._end_wait(call, hurry=False)
                    results = try_lines(case, found)
                    self._tell({"say": "tried", "match": self._match, "turn": turn, "each": results})
        raise MessageError("too_long", f"More than {MOST_MESSAGES} messages came before an answer.")

    def _end_wait(self, call: PendingDecision, hurry: bool) -> None:
        """Tell the program to hurry and return, or raise because the time is up, as `_ask`."""
        if call.is_over:
            self._tell(bot_messages.stop(self._match, self.turn))
        if call.dropped:
            raise DecisionDropped
        if hurry:
            return
        if call.hasty:
            raise TooSlowForHurry
        raise MessageError("late", f"No answer came within {self.settings.seconds:g} s.")

    def _next_answer(
        self, process: BotProcess, until: float, enough: Callable[[], bool]
    ) -> Best | TryMessage | Info | Hello:
        """Return its next message. Raises MessageError, or NoLineYet."""
        try:
            return read_answer(process.inbox.take(until, enough))
        except LineTooLong:
            self._drop_process()
            raise MessageError("too_long", "A line was longer than any may be.") from None
        except StreamEnded:
            self._report_ended(process)

    def _report_ended(self, process: BotProcess) -> NoReturn:
        code = process.exit_code()
        self._drop_process()
        if code is None:
            how = "It has closed its standard output."
        elif code > 128:
            how = f"It was ended by signal {code - 128}."
        else:
            how = f"It has ended with exit code {code}."
        raise MessageError("dead", how)

    # --- beginning ------------------------------------------------------------------------------------------------

    def _start(self) -> BotProcess:
        """Return the process, started if need be, once it has said hello. Raises MessageError."""
        if self._process is not None:
            return self._process
        try:
            self._process = process = BotProcess(self.command.words, self.notes)
        except (OSError, RuntimeError) as error:
            raise MessageError("dead", f"It cannot be started: {error}.") from None
        self._match_announced, self._sent_events = False, SentEvents()
        self._tell(bot_messages.hello(program_version(), round(1000 * HELLO_TIMEOUT)))
        try:
            found = self._next_answer(process, time.monotonic() + HELLO_TIMEOUT, lambda: False)
            if not isinstance(found, Hello):
                raise MessageError("bad_message", "The first thing to say is hello.")
        except NoLineYet:
            self._drop_process()
            raise MessageError("late", f"It did not say hello within {HELLO_TIMEOUT:g} s.") from None
        except MessageError:
            self._drop_process()
            raise
        self.own_name = sanitize_text(found.name, 40)
        return process

    def _tell(self, message: Message) -> None:
        if self._process is not None:
            self._process.send(bot_messages.line(message))

    def _drop_process(self) -> None:
        """Stop a process that cannot be used any more."""
        process, self._process = self._process, None
        if process is not None:
            process.stop()

    def _note(self, text: str) -> None:
        if text:
            self.notes.add(f"[info] {sanitize_text(text, LONGEST_WHY)}\n".encode())

    # --- what went wrong ------------------------------------------------------------------------------------------

    def _handle_fault(self, case: BotCase, thought: Thought, wrong: MessageError) -> BotDecision:
        """Count a fault, tell the program, and return a quick choice with a sentence for the table."""
        self.faults.append(wrong)
        self.fault_counts[wrong.code] += 1
        if self._process is None and self._restarted:
            # It died a second time in this game.
            self.faults += [wrong] * (MOST_FAULTS - len(self.faults))
        instead = self._quick_advice(thought, NO_ANSWER)
        self.notes.add(f"[tilehall] turn {self.turn}: {wrong.code}: {wrong}\n".encode(errors="replace"))
        if self._process is None:
            self._restarted = True
        else:
            self._tell(self._error_message(wrong, instead.action))
            if self.given_up and wrong.code == "late":
                # It may hang for ever, also in the next game.
                self._drop_process()
        return BotDecision(instead, join_spaces([fault_text(wrong.code, self.name), self._consequence_text()]))

    def _error_message(self, wrong: MessageError, instead: Action) -> Message:
        return {
            "say": "error",
            "match": self._match,
            "turn": self.turn,
            **fault_data(wrong),
            "instead": str(instead),
            "faults": len(self.faults),
            "most": MOST_FAULTS,
        }

    def _consequence_text(self) -> Text:
        """Return what follows from the fault."""
        if self.given_up:
            return Text("A quick choice is made for it from now on, as for somebody who has run out of time.")
        if self._process is None:
            return Text("A quick choice was made for it, and it is started anew.")
        return Text("A quick choice was made for it.")


def fault_text(code: str, name: str) -> Text:
    """Return a fault as a sentence for the table, which tells nothing that was decided in secret."""
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
