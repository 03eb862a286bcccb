"""Line mode: whole games, every command, refusals, wrong input, secrets, and a crash at any moment."""

import io
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TextIO

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.pseudo import PseudoLanguage, english_in
from tests.rules import rule
from tests.tui.player.sitting import hint, in_lines, kept, resumed, think
from tilehall.engine import (
    BUILT_IN_GAMES,
    ENGLISH,
    Header,
    Language,
    Match,
    RecordPlayer,
    RuleParagraph,
    Section,
    SeedDealer,
    Setup,
    Text,
    load_game,
)
from tilehall.engine import render_text as worded
from tilehall.engine.games.princess import Princess
from tilehall.tui.boards.plain import wording
from tilehall.tui.boards.wording import wording_for
from tilehall.tui.config.settings import Settings
from tilehall.tui.lines import rulebook_pages, typed_actions
from tilehall.tui.lines.console import LineConsole
from tilehall.tui.lines.line_commands import COMMANDS, OTHER_WORDS
from tilehall.tui.lines.narration import tell_computer_game, tell_position, tell_replay
from tilehall.tui.lines.thinking import LineThinker
from tilehall.tui.tables.history.replay import NOT_OVER, Replay
from tilehall.tui.tables.seat import spectator_seat
from tilehall.tui.tables.storage.saved_games import read_record, read_text
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.table_factory import TableFactory
from tilehall.tui.tables.thinking.thinkers import Thought, run_inline

ROOT = Path(__file__).parents[3]
PEOPLE = tuple(map(RecordPlayer, ("Aki", "Bo", "Cleo", "Dara")))
FIRST = (("start_seat", "0"),)
QUICK = Settings().with_value("confirm", "at once")


class Asked(io.StringIO):
    """A source that answers each prompt when it is asked."""

    def __init__(self, sink: io.StringIO, answer: Callable[[str], str | None]) -> None:
        super().__init__()
        self.sink = sink
        self.answer = answer

    def readline(self, size: int = -1) -> str:
        line = self.answer(self.sink.getvalue().rpartition("\n")[2])
        return "" if line is None else line + "\n"


def seated(
    players: tuple[RecordPlayer, ...] = (*PEOPLE[:1], RecordPlayer("Bo", "random")),
    path: Path | None = None,
    options: tuple[tuple[str, str], ...] = FIRST,
) -> Table:
    return Table.open("princess", players, options, seed="7", store=kept(path))


def said(table: Table, *lines: str, settings: Settings = QUICK, language: Language = ENGLISH) -> str:
    """Everything that is said when these lines are typed and the input then ends."""
    sink = io.StringIO()
    source = io.StringIO("".join(line + "\n" for line in lines))
    in_lines(table, LineConsole(source, sink, language=language), settings)
    return sink.getvalue()


def answers(table: Table, *lines: str) -> str:
    """What is said from the first of these lines on."""
    text = said(table, *lines)
    return text.partition(f"> {lines[0]}\n")[2]


def to_decision(table: Table, kind: str) -> Table:
    """Plays on by lot until a human has to decide this."""
    dice = random.Random(1)
    while table.rules.decision(table.match.state, table.due()[0]).kind != kind or not table.is_human(table.due()[0]):
        seat = table.due()[0]
        table.act(seat, dice.choice(list(table.match.legal_actions(seat))))
    return table


# --- whole games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "humans"), [(2, 1), (2, 2), (4, 1), (4, 4)])
def test_a_whole_game_is_played_by_numbers(tmp_path: Path, players: int, humans: int) -> None:
    """A player who knows only what is said: numbers from the lists, Enter where a confirmation is asked for."""
    seats = (*PEOPLE[:humans], *(RecordPlayer(f"Bot{n}", "random") for n in range(players - humans)))
    table, sink, dice, asks = seated(seats, tmp_path / "a.tilehall"), io.StringIO(), random.Random(players), []

    def answer(prompt: str) -> str | None:
        asks.append(prompt)
        if prompt == "> ":
            return "quit"
        if "Enter to do it" in prompt:
            return ""
        heard = sink.getvalue()[-4000:]
        summary = re.search(r"  (\d+) choices[.,] .*\n.*\Z", heard)
        numbers = re.findall(r"^  (\d+)\. ", heard[heard.rindex(": ", 0, heard.rindex("[P-3")) :], re.MULTILINE)
        return str(dice.randint(1, int(summary[1] if summary else numbers[-1])))

    in_lines(table, LineConsole(Asked(sink, answer), sink), Settings())
    text = sink.getvalue()
    assert table.over
    assert "✗" not in text, "whatever was numbered could be done"
    assert "x There" not in text
    assert text.endswith("Good-bye.\n")
    record = read_record(tmp_path / "a.tilehall")
    assert (record.match.is_over, record.seed) == (True, "7")
    assert f"The record is kept in {tmp_path / 'a.tilehall'}" in text
    assert {ask.partition(">")[0] for ask in asks if ask.endswith("> ")} == {*(p.name for p in seats[:humans]), ""}


