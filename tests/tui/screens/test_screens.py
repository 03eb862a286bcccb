"""From room to room: home, set-up, settings, rules, games, scores, and out again."""

import os
import re
from datetime import timedelta, timezone
from pathlib import Path

import pytest

from tests.cases import each_once, some
from tests.tui.boards.tables import look
from tests.tui.player.sitting import resumed
from tests.tui.screens.driver import QUICK, at, playing, table, to_the_end
from tilehall.engine import BUILT_IN_GAMES, parse_record
from tilehall.tui.app import Opening
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.config.look import choose_look
from tilehall.tui.config.settings import Settings
from tilehall.tui.config.settings_file import load_settings
from tilehall.tui.screens.pages import key_lines
from tilehall.tui.tables.storage.journal import seed_path
from tilehall.tui.tables.storage.saved_games import read_text
from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.widgets.form import Form
from tilehall.tui.widgets.pager import Pager
from tilehall.tui.widgets.sample_board import sample_board

# --- Home


async def test_a_newcomer_is_greeted_and_every_room_can_be_reached_and_left(tmp_path: Path) -> None:
    async with playing(tmp_path) as hands:
        assert hands.room == "HomeScreen" and "Welcome" in hands.text
        for label, room in (("Play", "SetupScreen"), ("Rules", "RulesScreen"), ("Settings", "SettingsScreen")):
            await hands.go_to(label)
            await hands.press("enter")
            await hands.in_room(room)
            await hands.press("escape")
            await hands.in_room("HomeScreen")
        await hands.go_to("Quit")
        await hands.press("enter")
        assert "once more to leave" in hands.text and hands.app.is_running, "as for q"
        await hands.press("enter")
        await hands.until(lambda: not hands.app.is_running)
        assert hands.app.return_value == 0
        assert not hands.places.games.exists() and not hands.places.config.exists(), "looking around writes nothing"


async def test_home_goes_round_and_vi_keys_work(tmp_path: Path) -> None:
    async with playing(tmp_path) as hands:
        await hands.sees("lesson 1 of 6")
        first = hands.text
        await hands.press("shift+tab")
        assert hands.pointed == "Quit" and "[Quit]" in hands.text
        await hands.press("tab")
        assert hands.text == first
        for there, back in (("end", "home"), "jk", ("down", "up")):
            await hands.press(there)
            assert hands.text != first
            await hands.press(back)
            assert hands.text == first, (there, back)
        box = (await hands.press("down")).text
        for there, back in ("lh", ("right", "left")):
            await hands.press(there)
            assert hands.text != box
            await hands.press(back)
            assert hands.text == box, (there, back)


async def test_every_game_is_a_box_with_its_picture_and_what_it_is_like(tmp_path: Path) -> None:
    async with playing(tmp_path) as hands:
        for n, (title, players) in enumerate(
            [
                ("The Princess", "2-4, 25-50 min"),
                ("Realm of Sand", "1-4, 30-60 min"),
                ("Merlin's Beast", "2-4 players"),
                ("Kaguyahime", "2-4, 30-60 min"),
            ],
            1,
        ):
            assert title in hands.text and f" {n} " in hands.text and players in hands.text
        await hands.press("down", "right")
        assert hands.pointed == "Play Realm of Sand" and "A calm puzzle" in hands.text
        await hands.press("4")
        await hands.in_room("SetupScreen")
        assert "Kaguyahime" in hands.text


@pytest.mark.parametrize("size", [(80, 24), (90, 30), (100, 36), (120, 40), (200, 60)])
async def test_whose_game_it_is_stands_below_the_boxes_in_full(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, size=size) as hands:
        for box in BUILT_IN_GAMES.values():
            await hands.go_to(f"Play {box.title}")
            said = " ".join(" ".join(hands.lines[-4:-1]).split())
            assert f"{box.credit}." in said, said
            assert all(word in hands.text for word in f"{box.summary}".split()), "and what it is like"


async def test_home_is_left_only_when_asked_twice(tmp_path: Path) -> None:
    async with playing(tmp_path) as hands:
        await hands.press("q")
        assert "once more" in hands.text and hands.app.is_running
        await hands.press("right", "escape")
        assert "once more" in hands.text and hands.app.is_running, "another key means: I stay"
        await hands.press("q")
        await hands.until(lambda: not hands.app.is_running)


async def test_help_is_at_hand_at_home(tmp_path: Path) -> None:
    async with playing(tmp_path) as hands:
        await hands.press("f2")
        await hands.in_room("ReaderScreen")
        await hands.press("escape")
        await hands.in_room("HomeScreen")
        await hands.go_to("Play Kaguyahime")
        for key in ("?", "f1"):
            await hands.press(key)
            await hands.in_room("RulesScreen")
            assert "Kaguyahime" in hands.lines[0]
            await hands.press("escape")
            await hands.in_room("HomeScreen")
            assert hands.pointed == "Rules", "one is where one was"


