"""The lists of `tilehall hall`, as text and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Any

from tilehall.engine import Text, join_commas, literal_text
from tilehall.tui.hall.desk import Someone
from tilehall.tui.hall.gathering import Worker
from tilehall.tui.hall.house import Stats
from tilehall.tui.hall.listing import STATES, TableListing
from tilehall.tui.hall.protocol import Played
from tilehall.tui.timestamps import format_local, format_utc

MB = 1024 * 1024
Row = tuple[Text, ...]


@dataclass(frozen=True)
class HallList:
    """One list."""

    heads: Row
    row: Callable[[Any, tzinfo | None], Row]
    document: Callable[[Any], dict[str, object]]
    none: Text
    """The sentence for an empty list."""


def format_number(value: float) -> Text:
    return literal_text(f"{value:g}")


def format_time(seconds: float, zone: tzinfo | None) -> Text:
    return literal_text(format_local(datetime.fromtimestamp(seconds, UTC), zone))


def iso_time(seconds: float) -> str:
    return format_utc(datetime.fromtimestamp(seconds, UTC))


# --- tables -----------------------------------------------------------------------------------------------------------


def _table(each: TableListing, zone: tzinfo | None) -> Row:
    names = join_commas([chair.name or "-" for chair in each.chairs])
    return (
        format_number(each.number),
        literal_text(each.game),
        STATES[each.state],
        format_number(each.steps),
        format_number(sum(chair.here for chair in each.chairs)),
        format_number(each.watchers),
        format_time(each.since, zone),
        names,
    )


def _table_document(each: TableListing) -> dict[str, object]:
    return {
        "number": each.number,
        "game": each.game,
        "state": each.state,
        "host": each.host,
        "players": [
            {"name": chair.name or None, "level": chair.level or None, "here": chair.here} for chair in each.chairs
        ],
        "due": [*each.due],
        "watchers": each.watchers,
        "steps": each.steps,
        "changed": iso_time(each.since),
    }


# --- people -----------------------------------------------------------------------------------------------------------


def _someone(each: Someone, zone: tzinfo | None) -> Row:
    return literal_text(each.name), format_number(each.screens), format_number(each.keys), format_time(each.seen, zone)


def _someone_document(each: Someone) -> dict[str, object]:
    return {
        "name": each.name,
        "guest": each.guest,
        "screens": each.screens,
        "keys": each.keys,
        "seen": iso_time(each.seen),
    }


# --- games ------------------------------------------------------------------------------------------------------------


def _played(each: Played, zone: tzinfo | None) -> Row:
    result = literal_text(each.result) if each.result else Text("broken off after {n} steps", n=each.steps)
    return (
        format_number(each.number),
        literal_text(each.game),
        format_time(each.ended, zone),
        join_commas(each.names),
        result,
    )


def _played_document(each: Played) -> dict[str, object]:
    return {
        "number": each.number,
        "game": each.game,
        "players": [*each.names],
        "steps": each.steps,
        "result": each.result or None,
        "ended": iso_time(each.ended),
    }


def _ban(each: tuple[str, str], zone: tzinfo | None) -> Row:
    name, key = each
    return literal_text(key), literal_text(name or "-")


def _ban_document(each: tuple[str, str]) -> dict[str, object]:
    name, key = each
    return {"key": key, "name": name or None}


def _key(each: str, zone: tzinfo | None) -> Row:
    return (literal_text(each),)


HALL_LISTS: Mapping[str, HallList] = {
    "tables": HallList(
        (
            Text("TABLE"),
            Text("GAME"),
            Text("STATE"),
            Text("STEPS"),
            Text("HERE"),
            Text("WATCH"),
            Text("CHANGED"),
            Text("PLAYERS"),
        ),
        _table,
        _table_document,
        Text("There are no tables now."),
    ),
    "people": HallList(
        (Text("NAME"), Text("SCREENS"), Text("KEYS"), Text("SEEN")),
        _someone,
        _someone_document,
        Text("Nobody has been here yet."),
    ),
    "games": HallList(
        (Text("NUMBER"), Text("GAME"), Text("ENDED"), Text("PLAYERS"), Text("RESULT")),
        _played,
        _played_document,
        Text("No game has ended here yet."),
    ),
    "bans": HallList((Text("KEY"), Text("NAME")), _ban, _ban_document, Text("Nobody is banned.")),
    "invited": HallList((Text("KEY"),), _key, lambda each: {"key": each}, Text("Nobody is on the list.")),
}


# --- statistics -------------------------------------------------------------------------------------------------------


def stats_lines(stats: Stats, workers: Sequence[Worker]) -> list[Row]:
    tally = stats.tally
    return [
        (Text("people here"), Text("{n}, {guests} of them guests", n=stats.people, guests=stats.guests)),
        (Text("their screens"), format_number(stats.screens)),
        (Text("people known"), format_number(stats.known)),
        (Text("tables that wait"), format_number(stats.waiting)),
        (Text("tables where somebody plays"), Text("{n}, {m} watch", n=stats.running, m=stats.watchers)),
        (Text("games finished"), format_number(stats.finished)),
        (Text("games damaged"), format_number(stats.aside)),
        (Text("written"), Text("{n} in {m} goes, {queue} wait", n=tally.wanted, m=tally.commits, queue=stats.queue)),
        (Text("slowest go"), Text("{seconds:.3f} s", seconds=tally.slowest)),
        *((Text("worker {n}", n=each.number), _worker(each)) for each in workers),
    ]


def _worker(each: Worker) -> Text:
    return Text(
        "process {process}, {n} screen, {memory} MB, started anew {times} times",
        "process {process}, {n} screens, {memory} MB, started anew {times} times",
        process=each.process,
        n=each.sessions,
        memory=each.memory // MB,
        times=each.restarts,
    )


def stats_data(stats: Stats, workers: Sequence[Worker]) -> dict[str, object]:
    """The statistics as JSON data."""
    return {
        "people": stats.people,
        "guests": stats.guests,
        "screens": stats.screens,
        "known": stats.known,
        "tables": {"waiting": stats.waiting, "running": stats.running, "damaged": stats.aside},
        "watchers": stats.watchers,
        "finished": stats.finished,
        "ledger": {
            "written": stats.tally.wanted,
            "commits": stats.tally.commits,
            "slowest": stats.tally.slowest,
            "queue": stats.queue,
        },
        "workers": [each._asdict() for each in workers],
    }
