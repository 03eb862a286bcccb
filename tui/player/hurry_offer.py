"""The offer to hurry computer players, and when a key comes too late to choose anything."""

from __future__ import annotations

LATE_KEY_SECONDS = 0.5
"""Seconds from the beginning of one's turn for which a key that would have hurried somebody chooses nothing."""


class HurryOffer:
    """What one player at the keyboard is offered while others think.

    >>> haste = HurryOffer()
    >>> haste.offer(True)
    >>> haste.hurry()
    >>> haste.offer(True)
    >>> haste.is_offered, haste.was_hurried
    (False, True)
    >>> haste.start_turn(at=10.0)
    >>> haste.is_offered, haste.is_late_key(10.4), haste.is_late_key(10.8), haste.is_late_key(11.5)
    (False, True, True, False)
    >>> haste.offer(True)
    >>> haste.start_turn(at=20.0)
    >>> haste.reset()
    >>> haste.is_late_key(20.1)
    False
    """

    def __init__(self) -> None:
        self.is_offered = False
        """Whether it is said that a key hurries whoever thinks."""
        self.was_hurried = False
        """Whether they were hurried: up to one's own turn there is nothing more to offer."""
        self._was_offered = False
        """Whether it was offered, since one's own turn."""
        self._until = 0.0

    def offer(self, thinks: bool) -> None:
        """Somebody thinks so long that it is worth saying; or does no more."""
        self.is_offered = thinks and not self.was_hurried
        self._was_offered = self._was_offered or thinks

    def hurry(self) -> None:
        """All who think up to one's own turn take but a moment now."""
        self.is_offered, self.was_hurried = False, True

    def reset(self) -> None:
        """One has done something oneself: whatever was offered before is over, and no key is meant for it."""
        self.is_offered = self.was_hurried = self._was_offered = False
        self._until = 0.0

    def start_turn(self, at: float) -> None:
        """It is one's own turn, from this moment on."""
        if self._was_offered:
            self._until = at + LATE_KEY_SECONDS
        self.is_offered = self.was_hurried = self._was_offered = False

    def is_late_key(self, at: float) -> bool:
        """Whether a key pressed now may still be meant to hurry somebody; so is the next one of a key that is held."""
        if not self.is_turn_new(at):
            return False
        self._until = at + LATE_KEY_SECONDS
        return True

    def is_turn_new(self, at: float) -> bool:
        """Whether one's turn has only just come, while it was offered to hurry somebody."""
        return at < self._until
