"""Completing buildings and the end of a turn: S-4.17 to S-4.24."""

from __future__ import annotations

import pytest

from tests.engine.games.sand.table import (
    advanced,
    changed,
    choices,
    dealt,
    ended,
    having,
    pieces,
    play,
    refused,
    reserve,
    turn,
)
from tests.rules import rule
from tilehall.engine import Event
from tilehall.engine.games.sand import SAND
from tilehall.engine.games.sand.state import SandState

ROW = ["1aG", "1bG", "1cG", "1dG"]


def rows(s: SandState) -> list[list[str | None]]:
    found: list[list[str | None]] = SAND.dump(s)["rows"]
    return found


@rule("S-4.19", "S-4.20", "S-4.22")
def test_v3_paying_squares_and_disks() -> None:
    s = having(dealt(), squares={"B2": "G", "C2": "G"}, disks={"D2": "G"}, rows={1: ROW})
    assert (s.squares[0], s.disks[1]) == (26, 4)
    s = play(s, "complete 1aG B2,C2,D2")
    assert pieces(s) == {}
    assert (s.squares[0], reserve(s), s.disks[1]) == (28, "GR", 3)
    assert (s.magicians[0].stars, s.magicians[0].hourglasses) == (1, 1)
    assert rows(s)[0] == [None, "1bG", "1cG", "1dG"]
    s = play(s, choices(s, "place")[0], "take 1")
    assert rows(s)[0][0] is None
    assert rows(ended(s))[0] == ["1aR", "1bG", "1cG", "1dG"]


@rule("S-4.18", "S-4.19")
def test_v10_two_matches() -> None:
    s = having(dealt(), squares={"B2": "G", "C2": "G", "D2": "G", "E2": "G"}, rows={1: ROW})
    assert choices(s, "complete") == ["complete 1aG B2,C2,D2", "complete 1aG C2,D2,E2"]
    after = play(s, "complete 1aG C2,D2,E2")
    assert pieces(after) == {"B2": "G"}


@rule("S-4.18")
@pytest.mark.parametrize(
    ("board", "fits"),
    [
        ({"B2": "G", "C2": "G", "D2": "R", "B3": "R"}, True),
        ({"B2": "R", "C2": "G", "D2": "G", "D3": "R"}, True),
        ({"B2": "R", "C2": "R", "D2": "G", "D3": "G"}, False),
    ],
)
def test_v11_mirrors(board: dict[str, str], fits: bool) -> None:
    s = having(dealt(), squares=board, rows={1: ROW})
    wanted = f"complete 1dG {','.join(sorted(board))}"
    assert (wanted in choices(s, "complete")) == fits
    if not fits:
        assert refused(s, wanted) == "S-4.18"


@rule("S-4.18")
def test_other_pieces_and_dark_boxes_do_not_matter() -> None:
    ring = {"C2": "R", "D2": "R", "E2": "R", "C4": "R", "D4": "R", "E4": "K", "F3": "K"}
    s = having(dealt(), level=3, squares=ring | {"B3": "G", "C3": "G", "D3": "G"}, rows={1: ROW})
    assert "complete 1aG B3,C3,D3" in choices(s)
    s = having(dealt(), level=2, squares={"A1": "G", "B1": "G", "C1": "G"}, rows={1: ROW})
    assert choices(s, "complete") == ["complete 1aG A1,B1,C1"]


@rule("S-4.17", "S-4.18")
def test_what_a_refusal_says() -> None:
    s = having(dealt(), squares={"B2": "G", "C2": "G", "D2": "R"}, rows={1: ROW})
    assert refused(s, "complete 2fK B2,C2,D2") == "S-4.17"
    assert refused(s, "complete 1aG B2,C2,D2") == "S-4.18"
    texts = {
        "complete 1aG B2,C2,D3": "shape",
        "complete 1aG B2,C2,D2": "1 of its boxes",
        "complete 1aG A2,B2,C2": "A2 is empty",
    }
    for text, words in texts.items():
        refusal = SAND.check(s, 0, SAND.parse(text))
        assert refusal is not None
        assert words in str(refusal.text)
        assert refusal.nearest


@rule("S-4.17")
def test_before_and_after_the_main_action_as_often_as_you_like() -> None:
    two = {"B2": "G", "C2": "G", "D2": "G", "B3": "K", "C3": "K", "D3": "K"}
    s = having(dealt(), squares=two, rows={1: ["1aG", "1aK", "1cG", "1dG"]})
    both = play(s, "complete 1aG B2,C2,D2", "complete 1aK B3,C3,D3")
    assert both.magicians[0].stars == 2
    late = play(s, "complete 1aG B2,C2,D2", "place T01 B2=G,C2=G,D2=R", "take 1", "complete 1aK B3,C3,D3", "end")
    assert late.magicians[0].hourglasses == 2


