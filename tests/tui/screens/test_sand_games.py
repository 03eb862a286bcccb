"""Whole games of Realm of Sand by the keyboard: through the screens, in line mode, and through the pipe."""

import io
import json
import random
import re
from pathlib import Path

import pytest

from tests.tui.player.sitting import Sitting, hint, in_lines, kept
from tests.tui.screens.driver import Fingers, playing
from tilehall.engine import RecordPlayer, Rng, parse_record
from tilehall.engine.games.sand import GRID, components
from tilehall.tui.app import Opening
from tilehall.tui.boards.sand.placement import tile_places
from tilehall.tui.config.settings import Settings
from tilehall.tui.lines.console import LineConsole
from tilehall.tui.player.selection import MENU, ActionChoice
from tilehall.tui.programs.pipe.command import Pipe
from tilehall.tui.screens.board import BoardScreen
from tilehall.tui.tables.storage.saved_games import read_record, read_text
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.output.drawing import Place

NAMES = ("Aki", "Bo", "Cleo", "Dara")


def laid_out(tmp_path: Path, kinds: str, seed: str, **options: str) -> Table:
    players = [RecordPlayer(NAMES[n], kind) for n, kind in enumerate(kinds.split())]
    return Table.open("sand", players, options.items(), seed, kept(tmp_path / "data" / "games" / "sand.tilehall"))


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
    for _ in range(120):
        if sitting(hands).cursor == place:
            break
        # Tab stops once at a list of words.
        await hands.press("down" if place[0] == MENU == sitting(hands).cursor[0] else "tab")
    assert sitting(hands).cursor == place, (place, hands.text)
    await hands.press("enter")


async def lay(hands: Fingers, choice: ActionChoice) -> None:
    """Takes the tile up, turns and flips it as the choice has it, goes to its box and presses Enter."""
    tile = next(place for place in choice.places if place[0] == "tile")
    wanted = {place for place in choice.places if place[0] == "lay"}
    await go_to(hands, tile)
    number = components().tile_numbers[tile[1]]
    turn, flipped, box = next(
        (turn, flipped, box)
        for flipped in (False, True)
        for turn in range(4)
        for box in range(GRID.size)
        if set(tile_places(number, turn, flipped, box)) == wanted
    )
    await hands.press(*"r" * turn, *"f" * flipped)
    await go_to(hands, ("own", GRID.name(box)))


async def do(hands: Fingers, action: str) -> None:
    """An action by keys alone, as its places are picked on the board."""
    at = sitting(hands)
    assert at.focus.selection is not None
    (choice,) = (choice for choice in at.focus.selection.choices if choice.text == action)
    steps = len(hands.table.match.steps)
    if at.focus.selection.skip_choice() == choice:
        await hands.press(".")
    elif choice.action.verb == "place":
        await lay(hands, choice)
    elif not choice.places:
        await go_to(hands, (MENU, action))
    # A building or a power comes first; what all that is left has in common needs no key.
    for place in sorted(choice.places, key=lambda place: place[0] not in ("card", "power")):
        spot = ("own", place[1]) if place[0] in sitting(hands).focus.reader.virtual_zones else place
        needless = place in at.focus.selection.picks or spot not in sitting(hands).focus.stops()
        if len(hands.table.match.steps) == steps and not at.focus.pending and not needless:
            await go_to(hands, spot)
    if len(hands.table.match.steps) == steps and hands.room == "BoardScreen" and at.focus.pending:
        assert "Enter" in hands.status + hands.told
        await hands.press("enter")
    done = [str(step.action) for step in hands.table.match.steps[steps:] if step.seat >= 0]
    assert done[:1] == [action], (action, done, hands.text)


