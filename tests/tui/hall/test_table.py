"""Around a board in the hall: who is here, what is said and asked, whose turn it is elsewhere, and what is harmless."""

import time
from typing import Any

import pytest

from tests.tui.hall.fakes import FakeHouse, FakeVisit, entered
from tests.tui.hall.hands import Hands, visiting
from tests.tui.hall.test_whole_games import begun, board
from tests.tui.player.sitting import hint
from tilehall.engine import Text
from tilehall.tui.hall.protocol import Called, Clock, Closing, Listed, TableSettings
from tilehall.tui.hall.screens.record import record_page
from tilehall.tui.tables.table import Table

PRINCESS = TableSettings("princess", 2, (("start_seat", "0"),))
TRICKS = "\x1b]52;c;aGk=\x07[bold]竹取\u202e$(x)\x9b2J"


async def seated(hands: Hands) -> Hands:
    await hands.press("enter")
    return await hands.in_room("BoardScreen")


async def ended() -> tuple[FakeHouse, Table[Any]]:
    """A house in which Aki and Bo have played to the end."""
    house = FakeHouse()
    table = (await begun(house, PRINCESS)).table
    assert table is not None
    while not table.over:
        table.act(table.due()[0], hint(table, table.due()[0]).action)
    return house, table


async def test_who_is_away_is_said_beside_the_name() -> None:
    house = FakeHouse()
    await begun(house, PRINCESS)
    async with visiting(house, "Aki") as aki:
        await seated(aki)
        assert "away" in aki.lines[0]
        async with visiting(house, "Bo") as bo:
            await seated(bo)
            await aki.until(lambda: "away" not in aki.lines[0])
        await aki.until(lambda: "away" in aki.lines[0])


async def test_a_clock_is_shown_beside_the_name_and_runs() -> None:
    house = FakeHouse()
    at = await begun(house, PRINCESS._replace(clock=Clock("turn", 90)))
    at.chairs = [chair._replace(left=90.0) for chair in at.chairs]
    async with visiting(house, "Aki") as aki:
        await seated(aki)
        await aki.until(lambda: "1:29" in aki.lines[0] or "1:28" in aki.lines[0])


