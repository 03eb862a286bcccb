"""The worked examples of the specification, section 7, and its table of values row by row."""

import pytest

from tests.engine.games.beasts.table import (
    NAMES,
    allowed,
    caught,
    fill,
    legal,
    play,
    points,
    refusal,
    table,
    totals,
    where,
)
from tests.rules import rule
from tilehall.engine import ENGLISH, render_text
from tilehall.engine.games.beasts import BEASTS
from tilehall.engine.games.beasts.fences import fence_worth


@rule("B-4.12", "B-4.17")
def test_1_one_icon_a_hole() -> None:
    s = table("11nw=OB 11sw=OB", players=4, seat=3, roll="TB*W")
    assert refusal(s, "die 1 11ne") == "B-4.12"
    assert allowed(s, "die 2 11ne")
    assert allowed(s, "die 3 11ne")


@rule("B-4.22", "B-4.24")
def test_2_a_card_matches_one_end_or_both() -> None:
    one = table("10sw=PT 10se=PT 11nw=GW 11ne=GW", seat=0)
    both = table("10sw=PT 10se=PT 11nw=GT 11ne=GT", seat=0)
    assert legal(one, "card") & {"card W V11", "card T V11", "card L V11", "card B V11"} == {"card W V11", "card T V11"}
    assert allowed(both, "card T V11")


@rule("B-4.16", "B-4.22")
def test_3_a_card_that_does_not_match_commits_the_far_hole() -> None:
    s = table("10sw=PB 10se=PB", roll="TWL*")
    after = play(s, "card T V11")
    assert [after.board.allowed_icons(hole) for hole in range(16)][4] == (1,)  # hole 11: thorns
    assert allowed(after, "die 1 11nw")
    assert refusal(after, "die 2 11nw") == "B-4.16"
    assert refusal(after, "die 3 11nw") == "B-4.16"
    assert refusal(after, "die 4 11nw") == "B-4.13"
    assert play(s, "card B V11").board.allowed_icons(4) == (0, 1, 2, 3)


@rule("B-4.22")
def test_4_with_two_icons_only_these_two_cards() -> None:
    s = table("10sw=PB 10se=PB 11nw=PW 11ne=PW")
    assert {text for text in legal(s, "card") if text.endswith("V11")} == {"card B V11", "card W V11"}
    assert refusal(s, "card T V11") == "B-4.22"
    assert refusal(s, "card L V11") == "B-4.22"


@rule("B-4.16", "B-4.22")
def test_5_conflicting_commitments() -> None:
    s = table("10sw=PB 10se=PB 01ne=PW 01se=PW", "V11=PT")
    assert {text for text in legal(s, "card") if text.endswith("H11")} == {"card T H11", "card W H11"}
    assert refusal(s, "card L H11") == "B-4.22"
    assert refusal(s, "card B H11") == "B-4.22"


@rule("B-4.15")
def test_6_dice_hang_together() -> None:
    s = table("11nw=PW 11ne=PW", roll="WTLB")
    assert all(text.split()[2].startswith("11") for text in legal(s, "die"))
    assert refusal(s, "die 1 22nw") == "B-4.15"
    s = play(s, "card W V11")
    assert allowed(s, "die 2 10sw")
    assert not allowed(s, "die 2 20sw")


@rule("B-4.44", "B-4.42")
def test_7_the_fence_of_three_points() -> None:
    s = table("12ne=OT 12se=Y*", "H22=PW", players=4, roll="WW")
    s = play(s, "die 1 22nw", "die 2 22sw", "end")
    assert points(s) == [3, 0, 0, 0]


@rule("B-4.41", "B-4.45", "B-4.53", "B-4.56", "B-5.4")
@pytest.mark.parametrize(("yellow", "purple"), [("T", "W"), ("B", "B")])
def test_8_three_fences_and_a_unicorn(yellow: str, purple: str) -> None:
    """The figure leaves two of the cards open; their points are the same either way."""
    s = table(
        "02ne=YT 02se=YT 13nw=OB 13ne=OB 22nw=OW 22sw=P* 12nw=YB 12ne=PB",
        f"H12=Y{yellow} V13=OB H22=P{purple}",
        "a3=unicorn",
        players=4,
        seat=2,
        roll="BB",
    )
    s = play(s, "die 1 12sw", "die 2 12se", "end")
    assert points(s) == [2, 0, 7, 3]
    assert caught(s, 2) == ["unicorn"]
    assert totals(s) == [2, 0, 12, 3]
    assert BEASTS.dump(s)["board"]["enclosed"] == ["a3"]


INNER = "11 21 12 22"
"""The holes of b2."""


@rule("B-4.50", "B-4.53", "B-4.57")
@pytest.mark.parametrize("missing", ["", "11nw", "21se", "12sw", "22ne"])
def test_9_the_basilisk(missing: str) -> None:
    dice = " ".join(die for die in fill(INNER, "WWWW", "PG").split() if not die.startswith(missing or "-"))
    s = table(dice, "V12=PW V22=GT H21=PW H22=PB", "b2=basilisk", roll="WW")
    s.busy = True
    after = play(s, "end")
    assert caught(after, 0) == ([] if missing else ["basilisk"])
    assert where(after) == ({"b2": "basilisk"} if missing else {})


