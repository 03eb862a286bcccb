"""A directory of the user's own: used where it is good, named and left out where it is not."""

import os
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wcwidth import wcwidth

from tilehall import themes
from tilehall.themes.glyphs import SECTIONS, is_one_cell
from tilehall.themes.palette import HUES, UI, as_table, read_palette
from tilehall.themes.tables import merge_tables

NIGHT = (Path(themes.__file__).parent / "palettes" / "night.toml").read_text(encoding="utf-8")
FULL = (Path(themes.__file__).parent / "glyphs" / "full.toml").read_text(encoding="utf-8")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "palettes").mkdir()
    (tmp_path / "glyphs").mkdir()
    return tmp_path


def found(home: Path) -> tuple[themes.ThemeCollection, list[str]]:
    """The looks of a folder, and what is wrong there in English."""
    looks, problems = themes.find_themes(home)
    return looks, [str(problem) for problem in problems]


def loaded(path: Path) -> tuple[themes.Palette, list[str]]:
    look, odd = themes.load_palette(path)
    return look, [str(text) for text in odd]


def palette(home: Path, file: str, text: str) -> Path:
    path = home / "palettes" / file
    path.write_text(text, encoding="utf-8")
    return path


def glyphs(home: Path, file: str, text: str) -> Path:
    path = home / "glyphs" / file
    path.write_text(text, encoding="utf-8")
    return path


def refused(home: Path, text: str, file: str = "mine.toml") -> str:
    """The one problem of a palette that cannot be used."""
    palette(home, file, text)
    looks, problems = found(home)
    assert dict(looks.palettes) == themes.builtin_palettes()
    assert len(problems) == 1
    return problems[0]


def test_nothing_there_is_no_problem(tmp_path: Path) -> None:
    for directory in (None, tmp_path, tmp_path / "nowhere"):
        looks, problems = found(directory)
        assert problems == []
        assert dict(looks.palettes) == themes.builtin_palettes()


def test_a_file_in_place_of_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "palettes").write_text("")
    assert found(tmp_path)[1] == ["palettes: cannot be read: Not a directory."]


def test_a_whole_palette_of_ones_own(home: Path) -> None:
    palette(home, "mine.toml", NIGHT.replace('name = "night"', 'name = "mine"').replace("#e6be7c", "#7ce6be"))
    looks, problems = found(home)
    assert problems == []
    assert looks.palettes["mine"].accent == "#7ce6be"
    assert looks.palettes["night"].accent == "#e6be7c"


def test_extends_inherits_what_is_not_said(home: Path) -> None:
    text = 'name = "mine"\ntitle = "Mine"\nextends = "night"\n[ui]\naccent = "#7ce6be"\n[hues.red]\nface = "#a03020"\n'
    palette(home, "mine.toml", text)
    looks, problems = found(home)
    mine, night = looks.palettes["mine"], looks.palettes["night"]
    assert problems == []
    assert (mine.title, mine.accent, mine.hues.red.face) == ("Mine", "#7ce6be", "#a03020")
    assert (mine.text, mine.dark, mine.hues.red.ink, mine.hues.blue) == (
        night.text,
        night.dark,
        night.hues.red.ink,
        night.hues.blue,
    )


def test_extends_may_go_over_several_files_in_any_order(home: Path) -> None:
    palette(home, "a.toml", 'name = "a"\nextends = "b"\n[ui]\nwarn = "#ffaa55"\n')
    palette(home, "b.toml", 'name = "b"\nextends = "night"\n[ui]\naccent = "#7ce6be"\n')
    looks, problems = found(home)
    assert problems == []
    assert (looks.palettes["a"].warn, looks.palettes["a"].accent) == ("#ffaa55", "#7ce6be")


def test_a_builtin_palette_may_be_overridden_by_extending_itself(home: Path) -> None:
    palette(home, "night.toml", 'name = "night"\nextends = "night"\n[board]\ncursor = "#ffffff"\n')
    palette(home, "other.toml", 'name = "other"\nextends = "night"\n')
    looks, problems = found(home)
    assert problems == []
    assert looks.palettes["night"].cursor == looks.palettes["other"].cursor == "#ffffff"


def test_a_circle_is_named_and_left_out(home: Path) -> None:
    palette(home, "a.toml", 'name = "a"\nextends = "b"\n')
    palette(home, "b.toml", 'name = "b"\nextends = "a"\n')
    looks, problems = found(home)
    assert not {"a", "b"} & set(looks.palettes)
    assert problems == [
        "a.toml: a and b extend each other in a circle.",
        "b.toml: b and a extend each other in a circle.",
    ]


