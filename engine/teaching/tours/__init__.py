"""Tours: what there is to a game, shown in a few minutes of games that were played. A game brings its own, or none."""

from tilehall.engine.teaching.tours.tour_files import Example, Stretch, Tour, tour, tour_in, written

__all__ = ["Example", "Stretch", "Tour", "tour", "tour_in", "written"]
