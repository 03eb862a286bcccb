"""The engine and the oracle, written by two hands, played in lock step: same choices, weights, positions, results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from tests.cases import some
from tilehall.engine import CHANCE, Position, Rng, Setup, load_game
from tilehall.engine.ai.players import choose_action as chosen_by
from tilehall.engine.ai.players import make_bot
from tilehall.engine.games.beasts.components import components
from tilehall.engine.games.beasts.fences import fence_worth
from tilehall.engine.games.beasts.position_data import load_board

from .beasts import BEASTS, EDGE_OF, FACES, ICONS, NEUTRAL, SLOT_OF, SQUARE_OF, Die, Oracle, edge_name, ends, slot_name

HUNT = load_game("beasts")
Choose = Callable[[Any, int, list[str]], str]
"""From the engine's position, a seat (or CHANCE) and the sorted legal texts to one of them."""

# What a player likes best and how many of ten times they do it, what they roll, and how the game begins.
TABLES: Mapping[str, tuple[tuple[str, ...], int, str, str]] = {
    "whims": ((), 0, FACES, "random"),
    "eager": (("card", "die", "add", "move"), 9, FACES, "random"),
    "alike": (("card", "die", "add", "move"), 10, "WWWWT*!", "0"),
    "builders": (("die", "card"), 10, "WWTTL*", "random"),
    "tamers": (("add", "die", "card", "move"), 8, "WTLB*!!", "1"),
    "herders": (("move", "card", "die", "add"), 8, "WTLB*!!!", "random"),
    "idlers": (("end",), 9, FACES, "random"),
    "wasters": (("card", "die", "discard WTLB", "discard WTL", "discard WT"), 9, FACES, "random"),
}
INNER = ("11", "12", "21", "22", "31", "32")
GAMES = [(table, players) for table in TABLES for players in (2, 3, 4)]


# The engine in the words of the oracle -------------------------------------------------------------------------------


def as_oracle(position: Position) -> dict[str, Any]:
    board, turn, seat = position["board"], position["turn"], position["seat"]
    drawing = position["point"] == "DRAW"
    return {
        "state": position["point"],
        "turn": CHANCE if seat is None else seat,
        "dice": board["dice"],
        "cards": board["cards"],
        "beasts": board["beasts"],
        "supply": position["supply"],
        "neutral": position["neutral"],
        "scored": board["scored"],
        "enclosed": sorted(board["enclosed"]),
        "wild used": turn is not None and turn["wild"],
        "idle": position["idle"],
        "owed": position["final"],
        "seats": [
            as_oracle_seat(hunter, turn if number == seat else None, drawing and number == seat)
            for number, hunter in enumerate(position["hunters"])
        ],
    }


def as_oracle_seat(hunter: Mapping[str, Any], turn: Mapping[str, Any] | None, drawing: bool) -> dict[str, Any]:
    deck, discard = hunter["deck"], hunter["discard"]
    if drawing and not any(deck.values()):  # the engine reshuffles with the draw, the oracle before it
        deck, discard = discard, deck
    return {
        "pool": hunter["pool"],
        "hand": "".join(sorted(hunter["hand"], key=ICONS.index)),
        "deck": "".join(kind * deck[kind] for kind in ICONS),
        "discard": "".join(kind * discard[kind] for kind in ICONS),
        "active": [
            (colour, turn["faces"][i] if turn else "", status_of(str(i + 1), turn))
            for i, colour in enumerate(hunter["dice"])
        ],
        "captured": hunter["captured"],
    }


def status_of(number: str, turn: Mapping[str, Any] | None) -> str:
    if turn is None or number in turn["free"]:
        return "free"
    return "placed" if number in turn["placed"] else "used"


def of_oracle(oracle: Oracle) -> dict[str, Any]:
    """The oracle's position; of the last turns the engine only knows the number."""
    return {**oracle.position(), "owed": None if oracle.owed is None else len(oracle.owed)}


def compare_results(s: Any, oracle: Oracle) -> None:
    standing, result = HUNT.final_result(s), oracle.result()
    assert standing is not None
    assert standing.scores is not None
    assert standing.ranks is not None
    assert result == {"ending": standing.ending, "scores": list(standing.scores), "ranks": list(standing.ranks)}
    receipt = HUNT.receipt(s)
    assert receipt.final
    assert [receipt.total(seat) for seat in range(len(standing.scores))] == result["scores"]


