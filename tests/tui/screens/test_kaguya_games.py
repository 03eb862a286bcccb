"""Kaguyahime played to its end: by the keyboard with its curtains, in lines, and through the pipe."""

import io
import json
import random
import re
from pathlib import Path

import pytest

from tests.cases import some
from tests.tui.boards.tables import NAMES
from tests.tui.player.sitting import hint, in_lines, kept
from tests.tui.screens.driver import Fingers, playing
from tilehall.engine import RecordPlayer, parse_record
from tilehall.engine.games.kaguya import LETTERS
from tilehall.tui.app import Opening
from tilehall.tui.config.settings import Settings
from tilehall.tui.lines.console import LineConsole
from tilehall.tui.programs.pipe.command import Pipe
from tilehall.tui.screens.board import BoardScreen
from tilehall.tui.tables.storage.saved_games import read_text
from tilehall.tui.tables.table import Table

QUICK = Settings().with_value("confirm", "at once")
MARKS = LETTERS + "*"


def table(tmp_path: Path | None, kinds: str, seed: str = "7", **options: str) -> Table:
    players = [RecordPlayer(NAMES[n], kind) for n, kind in enumerate(kinds.split())]
    path = tmp_path / "data" / "games" / "the-game.tilehall" if tmp_path else None
    return Table.open("kaguya", players, options.items(), seed, kept(path))


async def by_hints(hands: Fingers) -> None:
    """What the hint says, by digits, Tab and Enter."""
    if hands.asked:
        await hands.press("enter")
        return
    found = hands.table
    human = next(seat for seat in found.due() if found.is_human(seat))
    action = hint(found, human).action
    verb, (word,) = action.verb, action.words
    if verb in ("present", "break"):
        for mark in word.replace("-", ""):
            await hands.press(str(1 + MARKS.index(mark)))
        await hands.press("enter") if word != "-" else await hands.press("end", "enter")
    elif verb in ("take", "give") or (verb == "plant" and word != "none"):
        await hands.press(str(1 + LETTERS.index(word)))
    elif verb == "tile":
        await hands.press(word)
    elif verb == "rot":
        await hands.press(*["r"] * int(word), "enter")
    else:
        await hands.press("home")
        for _ in range(9):
            if re.search(rf"\b{word}\b", hands.status):
                break
            await hands.press("tab")
        await hands.press("enter")


async def to_the_scores(hands: Fingers, curtains: list[str]) -> str:
    for _ in range(900):
        if hands.room == "ScoringScreen":
            break
        await hands.until(lambda: "is thinking" not in hands.text or hands.room == "ScoringScreen")
        if hands.room == "CurtainScreen":
            curtains.append(hands.text)
            await hands.press("v")
            await hands.in_room("BoardScreen")
        elif hands.room == "BoardScreen":
            await by_hints(hands)
    assert hands.room == "ScoringScreen", hands.text
    (path,) = hands.places.games.glob("*.tilehall")
    return read_text(path)


@pytest.mark.parametrize("kinds", some(["human normal", "normal human random random"]))
async def test_a_game_against_computer_players_has_no_curtain(tmp_path: Path, kinds: str) -> None:
    async with playing(tmp_path, Opening("table", table(tmp_path, kinds))) as hands:
        curtains: list[str] = []
        record = parse_record(await to_the_scores(hands, curtains))
        assert record.match.is_over and record.result and not curtains
        assert "wins" in hands.text


@pytest.mark.parametrize("players", [2, pytest.param(4, marks=pytest.mark.soak)])
async def test_a_game_at_one_keyboard_with_curtains(tmp_path: Path, players: int) -> None:
    async with playing(tmp_path, Opening("table", table(tmp_path, " ".join(["human"] * players), "9"))) as hands:
        curtains: list[str] = []
        record = parse_record(await to_the_scores(hands, curtains))
        assert record.match.is_over and record.result
        rounds = max(step.before.round for step in record.match.steps if step.seat >= 0)
        hidden = [
            step for step in record.match.steps if step.seat >= 0 and step.action.verb in ("present", "give", "plant")
        ]
        assert rounds * players <= len(curtains) <= len(hidden), "one for each secret choice, none for what all may see"
        asked = {name for name in NAMES for shown in curtains if f"{name}, it is your turn." in shown}
        assert asked == set(NAMES[:players])
        for shown in curtains:
            assert len(re.findall(r"\w+", shown)) < 45, "nothing but whose turn it is, what for, and the keys"
            assert "For this you are shown what only you may see." in shown
            assert any(task in shown for task in ("Hold up to two cubes", "Give a cube", "Put a coloured cube"))
        done = {step.action.verb for step in record.match.steps if step.seat >= 0}
        assert done >= {"present", "tile", "cell", "rot"}


