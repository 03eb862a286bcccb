"""What holds in every game: the invariants of section 8, `legal` against `check`, and the conformance suite."""

from __future__ import annotations

from collections import Counter
from functools import cache
from json import dumps

import pytest

from tests.cases import some, some_rows
from tests.engine.games.sand.table import ADVANCED
from tests.rules import rule
from tilehall.engine import CHANCE, Action, RandomDealer, Rng, Setup
from tilehall.engine.core.geometry import bits
from tilehall.engine.games.sand import SAND
from tilehall.engine.games.sand.actions import (
    DONE,
    END,
    STOP,
    SUMMON,
    SUMMON_PLUS,
    USE_ORANGE,
    CompleteBuilding,
    GreenPower,
    MoveDisk,
    PlaceTile,
    PutDisk,
    YellowPower,
    rune_tile_placements,
    vocabulary,
)
from tilehall.engine.games.sand.components import BOXES, components
from tilehall.engine.games.sand.pattern_matching import completions
from tilehall.engine.games.sand.refusals import move_to_corner, pattern_images
from tilehall.engine.games.sand.state import FRESH, HOLE, READY, SandState
from tilehall.engine.testing.conformance import conform

GAMES = [
    (1, ()),
    (1, (ADVANCED, ("boards", "blue"))),
    (2, ()),
    (2, (ADVANCED, ("boards", "red,purple"))),
    (2, (ADVANCED, ("boards", "green,yellow"))),
    (3, (ADVANCED, ("first", "1"))),
    (4, (("round_limit", "12"),)),
    (4, (ADVANCED, ("boards", "orange,red,blue,purple"))),
]


@pytest.mark.parametrize(("players", "options"), some_rows(GAMES, slice(1, None, 3)))
def test_conformance(players: int, options: tuple[tuple[str, str], ...]) -> None:
    limit = () if "round_limit" in dict(options) else (("round_limit", "16"),)
    conform(SAND, Setup(players, tuple(sorted((*options, *limit)))), "sand")


def lively(s: SandState, seat: int, rng: Rng) -> Action:
    """A choice that completes and uses powers more often than chance would."""
    choices = SAND.legal_actions(s, seat)
    free = [a for a in choices if a.verb not in ("place", "end", "take")]
    pool = free if free and rng.below(3) else choices
    return pool[rng.below(len(pool))]


@rule("S-4.1", "S-4.2", "S-4.11", "S-4.23", "S-4.36", "S-5.1")
@pytest.mark.parametrize(("players", "options"), GAMES)
def test_invariants(players: int, options: tuple[tuple[str, str], ...]) -> None:
    s, rng = SAND.start(Setup(players, options)), Rng(f"{players} {options}")
    dealer, turns = RandomDealer(Rng(9)), Counter[int]()
    used = 0
    while seats := SAND.actors(s):
        assert SAND.faults(s) == ()
        (seat,) = seats
        if seat == CHANCE:
            s = SAND.apply(s, CHANCE, dealer.deal(SAND.chance(s), 0))
            if s.todo and s.todo[0][0] == "PRE":
                starts_well(s)
            continue
        action = lively(s, seat, rng)
        after = SAND.apply(s, seat, action)
        used += action.verb in ("red", "yellow", "green", "orange", "blue", "summon+")
        if action.verb == "end":
            turns[seat] += 1
            assert used <= 1
            used = 0
        if action.verb == "end" and after.todo and after.todo[0][0] == "PRE":
            starts_well(after)
        grows(s, after)
        s = after
    assert SAND.faults(s) == ()
    assert set(turns.values()) == {s.round}
    assert players > 1 or s.round == 14


def starts_well(s: SandState) -> None:
    """Invariants 3, 4 and 8 at the start of a turn."""
    assert all(m.crystal != FRESH and m.tiles.bit_count() == 3 for m in s.magicians)
    assert all(HOLE not in s.row(level) or not s.deck_size(level) for level in range(3))
    solo = s.rulings.solo
    assert len(s.circle) == (25 - s.round + 1 if solo else 28 - 3 * s.rulings.players)


def grows(before: SandState, after: SandState) -> None:
    """Invariants 5 and 6: level, stars and hourglasses never fall."""
    for one, other in zip(before.magicians, after.magicians, strict=True):
        assert (one.level, one.stars, one.hourglasses) <= (other.level, other.stars, other.hourglasses)
        assert one.level <= other.level
        assert one.hourglasses <= other.hourglasses


def everything(tiles: int) -> list[Action]:
    """All actions there could be at menus and summons, for some tiles."""
    return [*without_tiles(), *(way for tile in bits(tiles) for way in rune_tile_placements(tile).every)]


@cache
def without_tiles() -> tuple[Action, ...]:
    """Those that place no tile."""
    words = vocabulary()
    found: list[Action] = [SUMMON, SUMMON_PLUS, DONE, END, USE_ORANGE, STOP]
    for group in (*words.disk, *words.move, *words.yellow, *words.green):
        found += group
    for card in words.complete:
        found += dict.fromkeys(a for _, a in card)
    return (*found, *words.red, *words.fill, *words.take, *words.aside, *words.gain)


