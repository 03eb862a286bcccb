"""Bytes from a terminal to keys, in order and one at a time."""