async def test_the_curtain_hides_and_any_player_hides_again(tmp_path: Path) -> None:
    async with playing(tmp_path, Opening("table", table(tmp_path, "human human"))) as hands:
        await hands.in_room("CurtainScreen")
        assert "Aki, it is your turn." in hands.text and "Cubes" not in hands.text and "Bo" not in hands.text
        await hands.press("enter", "space", "o", "tab", "1", "a")
        assert hands.room == "CurtainScreen", "only the key that is named lifts it, and not the one that closed a fist"
        await hands.press("v")
        await hands.in_room("BoardScreen")
        assert "hide" in hands.footer and "?" not in hands.text.split("your cubes")[1].split("worth")[0]
        await hands.press("1", "X")
        await hands.in_room("CurtainScreen")
        await hands.press("v")
        await hands.in_room("BoardScreen")
        screen = hands.app.screen
        assert not screen.player.focus.selection.picks, "what had been begun is not left lying about"
        await hands.press("X")
        await hands.in_room("CurtainScreen")
        await hands.press("q")
        await hands.in_room("HomeScreen")


async def test_nobody_opens_a_foreign_hand_from_outside_the_curtain(tmp_path: Path) -> None:
    async with playing(tmp_path, Opening("table", table(tmp_path, "human human human")), QUICK) as hands:
        await hands.in_room("CurtainScreen")
        await hands.press("v", "5", "enter")
        await hands.until(lambda: "Bo, it is your turn." in hands.text)
        assert "takes back" not in hands.text
        await hands.press("u", "v")
        await hands.in_room("BoardScreen")
        assert hands.table.due() == (1, 2) and hands.app.screen.player.moment.viewpoint == 1
        await hands.press("u")
        assert "Taking back ends at" in hands.text
        assert hands.table.match.state.merchants[0].pledge.combination == "C"
        await hands.press("o")
        await hands.in_room("ReaderScreen")
        assert "Aki draws a cube" in hands.text or "present" not in hands.text
        assert not re.search(r"Aki draws [RBGP] ", hands.text)


async def test_a_game_that_is_not_over_is_replayed_without_its_secrets(tmp_path: Path) -> None:
    found = table(None, "human human")
    found.act(0, "present R")
    async with playing(tmp_path, Opening("replay", found, ply=len(found.match.steps))) as hands:
        await hands.in_room("ReplayScreen")
        assert "present" not in hands.text and "cube R" not in hands.text
        for _ in range(len(found.match.steps)):
            await hands.press("left")
            assert not re.search(r"cube [RBGP]\b", hands.status) and "draws R" not in hands.status


# --- in lines -----------------------------------------------------------------------------------------------------


class Asked(io.StringIO):
    """A source that answers each prompt when it is asked."""

    def __init__(self, sink: io.StringIO, answer) -> None:
        super().__init__()
        self.sink, self.answer = sink, answer

    def readline(self, size: int | None = -1) -> str:
        line = self.answer(self.sink.getvalue().rpartition("\n")[2])
        return "" if line is None else line + "\n"


@pytest.mark.parametrize("kinds", ["human random", "human human", "human human random human"])
def test_a_whole_game_in_lines(kinds: str) -> None:
    """By numbers, asking around between; behind each curtain nothing stands that another seat alone may know."""
    found, sink, dice = table(None, kinds, "3"), io.StringIO(), random.Random(kinds)
    screens: list[tuple[str, str]] = []

    def answer(prompt: str) -> str | None:
        if prompt == "> ":
            return "quit"
        curtain = re.match(r"(\w+), press Enter", prompt)
        if curtain:
            screens.append((curtain[1], sink.getvalue()))
            return ""
        if dice.random() < 0.2:
            return dice.choice(
                ["where", "look R", "look Aki", "scan", "around e5", "hint", "log 5", "score", "look rooms"]
            )
        seat = next(seat for seat in found.due() if found.is_human(seat))
        return str(dice.randrange(len(found.match.legal_actions(seat))) + 1)

    in_lines(found, LineConsole(Asked(sink, answer), sink), QUICK)
    assert found.over and "wins" in sink.getvalue()
    assert bool(screens) == (kinds.count("human") > 1)
    for _, before in screens:
        said = re.sub(r"\w+ may still type undo\.$", "", before.rpartition("\n")[0])
        assert said.endswith("\n" * 59), "a screenful of nothing"


