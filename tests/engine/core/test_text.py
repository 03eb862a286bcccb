"""Texts: templates and arguments that become sentences when they are shown."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pseudo import Pseudo, changed
from tilehall.engine import (
    ENGLISH,
    Piece,
    Refusal,
    Refused,
    Retold,
    Run,
    SetupError,
    Text,
    Who,
    apart,
    both,
    either,
    listed,
    plain,
    runs,
    said,
    spaced,
)

NAMES = ("竹取", "Ωméga-Zoë")
SUN = Piece("tile", "FU", Text("fire sun"))


def test_names_and_numbers_are_put_in_last() -> None:
    text = Text("{who} moves {steps:+} to {cell}.", who=Who(1), steps=3, cell="D4")
    assert said(text, ENGLISH, NAMES) == "Ωméga-Zoë moves +3 to D4."
    assert said(text, ENGLISH, ("A", "B")) == "B moves +3 to D4."


def test_what_stands_for_something_knows_that_it_does() -> None:
    text = Text("{who} takes {tile}.", who=Who(0), tile=SUN)
    assert [*runs(text, ENGLISH, NAMES)] == [
        Run("竹取", Who(0)),
        Run(" takes "),
        Run("FU fire sun", SUN),
        Run("."),
    ]


def test_a_name_with_braces_is_a_name() -> None:
    assert said(Text("{who} passes.", who=Who(0)), ENGLISH, ("{who}",)) == "{who} passes."
    assert str(plain("{0}")) == "{0}"


def test_a_seat_without_a_name_is_a_number() -> None:
    assert str(Text("{who} passes.", who=Who(2))) == "#3 passes."


@pytest.mark.parametrize(("n", "words"), [(0, "0 gems"), (1, "1 gem"), (2, "2 gems")])
def test_plurals_go_by_n(n: int, words: str) -> None:
    assert str(Text("{n} gem", "{n} gems", n=n)) == words


def test_things_are_listed() -> None:
    things = ["D4", SUN, Text("nothing")]
    assert str(listed(things)) == "D4, FU fire sun, nothing"
    assert str(apart(things)) == "D4; FU fire sun; nothing"
    assert str(both(things)) == "D4, FU fire sun and nothing"
    assert str(either(things)) == "D4, FU fire sun or nothing"
    assert str(spaced([Text("One."), Text("Two.")])) == "One. Two."


@pytest.mark.parametrize("join", [listed, apart, both, either])
def test_few_things_are_listed_too(join: object) -> None:
    assert callable(join)
    assert str(join(["D4"])) == "D4"
    assert str(join([], Text("none"))) == "none"
    assert not join([]), "nothing is said"


def test_a_player_is_named_once_in_what_is_retold() -> None:
    bo = Who(1)
    news = (
        Text("{who} takes {tile}.", who=bo, tile="FU"),
        Text("{who} lays it.", who=bo),
        Text("The stack is empty."),
        Text("{who} sets a gem.", who=bo),
        Text("{who} passes.", who=Who(0)),
    )
    told = said(Text("{news}", news=Retold(news)), ENGLISH, ("Aki", "Bo"))
    assert told == "Bo takes FU, lays it. The stack is empty. Bo sets a gem. Aki passes."


def test_texts_compare_by_what_they_say() -> None:
    assert Text("{a}", a=1) == Text("{a}", a=1) != Text("{a}", a=2)
    assert len({Text("{a}", a=1), Text("{a}", a=1)}) == 1
    assert Text("x") and not Text("")
    assert repr(Text("{n} gem", "{n} gems", n=1)) == "Text('{n} gem', '{n} gems', n=1)"


def test_a_text_goes_to_another_process() -> None:
    text = Text("{who} takes {tile}.", who=Who(1), tile=SUN)
    assert pickle.loads(pickle.dumps(text)) == text


def test_nothing_english_is_left_in_another_language() -> None:
    text = Text("{who} takes {tile} and {n} gem.", "{who} takes {tile} and {n} gems.", who=Who(0), tile=SUN, n=2)
    assert said(text, Pseudo(), NAMES) == "竹取 ẗäḳëṡüü FU ḟïṙëüü ṡüṅü äṅḋü 2 ｇｅｍｓ."


@given(st.text())
def test_whatever_somebody_typed_is_said_as_it_is(word: str) -> None:
    assert said(Text("'{typed}' is no action.", typed=word), ENGLISH) == f"'{word}' is no action."


@given(st.text(alphabet=st.characters(codec="utf-8")))
def test_a_changed_template_keeps_its_braces(words: str) -> None:
    template = words.replace("{", "{{").replace("}", "}}") + "{n:+}"
    assert Text(changed(template), n=3).args == {"n": 3}
    assert str(Text(changed(template), n=3)).endswith("+3")


def test_a_list_of_thousands_is_cut() -> None:
    assert str(listed(map(str, range(5000)))).endswith("198, 199, ...")


def test_refusals_go_to_another_process() -> None:
    refused = Refused(Refusal("P-1.1", Text("no, {who}", who=Who(0))))
    again = pickle.loads(pickle.dumps(refused))
    assert (again.refusal, again.rule, again.text) == (refused.refusal, "P-1.1", refused.text)
    assert pickle.loads(pickle.dumps(SetupError(Text("no"), "P-2.1"))).rule == "P-2.1"
