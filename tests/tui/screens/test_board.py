"""The board's screen: keys, pages over it, sizes, the computer players between."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.command import CommandPalette

from tests.cases import some
from tests.tui.screens.driver import QUICK, Fingers, at, playing, table, to_the_end
from tilehall.engine import BUILT_IN_GAMES, Advice, RecordPlayer, Text, position_digest
from tilehall.tui.app import Opening
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.boards.sentences import style_sentence
from tilehall.tui.config.settings import Settings
from tilehall.tui.key_map import BOARD_COMMANDS
from tilehall.tui.screens.board import BoardScreen
from tilehall.tui.tables.seat import player_seat
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking import thinkers
from tilehall.tui.tables.thinking.thinkers import Thought
from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.widgets.board import BoardCanvas


async def laying(hands: Fingers) -> None:
    """Through the choice of sides to the moment where a tile is to be laid."""
    await hands.press("enter", "enter", "enter", "enter")
    await hands.until(lambda: "Take" in hands.prompt)
    await hands.press("1")
    await hands.until(lambda: "Lay" in hands.prompt)


def position(hands: Fingers) -> str:
    return position_digest(hands.table.rules, hands.table.match.state)


# --- Keys


async def test_arrows_and_letters_move_the_cursor(tmp_path: Path) -> None:
    async with playing(tmp_path, at(table(None, "human human"))) as hands:
        await laying(hands)
        for keys in (("left", "right", "up", "down"), ("h", "l", "k", "j")):
            before = hands.text
            await hands.press(keys[0])
            moved = hands.text
            assert moved != before
            await hands.press(keys[1])
            assert hands.text == before or hands.status != ""
            await hands.press(keys[2], keys[3])
        cursor = hands.app.cursor_position
        await hands.press("right")
        assert hands.app.cursor_position != cursor, "the terminal's cursor follows"


@pytest.mark.parametrize(("preset", "keys"), [("wasd", "dwsa"), ("vim", "lkjh")])
async def test_presets_are_honoured(tmp_path: Path, preset: str, keys: str) -> None:
    settings = Settings({"keys": preset, "pace": "at once"})
    async with playing(tmp_path, at(table(None, "human human")), settings) as hands:
        await laying(hands)
        await hands.press("home")
        seen = [hands.app.cursor_position]
        for key in keys:
            await hands.press(key)
            seen.append(hands.app.cursor_position)
        (x, y) = seen[0]
        assert seen[1].x > x and seen[1].y == y and seen[2].y < y
        assert (seen[3].y, seen[4].x) == (y, x)


async def test_keys_of_ones_own_work_and_are_shown(tmp_path: Path) -> None:
    settings = Settings({"pace": "at once"}, {"choose": "x", "next": "n", "hint": "H", "undo": "backspace"})
    async with playing(tmp_path, at(table(None, "human human")), settings) as hands:
        await hands.press("enter")
        assert hands.table.match.steps[-1].seat == -1, "Enter is not bound any more"
        assert "x choose" in hands.footer and "n next" in hands.footer and "H hint" in hands.footer
        await hands.press("x", "x", "x", "x")
        await hands.until(lambda: "Take" in hands.prompt)
        await hands.press("1", "backspace")
        assert "Taken back" in hands.status
        await hands.press("f2")
        await hands.in_room("ReaderScreen")
        seen = [*hands.lines]
        for key in ("pagedown", "end"):
            await hands.press(key)
            seen += hands.lines
        assert any(line.split()[:1] == ["x"] for line in seen)


async def test_the_footer_shows_what_can_be_done_now(tmp_path: Path) -> None:
    async with playing(tmp_path, at(table(None, "human human"))) as hands:
        assert "undo" not in hands.footer and "choose" in hands.footer
        await hands.press("enter")
        assert "do it" in hands.footer and "Esc" in hands.footer
        await hands.press("escape", "enter", "enter", "enter", "enter")
        await hands.until(lambda: "Take" in hands.prompt)
        await hands.press("1")
        assert "undo" in hands.footer
        entries = [entry for entry in hands.footer.split("   ") if entry.strip()]
        assert len(entries) <= 7 and entries[-1].split() == ["x", "explain"]


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_footer_names_the_key_that_explains(tmp_path: Path, name: str, size: tuple[int, int]) -> None:
    """While others decide as well; the hand in large is named where not all of it lies open."""
    found = Table.open(name, (RecordPlayer("Aki"), RecordPlayer("Bo", "normal")), (), "7")
    async with playing(tmp_path, Opening("table", found), QUICK, size=size) as hands:
        await hands.in_room("BoardScreen")
        await hands.until(lambda: " choose " in hands.footer)
        assert "x explain" in hands.footer
        assert ("v hand" in hands.footer) == found.rules.has_secrets


async def test_a_refusal_is_said_in_words_with_its_rule(tmp_path: Path) -> None:
    async with playing(tmp_path, at(table(None, "human human"))) as hands:
        await laying(hands)
        before = position(hands)
        await hands.press(*["up"] * 9, *["left"] * 9, "enter")
        assert "P-4.1" in hands.status and hands.app.look.glyphs.cross in hands.status
        await hands.press("w")
        assert "P-4.1" in hands.status
        await hands.press("d")
        assert hands.status.startswith("A1")
        assert position(hands) == before


@pytest.mark.parametrize("keys", [("escape",), ("x", "escape"), ("x", "x"), ("o", "escape"), ("d",)])
async def test_any_key_puts_the_crosses_of_a_refusal_away(tmp_path: Path, keys: tuple[str, ...]) -> None:
    async with playing(tmp_path, at(table(None, "human human"))) as hands:
        await laying(hands)
        board, cross = hands.app.screen, hands.app.look.glyphs.cross
        assert isinstance(board, BoardScreen)
        await hands.press(*["up"] * 9, *["left"] * 9, "enter")
        assert board.player.status.message is not None and board.player.status.message.marks
        crosses = hands.text.count(cross)
        await hands.press(*keys)
        assert hands.room == "BoardScreen" and not (board.player.status.message and board.player.status.message.marks)
        assert hands.text.count(cross) < crosses


async def test_undo_redo_restart_and_hint(tmp_path: Path) -> None:
    async with playing(tmp_path, at(table(tmp_path, "human human"))) as hands:
        await laying(hands)
        before = position(hands)
        await hands.press("enter")
        after = position(hands)
        await hands.press("u")
        assert position(hands) == before
        await hands.press("U")
        assert position(hands) == after
        await hands.press("u", "ctrl+r")
        assert position(hands) == after
        await hands.press("z")
        assert "Take" in hands.prompt
        for _ in range(3):
            await hands.press("u")
        assert hands.app.look.glyphs.cross in hands.status, "a barrier, not a crash"
        await hands.hinted()
        assert "Look at" in hands.status
        await hands.press("i")
        assert ": " in hands.status and hands.app.is_running


async def test_the_mouse_chooses(tmp_path: Path) -> None:
    async with playing(tmp_path, at(table(None, "human human"))) as hands:
        await laying(hands)
        board = hands.app.screen.query_one(BoardCanvas)
        rect = next(board.drawing.places[place] for place in hands.app.screen.player.focus.selection.targets())
        await hands.pilot.click(BoardCanvas, offset=(rect.x + 1, rect.y))
        await hands.until(lambda: "Lay" not in hands.prompt)


async def test_every_key_of_every_command_is_harmless_at_any_time(tmp_path: Path) -> None:
    """The player's turn, the confirmation, the end: no key breaks anything."""
    keys = [key for command in BOARD_COMMANDS if command.id != "leave" for key in command.keys]
    others = [*"0123456789", *"GMZ%", "delete", "insert", "f4", "ctrl+a", "ctrl+z", "backspace"]
    ended = to_the_end(table(None, "human human"))
    for found in (table(None, "human human"), ended):
        async with playing(tmp_path, at(found)) as hands:
            for key in [*keys, *others]:
                await hands.press(key)
                while hands.room not in ("BoardScreen", "HomeScreen"):
                    await hands.press("b" if hands.room == "ScoringScreen" else "escape")
            assert hands.app.is_running and hands.room == "BoardScreen"


