"""Rules P-4.1 to P-4.14: laying tiles, gems, the runes of the row, and what completes them."""

from __future__ import annotations

import pytest

from tests.engine.games.princess.table import FIRE, KINDS, PRINCESS, Table, hunter, table
from tests.rules import rule


def laying(tiles: dict[str, str] | None = None, gems: tuple[str, ...] = ()) -> Table:
    """Seat 0 has a tile in hand."""
    return table(hunter(tiles=tiles, gems=gems), hunter("B2a"), at="CELL", hand="WU")


def cells(t: Table) -> set[str]:
    return {text.removeprefix("cell ") for text in t.choices}


AROUND = {f"{column}{row}" for column in "CDEF" for row in (3, 4, 5, 6)}


# --- laying tiles ---------------------------------------------------------------------------------------------------


@rule("P-4.1")
def test_a_tile_goes_on_a_tile_or_beside_one_by_side_or_corner() -> None:
    t = laying()
    assert cells(t) == AROUND
    assert (t.refusal("cell B4"), t.why_not("cell B4")) == (
        "P-4.1",
        "B4: a tile must touch another one by a side or a corner.",
    )


@rule("P-4.1", "P-4.3")
def test_the_tableau_fits_into_five_by_five_wherever_that_is() -> None:
    wide = laying({"C3": "FM", "B4": "FM"})  # B to E: one more column to either side
    assert {"A4", "F4", "F5"} <= cells(wide)
    wider = laying({"C3": "FM", "B4": "FM", "A5": "FM"})
    assert "F4" not in cells(wider)
    assert wider.refusal("cell F4") == "P-4.1"
    assert wider.why_not("cell F4") == "F4: your tiles would be 6 wide and 3 high; they must fit into 5x5."
    right = laying({"F6": "FM", "G7": "FM", "H8": "FM"})
    assert not {"C4", "C5", "D3"} & cells(right)
    assert {"F3", "G8", "H7", "D6"} & cells(right) == {"G8", "H7", "D6"}


@rule("P-4.2")
def test_printed_tiles_count_like_laid_ones() -> None:
    t = laying().play("cell D4", "gem yes")
    assert t.of(0)["cells"]["D4"] == ["EM", "WU"]
    runes = table(hunter(tiles={"F4": "WS"}, gems=["E4"]), hunter("B2a"), at="TAKE", row="R01 R20 R26 R28")
    runes.play("take AM", "cell G5", "gem no")
    assert runes.spaces == [0, 0]  # EM WS WS: no Line yet
    runes = table(
        hunter(tiles={"F4": "WS", "G4": "WM"}, gems=["E4"]), hunter("B2a"), at="DECLARE", row="R01 R20 R26 R28"
    )
    assert "declare R01 E4" in runes.choices  # the gem lies on the printed WS


@rule("P-4.2")
def test_printed_tiles_cannot_be_stolen() -> None:
    t = theft(hunter(), hunter("B2a", {"F3": "EU", "D4": "AM"}))
    assert t.choices == {"steal F3", "steal D4"}
    assert (t.refusal("steal E4"), t.refusal("steal C3")) == ("P-4.2", "P-4.21")
    assert t.play("steal D4").of(1)["cells"]["D4"] == ["WS"]


def theft(*hunters: dict[str, object], card: str = "T31") -> Table:
    """A theft by seat 0 is due."""
    order = range(len(hunters)) if card == "T31" else [0, *range(len(hunters) - 1, 0, -1)]
    steps = [(point, seat) for point in ("STEAL_PICK", "STEAL_CELL") for seat in order]
    return table(*hunters, pending=card, todo=[*steps, ("THEFT", 0), ("SCORE", 0)])


