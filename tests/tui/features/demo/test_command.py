"""Demos that are searched, told in lines, and written as recordings and as texts."""

from __future__ import annotations

import io
import json
import os
import re
import select
import termios
from pathlib import Path

import pyte
import pytest

from tests.cases import some
from tests.rules import rule
from tilehall.engine import BUILT_IN_GAMES, ENGLISH, RecordPlayer, UserError, load_game, load_rulebook
from tilehall.tui.cli import main
from tilehall.tui.config.look import Look, presentation_settings
from tilehall.tui.config.settings import Settings
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.features.demo.demo_frames import DemoFrames
from tilehall.tui.features.demo.demo_search import (
    DemoSearchProgress,
    check_rules,
    progress_text,
    search_game,
    split_rules,
)
from tilehall.tui.features.demo.demo_tour import open_tour
from tilehall.tui.features.demo.export import render_asciicast, render_text_demo
from tilehall.tui.features.demo.rules_shown import first_sentence
from tilehall.tui.features.demo.widget import DemoView
from tilehall.tui.lines.console import LineConsole
from tilehall.tui.lines.narration import tell_computer_game, tell_demo
from tilehall.tui.screens.board_svg import load_look
from tilehall.tui.tables.seat import spectator_seat
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import run_inline
from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.terminal.input.discard_input import discard_input

BY_LOT = (RecordPlayer("Aki", "random"), RecordPlayer("Bo", "random"))


# --- looking for rules ------------------------------------------------------------------------------------------------


@rule("P-4.13", "P-4.21")
def test_a_game_is_found_that_shows_rules_and_begins_just_before_the_first() -> None:
    told = list[DemoSearchProgress]()
    reel = search_game(load_game("princess"), BY_LOT, (), ["P-4.13", "P-4.21"], "a", told.append)
    wanted = {"P-4.13", "P-4.21"}
    assert not wanted & reel.rules_seen() and wanted & {*reel.rules(reel.frames[reel.at + 1])}
    assert wanted <= {rule for frame in reel.frames for rule in reel.rules(frame)}
    assert told[-1].found and [each.games for each in told] == list(range(len(told)))
    again = search_game(load_game("princess"), BY_LOT, (), ["P-4.13", "P-4.21"], "a")
    assert again.frames == reel.frames and again.at == reel.at, "the same seed, the same game"


def test_among_the_games_that_are_found_the_one_is_shown_in_which_it_takes_least() -> None:
    def takes(reel: DemoFrames) -> int:
        shown = [reel.rules(frame) for frame in reel.frames]
        firsts = [next(n for n, rules in enumerate(shown) if each in rules) for each in ("P-4.21", "P-4.13")]
        return max(firsts) - reel.at

    first = search_game(load_game("princess"), BY_LOT, (), ["P-4.21", "P-4.13"], "b", most=1)
    assert takes(search_game(load_game("princess"), BY_LOT, (), ["P-4.21", "P-4.13"], "b")) <= takes(first)


@rule("S-4.45")
def test_what_only_other_options_show_is_taken_from_the_tour() -> None:
    reel = search_game(load_game("sand"), BY_LOT, (), ["S-4.45"], most=1)
    assert reel.now.header.options == (("mode", "advanced"),)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("P-4.133", "There is no rule 'P-4.133'. Did you mean P-4.13?"),
        ("nonsense", "There is no rule 'nonsense'. 'tilehall rules princess' has them all."),
        ("P-1.1", "No step of a game shows P-1.1; 'tilehall rules princess P-1.1' reads it."),
    ],
)
def test_a_rule_that_cannot_be_shown_is_one_sentence(words: str, told: str) -> None:
    with pytest.raises(UserError) as error:
        check_rules(load_game("princess"), split_rules(words))
    assert f"{error.value}" == told


def test_only_the_rules_that_are_missing_are_named_with_the_number_of_games() -> None:
    good = (RecordPlayer("Aki", "normal"), RecordPlayer("Bo", "normal"))
    with pytest.raises(UserError, match=r"^P-5\.3: not found in 1 game\.$"):
        search_game(load_game("princess"), good, (), ["P-5.3", "P-2.1"], most=1)
    assert check_rules(load_game("princess"), split_rules("p-4.13, P-4.21,P-4.13")) == ("P-4.13", "P-4.21")


