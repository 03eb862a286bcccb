"""Lines in several styles: cut and broken by cells, chips kept whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.style import Style

from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine, break_line, cut_line, line_width, put_line

PLAIN, CHIP = Style(), Style(bold=True)
LINE: StyledLine = [("竹取 takes ", PLAIN), ("F☀", CHIP), (" and lays it.", PLAIN)]


def shown(line: StyledLine) -> str:
    return "".join(words for words, _ in line)


def test_a_line_that_fits_stays() -> None:
    assert cut_line(LINE, 26, "…") == LINE and line_width(LINE) == 26


CUT = {25: "竹取 takes F☀ and lays i…", 13: "竹取 takes F…", 12: "竹取 takes …", 1: "…", 0: ""}


@pytest.mark.parametrize(("room", "words"), CUT.items())
def test_a_line_that_does_not_fit_says_so(room: int, words: str) -> None:
    assert shown(cut_line(LINE, room, "…")) == words
    assert line_width(cut_line(LINE, room, "…")) <= room


def test_a_chip_and_the_stop_behind_it_stay_together() -> None:
    line: StyledLine = [("Bo takes ", PLAIN), ("F☀", CHIP), (".", PLAIN)]
    assert [shown(each) for each in break_line(line, 11)] == ["Bo takes", "F☀."]


def test_what_is_put_ends_where_it_ends() -> None:
    picture = Picture(30, 1, PLAIN)
    assert put_line(picture, 1, 0, LINE) == 27
    assert picture.style_at(12, 0) == CHIP


words = st.text(alphabet="ab 竹.", max_size=12)


@given(st.lists(st.tuples(words, st.sampled_from([PLAIN, CHIP]))), st.integers(6, 20))
def test_breaking_loses_no_word(line: list[tuple[str, Style]], room: int) -> None:
    lines = break_line(line, room)
    assert "".join(shown(each) for each in lines).replace(" ", "") == shown(line).replace(" ", "")
    assert all(line_width(each) <= room or " " not in shown(each).strip() for each in lines)
