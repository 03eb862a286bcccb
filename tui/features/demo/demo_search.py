"""Searches for a short game that shows some rules, by playing games one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from typing import Any, NamedTuple

from tilehall.engine import Game, RecordPlayer, Text, UserError, did_you_mean, join_and, join_commas, load_rulebook
from tilehall.engine.teaching.tours import load_tour
from tilehall.tui.features.demo.demo_frames import DemoFrames, DemoPart
from tilehall.tui.features.demo.rules_shown import possible_rules
from tilehall.tui.lab.game_runner import play_game
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.table import Table

MOST_GAMES = 200
"""The number of games that are played at most."""
GAMES_AFTER_FOUND = 8
"""The number of games to play for a shorter one, once one is found."""


class DemoSearchProgress(NamedTuple):
    """The state of the search."""

    games: int
    found: bool
    lacking: tuple[str, ...] = ()
    """The rules that have not come up in any game so far."""


def check_rules(rules: Game[Any], asked: Iterable[str]) -> tuple[str, ...]:
    """Return these rules without repetition. Raises UserError for a rule that is unknown, or that no step can show."""
    numbers = load_rulebook(rules).numbers()
    by_word, wanted = {number.upper(): number for number in numbers}, dict[str, None]()
    for word in asked:
        number = by_word.get(word.strip().upper())
        if number is None:
            instead = did_you_mean(word.strip(), numbers, Text("'tilehall rules {game}' has them all.", game=rules.id))
            raise UserError(Text("There is no rule '{rule}'. {instead}", rule=word.strip()[:20], instead=instead))
        if number not in possible_rules(rules):
            command = f"tilehall rules {rules.id} {number}"
            raise UserError(Text("No step of a game shows {rule}; '{command}' reads it.", rule=number, command=command))
        wanted[number] = None
    return tuple(wanted)


def search_game(
    rules: Game[Any],
    players: Sequence[RecordPlayer],
    options: Sequence[tuple[str, str]],
    wanted: Sequence[str],
    seed: str = "",
    told: Callable[[DemoSearchProgress], None] = lambda progress: None,
    most: int = MOST_GAMES,
) -> DemoFrames:
    """Return the shortest of the found games that shows all these rules, just before the first of them.

    Raises UserError if there is none. The games of a seed are always the same.
    """
    best, left, seen = None, most, set[str]()
    told(DemoSearchProgress(0, False, tuple(wanted)))
    for n in range(1, most + 1):
        played = play_game(rules, players, tuple(options), seed or "demo", n).table
        frames = DemoFrames([Replay(played)], [DemoPart(0, 1, None)], tuple(wanted))
        seen |= {rule for step in frames.games[0].rules_shown.steps for rule in step}
        length = _length(frames, wanted)
        if length is not None and (best is None or length < best[0]):
            left, best = min(left, GAMES_AFTER_FOUND) if best is None else left, (length, frames)
        told(DemoSearchProgress(n, best is not None, _missing_rules(wanted, seen)))
        left -= 1
        if left <= 0:
            break
    frames = best[1] if best else _search_tour(rules, wanted, most, seen)
    frames.go(min(_first_frame(frames, rule) for rule in wanted) - 1)
    return frames


def _search_tour(rules: Game[Any], wanted: Sequence[str], most: int, seen: Set[str]) -> DemoFrames:
    """Search the games of the tour, which may have other options."""
    known, shown = load_tour(rules), {*seen}
    for record in known.records if known else ():
        frames = DemoFrames([Replay(Table.from_record_text(record))], [DemoPart(0, 1, None)], tuple(wanted))
        if _length(frames, wanted) is not None:
            return frames
        shown |= {rule for step in frames.games[0].rules_shown.steps for rule in step}
    missing = _missing_rules(wanted, shown)
    if missing:
        told = Text(
            "{rules}: not found in {n} game.", "{rules}: not found in {n} games.", rules=join_and(missing), n=most
        )
        raise UserError(told)
    raise UserError(
        Text(
            "{rules} come up, but not together in {n} game. Ask for fewer at once.",
            "{rules} come up, but never together in {n} games. Ask for fewer at once.",
            rules=join_and(wanted),
            n=most,
        )
    )


def _missing_rules(wanted: Sequence[str], seen: Set[str]) -> tuple[str, ...]:
    return tuple(rule for rule in wanted if rule not in seen)


def _first_frame(frames: DemoFrames, rule: str) -> int:
    """Return the first frame that shows a rule; the number of frames if there is none."""
    return next((n for n, frame in enumerate(frames.frames) if rule in frames.rules(frame)), len(frames.frames))


def _length(frames: DemoFrames, wanted: Sequence[str]) -> int | None:
    """Return the frames between the first of these rules and the last of them; None if one is missing."""
    firsts = [_first_frame(frames, rule) for rule in wanted]
    if max(firsts) == len(frames.frames):
        return None
    return max(firsts) - min(firsts) + 1


def split_rules(text: str) -> list[str]:
    """Split a list of rules as it is typed: `P-4.13,P-4.21`.

    >>> split_rules("P-4.13, P-4.21")
    ['P-4.13', 'P-4.21']
    """
    return [word for word in text.replace(",", " ").split() if word]


def progress_text(progress: DemoSearchProgress, wanted: Sequence[str]) -> Text:
    """Return the state of the search as a sentence."""
    if progress.found:
        return Text("Found {rules}; looking for a shorter game.", rules=join_commas(wanted))
    looked = join_and(progress.lacking or wanted)
    if not progress.games:
        return Text("Looking for a game with {rules}. Ctrl+C stops.", rules=looked)
    return Text(
        "Looking for a game with {rules}: {n} game so far. Ctrl+C stops.",
        "Looking for a game with {rules}: {n} games so far. Ctrl+C stops.",
        rules=looked,
        n=progress.games,
    )
