"""Section 4, the rules of rolling, dice, cards and beasts, each with a position that shows it."""

import pytest

from tests.engine.games.beasts.table import allowed, fill, legal, play, refusal, table, told, where
from tests.rules import rule
from tilehall.engine.games.beasts import BEASTS


@rule("B-4.1")
def test_keeping() -> None:
    s = table("11nw=PW", roll="WT*!")
    s.point, s.kept = "KEEP", 0
    assert len(legal(s)) == 15
    assert refusal(s, "end") == "B-4.1"
    assert play(s, "keep 1234").point == "PLACE"
    assert play(s, "keep 2", "reroll WWW").faces == bytes((0, 1, 0, 0))
    short = table("11nw=PW", roll="WT", active="PK")
    short.point, short.kept = "KEEP", 0
    assert refusal(short, "keep 3") == "B-4.1"


@rule("B-4.2")
def test_nothing_has_to_be_placed() -> None:
    s = table("11nw=PW 11ne=PW", roll="WWWW")
    assert play(s, "end").point == "DISCARD"
    assert told(s, "end") == ["Aki places nothing."]
    everything = play(s, "die 1 11sw", "die 2 11se", "card W V11", "card L H11", "card B H21", "card T V12", "end")
    assert everything.hunters[0].hand == bytes(4)


@rule("B-4.10")
def test_a_slot_takes_one_die() -> None:
    s = table("11nw=PW", roll="WTLB")
    assert legal(s, "die") == {"die 1 11ne", "die 1 11sw", "die 1 11se"}
    assert refusal(s, "die 1 11nw") == "B-4.10"


@rule("B-4.11")
def test_a_beast_face_is_never_placed() -> None:
    assert refusal(table("11nw=PW", roll="!W"), "die 1 11ne") == "B-4.11"


@rule("B-4.13")
def test_a_wild_needs_an_icon_die_in_its_hole() -> None:
    s = table("11nw=PW 11ne=PW", "V11=PL", roll="*L")
    assert refusal(s, "die 1 10sw") == "B-4.13"
    s = play(s, "die 2 10sw", "die 1 10se")
    assert BEASTS.dump(s)["board"]["dice"]["10se"] == "P*"
    assert s.board.icons[0] == 2
    assert refusal(table(roll="*W"), "die 1 11nw") == "B-4.13"


@rule("B-4.14")
@pytest.mark.parametrize("use", ["die 1 11ne", "add 1 unicorn a1"])
def test_one_wild_a_turn(use: str) -> None:
    s = play(table("11nw=PW", roll="***!", active="PKPP"), use)
    assert refusal(s, "die 2 11sw") == "B-4.14"
    assert refusal(s, "add 2 unicorn b1") == "B-4.14"
    assert allowed(s, "add 4 unicorn b1")


@rule("B-4.15")
def test_the_first_die_goes_anywhere_and_the_second_does_not() -> None:
    s = table(roll="WWTL")
    assert len({text for text in legal(s, "die") if text.startswith("die 1")}) == 44
    s = play(s, "die 1 42nw")
    assert legal(s, "die") == {"die 2 42sw"}
    assert refusal(s, "die 3 33nw") == "B-4.15"


@rule("B-4.16")
def test_a_commitment_ends_with_the_first_die() -> None:
    s = table("10sw=PB 10se=PB", "V11=PT", roll="TW*B")
    assert refusal(s, "die 2 11sw") == "B-4.16"
    s = play(s, "die 1 11sw")
    assert s.board.allowed_icons(4) == (1,)
    assert allowed(s, "die 3 11se")


@rule("B-4.17")
def test_black_dice_follow_the_same_rules() -> None:
    s = table("10sw=KB 10se=PB", "V11=PT", roll="TB", active="KK", seat=0)
    s.hunters[0].dice = b"\4\4"
    assert allowed(s, "die 1 11nw")
    assert not allowed(s, "die 2 11nw")
    assert BEASTS.dump(play(s, "die 1 11nw"))["board"]["dice"]["11nw"] == "KT"


