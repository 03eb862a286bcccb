"""Every computer move says why, whenever somebody asks: as it was thought, or in the same words anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.tui.player.sitting import Sitting, hint, kept, shown
from tilehall.engine import CHANCE, Player, Rng
from tilehall.tui.boards.registry import scene
from tilehall.tui.player.messages.key_step import mattered
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.seat import keyboard
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.reasons import ALONE, NOBODY, NOBODY_BEFORE, SECRET, reasoned
from tilehall.tui.tables.thinking.thinkers import at_once

PLAYERS = (Player("Aki"), Player("Bo", "random"))


def played(
    game: str, path: Path, players: tuple[Player, ...] = PLAYERS, most: int = 10_000, aids: bool = True
) -> Table[Any]:
    """A game to its end, or as far as so many steps; the person plays by lot."""
    table, whims = Table.open(game, players, seed="7", store=kept(path), aids=aids), Rng("7")
    while not table.over and len(table.match.steps) < most:
        at_once(table.settled())
        if table.due():
            choices = table.match.legal(table.due()[0])
            table.act(table.due()[0], choices[whims.below(len(choices))])
    return table


@pytest.mark.parametrize("game", ["princess", "kaguya"])
def test_every_move_of_a_computer_says_why_to_the_last(game: str, tmp_path: Path) -> None:
    table = played(game, tmp_path / "a.tilehall")
    recorded = shown(tmp_path / "a.tilehall")
    for steps, seat in ((table.match.steps, keyboard(table)), (recorded.match.steps, Replay(recorded))):
        whys = [str(seat.why(step.number)) for step in steps]
        assert whys == ["drawn by lot" if step.seat == 1 else "None" for step in steps]


def test_a_plan_that_is_carried_on_says_why(tmp_path: Path) -> None:
    """Also where the reasons were not kept."""
    players = (Player("Aki"), Player("Bo", "normal"))
    table = played("princess", tmp_path / "a.tilehall", players, 40)
    again = Replay(shown(tmp_path / "a.tilehall"))
    own = [step.number for step in table.match.steps if step.seat == 1]
    assert all(keyboard(table).why(number) and again.why(number) for number in own) and len(own) > 5


def test_nothing_is_told_that_gives_a_secret_away(tmp_path: Path) -> None:
    seat = keyboard(played("kaguya", tmp_path / "a.tilehall", most=90))
    assert not seat.now.over and not any(seat.why(number) for number in range(100))
    assert reasoned(seat, seat.now.number).text == SECRET


def test_asked_again_and_again_it_says_which_step_and_where_it_ends(tmp_path: Path) -> None:
    sitting = Sitting(played("princess", tmp_path / "a.tilehall", most=30), scene("princess"), False)
    own = [deed.number for deed in sitting.moment.deeds if deed.seat == 1]
    first = mattered(sitting.moment, sitting.scene)
    sitting.reason()
    latest = sitting.said
    assert latest.startswith("Bo ") and first in own
    for number in reversed([number for number in own if number != first]):
        sitting.reason()
        assert sitting.said.startswith(f"Step {number}: Bo ")
    sitting.reason()
    assert sitting.said == str(NOBODY_BEFORE)
    sitting.reason()
    assert sitting.said == latest


@pytest.mark.parametrize("game", ["princess", "sand", "beasts"])
def test_what_mattered_in_a_turn_is_told_first(game: str) -> None:
    """Of the last turn, and no small step where there was a great moment or news."""
    seen = set()
    for seed in range(4):
        table = Table.open(game, (Player("Aki"), Player("Bo", "random")), (), f"{seed}")
        drawn = scene(game)
        while not table.over and len(table.match.steps) < 120:
            table.act(table.due()[0], hint(table, table.due()[0]).action)
            now = keyboard(table).now
            step = mattered(now, drawn)
            if not any(deed.seat == 1 for deed in now.deeds):
                assert step == now.number
                continue
            keys = {entry.key for entry in now.deeds[step - 1].entries}
            last = max(deed.number for deed in now.deeds if deed.seat == 1)
            later = {entry.key for deed in now.deeds[step:last] if deed.seat == 1 for entry in deed.entries}
            assert now.deeds[step - 1].seat == 1 and all(deed.seat in (1, CHANCE) for deed in now.deeds[step:last])
            assert not later & set(drawn.moments), "nothing greater came later in that turn"
            seen.add("great" if keys & set(drawn.moments) else "news" if keys & set(drawn.news) else "small")
    assert {"great", "news"} <= seen


def test_where_nothing_is_hidden_reasons_are_told_at_once(tmp_path: Path) -> None:
    """Only the red board of Realm of Sand has secrets; a game without it has none."""
    seat = keyboard(played("sand", tmp_path / "a.tilehall", most=60))
    computer = [deed for deed in seat.now.deeds if deed.seat == 1]
    assert not seat.now.over and all(seat.why(deed.number) and deed.why for deed in computer) and computer


@pytest.mark.parametrize("game", ["princess", "sand"])
def test_where_everybody_thinks_alone_reasons_are_told_after_the_game(game: str, tmp_path: Path) -> None:
    table = played(game, tmp_path / "a.tilehall", most=60, aids=False)
    for seat in (keyboard(table), Replay(shown(tmp_path / "a.tilehall"), 60)):
        assert reasoned(seat, seat.now.number).text == ALONE
        assert not any(seat.why(deed.number) or deed.why for deed in seat.now.deeds)
    over = played(game, tmp_path / "b.tilehall", aids=False)
    own = [deed for deed in keyboard(over).now.deeds if deed.seat == 1]
    assert all(deed.why and keyboard(over).why(deed.number) for deed in own)


def test_one_reason_after_the_other(tmp_path: Path) -> None:
    seat = keyboard(played("princess", tmp_path / "a.tilehall", most=30))
    assert reasoned(seat, 1).text == NOBODY
    step, found = seat.now.number, 0
    while step:
        told = reasoned(seat, step)
        step = told.before
        found += str(told.text).endswith("Why: drawn by lot.")
    assert found == sum(deed.seat == 1 for deed in seat.now.deeds)