def test_a_whole_game_is_played_by_hints_to_the_goal() -> None:
    table, sink = seated(PEOPLE[:2]), io.StringIO()

    def answer(prompt: str) -> str | None:
        if prompt == "> ":
            return None
        told = re.search(
            r"Hint: (.*)\. Why: .*\n(?:(?:There|About|It|For|Against|Nothing|The) .*\n)*.*\Z", sink.getvalue()[-900:]
        )
        return told[1] if told else "hint"

    in_lines(table, LineConsole(Asked(sink, answer), sink), QUICK)
    text = sink.getvalue()
    assert table.rules.final_result(table.match.state).ending == "goal"
    assert "The points:" in text
    aki, bo = table.rules.final_result(table.match.state).scores
    assert re.search(rf"Result: 1\. (Aki {aki}, [12]\. Bo {bo}|Bo {bo}, [12]\. Aki {aki})\.", text)
    assert re.search(r"^(Aki|Bo) wins\.$|share the victory", text, re.MULTILINE)
    assert re.search(r"first at the GOAL: \+10\. \[P-5\.4\]", text)


def test_a_rematch_is_a_new_game_of_the_same_players(tmp_path: Path) -> None:
    table = seated(path=tmp_path / "a.tilehall")
    dice = random.Random(1)
    while not table.over:
        table.act(table.due()[0], dice.choice(list(table.match.legal_actions(table.due()[0]))))
    text = said(table, "score", "where", "undo", "hint", "take FU", "rematch", "rematch")
    assert text.count("At the table: Aki (human), Bo (random).") == 2
    assert "✗ The game is over" in text
    assert "✗ The game is not over yet." in text
    assert f"✗ {NOT_OVER}" in said(seated(), "review")
    files = sorted(tmp_path.glob("*.tilehall"))
    assert len(files) == 2
    again = next(read_record(path) for path in files if path.name != "a.tilehall")
    assert (again.header.players, again.header.options) == (table.header.players, table.header.options)
    assert again.header.sealed != table.header.sealed


def test_a_line_of_the_score_tells_where_it_comes_from() -> None:
    table = seated()
    dice = random.Random(4)
    while not table.over:
        table.act(table.due()[0], dice.choice(list(table.match.legal_actions(table.due()[0]))))
    text = said(table, "score", "score 1", "score 99", "score x")
    first = re.search(r"^  1\. (.+): ([+-]\d+)\. \[P-5\.4\]$", text, re.MULTILINE)
    assert first is not None
    what, points = re.escape(first[1]), re.escape(first[2])
    assert re.search(rf"^(Aki|Bo), {what}: {points}\.$", text, re.MULTILINE), text
    told = text.partition("> score 1\n")[2].partition("> score 99")[0]
    assert sum(int(term) for term in re.findall(r"^  ([+-]\d+): ", told, re.MULTILINE)) == int(first[2])
    assert "P-5.4" in told
    last = len(table.rules.receipt(table.match.state).lines)
    assert f"✗ There is no line 99: the score has {last}." in text and "✗ There is no line x" in text


# --- one thing after the other ------------------------------------------------------------------------------------


def test_few_choices_are_listed_and_many_counted() -> None:
    text = said(seated(), "side a", "take WM", "legal", "legal cell", "legal c", "legal all", "legal zebra")
    assert "  1. side a\n  2. side b\n" in text
    assert "  1. take WM: water moon\n" in text
    assert "  16 choices. 'legal cell' lists them, with numbers." in text
    assert text.count("  16. cell ") == 3
    assert "✗ Nothing that begins with 'zebra' may be done now; there is cell." in text


@pytest.mark.parametrize("line", ["take WM", "TAKE wm", "1", "t wm", "wm", "take   WM", "tak WM"])
def test_an_action_may_be_typed_in_many_ways(line: str) -> None:
    table = seated()
    said(table, "side a", line)
    assert [str(step.action) for step in table.match.steps][-1] == "take WM"


def test_what_begins_many_actions_lists_them() -> None:
    text = answers(to_decision(seated(), "RUNE"), "hold")
    assert text.startswith("4 choices begin like that:\n  2. hold R")


def test_of_many_that_begin_alike_a_few_are_named_and_the_others_counted() -> None:
    table = Table.open("beasts", PEOPLE[:2], seed="7")
    while table.rules.decision(table.match.state, seat := table.due()[0]).kind != "PLACE":
        table.act(seat, table.match.legal_actions(seat)[0])
    found = [str(action) for action in table.match.legal_actions(seat) if action.verb == "die"]
    text = said(table, "hint die")
    assert f"{len(found)} choices begin like that: {', '.join(found[:9])} and {len(found) - 9} more." in text


