"""The command line: what each command prints, its exit code, and what it loads."""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType

import pytest

from tests.terminal import Pty
from tests.tui.player.sitting import kept, resumed, think
from tilehall.engine import RecordPlayer, SetupError, literal_text, load_rulebook
from tilehall.tui import cli
from tilehall.tui.cli import seat_options
from tilehall.tui.cli.commands import doctor
from tilehall.tui.cli.context import CliContext
from tilehall.tui.config.settings import Settings
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.tables.seating import seat_computers, seat_players
from tilehall.tui.tables.storage.journal import seed_path
from tilehall.tui.tables.storage.saved_games import read_record, read_text
from tilehall.tui.tables.storage.store import Library
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.capabilities import Terminal

ROOT = Path(__file__).parents[3]
BOTS = (RecordPlayer("Aki", "random"), RecordPlayer("Bo", "random"))
MIXED = (RecordPlayer("Aki"), RecordPlayer("Bo", "random"))


@dataclass
class Done:
    """What a command came to."""

    code: int
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """A command in this process, with what is typed."""

    def go(*words: str | Path, typed: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        code = cli.main([str(word) for word in words])
        captured = capsys.readouterr()
        return Done(code, captured.out, captured.err)

    return go


def spawned(*words: str | Path, typed: str = "", **environ: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "tilehall", *map(str, words)],
        cwd=ROOT,
        env=os.environ | environ,
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
    )


def shelf() -> Library:
    return Library(UserDirs.default().games)


def saved_game(name: str, steps: int | None = None, players: tuple[RecordPlayer, ...] = BOTS, seed: str = "7") -> Table:
    """A game on the user's shelf, played so far by lot; to its end without a number of steps."""
    table = Table.open("princess", players, seed=seed, store=kept(shelf().folder / f"{name}.tilehall"))
    while not table.over and steps != 0:
        seat = table.due()[0]
        table.act(seat, table.match.legal_actions(seat)[0] if table.is_human(seat) else think(table, seat).action)
        steps = None if steps is None else steps - 1
    return table


def a_sentence(text: str) -> bool:
    return text.endswith("\n") and text.count("\n") == 1 and "Traceback" not in text


# --- usage --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        "xyzzy",
        "--xyzzy",
        "play",
        "play chess",
        "play princess --players two",
        "play princess --players 7",
        "play princess --players 0",
        "play princess --players -1",
        "play princess --players 99999999",
        "play princess --seat A --seat B --seat C --players 2",
        "play princess --seat A --seat A",
        "play princess --seat A:wizard",
        "play princess --seat :human",
        "play princess --seat 7",
        "play princess --option colour=red",
        "play princess --option variant",
        "play princess --option variant=full --option variant=full",
        "play princess --option start_seat=3",
        "play princess --seed \udcff",
        "simulate princess --seed \udcff",
        "play princess --theme xyzzy",
        "play princess --glyphs xyzzy",
        "play princess --tiles xyzzy",
        "demo princess --seat Guest:human",
        "demo princess --speed fast",
        "demo princess --speed -1",
        "demo princess --speed nan",
        "rules",
        "rules chess",
        "rules princess xyzzy",
        "replay",
        "replay xyzzy",
        "check",
        "games xyzzy",
        "games resume",
        "games resume xyzzy",
        "games resume last",
        "games export xyzzy",
        "games delete xyzzy",
        "games delete ../xyzzy",
        "themes xyzzy",
        "simulate chess",
        "help xyzzy",
        "help games xyzzy",
        "completions",
        "completions xyzzy",
        "man xyzzy",
        "complete",
    ],
)
def test_wrong_usage_is_one_sentence(run: Run, words: str) -> None:
    done = run(*words.split())
    assert (done.code, done.out) == (2, "")
    assert a_sentence(done.err), done.err
    assert list(Path.home().rglob("*.tilehall")) == [], "and nothing was begun"


def test_help_lists_every_command(run: Run) -> None:
    done = run("--help")
    assert done.code == 0
    assert all(re.search(rf"^    {name} +\w", done.out, re.MULTILINE) for name in cli.COMMANDS)
    for name in cli.COMMANDS:
        done = run(name, "--help")
        assert (done.code, done.err) == (0, "")
        assert done.out.startswith(f"usage: tilehall {name} ")


def test_the_version_is_said(run: Run) -> None:
    done = run("--version")
    assert done.code == 0
    assert done.out.startswith("tilehall")
    assert a_sentence(done.out)
    assert run("-V") == run("-V", "xyzzy") == done