async def test_the_game_that_waits_is_shown_as_it_stands(tmp_path: Path) -> None:
    found = table(tmp_path, "human human")
    for size in ((80, 24), (120, 40)):
        async with playing(tmp_path, size=size) as hands:
            await hands.sees(f"{found.names[found.due()[0]]} is to play.")
            assert any(mark in hands.text for mark in "▀▄") and all(name in hands.text for name in found.names)
            assert f"{found.rules.title}" in hands.text, "in full"


@pytest.mark.parametrize(
    ("size", "glyphs"),
    each_once([(80, 24), (79, 23), (60, 20), (100, 30), (120, 40), (80, 50), (200, 30), (200, 60)], ["full", "ascii"]),
)
async def test_home_fits_every_window(tmp_path: Path, size: tuple[int, int], glyphs: str) -> None:
    table(tmp_path)
    async with playing(tmp_path, size=size, terminal=Terminal(glyphs=glyphs)) as hands:
        for label in ("Continue", "Play The Princess", "Play Kaguyahime", "All games", "Quit"):
            await hands.go_to(label)
            assert f"[{label}" in hands.text or "Play" in label
            assert all(len(line) <= size[0] for line in hands.lines) and len(hands.lines) == size[1]
            assert hands.app.look.glyphs.ellipsis not in hands.text or size[0] < 80
        assert glyphs == "full" or hands.text.isascii()


async def test_continue_is_the_first_entry_and_brings_the_newest_game_back(tmp_path: Path) -> None:
    games = []
    for n in range(3):
        found = table(tmp_path, seed=str(n))
        path = found.store.path
        for name in (path, path.with_suffix(".seed")):
            name.rename(name.with_stem(f"game-{n}"))
        os.utime(path.with_stem(f"game-{n}"), (1000 + n, 1000 + n))
        games.append(found)
    async with playing(tmp_path) as hands:
        assert "Welcome" not in hands.text
        assert hands.pointed == "Continue"
        await hands.press("enter")
        await hands.in_room("BoardScreen")
        assert hands.table.seed == "2" and f"step {len(games[2].match.steps)}" in hands.text
        await hands.press("q")
        await hands.in_room("HomeScreen")
        await hands.go_to("All games")
        await hands.press("enter")
        await hands.in_room("SavedGamesScreen")
        assert hands.text.count("The Princess") >= 3
        await hands.press("escape")
        await hands.in_room("HomeScreen")
        await hands.go_to("All games")
        await hands.press("enter")
        await hands.in_room("SavedGamesScreen")
        await hands.press("down", "enter")
        await hands.in_room("BoardScreen")
        assert hands.table.seed in ("0", "1")


async def test_home_and_end_go_to_the_first_and_the_last_row(tmp_path: Path) -> None:
    async with playing(tmp_path) as hands:
        await (await hands.go_to("Settings")).press("enter")
        await hands.in_room("SettingsScreen")
        form = hands.app.screen.query_one(Form)
        await hands.press("end")
        assert form.at == len(form.rows) - 1
        await hands.press("home")
        assert form.at == 0


async def test_a_game_that_is_over_is_looked_at_replayed_and_deleted_after_a_question(tmp_path: Path) -> None:
    path = to_the_end(table(tmp_path, "human human")).store.path
    async with playing(tmp_path) as hands:
        assert "Continue" not in hands.text
        for key, room in (("enter", "ScoringScreen"), ("r", "ReplayScreen")):
            await (await hands.go_to("All games")).press("enter")
            await hands.in_room("SavedGamesScreen")
            assert "Over" in hands.text and "r replay" in hands.footer and "d delete" in hands.footer
            await hands.press(key)
            await hands.in_room(room)
            if room == "ScoringScreen":
                assert re.search(r"\bwins?\b", hands.text)
                await hands.press("b")
                await hands.in_room("ReplayScreen")
                await hands.press("enter")
                await hands.in_room("ScoringScreen")
                await hands.press("v")
                await hands.in_room("ReplayScreen")
            assert "Before the first step" in hands.status and "c score" in hands.footer
            assert hands.footer.rstrip().endswith("q leave   F2 keys   ? rule"), "F2 names the others"
            await hands.press("q")
            await hands.in_room("HomeScreen")
        await (await hands.go_to("All games")).press("enter")
        await hands.in_room("SavedGamesScreen")
        await hands.press("d", "n")
        assert path.exists() and "It is kept." in hands.text
        await hands.press("d", "down", "y")
        assert path.exists(), "the question stands for one key"
        await hands.press("d")
        assert "Delete the-game for good?" in hands.text
        await hands.press("y")
        assert not path.exists() and "the-game is deleted." in hands.text


async def test_a_game_looked_at_again_can_be_played_once_more(tmp_path: Path) -> None:
    to_the_end(table(tmp_path, "human human"))
    async with playing(tmp_path) as hands:
        await (await hands.go_to("All games")).press("enter")
        await hands.in_room("SavedGamesScreen")
        await hands.press("enter")
        await hands.in_room("ScoringScreen")
        assert "R rematch" in hands.footer
        await hands.press("R")
        await hands.in_room("BoardScreen")
        assert hands.table.header.players[0].name == "Bo" and not hands.table.over


