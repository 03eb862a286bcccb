"""The advanced boards: crystals and the six powers, S-4.35 to S-4.45."""

from __future__ import annotations

import pytest

from tests.engine.games.sand.table import (
    ADVANCED,
    advanced,
    changed,
    choices,
    dealt,
    ended,
    having,
    pieces,
    play,
    refused,
    reserve,
)
from tests.rules import rule
from tilehall.engine import ENGLISH, Event, IllegalActionError, Match, Rng, Setup, render_text
from tilehall.engine.games.sand import SAND
from tilehall.engine.games.sand.state import SandState

ROW = ["1aG", "1bG", "1cG", "1dG"]


def ready(*colours: str, **things: object) -> SandState:
    """A table whose first seat has a ready crystal."""
    return having(advanced(*colours), crystal="ready", **things)


def crystal(s: SandState, seat: int = 0) -> str:
    found: str = SAND.dump(s)["magicians"][seat]["crystal"]
    return found


@rule("S-4.35", "S-4.36")
def test_v8_a_crystal_waits_for_the_next_turn() -> None:
    s = ready("orange", "blue", squares={"C2": "G", "D2": "G", "E2": "G"}, rows={1: ROW})
    s = play(s, "orange")
    assert (crystal(s), s.magicians[0].level) == ("clear", 1)
    s = play(s, "complete 1aG C2,D2,E2")
    assert crystal(s) == "fresh"
    assert refused(s, "orange") == "S-4.35"
    s = play(s, choices(s, "place")[0], "take 1")
    assert refused(s, "orange") == "S-4.35"
    s = ended(s)
    assert crystal(s) == "ready"
    s = play(s, choices(s, "place")[0], "take 1")
    s = ended(s)
    assert "orange" in choices(s)


@rule("S-4.35")
def test_v8_no_double_charge() -> None:
    s = ready("orange", "blue", squares={"C2": "G", "D2": "G", "E2": "G"}, rows={1: ROW})
    assert crystal(play(s, "complete 1aG C2,D2,E2")) == "ready"


@rule("S-4.36")
def test_only_in_the_menus_and_only_the_own_power() -> None:
    s = ready("orange", "blue")
    assert refused(s, "blue T01 T10") == "S-4.36"
    s = play(s, choices(s, "place")[0])
    assert refused(s, "orange") == "S-3.D3"
    assert "orange" in choices(play(s, "take 1"))
    assert refused(dealt(), "orange") == "S-2.1"


@rule("S-4.37", "S-4.44")
def test_orange_and_a_power_without_use() -> None:
    assert play(ready("orange", "blue", level=11), "orange").magicians[0].level == 12
    assert refused(ready("orange", "blue", level=12), "orange") == "S-4.44"
    assert not choices(ready("yellow", "blue"), "yellow")
    assert not choices(ready("green", "blue"), "green")


def red_table(cards: list[str], crystal_state: str = "ready") -> SandState:
    """A red seat whose deck of level 1 holds just these cards."""
    data = SAND.dump(advanced("red", "blue"))
    rest = [card for card in data["decks"][0]["unknown"] if card not in cards]
    shown = data["rows"][0]
    spare = [card for card in rest if card not in shown]
    data["rows"][0] = (spare + [card for card in shown if card not in cards])[:4]
    data["decks"][0] = {"unknown": cards, "known": []}
    every = {f"1{kind}{colour}" for kind in "abcdef" for colour in "GRK"}
    left = sorted(every - set(cards) - set(data["rows"][0]))
    data["magicians"][1]["tableau"] = left
    data["magicians"][0]["crystal"] = crystal_state
    data["magicians"][1]["tableau"], data["magicians"][0]["tableau"] = [], left
    return SAND.load(data)


