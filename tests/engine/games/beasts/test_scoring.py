"""Fences, enclosures, captures, the three endings and the long tie-break (B-4.40 to B-4.57, section 5)."""

import pytest

from tests.engine.games.beasts.table import caught, fill, pairs, play, points, refusal, table, told, totals, where
from tests.rules import rule
from tilehall.engine import GameResult
from tilehall.engine.games.beasts import BEASTS
from tilehall.engine.games.beasts.position_data import load_board
from tilehall.engine.games.beasts.state import BeastsState

LAST_PIECE = "10sw=PB 10se=PB 11nw=GW"
"""V11 lacks 11ne."""


@rule("B-4.40", "B-4.42")
def test_a_fence_scores_once_at_the_end_of_the_turn_that_completes_it() -> None:
    s = table(LAST_PIECE, "V11=PW", roll="WTLB", hands={1: "WTLB"})
    placed = play(s, "die 1 11ne")
    assert points(placed) == [0, 0]
    ended = play(placed, "end")
    assert points(ended) == [3, 0]
    later = play(ended, "discard -", "roll WWWW", "keep 1234", "die 1 11sw", "end")
    assert points(later) == [3, 0]


@rule("B-4.41")
@pytest.mark.parametrize(("owner", "expected"), [("P", [3, 0]), ("G", [0, 2])])
def test_the_owner_of_the_card_is_paid(owner: str, expected: list[int]) -> None:
    s = table(LAST_PIECE, f"V11={owner}W", roll="W")
    assert points(play(s, "die 1 11ne", "end")) == expected


@rule("B-4.40")
def test_the_card_may_come_last() -> None:
    s = table("10sw=PB 10se=PB 11nw=PB 11ne=PB", roll="W")
    assert points(play(s, "card B V11", "end")) == [7, 0]


@rule("B-4.43", "B-4.45")
def test_wilds_and_black_dice_reinforce_too() -> None:
    s = table("10sw=KB 10se=GB 11nw=KB 11ne=G*", "V11=PB", roll="B")
    s.busy = True
    assert points(play(s, "end")) == [4, 0]


@rule("B-4.46")
def test_only_the_four_supporting_dice_count() -> None:
    s = table("10sw=PB 10se=PB 11nw=PW 11sw=GW 11se=GW", "V11=PW", roll="W")
    assert points(play(s, "die 1 11ne", "end")) == [5, 0]


CORNER = fill("10 01 11", "WWW").replace("11se=PW", "")


@rule("B-4.50", "B-4.51")
def test_an_area_of_two_squares_is_no_enclosure() -> None:
    """a1 and b1 together are fenced off, with no card between them."""
    dice = fill("10 01 11 20 21", "WWWWW").replace("11se=PW", "")
    s = table(dice, "H11=PW H21=PT V21=PW", "a1=unicorn", roll="W")
    s = play(s, "die 1 11se", "end")
    assert BEASTS.dump(s)["board"]["enclosed"] == []
    assert where(s) == {"a1": "unicorn"}


@rule("B-4.52", "B-4.53")
def test_the_finisher_catches_whoever_owns_the_fences() -> None:
    s = table(CORNER, "V11=PW H11=PW", "a1=unicorn", roll="W", seat=1)
    s = play(s, "die 1 11se", "end")
    assert caught(s, 1) == ["unicorn"]
    assert where(s) == {}
    assert points(s)[1] == 0
    assert points(s)[0] > 0
    assert BEASTS.dump(s)["board"]["enclosed"] == ["a1"]


@rule("B-4.54")
def test_a_beast_whose_condition_fails_is_locked_in() -> None:
    s = table(CORNER, "V11=PW H11=PW", "a1=basilisk", roll="W!")
    s = play(s, "die 1 11se")
    assert told(s, "end")[-1] == "Square a1 is enclosed: the basilisk cannot be captured and stays for ever."
    s = play(s, "end")
    assert where(s) == {"a1": "basilisk"}
    assert totals(s) == [sum(points(s)), 0]