@rule("P-4.4")
def test_only_the_top_of_a_pile_counts_and_piles_have_no_limit() -> None:
    t = table(
        hunter(tiles={"F4": "WS FM", "G4": "WU"}, gems=["G4"]),
        hunter("B2a"),
        at="DECLARE",
        row="R01 R20 R26 R28",
        todo=[("CELL", 0), ("GEM", 0), ("DECLARE", 0), ("MOVE", 0), ("END", 0)],
        hand="WM",
    )
    covered = Table(t.state).play("cell H4", "gem no")
    assert covered["seat"] == 1  # WS is covered: E4 F4 G4 show no three of a kind
    t.play("cell F4", "gem no")
    assert t.choices == {"stop", "declare R01 G4"}
    assert t.of(0)["cells"]["F4"] == ["WS", "FM", "WM"]
    tower = laying({"C3": "FM FM FM FM FS FS FS FS FU FU"})
    assert "cell C3" in tower.choices


@rule("P-4.4")
def test_a_tile_need_not_match_its_neighbours() -> None:
    for hand in ("EM", "WU", "AS"):
        t = table(hunter(), hunter("B2a"), at="CELL", hand=hand, display="FM FS FU EU")
        assert cells(t) == AROUND


@rule("P-4.5")
def test_four_gems_never_block_a_full_tableau() -> None:
    free = [f"{column}{row}" for column in "BCDEF" for row in (2, 3, 4, 5, 6)]
    outside = [cell for cell in free if cell not in ("D4", "E4", "D5", "E5")]
    tiles = {cell: KINDS[n % 12] for n, cell in enumerate(outside)}
    t = table(hunter(tiles=tiles, gems=["B2", "B3", "B4", "B5"]), hunter("B2a"), at="CELL", hand="AU", display="EM ES")
    assert len(tiles) + 4 == 25
    assert cells(t) == set(free) - {"B2", "B3", "B4", "B5"}


# --- gems -----------------------------------------------------------------------------------------------------------


@rule("P-4.6")
def test_a_gem_keeps_its_tile_from_being_covered() -> None:
    t = laying({"F4": "FM"}, ("F4", "D4"))
    assert not {"F4", "D4"} & cells(t)
    assert t.refusal("cell F4") == "P-4.6"


@rule("P-4.6")
def test_a_tile_holds_one_gem() -> None:
    t = table(hunter(gems=["D4"]), hunter("B2a"), at="SPRITE")
    assert "set E4" in t.choices
    assert (t.refusal("set D4"), t.refusal("shift D4 D4")) == ("P-4.6", "P-4.7")
    two = table(hunter(gems=["D4", "E4"]), hunter("B2a"), at="SPRITE")
    assert two.refusal("shift D4 E4") == "P-4.6"


@rule("P-4.6", "P-4.13")
def test_gems_lie_on_cards_only_while_declaring() -> None:
    t = block(["D4", "E4"], "R01 R02 R19 R20")
    t.play("declare R01 D4")
    assert (t.of(0)["supply"], t.of(0)["gems"], t["completed"]) == (2, ["E4"], [["R01", 2]])
    t.play("row R21", "stop")
    assert (t.of(0)["supply"], t.of(0)["gems"], t["completed"]) == (3, ["E4"], [])


@rule("P-4.6")
def test_without_a_gem_in_supply_none_can_be_set() -> None:
    t = table(hunter(gems=["D4", "E4", "D5", "E5"], tiles={"F4": "FM"}), hunter("B2a"), at="SPRITE")
    assert t.refusal("set F4") == "P-4.6"
    assert "shift D4 F4" in t.choices


@rule("P-4.7")
def test_a_gem_goes_on_the_tile_just_laid() -> None:
    t = laying({"F4": "FM"}).play("cell G5", "gem yes")
    assert t.of(0)["gems"] == ["G5"]
    assert t.of(0)["supply"] == 3