def test_rules_that_come_up_only_in_different_games_are_told_apart_from_missing_ones() -> None:
    with pytest.raises(UserError, match=r"^P-5\.3 and P-5\.1 come up, but never together in 2 games\."):
        search_game(load_game("princess"), BY_LOT, (), ["P-5.3", "P-5.1"], most=2)


@rule("B-4.44")
def test_a_rule_that_was_asked_for_comes_first_and_is_read_where_it_is_shown() -> None:
    reel = search_game(load_game("beasts"), BY_LOT, (), ["B-4.44"], most=1)
    reel.go(reel.at + 1)
    caption = reel.caption(reel.frame)
    assert caption.rules[0] == "B-4.44" and "B-4.44" in caption.unsaid_rules and "B-4.40" not in caption.unsaid_rules
    words = first_sentence(load_game("beasts"), "B-4.44", ENGLISH)
    for size in ((80, 24), (120, 40)):
        told = DemoView(reel).paint(look(), *size, []).picture.text().split("\n")[-7:]
        assert any(line.strip().startswith(f"B-4.44 {words[:50]}") for line in told)
    at, sink = reel.at - 1, io.StringIO()
    reel.go(at)
    text = render_text_demo(reel, look())
    assert f"**B-4.44** {words}" in text
    before, told = text.split("```\n", 1)
    assert "After " in before and "- **" not in before, "it begins with a board"
    assert text.count("- **") < 30 < len(reel.frames) - at, "nobody reads on to the end of the game"
    reel.go(at)
    tell_demo(reel, LineConsole(io.StringIO(), sink), 0.0, lambda seconds: None)
    assert f"  B-4.44: {words}\n" in sink.getvalue() and "Result: " not in sink.getvalue()


def test_the_rule_line_belongs_to_the_step_whatever_is_pointed_at() -> None:
    reel = open_tour(load_game("beasts"))
    stage = DemoView(reel, chosen="B-4.44")
    for at, frame in enumerate(reel.frames):
        reel.go(at)
        text = stage.paint(look(), 80, 24, []).picture.text()
        assert not re.search(r"^ B-4\.44 ", text, re.MULTILINE) or "B-4.44" in reel.rules(frame)


@rule("B-4.2")
def test_a_reason_stands_with_what_was_decided_and_not_with_what_came_of_it() -> None:
    sink = io.StringIO()
    tell_demo(open_tour(load_game("beasts")), LineConsole(io.StringIO(), sink), 0.0, lambda seconds: None)
    assert (
        "Aki ends the turn. [B-4.2]\n  Why: nothing more that could be placed would help.\nV11 is complete"
        in sink.getvalue()
    )


def look() -> Look:
    return load_look(Settings(), Terminal(), places(Path()), load_game("beasts").package)


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_for_a_room_the_board_has_all_the_window_and_no_log(name: str) -> None:
    reel = open_tour(load_game(name))
    reel.go(len(reel.frames))
    whole, beside = (
        DemoView(reel, full_board=bare).paint(look(), 120, 40, []).picture.text() for bare in (True, False)
    )
    assert "The rules" in beside and not re.search(r"The rules|─ Log", whole)
    assert (
        DemoView(reel, full_board=True, listed=True).paint(look(), 120, 40, []).picture.text().count("The rules") == 1
    )


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_everybody_keeps_his_place_in_the_title_and_nothing_is_yours_to_who_watches(name: str) -> None:
    reel = open_tour(load_game(name))
    stage = DemoView(reel)
    for at in range(0, len(reel.frames), 3):
        reel.go(at)
        text = stage.paint(look(), 120, 40, []).picture.text()
        title = text.split("\n")[0]
        seats = [title.index(f" {who}") for who in reel.now.names]
        assert seats == sorted(seats) and not re.search("Your (board|cards|dice|fist)", text)
        assert reel.seat_in_front is None or f"{reel.now.names[reel.seat_in_front]}'s board" in title


def test_a_step_without_a_rule_reads_none() -> None:
    assert first_sentence(load_game("beasts"), "", ENGLISH) == ""