def test_help_says_the_same_as_a_command_asked_for_its_help(run: Run) -> None:
    assert run("help") == run("--help") == run("-h") == run("-h", "xyzzy")
    for words in ("play", "games", "games export", "simulate", "help"):
        done = run("help", *words.split())
        assert (done.code, done.err) == (0, "")
        assert done == run(*words.split(), "--help")
    assert (
        "usage: tilehall games export [-h] [--components FILE] [--lang LANG] NAME\n"
        in run("help", "games", "export").out
    )
    assert run("play", "princess", "--sead", "7", "--help").code == 2, "what comes before it has to be right"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("ply", "There is no command 'ply'. Did you mean play?"),
        ("Play princess", "There is no command 'Play'. Did you mean play?"),
        ("xyzzy", "There is no command 'xyzzy'. 'tilehall --help' lists them."),
        ("games exprt", "There is no command 'games exprt'. Did you mean export?"),
        ("games xyzzy", "There is no command 'games xyzzy'. 'tilehall games --help' lists them."),
        ("help ply", "There is no command 'ply'. Did you mean play?"),
        ("help games exprt", "There is no command 'games exprt'. Did you mean export?"),
        ("--versoin", "There is no option '--versoin'. Did you mean --version?"),
        ("play princess --sead 7", "There is no option '--sead'. Did you mean --seed?"),
        ("play princess --sead=7", "There is no option '--sead'. Did you mean --seed?"),
        ("play princess -x", "There is no option '-x'. 'tilehall play --help' lists them."),
        ("play princess --seed --seat A", "Argument --seed: expected one argument. 'tilehall play --help' says more."),
        ("themes night", "'night' is one word too many. 'tilehall themes --help' says more."),
        ("games --jsn", "There is no option '--jsn'. Did you mean --json?"),
        ("play princes", "There is no game 'princes'. Did you mean princess?"),
        ("rules Princess", "There is no game 'Princess'. Did you mean princess?"),
        ("play princess --seat Aki:esay", "'esay' is no kind of player. Did you mean easy?"),
        (
            "play princess --seat Aki:xyzzy",
            "'xyzzy' is no kind of player. Kinds: human, random, easy, normal, hard, master.",
        ),
        ("play princess --option steal=off", "There is no option 'steal'. Did you mean steal_tiles?"),
        ("play princess --option steal_tiles=offf", "Option steal_tiles cannot be 'offf'. Did you mean off?"),
        ("play princess --theme ngiht", "--theme cannot be 'ngiht'. Did you mean night?"),
        ("play princess --glyphs asci", "--glyphs cannot be 'asci'. Did you mean ascii?"),
        ("replay x --tiles smal", "--tiles cannot be 'smal'. Did you mean small?"),
        ("simulate sand --seat nromal", "'nromal' is no computer player. Did you mean normal?"),
        ("games resume mnie", "There is no game 'mnie'. Did you mean mine?"),
        ("games delete mnie", "There is no game 'mnie'. Did you mean mine?"),
    ],
)
def test_what_was_probably_meant_is_said(run: Run, words: str, sentence: str) -> None:
    saved_game("mine", 3)
    done = run(*words.split())
    assert (done.code, done.out, done.err) == (2, "", f"{sentence}\n")


def test_a_disk_that_is_full_is_one_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*rest: object, **named: object) -> None:
        raise OSError(28, "No space left on device", "games/x")

    monkeypatch.setattr(Table, "open", full)
    done = run("play", "princess", "--line")
    assert (done.code, done.err) == (2, "games/x: No space left on device.\n")


