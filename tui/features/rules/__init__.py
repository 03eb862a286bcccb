"""Reading the rulebook, and rules at work."""
