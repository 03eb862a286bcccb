"""Those who knock all at once are let in a few at a time, and nobody can hold up the rest."""

import asyncio

from tilehall.tui.hall.queue import HandshakeTurn, Queue


def come(queue: Queue, begun: list[str], *names: str) -> list[HandshakeTurn]:
    return [queue.come(lambda name=name: begun.append(name)) for name in names]


async def test_a_few_begin_and_each_that_ends_lets_in_the_next() -> None:
    begun: list[str] = []
    aki, bo, cleo, _ = come(Queue(2, 60.0), begun, "aki", "bo", "cleo", "dan")
    assert begun == ["aki", "bo"]
    bo.end()
    assert begun == ["aki", "bo", "cleo"]
    bo.end()
    assert begun == ["aki", "bo", "cleo"], "a place is given back once"
    aki.end()
    cleo.end()
    assert begun == ["aki", "bo", "cleo", "dan"]


async def test_who_goes_before_it_is_his_turn_takes_no_place() -> None:
    begun: list[str] = []
    aki, bo, _ = come(Queue(1, 60.0), begun, "aki", "bo", "cleo")
    bo.end()
    aki.end()
    assert begun == ["aki", "cleo"]


async def test_who_says_nothing_holds_up_nobody_for_long() -> None:
    begun: list[str] = []
    come(Queue(1, 0.05), begun, "aki", "bo", "cleo")
    assert begun == ["aki"]
    await asyncio.sleep(0.3)
    assert begun == ["aki", "bo", "cleo"]
