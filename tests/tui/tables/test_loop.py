"""The loop that lets computer players play: when it goes on, when it rests, and what it does with a late thought."""

import asyncio
from itertools import takewhile

import pytest

from tests.cases import some
from tests.tui.tables.company import Dreamy, at_a_table, sees_what_it_may
from tilehall.engine import Advice, IllegalActionError, RecordPlayer, Rng, load_game
from tilehall.tui.tables.computer_players import ComputerPlayers
from tilehall.tui.tables.seat import player_seat, spectator_seat
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.background import TaskRunner, ThreadThinker
from tilehall.tui.tables.thinking.thinkers import Thought, final_advice, run_inline

FIRST = (("first_turn", "full"), ("start_seat", "0"))
PASS = load_game("princess").parse("pass")


class Gated:
    """Thinks as long as nobody opens the gate."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.thoughts: list[Thought] = []
        self.hurried: list[Thought] = []
        self.called_off = 0

    async def think(self, thought: Thought) -> Advice:
        self.thoughts.append(thought)
        try:
            await self.gate.wait()
        except asyncio.CancelledError:
            self.called_off += 1
            raise
        return final_advice(thought)

    def hurry(self, thought: Thought) -> None:
        self.hurried.append(thought)


class Confused:
    """Comes to grief, or to a choice that there is not, until it is put right."""

    def __init__(self, advice: Advice | None = None) -> None:
        self.advice = advice
        self.right = False

    async def think(self, thought: Thought) -> Advice:
        if self.right:
            return final_advice(thought)
        if self.advice is None:
            raise ArithmeticError("one and one is three")
        return self.advice

    def hurry(self, thought: Thought) -> None:
        """It does not think."""


async def soon() -> None:
    """Lets everybody run who can."""
    for _ in range(20):
        await asyncio.sleep(0)


# --- going on and resting ---------------------------------------------------------------------------------------------


async def test_computers_play_until_a_person_has_to_decide() -> None:
    computers = at_a_table("princess", ["human", "random", "random"], "7", FIRST)
    table = computers.table
    seat = player_seat(table, 0, computers)
    await seat.run_computers()
    assert seat.now.must_decide
    await seat.act("side a")
    assert table.due() == (1,)
    await seat.run_computers()
    assert seat.now.must_decide
    assert {deed.seat for deed in seat.now.seen_steps} >= {0, 1, 2}


@pytest.mark.parametrize("game", some(["princess", "sand", "beasts", "kaguya"], slice(0, None, 3)))
def test_without_people_a_game_is_played_to_its_end_and_without_an_event_loop(game: str) -> None:
    players = [RecordPlayer("Aki", "random"), RecordPlayer("Bo", "easy")]
    tables = [Table.open(game, players, seed="same") for _ in range(2)]
    for table in tables:
        run_inline(ComputerPlayers(table).run())
        assert table.over
    assert tables[0].record() == tables[1].record()


async def test_two_who_wait_wait_for_the_same_game() -> None:
    mind = Gated()
    computers = at_a_table("princess", ["random", "random"], "7", minds=mind)
    table = computers.table
    waiting = [asyncio.create_task(computers.run()) for _ in range(3)]
    await soon()
    assert len(mind.thoughts) == 1
    mind.gate.set()
    await asyncio.gather(*waiting)
    assert table.over
    assert [thought.whim for thought in mind.thoughts] == list(dict.fromkeys(each.whim for each in mind.thoughts))


async def test_whoever_no_longer_waits_does_not_stop_the_computers() -> None:
    mind = Gated()
    computers = at_a_table("princess", ["random", "random"], "7", minds=mind)
    table = computers.table
    table.subscribe(lambda: None)
    impatient, patient = asyncio.create_task(computers.run()), asyncio.create_task(computers.run())
    await soon()
    impatient.cancel()
    await asyncio.gather(impatient, return_exceptions=True)
    mind.gate.set()
    await patient
    assert (table.over, mind.called_off) == (True, 0)


async def test_computers_rest_when_the_last_has_left_and_go_on_when_somebody_is_back() -> None:
    mind = Gated()
    computers = at_a_table("princess", ["random", "random"], "7", minds=mind)
    table = computers.table
    first, second = spectator_seat(table, computers), spectator_seat(table, computers)
    leave_first, leave_second = first.subscribe(lambda: None), second.subscribe(lambda: None)
    waiting = asyncio.create_task(first.run_computers())
    await soon()
    leave_first()
    await soon()
    assert not waiting.done(), "somebody is still there"
    leave_second()
    async with asyncio.timeout(5):
        await waiting
    assert (mind.called_off, table.version, table.over) == (1, 0, False)
    mind.gate.set()
    await soon()
    assert table.version == 0, "nobody is there"
    leave_second()
    heard: list[int] = []
    back = spectator_seat(table, computers)
    back.subscribe(lambda: heard.append(back.now.number))
    await back.run_computers()
    assert table.over
    assert len(heard) == table.version > 100


async def test_computers_wait_until_everybody_has_read() -> None:
    computers = at_a_table("princess", ["random", "random"], "7")
    table = computers.table
    heard: list[str] = []

    async def until_read() -> None:
        before = table.version
        await soon()
        assert table.version == before
        heard.append("read")

    spectator_seat(table, computers).subscribe(lambda: heard.append("told"), until_read)
    spectator_seat(table, computers).subscribe(lambda: None)
    await computers.run()
    assert table.over
    assert heard.count("told") == table.version
    assert "told told" not in " ".join(heard)
    assert heard[-1] == "read"


# --- late thoughts ----------------------------------------------------------------------------------------------------


async def test_a_thought_about_what_was_taken_back_is_dropped() -> None:
    mind = Gated()
    computers = at_a_table("princess", ["human", "random"], "7", FIRST, minds=mind)
    table = computers.table
    seat = player_seat(table, 0, computers)
    await seat.act("side a")
    waiting = asyncio.create_task(seat.run_computers())
    await soon()
    assert [thought.seat for thought in mind.thoughts] == [1]
    await seat.undo()
    mind.gate.set()
    await waiting
    assert (table.due(), len(mind.thoughts), table.reasons) == ((0,), 1, {})
    await seat.act("side b")
    await seat.run_computers()
    assert seat.now.must_decide
    assert table.rules.dump(mind.thoughts[1].view) != table.rules.dump(mind.thoughts[0].view)


async def test_a_thought_is_thought_anew_where_somebody_else_was_quicker() -> None:
    """All owe a decision together: a person's part comes while the computer thinks."""
    mind = Gated()
    computers = at_a_table("kaguya", ["human", "random"], "7", minds=mind)
    table = computers.table
    seat = player_seat(table, 0, computers)
    waiting = asyncio.create_task(seat.run_computers())
    await soon()
    await seat.act(seat.now.legal[0])
    mind.gate.set()
    await waiting
    assert [thought.seat for thought in mind.thoughts[:2]] == [1, 1]
    assert [step.seat for step in table.match.steps if step.is_joint] == [0, 1]
    sees_what_it_may(table, 0, seat.now)


