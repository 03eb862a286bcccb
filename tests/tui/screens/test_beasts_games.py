"""Whole games of the beast hunt by the keyboard: through the screens, in line mode, and through the pipe."""

import io
import json
import random
import re
from pathlib import Path

import pytest

from tests.cases import some_rows
from tests.tui.player.sitting import Sitting, hint, in_lines, kept
from tests.tui.screens.driver import Fingers, playing
from tilehall.engine import RecordPlayer, Rng, load_game, parse_record
from tilehall.tui.app import Opening
from tilehall.tui.config.settings import Settings
from tilehall.tui.lines.console import LineConsole
from tilehall.tui.player.selection import MENU
from tilehall.tui.programs.pipe.command import Pipe
from tilehall.tui.screens.board import BoardScreen
from tilehall.tui.tables.storage.saved_games import read_record, read_text
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.output.drawing import Place

NAMES = ("Aki", "Bo", "Cleo", "Dara")


def hunt(tmp_path: Path, kinds: str, seed: str = "7") -> Table:
    players = [RecordPlayer(NAMES[n], kind) for n, kind in enumerate(kinds.split())]
    return Table.open(
        "beasts", players, (("first_seat", "0"),), seed, kept(tmp_path / "data" / "games" / "hunt.tilehall")
    )


def sitting(hands: Fingers) -> Sitting:
    screen = hands.app.screen
    assert isinstance(screen, BoardScreen)
    return screen.player


async def go_to(hands: Fingers, place: Place) -> None:
    """A digit if the place has one, otherwise Tab until the cursor is there, and Enter."""
    digits = sitting(hands).focus.digit_places()
    if place in digits:
        await hands.press(str(digits.index(place) + 1))
        return
    for _ in range(90):
        if sitting(hands).cursor == place:
            break
        await hands.press("tab")
    assert sitting(hands).cursor == place
    await hands.press("enter")


async def do(hands: Fingers, action: str) -> None:
    """An action by keys alone, as its places are picked on the board."""
    at = sitting(hands)
    assert at.focus.selection is not None
    (choice,) = (choice for choice in at.focus.selection.choices if choice.text == action)
    steps = len(hands.table.match.steps)
    if action in ("end", "discard -"):
        await hands.press(".")
    else:
        for place in choice.places:
            # What is the only thing left is done at once.
            if len(hands.table.match.steps) == steps and not hands.asked:
                await go_to(hands, place)
    if (
        len(hands.table.match.steps) == steps
        and at.focus.selection is not None
        and at.focus.selection.exact
        and not at.focus.pending
    ):
        await hands.press("enter")
    if len(hands.table.match.steps) == steps and hands.room == "BoardScreen" and sitting(hands).focus.pending:
        assert hands.asked
        await hands.press("enter")
    done = [str(step.action) for step in hands.table.match.steps[steps:] if step.seat >= 0]
    assert done[:1] == [action], (action, done, hands.text)


async def play(hands: Fingers, lots: random.Random) -> str:
    """Plays until the receipt is on screen; the record that was written meanwhile."""
    for _ in range(900):
        await hands.until(lambda: "is thinking" not in hands.text or hands.room == "ScoringScreen")
        if hands.room == "ScoringScreen":
            break
        table, seat = hands.table, sitting(hands).moment.seat
        legal = [str(action) for action in table.match.legal_actions(seat)]
        advice = str(table.rules.advisor.plans(table.match.view(seat), seat, 1)[0].actions[0])
        await do(hands, lots.choice(legal) if lots.random() < 0.2 else advice)
    assert hands.room == "ScoringScreen", hands.text
    (path,) = hands.places.games.glob("*.tilehall")
    return read_text(path)


@pytest.mark.parametrize(("kinds", "seed"), some_rows([("human easy", "3"), ("human human human human", "5")], keep=1))
async def test_a_whole_game_by_the_keyboard(tmp_path: Path, kinds: str, seed: str) -> None:
    async with playing(tmp_path, Opening("table", hunt(tmp_path, kinds, seed))) as hands:
        record = parse_record(await play(hands, random.Random(seed)))
        assert record.match.is_over and record.result and record.seed
        done = {step.action.verb for step in record.match.steps if step.seat >= 0}
        assert done >= {"setup", "keep", "die", "card", "end", "discard"} or kinds != "human human human human"
        for name in record.header.names:
            assert name in hands.text


async def test_beasts_are_put_and_moved_by_the_keyboard(tmp_path: Path) -> None:
    async with playing(tmp_path, Opening("table", hunt(tmp_path, "human human"))) as hands:
        seen: set[str] = set()
        for _ in range(200):
            table, seat = hands.table, sitting(hands).moment.seat
            legal = [str(action) for action in table.match.legal_actions(seat)]
            wanted = [text for text in legal if text.split(" ")[0] in {"add", "move"} - seen]
            action = wanted[-1] if wanted else str(hint(table, seat).action)
            await do(hands, action)
            seen.add(action.split(" ")[0])
            if seen >= {"add", "move"}:
                break
        assert seen >= {"setup", "add", "move"}


