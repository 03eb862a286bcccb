"""Programs that the host of a hall has named sit on chairs like computer players; no visitor can name one."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.tui.hall.fakes import FakeHouse
from tests.tui.hall.guests import Somebody, until
from tests.tui.hall.hands import visiting
from tests.tui.programs.bot_scripts import Fake
from tilehall.engine import UserError
from tilehall.tui.hall import tables, words
from tilehall.tui.hall.bots import BUSY, Bots
from tilehall.tui.hall.house import HallHouse, HallLimits
from tilehall.tui.hall.protocol import Requested, TableSettings
from tilehall.tui.programs.bots.bot_pool import BotRoster
from tilehall.tui.tables.thinking.thinkers import InlineThinker


class Hosted:
    """A hall whose host has named one program."""

    def __init__(self, folder: Path, fake: Fake, most: int = 4) -> None:
        self.folder, self.fake, self.most = folder, fake, most

    async def open(self, cast: BotRoster | None = None) -> HallHouse:
        bots = Bots(cast or BotRoster((self.fake.command,), self.fake.chair.settings), self.most)
        return await HallHouse.open(self.folder / "hall", InlineThinker(), HallLimits(deeds=10_000), bots=bots)


@pytest.fixture
async def hosted(tmp_path: Path) -> Hosted:
    return Hosted(tmp_path, Fake(tmp_path))


@pytest.fixture
async def house(hosted: Hosted) -> AsyncIterator[HallHouse]:
    house = await hosted.open()
    yield house
    await house.close()


async def at_a_table(house: HallHouse, name: str = "Aki", seats: int = 2) -> tuple[Somebody, int]:
    aki = await Somebody.called(name, house)
    number, _ = await aki.visit.open(TableSettings("kaguya", seats))
    return aki, number


async def test_a_program_plays_on_a_chair_and_its_record_holds_no_command(house: HallHouse, hosted: Hosted) -> None:
    aki, number = await at_a_table(house)
    await aki.visit.fill(number, 1, "program:Bob")
    table = house.table(number)
    assert [chair.name for chair in table.listing.chairs] == ["Aki", "Bob"]
    await aki.visit.start(number)
    await aki.come(number)
    await until(lambda: any(step.seat == 1 for step in table.game().match.steps))
    assert [player.kind for player in table.game().header.players] == ["human", "program"]
    record = await aki.visit.export(number)
    assert "Bob:program" in record and "fake.py" not in record
    said = [json.loads(line)["say"] for line in hosted.fake.heard.splitlines()]
    assert said[:3] == ["hello", "new", "turn"]


@pytest.mark.parametrize("level", ["program:Eve", "Eve:cmd=sh", "cmd=sh", "program", "program:", "program:Bob:cmd=sh"])
async def test_a_visitor_cannot_name_another_program(house: HallHouse, level: str) -> None:
    aki, number = await at_a_table(house)
    with pytest.raises(UserError, match="There is no computer player"):
        await aki.visit.fill(number, 1, level)
    await aki.visit.fill(number, 1, "easy")
    await aki.visit.start(number)
    with pytest.raises(UserError, match="There is no computer player"):
        await aki.visit.hand_over(number, level)


async def test_one_that_sits_twice_has_two_names_and_two_processes(house: HallHouse) -> None:
    aki, number = await at_a_table(house, seats=3)
    for seat in (1, 2):
        await aki.visit.fill(number, seat, "program:Bob")
    assert [chair.name for chair in house.table(number).listing.chairs] == ["Aki", "Bob", "Bob2"]
    await aki.visit.start(number)
    computers = house.table(number).computers
    programs = computers and computers.services.bots
    assert programs is not None and list(programs.bot_seats) == ["Bob", "Bob2"]


async def test_whoever_opens_a_table_finds_programs_beside_the_computer_players() -> None:
    house = FakeHouse()
    async with visiting(house, "Aki", programs=["Eve"]) as aki:
        await aki.press("o", "enter")
        await aki.in_room("WaitingScreen")
        (at,) = house.tables.values()
        await aki.go_to("Chair 2")
        await aki.press("left")
        await aki.until(lambda: at.chairs[1].level == "program:Eve")
        await aki.sees("program, Eve")
        assert "A program that the host of this hall has invited." in aki.text
    assert str(words.level("program:Eve")) == "the program Eve"


async def test_what_goes_wrong_is_said_at_the_table(tmp_path: Path) -> None:
    house = await Hosted(tmp_path, Fake(tmp_path, turn='best("nonsense")')).open()
    aki, number = await at_a_table(house)
    await aki.visit.fill(number, 1, "program:Bob")
    await aki.visit.start(number)
    await aki.come(number)
    await until(lambda: bool(aki.news(Requested)))
    told = aki.news(Requested)[0]
    assert str(told.told) == "Bob named no action of this game. A quick choice was made for it."
    await until(lambda: any(step.seat == 1 for step in house.table(number).game().match.steps))
    await house.close()


async def test_there_are_not_more_processes_than_the_hall_can_bear(tmp_path: Path) -> None:
    house = await Hosted(tmp_path, Fake(tmp_path), most=1).open()
    tables_of = [await at_a_table(house, name) for name in ("Aki", "Bo")]
    for somebody, number in tables_of:
        await somebody.visit.fill(number, 1, "program:Bob")
    (aki, first), (bo, second) = tables_of
    await aki.visit.start(first)
    with pytest.raises(UserError, match=str(BUSY)):
        await bo.visit.start(second)
    await house.close_table(first, BUSY)
    await bo.visit.start(second)
    await house.close()


async def test_a_game_goes_on_with_its_program_or_with_somebody_in_its_place(hosted: Hosted) -> None:
    house = await hosted.open()
    aki, number = await at_a_table(house)
    await aki.visit.fill(number, 1, "program:Bob")
    await aki.visit.start(number)
    await house.close()
    house = await hosted.open()
    again = house.table(number).computers
    assert again and again.services.bots is not None and again.level_of(1) == "program"
    await house.close()
    house = await hosted.open(BotRoster())
    again = house.table(number).computers
    assert again and again.services.bots is None and again.level_of(1) == tables.STAND_IN
    await house.close()


async def test_a_program_that_is_gone_before_the_start_has_to_be_replaced(hosted: Hosted) -> None:
    house = await hosted.open()
    aki, number = await at_a_table(house)
    await aki.visit.fill(number, 1, "program:Bob")
    await house.close()
    house = await hosted.open(BotRoster())
    aki = await Somebody.called("Aki", house)
    with pytest.raises(UserError, match="Bob does not play here any more"):
        await aki.visit.start(number)
    await aki.visit.fill(number, 1, "easy")
    await aki.visit.start(number)
    await house.close()
