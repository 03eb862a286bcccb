"""Learning a game by its levels."""
