"""What teaches a game: lessons, puzzles, tours, and explanations of things on the table."""
