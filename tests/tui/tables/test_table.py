"""A table: players around a match, kept in a file, resumed with the same deal."""

from pathlib import Path

import pytest

from tests.tui.player.sitting import glanced, hint, kept, resumed, think
from tilehall.engine import (
    BUILT_IN_GAMES,
    CHANCE,
    IllegalActionError,
    RecordError,
    RecordPlayer,
    Setup,
    UserError,
    parse_record,
    position_digest,
    seal_seed,
)
from tilehall.engine.games.princess import PRINCESS
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.seat import keyboard_seat, player_seat, spectator_seat
from tilehall.tui.tables.storage.journal import seed_path
from tilehall.tui.tables.storage.saved_games import read_record, read_text, verify_record
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import run_inline

PEOPLE = (RecordPlayer("Aki"), RecordPlayer("Bo"))
MIXED = (RecordPlayer("Aki"), RecordPlayer("Bo", "random"))
FIRST = (("start_seat", "0"),)


def play(table: Table, steps: int | None = None) -> Table:
    """By the first legal action of people, and by what computer players think."""
    while not table.over and steps != 0:
        seat = table.due()[0]
        action = table.match.legal_actions(seat)[-1] if table.is_human(seat) else think(table, seat).action
        table.act(seat, action)
        steps = None if steps is None else steps - 1
    return table


def test_a_table_knows_who_sits_at_it() -> None:
    table = Table.open("princess", MIXED, FIRST, seed="7")
    assert (table.names, table.humans, table.due()) == (("Aki", "Bo"), (0,), (0,))
    assert table.is_human(0)
    assert not table.is_human(1)
    assert not table.is_human(CHANCE)
    assert table.header.sealed == seal_seed("7")


def test_without_a_seed_every_deal_is_another() -> None:
    assert len({Table.open("princess", PEOPLE).seed for _ in range(5)}) == 5


def test_wrong_tables_are_refused_in_a_sentence(tmp_path: Path) -> None:
    for game, players, options in (
        ("chess", PEOPLE, ()),
        ("princess", PEOPLE[:1], ()),
        ("princess", PEOPLE, (("colour", "red"),)),
        ("princess", PEOPLE, (("variant", "odd"),)),
    ):
        with pytest.raises(UserError) as caught:
            Table.open(game, players, options, store=kept(tmp_path / "x.tilehall"))
        assert str(caught.value).endswith(".")
    assert list(tmp_path.iterdir()) == [], "nothing is kept of a game that never began"


def test_a_refused_action_changes_nothing(tmp_path: Path) -> None:
    table = play(Table.open("princess", PEOPLE, FIRST, "7", kept(tmp_path / "a.tilehall")), 3)
    before = read_text(table.store.path)
    with pytest.raises(UserError):
        table.act(table.due()[0], "cell H8")
    assert read_text(table.store.path) == before == table.record()


def test_taking_back_is_written_down(tmp_path: Path) -> None:
    path = tmp_path / "a.tilehall"
    table = play(Table.open("princess", PEOPLE, FIRST, "7", kept(path)), 2)
    seat = table.due()[0]
    assert table.match.undo_barrier(seat)
    with pytest.raises(IllegalActionError, match="Taking back ends"):
        table.restart(seat)
    steps = len(table.match.steps)
    table.act(seat, table.match.legal_actions(seat)[0])
    table.act(seat, table.match.legal_actions(seat)[0])
    assert not table.match.undo_barrier(seat)
    state = position_digest(table.rules, table.match.state)
    table.undo(seat)
    table.redo()
    assert position_digest(table.rules, table.match.state) == state
    assert table.restart(seat) == 2
    assert len(table.match.steps) == steps
    assert read_text(path).endswith(f"~ {steps}\n")
    play(table)
    assert position_digest(table.rules, read_record(path).match.state) == position_digest(
        table.rules, table.match.state
    )
    assert parse_record(table.record()).result == read_record(path).result


