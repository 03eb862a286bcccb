"""A table in line mode: prompts each player, handles the lines typed, and prints what happens."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from tilehall.engine import (
    Action,
    IllegalActionError,
    NotationError,
    Refusal,
    Text,
    UserError,
    Who,
    ends_turn,
    join_commas,
    join_spaces,
    literal_text,
)
from tilehall.engine import SeatNo as Number
from tilehall.tui.boards.wording import Wording, wording_for
from tilehall.tui.config.settings import Settings
from tilehall.tui.lines import typed_actions
from tilehall.tui.lines.console import InputEnded, LineConsole
from tilehall.tui.lines.line_commands import FEW, answer, begins_command, is_command, recap
from tilehall.tui.lines.narration import credits_line, result_lines, step_lines, with_rule_number
from tilehall.tui.tables.moment import Curtain, Moment
from tilehall.tui.tables.seat import Seat
from tilehall.tui.tables.seating import player_list
from tilehall.tui.tables.storage.disk_errors import NotSaved, system_error_text
from tilehall.tui.terminal.crash_limiter import CrashLimiter, describe_error

HELP = Text("Type {help} for the commands.", help="help")
NOT_KEPT = Text("Type it once more to try again, or {gamble} to play on unsaved.", gamble="gamble")
AHEAD = 4
"""Number of optional steps that may be passed for an action that becomes legal after them."""


class LineTableHost(Protocol):
    """What a LineTable needs from the code that opened the table."""

    def rematch(self) -> Seat[Any]:
        """A new table with the same players."""

    def record(self) -> str:
        """The record of the game as text."""

    def bot_options(self) -> Sequence[str]:
        """The command line options that name the bot programs of this table."""


class LineTable:
    """One table in line mode. `run` plays until the game is left.

    Commands are in `tilehall.tui.lines.line_commands`; every other line is an action.
    """

    def __init__(
        self,
        host: LineTableHost,
        seat: Seat[Any],
        talk: LineConsole,
        settings: Settings,
        reported: Callable[[str], Text],
    ) -> None:
        self.host = host
        self.reported = reported
        """Saves a crash report and returns a sentence that says where."""
        self.fence = CrashLimiter()
        self.failed = False
        """Whether repeated crashes ended the game."""
        self.seat = seat
        self.talk = talk.for_players(seat.header.names)
        self.settings = settings
        self.words: Wording = wording_for(seat.header.game)
        self.person: Number | None = None
        """The seat whose player is at the keyboard; None before the first turn."""
        self.refusal = Refusal("", Text("Nothing has been refused yet."))
        self.left = False
        self.heard = 0
        """The number of the last step that was printed."""
        self.alone = False
        """Whether the screen shows what only one player may read."""
        self.waiting = ""
        """A line that was typed instead of an answer to a confirmation."""
        self.heading: Text | None = None
        """A line printed before the next news."""
        self.teacher: Mapping[str, Callable[[], list[Text]]] = {}
        """Additional commands, defined by a lesson."""

    @property
    def now(self) -> Moment[Any]:
        return self.seat.now

    # --- course of the game ---------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Plays until the game is left or the source has no more lines."""
        while not self.left:
            seat = self.seat
            self.greet()
            stop = seat.subscribe(self.tell_news)
            while not self.left and seat is self.seat:
                await self.step_safely()
            stop()

    async def step_safely(self) -> None:
        """Runs a step. After a crash the table continues, unless one crash follows another."""
        try:
            await self.step()
        except (OSError, UserError):
            # The streams are closed, or the error has already been explained.
            raise
        except Exception as error:
            kept = self.reported(describe_error(error))
            if self.fence.allows_return(time.monotonic()):
                self.talk.wrong(join_spaces([Text("Something went wrong, and you are back at the table."), kept]))
                return
            self.left = self.failed = True
            stopped = Text("Something went wrong, and Tilehall had to stop. Your game is kept.")
            self.talk.wrong(join_spaces([stopped, kept]))

    async def step(self) -> None:
        """Runs the computer players, then the result, a curtain, or one decision."""
        try:
            await self.seat.run_computers()
        except InputEnded:
            self.leave()
            return
        now = self.now
        if now.over:
            await self.afterwards()
        elif now.curtain is not None:
            await self.curtain(now.curtain)
        elif self.alone and now.viewpoint is None and now.guarded:
            # Secrets of one player must not stay on the screen.
            self.alone = False
            self.talk.wipe()
        elif self.person != now.seat:
            self.seated(now.seat)
        else:
            await self.turn()

    def greet(self) -> None:
        now = self.now
        self.talk.say(
            credits_line(now),
            Text("At the table: {players}.", players=player_list(now.header.players)),
            Text(
                "Type {help} for the commands, {legal} for what you may do, {where} for the position.",
                help="help",
                legal="legal",
                where="where",
            ),
        )
        self.heard = now.number
        if now.trouble:
            self.talk.say(Text("This game is not kept: {why}.", why=now.trouble))
        if now.guarded or now.curtain:
            return
        since = max((deed.number for deed in now.seen_steps if deed.seat in now.humans), default=0)
        self.talk.tell(step_lines(now.rules, now.seen_steps[since:]))

    def tell_news(self) -> None:
        """Prints what has happened at the table since the last call."""
        now = self.now
        if self.person is not None and now.guarded and not now.must_decide and now.curtain is None:
            # While computer players play, others may look at the screen.
            self.talk.wipe()
            self.person = None
        news = now.seen_steps[self.heard :]
        self.heard = now.number
        self.talk.tell([*filter(None, [self.heading]), *step_lines(now.rules, news)])
        self.heading = None

    async def turn(self) -> None:
        """Runs one decision of the player at the keyboard."""
        self.announce()
        while not self.left and await self.listen():
            pass

    def seated(self, person: Number) -> None:
        """Makes `person` the player at the keyboard."""
        if self.person is not None:
            self.talk.say(Text("Now it is {who}'s turn.", who=Who(person)))
        self._takes(person)

    def _takes(self, person: Number) -> None:
        self.person = person
        if self.settings["bell"] == "my turn":
            self.talk.ring()

    async def curtain(self, curtain: Curtain) -> None:
        """Asks the next player to take the keyboard unobserved, in games with secrets."""
        self.talk.wipe()
        if curtain.may_take_back is not None:
            self.talk.say(Text("{who} may still type {undo}.", who=Who(curtain.may_take_back), undo="undo"))
        reply = self.talk.ask(Text("{who}, press Enter when only you can see this.", who=Who(curtain.waits_for)))
        if reply is None:
            self.leave()
        elif curtain.may_take_back is not None and reply.casefold() == "undo":
            await self.take_back()
        else:
            self.seat.raise_curtain()
            self.alone = True
            self.talk.tell(await recap(self, ""))
            self._takes(curtain.waits_for)

    async def take_back(self) -> None:
        """Takes back the last decision while the curtain is shown."""
        try:
            await self.seat.undo()
            self.person = None
        except UserError as error:
            self.talk.wrong(error.text)

    async def afterwards(self) -> None:
        """Prints the result and answers commands after the end of the game."""
        now, seat = self.now, self.seat
        if self.person is not None and now.guarded:
            self.talk.wipe()
        self.talk.tell(result_lines(now))
        if now.place and not now.trouble:
            self.talk.say(Text("The record is kept in {place}.", place=now.place))
        if not now.humans:
            self.left = True
            return
        self.person = None
        self.talk.say(
            Text(
                "Type {rematch} to play again, or {quit}. You may also ask: {others}.",
                rematch="rematch",
                quit="quit",
                others=join_commas(("review", "score", "where", "log", "rules")),
            )
        )
        while not self.left and seat is self.seat:
            line = self.talk.ask(literal_text(">"))
            if line is None:
                self.left = True
            elif line:
                await self.command(line)

    # --- input ----------------------------------------------------------------------------------------------------

    @property
    def moment(self) -> Moment[Any]:
        """The moment of the present decision. Raises UserError if the game is over."""
        if not self.now.must_decide:
            raise UserError(Text("The game is over. Type {rematch} to play again.", rematch="rematch"))
        return self.now

    @property
    def choices(self) -> Sequence[Action]:
        return self.moment.legal

    @property
    def verbs(self) -> tuple[str, ...]:
        """The verbs of the present decision."""
        return tuple(self.moment.decision.fields)

    def announce(self) -> None:
        """Prints what is to be decided, with the choices if they are few."""
        now = self.moment
        prompt = with_rule_number(now.decision.prompt, now.decision.rule)
        self.talk.say(Text("{who}: {prompt}", who=Who(now.seat), prompt=prompt))
        self.talk.tell(self.listing(self.choices) if len(self.choices) <= FEW else self.summary())

    def listing(self, actions: Sequence[Action]) -> list[Text]:
        """Actions with their numbers and the meanings of their names."""
        number = {action: n for n, action in enumerate(self.choices, 1)}
        found = []
        for action in actions:
            text = Text("  {number}. {action}", number=number[action], action=str(action))
            if meaning := self.words.explain_action(action):
                text = Text(
                    "  {number}. {action}: {meaning}", number=number[action], action=str(action), meaning=meaning
                )
            found.append(text)
        return found

    def summary(self) -> list[Text]:
        """The number of actions by verb."""
        counts = Counter(action.verb for action in self.choices)
        count, (first, *others) = len(self.choices), counts
        if not others:
            return [Text("  {n} choices. '{legal}' lists them, with numbers.", n=count, legal=f"legal {first}")]
        largest = max(counts, key=lambda verb: counts[verb])
        verbs = join_commas(f"{verb} ({n})" for verb, n in counts.items())
        told = Text("  {n} choices, by their first words: {verbs}.", n=count, verbs=verbs)
        how = Text("'{one}' lists some, '{all}' lists all, with numbers.", one=f"legal {largest}", all="legal all")
        return [join_spaces([told, how])]

    async def listen(self) -> bool:
        """Handles one line from the player; returns whether the decision is still open."""
        before = self.now
        line, self.waiting = self.waiting or self.talk.ask(Text("{who}>", who=Who(before.seat))), ""
        if line is None:
            self.leave()
            return False
        if not line:
            self.announce()
            return True
        try:
            await self.handle_line(line)
        except NotSaved as error:
            self.talk.wrong(join_spaces([error.text, NOT_KEPT]))
        return self.now is before

    async def handle_line(self, line: str) -> None:
        """Handles a line as an action, else as a command, else as a prefix of either; else explains the error."""
        if (answered := self.teacher.get(line.casefold())) is not None:
            self.talk.tell(answered())
            return
        found = typed_actions.match_exact(line, self.choices)
        if not found and is_command(line):
            await self.command(line)
            return
        found = found or typed_actions.match_prefix(line, self.choices)
        if len(found) == 1:
            await self.do(found[0])
        elif found:
            count = Text("{n} choice begins like that:", "{n} choices begin like that:", n=len(found))
            self.talk.say(count, *self.listing(found[: 2 * FEW]))
        elif begins_command(line):
            await self.command(line)
        else:
            await self.attempt(line)

    async def attempt(self, line: str) -> None:
        """Tries an action that is not legal now: plays it if only optional steps come before it, else refuses it."""
        if line.isascii() and line.isdigit():
            told = Text(
                "There is {n} choice; {legal} lists it with its number.",
                "There are {n} choices; {legal} lists them with their numbers.",
                n=len(self.choices),
                legal="legal",
            )
            self.talk.wrong(with_rule_number(told, self.moment.decision.rule))
            return
        try:
            action = typed_actions.parse_action(line, self.now.rules, self.verbs)
        except NotationError as error:
            told = with_rule_number(error.text, error.rule or self.moment.decision.rule)
            self.talk.wrong(join_spaces([_with_nearest(told, typed_actions.match_similar(line, self.choices)), HELP]))
            return
        if skips := _passes_before(self.moment, action):
            await self.seat.act(*skips)
        await self.do(action)

    async def do(self, action: Action) -> None:
        """Plays an action, after a confirmation if it ends the turn and the settings require one."""
        if self.ends_turn(action) and not self.confirmed(action):
            return
        try:
            await self.seat.act(action)
        except IllegalActionError as refused:
            self.refuse(refused.refusal)

    def refuse(self, refusal: Refusal) -> None:
        """Prints why an action is refused, and the alternatives."""
        self.refusal = refusal
        text = with_rule_number(refusal.text, refusal.rule)
        if len(refusal.marks) > 1:
            text = Text("{text} Look at {places}.", text=text, places=join_commas(refusal.marks))
        self.talk.wrong(_with_nearest(text, refusal.nearest))

    def ends_turn(self, action: Action) -> bool:
        """Whether an action needs a confirmation: it is legal, ends the turn, and the settings require one."""
        now = self.moment
        if self.settings["confirm"] != "ask" or now.check(action):
            return False
        return ends_turn(now.rules, now.state, now.seat, action)

    def confirmed(self, action: Action) -> bool:
        reply = self.talk.ask(
            Text(
                "After {action} it is not your turn any more. Enter to do it, {no} to think again:",
                action=str(action),
                no="n",
            )
        )
        if reply is None:
            self.leave()
            return False
        agreed = typed_actions.parse_yes_no(reply, self.talk.language)
        if agreed or reply.casefold() in ("", str(action).casefold()):
            return True
        unsaid = Text("Not done: '{words}' is neither Enter nor yes.", words=reply[:20])
        self.talk.say(unsaid if agreed is None else Text("Not done: you said no. It is still your turn."))
        self.waiting = reply if agreed is None else ""
        return False

    # --- commands -------------------------------------------------------------------------------------------------

    async def command(self, line: str) -> None:
        try:
            self.talk.tell(await answer(self, line))
        except IllegalActionError as refused:
            self.refuse(refused.refusal)
        except NotSaved:
            raise
        except UserError as error:
            self.talk.wrong(with_rule_number(error.text, error.rule))
        except OSError as error:
            file = str(error.filename) if error.filename else Text("The file")
            self.talk.wrong(Text("{file}: {why}.", file=file, why=system_error_text(error)))

    def leave(self) -> None:
        self.left = True
        now = self.now
        if now.trouble:
            self.talk.say(Text("The game is not kept: {why}.", why=now.trouble))
            return
        if not now.record or now.over:
            self.talk.say(Text("Good-bye."))
            return
        command = " ".join((f"tilehall games resume {now.record} --line", *self.host.bot_options()))
        self.talk.say(Text("The game is kept. Go on with: {command}", command=command))

    def rematch(self) -> None:
        """Starts a new game with the same players and options and a new deal."""
        self.seat = self.host.rematch()
        self.person = None


def _passes_before(now: Moment[Any], action: Action) -> list[Action]:
    """The optional steps to pass so that this action becomes legal; empty if it would not."""
    found = list[Action]()
    rules, seat, state = now.rules, now.seat, now.state
    for _ in range(AHEAD):
        skip = rules.decision(state, seat).skip
        if skip is None or rules.check(state, seat, skip) is not None:
            return []
        state = rules.apply(state, seat, skip)
        found.append(skip)
        if seat not in rules.actors(state):
            return []
        if rules.check(state, seat, action) is None:
            return found
    return []


def _with_nearest(text: Text, nearest: Sequence[Action]) -> Text:
    """A refusal followed by the nearest legal actions."""
    if not nearest:
        return text
    return Text("{refusal} Nearest: {nearest}.", refusal=text, nearest=join_commas(map(str, nearest)))
