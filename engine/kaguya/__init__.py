"""Kaguyahime: furniture dealers court a princess with secret offers and rooms that please her.

>>> from engine.kaguya import KAGUYA
>>> from engine import Setup
>>> s = KAGUYA.start(Setup(2))
>>> KAGUYA.actors(s), [str(a) for a in KAGUYA.legal(s, -1)]
((-1,), ['value R', 'value B', 'value G', 'value P'])
"""

from engine.kaguya.play import KAGUYA, Kaguya

__all__ = ["KAGUYA", "Kaguya"]
