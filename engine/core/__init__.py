"""What every game is: actions, decisions, refusals, chance, matches, texts, geometry, component tables."""
