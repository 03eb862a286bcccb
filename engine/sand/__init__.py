"""Realm of Sand: runes laid from tiles become buildings, and what they are paid with comes back or runs away.

>>> from engine.sand import SAND
>>> from engine import Setup
>>> s = SAND.start(Setup(2))
>>> SAND.actors(s), [str(a) for a in SAND.legal(s, -1)]
((-1,), ['first 0', 'first 1'])
"""

from engine.sand.play import SAND, Sand

__all__ = ["SAND", "Sand"]