async def play(hands: Fingers, lots: random.Random, wild: float) -> str:
    """Plays until the receipt is on screen; the record that was written meanwhile."""
    for _ in range(900):
        await hands.until(lambda: "is thinking" not in hands.text or hands.room == "ScoringScreen")
        if hands.room == "ScoringScreen":
            break
        if hands.room == "CurtainScreen":
            await hands.press("v")
            await hands.in_room("BoardScreen")
        table, seat = hands.table, sitting(hands).moment.seat
        legal = [str(action) for action in table.match.legal_actions(seat)]
        advice = str(table.rules.advisor.advise(table.match.view(seat), seat).action)
        await do(hands, lots.choice(legal) if lots.random() < wild else advice)
    assert hands.room == "ScoringScreen", hands.text
    (path,) = hands.places.games.glob("*.tilehall")
    return read_text(path)


async def test_a_solo_game_from_the_home_screen_to_the_rank(tmp_path: Path) -> None:
    async with playing(tmp_path) as hands:
        await (await hands.go_to("Play Realm of Sand")).press("enter")
        await hands.in_room("SetupScreen")
        await hands.go_to("Players")
        await hands.press("left")
        assert "Seat 1" in hands.text and "Seat 2" not in hands.text
        await hands.go_to("Seed")
        await hands.press(*"dunes")
        await hands.go_to("Start")
        await hands.press("enter")
        await hands.in_room("BoardScreen")
        assert "Solo challenge" in hands.text and "14 rounds left" in hands.text
        record = parse_record(await play(hands, random.Random(1), 0.1))
        assert record.match.is_over and record.seed == "dunes"
        standing = record.match.game.final_result(record.match.state)
        assert standing and "after 14 rounds" in str(standing.text)
        assert str(standing.scores[0]) in hands.text
        verbs = {step.action.verb for step in record.match.steps if step.seat >= 0}
        assert verbs >= {"place", "take", "complete", "end"}


@pytest.mark.parametrize(
    ("boards", "seed"),
    [
        pytest.param("red,blue", "3", marks=pytest.mark.soak),
        ("green,purple", "5"),
        pytest.param("yellow,orange", "8", marks=pytest.mark.soak),
    ],
)
async def test_an_advanced_game_of_two_by_the_keyboard(tmp_path: Path, boards: str, seed: str) -> None:
    """Every power, a hint now and then, and some choices by lot."""
    table = laid_out(tmp_path, "human human", seed, mode="advanced", boards=boards, round_limit="16")
    async with playing(tmp_path, Opening("table", table)) as hands:
        record = parse_record(await play(hands, random.Random(seed), 0.12))
        assert record.match.is_over and record.result
        verbs = {step.action.verb for step in record.match.steps if step.seat >= 0}
        assert verbs >= {"place", "take", "complete", "summon", "disk", "end"}
        used = {"red", "blue", "green", "yellow", "orange", "summon+"} & verbs
        assert used, verbs
        for name in record.header.names:
            assert name in hands.text


async def test_free_options_are_typed_and_reach_the_game(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(100, 40)) as hands:
        await (await hands.go_to("Play Realm of Sand")).press("enter")
        await hands.in_room("SetupScreen")
        await hands.go_to("Side of the boards")
        await hands.press("right")
        await hands.go_to("Powers")
        await hands.press("ctrl+u", *"red,red")
        await hands.go_to("Start")
        await hands.press("enter")
        assert hands.room == "SetupScreen" and "2 different colours" in " ".join(hands.text.split())
        await hands.go_to("Powers")
        await hands.press("ctrl+u", *"green,blue")
        await hands.go_to("Round limit")
        await hands.press("ctrl+u", *"7")
        await hands.go_to("Start")
        await hands.press("enter")
        await hands.in_room("BoardScreen")
        assert dict(hands.table.header.options) == {"mode": "advanced", "boards": "green,blue", "round_limit": "7"}
        assert "green" in hands.text


