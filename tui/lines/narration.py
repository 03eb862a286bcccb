"""Narrates games in lines, each step with its events and rules; used by demos, replays and line mode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count, groupby
from typing import Any

from tilehall.engine import CHANCE, Game, Language, ReceiptLine, Text, Who, join_and, join_commas
from tilehall.tui.boards.wording import wording_for
from tilehall.tui.features.demo.demo_frames import DemoFrames
from tilehall.tui.features.demo.rules_shown import first_sentence
from tilehall.tui.lines.console import LEAVING, QUIT, LineConsole
from tilehall.tui.tables.history.captions import CaptionSentence, describe_draws, describe_step
from tilehall.tui.tables.history.derivation import derive_line, lines_by_player
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.moment import Moment, SeenStep
from tilehall.tui.tables.seat import Seat
from tilehall.tui.tables.seating import player_list

Pause = Callable[[float], None]
CALM = 1.0
"""Seconds for reading a sentence at speed 1."""


def with_rule_number(text: Text, rule: str) -> Text:
    """A text followed by a rule, e.g. `Bo takes FU. [P-3.S5]`"""
    return CaptionSentence(text, rule).with_rule


def caption(rules: Game[Any], deed: SeenStep) -> list[Text]:
    """A step as one line: its events, or its action if there are none, e.g. `Bo passes. [P-3.S3]`"""
    return [each.with_rule for each in describe_step(rules, deed)]


def numbered_lines(rules: Game[Any], deed: SeenStep) -> list[Text]:
    """A step as lines with its number."""
    return [Text("{number}. {told}", number=deed.number, told=each) for each in caption(rules, deed)]


def step_lines(rules: Game[Any], deeds: Sequence[SeenStep]) -> list[Text]:
    """All steps as lines; the reasons of a computer player follow its step."""
    lines: list[Text] = []
    for silent, group in groupby(deeds, lambda deed: deed.seat == CHANCE and not deed.entries):
        if silent:
            lines += [each.with_rule for each in describe_draws(rules, list(group))]
            continue
        for deed in group:
            said = caption(rules, deed)
            if said and deed.why:
                said[0] = Text("{told} Why: {why}.", told=said[0], why=deed.why)
            lines += said
    return lines


def receipt_lines(moment: Moment[Any]) -> list[Text]:
    """The points of each player, line by line and numbered."""
    found, number = moment.receipt, count(1)
    lines = [Text("The points:") if found.final else Text("The points if the game ended now:")]
    lines += found.pending
    for seat in range(len(moment.names)):
        lines.append(Text("{who}: {n} point.", "{who}: {n} points.", who=Who(seat), n=found.total(seat)))
        lines += [_scored(next(number), line) for line in lines_by_player(found, [seat])]
    return lines


def _scored(number: int, line: ReceiptLine) -> Text:
    return with_rule_number(Text("  {number}. {what}: {n:+}.", number=number, what=line.text, n=line.points), line.rule)


def derivation_lines(moment: Moment[Any], number: int) -> list[Text]:
    """The origin of a numbered line of the receipt: its sum, its places and its steps."""
    line = lines_by_player(moment.receipt, range(len(moment.names)))[number - 1]
    found = derive_line(moment, line)
    told = [Text("{who}, {what}: {n:+}.", who=Who(line.seat), what=line.text, n=line.points)]
    told += [Text("  {n:+}: {what}.", n=part.points, what=part.text) for part in found.parts]
    if found.marks:
        told.append(Text("Look at {places}.", places=join_commas(found.marks)))
    told += [Text("{number}. {told}", number=step.step, told=step.text) for step in found.steps]
    return told


def _places(scores: Sequence[int], ranks: Sequence[int] | None) -> list[Text]:
    """The points of the players in order of rank, if there are several."""
    if ranks is None or len(ranks) == 1:
        return [Text("{who} {points}", who=Who(seat), points=points) for seat, points in enumerate(scores)]
    order = sorted(range(len(ranks)), key=lambda seat: ranks[seat])
    return [Text("{rank}. {who} {points}", rank=ranks[seat], who=Who(seat), points=scores[seat]) for seat in order]


def result_lines(moment: Moment[Any]) -> list[Text]:
    """How the game ended: the receipt, the result and the winner."""
    standing = moment.standing
    if standing is None:
        return []
    if standing.scores is None:
        return [standing.text, Text("Nobody wins.")]
    winners = join_and(map(Who, standing.winners))
    alone = len(standing.winners) == 1
    return [
        standing.text,
        *receipt_lines(moment),
        Text("Result: {scores}.", scores=join_commas(_places(standing.scores, standing.ranks))),
        standing.verdict or Text("{winners} wins." if alone else "{winners} share the victory.", winners=winners),
    ]


def position_lines(moment: Moment[Any]) -> list[Text]:
    """The position in words, for the viewpoint of the moment."""
    position = moment.rules.dump(moment.state)
    return wording_for(moment.header.game).describe(position, moment.names, moment.viewpoint)


async def tell_computer_game(
    seat: Seat[Any], talk: LineConsole, speed: float, pause: Pause, presented: bool = False
) -> None:
    """Lets computer players play, and prints every step with its rule and reason. `presented`: each waits for Enter."""
    start = seat.now
    talk = talk.for_players(start.names)
    players = player_list(start.header.players)
    talk.say(credits_line(start), Text("Playing: {players}. Seed {seed}.", players=players, seed=start.seed))
    heard, asked = 0, Presenter(talk) if presented else None

    def hear() -> None:
        nonlocal heard
        now = seat.now
        for line in step_lines(now.rules, now.seen_steps[heard:]):
            talk.say(line)
            if asked and not asked.goes_on():
                raise ViewerLeft
            if not asked and speed > 0:
                pause(CALM / speed)
        heard = now.number

    stop = seat.subscribe(hear)
    try:
        hear()
        await seat.run_computers()
    except ViewerLeft:
        return
    finally:
        stop()
    talk.tell(result_lines(seat.now))


class ViewerLeft(BaseException):
    """Raised when the viewer leaves: a BaseException like KeyboardInterrupt, so that no table treats it as a crash."""


class Presenter:
    """Waits for Enter after each step, as long as there is input."""

    def __init__(self, talk: LineConsole) -> None:
        self.talk = talk
        self.there = True
        talk.say(Text("Enter goes on, {quit} leaves.", quit=QUIT))

    def goes_on(self) -> bool:
        """Waits for Enter; False if the viewer leaves, at a terminal also by ending the input.

        Ended input of a script continues.
        """
        if not self.there:
            return True
        reply = self.talk.ask(Text("(Enter)"))
        if reply is not None:
            return reply.casefold() not in LEAVING
        self.there = False
        return not self.talk.source.isatty()


def tell_demo(reel: DemoFrames, talk: LineConsole, speed: float, pause: Pause, presented: bool = False) -> None:
    """Prints a recorded demo from the present frame on: events, reasons and rules."""
    start = reel.now
    talk.say(credits_line(start))
    asked = Presenter(talk) if presented else None
    for at in range(reel.at, reel.last_of_interest + 1):
        reel.go(at)
        there = talk.for_players(reel.now.names)
        there.tell(_framed(reel, talk.language))
        if asked and not asked.goes_on():
            return
        if not asked and speed > 0:
            pause(reel.seconds(at) / speed)
    if reel.now.over:
        talk.for_players(reel.now.names).tell(result_lines(reel.now))


def _framed(reel: DemoFrames, language: Language) -> list[Text]:
    """A frame as lines: the step, its reason, its results, and rules that no sentence mentions."""
    frame = reel.frame
    note, caption = frame.note, reel.caption(frame)
    if note:
        since = reel.skipped_text(frame)
        if since:
            return [Text(""), Text("{title}, {since}. {text}", title=note.title, since=since, text=note.text)]
        return [Text(""), Text("{title}. {text}", title=note.title, text=note.text)]
    lines = [each.with_rule for each in caption.sentences]
    if caption.why:
        lines.insert(1, Text("  Why: {why}.", why=caption.why))
    if caption.unsaid_rules:
        lines.append(Text("  By {rules}.", rules=join_and(caption.unsaid_rules)))
    rules = reel.now.rules
    return [
        *lines,
        *(
            Text("  {rule}: {text}", rule=rule, text=first_sentence(rules, rule, language))
            for rule in reel.asked_rules_in(frame)
        ),
    ]


def credits_line(moment: Moment[Any]) -> Text:
    """The title and the authors of the game."""
    return Text("{title}. {credit}.", title=moment.title, credit=moment.rules.credit)


def tell_replay(replay: Replay[Any], talk: LineConsole) -> None:
    """Prints all steps of a record and its result."""
    talk = talk.for_players(replay.now.names)
    talk.say(opening_line(replay.now))
    replay.go(replay.steps)
    now = replay.now
    for deed in now.seen_steps:
        talk.tell(numbered_lines(now.rules, deed))
    if now.over:
        talk.tell(result_lines(now))
    else:
        talk.say(Text("The record ends here; the game is not over."))


def tell_position(replay: Replay[Any], talk: LineConsole) -> None:
    """Prints the present position of a replay."""
    now = replay.now
    talk = talk.for_players(now.names)
    talk.say(opening_line(now))
    if now.seen_steps:
        talk.tell(numbered_lines(now.rules, now.seen_steps[-1]))
    talk.tell(position_lines(now))


def opening_line(moment: Moment[Any]) -> Text:
    title, players = moment.title, join_commas(map(Who, range(len(moment.names))))
    options = join_commas(f"{name} {value}" for name, value in moment.header.options)
    if options:
        return Text("{title}: {players}. Options: {options}.", title=title, players=players, options=options)
    return Text("{title}: {players}.", title=title, players=players)
