"""What surrounds a board: whatever the letters, a sentence ends where its line ends."""

import pytest

from tests.tui.scenes.tables import Sitting, hot_seat, look, sit, text, until
from tilehall.engine import plain
from tilehall.tui.kernel.cells import width
from tilehall.tui.play.message import Message


def saying(words: str, kind: str) -> Sitting:
    sitting = until(sit(hot_seat()), kind)
    sitting.message = Message(plain(words), rule="P-4.1")
    return sitting


@pytest.mark.parametrize("letters", ["bamboo", "竹取物語", "e\u0301te\u0301s"])
def test_a_long_sentence_is_cut_before_its_rule(letters: str) -> None:
    sitting = saying(f"{letters} " * 40, "GEM")
    assert sitting.picker is not None and sitting.picker.menu(), "the line above is taken by the choices"
    status = text(sitting).split("\n")[-2]
    assert status.startswith(f" {letters} {letters} ")
    assert status.rstrip().endswith("… [P-4.1]")
    ascii_status = text(sitting, dress=look(glyphs="ascii")).split("\n")[-2]
    assert ascii_status.rstrip().endswith("~ [P-4.1]")


@pytest.mark.parametrize("letters", ["bamboo", "竹取物語", "e\u0301te\u0301s"])
def test_a_long_sentence_may_use_the_line_of_the_choices(letters: str) -> None:
    words = f"{letters} " * (110 // width(letters + " ")) + "done."
    sitting = saying(words, "CELL")
    assert sitting.picker is not None and not sitting.picker.menu()
    above, status = text(sitting).split("\n")[-3:-1]
    assert f"{above.strip()} {status.strip()}" == f"{words} [P-4.1]"
    assert above.strip()


def test_a_sentence_that_fits_is_left_alone() -> None:
    assert text(saying("竹取 lays a tile.", "CELL")).split("\n")[-2].rstrip() == " 竹取 lays a tile. [P-4.1]"