@rule("B-4.18")
def test_what_lies_on_the_board_stays() -> None:
    s = table("11nw=PW 11ne=PW", roll="WTLB", hands={0: "WTLB"}, decks={0: "LLL"})
    s = play(s, "die 1 11sw", "card W V11", "end", "discard -", "draw L", "roll WTLB", "keep 1234")
    board = BEASTS.dump(s)["board"]
    assert set(board["dice"]) == {"11nw", "11ne", "11sw"}
    assert board["cards"] == {"V11": "PW"}
    assert refusal(s, "die 1 11nw") == "B-4.10"
    assert refusal(s, "card T V11") == "B-4.20"


@rule("B-4.20")
def test_a_card_comes_from_the_own_hand_and_onto_a_free_line() -> None:
    s = table("11nw=PW 11ne=PW 11sw=PW", "H11=GW", hands={0: "WTTB"}, roll="W")
    assert refusal(s, "card L V11") == "B-4.20"
    assert refusal(s, "card W H11") == "B-4.20"
    s = play(s, "card T V11")
    assert BEASTS.dump(s)["board"]["cards"]["V11"] == "PT"
    assert BEASTS.dump(s)["hunters"][0]["hand"] == "WTB"


@rule("B-4.21", "B-4.23")
def test_a_card_needs_a_filled_pair() -> None:
    one = table("11nw=PW", roll="W")
    assert refusal(one, "card W V11") == "B-4.21"
    assert refusal(one, "card W V33") == "B-4.21"
    diagonal = table("11nw=PW 11se=PW", roll="W")
    assert legal(diagonal, "card") == set()
    assert allowed(play(one, "die 1 11ne"), "card W V11")


@rule("B-4.22", "B-4.24")
def test_the_hole_decides_the_match_not_the_pair() -> None:
    s = table("10sw=PB 10se=PB 11se=PT", roll="T")
    assert allowed(s, "card T V11")
    assert refusal(s, "card W V11") == "B-4.22"


@rule("B-4.30")
def test_beast_faces_and_one_wild_pay_for_beasts() -> None:
    s = table("11nw=PW", roll="!*WT")
    assert {text.split()[1] for text in legal(s, "add")} == {"1", "2"}
    assert refusal(s, "add 3 unicorn a1") == "B-4.30"
    s = play(s, "add 1 unicorn a1")
    assert refusal(s, "add 1 unicorn b1") == "B-4.30"
    assert refusal(s, "die 1 11ne") == "B-4.30"


@rule("B-4.31")
def test_where_a_beast_is_added() -> None:
    s = table("11nw=PW", beasts="a1=unicorn", roll="!")
    assert len(legal(s, "add")) == 4 * 9
    assert refusal(s, "add 1 unicorn a1") == "B-4.31"
    assert refusal(s, "add 1 unicorn c2") == "B-4.31"
    none = table("11nw=PW", beasts="a1=basilisk b1=basilisk c1=basilisk", roll="!")
    assert refusal(none, "add 1 basilisk d1") == "B-4.31"


@rule("B-4.32")
def test_where_a_beast_steps() -> None:
    s = table("11nw=PW", beasts="b2=centaur c2=unicorn", roll="!!*W")
    assert {text for text in legal(s, "move") if " b2 " in text and text.startswith("move 1")} == {
        "move 1 b2 a2",
        "move 1 b2 b1",
        "move 1 b2 b3",
    }
    assert refusal(s, "move 1 b2 c2") == "B-4.32"
    assert refusal(s, "move 1 b2 c1") == "B-4.32"
    assert refusal(s, "move 1 a1 a2") == "B-4.32"
    s = play(s, "move 1 b2 b1", "move 2 b1 a1")
    assert where(s) == {"a1": "centaur", "c2": "unicorn"}


