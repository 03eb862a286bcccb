"""Slow second implementations of the rules, written from the rule texts alone, to compare the engine with."""