@pytest.mark.parametrize("players", [2, 4])
def test_a_game_resumed_at_every_turn_is_the_same_game(tmp_path: Path, players: int) -> None:
    seats = tuple(RecordPlayer(name, "random") for name in ("Aki", "Bo", "Cleo", "Dara")[:players])
    whole = play(Table.open("princess", seats, seed="deal"))
    path = tmp_path / "a.tilehall"
    table = Table.open("princess", seats, seed="deal", store=kept(path))
    while not table.over:
        table = play(resumed(path), 9)
    assert table.record() == whole.record() == read_text(path)


def test_what_was_undone_stays_undone_after_resuming(tmp_path: Path) -> None:
    path = tmp_path / "a.tilehall"
    table = play(Table.open("princess", PEOPLE, FIRST, "7", kept(path)), 2)
    seat = table.due()[0]
    table.act(seat, table.match.legal_actions(seat)[0])
    table.undo(seat)
    again = resumed(path)
    assert position_digest(again.rules, again.match.state) == position_digest(table.rules, table.match.state)
    assert play(again).record() == play(Table.open("princess", PEOPLE, FIRST, "7")).record()


def test_a_game_whose_last_line_was_cut_off_goes_on(tmp_path: Path) -> None:
    """As after a crash in the middle of writing: what is appended then must not run into the torn line."""
    path = tmp_path / "a.tilehall"
    table = play(Table.open("princess", MIXED, FIRST, "7", kept(path)), 12)
    path.write_text(read_text(path)[:-3], "utf-8")
    again = play(resumed(path))
    assert position_digest(again.rules, read_record(path).match.state) == position_digest(
        again.rules, again.match.state
    )
    assert table.seed == again.seed


def test_a_game_torn_before_its_result_is_finished_when_resumed(tmp_path: Path) -> None:
    path = tmp_path / "a.tilehall"
    done = play(Table.open("princess", MIXED, FIRST, "7", kept(path)))
    seed_path(done.store.path).write_text("7\n", "utf-8")
    path.write_text(read_text(path).partition("\n= ")[0] + "\n", "utf-8")
    again = resumed(path)
    assert again.over
    assert again.rules.final_result(again.match.state) == done.rules.final_result(done.match.state)
    assert read_text(path) == done.record()
    assert not seed_path(again.store.path).exists()


def test_without_its_seed_a_game_cannot_go_on(tmp_path: Path) -> None:
    path = tmp_path / "a.tilehall"
    table = play(Table.open("princess", MIXED, FIRST, "7", kept(path)), 5)
    seed_path(table.store.path).write_text("8\n", "utf-8")
    with pytest.raises(RecordError, match="does not fit its seal"):
        resumed(path)
    seed_path(table.store.path).unlink()
    with pytest.raises(RecordError, match="its seed is missing"):
        resumed(path)


def test_a_finished_game_can_be_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "a.tilehall"
    done = play(Table.open("princess", MIXED, FIRST, "7", kept(path)))
    text = read_text(path)
    again = resumed(path)
    assert (again.over, again.seed, again.rules.final_result(again.match.state)) == (
        True,
        "7",
        done.rules.final_result(done.match.state),
    )
    assert read_text(path) == text


def test_thinking_and_hints_change_nothing() -> None:
    table = play(Table.open("princess", MIXED, FIRST, "7"), 9)
    before = position_digest(table.rules, table.match.state)
    seat = table.due()[0]
    hints = [hint(table, seat) for _ in range(2)]
    thoughts = [think(table, 1 if seat else seat) for _ in range(2)] if not table.is_human(seat) else []
    assert hints[0] == hints[1]
    assert thoughts == thoughts[::-1]
    assert hints[0].action in table.match.legal_actions(seat)
    assert position_digest(table.rules, table.match.state) == before