@rule("B-4.55", "B-4.35")
def test_an_empty_enclosure_stays_empty() -> None:
    s = table(CORNER, "V11=PW H11=PW", roll="W!!T")
    s = play(s, "die 1 11se", "add 2 unicorn a2")
    assert refusal(s, "add 3 unicorn a1") == "B-4.35"
    assert refusal(s, "move 3 a2 a1") == "B-4.33"
    s = play(s, "end")
    assert BEASTS.dump(s)["board"]["enclosed"] == ["a1"]
    assert caught(s, 0) == []


@rule("B-4.56")
def test_one_die_may_close_two_squares() -> None:
    dice = fill("10 01 11 02 12", "WWWWW").replace("11sw=PW", "")
    s = table(dice, "V11=PW H11=PW V12=PW H12=PW", "a1=unicorn a2=centaur", roll="W", hands={0: "TLB"})
    s = play(s, "die 1 11sw", "end")
    assert caught(s, 0) == ["unicorn", "centaur"]
    assert totals(s)[0] == points(s)[0] + 12


@rule("B-4.57")
@pytest.mark.parametrize(
    ("cards", "success"), [("V12=PW V22=PT H21=PL H22=PW", True), ("V12=PW V22=PT H21=PW H22=PT", False)]
)
def test_a_chimera_in_the_centre_counts_its_own_four_sides(cards: str, success: bool) -> None:
    dice = fill("11 21 12 22", "WTWT").replace("22se=PT", "")
    s = table(f"{dice} 10sw=PB 10se=PB", f"{cards} V11=PB", "b2=chimera", roll="T")
    assert caught(play(s, "die 1 22se", "end"), 0) == (["chimera"] if success else [])


# --- the end ------------------------------------------------------------------------------------------------------


def result(s: BeastsState) -> GameResult:
    standing = BEASTS.final_result(s)
    assert standing is not None
    return standing


def idle(s: BeastsState, turns: int) -> BeastsState:
    """So many turns without a die or card."""
    for _ in range(turns):
        s = play(s, "roll WTLB", "keep 1234", "end")
        if s.point == "DISCARD":
            s = play(s, "discard -")
    return s


@rule("B-5.1", "B-3.2")
def test_a_second_player_who_runs_out_changes_nothing() -> None:
    dice = fill("11 21", "WW") + " 10sw=PB " + fill("12 22", "WW", "G") + " 20sw=GT"
    s = table(dice, "V11=PW H21=PW V21=PT V12=GW V22=GW", players=4, roll="B", scored=True)
    s = play(s, "die 1 10se", "end")
    assert (s.seat, s.final) == (1, 3)
    s = play(s, "roll T", "keep 1", "die 1 20se", "end")
    assert (s.seat, s.final) == (2, 2)
    s = play(idle(s, 1), "roll WTLB", "keep 1234", "end")
    assert result(s).ending == "dice"


@rule("B-5.1")
def test_the_pool_or_an_own_active_die_keeps_the_game_going() -> None:
    nine = fill("11 21", "WW") + " 10sw=PB"
    s = play(table(nine, "V11=PW H21=PW", players=4, roll="B", scored=True), "end")
    assert s.point == "DISCARD"
    assert s.final == -1


def nearly_full() -> BeastsState:
    """All 44 dice but 42nw, and all 17 fences: so many of one type that only the end can be looked at."""
    names = "10 20 30 01 11 21 31 41 02 12 22 32 42 13 23 33"
    dice = fill(names, "W" * 16, "PPGGK").replace("42nw=GW", "42nw=PW")
    lines = "V11 V12 V13 V21 V22 V23 V31 V32 V33 H11 H12 H21 H22 H31 H32 H41 H42"
    cards = " ".join(f"{line}={'PG'[n % 2]}W" for n, line in enumerate(lines.split()))
    kept = " ".join(die for die in dice.split() if not die.startswith("42nw"))
    s = table("11nw=PW", roll="W")
    entry = {"dice": pairs(kept), "cards": pairs(cards), "scored": {}, "beasts": {}, "enclosed": []}
    s.board = load_board(entry, s.board.supply)
    return s


@rule("B-5.2")
@pytest.mark.parametrize("final", [-1, 1])
def test_a_full_board_ends_the_game_at_once(final: int) -> None:
    s = nearly_full()
    s.final = final
    assert play(s, "end").ending != "full"
    s = play(s, "die 1 42nw", "end")
    assert result(s).ending == "full"
    assert BEASTS.actors(s) == ()


