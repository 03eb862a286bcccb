"""What the table says before an action, and what a good player would do."""

import re

import pytest

from tests.engine.games.beasts.table import NAMES, fill, play, points, table
from tests.rules import rule
from tilehall.engine import CHANCE, ENGLISH, RandomDealer, Rng, Setup, render_text
from tilehall.engine.games.beasts import BEASTS, components, nearest_squares, slots_by_promise
from tilehall.engine.games.beasts.preview import fence_bounds
from tilehall.engine.games.beasts.state import BeastsState


def outlook(s: BeastsState, text: str) -> list[str]:
    return [render_text(phrase, ENGLISH, NAMES) for phrase in BEASTS.narrator.preview(s, s.seat, BEASTS.parse(text))]


@rule("B-4.41")
def test_a_die_tells_what_it_supports_and_for_whom() -> None:
    s = table("10sw=PB 10se=PB 11nw=GW 12ne=PL", "V11=GW V12=PW", roll="W", seat=0)
    assert outlook(s, "die 1 11ne")[:2] == [
        "completes V11: Bo +2 (2 for the fence)",
        "stands at H21, no card yet: 1 of 4 dice",
    ]
    assert outlook(s, "die 1 11sw")[0] == "supports V12: 2 of its 4 dice, then 2 to 5 points"


@rule("B-4.53")
def test_a_die_tells_what_it_closes() -> None:
    dice = fill("10 01 11", "WWW").replace("11se=PW", "")
    for beast, words in (
        ("unicorn", "closes a1 and captures the unicorn, 5 points at the end"),
        ("basilisk", "closes a1: the basilisk off the centre stays locked in for ever"),
    ):
        s = table(dice, "V11=PW H11=PW", f"a1={beast}", roll="W")
        assert outlook(s, "die 1 11se")[0] == words


@rule("B-4.16")
def test_a_card_tells_the_commitment_it_creates() -> None:
    s = table("10sw=PB 10se=PB", roll="W")
    assert "hole 11 must then start with thorns" in outlook(s, "card T V11")
    assert not [phrase for phrase in outlook(s, "card B V11") if "must" in phrase]
    assert "becomes fence V11 with 2 of its 4 dice, worth 2 to 7 points once complete" in outlook(s, "card B V11")
    assert "no beast steps between a1 and b1 any more" in outlook(s, "card B V11")


@rule("B-4.44")
@pytest.mark.parametrize(
    ("dice", "card", "expected"),
    [
        ("10sw=PB 10se=PB", "PB", (2, 7)),
        ("10sw=PB 10se=PB", "PT", (2, 5)),
        ("10sw=PB 10se=P*", "PB", (2, 6)),
        ("10sw=PB 10se=GB", "PB", (2, 5)),
        ("10sw=PB 10se=PB 11nw=PB", "PB", (5, 7)),
        ("10sw=PB 10se=PB 11nw=PW", "PB", (3, 5)),
        ("10sw=GB 10se=GB 11nw=KW", "PB", (2, 2)),
        ("10sw=PB 10se=PB 11nw=PB 11ne=P*", "PB", (6, 6)),
    ],
)
def test_the_least_and_the_most_a_fence_can_be_worth(dice: str, card: str, expected: tuple[int, int]) -> None:
    board = table(dice, f"V11={card}", roll="W").board
    assert fence_bounds(board, 0) == expected


@rule("B-4.31", "B-4.57")
def test_beasts_that_can_never_be_caught_are_told() -> None:
    s = table("10sw=PB 10se=PB 11nw=PB", "V11=PT", roll="!T")
    assert outlook(s, "add 1 chimera a1")[0] == "a chimera can never be captured in a corner"
    assert outlook(s, "add 1 basilisk b1")[0] == "a basilisk can never be captured on an edge square"
    assert outlook(s, "add 1 unicorn a1")[0] == "a1 lacks 1 card and 5 dice: then the unicorn is worth 5"


