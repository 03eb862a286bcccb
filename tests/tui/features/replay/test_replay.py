"""A replay: a seat whose moment moves freely, shows what its eyes may see, and changes nothing."""

from pathlib import Path
from typing import Any

import pytest

from tests.cases import some_rows
from tests.tui.player.sitting import kept, shown
from tests.tui.tables.company import text
from tilehall.engine import IllegalActionError, RecordPlayer, Rng
from tilehall.tui.tables.computer_players import ComputerPlayers
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.seat import player_seat
from tilehall.tui.tables.storage.filesystem import FileSystem
from tilehall.tui.tables.storage.saved_games import read_summary
from tilehall.tui.tables.storage.store import Library
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import run_inline

RECORDS = Path(__file__).parents[3] / "records"
PEOPLE = (RecordPlayer("Aki"), RecordPlayer("Bo"), RecordPlayer("Cleo", "random"))
ALONE = (RecordPlayer("Aki"), RecordPlayer("Bo", "random"))


def played(game: str, players: tuple[RecordPlayer, ...], path: Path, steps: int = 10_000) -> Table[Any]:
    """A game by lot, to its end or as far as so many steps, read from its file again."""
    table, whims = Table.open(game, players, seed="7", store=kept(path)), Rng("7")
    while not table.over and len(table.match.steps) < steps:
        run_inline(ComputerPlayers(table).run())
        for number in table.due():
            seat = player_seat(table, number)
            run_inline(seat.act(seat.now.legal[whims.below(len(seat.now.legal))]))
            break
    return shown(path)


@pytest.mark.parametrize(
    ("game", "players", "eyes"),
    some_rows(
        [("princess", ALONE, 0), ("kaguya", ALONE, 0), ("kaguya", PEOPLE, None), ("sand", PEOPLE, None)],
        slice(0, None, 2),
    ),
)
def test_every_moment_of_a_game_that_is_over(
    game: str, players: tuple[RecordPlayer, ...], eyes: int | None, tmp_path: Path
) -> None:
    table = played(game, players, tmp_path / "a.tilehall")
    replay, match, rules = Replay(table), table.match, table.rules
    assert replay.steps == len(match.steps) > 50
    moments = []
    for number in range(replay.steps + 1):
        replay.go(number)
        now = replay.now
        moments.append(now)
        state = match.steps[number - 1].after if number else match.initial_state
        assert (now.number, now.viewpoint, now.must_decide, now.due) == (number, eyes, False, rules.actors(state))
        assert text(rules, now.state) == text(rules, rules.view(state, eyes))
        assert [deed.action for deed in now.seen_steps] == [step.action for step in match.steps[:number]]
        assert now.seed == ("" if now.due else "7")
    assert moments[-1].standing == rules.final_result(match.state)
    replay.go(10)
    assert replay.now.seen_steps == moments[10].seen_steps
    assert [entry.text for entry in moments[20].log] == [entry.text for entry in moments[-1].log if entry.step <= 20]


def test_a_game_that_goes_on_keeps_its_secrets(tmp_path: Path) -> None:
    table = played("kaguya", PEOPLE, tmp_path / "a.tilehall", steps=80)
    assert not table.over
    replay = Replay(table, len(table.match.steps))
    now = replay.now
    assert (now.viewpoint, now.seed) == (None, "")
    parts = [deed for deed in now.seen_steps if deed.together]
    assert parts
    assert all(deed.action is None for deed in parts)
    told = [event.text_for(None) for step in table.match.steps for event in step.events]
    assert [entry.text for entry in now.log] == told


def test_a_replay_moves_within_its_game(tmp_path: Path) -> None:
    replay = Replay(played("princess", ALONE, tmp_path / "a.tilehall"))
    replay.go(-5)
    assert replay.now.number == 0
    replay.go(10_000)
    assert (replay.now.number, replay.now.over) == (replay.steps, True)
    replay.go(0)
    turns = [0]
    while turns[-1] < replay.steps:
        replay.go(replay.next_turn(1))
        turns.append(replay.now.number)
    deeds = replay.now.seen_steps
    assert turns == sorted(set(turns))
    for number in turns[1:-1]:
        assert deeds[number - 1].seat != deeds[number].seat, "somebody else acts next"
    replay.go(replay.next_turn(-1))
    assert replay.now.number == turns[-2]


def test_who_listens_hears_of_every_move(tmp_path: Path) -> None:
    replay = Replay(played("princess", ALONE, tmp_path / "a.tilehall"))
    heard: list[int] = []
    stop = replay.subscribe(lambda: heard.append(replay.now.number))
    replay.go(3)
    replay.go(5)
    stop()
    stop()
    replay.go(7)
    assert heard == [3, 5]


async def test_nothing_can_be_done_in_a_replay(tmp_path: Path) -> None:
    path = tmp_path / "a.tilehall"
    replay = Replay(played("princess", ALONE, path), 30)
    before, now = path.read_bytes(), replay.now
    for deed in (lambda: replay.act("pass"), replay.undo, replay.redo, replay.restart, replay.hint):
        with pytest.raises(IllegalActionError, match="record"):
            await deed()
    await replay.run_computers()
    replay.raise_curtain()
    replay.lower_curtain()
    assert replay.now is now
    assert (replay.number, path.read_bytes()) == (None, before)


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.tilehall")), ids=lambda path: path.stem)
def test_a_replay_counts_the_steps_that_the_list_of_games_counts(path: Path) -> None:
    saved = read_summary(path, 0, FileSystem())
    assert saved.steps == Replay(Table.open_read_only(path, Library(RECORDS))).steps
