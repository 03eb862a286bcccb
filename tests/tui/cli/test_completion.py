"""What Tab offers: by the program itself, and in the shells that ask it."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.addons import install, installed
from tests.terminal import Pty
from tests.tui.player.sitting import kept
from tilehall.engine import BUILT_IN_GAMES, OFFERED_LEVELS, RecordPlayer, list_game_ids
from tilehall.themes import find_themes
from tilehall.tui.cli import main
from tilehall.tui.cli.command_table import COMMANDS, build_parser
from tilehall.tui.cli.completion.command import SCRIPTS
from tilehall.tui.cli.completion.complete import FILES, completion_lines
from tilehall.tui.cli.completion.sources import CompletionContext
from tilehall.tui.cli.options import Argument, Parser
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.tables.storage.store import Library
from tilehall.tui.tables.table import Table

ROOT = Path(__file__).parents[3]
KINDS = ["human", *(level.id for level in OFFERED_LEVELS)]
BOTS = ("--bot-time", "--bot-log")
FREE = {
    "blocks",
    "bot_time",
    "examples",
    "find",
    "games",
    "gap",
    "host",
    "jobs",
    "key",
    "metrics",
    "moves",
    "name",
    "port",
    "rules",
    "seed",
    "size",
    "speed",
    "sprt",
    "table",
    "to",
    "whom",
    "workers",
}
"""Values that may be anything, or any number."""


def offered(line: str) -> list[str]:
    """The words that the last word of a line may become; a space at its end begins a new one."""
    return [choice.partition("\t")[0] for choice in completion_lines(line.split(" "))]


def shelf() -> Library:
    return Library(UserDirs.default().games)


def keep(name: str, moves: int | None = None) -> None:
    """A saved game, played so far; to its end without a number of moves."""
    players = (RecordPlayer("Aki"), RecordPlayer("Bo"))
    table = Table.open("beasts", players, seed="7", store=kept(shelf().folder / f"{name}.tilehall"))
    while not table.over and moves != 0:
        (seat,) = table.due()
        table.act(seat, table.match.legal_actions(seat)[-1])
        moves = None if moves is None else moves - 1


# --- what there is to choose --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", list(COMMANDS)),
        ("p", ["play", "puzzle", "picture", "pipe"]),
        ("ga", ["games"]),
        ("xyzzy", []),
        ("xyzzy ", []),
        ("-", ["--help", "--lang", "--version"]),
        ("play ", list(BUILT_IN_GAMES)),
        ("play pr", ["princess"]),
        ("play --seed 7 pr", ["princess"]),
        ("play --seed=7 pr", ["princess"]),
        ("play -- pr", ["princess"]),
        ("play princess --se", ["--seat", "--seed"]),
        ("play --sead 7 ", []),
        ("play princess --seed ", []),
        ("play princess --players ", ["2", "3", "4"]),
        ("play sand --players ", ["1", "2", "3", "4"]),
        ("play --players ", []),
        ("play chess --players ", []),
        ("play princess --seat ", []),
        ("play princess --seat Aki:", [f"Aki:{kind}" for kind in KINDS]),
        ("play princess --seat Aki:n", ["Aki:normal"]),
        ("play princess --seat=Aki:n", ["--seat=Aki:normal"]),
        ("play princess --seat :", []),
        ("demo princess --seat Aki:", [f"Aki:{level.id}" for level in OFFERED_LEVELS]),
        ("play princess --option st", ["steal_tiles=", "start_seat="]),
        ("play princess --option steal_tiles=off --option st", ["start_seat="]),
        ("play princess --option steal_tiles=", ["steal_tiles=on", "steal_tiles=off"]),
        ("play princess --option=steal_tiles=of", ["--option=steal_tiles=off"]),
        ("play princess --option xyzzy=", []),
        ("play --option ", []),
        ("play princess --tiles ", ["auto", "small", "medium", "large"]),
        ("play princess --glyphs ", ["auto", *find_themes()[0].glyphs]),
        ("replay x --theme ", ["auto", *find_themes()[0].palettes]),
        ("simulate sand --seat ", [level.id for level in OFFERED_LEVELS]),
        ("rules princess P-4.12", ["P-4.12"]),
        ("rules princess P-4.12 ", []),
        ("rules chess ", []),
        ("check ", [FILES]),
        ("check one two ", [FILES]),
        ("check --", ["--help", "--json", "--components", "--lang"]),
        ("games ", ["list", "resume", "watch", "mend", "export", "delete"]),
        ("games export x ", [FILES]),
        ("games resume --", ["--help", "--line", "--seat", "--bot-time", "--bot-log", "--components", "--lang"]),
        ("games resume x --seat Bob:", ["Bob:cmd="]),
        ("serve --bot ", []),
        ("games xyzzy ", []),
        ("completions ", list(SCRIPTS)),
        ("help ", list(COMMANDS)),
        ("help games re", ["resume"]),
        ("help games resume ", []),
        ("themes ", ["--help", "--lang"]),
        ("doctor ", ["--help", "--json", "--lang"]),
        ("doctor --lang e", ["en"]),
        ("doctor --json ", ["--help", "--lang"]),
    ],
)
def test_what_a_word_may_become(line: str, words: list[str]) -> None:
    assert offered(line) == words


def test_options_are_offered_once_unless_they_may_be_repeated() -> None:
    left = offered("play princess --seat A --option a=b --line --theme night --tiles small --")
    assert left == ["--help", "--players", "--seat", "--option", "--seed", "--glyphs", "--lang", *BOTS, "--components"]


def test_each_says_what_it_means() -> None:
    assert "princess\tThe Princess and Magic Tile" in completion_lines(["play", ""])
    assert "games\tlist saved games; resume, export, delete" in completion_lines([""])
    assert "--json\tone JSON object, for programs" in completion_lines(["check", "--"])
    assert "Aki:random\tAny legal action, by lot." in completion_lines(["play", "--seat", "Aki:"])
    assert any(line.startswith("P-4.12\tA rune is formed") for line in completion_lines(["rules", "princess", "P-4.1"]))


def test_saved_games_are_offered_where_they_will_do() -> None:
    keep("over")
    keep("going", 3)
    (shelf().folder / "bad\nname.tilehall").write_text("", "utf-8")
    assert offered("games resume ") == ["last", "going"]
    assert offered("games export ") == offered("games delete ") == ["going", "over"]
    assert offered("games delete going ") == ["over"]
    assert offered("replay ") == ["going", "over", FILES]
    assert offered("replay o") == ["over", FILES]


def test_looks_of_ones_own_are_offered() -> None:
    folder = UserDirs.default().config / "themes" / "palettes"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text('name = "mine"\ntitle = "Moss"\nextends = "night"\n', "utf-8")
    assert list(completion_lines(["play", "--theme", "mi"])) == ["mine\tMoss"]


def test_games_of_guests_are_offered_and_not_loaded(tmp_path: Path) -> None:
    install(tmp_path, "a-guest", {"hex": "guest_of_tab:HEX"}, {"guest_of_tab.py": "raise RuntimeError('loaded')\n"})
    with installed(tmp_path):
        assert list_game_ids() == (*BUILT_IN_GAMES, "hex")
        assert offered("rules h") == ["hex"]
        assert "guest_of_tab" not in sys.modules
        assert offered("play hex --players ") == [], "it cannot be played, and nobody is told in the middle of a line"


# --- the definition -----------------------------------------------------------------------------------------------


def every(found: Parser) -> Iterator[tuple[Parser, Argument]]:
    yield from ((found, argument) for argument in found.arguments)
    for below in found.commands.values():
        yield from every(below)


def test_every_value_is_completed_or_free() -> None:
    definition = list(every(build_parser(*COMMANDS)))
    assert len(definition) > 60
    bare = {f"{found.prog} {argument.dest}" for found, argument in definition if argument.value}
    bare -= {f"{found.prog} {argument.dest}" for found, argument in definition if argument.source or argument.files}
    assert {name.split()[-1] for name in bare} == FREE, bare


def test_everything_is_explained() -> None:
    for found, argument in every(build_parser(*COMMANDS)):
        assert argument.help, (found.prog, argument.dest)
        assert found.description


def test_every_source_can_be_asked_at_any_time() -> None:
    for _, argument in every(build_parser(*COMMANDS)):
        for word in ("", ":", "=", "x:", "x="):
            for given in ({}, {"game": ["chess"], "topic": ["xyzzy"]}, {"game": ["princess"]}):
                if argument.source:
                    assert all(
                        choice for choice, _ in argument.source(CompletionContext(word, given, UserDirs.default))
                    )


LOADED = """
import sys
from tilehall.tui.cli import main
main(["complete", "--", *sys.argv[1:]])
print(*sys.modules, file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("line", "engine"),
    [
        *((line, False) for line in ("pl", "themes --", "help ", "doctor --", "check x", "completions ")),
        *((line, True) for line in ("play --", "demo x --seat A:", "simulate --", "games resume ")),
    ],
)
def test_what_waits_at_tab_loads_little(line: str, engine: bool) -> None:
    command = [sys.executable, "-c", LOADED, *line.split(" ")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    loaded = set(done.stderr.split())
    assert not loaded & {"textual", "rich", "asyncio", "pydoc", "difflib", "tilehall.tui.cli.context"}
    assert ("tilehall.engine" in loaded) == engine
    assert not any(f"tilehall.engine.games.{game}" in loaded for game in BUILT_IN_GAMES)


# --- the shells ---------------------------------------------------------------------------------------------------

START = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}
LOAD = {
    "bash": 'eval "$(tilehall completions bash)"; PS1=ready:',
    "zsh": 'autoload -U compinit; compinit -u -D; eval "$(tilehall completions zsh)"; PS1=ready:',
    "fish": "tilehall completions fish | source; function fish_prompt; echo -n ready:; end",
}


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder with a command `tilehall`, that of the sources."""
    folder = tmp_path / "programs"
    folder.mkdir()
    program = folder / "tilehall"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m tilehall "$@"\n', "utf-8")
    program.chmod(0o755)
    return folder


@pytest.mark.parametrize("shell", SCRIPTS)
def test_tab_completes_in_a_real_shell(shell: str, programs: Path, tmp_path: Path) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    home = tmp_path / "home"
    home.mkdir()
    (home / "my game.tilehall").touch()
    env = {"PATH": f"{programs}:/usr/bin:/bin", "HOME": str(home), "XDG_DATA_HOME": str(home / "data")}
    with Pty(START[shell], (100, 30), env, home) as pty:
        pty.wait_quiet(0.3)
        pty.send(f"{LOAD[shell]}\r")
        pty.wait_for("\nready:", 20)
        for typed, became in (
            ("tilehall sim", "tilehall simulate "),
            ("tilehall play pri", "tilehall play princess "),
            ("tilehall play princess --pla", "tilehall play princess --players "),
            ("tilehall play princess --seat Aki:no", "tilehall play princess --seat Aki:normal "),
            ("tilehall play princess --seat=Bo:e", "tilehall play princess --seat=Bo:easy "),
            ("tilehall play princess --option stea", "tilehall play princess --option steal_tiles="),
            ("tilehall play princess --option steal_tiles=of", "tilehall play princess --option steal_tiles=off "),
            ("tilehall play princess --seat 竹取:ea", "tilehall play princess --seat 竹取:easy "),
            ("tilehall check my", "tilehall check my\\ game.tilehall "),
            ("tilehall help games exp", "tilehall help games export "),
        ):
            pty.send(f"{typed}\t")
            # A letter more shows whether a space was set.
            pty.wait_quiet(0.3)
            pty.send("Z")
            pty.wait_for(f"ready:{became}Z", 20)
            pty.send("\x15")
            pty.wait_quiet(0.1)


def test_bash_lists_what_there_is(programs: Path, tmp_path: Path) -> None:
    """As bash calls it, without a keyboard."""
    script = """
        eval "$(tilehall completions bash)"
        COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDBREAKS=$' \\t\\n"><=;|&(:'
        _tilehall tilehall
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    env = {"PATH": f"{programs}:/usr/bin:/bin", "HOME": str(tmp_path), "PYTHONPATH": f"{ROOT / 'src'}"}

    def listed(line: str) -> list[str]:
        words = ["bash", "--norc", "--noprofile", "-c", script, "bash", line]
        done = subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout.split()

    assert listed("tilehall ") == list(COMMANDS)
    assert listed("tilehall play ") == list(BUILT_IN_GAMES)
    assert listed("tilehall play princess --seat Aki:") == KINDS, "what comes after the colon, which ends a word there"
    assert listed("tilehall play princess --option steal_tiles=") == ["on", "off"]
    assert listed("tilehall check pro") == ["programs"]
    assert listed("tilehall xyzzy ") == []


@pytest.mark.parametrize("shell", SCRIPTS)
def test_a_script_says_where_to_put_it(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completions", shell]) == 0
    text = capsys.readouterr().out
    assert f"tilehall completions {shell}" in text and "Put this line into ~/." in text
    known = [command for command in COMMANDS if f" {command} " in text]
    assert known == ["completions"], "it knows none by itself, so it is right for every version"


def test_another_shell_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completions", "tcsh"]) == 2
    assert capsys.readouterr().err == "There are no completions for 'tcsh'. Shells: bash, zsh, fish.\n"
    assert main(["completions", "bsh"]) == 2
    assert capsys.readouterr().err == "There are no completions for 'bsh'. Did you mean bash?\n"