async def test_board_home_games_and_replay_count_the_same_steps_also_after_taking_back(tmp_path: Path) -> None:
    async with playing(tmp_path, at(table(tmp_path, "human human", first_turn="full")), size=(120, 40)) as hands:
        for key in ("enter", "enter", "enter", "enter", "1", "u"):
            await hands.press(key)
        assert "Taken back" in hands.status
        steps = hands.app.screen.player.moment.number
        assert f"step {steps}" in hands.lines[0]
        await hands.press("q")
        await hands.in_room("HomeScreen")
        assert hands.pointed == "Continue" and f"step {steps}" in hands.text
        await (await hands.go_to("All games")).press("enter")
        await hands.in_room("SavedGamesScreen")
        assert f"step {steps}, " in hands.text
        await hands.press("r")
        await hands.in_room("ReplayScreen")
        await hands.press("end")
        assert f"{steps}/{steps}" in hands.status and f"step {steps}" in hands.lines[0]


async def test_saved_games_have_the_time_of_whoever_looks(tmp_path: Path) -> None:
    for name in ("one", "two"):
        path = table(tmp_path).store.path
        for each in (path, seed_path(path)):
            each.rename(each.with_stem(name))
        os.utime(path.with_stem(name), (1_795_000_000, 1_795_000_000))
    for hours, told in ((0, "2026-11-18 11:06"), (9, "2026-11-18 20:06"), (-12, "2026-11-17 23:06")):
        async with playing(tmp_path, zone=timezone(timedelta(hours=hours))) as hands:
            await hands.go_to("All games")
            await hands.press("enter")
            await hands.in_room("SavedGamesScreen")
            assert hands.text.count(told) == 2


async def test_a_game_that_cannot_be_played_on_is_named_and_nothing_breaks(tmp_path: Path) -> None:
    found = table(tmp_path)
    seed_path(found.store.path).unlink()
    async with playing(tmp_path) as hands:
        await hands.press("enter")
        await hands.until(lambda: hands.toasts)
        assert "seed" in hands.toasts[-1]
        await hands.in_room("HomeScreen")


async def test_what_was_written_while_playing_is_what_comes_back(tmp_path: Path) -> None:
    async with playing(tmp_path, at(table(tmp_path, "human human", first_turn="full"))) as hands:
        for key in ("enter", "enter", "enter", "enter", "1", "enter"):
            await hands.press(key)
        left, path = hands.text, hands.table.store.path
        steps = len(hands.table.match.steps)
        await hands.press("q")
        await hands.in_room("HomeScreen")
        assert len(parse_record(read_text(path)).match.steps) == steps
        await hands.press("enter")
        await hands.in_room("BoardScreen")
        assert hands.lines[:20] == left.split("\n")[:20]


# --- Setting up


async def test_setting_up_a_table(tmp_path: Path) -> None:
    async with playing(tmp_path) as hands:
        await (await hands.go_to("Play The Princess")).press("enter")
        await hands.in_room("SetupScreen")
        await hands.go_to("Players")
        await hands.press("right", "right")
        assert "Seat 4" in hands.text
        await hands.press("left")
        assert "Seat 3" in hands.text and "Seat 4" not in hands.text
        await hands.go_to("Seat 1")
        await hands.press(*"Jo", "backspace", *"q", "enter")
        await hands.press("ctrl+u", *"Mia", "left")
        await hands.go_to("Seed")
        await hands.press(*"lucky")
        await hands.go_to("Start")
        await hands.press("enter")
        await hands.in_room("BoardScreen")
        header = hands.table.header
        assert [player.name for player in header.players][:2] == ["Jq", "Mia"] and len(header.players) == 3
        assert [player.kind for player in header.players][:2] == ["human", "easy"]
        assert hands.table.seed == "lucky"


async def test_what_is_typed_replaces_a_name_and_the_last_choices_come_back(tmp_path: Path) -> None:
    async with playing(tmp_path) as hands:
        assert not list(tmp_path.rglob("set-ups.json"))
        await (await hands.go_to("Play The Princess")).press("enter")
        await hands.in_room("SetupScreen")
        assert "for a first game" in hands.text, "whoever is new begins with the easiest game"
        await hands.go_to("Seat 1")
        await hands.press(*"Zoe")
        assert "Zoe (human), Merlin (normal)" in hands.text and "Guest" not in hands.text
        await hands.go_to("Which game")
        await hands.press("right")
        await hands.go_to("Seat 2")
        await hands.press("left", "left")
        await hands.go_to("Start")
        await hands.press("enter")
        await hands.in_room("BoardScreen")
        assert hands.table.names == ("Zoe", "Merlin") and hands.table.header.options == ()
    async with playing(tmp_path) as hands:
        await (await hands.go_to("Play The Princess")).press("enter")
        await hands.in_room("SetupScreen")
        assert "Zoe (human), Merlin (random)" in hands.text and "the whole game" in hands.text


