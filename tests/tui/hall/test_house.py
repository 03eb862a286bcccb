"""A house from the first visit to the last: opening, joining, playing; and all as it was when it opens again."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.cases import some
from tests.tui.hall.guests import Somebody, opened, seated, until
from tilehall.engine import IllegalActionError, Rng, UserError, parse_record, seal_seed
from tilehall.tui.hall.protocol import Called, Closing, Shut, TableSettings
from tilehall.tui.tables.table import Table


async def test_two_meet_play_and_come_back_after_the_house_was_closed(tmp_path: Path) -> None:
    house = await opened(tmp_path)
    number, (aki, bo) = await seated(house, "Aki", "Bo")
    await aki.act_by_lot(number, Rng(1))
    await bo.act_by_lot(number, Rng(2))
    before = [one.views[number] for one in (aki, bo)]
    await house.close()
    assert isinstance(aki.heard[-1], Closing)
    house = await opened(tmp_path)
    aki, bo = [await Somebody.called(name, house) for name in ("Aki", "Bo")]
    assert [listing.number for listing in await aki.visit.lobby()] == [number]
    for one, view in zip((aki, bo), before, strict=True):
        await one.come(number)
        assert one.views[number] == view
    await house.close()


@pytest.mark.parametrize("game", some(["princess", "sand", "beasts", "kaguya"], slice(0, None, 3)))
async def test_a_game_to_its_end(tmp_path: Path, game: str) -> None:
    house, whims = await opened(tmp_path), Rng(game)
    number, people = await seated(house, "Aki", "Bo", game=game, options=())
    watcher = await Somebody.called("Cleo", house, guest=True)
    await watcher.come(number)
    sealed = house.tables[number].listing.seal
    assert house.tables[number].listing.seed == ""
    while people[0].views[number].due:
        mover = next(one for one in people if one.views[number].must_decide)
        await mover.act_by_lot(number, whims)
    listing = house.tables[number].listing
    assert listing.state == "over"
    assert seal_seed(listing.seed) == sealed == listing.seal
    for one in (*people, watcher):
        fresh = await Somebody.called("x", house, key="SHA256:Aki") if one is people[0] else None
        assert one.views[number].seed == listing.seed
        if fresh:
            assert await fresh.come(number) == one.views[number]
    record = parse_record(await watcher.visit.export(number))
    assert (record.seed, record.result) == (listing.seed, listing.result)
    played = await watcher.visit.library()
    assert [(one.number, one.names, one.result) for one in played] == [(number, ("Aki", "Bo"), listing.result)]
    await house.close()
    again = await opened(tmp_path, lingers=0.0)
    later = await Somebody.called("Aki", again)
    assert again.tables == {}
    assert await later.visit.export(number) == await later.visit.export(number)
    assert (await later.visit.past(number)).seed == listing.seed
    assert len((await later.visit.past(number)).states) == listing.steps + 1
    await again.close()


async def test_computers_play_until_a_person_is_due(tmp_path: Path) -> None:
    house = await opened(tmp_path)
    aki = await Somebody.called("Aki", house)
    number, _ = await aki.visit.open(TableSettings("princess", 3))
    await aki.visit.fill(number, 1, "random")
    await aki.visit.fill(number, 2, "easy")
    await aki.visit.start(number)
    await aki.come(number)
    for _ in range(4):
        await until(lambda: aki.views[number].must_decide)
        await aki.visit.read(number, aki.views[number].number)
        steps = aki.views[number].number
        await aki.act_by_lot(number, Rng(steps))
        await aki.visit.read(number, aki.views[number].number)
    await house.close()


async def test_two_who_act_at_the_same_moment(tmp_path: Path) -> None:
    house = await opened(tmp_path)
    number, (aki, _) = await seated(house, "Aki", "Bo")
    again = await Somebody.called("Aki", house)
    await again.come(number)
    choice = aki.legal(number)[0]
    answers = await asyncio.gather(
        aki.visit.act(number, (choice,)), again.visit.act(number, (choice,)), return_exceptions=True
    )
    assert [type(answer) for answer in answers].count(type(None)) == 1
    (refusal,) = [answer for answer in answers if answer is not None]
    assert isinstance(refusal, IllegalActionError)
    assert str(refusal) in (
        "Somebody was quicker: the game has changed meanwhile.",
        "It is not your turn: #2 is to decide.",
    )
    with pytest.raises(UserError):
        await aki.visit.act(number, (choice,))
    await house.close()


async def test_who_does_not_look_is_called(tmp_path: Path) -> None:
    house = await opened(tmp_path)
    number, (aki, bo) = await seated(house, "Aki", "Bo")
    await bo.visit.go(number)
    bo.heard.clear()
    await aki.act_by_lot(number, Rng(1))
    assert bo.news(Called) == [Called(number)]
    await house.close()


@pytest.mark.parametrize("game", ["princess", "kaguya"])
async def test_a_table_that_is_closed_leaves_its_record(tmp_path: Path, game: str) -> None:
    """Also of a game with secrets: nobody goes on with it. What the dealer would still have dealt stays sealed."""
    house = await opened(tmp_path)
    number, (aki, bo) = await seated(house, "Aki", "Bo", game=game, options=())
    watcher = await Somebody.called("Cleo", house, guest=True)
    await watcher.come(number)
    await bo.visit.go(number)
    while aki.views[number].number < 12:
        mover = aki if aki.views[number].must_decide else bo
        await mover.come(number)
        await mover.act_by_lot(number, Rng(aki.views[number].number))
    seed, sealed = house.tables[number].seed, house.tables[number].listing.seal
    await house.close_table(number)
    for one in (aki, bo, watcher):
        assert [(shut.table, str(shut.why)) for shut in one.news(Shut)] == [
            (number, "The host has closed this table. What was played is in the library.")
        ]
        await one.visit.go(number)
    with pytest.raises(UserError, match=f"Table {number} is closed"):
        await aki.visit.come(number)
    (played,) = await aki.visit.library()
    assert (played.number, played.names, played.result) == (number, ("Aki", "Bo"), "")
    text = await watcher.visit.export(number)
    record = parse_record(text)
    assert (len(record.match.steps), record.header.sealed, record.seed, record.result) == (played.steps, sealed, "", "")
    assert seed not in text and played.steps >= 12
    await house.close()
    again = await opened(tmp_path)
    assert again.tables == {}
    assert await (await Somebody.called("Bo", again)).visit.export(number) == text
    await again.close()


async def test_a_game_is_written_down_while_others_play_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes long where a game is long: the house has other things to do. It is told as it was when it was asked."""
    house = await opened(tmp_path)
    number, (aki, bo) = await seated(house, "Aki", "Bo")
    going, write, wrote = threading.Event(), Table.public_record, []

    def slowly(table: Table[Any]) -> str:
        assert going.wait(20)
        wrote.append(table.steps)
        return write(table)

    monkeypatch.setattr(Table, "public_record", slowly)
    asked = asyncio.create_task(aki.visit.export(number))
    await asyncio.sleep(0.05)
    before = house.tables[number].game().steps
    await (aki if aki.views[number].must_decide else bo).act_by_lot(number, Rng(1))
    going.set()
    assert len(parse_record(await asked).match.steps) == before
    assert len(parse_record(await aki.visit.export(number)).match.steps) == house.tables[number].game().steps > before
    await aki.visit.export(number)
    assert len(wrote) == 2, "written once for each position"
    await house.close()


async def test_a_table_that_is_closed_before_its_game_began_has_no_record(tmp_path: Path) -> None:
    house = await opened(tmp_path)
    aki = await Somebody.called("Aki", house)
    number, _ = await aki.visit.open(TableSettings("princess", 2))
    await house.close_table(number)
    assert await aki.visit.library() == ()
    with pytest.raises(UserError, match="never began"):
        await aki.visit.export(number)
    with pytest.raises(UserError, match="There is no table 7"):
        await aki.visit.export(7)
    with pytest.raises(UserError, match="There is no table 7"):
        await house.close_table(7)
    await house.close()