def test_two_files_of_one_name(home: Path) -> None:
    palette(home, "a.toml", 'name = "mine"\nextends = "night"\n')
    palette(home, "b.toml", 'name = "mine"\nextends = "day"\n')
    looks, problems = found(home)
    assert looks.palettes["mine"].dark
    assert problems == ["b.toml: name mine is taken by a.toml already."]


def test_one_bad_file_does_not_take_the_others_along(home: Path) -> None:
    palette(home, "bad.toml", "this is no TOML")
    palette(home, "good.toml", 'name = "good"\nextends = "night"\n')
    looks, problems = found(home)
    assert "good" in looks.palettes
    assert len(problems) == 1
    assert problems[0].startswith("bad.toml: is not valid TOML: ")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('name = "night"', "", "name is missing."),
        (
            'name = "night"',
            'name = "Night!"',
            "name must be small letters, digits and hyphens, at most 24, not 'Night!'.",
        ),
        ('title = "Night"', "", "title is missing."),
        ('title = "Night"', 'title = "\\u001b[2J"', "title must be 1 to 40 printable characters, not '\\x1b[2J'."),
        ("dark = true", "", "dark is missing."),
        ("dark = true", 'dark = "yes"', "dark must be true or false, not 'yes'."),
        ('accent = "#e6be7c"', "", "[ui] accent is missing."),
        ('cursor = "#fff3d2"\nlegal = "#a9bad8"', "", "[board] cursor, legal are missing."),
        ('accent = "#e6be7c"', "accent = 7", "[ui] accent must be a text in quotes, not 7."),
        (
            'accent = "#e6be7c"',
            'accent = "#e6be7"',
            '[ui] accent must be a colour like "#d0a060" or the name of a terminal colour like "bright_red", '
            "not '#e6be7'.",
        ),
        ('accent = "#e6be7c"', 'accent = "red"', "[ui] accent must be one of the #rrggbb as [ui] text is, not 'red'."),
        ("[seats]", "[chairs]", "[seats] is missing."),
        ("[seats]", "[[seats]]", "[seats] must be a table of keys, not [{'a': '#ee938b', 'b': '#82b4e...."),
        ("white =", "grey =", "[hues] white is missing."),
        ('clear = { face = "#a9d3da", ', "clear = { ", "[hues.clear] face is missing."),
        ('name = "night"', 'name = "mine"\nextends = "dusk"', None),
    ],
)
def test_what_is_wrong_is_said(home: Path, old: str, new: str, sentence: str | None) -> None:
    assert old in NIGHT
    expected = sentence or "extends dusk, but there is no such one, or it has problems itself."
    assert refused(home, NIGHT.replace(old, new)) == f"mine.toml: {expected}"


def test_mixing_kinds_of_colours_is_refused_under_extends_too(home: Path) -> None:
    problem = refused(home, 'name = "mine"\nextends = "ansi"\n[hues.red]\nface = "#b1402f"\n')
    expected = "[hues.red] face must be the name of a terminal colour as [ui] text is, not '#b1402f'"
    assert problem == f"mine.toml: {expected}."


def test_unknown_keys_are_named_but_not_fatal(home: Path) -> None:
    text = 'name = "mine"\nextends = "night"\nmood = 1\n[ui]\nacent = "#ffffff"\n[hues.mauve]\nface = "#ffffff"\n'
    palette(home, "mine.toml", text)
    looks, problems = found(home)
    assert looks.palettes["mine"].accent == looks.palettes["night"].accent
    assert problems == [
        "mine.toml: [hues] mauve is not a key of such a file and is left out.",
        "mine.toml: [ui] acent is not a key of such a file and is left out.",
        "mine.toml: mood is not a key of such a file and is left out.",
    ]


def test_weak_contrast_is_a_warning(home: Path) -> None:
    path = palette(home, "mine.toml", 'name = "mine"\nextends = "night"\n[hues.red]\nink = "#000000"\n')
    look, odd = loaded(path)
    assert look.hues.red.ink == "#000000"
    assert odd == [
        "mine.toml: [hues.red] ink is hard to see on face: contrast 3.64, 4.5 or more is wanted.",
        "mine.toml: [hues.red] ink is hard to see on soft: contrast 2.08, 3 or more is wanted.",
    ]
    assert [str(text) for text in themes.find_themes(home)[1]] == odd


def test_a_tile_lost_on_the_table_is_a_warning(home: Path) -> None:
    path = palette(home, "mine.toml", 'name = "mine"\nextends = "night"\n[hues.black]\nface = "#101722"\n')
    _, odd = loaded(path)
    assert len(odd) == 3
    assert all("[hues.black] face is hard to tell from" in text for text in odd)


