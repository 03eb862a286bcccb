"""The logbook: every kind of entry survives, and a damaged game is set aside while the others open."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.tui.hall.guests import Somebody, opened, seated
from tilehall.engine import RecordError, RecordPlayer, Rng
from tilehall.tui.hall.ledger import Ledger
from tilehall.tui.hall.logbook import Logbook, reopened
from tilehall.tui.tables.match_changes import last_step_of, rewind_to
from tilehall.tui.tables.storage.disk_errors import NotSaved
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import run_inline


@pytest.mark.parametrize("game", ["princess", "sand", "beasts", "kaguya"])
async def test_whatever_was_done_or_taken_back_is_there(tmp_path: Path, game: str) -> None:
    """Over again after each change, which another house would have to find."""
    house, whims = await opened(tmp_path), Rng(game)
    number, _ = await seated(house, "Aki", "Bo", game=game, options=())
    await house.tables[number].close()
    ledger = house.ledger
    table = again(ledger, number)
    for _ in range(25):
        if table.over:
            break
        change(table, whims)
        there = again(ledger, number)
        # Parts of a common decision stand in order of seats.
        assert sorted(fingerprints(there)) == sorted(fingerprints(table))
        assert there.rules.dump(there.match.state) == table.rules.dump(table.match.state)
        assert bool(there.match.undo_barrier(0)) == bool(table.match.undo_barrier(0))
        table = there
    await house.close()


def fingerprints(table: Table[Any]) -> list[tuple[int, str]]:
    return [(step.seat, str(step.action)) for step in table.match.steps]


def again(ledger: Ledger, number: int) -> Table[Any]:
    found = reopened(ledger, number)
    return Table.restore(found.header, found.written.record, found.seed, found.logbook)


def change(table: Table[Any], whims: Rng) -> None:
    """Acts, takes back, goes far back, or does again."""
    due = table.due()
    for _ in range(1 + whims.below(20)):
        if table.over:
            return
        due = table.due()
        seat = due[whims.below(len(due))]
        choices = table.match.legal_actions(seat)
        table.act(seat, choices[whims.below(len(choices))])
        other = whims.below(2)
        if whims.below(3) == 0 and not table.match.undo_barrier(other):
            table.undo(other)
            if whims.below(2):
                table.redo()
        elif whims.below(12) == 0 and (step := last_step_of(table.match, other)) and not table.over:
            run_inline(table.change(rewind_to(step)))


async def test_what_cannot_be_kept_has_not_been_done(tmp_path: Path) -> None:
    house = await opened(tmp_path)
    number, (aki, bo) = await seated(house, "Aki", "Bo")
    view, told = aki.views[number], len(bo.heard)
    house.ledger.wait(
        lambda db: db.execute("create trigger full before insert on log begin select raise(abort, 'no'); end")
    )
    with pytest.raises(NotSaved, match="Not saved: no"):
        await aki.act_by_lot(number, Rng(1))
    assert (aki.views[number], len(bo.heard)) == (view, told)
    house.ledger.wait(lambda db: db.execute("drop trigger full"))
    await aki.act_by_lot(number, Rng(1))
    assert aki.views[number].number > view.number
    await house.close()


def damage(folder: Path, *changes: str) -> None:
    db = sqlite3.connect(folder / "hall.db")
    for trigger in ("log_stays", "log_grows"):
        db.execute(f"drop trigger {trigger}")
    for one in changes:
        assert db.execute(one).rowcount > 0
    db.commit()
    db.close()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("update log set lines = replace(lines, 'side a', 'side b') where game = 1", "row {n} of its log is not as it"),
        ("update log set lines = '' where game = 1 and step = 2", "row 2 of its log is not as it was written."),
        ("delete from log where game = 1 and step = 3", "its log has 2 steps of 3."),
        ("update tables set seed = 'AAAA' where number = 1", "seed"),
        ("update tables set seed = '?' where number = 1", "its seed cannot be read."),
        ("update tables set head = 'tilehall 1' where number = 1", "row 1 of its log is not as it was written."),
        ("delete from chairs where number = 1 and seat = 1", "it is not known who sat there."),
        ("update tables set wish = '[' where number = 1", "Table 1 is damaged and is left aside."),
    ],
)
async def test_a_damaged_game_is_set_aside_and_the_others_open(tmp_path: Path, change: str, words: str) -> None:
    house = await opened(tmp_path)
    first, (aki, bo) = await seated(house, "Aki", "Bo")
    second, _ = await aki.visit.open(house.tables[first].wish)
    await bo.visit.join(second)
    await aki.visit.start(second)
    await aki.visit.act(first, ("side a",))
    await house.close()
    damage(tmp_path, change)
    house = await opened(tmp_path)
    aki = await Somebody.called("Aki", house)
    assert [listing.number for listing in await aki.visit.lobby()] == [second]
    with pytest.raises(RecordError) as told:
        await aki.visit.come(first)
    assert words.partition("{n}")[0] in str(told.value)
    assert words.partition("{n}")[2] in str(told.value)
    await aki.come(second)
    await house.close()


async def test_seeds_and_names_stand_where_they_should(tmp_path: Path) -> None:
    """The seal is in the head; the seed stands nowhere in the clear, and names stand beside the log."""
    house = await opened(tmp_path)
    number, (aki, bo) = await seated(house, "Akiko", "Boris", game="kaguya", options=())
    seed = house.tables[number].seed
    for _ in range(12):
        mover = aki if aki.views[number].must_decide else bo
        await mover.act_by_lot(number, Rng(3))
    written = house.ledger.wait(
        lambda db: [
            *db.execute("select head from tables").fetchone(),
            *(row[0] for row in db.execute("select lines from log")),
        ]
    )
    text = "".join(written)
    assert house.tables[number].listing.seal in text
    assert not any(word in text for word in (seed, "Akiko", "Boris"))
    await house.close()
    assert seed.encode() not in (tmp_path / "hall.db").read_bytes()


def test_a_game_cannot_begin_twice(tmp_path: Path) -> None:
    ledger = Ledger.open(tmp_path)
    with pytest.raises(NotSaved, match="has begun already"):
        Table.open("princess", (RecordPlayer("Aki"), RecordPlayer("Bo")), seed="7", store=Logbook(ledger, 1))
    ledger.close()