PROBE = """
import sys
from tilehall.tui.cli import main
code = main(sys.argv[1:])
heavy = {"textual", "rich", "asyncio", "tilehall.engine", "tilehall.themes", "platformdirs", "subprocess", "difflib"}
print(code, *sorted(heavy & set(sys.modules)), file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("words", "loaded"),
    [
        ("rules princess P-4.1", {"platformdirs", "tilehall.engine"}),
        ("pipe", {"tilehall.engine"}),
        ("games", {"platformdirs", "tilehall.engine"}),
        ("check", {"platformdirs", "tilehall.engine"}),
        ("keys", {"platformdirs", "tilehall.engine"}),
        ("demo princess --line --seat A:random --seat B:random", {"platformdirs", "tilehall.engine"}),
        ("play princess --line", {"platformdirs", "tilehall.engine"}),
        ("--version", set()),
        ("--help", {"platformdirs"}),
        ("doctor --help", {"platformdirs"}),
    ],
)
def test_a_command_loads_only_what_it_needs(words: str, loaded: set[str]) -> None:
    command = [sys.executable, "-c", PROBE, *words.split()]
    done = subprocess.run(command, cwd=ROOT, input="", capture_output=True, text=True, timeout=60)
    code, *heavy = done.stderr.splitlines()[-1].split()
    assert code == ("2" if words == "check" else "0"), done.stderr
    assert set(heavy) == loaded


def test_the_version_loads_no_more_than_the_help() -> None:
    probe = "import sys; from tilehall.tui.cli import main; main(sys.argv[1:]); print(len(sys.modules))"
    version, help = (
        subprocess.run([sys.executable, "-c", probe, word], cwd=ROOT, capture_output=True, text=True, timeout=60)
        for word in ("--version", "--help")
    )
    assert int(version.stdout.split()[-1]) <= int(help.stdout.split()[-1])


def test_a_reader_that_goes_away_is_no_error() -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "tilehall", "demo", "princess", "--line", "--seed", "1"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.readline()
    child.stdout.close()
    assert child.wait(30) == 0
    assert child.stderr.read() == ""
    child.stderr.close()


# --- play ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "players", "names"),
    [
        ([], None, "Guest:human Merlin:normal"),
        ([], 4, "Guest:human Merlin:normal Aki:normal Bo:normal"),
        (["Eva"], None, "Eva:human Merlin:normal"),
        (["Aki"], 3, "Aki:human Merlin:normal Bo:normal"),
        (["Eva", "Finn"], None, "Eva:human Finn:human"),
        (["Eva", "Bot:easy"], 3, "Eva:human Bot:easy Merlin:normal"),
        (["Merlin:easy"], None, "Guest:human Merlin:easy"),
        (["A:easy", "B:random"], None, "A:easy B:random"),
        (["A:easy", "B:random"], 3, "Guest:human A:easy B:random"),
    ],
)
def test_seats_are_filled(given: list[str], players: int | None, names: str) -> None:
    assert (
        " ".join(
            f"{player.name}:{player.kind}"
            for player in seat_players(seat_options.parse_players(given, "human"), players)
        )
        == names
    )


def test_a_demo_has_only_computers() -> None:
    names = [
        (player.name, player.kind)
        for player in seat_computers(seat_options.parse_players(["Zoe", "Yan:easy"], "normal"), 3)
    ]
    assert names == [("Zoe", "normal"), ("Yan", "easy"), ("Merlin", "normal")]
    with pytest.raises(SetupError, match="cannot be human"):
        seat_computers(seat_options.parse_players(["Zoe:human"], "normal"), None)


def test_playing_without_a_terminal_is_told_in_lines_and_kept(run: Run) -> None:
    words = ("play", "princess", "--seat", "Aki", "--seed", "7", "--option", "start_seat=0", "--players", "3")
    done = run(*words, typed="side a\n\nlegal\n")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("This is no terminal for the full screen, so the game is told in lines.\n")
    assert "At the table: Aki (human), Merlin (normal), Bo (normal)." in done.out
    (saved,) = shelf().saved_games()
    assert (saved.header.options, saved.over) == ((("start_seat", "0"),), False)
    assert f"Go on with: tilehall games resume {saved.name} --line" in done.out
    assert resumed(saved.path).seed == "7"
    asked = run(*words, "--line", "--theme", "day", "--glyphs", "ascii", "--tiles", "small")
    assert asked.code == 0
    assert "no terminal" not in asked.out
    assert len(shelf().saved_games()) == 2


@pytest.mark.parametrize(
    ("said", "minds"), [("", None), ("0", 0), ("3", 3), ("-1", None), ("many", None), ("99", None)]
)
def test_processes_to_think_in_are_counted_by_the_environment(said: str, minds: int | None) -> None:
    assert CliContext.open({"TILEHALL_MINDS": said}).thinking_processes == minds


def test_the_full_screen_is_handed_everything(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The screen itself is tested elsewhere; here it is what the command line asks of it."""
    asked: list[tuple[object, ...]] = []
    screen = ModuleType("tilehall.tui.app")
    screen.Opening = lambda kind, table=None, speed=1.0, ply=None, path=None, bots=None: (kind, table, speed, ply)

    def shown(*given: object, minds: int | None = None) -> int:
        asked.append((given[2], given[3], minds))
        return 0

    screen.run = shown
    monkeypatch.setitem(sys.modules, "tilehall.tui.app", screen)
    opened = CliContext.open
    monkeypatch.setattr(CliContext, "open", classmethod(lambda cls, *given: replace(opened(*given), on_screen=True)))
    monkeypatch.setenv("TILEHALL_MINDS", "2")
    saved_game("one", 5, MIXED)
    saved_game("two")
    for words in (
        "",
        "games resume last",
        "play princess --theme day --glyphs ascii --tiles large",
        "demo princess --speed 3",
        "replay two --to 4",
    ):
        assert run(*words.split()).code == 0
    chosen, openings, minds = zip(*asked, strict=True)
    assert set(minds) == {2}
    assert [opening[0] for opening in openings] == ["home", "table", "table", "demo", "replay"]
    assert [chosen[2][name] for name in ("theme", "glyphs", "tiles")] == ["day", "ascii", "large"]
    assert chosen[1]["theme"] == "auto"
    assert openings[2][1].header.names == ("Guest", "Merlin")
    assert (openings[3][1].store, openings[3][2]) == (None, 3.0)
    assert openings[1][1].store.path.stem == "one"
    assert (openings[4][1].store, openings[4][3], len(openings[4][1].match.steps) > 9) == (None, 4, True)


