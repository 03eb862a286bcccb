"""The course of a game: chances, turning points, mistakes."""
