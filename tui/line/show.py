"""A game told in lines: each step with what happened and its rule; demos and replays are made of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from tilehall.engine import CHANCE, result_text
from tilehall.tui.house.moment import Deed, Moment
from tilehall.tui.house.replay import Replay
from tilehall.tui.house.seat import Seat
from tilehall.tui.line.talk import Talk
from tilehall.tui.words import words

Pause = Callable[[float], None]
CALM = 1.0
"""Seconds that a sentence is left alone at speed 1."""


def numbered_rule(text: str, rule: str) -> str:
    """`Bo takes FU. [P-3.S5]`"""
    return f"{text} [{rule}]" if rule else text


def caption(names: Sequence[str], deed: Deed) -> list[str]:
    """What a step is: its events, or the bare action if there are none: `Bo: pass. [P-3.S3]`"""
    told = [numbered_rule(entry.text, entry.rule) for entry in deed.entries]
    if told or deed.together:
        return told
    who = "The dealer" if deed.seat == CHANCE else names[deed.seat]
    return [numbered_rule(f"{who}: {deed.action}.", deed.rule)]


def dealt(deeds: Sequence[Deed]) -> list[str]:
    """Draws that nothing else tells of, each kind in one sentence: `The dealer: draw WM, WS, WU.`"""
    lines = []
    for verb, group in groupby(deeds, lambda deed: deed.action.verb if deed.action else ""):
        same = list(group)
        drawn = ", ".join(str(deed.action).removeprefix(verb).strip() for deed in same)
        lines.append(numbered_rule(f"The dealer: {verb} {drawn}.", same[0].rule))
    return lines


def moved(moment: Moment[Any], deeds: Sequence[Deed]) -> list[str]:
    """All that was done; a computer player's reason stands with its own step."""
    lines: list[str] = []
    for silent, group in groupby(deeds, lambda deed: deed.seat == CHANCE and not deed.entries):
        if silent:
            lines += dealt(list(group))
            continue
        for deed in group:
            told = caption(moment.names, deed)
            if told and deed.why:
                told[0] += f" Why: {moment.told(deed.why)}."
            lines += told
    return lines


def receipt(moment: Moment[Any]) -> list[str]:
    """The points of each player, line by line."""
    found = moment.receipt
    lines = ["The points:" if found.final else "The points if the game ended now:"]
    for seat, name in enumerate(moment.names):
        lines.append(f"{name}: {found.total(seat)} points.")
        own = [line for line in found.lines if line.seat == seat]
        lines += [numbered_rule(f"  {moment.told(line.text)}: {line.points:+d}.", line.rule) for line in own]
    return lines


def result(moment: Moment[Any]) -> list[str]:
    """How the game ended: the receipt, the result, and who won."""
    standing = moment.standing
    if standing is None:
        return []
    if standing.scores is None:
        return [moment.told(standing.text), "Nobody wins."]
    winners = [moment.names[seat] for seat in standing.winners]
    verb = "wins" if len(winners) == 1 else "share the victory"
    told = [moment.told(standing.text), *receipt(moment), f"Result: {result_text(standing, moment.names)}."]
    return [*told, f"{' and '.join(winners)} {verb}."]


def where(moment: Moment[Any]) -> list[str]:
    """The position in words, as these eyes see it."""
    position = moment.rules.dump(moment.state)
    return words(moment.header.game).describe(position, moment.names, moment.eyes)


async def demo(seat: Seat[Any], talk: Talk, speed: float, pause: Pause) -> None:
    """Computer players play; every step is told with its rule and its reason."""
    start = seat.now
    players = ", ".join(f"{player.name} ({player.kind})" for player in start.header.players)
    talk.say(f"{start.rules.title}. {start.rules.credit}.", f"Playing: {players}. Seed {start.seed}.")
    heard = 0

    def hear() -> None:
        nonlocal heard
        now = seat.now
        for line in moved(now, now.deeds[heard:]):
            talk.say(line)
            if speed > 0:
                pause(CALM / speed)
        heard = now.number

    hear()
    stop = seat.told(hear)
    await seat.settled()
    stop()
    talk.tell(result(seat.now))


def whole(replay: Replay[Any], talk: Talk) -> None:
    """All steps of a record, and its result."""
    _opening(replay.now, talk)
    replay.go(replay.steps)
    now = replay.now
    for deed in now.deeds:
        talk.tell(f"{deed.number}. {line}" for line in caption(now.names, deed))
    if now.over:
        talk.tell(result(now))
    else:
        talk.say("The record ends here; the game is not over.")


def position(replay: Replay[Any], talk: Talk) -> None:
    """The position of a record as it stands open."""
    now = replay.now
    _opening(now, talk)
    if now.deeds:
        talk.tell(f"{now.number}. {line}" for line in caption(now.names, now.deeds[-1]))
    talk.tell(where(now))


def _opening(moment: Moment[Any], talk: Talk) -> None:
    options = ", ".join(f"{name} {value}" for name, value in moment.header.options)
    talk.say(f"{moment.rules.title}: {', '.join(moment.names)}." + (f" Options: {options}." if options else ""))
