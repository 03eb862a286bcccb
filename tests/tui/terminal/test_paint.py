from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.style import Style

from tilehall.tui.terminal.output.cells import split_cells
from tilehall.tui.terminal.output.picture import Picture

STYLES = [Style(), Style(bold=True), Style(color="#aa3344"), Style(color="#aa3344", bgcolor="#102030")]
TEXTS = st.text(st.sampled_from("ab 竹♞é\u0301\u200d\ufe0f\x1b\n|한"), max_size=8)
PLACES = st.integers(-3, 12)
SIZES = st.integers(0, 6)


@st.composite
def pictures(draw: st.DrawFn, width: int = 9, height: int = 3) -> Picture:
    picture = Picture(width, height, STYLES[0])
    for _ in range(draw(st.integers(0, 6))):
        scribble(draw, picture)
    return picture


def scribble(draw: st.DrawFn, picture: Picture) -> None:
    x, y, style = draw(PLACES), draw(st.integers(-1, 3)), draw(st.sampled_from(STYLES))
    match draw(st.integers(0, 3)):
        case 0:
            assert picture.put(x, y, text := draw(TEXTS), style) == x + len(split_cells(text))
        case 1:
            picture.fill(x, y, draw(SIZES), draw(SIZES), style, draw(st.sampled_from(" .竹")))
        case 2:
            picture.restyle(x, y, draw(SIZES), draw(SIZES), lambda old: old + style)
        case 3:
            picture.paste(x, y, draw(pictures(width=draw(SIZES), height=draw(st.integers(0, 2)))))


@given(pictures())
def test_strips_are_the_rows_in_full_width(picture: Picture) -> None:
    for y, line in enumerate(picture.text().split("\n")):
        strip = picture.row(y)
        assert strip.text == line
        assert strip.cell_length == picture.width == cell_len(line)
        styles = [segment.style for segment in strip]
        assert None not in styles
        assert all(segment.text for segment in strip)


@given(pictures())
def test_neighbours_of_one_style_are_one_segment(picture: Picture) -> None:
    for y in range(picture.height):
        styles = [(segment.style, segment.cell_length) for segment in picture.row(y)]
        assert all(one[0] != two[0] for one, two in pairwise(styles))
        assert [style for style, width in styles for _ in range(width)] == [picture.style_at(x, y) for x in range(9)]


@given(st.data())
def test_changes_patch_the_old_picture_into_the_new(data: st.DataObject) -> None:
    old = data.draw(pictures())
    new = old.copy() if data.draw(st.booleans()) else data.draw(pictures())
    scribble(data.draw, new)
    spans = new.changes(old)
    for x, y, width in spans:
        whole = new.row(y)
        assert 0 <= x < x + width <= new.width
        # A span never cuts a wide character: Textual would put a space in place of its half.
        assert whole.crop(x, x + width).text in whole.text
        patch = Picture(width, 1, STYLES[0])
        for column in range(width):
            patch._chars[0][column] = new._chars[y][x + column]
            patch._styles[0][column] = new._styles[y][x + column]
        old.paste(x, y, patch)
    assert old.text() == new.text()
    assert [old.row(y) for y in range(3)] == [new.row(y) for y in range(3)]
    assert not new.changes(old)


def test_a_row_has_one_span() -> None:
    old = Picture(30, 2, Style())
    new = old.copy()
    for x in (1, 3, 5, 20):
        new.put(x, 1, "*", Style())
    assert new.changes(old) == [(1, 1, 20)]
    assert Picture(31, 2, Style()).changes(old) == [(0, 0, 31), (0, 1, 31)]


def test_wide_characters_keep_columns() -> None:
    picture = Picture(8, 1, Style())
    assert picture.put(1, 0, "竹取", Style()) == 5
    picture.put(5, 0, "|", Style())
    assert picture.text() == " 竹取|  "
    picture.put(2, 0, "x", Style())  # over the second half
    assert picture.text() == "  x取|  "
    picture.put(7, 0, "竹", Style())  # does not fit
    picture.put(-1, 0, "竹", Style())
    assert picture.text() == "  x取|  "
    assert cell_len(picture.text()) == 8


def test_control_and_joining_characters_do_no_harm() -> None:
    assert "".join(split_cells("a\x1b[2Jb\x07")) == "a?[2Jb?"
    assert list(split_cells("e\u0301\ufe0f\u200d\u202ex")) == ["e\u0301", "x"]
    assert split_cells("♞ plain") == "♞ plain"


def test_restyle_asks_once_for_each_style() -> None:
    picture = Picture(6, 2, STYLES[0])
    picture.put(0, 0, "abc", STYLES[1])
    asked = []
    picture.restyle(1, 0, 99, 99, lambda style: asked.append(style) or style + STYLES[2])
    assert sorted(map(str, asked)) == sorted(map(str, STYLES[:2]))
    assert picture.style_at(0, 0) == STYLES[1]
    assert picture.style_at(1, 0) == STYLES[1] + STYLES[2]
    assert picture.text() == "abc   \n      "
