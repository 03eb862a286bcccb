"""Texts: templates and arguments that become sentences when they are shown."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pseudo import PseudoLanguage, pseudo_translate
from tilehall.engine import (
    ENGLISH,
    IllegalActionError,
    JoinedSentences,
    Piece,
    Refusal,
    SetupError,
    Text,
    TextRun,
    Who,
    join_and,
    join_commas,
    join_or,
    join_semicolons,
    join_spaces,
    literal_text,
    render_runs,
    render_text,
)

NAMES = ("竹取", "Ωméga-Zoë")
SUN = Piece("tile", "FU", Text("fire sun"))


def test_names_and_numbers_are_put_in_last() -> None:
    text = Text("{who} moves {steps:+} to {cell}.", who=Who(1), steps=3, cell="D4")
    assert render_text(text, ENGLISH, NAMES) == "Ωméga-Zoë moves +3 to D4."
    assert render_text(text, ENGLISH, ("A", "B")) == "B moves +3 to D4."


def test_what_stands_for_something_knows_that_it_does() -> None:
    text = Text("{who} takes {tile}.", who=Who(0), tile=SUN)
    assert [*render_runs(text, ENGLISH, NAMES)] == [
        TextRun("竹取", Who(0)),
        TextRun(" takes "),
        TextRun("FU fire sun", SUN),
        TextRun("."),
    ]


def test_a_name_with_braces_is_a_name() -> None:
    assert render_text(Text("{who} passes.", who=Who(0)), ENGLISH, ("{who}",)) == "{who} passes."
    assert str(literal_text("{0}")) == "{0}"


def test_a_seat_without_a_name_is_a_number() -> None:
    assert str(Text("{who} passes.", who=Who(2))) == "#3 passes."


@pytest.mark.parametrize(("n", "words"), [(0, "0 gems"), (1, "1 gem"), (2, "2 gems")])
def test_plurals_go_by_n(n: int, words: str) -> None:
    assert str(Text("{n} gem", "{n} gems", n=n)) == words


def test_things_are_listed() -> None:
    things = ["D4", SUN, Text("nothing")]
    assert str(join_commas(things)) == "D4, FU fire sun, nothing"
    assert str(join_semicolons(things)) == "D4; FU fire sun; nothing"
    assert str(join_and(things)) == "D4, FU fire sun and nothing"
    assert str(join_or(things)) == "D4, FU fire sun or nothing"
    assert str(join_spaces([Text("One."), Text("Two.")])) == "One. Two."


@pytest.mark.parametrize("join", [join_commas, join_semicolons, join_and, join_or])
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
    told = render_text(Text("{news}", news=JoinedSentences(news)), ENGLISH, ("Aki", "Bo"))
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
    assert render_text(text, PseudoLanguage(), NAMES) == "竹取 ẗäḳëṡüü FU ḟïṙëüü ṡüṅü äṅḋü 2 ｇｅｍｓ."


@given(st.text())
def test_whatever_somebody_typed_is_said_as_it_is(word: str) -> None:
    assert render_text(Text("'{typed}' is no action.", typed=word), ENGLISH) == f"'{word}' is no action."


@given(st.text(alphabet=st.characters(codec="utf-8")))
def test_a_changed_template_keeps_its_braces(words: str) -> None:
    template = words.replace("{", "{{").replace("}", "}}") + "{n:+}"
    assert Text(pseudo_translate(template), n=3).args == {"n": 3}
    assert str(Text(pseudo_translate(template), n=3)).endswith("+3")


def test_a_list_of_thousands_is_cut() -> None:
    assert str(join_commas(map(str, range(5000)))).endswith("198, 199, ...")


def test_refusals_go_to_another_process() -> None:
    refused = IllegalActionError(Refusal("P-1.1", Text("no, {who}", who=Who(0))))
    again = pickle.loads(pickle.dumps(refused))
    assert (again.refusal, again.rule, again.text) == (refused.refusal, "P-1.1", refused.text)
    assert pickle.loads(pickle.dumps(SetupError(Text("no"), "P-2.1"))).rule == "P-2.1"