async def test_no_key_of_the_table_is_silent(tmp_path: Path) -> None:
    """What a key cannot do here it says; in the list of choices, too."""
    async with playing(tmp_path, at(table(None, "human human"))) as hands:
        for key, told in (
            ("X", "nothing to hide"),
            ("P", "Only a demo"),
            ("R", "no piece to turn"),
            ("f", "no piece to flip"),
            ("N", "Nobody else has done"),
        ):
            await hands.press(key)
            assert told in hands.status, key
        await laying(hands)
        await hands.press("enter")
        await hands.until(lambda: "choices" in hands.text)
        entry = hands.app.screen.player.cursor
        await hands.press("d")
        assert entry == hands.app.screen.player.cursor and hands.status


async def test_a_board_that_is_over_leads_to_its_result(tmp_path: Path) -> None:
    async with playing(tmp_path, at(to_the_end(table(None, "human human")))) as hands:
        await hands.in_room("ScoringScreen")
        await hands.press("escape")
        await hands.in_room("BoardScreen")
        assert "Enter shows the result" in hands.status and "Enter result" in hands.footer
        await hands.press("enter")
        await hands.in_room("ScoringScreen")


# --- Pages over the board


@pytest.mark.parametrize(
    ("key", "room", "words"),
    [
        ("v", "HandScreen", "Gems"),
        ("o", "ReaderScreen", "plays on side"),
        ("c", "ScoringScreen", "so far"),
        ("f2", "ReaderScreen", "a passage"),
        ("?", "RulesScreen", "The game in a minute"),
    ],
)
async def test_pages_open_resize_and_close_without_changing_the_game(
    tmp_path: Path, key: str, room: str, words: str
) -> None:
    async with playing(tmp_path, at(table(None, "human human"))) as hands:
        await laying(hands)
        await hands.press("tab", "tab")
        before, cursor, picture = position(hands), hands.app.screen.player.cursor, hands.text
        await hands.press(key)
        await hands.in_room(room)
        await hands.sees(words)
        for size in ((120, 40), (40, 10), (200, 60), (80, 24)):
            await hands.resize(*size)
            assert hands.app.is_running and hands.room == room
        await hands.press("escape")
        await hands.in_room("BoardScreen")
        assert (position(hands), hands.app.screen.player.cursor) == (before, cursor)
        assert hands.text == picture