async def test_words_grow_old_and_then_nothing_is_looked_at_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds sit in the hall and think: as long as nothing can change by itself, nobody looks every second."""
    monkeypatch.setattr("tilehall.tui.hall.client_state.FRESH", 1.0)
    monkeypatch.setattr("tilehall.tui.hall.talk.FRESH", 1.0)
    monkeypatch.setattr("tilehall.tui.hall.notices.TICK", 0.1)
    house = FakeHouse()
    at = await begun(house, PRINCESS)
    async with visiting(house, "Aki") as aki, visiting(house, "Bo") as bo:
        await seated(aki)
        await seated(bo)
        assert at.table is not None
        thinks = (aki, bo)[at.table.due()[0]]
        await bo.visit.say(17, "good luck")
        await thinks.sees("good luck")
        await thinks.until(lambda: "good luck" not in thinks.text)
        told: list[None] = []
        await thinks.until(lambda: not thinks.app.known.ages)
        await thinks.pilot.pause(0.3)
        thinks.app.known.subscribe(lambda: told.append(None))
        await thinks.pilot.pause(0.5)
        assert not told


async def test_what_is_said_is_seen_by_all_and_does_nothing_to_a_terminal() -> None:
    house = FakeHouse()
    await begun(house, PRINCESS)
    async with visiting(house, "Aki") as aki, visiting(house, "Bo") as bo:
        await seated(aki)
        await seated(bo)
        await bo.press("T")
        await bo.in_room("TalkScreen")
        await bo.type("hello")
        await bo.press("enter")
        await aki.sees("Bo: hello")
        await bo.in_room("BoardScreen")
        await bo.sees("Bo: hello")
        await bo.visit.say(17, TRICKS)
        await aki.until(lambda: "[bold]竹" in aki.text)
        assert not any(char in aki.text for char in "\x1b\x07\x9b\u202e")
        await aki.press("T")
        await aki.sees("[bold]竹")
        assert not any(char in aki.text for char in "\x1b\x07\x9b\u202e")


async def test_names_with_markup_and_commands_are_shown_as_they_are_in_every_room() -> None:
    house = FakeHouse()
    evil, _ = entered(house, TRICKS)
    await evil.open(TableSettings("sand", 2))
    async with visiting(house, "Aki") as aki:
        assert "[bold]竹" in aki.text
        await aki.press("enter")
        await aki.in_room("WaitingScreen")
        assert "[bold]竹" in aki.text and not any(char in aki.text for char in "\x1b\x07\x9b\u202e")


async def test_taking_back_is_asked_and_granted() -> None:
    house = FakeHouse()
    at = await begun(house, PRINCESS)
    table = at.table
    assert table is not None
    async with visiting(house, "Aki") as aki, visiting(house, "Bo") as bo:
        await seated(aki)
        await seated(bo)
        steps = len(table.match.steps)
        await aki.until(lambda: board(aki).player.must_decide)
        await aki.press("enter")
        await bo.until(lambda: board(bo).player.must_decide)
        await aki.press("u")
        await bo.sees("Aki asks to take back 1 step. y agrees, n refuses.")
        assert "agree" in bo.footer and "has not answered yet" in aki.text
        await bo.press("y")
        await aki.until(lambda: len(table.match.steps) == steps)
        await aki.sees("Everybody has agreed.")
        await aki.until(lambda: board(aki).player.must_decide)


async def test_a_chair_is_handed_over_and_taken_back() -> None:
    house = FakeHouse()
    at = await begun(house, PRINCESS)
    async with visiting(house, "Aki") as aki:
        await seated(aki)
        await aki.press("m")
        await aki.in_room("TableScreen")
        await aki.go_to("Let a computer play")
        await aki.press("enter")
        await aki.in_room("BoardScreen")
        assert at.chairs[0].level == "normal"
        await aki.until(lambda: "stood in for" in aki.lines[0])
        await aki.press("m")
        await aki.go_to("Play again yourself")
        await aki.press("enter")
        await aki.until(lambda: at.chairs[0].level == "")


async def test_whoever_is_stood_in_for_is_told_so_and_is_back_by_one_key() -> None:
    """As after a time-out, which nobody has asked for."""
    house = FakeHouse()
    at = await begun(house, PRINCESS)
    async with visiting(house, "Aki") as aki:
        await seated(aki)
        assert "B play again" not in aki.footer
        await aki.visit.hand_over(17, "normal")
        await aki.sees("A computer plays for you now. B takes your chair back.")
        assert "B play again" in aki.footer
        await aki.press("B")
        await aki.until(lambda: at.chairs[0].level == "")
        await aki.until(lambda: "A computer plays for you" not in aki.text)


async def test_for_somebody_who_is_here_and_decides_for_long_a_computer_is_asked_for_too() -> None:
    house = FakeHouse()
    at = await begun(house, PRINCESS._replace(seats=3))
    async with visiting(house, "Aki") as aki, visiting(house, "Bo") as bo:
        for hands in (aki, bo):
            await seated(hands)
        await bo.press("m")
        await bo.go_to("Aki")
        assert "Enter asks the others" not in bo.text
        await bo.press("escape")
        at.since = time.time() - 100
        house.tell(at)
        await bo.press("m")
        await bo.go_to("Aki")
        assert "Enter asks the others" in bo.text
        await bo.press("enter")
        await bo.in_room("BoardScreen")
        assert at.request is not None and (at.request.kind, at.request.about) == ("stand-in", 0)


async def test_a_rematch_leads_the_others_along() -> None:
    house, _ = await ended()
    async with visiting(house, "Aki") as aki, visiting(house, "Bo") as bo:
        for hands in (aki, bo):
            await hands.press("enter")
            await hands.in_room("ScoringScreen")
        await aki.press("R")
        await aki.until(lambda: aki.room == "BoardScreen" and board(aki).seat.now.number < 20)
        await bo.until(lambda: "Aki has opened a rematch. R goes there." in bo.toasts)
        await bo.press("b")
        await bo.sees("Aki has opened a rematch. R goes there.")
        await bo.press("R")
        await bo.until(lambda: bo.room == "BoardScreen" and board(bo).seat.now.number < 20)
        again = house.tables[18]
        assert [chair.name for chair in again.chairs] == ["Bo", "Aki"]
        assert aki.app.known.at is not None and aki.app.known.at.number == 18


async def test_it_is_said_that_it_is_ones_turn_elsewhere() -> None:
    house = FakeHouse()
    await begun(house, PRINCESS)
    async with visiting(house, "Bo", settings={"bell": "notice"}) as bo:
        await seated(bo)
        bo.visit.heard(Called(23))
        await bo.sees("It is your turn at table 23.")
        assert "It is your turn at table 23." in bo.toasts


async def test_the_terminal_is_told_of_ones_turn_if_that_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    """By its title and a notice; nothing in a name ends the command before its time."""
    house = FakeHouse()
    at = await begun(house, PRINCESS)
    table = at.table
    assert table is not None
    async with visiting(house, "Bo", settings={"bell": "notice"}) as bo:
        await seated(bo)
        sent: list[str] = []
        driver = bo.app._driver
        assert driver is not None
        monkeypatch.setattr(driver, "write", sent.append)
        table.act(0, "side a")
        await bo.until(lambda: board(bo).player.must_decide)
        assert "\x1b]9;It is your turn at table 17.\x07" in sent
        assert "\x1b]2;It is your turn at table 17.\x07" in sent
        bo.app.notify_terminal("a\x07\x1b]52;c;aGk=\x9c")
        assert sent[-1] == "\x1b]9;a]52;c;aGk=\x07"


async def test_who_comes_back_is_told_what_has_happened_meanwhile() -> None:
    house = FakeHouse()
    at = await begun(house, PRINCESS)
    table = at.table
    assert table is not None
    while len({step.seat for step in table.match.steps[6:]}) < 3 or table.due() != (0,):
        table.act(table.due()[0], hint(table, table.due()[0]).action)
    async with visiting(house, "Aki") as aki:
        assert "Your move" in aki.text
        await seated(aki)
        assert "Bo" in aki.status + aki.told


async def test_a_computer_stands_in_for_somebody_by_consent() -> None:
    house = FakeHouse()
    at = await begun(house, PRINCESS._replace(seats=3))
    async with visiting(house, "Aki") as aki:
        await seated(aki)
        await aki.press("m")
        await aki.go_to("Bo")
        assert "Enter asks the others" in aki.text
        await aki.press("enter")
        await aki.in_room("BoardScreen")
        assert at.request is not None and (at.request.kind, at.request.about) == ("stand-in", 1)


async def test_the_house_says_goodbye_in_one_sentence() -> None:
    async with visiting(FakeHouse(), "Aki") as aki:
        aki.visit.heard(Closing(Text("The house is closed for a moment.")))
        await aki.until(lambda: not aki.app.is_running)
        assert aki.app.goodbye == "The house is closed for a moment."


async def test_who_watches_changes_nothing() -> None:
    house = FakeHouse()
    at = await begun(house, PRINCESS)
    table = at.table
    assert table is not None
    async with visiting(house, "Cleo") as cleo:
        await seated(cleo)
        steps = len(table.match.steps)
        await cleo.press("enter", "u", "i", "space", "1", "R", "y", "z")
        assert len(table.match.steps) == steps and cleo.room == "BoardScreen"
        await cleo.press("m")
        await cleo.in_room("TableScreen")
        assert "Let a computer play" not in cleo.text and "Who is here" in cleo.text


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 20)])
async def test_every_room_fits_every_window(size: tuple[int, int]) -> None:
    house = FakeHouse()
    await begun(house, PRINCESS)
    async with visiting(house, "Aki", size) as aki:
        for key, name in (("o", "Open"), ("c", "Code"), ("g", "Library"), ("s", "Settings"), ("n", "Oneself")):
            await aki.press(key)
            await aki.in_room(f"{name}Screen")
            assert aki.text.strip() and max(map(len, aki.lines)) <= size[0]
            await aki.press("escape")
            await aki.in_room("LobbyScreen")
        await seated(aki)
        for key, name in (("m", "Table"), ("T", "Talk")):
            await aki.press(key)
            await aki.in_room(f"{name}Screen")
            await aki.press("escape")
            await aki.in_room("BoardScreen")


async def test_settings_are_kept_by_the_house_and_count_at_once() -> None:
    house = FakeHouse()
    async with visiting(house, "Aki") as aki:
        await aki.press("s")
        await aki.in_room("SettingsScreen")
        await aki.go_to("Language")
        while aki.app.screen.settings["language"] != "de":
            await aki.press("right")
        await aki.press("escape")
        await aki.in_room("LobbyScreen")
        assert house.kept[aki.visit.person.id]["language"] == "de"
        assert "Willkommen" in aki.text


async def test_another_key_gets_a_code_and_a_name_is_changed() -> None:
    house = FakeHouse()
    async with visiting(house, "Aki") as aki:
        await aki.press("n")
        await aki.in_room("OneselfScreen")
        await aki.go_to("Get a code")
        await aki.press("enter")
        await aki.sees("fox-hill-42")
        await aki.go_to("Name")
        await aki.type("Akiko")
        await aki.press("enter", "enter")
        await aki.sees("You are Akiko here")
        await aki.press("escape")
        await aki.sees("Welcome, Akiko.")


async def test_the_library_shows_a_game_again_and_as_text() -> None:
    house, _ = await ended()
    async with visiting(house, "Aki") as aki:
        await aki.press("g")
        await aki.in_room("LibraryScreen")
        assert "Aki, Bo" in aki.text and " export" in aki.text
        await aki.press("x")
        await aki.sees("game princess")
        assert "ssh -p 8022 host.example export 17 > 17.tilehall" in aki.text
        await aki.press("end")
        await aki.sees("seed 17")
        await aki.press("escape")
        await aki.in_room("LibraryScreen")
        await aki.press("enter")
        await aki.in_room("ScoringScreen")
        await aki.press("c")
        await aki.in_room("ReviewScreen")
        await aki.press("q")
        await aki.in_room("ScoringScreen")
        await aki.press("q")
        await aki.in_room("LibraryScreen")


@pytest.mark.parametrize("columns", [30, 77])
async def test_nothing_of_a_record_is_cut(columns: int) -> None:
    house, table = await ended()
    async with visiting(house, "Aki", (columns + 3, 24)) as aki:
        lines = record_page(aki.app.look, 17, table.record(), "ssh -p 8022 host.example").written(columns)
        told = ["".join(words for words, _ in line) for line in lines]
        assert max(map(len, told)) <= columns
        assert "".join("".join(told).split()).endswith("".join(table.record().split()))


async def test_whoever_is_at_a_table_that_the_host_closes_is_told_so_in_the_lobby() -> None:
    """Whatever is open there. What was played is in the library, up to where it came."""
    house = FakeHouse()
    at = await begun(house, PRINCESS)
    assert at.table is not None
    at.table.act(0, hint(at.table, 0).action)
    async with visiting(house, "Aki") as aki, visiting(house, "Bo") as bo, visiting(house, "Cleo") as cleo:
        await seated(aki)
        await seated(bo)
        await bo.press("T")
        await bo.in_room("TalkScreen")
        house.shut(17, Text("The host has closed this table."))
        for one in (aki, bo):
            await one.in_room("LobbyScreen")
            assert [f"{notice.message}" for notice in one.app._notifications] == ["The host has closed this table."]
            await one.sees("Nobody has opened a table yet.")
        assert not [*cleo.app._notifications]
        await aki.press("g")
        await aki.in_room("LibraryScreen")
        assert f"broken off after {len(at.table.match.steps)} steps" in aki.text
        await aki.press("enter")
        await aki.in_room("ReplayScreen")
        await aki.sees("3/3 Aki plays")
        await aki.press("q")
        await aki.in_room("LibraryScreen")


async def test_whoever_waits_at_a_table_that_is_closed_and_whoever_is_elsewhere_hear_of_it() -> None:
    house = FakeHouse()
    async with visiting(house, "Aki") as aki, visiting(house, "Bo") as bo:
        await aki.visit.open(TableSettings("princess", 3))
        await bo.visit.join(17)
        await aki.until(lambda: "17" in aki.text)
        await aki.press("enter")
        await aki.in_room("WaitingScreen")
        house.shut(17, Text("Nothing has happened here for very long."))
        await aki.in_room("LobbyScreen")
        said = [[f"{notice.message}" for notice in one.app._notifications] for one in (aki, bo)]
        assert said == [
            ["Nothing has happened here for very long."],
            ["Table 17: Nothing has happened here for very long."],
        ]


async def test_an_error_of_ours_leads_back_to_the_table() -> None:
    house = FakeHouse()
    await begun(house, PRINCESS)
    visit, ear = entered(house, "Aki")
    assert isinstance(visit, FakeVisit) and ear is not None
    await visit.end()
    reports: list[str] = []
    with pytest.raises(RuntimeError, match="on purpose"):
        async with visiting(house, "Aki") as aki:
            aki.app.report = reports.append
            await seated(aki)
            aki.app.screen.call_next(_broken)
            await aki.until(lambda: bool(reports))
            await aki.in_room("BoardScreen")
            assert any("back at the table" in told for told in aki.toasts)


async def test_an_error_at_news_is_that_screens_alone() -> None:
    """Whoever tells the news goes on; the screen is back in the lobby."""
    house = FakeHouse()
    reports: list[str] = []
    with pytest.raises(AttributeError):
        async with visiting(house, "Aki") as aki:
            aki.app.report = reports.append
            aki.visit.heard(Listed((None,)))
            await aki.until(lambda: bool(reports))
            await aki.in_room("LobbyScreen")
            assert any("back in the lobby" in told for told in aki.toasts)


def _broken() -> None:
    raise RuntimeError("on purpose")
