"""Commands that move the cursor, or turn the piece in hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from tilehall.engine import Text
from tilehall.tui.player.cursor import Direction, sort_by_layout
from tilehall.tui.player.focus import Focus
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.player.selection import MENU
from tilehall.tui.player.status_line import StatusLine
from tilehall.tui.terminal.output.drawing import Drawing, Place

S = TypeVar("S")


class Navigation(Generic[S]):
    """Moves one player's cursor. Each command first drops what the last key led to."""

    def __init__(self, focus: Focus[S], status: StatusLine[S]) -> None:
        self.focus = focus
        self.cursor = focus.cursor
        self.status = status

    def move(self, direction: Direction, drawing: Drawing) -> None:
        """To the nearest place in a direction; among several choices in words up and down, until one leaves them."""
        self.status.dismiss()
        menu = self._menu()
        if len(menu) > 1 and self.cursor.place in menu:
            self._move_in_menu(menu, direction)
        else:
            self.cursor.move(direction, drawing.places, self.focus.stops() or drawing.places)

    def _menu(self) -> list[Place]:
        return [place for place in self.focus.stops() if place[0] == MENU]

    def _move_in_menu(self, menu: Sequence[Place], direction: Direction) -> None:
        assert self.cursor.place is not None
        if direction == "left":
            self.focus.leave_menu()
        elif direction != "right":
            at = menu.index(self.cursor.place) + (1 if direction == "down" else -1)
            self.cursor.place = menu[min(max(at, 0), len(menu) - 1)]

    def _sorted_stops(self) -> list[Place]:
        return sort_by_layout(self.focus.stops(), self.focus.place_areas)

    def go_to_next_stop(self, step: int) -> None:
        """To the next or previous place that may be chosen, as the eye goes; after a refusal to what it named."""
        message, here = self.status.message, self.cursor.place
        named = [place for place in message.spots if place in self.focus.stops()] if message else []
        self.status.dismiss()
        if named and step > 0:
            self.cursor.place = named[0]
            return
        found = self._sorted_stops()
        menu = [place for place in found if place[0] == MENU]
        if menu and here and here[0] == MENU and here not in found:
            self.cursor.place = menu[0]
        self.cursor.go_to_next_stop(found, step)

    def go_to_stop(self, index: int) -> None:
        """To the first or the last place that may be chosen; among the choices in words, of these."""
        self.status.dismiss()
        menu = self._menu()
        inside = len(menu) > 1 and self.cursor.place in menu
        if found := menu if inside else self._sorted_stops():
            self.cursor.place = found[index]

    def go_to_next_zone(self, step: int) -> None:
        """To the next or previous zone."""
        self.status.dismiss()
        self.cursor.go_to_next_zone(self._sorted_stops(), self.focus.place_areas, step)

    def point_at(self, place: Place) -> None:
        self.status.dismiss()
        self.cursor.place = place

    def show_jump_labels(self) -> None:
        """Puts letters on the marked spots: what is typed next leads there."""
        self.status.dismiss()
        areas = self.focus.place_areas
        self.focus.labels.assign([place for place in self._sorted_stops() if place[0] != MENU and place in areas])
        told = Text("Type the letters of a spot. {back} leaves.", back="Esc")
        self.status.show(StatusMessage(told if self.focus.labels.all else Text("No spot is marked now.")))

    def type_jump_label(self, letter: str) -> None:
        """Moves the cursor if the letters typed so far are enough; letters that lead nowhere end the labels."""
        labels = self.focus.labels
        labels.typed += letter
        found = labels.visible()
        if letter and found and "" not in found:
            return
        self.status.dismiss()
        self.cursor.place = found.get("", self.cursor.place) if letter else self.cursor.place

    def rotate(self, step: int) -> None:
        """Turns the piece in hand; where the turns themselves are the choices, goes to the next one."""
        self.status.dismiss()
        focus, held = self.focus, self.cursor.rotation
        before = focus.aimed_places()
        self.cursor.rotation = (held + step) % 4
        guide = focus.guide()
        if focus.selection and all(not choice.places for choice in focus.selection.choices):
            self.go_to_next_stop(step)
        elif guide and guide.aimed_places() == before and not guide.leads_to_rotation():
            if len(before) > 1:
                self.status.show(StatusMessage(Text("Turning changes nothing.")))
                return
            # What is taken up next is held as it comes.
            self.cursor.rotation = held
            self.status.show(StatusMessage(Text("There is no piece to turn here.")))

    def flip(self) -> None:
        """Turns the piece in hand over."""
        self.status.dismiss()
        before = self.focus.aimed_places()
        self.cursor.flipped = not self.cursor.flipped
        if not before or self.focus.aimed_places() != before:
            return
        if len(before) > 1:
            self.status.show(StatusMessage(Text("Flipping changes nothing.")))
            return
        self.cursor.flipped = not self.cursor.flipped
        self.status.show(StatusMessage(Text("There is no piece to flip here.")))
