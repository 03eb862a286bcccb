"""The receipt on the scoring screen."""

from typing import Any

import pytest

from tests.cases import some
from tests.pictures import look_at
from tests.tui.boards.tables import look
from tests.tui.player.sitting import english, hint, think
from tilehall.engine import BUILT_IN_GAMES, GameResult, Receipt, ReceiptLine, RecordPlayer, Text
from tilehall.tui.boards.charts import point_sources, points_chart, points_from, stacked_bar
from tilehall.tui.boards.charts import points_table as of_sources
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.boards.sentences import style_sentence
from tilehall.tui.screens.scoring import deciding_reason, receipt_lines, score_lines, winner_text
from tilehall.tui.tables.seat import keyboard_seat, spectator_seat
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import run_inline
from tilehall.tui.terminal.output.cells import width


def test_no_word_of_a_receipt_is_lost_at_80_columns() -> None:
    """A fence of the beast hunt gives a long reason; every total stands beside its bar as well."""
    table = Table.open("beasts", (RecordPlayer("Aki", "normal"), RecordPlayer("Bo", "normal")), seed="receipt")
    while table.due():
        (seat,) = table.due()
        table.act(seat, think(table, seat).action)
    rows = [
        "".join(text for text, _ in line)
        for line in receipt_lines(spectator_seat(table).now, renderer_for("beasts"), look())
    ]
    told = " ".join(" ".join(rows).split())
    receipt = table.rules.receipt(table.match.state)
    assert max(map(len, rows)) <= 79
    for line in receipt.lines:
        parts = style_sentence(line.text, renderer_for("beasts"), look(), table.names, look().text)
        assert all(word in told for part, _ in parts for word in part.split())
    for seat, name in enumerate(table.names):
        assert any(name in row and f" {receipt.total(seat)} " in row for row in rows[4:8])


def ended(game: str, players: int, seed: str = "receipt") -> Table[Any]:
    table = Table.open(game, [RecordPlayer(name) for name in ("Aki", "Bo", "Cleo", "Dara")[:players]], seed=seed)
    while table.due():
        (seat, *_) = table.due()
        table.act(seat, hint(table, seat).action)
    return table


@pytest.mark.parametrize("game", some(BUILT_IN_GAMES, slice(0, None, 2)))
def test_points_are_told_by_where_they_come_from_and_how_they_grew(game: str) -> None:
    table = ended(game, 2)
    seat = keyboard_seat(table)
    grown, receipt = run_inline(seat.open_replay()).points_by_turn(), seat.now.receipt
    for columns in (77, 117, 197):
        rows = [
            "".join(text for text, _ in line)
            for line in score_lines(seat.now, renderer_for(game), look(), columns, grown)
        ]
        assert all(width(row) <= columns for row in rows)
        for source in point_sources(receipt):
            row = next(row for row in rows if f"  {english(source)}" in row)
            assert all(f"{points_from(receipt, n, source) or look().glyphs.dot}" in row for n in (0, 1))
        assert any("Points after each turn" in row for row in rows)
        assert all(any(row.rstrip().endswith(line.rule) for row in rows) for line in receipt.lines)
    assert grown[-1] == tuple(map(receipt.total, (0, 1))) and len(grown) > 6


def test_what_decided_a_game_is_told_in_a_sentence() -> None:
    race, sky = Text("the race"), Text("the sky")
    lines = [
        ReceiptLine(0, "a", 10, "P-1", race, race),
        ReceiptLine(1, "a", 5, "P-1", race, race),
        ReceiptLine(1, "b", 2, "P-1", sky, sky),
    ]
    told = deciding_reason(GameResult("goal", Text("Over."), (10, 7), (1, 2)), Receipt(tuple(lines), True))
    assert told and english(told, ("Aki", "Bo")) == "Aki is 3 points ahead of Bo, most of all by the race: 10 to 5."
    assert deciding_reason(GameResult("goal", Text("Over."), (7, 7), (1, 2)), Receipt((), True)) is None, (
        "a tie-break is told"
    )


def test_a_table_of_points_has_the_order_of_the_bars_above_it() -> None:
    order = (2, 0, 1)
    drawn = of_sources(Receipt((), True), {seat: [(f"player {seat}", look().text)] for seat in order}, 60, look())
    assert _words(drawn[0]).split() == [word for seat in order for word in ("player", str(seat))]


def test_points_that_nobody_has_yet_have_no_course() -> None:
    assert points_chart(((0, 0), (0, 0), (0, 0)), 60, 8, look(), [look().text] * 2) == []


def test_before_there_are_points_that_is_said() -> None:
    now = keyboard_seat(Table.open("sand", [RecordPlayer("Aki"), RecordPlayer("Bo")], (), "7")).now
    rows = [_words(line) for line in receipt_lines(now, renderer_for("sand"), look())]
    assert "Nobody has points yet." in rows


def test_alone_one_is_told_a_rank() -> None:
    standing = keyboard_seat(ended("sand", 1)).now.standing
    assert standing and english(winner_text(standing), ("Zoe",)) in {
        f"Zoe ends as: {rank}." for rank in ("Apprentice", "Master", "Grand Master", "Premier", "King of Ragusa")
    }


def test_without_colours_sources_differ_by_what_they_are_drawn_with() -> None:
    dress = look_at("none")
    receipt = keyboard_seat(ended("princess", 2)).now.receipt
    drawn = "".join(words for seat in (0, 1) for words, _ in stacked_bar(receipt, seat, 60, 30, dress))
    assert len({mark for mark in drawn if mark in "=+-:#"}) >= 3


@pytest.mark.parametrize(("columns", "lines"), [(77, 80), (116, 37), (156, 47), (196, 57)])
def test_the_course_of_a_game_is_drawn_as_high_as_there_is_room(columns: int, lines: int) -> None:
    seat = keyboard_seat(ended("princess", 3))
    grown, name = run_inline(seat.open_replay()).points_by_turn(), renderer_for("princess")
    usual, high = (score_lines(seat.now, name, look(), columns, grown, each) for each in (0, lines))
    assert len(usual) <= len(high) <= lines
    charts = [sum("│" in row[:7] for row in map(_words, each)) for each in (usual, high)]
    assert charts[0] == 7 < charts[1] <= 36


def _words(line: Any) -> str:
    return "".join(part for part, _ in line)
