"""The looks that come with the program: complete, readable, told apart, one cell wide."""

import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest
from wcwidth import wcwidth

from tilehall import themes
from tilehall.themes.colour import (
    BLINDNESS,
    DEFAULT,
    contrast,
    difference,
    is_ansi,
    is_hex,
    luminance,
    simulate_blindness,
)
from tilehall.themes.glyphs import Glyphs, all_characters
from tilehall.themes.palette import HUES, Palette

HERE = Path(themes.__file__).parent
NAMED = themes.builtin_palettes()
INDEXED = {f"{name} of 256": look.indexed for name, look in NAMED.items() if look.indexed}
PALETTES = NAMED | INDEXED
"""Those for terminals of 256 colours have to hold whatever the others do."""
GLYPHS = themes.builtin_glyphs()

# The tile hues that lie on one table together.
TOGETHER = {
    "princess": ("yellow", "blue", "red", "green"),
    "sand": ("green", "red", "black", "blue", "yellow"),
    "beasts": ("purple", "green", "orange", "yellow", "black"),
    "kaguya, clear": ("red", "blue", "green", "purple", "yellow", "clear"),
    "kaguya, white": ("red", "blue", "green", "purple", "yellow", "white"),
}
# CIE76: 2.3 is the least that is noticed side by side, about 10 is seen at a glance. 25 leaves room for poor screens
# and for tiles that are not neighbours; 15 for the dimmed faces. Letters stand on every tile all the same.
FACES_APART, SOFT_APART, SEEN_AT_A_GLANCE = 25, 15, 10

# One-cell characters that some terminals and fonts nevertheless draw as emoji (Unicode's Emoji property, below U+3000).
EMOJI = set(
    "©®‼⁉™ℹ↔↕↖↗↘↙↩↪⌨⏏⏭⏮⏯⏱⏲⏸⏹⏺Ⓜ▪▫▶◀◻◼☀☁☂☃☄☎☑☘☝☠☢☣☦☪☮☯☸☹☺♀♂♟♠♣♥♦♨♻♾⚒⚔⚕⚖⚗⚙⚛⚜⚠⚧⚰⚱⛈⛏⛑⛓⛩⛰⛱⛴⛷⛸⛹✂✈✉✌✍✏✒✔✖✝✡✳✴❄❇❣❤➡⤴⤵⬅⬆⬇"
)


