"""A game told in lines: each step with what happened and its rule; demos and replays are made of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count, groupby
from typing import Any

from tilehall.engine import CHANCE, Game, Language, Line, Text, Who, both, listed
from tilehall.tui.boards.wording import words
from tilehall.tui.features.demo.demo_frames import Reel
from tilehall.tui.features.demo.rules_shown import says
from tilehall.tui.lines.console import LEAVING, QUIT, Talk
from tilehall.tui.tables.history.captions import Told, dealt, told
from tilehall.tui.tables.history.derivation import derivation, in_order
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.moment import Deed, Moment
from tilehall.tui.tables.seat import Seat
from tilehall.tui.tables.seating import introduced

Pause = Callable[[float], None]
CALM = 1.0
"""Seconds that a sentence is left alone at speed 1."""


def numbered_rule(text: Text, rule: str) -> Text:
    """`Bo takes FU. [P-3.S5]`"""
    return Told(text, rule).numbered


def caption(rules: Game[Any], deed: Deed) -> list[Text]:
    """What a step is: its events, or the deed itself if there are none: `Bo passes. [P-3.S3]`"""
    return [each.numbered for each in told(rules, deed)]


def numbered(rules: Game[Any], deed: Deed) -> list[Text]:
    """What a step is, with its number."""
    return [Text("{number}. {told}", number=deed.number, told=each) for each in caption(rules, deed)]


def moved(rules: Game[Any], deeds: Sequence[Deed]) -> list[Text]:
    """All that was done; a computer player's reason stands with its own step."""
    lines: list[Text] = []
    for silent, group in groupby(deeds, lambda deed: deed.seat == CHANCE and not deed.entries):
        if silent:
            lines += [each.numbered for each in dealt(rules, list(group))]
            continue
        for deed in group:
            said = caption(rules, deed)
            if said and deed.why:
                said[0] = Text("{told} Why: {why}.", told=said[0], why=deed.why)
            lines += said
    return lines


def receipt(moment: Moment[Any]) -> list[Text]:
    """The points of each player, line by line; the lines are numbered."""
    found, number = moment.receipt, count(1)
    lines = [Text("The points:") if found.final else Text("The points if the game ended now:")]
    lines += found.to_come
    for seat in range(len(moment.names)):
        lines.append(Text("{who}: {n} point.", "{who}: {n} points.", who=Who(seat), n=found.total(seat)))
        lines += [_scored(next(number), line) for line in in_order(found, [seat])]
    return lines


def _scored(number: int, line: Line) -> Text:
    return numbered_rule(Text("  {number}. {what}: {n:+}.", number=number, what=line.text, n=line.points), line.rule)


def derived(moment: Moment[Any], number: int) -> list[Text]:
    """Where the line of the receipt with this number comes from: its sum, its places and its steps."""
    line = in_order(moment.receipt, range(len(moment.names)))[number - 1]
    found = derivation(moment, line)
    told = [Text("{who}, {what}: {n:+}.", who=Who(line.seat), what=line.text, n=line.points)]
    told += [Text("  {n:+}: {what}.", n=part.points, what=part.text) for part in found.parts]
    if found.marks:
        told.append(Text("Look at {places}.", places=listed(found.marks)))
    told += [Text("{number}. {told}", number=step.step, told=step.text) for step in found.steps]
    return told


def _places(scores: Sequence[int], ranks: Sequence[int] | None) -> list[Text]:
    """Who has how many points, in the order of the places, if several play for them."""
    if ranks is None or len(ranks) == 1:
        return [Text("{who} {points}", who=Who(seat), points=points) for seat, points in enumerate(scores)]
    order = sorted(range(len(ranks)), key=lambda seat: ranks[seat])
    return [Text("{rank}. {who} {points}", rank=ranks[seat], who=Who(seat), points=scores[seat]) for seat in order]


def result(moment: Moment[Any]) -> list[Text]:
    """How the game ended: the receipt, the result, and who won."""
    standing = moment.standing
    if standing is None:
        return []
    if standing.scores is None:
        return [standing.text, Text("Nobody wins.")]
    winners = both(map(Who, standing.winners))
    alone = len(standing.winners) == 1
    return [
        standing.text,
        *receipt(moment),
        Text("Result: {scores}.", scores=listed(_places(standing.scores, standing.ranks))),
        standing.verdict or Text("{winners} wins." if alone else "{winners} share the victory.", winners=winners),
    ]


