"""What a simulation is told as: CSV, pictures, records, and what is said where that cannot be."""

import csv
import json
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cases import some
from tests.pseudo import PseudoLanguage
from tests.terminal import Pty
from tilehall.engine import citable_rules, load_rulebook, parse_record
from tilehall.tui.cli import main
from tilehall.tui.lab.report.data import report_data
from tilehall.tui.lab.report.plot import draw
from tilehall.tui.lab.report.report import SimulationReport
from tilehall.tui.lab.report.table import format_simulation
from tilehall.tui.lab.simulation import simulate

Told = pytest.CaptureFixture[str]


def command(*words: str) -> int:
    return main(["simulate", *words])


def sheet(told: Told) -> list[dict[str, str]]:
    return [*csv.DictReader(StringIO(told.readouterr().out))]


PAGE = Path(__file__).parents[3] / "docs" / "laboratory.md"


def test_the_page_names_every_key_and_every_column(capsys: Told) -> None:
    page = PAGE.read_text("utf-8")
    named = set(re.findall(r"`(\w+)`", page))
    assert {*report_data(simulate("princess", 2, games=1))} <= named
    command("princess", "--games", "1", "--csv")
    columns = capsys.readouterr().out.splitlines()[0].split(",")
    assert {column for column in columns if not column.endswith("_1")} <= named


def test_the_program_on_the_page_runs(capsys: Told) -> None:
    program = PAGE.read_text("utf-8").split("```python\n")[1].partition("```")[0]
    exec(compile(program, str(PAGE), "exec"), {})
    assert float(capsys.readouterr().out.split()[0]) > 20


# --- CSV ----------------------------------------------------------------------------------------------------------