def test_an_action_after_optional_steps_passes_them() -> None:
    table = to_decision(seated(), "RUNE")
    kind = str(table.rules.legal_actions(table.match.state, 0)[0])
    assert kind == "pass"
    shown = table.rules.dump(table.match.state)["display"][0]
    text = answers(table, f"take {shown}")
    assert text.startswith("Aki passes. [P-3.S2]\n")
    assert re.search(rf"Aki takes {shown} \w+ \w+\. \[P-3\.S5\]", text)


def test_names_alone_are_refused_by_their_rule_too() -> None:
    text = said(seated(), "a", "wm", "h8")
    assert "✗ H8: a tile must touch another one" in text
    assert "✗ 'zz' is no action of this game. [P-3.6] Nearest: side b, side a. Type help for the commands." in said(
        seated(), "zz"
    )


@rule("P-4.1")
def test_a_refusal_names_rule_and_neighbours() -> None:
    text = said(seated(), "side a", "take WM", "cell h8", "why")
    expected = "✗ H8: a tile must touch another one by a side or a corner. [P-4.1] Nearest: cell F6, cell E5, cell F5."
    assert expected in text
    assert text.count("P-4.1  Lay a tile on one of your tiles") == 1, "why tells the whole rule"


def test_why_tells_legal_from_illegal() -> None:
    text = said(
        seated(), "side a", "why", "why take WM", "why take EM", "why take", "why nonsense", "what WU", "what EM"
    )
    assert "Nothing has been refused yet." in text
    assert "take WM is legal." in text
    assert text.count("✗ EM earth moon is not in the display. [P-3.S5] Nearest: take ") == 2
    assert "✗ 4 choices begin like that: take WM" in text
    assert "✗ 'nonsense' is no action of this game. [P-3.6]" in text
    assert re.search(r"take WU: (could complete|completes no rune)", text)


def test_a_hint_is_given_with_its_reason() -> None:
    table = seated()
    text = said(table, "hint")
    assert f"Hint: {hint(table, 0).action}. Why: {worded(hint(table, 0).why, ENGLISH, table.names)}." in text
    assert not any(step.seat == 0 for step in table.match.steps), "and nothing is done"


def test_taking_back() -> None:
    table = seated(options=(*FIRST, ("first_turn", "full")))
    text = said(table, "side a", "undo", "pass", "pass", "undo", "redo", "restart", "restart", "redo", "redo", "redo")
    assert "✗ Taking back ends at what the dealer has shown (draw FU)." in text
    assert "Taken back: pass." in text
    assert "Taken back: 2 actions." in text
    assert text.count("Done again:") == 3
    assert "✗ Nothing has been taken back." in text


def test_friends_take_back_for_each_other() -> None:
    table = seated(PEOPLE[:2])
    text = answers(table, "a", "undo", "b")
    assert "Now it is Bo's turn." in text
    assert "Taken back: side a." in text
    assert "Aki plays on side b." in text


def test_the_end_of_a_turn_is_confirmed() -> None:
    table = seated()
    text = said(table, "a", "n", "a", "where", "a", "", settings=Settings())
    assert text.count("Enter to do it, n to think again:") == 3
    assert text.count("Not done: you said no. It is still your turn.") == 1
    assert text.count("Not done: 'where' is neither Enter nor yes.") == 1
    assert text.count("Turn: Aki.") == 1, "what is typed instead of an answer is heeded"
    assert [str(step.action) for step in table.match.steps if step.seat == 0] == ["side a"]
    changed = seated()
    said(changed, "settings confirm at once", "a", settings=Settings())
    assert [str(step.action) for step in changed.match.steps if step.seat == 0] == ["side a"]


def test_input_that_ends_at_a_confirmation_does_nothing() -> None:
    table = seated()
    assert "Good-bye." in said(table, "a", settings=Settings())
    assert not any(step.seat == 0 for step in table.match.steps)


def test_what_others_did_is_told_with_reasons_and_rules() -> None:
    text = said(seated((PEOPLE[0], RecordPlayer("Merlin", "normal"))), "a")
    assert "Merlin plays on side b. [P-2.1] Why: both sides are equally good: " in text


def test_a_resumed_game_begins_with_what_happened_since(tmp_path: Path) -> None:
    path = tmp_path / "a.tilehall"
    said(seated(path=path), "a", "take WM")
    text = said(resumed(path), "last")
    assert "Aki takes WM" not in text.partition("Aki> ")[0], "own actions are known"
    assert "Aki: Lay the tile" in text
    assert "Nothing has happened since your last action." in text


def test_friends_who_resume_hear_only_what_came_last(tmp_path: Path) -> None:
    path = tmp_path / "a.tilehall"
    said(seated(PEOPLE[:2], path), "a", "b", "wm")
    text = said(resumed(path))
    assert "plays on side" not in text
    assert "Aki: Lay the tile" in text


