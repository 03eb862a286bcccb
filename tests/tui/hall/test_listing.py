"""The columns of the lobby: each is told in one module, and filled in one."""

import ast
from pathlib import Path

from tests.tui.player.sitting import english
from tilehall.tui import hall
from tilehall.tui.hall.listing import DETAILS, LOBBY, PRINTED, ListedChair, TableListing, texts_of
from tilehall.tui.hall.protocol import Clock

HALL = Path(hall.__file__).parent
RUNNING = TableListing(
    number=17,
    game="sand",
    host="Zoë",
    state="running",
    chairs=(ListedChair("Zoë", person=1, here=True), ListedChair()),
    options=(),
    steps=4,
    due=(0,),
    watchers=2,
    since=9e9,
    code=True,
    aids=True,
    clock=Clock("turn", 90),
)


def test_what_is_told_of_a_table() -> None:
    assert [english(text) for text in texts_of(RUNNING, LOBBY)] == [
        "table 17",
        "step 4",
        "just now",
        "2 watch",
        "1 minute a turn, by code",
    ]
    assert [english(text) for text in texts_of(RUNNING, DETAILS)] == [
        "1 minute a turn, by code.",
        "Opened by Zoë.",
        "2 watch.",
    ]
    assert [english(column(RUNNING)) for _, column in PRINTED] == ["17", "sand", "running", "4", "Zoë, -"]
    over = RUNNING._replace(state="over", result="Zoë wins.", watchers=0, seed="7")
    assert [english(text) for text in texts_of(over, LOBBY)][:3] == ["table 17", "Zoë wins.", "just now"]
    assert english([*texts_of(over, DETAILS)][-1]) == "The seed was 7."


def test_a_column_is_told_in_one_module_and_filled_in_another() -> None:
    """The drill of a new column: `listing.py`, `tables.py`, a test."""

    def users(name: str) -> set[str]:
        return {
            path.name
            for path in HALL.rglob("*.py")
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Call) and ast.unparse(node.func) == name
        }

    assert users("TableListing") == {"tables.py"}
    shown = [HALL / "asked.py", HALL / "parts.py", HALL / "screens" / "lobby.py"]
    assert all("texts_of(" in path.read_text("utf-8") or "PRINTED" in path.read_text("utf-8") for path in shown)
    assert not [path.name for path in shown if ".watchers" in path.read_text("utf-8")]