@rule("B-3.2", "B-5.1")
def test_the_end_tells_the_score_and_the_warnings() -> None:
    dice = fill("10 01 11", "WWW", "PG")
    s = table(dice, "V11=GW H11=GT", "a1=basilisk c1=unicorn", roll="W")
    s.busy = True
    assert outlook(s, "end") == [
        "Bo +6",
        "a1: the basilisk off the centre stays locked in for ever",
        "you complete V11 of Bo: 4 points",
        "you complete H11 of Bo: 2 points",
    ]
    short = table(fill("10 01 11", "WWW").replace("11se=PW", ""), "V11=PW H11=PT", "a1=centaur", roll="W", scored=True)
    assert outlook(short, "end") == [
        "water could still go on 11se: closes a1 and captures the centaur",
        "nobody scores",
        "this leaves a1 open by 1 die: the next player could close it and capture the centaur",
        "you place nothing this turn",
    ]


@rule("B-4.2", "B-4.40")
def test_the_end_tells_first_what_could_still_be_gained() -> None:
    """Dice that are alike are told once, and a die that only helps on is not; cards that are fences at once are."""
    s = table("10sw=PB 10se=PB 11nw=PW 20sw=PT 20se=PT 21nw=PT 21ne=PT", "V11=PW", roll="WWT!", hands={0: "TL"})
    assert outlook(s, "end")[:3] == [
        "water could still go on 11ne: completes your V11",
        "T thorns could still go on V21: you +7",
        "nobody scores",
    ]
    assert outlook(play(s, "die 1 11ne", "card T V21"), "end")[0] == "you +12"


@rule("B-5.1", "B-5.2", "B-5.3")
def test_the_end_tells_when_the_game_ends() -> None:
    last = play(
        table(fill("11 21", "WW") + " 10sw=PB", "V11=PW H21=PW", players=4, roll="B", scored=True), "die 1 10se"
    )
    assert outlook(last, "end")[-1] == "your own dice are used up: everybody else has one more turn"
    idle = table("11nw=PW", roll="W")
    idle.idle = 5
    assert outlook(idle, "end")[-1] == "6 turns without a die or card: the game ends"
    final = table("11nw=PW", roll="W", players=3)
    final.final = 2
    assert outlook(final, "end")[-1] == "1 turn left after this one"
    final.final = 1
    assert outlook(final, "end")[-1] == "this is the last turn of the game"


@rule("B-4.1", "B-4.14")
def test_keeping_tells_what_fits() -> None:
    s = table("11nw=PW", roll="W**!")
    s.point, s.kept = "KEEP", 0
    assert outlook(s, "keep 123") == [
        "rerolls 1 die, once",
        "water fits 3 slots, none at a fence of yours",
        "wild fits 3 slots, none at a fence of yours",
        "2 wilds: only one can be used in a turn",
    ]


@rule("B-4.40", "B-4.54")
def test_a_kept_die_tells_where_it_is_worth_most() -> None:
    own = table("11nw=PW 11ne=PW 10sw=PW", "V11=PW", roll="WTLB")
    own.point, own.kept = "KEEP", 0
    assert outlook(own, "keep 1") == ["rerolls 3 dice, once", "water is worth most on 10se: completes your V11"]
    slot = 1 << components().slot_numbers["10se"]
    gains, *_ = slots_by_promise(own.board, 0)
    *_, only_others = slots_by_promise(own.board, 1)
    assert gains == only_others == slot, "what one gains by, another gives away"