def test_where_everything_stands() -> None:
    text = answers(to_decision(seated(), "DECLARE"), "board")
    for line in (
        r"Turn: Aki\.",
        r"Track: Aki on .*, Bo on .*\.",
        r"The princess waits on space 13\.",
        r"The passages 8 to 12 and 10 to 14 are closed\.",
        r"Witch: \d+ tiles left, \d+ of them in the stack; \d+ full rounds?\.",
        r"Display: ..( \w+){2}.*\.",
        r"  R\d\d [\w-]+( \w+)?, \d steps.*: (tile|gap).* Aki: .*\. Bo: .*\.",
        r"Aki: board B4., \d gems? in supply; sprites left: Extra Tile \d, Gem \d\.",
        r"  Row 4: .*D4 [EWFA][MSU] \w+ \w+.*\.",
        r"Bo: board B3..*",
    ):
        assert re.search(f"^{line}$", text, re.MULTILINE), line


def test_looking_at_one_thing() -> None:
    table = to_decision(seated(), "DECLARE")
    position = table.rules.dump(table.match.state)
    open_card, gem = position["row"][0], position["hunters"][0]["gems"][0]
    text = said(
        table, f"look {open_card}", "look FU", "look t31", f"look {gem.lower()}", "look bo D4", "look Bo", "look deck"
    )
    assert f"{open_card} " in text
    assert "It is open in the row." in text
    assert re.search(r"FU fire sun: \d in the display, \d in the stack\.", text)
    assert "T31 Steal Left. It is " in text
    assert re.search(rf"Aki, {gem} \w\w \w+ \w+ with a gem", text)
    assert "Bo, D4 " in text
    assert re.search(r"The deck has \d+ cards", text)
    places = said(table, "look runes", "look track", "look display", "look clock", "look", "look zebra")
    assert "✗ There is no 'zebra' to look at. Name a cell" in places


def test_around_and_scan() -> None:
    text = said(seated(), "a", "around D4", "around a1", "around x", "scan row 4", "scan d", "scan", "scan 11")
    assert "  north-west: C3 empty.\n  north: D3 empty." in text
    assert "  east: E4 ES earth star.\n" in text
    assert "A1 empty.\n  east: B1 empty.\n  south: A2 empty.\n  south-east: B2 empty.\n" in text
    assert "✗ 'x' is no cell." in text
    assert text.count("Row 4: D4 AM wind moon; E4 ES earth star.") == 2
    assert "Column D: D4 AM wind moon; D5 WS water star." in text
    assert "✗ '11' is no row or column." in text


def test_rules_score_seed_log_and_save(tmp_path: Path) -> None:
    path, copy = tmp_path / "a.tilehall", tmp_path / "copy.tilehall"
    table = seated(path=path)
    lines = ("a", "rules", "rules p-4.2", "rules toll", "rules xyzzy", "score", "seed", "log", "log 1", "save")
    text = said(table, *lines, f"save {copy}", f"save {copy}", "save /dev/null/x", "help")
    assert "  4  The rules in detail" in text
    assert "P-4.2  The printed tiles of your board" in text
    assert "P-4.17  If your total takes you" in text
    assert "✗ The rules of The Princess and Magic Tile say nothing about 'xyzzy'." in text
    assert "Aki: -1" in text
    assert f"The seed is sealed as {table.header.sealed}" in text
    assert "3. Aki plays on side a. [P-2.1]" in text
    assert f"Every action is kept at once in {path}." in text
    assert read_text(copy) == table.record()
    assert f"✗ {copy.name} is there already; choose another name." in text
    assert "✗ /dev/null" in text
    assert all(f"  {command.word}" in text for command in COMMANDS), "help lists every command"
    assert "The game is kept. Go on with: tilehall games resume a --line" in text


def test_every_command_says_something() -> None:
    for command in COMMANDS:
        table = seated()
        before = len(said(table, "a", "take WM", "legal"))
        assert len(said(seated(), "a", "take WM", command.word)) > before - 200
        text = said(seated(), "a", "take WM", f":{command.word}")
        assert "is no command" not in text
        assert text.rstrip().splitlines()[-1] != "", command.word


def test_beginnings_of_commands_and_unknown_words() -> None:
    text = said(seated(), "sco", "re", ":xyzzy", "", "help me", "99", "0", "-1", "٣")
    assert "The points if the game ended now:" in text
    assert "✗ 're' may mean reason, redo, restart, review or rematch." in text
    assert "✗ 'xyzzy' is no command. Type help for the commands." in text
    assert "✗ 'undu' is no command. Did you mean undo?" in said(seated(), ":undu")
    assert text.count("✗ There are 2 choices; legal lists them with their numbers.") >= 2


def test_characters_that_cannot_be_shown_become_plain() -> None:
    raw = io.BytesIO()
    sink = io.TextIOWrapper(raw, encoding="ascii", newline="\n")
    table = Table.open("princess", (RecordPlayer("Jürgen"), RecordPlayer("Bo", "random")), FIRST, "7")
    in_lines(table, LineConsole(io.StringIO("a\ntake EM\nwhy take \x1b[31m\u202e\n"), sink), QUICK)
    text = raw.getvalue().decode("ascii")
    assert "x EM earth moon is not in the display. [P-3.S5]" in text
    assert "J?rgen" in text
    assert "\x1b" not in text


