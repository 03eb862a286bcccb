"""The command line in other languages: nothing English is left in a language that nobody speaks."""

import io
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from tests.pseudo import PseudoLanguage, english_in
from tests.tui.cli.test_completion import every
from tests.tui.player.sitting import kept
from tilehall.engine import ENGLISH, RecordPlayer, list_game_ids, render_text
from tilehall.themes import find_themes
from tilehall.tui import cli
from tilehall.tui.cli.cli_language import translate_words
from tilehall.tui.cli.command_table import COMMANDS, build_parser, parser_for
from tilehall.tui.cli.commands.man import manual_page as manual
from tilehall.tui.cli.context import CliContext
from tilehall.tui.cli.help_page import help_page
from tilehall.tui.cli.options import Parser, UsageError, check_usage, parse_words
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.key_map import BOARD_COMMANDS
from tilehall.tui.languages.language import language_codes
from tilehall.tui.tables.storage.store import Library
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.output import cells

SAY = translate_words(PseudoLanguage())
PROTOCOL = "pipe"
"""Its help lists what programs can ask, in English."""
TYPED = frozenset(
    {"tilehall", "human", "random", "easy", "normal", "hard", "master", "bash", "zsh", "fish", "princess", "de"}
)
"""What is typed as it is in every language."""
FOUND = frozenset({"one", "keymap", "resume", "usual", "full", "neutral", "ascii", "textual", "rich", "ctrl"})
"""What was found: programs, names of looks and games."""
QUOTED = re.compile(r"'[^']*'|/\S+|\w+/|\S+=\S+|\w+\.toml|\w+-\w+(?:-\w+)*|--?\w+|undo = \S+|pip install|export \S+")
"""Commands between quotes, files, options, variables."""


def left(shown: str, *known: str) -> list[str]:
    """What is still English but for what is typed."""
    return english_in(QUOTED.sub("", shown), TYPED | {*known})


def commands() -> Iterator[Parser]:
    yield from dict.fromkeys(found for found, _ in every(build_parser(*COMMANDS)))


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != PROTOCOL])
def test_help_is_in_the_language(name: str) -> None:
    for found in (each for each in commands() if f"{each.prog} ".startswith(f"tilehall {name} ")):
        lines = help_page(found, SAY, 80)
        shown = "\n".join(lines)
        assert not left(shown, name, *found.prog.split(), *found.commands), shown
        assert max(map(cells.width, lines)) <= 80


def test_the_manual_is_in_the_language() -> None:
    shown = manual(build_parser(*[name for name in COMMANDS if name != PROTOCOL]), "tilehall 1", SAY)
    told = [line for line in shown.splitlines() if not line.startswith((".SS", ".TH", "\\fB", "\\fI", ".B"))]
    plain = "\n".join(told).replace("\\-", "-").replace("\\(aq", "'")
    plain = re.sub(r"\\\[u\w{4}\]", lambda found: chr(int(found[0][3:-1], 16)), plain)
    assert not left(plain, *COMMANDS)


@pytest.fixture
def shelf() -> Library:
    library = Library(UserDirs.default().games)
    players = (RecordPlayer("竹取", "random"), RecordPlayer("Ωméga", "random"))
    Table.open("princess", players, seed="7", store=kept(library.folder / "one.tilehall"))
    return library


def spoken(*words: str) -> tuple[int, str]:
    """A command at the door of somebody who speaks the language that nobody speaks."""
    definition = parser_for(words)
    args = definition.parse_args(words)
    sink = io.StringIO()
    door = replace(CliContext.open(os.environ), language=PseudoLanguage(), sink=sink)
    module = COMMANDS[args.command][0] if args.command else cli.HOME
    return import_module(module).main(args, door), sink.getvalue()


@pytest.mark.parametrize("words", ["games", "keys", "doctor", "themes", "", "check one.tilehall"])
def test_what_a_command_says_is_in_the_language(words: str, shelf: Library, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(shelf.folder / "one.tilehall")
    _, shown = spoken(*(path if word == "one.tilehall" else word for word in words.split()))
    known = (
        {command.id for command in BOARD_COMMANDS}
        | set(find_themes()[0].palettes)
        | set(COMMANDS)
        | set(list_game_ids())
    )
    assert not left(shown, *FOUND, *known), shown
    assert capsys.readouterr().err == ""


def test_columns_stay_straight_whatever_is_written_in_them(shelf: Library) -> None:
    for words, name in (("games", "one"), ("keys", "undo")):
        head, *rows = spoken(words)[1].splitlines()
        row = next(row for row in rows if row.split()[0] == name)
        starts = [cells.width(head[: found.start()]) for found in re.finditer(r"\S+(?: \S+)*", head)]
        assert all(cells.width(row[: _reach(row, start)]) == start for start in starts), (head, row)


def _reach(row: str, columns: int) -> int:
    """The character at which this column begins."""
    return next(at for at in range(len(row) + 1) if cells.width(row[:at]) >= columns)


WRONG = [
    "xyzzy",
    "games xyzzy",
    "themes xyzzy",
    "--xyzzy",
    "play",
    "play princess --seed",
    "play princess --seed --line",
    "play princess --players two",
    "games --json=3",
    "simulate princess --games 0",
]


@pytest.mark.parametrize("words", WRONG)
def test_what_is_wrong_is_said_in_the_language(words: str) -> None:
    given = words.split()
    with pytest.raises(UsageError) as found:
        check_usage(parse_words(parser_for(given), given))
    shown = render_text(found.value.text, PseudoLanguage())
    assert not left(shown, *COMMANDS, "list"), shown


# --- which language -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["games", "doctor", "play princess", "simulate princess --games 1", "", "help play"])
def test_a_language_that_there_is_not_is_one_sentence(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*words.split(), "--lang", "xx"]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"There is no language 'xx'. Languages: {', '.join(language_codes())}.\n")


def test_the_language_may_stand_before_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--lang", "en", "keys"], ["--lang=en", "keys"], ["keys", "--lang", "en"]):
        assert cli.main(words) == 0
        assert capsys.readouterr().out.startswith("COMMAND ")
    assert cli.main(["--lang", "en", "ply"]) == 2
    assert capsys.readouterr().err == "There is no command 'ply'. Did you mean play?\n"


def test_german_is_spoken_by_option_setting_and_locale(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def language(*words: str) -> str:
        return CliContext.open(os.environ, *words).language.code

    assert (language(), language("de")) == (ENGLISH.code, "de")
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert (language(), language("en")) == ("de", ENGLISH.code)
    monkeypatch.setenv("LANG", "C.UTF-8")
    settings = UserDirs.default().settings
    settings.parent.mkdir(parents=True)
    settings.write_text('language = "de"\n', "utf-8")
    assert (language(), language("en")) == ("de", ENGLISH.code)


def test_the_language_reaches_a_table_in_lines(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    for code in language_codes():
        assert CliContext.open(os.environ, code).open_console("").language.code == code
