"""What holds at every step of every game (section 8 of the rules), counted from the position as data."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from tests.engine.games.princess.table import KINDS, PRINCESS, PRINTED
from tests.rules import rule
from tilehall.engine import Match, Position, Rng, SeedDealer, Setup
from tilehall.engine.core.geometry import bits, mask_of
from tilehall.engine.games.princess.components import LATTICE, components
from tilehall.engine.games.princess.pattern_matching import find_witness, rune_value
from tilehall.engine.games.princess.state import PrincessState, Tableau

TABLES = [(2, ()), (3, (("first_turn", "full"),)), (4, ()), (2, (("variant", "first_game"),))]
REFILLED = ("RECALL", "SPRITE", "TAKE", "CELL", "GEM", "EXTRA_CELL", "EXTRA_GEM")


def played(players: int, options: tuple[tuple[str, str], ...], seed: str) -> Match[PrincessState]:
    """A game by somebody who declares and steps on when it can be done, and does anything otherwise."""
    rng = Rng(f"whims {seed}")
    match = Match(PRINCESS, Setup(players, options), SeedDealer(f"deal {seed}"))
    while not match.is_over:
        (seat,) = match.actors()
        choices = match.legal_actions(seat)
        eager = [action for action in choices if str(action).startswith(("declare", "gem yes"))] or choices
        match.act(seat, eager[rng.below(len(eager))])
    return match


@pytest.fixture(scope="module", params=range(len(TABLES)), ids=lambda n: f"{TABLES[n][0]} {TABLES[n][1]}")
def games(request: pytest.FixtureRequest) -> list[tuple[Match[PrincessState], list[Position]]]:
    """Some games with all their positions as data."""
    players, options = TABLES[request.param]
    matches = [played(players, options, f"{request.param} {n}") for n in range(2)]
    return [(match, [PRINCESS.dump(step.before) for step in match.steps]) for match in matches]


Games = list[tuple[Match[PrincessState], list[Position]]]


def positions(games: Games) -> list[Position]:
    return [position for _, found in games for position in found]


def loose(hunter: dict[str, Any]) -> list[str]:
    """All tiles of a tableau, covered ones too, without the printed ones."""
    return [kind for cell, pile in hunter["cells"].items() for kind in pile[cell in PRINTED :]]


def tiles(position: Position) -> Counter[str]:
    found = Counter(position["stack"]) + Counter(position["display"]) + Counter(position["stolen"].values())
    found.update([position["hand"]] if position["hand"] else [])
    for hunter in position["hunters"]:
        found.update(loose(hunter))
    return found


def test_1_every_tile_is_in_one_place(games: Games) -> None:
    assert all(tiles(position) == Counter(dict.fromkeys(KINDS, 4)) for position in positions(games))


def test_2_every_rune_is_in_one_place(games: Games) -> None:
    for position in positions(games):
        held = [hunter["held"] for hunter in position["hunters"] if hunter["held"]]
        row = [card for card in position["row"] if card]
        cards = position["deck"]["unknown"] + [card for _, card in position["deck"]["known"]] + position["discard"]
        cards += row + held + [card for card, _ in position["completed"]] + position["pending"]
        steals = ["T31", "T32"] if position["options"].get("variant") != "first_game" else []
        assert sorted(cards) == [f"R{n:02}" for n in range(1, 31)] + steals
        assert not [card for card in row + held if card.startswith("T")]
        if position["todo"][0][0] in REFILLED:
            assert len(row) == 4


def test_3_every_seat_has_four_gems(games: Games) -> None:
    for position in positions(games):
        for seat, hunter in enumerate(position["hunters"]):
            on_cards = len(position["completed"]) if seat == position["seat"] else 0
            assert hunter["supply"] + len(hunter["gems"]) + on_cards == 4
            assert set(hunter["gems"]) <= set(hunter["cells"])
        if position["todo"][0][0] not in ("DECLARE", "REFILL"):
            assert position["completed"] == []


@rule("P-4.3")
def test_4_tableaus_fit_and_grow_by_a_tile_a_turn(games: Games) -> None:
    for position in positions(games):
        for hunter in position["hunters"]:
            cells = list(hunter["cells"])
            if cells:
                columns, rows = [ord(cell[0]) for cell in cells], [int(cell[1]) for cell in cells]
                assert max(max(columns) - min(columns), max(rows) - min(rows)) < 5
                assert set(PRINTED) <= set(cells)
    for match, found in games:
        for before, after, step in zip(found, found[1:], match.steps, strict=False):
            for seat in range(match.setup.players):
                grown = len(loose(after["hunters"][seat])) - len(loose(before["hunters"][seat]))
                laying = step.seat == seat and step.action.verb == "cell"
                robbed = step.action.verb == "steal" and grown == -1
                assert grown == laying or robbed


def test_5_the_display_has_five_tiles_before_taking_and_four_after(games: Games) -> None:
    for position in positions(games):
        point = position["todo"][0][0]
        if sum(position["stack"].values()) and point in ("RUNE", "RECALL", "SPRITE", "TAKE"):
            assert len(position["display"]) == 5
        if sum(position["stack"].values()) and point in ("CELL", "GEM", "DECLARE"):
            assert len(position["display"]) == 4
        assert len(position["display"]) <= 5


@rule("P-4.18", "P-4.19")
def test_6_pawns_go_forward_and_the_carrier_leads(games: Games) -> None:
    for _, found in games:
        for before, after in pairwise(found):
            old, new = ([hunter["space"] for hunter in each["hunters"]] for each in (before, after))
            assert all(a <= b for a, b in zip(old, new, strict=True))
            assert before["passages"] <= after["passages"]
        for position in found:
            spaces = [hunter["space"] for hunter in position["hunters"]]
            assert position["passages"] == (max(spaces) >= 20)
            if position["final"] is not None:
                assert position["carrier"] is None
            elif position["carrier"] is None:
                assert max(spaces) < 13
            else:
                assert spaces[position["carrier"]] == position["princess"] == max(spaces)


def test_7_a_turn_has_at_most_four_runes_two_gems_and_a_sprite(games: Games) -> None:
    for match, found in games:
        turns: list[Counter[str]] = []
        for step, position in zip(match.steps, found, strict=True):
            if position["todo"][0][0] == "RUNE":
                turns.append(Counter())
            if turns:
                sprite = step.action.verb in ("extra", "set", "shift")
                turns[-1]["sprite" if sprite else "gem yes" if str(step.action) == "gem yes" else step.action.verb] += 1
            for hunter in position["hunters"]:
                assert 0 <= hunter["extra"] <= 2
                assert 0 <= hunter["gem"] <= 2
        assert turns
        assert all(turn["declare"] <= 4 and turn["gem yes"] <= 2 and turn["sprite"] <= 1 for turn in turns)


@rule("P-5.1", "P-5.3")
def test_8_a_game_ends_in_time(games: Games) -> None:
    for match, found in games:
        takes = sum(step.action.verb == "take" for step in match.steps)
        turns = 1 + sum(
            before["seat"] != after["seat"] for before, after in pairwise(found) if before["seat"] is not None
        )
        assert takes <= 48
        assert turns <= 48 + 3
        standing = PRINCESS.final_result(match.state)
        assert standing is not None
        assert standing.ending in ("goal", "witch")
        assert all(PRINCESS.legal_actions(step.before, step.seat) for step in match.steps)


@rule("P-5.4")
def test_9_ranks_are_in_a_row_and_the_others_fall_short(games: Games) -> None:
    for match, _ in games:
        hunters = PRINCESS.dump(match.state)["hunters"]
        ranks = sorted(hunter["rank"] for hunter in hunters if hunter["rank"])
        assert ranks == list(range(1, len(ranks) + 1))
        short = [line.points for line in PRINCESS.receipt(match.state).lines if line.part == "shortfall"]
        assert len(short) == len(hunters) - len(ranks)
        assert all(points <= -1 for points in short)


def turned(tableau: Tableau) -> Tableau:
    """The tableau a quarter turn further: (r, c) -> (c, 7 - r)."""
    return moved(tableau, lambda r, c: (c, 7 - r))


def mirrored(tableau: Tableau) -> Tableau:
    return moved(tableau, lambda r, c: (r, 7 - c))


def moved(tableau: Tableau, there: Any) -> Tableau:
    found = Tableau(bytes([255]) * 64, (), 0, 0, (0,) * 7, LATTICE.full)
    places = {cell: 8 * r + c for cell in range(64) for r, c in [there(*LATTICE.row_and_column(cell))]}
    for cell in bits(tableau.occupied):
        found = found.lay(places[cell], tableau.tops[cell])
    return found.with_gems(mask_of(places[cell] for cell in bits(tableau.gems)))


def values(tableau: Tableau) -> list[list[int]]:
    """For each formation its values with a gem on each of the tiles, in order of size."""
    cards = [card for card in components().cards if card.value]
    return [sorted(rune_value(tableau, card, cell) for cell in bits(tableau.occupied)) for card in cards]


@rule("P-4.11", "P-4.12")
def test_10_turning_a_tableau_changes_no_value(games: Games) -> None:
    """And mirroring it exchanges the twins Hook, Ell and Jay, Ess and Zed, Zigzag, P and Q."""
    differing = 0
    for match, _ in games:
        for hunter in match.state.hunters:
            whole = values(hunter.tableau)
            assert values(turned(hunter.tableau)) == whole
            reflected = values(mirrored(hunter.tableau))
            differing += reflected != whole
            for left, right in ((7, 8), (12, 13), (14, 15), (20, 21), (22, 23)):
                assert (reflected[left], reflected[right]) == (whole[right], whole[left])
    assert differing


@rule("P-4.12")
def test_a_witness_shows_the_value_that_counts(games: Games) -> None:
    """The placement that the board highlights is made of tiles, holds the gem, and has that attribute."""
    shown = 0
    for match, _ in games:
        for hunter in match.state.hunters:
            tableau = hunter.tableau
            for card in (card for card in components().cards if card.value):
                for gem in bits(tableau.occupied):
                    steps, (mask, mark) = rune_value(tableau, card, gem), find_witness(tableau, card, gem)
                    assert bool(mask) == bool(steps)
                    if mask:
                        odd = (mask & ~tableau.marks[mark]).bit_count()
                        assert (mask in card.placements[gem], mask & ~tableau.occupied) == (True, 0)
                        assert steps == (card.lower if odd else card.value)
                        shown += 1
    assert shown
