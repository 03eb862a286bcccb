"""Placing tiles and summoning disks: S-4.1 to S-4.16, with the rule text's worked examples."""

from __future__ import annotations

import pytest

from tests.engine.games.sand.table import changed, choices, dealt, ended, having, pieces, play, refused, reserve
from tests.rules import rule
from tilehall.engine import NotationError
from tilehall.engine.games.sand import SAND

LINES = """gain M
complete 1aG B2,C2,D2
place T14 D1=G,D2=R,E1=G
summon
summon+
fill C3
take 2
disk S B2
move C3 D3
done
aside T07
end
red 2
keep 2bR
bottom 2aG,2cK
yellow G M
green B2 C3
orange
blue T01 T22
blue2 T05 T09
stop
first 0
board red
row 2bR
tile T07
look 2bR"""
"""The examples of section 3 of the rule text, one for every verb."""


@rule("S-3.1")
def test_a_turn_is_one_main_action_and_then_the_end() -> None:
    s = dealt()
    assert {text.split()[0] for text in choices(s)} == {"place"}
    assert refused(s, "end") == "S-3.D1"
    s = play(s, choices(s)[0])
    assert choices(s) == ["take 1", "take 2"]
    assert refused(s, "end") == "S-3.D3"
    s = play(s, "take 1")
    assert choices(s) == ["end"]
    assert refused(s, "summon") == "S-3.D6"
    assert refused(s, choices(dealt())[0]) == "S-3.D6"
    assert refused(s, "end", seat=1) == "S-3.1"


@rule("S-3.2")
def test_lines_of_text() -> None:
    for text in LINES.splitlines():
        assert str(SAND.parse(text)) == text
    for wrong in (
        "place T14 E1=G,D1=G,D2=R",
        "place T14 [D1=G]",
        "take  1",
        "take one",
        "disk X B2",
        "fill C9",
        "pass",
    ):
        with pytest.raises(NotationError):
            SAND.parse(wrong)


@rule("S-4.1", "S-4.3")
def test_a_box_holds_one_piece() -> None:
    s = having(dealt(), squares={"C3": "G"}, disks={"D3": "R"})
    s = play(s, "place T01 C3=G,D3=G,E3=R")
    assert pieces(s) == {"C3": "G", "D3": "G", "E3": "R"}
    assert (reserve(s), list(s.squares)) == ("R", [26, 27, 28])


@rule("S-4.2", "S-4.5")
def test_v12_dark_boxes() -> None:
    s = having(dealt(), level=1, squares={"E1": "R"}, tiles=["T14", "T02", "T03"])
    assert refused(s, "place T14 B1=R,C1=G,C2=G") == "S-4.5"
    on_e1 = [
        text for text in choices(s, "place") if "D1=" in text and "E1=" in text and "D2=" in text and "T14" in text
    ]
    assert len(on_e1) == 2
    assert len([text for text in choices(s, "place") if "T14" in text]) == 86
    assert s.squares[1] == 27
    s = play(s, "place T14 D1=G,D2=R,E1=G")
    assert s.squares[1] == 27
    assert s.magicians[0].dark == 1


@rule("S-4.2")
def test_an_emptied_dark_box_counts_no_longer() -> None:
    s = having(dealt(), level=1, squares={"E1": "G", "D1": "G", "C1": "G"}, rows={1: ["1aG", "1aR", "1aK", "1bG"]})
    assert not [text for text in choices(s, "place") if "B1=" in text]
    s = play(s, "complete 1aG C1,D1,E1")
    assert [text for text in choices(s, "place") if "B1=" in text]


@rule("S-4.4")
def test_nothing_else_takes_pieces_off() -> None:
    s = having(dealt(), squares={"C3": "G"}, disks={"D3": "R"})
    assert {text.split()[0] for text in choices(s)} == {"place", "summon"}
    assert pieces(ended(play(s, choices(s, "place")[0], "take 1")))


@rule("S-4.5")
def test_tiles_keep_their_shape_and_colours() -> None:
    s = having(dealt(), tiles=["T14", "T01", "T02"])
    assert refused(s, "place T03 C3=G,D3=R,E3=R") == "S-4.5"
    assert refused(s, "place T01 C3=G,D3=R,E3=G") == "S-4.5"
    assert refused(s, "place T14 C3=G,D3=G,E3=R") == "S-4.5"
    assert refused(s, "place T01 C3=G,D3=G") == "S-4.5"
    refusal = SAND.check(s, 0, SAND.parse("place T01 A3=G,A4=G,A5=R"))
    assert refusal is not None
    assert str(refusal.text) == "That needs level 2 for 2 dark boxes; you have level 0."


@rule("S-4.5")
def test_laying_the_same_again_is_a_choice() -> None:
    s = having(dealt(), squares={"C3": "G", "D3": "G", "E3": "R"})
    after = play(s, "place T01 C3=G,D3=G,E3=R")
    assert pieces(after) == pieces(s)


