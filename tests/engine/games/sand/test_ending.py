"""The end, the score, the solo game: S-4.50 to S-4.52 and section 5."""

from __future__ import annotations

import pytest

from tests.engine.games.sand.table import changed, choices, dealt, having, play, refused, turn
from tests.rules import rule
from tilehall.engine import ENGLISH, Event, Rng, Setup, render_text
from tilehall.engine.games.sand import SAND
from tilehall.engine.games.sand.components import components
from tilehall.engine.games.sand.scoring import rank_name
from tilehall.engine.games.sand.state import SandState

TWENTY_FIVE = (["3aG", "3aR", "2dG", "2fG"], ["3bG", "3bR", "2dR", "2fR"])
"""25 stars each: 8 + 8 + 4 + 5, with 8 hourglasses at most."""


def hourglasses(cards: list[str]) -> int:
    return sum(components().cards[components().card_numbers[card]].hourglasses for card in cards)


def with_hourglasses(s: SandState, seat: int, count: int) -> SandState:
    """The seat has completed buildings with just so many hourglasses."""
    chosen: list[str] = []
    for card in components().cards[::-1]:
        if hourglasses(chosen) + card.hourglasses <= count and card.hourglasses:
            chosen.append(card.id)
    rows = {
        level: [c.id for c in components().cards if c.level == level - 1 and c.id not in chosen][:4]
        for level in (1, 2, 3)
    }
    return having(s, seat, rows=rows, tableau=chosen)


@rule("S-5.1")
def test_v5_the_round_is_finished() -> None:
    s = changed(dealt(3, first=1), round=12)
    s = turn(with_hourglasses(s, 1, 10))
    assert (s.seat, s.round, s.ending) == (2, 12, "")
    s = turn(s)
    assert (s.seat, s.ending) == (0, "")
    s = turn(s)
    assert (s.ending, s.round, SAND.actors(s)) == ("hourglasses", 12, ())
    assert all(not SAND.legal_actions(s, seat) for seat in (-1, 0, 1, 2))
    refusal = SAND.check(s, 0, SAND.parse("end"))
    assert refusal is not None
    assert refusal.rule == "S-5.1"


@rule("S-5.1")
@pytest.mark.parametrize(("count", "over"), [(9, False), (10, True), (11, True)])
def test_v5_the_last_seat_ends_it_at_once(count: int, over: bool) -> None:
    s = turn(turn(dealt(3, first=1)))
    s = turn(with_hourglasses(s, 0, count))
    assert (s.ending == "hourglasses") == over


@rule("S-5.1")
def test_going_on_after_the_trigger() -> None:
    s = with_hourglasses(dealt(), 0, 10)
    s = having(s, squares={"B2": "G", "C2": "G", "D2": "G"})
    rows = SAND.dump(s)["rows"]
    assert "1aG" in rows[0]
    assert play(s, "complete 1aG B2,C2,D2").magicians[0].hourglasses == 11


@rule("S-5.2")
def test_only_stars_count() -> None:
    s = having(dealt(), tableau=["1aG", "3dR", "2cK"], reserve="GR", level=5, rows={1: ["1bG", "1bR", "1bK", "1cG"]})
    receipt = SAND.receipt(s)
    assert [(line.points, str(line.text)) for line in receipt.lines] == [
        (1, "1aG Stele"),
        (4, "2cK Granary"),
        (12, "3dR Palace"),
    ]
    assert (receipt.total(0), receipt.total(1), receipt.final) == (17, 0, False)
    assert {line.rule for line in receipt.lines} == {"S-5.2"}


def tied(own: list[str], other: list[str], **things: str) -> SandState:
    """Two players with 25 stars each and these boxes filled, at the end of round 5; seat 0 began."""
    rows = {1: ["1aG", "1aR", "1aK", "1bG"], 2: ["2aG", "2aR", "2aK", "2bG"], 3: ["3cG", "3cR", "3cK", "3dG"]}
    s = dealt(2, ("round_limit", "5"))
    s = having(s, 0, rows=rows, tableau=TWENTY_FIVE[0], squares=dict.fromkeys(own, "G"), **things)
    s = having(s, 1, tableau=TWENTY_FIVE[1], squares=dict.fromkeys(other, "R"))
    return changed(s, todo=[], seat=1, round=5, ending="round limit")


