"""Reviews of games: chances, turning points, mistakes."""
