"""Advice and outlook: always a legal choice with a reason, and good enough to be worth asking."""

from __future__ import annotations

import pytest

from tests.engine.sand.table import ADVANCED, advanced, dealt, having, play
from tests.rules import rule
from tilehall.engine import CHANCE, RandomDealer, Rng, SeedDealer, Setup
from tilehall.engine.sand import SAND
from tilehall.engine.sand.advice import advise, prices
from tilehall.engine.sand.components import BOXES, components
from tilehall.engine.sand.lacking import demand, least
from tilehall.engine.sand.matching import pictures
from tilehall.engine.sand.outlook import nearness, not_owned
from tilehall.engine.sand.state import State

ROW = ["1aG", "1bG", "1cG", "1dG"]


def foreseen(s: State, text: str) -> tuple[str, ...]:
    return tuple(map(str, SAND.foresee(s, SAND.actors(s)[0], SAND.parse(text))))


@pytest.mark.parametrize(("players", "attention"), [(1, 100), (2, 40), (4, 20)])
def test_advice_is_a_choice_and_has_a_reason(players: int, attention: int) -> None:
    options = (ADVANCED, ("round_limit", "6")) if players > 1 else (ADVANCED, ("boards", "red"))
    s, rng, dealer = SAND.start(Setup(players, options)), Rng(5), SeedDealer("advice")
    drawn: dict[str, int] = {}
    while seats := SAND.actors(s):
        (seat,) = seats
        if seat == CHANCE:
            draw = SAND.chance(s)
            drawn[draw.pile] = drawn.get(draw.pile, -1) + 1
            s = SAND.apply(s, CHANCE, dealer.deal(draw, drawn[draw.pile]))
            continue
        advice = advise(SAND.seen_by(s, seat), seat, rng, attention)
        assert advice.action in SAND.legal(s, seat)
        assert advice.why
        s = SAND.apply(s, seat, advice.action)
    if players == 1:
        assert SAND.receipt(s).total(0) >= 18


@pytest.mark.parametrize("power", components().powers)
def test_advice_uses_every_power_legally(power: str) -> None:
    other = "blue" if power != "blue" else "red"
    s = having(advanced(power, other), crystal="ready", reserve="SGR", squares={"B3": "G", "D4": "R"}, level=2)
    rng, dealer = Rng(1), RandomDealer(Rng(2))
    for _ in range(12):
        (seat,) = SAND.actors(s)
        if seat == CHANCE:
            s = SAND.apply(s, CHANCE, dealer.deal(SAND.chance(s), 0))
            continue
        action = advise(SAND.seen_by(s, seat), seat, rng).action
        assert SAND.check(s, seat, action) is None
        s = SAND.apply(s, seat, action)


def test_what_is_ready_is_completed() -> None:
    s = having(dealt(), squares={"B2": "G", "C2": "G", "D2": "G"}, rows={1: ROW})
    s = play(s, "place T01 C4=G,D4=G,E4=R", "take 1")
    advice = advise(s, 0, Rng(1))
    assert str(advice.action) == "complete 1aG B2,C2,D2"
    assert "1aG Stele" in str(advice.why)


def test_the_cheapest_place_is_found_like_one_by_one() -> None:
    rng = Rng(3)
    for _ in range(30):
        board = {box: rng.below(5) for box in range(BOXES) if rng.below(3)}
        pieces = sum(1 << BOXES * element + box for box, element in board.items())
        level, reserve = rng.below(5), tuple(rng.below(3) for _ in range(5))
        lying = [sum(element == special for element in board.values()) for special in (3, 4)]
        for number, card in enumerate(components().cards):
            table = prices(number, reserve, (lying[0], lying[1]))
            ways = [
                sum(table[n][filled(pieces & way, element)] for n, (element, _) in enumerate(demand(number)))
                for way in card.reachable(level)
            ]
            assert least(pictures(pieces), number, level, table) == pytest.approx(min(ways))


def filled(pieces: int, element: int) -> int:
    return (pieces >> BOXES * element & (1 << BOXES) - 1).bit_count()


@rule("S-4.3")
def test_outlook_of_a_placement() -> None:
    s = having(dealt(), squares={"B2": "G", "C2": "G", "D3": "K"}, disks={"E3": "R"}, rows={1: ROW})
    found = foreseen(s, "place T01 D2=G,D3=G,D4=R")
    assert found[0] == "makes 1aG Stele, 1bG Gate ready"
    assert "loses square K D3" in found
    assert foreseen(s, "place T01 C3=G,D3=G,E3=R")[-1] == "disk R E3 returns to your reserve"


def test_outlook_of_other_choices() -> None:
    s = having(dealt(), squares={"B2": "G", "C2": "G"}, disks={"D2": "G"}, rows={1: ROW})
    assert foreseen(s, "complete 1aG B2,C2,D2")[:2] == ("1 star, 1 hourglass, disk R", "disks come back: G")
    assert foreseen(s, "summon") == ("disks are put or moved instead of a tile",)
    s = play(s, "place T02 C4=G,D4=G,E4=K")
    assert foreseen(s, "take 2")[0] == "T07 GRG stays first for the next player"
    s = play(s, "take 1")
    assert foreseen(s, "end") == ("1aG Stele could still be completed",)


def test_what_a_building_lacks() -> None:
    s = having(dealt(), squares={"B2": "G", "D2": "G", "C3": "G"}, rows={3: ["3aG", "3aR", "3aK", "3bG"]})
    near = nearness(s.magicians[0], components().cards[components().card_numbers["3aG"]])
    assert (near.missing, near.elements) == (3, "RRM")
    assert not_owned(s.magicians[0], near) == "M"
    owned = having(s, reserve="M").magicians[0]
    assert not_owned(owned, near) == ""


def test_the_default_is_harmless() -> None:
    s = having(dealt(), squares={"C3": "G", "D3": "G"})
    after = SAND.apply(s, 0, SAND.default(s, 0))
    assert after.magicians[0].occupied.bit_count() == 5
    assert str(SAND.default(after, 0)) == "take 1"
    assert str(SAND.default(play(after, "take 1"), 0)) == "end"