def test_an_overlong_line_is_one_line() -> None:
    talk = LineConsole(io.StringIO("x" * 5000 + "\nquit\n"), io.StringIO())
    assert set(talk.ask(Text("")) or "") == {"x"}
    assert talk.ask(Text("")) == "quit"
    assert talk.ask(Text("")) is None


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("sink", "bell", "rings"), [(Terminal, "my turn", True), (Terminal, "off", False), (io.StringIO, "my turn", False)]
)
def test_a_bell_rings_only_on_a_terminal_and_if_asked(sink: type[io.StringIO], bell: str, rings: bool) -> None:
    stream = sink()
    in_lines(seated(), LineConsole(io.StringIO("a\n"), stream), QUICK.with_value("bell", bell))
    assert ("\a" in stream.getvalue()) is rings


COMMAND_WORDS = [command.word for command in COMMANDS]
LINES = st.lists(
    st.one_of(
        st.text(max_size=30),
        st.sampled_from(["1", "2", "3", "a", "pass", "d3", "gem no", "stop", "y", "n", "", "cell D3", "take"]),
        st.builds(" ".join, st.tuples(st.sampled_from(COMMAND_WORDS), st.text(max_size=12))),
        st.builds(
            " ".join, st.tuples(st.sampled_from(COMMAND_WORDS), st.sampled_from(["D4", "cell", "P-4", "2", "all"]))
        ),
    ),
    max_size=25,
)


@settings(max_examples=25)
@given(LINES, st.booleans())
@example(["1"] * 25, True)
@example(["save \x00", "look \ud800", "rules (", "undo", "::", ":", "?"], False)
def test_whatever_is_typed_nothing_breaks(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], ask: bool
) -> None:
    folder = tmp_path_factory.getbasetemp()
    before = os.getcwd()
    os.chdir(folder)
    try:
        table = seated()
        text = said(table, *(line.replace("/", "") for line in lines), settings=Settings() if ask else QUICK)
    finally:
        os.chdir(before)
    assert "Traceback" not in text
    assert text.endswith("Good-bye.\n")
    assert not re.search(r"[\x00-\x09\x0b-\x1f]", text)
    assert table.match.game.faults(table.match.state) == ()


# --- languages ----------------------------------------------------------------------------------------------------


class Ja(PseudoLanguage):
    """Says yes and no like nobody else."""

    def template(self, text: Text) -> str:
        return {"yes": "ja", "no": "Nein"}.get(text.template) or super().template(text)


ACTIONS = ("side", "take", "cell", "hold", "pass", "draw", "row", "board", "start", "gem", "no", "stop", "keep")
PLACES = ("runes", "track", "display", "clock", "deck", "stack", "nw", "ne", "sw", "se")
SETTINGS = ("confirm", "ask", "at", "once", "bell", "my", "turn", "aids", "on", "off", "start_seat")
SHELL = ("tilehall", "games", "resume")
WORDS = (*(command.word for command in COMMANDS), *OTHER_WORDS, "all")
TYPED = frozenset((*ACTIONS, *PLACES, *SETTINGS, *SHELL, *WORDS))
"""What is typed, and so stays as it is."""


def test_all_is_said_in_the_language_of_the_talk() -> None:
    """Everything but what is typed, the names of players, and the rulebook, which is there in English only."""
    lines = ["help", "legal", "legal zebra", "where", "look zebra", "around x", "last", "log", "why", "score", "seed"]
    lines += ["settings", "settings x", "save", "rematch", "s", "xyzzy", "99", "a", "take EM", "what WM", "take WM"]
    lines += ["undo", "redo", "hint", "legal", "cell h8", "restart", "wm", "undo", "quit"]
    text = said(seated(), *lines, language=PseudoLanguage())
    told = [line for line in text.splitlines() if not re.match(r"Aki> |  \d+\. ", line)]
    assert [word for line in told for word in english_in(line, TYPED | {"zebra", "xyzzy", "notice"})] == []
    assert "Aki" in text
    assert all(f"  {command.word}" in text for command in COMMANDS), "commands are typed the same in every language"


