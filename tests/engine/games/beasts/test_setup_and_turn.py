"""Sections 2 and 3: the set-up, the order of a turn, the texts, and what the dealer draws."""

import pytest

from tests.engine.games.beasts.table import allowed, legal, play, refusal, table, told
from tests.rules import rule
from tilehall.engine import CHANCE, NotationError, Setup, SetupError
from tilehall.engine.games.beasts import BEASTS

HANDS = ["draw W", "draw T", "draw T", "draw B", "draw L", "draw L", "draw W", "draw B"]


@rule("B-2.1", "B-2.2", "B-2.5", "B-3.1", "B-3.3", "B-3.4")
def test_the_example_of_the_specification() -> None:
    s = BEASTS.start(Setup(2))
    s = play(s, "first 1", *HANDS)
    assert BEASTS.actors(s) == (0,)
    s = play(s, "setup chimera c2", "roll WT*!", "keep 14", "reroll WB")
    assert (s.seat, BEASTS.dump(s)["turn"]["faces"]) == (1, "WWB!")
    s = play(s, "die 1 10sw")
    s_twin = play(BEASTS.load(BEASTS.dump(s)), "die 2 10se")
    assert refusal(table(roll="WWB!"), "die 2 10sw") == "B-3.1"
    s = play(s_twin, "card L V11", "add 4 unicorn a1", "end", "discard WL", "draw T", "draw T", "draw B")
    assert BEASTS.dump(s)["hunters"][1]["dice"] == "GGGG"
    assert BEASTS.dump(s)["hunters"][1]["pool"] == 14
    s = play(s, "roll W!TW")
    assert BEASTS.actors(s) == (0,)


@rule("B-2.2", "B-2.3", "B-2.4")
@pytest.mark.parametrize(("players", "pool"), [(2, 16), (3, 11), (4, 6)])
def test_the_table_before_the_first_turn(players: int, pool: int) -> None:
    s = BEASTS.start(Setup(players, (("first_seat", "0"),)))
    for _ in range(4 * players):
        assert BEASTS.actors(s) == (CHANCE,)
        s = BEASTS.apply(s, CHANCE, BEASTS.legal_actions(s, CHANCE)[0])
    data = BEASTS.dump(s)
    assert [hunter["pool"] for hunter in data["hunters"]] == [pool] * players
    assert [len(hunter["hand"]) for hunter in data["hunters"]] == [4] * players
    assert [hunter["dice"] for hunter in data["hunters"]] == ["PPPP", "GGGG", "OOOO", "YYYY"][:players]
    assert data["neutral"] == 15
    assert data["board"] == {"dice": {}, "cards": {}, "scored": {}, "beasts": {}, "enclosed": []}
    assert data["supply"] == {"unicorn": 6, "centaur": 5, "chimera": 4, "basilisk": 3}
    assert BEASTS.receipt(s).lines == ()


@rule("B-2.1", "B-2.5")
@pytest.mark.parametrize(("players", "first", "chooser"), [(2, 0, 1), (3, 1, 0), (4, 0, 3)])
def test_the_last_player_places_the_first_beast(players: int, first: int, chooser: int) -> None:
    s = BEASTS.start(Setup(players))
    assert legal(s) == {f"first {seat}" for seat in range(players)}
    s = play(s, f"first {first}")
    for _ in range(4 * players):
        s = BEASTS.apply(s, CHANCE, BEASTS.legal_actions(s, CHANCE)[0])
    assert BEASTS.actors(s) == (chooser,)
    assert len(legal(s)) == 48
    assert allowed(s, "setup basilisk b2")
    s = play(s, "setup unicorn d3", "roll WTLB")
    assert BEASTS.actors(s) == (first,)
    for seat in range(1, players + 1):
        s = play(s, "keep 1234", "end", "discard -", "roll WTLB")
        assert BEASTS.actors(s) == ((first + seat) % players,)


@rule("B-2.5")
def test_wrong_set_ups() -> None:
    for setup, words in (
        (Setup(5), "players"),
        (Setup(1), "players"),
        (Setup(2, (("first_seat", "2"),)), "first_seat"),
        (Setup(2, (("first_seat", "x"),)), "first_seat"),
        (Setup(2, (("weather", "fine"),)), "weather"),
    ):
        with pytest.raises(SetupError, match=words):
            BEASTS.start(setup)