async def test_the_log_tells_everything_with_its_rule(tmp_path: Path) -> None:
    found = to_the_end(table(None, "human human"), short_of=40)
    async with playing(tmp_path, at(found), size=(120, 60)) as hands:
        await hands.press("o")
        await hands.in_room("ReaderScreen")
        first, *_, last = player_seat(found, 0).now.log
        assert (
            drawn(last.text, hands).removeprefix(f"{found.names[last.seat]} ") in hands.text and last.rule in hands.text
        )
        await hands.press("home")
        assert drawn(first.text, hands) in hands.text and first.rule in hands.text


def drawn(text: Text, hands: Fingers) -> str:
    """A sentence as it stands on the screen, its components as chips."""
    look = hands.app.look
    parts = style_sentence(text, renderer_for("princess"), look, hands.table.names, look.text)
    return "".join(words for words, _ in parts)


@pytest.mark.parametrize("glyphs", ["ascii", "neutral"])
async def test_all_pages_keep_to_the_characters_of_the_terminal(tmp_path: Path, glyphs: str) -> None:
    import unicodedata

    async with playing(tmp_path, at(table(None, "human human")), terminal=Terminal("16", glyphs)) as hands:
        await laying(hands)
        for key in ("", "v", "o", "c", "f2", "?"):
            await hands.press(*([key] if key else []))
            for _ in range(4):
                odd = {mark for mark in hands.text if not mark.isascii()}
                assert not {mark for mark in odd if glyphs == "ascii" or unicodedata.east_asian_width(mark) in "AWF"}
                await hands.press("pagedown")
            if key:
                await hands.press("escape")
                await hands.in_room("BoardScreen")


async def test_the_palette_runs_the_commands_of_the_board(tmp_path: Path) -> None:
    async with playing(tmp_path, at(table(None, "human human"))) as hands:
        await laying(hands)
        titles = [command.title for command in hands.app.get_system_commands(hands.app.screen)]
        assert {"Undo", "Hint", "Quit", "Rules"} <= set(titles)
        hands.strike("ctrl+p")
        await hands.until(lambda: isinstance(hands.app.screen, CommandPalette))
        await hands.pilot.press(*"undo")
        await hands.pilot.pause()
        await hands.until(lambda: hands.app.screen.query_one("CommandList").option_count)
        await hands.pilot.press("enter")
        await hands.in_room("BoardScreen")
        await hands.until(lambda: "Taken back" in hands.status)


# --- Sizes


