"""`explain` in line mode: anything by its name, also mistyped, and the same as on screen."""

from __future__ import annotations

import io

import pytest

from tests.rules import rule
from tests.tui.player.sitting import in_lines
from tilehall.engine import BUILT_IN_GAMES, ENGLISH, RecordPlayer, load_game, render_text
from tilehall.engine.teaching.puzzles import load_puzzles
from tilehall.engine.teaching.things import Thing
from tilehall.tui.config.settings import Settings
from tilehall.tui.features.rules.example import example_text, find_example
from tilehall.tui.lines.console import LineConsole
from tilehall.tui.tables.table import Table

PEOPLE = (RecordPlayer("Aki"), RecordPlayer("Bo", "random"))
FIRST = {"princess": (("start_seat", "0"),), "sand": (("first", "0"),), "beasts": (("first_seat", "1"),), "kaguya": ()}


def asked(name: str, *things: str) -> str:
    """What is said when these things are asked about, first of all."""
    sink = io.StringIO()
    source = io.StringIO("".join(f"explain {thing}\n" for thing in things))
    table = Table.open(name, PEOPLE, FIRST[name], "7")
    in_lines(table, LineConsole(source, sink), Settings().with_value("confirm", "at once"))
    return sink.getvalue().partition(f"> explain {things[0]}".rstrip())[2]


@rule("P-1.4", "P-4.11", "P-4.12")
@pytest.mark.parametrize("typed", ["R07", "r07", "rune R07", "Wedge", "wedge"])
def test_a_thing_has_several_names(typed: str) -> None:
    told = asked("princess", typed)
    assert "R07 Wedge. A rune card: a shape of 3 tiles." in told
    assert "Its shape: #.# / .#." in told and "Declared it brings 2 steps." in told
    assert "P-4.12: A rune is formed when" in told and "Further rules: P-6.14" in told


@pytest.mark.parametrize(
    ("name", "typed", "told"),
    [
        ("princess", "FU", "fire and sun"),
        ("princess", "Bo D4", "D4, Bo's board"),
        ("princess", "D4", "D4, Aki's board"),
        ("princess", "bo", "Bo. A treasure hunter"),
        ("princess", "the princess", "She waits on space 13"),
        ("sand", "1aG", "1aG Stele. A building of level 1"),
        ("sand", "disk G", "Disk G Emerald Wood"),
        ("sand", "square G", "There are 28 of them."),
        ("sand", "T14", "brings three squares"),
        ("beasts", "v21", "Line V21. The line between b1 and c1."),
        ("beasts", "12sw", "in hole 12"),
        ("beasts", "basilisk", "10 points"),
        ("kaguya", "N10", "red-green with 3 hearts"),
        ("kaguya", "kitchen", "R kitchen. A room"),
        ("kaguya", "E5", "e5 of the princess' board"),
    ],
)
def test_things_of_every_game_are_explained_by_what_is_typed(name: str, typed: str, told: str) -> None:
    found = asked(name, typed)
    assert told in found and "Here: " in found
    assert "✗" not in found


def test_what_is_mistyped_is_asked_back() -> None:
    assert "There is no 'wegde' to explain. Did you mean wedge?" in asked("princess", "wegde")
    assert "Did you mean unicorn?" in asked("beasts", "unicron")
    assert "Explain what? Name one thing, such as EM, R01" in asked("princess", "")
    assert "Name one thing, such as" in asked("kaguya", "xyzzy")


@rule("P-1.4")
def test_of_several_things_of_one_name_that_on_the_table_is_meant() -> None:
    """In this puzzle R04 lies in the row; R03, which is a Corner, too, does not."""
    puzzle = load_puzzles(load_game("princess"))[0]
    table = Table.open("princess", PEOPLE, (), "7", position=puzzle.position)
    sink = io.StringIO()
    in_lines(table, LineConsole(io.StringIO("explain corner\n"), sink), Settings())
    assert "R04 Corner. A rune card" in sink.getvalue() and "R03" not in sink.getvalue().partition("> explain")[2]


def test_if_several_can_be_seen_it_is_asked_which() -> None:
    assert "2 things are called 'G': name one, such as square G, disk G." in asked("sand", "G")
    assert "6 things are called 'gate': name one, such as 1bG, 1bR, 1bK, 3fG, 3fR, 3fK." in asked("sand", "gate")
    assert "such as A1, B1" in asked("princess", "board")


def test_nothing_is_named_twice() -> None:
    assert "such as 1aG, T01, A1, square G, disk G, 1" in asked("sand", "")


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_what_is_said_not_to_be_on_the_table_is_not_there(name: str) -> None:
    table = Table.open(name, PEOPLE, FIRST[name], "7")
    view = table.rules.view(table.match.state, 0)
    for thing in table.rules.teacher.things(view, 0):
        about = table.rules.teacher.explain_thing(view, 0, thing)
        assert about is not None
        assert about.is_on_table != any(f"{text}" in NOWHERE for text in about.current), about.current


NOWHERE = {
    "It is not on the table now.",
    "It does not wait for anybody.",
    "None lies open in the display.",
    "It has not turned up.",
    "It is not dealt yet.",
    "It is out of the game.",
    "The table is still being filled.",
    "It is not used in this game.",
}


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_it_says_what_the_screen_says(name: str) -> None:
    """Word by word what the game tells of a thing, as far as whoever asks may know it."""
    table = Table.open(name, PEOPLE, FIRST[name], "7")
    view = table.rules.view(table.match.state, 0)
    thing = next(each for each in load_game(name).teacher.things(view, 0) if each != Thing("player", "", 0))
    about = load_game(name).teacher.explain_thing(view, 0, thing)
    assert about is not None
    told = asked(name, f"{thing.kind} {thing.word}")
    for text in (about.what, *about.does, *about.current):
        assert render_text(text, ENGLISH, ("Aki", "Bo")) in told
    assert all(f"{number}: " in told for number in about.rules[:9])


def test_the_list_of_commands_names_it() -> None:
    sink = io.StringIO()
    in_lines(
        Table.open("princess", PEOPLE, FIRST["princess"], "7"), LineConsole(io.StringIO("help\n"), sink), Settings()
    )
    assert "explain NAME: what a thing is and does" in sink.getvalue()


@rule("K-2.4")
def test_nobody_hears_what_is_behind_anothers_screen() -> None:
    told = asked("kaguya", "Bo screen", "screen")
    theirs, own = told.split("> explain screen")
    assert "Behind it: " in own and "Behind it: " not in theirs and "Known to all: R1 B1 G1 P1 C1." in theirs


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_an_example_is_told_with_the_names_of_those_who_played_it(name: str) -> None:
    kind, word = {
        "princess": ("rune", "R07"),
        "sand": ("tile", "T14"),
        "beasts": ("beast", "basilisk"),
        "kaguya": ("tile", "N10"),
    }[name]
    table = Table.open(name, PEOPLE, FIRST[name], "7")
    about = table.rules.teacher.explain_thing(table.rules.view(table.match.state, 0), 0, Thing(kind, word))
    assert about is not None
    found = find_example(table.rules, about.rules)
    assert found is not None
    line = f"An example of {found.rule}, from another game: {example_text(found, ENGLISH)}"
    assert line in asked(name, word) and len(example_text(found, ENGLISH)) > 10