def test_the_end_of_a_game_is_said_in_the_language_of_the_talk() -> None:
    table, sink = seated((RecordPlayer("Aki", "easy"), RecordPlayer("Bo", "easy"))), io.StringIO()
    run_inline(
        tell_computer_game(
            spectator_seat(table), LineConsole(io.StringIO(), sink, language=PseudoLanguage()), 0, lambda seconds: None
        )
    )
    tell_replay(Replay(table), LineConsole(io.StringIO(), sink, language=PseudoLanguage()))
    tell_position(Replay(table, 40), LineConsole(io.StringIO(), sink, language=PseudoLanguage()))
    assert english_in(sink.getvalue(), TYPED) == []


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_a_whole_game_is_told_in_the_language_of_the_talk(name: str) -> None:
    """Two people play by numbers, and now and then look around; only what can be typed is in English."""
    table, sink, dice = Table.open(name, PEOPLE[:2], seed="3"), io.StringIO(), random.Random(name)
    typed = {*TYPED}

    def answer(prompt: str) -> str | None:
        if not prompt.startswith(("Aki>", "Bo>")):
            return None if prompt == "> " else ""
        choices = table.rules.legal_actions(table.match.state, table.names.index(prompt.partition(">")[0]))
        typed.update(word for action in choices for word in (action.verb, *action.words))
        number = dice.randint(1, len(choices))
        asked = ("where", f"what {choices[number - 1]}", f"why {choices[number - 1]}", "hint", "score", "scan", "legal")
        return str(number) if dice.random() < 0.8 else dice.choice(asked)

    in_lines(table, LineConsole(Asked(sink, answer), sink, language=PseudoLanguage()), QUICK)
    assert table.over
    typed.update(step.action.verb for step in table.match.steps)
    assert english_in(sink.getvalue(), frozenset(typed)) == []


@pytest.mark.parametrize(
    ("answers", "done"),
    [("ja", True), ("J", True), ("y", True), ("", True), ("nein", False), ("n", False), ("no", False)],
)
def test_yes_and_no_are_understood_in_the_language_and_in_english(answers: str, done: bool) -> None:
    table = seated()
    said(table, "a", answers, settings=Settings(), language=Ja())
    assert [str(step.action) for step in table.match.steps if step.seat == 0] == ["side a"] * done


def test_names_of_any_width_are_said_as_they_are() -> None:
    players = (RecordPlayer("竹取"), RecordPlayer("Ωméga-Zoë", "random"))
    text = said(seated(players), "a", "score", "xyzzy")
    assert "\n竹取: " in text
    assert "\n竹取> " in text
    assert "Ωméga-Zoë (random)" in text


# --- secrets ------------------------------------------------------------------------------------------------------


class Veiled(Princess):
    """The princess' game if every seat believed something else: enough to need a curtain."""

    has_secrets = True

    def view(self, s, seat):
        twin = s.copy()
        twin.start = 0 if seat is None else seat
        return twin

    def decides_in_secret(self, s, seat):
        return True


def test_between_players_with_secrets_there_is_a_curtain() -> None:
    rules, header = Veiled(BUILT_IN_GAMES["princess"]), Header("princess", 1, PEOPLE[:2], FIRST)
    table = Table(header, Match(rules, header.setup, SeedDealer("7")), "7")
    text = said(table, "", "a", "", "b", "", "wm")
    assert text.count("\n" * 40) == 3
    assert "Aki, press Enter when only you can see this. " in text
    behind = text.partition("Bo, press Enter when only you can see this. ")
    assert "Aki plays on side" in behind[0], "the one who acts hears of it"
    assert "Aki plays on side" in behind[2], "and the next one is told behind the curtain"
    assert "\n" * 40 in behind[0][-80:]
    assert "side a" not in text.partition("Aki, press Enter")[0], "nothing is told before somebody is there"
    assert "✗ Taking back ends at what another player has done." in said(
        Table(header, Match(rules, header.setup, SeedDealer("7")), "7"), "", "a", "", "undo"
    )


def test_without_secrets_there_is_none() -> None:
    text = said(seated(PEOPLE[:2]), "a", "b", "wm")
    assert "press Enter" not in text
    assert "\n\n\n" not in text


# --- demo, replay, words ------------------------------------------------------------------------------------------


def test_a_demo_tells_every_step_and_waits_as_asked() -> None:
    table, sink, waits = seated(tuple(RecordPlayer(n, "easy") for n in ("Aki", "Bo"))), io.StringIO(), []
    run_inline(tell_computer_game(spectator_seat(table), LineConsole(io.StringIO(), sink), 4.0, waits.append))
    lines = sink.getvalue().splitlines()
    told = [line for line in lines if re.search(r"\[P-[\w.]+\]", line) and " points" not in line]
    assert len(waits) > len(table.match.steps) * 0.9
    assert set(waits) == {0.25}
    assert len(told) >= len(table.match.steps)
    assert any(" Why: " in line for line in lines)
    assert "Seed 7." in lines[1]
    silent: list[float] = []
    quick = seated((RecordPlayer("Aki", "random"), RecordPlayer("Bo", "random")))
    run_inline(tell_computer_game(spectator_seat(quick), LineConsole(io.StringIO(), io.StringIO()), 0, silent.append))
    assert silent == []


def test_a_replay_numbers_the_steps_and_shows_any_position(tmp_path: Path) -> None:
    table = seated((RecordPlayer("Aki", "random"), RecordPlayer("Bo", "random")))
    while not table.over:
        table.act(table.due()[0], think(table, table.due()[0]).action)
    sink = io.StringIO()
    tell_replay(Replay(table), LineConsole(io.StringIO(), sink))
    numbers = [int(found) for found in re.findall(r"^(\d+)\. ", sink.getvalue(), re.MULTILINE)]
    assert sorted(set(numbers)) == list(range(1, len(table.match.steps) + 1))
    assert numbers == sorted(numbers)
    for ply in range(0, len(table.match.steps) + 1, 7):
        sink = io.StringIO()
        tell_position(Replay(table, ply), LineConsole(io.StringIO(), sink))
        assert "Track: Aki " in sink.getvalue()


