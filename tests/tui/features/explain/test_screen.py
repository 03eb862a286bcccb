"""Looking around with `x`: on the board, in the hand, in a replay; by everybody, and nothing is played by it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cases import some
from tests.tui.player.sitting import kept
from tests.tui.screens.driver import QUICK, Fingers, at, playing, table
from tilehall.engine import BUILT_IN_GAMES, RecordPlayer, Text, load_rulebook, position_digest
from tilehall.tui.app import Opening
from tilehall.tui.config.settings import Settings
from tilehall.tui.features.explain.screen import ExplainScreen, smallest_first
from tilehall.tui.features.replay.screen import ReplayScreen
from tilehall.tui.features.rules.example import find_example
from tilehall.tui.features.rules.example_screen import ExampleScreen
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.output.drawing import Rect
from tilehall.tui.widgets.menu import overlap


async def laying(hands: Fingers) -> None:
    """Through the choice of sides to the moment where a tile is in hand."""
    await hands.press("enter", "enter", "enter", "enter")
    await hands.until(lambda: "Take" in hands.prompt)
    await hands.press("1")
    await hands.until(lambda: "Lay" in hands.prompt)


def looking(hands: Fingers) -> ExplainScreen:
    screen = hands.app.screen
    assert isinstance(screen, ExplainScreen)
    return screen


def player_of(hands: Fingers) -> Any:
    return looking(hands).player


async def test_x_tells_what_is_under_the_cursor_and_esc_is_back_as_before(tmp_path: Path) -> None:
    async with playing(tmp_path, at(table(None, "human human"))) as hands:
        await laying(hands)
        before, cursor = hands.text, hands.app.cursor_position
        position = position_digest(hands.table.rules, hands.table.match.state)
        for away in ("x", "escape", "q"):
            await hands.press("x")
            assert hands.room == "ExplainScreen" and "P-4.1" in hands.text
            picks, place = list(player_of(hands).focus.selection.picks), player_of(hands).cursor
            await hands.press("right", "down", "tab", "shift+tab", "end", "home", "pagedown", "space", "pageup", "Z")
            assert (player_of(hands).focus.selection.picks, player_of(hands).cursor) == (picks, place)
            await hands.press(away)
            assert hands.room == "BoardScreen" and hands.text == before
            assert hands.app.cursor_position == cursor
        assert position_digest(hands.table.rules, hands.table.match.state) == position


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_tab_goes_once_to_everything_that_is_seen(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, at(table(None, "human human")), size=size) as hands:
        await laying(hands)
        await hands.press("x", "home")
        screen, found = looking(hands), []
        for _ in range(len(screen.places)):
            found.append(screen.cursor.place)
            area, rect = screen.area, screen.places[screen.cursor.place]
            assert area is not None and screen.about is not None and screen.about.rules
            assert not overlap(area, rect) or rect.width > size[0] // 2, (screen.cursor.place, rect, area)
            await hands.press("tab")
        assert set(found) == set(screen.places) and screen.cursor.place == found[0]


async def test_arrows_reach_what_the_cursor_of_a_player_does_not(tmp_path: Path) -> None:
    async with playing(tmp_path, at(table(None, "human human")), size=(120, 40)) as hands:
        await laying(hands)
        await hands.press("x")
        seen = set()
        for way in ("up", "right", "down", "left"):
            for _ in range(14):
                seen.add(looking(hands).cursor.place)
                await hands.press(way)
        kinds = {place[0] for place in seen if place}
        assert kinds >= {"player", "own"} and kinds & {"track", "pile", "gems", "hold", "theirs 1"}, kinds


async def test_a_digit_opens_its_rule_and_the_question_mark_the_first(tmp_path: Path) -> None:
    async with playing(tmp_path, at(table(None, "human human"))) as hands:
        await laying(hands)
        await hands.press("x")
        rules = looking(hands).about.rules
        for key, rule in (("2", rules[1]), ("?", rules[0]), ("1", rules[0])):
            await hands.press(key)
            await hands.in_room("RulesScreen")
            assert hands.app.screen.rule == rule and rule in hands.text
            await hands.press("escape")
            assert hands.room == "ExplainScreen"
        await hands.press("9")
        assert hands.room == ("RulesScreen" if len(rules) > 8 else "ExplainScreen")


async def test_a_long_card_scrolls_and_says_so(tmp_path: Path) -> None:
    async with playing(tmp_path, at(table(None, "human human"))) as hands:
        await laying(hands)
        await hands.press("x")
        while not looking(hands).longer:
            await hands.press("tab")
        first = hands.text
        assert "PgUp/Dn" in hands.footer and "↓" in first
        await hands.press("pagedown")
        assert hands.text != first and "↑" in hands.text
        for _ in range(5):
            await hands.press("pagedown")
        last = hands.text
        await hands.press("pagedown")
        assert hands.text == last
        await hands.press("pageup", "pageup", "pageup", "pageup", "pageup")
        assert hands.text == first


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
async def test_the_hand_in_large_is_explained_as_well(tmp_path: Path, name: str) -> None:
    found = Table.open(name, (RecordPlayer("Aki"), RecordPlayer("Merlin", "normal")), (), "7")
    async with playing(tmp_path, Opening("table", found), size=(120, 40)) as hands:
        await hands.in_room("BoardScreen")
        await hands.press("v")
        await hands.in_room("HandScreen")
        await hands.press("x")
        screen = looking(hands)
        assert screen.places and screen.about is not None and screen.about.rules
        await hands.press("escape")
        assert hands.room == "HandScreen"


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
async def test_a_replay_is_explained_at_any_step(tmp_path: Path, name: str) -> None:
    found = Table.open(name, (RecordPlayer("Aki"), RecordPlayer("Bo")), (), "7")
    async with playing(tmp_path, Opening("replay", found)) as hands:
        await hands.in_room("ReplayScreen")
        await hands.press("right", "x")
        assert looking(hands).about is not None
        await hands.press("tab", "down", "x")
        assert hands.room == "ReplayScreen"


async def test_a_table_of_computer_players_is_explained_while_they_play(tmp_path: Path) -> None:
    found = table(None, "easy easy")
    async with playing(tmp_path, Opening("table", found, 0.0), QUICK) as hands:
        await hands.until(lambda: hands.room == "BoardScreen")
        await hands.press("x")
        assert looking(hands).about is not None
        step = looking(hands).moment.number
        await hands.until(lambda: found.match.is_over or len(found.match.steps) > step + 5)
        assert looking(hands).moment.number == step, "what is read stays"
        await hands.press("tab", "x")
        await hands.until(lambda: hands.room != "ExplainScreen")


async def test_behind_a_curtain_nothing_of_another_player_is_told(tmp_path: Path) -> None:
    """Who looks around is one player; when the next one comes, this is over."""
    path = kept(tmp_path / "data" / "games" / "a.tilehall")
    found = Table.open("kaguya", (RecordPlayer("Aki"), RecordPlayer("Bo")), (), "7", path)
    async with playing(tmp_path, Opening("table", found), size=(120, 40)) as hands:
        await hands.in_room("CurtainScreen")
        await hands.press("x")
        assert hands.room == "CurtainScreen", "the key is no way around it"
        await hands.press("v")
        await hands.in_room("BoardScreen")
        await hands.press("x")
        screen = looking(hands)
        behind = found.rules.view(found.match.state, 0).merchants[0].purse_without_fist
        while screen.cursor.place != ("cube", "R"):
            await hands.press("tab")
        assert f"Behind your screen: {behind[0]}." in hands.text
        screen.player.hide()
        await hands.press("right")
        await hands.in_room("CurtainScreen")
        await hands.press("v")
        await hands.in_room("BoardScreen")


async def test_with_other_keys_it_is_where_they_are(tmp_path: Path) -> None:
    settings = Settings({"keys": "wasd", "pace": "at once"}, {"explain": "b"})
    async with playing(tmp_path, at(table(None, "human human")), settings) as hands:
        await laying(hands)
        await hands.press("b")
        place = looking(hands).cursor.place
        await hands.press("d")
        assert looking(hands).cursor.place != place and "b back" in hands.footer
        await hands.press("b")
        assert hands.room == "BoardScreen"


def test_of_what_lies_on_something_else_the_smaller_is_found_first() -> None:
    places = {("board", ""): Rect(0, 0, 10, 5), ("cell", "D4"): Rect(2, 2, 2, 1)}
    assert list(smallest_first(places)) == [("cell", "D4"), ("board", "")]


async def an_example(hands: Fingers) -> ExampleScreen:
    """From where one plays to the first example that there is."""
    await hands.press("x")
    while looking(hands).example is None:
        await hands.press("tab")
    await hands.press("enter")
    await hands.in_room("ExampleScreen")
    screen = hands.app.screen
    assert isinstance(screen, ExampleScreen)
    return screen


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_an_example_says_that_it_is_one_and_whose_game_goes_on(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, at(table(None, "human human")), size=size) as hands:
        await laying(hands)
        own = hands.text
        screen = await an_example(hands)
        rule = screen.example.rule
        assert f"Example of {rule}, from another game" in hands.text.splitlines()[0]
        paragraph = load_rulebook("princess").paragraph(rule)
        assert paragraph is not None and " ".join(paragraph.first_sentence.split()[:5]) in hands.text
        assert "In this game:" in hands.text and "Esc back to your game" in hands.footer
        for away in ("escape", "q"):
            await hands.press(away)
            assert hands.room == "ExplainScreen" and rule in looking(hands).about.rules
            await hands.press("enter")
        await hands.press("q", "escape")
        assert hands.room == "BoardScreen" and hands.text == own


async def test_an_example_shows_the_board_of_who_acts_before_and_after(tmp_path: Path) -> None:
    async with playing(tmp_path, at(table(None, "human human"))) as hands:
        await laying(hands)
        screen = await an_example(hands)
        step, actor = screen.example.step, screen.step.seat
        assert screen.after and screen.replay.now.seat == actor
        done = hands.text
        await hands.press("right")
        assert hands.text == done, "only the one step is shown"
        await hands.press("left", "left")
        assert screen.replay.now.number == step - 1 and screen.replay.now.seat == actor
        assert "before the step" in hands.text and hands.text != done
        await hands.press("enter")
        assert hands.text == done
        await hands.press("?")
        await hands.in_room("RulesScreen")
        await hands.press("escape")
        assert hands.room == "ExampleScreen"


@pytest.mark.parametrize("name", some(BUILT_IN_GAMES, slice(0, None, 2)))
async def test_examples_of_all_games_can_be_shown(tmp_path: Path, name: str) -> None:
    found = Table.open(name, (RecordPlayer("Aki"), RecordPlayer("Bo")), (), "7")
    shown = [each for rule in load_rulebook(name).numbers() if (each := find_example(found.rules, (rule,)))]
    async with playing(tmp_path, Opening("replay", found)) as hands:
        await hands.in_room("ReplayScreen")
        below = hands.app.screen
        assert isinstance(below, ReplayScreen)
        for each in shown[::18]:
            hands.app.push_screen(ExampleScreen(below.look, each, Settings(), Text("back")))
            await hands.in_room("ExampleScreen")
            assert f"Example of {each.rule}" in hands.text and "after the step" in hands.text
            await hands.press("left")
            assert "before the step" in hands.text
            await hands.press("escape")


@pytest.mark.parametrize("game", some(BUILT_IN_GAMES))
async def test_in_a_tiny_window_it_is_said_what_the_board_needs(tmp_path: Path, game: str) -> None:
    opened: Table[Any] = Table.open(game, [RecordPlayer("Aki"), RecordPlayer("Bo", "random")], seed="7")
    async with playing(tmp_path, Opening("demo", opened), size=(100, 30)) as hands:
        await hands.press("x")
        whole = hands.text
        for size in ((20, 5), (1, 1), (80, 1)):
            await hands.resize(*size)
            await hands.press("right", "tab", "end", "pagedown")
            assert hands.room == "ExplainScreen"
        await hands.resize(60, 20)
        assert "The board needs" in hands.text
        await hands.resize(100, 30)
        await hands.press("home")
        assert hands.lines[-1] == whole.splitlines()[-1]
