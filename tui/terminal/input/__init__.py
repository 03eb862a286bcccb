"""Turns bytes from a terminal into keys, in order and one at a time."""
