"""Requests that open and close matches: games, new, set, load, close."""

from __future__ import annotations

from typing import Any

from tilehall.engine import Game, Header, Setup, is_complete_position, load_game, load_games, seal_seed
from tilehall.tui.programs.json_messages import Fields, Message, MessageError
from tilehall.tui.programs.pipe.answers import position_answer, steps_answer
from tilehall.tui.programs.pipe.fields import (
    ANYTHING,
    OBJECT,
    WHOLE,
    dealer_in,
    names_in,
    options_in,
    seed_in,
    text_in,
)
from tilehall.tui.programs.pipe.matches import Matches, OpenMatch, computers_and_viewpoint_in
from tilehall.tui.tables.referee import Referee


def list_games(matches: Matches, ask: Fields) -> Message:
    """All games with their seats and options."""
    return {"games": [describe_game(found) for found in load_games()]}


def describe_game(found: Game[Any]) -> Message:
    options = [
        {
            "id": option.id,
            "title": str(option.title),
            "values": list(option.values),
            "meanings": [str(meaning) for meaning in option.meanings],
            "default": option.default,
            "rule": option.rule,
        }
        for option in found.options
    ]
    seats = list(found.player_counts)
    return {"id": found.id, "title": str(found.title), "seats": seats, "options": options, "rules": found.rules_version}


def new_match(matches: Matches, ask: Fields) -> Message:
    """`game`, `players`; if wanted `options`, `seed`, `dealer` (seed or ask), `names`, `computers`, `seat`: a match."""
    found = load_game(text_in(ask, "game"))
    setup = Setup(WHOLE.read(ask, "players"), options_in(ask, found.options))
    found.start(setup)  # a set-up that there is not is refused before anything is made of it
    return begin_match(matches, ask, open_match(ask, found, setup))


def open_match(ask: Fields, found: Game[Any], setup: Setup, position: Any = None) -> OpenMatch:
    """Open a match that begins with its set-up, or at a position."""
    seed = seed_in(ask) if dealer_in(ask, "seed") == "seed" else ""
    names, players = names_in(ask, setup.players)
    header = Header(found.id, found.rules_version, players, setup.options, seal_seed(seed) if seed else "")
    return OpenMatch(Referee.at(header, seed, position), names)


def set_position(matches: Matches, ask: Fields) -> Message:
    """`state`, with `match` (it goes on from there) or `game` (a new match, fields as for `new`)."""
    state = OBJECT.read(ask, "state")
    if "match" not in ask:
        found = load_game(text_in(ask, "game"))
        position, setup = position_in(found, state)
        return begin_match(matches, ask, open_match(ask, found, setup, position))
    opened = matches.find(ask)
    position, setup = position_in(opened.examiner.rules, state)
    if setup.players != len(opened.names):
        raise MessageError(
            "bad_position", f"This is a position for {setup.players}; the match has {len(opened.names)} seats."
        )
    computers, eyes = computers_and_viewpoint_in(ask, opened)
    opened.examiner.set(setup, position)
    change = opened.examiner.begin(computers)
    return {"match": ask["match"], **position_answer(opened), **steps_answer(opened, eyes, change)}


def position_in(found: Game[Any], state: Message) -> tuple[Any, Setup]:
    """Return the position and its set-up. Raises MessageError if part of the position is hidden."""
    position = found.load(state)
    if not is_complete_position(found, position):
        raise MessageError(
            "bad_position", "This is what one seat sees of a position; give the whole one. 'imagine' makes some of it."
        )
    clean = found.dump(position)
    return position, Setup(clean["players"], tuple(sorted(clean.get("options", {}).items())))


def load_record(matches: Matches, ask: Fields) -> Message:
    """`record`; if wanted `seed` or `dealer` (chance is asked for without), `computers`, `seat`: a match goes on."""
    text, seed = text_in(ask, "record"), ""
    if dealer_in(ask, "seed" if "seed" in ask else "ask") == "seed":
        ANYTHING.read(ask, "seed")
        seed = seed_in(ask)
    examiner = Referee.load(text, seed)
    return begin_match(matches, ask, OpenMatch(examiner, examiner.header.names))


def close_match(matches: Matches, ask: Fields) -> Message:
    """`match`: forgets it."""
    matches.find(ask)
    del matches.by_number[ask["match"]]
    return {}


def begin_match(matches: Matches, ask: Fields, opened: OpenMatch) -> Message:
    """Return the answer to a request that has just opened a match."""
    computers, eyes = computers_and_viewpoint_in(ask, opened)
    number = matches.add(opened)
    change = opened.examiner.begin(computers)
    return {
        "match": number,
        **position_answer(opened),
        "seats": list(opened.names),
        **steps_answer(opened, eyes, change),
    }
