"""Where points come from: the lines of a receipt are walked, and each opens its sum, its places and its steps."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.cases import each_once, some
from tests.tui.screens.driver import Fingers, at, playing
from tests.tui.screens.driver import table as princess
from tilehall.engine import BUILT_IN_GAMES, RecordPlayer
from tilehall.tui.config.look import Look
from tilehall.tui.features.derivation.screen import DerivationScreen
from tilehall.tui.screens.scoring import NOWHERE, ScoringScreen
from tilehall.tui.tables.table import Table
from tilehall.tui.widgets.overlay import blank_partial


def played(game: str, steps: int) -> Table[Any]:
    """Two people, so many steps by lot; all of them, if it ends before."""
    lots, found = random.Random(game), Table.open(game, [RecordPlayer("Aki"), RecordPlayer("Bo")], [], "derived")
    while not found.over and len(found.match.steps) < steps:
        seat = lots.choice(found.due())
        choices = list(found.match.legal_actions(seat))
        verb = lots.choice(sorted({choice.verb for choice in choices}))
        found.act(seat, lots.choice([choice for choice in choices if choice.verb == verb]))
    return found


async def at_the_score(hands: Fingers) -> ScoringScreen:
    """The score is open, from the board or by itself at the end."""
    if hands.room == "CurtainScreen":
        await hands.press("enter")
    if hands.room == "BoardScreen":
        await hands.press("c")
    await hands.in_room("ScoringScreen")
    screen = hands.app.screen
    assert isinstance(screen, ScoringScreen)
    return screen


@pytest.mark.parametrize(("game", "size"), each_once([*BUILT_IN_GAMES], [(80, 24), (120, 40)]))
async def test_every_line_opens_its_sum_and_the_board_at_its_steps(
    tmp_path: Path, game: str, size: tuple[int, int]
) -> None:
    async with playing(tmp_path, at(played(game, 5_000)), size=size) as hands:
        score = await at_the_score(hands)
        assert score.at == 0 and hands.footer.startswith(" Enter explain") and " b board" in hands.footer
        await hands.press("enter")
        await hands.in_room("DerivationScreen")
        screen = hands.app.screen
        assert isinstance(screen, DerivationScreen)
        boards = 0
        for n in range(min(len(score.rows), 12)):
            assert f"{n + 1} of {len(score.rows)}" in hands.lines[0]
            assert f"{screen.derived.line.points:+}" in hands.text and screen.derived.line.rule in hands.text
            if screen.derived.steps:
                now, step = hands.text, screen.derived.steps[0].step
                await hands.press("enter")
                assert f"after step {step}" in hands.text and "board now" in hands.footer
                boards += hands.text != now
                await hands.press("escape")
                assert hands.text == now
            await hands.press("right")
        assert boards > 0
        await hands.press("escape")
        await hands.in_room("ScoringScreen")
        assert score.at == screen.at and score.rows[score.at].line == screen.derived.line


async def test_the_places_are_lit_in_words_of_every_look(tmp_path: Path) -> None:
    async with playing(tmp_path, at(played("princess", 5_000)), size=(80, 24)) as hands:
        await at_the_score(hands)
        await hands.press("enter")
        screen = hands.app.screen
        assert isinstance(screen, DerivationScreen)
        while not screen.derived.marks:
            await hands.press("right")
        for dress in (screen.look, Look(screen.look.palette, screen.look.glyphs, True)):
            screen.look = dress
            screen.paint()
            await hands.settled()
            ticks = sum(line[:46].count(dress.glyphs.check) for line in hands.lines)
            assert ticks == len(screen.derived.marks)


async def test_the_score_so_far_leads_to_its_lines_and_back_to_the_board(tmp_path: Path) -> None:
    async with playing(tmp_path, at(played("beasts", 150))) as hands:
        score = await at_the_score(hands)
        keys = hands.footer
        assert score.at == 0 and keys.startswith(" Enter explain") and "Esc back to the board" in keys
        await hands.press("down", "down", "up", "up", "up")
        assert score.at == 0 and hands.footer == keys, "above the first line there is only the page"
        await hands.press("down", "escape")
        await hands.in_room("BoardScreen")


async def test_the_keys_of_a_result_stay_the_same(tmp_path: Path) -> None:
    async with playing(tmp_path, at(played("kaguya", 5_000))) as hands:
        score = await at_the_score(hands)
        keys = hands.footer
        await hands.press("down")
        assert score.at == 0 and score.look.glyphs.arrow_right in hands.text, "at first to a line that is not seen yet"
        for _ in score.rows:
            await hands.press("down")
            assert hands.footer == keys
        assert score.at == len(score.rows) - 1
        await hands.press("down", "down")
        assert score.at == len(score.rows) - 1, "behind the last line the page goes on"
        await hands.press("escape")
        await hands.in_room("BoardScreen")


async def test_where_nobody_has_points_there_is_nothing_to_open(tmp_path: Path) -> None:
    async with playing(tmp_path, at(princess(kinds="human human"))) as hands:
        score = await at_the_score(hands)
        assert (score.at == NOWHERE) == (not score.rows) == ("Enter" not in hands.footer)


async def test_what_is_too_small_for_a_board_tells_the_sum_alone(tmp_path: Path) -> None:
    async with playing(tmp_path, at(princess(kinds="human human"))) as hands:
        await at_the_score(hands)
        await hands.press("enter")
        await hands.in_room("DerivationScreen")
        await hands.resize(60, 15)
        assert "the GOAL is space 25" in hands.text
        await hands.press("question_mark")
        await hands.in_room("RulesScreen")


async def test_the_board_of_a_line_is_called_by_its_owner_and_no_word_is_cut(tmp_path: Path) -> None:
    """Whoever looks at the points of somebody else sees that one's board, in a window that has room for half of it."""
    async with playing(tmp_path, at(played("princess", 5_000)), size=(80, 24)) as hands:
        score = await at_the_score(hands)
        await hands.press("enter")
        screen = hands.app.screen
        assert isinstance(screen, DerivationScreen)
        for _ in score.rows:
            owner = screen.derived.line.seat
            assert owner == screen.moment.seat or "Your board" not in hands.text
            left = next(line.index("╭─ as it") for line in hands.lines if "╭─ as it" in line)
            if left:
                assert ("Bo's board" in hands.text) == (owner == 1 != screen.moment.seat)
                assert not any(line[left - 1 : left].strip() for line in hands.lines[4:-1])
            await hands.press("right")


@pytest.mark.parametrize("game", some(BUILT_IN_GAMES, slice(1, 3)))
async def test_a_panel_cuts_no_place_in_two(tmp_path: Path, game: str) -> None:
    async with playing(tmp_path, at(played(game, 5_000)), size=(80, 24)) as hands:
        await at_the_score(hands)
        await hands.press("enter")
        screen = hands.app.screen
        assert isinstance(screen, DerivationScreen)
        for _ in range(len(screen.lines)):
            board = screen._board(80, 22)
            area, before = screen._area(board, 80), board.picture.text()
            blank_partial(board, area, screen.look)
            for rect in board.places.values():
                shown = [n for n in range(rect.x, rect.x + rect.width) if not area.holds(n, rect.y)]
                assert len(shown) in (0, rect.width) or not board.picture.cells(rect.x, rect.y, 1)[0][0].strip()
            assert sum(map(len, before.split())) < 5 * sum(map(len, board.picture.text().split()))
            await hands.press("right")