def lock_step(players: int, options: Mapping[str, str], choose: Choose) -> tuple[Any, Oracle]:
    """Plays one game with both; gives the two last positions."""
    oracle = Oracle(players, options)
    s = HUNT.start(Setup(players, tuple(sorted(options.items()))))
    while actors := HUNT.actors(s):
        assert actors == oracle.actors()
        (seat,) = actors
        assert as_oracle(HUNT.dump(s)) == of_oracle(oracle)
        actions = HUNT.legal_actions(s, seat)
        texts = [str(action) for action in actions]
        legal = oracle.legal(seat)
        assert len(texts) == len(legal)
        assert set(texts) == legal
        if seat == CHANCE:
            draw = HUNT.chance(s)
            assert tuple(draw.outcomes) == tuple(actions)
            assert dict(zip(texts, draw.weights, strict=True)) == oracle.weights()
        else:
            assert HUNT.decision(s, seat).kind == oracle.point()
        text = choose(s, seat, sorted(texts))  # whatever the order of the engine, the game is the same
        s = HUNT.apply(s, seat, HUNT.parse(text))
        oracle.apply(text)
    assert oracle.actors() == ()
    assert as_oracle(HUNT.dump(s)) == of_oracle(oracle)
    compare_results(s, oracle)
    return s, oracle


# Who plays -----------------------------------------------------------------------------------------------------------


def loaded(rng: Rng, faces: str, texts: list[str]) -> str:
    """A roll of dice that have these faces; of other draws any."""
    verb, drawn = texts[0].split()
    if verb not in ("roll", "reroll"):
        return texts[rng.below(len(texts))]
    return f"{verb} " + "".join(faces[rng.below(len(faces))] for _ in drawn)


def fond(likes: tuple[str, ...], often: int, faces: str, seed: str) -> Choose:
    """Does what it likes best `often` times out of ten, and any legal thing otherwise."""
    rng = Rng(seed)

    def choose(s: Any, seat: int, texts: list[str]) -> str:
        if seat == CHANCE:
            return loaded(rng, faces, texts)
        for wanted in likes:
            liked = [text for text in texts if text.startswith(wanted)]
            if liked and rng.below(10) < often:
                return liked[rng.below(len(liked))]
        return texts[rng.below(len(texts))]

    return choose


def greedily(seed: str) -> Choose:
    rng, player = Rng(seed), make_bot("greedy", seed)

    def choose(s: Any, seat: int, texts: list[str]) -> str:
        return loaded(rng, FACES, texts) if seat == CHANCE else str(chosen_by(player, HUNT, s, seat).action)

    return choose


def alone(seed: str) -> Choose:
    """Seat 0 lays every card it can, and dice into the inner holes; seat 1 looks on."""
    rng = Rng(seed)

    def choose(s: Any, seat: int, texts: list[str]) -> str:
        if seat == CHANCE:
            return loaded(rng, ICONS, texts)
        if "end" in texts and seat == 1:
            return "end"
        if texts[0].startswith("discard"):
            return max(texts, key=len)
        liked = [text for text in texts if text.startswith("card")]
        liked = liked or [text for text in texts if text.startswith("die") and text.split()[2][:2] in INNER]
        return liked[rng.below(len(liked))] if liked else "end" if "end" in texts else texts[0]

    return choose


def thriftily(seed: str) -> Choose:
    """Lays all dice it can, and a card only where it leads to an empty hole."""
    rng = Rng(seed)

    def choose(s: Any, seat: int, texts: list[str]) -> str:
        if seat == CHANCE:
            return loaded(rng, ICONS, texts)
        if texts[0].startswith("discard"):
            return max(texts, key=len)
        taken = {slot[:2] for slot in HUNT.dump(s)["board"]["dice"]}
        liked = [text for text in texts if text.startswith("die")]
        liked = liked or [text for text in texts if text.startswith("card") and far_holes(text) - taken]
        return liked[rng.below(len(liked))] if liked else "end" if "end" in texts else texts[rng.below(len(texts))]

    return choose


def far_holes(card: str) -> set[str]:
    return {f"{x}{y}" for x, y in ends(EDGE_OF[card.split()[2]])}


@cache
def played(table: str, players: int, number: int) -> tuple[Any, Oracle]:
    likes, often, faces, first = TABLES[table]
    return lock_step(players, {"first_seat": first}, fond(likes, often, faces, f"{table} {players} {number}"))


# Games ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, pytest.param(2, marks=pytest.mark.soak)])
@pytest.mark.parametrize(("table", "players"), GAMES)
def test_games_are_the_same_game(table: str, players: int, number: int) -> None:
    played(table, players, number)


@pytest.mark.parametrize("players", some([2, 3, 4], keep=1))
def test_well_played_games_are_the_same_game(players: int) -> None:
    _, oracle = lock_step(players, {}, greedily(f"greedy {players}"))
    assert oracle.scored