async def test_reasons_stay_with_their_steps_when_a_part_before_them_is_taken_back() -> None:
    class Signing:
        async def think(self, thought: Thought) -> Advice:
            return Advice(final_advice(thought).action, f"so thinks {thought.seat}")

        def hurry(self, thought: Thought) -> None:
            """It never takes long."""

    kinds = ["human", "random", "random", "human"]
    computers, whims, regrets = at_a_table("kaguya", kinds, "7", minds=Signing()), Rng("7"), 0
    table = computers.table
    aki, dara = player_seat(table, 0, computers), player_seat(table, 3, computers)
    while not table.over:
        for seat in (aki, dara):
            if not seat.now.must_decide:
                continue
            await seat.act(seat.now.legal[whims.below(len(seat.now.legal))])
            await seat.run_computers()
            if seat is aki and dara.now.must_decide and not aki.now.barrier and table.match.steps[-1].is_joint:
                regrets += 1
                await aki.undo()
                await aki.redo()
                await aki.undo()
                assert aki.now.must_decide
        await computers.run()
    computers = [deed for deed in aki.now.seen_steps if deed.seat in (1, 2)]
    assert regrets > 3
    assert len(computers) > 20
    assert all(deed.why == f"so thinks {deed.seat}" for deed in computers)


async def test_nothing_is_done_before_everybody_has_read_what_was_told() -> None:
    """Whoever pauses is not overtaken by a thought that was under way."""
    computers = at_a_table("princess", ["random", "random"], "7", FIRST)
    table = computers.table
    reading = asyncio.Event()
    stop = spectator_seat(table, computers).subscribe(lambda: None, reading.wait)
    waiting = asyncio.ensure_future(computers.run())
    await soon()
    assert (table.version, computers.services.runner.busy) == (0, True)
    reading.set()
    await waiting
    assert table.over
    stop()


# --- in a hurry -------------------------------------------------------------------------------------------------------


