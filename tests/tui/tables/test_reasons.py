"""Every computer move says why, whenever somebody asks: as it was thought, or in the same words anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cases import some
from tests.tui.player.sitting import Sitting, hint, kept, shown
from tilehall.engine import CHANCE, RecordPlayer, Rng
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.player.news import find_key_step
from tilehall.tui.tables.computer_players import ComputerPlayers
from tilehall.tui.tables.history.reasons import (
    NO_COMPUTER_STEP,
    NO_EARLIER_STEP,
    REASON_SECRET,
    REASON_UNAIDED,
    find_reason,
)
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.seat import keyboard_seat
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import run_inline

PLAYERS = (RecordPlayer("Aki"), RecordPlayer("Bo", "random"))


def played(
    game: str, path: Path, players: tuple[RecordPlayer, ...] = PLAYERS, most: int = 10_000, aids: bool = True
) -> Table[Any]:
    """A game to its end, or as far as so many steps; the person plays by lot."""
    table, whims = Table.open(game, players, seed="7", store=kept(path), aids=aids), Rng("7")
    while not table.over and len(table.match.steps) < most:
        run_inline(ComputerPlayers(table).run())
        if table.due():
            choices = table.match.legal_actions(table.due()[0])
            table.act(table.due()[0], choices[whims.below(len(choices))])
    return table


@pytest.mark.parametrize("game", ["princess", "kaguya"])
def test_every_move_of_a_computer_says_why_to_the_last(game: str, tmp_path: Path) -> None:
    table = played(game, tmp_path / "a.tilehall")
    recorded = shown(tmp_path / "a.tilehall")
    for steps, seat in ((table.match.steps, keyboard_seat(table)), (recorded.match.steps, Replay(recorded))):
        whys = [str(seat.reason_for(step.number)) for step in steps]
        assert whys == ["drawn by lot" if step.seat == 1 else "None" for step in steps]


def test_a_plan_that_is_carried_on_says_why(tmp_path: Path) -> None:
    """Also where the reasons were not kept."""
    players = (RecordPlayer("Aki"), RecordPlayer("Bo", "normal"))
    table = played("princess", tmp_path / "a.tilehall", players, 40)
    again = Replay(shown(tmp_path / "a.tilehall"))
    own = [step.number for step in table.match.steps if step.seat == 1]
    assert all(keyboard_seat(table).reason_for(number) and again.reason_for(number) for number in own) and len(own) > 5


def test_nothing_is_told_that_gives_a_secret_away(tmp_path: Path) -> None:
    seat = keyboard_seat(played("kaguya", tmp_path / "a.tilehall", most=90))
    assert not seat.now.over and not any(seat.reason_for(number) for number in range(100))
    assert find_reason(seat, seat.now.number).text == REASON_SECRET


def test_asked_again_and_again_it_says_which_step_and_where_it_ends(tmp_path: Path) -> None:
    sitting = Sitting(played("princess", tmp_path / "a.tilehall", most=30), renderer_for("princess"), False)
    own = [deed.number for deed in sitting.moment.seen_steps if deed.seat == 1]
    first = find_key_step(sitting.moment, sitting.scene)
    sitting.news.explain_last_turn()
    latest = sitting.said
    assert latest.startswith("Bo ") and first in own
    for number in reversed([number for number in own if number != first]):
        sitting.news.explain_last_turn()
        assert sitting.said.startswith(f"Step {number}: Bo ")
    sitting.news.explain_last_turn()
    assert sitting.said == str(NO_EARLIER_STEP)
    sitting.news.explain_last_turn()
    assert sitting.said == latest


@pytest.mark.parametrize("game", some(["princess", "sand", "beasts"], keep=2))
def test_what_mattered_in_a_turn_is_told_first(game: str) -> None:
    """Of the last turn, and no small step where there was a great moment or news."""
    seen = set()
    for seed in range(4):
        table = Table.open(game, (RecordPlayer("Aki"), RecordPlayer("Bo", "random")), (), f"{seed}")
        drawn = renderer_for(game)
        while not table.over and len(table.match.steps) < 120:
            table.act(table.due()[0], hint(table, table.due()[0]).action)
            now = keyboard_seat(table).now
            step = find_key_step(now, drawn)
            if not any(deed.seat == 1 for deed in now.seen_steps):
                assert step == now.number
                continue
            keys = {entry.key for entry in now.seen_steps[step - 1].entries}
            last = max(deed.number for deed in now.seen_steps if deed.seat == 1)
            later = {entry.key for deed in now.seen_steps[step:last] if deed.seat == 1 for entry in deed.entries}
            assert now.seen_steps[step - 1].seat == 1 and all(
                deed.seat in (1, CHANCE) for deed in now.seen_steps[step:last]
            )
            assert not later & set(drawn.highlight_events), "nothing greater came later in that turn"
            seen.add(
                "great" if keys & set(drawn.highlight_events) else "news" if keys & set(drawn.recap_events) else "small"
            )
    assert {"great", "news"} <= seen


def test_where_nothing_is_hidden_reasons_are_told_at_once(tmp_path: Path) -> None:
    """Only the red board of Realm of Sand has secrets; a game without it has none."""
    seat = keyboard_seat(played("sand", tmp_path / "a.tilehall", most=60))
    computer = [deed for deed in seat.now.seen_steps if deed.seat == 1]
    assert not seat.now.over and all(seat.reason_for(deed.number) and deed.why for deed in computer) and computer


@pytest.mark.parametrize("game", ["princess", "sand"])
def test_where_everybody_thinks_alone_reasons_are_told_after_the_game(game: str, tmp_path: Path) -> None:
    table = played(game, tmp_path / "a.tilehall", most=60, aids=False)
    for seat in (keyboard_seat(table), Replay(shown(tmp_path / "a.tilehall"), 60)):
        assert find_reason(seat, seat.now.number).text == REASON_UNAIDED
        assert not any(seat.reason_for(deed.number) or deed.why for deed in seat.now.seen_steps)
    over = played(game, tmp_path / "b.tilehall", aids=False)
    own = [deed for deed in keyboard_seat(over).now.seen_steps if deed.seat == 1]
    assert all(deed.why and keyboard_seat(over).reason_for(deed.number) for deed in own)


def test_one_reason_after_the_other(tmp_path: Path) -> None:
    seat = keyboard_seat(played("princess", tmp_path / "a.tilehall", most=30))
    assert find_reason(seat, 1).text == NO_COMPUTER_STEP
    step, found = seat.now.number, 0
    while step:
        told = find_reason(seat, step)
        step = told.before
        found += str(told.text).endswith("Why: drawn by lot.")
    assert found == sum(deed.seat == 1 for deed in seat.now.seen_steps)
