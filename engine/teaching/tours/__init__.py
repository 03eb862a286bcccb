"""Tours: what there is to a game, shown in a few minutes of games that were played. A game brings its own, or none."""

from tilehall.engine.teaching.tours.tour_files import RuleStep, Tour, TourSection, load_tour, load_tour_from, write_tour

__all__ = ["RuleStep", "Tour", "TourSection", "load_tour", "load_tour_from", "write_tour"]