def test_the_log_tells_what_others_did_since() -> None:
    table = play(Table.open("princess", MIXED, FIRST, "7"), 20)
    now = player_seat(table, 0).now
    assert [entry for entry in now.log if entry.step > now.last_own_step] == list(now.log_since(now.last_own_step))
    assert all(entry.text and entry.rule for entry in now.log)
    assert player_seat(Table.open("princess", MIXED, FIRST, "7"), 0).now.last_own_step == 0


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_a_table_may_begin_where_another_stands(tmp_path: Path, name: str) -> None:
    """A lesson, a puzzle, a what-if: from a moment of another table, kept, resumed and verified like any game."""
    seats = tuple(RecordPlayer(who, "random") for who in ("Aki", "Bo"))
    there = play(Table.open(name, seats, seed="there"), 11)
    position = there.rules.dump(there.match.state)
    path = tmp_path / "what-if.tilehall"
    table = Table.open(name, seats, there.header.options, "what if", kept(path), position=position)
    now = spectator_seat(table).now
    assert now.number == len(table.match.steps), "its first step is its own"
    assert table.rules.dump(table.match.initial_state) == position
    play(table, 5)
    again = play(resumed(path))
    assert again.header.position and again.rules.dump(again.match.initial_state) == position
    table = Table(table.header, table.match, table.seed)
    assert read_text(path) == again.record() == play(table).record()
    found = verify_record(path)
    assert (found.over, found.fair) == (True, True)


def test_a_position_of_another_table_is_refused_in_a_sentence() -> None:
    position = PRINCESS.dump(PRINCESS.start(Setup(2)))
    for players, options, wrong in (((*PEOPLE, RecordPlayer("Cleo")), (), "2 players"), (PEOPLE, FIRST, "options")):
        with pytest.raises(UserError, match=wrong):
            Table.open("princess", players, options, position=position)
    with pytest.raises(UserError, match="lacks"):
        Table.open("princess", PEOPLE, position={"game": "princess", "rules": 1})


def test_the_shelf_counts_steps_as_the_table_does(tmp_path: Path) -> None:
    path = tmp_path / "a.tilehall"
    table = play(Table.open("princess", PEOPLE, FIRST, "7", kept(path)), 2)
    for _ in range(3):
        seat = table.due()[0]
        table.act(seat, table.match.legal_actions(seat)[0])
        assert glanced(path).steps == len(table.match.steps)
        table.undo(seat)
        assert glanced(path).steps == len(table.match.steps)


def test_what_was_decided_before_a_curtain_may_be_taken_back_after_resuming(tmp_path: Path) -> None:
    """Whoever acted last is known by the game, not by the screen that has been left."""
    path = tmp_path / "a.tilehall"
    table = Table.open("kaguya", PEOPLE, (), "7", kept(path))
    seat = keyboard_seat(table)
    while not (seat.now.curtain and seat.now.curtain.may_take_back is not None and not table.match.steps[-1].is_joint):
        seat.raise_curtain()
        run_inline(seat.act(seat.now.legal[-1]))
    again = keyboard_seat(resumed(path))
    assert again.now.curtain == seat.now.curtain


def test_no_eyes_see_the_position_that_a_game_began_at() -> None:
    """It would tell what only one player may know."""
    there = Table.open("kaguya", PEOPLE, (), "7")
    table = Table.open("kaguya", PEOPLE, (), "8", position=there.rules.dump(there.match.state))
    assert table.header.position
    for seat in (player_seat(table, 0), spectator_seat(table), keyboard_seat(table), Replay(table)):
        assert seat.header.position == seat.now.header.position == ""


def test_a_record_cut_anywhere_is_read_up_to_its_last_whole_line(tmp_path: Path) -> None:
    path = tmp_path / "a.tilehall"
    play(Table.open("princess", (RecordPlayer("Zoë"), RecordPlayer("Bo")), FIRST, "7", kept(path)), 4)
    data = path.read_bytes()
    start = data.index("Zoë".encode(), data.index(b"---"))
    for cut in range(start - 2, len(data)):
        path.write_bytes(data[:cut])
        assert read_text(path) == data[: data[:cut].rfind(b"\n") + 1].decode()


def test_a_game_torn_between_its_result_and_its_seed_is_finished_when_resumed(tmp_path: Path) -> None:
    path = tmp_path / "a.tilehall"
    done = play(Table.open("princess", MIXED, FIRST, "7", kept(path)))
    seed_path(done.store.path).write_text("7\n", "utf-8")
    path.write_text(read_text(path).partition("seed 7")[0], "utf-8")
    again = resumed(path)
    assert read_text(path) == done.record() == again.record()
    assert verify_record(path).fair and not seed_path(again.store.path).exists()
