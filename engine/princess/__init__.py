"""The Princess and Magic Tile: a race through the witch's manor with runes laid from tiles.

>>> from engine.princess import PRINCESS
>>> from engine import Setup
>>> s = PRINCESS.start(Setup(2, (("start_seat", "0"),)))
>>> PRINCESS.actors(s), [str(a) for a in PRINCESS.legal(s, -1)]
((-1,), ['board B1', 'board B2', 'board B3', 'board B4'])
"""

from engine.princess.play import PRINCESS, Princess

__all__ = ["PRINCESS", "Princess"]
