"""A house that is opened again: what was taken back can be done again, and computer players still say why."""

from __future__ import annotations

from pathlib import Path

from tests.tui.hall.guests import TWO, Somebody, opened, refusal, seated, until
from tilehall.tui.hall.house import HallHouse
from tilehall.tui.hall.protocol import SeatChange, TableSettings
from tilehall.tui.hall.remote_seat import RemoteSeat
from tilehall.tui.tables.history.reasons import REASON_LOST, find_reason


async def against_a_computer(house: HallHouse, level: str = "easy") -> tuple[int, Somebody]:
    """Aki and a computer player, each of whom has chosen."""
    aki = await Somebody.called("Aki", house)
    number, _ = await aki.visit.open(TableSettings("princess", 2, TWO))
    await aki.visit.fill(number, 1, level)
    await aki.visit.start(number)
    await aki.come(number)
    await aki.visit.act(number, ("side a",))
    await until(lambda: aki.views[number].must_decide)
    return number, aki


def reasons(change: SeatChange) -> list[str]:
    return [str(deed.why) for deed in change.seen_steps if deed.why is not None]


async def test_what_was_taken_back_is_done_again_after_a_restart(tmp_path: Path) -> None:
    house = await opened(tmp_path)
    number, (aki, _) = await seated(house, "Aki", "Bo")
    await aki.visit.act(number, ("side a",))
    await aki.visit.undo(number)
    await house.close()
    house = await opened(tmp_path)
    aki, bo = [await Somebody.called(name, house) for name in ("Aki", "Bo")]
    for one in (aki, bo):
        await one.come(number)
    assert "It is the turn" in await refusal(bo.visit.act(number, ("side a",)))
    assert "was done by" in await refusal(bo.visit.redo(number))
    assert str(await aki.visit.redo(number)) == "side a"
    assert await refusal(aki.visit.redo(number)) == "Nothing has been taken back."
    await house.close()


async def test_what_others_did_after_it_ends_that(tmp_path: Path) -> None:
    house = await opened(tmp_path)
    number, (aki, _) = await seated(house, "Aki", "Bo")
    await aki.visit.act(number, ("side a",))
    await aki.visit.undo(number)
    await aki.visit.act(number, ("side b",))
    await house.close()
    house = await opened(tmp_path)
    aki = await Somebody.called("Aki", house)
    await aki.come(number)
    assert await refusal(aki.visit.redo(number)) == "Nothing has been taken back."
    await house.close()


async def test_computer_players_say_why_after_a_restart(tmp_path: Path) -> None:
    house = await opened(tmp_path)
    number, aki = await against_a_computer(house)
    told = reasons(aki.views[number])
    assert told
    await house.close()
    house = await opened(tmp_path)
    aki = await Somebody.called("Aki", house)
    assert reasons(await aki.come(number)) == told
    await house.close()


async def changed(folder: Path, change: str) -> tuple[HallHouse, int, Somebody]:
    """Something else stands in the ledger when the house is opened again."""
    house = await opened(folder)
    number, _ = await against_a_computer(house)
    await house.ledger.ask(lambda db: db.execute(f"update reasons set {change}").rowcount)
    await house.close()
    house = await opened(folder)
    assert house.aside == {}
    return house, number, await Somebody.called("Aki", house)


async def test_a_reason_never_stands_beside_another_deed(tmp_path: Path) -> None:
    """It was killed between writing the one and the other."""
    house, number, aki = await changed(tmp_path, "action = 'side z'")
    seat: RemoteSeat[object] = RemoteSeat(aki.visit, number, await aki.visit.come(number))
    assert find_reason(seat, seat.now.number).text == REASON_LOST
    await house.close()


async def test_damaged_reasons_hinder_nobody(tmp_path: Path) -> None:
    house, number, aki = await changed(tmp_path, "words = '[1'")
    assert reasons(await aki.come(number)) == []
    await house.close()
