"""docs/bots.md is true: the fields of every message, every key of every view, and the bots that it shows."""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from tests.cases import some
from tests.test_docs_pipe import POSITIONS, is_like, walk
from tests.tui.programs.bot_scripts import Fake, begun, decides, waits_for
from tilehall.engine import Match, Rng, SeedDealer, Setup, load_game, parse_record
from tilehall.engine.games.catalog import BUILT_IN_GAMES
from tilehall.tui.cli import main
from tilehall.tui.lab.arena import LevelContest, play_contest_deal
from tilehall.tui.programs.bots import bot_seat
from tilehall.tui.programs.bots.bot_answers import (
    DEEPEST,
    FAULT_CODES,
    MOST_TRIED_LINES,
    TRY_FIELDS,
    TryMessage,
    read_answer,
)
from tilehall.tui.programs.bots.bot_pool import BotRoster
from tilehall.tui.programs.bots.bot_seat import PendingDecision
from tilehall.tui.programs.bots.launch import BotCommand, BotSettings
from tilehall.tui.programs.bots.line_inbox import LONGEST_LINE
from tilehall.tui.programs.bots.try_lines import MOST_WORLDS, try_lines

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
BOTS = ROOT / "examples" / "bots"
EVERY = 9
"""Of the positions of a record so many are passed over for one that is looked at."""


def section(title: str) -> str:
    """What stands under a heading, up to the next one of any rank."""
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"the page has no heading {title}"
    return found[1]


def rows(title: str) -> dict[str, list[str]]:
    """The first words of the rows of the tables in a section, with the other cells."""
    found = {}
    for line in section(title).splitlines():
        if line.startswith("| `"):
            first, *rest = (cell.strip() for cell in line.strip("|").split(" | "))
            found[first.strip("`")] = rest
    return found


# --- messages -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """One of every message that a program can be told."""
    want = f"want={list(TRY_FIELDS)}"
    fake = Fake(
        tmp_path_factory.mktemp("bot"),
        turn=f'say(say="try", turn=m["turn"], each=[m["legal"][0], "nonsense"], {want})',
        tried='say(say="best", turn=m["turn"], action="nonsense")',
    )
    played = begun("princess")
    decides(fake, played)
    fake.chair.decide(played.case, played.thought, PendingDecision(hasty=True))
    slow = Fake(tmp_path_factory.mktemp("slow"), turn="pass")
    decides(slow, played, PendingDecision(hasty=True))
    fake.chair.end(played.case, None)
    for each in (fake, slow):
        each.chair.close()
        assert waits_for(lambda each=each: '"bye"' in each.heard)
    lines = [json.loads(line) for each in (fake, slow) for line in each.heard.splitlines()]
    return {message["say"]: message for message in lines}


@pytest.mark.parametrize("say", ["hello", "new", "turn", "tried", "stop", "error", "end", "bye"])
def test_every_field_that_a_program_is_told_is_on_the_page(heard: Mapping[str, dict[str, Any]], say: str) -> None:
    assert heard[say].keys() - {"say"} == rows(f"`{say}`").keys()


def test_what_is_said_of_a_line_that_was_tried_is_on_the_page(heard: Mapping[str, dict[str, Any]]) -> None:
    fine, wrong = heard["tried"]["each"]
    parts = rows("`try`")
    assert {*fine, *wrong} <= parts.keys() and parts.keys() == {*fine, *wrong, "turn", "each", "want"}
    for key in wrong["error"]:
        assert f"`{key}`" in parts["error"][0]


def test_the_parts_of_a_turn_are_on_the_page(heard: Mapping[str, dict[str, Any]]) -> None:
    turn, told = heard["turn"], rows("`turn`")
    parts = {"decision": turn["decision"], "receipt": turn["receipt"], "events": heard["turn"]["events"][0]}
    parts["receipt"] |= turn["receipt"]["lines"][0]
    for name, part in parts.items():
        assert all(f"`{key}`" in told[name][0] for key in part), name


def test_the_numbers_on_the_page_are_those_of_the_program() -> None:
    assert rows("Faults").keys() == {*FAULT_CODES}
    assert f"{LONGEST_LINE:,} bytes" in section("Lines").replace("\n", " ")
    assert f"1 to {MOST_TRIED_LINES:,} entries" in PAGE and f"up to {DEEPEST} actions" in PAGE
    assert f"{bot_seat.MOST_MESSAGES:,} messages" in PAGE and f"{1000 * bot_seat.HELLO_TIMEOUT:,.0f}" in section(
        "`hello`"
    )
    assert (
        f"{1000 * bot_seat.HURRIED_SECONDS:.0f} ms" in PAGE
        and f"is not asked any more in this game: {bot_seat.MOST_FAULTS}" in PAGE
    )
    assert f"at most {bot_seat.LONGEST_WHY} characters" in PAGE and f"{1000 * bot_seat.LATENESS:.0f} ms more" in PAGE


