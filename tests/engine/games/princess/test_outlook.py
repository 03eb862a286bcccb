"""What is foreseen of a tile, a gem, a declaration: no more than can really be declared and moved."""

from __future__ import annotations

from tests.engine.games.princess.table import NAMES, PRINCESS, Table, hunter, table
from tilehall.engine import ENGLISH, render_text
from tilehall.engine.games.princess import LATTICE, best_cells, components, gem_extends_combo, nearness

EARTH = {"D3": "ES", "D4": "ES", "D5": "EM"}
"""A column of earth beside two other tiles, on board B1: D4 EM, E4 WS, D5 FS, E5 AM."""


def foreseen(t: Table, text: str) -> list[str]:
    found = PRINCESS.narrator.preview(t.state, t.seat, PRINCESS.parse(text))
    return [render_text(each, ENGLISH, NAMES) for each in found]


def best(t: Table) -> list[str]:
    return [LATTICE.name(cell) for cell in sorted(best_cells(t.state, t.seat, t.state.hand))]


def why(t: Table) -> str:
    advice = PRINCESS.advisor.advise(t.state, t.seat)
    return f"{advice.action}: {render_text(advice.why, ENGLISH, NAMES)}"


# --- where a tile completes most


def test_a_rune_with_an_odd_tile_counts_what_it_pays() -> None:
    """Tall T pays 3 on F4, where E4 is odd: no more than Tee does on C4."""
    t = table(hunter(tiles=EARTH), hunter("B2a"), at="CELL", hand="ES", row="R12 R28 R23 R18")
    assert "completes R28 Tall T (3 steps)" in foreseen(t, "cell F4")
    assert "completes R12 Tee (3 steps)" in foreseen(t, "cell C4")
    assert {"C4", "F4"} <= set(best(t))


def test_what_no_gem_is_left_for_is_not_best() -> None:
    """With an empty supply a rune needs a gem that lies already: on F3 that of D3, on C6 there is none."""
    lines = {"D3": "FU", "E3": "FS", "D6": "FM", "E6": "FM", "F5": "EU"}
    full = hunter(tiles=lines, gems=["D3", "E4", "F5", "D4"])
    t = table(full, hunter("B2a"), at="CELL", hand="FU", row="R01 R20 R24 R29")
    assert foreseen(t, "cell F3")[0] == "completes R01 Line (2 steps)"
    assert foreseen(t, "cell C6")[0] == "R01 Line lies complete, but no gem is left for it"
    assert "F3" in best(t) and "C6" not in best(t)


# --- what a gem brings


def test_one_gem_completes_one_of_two_runes() -> None:
    """P-4.14: each takes its own."""
    t = table(hunter(tiles=EARTH), hunter("B2a"), at="CELL", hand="ES", row="R12 R03 R28 R18").play("cell C4")
    assert foreseen(t, "gem yes") == ["completes R12 Tee (3 steps) or R03 Corner (2 steps)", "3 gems left"]
    assert gem_extends_combo(t.state, 0)


def test_a_second_gem_for_a_rune_brings_nothing_more() -> None:
    line = hunter(tiles={"F4": "WS"}, gems=["F4"])
    t = table(line, hunter("B2a"), at="CELL", hand="AS", row="R01 R20 R26 R28").play("cell G4")
    assert foreseen(t, "gem yes") == ["brings nothing more: R01 Line can be declared without it", "2 gems left"]
    assert not gem_extends_combo(t.state, 0)


def test_a_gem_that_is_moved_leaves_where_it_was() -> None:
    line = hunter(tiles={"F4": "WS", "G4": "AS"}, gems=["F4"])
    t = table(line, hunter("B2a"), at="SPRITE", row="R01 R20 R26 R28")
    assert foreseen(t, "shift F4 G4")[0] == "brings nothing more: R01 Line can be declared without it"
    assert foreseen(t, "set G4")[0] == "brings nothing more: R01 Line can be declared without it"


# --- what can follow


def test_as_many_declarations_can_follow_as_there_are_gems_for_them() -> None:
    """P-4.14: with one gem on the tiles of three runes only one of them can be declared."""
    tiles = {**EARTH, "C4": "ES"}
    t = table(hunter(tiles=tiles, gems=["D4"]), hunter("B2a"), at="DECLARE", row="R12 R03 R01 R18")
    assert {"declare R12 D4", "declare R03 D4", "declare R01 D4"} <= t.choices
    assert not [told for told in foreseen(t, "declare R12 D4") if "can follow" in told]
    t = table(hunter(tiles=tiles, gems=["D4", "D3"]), hunter("B2a"), at="DECLARE", row="R12 R03 R01 R18")
    assert "1 more can follow" in foreseen(t, "declare R12 D4")


def test_what_lies_for_a_later_turn_is_only_told_if_there_is_one() -> None:
    """Laid after a theft in the last turn of the seat, a rune is never declared any more (P-5.1)."""
    tiles = {"F4": "FM", "F5": "WS"}

    def stolen(final: int | None) -> Table:
        todo = [("STEAL_PICK", 0), ("STEAL_PICK", 1), ("STEAL_CELL", 0), ("STEAL_CELL", 1), ("THEFT", 0), ("SCORE", 0)]
        first = hunter(tiles={"F4": "WS", "D3": "EU"}, space=25 if final else 0, rank=1 if final else 0)
        other = hunter("B2a", tiles=tiles)
        t = table(
            first, other, todo=todo, pending="T31", final=final, passages=final is not None, row="R01 R20 R26 R28"
        )
        return t.play("steal F5", "steal D3")

    assert foreseen(stolen(None), "cell G4")[0] == "lays R01 Line, to be declared in a later turn if it is still there"
    assert "later turn" not in " ".join(foreseen(stolen(2), "cell G4"))


# --- what a hint says


def test_a_rune_that_lacks_one_tile_is_not_called_far_from_complete() -> None:
    t = table(hunter(tiles=EARTH), hunter("B2a"), row="R05 R11 R08 R01")
    for plan in PRINCESS.advisor.plans(t.state, 0, 9):
        told = render_text(PRINCESS.advisor.explain_plan(t.state, 0, plan), ENGLISH, NAMES)
        action = plan.actions[0]
        if "far from complete" in told:
            assert nearness(t.state.hunters[0].tableau, components().cards[action.card]).missing > 1
        if "lacks one tile" in told:
            assert nearness(t.state.hunters[0].tableau, components().cards[action.card]).missing == 1


def test_whoever_is_called_nearer_to_a_rune_is_nearer() -> None:
    """Whatever is removed so that the next player cannot have it: the reason agrees with what the cards say."""
    near = {"F4": "FM", "F5": "FU", "D6": "FM", "D3": "AM", "C3": "AU"}
    fire = {**near, "E6": "FS"}
    for row in ("R01 R03 R10 R12", "R10 R12 R13 R15"):
        for mine, theirs in ((near, fire), (fire, near), (near, near)):
            t = table(hunter(tiles=mine, gems=["D4"]), hunter("B3b", tiles=theirs, gems=["D5"]), row=row)
            told = why(t)
            card = components().cards[components().card_numbers[told.split()[1].rstrip(":")]]
            own, other = (nearness(each.tableau, card).missing for each in t.state.hunters)
            assert ("is nearer" not in told or other < own) and ("far from" not in told or own > 1), told
