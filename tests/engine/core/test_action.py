"""Actions: what a declaration promises, and that the texts of every game are those of its rulebook."""

from __future__ import annotations

import pickle
import re
from importlib import import_module

import pytest

from tests.rules import rule
from tilehall.engine import (
    BUILT_IN_GAMES,
    BaseAction,
    Names,
    Notation,
    NotationError,
    OneOf,
    Phrase,
    action,
    fields_of,
    load_game,
    numbers,
    word,
)
from tilehall.engine.core.package_data import read_package_text

LETTER = Names(lambda: "RGB")


@action("move", "R 2")
class MoveCube(BaseAction):
    """Moves a cube up."""

    cube: int = word(LETTER)
    steps: int = word(numbers(range(1, 4)))


@action("answer", "yes")
class Answer(BaseAction):
    """A word that stands for itself."""

    answer: str = word(OneOf("yes", "no"))


@action("move2", "R 2")
class MoveAgain(MoveCube):
    """The same fields under another verb."""


PASS = Phrase("pass")
NOTATION = Notation("X-1.1", PASS, MoveCube, MoveAgain, Answer)


@pytest.mark.parametrize("made", [PASS, MoveCube(2, 3), MoveAgain(0, 1), Answer("no")])
def test_an_action_is_a_value(made: BaseAction) -> None:
    again = NOTATION.parse(str(made))
    assert again == made and hash(again) == hash(made) and str(again) == str(made)
    assert pickle.loads(pickle.dumps(made)) == made
    assert str(made) == " ".join((made.verb, *made.words))
    assert not hasattr(made, "__dict__")


def test_equal_fields_of_another_class_are_another_action() -> None:
    assert MoveCube(1, 2) != MoveAgain(1, 2)
    assert MoveCube(1, 2) != MoveCube(1, 3)
    assert repr(MoveCube(1, 2)) == "MoveCube(cube=1, steps=2)"


def test_a_decision_names_the_words() -> None:
    assert fields_of(PASS, MoveCube, Answer) == {"pass": (), "move": ("cube", "steps"), "answer": ("answer",)}


@pytest.mark.parametrize(
    "text",
    ["", "pass ", "pass now", "move", "move R", "move R 4", "move R 02", "move X 1", "move R 1 1", "answer maybe"],
)
def test_other_texts_are_no_actions(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        NOTATION.parse(text)
    assert refused.value.rule == "X-1.1"


def test_an_error_shows_how_it_looks() -> None:
    with pytest.raises(NotationError) as known:
        NOTATION.parse("move Z")
    assert str(known.value) == "'move Z' is no action of this game; it looks like 'move R 2'."
    with pytest.raises(NotationError) as unknown:
        NOTATION.parse("fly")
    assert str(unknown.value) == "'fly' is no action of this game."


# --- the four games -----------------------------------------------------------------------------------------------


def declared(name: str) -> list[type[BaseAction] | Phrase]:
    """The action classes and phrases of a game."""
    known = vars(import_module(f"tilehall.engine.games.{name}.actions")).values()
    classes = [each for each in known if isinstance(each, type) and issubclass(each, BaseAction)]
    return [*(each for each in classes if each.example), *(each for each in known if isinstance(each, Phrase))]


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_every_class_has_an_example_of_its_own(name: str) -> None:
    for each in declared(name):
        if isinstance(each, type):
            found = load_game(name).parse(each.example)
            assert type(found) is each and str(found) == each.example and len(found.words) == len(each.fields)


@rule("P-3.6", "P-3.8", "S-3.2", "S-3.3", "B-3.3", "B-3.4", "K-3.1", "K-3.2", "K-3.7")
@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_the_texts_of_the_rulebook_are_the_actions(name: str) -> None:
    """Section 3 shows a text of every verb, and each of them is an action."""
    words_of = {each.verb: len(each.fields) for each in declared(name)}
    rulebook = read_package_text(f"tilehall.engine.games.{name}", "rulebook.md")
    third = rulebook[rulebook.index("\n## 3 ") : rulebook.index("\n## 4 ")]
    texts = [text for text in re.findall(r"`([^`]+)`", third) if words_of.get(text.split(" ")[0]) == text.count(" ")]
    assert [str(load_game(name).parse(text)) for text in texts] == texts
    assert {text.split(" ")[0] for text in texts} == {*words_of}
