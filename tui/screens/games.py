"""All saved games that can be played on."""

from __future__ import annotations

from datetime import tzinfo
from pathlib import Path

from textual.app import ComposeResult

from tilehall.engine import Text, listed, plain
from tilehall.tui.clock import local
from tilehall.tui.house.records import Saved
from tilehall.tui.house.store import Library
from tilehall.tui.kernel.room import Room
from tilehall.tui.look import Look
from tilehall.tui.widgets.form import Form, Row


class GamesScreen(Room[Path | None]):
    """Ends with the path of a game, or None."""

    def __init__(self, look: Look, library: Library) -> None:
        super().__init__()
        self.look = look
        self.zone = library.zone
        self.waiting = list(library.waiting())

    def compose(self) -> ComposeResult:
        rows = [_row(saved, self.zone) for saved in self.waiting]
        yield Form(self.look, Text("Games to be played on"), rows)

    def on_form_pushed(self, event: Form.Pushed) -> None:
        self.leave_with(next(saved.path for saved in self.waiting if saved.name == event.id))

    def on_form_closed(self) -> None:
        self.leave_with(None)


def _row(saved: Saved, zone: tzinfo | None) -> Row:
    when = local(saved.changed, zone)
    what = Text("{names}: step {step}, {when}", names=listed(saved.header.names), step=saved.steps, when=when)
    return Row(saved.name, plain(saved.header.game), "what", said={"what": what}, help=plain(saved.path.name))