@rule("B-4.54", "B-4.57")
@pytest.mark.parametrize(("cards", "success"), [("V11=PW V21=PT H21=PL", True), ("V11=PW V21=PT H21=PW", False)])
def test_10_the_chimera(cards: str, success: bool) -> None:
    dice = fill("10 20 11 21", "WWWW").replace("21se=PW", "")
    s = table(dice, cards, "b1=chimera", roll="WW")
    after = play(s, "die 1 21se", "end")
    assert BEASTS.dump(after)["board"]["enclosed"] == ["b1"]
    assert caught(after, 0) == (["chimera"] if success else [])
    assert where(after) == ({} if success else {"b1": "chimera"})
    assert totals(after)[0] == sum(points(after)) + 8 * success


@rule("B-4.43", "B-4.54", "B-4.57")
@pytest.mark.parametrize(("icons", "success"), [("TWW", True), ("WLT", False)])
def test_11_the_centaur(icons: str, success: bool) -> None:
    """Hole 10, 01 and 11; thorns on V11, and on H11 the icon of hole 11 or of hole 01."""
    dice = fill("10 01 11", icons).replace(f"11se=P{icons[2]}", "")
    s = table(dice, f"V11=PT H11=P{icons[2]}", "a1=centaur", roll=icons[2])
    after = play(s, "die 1 11se", "end")
    assert BEASTS.dump(after)["board"]["enclosed"] == ["a1"]
    assert caught(after, 0) == (["centaur"] if success else [])
    assert where(after) == ({} if success else {"a1": "centaur"})


@rule("B-4.30", "B-4.31", "B-4.32")
def test_12_a_basilisk_reaches_the_centre_with_two_beast_faces() -> None:
    s = table("10sw=PW 10se=PW", roll="!!WT")
    assert refusal(s, "add 1 basilisk b2") == "B-4.31"
    s = play(s, "add 1 basilisk b1", "move 2 b1 b2")
    assert where(s) == {"b2": "basilisk"}


@rule("B-4.30", "B-4.62", "B-3.1")
def test_13_a_die_used_for_a_beast_stays_active() -> None:
    s = table("11nw=PW 11ne=PW", roll="!WTL", active="KPPP")
    s = play(s, "add 1 unicorn a1", "die 2 11sw", "end", "discard -")
    assert BEASTS.dump(s)["hunters"][0]["dice"] == "KPPP"
    assert (s.seat, s.point) == (1, "ROLL")


VALUES = [
    ("W W", "P P P P", 7),
    ("W W", "P P P P*", 6),
    ("W W", "P P G K", 5),
    ("W W", "P P G G", 4),
    ("W T", "P P P P", 5),
    ("W T", "P P P P*", 4),
    ("W T", "P P P K", 3),
    ("W T", "P P* K K", 3),
    ("W T", "P P O Y*", 3),
    ("B W", "P O P* O", 2),
    ("W T", "K K K P", 3),
    ("W W", "K K K K", 4),
    ("W T", "P* P* G K", 2),
    ("W T", "P G* G* K", 3),
    ("W T", "P P P G*", 3),
    ("W T", "P G O Y", 2),
]


@rule("B-4.42", "B-4.43", "B-4.44", "B-4.45", "B-4.46")
@pytest.mark.parametrize(("ends", "dice", "value"), VALUES)
def test_14_the_table_of_values(ends: str, dice: str, value: int) -> None:
    """Other dice of the two holes are there too, in other colours: they do not count."""
    near, far = ends.split()
    icons = (near, near, far, far)
    slots = ("21sw", "21se", "22nw", "22ne")
    four = [f"{slot}={die[0]}{die[1:] or icon}" for slot, die, icon in zip(slots, dice.split(), icons, strict=True)]
    others = [f"21nw=Y{near} 21ne=Y{near} 22sw=G{far} 22se=G{far}"]
    s = table(" ".join(four + others), "V22=PW", players=4)
    assert fence_worth(s.board, s.board.fences.index(0)).points == value
    s.busy = True
    assert points(play(s, "end")) == [value, 0, 0, 0]


@rule("B-5.1", "B-3.2")
def test_15_the_last_own_die_gives_the_others_one_turn_each() -> None:
    nine = fill("11 21", "WW") + " 10sw=PB"
    s = table(nine, "V11=PW H21=PW", players=4, roll="B")
    s = play(s, "die 1 10se", "end")
    for seat in (1, 2, 3):
        assert (s.seat, s.point) == (seat, "ROLL")
        s = play(s, "roll WTLB", "keep 1234", "end")
    standing = BEASTS.final_result(s)
    assert standing is not None
    assert standing.ending == "dice"
    assert render_text(standing.text, ENGLISH, NAMES).startswith(
        "Aki has no own dice left, and the last turns are over."
    )
    assert BEASTS.actors(s) == ()
