"""A house from the first visit to the last: opening, joining, playing; and all as it was when it opens again."""

import asyncio
from pathlib import Path

import pytest

from tests.tui.hall.guests import Somebody, opened, seated, until
from tilehall.engine import Refused, Rng, RuleError, read, seal
from tilehall.tui.hall.news import Called, Closing, Wish


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


@pytest.mark.parametrize("game", ["princess", "sand", "beasts", "kaguya"])
async def test_a_game_to_its_end(tmp_path: Path, game: str) -> None:
    house, whims = await opened(tmp_path), Rng(game)
    number, people = await seated(house, "Aki", "Bo", game=game, options=())
    watcher = await Somebody.called("Cleo", house, guest=True)
    await watcher.come(number)
    sealed = house.tables[number].listing.seal
    assert house.tables[number].listing.seed == ""
    while people[0].views[number].due:
        mover = next(one for one in people if one.views[number].mine)
        await mover.act_by_lot(number, whims)
    listing = house.tables[number].listing
    assert listing.state == "over"
    assert seal(listing.seed) == sealed == listing.seal
    for one in (*people, watcher):
        fresh = await Somebody.called("x", house, key="SHA256:Aki") if one is people[0] else None
        assert one.views[number].seed == listing.seed
        if fresh:
            assert await fresh.come(number) == one.views[number]
    record = read(await watcher.visit.export(number))
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
    number, _ = await aki.visit.open(Wish("princess", 3))
    await aki.visit.fill(number, 1, "random")
    await aki.visit.fill(number, 2, "easy")
    await aki.visit.start(number)
    await aki.come(number)
    for _ in range(4):
        await until(lambda: aki.views[number].mine)
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
    assert isinstance(refusal, Refused)
    assert str(refusal) in ("Somebody was quicker: the game has changed meanwhile.", "It is not your turn.")
    with pytest.raises(RuleError):
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
