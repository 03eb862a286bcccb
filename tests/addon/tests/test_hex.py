"""Hex: whatever the suite for games asks, and the rules one by one."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest
from tilehall_hex import board, game, wording
from tilehall_hex.distances import stones_lacking, turns_through
from tilehall_hex.game import HEX
from tilehall_hex.renderer import HexRenderer
from tilehall_hex.state import State, winning_chain
from tilehall_hex.stones import new_stone

from tilehall.engine import (
    ENGLISH,
    IllegalActionError,
    Match,
    PositionError,
    RuleError,
    SeedDealer,
    Setup,
    Text,
    load_rulebook,
    render_text,
)
from tilehall.engine.ai.players import choose_action, make_bot
from tilehall.engine.teaching.lessons import lesson_ids
from tilehall.engine.testing.conformance import conform
from tilehall.engine.testing.position_fuzz import fuzz_positions
from tilehall.themes import find_themes
from tilehall.tui import testing as seen
from tilehall.tui.boards.registry import Look
from tilehall.tui.features.lessons.testing import check_lessons
from tilehall.tui.languages.language import load_language

AKI_AND_BO = ("Aki", "Bo")


def played(*texts: str, size: str = "5", swap: str = "yes") -> Match[State]:
    match = Match(HEX, Setup(2, (("size", size), ("swap", swap))))
    for text in texts:
        (seat,) = match.actors()
        match.act(seat, text if text == "swap" else f"lay {text}")
    return match


@pytest.mark.parametrize("module", [board, game])
def test_the_examples_are_true(module: ModuleType) -> None:
    assert doctest.testmod(module).attempted and doctest.testmod(module).failed == 0


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("options", [(), (("size", "5"), ("swap", "no")), (("size", "11"),)])
def test_a_random_game_conforms(seed: int, options: tuple[tuple[str, str], ...]) -> None:
    conform(HEX, Setup(2, options), str(seed))


def test_positions_from_outside_are_refused_or_played() -> None:
    setups = [Setup(2, (("size", size), ("swap", swap))) for size in ("5", "7") for swap in ("yes", "no")]
    found = fuzz_positions(HEX, setups, "outside", 200)
    assert found["accepted"] and found["refused"]


@pytest.mark.parametrize("size", ["5", "7", "9", "11"])
def test_a_game_can_be_seen_and_played(size: str) -> None:
    seen.conform(HexRenderer(), HEX, Setup(2, (("size", size),)), size)


def test_the_first_player_joins_top_and_bottom() -> None:
    match = played("C1", "A1", "C2", "A2", "C3", "A3", "C4", "A4", "B5")
    assert match.is_over
    standing = HEX.final_result(match.state)
    assert standing and standing.winners == (0,) and standing.scores == (1, 0)
    assert {match.state.board.names[cell] for cell in winning_chain(match.state, 0)} == {"C1", "C2", "C3", "C4", "B5"}


def test_the_second_player_joins_left_and_right() -> None:
    match = played("A1", "A3", "B1", "B3", "C1", "C3", "D1", "D3", "A5", "E2")
    standing = HEX.final_result(match.state)
    assert match.is_over and standing and standing.winners == (1,)


def test_cells_that_only_meet_at_a_corner_do_not_join() -> None:
    """C1 and D2 touch no common side: there is a cell between them on both sides."""
    assert not played("C1", "A1", "D2", "A2", "D3", "A3", "D4", "A4", "D5").is_over


def test_a_swap_mirrors_the_stone() -> None:
    match = played("B4", "swap")
    assert HEX.dump(match.state)["stones"] == {"D2": 1}
    assert match.actors() == (0,)
    before, after = played("B4").state, match.state
    assert (stones_lacking(before, 0), stones_lacking(before, 1)) == (
        stones_lacking(after, 1),
        stones_lacking(after, 0),
    )


@pytest.mark.parametrize(
    ("match", "text", "rule"),
    [
        (played("C3"), "lay C3", "H-3.1"),
        (played(), "lay F1", "H-1.2"),
        (played(), "swap", "H-3.3"),
        (played("C3", "C4"), "swap", "H-3.3"),
        (played("C3", swap="no"), "swap", "H-3.3"),
    ],
)
def test_what_may_not_be_done_is_refused_with_its_rule(match: Match[State], text: str, rule: str) -> None:
    (seat,) = match.actors()
    with pytest.raises(IllegalActionError) as refused:
        match.act(seat, text)
    assert refused.value.rule == rule and refused.value.refusal.nearest
    # What no choice has in it lights up on the board.
    assert refused.value.refusal.marks == (tuple(text.split()[1:]) if text.startswith("lay") else ())


@pytest.mark.parametrize(
    "change",
    [
        {"options": {"size": "6"}},
        {"options": {"colour": "red"}},
        {"players": 3},
        {"swapped": True},
        {"stones": {"Z9": 0}},
        {"stones": {"A1": 2}},
        {"stones": {"A1": 0, "A2": 0}},
        {"stones": {f"C{row}": 0 for row in range(1, 6)} | {f"D{row}": 1 for row in range(1, 6)}},
    ],
)
def test_what_is_no_position_is_refused(change: dict[str, object]) -> None:
    data = HEX.dump(HEX.start(Setup(2, (("size", "5"),))))
    with pytest.raises(PositionError):
        HEX.load(data | change)


def test_a_bridge_is_nearer_than_two_stones_with_one_way_between_them() -> None:
    """C3 and D1 have C2 and D2 between them, of which one is always left; C3 and C1 have only C2."""
    bridges, gaps = played("C3", "E5", "D1", "E4", "B5").state, played("C3", "E5", "C1", "E4", "C5").state
    assert stones_lacking(bridges, 0) == stones_lacking(gaps, 0) == 2
    assert min(turns_through(bridges, 0).values()) < min(turns_through(gaps, 0).values())


def test_its_lessons_teach() -> None:
    check_lessons(HEX)
    assert len(lesson_ids(HEX)) == 3


def in_english(lines: list[Text]) -> list[str]:
    return [render_text(line, ENGLISH, AKI_AND_BO) for line in lines]


def test_it_is_told_in_words() -> None:
    position, names = HEX.dump(played("B2", "D4", "C2").state), AKI_AND_BO
    assert in_english(wording.describe(position, names, 0)) == [
        "Turn: Bo.",
        "Aki joins top and bottom: 4 stones lacking.",
        "Bo joins left and right: 4 stones lacking.",
        "Row 2: B2 Aki, C2 Aki.",
        "Row 4: D4 Bo.",
    ]
    around = in_english(wording.describe_neighbours(position, names, 0, "a1"))
    assert around == ["A1 empty.", "  right: B1 empty.", "  lower right: A2 empty."]
    column = in_english(wording.describe_line(position, names, 0, "d"))
    assert column == ["Column D: D1 empty; D2 empty; D3 empty; D4 Bo; D5 empty."]
    assert in_english(wording.describe_thing(position, names, 0, "Aki"))[1] == "Aki's stones: B2, C2."
    with pytest.raises(RuleError, match="There is no 'zebra' to look at"):
        wording.describe_thing(position, names, 0, "zebra")


def test_advice_wins_when_it_can() -> None:
    match = played("C1", "A1", "C2", "A2", "C3", "A3", "C4", "A4")
    assert str(HEX.advisor.advise(match.state, 0).action) in ("lay B5", "lay C5")


def test_advice_closes_a_bridge() -> None:
    match = played("C3", "A1", "D1", "A2", "B5", "C2", swap="no")
    assert str(HEX.advisor.advise(match.state, 0).action) == "lay D2"


def test_advice_takes_a_strong_stone_over_and_leaves_a_weak_one() -> None:
    assert str(HEX.advisor.advise(played("C3").state, 1).action) == "swap"
    assert str(HEX.advisor.advise(played("A1").state, 1).action) != "swap"


def test_advice_beats_the_dice() -> None:
    won = 0
    for seed in range(10):
        match = Match(HEX, Setup(2, (("size", "5"),)), SeedDealer(str(seed)))
        bots = [make_bot("normal", f"a{seed}"), make_bot("random", f"b{seed}")]
        while not match.is_over:
            (seat,) = match.actors()
            match.act(seat, choose_action(bots[(seat + seed) % 2], HEX, match.view(seat), seat).action)
        standing = HEX.final_result(match.state)
        assert standing
        won += standing.winners == ((seed % 2),)
    assert won == 10


@pytest.mark.parametrize("language", ["", "de"])
def test_every_rule_is_in_every_language(language: str) -> None:
    book = load_rulebook(HEX, language)
    assert book.numbers() == load_rulebook(HEX).numbers()
    assert [section.number for section in book.sections] == list("012345")


def test_everything_is_said_in_german() -> None:
    german, match = load_language("de", HEX.package), played("B4", "swap", "C3")

    def told(text: Text) -> str:
        return render_text(text, german, AKI_AND_BO)

    assert [told(event.text) for step in match.steps for event in step.events] == [
        "Aki legt einen Stein auf B4.",
        "Bo übernimmt den Stein auf B4 und legt ihn auf D2.",
        "Aki legt einen Stein auf C3.",
    ]
    refusal = HEX.check(match.state, 1, HEX.parse("lay C3"))
    assert refusal and told(refusal.text) == "Auf C3 liegt schon ein Stein, und Steine bleiben liegen."
    assert (
        told(wording.describe(HEX.dump(match.state), AKI_AND_BO, 0)[1])
        == "Aki verbindet oben und unten: 4 Steine fehlen."
    )
    assert told(HEX.options[0].meanings[1]) == "5 mal 5: zum Kennenlernen"


def test_a_stone_in_a_sentence_has_its_colour() -> None:
    looks, _ = find_themes()
    look = Look(looks.palettes["night"], looks.glyphs["full"])
    first, second = (HexRenderer().chip(look, new_stone(seat)) for seat in (0, 1))
    assert first[0][0] != second[0][0] and first[0][1].bgcolor != second[0][1].bgcolor
    assert str(new_stone(0).name) == "a stone"
