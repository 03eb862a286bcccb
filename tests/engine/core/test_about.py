"""What games tell of their things: rules that there are, and all of them; this very thing; nothing hidden."""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from tests.engine.games.toy import TOY
from tests.rules import rule
from tilehall.engine import (
    BUILT_IN_GAMES,
    ENGLISH,
    Match,
    Rng,
    SeedDealer,
    Setup,
    load_game,
    load_rulebook,
    render_text,
)
from tilehall.engine.teaching.things import PLAYER, Explanation, RulesByKind, Thing, all_rules, cite_rules

NAMES = ("Aki", "Bo", "Cleo", "Dara")
SECRETS = {"kaguya": (), "sand": (("mode", "advanced"), ("boards", "red,blue"))}


def table_of(name: str) -> tuple[RulesByKind, tuple[str, ...]]:
    """The rules of each kind of thing of a game, and those that speak of none."""
    module = import_module(f"tilehall.engine.games.{name}.explain")
    return module.RULES, module.GENERAL


def walked(name: str, players: int, *options: tuple[str, str], share: float = 0.04) -> Iterator[tuple[Any, int]]:
    """Some positions of a game played by lot, each with somebody who is due."""
    lots, match = random.Random(name), Match(load_game(name), Setup(players, options), SeedDealer(name))
    while not match.is_over:
        for seat in match.actors():
            if lots.random() < share:
                yield match.state, seat
            match.act(seat, lots.choice(match.legal_actions(seat)))


def told(name: str, s: Any, seat: int, thing: Thing) -> Explanation:
    about = load_game(name).teacher.explain_thing(s, seat, thing)
    assert about is not None, thing
    return about


def words(about: Explanation) -> str:
    return " ".join(
        render_text(text, ENGLISH, NAMES) for text in (about.title, about.what, *about.does, *about.current)
    )


# --- rules ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_every_rule_is_told_of_some_thing_or_is_of_none_in_particular(name: str) -> None:
    kinds, general = table_of(name)
    assert all_rules(kinds, general) == set(load_rulebook(name).numbers())
    assert not set(general) & all_rules(kinds, ())
    assert all(kinds.values()), "each kind has a rule that speaks of it"
    assert all(len(set(rules)) == len(rules) for rules in kinds.values())


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_every_kind_of_thing_can_be_asked_about(name: str) -> None:
    kinds, _ = table_of(name)
    shown: set[str] = set()
    for players, options in ((2, ()), (3, ())) if name != "sand" else ((2, ()), (3, (("mode", "advanced"),))):
        for s, seat in walked(name, players, *options):
            things = load_game(name).teacher.things(s, seat)
            assert len(set(things)) == len(things)
            shown |= {told(name, s, seat, thing).rules[0] for thing in random.Random(seat).sample(things, 20)}
            shown |= {
                told(name, s, seat, thing).rules[0] for thing in things if thing.kind not in ("cell", "box", "slot")
            }
    # The rules that head a kind stand for it: a die has those of its face.
    assert shown >= {rules[0] for kind, rules in kinds.items()}


def test_what_is_no_thing_is_not_explained() -> None:
    for name in BUILT_IN_GAMES:
        s, seat = next(walked(name, 2, share=1.0))
        for thing in (
            Thing("dragon", "x"),
            Thing("tile", "ZZ"),
            Thing("cell", "Z99"),
            Thing(PLAYER, "", 7),
            Thing("", ""),
        ):
            assert load_game(name).teacher.explain_thing(s, seat, thing) is None, thing


def test_a_game_that_tells_nothing_tells_the_points_of_a_player() -> None:
    s = TOY.start(Setup(2))
    assert TOY.teacher.things(s, 0) == () and TOY.teacher.explain_thing(s, 0, Thing("tile", "A")) is None
    about = TOY.teacher.explain_thing(s, 0, Thing(PLAYER, "", 1))
    assert about is not None and render_text(about.title, ENGLISH, NAMES) == "Bo" and about.rules == ()


def test_nine_rules_have_a_digit() -> None:
    rules = tuple(f"P-1.{n}" for n in range(1, 12))
    about = Explanation(
        said_title := told("princess", *start_of("princess"), Thing("gem", "gem")).title, said_title, rules=rules
    )
    assert cite_rules(about) == (rules[:9], rules[9:])


def start_of(name: str) -> tuple[Any, int]:
    return next(walked(name, 2, share=1.0))


# --- this very thing --------------------------------------------------------------------------------------------------


