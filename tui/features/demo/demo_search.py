"""Looks for a short game in which some rules come up, by playing one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from typing import Any, NamedTuple

from tilehall.engine import Game, Player, RuleError, Text, both, did_you_mean, listed, rulebook
from tilehall.engine.teaching.tours import tour
from tilehall.tui.features.demo.demo_frames import Part, Reel
from tilehall.tui.features.demo.rules_shown import possible
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import at_once

GAMES = 200
"""So many are played at most."""
MORE = 8
"""So many more are played for a shorter one, when one is found."""


class Progress(NamedTuple):
    """How far the search has come."""

    games: int
    found: bool
    lacking: tuple[str, ...] = ()
    """The rules that have come up in none of the games so far."""


def known_rules(rules: Game[Any], asked: Iterable[str]) -> tuple[str, ...]:
    """These rules, each once. Raises RuleError for one that there is not, or that no step can show."""
    numbers = rulebook(rules).numbers()
    by_word, wanted = {number.upper(): number for number in numbers}, dict[str, None]()
    for word in asked:
        number = by_word.get(word.strip().upper())
        if number is None:
            instead = did_you_mean(word.strip(), numbers, Text("'tilehall rules {game}' has them all.", game=rules.id))
            raise RuleError(Text("There is no rule '{rule}'. {instead}", rule=word.strip()[:20], instead=instead))
        if number not in possible(rules):
            command = f"tilehall rules {rules.id} {number}"
            raise RuleError(Text("No step of a game shows {rule}; '{command}' reads it.", rule=number, command=command))
        wanted[number] = None
    return tuple(wanted)


def sought(
    rules: Game[Any],
    players: Sequence[Player],
    options: Sequence[tuple[str, str]],
    wanted: Sequence[str],
    seed: str = "",
    told: Callable[[Progress], None] = lambda progress: None,
    most: int = GAMES,
) -> Reel:
    """The shortest of the games found that shows all these rules, just before the first of them comes up.

    Raises RuleError if there is none among so many. The games of one seed are always the same.
    """
    best, left, seen = None, most, set[str]()
    told(Progress(0, False, tuple(wanted)))
    for n in range(1, most + 1):
        played = _played(rules, players, options, f"{seed or 'demo'} {n}")
        reel = Reel([Replay(played)], [Part(0, 1, None)], tuple(wanted))
        seen |= {rule for step in reel.films[0].uses.steps for rule in step}
        length = _length(reel, wanted)
        if length is not None and (best is None or length < best[0]):
            left, best = min(left, MORE) if best is None else left, (length, reel)
        told(Progress(n, best is not None, _missing(wanted, seen)))
        left -= 1
        if left <= 0:
            break
    reel = best[1] if best else _from_tour(rules, wanted, most, seen)
    reel.go(min(_first(reel, rule) for rule in wanted) - 1)
    return reel


def _from_tour(rules: Game[Any], wanted: Sequence[str], most: int, seen: Set[str]) -> Reel:
    """A game of the tour, which may be played by other options."""
    known, shown = tour(rules), {*seen}
    for record in known.records if known else ():
        reel = Reel([Replay(Table.told_in(record))], [Part(0, 1, None)], tuple(wanted))
        if _length(reel, wanted) is not None:
            return reel
        shown |= {rule for step in reel.films[0].uses.steps for rule in step}
    missing = _missing(wanted, shown)
    if missing:
        told = Text("{rules}: not found in {n} game.", "{rules}: not found in {n} games.", rules=both(missing), n=most)
        raise RuleError(told)
    raise RuleError(
        Text(
            "{rules} come up, but not together in {n} game. Ask for fewer at once.",
            "{rules} come up, but never together in {n} games. Ask for fewer at once.",
            rules=both(wanted),
            n=most,
        )
    )


def _missing(wanted: Sequence[str], seen: Set[str]) -> tuple[str, ...]:
    return tuple(rule for rule in wanted if rule not in seen)


def _played(rules: Game[Any], players: Sequence[Player], options: Iterable[tuple[str, str]], seed: str) -> Table[Any]:
    table = Table.open(rules, players, options, seed)
    at_once(table.settled())
    return table


def _first(reel: Reel, rule: str) -> int:
    """The first frame that shows a rule; the number of frames if none does."""
    return next((n for n, frame in enumerate(reel.frames) if rule in reel.rules(frame)), len(reel.frames))


def _length(reel: Reel, wanted: Sequence[str]) -> int | None:
    """From where the first of these rules is shown to where the last of them is; None if one is not."""
    firsts = [_first(reel, rule) for rule in wanted]
    if max(firsts) == len(reel.frames):
        return None
    return max(firsts) - min(firsts) + 1


def split(text: str) -> list[str]:
    """Rules as they are typed: `P-4.13,P-4.21`.

    >>> split("P-4.13, P-4.21")
    ['P-4.13', 'P-4.21']
    """
    return [word for word in text.replace(",", " ").split() if word]


def told_of(progress: Progress, wanted: Sequence[str]) -> Text:
    """How far it has come, in a sentence."""
    if progress.found:
        return Text("Found {rules}; looking for a shorter game.", rules=listed(wanted))
    looked = both(progress.lacking or wanted)
    if not progress.games:
        return Text("Looking for a game with {rules}. Ctrl+C stops.", rules=looked)
    return Text(
        "Looking for a game with {rules}: {n} game so far. Ctrl+C stops.",
        "Looking for a game with {rules}: {n} games so far. Ctrl+C stops.",
        rules=looked,
        n=progress.games,
    )