@rule("B-4.33")
def test_any_card_bars_the_way() -> None:
    s = table("11nw=PW 11ne=PW", "V11=PW", beasts="a1=unicorn", roll="!")
    assert legal(s, "move") == {"move 1 a1 a2"}
    assert refusal(s, "move 1 a1 b1") == "B-4.33"


@rule("B-4.34", "B-4.35")
def test_adding_to_a_fenced_square_until_it_is_full() -> None:
    dice = fill("10 01 11", "WWW").replace("11se=PW", "")
    s = table(dice, "V11=PW H11=PW", roll="W!!T")
    assert allowed(s, "add 2 unicorn a1")
    closed = play(s, "die 1 11se")
    assert refusal(closed, "add 2 unicorn a1") == "B-4.35"
    inside = play(s, "add 2 unicorn a1")
    assert legal(inside, "move") == set()
    empty = play(closed, "end")
    assert where(empty) == {}


@rule("B-4.60")
def test_discarding() -> None:
    s = play(table("11nw=PW", hands={0: "WWTB"}, roll="W"), "end")
    assert len(legal(s)) == 3 * 2 * 2
    assert refusal(s, "discard WWW") == "B-4.60"
    assert refusal(s, "discard L") == "B-4.60"
    assert BEASTS.dump(play(s, "discard WB"))["hunters"][0]["discard"] == {"W": 1, "T": 0, "L": 0, "B": 1}


@rule("B-4.61")
def test_the_discard_pile_becomes_the_deck() -> None:
    s = table("11nw=PW", hands={0: "WTLB"}, decks={0: "W"}, roll="W")
    s = play(s, "end", "discard TLB", "draw W")
    draw = BEASTS.chance(s)
    assert list(map(str, draw.outcomes)) == ["draw W", "draw T", "draw L", "draw B"]
    assert list(draw.weights) == [2, 4, 4, 4]
    assert told(s, "draw T")[0] == "The discard pile of Aki becomes a new deck."
    s = play(s, "draw T", "draw T")
    assert (s.seat, s.point) == (1, "ROLL")


@rule("B-4.61")
def test_a_hand_stays_smaller_when_no_card_is_left() -> None:
    """All 16 cards of seat 0 but three are on the board or in the hand."""
    lines = "V11 V12 V13 V21 V22 V23 V31 V32 V33 H11 H12 H21 H22"
    cards = " ".join(f"{line}=P{'WTLB'[n % 4]}" for n, line in enumerate(lines.split()))
    s = table(fill("11 12", "WW", "PG"), cards, hands={0: "TLB"}, roll="W", scored=True)
    s = play(s, "end", "discard -")
    assert (s.seat, s.point) == (1, "ROLL")
    assert sum(s.hunters[0].hand) == 3


@rule("B-4.62")
def test_dice_are_refilled_from_the_own_pool_first() -> None:
    s = play(table("11nw=PW", roll="WWTL", active="PKPP", players=3), "die 1 11ne", "die 2 11sw", "end", "discard -")
    assert BEASTS.dump(s)["hunters"][0]["dice"] == "PPPP"
    assert (s.hunters[0].pool, s.neutral) == (15 - 2 - 4, 14)


@rule("B-4.62")
def test_black_dice_come_when_the_own_ones_run_out_and_fewer_when_they_do_too() -> None:
    dice = fill("11", "W", "P") + " 10sw=PW 10se=PW"
    for black, after in ((15, "PPKK"), (1, "PPK"), (0, "PP")):
        s = table(dice, "V11=PW", players=4, roll="WWTT", scored=True, neutral=black)
        assert s.hunters[0].pool == 0
        s = play(s, "card W H11", "die 1 01ne", "die 2 01se", "end", "discard -", "draw W")
        assert BEASTS.dump(s)["hunters"][0]["dice"] == after
        assert s.seat == 1