def test_a_player_may_run_out_of_cards() -> None:
    _, oracle = lock_step(2, {"first_seat": "0"}, alone("s1"))
    player = oracle.seats[0]
    assert sum(owner == player.colour for owner, _ in oracle.cards.values()) > 12
    assert player.deck.total() + player.discard.total() == 0


def test_a_board_full_of_dice_is_not_full_without_its_cards() -> None:
    _, oracle = lock_step(3, {}, thriftily("thrifty 3 6"))
    assert len(oracle.dice) == len(SLOT_OF)
    assert len(oracle.cards) < len(EDGE_OF)
    assert oracle.ending == "stall"


def test_these_games_show_what_can_happen() -> None:
    """Or the comparison would be worth little."""
    overs = [played(*each, 1)[1] for each in GAMES]
    assert {end.ending for end in overs} == {"dice", "full", "stall"}
    assert {beast for end in overs for player in end.seats for beast in player.captured} == set(BEASTS)
    assert {end.beasts[square] for end in overs for square in end.enclosed & set(end.beasts)} == set(BEASTS) - {
        "unicorn"
    }
    assert {2, 3, 4, 5} <= {value for end in overs for value in end.scored.values()}
    assert any(end.neutral == 0 for end in overs)


# Points and ranks ----------------------------------------------------------------------------------------------------


def fence(edge: str, holes: tuple[str, str], icons: str, four: tuple[str, ...]) -> dict[str, str]:
    """Four dice beside an edge, each a colour and `=` (the icon of its hole) or `*`, and black ones around them."""
    dice: dict[str, str] = {}
    for hole, icon, two in zip(holes, icons, (four[:2], four[2:]), strict=True):
        point = (int(hole[0]), int(hole[1]))
        around = [slot for slot in SLOT_OF.values() if slot[0] == point]
        dice |= {slot_name(slot): NEUTRAL + icon for slot in around}
        beside = [slot for slot in around if slot[1] in EDGE_OF[edge]]
        dice |= {slot_name(slot): die.replace("=", icon) for slot, die in zip(beside, two, strict=True)}
    return dice


@pytest.mark.parametrize(("holes", "edge"), [(("21", "22"), "V22"), (("12", "22"), "H22")])
def test_every_fence_is_worth_the_same(holes: tuple[str, str], edge: str) -> None:
    kinds = [colour + face for colour in "PGOK" for face in "=*"]
    pairs = list(combinations_with_replacement(kinds, 2))
    oracle, found = Oracle(4), Counter[int]()
    for icons, near, far in product(("WW", "WT", "BW"), pairs, pairs):
        dice = fence(edge, holes, icons, near + far)
        entry = {"dice": dice, "cards": {edge: "PW"}, "scored": {}, "beasts": {}, "enclosed": []}
        board = load_board(entry, bytes(4))
        oracle.dice = {SLOT_OF[slot]: Die(die[0], die[1], "placed") for slot, die in dice.items()}
        oracle.cards = {EDGE_OF[edge]: ("P", "W")}
        value = oracle.value(EDGE_OF[edge])
        assert fence_worth(board, components().edge_numbers[edge]).points == value, (icons, near, far)
        found[value] += 1
    assert set(found) == {2, 3, 4, 5, 6, 7}


TABLE = """
WW P= P= P= P= 7 | WW P= P= P= P* 6 | WW P= P= G= K= 5 | WW P= P= G= G= 4
WT P= P= P= P= 5 | WT P= P= P= P* 4 | WT P= P= P= K= 3 | WT P= P* K= K= 3
WT P= P= O= Y* 3 | BW P= O= P* O= 2 | WT K= K= K= P= 3 | WW K= K= K= K= 4
WT P* P* G= K= 2 | WT P= G* G* K= 3 | WT P= P= P= G* 3 | WT P= G= O= Y= 2
"""  # worked example 14 of the rules


@pytest.mark.parametrize("row", [row.strip() for row in TABLE.strip().replace("\n", "|").split("|")])
def test_the_oracle_knows_the_table_of_values(row: str) -> None:
    icons, *four, value = row.split()
    oracle = Oracle(4)
    dice = fence("V22", ("21", "22"), icons, tuple(four))
    oracle.dice = {SLOT_OF[slot]: Die(die[0], die[1], "placed") for slot, die in dice.items()}
    oracle.cards = {EDGE_OF["V22"]: ("P", "W")}
    assert oracle.value(EDGE_OF["V22"]) == int(value)