def test_single_files(home: Path) -> None:
    assert themes.load_palette(palette(home, "x.toml", NIGHT)) == (themes.builtin_palettes()["night"], [])
    assert themes.load_glyphs(glyphs(home, "x.toml", FULL)) == (themes.builtin_glyphs()["full"], [])
    with pytest.raises(themes.ThemeError, match=r"^gone\.toml: cannot be read: No such file or directory\.$"):
        themes.load_palette(home / "gone.toml")
    with pytest.raises(themes.ThemeError, match=r"^broken\.toml: name is missing\.$"):
        themes.load_glyphs(glyphs(home, "broken.toml", 'extends = "full"'))


def test_glyphs_extend_too(home: Path) -> None:
    glyphs(home, "mine.toml", 'name = "mine"\nextends = "ascii"\n[board]\ngem = "%"\n[height]\n9 = "^"\n')
    looks, problems = found(home)
    mine = looks.glyphs["mine"]
    assert problems == []
    assert (mine.gem, mine.height(9), mine.height(8), mine.star) == ("%", "^", "8", "*")


@pytest.mark.parametrize("char", ["", "ab", "龍", "🌙", "♟\ufe0f", "\u0301", "\u200b", "\u1160", "\x1b", " "])
def test_a_glyph_that_is_not_one_cell_is_refused(home: Path, char: str) -> None:
    text = "".join(f"\\U{ord(c):08x}" for c in char)
    glyphs(home, "mine.toml", f'name = "mine"\nextends = "full"\n[board]\ngem = "{text}"\n')
    looks, problems = found(home)
    assert "mine" not in looks.glyphs
    assert len(problems) == 1
    assert problems[0].startswith("mine.toml: [board] gem must be one character that is one cell wide, not ")


def test_one_cell_agrees_with_wcwidth() -> None:
    """Every character the loader lets in is one cell for wcwidth, for all of Unicode this Python knows."""
    wrong = [f"U+{n:04X}" for n in range(0x110000) if is_one_cell(chr(n)) and wcwidth(chr(n)) != 1]
    assert wrong == []
    assert all(is_one_cell(c) for c in "Aé◆█·☾" + unicodedata.lookup("BLACK CHESS QUEEN"))


def test_large_and_strange_files_are_named(home: Path) -> None:
    (home / "palettes" / "a.toml").write_bytes(b"\xff\xfe")
    (home / "palettes" / "b.toml").write_text("#" * 100_000)
    (home / "palettes" / "c.toml").mkdir()
    (home / "palettes" / "d.toml").write_text("x = " + "[" * 20_000)
    (home / "palettes" / "e.toml").write_text("x = " + "9" * 10_000)
    (home / "palettes" / "f\x1b[2J.toml").write_text("")
    _, problems = found(home)
    assert problems == [
        "a.toml: is not UTF-8 text.",
        "b.toml: is larger than any theme should be (64 KiB).",
        "c.toml: cannot be read: Is a directory.",
        "d.toml: is not valid TOML: something in it is far too long or too deep.",
        "e.toml: is not valid TOML: something in it is far too long or too deep.",
        "'f\\x1b[2J.toml': name is missing.",
    ]


def test_what_is_no_file_keeps_nobody_waiting(home: Path) -> None:
    folder = home / "palettes"
    palette(home, "mine.toml", 'name = "mine"\ntitle = "Mine"\nextends = "night"\n')
    palette(home, "dots.toml", "a." * 30_000 + "a = 1")
    (folder / "folder.toml").mkdir()
    os.mkfifo(folder / "pipe.toml")
    for name, target in (("device", "/dev/zero"), ("circle", "circle.toml"), ("nothing", "not there")):
        (folder / f"{name}.toml").symlink_to(target)
    (folder / "huge.toml").touch()
    os.truncate(folder / "huge.toml", 100_000_000)
    looks, problems = found(home)
    assert "mine" in looks.palettes
    assert problems == [
        "circle.toml: cannot be read: Too many levels of symbolic links.",
        "device.toml: is no file but a pipe or a device.",
        "dots.toml: is not valid TOML: something in it is far too long or too deep.",
        "folder.toml: cannot be read: Is a directory.",
        "huge.toml: is larger than any theme should be (64 KiB).",
        "nothing.toml: cannot be read: No such file or directory.",
        "pipe.toml: is no file but a pipe or a device.",
    ]


def test_as_table_reads_back() -> None:
    for look in themes.builtin_palettes().values():
        assert read_palette(as_table(look))[0] == look._replace(indexed=None)


