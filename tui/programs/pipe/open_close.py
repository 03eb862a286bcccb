"""What opens a match and closes it: games, new, set, load, close."""

from __future__ import annotations

from typing import Any

from tilehall.engine import Game, Header, Setup, game, games, is_whole, seal
from tilehall.tui.programs.pipe.answers import played, where
from tilehall.tui.programs.pipe.errors import Answer, Fields, Trouble
from tilehall.tui.programs.pipe.fields import (
    dealer_in,
    names_in,
    needed,
    object_in,
    options_in,
    seed_in,
    text_in,
    whole_in,
)
from tilehall.tui.programs.pipe.matches import Matches, Opened, company_in
from tilehall.tui.tables.referee import Examiner


def offered(matches: Matches, ask: Fields) -> Answer:
    """All games with their seats and options."""
    return {"games": [described(found) for found in games()]}


def described(found: Game[Any]) -> Answer:
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
    seats = list(found.seats)
    return {"id": found.id, "title": str(found.title), "seats": seats, "options": options, "rules": found.rules}


def new(matches: Matches, ask: Fields) -> Answer:
    """`game`, `players`; if wanted `options`, `seed`, `dealer` (seed or ask), `names`, `computers`, `seat`: a match."""
    found = game(text_in(ask, "game"))
    setup = Setup(whole_in(ask, "players"), options_in(ask, found.options))
    found.start(setup)  # a set-up that there is not is refused before anything is made of it
    return begun(matches, ask, seated(ask, found, setup))


def seated(ask: Fields, found: Game[Any], setup: Setup, position: Any = None) -> Opened:
    """A match that begins with its set-up, or here."""
    seed = seed_in(ask) if dealer_in(ask, "seed") == "seed" else ""
    names, players = names_in(ask, setup.players)
    header = Header(found.id, found.rules, players, setup.options, seal(seed) if seed else "")
    return Opened(Examiner.at(header, seed, position), names)


def placed(matches: Matches, ask: Fields) -> Answer:
    """`state`, with `match` (it goes on from there) or `game` (a new match, fields as for `new`)."""
    state = object_in(ask, "state")
    if "match" not in ask:
        found = game(text_in(ask, "game"))
        position, setup = position_in(found, state)
        return begun(matches, ask, seated(ask, found, setup, position))
    opened = matches.opened(ask)
    position, setup = position_in(opened.examiner.rules, state)
    if setup.players != len(opened.names):
        raise Trouble(
            "bad_position", f"This is a position for {setup.players}; the match has {len(opened.names)} seats."
        )
    computers, eyes = company_in(ask, opened)
    opened.examiner.set(setup, position)
    change = opened.examiner.begin(computers)
    return {"match": ask["match"], **where(opened), **played(opened, eyes, change)}


def position_in(found: Game[Any], state: Answer) -> tuple[Any, Setup]:
    """The position and its set-up; every game with options writes them into its positions."""
    position = found.load(state)
    if not is_whole(found, position):
        raise Trouble(
            "bad_position", "This is what one seat sees of a position; give the whole one. 'imagine' makes some of it."
        )
    clean = found.dump(position)
    return position, Setup(clean["players"], tuple(sorted(clean.get("options", {}).items())))


def loaded(matches: Matches, ask: Fields) -> Answer:
    """`record`; if wanted `seed` or `dealer` (chance is asked for without), `computers`, `seat`: a match goes on."""
    text, seed = text_in(ask, "record"), ""
    if dealer_in(ask, "seed" if "seed" in ask else "ask") == "seed":
        needed(ask, "seed")
        seed = seed_in(ask)
    examiner = Examiner.load(text, seed)
    return begun(matches, ask, Opened(examiner, examiner.header.names))


def closed(matches: Matches, ask: Fields) -> Answer:
    """`match`: forgets it."""
    matches.opened(ask)
    del matches.by_number[ask["match"]]
    return {}


def begun(matches: Matches, ask: Fields, opened: Opened) -> Answer:
    """What a match that was just opened answers."""
    computers, eyes = company_in(ask, opened)
    number = matches.open(opened)
    change = opened.examiner.begin(computers)
    return {"match": number, **where(opened), "seats": list(opened.names), **played(opened, eyes, change)}