@rule("B-4.44", "B-4.56")
def test_a_die_is_worth_most_where_it_brings_most_points() -> None:
    """Not on the first line that it completes; and what one slot brings is added up."""
    dice = fill("10 01 11", "WWW").replace("11nw=PW", "")
    corner = table(dice, "V11=PW H11=PW", "a1=unicorn", roll="W", scored=True)
    corner.point, corner.kept = "KEEP", 0
    assert outlook(corner, "keep 1")[-1] == (
        "water is worth most on 11nw: closes a1 and captures the unicorn, completes your V11, completes your H11"
    )
    low, high = "10sw=GW 10se=GW 11nw=GW", "20sw=PW 20se=PW 21nw=PW"
    for cards in ("V11=PT V21=PW", "V11=PW V21=PW"):
        two = table(f"{low} {high}", cards, roll="W")
        two.point, two.kept = "KEEP", 0
        assert outlook(two, "keep 1")[-1] == "water is worth most on 21ne: completes your V21"


@rule("B-4.50", "B-4.52")
def test_whoever_closes_a_square_takes_its_beast_and_that_is_said() -> None:
    dice = fill("10 01 11", "WWW").replace("11se=PW", "").replace("11sw=PW", "")
    s = table(dice, "V11=PW H11=PT", "a1=unicorn", roll="W", scored=True)
    assert outlook(s, "die 1 11sw")[-1] == (
        "a1 with the unicorn then lacks 1 die: the next player could close it and capture the unicorn"
    )


@rule("B-4.16", "B-4.52")
def test_what_the_next_player_could_take_is_told_before_what_a_hole_shows() -> None:
    """Where there is room for two lines only, it is the warning that is told."""
    dice = fill("10 01 11", "WWW").replace("10sw=PW", "").replace("10se=PW", "")
    s = table(dice, "V11=PW H11=PT", "a1=unicorn", roll="W", scored=True)
    told = outlook(s, "die 1 10sw")
    assert told[1].startswith("a1 with the unicorn then lacks 1 die: the next player could")
    assert told.index("hole 10 shows water from now on") > 1


@rule("B-4.50", "B-4.53")
def test_the_squares_that_lack_least_for_a_beast_are_known() -> None:
    """Not those where it is never caught, and not those that are closed already."""
    box = components()
    nearly = table(fill("10 01 11", "WWW").replace("11se=PW", ""), "V11=PW H11=PT").board
    a1, b1, b2 = (1 << box.square_numbers[name] for name in ("a1", "b1", "b2"))
    assert nearest_squares(nearly, 0, a1 | b1 | b2) == a1
    assert nearest_squares(nearly, 3, a1 | b1 | b2) == b2, "a basilisk needs four cards"
    closed = table(fill("10 01 11", "WWW"), "V11=PW H11=PT", scored=True).board
    assert nearest_squares(closed, 0, a1 | b1) == b1


@rule("B-4.61")
def test_discarding_tells_what_comes() -> None:
    s = play(table("11nw=PW 11ne=PW", roll="T", hands={0: "WTLB"}, decks={0: "T"}), "end")
    assert outlook(s, "discard WT")[:2] == [
        "draws 2 cards from 1 thorns",
        "the discard pile is shuffled into a new deck",
    ]


# --- advice -------------------------------------------------------------------------------------------------------


@rule("B-4.43", "B-4.44")
def test_advice_takes_the_seven_points() -> None:
    s = table("10sw=PB 10se=PB", roll="BB!T", final=1)
    while BEASTS.actors(s) == (0,) and s.point == "PLACE":
        advice = BEASTS.advisor.advise(s, 0)
        assert advice.why
        s = play(s, str(advice.action))
    assert points(s) == [7, 0]


@rule("B-4.53")
def test_advice_adds_a_beast_and_closes_the_square() -> None:
    dice = fill("10 01 11", "WWW").replace("11se=PW", "")
    s = table(dice, "V11=PW H11=PW", roll="W!L")
    while s.point == "PLACE":
        s = play(s, str(BEASTS.advisor.advise(s, 0).action))
    assert sum(s.hunters[0].captured) == 1
    assert s.hunters[0].captured[1] == 1  # the centaur: the best beast that two reinforced fences can hold


