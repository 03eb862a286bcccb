"""What is written to the terminals of those who look is equal in games that differ in what they may not know.

Which changes come together in one picture is a question of time. So what is compared is what stands on the terminals,
all bytes of a picture painted anew, and whatever is told to terminals beside pictures.
"""

from __future__ import annotations

import re
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.tui.hall.panes import Pane, looking
from tests.tui.hall.test_wire_secrecy import SECRETS, some
from tests.tui.hall.twins import Eyes, Hidden, Twins, chosen, twins
from tilehall.engine import Rng
from tilehall.tui.hall.protocol import TableSettings
from tilehall.tui.player import pacing

Panes = dict[Eyes, tuple[Pane, Pane]]
OPEN = "NocvdwWt,"
"""The keys of news, log, score, hand, descriptions, refusals, reasons, sizes and settings."""
ANEW, BACK = "\x0c", "\x1b"
BESIDE = re.compile(rb"\x1b\][^\x07]*\x07|\x07")
PATIENCE = 5.0
"""Seconds for two screens to show the same."""
FOLLOWED = 4
"""So many steps are looked at after each difference."""


async def alike(pair: Twins, panes: Panes) -> bool:
    """Whether all who cannot tell the games apart see the same, after a while: on a busy machine one may be late."""
    late = time.monotonic() + PATIENCE
    while True:
        for both in panes.values():
            for pane in both:
                await pane.quiet()
        seen = [panes[eyes] for eyes in panes if eyes in pair.blind]
        if all(one.cells == other.cells for one, other in seen):
            return True
        if time.monotonic() > late:
            return False


async def compare(pair: Twins, panes: Panes, whole: bool = False) -> int:
    """How many were shown the same."""
    if not await alike(pair, panes):
        # A line that was not painted is a defect, but gives nothing away: painted anew it has to be there.
        print("painted anew")
        for pane in (pane for both in panes.values() for pane in both):
            pane.type(ANEW)
        await alike(pair, panes)
        whole = False
    found = 0
    for eyes, (one, other) in panes.items():
        first, second = one.taken(), other.taken()
        if eyes in pair.blind:
            assert one.cells == other.cells, f"{eyes} can tell the games apart\n{one.text}\n{other.text}"
            assert BESIDE.findall(first) == BESIDE.findall(second)
            assert not whole or first == second, f"{eyes} is sent other bytes"
            found += not pair.same
    return found


async def strike(pair: Twins, panes: Panes, key: str) -> int:
    for both in panes.values():
        for pane in both:
            pane.type(key)
    return await compare(pair, panes, key == ANEW)


async def follow(pair: Twins, seat: int, action: Any, hidden: Hidden, whims: Rng) -> int:
    """With everybody's screens open: something is done or drawn in secret, and what comes after it."""
    found = 0
    async with AsyncExitStack() as stack:
        panes: Panes = {}
        for eyes in (None, 0, 1, 2):
            one, other = [await stack.enter_async_context(looking(twin, eyes)) for twin in pair.both]
            panes[eyes] = one, other
        await pair.act(seat, action, hidden)
        found += await compare(pair, panes)
        for key in (ANEW, OPEN[whims.below(len(OPEN))], BACK, OPEN[whims.below(len(OPEN))], ANEW, BACK):
            found += await strike(pair, panes, key)
        for _ in range(FOLLOWED):
            due = [] if pair.over else [(each, pair.choices(each)) for each in pair.due()]
            if not due or not due[0][1] or not pair.blind:
                break
            await pair.act(due[0][0], chosen(due[0][1], whims))
            found += await compare(pair, panes)
            found += await strike(pair, panes, ANEW)
    return found


@pytest.mark.parametrize(("name", "options"), SECRETS)
@pytest.mark.parametrize(("seed", "games"), some(1, 25, 2))
async def test_what_is_done_and_drawn_in_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, options: Any, seed: int, games: int
) -> None:
    # Captions come one after the other, in their own time.
    monkeypatch.setattr(pacing, "CAPTION", 0.0)
    whims, found = Rng(f"{name} {seed}"), 0
    async with twins(tmp_path, monkeypatch, 3) as pair:
        while pair.games < games:
            await pair.begin(TableSettings(name, 3, options))
            for _ in range(whims.below(60)):
                await pair.step(whims)
            difference = await pair.until_hidden(whims)
            if difference is not None:
                found += await follow(pair, *difference, whims)
            await pair.end()
    print(f"{name}: {pair.games} differences, equal pictures {found} times")
    assert found >= 4 * games
