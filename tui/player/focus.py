"""The decision in front of one player: its moment, its choices, and the cursor over them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

from tilehall.tui.config.settings import Settings
from tilehall.tui.key_map import KeyBindings, default_keys
from tilehall.tui.player import cursor as cursor_stops
from tilehall.tui.player.cursor import CursorState
from tilehall.tui.player.letters import JumpLabels
from tilehall.tui.player.messages.guide import Guide
from tilehall.tui.player.selection import MENU, ActionChoice, Selection
from tilehall.tui.player.view import BoardReader, CursorContext
from tilehall.tui.tables.moment import Moment
from tilehall.tui.terminal.output.drawing import Place, Rect

S = TypeVar("S")
Coach = Literal["auto", "on", "off"]


@dataclass(slots=True)
class ControlOptions:
    """How one player wants to be asked and helped. Whoever hands them in may change them later."""

    confirm: bool = False
    """Whether Enter is asked for once more before something that cannot be taken back."""
    coach: Coach = "auto"
    """Whether the prompt says how to choose; automatic: in the first turns."""
    keys: KeyBindings = field(default_factory=default_keys)
    """Named in messages; no choice has one of them as its letter."""
    tile_size: str = "auto"
    confirms_partial: bool = False
    """Whether Enter is asked for once more where only a part of a choice was pointed at."""
    shows_outcome: bool = True
    """Whether it is said what a choice would bring, where hints are allowed."""

    @classmethod
    def from_settings(cls, settings: Settings) -> ControlOptions:
        coach: Mapping[str, Coach] = {"on": "on", "off": "off"}
        return cls(
            confirm=settings["confirm"] == "ask",
            coach=coach.get(settings["coach"], "auto"),
            tile_size=settings["tiles"],
        )


class Focus(Generic[S]):
    """What one player decides about, what is picked of it, and where the cursor is."""

    def __init__(self, moment: Moment[S], reader: BoardReader[S], options: ControlOptions) -> None:
        self.moment = moment
        self.reader = reader
        self.options = options
        self.help_allowed = moment.header.aids
        """Whether there are hints at this table, and previews of what a choice would bring."""
        self.selection: Selection[S] | None = None
        """The choices; None where this player has nothing to decide."""
        self.pending: ActionChoice[S] | None = None
        """The choice that Enter would do now: one that cannot be taken back, or the hint."""
        self.cursor = CursorState()
        self.labels = JumpLabels()
        self.place_areas: Mapping[Place, Rect] = {}
        """Where each place was drawn last."""
        self._stops: tuple[tuple[object, ...], list[Place], list[Place]] | None = None
        self._guide: tuple[tuple[object, ...], Guide[S]] | None = None

    @property
    def must_decide(self) -> bool:
        """Whether this player has to decide."""
        return self.selection is not None

    def stops(self) -> list[Place]:
        """Where Tab stops."""
        return self._find_stops()[0]

    def digit_places(self) -> list[Place]:
        """What the digits choose."""
        return self._find_stops()[1]

    def _find_stops(self) -> tuple[list[Place], list[Place]]:
        selection, cursor = self.selection, self.cursor
        key = (id(selection), tuple(selection.picks) if selection else (), cursor.rotation, cursor.flipped)
        if self._stops is None or self._stops[0] != key:
            context = self.context()
            numbered = cursor_stops.find_digit_places(self.reader, context)
            self._stops = (key, cursor_stops.find_stops(self.reader, context, numbered), numbered)
        return self._stops[1], self._stops[2]

    def context(self) -> CursorContext[S]:
        """As much of a view as is needed to aim, and for words."""
        now, cursor = self.moment, self.cursor
        return CursorContext(
            now.state, now.seat, now.names, self.selection, cursor.place, cursor.rotation, cursor.flipped
        )

    def guide(self) -> Guide[S] | None:
        """What can be said of the place under the cursor; None where there is nothing to decide.

        The same object as long as moment, picks and cursor are the same, so that a choice is previewed once.
        """
        selection, cursor = self.selection, self.cursor
        if selection is None or cursor.place is None:
            return None
        key = (id(selection), tuple(selection.picks), cursor.place, cursor.rotation, cursor.flipped)
        if self._guide is None or self._guide[0] != key:
            shows_outcome = self.help_allowed and self.options.shows_outcome
            guide = Guide(self.moment, self.reader, selection, self.context(), cursor.place, shows_outcome)
            self._guide = key, guide
        return self._guide[1]

    def aimed_places(self) -> tuple[Place, ...]:
        """The places that the cursor means."""
        guide = self.guide()
        return guide.aimed_places() if guide else ()

    def is_shape_aimed(self) -> bool:
        """Whether the cursor means a shape that lies on several places."""
        return len(self.aimed_places()) > 1

    def can_rotate(self) -> bool:
        """Whether there is something to turn: a shape, or a piece whose turns are the choices."""
        kind = self.selection.decision.kind if self.selection else ""
        return self.is_shape_aimed() or kind in self.reader.rotation_decisions

    def must_confirm(self, choice: ActionChoice[S]) -> bool:
        """Whether a choice waits for Enter once more: it cannot be taken back."""
        guide = self.guide()
        return self.options.confirm and guide is not None and guide.is_irreversible(choice)

    # --- changes --------------------------------------------------------------------------------------------------

    def set_selection(self, selection: Selection[S] | None) -> None:
        """Replaces the choices; what was worked out for the old ones is forgotten."""
        self.selection, self._stops, self._guide = selection, None, None

    def place_cursor(self) -> None:
        """Keeps the cursor if its place may be chosen, otherwise moves it to the best place that may."""
        if self.selection is not None:
            self.cursor.place = cursor_stops.resting_place(
                self.reader,
                self.context(),
                self.stops(),
                self.digit_places(),
                self.cursor.latest_places,
                self.place_areas,
            )

    def leave_menu(self) -> bool:
        """Moves the cursor from the choices in words to those on the board; False if it is not there."""
        places, here = [place for place in self.stops() if place[0] != MENU], self.cursor.place
        if not places or not here or here[0] != MENU:
            return False
        latest = next((place for place in reversed(self.cursor.latest_places.values()) if place in places), None)
        self.cursor.place = latest or cursor_stops.nearest_of(places, here, self.place_areas)
        return True

    def drop_pick(self) -> bool:
        """Drops the last pick, and moves the cursor back to it."""
        if self.selection is None or not self.selection.picks:
            return False
        picked = self.selection.picks[-1]
        self.selection.drop_last_pick()
        if picked in self.stops():
            self.cursor.place = picked
        self.place_cursor()
        return True