@pytest.mark.parametrize("size", [(1, 1), (40, 10), (79, 23)])
async def test_too_small_a_window_says_so_and_recovers(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, at(table(None, "human human"))) as hands:
        await laying(hands)
        before = hands.text
        await hands.resize(*size)
        if size != (1, 1):
            words = " ".join(hands.text.split())
            assert "80x24" in words and f"{size[0]}x{size[1]}" in words
        steps = len(hands.table.match.steps)
        await hands.press("left", "tab", "v", "escape", "?", "escape", "shift+tab", "right", "left")
        assert len(hands.table.match.steps) == steps and hands.app.is_running
        await hands.resize(80, 24)
        await hands.until(lambda: "Lay" in hands.prompt)
        assert hands.text.split("\n")[:3] == before.split("\n")[:3]


@pytest.mark.parametrize("size", some([(1, 1), (40, 10), (79, 23)], slice(0, None, 2)))
async def test_every_other_room_survives_a_tiny_window(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path) as hands:
        for label, room in (("Play", "SetupScreen"), ("Rules", "RulesScreen"), ("Settings", "SettingsScreen")):
            await hands.go_to(label)
            await hands.resize(*size)
            await hands.press("enter", "down", "right", "left", "pagedown", "up")
            await hands.until(lambda room=room: hands.room == room)
            await hands.resize(80, 24)
            await hands.resize(*size)
            await hands.press("escape")
            await hands.until(lambda: hands.room == "HomeScreen")
            await hands.resize(80, 24)


async def test_tile_sizes_are_chosen_by_room_and_by_key(tmp_path: Path) -> None:
    async with playing(tmp_path, at(table(None, "human human")), size=(200, 60)) as hands:
        await laying(hands)
        widths = set()
        for _ in range(4):
            places = hands.app.screen.query_one(BoardCanvas).drawing.places
            widths.add(places["own", "D4"].width)
            await hands.press("t")
        assert len(widths) >= 3
        await hands.resize(80, 24)
        assert hands.app.screen.query_one(BoardCanvas).drawing.places["own", "D4"].width == min(widths)


# --- Computer players


async def test_the_bell_rings_once_when_it_becomes_my_turn(tmp_path: Path, monkeypatch) -> None:
    settings = Settings({"bell": "my turn", "pace": "at once"})
    rings: list[int] = []
    async with playing(tmp_path, at(table(None, "human normal")), settings) as hands:
        monkeypatch.setattr(hands.app, "bell", lambda: rings.append(len(hands.table.match.steps)))
        await hands.press("enter", "enter")
        await hands.until(lambda: "Take" in hands.prompt)
        rings.clear()
        await hands.press("1", "enter")
        assert rings == [], "nobody else has played"
        steps = len(hands.table.match.steps)
        await hands.press("1", "enter")
        await hands.until(lambda: len(hands.table.match.steps) > steps + 3 and hands.app.screen.player.must_decide)
        assert len(rings) == 1
    async with playing(tmp_path, at(table(None, "human normal")), QUICK) as hands:
        rings.clear()
        monkeypatch.setattr(hands.app, "bell", lambda: rings.append(0))
        await hands.press("enter", "enter")
        await hands.until(lambda: "Take" in hands.prompt)
        assert rings == []


def think_slowly(monkeypatch: pytest.MonkeyPatch, until: threading.Event) -> None:
    considered = thinkers.think_through

    def slowly(thought: Thought) -> Iterator[Advice]:
        until.wait(5)
        yield from considered(thought)

    monkeypatch.setattr(thinkers, "think_through", slowly)


async def test_taking_back_while_a_computer_player_thinks(tmp_path: Path, monkeypatch) -> None:
    """Its thoughts are about a position that is not there any more."""
    slow = threading.Event()
    think_slowly(monkeypatch, slow)
    async with playing(tmp_path, at(table(tmp_path, "human normal"))) as hands:
        await hands.press("enter", "enter")
        await hands.sees("is thinking")
        await hands.press("u")
        slow.set()
        await hands.until(lambda: hands.app.screen.player.must_decide or not hands.app.is_running)
        assert hands.app.is_running and hands.app._exception is None
        await hands.press("right", "enter", "enter")
        await hands.until(lambda: "Take" in hands.prompt)


async def test_leaving_while_a_computer_player_thinks(tmp_path: Path, monkeypatch) -> None:
    slow = threading.Event()
    think_slowly(monkeypatch, slow)
    async with playing(tmp_path, at(table(tmp_path, "human normal"))) as hands:
        await hands.press("enter", "enter")
        await hands.sees("is thinking")
        await hands.press("q")
        await hands.in_room("HomeScreen")
        slow.set()
        await hands.press("enter")
        await hands.in_room("BoardScreen")
        await hands.until(lambda: "Take" in hands.prompt)
        assert hands.app._exception is None


