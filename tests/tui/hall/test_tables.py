"""Around a table: chairs, codes, consent, stand-ins, clocks, talk, and that nobody's slowness is anybody else's."""

import asyncio
from pathlib import Path

import pytest

from tests.tui.hall.guests import TWO, Somebody, opened, refusal, seated, until
from tilehall.engine import Rng, UserError
from tilehall.tui.hall import tables
from tilehall.tui.hall.house import HallHouse
from tilehall.tui.hall.lobby_feed import A_MOMENT
from tilehall.tui.hall.protocol import Called, Changed, Clock, Listed, Requested, Said, TableSettings, Thinking
from tilehall.tui.tables.thinking.background import ThreadThinker


async def people(house: HallHouse, *names: str) -> list[Somebody]:
    return [await Somebody.called(name, house) for name in names]


# --- before the game --------------------------------------------------------------------------------------------------


async def test_chairs_are_taken_filled_and_freed(house: HallHouse) -> None:
    aki, bo, cleo = await people(house, "Aki", "Bo", "Cleo")
    number, code = await aki.visit.open(TableSettings("princess", 3))
    assert (number, code) == (1, "")
    assert await bo.visit.join(number, 2) == 2
    assert await bo.visit.join(number, 1) == 1, "he moves over"
    assert await refusal(cleo.visit.join(number, 0)) == "This chair is taken."
    assert await refusal(bo.visit.fill(number, 2, "easy")) == "Only Aki, who has opened this table, may do that."
    assert await refusal(aki.visit.fill(number, 1, "easy")) == "Bo sits there."
    assert await refusal(aki.visit.start(number)) == "Not all chairs are taken yet."
    assert "There is no computer player 'wizard'" in await refusal(aki.visit.fill(number, 2, "wizard"))
    await aki.visit.fill(number, 2, "easy")
    assert await refusal(cleo.visit.join(number)) == "All chairs here are taken."
    await aki.visit.fill(number, 2, "")
    assert await cleo.visit.join(number) == 2
    await cleo.visit.leave(number)
    await aki.visit.leave(number)
    listing = house.tables[number].listing
    assert ([chair.name for chair in listing.chairs], listing.host) == (["", "Bo", ""], "Bo")
    await bo.visit.leave(number)
    assert house.tables == {}
    assert await refusal(bo.visit.join(number)) == "There is no table 1."


async def test_a_computer_player_is_called_like_nobody_else(house: HallHouse) -> None:
    bo, merlin = await people(house, "Bo", "merlin")
    number, _ = await bo.visit.open(TableSettings("princess", 3))
    await bo.visit.fill(number, 1, "random")
    assert house.tables[number].places[1].name == "Merlin"
    await merlin.visit.join(number)
    assert [place.name for place in house.tables[number].places] == ["Bo", "Aki", "merlin"]
    await bo.visit.start(number)


async def test_a_table_with_a_code(house: HallHouse) -> None:
    aki, bo = await people(house, "Aki", "Bo")
    number, code = await aki.visit.open(TableSettings("princess", 2, code=True))
    assert await refusal(bo.visit.join(number)) == "Only those who know its code may sit down at this table."
    assert await refusal(bo.visit.by_code("aaaaaa")) == "No table here has this code."
    assert await bo.visit.by_code(f"{code.upper()} ") == number
    await bo.visit.join(number, code=code)
    for _ in range(8):
        await refusal(bo.visit.by_code("aaaaaa"))
    assert "too many codes" in await refusal(bo.visit.by_code(code))


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        (TableSettings("chess", 2), "chess"),
        (TableSettings("princess", 9), "9"),
        (TableSettings("princess", 2, (("side", "c"),)), "side"),
        (TableSettings("princess", 2, clock=Clock("turn", 1)), "This clock has 10 to"),
    ],
)
async def test_a_table_that_cannot_be_opened(house: HallHouse, wish: TableSettings, words: str) -> None:
    (aki,) = await people(house, "Aki")
    assert words in await refusal(aki.visit.open(wish))
    assert house.tables == {}