@rule("S-4.40")
def test_v16_red() -> None:
    s = red_table(["1aG", "1bG", "1cG"])
    s = play(s, "red 1")
    assert crystal(s) == "clear"
    s = play(s, "look 1bG", "look 1aG", "look 1cG")
    assert choices(s) == ["keep 1aG", "keep 1bG", "keep 1cG"]
    s = play(s, "keep 1aG")
    assert choices(s) == ["bottom 1bG,1cG", "bottom 1cG,1bG"]
    s = play(s, "bottom 1cG,1bG")
    s = having(s, crystal="ready")
    s = play(s, "red 1")
    assert choices(s) == ["look 1cG"]
    s = play(s, "look 1cG")
    assert choices(s) == ["look 1bG"]
    s = play(s, "look 1bG", "keep 1bG")
    assert s.todo == (("PRE", 0),)
    s = play(having(s, crystal="ready"), "red 1", "look 1cG", "keep 1cG")
    s = having(s, crystal="ready")
    assert choices(s, "red") == ["red 2", "red 3"]
    assert refused(s, "red 1") == "S-4.40"
    assert s.kept_counts(0) == (3, 0, 0)


@rule("S-4.40", "S-4.17")
def test_kept_cards_are_completed_like_open_ones() -> None:
    s = play(red_table(["1aG", "1bG", "1cG", "1dG"]), "red 1", "look 1aG", "look 1bG", "look 1cG", "keep 1aG")
    s = play(s, "bottom 1bG,1cG")
    assert [depth for depth, _ in s.decks[0].known] == [1, 2]
    s = having(s, squares={"B2": "G", "C2": "G", "D2": "G"})
    rows = SAND.dump(s)["rows"]
    s = play(s, "complete 1aG B2,C2,D2")
    assert SAND.dump(s)["rows"] == rows
    assert SAND.dump(s)["magicians"][0]["kept"] == []


@rule("S-4.40")
def test_cards_under_the_deck_come_last() -> None:
    s = play(red_table(["1aG", "1bG", "1cG", "1dG"]), "red 1", "look 1aG", "look 1bG", "look 1cG", "keep 1aG")
    s = play(s, "bottom 1bG,1cG")
    assert s.decks[0].tops() == (9,)
    assert s.decks[0].draw(9).tops() == (3,)


@rule("S-4.41")
def test_purple_summons_without_limit() -> None:
    s = ready("purple", "blue", reserve="MGGRR")
    assert {"summon", "summon+"} <= set(choices(s))
    three = play(s, "summon", "disk G B2", "disk G C2", "disk R D2")
    assert (choices(three), crystal(three)) == (["end"], "ready")
    many = play(s, "summon+", "disk G B2", "disk G C2", "disk R D2", "disk R E2")
    assert (crystal(many), refused(many, "move B2 C3")) == ("clear", "S-4.13")
    assert choices(play(many, "disk M C3")) == ["end"]
    assert refused(advanced("purple", "blue"), "summon+") == "S-4.35"
    assert refused(ready("red", "blue", reserve="G"), "summon+") == "S-4.41"
    assert refused(having(dealt(), reserve="G"), "summon+") == "S-2.1"


@rule("S-6.15")
def test_purple_may_need_no_crystal() -> None:
    s = having(advanced("purple", "blue", purple="always"), reserve="MGGRR")
    assert {"summon", "summon+"} <= set(choices(s))
    s = play(s, "summon+", "disk G B2", "disk G C2", "disk R D2", "disk R E2", "disk M C3")
    assert (choices(s), crystal(s)) == (["end"], "clear")
    charged = having(advanced("purple", "blue", purple="always"), crystal="ready", reserve="GG")
    assert crystal(play(charged, "summon+", "disk G B2")) == "ready"
    assert refused(having(advanced("red", "blue", purple="always"), reserve="G"), "summon+") == "S-4.41"


@rule("S-4.42")
def test_yellow_trades_a_disk_of_the_reserve() -> None:
    s = ready("yellow", "blue", reserve="G", disks={"C3": "R"})
    assert choices(s, "yellow") == ["yellow G K", "yellow G M", "yellow G R", "yellow G S"]
    assert refused(s, "yellow R S") == "S-4.42"
    assert refused(s, "yellow G G") == "S-4.42"
    after = play(s, "yellow G M")
    assert (reserve(after), after.disks[0], after.disks[4]) == ("M", 4, 3)
    gone = having(s, 1, reserve="MMMM")
    assert refused(gone, "yellow G M") == "S-4.42"