def by_name(looks: dict[str, Palette] | dict[str, Glyphs]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("look", looks.values(), ids=list(looks))


def test_the_promised_ones_are_there() -> None:
    assert set(PALETTES) >= {"night", "day", "contrast", "ansi", "ansi-light"}
    assert set(GLYPHS) == {"full", "neutral", "ascii"}


def test_every_file_is_read_and_nothing_is_odd() -> None:
    looks, problems = themes.find_themes()
    assert problems == []
    assert {f"{name}.toml" for name in looks.palettes} == {path.name for path in (HERE / "palettes").iterdir()}
    assert {f"{name}.toml" for name in looks.glyphs} == {path.name for path in (HERE / "glyphs").iterdir()}


@by_name(PALETTES)
def test_ink_can_be_read(look: Palette) -> None:
    least = 3.0 if look.ansi else 4.5  # what an ansi colour looks like is up to the terminal; this is xterm's
    for name in HUES:
        hue = look.hue(name)
        assert contrast(hue.ink, hue.face) >= least, name
        assert contrast(hue.ink, hue.soft) >= 3.0, name


@by_name(PALETTES)
def test_tiles_are_seen_on_the_table(look: Palette) -> None:
    grounds = {look.background, look.panel, look.lattice} - {DEFAULT}
    assert look.ansi or len(grounds) == 3
    for name in HUES:
        for ground in grounds:
            assert difference(look.hue(name).face, ground) >= SEEN_AT_A_GLANCE, (name, ground)


def test_terminal_colour_tiles_are_seen_on_black_or_white() -> None:
    for name in HUES:
        assert PALETTES["ansi"].hue(name).face != "black", name
        assert PALETTES["ansi-light"].hue(name).face != "bright_white", name


@by_name(PALETTES)
def test_dark_means_dark(look: Palette) -> None:
    if look.ansi:
        assert look.background == look.text == DEFAULT
        return
    assert (contrast(look.background, "#000000") < contrast(look.background, "#ffffff")) is look.dark


@by_name(PALETTES)
def test_a_palette_has_one_kind_of_colours(look: Palette) -> None:
    kind = is_ansi if look.ansi else is_hex
    colours = [look.background, look.accent, look.lattice, look.shadow, look.neutral, *look.seats]
    colours += [colour for name in HUES for colour in (look.hue(name).face, look.hue(name).ink, look.hue(name).soft)]
    assert all(map(kind, colours))


@by_name(PALETTES)
def test_the_lattice_is_quiet_and_the_outside_quieter(look: Palette) -> None:
    if look.ansi:
        return
    assert contrast(look.lattice, look.background) < 1.5
    assert contrast(look.outside, look.background) < contrast(look.lattice, look.background)


@by_name(PALETTES)
def test_tiles_of_one_game_are_told_apart(look: Palette) -> None:
    for names in TOGETHER.values():
        for a, b in combinations(names, 2):
            assert difference(look.hue(a).face, look.hue(b).face) >= SEEN_AT_A_GLANCE, (a, b)


@pytest.mark.parametrize("kind", BLINDNESS)
@pytest.mark.parametrize("game", TOGETHER)
@pytest.mark.parametrize("palette", ["contrast", "contrast of 256"])
def test_contrast_palette_is_told_apart_by_everybody(palette: str, game: str, kind: themes.colour.Kind) -> None:
    look = PALETTES[palette]
    for a, b in combinations(TOGETHER[game], 2):
        one, other = look.hue(a), look.hue(b)
        assert difference(simulate_blindness(one.face, kind), simulate_blindness(other.face, kind)) >= FACES_APART, (
            a,
            b,
        )
        assert difference(simulate_blindness(one.soft, kind), simulate_blindness(other.soft, kind)) >= SOFT_APART, (
            a,
            b,
        )


@pytest.mark.parametrize("kind", BLINDNESS)
@pytest.mark.parametrize("palette", ["contrast", "contrast of 256"])
def test_contrast_palette_tells_the_seats_apart(palette: str, kind: themes.colour.Kind) -> None:
    for a, b in combinations(PALETTES[palette].seats, 2):
        assert difference(simulate_blindness(a, kind), simulate_blindness(b, kind)) >= SEEN_AT_A_GLANCE, (a, b)


@by_name(GLYPHS)
def test_glyphs_are_one_cell_and_no_emoji(look: Glyphs) -> None:
    for char in all_characters(look):
        assert len(char) == 1
        assert wcwidth(char) == 1, f"U+{ord(char):04X}"
        assert char not in EMOJI, f"U+{ord(char):04X}"


@pytest.mark.parametrize("name", ["full", "neutral", "ascii"])
def test_each_set_needs_what_its_name_says(name: str) -> None:
    assert themes.required_support(GLYPHS[name]) == name


@by_name(GLYPHS)
def test_glyphs_that_mean_different_things_differ(look: Glyphs) -> None:
    for group in (
        (look.moon, look.star, look.sun),
        (look.legal, look.legal_strong, look.last, look.gem),
        # In the corners of empty cells, where their colour cannot be seen, lines begin.
        (look.legal, look.legal_strong, look.last, look.line_tl, look.line_h, look.line_v, look.pattern_missing),
        (look.check, look.cross),
        (look.arrow_left, look.arrow_right, look.arrow_up, look.arrow_down),
        (look.turn_cw, look.turn_ccw),
        (look.half_upper, look.half_lower, look.full),
        (look.track_done, look.track_todo),
        (look.clock_full, look.clock_empty),
        (look.pattern_on, look.pattern_off),
        (look.heart, look.plant, look.cube, look.disk, look.star, look.princess),
        (look.pattern_have, look.pattern_missing, look.pattern_off),
        look.heights,
    ):
        assert len(set(group)) == len(group), group


def test_height_marks() -> None:
    full = GLYPHS["full"]
    assert [full.height(n) for n in (0, 1, 2, 9, 12)] == ["", "", "²", "⁹", "⁹"]


@by_name(NAMED)
def test_there_are_colours_for_terminals_of_256(look: Palette) -> None:
    assert look.ansi or look.indexed is not None


@by_name(INDEXED)
def test_empty_cells_of_256_colours_are_darker_than_every_tile_or_lighter(look: Palette) -> None:
    for name in HUES:
        face = look.hue(name).face
        for ground in (look.background, look.panel, look.lattice, look.outside):
            if look.dark:
                assert luminance(face) > luminance(ground), name
            elif name != "white":
                assert luminance(face) < luminance(ground), name


@by_name(INDEXED)
def test_tiles_of_one_colour_are_told_apart_by_their_edges_in_256_colours(look: Palette) -> None:
    for name in HUES:
        hue = look.hue(name)
        assert hue.lit and hue.shade, name
        assert luminance(hue.lit) >= luminance(hue.face) > luminance(hue.shade), name
        # White has nothing lighter; its lower edge tells where it ends.
        assert difference(hue.lit, hue.shade) >= 10, name


@by_name(PALETTES)
def test_marks_and_letters_are_seen_in_all_depths(look: Palette) -> None:
    if look.ansi:
        return
    for mark in (look.cursor, look.legal, look.ghost, look.last, look.good, look.bad, look.accent):
        for ground in (look.background, look.lattice):
            assert contrast(mark, ground) >= 3, (mark, ground)


def test_looks_are_values() -> None:
    assert hash(PALETTES["night"]) == hash(themes.builtin_palettes()["night"])
    with pytest.raises(AttributeError):
        PALETTES["night"].text = "#ffffff"
    with pytest.raises(KeyError):
        PALETTES["night"].hue("mauve")


def test_themes_know_no_screen() -> None:
    names = "{'.'.join(name.split('.')[:2]) for name in sys.modules}"
    code = f"import sys; from tilehall import themes; themes.find_themes(); print(*{names})"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert "tilehall.themes" in loaded
    assert not loaded & {"textual", "rich", "tilehall.tui", "asyncio"}