async def test_nobody_opens_too_many(tmp_path: Path) -> None:
    house = await opened(tmp_path, open=2, an_hour=3)
    (aki,) = await people(house, "Aki")
    numbers = [(await aki.visit.open(TableSettings("princess", 2)))[0] for _ in range(2)]
    assert (
        await refusal(aki.visit.open(TableSettings("princess", 2)))
        == "You have 2 open tables already: play or leave one first."
    )
    await aki.visit.leave(numbers[0])
    numbers.append((await aki.visit.open(TableSettings("princess", 2)))[0])
    await aki.visit.leave(numbers[1])
    assert (
        await refusal(aki.visit.open(TableSettings("princess", 2)))
        == "Not so many new tables at once: try again later."
    )
    await house.close()


async def test_the_lobby_hears_of_changes_together(house: HallHouse) -> None:
    aki, bo = await people(house, "Aki", "Bo")
    assert await bo.visit.lobby() == ()
    number, _ = await aki.visit.open(TableSettings("princess", 4))
    for seat in (1, 2, 3):
        await aki.visit.fill(number, seat, "random")
    await until(lambda: bo.news(Listed) != [])
    assert len(bo.news(Listed)) == 1
    assert [chair.level for chair in bo.tables[number].chairs] == ["", "random", "random", "random"]
    assert (len(bo.tables[number].seal), bo.tables[number].seed) == (32, "")
    await aki.visit.leave(number)
    await until(lambda: bo.tables == {})


async def test_who_looks_at_a_table_hears_of_others_when_he_looks_up(house: HallHouse) -> None:
    """What happens at one table is nothing to all those who sit at others."""
    number, (aki, _) = await seated(house, "Aki", "Bo")
    cleo, dan = await people(house, "Cleo", "Dan")
    for one in (aki, cleo):
        await one.visit.lobby()
    await asyncio.sleep(2 * A_MOMENT)
    aki.heard.clear()
    other, _ = await cleo.visit.open(TableSettings("sand", 2))
    await until(lambda: other in cleo.tables)
    assert not aki.news(Listed)
    await aki.visit.go(number)
    assert [listing.number for listing in aki.news(Listed)[-1].listings] == [other]
    await dan.visit.join(other)
    await until(lambda: aki.tables[other].chairs[1].name == "Dan")


async def test_who_looks_at_a_table_hears_at_once_of_his_own_and_of_those_that_are_gone(house: HallHouse) -> None:
    number, (aki, bo) = await seated(house, "Aki", "Bo")
    own, _ = await aki.visit.open(TableSettings("princess", 2))
    gone, _ = await bo.visit.open(TableSettings("sand", 2))
    await aki.visit.lobby()
    await until(lambda: own in aki.tables)
    await bo.visit.join(own)
    await until(lambda: aki.tables[own].chairs[1].name == "Bo")
    await bo.visit.leave(gone)
    await until(lambda: any(gone in listed.gone for listed in aki.news(Listed)))
    assert number in {listing.number for listing in await aki.visit.lobby()}


async def test_what_many_are_told_is_one_thing(house: HallHouse) -> None:
    """So it is made ready to be sent once."""
    crowd = await people(house, *(f"p{n}" for n in range(5)))
    for one in crowd:
        await one.visit.lobby()
    await crowd[0].visit.open(TableSettings("princess", 2))
    await until(lambda: all(one.news(Listed) for one in crowd))
    assert len({id(one.news(Listed)[0]) for one in crowd}) == 1


async def test_tables_that_wait_for_nobody_are_closed(tmp_path: Path) -> None:
    now = [1_000_000.0]
    house = await HallHouse.open(tmp_path, clock=lambda: now[0])
    aki, bo = await people(house, "Aki", "Bo")
    old, _ = await aki.visit.open(TableSettings("princess", 2))
    await bo.visit.open(TableSettings("princess", 2))
    await aki.visit.end()
    now[0] += 90_000
    await house.tidy()
    assert [listing.host for listing in house.listings()] == ["Bo"]
    assert old not in house.tables
    await house.close()


# --- consent ----------------------------------------------------------------------------------------------------------


