"""Realm of Sand on screen: the own board, tiles and circle below it, buildings and the others beside it. No rules.

Zones: own (boxes of the own board), tile (the three in hand), queue (places 1 and 2 of the circle), ring (tiles of the
circle), card (buildings), reserve and supply (disks), deck (levels), power, rival (the others). Never under the
cursor: lay, from, to.
"""

from tilehall.tui.scenes.sand.scene import SandScene

__all__ = ["SandScene"]