def test_what_is_tried_on_the_page_is_told_so() -> None:
    """Only with a guess about the others do the values differ."""
    example = re.search(r"^```json tried\n> (.*)\n< (.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert example
    asked = read_answer(example[1].encode())
    assert isinstance(asked, TryMessage)
    each = json.loads(json.dumps(try_lines(begun("kaguya").case, asked)))
    assert is_like({"say": "tried", "match": 1, "turn": 1, "each": each}, json.loads(example[2]))
    one, same, other, another = (result["value"]["points"] for result in each)
    assert one == same and other != another and MOST_WORLDS == 8


def test_the_conversation_on_the_page_is_one() -> None:
    told = re.search(r"^```json conversation\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert told
    for line in told[1].splitlines():
        message = json.loads(line[2:])
        if line[0] == "<":
            assert message.keys() - {"say"} == rows(f"`{message['say']}`").keys()
        else:
            assert read_answer(line[2:].encode())


# --- views --------------------------------------------------------------------------------------------------------


def positions(name: str) -> Iterator[dict[str, Any]]:
    """What all seats have seen in the records of a game."""
    for file in sorted((ROOT / "tests" / "records").glob(f"{name}-*.tilehall")):
        match: Match[Any] = parse_record(file.read_text(encoding="utf-8")).match
        states = [step.after for step in match.steps]
        for number, state in enumerate([match.initial_state, *states[:40], *states[40::EVERY], *states[-40:]]):
            for seat in [number % match.setup.players] if number % 3 else range(match.setup.players):
                yield match.game.dump(match.game.view(state, seat))
    if name == "sand":
        yield from shortages()


def shortages() -> Iterator[dict[str, Any]]:
    """A game with what good players do not run into: too few squares, and no limit to what is summoned."""
    match, whims = Match(load_game("sand"), Setup(4, (("mode", "advanced"),)), SeedDealer("4")), Rng("4")
    while due := match.actors():
        view = match.view(due[0])
        if match.game.decision(view, due[0]).kind in ("FILL", "SUMMON"):
            yield match.game.dump(view)
        choices = match.legal_actions(due[0])
        match.act(due[0], choices[whims.below(len(choices))])


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_every_key_of_every_view_is_on_the_page_that_is_linked_to(name: str) -> None:
    assert "](pipe.md#positions)" in section("The views")
    seen: dict[str, set[str]] = defaultdict(set)
    for position in positions(name):
        walk(json.loads(json.dumps(position)), name, POSITIONS[name], seen)
    assert seen[name] == {*POSITIONS[name]}


# --- the bots -----------------------------------------------------------------------------------------------------


NODE = pytest.param(
    ("node", "greedy.mjs"), marks=pytest.mark.skipif(which("node") is None, reason="there is no node here")
)
BOTH = [(sys.executable, "greedy.py"), NODE]


@pytest.mark.parametrize("bot", BOTH)
@pytest.mark.parametrize("name", some(BUILT_IN_GAMES, slice(0, None, 3)))
def test_the_bots_play_without_a_fault(bot: tuple[str, str], name: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = f"{bot[0]} {BOTS / bot[1]}"
    assert main(["bot", "check", command, "--game", name, "--moves", "12", "--bot-time", "20", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["fine"] and found["name"] == "Greedy" and found["games"][0]["decisions"] == 12


@pytest.mark.soak
@pytest.mark.parametrize("bot", BOTH)
@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_the_bots_win_clearly_more_than_half_against_random(bot: tuple[str, str], name: str, tmp_path: Path) -> None:
    cast = BotRoster((BotCommand("Greedy", (bot[0], str(BOTS / bot[1]))),), BotSettings(tmp_path, 20.0))
    contest = LevelContest(name, ("Greedy", "random"), "60", (), cast)
    blocks = [play_contest_deal(load_game(name), contest, number) for number in range(5)]
    assert not any(conduct.quick for block in blocks for conduct in block.conduct.values())
    assert sum(block.results["Greedy"].win for block in blocks) / len(blocks) > 0.7


def test_the_bots_need_nothing_of_tilehall_and_are_short() -> None:
    python, node = ((BOTS / name).read_text(encoding="utf-8") for name in ("greedy.py", "greedy.mjs"))
    assert set(re.findall(r"^(?:import|from) (\w+)", python, re.MULTILINE)) == {"json", "sys"}
    assert re.findall(r'from "(.+?)"', node) == ["node:readline"]
    assert all(text.count("\n") <= 80 for text in (python, node))
