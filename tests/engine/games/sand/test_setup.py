"""Components and set-up: sections 1 and 2, with the counts that the rule text gives for both."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.engine.games.sand.table import ADVANCED, advanced, choices, dealt, play, reserve
from tests.rules import rule
from tilehall.engine import CHANCE, RuleError, Setup, SetupError
from tilehall.engine.games.sand import SAND
from tilehall.engine.games.sand.component_schema import COMPONENT_SCHEMA
from tilehall.engine.games.sand.components import CARDS_PER_LEVEL, DARK, LIGHT, components, control_sums
from tilehall.engine.games.sand.rules import legal_placements

LIGHT_ONLY = "16 40 16 48 32 60 18 16 36 32 8 18 18 24 18 24 36 36"
ON_ALL = "38 80 40 124 62 124 62 24 124 96 32 62 62 96 48 96 124 124"


def test_the_board_has_eighteen_light_and_twelve_dark_boxes() -> None:
    assert (LIGHT.bit_count(), DARK.bit_count(), LIGHT & DARK) == (18, 12, 0)


@pytest.mark.parametrize("name", ["stars", "tile_squares", "pattern_boxes", "steps", "hourglasses", "bonus_disks"])
def test_a_wrong_control_sum_is_named(name: str) -> None:
    assert tomllib.loads(COMPONENT_SCHEMA.original_text)["control"][name] == control_sums(components())[name]
    wrong = re.sub(rf"^({name} = \[+)\d+", r"\g<1>1", COMPONENT_SCHEMA.original_text, flags=re.MULTILINE)
    with pytest.raises(RuleError, match=f"control.{name} follows from the rest"):
        COMPONENT_SCHEMA.read(wrong, "mine.toml")


def test_there_are_twenty_eight_tiles_and_eighteen_cards_of_each_level() -> None:
    box = components()
    assert (len(box.tiles), len({frozenset(tile.placements) for tile in box.tiles})) == (28, 28)
    assert [card.level for card in box.cards] == [n // CARDS_PER_LEVEL for n in range(54)]
    assert (len(box.card_numbers), box.light, box.dark) == (54, LIGHT, DARK)


@rule("S-4.18")
def test_v14_how_often_each_pattern_fits() -> None:
    """All three cards of a template alike: on light boxes, and on all thirty."""
    wanted = zip(LIGHT_ONLY.split(), ON_ALL.split(), strict=True)
    expected = [(int(light), int(every)) for light, every in wanted for _ in range(3)]
    found = [(len(card.reachable_placements(0)), len(card.placements)) for card in components().cards]
    assert found == expected


@rule("S-4.5")
@pytest.mark.parametrize(
    ("tiles", "counts"),
    [
        ("T01 T02 T03 T04 T05 T06 T13", (32, 56, 76, 76)),
        ("T07 T08 T09 T10 T11 T12", (16, 28, 38, 38)),
        ("T14 T15 T16 T17 T18 T19 T26 T27 T28", (80, 128, 152, 160)),
        ("T20 T21 T22 T23 T24 T25", (40, 64, 76, 80)),
    ],
)
def test_v9_placements_on_an_empty_board(tiles: str, counts: tuple[int, ...]) -> None:
    for tile in tiles.split():
        number = components().tile_numbers[tile]
        assert tuple(len(legal_placements(number, 0, level)) for level in range(4)) == counts
        assert len(legal_placements(number, 0, 12)) == counts[3]


@rule("S-4.5")
def test_v9_a_hand_of_three() -> None:
    s = dealt()
    data = SAND.dump(s)
    hands = (["T01", "T13", "T14"], ["T02", "T03", "T04"])
    for magician, tiles in zip(data["magicians"], hands, strict=True):
        magician["tiles"] = tiles
    used = {tile for tiles in hands for tile in tiles}
    data["circle"] = [f"T{n:02}" for n in range(1, 29) if f"T{n:02}" not in used]
    assert len(choices(SAND.load(data), "place")) == 144


@rule("S-2.1")
def test_options_and_their_sentences() -> None:
    assert [(option.id, option.default) for option in SAND.options] == [
        ("mode", "basic"),
        ("boards", "random"),
        ("purple", "crystal"),
        ("first", "random"),
        ("round_limit", "100"),
    ]
    with pytest.raises(SetupError, match="1 to 4 players"):
        SAND.start(Setup(5))
    for options, words in (
        ((("first", "2"),), "with 2 players"),
        ((ADVANCED, ("boards", "red")), "2 different colours"),
        ((ADVANCED, ("boards", "red,red")), "2 different colours"),
        ((ADVANCED, ("boards", "red,pink")), "cannot be 'red,pink'"),
        ((("round_limit", "-1"),), "a number of rounds"),
        ((("round_limit", "many"),), "cannot be 'many'"),
    ):
        with pytest.raises(SetupError, match=words):
            SAND.start(Setup(2, options))
    assert dealt(2, ("boards", "red")).magicians[0].power == -1


@rule("S-2.1")
def test_start_seat_and_boards_are_drawn_or_given() -> None:
    s = SAND.start(Setup(3, (ADVANCED,)))
    s = play(s, "first 2", "board blue")
    assert choices(s) == ["board green", "board orange", "board purple", "board red", "board yellow"]
    s = play(s, "board red", "board green")
    assert [SAND.dump(s)["magicians"][seat]["power"] for seat in range(3)] == ["blue", "red", "green"]
    alone = SAND.start(Setup(1))
    assert SAND.chance(alone).pile == "deck 1"
    assert dealt(2, first=1).seat == 1


@rule("S-2.2", "S-2.3")
def test_rows_then_circle_are_drawn_one_by_one() -> None:
    s = SAND.start(Setup(2, (("first", "0"),)))
    piles = []
    while SAND.actors(s) == (CHANCE,):
        draw = SAND.chance(s)
        assert set(draw.weights) == {1}
        piles.append((draw.pile, len(draw.outcomes)))
        s = SAND.apply(s, CHANCE, draw.outcomes[-1])
    rows = [(f"deck {level}", 18 - n) for level in (1, 2, 3) for n in range(4)]
    assert piles == rows + [("circle", 28 - n) for n in range(28)]
    assert SAND.dump(s)["rows"][0] == ["1fK", "1fR", "1fG", "1eK"]
    assert [s.deck_size(level) for level in range(3)] == [14, 14, 14]


@rule("S-2.4", "S-2.5", "S-2.6")
@pytest.mark.parametrize(("players", "disks"), [(1, [2] * 5), (2, [4] * 5), (3, [5] * 5), (4, [7, 7, 7, 5, 5])])
def test_v1_supplies(players: int, disks: list[int]) -> None:
    s = dealt(players)
    assert (list(s.squares), list(s.disks)) == ([28, 28, 28], disks)
    assert len(s.circle) == 28 - 3 * players
    for magician in s.magicians:
        assert (magician.level, magician.occupied, sum(magician.reserve)) == (0, 0, 0)
    assert all(m["crystal"] == "clear" for m in SAND.dump(advanced("red", "blue"))["magicians"])


@rule("S-2.7")
def test_the_first_tiles_go_round_from_the_start_seat() -> None:
    data = SAND.dump(dealt(3, first=1))
    assert data["magicians"][1]["tiles"] == ["T01", "T02", "T03"]
    assert data["magicians"][2]["tiles"] == ["T04", "T05", "T06"]
    assert data["magicians"][0]["tiles"] == ["T07", "T08", "T09"]
    assert data["circle"][0] == "T10"


@rule("S-2.8")
def test_purple_begins_with_a_special_disk_whoever_begins() -> None:
    s = dealt(2, ADVANCED, ("boards", "red,purple"))
    assert SAND.actors(s) == (1,)
    assert choices(s) == ["gain M", "gain S"]
    refusal = SAND.check(s, 1, SAND.parse("gain G"))
    assert refusal is not None
    assert refusal.rule == "S-2.8"
    s = play(s, "gain M")
    assert (reserve(s, 1), s.disks[4], SAND.actors(s)) == ("M", 3, (0,))
    assert dealt(2, ADVANCED, ("boards", "red,blue")).todo == (("PRE", 0),)