@rule("B-2.1")
def test_only_the_seat_whose_turn_it_is_may_act() -> None:
    s = table("11nw=PW", roll="WTLB")
    refused = BEASTS.check(s, 1, BEASTS.parse("end"))
    assert refused is not None
    assert refused.rule == "B-2.1"
    assert refused.nearest == ()


@rule("B-3.1")
def test_of_dice_that_are_alike_the_lowest_free_one_is_named() -> None:
    s = table("11nw=PW", roll="WWW!", active="PPKP")
    assert {text.split()[1] for text in legal(s, "die")} == {"1", "3"}
    s = play(s, "die 1 11ne")
    assert {text.split()[1] for text in legal(s, "die")} == {"2", "3"}
    assert refusal(s, "die 1 11sw") == "B-3.1"
    assert refusal(table(roll="!!WT"), "add 2 unicorn a1") == "B-3.1"
    assert refusal(table(roll="WT"), "die 3 11nw") == "B-3.1"


@rule("B-3.1", "B-4.1")
def test_every_decision_is_asked_even_with_one_choice() -> None:
    s = table("11nw=PW", roll="!", active="P")
    s.point, s.kept = "KEEP", 0
    assert legal(s) == {"keep 1"}
    s = play(s, "keep 1")
    assert s.point == "PLACE"
    s = play(table("11nw=PW", roll="L", active="P", hands={0: ""}, decks={0: "WWWWTTTTLLLLBBBB"}), "end")
    assert legal(s) == {"discard -"}


@rule("B-3.1")
def test_left_over_dice_keep_their_order_and_new_ones_come_behind() -> None:
    s = table("11nw=PW", roll="WTWL", active="PKKP")
    s = play(s, "die 1 11ne", "end", "discard -")
    assert BEASTS.dump(s)["hunters"][0]["dice"] == "KKPP"


@rule("B-3.2", "B-4.40", "B-4.56")
def test_the_end_of_a_turn_is_told_in_order() -> None:
    s = table(
        "10sw=PW 10se=PW 11nw=PW 11ne=PW 11sw=PW 11se=PW 01ne=PT",
        "V11=PW H11=GT",
        "a1=centaur",
        roll="TWLB",
    )
    s = play(s, "die 1 01se")
    assert told(s, "end") == [
        "V11 is complete: Aki scores 7 (2 for the fence + 2 for being reinforced + 3 for having all of its dice).",
        "H11 is complete: Bo scores 2 (2 for the fence).",
        "Square a1 is enclosed: Aki captures the centaur (7).",
    ]


@rule("B-3.3")
@pytest.mark.parametrize("text", ["die 5 11nw", "die 1 00se", "keep 41", "keep", "discard TW", "card X V11", "End", ""])
def test_texts_that_mean_nothing(text: str) -> None:
    with pytest.raises(NotationError):
        BEASTS.parse(text)


@rule("B-3.4", "B-4.1")
def test_what_the_dealer_draws_from() -> None:
    s = table(roll="WTLB")
    s.point, s.faces, s.free, s.kept = "ROLL", b"", 0, 0
    draw = BEASTS.chance(s)
    assert (len(draw.outcomes), set(draw.weights)) == (6**4, {1})
    assert str(draw.outcomes[0]) == "roll WWWW"
    s = play(s, "roll WT*!", "keep 14")
    draw = BEASTS.chance(s)
    assert (len(draw.outcomes), set(draw.weights)) == (36, {1})
    assert play(s, "reroll LB").faces == bytes((0, 2, 3, 5))


@rule("B-3.4", "B-4.61")
def test_cards_come_as_often_as_the_deck_holds_them() -> None:
    s = table("11nw=PW", hands={0: "WTLB"}, decks={0: "WWTTTB"}, roll="WTLB")
    s = play(s, "end", "discard LB")
    draw = BEASTS.chance(s)
    assert dict(zip(map(str, draw.outcomes), draw.weights, strict=True)) == {"draw W": 2, "draw T": 3, "draw B": 1}
