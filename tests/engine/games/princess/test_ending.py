"""Rules P-5: the final round, the witch, and the points."""

from __future__ import annotations

from typing import Any

from tests.engine.games.princess.table import FIRE, Table, hunter, table
from tests.engine.games.princess.test_worked_examples import combo, showing
from tests.rules import rule
from tilehall.engine import CHANCE
from tilehall.engine.games.princess.scoring import ScoreLead, receipt, score_lead


def finals(t: Table) -> list[int]:
    """The seats that have a turn until the scoring."""
    seats: list[int] = []
    while t.point != "BONUS":
        if not seats or seats[-1] != t["seat"]:
            seats.append(t["seat"])
        idle = sorted(t.choices & {"pass", "stop", "gem no"})
        t.play(idle[0] if idle else min(t.choices))
    return seats


@rule("P-5.1")
def test_the_first_finish_gives_everybody_else_one_more_turn() -> None:
    t = combo(["R25"], 23, 3, 7, carrier=0, passages=True).play("declare R25 E4", "row R22")
    assert (t.of(0)["space"], t.of(0)["rank"], t.of(0)["leftover"]) == (25, 1, 1)
    assert "Everybody else has one more turn." in t.log
    assert finals(t) == [1, 2]
    assert t["carrier"] is None


@rule("P-5.1")
def test_final_turns_go_clockwise_from_the_finisher() -> None:
    block = hunter("B1a", FIRE, ["D4", "E4", "D5", "E5"], space=23)
    seats = [hunter("B2a", space=3), hunter("B3a", space=7), block]
    t = table(*seats, at="DECLARE", seat=2, row="R25 R19 R20 R21", carrier=2, passages=True)
    t.play("declare R25 E4", "row R22")
    assert finals(t) == [0, 1]


@rule("P-5.1")
def test_a_later_finish_takes_the_next_rank_and_no_toll() -> None:
    t = combo(["R30"], 20, 25, passages=True, rank=1).play("declare R30 D4", "row R22")
    assert (t.of(0)["rank"], t.of(0)["leftover"]) == (2, 1)  # all 6 steps count
    assert t.point == "BONUS"


def test_only_steps_that_are_left_over_are_told() -> None:
    beyond = combo(["R30"], 20, 25, passages=True, rank=1).play("declare R30 D4", "row R22")
    assert "Aki reaches the GOAL with 1 step left over." in beyond.log
    exactly = combo(["R01"], 23, 25, passages=True, rank=1).play("declare R01 D4", "row R22")
    assert "Aki reaches the GOAL." in exactly.log


@rule("P-5.2")
def test_a_final_turn_is_a_normal_turn() -> None:
    t = table(hunter(space=3), hunter("B2a", space=25, rank=1), final=1, passages=True, at="REVEAL")
    points = []
    while t.point != "BONUS":
        points.append(t.point)
        t.play(next((text for text in ("pass", "gem no") if text in t.choices), min(t.choices)))
    assert points == ["REVEAL", "RUNE", "SPRITE", "TAKE", "CELL", "GEM"]


@rule("P-5.2")
def test_without_tiles_only_the_rest_of_a_final_turn_is_left() -> None:
    t = table(
        hunter(space=3, tiles={"F4": "WS", "G4": "AS"}, gems=["F4"]),
        hunter("B2a", space=25, rank=1),
        final=1,
        passages=True,
        at="RUNE",
        display="",
        stack=False,
        row="R01 R20 R26 R28",
    )
    t.play("pass", "pass")
    assert (t.point, t.choices) == ("SPRITE", {"pass", *sprite_choices(t)})
    assert t.play("pass").choices == {"stop", "declare R01 F4"}
    t.play("stop")
    assert (t.point, t.standing) == ("BONUS", None)  # the witch does not come any more


def sprite_choices(t: Table) -> set[str]:
    cells = [cell for cell in t.of(0)["cells"] if cell != "F4"]
    return {f"set {cell}" for cell in cells} | {f"shift F4 {cell}" for cell in cells}


def last_tile(space: int = 0, runes: str = "allowed", final: int | None = None) -> Table:
    """Seat 0 has laid the last tile and could declare a Line."""
    other: dict[str, Any] = {"space": 25, "rank": 1} if final else {}
    t = table(
        hunter(tiles={"F4": "WS"}, gems=["F4"], space=space),
        hunter("B2a", {"F3": "EU"}, **other),
        at="CELL",
        hand="AS",
        row="R01 R20 R26 R28",
        display="",
        stack=False,
        carrier=0 if space >= 13 and not final else None,
        passages=space >= 20 or bool(final),
        final=final,
        options={"last_tile_runes": runes},
    )
    return t.play("cell G4", "gem no")


@rule("P-5.3")
def test_the_witch_comes_with_the_last_tile() -> None:
    t = last_tile().play("declare R01 F4", "row R30")
    assert (t.over, t.standing.ending, t.standing.scores, t.standing.ranks) == (True, "witch", None, None)
    assert t.spaces == [2, 0]


@rule("P-5.3")
def test_an_empty_stack_alone_does_not_call_her() -> None:
    t = table(hunter(), hunter("B2a"), at="TAKE", display="EM ES", stack=False).play("take EM", "cell C3", "gem no")
    assert (t.over, t["seat"], t.point) == (False, 1, "RUNE")


@rule("P-5.3")
def test_reaching_the_goal_with_the_last_tile_saves_everybody() -> None:
    t = last_tile(space=24).play("declare R01 F4", "row R30")
    assert (t.of(0)["rank"], t["seat"], t.point) == (1, 1, "RUNE")  # a final turn without tiles
    assert finals(t) == [1]


