"""Who may come in, and as whom: a key is a person, whoever comes first has the name, and guests are marked."""

import asyncio
from pathlib import Path

import pytest

from tests.tui.hall.guests import Somebody, opened, refusal, seated
from tilehall.engine import Rng
from tilehall.tui.hall.cleaning import alike
from tilehall.tui.hall.desk import ask
from tilehall.tui.hall.house import HallHouse
from tilehall.tui.hall.protocol import Caller, Closing

KEY = f"SHA256:{'k' * 43}"


async def test_a_key_is_a_person_whatever_name_it_calls(house: HallHouse) -> None:
    aki = await Somebody.called("Aki", house, key="SHA256:1")
    again = await Somebody.called("Zoe", house, key="SHA256:1")
    assert again.visit.person == aki.visit.person
    assert (aki.visit.person.name, aki.visit.person.id > 0, aki.visit.person.guest) == ("Aki", True, False)


async def test_somebody_new_may_open_two_screens_at_once(house: HallHouse) -> None:
    aki = Caller("Aki", fingerprint="SHA256:1")
    visits = await asyncio.gather(*(house.enter(aki, lambda news: None) for _ in range(2)))
    assert {visit.person.name for visit in visits} == {"Aki"}
    assert visits[0].person == visits[1].person


async def test_a_user_of_this_machine_is_a_person_too(house: HallHouse) -> None:
    visit = await house.enter(Caller(user="anna"), lambda news: None)
    assert (await house.enter(Caller("Otto", user="anna"), lambda news: None)).person == visit.person
    assert visit.person.name == "anna"
    key = await house.enter(Caller("Zoe", fingerprint="user:anna"), lambda news: None)
    assert key.person == visit.person, "the door hands over fingerprints, which begin otherwise"


async def test_whoever_comes_first_has_the_name(house: HallHouse) -> None:
    for name, called in (("Aki", "Aki"), ("aki", "aki-2"), ("\uff21ki", "Aki-3"), ("A.k.i", "A.k.i-4")):
        assert (await Somebody.called(name, house, key=f"SHA256:{name}")).visit.person.name == called


async def test_guests_are_marked_and_nobody_is_mistaken_for_another(house: HallHouse) -> None:
    await Somebody.called("Aki", house)
    first, second = [await Somebody.called("Bo", house, guest=True) for _ in range(2)]
    third = await Somebody.called("AKI~", house, guest=True)
    registered = await Somebody.called("Bo", house, key="SHA256:b")
    names = [one.visit.person.name for one in (first, second, third, registered)]
    assert names == ["Bo~", "Bo-2~", "AKI-2~", "Bo-3"]
    assert [one.visit.person.id for one in (first, second, third)] == [-1, -2, -3]
    await first.visit.end()
    assert (await Somebody.called("Bo", house, guest=True)).visit.person.name == "Bo~"


@pytest.mark.parametrize("wished", ["", "42", "\x1b]0;x\x07", "-", "~~~", "\u202e"])
async def test_whoever_has_no_name_gets_one(house: HallHouse, wished: str) -> None:
    named = await Somebody.called(wished, house, key="SHA256:k")
    guest = await Somebody.called(wished, house, guest=True)
    assert named.visit.person.name in ("player", "0x")
    assert guest.visit.person.name in ("guest~", "0x-2~")


@pytest.mark.parametrize(
    "wished", ["\u0410ki", "al\u04cfce", "\u0585laf", "\u13aalice", "\u2c81lice", "\ua4d3d", "\u3007laf"]
)
async def test_a_name_of_two_scripts_is_none(house: HallHouse, wished: str) -> None:
    assert (await Somebody.called(wished, house)).visit.person.name == "player"
    aki = await Somebody.called("Aki", house)
    assert "of one script" in await refusal(aki.visit.rename(wished))


@pytest.mark.parametrize("name", ["竹取の翁", "カグヤ姫ー", "Татьяна", "Ελένη", "김철수", "Łukasz2", "علي٣", "राम"])
async def test_a_name_of_one_script_is_fine(house: HallHouse, name: str) -> None:
    aki = await Somebody.called("Aki", house)
    assert alike((await aki.visit.rename(name)).name)
    assert aki.visit.person.name != "Aki"


@pytest.mark.parametrize("name", ["someone1", "SomeOne", "someone-12", "s0meonel"])
async def test_nobody_is_called_like_the_forgotten(house: HallHouse, name: str) -> None:
    aki = await Somebody.called("Aki", house)
    assert "looks like one that is" in await refusal(aki.visit.rename(name))
    one = await Somebody.called(name, house)
    assert one.visit.person.name not in ("someone1", "someone2", name)
    assert (await aki.visit.rename("someoneelse")).name == "someoneelse"


