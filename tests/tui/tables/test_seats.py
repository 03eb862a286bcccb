"""Seats at one table: what each sees is what its eyes may see, whoever acts when, and each acts for itself only."""

import asyncio
from collections import Counter
from collections.abc import Awaitable

import pytest

from tests.tui.tables.company import NAMES, Person, Witness, at_a_table, sees_what_it_may, text
from tilehall.engine import ENGLISH, IllegalActionError, Rng, parse_record, position_digest, render_text
from tilehall.tui.tables.seat import keyboard_seat, player_seat, spectator_seat

RED = (("boards", "red,blue,green,yellow"), ("mode", "advanced"))
"""The first seat looks at cards and keeps some of them in secret."""
RED_OF_2 = (("boards", "red,blue"), ("mode", "advanced"))
RED_OF_3 = (("boards", "red,blue,green"), ("mode", "advanced"))
Options = tuple[tuple[str, str], ...]


@pytest.mark.parametrize(
    ("game", "kinds", "options", "seeds"),
    [
        ("princess", "human human human random", (), "a"),
        pytest.param("sand", "human random human human", RED, "abc", marks=pytest.mark.soak),
        ("sand", "easy human human", RED_OF_3, "a"),
        pytest.param("beasts", "human human easy random", (), "a", marks=pytest.mark.soak),
        ("kaguya", "human human human random", (), "a"),
        pytest.param("kaguya", "random human human human", (), "abcdef", marks=pytest.mark.soak),
        pytest.param("kaguya", "human normal human", (), "a", marks=pytest.mark.soak),
    ],
)
async def test_all_play_at_once_and_see_what_they_may(game: str, kinds: str, options: Options, seeds: str) -> None:
    for seed in seeds:
        await all_play(game, kinds, options, seed)


async def all_play(game: str, kinds: str, options: Options, seed: str) -> None:
    computers, whims = at_a_table(game, kinds.split(), seed, options), Rng(f"{game} {kinds} {seed}")
    table = computers.table
    people = [Person(table, number, Rng(whims.next())) for number in table.humans]
    seats = [(number, player_seat(table, number, computers)) for number in range(len(table.names))]
    witness = Witness(table, [*seats, (None, spectator_seat(table, computers))], whims)
    witness.compare()
    async with asyncio.timeout(120):
        did = sum(await asyncio.gather(*(person.play() for person in people)), start=Counter())
    assert table.over
    assert witness.changes == table.version + 1
    assert all(kept.unchanged() for kept in witness.kept)
    assert min(did[what] for what in ("act", "undo", "redo", "illegal", "out of turn")) > 0
    assert (witness.secrets > 0) == table.rules.has_secrets
    again = parse_record(table.record())
    assert position_digest(table.rules, again.match.state) == position_digest(table.rules, table.match.state)


# --- each for himself -------------------------------------------------------------------------------------------------

TWO = (("first_turn", "full"), ("start_seat", "0"))


async def refusal(deed: Awaitable[object]) -> str:
    """Why this may not be done, with the names of the table."""
    with pytest.raises(IllegalActionError) as found:
        await deed
    return render_text(found.value.text, ENGLISH, NAMES)


async def test_a_seat_acts_for_itself_only() -> None:
    computers = at_a_table("princess", ["human", "human"], "7", TWO)
    table = computers.table
    aki, bo = player_seat(table, 0, computers), player_seat(table, 1, computers)
    assert await refusal(bo.act("side a")) == "It is the turn of Aki."
    await aki.act("side a")
    assert await refusal(aki.act("side a")) == "It is the turn of Bo."
    assert "another player" in await refusal(bo.undo())
    assert (aki.now.barrier, aki.number, bo.number) == (None, None, 1)
    assert str(await aki.undo()) == "side a"
    assert await refusal(bo.redo()) == "What was taken back last was done by Aki."
    assert str(await aki.redo()) == "side a"
    await bo.act("side b")
    assert await refusal(aki.redo()) == "Nothing has been taken back."


async def test_who_only_watches_changes_nothing() -> None:
    computers = at_a_table("kaguya", ["human", "human"], "7")
    table = computers.table
    watcher, aki = spectator_seat(table, computers), player_seat(table, 0, computers)
    await aki.act(aki.now.legal[0])
    now = watcher.now
    assert (watcher.number, now.must_decide, now.viewpoint) == (None, False, None)
    assert str(now.barrier) == "Whoever only watches changes nothing."
    for deed in (watcher.undo, watcher.restart, watcher.hint, lambda: watcher.act("pass")):
        with pytest.raises(IllegalActionError):
            await deed()
    await aki.undo()
    with pytest.raises(IllegalActionError):
        await watcher.redo()
    await aki.redo()
    assert watcher.now.number == now.number


