"""A table at which everything is typed and told: the turn of each seat, what its player types, what then happens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tilehall.engine import Action, NotationError, Refusal, Refused, RuleError, Seat, ends_turn
from tilehall.tui.house.store import Library
from tilehall.tui.house.table import Table
from tilehall.tui.line import typed
from tilehall.tui.line.asked import FEW, answer, begins_command, is_command, recap
from tilehall.tui.line.show import moved, numbered_rule, result
from tilehall.tui.line.talk import Talk
from tilehall.tui.settings import Settings
from tilehall.tui.words import Words, words

AHEAD = 4
"""So many optional steps are passed over for an action that comes after them."""


class LineTable:
    """One table told in lines. `run` plays until the game is left.

    Commands are in `tilehall.tui.line.asked`; every other line is an action.
    """

    def __init__(self, table: Table, talk: Talk, settings: Settings) -> None:
        self.table = table
        self.talk = talk
        self.settings = settings
        self.words: Words = words(table.header.game)
        self.seat: Seat | None = None
        """Who sits at the keyboard; None until somebody does."""
        self.refusal = Refusal("", "Nothing has been refused yet.")
        self.left = False
        self.waiting = ""
        """A line that was typed where a confirmation was asked for."""

    # --- the course of the game -----------------------------------------------------------------------------------

    def run(self) -> None:
        """Plays on from where the table stands, until the game is left or the source has no more lines."""
        self.greet()
        while not self.left:
            due = self.table.due()
            seat = due[0] if due else None
            if seat is None:
                self.afterwards()
            elif self.table.is_human(seat):
                self.turn(seat)
            else:
                self.computer(seat)

    def greet(self) -> None:
        table = self.table
        seats = ", ".join(f"{player.name} ({player.kind})" for player in table.header.players)
        self.talk.say(f"{table.rules.title}. {table.rules.credit}.", f"At the table: {seats}.")
        self.talk.say("Type help for the commands, legal for what you may do, where for the position.")
        if table.humans and self.table.secret():
            return
        since = max(map(table.last_own_step, table.humans), default=0)
        self.talk.tell(moved(table, table.match.steps[since:], self.viewer()))

    def computer(self, seat: Seat) -> None:
        if self.seat is not None and self.table.secret():
            # Nobody may be at the keyboard alone while computer players play.
            self.talk.wipe()
            self.seat = None
        advice = self.table.think(seat)
        # A reason may tell of what only this player knows.
        why = "" if self.table.rules.secrets else advice.why
        self.told(self.table.act(seat, advice.action).moves, why)

    def turn(self, seat: Seat) -> None:
        """One decision of somebody at the keyboard."""
        if seat != self.seat and not self.seated(seat):
            return
        self.announce()
        while not self.left and self.listen():
            pass

    def seated(self, seat: Seat) -> bool:
        """Somebody takes the keyboard; where there are secrets, behind a curtain. False if nobody comes."""
        before, self.seat = self.seat, seat
        name = self.table.names[seat]
        if self.table.secret():
            self.talk.wipe()
            regrets = before is not None and self.table.can_undo(before)
            if regrets:
                self.talk.say(f"{self.table.names[before or 0]} may still type undo.")
            reply = self.talk.ask(f"{name}, press Enter when only you can see this. ")
            if reply is None:
                self.leave()
                return False
            if regrets and reply.casefold() == "undo":
                self.table.undo(before or 0)
                self.seat = None
                return False
            self.talk.tell(recap(self, ""))
        elif before is not None:
            self.talk.say(f"Now it is {name}'s turn.")
        if self.settings["bell"] == "my turn":
            self.talk.ring()
        return True

    def afterwards(self) -> None:
        """The game is over: the result, and what can still be asked."""
        if self.seat is not None and self.table.secret():
            self.talk.wipe()
        self.talk.tell(result(self.table))
        if keeper := self.table.keeper:
            self.talk.say(f"The record is kept in {keeper.path}.")
        if not self.table.humans:
            self.left = True
            return
        self.seat = None
        self.talk.say("Type rematch to play again, or quit. You may also ask: score, where, log, rules.")
        while not self.left and self.table.over:
            line = self.talk.ask("> ")
            if line is None:
                self.left = True
            elif line:
                self.command(line)

    # --- one line -------------------------------------------------------------------------------------------------

    @property
    def player(self) -> Seat:
        """The seat at the keyboard, for what may only be asked there."""
        if self.seat is None:
            raise RuleError("The game is over. Type rematch to play again.")
        return self.seat

    @property
    def choices(self) -> Sequence[Action]:
        return self.table.match.legal(self.player)

    @property
    def verbs(self) -> tuple[str, ...]:
        """The verbs of the present decision."""
        return tuple(self.table.rules.decision(self.table.match.view(self.player), self.player).fields)

    def announce(self) -> None:
        """What is to be decided, with the choices if they are few."""
        view = self.table.match.view(self.player)
        decision = self.table.rules.decision(view, self.player)
        self.talk.say(
            f"{self.table.names[self.player]}: {numbered_rule(self.table.told(decision.prompt), decision.rule)}"
        )
        self.talk.tell(self.listing(self.choices) if len(self.choices) <= FEW else self.summary())

    def listing(self, actions: Sequence[Action]) -> list[str]:
        """Actions with their numbers and what their names mean."""
        number = {action: n for n, action in enumerate(self.choices, 1)}
        glosses = {action: self.words.gloss(str(action)) for action in actions}
        return [f"  {number[a]}. {a}" + (f": {glosses[a]}" if glosses[a] else "") for a in actions]

    def summary(self) -> list[str]:
        """How many actions there are of each verb; a single one in full."""
        counts = Counter(action.verb for action in self.choices)
        parts = [f"{verb} ({count})" for verb, count in counts.items()]
        first = next(verb for verb, count in counts.items() if count > 1)
        return [f"  {len(self.choices)} choices: {', '.join(parts)}. Type legal {first}, or legal all, to hear them."]

    def listen(self) -> bool:
        """One line from the player. Whether the decision is still open after it."""
        steps = len(self.table.match.steps)
        line, self.waiting = self.waiting or self.talk.ask(f"{self.table.names[self.player]}> "), ""
        if line is None:
            self.leave()
            return False
        if not line:
            self.announce()
            return True
        self.heed(line)
        return len(self.table.match.steps) == steps

    def heed(self, line: str) -> None:
        """An action if it is one, else a command, else the beginning of either; else it is said what is wrong."""
        found = typed.exact(line, self.choices)
        if not found and is_command(line):
            self.command(line)
            return
        found = found or typed.begun(line, self.choices)
        if len(found) == 1:
            self.do(found[0])
        elif found:
            self.talk.say(f"{len(found)} choices begin like that:", *self.listing(found[: 2 * FEW]))
        elif begins_command(line):
            self.command(line)
        else:
            self.attempt(line)

    def attempt(self, line: str) -> None:
        """An action that is not legal now: done if only optional steps lie before it, else refused."""
        if line.isdigit():
            self.talk.say(
                f"{self.talk.cross} There are {len(self.choices)} choices; legal lists them with their numbers."
            )
            return
        try:
            action = typed.parsed(line, self.table.rules, self.verbs)
        except NotationError as error:
            self.wrong(numbered_rule(str(error), error.rule) + " Type help for the commands.")
            return
        skips = self.passes(action)
        for skip in skips:
            self.told(self.table.act(self.player, skip).moves)
        self.do(action)

    def passes(self, action: Action) -> list[Action]:
        """The optional steps to pass so that this action becomes legal; none if it would not."""
        rules, seat, found = self.table.rules, self.player, []
        state: Any = self.table.match.view(seat)
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

    def do(self, action: Action) -> None:
        """An action of the player, confirmed if it ends the turn and the settings ask for it."""
        seat = self.player
        try:
            if self.ends_turn(action) and not self.confirmed(action):
                return
            self.told(self.table.act(seat, action).moves)
        except Refused as refused:
            self.refuse(refused.refusal)

    def refuse(self, refusal: Refusal) -> None:
        self.refusal = refusal
        near = f" Legal near it: {', '.join(map(str, refusal.nearest))}." if refusal.nearest else ""
        text = self.table.told(refusal.text)
        self.wrong((f"{text.rstrip('.')} [{refusal.rule}]." if refusal.rule else text) + near)

    def wrong(self, text: str) -> None:
        self.talk.say(f"{self.talk.cross} {text}")

    def ends_turn(self, action: Action) -> bool:
        """Whether the settings want this action confirmed: it is legal, and somebody else decides after it."""
        rules, view = self.table.rules, self.table.match.view(self.player)
        if self.settings["confirm"] != "ask" or rules.check(view, self.player, action):
            return False
        return ends_turn(rules, view, self.player, action)

    def confirmed(self, action: Action) -> bool:
        reply = self.talk.ask(f"After {action} it is not your turn any more. Enter to do it, n to think again: ")
        if reply is None:
            self.leave()
            return False
        if reply.casefold() in ("", "y", "yes", "ok", str(action).casefold()):
            return True
        self.talk.say("Not done.")
        self.waiting = "" if reply.casefold() in ("n", "no") else reply
        return False

    def told(self, steps: list[Any], why: str = "") -> None:
        self.talk.tell(moved(self.table, steps, self.viewer(), why))

    def viewer(self) -> Seat | None:
        """Whose eyes read what happens: the only person's here, or whoever sits at the keyboard."""
        humans = self.table.humans
        return humans[0] if len(humans) == 1 else self.seat

    # --- commands -------------------------------------------------------------------------------------------------

    def command(self, line: str) -> None:
        try:
            self.talk.tell(answer(self, line))
        except Refused as refused:
            self.refuse(refused.refusal)
        except RuleError as error:
            self.wrong(numbered_rule(str(error), error.rule))
        except OSError as error:
            self.wrong(f"{error.filename or 'The file'}: {error.strerror}.")

    def leave(self) -> None:
        self.left = True
        keeper = self.table.keeper
        if keeper is None or self.table.over:
            self.talk.say("Good-bye.")
            return
        self.talk.say(f"The game is kept. Go on with: tilehall games resume {keeper.path.stem} --line")

    def rematch(self) -> None:
        """The same players and options with a new deal, kept as a game of its own."""
        old, keeper = self.table.header, self.table.keeper
        path = Library(keeper.path.parent).new(old.game) if keeper else None
        self.table = Table.open(old.game, old.players, old.options, path=path)
        self.seat = None
        self.greet()