@rule("S-4.43")
def test_v17_green() -> None:
    s = ready("green", "blue", level=1, squares={"A1": "G", "D3": "R"}, disks={"C3": "K"})
    assert len([text for text in choices(s, "green") if text.startswith("green A1")]) == 27
    assert len([text for text in choices(s, "green") if text.startswith("green D3")]) == 16
    assert refused(s, "green C3 B2") == "S-4.43"
    assert refused(s, "green D3 A1") == "S-4.43"
    assert refused(s, "green D3 B1") == "S-4.43"
    assert refused(s, "green B2 C2") == "S-4.43"
    assert pieces(play(s, "green A1 B1")) == {"B1": "G", "D3": "R", "C3": "(K)"}


@rule("S-4.45")
def test_v17_blue() -> None:
    s = ready("blue", "red")
    circle = SAND.dump(s)["circle"]
    assert len(choices(s, "blue")) == 3 * 22
    s = play(s, f"blue T01 {circle[5]}")
    assert SAND.dump(s)["circle"] == [*circle[:5], "T01", *circle[6:]]
    assert len(choices(s)) == 2 * 21 + 1
    assert refused(s, f"blue2 {circle[5]} {circle[0]}") == "S-4.45"
    assert refused(s, "blue2 T02 T01") == "S-4.45"
    assert play(s, "stop").todo == (("PRE", 0),)
    s = play(s, f"blue2 T02 {circle[0]}")
    assert SAND.dump(s)["circle"][0] == "T02"
    assert (s.todo, crystal(s)) == ((("PRE", 0),), "clear")


@rule("S-9.1", "S-9.2")
def test_only_red_knows_what_red_has_seen() -> None:
    s = play(red_table(["1aG", "1bG", "1cG", "1dG"]), "red 1", "look 1aG", "look 1bG")
    for view in (SAND.view(s, 1), SAND.view(s, None)):
        data = SAND.dump(view)
        assert data["looked"] == []
        assert sorted(data["decks"][0]["unknown"]) == ["1aG", "1bG", "1cG", "1dG"]
        assert view.deck_size(0) == 2
    assert SAND.dump(SAND.view(s, 0)) == SAND.dump(s)
    s = play(s, "look 1cG", "keep 1aG", "bottom 1cG,1bG")
    view = SAND.view(s, 1)
    assert SAND.dump(view)["magicians"][0]["kept"] == []
    assert (view.kept_counts(0), view.deck_size(0)) == ((1, 0, 0), 3)
    assert SAND.load(SAND.dump(view)).hidden == view.hidden
    worlds = {str(SAND.dump(SAND.sample_state(view, Rng(n)))) for n in range(240)}
    assert len(worlds) == 24
    for n in range(20):
        world = SAND.sample_state(view, Rng(n))
        assert SAND.faults(world) == ()
        assert SAND.dump(SAND.view(world, 1)) == SAND.dump(view)
        assert [depth for depth, _ in world.decks[0].known] == [1, 2]


@rule("S-9.2")
def test_events_tell_the_others_only_the_level() -> None:
    s = play(red_table(["1aG", "1bG", "1cG"]), "red 1", "look 1aG", "look 1bG", "look 1cG")
    events: list[Event] = []
    s = SAND.apply(s, 0, SAND.parse("keep 1aG"), events)
    s = SAND.apply(s, 0, SAND.parse("bottom 1cG,1bG"), events)
    names = ("Ann", "Bo")
    assert [render_text(event.text_for(0), ENGLISH, names) for event in events] == [
        "You keep 1aG Stele face down.",
        "You put 1cG Well and then 1bG Gate under the deck of level 1.",
    ]
    assert [render_text(event.text_for(1), ENGLISH, names) for event in events] == [
        "Ann keeps a card of level 1 face down.",
        "Ann puts 2 cards under the deck of level 1.",
    ]


@rule("S-9.3")
def test_taking_back_within_a_turn() -> None:
    match = Match(SAND, Setup(2), position=ready("red", "blue"))
    match.act(0, "red 1")
    match.undo(0)
    match.act(0, choices(match.state, "place")[0])
    match.act(0, "take 2")
    match.undo(0)
    match.undo(0)
    match.act(0, "red 1")
    match.act(-1, f"look {SAND.dump(match.state)['decks'][0]['unknown'][0]}")
    with pytest.raises(IllegalActionError):
        match.undo(0)


def test_a_table_of_six_colours_has_no_more_than_four_seats() -> None:
    assert SAND.faults(changed(dealt(4, ADVANCED))) == ()
