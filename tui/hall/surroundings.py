"""What is around a board in the hall: who is here, whose clock runs, what is said and asked."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from tilehall.engine import SeatNo as Number
from tilehall.engine import Text, literal_text
from tilehall.tui.hall import words
from tilehall.tui.hall.client_state import FRESH, AtTable, ClientState
from tilehall.tui.hall.listing import TableListing
from tilehall.tui.key_map import screen_keys
from tilehall.tui.player.messages.status_message import StatusMessage

KEYS = screen_keys("hall board")
SAY, YES, NO, AGAIN, BACK = map(KEYS.label, ("say", "agree", "refuse", "rematch", "take_back"))


class HallSurroundings:
    """Those around the table that is looked at."""

    def __init__(self, known: ClientState, at: AtTable) -> None:
        self._known = known
        self._at = at
        self._done = at.seat.now.last_own_step
        """One's own last step when this screen came."""

    @property
    def listing(self) -> TableListing | None:
        return self._known.listings.get(self._at.number)

    @property
    def mine(self) -> Number | None:
        """One's own chair."""
        return self.listing.seat_of(self._known.person) if self.listing else None

    @property
    def stood_in_for(self) -> bool:
        """Whether a computer plays on one's own chair."""
        listing, mine = self.listing, self.mine
        return (
            mine is not None and listing is not None and listing.state == "running" and bool(listing.chairs[mine].level)
        )

    @property
    def talks(self) -> bool:
        """Whether one may read and write what is said here."""
        return self.mine is not None or (self.listing is not None and self.listing.chat)

    @property
    def asked(self) -> bool:
        """Whether one is asked to agree to something."""
        request = self._at.request
        return request is not None and self.mine in request.asked

    @property
    def keys(self) -> Mapping[str, Text]:
        wanted = (
            ("agree", self.asked),
            ("refuse", self.asked),
            ("rematch", self._at.seat.now.over and self.mine is not None),
            ("take_back", self.stood_in_for),
            ("table", True),
            ("say", self.talks),
        )
        return {KEYS.keys[command][0]: KEYS.commands[command].label for command, does in wanted if does}

    def seat_notes(self) -> Mapping[Number, Text]:
        listing = self.listing
        if listing is None or listing.state != "running":
            return {}
        found = ((seat, self._of(listing, seat)) for seat in range(len(listing.chairs)))
        return {seat: text for seat, text in found if text}

    def _of(self, listing: TableListing, seat: Number) -> Text:
        """What is to be said of a chair."""
        chair = listing.chairs[seat]
        if chair.person and chair.level:
            return Text("stood in for")
        if chair.person and not chair.here:
            return Text("away")
        left = self._known.left(listing.number, seat)
        return literal_text(words.ticking(left)) if left is not None else Text("")

    def task_text(self) -> Text | None:
        return None

    def footer_message(self) -> StatusMessage | None:
        at = self._at
        names = tuple(at.seat.now.names)
        if at.request is not None and self.asked:
            asked = words.requested(at.request, names)
            return StatusMessage(Text("{asked} {yes} agrees, {no} refuses.", asked=asked, yes=YES, no=NO), "hint")
        if at.request is not None and self.mine == at.request.by:
            return StatusMessage(words.waits(at.request), "hint")
        if at.told is not None and time.monotonic() - at.told_at < FRESH:
            return StatusMessage(at.told, "hint")
        if (again := self._known.rematch_of(at.number)) is not None:
            return StatusMessage(
                Text("{host} has opened a rematch. {key} goes there.", host=again.host, key=AGAIN), "hint"
            )
        if self.stood_in_for:
            return StatusMessage(Text("A computer plays for you now. {key} takes your chair back.", key=BACK), "hint")
        elsewhere = self._known.due_elsewhere()
        if elsewhere and not at.seat.now.must_decide:
            return StatusMessage(Text("It is your turn at table {number}.", number=elsewhere[0]), "hint")
        return self._words()

    def _words(self) -> StatusMessage | None:
        """What was said just now; what was said while one was away stays until it is read, or one has played."""
        talk = self._known.talk(self._at.number)
        if talk.new and self._at.seat.now.last_own_step == self._done:
            return StatusMessage(words.missed(talk.lines[-1], talk.new, SAY), "hint")
        return StatusMessage(words.said(talk.fresh)) if talk.fresh else None

    def subscribe(self, when_changed: Callable[[], None]) -> Callable[[], None]:
        shown = self._shown()

        def look() -> None:
            # Most news are about other tables.
            nonlocal shown
            before, shown = shown, self._shown()
            if shown != before:
                when_changed()

        return self._known.subscribe(look)

    def _shown(self) -> object:
        """All that is to be seen of it."""
        return tuple(self.keys.items()), self.seat_notes(), self.footer_message()