def test_words_describe_every_position_of_a_game() -> None:
    for seed in "12":
        table = Table.open("princess", tuple(RecordPlayer(n, "normal") for n in ("Aki", "Bo", "Cleo")), seed=seed)
        speak = wording_for("princess")
        while not table.over:
            table.act(table.due()[0], think(table, table.due()[0]).action)
        for step in table.match.steps[::9]:
            position = table.rules.dump(step.after)
            for seat in (None, 0, 2):
                text = speak.describe(position, table.names, seat)
                assert all(line and str(line).isascii() for line in text)
            for card in ("R01", "R20", "R30", "T31", *position["discard"][:1], *position["pending"]):
                assert str(speak.describe_thing(position, table.names, 0, card)[0]).startswith(card)
            for action in table.rules.legal_actions(step.after, (*table.rules.actors(step.after), 0)[0]):
                assert str(speak.explain_action(action) or "pass").isascii()


def test_every_game_has_some_words() -> None:
    for name in BUILT_IN_GAMES:
        speak, rules = wording_for(name), load_game(name)
        position = rules.dump(rules.start(Header(name, 1, PEOPLE[: rules.player_counts.start]).setup))
        assert speak.describe(position, [player.name for player in PEOPLE[: rules.player_counts.start]], 0)


def test_a_game_without_words_of_its_own_is_told_plainly() -> None:
    assert wording_for("chess") is wording
    hunter = {"gems": ["D4", "E5"], "held": None, "moved": False, "cells": {"D4": ["FU", "EM"]}}
    position = {"hunters": [hunter], "decks": [["R1"], ["R2"]], "row": [], "space": 3}
    assert [worded(line, ENGLISH, ["Aki"]) for line in wording.describe(position, ["Aki"], 0)] == [
        "hunters Aki: gems D4, E5; held none; moved no",
        "hunters Aki cells: D4 FU, EM",
        "decks: 1 R1; 2 R2",
        "row: none",
        "space: 3",
    ]
    assert wording.describe_thing(position, ["Aki"], 0, "GEMS") == wording.describe_neighbours(
        position, ["Aki"], 0, "e5"
    )
    assert wording.describe_line(position, ["Aki"], 0, "") == wording.describe(position, ["Aki"], 0)
    with pytest.raises(ValueError, match="Nothing here is called 'zebra'"):
        wording.describe_thing(position, ["Aki"], 0, "zebra")


def test_pages_are_no_wider_than_asked() -> None:
    from tilehall.engine import load_rulebook

    book = load_rulebook("princess")
    for width in (60, 79, 88):
        drawn = {
            line
            for section in book.sections
            for p in section.paragraphs
            if p.is_preformatted
            for line in rulebook_pages.paragraph(p, width)
        }
        lines = rulebook_pages.book(book, width)
        assert all(len(line) <= width for line in lines if line not in drawn)
        assert not any("|" in line or "**" in line or "`" in line for line in lines)
    assert all(number in "\n".join(lines) for number in book.numbers())


def test_pages_of_wide_letters_keep_their_columns() -> None:
    lines = rulebook_pages.table(["| 名前 | points |", "|--|--|", "| 竹取の翁は野山に | 3 |", "| Bo | 12 |"], 20)
    assert lines == ["  名前        points", "  ----------  ------", "  竹取の翁は  3", "  野山に", "  Bo          12"]
    part = rulebook_pages.section(
        Section("4", "竹取", (RuleParagraph("K-4.1", "竹取の翁は野山にまじりて", False),)), 20
    )
    assert part == ["4 竹取", "------", "", "K-4.1  竹取の翁は野", "       山にまじりて"]


def test_numbers_beyond_all_reason_choose_nothing() -> None:
    choices = seated().match.legal_actions(0)
    assert typed_actions.match_exact("9" * 4000, choices) == []
    assert typed_actions.match_prefix("", choices) == []


# --- a crash at any moment ----------------------------------------------------------------------------------------


def process(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tilehall", *words],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
    )


def heard(child: subprocess.Popen[str], prompt: str = "Aki> ") -> str:
    """What is said up to the next prompt; less if the program ends before."""
    text = ""
    while not text.endswith(prompt):
        char = child.stdout.read(1)
        if not char:
            return text
        text += char
    return text


