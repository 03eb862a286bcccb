"""Guests, who have no key: by a code they come back to their chairs as long as the house stands."""

from __future__ import annotations

from pathlib import Path

from tests.tui.hall.fakes import FakeHouse, entered
from tests.tui.hall.guests import TWO, Somebody, opened, refusal, until
from tests.tui.hall.halls import Hall, needs_ssh
from tests.tui.hall.hands import visiting
from tests.tui.hall.test_whole_hall import WHOLE
from tilehall.tui.hall.house import HallHouse
from tilehall.tui.hall.protocol import TableSettings


async def at_table(house: HallHouse, **wish: object) -> tuple[int, Somebody, Somebody]:
    """Aki, and a guest called Cleo, at a table that waits."""
    aki = await Somebody.called("Aki", house)
    cleo = await Somebody.called("Cleo", house, guest=True, address="192.0.2.7")
    number, _ = await aki.visit.open(TableSettings("princess", 2, TWO))
    await cleo.visit.join(number)
    return number, aki, cleo


async def test_a_guest_comes_back_by_a_code(house: HallHouse) -> None:
    number, aki, cleo = await at_table(house)
    code = await cleo.visit.key_code()
    assert await cleo.visit.key_code() == code, "it stays the same"
    await aki.visit.start(number)
    before = await cleo.come(number)
    await cleo.visit.end()
    again = await Somebody.called("Zoe", house, guest=True)
    assert "No guest who could come back has this code" in await refusal(again.visit.use_key_code("abcd-efgh"))
    assert (await again.visit.use_key_code(code.upper())).name == "Cleo~"
    assert await again.come(number) == before
    await aki.come(number)
    await aki.visit.act(number, ("side a",))
    await again.visit.act(number, ("side b",))
    assert (await Somebody.called("Zoe", house, guest=True)).visit.person.name == "Zoe~", "nobody is called so any more"


async def test_a_code_is_of_no_use_to_a_key_nor_to_whoever_sits_elsewhere(house: HallHouse) -> None:
    _, _, cleo = await at_table(house)
    code = await cleo.visit.key_code()
    bo = await Somebody.called("Bo", house)
    assert "This code is unknown here" in await refusal(bo.visit.use_key_code(code))
    other = await Somebody.called("Dara", house, guest=True)
    await other.visit.open(TableSettings("sand", 2))
    assert "Leave the tables first" in await refusal(other.visit.use_key_code(code))
    assert "No guest" in await refusal((await Somebody.called("Ed", house, guest=True)).visit.use_key_code(""))


async def test_a_guest_who_stays_away_is_stood_in_for_until_he_is_back(tmp_path: Path) -> None:
    house = await opened(tmp_path, guests=0.05)
    number, aki, cleo = await at_table(house)
    code = await cleo.visit.key_code()
    await aki.visit.start(number)
    await cleo.visit.end()
    table = house.tables[number]
    assert table.places[1].plays, "for a while the chair is kept like anybody's"
    await until(lambda: table.places[1].stand_in != "")
    again = await Somebody.called("x", house, guest=True)
    await again.visit.use_key_code(code)
    await again.come(number)
    await again.visit.take_back(number)
    assert table.places[1].plays and table.listing.chairs[1].here
    await house.close()


async def test_a_chair_that_waits_for_a_guest_is_free_after_a_while(tmp_path: Path) -> None:
    house = await opened(tmp_path, guests=0.05)
    number, _, cleo = await at_table(house)
    code = await cleo.visit.key_code()
    await cleo.visit.end()
    table = house.tables[number]
    assert table.listing.chairs[1].name == "Cleo~"
    await until(lambda: table.places[1].free)
    again = await Somebody.called("Cleo", house, guest=True)
    assert again.visit.person.name == "Cleo~"
    assert "No guest" in await refusal(again.visit.use_key_code(code))
    await house.close()


