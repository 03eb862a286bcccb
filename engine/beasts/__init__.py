"""Merlin's Beast Hunt: fences of cards between dice, and beasts caught inside them.

>>> from engine.beasts import BEASTS
>>> from engine import Setup
>>> s = BEASTS.start(Setup(2, (("first_seat", "1"),)))
>>> BEASTS.actors(s), [str(a) for a in BEASTS.legal(s, -1)]
((-1,), ['draw W', 'draw T', 'draw L', 'draw B'])
"""

from engine.beasts.play import BEASTS, Beasts

__all__ = ["BEASTS", "Beasts"]
