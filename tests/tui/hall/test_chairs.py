"""Choosing a chair: on joining where several are free, and in the waiting room."""

from tests.tui.hall.fakes import FakeHouse, FakeVisit, entered
from tests.tui.hall.guests import Somebody, refusal
from tests.tui.hall.hands import visiting
from tilehall.tui.hall.house import HallHouse
from tilehall.tui.hall.listing import ListedChair
from tilehall.tui.hall.protocol import Clock, TableSettings
from tilehall.tui.widgets.form import Form


def names(house: FakeHouse, number: int) -> list[str]:
    return [chair.name for chair in house.tables[number].chairs]


async def waits_for(wish: TableSettings) -> tuple[FakeHouse, FakeVisit, int, str]:
    """A table that Bo has opened, with its code."""
    house = FakeHouse()
    host, _ = entered(house, "Bo")
    return house, host, *await host.open(wish)


async def test_who_joins_chooses_among_the_free_chairs() -> None:
    house, _, number, _ = await waits_for(TableSettings("sand", 3))
    async with visiting(house, "Aki") as aki:
        await aki.press("enter")
        await aki.in_room("ChairScreen")
        assert aki.app.screen.query_one(Form).pointed == "Chair 2", "the first that is free is offered"
        await aki.press("up", "enter")
        await aki.sees("This chair is taken.")
        await aki.press("down", "down", "enter")
        await aki.in_room("WaitingScreen")
        assert names(house, number) == ["Bo", "", "Aki"]


async def test_it_is_not_asked_where_only_one_is_free_and_esc_joins_nothing() -> None:
    house, host, number, _ = await waits_for(TableSettings("sand", 3))
    async with visiting(house, "Aki") as aki:
        await aki.press("enter")
        await aki.in_room("ChairScreen")
        await aki.press("escape")
        await aki.in_room("LobbyScreen")
        assert names(house, number) == ["Bo", "", ""]
        await host.fill(number, 1, "easy")
        await aki.press("enter")
        await aki.in_room("WaitingScreen")
        assert names(house, number)[2] == "Aki"


async def test_a_chair_by_code_is_chosen_too_and_changed_in_the_waiting_room() -> None:
    house, _, number, code = await waits_for(TableSettings("princess", 4, code=True))
    async with visiting(house, "Aki") as aki:
        await aki.press("c")
        await aki.in_room("CodeScreen")
        await aki.type(code)
        await aki.press("enter")
        await aki.in_room("ChairScreen")
        await aki.press("enter")
        await aki.in_room("WaitingScreen")
        assert names(house, number) == ["Bo", "Aki", "", ""]
        await aki.go_to("Chair 4")
        assert "Enter moves you to this chair." in aki.text
        await aki.press("enter")
        await aki.until(lambda: names(house, number) == ["Bo", "", "", "Aki"])
        await aki.sees("you")


async def test_the_host_moves_too_and_still_seats_computers() -> None:
    house = FakeHouse()
    async with visiting(house, "Aki") as aki:
        await aki.press("o", "enter")
        await aki.in_room("WaitingScreen")
        (at,) = house.tables.values()
        await aki.go_to("Chair 2")
        await aki.press("enter")
        await aki.until(lambda: names(house, at.number) == ["", "Aki"])
        await aki.go_to("Chair 1")
        await aki.press("right")
        await aki.until(lambda: at.chairs[0].level != "")


async def test_the_chair_of_somebody_who_went_away_is_freed_by_the_host() -> None:
    house = FakeHouse()
    async with visiting(house, "Aki") as aki:
        await aki.press("o", "enter")
        await aki.in_room("WaitingScreen")
        (at,) = house.tables.values()
        async with visiting(house, "Bo") as bo:
            await bo.press("enter")
            await bo.in_room("WaitingScreen")
            await aki.go_to("Bo")
            await aki.press("enter")
            assert names(house, at.number) == ["Aki", "Bo"], "he is here"
        house.tell(at)
        await aki.sees("away")
        assert "Enter frees this chair" in aki.text
        await aki.press("enter")
        await aki.until(lambda: names(house, at.number) == ["Aki", ""])