@rule("S-4.20")
def test_bonuses_in_order_and_lost_ones() -> None:
    s = having(dealt(), 1, reserve="RRRR")
    s = having(s, squares={"C2": "R", "B3": "G", "C3": "G", "D3": "G"}, rows={1: ["1eG", "1aK", "1cG", "1dG"]})
    events: list[Event] = []
    after = SAND.apply(s, 0, SAND.parse("complete 1eG B3,C2,C3,D3"), events)
    assert reserve(after) == "K"
    assert [event.key for event in events] == ["complete", "lost"]


@rule("S-4.20")
@pytest.mark.parametrize(("level", "then"), [(0, 2), (11, 12), (12, 12)])
def test_level_steps_and_the_end_of_the_track(level: int, then: int) -> None:
    s = having(dealt(), level=level, squares={"B2": "G", "C2": "G", "D2": "R", "B3": "R"}, rows={1: ROW})
    assert play(s, "complete 1dG B2,B3,C2,D2").magicians[0].level == then


@rule("S-4.21")
def test_bonuses_help_in_the_same_turn() -> None:
    s = having(dealt(), squares={"B2": "G", "C2": "G", "B3": "G"}, rows={1: ["1bG", "1aK", "1cG", "1dG"]})
    assert refused(s, "summon") == "S-4.12"
    s = play(s, "complete 1bG B2,B3,C2", "summon", "disk G A1")
    assert pieces(s) == {"A1": "(G)"}


@rule("S-4.22")
def test_not_inside_a_main_action() -> None:
    s = having(dealt(), squares={"B2": "G", "C2": "G", "D2": "G"}, reserve="RR", rows={1: ROW})
    assert refused(play(s, "summon"), "complete 1aG B2,C2,D2") == "S-3.D4"
    assert refused(play(s, "place T02 B3=G,C3=G,D3=K"), "complete 1aG B2,C2,D2") == "S-3.D3"
    assert "end" in choices(play(s, "place T02 B3=G,C3=G,D3=K", "take 1"))


@rule("S-4.23")
def test_refill_level_by_level_and_gaps_that_stay() -> None:
    s = having(dealt(), squares={"B2": "G", "C2": "G", "D2": "G"}, rows={1: ROW, 2: ["2aG", "2aR", "2aK", "2bG"]})
    s = play(s, "complete 1aG B2,C2,D2", choices(s, "place")[0], "take 1", "end")
    draw = SAND.chance(s)
    assert (draw.pile, len(draw.outcomes)) == ("deck 1", 14)
    s = play(s, "row 1fK")
    assert rows(s)[0] == ["1fK", "1bG", "1cG", "1dG"]
    empty = having(dealt(), squares={"B2": "G", "C2": "G", "D2": "G"}, rows={1: ROW})
    data = SAND.dump(empty)
    data["magicians"][1]["tableau"], data["decks"][0]["unknown"] = data["decks"][0]["unknown"][:], []
    data["magicians"][0]["tableau"], data["magicians"][1]["tableau"] = data["magicians"][1]["tableau"], []
    few = SAND.load(data)
    few = play(few, "complete 1aG B2,C2,D2", choices(few, "place")[0], "take 1", "end")
    assert rows(few)[0] == [None, "1bG", "1cG", "1dG"]


@rule("S-4.24", "S-3.3")
def test_the_next_seat_and_the_next_round() -> None:
    s = dealt(3, first=1)
    order = []
    for _ in range(6):
        order.append((s.seat, s.round))
        s = turn(s)
    assert order == [(1, 1), (2, 1), (0, 1), (1, 2), (2, 2), (0, 2)]


@rule("S-4.35")
def test_a_building_over_a_crystal_charges_it() -> None:
    s = having(advanced("red", "blue"), squares={"C1": "G", "C2": "G", "C3": "G"}, rows={1: ROW})
    s = play(s, "complete 1aG C1,C2,C3")
    assert SAND.dump(s)["magicians"][0]["crystal"] == "fresh"
    beside = having(advanced("red", "blue"), squares={"D1": "G", "D2": "G", "D3": "G"}, rows={1: ROW})
    beside = play(beside, "complete 1aG D1,D2,D3")
    assert SAND.dump(beside)["magicians"][0]["crystal"] == "clear"
    basic = having(dealt(), squares={"C1": "G", "C2": "G", "C3": "G"}, rows={1: ROW})
    assert SAND.dump(play(basic, "complete 1aG C1,C2,C3"))["magicians"][0]["crystal"] == "clear"
    assert SAND.faults(changed(s)) == ()
