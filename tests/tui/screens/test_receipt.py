"""The receipt on the scoring screen."""

from tests.tui.scenes.tables import look
from tests.tui.sitting import think
from tilehall.engine import Player
from tilehall.tui.house.seat import onlooker
from tilehall.tui.house.table import Table
from tilehall.tui.scenes import scene
from tilehall.tui.scenes.sentence import sentence
from tilehall.tui.screens.scoring import receipt_lines


def test_no_word_of_a_receipt_is_lost_at_80_columns() -> None:
    """A fence of the beast hunt gives a long reason; every total stands at the top as well."""
    table = Table.open("beasts", (Player("Aki", "normal"), Player("Bo", "normal")), seed="receipt")
    while table.due():
        (seat,) = table.due()
        table.act(seat, think(table, seat).action)
    rows = ["".join(text for text, _ in line) for line in receipt_lines(onlooker(table).now, scene("beasts"), look())]
    told = " ".join(" ".join(rows).split())
    receipt = table.rules.receipt(table.match.state)
    assert max(map(len, rows)) <= 79
    for line in receipt.lines:
        parts = sentence(line.text, scene("beasts"), look(), table.names, look().text)
        assert all(word in told for part, _ in parts for word in part.split())
    for seat, name in enumerate(table.names):
        assert f"{name} {receipt.total(seat)}" in " ".join(rows[:6])