@rule("P-5.3")
def test_runes_with_the_last_tile_can_be_forbidden() -> None:
    assert last_tile(runes="forbidden").standing.ending == "witch"
    assert last_tile(space=24, runes="forbidden").standing.ending == "witch"
    assert last_tile(runes="forbidden", final=1).choices == {"stop", "declare R01 F4"}  # final turns keep theirs
    assert "declare R01 F4" in last_tile().choices


def scored(*hunters: dict[str, Any], bonus: tuple[str, str] = ("A+", "A-"), **options: str) -> Table:
    """The game is over; these bonus cards were turned up."""
    todo = [("BONUS", CHANCE), ("BONUS", CHANCE), ("OVER", CHANCE)]
    t = table(*hunters, todo=todo, seat=len(hunters) - 1, display="", final=0, passages=True, options=options)
    return t.play(*(f"bonus {card}" for card in bonus))


@rule("P-5.4")
def test_who_leads_is_told_from_the_first_step_on() -> None:
    assert score_lead(table(hunter("B1a"), hunter("B2a")).state) is None, "the sky of the first tiles is no lead"
    t = table(hunter("B1a", space=3), hunter("B2a", space=9))
    ahead, sums = score_lead(t.state), receipt(t.state)
    assert ahead == ScoreLead(1, sums.total(1) - sums.total(0))


@rule("P-5.4")
def test_points_of_the_race() -> None:
    t = scored(
        hunter("B1a", space=25, rank=2, leftover=3),
        hunter("B2a", space=25, rank=1),
        hunter("B3a", space=23),
        hunter("B4a", space=0),
    )
    race = [{part: n for part, n in t.parts(seat).items() if part in RACE} for seat in range(4)]
    assert race == [{"rank": 5, "leftover": 3}, {"rank": 10}, {"shortfall": -2}, {"shortfall": -25}]
    ranks = [hunter(f"B{n + 1}a", space=25, rank=n + 1) for n in range(4)]
    assert [scored(*ranks).parts(seat)["rank"] for seat in range(4)] == [10, 5, 3, 1]


RACE = ("rank", "leftover", "shortfall")


@rule("P-5.4")
def test_points_of_the_sky() -> None:
    """Moons 3, 2, 2; stars 1, 1, 0; suns 0, 1, 2."""
    three = scored(
        hunter("B1a", showing("FM FM FM FS"), space=25, rank=1),
        hunter("B2a", showing("WM WM WS WU")),
        hunter("B3a", showing("AM AM AU AU")),
    )
    sky = [{part: n for part, n in three.parts(seat).items() if part.startswith("sky")} for seat in range(3)]
    assert sky == [{"sky M": 5, "sky S": 5}, {"sky M": 2, "sky S": 5, "sky U": 2}, {"sky M": 2, "sky U": 5}]
    two = scored(hunter("B1a", showing("FM FM FM FS"), space=25, rank=1), hunter("B2a", showing("WM WM WS WU")))
    sky = [{part: n for part, n in two.parts(seat).items() if part.startswith("sky")} for seat in range(2)]
    assert sky == [{"sky M": 3, "sky S": 3}, {"sky S": 3, "sky U": 3}]
    off = scored(hunter("B1a", space=25, rank=1), hunter("B2a"), sky_points="off")
    assert not [part for seat in (0, 1) for part in off.parts(seat) if part.startswith("sky")]


@rule("P-5.4", "P-4.4")
def test_only_visible_tiles_score_and_printed_ones_do() -> None:
    t = scored(hunter("B1a", {"D4": "FU", "D5": "FU"}, space=25, rank=1), hunter("B2a"), bonus=("F+", "E-"))
    assert t.parts(0)["bonus"] == 6  # two fires on top, and its earth is covered
    assert "bonus" not in t.parts(1)  # one fire and one earth, both printed


@rule("P-5.4")
def test_points_of_the_bonus_cards() -> None:
    seats = [hunter("B1a", showing("FM FS EM EM"), space=25, rank=1), hunter("B2a", showing("FU FU AS AS"))]
    t = scored(*seats, bonus=("F+", "W-"))
    assert [t.parts(seat)["bonus"] for seat in (0, 1)] == [6, 6]  # tied for most, and nobody has water
    none = scored(*seats, bonus=("W+", "A-"))
    assert [none.parts(seat).get("bonus", 0) for seat in (0, 1)] == [3, 0]  # W+ needs one tile, A- none


@rule("P-5.4", "P-3.S4")
def test_points_of_unused_sprites() -> None:
    t = scored(hunter("B1a", extra=1, gem=0, space=25, rank=1), hunter("B2a"))
    assert (t.parts(0)["sprite"], t.parts(1)["sprite"]) == (2, 8)


@rule("P-5.5")
def test_the_highest_score_wins_and_the_first_finisher_need_not() -> None:
    first = hunter("B1a", extra=0, gem=0, space=25, rank=1)
    t = scored(first, hunter("B2a", showing("FM FM FS FU"), space=25, rank=2, leftover=6), bonus=("F+", "E-"))
    scores = t.standing.scores
    assert scores[1] > scores[0]
    assert (t.standing.winners, t.standing.ranks) == ((1,), (2, 1))


@rule("P-5.5", "P-3.9")
def test_equal_scores_share_the_victory() -> None:
    cover = showing("FM FS FU FU")
    t = scored(
        hunter("B1a", cover, space=25, rank=1, extra=0, gem=0),
        hunter(
            "B2a",
            {cell: kind.replace("F", "A") for cell, kind in cover.items()},
            space=25,
            rank=2,
            leftover=5,
            extra=0,
            gem=0,
        ),
        bonus=("F+", "A+"),
    )
    assert t.standing.scores == (22, 22)
    assert t.standing.winners == (0, 1)
    assert t.standing.ranks == (1, 1)
    assert "the win is shared" in str(t.standing.text)
