"""The score as a receipt: every point with the rule it comes from, who won and why."""

from __future__ import annotations

from typing import Any, Literal

from textual.app import ComposeResult

from tilehall.engine import Line
from tilehall.tui.house.moment import Moment
from tilehall.tui.kernel.cells import wrap
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.kernel.room import Room
from tilehall.tui.look import Look
from tilehall.tui.scenes import Scene
from tilehall.tui.screens.reader import Bar
from tilehall.tui.widgets.chrome import footer
from tilehall.tui.widgets.pager import Pager, TextLine

TEXT = 61
"""Columns for what the points are for: with points and rule a line of 80."""
Answer = Literal["board", "rematch", "home"]


class ScoringScreen(Room[Answer]):
    """Ends with where to go: back to the board, a rematch, or home."""

    def __init__(self, look: Look, moment: Moment[Any], scene: Scene[Any]) -> None:
        super().__init__()
        self.look = look
        self.moment = moment
        self.scene = scene

    def compose(self) -> ComposeResult:
        yield Bar(id="head")
        yield Pager(self.look, receipt_lines(self.moment, self.scene, self.look))
        yield Bar(id="foot")

    def on_resize(self) -> None:
        width, look = self.size.width, self.look
        head = Picture(width, 1, look.table)
        end = head.put(1, 0, self.moment.rules.title, look.accent)
        head.put(end + 2, 0, "the result" if self.moment.over else "the score so far", look.muted)
        self.query_one("#head", Bar).show(head)
        foot = Picture(width, 1, look.table)
        keys = (
            [("b", "board"), ("R", "rematch"), ("Esc", "home")] if self.moment.over else [("Esc", "back to the board")]
        )
        footer(foot, look, 0, keys)
        self.query_one("#foot", Bar).show(foot)

    def on_pager_typed(self, event: Pager.Typed) -> None:
        if event.key == "b" or not self.moment.over:
            self.leave_with("board")
        elif event.key == "R":
            self.leave_with("rematch")
        elif event.key in ("escape", "q"):
            # Not by Enter: the result may come while somebody presses it for the board.
            self.leave_with("home")


def receipt_lines(moment: Moment[Any], scene: Scene[Any], look: Look) -> list[TextLine]:
    """Who won, then each player's points line by line."""
    lines: list[TextLine] = [[("", look.text)]]
    standing, receipt = moment.standing, moment.receipt
    if standing:
        lines += [[(verdict(moment), look.accent)], [(moment.told(standing.text), look.text)], [("", look.text)]]
    order = sorted(range(len(moment.names)), key=lambda seat: -receipt.total(seat))
    totals = [(f"{moment.names[seat]} {receipt.total(seat)}   ", look.strong) for seat in order]
    if standing is None or standing.scores:
        lines += [totals, [("", look.text)]]
    for seat in order:
        rank = f"{standing.ranks[seat]}. " if standing and standing.ranks else ""
        name = f"{rank}{moment.names[seat]}"
        style = scene.seat_style(look, seat)
        lines.append([(name, style), (f"{'':<{TEXT + 3 - len(name)}}{receipt.total(seat):>5}", look.strong)])
        lines += [row for line in receipt.lines if line.seat == seat for row in _rows(line, look)]
        lines.append([("", look.text)])
    if moment.over and moment.record:
        lines.append([(f"The record: {moment.record}. The seed: {moment.seed}.", look.muted)])
    return lines


def _rows(line: Line, look: Look) -> list[TextLine]:
    """One line of the receipt; a long reason goes on below, so that none of it is lost."""
    style = look.bad if line.points < 0 else look.text
    first, *more = wrap(line.text, TEXT)
    row = [(f"   {first:<{TEXT}}", look.text), (f"{line.points:>+5}", style), (f"   {line.rule}", look.muted)]
    return [row, *([(f"     {rest}", look.text)] for rest in more)]


def verdict(moment: Moment[Any]) -> str:
    """Who won, in one sentence."""
    standing = moment.standing
    if standing is None:
        return "The game goes on."
    winners = [moment.names[seat] for seat in standing.winners]
    if not winners:
        return "Nobody wins."
    return f"{winners[0]} wins." if len(winners) == 1 else f"{' and '.join(winners)} win together."
