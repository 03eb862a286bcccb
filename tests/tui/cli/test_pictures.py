"""Pictures of a record: what a terminal of each depth shows, cell by cell."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.style import Style

from tests.pictures import contact_sheet, moments, rooms
from tests.tui.player.sitting import kept
from tilehall.engine import RecordPlayer
from tilehall.tui.cli import main
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.capabilities import Colours
from tilehall.tui.terminal.export.svg import CaptionedPicture, render_svg
from tilehall.tui.terminal.output.picture import Picture

NAME = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A princess game of two people, a few steps old."""
    path = tmp_path / "a.tilehall"
    table = Table.open("princess", [RecordPlayer("Aki"), RecordPlayer("Bo")], (), "7", kept(path))
    for _ in range(4):
        table.act(table.due()[0], table.match.legal_actions(table.due()[0])[0])
    table.close()
    return path


@pytest.mark.parametrize("colours", ["truecolor", "256", "16", "none"])
def test_a_position_is_drawn_as_a_terminal_shows_it(record: Path, tmp_path: Path, colours: str) -> None:
    target = tmp_path / "a.svg"
    assert main(["picture", str(record), str(target), "--size", "80x24", "--colours", colours]) == 0
    drawing = ElementTree.parse(target).getroot()
    assert drawing.get("viewBox") == "0 0 800 480"
    words = " ".join(each.text or "" for each in drawing.iter(f"{NAME}text"))
    assert "Aki" in words and "The Princess" in words
    shades = {each.get("fill") for each in drawing.iter(f"{NAME}rect")}
    assert (len(shades) > 9) == (colours in ("truecolor", "256")), shades


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--to", "99"], "There is no step 99"),
        (["--size", "80"], "is no size such as 120x40"),
        (["--size", "0x24"], "is no size such as 120x40"),
        (["--size", "900x24"], "is no size such as 120x40"),
    ],
)
def test_what_cannot_be_drawn_is_said(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(["picture", str(record), str(tmp_path / "a.svg"), *words]) != 0
    assert said in capsys.readouterr().err
    assert not (tmp_path / "a.svg").exists()


def test_no_record_is_drawn_over(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.tilehall"
    other.write_bytes(record.read_bytes())
    (tmp_path / "link").symlink_to(record)
    before = record.read_bytes()
    for target in (record, other, tmp_path / "link"):
        assert main(["picture", str(record), str(target)]) != 0
        assert capsys.readouterr().err.endswith(" is there already; choose another name.\n")
    assert record.read_bytes() == other.read_bytes() == before


def test_letters_keep_their_cells_and_blocks_fill_them() -> None:
    picture = Picture(8, 1, Style(color="#ffffff", bgcolor="#000000"))
    picture.put(0, 0, "王<b▀▀", Style(color="#ff0000", bgcolor="#000000"))
    drawing = ElementTree.fromstring(render_svg(CaptionedPicture(picture, "truecolor", True)))
    (text,) = drawing.iter(f"{NAME}text")
    assert text.text == "王<b" and text.get("textLength") == "40"
    block = [each for each in drawing.iter(f"{NAME}rect") if each.get("fill") == "#ff0000"]
    assert [(each.get("x"), each.get("width"), each.get("height")) for each in block] == [("40", "20", "10")]


def test_a_contact_sheet_has_all_sizes_of_all_moments() -> None:
    sheet = contact_sheet("sand", "256")
    assert len(re.findall(r"<g transform", sheet)) == 20
    assert len(re.findall(r"sand, step \d+, 120x40, 256", sheet)) == 5


def test_the_moments_of_a_sheet_are_those_of_a_whole_game() -> None:
    steps = [step for step, _ in moments("beasts", (0.0, 0.5, 1.0))]
    assert steps[0] < steps[1] < steps[2]


@pytest.mark.parametrize("colours", ["truecolor", "none"])
async def test_the_rooms_around_the_board_have_a_sheet_too(tmp_path: Path, colours: Colours) -> None:
    plates = await rooms(colours, (80, 24), tmp_path)
    assert [plate.caption.partition(",")[0] for plate in plates] == [
        "HomeScreen",
        "SetupScreen",
        "SettingsScreen",
        "RulesScreen",
        "ScoringScreen",
    ]
    assert all(plate.picture.text().strip() for plate in plates)
    assert colours != "none" or all(plate.picture.text().isascii() for plate in plates)
