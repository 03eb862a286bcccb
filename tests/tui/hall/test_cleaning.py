"""What people write: nothing in it is obeyed by a terminal, and no two names look the same."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilehall.tui.hall.cleaning import alike, clean
from tilehall.tui.hall.people import proper


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("Good game!", "Good game!"),
        ("\x1b]52;c;aGFoYQ==\x07gotcha", "]52;c;aGFoYQ==gotcha"),
        ("\x9b2Jgone", "2Jgone"),
        ("abc\u202edef\u2066", "abcdef"),
        ("zero\u200b\u200dwidth\ufeff", "zerowidth"),
        ("two\nlines\tand\r\nmore", "two lines and more"),
        ("e\u0301", "\u00e9"),
        ("\u0301\u0301on nothing", "on nothing"),
        ("half \ud83d a letter", "half a letter"),
        ("木の葉 🎲", "木の葉 🎲"),
    ],
)
def test_what_is_left_of_it(text: str, cleaned: str) -> None:
    assert clean(text, 40) == cleaned


@settings(max_examples=25)
@given(st.text(max_size=60), st.integers(1, 40))
def test_it_is_short_clean_and_stays_so(text: str, most: int) -> None:
    cleaned = clean(text, most)
    assert len(cleaned) <= most
    assert cleaned == cleaned.strip() == clean(cleaned, most)
    assert all(mark.isprintable() or mark == " " for mark in cleaned if not mark >= "\ue000")


@pytest.mark.parametrize(
    "other",
    [
        "aki",
        "AKI",
        "\u0430ki",
        "ak\u0456",
        "Ak1",
        "A-k-i",
        "\uff21ki",
        "\u00c4k\u0131",
        "Akl",
        "ak|",
        "\ua4ee\ua4d7\ua4f2",
        "\u13aa\u13e6\u13a5",
        "\u2c81\u2c95\u2c93",
        "\u1d00\u1d0b\u026a",
    ],
)
def test_names_that_look_alike(other: str) -> None:
    assert alike(other) == alike("Aki")


@settings(max_examples=25)
@given(st.text(max_size=60))
def test_a_name_is_one_word_that_fits_into_a_record(text: str) -> None:
    name = proper(text)
    assert not name or (name == proper(name) and len(name) <= 20 and " " not in name and "~" not in name)
