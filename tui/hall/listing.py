"""A table as the lobby lists it: its data, and every column in which something of it is told.

A new column is a field here, its text in one of the tuples below, and its value in `HallTable.listing`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tilehall.engine import BUILT_IN_GAMES, Text, join_commas, literal_text, load_game
from tilehall.engine import SeatNo as Number
from tilehall.tui.hall import words
from tilehall.tui.hall.protocol import Clock, Person, State


class ListedChair(NamedTuple):
    """A place at a table."""

    name: str = ""
    """Whose it is; empty as long as it is free."""
    level: str = ""
    """The level of the computer player who sits there, also of one who stands in for somebody; empty for people."""
    person: int = 0
    """The number of the person; 0 for nobody and for computer players."""
    here: bool = False
    """Whether that person has the table on a screen now; while it waits, whether they are in the hall."""
    left: float | None = None
    """Seconds that were left on the clock when this was told; it runs for those who are due. None without a clock."""
    expected: bool = False
    """Whether the chair is kept for that person, who has not come to it yet."""


class TableListing(NamedTuple):
    """A table as everybody may see it from the lobby."""

    number: int
    game: str
    host: str
    """The name of who opened it."""
    state: State
    chairs: tuple[ListedChair, ...]
    options: tuple[tuple[str, str], ...]
    steps: int
    due: tuple[Number, ...]
    watchers: int
    since: float
    """When something happened there last, in seconds since 1970."""
    code: bool
    aids: bool
    clock: Clock
    result: str = ""
    seal: str = ""
    """What the seed is sealed with, shown before the first step."""
    seed: str = ""
    """The seed itself, once the game is over."""
    follows: int = 0
    """The table whose people play again here; whoever still sits there is led here."""
    chat: bool = False
    """Whether onlookers may read and write what is said there."""

    def seat_of(self, person: Person) -> Number | None:
        """Where this person sits; None if nowhere."""
        return next((n for n, chair in enumerate(self.chairs) if chair.person == person.id != 0), None)


def rules_text(listing: TableListing) -> Text:
    """What is not as usual at a table: options, clock, no hints, a code."""
    known = {option.id: option for option in load_game(listing.game).options} if listing.game in BUILT_IN_GAMES else {}
    found: list[Text] = []
    for name, value in listing.options:
        option = known.get(name)
        if option is None:
            found.append(Text("{option}: {value}", option=name, value=value))
            continue
        meanings = dict(zip(option.values, option.meanings, strict=True))
        found.append(Text("{option}: {meaning}", option=option.title, meaning=meanings.get(value, literal_text(value))))
    found += [words.timed(listing.clock)] if listing.clock.kind != "off" else []
    found += [] if listing.aids else [Text("no hints")]
    found += [Text("watchers may talk")] if listing.chat else []
    found += [Text("by code")] if listing.code else []
    return join_commas(found) if found else Text("the usual rules")


def brief_rules(listing: TableListing) -> Text:
    """The same in a few words."""
    known = {option.id: option for option in load_game(listing.game).options} if listing.game in BUILT_IN_GAMES else {}
    first = any(name in known and known[name].easiest == value for name, value in listing.options)
    found = [Text("for a first game")] if first else [Text("rules of their own")] if listing.options else []
    found += [words.timed(listing.clock)] if listing.clock.kind != "off" else []
    found += [] if listing.aids else [Text("no hints")]
    found += [Text("by code")] if listing.code else []
    return join_commas(found) if found else Text("the usual rules")


# --- the columns ------------------------------------------------------------------------------------------------------

TableText = Callable[[TableListing], Text]
"""What is told of a table in a column; an empty text where there is nothing to tell."""
NOTHING = Text("")
STATES = {"waiting": Text("waiting"), "running": Text("running"), "over": Text("over")}


def _progress(listing: TableListing) -> Text:
    if listing.state == "over":
        return literal_text(listing.result)
    return Text("step {step}", step=listing.steps) if listing.state == "running" else NOTHING


def _watchers(listing: TableListing) -> Text:
    return Text("{n} watches", "{n} watch", n=listing.watchers) if listing.watchers else NOTHING


def _watchers_sentence(listing: TableListing) -> Text:
    return Text("{n} watches.", "{n} watch.", n=listing.watchers) if listing.watchers else NOTHING


LOBBY: tuple[TableText, ...] = (
    lambda listing: Text("table {number}", number=listing.number),
    _progress,
    lambda listing: words.ago(time.time() - listing.since),
    _watchers,
    brief_rules,
)
"""In the line of a table in the lobby."""
DETAILS: tuple[TableText, ...] = (
    lambda listing: Text("{rules}.", rules=rules_text(listing)),
    lambda listing: Text("Opened by {host}.", host=listing.host),
    _watchers_sentence,
    lambda listing: Text("The seed was {seed}.", seed=listing.seed) if listing.seed else NOTHING,
)
"""In sentences beside the list."""
PRINTED: tuple[tuple[Text, TableText], ...] = (
    (Text("TABLE"), lambda listing: literal_text(f"{listing.number}")),
    (Text("GAME"), lambda listing: literal_text(listing.game)),
    (Text("STATE"), lambda listing: STATES[listing.state]),
    (Text("STEPS"), lambda listing: literal_text(f"{listing.steps}")),
    (Text("PLAYERS"), lambda listing: join_commas([chair.name or "-" for chair in listing.chairs])),
)
"""In the columns of `tables`, which is printed without a screen."""


def texts_of(listing: TableListing, columns: tuple[TableText, ...]) -> Iterator[Text]:
    """What these columns tell of a table."""
    return filter(None, (column(listing) for column in columns))
