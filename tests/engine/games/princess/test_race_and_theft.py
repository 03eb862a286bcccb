"""Rules P-4.15 to P-4.24: the way through the manor, the princess, and thefts."""

from __future__ import annotations

from typing import Any

from tests.engine.games.princess.table import Table, hunter, table
from tests.engine.games.princess.test_worked_examples import combo, move
from tests.rules import rule
from tilehall.engine.games.princess.movement import advance


@rule("P-4.15")
def test_a_combo_is_the_sum_and_one_more_for_each_rune_after_the_first() -> None:
    assert move(2, 0, 0).spaces == [2, 0]
    assert move(7, 0, 0).spaces == [7, 0]  # 3 + 3 and 1
    three = move(14, 0, 14, carrier=1, passages=False)
    assert "Aki moves 5+3+4 +2 combo -2 toll, to space 14." in three.log  # 14, less the toll, not behind her


@rule("P-4.15")
def test_without_a_rune_nobody_moves() -> None:
    assert combo(["R01"], 5, 9).play("stop").spaces == [5, 9]


@rule("P-4.16")
def test_open_passages_are_taken_by_themselves() -> None:
    assert move(3, 7, 20, carrier=1, passages=True).spaces == [13, 20]  # 8, 12, 13
    assert move(3, 7, 19, carrier=1).spaces == [10, 19]
    assert [advance(10, 1, ways) for ways in (True, False)] == [14, 11]
    assert advance(9, 2, True) == 14


@rule("P-4.16", "P-5.1")
def test_steps_beyond_the_goal_are_left_over() -> None:
    t = move(9, 22, 3, carrier=0, passages=True)
    assert (t.of(0)["space"], t.of(0)["leftover"]) == (25, 4)  # 7 steps from 22 after the toll


@rule("P-4.17")
def test_the_toll_is_paid_once_a_turn() -> None:
    assert move(7, 14, 0, carrier=0).spaces == [19, 0]  # two runes, one toll
    assert move(5, 10, 13, carrier=1).spaces == [13, 13]  # catching up
    assert move(2, 10, 13, carrier=1).spaces == [12, 13]  # not reaching her
    assert move(9, 12, 25, passages=True, rank=1).spaces == [21, 25]  # she is gone


@rule("P-4.18")
def test_the_first_on_13_takes_the_princess_and_the_one_ahead_keeps_her() -> None:
    fetched = move(3, 11, 0)
    assert (fetched.spaces, fetched["carrier"], fetched["princess"]) == ([13, 0], 0, 13)
    assert "Aki carries the princess." in fetched.log
    level = move(3, 12, 13, carrier=1)
    assert (level.spaces, level["carrier"]) == ([13, 13], 1)
    ahead = move(5, 13, 13, carrier=1)
    assert (ahead.spaces, ahead["carrier"], ahead["princess"]) == ([16, 13], 0, 16)
    assert move(9, 20, 22, carrier=1, passages=True)["carrier"] is None  # out of the manor with the first


@rule("P-4.19")
def test_the_passages_open_for_later_moves() -> None:
    t = move(6, 16, 8, carrier=0)
    assert (t.spaces, t["passages"]) == ([20, 8], True)
    below = move(5, 16, 8, carrier=0)
    assert (below.spaces, below["passages"]) == ([19, 8], False)
    opener = move(14, 10, 0)
    assert (opener.spaces, opener["passages"]) == ([22, 0], True)  # by single steps: no passage for the opener
    assert move(5, 23, 0, carrier=0, passages=True)["passages"]


# --- thefts ---------------------------------------------------------------------------------------------------------


def theft(*hunters: dict[str, object], seat: int = 0, card: str = "T31", more: str = "") -> Table:
    """These cards are to be resolved at the end of this seat's turn."""
    way, steps = {"T31": 1, "T32": -1}, []
    for each in (card, *more.split()):
        order = [(seat + way[each] * n) % len(hunters) for n in range(len(hunters))]
        steps += [(point, thief) for point in ("STEAL_PICK", "STEAL_CELL") for thief in order] + [("THEFT", seat)]
    return table(*hunters, seat=seat, pending=f"{card} {more}", todo=[*steps, ("SCORE", seat)])


def four() -> list[dict[str, object]]:
    """Everybody has one loose tile, of a kind of its own."""
    kinds = ("FM", "WM", "AS", "EU")
    return [hunter(f"B{n + 1}a", {"F4": kind}) for n, kind in enumerate(kinds)]


@rule("P-4.20")
def test_steal_left_goes_round_clockwise() -> None:
    t, thieves = theft(*four(), seat=2), []
    while t.point == "STEAL_PICK":
        thieves.append(t.seat)
        t.play("steal F4")
    assert thieves == [2, 3, 0, 1]
    assert t["stolen"] == {"2": "EU", "3": "FM", "0": "WM", "1": "AS"}


@rule("P-4.20")
def test_steal_right_goes_round_the_other_way() -> None:
    t, thieves = theft(*four(), seat=2, card="T32"), []
    while t.point == "STEAL_PICK":
        thieves.append(t.seat)
        t.play("steal F4")
    assert thieves == [2, 1, 0, 3]
    assert t["stolen"] == {"2": "WM", "1": "FM", "0": "EU", "3": "AS"}


