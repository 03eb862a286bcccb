"""Colour arithmetic against known values."""

import pytest

from tilehall.themes.colour import (
    ANSI_COLOURS,
    BLINDNESS,
    Kind,
    contrast,
    difference,
    is_ansi,
    is_hex,
    rgb,
    simulate_blindness,
)


def test_contrast_spans_one_to_twenty_one() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#a1b2c3", "#a1b2c3") == 1
    assert contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)  # the textbook "just not enough" grey


def test_difference_of_known_colours() -> None:
    assert difference("#000000", "#ffffff") == pytest.approx(100, abs=0.01)
    assert difference("#ff0000", "#00ff00") == pytest.approx(170.57, abs=0.1)
    assert difference("#123456", "#123456") == 0


@pytest.mark.parametrize("kind", BLINDNESS)
def test_greys_look_the_same_to_everybody(kind: Kind) -> None:
    for level in (0, 60, 128, 200, 255):
        grey = f"#{level:02x}{level:02x}{level:02x}"
        assert all(abs(a - b) <= 1 for a, b in zip(rgb(simulate_blindness(grey, kind)), rgb(grey), strict=True))


def test_red_and_green_come_closer_for_those_who_cannot_tell_them_apart() -> None:
    red, green = "#b1402f", "#5b7c2f"
    apart = difference(red, green)
    assert difference(simulate_blindness(red, "deuteranopia"), simulate_blindness(green, "deuteranopia")) < apart / 2
    assert difference(simulate_blindness(red, "tritanopia"), simulate_blindness(green, "tritanopia")) > apart / 2


def test_names_and_numbers() -> None:
    assert len(ANSI_COLOURS) == 16
    assert rgb("bright_white") == (255, 255, 255)
    assert is_hex("#0aF9b2")
    assert not any(map(is_hex, ("#0af9b", "0af9b2a", "#0af9bg", "#0af9b2 ", "", "red", "#０af9b2")))
    assert is_ansi("default")
    assert not is_ansi("orange")
    with pytest.raises(ValueError, match="default"):
        rgb("default")