@rule("P-1.4", "P-4.11", "P-4.12")
def test_a_rune_is_told_with_its_shape_its_steps_and_what_must_match() -> None:
    s, seat = start_of("princess")
    wedge = told("princess", s, seat, Thing("rune", "R07"))
    assert render_text(wedge.title, ENGLISH) == "R07 Wedge" and wedge.pattern == ("#.#", ".#.")
    assert "2 steps" in words(wedge) and "All 3 tiles must share one element or one sky sign" in words(wedge)
    plus = told("princess", s, seat, Thing("rune", "R25"))
    assert "5 steps if all tiles match, 3 if exactly one does not" in words(plus)
    assert "left neighbour" in words(told("princess", s, seat, Thing("theft", "T31")))


@rule("S-1.5", "S-4.18", "S-4.20")
def test_a_building_is_told_with_what_it_is_made_of_and_what_it_brings() -> None:
    s, seat = start_of("sand")
    gate = told("sand", s, seat, Thing("building", "3fK"))
    assert gate.pattern == ("MGS", "KKK")
    assert "level 3" in words(gate) and "10 stars, 3 hourglasses" in words(gate)
    assert "1 G, 3 K, 1 S and 1 M" in words(gate)


@rule("B-1.4", "B-4.57")
def test_a_beast_is_told_with_its_points_and_its_condition() -> None:
    s, seat = start_of("beasts")
    basilisk = told("beasts", s, seat, Thing("beast", "basilisk"))
    assert "10 points" in words(basilisk) and "four fences" in words(basilisk) and "B-4.57" in basilisk.rules


@rule("K-1.4", "K-4.30", "K-4.34")
def test_a_tile_of_furniture_is_told_with_its_rooms_and_hearts() -> None:
    s, seat = start_of("kaguya")
    assert "kitchen" in words(told("kaguya", s, seat, Thing("tile", "N10")))
    assert "3 hearts forward" in words(told("kaguya", s, seat, Thing("tile", "N10")))
    plant = told("kaguya", s, seat, Thing("plant", "H1"))
    assert plant.rules[0] == "K-4.34" and "coloured cube" in words(plant)
    clear, red = (told("kaguya", s, seat, Thing("cube", letter)) for letter in "CR")
    assert clear.rules[0] == "K-4.20" and red.rules[0] == "K-4.1"


def test_what_stands_here_follows_the_position() -> None:
    before: dict[str, str] = {}
    for s, seat in walked("princess", 2, share=0.2):
        space = s.hunters[1].space
        here = words(told("princess", s, seat, Thing(PLAYER, "", 1)))
        assert f"on space {space}," in here
        before[here] = here
    assert len(before) > 3


# --- secrets ----------------------------------------------------------------------------------------------------------


@rule("K-4.4", "K-2.4", "S-9.2")
@pytest.mark.parametrize("name", SECRETS)
def test_two_positions_that_differ_only_in_what_is_hidden_are_explained_alike(name: str) -> None:
    """Whoever looks: each player, and a spectator. The true position has more to tell."""
    rules, differed, knew = load_game(name), 0, 0
    for n, (s, _) in enumerate(walked(name, 2, *SECRETS[name], share=0.3)):
        for eyes in (None, 0, 1):
            view = rules.view(s, eyes)
            other = rules.sample_state(view, Rng(f"{n} {eyes}"))
            differed += rules.dump(other) != rules.dump(s)
            for thing in rules.teacher.things(view, eyes or 0)[n % 5 :: 5]:
                alike = rules.teacher.explain_thing(view, eyes or 0, thing)
                assert alike == rules.teacher.explain_thing(rules.view(other, eyes), eyes or 0, thing), (eyes, thing)
                knew += alike != rules.teacher.explain_thing(s, eyes or 0, thing)
    assert differed > 10, "what is hidden was different often enough"
    assert knew, "and somebody could have told it"


@rule("P-1.5")
def test_sprites_are_counted_one_or_more() -> None:
    s = Match(load_game("princess"), Setup(2), SeedDealer("7")).state
    for count, said_so in ((1, "1 extra tile left, 1 gem sprite left"), (2, "2 extra tiles left, 2 gem sprites left")):
        hunter = s.hunters[0].copy()
        hunter.extra = hunter.gem = count
        now = s.copy()
        now.hunters = (hunter, *s.hunters[1:])
        assert said_so in words(told("princess", now, 0, Thing(PLAYER, "", 0)))