@pytest.mark.parametrize(
    "kept",
    [
        "no json",
        "[1]",
        '{"princess": 3}',
        '{"princess": {"players": "9", "kind0": "cat"}}',
        '{"princess": {"players": "human"}}',
    ],
)
async def test_what_is_remembered_and_cannot_be_used_is_forgotten(tmp_path: Path, kept: str) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "set-ups.json").write_text(kept)
    async with playing(tmp_path) as hands:
        await (await hands.go_to("Play The Princess")).press("enter")
        await hands.in_room("SetupScreen")
        assert "Guest (human), Merlin (normal)" in hands.text


@pytest.mark.parametrize("size", some([(80, 24), (100, 30), (120, 40), (200, 60)]))
async def test_what_an_option_changes_stands_in_words_beside_it(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, size=size) as hands:
        for game in ("The Princess", "Realm", "Merlin", "Kaguya"):
            await (await hands.go_to(f"Play {game}")).press("enter")
            await hands.in_room("SetupScreen")
            form = hands.app.screen.query_one(Form)
            for row in form.rows:
                await hands.go_to(hands.app.look.say(row.label))
                told = re.sub(r"[][.,:]", " ", hands.app.look.say(row.help))
                assert all(word in hands.text for word in told.split()), row.id
            await hands.press("escape")
            await hands.in_room("HomeScreen")


@pytest.mark.parametrize("size", some([(80, 24), (100, 30), (104, 40), (120, 30)], slice(0, None, 2)))
async def test_who_plays_is_never_cut(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, size=size) as hands:
        for box in BUILT_IN_GAMES.values():
            await (await hands.go_to(f"Play {box.title}")).press("enter")
            await hands.in_room("SetupScreen")
            seats = [line for line in hands.lines if " Seat " in line]
            assert " human" in seats[0] and " normal" in seats[1]
            await hands.press("escape")
            await hands.in_room("HomeScreen")


async def test_in_a_high_window_every_value_is_told_in_full_and_listed_with_its_rule(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(120, 40)) as hands:
        for box in BUILT_IN_GAMES.values():
            await (await hands.go_to(f"Play {box.title}")).press("enter")
            await hands.in_room("SetupScreen")
            for row in [row for row in hands.app.screen.query_one(Form).rows if row.values and row.rule]:
                await hands.go_to(hands.app.look.say(row.label))
                assert hands.app.look.glyphs.ellipsis not in hands.text and f" {row.rule} " in hands.text
                for value in row.values:
                    assert all(word in hands.text for word in hands.app.look.say(row.value_label(value)).split())
            await hands.go_to("Seat 2")
            assert "[normal]" in hands.text and "overlooks things" in hands.text and "by lot" in hands.text
            await hands.press("escape")
            await hands.in_room("HomeScreen")


async def test_only_who_plays_can_begin(tmp_path: Path) -> None:
    async with playing(tmp_path) as hands:
        await (await hands.go_to("Play Merlin")).press("enter")
        await hands.in_room("SetupScreen")
        for players in (2, 3, 4):
            row = next(row for row in hands.app.screen.query_one(Form).rows if row.id == "first_seat")
            assert row.values[-1] == str(players - 1), "seats are counted from 0"
            await hands.go_to("Players")
            await hands.press("right")


@pytest.mark.parametrize(("size", "whole"), [((80, 24), None), ((120, 40), False), ((160, 50), True)])
async def test_the_board_as_it_begins_is_shown_where_there_is_room(
    tmp_path: Path, size: tuple[int, int], whole: bool | None
) -> None:
    async with playing(tmp_path, size=size) as hands:
        await (await hands.go_to("Play Realm")).press("enter")
        await hands.in_room("SetupScreen")
        if whole is None:
            assert "As it begins" not in hands.text
            return
        await hands.until(lambda: hands.app.screen.begins)
        assert "As it begins" in hands.text and ("Buildings" in hands.text) == whole
        await hands.go_to("Players")
        board = hands.app.screen.begins
        await hands.press("right")
        await hands.until(lambda: hands.app.screen.begins is not board, "a board for three")
        others = [begins.paint(*begins.least) for begins in (board, hands.app.screen.begins)]
        assert others[1].changes(others[0])
        await hands.press("escape")
        await hands.in_room("HomeScreen")
        assert not hands.places.games.exists(), "nothing has begun"


@pytest.mark.parametrize(
    ("keys", "complaint"),
    [
        ("Bad:name", "is no name"),
        ("7", "is no name"),
        ("", "is no name"),
        ("-x", "is no name"),
        ("Merlin", "same name"),
    ],
)
async def test_a_bad_name_is_refused_in_one_sentence(tmp_path: Path, keys: str, complaint: str) -> None:
    async with playing(tmp_path) as hands:
        await (await hands.go_to("Play The Princess")).press("enter")
        await hands.in_room("SetupScreen")
        await hands.go_to("Seat 1")
        await hands.press("ctrl+u", *keys)
        await hands.go_to("Start")
        await hands.press("enter")
        said = " ".join(" ".join(hands.lines[-3:-1]).split())
        assert hands.room == "SetupScreen" and complaint in said and said.endswith(".")
        await hands.go_to("Seat 1")
        assert complaint not in hands.text, "the complaint goes with the next key"
        assert not hands.places.games.exists()


