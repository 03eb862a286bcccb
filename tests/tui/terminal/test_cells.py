"""Texts made to fit are measured as the picture writes them and the terminal shows them."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.style import Style

from tilehall.tui.terminal.output.cells import clip, pad, split_cells, width, wrap
from tilehall.tui.terminal.output.picture import Picture

ACUTE = "e\u0301"
TEXTS = st.text(st.sampled_from("ab竹♞é한\u0301\u200d\ufe0f\x1b\n \u00a0"), max_size=30)
WORDS = st.lists(st.text(st.sampled_from("ab竹é한\u0301"), min_size=1, max_size=9), max_size=8)


@pytest.mark.parametrize(
    ("text", "columns"),
    [("", 0), ("Aki", 3), ("竹取", 4), (ACUTE, 1), ("é", 1), ("a\x1bb", 3), ("a\u200d\u202eb", 2), ("\u0301", 0)],
)
def test_a_text_is_as_wide_as_its_cells(text, columns) -> None:
    assert width(text) == len(split_cells(text)) == columns


@given(TEXTS)
def test_what_is_measured_is_what_is_written(text) -> None:
    picture = Picture(80, 1, Style())
    assert width(text) == len(split_cells(text)) == picture.put(0, 0, text, Style())


# --- Clipping


@pytest.mark.parametrize(
    ("text", "columns", "shown"),
    [
        ("Aki lays a tile", 15, "Aki lays a tile"),
        ("Aki lays a tile", 14, "Aki lays a ti…"),
        ("竹取物語", 8, "竹取物語"),
        ("竹取物語", 7, "竹取物…"),
        ("竹取物語", 6, "竹取…"),  # half a character is none
        (ACUTE * 4, 4, ACUTE * 4),
        (ACUTE * 4, 3, ACUTE * 2 + "…"),
        ("Aki", 1, "…"),
        ("Aki", 0, ""),
        ("Aki", -3, ""),
        ("", 5, ""),
    ],
)
def test_a_text_that_is_cut_says_so(text, columns, shown) -> None:
    assert clip(text, columns, "…") == shown


def test_an_ellipsis_may_be_long_or_none() -> None:
    assert clip("Aki lays", 5, "...") == "Ak..."
    assert clip("Aki lays", 2, "...") == "Ak"
    assert clip("竹取物語", 5) == "竹取"


@given(TEXTS, st.integers(-2, 30), st.sampled_from(["", "…", "...", "竹"]))
def test_a_clipped_text_fits(text, columns, ellipsis) -> None:
    shown = clip(text, columns, ellipsis)
    assert width(shown) <= max(columns, 0)
    assert shown == text if width(text) <= columns else text.startswith(shown.removesuffix(ellipsis))


# --- Wrapping


@pytest.mark.parametrize(
    ("text", "columns", "lines"),
    [
        ("Bo lays FU on D3.", 9, ["Bo lays", "FU on D3."]),
        ("Bo lays  FU\non D3.", 9, ["Bo lays", "FU on D3."]),
        ("", 9, [""]),
        (" ", 9, [""]),
        ("竹取 物語 Aki", 9, ["竹取 物語", "Aki"]),
        ("竹取 物語 Aki", 8, ["竹取", "物語 Aki"]),
        ("竹取物語 Aki", 5, ["竹取", "物語", "Aki"]),
        ("so incomprehensible a word", 9, ["so", "incompreh", "ensible a", "word"]),
        (f"caf{ACUTE} caf{ACUTE}", 9, [f"caf{ACUTE} caf{ACUTE}"]),
        (ACUTE * 5, 3, [ACUTE * 3, ACUTE * 2]),
        ("Combien\u00a0? Trois\u00a0!", 9, ["Combien\u00a0?", "Trois\u00a0!"]),
        ("too narrow", 1, ["too", "narrow"]),
        ("too narrow", -3, ["too", "narrow"]),
    ],
)
def test_lines_are_broken_between_words(text, columns, lines) -> None:
    assert wrap(text, columns) == lines


@given(WORDS, st.integers(2, 20))
def test_every_line_fits_and_the_words_come_back(words, columns) -> None:
    lines = wrap(" ".join(words), columns)
    assert all(width(line) <= columns for line in lines)
    assert "".join(lines).replace(" ", "") == "".join(words)
    pieces = iter(" ".join(lines).split(" "))
    assert all(word in pieces for word in words if width(word) <= columns), "in this order, and whole"


@given(WORDS, st.integers(2, 20))
def test_no_line_could_have_been_longer(words, columns) -> None:
    lines = wrap(" ".join(words), columns)
    for line, after in pairwise(lines):
        first = after.split(" ")[0]
        assert width(line) + 1 + width(first) > columns


# --- Padding


def test_columns_stand_below_each_other() -> None:
    names = ["Aki", "竹取", f"Andr{ACUTE}", ""]
    assert [pad(name, 6) for name in names] == ["Aki   ", "竹取  ", f"Andr{ACUTE} ", "      "]
    assert {width(pad(name, 6)) for name in names} == {6}
    assert pad("竹取", 3) == "竹取"