@rule("S-5.3", "S-5.6")
def test_v6_ties() -> None:
    four, five, six = (["C1", "D1", "B2", "C2", "D2", "E2"][:n] for n in (4, 5, 6))
    standing = SAND.final_result(tied(six, four))
    assert standing is not None
    assert (standing.scores, standing.ranks, standing.winners) == ((25, 25), (1, 2), (0,))
    assert "6 to 4" in str(standing.text)
    standing = SAND.final_result(tied(five, five))
    assert standing is not None
    assert standing.winners == (1,)
    assert "later" in str(standing.text)
    standing = SAND.final_result(tied(five, five, reserve="GGRR"))
    assert standing is not None
    assert standing.winners == (1,)


@rule("S-5.6")
def test_the_round_limit() -> None:
    s = dealt(2, ("round_limit", "2"))
    for _ in range(4):
        assert s.ending == ""
        s = turn(s)
    standing = SAND.final_result(s)
    assert standing is not None
    assert (s.ending, s.round) == ("round limit", 2)
    assert str(standing.text).startswith("Round limit")
    assert standing.winners == (1,)
    endless = dealt(2, ("round_limit", "0"))
    assert changed(endless, round=4711).round == 4711
    both = turn(turn(with_hourglasses(changed(dealt(2, ("round_limit", "3")), round=3), 0, 10)))
    assert both.ending == "hourglasses"


@rule("S-5.5")
def test_the_stock_of_hourglasses_outlasts_four_players() -> None:
    assert sum(card.hourglasses for card in components().cards) == 90
    assert 4 * 9 < 90


@rule("S-4.50", "S-4.52", "S-5.6")
def test_v7_a_whole_solo_game() -> None:
    s, rng, turns = SAND.start(Setup(1, (("round_limit", "3"),))), Rng(4), 0
    while seats := SAND.actors(s):
        choices = SAND.legal_actions(s, seats[0])
        action = choices[rng.below(len(choices))]
        before = len(s.circle)
        s = SAND.apply(s, seats[0], action)
        if action.verb == "end":
            turns += 1
            assert (len(s.circle), s.aside.bit_count()) == (25 - turns, turns)
        if action.verb == "place":
            assert len(s.circle) == before
    assert (turns, s.round, s.ending, len(s.circle)) == (14, 14, "solo", 11)
    assert s.magicians[0].tiles.bit_count() == 3
    standing = SAND.final_result(s)
    assert standing is not None
    assert str(rank_name(s.magicians[0].stars)) in str(standing.text)


@rule("S-4.51")
def test_summoning_alone_sets_a_tile_aside() -> None:
    s = play(having(dealt(1), reserve="G"), "summon", "disk G C3")
    assert choices(s) == ["aside T01", "aside T02", "aside T03"]
    assert refused(s, "aside T04") == "S-4.51"
    s = play(s, "aside T02")
    assert (choices(s), SAND.dump(s)["aside"]) == (["take 1", "take 2"], ["T02"])
    assert SAND.dump(play(s, "take 1"))["magicians"][0]["tiles"] == ["T01", "T03", "T04"]


@rule("S-4.52")
def test_alone_hourglasses_end_nothing() -> None:
    s = turn(with_hourglasses(dealt(1), 0, 12))
    assert (s.ending, s.round) == ("", 2)


@rule("S-5.4")
@pytest.mark.parametrize(
    ("stars", "name"),
    [
        (0, "Apprentice"),
        (25, "Apprentice"),
        (26, "Master"),
        (30, "Master"),
        (31, "Grand Master"),
        (35, "Grand Master"),
        (36, "Premier"),
        (39, "Premier"),
        (40, "King of Ragusa"),
        (99, "King of Ragusa"),
    ],
)
def test_v7_ranks(stars: int, name: str) -> None:
    assert str(rank_name(stars)) == name


@rule("S-5.1")
@pytest.mark.parametrize(
    ("seat", "foreseen", "told"),
    [
        (0, "starts the last round", "Ann has 10 hourglasses: the last round."),
        (1, "the game ends with this turn", "Bo has 10 hourglasses: the game ends with this turn."),
    ],
)
def test_who_plays_last_in_a_round_is_told_that_the_game_ends(seat: int, foreseen: str, told: str) -> None:
    s = dealt()
    s = turn(s) if seat else s
    s = having(with_hourglasses(s, seat, 9), seat, squares={"B3": "K", "C3": "K", "D3": "K"})
    action, events = SAND.parse("complete 1aK B3,C3,D3"), list[Event]()
    assert foreseen in map(str, SAND.narrator.preview(s, seat, action))
    SAND.apply(s, seat, action, events)
    assert render_text(events[-1].text, ENGLISH, ("Ann", "Bo")) == told