def test_a_row_for_each_game(capsys: Told) -> None:
    words = ("kaguya", "--games", "3", "--seat", "easy", "--seat", "random", "--seed", "4", "--rotate")
    assert command(*words, "--csv") == 0
    rows = sheet(capsys)
    assert [(row["game"], row["deal"]) for row in rows] == [(str(n + 1), str(n // 2 + 1)) for n in range(6)]
    assert [row["level_0"] for row in rows] == ["easy", "random"] * 3
    assert all(float(row["share_0"]) + float(row["share_1"]) == 1 for row in rows)
    command(*words, "--json")
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == len(rows)
    assert told["plies"]["mean"] == pytest.approx(sum(int(row["decisions"]) for row in rows) / 6, abs=1e-4)
    assert told["by_level"]["easy"]["wins"] == sum(float(row[f"share_{n % 2}"]) for n, row in enumerate(rows))


def test_a_row_for_each_thing_and_for_each_part_of_the_receipt(capsys: Told) -> None:
    words = ("princess", "--games", "2", "--seat", "easy")
    assert command(*words, "--csv-things") == 0
    rows = sheet(capsys)
    command(*words, "--json")
    told = json.loads(capsys.readouterr().out)
    assert len(rows) == len(told["things"]) + len(told["points"])
    uses = {(row["deed"], row["thing"]): row["uses"] for row in rows}
    assert all(uses[each["deed"], each["thing"]] == str(each["uses"]) for each in told["things"])
    assert all(uses["points", each["part"]] == str(each["points"]) for each in told["points"])


def test_a_row_for_each_rule(capsys: Told) -> None:
    assert command("princess", "--games", "1", "--csv-rules") == 0
    rows = sheet(capsys)
    assert [row["rule"] for row in rows] == [*load_rulebook("princess").numbers()]
    can = citable_rules("princess")
    assert can is not None and {row["rule"] for row in rows if row["can"] == "1"} == can
    assert not [row for row in rows if row["can"] == "0" and int(row["fired"]) + int(row["decided"])]


def test_one_form_at_a_time(capsys: Told) -> None:
    assert command("princess", "--csv", "--json") == 2
    assert capsys.readouterr().err.startswith("Choose one of --json, --csv")


# --- records ------------------------------------------------------------------------------------------------------


def test_the_games_are_kept_and_replay_to_what_was_counted(tmp_path: Path, capsys: Told) -> None:
    folder = tmp_path / "deep" / "games"
    words = ("kaguya", "--games", "2", "--seat", "random", "--seat", "easy", "--rotate", "--records", str(folder))
    assert command(*words, "--csv") == 0
    rows = sheet(capsys)
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"kaguya-000{name}.tilehall" for name in ("1a", "1b", "2a", "2b")]
    for row, file in zip(rows, files, strict=True):
        record = parse_record(file.read_text("utf-8"))
        standing = record.match.game.final_result(record.match.state)
        assert standing is not None and standing.scores is not None
        assert [str(score) for score in standing.scores] == [row["score_0"], row["score_1"]]
        assert [player.kind for player in record.header.players] == [row["level_0"], row["level_1"]]


def test_games_that_are_there_are_not_written_over(tmp_path: Path, capsys: Told) -> None:
    words = ("princess", "--games", "1", "--players", "4", "--records", str(tmp_path))
    assert command(*words) == 0
    before = {file: file.read_bytes() for file in tmp_path.iterdir()}
    capsys.readouterr()
    assert command(*words) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"{tmp_path} holds records of princess already: name a folder without any.\n")
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_folder_that_cannot_be_had_is_told_before_anything_is_played(tmp_path: Path, capsys: Told) -> None:
    there = tmp_path / "file"
    there.touch()
    for folder, said in ((there, f"{there} is no folder."), (there / "in", f"{there / 'in'} cannot be written")):
        assert command("princess", "--games", "999999", "--records", str(folder)) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith(said) and err.count("\n") == 1


# --- pictures -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", some(["svg", "png"], keep=0))
def test_the_same_report_is_the_same_picture(tmp_path: Path, suffix: str) -> None:
    report = simulate("princess", 2, ["easy", "random"], 2, rotate=True)
    one, other = (tmp_path / f"{name}.{suffix}" for name in "ab")
    draw(report, one)
    draw(report, other)
    assert one.read_bytes() == other.read_bytes()
    if suffix == "svg":
        assert ElementTree.fromstring(one.read_bytes()).tag.endswith("svg")
        assert b"<dc:date>" not in one.read_bytes()


@pytest.mark.parametrize(("name", "players"), [("sand", 1), ("princess", 4)])
def test_what_nobody_wins_or_is_played_alone_can_be_drawn(tmp_path: Path, name: str, players: int) -> None:
    draw(
        simulate(name, players, ["random"], 1, options=[("variant", "first_game")][: players // 4]), tmp_path / "a.svg"
    )
    assert (tmp_path / "a.svg").stat().st_size > 5_000


def test_a_picture_is_said_in_ones_language(tmp_path: Path) -> None:
    report = simulate("kaguya", 2, ["random"], 1)
    draw(report, tmp_path / "a.svg", PseudoLanguage())
    draw(report, tmp_path / "b.svg")
    assert (tmp_path / "a.svg").read_bytes() != (tmp_path / "b.svg").read_bytes()


@pytest.mark.parametrize(
    ("file", "said"),
    [("a.gif", "'a.gif' is no picture"), ("a", "'a' is no picture"), ("none/a.svg", "There is no folder ")],
)
def test_a_picture_that_cannot_be_drawn_is_told_before_anything_is_played(
    file: str, said: str, tmp_path: Path, capsys: Told
) -> None:
    assert command("princess", "--games", "999999", "--plot", str(tmp_path / file)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(said) and err.count("\n") == 1


def test_without_matplotlib_it_says_what_brings_it(
    tmp_path: Path, capsys: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert command("princess", "--games", "999999", "--plot", str(tmp_path / "a.svg")) == 2
    assert capsys.readouterr().err == (
        "Pictures are drawn by matplotlib, which is not here; pip install 'tilehall[plot]' brings it.\n"
    )


def test_who_draws_nothing_loads_nothing_that_draws() -> None:
    code = "import sys; from tilehall.tui.cli import main; main(['simulate', 'princess', '--games', '1', '--json'])"
    check = "; assert not [name for name in sys.modules if name.partition('.')[0] in ('matplotlib', 'numpy')]"
    with Pty([sys.executable, "-c", code + check]) as pty:
        assert pty.wait_exit(60) == 0


# --- rules --------------------------------------------------------------------------------------------------------


def test_prose_is_never_called_never_cited() -> None:
    report = simulate("princess", 2, ["easy"], 1)
    told, can = report_data(report)["rules_never"], citable_rules("princess")
    assert can is not None
    assert told == [rule for rule in load_rulebook("princess").numbers() if rule in can and rule not in fired(report)]
    last = format_simulation(report).split("Rules never cited")[1].partition("\n\n")[0]
    assert "P-1.1" not in last and "P-6." not in last and "P-5.3" in last


def fired(report: SimulationReport) -> set[str]:
    told = report_data(report)
    return {*told["rules_fired"], *told["rules_decided"]}


# A disk that gets full in the middle of a file is had everywhere but on Windows by a limit of the shell.
@pytest.mark.skipif(sys.platform == "win32", reason="no limits there")
def test_a_record_that_cannot_be_written_whole_is_not_left_there(tmp_path: Path) -> None:
    line = f"ulimit -f 1; exec {sys.executable} -m tilehall simulate kaguya --games 2 --records {tmp_path / 'games'}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "kaguya-0001.tilehall cannot be written (File too large)." in done.stderr
    assert not [*(tmp_path / "games").iterdir()]
