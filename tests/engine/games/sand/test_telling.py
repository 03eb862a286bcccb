"""What is told of a game: sentences with the components in them, and what only the owner of a secret is told."""

from __future__ import annotations

import pytest

from tests.engine.games.sand.table import advanced, changed, dealt, having, play
from tests.rules import rule
from tilehall.engine import ENGLISH, Event, Piece, render_text
from tilehall.engine.games.sand import SAND
from tilehall.engine.games.sand.state import SandState

NAMES = ("Ann", "Bo")
ROW = ["1aG", "1bG", "1cG", "1dG"]


def told(s: SandState, text: str, seat: int | None = None) -> list[str]:
    """What this seat, or a spectator, reads of an action."""
    events: list[Event] = []
    SAND.apply(s, SAND.actors(s)[0], SAND.parse(text), events)
    return [render_text(event.text_for(seat), ENGLISH, NAMES) for event in events]


def test_a_tile_is_placed_over_squares_and_disks() -> None:
    s = having(dealt(), squares={"D3": "K"}, disks={"E3": "R"})
    assert told(s, "place T01 C4=G,D4=G,E4=R") == ["Ann places G G R on C4 D4 E4."]
    assert told(s, "place T01 C3=G,D3=G,E3=R") == ["Ann places G G R on C3 D3 E3, over K D3, R E3."]


def test_the_squares_of_a_tile_are_told_in_the_order_of_their_boxes() -> None:
    assert told(dealt(), "place T01 C3=R,D3=G,E3=G") == ["Ann places R G G on C3 D3 E3."]
    assert told(dealt(), "place T02 C2=K,C3=G,C4=G") == ["Ann places K G G on C2 C3 C4."]


def foreseen(s: SandState, text: str) -> list[str]:
    """What an action would bring."""
    return list(map(str, SAND.narrator.preview(s, SAND.actors(s)[0], SAND.parse(text))))


def test_a_square_that_is_laid_again_is_not_lost() -> None:
    s = having(dealt(), squares={"C2": "G", "D2": "K", "E2": "R"}, disks={"E3": "R", "C3": "G"})
    assert "loses" not in " ".join(foreseen(s, "place T01 C2=G,C3=G,C4=R"))
    assert "loses square K D2" in foreseen(s, "place T01 C2=G,D2=G,E2=R")
    assert not {"loses square G C2", "loses square R E2"} & set(foreseen(s, "place T01 C2=G,D2=G,E2=R"))
    over_disks = foreseen(s, "place T01 C3=G,D3=G,E3=R")
    assert {"disk G C3 returns to your reserve", "disk R E3 returns to your reserve"} <= set(over_disks)


def test_a_tile_is_taken_and_the_first_one_skipped() -> None:
    s = play(dealt(), "place T01 C3=G,D3=G,E3=R")
    assert told(s, "take 1") == ["Ann takes T07 GRG."]
    assert told(s, "take 2") == ["Ann takes T08 GKG, T07 GRG stays first."]


@rule("S-4.20")
def test_what_a_building_brings() -> None:
    s = having(dealt(), squares={"C2": "R", "B3": "G", "C3": "G", "D3": "G"}, rows={1: ["1eG", "1aK", "1cG", "1dG"]})
    assert told(s, "complete 1eG B3,C2,C3,D3") == ["Ann completes 1eG Shrine: 1 star, 1 hourglass, disks R K."]
    assert told(having(s, reserve="KKKK"), "complete 1eG B3,C2,C3,D3")[1:] == [
        "There is no disk K Obsidian left to gain."
    ]


def test_disks_and_squares_have_the_names_of_their_elements() -> None:
    s = having(advanced("yellow", "green"), reserve="S", crystal="ready")
    assert told(s, "yellow S M") == [
        "Ann uses the yellow crystal.",
        "Ann trades disk S Sapphire for disk M Golden Moon.",
    ]
    assert told(play(s, "summon"), "disk S C3") == ["Ann puts disk S Sapphire on C3."]


@rule("S-9.2")
@pytest.mark.parametrize(
    ("seat", "sentence"),
    [
        (0, "You put 1aR Stele under the deck of level 1."),
        (1, "Ann puts a card under the deck of level 1."),
        (None, "Ann puts a card under the deck of level 1."),
    ],
)
def test_a_single_card_goes_under_the_deck_by_itself(seat: int | None, sentence: str) -> None:
    s = having(advanced("red", "blue"), rows={1: ROW}, crystal="ready")
    s = play(s, "red 1", "look 1aR", "look 1aK", "look 1bR")
    s = changed(s, looked=["1aR", "1aK"])
    assert told(s, "keep 1aK", seat)[-1] == sentence


def test_what_is_told_can_be_drawn() -> None:
    """A component in a sentence is a Piece: its kind, and the word by which it is typed."""
    s = having(dealt(), squares={"B2": "G", "C2": "G", "D2": "G"}, rows={1: ROW})
    events: list[Event] = []
    SAND.apply(s, 0, SAND.parse("complete 1aG B2,C2,D2"), events)
    card = events[0].text.args["card"]
    assert isinstance(card, Piece)
    assert (card.kind, card.id, str(card.name)) == ("card", "1aG", "Stele")
