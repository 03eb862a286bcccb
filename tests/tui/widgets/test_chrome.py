"""What surrounds a board: whatever the letters, a sentence ends where its line ends."""

import pytest

from tests.tui.boards.tables import Sitting, hot_seat, sit, text, until
from tests.tui.player.sitting import english
from tilehall.engine import literal_text
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.player.selection import MENU
from tilehall.tui.terminal.output.cells import width


def saying(words: str, kind: str) -> Sitting:
    sitting = until(sit(hot_seat()), kind)
    if sitting.selection and (listed := sitting.selection.menu()):
        sitting.point_at((MENU, listed[0].text))
    sitting.message = StatusMessage(literal_text(words), rule="P-4.1")
    return sitting


@pytest.mark.parametrize("letters", ["bamboo", "竹取物語", "e\u0301te\u0301s"])
def test_a_long_sentence_is_told_in_full_above_the_prompt(letters: str) -> None:
    """The line above the status is taken by the choices; there the cursor's place goes on being described."""
    words = f"{letters} " * (200 // width(letters + " ")) + "done."
    sitting = saying(words, "GEM")
    assert sitting.selection is not None and sitting.selection.menu()
    lines = text(sitting).split("\n")
    rule = next(n for n, line in enumerate(lines) if set(line.strip()) == {"─"})
    assert " ".join(line.strip() for line in lines[rule + 1 : -4]) == f"{words} [P-4.1]"
    assert "no gem" in lines[-2]


def test_of_what_is_longer_than_the_screen_can_say_the_latest_is_told() -> None:
    lines = text(saying("bamboo " * 200 + "done.", "GEM")).split("\n")
    assert sum("bamboo" in line for line in lines) == 6 and "o shows all of it" in lines[-11]
    assert lines[-5].rstrip().endswith("done. [P-4.1]")


def test_a_story_that_is_longer_than_its_room_ends_in_an_ellipsis() -> None:
    sitting = saying("", "GEM")
    turns = tuple(literal_text(f"{name} " + "bamboo " * 40 + "done.") for name in ("Bo", "Cleo"))
    sitting.message = StatusMessage(turns[0], recap=turns, by_turns=True)
    lines = text(sitting).split("\n")
    head = next(n for n, line in enumerate(lines) if "N tells it turn by turn" in line)
    assert lines[head + 6].rstrip().endswith("…") and "bamboo" not in lines[head + 7]


@pytest.mark.parametrize("letters", ["bamboo", "竹取物語", "e\u0301te\u0301s"])
def test_a_long_sentence_may_use_the_line_of_the_choices(letters: str) -> None:
    words = f"{letters} " * (110 // width(letters + " ")) + "done."
    sitting = saying(words, "CELL")
    assert sitting.selection is not None and not sitting.selection.menu()
    above, status = text(sitting).split("\n")[-3:-1]
    assert f"{above.strip()} {status.strip()}" == f"{words} [P-4.1]"
    assert above.strip()


def test_a_sentence_that_fits_is_left_alone() -> None:
    assert text(saying("竹取 lays a tile.", "CELL")).split("\n")[-2].rstrip() == " 竹取 lays a tile. [P-4.1]"


def test_what_is_under_the_cursor_is_described_once_though_there_is_room_for_more() -> None:
    """`d` says what it is, and the lines below what a key would do with it."""
    sitting = until(sit(hot_seat()), "CELL")
    sitting.describe()
    assert sitting.message is not None
    shown = "\n".join(text(sitting, (120, 40)).split("\n")[-6:])
    said = english(sitting.message.text, sitting.moment.names)
    assert said and shown.count(said) == 1
    assert "lay it on" in shown, "and what choosing it would bring"
