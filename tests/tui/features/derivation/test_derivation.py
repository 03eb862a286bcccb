"""Scores explain themselves: terms add up to their line, its places are on the board, its steps are its seat's."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.cases import each_once
from tests.tui.boards.tables import NAMES, look
from tilehall.engine import BUILT_IN_GAMES, RecordPlayer
from tilehall.tui.boards import highlights
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.player.view import View
from tilehall.tui.tables.history.derivation import derive_line, lines_by_player
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.moment import Moment
from tilehall.tui.tables.seat import player_seat, spectator_seat
from tilehall.tui.tables.table import Table

OPTIONS = {"sand": [("mode", "advanced")]}
ONCE = frozenset({"rank", "shortfall", "leftover", "sprite"})
"""Lines that come from the way and from the supply: they have no places on a board."""


def moments(game: str, players: int, seed: str) -> Iterator[Moment[Any]]:
    """A game by lot, now and then and at its end: as everybody sees it, and as the last seat does."""
    lots = random.Random(seed)
    table = Table.open(game, [RecordPlayer(name) for name in NAMES[:players]], OPTIONS.get(game, []), seed)
    while not table.over:
        seat = lots.choice(table.due())
        choices = list(table.match.legal_actions(seat))
        verb = lots.choice(sorted({choice.verb for choice in choices}))
        table.act(seat, lots.choice([choice for choice in choices if choice.verb == verb]))
        if table.over or not lots.randrange(60):
            yield spectator_seat(table).now
            yield player_seat(table, players - 1).now


def shown(moment: Moment[Any], seat: int) -> dict[str, Any]:
    """What is on the board of this seat."""
    view = View(moment.state, seat, moment.names, look=look(), log=moment.log)
    drawn = renderer_for(moment.header.game).paint(view, 120, 38).places
    return {name: place for place, _ in drawn.items() for name in [place[1]]}


@pytest.mark.parametrize(("game", "players"), each_once([*BUILT_IN_GAMES], [2, 4]))
def test_every_line_of_every_receipt_is_derived(game: str, players: int) -> None:
    derived = stepped = bare = 0
    for moment in moments(game, players, f"derived {players}"):
        boards = {seat: shown(moment, seat) for seat in range(players)}
        for line in moment.receipt.lines:
            found = derive_line(moment, line)
            assert sum(part.points for part in found.parts) == line.points, (line, found.parts)
            assert all(entry in moment.log and entry.seat == line.seat for entry in found.steps)
            if line.part not in ONCE and not found.marks:
                assert not found.steps, "what nothing on the board is counted for nobody has done"
                bare += 1
            # A building that was completed and a beast that was captured are not on the board any more.
            gone = {"1", "2", "3"} if game == "sand" else set()
            missing = [mark for mark in found.marks if mark not in boards[line.seat] and mark[0] not in gone]
            assert not missing, (line, missing)
            derived, stepped = derived + 1, stepped + len(found.steps)
    assert derived > 10 and stepped > 10 and bare < derived // 2


def test_of_what_was_covered_only_what_lies_on_top_counts() -> None:
    """Princess: a tile that was laid over is no step of the sky sign on top of it."""
    for moment in moments("princess", 2, "covered"):
        for line in moment.receipt.lines:
            if not line.part.startswith("sky"):
                continue
            found = derive_line(moment, line)
            last = {mark: entry for entry in moment.log if entry.key in ("lay", "steal") for mark in entry.marks}
            for entry in found.steps:
                later = [each for each in found.steps if each.step > entry.step and each.marks == entry.marks]
                assert not later and last


def test_the_lines_stand_player_by_player() -> None:
    *_, moment = moments("beasts", 2, "order")
    assert [line.seat for line in lines_by_player(moment.receipt, [1, 0])] == sorted(
        (line.seat for line in moment.receipt.lines), reverse=True
    )


def test_the_board_is_known_as_it_was_right_after_a_step() -> None:
    table = Table.open("princess", [RecordPlayer("Aki"), RecordPlayer("Bo")], [], "7")
    lots = random.Random(3)
    for _ in range(60):
        seat = table.due()[0]
        table.act(seat, lots.choice(list(table.match.legal_actions(seat))))
    replay = Replay(table, len(table.match.steps))
    assert replay.moment_at(9).number == 9 and replay.now.number == len(table.match.steps)
    assert replay.moment_at(9).state == table.match.steps[8].after


def test_a_place_that_is_on_a_board_twice_lights_up_where_the_cursor_is() -> None:
    table = Table.open("kaguya", [RecordPlayer("Aki"), RecordPlayer("Bo")], [], "7")
    view = View(table.match.view(0), 0, ("Aki", "Bo"), look=look())
    drawn = renderer_for("kaguya").paint(view, 120, 38).places
    assert (
        len(highlights.find_words({"R"}, drawn)) == 2 and len(highlights.find_words({"R"}, drawn, ("store", "B"))) == 1
    )