def test_no_undo_opens_a_hand_at_the_curtain_of_line_mode() -> None:
    found, sink = table(None, "human human"), io.StringIO()
    lines = iter(["", "present C", "undo", "where", "present R", "quit"])
    in_lines(found, LineConsole(Asked(sink, lambda prompt: next(lines, None)), sink), QUICK)
    assert "type undo" not in sink.getvalue() and found.match.state.merchants[0].held.combination == "C"
    behind = sink.getvalue().rpartition("\n" * 40)[2]
    assert "present" not in behind and "K-4.25" in behind, "after the last secret choice the screen is for all"


async def test_the_own_hand_is_looked_at_behind_a_curtain_and_the_table_is_for_all_again(tmp_path: Path) -> None:
    found = table(tmp_path, "human human")
    found.act(0, "present R")
    found.act(1, "present -")
    async with playing(tmp_path, Opening("table", found), QUICK) as hands:
        await hands.in_room("BoardScreen")
        player = hands.app.screen.player
        assert player.is_masked and "hide" not in hands.footer
        assert "hidden: v shows them" in hands.text and "v hand" in hands.footer
        await hands.press("v")
        await hands.in_room("CurtainScreen")
        assert "Aki looks at the own hand alone." in hands.text and "present" not in hands.text
        assert "After that Esc shows the table to all again." in hands.text
        await hands.press("escape")
        await hands.in_room("BoardScreen")
        assert player.is_masked
        await hands.press("v", "v")
        await hands.in_room("HandScreen")
        assert not player.is_masked and player.moment.viewpoint == 0
        (below,) = [screen for screen in hands.app.screen_stack if isinstance(screen, BoardScreen)]
        painted = below.board.drawing
        await hands.resize(100, 30)
        below.paint()
        assert below.board.drawing is painted, "what one alone may see is never on the board"
        await hands.press("escape")
        await hands.in_room("BoardScreen")
        assert player.is_masked


async def test_a_round_at_one_keyboard_hangs_one_curtain_a_person(tmp_path: Path) -> None:
    """Without disks and plants; the keys are those of `by_hints`, with every confirmation."""
    async with playing(tmp_path, Opening("table", table(tmp_path, "human human", "9"))) as hands:
        curtains = 0
        while hands.table.match.state.round == 1:
            if hands.room == "CurtainScreen":
                curtains += 1
                await hands.press("v")
                await hands.in_room("BoardScreen")
            else:
                await by_hints(hands)
        verbs = [step.action.verb for step in hands.table.match.steps if step.seat >= 0]
        assert curtains == 2 + verbs.count("give") + verbs.count("plant")


def test_a_terminal_is_wiped_with_its_scroll_back() -> None:
    sink = io.StringIO()
    LineConsole(io.StringIO(), sink, screen=True).wipe()
    assert sink.getvalue().endswith("\x1b[3J")
    plain = io.StringIO()
    LineConsole(io.StringIO(), plain).wipe()
    assert plain.getvalue() == "\n" * 60


# --- through the pipe ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
def test_a_whole_game_through_the_pipe(players: int) -> None:
    pipe, dice = Pipe(), random.Random(players)

    def ask(do: str, **fields: object) -> dict[str, object]:
        answer: dict[str, object] = json.loads(pipe.answer(json.dumps({"do": do, **fields})))
        assert answer["ok"] is True, answer
        return answer

    answer = ask("new", game="kaguya", players=players, seed=7)
    match, joint = answer["match"], 0
    while due := answer["actors"]:
        assert isinstance(due, list)
        joint += len(due) > 1
        seat = dice.choice(due)
        view = ask("view", match=match, seat=seat)["state"]
        assert isinstance(view, dict)
        purses = [merchant["purse"] for merchant in view["merchants"]]
        assert [purse is not None for purse in purses] == [n == seat for n in range(players)]
        actions = ask("legal", match=match, seat=seat)["actions"]
        assert isinstance(actions, list)
        answer = ask("apply", match=match, seat=seat, action=dice.choice(actions))
    assert joint >= 4 * (players - 1)
    record = ask("record", match=match)["text" if "text" in ask("record", match=match) else "record"]
    assert parse_record(str(record)).match.is_over


async def test_the_curtain_falls_from_the_hand_in_large(tmp_path: Path) -> None:
    async with playing(tmp_path, Opening("table", table(tmp_path, "human human"))) as hands:
        await hands.in_room("CurtainScreen")
        await hands.press("v")
        await hands.in_room("BoardScreen")
        await hands.press("v")
        await hands.in_room("HandScreen")
        assert "X hide" in hands.footer
        await hands.press("X")
        await hands.in_room("CurtainScreen")