@rule("P-4.7")
def test_the_sprite_reaches_any_own_tile_printed_ones_too() -> None:
    t = table(hunter(tiles={"F4": "FM"}, gems=["F4"]), hunter("B2a"), at="SPRITE")
    put = Table(t.state).play("set D5")
    assert (put.of(0)["gems"], put.of(0)["supply"], put.of(0)["gem"], put.point) == (["F4", "D5"], 2, 1, "TAKE")
    moved = Table(t.state).play("shift F4 D5")
    assert (moved.of(0)["gems"], moved.of(0)["supply"], moved.of(0)["gem"]) == (["D5"], 3, 1)
    assert (t.refusal("set G7"), t.refusal("shift D4 E4"), t.refusal("shift F4 F4")) == ("P-4.7", "P-4.7", "P-4.7")


@rule("P-3.S4")
def test_a_sprite_without_uses_stays_asleep() -> None:
    t = table(hunter(gem=0), hunter("B2a"), at="SPRITE")
    assert t.choices == {"pass", "extra"}
    assert t.refusal("set D4") == "P-3.S4"
    used = table(hunter(extra=0), hunter("B2a"), at="SPRITE")
    assert used.refusal("extra") == "P-3.S4"
    empty = table(hunter(), hunter("B2a"), at="SPRITE", stack=False)
    assert empty.refusal("extra") == "P-3.S4"
    assert "extra" not in empty.choices


@rule("P-3.S4")
def test_the_extra_tile_is_laid_at_once_and_only_one_sprite_works_a_turn() -> None:
    t = table(hunter(), hunter("B2a"), at="SPRITE").play("extra", "draw FU", "cell F4", "gem yes")
    assert (t.point, t.of(0)["cells"]["F4"], t.of(0)["gems"], t.of(0)["extra"]) == ("TAKE", ["FU"], ["F4"], 1)
    assert "FU" not in t["display"]


# --- the row and the hold -------------------------------------------------------------------------------------------


@rule("P-4.8")
def test_one_card_is_held_until_it_is_complete() -> None:
    t = table(hunter(held="R25"), hunter("B2a"))
    assert t.choices == {"pass", "remove R10", "remove R12", "remove R13", "remove R14"}
    assert t.refusal("hold R10") == "P-4.8"
    t.play("remove R10", "row R30")
    assert (t.of(0)["held"], t["discard"]) == ("R25", ["R10"])


@rule("P-4.8", "P-4.14")
def test_a_held_card_is_its_holders_alone() -> None:
    owner = table(hunter(tiles=FIRE, gems=["D4"], held="R01"), hunter("B2a"), at="DECLARE", row="R19 R20 R21 R22")
    assert owner.choices == {"stop", "declare R01 D4"}
    owner.play("declare R01 D4")
    assert (owner.of(0)["held"], owner.spaces) == (None, [2, 0])  # and the row needs no new card
    other = table(hunter(tiles=FIRE, gems=["D4"]), hunter("B2a", held="R01"), at="DECLARE", row="R10 R20 R21 R22")
    assert other.refusal("declare R01 D4") == "P-4.14"
    assert other.choices == {"stop", "declare R10 D4"}


@rule("P-4.9")
def test_a_gap_in_the_row_is_filled_at_once() -> None:
    t = table(hunter(), hunter("B2a")).play("hold R12")
    assert (t.point, t["row"]) == ("REFILL", ["R10", "R13", "R14", None])
    t.play("row R01")
    assert (t.point, t["row"], t.of(0)["held"]) == ("SPRITE", ["R01", "R10", "R13", "R14"], "R12")


@rule("P-4.9")
def test_a_steal_card_waits_and_another_card_is_drawn() -> None:
    t = table(hunter(), hunter("B2a")).play("remove R12", "row T31")
    assert (t.point, t["pending"]) == ("REFILL", ["T31"])
    assert "row T31" not in t.weights
    assert t.play("row R01").point == "SPRITE"


@rule("P-4.9", "P-4.24")
def test_after_the_first_finish_a_steal_card_is_discarded() -> None:
    t = table(hunter(space=3), hunter("B2a", space=25, rank=1), final=1, passages=True)
    t.play("remove R12", "row T31")
    assert (t.point, t["pending"], t["discard"]) == ("REFILL", [], ["R12", "T31"])
    assert t.play("row R01").point == "SPRITE"
    assert t.idle("BONUS")["discard"] == ["R12", "T31"]