def test_a_dumb_terminal_gets_lines() -> None:
    with Pty(
        [sys.executable, "-m", "tilehall", "play", "princess", "--seat", "Aki", "--option", "start_seat=0"],
        (80, 24),
        {"TERM": "dumb"},
        ROOT,
    ) as pty:
        pty.wait_for("Aki> ")
        assert b"\x1b" not in pty.received
        assert b"so the game is told in lines" in pty.received
        pty.send("quit\n")
        assert pty.wait_exit() == 0


def test_without_a_screen_the_home_screen_is_a_few_lines(run: Run) -> None:
    done = run()
    assert done.code == 0
    assert "tilehall play princess --line" in done.out
    assert "resume" not in done.out
    saved_game("mine", 4, MIXED)
    saved_game("done")
    assert "tilehall games resume mine --line   goes on with the game of Aki, Bo" in run().out


def test_the_settings_file_counts(run: Run) -> None:
    path = UserDirs.default().settings
    path.parent.mkdir(parents=True)
    path.write_text('confirm = "at once"\n', "utf-8")
    done = run("play", "princess", "--option", "start_seat=0", "--line", typed="side a\n")
    assert "Enter to do it" not in done.out
    assert "Guest plays on side" in done.out


def test_settings_that_are_not_understood_are_named_at_the_start(run: Run) -> None:
    path = UserDirs.default().settings
    path.parent.mkdir(parents=True)
    path.write_text('confirm = "at onec"\nbell = "my turn"\n', "utf-8")
    done = run("play", "princess", "--line", typed="")
    assert done.err == "settings.toml: confirm cannot be 'at onec'. Did you mean at once?\n"


def test_demo_in_lines(run: Run) -> None:
    words = ("demo", "princess", "--seed", "1", "--seat", "A:random", "--seat", "B:random", "--line")
    done = run(*words)
    assert (done.code, done.err) == (0, "")
    assert len(done.out.splitlines()) > 100
    assert done.out == run(*words, "--speed", "0").out, "the same seed is the same game"
    assert shelf().saved_games() == [], "a demo is not kept"


# --- rules --------------------------------------------------------------------------------------------------------


def test_rules_whole_by_section_by_number_and_by_words(run: Run) -> None:
    whole = run("rules", "princess").out
    book = load_rulebook("princess")
    assert all(number in whole for number in book.numbers())
    section = run("rules", "princess", "5").out
    assert section.startswith("5 The end and the points\n---")
    assert section == run("rules", "princess", "the", "end", "and", "the", "points").out
    assert section in whole
    rule = run("rules", "princess", "p-4.17").out
    assert rule.startswith("P-4.17  If your total takes you")
    assert "  You are on" in rule, "with its table"
    assert "P-4.17" in run("rules", "princess", "toll").out


def test_options_may_stand_anywhere(run: Run) -> None:
    done = run("rules", "princess", "P-4.17", "--json")
    assert done.code == 0
    assert run("rules", "princess", "--json", "P-4.17") == run("rules", "--json", "princess", "P-4.17") == done
    assert (
        run("rules", "princess", "--json", "--", "P-4.17") == run("rules", "--json", "--", "princess", "P-4.17") == done
    )
    toll = run("rules", "princess", "toll", "total")
    assert toll.code == 0
    assert run("rules", "princess", "toll", "--lang=de", "total").out == toll.out
    assert run("rules", "princess", "toll", "--lang", "de", "--", "total").out == toll.out


def test_rules_in_a_language_that_there_is_not_are_as_they_were_written(run: Run) -> None:
    usual, other = run("rules", "princess", "P-4.12"), run("rules", "princess", "P-4.12", "--lang", "xx")
    assert (other.code, other.out) == (0, usual.out)
    assert "in 'xx'; here they are as they were written.\n" in other.err and other.err.count("\n") == 1


