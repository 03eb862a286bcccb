"""What is decided is kept: for certain, sealed where it has to be, by one program at a time."""

import errno
import re
import signal
import subprocess
import sys
from datetime import UTC
from hashlib import sha256
from pathlib import Path

import pytest

from tests.tui.player.sitting import think
from tilehall.engine import (
    CHANCE,
    Game,
    Match,
    RecordError,
    RecordPlayer,
    Rng,
    SeedDealer,
    Setup,
    Step,
    is_secret_step,
    load_game,
    parse_record,
    position_digest,
)
from tilehall.engine.core.match import position_json
from tilehall.engine.games.kaguya import Present, presentations
from tilehall.tui.tables.computer_players import ComputerPlayers
from tilehall.tui.tables.storage.disk_errors import NotSaved
from tilehall.tui.tables.storage.file_lock import GameInUse
from tilehall.tui.tables.storage.filesystem import FileSystem
from tilehall.tui.tables.storage.saved_games import read_text, verify_record
from tilehall.tui.tables.storage.store import DamagedRecord, Library
from tilehall.tui.tables.table import Table

PEOPLE = (RecordPlayer("Aki"), RecordPlayer("Bo"))
BOTS = (RecordPlayer("Aki", "random"), RecordPlayer("Bo", "random"))


class Full(FileSystem):
    """A disk that has no room while `full` is set."""

    full = False

    def write(self, handle: int, start: int, data: bytes) -> int:
        if self.full:
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(handle, start, data)


@pytest.fixture
def disk() -> Full:
    return Full()


@pytest.fixture
def shelf(tmp_path: Path, disk: Full) -> Library:
    return Library(tmp_path / "games", UTC, disk=disk)


def opened(shelf: Library, name: str = "princess", players: tuple[RecordPlayer, ...] = PEOPLE, **options: str) -> Table:
    return Table.open(name, players, options.items(), "7", shelf.new_journal(name), stamp=shelf.stamp())


def played(table: Table, steps: int = -1, seed: int = 1) -> Table:
    """By lot, for people and computer players alike."""
    whims = Rng(seed)
    while not table.over and steps:
        seat = table.due()[0]
        choices = table.match.legal_actions(seat)
        table.act(seat, choices[whims.below(len(choices))])
        steps -= 1
    return table


def texts(table: Table) -> list[str]:
    return [f"{step.seat} {step.action}" for step in table.match.steps]


# --- sealed -------------------------------------------------------------------------------------------------------


def test_a_choice_that_waits_for_the_others_survives_leaving_the_table(shelf: Library) -> None:
    table = opened(shelf, "kaguya")
    assert table.due() == (0, 1)
    mine = table.match.legal_actions(0)[5]
    table.act(0, mine)
    table.close()
    again = Table.resume(table.store.path, shelf)
    assert again.due() == (1,) and texts(again) == texts(table)
    again.act(1, again.match.legal_actions(1)[0])
    assert again.match.steps[-2].action == mine
    again.close()
    assert texts(Table.resume(table.store.path, shelf))[: len(again.match.steps)] == texts(again)


def test_a_choice_that_was_taken_back_at_the_curtain_is_not_there(shelf: Library) -> None:
    table = opened(shelf, "kaguya")
    for choice in (5, 3):
        table.act(0, table.match.legal_actions(0)[choice])
        table.undo(0)
    table.close()
    again = Table.resume(table.store.path, shelf)
    assert again.due() == (0, 1)
    again.act(1, again.match.legal_actions(1)[2])
    again.act(0, again.match.legal_actions(0)[4])
    again.close()
    there = Table.resume(table.store.path, shelf).match.state
    assert position_digest(table.rules, there) == position_digest(table.rules, again.match.state)


@pytest.mark.parametrize("steps", [0, 1, 4, 9, 25])
def test_the_file_of_a_running_game_tells_no_secret(shelf: Library, steps: int) -> None:
    table = played(opened(shelf, "kaguya"), steps)
    text = read_text(table.store.path)
    lines = {int(number): rest for number, rest in re.findall(r"^(\d+) (.*)$", text, re.MULTILINE)}
    secret = [step for step in table.match.steps if is_secret_step(table.rules, step)]
    assert len(secret) >= 10
    for step in secret:
        assert re.fullmatch(r"- #[0-9a-f]{64}", lines[step.number])
    for step in table.match.steps:
        if not is_secret_step(table.rules, step) and not step.is_joint:
            assert lines[step.number].endswith(str(step.action))
    waiting = [step for step in table.match.steps if step.is_joint and step.seat not in table.due() and table.due()]
    if waiting and text.rstrip().split("\n")[-1].startswith("+"):
        assert str(waiting[-1].action) not in text.rstrip().split("\n")[-1]