async def test_taking_back_across_players_takes_their_consent(house: HallHouse) -> None:
    number, (aki, bo) = await seated(house, "Aki", "Bo")
    start = aki.views[number]
    await aki.visit.act(number, ("side a",))
    assert str(await aki.visit.undo(number)) == "side a"
    assert aki.views[number].state == start.state
    await aki.visit.redo(number)
    await bo.visit.act(number, ("side b",))
    assert await aki.visit.undo(number) is None
    request = bo.news(Requested)[-1].request
    assert (request.kind, request.by, request.about, request.asked) == ("undo", 0, 0, (1,))
    assert request.steps == bo.views[number].number - start.number, "all that came after it goes as well"
    assert (await bo.visit.come(number)).request == request
    assert await refusal(aki.visit.ask(number, "undo", 0)) == "The others have been asked for something already."
    await bo.visit.agree(number, False)
    await aki.is_told("Bo does not agree.")
    assert aki.news(Requested)[-1].request is None
    assert await refusal(bo.visit.agree(number, True)) == "Nobody asks for anything here."
    await aki.visit.undo(number)
    await bo.visit.agree(number, True)
    await until(lambda: aki.views[number].number == start.number)
    assert (aki.views[number].state, aki.views[number].must_decide) == (start.state, True)
    assert bo.views[number].seen_steps == start.seen_steps
    await aki.is_told(f"{request.steps} steps are taken back, as Aki asked.")


async def test_whoever_plays_on_asks_for_nothing_any_more(house: HallHouse) -> None:
    number, (aki, bo) = await seated(house, "Aki", "Bo")
    await aki.visit.act(number, ("side a",))
    await bo.visit.act(number, ("side b",))
    await aki.visit.undo(number)
    while not bo.views[number].must_decide:
        await aki.act_by_lot(number, Rng(1))
    await bo.is_told("Aki has played on: nothing is taken back.")


async def test_what_others_do_meanwhile_is_asked_for_as_well(house: HallHouse) -> None:
    number, (aki, bo) = await seated(house, "Aki", "Bo")
    await aki.visit.act(number, ("side a",))
    await aki.visit.ask(number, "undo", 0)
    assert bo.news(Requested)[-1].request.steps == 1
    await bo.visit.act(number, ("side b",))
    assert bo.news(Requested)[-1].request.steps > 1


async def test_a_code_is_read_in_any_letters_and_known_to_all_who_sit_there(house: HallHouse) -> None:
    aki, bo, cleo = [await Somebody.called(name, house) for name in ("Aki", "Bo", "Cleo")]
    number, code = await aki.visit.open(TableSettings("princess", 3, TWO, code=True))
    assert await refusal(bo.visit.join(number)) == "Only those who know its code may sit down at this table."
    assert await refusal(bo.visit.join(number, code="zzzz")) == "That is not the code of this table."
    await bo.visit.join(number, code=f" {code.upper()}")
    assert await bo.visit.code(number) == code
    assert await refusal(cleo.visit.code(number)) == "You do not sit at this table."


async def test_whoever_has_asked_may_think_again(house: HallHouse) -> None:
    number, (aki, bo) = await seated(house, "Aki", "Bo")
    await aki.visit.act(number, ("side a",))
    await bo.visit.act(number, ("side b",))
    await aki.visit.undo(number)
    await aki.visit.agree(number, False)
    await bo.is_told("Aki does not ask for it any more.")


async def test_without_others_the_rules_decide(house: HallHouse) -> None:
    (aki,) = await people(house, "Aki")
    number, _ = await aki.visit.open(TableSettings("princess", 2, TWO))
    await aki.visit.fill(number, 1, "random")
    await aki.visit.start(number)
    await aki.come(number)
    await aki.visit.act(number, ("side a",))
    await until(lambda: aki.views[number].must_decide)
    assert "Taking back ends at what" in await refusal(aki.visit.undo(number))


# --- stand-ins --------------------------------------------------------------------------------------------------------


async def test_a_computer_player_stands_in_until_one_is_back(house: HallHouse) -> None:
    number, (aki, bo) = await seated(house, "Aki", "Bo")
    await bo.visit.hand_over(number, "random")
    await aki.visit.act(number, ("side a",))
    await until(lambda: aki.views[number].must_decide)
    assert (await bo.visit.come(number)).header.players[1].kind == "human", "the record stays as it was"
    assert house.tables[number].listing.chairs[1].level == "random"
    await bo.visit.take_back(number)
    assert house.tables[number].listing.chairs[1].level == ""
    await aki.act_by_lot(number, Rng(1))
    await until(lambda: bo.views[number].must_decide or aki.views[number].must_decide)