def test_long_rules_go_through_the_pager() -> None:
    shown = {"PAGER": "sed s/^/PAGED:/"}
    with Pty([sys.executable, "-m", "tilehall", "rules", "princess", "6"], (80, 24), shown, ROOT) as pty:
        assert pty.wait_exit() == 0
        assert b"PAGED:" in pty.received
    with Pty([sys.executable, "-m", "tilehall", "rules", "princess", "P-4.2"], (60, 24), shown, ROOT) as pty:
        assert pty.wait_exit() == 0
        assert b"PAGED:" not in pty.received
        assert all(len(line) <= 60 for line in pty.received.decode().splitlines())


# --- records ------------------------------------------------------------------------------------------------------


def test_check_tells_good_from_broken(run: Run, tmp_path: Path) -> None:
    done, going = saved_game("done").store.path, saved_game("going", 7).store.path
    good = run("check", done, going)
    assert good.code == 0
    first, second = good.out.splitlines()
    result = r"(witch|1\. (Aki|Bo) -?\d+, [12]\. (Aki|Bo) -?\d+)"
    assert re.fullmatch(rf"{re.escape(str(done))}: ok, \d+ steps, {result}, dealt by its sealed seed", first)
    assert re.fullmatch(rf"{re.escape(str(going))}: ok, \d+ steps, the game goes on", second)
    text = read_text(done)
    action = next(line for line in text.splitlines() if " take " in line)
    broken = {
        "empty": "",
        "other": "hello\n",
        "action": text.replace(action, action[:-2] + "ZZ"),
        "digest": re.sub(r"@ \w+", "@ 00000000", text, count=1),
        "result": re.sub(r"\n= .*", "\n= Aki 99, Bo 0", text),
        "seed": text.replace("seed 7", "seed 8"),
        "rules": text.replace("rules 1", "rules 99"),
        "game": text.replace("game princess", "game chess"),
        "binary": "\0\x01",
    }
    for name, content in broken.items():
        path = tmp_path / f"{name}.tilehall"
        path.write_text(content, "utf-8")
        bad = run("check", done, path)
        assert bad.code == 1, name
        assert bad.err == ""
        assert re.fullmatch(rf"{re.escape(str(path))}: no: \S.*\.?", bad.out.splitlines()[1]), bad.out
        assert len(bad.out.splitlines()) == 2
    assert run("check", tmp_path / "none").code == 1
    assert run("check", tmp_path).code == 1


def test_replay_in_lines(run: Run, tmp_path: Path) -> None:
    table = saved_game("done")
    steps = len(table.match.steps)
    by_name, by_path = run("replay", "done", "--line"), run("replay", table.store.path)
    assert (by_name.code, by_name.out) == (0, by_path.out)
    assert f"\n{steps}. " in by_name.out
    at = run("replay", "done", "--to", "30", "--line")
    assert at.code == 0
    assert "\n30. " in at.out
    assert "Track: Aki " in at.out
    assert "\n31. " not in at.out
    assert run("replay", "done", "--to", "0").code == 0
    for ply in (-1, steps + 1):
        beyond = run("replay", "done", "--to", str(ply))
        assert (beyond.code, beyond.err) == (2, f"There is no step {ply}: this record has steps 0 to {steps}.\n")
    (tmp_path / "broken").write_text("tilehall 1\n---\n", "utf-8")
    broken = run("replay", tmp_path / "broken")
    assert broken.code == 1
    assert a_sentence(broken.err)
    going = saved_game("going", 5)
    assert "The record ends here; the game is not over." in run("replay", going.store.path).out


def test_a_strange_file_does_not_widen_the_list_of_games(run: Run) -> None:
    head, rest = read_text(saved_game("done").store.path).split("seats ", 1)
    seats = " ".join(f"A{n}:human" for n in range(500))
    strange = f"{head}seats {seats}\n" + rest.partition("\n")[2]
    (shelf().folder / f"{'x' * 200}.tilehall").write_text(strange, "utf-8")
    listed = run("games").out.splitlines()
    assert len(listed) == 3 and max(map(len, listed)) < 200
    assert any("A7, ..." in line for line in listed)