async def test_what_is_begun_while_a_computer_player_is_shown_is_kept(tmp_path: Path) -> None:
    settings = Settings({"pace": "calm"})

    def showing(hands: Fingers) -> bool:
        return any(worker.name == "play_on" and not worker.is_finished for worker in hands.app.workers)

    async with playing(tmp_path, at(table(None, "human normal")), settings) as hands:
        await hands.press("enter", "enter")
        await hands.until(lambda: hands.app.screen.player.must_decide and showing(hands))
        await hands.hinted()
        assert "Look at" in hands.status
        await hands.until(lambda: not showing(hands))
        assert "Look at" in hands.status
    async with playing(tmp_path, at(table(None, "human normal normal")), settings) as hands:
        await hands.press("enter", "enter")
        await hands.until(lambda: "Take" in hands.prompt)
        await hands.press("1", "enter", "1", "enter", "shift+tab")
        await hands.until(lambda: hands.app.screen.player.must_decide and not showing(hands))
        assert "Since your last turn" in hands.told and "Bo" in hands.told and "Cleo" in hands.told


async def test_keys_typed_at_once_are_all_obeyed(tmp_path: Path) -> None:
    """A whole turn in one burst: tile, spot, gem, and the confirmation."""
    async with playing(tmp_path, at(table(None, "human human"))) as hands:
        await hands.press("enter", "enter", "enter", "enter")
        await hands.until(lambda: "Take" in hands.prompt)
        for key in ("1", "tab", "enter", "2", "enter"):
            hands.strike(key)
        await hands.until(lambda: hands.app.screen.player.moment.seat == 1, "the next player's turn")
        texts = [str(step.action) for step in hands.table.match.steps if step.seat == 0]
        assert [text.split(" ")[0] for text in texts[-3:]] == ["take", "cell", "gem"]


# --- Several players in one process


async def test_two_players_in_one_process_have_their_own_screens(tmp_path: Path) -> None:
    async def sit(name: str, settings: Settings, terminal: Terminal, size: tuple[int, int], keys: tuple[str, ...]):
        players = [RecordPlayer(name), RecordPlayer("Bo")]
        found = Table.open("princess", players, (("start_seat", "0"),), name)
        async with playing(tmp_path / name, at(found), settings, terminal, size) as hands:
            await both.wait()
            for key in keys:
                await hands.press(key)
                await asyncio.sleep(0)
            await both.wait()
            app = hands.app
            return hands.text, app.look.palette.name, app.theme, app._glass.colours, app.animation_level, found

    both = asyncio.Barrier(2)
    one = Settings({"pace": "at once", "keys": "wasd"})
    other = Settings({"pace": "at once", "theme": "day", "tiles": "small"}, {"choose": "x"})
    first, second = await asyncio.gather(
        sit("Una", one, Terminal("none", "ascii", animation=False), (80, 24), ("enter", "enter", "d", "a")),
        sit("Duo", other, Terminal("truecolor", "full"), (120, 40), ("x", "x", "x", "x", "1")),
    )
    assert first[0].isascii() and not second[0].isascii()
    assert "Una" in first[0] and "Duo" not in first[0] and "Duo" in second[0]
    assert (first[1], second[1]) == ("night", "day") and first[2] != second[2]
    assert (first[3], second[3]) == ("none", "truecolor") and (first[4], second[4]) == ("none", "full")
    assert len(first[0].split("\n")) == 24 and len(second[0].split("\n")) == 40
    assert "x choose" in second[0] or "x end" in second[0]
    assert [step.action.verb for step in first[5].match.steps if step.seat == 0] == ["side"]
    assert [step.action.verb for step in second[5].match.steps if step.seat == 0] == ["side", "take"]


async def test_without_aids_there_are_no_hints_and_no_previews(tmp_path: Path) -> None:
    told = []
    for aids in ("on", "off"):
        players = (RecordPlayer("Aki"), RecordPlayer("Bo"))
        opened = Table.open("princess", players, (("start_seat", "0"),), seed="7", aids=aids == "on")
        async with playing(tmp_path / aids, at(opened), settings=QUICK) as hands:
            assert ("i hint" in hands.footer) is (aids == "on")
            await hands.press("i")
            assert ("There are no hints at this table" in hands.status) is (aids == "off")
            await hands.press("escape", "tab")
            told.append(len(hands.status))
    assert told[1] <= told[0]