async def test_who_plays_hurries_whoever_thinks_and_who_only_watches_does_not() -> None:
    mind = Gated()
    computers = at_a_table("princess", ["human", "random"], "7", FIRST, minds=mind)
    table = computers.table
    seat, watching = player_seat(table, 0, computers), spectator_seat(table, computers)
    await seat.act("side a")
    assert not seat.is_thinking
    waiting = asyncio.create_task(seat.run_computers())
    await soon()
    assert seat.is_thinking and not watching.is_thinking
    watching.hurry()
    assert not mind.hurried
    seat.hurry()
    assert mind.hurried == mind.thoughts
    mind.gate.set()
    await waiting
    assert not seat.is_thinking
    seat.hurry()
    assert len(mind.hurried) == 1


async def test_one_who_hurries_waits_for_his_own_next_decision_and_nobody_thinks_for_long_up_to_there() -> None:
    mind = Gated()
    computers = at_a_table("princess", ["human", "random", "random"], "7", FIRST, minds=mind)
    table = computers.table
    seat = player_seat(table, 0, computers)
    mind.gate.set()

    async def turn() -> None:
        mind.thoughts.clear()
        while table.due() == (0,):
            await seat.act(seat.now.legal[0])

    await turn()
    await seat.run_computers()
    await turn()
    mind.gate.clear()
    waiting = asyncio.create_task(seat.run_computers())
    await soon()
    seat.hurry()
    mind.gate.set()
    await waiting
    first, *others = mind.thoughts
    assert not first.hasty and all(thought.hasty for thought in others)
    assert {thought.seat for thought in others} == {1, 2}, "the rest of this turn, and the one of the next"
    await turn()
    await seat.run_computers()
    assert mind.thoughts and not any(thought.hasty for thought in mind.thoughts), "they think again"


async def test_where_only_computers_play_one_of_them_is_hurried_for_its_turn() -> None:
    mind = Gated()
    computers = at_a_table("princess", ["random", "random"], "7", FIRST, minds=mind)
    table = computers.table
    waiting = asyncio.create_task(computers.run())
    await soon()
    spectator_seat(table, computers).hurry()
    mind.gate.set()
    await waiting
    first, *others = mind.thoughts
    turn = [*takewhile(lambda thought: thought.seat == first.seat, others)]
    assert not first.hasty and all(thought.hasty for thought in turn)
    assert not any(thought.hasty for thought in others[len(turn) :])


async def test_whoever_watches_nothing_but_computers_may_hurry_them() -> None:
    mind = Gated()
    computers = at_a_table("princess", ["random", "random"], "7", minds=mind)
    table = computers.table
    waiting = asyncio.create_task(computers.run())
    await soon()
    spectator_seat(table, computers).hurry()
    assert mind.hurried == mind.thoughts
    waiting.cancel()


async def test_nobody_thinks_on_about_what_was_taken_back() -> None:
    mind = Gated()
    computers = at_a_table("princess", ["human", "random"], "7", FIRST, minds=mind)
    table = computers.table
    seat = player_seat(table, 0, computers)
    await seat.act("side a")
    waiting = asyncio.create_task(seat.run_computers())
    await soon()
    await seat.undo()
    assert mind.hurried == mind.thoughts
    mind.gate.set()
    await waiting


# --- minds that fail --------------------------------------------------------------------------------------------------


async def test_a_mistake_in_a_mind_reaches_everybody_who_waits() -> None:
    mind = Confused()
    computers = at_a_table("princess", ["human", "random"], "7", FIRST, minds=mind)
    table = computers.table
    seat = player_seat(table, 0, computers)
    await seat.act("side a")
    found = await asyncio.gather(seat.run_computers(), computers.run(), return_exceptions=True)
    assert [type(each) for each in found] == [ArithmeticError, ArithmeticError]
    assert (table.version, table.due()) == (1, (1,))
    mind.right = True
    await seat.run_computers()
    assert seat.now.must_decide


async def test_a_choice_that_there_is_not_is_refused_like_a_person_s() -> None:
    mind = Confused(Advice(PASS, "it seemed a good idea"))
    computers = at_a_table("princess", ["human", "random"], "7", FIRST, minds=mind)
    table = computers.table
    seat = player_seat(table, 0, computers)
    await seat.act("side a")
    with pytest.raises(IllegalActionError):
        await seat.run_computers()
    assert (table.version, table.reasons) == (1, {})


async def test_threads_play_the_same_game() -> None:
    alone = at_a_table("beasts", ["random", "easy"], "7")
    aside = at_a_table("beasts", ["random", "easy"], "7", minds=ThreadThinker())
    assert isinstance(aside.services.runner, TaskRunner)
    await asyncio.gather(alone.run(), aside.run())
    assert aside.table.record() == alone.table.record()
    assert isinstance(alone.services.thinker, Dreamy)
