"""Rules P-2 and P-3: setting up, and the order of a turn."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.engine.games.princess.table import DRAWN, FIRE, NAMES, PRINCESS, Table, hunter, opened, table
from tests.rules import rule
from tilehall.engine import CHANCE, ENGLISH, Rng, Setup, SetupError, render_text


def set_up(players: int = 2, **options: str) -> Table:
    """A table with display and row, at the first turn."""
    return opened(players, **options).idle("REVEAL")


# --- 2 setting up ---------------------------------------------------------------------------------------------------


@rule("P-2.1")
def test_the_table_is_set_up_in_order() -> None:
    t = opened(3)
    assert t.weights == {"start 0": 1, "start 1": 1, "start 2": 1}
    t.play("start 1")
    assert t.weights == {"board B1": 1, "board B2": 1, "board B3": 1, "board B4": 1}
    t.play("board B2")
    assert t.weights == {"board B1": 1, "board B3": 1, "board B4": 1}
    t.play("board B3", "board B1")
    assert [each["board"] for each in t["hunters"]] == ["B1", "B2", "B3"]
    sides = []
    for side in ("side b", "side a", "side a"):
        sides.append((t.seat, t.point, t.choices))
        t.play(side)
    assert sides == [(seat, "SIDE", {"side a", "side b"}) for seat in (1, 2, 0)]
    assert t.of(1)["cells"] == {"D4": ["WS"], "E4": ["WU"], "D5": ["FM"], "E5": ["AS"]}
    t.play("draw FU", "draw FU", "draw EM", "draw AS", "row R01", "row R07", "row R30", "row R12")
    assert (t["display"], t["row"]) == (["EM", "FU", "FU", "AS"], ["R01", "R07", "R12", "R30"])
    assert (sum(t["stack"].values()), t["seat"], t["princess"], t["carrier"]) == (44, 1, 13, None)
    for each in t["hunters"]:
        assert (each["supply"], each["gems"], each["extra"], each["gem"], each["space"]) == (4, [], 2, 2, 0)


@rule("P-2.1", "P-3.7")
def test_a_named_start_and_chosen_sides_need_no_draw() -> None:
    t = opened(2, start_seat="1")
    assert (t.seat, set(t.weights)) == (CHANCE, {"board B1", "board B2", "board B3", "board B4"})
    assert t.play("board B1", "board B4").point == "SIDE"
    assert t.seat == 1


@rule("P-2.1")
def test_sides_can_be_drawn() -> None:
    t = opened(2, start_seat="0", board_side="random").play("board B1", "board B4")
    assert t.weights == {"side a": 1, "side b": 1}
    assert [each["board"] for each in t.play("side b", "side a")["hunters"]] == ["B1b", "B4a"]


@rule("P-2.2")
def test_a_steal_card_in_the_first_row_goes_back_and_robs_nobody() -> None:
    t = opened(2, start_seat="0", steal_tiles="on").idle("ROW")
    t.play("row R05", "row T32")
    assert (t["deck"]["known"], t["row"], t["pending"]) == ([[15, "T32"]], ["R05", None, None, None], [])
    assert "row T32" not in t.weights
    t.play("row R06", "row R07", "row R08")
    assert (t["deck"]["known"], t.point) == ([[12, "T32"]], "REVEAL")


@rule("P-2.3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_set_up_is_the_same_for_all_numbers_of_players(players: int) -> None:
    t = set_up(players, start_seat="0")
    assert (len(t["display"]), sum(t["stack"].values()), len(t["deck"]["unknown"])) == (4, 44, 28)
    assert t.weights == {f"draw {kind}": count for kind, count in t["stack"].items() if count}


@rule("P-2.1", "P-2.3")
def test_the_variant_for_a_first_game() -> None:
    t = set_up(2, variant="first_game")
    assert len(t["deck"]["unknown"]) == 26
    assert not [part for seat in (0, 1) for part in t.parts(seat) if part.startswith("sky")]
    kept = set_up(2, variant="first_game", steal_tiles="on")
    assert len(kept["deck"]["unknown"]) + len(kept["deck"]["known"]) == 28
    assert [part for part in set_up(2).parts(0) if part.startswith("sky")]


@rule("P-2.1")
@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        (1, {}, "This game is for 2 to 4 players, not 1."),
        (5, {}, "This game is for 2 to 4 players, not 5."),
        (2, {"start_seat": "2"}, "Option start_seat cannot be '2' with 2 players."),
        (2, {"dragons": "on"}, "There is no option 'dragons'."),
        (3, {"steal_tiles": "yes"}, "Option steal_tiles cannot be 'yes'."),
    ],
)
def test_an_impossible_set_up_is_refused(players: int, options: dict[str, str], words: str) -> None:
    with pytest.raises(SetupError, match=words.replace(".", r"\.")):
        PRINCESS.start(Setup(players, tuple(options.items())))


# --- 3 the turn -----------------------------------------------------------------------------------------------------

PASSED = ["REVEAL", "RUNE", "RECALL", "SPRITE", "TAKE", "CELL", "GEM", "DECLARE"]


@rule("P-3.1", "P-3.S1", "P-3.S5")
def test_a_full_turn_comes_in_order() -> None:
    t = table(hunter(tiles={"F4": "WS", "G4": "WU"}, gems=["F4"]), hunter("B2a"), at="REVEAL", row="R01 R10 R12 R13")
    seen = []
    while t.seat in (0, CHANCE) and t["seat"] == 0:
        seen.append(t.point)
        if t.point == "TAKE":
            assert t.refusal("stop") == "P-3.S5"
            assert "pass" not in t.choices
        t.play(next((text for text in ("pass", "gem no", "stop") if text in t.choices), min(t.choices)))
    assert seen == PASSED
    assert t["seat"] == 1


@rule("P-3.1")
@pytest.mark.parametrize(
    ("point", "text", "named"),
    [
        ("RUNE", "recall F4", "P-3.S2"),
        ("RUNE", "take EM", "P-3.S2"),
        ("RECALL", "hold R10", "P-3.S3"),
        ("SPRITE", "recall F4", "P-3.S4"),
        ("TAKE", "extra", "P-3.S5"),
        ("TAKE", "declare R01 F4", "P-3.S5"),
    ],
)
def test_no_step_comes_early_or_again(point: str, text: str, named: str) -> None:
    t = table(hunter(tiles={"F4": "WS", "G4": "WU"}, gems=["F4"]), hunter("B2a"), at=point, row="R01 R10 R12 R13")
    assert t.refusal(text) == named
    assert "Now is the time to" in t.why_not(text)


@rule("P-3.1")
def test_steps_with_nothing_to_do_are_passed_over() -> None:
    t = table(hunter(extra=0, gem=0), hunter("B2a")).play("pass")
    assert t.point == "TAKE"  # no gem to recall, no sprite to use
    t.play("take EM", "cell C3", "gem no")
    assert t["seat"] == 1  # no gem to declare with
    four = table(hunter(tiles=FIRE, gems=["D4", "E4", "D5", "E5"], extra=0, gem=0), hunter("B2a"), at="TAKE")
    four.play("take EM", "cell G6")
    assert four.point == "DECLARE"  # no gem in supply for the new tile


@rule("P-3.2")
def test_the_own_first_turn_is_short() -> None:
    t = set_up(2, start_seat="0").play("draw FU")
    assert (t.point, t.seat) == ("TAKE", 0)
    t.play(min(t.choices)).play("cell C3", "gem yes")
    assert (t["seat"], t.point) == (1, "REVEAL")  # nothing was declared
    t.play(min(t.weights))
    assert (t.point, t.seat) == ("TAKE", 1)  # it is short for everybody
    t.play(min(t.choices)).play("cell C3", "gem yes").play(min(t.weights))
    assert (t.point, t.seat) == ("RUNE", 0)


@rule("P-3.2")
def test_the_first_turn_can_be_full() -> None:
    t = set_up(2, start_seat="0", first_turn="full").play("draw FU")
    assert (t.point, t.seat) == ("RUNE", 0)


def last_tile_turn(**more: object) -> Table:
    """Seat 0 has taken the last tile; a theft is waiting, and a Line is complete with the tile on G4."""
    return table(
        hunter(tiles={"F4": "WS"}, gems=["F4"], space=int(str(more.get("space", 0)))),
        hunter("B2a", {"F3": "EU"}),
        at="CELL",
        row="R01 R20 R26 R28",
        display="",
        stack=False,
        hand="AS",
        pending="T31",
        carrier=0 if more.get("space") else None,
        passages=bool(more.get("space")),
        options={"last_tile_runes": str(more.get("runes", "allowed"))},
    ).play("cell G4", "gem no")


@rule("P-3.3")
def test_the_witch_comes_before_thefts() -> None:
    t = last_tile_turn().play("stop")
    assert (t.over, t.standing.ending, t["pending"]) == (True, "witch", ["T31"])


@rule("P-3.3")
def test_thefts_come_before_the_next_turn_in_the_order_drawn() -> None:
    t = table(hunter(tiles={"F4": "WS"}), hunter("B2a", {"F3": "EU"}), at="RUNE")
    t.play("remove R10", "row T32", "row T31", "row R11")
    assert t["pending"] == ["T32", "T31"]
    t.idle("STEAL_PICK")
    assert (t["seat"], t["pending"]) == (0, ["T32", "T31"])
    t.idle("STEAL_CELL").idle("STEAL_PICK")
    assert t["pending"] == ["T31"]
    t.idle("REVEAL")
    assert (t["seat"], t["pending"]) == (1, [])
    assert {"T31", "T32"} <= set(t["discard"])


@rule("P-3.3")
def test_after_the_last_final_turn_comes_the_scoring() -> None:
    t = table(hunter(space=3), hunter("B2a", space=25, rank=1), final=1, passages=True, at="SPRITE")
    t.idle("BONUS")
    assert t["final"] == 0


@rule("P-3.4")
def test_stopping_is_implied_and_declaring_nothing_moves_nobody() -> None:
    t = table(hunter(tiles={"F4": "WS", "G4": "WU"}, gems=["F4"]), hunter("B2a"), at="DECLARE", row="R01 R20 R26 R28")
    kept = Table(t.state).play("stop")
    assert (kept.spaces, kept.of(0)["gems"], kept["seat"]) == ([0, 0], ["F4"], 1)
    t.play("declare R01 F4", "row R30")
    assert (t.spaces, t["seat"]) == ([2, 0], 1)  # nothing more could be declared


@rule("P-3.5")
def test_only_one_decides_and_cells_are_ones_own() -> None:
    t = table(hunter(tiles={"F4": "WS"}, gems=["F4"]), hunter("B2a", {"C3": "EU"}, ["C3"]), at="RECALL")
    assert PRINCESS.actors(t.state) == (0,)
    assert (t.refusal("recall C3", 1), t.refusal("pass", 1)) == ("P-3.5", "P-3.5")
    assert (t.refusal("recall C3"), t.refusal("recall F4")) == ("P-3.S3", "")
    assert t.refusal("draw EM", CHANCE) == "P-3.5"
    drawing = table(hunter(), hunter("B2a"), at="REVEAL")
    assert (drawing.seat, drawing.refusal("pass", 0)) == (CHANCE, "P-3.5")


@rule("P-3.5")
def test_a_kind_is_offered_once_however_many_copies_lie_open() -> None:
    t = table(hunter(), hunter("B2a"), at="TAKE", display="EM EM FU EM")
    assert t.choices == {"take EM", "take FU"}
    assert t.play("take EM")["display"] == ["EM", "EM", "FU", "FU"]


@rule("P-3.6", "P-3.S2", "P-3.S3", "P-3.S4", "P-3.S6")
def test_the_texts_of_all_choices() -> None:
    seat = hunter(tiles={"F4": "WS", "G4": "WU"}, gems=["F4"])
    t = table(seat, hunter("B2a"), row="R01 R02 R12 R13")
    assert t.choices == {
        "pass",
        *(f"{verb} {card}" for verb in ("hold", "remove") for card in ("R01", "R02", "R12", "R13")),
    }
    assert t.play("pass").choices == {"pass", "recall F4"}
    cells = ("D4", "E4", "D5", "E5", "G4")
    wanted = {f"set {cell}" for cell in cells} | {f"shift F4 {cell}" for cell in cells}
    assert t.play("pass").choices == {"pass", "extra"} | wanted
    t.play("extra", "draw AU")
    assert (t.point, "cell H4" in t.choices) == ("EXTRA_CELL", True)
    assert t.play("cell H4").choices == {"gem no", "gem yes"}
    assert t.play("gem yes").choices == {"take EM", "take ES", "take EU", "take AM"}
    assert "cell H5" in t.play("take EM").choices
    assert t.play("cell H5").choices == {"gem no", "gem yes"}
    assert t.play("gem no").choices == {"stop", "declare R01 F4", "declare R02 F4"}  # twins are two cards


@rule("P-3.6")
@pytest.mark.parametrize(
    "text", ["Pass", "hold r07", "hold  R07", "cell D9", "shift D4", "declare D4 R01", "gem maybe"]
)
def test_other_texts_mean_nothing(text: str) -> None:
    with pytest.raises(ValueError, match="is no action of this game"):
        PRINCESS.parse(text)


@rule("P-3.7")
def test_draws_come_one_by_one_even_if_only_one_is_possible() -> None:
    t = opened(4, start_seat="0").play("board B1", "board B2", "board B3")
    assert t.weights == {"board B4": 1}
    assert t.seat == CHANCE


@rule("P-3.7", "P-3.S1")
def test_an_empty_stack_is_no_draw() -> None:
    t = table(hunter(), hunter("B2a"), at="SPRITE", stack=False).play("pass")
    t.idle("RUNE", seat=1)
    assert (t["seat"], len(t["display"])) == (1, 3)


@rule("P-3.8")
def test_every_draw_is_as_likely_as_it_has_copies() -> None:
    t = table(hunter(tiles={"F4": "FU", "G4": "FU"}), hunter("B2a", {"F3": "FU"}), at="REVEAL")
    assert t.weights == {f"draw {kind}": count for kind, count in t["stack"].items() if count}
    assert (t.weights["draw FU"], t.weights["draw EM"], t.weights["draw WM"]) == (1, 3, 4)
    t.idle("RUNE").play("hold R10")
    assert t.weights == {f"row {card}": 1 for card in t["deck"]["unknown"]}
    end = table(hunter(space=3), hunter("B2a", space=25, rank=1), final=1, passages=True, at="SPRITE").idle("BONUS")
    assert set(end.weights) == {f"bonus {element}{sign}" for element in "EWFA" for sign in "+-"}
    assert len(end.play("bonus A-").weights) == 7


@rule("P-3.9")
def test_the_two_endings() -> None:
    lost = last_tile_turn().play("stop")
    assert (lost.standing.ending, lost.standing.scores, lost.standing.winners) == ("witch", None, ())
    won = last_tile_turn(space=24).play("declare R01 F4", "row R30").idle("OVER")
    assert (won.standing.ending, len(won.standing.scores)) == ("goal", 2)


@rule("P-3.7", "P-3.8")
def test_what_the_dealer_decides_over_many_games() -> None:
    """Chance is asked exactly at the points that the rules name, in every kind of set-up."""
    seen: Counter[str] = Counter()
    for number in range(6):
        rng, t = Rng(number), opened(2 + number % 3, board_side=("choose", "random")[number % 2])
        while not t.over:
            if t.seat == CHANCE:
                seen[t["todo"][0][0]] += 1
            choices = sorted(t.choices)
            t.play(choices[rng.below(len(choices))])
    assert set(seen) <= DRAWN
    assert seen["START"] == 6
    assert seen["BOARD"] == 6 + 6 + 6
    assert seen["SIDE_DRAW"] == 9
    assert seen["DISPLAY"] == 24


def test_what_comes_before_the_tile_is_told_with_the_prompt() -> None:
    """Whoever takes a tile at once passes it: so it is told before."""

    def prompts(t: Table) -> list[str]:
        found = []
        while t.point in ("RUNE", "RECALL", "SPRITE"):
            found.append(render_text(PRINCESS.decision(t.state, 0).prompt, ENGLISH, NAMES))
            t.play("pass")
        return found

    full = table(hunter(gems=["D4"]), hunter("B2a"))
    assert prompts(full) == [
        "Hold or remove a rune, or pass. Sprites come next, then the tile.",
        "Recall a gem, or pass. Sprites come next, then the tile.",
        "Use a sprite, or pass. The tile comes next.",
    ]
    assert prompts(table(hunter(extra=0, gem=0), hunter("B2a"))) == [
        "Hold or remove a rune, or pass. The tile comes next."
    ]
