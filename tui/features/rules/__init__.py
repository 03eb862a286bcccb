"""The rulebook, and examples of rules."""
