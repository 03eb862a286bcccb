"""What a choice would bring, said beforehand; and what a building lacks."""

from __future__ import annotations

from tests.engine.games.sand.table import dealt, having, play
from tests.rules import rule
from tilehall.engine.games.sand import SAND
from tilehall.engine.games.sand.components import components
from tilehall.engine.games.sand.preview import disks_not_owned, nearness
from tilehall.engine.games.sand.state import SandState

ROW = ["1aG", "1bG", "1cG", "1dG"]


def foreseen(s: SandState, text: str) -> tuple[str, ...]:
    return tuple(map(str, SAND.narrator.preview(s, SAND.actors(s)[0], SAND.parse(text))))


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
    assert (near.missing, near.missing_elements) == (3, "RRM")
    assert disks_not_owned(s.magicians[0], near) == "M"
    owned = having(s, reserve="M").magicians[0]
    assert disks_not_owned(owned, near) == ""


def test_the_default_is_harmless() -> None:
    s = having(dealt(), squares={"C3": "G", "D3": "G"})
    after = SAND.apply(s, 0, SAND.default_action(s, 0))
    assert after.magicians[0].occupied.bit_count() == 5
    assert str(SAND.default_action(after, 0)) == "take 1"
    assert str(SAND.default_action(play(after, "take 1"), 0)) == "end"
