"""What is said after a word that nobody knows, wherever one of a few known words was expected."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilehall.engine import RuleError, Setup, SetupError, Text, did_you_mean, load_game
from tilehall.engine.ai.players import make_bot
from tilehall.engine.core.spelling import closest_word

WORDS = ["play", "demo", "rules", "replay", "simulate", "themes"]


@pytest.mark.parametrize(
    ("word", "nearest"),
    [
        ("ply", "play"),
        ("PLAY", "play"),
        ("relpay", "replay"),
        ("sim", "simulate"),
        ("theme", "themes"),
        ("rule", "rules"),
        ("si", ""),
        ("", ""),
        ("chess", ""),
        ("--", ""),
    ],
)
def test_the_nearest_word_is_found_if_one_is_near(word: str, nearest: str) -> None:
    assert closest_word(word, WORDS) == nearest


@given(st.text(max_size=300), st.lists(st.text(max_size=20), max_size=8))
def test_what_was_meant_is_one_of_the_known_words(word: str, known: list[str]) -> None:
    assert closest_word(word, known) in (*known, "")


def test_without_a_near_word_the_other_sentence_is_said() -> None:
    many = Text("There are many.")
    assert str(did_you_mean("ply", WORDS, many)) == "Did you mean play?"
    assert did_you_mean("xyzzy", WORDS, many) == many
    assert not did_you_mean("xyzzy", ())


def test_games_options_values_and_levels_are_suggested() -> None:
    with pytest.raises(RuleError, match=r"^There is no game 'princes'\. Did you mean princess\?$"):
        load_game("princes")
    with pytest.raises(SetupError, match=r"^There is no option 'steal_tile'\. Did you mean steal_tiles\?$"):
        load_game("princess").start(Setup(2, (("steal_tile", "off"),)))
    with pytest.raises(SetupError, match=r"^Option steal_tiles cannot be 'offf'\. Did you mean off\?$"):
        load_game("princess").start(Setup(2, (("steal_tiles", "offf"),)))
    with pytest.raises(RuleError, match=r"^'esay' is no computer player\. Did you mean easy\?$"):
        make_bot("esay", "")
