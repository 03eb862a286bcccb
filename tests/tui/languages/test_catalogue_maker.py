"""Catalogues are made from the source, and kept up to date with it."""

from pathlib import Path

import pytest

from tilehall.engine import BUILT_IN_GAMES, load_game
from tilehall.engine.teaching.lessons import load_lessons
from tilehall.tui.languages import make_catalogues

SOURCE = """
from tilehall.engine import Text, name

def told(won, n, card):
    # For translators: at the end of a game.
    yield Text("You win." if won else "You lose.")
    yield Text(
        "{n} gem "
        "left",
        "{n} gems left",
        n=n,
    )
    yield name(card.name)
    yield Text("{word}", word="D4")
"""


def test_texts_are_found_where_they_are_written() -> None:
    found = [(each.template, each.many, each.note) for each in make_catalogues.texts_in(SOURCE, "x.py")]
    assert found == [
        ("You win.", "", "at the end of a game."),
        ("You lose.", "", "at the end of a game."),
        ("{n} gem left", "{n} gems left", ""),
    ]


@pytest.mark.parametrize("made", ["Text(words)", 'Text(f"{a} takes")', 'Text("a" + b)', 'Text("%s" % a)'])
def test_a_template_that_is_made_up_is_an_error_with_its_place(made: str) -> None:
    with pytest.raises(make_catalogues.NoLiteral, match=r"x\.py:1: the template of a Text has to be written here"):
        list(make_catalogues.texts_in(made, "x.py"))


def test_names_of_components_are_texts() -> None:
    table = 'id = "R07"\nname = "Wedge"\nelement_names = ["earth", "water"]\nids = ["R01"]\nranks = [[0, "Master"]]\n'
    assert [each.template for each in make_catalogues.names_in(table, "c.toml")] == [
        "Wedge",
        "earth",
        "water",
        "Master",
    ]


LESSON = """
title = "One chain"
goal = "Join {A} and B."
rules = ["H-3.1"]
hints = ["Where.", "What.", "Why."]
after = "That wins."
solution = ["put A1"]

[[success]]
event = "win"

[[fail]]
when = { over = true }
says = "It is lost."
by = []
"""


def test_what_is_said_in_lessons_is_a_text_and_nothing_else_of_them(tmp_path: Path) -> None:
    found = [(each.template, each.place[1]) for each in make_catalogues.lesson_texts_in(LESSON, "1-chain.toml")]
    words = ["One chain", "Join {{A}} and B.", "Where.", "What.", "Why.", "That wins.", "It is lost."]
    assert [template for template, _ in found] == words
    assert [line for _, line in found] == [2, 3, 5, 5, 5, 6, 14]
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / "1-chain.toml").write_text(LESSON, "utf-8")
    (tmp_path / "rules.toml").write_text(LESSON, "utf-8")
    assert [each.template for each in make_catalogues.texts_in_folders([tmp_path], tmp_path)] == words


def test_the_lessons_of_every_game_are_to_be_translated() -> None:
    found = {
        each.template
        for each in make_catalogues.texts_in_folders([make_catalogues.ROOT / "engine"], make_catalogues.ROOT)
    }
    for name in BUILT_IN_GAMES:
        for lesson in load_lessons(load_game(name)):
            failures = [failure.says for failure in lesson.failures]
            for text in (lesson.title, lesson.goal, lesson.after, *lesson.hints, *failures):
                assert text.template in found, text


@pytest.fixture
def project(tmp_path: Path) -> tuple[Path, Path]:
    """A package with texts, and a German catalogue of an older time."""
    package, languages = tmp_path / "hex", tmp_path / "hex" / "languages"
    languages.mkdir(parents=True)
    (package / "end.py").write_text(SOURCE, "utf-8")
    old = 'msgid "You win."\nmsgstr "Gewonnen."\n\nmsgid "Gone."\nmsgstr "Weg."\n'
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    (languages / "de.po").write_text(head + old, "utf-8")
    return package, languages


def test_a_translation_keeps_what_it_has_and_says_what_it_lacks(
    project: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    package, languages = project
    assert make_catalogues.main([str(package), "--into", str(languages), "--missing"]) == 0
    told = capsys.readouterr().out
    assert "3 texts" in told and "de: 2 missing, 0 wrong" in told and "end.py: 'You lose.'" in told
    translation = (languages / "de.po").read_text("utf-8")
    assert 'msgstr "Gewonnen."' in translation and "Weg" not in translation
    assert (languages / "de.mo").is_file()


def test_checking_changes_nothing_and_tells(project: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    package, languages = project
    before = sorted(languages.iterdir())
    assert make_catalogues.main([str(package), "--into", str(languages), "--check"]) == 1
    assert "de.po is not up to date: make words" in capsys.readouterr().out
    assert sorted(languages.iterdir()) == before


def test_a_translation_with_other_fields_is_wrong(
    project: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    package, languages = project
    (package / "end.py").write_text('from tilehall.engine import Text\nText("{who} wins.", who=1)\n', "utf-8")
    with (languages / "de.po").open("a", encoding="utf-8") as file:
        file.write('\nmsgid "{who} wins."\nmsgstr "{wer} gewinnt."\n')
    assert make_catalogues.main([str(package), "--into", str(languages)]) == 1
    assert "has fields that '{who} wins.' has not: wer" in capsys.readouterr().out


def test_our_catalogues_are_up_to_date_and_lack_nothing() -> None:
    assert make_catalogues.main(["--check"]) == 0


def test_words_of_the_command_line_are_found_where_it_is_defined() -> None:
    source = """
from tilehall.tui.cli.options import translatable

def add_arguments(parser):
    parser.description = translatable("Bows.")
    parser.add_argument("--deep", help="how low", metavar="N")
    parser.add_argument("--long", help=translatable("how long"))
"""
    assert sorted(each.template for each in make_catalogues.words_in(source, "bow.py")) == [
        "Bows.",
        "how long",
        "how low",
    ]
    assert not list(make_catalogues.words_in(source.replace("tilehall.tui.cli.options", "argparse"), "bow.py"))
    with pytest.raises(make_catalogues.NoLiteral, match=r"bow\.py:6: the words have to be written here"):
        list(make_catalogues.words_in(source.replace('"how low"', 'f"how {low}"'), "bow.py"))