@rule("B-5.3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_three_rounds_without_a_die_or_card_end_the_game(players: int) -> None:
    s = play(table("11nw=PW", roll="WTL!", players=players), "die 1 11ne", "end", "discard -")
    s = idle(s, 3 * players - 1)
    assert s.point == "ROLL"
    s = play(s, "roll !TLB", "keep 1234", "add 1 unicorn a1", "end")
    assert result(s).ending == "stall"


@rule("B-5.3")
def test_a_placed_card_starts_the_count_anew() -> None:
    s = idle(play(table("11nw=PW 11ne=PW", roll="WTLB"), "end", "discard -"), 4)
    assert s.idle == 5
    s = play(s, "roll WTLB", "keep 1234", "card W V11", "end")
    assert (s.idle, s.point) == (0, "DISCARD")


@rule("B-5.4", "B-5.6", "B-4.42", "B-4.43", "B-4.44")
def test_the_receipt_adds_up_part_by_part() -> None:
    s = table(
        "10sw=PB 10se=PB 11nw=PB 11ne=PB",
        "V11=PB",
        "b1=unicorn",
        roll="W",
        scored=True,
        captured={0: "unicorn basilisk"},
    )
    receipt = BEASTS.receipt(s)
    assert [(line.part, line.points, line.rule) for line in receipt.lines] == [
        ("fence V11", 2, "B-4.42"),
        ("fence V11", 2, "B-4.43"),
        ("fence V11", 3, "B-4.44"),
        ("unicorn", 5, "B-5.4"),
        ("basilisk", 10, "B-5.4"),
    ]
    assert totals(s) == [22, 0]
    assert not receipt.final


def over(
    captured: tuple[str, str], values: tuple[tuple[int, ...], tuple[int, ...]], strong: tuple[int, int]
) -> BeastsState:
    """A game that is over with these beasts, fence values and reinforced fences."""
    s = table("11nw=PW", roll="W", captured=dict(enumerate(captured)))
    board = s.board
    lines = iter(range(17))
    for seat, points_of in enumerate(values):
        for n, value in enumerate(points_of):
            number = next(lines)
            kind = 0 if n < strong[seat] else 1
            board = board.with_card(number, seat, kind).with_score(number, value)
    board.icons = bytes(16)
    s.board, s.point, s.ending = board, "OVER", "dice"
    return s


@rule("B-5.5")
@pytest.mark.parametrize(
    ("captured", "values", "strong", "ranks", "words"),
    [
        (("", ""), ((7, 3), (5, 4)), (0, 0), (1, 2), "the last turns are over"),
        (("unicorn", ""), ((2,), (4, 3)), (0, 0), (1, 2), "number of captured"),
        (("basilisk unicorn", "chimera centaur"), ((3,), (3,)), (0, 0), (1, 2), "valuable beasts"),
        (("unicorn", "unicorn"), ((4, 3), (4, 3)), (1, 2), (2, 1), "reinforced"),
        (("", ""), ((6, 2), (5, 3)), (1, 1), (1, 2), "valuable fences"),
        (("", ""), ((5, 2, 2), (4, 3, 2)), (0, 0), (1, 2), "valuable fences"),
        (("unicorn", "unicorn"), ((4, 3), (3, 4)), (1, 1), (1, 1), "shared"),
    ],
)
def test_the_long_tie_break(
    captured: tuple[str, str],
    values: tuple[tuple[int, ...], tuple[int, ...]],
    strong: tuple[int, int],
    ranks: tuple[int, int],
    words: str,
) -> None:
    standing = result(over(captured, values, strong))
    assert standing.ranks == ranks
    assert words in str(standing.text)
    assert standing.winners == tuple(seat for seat in (0, 1) if ranks[seat] == 1)


@rule("B-5.5")
def test_ranks_skip_after_a_shared_place() -> None:
    s = table("11nw=PW", roll="W", players=4, captured={0: "unicorn", 1: "basilisk", 2: "unicorn"})
    s.point, s.ending = "OVER", "stall"
    assert result(s).ranks == (2, 1, 2, 4)
    assert result(s).scores == (5, 10, 5, 0)