@rule("S-4.6", "S-4.10", "S-4.11")
def test_v4_the_queen() -> None:
    s = dealt()
    first = [f"T{n:02}" for n in range(7, 29)]
    assert SAND.dump(s)["circle"] == first
    s = play(s, "place T01 C3=G,D3=G,E3=R")
    assert SAND.dump(s)["circle"] == [*first, "T01"]
    one, two = play(s, "take 1"), play(s, "take 2")
    assert SAND.dump(one)["circle"] == [*first[1:], "T01"]
    assert SAND.dump(two)["circle"] == [first[0], *first[2:], "T01"]
    assert SAND.dump(one)["magicians"][0]["tiles"] == ["T02", "T03", "T07"]
    assert SAND.dump(two)["magicians"][0]["tiles"] == ["T02", "T03", "T08"]
    assert refused(s, "take 3") == "S-4.10"


@rule("S-4.7", "S-4.8", "S-4.9")
def test_v13_shortage() -> None:
    boxes = [f"{column}{row}" for row in range(1, 6) for column in "ABCDEF"]
    s = having(dealt(), 1, level=12, squares=dict.fromkeys(boxes[:27], "G"))
    s = having(s, squares={"B3": "G"})
    assert list(s.squares) == [0, 28, 28]
    s = play(s, "place T01 B3=G,C3=G,D3=R")
    assert (choices(s), s.squares[0]) == (["fill B3", "fill C3"], 1)
    assert pieces(s) == {"D3": "R"}
    assert refused(s, "fill D3") == "S-4.9"
    s = play(s, "fill C3")
    assert (pieces(s), s.squares[0]) == ({"C3": "G", "D3": "R"}, 0)
    assert choices(s) == ["take 1", "take 2"]


@rule("S-4.9")
def test_a_colour_that_is_gone_stays_open() -> None:
    boxes = [f"{column}{row}" for row in range(1, 6) for column in "ABCDEF"]
    s = having(dealt(), 1, level=12, squares=dict.fromkeys(boxes[:28], "G"))
    s = play(s, "place T01 B3=G,C3=G,D3=R")
    assert pieces(s) == {"D3": "R"}
    assert choices(s) == ["take 1", "take 2"]


@rule("S-4.12", "S-4.15")
def test_v2_two_put_and_one_moved() -> None:
    s = having(dealt(), disks={"C3": "R"}, reserve="SG")
    s = play(s, "summon")
    assert refused(s, "done") == "S-4.12"
    s = play(s, "disk S B2", "disk G C2", "move C3 D3")
    assert pieces(s) == {"B2": "(S)", "C2": "(G)", "D3": "(R)"}
    assert choices(s) == ["end"]


@rule("S-4.12")
def test_only_who_owns_a_disk_summons_and_at_least_one() -> None:
    assert refused(dealt(), "summon") == "S-4.12"
    s = play(having(dealt(), disks={"C3": "R"}, squares={"D3": "G"}), "summon")
    assert not choices(s, "done")
    assert refused(s, "disk R C3") == "S-4.12"
    assert refused(s, "move D3 E3") == "S-4.12"
    assert refused(s, "move C3 C3") == "S-4.12"
    s = play(s, "move C3 D3")
    assert (pieces(s), s.squares[0]) == ({"D3": "(R)"}, 28)
    assert choices(s) == ["end"]


@rule("S-4.13")
def test_v15_push_back() -> None:
    s = play(having(dealt(), disks={"B3": "R"}, reserve="G"), "summon", "disk G B3")
    assert reserve(s) == "R"
    assert refused(s, "disk R B3") == "S-4.13"
    assert refused(s, "move B3 B4") == "S-4.13"
    assert "done" in choices(s)
    s = play(s, "disk R C3")
    assert pieces(s) == {"B3": "(G)", "C3": "(R)"}
    assert choices(s) == ["end"]


@rule("S-4.14")
def test_dark_boxes_while_summoning() -> None:
    s = play(having(dealt(), level=1, disks={"B1": "R"}, reserve="G"), "summon")
    assert refused(s, "disk G E1") == "S-4.14"
    assert "disk G B1" in choices(s)
    after = play(s, "move B1 A1")
    assert refused(after, "disk G B1") == "S-4.14"
    freed = play(s, "move B1 B2")
    assert pieces(play(freed, "disk G A1")) == {"B2": "(R)", "A1": "(G)"}
    assert refused(play(having(dealt(), reserve="GG"), "summon"), "disk G A1") == "S-4.14"


@rule("S-4.15")
def test_done_after_a_step_and_no_tile_is_taken() -> None:
    s = having(dealt(), reserve="GGGG")
    circle = s.circle
    s = play(s, "summon", "disk G C3")
    s = play(s, "done")
    assert (choices(s), s.circle) == (["end"], circle)


@rule("S-4.16")
def test_disks_count_as_squares() -> None:
    mixed = having(dealt(), squares={"B2": "G", "C2": "G"}, disks={"D2": "G"})
    assert choices(mixed, "complete") == ["complete 1aG B2,C2,D2"]


def test_changed_keeps_the_balance() -> None:
    assert SAND.faults(changed(dealt(), round=3)) == ()
