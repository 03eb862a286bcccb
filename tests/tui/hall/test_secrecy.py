"""Two games that differ only in what somebody may not know are told to them in the same bytes."""

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from tests.tui.hall.guests import Somebody, opened, seated
from tilehall.engine import CHANCE, Header, Match, RecordPlayer, Rng, Setup, UserError, load_game, seal_seed
from tilehall.tui.hall.house import HallHouse
from tilehall.tui.hall.protocol import Listed
from tilehall.tui.hall.unshare import unshare
from tilehall.tui.hall.viewers import Viewers
from tilehall.tui.tables.computer_players import ComputerPlayers
from tilehall.tui.tables.history.replay import known_history
from tilehall.tui.tables.table import Table

RED = (("boards", "red,blue,green"), ("mode", "advanced"))
GAMES = [("kaguya", ()), pytest.param("sand", RED, marks=pytest.mark.soak)]
"""In the sands secrets are rare: it takes several games to find some."""


def view(rules: Any, state: Any, eyes: int | None) -> str:
    return json.dumps(rules.dump(rules.view(state, eyes)), sort_keys=True)


def look_the_same(table: Table[Any], seat: int, one: Any, other: Any, eyes: int | None) -> bool:
    """Whether these eyes could not tell these actions apart, though they are not the same."""
    rules, state, told = table.rules, table.match.state, []
    for action in (one, other):
        events: list[Any] = []
        after = rules.apply(state, seat, action, events)
        told.append((view(rules, after, eyes), [event.text_for(eyes) for event in events], view(rules, after, seat)))
    return told[0][:2] == told[1][:2] and told[0][2] != told[1][2]


PAIRS = 12
"""So many pairs are compared in each game: enough of them take many games."""


class Told:
    """All that one pair of eyes is told after a step, as bytes."""

    def __init__(self, one: Somebody, number: int) -> None:
        self.one = one
        self.number = number

    async def all(self) -> list[bytes]:
        # What tells of times is what the clock says, not what was done.
        news = [each for each in self.one.heard if not isinstance(each, Listed)]
        self.one.heard.clear()
        seated = await self.one.visit.come(self.number)
        past = await self.one.visit.past(self.number)
        listing = self.one.house.tables[self.number].listing._replace(since=0.0)
        return [pickle.dumps(each) for each in (*news, seated, past, listing)]


@pytest.mark.parametrize(("name", "options"), GAMES)
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 12))])
async def test_what_is_chosen_in_secret(tmp_path: Path, name: str, options: Any, seed: int) -> None:
    house, whims, pairs = await opened(tmp_path), Rng(seed), 0
    while pairs < PAIRS:
        number, players = await seated(house, "Aki", "Bo", "Cleo", game=name, options=options)
        watcher = await Somebody.called("Dara", house, guest=True)
        await watcher.come(number)
        while pairs < PAIRS and not house.tables[number].game().over:
            pairs += await step(house, number, players, watcher, whims)
        if not house.tables[number].game().over:
            await house.close_table(number)
    await house.close()


async def step(house: HallHouse, number: int, players: list[Somebody], watcher: Somebody, whims: Rng) -> int:
    """Makes a step; if it is a secret, another one instead as well, and compares what the others are told."""
    table = house.tables[number].game()
    seat = table.due()[whims.below(len(table.due()))]
    choices = list(table.match.legal_actions(seat))
    one = choices[whims.below(len(choices))]
    others = [choices[whims.below(len(choices))] for _ in range(12)]
    other = next((each for each in others if look_the_same(table, seat, one, each, None)), one)
    blind = [eyes for eyes in (None, 0, 1, 2) if eyes != seat and look_the_same(table, seat, one, other, eyes)]
    if not blind:
        await players[seat].visit.act(number, (one,))
        return 0
    told = [Told(watcher if eyes is None else players[eyes], number) for eyes in blind]
    for each in told:
        await each.all()
    await players[seat].visit.act(number, (other,))
    first = [await each.all() for each in told]
    try:
        await players[seat].visit.undo(number)
    except UserError:
        return 0
    for each in told:
        await each.all()
    if table.due() == () or seat not in table.due():
        return 0
    await players[seat].visit.act(number, (one,))
    second = [await each.all() for each in told]
    assert first == second, f"{one} and {other} of seat {seat} can be told apart"
    return len(blind)


@pytest.mark.parametrize(("name", "options"), [("kaguya", ())])
def test_what_is_drawn_in_secret(name: str, options: Any) -> None:
    rules, whims, pairs = load_game(name), Rng(name), 0
    header = Header(
        name,
        rules.rules_version,
        (RecordPlayer("Aki"), RecordPlayer("Bo"), RecordPlayer("Cleo")),
        options,
        seal_seed("7"),
    )
    for _ in range(3):
        match: Match[Any] = Match(rules, Setup(3, options))
        while not match.is_over and len(match.steps) < 120:
            seat = match.actors()[0]
            choices = match.legal_actions(seat)
            one, other = (choices[whims.below(len(choices))] for _ in range(2))
            if seat == CHANCE and one != other:
                pairs += compare_draws(header, match, one, other)
            match.act(seat, one)
    assert pairs > 5


def compare_draws(header: Header, match: Match[Any], one: Any, other: Any) -> int:
    tables = []
    for outcome in (one, other):
        drawn = match.copy()
        drawn.act(CHANCE, outcome)
        tables.append(Table(header, drawn, "7"))
    found = 0
    for eyes in (None, 0, 1, 2):
        views = [view(table.rules, table.match.state, eyes) for table in tables]
        told = [[event.text_for(eyes) for event in table.match.steps[-1].events] for table in tables]
        if views[0] == views[1] and told[0] == told[1]:
            first, second = (
                (Viewers(ComputerPlayers(table), eyes).whole, unshare(known_history(table, eyes))) for table in tables
            )
            assert [*map(pickle.dumps, first)] == [*map(pickle.dumps, second)], (
                f"{eyes} can tell {one} and {other} apart"
            )
            found += 1
    return found