def test_saved_games_are_listed_exported_and_deleted(run: Run, tmp_path: Path) -> None:
    assert "There are no saved games." in run("games").out
    done, going = saved_game("done"), saved_game("going", 7, MIXED)
    (shelf().folder / "bad.tilehall").write_text("x\n---\n", "utf-8")
    listed = run("games", "list")
    assert listed.code == 0
    head, *rows = listed.out.splitlines()
    assert head.split() == ["NAME", "CHANGED", "STEPS", "PLAYERS", "RESULT"]
    assert {row.split()[0] for row in rows} == {"done", "going"}
    assert next(row for row in rows if row.startswith("going")).endswith("Aki, Bo  goes on")
    assert listed.err.startswith("bad.tilehall: ")
    assert listed.out == run("games").out

    out = tmp_path / "mine.tilehall"
    assert run("games", "export", "done").out == read_text(done.store.path)
    assert run("games", "export", "done", out).code == 0
    assert read_record(out).result == read_record(done.store.path).result
    again = run("games", "export", "going", out)
    assert again.code == 2
    assert a_sentence(again.err)
    assert read_text(out) == read_text(done.store.path), "nothing is overwritten"

    assert run("games", "delete", "going", "xyzzy").code == 2
    assert going.store.path.exists(), "all or none"
    assert run("games", "delete", out).code == 2, "only what is on the shelf"
    assert out.exists()
    assert run("games", "delete", "going", "done").out == "going is deleted.\ndone is deleted.\n"
    assert [path.name for path in shelf().folder.iterdir()] == ["bad.tilehall"]


@pytest.mark.parametrize(
    ("zone", "told"),
    [("UTC", "2026-11-18 11:06"), ("JST-9", "2026-11-18 20:06"), ("EST5EDT,M3.2.0,M11.1.0", "2026-11-18 06:06")],
)
def test_times_are_those_of_the_users_clock(zone: str, told: str) -> None:
    path = saved_game("mine", 3).store.path
    os.utime(path, (1_795_000_000, 1_795_000_000))
    assert spawned("games", TZ=zone).stdout.splitlines()[1].split("  ")[1].strip() == told


def test_resuming_goes_on_with_the_same_deal(run: Run) -> None:
    saved_game("done")
    table = saved_game("mine", 9, MIXED)
    reference = saved_game("reference", 9, MIXED)
    os.utime(reference.store.path, (1, 1))
    done = run("games", "resume", "last", typed="1\n" * 9)
    assert done.code == 0
    assert "The game is kept. Go on with: tilehall games resume mine --line" in done.out
    mine = read_record(table.store.path).match
    assert len(mine.steps) > len(reference.match.steps)
    while len(reference.match.steps) < len(mine.steps):
        seat = reference.due()[0]
        first = reference.match.legal_actions(seat)[0]
        reference.act(seat, first if reference.is_human(seat) else think(reference, seat).action)
    there = reference.match.steps[: len(mine.steps)]
    assert [str(step.action) for step in there] == [str(step.action) for step in mine.steps]
    seed_path(table.store.path).unlink()
    lost = run("games", "resume", "mine")
    assert (lost.code, a_sentence(lost.err)) == (2, True)


def test_saved_games_are_found_by_their_words(run: Run) -> None:
    saved_game("one", 5, MIXED)
    saved_game("two")
    assert [row.split()[0] for row in run("games", "list", "AKI", "one").out.splitlines()[1:]] == ["one"]
    assert len(run("games", "list", "princess").out.splitlines()) == 3
    assert run("games", "list", "princess", "nobody").out == "No saved game has all of: princess, nobody.\n"
    found = json.loads(run("games", "list", "two", "--json").out)
    assert [each["name"] for each in found["games"]] == ["two"]


# --- one table at a time, and damage ------------------------------------------------------------------------------


@pytest.fixture
def played_here() -> Iterator[Table]:
    """A game that this program plays, and no other may."""
    library = shelf()
    table = Table.open("princess", MIXED, (("start_seat", "0"),), "7", library.new_journal("princess"))
    table.act(0, table.match.legal_actions(0)[0])
    yield table
    table.close()


def test_a_game_that_is_played_can_only_be_watched(played_here: Table) -> None:
    name = played_here.store.name
    told = spawned("games", "resume", name, "--line")
    assert told.returncode == 2 and a_sentence(told.stderr)
    assert "is being played by another program (process" in told.stderr
    assert f"'tilehall games watch {name}' looks on." in told.stderr
    assert spawned("games", "delete", name).returncode == 2
    assert read_record(played_here.store.path).match.steps


def test_watching_tells_what_happens_until_the_player_has_left(played_here: Table) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tilehall", "games", "watch", played_here.store.name],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
    ) as watching:
        assert watching.stdout is not None
        head = [watching.stdout.readline() for _ in range(3)]
        assert "At the table: Aki (human), Bo (" in head[1] and head[2].startswith("So far ")
        seat = played_here.due()[0]
        played_here.act(seat, think(played_here, seat).action)
        played_here.close()
        out, err = watching.communicate(timeout=60)
    assert (watching.returncode, err) == (0, "")
    assert out.splitlines()[-1].startswith("Nobody plays it now. 'tilehall games resume") and len(out.splitlines()) > 1