async def test_options_are_explained_and_reach_the_game(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(100, 40)) as hands:
        await (await hands.go_to("Play The Princess")).press("enter")
        await hands.in_room("SetupScreen")
        form = hands.app.screen.query_one("Form")
        ids = [option.id for option in hands.app.screen.game.options]
        for row in [row for row in form.rows if row.id in ids and row.values]:
            await hands.go_to(row.label)
            assert row.rule and row.rule in hands.text
            before = row.value
            await hands.press("right")
            assert form.value(row.id) != before or len(row.values) == 1
            await hands.press("left")
            assert form.value(row.id) == before
        await hands.go_to("Which game")
        await hands.press("right")
        row = next(row for row in form.rows if row.id == "first_turn")
        await hands.go_to(row.label)
        await hands.press("right")
        await hands.go_to("Start")
        await hands.press("enter")
        await hands.in_room("BoardScreen")
        assert dict(hands.table.header.options) == {"first_turn": "full"}


async def test_leaving_the_set_up_begins_nothing(tmp_path: Path) -> None:
    async with playing(tmp_path) as hands:
        await (await hands.go_to("Play The Princess")).press("enter")
        await hands.in_room("SetupScreen")
        await hands.press("escape")
        await hands.in_room("HomeScreen")
        assert not hands.places.games.exists()


# --- Settings


async def test_settings_change_the_look_and_are_kept(tmp_path: Path) -> None:
    async with playing(tmp_path) as hands:
        night = hands.app.look
        await hands.go_to("Settings")
        await hands.press("enter")
        await hands.in_room("SettingsScreen")
        await hands.go_to("Colours")
        await hands.press("right", "right")
        chosen = hands.app.screen.settings["theme"]
        await hands.go_to("Characters")
        while hands.app.screen.settings["glyphs"] != "ascii":
            await hands.press("right")
        await hands.press("escape")
        await hands.in_room("HomeScreen")
        assert hands.app.look.palette.name == chosen != night.palette.name
        assert hands.app.look.glyphs.name == "ascii" and hands.text.isascii()
        kept, problems = load_settings(hands.places.settings)
        assert (kept["theme"], kept["glyphs"], problems) == (chosen, "ascii", [])
    async with playing(tmp_path, settings=kept) as hands:
        assert hands.app.look.palette.name == chosen and hands.text.isascii()