def test_how_far_a_search_has_come_names_what_is_still_looked_for() -> None:
    wanted = ("B-4.44", "B-4.32")
    assert f"{progress_text(DemoSearchProgress(0, False, wanted), wanted)}" == (
        "Looking for a game with B-4.44 and B-4.32. Ctrl+C stops."
    )
    assert f"{progress_text(DemoSearchProgress(20, False, ('B-4.32',)), wanted)}" == (
        "Looking for a game with B-4.32: 20 games so far. Ctrl+C stops."
    )


def test_what_is_typed_while_nobody_listens_is_neither_echoed_nor_kept() -> None:
    keyboard, terminal = os.openpty()
    with open(terminal) as source:
        before = termios.tcgetattr(terminal)
        with discard_input(source):
            assert not termios.tcgetattr(terminal)[3] & termios.ECHO
            os.write(keyboard, b"\x1b[C\n")
        assert termios.tcgetattr(terminal) == before
        assert not select.select([terminal], [], [], 0)[0], "what was typed is forgotten"
    os.close(keyboard)


# --- recordings -------------------------------------------------------------------------------------------------------


def events(text: str) -> list[list[object]]:
    return [json.loads(line) for line in text.splitlines()[1:]]


@pytest.mark.parametrize("name", some(BUILT_IN_GAMES))
def test_a_recording_shows_at_its_end_what_the_screen_would(name: str, tmp_path: Path) -> None:
    target, again = tmp_path / "a.cast", tmp_path / "b.cast"
    for file in (target, again):
        assert main(["demo", name, "--tour", "--out", str(file)]) == 0
    assert target.read_bytes() == again.read_bytes()
    head = json.loads(target.read_text("utf-8").splitlines()[0])
    assert (head["version"], head["width"], head["height"], head["title"]) == (2, 80, 24, f"{load_game(name).title}")
    found = events(target.read_text("utf-8"))
    times = [float(f"{each[0]}") for each in found]
    assert times == sorted(times) and 60 < times[-1] < 240
    assert {each[1] for each in found} == {"o", "m"}
    marks = [each[2] for each in found if each[1] == "m"]
    reel = open_tour(load_game(name))
    assert {f"{part.note.title}" for part in reel.parts if part.note} <= {*marks}
    screen = pyte.Screen(80, 24)
    stream = pyte.Stream(screen)
    for each in found[:-1]:
        if each[1] == "o":
            stream.feed(f"{each[2]}")
    reel.go(len(reel.frames))
    look = load_look(
        Settings(), Terminal(glyphs="full", colours="truecolor"), places(tmp_path), load_game(name).package
    )
    picture = DemoView(reel).paint(look, 80, 24, []).picture.text().split("\n")
    assert [line.rstrip() for line in screen.display[:-1]] == [line.rstrip() for line in picture[:-1]]


def places(folder: Path) -> UserDirs:
    return UserDirs(folder / "config", folder / "data", folder / "state")


def test_speed_and_size_of_a_recording(tmp_path: Path) -> None:
    look = load_look(Settings(), Terminal(), places(tmp_path), load_game("princess").package)
    long, short = (
        events(render_asciicast(open_tour(load_game("princess")), look, (120, 40), speed)) for speed in (1.0, 4.0)
    )
    assert float(f"{long[-1][0]}") / float(f"{short[-1][0]}") == pytest.approx(4.0, rel=0.01)
    still = events(render_asciicast(open_tour(load_game("princess")), look, (80, 24), 0.0))
    assert 0 < float(f"{still[-1][0]}") < 1


@pytest.mark.parametrize("speed", ["1e-300", "1e300"])
def test_no_pause_is_too_long_or_too_short_for_a_clock(tmp_path: Path, speed: str) -> None:
    target = tmp_path / "a.cast"
    assert main(["demo", "beasts", "--tour", "--out", str(target), "--speed", speed]) == 0
    assert 0 < float(f"{events(target.read_text('utf-8'))[-1][0]}") < 100_000