@rule("P-4.9", "P-4.10")
def test_a_late_steal_card_is_in_time_for_the_reshuffle() -> None:
    t = table(hunter(space=3), hunter("B2a", space=25, rank=1), final=1, passages=True, pending="")
    data = t.position
    left = [card for card in data["deck"]["unknown"] if card != "T32"]
    data["deck"], data["discard"] = {"unknown": ["T32"], "known": []}, left
    again = Table(t.state)
    again.state = PRINCESS.load(data)
    again.play("remove R12", "row T32")
    assert "row T32" in again.weights  # it went to the discard, which is the new deck
    assert len(again.weights) == len(left) + 2


@rule("P-4.10")
def test_an_empty_deck_is_made_anew_with_the_card_just_removed() -> None:
    t = table(hunter(held="R30"), hunter("B2a", held="R29"), deck=False, row="R01 R02 R03 R04")
    t.play("remove R02", "row T31")
    others = {f"R{n:02}" for n in range(5, 29)} | {"T32"}
    assert set(t.weights) == {f"row {card}" for card in others | {"R02"}}  # not the held or waiting ones
    t.play("row R05")
    assert (t["discard"], len(t["deck"]["unknown"])) == ([], 25)


@rule("P-4.10")
def test_completed_cards_are_not_reshuffled_before_the_move() -> None:
    t = table(hunter(tiles=FIRE, gems=["D4"]), hunter("B2a"), at="DECLARE", deck=False, row="R01 R19 R20 R21")
    t.play("declare R01 D4")
    assert "row R01" not in t.weights
    t.play("row R22")
    assert t["discard"] == ["R01"]


# --- matching -------------------------------------------------------------------------------------------------------


def block(gems: list[str], row: str, **tiles: str) -> Table:
    """Seat 0 has a 3x3 block of fire and is to declare."""
    return table(hunter(tiles=FIRE | tiles, gems=gems), hunter("B2a"), at="DECLARE", row=row)


def declared(tiles: dict[str, str], gem: str, row: str) -> set[str]:
    """The cards of this row that seat 0 could declare with this gem."""
    t = table(hunter(tiles=tiles, gems=[gem]), hunter("B2a"), at="CELL", hand="EU", row=row, display="EM")
    t.play("cell D5", "gem no")
    return {text.split()[1] for text in t.choices if text.startswith("declare")} if t.point == "DECLARE" else set()


@rule("P-4.11")
def test_a_card_may_be_turned_but_not_flipped() -> None:
    ell = {"F4": "AM", "F5": "AS", "F6": "AU", "G6": "AS"}  # the Ell as printed
    assert declared(ell, "F4", "R13 R14 R20 R30") == {"R13"}
    lying = {"F4": "AM", "G4": "AS", "H4": "AU", "F5": "AS"}  # turned clockwise by a quarter
    assert declared(lying, "F4", "R13 R14 R20 R30") == {"R13"}
    flipped = {"G4": "AM", "G5": "AS", "G6": "AU", "F6": "AS"}
    assert declared(flipped, "G4", "R13 R14 R20 R30") == {"R14"}


@rule("P-4.11")
def test_the_dots_of_a_pattern_do_not_matter() -> None:
    corners = {"F4": "AM", "G5": "AS", "H6": "AU"}  # a Slash; nothing beside it
    assert declared(corners, "G5", "R05 R20 R26 R30") == {"R05"}
    filled = corners | {"G4": "FM", "F5": "WS"}
    assert declared(filled, "G5", "R05 R20 R26 R30") == {"R05"}
    hole = {"F4": "AM", "H6": "AU", "G4": "AS"}
    assert declared(hole, "F4", "R05 R20 R26 R30") == set()