@rule("P-4.20")
def test_with_two_players_both_cards_mean_the_other() -> None:
    for card in ("T31", "T32"):
        t = theft(hunter(tiles={"F4": "FM"}), hunter("B2a", {"G5": "WM", "F4": "WM"}), card=card)
        assert (t.seat, t.choices) == (0, {"steal G5", "steal F4"})


@rule("P-4.21")
def test_what_lay_below_comes_to_light_and_a_gem_goes_home() -> None:
    t = theft(hunter(), hunter("B2a", {"F4": "WM AS", "D4": "FU"}, ["F4", "E4"]))
    assert t.choices == {"steal F4", "steal D4"}
    t.play("steal F4")
    assert (t.of(1)["cells"]["F4"], t.of(1)["gems"], t.of(1)["supply"]) == (["WM"], ["E4"], 3)
    assert (t.of(0)["supply"], t["stolen"]) == (4, {"0": "AS"})


@rule("P-4.21")
def test_a_victim_without_loose_tiles_loses_nothing() -> None:
    seats = [hunter(tiles={"F4": "FM"}), hunter("B2a"), hunter("B3a", {"F4": "AS"})]
    t = table(*seats, pending="T31", at="TAKE").play("take EM", "cell E4", "gem no").idle("STEAL_PICK")
    assert (t.seat, t.point) == (1, "STEAL_PICK")  # seat 0 finds nothing at seat 1
    t.play("steal F4").play("steal F4")
    assert (t["stolen"], t.point, t.seat) == ({"1": "AS", "2": "FM"}, "STEAL_CELL", 1)


@rule("P-4.22")
def test_all_lay_after_all_have_picked_without_gem_or_rune() -> None:
    t = theft(hunter(tiles={"F4": "WS"}, gems=["D4"]), hunter("B2a", {"F3": "AS"}))
    t.play("steal F3", "steal F4")
    assert (t.point, t.seat, "cell F3" in t.choices) == ("STEAL_CELL", 0, True)
    assert t.refusal("cell D4") == "P-4.6"
    t.play("cell F4")
    assert (t.point, t.seat) == ("STEAL_CELL", 1)
    t.play("cell F3")
    assert (t["seat"], t["pending"], t["discard"]) == (1, [], ["T31"])
    assert (t.of(0)["supply"], t.of(0)["gems"]) == (3, ["D4"])


@rule("P-4.22")
def test_a_second_theft_starts_when_the_first_is_done() -> None:
    t = theft(hunter(tiles={"F4": "WS"}), hunter("B2a", {"F3": "AS"}), more="T32")
    t.play("steal F3", "steal F4", "cell F4", "cell F3")
    assert (t.point, t.choices, t["pending"]) == ("STEAL_PICK", {"steal F3"}, ["T32"])
    t.play("steal F3", "steal F4", "cell C3", "cell C3")
    assert (t["pending"], t["discard"]) == ([], ["T31", "T32"])


@rule("P-4.23")
def test_a_split_tableau_stays_split_and_grows_from_any_part() -> None:
    t = theft(hunter(), hunter("B2a", {"F6": "FM", "G7": "AS"})).play("steal F6")
    assert sorted(t.of(1)["cells"]) == ["D4", "D5", "E4", "E5", "G7"]
    t.idle("CELL", seat=1)
    assert {"cell H8", "cell C3"} <= t.choices
    t.play("cell H8").idle("CELL", seat=1)
    assert "cell C3" not in t.choices  # the frame is D4 to H8 by now


@rule("P-4.24")
def test_a_theft_drawn_before_the_finish_of_that_turn_happens() -> None:
    t = combo(["R25"], 23, 3, carrier=0, passages=True)
    t.play("declare R25 E4", "row T31", "row R22")
    assert (t.of(0)["rank"], t.point, t["pending"]) == (1, "STEAL_PICK", ["T31"])


@rule("P-6.18")
def test_without_late_thefts_the_cards_of_the_finishing_turn_are_discarded() -> None:
    first = hunter("B1a", {"F4": "WS", "G4": "AS"}, ["G4"], space=24)
    pair = (first, hunter("B2a", {"F3": "AS"}))
    where: dict[str, Any] = {"at": "DECLARE", "row": "R01 R20 R26 R28", "carrier": 0, "passages": True}
    t = table(*pair, **where, options={"late_theft": "off"}).play("declare R01 G4", "row T32", "row R30")
    assert t.of(0)["rank"] == 1
    assert (t["pending"], "T32" in t["discard"], t.point) == ([], True, "REVEAL")
    assert "no thefts in the final round" in " ".join(t.log)


@rule("P-6.18", "P-4.20")
def test_without_late_thefts_those_of_other_turns_still_happen() -> None:
    t = table(hunter(), hunter("B2a", {"F3": "AS"}), options={"late_theft": "off"})
    t.play("remove R10", "row T31", "row R11").idle("STEAL_PICK")
    assert (t["pending"], t.choices) == (["T31"], {"steal F3"})


@rule("P-3.3", "P-4.24")
def test_a_theft_waits_for_the_end_of_its_turn() -> None:
    t = table(hunter(tiles={"F4": "WS"}), hunter("B2a", {"F3": "AS"})).play("remove R10", "row T32", "row R11")
    points = []
    while t.point != "STEAL_PICK":
        points.append(t.point)
        t.play(next((text for text in ("pass", "gem no") if text in t.choices), min(t.choices)))
    assert points == ["SPRITE", "TAKE", "CELL", "GEM"]
    assert t.seat == 0
