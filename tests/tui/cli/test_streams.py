"""Every command with streams that are closed, full, broken or endless, and with files that are none: one sentence."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tilehall.tui.cli.command_table import COMMANDS
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.tables.storage.saved_games import read_record

ROOT = Path(__file__).parents[3]
RECORD = ROOT / "tests" / "records" / "princess-2p.tilehall"

EVERY = {
    "": "",
    "play": "play princess --line --seed 1",
    "demo": "demo princess --line --seed 1 --speed 0",
    "rules": "rules princess P-4.12",
    "replay": "replay king --line --to 3",
    "picture": "picture king /dev/stdout --to 3",
    "check": "check {record}",
    "games": "games export king",
    "simulate": "simulate princess --games 1",
    "arena": "arena kaguya --seat random --seat random --blocks 1",
    "review": "review {record}",
    "components": "components kaguya",
    "bot": "bot check 'python3 examples/bots/greedy.py' --game kaguya --moves 2",
    "learn": "learn --report",
    "puzzle": "puzzle",
    "pipe": "pipe",
    "themes": "themes",
    "keys": "keys",
    "doctor": "doctor --json",
    "completions": "completions bash",
    "man": "man",
    "new-game": "new-game pebbles --into $HOME/pebbles",
    "help": "help games",
    "complete": "complete -- games export ki",
}
"""A line for each command; {record} is a record that is not on the shelf."""


USUAL = ("", "play", "demo", "games", "picture", "simulate", "pipe", "doctor")
"""They are tried with closed streams, the others with a full one; in a soak all with both."""


@pytest.fixture(autouse=True)
def shelf(own_environment: Path) -> Path:
    """A user who has saved a game that a king plays."""
    folder = UserDirs.default().games
    folder.mkdir(parents=True)
    text = RECORD.read_text("utf-8")
    first = re.search(r"^seats (\w+)", text, re.MULTILINE)
    assert first
    (folder / "king.tilehall").write_text(re.sub(rf"\b{first[1]}\b", "王", text), "utf-8")
    return folder


def shell(words: str, streams: str, **environ: str) -> subprocess.CompletedProcess[bytes]:
    """A command with streams as a shell redirects them."""
    line = f"exec {sys.executable} -m tilehall {words.replace('{record}', shlex.quote(str(RECORD)))} {streams}"
    return subprocess.run(["bash", "-c", line], cwd=ROOT, env=os.environ | environ, capture_output=True, timeout=60)


def a_sentence(text: bytes) -> bool:
    return text.endswith(b".\n") and text.count(b"\n") == 1


def test_every_command_is_tried() -> None:
    # A hall is tried in tests/tui/hall.
    assert {*EVERY} == {*COMMANDS, "", "complete"} - {"serve", "join", "hall"}


@pytest.mark.parametrize(
    "command", [pytest.param(each, marks=pytest.mark.soak if each in USUAL[:-2] else ()) for each in EVERY]
)
def test_an_output_that_is_full_is_one_sentence(command: str) -> None:
    done = shell(EVERY[command], "</dev/null >/dev/full")
    if command == "pipe":  # nothing was asked
        assert (done.returncode, done.stderr) == (0, b"")
    else:
        assert (done.returncode, done.stderr) == (2, b"Reading or writing: No space left on device.\n")


@pytest.mark.parametrize(
    "command", [pytest.param(each, marks=() if each in USUAL else pytest.mark.soak) for each in EVERY]
)
def test_closed_streams_are_no_streams(command: str, shelf: Path) -> None:
    assert shell(EVERY[command], "<&- >&- 2>&-").returncode == 0
    for path in shelf.glob("*.tilehall"):
        read_record(path)


@pytest.mark.parametrize(
    ("words", "streams", "code"),
    [
        ("games", ">&-", 0),
        ("games", "2>&-", 0),
        ("xyzzy", "2>&-", 2),
        ("xyzzy", "2>/dev/full", 2),
        ("xyzzy", ">/dev/full 2>/dev/full", 2),
        ("keys", ">/dev/full 2>/dev/full", 2),
        ("pipe", "<<<'{}' >/dev/full 2>/dev/full", 2),
        ("play princess --line", "<&-", 0),
        ("pipe", "<&-", 0),
        ("keys", "1</dev/null", 2),
        ("play princess --line", "0>/dev/null", 2),
    ],
)
def test_some_streams_are_there(words: str, streams: str, code: int) -> None:
    done = shell(words, streams)
    assert done.returncode == code
    assert not done.stderr or a_sentence(done.stderr)


@pytest.mark.parametrize("command", ["", "play", "demo", "rules", "games", "pipe", "man"])
def test_readers_that_go_away_are_no_error(command: str) -> None:
    done = shell(EVERY[command], "<<<'{}' | head -c 1; exit ${PIPESTATUS[0]}")
    assert (done.returncode, len(done.stdout), done.stderr) == (0, 1, b"")


def test_a_line_without_end_is_cut() -> None:
    """With little memory: it is not kept."""
    told = b"A line without an end came in; nothing more is read."
    done = shell("play princess --line", "< <(yes | tr -d '\\n')")
    assert (done.returncode, done.stderr) == (0, b"") and told in done.stdout
    done = shell("pipe", "</dev/zero")
    assert (done.returncode, done.stderr) == (2, told + b"\n")
    assert done.stdout.count(b"\n") == 1 and b'"bad_json"' in done.stdout


LATIN = {"PYTHONIOENCODING": "latin-1"}
PLAIN = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}


@pytest.mark.parametrize("environ", [LATIN, PLAIN], ids=["Latin-1", "C"])
@pytest.mark.parametrize(
    ("words", "told"),
    [("games", b"?, "), ("replay king --line --to 3", b": ?, "), ("check 王", b": no: "), ("xyzzy王", b"'xyzzy?")],
)
def test_names_that_the_output_lacks_become_question_marks(words: str, told: bytes, environ: dict[str, str]) -> None:
    done = shell(words, "</dev/null 2>&1", **environ)
    assert told in done.stdout and b"Traceback" not in done.stdout
    assert done.returncode == {"games": 0, "replay": 0, "check": 1}.get(words.split()[0], 2)


@pytest.mark.parametrize("environ", [LATIN, PLAIN], ids=["Latin-1", "C"])
def test_an_exported_record_is_as_it_was_kept(environ: dict[str, str], shelf: Path) -> None:
    done = shell("games export king", "</dev/null", **environ)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == (shelf / "king.tilehall").read_bytes()


def test_what_is_no_record_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    names = ["/dev/zero", tmp_path, tmp_path / "pipe", "/dev/full", "/dev/stdin", tmp_path / "none"]
    done = shell(f"check {shlex.join(map(str, names))}", "</dev/zero")
    assert (done.returncode, done.stderr) == (1, b"")
    lines = done.stdout.decode().splitlines()
    assert [line.partition(": no: ")[0] for line in lines] == [str(name) for name in names]
    assert [("larger than" in line) for line in lines] == [True, False, False, True, True, False]
    for command in ("replay", "games resume", "games export"):
        done = shell(f"{command} {tmp_path / 'pipe'}", "</dev/null")
        assert done.returncode == 2 and a_sentence(done.stderr)


def test_a_record_may_come_through_a_pipe() -> None:
    done = shell("check /dev/stdin <(cat {record})", f"< <(cat {shlex.quote(str(RECORD))})")
    assert (done.returncode, done.stderr, done.stdout.count(b": ok, ")) == (0, b"", 2)


@pytest.mark.parametrize("target", ["/dev/full", "/dev/null", "."])
def test_an_export_takes_no_place_that_is_taken(target: str) -> None:
    done = shell(f"games export king {target}", "</dev/null")
    assert done.returncode == 2 and a_sentence(done.stderr)
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize("stream", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_a_picture_goes_on_where_an_open_file_stands(tmp_path: Path, stream: str) -> None:
    page = tmp_path / "page.html"
    with page.open("wb", buffering=0) as file:
        file.write(b"HEAD")
        command = [sys.executable, "-m", "tilehall", "picture", "king", stream, "--to", "3"]
        assert subprocess.run(command, cwd=ROOT, stdout=file, timeout=60).returncode == 0
        file.write(b"TAIL")
    assert page.read_bytes().startswith(b"HEAD<svg ") and page.read_bytes().endswith(b"</svg>\nTAIL")


def test_a_folder_takes_no_picture() -> None:
    for target in ("/", ".", "''"):
        done = shell(f"picture king {target}", "</dev/null")
        assert done.returncode == 2 and done.stderr.endswith(b": Is a directory.\n") and a_sentence(done.stderr)