async def test_the_first_turn_as_a_new_player_sees_it(tmp_path: Path) -> None:
    """A tile by its digit, r and f, Enter; then the circle; every step is one key back."""
    table = laid_out(tmp_path, "human normal", "7", first="0")
    async with playing(tmp_path, Opening("table", table)) as hands:
        assert "Place a tile" in hands.prompt
        await hands.press("1")
        assert "r turn" in hands.footer and "f flip" in hands.footer and sitting(hands).cursor[0] == "own"
        before = hands.status
        await hands.press("r")
        assert hands.status != before
        await hands.press("2")
        tile = sitting(hands).focus.digit_places()[1][1]
        pattern = components().tiles[components().tile_numbers[tile]].pattern
        assert pattern.removesuffix(".") in hands.prompt
        await hands.press("enter")
        assert "first or the second tile" in hands.prompt
        await hands.press("u")
        assert "Place a tile" in hands.prompt and "Taken back" in hands.status
        await hands.press("2", "enter", "2")
        assert "omplete" in hands.prompt
        await hands.press("v")
        await hands.in_room("HandScreen")
        assert tile not in hands.text and "Finished" in hands.text
        await hands.press("escape")
        await hands.in_room("BoardScreen")
        await hands.press(".")
        if sitting(hands).focus.pending:
            await hands.press("enter")
        await hands.until(lambda: "Place a tile" in hands.prompt)
        assert "round 2" in hands.text


# --- Without a screen


class Asked(io.StringIO):
    """Somebody who follows the hints, and now and then does something else."""

    def __init__(self, sink: io.StringIO, lots: random.Random, table: Table) -> None:
        super().__init__()
        self.sink, self.lots, self.table = sink, lots, table

    def readline(self, *_: object) -> str:
        prompt = self.sink.getvalue().split("\n")[-1]
        if prompt == "> ":
            return "quit\n"
        if "Enter to do it" in prompt:
            return "\n"
        seat = self.table.due()[0]
        if self.lots.random() < 0.1:
            return self.lots.choice(["look circle", "scan", "around C3", "look buildings", "where"]) + "\n"
        if self.lots.random() < 0.1:
            return f"{self.lots.choice(list(self.table.match.legal_actions(seat)))}\n"
        return f"{hint(self.table, seat).action}\n"


@pytest.mark.parametrize(
    ("kinds", "options"),
    [
        ("human", {}),
        pytest.param("human human", {"mode": "advanced", "boards": "red,yellow"}, marks=pytest.mark.soak),
        pytest.param("human normal easy", {}, marks=pytest.mark.soak),
    ],
)
def test_line_mode_plays_a_whole_game(tmp_path: Path, kinds: str, options: dict[str, str]) -> None:
    table, sink = laid_out(tmp_path, kinds, "11", **options), io.StringIO()
    in_lines(table, LineConsole(Asked(sink, random.Random(kinds), table), sink), Settings())
    said = sink.getvalue()
    assert table.over and "✗" not in said and said.endswith("Good-bye.\n")
    record = read_record(tmp_path / "data" / "games" / "sand.tilehall")
    assert (record.match.is_over, record.seed) == (True, "11")
    assert re.search(r"completes \d\w\w \w+", said) and "Circle, " in said


@pytest.mark.parametrize(("players", "options"), [(1, {}), (2, {"mode": "advanced"}), (4, {"round_limit": 9})])
def test_the_pipe_plays_a_whole_game(players: int, options: dict[str, str | int]) -> None:
    pipe, rng = Pipe(), Rng(players)

    def good(do: str, **fields: object) -> dict[str, object]:
        answer: dict[str, object] = json.loads(pipe.answer(json.dumps({"do": do, **fields})))
        assert answer["ok"], answer
        return answer

    answer = good("new", game="sand", players=players, options={k: str(v) for k, v in options.items()}, seed=7)
    match, done = answer["match"], 0
    while due := answer["actors"]:
        actions = good("legal", match=match, seat=due[0])["actions"]
        done += 1
        answer = good("apply", match=match, seat=due[0], action=actions[rng.below(len(actions))])
        assert done < 6000
    assert done > 14
    receipt = good("receipt", match=match)
    assert receipt["final"] is True
