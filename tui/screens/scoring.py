"""The score as a receipt: every point with the rule it comes from, who won and why."""

from __future__ import annotations

from typing import Any, Literal

from textual.app import ComposeResult

from tilehall.engine import Line, Standing, Text, Who, both
from tilehall.tui.house.moment import Moment
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.kernel.room import Room
from tilehall.tui.kernel.styled import broken, columns
from tilehall.tui.look import Look
from tilehall.tui.scenes import Scene
from tilehall.tui.scenes.sentence import sentence
from tilehall.tui.screens.reader import Bar
from tilehall.tui.widgets.chrome import footer, title
from tilehall.tui.widgets.pager import Pager, TextLine

TEXT = 61
"""Columns for what the points are for: with points and rule a line of 80."""
POINTS = 5
Answer = Literal["board", "rematch", "home", "play"]


class ScoringScreen(Room[Answer]):
    """Ends with where to go: back to the board, a rematch, or home."""

    def __init__(self, look: Look, moment: Moment[Any], scene: Scene[Any]) -> None:
        super().__init__()
        self.look = look
        self.moment = moment
        self.scene = scene
        # The result may come while somebody types for the board.
        self.wary = moment.over

    def compose(self) -> ComposeResult:
        yield Bar(id="head")
        yield Pager(self.look, receipt_lines(self.moment, self.scene, self.look))
        yield Bar(id="foot")

    def on_resize(self) -> None:
        width, look = self.size.width, self.look
        head = Picture(width, 1, look.table)
        beside = Text("the result") if self.moment.over else Text("the score so far")
        title(head, look, self.moment.rules.title, beside)
        self.query_one("#head", Bar).show(head)
        foot = Picture(width, 1, look.table)
        after = [("b", Text("board")), ("R", Text("rematch")), ("Esc", Text("home"))]
        footer(foot, look, 0, after if self.moment.over else [("Esc", Text("back to the board"))])
        self.query_one("#foot", Bar).show(foot)

    def on_pager_typed(self, event: Pager.Typed) -> None:
        if event.key == "b" or not self.moment.over:
            self.leave_with("board")
        elif event.key == "R":
            self.leave_with("rematch")
        elif event.key in ("escape", "q"):
            # Not by Enter: it may be held down for the board.
            self.leave_with("home")


def receipt_lines(moment: Moment[Any], scene: Scene[Any], look: Look) -> list[TextLine]:
    """Who won, then each player's points line by line."""
    empty: TextLine = [("", look.text)]
    lines = [empty]
    standing, receipt, names = moment.standing, moment.receipt, moment.names
    if standing:
        lines.append(sentence(verdict(standing), scene, look, names, look.accent))
        lines += [*broken(sentence(standing.text, scene, look, names, look.text), TEXT + POINTS), empty]
    order = sorted(range(len(names)), key=lambda seat: -receipt.total(seat))
    if standing is None or standing.scores:
        lines += [[(f"{names[seat]} {receipt.total(seat)}   ", look.strong) for seat in order], empty]
    for seat in order:
        rank = f"{standing.ranks[seat]}. " if standing and standing.ranks else ""
        name = look.fit(f"{rank}{names[seat]}", TEXT + 3)
        lines.append([(name, scene.seat_style(look, seat)), (f"{receipt.total(seat):>{POINTS}}", look.strong)])
        for line in receipt.lines:
            lines += _rows(line, moment, scene, look) if line.seat == seat else []
        lines.append(empty)
    if moment.over and moment.record:
        kept = Text("The record: {record}. The seed: {seed}.", record=moment.record, seed=moment.seed)
        lines.append([(look.say(kept), look.muted)])
    return lines


def _rows(line: Line, moment: Moment[Any], scene: Scene[Any], look: Look) -> list[TextLine]:
    """One line of the receipt; a long reason goes on below, so that none of it is lost."""
    style = look.bad if line.points < 0 else look.text
    first, *more = broken(sentence(line.text, scene, look, moment.names, look.text), TEXT)
    gap = " " * (TEXT - columns(first))
    points = [(f"{gap}{line.points:>+{POINTS}}", style), (f"   {line.rule}", look.muted)]
    return [[("   ", look.text), *first, *points], *([("     ", look.text), *rest] for rest in more)]


def verdict(standing: Standing) -> Text:
    """Who won, in one sentence."""
    winners = [Who(seat) for seat in standing.winners]
    if not winners:
        return Text("Nobody wins.")
    return Text("{who} wins.", who=winners[0]) if len(winners) == 1 else Text("{who} win together.", who=both(winners))
