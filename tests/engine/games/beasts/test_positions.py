"""Positions as data: back and forth, and every invariant has a position that breaks it."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.engine.games.beasts.table import fill, play, table
from tests.rules import rule
from tilehall.engine import Position, PositionError
from tilehall.engine.games.beasts import BEASTS
from tilehall.engine.games.beasts.state import BeastsState


def midgame() -> BeastsState:
    dice = fill("10 01 11", "WWW", "PG").replace("11se=GW", "").replace("11se=PW", "")
    return table(dice, "V11=PW H11=GW", "a1=unicorn b2=centaur", roll="W*!L", scored=True)


def test_there_and_back_in_the_middle_of_a_turn() -> None:
    s = play(midgame(), "die 1 11se", "add 3 chimera c1", "card T H21")
    again = BEASTS.load(BEASTS.dump(s))
    assert BEASTS.dump(again) == BEASTS.dump(s)
    assert set(BEASTS.legal_actions(again, 0)) == set(BEASTS.legal_actions(s, 0))
    assert BEASTS.dump(play(again, "end")) == BEASTS.dump(play(s, "end"))


Change = Callable[[Position], Any]

BROKEN: list[tuple[str, Change]] = [
    ("purple dice", lambda p: p["hunters"][0].update(pool=3)),
    ("black dice", lambda p: p.update(neutral=14)),
    ("not its own", lambda p: p["hunters"][1].update(dice="PGGG")),
    ("'hunters.0.hand' is a text of at most 4", lambda p: p["hunters"][0].update(hand="WTLBB")),
    ("unicorns", lambda p: p["supply"].update(unicorn=4)),
    ("icons", lambda p: p["board"]["dice"].update({"10sw": "PT"})),
    ("never on the board", lambda p: p["board"]["dice"].update({"10sw": "P!"})),
    ("nothing but wilds", lambda p: p["board"]["dice"].update({"10sw": "P*", "10se": "G*"})),
    (
        "hang together",
        lambda p: (p["board"]["dice"].update({"33nw": "PW"}), p["hunters"][0].update(pool=p["hunters"][0]["pool"] - 1)),
    ),
    ("no pair", lambda p: (p["board"]["cards"].update({"V33": "PW"}), p["hunters"][0]["deck"].update(W=1))),
    ("matches at neither", lambda p: (p["board"]["cards"].update({"V11": "PL"}), p["hunters"][0].update(hand="WWTB"))),
    ("if and only if it is complete", lambda p: p["board"].update(scored={})),
    ("something else than its value", lambda p: p["board"].update(scored={"V11": 7, "H11": 7})),
    ("if and only if it is enclosed", lambda p: p["board"].update(enclosed=["d3"])),
    ("first beast", lambda p: p.update(point="SETUP_BEAST", turn=None)),
    ("rolled", lambda p: p.update(turn=None)),
    ("'point' cannot be 'LUNCH'", lambda p: p.update(point="LUNCH")),
    ("ending", lambda p: p.update(ending="dice")),
    ("final round", lambda p: p.update(final=1)),
    ("'idle' is a whole number from 0 to 8, not 200", lambda p: p.update(idle=200)),
    ("at most one wild", lambda p: p["turn"].update(wild=True)),
    ("either free or placed", lambda p: p["turn"].update(placed="1")),
    ("pay for beasts", lambda p: p["turn"].update(free="234")),
    ("at least one die", lambda p: p["turn"].update(kept="")),
    ("faces do not fit", lambda p: p["turn"].update(faces="W*!", free="123", kept="123")),
    ("'turn.free' is a text of at most 4", lambda p: p["turn"].update(free="12345")),
    ("true or false", lambda p: p["turn"].update(busy=1)),
    ("'hunters' has 2 things in it, not 1", lambda p: p["hunters"].pop()),
    ("'seat' is a whole number from 0 to 1, not 2", lambda p: p.update(seat=2)),
    ("another player begins", lambda p: p.update(first=1)),
    ("whole number", lambda p: p.update(neutral=-1)),
    ("'board.dice.10sw' cannot be 'PWW'", lambda p: p["board"]["dice"].update({"10sw": "PWW"})),
    ("There is no '99xx' in 'board.dice'", lambda p: p["board"]["dice"].update({"99xx": "PW"})),
    ("lacks", lambda p: p.pop("board")),
    ("not of beasts", lambda p: p.update(game="princess")),
    ("'hunters' is a list, not 7", lambda p: p.update(hunters=7)),
    ("A position has no 'supply.dragon'", lambda p: p["supply"].update(dragon=1)),
    ("nobody plays", lambda p: p["board"]["dice"].update({"11se": "OW"})),
    ("belongs to nobody", lambda p: p["board"]["cards"].update({"H21": "YW"})),
]


@rule("B-4.12", "B-4.15", "B-4.21", "B-4.22", "B-4.40", "B-4.50")
@pytest.mark.parametrize(("words", "change"), BROKEN, ids=[words for words, _ in BROKEN])
def test_what_cannot_be_is_refused_in_a_sentence(words: str, change: Change) -> None:
    data = copy.deepcopy(BEASTS.dump(midgame()))
    assert BEASTS.dump(BEASTS.load(data)) == data
    change(data)
    with pytest.raises(PositionError, match=words):
        BEASTS.load(data)


@rule("B-4.53", "B-4.57")
def test_a_beast_that_should_have_been_caught_is_a_fault() -> None:
    s = table(fill("10 01 11", "WTW"), "V11=PW H11=GT", roll="TTTT", scored=True)
    data = BEASTS.dump(s)
    assert data["board"]["enclosed"] == ["a1"]
    data["board"]["beasts"] = {"a1": "basilisk"}
    data["supply"]["basilisk"] -= 1
    assert BEASTS.faults(BEASTS.load(data)) == ()
    data["board"]["beasts"] = {"a1": "centaur"}
    data["supply"] |= {"basilisk": 3, "centaur": 4}
    with pytest.raises(PositionError, match="should have been captured"):
        BEASTS.load(data)


@rule("B-4.57")
def test_impossible_captures_are_faults() -> None:
    for beast, words in (("basilisk", "centre"), ("chimera", "corner")):
        s = table(fill("10 01 11", "WTW"), "V11=PW H11=GT", roll="TTTT", scored=True)
        data = BEASTS.dump(s)
        data["hunters"][0]["captured"][beast] += 1
        data["supply"][beast] -= 1
        with pytest.raises(PositionError, match=words):
            BEASTS.load(data)
    data["hunters"][0]["captured"]["unicorn"] += 1
    data["supply"]["unicorn"] -= 1
    with pytest.raises(PositionError, match="more beasts"):
        BEASTS.load(data)
