"""For authors of games: the conformance suite, mutated positions, checks of texts."""