async def test_whoever_is_gone_for_days_is_gone_for_good(tmp_path: Path) -> None:
    now = [1_000_000.0]
    house = await HallHouse.open(tmp_path, clock=lambda: now[0])
    number, aki, cleo = await at_table(house)
    code = await cleo.visit.key_code()
    await aki.visit.start(number)
    await cleo.visit.end()
    now[0] += 90_000
    await house.tidy()
    assert (house.tables[number].places[1].person, house.tables[number].places[1].stand_in) == (None, "normal")
    again = await Somebody.called("Cleo", house, guest=True)
    assert "No guest" in await refusal(again.visit.use_key_code(code))
    await house.close()


async def test_a_banned_guest_does_not_come_back(house: HallHouse) -> None:
    number, _, cleo = await at_table(house)
    code = await cleo.visit.key_code()
    await house.ban("Cleo~")
    again = await Somebody.called("x", house, guest=True, address="192.0.2.8")
    assert "No guest" in await refusal(again.visit.use_key_code(code))
    assert house.tables[number].places[1].free


async def test_a_code_opens_no_more_screens_than_one_may_have(house: HallHouse) -> None:
    _, aki, cleo = await at_table(house)
    code = await cleo.visit.key_code()
    second, third = [await Somebody.called("x", house, guest=True) for _ in range(2)]
    await second.visit.use_key_code(code)
    assert "2 screens open here already" in await refusal(third.visit.use_key_code(code))
    await Somebody.called("Aki", house)
    other = await Somebody.called("Bo", house)
    code = await aki.visit.key_code()
    assert "2 screens open here already" in await refusal(other.visit.use_key_code(code))
    await aki.visit.end()
    assert (await other.visit.use_key_code(code)).name == "Aki", "the code is not used up by that"


# --- on the screen ----------------------------------------------------------------------------------------------------


async def test_a_guest_is_told_the_code_and_comes_back_by_it() -> None:
    house = FakeHouse()
    host, _ = entered(house, "Bo")
    await host.open(TableSettings("sand", 2))
    async with visiting(house, "Cleo", guest=True) as cleo:
        assert "Were you here before? Press n." in cleo.text and cleo.app.exit_message == ""
        await cleo.press("enter")
        await cleo.in_room("WaitingScreen")
        assert "As a guest you come back with the code fox-hill-2" in cleo.text
        await cleo.press("escape")
        await cleo.in_room("LobbyScreen")
        assert "Your way back: n, code fox-hill-2" in cleo.text
        assert cleo.app.exit_message == "Your chair is kept for a while: come again, press n, and type fox-hill-2."
    async with visiting(house, "Dara", guest=True) as again:
        await again.press("n")
        await again.in_room("OneselfScreen")
        await again.type("fox-hill-2")
        await again.press("enter")
        await again.sees("You are Cleo here")
        await again.press("escape")
        await again.in_room("LobbyScreen")
        assert "Your tables" in again.text and "Welcome, Cleo, as a guest." in again.text


@needs_ssh
def test_a_guest_who_lost_the_line_is_back_at_the_table(tmp_path: Path) -> None:
    with Hall(tmp_path, WHOLE) as hall, hall.sit("aki") as aki:
        aki.wait_for("Welcome, aki")
        aki.send("o")
        aki.wait_for("Open a table")
        aki.send("\r")
        aki.wait_for("1 chair is free")
        with hall.sit("cleo", key=False) as cleo:
            cleo.wait_for("There is a free chair")
            cleo.send("\r")
            cleo.wait_for("come back with the code")
            words = cleo.text.split("with the code ")[1].split(":")[0]
            aki.wait_for("all chairs are taken")
            aki.send("\r")
            cleo.wait_for("25 steps to the GOAL")
            cleo.process.kill()
        aki.wait_for("away")
        with hall.sit("somebody", key=False) as again:
            again.wait_for("Welcome, somebody~")
            again.send("n")
            again.wait_for("Code of before")
            again.send(f"{words}\r")
            again.wait_for("You are cleo~ here")
            again.send("\x1b")
            again.wait_for("The Princess and Magic Tile")
            again.send("\r")
            again.wait_for("25 steps to the GOAL")
            aki.wait_until(lambda: "away" not in aki.text)
            again.send("q")
            again.wait_for("Welcome, cleo~")
            again.press("q", "q", quiet=0.5)
            again.wait_exit()
            assert f"press n, and type {words}" in again.received.decode()