@rule("S-4.5", "S-4.13", "S-4.14", "S-4.18", "S-4.36", "S-4.42", "S-4.43")
@pytest.mark.parametrize("seed", some(range(4), slice(1, 3)))
def test_legal_is_what_is_not_refused(seed: int) -> None:
    boards = ("green,yellow", "red,purple", "blue,orange", "yellow,green")[seed]
    s = SAND.start(Setup(2, (ADVANCED, ("boards", boards), ("round_limit", "30"))))
    rng, dealer, seen, steps = Rng(seed), RandomDealer(Rng(seed)), Counter[str](), 0
    while seats := SAND.actors(s):
        (seat,) = seats
        if seat == CHANCE:
            s = SAND.apply(s, CHANCE, dealer.deal(SAND.chance(s), 0))
            continue
        steps += 1
        point = s.todo[0][0]
        if seen[point] < 8 or steps % 29 == 0:
            seen[point] += 1
            offered = set(SAND.legal_actions(s, seat))
            some = {*everything(s.magicians[seat].tiles | 1)[rng.below(60) :: 60]} | offered
            assert {a for a in some if SAND.check(s, seat, a) is None} == offered
        s = SAND.apply(s, seat, lively(s, seat, rng))
    assert {"PRE", "POST"} <= set(seen)


@rule("S-9.2")
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 9))])
def test_information(seed: int) -> None:
    """In every world that looks the same to the other seat, all that it is told and advised is the same."""
    s = SAND.start(Setup(2, (ADVANCED, ("boards", "red,blue"), ("round_limit", "16"))))
    rng, dealer, compared = Rng(seed), RandomDealer(Rng(seed)), 0
    while seats := SAND.actors(s):
        (seat,) = seats
        if s.todo == (("PRE", 0),) and rng.below(2):
            s = s.copy()
            s.edit(0).crystal = READY
        action = dealer.deal(SAND.chance(s), 0) if seat == CHANCE else lively(s, seat, rng)
        view = SAND.view(s, 1)
        if view is not s:
            compared += 1
            world = SAND.sample_state(view, rng)
            assert SAND.faults(world) == ()
            assert SAND.faults(view) == ()
            assert told(world, 1) == told(s, 1)
            assert told(SAND.sample_state(SAND.view(s, None), rng), None) == told(s, None)
        s = SAND.apply(s, seat, action)
    assert compared > 20


def told(s: SandState, seat: int | None) -> list[str]:
    """All that a seat is shown, offered and advised."""
    view = SAND.view(s, seat)
    found = [dumps(SAND.dump(view)), repr(SAND.receipt(view)), repr(SAND.actors(view))]
    if seat is None or seat not in SAND.actors(s):
        return found
    choices = SAND.legal_actions(view, seat)
    found += [repr(choices), repr(SAND.legal_actions(s, seat)), repr(SAND.decision(view, seat))]
    found += [repr(SAND.narrator.preview(view, seat, a)) for a in choices[:5]]
    asked = components().cards[s.round % 6 :: 6]
    found += [repr(SAND.check(s, seat, SAND.parse(f"complete {card.id} B2,C2"))) for card in asked]
    (plan,) = SAND.advisor.plans(view, seat, 1)
    return [*found, repr(plan), repr(SAND.advisor.explain_plan(view, seat, plan)), repr(SAND.advisor.value(view, seat))]


@rule("S-4.18")
def test_the_lanes_find_what_a_search_box_by_box_finds() -> None:
    rng = Rng(1)
    cards = range(len(components().cards))
    for _ in range(40):
        board = {box: rng.below(5) for box in range(BOXES) if rng.below(4)}
        pieces = sum(1 << BOXES * element + box for box, element in board.items())
        found = {(a.card, a.boxes) for a in completions(pieces, cards)}
        assert found == {pair for card in cards for pair in slowly(board, card)}


def slowly(board: dict[int, int], card: int) -> list[tuple[int, int]]:
    """Every place of a pattern, by trying each image at each corner."""
    found = []
    for image in pattern_images(components().cards[card].form):
        assert move_to_corner(image) == image
        for top in range(5):
            for left in range(6):
                boxes = [(top + r, left + c, e) for r, c, e in image]
                inside = all(r < 5 and c < 6 for r, c, _ in boxes)
                if inside and all(board.get(6 * r + c) == e for r, c, e in boxes):
                    found.append((card, sum(1 << 6 * r + c for r, c, _ in boxes)))
    return found


@rule("S-3.2")
def test_texts_come_back_as_the_same_action() -> None:
    for action in everything((1 << 28) - 1):
        assert SAND.parse(str(action)) == action
    kinds = {CompleteBuilding, PlaceTile, PutDisk, MoveDisk, YellowPower, GreenPower}
    assert kinds <= {type(action) for action in everything(1)}