async def test_the_first_turn_as_a_new_player_sees_it(tmp_path: Path) -> None:
    """Set up, keep, place, end: every step says what it does before it is done."""
    async with playing(tmp_path, Opening("table", hunt(tmp_path, "human human"))) as hands:
        assert "Put one beast" in hands.prompt and "Bo, your turn" in hands.status
        await hands.press("enter")
        assert not hands.menu and sitting(hands).cursor[0] == "square"
        await hands.press("enter")
        assert hands.asked
        await hands.press("enter")
        assert "Keep at least one die" in hands.prompt and "Aki, your turn" in hands.text
        await hands.press("1")
        assert "for good" in hands.status and "rerolls 3 dice" in hands.status
        await hands.press("enter")
        assert hands.asked, "what is shown then cannot be unseen"
        await hands.press("enter")
        assert "Place dice and cards" in hands.prompt
        await hands.press("u")
        assert "Taken back" not in hands.text and "✗" in hands.status, "what was rerolled is not taken back"
        at = sitting(hands)
        assert at.focus.selection is not None
        die = next(choice for choice in at.focus.selection.choices if choice.text.startswith("die"))
        await go_to(hands, die.places[0])
        assert at.cursor is not None and at.cursor[0] == "slot" and " on " in hands.status
        await hands.press("enter")
        assert "43 slots" in hands.text
        await hands.press("u")
        assert "44 slots" in hands.text and "Taken back: " in hands.status
        await hands.press("end")
        assert at.cursor == (MENU, "end") and "place nothing" in hands.text
        await hands.press("enter")
        assert "Discard any cards" in hands.prompt
        await hands.press("u")
        assert "Place dice and cards" in hands.prompt, "the end of a turn is taken back before the discard"


# --- line mode and the pipe


class Asked(io.StringIO):
    """A source that answers each prompt when it is asked."""

    def __init__(self, sink: io.StringIO, lots: random.Random, table: Table) -> None:
        super().__init__()
        self.sink, self.lots, self.table = sink, lots, table

    def readline(self, size: int = -1) -> str:
        prompt = self.sink.getvalue().rpartition("\n")[2]
        if prompt == "> ":
            return "quit\n"
        if "Enter to do it" in prompt:
            return "\n"
        seat = self.table.due()[0]
        legal = self.table.match.legal_actions(seat)
        number = self.lots.randrange(len(legal))
        return f"{self.lots.choice([str(number + 1), str(legal[number])])}\n"


@pytest.mark.parametrize("kinds", ["human easy", "human human human human"])
def test_a_whole_game_in_line_mode(tmp_path: Path, kinds: str) -> None:
    table, sink = hunt(tmp_path, kinds, "11"), io.StringIO()
    in_lines(table, LineConsole(Asked(sink, random.Random(kinds), table), sink), Settings())
    assert table.over and "✗" not in sink.getvalue() and sink.getvalue().endswith("Good-bye.\n")
    record = read_record(tmp_path / "data" / "games" / "hunt.tilehall")
    assert (record.match.is_over, record.seed) == (True, "11")
    assert re.search(r"rolls (\w+, ){3}\w+\.", sink.getvalue())


@pytest.mark.parametrize("players", [2, 4])
def test_a_whole_game_through_the_pipe(players: int) -> None:
    pipe, rng = Pipe(), Rng(players)

    def good(do: str, **fields: object) -> dict[str, object]:
        answer: dict[str, object] = json.loads(pipe.answer(json.dumps({"do": do, **fields})))
        assert answer.pop("ok") is True, answer
        return answer

    opened = good("new", game="beasts", players=players, seed=7)
    steps, due = list(opened["steps"]), opened["actors"]
    while due:
        assert isinstance(due, list)
        actions = good("legal", match=opened["match"], seat=due[0])["actions"]
        assert isinstance(actions, list)
        answer = good("apply", match=opened["match"], seat=due[0], action=actions[rng.below(len(actions))])
        steps += answer["steps"]
        due = answer["actors"]
    state = good("state", match=opened["match"])["state"]
    assert isinstance(state, dict) and state["ending"] in ("dice", "full", "stall")
    record = good("record", match=opened["match"])["record"]
    assert isinstance(record, str)
    replayed = parse_record(record).match
    assert replayed.is_over and len(replayed.steps) == sum(line[0].isdigit() for line in steps)
    assert load_game("beasts").dump(replayed.state) == state