async def test_whoever_is_stood_in_for_does_not_decide(house: HallHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    number, (aki, _) = await seated(house, "Aki", "Bo")
    monkeypatch.setattr(house.tables[number], "resume_computers", lambda: None)
    await aki.visit.hand_over(number, "easy")
    assert aki.views[number].must_decide is False
    assert "take your chair back first" in await refusal(aki.visit.act(number, ("side a",)))
    await aki.visit.take_back(number)
    assert aki.views[number].must_decide is True


async def test_the_others_let_a_computer_player_stand_in(house: HallHouse) -> None:
    number, (aki, bo, cleo) = await seated(house, "Aki", "Bo", "Cleo")
    assert await refusal(bo.visit.ask(number, "stand-in", 0)) == "Aki is here: have a little patience."
    await aki.visit.end()
    await bo.visit.ask(number, "stand-in", 0)
    assert cleo.news(Requested)[-1].request.asked == (2,)
    await cleo.visit.agree(number, True)
    await until(lambda: bo.views[number].must_decide)
    aki = await Somebody.called("Aki", house)
    await aki.come(number)
    await aki.visit.take_back(number)
    assert house.tables[number].listing.chairs[0] == house.tables[number].listing.chairs[0]._replace(
        level="", here=True
    )


async def test_whoever_leaves_keeps_the_chair_but_for_guests(house: HallHouse) -> None:
    number, (aki, bo) = await seated(house, "Aki", "Bo")
    await bo.visit.leave(number)
    await aki.visit.act(number, ("side a",))
    await until(lambda: aki.views[number].must_decide)
    await bo.come(number)
    await bo.visit.take_back(number)
    (dara,) = await people(house, "Dara")
    guest = await Somebody.called("Cleo", house, guest=True)
    other, _ = await dara.visit.open(TableSettings("princess", 2, TWO))
    await guest.visit.join(other)
    await dara.visit.start(other)
    await guest.visit.leave(other)
    await until(lambda: house.tables[other].places[1].stand_in != "")
    assert house.tables[other].listing.chairs[1]._replace(left=None) == ("Cleo~", "normal", 0, False, None, False)
    await dara.visit.leave(other)
    assert other in house.tables, "Dara may come back"


async def test_where_everybody_has_left_nobody_plays_on(house: HallHouse) -> None:
    number, (aki, bo) = await seated(house, "Aki", "Bo")
    for one in (aki, bo):
        await one.visit.leave(number)
    steps = house.tables[number].listing.steps
    await asyncio.sleep(0.1)
    assert house.tables[number].listing.steps <= steps + 2
    again = await Somebody.called("Aki", house)
    await again.come(number)
    await until(lambda: again.views[number].number > steps + 2)


async def test_people_come_back_after_the_house_was_closed_and_guests_do_not(tmp_path: Path) -> None:
    house = await opened(tmp_path)
    (aki,) = await people(house, "Aki")
    guest = await Somebody.called("Cleo", house, guest=True)
    number, _ = await aki.visit.open(TableSettings("princess", 2, TWO))
    await guest.visit.join(number)
    await aki.visit.start(number)
    waiting, _ = await aki.visit.open(TableSettings("princess", 2))
    await guest.visit.join(waiting)
    await aki.visit.say(number, "see you tomorrow")
    await house.close()
    house = await opened(tmp_path)
    (aki,) = await people(house, "Aki")
    await aki.visit.lobby()
    assert [line.text for line in (await aki.visit.come(number)).said.lines] == ["see you tomorrow"]
    await aki.come(number)
    assert [chair.name for chair in house.tables[waiting].listing.chairs] == ["Aki", ""]
    assert [(chair.name, chair.level) for chair in house.tables[number].listing.chairs] == [
        ("Aki", ""),
        ("Cleo~", "normal"),
    ]
    await aki.visit.act(number, ("side a",))
    await until(lambda: aki.views[number].must_decide)
    await house.close()


# --- clocks -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("clock", [Clock("turn", 10), Clock("game", 60)])
async def test_for_whoever_runs_out_of_time_a_computer_player_stands_in(tmp_path: Path, clock: Clock) -> None:
    now = [1_000.0]
    house = await HallHouse.open(tmp_path, passing=lambda: now[0])
    number, (aki, bo) = await seated(house, "Aki", "Bo", clock=clock)
    now[0] += 6
    assert [chair.left for chair in house.tables[number].listing.chairs] == [clock.seconds - 6, clock.seconds]
    await aki.visit.act(number, ("side a",))
    left = clock.seconds - 6
    now[0] += 5
    assert [chair.left for chair in house.tables[number].listing.chairs] == [left, clock.seconds - 5]
    now[0] += clock.seconds
    house.tables[number]._rings(1)
    await until(lambda: aki.views[number].must_decide)
    assert house.tables[number].listing.chairs[1].level == "normal"
    assert house.tables[number].listing.chairs[0].left == (10 if clock.kind == "turn" else left)
    await bo.visit.take_back(number)
    assert (house.tables[number].listing.chairs[1].left or 0) >= 10
    await house.close()


async def test_a_clock_of_the_machine_that_is_set_takes_nobodys_time(tmp_path: Path) -> None:
    day, now = [1_000_000.0], [50.0]
    house = await HallHouse.open(tmp_path, clock=lambda: day[0], passing=lambda: now[0])
    number, _ = await seated(house, "Aki", "Bo", clock=Clock("game", 60))
    table = house.tables[number]
    for step, left in ((3600.0, 55.0), (-7200.0, 50.0)):
        day[0] += step
        now[0] += 5
        table._rings(0)
        assert [chair.left for chair in table.listing.chairs] == [left, 60.0]
    await asyncio.sleep(0)
    assert not table.places[0].stand_in
    with pytest.raises(UserError, match="have a little patience"):
        table._may_be_replaced(0)
    await house.close()


async def test_the_alarm_rings_by_itself(house: HallHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    number, (aki, _) = await seated(house, "Aki", "Bo", clock=Clock("turn", 10))
    table = house.tables[number]
    monkeypatch.setattr(table._clocks, "_left", [0.05, 10.0])
    table._set_alarm()
    await until(lambda: not aki.views[number].must_decide)
    assert table.places[0].stand_in == "normal"


# --- looking on, talking, waiting -------------------------------------------------------------------------------------


async def test_talk_is_clean_short_and_slow(house: HallHouse) -> None:
    number, (aki, bo) = await seated(house, "Aki", "Bo")
    watcher = await Somebody.called("Cleo", house, guest=True)
    await watcher.come(number)
    await aki.visit.say(number, "  hi\x1b[2J\u202e  there " + "x" * 500)
    line = bo.news(Said)[-1].line
    assert (line.name, line.text[:14], len(line.text)) == ("Aki", "hi[2J there xx", 200)
    assert watcher.news(Said) == [], "whoever looks on hears only what he may"
    assert await refusal(watcher.visit.say(number, "hm")) == "At this table only those talk who play."
    await aki.visit.say(number, "2")
    await aki.visit.say(number, "3")
    assert await refusal(aki.visit.say(number, "4")) == "Slowly: 3 lines in 3 seconds."
    assert await refusal(bo.visit.say(number, " \x00 ")) == "Nothing can be read of that."
    assert [line.text for line in (await bo.visit.come(number)).said.lines][1:] == ["2", "3"]
    assert (await watcher.visit.come(number)).said.lines == ()


async def test_where_onlookers_may_talk(house: HallHouse) -> None:
    number, (aki, _) = await seated(house, "Aki", "Bo", chat=True)
    watcher = await Somebody.called("Cleo", house, guest=True)
    await watcher.come(number)
    await watcher.visit.say(number, "well played")
    assert aki.news(Said)[-1].line[1:] == ("Cleo~", "well played")


async def test_who_is_there_and_who_looks_on(house: HallHouse) -> None:
    number, (aki, bo) = await seated(house, "Aki", "Bo")
    watcher = await Somebody.called("Cleo", house, guest=True)
    await watcher.come(number)
    listing = house.tables[number].listing
    assert ([chair.here for chair in listing.chairs], listing.watchers) == ([True, True], 1)
    await bo.visit.end()
    await watcher.visit.go(number)
    listing = house.tables[number].listing
    assert ([chair.here for chair in listing.chairs], listing.watchers) == ([True, False], 0)
    assert await refusal(watcher.visit.act(number, ("side a",))) == "You do not sit at this table."
    assert await refusal(watcher.visit.agree(number, True)) == "You do not sit at this table."
    await aki.visit.go(number)
    aki.heard.clear()
    await watcher.come(number)
    assert aki.news(Changed) == []


async def test_a_slow_screen_is_waited_for_once(house: HallHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "PATIENCE", 0.3)
    (aki,) = await people(house, "Aki")
    aki.reads = False
    number, _ = await aki.visit.open(TableSettings("princess", 2, TWO))
    await aki.visit.fill(number, 1, "random")
    await aki.visit.start(number)
    await aki.come(number)
    began = asyncio.get_running_loop().time()
    for _ in range(6):
        await until(lambda: aki.views[number].must_decide)
        await aki.act_by_lot(number, Rng(1))
    await until(lambda: aki.views[number].must_decide)
    assert 0.2 < asyncio.get_running_loop().time() - began < 15.0


async def test_computer_players_wait_until_their_steps_are_read(house: HallHouse) -> None:
    (aki,) = await people(house, "Aki")
    number, _ = await aki.visit.open(TableSettings("princess", 2, TWO))
    await aki.visit.fill(number, 1, "random")
    await aki.visit.start(number)
    await aki.come(number)
    aki.reads = False
    await aki.visit.act(number, ("side a",))
    steps = aki.views[number].number
    await asyncio.sleep(0.2)
    assert aki.views[number].number == steps
    await aki.visit.read(number, steps)
    await until(lambda: aki.views[number].number > steps)


async def test_a_screen_that_cannot_hear_is_no_worry_of_others(house: HallHouse) -> None:
    number, (aki, bo) = await seated(house, "Aki", "Bo")

    def deaf(news: object) -> None:
        raise BrokenPipeError

    bo.visit._screen._heard = deaf
    await aki.visit.act(number, ("side a",))
    assert aki.views[number].due == (1,)
    bo = await Somebody.called("Bo", house)
    await bo.come(number)
    await bo.visit.act(number, ("side b",))


async def test_hints_where_they_are_given(house: HallHouse) -> None:
    number, (aki, bo) = await seated(house, "Aki", "Bo")
    advice = await aki.visit.hint(number)
    assert advice.action in aki.legal(number)
    assert "It is the turn of" in await refusal(bo.visit.hint(number))
    other, (cleo, _) = await seated(house, "Cleo", "Dara", aids=False)
    assert "no hints at this table" in await refusal(cleo.visit.hint(other))


async def test_it_is_told_that_somebody_thinks_for_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "A_WHILE", 0.0)
    house = await opened(tmp_path, minds=ThreadThinker())
    (aki,) = await people(house, "Aki")
    number, _ = await aki.visit.open(TableSettings("princess", 2, TWO))
    await aki.visit.fill(number, 1, "normal")
    await aki.visit.start(number)
    await aki.come(number)
    await aki.visit.act(number, ("side a",))
    await until(lambda: len(aki.news(Thinking)) >= 2)
    assert [news.thinks for news in aki.news(Thinking)[:2]] == [True, False]
    await house.close()


async def test_again_with_everybody_one_seat_on(house: HallHouse) -> None:
    number, (aki, bo) = await seated(house, "Aki", "Bo", game="kaguya", options=())
    assert await refusal(aki.visit.rematch(number)) == "This game is not over yet."
    whims = Rng(5)
    while aki.views[number].due:
        await (aki if aki.views[number].must_decide else bo).act_by_lot(number, whims)
    new = await bo.visit.rematch(number)
    listing = house.tables[new].listing
    assert ([chair.name for chair in listing.chairs], listing.follows) == (["Bo", "Aki"], number)
    assert [chair.expected for chair in listing.chairs] == [False, True]
    assert await refusal(bo.visit.start(new)) == "Aki has not come yet."
    assert await aki.visit.rematch(number) == new
    await bo.visit.start(new)
    assert house.tables[new].listing.state == "running"


async def test_a_table_is_called_once(house: HallHouse) -> None:
    number, (aki, bo) = await seated(house, "Aki", "Bo")
    await bo.visit.go(number)
    await aki.visit.act(number, ("side a",))
    await aki.visit.hand_over(number, "easy")
    await aki.visit.take_back(number)
    assert bo.news(Called) == [Called(number)]