def test_killed_at_any_moment_no_confirmed_action_is_lost(own_environment: Path) -> None:
    """A real process, killed again and again: all that it confirmed is in the file, and the deal stays the same."""
    config = own_environment / ".config/tilehall/settings.toml"
    config.parent.mkdir(parents=True)
    config.write_text('confirm = "at once"\n', "utf-8")
    reference = seated((PEOPLE[0], RecordPlayer("Bo", "random")))
    dice, kills = random.Random(5), 7
    child = process(
        "play", "princess", "--seat", "Aki", "--seat", "Bo:random", "--seed", "7", "--option", "start_seat=0", "--line"
    )
    for number in range(kills):
        heard(child)
        for _ in range(dice.randint(2, 8)):
            child.stdin.write("1\n")
            child.stdin.flush()
            heard(child)
            reference.act(0, reference.match.legal_actions(0)[0])
            follow(reference)
        if number % 2:  # once more, and this time nobody waits for what becomes of it
            child.stdin.write("1\n")
            child.stdin.flush()
            dice_wait(dice)
        child.send_signal(signal.SIGKILL)
        child.wait()
        close(child)
        (path,) = (own_environment / ".local/share/tilehall/games").glob("*.tilehall")
        steps = [str(step.action) for step in read_record(path).match.steps]
        known = [str(step.action) for step in reference.match.steps]
        assert steps[: len(known)] == known, "what was confirmed is there"
        if len(steps) > len(known):
            reference.act(0, reference.match.legal_actions(0)[0])
            follow(reference)
        child = process("games", "resume", "last", "--line")
    heard(child)
    child.stdin.close()
    rest = child.stdout.read()
    assert "The game is kept." in rest
    assert child.wait() == 0
    assert child.stderr.read() == ""
    close(child)
    header = read_record(path).header
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT.*Z", header.date) and header.by.startswith("tilehall")
    reference.header = replace(reference.header, date=header.date, by=header.by)
    assert read_text(path) == reference.record()


def follow(table: Table) -> None:
    while not table.over and not table.is_human(table.due()[0]):
        table.act(table.due()[0], think(table, table.due()[0]).action)


def dice_wait(dice: random.Random) -> None:
    import time

    time.sleep(dice.random() / 100)


def close(child: subprocess.Popen[str]) -> None:
    for stream in (child.stdin, child.stdout, child.stderr):
        stream.close()


def test_interrupted_it_says_nothing_ugly(own_environment: Path) -> None:
    child = process("play", "princess", "--seat", "Aki", "--line", "--option", "start_seat=0")
    heard(child)
    child.send_signal(signal.SIGINT)
    assert child.wait(10) == 130
    assert "Traceback" not in child.stderr.read()
    close(child)
    assert len(list((own_environment / ".local/share/tilehall/games").glob("*.tilehall"))) == 1


def test_computer_players_say_why_when_asked() -> None:
    text = said(seated(), "reason", "side a", "reason", "reason 1", "reason 99")
    assert "No computer player has done anything up to here." in text
    assert "Bo plays on side" in text and text.count("Why: drawn by lot.") >= 2
    assert "That was no computer player." in text and "There is no step 99" in text


def test_a_table_without_aids_gives_no_hints() -> None:
    lines = ("side a", "hint", "what take WM", "settings aids on", "hint")
    table = Table.open("princess", PEOPLE[:2], FIRST, seed="7", aids=False)
    text = said(table, *lines, settings=QUICK)
    assert text.count("✗ There are no hints at this table") == 3 and "Hint: " not in text
    assert TableFactory(table).rematch().header.aids is False, "nor at the next table of the same players"


# --- computer players who think long ----------------------------------------------------------------------------------


@pytest.fixture
def keyboard() -> Iterator[tuple[int, TextIO]]:
    """A real terminal: where keys go in, and the end at which a program reads lines."""
    ours, theirs = os.openpty()
    with open(theirs, encoding="utf-8") as source:
        yield ours, source
    os.close(ours)


def considered(source: TextIO, when_hurried: Callable[[], None] = lambda: None) -> tuple[str, LineConsole]:
    """What is said while somebody thinks about the first turn, as if every course took a second."""
    match = Match(load_game("princess"), Setup(2, FIRST), SeedDealer("7"))
    sink, ticks = io.StringIO(), count()
    talk = LineConsole(source, sink, names=("Aki", "Bo"))
    thought = Thought("princess", "hard", match.view(0), 0, "7")
    run_inline(LineThinker(talk, lambda: next(ticks), when_hurried).think(thought))
    return sink.getvalue(), talk


def test_enter_hurries_whoever_thinks(keyboard: tuple[int, TextIO]) -> None:
    keys, source = keyboard
    patient, _ = considered(source)
    os.write(keys, b"\n")
    heard: list[str] = []
    hurried, _ = considered(source, lambda: heard.append("hurried"))
    assert patient == "Aki is thinking. Enter hurries.\n" and not hurried
    assert heard == ["hurried"], "and the table hears of it"


def test_a_line_typed_while_somebody_thinks_waits_until_it_is_asked_for(keyboard: tuple[int, TextIO]) -> None:
    keys, source = keyboard
    os.write(keys, b"take FU\n")
    _, talk = considered(source)
    assert talk.ask(Text(">")) == "take FU"