@pytest.mark.parametrize(("table", "players"), [("alike", 2), ("builders", 3), ("builders", 4)])
def test_ranks_are_the_same_however_close(table: str, players: int) -> None:
    """An ended game with other captures and fewer fences, over and over: mostly all but equal."""
    rng, shared = Rng(f"close {players}"), 0
    s, oracle = deepcopy(played(table, players, 1))
    fences = dict(oracle.scored)
    for _ in range(1500):
        oracle.scored = {edge: points for edge, points in fences.items() if not rng.below(3)}
        s.board = s.board.copy()
        s.board.done = 0
        for edge, points in oracle.scored.items():
            s.board = s.board.with_score(components().edge_numbers[edge_name(edge)], points)
        for seat, player in enumerate(oracle.seats):
            player.captured = Counter({beast: max(0, rng.below(6) - 3) for beast in BEASTS})
            s.edit(seat).captured = bytes(player.captured[beast] for beast in BEASTS)
        compare_results(s, oracle)
        result = oracle.result()
        assert result is not None
        shared += len(set(result["ranks"])) < players
    assert shared


# The oracle by itself: what the rules show in examples ----------------------------------------------------------------

FIRST_TURN = """
first 1/draw W/draw T/draw T/draw B/draw L/draw L/draw W/draw B/setup chimera c2/roll WT*!/keep 14/reroll WB/die 1 10sw
die 2 10se/card L V11/add 4 unicorn a1/end/discard WL/draw T/draw T/draw B/roll W!TW
"""


def on_table(dice: str, cards: str = "", beasts: str = "", *, players: int = 4, seat: int = 0) -> Oracle:
    """An oracle in which this seat may place: `11nw=PW` for dice and cards, `a1=unicorn` for beasts."""
    oracle = Oracle(players, {"first_seat": str(seat)})
    oracle.state = "PLACE"
    oracle.dice = {SLOT_OF[slot]: Die(die[0], die[1], "placed") for slot, die in parted(dice)}
    oracle.cards = {EDGE_OF[edge]: (card[0], card[1]) for edge, card in parted(cards)}
    oracle.beasts = {SQUARE_OF[square]: beast for square, beast in parted(beasts)}
    return oracle


def parted(text: str) -> list[tuple[str, str]]:
    return [(place, what) for place, what in (part.split("=") for part in text.split())]


def faces_for(oracle: Oracle, slot: str) -> str:
    return "".join(face for face in FACES if oracle.die_fits(Die("P", face), SLOT_OF[slot]))


def cards_for(oracle: Oracle, edge: str) -> str:
    return "".join(kind for kind in ICONS if oracle.card_fits(kind, EDGE_OF[edge]))


def test_the_first_turn_of_the_rules() -> None:
    oracle = Oracle(2)
    for text in FIRST_TURN.strip().replace("\n", "/").split("/"):
        oracle.apply(text)
        if text.startswith("reroll"):  # two alike: only the first of them has a name
            assert {"die 1 10sw", "die 3 10sw", "add 4 unicorn a1"} <= oracle.legal(1)
            assert "die 2 10sw" not in oracle.legal(1)
    assert oracle.actors() == (0,)
    assert [die.colour for die in oracle.seats[1].active] == ["G"] * 4
    assert oracle.seats[1].pool == 14


def test_placing_in_the_rules() -> None:
    assert faces_for(on_table("11nw=OB 11sw=OB"), "11ne") == "B*"
    assert cards_for(on_table("11nw=OB 11sw=OB"), "H11") == "WTLB"
    assert faces_for(on_table("10sw=PB 10se=PB", "V11=PT"), "11nw") == "T"
    assert faces_for(on_table("10sw=PB 10se=PB", "V11=PB"), "11nw") == "WTLB"
    assert faces_for(on_table("10sw=PB 10se=PB"), "11nw") == ""
    assert cards_for(on_table("10sw=PB 10se=PB 11nw=PW 11ne=PW"), "V11") == "WB"
    assert cards_for(on_table("10sw=PB 10se=PB 01ne=PW 01se=PW", "V11=PT"), "H11") == "WT"


def test_three_fences_in_the_rules() -> None:
    dice = "02ne=YT 02se=YT 13nw=OB 13ne=OB 22nw=OW 22sw=P* 12nw=YB 12ne=PB 12sw=OB 12se=OB"
    oracle = on_table(dice, "H12=YT V13=OB H22=PW", "a3=unicorn", seat=2)
    oracle.apply("end")
    assert {edge_name(edge): value for edge, value in oracle.scored.items()} == {"H12": 3, "V13": 7, "H22": 2}
    assert oracle.enclosed == {SQUARE_OF["a3"]}
    assert oracle.seats[2].captured == {"unicorn": 1}
    assert not oracle.beasts
