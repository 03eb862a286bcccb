"""Tries positions from outside, for authors of games: changed ones are refused in a sentence, or can be played on."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import CHANCE, Game, Position, PositionError, SeatNo, Setup
from tilehall.engine.core.match import Match
from tilehall.engine.core.rulebook import load_rulebook
from tilehall.engine.core.text import ENGLISH, render_text
from tilehall.engine.records.reader import is_complete_position, parse_record, position_text
from tilehall.engine.records.writer import write_record
from tilehall.engine.testing.conformance import (
    LONGEST,
    NAMES,
    ConformanceError,
    Examination,
    check_choice,
    check_decision_due,
    check_help,
    check_totals,
    check_view_stable,
    describe_error,
    is_sentence,
    record_header,
    require,
)
from tilehall.engine.testing.mutation import copy_data, mutate_position
from tilehall.engine.testing.wording import find_flaw

S = TypeVar("S")
T = TypeVar("T")
STEPS_BETWEEN_CHECKS = 24
"""Views and previews are checked after every so many steps of a game from a changed position."""


def fuzz_positions(game: Game[S], setups: Sequence[Setup], seed: str, tries: int) -> Counter[str]:
    """Load so many changed positions, and play on from those that are accepted.

    They are made from those of a random game for each set-up. Each is refused in a sentence, or dumps to itself, keeps
    all invariants to the end of a random game, and has views and a record like any other. Says how many were which.
    """
    rng, found = Rng(f"outside {seed}"), Counter[str]()
    reached = [(setup, each) for setup in setups for each in collect_positions(game, setup, rng)]
    for number in range(tries):
        (setup, positions), (_, others) = pick_one(reached, rng), pick_one(reached, rng)
        data, other = game.dump(pick_one(positions, rng)), game.dump(pick_one(others, rng))
        if not rng.below(8):
            data = game.dump(game.view(game.load(data), pick_viewpoint(data, rng)))
        changed = mutate_position(data, other, rng, game.encoder.position_schema(setup))
        try:
            found["unchanged" if changed == data else load_and_play(game, changed, rng)] += 1
        except Exception as error:
            what = str(error) if isinstance(error, ConformanceError) else f"there was an error, {describe_error(error)}"
            where = f"In {game.id}, position {number} of seed '{seed}' ({changed_entries(data, changed)})"
            raise ConformanceError(f"{where}: {what.rstrip('.')}.") from error
    return found


def pick_one(things: Sequence[T], rng: Rng) -> T:
    return things[rng.below(len(things))]


def pick_viewpoint(data: Position, rng: Rng) -> SeatNo | None:
    """Return a seat of that game, or None, at random."""
    seat = rng.below(data["players"] + 1)
    return None if seat == data["players"] else seat


def collect_positions(game: Game[S], setup: Setup, rng: Rng) -> list[list[S]]:
    """Return the positions of a random game, grouped by the kind of decision."""
    match, found = Match(game, setup), dict[str, list[S]]()
    while not match.is_over:
        require(len(match.steps) < LONGEST, "the game does not end")
        seat = pick_one(match.actors(), rng)
        found.setdefault(game.decision(match.state, seat).kind, []).append(match.state)
        match.act(seat, pick_one(match.legal_actions(seat), rng))
    return [*found.values(), [match.state]]


def changed_entries(data: Any, changed: Any, entry: str = "") -> str:
    """Return the entries in which two positions differ, for an error message."""
    if isinstance(data, dict) and isinstance(changed, dict):
        keys = [key for key in (*data, *(changed.keys() - data.keys())) if data.get(key, ...) != changed.get(key, ...)]
        return ", ".join(changed_entries(data.get(key), changed.get(key), f"{entry}.{key}".lstrip(".")) for key in keys)
    if isinstance(data, list) and isinstance(changed, list) and len(data) == len(changed):
        pairs = [(n, pair) for n, pair in enumerate(zip(data, changed, strict=True)) if pair[0] != pair[1]]
        return ", ".join(changed_entries(*pair, f"{entry}.{n}") for n, pair in pairs)
    return f"{entry} {data!s:.60} -> {changed!s:.60}"


def load_and_play(game: Game[S], data: Position, rng: Rng) -> str:
    """Return `refused` or `accepted`; an accepted position is played to the end."""
    try:
        s = game.load(copy_data(data))
    except PositionError as error:
        wrong = find_flaw(error.text, len(NAMES))
        require(not wrong, "its refusal ({}) cannot be put into other languages: {}", error, wrong)
        require(is_sentence(render_text(error.text, ENGLISH, NAMES)), "it is refused, and not in a sentence: {}", error)
        return "refused"
    clean = game.dump(s)
    require(
        order_free_text(clean) == order_free_text(data),
        "it is accepted, and taken for another: {}",
        changed_entries(data, clean),
    )
    require(game.dump(game.load(copy_data(clean))) == clean, "it is accepted, and reads back as another")
    if not is_complete_position(game, s):
        s = game.sample_state(s, rng)
    match = Match(game, Setup(clean["players"], tuple(sorted(clean.get("options", {}).items()))), position=s)
    play_on_to_end(Examination(game, match, load_rulebook(game), rng))
    return "accepted"


def order_free_text(data: Any) -> str:
    """Return plain data as text that does not depend on the order of lists or letters."""
    if isinstance(data, dict):
        return json.dumps(sorted((key, order_free_text(value)) for key, value in data.items()))
    if isinstance(data, list):
        return json.dumps(sorted(map(order_free_text, data)))
    return json.dumps("".join(sorted(data)) if isinstance(data, str) else data)


def play_on_to_end(x: Examination[S]) -> None:
    """Play a random game from a position on, checking all invariants; then read its record back."""
    match, game = x.match, x.game
    while not match.is_over:
        require(len(match.steps) < LONGEST, "the game does not end")
        check_decision_due(x)
        if len(match.steps) % STEPS_BETWEEN_CHECKS == 0:
            check_views(x)
        seat = pick_one(match.actors(), x.rng)
        action = pick_one(match.legal_actions(seat), x.rng)
        if seat != CHANCE:
            check_choice(x, match.state, seat, action)
        if not match.steps:
            check_help(x, match.state, seat, action)
        match.act(seat, action)
    require(game.faults(match.state) == (), "the last position has faults: {}", game.faults(match.state))
    check_views(x)
    check_totals(x)
    header = replace(record_header(x), position=position_text(game, match.initial_state))
    text = write_record(header, match)
    require(
        write_record(header, parse_record(text, lambda name: game).match) == text,
        "its record is written differently after it was read",
    )


def check_views(x: Examination[S]) -> None:
    """Check that everybody has a view, and that positions sampled from it keep the invariants."""
    for observer in (None, *x.seats):
        check_view_stable(x, x.match.state, observer)
        world = x.game.sample_state(x.game.view(x.match.state, observer), x.rng)
        require(x.game.faults(world) == (), "an imagined world has faults: {}", x.game.faults(world))