def test_a_damaged_game_is_mended_by_command(run: Run) -> None:
    path = saved_game("mine", 12, MIXED).store.path
    data = path.read_bytes()
    path.write_bytes(data + b"99 Aki what\n")
    told = run("games", "resume", "mine", "--line")
    assert told.code == 2 and a_sentence(told.err)
    assert "It can be played on from step" in told.err and "'tilehall games mend mine' makes it so." in told.err
    shown = run("replay", "mine", "--line", "--to", "5")
    assert shown.code == 1 and "What holds of it is shown: " in shown.err and shown.out
    assert "All that was in it is in " in run("games", "mend", "mine").out
    assert path.with_suffix(".damaged").read_bytes() == data + b"99 Aki what\n"
    assert data.startswith(path.read_bytes())
    assert run("games", "mend", "mine").out == "mine is not damaged.\n"
    path.write_bytes(path.read_bytes() + b"12 Aki ta")
    assert "its last line was cut off and is left out" in run("games", "mend", "mine").out
    assert run("games", "resume", "mine", "--line", typed="quit\n").code == 0


def test_a_damaged_game_that_was_over_is_mended_by_command(run: Run) -> None:
    path = saved_game("mine", None, MIXED).store.path
    data = path.read_bytes()
    path.write_bytes(data.replace(b" take ", b" rake ", 5))
    assert "It can be played on from step" in run("games", "resume", "mine", "--line").err
    assert "All that was in it is in " in run("games", "mend", "mine").out
    assert run("check", path).code == 0 and "goes on" in run("games").out
    assert run("games", "resume", "mine", "--line", typed="quit\n").code == 0


@pytest.mark.parametrize("words", [("resume", "--line"), ("mend",)])
def test_what_is_no_game_any_more_is_kept_and_it_is_said_what_can_be_done(run: Run, words: tuple[str, ...]) -> None:
    path = saved_game("mine", 12, MIXED).store.path
    path.write_bytes(b"\0" * 40 + path.read_bytes()[40:])
    before = path.read_bytes()
    told = run("games", words[0], "mine", *words[1:])
    assert told.code == 2 and a_sentence(told.err) and "mine.tilehall: This is no record" in told.err
    assert "is kept as it is; who knows what its head said can mend it with an editor." in told.err
    assert path.read_bytes() == before
    assert "mine.tilehall: This is no record" in run("games").err


def test_a_game_of_other_rules_is_no_matter_for_an_editor(run: Run) -> None:
    path = saved_game("mine", 12, MIXED).store.path
    path.write_bytes(path.read_bytes().replace(b"rules 1", b"rules 99"))
    told = run("games", "resume", "mine", "--line")
    assert told.code == 2 and "rules 99" in told.err and "editor" not in told.err


def test_an_export_holds_nothing_that_a_terminal_obeys(run: Run) -> None:
    path = saved_game("mine", 5).store.path
    with path.open("a") as file:
        file.write("; \x1b[31mred\x07\n")
    assert run("games", "export", "mine").out.endswith("; ?[31mred?\n")


# --- other programs -----------------------------------------------------------------------------------------------


def test_simulate_and_pipe_are_mounted() -> None:
    done = spawned("simulate", "princess", "--games", "2", "--json", "--seed", "1")
    assert done.returncode == 0
    assert json.loads(done.stdout)["games"] == 2
    piped = spawned("pipe", typed='{"do": "games"}\n')
    assert piped.returncode == 0
    assert json.loads(piped.stdout)["ok"] is True


# --- themes, keys, doctor -----------------------------------------------------------------------------------------


def test_themes_are_shown_and_bad_ones_named(run: Run) -> None:
    usual = run("themes")
    assert usual.code == 0
    for name in ("night", "day", "contrast", "ansi", "full", "ascii"):
        assert re.search(rf"^{name}  \w", usual.out, re.MULTILINE)
    assert "\x1b" not in usual.out
    folder = UserDirs.default().config / "themes" / "palettes"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text('name = "mine"\ntitle = "Moss"\nextends = "night"\n', "utf-8")
    (folder / "bad.toml").write_text("name = 3\n", "utf-8")
    own = run("themes")
    assert own.code == 1
    assert re.search(r"^mine  Moss", own.out, re.MULTILINE)
    assert own.out.splitlines()[-1].startswith("bad.toml: ")
    assert run("play", "princess", "--line", "--theme", "mine").code == 0


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({"COLORTERM": "truecolor"}, b"48;2;"),
        ({"COLORTERM": "", "TERM": "xterm-256color"}, b"48;5;"),
        ({"NO_COLOR": "1"}, None),
    ],
)
def test_themes_are_shown_in_the_colours_there_are(environ: dict[str, str], code: bytes | None) -> None:
    with Pty([sys.executable, "-m", "tilehall", "themes"], (100, 60), environ, ROOT) as pty:
        assert pty.wait_exit() == 0
        assert (code or b"night") in pty.received
        assert code or b"\x1b[4" not in pty.received