# --- texts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_a_text_tells_every_frame_with_boards_between_and_the_rules_at_its_end(name: str, tmp_path: Path) -> None:
    target = tmp_path / "a.md"
    assert main(["demo", name, "--tour", "--out", str(target)]) == 0
    text, reel = target.read_text("utf-8"), open_tour(load_game(name))
    steps = [frame.step for frame in reel.frames if not frame.note]
    assert [int(step) for step in re.findall(r"^- \*\*(\d+)\*\* ", text, re.MULTILINE)] == steps
    boards = re.findall(r"^```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(reel.parts) <= len(boards) < len(steps)
    assert all(len(line) <= 120 for board in boards for line in board.split("\n"))
    told, rules = text.rsplit("## The rules", 1)
    cited = {rule for frame in reel.frames for rule in reel.rules(frame)}
    assert (
        set(re.findall(r"^- \*\*([A-Z]-[\w.]+)\*\* ", rules, re.MULTILINE)) == cited <= {*load_rulebook(name).numbers()}
    )
    assert "Why: " in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--out", "a.txt"), "a.txt should end in .cast, a recording, or in .md, a text."),
        (("--out", "a.cast", "--size", "huge"), "'huge' is no size such as 120x40."),
        (
            ("--out", "a.cast", "--size", "79x24", "--seed", "1"),
            "79x24 is too small: a recording of The Princess and Magic Tile needs 80x24.",
        ),
        (("--size", "zzz"), "Only a recording has a size: name it with --out FILE.cast."),
        (("--out", "a.md", "--size", "80x24"), "Only a recording has a size: name it with --out FILE.cast."),
        (("--rules", ","), "--rules takes rules, such as P-4.13."),
        (("--tour", "--seed", "1"), "A tour has its own games and rules: leave out --seed."),
        (("--tour", "--rules", "P-4.13"), "A tour has its own games and rules: leave out --rules."),
    ],
)
def test_what_cannot_be_written_is_one_sentence(
    words: tuple[str, ...],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["demo", "princess", *words]) == 2
    assert told in capsys.readouterr().err and not [*tmp_path.iterdir()]


# --- in lines, and for a room -----------------------------------------------------------------------------------------


def test_a_tour_in_lines_waits_as_long_as_it_takes_to_read_or_for_enter() -> None:
    waits, sink, reel = list[float](), io.StringIO(), open_tour(load_game("beasts"))
    tell_demo(reel, LineConsole(io.StringIO(), sink), 2.0, waits.append)
    assert waits == [reel.seconds(at) / 2.0 for at in range(len(reel.frames))]
    text = sink.getvalue()
    assert "The board. Twelve squares" in text and "[B-4.40]" in text and "  Why: " in text
    sink, source = io.StringIO(), io.StringIO("\n" * 3)
    tell_demo(open_tour(load_game("beasts")), LineConsole(source, sink), 2.0, waits.append, presented=True)
    assert len(waits) == len(reel.frames), "nobody waits by the clock"
    assert sink.getvalue().count("(Enter)") == 4 and "Fences and beasts" in sink.getvalue()


class Keyboard(io.StringIO):
    """Somebody at a terminal, who ends it with Ctrl+D."""

    def isatty(self) -> bool:
        return True


LEAVING = [Keyboard("\nquit\n\n\n\n"), Keyboard("\n"), io.StringIO("\nEXIT\n\n")]


@pytest.mark.parametrize("source", LEAVING, ids=["quit", "Ctrl+D", "in a script"])
def test_who_has_seen_enough_of_what_is_presented_leaves(source: io.StringIO) -> None:
    sink = io.StringIO()
    tell_demo(open_tour(load_game("beasts")), LineConsole(source, sink), 2.0, lambda seconds: None, presented=True)
    assert sink.getvalue().count("(Enter)") == 2 and "Enter goes on, quit leaves." in sink.getvalue()
    source.seek(0)
    sink, table = io.StringIO(), Table.open("sand", BY_LOT, (), "7")
    run_inline(
        tell_computer_game(spectator_seat(table), LineConsole(source, sink), 2.0, lambda seconds: None, presented=True)
    )
    assert sink.getvalue().count("(Enter)") == 2 and not table.over


def test_what_is_presented_is_of_high_contrast_and_large_and_does_not_move() -> None:
    room = presentation_settings(Settings({"confirm": "at once", "tiles": "small"}), Terminal())
    assert [room[name] for name in ("theme", "tiles", "animation", "confirm")] == [
        "contrast",
        "auto",
        "off",
        "at once",
    ]
    assert presentation_settings(Settings(), Terminal(colours="16"))["theme"] == "auto"