async def test_a_theme_is_shown_on_a_small_board_while_it_is_chosen(tmp_path: Path) -> None:
    async with playing(tmp_path) as hands:
        await (await hands.go_to("Settings")).press("enter")
        await hands.in_room("SettingsScreen")
        await hands.go_to("Colours")
        seen = set()
        for _ in hands.app.screen_theme.looks.palettes:
            await hands.press("right")
            form = hands.app.screen.query_one(Form)
            name = hands.app.screen.settings["theme"]
            shown = choose_look(hands.app.screen_theme.looks, Settings({"theme": name}), Terminal()).look
            assert form.picture is not None and form.side_panel is not None
            board = sample_board(shown)
            drawn = form.side_panel.drawn(board.width, board.height)
            assert drawn.changes(board) == [], "the small board is in the colours of the theme"
            assert form.picture.style_at(0, 0) == shown.table, "and so is the list"
            seen.add(name)
        assert len(seen) == len(hands.app.screen_theme.looks.palettes)
        assert "not allowed" in hands.text and "what to decide now" in hands.text


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_without_colours_the_tiles_of_the_small_board_are_drawn_with_lines(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with playing(tmp_path, terminal=Terminal("none", "ascii"), size=size) as hands:
        await (await hands.go_to("Settings")).press("enter")
        await hands.in_room("SettingsScreen")
        for letter in "RYBGPOKC":
            assert re.search(rf"\| *{letter} *\|", hands.text), letter
        assert hands.text.isascii()


async def test_another_language_is_spoken_as_soon_as_it_is_chosen(tmp_path: Path) -> None:
    async with playing(tmp_path) as hands:
        await (await hands.go_to("Settings")).press("enter")
        await hands.in_room("SettingsScreen")
        await hands.go_to("Language")
        while hands.app.screen.settings["language"] != "de":
            await hands.press("right")
        assert "Deutsch" in hands.text
        await hands.press("escape")
        await hands.in_room("HomeScreen")
        assert "Einstellungen" in hands.text and "Settings" not in hands.text


async def test_what_is_wrong_with_settings_and_themes_is_said_at_the_start(tmp_path: Path) -> None:
    folder = tmp_path / "config" / "themes" / "palettes"
    folder.mkdir(parents=True)
    (folder / "broken.toml").write_text("this is no theme")
    settings = Settings({"theme": "mud"}, {"hint": "u"})
    async with playing(tmp_path, settings=settings, size=(120, 40)) as hands:
        await hands.until(lambda: len(hands.toasts) >= 3)
        said = "\n".join(hands.toasts)
        assert "broken" in said and "'mud'" in said and "undo and hint" in said


@pytest.mark.parametrize("wrong", ["", "this is no TOML\n"])
async def test_what_somebody_typed_into_the_settings_survives_the_screen(tmp_path: Path, wrong: str) -> None:
    typed = f'# mine\nbell = "loud"  # a typo\n{wrong}future = 1\n'
    (tmp_path / "config").mkdir()
    path = tmp_path / "config" / "settings.toml"
    path.write_text(typed)
    async with playing(tmp_path) as hands:
        await (await hands.go_to("Settings")).press("enter")
        await hands.in_room("SettingsScreen")
        await hands.go_to("Colours")
        await hands.press("right", "escape")
        await hands.in_room("HomeScreen")
        chosen = hands.app.settings["theme"]
        said = "\n".join(hands.toasts)
    if wrong:
        assert path.with_suffix(".unread.toml").read_text() == typed and "settings.unread.toml" in said
    else:
        assert path.read_text() == f'{typed}theme = "{chosen}"\n' and "'loud'" in said and "'future'" in said
    assert load_settings(path)[0]["theme"] == chosen != "auto"


async def test_settings_that_cannot_be_kept_count_until_one_leaves(tmp_path: Path) -> None:
    (tmp_path / "config" / "settings.toml").mkdir(parents=True)
    async with playing(tmp_path) as hands:
        await (await hands.go_to("Settings")).press("enter")
        await hands.in_room("SettingsScreen")
        await hands.go_to("Colours")
        await hands.press("right", "escape")
        await hands.in_room("HomeScreen")
        assert "settings.toml cannot be changed" in "\n".join(hands.toasts)
        assert hands.app.settings["theme"] != "auto"


async def test_a_theme_of_ones_own_is_offered_and_worn(tmp_path: Path) -> None:
    folder = tmp_path / "config" / "themes" / "palettes"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text('name = "mine"\ntitle = "Mine"\nextends = "night"\n')
    async with playing(tmp_path, settings=Settings({"theme": "mine"})) as hands:
        assert hands.toasts == [] and hands.app.look.palette.name == "mine"
        await hands.go_to("Settings")
        await hands.press("enter")
        await hands.in_room("SettingsScreen")
        assert "mine" in hands.app.screen.query_one("Form").rows[0].values


@pytest.mark.parametrize(("size", "sizes"), [((80, 24), 1), ((200, 60), 2)])
async def test_the_key_for_the_size_of_tiles_changes_it_or_says_why_not(
    tmp_path: Path, size: tuple[int, int], sizes: int
) -> None:
    async with playing(tmp_path, at(table(tmp_path, "human human")), size=size) as hands:
        await hands.press("enter", "enter", "enter", "enter")
        seen = set()
        for _ in range(4):
            await hands.press("t")
            said = hands.text
            if "one size only" not in said:
                assert "Tile size:" in said
                seen.add(hands.app.screen.player.options.tile_size)
        assert len(seen) >= sizes or "one size only" in said


# --- Rules


async def test_rules_are_searched_and_scrolled(tmp_path: Path) -> None:
    async with playing(tmp_path) as hands:
        await hands.press("?")
        await hands.in_room("RulesScreen")
        await hands.sees("The game in a minute")
        top = hands.text
        await hands.press("pagedown")
        assert hands.text != top
        await hands.press("home")
        assert hands.text == top
        await hands.press("slash", *"toll q")
        assert "toll q" in hands.lines[0]
        await hands.press("backspace", "backspace", "enter")
        assert "toll" in hands.text.lower() and "P-4.17" in hands.text
        assert "0 paragraphs" not in hands.lines[0]
        await hands.press("j", "k", "escape")
        assert hands.room == "RulesScreen" and "/toll" not in hands.lines[0]
        await hands.press("escape")
        await hands.in_room("HomeScreen")


async def test_rules_open_at_the_rule_that_was_just_cited(tmp_path: Path) -> None:
    async with playing(tmp_path, at(table(tmp_path, "human human"))) as hands:
        await hands.until(lambda: "side" in hands.prompt)
        await hands.press("enter", "enter", "enter", "enter")
        await hands.until(lambda: "Take" in hands.prompt)
        await hands.press("1")
        for _ in range(9):
            await hands.press("up")
        for _ in range(9):
            await hands.press("left")
        await hands.press("enter")
        assert "[P-4.1]" in hands.status and hands.app.look.glyphs.cross in hands.status
        await hands.press("?")
        await hands.in_room("RulesScreen")
        await hands.until(lambda: any(line.strip().startswith("P-4.1 ") for line in hands.lines[:5]), "P-4.1 on top")
        await hands.press("escape")
        await hands.in_room("BoardScreen")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_cited_rule_is_followed_and_left_again(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, size=size) as hands:
        await hands.press("?")
        await hands.in_room("RulesScreen")
        screen = hands.app.screen
        await hands.until(lambda: screen.links)
        for _ in range(60):
            await hands.press("tab")
            if screen.link:
                break
            await hands.press("pagedown")
        link, top = screen.link, screen.query_one(Pager).top
        assert link is not None and "Enter follow" in hands.footer
        await hands.press("enter")
        assert screen.rule == link.rule and link.rule in screen.query_one(Pager).picture.part(0, 0, 12, 4).text()
        await hands.press("backspace")
        assert screen.query_one(Pager).top == top
        if size[0] >= 110:
            assert "Contents" in hands.text and "Symbols" in hands.text and "a gem" in hands.text
        await hands.press("home", "n", "n", "p", "escape")
        await hands.in_room("HomeScreen")


@pytest.mark.parametrize("size", some([(80, 24), (120, 40)]))
async def test_tables_of_the_rules_stand_in_columns_and_nothing_of_them_is_cut(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with playing(tmp_path, size=size) as hands:
        for game in ("The Princess", "Realm", "Merlin", "Kaguya"):
            await (await hands.go_to(f"Play {game}")).press("?")
            await hands.in_room("RulesScreen")
            await hands.until(lambda: hands.app.screen.query_one(Pager).lines)
            pager = hands.app.screen.query_one(Pager)
            rows = ["".join(words for words, _ in line) for line in pager.lines]
            assert not any(row.startswith("|") for row in rows)
            await hands.press("escape")
            await hands.in_room("HomeScreen")


# --- Scores


async def test_the_receipt_adds_up_and_leads_to_board_rematch_and_home(tmp_path: Path) -> None:
    ended = to_the_end(table(tmp_path, "human human human"))
    async with playing(tmp_path, at(ended)) as hands:
        await hands.in_room("ScoringScreen")
        await hands.resize(100, 60)
        await hands.press("end", "home")
        receipt = ended.rules.receipt(ended.match.state)
        for seat, name in enumerate(ended.names):
            assert any(name in line and line.split()[-1] == str(receipt.total(seat)) for line in hands.lines)
        for line in receipt.lines:
            assert line.rule in hands.text
        standing = ended.rules.final_result(ended.match.state)
        assert standing is not None and all(ended.names[seat] in hands.text for seat in standing.winners)
        await hands.press("b")
        await hands.in_room("BoardScreen")
        assert "over" in hands.text
        await hands.press("c")
        await hands.in_room("ScoringScreen")
        await hands.press("R")
        await hands.in_room("BoardScreen")
        await hands.until(lambda: not hands.table.over)
        assert hands.table.names == (*ended.names[1:], ended.names[0]) and hands.table.seed != ended.seed
        assert len(list(hands.places.games.glob("*.tilehall"))) == 2
        await hands.press("q")
        await hands.in_room("HomeScreen")


async def test_the_result_says_what_its_keys_do_and_enter_does_not_go_home(tmp_path: Path) -> None:
    ended = to_the_end(table(tmp_path, "human human"))
    async with playing(tmp_path, at(ended)) as hands:
        await hands.in_room("ScoringScreen")
        for told in ("Enter explain", "b board", "c course", "v review", "R rematch", "q home"):
            assert told in hands.footer
        await hands.press("v")
        await hands.in_room("ReplayScreen")
        assert f"{len(ended.match.steps)}/{len(ended.match.steps)}" in hands.status
        await hands.press("left", "q")
        await hands.in_room("ScoringScreen")
        await hands.press("b")
        await hands.in_room("BoardScreen")


async def test_the_score_so_far_leads_back_to_the_board(tmp_path: Path) -> None:
    async with playing(tmp_path, at(table(None, "human human"))) as hands:
        await hands.press("c")
        await hands.in_room("ScoringScreen")
        assert "so far" in hands.text
        await hands.press("R")
        await hands.in_room("BoardScreen")


# --- Watching


async def test_a_demo_names_a_rule_for_everything_and_can_be_paused(tmp_path: Path) -> None:
    watched = table(None, "normal easy", seed="demo")
    async with playing(tmp_path, Opening("demo", watched, speed=400.0)) as hands:
        await hands.until(lambda: " P-" in hands.prompt)
        await hands.press("space")
        await hands.sees("paused")
        steps = len(watched.match.steps)
        for _ in range(20):
            await hands.settled()
        assert len(watched.match.steps) <= steps + 1
        await hands.press("left", "tab", "?")
        await hands.in_room("RulesScreen")
        await hands.press("escape")
        await hands.in_room("DemoScreen")
        await hands.press("space")
        await hands.until(lambda: len(watched.match.steps) > steps + 5)
        rules = [event.rule for step in watched.match.steps for event in step.events]
        assert rules and all(rule.startswith("P-") for rule in rules)
        await hands.until(lambda: hands.room == "ScoringScreen", "the end of the demo")
        await hands.press("q")
        await hands.until(lambda: not hands.app.is_running)


async def test_a_demo_can_be_left_at_any_time(tmp_path: Path) -> None:
    async with playing(tmp_path) as hands:
        await hands.press("w")
        await hands.in_room("DemoChoiceScreen")
        await hands.press("down", "enter")
        await hands.in_room("DemoScreen")
        await hands.until(lambda: " P-" in hands.prompt)
        await hands.press("q")
        await hands.in_room("HomeScreen")
        assert not hands.places.games.exists(), "a demo is not kept"


async def test_nobody_thinks_in_a_replay(tmp_path: Path) -> None:
    ended = to_the_end(table(tmp_path, "human normal"))
    async with playing(tmp_path, Opening("replay", ended)) as hands:
        told = []
        for _ in range(20):
            await hands.press("right")
            told.append(hands.text)
        assert any("Bo is next." in each for each in told) and not any("thinking" in each for each in told)


async def test_a_replay_steps_through_a_record(tmp_path: Path) -> None:
    ended = to_the_end(table(tmp_path, "human human"))
    steps = len(ended.match.steps)
    async with playing(tmp_path, Opening("replay", ended, ply=5), terminal=Terminal(glyphs="ascii")) as hands:
        await hands.in_room("ReplayScreen")
        assert f"5/{steps}" in hands.status and hands.text.isascii()
        await hands.press("right")
        assert f"6/{steps}" in hands.status
        await hands.press("left", "left")
        assert f"4/{steps}" in hands.status
        await hands.press("end")
        assert f"{steps}/{steps}" in hands.status and "over" in hands.lines[0]
        await hands.press("right", "pageup")
        assert f"{steps}/{steps}" not in hands.status
        await hands.press("home", "left")
        assert "Before the first step" in hands.status
        await hands.press("end", "o")
        await hands.in_room("ReaderScreen")
        await hands.press("escape")
        await hands.in_room("ReplayScreen")
        await hands.resize(120, 40)
        await hands.press("?")
        await hands.in_room("RulesScreen")
        await hands.press("escape")
        await hands.in_room("ReplayScreen")
        await hands.press("q")
        await hands.until(lambda: not hands.app.is_running)
    assert len(ended.match.steps) == steps


@pytest.mark.parametrize("game", BUILT_IN_GAMES)
def test_the_keys_speak_of_no_other_game(game: str) -> None:
    words = {"princess": ("rune", "declar", "witch"), "sand": ("disk", "magician"), "beasts": ("die", "fence")}
    dress = look()
    told = " ".join(
        part for line in key_lines(renderer_for(game), dress, Settings(), 76) for part, _ in line if part.strip()
    ).partition("Keys")[2]
    assert "Keys" not in told and "Choose" in told and not any(w in told.lower() for own in words.values() for w in own)


# --- Leaving


@pytest.mark.parametrize(
    "keys", [(), ("v",), ("?",), ("o",), ("c",), ("f2",)], ids=lambda keys: "".join(keys) or "board"
)
async def test_ctrl_c_twice_leaves_from_everywhere(tmp_path: Path, keys: tuple[str, ...]) -> None:
    async with playing(tmp_path, at(table(tmp_path, "human human")), QUICK) as hands:
        await hands.press(*keys)
        await hands.press("ctrl+c")
        assert hands.app.is_running and "once more" in hands.toasts[-1]
        hands.strike("ctrl+c")
        await hands.until(lambda: not hands.app.is_running)
        assert hands.app.return_value == 0


@pytest.mark.parametrize("label", ["Play", "Settings", "Rules"])
async def test_ctrl_c_twice_leaves_from_the_other_rooms(tmp_path: Path, label: str) -> None:
    async with playing(tmp_path) as hands:
        await hands.go_to(label)
        await hands.press("enter", "ctrl+c")
        assert hands.app.is_running
        hands.strike("ctrl+c")
        await hands.until(lambda: not hands.app.is_running)


async def test_a_record_with_a_player_whom_nobody_knows_is_not_played_on(tmp_path: Path) -> None:
    path = table(tmp_path).store.path
    path.write_text(read_text(path).replace("Bo:normal", "Bo:wizard"), "utf-8")
    async with playing(tmp_path) as fingers:
        await fingers.press("enter")
        await fingers.until(lambda: fingers.toasts)
        assert fingers.toasts[0].startswith(
            "the-game.tilehall can be replayed, but not played on: Bo cannot be 'wizard'"
        )
        assert fingers.room == "HomeScreen"


async def test_nor_is_there_a_rematch_with_one(tmp_path: Path) -> None:
    path = to_the_end(table(tmp_path)).store.path
    path.write_text(read_text(path).replace("Bo:normal", "Bo:wizard"), "utf-8")
    async with playing(tmp_path, at(resumed(path))) as fingers:
        await fingers.in_room("ScoringScreen")
        await fingers.press("R")
        await fingers.in_room("HomeScreen")
        assert fingers.toasts == ["Bo cannot be 'wizard' here; a seat is human, random, easy, normal, hard or master."]


async def test_the_end_of_a_game_leaves_the_room_that_somebody_reads_in(tmp_path: Path) -> None:
    found = table(tmp_path, "human human")
    async with playing(tmp_path, at(found)) as hands:
        await hands.press("c")
        await hands.in_room("ScoringScreen")
        to_the_end(found)
        await hands.settled()
        assert "so far" in hands.lines[0]
        await hands.press("escape")
        await hands.in_room("BoardScreen")
        await hands.sees("The game is over.")