async def test_whoever_is_expected_for_a_rematch_is_said_to_be() -> None:
    house = FakeHouse()
    async with visiting(house, "Aki") as aki, visiting(house, "Bo") as bo:
        await aki.press("o", "enter")
        await aki.in_room("WaitingScreen")
        (at,) = house.tables.values()
        at.chairs[1] = ListedChair("Bo", "", bo.visit.person.id, expected=True)
        house.tell(at)
        await aki.sees("1 player has not come yet")
        await aki.go_to("Bo")
        assert "has not come yet" in aki.text and "Enter frees this chair" in aki.text
        await bo.sees("Your tables")
        await bo.press("enter")
        await bo.in_room("WaitingScreen")
        await aki.sees("all chairs are taken")
        assert not at.chairs[1].expected


async def test_all_that_is_wished_for_is_opened() -> None:
    """Game, chairs, code, clock, hints, talk and the rules of the game, by arrows alone."""
    house = FakeHouse()
    async with visiting(house, "Aki") as aki:
        await aki.press("o")
        await aki.in_room("OpenScreen")
        wanted = {"Game": 1, "Chairs": 1, "Who may join": 1, "Clock": 1, "Hints": 1, "Watchers may talk": 1}
        for label, times in wanted.items():
            await aki.go_to(label)
            await aki.press(*["right"] * times)
        await aki.press("home", "enter")
        await aki.in_room("WaitingScreen")
        (at,) = house.tables.values()
        assert at.wish == TableSettings("sand", 3, at.wish.options, True, False, Clock("turn", 60), True)
        assert at.code in aki.text
        for words in ("1 minute a turn", "no hints", "watchers may talk", "by code"):
            assert words in " ".join(aki.text.split())


async def test_another_table_has_the_same_rules() -> None:
    """A game for beginners, which the page begins with, brings other rules with it."""
    house = FakeHouse()
    async with visiting(house, "Aki") as aki:
        for _ in range(2):
            await aki.press("o")
            await aki.in_room("OpenScreen")
            await aki.press("enter")
            await aki.in_room("WaitingScreen")
            await aki.press("escape")
            await aki.in_room("LobbyScreen")
        first, second = (at.wish.options for at in house.tables.values())
        assert first == second == (("variant", "first_game"),)


async def test_the_house_frees_only_the_chairs_of_those_who_are_away(house: HallHouse) -> None:
    aki, bo = [await Somebody.called(name, house) for name in ("Aki", "Bo")]
    number, _ = await aki.visit.open(TableSettings("princess", 2))
    await bo.visit.join(number)
    assert await refusal(aki.visit.fill(number, 1, "")) == "Bo sits there."
    assert await refusal(aki.visit.fill(number, 0, "easy")) == "Aki sits there."
    await bo.visit.end()
    await aki.visit.fill(number, 1, "easy")
    assert house.tables[number].listing.chairs[1].level == "easy"


async def test_somebody_else_is_quicker() -> None:
    house, _, number, _ = await waits_for(TableSettings("sand", 3))
    async with visiting(house, "Aki") as aki:
        await aki.press("enter")
        await aki.in_room("ChairScreen")
        cleo, _ = entered(house, "Cleo")
        await cleo.join(number, 1)
        await aki.sees("Cleo")
        await aki.press("enter")
        await aki.sees("This chair is taken.")
        await aki.press("down", "enter")
        await aki.in_room("WaitingScreen")
        assert names(house, number) == ["Bo", "Cleo", "Aki"]


async def test_getting_up_from_a_table_where_nobody_else_is_takes_two_enters() -> None:
    house = FakeHouse()
    async with visiting(house, "Aki") as aki:
        await aki.press("o", "enter")
        await aki.in_room("WaitingScreen")
        await aki.press("up", "enter")
        await aki.sees("Enter once more closes this table for good.")
        assert house.tables
        await aki.press("enter")
        await aki.in_room("LobbyScreen")
        assert not house.tables