@pytest.mark.parametrize(
    ("name", "options"), [("kaguya", {}), ("sand", {"mode": "advanced", "boards": "red,purple"}), ("princess", {})]
)
def test_the_record_of_a_finished_game_has_no_seals(shelf: Library, name: str, options: dict[str, str]) -> None:
    table = played(opened(shelf, name, BOTS, **options))
    path = table.store.path
    assert read_text(path) == table.record()
    assert verify_record(path).fair
    table.close()
    assert [each.name for each in path.parent.iterdir()] == [path.name], "no seed, no lock, no parts"


def alike(rules: Game, step: Step) -> bool:
    """Whether something else could have been done that an onlooker cannot tell from this."""
    seen = position_json(rules, rules.view(step.after, None))
    others = [each for each in rules.legal_actions(step.before, step.seat) if each != step.action]
    return any(
        position_json(rules, rules.view(rules.apply(step.before, step.seat, each), None)) == seen for each in others
    )


@pytest.mark.parametrize(
    ("name", "options"),
    [("kaguya", ()), ("sand", (("mode", "advanced"), ("boards", "red,purple"))), ("sand", ()), ("beasts", ())],
)
def test_a_step_is_secret_exactly_where_another_one_would_look_the_same(
    name: str, options: tuple[tuple[str, str], ...]
) -> None:
    rules, whims = load_game(name), Rng(5)
    match, found = Match(rules, Setup(2, options), SeedDealer("5")), 0
    while not match.is_over:
        seat = match.actors()[0]
        choices = match.legal_actions(seat)
        match.act(seat, choices[whims.below(len(choices))])
    for step in match.steps:
        if not step.is_joint and (step.seat == CHANCE or len(rules.legal_actions(step.before, step.seat)) < 9):
            assert is_secret_step(rules, step) == (rules.has_secrets and alike(rules, step)), str(step.action)
            found += is_secret_step(rules, step)
    assert bool(found) == (name == "kaguya" or options != ())


def test_the_position_that_a_game_with_secrets_began_at_is_sealed_as_well(shelf: Library) -> None:
    there = played(opened(shelf, "kaguya"), 6)
    position = there.rules.dump(there.match.state)
    table = Table.open("kaguya", PEOPLE, (), "what if", shelf.new_journal("kaguya"), position=position)
    text = read_text(table.store.path)
    assert "\nposition #" in text and "merchants" not in text
    with pytest.raises(RecordError, match="is sealed until it is over"):
        parse_record(text)
    played(table, 4)
    table.close()
    again = played(Table.resume(table.store.path, shelf))
    assert read_text(table.store.path) == again.record() and verify_record(table.store.path).fair
    assert "merchants" in again.record()


def test_an_export_tells_what_its_reader_may_know(shelf: Library) -> None:
    alone = played(opened(shelf, "kaguya", (RecordPlayer("Aki"), RecordPlayer("Bo", "normal"))), 6)
    told = shelf.read_text(alone.store.path)
    record = parse_record(read_text(alone.store.path), seed="7")
    mine = [
        step
        for step in record.match.steps
        if is_secret_step(alone.rules, step) and not is_secret_step(alone.rules, step, 0)
    ]
    hidden = [step for step in record.match.steps if is_secret_step(alone.rules, step, 0)]
    assert mine and hidden
    for step in mine:
        assert f"\n{step.number} - {step.action}\n" in told
    for step in hidden:
        assert re.search(rf"^{step.number} - #", told, re.MULTILINE)
    together = played(opened(shelf, "kaguya"), 6)
    assert shelf.read_text(together.store.path) == read_text(together.store.path)
    assert alone.record_for_keyboard().count("#") == told.count("#")


# --- one program at a time ----------------------------------------------------------------------------------------