@rule("P-4.12")
def test_the_gem_must_stand_in_the_formation() -> None:
    line = {"F3": "AM", "G3": "AS", "H3": "AU", "H4": "FM"}
    assert declared(line, "G3", "R01 R20 R26 R30") == {"R01"}
    assert declared(line, "H4", "R01 R20 R26 R30") == set()


@rule("P-4.12")
def test_one_attribute_of_the_seven_makes_a_formation() -> None:
    by_sky = {"F3": "AM", "G3": "WM", "H3": "FM"}
    assert declared(by_sky, "G3", "R01 R20 R26 R30") == {"R01"}
    mixed = {"F3": "AM", "G3": "AS", "H3": "FM"}
    assert declared(mixed, "G3", "R01 R20 R26 R30") == set()


@rule("P-4.12")
@pytest.mark.parametrize(
    ("centre", "steps"), [("FS", 5), ("AM", 3)], ids=["all alike", "one odd tile, under the gem itself"]
)
def test_a_two_number_card_pays_by_its_odd_tile(centre: str, steps: int) -> None:
    tiles = {"F4": centre, "E4": "FU", "F5": "FS", "F3": "FU", "G4": "FU"}
    t = table(
        hunter(tiles=tiles, gems=["F4"]),
        hunter("B2a"),
        at="DECLARE",
        row="R25 R20 R21 R30",
    )
    t.play("declare R25 F4", "row R19")
    assert t.spaces == [steps, 0]


@rule("P-4.12")
def test_a_one_number_card_allows_no_odd_tile() -> None:
    t = {"F3": "AM", "G3": "AS", "F4": "AU", "G4": "FM"}
    assert declared(t, "F3", "R10 R20 R26 R30") == set()
    assert declared(t | {"G4": "AM"}, "F3", "R10 R20 R26 R30") == {"R10"}


@rule("P-4.13")
def test_a_declared_card_is_replaced_and_the_new_one_can_join() -> None:
    t = block(["D4", "E4"], "R01 R19 R20 R21").play("declare R01 D4")
    assert t.point == "REFILL"
    t.play("row R10")
    assert t.choices == {"stop", "declare R10 E4"}
    t.play("declare R10 E4", "row R22")
    assert t.spaces == [6, 0]  # 2 + 3 and 1 for the combo
    assert set(t["discard"]) == {"R01", "R10"}


@rule("P-4.14")
def test_every_rune_takes_a_gem_and_four_are_the_most() -> None:
    t = block(["D4", "E4", "D5", "E5"], "R01 R02 R03 R04")
    for card, gem in zip(("R01", "R02", "R03", "R04"), ("D4", "E4", "D5", "E5"), strict=True):
        t.play(f"declare {card} {gem}").play(min(text for text in t.weights if text.startswith("row R")))
        assert not any(text.endswith(gem) for text in t.choices if text.startswith("declare"))
    assert t.spaces == [11, 0]  # 2+2+2+2 +3
    assert t.of(0)["supply"] == 4


@rule("P-4.14")
def test_formations_may_be_the_same_tiles_and_tiles_stay() -> None:
    line = {"F3": "AM", "G3": "AS", "H3": "AU"}
    t = table(hunter(tiles=line, gems=["F3", "G3", "D5"]), hunter("B2a"), at="DECLARE", row="R01 R02 R20 R30")
    t.play("declare R01 F3", "row R21", "declare R02 G3", "row R22")
    assert t.spaces == [5, 0]
    assert t.of(0)["gems"] == ["D5"]  # not spent: it stays
    assert [t.of(0)["cells"][cell] for cell in ("F3", "G3", "H3")] == [["AM"], ["AS"], ["AU"]]


@rule("P-4.14", "P-3.S6")
def test_what_cannot_be_declared() -> None:
    t = block(["D4"], "R01 R19 R20 R21")
    assert (t.refusal("declare R02 D4"), t.refusal("declare R01 E4"), t.refusal("declare R19 D4")) == (
        "P-3.S6",
        "P-4.14",
        "P-4.12",
    )
    assert t.refusal("declare T31 D4") == "P-3.S6"