async def test_another_name(house: HallHouse) -> None:
    number, (aki, bo) = await seated(house, "Aki", "Bo")
    await bo.visit.lobby()
    person = await aki.visit.rename("Akiko")
    assert (person.name, aki.visit.person.name) == ("Akiko", "Akiko")
    assert house.tables[number].listing.chairs[0].name == house.tables[number].listing.host == "Akiko"
    assert (await bo.visit.come(number)).header.names == ("Aki", "Bo"), "the record stays as it began"
    assert await refusal(aki.visit.rename("B0")) == "The name B0 is taken, or looks like one that is."
    assert "up to 20 letters" in await refusal(aki.visit.rename("1"))
    assert (await aki.visit.rename("AKIKO")).name == "AKIKO"


async def test_a_second_key_by_a_code(house: HallHouse) -> None:
    aki = await Somebody.called("Aki", house, key="SHA256:old")
    code = await aki.visit.key_code()
    other = await Somebody.called("Aki", house, key="SHA256:new")
    assert other.visit.person.name == "Aki-2"
    assert await other.visit.use_key_code(f" {code.upper()} ") == aki.visit.person == other.visit.person
    assert (await Somebody.called("x", house, key="SHA256:new")).visit.person == aki.visit.person
    assert "unknown here" in await refusal(other.visit.use_key_code(code)), "it is used up"
    assert [person.name for person, _, keys in await house.people.all() if keys == 2] == ["Aki"]
    assert len(await house.people.all()) == 1, "whoever never sat at a table is not kept"


async def test_a_code_ends_after_ten_minutes_and_cannot_be_guessed(tmp_path: Path) -> None:
    now = [1_000.0]
    house = await HallHouse.open(tmp_path, clock=lambda: now[0])
    aki, thief = await Somebody.called("Aki", house), await Somebody.called("Bo", house)
    code = await aki.visit.key_code()
    for _ in range(5):
        assert "unknown here" in await refusal(thief.visit.use_key_code("aaaa-aaaa"))
    assert "too many codes" in await refusal(thief.visit.use_key_code(code))
    now[0] += 601
    assert "ten minutes are over" in await refusal(thief.visit.use_key_code(code))
    assert code.replace("-", "").encode() not in (tmp_path / "hall.db-wal").read_bytes()
    await house.close()


async def test_the_password_of_the_house(house: HallHouse) -> None:
    known = await Somebody.called("Aki", house)
    await house.people.change_manners(password="open, sesame")
    assert await house.people.fits("open, sesame")
    assert not await house.people.fits("open")
    assert await refusal(Somebody.called("Bo", house)) == "This hall asks for its password."
    assert await refusal(Somebody.called("Bo", house, guest=True)) == "This hall asks for its password."
    bo = await Somebody.called("Bo", house, password="open, sesame")
    assert (await Somebody.called("Aki", house)).visit.person == known.visit.person, "who is known is not asked"
    await bo.visit.end()
    assert b"sesame" not in (house.ledger.folder / "hall.db-wal").read_bytes()
    await house.people.change_manners(password="")
    await Somebody.called("Cleo", house)


async def test_only_the_invited(house: HallHouse) -> None:
    await Somebody.called("Aki", house)
    await house.people.change_manners(invited=True)
    await house.people.invite(KEY)
    for name, key in (("Aki", ""), ("Bo", KEY)):
        await Somebody.called(name, house, key=key)
    assert (
        await refusal(Somebody.called("Cleo", house)) == "Only those who are invited may come in here: ask your host."
    )
    assert "no room for guests" in await refusal(Somebody.called("Cleo", house, guest=True))
    assert await house.people.invited() == [KEY]
    assert "by its fingerprint" in await refusal(house.people.invite("Cleo"))


async def test_no_guests(house: HallHouse) -> None:
    await house.people.change_manners(guests=False)
    assert "no room for guests" in await refusal(Somebody.called("Cleo", house, guest=True))


async def test_kicked_and_banned(house: HallHouse) -> None:
    number, (aki, bo) = await seated(house, "Aki", "Bo")
    assert await house.kick("aki") == 1
    assert aki.heard[-1] == Closing(aki.news(Closing)[0].why)
    assert await refusal(aki.visit.act(number, ("side a",))) == "This visit is over."
    aki = await Somebody.called("Aki", house)
    await aki.come(number)
    await house.ban("Aki")
    assert await refusal(Somebody.called("Aki", house)) == "You are not welcome here any more."
    assert await house.people.banned() == [("Aki", "SHA256:Aki")]
    assert "is not banned" in await refusal(house.people.unban("Bo"))
    await house.people.unban("Aki")
    await Somebody.called("Aki", house)
    assert "Nobody here is called" in await refusal(house.kick("Zoe\x1b"))
    assert bo.news(Closing) == []