def test_keys_are_listed_and_conflicts_fail(run: Run) -> None:
    done = run("keys")
    assert done.code == 0
    assert re.search(r"^undo +u +\w", done.out, re.MULTILINE)
    path = UserDirs.default().settings
    path.parent.mkdir(parents=True)
    path.write_text('[keymap]\nundo = "enter"\n', "utf-8")
    twice = run("keys")
    assert twice.code == 1
    assert "bound to both" in twice.out.splitlines()[-1]


def test_the_doctor_finds_a_new_user_healthy(run: Run) -> None:
    done = run("doctor")
    assert (done.code, done.err) == (0, "")
    assert "What is wrong\n  Nothing.\n" in done.out
    for word in ("Colours: 256, because TERM is xterm-256color.", "Python 3.", "textual 8", "rich 15", "settings.toml"):
        assert word in done.out
    assert list(Path.home().iterdir()) == [], "looking makes nothing"


@pytest.mark.parametrize(
    ("environ", "words"),
    [
        ({"TERM": "xterm"}, ["Colours: 16, because TERM is xterm.", "export COLORTERM=truecolor"]),
        ({"TERM": "dumb"}, ["Colours: none, because TERM is dumb.", "Glyphs: ascii"]),
        ({"TERM": ""}, ["TERM: not set.", "export TERM=xterm-256color"]),
        ({"NO_COLOR": "1"}, ["Colours: none, because NO_COLOR is set.", "unset NO_COLOR"]),
        ({"COLORTERM": "truecolor"}, ["Colours: truecolor"]),
        ({"LC_ALL": "ja_JP.UTF-8"}, ["Glyphs: neutral", "--glyphs full"]),
        ({"LANG": "C", "PYTHONIOENCODING": "ascii"}, ["Glyphs: ascii"]),
        ({"SSH_TTY": "/dev/pts/1"}, ["Remote: yes", "export TEXTUAL_ANIMATIONS=full"]),
        ({"TERM": "\x1b]0;evil\x07"}, ["TERM: ?]0;evil?"]),
    ],
)
def test_the_doctor_explains_an_environment(environ: dict[str, str], words: list[str]) -> None:
    done = spawned("doctor", **environ)
    assert done.returncode == 0, done.stdout
    assert done.stderr == ""
    for word in words:
        assert word in done.stdout, done.stdout
    assert "\x1b" not in done.stdout


def test_the_doctor_names_what_is_wrong(run: Run) -> None:
    places = UserDirs.default()
    (places.config / "themes" / "glyphs").mkdir(parents=True)
    places.settings.write_text('theme = "moss"\nbell = "loud"\n[keymap]\nundo = "enter"\nfly = "x"\n', "utf-8")
    (places.config / "themes" / "glyphs" / "odd.toml").write_text("[[", "utf-8")
    places.data.parent.mkdir(parents=True)
    places.data.write_text("a file where a folder should be", "utf-8")
    done = run("doctor")
    assert done.code == 1
    wrong = done.out.partition("What is wrong\n")[2].partition("\n\n")[0].splitlines()
    for word in (
        "bell cannot be 'loud'",
        "theme cannot be 'moss'",
        "odd.toml",
        "both",
        "no command 'fly'",
        "written to",
    ):
        assert sum(word in line for line in wrong) == 1, word
    assert len(wrong) == 6


def test_the_doctor_looks_at_the_size() -> None:
    def door(size: tuple[int, int]) -> CliContext:
        settings, places = Settings(), UserDirs.default()
        return CliContext(Terminal(), places, settings, (), size, io.StringIO(), io.StringIO(), True, "xterm-kitty")

    assert list(doctor.advice(door((80, 24)))) == []
    assert [*map(str, doctor.advice(door((79, 24))))] == [
        "The full screen needs 80x24 cells: enlarge the window, or play with --line."
    ]


def test_what_the_output_cannot_show_becomes_a_question_mark() -> None:
    sink = io.TextIOWrapper(io.BytesIO(), encoding="ascii", newline="\n")
    door = CliContext(Terminal(), UserDirs.default(), Settings(), (), (80, 24), io.StringIO(), sink, False, "")
    door.say(literal_text("Größe ✦"))
    sink.flush()
    assert sink.buffer.getvalue() == b"Gr??e ?\n"