def test_a_second_program_is_told_who_plays(shelf: Library) -> None:
    table = played(opened(shelf), 4)
    path = table.store.path
    with pytest.raises(GameInUse, match=r"is being played by another program \(process \d+"):
        Table.resume(path, shelf)
    with pytest.raises(GameInUse):
        shelf.delete(path)
    assert shelf.lock_holder(path) is not None
    played(table, 3)
    table.close()
    assert shelf.lock_holder(path) is None
    assert texts(Table.resume(path, shelf)) == texts(table)


def test_a_game_that_was_removed_while_it_is_played_is_written_anew(shelf: Library) -> None:
    table = played(opened(shelf), 4)
    for path in table.store.path.parent.iterdir():
        path.unlink()
    played(table, 1)
    assert read_text(table.store.path) == table.record()
    table.close()
    assert texts(Table.resume(table.store.path, shelf)) == texts(table)


def test_a_file_that_somebody_else_has_changed_is_left_alone(shelf: Library) -> None:
    table = played(opened(shelf), 4)
    with table.store.path.open("a") as file:
        file.write("; a note\n")
    with pytest.raises(NotSaved, match="another program has changed the file"):
        played(table, 1)
    assert read_text(table.store.path).endswith("; a note\n")


def test_a_link_stays_a_link(shelf: Library, tmp_path: Path) -> None:
    table = played(opened(shelf, "kaguya"), 4)
    table.close()
    far = tmp_path / "far.tilehall"
    table.store.path.rename(far)
    table.store.path.with_suffix(".seed").rename(far.with_suffix(".seed"))
    table.store.path.symlink_to(far)
    again = played(Table.resume(table.store.path, shelf))
    assert table.store.path.is_symlink() and read_text(far) == again.record()


# --- a disk that fails --------------------------------------------------------------------------------------------


def test_what_could_not_be_written_has_not_been_done(shelf: Library, disk: Full) -> None:
    table = played(opened(shelf), 4)
    before, text = texts(table), read_text(table.store.path)
    seat = table.due()[0]
    action = table.match.legal_actions(seat)[0]
    disk.full = True
    with pytest.raises(NotSaved, match=r"^Not saved: the disk is full\.$"):
        table.act(seat, action)
    assert texts(table) == before and read_text(table.store.path) == text
    disk.full = False
    table.act(seat, action)
    assert read_text(table.store.path) == table.record() != text


def test_who_plays_on_unsaved_is_saved_again_when_that_is_possible(shelf: Library, disk: Full) -> None:
    table = played(opened(shelf), 4)
    disk.full, table.saver.plays_unsaved = True, True
    played(table, 3)
    assert str(table.saver.trouble) == "the disk is full" and read_text(table.store.path) != table.record()
    disk.full = False
    played(table, 1)
    assert table.saver.trouble is None and not table.saver.plays_unsaved
    assert read_text(table.store.path) == table.record()


def test_a_game_can_be_played_where_nothing_can_be_kept(shelf: Library, disk: Full) -> None:
    disk.full = True
    table = played(opened(shelf), 4)
    assert str(table.saver.trouble) == "the disk is full" and shelf.names() == []
    disk.full = False
    played(table, 1)
    assert table.saver.trouble is None and read_text(table.store.path) == table.record()


def test_what_computer_players_do_waits_for_the_next_choice_of_a_person(shelf: Library, disk: Full) -> None:
    table = opened(shelf, "princess", (RecordPlayer("Aki", "random"), RecordPlayer("Bo")), start_seat="0")
    disk.full = True
    from tilehall.tui.tables.thinking.thinkers import run_inline

    run_inline(ComputerPlayers(table).run())
    assert table.saver.trouble is not None and table.due() == (1,)
    disk.full = False
    table.act(1, table.match.legal_actions(1)[0])
    assert table.saver.trouble is None and read_text(table.store.path) == table.record()


# --- damage -------------------------------------------------------------------------------------------------------