async def test_several_actions_are_told_once_as_far_as_they_may_be_done() -> None:
    computers = at_a_table("princess", ["human", "human"], "7", TWO)
    table = computers.table
    aki, bo = player_seat(table, 0, computers), player_seat(table, 1, computers)
    await aki.act("side a")
    await bo.act("side a")
    stirred: list[int] = []
    stop = bo.subscribe(lambda: stirred.append(bo.now.number))
    steps = aki.now.number
    with pytest.raises(IllegalActionError):
        await aki.act("pass", "side a")
    assert (stirred, aki.now.number) == ([steps + 1], steps + 1)
    await aki.restart()
    assert stirred == [steps + 1, steps]
    stop()
    await aki.act("pass")
    assert len(stirred) == 2


async def test_a_hint_is_a_choice_and_knows_what_its_seat_knows() -> None:
    computers = at_a_table("kaguya", ["human", "human"], "3")
    table = computers.table
    for number in (0, 1):
        seat = player_seat(table, number, computers)
        advice = await seat.hint()
        assert advice.action in seat.now.legal
        assert advice == await seat.hint()
        advised = table.rules.advisor.advise(seat.now.state, number)
        assert (advice.action, advice.next_actions) == (advised.action, advised.next_actions)


# --- several people at one keyboard -----------------------------------------------------------------------------------


async def test_friends_at_an_open_table_take_back_for_each_other() -> None:
    computers = at_a_table("princess", ["human", "human", "random"], "7", TWO)
    table = computers.table
    seat = keyboard_seat(table, computers)
    await seat.act("side a")
    assert (seat.number, seat.now.seat, seat.now.barrier, seat.now.curtain) == (1, 1, None, None)
    assert str(await seat.undo()) == "side a"
    assert seat.number == 0
    await seat.redo()
    assert seat.number == 1


@pytest.mark.parametrize("seed", ["b", pytest.param("c", marks=pytest.mark.soak)])
@pytest.mark.parametrize(
    ("game", "kinds", "options"), [("kaguya", "human human random", ()), ("sand", "human human", RED_OF_2)]
)
async def test_behind_a_curtain_everybody_sees_his_own(game: str, kinds: str, options: Options, seed: str) -> None:
    computers, whims = at_a_table(game, kinds.split(), seed, options), Rng(seed)
    table = computers.table
    seat, alone, did = keyboard_seat(table, computers), None, Counter[str]()
    while not seat.now.over:
        await seat.run_computers()
        now = seat.now
        sees_what_it_may(table, now.viewpoint, now)
        views = [text(table.rules, table.match.view(number)) for number in table.humans]
        assert now.guarded == (views[0] != views[1])
        if now.curtain:
            assert (now.viewpoint, now.must_decide, seat.number) == (None, False, None)
            assert now.curtain.waits_for in now.due
            with pytest.raises(IllegalActionError):
                await seat.act(table.match.legal_actions(now.curtain.waits_for)[0])
            if now.curtain.may_take_back is not None and whims.below(2) == 0:
                did["regret"] += 1
                assert now.barrier is None
                await seat.undo()
                # Only what was decided in sight of all is taken back from outside: no hand is opened for it.
                assert (seat.now.curtain, seat.now.viewpoint, seat.number) == (None, None, now.curtain.may_take_back)
                continue
            did["look"] += 1
            alone = now.curtain.waits_for
            seat.raise_curtain()
            assert (seat.now.viewpoint, seat.number, seat.now.curtain) == (alone, alone, None)
        elif now.guarded and now.must_decide and now.viewpoint is None:
            did["in sight of all"] += 1
            assert list(now.legal) == list(table.match.legal_actions(now.seat)), "no secret is needed for it"
            assert all(now.foresee(action) is not None for action in now.legal)
            assert (await seat.hint()).action in now.legal
            if whims.below(6) == 0:
                seat.raise_curtain()
                assert (seat.now.viewpoint, seat.number, seat.now.curtain) == (now.seat, now.seat, None)
            await seat.act(now.legal[whims.below(len(now.legal))])
        elif now.guarded and now.must_decide and whims.below(8) == 0:
            seat.lower_curtain()
            assert seat.now.curtain is not None
        elif now.must_decide:
            assert not now.guarded or now.viewpoint == alone
            await seat.act(now.legal[whims.below(len(now.legal))])
        else:
            assert now.over or not now.guarded or now.viewpoint is None
    assert did["look"] > 10
    assert game == "kaguya" or not did["regret"], "the end of a turn is final in the other game"
    assert (did["in sight of all"] > 10) == (game == "kaguya")
