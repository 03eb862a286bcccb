"""The figures of a house: its tables, its people, and how long its disk and its computer players take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilehall.tui.hall.figures import Family, counter, gauge, histogram, labelled

if TYPE_CHECKING:
    from tilehall.tui.hall.house import HallHouse


async def totals(house: HallHouse) -> Sequence[Family]:
    stats = await house.stats()
    states = {"waiting": stats.waiting, "running": stats.running, "damaged": stats.aside}
    return (
        labelled("tilehall_tables", "gauge", "Tables that are open now, by state.", "state", states),
        gauge("tilehall_games_finished", "Games that have come to their end here.", stats.finished),
        gauge("tilehall_people", "Those who are in the hall.", stats.people),
        gauge("tilehall_guests", "Those of them who have come without a key.", stats.guests),
        gauge("tilehall_known", "Those who have a name here.", stats.known),
        gauge("tilehall_watchers", "Screens that look on at a table where somebody else plays.", stats.watchers),
        histogram(
            "tilehall_action_to_commit_seconds",
            "From an action that comes to the house until it is on the disk and told.",
            house.acted.spread,
        ),
        histogram("tilehall_commit_seconds", "How long the disk takes to write a group.", house.ledger.took.spread),
        counter("tilehall_written_total", "What was to be written, before it was grouped.", stats.tally.wanted),
        gauge("tilehall_writer_queue", "What waits to be written.", stats.queue),
        gauge("tilehall_thoughts", "Thoughts of computer players that wait or are thought.", house.thoughts.under_way),
    )