def damaged(table: Table, at: float) -> Path:
    """A byte of this game's file is wrong."""
    table.close()
    path: Path = table.store.path
    data = bytearray(path.read_bytes())
    data[int(len(data) * at)] ^= 0xFF
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("name", ["princess", "kaguya"])
@pytest.mark.parametrize("at", [0.5, 0.9, 0.99])
def test_a_damaged_game_is_played_on_from_where_it_holds(shelf: Library, name: str, at: float) -> None:
    table = played(opened(shelf, name), 30)
    path = damaged(table, at)
    before = path.read_bytes()
    with pytest.raises(DamagedRecord, match=r"is damaged: Line \d+.* It can be played on from step \d+\.$") as caught:
        Table.resume(path, shelf)
    shown = Table.open_read_only(path, shelf)
    assert shown.damage and len(shown.match.steps) == caught.value.step >= 10 * (name == "princess")
    aside = shelf.mend(path)
    assert aside.read_bytes() == before and aside.suffix == ".damaged"
    again = Table.resume(path, shelf)
    assert texts(again)[: caught.value.step] == texts(table)[: caught.value.step]
    played(again)
    assert verify_record(path).fair


def test_a_tear_inside_a_letter_costs_no_more_than_its_line(shelf: Library) -> None:
    table = played(opened(shelf, players=(RecordPlayer("Zoë"), RecordPlayer("Bo"))), 12)
    table.close()
    path = table.store.path
    data = path.read_bytes()
    path.write_bytes(data[: data.rindex("ë".encode()) + 1])
    again = Table.resume(path, shelf)
    assert texts(table)[: len(again.match.steps)] == texts(again) and len(again.match.steps) > 10
    again.close()
    path.write_bytes(data.replace("Zoë take".encode(), "Zo\xeb take".encode("latin-1")))
    with pytest.raises(DamagedRecord, match=r"Line \d+ is not text\."):
        Table.resume(path, shelf)


def test_a_second_damage_does_not_take_the_place_of_the_first(shelf: Library) -> None:
    path = damaged(played(opened(shelf), 30), 0.9)
    first = shelf.mend(path)
    whole = first.read_bytes()
    path.write_bytes(path.read_bytes() + b"junk\n")
    second = shelf.mend(path)
    assert first != second and first.read_bytes() == whole and second.read_bytes().endswith(b"junk\n")


def test_a_head_that_is_damaged_is_no_game(shelf: Library) -> None:
    path = damaged(played(opened(shelf), 5), 0.01)
    with pytest.raises(RecordError, match=r"Line 1 is not text\."):
        Table.resume(path, shelf)
    assert shelf.lock_holder(path) is None, "it is not claimed for ever"


def test_a_thousand_notes_are_read_in_no_time(shelf: Library) -> None:
    table = played(opened(shelf), 4)
    table.close()
    with table.store.path.open("a") as file:
        file.write("; so\n" * 300_000)
    assert texts(Table.resume(table.store.path, shelf)) == texts(table)


def test_think_is_what_the_house_would_do(shelf: Library) -> None:
    """A game of computer players, resumed at any time, goes on as it would have."""
    table = opened(shelf, players=BOTS)
    for _ in range(9):
        seat = table.due()[0]
        table.act(seat, think(table, seat).action)
    table.close()
    again = Table.resume(table.store.path, shelf)
    assert str(think(again, again.due()[0]).action) == str(think(table, table.due()[0]).action)


KILLED = """
import os
import signal
import sys
from pathlib import Path
from tilehall.engine import RecordPlayer
from tilehall.tui.tables.storage.store import Library
from tilehall.tui.tables.table import Table
library = Library(Path(sys.argv[1]))
table = Table.open("kaguya", [RecordPlayer("Aki"), RecordPlayer("Bo")], (), "7", library.new_journal("kaguya"))
table.act(0, "present RC*")
print(table.store.path, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_fist_that_was_closed_before_a_kill_is_still_closed_and_tells_nobody(tmp_path: Path) -> None:
    """kill -9 between two picks: the first one is there, and no guess fits what stands in the record."""
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], capture_output=True, text=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    path = Path(done.stdout.strip())
    (pledge,) = re.findall(r"^\+ 0:#([0-9a-f]{64})$", read_text(path), re.MULTILINE)
    guesses = [str(action) for action in presentations(bytes((2, 2, 2, 2, 2)), True)]
    assert pledge not in {sha256(said.encode()).hexdigest() for word in guesses for said in (word, f"0:{word}")}
    again = Table.resume(path, Library(tmp_path))
    assert again.due() == (1,)
    again.act(1, again.match.legal_actions(1)[0])
    assert again.match.state.merchants[0].held == Present((0, 4), True)
