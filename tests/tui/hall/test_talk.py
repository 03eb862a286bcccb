"""Saying something: where keys go, who hears it, how long it stays, and what waits for somebody who was away."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.hall.fakes import FakeHouse, entered
from tests.tui.hall.guests import Somebody, opened, refusal, seated
from tests.tui.hall.hands import Hands, visiting
from tests.tui.hall.test_whole_games import begun, board
from tilehall.tui.hall import talk
from tilehall.tui.hall.house import HallHouse
from tilehall.tui.hall.protocol import Said, TableSettings

PRINCESS = TableSettings("princess", 2, (("start_seat", "0"),))


async def at_table(hands: Hands) -> Hands:
    await hands.press("enter")
    return await hands.in_room("BoardScreen")


async def say(hands: Hands, words: str) -> None:
    await hands.press("T")
    await hands.in_room("TalkScreen")
    await hands.type(words)
    await hands.press("enter")


# --- on the screen ----------------------------------------------------------------------------------------------------


async def test_what_is_typed_after_a_line_is_for_the_game() -> None:
    house = FakeHouse()
    at = await begun(house, PRINCESS)
    async with visiting(house, "Aki") as aki:
        await at_table(aki)
        await aki.until(lambda: board(aki).player.must_decide)
        assert at.table is not None
        steps = len(at.table.match.steps)
        for key in ("T", "h", "i", "enter", "down", "enter"):
            aki.strike(key)
        await aki.until(lambda: at.table is not None and len(at.table.match.steps) > steps)
        assert [line.text for line in at.said] == ["hi"]
        assert aki.room == "BoardScreen"


async def test_enter_with_nothing_typed_and_esc_lead_back() -> None:
    house = FakeHouse()
    at = await begun(house, PRINCESS)
    async with visiting(house, "Aki") as aki:
        await at_table(aki)
        for keys in (("T", "enter"), ("T", "space", "enter"), ("T", "x", "escape")):
            await aki.press(*keys)
            await aki.in_room("BoardScreen")
        assert at.said == []


async def test_a_line_that_was_not_taken_is_kept() -> None:
    house = FakeHouse()
    at = await begun(house, PRINCESS)
    async with visiting(house, "Aki") as aki:
        await at_table(aki)
        await say(aki, "too fast")
        await aki.sees("Slowly. Your line is kept: say it again.")
        assert aki.room == "BoardScreen"
        await aki.press("T")
        await aki.sees("> too fast")
        await aki.type("er")
        await aki.press("enter")
        await aki.sees("Aki: too faster")
        assert [line.text for line in at.said] == ["too faster"]


async def test_a_line_leaves_the_board_and_stays_in_the_talk(monkeypatch: pytest.MonkeyPatch) -> None:
    house = FakeHouse()
    await begun(house, PRINCESS)
    async with visiting(house, "Aki") as aki, visiting(house, "Bo") as bo:
        await at_table(aki)
        await at_table(bo)
        await say(aki, "good luck")
        await bo.sees("Aki: good luck")
        monkeypatch.setattr(talk, "FRESH", 0.0)
        for hands in (aki, bo):
            await hands.until(lambda hands=hands: "good luck" not in hands.text)
        await bo.press("T")
        await bo.sees("Aki: good luck")
        assert "read by all who play" in bo.lines[0] and "watch" not in bo.lines[0]


async def test_people_talk_while_they_wait_for_the_game() -> None:
    house = FakeHouse()
    host, _ = entered(house, "Bo")
    number, _ = await host.open(TableSettings("kaguya", 3))
    await host.end()
    async with visiting(house, "Bo") as bo, visiting(house, "Aki") as aki, visiting(house, "Cleo") as cleo:
        await bo.press("enter")
        await bo.in_room("WaitingScreen")
        assert "nothing has been said yet" in bo.text and "T say" in bo.footer
        await aki.press("enter", "enter")
        await aki.in_room("WaitingScreen")
        await say(aki, "shall we begin?")
        await aki.in_room("WaitingScreen")
        for hands in (aki, bo):
            await hands.sees("shall we begin?")
        await bo.go_to("Say something")
        await bo.press("enter")
        await bo.in_room("TalkScreen")
        await bo.type("in a minute")
        await bo.press("enter")
        await aki.sees("in a minute")
        assert "shall we" not in cleo.text and "for you" not in cleo.text
        # Everything was read where it was said.
        assert house.tables[number].unread.get(bo.visit.person.id, 0) == 0


async def test_while_one_waits_a_small_t_talks_as_well_and_the_rules_are_at_hand() -> None:
    """The cursor stands where Enter begins the game: whoever begins to type words shall not do that."""
    house = FakeHouse()
    host, _ = entered(house, "Bo")
    await host.open(TableSettings("kaguya", 2))
    await host.end()
    async with visiting(house, "Bo") as bo:
        await bo.press("enter")
        await bo.in_room("WaitingScreen")
        await bo.press("t")
        await bo.in_room("TalkScreen")
        await bo.press("escape", "question_mark")
        await bo.in_room("RulesScreen")
        assert "Kaguyahime" in bo.lines[0]


async def test_what_was_said_to_somebody_who_was_away_is_shown() -> None:
    house = FakeHouse()
    await begun(house, PRINCESS)
    async with visiting(house, "Aki") as aki:
        await at_table(aki)
        await say(aki, "I come back tomorrow")
        await say(aki, "your move")
        async with visiting(house, "Bo") as bo:
            assert "2 lines for you" in bo.text
            await say(aki, "are you there?")
            await bo.sees("3 lines for you")
            await at_table(bo)
            await bo.sees("While you were away 3 lines were said, T shows them. Aki: are you there?")
            await bo.press("T")
            await bo.in_room("TalkScreen")
            first = next(n for n, line in enumerate(bo.lines) if "While you were away:" in line)
            assert "I come back tomorrow" in bo.lines[first + 1]
            await bo.press("escape")
            await bo.in_room("BoardScreen")
            await bo.until(lambda: "While you were away" not in bo.text)
            await bo.press("q")
            await bo.in_room("LobbyScreen")
            assert "for you" not in bo.text


@pytest.mark.parametrize("chat", [False, True])
async def test_whoever_watches_talks_only_where_that_was_wished(chat: bool) -> None:
    house = FakeHouse()
    at = await begun(house, PRINCESS._replace(chat=chat))
    async with visiting(house, "Cleo") as cleo, visiting(house, "Aki") as aki:
        for hands in (cleo, aki):
            await at_table(hands)
        await say(aki, "hello")
        await aki.sees("Aki: hello")
        assert ("Aki: hello" in cleo.text, "T say" in cleo.footer) == (chat, chat)
        await cleo.press("T")
        assert cleo.room == ("TalkScreen" if chat else "BoardScreen")
        if chat:
            assert "read by all who play or watch" in cleo.lines[0]
            await cleo.type("well played")
            await cleo.press("enter")
            await aki.sees("Cleo: well played")
        assert len(at.said) == 1 + chat


# --- in the house -----------------------------------------------------------------------------------------------------


async def test_the_house_keeps_what_somebody_has_not_read(tmp_path: Path) -> None:
    house = await opened(tmp_path)
    number, (aki, bo) = await seated(house, "Aki", "Bo")
    await aki.visit.say(number, "one")
    assert await bo.visit.unread() == {}, "he looks at the table"
    await bo.visit.go(number)
    await aki.visit.say(number, "two")
    assert [news.line.text for news in bo.news(Said)] == ["one", "two"], "wherever he is in the hall"
    await bo.visit.end()
    await aki.visit.say(number, "three")
    await house.close()
    house = await opened(tmp_path)
    bo = await Somebody.called("Bo", house)
    assert await bo.visit.unread() == {number: 2}
    said = (await bo.visit.come(number)).said
    assert ([line.text for line in said.lines], said.new) == (["one", "two", "three"], 2)
    assert await bo.visit.unread() == {}
    assert await (await Somebody.called("Aki", house)).visit.unread() == {}
    await house.close()


async def test_at_a_table_that_waits_only_those_hear_who_sit_there(house: HallHouse) -> None:
    aki, bo, cleo = [await Somebody.called(name, house) for name in ("Aki", "Bo", "Cleo")]
    number, _ = await aki.visit.open(TableSettings("princess", 3))
    await aki.visit.say(number, "welcome")
    assert await refusal(bo.visit.said(number)) == "You do not sit at this table."
    assert "only those talk who play" in await refusal(bo.visit.say(number, "may I?"))
    await bo.visit.join(number)
    assert (await bo.visit.said(number)).new == 1
    await aki.visit.say(number, "hello Bo")
    assert [news.line.text for news in bo.news(Said)] == ["hello Bo"]
    assert cleo.news(Said) == []