def where(moment: Moment[Any]) -> list[Text]:
    """The position in words, as these eyes see it."""
    position = moment.rules.dump(moment.state)
    return words(moment.header.game).describe(position, moment.names, moment.eyes)


async def demo(seat: Seat[Any], talk: Talk, speed: float, pause: Pause, presented: bool = False) -> None:
    """Computer players play; every step is told with its rule and its reason. Presented, each waits for Enter."""
    start = seat.now
    talk = talk.at(start.names)
    players = introduced(start.header.players)
    talk.say(credited(start), Text("Playing: {players}. Seed {seed}.", players=players, seed=start.seed))
    heard, asked = 0, Presenter(talk) if presented else None

    def hear() -> None:
        nonlocal heard
        now = seat.now
        for line in moved(now.rules, now.deeds[heard:]):
            talk.say(line)
            if asked and not asked.goes_on():
                raise Left
            if not asked and speed > 0:
                pause(CALM / speed)
        heard = now.number

    stop = seat.told(hear)
    try:
        hear()
        await seat.settled()
    except Left:
        return
    finally:
        stop()
    talk.tell(result(seat.now))


class Left(BaseException):
    """Somebody goes who looked on: like Ctrl+C it ends the game, and a table passes over nothing less."""


class Presenter:
    """Waits for Enter after each step, as long as somebody is there to press it."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.there = True
        talk.say(Text("Enter goes on, {quit} leaves.", quit=QUIT))

    def goes_on(self) -> bool:
        """False once somebody leaves, at a terminal also by ending what is typed. A script that has ended goes on."""
        if not self.there:
            return True
        reply = self.talk.ask(Text("(Enter)"))
        if reply is not None:
            return reply.casefold() not in LEAVING
        self.there = False
        return not self.talk.source.isatty()


def shown(reel: Reel, talk: Talk, speed: float, pause: Pause, presented: bool = False) -> None:
    """What was played before, from the frame that is shown: what happens, why, and the rules."""
    start = reel.now
    talk.say(credited(start))
    asked = Presenter(talk) if presented else None
    for at in range(reel.at, reel.enough + 1):
        reel.go(at)
        there = talk.at(reel.now.names)
        there.tell(_framed(reel, talk.language))
        if asked and not asked.goes_on():
            return
        if not asked and speed > 0:
            pause(reel.seconds(at) / speed)
    if reel.now.over:
        talk.at(reel.now.names).tell(result(reel.now))


def _framed(reel: Reel, language: Language) -> list[Text]:
    """A frame in lines: what was done, why, what came of it, and the rules of which no sentence tells."""
    frame = reel.frame
    note, caption = frame.note, reel.caption(frame)
    if note:
        since = reel.since(frame)
        if since:
            return [Text(""), Text("{title}, {since}. {text}", title=note.title, since=since, text=note.text)]
        return [Text(""), Text("{title}. {text}", title=note.title, text=note.text)]
    lines = [each.numbered for each in caption.what]
    if caption.why:
        lines.insert(1, Text("  Why: {why}.", why=caption.why))
    if caption.besides:
        lines.append(Text("  By {rules}.", rules=both(caption.besides)))
    rules = reel.now.rules
    return [
        *lines,
        *(Text("  {rule}: {text}", rule=rule, text=says(rules, rule, language)) for rule in reel.answers(frame)),
    ]


def credited(moment: Moment[Any]) -> Text:
    """What is played, and who made it."""
    return Text("{title}. {credit}.", title=moment.title, credit=moment.rules.credit)


def whole(replay: Replay[Any], talk: Talk) -> None:
    """All steps of a record, and its result."""
    talk = talk.at(replay.now.names)
    talk.say(opening(replay.now))
    replay.go(replay.steps)
    now = replay.now
    for deed in now.deeds:
        talk.tell(numbered(now.rules, deed))
    if now.over:
        talk.tell(result(now))
    else:
        talk.say(Text("The record ends here; the game is not over."))


def position(replay: Replay[Any], talk: Talk) -> None:
    """The position of a record as it stands open."""
    now = replay.now
    talk = talk.at(now.names)
    talk.say(opening(now))
    if now.deeds:
        talk.tell(numbered(now.rules, now.deeds[-1]))
    talk.tell(where(now))


def opening(moment: Moment[Any]) -> Text:
    title, players = moment.title, listed(map(Who, range(len(moment.names))))
    options = listed(f"{name} {value}" for name, value in moment.header.options)
    if options:
        return Text("{title}: {players}. Options: {options}.", title=title, players=players, options=options)
    return Text("{title}: {players}.", title=title, players=players)
