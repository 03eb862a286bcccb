"""Somebody at the end of a slow line, in the midst of a film: what a key does is seen soon all the same."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.bench.hall.client import ANSWERS, Client
from tests.bench.hall.slow import slow_way
from tests.tui.hall.halls import Hall, needs_ssh

pytestmark = needs_ssh
RATE = 16_000.0
"""Bytes a second."""
SIZE = 120, 40
NEVER = 12.0
GOAL = 2.5
"""Seconds that a key may take in a film; a busy machine is given more."""
FILM = 6.0
"""Seconds until everything on the way is as full as it gets."""


@asynccontextmanager
async def far_away(folder: Path) -> AsyncIterator[Client]:
    """A client at the end of the slow line."""
    with Hall(folder) as hall:
        async with slow_way(hall.port, RATE) as port:
            hall.port = port
            client = await Client.started("aki", hall.command("aki", options=["-o", "EscapeChar=none"]), SIZE)
            try:
                await client.sees("You are aki", 30.0)
                await client.quiet(0.5, 10.0)
                yield client
            finally:
                client.close()
                await client.gone(5.0)


async def seen_after(client: Client, key: str) -> float:
    """Seconds until a letter is seen that nothing else writes; NEVER, if it takes longer."""
    client.forget()
    began = time.perf_counter()
    client.press(key)
    try:
        await client.sees(key, NEVER)
    except TimeoutError:
        return NEVER
    return time.perf_counter() - began


async def in_a_film(folder: Path, keys: str) -> float:
    """The longest that a key took."""
    folder.mkdir()
    async with far_away(folder) as client:
        client.press("F")
        await asyncio.sleep(FILM)
        return max([await seen_after(client, key) for key in keys])


async def test_a_quiet_screen_is_quick(tmp_path: Path) -> None:
    async with far_away(tmp_path) as client:
        found = sorted([await seen_after(client, key) for key in "kwkwk"])
        print(f"a key on a quiet screen: {found[2] * 1e3:.0f} ms")
        assert found[0] < 1.0


@pytest.mark.soak
async def test_a_film_holds_up_no_key(tmp_path: Path) -> None:
    paced = await in_a_film(tmp_path / "paced", "kwk")
    print(f"a key in a film: at most {paced:.2f} s")
    assert paced < 3 * GOAL


@pytest.mark.soak
async def test_a_terminal_that_does_not_answer_is_slower(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paced = await in_a_film(tmp_path / "paced", "kwkwk")
    monkeypatch.delitem(ANSWERS, b"\x1b[5n")
    free = await in_a_film(tmp_path / "free", "k")
    print(f"a key in a film: at most {paced:.2f} s; at a terminal that does not answer {free:.2f} s")
    assert paced < free
