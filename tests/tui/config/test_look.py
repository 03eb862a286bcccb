"""Which colours and characters a player gets, and that they are the player's own."""

import pytest

from tests.tui.boards.tables import LOOKS
from tilehall.tui.config.look import Look, choose_look
from tilehall.tui.config.settings import Settings
from tilehall.tui.terminal.capabilities import Terminal


@pytest.mark.parametrize(
    ("colours", "theme"), [("truecolor", "night"), ("256", "night"), ("16", "ansi"), ("none", "night")]
)
@pytest.mark.parametrize("glyphs", ["full", "neutral", "ascii"])
def test_the_usual_look_is_what_the_terminal_can_show(colours, theme, glyphs) -> None:
    chosen = choose_look(LOOKS, Settings(), Terminal(colours, glyphs))
    assert (chosen.look.palette.name, chosen.look.glyphs.name, chosen.problems) == (theme, glyphs, ())


@pytest.mark.parametrize("theme", ["night", "day", "lagoon", "paper", "contrast"])
def test_terminals_of_256_colours_have_palettes_of_their_own(theme: str) -> None:
    wish = Settings({"theme": theme})
    exact, indexed = (choose_look(LOOKS, wish, Terminal(colours, "full")).look for colours in ("truecolor", "256"))
    assert exact.palette == LOOKS.palettes[theme]
    assert indexed.palette == LOOKS.palettes[theme].indexed != exact.palette
    # A little lighter than one of the 256 is another colour altogether: edges are chosen, none is worked out.
    red = indexed.palette.hues.red
    lit, shaded = indexed.edges(indexed.face(red)) or ()
    assert (lit.color.name, shaded.color.name) == (red.lit, red.shade)
    assert indexed.edges(indexed.soft(red)) is None


def test_a_wish_is_granted_whatever_the_terminal_is() -> None:
    settings = Settings({"theme": "day", "glyphs": "ascii"})
    chosen = choose_look(LOOKS, settings, Terminal("16", "full"))
    assert (chosen.look.palette.name, chosen.look.glyphs.name, chosen.problems) == ("day", "ascii", ())


def test_a_wish_that_cannot_be_granted_is_named() -> None:
    chosen = choose_look(LOOKS, Settings({"theme": "mud", "glyphs": "runes"}), Terminal("256", "neutral"))
    assert (chosen.look.palette.name, chosen.look.glyphs.name) == ("night", "neutral")
    theme, glyphs = map(str, chosen.problems)
    assert "'mud'" in theme and "'runes'" in glyphs


@pytest.mark.parametrize("name", LOOKS.palettes)
def test_styles_have_both_colours_and_tell_roles_apart(name: str) -> None:
    look = Look(LOOKS.palettes[name], LOOKS.glyphs["full"])
    roles = (look.text, look.strong, look.muted, look.accent, look.good, look.warn, look.bad)
    faces = [look.face(look.palette.hue(hue)) for hue in ("yellow", "blue", "red", "green")]
    seats = [look.pawn(seat) for seat in range(4)]
    assert all(style.color and style.bgcolor for style in (*roles, *faces, *seats, look.grid, look.line))
    assert len({style.bgcolor for style in faces}) == 4
    assert len({look.seat(seat).color for seat in range(4)}) == 4
    assert len({look.text, look.muted, look.accent}) == len({look.text, look.muted, look.bad}) == 3


def test_a_style_is_made_once_for_each_player() -> None:
    one, other = (Look(LOOKS.palettes["night"], LOOKS.glyphs["full"]) for _ in range(2))
    assert one.style("#ffffff", "#000000") is one.style("#ffffff", "#000000")
    assert one.style("#ffffff", "#000000", True).bold
    assert one._styles is not other._styles