words = st.sampled_from(
    ["name", "title", "extends", "dark", "ui", "board", "seats", "hues", "height", *UI, "red", "face"]
)
values = st.recursive(
    st.one_of(
        st.sampled_from(["night", "full", "#d0a060", "red", "default", "◆", ""]),
        *(st.text(max_size=8), st.integers(), st.floats(), st.booleans(), st.dates(), st.none()),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(words | st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)


def check(folder: Path, data: bytes) -> None:
    """Whatever is in the file: it is usable, or there is one line that names it."""
    for kind in ("palettes", "glyphs"):
        (folder / kind).mkdir(exist_ok=True)
        (folder / kind / "wild.toml").write_bytes(data)
    looks, problems = found(folder)
    assert len(looks.palettes) + len(looks.glyphs) > 10 or len(problems) >= 2
    for problem in problems:
        assert problem.startswith("wild.toml: ")
        assert problem.endswith(".")
        assert problem.isprintable()


@settings(max_examples=25, deadline=None)
@given(data=st.one_of(st.binary(max_size=200), st.text(max_size=200).map(lambda text: text.encode("utf-8"))))
def test_any_bytes(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    check(tmp_path_factory.getbasetemp(), data)


@settings(max_examples=25, deadline=None)
@given(start=st.integers(0, len(NIGHT)), length=st.integers(0, 60), put=st.text(max_size=12), glyph=st.booleans())
def test_any_damage_to_a_good_file(
    tmp_path_factory: pytest.TempPathFactory, start: int, length: int, put: str, glyph: bool
) -> None:
    good = (FULL if glyph else NIGHT).replace('name = "', 'name = "x')
    check(tmp_path_factory.getbasetemp(), (good[:start] + put + good[start + length :]).encode("utf-8"))


@settings(max_examples=25, deadline=None)
@given(table=st.dictionaries(words | st.sampled_from(list(SECTIONS)) | st.text(max_size=5), values, max_size=8))
def test_any_values_where_others_belong(table: dict[str, object]) -> None:
    """What TOML could hold, laid over a good palette and over nothing: a palette, or one sentence."""
    for base in ({}, as_table(themes.builtin_palettes()["night"])):
        try:
            look, odd = read_palette(merge_tables(base, table))
        except themes.ThemeError as error:
            assert str(error).isprintable()
        else:
            assert isinstance(look, themes.Palette)
            assert all(str(text).isprintable() for text in odd)


INDEXED = """
[indexed.ui]
background = 233
panel = 234
line = 239
text = 253
muted = 246
accent = {accent}
good = 108
warn = 173
bad = 203
[indexed.board]
lattice = 235
outside = 234
grid = 245
cursor = 230
legal = 153
ghost = 110
last = 222
shadow = 232
[indexed.seats]
a = 217
b = 111
c = 114
d = 183
neutral = 248
[indexed.hues]
"""
INDEXED += "\n".join(f"{name} = {{ face = 140, ink = 16, soft = 96 }}" for name in HUES)


def test_colours_for_256_are_given_by_their_numbers(home: Path) -> None:
    palette(home, "mine.toml", 'name = "mine"\nextends = "night"\n' + INDEXED.replace("{accent}", "222"))
    looks, problems = found(home)
    assert problems == []
    mine = looks.palettes["mine"].indexed
    assert mine is not None and (mine.accent, mine.hues.red.face) == ("#ffd787", "#af87d7")


def test_edges_may_be_chosen_too(home: Path) -> None:
    edged = INDEXED.replace("soft = 96 }", "soft = 96, lit = 183, shade = 97 }", 1)
    palette(home, "mine.toml", 'name = "mine"\nextends = "night"\n' + edged.replace("{accent}", "222"))
    looks, problems = found(home)
    assert problems == []
    mine = looks.palettes["mine"].indexed
    assert mine is not None and (mine.hues.red.lit, mine.hues.red.shade) == ("#d7afff", "#875faf")
    assert not mine.hues.blue.lit


@pytest.mark.parametrize("accent", ["15", "256", '"#ffd787"', "true"])
def test_another_number_is_refused_in_a_sentence(home: Path, accent: str) -> None:
    palette(home, "mine.toml", 'name = "mine"\nextends = "night"\n' + INDEXED.replace("{accent}", accent))
    looks, problems = found(home)
    assert "mine" not in looks.palettes
    assert len(problems) == 1
    assert problems[0].startswith("mine.toml: [indexed.ui] accent must be a number from 16 to 255, not ")


def test_colours_for_256_are_not_inherited(home: Path) -> None:
    """Whoever changes some colours of a palette would not see them on such a terminal."""
    palette(home, "mine.toml", 'name = "mine"\nextends = "night"\n[ui]\naccent = "#ffffff"\n')
    assert found(home)[0].palettes["mine"].indexed is None
