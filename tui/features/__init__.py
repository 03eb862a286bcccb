"""A package for each feature: its model, screen, lines and command together."""
