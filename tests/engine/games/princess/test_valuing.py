"""What positions are worth: the terms add up, the chances too, and at the end they are what has happened."""

from __future__ import annotations

import pytest

from tests.engine.games.princess.table import PRINCESS, hunter, table
from tests.engine.games.princess.test_planning import course, moved_round
from tilehall.engine import CHANCE, Match, Rng, SeedDealer, Setup
from tilehall.engine.games.princess.state import PrincessState


def chances(s: PrincessState) -> list[float]:
    return [PRINCESS.advisor.value(s, seat).chance for seat in range(len(s.hunters))]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_somebody_wins(players: int) -> None:
    for number, s in enumerate(course(f"values {players}", players, 5)):
        if number % 5 == 0:
            together = sum(chances(s))
            # Nobody wins when the witch comes back.
            assert together == pytest.approx(1) or (0 < together < 1 and not s.finished)
            assert together > 0.9 or s.tiles_left < 9 * players
            for seat in range(players):
                value = PRINCESS.advisor.value(s, seat)
                assert value.points == pytest.approx(sum(term.points for term in value.terms))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_before_it_is_drawn_who_begins_nobody_is_ahead(players: int) -> None:
    s = PRINCESS.start(Setup(players))
    assert PRINCESS.actors(s) == (CHANCE,)
    assert len({round(chance, 9) for chance in chances(s)}) == 1


def test_a_value_can_be_asked_for_before_and_after_every_step() -> None:
    """Of every position, also while the dealer draws."""
    match = Match(PRINCESS, Setup(3))
    rng = Rng("every step")
    for _ in range(120):
        if match.is_over:
            break
        for seat in range(3):
            assert 0 <= PRINCESS.advisor.value(match.state, seat).chance <= 1
        (actor,) = match.actors()
        legal = match.legal_actions(actor)
        match.act(actor, legal[rng.below(len(legal))])


def test_at_the_end_it_is_what_has_happened() -> None:
    match = Match(PRINCESS, Setup(2), SeedDealer("the end"))
    while not match.is_over:
        (seat,) = match.actors()
        match.act(seat, PRINCESS.advisor.plans(match.state, seat, 1)[0].actions[0])
    standing = PRINCESS.final_result(match.state)
    assert standing and standing.scores
    for seat in range(2):
        value = PRINCESS.advisor.value(match.state, seat)
        assert value.points == standing.scores[seat] - standing.scores[1 - seat]
        assert value.chance == (seat in standing.winners) / len(standing.winners)


def test_while_bonus_cards_are_drawn_the_chances_are_exact() -> None:
    """Against every way that the two cards may come."""
    match = Match(PRINCESS, Setup(2), SeedDealer("bonus"))
    while match.state.todo[0][0] != "MOVE" and match.actors() != ():
        (seat,) = match.actors()
        before = match.state
        match.act(seat, PRINCESS.advisor.plans(before, seat, 1)[0].actions[0])
        drawn = next((step.before for step in match.steps if step.before.todo[0][0] == "BONUS"), None)
        if drawn is not None:
            break
    assert drawn is not None
    wins, ways = [0.0, 0.0], 0
    for first in PRINCESS.legal_actions(drawn, CHANCE):
        after = PRINCESS.apply(drawn, CHANCE, first)
        for second in PRINCESS.legal_actions(after, CHANCE):
            standing = PRINCESS.final_result(PRINCESS.apply(after, CHANCE, second))
            assert standing
            ways += 1
            for seat in standing.winners:
                wins[seat] += 1 / len(standing.winners)
    assert chances(drawn) == pytest.approx([each / ways for each in wins])


def test_a_position_is_worth_the_same_from_every_chair() -> None:
    for number, s in enumerate(course("worth", 3)):
        if number % 7 == 0:
            there = moved_round(s)
            assert PRINCESS.advisor.value(s, 0).chance == pytest.approx(PRINCESS.advisor.value(there, 1).chance)


def test_more_is_better() -> None:
    """Steps, gems on the board, sprites, a rune that is nearer."""

    def chance(**other: int) -> float:
        t = table(hunter(**other), hunter("B2a", space=5), seat=1)  # type: ignore[arg-type]
        return PRINCESS.advisor.value(t.state, 0).chance

    assert chance(space=9) > chance(space=5) > chance(space=2)
    assert chance(space=5, extra=2) > chance(space=5, extra=1)
    assert chance(space=5, gem=2) > chance(space=5, gem=0)


def test_a_rune_is_told_by_what_it_lacks() -> None:
    stars = hunter(tiles={"F4": "WS"}, gems=["F4"])
    t = table(stars, hunter("B2a"), row="R01 R20 R26 R28")
    told = [str(term.text) for term in PRINCESS.advisor.value(t.state, 0).terms if term.kind == "runes"]
    assert "R01 Line lacks 1 tile" in told
    assert "R28 Tall T lacks 1 tile for 3 steps" in told, "its card says that it lacks 2"


def test_the_rival_counts_against_it() -> None:
    t = table(hunter(), hunter("B2a", space=7))
    terms = [term for term in PRINCESS.advisor.value(t.state, 0).terms if term.kind == "rival"]
    assert any(str(term.text) == "#2: on space 7" and term.points < 0 for term in terms)