async def test_a_ban_is_not_undone_by_a_code_from_before(house: HallHouse) -> None:
    aki = await Somebody.called("Aki", house, key=KEY)
    code = await aki.visit.key_code()
    await house.ban("Aki")
    other = await Somebody.called("Bo", house)
    assert "unknown here" in await refusal(other.visit.use_key_code(code))
    await house.unban("Aki")
    aki = await Somebody.called("Aki", house, key=KEY)
    code = await aki.visit.key_code()
    await house.ban(KEY)
    assert "unknown here" in await refusal(other.visit.use_key_code(code))


async def test_whoever_is_banned_by_one_key_gets_no_other(house: HallHouse) -> None:
    aki = await Somebody.called("Aki", house, key=KEY)
    second = await Somebody.called("x", house, key="SHA256:second")
    await second.visit.use_key_code(await aki.visit.key_code())
    await house.people.ban_key(KEY)
    code = await second.visit.key_code()
    third = await Somebody.called("y", house, key="SHA256:third")
    assert await refusal(third.visit.use_key_code(code)) == "You are not welcome here any more."


@pytest.mark.parametrize("whom", ["address:", "address:nowhere", "SHA256:", "SHA256:short", f"{KEY}=", "user:"])
async def test_what_could_never_match_is_not_banned_and_not_invited(house: HallHouse, whom: str) -> None:
    assert "could never match" in await refusal(house.ban(whom))
    assert "could never match" in await refusal(house.people.invite(whom))
    assert (await house.people.banned(), await house.people.invited()) == ([], [])


async def test_an_address_is_banned_however_it_is_written(house: HallHouse) -> None:
    assert (await house.ban("address:2001:DB8:1:2:3::4"))[0] == ("address:2001:db8:1:2::",)
    assert await house.unban("2001:db8:1:2::9") == ("address:2001:db8:1:2::",)


async def test_settings_stay_with_a_person_and_go_with_a_guest(house: HallHouse) -> None:
    aki, guest = await Somebody.called("Aki", house), await Somebody.called("Bo", house, guest=True)
    for one in (aki, guest):
        await one.visit.keep_settings({"theme": "day\x1b[2J", "lang": "de"})
        await one.visit.keep_settings({"lang": ""})
        assert await one.visit.settings() == {"theme": "day[2J"}
    assert await (await Somebody.called("x", house, key="SHA256:Aki")).visit.settings() == {"theme": "day[2J"}
    assert "no more than" in await refusal(aki.visit.keep_settings({f"{n}": "x" for n in range(100)}))


async def test_somebody_is_forgotten(house: HallHouse, tmp_path: Path) -> None:
    number, (aki, bo) = await seated(house, "Akiko", "Bo")
    await aki.act_by_lot(number, Rng(1))
    await aki.visit.say(number, "hello, it is me")
    await house.forget("Akiko")
    assert aki.news(Closing)
    listing = house.tables[number].listing
    assert [chair.name for chair in listing.chairs] == ["someone1", "Bo"]
    assert listing.chairs[0].level == "normal"
    assert (await bo.visit.come(number)).header.names == ("someone1", "Bo")
    assert "Akiko" not in await bo.visit.export(number)
    fresh = await Somebody.called("Akiko", house)
    assert fresh.visit.person.name == "Akiko"
    await house.forget("Akiko")
    await house.close()
    data = (tmp_path / "hall.db").read_bytes()
    assert not any(word in data for word in (b"Akiko", b"it is me"))


async def test_whoever_was_forgotten_while_the_hall_was_closed_leaves_no_game_to_computers_alone(
    tmp_path: Path,
) -> None:
    house = await opened(tmp_path)
    number, (aki, _) = await seated(house, "Aki", "Bo")
    await aki.act_by_lot(number, Rng(1))
    await house.close()
    await asyncio.to_thread(ask, tmp_path, "forget", "Aki")
    house = await opened(tmp_path)
    assert [chair.name for chair in house.tables[number].listing.chairs] == ["someone1", "Bo"]
    assert house.tables[number].listing.chairs[0].level == "normal"
    await house.close()
    await asyncio.to_thread(ask, tmp_path, "forget", "Bo")
    house = await opened(tmp_path)
    assert house.tables == {}
    assert [played.names for played in await house.library()] == [("someone1", "someone2")]
    await house.close()
