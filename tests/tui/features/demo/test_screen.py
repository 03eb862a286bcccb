"""A demo on the full screen: it goes on by itself, stops, goes back, finds rules, and is shown to a room."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases import some
from tests.rules import rule
from tests.tui.screens.driver import Fingers, playing, table
from tilehall.engine import BUILT_IN_GAMES, load_game
from tilehall.tui.app import Opening
from tilehall.tui.config.settings import Settings
from tilehall.tui.features.demo.demo_frames import DemoFrames
from tilehall.tui.features.demo.demo_tour import open_tour
from tilehall.tui.features.demo.screen import DemoScreen
from tilehall.tui.features.demo.widget import DemoView

SLOW = 0.001
"""A speed at which nothing goes on by itself while a test looks."""


def stage_of(hands: Fingers) -> DemoView:
    return next(screen for screen in hands.app.screen_stack if isinstance(screen, DemoScreen)).view


def reel_of(hands: Fingers) -> DemoFrames:
    return stage_of(hands).frames


def live(speed: float = SLOW, presented: bool = False) -> Opening:
    return Opening("demo", table(None, "normal easy", seed="demo"), speed, presented=presented)


async def test_whoever_goes_forth_from_the_last_step_sees_the_next_one_played(tmp_path: Path) -> None:
    async with playing(tmp_path, live()) as hands:
        reel = reel_of(hands)
        await hands.press("end")
        came = len(reel.frames)
        for n in range(5):
            await hands.press("right")
            await hands.until(lambda n=n: len(reel.frames) > came + n and reel.at == came + n, "one step more")
        assert hands.table.steps < 40, "nobody plays ahead of who watches"
        here = hands.text
        await hands.press("left", "h", "right", "l")
        assert hands.text == here and "paused" in hands.lines[0]


async def test_it_goes_on_by_itself_and_stops_where_one_goes_back(tmp_path: Path) -> None:
    async with playing(tmp_path, live(speed=200.0)) as hands:
        reel = reel_of(hands)
        await hands.until(lambda: reel.at > 20)
        await hands.press("left")
        at = reel.at
        for _ in range(30):
            await hands.settled()
        assert reel.at == at and "Space go on" in hands.footer
        await hands.press("space")
        await hands.until(lambda: reel.at > at + 3)


async def test_turns_ends_speed_and_other_rooms(tmp_path: Path) -> None:
    async with playing(tmp_path, Opening("demo", reel=open_tour(load_game("princess")), speed=SLOW)) as hands:
        reel = reel_of(hands)
        await hands.press("end")
        assert reel.over and hands.table.over and "Space from the beginning" in hands.footer
        await hands.press("pageup")
        before = reel.at
        assert before < len(reel.frames) - 1
        await hands.press("pagedown")
        assert reel.at > before
        await hands.press("home")
        assert reel.at == 0 and "The manor" in hands.text
        await hands.press("+")
        assert "Speed: 0.5." in hands.text
        await hands.press("right", "right", "right", "x")
        await hands.in_room("ExplainScreen")
        await hands.press("escape")
        for key, room in (("c", "ScoringScreen"), ("o", "ReaderScreen"), ("f2", "ReaderScreen"), ("?", "RulesScreen")):
            await hands.press(key)
            await hands.in_room(room)
            await hands.press("escape")
            await hands.in_room("DemoScreen")


@rule("P-4.13")
async def test_the_next_use_of_a_rule_that_is_pointed_at(tmp_path: Path) -> None:
    async with playing(
        tmp_path, Opening("demo", reel=open_tour(load_game("princess")), speed=SLOW), size=(120, 40)
    ) as hands:
        reel = reel_of(hands)
        ticks = hands.text.count(hands.app.look.glyphs.check)
        for _ in range(40):
            await hands.press("down")
            if f"{hands.app.look.glyphs.play}{hands.app.look.glyphs.bullet} P-4.13" in hands.text:
                break
        await hands.press("enter")
        assert "P-4.13" in reel.rules(reel.frame) and "declares" in hands.text
        assert hands.text.count(hands.app.look.glyphs.check) > ticks, "what was passed is ticked"
        first = reel.at
        await hands.press("n")
        assert reel.at > first
        await hands.press("N")
        assert reel.at == first
        await hands.press("N")
        assert reel.at == first and "P-4.13 has not come up before." in hands.text
        for _ in range(9):
            await hands.press("n")
        assert "P-4.13 does not come up again." in hands.text


@rule("P-4.13", "P-4.21")
async def test_what_was_asked_for_is_what_one_goes_to_next(tmp_path: Path) -> None:
    reel = open_tour(load_game("princess"))
    asked = DemoFrames([film.replay for film in reel.games], reel.parts, ("P-4.13", "P-4.21"))
    async with playing(tmp_path, Opening("demo", reel=asked, speed=SLOW)) as hands:
        assert "n next P-4.13" in hands.footer
        await hands.press("n")
        assert "P-4.13" in asked.rules(asked.frame) and "\n P-4.13 " in hands.text
        await hands.press("n")
        assert asked.rules(asked.frame)[0] == "P-4.21" and "\n P-4.21 " in hands.text


async def test_a_rule_that_has_not_come_up_yet_is_looked_for_in_the_rest_of_the_game(tmp_path: Path) -> None:
    async with playing(tmp_path, live()) as hands:
        reel = reel_of(hands)
        stage_of(hands).chosen = "P-4.13"
        await hands.press("n")
        await hands.until(lambda: "P-4.13" in reel.rules(reel.frame), "the first declaration")
        steps = hands.table.steps
        for _ in range(20):
            await hands.settled()
        assert hands.table.steps <= steps + 12, "then the game waits again"
        stage_of(hands).chosen = "P-5.3"
        await hands.press("n")
        await hands.until(lambda: "P-5.3 does not come up here; these players hardly" in hands.text, "that it is rare")
        assert hands.table.over


async def test_in_a_small_window_the_rules_lie_over_the_board(tmp_path: Path) -> None:
    async with playing(tmp_path, Opening("demo", reel=open_tour(load_game("sand")), speed=SLOW)) as hands:
        assert "The rules" not in hands.text
        await hands.press("tab")
        assert "The rules" in hands.text and "S-4.5" in hands.text
        await hands.press("q")
        assert "The rules" not in hands.text and hands.room == "DemoScreen"
        await hands.press("q")
        await hands.until(lambda: not hands.app.is_running)


@pytest.mark.parametrize("name", some(BUILT_IN_GAMES))
async def test_what_is_presented_waits_for_space_and_keeps_its_place(name: str, tmp_path: Path) -> None:
    opening = Opening("demo", reel=open_tour(load_game(name)), presented=True, speed=1000.0)
    async with playing(tmp_path, opening, Settings({"theme": "contrast", "tiles": "large"})) as hands:
        reel = reel_of(hands)
        for at in range(1, len(reel.frames)):
            await hands.press("space")
            assert reel.at == at
            told = hands.lines[-4:-1]
            assert told[0].strip() and hands.footer.strip().startswith("Space next" if not reel.over else "←→")
        await hands.press("space")
        assert reel.at == len(reel.frames) - 1


async def test_the_window_may_have_any_size(tmp_path: Path) -> None:
    async with playing(tmp_path, Opening("demo", reel=open_tour(load_game("kaguya")), speed=SLOW)) as hands:
        for size in ((80, 24), (96, 24), (100, 30), (120, 40), (200, 60), (60, 20)):
            await hands.resize(*size)
            assert all(len(line) <= size[0] for line in hands.lines)
            assert ("needs" in hands.text) == (size == (60, 20))


async def test_from_home_one_watches_the_tour_or_a_game(tmp_path: Path) -> None:
    async with playing(tmp_path) as hands:
        await hands.press("w")
        await hands.in_room("DemoChoiceScreen")
        assert "under four minutes" in hands.text
        await hands.press("enter")
        await hands.in_room("DemoScreen")
        assert "The manor" in hands.text
        await hands.press("q")
        await hands.in_room("HomeScreen")
        await hands.press("w", "escape")
        await hands.in_room("HomeScreen")


async def test_keys_that_somebody_has_chosen_hold_here_as_well(tmp_path: Path) -> None:
    opening = Opening("demo", reel=open_tour(load_game("princess")), speed=SLOW)
    async with playing(tmp_path, opening, Settings({"keys": "wasd"}, {"log": "L", "pause": "Z"})) as hands:
        reel = reel_of(hands)
        await hands.press("d", "d", "a")
        assert reel.at == 1 and "paused" in hands.lines[0]
        await hands.press("Z")
        assert "paused" not in hands.lines[0]
        await hands.press("L")
        await hands.in_room("ReaderScreen")
        await hands.press("escape", "f2")
        await hands.in_room("ReaderScreen")
        await hands.press("end")
        assert "A step forth" in hands.text and "Right d" in hands.text


@pytest.mark.parametrize("presented", [False, True])
async def test_boards_that_have_no_room_are_seen_in_large(presented: bool, tmp_path: Path) -> None:
    """At 80 columns the board of Kaguyahime leaves those of the others out."""
    opening = Opening("demo", reel=open_tour(load_game("kaguya")), speed=SLOW, presented=presented)
    async with playing(tmp_path, opening) as hands:
        await hands.press(*["right"] * 9)
        assert "v in large" in hands.footer
        await hands.press("v")
        await hands.in_room("HandScreen")
        assert all(name in hands.text for name in ("princess", *reel_of(hands).now.names))
        await hands.press("v")
        await hands.in_room("DemoScreen")


async def test_a_rule_that_one_goes_to_is_told_however_long_the_step_is(tmp_path: Path) -> None:
    async with playing(tmp_path, Opening("demo", reel=open_tour(load_game("princess")), speed=SLOW)) as hands:
        stage = stage_of(hands)
        long = max(reel_of(hands).frames, key=lambda frame: len(f"{reel_of(hands).caption(frame).sentences}"))
        stage.chosen = reel_of(hands).caption(long).rules[0]
        stage.frames.go(reel_of(hands).frames.index(long))
        await hands.press("left", "right")
        assert f" {stage.chosen} " in hands.lines[-2], hands.text