@rule("B-4.40")
def test_advice_tells_what_this_choice_does_and_what_comes_after_it() -> None:
    """Points that an earlier choice of the turn has earned already are no reason for this one."""
    s = play(table("10sw=PB 10se=PB 11nw=PB", "V11=PB", roll="BB!T", hands={0: "T"}), "die 1 11ne")
    assert outlook(s, "end")[0] == "you +7"
    while (advice := BEASTS.advisor.advise(s, 0)).action != BEASTS.parse("end"):
        assert "V11" not in render_text(advice.why, ENGLISH, NAMES)
        s = play(s, str(advice.action))
    begun = table("10sw=PB 10se=PB", roll="BB!T", hands={0: "B"}, final=1)
    why = render_text(BEASTS.advisor.advise(begun, 0).why, ENGLISH, NAMES)
    assert re.fullmatch(r".*; then \d more pieces can bring 7 points on V11", why)


@pytest.mark.parametrize("seed", range(4))
def test_advice_beats_chance_by_far(seed: int) -> None:
    advised, rng, dealer = seed % 2, Rng(seed), RandomDealer(Rng(seed + 1000))
    s = BEASTS.start(Setup(2))
    while due := BEASTS.actors(s):
        (seat,) = due
        if seat == CHANCE:
            s = BEASTS.apply(s, CHANCE, dealer.deal(BEASTS.chance(s), 0))
        elif seat == advised:
            for action in BEASTS.advisor.plans(BEASTS.view(s, seat), seat, 1)[0].actions:
                s = BEASTS.apply(s, seat, action)
        else:
            choices = BEASTS.legal_actions(s, seat)
            s = BEASTS.apply(s, seat, choices[rng.below(len(choices))])
    standing = BEASTS.final_result(s)
    assert standing is not None
    assert standing.scores is not None
    assert standing.scores[advised] > 2 * standing.scores[1 - advised]


@rule("B-4.60")
def test_everybody_who_left_has_a_harmless_default() -> None:
    s = table("11nw=PW", roll="WTLB")
    assert str(BEASTS.default_action(s, 0)) == "end"
    assert str(BEASTS.default_action(play(s, "end"), 0)) == "discard -"
    s.point, s.kept = "KEEP", 0
    assert str(BEASTS.default_action(s, 0)) == "keep 1234"


@rule("B-4.40", "B-4.55")
def test_points_are_named_before_a_square_that_is_closed() -> None:
    """An empty square, or one whose beast stays in it, is not what a move is chosen for."""
    dice = fill("10 01 11", "WWW").replace("11nw=PW", "")
    for beast, then in (("", "closes a1, no beast in it"), ("a1=basilisk", "closes a1: the basilisk off the centre")):
        s = table(dice, "V11=PW H11=GW", beast, roll="W", hands={0: ""}, final=1)
        told = outlook(s, "die 1 11nw")
        assert told[0].startswith("completes V11: +7")
        assert [phrase for phrase in told if phrase.startswith(then)]
        why = render_text(BEASTS.advisor.advise(s, 0).why, ENGLISH, NAMES)
        assert "completes V11: +7" in why and "closes" not in why.split("completes")[0]


@rule("B-4.60")
def test_the_reason_to_keep_all_cards_is_true() -> None:
    lines = " ".join(f"{edge.id}={'PG'[n // 9]}{'WTLB'[n % 4]}" for n, edge in enumerate(components().edges))
    reasons = []
    for cards, hand in (("", "WT"), (lines, "TLB"), ("", "TLB")):
        s = table("11nw=PW 11ne=PW" if hand == "WT" or cards else "", cards, roll="L", hands={0: hand})
        s.point = "DISCARD"
        advice = BEASTS.advisor.advise(s, 0)
        assert str(advice.action) == "discard -"
        reasons.append(render_text(advice.why, ENGLISH, NAMES))
    assert reasons == [
        "every card fits a line, and none is held twice",
        "every line has a card already, so cards are of no more use",
        "no card fits a line now, but each type may fit one later",
    ]
