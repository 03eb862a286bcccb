"""A game told in lines: each step with what happened and its rule; demos and replays are made of it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any

from tilehall.engine import CHANCE, Action, RuleError, Seat, Step, result_text
from tilehall.tui.house.table import Table
from tilehall.tui.line.talk import Talk
from tilehall.tui.words import words

Pause = Callable[[float], None]
CALM = 1.0
"""Seconds that a sentence is left alone at speed 1."""


def numbered_rule(text: str, rule: str) -> str:
    """`Bo takes FU. [P-3.S5]`"""
    return f"{text} [{rule}]" if rule else text


def deed(table: Table, seat: Seat, action: Action, rule: str = "") -> str:
    """An action in words where nothing else tells of it: `Bo: pass. [P-3.S3]`"""
    who = "The dealer" if seat == CHANCE else table.names[seat]
    return numbered_rule(f"{who}: {action}.", rule)


def caption(table: Table, step: Step[Any], seat: Seat | None) -> list[str]:
    """What a step is to this seat: its events, or the bare action if there are none."""
    told = [numbered_rule(entry.text, entry.rule) for entry in table.entries(step, seat)]
    if told or step.together:
        return told
    return [deed(table, step.seat, step.action, table.rules.decision(step.before, step.seat).rule)]


def dealt(table: Table, steps: list[Step[Any]]) -> list[str]:
    """Draws that nothing else tells of, each kind in one sentence: `The dealer: draw WM, WS, WU.`"""
    lines = []
    for verb, group in groupby(steps, lambda step: step.action.verb):
        same = list(group)
        words = ", ".join(str(step.action).removeprefix(verb).strip() for step in same)
        rule = table.rules.decision(same[0].before, CHANCE).rule
        lines.append(numbered_rule(f"The dealer: {verb} {words}.", rule))
    return lines


def moved(table: Table, steps: list[Step[Any]], seat: Seat | None, why: str = "") -> list[str]:
    """All that an action caused; a computer player's reason stands with its own step."""
    lines: list[str] = []
    for silent, group in groupby(steps, lambda step: step.seat == CHANCE and not step.events):
        same = list(group)
        lines += dealt(table, same) if silent else [line for step in same for line in caption(table, step, seat)]
    if why and lines:
        lines[0] += f" Why: {table.told(why)}."
    return lines


def receipt(table: Table) -> list[str]:
    """The points of each player, line by line."""
    found = table.rules.receipt(table.match.state if table.over else table.match.view(None))
    lines = ["The points:" if found.final else "The points if the game ended now:"]
    for seat, name in enumerate(table.names):
        lines.append(f"{name}: {found.total(seat)} points.")
        own = [line for line in found.lines if line.seat == seat]
        lines += [numbered_rule(f"  {table.told(line.text)}: {line.points:+d}.", line.rule) for line in own]
    return lines


def result(table: Table) -> list[str]:
    """How the game ended: the receipt, the result, and who won."""
    standing = table.standing()
    if standing is None:
        return []
    if standing.scores is None:
        return [table.told(standing.text), "Nobody wins."]
    winners = [table.names[seat] for seat in standing.winners]
    verb = "wins" if len(winners) == 1 else "share the victory"
    told = [table.told(standing.text), *receipt(table), f"Result: {result_text(standing, table.names)}."]
    return [*told, f"{' and '.join(winners)} {verb}."]


def where(table: Table, seat: Seat | None) -> list[str]:
    """The position in words, as this seat or a spectator may see it."""
    position = table.rules.dump(table.match.view(seat))
    return words(table.header.game).describe(position, table.names, seat)


def demo(table: Table, talk: Talk, speed: float, pause: Pause) -> None:
    """Computer players play; every step is told with its rule and its reason."""
    players = ", ".join(f"{player.name} ({player.kind})" for player in table.header.players)
    talk.say(f"{table.rules.title}. {table.rules.credit}.", f"Playing: {players}. Seed {table.seed}.")
    _told(talk, moved(table, table.match.steps, None), speed, pause)
    while not table.over:
        seat = table.due()[0]
        advice = table.think(seat)
        _told(talk, moved(table, table.act(seat, advice.action).moves, None, advice.why), speed, pause)
    talk.tell(result(table))


def replay(table: Table, talk: Talk) -> None:
    """All steps of a record, and its result."""
    _opening(table, talk)
    for step in table.match.steps:
        talk.tell(f"{step.number}. {line}" for line in caption(table, step, None))
    if table.over:
        talk.tell(result(table))
    else:
        talk.say("The record ends here; the game is not over.")


def position_at(table: Table, talk: Talk, ply: int) -> None:
    """The position after so many steps."""
    steps = table.match.steps
    if not 0 <= ply <= len(steps):
        raise RuleError(f"There is no step {ply}: this record has steps 0 to {len(steps)}.")
    _opening(table, talk)
    if ply:
        talk.tell(f"{ply}. {line}" for line in caption(table, steps[ply - 1], None))
    state = steps[ply - 1].after if ply else table.match.first
    position = table.rules.dump(table.rules.seen_by(state, None))
    talk.tell(words(table.header.game).describe(position, table.names, None))


def _opening(table: Table, talk: Talk) -> None:
    options = ", ".join(f"{name} {value}" for name, value in table.header.options)
    talk.say(f"{table.rules.title}: {', '.join(table.names)}." + (f" Options: {options}." if options else ""))


def _told(talk: Talk, lines: list[str], speed: float, pause: Pause) -> None:
    for line in lines:
        talk.say(line)
        if speed > 0:
            pause(CALM / speed)
